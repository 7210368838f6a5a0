// SPDX-License-Identifier: MIT
// TrialFinder: the trial of a cell that needs the fewest line solves, for a person.
//
// A trial assumes each value that a cell can have and solves lines. A value that leads to a line
// without placement is removed; a literal that holds for all values holds. (probe.hpp does the same
// for the solver, and keeps all results.) For a person the trial must be short.
//
// - Scan: every value of every unknown cell is tried, and for each conclusion the line solves that
//   can have led to it are counted. The result of a trial is kept until one of the lines that it
//   solved changes. After kScan line solves the scan ends if it has a conclusion.
// - The kRefined conclusions with the smallest counts are made minimal. Lines are solved in three
//   orders (TrialOrder), and for each value the order with the fewest line solves that matter is
//   taken. Then each line, and each known literal, is left out; it stays out if the trial still
//   succeeds, with any number of line solves, on a board that knows only the other premises. On
//   that board the lines are solved in all orders again, and each line solve is left out to see
//   whether the others suffice.
//   These premises are kept as the result of a trial is; and once the needed lines alone are more
//   than the line solves of an earlier conclusion, the rest is left out.
// - The conclusion with the fewest line solves is returned; of equals the one with the fewest
//   premises, then the first.
//
// It is the fewest found, not the fewest possible: to find the smallest sequence for each of
// thousands of conclusions is too hard, and the counts are an upper bound that orders them well.
//
// Cost: two propagations per unknown cell that changed, and some thousand line solves.
#pragma once

#include <memory>
#include <optional>

#include "reason.hpp"

namespace nonosat {

class TrialFinder {
public:
    static constexpr std::uint64_t kScan = 200'000;
    static constexpr std::size_t kRefined = 12;

    virtual ~TrialFinder() = default;
    // Searches the board, which must be propagated. Fixpoint, and the reason if there is one; or
    // Interrupted. The board does not change. In a reason, links in succession with the same line
    // are one line solve.
    virtual Status find(const Poll& poll, std::optional<Reason>& found) = 0;
};

// The finder for a board, which must outlive it.
std::unique_ptr<TrialFinder> make_trial_finder(Board& board);

}  // namespace nonosat
