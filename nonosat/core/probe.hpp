// SPDX-License-Identifier: MIT
// Probing: the consequences of trying every value of every unknown cell.
//
// Assume a value of a cell and propagate. A contradiction removes the value; a value that all
// remaining values of the cell remove is removed permanently (a tautology). Repeat until nothing
// changes: the closure is the same in any order, because each step is sound and monotone.
//
// Skips: a probe reads only the lines that it solves. If none of them has changed since, it would
// end the same way again. Each cell keeps the list of these lines and the time of its last probe
// (a bit set of all lines per cell would need 130 MB for the largest board). The removals that the
// probe of a cell makes permanent cannot change that same probe, because they are part of the
// closure of each surviving value; so the time is noted afterwards.
//
// Ties: if every value of a cell X makes a cell Y known, each with another value, and Y has no
// further values, a probe of Y gives nothing new after the probe of X. Let x lead to y: then the
// consequences of y are among those of x; so y does not fail, and a value that all values of Y
// remove is removed by all values of X. X itself is tied to X. So one probe is enough for all cells
// that a switching component changes, and the closure stays the same.
//
// Order: cells with many known neighbours first (the edge counts as known), among equals those
// whose lines have few unknown cells. There a value fails soonest, and the cells that it solves
// save other probes. Starting again after each success is far slower. docs/experiments.md, "Line
// solving, boards and probing", has the figures.
//
// Cost: two propagations per unknown cell and pass, about 20 line solves each on 25x25. Source:
// "failed literals" of SAT solvers, "singleton arc consistency" of constraint solvers. Programs
// that copy the board per probe and never skip need several times as much time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "board.hpp"
#include "work_meter.hpp"

namespace nonosat {

class Prober {
public:
    // How many values are removed by assuming the values of a cell that do not fail.
    struct Gain {
        int least = std::numeric_limits<int>::max(), most = 0;
        int strongest = 0;  // the value that removed most; the cell may have lost it since, and a
                            // tied cell may never have had it
    };

    // Probes this board, which must outlive the prober. Results for unchanged cells are kept
    // between calls.
    explicit Prober(Board& board);

    // Probes to the fixpoint; propagates first. Contradiction: there is no solution. If the poll
    // interrupts it or throws, the deductions so far stay, no assumption stays, and another call
    // continues. ENSURES, if the result is Fixpoint, that propagation has nothing to do and that no
    // probe would remove a value. `enough`, asked before each cell, ends it as the poll does.
    Status probe(const Poll& poll, const std::function<bool()>& enough = {});

    // How many cells lose a value by the trial of some cell, each trial on the board as it is. The
    // board does not change. REQUIRES Board::at_fixpoint().
    Status openings(const Poll& poll, std::size_t& cells);

    // Of the last probe of the cell.
    const Gain& gain(std::size_t cell) const { return gains_[cell]; }

private:
    bool stale(std::size_t cell) const;
    bool order(WorkMeter& meter, std::vector<std::size_t>& cells);
    Status try_values(std::size_t cell, const Poll& poll, int& survivors, int& failed_line);
    Status probe_cell(std::size_t cell, const Poll& poll, bool& changed);

    Board& board_;
    std::vector<std::uint32_t> probed_;  // per cell, the board's time of its last probe
    std::vector<std::vector<std::uint16_t>> touched_;  // per cell, the lines that its probes solved
    std::vector<Gain> gains_;                          // per cell
    std::vector<std::uint16_t> solved_;  // the lines that the probes of one cell solve
    std::vector<Removal> agreed_;        // what all surviving values remove
    std::vector<std::size_t> tied_;  // the cells to which each of these values gives another value
    std::vector<int> refuted_;       // the values that failed
};

}  // namespace nonosat
