# SPDX-License-Identifier: MIT
"""A repair that need not be least: the useful answer where the proof takes too long.

From a picture that fails, one change after the other: of the cells of its kernels, the one after
whose change line-solving leaves the fewest cells unknown; of equals the best-looking. When nothing
fails any more, changes are taken back that are not needed. The result is irredundant, and on
pictures that need many changes a few changes above the least (docs/experiments.md, "Repair").
"""

from __future__ import annotations

from nonosat.limits import Limits
from nonosat.logic.board import finish
from nonosat.making.canvas import Canvas
from nonosat.making.changes import Changes
from nonosat.making.conflicts import Conflicts

__all__ = ["quick_changes"]

_SEARCHES = 3
"""Searches for conflicts of each picture on the way."""


def quick_changes(
    canvas: Canvas,
    changes: Changes,
    conflicts: Conflicts,
    start: bytes,
    most: int,
    limits: Limits,
) -> bytes | None:
    """A picture without conflicts, at most ``most`` changes away from the one before; or None.

    Raises:
        Stopped: a limit was reached.
    """
    before = changes.before
    cells = start
    touched = {place for place, value in enumerate(before) if cells[place] != value}
    while True:
        kernels = list(conflicts.of(cells, _SEARCHES, limits))
        for kernel in kernels:
            changes.learn(cells, kernel)
        if not kernels:
            return _irredundant(conflicts, before, cells, changes, limits)
        options = {
            (place, value)
            for kernel in kernels
            for place, values in kernel.items()
            if place not in canvas.kept and place not in touched
            for value in range(canvas.colors + 1)
            if not values >> value & 1
        }
        if not options or len(touched) >= most:
            return None
        _, _, place, value = min(
            (_unknown(canvas, cells, *option, limits), changes.cost_of(*option), *option)
            for option in options
        )
        touched.add(place)
        cells = _with(cells, place, value)


def _irredundant(
    conflicts: Conflicts, before: bytes, cells: bytes, changes: Changes, limits: Limits
) -> bytes:
    """The picture without the changes that it does not need, the worst-looking taken back first."""
    changed = [place for place, value in enumerate(before) if cells[place] != value]
    for place in sorted(changed, key=lambda place: -changes.cost_of(place, cells[place])):
        fewer = _with(cells, place, before[place])
        for kernel in conflicts.of(fewer, 1, limits):
            changes.learn(fewer, kernel)
            break
        else:
            cells = fewer
    return cells


def _unknown(canvas: Canvas, cells: bytes, place: int, value: int, limits: Limits) -> int:
    """How many cells line-solving leaves unknown after one more change."""
    board = canvas.board(_with(cells, place, value))
    finish(board.propagate(limits.stop), limits)
    return board.unknown


def _with(cells: bytes, place: int, value: int) -> bytes:
    return cells[:place] + bytes([value]) + cells[place + 1 :]
