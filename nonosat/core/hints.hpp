// SPDX-License-Identifier: MIT
// Hints: the likely values and starts that beliefs give, for the phases of an encoding.
#pragma once

#include <cstdint>
#include <vector>

namespace nonosat {

struct Hints {
    std::uint64_t board = 0;          // the id of their board
    std::vector<std::uint8_t> cells;  // the likely value of each cell
    // Per line the likely start of each block; empty for a line without hints.
    std::vector<std::vector<int>> starts;
};

}  // namespace nonosat
