# SPDX-License-Identifier: MIT
"""Neighbours: solutions that differ from a known one, found by beliefs.

The search assumes that a cell does not have its value in the known solution, propagates, and runs
beliefs. If many cells are ambiguous, most of these tries find a solution, which usually differs in
many other cells, too; a SAT solver needs ten times as long for the same cells. If few cells are
ambiguous, the tries fail, each after some milliseconds, and the search gives up after several
failures in a row. It proves nothing: a cell without a differing solution may still be ambiguous.
(docs/experiments.md, "Beliefs and dives")
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from nonosat.core._core import Board, Status
from nonosat.limits import Limits
from nonosat.logic.belief_search import MEDIUM_RUN, QUICK_RUN, BeliefSearch
from nonosat.logic.board import assume, finish

_RUNS = (QUICK_RUN, MEDIUM_RUN)
"""The runs tried for each cell. The second finds a quarter of the solutions the first misses."""
_FAILURES = 15
"""Give up after this many consecutive cells without a differing solution."""


def differing_solutions(
    board: Board, base: bytes, cells: Collection[int], limits: Limits, seed: int = 0
) -> Iterator[bytes]:
    """Solutions, which the caller checks; each differs from ``base`` in a further one of the cells.

    Args:
        board: a propagated board. The caller may use it between two solutions; in the end it is
            restored.
        base: a solution, all cells.
        cells: the unknown cells to try, as row * width + column. Their order is random; a cell that
            differs in an earlier solution is skipped.
        limits: asked before every cell and during the search.
        seed: any whole number, for the order and the noise of the beliefs.

    Raises:
        Stopped: a limit was reached.
    """
    order = sorted(cells)
    random.Random(seed).shuffle(order)
    closed: set[int] = set()
    failures = 0
    for number, cell in enumerate(order):
        if cell in closed:
            continue
        limits.check()
        solution = _solution_without(board, cell, base[cell], limits, seed + number)
        failures += 1
        if solution is not None:
            failures = 0
            closed.update(c for c in order if solution[c] != base[c])
            yield solution
        if failures == _FAILURES:
            return


def _solution_without(
    board: Board, cell: int, value: int, limits: Limits, seed: int
) -> bytes | None:
    """A solution in which the cell has another value; None if the search finds none."""
    mark = board.mark()
    try:
        assume(board, *divmod(cell, board.width), value, holds=False)
        status = board.propagate(limits.stop)
        if status == Status.INTERRUPTED:
            finish(status, limits)
        if status == Status.CONTRADICTION:
            return None
        return BeliefSearch(board).find(limits, seed, _RUNS)
    finally:
        board.back_to(mark)
