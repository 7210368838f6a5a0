# SPDX-License-Identifier: MIT
"""``separated`` and ``structure_of``: the probable clues of every line, from those of its numbers.

A line is a row of pieces. A reading cuts it into numbers (neighbours that belong together), gives
each number a value or "no number", and must fit into the line. The best readings come in exact
order from a heap: the cost of a beginning and the least cost of the rest, as in A* (Hart, Nilsson
and Raphael, 1968). Where two opposite sides have the clues, the probabilities of their readings are
multiplied.

Where numbers end. A side has a few ways to separate its numbers by their spaces. By each of them,
the clues of its lines are more or less probable, for they must fit; and so is it that the sum of
the rows is that of the columns, whose numbers stand above each other and are not in question. So
each way gets its probability (Bayes), and the odds of every space are those by all ways together:
what remains open, the other lines decide.

Probabilities are cautious: no line is without a reading, and blank and missing clues have a price.
The correction depends on that: it finds the truth only among the alternatives.

Cost: below 2 ms a line. Rejected: the best value of each number alone, which no check can correct;
the product of all alternatives, sorted, which grows exponentially.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from nonosat.model.clue import Block, Clue
from nonosat.photo import thresholds as t
from nonosat.photo.classifier import NO_NUMBER
from nonosat.photo.color_cells import Values
from nonosat.photo.found import (
    ClueValue,
    Ink,
    MissingClue,
    NoNumber,
    NumberValue,
    ReadLine,
    ReadNumber,
    StraightBox,
    Structure,
)
from nonosat.photo.ink_colors import Coloring
from nonosat.photo.numbers import Chosen, SideLine, softplus
from nonosat.photo.pieces import joined
from nonosat.photo.sides import mixed_odds

MOST_READINGS = 24
_MOST_STEPS = 4000
_MOST_VALUES = 8
_MOST_COMPARED = 6
"""Clues of a line for each way to separate its numbers."""
_COMPARED_STEPS = 200
"""Steps of the search for them: a line of a 30x30 needs some 30."""


def separated(chosen: Chosen, height: int, width: int) -> None:
    """Fill in ``apart`` of all rows of a puzzle of this size by the values of their numbers."""
    if not any(len(line.side.spacings) > 1 for group in chosen.rows[:1] for line in group):
        return
    colored = chosen.colored
    columns = _sums([_of_line(group, height, colored)[1] for group in chosen.columns])
    if not chosen.columns:
        columns = np.full(height * width + 1, 1 / (height * width + 1))
    for lines in zip(*chosen.rows, strict=True):
        spacings, fits = lines[0].side.spacings, []
        spans = [_options_of(line, width, colored) for line in lines]
        for spacing in spacings:
            found = [
                _fitting(line, options, spacing.odds(line.pieces), width)
                for line, options in zip(lines, spans, strict=True)
            ]
            agree = float(_sums([sums for _, sums in found]) @ columns)
            clues = sum(math.log(t.MISSING + weight) for weight, _ in found)
            fits.append(math.log(spacing.share) + clues + math.log(agree))
        weights = np.exp(np.array(fits) - max(fits))
        shares = (weights / weights.sum()).tolist()
        for line in lines:
            line.apart = mixed_odds(spacings, shares, line.pieces)


def _of_line(
    group: Sequence[SideLine], length: int, colored: bool
) -> tuple[float, NDArray[np.float64]]:
    """``_fitting`` for the side with most ink of a line."""
    line = max(group, key=lambda line: len(line.pieces))
    return _fitting(line, _options_of(line, length, colored), line.apart, length)


def _options_of(line: SideLine, length: int, colored: bool) -> Spans:
    """The values of all groups; ``colored``: there may be no cell between two blocks."""
    return {
        (start, end): _options(chances, ((start + 1 if colored else 1, 1.0),), length)
        for (start, end), chances in line.spans.items()
    }


def _fitting(
    line: SideLine, spans: Spans, apart: Sequence[float], length: int
) -> tuple[float, NDArray[np.float64]]:
    """How probable the clues of a line are that fit, and the probabilities of their sums."""
    readings = best_readings(
        spans, apart, len(line.pieces), length, _MOST_COMPARED, _COMPARED_STEPS
    )
    weights = [math.exp(-cost) for _, cost in readings]
    missing = t.COVERED if line.covered else t.MISSING
    if not line.pieces:
        readings, weights, missing = [((), 0.0)], [1.0], 1 - t.BLANK
    sums = np.full(length + 1, missing / (length + 1))
    for (clue, _), weight in zip(readings, weights, strict=True):
        sums[sum(block.length for block in clue)] += (1 - missing) * weight / sum(weights)
    return sum(weights), sums / sums.sum()


def _sums(lines: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The probabilities of the sum of all lines."""
    return reduce(np.convolve, lines, np.ones(1))


def structure_of(chosen: Chosen, inks: Coloring, height: int, width: int) -> Structure:
    """The probable clues of a puzzle of this size; ``inks``: the colours of its numbers.

    Shades that the sums of rows and columns show to be one colour are made one, and those of
    marked lines and finished numbers are no colours.
    """
    zeros = any(_is_zero(line) for line in chosen.used)
    rows = _read(chosen.rows, height, width, inks, zeros)
    columns = _read(chosen.columns, width, height, inks, zeros)
    count = len(inks.colors)
    if count > 1:
        in_rows, in_columns = _lengths(rows, count), _lengths(columns, count)
        if is_marking((*rows, *columns), in_rows, in_columns) or is_confined(rows, columns):
            inks = inks.of_one_color
        else:
            surplus = [one - two for one, two in zip(in_rows, in_columns, strict=True)]
            inks = inks.merged(surplus)
    if len(inks.colors) < count:
        rows = _read(chosen.rows, height, width, inks, zeros)
        columns = _read(chosen.columns, width, height, inks, zeros)
    ink = Ink(inks.colors, inks.background, inks.ink, inks.behind, chosen.noisy)
    return Structure(rows, columns, ink, chosen.opposed, chosen.goes_on)


def _lengths(lines: Sequence[ReadLine], colors: int) -> list[int]:
    """The cells of each colour, by the best readings."""
    found = [0] * colors
    for line in lines:
        for block in _best(line):
            found[block.color - 1] += block.length
    return found


def _best(line: ReadLine) -> Clue:
    clue = line.alternatives[0][0]
    return () if isinstance(clue, MissingClue) else clue


def is_marking(
    lines: Sequence[ReadLine], in_rows: Sequence[int], in_columns: Sequence[int]
) -> bool:
    """True if colours mark lines or finished numbers: rows and columns differ in their cells.

    Marked lines have one colour each; where finished numbers are marked, all colours together
    agree. A few misread numbers do not make a marking of a colour.
    """
    differ = [abs(one - two) for one, two in zip(in_rows, in_columns, strict=True)]
    whole = max(1, sum(in_rows), sum(in_columns))
    several = [clue for clue in map(_best, lines) if len(clue) > 1]
    mixed = sum(len({block.color for block in clue}) > 1 for clue in several)
    if len(several) >= t.MARKED_LINES and mixed <= t.MARKED_MIXED * len(several):
        return any(differ)
    together = abs(sum(in_rows) - sum(in_columns))
    agree = together <= max(t.SUMS_AGREE * whole, t.SUMS_TOGETHER * sum(differ))
    return agree and sum(differ) > t.SUMS_DIFFER * whole


def is_confined(rows: Sequence[ReadLine], columns: Sequence[ReadLine]) -> bool:
    """True if a colour has too few lines for its clues: it marks a row and a column.

    The cells of a colour in a row lie in columns that have the colour, too.
    """
    sides = [[Counter(b.color for b in _best(line) for _ in range(b.length)) for line in lines]
             for lines in (rows, columns)]  # fmt: skip
    colors = {color for side in sides for cells in side for color in cells}

    def too_few(one: int, other: int, color: int) -> bool:
        lines = sum(cells[color] > 0 for cells in sides[other])
        return any(cells[color] > lines for cells in sides[one])

    return any(too_few(0, 1, color) and too_few(1, 0, color) for color in colors)


def _is_zero(line: SideLine) -> bool:
    spans = line.best()
    return len(spans) == 1 and float(line.spans[spans[0]][0]) > t.IS_ZERO


def _options(chances: Values, colors: Sequence[tuple[int, float]], longest: int) -> list[Option]:
    """The values of a group with their costs, cheapest first."""
    order = np.argsort(-chances)
    found: list[Option] = []
    for value in order[:_MOST_VALUES].tolist():
        share = float(chances[value])
        if share < t.LEAST_VALUE and len(found) >= 2:
            break
        if value == NO_NUMBER:
            found.append(Option(NoNumber.NO_NUMBER, 1, -math.log(max(share, 1e-12))))
        elif value <= longest:
            found.extend(
                Option(value, color, -math.log(max(share * part, 1e-12))) for color, part in colors
            )
    if all(option.value is not NoNumber.NO_NUMBER for option in found):
        share = max(float(chances[NO_NUMBER]), t.LEAST_NO_NUMBER)
        found.append(Option(NoNumber.NO_NUMBER, 1, -math.log(share)))
    return found


def _readings(
    line: SideLine, length: int, inks: Coloring, zeros: bool
) -> list[tuple[ClueValue, float]]:
    """The clues of a line by one side, with probabilities."""
    if not line.pieces:
        blank = t.BLANK_BESIDE_ZEROS if zeros else t.BLANK
        if line.covered:
            blank *= 1 - t.COVERED
        return [((), blank), (MissingClue.MISSING, t.MISSING_ELSE - blank)]
    spans = {
        (start, end): _options(chances, inks.of(line.side.area, line.pieces[start:end]), length)
        for (start, end), chances in line.spans.items()
    }
    found = as_probabilities(best_readings(spans, line.apart, len(line.pieces), length))
    missing = t.COVERED if line.covered else t.MISSING
    if not found:
        return [(MissingClue.MISSING, t.MISSING_ELSE)]
    return [
        *((clue, share * (1 - missing)) for clue, share in found),
        (MissingClue.MISSING, missing),
    ]


def _product(
    sides: Sequence[Sequence[tuple[ClueValue, float]]],
) -> list[tuple[ClueValue, float]]:
    """The readings of several sides together."""
    if len(sides) == 1:
        return sorted(sides[0], key=lambda item: -item[1])
    tables = [dict(side) for side in sides]
    # A side may have lost a number: clues of the opposite side alone keep a share.
    weights = {
        clue: math.prod(max(table.get(clue, 0.0), t.LOST) for table in tables)
        for table in tables
        for clue in table
    }
    whole = sum(weights.values()) * (1 + t.OTHERS)
    return sorted(((clue, w / whole) for clue, w in weights.items()), key=lambda item: -item[1])


def _read(
    groups: list[list[SideLine]],
    count: int,
    length: int,
    inks: Coloring,
    zeros: bool,
) -> tuple[ReadLine, ...]:
    """All rows, or all columns."""
    if not groups:
        return tuple(ReadLine((), ((MissingClue.MISSING, t.MISSING_ELSE),)) for _ in range(count))
    found = []
    for group in groups:
        readings = _product([_readings(line, length, inks, zeros) for line in group])
        most_pieces = max(group, key=lambda line: len(line.pieces))
        numbers = _numbers(most_pieces, inks)
        found.append(ReadLine(numbers, tuple(readings[: MOST_READINGS + 1])))
    return tuple(found)


def _numbers(line: SideLine, inks: Coloring) -> tuple[ReadNumber, ...]:
    """The numbers of the most probable grouping."""
    left, top = line.side.area.origin
    found = []
    for start, end in line.best():
        whole = joined(line.pieces[start:end])
        chances = line.spans[start, end] / line.spans[start, end].sum()
        if float(chances[NO_NUMBER]) > t.SHOWN_NO_NUMBER:
            continue
        order = [int(value) for value in np.argsort(-chances)[:_MOST_VALUES]]
        alternatives = tuple(
            (NoNumber.NO_NUMBER if value == NO_NUMBER else value, round(float(chances[value]), 6))
            for value in order
            if float(chances[value]) >= t.SHOWN_VALUE
        )
        color = inks.of(line.side.area, line.pieces[start:end])[0][0]
        sides = (whole.left + left, whole.top + top, whole.right + left, whole.bottom + top)
        found.append(ReadNumber(StraightBox(sides), alternatives, color))
    return tuple(found)


# ---- the readings of one line


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a number, with its colour, from 1, and its cost."""

    value: NumberValue
    color: int
    cost: float


Spans = Mapping[tuple[int, int], Sequence[Option]]
"""The options of the pieces from the first to before the second number."""


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
    spans: Spans,
    apart: Sequence[float],
    pieces: int,
    length: int,
    most: int = MOST_READINGS,
    most_steps: int = _MOST_STEPS,
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
    for _ in range(most_steps):
        if not heap or len(found) >= most:
            break
        total, _, start, needed, zero, clue = heappop(heap)
        if start == pieces:
            if not clue and not zero and pieces:
                if zeros.get(0) is None:  # it is less probable than its numbers by themselves
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
            if isinstance(value, NoNumber):
                pass
            elif value == 0:
                if clue or zero:
                    continue
                seen_zero = True
            else:
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
    """Costs as probabilities; a share is left for readings that are not among these."""
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
