# SPDX-License-Identifier: MIT
"""The shapes of a puzzle and a grid in a theme.

Nothing is shown by colour alone. Unknown cells are hatched and marked cells ringed; if more than a
fifth of the cells is marked, rings would hide the picture, and a tint with a small corner replaces
them. Printed cells have a frame inside, and a cross in it if they are empty. A finished clue is
grey and struck out. With patterns, each colour has hatching of its own; the ninth and later colours
also have their letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

from nonosat.draw import text
from nonosat.draw.geometry import (
    COLUMN_SIDES,
    DIGIT,
    GROUP,
    ROW_SIDES,
    Board,
    Geometry,
    Part,
    labels,
    marked_cells,
)
from nonosat.draw.shapes import (
    Box,
    Boxes,
    Circle,
    Picture,
    Polygons,
    Rectangle,
    Segment,
    Shape,
    Strokes,
    Text,
)
from nonosat.draw.theme import Theme, ThemeLike, contrast, theme_of
from nonosat.errors import GridError
from nonosat.model.clue import EMPTY, UNKNOWN, Line, finished_blocks
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette, anonymous_palette
from nonosat.model.puzzle import Puzzle, check_size

T = TypeVar("T")

_MAX_RINGS = 0.2
"""The share of marked cells above which a tint replaces the rings, which hide the picture."""
PATTERNS = 8
"""The number of different patterns."""
MAX_DESCRIBED = 10_000
"""A larger board is not described as text: it would be too long to listen to."""
_PARTS = 4096
"""The maximum number of parts of a shape; a board with more gets several shapes in succession."""


def puzzle_picture(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    theme: ThemeLike = "light",
    cell_size: int | None = None,
    row_clues: str = "left",
    column_clues: str = "top",
    numbers: bool = False,
    finished: bool = False,
    poll: Callable[[], None] | None = None,
) -> Picture:
    """The puzzle with its clues and the cells of a grid (``nonosat.draw.svg`` has the arguments).

    Its shapes are made while they are drawn, and can be drawn once.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has an unknown value.
    """
    check_size(puzzle, grid)
    grid = None if grid is None else puzzle.as_grid(grid)
    style = theme_of(theme, cell_size)
    at = Geometry.of_puzzle(
        puzzle, style.cell_size, row_clues, column_clues, numbers, legend=style.patterns
    )
    sides = ROW_SIDES[row_clues], COLUMN_SIDES[column_clues]
    clues = _Clues(puzzle, grid if finished else None, at, style, *sides)
    page = chain(
        clues.shapes(),
        _line_numbers(at, style, range(at.height), range(at.width)),
        _legend(puzzle.palette, at, style),
    )
    title = puzzle.title or f"nonogram {puzzle.width}x{puzzle.height}"
    described = puzzle.height * puzzle.width <= MAX_DESCRIBED
    description = text.draw(puzzle, grid, marks=marks, unicode=False) if described else ""
    board = _Board(at, grid, puzzle.palette, marks, style, puzzle.printed)
    return _picture(at, style, title, description, page, board.shapes(), poll)


def _picture(
    at: Geometry,
    theme: Theme,
    title: str,
    description: str,
    page: Iterable[Shape],
    board: Iterable[Shape],
    poll: Callable[[], None] | None,
) -> Picture:
    """The picture of these shapes on paper."""
    place = (0, 0, at.page_width, at.page_height)
    paper = Box("paper", place, fill=theme.paper, radius=at.cell / 5)
    return Picture(
        at.page_width,
        at.page_height,
        at.left,
        at.top,
        title,
        description,
        _polled(chain((paper,), page), poll),
        _polled(board, poll),
    )


def page_size(
    puzzle: Board,
    *,
    theme: ThemeLike = "light",
    cell_size: int | None = None,
    row_clues: str = "left",
    column_clues: str = "top",
    numbers: bool = False,
    **_: object,
) -> tuple[int, int]:
    """Width and height of the picture of a puzzle in pixels, without drawing it.

    The options are those of ``puzzle_picture``; the others do not change the size.
    """
    style = theme_of(theme, cell_size)
    at = Geometry.of_puzzle(
        puzzle, style.cell_size, row_clues, column_clues, numbers, legend=style.patterns
    )
    return at.page_width, at.page_height


def _polled(shapes: Iterable[Shape], poll: Callable[[], None] | None) -> Iterator[Shape]:
    """The shapes, each made when it is drawn; ``poll`` is called before one of every 64."""
    for number, shape in enumerate(shapes):
        if poll is not None and number % 64 == 0:
            poll()
        yield shape


def part_picture(
    part: Part,
    at: Geometry,
    *,
    theme: ThemeLike = "print",
    poll: Callable[[], None] | None = None,
) -> Picture:
    """A part of a blank puzzle in a geometry, with marks where the board goes on.

    Clues and numbers of lines stand where the geometry has room for them; the lines have the
    numbers of the whole puzzle.
    """
    style = theme_of(theme, at.cell)
    sides = ("left",) if at.left_clues else (), ("top",) if at.top_clues else ()
    clues = _Clues(part, None, at, style, *sides)
    page = chain(
        clues.shapes(),
        _line_numbers(at, style, part.row_range, part.column_range),
        _legend(part.palette, at, style),
    )
    board = _Board(at, None, part.palette, (), style, part.printed)
    shapes = chain(board.shapes(), _cut_marks(part, at, style))
    return _picture(at, style, part.puzzle.title, "", page, shapes, poll)


def grid_picture(
    grid: Grid,
    *,
    palette: Palette | None = None,
    marks: Collection[tuple[int, int]] = (),
    theme: ThemeLike = "light",
    cell_size: int | None = None,
    poll: Callable[[], None] | None = None,
) -> Picture:
    """A grid without clues."""
    palette = palette or anonymous_palette(grid.letters)
    if len(palette) < len(grid.letters):
        raise GridError(f"the grid has {len(grid.letters)} colours, the palette {len(palette)}")
    style = theme_of(theme, cell_size)
    at = Geometry(grid.height, grid.width, style.cell_size)
    title = f"grid {grid.width}x{grid.height}"
    described = grid.height * grid.width <= MAX_DESCRIBED
    drawn = text.draw_grid(grid, palette=palette, marks=marks, unicode=False) if described else ""
    board = _Board(at, grid, palette, marks, style)
    return _picture(at, style, title, drawn, (), board.shapes(), poll)


def _legend(palette: Palette, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """The legend of the patterns: the letter that each pattern stands for."""
    cell = at.cell
    for value in range(1, at.legend + 1):
        x, y = at.legend_entry(value - 1)
        yield from _patterned(value, [(x, y)], "legend", cell, theme)
        yield Box("legend", (x, y, cell, cell), stroke=theme.border)
        letter = palette.letters[value - 1]
        yield Text("legend", x + 1.6 * cell, y + cell / 2, letter, at.font_size, theme.ink)


def _patterned(
    value: int, corners: Sequence[tuple[float, float]], kind: str, cell: int, theme: Theme
) -> Iterator[Shape]:
    """Cells in the pattern of a colour; ``corners`` are their upper left corners."""
    if value == 1:
        for boxes in _parts((x, y, cell, cell) for x, y in corners):
            yield Boxes(kind, boxes, theme.ink)
    else:
        lines = (stroke for x, y in corners for stroke in pattern(value - 1, x, y, cell))
        for part in _parts(lines):
            yield Strokes(kind, part, theme.ink, max(1, cell / 14))


def _line_numbers(at: Geometry, theme: Theme, rows: range, columns: range) -> Iterator[Shape]:
    """The numbers of rows and columns; on small cells every fifth, and the first."""
    if not at.row_numbers:
        return
    size = at.cell / 2
    for lines, place_of, step in (
        (rows, at.row_number, 1),
        (columns, at.column_number, 1 if columns.stop < 100 else GROUP),
    ):
        for index, line in enumerate(lines):
            if index == 0 or (line + 1) % step == 0:
                yield Text("number", *place_of(index), str(line + 1), size, theme.muted)


def _cut_marks(part: Part, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """Small triangles that point over the edges behind which the board goes on."""
    half, tip = at.cell / 6, at.cell / 4
    width, height = at.board_width, at.board_height
    triangles: list[tuple[tuple[float, float], ...]] = []
    for edge, sign, more in (
        (0, -1, part.row_range.start > 0),
        (height, 1, part.row_range.stop < part.puzzle.height),
    ):
        places = range(0, width + 1, GROUP * at.cell) if more else ()
        triangles += [((x - half, edge), (x + half, edge), (x, edge + sign * tip)) for x in places]
    for edge, sign, more in (
        (0, -1, part.column_range.start > 0),
        (width, 1, part.column_range.stop < part.puzzle.width),
    ):
        places = range(0, height + 1, GROUP * at.cell) if more else ()
        triangles += [((edge, y - half), (edge, y + half), (edge + sign * tip, y)) for y in places]
    if triangles:
        yield Polygons("cut", tuple(triangles), theme.mark)


@dataclass(frozen=True, slots=True)
class _Clues:
    """The numbers beside the board."""

    puzzle: Board
    grid: Grid | None
    at: Geometry
    theme: Theme
    row_sides: tuple[str, ...]
    column_sides: tuple[str, ...]

    def shapes(self) -> Iterator[Shape]:
        at, theme = self.at, self.theme
        bands: list[Rectangle] = []
        right, below = at.left + at.board_width, at.top + at.board_height
        for side in self.row_sides:
            begin, width = (at.margin, at.left_clues) if side == "left" else (right, at.right_clues)
            yield Box("rows band", (begin, at.top, width, at.board_height), fill=theme.clues)
            bands += [
                (begin, at.top + first * at.cell, width, count * at.cell)
                for first, count in at.bands(at.height)
            ]
        for side in self.column_sides:
            begin, height = (at.margin, at.top_clues) if side == "top" else (below, at.bottom_clues)
            yield Box("columns band", (at.left, begin, at.board_width, height), fill=theme.clues)
            bands += [
                (at.left + first * at.cell, begin, count * at.cell, height)
                for first, count in at.bands(at.width)
            ]
        if bands:  # every second group of five a shade lighter, so that the eye finds its line
            yield Boxes("fives", tuple(bands), theme.paper, opacity=0.55)
        for line, clue in self.puzzle.lines():
            texts = labels(clue, self.puzzle.palette)
            done = self._finished(line)
            room = at.slot if line.axis == "row" else at.cell
            for number, (label, color) in enumerate(texts):
                for side in self.row_sides if line.axis == "row" else self.column_sides:
                    first = side in ("right", "bottom")
                    place = number if first else len(texts) - 1 - number
                    label_at = at.row_label if line.axis == "row" else at.column_label
                    x, y = label_at(line.index, place, side)
                    yield from self._number(label, color, x, y, room, done=number in done)

    def _finished(self, line: Line) -> Collection[int]:
        """The numbers of the blocks of a line that its cells fix."""
        clue = self.puzzle.clue(line)
        if self.grid is None or clue is None:
            return ()
        cells = self.grid.row(line.index) if line.axis == "row" else self.grid.column(line.index)
        if not clue:  # the label 0
            return (0,) if UNKNOWN not in cells and not any(cells) else ()
        return finished_blocks(clue, cells)

    def _number(
        self, label: str, color: int, x: float, y: float, room: float, *, done: bool
    ) -> Iterator[Shape]:
        """A number; with several colours on a plate of its colour."""
        at, theme = self.at, self.theme
        ink = theme.ink if color and not done else theme.muted
        plate = color and len(self.puzzle.palette) > 1 and not theme.patterns
        if plate:
            rgb = theme.paper if done else self.puzzle.palette.colors[color - 1].rgb
            ink = theme.muted if done else contrast(rgb)
            width, height = room - at.cell / 10, 0.7 * at.cell
            place = (x - width / 2, y - height / 2, width, height)
            yield Box(
                f"plate c{color}", place, fill=rgb, stroke=theme.rule, width=0.5, radius=at.cell / 7
            )
        # a number that is wider than its column is written smaller
        scale = min(1.0, (room - 0.15 * at.cell) / (len(label) * DIGIT * at.font_size))
        kind = "clue finished" if done else "clue"
        yield Text(kind, x, y, label, scale * at.font_size, ink)
        if done:
            half = 0.5 * len(label) * DIGIT * scale * at.font_size + 1
            yield Strokes("struck", ((x - half, y, x + half, y),), theme.muted)


class _Board:
    """The shapes of cells, rules and marks; the upper left corner of the board is (0, 0)."""

    def __init__(
        self,
        at: Geometry,
        grid: Grid | None,
        palette: Palette,
        marks: Collection[tuple[int, int]],
        theme: Theme,
        printed: Grid | None = None,
    ) -> None:
        self.printed = printed
        self.at = at
        self.grid = grid
        self.palette = palette
        self.marks = marked_cells(at.height, at.width, marks)
        self.theme = theme
        plain = len(palette) == 1 and theme.filled is not None
        self.background = (theme.empty if plain else None) or palette.background
        if theme.patterns:
            self.background = theme.paper
        self.inks = [theme.filled] if plain else [color.rgb for color in palette.colors]

    def shapes(self) -> Iterator[Shape]:
        at, theme = self.at, self.theme
        width, height = at.board_width, at.board_height
        yield Box("empty", (0, 0, width, height), fill=self.background)
        values = self._values()
        if values is not None:
            yield from self._cells(values)
        # Greys that show on dark and on light cells; thin ones half transparent, so that the
        # thick ones stand out from them on both.
        scale = at.cell / 20
        for kind, stroke_width, opacity, thick in (
            ("thin", max(1, scale), 0.5, False),
            ("thick", max(2, 2 * scale), 1.0, True),
        ):
            down, across = (
                [n * at.cell for n in range(1, count) if (n % GROUP == 0) == thick]
                for count in (at.width, at.height)
            )
            rules: list[Segment] = [(x, 0, x, height) for x in down]
            rules += [(0, y, width, y) for y in across]
            if rules:
                yield Strokes(kind, tuple(rules), theme.rule, stroke_width, opacity)
        yield Box("border", (0, 0, width, height), stroke=theme.border, width=max(2, 2 * scale))
        if self.printed is not None:
            yield from self._frames(self.printed)
        if self.marks.count(1) > _MAX_RINGS * len(self.marks):
            yield from self._tint()
        else:
            yield from self._rings()

    def _values(self) -> bytes | None:
        """The values that are drawn: those of the grid, or printed ones where it is unknown."""
        printed = self.printed
        if self.grid is not None and printed is not None:
            cells = zip(self.grid.cells, printed.cells, strict=True)
            return bytes(b if a == UNKNOWN else a for a, b in cells)
        if self.grid is not None:
            return self.grid.cells
        if printed is not None:
            return printed.cells.replace(bytes([UNKNOWN]), bytes([EMPTY]))
        return None

    def _cells(self, values: bytes) -> Iterator[Shape]:
        """Boxes of each colour, and the hatching of the unknown cells."""
        cell, theme, width = self.at.cell, self.theme, self.at.width
        for value in sorted(set(values) - {EMPTY}):
            runs = _runs_of(value, values, width, cell)
            if value == UNKNOWN:
                for boxes in _parts(runs):
                    yield Boxes("unknown", boxes, theme.unknown)
                for strokes in _parts(_hatching(values, width, cell)):
                    yield Strokes("hatch", strokes, theme.hatch, max(1, cell / 20))
            elif theme.patterns and len(self.palette) > 1:
                corners = [
                    (left + n * cell, top)
                    for left, top, length, _ in runs
                    for n in range(int(length) // cell)
                ]
                yield from _patterned(value, corners, f"cells c{value}", cell, theme)
            else:
                ink = self.inks[value - 1]
                assert ink is not None
                for boxes in _parts(runs):
                    yield Boxes(f"cells c{value}", boxes, ink)
        if len(self.palette) > 1 and (theme.letters or theme.patterns):
            yield from self._letters(values)

    def _letters(self, values: Sequence[int]) -> Iterator[Shape]:
        cell, theme = self.at.cell, self.theme
        for index, value in enumerate(values):
            if value in (EMPTY, UNKNOWN) or (theme.patterns and value <= PATTERNS):
                continue
            x, y = self.at.centre(*divmod(index, self.at.width))
            ink = contrast(self.palette.colors[value - 1].rgb)
            if theme.patterns:
                ink = theme.ink
                size = 0.6 * cell
                yield Box("plate", (x - size / 2, y - size / 2, size, size), fill=theme.paper)
            yield Text("letter", x, y, self.palette.letters[value - 1], 0.55 * cell, ink)

    def _rings(self) -> Iterator[Shape]:
        """Rings with a light edge: they stand out from dark and from light cells."""
        cell, theme = self.at.cell, self.theme
        for row, column in self._marked():
            x, y = self.at.centre(row, column)
            yield Circle("halo", x, y, 0.31 * cell, stroke=theme.paper, width=cell / 4)
            yield Circle("mark", x, y, 0.31 * cell, stroke=theme.mark, width=cell / 8)

    def _tint(self) -> Iterator[Shape]:
        """A veil and a small corner, for boards on which rings would hide the picture."""
        cell, theme = self.at.cell, self.theme
        for boxes in _parts(_runs_of(1, self.marks, self.at.width, cell)):
            yield Boxes("mark", boxes, theme.mark, opacity=0.35)
        size = cell // 4
        corners = (
            ((c * cell, r * cell), (c * cell + size, r * cell), (c * cell, r * cell + size))
            for r, c in self._marked()
        )
        for triangles in _parts(corners):
            yield Polygons("corner", triangles, theme.mark)

    def _marked(self) -> Iterator[tuple[int, int]]:
        """The row and the column of each marked cell."""
        return (divmod(found.start(), self.at.width) for found in re.finditer(b"\1", self.marks))

    def _frames(self, printed: Grid) -> Iterator[Shape]:
        """Frames of printed cells, with a cross if empty; not where the grid has another value."""
        cell, theme = self.at.cell, self.theme
        inset = max(2, cell // 6)
        shown = printed if self.grid is None else self.grid
        fixed = [
            place
            for place, value in enumerate(printed.cells)
            if value != UNKNOWN and shown.cells[place] in (value, UNKNOWN)
        ]

        def lines() -> Iterator[Segment]:
            for place in fixed:
                row, column = divmod(place, self.at.width)
                left, top = column * cell + inset, row * cell + inset
                right, below = (column + 1) * cell - inset, (row + 1) * cell - inset
                yield left, top, right, top
                yield right, top, right, below
                yield right, below, left, below
                yield left, below, left, top
                if printed.cells[place] == EMPTY:
                    yield left, top, right, below
                    yield right, top, left, below

        for stroke, width in ((theme.paper, 3), (theme.border, 1)):
            for strokes in _parts(lines()):
                yield Strokes("printed", strokes, stroke, width * max(1, cell / 20))


def _parts(items: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """The items in tuples of a bounded size, so that a large board is never in memory at once."""
    remaining = iter(items)
    while part := tuple(islice(remaining, _PARTS)):
        yield part


def _runs_of(value: int, values: bytes, width: int, cell: int) -> Iterator[Rectangle]:
    """Boxes that cover the cells with a value, one for each run of a row."""
    run = re.compile(re.escape(bytes([value])) + b"+")
    for row in range(len(values) // width):
        for found in run.finditer(values, row * width, (row + 1) * width):
            first, last = found.span()
            yield (first - row * width) * cell, row * cell, (last - first) * cell, cell


def _hatching(values: bytes, width: int, cell: int) -> Iterator[Segment]:
    """Strokes up to the right across the unknown cells: through two corners and four middles.

    A stroke goes on from cell to cell: one through the corners along a diagonal of cells, one
    through the middles of sides along two neighbouring diagonals in turn.
    """
    half = cell // 2
    run = re.compile(re.escape(bytes([UNKNOWN])) + b"+")
    before = 0, b""
    for number in range(len(values) // width + width):
        column, cells = _diagonal(values, width, number)
        for found in run.finditer(cells):
            x, to_x = ((column + place) * cell for place in found.span())
            yield x, (number + 1) * cell - x, to_x, (number + 1) * cell - to_x
        halves = bytearray(2 * width)  # where the line of the middles crosses half a cell
        for side, (first, half_cells) in enumerate(((column, cells), before)):
            halves[2 * first + side : 2 * (first + len(half_cells)) + side : 2] = half_cells
        for found in run.finditer(halves):
            x, to_x = (place // 2 * cell + place % 2 * half for place in found.span())
            yield x, number * cell + half - x, to_x, number * cell + half - to_x
        before = column, cells


def _diagonal(values: bytes, width: int, number: int) -> tuple[int, bytes]:
    """The cells whose row and column have this sum, from the left, and the column of the first.

    >>> _diagonal(bytes(range(6)), 3, 2)
    (1, b'\\x04\\x02')
    """
    row = min(number, len(values) // width - 1)
    column, step = number - row, max(1, width - 1)
    if column >= width:
        return 0, b""
    last = row * width + column
    first = last - min(row, width - 1 - column) * (width - 1)
    return column, values[first : last + 1 : step][::-1]


def pattern(number: int, x: float, y: float, cell: int) -> Iterator[Segment]:
    """The strokes of a pattern in a cell; patterns count from 0, the first of them is solid.

    They repeat after ``PATTERNS``; letters tell the others apart.
    """
    low, high = x + cell, y + cell
    third = cell / 3
    across = [(x, y + (i + 0.5) * third, low, y + (i + 0.5) * third) for i in range(3)]
    down = [(x + (i + 0.5) * third, y, x + (i + 0.5) * third, high) for i in range(3)]
    half = cell // 2
    rising = [
        (x, high, low, y),
        (x, y + half, x + half, y),
        (x + half, high, low, y + half),
    ]
    falling = [(2 * x + cell - a, b, 2 * x + cell - c, d) for a, b, c, d in rising]
    middle_x, middle_y, quarter = x + cell / 2, y + cell / 2, cell / 4
    plus = [
        (middle_x - quarter, middle_y, middle_x + quarter, middle_y),
        (middle_x, middle_y - quarter, middle_x, middle_y + quarter),
    ]
    solid = [(x, y + i + 0.5, low, y + i + 0.5) for i in range(cell)]
    strokes = (solid, rising, down, falling, across, rising + falling, across + down, plus)
    yield from strokes[number % PATTERNS]
