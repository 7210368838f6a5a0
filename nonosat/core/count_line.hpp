// SPDX-License-Identifier: MIT
// One line for the count (count.cpp): its clue as the smallest layered automaton.
//
// How far a line is in its clue is the state of an automaton, a chain: `need[s]` is the value that
// leads from s to s + 1, and before each block EMPTY may also stay. Only cells that vary count as
// steps; the known cells between them are folded into the transitions. Per step the states that
// cannot be completed are dropped and those with the same future are merged (built backwards), so
// that a determined line needs no bit of a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

struct CountLine {
    std::vector<int> cells;              // the positions that vary, in order
    std::vector<int> sizes;              // [k]: states before cell k; [m]: 1
    std::vector<std::vector<int>> next;  // [k][state * values + value]: state, or -1
    int bits = 0;                        // enough for the number of any state
};

struct NoPlacement {};  // thrown: the line has no placement
struct TooLarge {};     // thrown: the automaton does not fit in the room

// `domain[p]` are the values that cell p of the line can have, as bits; `varies[p]` says whether it
// varies. `room` counts entries of tables and decreases by those that the result uses. REQUIRES
// that a cell that does not vary has one value. ENSURES one state before the first cell.
CountLine make_count_line(const Clue& clue, const std::vector<std::uint64_t>& domain,
                          const std::vector<char>& varies, int values, std::size_t& room);

}  // namespace nonosat
