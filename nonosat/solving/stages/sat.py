# SPDX-License-Identifier: MIT
"""The stage ``sat``: a backend looks for solutions, each excluded by a clause, until none is left.

After a first solution the backend spends a few conflicts close to it, guided by phases; then
counting tries once to prove that there is no other; then the backend works on that proof. While
there is no solution yet, and in the search for a second one, beliefs and backend take turns
(``turns.py``).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.sat.backends import Backend, backend_class, bytes_per_literal, models_lines
from nonosat.sat.cnf import Cnf, encode, encode_cells
from nonosat.solving.stages.counting import proven_by_counting
from nonosat.solving.stages.guided_search import switch
from nonosat.solving.stages.turns import Turns
from nonosat.solving.state import State

_NEAR_CONFLICTS = 100
"""Conflicts that a backend spends close to the last solution; where there is another one nearby,
one conflict is mostly enough."""


def run_sat(state: State) -> None:
    """Find solutions until enough are known or no other exists."""
    if state.outcome.solutions:
        switch(state)
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
    excluded = 0
    phases: Sequence[int] = cnf.phases
    guided = _NEAR_CONFLICTS
    while not state.done:
        for grid in outcome.solutions[excluded:]:
            solver.add_clause(cnf.blocking(grid.cells, state.free))
        excluded = len(outcome.solutions)
        if turns is not None and phases:
            solver.set_phases(phases, guided if excluded else None)
            phases = ()
        alone = _NEAR_CONFLICTS if state.counting_waits else None
        answer = solver.solve(limits, alone if turns is None else turns.conflicts())
        if answer:
            phases, guided = solver.model(), _NEAR_CONFLICTS
            state.found(cnf.decode(phases))
        elif answer is False:
            outcome.exhausted = True
        elif excluded and state.counting_waits:
            proven_by_counting(state)
        elif turns is not None:
            guide = turns.guide
            cells = turns.run()
            if cells is not None:
                phases, guided = cnf.literals(cells), _NEAR_CONFLICTS
            elif guide:
                phases, guided = cnf.suggested_by(turns.beliefs), turns.conflicts()
        if turns is not None and not state.done:
            switch(state)
