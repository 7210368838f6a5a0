# SPDX-License-Identifier: MIT
"""``turns``: who works next in the stage ``sat``, and for how long.

The solver works first, and again after each solution. Where it comes to no answer within its turn,
another one follows: weights, once, while the proof that a known solution is the only one is left to
them; a second solver, once, while there is no solution; else a run of beliefs. Then a switching
component of a solution is looked for, and the solver goes on. Without beliefs and without weights
the solver works to its end.

While there is no solution yet, each run of beliefs gives the solver new phases. The solver keeps
what it has learned and its restarts; only where it looks first moves with every run, so that one
bad guess of beliefs costs no more than one turn. With phases that stay those of the first runs, the
time for a hard picture depends on luck: survey-faase took 2 s in one orientation and minutes in
another. A turn of the solver is some thousand conflicts, at any cost of a run, and becomes
longer with every turn: the longer the search lasts, the less beliefs have helped.

On a small board the first turn is short, and a second solver has one turn after it, alone on the
whole puzzle (``second_solver.py``): where the preset ``sat`` is lucky, the turns are nearly as
quick.

When a solution is known, a second one is searched for in the same way, for about as many turns as
the first took, with phases of new runs. Otherwise, and after those, a run may find another one,
which then costs much less than a refutation: every second or third run finds another solution of a
picture that has many. So some turns share the time equally. After them, or once a run has found the
same solution again, the solver works nearly alone: probably there is no other solution, and only
the solver can prove that.

Source: a stochastic finder and a learning solver that help each other are in Kroc, Sabharwal, Gomes
and Selman, "Integrating systematic and local search paradigms: a new strategy for MaxSAT" (2009).
docs/experiments.md, "Beliefs and SAT in turns", has the rejected alternatives (equal times for the
first solution too; dives in the middle of a run; assumptions in the order of beliefs, and cores).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.solving.stages.second_solver import has_second_solver

if TYPE_CHECKING:
    from nonosat.core import _core
    from nonosat.logic.belief_search import BeliefSearch
    from nonosat.solving.state import State

NEAR_CONFLICTS = 100
"""Conflicts that a backend spends close to the last solution; where there is another one nearby,
one conflict is usually enough."""
_SHORT_TURN = 500
"""Conflicts of a first turn that a second solver follows."""
_FIRST_TURN = 2000
"""Conflicts of the first turn, or the one after a second solver, that looks for a solution."""
_GROWTH = 1.03
"""How much longer every further turn is."""
_LONGEST_TURN = 50_000
"""Conflicts that no such turn exceeds: beliefs stay part of the longest search."""
_ENTRIES_PER_CONFLICT = 5000
"""A conflict takes about as long as this number of table entries of beliefs: 30 to 90
microseconds."""
_TURNS_AGAIN = 3
"""Extra turns, beyond those that the first solution took, spent on a second one."""
_LEAST_TURN = 100
"""The least conflicts of a turn of a solver that refutes."""
_EQUAL_TURNS = 8
"""Turns in which beliefs have as much time as the solver, when a solution is known."""
_LATER_SHARE = 16
"""After the equal turns, the solver gets this many times the time of beliefs."""


class Worker(enum.Enum):
    """Who has a turn."""

    SOLVER = "solver"
    WEIGHTS = "weights"
    SECOND_SOLVER = "second solver"
    BELIEFS = "beliefs"
    COMPONENT = "switching component"


def turns(state: State, beliefs: Beliefs | None) -> Iterator[tuple[Worker, int | None]]:
    """Who works next, and for how many conflicts if it is the solver (None: to its end).

    It ends when the question is answered. What a turn has found stands in ``state``.
    """
    second = beliefs is not None and has_second_solver(state)
    while not state.done:
        known = len(state.solutions)
        second = second and not known
        conflicts = NEAR_CONFLICTS if state.left.weights else None
        if beliefs is not None:
            conflicts = _SHORT_TURN if second else beliefs.conflicts()
        yield Worker.SOLVER, conflicts
        if not state.done and len(state.solutions) == known:
            if known and state.left.weights:
                yield Worker.WEIGHTS, None
            elif second:
                yield Worker.SECOND_SOLVER, None
                second = False
            elif beliefs is not None:
                yield Worker.BELIEFS, None
        if beliefs is not None and not state.done:
            yield Worker.COMPONENT, None


class Beliefs:
    """Belief propagation in turn with one solver, from where the stage ``beliefs`` has ended."""

    def __init__(self, state: State, search: BeliefSearch) -> None:
        self._state = state
        self._search = search
        self._last_work = self.last.work // max(1, self._search.runs)
        self._turn = float(_FIRST_TURN)
        self._first_runs = self._further_runs = self._turns_again = 0

    @property
    def last(self) -> _core.Beliefs:
        """Those of the last run."""
        return self._search.beliefs

    @property
    def looks(self) -> bool:
        """True if the next turn of the solver is to look for a solution where beliefs say."""
        return not self._state.solutions or self._turns_again > 0

    def conflicts(self) -> int:
        """How many conflicts the solver may spend now."""
        if self.looks:
            return int(self._turn)
        equal = max(_LEAST_TURN, self._last_work // _ENTRIES_PER_CONFLICT)
        if self._further_runs >= _EQUAL_TURNS:
            return _LATER_SHARE * equal
        return equal

    def run(self) -> bytes | None:
        """One run of beliefs; the cells of a solution that is not known yet, which the state keeps.

        Raises:
            Stopped: a limit was reached.
        """
        state, search = self._state, self._search
        counts = state.stage.counts
        counts["more_runs"] = counts.get("more_runs", 0) + 1
        before = self.last.work
        if self.looks:
            cells = search.find_longer(state.limits, state.seed)
        else:
            cells = search.find_another(state.limits, state.seed)
        if not state.solutions:
            self._first_runs += 1
            self._turn = min(_LONGEST_TURN, self._turn * _GROWTH)
            self._turns_again = self._first_runs + _TURNS_AGAIN
        elif self._turns_again > 0:
            self._turns_again -= 1
        else:
            self._further_runs += 1
        self._last_work = self.last.work - before
        if cells is None:
            return None
        if not state.is_new(cells):
            self._turns_again, self._further_runs = 0, _EQUAL_TURNS
            return None
        state.found(cells)
        return cells
