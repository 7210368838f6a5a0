# SPDX-License-Identifier: MIT
"""The stages that deduce: the cells they fix on the board hold in every solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.core import _core
from nonosat.core._core import Status
from nonosat.logic.board import NoSolution, assume, finish
from nonosat.solving.state import State


def run_lines(state: State) -> None:
    """Solve lines to a fixpoint."""
    _deduce(state, state.board.propagate, ("line_solves",), "line_solves")


def run_implications(state: State) -> None:
    """Fix the literals that the implication graph forces and propagate, until it forces no more.

    If the stage ``probe`` follows, one graph is enough: probing finds in less time what further
    graphs would force (docs/experiments.md, "One graph before probing, by masks").

    Raises:
        Stopped: a limit was reached, or the graph is too large and no stage follows.
    """
    search = _search_natively if state.preset.graph_search == "native" else _search_by_networkx
    before = state.board.counts()["line_solves"]
    try:
        search(state)
    finally:
        state.stage.counts["line_solves"] = state.board.counts()["line_solves"] - before
    state.conclude()


def _search_natively(state: State) -> None:
    board, limits = state.board, state.limits
    search = _core.ImplicationSearch(board)
    state.stage.progress = lambda: (search.counts()["graphs"], "graphs")
    try:
        status = search.run(limits.stop, complete=not _is_probed(state))
    finally:
        state.stage.counts = search.counts()
    if status != Status.CONTRADICTION:
        state.learn()
    finish(status, limits)
    if search.too_large:
        state.stage.counts["too_large"] = 1
        if state.preset.stages[-1] == state.stage.name:
            raise limits.out_of_memory()


def _search_by_networkx(state: State) -> None:
    from nonosat.logic.implications import implications_of

    board, puzzle, limits = state.board, state.question.puzzle, state.limits
    counts = state.stage.counts = {"graphs": 0, "literals": 0, "edges": 0, "forced": 0}
    state.stage.progress = lambda: (counts["graphs"], "graphs")
    while True:
        finish(board.propagate(limits.stop), limits)
        state.learn()
        if state.solved:
            break
        found = implications_of(board, puzzle, limits)
        counts["graphs"] += 1
        counts["literals"] += found.graph.number_of_nodes()
        counts["edges"] += found.graph.number_of_edges()
        counts["forced"] += len(found.forced)
        if found.contradictory:
            raise NoSolution
        if not found.forced:
            break
        for literal in found.forced:
            assume(board, *literal)
        if _is_probed(state):
            finish(board.propagate(limits.stop), limits)
            state.learn()
            break


def _is_probed(state: State) -> bool:
    return "probe" in state.preset.stages


def run_probe(state: State) -> None:
    """Try every value of every unknown cell, unless two solutions, the goal first, end it."""
    names = ("line_solves", "probes", "skipped", "contradictions", "agreements", "passes")
    question, board = state.question, state.board
    goal = question.goal if state.uses_goal and question.limit == 2 else None
    second: bytes | None = None

    def work(stop: Callable[[], bool]) -> Status:
        nonlocal second
        if goal is None:
            return board.probe(stop)
        status, second = board.probe_beside_goal(goal.cells, lambda: question.goal_holds, stop)
        return status if second is None else Status.FIXPOINT

    _deduce(state, work, names, "probes")
    if goal is not None and second is not None:
        state.stage.counts["switching_components"] = 1
        state.found(goal.cells)
        state.found(second)


def _deduce(
    state: State, work: Callable[[Callable[[], bool]], Status], names: Sequence[str], unit: str
) -> None:
    """Run work of the core, and keep the cells that it fixes, also if a limit ends it."""
    board = state.board
    before = board.counts()
    state.stage.progress = lambda: (board.counts()[unit] - before[unit], unit)
    try:
        status = work(state.limits.stop)
    finally:
        after = board.counts()
        state.stage.counts = {name: after[name] - before[name] for name in names}
    if board.conflict_line < 0:
        state.learn()
    finish(status, state.limits)
    state.conclude()
