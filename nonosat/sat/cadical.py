# SPDX-License-Identifier: MIT
"""CaDiCaL 1.5.3 through python-sat: the default backend.

python-sat cannot interrupt CaDiCaL, and holds the GIL while it runs. So it runs in slices of a
fixed number of conflicts; between slices limits, Ctrl-C and ``cancel`` are seen to. python-sat's
own way with Ctrl-C (a signal handler that jumps out of the solver) leaves CaDiCaL in a state in
which the next call aborts the process; its C function is called here without that handler. What was
learned is kept. 1,000 conflicts are below 0.4 s on the hardest puzzles known, and the slices cost
little: on those puzzles the same number of conflicts took as long in one piece.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial

import pysolvers
from pysat.solvers import Cadical153

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["Cadical"]

SLICE = 1000
"""Conflicts between two looks at the limits."""
_FINDING = {"stabilizeonly": 1}
"""Options where phases are given: few restarts, so that they are followed. Over 37 puzzles that
beliefs left unsolved the median went from 16 to 9 ms, the mean from 123 to 85."""


class Cadical:
    """A CaDiCaL that holds the clauses of a puzzle."""

    package = "python-sat"

    def __init__(self, cnf: Cnf, *, seed: int) -> None:
        self._clauses = cnf.clauses
        self._variables = cnf.variables
        self._seed = seed
        self._added: list[list[int]] = []
        self._phased: int | None = None  # how many conflicts phases may still guide
        self._past: dict[str, int] = {}  # counts of solvers that are gone
        self._solver = self._fill(_FINDING if cnf.phases else {})

    def _fill(self, options: dict[str, int]) -> Cadical153:
        solver = Cadical153()
        if self._seed:
            solver.configure({"seed": self._seed})
        if options:
            solver.configure(options)
        # append_formula() is a loop in Python, which takes longer than many a solution.
        add = partial(pysolvers.cadical153_add_cl, solver.cadical)
        deque(map(add, self._clauses), maxlen=0)
        deque(map(add, self._added), maxlen=0)
        return solver

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._added.append(list(clause))
        self._solver.add_clause(self._added[-1])

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Literals that are likely true: tried first, for so many conflicts (None = for good).

        CaDiCaL never forgets them, and they are in the way of a proof; so after that a new solver
        takes over.
        """
        self._solver.set_phases(list(literals))
        self._phased = conflicts

    def solve(self, limits: Limits) -> bool:
        """True if there is a model, False if it is proven that there is none; Stopped by limits."""
        while True:
            if self._phased is not None and self._phased <= 0:
                self._phased = None
                self._past = self.counts()
                self._solver.delete()
                self._solver = self._fill({})
            before = self._conflicts()
            budget = SLICE if self._phased is None else min(SLICE, self._phased)
            self._solver.conf_budget(limits.slice(budget))
            # What solve_limited() does, but 0 = "not the main thread": no signal handler.
            answer = pysolvers.cadical153_solve_lim(self._solver.cadical, [], 0)
            self._solver.status = None if answer == 0 else answer > 0
            spent = self._conflicts() - before
            limits.spend(spent)
            if self._phased is not None:
                self._phased -= max(spent, 1)
            if answer != 0:
                return bool(answer > 0)

    def model(self) -> Sequence[int]:
        """A literal for each variable, in order."""
        model: list[int] = self._solver.get_model()
        # Variables that occur in no clause are missing at the end: they are free.
        model.extend(-variable for variable in range(len(model) + 1, self._variables + 1))
        return model

    def counts(self) -> dict[str, int]:
        """Restarts, conflicts, decisions and propagations so far."""
        now = self._solver.accum_stats()
        return {name: count + self._past.get(name, 0) for name, count in now.items()}

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])
