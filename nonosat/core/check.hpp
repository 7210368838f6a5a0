// SPDX-License-Identifier: MIT
// Check: is this grid a solution? Plain comparison of runs; no code of the solver.
//
// `settle` (batch.hpp) checks each solution here, as `solve` does with Puzzle.faults. The clues are
// kept as they were read, in a form of their own (FlatClues), so that this also finds faults in the
// making of the solver's boards. This file includes no other file of the core.
//
// Cost: one pass over the cells for the rows and one for the columns, about 2 ns per cell, half a
// nanosecond on small boards of one colour; for partial grids one pass for each block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nonosat {

// The clues of a puzzle one behind the other: rows, then columns.
struct FlatClues {
    int height = 0, width = 0, colors = 1;
    std::vector<std::uint16_t> blocks;  // length, colour, length, colour ...
    std::vector<std::uint32_t> ends;    // per line: where its blocks end
    std::vector<std::uint8_t> given;    // per line: 0 if its clue is missing

    std::size_t cells() const { return static_cast<std::size_t>(height) * width; }
    bool is_partial() const { return std::find(given.begin(), given.end(), 0) != given.end(); }
};

constexpr std::uint8_t kNotFixed = 255;  // in lists of fixed cells: the cell may have any value

// True if each cell has a value, each given clue is that of its line, and each of the `fixed` lists
// of cells (empty: nothing fixed) holds. `cells` and the lists go row by row.
bool is_solution(const FlatClues& clues, const std::vector<std::uint8_t>& cells,
                 const std::vector<const std::vector<std::uint8_t>*>& fixed);

// True if each line with a clue has a placement of its blocks that agrees with the known cells;
// kNotFixed: unknown.
bool breaks_no_clue(const FlatClues& clues, const std::vector<std::uint8_t>& cells);

}  // namespace nonosat
