# SPDX-License-Identifier: MIT
"""Sketches: the grids that an image gives, and ``Areas.similarity``, how much they show of it.

**Views.** An image that is scaled to cells once, at one threshold, is one of many possible grids. A
*view* places the board on the image: a bit closer, or a bit to the side. With one colour each view
gives a grid for each of several thresholds around Otsu's, plain and with specks removed (a median
of three by three cells); with more colours it gives one grid, by the quantisation of
``puzzle_from_image``. Equal grids are listed once. Cost: the image is first scaled down to at most
sixteen pixels per cell, and then a view of 40x40 cells takes some milliseconds. Rejected: random
views, since a few regular ones differ enough and the answer must be repeatable; dithering, whose
scattered cells leave many solutions.

**Outlines** are the same, of views that are replaced by drawings of their contours.

**Similarity** is the share of the image's variance that the cells explain (the correlation ratio,
K. Pearson 1905). Give each kind of cell (empty, or a colour) the mean colour of the areas under it,
and compare with the image at four by four samples per cell. Similarity is 1 minus the sum of
squared differences, divided by the same sum for an image of one colour. It is 1 if each area has
the colour of its kind, and 0 if the kinds do not differ. A cell on middle grey costs little, empty
or filled; a wrong cell on a dark area costs much. Texture inside cells, which no cell can show,
lowers similarity. Of all thresholds, Otsu's gives the greatest similarity, texture aside. Cost: a
millisecond for 40x40 cells, since only sums per cell are needed. Rejected: structural similarity,
whose windows of 8x8 pixels mean little for a board of 20x20 cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonosat.errors import PuzzleError, library
from nonosat.make.pictures.from_image import contours, grid_of_colors, otsu, quantised
from nonosat.model.clue import EMPTY, FILLED
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, Palette

if TYPE_CHECKING:
    from PIL.Image import Image

_PIXELS = 16
"""The most pixels per side of a cell, in the picture from which views are cut."""
_CLOSER = (1.0, 0.97, 0.94, 0.9)
"""The share of each side that a view shows."""
_PLACES = ((1, 1), (0, 0), (2, 0), (0, 2), (2, 2))
"""The place of the board in the picture, in halves of the spare room: the middle, the corners."""
_LEVELS = (0, -6, 6, -12, 12, -20, 20, -30, 30, -45, 45)
"""The distances of thresholds from Otsu's."""
_NEAR = 12
"""The greatest distance from a threshold that is asked for."""
_SMOOTH = 3
"""Sketches are smoothed if both sides have at least this number of cells, the median's width."""


@dataclass(frozen=True, slots=True)
class View:
    """A part of the picture, and the areas of the board's cells in it."""

    part: Image
    areas: Areas
    share: float
    """How much of each side of the picture it shows."""
    words: str


@dataclass(frozen=True, slots=True)
class Sketch:
    """A grid that a picture gives, before cells are changed for the puzzle."""

    grid: Grid
    palette: Palette
    areas: Areas
    share: float
    """How much of each side of the picture it shows."""
    similarity: float
    words: tuple[str, ...]
    """The steps, in order."""


def fitted(picture: Image, width: int, height: int) -> Image:
    """The picture prepared for views: with the board's proportions, at a few pixels per cell.

    The cells of the board are square: a picture with other proportions loses its outer parts.
    """
    pillow = library("PIL.Image")
    cell = min(picture.width / width, picture.height / height)
    across = min(picture.width, max(1, round(cell * width)))
    down = min(picture.height, max(1, round(cell * height)))
    left, top = (picture.width - across) // 2, (picture.height - down) // 2
    part = picture.crop((left, top, left + across, top + down))
    scale = min(1.0, _PIXELS / cell)
    if scale < 1:
        size = max(1, round(across * scale)), max(1, round(down * scale))
        part = part.resize(size, pillow.Resampling.BOX)
    return part


def views(picture: Image, width: int, height: int, outlines: bool = False) -> Iterator[View]:
    """The views, from the widest to the closest.

    ``picture``: ``fitted``. ``outlines``: each view is a drawing of its contours.
    """
    seen = set()
    for share in _CLOSER:
        size = max(1, round(picture.width * share)), max(1, round(picture.height * share))
        spare = picture.width - size[0], picture.height - size[1]
        for right, below in _PLACES:
            left, top = spare[0] * right // 2, spare[1] * below // 2
            box = (left, top, left + size[0], top + size[1])
            if box in seen:
                continue
            seen.add(box)
            part = picture.crop(box)
            if outlines:
                part = contours(part, width, height)
            yield View(part, Areas(part, width, height), share, _where(share, right, below))


def _where(share: float, right: int, below: int) -> str:
    """The part of the image in a view, in words."""
    if share == 1:
        return "all that fits is shown"
    corner = f"{('upper', '', 'lower')[below]} {('left', '', 'right')[right]}".strip()
    place = f"towards the {corner} corner" if right != 1 else "around the middle"
    return f"{share:.0%} of each side is shown, {place}"


def sketches(
    view: View, width: int, height: int, colors: int, invert: bool, threshold: int | None = None
) -> Iterator[Sketch]:
    """The grids of a view; no grid if all its cells have one colour.

    ``threshold``: only levels near it; None: near Otsu's.
    """
    if colors > 1:
        words = [view.words]
        try:
            rows = quantised(view.part, width, height, 1 + colors)
            grid, palette = grid_of_colors(rows, invert, words)
        except PuzzleError:  # one colour
            return
        similarity = view.areas.similarity(grid.cells)
        yield Sketch(grid, palette, view.areas, view.share, similarity, tuple(words))
        return
    pillow = library("PIL.Image")
    small = view.part.convert("L").resize((width, height), pillow.Resampling.BOX)
    pictures = [("", small)]
    if min(width, height) >= _SMOOTH:
        median = library("PIL.ImageFilter").MedianFilter(_SMOOTH)
        pictures.append(("specks smoothed away", small.filter(median)))
    for smoothed, image in pictures:
        values = image.tobytes()
        middle = otsu(values) if threshold is None else threshold
        for away in _LEVELS:
            level = middle + away
            if not 1 <= level <= 255 or (threshold is not None and abs(away) > _NEAR):
                continue
            cells = bytes(FILLED if (value < level) != invert else EMPTY for value in values)
            if len(set(cells)) < 2:
                continue
            words = [view.words, *([smoothed] if smoothed else [])]
            words.append(f"cells darker than {level} of 255 are {'empty' if invert else 'filled'}")
            grid = Grid.from_cells(height, width, cells, BLACK.letters)
            similarity = view.areas.similarity(cells)
            yield Sketch(grid, BLACK, view.areas, view.share, similarity, tuple(words))


FINE = 4
"""Samples of a cell in each direction."""


class Areas:
    """The areas of an image under the cells of a board.

    ``contrast``: the difference between the darkest and the lightest cell, of 255, in the colour
    channel with the greatest difference.
    """

    def __init__(self, picture: Image, width: int, height: int) -> None:
        """``picture``: the part that the board shows, in RGB or grey."""
        pillow = library("PIL.Image")
        across, down = FINE * width, FINE * height
        small = picture.resize((across, down), pillow.Resampling.BOX)
        channels = [channel.tobytes() for channel in small.split()]
        self._sums = [_cell_sums(data, width, height) for data in channels]
        number = across * down
        squares = sum(sum(value * value for value in data) for data in channels)
        self._channels = len(channels)
        self._apart = sum(sum(sums) ** 2 for sums in self._sums) / number
        self._spread = squares - self._apart
        self.contrast = max((max(sums) - min(sums)) / FINE**2 for sums in self._sums)

    def similarity(self, cells: bytes) -> float:
        """The similarity of these cells, row by row, from 0 to 1; 1 if there is no contrast.

        >>> from PIL import Image
        >>> half = Image.new("L", (8, 8))
        >>> half.paste(255, (4, 0, 8, 8))
        >>> areas = Areas(half, 2, 2)
        >>> areas.similarity(bytes([1, 0, 1, 0])), areas.similarity(bytes([1, 0, 1, 1]))
        (1.0, 0.3333333333333333)
        """
        if self._spread <= 0:
            return 1.0
        counts: dict[int, int] = {}
        for value in cells:
            counts[value] = counts.get(value, 0) + 1
        explained = -self._apart
        for sums in self._sums:
            totals = dict.fromkeys(counts, 0)
            for value, amount in zip(cells, sums, strict=True):
                totals[value] += amount
            explained += sum(totals[v] ** 2 / (FINE**2 * n) for v, n in counts.items())
        return min(1.0, max(0.0, explained / self._spread))

    def means(self, cells: bytes) -> dict[int, list[float]]:
        """The mean colour of the areas under each kind of cell, a number for each channel."""
        return {
            value: [
                sum(amount for cell, amount in zip(cells, sums, strict=True) if cell == value)
                / (FINE**2 * cells.count(value))
                for sums in self._sums
            ]
            for value in set(cells)
        }

    def distance(self, place: int, mean: list[float]) -> float:
        """The squared distance, from 0 to 1, between the area under a cell and a colour."""
        squares = (
            (sums[place] / FINE**2 - wanted) ** 2
            for sums, wanted in zip(self._sums, mean, strict=True)
        )
        return sum(squares) / (255**2 * self._channels)


def _cell_sums(data: bytes, width: int, height: int) -> list[int]:
    """The sum of the samples of each cell."""
    across = FINE * width
    sums = []
    for top in range(0, FINE * height, FINE):
        lines = [data[(top + i) * across : (top + i + 1) * across] for i in range(FINE)]
        sums += [
            sum(sum(line[left : left + FINE]) for line in lines) for left in range(0, across, FINE)
        ]
    return sums
