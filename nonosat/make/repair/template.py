# SPDX-License-Identifier: MIT
"""``Template``: the parts of a puzzle that stay fixed while its picture changes.

These are the size, the number of colours, which lines have a clue, the printed cells, and the cells
that must not change. Pictures are bytes, one value per cell, row by row; a place is row * width +
column.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.logic.board import fill_in
from nonosat.model.clue import UNKNOWN, Clue, clue_of
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


def differing(one: bytes, other: bytes) -> list[int]:
    """The places where two pictures differ, ascending."""
    return [place for place, value in enumerate(one) if other[place] != value]


_clue = lru_cache(maxsize=20_000)(clue_of)
"""A cache, since most lines are the same as in the picture tried before."""


@dataclass(frozen=True)
class Template:
    """The frame of all pictures that a search tries.

    ``model``: a puzzle with the size, the palette, the printed cells, and None for each clue that
    is not shown; its other clues do not matter. ``kept``: the places that must not change, which
    include the printed cells.
    """

    model: Puzzle = field(repr=False)
    kept: frozenset[int]

    @classmethod
    def of(cls, model: Puzzle, kept: Sequence[int] = ()) -> Template:
        """The template of a puzzle, with these kept places besides the printed cells."""
        printed = () if model.printed is None else model.printed.cells
        fixed = (place for place, value in enumerate(printed) if value != UNKNOWN)
        return cls(model, frozenset([*kept, *fixed]))

    @property
    def colors(self) -> int:
        """The number of colours; values are 0 to this number."""
        return len(self.model.palette)

    @cached_property
    def lines(self) -> tuple[range, ...]:
        """The places of each line that shows its clue, rows first."""
        width, size = self.model.width, self.model.width * self.model.height
        rows = [range(start, start + width) for start in range(0, size, width)]
        columns = [range(column, size, width) for column in range(width)]
        shown = [
            cells
            for cells, clue in zip(
                (*rows, *columns), (*self.model.rows, *self.model.columns), strict=True
            )
            if clue is not None
        ]
        return tuple(shown)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The places in no line that shows its clue, without the printed cells."""
        return tuple(row * self.model.width + column for row, column in self.model.unconstrained())

    def clues(self, cells: bytes) -> tuple[list[Clue | None], list[Clue | None]]:
        """The clues of a picture; None where they are not shown."""
        model = self.model
        width = model.width
        rows = [
            None if shown is None else _clue(cells[row * width : (row + 1) * width])
            for row, shown in enumerate(model.rows)
        ]
        columns = [
            None if shown is None else _clue(cells[column::width])
            for column, shown in enumerate(model.columns)
        ]
        return rows, columns

    def board(self, cells: bytes) -> Board:
        """The board of a picture's clues, with the printed cells known and nothing deduced."""
        model = self.model
        rows, columns = self.clues(cells)
        board = _core.Board(model.height, model.width, self.colors, [*rows, *columns])
        if model.printed is not None:
            fill_in(board, model.printed)
        return board

    def puzzle(self, cells: bytes) -> Puzzle:
        """The puzzle of a picture, with the picture as its goal."""
        model = self.model
        rows, columns = self.clues(cells)
        return Puzzle(
            rows,
            columns,
            palette=model.palette,
            goal=self.grid(cells),
            meta=model.meta,
            printed=model.printed,
        )

    def grid(self, cells: bytes) -> Grid:
        """A picture as a grid."""
        return self.model.grid(cells)
