# SPDX-License-Identifier: MIT
"""From a straight picture to the probable clues of every line.

Each side of the cells is read on its own: ink, pieces, groups, then all groups of the picture in
one call of the classifier. Then it is decided what is a clue: a side counts if most of its lines
have numbers; numbers that count the lines (1, 2, 3, ...) are a ruler and are left out. Where two
opposite sides have the clues, the probabilities of their readings are multiplied.

Probabilities are cautious: each value that the classifier thinks of keeps a small share, no line is
without a reading, and blank and missing clues have a price. The correction depends on that: it
finds the truth only among the alternatives.

Cost: .2 s for a puzzle of 30x30. Rejected: the best value of each number alone, which no check can
put right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nonosat.limits import Limits
from nonosat.model.clue import Clue
from nonosat.photo import thresholds as t
from nonosat.photo.cells import printed_cells
from nonosat.photo.classifier import NO_NUMBER, number_probabilities
from nonosat.photo.color_cells import Lines, Values
from nonosat.photo.doubts import SideLine, doubt, no_number_at_all, opposed, without_ruler
from nonosat.photo.found import ReadLine, ReadNumber, Structure
from nonosat.photo.groups import SIDES, Side, joined, side_of
from nonosat.photo.ink_colors import Coloring, coloring
from nonosat.photo.line_readings import (
    MOST_READINGS,
    Option,
    as_probabilities,
    best_readings,
    softplus,
)
from nonosat.photo.spaces import separate
from nonosat.photo.straight import Straight
from nonosat.photo.strips import (
    digit_heights,
    has_colors,
    ink_area,
    is_clean,
    patch,
    strip_of,
    text_height,
)

_MOST_PIECES = 4
_MOST_VALUES = 8
_BEYOND = 0.6
"""In cells: how far a side is looked at beyond its edges, since ink needs its surroundings."""


def read_straight(straight: Straight, limits: Limits) -> Structure:
    """The probable clues of every line, the colours and the printed cells of a straight picture."""
    limits.check()
    colored = has_colors(straight.image)
    sides = _sides(straight, colored)
    limits.check()
    lines = {side.name: _lines_of(side) for side in sides}
    _classify([line for of_side in lines.values() for line in of_side])
    limits.check()
    for of_side in lines.values():
        doubt(of_side, straight.cell)
        no_number_at_all(of_side)
        without_ruler(of_side)
    rows = _chosen(lines, ("left", "right"))
    columns = _chosen(lines, ("top", "bottom"))
    noisy = any(side.area.noisy for side in sides)
    used = [line for group in (*rows, *columns) for line in group]
    inks = coloring([(line.side.area, line.surely_numbers()) for line in used], colored, noisy)
    zeros = any(_is_zero(line) for line in used)

    def both() -> tuple[tuple[ReadLine, ...], tuple[ReadLine, ...]]:
        limits.check()
        return (
            _read(rows, straight.height, straight.width, inks, zeros),
            _read(columns, straight.width, straight.height, inks, zeros),
        )

    read_rows, read_columns = both()
    count = len(inks.colors)
    inks = inks.merged(_surplus(read_rows, read_columns, count))
    if len(inks.colors) < count:
        read_rows, read_columns = both()
    limits.check()
    return Structure(
        rows=read_rows,
        columns=read_columns,
        colors=inks.colors,
        background=inks.background,
        given=printed_cells(straight, inks.colors, inks.ink, inks.behind, noisy),
        opposed=opposed(rows) or opposed(columns),
    )


def _surplus(rows: Sequence[ReadLine], columns: Sequence[ReadLine], colors: int) -> tuple[int, ...]:
    """For each colour, how much more the rows have than the columns, by the best readings."""
    found = [0] * colors
    for lines, sign in ((rows, 1), (columns, -1)):
        for line in lines:
            for block in line.alternatives[0][0] or ():
                found[block.color - 1] += sign * block.length
    return tuple(found)


def _boxes(straight: Straight) -> dict[str, tuple[int, int, int, int]]:
    """The rectangles beside the cells, as far as clues may reach; those of some size only."""
    cell = straight.cell
    right = straight.left + straight.width * cell
    bottom = straight.top + straight.height * cell
    low_x, low_y, high_x, high_y = straight.margins
    across = round((t.CLUE_REACH * straight.width + t.CLUE_REACH_MORE) * cell)
    down = round((t.CLUE_REACH * straight.height + t.CLUE_REACH_MORE) * cell)
    more = round(_BEYOND * cell)
    height, width = straight.image.shape[:2]
    boxes = {
        "left": (straight.left - min(low_x, across), straight.top - more,
                 straight.left + more, bottom + more),
        "top": (straight.left - more, straight.top - min(low_y, down),
                right + more, straight.top + more),
        "right": (right - more, straight.top - more, right + min(high_x, across), bottom + more),
        "bottom": (straight.left - more, bottom - more, right + more, bottom + min(high_y, down)),
    }  # fmt: skip
    found = {}
    for name in SIDES:
        box = boxes[name]
        box = (max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3]))
        if min(box[2] - box[0], box[3] - box[1]) >= more + t.LEAST_MARGIN * cell:
            found[name] = box
    return found


def _sides(straight: Straight, colored: bool) -> list[Side]:
    """The pieces of all sides, with the odds that neighbours are separate numbers."""
    cell = float(straight.cell)
    boxes = _boxes(straight)
    clean = is_clean(straight.image, boxes.values())
    strips = {
        name: strip_of(straight.image, box, _lines_in(straight, name, box), colored, clean)
        for name, box in boxes.items()
    }
    strongest = max((strip.usual for strip in strips.values()), default=0.0)
    heights = [
        tall
        for strip in strips.values()
        if strip.usual >= t.WEAK_SIDE * strongest
        for tall in digit_heights(
            strip.ink / strip.usual, strip.lines, round(t.HEIGHTS_WITHIN * cell)
        )
    ]
    height = text_height(heights, cell)
    sides = [
        side_of(name, ink_area(strip, max(strip.usual, t.WEAK_SIDE * strongest), height))
        for name, strip in strips.items()
    ]
    found = [piece.height for side in sides for line in side.lines for piece in line]
    separate(sides, float(np.median(found)) if found else height, straight.width)
    return sides


def _lines_in(straight: Straight, name: str, box: tuple[int, int, int, int]) -> Lines:
    """Where the lines of a side are in its rectangle."""
    inside, last = round(_BEYOND * straight.cell), name in ("left", "top")
    if name in ("left", "right"):
        return Lines(straight.top - box[1], straight.height, straight.cell, True, inside, last)
    return Lines(straight.left - box[0], straight.width, straight.cell, False, inside, last)


def _lines_of(side: Side) -> list[SideLine]:
    return [
        SideLine(side, pieces, apart, covered)
        for pieces, apart, covered in zip(side.lines, side.apart, side.covered, strict=True)
    ]


def _classify(lines: Sequence[SideLine]) -> None:
    """The probabilities of all groups that are possible, by one call of the classifier."""
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
                patches.append(patch(line.side.area, line.pieces[start:end]))
    if not patches:
        return
    for (line, span), chances in zip(wanted, number_probabilities(patches), strict=True):
        softer = np.cbrt(np.maximum(chances, 1e-12))
        line.spans[span] = (1 - t.CAUTION) * chances + t.CAUTION * softer / softer.sum()


def _chosen(lines: dict[str, list[SideLine]], names: tuple[str, str]) -> list[list[SideLine]]:
    """For each line, what the sides with clues say about it."""
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
            found.append(Option(None, 1, -math.log(max(share, 1e-12))))
        elif value <= longest:
            found.extend(
                Option(value, color, -math.log(max(share * part, 1e-12))) for color, part in colors
            )
    if all(option.value is not None for option in found):
        share = max(float(chances[NO_NUMBER]), t.LEAST_NO_NUMBER)
        found.append(Option(None, 1, -math.log(share)))
    return found


def _readings(
    line: SideLine, length: int, inks: Coloring, zeros: bool
) -> list[tuple[Clue | None, float]]:
    """The clues that one side says, with probabilities."""
    if not line.pieces:
        blank = t.BLANK_BESIDE_ZEROS if zeros else t.BLANK
        if line.covered:
            blank *= 1 - t.COVERED
        return [((), blank), (None, t.MISSING_ELSE - blank)]
    spans = {
        (start, end): _options(chances, inks.of(line.side.area, line.pieces[start:end]), length)
        for (start, end), chances in line.spans.items()
    }
    found = as_probabilities(best_readings(spans, line.apart, len(line.pieces), length))
    missing = t.COVERED if line.covered else t.MISSING
    if not found:
        return [(None, t.MISSING_ELSE)]
    return [*((clue, share * (1 - missing)) for clue, share in found), (None, missing)]


def _product(
    sides: Sequence[Sequence[tuple[Clue | None, float]]],
) -> list[tuple[Clue | None, float]]:
    """The readings of several sides together."""
    if len(sides) == 1:
        return sorted(sides[0], key=lambda item: -item[1])
    tables = [dict(side) for side in sides]
    # A side may have lost a number: what only the other one says keeps a share.
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
        return tuple(ReadLine((), ((None, t.MISSING_ELSE),)) for _ in range(count))
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
            (None if value == NO_NUMBER else value, round(float(chances[value]), 6))
            for value in order
            if float(chances[value]) >= t.SHOWN_VALUE
        )
        color = inks.of(line.side.area, line.pieces[start:end])[0][0]
        box = (whole.left + left, whole.top + top, whole.right + left, whole.bottom + top)
        found.append(ReadNumber(box, alternatives, color))
    return tuple(found)
