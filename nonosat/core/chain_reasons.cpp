// SPDX-License-Identifier: MIT
#include "chain_reasons.hpp"

#include <algorithm>

#include "line_premises.hpp"

namespace nonosat {
namespace {

using Links = std::vector<Reason::Link>;

template <int W>
class ChainFinderOf final : public ChainFinder {
public:
    explicit ChainFinderOf(BoardOf<W>& board)
        : board_(board),
          search_(board),
          literals_(search_.literals),
          restricted_(board),
          premises_(board, restricted_),
          masks_(board.colors + 1),
          is_used_(board.lines(), 0) {}

    bool too_large() const override { return search_.too_large(); }

    Status find(int max_links, int wanted, const Poll& poll, std::optional<Reason>& found) override;

private:
    struct Candidate {
        int conclusion;
        Links links;
    };

    std::vector<Candidate> shortest(int max_links, int wanted, WorkMeter& meter);

    // "Is not red" of a cell that can only be red or blue: "is blue" says more, and is forced too.
    bool is_best_said(int literal) const {
        return board_.colors == 1 || Literals::holds(literal) ||
               board_.values_left(literals_.cell(literal)) != 2;
    }

    Links chain(int end, int bound, WorkMeter& meter);
    Reason minimal(int conclusion, const Links& first);

    static void sort_out(std::vector<int>& numbers) {
        std::sort(numbers.begin(), numbers.end());
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }

    void add_premises(int line, int from, int to, std::vector<int>& known);
    bool path(const std::vector<int>& lines, const std::vector<int>& known, int conclusion,
              std::size_t most, Links& links);
    bool walk(const std::vector<int>& lines, int conclusion, std::size_t most, Links& links);
    void follow(int line, const std::vector<int>& lines, int from, int conclusion);
    void reach(int literal, int from, int line);
    static std::vector<Reason::Branch> branches(int conclusion, const Links& links);

    BoardOf<W>& board_;
    ImplicationSearch search_;
    const Literals literals_;
    RestrictedBoard<W> restricted_;
    LinePremises<W> premises_;
    std::vector<Bits<W>> masks_;
    bool is_searched_ = false;
    std::uint32_t searched_at_ = 0;  // the board's time of the last search
    std::vector<char> is_used_;      // per line, in a restricted graph

    // Of a search, by literal: the number of the last search that reached it, by how many links,
    // and from which literal by which line.
    std::vector<std::uint32_t> seen_in_;
    std::vector<int> depth_;
    std::vector<Reason::Link> before_;
    std::uint32_t search_number_ = 0;
    std::vector<int> open_;
};

template <int W>
Status ChainFinderOf<W>::find(int max_links, int wanted, const Poll& poll,
                              std::optional<Reason>& found) {
    REQUIRE(board_.at_fixpoint());
    found.reset();
    if (!is_searched_ || searched_at_ != board_.clock()) {
        is_searched_ = false;
        if (search_.search(poll) == Status::Interrupted) return Status::Interrupted;
        is_searched_ = true;
        searched_at_ = board_.clock();
    }
    WorkMeter meter(poll, board_.poll_work);
    restricted_.ask(meter);
    std::fill(is_used_.begin(), is_used_.end(), 0);  // an interrupted call may have left some
    try {
        std::size_t fewest = 0;
        for (const auto& [conclusion, links] : shortest(max_links, wanted, meter)) {
            const Reason reason = minimal(conclusion, links);
            const std::size_t size = reason.because.size() + reason.lines.size();
            if (found && size >= fewest) continue;
            found = reason;
            fewest = size;
        }
    } catch (const typename RestrictedBoard<W>::Stopped&) {
        found.reset();
        return Status::Interrupted;
    }
    return Status::Fixpoint;
}

// One shortest chain for each forced literal that has a chain of the smallest length.
template <int W>
auto ChainFinderOf<W>::shortest(int max_links, int wanted, WorkMeter& meter)
    -> std::vector<Candidate> {
    if (search_.forced().empty()) return {};  // also if the graph is too large
    const auto cells = static_cast<std::size_t>(board_.height) * board_.width;
    const std::size_t count = cells * literals_.values() * 2;
    if (seen_in_.size() != count) {
        seen_in_.assign(count, 0);
        depth_.resize(count);
        before_.resize(count);
    }
    std::vector<Candidate> found;
    int bound = max_links;
    for (const int literal : search_.forced()) {
        if (wanted >= 0 ? literal != wanted : !is_best_said(literal)) continue;
        Links links = chain(literal, bound, meter);
        if (links.empty()) continue;
        const int length = static_cast<int>(links.size());
        if (length < bound) found.clear();
        bound = length;
        if (found.size() < kMost) found.push_back({literal, std::move(links)});
    }
    return found;
}

// A shortest chain of at most `bound` links to a literal from its negation; empty if no chain
// exists.
template <int W>
Links ChainFinderOf<W>::chain(int end, int bound, WorkMeter& meter) {
    const int start = Literals::negated(end);
    ++search_number_;
    open_.assign(1, start);
    seen_in_[start] = search_number_;
    depth_[start] = 0;
    int best = bound + 1, middle = -1;
    for (std::size_t next = 0; next < open_.size(); ++next) {
        const int at = open_[next];
        // All literals within depth_[at] links are seen, and so are all chains of up to twice as
        // many.
        if (best <= 2 * depth_[at] + 1) break;
        if (2 * depth_[at] >= bound) break;
        std::uint64_t work = 0;
        search_.each_edge(at, [&](int target, int line) {
            ++work;
            if (seen_in_[target] == search_number_) return;
            seen_in_[target] = search_number_;
            depth_[target] = depth_[at] + 1;
            before_[target] = {at, line};
            open_.push_back(target);
            const int opposite = Literals::negated(target);
            if (seen_in_[opposite] == search_number_ && depth_[target] + depth_[opposite] < best) {
                best = depth_[target] + depth_[opposite];
                middle = target;
            }
        });
        if (meter.stop(work * 4)) throw typename RestrictedBoard<W>::Stopped{};
    }
    Links links;
    if (middle < 0) return links;
    // To the middle, and from there the negations of the links to its negation.
    for (int at = middle; at != start; at = before_[at].literal)
        links.push_back({at, before_[at].line});
    std::reverse(links.begin(), links.end());
    for (int at = Literals::negated(middle); at != start; at = before_[at].literal)
        links.push_back({Literals::negated(before_[at].literal), before_[at].line});
    ENSURE(static_cast<int>(links.size()) == best && links.back().literal == end);
    return links;
}

// The minimal premises of a chain of this length to this conclusion.
template <int W>
Reason ChainFinderOf<W>::minimal(int conclusion, const Links& first) {
    std::vector<int> lines, known;
    int literal = Literals::negated(conclusion);
    for (const auto& [next, line] : first) {
        ENSURE(line >= 0);
        lines.push_back(line);
        add_premises(line, literal, next, known);
        literal = next;
    }
    sort_out(lines);
    sort_out(known);
    const std::size_t most = first.size();
    Links links;
    bool complete = path(lines, known, conclusion, most, links);
    ENSURE(complete);
    const auto drop_all = [&](std::vector<int>& premises) {
        for (std::size_t i = premises.size(); i-- > 0;) {
            const int dropped = premises[i];
            premises.erase(premises.begin() + static_cast<std::ptrdiff_t>(i));
            if (!path(lines, known, conclusion, most, links))
                premises.insert(premises.begin() + static_cast<std::ptrdiff_t>(i), dropped);
        }
    };
    drop_all(lines);
    drop_all(known);
    complete = path(lines, known, conclusion, most, links);
    ENSURE(complete && links.size() == most);
    static_cast<void>(complete);
    return {conclusion, lines, known, branches(conclusion, links)};
}

// Adds the literals that the line needs to lead from one literal to another; the smaller of two
// such sets.
template <int W>
void ChainFinderOf<W>::add_premises(int line, int from, int to, std::vector<int>& known) {
    std::vector<int> all, reversed;
    for (int place = 0; place < board_.length(line); ++place)
        add_knowledge(board_, literals_, board_.cell_at(line, place), all);
    reversed.assign(all.rbegin(), all.rend());
    const std::vector<int> targets{to};
    bool follows = premises_.shrink(line, from, targets, all);
    follows = premises_.shrink(line, from, targets, reversed) && follows;
    ENSURE(follows);
    static_cast<void>(follows);
    const std::vector<int>& smaller = reversed.size() < all.size() ? reversed : all;
    known.insert(known.end(), smaller.begin(), smaller.end());
}

// A shortest chain of at most `most` links from these premises; false, and `links` unchanged, if no
// chain exists.
template <int W>
bool ChainFinderOf<W>::path(const std::vector<int>& lines, const std::vector<int>& known,
                            int conclusion, std::size_t most, Links& links) {
    restricted_.undo(0);
    for (const int literal : known) restricted_.add(literal);
    for (const int line : lines) is_used_[line] = 1;
    const bool found = walk(lines, conclusion, most, links);
    for (const int line : lines) is_used_[line] = 0;
    return found;
}

template <int W>
bool ChainFinderOf<W>::walk(const std::vector<int>& lines, int conclusion, std::size_t most,
                            Links& links) {
    const int start = Literals::negated(conclusion);
    ++search_number_;
    open_.assign(1, start);
    seen_in_[start] = search_number_;
    depth_[start] = 0;
    before_[start] = {-1, -1};
    for (std::size_t next = 0; next < open_.size(); ++next) {
        const int at = open_[next];
        if (static_cast<std::size_t>(depth_[at]) == most) return false;
        const std::size_t cell = literals_.cell(at);
        for (const int line : {board_.row_of(cell), board_.height + board_.column_of(cell)}) {
            if (is_used_[line] == 0 || line == before_[at].line) continue;
            follow(line, lines, at, conclusion);
            if (seen_in_[conclusion] != search_number_) continue;
            links.clear();
            for (int back = conclusion; back != start; back = before_[back].literal)
                links.push_back({back, before_[back].line});
            std::reverse(links.begin(), links.end());
            return true;
        }
    }
    return false;
}

// Visits the consequences of a literal in one line, at the cells where a chain can continue or end.
template <int W>
void ChainFinderOf<W>::follow(int line, const std::vector<int>& lines, int from, int conclusion) {
    const Bits<W>* const here = restricted_.domain(line);
    std::copy(here, here + board_.colors + 1, masks_.begin());
    const std::size_t source = literals_.cell(from);
    const int place = premises_.place_of(line, source);
    for (int v = 0; v <= board_.colors; ++v)
        if ((v == literals_.value(from)) != Literals::holds(from)) masks_[v].clear(place);
    const Bits<W>* const found = restricted_.look(line, masks_.data());
    ENSURE(found != nullptr);
    const auto visit = [&](std::size_t cell) {
        if (cell == source || board_.is_known(cell)) return;
        const int at = premises_.place_of(line, cell);
        int left = 0, last = 0;
        for (int v = 0; v <= board_.colors; ++v)
            if (found[v].test(at)) {
                ++left;
                last = v;
            }
        if (board_.colors == 1) {
            if (left == 1) reach(literals_.of(cell, 1, last == 1), from, line);
            return;
        }
        for (int v = 0; v <= board_.colors; ++v)
            if (here[v].test(at) && !found[v].test(at))
                reach(literals_.of(cell, v, false), from, line);
        if (left == 1) reach(literals_.of(cell, last, true), from, line);
    };
    const bool is_row = line < board_.height;
    for (const int other : lines)
        if ((other < board_.height) != is_row)
            visit(is_row ? board_.index(line, other - board_.height)
                         : board_.index(other, line - board_.height));
    const std::size_t end = literals_.cell(conclusion);
    if ((is_row ? board_.row_of(end) : board_.height + board_.column_of(end)) == line) visit(end);
}

template <int W>
void ChainFinderOf<W>::reach(int literal, int from, int line) {
    if (seen_in_[literal] == search_number_) return;
    seen_in_[literal] = search_number_;
    depth_[literal] = depth_[from] + 1;
    before_[literal] = {from, line};
    open_.push_back(literal);
}

template <int W>
std::vector<Reason::Branch> ChainFinderOf<W>::branches(int conclusion, const Links& links) {
    const int start = Literals::negated(conclusion);
    if (links.size() <= kWhole) return {{start, links, -1}};
    const auto half = static_cast<std::ptrdiff_t>(links.size() / 2);
    const int middle = links[half - 1].literal;
    Reason::Branch one{middle, Links(links.begin() + half, links.end()), -1};
    Reason::Branch other{Literals::negated(middle), {}, -1};
    for (std::ptrdiff_t i = half - 1; i >= 0; --i)
        other.links.push_back(
            {Literals::negated(i > 0 ? links[i - 1].literal : start), links[i].line});
    if (Literals::holds(middle)) return {one, other};
    return {other, one};
}

}  // namespace

std::unique_ptr<ChainFinder> make_chain_finder(Board& board) {
    return with_words(board, []<int W>(BoardOf<W>& fitting) -> std::unique_ptr<ChainFinder> {
        return std::make_unique<ChainFinderOf<W>>(fitting);
    });
}

}  // namespace nonosat
