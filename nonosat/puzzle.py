# SPDX-License-Identifier: MIT
"""``Puzzle``: row clues, column clues, a palette; optionally a goal picture and metadata.

A puzzle that exists is sound by itself: every clue fits its line, the sums of rows and columns
agree, all colours are known. Faults are found all at once and raised together. (A sound puzzle may
still have no solution; that is for ``solve``.)

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

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, TypeAlias, Unpack

from nonosat.clue import UNKNOWN, Block, Clue, Line, cells_needed, fits, has_clue
from nonosat.errors import Fault, GridError, PuzzleError
from nonosat.grid import Grid
from nonosat.palette import BLACK, Palette, anonymous_palette

if TYPE_CHECKING:
    from nonosat.report import Report
    from nonosat.solving.options import SolveOptions

__all__ = ["MAX_SIDE", "Metadata", "Puzzle", "line_at"]

MAX_SIDE = 1023
"""The longest line supported, in cells (the core keeps a line and its end in 16 machine words)."""

CANONICAL_VERSION = 1
"""The version of the canonical text. A change of the text, however small, raises it."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is told about a puzzle. No solver reads it; unknown things are the empty string."""

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    catalogue: str = ""
    """Where it is listed, such as a collection and a number."""
    description: str = ""

    def __repr__(self) -> str:
        given = [
            f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if getattr(self, f.name)
        ]
        return f"Metadata({', '.join(given)})"


ClueLike: TypeAlias = Iterable["int | tuple[int, int] | Block"] | None
"""A clue as written by people: lengths, (length, colour) pairs or Blocks; None = not given."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle:
    """A nonogram: clues, palette, goal picture and metadata. Immutable and hashable.

    A clue is a list of block lengths, of ``(length, colour)`` pairs, or of ``Block``; an empty
    list means an empty line, None that the clue is not given.

    Raises:
        PuzzleError: it is impossible by itself; ``faults`` lists every reason.
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
        goal: Grid | None = None,
        meta: Metadata = Metadata(),
    ) -> None:
        object.__setattr__(self, "rows", tuple(map(_as_clue, rows)))
        if (columns is None) == (cols is None):
            raise TypeError("Puzzle() takes rows and columns; cols is another name for columns")
        object.__setattr__(self, "columns", tuple(map(_as_clue, columns or cols or ())))
        object.__setattr__(self, "palette", palette)
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "meta", meta)
        faults = tuple(_faults(self))
        if faults:
            raise PuzzleError(faults)

    @classmethod
    def from_grid(
        cls,
        grid: Grid,
        *,
        palette: Palette | None = None,
        meta: Metadata = Metadata(),
    ) -> Puzzle:
        """The puzzle whose goal is a complete grid.

        >>> Puzzle.from_grid(Grid("##\\n#.")).rows[0]
        (Block(length=2, color=1),)

        Raises:
            GridError: a cell of the grid is unknown.
        """
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
        """A grid of this puzzle's size and letters of which nothing is known."""
        return Grid.unknown(self.height, self.width, self.palette.letters)

    def grid(self, cells: bytes) -> Grid:
        """The grid with these cells, row by row, in this puzzle's size and letters."""
        return Grid.from_cells(self.height, self.width, cells, self.palette.letters)

    def check(self, grid: Grid) -> tuple[Line, ...]:
        """The lines that a grid breaks, or that a partial grid can no longer satisfy; () = fine.

        Plain code that shares nothing with the solver.

        Raises:
            GridError: the grid is not of this puzzle's size, or has colours that it has not.
        """
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
        import hashlib  # here: the start of a command should not pay for it

        return hashlib.sha256(self.canonical_text().encode()).hexdigest()

    def with_goal(self, goal: Grid | None) -> Puzzle:
        """A copy with another goal picture, or with none."""
        return Puzzle(self.rows, self.columns, palette=self.palette, goal=goal, meta=self.meta)

    def with_meta(self, **changes: str) -> Puzzle:
        """A copy with other metadata, such as ``title="Cup"``."""
        meta = replace(self.meta, **changes)
        return Puzzle(self.rows, self.columns, palette=self.palette, goal=self.goal, meta=meta)

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
    """The line with a number of the core: rows from 0, then columns."""
    height = puzzle.height
    return Line("R", number) if number < height else Line("C", number - height)


def _as_clue(clue: ClueLike) -> Clue | None:
    if clue is None:
        return None
    return tuple(Block(*item) if isinstance(item, (tuple, list)) else Block(item) for item in clue)


def _canonical_clue(clue: Clue | None) -> str:
    if clue is None:
        return "?"
    return " ".join(f"{length}:{color}" for length, color in clue) or "-"


def _clues_repr(clues: Sequence[Clue | None]) -> str:
    return repr([None if clue is None else list(map(_item_repr, clue)) for clue in clues])


def _item_repr(block: Block) -> int | tuple[int, int]:
    return block.length if block.color == 1 else (block.length, block.color)


def _faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Everything that makes the puzzle impossible by itself."""
    sound = True
    for name, count in (("rows", puzzle.height), ("columns", puzzle.width)):
        if not 1 <= count <= MAX_SIDE:
            sound = False
            yield Fault(f"{count} {name}: a puzzle has 1 to {MAX_SIDE} of them")
    for line, clue in puzzle.lines():
        if clue is not None:
            length = puzzle.width if line.axis == "R" else puzzle.height
            for fault in _clue_faults(line, clue, length, len(puzzle.palette)):
                sound = False
                yield fault
    blocks = (block for _, clue in puzzle.lines() for block in clue or ())
    if not puzzle.partial and all(isinstance(block.length, int) for block in blocks):
        yield from _sum_faults(puzzle)
    goal = puzzle.goal
    if goal is not None and sound:
        if (goal.height, goal.width) != (puzzle.height, puzzle.width):
            yield Fault(
                f"the goal picture is {goal.width}x{goal.height}, "
                f"the puzzle {puzzle.width}x{puzzle.height}"
            )
        elif goal.letters != puzzle.palette.letters:
            yield Fault(
                f"the goal picture uses the letters {goal.letters!r}, "
                f"the palette {puzzle.palette.letters!r}"
            )


def _clue_faults(line: Line, clue: Clue, length: int, colors: int) -> Iterator[Fault]:
    sound = True
    for number, block in enumerate(clue):
        if not isinstance(block.length, int) or block.length < 1:
            sound = False
            yield Fault(
                f"length {block.length!r}: a block has a whole number of cells, at least 1 "
                "(an empty line has no blocks)", line, number,
            )  # fmt: skip
        if not isinstance(block.color, int) or not 1 <= block.color <= colors:
            sound = False
            yield Fault(f"unknown colour {block.color!r}: the palette has {colors}", line, number)
    if sound and cells_needed(clue) > length:
        first = next(n for n in range(len(clue)) if cells_needed(clue[: n + 1]) > length)
        yield Fault(
            f"does not fit: the clue needs {cells_needed(clue)} cells, the line has {length}",
            line, first,
        )  # fmt: skip


def _sum_faults(puzzle: Puzzle) -> Iterator[Fault]:
    """Rows and columns must fill the same number of cells, of each colour."""
    sums = [
        Counter(dict.fromkeys(range(1, len(puzzle.palette) + 1), 0)) for _ in ("rows", "columns")
    ]
    for counter, clues in zip(sums, (puzzle.rows, puzzle.columns), strict=True):
        for clue in clues:
            for block in clue or ():
                counter[block.color] += block.length
    for color, cell in enumerate(puzzle.palette.colors, start=1):
        in_rows, in_columns = sums[0][color], sums[1][color]
        if in_rows != in_columns:
            which = "" if len(puzzle.palette) == 1 else f" of colour {cell.name!r}"
            yield Fault(
                f"the rows fill {in_rows} cells{which}, the columns {in_columns}: "
                "one of the clues is wrong"
            )
