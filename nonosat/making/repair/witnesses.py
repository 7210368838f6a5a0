# SPDX-License-Identifier: MIT
"""Witnesses: arrangements of a line that show which values its cells can still have.

Where line-solving is stuck, each value that an unknown cell can have occurs in some arrangement of
each of its lines. ``witnesses`` gives such arrangements for one line, each with as few cells as
possible in which it differs from the picture, and none for a value that an earlier one shows.

The clue is a chain of states, one for each cell of a block and one for each gap; a dynamic program
from both ends gives the least number of differing cells over all arrangements through each state at
each cell. Cost: cells times states, some hundred microseconds for 30 cells; lines are remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from nonosat.model.clue import EMPTY, clue_of

_FAR = 1 << 30


@lru_cache(maxsize=20_000)
def witnesses(mine: bytes, domains: Sequence[int]) -> tuple[bytes, ...]:
    """Arrangements of the clue of a line, of which some differ from it in each possible value.

    ``domains``: for each cell the values, as a bit set, that it can have; each of them occurs in
    some arrangement within the domains, and ``mine`` is one of these.
    """
    symbols, after = _chain(mine)
    forward = _costs(mine, domains, symbols, after)
    before = [[s for s in range(len(symbols)) if t in after[s]] for t in range(len(symbols))]
    ends = _ends(symbols)
    backward = _costs(mine[::-1], domains[::-1], symbols, before, ends)[::-1]
    found: list[bytes] = []
    for at, value in enumerate(mine):
        for other in range(domains[at].bit_length()):
            if other == value or not domains[at] >> other & 1:
                continue
            if any(line[at] == other for line in found):
                continue
            state = min(
                (s for s, symbol in enumerate(symbols) if symbol == other),
                key=lambda s: forward[at][s] + backward[at][s],
            )
            assert forward[at][state] + backward[at][state] < _FAR, "no arrangement has the value"
            left = _path(forward, before, symbols, mine, at, state, -1)
            right = _path(backward, after, symbols, mine, at, state, 1)
            found.append(bytes([*left[::-1], other, *right]))
    return tuple(found)


def _chain(mine: bytes) -> tuple[list[int], list[list[int]]]:
    """The values of the states, gaps between the blocks included, and which may follow each."""
    clue = clue_of(mine)
    symbols = [EMPTY]
    for block in clue:
        symbols += [block.color] * block.length + [EMPTY]
    after: list[list[int]] = [[s] if symbol == EMPTY else [] for s, symbol in enumerate(symbols)]
    for state in range(len(symbols) - 1):
        after[state].append(state + 1)
    gap = 0
    for block, following in pairwise(clue):
        gap += block.length + 1
        if block.color != following.color:  # no gap needed
            after[gap - 1].append(gap + 1)
    return symbols, after


def _ends(symbols: list[int]) -> tuple[int, ...]:
    """The states in which a line may end; it may begin in the mirrored ones."""
    last = len(symbols) - 1
    return (last,) if last == 0 else (last - 1, last)


def _costs(
    mine: bytes,
    domains: Sequence[int],
    symbols: list[int],
    after: list[list[int]],
    first: tuple[int, ...] = (0, 1),
) -> list[list[int]]:
    """For each cell and state the fewest differing cells up to there, the cell not included."""
    costs = [[_FAR] * len(symbols) for _ in mine]
    for state in first:
        if state < len(symbols) and domains[0] >> symbols[state] & 1:
            costs[0][state] = 0
    for at in range(1, len(mine)):
        now, then = costs[at - 1], costs[at]
        for state, cost in enumerate(now):
            if cost < _FAR:
                cost += symbols[state] != mine[at - 1]
                for new in after[state]:
                    if cost < then[new] and domains[at] >> symbols[new] & 1:
                        then[new] = cost
    return costs


def _path(
    costs: list[list[int]],
    neighbours: list[list[int]],
    symbols: list[int],
    mine: bytes,
    at: int,
    state: int,
    step: int,
) -> list[int]:
    """The values from a cell, without it, to the end of the line in the direction of ``step``."""
    path = []
    while 0 <= at + step < len(costs):
        at += step
        state = min(
            neighbours[state],
            key=lambda s: costs[at][s] + (symbols[s] != mine[at]),
        )
        path.append(symbols[state])
    return path
