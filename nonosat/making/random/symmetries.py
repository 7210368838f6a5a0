# SPDX-License-Identifier: MIT
"""Symmetries of pictures: which cells are always equal.

A symmetry is a set of moves of the plane. The cells that its moves, repeated in any order, make of
one cell are a group; all cells of a group have the same value. Groups have 1, 2, 4 or 8 cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_Move = Callable[[int, int, int, int], tuple[int, int]]
"""From (row, column, height, width) to the row and column that have the same value."""


def _left_right(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return row, width - 1 - column


def _top_bottom(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, column


def _half_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, width - 1 - column


def _quarter_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, height - 1 - row


def _diagonal(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, row


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The moves that leave a picture as it is; ``square``: only squares can have it."""

    moves: tuple[_Move, ...]
    square: bool = False


SYMMETRIES = {
    "left-right": Symmetry((_left_right,)),
    "top-bottom": Symmetry((_top_bottom,)),
    "both": Symmetry((_left_right, _top_bottom)),
    "half-turn": Symmetry((_half_turn,)),
    "quarter-turn": Symmetry((_quarter_turn,), square=True),
    "diagonal": Symmetry((_diagonal,), square=True),
    "all": Symmetry((_left_right, _diagonal), square=True),
}
"""All symmetries by name. ``both``: left-right and top-bottom; ``all``: every one."""


def groups_of(height: int, width: int, symmetry: str | None) -> list[int]:
    """For each cell, row by row, the number of its group; numbered by their first cells.

    >>> groups_of(2, 3, "left-right")
    [0, 1, 0, 2, 3, 2]
    >>> groups_of(1, 3, None)
    [0, 1, 2]
    """
    if symmetry is None:
        return list(range(height * width))
    moves = SYMMETRIES[symmetry].moves
    group = [-1] * (height * width)
    number = 0
    for first in range(height * width):
        if group[first] >= 0:
            continue
        reached = [first]
        group[first] = number
        for cell in reached:  # grows
            for move in moves:
                row, column = move(*divmod(cell, width), height, width)
                other = row * width + column
                if group[other] < 0:
                    group[other] = number
                    reached.append(other)
        number += 1
    return group
