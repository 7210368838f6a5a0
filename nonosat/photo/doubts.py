# SPDX-License-Identifier: MIT
"""The numbers of one line at one side, and which of them are probably none of its clue.

Numbers of a puzzle have one height, stand in the middle of their lines, and nothing is between
them: ink beyond a gap belongs to a title or is the edge of the paper, and ink too near to a number
is a stain. Such ink is less probably a number. Numbers that count the lines (1, 2, 3, ... or 5, 10,
15, ...) are a ruler, and are taken away.

Cost: a few milliseconds. Rejected: to drop doubtful ink, which the correction could not bring back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from nonosat.photo import thresholds as t
from nonosat.photo.classifier import NO_NUMBER
from nonosat.photo.color_cells import Values
from nonosat.photo.groups import Side, joined
from nonosat.photo.line_readings import softplus
from nonosat.photo.strips import Piece


@dataclass(slots=True)
class SideLine:
    """What one side says about one line."""

    side: Side
    pieces: list[Piece]
    apart: list[float]
    covered: bool
    spans: dict[tuple[int, int], Values] = field(default_factory=dict)
    """The probabilities of the classifier for the pieces from the first to before the second."""

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


def doubt(lines: Sequence[SideLine], cell: float) -> None:
    """Ink at a strange place or of a strange height is less probably a number.

    Numbers of a puzzle have one height, and nothing is between them: ink beyond a gap belongs to a
    title or is the edge of the paper, and ink too near to a number is a stain.
    """
    pieces = [piece for line in lines for piece in line.pieces]
    if not pieces:
        return
    sure = [piece for line in lines for piece in line.surely_numbers()] or pieces
    height = float(np.median([piece.height for piece in sure]))
    across = lines[0].side.is_across
    inwards = lines[0].side.name in ("left", "top")
    steps = [two.y - one.y for line in lines for one, two in pairwise(line.pieces)]
    step = float(np.median(steps)) if steps else cell
    first = lines[0].side.first
    places = [
        [((piece.y if across else piece.x) - first) / cell - index for piece in line.pieces]
        for index, line in enumerate(lines)
    ]
    known = {id(piece) for piece in sure}
    middle = float(
        np.median(
            [
                place
                for line, row in zip(lines, places, strict=True)
                for piece, place in zip(line.pieces, row, strict=True)
                if id(piece) in known
            ]
        )
    )
    for line, row in zip(lines, places, strict=True):
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
                doubt = -t.REGULAR_FACTOR
            if doubt:
                chances[NO_NUMBER] *= math.exp(min(doubt, t.DOUBT_MOST))
                np.divide(chances, chances.sum(), out=chances)


def opposed(groups: Sequence[Sequence[SideLine]]) -> bool:
    """True if two opposite sides say different clues; of each line what the sides say.

    A nonogram with clues on both sides has the same ones there; a number may be misread.
    """
    differ = sum(any(line.values() != group[0].values() for line in group) for group in groups)
    return differ > t.OPPOSITE_DIFFERS * len(groups)


def no_number_at_all(lines: Sequence[SideLine]) -> None:
    """Several pieces together are no number only if none of them is a number by itself.

    That they are none together may also say that they are several.
    """
    for line in lines:
        for (start, end), chances in line.spans.items():
            if end > start + 1:
                chances[NO_NUMBER] = math.prod(
                    float(line.spans[piece, piece + 1][NO_NUMBER]) for piece in range(start, end)
                )


def without_ruler(lines: list[SideLine]) -> None:
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
