// SPDX-License-Identifier: MIT
// Line edges: the edges of the implication graph that each line gives, for the native search.
//
// For each literal of an unknown cell, LinePairs says what the placements with that literal have
// in common; every value that they take from another cell of the line is an edge. The edges are
// those of implications.hpp, which solves the line once per literal instead: the two are
// independent, and tests compare them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board.hpp"
#include "work_meter.hpp"

namespace nonosat {

// The edges of one line: source i has the targets from ends[i - 1] on, up to ends[i].
struct LineEdges {
    std::vector<int> sources, targets;
    std::vector<std::uint32_t> ends;
    void clear() {
        sources.clear();
        targets.clear();
        ends.clear();
    }
};

// Makes the edges of the lines of a board, and remembers which lines have not changed.
class EdgeMaker {
public:
    enum class Result { Same, Changed, Stopped, TooLarge };

    virtual ~EdgeMaker() = default;
    // The edges of a line of a propagated board, unless the line is the same as in the last call.
    // REQUIRES Board::at_fixpoint(). After Stopped or TooLarge `found` is unchanged.
    virtual Result edges(int line, LineEdges& found, WorkMeter& meter) = 0;
};

// The maker for a board, which must outlive it.
std::unique_ptr<EdgeMaker> make_edge_maker(Board& board);

// (cell, value) as a number; with one colour the value is always 1, filled. A literal is twice that
// number, plus one for "is not".
struct Literals {
    int colors;
    int values() const { return colors == 1 ? 1 : colors + 1; }
    int of(std::size_t cell, int value, bool holds) const {
        const auto number = colors == 1 ? cell : cell * (colors + 1) + value;
        return static_cast<int>(number) * 2 + (holds ? 0 : 1);
    }
    std::size_t cell(int literal) const { return static_cast<std::size_t>(literal / 2 / values()); }
    int value(int literal) const { return colors == 1 ? 1 : literal / 2 % (colors + 1); }
    static bool holds(int literal) { return (literal & 1) == 0; }
    static int negated(int literal) { return literal ^ 1; }
};

}  // namespace nonosat
