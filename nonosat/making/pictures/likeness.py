# SPDX-License-Identifier: MIT
"""Likeness: how much of a picture's contrast a grid of cells shows.

Idea: give each kind of cell (empty, or a colour) the mean colour of the areas under it, and compare
this picture of few colours with the original, at four by four samples for each cell. Likeness is 1
minus the sum of squared differences, divided by the same sum for a picture of one colour: the share
of the variance that the cells explain (the correlation ratio, K. Pearson 1905). It is 1 if each
cell's area has the colour of its kind, and 0 if the kinds do not differ at all. A cell in an area
of middle grey costs little whatever it shows, a wrong cell in a dark area much. Texture inside
cells, which no cell can show, lowers it.

Only sums for each cell enter, so a grid of 40x40 takes a millisecond. Of all levels, Otsu's gives
the greatest likeness but for texture, which is the same for all. Rejected: structural similarity,
whose windows of 8x8 pixels mean little for a board of 20x20 cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.errors import library

if TYPE_CHECKING:
    from PIL.Image import Image


FINE = 4
"""Samples of a cell in each direction."""


class Areas:
    """What lies under the cells of a board.

    ``contrast``: the difference between the darkest and the lightest cell, of 255, in the colour
    channel where it is greatest.
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

    def likeness(self, cells: bytes) -> float:
        """The likeness of these cells, row by row, from 0 to 1; 1 if there is no contrast.

        >>> from PIL import Image
        >>> half = Image.new("L", (8, 8))
        >>> half.paste(255, (4, 0, 8, 8))
        >>> areas = Areas(half, 2, 2)
        >>> areas.likeness(bytes([1, 0, 1, 0])), areas.likeness(bytes([1, 0, 1, 1]))
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
        """How far the area under a cell is from a colour: 0 to 1, as the square of the distance."""
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
