// SPDX-License-Identifier: MIT
// ShortSearch: the stage `search`, which decides boards that need only a short search.
//
// After probing, most boards with several solutions have few unknown cells, and nearly any values
// lead to a solution. A search that only solves lines after each assumption (probe_search.hpp)
// finds one within a few hundred line solves, and then the next one. If it does not, a search that
// probes after each assumption needs far fewer of them. Beliefs or clauses take longer for the
// same. On boards that need a long search this work is lost; so it is bounded: without probing by a
// number of line solves; with probing by those that deduction needed before, twice as many on
// boards with few unknown cells, a fraction on others. Boards with more than 300 unknown cells are
// not searched. If a bound comes after a first and before a second solution, a switching component
// (switching_component.hpp) is looked for.
//
// Source: the short depth-first search of nonosolve (docs/how-to/repeat-figures.md), which needs 3
// to 75 assumptions where other methods need hundreds of conflicts. docs/experiments.md, "Two
// solutions soon" and "The sets that were behind", has the bounds that were tried, and why the
// switching component does not come first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe_search.hpp"

namespace nonosat {

struct ShortSearch {
    std::vector<std::vector<std::uint8_t>> solutions;  // all different; free cells have any value
    bool exhausted = false;                            // these are all
    std::uint64_t nodes = 0, dead_ends = 0, switching_components = 0;  // counts
};

// Looks for solutions until `most` are known, all are known, or the bound is reached. Probes the
// board first, which takes no time if it is probed already; values that the search refutes are
// removed from the board, too. Contradiction: there is no solution. If the poll interrupts it or
// throws, `found` has the solutions so far.
Status search_shortly(Board& board, Prober& prober, std::size_t most, const Poll& poll,
                      ShortSearch& found);

}  // namespace nonosat
