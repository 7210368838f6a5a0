# SPDX-License-Identifier: MIT
"""``views_of``: the grids of a page, each in the position in which it can be read.

Each grid is read, without its solution, and its clearness measured: how probable its numbers are,
beside its rows and above its columns. If no grid is clear, the largest are read in other positions:
turned by one, two and three quarters, and mirrored. Numbers stand at the left and above, and some
digits can be read in one position only; where two positions are about as clear, the clues that fit
together decide (``search``).

Cost: of each grid and position, .1 to .3 s. Rejected: the way that the letters of a page stand, as
programs for reading pages measure it; a puzzle has few letters or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nonosat.limits import Limits
from nonosat.photo import thresholds as t
from nonosat.photo.clues import separated, structure_of
from nonosat.photo.color_cells import Pixels
from nonosat.photo.found import MissingClue, ReadLine, Structure
from nonosat.photo.ink import strips_of
from nonosat.photo.ink_colors import coloring
from nonosat.photo.numbers import chosen, classified
from nonosat.photo.pages import Page
from nonosat.photo.pieces import areas_of
from nonosat.photo.sides import sides_of
from nonosat.photo.straight import Straight, grids_of

_MOST_CELLS = 6_000
"""Of all grids of a page that are read."""
_MOST_TURNED = 2
"""Grids that are read in other positions."""
_TURNED_PIXELS = 8_000_000
"""Of all straight pictures that are read in other positions: two seconds. One of 40x40 has 3, so
large grids are turned only to where their numbers say."""
_POSITIONS = ((1, False), (2, False), (3, False), (0, True))
"""Quarter turns counterclockwise, and whether the picture is mirrored."""
_LIKELY = {
    (True, True): (),
    (False, True): ((1, False), (0, True)),
    (False, False): ((2, False),),
    (True, False): ((3, False),),
}
"""The likely positions, by whether numbers stand at the left and above."""
_UPRIGHT = frozenset("347")
"""Digits that look like no digit when they are turned or mirrored."""
_MIRRORED = "photo.doubt.mirrored"
_ANY_POSITION = "photo.doubt.turned"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A grid of a page in one of its positions, and what is read in it."""

    straight: Straight
    structure: Structure
    clearness: float
    """From 0 to 1: how far the numbers of both the rows and the columns can be read."""
    quarters: int = 0
    """Turns counterclockwise from the picture."""
    doubt: str | None = None
    """Why its position is doubtful: the key of a text."""
    other_position: View | None = None
    """The same grid in another position in which it is about as clear."""

    def moved(self, quarters: int, mirrored: bool, limits: Limits) -> View:
        """A grid as it is in the picture, in another position."""
        turned = self.straight.turned(quarters)
        view = view_of(turned.mirrored() if mirrored else turned, limits)
        return replace(view, quarters=quarters, doubt=_MIRRORED if mirrored else None)

    @property
    def sides(self) -> tuple[bool, bool]:
        """Whether most numbers of the rows stand at the left, and of the columns above."""
        straight = self.straight
        middle_x = straight.left + straight.width * straight.cell / 2
        middle_y = straight.top + straight.height * straight.cell / 2
        left = [n.box[0] < middle_x for line in self.structure.rows for n in line.numbers]
        above = [n.box[1] < middle_y for line in self.structure.columns for n in line.numbers]
        return 2 * sum(left) >= len(left), 2 * sum(above) >= len(above)

    @property
    def is_usual(self) -> bool:
        """Whether the numbers stand at the left and above."""
        return self.sides == (True, True)

    @property
    def pixels(self) -> int:
        """Of its straight picture."""
        height, width = self.straight.image.shape[:2]
        return int(height * width)

    def best_position(self, limits: Limits, most: int) -> View:
        """The clearest of the other positions, ``most`` of them; the likely ones come first."""
        likely = _LIKELY[self.sides]
        found = list[View]()
        for position in (*likely, *(one for one in _POSITIONS if one not in likely))[:most]:
            found.append(self.moved(*position, limits))
            if found[-1].is_usual and found[-1].clearness > t.CLEAR + t.CLEARER:
                return found[-1]
        usual = [moved for moved in found if moved.is_usual] or found
        return max(usual, key=lambda moved: moved.clearness)

    @property
    def is_certainly_usual(self) -> bool:
        """Whether most rows have numbers at the left and most columns above, clear or not."""
        sides = self.structure.rows, self.structure.columns
        numbered = [sum(bool(line.numbers) for line in lines) for lines in sides]
        return self.is_usual and all(
            count >= t.PRINTED_LINES * len(lines)
            for count, lines in zip(numbered, sides, strict=True)
        )

    @property
    def may_be_turned(self) -> bool:
        """Whether the numbers stand at other sides, and look alike when turned or mirrored."""
        sure = [
            str(number.value)
            for line in self.structure.lines
            for number in line.numbers
            if number.alternatives and number.alternatives[0][1] >= t.CERTAIN
        ]
        return not self.is_usual and sum(bool(_UPRIGHT.intersection(text)) for text in sure) < 2


def view_of(straight: Straight, limits: Limits) -> View:
    """What is read in a grid as it stands."""
    structure = read_straight(straight.confined(), limits)
    clear = (_clearness(structure.rows) * _clearness(structure.columns)) ** 0.5
    return View(straight, structure, clear)


def _clearness(lines: Sequence[ReadLine]) -> float:
    """The usual probability of a number, times the share of lines whose clue is probable."""
    numbered = [line for line in lines if line.numbers]
    if len(numbered) < t.PRINTED_LINES * len(lines):
        return 0.0
    numbers = [number for line in numbered for number in line.numbers if number.alternatives]
    chances = [0.0 if one.value is None else one.alternatives[0][1] for one in numbers]
    probable = [
        bool(line.alternatives)
        and line.alternatives[0][1] > t.PRINTED_SURE
        and line.alternatives[0][0] is not MissingClue.MISSING
        for line in lines
    ]
    return sum(chances) / max(1, len(chances)) * sum(probable) / len(probable)


def views_of(page: Page, limits: Limits) -> list[View]:
    """The grids of a page, those with most cells first, in the position in which they are read.

    A page is turned as a whole, so one or two large grids show its position.
    """
    grids: list[Straight] = []
    cells = 0
    for straight in grids_of(page.pixels, limits):
        cells += straight.width * straight.height
        if grids and cells > _MOST_CELLS:
            break
        grids.append(straight)
    views = [
        view_of(straight.beside([other for other in grids if other is not straight]), limits)
        for straight in grids
    ]
    if any(view.clearness >= t.CLEAR and not view.may_be_turned for view in views):
        return views
    left = _TURNED_PIXELS
    for view in sorted(views, key=lambda view: -view.straight.size)[:_MOST_TURNED]:
        if left <= 0 or (view.is_certainly_usual and view.clearness > t.CLEARER):
            continue
        most = min(len(_POSITIONS), max(1, left // view.pixels))
        left -= most * view.pixels
        best = view.best_position(limits, most)
        better = best.clearness - view.clearness
        if best.clearness < t.CLEAR or better < -t.CLEARER:
            continue
        if better < t.CLEARER and view.clearness >= t.CLEAR:
            doubtful = [replace(one, doubt=_ANY_POSITION) for one in views]
            if len(views) > 1 or best.doubt is not None:
                return doubtful
            return [replace(doubtful[0], other_position=best)]
        if better < 0:
            continue
        mirrored = best.doubt is not None
        others = [one for one in views if one is not view]
        return [best, *(one.moved(best.quarters, mirrored, limits) for one in others)]
    return views


def may_go_on(straight: Straight, known: Straight) -> bool:
    """Whether ink beside its last row and column shows that a grid goes on where ``known`` ends."""
    if (straight.left, straight.top) != (known.left, known.top):
        return True
    image, (left, top, right, below) = straight.image, straight.margins
    rows = image[top : len(image) - below]
    columns = image[:, left : image.shape[1] - right].swapaxes(0, 1)
    return all(
        (
            straight.height <= known.height or _is_last_numbered(rows, left, right, straight.cell),
            straight.width <= known.width or _is_last_numbered(columns, top, below, straight.cell),
        )
    )


def _is_last_numbered(lines: Pixels, before: int, after: int, cell: int) -> bool:
    """Whether the ink beside the last line has about the contrast of that beside the others.

    ``lines``: their pixels with the margins, which are ``before`` and ``after`` pixels wide.
    """
    inner = slice(cell // 5, cell - cell // 5)  # without the lines between them
    beside = lines[:, max(0, before - 2 * cell) : before], lines[:, -after:][:, : 2 * cell]
    contrasts = [
        side.mean(axis=2).reshape(-1, cell, side.shape[1])[:, inner].std(axis=(1, 2))
        for side, margin in zip(beside, (before, after), strict=True)
        if margin >= cell
    ]
    if not contrasts:
        return True
    contrast = np.max(contrasts, axis=0)
    return bool(contrast[-1] > t.GOES_ON_INK * np.median(contrast))


def in_reading_order(views: Sequence[View]) -> list[View]:
    """From the top, and from left to right where grids stand beside each other."""
    ordered, rest = list[View](), sorted(views, key=lambda view: view.straight.top_left[1])
    while rest:
        top = rest[0].straight.top_left[1]
        row = [one for one in rest if one.straight.top_left[1] < top + rest[0].straight.size / 2]
        ordered += sorted(row, key=lambda view: view.straight.top_left)
        rest = [one for one in rest if one not in row]
    return ordered


def read_straight(straight: Straight, limits: Limits) -> Structure:
    """The probable clues of every line of a straight picture.

    Raises:
        Stopped: a limit was reached.
    """
    limits.check()
    sides = sides_of(areas_of(strips_of(straight)), straight.width)
    limits.check()
    values = classified(sides)
    limits.check()
    lines = chosen(values, straight.cell)
    separated(lines, straight.height, straight.width)
    inked = [(line.side.area, line.surely_numbers()) for line in lines.used]
    inks = coloring(inked, lines.colored, lines.noisy)
    limits.check()
    structure = structure_of(lines, inks, straight.height, straight.width)
    limits.check()
    return structure
