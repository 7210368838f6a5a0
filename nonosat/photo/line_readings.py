# SPDX-License-Identifier: MIT
"""The most probable clues of one line, from the probabilities of its numbers.

A line is a row of pieces. A reading cuts it into numbers (neighbours that belong together), gives
each number a value or takes it for no number, and must fit into the line. The best readings come in
exact order from a heap: the cost of a beginning and the least cost of the rest, as in A* (Hart,
Nilsson and Raphael, 1968). Cost: below 2 ms a line. Rejected: the product of all alternatives,
sorted, which grows exponentially.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from nonosat.model.clue import Block, Clue
from nonosat.photo import thresholds as t

MOST_READINGS = 24
_MOST_STEPS = 4000


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a number: None is no number; ``color`` from 1."""

    value: int | None
    color: int
    cost: float


Spans = Mapping[tuple[int, int], Sequence[Option]]
"""The options of the pieces from the first to before the second number."""


def softplus(value: float) -> float:
    """The cost of what has these log odds against it."""
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


def _steps(
    spans: Spans, apart: Sequence[float], pieces: int
) -> list[list[tuple[int, float, Option]]]:
    """From each piece: where the next number may begin, at what cost, with which option."""
    steps: list[list[tuple[int, float, Option]]] = [[] for _ in range(pieces)]
    for (start, end), options in spans.items():
        cost = sum(softplus(apart[inner]) for inner in range(start, end - 1))
        if end < pieces:
            cost += softplus(-apart[end - 1])
        steps[start].extend((end, cost + option.cost, option) for option in options)
    return steps


def best_readings(
    spans: Spans, apart: Sequence[float], pieces: int, length: int, most: int = MOST_READINGS
) -> list[tuple[Clue, float]]:
    """Different clues that fit into a line of this length, with costs, cheapest first.

    ``apart``: the log odds that neighbouring pieces are two numbers.

    >>> one = [Option(3, 1, 0.1), Option(8, 1, 2.5)]
    >>> two = [Option(1, 1, 0.0)]
    >>> for clue, cost in best_readings({(0, 1): one, (1, 2): two}, [9.0], 2, 6):
    ...     print([block.length for block in clue], round(cost, 1))
    [3, 1] 0.1
    """
    steps = _steps(spans, apart, pieces)
    rest = [0.0] * (pieces + 1)
    for start in range(pieces - 1, -1, -1):
        rest[start] = min((cost + rest[end] for end, cost, _ in steps[start]), default=math.inf)
    found: dict[Clue, float] = {}
    zeros: dict[int, float] = {}
    order = 0
    heap: list[tuple[float, int, int, int, bool, Clue]] = []
    if rest[0] < math.inf:
        heap.append((rest[0], 0, 0, 0, False, ()))
    for _ in range(_MOST_STEPS):
        if not heap or len(found) >= most:
            break
        total, _, start, needed, zero, clue = heappop(heap)
        if start == pieces:
            if not clue and not zero and pieces:
                if zeros.get(0) is None:  # it is dearer than its numbers say
                    zeros[0] = total + t.NOTHING_PRICE
                    order += 1
                    heappush(heap, (zeros[0], order, pieces, 0, True, ()))
                continue
            found.setdefault(clue, total)
            continue
        before = total - rest[start]
        for end, cost, option in steps[start]:
            value = option.value
            room, blocks, seen_zero = needed, clue, zero
            if value == 0:
                if clue or zero:
                    continue
                seen_zero = True
            elif value is not None:
                if zero:
                    continue
                gap = bool(clue) and clue[-1].color == option.color
                room = needed + value + gap
                blocks = (*clue, Block(value, option.color))
            if room > length or rest[end] == math.inf:
                continue
            order += 1
            heappush(heap, (before + cost + rest[end], order, end, room, seen_zero, blocks))
    return list(found.items())


def as_probabilities(readings: Sequence[tuple[Clue, float]]) -> list[tuple[Clue, float]]:
    """Costs as probabilities; a part is kept for readings that are not here."""
    if not readings:
        return []
    least = readings[0][1]
    weights = [math.exp(least - cost) for _, cost in readings]
    further = t.FURTHER * weights[-1] if len(readings) >= MOST_READINGS else 0.0
    whole = sum(weights) * (1 + t.OTHERS) + further
    return [
        (clue, weight / whole)
        for (clue, _), weight in zip(readings, weights, strict=True)
        if weight / whole > t.LEAST_READING
    ]
