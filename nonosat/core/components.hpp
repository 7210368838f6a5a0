// SPDX-License-Identifier: MIT
// Components: unknown cells that a chain of clauses of the order encoding connects.
//
// Cells of different components share no clause, so each component has the same solutions for all
// contents of the others. This is finer than "share a line with unknown cells": where known cells
// fix the blocks between two groups of unknown cells of a line, no clause connects the groups.
//
// The clauses are made but not kept: each joins its variables in a union-find forest, so that only
// the variables take memory. The cost is that of encoding. Rejected: a separate analysis of each
// line, which would repeat the rules of the encoding.
#pragma once

#include <utility>
#include <vector>

#include "cnf.hpp"

namespace nonosat {

// Disjoint sets of numbers, by path halving; a number that was never seen is a set of its own.
class UnionFind {
public:
    int root(int number) {
        grow(number);
        while (parents_[number] != number) {
            parents_[number] = parents_[parents_[number]];
            number = parents_[number];
        }
        return number;
    }
    void join(int a, int b) {
        grow(a > b ? a : b);
        const int of_a = root(a), of_b = root(b);
        // The smaller number leads, so that roots are the first variables of their sets.
        if (of_a < of_b)
            parents_[of_b] = of_a;
        else
            parents_[of_a] = of_b;
    }

private:
    void grow(int number) {
        REQUIRE(number >= 0);
        while (static_cast<int>(parents_.size()) <= number)
            parents_.push_back(static_cast<int>(parents_.size()));
    }
    std::vector<int> parents_;
};

// The components of a board in any state: their cells (row * width + column) ascending, the
// components in the order of their first cells. Cells in no clued line belong to no component.
//
// REQUIRES an empty `found`. Interrupted: the poll said stop, or the variables are too large for
// the bound.
Status find_components(const Board& board, const Poll& poll, const ModelBound& bound,
                       std::vector<std::vector<int>>& found);

}  // namespace nonosat
