# SPDX-License-Identifier: MIT
"""Repairs that need not be smallest: a useful answer if the proof takes too long.

``quick_changes`` makes one change after the other. Of the cells of nogoods it changes the cell that
lets line solving leave the fewest cells unknown; of equal ones the best-looking. When the picture
is acceptable, changes that are not needed are undone. In large pictures the search for nogoods
takes long; there any cell that line solving leaves unknown is a candidate, until few are unknown.

``fewer_changes`` improves a repair. The proof for a part of the picture is quicker than for the
whole: a group of nearby changes is undone, and the loop of ``least_changes`` looks for fewer in
their place, with the others fixed. It ends as soon as its bound excludes fewer, or after a number
of tries. Groups grow while no better repair is found. Other repairs with equally many changes are
accepted once each, since they allow further improvements.

Source: large neighbourhood search (Shaw 1998), with an exact search inside. Cost: bounded by
shares of the budget. Rejected: keeping the nogoods of one group for the next, which gains nothing.
The answers are repeatable; docs/experiments.md says how far above the bound they are ("Making and
repairing").
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish
from nonosat.make.repair.least_changes import Changes, LeastChanges
from nonosat.make.repair.other_solutions import Requirement
from nonosat.make.repair.template import Template, differing
from nonosat.model.clue import UNKNOWN

_SEARCHES = 3
"""Searches for nogoods of each picture on the way."""
FEW_UNKNOWN = 150
"""If line solving leaves more cells unknown, the picture almost certainly fails."""
_MOST_OPTIONS = 60
"""At most this many changes are compared in one step."""
_UNKNOWN_PER_CHANGE = 60
"""Without a search for nogoods, a step makes one more change for each such number of unknown
cells."""


def quick_changes(
    template: Template,
    changes: Changes,
    requirement: Requirement,
    start: bytes,
    most: int,
    limits: Limits,
    few_unknown: float = math.inf,
) -> Iterator[bytes]:
    """A picture without nogoods, then one with fewer changes; none has more than ``most``.

    ``few_unknown``: with more unknown cells, nogoods are not searched for. That is fast in large
    pictures, but the result has more changes.

    Raises:
        Stopped: a limit was reached, perhaps after a picture.
    """
    before = changes.before
    cells = start
    touched = set(differing(before, cells))
    while len(touched) <= most:
        unknown = _unknown(template, cells, limits)
        options: set[tuple[int, int]] = set()
        if len(unknown) <= few_unknown:
            nogoods = list(requirement.nogoods_of(cells, _SEARCHES, limits))
            if not nogoods:
                yield cells
                yield from _irredundant(requirement, before, cells, changes, limits)
                return
            for nogood in nogoods:
                changes.learn(cells, nogood)
                options |= {
                    (place, value)
                    for place, values in nogood.items()
                    for value in range(template.colors + 1)
                    if not values >> value & 1
                }
        else:
            options |= {
                (place, value)
                for place in unknown
                for value in range(template.colors + 1)
                if value != cells[place]
            }
        free = sorted(
            (place, value)
            for place, value in options
            if place not in template.kept and place not in touched
        )
        if not free:
            return
        ranked = sorted(
            (
                len(_unknown(template, _with(cells, *option), limits)),
                changes.cost_of(*option),
                *option,
            )
            for option in free[:: len(free) // _MOST_OPTIONS + 1]
        )
        at_once = len(unknown) // _UNKNOWN_PER_CHANGE if len(unknown) > few_unknown else 0
        for left, _, place, value in ranked[: at_once + 1]:
            if place not in touched and (left < len(unknown) or place == ranked[0][2]):
                touched.add(place)
                cells = _with(cells, place, value)


def _irredundant(
    requirement: Requirement, before: bytes, cells: bytes, changes: Changes, limits: Limits
) -> Iterator[bytes]:
    """The picture without the changes that it does not need; the worst-looking are undone first."""
    whole = cells
    try:
        for place in sorted(
            differing(before, cells), key=lambda place: -changes.cost_of(place, cells[place])
        ):
            fewer = _with(cells, place, before[place])
            for nogood in requirement.nogoods_of(fewer, 1, limits):
                changes.learn(fewer, nogood)
                break
            else:
                cells = fewer
    except Stopped:
        if cells != whole:
            yield cells
        raise
    if cells != whole:
        yield cells


def _unknown(template: Template, cells: bytes, limits: Limits) -> list[int]:
    """The cells that line solving leaves unknown."""
    limits.check()
    board = template.board(cells)
    finish(board.propagate(limits.stop), limits)
    return [place for place, value in enumerate(board.cells()) if value == UNKNOWN]


def _with(cells: bytes, place: int, value: int) -> bytes:
    return cells[:place] + bytes([value]) + cells[place + 1 :]


_SIZES = (2, 3, 4, 5, 6, 8, 10, 12)
"""How many changes are undone at once."""
_TRIES = 25
"""The most pictures tried to replace a group by fewer changes."""
_FIRST = 10
"""Searches for independent nogoods without the group."""


class _Groups:
    """Groups of changes near each other, and the pictures that were already tried."""

    def __init__(self, before: bytes, width: int) -> None:
        self._before, self._width = before, width
        self._tried: set[bytes] = set()

    def without(self, cells: bytes, size: int) -> Iterator[tuple[bytes, int]]:
        """For each group, the picture with its changes undone, and how many changes it has."""
        changed = differing(self._before, cells)
        for middle in changed:
            near = sorted(changed, key=lambda place: (self._apart(middle, place), place))
            base = bytearray(cells)
            for place in near[:size]:
                base[place] = self._before[place]
            if bytes(base) not in self._tried:
                self._tried.add(bytes(base))
                yield bytes(base), min(size, len(changed))

    def _apart(self, one: int, other: int) -> int:
        rows, columns = (
            abs(a - b)
            for a, b in zip(divmod(one, self._width), divmod(other, self._width), strict=True)
        )
        return min(rows, columns) * 2 + max(rows, columns)


def fewer_changes(
    template: Template,
    before: bytes,
    requirement: Requirement,
    cells: bytes,
    least: int,
    limits: Limits,
) -> Iterator[bytes]:
    """Repairs with fewer and fewer changes than ``cells``, until no group gives a better one.

    ``before``: the picture; ``cells``: a repair of it; ``least``: no repair has fewer changes.

    Raises:
        Stopped: a limit was reached, perhaps after some repairs.
    """
    groups = _Groups(before, template.model.width)
    seen = {cells}
    size = 0
    while size < len(_SIZES):
        number = len(differing(before, cells))
        if number <= least:
            return
        better = equal = None
        for base, taken in groups.without(cells, _SIZES[size]):
            found = _in_place(template, requirement, base, taken, limits)
            if found is None or found in seen:
                continue
            if len(differing(before, found)) < number:
                better = found
                break
            equal = equal or found
        if better is not None:
            yield better
            size = 0
        elif _SIZES[size] >= number:
            return
        else:
            size += 1
        cells = better or equal or cells
        seen.add(cells)


def _in_place(
    template: Template, requirement: Requirement, base: bytes, most: int, limits: Limits
) -> bytes | None:
    """A least repair of ``base`` with at most ``most`` changes, or None."""
    with Changes(template, base, limits) as changes:
        return LeastChanges(changes, requirement, limits).find(most, _FIRST, _TRIES)
