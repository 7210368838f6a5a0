# SPDX-License-Identifier: MIT
"""The cone of a conclusion: of many steps in order, those that it needs, backwards by premises.

Premises are minimal, so most steps before a conclusion have nothing to do with it. What a premise
rests on are lost values: a cell has a value because it lost all others, and each was taken by one
step, or was never possible at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.explain.step import Step
from nonosat.logic.implications import Literal


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
    """The values, with their cell, that a cell does not have if the literal holds.

    >>> _lost(Literal(0, 1, 2, True), 2)
    [(0, 1, 0), (0, 1, 1)]
    >>> _lost(Literal(0, 1, 1, False), 2)
    [(0, 1, 1)]
    """
    row, column, value, holds = literal
    values = range(colors + 1)
    return [(row, column, other) for other in values if (other == value) != holds]
