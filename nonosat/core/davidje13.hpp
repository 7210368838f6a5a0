// SPDX-License-Identifier: MIT
// The rating of davidje13's Nonogram: difficulty, tedium and number of steps, as it computes them.
//
// That program solves like a player who asks for one hint after the other. The easiest method that
// finds a cell makes one step, then the methods start again from the first:
// - trivial, overlap (the cells that the leftmost and the rightmost placement share), line solving:
//   the line with the highest (5 x filled + empty cells) / blocks; columns come first.
// - implications: for each value of each unknown cell, the closure of its consequences line by
//   line. If a closure contradicts itself, the other value holds with all its closure; else the
//   literals that both closures share hold. If no cell gives anything, all closures grow by a
//   round: each line with two or more of their literals is solved with all of them together. The
//   score of a candidate is the cells it gives, less the cells of the board for each link of a
//   contradiction, or for each level of depth of a shared literal; cells go row by row, the first
//   highest score wins.
// Facts that its description leaves open were found by experiment, and 295 of its results decide
// them: docs/experiments.md, "The ratings of two other programs". Its last method, a guess, is
// left out: those results need no guess, so they do not show how it counts the depth.
//
// Cost: two line solves per unknown cell of a changed line, and the sum of the closures' sizes per
// step by implications: milliseconds on most puzzles, seconds on a hard 50x50. The bounds on work
// and on stored closures count, so that equal input ends equally.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board.hpp"

namespace nonosat {

enum class Davidje13End { Solved, NeedsGuess, Contradiction, TooMuch, Interrupted };

struct Davidje13Rating {
    Davidje13End end = Davidje13End::Interrupted;
    std::int64_t difficulty = 0, tedium = 0, steps = 0;
    std::uint64_t work = 0;  // in operations on machine words, roughly
};

// Judges the puzzle of a board from the board's known cells on; the board does not change.
// REQUIRES one colour and that all clues are given. TooMuch after `most_work`.
Davidje13Rating davidje13_rating(Board& board, const Poll& poll, std::uint64_t most_work);

}  // namespace nonosat
