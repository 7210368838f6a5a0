// SPDX-License-Identifier: MIT
#include "davidje13.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "davidje13_closure.hpp"
#include "work_meter.hpp"

namespace nonosat {
namespace {

constexpr std::size_t kMostStored = 12'000'000;  // literals of closures, about 20 bytes each

template <int W>
struct State {
    Bits<W> filled, empty;
    bool operator==(const State&) const = default;
    int known() const { return (filled | empty).count(); }
};

template <int W>
class JudgeOf {
public:
    JudgeOf(const BoardOf<W>& board, const Poll& poll, std::uint64_t most_work);

    Davidje13Rating run();

private:
    static constexpr int kNone = -1;

    Davidje13Rating finish(Davidje13End end) {
        result_.end = end;
        return result_;
    }
    Davidje13Rating stop_end() {
        return finish(too_much_ ? Davidje13End::TooMuch : Davidje13End::Interrupted);
    }
    bool stop(std::uint64_t work);

    const std::vector<Block>& blocks(int line) const { return board_.clue(line).blocks; }
    int row(int literal) const { return literal / 2 / board_.width; }
    int column(int literal) const { return literal / 2 % board_.width; }
    int column_line(int literal) const { return board_.height + column(literal); }
    int literal_at(int line, int place, bool filled) const {
        return 2 * static_cast<int>(board_.cell_at(line, place)) + (filled ? 0 : 1);
    }
    static void put(std::vector<State<W>>& lines, int line, int place, bool filled) {
        (filled ? lines[line].filled : lines[line].empty).set(place);
    }
    void put(std::vector<State<W>>& lines, int literal) const {
        const bool filled = (literal & 1) == 0;
        put(lines, row(literal), column(literal), filled);
        put(lines, column_line(literal), row(literal), filled);
    }
    bool is_known(int cell) const {
        const State<W>& line = state_[cell / board_.width];
        const int place = cell % board_.width;
        return line.filled.test(place) || line.empty.test(place);
    }
    int count_unknown() const;
    bool solve(int line, const State<W>& from, State<W>& to);
    bool all_lines_hold();

    // The methods for one line.

    State<W> trivial(int line) const;
    State<W> overlap(int line) const;
    bool step_by_line(int method);
    int clue_count(int line) const { return std::max(1, static_cast<int>(blocks(line).size())); }
    void count_step(int difficulty, int tedium) {
        result_.difficulty += difficulty;
        result_.tedium += tedium;
        ++result_.steps;
    }

    // Implications.

    void update_edges();

    // entry_ says where the literals of the closure are, until unload().
    void load(const Closure& closure) {
        for (int i = 0; i < closure.size(); ++i) entry_[closure.literals[i]] = i;
    }
    void unload(const Closure& closure) {
        for (const int literal : closure.literals) entry_[literal] = kNone;
    }

    void close(Closure& closure);
    Closure closure_of(int literal);
    void grow(Closure& closure);
    void grow_in_line(Closure& closure, int line);

    int links_to(const Closure& closure, int entry) {
        const int links = links_.count(closure, entry);
        stop(static_cast<std::uint64_t>(links) * 4);
        return links;
    }

    int links_to_contradiction(const Closure& closure);

    std::int64_t score(std::int64_t gained, std::int64_t cost) const {
        return gained - cost * cells_;
    }
    void find_candidates(const Closure& filled, const Closure& empty, Candidate& best);
    void find_shared(const Closure& filled, const Closure& empty, Candidate& best);
    bool step_by_implications();

    const BoardOf<W>& board_;
    WorkMeter meter_;
    const std::uint64_t most_work_;
    const int cells_;
    Davidje13Rating result_;
    bool stopped_ = false, too_much_ = false, contradiction_ = false;
    LineWork<W> work_;
    std::vector<int> order_;  // the lines: columns first

    std::vector<State<W>> state_;  // per line, the known cells
    std::vector<State<W>> edges_state_;
    std::vector<bool> edges_known_;
    std::array<std::vector<std::vector<int>>, 2> edges_;  // per literal: by its column, by its row

    std::size_t stored_ = 0;
    std::vector<int> entry_;                 // per literal: its entry in the loaded closure
    std::vector<State<W>> with_;             // per line: the literals of a closure
    std::vector<std::vector<int>> members_;  // per line: their entries
    LinkCounter links_;
    std::vector<int> shared_;
};

template <int W>
JudgeOf<W>::JudgeOf(const BoardOf<W>& board, const Poll& poll, std::uint64_t most_work)
    : board_(board),
      meter_(poll, board.poll_work),
      most_work_(most_work),
      cells_(board.height * board.width),
      state_(board.lines()),
      edges_state_(board.lines()),
      edges_known_(board.lines(), false),
      entry_(2 * static_cast<std::size_t>(cells_), kNone),
      with_(board.lines()),
      members_(board.lines()) {
    for (auto& edges : edges_) edges.resize(2 * static_cast<std::size_t>(cells_));
    for (int line = board.height; line < board.lines(); ++line) order_.push_back(line);
    for (int line = 0; line < board.height; ++line) order_.push_back(line);
    for (int line = 0; line < board.lines(); ++line) {
        const Bits<W>* domain = board.domain(line);
        state_[line] = {domain[1].without(domain[0]), domain[0].without(domain[1])};
    }
}

template <int W>
Davidje13Rating JudgeOf<W>::run() {
    for (;;) {
        const int unknown = count_unknown();
        if (unknown < 0) return finish(Davidje13End::Contradiction);
        if (unknown == 0) {
            const bool hold = all_lines_hold();
            if (stopped_) return stop_end();
            return finish(hold ? Davidje13End::Solved : Davidje13End::Contradiction);
        }
        bool stepped = false;
        for (int method = 0; method < 3 && !stepped; ++method) {
            stepped = step_by_line(method);
            if (stopped_ || contradiction_) break;
        }
        if (!stepped && !stopped_ && !contradiction_) stepped = step_by_implications();
        if (contradiction_) return finish(Davidje13End::Contradiction);
        if (stopped_) return stop_end();
        if (!stepped) return finish(Davidje13End::NeedsGuess);
    }
}

// Counts work; true if all work must end.
template <int W>
bool JudgeOf<W>::stop(std::uint64_t work) {
    result_.work += work;
    if (result_.work > most_work_) stopped_ = too_much_ = true;
    if (!stopped_ && meter_.stop(work)) stopped_ = true;
    return stopped_;
}

// -1 if a cell is both.
template <int W>
int JudgeOf<W>::count_unknown() const {
    int unknown = cells_;
    for (int line = 0; line < board_.height; ++line) {
        if ((state_[line].filled & state_[line].empty).any()) return -1;
        unknown -= state_[line].known();
    }
    return unknown;
}

// Solves the line; work_.starts then holds the starts of the blocks.
template <int W>
bool JudgeOf<W>::solve(int line, const State<W>& from, State<W>& to) {
    const std::vector<Block>& clue = blocks(line);
    stop((clue.size() + 2) * W * 50);
    const Bits<W> all = Bits<W>::first(board_.length(line));
    const Bits<W> allowed[2] = {all.without(from.filled), all.without(from.empty)};
    Bits<W> found[2];
    if (!solve_line<W>(board_.length(line), 1, clue.data(), static_cast<int>(clue.size()), allowed,
                       found, work_))
        return false;
    to = {found[1].without(found[0]), found[0].without(found[1])};
    return true;
}

template <int W>
bool JudgeOf<W>::all_lines_hold() {
    State<W> unused;
    for (int line = 0; line < board_.lines(); ++line)
        if (!solve(line, state_[line], unused) || stopped_) return false;
    return true;
}

template <int W>
State<W> JudgeOf<W>::trivial(int line) const {
    const std::vector<Block>& clue = blocks(line);
    const int length = board_.length(line);
    State<W> to = state_[line];
    int needed = static_cast<int>(clue.size()) - 1;
    for (const Block& block : clue) needed += block.length;
    if (clue.empty()) to.empty = Bits<W>::first(length);
    if (clue.empty() || needed != length) return to;
    int place = 0;
    for (const Block& block : clue) {
        for (int i = 0; i < block.length; ++i) to.filled.set(place++);
        if (place < length) to.empty.set(place++);
    }
    return to;
}

// The cells that the leftmost and the rightmost placement give to the same block or gap.
// REQUIRES that the line was solved just now.
template <int W>
State<W> JudgeOf<W>::overlap(int line) const {
    const std::vector<Block>& clue = blocks(line);
    State<W> to = state_[line];
    int behind = 0;  // the end of the block before, in the rightmost placement
    for (std::size_t i = 0; i < clue.size(); ++i) {
        const int first = work_.starts[i].lowest(), last = work_.starts[i].highest();
        for (int place = behind; place < first; ++place) to.empty.set(place);
        for (int place = last; place < first + clue[i].length; ++place) to.filled.set(place);
        behind = last + clue[i].length;
    }
    for (int place = behind; place < board_.length(line); ++place) to.empty.set(place);
    return to;
}

template <int W>
bool JudgeOf<W>::step_by_line(int method) {
    constexpr int kDifficulty[] = {0, 1, 5};
    double best = 0;
    int best_line = kNone;
    State<W> best_state{};
    for (const int line : order_) {
        const State<W>& from = state_[line];
        if (from.known() == board_.length(line)) continue;
        State<W> to;
        if (method == 0) {
            to = trivial(line);
        } else {
            if (!solve(line, from, to)) contradiction_ = true;
            if (stopped_ || contradiction_) return false;
            if (method == 1) to = overlap(line);
        }
        const int filled = to.filled.count() - from.filled.count();
        const int empty = to.empty.count() - from.empty.count();
        const double score = (5.0 * filled + empty) / clue_count(line);
        if (score > best) {
            best = score;
            best_line = line;
            best_state = to;
        }
    }
    if (best_line == kNone) return false;
    best_state.filled.each([&](int place) { put(state_, literal_at(best_line, place, true)); });
    best_state.empty.each([&](int place) { put(state_, literal_at(best_line, place, false)); });
    count_step(kDifficulty[method] * clue_count(best_line), method + 1);
    return true;
}

// Makes the edges of the lines that have changed; a literal has those of column and row.
template <int W>
void JudgeOf<W>::update_edges() {
    for (const int line : order_) {
        if (edges_known_[line] && edges_state_[line] == state_[line]) continue;
        auto& edges = edges_[line < board_.height ? 1 : 0];
        const State<W> here = state_[line];
        const Bits<W> unknown =
            Bits<W>::first(board_.length(line)).without(here.filled | here.empty);
        unknown.each([&](int place) {
            for (const bool filled : {true, false}) {
                const int literal = literal_at(line, place, filled);
                edges[literal].clear();
                State<W> from = here, to;
                (filled ? from.filled : from.empty).set(place);
                if (stopped_) continue;
                if (!solve(line, from, to)) {
                    edges[literal].push_back(literal ^ 1);
                    continue;
                }
                unknown.each([&](int other) {
                    if (other == place) return;
                    if (to.filled.test(other))
                        edges[literal].push_back(literal_at(line, other, true));
                    else if (to.empty.test(other))
                        edges[literal].push_back(literal_at(line, other, false));
                });
            }
        });
        if (stopped_) return;
        edges_state_[line] = here;
        edges_known_[line] = true;
    }
}

// Adds the targets of the edges, breadth first. REQUIRES load(closure).
template <int W>
void JudgeOf<W>::close(Closure& closure) {
    for (; closure.closed < closure.literals.size(); ++closure.closed) {
        const int i = static_cast<int>(closure.closed);
        const int literal = closure.literals[i];
        for (const auto& edges : edges_) {
            if (stop(edges[literal].size() * 4 + 10)) return;
            for (const int target : edges[literal]) {
                if (entry_[target] != kNone) continue;
                entry_[target] = closure.size();
                closure.parents.push_back(i);
                closure.end_entry(target, closure.depths[i] + 1);
                ++stored_;
            }
        }
    }
}

template <int W>
Closure JudgeOf<W>::closure_of(int literal) {
    Closure closure;
    closure.end_entry(literal, 0);
    entry_[literal] = 0;
    close(closure);
    unload(closure);
    return closure;
}

// One more round: solves each line that holds several literals of the closure with all of them.
template <int W>
void JudgeOf<W>::grow(Closure& closure) {
    load(closure);
    closure.grew = false;
    const int before = closure.size();
    for (int i = 0; i < before; ++i) {
        const int literal = closure.literals[i];
        put(with_, literal);
        members_[row(literal)].push_back(i);
        members_[column_line(literal)].push_back(i);
    }
    for (const int line : order_) {
        if (members_[line].size() >= 2 && !stopped_) grow_in_line(closure, line);
        members_[line].clear();
        with_[line] = {Bits<W>::none(), Bits<W>::none()};
    }
    close(closure);
    unload(closure);
    closure.grew = closure.grew || closure.size() > before;
}

template <int W>
void JudgeOf<W>::grow_in_line(Closure& closure, int line) {
    const std::vector<int>& members = members_[line];
    const State<W> from = {state_[line].filled | with_[line].filled,
                           state_[line].empty | with_[line].empty};
    State<W> to;
    if (!solve(line, from, to)) {
        if (closure.conflict.empty()) closure.conflict = members;
        closure.grew = true;
        return;
    }
    int depth = 0;
    for (const int i : members) depth = std::max(depth, closure.depths[i] + 1);
    const State<W> gained = {to.filled.without(from.filled), to.empty.without(from.empty)};
    (gained.filled | gained.empty).each([&](int place) {
        const int literal = literal_at(line, place, gained.filled.test(place));
        if (entry_[literal] != kNone || stop(members.size())) return;
        entry_[literal] = closure.size();
        closure.parents.insert(closure.parents.end(), members.begin(), members.end());
        closure.end_entry(literal, depth);
        stored_ += 1 + members.size() / 4;
    });
}

// The fewest links to a contradiction in the closure, or -1.
template <int W>
int JudgeOf<W>::links_to_contradiction(const Closure& closure) {
    int fewest = kNone;
    const auto offer = [&](int links) {
        if (fewest == kNone || links < fewest) fewest = links;
    };
    load(closure);
    for (int i = 0; i < closure.size() && !stopped_; ++i) {
        const int other = entry_[closure.literals[i] ^ 1];
        if (other > i) offer(links_to(closure, i) + links_to(closure, other));
    }
    unload(closure);
    if (!closure.conflict.empty()) {
        int links = 0;
        for (const int entry : closure.conflict) links += links_to(closure, entry);
        offer(links);
    }
    return fewest;
}

template <int W>
void JudgeOf<W>::find_candidates(const Closure& filled, const Closure& empty, Candidate& best) {
    const int refuted[2] = {links_to_contradiction(filled), links_to_contradiction(empty)};
    if (refuted[0] != kNone && refuted[1] != kNone) {
        contradiction_ = true;
        return;
    }
    if (refuted[0] != kNone)
        best.offer(score(empty.size(), refuted[0]), refuted[0], empty.literals);
    else if (refuted[1] != kNone)
        best.offer(score(filled.size(), refuted[1]), refuted[1], filled.literals);
    else
        find_shared(filled, empty, best);
}

template <int W>
void JudgeOf<W>::find_shared(const Closure& filled, const Closure& empty, Candidate& best) {
    shared_.clear();
    int depth = std::numeric_limits<int>::max(), in_filled = kNone, in_empty = kNone;
    load(empty);
    for (int i = 0; i < filled.size(); ++i) {
        const int other = entry_[filled.literals[i]];
        if (other == kNone) continue;
        shared_.push_back(filled.literals[i]);
        const int both = filled.depths[i] + empty.depths[other];
        if (both >= depth) continue;
        depth = both;
        in_filled = i;
        in_empty = other;
    }
    unload(empty);
    stop(static_cast<std::uint64_t>(filled.size() + empty.size()));
    if (shared_.empty()) return;
    const int links = links_to(filled, in_filled) + links_to(empty, in_empty);
    best.offer(score(static_cast<std::int64_t>(shared_.size()), depth), links, shared_);
}

template <int W>
bool JudgeOf<W>::step_by_implications() {
    update_edges();
    std::vector<Closure> closures;  // two per unknown cell
    stored_ = 0;
    for (int round = 1; !stopped_; ++round) {
        Candidate best;
        bool grew = false;
        std::size_t next = 0;
        for (int cell = 0; cell < cells_; ++cell) {
            if (is_known(cell)) continue;
            for (int i = 0; i < 2; ++i) {
                if (round == 1)
                    closures.push_back(closure_of(2 * cell + i));
                else
                    grow(closures[next + i]);
                grew = grew || closures[next + i].grew;
                if (stored_ > kMostStored) stopped_ = too_much_ = true;
                if (stopped_) return false;
            }
            find_candidates(closures[next], closures[next + 1], best);
            if (stopped_ || contradiction_) return false;
            next += 2;
        }
        if (best.found()) {
            for (const int literal : best.literals) put(state_, literal);
            count_step(20 * best.links, 10);
            return true;
        }
        if (round > 1 && !grew) return false;
    }
    return false;
}

}  // namespace

Davidje13Rating davidje13_rating(Board& board, const Poll& poll, std::uint64_t most_work) {
    REQUIRE(board.colors == 1);
    return with_words(board, [&]<int W>(BoardOf<W>& fitting) {
        return JudgeOf<W>(fitting, poll, most_work).run();
    });
}

}  // namespace nonosat
