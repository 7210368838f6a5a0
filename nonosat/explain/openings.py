# SPDX-License-Identifier: MIT
"""Openings: how many cells a technique can change at a moment of a walk.

A walkthrough takes one step at a time; the openings are all cells that it could change next. Where
the easiest technique that works changes one cell only, a person has to find that cell.

``trivial``, ``overlap``, ``line``: the cells of all lines in which the technique gives something.
``chain``: the cells of the forced literals, by chains of any length. ``trial``: the cells that a
trial of one cell changes, each trial on the same board. ``counting``: all unknown cells, which its
step ends. ``clue-set``: all unknown cells that have one value in all solutions, for a set of all
lines forces each of them. A cell counts once. Where a technique sees that there is no solution, all
unknown cells count, for everything follows.
"""

from __future__ import annotations

from nonosat.core._core import ImplicationSearch, LineTechnique
from nonosat.explain.native_steps import propagated
from nonosat.explain.position import Position
from nonosat.limits import Stopped
from nonosat.logic.board import NoSolution, finish
from nonosat.model.report import Verdict
from nonosat.solving import ask

_OF_LINES = {
    "trivial": LineTechnique.TRIVIAL,
    "overlap": LineTechnique.OVERLAP,
    "line": LineTechnique.LINE,
}


def openings(position: Position, technique: str) -> int:
    """How many cells a technique can change here.

    Raises:
        Stopped: a limit was reached.
        ValueError: for ``chain`` and ``trial``, the position is not at the fixpoint of
            line solving.
    """
    try:
        return _openings(position, technique)
    except NoSolution:
        return position.grid.unknown_count


def _openings(position: Position, technique: str) -> int:
    limits, board = position.limits, position.board
    if technique in _OF_LINES:
        status, cells = position.line_reasons.openings(_OF_LINES[technique], limits.stop)
        finish(status, limits)
        return cells
    if technique == "counting":
        return position.grid.unknown_count
    if technique == "clue-set":
        report = ask(position.puzzle, position.grid, preset="default", limits=limits, backbone=True)
        if report.verdict is Verdict.NONE:
            raise NoSolution
        if report.certain is None:
            assert report.reason is not None
            raise Stopped(report.reason)
        return position.grid.unknown_count - report.certain.unknown_count
    propagated(position)
    if technique == "trial":
        status, cells = board.trial_openings(limits.stop)
        finish(status, limits)
        return cells
    search = ImplicationSearch(board)
    finish(search.search(limits.stop), limits)
    return len({(row, column) for row, column, _, _ in search.forced})
