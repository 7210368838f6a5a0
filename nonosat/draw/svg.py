# SPDX-License-Identifier: MIT
"""Puzzles and grids as SVG: for notebooks, web pages and print.

The text is written by hand, with everything that comes from outside escaped: the pictures are
small and regular, and the same input gives the same bytes. Colours are attributes and each element
carries a class (``cells``, ``unknown``, ``thin``, ``thick``, ``clue``, ``mark`` ...), so that a
style sheet may override them; there is no ``<style>`` and no ``id`` inside, because those would
reach out of the picture when several are shown on one page. Runs of cells share a path, so that
large boards stay small files.

Unknown cells are hatched and marked cells ringed: shapes, not colours alone. The title of the
puzzle is the ``<title>``, the picture as text the ``<desc>``, for those who listen.

>>> from nonosat.grid import Grid
>>> picture = draw_grid(Grid("##\\n#?"))
>>> picture[:4], picture.count("hatch")
('<svg', 1)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from html import escape
from itertools import groupby

from nonosat.clue import EMPTY, UNKNOWN, Clue
from nonosat.draw import text
from nonosat.draw.theme import LIGHT, Theme, contrast
from nonosat.errors import GridError
from nonosat.grid import Grid
from nonosat.palette import Palette, anonymous_palette
from nonosat.puzzle import Puzzle

__all__ = ["Svg", "draw", "draw_grid"]

_FONT = "'DejaVu Sans',Verdana,Arial,sans-serif"
_FONT_SIZE = 12
_DIGIT = 7.7  # the advance of a digit at that size, in the widest of these fonts
_LINE = 16  # from one number of a column's clue to the next
_MARGIN = 6
# Everything that XML 1.0 does not allow, even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """SVG as text that shows itself in a notebook.

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
        grid: the cells; None leaves the board blank.
        marks: cells, as (row, column) from 0, that are ringed.
        theme: colours and the size of a cell.
        overlay: SVG elements drawn over the board; its upper left corner is (0, 0).

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
    """
    described = text.draw(puzzle, grid, marks=marks, unicode=False)  # checks the sizes, too
    clues = _Clues(puzzle, theme)
    board = _Board(puzzle.height, puzzle.width, grid, puzzle.palette, marks, theme)
    title = puzzle.title or f"nonogram {puzzle.width}x{puzzle.height}"
    return _document(board, clues, title, described, overlay)


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
    described = text.draw_grid(grid, palette=palette, marks=marks, unicode=False)
    board = _Board(grid.height, grid.width, grid, palette, marks, theme)
    return _document(board, None, f"grid {grid.width}x{grid.height}", described)


def _document(
    board: _Board,
    clues: _Clues | None,
    title: str,
    described: str,
    overlay: Iterable[str] = (),
) -> Svg:
    theme = board.theme
    left = _MARGIN + (clues.left if clues else 0)
    top = _MARGIN + (clues.top if clues else 0)
    width = left + board.width * theme.cell + _MARGIN
    height = top + board.height * theme.cell + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nonosat" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{_escaped(title)}</title>",
        f"<desc>{_escaped(described)}</desc>",
        f'<rect class="paper" width="{width}" height="{height}" rx="4" fill="{theme.paper}"/>',
        *(clues.elements(board.height, board.width) if clues else ()),
        f'<g class="board" transform="translate({left} {top})">',
        *board.elements(),
        *overlay,
        "</g>",
        "</svg>",
    ]
    return Svg("\n".join(lines) + "\n")


class _Clues:
    """The numbers left of and above the board, and the room they need."""

    def __init__(self, puzzle: Puzzle, theme: Theme) -> None:
        self.puzzle = puzzle
        self.theme = theme
        self.colored = len(puzzle.palette) > 1
        longest = max(len(label) for clue in puzzle.rows for label, _ in self._labels(clue))
        self.slot = max(15, round(longest * _DIGIT) + 8)
        self.left = max(len(self._labels(clue)) for clue in puzzle.rows) * self.slot + 6
        self.top = max(len(self._labels(clue)) for clue in puzzle.columns) * _LINE + 6

    def elements(self, rows: int, columns: int) -> Iterator[str]:
        cell, fill = self.theme.cell, self.theme.clues
        left, top = _MARGIN + self.left, _MARGIN + self.top
        for kind, box in (
            ("rows", (_MARGIN, top, self.left, rows * cell)),
            ("columns", (left, _MARGIN, columns * cell, self.top)),
        ):
            shape = 'x="{}" y="{}" width="{}" height="{}"'.format(*box)
            yield f'<rect class="{kind} band" {shape} fill="{fill}"/>'
        # every second group of five a shade lighter, so that the eye finds its line
        bands = []
        for first in range(5, rows, 10):
            size = min(5, rows - first) * cell
            bands.append(f"M{_MARGIN} {top + first * cell}h{self.left}v{size}h-{self.left}z")
        for first in range(5, columns, 10):
            size = min(5, columns - first) * cell
            bands.append(f"M{left + first * cell} {_MARGIN}h{size}v{self.top}h-{size}z")
        if bands:
            shape = "".join(bands)
            yield f'<path class="fives" fill="{self.theme.paper}" opacity="0.55" d="{shape}"/>'
        yield (
            f'<g class="clues" font-family="{_FONT}" font-size="{_FONT_SIZE}" text-anchor="middle">'
        )
        for index, clue in enumerate(self.puzzle.rows):
            y = top + (index + 0.5) * cell
            for place, (label, color) in enumerate(reversed(self._labels(clue))):
                x = left - 3 - (place + 0.5) * self.slot
                yield from self._number(label, color, x, y, self.slot)
        for index, clue in enumerate(self.puzzle.columns):
            x = left + (index + 0.5) * cell
            for place, (label, color) in enumerate(reversed(self._labels(clue))):
                y = top - 3 - (place + 0.5) * _LINE
                yield from self._number(label, color, x, y, cell)
        yield "</g>"

    def _labels(self, clue: Clue | None) -> list[tuple[str, int]]:
        """Each number as text, with its colour; 0 for what is no block."""
        if not clue:
            return [("?" if clue is None else "0", 0)]
        if not self.colored:
            return [(str(length), 1) for length, _ in clue]
        letters = self.puzzle.palette.letters
        return [(f"{length}{letters[color - 1]}", color) for length, color in clue]

    def _number(self, label: str, color: int, x: float, y: float, room: float) -> Iterator[str]:
        """A number; with several colours on a plate of its colour."""
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
        scale = min(1.0, (room - 3) / (len(label) * _DIGIT))
        size = f' font-size="{_num(scale * _FONT_SIZE)}"' if scale < 1 else ""
        yield (
            f'<text class="clue" x="{_num(x)}" y="{_num(y + 4.3 * scale)}" fill="{ink}"{size}>'
            f"{_escaped(label)}</text>"
        )


class _Board:
    """Cells, rules and marks, from (0, 0)."""

    def __init__(
        self,
        height: int,
        width: int,
        grid: Grid | None,
        palette: Palette,
        marks: Collection[tuple[int, int]],
        theme: Theme,
    ) -> None:
        self.height = height
        self.width = width
        self.grid = grid
        self.palette = palette
        self.marks = sorted(set(marks))
        self.theme = theme

    def elements(self) -> Iterator[str]:
        cell, theme = self.theme.cell, self.theme
        width, height = self.width * cell, self.height * cell
        yield (
            f'<rect class="empty" width="{width}" height="{height}" '
            f'fill="{self.palette.background}"/>'
        )
        if self.grid is not None:
            yield from self._cells(self.grid)
        # Greys that show on dark and on light cells; thin ones half transparent, so that the
        # thick ones stand out from them on both.
        yield self._rules(
            'class="thin" stroke-opacity="0.5"',
            [n for n in range(1, self.width) if n % 5],
            [n for n in range(1, self.height) if n % 5],
            f'stroke="{theme.rule}"',
        )
        yield self._rules(
            'class="thick"',
            range(5, self.width, 5),
            range(5, self.height, 5),
            f'stroke="{theme.rule}" stroke-width="2"',
        )
        yield (
            f'<rect class="border" width="{width}" height="{height}" fill="none" '
            f'stroke="{theme.border}" stroke-width="2"/>'
        )
        for row, column in self.marks:
            # a ring with a light edge: it stands out from dark and from light cells
            place = f'cx="{_num((column + 0.5) * cell)}" cy="{_num((row + 0.5) * cell)}"'
            radius = _num(cell * 0.31)
            yield (
                f'<circle class="halo" {place} r="{radius}" fill="none" '
                f'stroke="{theme.paper}" stroke-width="5"/>'
            )
            yield (
                f'<circle class="mark" {place} r="{radius}" fill="none" '
                f'stroke="{theme.mark}" stroke-width="2.5"/>'
            )

    def _cells(self, grid: Grid) -> Iterator[str]:
        """A path for each colour, and one with the hatching of the unknown cells."""
        cell, theme = self.theme.cell, self.theme
        runs: dict[int, list[str]] = {}
        for row, cells in enumerate(grid):
            start = 0
            for value, run in groupby(cells):
                length = len(list(run))
                if value != EMPTY:
                    runs.setdefault(value, []).append(
                        f"M{start * cell} {row * cell}h{length * cell}v{cell}h-{length * cell}z"
                    )
                start += length
        for value, paths in sorted(runs.items()):
            name = "unknown" if value == UNKNOWN else f"cells c{value}"
            rgb = theme.unknown if value == UNKNOWN else self.palette.colors[value - 1].rgb
            yield (
                f'<path class="{name}" fill="{rgb}" shape-rendering="crispEdges" '
                f'd="{"".join(paths)}"/>'
            )
        places = [divmod(i, self.width) for i, value in enumerate(grid.cells) if value == UNKNOWN]
        if places:
            half = cell // 2
            hatching = "".join(
                f"M{c * cell} {(r + 1) * cell}l{cell}-{cell}"
                f"M{c * cell} {r * cell + half}l{half}-{half}"
                f"M{c * cell + half} {(r + 1) * cell}l{half}-{half}"
                for r, c in places
            )
            yield f'<path class="hatch" fill="none" stroke="{theme.hatch}" d="{hatching}"/>'
        if theme.letters and len(self.palette) > 1:
            yield f'<g class="letters" font-family="{_FONT}" font-size="11" text-anchor="middle">'
            for index, value in enumerate(grid.cells):
                if value not in (EMPTY, UNKNOWN):
                    row, column = divmod(index, self.width)
                    yield (
                        f'<text x="{_num((column + 0.5) * cell)}" '
                        f'y="{_num((row + 0.5) * cell + 4)}" '
                        f'fill="{contrast(self.palette.colors[value - 1].rgb)}">'
                        f"{_escaped(grid.letters[value - 1])}</text>"
                    )
            yield "</g>"

    def _rules(
        self, kind: str, columns: Collection[int], rows: Collection[int], stroke: str
    ) -> str:
        cell = self.theme.cell
        down = "".join(f"M{n * cell} 0v{self.height * cell}" for n in columns)
        across = "".join(f"M0 {n * cell}h{self.width * cell}" for n in rows)
        return f'<path {kind} fill="none" {stroke} d="{down}{across}"/>'


def _num(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _escaped(outside: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", outside))
