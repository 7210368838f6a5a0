# SPDX-License-Identifier: MIT
"""A repair that need not be least: the useful answer where the proof takes too long.

One change after the other: of the cells of kernels, the one after which line-solving leaves the
fewest cells unknown; of equals the best-looking. When nothing fails any more, changes are taken
back that are not needed. In large pictures the search for kernels takes long; there the candidates
can be cells that line-solving leaves unknown, until few are. docs/experiments.md says how far above
the bound the results are ("Making and repairing").
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish
from nonosat.making.repair.canvas import Canvas
from nonosat.making.repair.changes import Changes
from nonosat.making.repair.conflicts import Conflicts
from nonosat.model.clue import UNKNOWN

_SEARCHES = 3
"""Searches for conflicts of each picture on the way."""
FEW_UNKNOWN = 150
"""Where line-solving leaves more cells unknown, it is sure enough that the picture fails."""
_MOST_OPTIONS = 60
"""The changes that are compared in one step."""
_UNKNOWN_PER_CHANGE = 60
"""Without conflicts, a step makes one more change for each such number of unknown cells."""


def quick_changes(
    canvas: Canvas,
    changes: Changes,
    conflicts: Conflicts,
    start: bytes,
    most: int,
    limits: Limits,
    few_unknown: float = math.inf,
) -> Iterator[bytes]:
    """A picture without conflicts, then one with fewer changes; none with more than ``most``.

    ``few_unknown``: with more unknown cells than that, no conflicts are searched for. That is fast
    in large pictures, and the result has more changes.

    Raises:
        Stopped: a limit was reached, perhaps after a picture.
    """
    before = changes.before
    cells = start
    touched = {place for place, value in enumerate(before) if cells[place] != value}
    while len(touched) <= most:
        unknown = _unknown(canvas, cells, limits)
        options: set[tuple[int, int]] = set()
        if len(unknown) <= few_unknown:
            kernels = list(conflicts.of(cells, _SEARCHES, limits))
            if not kernels:
                yield cells
                yield from _irredundant(conflicts, before, cells, changes, limits)
                return
            for kernel in kernels:
                changes.learn(cells, kernel)
                options |= {
                    (place, value)
                    for place, values in kernel.items()
                    for value in range(canvas.colors + 1)
                    if not values >> value & 1
                }
        else:
            options |= {
                (place, value)
                for place in unknown
                for value in range(canvas.colors + 1)
                if value != cells[place]
            }
        free = sorted(
            (place, value)
            for place, value in options
            if place not in canvas.kept and place not in touched
        )
        if not free:
            return
        ranked = sorted(
            (
                len(_unknown(canvas, _with(cells, *option), limits)),
                changes.cost_of(*option),
                *option,
            )
            for option in free[:: len(free) // _MOST_OPTIONS + 1]
        )
        at_once = len(unknown) // _UNKNOWN_PER_CHANGE if len(unknown) > few_unknown else 0
        for left, _, place, value in ranked[: at_once + 1]:
            if place not in touched and (left < len(unknown) or place == ranked[0][2]):
                touched.add(place)
                cells = _with(cells, place, value)


def _irredundant(
    conflicts: Conflicts, before: bytes, cells: bytes, changes: Changes, limits: Limits
) -> Iterator[bytes]:
    """The picture without the changes that it does not need, the worst-looking taken back first."""
    whole = cells
    changed = [place for place, value in enumerate(before) if cells[place] != value]
    try:
        for place in sorted(changed, key=lambda place: -changes.cost_of(place, cells[place])):
            fewer = _with(cells, place, before[place])
            for kernel in conflicts.of(fewer, 1, limits):
                changes.learn(fewer, kernel)
                break
            else:
                cells = fewer
    except Stopped:
        if cells != whole:
            yield cells
        raise
    if cells != whole:
        yield cells


def _unknown(canvas: Canvas, cells: bytes, limits: Limits) -> list[int]:
    """The cells that line-solving leaves unknown."""
    limits.check()
    board = canvas.board(cells)
    finish(board.propagate(limits.stop), limits)
    return [place for place, value in enumerate(board.cells()) if value == UNKNOWN]


def _with(cells: bytes, place: int, value: int) -> bytes:
    return cells[:place] + bytes([value]) + cells[place + 1 :]
