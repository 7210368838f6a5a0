# SPDX-License-Identifier: MIT
"""Clue areas: from pixels to pieces of ink that can be digits.

The *ink* of a pixel is how far it is from the background around it. The background comes from two
filters with a window of half a cell: closing removes dark strokes, opening removes light ones, and
at each pixel the one counts that is nearer to the nearest even region (*plate*) of some size. So
cells of any colour behind numbers are background, and numbers can be lighter than their cells. What
an opening with a long thin window keeps is a line or a border, and is subtracted. Pieces of ink are
connected pixels above a share of their own peak, so pale numbers beside black ones keep their form.

Source: top-hat transforms (F. Meyer, 1979). Cost: about 60 ms for each million pixels of clue area.
Rejected: a threshold for the whole picture (shades), and the background as a large blur (it leaves
outlines around every grey cell); the median around a pixel to choose the filter (wrong in corners).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import Lines, Pixels, Values, ink_on_colors, without_edges


@dataclass(slots=True)
class Piece:
    """Connected ink: a digit, a part of one, several that touch, or something else.

    ``core``: left, top, right and bottom of its strong ink; blur and pale strokes are around it.
    """

    left: float
    top: float
    right: float
    bottom: float
    peak: float
    area: float
    labels: tuple[int, ...]
    core: tuple[float, float, float, float]

    @property
    def width(self) -> float:
        """In pixels."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """In pixels."""
        return self.bottom - self.top

    @property
    def x(self) -> float:
        """The middle."""
        return (self.left + self.right) / 2

    @property
    def y(self) -> float:
        """The middle."""
        return (self.top + self.bottom) / 2


@dataclass(slots=True)
class InkArea:
    """The ink of a rectangle of a picture; pieces are in pixels of this rectangle.

    ``strength``: 1 is the usual ink of the area. ``across`` and ``down``: the strength of lines
    that were subtracted.
    ``height``: that of digits.
    """

    origin: tuple[int, int]
    lines: Lines
    colors: Pixels
    behind: Pixels
    strength: Values
    labels: NDArray[np.int32]
    pieces: list[Piece]
    height: float
    noisy: bool
    across: Values
    down: Values


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

    The puzzle's cells are not behind numbers.

    A region is even where neighbouring pixels differ little; the inside of a stroke is too small.
    """
    cell = lines.cell
    smooth, steps = image, _steps(image)
    if np.median(steps) > t.NOISE_SHARE * t.EVEN:  # noise
        smooth = np.asarray(
            cv2.GaussianBlur(image, (0, 0), max(t.SMOOTH_LEAST, t.SMOOTH * cell)), dtype=np.uint8
        )
        steps = _steps(smooth, 5)  # edges are blurred
    quiet = float(np.percentile(steps, t.QUIET))  # at most pixels of some pictures is an edge near
    even = steps < max(t.EVEN, min(t.EVEN_QUIET * quiet, t.EVEN_MOST * t.EVEN))
    _, labels, stats = _components(even, 4)
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
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    owner = np.zeros(int(nearest.max()) + 1, dtype=np.int64)
    owner[nearest[known]] = np.flatnonzero(known)
    channels = smooth.reshape(known.size, -1)
    return np.asarray(channels[owner[nearest]].reshape(image.shape), dtype=np.uint8)


def _without_thin(known: NDArray[np.bool_], cell: float) -> NDArray[np.bool_]:
    """Even regions without those of thick lines and borders."""
    mask = known.astype(np.uint8)
    side, length = max(2, round(t.THIN * cell)), _odd(t.LINE_LENGTH * cell)
    along = np.maximum(_opened(mask, length, 1), _opened(mask, 1, length))
    kept: NDArray[np.bool_] = known & ((_opened(mask, side, side) > 0) | (along == 0))
    return kept


def background(channel: Pixels, reference: Pixels, cell: float) -> Values:
    """The shade behind thin strokes, of one channel; ``reference`` is roughly it."""
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
    """The ink without what most lines have at the same distance from the cells: a border.

    It is measured above and below numbers, which may be at one distance in all lines.
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
    """The strength of ink in places that have some."""
    size = max(2, round(cell / 2))
    rows, columns = ink.shape[0] // size, ink.shape[1] // size
    if not rows or not columns:
        return t.LEAST_CONTRAST
    tiles = ink[: rows * size, : columns * size].reshape(rows, size, columns, size)
    peaks = np.sort(tiles.max(axis=(1, 3)).ravel())
    strong = peaks[peaks > max(t.LEAST_CONTRAST, t.STRONG_INK * peaks[-max(1, len(peaks) // 100)])]
    return float(np.median(strong)) if len(strong) else t.LEAST_CONTRAST


def _components(
    mask: NDArray[np.bool_], connectivity: int = 8
) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=connectivity, ltype=cv2.CV_32S
    )
    return count, np.asarray(labels, dtype=np.int32), np.asarray(stats, dtype=np.int32)


def _peaks(strength: Values, labels: NDArray[np.int32], count: int) -> Values:
    peaks = np.zeros(count, dtype=np.float32)
    where = labels > 0
    np.maximum.at(peaks, labels[where], strength[where])
    return peaks


def _floor(strength: Values) -> float:
    """The strength below which ink is noise."""
    sample = strength[:: max(1, len(strength) // 200)]
    return min(t.FLOOR_MOST, t.FLOOR + t.FLOOR_NOISE * float(np.median(sample)))


def digit_heights(whole: Values, lines: Lines, reach: int) -> list[tuple[float, float]]:
    """The heights of what can be digits, in pixels, and how much each counts.

    Digits stand in the middle of a line, are strong, and those that are broken are too low.
    ``reach``: how far from the cells they are measured; farther away is more that is none.
    """
    strength = np.ascontiguousarray(lines.strips(whole, reach))
    floor = _floor(strength)
    count, labels, stats = _components(strength > floor)
    peaks = _peaks(strength, labels, count)
    found: list[tuple[float, float]] = []
    for share, trust in t.HEIGHT_SHARES:
        if share:
            own = share * peaks
            own[0] = np.inf
            count, parts, stats = _components(strength > np.maximum(own[labels], floor))
            own = _peaks(strength, parts, count)
        else:
            own = peaks
        wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
        start = stats[:, cv2.CC_STAT_TOP if lines.across else cv2.CC_STAT_LEFT]
        middle = (start + (tall if lines.across else wide) / 2) / lines.cell % 1
        fits = (tall >= t.DIGIT_LEAST * lines.cell) & (tall <= t.DIGIT_MOST * lines.cell)
        fits &= stats[:, cv2.CC_STAT_AREA] >= t.DIGIT_FULL * wide * tall  # else it is a frame
        fits &= (wide <= tall) & (wide >= t.DIGIT_NARROW * tall)
        fits &= np.abs(middle - 0.5) < t.DIGIT_ASIDE
        fits[0] = False
        worth = trust * tall.astype(np.float64) ** 3 * np.minimum(own, 1.0)
        found.extend(zip(tall[fits].tolist(), worth[fits].tolist(), strict=True))
    return found


def text_height(heights: list[tuple[float, float]], cell: float) -> float:
    """The usual height of digits: the commonest of all heights."""
    if not heights:
        return t.HEIGHT_ELSE * cell
    tall = np.array([height for height, _ in heights])
    worth = np.array([count for _, count in heights])
    near = np.abs(np.log(tall[:, None] / tall[None])) < t.SAME_HEIGHT
    return float(np.median(tall[near[int(np.argmax(near @ worth))]]))


def _broken(
    labels: NDArray[np.int32], stats: NDArray[np.int32], strong: NDArray[np.bool_], height: float
) -> NDArray[np.bool_]:
    """By component: it may be digits that touch, and its strong ink is not whole digits."""
    wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    number = (wide <= t.NUMBER_WIDTH * height) & (tall <= t.TALLEST * height)
    number &= t.WHOLE_DIGIT * height <= tall
    number[0] = False
    if not number.any():
        return number
    count, parts, of_parts = _components(strong & number[labels])
    owner = np.zeros(count, dtype=np.int32)
    owner[parts] = labels
    owner[0] = 0
    sizes = of_parts[:, cv2.CC_STAT_AREA].astype(np.float64)
    sizes[0] = 0
    low = of_parts[:, cv2.CC_STAT_HEIGHT] < t.WHOLE_DIGIT * tall[owner]
    low_area, all_area = (
        np.bincount(owner, weights, minlength=len(stats)) for weights in (sizes * low, sizes)
    )
    return number & (low_area > t.BROKEN * all_area)


def pieces_of(
    strength: Values, cell: float, widest: float, height: float
) -> tuple[NDArray[np.int32], list[Piece]]:
    """Connected ink: each piece at the lowest share of its peak where it is no larger than digits.

    So pale strokes of a digit stay with it, and digits that nearly touch part. Digits that touch by
    their strong strokes, as in "22", stay together.
    """
    tallest = t.TALLEST * height
    floor = _floor(strength)
    final = np.zeros(strength.shape, dtype=np.int32)
    left = strength > floor
    found: list[Piece] = []
    least = max(t.PIECE_PIXELS, t.PIECE_AREA * cell * cell)
    for level, share in enumerate(t.PEAK_SHARES):
        count, labels, stats = _components(left)
        peaks = _peaks(strength, labels, count)
        if level:
            own = share * peaks
            own[0] = np.inf
            strong = left & (strength > own[labels])
            whole = _broken(labels, stats, strong, height)[labels]
            count, labels, stats = _components(strong | whole)
            peaks = _peaks(strength, labels, count)
        fits = (stats[:, cv2.CC_STAT_WIDTH] <= widest) & (stats[:, cv2.CC_STAT_HEIGHT] <= tallest)
        if level:
            fits[labels[whole]] = True
        if level == len(t.PEAK_SHARES) - 1:
            fits[:] = True
        fits[0] = False
        numbers = np.zeros(count, dtype=np.int32)
        for label in np.flatnonzero(fits & (stats[:, cv2.CC_STAT_AREA] >= least)).tolist():
            x, y, wide, tall, area = stats[label].tolist()
            numbers[label] = len(found) + 1
            peak = float(peaks[label])
            box = (x, y, x + wide, y + tall)
            found.append(Piece(*box, peak, area, (len(found) + 1,), box))
        final += numbers[labels]
        left = ~fits[labels] & (labels > 0)
        if not left.any():
            break
    _measure_cores(found, strength, final)
    return final, found


def _measure_cores(pieces: list[Piece], strength: Values, labels: NDArray[np.int32]) -> None:
    peaks = np.array([np.inf, *(piece.peak for piece in pieces)], dtype=np.float32)
    rows, columns = np.nonzero((labels > 0) & (strength >= t.CORE * peaks[labels]))
    owners = labels[rows, columns]
    low = np.full((len(pieces) + 1, 2), 1 << 30)
    high = np.full((len(pieces) + 1, 2), -1)
    for axis, places in enumerate((columns, rows)):
        np.minimum.at(low[:, axis], owners, places)
        np.maximum.at(high[:, axis], owners, places)
    for number, piece in enumerate(pieces, 1):
        left, top = low[number].tolist()
        right, bottom = (high[number] + 1).tolist()
        piece.core = (left, top, right, bottom)


@dataclass(slots=True)
class Strip:
    """A rectangle of a picture before its pieces are found; ``usual``: the strength of its ink."""

    origin: tuple[int, int]
    lines: Lines
    colors: Pixels
    behind: Pixels
    ink: Values
    across: Values
    down: Values
    usual: float
    noisy: bool


def is_clean(image: Pixels, boxes: Iterable[tuple[int, int, int, int]]) -> bool:
    """True if a side is even to the last bit at most places: this is no scan or photo."""
    return any(
        np.median(_steps(np.ascontiguousarray(image[top:bottom:2, left:right]))) == 0
        for left, top, right, bottom in boxes
    )


def strip_of(
    image: Pixels, box: tuple[int, int, int, int], lines: Lines, colored: bool, clean: bool
) -> Strip:
    """The raw ink of a rectangle of a picture: left, top, right, bottom."""
    left, top, right, bottom = box
    cell = lines.cell
    colors = np.ascontiguousarray(image[top:bottom, left:right])
    if clean and colored:
        raw, behind = ink_on_colors(colors, lines)
    else:
        raw, behind = _raw_ink(colors, lines, colored)
    ink, across, down = _without_lines(raw, cell, clean)
    if clean:
        ink = _without_borders(ink, lines)
    if clean and colored:
        ink = without_edges(ink, lines)
    usual = _usual_ink(lines.strips(ink), cell)
    return Strip((left, top), lines, colors, behind, ink, across, down, usual, not clean)


def ink_area(strip: Strip, usual: float, height: float) -> InkArea:
    """The ink of a rectangle: ``usual`` is its strength, ``height`` that of digits.

    Pieces end at the borders of lines. In rows, each is one digit, or a part of one.
    """
    strength = strip.ink / usual
    lines = strip.lines
    cut = strength.copy()
    turned = cut if lines.across else cut.T
    for border in range(lines.count + 1):
        at = lines.first + border * lines.cell
        turned[max(0, at - 1) : at + 1] = 0
    widest = (t.DIGIT_WIDTH if lines.across else t.COLUMN_WIDTH) * height
    labels, pieces = pieces_of(cut, lines.cell, widest, height)
    return InkArea(
        strip.origin,
        strip.lines,
        strip.colors,
        strip.behind,
        strength,
        labels,
        pieces,
        height,
        strip.noisy,
        strip.across / usual,
        strip.down / usual,
    )


def patch(area: InkArea, pieces: list[Piece]) -> Values:
    """The ink of some pieces together, near 1 at its peak, with a margin of a pixel."""
    height, width = area.strength.shape
    left = max(0, int(min(piece.left for piece in pieces)) - 1)
    top = max(0, int(min(piece.top for piece in pieces)) - 1)
    right = min(width, int(max(piece.right for piece in pieces)) + 1)
    bottom = min(height, int(max(piece.bottom for piece in pieces)) + 1)
    labels = area.labels[top:bottom, left:right]
    ink = area.strength[top:bottom, left:right]
    own = np.zeros(labels.shape, dtype=bool)
    for piece in pieces:
        for label in piece.labels:
            own |= labels == label
    inside = np.sort(ink[own])
    full = float(inside[int(t.FULL_INK * len(inside))]) if len(inside) else 1.0
    kept = np.where(own | (labels == 0), ink, 0)
    return np.clip(kept / max(full, t.FULL_LEAST), 0, 1).astype(np.float32)
