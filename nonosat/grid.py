# SPDX-License-Identifier: MIT
"""``Grid``: the cells of a board, complete or partial, and their text form.

In text a row is a line; ``#`` is filled, ``.`` empty, ``?`` unknown; with several colours each has
a letter of its own.

>>> grid = Grid('''
... .#.
... ##?
... ''')
>>> grid[1, 2] == UNKNOWN
True
>>> print(grid)
.#.
##?
>>> grid
Grid('.#.\\n##?')
>>> eval(repr(grid)) == grid
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nonosat.clue import EMPTY, UNKNOWN, Clue, Line, clue_of
from nonosat.errors import GridError

__all__ = ["Grid"]

_EMPTY_LETTER = "."
_UNKNOWN_LETTER = "?"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Grid:
    """A matrix of cells: EMPTY (0), a colour (1..), or UNKNOWN (255). Immutable and hashable.

    ``Grid(text, letters)`` reads the text form; blank lines around it and blanks at the ends of
    rows do not count. ``letters[i]`` is the letter of colour ``i + 1``.

    Raises:
        GridError: the text is empty, ragged, or has a letter that is not a colour's.
    """

    height: int
    width: int
    cells: bytes
    """All cells, row by row, a byte each."""
    letters: str

    def __init__(self, text: str, letters: str = "#") -> None:
        rows = [row.strip() for row in text.strip().splitlines()]
        values = {ord(_EMPTY_LETTER): EMPTY, ord(_UNKNOWN_LETTER): UNKNOWN}
        values.update({ord(letter): value for value, letter in enumerate(letters, start=1)})
        if not rows:
            raise GridError("the grid is empty: give at least one row of cells")
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]):
                raise GridError(
                    f"row {number} of the grid has {len(row)} cells, row 1 has {len(rows[0])}"
                )
            for column, letter in enumerate(row, start=1):
                if ord(letter) not in values:
                    raise GridError(
                        f"row {number}, column {column} of the grid: {letter!r} is no cell; "
                        f"use {', '.join(letters)} for filled, '.' for empty, '?' for unknown"
                    )
        self._set(
            len(rows), len(rows[0]), bytes(values[ord(x)] for row in rows for x in row), letters
        )

    def _set(self, height: int, width: int, cells: bytes, letters: str) -> None:
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "letters", letters)

    @classmethod
    def from_cells(cls, height: int, width: int, cells: bytes, letters: str = "#") -> Grid:
        """A grid from its cells, row by row.

        >>> Grid.from_cells(2, 2, bytes([1, 0, 0, 255]))
        Grid('#.\\n.?')
        """
        if height < 1 or width < 1 or len(cells) != height * width:
            raise GridError(f"{len(cells)} cells do not make a grid of {width}x{height}")
        wrong = [cell for cell in set(cells) if len(letters) < cell != UNKNOWN]
        if wrong:
            raise GridError(f"cell value {wrong[0]} is no colour: there are {len(letters)}")
        grid = object.__new__(cls)
        grid._set(height, width, cells, letters)
        return grid

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[int]], letters: str = "#") -> Grid:
        """A grid from rows of cell values.

        >>> Grid.from_rows([[0, 1], [1, 255]])
        Grid('.#\\n#?')
        """
        lists = [list(row) for row in rows]
        if any(len(row) != len(lists[0]) for row in lists):
            raise GridError("the rows of the grid are not equally long")
        if any(not 0 <= cell <= UNKNOWN for row in lists for cell in row):
            raise GridError("a cell is EMPTY (0), a colour (1..) or UNKNOWN (255)")
        flat = bytes(cell for row in lists for cell in row)
        return cls.from_cells(len(lists), len(lists[0]) if lists else 0, flat, letters)

    @classmethod
    def unknown(cls, height: int, width: int, letters: str = "#") -> Grid:
        """A grid of which nothing is known."""
        return cls.from_cells(height, width, bytes([UNKNOWN]) * (height * width), letters)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The value at (row, column), both from 0."""
        row, column = cell
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"cell {cell} lies outside the {self.width}x{self.height} grid")
        return self.cells[row * self.width + column]

    def row(self, index: int) -> bytes:
        """The cells of a row, from left to right."""
        return self.cells[index * self.width : (index + 1) * self.width]

    def column(self, index: int) -> bytes:
        """The cells of a column, from top to bottom."""
        return self.cells[index :: self.width]

    def line(self, line: Line) -> bytes:
        """The cells of a row or column."""
        return self.row(line.index) if line.axis == "R" else self.column(line.index)

    @property
    def complete(self) -> bool:
        """True if no cell is unknown."""
        return UNKNOWN not in self.cells

    @property
    def unknown_count(self) -> int:
        """The number of unknown cells."""
        return self.cells.count(UNKNOWN)

    def extends(self, other: Grid) -> bool:
        """True if every known cell of ``other`` has the same value here.

        >>> Grid("##").extends(Grid("#?")), Grid("#?").extends(Grid("##"))
        (True, False)
        """
        self._same_size(other)
        pairs = zip(self.cells, other.cells, strict=True)
        return all(mine == theirs or theirs == UNKNOWN for mine, theirs in pairs)

    def differences(self, other: Grid) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), whose values are not the same in both grids.

        >>> Grid("#.").differences(Grid("#?"))
        ((0, 1),)
        """
        self._same_size(other)
        pairs = zip(self.cells, other.cells, strict=True)
        return tuple(
            divmod(i, self.width) for i, (mine, theirs) in enumerate(pairs) if mine != theirs
        )

    def agreement(self, others: Iterable[Grid]) -> Grid:
        """The cells that are the same in this grid and in all others; the rest unknown.

        >>> Grid("##.").agreement([Grid("#.."), Grid("#..")])
        Grid('#?.')
        """
        cells = bytearray(self.cells)
        for other in others:
            self._same_size(other)
            for i, value in enumerate(other.cells):
                if cells[i] != value:
                    cells[i] = UNKNOWN
        return Grid.from_cells(self.height, self.width, bytes(cells), self.letters)

    def with_cells(self, values: Iterable[tuple[int, int, int]]) -> Grid:
        """A copy in which cells have other values: (row, column, value) each.

        >>> Grid("??").with_cells([(0, 1, 1)])
        Grid('?#')
        """
        cells = bytearray(self.cells)
        for row, column, value in values:
            self[row, column]
            cells[row * self.width + column] = value
        return Grid.from_cells(self.height, self.width, bytes(cells), self.letters)

    def clues(self) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """The clues of the rows and of the columns of a complete grid.

        >>> rows, cols = Grid("##").clues()
        >>> rows
        ((Block(length=2, color=1),),)

        Raises:
            GridError: a cell is unknown.
        """
        if not self.complete:
            raise GridError(
                f"{self.unknown_count} cells of the grid are unknown: it has no clues yet"
            )
        rows = tuple(clue_of(self.row(index)) for index in range(self.height))
        return rows, tuple(clue_of(self.column(index)) for index in range(self.width))

    def text_rows(self) -> list[str]:
        """The text form, a string per row."""
        table = self._letter_table()
        text = self.cells.decode("latin-1").translate(table)
        return [text[i : i + self.width] for i in range(0, len(text), self.width)]

    def __iter__(self) -> Iterator[bytes]:
        """The rows, from top to bottom."""
        return (self.row(index) for index in range(self.height))

    def __str__(self) -> str:
        return "\n".join(self.text_rows())

    def __repr__(self) -> str:
        letters = "" if self.letters == "#" else f", letters={self.letters!r}"
        return f"Grid({str(self)!r}{letters})"

    def _repr_svg_(self) -> str:
        from nonosat.draw.svg import draw_grid

        return str(draw_grid(self))

    def __reduce__(self) -> tuple[object, tuple[int, int, bytes, str]]:
        return Grid.from_cells, (self.height, self.width, self.cells, self.letters)

    def _letter_table(self) -> dict[int, str]:
        table = {EMPTY: _EMPTY_LETTER, UNKNOWN: _UNKNOWN_LETTER}
        table.update(enumerate(self.letters, start=1))
        return table

    def _same_size(self, other: Grid) -> None:
        if (self.height, self.width) != (other.height, other.width):
            raise GridError(
                f"the grids have different sizes: {self.width}x{self.height} "
                f"and {other.width}x{other.height}"
            )
