// SPDX-License-Identifier: MIT
// ProbeSearch: a bounded search for solutions that probes after every assumption.
//
// After probing, an assumption about the right cell often decides most of the board, so a few
// assumptions with probing after each find a solution, or show that no other exists. Belief
// propagation needs hundreds of iterations for the same, a SAT solver hundreds of conflicts.
//
// Depth first: assume a value of a cell and probe to the fixpoint. A contradiction, and every
// solution that is found, rules out the assumption under those before it; its cell loses the value
// and the board is probed again. The search is exhausted when a contradiction or a solution is
// found without any assumption.
//
// The cell: count the values that its weakest and its strongest value remove, in the last probe of
// each cell; the cell with the largest product is chosen, since it halves the board with either
// value. The value: the likely value if lead() has named one, else the value that removes most,
// because it leads to a contradiction soonest.
//
// Source: lookahead SAT solvers (Freeman 1995, "Improvements to propositional satisfiability search
// algorithms"); for nonograms Wu et al. 2013, "An efficient approach to solving nonograms".
//
// Cost: a node is a pass of probing over the cells that the assumption changed, a tenth of a
// millisecond to one millisecond on 30x30. The number of nodes and line solves is bounded: a search
// that does not end soon does not end at all, and SAT solvers learn from conflicts, which this
// search repeats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "probe.hpp"

namespace nonosat {

class ProbeSearch {
public:
    // For that board, with its prober; both must live longer. Without `probes`, only lines are
    // solved after an assumption; the prober must have probed the board before.
    ProbeSearch(Board& board, Prober& prober, bool probes = true);

    // Where the search stops: at the number of assumptions and of line solves since the first call.
    struct Bound {
        std::uint64_t nodes, line_solves;
    };

    // Looks for solutions until `most` of them are known. Fixpoint: see solutions() and
    // exhausted(); if there are fewer and it is not exhausted, the bound was reached. If the poll
    // interrupts it or throws, another call continues. REQUIRES that the board is at a fixpoint, in
    // the same state as at the last call. ENSURES that it is at the same fixpoint again.
    Status run(std::size_t most, const Bound& bound, const Poll& poll);
    // From now on try these values first: one per cell, row by row.
    void lead(std::vector<std::uint8_t> likely) { likely_ = std::move(likely); }
    // The solutions that were found, each a value per cell, row by row; EMPTY for cells that no
    // clue constrains.
    const std::vector<std::vector<std::uint8_t>>& solutions() const { return solutions_; }
    // True if all solutions were found.
    bool exhausted() const { return exhausted_; }
    // Removes the values that failed without other assumptions from the board, permanently, and
    // probes it. This ends the search: only its results may be read afterwards.
    Status keep_refuted(const Poll& poll);

    std::uint64_t nodes() const { return nodes_; }          // assumptions
    std::uint64_t dead_ends() const { return dead_ends_; }  // contradictions under assumptions
    std::uint64_t line_solves() const { return line_solves_; }

private:
    struct Choice {
        std::size_t cell, mark;  // mark: of the board, before the choice
        int value;
        bool assumed;   // else the value was ruled out
        bool solution;  // ruled out because its solution is already known
    };

    Status work(std::size_t most, const Bound& bound, const Poll& poll);
    bool after(const Choice& choice);
    bool is_constrained(int row, int column) const;
    bool rule_out_last(bool solution);
    Status deduce(const Poll& poll);
    Choice choose() const;
    void note_solution();

    Board& board_;
    Prober& prober_;
    const bool probes_;
    int free_ = 0;              // cells that no clue constrains
    std::vector<Choice> path_;  // the choices that hold now
    std::vector<std::uint8_t> likely_;
    std::vector<std::vector<std::uint8_t>> solutions_;
    bool exhausted_ = false;
    std::uint64_t nodes_ = 0, dead_ends_ = 0, line_solves_ = 0;
};

}  // namespace nonosat
