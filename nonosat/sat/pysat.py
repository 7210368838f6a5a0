# SPDX-License-Identifier: MIT
"""The solvers of python-sat that keep what they learned: CaDiCaL, Glucose, MiniSat.

python-sat cannot interrupt CaDiCaL, and holds the GIL while it runs. So all of them run in slices
of a fixed number of conflicts; between slices limits, Ctrl-C and ``cancel`` are seen to. What was
learned is kept. Glucose and MiniSat go on from slice to slice as if there were none; CaDiCaL sets
its schedule of phases and simplifications anew each time, so that in slices below some thousand
conflicts it never gets to them: on the puzzles of the classic survey that need more than a second
slices of 5,000 took half the time of one piece, slices of 500 several times as much. A slice also
has to be short enough for a prompt stop. So its size follows the number of clauses, by which
conflicts get slow, and nothing else: the same seed gives the same report.

Two solvers that take turns (CaDiCaL with phases, Glucose without) were tried as the default: on
the survey, a tournament set and the hard set they were no quicker than CaDiCaL in such slices.

python-sat's own way with Ctrl-C, a signal handler that jumps out of the solver, leaves CaDiCaL in a
state in which the next call aborts the process. It is kept out here in both families.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import pysolvers
from pysat import solvers

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["Cadical153", "Cadical195", "Glucose", "Minisat"]

_HAND_OVER = 100_000
"""Clauses handed over between two looks at the limits: some 40 ms."""


class _Sliced:
    """A solver of python-sat that holds the clauses of a puzzle."""

    solver_class: ClassVar[type[Any]]
    pace: ClassVar[int] = 160_000_000
    """Conflicts in a slice times clauses: about half a second on the largest puzzles known."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._solver = self.solver_class()
        self.slice = self.slice_for(len(cnf.clauses))
        if seed:
            self._take_seed(seed)
        for begin in range(0, len(cnf.clauses), _HAND_OVER):
            limits.check()
            self._hand_over(cnf.clauses[begin : begin + _HAND_OVER])
        self._variables = cnf.variables

    @classmethod
    def slice_for(cls, clauses: int) -> int:
        """Conflicts between two looks at the limits."""
        return max(500, min(5000, cls.pace // (clauses + 1)))

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(list(clause))

    def solve(self, limits: Limits, in_turn: bool = False) -> bool | None:
        """True if there is a model, False if it is proven that there is none; Stopped by limits.

        In turn: None after a slice that did not decide.
        """
        while True:
            before = self._conflicts()
            self._solver.conf_budget(limits.slice(self.slice))
            answer = self._run()
            limits.spend(self._conflicts() - before)
            if answer is not None or in_turn:
                return answer

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Has no use for them."""

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

    def _run(self) -> bool | None:
        """One slice; None if its conflicts are used up."""
        # "Expect an interrupt": no signal handler, and other threads may run.
        answer: bool | None = self._solver.solve_limited(expect_interrupt=True)
        return answer

    def _hand_over(self, clauses: Sequence[list[int]]) -> None:
        self._solver.append_formula(clauses)

    def _take_seed(self, seed: int) -> None:
        """These leave nothing to chance."""

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])


class Glucose(_Sliced):
    """Glucose 3.0: a little faster here than 4.1 and 4.2.1."""

    solver_class = solvers.Glucose3


class Minisat(_Sliced):
    """MiniSat as it is in its repository: a little faster here than 2.2."""

    solver_class = solvers.MinisatGH


_FINDING = {"stabilizeonly": 1}
"""CaDiCaL's options where phases are given: few restarts, so that they are followed. Over 37
puzzles that beliefs left unsolved the median went from 16 to 9 ms, the mean from 123 to 85."""


class Cadical153(_Sliced):
    """CaDiCaL 1.5.3. It asks its seed in local search alone: seldom does one make a difference."""

    solver_class = solvers.Cadical153
    solve_limited = staticmethod(pysolvers.cadical153_solve_lim)
    add_one = staticmethod(pysolvers.cadical153_add_cl)

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._clauses = cnf.clauses
        self._added: list[list[int]] = []
        self._seed = seed
        self._phased: int | None = None  # how many conflicts phases may still guide
        self._past: dict[str, int] = {}  # counts of the solver that they guided
        self._finding = bool(cnf.phases)
        super().__init__(cnf, seed=seed, limits=limits)

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._added.append(list(clause))
        super().add_clause(clause)

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Literals that are likely true: tried first, for so many conflicts (None = for good).

        CaDiCaL never forgets them, and they are in the way of a proof; so after that a new solver
        takes over.
        """
        self._solver.set_phases(list(literals))
        self._phased = conflicts

    def solve(self, limits: Limits, in_turn: bool = False) -> bool | None:
        """As above; first, as long as phases are to guide it, with them."""
        while self._phased is not None and self._phased > 0:
            before = self._conflicts()
            self._solver.conf_budget(limits.slice(min(self.slice, self._phased)))
            answer = self._run()
            spent = self._conflicts() - before
            limits.spend(spent)
            self._phased -= max(spent, 1)
            if answer is not None:
                return answer
        if self._phased is not None:
            self._phased = None
            self._replace(limits)
        return super().solve(limits, in_turn)

    def counts(self) -> dict[str, int]:
        """Restarts, conflicts, decisions and propagations so far."""
        return {name: n + self._past.get(name, 0) for name, n in super().counts().items()}

    def _replace(self, limits: Limits) -> None:
        """Begin anew, with the same clauses and no phases."""
        self._past = self.counts()
        self._solver.delete()
        self._finding = False
        self._solver = self.solver_class()
        if self._seed:
            self._take_seed(self._seed)
        for begin in range(0, len(self._clauses), _HAND_OVER):
            limits.check()
            self._hand_over(self._clauses[begin : begin + _HAND_OVER])
        self._hand_over(self._added)

    def _hand_over(self, clauses: Sequence[list[int]]) -> None:
        if self._finding:  # options come before the first clause
            self._solver.configure(_FINDING)
            self._finding = False
        # append_formula() is a loop in Python, which takes longer than many a solution.
        deque(map(partial(self.add_one, self._solver.cadical), clauses), maxlen=0)

    def _run(self) -> bool | None:
        # What solve_limited() does, but 0 = "not the main thread": no signal handler.
        code: int = self.solve_limited(self._solver.cadical, [], 0)
        answer = None if code == 0 else code > 0
        self._solver.status = answer
        return answer

    def _take_seed(self, seed: int) -> None:
        self._solver.configure({"seed": seed})


class Cadical195(Cadical153):
    """CaDiCaL 1.9.5. It spends more between conflicts, so the slices are shorter."""

    solver_class = solvers.Cadical195
    pace = 80_000_000
    solve_limited = staticmethod(pysolvers.cadical195_solve_lim)
    add_one = staticmethod(pysolvers.cadical195_add_cl)
