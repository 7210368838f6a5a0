# SPDX-License-Identifier: MIT
"""Random pictures of a wish: any, smooth, symmetric, in colours; each from its name alone.

Every group of cells (one cell, without a symmetry) gets a number by chance, and the groups with
the largest numbers are filled, until as many cells are filled as the density says. So the density
is exact, and all pictures with that number of filled cells are equally likely. For a smooth picture
the number is an average over the neighbourhood: chance blurred twice over squares of three cells,
mirrored at the edges. Colours are given out in the same way, in equal shares.

``random.Random(name).random()`` is the only source of chance: Python promises that it stays the
same. (Filling each cell with the probability of the density is simpler, and gives a density that
varies by five hundredths at 10x10. Perlin noise and cellular automata make smoother pictures with
more parameters, and people who draw for puzzles draw blobs.)
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonosat.limits import Limits
from nonosat.making.random.wishes import Wish

_STEPS = 1 << 30
_LARGEST_GROUP = 8
_BATCH = 1 << 16
"""Cells between two questions whether the work must end."""


def draw(wish: Wish, groups: Sequence[int], name: str, limits: Limits | None = None) -> bytes:
    """The cells of the picture of a name; ``groups`` are those of the wish's symmetry.

    With a symmetry some cells fewer may be filled than wished for, fewer than a group has.

    Raises:
        Stopped: a limit was reached.
    """
    limits = limits or Limits()
    chance = random.Random(name)
    members: list[list[int]] = [[] for _ in range(max(groups) + 1)]
    for cell, group in enumerate(limits.each(groups, _BATCH)):
        members[group].append(cell)
    order = _order(wish, members, chance, limits)
    filled: list[int] = []
    room = wish.filled
    for group in limits.each(order, _BATCH):
        if len(members[group]) <= room:
            filled.append(group)
            room -= len(members[group])
    cells = bytearray(len(groups))
    if wish.colors > 1:
        wanted = set(filled)
        filled = [group for group in _order(wish, members, chance, limits) if group in wanted]
    done, all_filled = 0, wish.filled - room
    for group in limits.each(filled, _BATCH):
        color = 1 + done * wish.colors // all_filled
        for cell in members[group]:
            cells[cell] = color
        done += len(members[group])
    return bytes(cells)


def _order(
    wish: Wish, members: Sequence[Sequence[int]], chance: random.Random, limits: Limits
) -> list[int]:
    """All groups, those with the largest numbers first."""
    places = range(wish.width * wish.height)
    noise = [int(chance.random() * _STEPS) for _ in limits.each(places, _BATCH)]
    if wish.style == "smooth":
        for _ in range(2):
            limits.check()
            noise = _blurred(noise, wish.height, wish.width)
    weights = [
        sum(noise[c] for c in cells) * (_LARGEST_GROUP // len(cells))
        for cells in limits.each(members, _BATCH)
    ]
    limits.check()
    return sorted(range(len(members)), key=lambda group: (-weights[group], group))


def _blurred(noise: Sequence[int], height: int, width: int) -> list[int]:
    """The sums over squares of three by three cells."""
    rows = [noise[row * width : (row + 1) * width] for row in range(height)]
    rows = [_sums(row) for row in rows]
    columns = [_sums([row[column] for row in rows]) for column in range(width)]
    return [columns[column][row] for row in range(height) for column in range(width)]


def _sums(line: Sequence[int]) -> list[int]:
    """The sum of each number and its two neighbours; the line is mirrored at its ends."""
    last = len(line) - 1
    return [line[max(i - 1, 0)] + line[i] + line[min(i + 1, last)] for i in range(len(line))]
