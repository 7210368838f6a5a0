// SPDX-License-Identifier: MIT
// Batch: the check of solutions is compared with the blocks of each line, settled boards with
// probing alone (wrong clues and fixed cells among them), sweeps with boards; a watch ends the
// work.
#include <cstdio>
#include <random>
#include <vector>

#include "batch.hpp"
#include "core_test.hpp"

namespace nonosat::core_test {

namespace {

void check_solutions(int rounds, std::mt19937& random) {
    int right = 0, wrong = 0;
    for (int round = 0; round < rounds; ++round) {
        const Sample s = sample(random, 6);
        const FlatClues flat = flat_of(s);
        std::vector<std::uint8_t> cells(s.cells.begin(), s.cells.end());
        expect(is_solution(flat, cells, {}), "the check refuses a solution");
        for (int change = 0; change < 4; ++change) {
            cells[random() % cells.size()] = static_cast<std::uint8_t>(random() % (s.colors + 1));
            const bool found = is_solution(flat, cells, {});
            expect(found == solves(s, cells), "the check differs from reading off the lines");
            ++(found ? right : wrong);
            std::vector<std::uint8_t> fixed(cells.size(), kNotFixed);
            const std::size_t place = random() % cells.size();
            fixed[place] = cells[place];
            expect(is_solution(flat, cells, {&fixed}) == found, "a fixed cell that holds counts");
            fixed[place] = static_cast<std::uint8_t>((cells[place] + 1) % (s.colors + 1));
            expect(!is_solution(flat, cells, {&fixed}), "a fixed cell is not compared");
        }
        const std::vector<std::uint8_t> solution(s.cells.begin(), s.cells.end());
        std::vector<std::uint8_t> other(solution.size(), kNotFixed);
        const std::size_t somewhere = random() % other.size();
        other[somewhere] = static_cast<std::uint8_t>((solution[somewhere] + 1) % (s.colors + 1));
        expect(holds({flat, {}, {}}, solution) && holds({flat, solution, solution}, solution),
               "the check of settled boards refuses a solution");
        expect(!holds({flat, other, {}}, solution), "a printed cell is not compared");
        expect(!holds({flat, {}, other}, solution), "a given cell is not compared");
        cells[random() % cells.size()] =
            static_cast<std::uint8_t>(random() % 2 ? kUnknown : s.colors + 1);
        expect(!is_solution(flat, cells, {}), "a cell without value passes the check");
        cells.pop_back();
        expect(!is_solution(flat, cells, {}), "a grid of another size passes the check");
    }
    expect(right > rounds / 4 && wrong > rounds / 4, "the grids to be checked are too much alike");
}

// The search after stages that ended in `before`: its solutions hold, and their number agrees with
// an unbounded search.
void check_search(const BatchPuzzle& puzzle, std::vector<NativeStage> stages,
                  const Settled& before) {
    const Poll never;
    Watch watch({}, never);
    LineSweep sweep;
    stages.push_back(NativeStage::Search);
    const Settled settled = settle(puzzle, stages, 2, watch, sweep);
    if (before.end != SettleEnd::Open) {
        expect(settled.end == before.end && settled.solutions.empty(), "a search without need");
        return;
    }
    Prober prober(*before.board);
    ProbeSearch search(*before.board, prober);
    search.run(2, {1'000'000, 1'000'000'000}, {});
    const std::size_t all = search.solutions().size();
    expect((settled.end == SettleEnd::Contradiction) == (all == 0), "a search loses solutions");
    if (settled.end != SettleEnd::Found) return;
    expect(settled.solutions.size() == all, "a search finds another number of solutions");
    expect(settled.exhausted || all == 2, "a search knows wrongly whether it has all");
    for (const auto& cells : settled.solutions)
        expect(holds(puzzle, cells), "a search finds a wrong solution");
    if (settled.exhausted)
        for (std::size_t cell = 0; cell < settled.known.size(); ++cell)
            expect(settled.known[cell] == settled.solutions[0][cell] ||
                       settled.known[cell] == kUnknown,
                   "the known cells differ from the solutions");
}

void check_settled(int rounds, std::mt19937& random) {
    const Poll never;
    LineSweep sweep;
    int ends[7] = {};
    for (int round = 0; round < rounds; ++round) {
        Sample s = sample(random, 8);
        if (random() % 3 == 0) {  // usually without solution
            const std::size_t line = random() % s.height;
            s.clues[line] = s.clues[random() % s.height];
        }
        BatchPuzzle puzzle{flat_of(s), {}, {}};
        auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (random() % 3 == 0) {
            puzzle.printed.assign(s.cells.size(), kNotFixed);
            const std::size_t place = random() % s.cells.size();
            puzzle.printed[place] = static_cast<std::uint8_t>(random() % (s.colors + 1));
            assume(*board, place, puzzle.printed[place]);
        }
        Watch watch({}, never);
        std::vector<NativeStage> stages = {NativeStage::Lines, NativeStage::Probe};
        if (random() % 2) stages.insert(stages.begin() + 1, NativeStage::Implications);
        const Settled settled = settle(puzzle, stages, 2, watch, sweep);
        check_search(puzzle, stages, settled);
        const Status status = Prober(*board).probe({});
        ++ends[static_cast<int>(settled.end)];
        expect(settled.end != SettleEnd::Broken, "settle breaks a clue");
        expect((status == Status::Contradiction) == (settled.end == SettleEnd::Contradiction),
               "settle and probing differ on a contradiction");
        if (status == Status::Contradiction) continue;
        expect(settled.known == board->known_values(), "settle and probing know other cells");
        int cells = 0;
        for (const StageWork& work : settled.stages) cells += work.cells;
        const int fixed = puzzle.printed.empty() ? 0 : 1;
        expect(cells == s.height * s.width - fixed - board->unknown(), "cells are lost");
        if (settled.end == SettleEnd::Open)
            expect(settled.board->unknown() == board->unknown(), "the board is not as it was left");
    }
    expect(ends[static_cast<int>(SettleEnd::Solved)] > rounds / 8, "too few are solved");
    expect(ends[static_cast<int>(SettleEnd::Contradiction)] > rounds / 8, "too few contradict");
    expect(ends[static_cast<int>(SettleEnd::Open)] > rounds / 8, "too few are left open");
}

// The sweep agrees with a board: the same end, cells and number of line solves.
void check_sweeps(int rounds, std::mt19937& random) {
    LineSweep sweep;
    int ends[3] = {};
    for (int round = 0; round < rounds; ++round) {
        Sample s = sample(random, round % 10 == 0 ? 63 : 12);
        if (s.colors != 1) continue;
        if (random() % 3 == 0) std::swap(s.clues[random() % s.height], s.clues[0]);
        auto board = make_board(s.height, s.width, 1, s.clues);
        const Status status = board->propagate({});
        const SweepEnd end = sweep.run(flat_of(s));
        ++ends[static_cast<int>(end)];
        expect(sweep.line_solves() == board->counts.line_solves, "the sweep solves other lines");
        expect((end == SweepEnd::Contradiction) == (status == Status::Contradiction),
               "the sweep differs on a contradiction");
        if (end == SweepEnd::Contradiction) continue;
        expect((end == SweepEnd::Solved) == (board->unknown() == 0), "the sweep ends elsewhere");
        if (end == SweepEnd::Solved)
            expect(sweep.cells() == board->known_values(), "the sweep has other cells");
    }
    for (const int number : ends) expect(number > rounds / 30, "sweeps end too much alike");
}

void check_watch() {
    const BatchPuzzle puzzle{{1, 2, 1, {1, 1, 1, 1}, {2, 4, 4}, {1, 1, 1}}, {}, {}};
    const Poll never;
    LineSweep sweep;
    Watch late(0.0, never);
    const Settled none = settle(puzzle, {NativeStage::Lines}, 2, late, sweep);
    expect(none.end == SettleEnd::Open && none.stages.empty(), "no time, and yet a stage");
    int asked = 0;
    const Poll yes = [&] { return ++asked > 0; };
    Watch stopped({}, yes);
    while (asked == 0) settle(puzzle, {NativeStage::Lines}, 2, stopped, sweep);
    expect(settle(puzzle, {NativeStage::Lines}, 2, stopped, sweep).end == SettleEnd::Stopped &&
               asked == 1,
           "work goes on although it is stopped");
}

}  // namespace

void test_batch(std::mt19937& random) {
    check_solutions(500, random);
    check_settled(600, random);
    check_sweeps(1500, random);
    check_watch();
    std::printf("batch: checks, settled boards, sweeps, watches\n");
}

}  // namespace nonosat::core_test
