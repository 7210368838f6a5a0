// SPDX-License-Identifier: MIT
#include "looking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "contract.hpp"
#include "work_meter.hpp"

namespace nonosat {
namespace {

// Logarithms of the numbers of starts as whole numbers, so that sums do not depend on their order.
std::array<int, kMaxSide + 1> make_logarithms() {
    std::array<int, kMaxSide + 1> result{};
    for (int starts = 1; starts <= kMaxSide; ++starts)
        result[starts] = static_cast<int>(std::lround(std::log2(starts) * 64));
    return result;
}

template <int W>
class Looker {
public:
    Looker(BoardOf<W>& board, std::uint64_t most_solves, const Poll& poll, Looking& found)
        : board_(board),
          meter_(poll, board.poll_work),
          most_solves_(most_solves),
          found_(found),
          values_(static_cast<std::size_t>(board.colors) + 1),
          lines_(board.lines()) {
        for (int line = 0; line < board_.lines(); ++line)
            if (board_.clue(line).given) lines_[line] = {.stale = true, .worth = true};
    }

    Status run() {
        found_.cells = open_cells();
        Status status = solve_lines(found_.cost, true);
        found_.lines_leave = found_.trials_leave = open_cells();
        while (status == Status::Fixpoint && found_.trials_leave > 0 && !found_.cut) {
            bool success = false;
            status = try_all(success);
            if (status != Status::Fixpoint || !success) break;
            status = solve_lines(found_.cost, true);
            found_.trials_leave = open_cells();
        }
        return status;
    }

private:
    struct Line {
        bool stale = false;  // the fields below are out of date
        bool worth = false;  // the line has changed since the last look at it
        int open = 0;        // blocks with several starts
        int freedom = 0;     // the sum of the logarithms of the numbers of starts
        int runs = 0;        // of filled cells between unknown ones
        bool known = false;  // no cell is unknown
        int chosen = -1;     // its index in chosen_, or -1
        std::uint64_t cost() const { return static_cast<std::uint64_t>(open) * open + runs; }
        std::pair<int, int> rank() const { return {open, freedom}; }
    };

    int values() const { return board_.colors + 1; }

    // The unknown cells of clued lines.
    std::size_t open_cells() const {
        std::size_t count = 0;
        const std::size_t cells = static_cast<std::size_t>(board_.height) * board_.width;
        for (std::size_t cell = 0; cell < cells; ++cell)
            count += board_.values_left(cell) > 1 && is_clued(cell);
        return count;
    }
    bool is_clued(std::size_t cell) const {
        return board_.clue(board_.row_of(cell)).given ||
               board_.clue(board_.height + board_.column_of(cell)).given;
    }

    // Solves a line without writing to the board; false if there is no placement.
    bool solve(int line, Bits<W>* result) {
        const std::vector<Block>& blocks = board_.clue(line).blocks;
        ++solves_;
        stopped_ = stopped_ || meter_.stop((blocks.size() + 2 + values()) * 50 * W);
        return solve_line<W>(board_.length(line), board_.colors, blocks.data(),
                             static_cast<int>(blocks.size()), board_.domain(line), result, work_);
    }

    // Brings the note about a line up to date; false if the line has no placement.
    bool refresh(int line) {
        Line& note = lines_[line];
        if (!solve(line, values_.data())) return false;
        static const std::array<int, kMaxSide + 1> logarithms = make_logarithms();
        note.open = note.freedom = note.runs = 0;
        const auto blocks = board_.clue(line).blocks.size();
        for (std::size_t i = 0; i < blocks; ++i) {
            const int starts = work_.starts[i].count();
            note.open += starts > 1;
            note.freedom += logarithms[starts];
        }
        const Bits<W>* const here = board_.domain(line);
        Bits<W> once = Bits<W>::none(), unknown = Bits<W>::none();
        for (int v = 0; v < values(); ++v) {
            unknown |= once & here[v];
            once |= here[v];
        }
        note.known = !unknown.any();
        if (!note.known) {
            const Bits<W> within =
                Bits<W>::first(unknown.highest()).without(Bits<W>::first(unknown.lowest()));
            for (int v = 1; v < values(); ++v) {
                const Bits<W> filled = here[v].without(unknown) & within;
                note.runs += filled.without(filled.up(1)).count();
            }
        }
        note.stale = false;
        return true;
    }

    // Removes a value; false if the cell has no value left. A line is worth another look unless its
    // look at this moment has shown the removal.
    bool remove(int row, int column, int value) {
        if (!board_.can_be(row, column, value)) return true;
        board_.remove_value(row, column, value);
        const auto change = [&](int line, int place) {
            Line& note = lines_[line];
            if (!board_.clue(line).given) return;
            note.stale = true;
            const bool news = note.chosen < 0 || seen(note.chosen)[value].test(place);
            note.worth = note.worth || news;
            changed_.push_back(line);
        };
        change(row, column);
        change(board_.height + column, row);
        return board_.values_left(board_.index(row, column)) > 0;
    }
    // The result of the look at a chosen line.
    Bits<W>* seen(int chosen) { return &seen_[chosen * values_.size()]; }

    // Looks at lines until none is worth it. Adds to `cost`; `counted`: also to `found_`.
    Status solve_lines(std::uint64_t& cost, bool counted) {
        for (;;) {
            for (int line = 0; line < board_.lines(); ++line) {
                if (lines_[line].stale && !refresh(line)) return Status::Contradiction;
                if (stopped_) return Status::Interrupted;
            }
            chosen_.clear();
            for (int line = 0; line < board_.lines(); ++line) {
                const Line& note = lines_[line];
                if (!note.worth || note.known) continue;
                if (!chosen_.empty() && note.rank() > lines_[chosen_[0]].rank()) continue;
                if (!chosen_.empty() && note.rank() < lines_[chosen_[0]].rank()) chosen_.clear();
                chosen_.push_back(line);
            }
            if (chosen_.empty()) return Status::Fixpoint;
            if (!look_at_chosen(cost, counted)) return Status::Contradiction;
            if (stopped_) return Status::Interrupted;
        }
    }

    // Looks at all chosen lines before it writes anything. False if a cell has no value left. If
    // the poll says stop, nothing is written.
    bool look_at_chosen(std::uint64_t& cost, bool counted) {
        const int count = static_cast<int>(chosen_.size());
        seen_.resize(chosen_.size() * values_.size());
        for (int i = 0; i < count; ++i) {
            Line& note = lines_[chosen_[i]];
            solve(chosen_[i], seen(i));
            if (stopped_) return true;
            if (counted) found_.gave += gives(chosen_[i], seen(i));
            note.worth = false;
            note.chosen = i;
            cost += note.cost();
        }
        if (counted) found_.looks += chosen_.size();
        bool possible = true;
        for (int i = 0; i < count; ++i) {
            const int line = chosen_[i];
            for (int v = 0; v < values(); ++v)
                board_.domain(line)[v].without(seen(i)[v]).each([&](int place) {
                    const std::size_t cell = board_.cell_at(line, place);
                    possible = remove(board_.row_of(cell), board_.column_of(cell), v) && possible;
                });
        }
        for (const int line : chosen_) lines_[line].chosen = -1;
        return possible;
    }

    bool gives(int line, const Bits<W>* seen) const {
        for (int v = 0; v < values(); ++v)
            if (board_.domain(line)[v].without(seen[v]).any()) return true;
        return false;
    }

    // Tries every value of every unknown cell: one moment of trials.
    Status try_all(bool& success) {
        const std::size_t start = board_.mark();
        const std::vector<Line> before = lines_;
        std::vector<std::pair<std::size_t, int>> refuted;
        std::uint64_t cost = 0, trials = 0;
        const std::size_t cells = static_cast<std::size_t>(board_.height) * board_.width;
        ++found_.moments;
        for (std::size_t cell = 0; cell < cells && !found_.cut; ++cell) {
            if (board_.is_known(cell) || !is_clued(cell)) continue;
            for (int value = 0; value < values(); ++value) {
                if (!board_.can_be(board_.row_of(cell), board_.column_of(cell), value)) continue;
                ++trials;
                const Status status = try_one(cell, value, cost);
                board_.undo(start);
                for (const int line : changed_) lines_[line] = before[line];
                changed_.clear();
                if (status == Status::Interrupted) return status;
                if (status == Status::Contradiction) refuted.emplace_back(cell, value);
                found_.cut = solves_ > most_solves_;
            }
        }
        ENSURE(board_.mark() == start && changed_.empty());  // no assumption stays
        found_.trials += trials;
        found_.failures += refuted.size();
        if (trials > 0)
            found_.trial_cost += static_cast<double>(cost) / static_cast<double>(trials) *
                                 static_cast<double>(trials + 1) /
                                 static_cast<double>(refuted.size() + 1);
        success = !refuted.empty();
        for (const auto& [cell, value] : refuted)
            if (!remove(board_.row_of(cell), board_.column_of(cell), value))
                return Status::Contradiction;
        changed_.clear();
        return Status::Fixpoint;
    }

    Status try_one(std::size_t cell, int value, std::uint64_t& cost) {
        changed_.clear();
        for (int other = 0; other < values(); ++other)
            if (other != value) remove(board_.row_of(cell), board_.column_of(cell), other);
        return solve_lines(cost, false);
    }

    BoardOf<W>& board_;
    WorkMeter meter_;
    const std::uint64_t most_solves_;
    Looking& found_;
    std::vector<Bits<W>> values_;  // of one line
    std::vector<Bits<W>> seen_;    // of the lines that are looked at in one moment
    std::vector<Line> lines_;
    std::vector<int> chosen_, changed_;
    LineWork<W> work_;
    std::uint64_t solves_ = 0;
    bool stopped_ = false;
};

}  // namespace

Status look(const Board& board, std::uint64_t most_solves, const Poll& poll, Looking& found) {
    // On a copy: an assumption must not stay on the board when the work ends early.
    std::vector<Clue> clues;
    for (int line = 0; line < board.lines(); ++line) clues.push_back(board.clue(line));
    const auto copy = make_board(board.height, board.width, board.colors, std::move(clues));
    copy->poll_work = board.poll_work;
    WorkMeter meter(poll, board.poll_work);
    for (int row = 0; row < board.height; ++row) {
        if (meter.stop(static_cast<std::uint64_t>(board.width) * (board.colors + 1) * 8))
            return Status::Interrupted;
        for (int column = 0; column < board.width; ++column) {
            if (board.values_left(board.index(row, column)) > board.colors) continue;
            for (int value = 0; value <= board.colors; ++value)
                if (!board.can_be(row, column, value) && !copy->remove(row, column, value))
                    return Status::Contradiction;
        }
    }
    return with_words(*copy, [&]<int W>(BoardOf<W>& fitting) {
        const Status status = Looker<W>(fitting, most_solves, poll, found).run();
        ENSURE(status != Status::Fixpoint || found.gave <= found.looks);
        ENSURE(found.failures <= found.trials);
        ENSURE(status != Status::Fixpoint || found.trials_leave <= found.lines_leave);
        ENSURE(status != Status::Fixpoint || found.lines_leave <= found.cells);
        return status;
    });
}

}  // namespace nonosat
