// SPDX-License-Identifier: MIT
// Implications: what each literal of a state implies within one line.
//
// Idea. For each unknown cell and literal ("is v", "is not v"), add the literal to the row and to
// the column of the cell and solve the line: the values that this fixes or removes are implied. An
// impossible literal implies its own negation. With one colour "is not filled" is "is empty", so
// each cell has two literals; with more, all literals are there and the cell's own exclusions are
// edges too ("is red" -> "is not blue"; with two possible values, "is not red" -> "is blue").
//
// Line solving is complete. So at a fixpoint of propagation A -> B holds exactly if every
// placement of the line with A has B, and the graph is skew-symmetric: A -> B iff not B -> not A.
// Source: the implication step of davidje13's Nonogram, which searches closures of closures; here
// the edges are a 2-SAT instance (nonosat/logic/implications.py).
//
// Cost: two (with colours: more) line solves per unknown cell and line. LinePairs computes the same
// for all cells of a line at once and is faster; this plain method makes the edges of the networkx
// graph and checks LinePairs, with which it shares nothing but the line solver.
#pragma once

#include <cstddef>
#include <vector>

#include "board.hpp"

namespace nonosat {

// The edges of the implication graph, one per entry. A literal is coded as
// ((row * width + column) * (colors + 1) + value) * 2 + (holds ? 0 : 1); with one colour the value
// is always 1 (filled). line is -1 for edges within the cell alone.
struct Implications {
    std::vector<int> sources, targets, causes;
    void add(int source, int target, int line) {
        sources.push_back(source);
        targets.push_back(target);
        causes.push_back(line);
    }
};

// Adds all single-line implications of the state to `found`. Fixpoint; or Interrupted, by the poll
// or because there are more than `most` edges.
Status implications(Board& board, const Poll& poll, std::size_t most, Implications& found);

}  // namespace nonosat
