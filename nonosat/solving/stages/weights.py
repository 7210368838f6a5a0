# SPDX-License-Identifier: MIT
"""The stage ``weights``: weights on the board prove what search cannot (``core/weights.hpp``).

If no solution is known, the stage looks for one; if it finds one, the weights usually prove at once
that there is no other. If a solution is known already, the proof waits: a second solution is
usually near the first, and a SAT solver finds it in less time than the weights take. So the stage
``sat`` asks for weights after it has looked near the first solution (``proven_by_weights``); if
``sat`` does not run, they are tried at once.
"""

from __future__ import annotations

from nonosat.core._core import Board, Status
from nonosat.logic.board import finish
from nonosat.solving.stages.deduction import run_lines
from nonosat.solving.state import State

_WORK_PER_CELL = 4_000
"""Table entries, of some 20 ns, for each unknown cell: n-Dom puzzles of 241 lines need 2,800."""
_LEAST_WORK = 1_000_000


def run_weights(state: State) -> None:
    """Look for a solution, and for a proof that there is no other."""
    if not state.board.at_fixpoint:
        run_lines(state)
        if state.exhausted:
            return
    if not state.solutions:
        _find(state)
        if state.done:
            return
    elif "sat" in state.preset.stages:
        state.left.weights = True
        return
    if state.solutions:
        proven_by_weights(state)


def proven_by_weights(state: State) -> None:
    """Try to prove that there is no solution but the one known. The board is at a fixpoint."""
    state.left.weights = False
    solutions = state.solutions
    if len(solutions) != 1:
        return
    status, weights, _, (steps, work, _) = state.board.prove_by_weights(
        solutions[0].cells, most_work(state.board), state.limits.stop
    )
    _count(state, steps, work)
    if status is Status.INTERRUPTED:
        finish(status, state.limits)
    if weights is None:
        return
    state.stage.counts["weights"] = sum(map(bool, weights))
    state.no_more()


def _find(state: State) -> None:
    status, cells, weights, _, (steps, work, _) = state.board.find_by_weights(
        most_work(state.board), state.limits.stop
    )
    _count(state, steps, work)
    if status is Status.INTERRUPTED:
        finish(status, state.limits)
    if weights is not None:
        state.refuted()
    elif cells is not None:
        state.found(cells)


def most_work(board: Board) -> int:
    """The table entries after which the search for weights on a board gives up."""
    return max(_LEAST_WORK, _WORK_PER_CELL * board.unknown)


def _count(state: State, steps: int, work: int) -> None:
    counts = state.stage.counts
    counts["descent_steps"] = counts.get("descent_steps", 0) + steps
    counts["entries"] = counts.get("entries", 0) + work
