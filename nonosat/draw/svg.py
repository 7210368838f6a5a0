# SPDX-License-Identifier: MIT
"""Puzzles and grids as SVG: for notebooks, web pages and print.

The markup is written directly, without an SVG library, and every text of the puzzle is escaped: the
pictures are regular, and the same input gives the same bytes. Colours are attributes, and each
element has a class (``cells``, ``unknown``, ``thin``, ``thick``, ``clue``, ``mark`` ...), so that a
style sheet can override them. There is no ``<style>`` and no ``id``, because both would affect
other pictures on the same page. Runs of cells share a path, which keeps large boards small.

Printed cells have a frame inside, empty ones a cross in it.
Unknown cells are hatched and marked cells ringed, so that no colour is needed to see them. Where
more than a fifth of the cells is marked, rings would hide the picture; a tint with a small corner
replaces them. The title of the puzzle is the ``<title>``, the picture as text the ``<desc>``, for
screen readers.

>>> from nonosat.grid import Grid
>>> picture = draw_grid(Grid("##\\n#?"))
>>> picture[:4], picture.count("hatch")
('<svg', 1)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from nonosat.clue import EMPTY, UNKNOWN
from nonosat.draw import text
from nonosat.draw.geometry import (
    DIGIT,
    FONT_SIZE,
    GROUP,
    Geometry,
    Label,
    check_grid,
    check_marks,
    labels,
)
from nonosat.draw.theme import LIGHT, Theme, contrast
from nonosat.errors import GridError
from nonosat.grid import Grid
from nonosat.palette import Palette, anonymous_palette
from nonosat.puzzle import Puzzle

__all__ = ["Svg", "draw", "draw_grid"]

FONT = "'DejaVu Sans',Verdana,Arial,sans-serif"
_MAX_RINGS = 0.2
"""The share of marked cells above which a tint replaces the rings, which hide the picture."""
# Everything that XML 1.0 does not allow, even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """SVG as text that notebooks show as a picture.

    >>> Svg("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    theme: Theme = LIGHT,
    overlay: Iterable[str] = (),
) -> Svg:
    """The puzzle with its clues, and what a grid fills in.

    Args:
        puzzle: its clues are drawn above and left, never its goal picture.
        grid: the cells; None leaves the board blank but for the printed cells.
        marks: cells, as (row, column) from 0, that are ringed; tinted, if they are many.
        theme: colours and the size of a cell.
        overlay: SVG elements drawn over the board; its upper left corner is (0, 0).

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
    """
    check_grid(puzzle, grid)
    check_marks(puzzle.height, puzzle.width, marks)
    at = Geometry.of_puzzle(puzzle, theme.cell)
    board = _Board(at, grid, puzzle.palette, marks, theme, puzzle.printed)
    title = puzzle.title or f"nonogram {puzzle.width}x{puzzle.height}"
    described = text.draw(puzzle, grid, marks=marks, unicode=False)
    return _document(board, puzzle, title, described, overlay)


def draw_grid(
    grid: Grid,
    *,
    palette: Palette | None = None,
    marks: Collection[tuple[int, int]] = (),
    theme: Theme = LIGHT,
) -> Svg:
    """A grid without clues; the arguments are those of ``draw``."""
    palette = palette or anonymous_palette(grid.letters)
    if len(palette) < len(grid.letters):
        raise GridError(f"the grid has {len(grid.letters)} colours, the palette {len(palette)}")
    check_marks(grid.height, grid.width, marks)
    board = _Board(Geometry(grid.height, grid.width, theme.cell), grid, palette, marks, theme)
    described = text.draw_grid(grid, palette=palette, marks=marks, unicode=False)
    return _document(board, None, f"grid {grid.width}x{grid.height}", described)


def _document(
    board: _Board,
    puzzle: Puzzle | None,
    title: str,
    described: str,
    overlay: Iterable[str] = (),
) -> Svg:
    theme, at = board.theme, board.at
    width, height = at.page_width, at.page_height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nonosat" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escaped(title)}</title>",
        f"<desc>{escaped(described)}</desc>",
        f'<rect class="paper" width="{width}" height="{height}" rx="4" fill="{theme.paper}"/>',
        *(_Clues(puzzle, at, theme).elements() if puzzle else ()),
        f'<g class="board" transform="translate({at.left} {at.top})">',
        *board.elements(),
        *overlay,
        "</g>",
        "</svg>",
    ]
    return Svg("\n".join(lines) + "\n")


class _Clues:
    """The numbers left of and above the board."""

    def __init__(self, puzzle: Puzzle, at: Geometry, theme: Theme) -> None:
        self.puzzle = puzzle
        self.at = at
        self.theme = theme
        self.colored = len(puzzle.palette) > 1

    def elements(self) -> Iterator[str]:
        at, theme = self.at, self.theme
        for kind, box in (
            ("rows", (at.margin, at.top, at.clue_width, at.board_height)),
            ("columns", (at.left, at.margin, at.board_width, at.clue_height)),
        ):
            shape = 'x="{}" y="{}" width="{}" height="{}"'.format(*box)
            yield f'<rect class="{kind} band" {shape} fill="{theme.clues}"/>'
        # every second group of five a shade lighter, so that the eye finds its line
        bands = []
        for first, count in at.bands(at.height):
            y, size = at.top + first * at.cell, count * at.cell
            bands.append(f"M{at.margin} {y}h{at.clue_width}v{size}h-{at.clue_width}z")
        for first, count in at.bands(at.width):
            x, size = at.left + first * at.cell, count * at.cell
            bands.append(f"M{x} {at.margin}h{size}v{at.clue_height}h-{size}z")
        if bands:
            shape = "".join(bands)
            yield f'<path class="fives" fill="{theme.paper}" opacity="0.55" d="{shape}"/>'
        yield (
            f'<g class="clues" font-family="{FONT}" font-size="{FONT_SIZE}" text-anchor="middle">'
        )
        palette = self.puzzle.palette
        for index, clue in enumerate(self.puzzle.rows):
            for place, label in enumerate(reversed(labels(clue, palette))):
                yield from self._number(label, *at.row_label(index, place), at.slot)
        for index, clue in enumerate(self.puzzle.columns):
            for place, label in enumerate(reversed(labels(clue, palette))):
                yield from self._number(label, *at.column_label(index, place), at.cell)
        yield "</g>"

    def _number(self, label: Label, x: float, y: float, room: float) -> Iterator[str]:
        """A number; with several colours on a plate of its colour."""
        text, color = label
        ink = self.theme.ink if color else self.theme.muted
        if color and self.colored:
            rgb = self.puzzle.palette.colors[color - 1].rgb
            ink = contrast(rgb)
            width = room - 2
            yield (
                f'<rect class="plate c{color}" x="{_num(x - width / 2)}" y="{_num(y - 7)}" '
                f'width="{_num(width)}" height="14" rx="3" fill="{rgb}" '
                f'stroke="{self.theme.rule}" stroke-width="0.5"/>'
            )
        # a number that is wider than its column is written smaller
        scale = min(1.0, (room - 3) / (len(text) * DIGIT))
        size = f' font-size="{_num(scale * FONT_SIZE)}"' if scale < 1 else ""
        yield (
            f'<text class="clue" x="{_num(x)}" y="{_num(y + 4.3 * scale)}" fill="{ink}"{size}>'
            f"{escaped(text)}</text>"
        )


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
        self.height = at.height
        self.width = at.width
        self.grid = grid
        self.palette = palette
        self.marks = sorted(set(marks))
        self.theme = theme

    def elements(self) -> Iterator[str]:
        theme = self.theme
        width, height = self.at.board_width, self.at.board_height
        yield (
            f'<rect class="empty" width="{width}" height="{height}" '
            f'fill="{self.palette.background}"/>'
        )
        printed = self.printed
        if self.grid is not None:
            cells = zip(self.grid.cells, (printed or self.grid).cells, strict=True)
            yield from self._cells([b if a == UNKNOWN else a for a, b in cells])
        elif printed is not None:
            yield from self._cells([EMPTY if a == UNKNOWN else a for a in printed.cells])
        # Greys that show on dark and on light cells; thin ones half transparent, so that the
        # thick ones stand out from them on both.
        yield self._rules(
            'class="thin" stroke-opacity="0.5"',
            [n for n in range(1, self.width) if n % GROUP],
            [n for n in range(1, self.height) if n % GROUP],
            f'stroke="{theme.rule}"',
        )
        yield self._rules(
            'class="thick"',
            range(GROUP, self.width, GROUP),
            range(GROUP, self.height, GROUP),
            f'stroke="{theme.rule}" stroke-width="2"',
        )
        yield (
            f'<rect class="border" width="{width}" height="{height}" fill="none" '
            f'stroke="{theme.border}" stroke-width="2"/>'
        )
        if printed is not None:
            yield from self._frames(printed)
        if len(self.marks) > _MAX_RINGS * self.width * self.height:
            yield from self._tint()
        else:
            yield from self._rings()

    def _rings(self) -> Iterator[str]:
        """Rings with a light edge: they stand out from dark and from light cells."""
        radius = _num(self.at.cell * 0.31)
        for row, column in self.marks:
            x, y = self.at.centre(row, column)
            place = f'cx="{_num(x)}" cy="{_num(y)}"'
            yield (
                f'<circle class="halo" {place} r="{radius}" fill="none" '
                f'stroke="{self.theme.paper}" stroke-width="5"/>'
            )
            yield (
                f'<circle class="mark" {place} r="{radius}" fill="none" '
                f'stroke="{self.theme.mark}" stroke-width="2.5"/>'
            )

    def _tint(self) -> Iterator[str]:
        """A veil and a small corner, for boards on which rings would hide the picture."""
        cell = self.at.cell
        runs = _runs(self.marks, cell)
        yield (
            f'<path class="mark" fill="{self.theme.mark}" fill-opacity="0.35" '
            f'shape-rendering="crispEdges" d="{runs}"/>'
        )
        size = cell // 4
        corners = "".join(f"M{c * cell} {r * cell}h{size}l-{size} {size}z" for r, c in self.marks)
        yield f'<path class="corner" fill="{self.theme.mark}" d="{corners}"/>'

    def _frames(self, printed: Grid) -> Iterator[str]:
        """A frame in each printed cell that has its value, and a cross if it is empty."""
        cell, theme = self.at.cell, self.theme
        inset = max(2, cell // 6)
        size = cell - 2 * inset
        parts = []
        for place, value in enumerate(printed.cells):
            shown = value if self.grid is None else self.grid.cells[place]
            if value != UNKNOWN and shown in (value, UNKNOWN):
                row, column = divmod(place, self.width)
                x, y = column * cell + inset, row * cell + inset
                parts.append(f"M{x} {y}h{size}v{size}h-{size}z")
                if value == EMPTY:
                    parts.append(f"l{size} {size}m0-{size}l-{size} {size}")
        frames = "".join(parts)
        for stroke, width in ((theme.paper, 3), (theme.border, 1)):
            yield (
                f'<path class="printed" fill="none" stroke="{stroke}" stroke-width="{width}" '
                f'd="{frames}"/>'
            )

    def _cells(self, values: Sequence[int]) -> Iterator[str]:
        """A path for each colour, and one with the hatching of the unknown cells."""
        cell, theme = self.theme.cell, self.theme
        places_of: dict[int, list[tuple[int, int]]] = {}
        for index, value in enumerate(values):
            if value != EMPTY:
                places_of.setdefault(value, []).append(divmod(index, self.width))
        for value, places in sorted(places_of.items()):
            name = "unknown" if value == UNKNOWN else f"cells c{value}"
            rgb = theme.unknown if value == UNKNOWN else self.palette.colors[value - 1].rgb
            yield (
                f'<path class="{name}" fill="{rgb}" shape-rendering="crispEdges" '
                f'd="{_runs(places, cell)}"/>'
            )
        if UNKNOWN in places_of:
            half = cell // 2
            hatching = "".join(
                f"M{c * cell} {(r + 1) * cell}l{cell}-{cell}"
                f"M{c * cell} {r * cell + half}l{half}-{half}"
                f"M{c * cell + half} {(r + 1) * cell}l{half}-{half}"
                for r, c in places_of[UNKNOWN]
            )
            yield f'<path class="hatch" fill="none" stroke="{theme.hatch}" d="{hatching}"/>'
        if theme.letters and len(self.palette) > 1:
            yield f'<g class="letters" font-family="{FONT}" font-size="11" text-anchor="middle">'
            for index, value in enumerate(values):
                if value not in (EMPTY, UNKNOWN):
                    row, column = divmod(index, self.width)
                    yield (
                        f'<text x="{_num((column + 0.5) * cell)}" '
                        f'y="{_num((row + 0.5) * cell + 4)}" '
                        f'fill="{contrast(self.palette.colors[value - 1].rgb)}">'
                        f"{escaped(self.palette.letters[value - 1])}</text>"
                    )
            yield "</g>"

    def _rules(
        self, kind: str, columns: Collection[int], rows: Collection[int], stroke: str
    ) -> str:
        cell = self.theme.cell
        down = "".join(f"M{n * cell} 0v{self.height * cell}" for n in columns)
        across = "".join(f"M0 {n * cell}h{self.width * cell}" for n in rows)
        return f'<path {kind} fill="none" {stroke} d="{down}{across}"/>'


def _runs(cells: Iterable[tuple[int, int]], cell: int) -> str:
    """A path that covers cells (sorted by row and column), one rectangle per run."""
    parts = []
    runs = groupby(enumerate(cells), key=lambda item: (item[1][0], item[1][1] - item[0]))
    for _, run in runs:
        places = [place for _, place in run]
        (row, column), width = places[0], len(places) * cell
        parts.append(f"M{column * cell} {row * cell}h{width}v{cell}h-{width}z")
    return "".join(parts)


def _num(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def escaped(outside: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", outside))
