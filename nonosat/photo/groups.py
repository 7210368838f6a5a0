# SPDX-License-Identifier: MIT
"""From pieces of ink beside the cells to the digits of each line.

A side of the picture is read along its lines: pieces are given to rows (or columns), broken digits
are joined, and everything that is no clue is cut off: titles and buttons lie across the borders of
lines or far away. In columns, pieces beside each other are one number; in rows, ``spaces`` says
where numbers end.

Cost: a few milliseconds. Rejected: to look for lines of text, as programs for reading pages do;
the lines are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from nonosat.photo import thresholds as t
from nonosat.photo.strips import InkArea, Piece

SIDES = ("left", "top", "right", "bottom")


@dataclass(slots=True)
class Side:
    """The clue candidates of one side.

    ``lines``: the pieces of each row or column in reading order; ``apart``: for each pair of
    neighbours, the log odds that they are two numbers; ``covered``: lines with something large that
    is no digit; ``beside``: neighbours that surely are one number; ``first``: where line 0 begins.
    ``area`` has the pixels.
    """

    name: str
    area: InkArea
    lines: list[list[Piece]]
    covered: list[bool]
    first: float
    beside: list[tuple[Piece, Piece]] = field(default_factory=list)
    apart: list[list[float]] = field(default_factory=list)

    @property
    def is_across(self) -> bool:
        """True if it has the clues of rows."""
        return self.name in ("left", "right")


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


def _overlap(low: float, high: float, low2: float, high2: float) -> float:
    """The common part of two intervals, as a share of the shorter one."""
    shorter = max(1e-6, min(high - low, high2 - low2))
    return max(0.0, min(high, high2) - max(low, low2)) / shorter


def _whole_digits(pieces: list[Piece], height: float) -> list[Piece]:
    """Parts of one digit, above each other with hardly any space, are joined."""
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


def _distance(piece: Piece, name: str, area: InkArea) -> tuple[float, float]:
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
    """The distance from the cells at which titles, buttons and other things begin."""
    measured = sorted(
        (*_distance(piece, name, area), crosses)
        for piece, crosses in zip(pieces, crossing, strict=True)
        if t.CLUE_LOW <= piece.height / area.height <= t.CLUE_TALL
    )
    reached, limit = 0.0, math.inf
    for begins, ends, _ in measured:
        if begins - reached > (t.CLUE_GAP if reached else t.FIRST_GAP) * cell:
            limit = begins
            break
        reached = max(reached, ends)
    measured = [item for item in measured if item[0] < limit]
    # Beyond a title that lies across the borders of columns there are no clues.
    for begins, _, crosses in measured:
        beside = [
            item[2]
            for item in measured
            if begins - t.TITLE_BEFORE * cell <= item[0] <= begins + t.TITLE_BEYOND * cell
        ]
        if crosses and sum(beside) >= max(2, t.TITLE_SHARE * len(beside)):
            return begins - t.TITLE_MARGIN * cell
    return limit


def _crosses(piece: Piece, area: InkArea) -> bool:
    """True if the ink of a piece goes on beyond the border of its line."""
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
        border = lines.first + round((end - lines.first) / lines.cell) * lines.cell
        if abs(end - border) <= t.CROSS_NEAR and reach <= border < len(ink) - reach:
            beyond = ink[border - reach : border + reach, span].min(axis=0)
            if beyond.size and float(beyond.max()) > t.CROSS_INK:
                return True
    return False


def side_of(name: str, area: InkArea) -> Side:
    """The pieces of each line of one side."""
    across, count, height = area.lines.across, area.lines.count, area.height
    first, cell = area.lines.first, area.lines.cell

    def place(piece: Piece) -> tuple[float, float, float]:
        """The low end, the middle and the high end, in lines."""
        ends = (piece.top, piece.y, piece.bottom) if across else (piece.left, piece.x, piece.right)
        low, middle, high = ((end - first) / cell for end in ends)
        return low, middle, high

    usable, crossing = [], []
    for piece in area.pieces:
        low, middle, high = place(piece)
        if (
            not -t.LINE_BEYOND <= middle <= count + t.LINE_BEYOND
            or _distance(piece, name, area)[0] <= -t.NUMBER_REACHES * cell
        ):
            continue
        usable.append(piece)
        crossing.append(_crosses(piece, area))
    limit = _limit_of_clues(usable, crossing, name, area, cell)
    candidates: list[list[Piece]] = [[] for _ in range(count)]
    for piece in usable:
        low, middle, high = place(piece)
        line = math.floor(middle)
        off_middle = abs(middle - line - 0.5) > t.LINE_ASIDE
        if not across:  # what is at the edge of a column is its border
            off_middle |= high - line < t.COLUMN_BORDER or low - line > 1 - t.COLUMN_BORDER
        if not 0 <= line < count or high - low > t.LINE_FILLS or off_middle:
            continue
        if (
            piece.width < t.BORDER_WIDTH * height
            and _distance(piece, name, area)[0] < t.BORDER_DISTANCE * cell
        ):
            continue  # a part of the border of the cells
        if _distance(piece, name, area)[0] < limit and piece.height <= t.PIECE_TALL * height:
            candidates[line].append(piece)
    lines = [
        [
            piece
            for piece in _whole_digits(pieces, height)
            if piece.height >= t.PIECE_LOW * height and piece.width >= t.PIECE_THIN * height
        ]
        for pieces in candidates
    ]
    ends = [_distance(piece, name, area)[1] for pieces in lines for piece in pieces]
    covered = _covered(name, area, count, first, cell, max(ends, default=0.0))
    if across:
        ordered = [sorted(pieces, key=lambda piece: piece.x) for pieces in lines]
        return Side(name, area, ordered, covered, first)
    stacks = [_stacked(pieces) for pieces in lines]
    beside = [
        pair
        for numbers in stacks
        for number in numbers
        for pair in pairwise(sorted(number, key=lambda piece: piece.x))
    ]
    return Side(
        name,
        area,
        [[joined(number) for number in numbers] for numbers in stacks],
        covered,
        first,
        beside,
    )


def _covered(
    name: str, area: InkArea, count: int, first: float, cell: float, reach: float
) -> list[bool]:
    """The lines with something large before their numbers: a finger, a label, a reflection.

    What is behind the numbers is compared with the other lines at the same distance.
    """
    behind = cv2.cvtColor(area.behind, cv2.COLOR_RGB2LAB).astype(np.float32)
    if name in ("top", "bottom"):
        behind = behind.transpose(1, 0, 2)
    if name in ("left", "top"):
        behind = behind[:, ::-1]
    near = behind[:, area.lines.inside : area.lines.inside + round(reach)]
    size = max(1, round(cell / 4))
    tops = [round(first + index * cell + cell / 8) for index in range(count)]
    rows = near[[top + step * size for top in tops for step in range(3) if top >= 0]][:, ::size]
    if rows.shape[0] != 3 * count or not rows.size:
        return [False] * count
    rows = rows.reshape(count, 3, -1, 3)
    away = np.linalg.norm(rows - np.median(rows, axis=(0, 1)), axis=3) > t.FOREIGN
    flagged = away.sum(axis=(1, 2)) >= t.COVERED_PLACES
    return [bool(flag) for flag in flagged] if flagged.mean() <= t.COVERED_MOST else [False] * count


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
