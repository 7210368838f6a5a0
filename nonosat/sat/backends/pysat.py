# SPDX-License-Identifier: MIT
"""The solvers of python-sat that keep what they learn between calls: CaDiCaL, Glucose, MiniSat.

All of them run in slices of a fixed number of conflicts; between slices the limits, Ctrl-C and
``cancel`` are checked. Solving releases the GIL (``pysat_private`` says where it does not). Slices
do not change the search of MiniSat and Glucose. CaDiCaL plans its phases and simplifications anew
for each slice, and never gets to them in slices below some thousand conflicts; yet slices must stay
short, because CaDiCaL cannot be interrupted: up to half a second on the largest puzzles known, more
with millions of clauses. So the size of slices depends only on the number of clauses, which decides
the cost of a conflict: the same seed gives the same report.

Rejected: two solvers that alternate slice by slice (docs/experiments.md, "SAT: encodings and
backends", which has all figures).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.model.numbers import reduced_seed
from nonosat.sat.backends.pysat_private import (
    BATCH,
    add_clauses,
    conflicts_of,
    free,
    reserve,
    solve_slice,
)
from nonosat.sat.cnf import Cnf, complete_model

with installed():
    from pysat import solvers


_PACE = 160_000_000
"""Conflicts in a slice times clauses: about half a second on the largest puzzles known."""


def conflicts_per_slice(clauses: int, pace: int = _PACE) -> int:
    """The number of conflicts between two checks of the limits, for that number of clauses."""
    return max(500, min(5000, pace // (clauses + 1)))


class PysatBackend:
    """A solver of python-sat that holds the clauses of a puzzle.

    It has two modes. While it searches for a model, phases guide it. While it proves that no other
    model exists, phases would slow it down, and they cannot be removed; so it creates a new solver.
    """

    solver_class: ClassVar[type[Any]]
    refuter_class: ClassVar[type[Any] | None] = None
    """The class of the new solver, if it differs."""
    pace: ClassVar[int] = _PACE
    whole_slices: ClassVar[bool] = False
    """Pauses only at the end of a slice, because shorter ones would cost too much."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._clauses = cnf.clauses
        self._variables = cnf.variables
        self._added: list[list[int]] = []
        self._seed = reduced_seed(seed)
        self._guided: int | None = None  # conflicts that phases still guide; None: no phases
        self._past: dict[str, int] = {}  # counts of the solver that was replaced
        self._conflicts = 0  # of all solvers; a slice without any counts as one
        self._refuting = False
        self.slice = conflicts_per_slice(len(cnf.clauses), self.pace)
        self._begin(bool(cnf.phases), limits)

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause permanently."""
        self._added.append(list(clause))
        self._solver.add_clause(list(clause))

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool | None:
        """True if there is a model, False if it is proven that there is no model; or Stopped.

        ``pause_after``: return None after about that many conflicts, or when phases end.
        """
        if self._guided is not None and self._guided <= 0:
            self._refute(limits)
        begun = self._conflicts
        while True:
            conflicts = self.slice if self._guided is None else min(self.slice, self._guided)
            if pause_after is not None and not self.whole_slices:
                conflicts = min(conflicts, max(1, begun + pause_after - self._conflicts))
            answer = self._work(limits, conflicts)
            if answer is not None:
                return answer
            if self._guided is not None and self._guided <= 0:
                if pause_after is not None:
                    return None
                self._refute(limits)
            elif pause_after is not None and self._conflicts - begun >= pause_after:
                return None

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Try these likely true literals first, for ``conflicts`` conflicts; None: always.

        When the conflicts are used up, a new solver continues; it ignores further phases.
        """
        if not self._refuting:
            for begin in range(0, len(literals), BATCH):
                self._solver.set_phases(list(literals[begin : begin + BATCH]))
            self._guided = conflicts

    def model(self) -> Sequence[int]:
        """The model that was found: a literal for each variable, in order."""
        return complete_model(self._solver.get_model(), self._variables)

    def counts(self) -> dict[str, int]:
        """Restarts, conflicts, decisions and propagations so far."""
        now = self._solver.accum_stats() or {}  # None if Ctrl-C came between two solvers
        return {name: n + self._past.get(name, 0) for name, n in now.items()}

    def close(self) -> None:
        """Free the solver."""
        free(self._solver)

    def _begin(self, finding: bool, limits: Limits) -> None:
        """Create a solver with all clauses; ``finding``: phases will guide it to a model."""
        kind = self.refuter_class if self._refuting else None
        self._solver = (kind or self.solver_class)()
        try:
            self._configure(finding)
            reserve(self._solver, self._variables)
            add_clauses(self._solver, self._clauses, limits)
            add_clauses(self._solver, self._added, limits)
        except BaseException:  # also Ctrl-C
            free(self._solver)
            raise

    def _refute(self, limits: Limits) -> None:
        self._past = self.counts()
        free(self._solver)
        self._guided = None
        self._refuting = True
        self._begin(False, limits)

    def _work(self, limits: Limits, conflicts: int) -> bool | None:
        """One slice; None if its conflicts are used up."""
        before = conflicts_of(self._solver)
        answer = solve_slice(self._solver, limits.slice(conflicts))
        spent = conflicts_of(self._solver) - before
        limits.spend(spent)
        self._conflicts += max(spent, 1)
        if self._guided is not None:
            self._guided -= max(spent, 1)
        return answer

    def _configure(self, finding: bool) -> None:
        """Set options and seed. MiniSat and Glucose have neither here."""


class Glucose(PysatBackend):
    """Glucose 3.0, a little faster here than 4.1 and 4.2.1."""

    solver_class = solvers.Glucose3


class Minisat(PysatBackend):
    """MiniSat from its repository, a little faster here than the release 2.2."""

    solver_class = solvers.MinisatGH


class Duo(PysatBackend):
    """MiniSat to find a model, Glucose to refute: each is the quickest at its task.

    MiniSat with phases is by far the quickest to find a model, perhaps because it never moves away
    from the phases.
    """

    solver_class = solvers.MinisatGH
    refuter_class = solvers.Glucose3


class Cadical153(PysatBackend):
    """CaDiCaL 1.5.3. Only its local search uses the seed, so seeds rarely make a difference."""

    solver_class = solvers.Cadical153
    whole_slices = True

    def _configure(self, finding: bool) -> None:
        options = {"seed": self._seed} if self._seed else {}
        if finding:
            options["stabilizeonly"] = 1  # few restarts, so that it follows the phases
        if options:
            self._solver.configure(options)


class Cadical195(Cadical153):
    """CaDiCaL 1.9.5. It does more between conflicts, so its slices are shorter."""

    solver_class = solvers.Cadical195
    pace = 80_000_000
