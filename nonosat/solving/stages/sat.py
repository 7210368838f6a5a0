# SPDX-License-Identifier: MIT
"""The stages that ask a SAT solver: ``sat``, and ``backbone`` once two solutions are known.

A backend looks for solutions, each excluded by a clause, until none is left. After a first solution
the backend spends a few conflicts close to it, guided by phases; then weights are tried once, to
prove that there is no other; then the backend works on that proof. While there is no solution yet,
and in the search for a second one, beliefs and backend take turns (``Turns``).

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

from collections.abc import Iterator, Sequence

from nonosat.core._core import Beliefs
from nonosat.sat.backends import Backend, backend_class, bytes_per_literal, models_lines
from nonosat.sat.cnf import Cnf, encode, encode_cells
from nonosat.solving.stages.guided_search import try_switching_component
from nonosat.solving.stages.second_solver import has_second_solver, search_alone
from nonosat.solving.stages.weights import proven_by_weights
from nonosat.solving.state import State

_NEAR_CONFLICTS = 100
"""Conflicts that a backend spends close to the last solution; where there is another one nearby,
one conflict is usually enough."""


def run_sat(state: State) -> None:
    """Find solutions until enough are known or no other exists."""
    if state.outcome.solutions:
        try_switching_component(state)
        if state.done:
            return
    stage, limits = state.stage, state.limits
    solver_class = backend_class(state.preset.backend)
    begun = limits.clock()
    cnf = _model(state)
    stage.counts.update(variables=cnf.variables, clauses=len(cnf.clauses))
    solver = solver_class(cnf, seed=state.seed, limits=limits)
    stage.build_seconds = limits.clock() - begun
    stage.progress = lambda: (solver.counts().get("conflicts", 0), "conflicts")
    try:
        _search(state, cnf, solver)
    finally:
        stage.counts.update(solver.counts())
        solver.close()
    if state.outcome.exhausted and state.outcome.solutions:
        state.learn_from_solutions()


def _model(state: State) -> Cnf:
    """The state of the board, as the backend wants it."""
    per_literal = bytes_per_literal(state.preset.backend)
    if models_lines(state.preset.backend):
        return encode_cells(state.board, state.question.puzzle, state.limits, per_literal)
    assert state.preset.encoding is not None
    beliefs = None if state.beliefs is None else state.beliefs.beliefs
    return encode(state.board, state.preset.encoding, state.limits, beliefs, per_literal)


def _search(state: State, cnf: Cnf, solver: Backend) -> None:
    outcome, limits = state.outcome, state.limits
    turns = None if state.beliefs is None else Turns(state)
    second = turns is not None and has_second_solver(state)  # is to have a turn
    excluded = 0
    phases: Sequence[int] = cnf.phases
    guided = _NEAR_CONFLICTS
    while not state.done:
        for grid in outcome.solutions[excluded:]:
            solver.add_clause(cnf.blocking(grid.cells, state.free))
        excluded = len(outcome.solutions)
        second = second and not excluded
        if turns is not None and phases:
            solver.set_phases(phases, guided if excluded else None)
            phases = ()
        pause = _NEAR_CONFLICTS if state.weights_wait else None
        if turns is not None:
            pause = _SHORT_TURN if second else turns.conflicts()
        answer = solver.solve(limits, pause)
        if answer:
            phases, guided = solver.model(), _NEAR_CONFLICTS
            state.found(cnf.decode(phases))
        elif answer is False:
            outcome.exhausted = True
        elif excluded and state.weights_wait:
            proven_by_weights(state)
        elif turns is not None:
            guide = turns.guide
            cells = search_alone(state) if second else turns.run()
            second = False
            if cells is not None:
                phases, guided = cnf.literals(cells), _NEAR_CONFLICTS
            elif guide:
                phases, guided = cnf.suggested_by(turns.beliefs), turns.conflicts()
        if turns is not None and not state.done:
            try_switching_component(state)


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


class Turns:
    """The turns of one solver and the beliefs of the stage before it."""

    def __init__(self, state: State) -> None:
        """``state.beliefs`` must be there."""
        assert state.beliefs is not None
        self._state = state
        self._search = state.beliefs
        self._last_work = self.beliefs.work // max(1, self._search.runs)
        self._turn = float(_FIRST_TURN)
        self._first_runs = self._further_runs = self._turns_again = 0

    @property
    def beliefs(self) -> Beliefs:
        """Those of the last run."""
        return self._search.beliefs

    @property
    def guide(self) -> bool:
        """True if the next turn of the solver is to look for a solution where beliefs say."""
        return not self._state.outcome.solutions or self._turns_again > 0

    def conflicts(self) -> int:
        """How many conflicts the solver may spend now."""
        if self.guide:
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
        before = self.beliefs.work
        if self.guide:
            cells = search.find_longer(state.limits, state.seed)
        else:
            cells = search.find_another(state.limits, state.seed)
        if not state.outcome.solutions:
            self._first_runs += 1
            self._turn = min(_LONGEST_TURN, self._turn * _GROWTH)
            self._turns_again = self._first_runs + _TURNS_AGAIN
        elif self._turns_again > 0:
            self._turns_again -= 1
        else:
            self._further_runs += 1
        self._last_work = self.beliefs.work - before
        if cells is None:
            return None
        if not state.is_new(cells):
            self._turns_again, self._further_runs = 0, _EQUAL_TURNS
            return None
        state.found(cells)
        return cells


def run_backbone(state: State) -> None:
    """Find all cells that differ between solutions."""
    from nonosat.sat.backbone_search import find_backbone

    outcome, stage = state.outcome, state.stage
    stage.progress = lambda: (0, "questions")
    stage.counts = {"questions": 0, "solutions": 0}

    def explore(base: bytes, cells: list[int]) -> Iterator[bytes]:
        """Solutions that differ from a known one, by beliefs."""
        from nonosat.logic.neighbours import differing_solutions

        for found in differing_solutions(state.board, base, cells, state.limits, state.seed):
            yield state.checked(found).cells

    found = find_backbone(
        state.board,
        [grid.cells for grid in outcome.solutions],
        state.limits,
        ignore=state.free,
        explore=None if state.beliefs is None else explore,
    )
    outcome.ambiguous = found.ambiguous
    stage.counts = {"questions": found.calls, "solutions": found.models}
    stage.met = found.models
    unsure = found.ambiguous | state.free
    outcome.known = state.question.unknown_at(outcome.solutions[0], unsure)
