// SPDX-License-Identifier: MIT
#include "line_reasons.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "work_meter.hpp"

namespace nonosat {
namespace {

constexpr int kTechniques = 3;

template <int W>
class LineReasonsOf final : public LineReasons {
public:
    explicit LineReasonsOf(BoardOf<W>& board)
        : board_(board), values_(board.colors + 1), looks_(board.lines()) {
        for (auto* masks : {&allowed_, &result_, &given_, &lost_}) masks->resize(values_);
    }

    Status find(LineTechnique technique, const Poll& poll, Step& found) override;

    Status openings(LineTechnique technique, const Poll& poll, std::size_t& cells) override;

    Status close(LineTechnique technique, const Poll& poll) override;

private:
    // How many cells each technique changes in a line, and the time of the line's last change then.
    struct Look {
        std::uint32_t at = 0;  // Board::changed_at is never 0
        std::array<int, kTechniques> cells{};
    };
    struct Premise {
        int place, value;  // value -1: all that is known of a known cell
        int distance;      // to the nearest new cell
    };

    static std::size_t index(LineTechnique technique) {
        return static_cast<std::size_t>(technique);
    }

    // The work of a line solve.
    std::uint64_t cost(int line) const {
        return (board_.clue(line).blocks.size() + static_cast<std::size_t>(values_)) * 50 * W;
    }

    Bits<W> several(const Bits<W>* masks) const;
    bool solve(int line, const Bits<W>* masks);
    Status look_at_all(WorkMeter& meter);
    Bits<W> news_of(LineTechnique technique, int line);
    void write(LineTechnique technique, int line);
    bool look_at(int line, Look& look);
    void give(LineTechnique technique, int line, const Bits<W>* masks);
    void give_trivial(int line, const Bits<W>* masks);
    int filled_cells(int line) const;
    bool fills_exactly(int line) const;

    static int gap_before(const std::vector<Block>& blocks, std::size_t i) {
        return i > 0 && blocks[i - 1].color == blocks[i].color ? 1 : 0;
    }

    void place(const std::vector<Block>& blocks);
    void give_overlap(int line);

    Literal value_literal(int line, int at, int value) const {
        const std::size_t cell = board_.cell_at(line, at);
        return board_.colors == 1 ? Literal{cell, 1, value == 1} : Literal{cell, value, true};
    }

    int value_of(const Bits<W>* masks, int at) const;
    bool make_step(LineTechnique technique, int line, WorkMeter& meter, Step& found);
    bool find_premises(LineTechnique technique, int line, const Bits<W>& news,
                       const Bits<W>& unknown, WorkMeter& meter, Step& found);
    bool drop(LineTechnique technique, int line, std::size_t begin, std::size_t end,
              WorkMeter& meter);
    void set(int line, const Premise& premise, bool away);
    bool follows(LineTechnique technique, int line);

    BoardOf<W>& board_;
    const int values_;
    std::vector<Look> looks_;  // per line
    LineWork<W> work_;
    // Per value, cells of one line: those that can have it without the dropped premises, those that
    // can have it after the step, those to which a technique gives it, those that must lose it.
    std::vector<Bits<W>> allowed_, result_, given_, lost_;
    std::vector<Premise> premises_;  // those to drop first come first
    std::vector<char> kept_;
};

template <int W>
Status LineReasonsOf<W>::find(LineTechnique technique, const Poll& poll, Step& found) {
    found = {};
    WorkMeter meter(poll, board_.poll_work);
    const Status status = look_at_all(meter);
    if (status != Status::Fixpoint) return status;
    int best = -1;
    std::uint64_t best_cells = 0, best_blocks = 1;
    for (int line = 0; line < board_.lines(); ++line) {
        if (!board_.clue(line).given) continue;
        const Look& look = looks_[line];
        const auto cells = static_cast<std::uint64_t>(look.cells[index(technique)]);
        const auto blocks = std::max<std::uint64_t>(1, board_.clue(line).blocks.size());
        if (cells * best_blocks > best_cells * blocks) {
            best = line;
            best_cells = cells;
            best_blocks = blocks;
        }
    }
    if (best < 0) return Status::Fixpoint;
    return make_step(technique, best, meter, found) ? Status::Fixpoint : Status::Interrupted;
}

template <int W>
Status LineReasonsOf<W>::openings(LineTechnique technique, const Poll& poll, std::size_t& cells) {
    cells = 0;
    WorkMeter meter(poll, board_.poll_work);
    const Status status = look_at_all(meter);
    if (status != Status::Fixpoint) return status;
    std::vector<bool> counted(static_cast<std::size_t>(board_.height) * board_.width);
    for (int line = 0; line < board_.lines(); ++line) {
        if (!board_.clue(line).given || looks_[line].cells[index(technique)] == 0) continue;
        if (meter.stop(cost(line))) return Status::Interrupted;
        news_of(technique, line).each([&](int place) {
            const std::size_t cell = board_.cell_at(line, place);
            cells += !counted[cell];
            counted[cell] = true;
        });
    }
    return Status::Fixpoint;
}

template <int W>
Status LineReasonsOf<W>::close(LineTechnique technique, const Poll& poll) {
    WorkMeter meter(poll, board_.poll_work);
    for (;;) {
        const Status status = look_at_all(meter);
        if (status != Status::Fixpoint) return status;
        const std::size_t before = board_.mark();
        for (int line = 0; line < board_.lines(); ++line) {
            if (!board_.clue(line).given || looks_[line].cells[index(technique)] == 0) continue;
            if (meter.stop(cost(line))) {
                board_.changed_since(before);
                return Status::Interrupted;
            }
            write(technique, line);
        }
        if (board_.mark() == before) return Status::Fixpoint;
        board_.changed_since(before);
    }
}

// The cells of a line that have several values.
template <int W>
Bits<W> LineReasonsOf<W>::several(const Bits<W>* masks) const {
    Bits<W> once = Bits<W>::none(), more = Bits<W>::none();
    for (int v = 0; v < values_; ++v) {
        more |= once & masks[v];
        once |= masks[v];
    }
    return more;
}

// Solves the line with `masks` into result_ and work_; false if there is no placement.
template <int W>
bool LineReasonsOf<W>::solve(int line, const Bits<W>* masks) {
    const std::vector<Block>& blocks = board_.clue(line).blocks;
    return solve_line<W>(board_.length(line), board_.colors, blocks.data(),
                         static_cast<int>(blocks.size()), masks, result_.data(), work_);
}

// Looks at the lines that changed. Contradiction: at the conflict_line() of the board.
template <int W>
Status LineReasonsOf<W>::look_at_all(WorkMeter& meter) {
    if (board_.conflict_line() >= 0) return Status::Contradiction;
    for (int line = 0; line < board_.lines(); ++line) {
        Look& look = looks_[line];
        if (!board_.clue(line).given || look.at == board_.changed_at(line)) continue;
        if (meter.stop(cost(line))) return Status::Interrupted;
        if (!look_at(line, look)) {
            board_.set_conflict(line);
            return Status::Contradiction;
        }
        look.at = board_.changed_at(line);
    }
    return Status::Fixpoint;
}

// The cells of a line that a technique changes.
template <int W>
Bits<W> LineReasonsOf<W>::news_of(LineTechnique technique, int line) {
    const Bits<W>* const here = board_.domain(line);
    solve(line, here);
    Bits<W> news = Bits<W>::none();
    if (technique == LineTechnique::Line) {
        for (int v = 0; v < values_; ++v) news |= here[v].without(result_[v]);
        return news;
    }
    give(technique, line, here);
    for (int v = 0; v < values_; ++v) news |= given_[v] & several(here);
    return news;
}

// Applies a technique in a line to the board; no change if the line has no placement.
template <int W>
void LineReasonsOf<W>::write(LineTechnique technique, int line) {
    const Bits<W>* const here = board_.domain(line);
    if (!solve(line, here)) return;
    if (technique != LineTechnique::Line) {
        give(technique, line, here);
        const Bits<W> unknown = several(here);
        Bits<W> open = Bits<W>::first(board_.length(line));
        for (int v = 0; v < values_; ++v) open = open.without(given_[v] & unknown);
        for (int v = 0; v < values_; ++v) result_[v] = (given_[v] & unknown) | (here[v] & open);
    }
    for (int v = 0; v < values_; ++v)
        here[v].without(result_[v]).each([&](int place) {
            const std::size_t cell = board_.cell_at(line, place);
            board_.remove_value(board_.row_of(cell), board_.column_of(cell), v);
        });
}

// False if the line has no placement.
template <int W>
bool LineReasonsOf<W>::look_at(int line, Look& look) {
    const Bits<W>* const here = board_.domain(line);
    look.cells = {};
    if (!solve(line, here)) return false;
    Bits<W> changed = Bits<W>::none();
    for (int v = 0; v < values_; ++v) changed |= here[v].without(result_[v]);
    if (!changed.any()) return true;  // the other techniques give nothing either
    look.cells[index(LineTechnique::Line)] = changed.count();
    const Bits<W> unknown = several(here);
    for (const auto technique : {LineTechnique::Overlap, LineTechnique::Trivial}) {
        give(technique, line, here);
        for (int v = 0; v < values_; ++v)
            look.cells[index(technique)] += (given_[v] & unknown).count();
    }
    return true;
}

// given_[v] receives the cells to which trivial or overlap give the value v. REQUIRES solve()
// of the same line and masks, for overlap.
template <int W>
void LineReasonsOf<W>::give(LineTechnique technique, int line, const Bits<W>* masks) {
    std::fill(given_.begin(), given_.end(), Bits<W>::none());
    if (technique == LineTechnique::Trivial)
        give_trivial(line, masks);
    else
        give_overlap(line);
}

template <int W>
void LineReasonsOf<W>::give_trivial(int line, const Bits<W>* masks) {
    const Bits<W> all = Bits<W>::first(board_.length(line));
    if (fills_exactly(line))
        place(board_.clue(line).blocks);
    else if (all.without(masks[0]).count() == filled_cells(line))
        given_[0] = masks[0];
}

template <int W>
int LineReasonsOf<W>::filled_cells(int line) const {
    int sum = 0;
    for (const Block& block : board_.clue(line).blocks) sum += block.length;
    return sum;
}

template <int W>
bool LineReasonsOf<W>::fills_exactly(int line) const {
    const std::vector<Block>& blocks = board_.clue(line).blocks;
    int needed = filled_cells(line);
    for (std::size_t i = 0; i < blocks.size(); ++i) needed += gap_before(blocks, i);
    return needed == board_.length(line);
}

// The blocks from the first cell on, as close together as they can be.
template <int W>
void LineReasonsOf<W>::place(const std::vector<Block>& blocks) {
    int at = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (gap_before(blocks, i) != 0) given_[0].set(at++);
        for (const int end = at + blocks[i].length; at < end; ++at) given_[blocks[i].color].set(at);
    }
}

template <int W>
void LineReasonsOf<W>::give_overlap(int line) {
    const std::vector<Block>& blocks = board_.clue(line).blocks;
    int gap = 0;  // where the gap begins in the rightmost placement
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const int leftmost = work_.starts[i].lowest(), rightmost = work_.starts[i].highest();
        for (int at = gap; at < leftmost; ++at) given_[0].set(at);
        for (int at = rightmost; at < leftmost + blocks[i].length; ++at)
            given_[blocks[i].color].set(at);
        gap = rightmost + blocks[i].length;
    }
    const int length = board_.length(line);
    for (int at = gap; at < length; ++at) given_[0].set(at);
}

// The value of a cell that has one in `masks`.
template <int W>
int LineReasonsOf<W>::value_of(const Bits<W>* masks, int at) const {
    int value = 0;
    while (!masks[value].test(at)) ++value;
    return value;
}

// False if the poll said stop.
template <int W>
bool LineReasonsOf<W>::make_step(LineTechnique technique, int line, WorkMeter& meter, Step& found) {
    const Bits<W>* const here = board_.domain(line);
    const Bits<W> unknown = several(here);
    allowed_.assign(here, here + values_);
    solve(line, here);
    if (technique != LineTechnique::Line) {
        give(technique, line, here);
        for (int v = 0; v < values_; ++v) result_[v] = given_[v] & unknown;
        Bits<W> open = unknown;
        for (int v = 0; v < values_; ++v) open = open.without(given_[v]);
        for (int v = 0; v < values_; ++v)
            result_[v] |= here[v] & (open | Bits<W>::first(board_.length(line)).without(unknown));
    }
    // Now result_ has the possible values after the step; lost_ receives those that have to follow.
    const Bits<W> open = several(result_.data());
    Bits<W> news = Bits<W>::none();
    for (int v = 0; v < values_; ++v) news |= here[v].without(result_[v]);
    for (int v = 0; v < values_; ++v)
        lost_[v] = (here[v].without(result_[v]) & open) | (news.without(open)).without(result_[v]);
    news.each([&](int at) {
        if (!open.test(at)) {
            found.cells.push_back(value_literal(line, at, value_of(result_.data(), at)));
            return;
        }
        for (int v = 0; v < values_; ++v)
            if (lost_[v].test(at)) found.cells.push_back({board_.cell_at(line, at), v, false});
    });
    if (!find_premises(technique, line, news, unknown, meter, found)) {
        found = {};
        return false;
    }
    found.line = line;
    return true;
}

template <int W>
bool LineReasonsOf<W>::find_premises(LineTechnique technique, int line, const Bits<W>& news,
                                     const Bits<W>& unknown, WorkMeter& meter, Step& found) {
    const Bits<W>* const here = board_.domain(line);
    const int length = board_.length(line);
    if (technique == LineTechnique::Trivial) {
        if (fills_exactly(line)) return true;
        Bits<W>::first(length).without(here[0]).each([&](int at) {
            found.because.push_back(unknown.test(at) ? Literal{board_.cell_at(line, at), 0, false}
                                                     : value_literal(line, at, value_of(here, at)));
        });
        return true;
    }
    premises_.clear();
    int nearest = -length;
    for (int at = 0; at < length; ++at) {
        if (news.test(at)) nearest = at;
        if (!unknown.test(at)) {
            premises_.push_back({at, -1, at - nearest});
            continue;
        }
        for (int v = 0; v < values_; ++v)
            if (!here[v].test(at)) premises_.push_back({at, v, at - nearest});
    }
    nearest = 2 * length;
    for (std::size_t i = premises_.size(), at = length; i-- > 0;) {
        const auto place = static_cast<std::size_t>(premises_[i].place);
        for (; at > place;)
            if (news.test(static_cast<int>(--at))) nearest = static_cast<int>(at);
        premises_[i].distance = std::min(premises_[i].distance, nearest - premises_[i].place);
    }
    std::stable_sort(premises_.begin(), premises_.end(),
                     [](const Premise& a, const Premise& b) { return a.distance > b.distance; });
    kept_.assign(premises_.size(), true);
    if (!premises_.empty() && !drop(technique, line, 0, premises_.size(), meter)) return false;
    std::vector<Premise> needed;
    for (std::size_t i = 0; i < premises_.size(); ++i)
        if (kept_[i]) needed.push_back(premises_[i]);
    std::sort(needed.begin(), needed.end(), [](const Premise& a, const Premise& b) {
        return std::pair(a.place, a.value) < std::pair(b.place, b.value);
    });
    for (const Premise& premise : needed)
        found.because.push_back(
            premise.value < 0 ? value_literal(line, premise.place, value_of(here, premise.place))
                              : Literal{board_.cell_at(line, premise.place), premise.value, false});
    return true;
}

// Drops as many of the premises from `begin` to `end` as it can; false if the poll said stop.
template <int W>
bool LineReasonsOf<W>::drop(LineTechnique technique, int line, std::size_t begin, std::size_t end,
                            WorkMeter& meter) {
    if (meter.stop(cost(line))) return false;
    for (std::size_t i = begin; i < end; ++i) set(line, premises_[i], true);
    if (follows(technique, line)) {
        std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(begin),
                  kept_.begin() + static_cast<std::ptrdiff_t>(end), false);
        return true;
    }
    for (std::size_t i = begin; i < end; ++i) set(line, premises_[i], false);
    if (end - begin == 1) return true;
    const std::size_t middle = begin + (end - begin) / 2;
    return drop(technique, line, begin, middle, meter) && drop(technique, line, middle, end, meter);
}

// Takes a premise away from allowed_, or puts it back.
template <int W>
void LineReasonsOf<W>::set(int line, const Premise& premise, bool away) {
    const Bits<W>* const here = board_.domain(line);
    for (int v = 0; v < values_; ++v) {
        if (premise.value >= 0 && premise.value != v) continue;
        if (away || here[v].test(premise.place))
            allowed_[v].set(premise.place);
        else
            allowed_[v].clear(premise.place);
    }
}

// True if the technique still gives all of lost_ from allowed_.
template <int W>
bool LineReasonsOf<W>::follows(LineTechnique technique, int line) {
    solve(line, allowed_.data());
    if (technique == LineTechnique::Line) {
        for (int v = 0; v < values_; ++v)
            if ((result_[v] & lost_[v]).any()) return false;
        return true;
    }
    give(technique, line, allowed_.data());
    Bits<W> all = Bits<W>::none(), got = Bits<W>::none();
    for (int v = 0; v < values_; ++v) {
        all |= lost_[v];
        got |= given_[v].without(lost_[v]);
    }
    return !all.without(got).any();
}

}  // namespace

std::unique_ptr<LineReasons> make_line_reasons(Board& board) {
    return with_words(board, []<int W>(BoardOf<W>& fitting) -> std::unique_ptr<LineReasons> {
        return std::make_unique<LineReasonsOf<W>>(fitting);
    });
}

}  // namespace nonosat
