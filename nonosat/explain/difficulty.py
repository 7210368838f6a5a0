# SPDX-License-Identifier: MIT
"""Difficulty: one number that orders puzzles as people do. How much does a person look at?

We simulate a person (``core/looking.hpp``) who looks at the line with the fewest open blocks first.
A look at a line with n open blocks and r runs of filled cells among the unknown cells costs
n * n + r. If lines give nothing, the person assumes values; trials cost the expected work, trying
them in any order, until the first one fails. The difficulty is the binary logarithm of the total
cost, so one more means twice as much to look at.

One weight is fitted: ``TRIAL_WEIGHT``. A look during a trial costs four times as much as another
look, because all that follows from the assumption must be remembered and taken back. Everything
else, the order and the cost of looks, was chosen among a few simple forms on one half of the
puzzles that people have rated; ``tests/bench/fit_difficulty.py`` prints how well it orders the
other half, and docs/experiments.md has the table. A sum of weighted counters, or a forest of trees
over a hundred counters, orders no better, and its weights mean nothing to a reader.

Colours and missing clues need no special rule: blocks of all colours count alike, and a line
without a clue is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.logic.board import finish

TRIAL_WEIGHT = 4
"""How much more a look costs while an assumption holds."""

WORDS = ("very easy", "easy", "medium", "hard", "very hard")
FIFTHS = (6.17, 8.04, 9.67, 11.18)
"""Difficulties between two words: the fifths of the puzzles that people rated on webpbn.com; the
easiest fifth is "very easy"."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Counts of the simulated person's work (``core/looking.hpp`` has the model).

    ``looks``: looks at lines, outside of trials. ``gave``: looks that gave something. ``cost``: of
    all looks. ``moments``: how often lines gave nothing and trials began. ``trials``: of all
    moments. ``failures``: trials that failed, so that their value is refuted. ``trial_cost``: the
    expected cost of the trials up to the first success, of all moments. ``cells``: unknown cells in
    clued lines at the beginning. ``lines_leave``: how many of them are unknown after line solving.
    ``trials_leave``: how many are unknown at the end. ``cut``: True if the trials were stopped at
    their bound of work; the difficulty is then too low.

    >>> from nonosat import Puzzle, rate
    >>> looking = rate(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), steps=False).looking
    >>> looking.trials, looking.difficulty
    (0, 0.0)
    """

    looks: int
    gave: int
    cost: int
    moments: int
    trials: int
    failures: int
    trial_cost: float
    cells: int
    lines_leave: int
    trials_leave: int
    cut: bool

    @property
    def difficulty(self) -> float:
        """The difficulty, to a thousandth; 0 for a puzzle without a single open block."""
        return round(log2(1 + self.cost + TRIAL_WEIGHT * self.trial_cost), 3)


def look(board: Board, limits: Limits) -> Looking:
    """Look at a board, which does not change, until it is solved or no trial fails.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    status, counts, trial_cost = board.look(poll=limits.stop)
    finish(status, limits)
    cut = bool(counts.pop("cut"))
    return Looking(**counts, trial_cost=trial_cost, cut=cut)


def difficulty_word(difficulty: float) -> str:
    """A difficulty in words: its fifth among the puzzles that people rated.

    >>> difficulty_word(0), difficulty_word(20)
    ('very easy', 'very hard')
    """
    return WORDS[sum(difficulty >= bound for bound in FIFTHS)]


def easiest_first(difficulties: Sequence[float | None]) -> list[int]:
    """The places of puzzles, the easiest first; those without a difficulty come last.

    >>> easiest_first([4.2, None, 3.5])
    [2, 0, 1]
    """
    return sorted(
        range(len(difficulties)),
        key=lambda place: (difficulties[place] is None, difficulties[place] or 0.0),
    )


def difficulty_words(difficulties: Sequence[float | None]) -> list[str]:
    """Words for puzzles on one sheet, with their order, since the word may be the same for all.

    None, for a puzzle that is not rated, gives no words; equal difficulties share a place.

    >>> difficulty_words([4.2, None, 3.5]), difficulty_words([4.2])
    (['difficulty 2 of 2 (very easy)', '', 'difficulty 1 of 2 (very easy)'], ['very easy'])
    """
    known = sorted(value for value in difficulties if value is not None)

    def words(value: float) -> str:
        word = difficulty_word(value)
        place = known.index(value) + 1
        return f"difficulty {place} of {len(known)} ({word})" if len(known) > 1 else word

    return ["" if value is None else words(value) for value in difficulties]
