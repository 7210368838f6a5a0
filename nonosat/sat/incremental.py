# SPDX-License-Identifier: MIT
"""A SAT solver for many related questions: assumptions, cores, phases and small budgets.

A ``Backend`` answers one hard question; backbones, contradictions and enumeration ask hundreds of
small ones about the same clauses. The solver is Glucose 3: it keeps learnt clauses, is quick at
calls that propagation decides, reports which assumptions a refutation used, and can report what
follows by unit propagation alone. Like the backends it runs in slices of conflicts, and without
python-sat's handler for Ctrl-C, which leaves a solver in an undefined state.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import Self

from nonosat.core._core import Cnf as NativeCnf
from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.sat.backends.pysat_private import (
    add_clauses,
    conflicts_of,
    free,
    implied,
    solve_slice,
)
from nonosat.sat.cnf import CellLiterals, complete_model

with installed():
    from pysat.solvers import Glucose3


_SLICE = 1000
"""Conflicts between two checks of the limits."""
_CONFLICT_WORK = 200


class WorkDone(Exception):  # noqa: N818 - not an error: the work of a search is bounded
    """The work that a search may do is used up."""


class Incremental:
    """A solver that holds clauses, for use in a ``with`` statement. ``calls`` counts its calls."""

    def __init__(self, clauses: Sequence[Sequence[int]], variables: int, limits: Limits) -> None:
        """A solver with these clauses.

        Raises:
            Stopped: a limit was reached.
        """
        self._solver = Glucose3()
        try:
            add_clauses(self._solver, clauses, limits)
        except BaseException:  # also Ctrl-C
            free(self._solver)
            raise
        self._variables = variables
        self.limits = limits
        self.calls = 0
        self.most_work: int | None = None
        """A bound on ``work``; None: no bound."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        free(self._solver)

    def new_variable(self) -> int:
        """The number of a new variable."""
        self._variables += 1
        return self._variables

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause permanently."""
        self._solver.add_clause(list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        """When the solver decides one of these literals, it makes it true."""
        self._solver.set_phases(list(literals))

    def solve(self, assumptions: Sequence[int] = (), budget: int | None = None) -> bool | None:
        """True, False, or None if ``budget`` conflicts were not enough.

        Raises:
            Stopped: a limit was reached.
            WorkDone: ``most_work`` is used up.
        """
        self.calls += 1
        fixed = list(assumptions)
        left = budget
        while left is None or left > 0:
            if self.most_work is not None and self.work() >= self.most_work:
                raise WorkDone
            allowed = self.limits.slice(_SLICE if left is None else min(_SLICE, left))
            before = conflicts_of(self._solver)
            answer = solve_slice(self._solver, allowed, fixed)
            spent = conflicts_of(self._solver) - before
            self.limits.spend(spent)
            if answer is not None:
                return answer
            if left is not None:
                left -= max(spent, 1)
        return None

    def conflicts(self) -> int:
        """The conflicts so far."""
        return conflicts_of(self._solver)

    def work(self) -> int:
        """The work so far, the same for the same questions: some 4 million a second.

        It counts propagations, and each conflict as 200 propagations.
        """
        counts = self._solver.accum_stats()
        return int(counts["propagations"] + _CONFLICT_WORK * counts["conflicts"])

    def implied(self, assumptions: Sequence[int]) -> set[int]:
        """The assumptions, and the literals that follow from them by unit propagation."""
        self.limits.check()
        return implied(self._solver, assumptions)

    def model(self) -> list[int]:
        """After ``solve`` returned True: a literal for each variable, in order."""
        return complete_model(self._solver.get_model(), self._variables)

    def core(self) -> list[int]:
        """After ``solve`` returned False: assumptions that cannot hold together."""
        return list(self._solver.get_core() or ())


def solver_of_lines(
    native: NativeCnf, lines: Iterable[int], limits: Limits, certain: Container[int] = ()
) -> tuple[Incremental, dict[int, int]]:
    """A solver with the clauses of some lines, by number, and for each line its selector.

    A question is about the lines whose selectors it assumes, and about the ``certain`` lines, which
    have no selector.

    Raises:
        Stopped: a limit was reached.
    """
    ends = [*native.line_begins, native.clause_count]
    ranges = list(pairwise(ends))
    solver = Incremental(native.clauses(0, ends[0]), native.variables, limits)
    selectors: dict[int, int] = {}
    try:
        for line in lines:
            limits.check()
            held = []
            if line not in certain:
                selectors[line] = solver.new_variable()
                held = [-selectors[line]]
            for clause in native.clauses(*ranges[line]):
                solver.add([*held, *clause])
    except BaseException:  # also Ctrl-C
        solver.__exit__()
        raise
    return solver, selectors


def cell_literal(solver: Incremental, literals: CellLiterals, solution: bytes, cell: int) -> int:
    """A literal that, if assumed, states that a cell has its value in ``solution``."""
    fixed = literals.equal(solution, [cell])
    if len(fixed) == 1:
        return fixed[0]
    selector = solver.new_variable()  # EMPTY: several colours are excluded together
    for literal in fixed:
        solver.add([-selector, literal])
    return selector
