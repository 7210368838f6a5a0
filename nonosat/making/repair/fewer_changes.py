# SPDX-License-Identifier: MIT
"""From a repair to one with fewer changes: take some back, and look for a least repair of the rest.

Where the proof for the whole picture takes too long, that for a part of it does not. A group of
changes that are near each other is taken back, and the loop of ``least_changes`` (the cheapest
changes that satisfy all clauses, conflicts, more clauses) looks for fewer ones in their place, with
the others as they are. It ends as soon as its bound says that there are none, or after a number of
tries. (The idea is large neighbourhood search, Shaw 1998, with an exact search inside.) Groups grow
while nothing is found; a group of all changes would be the whole question.

Of equally many changes others are taken too, once each, since they open new ways. The result
depends on nothing but the question. docs/experiments.md says what it gains. Rejected: keeping the
kernels of one group for the next ones, which gains nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.limits import Limits
from nonosat.making.repair.canvas import Canvas
from nonosat.making.repair.changes import Changes
from nonosat.making.repair.conflicts import Conflicts

_SIZES = (2, 3, 4, 5, 6, 8, 10, 12)
"""How many changes are taken back at once."""
_TRIES = 25
"""The pictures that are tried in place of one group."""
_FIRST, _LATER = 10, 3
"""Searches for independent conflicts: without the group, and of each try."""


class _Groups:
    """Groups of changes near each other, and what was already tried."""

    def __init__(self, before: bytes, width: int) -> None:
        self._before, self._width = before, width
        self._tried: set[bytes] = set()

    def without(self, cells: bytes, size: int) -> Iterator[tuple[bytes, int]]:
        """The picture without one group after the other, and how many changes the group has."""
        changed = [place for place, value in enumerate(self._before) if cells[place] != value]
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
    canvas: Canvas,
    before: bytes,
    conflicts: Conflicts,
    cells: bytes,
    least: int,
    limits: Limits,
) -> Iterator[bytes]:
    """Repairs with fewer and fewer changes than this one, until none is found in its groups.

    ``before``: the picture; ``cells``: a repair of it; ``least``: no repair has fewer changes.

    Raises:
        Stopped: a limit was reached, perhaps after some repairs.
    """
    groups = _Groups(before, canvas.model.width)
    seen = {cells}
    size = 0
    while size < len(_SIZES):
        number = _distance(cells, before)
        if number <= least:
            return
        better = equal = None
        for base, taken in groups.without(cells, _SIZES[size]):
            found = _in_place(canvas, conflicts, base, taken, limits)
            if found is None or found in seen:
                continue
            if _distance(found, before) < number:
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
    canvas: Canvas, conflicts: Conflicts, base: bytes, most: int, limits: Limits
) -> bytes | None:
    """A least repair of ``base`` with up to that number of changes, or None."""
    with Changes(canvas, base, limits) as changes:
        for number in range(_TRIES):
            cells = changes.cheapest()
            if cells is None or changes.lower > most:
                return None
            failed = False
            for kernel in conflicts.of(cells, _LATER if number else _FIRST, limits):
                failed = True
                changes.learn(cells, kernel)
            if not failed:
                return cells
    return None


def _distance(cells: bytes, before: bytes) -> int:
    return sum(a != b for a, b in zip(cells, before, strict=True))
