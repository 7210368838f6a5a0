// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "contract.hpp"

namespace nonosat {
namespace {

std::vector<Clue> clues_of(const FlatClues& flat) {
    std::vector<Clue> clues(static_cast<std::size_t>(flat.height) + flat.width);
    std::size_t at = 0;
    for (std::size_t line = 0; line < clues.size(); ++line) {
        clues[line].given = flat.given[line] != 0;
        clues[line].blocks.reserve((flat.ends[line] - at) / 2);
        for (; at < flat.ends[line]; at += 2)
            clues[line].blocks.push_back({flat.blocks[at], flat.blocks[at + 1]});
    }
    return clues;
}

// Removes all other values of the cells that are fixed.
void fill_in(Board& board, const std::vector<std::uint8_t>& fixed) {
    for (std::size_t cell = 0; cell < fixed.size(); ++cell)
        for (int value = 0; fixed[cell] != kNotFixed && value <= board.colors; ++value)
            if (value != fixed[cell])
                board.remove(board.row_of(cell), board.column_of(cell), value);
}

std::unique_ptr<Board> open_board(const BatchPuzzle& puzzle) {
    const FlatClues& clues = puzzle.clues;
    auto board = make_board(clues.height, clues.width, clues.colors, clues_of(clues));
    fill_in(*board, puzzle.printed);
    fill_in(*board, puzzle.given);
    return board;
}

bool is_fixed(const std::vector<std::uint8_t>& fixed, std::size_t cell) {
    return !fixed.empty() && fixed[cell] != kNotFixed;
}

// How many cells are neither fixed nor in a line with a clue; and how many are not fixed.
std::pair<int, int> free_and_unfixed(const BatchPuzzle& puzzle) {
    const FlatClues& clues = puzzle.clues;
    const int cells = static_cast<int>(clues.cells());
    if (!clues.is_partial() && puzzle.printed.empty() && puzzle.given.empty()) return {0, cells};
    int free = 0, unfixed = 0;
    for (int cell = 0; cell < cells; ++cell) {
        if (is_fixed(puzzle.printed, cell) || is_fixed(puzzle.given, cell)) continue;
        ++unfixed;
        free += !clues.given[cell / clues.width] && !clues.given[clues.height + cell % clues.width];
    }
    return {free, unfixed};
}

Counts operator-(Counts after, const Counts& before) {
    after.line_solves -= before.line_solves;
    after.probes -= before.probes;
    after.skipped -= before.skipped;
    after.contradictions -= before.contradictions;
    after.agreements -= before.agreements;
    after.passes -= before.passes;
    return after;
}

Prober& prober_of(Settled& settled) {
    if (!settled.prober) settled.prober = std::make_unique<Prober>(*settled.board);
    return *settled.prober;
}

Status run_implications(Board& board, bool complete, StageWork& work, const Poll& poll) {
    ImplicationSearch search(board);
    const Status status = search.run(complete, poll);
    work.graphs = search.counts;
    work.too_large = search.too_large();
    return status;
}

Status run_search(Settled& settled, StageWork& work, std::size_t most, const Poll& poll) {
    ShortSearch found;
    const Status status = search_shortly(*settled.board, prober_of(settled), most, poll, found);
    work.nodes = found.nodes;
    work.dead_ends = found.dead_ends;
    work.switching_components = found.switching_components;
    settled.solutions = std::move(found.solutions);
    settled.exhausted = found.exhausted;
    const bool none = found.exhausted && settled.solutions.empty();
    return none ? Status::Contradiction : status;
}

// `probed`: a probe follows, which finds in less time what further graphs would find.
Status run(Settled& settled, StageWork& work, bool probed, std::size_t most, const Poll& poll) {
    switch (work.stage) {
        case NativeStage::Lines: return settled.board->propagate(poll);
        case NativeStage::Implications:
            return run_implications(*settled.board, !probed, work, poll);
        case NativeStage::Probe: return prober_of(settled).probe(poll);
        case NativeStage::Search: break;
    }
    return run_search(settled, work, most, poll);
}

// The values that all solutions share; unknown cells of lines without a clue stay unknown.
std::vector<std::uint8_t> agreement(const Settled& settled) {
    const Board& board = *settled.board;
    std::vector<std::uint8_t> cells = settled.solutions.front();
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const bool free = !board.is_known(cell) && !board.clue(board.row_of(cell)).given &&
                          !board.clue(board.height + board.column_of(cell)).given;
        bool agreed = !free;
        for (const auto& other : settled.solutions) agreed = agreed && other[cell] == cells[cell];
        if (!agreed) cells[cell] = kUnknown;
    }
    return cells;
}

// True if no known cell of one is another one in the other.
bool agree(const std::vector<std::uint8_t>& some, const std::vector<std::uint8_t>& others) {
    for (std::size_t cell = 0; cell < some.size() && cell < others.size(); ++cell)
        if (some[cell] != kNotFixed && others[cell] != kNotFixed && some[cell] != others[cell])
            return false;
    return true;
}

// False if a partial goal breaks a clue, or contradicts a printed or given cell.
bool can_hold(const BatchPuzzle& puzzle) {
    if (!agree(puzzle.goal, puzzle.printed) || !agree(puzzle.goal, puzzle.given)) return false;
    std::vector<std::uint8_t> cells = puzzle.goal;
    for (std::size_t cell = 0; cell < puzzle.printed.size(); ++cell)
        if (cells[cell] == kNotFixed) cells[cell] = puzzle.printed[cell];
    return breaks_no_clue(puzzle.clues, cells);
}

double seconds_between(Watch::Clock::time_point begun, Watch::Clock::time_point now) {
    return std::chrono::duration<double>(now - begun).count();
}

bool can_sweep(const BatchPuzzle& puzzle) {
    return LineSweep::fits(puzzle.clues) && puzzle.printed.empty() && puzzle.given.empty();
}

// The stage `lines`, by a sweep. A puzzle that it does not settle gets a board.
void sweep_lines(const BatchPuzzle& puzzle, LineSweep& sweep, Settled& settled) {
    REQUIRE(can_sweep(puzzle));
    const FlatClues& clues = puzzle.clues;
    const SweepEnd end = sweep.run(clues);
    StageWork work;
    work.counts.line_solves = sweep.line_solves();
    settled.end = SettleEnd::Contradiction;
    if (end == SweepEnd::Solved) {
        work.cells = static_cast<int>(clues.cells());
        settled.known = sweep.cells();
        settled.end = holds(puzzle, settled.known) ? SettleEnd::Solved : SettleEnd::Broken;
    } else if (end == SweepEnd::Open) {
        settled.board = open_board(puzzle);
        static_cast<BoardOf<1>&>(*settled.board).take_over(sweep.masks(), sweep.line_solves());
        settled.known = settled.board->known_values();
        settled.end = SettleEnd::Open;
        work.cells = static_cast<int>(clues.cells()) - settled.board->unknown();
    }
    settled.stages.push_back(work);
}

// The end that a stage leads to; Open if it does not settle the puzzle. `open`: how many cells of
// clued lines are unknown.
SettleEnd end_of(const BatchPuzzle& puzzle, const Settled& settled, Status status, int open,
                 std::size_t most) {
    if (status == Status::Contradiction) return SettleEnd::Contradiction;
    for (const auto& cells : settled.solutions)
        if (!holds(puzzle, cells)) return SettleEnd::Broken;
    if (settled.solutions.size() >= most || (settled.exhausted && !settled.solutions.empty()))
        return SettleEnd::Found;
    if (status == Status::Interrupted) return SettleEnd::TimeOut;
    return open == 0 ? SettleEnd::Solved : SettleEnd::Open;
}

// One puzzle on its way through the stages.
class Settling {
public:
    Settling(const BatchPuzzle& puzzle, const std::vector<NativeStage>& stages, std::size_t most,
             Watch& watch, bool beside_goal, bool keep_boards, Watch::Clock::time_point begun)
        : puzzle_(puzzle),
          stages_(stages),
          most_(most),
          watch_(watch),
          beside_goal_(beside_goal && most == 2 && puzzle.has_complete_goal()),
          keep_board_(keep_boards || puzzle.clues.is_partial()),
          probed_(std::find(stages.begin(), stages.end(), NativeStage::Probe) != stages.end()),
          begun_(begun),
          now_(begun) {
        settled_.end = SettleEnd::Open;
        std::tie(free_, unknown_) = free_and_unfixed(puzzle);
    }

    bool stages_left() const { return settled_.end == SettleEnd::Open && next_ < stages_.size(); }
    Watch::Clock::time_point now() const { return now_; }

    // Opens the board; where it can, runs the stage `lines` by a sweep first.
    void open(LineSweep& sweep) {
        const bool swept = stages_left() && stages_[0] == NativeStage::Lines &&
                           can_sweep(puzzle_) && !watch_.late(begun_);
        if (!swept) {
            settled_.board = open_board(puzzle_);
            now_ = Watch::Clock::now();
            return;
        }
        sweep_lines(puzzle_, sweep, settled_);
        now_ = Watch::Clock::now();
        settled_.seconds = settled_.stages.front().seconds = seconds_between(begun_, now_);
        ++next_;
        if (!settled_.board) return;
        unknown_ = settled_.board->unknown();
        if (unknown_ == free_) settled_.end = SettleEnd::Solved;
    }

    // False if the caller's poll asked to stop.
    bool run_stage() {
        Board& board = *settled_.board;
        const Poll poll = [this] { return watch_.stop(); };
        StageWork work;
        work.stage = stages_[next_++];
        const Counts before = board.counts;
        const auto stage_begun = now_;
        const Status status = beside_goal_ && work.stage == NativeStage::Probe
                                  ? probe(work, poll)
                                  : run(settled_, work, probed_, most_, poll);
        work.counts = board.counts - before;
        if (status == Status::Interrupted && watch_.stopped()) return false;
        if (status != Status::Contradiction && board.conflict_line() < 0) work.cells = learn();
        now_ = Watch::Clock::now();
        work.seconds = seconds_between(stage_begun, now_);
        settled_.stages.push_back(work);
        settled_.end = end_of(puzzle_, settled_, status, unknown_ - free_, most_);
        return true;
    }

    // Checks the result and the goal; keeps the board if work may remain.
    Settled finish() {
        check_goal();
        if (!settled_.board) return std::move(settled_);  // the sweep has settled the puzzle
        const bool solved = settled_.end == SettleEnd::Solved && free_ == 0;
        if (solved && !holds(puzzle_, settled_.known)) settled_.end = SettleEnd::Broken;
        ENSURE(settled_.end != SettleEnd::Found || !settled_.solutions.empty());
        ENSURE(settled_.end != SettleEnd::Contradiction || settled_.solutions.empty());
        if (solved || settled_.end == SettleEnd::Contradiction || (!keep_board_ && is_answered())) {
            settled_.prober.reset();
            settled_.board.reset();
        }
        settled_.seconds = seconds_between(begun_, Watch::Clock::now());
        return std::move(settled_);
    }

private:
    bool is_answered() const {
        return settled_.end == SettleEnd::Found &&
               (settled_.exhausted || settled_.solutions.size() > 1);
    }

    // The stage `probe` of a puzzle with a goal.
    Status probe(StageWork& work, const Poll& poll) {
        std::vector<std::uint8_t> second;
        const auto is_solution = [this] { return holds(puzzle_, puzzle_.goal); };
        const Status status = probe_beside_goal(*settled_.board, prober_of(settled_), puzzle_.goal,
                                                is_solution, poll, second);
        if (second.empty()) return status;
        work.switching_components = 1;
        settled_.solutions = {puzzle_.goal, std::move(second)};
        return status;
    }

    // Takes over the known values; returns how many cells the stage solved.
    int learn() {
        const bool agreed = settled_.exhausted && !settled_.solutions.empty();
        settled_.known = agreed ? agreement(settled_) : settled_.board->known_values();
        const int before = unknown_;
        unknown_ =
            static_cast<int>(std::count(settled_.known.begin(), settled_.known.end(), kUnknown));
        return before - unknown_;
    }

    void check_goal() {
        const auto& goal = puzzle_.goal;
        if (goal.empty()) return;
        const auto extends = [&](const auto& cells) { return agree(goal, cells); };
        const auto& found = settled_.solutions;
        const bool known = (settled_.end == SettleEnd::Solved && extends(settled_.known)) ||
                           std::any_of(found.begin(), found.end(), extends);
        if (known || puzzle_.has_complete_goal())
            settled_.goal = known || holds(puzzle_, goal);
        else if (!can_hold(puzzle_))
            settled_.goal = false;
    }

    const BatchPuzzle& puzzle_;
    const std::vector<NativeStage>& stages_;
    const std::size_t most_;
    Watch& watch_;
    const bool beside_goal_, keep_board_;
    const bool probed_;
    const Watch::Clock::time_point begun_;
    Watch::Clock::time_point now_;
    Settled settled_;
    std::size_t next_ = 0;  // the stage to run
    int free_ = 0;          // cells that are neither fixed nor in a line with a clue
    int unknown_ = 0;
};

}  // namespace

bool BatchPuzzle::has_complete_goal() const {
    return !goal.empty() && std::find(goal.begin(), goal.end(), kNotFixed) == goal.end();
}

bool holds(const BatchPuzzle& puzzle, const std::vector<std::uint8_t>& cells) {
    return is_solution(puzzle.clues, cells, {&puzzle.printed, &puzzle.given});
}

Settled settle(const BatchPuzzle& puzzle, const std::vector<NativeStage>& stages, std::size_t most,
               Watch& watch, LineSweep& sweep, bool beside_goal, bool keep_boards) {
    const auto begun = Watch::Clock::now();
    if (watch.begin(begun)) return {};
    Settling settling(puzzle, stages, most, watch, beside_goal, keep_boards, begun);
    settling.open(sweep);
    while (settling.stages_left() && !watch.late(settling.now()))
        if (!settling.run_stage()) return {};
    return settling.finish();
}

}  // namespace nonosat
