# SPDX-License-Identifier: MIT
"""``areas_of``: the ink of each side as pieces, which can be digits.

Pieces are connected pixels above a share of their own peak, so pale numbers beside black ones keep
their form. First the usual height of digits is found on all sides together: it says which pieces
are too large to be one digit.

Cost: about 20 ms a side. Rejected: one threshold for all pieces, which joins digits that nearly
touch or breaks pale ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import Lines, Pixels, Values
from nonosat.photo.ink import Strip


@dataclass(slots=True)
class Piece:
    """Connected ink: a digit, part of a digit, several digits that touch, or something else.

    ``core``: left, top, right and bottom of its strong ink, inside of blur and pale strokes.
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
    """The ink of one side; pieces are in pixels of its rectangle, which begins at ``origin``.

    ``strength``: 1 is the usual ink of the area. ``height``: of digits. ``across`` and ``down``:
    the strength of lines that were subtracted.
    """

    name: str
    origin: tuple[int, int]
    lines: Lines
    colors: Pixels
    behind: Pixels
    strength: Values
    labels: NDArray[np.int32]
    pieces: list[Piece]
    height: float
    noisy: bool
    colored: bool
    across: Values
    down: Values


def areas_of(strips: Sequence[Strip]) -> list[InkArea]:
    """The pieces of each side."""
    strongest = max((strip.usual for strip in strips), default=0.0)
    heights = [
        _digit_heights(
            strip.ink / strip.usual, strip.lines, round(t.HEIGHTS_WITHIN * float(strip.lines.cell))
        )
        for strip in strips
        if strip.usual >= t.WEAK_SIDE * strongest
    ]
    height = text_height(heights, float(strips[0].lines.cell)) if strips else 0.0
    return [_ink_area(strip, max(strip.usual, t.WEAK_SIDE * strongest), height) for strip in strips]


def _ink_area(strip: Strip, usual: float, height: float) -> InkArea:
    """The pieces of a side: ``usual`` is the strength of its ink, ``height`` that of digits.

    Pieces end at the borders of lines. In rows, each is a digit or part of a digit.
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
        strip.name,
        strip.origin,
        strip.lines,
        strip.colors,
        strip.behind,
        strength,
        labels,
        pieces,
        height,
        strip.noisy,
        strip.colored,
        strip.across / usual,
        strip.down / usual,
    )


def joined(pieces: Sequence[Piece]) -> Piece:
    """Several pieces as one."""
    return Piece(
        min(piece.left for piece in pieces),
        min(piece.top for piece in pieces),
        max(piece.right for piece in pieces),
        max(piece.bottom for piece in pieces),
        max(piece.peak for piece in pieces),
        sum(piece.area for piece in pieces),
        tuple(label for piece in pieces for label in piece.labels),
        (
            min(piece.core[0] for piece in pieces),
            min(piece.core[1] for piece in pieces),
            max(piece.core[2] for piece in pieces),
            max(piece.core[3] for piece in pieces),
        ),
    )


def _components(
    mask: NDArray[np.bool_],
) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=8, ltype=cv2.CV_32S
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


def _digit_heights(whole: Values, lines: Lines, reach: int) -> Values:
    """The heights of possible digits, in pixels, how much each counts, and its line: (3, n).

    Digits stand in the middle of a line and are strong; broken digits are too low. The nearer ink
    is to the cells, the more probably it is a digit.
    ``reach``: up to this distance from the cells; farther out, more of the ink is not digits.
    """
    strength = np.ascontiguousarray(lines.strips(whole, reach))
    floor = _floor(strength)
    count, labels, stats = _components(strength > floor)
    peaks = _peaks(strength, labels, count)
    found: list[Values] = []
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
        line, middle = np.divmod((start + (tall if lines.across else wide) / 2) / lines.cell, 1)
        fits = (tall >= t.DIGIT_LEAST * lines.cell) & (tall <= t.DIGIT_MOST * lines.cell)
        fits &= stats[:, cv2.CC_STAT_AREA] >= t.DIGIT_FULL * wide * tall  # else it is a frame
        fits &= (wide <= tall) & (wide >= t.DIGIT_NARROW * tall)
        fits &= np.abs(middle - 0.5) < t.DIGIT_ASIDE
        fits[0] = False
        begin = stats[:, cv2.CC_STAT_LEFT if lines.across else cv2.CC_STAT_TOP]
        if lines.last:
            begin = strength.shape[lines.across] - begin - (wide if lines.across else tall)
        worth = trust * tall.astype(np.float64) ** 3 * np.minimum(own, 1.0)
        worth *= np.exp(-begin / (t.HEIGHTS_NEAR * lines.cell))
        found.append(np.stack([tall, worth, line])[:, fits])
    return np.concatenate(found, axis=1)


def text_height(sides: Sequence[Values], cell: float) -> float:
    """The usual height of digits: the commonest height, in as many lines of a side as possible."""
    tall = np.concatenate([heights for heights, _, _ in sides]) if sides else np.zeros(0)
    if not len(tall):
        return t.HEIGHT_ELSE * cell
    total = np.zeros(len(tall))
    for heights, worth, line in sides:
        near = _alike(tall[:, None], heights[None])
        numbered = sum(near[:, line == one].any(axis=1).astype(np.int64) for one in np.unique(line))
        total += (near @ worth) * numbered
    return float(np.median(tall[_alike(tall, tall[int(np.argmax(total))])]))


def _alike(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
    """Where two heights are one; a pixel more or less may be blur."""
    return np.asarray(np.abs(one - other) <= np.maximum(1, t.SAME_HEIGHT * one))


def _broken(
    labels: NDArray[np.int32], stats: NDArray[np.int32], strong: NDArray[np.bool_], height: float
) -> NDArray[np.bool_]:
    """By component: True if it may be digits that touch, and its strong ink is not whole digits."""
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
    """Connected ink: each piece at the lowest share of its peak at which it has the size of digits.

    So pale strokes of a digit stay with it, and digits that nearly touch part. Digits that touch by
    their strong strokes, as in "22", stay together.
    """
    tallest = t.TALLEST * height
    floor = _floor(strength)
    final = np.zeros(strength.shape, dtype=np.int32)
    left = strength > floor
    found: list[Piece] = []
    least = max(t.PIECE_PIXELS, min(t.PIECE_AREA * cell * cell, t.PIECE_OF_DIGIT * height * height))
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
