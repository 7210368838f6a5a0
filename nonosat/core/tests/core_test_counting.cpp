// SPDX-License-Identifier: MIT
// Counting: every grid of 4x4, with the number of grids that have the same clues; random boards of
// one and two colours, some without clues, with cells that are known or not, against all solutions.
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board.hpp"
#include "core_test.hpp"
#include "counting.hpp"

namespace nonosat::core_test {

namespace {

constexpr std::uint64_t kWork = 1 << 16;

std::vector<Clue> clues_of(int height, int width, const std::vector<int>& cells) {
    std::vector<Clue> clues(height + width);
    for (int line = 0; line < height + width; ++line) {
        Clue& clue = clues[line];
        clue.given = true;
        const int n = line < height ? width : height;
        int last = 0;
        for (int i = 0; i < n; ++i) {
            const int cell =
                line < height ? cells[line * width + i] : cells[i * width + line - height];
            if (cell != 0 && cell == last)
                ++clue.blocks.back().length;
            else if (cell != 0)
                clue.blocks.push_back({1, cell});
            last = cell;
        }
    }
    return clues;
}

std::vector<int> key_of(const std::vector<Clue>& clues) {
    std::vector<int> key;
    for (const Clue& clue : clues) {
        key.push_back(clue.given ? static_cast<int>(clue.blocks.size()) : -1);
        if (!clue.given) continue;  // a sample keeps the blocks of a clue that it withholds
        for (const Block& block : clue.blocks) {
            key.push_back(block.length);
            key.push_back(block.color);
        }
    }
    return key;
}

std::vector<std::uint8_t> bytes_of(const std::vector<int>& cells) {
    return {cells.begin(), cells.end()};
}

// What is proven and found on one board, given all its solutions.
int check_board(const Board& board, const std::vector<std::vector<int>>& solutions) {
    int proven = 0;
    Counting counting(board);
    for (const auto& a : solutions)
        for (const auto& b : solutions) {
            int apart = 0;
            for (std::size_t i = 0; i < a.size(); ++i) apart += a[i] != b[i];
            expect(a == b || apart >= counting.difference(),
                   "two solutions differ in at least that number of cells");
        }
    for (const auto& solution : solutions) {
        const CountingEnd end = counting.prove(bytes_of(solution), kWork, {});
        if (end.status != Status::Fixpoint) continue;
        ++proven;
        expect(solutions.size() == 1, "counting proves what is true");
    }
    Counting finding(board);
    const CountingEnd end = finding.find(kWork, {});
    if (finding.impossible()) expect(solutions.empty(), "counting refutes what is impossible");
    if (end.status == Status::Fixpoint) {
        bool known = false;
        for (const auto& solution : solutions) known |= bytes_of(solution) == finding.cells();
        expect(known, "counting finds a solution");
    }
    return proven;
}

// Every grid of 4x4: boards as they are, and propagated.
void check_all_grids() {
    constexpr int kSide = 4;
    std::map<std::vector<int>, std::vector<std::vector<int>>> groups;
    for (int bits = 0; bits < 1 << (kSide * kSide); ++bits) {
        std::vector<int> cells;
        for (int i = 0; i < kSide * kSide; ++i) cells.push_back((bits >> i) & 1);
        groups[key_of(clues_of(kSide, kSide, cells))].push_back(cells);
    }
    int unique = 0, proven = 0, number = 0;
    for (const auto& [key, solutions] : groups) {
        const auto board = make_board(kSide, kSide, 1, clues_of(kSide, kSide, solutions[0]));
        if (++number % 2 == 0) board->propagate({});
        unique += solutions.size() == 1;
        proven += check_board(*board, solutions);
    }
    expect(proven > unique * 9 / 10, "counting proves most small puzzles");
    std::printf("counting: %d of %d unique puzzles of 4x4 proven\n", proven, unique);
}

// Random boards with a known solution, and some with clues from two grids, which mostly have none.
void check_random_boards(int rounds, std::mt19937& random) {
    int proven = 0, refuted = 0;
    for (int round = 0; round < rounds;) {
        Sample s = sample(random, 4);
        if (static_cast<int>(s.cells.size()) > (s.colors == 1 ? 12 : 8)) continue;
        ++round;
        if (random() % 4 == 0) {
            std::vector<int> other = s.cells;
            for (int& cell : other) cell = static_cast<int>(random() % (s.colors + 1));
            const auto clues = clues_of(s.height, s.width, other);
            for (int line = 0; line < s.height; ++line) s.clues[line] = clues[line];
        }
        std::vector<std::vector<int>> solutions;
        std::vector<int> cells(s.cells.size(), 0);
        for (bool more = true; more;) {
            auto clues = clues_of(s.height, s.width, cells);
            for (std::size_t i = 0; i < clues.size(); ++i)
                if (!s.clues[i].given) clues[i] = Clue{};
            if (key_of(clues) == key_of(s.clues)) solutions.push_back(cells);
            more = false;
            for (std::size_t i = 0; i < cells.size() && !more; ++i) {
                more = ++cells[i] <= s.colors;
                if (!more) cells[i] = 0;
            }
        }
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        std::vector<std::vector<int>> left = solutions;
        if (random() % 2 == 0 && !solutions.empty()) {  // some cells are known
            const auto& kept = solutions[random() % solutions.size()];
            for (std::size_t i = 0; i < kept.size(); ++i) {
                if (random() % 4 != 0) continue;
                for (int v = 0; v <= s.colors; ++v)
                    if (v != kept[i])
                        board->remove(static_cast<int>(i) / s.width,
                                      static_cast<int>(i) % s.width, v);
                std::erase_if(left, [&](const auto& grid) { return grid[i] != kept[i]; });
            }
        }
        if (random() % 2 == 0 && board->propagate({}) != Status::Fixpoint) {
            expect(left.empty(), "propagation refutes what is impossible");
            continue;
        }
        try {
            proven += check_board(*board, left);
        } catch (const std::invalid_argument&) {
            expect(left.empty(), "a line without arrangement allows no solution");
            continue;
        }
        if (left.empty()) {
            Counting counting(*board);
            counting.find(kWork, {});
            refuted += counting.impossible();
        }
    }
    expect(proven > rounds / 10 && refuted > 0, "counting proves and refutes some boards");
    std::printf("counting: %d boards proven, %d refuted\n", proven, refuted);
}

void check_interruption(std::mt19937& random) {
    std::vector<int> cells;
    for (int i = 0; i < 400; ++i) cells.push_back(static_cast<int>(random() % 2));
    const auto board = make_board(20, 20, 1, clues_of(20, 20, cells));
    board->poll_work = 100;
    Counting counting(*board);
    int asked = 0;
    const Poll third = [&] { return ++asked == 3; };
    expect(counting.prove(bytes_of(cells), kWork, third).status == Status::Interrupted && asked == 3,
           "a proof by counting can be interrupted");
    asked = 0;
    expect(counting.find(kWork, third).status == Status::Interrupted && asked == 3,
           "a search by counting can be interrupted");
}

}  // namespace

void test_counting(std::mt19937& random) {
    check_all_grids();
    check_random_boards(5000, random);
    check_interruption(random);
}

}  // namespace nonosat::core_test
