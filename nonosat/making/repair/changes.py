# SPDX-License-Identifier: MIT
"""``Changes``: sets of changed cells, and what every repair must have of them, for ``MaxSat``.

A variable says "this cell of the picture gets this value"; there is one for each cell and each
value that the cell does not have now. A kernel of a picture that failed becomes a clause: some cell
of the kernel has a value that the kernel does not allow. Cells come into play when a kernel first
names them; all others stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from nonosat.limits import Limits
from nonosat.making.repair.canvas import Canvas
from nonosat.making.repair.looks import change_cost
from nonosat.sat.max_sat import MaxSat


class Changes:
    """The search for the cheapest set of changes that satisfies all clauses known so far.

    For use in a ``with`` statement. First a change costs 1; after ``order_by_looks``, what it costs
    the looks of the picture. ``before``: the picture.
    """

    def __init__(self, canvas: Canvas, before: bytes, limits: Limits) -> None:
        self._canvas = canvas
        self.before = before
        self._sat = MaxSat(len(before) * canvas.colors, limits)
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
        """Nothing cheaper satisfies the clauses: fewer changes, or later better looks."""
        return self._sat.lower

    @property
    def clauses(self) -> int:
        """How many clauses were learnt."""
        return len(self._clauses)

    def cheapest(self) -> bytes | None:
        """The picture after the cheapest changes, or None if nothing satisfies the clauses.

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

    def learn(self, cells: bytes, kernel: Mapping[int, int]) -> bool:
        """Add the clause of a kernel of a picture; False if it was known.

        ``kernel``: for each place the values, as a bit set, of which a repair has none there, for
        some place; the value in ``cells`` is always one of them.
        """
        clause: list[int] = []
        for place, values in kernel.items():
            if place in self._canvas.kept:
                continue
            if values >> self.before[place] & 1:
                clause += [
                    self._variable(place, value)
                    for value in range(self._canvas.colors + 1)
                    if not values >> value & 1
                ]
            else:
                clause.append(-self._variable(place, cells[place]))
        key = tuple(sorted(clause))
        if key in self._clauses:
            return False
        self._clauses.add(key)
        self._sat.add(clause)
        return True

    def order_by_looks(self) -> None:
        """From now on only changes as few as the last ``cheapest``, and the best-looking first."""
        self._sat.settle()
        self._settled = True
        for variable in self._used:
            cost = self.cost_of(*self._meaning(variable))
            if cost:
                self._sat.wish(-variable, cost)

    def exclude(self, cells: bytes) -> None:
        """Exclude a picture and, as all considered ones have equally few changes, no other one."""
        changed = [place for place, value in enumerate(self.before) if cells[place] != value]
        self._sat.add([-self._variable(place, cells[place]) for place in changed])

    def looks(self, cells: bytes) -> int:
        """What all changes of a picture cost its looks."""
        return sum(
            self.cost_of(place, cells[place])
            for place, value in enumerate(self.before)
            if cells[place] != value
        )

    def _cost_of(self, place: int, value: int) -> int:
        return change_cost(self.before, self._canvas.model.width, place, value)

    def _variable(self, place: int, value: int) -> int:
        if place not in self._cells:
            self._cells.add(place)
            first = place * self._canvas.colors + 1
            variables = range(first, first + self._canvas.colors)
            for number, variable in enumerate(variables):
                self._used.append(variable)
                if self._settled:  # it would be one change more
                    self._sat.add([-variable])
                else:
                    self._sat.wish(-variable)
                for other in variables[:number]:
                    self._sat.add([-variable, -other])
        number = value if value < self.before[place] else value - 1
        return place * self._canvas.colors + number + 1

    def _meaning(self, variable: int) -> tuple[int, int]:
        place, number = divmod(variable - 1, self._canvas.colors)
        return place, number if number < self.before[place] else number + 1
