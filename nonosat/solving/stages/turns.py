# SPDX-License-Identifier: MIT
"""``turns``: who works next in the stage ``sat``, and for how long.

The solver works first, and again after each solution. If its turn ends without an answer, another
worker follows: weights, once, while the stage ``weights`` has left them the proof that a known
solution is the only one; a second solver, once, while there is no solution; else a run of beliefs.
Then a switching component of a solution is looked for, and the solver continues. Without beliefs
and without weights the solver works to its end.

While there is no solution yet, each run of beliefs gives the solver new phases. The solver keeps
its learned clauses and restarts; only where it looks first changes with every run, so that one
bad guess of beliefs costs no more than one turn. If the phases of the first runs are kept, the
time for a hard picture depends on luck: survey-faase took 2 s in one orientation and minutes in
another. A turn of the solver is some thousand conflicts, whatever a run costs, and every turn is
longer than the one before: the longer the search lasts, the less beliefs have helped.

On a small board the first turn is short, and a second solver has one turn after it: CaDiCaL alone,
without beliefs (``search_alone``). Beliefs and the solver that follows them search the same part of
the grid, which now and then is the wrong one; on small boards another solver finds a solution in a
few thousand conflicts about as often. It runs in one piece, because CaDiCaL starts its search anew
with each piece, and on the puzzle as it was given, like the preset ``sat``: a puzzle that ``sat``
solves quickly stays quick. On large boards its conflicts cost more and find less.
docs/experiments.md, "Shorter runs, and a second solver in the turns", has the figures.

When a solution is known, a second one is searched for in the same way, for about as many turns as
the first took, with phases of new runs. Otherwise, and after those turns, a run may find another
solution, which costs much less than a refutation: every second or third run finds another solution
of a picture that has many. So for some turns, beliefs and solver share the time equally. After
them, or once a run has found the same solution again, the solver works nearly alone: probably there
is no other solution, and only the solver can prove that.

Source: a stochastic finder and a learning solver that help each other are in Kroc, Sabharwal, Gomes
and Selman, "Integrating systematic and local search paradigms: a new strategy for MaxSAT" (2009).
docs/experiments.md, "Beliefs and SAT in turns", has the rejected alternatives (equal times for the
first solution too; dives in the middle of a run; assumptions in the order of beliefs, and cores).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.logic.board import open_board
from nonosat.sat.backends import BACKENDS, bytes_per_literal
from nonosat.sat.cnf import encode

if TYPE_CHECKING:
    from nonosat.core import _core
    from nonosat.logic.belief_search import BeliefSearch
    from nonosat.solving.state import State

NEAR_CONFLICTS = 100
"""Conflicts that a backend spends close to the last solution; if there is another solution nearby,
one conflict is usually enough."""
_SHORT_TURN = 500
"""Conflicts of the first turn if a second solver follows it."""
_FIRST_TURN = 2000
"""Conflicts of the first turn that looks for a solution, apart from a turn of ``_SHORT_TURN``."""
_GROWTH = 1.03
"""The factor by which each turn is longer than the one before."""
_LONGEST_TURN = 50_000
"""The most conflicts of such a turn: beliefs stay part of the longest search."""
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
_SECOND = "cadical153"
"""The second solver."""
_SECOND_CELLS = 1000
"""The most cells of a puzzle, known or not, with which the second solver is worth the time."""
_SECOND_CONFLICTS = 2000
"""Conflicts of the second solver's only turn: a tenth of a second."""


class Worker(enum.Enum):
    """The workers that take turns."""

    SOLVER = "solver"
    WEIGHTS = "weights"
    SECOND_SOLVER = "second solver"
    BELIEFS = "beliefs"
    COMPONENT = "switching component"


def turns(state: State, beliefs: Beliefs | None) -> Iterator[tuple[Worker, int | None]]:
    """The next worker, and the conflicts of its turn if it is the solver (None: to its end).

    The iterator ends when the question is answered. Each turn leaves its results in ``state``.
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
    """Belief propagation in turn with one solver; it continues the stage ``beliefs``."""

    def __init__(self, state: State, search: BeliefSearch) -> None:
        self._state = state
        self._search = search
        self._last_work = self.last.work // max(1, self._search.runs)
        self._turn = float(_FIRST_TURN)
        self._first_runs = self._further_runs = self._turns_again = 0

    @property
    def last(self) -> _core.Beliefs:
        """The beliefs of the last run."""
        return self._search.beliefs

    @property
    def looks(self) -> bool:
        """True if beliefs guide the solver to a solution in its next turn."""
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
        """One run of beliefs; the cells of a new solution, which the state keeps, or None.

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


def has_second_solver(state: State) -> bool:
    """True if a second solver gets a turn: on small boards, with the default backend."""
    board = state.board
    return state.preset.backend == BACKENDS[0] and board.height * board.width <= _SECOND_CELLS


def search_alone(state: State) -> bytes | None:
    """The cells of a first solution, which the state keeps; None if it finds no solution.

    If it refutes the puzzle, it records that in the state.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.sat.backends.pysat import Cadical153

    limits, counts = state.limits, state.stage.counts
    assert not state.solutions
    assert state.preset.encoding is not None
    board = open_board(state.question.puzzle, state.question.given)
    cnf = encode(board, state.preset.encoding, limits, None, bytes_per_literal(_SECOND))
    solver = Cadical153(cnf, seed=state.seed, limits=limits)
    solver.slice = _SECOND_CONFLICTS
    try:
        answer = solver.solve(limits, _SECOND_CONFLICTS)
        if not answer:
            if answer is False:
                state.no_more()
            return None
        cells = cnf.decode(solver.model())
    finally:
        counts["second_conflicts"] = solver.counts().get("conflicts", 0)
        solver.close()
    state.found(cells)
    return cells
