// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <algorithm>
#include <utility>

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

bool is_fixed(const std::vector<std::uint8_t>& fixed, std::size_t cell) {
    return !fixed.empty() && fixed[cell] != kNotFixed;
}

// How many cells are neither fixed nor in a line with a clue; and how many are not fixed.
std::pair<int, int> free_and_unfixed(const BatchPuzzle& puzzle) {
    const FlatClues& clues = puzzle.clues;
    const bool partial =
        std::find(clues.given.begin(), clues.given.end(), 0) != clues.given.end();
    const int cells = static_cast<int>(clues.cells());
    if (!partial && puzzle.printed.empty() && puzzle.given.empty()) return {0, cells};
    int free = 0, unfixed = 0;
    for (int cell = 0; cell < cells; ++cell) {
        if (is_fixed(puzzle.printed, cell) || is_fixed(puzzle.given, cell)) continue;
        ++unfixed;
        free += !clues.given[cell / clues.width] &&
                !clues.given[clues.height + cell % clues.width];
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

Status run(Settled& settled, StageWork& work, const Poll& poll) {
    Board& board = *settled.board;
    switch (work.deduction) {
        case Deduction::Lines: return board.propagate(poll);
        case Deduction::Probe:
            return Prober(board).probe(poll);
        case Deduction::Implications: break;
    }
    ImplicationSearch search(board);
    const Status status = search.run(poll);
    work.graphs = search.counts;
    work.too_large = search.too_large();
    return status;
}

double seconds_between(Watch::Clock::time_point begun, Watch::Clock::time_point now) {
    return std::chrono::duration<double>(now - begun).count();
}

// The end of a puzzle that needs no more than lines; false if it has to be done on a board.
bool swept(const BatchPuzzle& puzzle, LineSweep& sweep, Settled& settled) {
    const FlatClues& clues = puzzle.clues;
    if (!LineSweep::fits(clues) || !puzzle.printed.empty() || !puzzle.given.empty()) return false;
    const SweepEnd end = sweep.run(clues);
    if (end == SweepEnd::Open) return false;
    StageWork work;
    work.counts.line_solves = sweep.line_solves();
    settled.end = SettleEnd::Contradiction;
    if (end == SweepEnd::Solved) {
        work.cells = static_cast<int>(clues.cells());
        settled.known = sweep.cells();
        settled.end = holds(puzzle, settled.known) ? SettleEnd::Solved : SettleEnd::Broken;
    }
    settled.stages.push_back(work);
    return true;
}

}  // namespace

bool holds(const BatchPuzzle& puzzle, const std::vector<std::uint8_t>& cells) {
    return is_solution(puzzle.clues, cells, {&puzzle.printed, &puzzle.given});
}

std::vector<std::uint8_t> known_values(Board& board) {
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(board.height) * board.width,
                                    static_cast<std::uint8_t>(kUnknown));
    with_words(board, [&]<int W>(const BoardOf<W>& fitting) {
        for (int row = 0; row < board.height; ++row)
            for (int value = 0; value <= board.colors; ++value)
                fitting.domain(row)[value].each([&](int column) {
                    const std::size_t cell = board.index(row, column);
                    if (board.is_known(cell)) cells[cell] = static_cast<std::uint8_t>(value);
                });
    });
    return cells;
}

Settled settle(const BatchPuzzle& puzzle, const std::vector<Deduction>& stages, Watch& watch,
               LineSweep& sweep) {
    Settled settled;
    const auto begun = Watch::Clock::now();
    if (watch.begin(begun)) return settled;
    const bool lines_first = !stages.empty() && stages.front() == Deduction::Lines;
    if (lines_first && !watch.late(begun) && swept(puzzle, sweep, settled)) {
        settled.seconds = seconds_between(begun, Watch::Clock::now());
        settled.stages.front().seconds = settled.seconds;
        return settled;
    }
    const Poll poll = [&watch] { return watch.stop(); };
    const FlatClues& clues = puzzle.clues;
    settled.board = make_board(clues.height, clues.width, clues.colors, clues_of(clues));
    Board& board = *settled.board;
    fill_in(board, puzzle.printed);
    fill_in(board, puzzle.given);
    const auto [free, unfixed] = free_and_unfixed(puzzle);
    int unknown = unfixed;

    auto now = Watch::Clock::now();
    settled.end = SettleEnd::Open;
    for (const Deduction deduction : stages) {
        if (watch.late(now)) break;
        StageWork work;
        work.deduction = deduction;
        const Counts before = board.counts;
        const auto stage_begun = now;
        const Status status = run(settled, work, poll);
        work.counts = board.counts - before;
        if (status == Status::Interrupted && watch.stopped()) {
            settled = {};
            return settled;
        }
        if (status != Status::Contradiction && board.conflict_line() < 0) {
            work.cells = unknown - board.unknown();
            unknown = board.unknown();
            settled.known = known_values(board);
        }
        now = Watch::Clock::now();
        work.seconds = seconds_between(stage_begun, now);
        settled.stages.push_back(work);
        if (status == Status::Contradiction) settled.end = SettleEnd::Contradiction;
        if (status == Status::Interrupted) settled.end = SettleEnd::TimeOut;
        if (status == Status::Fixpoint && unknown == free) settled.end = SettleEnd::Solved;
        if (settled.end != SettleEnd::Open) break;
    }
    const bool solved = settled.end == SettleEnd::Solved && free == 0;
    if (solved && !holds(puzzle, settled.known)) settled.end = SettleEnd::Broken;
    if (solved || settled.end == SettleEnd::Contradiction) {
        settled.board.reset();
    }
    settled.seconds = seconds_between(begun, Watch::Clock::now());
    return settled;
}

}  // namespace nonosat
