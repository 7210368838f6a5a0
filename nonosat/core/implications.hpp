// SPDX-License-Identifier: MIT
// Implications: what each literal of a state implies within one line.
//
// Idea. For each unknown cell and literal ("is v", "is not v"), add the literal to the row and to
// the column of the cell and line-solve: whatever that fixes or removes is implied. A literal that
// is impossible implies its own negation. With one colour "is not filled" is "is empty", so each
// cell has two literals; with more, all literals are there and the cell's own exclusions are edges
// too ("is red" -> "is not blue"; with two values left, "is not red" -> "is blue").
//
// Line-solving is complete. So at a fixpoint of propagation A -> B holds exactly if every
// arrangement of the line with A has B, and the graph is skew-symmetric: A -> B iff not B -> not A.
// Source: the implication step of davidje13's Nonogram; there it is searched by closures of closures,
// here as a 2-SAT instance (nonosat/logic/implications.py).
//
// Cost: two (with colours: more) line-solves per unknown cell and line; below 1 ms for 25x25. A
// line that is the same as in the last call is not skipped: the graph search takes far longer.
#pragma once

#include "board.hpp"

namespace nonosat {

template <int W>
void BoardOf<W>::implications_of_line(int line, Implications& found) {
    const int length = cells(line);
    const std::vector<Block>& blocks = clues_[line].blocks;
    const Bits<W>* here = domain(line);
    std::vector<Bits<W>> assumed(colors + 1), follows(colors + 1);
    const auto cell_at = [&](int position) {
        return line < height ? index(line, position) : index(position, line - height);
    };
    for (int place = 0; place < length; ++place) {
        const std::size_t cell = cell_at(place);
        if (left_[cell] == 1) continue;
        for (int value = colors == 1 ? 1 : 0; value <= colors; ++value) {
            if (!here[value].test(place)) continue;
            for (const bool holds : {true, false}) {
                std::copy(here, here + colors + 1, assumed.begin());
                for (int other = 0; other <= colors; ++other)
                    if ((other == value) != holds) assumed[other].clear(place);
                const int source = literal_code(cell, value, holds);
                ++counts.line_solves;
                if (!solve_line<W>(length, colors, blocks.data(),
                                   static_cast<int>(blocks.size()), assumed.data(),
                                   follows.data(), work_)) {
                    found.add(source, literal_code(cell, value, !holds), line);
                    continue;
                }
                Bits<W> changed = Bits<W>::none();
                for (int v = 0; v <= colors; ++v) changed |= here[v].without(follows[v]);
                changed.each([&](int target) {
                    if (target == place) return;  // the cell's own exclusions come once, below
                    implied_at(cell_at(target), target, here, follows.data(), source, line, found);
                });
            }
        }
    }
}

// The edges from `source` to the literals of one cell of a line, `place` in it, that now hold.
template <int W>
void BoardOf<W>::implied_at(std::size_t cell, int place, const Bits<W>* before,
                            const Bits<W>* after, int source, int line,
                            Implications& found) const {
    int remaining = 0, last = 0;
    for (int v = 0; v <= colors; ++v)
        if (after[v].test(place)) ++remaining, last = v;
    if (colors == 1) {
        found.add(source, literal_code(cell, 1, last == 1), line);
        return;
    }
    for (int v = 0; v <= colors; ++v)
        if (before[v].test(place) && !after[v].test(place))
            found.add(source, literal_code(cell, v, false), line);
    if (remaining == 1) found.add(source, literal_code(cell, last, true), line);
}

// The exclusions between the values of one cell. Only with more than one colour.
template <int W>
void BoardOf<W>::exclusions_of_cell(std::size_t cell, Implications& found) const {
    const int row = static_cast<int>(cell / width), column = static_cast<int>(cell % width);
    for (int v = 0; v <= colors; ++v)
        for (int w = 0; w <= colors; ++w) {
            if (v == w || !can_be(row, column, v) || !can_be(row, column, w)) continue;
            found.add(literal_code(cell, v, true), literal_code(cell, w, false), -1);
            if (left_[cell] == 2)
                found.add(literal_code(cell, v, false), literal_code(cell, w, true), -1);
        }
}

template <int W>
Status BoardOf<W>::implications(const Poll& poll, Implications& found) {
    if (colors > 1)
        for (std::size_t cell = 0; cell < left_.size(); ++cell)
            if (left_[cell] != 1) exclusions_of_cell(cell, found);
    for (int line = 0; line < lines(); ++line) {
        if (!clues_[line].given) continue;
        if (poll && poll()) return Status::Interrupted;
        implications_of_line(line, found);
    }
    return Status::Fixpoint;
}

}  // namespace nonosat
