// SPDX-License-Identifier: MIT
// Hints: what beliefs say about a board, for the phases of an encoding.
#pragma once

#include <cstdint>
#include <vector>

namespace nonosat {

struct Hints {
    std::uint64_t board = 0;          // the id of the board that they are of
    std::vector<std::uint8_t> cells;  // the likely value of each cell
    // Per line the likely start of each of its blocks; empty for a line that nothing is known of.
    std::vector<std::vector<int>> starts;
};

}  // namespace nonosat
