# SPDX-License-Identifier: MIT
"""A second solver in the turns of beliefs and SAT: CaDiCaL alone on the whole puzzle, once.

Beliefs and the solver that follows them search the same part of the grid, which now and then is the
wrong one. On small boards another solver, without beliefs, finds a solution in a few thousand
conflicts about as often. It runs in one piece, because CaDiCaL starts its search anew with each
piece. It runs on the puzzle as it was given, like the preset ``sat``: a puzzle that ``sat`` solves
quickly stays quick. It does not run on large boards: there its conflicts cost more and find less.
docs/experiments.md, "Shorter runs, and a second solver in the turns", has the figures.
"""

from __future__ import annotations

from nonosat.logic.board import open_board
from nonosat.sat.backends import BACKENDS, bytes_per_literal
from nonosat.sat.cnf import encode
from nonosat.solving.state import State

_BACKEND = "cadical153"
_MOST_CELLS = 1000
"""The most cells of a puzzle, known or not, with which it is worth the time."""
_CONFLICTS = 2000
"""Conflicts of its only turn: a tenth of a second."""


def has_second_solver(state: State) -> bool:
    """True if a second solver gets a turn: on small boards, with the default backend."""
    board = state.board
    return state.preset.backend == BACKENDS[0] and board.height * board.width <= _MOST_CELLS


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
    cnf = encode(board, state.preset.encoding, limits, None, bytes_per_literal(_BACKEND))
    solver = Cadical153(cnf, seed=state.seed, limits=limits)
    solver.slice = _CONFLICTS
    try:
        answer = solver.solve(limits, _CONFLICTS)
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
