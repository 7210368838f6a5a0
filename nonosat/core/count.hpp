// SPDX-License-Identifier: MIT
// Count: how many solutions a board has, or one part of it (count.cpp tells the method).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

struct CountTask {
    // The cells to vary, as row * width + column; those that are settled or lie in no clued line
    // are left out. Every line outside of them is taken to be satisfied.
    std::vector<int> cells;
    // A solution (values row by row): the other cells have its values, and where the count cannot
    // be completed it is kept as a witness, so that the bound is at least 1. Empty: none is known;
    // `cells` must then hold all cells that are not settled.
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
// exception out of it passes through. Throws std::invalid_argument for a task that makes no sense.
CountResult count_solutions(const Board& board, const CountTask& task, const Poll& poll);

}  // namespace nonosat
