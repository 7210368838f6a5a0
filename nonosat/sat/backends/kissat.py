# SPDX-License-Identifier: MIT
"""Kissat through python-sat, each call in its own child process.

A Kissat object of python-sat answers one question: a second call aborts the whole process, and the
object can neither be interrupted nor asked for its number of conflicts. So the clauses are kept
here, and each call sends all of them to a new Kissat in a new process, which is killed when a limit
is reached. That costs about 0.1 s per call, and learned clauses are lost between calls.

A conflict limit holds for each call by itself: a call that ends without reaching it counts as zero
conflicts, because their number is not known. The GIL of the caller is never held.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from nonosat.errors import BackendError, installed
from nonosat.workers.channel import Worker, WorkerEndedError
from nonosat.workers.child import die_with_parent

if TYPE_CHECKING:
    from nonosat.limits import Limits
    from nonosat.sat.cnf import Cnf


_LOOK_SECONDS = 0.02
"""How often the limits are checked while the child works."""
_BATCH = 10_000
"""Clauses copied between two checks of the limits."""
_ENDLESS = 2**31 - 1
"""No limit in practice: the largest conflict budget of python-sat."""


class Kissat:
    """The clauses of a puzzle, for a new Kissat per call.

    The seed is ignored: python-sat cannot set it, and Kissat's own is always the same.
    """

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._literals = array("i")
        for begin in range(0, len(cnf.clauses), _BATCH):
            limits.check()
            for clause in cnf.clauses[begin : begin + _BATCH]:
                self._literals.extend((*clause, 0))
        self._variables = cnf.variables
        self._model: list[int] = []
        self._calls = 0
        self._worker: Worker | None = None

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for all later calls."""
        self._literals.extend((*clause, 0))

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool:
        """True if there is a model, False if it is proven that there is no model; or Stopped."""
        budget = limits.slice(_ENDLESS)
        self._calls += 1
        worker = self._worker = Worker("nonosat.sat.backends.kissat:work", quiet=True)
        answer: tuple[bool | None, bytes] | None = None
        try:
            worker.send((budget, self._literals.tobytes()))
            while answer is None:
                answer = worker.hear(_LOOK_SECONDS)
                limits.check(0)
        except WorkerEndedError as ended:
            raise BackendError(f"kissat ended with exit code {ended.code}") from None
        finally:
            self.close()
        found, model = answer
        if found is None:
            limits.spend(budget)
            limits.slice(_ENDLESS)  # raises Stopped: the conflicts are used up
            raise BackendError("kissat gave up without reaching a limit")
        self._model = list(array("i", model))
        return found

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Ignored: python-sat passes no phase hints to Kissat."""

    def model(self) -> Sequence[int]:
        """The model that was found: a literal for each variable, in order."""
        from nonosat.sat.cnf import complete_model  # the child process needs no core

        return complete_model(self._model, self._variables)

    def counts(self) -> dict[str, int]:
        """The calls so far; python-sat does not report Kissat's own counters."""
        return {"calls": self._calls}

    def close(self) -> None:
        """End the child, if one is working."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


def work(question: tuple[int, bytes], emit: Callable[[object], None]) -> tuple[bool | None, bytes]:
    """The child's task: from a conflict budget and clauses that each end in 0 to answer and model.

    Kissat holds the GIL of the child while it works, so the system must end it with its parent.
    """
    die_with_parent()
    with installed():
        from pysat.solvers import Kissat404

    budget, literals = question
    solver = Kissat404()
    solver.append_formula(_clauses(array("i", literals)))
    if budget < _ENDLESS:
        solver.conf_budget(budget)
        found = solver.solve_limited()
    else:
        found = solver.solve()
    model = array("i", solver.get_model() or [] if found else [])
    return found, model.tobytes()


def _clauses(literals: Iterable[int]) -> Iterable[list[int]]:
    clause: list[int] = []
    for literal in literals:
        if literal == 0:
            yield clause
            clause = []
        else:
            clause.append(literal)
