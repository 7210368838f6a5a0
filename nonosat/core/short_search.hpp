// SPDX-License-Identifier: MIT
// ShortSearch: the stage `search`, which decides the boards that need no long search.
//
// After probing, most boards with several solutions have few unknown cells. A search that probes
// after each assumption (probe_search.hpp) finds a solution after some of them, and the next one
// when it goes on. Beliefs or clauses take longer for the same. The work is bounded, because a
// board that needs a long search loses what this one takes: by the line solves that deduction
// needed before, twice as many on boards with few unknown cells, a fraction on others; boards with
// more than 300 unknown cells are not searched. Where the bound comes between a first and a second
// solution, a switching component (switching_component.hpp) is looked for.
//
// Source: the short depth-first search of nonosolve (docs/how-to/repeat-figures.md), which needs 3
// to 75 assumptions where others need hundreds of conflicts. docs/experiments.md, "Two solutions
// soon", has the bounds that were tried, and why the switching component does not come first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe_search.hpp"

namespace nonosat {

struct ShortSearch {
    std::vector<std::vector<std::uint8_t>> solutions;  // all different; free cells: any value
    bool exhausted = false;                            // there are no others
    std::uint64_t nodes = 0, dead_ends = 0, switching_components = 0;  // work and finds, as counted
};

// Looks for solutions until `most` are known, none is left, or the bound is reached. Probes the
// board, which takes no time where that is done; what the search refutes is removed from the board,
// too. Contradiction: there is no solution. Interrupted by the poll: `found` has the solutions so
// far, also when an exception of the poll leaves this.
Status search_shortly(Board& board, Prober& prober, std::size_t most, const Poll& poll,
                      ShortSearch& found);

}  // namespace nonosat
