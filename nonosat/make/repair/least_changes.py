# SPDX-License-Identifier: MIT
"""``LeastChanges``: try the cheapest change that satisfies all clauses, and learn from failures.

Idea. Every picture that fails gives nogoods, and a nogood is a clause that every repair satisfies:
some cell of it has a value that the nogood does not allow. The cheapest change that satisfies all
clauses (``Changes``, a MaxSAT problem) is a lower bound, even if the loop ends early, and the first
change that succeeds is a smallest repair. The loop ends: a picture that fails breaks its own
clause, and there are finitely many pictures. At first many independent nogoods of the picture are
collected, later a few per try. After a smallest repair, ``by_looks`` continues with the same
clauses and finds all repairs of that size, the best-looking first.

Source: implicit hitting sets (Moreno-Centeno and Karp 2013); docs/repair.md has the proof for
pictures. Cost: a try takes a MaxSAT call and a search for another solution, some milliseconds for
20x20 cells. Rejected: looks as small weights beside the changes from the start, which splits the
cores and needs more tries.

**Looks.** A change costs 4 if it alters the topology of its neighbourhood of 3x3 cells, for the old
colour or the new one: a line is cut, two shapes are joined, a dot or a hole appears or vanishes. (A
cell whose change does not alter the topology is a *simple point* of digital topology, Rosenfeld
1970; here colours connect diagonally, the background does not.) Added to that is the difference,
without sign, between the numbers of the eight neighbours that agree with the old value and with the
new one: a change on an edge between two areas is hardly visible, a change inside an area is
visible. Cells outside the picture count as empty. The cost of several changes is the sum of the
single costs, all measured before the change, so that least sums can be searched for exactly.
Rejected: agreement with the neighbours after the change, which erases corners, stems and pedals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from math import inf

from nonosat.limits import Limits
from nonosat.make.repair.other_solutions import Requirement
from nonosat.make.repair.template import Template, differing
from nonosat.model.clue import EMPTY
from nonosat.sat.max_sat import MaxSat

_FIRST = 50
_LATER = 3
"""Searches for independent nogoods of the picture itself, and of each try."""


class LeastChanges:
    """A search for least repairs. ``tries`` counts the pictures that were tried."""

    def __init__(self, changes: Changes, requirement: Requirement, limits: Limits) -> None:
        self._changes, self._requirement, self._limits = changes, requirement, limits
        self.report: Callable[[], None] = lambda: None
        """Called after each try."""
        self.tries = 0
        self.complete = False
        """True if ``by_looks`` has found all least repairs."""
        self.bound = 0
        """No repair has fewer changes."""
        self.last = changes.before
        """The picture that was tried last."""
        self.upper: int | None = None
        """The number of changes of a known repair; the search ends if it is proven to be least."""

    def find(
        self, max_changes: int | None = None, first: int = _FIRST, max_tries: float = inf
    ) -> bytes | None:
        """A least repair. None: there is no repair (within ``max_changes``), or ``upper`` is least,
        or ``max_tries`` were not enough.

        ``first``: searches for nogoods in the first try.

        Raises:
            Stopped: a limit was reached; ``bound`` is proven.
        """
        most = first
        while self.tries < max_tries:
            try:
                cells = self._changes.cheapest()
            finally:
                self.bound = max(self.bound, self._changes.lower)
            if cells is None or (max_changes is not None and self.bound > max_changes):
                return None
            if self.upper is not None and self.bound >= self.upper:
                return None
            if not self.fails(cells, most):
                return cells
            most = _LATER
        return None

    def by_looks(self, most_failures: int) -> Iterator[bytes]:
        """After ``find``: all least repairs, best-looking first; only some after many failures.

        ``complete`` says afterwards whether all were found.
        """
        self._changes.order_by_looks()
        failures = 0
        while failures < most_failures:
            cells = self._changes.cheapest()
            if cells is None:
                self.complete = True
                return
            if self.fails(cells, _LATER):
                failures += 1
            else:
                yield cells
                self._changes.exclude(cells)

    def fails(self, cells: bytes, most: int) -> bool:
        """Learn the nogoods of a picture; False if it has no nogood."""
        self.tries += 1
        self.last = cells
        failed = False
        try:
            for nogood in self._requirement.nogoods_of(cells, most, self._limits):
                failed = True
                self._changes.learn(cells, nogood)
        finally:
            self.report()
        return failed


class Changes:
    """The search for the cheapest set of changes that satisfies all clauses known so far.

    For use in a ``with`` statement. At first a change costs 1; after ``order_by_looks``, its
    disturbance of the picture. ``before``: the picture.
    """

    def __init__(self, template: Template, before: bytes, limits: Limits) -> None:
        self._template = template
        self.before = before
        self._sat = MaxSat(len(before) * template.colors, limits)
        self._used: list[int] = []
        self._cells: set[int] = set()
        self._clauses: set[tuple[int, ...]] = set()
        self._settled = False
        self.cost_of = cache(self._cost_of)

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, *_: object) -> None:
        self._sat.__exit__()

    @property
    def lower(self) -> int:
        """The least cost that may satisfy the clauses: a number of changes, later of looks."""
        return self._sat.lower

    def cheapest(self) -> bytes | None:
        """The picture after the cheapest changes, or None if no change satisfies the clauses.

        Raises:
            Stopped: a limit was reached.
        """
        model = self._sat.optimum()
        if model is None:
            return None
        cells = bytearray(self.before)
        for variable in self._used:
            if model[variable - 1] > 0:
                place, value = self._meaning(variable)
                cells[place] = value
        return bytes(cells)

    def learn(self, cells: bytes, nogood: Mapping[int, int]) -> None:
        """Add the clause of a nogood of a picture.

        ``nogood``: for each place values, as a bit set, which always include the value in
        ``cells``. A repair has another value in at least one place.
        """
        clause: list[int] = []
        for place, values in nogood.items():
            if place in self._template.kept:
                continue
            if values >> self.before[place] & 1:
                clause += [
                    self._variable(place, value)
                    for value in range(self._template.colors + 1)
                    if not values >> value & 1
                ]
            else:
                clause.append(-self._variable(place, cells[place]))
        key = tuple(sorted(clause))
        if key not in self._clauses:
            self._clauses.add(key)
            self._sat.add(clause)

    def order_by_looks(self) -> None:
        """From now on, find only changes as few as the last ``cheapest``, best-looking first."""
        self._sat.settle()
        self._settled = True
        for variable in self._used:
            cost = self.cost_of(*self._meaning(variable))
            if cost:
                self._sat.add_soft(-variable, cost)

    def exclude(self, cells: bytes) -> None:
        """Exclude a picture, and no other, since all considered ones have equally few changes."""
        changed = differing(self.before, cells)
        self._sat.add([-self._variable(place, cells[place]) for place in changed])

    def _cost_of(self, place: int, value: int) -> int:
        return change_cost(self.before, self._template.model.width, place, value)

    def _variable(self, place: int, value: int) -> int:
        if place not in self._cells:
            self._cells.add(place)
            first = place * self._template.colors + 1
            variables = range(first, first + self._template.colors)
            for number, variable in enumerate(variables):
                self._used.append(variable)
                if self._settled:  # it would be one more change
                    self._sat.add([-variable])
                else:
                    self._sat.add_soft(-variable)
                for other in variables[:number]:
                    self._sat.add([-variable, -other])
        number = value if value < self.before[place] else value - 1
        return place * self._template.colors + number + 1

    def _meaning(self, variable: int) -> tuple[int, int]:
        place, number = divmod(variable - 1, self._template.colors)
        return place, number if number < self.before[place] else number + 1


_TOPOLOGY = 4
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight neighbours, row and column, in a circle; those at odd places share an edge."""


def change_cost(cells: bytes, width: int, place: int, value: int) -> int:
    """The cost of giving a cell of a picture another value.

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
    """True if a colour change of the middle one of 3 by 3 cells does not alter their topology.

    ``around``: a bit for each neighbour that has the colour. The middle is simple if its neighbours
    of the colour form exactly one group of touching cells around it, and the others, too: the
    crossing number of Yokoi is 1.
    """
    other = [not around >> i & 1 for i in range(8)]
    edges = (1, 3, 5, 7)
    return sum(other[i] - (other[i] & other[i + 1 & 7] & other[i + 2 & 7]) for i in edges) == 1
