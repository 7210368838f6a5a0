# SPDX-License-Identifier: MIT
"""``Puzzle``: row clues, column clues, a palette; optionally a goal picture and metadata.

Every ``Puzzle`` is sound by itself: each clue fits its line, the sums of rows and columns agree,
and all colours are known. The constructor finds all faults and raises them together
(``puzzle_faults``). A sound puzzle may still have no solution; ``solve`` finds that out.

>>> puzzle = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> puzzle.width, puzzle.height
(2, 2)
>>> puzzle
Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> puzzle.check(Grid("##\\n#."))
()
>>> [str(line) for line in puzzle.check(Grid("##\\n.#"))]
['C1', 'C2']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import TYPE_CHECKING, Unpack

from nonosat.clue import UNKNOWN, Block, Clue, Line, fits, has_clue
from nonosat.errors import GridError, PuzzleError
from nonosat.grid import Grid, GridLike
from nonosat.palette import BLACK, Palette, anonymous_palette
from nonosat.puzzle_faults import MAX_SIDE, ClueLike, faults_of, read_clues

if TYPE_CHECKING:
    from nonosat.report import Report
    from nonosat.solving.options import SolveOptions

__all__ = ["MAX_SIDE", "ClueLike", "Metadata", "Puzzle", "line_at"]

CANONICAL_VERSION = 1
"""The version of the canonical text. A change of the text, however small, raises it."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """Title, author and so on; unknown ones are the empty string. No solver reads them."""

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    catalogue: str = ""
    """Where it is published, such as a collection and a number."""
    description: str = ""

    def __repr__(self) -> str:
        given = [
            f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if getattr(self, f.name)
        ]
        return f"Metadata({', '.join(given)})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle:
    """A nonogram: clues, palette, goal picture and metadata. Immutable and hashable.

    A clue is a list of block lengths, of ``(length, colour)`` pairs, or of ``Block``; an empty
    list means an empty line, None that the clue is not given. Whole numbers of any kind will do,
    also those of numpy. ``cols`` is another name for ``columns``. ``goal`` is a Grid, or what
    ``Grid`` accepts.

    Raises:
        PuzzleError: the puzzle is impossible by itself; ``faults`` lists every reason.
        GridError: ``goal`` is not a grid.
    """

    rows: tuple[Clue | None, ...]
    columns: tuple[Clue | None, ...]
    palette: Palette
    goal: Grid | None
    """The picture its maker had in mind. Never read by a solver."""
    meta: Metadata

    def __init__(
        self,
        rows: Iterable[ClueLike],
        columns: Iterable[ClueLike] | None = None,
        *,
        cols: Iterable[ClueLike] | None = None,
        palette: Palette = BLACK,
        goal: GridLike | None = None,
        meta: Metadata = Metadata(),
    ) -> None:
        if columns is not None and cols is not None:
            raise TypeError("Puzzle() got both columns and cols, which mean the same: give one")
        if columns is None:
            columns = cols
        if columns is None:
            raise TypeError("Puzzle() needs the clues of the columns: Puzzle(rows, columns)")
        row_clues, row_faults = read_clues("R", rows)
        column_clues, column_faults = read_clues("C", columns)
        if goal is not None and not isinstance(goal, Grid):
            goal = Grid(goal, palette.letters)
        faults = faults_of(row_clues, column_clues, palette, goal, [*row_faults, *column_faults])
        if faults:
            raise PuzzleError(faults)
        self._set(row_clues, column_clues, palette, goal, meta)

    def _set(self, *values: object) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled with flat clues: ten times as fast as with an object for each block."""
        rows, columns = (
            [None if clue is None else tuple(chain.from_iterable(clue)) for clue in clues]
            for clues in (self.rows, self.columns)
        )
        return _unpickled, (type(self), rows, columns, self.palette, self.goal, self.meta)

    @classmethod
    def from_grid(
        cls,
        grid: GridLike,
        *,
        palette: Palette | None = None,
        meta: Metadata = Metadata(),
    ) -> Puzzle:
        """The puzzle whose goal is a complete grid: a Grid, or what ``Grid`` accepts.

        >>> Puzzle.from_grid(Grid("##\\n#.")).rows[0]
        (Block(length=2, color=1),)
        >>> Puzzle.from_grid([[1, 1], [1, 0]]).columns
        ((Block(length=2, color=1),), (Block(length=1, color=1),))

        Raises:
            GridError: it is not a grid, or one of its cells is unknown.
        """
        if not isinstance(grid, Grid):
            grid = Grid(grid, "#" if palette is None else palette.letters)
        rows, columns = grid.clues()
        palette = palette or anonymous_palette(grid.letters)
        return cls(rows, columns, palette=palette, goal=grid, meta=meta)

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

    @property
    def partial(self) -> bool:
        """True if a clue is not given."""
        return None in self.rows or None in self.columns

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line; None if it is not given."""
        return self.rows[line.index] if line.axis == "R" else self.columns[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for index, clue in enumerate(self.rows):
            yield Line("R", index), clue
        for index, clue in enumerate(self.columns):
            yield Line("C", index), clue

    def unconstrained(self) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), that lie in no line with a clue."""
        columns = [index for index, clue in enumerate(self.columns) if clue is None]
        return tuple((r, c) for r, clue in enumerate(self.rows) if clue is None for c in columns)

    def unknown_grid(self) -> Grid:
        """A grid of this puzzle's size and letters whose cells are all unknown."""
        return Grid.unknown(self.height, self.width, self.palette.letters)

    def grid(self, cells: bytes) -> Grid:
        """The grid with these cells, row by row, in this puzzle's size and letters."""
        return Grid.from_cells(self.height, self.width, cells, self.palette.letters)

    def check(self, grid: GridLike) -> tuple[Line, ...]:
        """The lines whose clues a grid breaks or, if it is partial, can no longer satisfy.

        The result is empty if the grid is right so far. This is plain code that shares nothing
        with the solver.

        Raises:
            GridError: it is not a grid, or has another size than this puzzle, or more colours.
        """
        if not isinstance(grid, Grid):
            grid = Grid(grid, self.palette.letters)
        if (grid.height, grid.width) != (self.height, self.width):
            raise GridError(
                f"the grid is {grid.width}x{grid.height}, the puzzle {self.width}x{self.height}"
            )
        if len(grid.letters) > len(self.palette):
            raise GridError(
                f"the grid has {len(grid.letters)} colours, the puzzle {len(self.palette)}"
            )
        broken = []
        for axis, clues, cells_of in (("R", self.rows, grid.row), ("C", self.columns, grid.column)):
            for index, clue in enumerate(clues):
                if clue is not None:
                    cells = cells_of(index)
                    if not (fits(clue, cells) if UNKNOWN in cells else has_clue(cells, clue)):
                        broken.append(Line(axis, index))
        return tuple(broken)

    def solve(self, **options: Unpack[SolveOptions]) -> Report:
        """``nonosat.solve`` of this puzzle, with the same options.

        >>> Puzzle(rows=[[2], [1]], columns=[[2], [1]]).solve().verdict.value
        'unique'
        """
        from nonosat.solving import solve

        return solve(self, **options)

    def canonical_text(self) -> str:
        """Clues and palette as versioned text: the same for every file of the same puzzle.

        One item per line: ``nonosat-puzzle VERSION``, ``width``, ``height``, ``background RGB``,
        ``color RGB`` for each colour, ``rows`` and one line per row, ``columns`` and one line per
        column. A clue is its blocks as ``LENGTH:COLOUR`` (colours count from 1), ``-`` if empty,
        ``?`` if not given. Each line ends with a newline.
        """
        lines = [
            f"nonosat-puzzle {CANONICAL_VERSION}",
            f"width {self.width}",
            f"height {self.height}",
            f"background {self.palette.background}",
            *(f"color {color.rgb}" for color in self.palette.colors),
            "rows",
            *map(_canonical_clue, self.rows),
            "columns",
            *map(_canonical_clue, self.columns),
        ]
        return "\n".join(lines) + "\n"

    def sha256(self) -> str:
        """The SHA-256 of the canonical text, in hexadecimal: the name of the puzzle."""
        import hashlib  # here, so that commands that do not need it start sooner

        return hashlib.sha256(self.canonical_text().encode()).hexdigest()

    def with_goal(self, goal: GridLike | None) -> Puzzle:
        """A copy with another goal picture, or with none."""
        return Puzzle(self.rows, self.columns, palette=self.palette, goal=goal, meta=self.meta)

    def with_meta(self, **changes: str) -> Puzzle:
        """A copy with other metadata, such as ``title="Cup"``."""
        meta = replace(self.meta, **changes)
        return Puzzle(self.rows, self.columns, palette=self.palette, goal=self.goal, meta=meta)

    def transpose(self) -> Puzzle:
        """The puzzle with rows and columns exchanged, and its goal picture likewise.

        >>> Puzzle([[2]], [[1], [1]]).transpose()
        Puzzle(rows=[[1], [1]], columns=[[2]])
        """
        goal = None if self.goal is None else self.goal.transpose()
        return Puzzle(self.columns, self.rows, palette=self.palette, goal=goal, meta=self.meta)

    def mirror(self) -> Puzzle:
        """The puzzle seen in a mirror beside it: left and right are exchanged.

        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).mirror()
        Puzzle(rows=[[1, 2]], columns=[[1], [], [1], [1]])
        """
        rows = [None if clue is None else clue[::-1] for clue in self.rows]
        goal = None if self.goal is None else self.goal.mirror()
        return Puzzle(rows, self.columns[::-1], palette=self.palette, goal=goal, meta=self.meta)

    def __str__(self) -> str:
        from nonosat.draw.text import draw

        return draw(self)

    def __repr__(self) -> str:
        parts = [f"rows={_clues_repr(self.rows)}", f"columns={_clues_repr(self.columns)}"]
        for name, default in (("palette", BLACK), ("goal", None), ("meta", Metadata())):
            if getattr(self, name) != default:
                parts.append(f"{name}={getattr(self, name)!r}")
        return f"Puzzle({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        from nonosat.draw.svg import draw

        return str(draw(self))


def line_at(puzzle: Puzzle, number: int) -> Line:
    """The line that has this number in the core: rows from 0, then columns."""
    height = puzzle.height
    return Line("R", number) if number < height else Line("C", number - height)


def _unpickled(
    cls: type[Puzzle],
    rows: Sequence[tuple[int, ...] | None],
    columns: Sequence[tuple[int, ...] | None],
    *others: object,
) -> Puzzle:
    both = (
        tuple(None if flat is None else tuple(map(Block, flat[::2], flat[1::2])) for flat in clues)
        for clues in (rows, columns)
    )
    puzzle = cls.__new__(cls)
    puzzle._set(*both, *others)
    return puzzle


def _canonical_clue(clue: Clue | None) -> str:
    if clue is None:
        return "?"
    return " ".join(f"{length}:{color}" for length, color in clue) or "-"


def _clues_repr(clues: Sequence[Clue | None]) -> str:
    return repr([None if clue is None else list(map(_item_repr, clue)) for clue in clues])


def _item_repr(block: Block) -> int | tuple[int, int]:
    return block.length if block.color == 1 else (block.length, block.color)
