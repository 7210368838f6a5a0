# SPDX-License-Identifier: MIT
"""The steps that one cell needs: why does it have its value?"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.explain.cones import cone
from nonosat.explain.step import Step
from nonosat.logic.implications import Literal


def needed_for(steps: Iterable[Step], row: int, column: int) -> tuple[Step, ...]:
    """Of the steps of a walkthrough in order, those that a cell needs; none if it stays unknown.

    No step is asked for after the one that makes the cell known, which is the last of the result.
    With several colours a cell is known as soon as it has lost all other values.

    >>> from nonosat import Puzzle, walkthrough
    >>> walk = walkthrough(Puzzle(rows=[[3], [1], [1]], columns=[[1], [1, 1], [2]]))
    >>> len(walk), [step.lines[0].axis for step in needed_for(walk, 2, 2)]
    (5, ['C', 'R'])
    """
    before: list[Step] = []
    possible: set[int] | None = None
    for step in steps:
        before.append(step)
        if possible is None:
            possible = set(range(len(step.puzzle.palette) + 1))
        for *cell, value, holds in step.cells:
            if cell == [row, column]:
                possible &= {value} if holds else possible - {value}
        if len(possible) == 1:
            return tuple(cone(before, [Literal(row, column, possible.pop(), True)]))
    return ()
