// SPDX-License-Identifier: MIT
// Looking: how much a person looks at while solving a board. The counters for `difficulty`.
//
// The person of this model looks at one line at a time and sees all that follows from it.
// - A line is worth a look if it has changed since the last one. The person takes the line with the
//   fewest open blocks (blocks with several possible starts); of those the line with the least
//   freedom (the product of the numbers of starts). Equal lines are looked at in the same moment.
// - A look costs n * n + r: each of n open blocks is compared with the place of each other one, and
//   r runs of filled cells, between the first and the last unknown cell of the line, are read.
// - If lines give nothing, the person assumes a value of a cell, and looks at lines in the same way
//   until one has no placement, or until nothing follows. Of T trials S fail, and a trial costs C
//   on average; so a person who tries them in any order needs (T + 1) / (S + 1) trials, at the cost
//   C each, for the first success. Then all values that fail are removed, and lines continue.
// - The end is a solved board, or a board on which no trial fails.
//
// Every count is the same for the turned and mirrored copies of a board, because equal lines are
// taken together and trials do not see each other; a cut-off of the work is the exception.
//
// Source: the queue by the number of placements is nonopy's; the sweeps of Batenburg and Kosters
// (2012) count rounds instead. docs/experiments.md, "How hard a puzzle is for people", compares
// other orders and other costs of a look.
//
// Cost: two line solves per look. If lines do not suffice, trials: some twenty line solves for each
// unknown cell and value.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board.hpp"

namespace nonosat {

struct Looking {
    std::uint64_t looks = 0;      // at lines, outside of trials
    std::uint64_t gave = 0;       // looks that gave something
    std::uint64_t cost = 0;       // of these looks
    std::uint64_t moments = 0;    // at which lines gave nothing and trials began
    std::uint64_t trials = 0;     // of all moments
    std::uint64_t failures = 0;   // trials that failed: their value is refuted
    double trial_cost = 0;        // expected cost of trials until the first success, of all moments
    std::size_t cells = 0;        // unknown cells in clued lines at the beginning
    std::size_t lines_leave = 0;  // of those, unknown after lines alone
    std::size_t trials_leave = 0;  // of those, unknown at the end
    bool cut = false;              // true: the bound on the work for trials was reached
};

// The default of `most_solves`: line solves that trials may take in all.
constexpr std::uint64_t kMostTrialSolves = 1 << 21;

// Looks at a board, which need not be propagated and does not change. Contradiction: there is no
// solution. Interrupted by the poll: `found` holds the counts so far.
Status look(const Board& board, std::uint64_t most_solves, const Poll& poll, Looking& found);

}  // namespace nonosat
