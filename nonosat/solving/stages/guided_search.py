# SPDX-License-Identifier: MIT
"""The stages ``search``, ``goal`` and ``beliefs``: a first solution, and a second one cheaply.

``search`` is short, and has no guidance. In ``beliefs`` three quick runs of belief propagation come
first. If they find nothing, a bounded search with probing (``core/probe_search.hpp``) follows,
guided by the beliefs of the last run: some puzzles need only a few assumptions, and the search may
prove that there is no other solution, or no solution at all. If it ends at its bound, more runs
follow. A run and its dive take a third of the time of that search.

A second solution often differs from the first by one *switching component*: a few cells exchange
their values while every line keeps its clue. The core looks for one with a small budget of work.

``goal`` is not a stage of presets. It runs if the goal of the puzzle is a solution and ``sat``
would find one, too: after the stages that deduce and the stage ``search``, so that their results
are as without a goal. The goal is the first solution, and a switching component gives the second.
If there is none, ``beliefs`` runs as without a goal: it finds another solution, or says where
``sat`` looks for one; near the goal alone, ``sat`` takes twenty times as long on some puzzles.
(If probing takes long, the goal answers before its end: ``core/goal_probe.hpp``.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.core import _core
from nonosat.core._core import Status
from nonosat.logic.board import finish
from nonosat.solving.stages.deduction import run_lines
from nonosat.solving.state import State

if TYPE_CHECKING:
    from nonosat.logic.belief_search import BeliefSearch

_COMPONENT_WORK = 20_000
"""Steps of the search for a switching component: less than a millisecond in all."""
_RUNS_FIRST = 3
"""Runs of belief propagation before the search with probing."""
_NODES = 40
"""Assumptions of the search with probing."""
_LINE_SOLVES = 100_000
"""Line solves of the search with probing: ten milliseconds."""


def run_search(state: State) -> None:
    """Look for solutions by a few assumptions, with probing after each (``core/short_search.hpp``).

    It finds two solutions of most puzzles that have several, in less time than the first beliefs
    take. ``_core.settle`` runs the same search in bulk.

    Raises:
        NoSolution: there is no solution.
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
        state.no_more()
        if solutions:
            state.learn_from_solutions()
    elif status is not Status.CONTRADICTION:
        state.learn()
    finish(status, state.limits)


def run_beliefs(state: State) -> None:
    """Look for a solution by belief propagation and dives."""
    from nonosat.logic.belief_search import SCHEDULE, BeliefSearch

    if not state.board.at_fixpoint:
        run_lines(state)
        if state.exhausted:
            return
    state.left.beliefs = beliefs = BeliefSearch(state.board)
    if state.solutions and not state.left.goal:  # ``sat``, which needs beliefs, looks for another
        return
    state.stage.progress = lambda: (beliefs.counts()["iterations"], "iterations")
    try:
        cells = beliefs.find(state.limits, state.seed, SCHEDULE[:_RUNS_FIRST])
        if cells is None and _search_by_probing(state, beliefs):
            return
        if cells is None:
            cells = beliefs.find(state.limits, state.seed, SCHEDULE[_RUNS_FIRST:])
    finally:
        state.stage.counts.update(beliefs.counts())
    if cells is not None:
        if state.is_new(cells):
            state.found(cells)
        state.left.goal = False


def _search_by_probing(state: State, beliefs: BeliefSearch) -> bool:
    """Look for solutions with a few assumptions; True if one is found or the puzzle is refuted."""
    search = _core.ProbeSearch(state.board)
    search.lead(beliefs.beliefs.cells())
    try:
        status = search.run(state.question.limit, _NODES, _LINE_SOLVES, state.limits.stop)
    finally:
        state.stage.counts.update(search.counts())
    for cells in search.solutions:
        if not state.left.goal or state.is_new(cells):
            state.found(cells)
    finish(status, state.limits)
    if search.exhausted:
        if state.left.goal and len(search.solutions) != len(state.solutions):
            state.refuted()  # the goal is missing
        state.no_more()
        if state.solutions:
            state.learn_from_solutions()
    state.left.goal = state.left.goal and not search.solutions
    return state.exhausted or bool(search.solutions)


def run_goal(state: State) -> None:
    """Take the goal as a solution, and look for another one close to it."""
    goal = state.question.goal
    assert goal is not None
    state.uses_goal = False
    if not state.solutions or state.is_new(goal.cells):
        state.found(goal.cells)
    state.left.goal = len(state.solutions) == 1
    try_switching_component(state, None)


def try_switching_component(state: State, work: int | None = _COMPONENT_WORK) -> None:
    """If there is one solution so far and more are wanted, look for a second one close to it."""
    solutions = state.solutions
    if len(solutions) == 1 and state.question.limit > 1:
        cells = _core.find_switching_component(state.board, solutions[0].cells, work)
        state.stage.counts["switching_components"] = int(cells is not None)
        if cells is not None:
            state.found(cells)
