# SPDX-License-Identifier: MIT
"""``Grid``: the cells of a board, complete or partial, and their text form.

In text each row is a line; ``#`` is filled, ``.`` empty, ``?`` unknown. With several colours each
colour has a letter of its own.

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
>>> Grid([[0, 1, 0], [1, 1, 255]]) == grid
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, product
from operator import index, ne
from os.path import isfile, splitext
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from nonosat.errors import GridError, check_type, installed, shown
from nonosat.model.clue import EMPTY, UNKNOWN, Clue, Line, clue_of
from nonosat.model.palette import check_letters

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


GridLike: TypeAlias = (
    "Grid | str | Sequence[str] | Iterable[Iterable[SupportsIndex]] | NDArray[Any]"
)
"""The input of ``Grid``: text, lines of text, rows of cell values, a numpy array, a Grid."""

_EMPTY_LETTER = "."
_UNKNOWN_LETTER = "?"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Grid:
    """The cells of a board: each is EMPTY (0), a colour (from 1) or UNKNOWN (255).

    A grid is immutable and hashable. ``grid[row, column]`` is a cell, counted from 0; iteration
    gives the rows, as bytes.

    >>> from nonosat import Grid
    >>> grid = Grid(".#?")
    >>> grid[0, 1], grid.height, grid.width, grid.complete
    (1, 1, 3, False)
    >>> Grid([[0, 1, 255]]) == Grid([".#?"]) == grid
    True

    Args:
        cells: the text form (a line per row; blank lines around it and blanks at the ends of rows
            do not count), a list of such rows, or rows of cell values, such as nested lists or a
            numpy array of the shape (height, width).
        letters: the letters of the colours; ``letters[i]`` stands for colour ``i + 1``.

    Raises:
        GridError: there are no cells, the rows are not equally long, a cell has an unknown colour,
            or ``letters`` cannot be letters.
    """

    height: int
    width: int
    cells: bytes
    """All cells, row by row, one byte each."""
    letters: str

    def __init__(self, cells: GridLike, letters: str = "#") -> None:
        if isinstance(cells, Grid):
            self._set(cells.height, cells.width, cells.cells, cells.letters)
            return
        check_letters(letters)
        if not isinstance(cells, str):
            rows = _rows_of(cells)
            if not (rows and all(isinstance(row, str) for row in rows)):
                self._set(*_values(rows, letters), letters)
                return
            cells = "\n".join(map(str, rows))
        lines = [row.strip() for row in cells.strip().splitlines()]
        values = {ord(_EMPTY_LETTER): EMPTY, ord(_UNKNOWN_LETTER): UNKNOWN}
        values.update({ord(letter): value for value, letter in enumerate(letters, start=1)})
        if not lines:
            raise GridError("the grid is empty: give at least one row of cells")
        for number, row in enumerate(lines, start=1):
            if len(row) != len(lines[0]):
                raise GridError(
                    f"row {number} of the grid has {len(row)} cells, row 1 has {len(lines[0])}"
                )
            for column, letter in enumerate(row, start=1):
                if ord(letter) not in values:
                    if len(lines) == 1 and is_file_name(row):
                        raise GridError(
                            f"{row!r} is the name of a file: read it with Path(...).read_text()"
                        )
                    raise GridError(
                        f"row {number}, column {column} of the grid: {letter!r} is not a cell; "
                        f"use {', '.join(letters)} for filled, '.' for empty, '?' for unknown"
                    )
        flat = bytes(values[ord(letter)] for row in lines for letter in row)
        self._set(len(lines), len(lines[0]), flat, letters)

    def _set(self, height: int, width: int, cells: bytes, letters: str) -> None:
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "width", width)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "letters", letters)

    @classmethod
    def from_cells(cls, height: int, width: int, cells: bytes, letters: str = "#") -> Grid:
        """A grid from its cells, row by row; anything that holds bytes is copied.

        >>> Grid.from_cells(2, 2, bytes([1, 0, 0, 255]))
        Grid('#.\\n.?')
        """
        check_letters(letters)
        height, width = index(height), index(width)
        if type(cells) is not bytes:
            if hasattr(cells, "__index__") and not hasattr(
                cells, "__len__"
            ):  # bytes(number) gives zeros
                raise TypeError(f"cells {shown(cells)}: give the bytes of the cells")
            try:
                cells = bytes(cells)
            except ValueError:
                raise GridError("a cell has a value from 0 to 255") from None
        if height < 1 or width < 1 or len(cells) != height * width:
            raise GridError(f"{len(cells)} cells do not make a grid of {width}x{height}")
        wrong = cells.translate(None, bytes((*range(len(letters) + 1), UNKNOWN)))
        if wrong:
            raise GridError(_cell_fault(wrong[0], letters))
        grid = object.__new__(cls)
        grid._set(height, width, cells, letters)
        return grid

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[SupportsIndex]], letters: str = "#") -> Grid:
        """A grid from rows of cell values.

        >>> Grid.from_rows([[0, 1], [1, 255]])
        Grid('.#\\n#?')
        """
        check_letters(letters)
        return cls.from_cells(*_values(_rows_of(rows), letters), letters)

    @classmethod
    def unknown(cls, height: int, width: int, letters: str = "#") -> Grid:
        """A grid whose cells are all unknown."""
        try:
            cells = bytes([UNKNOWN]) * (height * width)
        except OverflowError:
            raise GridError(f"{width}x{height} cells are too many for a grid") from None
        return cls.from_cells(height, width, cells, letters)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The value at (row, column), both from 0."""
        row, column = cell
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"cell {cell} lies outside the {self.width}x{self.height} grid")
        return self.cells[row * self.width + column]

    def row(self, index: int) -> bytes:
        """The cells of a row, from left to right.

        Raises:
            IndexError: the row lies outside the grid.
        """
        if not 0 <= index < self.height:
            raise IndexError(f"row {index} lies outside the {self.width}x{self.height} grid")
        return self.cells[index * self.width : (index + 1) * self.width]

    def column(self, index: int) -> bytes:
        """The cells of a column, from top to bottom.

        Raises:
            IndexError: the column lies outside the grid.
        """
        if not 0 <= index < self.width:
            raise IndexError(f"column {index} lies outside the {self.width}x{self.height} grid")
        return self.cells[index :: self.width]

    def line(self, line: Line) -> bytes:
        """The cells of a row or column.

        Raises:
            IndexError: the line lies outside the grid.
            TypeError: ``line`` is not a Line.
        """
        check_type("line", line, Line)
        return self.row(line.index) if line.axis == "row" else self.column(line.index)

    def tolist(self) -> list[list[int]]:
        """The cell values as a list of rows.

        >>> Grid("#.\\n.?").tolist()
        [[1, 0], [0, 255]]
        """
        return [list(row) for row in self]

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The cell values as a numpy array of type uint8 (``numpy.array(grid)`` calls this).

        The array is the caller's own, except with ``copy=False``, which gives a view that cannot
        be written to.
        """
        with installed():
            import numpy as np

        view = np.frombuffer(self.cells, dtype=np.uint8).reshape(self.height, self.width)
        if dtype is not None and np.dtype(dtype) != view.dtype:
            if copy is False:
                raise ValueError(f"cells of type {np.dtype(dtype)} need a copy: omit copy=False")
            return view.astype(dtype)
        return view if copy is False else view.copy()

    def transpose(self) -> Grid:
        """The grid with rows and columns exchanged.

        >>> Grid("##.\\n?..").transpose()
        Grid('#?\\n#.\\n..')
        """
        cells = b"".join(self.column(number) for number in range(self.width))
        return Grid.from_cells(self.width, self.height, cells, self.letters)

    def mirror(self) -> Grid:
        """The grid seen in a mirror beside it: left and right are exchanged.

        >>> Grid("##.\\n?..").mirror()
        Grid('.##\\n..?')
        """
        cells = b"".join(row[::-1] for row in self)
        return Grid.from_cells(self.height, self.width, cells, self.letters)

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
        cells = product(range(self.height), range(self.width))
        return tuple(compress(cells, map(ne, self.cells, other.cells)))

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
        """A copy in which some cells have other values: (row, column, value) each.

        >>> Grid("??").with_cells([(0, 1, 1)])
        Grid('?#')

        Raises:
            IndexError: a cell lies outside the grid.
            GridError: a value is not EMPTY, a colour of this grid, or UNKNOWN.
        """
        cells = bytearray(self.cells)
        for cell in values:
            try:
                row, column, value = cell
            except ValueError:
                raise TypeError(f"{shown(cell)}: give (row, column, value)") from None
            self[row, column]
            if not 0 <= value <= UNKNOWN:
                raise GridError(_cell_fault(value, self.letters))
            cells[row * self.width + column] = value
        return Grid.from_cells(self.height, self.width, bytes(cells), self.letters)

    def clues(self) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """The clues of the rows and of the columns of a complete grid.

        >>> rows, columns = Grid("##").clues()
        >>> rows
        ((Block(length=2, color=1),),)

        Raises:
            GridError: a cell is unknown.
        """
        if not self.complete:
            raise GridError(
                f"{self.unknown_count} cells of the grid are unknown: it must be complete"
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
        from nonosat.draw.svg_writer import draw_grid

        return str(draw_grid(self))

    def __reduce__(self) -> tuple[object, tuple[int, int, bytes, str]]:
        return Grid.from_cells, (self.height, self.width, self.cells, self.letters)

    def _letter_table(self) -> dict[int, str]:
        table = {EMPTY: _EMPTY_LETTER, UNKNOWN: _UNKNOWN_LETTER}
        table.update(enumerate(self.letters, start=1))
        return table

    def _same_size(self, other: Grid) -> None:
        check_type("other", other, Grid)
        if (self.height, self.width) != (other.height, other.width):
            raise GridError(
                f"the grids have different sizes: {self.width}x{self.height} "
                f"and {other.width}x{other.height}"
            )


def is_file_name(text: str) -> bool:
    """True if a line of text is the name of a file, by its suffix or because the file exists.

    >>> is_file_name("m1.non"), is_file_name("#.#"), is_file_name("#.#\\n.non")
    (True, False, False)
    """
    if len(text) > 500 or "\n" in text or "\0" in text:
        return False
    base, suffix = splitext(text)
    return (bool(base) and suffix[1:].isalpha() and len(suffix) < 10) or isfile(text)


_SHORT = 20
"""Values with a longer repr are named by their class in messages."""


def _rows_of(cells: Iterable[object]) -> list[object]:
    """The rows of nested lists, or of an array."""
    try:
        if hasattr(cells, "tolist"):
            cells = cells.tolist()
        return list(cells)
    except TypeError:
        what = f"a {type(cells).__name__}" if len(repr(cells)) > _SHORT else repr(cells)
        raise GridError(f"{what} is not a grid: give text, or rows of cells") from None


def _values(rows: list[object], letters: str) -> tuple[int, int, bytes]:
    """Height, width and cells from rows of cell values."""
    lists = [_row_values(number, row, letters) for number, row in enumerate(rows, start=1)]
    if not lists or not lists[0]:
        raise GridError("the grid is empty: give at least one row of cells")
    for number, row in enumerate(lists, start=1):
        if len(row) != len(lists[0]):
            raise GridError(
                f"row {number} of the grid has {len(row)} cells, row 1 has {len(lists[0])}"
            )
    return len(lists), len(lists[0]), bytes(cell for row in lists for cell in row)


def _row_values(number: int, row: object, letters: str) -> list[int]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise GridError(f"{shown(row)} is not a row of the grid: give a list of cell values")
    values = []
    try:
        cells = list(row)
    except TypeError:  # an array without dimensions
        raise GridError(
            f"{shown(row)} is not a row of the grid: give a list of cell values"
        ) from None
    for column, cell in enumerate(cells, start=1):
        place = f"row {number}, column {column} of the grid: "
        try:
            value = index(cell)
        except TypeError:
            text = "; for text give one string per row" if isinstance(cell, str) else ""
            raise GridError(f"{place}{_cell_fault(cell, letters)}{text}") from None
        if not 0 <= value <= len(letters) and value != UNKNOWN:
            raise GridError(place + _cell_fault(value, letters))
        values.append(value)
    return values


def _cell_fault(cell: object, letters: str) -> str:
    colors = f"a colour (1 to {len(letters)})" if len(letters) > 1 else "FILLED (1)"
    return f"{shown(cell)} is not a cell: a cell is EMPTY (0), {colors} or UNKNOWN (255)"
