// SPDX-License-Identifier: MIT
// Counts, compared with trying every board and with n!; also counts that exceed one word.
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "board.hpp"
#include "core_test.hpp"
#include "count.hpp"

namespace nonosat::core_test {

namespace {

std::uint64_t counted(const Board& board, const CountTask& task, bool& exact, const Poll& poll) {
    const CountResult result = count_solutions(board, task, poll);
    exact = result.exact;
    for (std::size_t i = 1; i < result.number.size(); ++i)
        expect(result.number[i] == 0, "a small count has one word");
    return result.number[0];
}

// Compares counts with trying every board: of whole boards, and of parts with the rest held; also
// bounds.
void check_counts(int rounds, std::mt19937& random) {
    for (int round = 0; round < rounds;) {
        const Sample s = sample(random, 4);
        if (static_cast<int>(s.cells.size()) > (s.colors == 1 ? 12 : 8)) continue;
        ++round;
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        if (random() % 2 == 0) expect(board->propagate({}) == Status::Fixpoint, "has a solution");
        const auto solutions = all_solutions(s);
        std::uint64_t free = 1;
        CountTask task;
        for (int cell = 0; cell < s.height * s.width; ++cell) {
            const bool constrained =
                s.clues[cell / s.width].given || s.clues[s.height + cell % s.width].given;
            if (!constrained) free *= static_cast<std::uint64_t>(s.colors) + 1;
            task.cells.push_back(cell);
        }
        bool exact = false;
        expect(counted(*board, task, exact, {}) * free == solutions.size() && exact,
               "the count of a whole board");
        // Some of the cells; the others keep their values of one solution.
        task.solution = solutions[random() % solutions.size()];
        std::vector<char> varies(s.cells.size(), 0);
        task.cells.clear();
        for (int cell = 0; cell < s.height * s.width; ++cell) {
            const bool constrained =
                s.clues[cell / s.width].given || s.clues[s.height + cell % s.width].given;
            if (constrained && random() % 3 != 0) {
                task.cells.push_back(cell);
                varies[cell] = 1;
            }
        }
        std::uint64_t expected = 0;
        for (const auto& solution : solutions) {
            bool same = true;
            for (std::size_t i = 0; i < solution.size() && same; ++i)
                same = varies[i] != 0 || solution[i] == task.solution[i];
            expected += same;
        }
        expect(counted(*board, task, exact, {}) == expected && exact, "the count of a part");
    }

    // n x n with every clue [1] has n! solutions; two words are needed for 21!.
    for (const int n : {1, 2, 5, 16}) {
        Clue one;
        one.given = true;
        one.blocks.push_back({1, 1});
        const auto board = make_board(n, n, 1, std::vector<Clue>(2 * n, one));
        CountTask task;
        for (int cell = 0; cell < n * n; ++cell) task.cells.push_back(cell);
        std::uint64_t factorial = 1;
        for (int i = 2; i <= n; ++i) factorial *= static_cast<std::uint64_t>(i);
        bool exact = false;
        expect(counted(*board, task, exact, {}) == factorial && exact, "n! solutions");
        // Too little memory or time gives a lower bound, at least 1 for the known solution.
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) task.solution.push_back(row == column);
        for (const int bits : {0, 10, 14, 18}) {
            task.max_bytes = std::size_t{1} << bits;
            const std::uint64_t squeezed = counted(*board, task, exact, {});
            expect(1 <= squeezed && squeezed <= factorial, "a bound by memory");
            expect(!exact || squeezed == factorial, "exact where it says so");
            expect(n < 16 || !exact, "that took more memory");
        }
        task.max_bytes = std::size_t{1} << 28;
        const std::uint64_t hurried = counted(*board, task, exact, [] { return true; });
        expect(1 <= hurried && hurried <= factorial && exact == (hurried == factorial),
               "a bound by time");
        expect(n < 16 || !exact, "that took time");
    }
}

// More solutions than 64 bits hold: 9 rows of one cell each, with free columns, make 200^9.
void check_wide_counts() {
    const int height = 9, width = 200;
    Clue one;
    one.given = true;
    one.blocks.push_back({1, 1});
    std::vector<Clue> clues(height, one);
    clues.resize(height + width);
    const auto board = make_board(height, width, 1, clues);
    CountTask task;
    for (int cell = 0; cell < height * width; ++cell) task.cells.push_back(cell);
    const CountResult result = count_solutions(*board, task, {});
    // 200^9 = 512 * 10^18 = 27 * 2^64 + 13937910009842106368
    expect(result.exact && result.number[0] == 13937910009842106368u && result.number[1] == 27,
           "200^9 solutions");
}

}  // namespace

void test_counts(std::mt19937& random) {
    check_counts(2000, random);
    check_wide_counts();
}

}  // namespace nonosat::core_test
