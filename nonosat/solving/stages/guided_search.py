# SPDX-License-Identifier: MIT
"""The stage ``beliefs``, which looks for a first solution, and the cheap search for a second.

A second solution is often an *elementary switch* away from the first: a few cells exchange their
values while every line keeps its clue. The core looks for one with a small budget of work.
"""

from __future__ import annotations

from nonosat.core import _core
from nonosat.solving.stages.deduction import run_lines
from nonosat.solving.state import State

__all__ = ["run_beliefs", "search_again", "switch"]

_SWITCH_WORK = 20_000
"""Steps of the search for a switch: less than a millisecond in all."""


def run_beliefs(state: State) -> None:
    """Look for a solution by belief propagation and dives."""
    from nonosat.logic.belief_search import BeliefSearch

    if not state.board.at_fixpoint:
        run_lines(state)
        if state.outcome.exhausted:
            return
    state.beliefs = search = BeliefSearch(state.board)
    state.stage.progress = lambda: (search.counts()["rounds"], "rounds")
    try:
        cells = search.find(state.limits, state.seed)
    finally:
        state.stage.counts.update(search.counts())
    if cells is not None:
        state.found(cells)


def search_again(state: State) -> None:
    """Between two slices of a SAT solver: one more, longer run for a first solution."""
    assert state.beliefs is not None
    counts = state.stage.counts
    counts["more_runs"] = counts.get("more_runs", 0) + 1
    cells = state.beliefs.find_longer(state.limits, state.seed)
    if cells is not None:
        state.found(cells)


def switch(state: State) -> None:
    """If there is one solution so far and more are wanted, look for a second one beside it."""
    solutions = state.outcome.solutions
    if len(solutions) == 1 and state.question.want > 1:
        cells = _core.find_switch(state.board, solutions[0].cells, _SWITCH_WORK)
        state.stage.counts["switches"] = int(cells is not None)
        if cells is not None:
            state.found(cells)
