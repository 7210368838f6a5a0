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

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf, isnan, log2
from typing import Any, Literal, TypeAlias, cast

from nonosat.core._core import Board
from nonosat.errors import OptionError, shown
from nonosat.languages import ENGLISH, Language
from nonosat.limits import Limits
from nonosat.logic.board import finish

TRIAL_WEIGHT = 4
"""How much more a look costs while an assumption holds."""

DifficultyWord: TypeAlias = Literal["very easy", "easy", "medium", "hard", "very hard"]
"""A difficulty in words."""

WORDS: dict[DifficultyWord, float] = {
    "very easy": 0.0,
    "easy": 6.17,
    "medium": 8.04,
    "hard": 9.67,
    "very hard": 11.18,
}
"""Each word with its least difficulty, the only place of these borders: the fifths of the puzzles
that people rated on webpbn.com; the easiest fifth is "very easy"."""

_STEP = 0.001
"""Difficulties have three digits after the point, so a word ends this far before the next one."""


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


def difficulty_word(difficulty: float) -> DifficultyWord:
    """A difficulty in words: its fifth among the puzzles that people rated.

    >>> difficulty_word(0), difficulty_word(20)
    ('very easy', 'very hard')
    """
    return [word for word, least in WORDS.items() if difficulty >= least][-1]


Bound: TypeAlias = "float | str | None"
"""A difficulty where a user gives one: a number, a word of ``WORDS``, or None for no bound."""


def difficulty_range(wanted: str | Sequence[Bound]) -> tuple[float, float]:
    """The least and the most difficulty of a range: the one reader of words and numbers.

    ``medium`` is all of its fifth, ``easy:hard`` from the first easy puzzle to the last hard one;
    an end that is left out is no bound. In words, capitals do not matter, and ``-`` and ``_`` are
    spaces. Two values, as in Python and JSON, are the two ends.

    Raises:
        OptionError: it is not a range.

    >>> difficulty_range("medium"), difficulty_range("very-easy:9"), difficulty_range((3, "hard"))
    ((8.04, 9.669), (0.0, 9.0), (3.0, 11.179))
    >>> difficulty_range("3")
    Traceback (most recent call last):
    ...
    nonosat.errors.OptionError: difficulty '3': give the least and the most, such as 3:8 or easy:hard, or a word: very easy, easy, medium, hard, very hard
    """  # noqa: E501
    ends: Sequence[Any]
    ends = wanted.split(":") if isinstance(wanted, str) else wanted
    try:
        if isinstance(wanted, str) and _word(wanted) is not None:
            ends = (wanted, wanted)
        low, high = ends
        bounds = (_end(low, most=False), _end(high, most=True))
    except (TypeError, ValueError):
        raise OptionError(
            f"difficulty {shown(wanted)}: give the least and the most, such as 3:8 or easy:hard, "
            f"or a word: {', '.join(WORDS)}"
        ) from None
    if not 0 <= bounds[0] <= bounds[1]:
        raise OptionError(
            f"difficulty {shown(wanted)}: give the easier end first, such as easy:hard or 3:8, "
            "and no negative number"
        )
    return bounds


def least_difficulty(wanted: float | str) -> float:
    """A number, or the least difficulty of a word.

    >>> least_difficulty("hard"), least_difficulty("7.5")
    (9.67, 7.5)
    """
    return difficulty_range((wanted, None))[0]


def most_difficulty(wanted: float | str) -> float:
    """A number, or the most difficulty of a word.

    >>> most_difficulty("hard"), most_difficulty(7)
    (11.179, 7.0)
    """
    return difficulty_range((None, wanted))[1]


def usual_difficulty(wanted: object) -> float:
    """A number, or the middle of a word, for a puzzle that is to have about this difficulty; the
    hardest word, which has no end, counts as two wide.

    Raises:
        TypeError, ValueError: it is neither.

    >>> usual_difficulty("easy"), usual_difficulty("very hard"), usual_difficulty(3)
    (7.1, 12.2, 3.0)
    """
    word = _word(wanted)
    if word is None:
        return float(cast(float, wanted))
    low, high = difficulty_range(word)
    return round((low + (low + 2 if isinf(high) else high)) / 2, 1)


def is_word(text: str) -> bool:
    """True for a word of the table.

    >>> is_word("Very-hard"), is_word("harder")
    (True, False)
    """
    return _word(text) is not None


def _word(value: object) -> str | None:
    """The word of the table that a text means, or None."""
    text = " ".join(re.split(r"[\s_-]+", value.strip())).lower() if isinstance(value, str) else ""
    return text if text in WORDS else None


def _end(value: Any, *, most: bool) -> float:
    """An end of a range."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return inf if most else 0.0
    word = _word(value)
    if word is None:
        number = float(value)
        if isnan(number):
            raise ValueError(value)
        return number
    borders = [*WORDS.values(), inf]
    place = list[str](WORDS).index(word)
    return round(borders[place + 1] - _STEP, 3) if most else borders[place]


def easiest_first(difficulties: Sequence[float | None]) -> list[int]:
    """The places of puzzles, the easiest first; those without a difficulty come last.

    >>> easiest_first([4.2, None, 3.5])
    [2, 0, 1]
    """
    return sorted(
        range(len(difficulties)),
        key=lambda place: (difficulties[place] is None, difficulties[place] or 0.0),
    )


def difficulty_words(difficulties: Sequence[float | None], say: Language = ENGLISH) -> list[str]:
    """Words for puzzles on one sheet, with their order, since the word may be the same for all.

    None, for a puzzle that is not rated, gives no words; equal difficulties share a place.

    >>> difficulty_words([4.2, None, 3.5]), difficulty_words([4.2])
    (['difficulty 2 of 2 (very easy)', '', 'difficulty 1 of 2 (very easy)'], ['very easy'])
    """
    known = sorted(value for value in difficulties if value is not None)

    def words(value: float) -> str:
        word = say(f"difficulty.{difficulty_word(value).replace(' ', '_')}")
        place, total = known.index(value) + 1, len(known)
        return say("difficulty.place", place=place, total=total, word=word) if total > 1 else word

    return ["" if value is None else words(value) for value in difficulties]
