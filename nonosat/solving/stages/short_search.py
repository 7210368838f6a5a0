# SPDX-License-Identifier: MIT
"""The stage ``search``: a few assumptions, with probing after each (``core/short_search.hpp``).

It finds two solutions of most puzzles that have several, in less time than the first beliefs take.
``_core.settle`` runs the same search in bulk.
"""

from __future__ import annotations

from nonosat.core import _core
from nonosat.core._core import Status
from nonosat.logic.board import finish
from nonosat.solving.state import State


def run_search(state: State) -> None:
    """Look for solutions within a small bound of work.

    Raises:
        NoSolution: there is none.
        Stopped: a limit was reached.
    """
    board, stage = state.board, state.stage
    before = board.counts()["line_solves"]
    stage.progress = lambda: (board.counts()["line_solves"] - before, "line_solves")
    status, solutions, exhausted, stage.counts = _core.search_shortly(
        board, state.question.limit, state.limits.stop
    )
    for cells in solutions:
        state.found(cells)
    if exhausted:
        state.outcome.exhausted = True
        if solutions:
            state.learn_from_solutions()
    elif status is not Status.CONTRADICTION:
        state.learn()
    finish(status, state.limits)
