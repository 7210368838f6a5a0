# SPDX-License-Identifier: MIT
"""In how many ways do the blocks of a clue fit a line?

Idea: block by block. ``ways[d]`` is the number of ways to place the blocks so far in front of a
position ``d`` cells behind the leftmost one that the next block can have, so ``d`` runs from 0 to
the slack of the line. Without known cells the sum has a closed form: the slack falls into
``blocks + 1`` gaps.

Cost: blocks x slack additions of big integers. The rejected alternative, counting while the core
line-solves, overflows machine numbers from lines of some 70 cells on.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb

from nonosat.limits import Limits
from nonosat.model.clue import EMPTY, UNKNOWN, Clue, cells_needed, gaps


def arrangements(clue: Clue, cells: bytes, limits: Limits) -> int:
    """How many arrangements of a clue agree with the known cells of a line, exactly.

    Raises:
        Stopped: a limit was reached.

    >>> from nonosat.model.clue import Block
    >>> arrangements((Block(2), Block(1)), bytes([UNKNOWN] * 6), Limits())
    6
    >>> arrangements((Block(2), Block(1)), bytes([UNKNOWN, 1] + [UNKNOWN] * 4), Limits())
    5
    """
    slack = len(cells) - cells_needed(clue)
    if slack < 0:
        return 0
    if cells.count(UNKNOWN) == len(cells):
        return comb(slack + len(clue), slack)
    barred = {
        value: list(accumulate((cell not in (value, UNKNOWN) for cell in cells), initial=0))
        for value in {EMPTY, *(block.color for block in clue)}
    }  # per value: how many cells before a position cannot have it
    no_empty = barred[EMPTY]
    ways = [1] + [0] * slack
    begin = 0
    for (length, color), gap in limits.each(zip(clue, (*gaps(clue), 0), strict=False), 8):
        _drift(ways, no_empty, begin)
        no_color = barred[color]
        for shift in range(slack + 1):
            start = begin + shift
            end = start + length
            if no_color[end] > no_color[start] or no_empty[end + gap] > no_empty[end]:
                ways[shift] = 0
        begin += length + gap
    _drift(ways, no_empty, begin)
    return ways[slack]


def _drift(ways: list[int], no_empty: list[int], begin: int) -> None:
    """Let what stands before a position stand before any later one, over cells that can be empty.

    ``ways[d]`` belongs to the position ``begin + d``.
    """
    for shift in range(1, len(ways)):
        if no_empty[begin + shift] == no_empty[begin + shift - 1]:
            ways[shift] += ways[shift - 1]
