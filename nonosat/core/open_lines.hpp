// SPDX-License-Identifier: MIT
// Open lines: the unknown cells of a board, and the lines with a clue that have one, as methods
// need them that compute marginals of lines (beliefs, weights).
#pragma once

#include <cstddef>
#include <vector>

#include "board.hpp"
#include "marginals.hpp"

namespace nonosat {

struct UnknownCells {
    explicit UnknownCells(const Board& board);

    std::vector<std::size_t> cells;  // row * width + column, in order
    std::vector<int> number;         // [cell]: its index in `cells`, -1 if it is known
};

struct OpenLine {
    int index;  // of the line on the board
    bool row;
    BeliefLine shape;
    std::vector<int> cells;      // numbers of its unknown cells
    std::vector<int> positions;  // where they are in the line
};

// The open lines, rows first. Throws std::invalid_argument if one has no placement.
std::vector<OpenLine> open_lines(const Board& board, const UnknownCells& unknown);

}  // namespace nonosat
