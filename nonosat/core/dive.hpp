// SPDX-License-Identifier: MIT
// Dive: a short search for a solution that follows beliefs and propagates as it goes.
//
// A run of belief propagation that ends with some clues broken is usually right about most cells.
// A dive assumes the likely value of each cell, the surest cell first, and propagates after each
// assumption, which usually solves the less sure cells before their turn. If an assumption fails,
// its contrary follows from those before it and the dive continues (chronological backtracking,
// which changes the least sure assumptions first), up to a number of conflicts.
//
// Source: the decimation of survey propagation (Braunstein, Mezard, Zecchina 2005), with
// line solving in place of unit propagation. Rejected: new beliefs after each assumption, which
// cost as much as another run.
//
// Cost: a few hundred propagations, below a millisecond on puzzles of 30x30. A dive proves nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

struct Lead {  // a value to assume of a cell
    int row, column, value;
};

class Dive {
public:
    explicit Dive(Board& board) : board_(board) {}

    // Tries the leads in their order. Fixpoint: found a solution of the lines, see cells().
    // Contradiction: no solution within `most_conflicts`, or none at all. Interrupted by the poll.
    // REQUIRES that the board is at a fixpoint of propagation and that each unknown cell of a line
    // with a clue has a lead. ENSURES that the board is at the same fixpoint again, also when an
    // exception of the poll ends the dive.
    Status find(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll);
    // The solution: a value per cell, row by row; EMPTY for cells that no clue constrains.
    const std::vector<std::uint8_t>& cells() const { return cells_; }
    int conflicts() const { return conflicts_; }

private:
    struct Choice {
        std::size_t mark, lead;
        int value;
    };

    Status descend(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll);
    int choose(const Lead& lead) const;
    Status assume(const Lead& lead, int value, const Poll& poll);

    Board& board_;
    std::vector<std::uint8_t> cells_;
    int conflicts_ = 0;
};

}  // namespace nonosat
