# SPDX-License-Identifier: MIT
"""``LooseClues``: the clues of a puzzle as somebody wrote them down, before they are sound.

A ``Puzzle`` is sound by itself. If a number is mistyped, there is no Puzzle: the sums of rows and
columns differ, or a clue is longer than its line. ``LooseClues`` holds such clues with everything
else of the puzzle, so that ``nonosat.make.correct_clues`` can look for the number. Everything else
is checked as for a Puzzle. A Puzzle that refuses such clues hands them over in
``PuzzleError.clues``, and so every reader of a format does, without code of its own.

Rejected: a switch in ``Puzzle`` that turns these checks off. Every function that takes a puzzle
would have to ask whether it is sound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, SupportsIndex

from nonosat.errors import OptionError, PuzzleError, check_type, shown
from nonosat.model.clue import AXES, Clue, Line, clues_repr
from nonosat.model.faults import ClueLike, faults_of, faults_of_grids, read_clues
from nonosat.model.grid import Grid, GridLike
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import whole_number
from nonosat.model.palette import BLACK, Palette


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LooseClues:
    """Clues whose sums may differ and that may be longer than their lines. Immutable, hashable.

    ``correct_clues`` looks for the mistyped number in them. A reader or ``Puzzle`` that refuses
    clues hands them over in ``PuzzleError.clues``.

    Args:
        rows: a clue for each row, from the top, as for ``Puzzle``.
        columns: a clue for each column, from the left.
        palette: the colours; by default black on white.
        goal: the picture that its maker had in mind.
        meta: title, author and so on.
        printed: the cells that are printed on the board.
        size: height and width that a file says, if it has another number of clues; ``goal`` then
            has this size.

    >>> LooseClues(rows=[[2], [1]], columns=[[5], [1]])
    LooseClues(rows=[[2], [1]], columns=[[5], [1]])
    >>> from nonosat import Puzzle
    >>> try:
    ...     Puzzle(rows=[[2], [1]], columns=[[5], [1]])
    ... except PuzzleError as error:
    ...     error.clues
    LooseClues(rows=[[2], [1]], columns=[[5], [1]])

    Raises:
        PuzzleError: a fault that other numbers cannot correct, such as an unknown colour.
        GridError: ``goal`` or ``printed`` is not a grid.
        OptionError: ``size`` is not two whole numbers.
        TypeError: ``palette`` is not a Palette, ``meta`` not a Metadata, or the clues not a list.
    """

    rows: tuple[Clue | None, ...]
    columns: tuple[Clue | None, ...]
    palette: Palette
    goal: Grid | None
    meta: Metadata
    printed: Grid | None
    size: tuple[int, int] | None

    def __init__(
        self,
        rows: Iterable[ClueLike],
        columns: Iterable[ClueLike],
        *,
        palette: Palette = BLACK,
        goal: GridLike | None = None,
        meta: Metadata = Metadata(),  # noqa: B008 - immutable
        printed: GridLike | None = None,
        size: tuple[int, int] | None = None,
    ) -> None:
        check_type("palette", palette, Palette)
        check_type("meta", meta, Metadata)
        if size is not None:
            size = _checked(size)
        row_clues, row_faults = read_clues("row", rows)
        column_clues, column_faults = read_clues("column", columns)
        if goal is not None and not isinstance(goal, Grid):
            goal = Grid(goal, palette.letters)
        if printed is not None and not isinstance(printed, Grid):
            printed = Grid(printed, palette.letters)
        unread = [*row_faults, *column_faults]
        of_size = goal if size is None else None
        faults = faults_of(row_clues, column_clues, palette, of_size, printed, unread, loose=True)
        if goal is not None and size is not None:
            faults += faults_of_grids(goal, None, *size, palette)
        if faults:
            raise PuzzleError(faults)
        parts = (row_clues, column_clues, palette, goal, meta, printed, size)
        for name, value in zip(self.__slots__, parts, strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def if_readable(cls, *clues: Any, **others: Any) -> LooseClues | None:
        """``LooseClues(...)``; None if it has faults that other numbers cannot correct."""
        try:
            return cls(*clues, **others)
        except PuzzleError:
            return None

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def title(self) -> str:
        """The title, or the empty string."""
        return self.meta.title

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line; None if it is missing.

        Raises:
            IndexError: the line lies outside the puzzle.
            TypeError: ``line`` is not a Line.
        """
        check_type("line", line, Line)
        return self.rows[line.index] if line.axis == "row" else self.columns[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for axis, clues in zip(AXES, (self.rows, self.columns), strict=True):
            for index, clue in enumerate(clues):
                yield Line(axis, index), clue

    def with_meta(self, **changes: str) -> LooseClues:
        """A copy with other metadata, such as ``title="Cup"``."""
        return replace(self, meta=replace(self.meta, **changes))

    def __repr__(self) -> str:
        parts = [f"rows={clues_repr(self.rows)}", f"columns={clues_repr(self.columns)}"]
        defaults = (BLACK, None, Metadata(), None, None)
        for field, default in zip(fields(self)[2:], defaults, strict=True):
            if getattr(self, field.name) != default:
                parts.append(f"{field.name}={getattr(self, field.name)!r}")
        return f"LooseClues({', '.join(parts)})"


def line_length(clues: LooseClues, line: Line) -> int:
    """How many cells a line has."""
    return clues.width if line.axis == "row" else clues.height


def surplus(clues: LooseClues) -> tuple[int, ...] | None:
    """For each colour, how many more cells the rows fill than the columns; None without all clues.

    >>> surplus(LooseClues([[2], [1]], [[1], [1]]))
    (1,)
    """
    return None if None in clues.rows or None in clues.columns else gaps(clues)


def gaps(clues: LooseClues) -> tuple[int, ...]:
    """As ``surplus``, but a missing clue counts as an empty one."""
    found = [0] * len(clues.palette)
    for line, clue in clues.lines():
        for length, color in clue or ():
            found[color - 1] += length if line.axis == "row" else -length
    return tuple(found)


def _checked(size: Iterable[SupportsIndex]) -> tuple[int, int]:
    try:
        height, width = size
    except (TypeError, ValueError):
        raise OptionError(f"size {shown(size)}: give the height and the width") from None
    return whole_number("height", height), whole_number("width", width)
