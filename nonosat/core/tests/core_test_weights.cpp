// SPDX-License-Identifier: MIT
// Weights: every grid up to 4x4, with the number of grids that have the same clues; random boards
// of one and two colours, some without clues, with cells that are known or not, against all
// solutions. Each also with another rounding of floating point, and with damaged weights: answers
// may be missing, never wrong.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board.hpp"
#include "core_test.hpp"
#include "weights.hpp"

namespace nonosat::core_test {

namespace {

constexpr std::uint64_t kWork = 1 << 16;

std::vector<std::uint8_t> bytes_of(const std::vector<int>& cells) {
    return {cells.begin(), cells.end()};
}

// Another rounding in one case of ten; to nearest again at the end of a block.
struct Rounding {
    explicit Rounding(std::uint32_t number) {
        constexpr int kModes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
        if (directed = number % 32 < 3; directed) std::fesetround(kModes[number % 32]);
    }
    ~Rounding() { std::fesetround(FE_TONEAREST); }
    bool directed;
};

// Weights of unknown cells as the core keeps them, some of them damaged.
std::vector<double> damaged(const Board& board, const WeightSearch& search, std::mt19937& random) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kBad[] = {kInfinity,
                               -kInfinity,
                               std::numeric_limits<double>::quiet_NaN(),
                               1e300,
                               -0x1p62,
                               0x1p61,  // sums of these overflow
                               -0x1p61,
                               0x1p53,
                               0.5,
                               -0.49999999999999994};
    const std::vector<std::int64_t> all = search.weights();
    std::vector<double> weights;
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column) {
            if (board.value(row, column) != kUnknown) continue;
            for (int v = 0; v < board.colors; ++v) {
                double weight =
                    static_cast<double>(all[board.index(row, column) * board.colors + v]) /
                    static_cast<double>(search.scale());
                const std::uint32_t chance = random() % 8;
                if (chance == 0) weight = kBad[random() % std::size(kBad)];
                if (chance == 1) weight += static_cast<double>(random() % 7) - 3;
                if (chance == 2) weight *= 1 + std::ldexp(1.0, -30);
                weights.push_back(weight);
            }
        }
    return weights;
}

// Weights prove nothing about a board with several solutions, however they were made.
void check_damage(const Board& board, WeightSearch& search,
                  const std::vector<std::vector<int>>& solutions, std::mt19937& random) {
    for (int round = 0; round < 3; ++round) {
        const std::vector<double> weights = damaged(board, search, random);
        const auto& solution = solutions[random() % solutions.size()];
        if (search.would_prove(bytes_of(solution), weights))
            expect(solutions.size() == 1, "damaged weights prove only truths");
    }
}

// The proofs and solutions found on one board, given all its solutions.
int check_board(const Board& board, const std::vector<std::vector<int>>& solutions,
                std::mt19937& random) {
    const Rounding rounding(static_cast<std::uint32_t>(random()));
    const std::uint64_t work = rounding.directed ? kWork / 16 : kWork;
    int proven = 0;
    WeightSearch search(board);
    for (const auto& a : solutions)
        for (const auto& b : solutions) {
            int apart = 0;
            for (std::size_t i = 0; i < a.size(); ++i) apart += a[i] != b[i];
            expect(a == b || apart >= search.difference(),
                   "two solutions differ in at least that number of cells");
        }
    for (const auto& solution : solutions) {
        const WeightsEnd end = search.prove(bytes_of(solution), work, {});
        if (end.status != Status::Fixpoint) continue;
        ++proven;
        expect(solutions.size() == 1, "weights prove only truths");
        const std::int64_t bound = search.proven_bound();
        expect(0 <= bound && bound < search.scale() * search.difference(),
               "the solution counts 0, and the bound is below what another one counts");
        if (random() % 64 != 0) continue;
        check_damage(board, search, solutions, random);
        expect(search.lighten(kWork / 8, {}).status == Status::Fixpoint &&
                   search.proven_bound() < search.scale() * search.difference(),
               "lighter weights prove the same");
    }
    if (solutions.size() > 1) check_damage(board, search, solutions, random);
    WeightSearch finding(board);
    const WeightsEnd end = finding.find(work, {});
    if (finding.impossible()) expect(solutions.empty(), "weights refute a board");
    if (end.status == Status::Fixpoint) {
        bool known = false;
        for (const auto& solution : solutions) known |= bytes_of(solution) == finding.cells();
        expect(known, "the search for weights finds a solution");
    }
    return proven;
}

// Every grid up to 4x4: boards as they are, and propagated.
void check_all_grids(std::mt19937& random) {
    int unique = 0, proven = 0, number = 0;
    for (int height = 1; height <= 4; ++height)
        for (int width = 1; width <= 4; ++width) {
            std::map<std::vector<Clue>, std::vector<std::vector<int>>> groups;
            std::vector<int> cells(height * width, 0);
            do groups[clues_of(cells, height, width)].push_back(cells);
            while (advance(cells, 0, 1));
            for (const auto& [clues, solutions] : groups) {
                const auto board = make_board(height, width, 1, clues);
                if (++number % 2 == 0) board->propagate({});
                unique += solutions.size() == 1;
                proven += check_board(*board, solutions, random);
            }
        }
    expect(proven > unique * 9 / 10, "weights prove most small puzzles");
    std::printf("weights: %d of %d unique puzzles up to 4x4 proven\n", proven, unique);
}

// Random boards with a known solution, and some with clues from two grids, which seldom have one;
// until `rounds` are seen, and of them `several` with more than one solution.
void check_random_boards(int rounds, int several, std::mt19937& random) {
    int proven = 0, refuted = 0, open = 0;
    for (int round = 0; round < rounds || open < several;) {
        Sample s = sample(random, 4);
        const int most = round < rounds ? 12 : 8;  // then small boards, for several solutions
        if (static_cast<int>(s.cells.size()) > (s.colors == 1 ? most : 8)) continue;
        ++round;
        if (random() % 4 == 0) {
            std::vector<int> other = s.cells;
            for (int& cell : other) cell = static_cast<int>(random() % (s.colors + 1));
            const auto clues = clues_of(other, s.height, s.width);
            for (int line = 0; line < s.height; ++line) s.clues[line] = clues[line];
        }
        const std::vector<std::vector<int>> solutions = all_solutions(s);
        if (round > rounds && solutions.size() < 2) continue;
        const auto board = make_board(s.height, s.width, s.colors, s.clues);
        std::vector<std::vector<int>> left = solutions;
        if (random() % 2 == 0 && !solutions.empty()) {  // some cells are known
            const auto& kept = solutions[random() % solutions.size()];
            for (std::size_t i = 0; i < kept.size(); ++i) {
                if (random() % 4 != 0) continue;
                assume(*board, i, kept[i]);
                std::erase_if(left, [&](const auto& grid) { return grid[i] != kept[i]; });
            }
        }
        if (random() % 2 == 0 && board->propagate({}) != Status::Fixpoint) {
            expect(left.empty(), "propagation refutes only boards without solution");
            continue;
        }
        try {
            proven += check_board(*board, left, random);
            open += left.size() > 1;
        } catch (const std::invalid_argument&) {
            expect(left.empty(), "a line without placement allows no solution");
            continue;
        }
        if (left.empty()) {
            WeightSearch search(*board);
            search.find(kWork, {});
            refuted += search.impossible();
        }
    }
    expect(proven > rounds / 10 && refuted > 0, "weights prove and refute some boards");
    std::printf("weights: %d boards proven, %d refuted, %d with several solutions\n", proven,
                refuted, open);
}

void check_interruption(std::mt19937& random) {
    std::vector<int> cells;
    for (int i = 0; i < 400; ++i) cells.push_back(static_cast<int>(random() % 2));
    const auto board = make_board(20, 20, 1, clues_of(cells, 20, 20));
    board->poll_work = 100;
    WeightSearch search(*board);
    int asked = 0;
    const Poll third = [&] { return ++asked == 3; };
    expect(search.prove(bytes_of(cells), kWork, third).status == Status::Interrupted && asked == 3,
           "a proof by weights can be interrupted");
    asked = 0;
    expect(search.find(kWork, third).status == Status::Interrupted && asked == 3,
           "a search for weights can be interrupted");
    const std::vector<int> picture = {1, 1, 0, 1, 0, 1, 0, 1, 0};
    const auto small = make_board(3, 3, 1, clues_of(picture, 3, 3));
    small->poll_work = 100;
    WeightSearch proving(*small);
    expect(proving.prove(bytes_of(picture), kWork, {}).status == Status::Fixpoint,
           "a small picture is proven");
    asked = 0;
    expect(proving.lighten(kWork, third).status == Status::Interrupted && asked == 3 &&
               proving.proven_bound() < proving.scale() * proving.difference(),
           "the search for lighter weights can be interrupted and leaves a proof");
}

}  // namespace

void test_weights(std::mt19937& random) {
    check_all_grids(random);
    check_random_boards(5000, 1000, random);
    check_interruption(random);
}

}  // namespace nonosat::core_test
