# SPDX-License-Identifier: MIT
"""The geometry of a board with clues, shared by all drawings.

``labels`` says how a clue is written, ``marked_cells`` refuses marks that do not belong to the
board. ``Geometry`` says where things lie on a page: the clues of the rows left or right of the
board or on both sides, those of the columns above, below or both, all numbers next to the board.
All lengths follow from the side of a cell, in pixels; drawings with another unit scale it.

A ``Part`` is a rectangle out of a puzzle, with the whole clues of its lines, for boards that do not
fit a page. It is not a puzzle: its clues are longer than its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.errors import GridError, OptionError, shown
from nonosat.model.clue import Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle

GROUP = 5
"""Lines are drawn thicker after this many cells."""
DIGIT = 0.64
"""The advance of a digit by the size of the font, in the widest of the usual sans-serif fonts."""
ROW_SIDES = {"left": ("left",), "right": ("right",), "both": ("left", "right")}
"""Where the clues of the rows can stand."""
COLUMN_SIDES = {"top": ("top",), "bottom": ("bottom",), "both": ("top", "bottom")}
"""Where the clues of the columns can stand."""

Label = tuple[str, int]
"""A number of a clue as text, and its colour; 0 if the text is not a block."""


def labels(clue: Clue | None, palette: Palette) -> list[Label]:
    """The numbers of a clue as text; with several colours the letter of the colour follows.

    ``0`` stands for an empty line, ``?`` for a missing clue.

    >>> from nonosat.model.clue import Block
    >>> labels((Block(2), Block(1)), Palette()), labels((), Palette())
    ([('2', 1), ('1', 1)], [('0', 0)])
    """
    if not clue:
        return [("?" if clue is None else "0", 0)]
    if len(palette) == 1:
        return [(str(length), 1) for length, _ in clue]
    return [(f"{length}{palette.letters[color - 1]}", color) for length, color in clue]


def marked_cells(height: int, width: int, marks: Iterable[tuple[int, int]]) -> bytes:
    """The cells of a board, row by row: 1 where one is marked, else 0.

    Raises:
        GridError: a marked cell lies outside the board.

    >>> marked_cells(2, 2, [(0, 1)])
    b'\\x00\\x01\\x00\\x00'
    """
    cells = bytearray(height * width)
    for mark in marks:
        try:
            row, column = mark
        except ValueError:
            raise TypeError(f"mark {shown(mark)}: give (row, column)") from None
        if not (0 <= row < height and 0 <= column < width):
            raise GridError(
                f"the marked cell ({row}, {column}) lies outside the {width}x{height} grid"
            )
        cells[row * width + column] = 1
    return bytes(cells)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where the parts of a picture lie, in pixels from its upper left corner.

    ``slot`` is the width of one number of a row's clue. ``left_clues``, ``right_clues``,
    ``top_clues`` and ``bottom_clues`` are the sizes of the bands of clues, 0 for a side without
    clues; ``row_numbers`` and ``column_numbers`` are the sizes of the bands of the numbers of the
    lines, which stand right and below.
    """

    height: int
    """The number of rows."""
    width: int
    """The number of columns."""
    cell: int
    slot: int = 0
    left_clues: int = 0
    right_clues: int = 0
    top_clues: int = 0
    bottom_clues: int = 0
    row_numbers: int = 0
    column_numbers: int = 0
    legend: int = 0
    """The entries of a legend of the colours, below everything."""

    @classmethod
    def of_puzzle(
        cls,
        puzzle: Board,
        cell: int,
        row_clues: str = "left",
        column_clues: str = "top",
        numbers: bool = False,
        legend: bool = False,
    ) -> Geometry:
        """The geometry of a puzzle with its clues; a puzzle of one colour has no legend.

        Raises:
            OptionError: a side for the clues is unknown.
        """
        for name, value, sides in (
            ("row_clues", row_clues, ROW_SIDES),
            ("column_clues", column_clues, COLUMN_SIDES),
        ):
            if value not in sides:
                raise OptionError(f"{name}={shown(value)}: use one of {', '.join(sides)}")
        rows = [labels(clue, puzzle.palette) for clue in puzzle.rows]
        columns = [labels(clue, puzzle.palette) for clue in puzzle.columns]
        plain = cls(puzzle.height, puzzle.width, cell)
        longest = max(len(text) for row in rows for text, _ in row)
        slot = max(round(0.75 * cell), round((longest * DIGIT * 0.6 + 0.4) * cell))
        across = max(map(len, rows)) * slot + plain.margin
        down = max(map(len, columns)) * plain.number_height + plain.margin
        last = puzzle.row_range.stop if isinstance(puzzle, Part) else puzzle.height
        largest = len(str(last))
        return cls(
            puzzle.height,
            puzzle.width,
            cell,
            slot,
            left_clues=across if "left" in ROW_SIDES[row_clues] else 0,
            right_clues=across if "right" in ROW_SIDES[row_clues] else 0,
            top_clues=down if "top" in COLUMN_SIDES[column_clues] else 0,
            bottom_clues=down if "bottom" in COLUMN_SIDES[column_clues] else 0,
            row_numbers=round((largest * DIGIT * 0.5 + 0.3) * cell) if numbers else 0,
            column_numbers=round(0.8 * cell) if numbers else 0,
            legend=len(puzzle.palette) if legend and len(puzzle.palette) > 1 else 0,
        )

    @property
    def font_size(self) -> int:
        """The size of the font of the clues."""
        return round(0.6 * self.cell)

    @property
    def margin(self) -> int:
        """The space around everything, and between the clues and the edge of their band."""
        return round(0.3 * self.cell)

    @property
    def number_height(self) -> int:
        """The distance from one number of a column's clue to the next."""
        return round(0.8 * self.cell)

    @property
    def left(self) -> int:
        """The x of the board's left edge."""
        return self.margin + self.left_clues

    @property
    def top(self) -> int:
        """The y of the board's upper edge."""
        return self.margin + self.top_clues

    @property
    def board_width(self) -> int:
        return self.width * self.cell

    @property
    def board_height(self) -> int:
        return self.height * self.cell

    @property
    def page_width(self) -> int:
        right = self.right_clues + self.row_numbers + self.margin
        return self.left + self.board_width + right

    @property
    def page_height(self) -> int:
        below = self.bottom_clues + self.column_numbers + self.margin
        rows = -(-self.legend // self._legend_columns) if self.legend else 0
        return self.top + self.board_height + below + round(1.5 * self.cell * rows)

    def centre(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell, as (x, y) from the upper left corner of the board."""
        return (column + 0.5) * self.cell, (row + 0.5) * self.cell

    def row_label(self, row: int, place: int, side: str = "left") -> tuple[float, float]:
        """The middle of a number beside a row; place 0 is next to the board."""
        away = self.margin / 2 + (place + 0.5) * self.slot
        x = self.left - away if side == "left" else self.left + self.board_width + away
        return x, self.top + (row + 0.5) * self.cell

    def column_label(self, column: int, place: int, side: str = "top") -> tuple[float, float]:
        """The middle of a number above or below a column; place 0 is next to the board."""
        away = self.margin / 2 + (place + 0.5) * self.number_height
        y = self.top - away if side == "top" else self.top + self.board_height + away
        return self.left + (column + 0.5) * self.cell, y

    def row_number(self, row: int) -> tuple[float, float]:
        """The middle of the number of a row."""
        x = self.left + self.board_width + self.right_clues + self.row_numbers / 2
        return x + self.margin / 3, self.top + (row + 0.5) * self.cell

    def column_number(self, column: int) -> tuple[float, float]:
        """The middle of the number of a column."""
        y = self.top + self.board_height + self.bottom_clues + self.column_numbers / 2
        return self.left + (column + 0.5) * self.cell, y + self.margin / 3

    @property
    def _legend_columns(self) -> int:
        """How many entries of the legend stand side by side."""
        return max(1, (self.page_width - 2 * self.margin) // (3 * self.cell))

    def legend_entry(self, number: int) -> tuple[float, float]:
        """The upper left corner of an entry of the legend: a cell, and room for a letter."""
        row, column = divmod(number, self._legend_columns)
        below = self.top + self.board_height + self.bottom_clues + self.column_numbers
        y = below + self.margin + (1.5 * row + 0.2) * self.cell
        return self.margin + 3 * column * self.cell, y

    @staticmethod
    def bands(count: int) -> Iterator[tuple[int, int]]:
        """Every second group of lines, as (first, number of lines), for shading.

        >>> list(Geometry.bands(17))
        [(5, 5), (15, 2)]
        """
        for first in range(GROUP, count, 2 * GROUP):
            yield first, min(GROUP, count - first)


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows and columns of a puzzle, counted from 0; its lines count from its own corner."""

    puzzle: Puzzle
    row_range: range
    column_range: range

    @property
    def rows(self) -> tuple[Clue | None, ...]:
        return self.puzzle.rows[self.row_range.start : self.row_range.stop]

    @property
    def columns(self) -> tuple[Clue | None, ...]:
        return self.puzzle.columns[self.column_range.start : self.column_range.stop]

    @property
    def height(self) -> int:
        return len(self.row_range)

    @property
    def width(self) -> int:
        return len(self.column_range)

    @property
    def palette(self) -> Palette:
        return self.puzzle.palette

    @property
    def printed(self) -> Grid | None:
        """The printed cells in it."""
        whole = self.puzzle.printed
        if whole is None:
            return None
        first, end = self.column_range.start, self.column_range.stop
        cells = b"".join(whole.row(row)[first:end] for row in self.row_range)
        return Grid.from_cells(self.height, self.width, cells, whole.letters)

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line."""
        return self.rows[line.index] if line.axis == "row" else self.columns[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for index, clue in enumerate(self.rows):
            yield Line("row", index), clue
        for index, clue in enumerate(self.columns):
            yield Line("column", index), clue


Board: TypeAlias = Puzzle | Part
"""A board that can be drawn with clues."""
