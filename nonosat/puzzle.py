# SPDX-License-Identifier: MIT
"""``Puzzle``: row clues, column clues, a palette; optionally a goal picture and metadata.

A puzzle that exists is sound by itself: every clue fits its line, the sums of rows and columns
agree, all colours are known. Faults are found all at once and raised together. (A sound puzzle may
still have no solution; that is for ``solve``.)

>>> puzzle = Puzzle(rows=[[2], [1]], cols=[[2], [1]])
>>> puzzle.width, puzzle.height
(2, 2)
>>> puzzle
Puzzle(rows=[[2], [1]], cols=[[2], [1]])
>>> puzzle.check(Grid("##\\n#."))
()
>>> [str(line) for line in puzzle.check(Grid("##\\n.#"))]
['C1', 'C2']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from nonosat.clue import UNKNOWN, Block, Clue, Line, cells_needed, fits, has_clue
from nonosat.errors import Fault, GridError, PuzzleError
from nonosat.grid import Grid

__all__ = ["MAX_COLORS", "MAX_SIDE", "Color", "Metadata", "Palette", "Puzzle", "line_at"]

MAX_SIDE = 1023
"""The longest line supported, in cells (the core keeps a line and its end in 16 machine words)."""
MAX_COLORS = 60
"""The most colours supported besides the background."""

CANONICAL_VERSION = 1
"""The version of the canonical text. A change of the text, however small, raises it."""

# Letters for colours that bring none; '#' is for the only colour of a black-and-white puzzle.
_SPARE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#%&*+@$!=~"
_FORBIDDEN_LETTERS = set(".?|[](),:;\"'<>\\/-_ 0123456789")


@dataclass(frozen=True, slots=True)
class Color:
    """A colour: its name, ``#rrggbb``, and the letter that stands for it in text."""

    name: str
    rgb: str
    letter: str


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a puzzle besides the background, in order: ``colors[0]`` is colour 1.

    >>> Palette().letters
    '#'
    >>> Palette.of([("red", "#f00", "r"), ("sky", "#88ccff", None)]).letters
    'ra'

    Raises:
        PuzzleError: a colour is no ``#rrggbb``, or a letter is unfit or used twice.
    """

    colors: tuple[Color, ...] = (Color("black", "#000000", "#"),)
    background: str = "#ffffff"

    def __post_init__(self) -> None:
        faults = []
        if not 1 <= len(self.colors) <= MAX_COLORS:
            faults.append(
                Fault(f"{len(self.colors)} colours: a palette holds 1 to {MAX_COLORS} of them")
            )
        faults += [
            Fault(f"colour {color.name!r}: {color.rgb!r} is not #rrggbb")
            for color in (*self.colors, Color("background", self.background, ""))
            if not re.fullmatch("#[0-9a-f]{6}", color.rgb)
        ]
        faults += [
            Fault(f"colour {color.name!r}: {color.letter!r} cannot be its letter in text")
            for color in self.colors
            if not _is_letter(color.letter)
        ]
        faults += [
            Fault(f"{count} colours share the letter {letter!r}")
            for letter, count in Counter(self.letters).items()
            if count > 1
        ]
        if faults:
            raise PuzzleError(faults)

    @classmethod
    def of(cls, colors: Iterable[tuple[str, str, str | None]], background: str = "#fff") -> Palette:
        """A palette from (name, rgb, letter or None); unfit or doubled letters are replaced.

        Colours may be written ``rgb``, ``rrggbb``, with or without ``#``, in any case. The only
        colour of a palette always has the letter ``#``.
        """
        given = list(colors)
        wanted = [letter for _, _, letter in given if letter and _is_letter(letter)]
        spare = iter([letter for letter in _SPARE_LETTERS if letter not in wanted])
        used: set[str] = set()
        result = []
        for name, rgb, letter in given[: MAX_COLORS + 1]:  # one more, so that it is a fault
            if len(given) == 1:
                letter = "#"
            elif letter is None or not _is_letter(letter) or letter in used:
                letter = next(spare)
            used.add(letter)
            result.append(Color(name, _normal_rgb(rgb), letter))
        return cls(tuple(result), _normal_rgb(background))

    @property
    def letters(self) -> str:
        """The letters of the colours, in order."""
        return "".join(color.letter for color in self.colors)

    def __len__(self) -> int:
        return len(self.colors)


def _is_letter(letter: str) -> bool:
    return len(letter) == 1 and letter.isprintable() and letter not in _FORBIDDEN_LETTERS


def _normal_rgb(text: str) -> str:
    digits = text.strip().removeprefix("#").lower()
    return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)


BLACK = Palette()
"""One colour, black on white."""


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
    cols: tuple[Clue | None, ...]
    palette: Palette
    goal: Grid | None
    """The picture its maker had in mind. Never read by a solver."""
    meta: Metadata

    def __init__(
        self,
        rows: Iterable[ClueLike],
        cols: Iterable[ClueLike],
        *,
        palette: Palette = BLACK,
        goal: Grid | None = None,
        meta: Metadata = Metadata(),
    ) -> None:
        object.__setattr__(self, "rows", tuple(map(_as_clue, rows)))
        object.__setattr__(self, "cols", tuple(map(_as_clue, cols)))
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
        rows, cols = grid.clues()
        palette = palette or anonymous_palette(grid.letters)
        return cls(rows, cols, palette=palette, goal=grid, meta=meta)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.cols)

    @property
    def title(self) -> str:
        """The title, or the empty string."""
        return self.meta.title

    @property
    def partial(self) -> bool:
        """True if a clue is not given."""
        return None in self.rows or None in self.cols

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line; None if it is not given."""
        return self.rows[line.index] if line.axis == "R" else self.cols[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for index, clue in enumerate(self.rows):
            yield Line("R", index), clue
        for index, clue in enumerate(self.cols):
            yield Line("C", index), clue

    def unconstrained(self) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), that lie in no line with a clue."""
        columns = [index for index, clue in enumerate(self.cols) if clue is None]
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
        for axis, clues, cells_of in (("R", self.rows, grid.row), ("C", self.cols, grid.column)):
            for index, clue in enumerate(clues):
                if clue is not None:
                    cells = cells_of(index)
                    if not (fits(clue, cells) if UNKNOWN in cells else has_clue(cells, clue)):
                        broken.append(Line(axis, index))
        return tuple(broken)

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
            *map(_canonical_clue, self.cols),
        ]
        return "\n".join(lines) + "\n"

    def sha256(self) -> str:
        """The SHA-256 of the canonical text, in hexadecimal: the name of the puzzle."""
        import hashlib  # here: the start of a command should not pay for it

        return hashlib.sha256(self.canonical_text().encode()).hexdigest()

    def with_goal(self, goal: Grid | None) -> Puzzle:
        """A copy with another goal picture, or with none."""
        return Puzzle(self.rows, self.cols, palette=self.palette, goal=goal, meta=self.meta)

    def with_meta(self, **changes: str) -> Puzzle:
        """A copy with other metadata, such as ``title="Cup"``."""
        meta = replace(self.meta, **changes)
        return Puzzle(self.rows, self.cols, palette=self.palette, goal=self.goal, meta=meta)

    def __str__(self) -> str:
        from nonosat.draw.text import draw

        return draw(self)

    def __repr__(self) -> str:
        parts = [f"rows={_clues_repr(self.rows)}", f"cols={_clues_repr(self.cols)}"]
        for name, default in (("palette", BLACK), ("goal", None), ("meta", Metadata())):
            if getattr(self, name) != default:
                parts.append(f"{name}={getattr(self, name)!r}")
        return f"Puzzle({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        from nonosat.draw.svg import draw

        return str(draw(self))


_SPARE_RGB = (
    "#000000", "#d55e00", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7f7f7f",
)  # fmt: skip


def anonymous_palette(letters: str) -> Palette:
    """A palette for colours of which only the letters are known."""
    if letters == BLACK.letters:
        return BLACK
    rgbs = (_SPARE_RGB[number % len(_SPARE_RGB)] for number in range(len(letters)))
    return Palette(tuple(Color(f"color {x}", rgb, x) for x, rgb in zip(letters, rgbs, strict=True)))


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
    sums = [Counter(dict.fromkeys(range(1, len(puzzle.palette) + 1), 0)) for _ in ("rows", "cols")]
    for counter, clues in zip(sums, (puzzle.rows, puzzle.cols), strict=True):
        for clue in clues:
            for block in clue or ():
                counter[block.color] += block.length
    for color, cell in enumerate(puzzle.palette.colors, start=1):
        in_rows, in_cols = sums[0][color], sums[1][color]
        if in_rows != in_cols:
            which = "" if len(puzzle.palette) == 1 else f" of colour {cell.name!r}"
            yield Fault(
                f"the rows fill {in_rows} cells{which}, the columns {in_cols}: "
                "one of the clues is wrong"
            )
