# SPDX-License-Identifier: MIT
"""``strips_of``: the ink beside the puzzle's cells.

The *ink* of a pixel is its distance from the background around it. The background comes from two
filters with a window of half a cell: closing removes dark strokes, opening removes light ones, and
at each pixel the result counts that is nearer to the nearest even region (*plate*) of some size. So
cells of any colour behind numbers are background, and numbers can be lighter than their cells. An
opening with a long thin window keeps lines and borders, which are subtracted.

Source: top-hat transforms (F. Meyer, 1979). Cost: about 60 ms for each million pixels of clue area.
Rejected: a threshold for the whole picture (shades), the background as a large blur (it leaves
outlines around every grey cell), and the median around a pixel to choose the filter (wrong in
corners).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import Lines, Pixels, Values, ink_on_colors
from nonosat.photo.found import StraightPart
from nonosat.photo.straight import Straight

SIDES = ("left", "top", "right", "bottom")
_BEYOND = 0.6
"""In cells: how far a side is looked at beyond its edges, since ink needs its surroundings."""


@dataclass(slots=True)
class Strip:
    """The ink of one side; arrays are of its rectangle, which begins at ``origin``.

    ``colors`` and ``behind``: the picture, and its background. ``across`` and ``down``: the
    strength of lines that were subtracted. ``usual``: the strength of usual ink. ``noisy``: it is a
    scan or photo; ``colored``: the picture has colours.
    """

    name: str
    origin: tuple[int, int]
    lines: Lines
    colors: Pixels
    behind: Pixels
    ink: Values
    across: Values
    down: Values
    usual: float
    noisy: bool
    colored: bool


def strips_of(straight: Straight) -> list[Strip]:
    """The ink of each side of a straight picture that has room for clues."""
    colored = has_colors(straight.image)
    boxes = _parts(straight)
    clean = _is_clean(straight.image, boxes.values())
    return [_strip(straight, name, box, colored, clean) for name, box in boxes.items()]


def _parts(straight: Straight) -> dict[str, StraightPart]:
    """The rectangles beside the cells, as far as clues may reach; those of some size only."""
    cell = straight.cell
    right = straight.left + straight.width * cell
    bottom = straight.top + straight.height * cell
    low_x, low_y, high_x, high_y = straight.margins
    across = round((t.CLUE_REACH * straight.width + t.CLUE_REACH_MORE) * cell)
    down = round((t.CLUE_REACH * straight.height + t.CLUE_REACH_MORE) * cell)
    more = round(_BEYOND * cell)
    height, width = straight.image.shape[:2]
    boxes = {
        "left": (straight.left - min(low_x, across), straight.top - more,
                 straight.left + more, bottom + more),
        "top": (straight.left - more, straight.top - min(low_y, down),
                right + more, straight.top + more),
        "right": (right - more, straight.top - more, right + min(high_x, across), bottom + more),
        "bottom": (straight.left - more, bottom - more, right + more, bottom + min(high_y, down)),
    }  # fmt: skip
    found = {}
    for name in SIDES:
        box = boxes[name]
        box = (max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3]))
        if min(box[2] - box[0], box[3] - box[1]) >= more + t.LEAST_MARGIN * cell:
            found[name] = StraightPart(box)
    return found


def _lines_in(straight: Straight, name: str, box: StraightPart) -> Lines:
    """Where the lines of a side are in its rectangle."""
    inside, last = round(_BEYOND * straight.cell), name in ("left", "top")
    if name in ("left", "right"):
        return Lines(straight.top - box[1], straight.height, straight.cell, True, inside, last)
    return Lines(straight.left - box[0], straight.width, straight.cell, False, inside, last)


def _is_clean(image: Pixels, boxes: Iterable[StraightPart]) -> bool:
    """True if most pixels of a side equal their neighbours, as in no scan or photo."""
    return any(
        np.median(_steps(np.ascontiguousarray(image[top:bottom:2, left:right]))) == 0
        for left, top, right, bottom in boxes
    )


def _strip(straight: Straight, name: str, box: StraightPart, colored: bool, clean: bool) -> Strip:
    """The ink of one side."""
    left, top, right, bottom = box
    lines = _lines_in(straight, name, box)
    cell = lines.cell
    colors = np.ascontiguousarray(straight.image[top:bottom, left:right])
    if clean and colored:
        raw, behind = ink_on_colors(colors, lines)
    else:
        raw, behind = _raw_ink(colors, lines, colored)
    ink, across, down = _without_lines(raw, cell, clean)
    if clean:
        ink = _without_borders(ink, lines)
    if clean and colored:
        ink = _without_edges(ink, lines)
    usual = _usual_ink(lines.strips(ink), cell)
    return Strip(
        name, (left, top), lines, colors, behind, ink, across, down, usual, not clean, colored
    )


def _odd(value: float) -> int:
    return max(3, 2 * round((value - 1) / 2) + 1)


def _opened(values: Pixels | Values, width: int, height: int, close: bool = False) -> Values:
    window = cv2.getStructuringElement(cv2.MORPH_RECT, (width, height))
    kind = cv2.MORPH_CLOSE if close else cv2.MORPH_OPEN
    return np.asarray(cv2.morphologyEx(values, kind, window), dtype=np.float32)


def _steps(image: Pixels, size: int = 3) -> Pixels:
    """The largest difference between pixels of a window of this size."""
    steps = cv2.morphologyEx(image, cv2.MORPH_GRADIENT, np.ones((size, size), np.uint8))
    return np.asarray(steps if steps.ndim == 2 else steps.max(axis=2), dtype=np.uint8)


def plates(image: Pixels, lines: Lines) -> Pixels:
    """The colour of the nearest even region that is large enough to be behind numbers.

    The puzzle's cells are not behind numbers. A region is even where neighbouring pixels differ
    little; the inside of a stroke is too small.
    """
    cell = lines.cell
    smooth, steps = image, _steps(image)
    if np.median(steps) > t.NOISE_SHARE * t.EVEN:  # noise
        smooth = np.asarray(
            cv2.GaussianBlur(image, (0, 0), max(t.SMOOTH_LEAST, t.SMOOTH * cell)), dtype=np.uint8
        )
        steps = _steps(smooth, 5)  # edges are blurred
    quiet = float(np.percentile(steps, t.QUIET))  # in some pictures, most pixels are near an edge
    even = steps < max(t.EVEN, min(t.EVEN_QUIET * quiet, t.EVEN_MOST * t.EVEN))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        even.astype(np.uint8), connectivity=4, ltype=cv2.CV_32S
    )
    longest = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    large = (longest >= t.PLATE * cell) & (stats[:, cv2.CC_STAT_AREA] >= t.PLATE_AREA * cell * cell)
    large[0] = False
    known = _without_thin(large[labels], cell)
    across = known if lines.across else known.T
    if lines.last:
        across[:, across.shape[1] - lines.inside :] = False
    else:
        across[:, : lines.inside] = False
    if not known.any():
        return smooth
    owner = _nearest(known)
    turned = owner if lines.across else owner.T
    places = np.arange(known.size).reshape(known.shape)
    places = places if lines.across else places.T
    channels = smooth.reshape(known.size, -1)
    edge, run = round(t.PLATE_EDGE * cell), _odd(t.PLATE_RUN * cell)
    long = _opened(np.ascontiguousarray(across).astype(np.uint8), run, 1) > 0  # no border
    for begin in range(lines.first, lines.first + lines.count * lines.cell, lines.cell):
        strip = slice(max(0, begin), begin + lines.cell)
        inner = long[strip].copy()
        inner[:edge] = inner[len(inner) - edge :] = False
        if inner.any():  # the next line may have another shade
            own = places[strip].ravel()[_nearest(inner)]
            usual = _usual_along(channels[places[strip]], edge, cell)
            away, other = (
                np.abs(channels[owners].astype(np.int16) - usual).sum(axis=2)
                for owners in (own, turned[strip])
            )
            turned[strip] = np.where(away <= other, own, turned[strip])
    return np.asarray(channels[owner].reshape(image.shape), dtype=np.uint8)


def _usual_along(strip: Pixels, edge: int, cell: int) -> Pixels:
    """The usual shade around each place along a line: (1, places, channels)."""
    inner = np.median(strip[edge : len(strip) - edge], axis=0).astype(np.uint8)
    usual = cv2.medianBlur(inner[None], _odd(cell))
    return np.asarray(usual, dtype=np.uint8).reshape(1, inner.shape[0], -1)


def _nearest(known: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each pixel the nearest of the known pixels, as its place in the flat array."""
    mask = np.ascontiguousarray(~known).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(
        mask, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(int(nearest.max()) + 1, dtype=np.int64)
    owner[nearest[known]] = np.flatnonzero(known)
    found: NDArray[np.int64] = owner[nearest]
    return found


def _without_thin(known: NDArray[np.bool_], cell: float) -> NDArray[np.bool_]:
    """Even regions without those of thick lines and borders."""
    mask = known.astype(np.uint8)
    side, length = max(2, round(t.THIN * cell)), _odd(t.LINE_LENGTH * cell)
    along = np.maximum(_opened(mask, length, 1), _opened(mask, 1, length))
    kept: NDArray[np.bool_] = known & ((_opened(mask, side, side) > 0) | (along == 0))
    return kept


def background(channel: Pixels, reference: Pixels, cell: float) -> Values:
    """The shade behind thin strokes, in one channel; ``reference`` is about this shade."""
    size = _odd(t.STROKE * cell)
    closed = _opened(channel, size, size, close=True)
    opened = _opened(channel, size, size)
    middle = reference.astype(np.float32)
    return np.where(np.abs(closed - middle) <= np.abs(opened - middle), closed, opened)


def has_colors(image: Pixels) -> bool:
    """True if the picture has pixels whose colour is far from the usual one."""
    small = image[:: max(1, image.shape[0] // 400), :: max(1, image.shape[1] // 400)]
    lab = cv2.cvtColor(np.ascontiguousarray(small), cv2.COLOR_RGB2LAB).astype(np.float32)
    hue = lab[:, :, 1:] - np.median(lab[:, :, 1:].reshape(-1, 2), axis=0)
    return bool((np.hypot(hue[:, :, 0], hue[:, :, 1]) > t.COLORED).mean() > t.COLORED_SHARE)


def _raw_ink(image: Pixels, lines: Lines, colored: bool) -> tuple[Values, Pixels]:
    """The distance from the background, 0 to 255, and the background."""
    if not colored:
        image = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), dtype=np.uint8)[:, :, None]
    reference = plates(image if colored else image[:, :, 0], lines).reshape(image.shape)
    ink, behind = _away(image, reference, lines.cell)
    shown = behind if colored else np.repeat(behind, 3, axis=2)
    return ink, np.clip(np.rint(shown), 0, 255).astype(np.uint8)


def _away(image: Pixels, reference: Pixels, cell: float) -> tuple[Values, Values]:
    """The distance of each pixel from the background, and the background."""
    strongest = np.zeros(image.shape[:2], dtype=np.float32)
    behind = np.empty(image.shape, dtype=np.float32)
    for number in range(image.shape[2]):
        channel = np.ascontiguousarray(image[:, :, number])
        shade = background(channel, reference[:, :, number], cell)
        values = channel.astype(np.float32)
        # A share of the light behind dark ink, so that shadows do not make ink paler.
        distance = np.where(
            values < shade,
            (shade - values) * (255 / np.maximum(shade, t.SHADOW)),
            t.LIGHT_INK * (values - shade),
        )
        np.maximum(strongest, distance, out=strongest)
        behind[:, :, number] = shade
    return strongest, behind


def _without_lines(ink: Values, cell: float, clean: bool) -> tuple[Values, Values, Values]:
    """The ink without lines, and the lines across and down."""
    length = _odd(t.LINE_LENGTH * cell)
    thick = ink
    if not clean:  # lines may be a little bent
        thick = np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), dtype=np.float32)
    across = _opened(thick, length, 1)
    down = _opened(thick, 1, length)
    lines = np.maximum(across, down)
    return np.maximum(ink - t.LINE_TIMES * lines, 0), across, down


def _without_borders(ink: Values, lines: Lines) -> Values:
    """The ink without borders, which most lines have at the same distance from the cells.

    Borders are measured above and below numbers, which may be at one distance in all lines.
    """
    turned = ink if lines.across else ink.T
    inner = turned[lines.first : lines.first + lines.count * lines.cell]
    strips = inner.reshape(lines.count, lines.cell, -1)
    begin = round(t.BORDER_NEAR * lines.cell)
    end = max(round(t.BORDER_FAR * lines.cell), begin + 1)
    bands = np.concatenate([strips[:, begin:end], strips[:, -end:-begin]], axis=1)
    border = np.median(bands.reshape(-1, bands.shape[2]), axis=0)
    rest = ink - t.LINE_TIMES * (border if lines.across else border[:, None])
    return np.asarray(np.maximum(rest, 0), dtype=np.float32)


def _usual_ink(ink: Values, cell: float) -> float:
    """The usual strength of ink where there is some."""
    size = max(2, round(cell / 2))
    rows, columns = ink.shape[0] // size, ink.shape[1] // size
    if not rows or not columns:
        return t.LEAST_CONTRAST
    tiles = ink[: rows * size, : columns * size].reshape(rows, size, columns, size)
    peaks = np.sort(tiles.max(axis=(1, 3)).ravel())
    strong = peaks[peaks > max(t.LEAST_CONTRAST, t.STRONG_INK * peaks[-max(1, len(peaks) // 100)])]
    return float(np.median(strong)) if len(strong) else t.LEAST_CONTRAST


def _without_edges(ink: Values, lines: Lines) -> Values:
    """The ink without the pixels between the strips and outside of them."""
    turned = ink if lines.across else ink.T
    begin, end = lines.first, lines.first + lines.count * lines.cell
    edge = max(1, round(t.CELL_EDGE * lines.cell))
    kept = np.zeros_like(turned)
    strips = turned[begin:end].reshape(lines.count, lines.cell, -1).copy()
    strips[:, :edge] = 0
    strips[:, lines.cell - edge :] = 0
    kept[begin:end] = strips.reshape(end - begin, -1)
    return np.ascontiguousarray(kept if lines.across else kept.T)
