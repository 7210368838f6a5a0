# SPDX-License-Identifier: MIT
"""Recognising pixel art that has lost something when it was saved, as JPEG above all.

Its cells are squares of equal size, but their pixels have shades near each other, and edges are
blurred. For each side of a cell that divides width and height, the largest first, the shades at the
centres of the cells are merged into colours. The side is right if every pixel, but for those at the
edges of the cells, is nearer to the colour of its cell than to any other colour; and if the pixels
at the edges have the brightness of their side of the border, which JPEG keeps sharper than hues.

The same merging takes shades out of exact pictures that differ by a few units, which nobody sees:
each would be a colour of the puzzle. Cost: for each side a pass over the pixels by Pillow, and one
over the cells. Rejected: one limit for the distance of shades, since the noise of JPEG depends on
its quality (docs/experiments.md has the figures); the colours of all pixels, since JPEG mixes those
of neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations
from math import gcd
from typing import TYPE_CHECKING

from nonosat.errors import library
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import Rgb

if TYPE_CHECKING:
    from PIL.Image import Image


INVISIBLE = 8
"""Shades up to this distance, in the most different of red, green and blue, are one colour."""
_NEAR = (INVISIBLE, 16, 24, 32, 48)
"""The distances that are tried for the noise of JPEG."""
_MOST_NEAR = 32
"""The largest of them for several colours."""
_FAR = 96
"""The least distance of colours where cells are too small to leave out their edges."""
_NOISE = 24
"""The noise of brightness at the edges of cells, beside half of the contrast there."""
FEW_COLORS = 16
"""The most colours of pixel art that is not certain by its size."""
_MOST_SHADES = 2_048
_MOST_PIXELS = 16_000_000
MOST_AT_ZOOM_1 = 128
"""A picture whose cells are single pixels is pixel art up to this side."""

Rows = tuple[tuple[Rgb, ...], ...]


def soft_cells(image: Image, size: tuple[int, int] | None) -> tuple[Rows, int] | None:
    """The cells of a picture in RGB and their side in pixels; None if it is not pixel art.

    ``size``: the wanted width and height in cells.
    """
    if image.width * image.height > _MOST_PIXELS:
        return None
    common = gcd(image.width, image.height)
    for side in (side for side in range(common, 0, -1) if common % side == 0):
        width, height = image.width // side, image.height // side
        if (
            min(width, height) >= 2
            and max(width, height) <= (MAX_SIDE if side > 1 else MOST_AT_ZOOM_1)
            and size in (None, (width, height))
        ):
            rows = _cells(image, width, height, side)
            if rows is not None:
                return rows, side
    return None


def _cells(image: Image, width: int, height: int, side: int) -> Rows | None:
    """The cells, if their side is right."""
    small = image.resize((width, height), 0)  # the centre of each cell
    if small.getcolors(_MOST_SHADES) is None:
        return None
    data = small.tobytes()
    shades = [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]
    counts = Counter(shades)
    sketch = image.resize((4 * width, 4 * height), 0)  # is soon seen not to fit
    for near in _NEAR:
        color_of = merged(counts, near)
        colors = set(color_of.values())
        if len(colors) < 2 or (near > _MOST_NEAR and len(colors) > 2):
            continue
        cells = [color_of[shade] for shade in shades]
        apart = min(distance(a, b) for a, b in combinations(colors, 2))
        if side <= 3 and apart < _FAR:
            continue
        if all(_fits(x, cells, width, s, apart) for x, s in ((sketch, 4), (image, side))):
            return tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width))
    return None


def merged(counts: Counter[Rgb], near: int = INVISIBLE) -> dict[Rgb, Rgb]:
    """The colour of each shade: the nearest of the commonest ones that are not near each other.

    It is empty if these are too many.

    >>> merged(Counter({(255, 255, 255): 9, (250, 255, 254): 1, (9, 0, 0): 3}))
    {(255, 255, 255): (255, 255, 255), (250, 255, 254): (255, 255, 255), (9, 0, 0): (9, 0, 0)}
    """
    colors: list[Rgb] = []
    for shade in sorted(counts, key=lambda rgb: (-counts[rgb], rgb)):
        if all(distance(shade, color) > near for color in colors):
            colors.append(shade)
            if len(colors) > FEW_COLORS:
                return {}
    ends = {
        color: end
        for color in colors
        for end in ((255, 255, 255), (0, 0, 0))
        if distance(color, end) < INVISIBLE
    }
    nearest = {rgb: min(colors, key=lambda color: distance(rgb, color)) for rgb in counts}
    return {rgb: ends.get(color, color) for rgb, color in nearest.items()}


def distance(a: Rgb, b: Rgb) -> int:
    """The distance of two shades in the most different of red, green and blue."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def _fits(image: Image, cells: Sequence[Rgb], width: int, side: int, apart: int) -> bool:
    """True if the pixels inside the cells have their colours, and borders lie between cells."""
    pillow, chops, filters = map(library, ("PIL.Image", "PIL.ImageChops", "PIL.ImageFilter"))
    small = pillow.frombytes("RGB", (width, len(cells) // width), bytes(chain(*cells)))
    errors = chops.difference(image, small.resize(image.size, 0))
    edge = side // 4
    if edge:
        inside = pillow.new("1", (side, side))
        inside.paste(1, (edge, edge, side - edge, side - edge))
        strip = pillow.new("1", (image.width, side))
        for x in range(0, image.width, side):
            strip.paste(inside, (x, 0))
        mask = pillow.new("1", image.size)
        for y in range(0, image.height, side):
            mask.paste(strip, (0, y))
        errors = pillow.composite(errors, pillow.new("RGB", image.size), mask)
    levels = errors.histogram()  # of red, then green, then blue
    if 2 * max(i % 256 for i, count in enumerate(levels) if count) >= apart:
        return False
    grey = small.convert("L")
    contrast = chops.subtract(
        *(grey.filter(find(3)) for find in (filters.MaxFilter, filters.MinFilter))
    )
    most = contrast.point(lambda level: level / 2 + _NOISE).resize(image.size, 0)
    errors = chops.difference(image.convert("L"), grey.resize(image.size, 0))
    return chops.subtract(errors, most).getbbox() is None
