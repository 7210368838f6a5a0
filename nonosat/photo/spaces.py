# SPDX-License-Identifier: MIT
"""Where numbers end in a row: the log odds that neighbouring pieces are two numbers.

Numbers stand in places of equal length (seen by the lines between the places or by the rhythm of
the pieces), or as running text, where an empty interval in the histogram of all spaces separates
those inside numbers from those between them. It is probably the widest, but a choice that makes
numbers of three digits is wrong. Both are only probabilities here, since the values decide, too.

Cost: a millisecond. Rejected: a fixed space in cells, which fails with each other font.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import Values
from nonosat.photo.groups import Side
from nonosat.photo.strips import Piece


@dataclass(frozen=True, slots=True)
class _Spaces:
    """How the spaces of a side are judged; lengths in heights of digits.

    ``boundary``: spaces above it are between numbers; ``half``: of the empty interval around it.
    """

    width: float
    height: float
    boundary: float
    half: float


def separate(sides: Sequence[Side], height: float, length: int) -> None:
    """Fill in ``apart`` of all sides; ``height``: of digits, in pixels; ``length``: of the rows."""
    rows = [side for side in sides if side.is_across]
    pieces = [piece for side in rows for line in side.lines for piece in line]
    digits = [piece for piece in pieces if _is_digit(piece, height)]
    widths = [
        piece.core[2] - piece.core[0] for piece in digits if piece.width > t.USUAL_DIGIT * height
    ]
    width = float(np.median(widths)) if widths else t.WIDTH_ELSE * height
    within = [
        _space(one, two, width) / height
        for side in sides
        for one, two in side.beside
        if _is_digit(one, height) and _is_digit(two, height)
    ]
    for side in sides:
        side.apart = [[t.SURE_ODDS] * max(0, len(line) - 1) for line in side.lines]
        if side.is_across:
            _separate_rows(side, width, height, within, length)


def _is_digit(piece: Piece, height: float) -> bool:
    return abs(math.log(piece.height / height)) < t.DIGIT_HEIGHT and piece.width < height


def _separate_rows(
    side: Side, width: float, height: float, within: Sequence[float], length: int
) -> None:
    cell = side.area.lines.cell
    places = _places(side, cell)
    spaces = np.array(
        [
            _space(one, two, width) / height
            for line in side.lines
            for one, two in pairwise(line)
            if _is_digit(one, height) and _is_digit(two, height)
        ],
        dtype=np.float32,
    )
    if length < 10:  # no number has two digits
        side.apart = _all_odds(side, _Spaces(width, height, t.SMALL_BOUNDARY, t.SMALL_HALF), None)
        return
    choices = _boundaries(spaces, within)
    for number, (boundary, half) in enumerate(choices):
        side.apart = _all_odds(side, _Spaces(width, height, boundary, half), places)
        if places is None and _has_long_numbers(side, height):
            # Spaces do not separate all numbers; the rhythm may, or a smaller space.
            rhythm = _rhythm(side, cell, height)
            if rhythm is not None:
                side.apart = _all_odds(side, _Spaces(width, height, boundary, half), rhythm)
            elif number + 1 < len(choices):
                continue
        return


def _has_long_numbers(side: Side, height: float) -> bool:
    """True if several digits in a row are one number by their odds: three or more."""
    long, whole = 0, 0
    for line, odds in zip(side.lines, side.apart, strict=True):
        digits = 0
        for index, piece in enumerate(line):
            if index and odds[index - 1] >= 0:
                digits = 0
            digits += _is_digit(piece, height)
            long += digits == 3
            whole += digits == 1
    return long > t.LONG_NUMBERS * whole


def _boundaries(spaces: Values, within: Sequence[float]) -> list[tuple[float, float]]:
    """Possible spaces that separate numbers, most probable first, and half of the empty intervals.

    ``within``: spaces that are known to be inside numbers.
    """
    least = t.SPACE_LEAST
    if len(within) >= 3:
        least = max(least, float(np.median(within)) + t.SPACE_MORE)
    known = np.sort(spaces[spaces < t.SPACE_MOST])
    ends = np.concatenate([[least], known[known > least], [t.SPACE_MOST]])
    middles = (ends[:-1] + np.minimum(ends[1:], t.SPACE_WIDE)) / 2
    # Long intervals beyond usual spaces do not count in full.
    widths = np.minimum(ends[1:], t.SPACE_WIDE) - ends[:-1]
    worth = widths * np.exp(-(((middles - t.SPACE_USUAL) / t.SPACE_USUAL) ** 2))
    order = np.argsort(-worth)[:4]
    return [
        (float(middles[at]), max(t.HALF_LEAST, float(widths[at]) / 2))
        for at in order
        if worth[at] >= t.SPACE_WORTH * worth[order[0]]
    ]


def _places(side: Side, cell: float) -> tuple[float, float] | None:
    """The length and the first border of places for numbers, if lines separate them."""
    down = side.area.down
    top = min((piece.top for line in side.lines for piece in line), default=0.0)
    bottom = max((piece.bottom for line in side.lines for piece in line), default=0.0)
    if bottom - top < cell:
        return None
    seen = np.median(down[int(top) : int(bottom)], axis=0)
    seen = np.asarray(seen, dtype=np.float32)
    above = np.flatnonzero(seen > t.PLACE_LINE)
    if not len(above):
        return None
    runs = np.split(above, np.flatnonzero(np.diff(above) > t.PLACE_GAP) + 1)
    middles = np.array([float(run.mean()) for run in runs if len(run) < t.PLACE_THICK * cell])
    if len(middles) < 3:
        return None
    steps = np.diff(middles)
    step = float(np.median(steps))
    if not t.PLACE_SHORT * cell <= step <= t.PLACE_LONG * cell:
        return None
    if float((np.abs(steps - step) < t.PLACE_EVEN * step).mean()) < t.PLACE_SHARE:
        return None
    turns = np.exp(2j * np.pi * middles / step).mean()
    return step, float(np.angle(turns) / (2 * np.pi) * step)


def _rhythm(side: Side, cell: float, height: float) -> tuple[float, float] | None:
    """The same by the rhythm of the pieces: how well their middles agree with equal steps."""
    lines = [[piece for piece in line if _is_digit(piece, height)] for line in side.lines]
    middles = np.array([piece.x for line in lines for piece in line])
    if len(middles) < t.RHYTHM_PIECES:
        return None
    steps = np.arange(t.RHYTHM_SHORT, t.RHYTHM_LONG, 0.005) * cell
    turns = np.exp(2j * np.pi * middles[None, :] / steps[:, None]).mean(axis=1)
    best = int(np.argmax(np.abs(turns)))
    if abs(turns[best]) < t.RHYTHM_AGREES:
        return None
    step = float(steps[best])
    start = float(np.angle(turns[best]) / (2 * np.pi)) * step - step / 2
    # Numbers stand in the middle of their places; in running text, those of two digits do not.
    off, count = 0, 0
    for line in lines:
        numbers: dict[int, list[Piece]] = {}
        for piece in line:
            numbers.setdefault(math.floor((piece.x - start) / step), []).append(piece)
        for place, pieces in numbers.items():
            middle = (pieces[0].left + pieces[-1].right) / 2
            off += abs(middle - start - (place + 0.5) * step) > t.RHYTHM_OFF * step
            count += 1
    return (step, start) if off <= t.RHYTHM_WRONG * count else None


def _space(one: Piece, next_one: Piece, width: float) -> float:
    """The space between two pieces as if no digit were narrow, as 1 is."""
    right = max(one.core[2], (one.core[0] + one.core[2] + width) / 2)
    left = min(next_one.core[0], (next_one.core[0] + next_one.core[2] - width) / 2)
    return left - right


def _all_odds(side: Side, spaces: _Spaces, places: tuple[float, float] | None) -> list[list[float]]:
    return [[_odds(one, two, spaces, places) for one, two in pairwise(line)] for line in side.lines]


def _odds(one: Piece, two: Piece, spaces: _Spaces, places: tuple[float, float] | None) -> float:
    """The log odds that two neighbours are two numbers."""
    scale = t.SPACE_ODDS / max(spaces.half, t.SPACE_SHARP)
    space = _space(one, two, spaces.width) / spaces.height
    by_space = max(-t.SURE_ODDS, min(t.SURE_ODDS, (space - spaces.boundary) * scale))
    if places is None:
        return by_space
    step, start = places
    first = math.floor((one.x - start) / step)
    second = math.floor((two.x - start) / step)
    within = max(-t.PLACE_DOUBT, min(t.PLACE_DOUBT, by_space))
    return within - t.PLACE_ODDS if first == second else within + t.PLACE_ODDS
