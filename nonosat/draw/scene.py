# SPDX-License-Identifier: MIT
"""What a puzzle, a grid and a theme look like, as shapes.

Nothing is shown by colour alone. Unknown cells are hatched and marked cells ringed; where more than
a fifth of the cells is marked, rings would hide the picture, and a tint with a small corner
replaces them. Printed cells have a frame inside, empty ones a cross in it. A finished clue is grey
and struck out. With patterns, each colour has hatching of its own, and its letter from the ninth
on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from nonosat.clue import EMPTY, UNKNOWN, Line, finished_blocks
from nonosat.draw import text
from nonosat.draw.geometry import (
    COLUMN_SIDES,
    DIGIT,
    GROUP,
    ROW_SIDES,
    Geometry,
    check_grid,
    check_marks,
    labels,
)
from nonosat.draw.parts import Board, Part
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
from nonosat.grid import Grid
from nonosat.palette import Palette, anonymous_palette
from nonosat.puzzle import Puzzle

__all__ = ["PATTERNS", "grid_picture", "part_picture", "pattern", "puzzle_picture"]

_MAX_RINGS = 0.2
"""The share of marked cells above which a tint replaces the rings, which hide the picture."""
PATTERNS = 8
"""The number of different patterns."""


def puzzle_picture(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    theme: ThemeLike = "light",
    cell: int | None = None,
    row_clues: str = "left",
    column_clues: str = "top",
    numbers: bool = False,
    finished: bool = False,
) -> Picture:
    """The puzzle with its clues, and what a grid fills in (``nonosat.draw.svg`` has the arguments).

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has no such value.
    """
    check_grid(puzzle, grid)
    check_marks(puzzle.height, puzzle.width, marks)
    style = theme_of(theme, cell)
    at = Geometry.of_puzzle(
        puzzle, style.cell, row_clues, column_clues, numbers, legend=style.patterns
    )
    clues = _Clues(puzzle, grid if finished else None, at, style, row_clues, column_clues)
    board = _Board(at, grid, puzzle.palette, marks, style, puzzle.printed)
    return Picture(
        at.page_width,
        at.page_height,
        at.left,
        at.top,
        puzzle.title or f"nonogram {puzzle.width}x{puzzle.height}",
        text.draw(puzzle, grid, marks=marks, unicode=False),
        (
            _paper(at, style),
            *clues.shapes(),
            *(_line_numbers(at, style, range(at.height), range(at.width)) if numbers else ()),
            *_legend(puzzle.palette, at, style),
        ),
        tuple(board.shapes()),
    )


def part_picture(part: Part, at: Geometry, *, theme: ThemeLike = "print") -> Picture:
    """A part of a blank puzzle in a geometry, with marks where the board goes on.

    Clues and numbers of lines stand where the geometry has room for them; the lines have the
    numbers of the whole puzzle.
    """
    style = theme_of(theme, at.cell)
    clues = _Clues(part, None, at, style, "left", "top")
    if not at.left_clues:
        clues.row_sides = ()
    if not at.top_clues:
        clues.column_sides = ()
    board = _Board(at, None, part.palette, (), style, part.printed)
    return Picture(
        at.page_width,
        at.page_height,
        at.left,
        at.top,
        part.puzzle.title,
        "",
        (
            _paper(at, style),
            *clues.shapes(),
            *(
                _line_numbers(at, style, part.row_range, part.column_range)
                if at.row_numbers
                else ()
            ),
            *_legend(part.palette, at, style),
        ),
        (*board.shapes(), *_cut_marks(part, at, style)),
    )


def grid_picture(
    grid: Grid,
    *,
    palette: Palette | None = None,
    marks: Collection[tuple[int, int]] = (),
    theme: ThemeLike = "light",
    cell: int | None = None,
) -> Picture:
    """A grid without clues."""
    palette = palette or anonymous_palette(grid.letters)
    if len(palette) < len(grid.letters):
        raise GridError(f"the grid has {len(grid.letters)} colours, the palette {len(palette)}")
    check_marks(grid.height, grid.width, marks)
    style = theme_of(theme, cell)
    at = Geometry(grid.height, grid.width, style.cell)
    board = _Board(at, grid, palette, marks, style)
    return Picture(
        at.page_width,
        at.page_height,
        at.left,
        at.top,
        f"grid {grid.width}x{grid.height}",
        text.draw_grid(grid, palette=palette, marks=marks, unicode=False),
        (_paper(at, style),),
        tuple(board.shapes()),
    )


def _paper(at: Geometry, theme: Theme) -> Shape:
    place = (0, 0, at.page_width, at.page_height)
    return Box("paper", place, fill=theme.paper, radius=at.cell / 5)


def _legend(palette: Palette, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """Which letter a pattern stands for."""
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
    """Cells, by their upper left corners, in the pattern of a colour."""
    if value == 1:
        yield Boxes(kind, tuple((x, y, cell, cell) for x, y in corners), theme.ink)
    else:
        lines = [stroke for x, y in corners for stroke in pattern(value - 1, x, y, cell)]
        yield Strokes(kind, tuple(lines), theme.ink, max(1, cell / 14))


def _line_numbers(at: Geometry, theme: Theme, rows: range, columns: range) -> Iterator[Shape]:
    """The numbers of rows and columns; on small cells every fifth, and the first."""
    size = at.cell / 2
    for lines, place_of, step in (
        (rows, at.row_number, 1),
        (columns, at.column_number, 1 if columns.stop < 100 else GROUP),
    ):
        for index, line in enumerate(lines):
            if index == 0 or (line + 1) % step == 0:
                yield Text("number", *place_of(index), str(line + 1), size, theme.muted)


def _cut_marks(part: Part, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """Small triangles along the edges behind which the board goes on, that point there."""
    half, tip = at.cell / 6, at.cell / 4
    width, height = at.board_width, at.board_height
    triangles: list[tuple[tuple[float, float], ...]] = []
    for edge, sign, more in (
        (0, -1, part.row_range.start > 0),
        (height, 1, part.row_range.stop < part.puzzle.height),
    ):
        triangles += [
            ((x - half, edge), (x + half, edge), (x, edge + sign * tip))
            for x in (range(0, width + 1, GROUP * at.cell) if more else ())
        ]
    for edge, sign, more in (
        (0, -1, part.column_range.start > 0),
        (width, 1, part.column_range.stop < part.puzzle.width),
    ):
        triangles += [
            ((edge, y - half), (edge, y + half), (edge + sign * tip, y))
            for y in (range(0, height + 1, GROUP * at.cell) if more else ())
        ]
    if triangles:
        yield Polygons("cut", tuple(triangles), theme.mark)


class _Clues:
    """The numbers beside the board."""

    def __init__(
        self,
        puzzle: Board,
        grid: Grid | None,
        at: Geometry,
        theme: Theme,
        row_clues: str,
        column_clues: str,
    ) -> None:
        self.puzzle = puzzle
        self.grid = grid
        self.at = at
        self.theme = theme
        self.row_sides: tuple[str, ...] = ROW_SIDES[row_clues]
        self.column_sides: tuple[str, ...] = COLUMN_SIDES[column_clues]

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
            room = at.slot if line.axis == "R" else at.cell
            for number, (label, color) in enumerate(texts):
                for side in self.row_sides if line.axis == "R" else self.column_sides:
                    first = side in ("right", "bottom")
                    place = number if first else len(texts) - 1 - number
                    label_at = at.row_label if line.axis == "R" else at.column_label
                    x, y = label_at(line.index, place, side)
                    yield from self._number(label, color, x, y, room, done=number in done)

    def _finished(self, line: Line) -> Collection[int]:
        """The numbers of the blocks of a line that its cells fix."""
        clue = self.puzzle.clue(line)
        if self.grid is None or clue is None:
            return ()
        cells = self.grid.row(line.index) if line.axis == "R" else self.grid.column(line.index)
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
    """Cells, rules and marks, from (0, 0)."""

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
        self.marks = sorted(set(marks))
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
            rules: list[Segment] = [
                (n * at.cell, 0, n * at.cell, height)
                for n in range(1, at.width)
                if (n % GROUP == 0) == thick
            ]
            rules += [
                (0, n * at.cell, width, n * at.cell)
                for n in range(1, at.height)
                if (n % GROUP == 0) == thick
            ]
            if rules:
                yield Strokes(kind, tuple(rules), theme.rule, stroke_width, opacity)
        yield Box("border", (0, 0, width, height), stroke=theme.border, width=max(2, 2 * scale))
        if self.printed is not None:
            yield from self._frames(self.printed)
        if len(self.marks) > _MAX_RINGS * at.width * at.height:
            yield from self._tint()
        else:
            yield from self._rings()

    def _values(self) -> Sequence[int] | None:
        """The values that are drawn: those of the grid, and printed ones where it has none."""
        printed = self.printed
        if self.grid is not None:
            cells = zip(self.grid.cells, (printed or self.grid).cells, strict=True)
            return [b if a == UNKNOWN else a for a, b in cells]
        if printed is not None:
            return [EMPTY if a == UNKNOWN else a for a in printed.cells]
        return None

    def _cells(self, values: Sequence[int]) -> Iterator[Shape]:
        """Boxes of each colour, and the hatching of the unknown cells."""
        cell, theme = self.at.cell, self.theme
        places_of: dict[int, list[tuple[int, int]]] = {}
        for index, value in enumerate(values):
            if value != EMPTY:
                places_of.setdefault(value, []).append(divmod(index, self.at.width))
        for value, places in sorted(places_of.items()):
            if value == UNKNOWN:
                yield Boxes("unknown", tuple(_runs(places, cell)), theme.unknown)
                hatching = [x for r, c in places for x in _hatch(c * cell, r * cell, cell)]
                yield Strokes("hatch", tuple(hatching), theme.hatch, max(1, cell / 20))
            elif theme.patterns and len(self.palette) > 1:
                corners = [(c * cell, r * cell) for r, c in places]
                yield from _patterned(value, corners, f"cells c{value}", cell, theme)
            else:
                ink = self.inks[value - 1]
                assert ink is not None
                yield Boxes(f"cells c{value}", tuple(_runs(places, cell)), ink)
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
        for row, column in self.marks:
            x, y = self.at.centre(row, column)
            yield Circle("halo", x, y, 0.31 * cell, stroke=theme.paper, width=cell / 4)
            yield Circle("mark", x, y, 0.31 * cell, stroke=theme.mark, width=cell / 8)

    def _tint(self) -> Iterator[Shape]:
        """A veil and a small corner, for boards on which rings would hide the picture."""
        cell, theme = self.at.cell, self.theme
        yield Boxes("mark", tuple(_runs(self.marks, cell)), theme.mark, opacity=0.35)
        size = cell // 4
        corners = (
            ((c * cell, r * cell), (c * cell + size, r * cell), (c * cell, r * cell + size))
            for r, c in self.marks
        )
        yield Polygons("corner", tuple(corners), theme.mark)

    def _frames(self, printed: Grid) -> Iterator[Shape]:
        """A frame in each printed cell that has its value, and a cross if it is empty."""
        cell, theme = self.at.cell, self.theme
        inset = max(2, cell // 6)
        parts: list[Segment] = []
        for place, value in enumerate(printed.cells):
            shown = value if self.grid is None else self.grid.cells[place]
            if value != UNKNOWN and shown in (value, UNKNOWN):
                row, column = divmod(place, self.at.width)
                left, top = column * cell + inset, row * cell + inset
                right, below = (column + 1) * cell - inset, (row + 1) * cell - inset
                parts += [
                    (left, top, right, top),
                    (right, top, right, below),
                    (right, below, left, below),
                    (left, below, left, top),
                ]
                if value == EMPTY:
                    parts += [(left, top, right, below), (right, top, left, below)]
        for stroke, width in ((theme.paper, 3), (theme.border, 1)) if parts else ():
            yield Strokes("printed", tuple(parts), stroke, width * max(1, cell / 20))


def _runs(cells: Iterable[tuple[int, int]], cell: int) -> Iterator[Rectangle]:
    """Boxes that cover cells (sorted by row and column), one for each run."""
    runs = groupby(enumerate(cells), key=lambda item: (item[1][0], item[1][1] - item[0]))
    for _, run in runs:
        places = [place for _, place in run]
        row, column = places[0]
        yield column * cell, row * cell, len(places) * cell, cell


def _hatch(x: float, y: float, cell: int) -> Iterator[Segment]:
    """Three strokes up to the right across a cell."""
    half = cell // 2
    yield x, y + cell, x + cell, y
    yield x, y + half, x + half, y
    yield x + half, y + cell, x + cell, y + half


def pattern(number: int, x: float, y: float, cell: int) -> Iterator[Segment]:
    """The strokes of a pattern in a cell; patterns count from 0, the first of them is solid.

    They repeat after ``PATTERNS``; letters tell the others apart.
    """
    low, high = x + cell, y + cell
    third = cell / 3
    across = [(x, y + (i + 0.5) * third, low, y + (i + 0.5) * third) for i in range(3)]
    down = [(x + (i + 0.5) * third, y, x + (i + 0.5) * third, high) for i in range(3)]
    rising = list(_hatch(x, y, cell))
    falling = [(2 * x + cell - a, b, 2 * x + cell - c, d) for a, b, c, d in rising]
    middle_x, middle_y, quarter = x + cell / 2, y + cell / 2, cell / 4
    plus = [
        (middle_x - quarter, middle_y, middle_x + quarter, middle_y),
        (middle_x, middle_y - quarter, middle_x, middle_y + quarter),
    ]
    solid = [(x, y + i + 0.5, low, y + i + 0.5) for i in range(cell)]
    strokes = (solid, rising, down, falling, across, rising + falling, across + down, plus)
    yield from strokes[number % PATTERNS]
