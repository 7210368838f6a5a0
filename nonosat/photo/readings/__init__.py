# SPDX-License-Identifier: MIT
"""``most_probable_clues``: which of several readings of each clue fit together.

A picture leaves doubts: each line has clues with probabilities, which are ``Reading`` here.
``search`` decides among them; ``probable_order`` yields the choices, the most probable first;
``deciding`` finds out how many solutions a choice has, and which few lines contradict each other;
``answer`` is the answer with its sentences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeAlias

from nonosat.errors import OptionError
from nonosat.model.clue import Clue
from nonosat.model.faults import ClueLike
from nonosat.model.loose_clues import LooseClues
from nonosat.model.numbers import as_float
from nonosat.model.palette import Palette

ReadingLike: TypeAlias = "tuple[ClueLike, float]"
"""A reading of a line as people write it: a clue, None for a missing one, and its probability."""


class Reading:
    """A reading of a line: its clue, its probability, and minus the logarithm of that."""

    __slots__ = ("clue", "cost", "probability")

    def __init__(self, clue: Clue | None, probability: float) -> None:
        self.clue = clue
        self.probability = probability
        self.cost = -math.log(probability)


def checked(name: str, lines: object) -> list[list[tuple[ClueLike, float]]]:
    """The readings of the lines as they are given, those with the probability 0 left out."""
    try:
        pairs = [[(clue, chance) for clue, chance in line] for line in lines]  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise OptionError(
            f"{name}: give for each line a list of readings, each a clue and its probability"
        ) from None
    found = []
    for number, line in enumerate(pairs, start=1):
        kept = []
        for clue, chance in line:
            value = as_float(chance)
            if not 0 <= value < math.inf:
                raise OptionError(
                    f"{name}, line {number}: probability {chance!r}: give a number, not negative"
                )
            if value:
                kept.append((clue, value))
        if not kept:
            raise OptionError(f"{name}, line {number}: give at least one reading")
        found.append(kept)
    return found


def lines_of(
    rows: Sequence[Sequence[ReadingLike]],
    columns: Sequence[Sequence[ReadingLike]],
    palette: Palette,
) -> list[list[Reading]]:
    """The readings of all lines, the most probable first; equal clues of a line are one reading.

    Raises:
        PuzzleError: a clue is impossible by itself.
    """
    found: list[dict[Clue | None, float]] = [{} for _ in (*rows, *columns)]
    height = len(rows)
    none: tuple[ClueLike, float] = (None, 0.0)
    for some in zip_longest(*rows, *columns, fillvalue=none):
        clues = [clue for clue, _ in some]
        loose = LooseClues(clues[:height], clues[height:], palette=palette)
        for line, clue, (_, chance) in zip(found, (*loose.rows, *loose.columns), some, strict=True):
            if chance:
                line[clue] = line.get(clue, 0.0) + chance
    return [
        [Reading(*one) for one in sorted(line.items(), key=lambda one: -one[1])] for line in found
    ]
