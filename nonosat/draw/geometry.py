# SPDX-License-Identifier: MIT
"""The geometry of a board with clues: what all drawings share.

``labels`` says how a clue is written, ``check_grid`` and ``check_marks`` refuse what does not
belong to the board. ``Geometry`` says where things lie on a page: the clues of the rows left of the
board, those of the columns above it, all numbers next to the board. Its unit is the pixel of a
theme (``Theme.cell`` pixels per cell); drawings with another unit scale it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from nonosat.clue import Clue
from nonosat.errors import GridError
from nonosat.grid import Grid
from nonosat.palette import Palette
from nonosat.puzzle import Puzzle

__all__ = ["FONT_SIZE", "GROUP", "Geometry", "Label", "check_grid", "check_marks", "labels"]

GROUP = 5
"""Lines are drawn thicker after this many cells."""
FONT_SIZE = 12
DIGIT = 7.7
"""The advance of a digit at that size, in the widest of the usual sans-serif fonts."""

_LINE = 16  # from one number of a column's clue to the next
_MARGIN = 6

Label = tuple[str, int]
"""A number of a clue as text, and its colour; 0 for a text that is not a block."""


def labels(clue: Clue | None, palette: Palette) -> list[Label]:
    """The numbers of a clue as text; with several colours the letter of the colour follows.

    ``0`` stands for an empty line, ``?`` for a clue that is not given.

    >>> from nonosat.clue import Block
    >>> labels((Block(2), Block(1)), Palette()), labels((), Palette())
    ([('2', 1), ('1', 1)], [('0', 0)])
    """
    if not clue:
        return [("?" if clue is None else "0", 0)]
    if len(palette) == 1:
        return [(str(length), 1) for length, _ in clue]
    return [(f"{length}{palette.letters[color - 1]}", color) for length, color in clue]


def check_grid(puzzle: Puzzle, grid: Grid | None) -> None:
    """Raise GridError if a grid does not have the size of the puzzle."""
    if grid is not None and (grid.height, grid.width) != (puzzle.height, puzzle.width):
        raise GridError(
            f"the grid is {grid.width}x{grid.height}, the puzzle {puzzle.width}x{puzzle.height}"
        )


def check_marks(height: int, width: int, marks: Collection[tuple[int, int]]) -> None:
    """Raise GridError if a marked cell lies outside the board."""
    for row, column in marks:
        if not (0 <= row < height and 0 <= column < width):
            raise GridError(
                f"the marked cell ({row}, {column}) lies outside the {width}x{height} grid"
            )


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the parts of a picture lie, in pixels from its upper left corner.

    ``slot`` is the width of one number of a row's clue; ``clue_width`` and ``clue_height`` are the
    sizes of the two bands of clues, 0 for a board without clues.
    """

    height: int
    """The number of rows."""
    width: int
    """The number of columns."""
    cell: int
    slot: int = 0
    clue_width: int = 0
    clue_height: int = 0
    margin: int = _MARGIN

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, cell: int) -> Geometry:
        """The geometry of a puzzle with its clues."""
        rows = [labels(clue, puzzle.palette) for clue in puzzle.rows]
        columns = [labels(clue, puzzle.palette) for clue in puzzle.columns]
        longest = max(len(text) for row in rows for text, _ in row)
        slot = max(15, round(longest * DIGIT) + 8)
        return cls(
            puzzle.height,
            puzzle.width,
            cell,
            slot,
            max(map(len, rows)) * slot + 6,
            max(map(len, columns)) * _LINE + 6,
        )

    @property
    def left(self) -> int:
        """The x of the board's left edge."""
        return self.margin + self.clue_width

    @property
    def top(self) -> int:
        """The y of the board's upper edge."""
        return self.margin + self.clue_height

    @property
    def board_width(self) -> int:
        return self.width * self.cell

    @property
    def board_height(self) -> int:
        return self.height * self.cell

    @property
    def page_width(self) -> int:
        return self.left + self.board_width + self.margin

    @property
    def page_height(self) -> int:
        return self.top + self.board_height + self.margin

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell, as (x, y) from the upper left corner of the board."""
        return (column + 0.5) * self.cell, (row + 0.5) * self.cell

    def row_label(self, row: int, place: int) -> tuple[float, float]:
        """The middle of a number left of a row; place 0 is next to the board."""
        return self.left - 3 - (place + 0.5) * self.slot, self.top + (row + 0.5) * self.cell

    def column_label(self, column: int, place: int) -> tuple[float, float]:
        """The middle of a number above a column; place 0 is next to the board."""
        return self.left + (column + 0.5) * self.cell, self.top - 3 - (place + 0.5) * _LINE

    @staticmethod
    def bands(count: int) -> Iterator[tuple[int, int]]:
        """Every second group of lines, as (first, number of lines), for shading.

        >>> list(Geometry.bands(17))
        [(5, 5), (15, 2)]
        """
        for first in range(GROUP, count, 2 * GROUP):
            yield first, min(GROUP, count - first)
