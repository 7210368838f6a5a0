# SPDX-License-Identifier: MIT
"""``Turns``: how a SAT solver and belief propagation take turns until the question is answered.

While there is no solution yet, each run of beliefs gives the solver new phases. The solver keeps
what it has learned and its restarts; only where it looks first moves with every run, so that one
bad guess of beliefs costs no more than one turn. With phases that stay those of the first runs, the
time for a hard picture depends on luck: survey-faase took 2 s in one orientation and minutes in
another. A turn of the solver is some thousand conflicts, whatever a run has cost, and becomes
longer with every turn: the longer the search lasts, the less beliefs have helped.

When a solution is known, a run may find another one, which is then much cheaper than by the solver:
a picture with many solutions is found anew by every second or third run. So the first turns share
the time equally. After some of them, or once a run has found the same solution again, the solver
works nearly alone: there seems to be no other solution, and only it can prove that.

Source: a stochastic finder and a learning solver that help each other are in Kroc, Sabharwal, Gomes
and Selman, "Integrating systematic and local search paradigms: a new strategy for MaxSAT" (2009).
docs/experiments.md, "Beliefs and SAT in turns", has the rejected alternatives (equal times for the
first solution too; dives in the middle of a run; assumptions in the order of beliefs, and cores).
"""

from __future__ import annotations

from nonosat.core._core import Beliefs
from nonosat.solving.state import State

__all__ = ["Turns"]

_FIRST_TURN = 2000
"""Conflicts of the first turn that looks for a first solution."""
_GROWTH = 1.03
"""How much longer every further turn is."""
_LONGEST_TURN = 50_000
_ENTRIES_PER_CONFLICT = 5000
"""A conflict takes about as long as this number of table entries of beliefs: 30 to 90
microseconds."""
_EQUAL_TURNS = 8
"""Turns in which beliefs have as much time as the solver, when a solution is known."""
_LATER_SHARE = 16
"""How many times as long the solver works after those."""


class Turns:
    """The turns of one solver and the beliefs of the stage before it."""

    def __init__(self, state: State) -> None:
        """``state.beliefs`` must be there."""
        assert state.beliefs is not None
        self._state = state
        self._search = state.beliefs
        self._last_work = self.beliefs.work // max(1, self._search.runs)
        self._first_runs = self._further_runs = 0
        self._same_again = False

    @property
    def beliefs(self) -> Beliefs:
        """Those of the last run."""
        return self._search.beliefs

    def conflicts(self) -> int:
        """How many conflicts the solver may spend now."""
        if not self._state.outcome.solutions:
            return min(_LONGEST_TURN, int(_FIRST_TURN * _GROWTH**self._first_runs))
        equal = max(1, self._last_work // _ENTRIES_PER_CONFLICT)
        if self._same_again or self._further_runs >= _EQUAL_TURNS:
            return _LATER_SHARE * equal
        return equal

    def run(self) -> bytes | None:
        """One run of beliefs; the cells of a solution that is not known yet, which the state keeps.

        Raises:
            Stopped: a limit was reached.
        """
        state, search = self._state, self._search
        further = bool(state.outcome.solutions)
        counts = state.stage.counts
        counts["more_runs"] = counts.get("more_runs", 0) + 1
        before = self.beliefs.work
        if further:
            self._further_runs += 1
            cells = search.find_another(state.limits, state.seed)
        else:
            self._first_runs += 1
            cells = search.find_longer(state.limits, state.seed)
        self._last_work = self.beliefs.work - before
        if cells is None:
            return None
        if not state.is_new(cells):
            self._same_again = True
            return None
        state.found(cells)
        return cells
