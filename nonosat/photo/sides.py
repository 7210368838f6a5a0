# SPDX-License-Identifier: MIT
"""``sides_of``: from pieces of ink beside the cells to the digits of each line.

A side of the picture is read along its lines: pieces are given to rows or columns, broken digits
are joined, and everything that is not a clue is cut off: titles and buttons lie across the borders
of lines or far away. In columns, pieces beside each other are one number.

**Spaces.** In rows, each pair of neighbours gets the log odds that it is two numbers. Numbers stand
in places of equal length (seen by the lines between the places or by the rhythm of the pieces), or
as running text, where an empty interval in the histogram of all spaces separates those inside
numbers from those between numbers. It is probably the widest, but others are possible, too, and the
one below all spaces is: then each digit is a number. ``separated`` (clues) compares them by the
values of the numbers: they must fit into their lines, and have the sum of the columns.

Cost: a few milliseconds. Rejected: to look for lines of text, as programs for reading pages do (the
lines are known); a fixed space in cells, which fails with each other font.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from nonosat.photo import thresholds as t
from nonosat.photo.color_cells import Values
from nonosat.photo.pieces import InkArea, Piece, joined

_MOST_SPACINGS = 4
"""Boundaries of spaces that are compared."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """One way to separate the numbers of a side; lengths in heights of digits.

    ``boundary``: spaces above it are between numbers; ``half``: of the empty interval around it;
    ``share``: its probability by the spaces alone; ``places``: the length and the first border of
    places for numbers, in pixels.
    """

    width: float
    height: float
    boundary: float
    half: float
    share: float = 1.0
    places: tuple[float, float] | None = None

    def odds(self, pieces: Sequence[Piece]) -> list[float]:
        """For each pair of neighbours, the log odds that they are two numbers."""
        return [self._odds(one, two) for one, two in pairwise(pieces)]

    def _odds(self, one: Piece, two: Piece) -> float:
        scale = t.SPACE_ODDS / max(self.half, t.SPACE_SHARP)
        space = _space(one, two, self.width) / self.height
        by_space = max(-t.SURE_ODDS, min(t.SURE_ODDS, (space - self.boundary) * scale))
        if self.places is None:
            return by_space
        step, start = self.places
        first = math.floor((one.x - start) / step)
        second = math.floor((two.x - start) / step)
        within = max(-t.PLACE_DOUBT, min(t.PLACE_DOUBT, by_space))
        return within - t.PLACE_ODDS if first == second else within + t.PLACE_ODDS


def mixed_odds(
    spacings: Sequence[Spacing], shares: Sequence[float], pieces: Sequence[Piece]
) -> list[float]:
    """The odds of neighbours by several spacings, of these probabilities, together."""
    by_spacing = [spacing.odds(pieces) for spacing in spacings]
    if len(by_spacing) == 1:
        return by_spacing[0]
    mixed = []
    for odds in zip(*by_spacing, strict=True):
        two = sum(share / (1 + math.exp(-odd)) for share, odd in zip(shares, odds, strict=True))
        one = sum(share / (1 + math.exp(odd)) for share, odd in zip(shares, odds, strict=True))
        mixed.append(max(-t.SURE_ODDS, min(t.SURE_ODDS, math.log(two / one))))
    return mixed


@dataclass(slots=True)
class Side:
    """The clue candidates of one side.

    ``lines``: the pieces of each row or column in reading order; ``spacings``: how their numbers
    may be separated, the most probable first; ``apart``: for each pair of neighbours, the log odds
    by all of these that they are two numbers; ``beside``: neighbours that surely are one number;
    ``first``: where line 0 begins. ``area`` has the pixels.
    """

    name: str
    area: InkArea
    lines: list[list[Piece]]
    first: float
    beside: list[tuple[Piece, Piece]] = field(default_factory=list)
    spacings: list[Spacing] = field(default_factory=list)
    apart: list[list[float]] = field(default_factory=list)

    @property
    def is_across(self) -> bool:
        """True if it has the clues of rows."""
        return self.name in ("left", "right")


def sides_of(areas: Sequence[InkArea], length: int) -> list[Side]:
    """The digits of each side, with the odds of spaces; ``length``: of the rows, in cells."""
    sides = [_side(area) for area in areas]
    if sides:
        found = [piece.height for side in sides for line in side.lines for piece in line]
        _separate(sides, float(np.median(found)) if found else areas[0].height, length)
    return sides


def _overlap(low: float, high: float, low2: float, high2: float) -> float:
    """The common part of two intervals, as a share of the shorter interval."""
    shorter = max(1e-6, min(high - low, high2 - low2))
    return max(0.0, min(high, high2) - max(low, low2)) / shorter


def _whole_digits(pieces: list[Piece], height: float) -> list[Piece]:
    """The pieces, with parts of a digit joined that are above each other with hardly any space."""
    done: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: -piece.area):
        for number, other in enumerate(done):
            between = max(piece.top, other.top) - min(piece.bottom, other.bottom)
            whole = max(piece.bottom, other.bottom) - min(piece.top, other.top)
            beside = _overlap(piece.left, piece.right, other.left, other.right)
            if (
                beside >= t.PART_OVERLAP
                and between < t.PART_GAP * height
                and whole <= t.PARTS_HEIGHT * height
            ):
                done[number] = joined([other, piece])
                break
        else:
            done.append(piece)
    return done


def distance(piece: Piece, name: str, area: InkArea) -> tuple[float, float]:
    """How far a piece begins and ends from the cells, in pixels."""
    height, width = area.strength.shape
    if name == "left":
        begins, ends = width - piece.right, width - piece.left
    elif name == "right":
        begins, ends = piece.left, piece.right
    elif name == "top":
        begins, ends = height - piece.bottom, height - piece.top
    else:
        begins, ends = piece.top, piece.bottom
    return begins - area.lines.inside, ends - area.lines.inside


def _limit_of_clues(
    pieces: list[Piece], crossing: list[bool], name: str, area: InkArea, cell: float
) -> float:
    """The distance from the cells at which titles, buttons and other ink begin."""
    measured = sorted(
        (*distance(piece, name, area), crosses)
        for piece, crosses in zip(pieces, crossing, strict=True)
        if t.CLUE_LOW <= piece.height / area.height <= t.CLUE_TALL
    )
    reached, limit, longest = 0.0, math.inf, _longest_gap(pieces, name, area, cell)
    for begins, ends, _ in measured:
        if begins - reached > (longest if reached else t.FIRST_GAP * cell):
            limit = begins
            break
        reached = max(reached, ends)
    measured = [item for item in measured if item[0] < limit]
    # Beyond a title that crosses the borders of columns there are no clues.
    for begins, _, crosses in measured:
        beside = [
            item[2]
            for item in measured
            if begins - t.TITLE_BEFORE * cell <= item[0] <= begins + t.TITLE_BEYOND * cell
        ]
        if crosses and sum(beside) >= max(2, t.TITLE_SHARE * len(beside)):
            return begins - t.TITLE_MARGIN * cell
    return limit


def _longest_gap(pieces: list[Piece], name: str, area: InkArea, cell: float) -> float:
    """The longest gap between the numbers of all lines together: less than one number is missing.

    A line with a further number has all the nearer ones, too; their gaps are about equal.
    """
    first, size = area.lines.first, area.lines.cell
    lines: dict[int, list[tuple[float, float]]] = {}
    for piece in pieces:
        if t.CLUE_LOW <= piece.height / area.height <= t.CLUE_TALL:
            middle = piece.y if area.lines.across else piece.x
            at = math.floor((middle - first) / size)
            lines.setdefault(at, []).append(distance(piece, name, area))
    gaps = []
    for ends in lines.values():
        ends.sort()
        reached = ends[0][1]
        for begin, end in ends[1:]:
            if begin - reached > t.NUMBER_GAP * area.height:
                gaps.append(begin - reached)
                break
            reached = max(reached, end)
    gaps = [gap for gap in gaps if gap < t.WIDEST_GAP * cell]
    if len(gaps) < t.LEVEL_PAIRS:
        return t.CLUE_GAP * cell
    usual = float(np.median(gaps))
    missing = (t.MISSING_WIDTH if area.lines.across else t.MISSING_HEIGHT) * area.height
    return min(t.CLUE_GAP * cell, max(2 * usual + missing, t.LEAST_GAP * cell))


def _crosses(piece: Piece, area: InkArea) -> bool:
    """True if the ink of a piece goes on beyond the border between its line and the next."""
    lines = area.lines
    if lines.across:
        ends, span = (piece.top, piece.bottom), slice(int(piece.left), int(piece.right))
    else:
        ends, span = (piece.left, piece.right), slice(int(piece.top), int(piece.bottom))
    ink = area.strength if lines.across else area.strength.T
    reach = max(
        2, round(t.CROSS_REACH * lines.cell)
    )  # wider than what remains of a line between columns
    for end in ends:
        number = round((end - lines.first) / lines.cell)
        if not 0 < number < lines.count:
            continue  # beyond the outer lines anything may stand
        border = lines.first + number * lines.cell
        if abs(end - border) <= t.CROSS_NEAR and reach <= border < len(ink) - reach:
            beyond = ink[border - reach : border + reach, span].min(axis=0)
            if beyond.size and float(beyond.max()) > t.CROSS_INK:
                return True
    return False


def _side(area: InkArea) -> Side:
    """The pieces of each line of one side."""
    name, across, count, height = area.name, area.lines.across, area.lines.count, area.height
    first, cell = area.lines.first, area.lines.cell

    def place(piece: Piece) -> tuple[float, float, float]:
        """The low end, the middle and the high end, in lines."""
        ends = (piece.top, piece.y, piece.bottom) if across else (piece.left, piece.x, piece.right)
        low, middle, high = ((end - first) / cell for end in ends)
        return low, middle, high

    usable, crossing = [], []
    for piece in area.pieces:
        near, inside = distance(piece, name, area)[0], place(piece)[1]
        beside = -t.LINE_BEYOND <= inside <= count + t.LINE_BEYOND
        if beside and near > -t.NUMBER_REACHES * cell:
            usable.append(piece)
            crossing.append(_crosses(piece, area))
    limit = _limit_of_clues(usable, crossing, name, area, cell)
    candidates: list[list[Piece]] = [[] for _ in range(count)]
    for piece in usable:
        low, middle, high = place(piece)
        line = math.floor(middle)
        off_middle = abs(middle - line - 0.5) > t.LINE_ASIDE
        if not across:  # ink at the edge of a column is its border
            off_middle |= high - line < t.COLUMN_BORDER or low - line > 1 - t.COLUMN_BORDER
        if not 0 <= line < count or high - low > t.LINE_FILLS or off_middle:
            continue
        near = distance(piece, name, area)[0]
        if piece.width < t.BORDER_WIDTH * height and near < t.BORDER_DISTANCE * cell:
            continue  # a part of the border of the cells
        if near < limit and piece.height <= t.PIECE_TALL * height:
            candidates[line].append(piece)
    lines = [
        [
            piece
            for piece in _whole_digits(pieces, height)
            if piece.height >= t.PIECE_LOW * height and piece.width >= t.PIECE_THIN * height
        ]
        for pieces in candidates
    ]
    if across:
        ordered = [sorted(pieces, key=lambda piece: piece.x) for pieces in lines]
        return Side(name, area, ordered, first)
    stacks = [_stacked(pieces) for pieces in lines]
    neighbors = [
        pair
        for numbers in stacks
        for number in numbers
        for pair in pairwise(sorted(number, key=lambda piece: piece.x))
    ]
    whole = [[joined(number) for number in numbers] for numbers in stacks]
    return Side(name, area, whole, first, neighbors)


def _stacked(pieces: list[Piece]) -> list[list[Piece]]:
    """The numbers of a column from the top: pieces beside each other are one number."""
    numbers: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.y):
        if numbers:
            last = joined(numbers[-1])
            if _overlap(piece.top, piece.bottom, last.top, last.bottom) >= t.BESIDE_OVERLAP:
                numbers[-1].append(piece)
                continue
        numbers.append([piece])
    return numbers


# ---- spaces


def _separate(sides: Sequence[Side], height: float, length: int) -> None:
    """Fill in ``apart`` of all sides; ``height``: of digits, in pixels; ``length``: of the rows."""
    rows = [side for side in sides if side.is_across]
    pieces = [piece for side in rows for line in side.lines for piece in line]
    digits = [piece for piece in pieces if _is_digit(piece, height)]
    widths = [
        piece.core[2] - piece.core[0] for piece in digits if piece.width > t.USUAL_DIGIT * height
    ]
    width = float(np.median(widths)) if widths else t.WIDTH_ELSE * height
    within = [pair for side in sides for pair in side.beside]
    for side in sides:
        if side.is_across:
            side.spacings = _spacings(side, width, height, within, length)
            shares = [spacing.share for spacing in side.spacings]
            side.apart = [mixed_odds(side.spacings, shares, line) for line in side.lines]
        else:
            side.apart = [[t.SURE_ODDS] * max(0, len(line) - 1) for line in side.lines]


def _is_digit(piece: Piece, height: float) -> bool:
    return abs(math.log(piece.height / height)) < t.DIGIT_HEIGHT and piece.width < height


def _spacings(
    side: Side, width: float, height: float, within: Sequence[tuple[Piece, Piece]], length: int
) -> list[Spacing]:
    """The ways to separate the numbers of rows, the most probable first.

    ``within``: neighbours that are known to be one number.
    """
    if length < 10:  # no number has two digits
        return [Spacing(width, height, t.SMALL_BOUNDARY, t.SMALL_HALF)]
    cell = side.area.lines.cell
    by_space, by_ink = (_by_boundaries(side, wide, height, within) for wide in (width, 0.0))
    usual, least = by_space[0].share, min(_all_spaces(side, width, height), default=0.0)
    choices = [
        *by_space,
        Spacing(width, height, least - t.SPACE_SHARP, t.SPACE_SHARP, t.ALL_APART * usual),
        Spacing(width, height, t.SPACE_OPEN, t.OPEN_HALF, t.ALL_OPEN * usual),
        replace(by_ink[0], share=t.BY_INK * usual),
        Spacing(0.0, height, t.SPACE_OPEN, t.OPEN_HALF, t.BY_INK * t.ALL_OPEN * usual),
    ]
    seen, rhythm = _places(side, cell), _rhythm(side, cell, height)
    if seen is not None:
        choices.insert(0, replace(by_space[0], places=seen, share=t.BY_LINES * usual))
    if rhythm is not None:
        choices.append(replace(by_space[0], places=rhythm, share=t.BY_RHYTHM * usual))
    found, before = list[Spacing](), list[Values]()
    for choice in choices:
        here = _chances(side, choice)
        if all(float(np.abs(here - one).max(initial=0)) > t.CHANCES_DIFFER for one in before):
            found.append(choice)
            before.append(here)
    whole = sum(spacing.share for spacing in found)
    return [replace(spacing, share=spacing.share / whole) for spacing in found]


def _all_spaces(side: Side, width: float, height: float) -> list[float]:
    """The spaces of neighbouring digits, in heights of a digit."""
    pairs = (pair for line in side.lines for pair in pairwise(line))
    return _spaces_of(pairs, width, height)


def _spaces_of(pairs: Iterable[tuple[Piece, Piece]], width: float, height: float) -> list[float]:
    return [
        _space(one, two, width) / height
        for one, two in pairs
        if _is_digit(one, height) and _is_digit(two, height)
    ]


def _by_boundaries(
    side: Side, width: float, height: float, within: Sequence[tuple[Piece, Piece]]
) -> list[Spacing]:
    """The ways to separate numbers by intervals without spaces."""
    spaces = np.array(_all_spaces(side, width, height), dtype=np.float32)
    return [
        Spacing(width, height, *boundary)
        for boundary in _boundaries(spaces, _spaces_of(within, width, height))
    ]


def _chances(side: Side, spacing: Spacing) -> Values:
    """Of all neighbours: how probable it is that they are two numbers."""
    odds = [odd for line in side.lines for odd in spacing.odds(line)]
    return np.asarray(1 / (1 + np.exp(-np.array(odds))), dtype=np.float32)


def _boundaries(spaces: Values, within: Sequence[float]) -> list[tuple[float, float, float]]:
    """Possible spaces that separate numbers, half of the empty intervals, and what these are worth.

    The most probable comes first. ``within``: spaces that are known to be inside numbers.
    """
    least = t.SPACE_LEAST
    if len(within) >= 3:
        least = max(least, min(float(np.median(within)) + t.SPACE_MORE, t.SPACE_USUAL))
    known = np.sort(spaces[spaces < t.SPACE_MOST])
    ends = np.concatenate([[least], known[known > least], [t.SPACE_MOST]])
    middles = (ends[:-1] + np.minimum(ends[1:], t.SPACE_WIDE)) / 2
    # Long intervals beyond usual spaces do not count in full.
    widths = np.minimum(ends[1:], t.SPACE_WIDE) - ends[:-1]
    worth = widths * np.exp(-(((middles - t.SPACE_USUAL) / t.SPACE_USUAL) ** 2))
    order = np.argsort(-worth)[:_MOST_SPACINGS]
    return [
        (float(middles[at]), max(t.HALF_LEAST, float(widths[at]) / 2), float(worth[at]))
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
    """Places by the rhythm of the pieces: how well their middles agree with equal steps."""
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
    """The space between two pieces, as if no digit were as narrow as 1."""
    right = max(one.core[2], (one.core[0] + one.core[2] + width) / 2)
    left = min(next_one.core[0], (next_one.core[0] + next_one.core[2] - width) / 2)
    return left - right
