// SPDX-License-Identifier: MIT
// Count: how many solutions a board has, or one component of it (count.cpp explains the method).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

struct CountTask {
    // The cells to vary, as row * width + column; known cells and cells in no clued line do not
    // vary. Lines without varying cells count as satisfied.
    std::vector<int> cells;
    // A solution (values row by row): it gives the values of the other cells, and if the count
    // cannot be completed, it proves that the bound is at least 1. Empty: no solution is known;
    // `cells` must then hold all unknown cells.
    std::vector<int> solution;
    std::size_t max_bytes = std::size_t{1} << 28;
};

struct CountResult {
    std::vector<std::uint64_t> number{0};  // little endian
    bool exact = true;                     // else it is a lower bound
    std::uint64_t steps = 0;               // transitions tried
    std::size_t peak = 0;                  // states of the largest table
};

// Counts. When `poll` says stop, the count is completed as a lower bound within milliseconds; an
// exception of the poll passes through. Throws std::invalid_argument for cells or values that the
// board does not have and for a solution that breaks a clue. ENSURES that the number is the count
// if `exact`, else not more than the count, and at least 1 where a solution was given.
CountResult count_solutions(const Board& board, const CountTask& task, const Poll& poll);

}  // namespace nonosat
