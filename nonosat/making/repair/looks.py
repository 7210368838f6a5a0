# SPDX-License-Identifier: MIT
"""Looks: how much one changed cell disturbs a picture.

A change costs 4 if it alters the topology of the neighbourhood, 3 by 3 cells, of the colour that
goes or of the one that comes: a line is cut, two shapes are joined, a dot or a hole appears or
vanishes. (A cell whose change alters nothing of that kind is a *simple point* of digital topology:
Rosenfeld 1970; here colours connect diagonally, the background does not.) To that comes the
difference, without sign, between the number of the eight neighbours that agree with the old value
and of those that agree with the new one: a change on an edge between two areas is hardly seen, a
change inside an area is. Cells outside the picture count as empty.

The looks of several changes are the sum of those of each, all in the picture before the change, so
that least sums can be searched for exactly. Rejected: agreement with the neighbours after the
change. It erases corners, stems and pedals, because smooth pictures agree most.
"""

from __future__ import annotations

from functools import lru_cache

from nonosat.model.clue import EMPTY

_TOPOLOGY = 4
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight neighbours, row and column, in a circle; those at odd places share an edge."""


def change_cost(cells: bytes, width: int, place: int, value: int) -> int:
    """What it costs to give a cell of a picture another value.

    >>> blot = b"\\1\\1\\0" * 3
    >>> change_cost(blot, 3, 4, 0), change_cost(blot, 3, 5, 1)
    (2, 2)
    >>> stroke = b"\\0\\0\\0\\1\\1\\1\\0\\0\\0"
    >>> change_cost(stroke, 3, 4, 0), change_cost(stroke, 3, 1, 1)
    (8, 2)
    """
    height = len(cells) // width
    row, column = divmod(place, width)
    around = [
        cells[(row + down) * width + column + right]
        if 0 <= row + down < height and 0 <= column + right < width
        else EMPTY
        for down, right in _AROUND
    ]
    before = cells[place]
    cost = abs(around.count(before) - around.count(value))
    for color in (before, value):
        if color != EMPTY and not _simple(sum((n == color) << i for i, n in enumerate(around))):
            return cost + _TOPOLOGY
    return cost


@lru_cache(maxsize=256)
def _simple(around: int) -> bool:
    """Does it leave the topology of 3 by 3 cells as it was if the middle one changes its colour?

    ``around``: a bit for each neighbour that has the colour. The middle is simple if its
    neighbours of the colour touch each other around it, and the others do, in exactly one group
    each: the crossing number of Yokoi is 1.
    """
    other = [not around >> i & 1 for i in range(8)]
    edges = (1, 3, 5, 7)
    return sum(other[i] - (other[i] & other[i + 1 & 7] & other[i + 2 & 7]) for i in edges) == 1
