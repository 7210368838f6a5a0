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

from collections.abc import Sequence

import pysolvers
from pysat.solvers import Cadical153

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["Cadical"]

SLICE = 1000
"""Conflicts between two looks at the limits."""


class Cadical:
    """A CaDiCaL that holds the clauses of a puzzle."""

    package = "python-sat"

    def __init__(self, cnf: Cnf, *, seed: int) -> None:
        self._solver = Cadical153()
        if seed:
            self._solver.configure({"seed": seed})
        self._solver.append_formula(cnf.clauses)
        self._variables = cnf.variables

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(list(clause))

    def solve(self, limits: Limits) -> bool:
        """True if there is a model, False if it is proven that there is none; Stopped by limits."""
        while True:
            before = self._conflicts()
            self._solver.conf_budget(limits.slice(SLICE))
            # What solve_limited() does, but 0 = "not the main thread": no signal handler.
            answer = pysolvers.cadical153_solve_lim(self._solver.cadical, [], 0)
            self._solver.status = None if answer == 0 else answer > 0
            limits.spend(self._conflicts() - before)
            if answer != 0:
                return bool(answer > 0)

    def set_phases(self, literals: Sequence[int]) -> None:
        """Literals that are likely true: tried first. They change no answer, only the time."""
        self._solver.set_phases(list(literals))

    def model(self) -> Sequence[int]:
        """A literal for each variable, in order."""
        model: list[int] = self._solver.get_model()
        # Variables that occur in no clause are missing at the end: they are free.
        model.extend(-variable for variable in range(len(model) + 1, self._variables + 1))
        return model

    def counts(self) -> dict[str, int]:
        """Restarts, conflicts, decisions and propagations so far."""
        return dict(self._solver.accum_stats())

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])
