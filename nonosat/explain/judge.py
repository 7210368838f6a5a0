# SPDX-License-Identifier: MIT
"""``judge``: the difficulty, tedium and number of steps that davidje13's Nonogram computes.

Idea: that program asks itself for one hint after the other and adds what each costs: a line 0, 1 or
5 for each block, by the method that the line needs; a step by implications 20 for each link of its
explanation. ``nonosat/core/judge.hpp`` describes the methods and does the work; 294 results of the
program, and its own example, are reproduced exactly (docs/experiments.md, "The earlier programs'
ratings").

Source: davidje13/Nonogram, what its ``judge`` prints. Cost: 2 ms for a typical puzzle of the
corpus, up to seconds for a hard 50x50; a bound counts work. Rejected: an invented price for its
last method, the guess. No result that we know needs one, so nothing would confirm the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.core._core import JudgeEnd
from nonosat.limits import Limits
from nonosat.logic.board import open_board
from nonosat.model.puzzle import Puzzle

MOST_JUDGE_WORK = 10_000_000_000
"""The work after which ``judge`` gives up, in operations of about a nanosecond."""

_REASONS = {
    JudgeEnd.NEEDS_GUESS: "only a guess gives more: there are several solutions, or the puzzle is "
    "harder than this rating goes",
    JudgeEnd.CONTRADICTION: "there is no solution",
    JudgeEnd.TOO_MUCH: "it takes more work than this rating may",
}


@dataclass(frozen=True, slots=True)
class JudgeNumbers:
    """What davidje13's Nonogram computes for a puzzle; or None three times, and the reason."""

    difficulty: int | None
    tedium: int | None
    steps: int | None
    reason: str | None = None
    """Why there are no numbers."""

    @property
    def needs_guess(self) -> bool:
        """True if there are no numbers because only a guess gives more."""
        return self.reason == _REASONS[JudgeEnd.NEEDS_GUESS]


def judge(
    puzzle: Puzzle, limits: Limits | None = None, *, most_work: int = MOST_JUDGE_WORK
) -> JudgeNumbers:
    """The difficulty, the tedium and the number of hints of davidje13's Nonogram.

    They exist for puzzles of one colour with all clues and one solution that needs no guess.
    ``most_work`` is in operations of about a nanosecond.

    >>> judge(Puzzle([[2], [1]], [[2], [1]]))
    JudgeNumbers(difficulty=1, tedium=4, steps=3, reason=None)
    >>> judge(Puzzle([[1], [1]], [[1], [1]])).reason[:25]
    'only a guess gives more: '
    """
    if len(puzzle.palette) != 1:
        return _without("it rates puzzles of one colour only")
    if puzzle.partial:
        return _without("it rates puzzles with all clues only")
    limits = limits or Limits()
    if limits.stop():
        return _without(_stopped(limits))
    end, difficulty, tedium, steps, _ = open_board(puzzle).judge(limits.stop, most_work)
    if end == JudgeEnd.SOLVED:
        return JudgeNumbers(difficulty, tedium, steps)
    return _without(_stopped(limits) if end == JudgeEnd.INTERRUPTED else _REASONS[end])


def _without(reason: str) -> JudgeNumbers:
    return JudgeNumbers(None, None, None, reason)


def _stopped(limits: Limits) -> str:
    assert limits.reason is not None
    return f"a limit was reached: {limits.reason.value}"
