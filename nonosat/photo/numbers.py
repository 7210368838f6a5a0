# SPDX-License-Identifier: MIT
"""``classified`` and ``chosen``: the numbers of each line, and the sides that have clues.

All groups of pieces that may be numbers go through the classifier in one call. Then doubts change
its probabilities. Numbers of a puzzle have one height, stand in the middle of their lines, and
nothing is between them: ink beyond a gap belongs to a title or is the edge of the paper, and ink
too near to a number is a stain. Such ink is less probably a number. Numbers that count the lines
(1, 2, 3, ... or 5, 10, 15, ...) are a ruler, and are taken away. A side has clues if most of its
lines have numbers.

Cost: .1 s for a puzzle of 30x30, nearly all of it the classifier. Rejected: to drop doubtful ink,
which the correction could not bring back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from nonosat.photo import thresholds as t
from nonosat.photo.classifier import NO_NUMBER, number_probabilities
from nonosat.photo.color_cells import Values
from nonosat.photo.pieces import InkArea, Piece, joined
from nonosat.photo.sides import Side, distance

_MOST_PIECES = 4
"""Of a number, at most."""


def softplus(value: float) -> float:
    """The cost of a choice with these log odds against it."""
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


@dataclass(slots=True)
class SideLine:
    """The numbers of one line at one side."""

    side: Side
    pieces: list[Piece]
    apart: list[float]
    covered: bool = False
    spans: dict[tuple[int, int], Values] = field(default_factory=dict)
    """The probabilities of the values, for the pieces from the first to before the second."""

    def best(self) -> list[tuple[int, int]]:
        """The spans of the most probable grouping."""
        count = len(self.pieces)
        cost = [math.inf] * count + [0.0]
        following = [count] * (count + 1)
        for start in range(count - 1, -1, -1):
            for (first, end), chances in self.spans.items():
                if first != start:
                    continue
                here = -math.log(max(float(chances.max()), 1e-9)) + cost[end]
                here += sum(softplus(self.apart[inner]) for inner in range(start, end - 1))
                here += softplus(-self.apart[end - 1]) if end < count else 0.0
                if here < cost[start]:
                    cost[start], following[start] = here, end
        found, start = [], 0
        while start < count and cost[start] < math.inf:
            found.append((start, following[start]))
            start = following[start]
        return found

    def values(self) -> list[int]:
        """The numbers of the most probable grouping, each with its most probable value."""
        found = [int(np.argmax(self.spans[span])) for span in self.best()]
        return [value for value in found if value != NO_NUMBER]

    def surely_numbers(self) -> list[Piece]:
        """The pieces that are parts of numbers."""
        return [
            piece
            for start, end in self.best()
            if float(self.spans[start, end][NO_NUMBER]) < t.IS_NUMBER
            for piece in self.pieces[start:end]
        ]


def classified(sides: Sequence[Side]) -> dict[str, list[SideLine]]:
    """The lines of each side with the probabilities of all groups of pieces that are possible."""
    lines = {
        side.name: [
            SideLine(side, pieces, apart)
            for pieces, apart in zip(side.lines, side.apart, strict=True)
        ]
        for side in sides
    }
    _classify([line for of_side in lines.values() for line in of_side])
    for of_side in lines.values():
        for line, covered in zip(of_side, _covered(of_side), strict=True):
            line.covered = covered
    return lines


def _classify(lines: Sequence[SideLine]) -> None:
    """Fill in the probabilities of all lines, by one call of the classifier."""
    wanted: list[tuple[SideLine, tuple[int, int]]] = []
    patches: list[NDArray[np.float32]] = []
    for line in lines:
        for start in range(len(line.pieces)):
            cost = 0.0
            for end in range(start + 1, min(len(line.pieces), start + _MOST_PIECES) + 1):
                if end > start + 1:
                    cost += softplus(line.apart[end - 2])
                if cost > t.DEAREST_JOIN and end > start + 1:
                    break
                wanted.append((line, (start, end)))
                patches.append(_patch(line.side.area, line.pieces[start:end]))
    if not patches:
        return
    for (line, span), chances in zip(wanted, number_probabilities(patches), strict=True):
        softer = np.cbrt(np.maximum(chances, 1e-12))
        line.spans[span] = (1 - t.CAUTION) * chances + t.CAUTION * softer / softer.sum()


def _covered(lines: Sequence[SideLine]) -> list[bool]:
    """By line: True if something large is before its numbers: a finger, a label, a reflection.

    Its shade differs from that of the other lines at the same distance, from that beyond the
    numbers of most lines, and from that behind a number that is read in the line: else the line is
    marked, or its numbers stand in boxes.
    """
    side, count = lines[0].side, len(lines)
    cell, inside = side.area.lines.cell, side.area.lines.inside
    size = max(1, round(cell / 4))
    ends = [
        [distance(piece, side.name, side.area) for piece in line.surely_numbers()] for line in lines
    ]
    reach = max((end for line in ends for _, end in line), default=0.0)
    behind = cv2.cvtColor(side.area.behind, cv2.COLOR_RGB2LAB).astype(np.float32)
    if side.name in ("top", "bottom"):
        behind = behind.transpose(1, 0, 2)
    if side.name in ("left", "top"):
        behind = behind[:, ::-1]
    near = behind[:, inside : inside + round(reach)]
    tops = [round(side.first + index * cell + cell / 8) for index in range(count)]
    rows = near[[top + step * size for top in tops for step in range(3) if top >= 0]][:, ::size]
    if rows.shape[0] != 3 * count or not rows.size:
        return [False] * count
    rows = rows.reshape(count, 3, -1, 3)
    foreign = _away(rows, np.median(rows, axis=(0, 1)))
    foreign &= _away(rows, np.median(rows[:, :, -1], axis=(0, 1)))
    for index, line in enumerate(ends):
        own = [
            rows[index, :, max(0, int(begin / size)) : int(end / size) + 1] for begin, end in line
        ]
        for shades in own:
            if shades.size:
                foreign[index] &= _away(rows[index], np.median(shades, axis=(0, 1)))
    flagged = foreign.sum(axis=(1, 2)) >= t.COVERED_PLACES
    return [bool(flag) for flag in flagged] if flagged.mean() <= t.COVERED_MOST else [False] * count


def _away(shades: Values, usual: Values) -> NDArray[np.bool_]:
    """Where shades in Lab are those of something else."""
    return np.asarray(np.linalg.norm(shades - usual, axis=-1) > t.FOREIGN)


def _patch(area: InkArea, pieces: list[Piece]) -> Values:
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


@dataclass(frozen=True, slots=True)
class Chosen:
    """For each row and column, its numbers at the sides that have clues; none if no side has any.

    ``noisy``: the picture is a scan or photo; ``colored``: it has colours; ``opposed``: opposite
    sides show different clues; ``goes_on``: there are marks where a further row or column would be.
    """

    rows: list[list[SideLine]]
    columns: list[list[SideLine]]
    used: list[SideLine]
    noisy: bool
    colored: bool
    opposed: bool
    goes_on: bool


def chosen(lines: dict[str, list[SideLine]], cell: int) -> Chosen:
    """The lines of the sides with clues, after doubts; ``cell``: pixels of a cell."""
    for of_side in lines.values():
        _doubt(of_side, cell)
        _no_number_at_all(of_side)
        _without_ruler(of_side)
    rows = _with_clues(lines, ("left", "right"))
    columns = _with_clues(lines, ("top", "bottom"))
    areas = [of_side[0].side.area for of_side in lines.values()]
    used = [line for group in (*rows, *columns) for line in group]
    names = {line.side.name for line in used}
    others = [of_side for name, of_side in lines.items() if name not in names]
    return Chosen(
        rows,
        columns,
        used,
        noisy=any(area.noisy for area in areas),
        colored=any(area.colored for area in areas),
        opposed=_opposed(rows) or _opposed(columns),
        goes_on=any(_goes_on(of_side, cell) for of_side in others),
    )


def _goes_on(lines: Sequence[SideLine], cell: int) -> bool:
    """True if marks stand in nearly all places beside the cells, as in cells that are crossed."""
    found = 0
    for index, line in enumerate(lines):
        side = line.side
        for piece in line.pieces:
            begins, ends = (part / cell for part in distance(piece, side.name, side.area))
            place = ((piece.y if side.is_across else piece.x) - side.first) / cell - index
            off = max(abs((begins + ends) / 2 - 0.5), abs(place - 0.5))
            size = min(piece.width, piece.height) / cell
            if off < t.MARK_BESIDE_OFF and size > t.MARK_BESIDE:
                found += 1
                break
    return found >= t.MARKS_BESIDE * len(lines)


def _with_clues(lines: dict[str, list[SideLine]], names: tuple[str, str]) -> list[list[SideLine]]:
    """For each line, its numbers at the sides that have clues."""
    shares = {}
    for name in names:
        if name in lines:
            numbers = [
                max((1 - float(line.spans[span][NO_NUMBER]) for span in line.best()), default=0.0)
                for line in lines[name]
            ]
            shares[name] = float(np.mean(numbers))
    if not shares:
        return []
    best = max(shares.values())
    taken = [
        name for name in names if shares.get(name, -1.0) >= max(t.SIDE_SHARE, t.SIDE_BESIDE * best)
    ]
    taken = taken or [name for name in names if shares.get(name) == best][:1]
    return [list(group) for group in zip(*(lines[name] for name in taken), strict=True)]


def _opposed(groups: Sequence[Sequence[SideLine]]) -> bool:
    """True if two opposite sides show different clues; a few numbers may be misread."""
    differ = sum(any(line.values() != group[0].values() for line in group) for group in groups)
    return differ > t.OPPOSITE_DIFFERS * len(groups)


def _doubt(lines: Sequence[SideLine], cell: float) -> None:
    """Make ink at a strange place or of a strange height less probably a number."""
    pieces = [piece for line in lines for piece in line.pieces]
    if not pieces:
        return
    sure = [piece for line in lines for piece in line.surely_numbers()] or pieces
    height = float(np.median([piece.height for piece in sure]))
    across = lines[0].side.is_across
    inwards = lines[0].side.name in ("left", "top")
    known = {id(piece) for piece in sure}
    steps = [
        two.y - one.y
        for one, two in (pair for line in lines for pair in pairwise(line.pieces))
        if two.top - one.bottom < t.WIDEST_GAP * cell
        and all(abs(math.log(piece.height / height)) <= t.REGULAR_HEIGHT for piece in (one, two))
    ]
    step = float(np.median(steps)) if steps else cell
    first = lines[0].side.first
    places = [
        [((piece.y if across else piece.x) - first) / cell - index for piece in line.pieces]
        for index, line in enumerate(lines)
    ]
    middles = middles_of(
        [
            [place for piece, place in zip(line.pieces, row, strict=True) if id(piece) in known]
            for line, row in zip(lines, places, strict=True)
        ]
    )
    placed = _placed(lines, known, t.LEVEL_NEAR * height)
    for line, row, middle in zip(lines, places, middles, strict=True):
        off = [
            (abs(math.log(piece.height / height)), abs(place - middle))
            for piece, place in zip(line.pieces, row, strict=True)
        ]
        doubts = [
            t.HEIGHT_DOUBT * max(0.0, taller - t.HEIGHT_WITHIN)
            + t.ASIDE_DOUBT * max(0.0, aside - t.ASIDE_WITHIN)
            for taller, aside in off
        ]
        regular = [taller <= t.REGULAR_HEIGHT and aside <= t.REGULAR_ASIDE for taller, aside in off]
        ordered = list(enumerate(line.pieces))
        beyond = False
        for (number, one), (other, two) in pairwise(ordered[::-1] if inwards else ordered):
            near, far = (one, two) if not inwards else (two, one)
            gap = far.left - near.right if across else far.top - near.bottom
            doubts[other] += t.BEYOND_DOUBT * beyond
            if not beyond and gap > t.WIDEST_GAP * cell:
                beyond = True
                doubts[other] += t.GAP_DOUBT_IN_ROWS if across else t.GAP_DOUBT_IN_COLUMNS
            if not across and abs(two.y - one.y) < t.CLOSE_STEP * step:
                doubts[number] += t.CLOSE_DOUBT
                doubts[other] += t.CLOSE_DOUBT
        for (start, end), chances in line.spans.items():
            doubt = min(doubts[start:end])
            if not doubt and end == start + 1 and regular[start]:
                aligned = id(line.pieces[start]) in placed
                doubt = -t.REGULAR_FACTOR - t.PLACED_FACTOR * aligned
            if doubt:
                chances[NO_NUMBER] *= math.exp(min(doubt, t.DOUBT_MOST))
                np.divide(chances, chances.sum(), out=chances)


def middles_of(places: Sequence[Sequence[float]]) -> list[float]:
    """By line: where the middles of its numbers are, in cells from its border.

    On curved paper that changes from line to line. ``places``: of the known numbers of each line.
    """
    usual = [(index, float(np.median(row))) for index, row in enumerate(places) if row]
    slopes = [
        (place - before) / (index - start)
        for number, (index, place) in enumerate(usual)
        for start, before in usual[:number]
    ]
    most = t.SLANT_MOST / len(places)
    slope = max(-most, min(most, float(np.median(slopes)))) if slopes else 0.0
    flat = float(
        np.median([place - slope * index for index, row in enumerate(places) for place in row])
    )
    return [flat + slope * index for index in range(len(places))]


def _placed(lines: Sequence[SideLine], known: set[int], near: float) -> set[int]:
    """The pieces that are as far from the cells as numbers of several other lines are.

    ``known``: pieces of numbers; ``near``: pixels.
    """
    ends = [
        (distance(piece, line.side.name, line.side.area), index, id(piece))
        for index, line in enumerate(lines)
        for piece in line.pieces
    ]
    starts = np.array([begin for (begin, _), _, _ in ends])
    middles = np.array([(begin + end) / 2 for (begin, end), _, _ in ends])
    owners = np.array([index for _, index, _ in ends])
    sure = np.array([name in known for _, _, name in ends])
    beside = np.abs(starts[:, None] - starts) < near
    beside |= np.abs(middles[:, None] - middles) < near
    beside &= sure & (owners[:, None] != owners)
    least = max(2.0, t.LEVEL_LINES * len(lines))
    return {
        name
        for row, (_, _, name) in zip(beside, ends, strict=True)
        if len(set(owners[row].tolist())) >= least
    }


def _no_number_at_all(lines: Sequence[SideLine]) -> None:
    """Let several pieces together be "no number" only if none of them is a number by itself.

    The classifier says "no number" of several numbers, too.
    """
    for line in lines:
        for (start, end), chances in line.spans.items():
            if end > start + 1:
                chances[NO_NUMBER] = math.prod(
                    float(line.spans[piece, piece + 1][NO_NUMBER]) for piece in range(start, end)
                )


def _without_ruler(lines: list[SideLine]) -> None:
    """Take away numbers that count the lines, at the outer or the inner end of the clues."""
    for end in (0, -1):
        hits, seen, places = 0, 0, []
        for index, line in enumerate(lines):
            spans = line.best()
            if not spans:
                continue
            span = spans[end]
            seen += 1
            if float(line.spans[span][min(index + 1, 99)]) > t.RULER_NUMBER:
                hits += 1
                piece = joined(line.pieces[span[0] : span[1]])
                places.append((index, span, piece.x if line.side.is_across else piece.y))
        if hits < t.RULER_HITS:
            continue
        middle = float(np.median([place for _, _, place in places]))
        size = np.median([piece.height for line in lines for piece in line.pieces])
        beside = [item for item in places if abs(item[2] - middle) < t.RULER_BESIDE * size]
        counted = [item for item in beside if (item[0] + 1) % 5 == 0]
        everywhere = len(beside) >= max(5, t.RULER_LINES * len(lines))
        by_fives = len(counted) >= max(2, t.RULER_LINES * (len(lines) // 5)) and len(
            beside
        ) <= t.RULER_OTHERS * (len(counted) + 1)
        if not everywhere and not by_fives:
            continue
        for line in lines:
            spans = line.best()
            if not spans:
                continue
            start, stop = spans[end]
            piece = joined(line.pieces[start:stop])
            place = piece.x if line.side.is_across else piece.y
            if abs(place - middle) < t.RULER_BESIDE * size:
                _cut(line, start, stop)


def _cut(line: SideLine, start: int, stop: int) -> None:
    """Take pieces from one end of a line."""
    if start == 0:
        line.pieces, line.apart = line.pieces[stop:], line.apart[stop:]
        line.spans = {
            (first - stop, end - stop): chances
            for (first, end), chances in line.spans.items()
            if first >= stop
        }
    else:
        line.pieces, line.apart = line.pieces[:start], line.apart[: start - 1]
        line.spans = {span: chances for span, chances in line.spans.items() if span[1] <= start}
