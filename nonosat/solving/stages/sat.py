# SPDX-License-Identifier: MIT
"""The stages that ask a SAT solver: ``sat``, and ``backbone`` once two solutions are known.

A backend looks for solutions, and a clause excludes each, until no other exists. After a first
solution the backend spends a few conflicts close to it, guided by phases; then weights are tried
once, to prove that there is no other; then the backend works on that proof. Until there is a
solution, and in the search for a second one, beliefs and backend take turns (``turns``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.sat.backends import Backend, backend_class, bytes_per_literal, models_lines
from nonosat.sat.cnf import Cnf, encode, encode_cells
from nonosat.solving.stages.guided_search import try_switching_component
from nonosat.solving.stages.turns import NEAR_CONFLICTS, Beliefs, Worker, search_alone, turns
from nonosat.solving.stages.weights import proven_by_weights
from nonosat.solving.state import State


def run_sat(state: State) -> None:
    """Find solutions until enough are known or no other exists."""
    if state.solutions:
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
    if state.exhausted and state.solutions:
        state.learn_from_solutions()


def _model(state: State) -> Cnf:
    """The state of the board, in the form that the backend reads."""
    per_literal = bytes_per_literal(state.preset.backend)
    if models_lines(state.preset.backend):
        return encode_cells(state.board, state.question.puzzle, state.limits, per_literal)
    assert state.preset.encoding is not None
    beliefs = None if state.left.beliefs is None else state.left.beliefs.beliefs
    return encode(state.board, state.preset.encoding, state.limits, beliefs, per_literal)


def _search(state: State, cnf: Cnf, solver: Backend) -> None:
    beliefs = None if state.left.beliefs is None else Beliefs(state, state.left.beliefs)
    blocked = 0
    phases = cnf.literals(state.solutions[0].cells) if state.left.goal else cnf.phases
    guide: tuple[Sequence[int], int] | None = phases, NEAR_CONFLICTS
    for worker, conflicts in turns(state, beliefs):
        if worker is Worker.SOLVER:
            for grid in state.solutions[blocked:]:
                solver.add_clause(cnf.blocking(grid.cells, state.free))
            blocked = len(state.solutions)
            if beliefs is not None and guide is not None:
                phases, near = guide
                solver.set_phases(phases, near if blocked else None)
                guide = None
            answer = solver.solve(state.limits, conflicts)
            if answer:
                guide = solver.model(), NEAR_CONFLICTS
                state.found(cnf.decode(guide[0]))
            elif answer is False:
                state.no_more()
        elif worker is Worker.WEIGHTS:
            proven_by_weights(state)
        elif worker is Worker.COMPONENT:
            try_switching_component(state)
        elif beliefs is not None:
            looks = beliefs.looks
            cells = search_alone(state) if worker is Worker.SECOND_SOLVER else beliefs.run()
            if cells is not None:
                guide = cnf.literals(cells), NEAR_CONFLICTS
            elif looks:
                guide = cnf.suggested_by(beliefs.last), beliefs.conflicts()


def run_backbone(state: State) -> None:
    """Find all cells that differ between solutions."""
    from nonosat.sat.backbone_search import find_backbone

    stage = state.stage
    stage.progress = lambda: (0, "questions")
    stage.counts = {"questions": 0, "solutions": 0}

    def explore(base: bytes, cells: list[int]) -> Iterator[bytes]:
        """Solutions that differ from a known one, by beliefs."""
        from nonosat.logic.neighbours import differing_solutions

        for found in differing_solutions(state.board, base, cells, state.limits, state.seed):
            yield state.checked(found).cells

    found = find_backbone(
        state.board,
        [grid.cells for grid in state.solutions],
        state.limits,
        ignore=state.free,
        explore=None if state.left.beliefs is None else explore,
    )
    state.differ(found.ambiguous)
    stage.counts = {"questions": found.calls, "solutions": found.models}
    stage.met = found.models
