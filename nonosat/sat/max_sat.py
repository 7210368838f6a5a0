# SPDX-License-Identifier: MIT
"""``MaxSat``: the cheapest way to satisfy clauses; a soft literal that is false costs its weight.

Searches for a least set of changes learn clauses that every answer satisfies, ask for the cheapest
set that satisfies those known so far, try it, and learn more. So this solver is incremental: hard
clauses may be added between two questions, and everything that was derived stays.

The method is OLL (Andres, Kaufmann, Matheis, Schaub 2012; Morgado, Dodaro, Marques-Silva 2014):
assume all soft literals. If a set of them (a core) cannot hold together, the bound rises by the
least weight in the core, and a totalizer counts how many of its literals are false: the first is
paid for, and each further one is a new soft literal. Heavy literals are assumed first. The bound is
proven at any time, also when a limit ends the search. Cores are made minimal, and counted as far as
possible, with small budgets of conflicts, so the answer depends only on the questions.

``pysat.examples.rc2`` is the same method, but cannot be interrupted: here each call of the solver
obeys the common limits. Cost: hundreds of clauses of a picture take milliseconds.

>>> with MaxSat(3, Limits()) as solver:
...     for variable in (1, 2, 3):
...         solver.add_soft(-variable)
...     solver.add([1, 2])
...     solver.add([2, 3])
...     print(solver.optimum(), solver.lower)
[-1, 2, -3] 1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.sat.backends.pysat_private import free_totalizer
from nonosat.sat.incremental import Incremental

with installed():
    from pysat.card import ITotalizer


_SHRINK_CONFLICTS = 100
"""Conflicts for each question that makes a core smaller, or raises its count."""


class MaxSat:
    """Clauses that hold, and soft literals, which cost their weight if they are false.

    For use in a ``with`` statement. ``lower``: a proven lower bound on the cost of solutions.
    """

    def __init__(self, variables: int, limits: Limits) -> None:
        """A solver without clauses, for the variables from 1 on."""
        self._solver = Incremental([], variables, limits)
        self._own = variables
        self._top = variables
        """The last variable in use, including the variables of totalizers."""
        self._soft: dict[int, int] = {}
        """The literals to assume, in the order they were added, each with its weight."""
        self._counted: dict[int, tuple[ITotalizer, int]] = {}
        """For the soft literal "no more than n of this core are broken": the totalizer, and n."""
        self._totalizers: list[ITotalizer] = []
        self.lower = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for totalizer in self._totalizers:
            free_totalizer(totalizer)
        self._solver.__exit__()

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause that every solution satisfies."""
        self._solver.add(clause)

    def add_soft(self, literal: int, weight: int = 1) -> None:
        """Add a soft literal: a solution in which it is false costs ``weight`` (1 or more).

        A literal that is added twice costs the sum.
        """
        self._soft[literal] = self._soft.get(literal, 0) + weight

    def optimum(self) -> list[int] | None:
        """A cheapest solution, a literal for each variable; None if there is no solution.

        It costs ``lower``.

        Raises:
            Stopped: a limit was reached; ``lower`` is proven, and another call continues.
        """
        least = max(self._soft.values(), default=0)
        while True:
            assumed = [literal for literal, weight in self._soft.items() if weight >= least]
            if self._solver.solve(assumed):
                lighter = [weight for weight in self._soft.values() if weight < least]
                if not lighter:
                    return self._solver.model()[: self._own]
                least = max(lighter)
                continue
            core = self._shrunk(self._solver.core())
            if not core:
                return None
            self._relax(core)

    def settle(self) -> None:
        """Keep only the cheapest solutions; new soft literals order these.

        Call it right after ``optimum`` has found a solution. All soft literals that are still
        assumed are then true in every cheapest solution: with one false, it costs more than
        ``lower``.
        """
        for literal in self._soft:
            self._solver.add([literal])
        self._soft.clear()
        self.lower = 0

    def _shrunk(self, core: list[int]) -> list[int]:
        """A smaller core: first a core of the core, then without unneeded literals.

        It is empty if the clauses alone have no solution.
        """
        core = sorted(core, key=list(self._soft).index)
        while len(core) > 1 and self._solver.solve(core, _SHRINK_CONFLICTS) is False:
            smaller = set(self._solver.core())
            if len(smaller) == len(core):
                break
            core = [literal for literal in core if literal in smaller]
        for literal in list(core):
            rest = [other for other in core if other != literal]
            if rest and literal in core and self._solver.solve(rest, _SHRINK_CONFLICTS) is False:
                kept = set(self._solver.core())
                core = [other for other in core if other in kept]
        return core

    def _relax(self, core: list[int]) -> None:
        """Pay for a core: its literals lose the weight paid; each further false one costs it."""
        paid = min(self._soft[literal] for literal in core)
        self.lower += paid
        for literal in core:
            self._soft[literal] -= paid
            if not self._soft[literal]:
                del self._soft[literal]
            if literal in self._counted:
                totalizer, number = self._counted[literal]
                self._at_most(totalizer, number + 1, paid)
        if len(core) == 1:
            self._solver.add([-core[0]])
            return
        self._solver.add([-literal for literal in core])
        totalizer = ITotalizer([-literal for literal in core], ubound=1, top_id=self._top)
        self._totalizers.append(totalizer)
        self._take(totalizer, len(totalizer.cnf.clauses))
        number = 1
        try:
            while number < len(core):
                bound = self._bound(totalizer, number)
                if self._solver.solve([bound], _SHRINK_CONFLICTS) is not False:
                    break
                self._solver.add([-bound])
                self.lower += paid
                number += 1
        finally:  # also if a limit ends the count
            self._at_most(totalizer, number, paid)

    def _at_most(self, totalizer: ITotalizer, number: int, weight: int) -> None:
        """Add a soft literal: at most ``number`` of a totalizer's literals hold."""
        if number < len(totalizer.lits):
            literal = self._bound(totalizer, number)
            self._counted[literal] = totalizer, number
            self.add_soft(literal, weight)

    def _bound(self, totalizer: ITotalizer, number: int) -> int:
        """The literal that states that at most ``number`` of a totalizer's literals hold."""
        if number >= len(totalizer.rhs):
            totalizer.increase(ubound=number, top_id=self._top)
            self._take(totalizer, totalizer.nof_new)
        return -int(totalizer.rhs[number])

    def _take(self, totalizer: ITotalizer, new: int) -> None:
        """Pass the last clauses of a totalizer to the solver."""
        for clause in totalizer.cnf.clauses[len(totalizer.cnf.clauses) - new :]:
            self._solver.add(clause)
        for _ in range(totalizer.top_id - self._top):
            self._solver.new_variable()
        self._top = totalizer.top_id
