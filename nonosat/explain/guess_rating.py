# SPDX-License-Identifier: MIT
"""``guess_rating``: solutions, guesses and difficulty rating of dsmiller95's nonogram-printer.

Idea: all columns, then all rows are line-solved, again and again until nothing changes; then the
first unknown cell, column by column from the top, is guessed, filled first. This goes on until all
solutions are found. The rating is (lines that changed + 10 x guesses, two at each branch) / number
of solutions, rounded up; worst and best guesses are those on the way to a solution. A line without
blocks becomes empty whatever it holds; the crossing lines then find the contradiction.

Source: dsmiller95/nonogram-printer, whose figures for 51 puzzles are reproduced exactly. Cost: it
enumerates all solutions, so a bound counts the lines that are looked at: half a second in Python
with a memory of solved lines. Rejected: the board of the core, which solves only changed lines, in
another order, so that other lines count as changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.core import _core
from nonosat.limits import Limits, Stopped
from nonosat.model.clue import UNKNOWN, Clue
from nonosat.model.puzzle import Puzzle

MOST_LINES = 1_000_000
"""The number of lines to look at after which ``guess_rating`` gives up."""

POINTS_PER_GUESS = 10
MOST_REMEMBERED = 200_000


@dataclass(frozen=True, slots=True)
class GuessNumbers:
    """What dsmiller95's nonogram-printer shows for a puzzle; or None four times, and the reason."""

    solutions: int | None
    worst_guesses: int | None
    """The guesses on the way to the solution that takes most of them."""
    best_guesses: int | None
    rating: int | None
    reason: str | None = None
    """Why there are no numbers."""


class _TooMuchError(Exception):
    """The bound on lines was reached."""


def guess_rating(
    puzzle: Puzzle, limits: Limits | None = None, *, most_lines: int = MOST_LINES
) -> GuessNumbers:
    """The solutions, guesses and rating of dsmiller95's nonogram-printer.

    They exist for puzzles of one colour with all clues and at least one solution. ``most_lines``
    bounds the lines that are looked at.

    >>> guess_rating(Puzzle([[1], [1]], [[1], [1]]))
    GuessNumbers(solutions=2, worst_guesses=1, best_guesses=1, rating=13, reason=None)
    """
    if len(puzzle.palette) != 1:
        return _without("it rates puzzles of one colour only")
    if puzzle.partial:
        return _without("it rates puzzles with all clues only")
    search = _Search(puzzle, limits or Limits(), most_lines)
    try:
        found = search.run()
    except _TooMuchError:
        return _without("it takes more work than this rating may")
    except Stopped as stopped:
        return _without(f"a limit was reached: {stopped.reason.value}")
    if not found:
        return _without("there is no solution")
    points = search.changed_lines + POINTS_PER_GUESS * search.guesses
    return GuessNumbers(len(found), max(found), min(found), -(-points // len(found)))


def _without(reason: str) -> GuessNumbers:
    return GuessNumbers(None, None, None, None, reason)


class _Search:
    """The search, and what it counts. A board is a bytearray, column by column."""

    def __init__(self, puzzle: Puzzle, limits: Limits, most_lines: int) -> None:
        self.height, self.width = puzzle.height, puzzle.width
        columns = (slice(x * self.height, (x + 1) * self.height) for x in range(self.width))
        rows = (slice(y, None, self.height) for y in range(self.height))
        clues = (*puzzle.columns, *puzzle.rows)
        self.lines = tuple(zip((*columns, *rows), (clue or () for clue in clues), strict=True))
        self.limits = limits
        self.most_lines = most_lines
        self.seen_lines = self.changed_lines = self.guesses = 0
        self.remembered: dict[tuple[Clue, bytes], bytes | None] = {}

    def run(self) -> list[int]:
        """Find all solutions: the number of guesses on the way to each."""
        found: list[int] = []
        todo = [(bytearray([UNKNOWN]) * (self.height * self.width), 0)]
        while todo:
            board, guesses = todo.pop()
            if not self.settle(board):
                continue
            place = board.find(UNKNOWN)
            if place < 0:
                found.append(guesses)
                continue
            self.guesses += 2
            for value in (0, 1):  # the last one is taken first
                guess = bytearray(board)
                guess[place] = value
                todo.append((guess, guesses + 1))
        return found

    def settle(self, board: bytearray) -> bool:
        """Line-solve columns and rows until nothing changes; False at a contradiction."""
        changed = True
        while changed:
            changed = False
            self.limits.check()
            self.seen_lines += len(self.lines)
            if self.seen_lines > self.most_lines:
                raise _TooMuchError
            for place, clue in self.lines:
                before = bytes(board[place])
                after = self.solve(clue, before)
                if after is None:
                    return False
                if after != before:
                    board[place] = after
                    self.changed_lines += 1
                    changed = True
        return True

    def solve(self, clue: Clue, cells: bytes) -> bytes | None:
        """The line with all that follows; None if it has no arrangement."""
        if not clue:
            return bytes(len(cells))
        key = (clue, cells)
        if key in self.remembered:
            return self.remembered[key]
        values = _core.solve_line(1, clue, [3 if cell == UNKNOWN else 1 << cell for cell in cells])
        result = None if values is None else bytes(UNKNOWN if v == 3 else v >> 1 for v in values)
        if len(self.remembered) >= MOST_REMEMBERED:
            self.remembered.clear()
        self.remembered[key] = result
        return result
