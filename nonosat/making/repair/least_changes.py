# SPDX-License-Identifier: MIT
"""The loop: try the cheapest changes that nothing known excludes, and learn from what fails.

Every picture that fails gives kernels, and a kernel is a clause that every repair satisfies. So the
cheapest changes that satisfy all clauses (``Changes``) are a lower bound, also when the loop ends
early; and the first that do not fail are a least repair. The loop ends: a picture that fails breaks
its own clause, and there are finitely many pictures. (The idea is that of implicit hitting sets,
Moreno-Centeno and Karp 2013; docs/repair.md has the proof for pictures.)

At the beginning many independent conflicts of the picture are collected, later a few for each try.
Where the first phase finds a least repair, ``by_looks`` continues with the same clauses and gives
all repairs of that size, best-looking first. Rejected: looks as small weights beside the changes
from the start, which splits the cores and costs more tries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonosat.limits import Limits
from nonosat.making.repair.changes import Changes
from nonosat.making.repair.conflicts import Conflicts

_FIRST = 50
_LATER = 3
"""Searches for independent conflicts: of the picture itself, and of each try."""


class LeastChanges:
    """A search for least repairs. ``tries`` counts the pictures that were tried."""

    def __init__(
        self,
        changes: Changes,
        conflicts: Conflicts,
        limits: Limits,
        report: Callable[[], None] = lambda: None,
    ) -> None:
        """``report`` is called after each try."""
        self._changes, self._conflicts, self._limits = changes, conflicts, limits
        self.report = report
        self.tries = 0
        self.complete = False
        """Were all least repairs found by ``by_looks``?"""
        self.bound = 0
        """Nothing with fewer changes is a repair."""
        self.last = changes.before
        """The picture that was tried last."""
        self.upper: int | None = None
        """A repair with that number of changes is known; the search ends when it is least."""

    def find(self, max_changes: int | None = None) -> bytes | None:
        """A least repair. None: there is none (within ``max_changes``), or ``upper`` is least.

        Raises:
            Stopped: a limit was reached; ``bound`` is proven.
        """
        most = _FIRST
        while True:
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

    def by_looks(self, most_failures: int) -> Iterator[bytes]:
        """After ``find``: all least repairs, best-looking first; or some, after many failures.

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
        """Learn from the conflicts of a picture; False if it has none."""
        self.tries += 1
        self.last = cells
        failed = False
        try:
            for kernel in self._conflicts.of(cells, most, self._limits):
                failed = True
                self._changes.learn(cells, kernel)
        finally:
            self.report()
        return failed
