# SPDX-License-Identifier: MIT
"""Recognising pixel art: an image in which each cell is a square of equal pixels.

Two kinds are read exactly, at any zoom.

- Without grid lines: all borders between different pixels lie at multiples of the cell's side. The
  side is the greatest common divisor of the borders and of the image's width and height.
- With grid lines of one colour, also with thicker ones every few cells: between the columns of
  pixels that have the line's colour from top to bottom, all strips have the same width. A column of
  cells that all have the colour of the lines looks like a thick line; its width gives the number of
  hidden cells.

An image is pixel art if it has few colours and every cell has one of them. Where pixels of a cell
differ, ``soft_pixel_art`` looks at it. A photo, or a drawing with soft edges, fails all tests, and
``from_image`` averages areas instead. Cost: a pass over the pixels, a row of bytes at a time.
Rejected: looking for periods by autocorrelation, which finds soft grids too but is never certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from math import gcd
from typing import TYPE_CHECKING

from nonosat.errors import library
from nonosat.make.pictures.soft_pixel_art import FEW_COLORS, MOST_AT_ZOOM_1, merged, soft_cells
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import MAX_COLORS, Rgb

if TYPE_CHECKING:
    from PIL.Image import Image


_SMALLEST_CELL = 4
"""The least number of pixels between two grid lines."""


@dataclass(frozen=True, slots=True)
class PixelArt:
    """The cells of a picture, row by row.

    ``zoom``: pixels per cell. ``lines``: has grid lines. ``exact``: no shades were merged.
    """

    rows: tuple[tuple[Rgb, ...], ...]
    zoom: int
    lines: bool
    exact: bool = True

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in cells."""
        return len(self.rows[0]), len(self.rows)

    @property
    def colors(self) -> set[Rgb]:
        """The colours of the cells."""
        return {*chain(*self.rows)}

    def image(self) -> Image:
        """A picture with a pixel for each cell."""
        made: Image = library("PIL.Image").frombytes(
            "RGB", self.size, bytes(chain(*chain(*self.rows)))
        )
        return made


def recognise(image: Image, size: tuple[int, int] | None = None) -> PixelArt | None:
    """The cells of a picture in RGB, if it is pixel art (of this width and height); else None."""
    found = _exact(image, size)
    if found is not None:
        if max(found.size) > MAX_SIDE or (size is not None and found.size != size):
            return None
        color_of = merged(Counter(chain(*found.rows)))
        if len(set(color_of.values())) in (0, len(color_of)):
            return found
    soft = soft_cells(image, size)
    if soft is not None:
        art = PixelArt(*soft, lines=False, exact=False)
        coarse = _exact(art.image(), size)  # a cell may be several of the cells that were found
        return (
            art if coarse is None else replace(art, rows=coarse.rows, zoom=art.zoom * coarse.zoom)
        )
    if found is None:
        return None
    rows = tuple(tuple(color_of[rgb] for rgb in row) for row in found.rows)
    return PixelArt(rows, found.zoom, found.lines, exact=False)


def _exact(image: Image, size: tuple[int, int] | None) -> PixelArt | None:
    from PIL.Image import Transpose

    colors = image.getcolors(MAX_COLORS + 1)
    if colors is None:
        return None
    rows = _rows(image)
    columns = _rows(image.transpose(Transpose.TRANSPOSE))
    return _with_lines(rows, columns) or _plain(rows, columns, size, len(colors))


def _rows(image: Image) -> list[bytes]:
    data, stride = image.tobytes(), image.width * 3
    return [data[begin : begin + stride] for begin in range(0, len(data), stride)]


def _rgb(row: bytes, x: int) -> Rgb:
    return row[3 * x], row[3 * x + 1], row[3 * x + 2]


def _plain(
    rows: Sequence[bytes], columns: Sequence[bytes], size: tuple[int, int] | None, colors: int
) -> PixelArt | None:
    height, width = len(rows), len(columns)
    across, down = _common_side(columns), _common_side(rows)
    if size is not None:
        cell_width, odd_width = divmod(width, size[0])
        cell_height, odd_height = divmod(height, size[1])
        if odd_width or odd_height or not cell_width or not cell_height:
            return None
        if across % cell_width or down % cell_height:
            return None
    else:
        cell_width = cell_height = gcd(across, down)
        if cell_width == 1 and (max(width, height) > MOST_AT_ZOOM_1 or colors > FEW_COLORS):
            return None
    cells = tuple(
        tuple(_rgb(rows[y], x) for x in range(0, width, cell_width))
        for y in range(0, height, cell_height)
    )
    return PixelArt(cells, cell_width, lines=False)


def _common_side(rows: Sequence[bytes]) -> int:
    """The greatest divisor of the places where a row differs from the one before it."""
    side = len(rows)
    for y in range(1, len(rows)):
        if side > 1 and rows[y] != rows[y - 1]:
            side = gcd(side, y)
    return side


def _with_lines(rows: Sequence[bytes], columns: Sequence[bytes]) -> PixelArt | None:
    """The cells between grid lines; None if there is no grid."""
    full_rows = {_rgb(row, 0) for row in rows if _is_uniform(row)}
    full_columns = {_rgb(column, 0) for column in columns if _is_uniform(column)}
    for line in sorted(full_rows & full_columns):
        solid = bytes(line)
        down = _strips([row == solid * len(columns) for row in rows])
        across = _strips([column == solid * len(rows) for column in columns])
        if down is None or across is None or down[1] != across[1]:
            continue
        side = down[1]
        cells = [[_cell(rows, x, y, side, line) for x in across[0]] for y in down[0]]
        if all(cell is not None for row in cells for cell in row):
            exact = tuple(tuple(cell for cell in row if cell is not None) for row in cells)
            return PixelArt(exact, side, lines=True)
    return None


def _is_uniform(row: bytes) -> bool:
    return row == row[:3] * (len(row) // 3)


def _strips(is_line: Sequence[bool]) -> tuple[list[int | None], int] | None:
    """Where the cells begin (None: hidden in a line), and their side; None if there is no grid."""
    runs = [(solid, len(list(run))) for solid, run in groupby(is_line)]
    sides = {length for solid, length in runs if not solid}
    widths = [length for solid, length in runs if solid]
    if len(sides) != 1 or not widths or sum(not solid for solid, _ in runs) < 2:
        return None
    (side,), thin = sides, min(widths)
    if side < max(_SMALLEST_CELL, 3 * thin):
        return None
    begins: list[int | None] = []
    place = 0
    for solid, length in runs:
        if solid:  # a line up to a quarter of a cell thicker than the others hides no cell
            begins += [None] * int((length - thin) / (side + thin) + 0.25)
        else:
            begins.append(place)
        place += length
    return begins, side


def _cell(rows: Sequence[bytes], x: int | None, y: int | None, side: int, line: Rgb) -> Rgb | None:
    """The colour of a cell; None if it has several."""
    if x is None or y is None:
        return line
    rgb = _rgb(rows[y], x)
    wanted = bytes(rgb) * side
    if any(row[3 * x : 3 * (x + side)] != wanted for row in rows[y : y + side]):
        return None
    return rgb
