# SPDX-License-Identifier: MIT
"""The steps that one cell needs: why does it have its value?

Premises are minimal, so most steps before a conclusion have nothing to do with it. The steps that
it needs, its *cone*, are found backwards from its premises. A cell has a value because it lost all
others; each of these was removed by one step or was impossible from the start. So a premise leads
to the steps that removed the other values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.explain.step import Step
from nonosat.logic.implications import Literal


def needed_for(steps: Iterable[Step], row: int, column: int) -> tuple[Step, ...]:
    """The steps of a walkthrough that a cell needs, in order; empty if it stays unknown.

    No step is asked for after the step that makes the cell known, which is the last of the result.
    With several colours a cell is known as soon as it has lost all other values.

    >>> from nonosat import Puzzle, walkthrough
    >>> walk = walkthrough(Puzzle(rows=[[3], [1], [1]], columns=[[1], [1, 1], [2]]))
    >>> len(walk), [step.lines[0].axis for step in needed_for(walk, 2, 2)]
    (5, ['column', 'row'])
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


def cone(steps: Sequence[Step], wanted: Iterable[Literal]) -> list[Step]:
    """The steps, in order, without which one of the wanted literals would not be known.

    ``steps``: a walk from its start. ``wanted``: literals that hold after it. A literal that was
    known at the start needs no step.
    """
    if not steps:
        return []
    colors = len(steps[0].puzzle.palette)
    took: dict[tuple[int, int, int], int] = {}
    for number, step in enumerate(steps):
        for literal in step.cells:
            for lost in _lost(literal, colors):
                took.setdefault(lost, number)
    chosen: set[int] = set()
    open_literals = list(wanted)
    while open_literals:
        for lost in _lost(open_literals.pop(), colors):
            if lost in took and took[lost] not in chosen:
                chosen.add(took[lost])
                open_literals += steps[took[lost]].because
    return [steps[number] for number in sorted(chosen)]


def _lost(literal: Literal, colors: int) -> list[tuple[int, int, int]]:
    """The values that a cell loses if the literal holds, as (row, column, value).

    >>> _lost(Literal(0, 1, 2, True), 2)
    [(0, 1, 0), (0, 1, 1)]
    >>> _lost(Literal(0, 1, 1, False), 2)
    [(0, 1, 1)]
    """
    row, column, value, holds = literal
    values = range(colors + 1)
    return [(row, column, other) for other in values if (other == value) != holds]
