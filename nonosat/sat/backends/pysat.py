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

Two solvers that take turns slice by slice (CaDiCaL with phases, Glucose without) were tried too:
on the survey, a tournament set and the hard set they were no quicker than CaDiCaL alone.

python-sat's own way with Ctrl-C, a signal handler that jumps out of the solver, leaves CaDiCaL in a
state in which the next call aborts the process. It is kept out here in both families.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

import pysolvers
from pysat import solvers

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["Cadical153", "Cadical195", "Duo", "Glucose", "Minisat", "hand_over"]

_HAND_OVER = 100_000
"""Clauses handed over between two looks at the limits: some 40 ms."""
_NATIVE: dict[type[Any], tuple[str, Callable[[Any, Sequence[int]], object]]] = {
    solvers.Cadical153: ("cadical", pysolvers.cadical153_add_cl),
    solvers.Cadical195: ("cadical", pysolvers.cadical195_add_cl),
    solvers.Glucose3: ("glucose", pysolvers.glucose3_add_cl),
    solvers.MinisatGH: ("minisat", pysolvers.minisatgh_add_cl),
}
"""Where a solver of python-sat keeps the native one, and the function that adds a clause to it."""


def hand_over(solver: Any, clauses: Iterable[Sequence[int]]) -> None:
    """Add clauses to a solver of python-sat, one of those in ``_NATIVE``.

    Its own ``append_formula()`` is a loop in Python, which takes longer than many a solution.
    """
    handle, add_one = _NATIVE[type(solver)]
    deque(map(partial(add_one, getattr(solver, handle)), clauses), maxlen=0)


class _Sliced:
    """A solver of python-sat that holds the clauses of a puzzle.

    It has two jobs. Finding a model, phases say what is likely. Refuting another one, they are in
    the way, and these solvers never forget them; so then a new solver takes over.
    """

    solver_class: ClassVar[type[Any]]
    refuter_class: ClassVar[type[Any] | None] = None
    """The solver that takes over, if it is of another kind."""
    pace: ClassVar[int] = 160_000_000
    """Conflicts in a slice times clauses: about half a second on the largest puzzles known."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._clauses = cnf.clauses
        self._variables = cnf.variables
        self._added: list[list[int]] = []
        self._seed = seed
        self._guided: int | None = None  # how many conflicts phases may still guide; None = no end
        self._past: dict[str, int] = {}  # counts of the solver that they guided
        self._refuting = False
        self.slice = self.slice_for(len(cnf.clauses))
        self._begin(bool(cnf.phases), limits)

    @classmethod
    def slice_for(cls, clauses: int) -> int:
        """Conflicts between two looks at the limits."""
        return max(500, min(5000, cls.pace // (clauses + 1)))

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._added.append(list(clause))
        self._solver.add_clause(list(clause))

    def solve(self, limits: Limits, in_turn: bool = False) -> bool | None:
        """True if there is a model, False if it is proven that there is none; Stopped by limits.

        In turn: None after a slice that did not decide.
        """
        while self._guided is not None:
            answer = self._work(limits, min(self.slice, self._guided))
            if answer is not None:
                return answer
            if self._guided <= 0:
                self._refute(limits)
        while True:
            answer = self._work(limits, self.slice)
            if answer is not None or in_turn:
                return answer

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Literals that are likely true: tried first, for so many conflicts (None = for good).

        After that a new solver goes on, without them, and takes no others.
        """
        if not self._refuting:
            self._solver.set_phases(list(literals))
            self._guided = conflicts

    def model(self) -> Sequence[int]:
        """A literal for each variable, in order."""
        model: list[int] = self._solver.get_model()
        # Variables that occur in no clause are missing at the end: they are free.
        model.extend(-variable for variable in range(len(model) + 1, self._variables + 1))
        return model

    def counts(self) -> dict[str, int]:
        """Restarts, conflicts, decisions and propagations so far."""
        now = self._solver.accum_stats() or {}  # nothing if Ctrl-C came between two solvers
        return {name: n + self._past.get(name, 0) for name, n in now.items()}

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _begin(self, finding: bool, limits: Limits) -> None:
        """A new solver, for finding with phases or not, with all clauses."""
        kind = self.refuter_class if self._refuting else None
        self._solver = (kind or self.solver_class)()
        self._configure(finding)
        for begin in range(0, len(self._clauses), _HAND_OVER):
            limits.check()
            hand_over(self._solver, self._clauses[begin : begin + _HAND_OVER])
        hand_over(self._solver, self._added)

    def _refute(self, limits: Limits) -> None:
        self._past = self.counts()
        self._solver.delete()
        self._guided = None
        self._refuting = True
        self._begin(False, limits)

    def _work(self, limits: Limits, conflicts: int) -> bool | None:
        """One slice; None if its conflicts are used up."""
        before = self._conflicts()
        self._solver.conf_budget(limits.slice(conflicts))
        answer = self._run()
        spent = self._conflicts() - before
        limits.spend(spent)
        if self._guided is not None:
            self._guided -= max(spent, 1)
        return answer

    def _run(self) -> bool | None:
        # "Expect an interrupt": no signal handler, and other threads may run.
        answer: bool | None = self._solver.solve_limited(expect_interrupt=True)
        return answer

    def _configure(self, finding: bool) -> None:
        """These have no options, and leave nothing to chance."""

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])


class Glucose(_Sliced):
    """Glucose 3.0: a little faster here than 4.1 and 4.2.1."""

    solver_class = solvers.Glucose3


class Minisat(_Sliced):
    """MiniSat as it is in its repository: a little faster here than 2.2."""

    solver_class = solvers.MinisatGH


class Duo(_Sliced):
    """MiniSat finds, Glucose refutes.

    With phases MiniSat is the quickest finder by far, perhaps because it never moves away from
    them: on 69 random puzzles that beliefs had not solved (25x25 to 40x40) it took 19 s in all,
    CaDiCaL 30 s, Glucose 52 s, MiniSat without phases 52 s; the medians were 55, 88, 183, 138 ms.
    Glucose was the quickest on whole puzzles of the survey (6 s; MiniSat 10, CaDiCaL 27).
    """

    solver_class = solvers.MinisatGH
    refuter_class = solvers.Glucose3


_FINDING = {"stabilizeonly": 1}
"""CaDiCaL's options where phases are given: few restarts, so that they are followed. Over 37
puzzles that beliefs left unsolved the median went from 16 to 9 ms, the mean from 123 to 85."""


class Cadical153(_Sliced):
    """CaDiCaL 1.5.3. It asks its seed in local search alone: seldom does one make a difference."""

    solver_class = solvers.Cadical153
    solve_limited = staticmethod(pysolvers.cadical153_solve_lim)

    def _run(self) -> bool | None:
        # What solve_limited() does, but 0 = "not the main thread": no signal handler.
        code: int = self.solve_limited(self._solver.cadical, [], 0)
        answer = None if code == 0 else code > 0
        self._solver.status = answer
        return answer

    def _configure(self, finding: bool) -> None:
        options = {"seed": self._seed} if self._seed else {}
        if finding:
            options |= _FINDING
        if options:
            self._solver.configure(options)


class Cadical195(Cadical153):
    """CaDiCaL 1.9.5. It spends more between conflicts, so the slices are shorter."""

    solver_class = solvers.Cadical195
    pace = 80_000_000
    solve_limited = staticmethod(pysolvers.cadical195_solve_lim)
