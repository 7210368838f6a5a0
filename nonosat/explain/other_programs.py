# SPDX-License-Identifier: MIT
"""The ratings of two other programs, computed as they do: davidje13's and dsmiller95's.

``davidje13_rating``: the difficulty, tedium and number of steps of davidje13's Nonogram. That
program takes one hint after the other and adds their costs: a line costs 0, 1 or 5 for each block,
by the method that the line needs; a step by implications costs 20 for each link of its explanation.
``nonosat/core/davidje13.hpp`` describes the methods and does the work; 294 results of the program,
and its own example, are reproduced exactly (docs/experiments.md, "The ratings of two other
programs"). Cost: 2 ms for a typical puzzle of the corpus, up to seconds for a hard 50x50; the work
is bounded. Rejected: an invented price for its last method, the guess. No result that we know needs
a guess, so nothing would confirm the numbers.

``dsmiller95_rating``: solutions, guesses and difficulty rating of dsmiller95's nonogram-printer.
All columns, then all rows are solved as lines, again and again until nothing changes; then the
first unknown cell, column by column from the top, is guessed, filled first. This goes on until all
solutions are found. The rating is (lines that changed + 10 x guesses, two at each branch) / number
of solutions, rounded up; worst and best guesses are those on the way to a solution. A line without
blocks becomes empty even if it holds filled cells; the crossing lines then find the contradiction.
Its figures for 51 puzzles are reproduced exactly. Cost: it enumerates all solutions, so we bound
the number of lines looked at: half a second in Python with a cache of solved lines. Rejected: the
board of the core, which solves only changed lines, in another order, so that other lines count as
changed.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.core import _core
from nonosat.core._core import Davidje13End
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.model.clue import UNKNOWN, Clue
from nonosat.model.puzzle import Puzzle

MOST_WORK = 10_000_000_000
"""The work after which ``davidje13_rating`` gives up, in operations of about a nanosecond."""

_REASONS = {
    Davidje13End.NEEDS_GUESS: "only a guess gives more: there are several solutions, or the puzzle "
    "is harder than this rating covers",
    Davidje13End.CONTRADICTION: "there is no solution",
    Davidje13End.TOO_MUCH: "it takes more work than this rating is allowed",
}


@dataclass(frozen=True, slots=True)
class Davidje13Rating:
    """The three numbers of davidje13's Nonogram for a puzzle; or None three times, and the reason.

    >>> davidje13_rating(Puzzle([[2], [1]], [[2], [1]])).tedium
    4
    """

    difficulty: int | None = None
    tedium: int | None = None
    steps: int | None = None
    reason: str | None = None
    """Why there are no numbers."""

    @property
    def needs_guess(self) -> bool:
        """True if there are no numbers because only a guess gives more."""
        return self.reason == _REASONS[Davidje13End.NEEDS_GUESS]


def davidje13_rating(
    puzzle: Puzzle, limits: Limits | None = None, *, most_work: int = MOST_WORK
) -> Davidje13Rating:
    """The difficulty, the tedium and the number of hints of davidje13's Nonogram.

    They exist for puzzles of one colour with all clues and one solution that needs no guess.
    ``most_work`` is in operations of about a nanosecond.

    >>> davidje13_rating(Puzzle([[2], [1]], [[2], [1]]))
    Davidje13Rating(difficulty=1, tedium=4, steps=3, reason=None)
    >>> davidje13_rating(Puzzle([[1], [1]], [[1], [1]])).reason[:25]
    'only a guess gives more: '
    """
    if len(puzzle.palette) != 1:
        return Davidje13Rating(reason="it rates puzzles of one colour only")
    if puzzle.missing_clues:
        return Davidje13Rating(reason="it rates puzzles with all clues only")
    limits = limits or Limits()
    if limits.stop():
        return Davidje13Rating(reason=_stopped(limits))
    end, difficulty, tedium, steps, _ = open_board(puzzle).davidje13_rating(limits.stop, most_work)
    if end == Davidje13End.SOLVED:
        return Davidje13Rating(difficulty, tedium, steps)
    interrupted = end == Davidje13End.INTERRUPTED
    return Davidje13Rating(reason=_stopped(limits) if interrupted else _REASONS[end])


def _stopped(limits: Limits) -> str:
    assert limits.reason is not None
    return f"a limit was reached: {limits.reason.value}"


MOST_LINES = 1_000_000
"""The number of lines to look at after which ``dsmiller95_rating`` gives up."""

POINTS_PER_GUESS = 10
MOST_REMEMBERED = 200_000


@dataclass(frozen=True, slots=True)
class Dsmiller95Rating:
    """The four numbers of dsmiller95's nonogram-printer; or None four times, and the reason.

    >>> dsmiller95_rating(Puzzle([[2], [1]], [[2], [1]])).solutions
    1
    """

    solutions: int | None = None
    worst_guesses: int | None = None
    """The guesses on the way to the solution that takes most of them."""
    best_guesses: int | None = None
    rating: int | None = None
    reason: str | None = None
    """Why there are no numbers."""


@dataclass(frozen=True, slots=True)
class OtherPrograms:
    """How two other programs rate a puzzle.

    >>> from nonosat import rate
    >>> both = rate(Puzzle([[2], [1]], [[2], [1]]), other_programs=True).other_programs
    >>> both.davidje13.difficulty, both.dsmiller95.rating
    (1, 3)
    """

    davidje13: Davidje13Rating
    dsmiller95: Dsmiller95Rating


class _TooMuchError(Exception):
    """The bound on lines was reached."""


def dsmiller95_rating(
    puzzle: Puzzle, limits: Limits | None = None, *, most_lines: int = MOST_LINES
) -> Dsmiller95Rating:
    """The solutions, guesses and rating of dsmiller95's nonogram-printer.

    They exist for puzzles of one colour with all clues and at least one solution. ``most_lines``
    bounds the lines that are looked at.

    >>> dsmiller95_rating(Puzzle([[1], [1]], [[1], [1]]))
    Dsmiller95Rating(solutions=2, worst_guesses=1, best_guesses=1, rating=13, reason=None)
    """
    if len(puzzle.palette) != 1:
        return Dsmiller95Rating(reason="it rates puzzles of one colour only")
    if puzzle.missing_clues:
        return Dsmiller95Rating(reason="it rates puzzles with all clues only")
    search = _Search(puzzle, limits or Limits(), most_lines)
    try:
        found = search.run()
    except _TooMuchError:
        return Dsmiller95Rating(reason="it takes more work than this rating is allowed")
    except Stopped as stopped:
        return Dsmiller95Rating(reason=f"a limit was reached: {stopped.reason.value}")
    if not found:
        return Dsmiller95Rating(reason="there is no solution")
    points = search.changed_lines + POINTS_PER_GUESS * search.guesses
    return Dsmiller95Rating(len(found), max(found), min(found), -(-points // len(found)))


class _Search:
    """The search and its counters. A board is a bytearray, column by column."""

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
        """Solve columns and rows until nothing changes; False at a contradiction."""
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
        """The line with all deduced cells; None if it has no placement."""
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
