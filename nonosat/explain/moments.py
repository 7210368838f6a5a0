# SPDX-License-Identifier: MIT
"""The grids of a walk: the first one, and the cells that each step adds.

A step belongs to the grid before it. Thousands of steps of a large puzzle, each with a grid of its
own, need a gigabyte; the cells that become known are the same for all, in one list, and a step only
needs to know how many of them were there. A grid is made when somebody reads it, in the time of a
copy. (Rows that are shared from grid to grid save less: a step in a column changes all rows.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nonosat.model.grid import Grid


class Moments:
    """A grid, and the cells that became known since then."""

    def __init__(self, first: Grid) -> None:
        self._first = first
        self._now = bytearray(first.cells)
        self._added: list[tuple[int, int]] = []

    def add(self, values: Mapping[tuple[int, int], int]) -> None:
        """Cells become known: (row, column) to value."""
        for (row, column), value in values.items():
            place = row * self._first.width + column
            self._now[place] = value
            self._added.append((place, value))

    def at(self, cells: bytes) -> bool:
        """Whether these are the cells of the last grid."""
        return self._now == cells

    @property
    def last(self) -> Moment:
        """The grid as it is now."""
        return Moment(self, len(self._added))

    def grid(self, added: int) -> Grid:
        """The grid after that number of cells was added."""
        first, cells = self._first, bytearray(self._first.cells)
        for place, value in self._added[:added]:
            cells[place] = value
        return Grid.from_cells(first.height, first.width, bytes(cells), first.letters)


@dataclass(frozen=True, slots=True)
class Moment:
    """One of the grids of a walk."""

    _moments: Moments
    _added: int

    @property
    def grid(self) -> Grid:
        """The grid, made now."""
        return self._moments.grid(self._added)
