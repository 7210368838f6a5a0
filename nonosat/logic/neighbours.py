# SPDX-License-Identifier: MIT
"""Solutions that differ from a known one, by beliefs.

A cell on which all known solutions agree is assumed to be something else, lines are propagated, and
beliefs look for a solution of that. Where many cells are ambiguous, most tries give one, and one
that differs in many other cells as well: of webpbn 12548, with 1,531 ambiguous cells, 1,499 were
known after 2.4 s, which took a SAT solver half a minute. Where few cells are ambiguous the tries
fail, each after some milliseconds, and after a number of failures in a row they end. Nothing is
proven either way.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from nonosat.core._core import Board, Status
from nonosat.limits import Limits
from nonosat.logic.belief_search import MEDIUM_RUN, QUICK_RUN, BeliefSearch
from nonosat.logic.board import assume, finish

__all__ = ["differing_solutions"]

_RUNS = (QUICK_RUN, MEDIUM_RUN)
"""For each cell. On tournament puzzles a second run found a quarter of what the first had left."""
_FAILURES = 15
"""So many cells in a row without a solution, and the search ends."""


def differing_solutions(
    board: Board, base: bytes, cells: Collection[int], limits: Limits, seed: int = 0
) -> Iterator[bytes]:
    """Solutions, to be checked, in each of which one more of the cells differs from ``base``.

    Args:
        board: propagated; it is used between two solutions and left as it is in the end.
        base: a solution, all cells.
        cells: those to try, unsettled ones, as row * width + column. They are tried in random
            order; those that differed in a solution before are passed over.
        limits: are kept.
        seed: of the order, and of the beliefs' noise.

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
    """A solution in which the cell has another value; None if none is found."""
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
