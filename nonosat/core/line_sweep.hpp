// SPDX-License-Identifier: MIT
// LineSweep: line solving to the fixpoint on a small board of one colour, for puzzles in bulk.
//
// A Board keeps a trail, times and counts for the stages after line solving, which most puzzles do
// not need. The sweep keeps two masks per line and a queue, allocates nothing from the second
// puzzle on, and solves lines by the same solve_line, in the order of Board::propagate, so that the
// number of line solves is the same (core_test compares both). A puzzle that it does not solve
// continues on a Board, which takes over the masks.
//
// Cost: about half of that of a Board on 15x15. There is no poll: the work takes at most some
// milliseconds, on 63x63.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "line.hpp"

namespace nonosat {

enum class SweepEnd { Solved, Contradiction, Open };

class LineSweep {
public:
    // True if the puzzle is small enough and has one colour.
    static bool fits(const FlatClues& clues) {
        return clues.colors == 1 && clues.height < Bits<1>::kBits && clues.width < Bits<1>::kBits;
    }

    // REQUIRES fits(clues).
    SweepEnd run(const FlatClues& clues);
    std::uint64_t line_solves() const { return line_solves_; }
    // The possible values at the fixpoint: a mask per line and value. REQUIRES that the end is not
    // Contradiction.
    const std::vector<Bits<1>>& masks() const { return masks_; }
    // The cells, row by row. REQUIRES that the puzzle is solved.
    std::vector<std::uint8_t> cells() const;

private:
    bool solve(int line);
    void remove(int line, int value, std::uint64_t places);

    int height_ = 0, width_ = 0, unknown_ = 0;
    std::uint64_t line_solves_ = 0;
    std::vector<Block> blocks_;
    std::vector<int> begins_;     // per line, its first block; one more at the end
    std::vector<Bits<1>> masks_;  // [line * 2 + value]
    std::vector<int> queue_;      // dirty lines, first in first out, from head_ on
    std::size_t head_ = 0;
    std::vector<std::uint8_t> idle_;  // per line: 0 if it may become dirty
    LineWork<1> work_;
};

}  // namespace nonosat
