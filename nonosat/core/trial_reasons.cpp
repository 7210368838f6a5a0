// SPDX-License-Identifier: MIT
#include "trial_reasons.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "trial_run.hpp"

namespace nonosat {
namespace {

template <int W>
class TrialFinderOf final : public TrialFinder {
    using Run = TrialRun<W>;
    using End = typename Run::End;
    using Trace = typename Run::Trace;

public:
    explicit TrialFinderOf(BoardOf<W>& board)
        : board_(board),
          literals_{board.colors},
          scan_(board),
          small_(board),
          probes_(static_cast<std::size_t>(board.height) * board.width),
          is_in_(board.lines(), 0),
          common_(probes_.size() * (board.colors + 1)) {}

    Status find(const Poll& poll, std::optional<Reason>& found) override;

private:
    struct Conclusion {
        std::size_t cell;  // the cell that is tried
        int goal;          // the literal that holds
        int solves;        // line solves that may be needed
    };
    // The result of the trial of a cell.
    struct Probe {
        bool done = false;
        std::uint32_t time = 0;            // the board's, when it was made
        std::uint64_t cost = 0;            // line solves
        std::vector<std::uint16_t> lines;  // that it solved
        std::vector<Conclusion> best;
    };

    // The minimal premises of a conclusion, or only their lines, if these are too many already.
    struct Refined {
        std::uint32_t time = 0;            // the board's, when it was made
        std::vector<std::uint16_t> reads;  // the lines of the board that decide it
        std::size_t solves = 0;            // line solves; without premises, a bound from below
        std::size_t size = 0;              // lines and known literals; likewise
        std::optional<Reason> reason;
    };
    using Size = std::pair<std::size_t, std::size_t>;
    static constexpr Size kAny{static_cast<std::size_t>(-1), 0};

    std::vector<Conclusion> scan();
    bool is_fresh(std::uint32_t time, const std::vector<std::uint16_t>& lines) const;
    const Refined& refined(const Conclusion& conclusion, Size fewest);
    void probe(std::size_t cell);

    bool is_possible(std::size_t cell, int value) const {
        return board_.can_be(board_.row_of(cell), board_.column_of(cell), value);
    }

    int denial(std::size_t cell, int value, int left) const;
    void add_common(std::size_t cell, std::vector<Conclusion>& best);

    bool is_shared(std::uint32_t removal) const {
        return common_[removal].number == number_ && common_[removal].runs == records_.size();
    }

    int shared_literal(std::uint32_t removal) const;
    std::size_t end_of(const typename Run::Record& made, int literal) const;

    // Minimal premises.

    // True if a value of the cell alone gives the goal.
    bool is_trivial(std::size_t cell, int value, int goal) const {
        return literals_.cell(goal) == cell &&
               (value == literals_.value(goal)) == Literals::holds(goal);
    }

    Trace shortest(Run& run, std::size_t cell, int value, int goal, const std::vector<int>* lines,
                   std::vector<char>* reads);
    void shorten(Run& run, std::size_t cell, int value, int goal, Trace& trace);
    Refined minimal(const Conclusion& conclusion, Size fewest);

    template <class Follows>
    static std::size_t drop(std::vector<int>& premises, std::size_t begin, std::size_t end,
                            const Follows& follows);
    bool follows(std::size_t cell, int goal, const std::vector<int>& lines,
                 const std::vector<int>& known);
    Reason::Branch branch(std::size_t cell, int value, int goal, const Trace& trace);
    int said(std::uint32_t removal, int goal) const;

    static constexpr std::size_t kCommon = 2;
    struct Common {
        std::uint32_t number = 0;  // of the last trial that removed the value
        std::uint32_t runs = 0;    // of that trial, which removed it
        std::uint32_t events = 0;  // sum of the numbers of their events
    };

    BoardOf<W>& board_;
    const Literals literals_;
    Run scan_, small_;           // scan_ knows all known literals, small_ only some
    std::vector<Probe> probes_;  // per cell
    std::unordered_map<std::uint64_t, Refined> refined_;  // per cell and conclusion
    std::vector<char> is_in_;                             // per line, on the restricted board
    std::vector<typename Run::Record> records_;           // of the trial of a cell, per value
    std::vector<Common> common_;                          // per code
    std::uint32_t number_ = 0;
};

template <int W>
Status TrialFinderOf<W>::find(const Poll& poll, std::optional<Reason>& found) {
    REQUIRE(board_.at_fixpoint());
    found.reset();
    WorkMeter meter(poll, board_.poll_work);
    scan_.looker.ask(meter);
    small_.looker.ask(meter);
    std::fill(is_in_.begin(), is_in_.end(), 0);  // an interrupted call may have left some
    try {
        std::vector<int> known;
        for (std::size_t cell = 0; cell < probes_.size(); ++cell)
            add_knowledge(board_, literals_, cell, known);
        scan_.know(known);
        std::vector<Conclusion> best = scan();
        std::stable_sort(best.begin(), best.end(),
                         [](const auto& a, const auto& b) { return a.solves < b.solves; });
        if (best.size() > kRefined) best.resize(kRefined);
        Size fewest = kAny;
        for (const Conclusion& conclusion : best) {
            const Refined& made = refined(conclusion, fewest);
            if (Size(made.solves, made.size) >= fewest) continue;
            found = made.reason;
            fewest = {made.solves, made.size};
        }
    } catch (const typename RestrictedBoard<W>::Stopped&) {
        found.reset();
        return Status::Interrupted;
    }
    return Status::Fixpoint;
}

// Conclusions of all cells, those of cells in short lines first.
template <int W>
auto TrialFinderOf<W>::scan() -> std::vector<Conclusion> {
    std::vector<int> unknown(board_.lines(), 0);
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < probes_.size(); ++cell)
        if (!board_.is_known(cell)) {
            ++unknown[board_.row_of(cell)];
            ++unknown[board_.height + board_.column_of(cell)];
            cells.push_back(cell);
        }
    const auto rank = [&](std::size_t cell) {
        return unknown[board_.row_of(cell)] + unknown[board_.height + board_.column_of(cell)];
    };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    std::vector<Conclusion> found;
    std::uint64_t cost = 0;
    for (const std::size_t cell : cells) {
        if (!probes_[cell].done || !is_fresh(probes_[cell].time, probes_[cell].lines)) probe(cell);
        const Probe& made = probes_[cell];
        found.insert(found.end(), made.best.begin(), made.best.end());
        cost += made.cost;
        if (cost > kScan && !found.empty()) break;
    }
    return found;
}

template <int W>
bool TrialFinderOf<W>::is_fresh(std::uint32_t time, const std::vector<std::uint16_t>& lines) const {
    return std::none_of(lines.begin(), lines.end(),
                        [&](std::uint16_t line) { return board_.changed_at(line) > time; });
}

// Tries all values of a cell.
template <int W>
void TrialFinderOf<W>::probe(std::size_t cell) {
    Probe& made = probes_[cell];
    made = {};
    records_.clear();
    std::vector<std::uint8_t> solved(board_.lines(), 0);
    const auto note = [&](int line) {
        solved[line] = 1;
        return true;
    };
    const std::uint64_t before = board_.counts.line_solves;
    const int left = board_.values_left(cell);
    bool failed = false;
    for (int value = 0; value <= board_.colors; ++value) {
        if (!is_possible(cell, value)) continue;
        const End end = scan_.run(cell, value, -1, TrialOrder::First, note, nullptr);
        records_.push_back(scan_.record());
        if (end != End::Conflict) continue;
        failed = true;
        const auto last = records_.back().events.size() - 1;
        made.best.push_back(
            {cell, denial(cell, value, left), scan_.ancestors(records_.back(), last)});
    }
    if (!failed) add_common(cell, made.best);
    for (int line = 0; line < board_.lines(); ++line)
        if (solved[line] != 0) made.lines.push_back(static_cast<std::uint16_t>(line));
    made.cost = board_.counts.line_solves - before;
    made.time = board_.clock();
    made.done = true;
}

// The literal that holds if a value of a cell fails: with two values left, the other value.
template <int W>
int TrialFinderOf<W>::denial(std::size_t cell, int value, int left) const {
    if (board_.colors == 1) return literals_.of(cell, 1, value == 0);
    if (left == 2)
        for (int other = 0; other <= board_.colors; ++other)
            if (other != value && is_possible(cell, other)) return literals_.of(cell, other, true);
    return literals_.of(cell, value, false);
}

// Conclusions that all values of a cell share, if none of them fails: some of those that the runs
// reach first.
template <int W>
void TrialFinderOf<W>::add_common(std::size_t cell, std::vector<Conclusion>& best) {
    ++number_;
    std::vector<std::uint32_t> shared;
    for (std::size_t r = 0; r < records_.size(); ++r) {
        const auto& [removals, events] = records_[r];
        for (std::size_t e = 0; e < events.size(); ++e)
            for (std::size_t i = events[e].begin; i < events[e].end; ++i) {
                Common& common = common_[removals[i]];
                if (common.number != number_) common = {number_, 0, 0};
                ++common.runs;
                common.events += static_cast<std::uint32_t>(e);
                if (common.runs == records_.size()) shared.push_back(removals[i]);
            }
    }
    std::sort(shared.begin(), shared.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(common_[a].events, a) < std::tuple(common_[b].events, b);
    });
    if (shared.size() > kCommon) shared.resize(kCommon);
    for (const std::uint32_t removal : shared) {
        const int goal = shared_literal(removal);
        int solves = 0;
        for (const auto& made : records_) solves += scan_.ancestors(made, end_of(made, goal));
        best.push_back({cell, goal, solves});
    }
}

// The literal that holds after all runs: the value of a cell if all runs know it, else that the
// cell lost a value.
template <int W>
int TrialFinderOf<W>::shared_literal(std::uint32_t removal) const {
    const std::size_t cell = removal / (board_.colors + 1);
    const int value = static_cast<int>(removal % (board_.colors + 1));
    if (board_.colors == 1) return after_removal(literals_, cell, value);
    int left = 0, last = 0;
    for (int v = 0; v <= board_.colors; ++v)
        if (is_possible(cell, v) && !is_shared(board_.code(cell, v))) {
            ++left;
            last = v;
        }
    return left == 1 ? literals_.of(cell, last, true) : literals_.of(cell, value, false);
}

// The event of a run after which the literal holds.
template <int W>
std::size_t TrialFinderOf<W>::end_of(const typename Run::Record& made, int literal) const {
    for (std::size_t e = made.events.size(); e-- > 0;)
        for (std::size_t i = made.events[e].begin; i < made.events[e].end; ++i)
            if (made.removals[i] / (board_.colors + 1) == literals_.cell(literal) &&
                (static_cast<int>(made.removals[i] % (board_.colors + 1)) ==
                 literals_.value(literal)) != Literals::holds(literal))
                return e;
    ENSURE(false);
    return 0;
}

// The shortest trace of all orders for one value, from the literals that `run` knows. `reads`, if
// any, gets the lines that are read.
template <int W>
auto TrialFinderOf<W>::shortest(Run& run, std::size_t cell, int value, int goal,
                                const std::vector<int>* lines, std::vector<char>* reads) -> Trace {
    std::optional<Trace> best;
    for (const TrialOrder order : kTrialOrders) {
        const auto is_in = [&](int line) {
            if (reads != nullptr) (*reads)[line] = 1;
            return lines == nullptr || is_in_[line] != 0;
        };
        const End end = run.run(cell, value, goal, order, is_in, lines);
        ENSURE(end != End::Open);
        Trace made = run.trace(end, goal);
        if (lines != nullptr) shorten(run, cell, value, goal, made);
        if (!best || made.lines.size() < best->lines.size()) best = std::move(made);
    }
    return *best;
}

// Leaves out each line solve that the others do not need.
template <int W>
void TrialFinderOf<W>::shorten(Run& run, std::size_t cell, int value, int goal, Trace& trace) {
    for (std::size_t i = trace.lines.size(); i-- > 0;) {
        if (i >= trace.lines.size()) continue;
        std::vector<int> fewer = trace.lines;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const End end = run.replay(cell, value, goal, fewer);
        if (end != End::Open) trace = run.trace(end, goal);
    }
}

// The premises of a conclusion, kept until a line changes that decides them. They may be missing if
// they are not below `fewest`.
template <int W>
auto TrialFinderOf<W>::refined(const Conclusion& conclusion, Size fewest) -> const Refined& {
    const auto key = static_cast<std::uint64_t>(conclusion.cell) << 32 |
                     static_cast<std::uint32_t>(conclusion.goal);
    const auto known = refined_.find(key);
    if (known != refined_.end() && is_fresh(known->second.time, known->second.reads) &&
        (known->second.reason || Size(known->second.solves, known->second.size) >= fewest))
        return known->second;
    return refined_[key] = minimal(conclusion, fewest);
}

template <int W>
auto TrialFinderOf<W>::minimal(const Conclusion& conclusion, Size fewest) -> Refined {
    const auto& [cell, goal, bound] = conclusion;
    std::vector<int> lines, known;
    std::vector<char> reads(board_.lines(), 0);
    reads[board_.row_of(cell)] = reads[board_.height + board_.column_of(cell)] = 1;
    for (int value = 0; value <= board_.colors; ++value) {
        if (!is_possible(cell, value) || is_trivial(cell, value, goal)) continue;
        const Trace trace = shortest(scan_, cell, value, goal, nullptr, &reads);
        lines.insert(lines.end(), trace.lines.begin(), trace.lines.end());
        known.insert(known.end(), trace.known.begin(), trace.known.end());
    }
    Refined made;
    made.time = board_.clock();
    for (int line = 0; line < board_.lines(); ++line)
        if (reads[line] != 0) made.reads.push_back(static_cast<std::uint16_t>(line));
    add_knowledge(board_, literals_, cell, known);
    for (std::vector<int>* premises : {&lines, &known}) {
        std::sort(premises->begin(), premises->end());
        premises->erase(std::unique(premises->begin(), premises->end()), premises->end());
    }
    ENSURE(follows(cell, goal, lines, known));
    drop(lines, 0, lines.size(), [&] { return follows(cell, goal, lines, known); });
    made.solves = made.size = lines.size();  // each of them is needed, so it is solved
    if (Size(made.solves, made.size) >= fewest) return made;
    drop(known, 0, known.size(), [&] { return follows(cell, goal, lines, known); });
    made.solves = 0;
    made.size += known.size();
    made.reason = Reason{goal, lines, known, {}};
    for (const int line : lines) is_in_[line] = 1;
    small_.know(known);
    for (int value = 0; value <= board_.colors; ++value) {
        small_.looker.undo(small_.base());
        if (!small_.looker.can_be(cell, value) || is_trivial(cell, value, goal)) continue;
        const Trace trace = shortest(small_, cell, value, goal, &lines, nullptr);
        made.solves += trace.lines.size();
        made.reason->branches.push_back(branch(cell, value, goal, trace));
    }
    for (const int line : lines) is_in_[line] = 0;
    return made;
}

// Leaves out unneeded premises of premises[begin, end): by halves, because most are not needed.
template <int W>
template <class Follows>
std::size_t TrialFinderOf<W>::drop(std::vector<int>& premises, std::size_t begin, std::size_t end,
                                   const Follows& follows) {
    if (begin == end) return 0;
    const auto from = premises.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<int> some(from, premises.begin() + static_cast<std::ptrdiff_t>(end));
    premises.erase(from, premises.begin() + static_cast<std::ptrdiff_t>(end));
    if (follows()) return end - begin;
    premises.insert(premises.begin() + static_cast<std::ptrdiff_t>(begin), some.begin(),
                    some.end());
    if (end - begin == 1) return 0;
    const std::size_t middle = begin + (end - begin) / 2;
    const std::size_t gone = drop(premises, middle, end, follows);
    return gone + drop(premises, begin, middle, follows);
}

// True if the trial succeeds with these lines and known literals alone.
template <int W>
bool TrialFinderOf<W>::follows(std::size_t cell, int goal, const std::vector<int>& lines,
                               const std::vector<int>& known) {
    small_.know(known);
    for (const int line : lines) is_in_[line] = 1;
    bool result = true;
    for (int value = 0; value <= board_.colors && result; ++value) {
        small_.looker.undo(small_.base());
        if (!small_.looker.can_be(cell, value) || is_trivial(cell, value, goal)) continue;
        const auto is_in = [&](int line) { return is_in_[line] != 0; };
        result = small_.run(cell, value, goal, TrialOrder::First, is_in, &lines) != End::Open;
    }
    for (const int line : lines) is_in_[line] = 0;
    return result;
}

// The trace as a person follows it, with the needed literals only.
template <int W>
Reason::Branch TrialFinderOf<W>::branch(std::size_t cell, int value, int goal, const Trace& trace) {
    small_.begin(cell, value);
    Reason::Branch made{small_.assumed(), {}, -1};
    for (std::size_t i = 0; i < trace.lines.size(); ++i) {
        for (const std::uint32_t removal : trace.removals[i])
            small_.looker.remove(removal / (board_.colors + 1),
                                 static_cast<int>(removal % (board_.colors + 1)));
        std::vector<int> said_now;
        for (const std::uint32_t removal : trace.removals[i])
            said_now.push_back(said(removal, goal));
        std::sort(said_now.begin(), said_now.end());
        said_now.erase(std::unique(said_now.begin(), said_now.end()), said_now.end());
        for (const int literal : said_now) made.links.push_back({literal, trace.lines[i]});
    }
    if (trace.conflict) made.conflict = trace.lines.back();
    ENSURE(trace.conflict || made.links.back().literal == goal);
    return made;
}

// The literal for a removal: the value of its cell, if the cell now has only one.
template <int W>
int TrialFinderOf<W>::said(std::uint32_t removal, int goal) const {
    const std::size_t cell = removal / (board_.colors + 1);
    const int value = static_cast<int>(removal % (board_.colors + 1));
    const int alone = after_removal(literals_, cell, value);
    if (board_.colors == 1 || alone == goal || small_.looker.values_left(cell) != 1) return alone;
    for (int v = 0; v <= board_.colors; ++v)
        if (small_.looker.can_be(cell, v)) return literals_.of(cell, v, true);
    return alone;
}

}  // namespace

std::unique_ptr<TrialFinder> make_trial_finder(Board& board) {
    return with_words(board, []<int W>(BoardOf<W>& fitting) -> std::unique_ptr<TrialFinder> {
        return std::make_unique<TrialFinderOf<W>>(fitting);
    });
}

}  // namespace nonosat
