# SPDX-License-Identifier: MIT
"""How many solutions does a puzzle have?

The pipeline finds the cells that are the same in all solutions; the rest falls into independent
components, which are counted one by one and multiplied (``nonosat/sat/model_count.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nonosat.errors import OptionError
from nonosat.grid import Grid
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.puzzle import Puzzle
from nonosat.report import Event, Reason, Report, Verdict
from nonosat.sat.model_count import Factor, Product, count_components
from nonosat.solving import solve
from nonosat.solving.question import Question

__all__ = ["Count", "Factor", "count"]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of solutions.

    ``count``: exact, or a lower bound if ``exact`` is False; ``reason`` then says why.
    ``factors``: their product is ``count``, grouped by value; empty for 0 and 1.
    ``seconds``: wall time.
    """

    count: int
    exact: bool
    factors: tuple[Factor, ...]
    reason: Reason | None
    seconds: float


def count(
    puzzle: Puzzle,
    *,
    given: Grid | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    cancel: Cancellation | None = None,
) -> Count:
    """The exact number of solutions, or an honest lower bound.

    Args:
        puzzle: the puzzle.
        given: count the solutions that extend this partial grid.
        limit: count no further than this: more solutions give "at least ``limit``".
        time_limit: seconds; after that, components that are not counted yet give a lower bound.
        conflict_limit, seed, progress, cancel: as for ``solve``.

    Raises:
        OptionError: a limit that makes no sense.
        GridError: ``given`` does not belong to the puzzle.

    >>> count(Puzzle(rows=[[1]] * 8, columns=[[1]] * 8)).count
    40320
    """
    if limit is not None and limit < 1:
        raise OptionError(f"limit {limit}: count at least to 1")
    limits = Limits(time_limit=time_limit, cancel=cancel)
    begun = limits.clock()
    report = solve(
        puzzle,
        given=given,
        backbone=True,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
        seed=seed,
        progress=progress,
        cancel=cancel,
    )
    reason = report.reason
    if report.verdict in (Verdict.NONE, Verdict.UNIQUE):
        product = Product(len(report.solutions), True, ())
    elif not report.solutions:
        product = Product(0, False, ())
    else:
        product = _product(puzzle, given, report, limits, limit)
        if not product.exact and reason is None:
            reason = limits.reason or Reason.MEMORY
    number, exact, factors = product.count, product.exact, product.factors
    if limit is not None and number > limit:
        number, exact, factors, reason = limit, False, (), Reason.COUNT
    return Count(number, exact, factors, None if exact else reason, limits.clock() - begun)


def _product(
    puzzle: Puzzle, given: Grid | None, report: Report, limits: Limits, limit: int | None
) -> Product:
    """Count the ways to fill the cells that are not certain, component by component."""
    known = report.known if report.certain is None else report.certain
    board = open_board(puzzle, known)
    board.propagate()  # quick; needs no limit. Probing would find nothing new.
    free = frozenset(Question(puzzle, given, 2).free_cells())
    width = puzzle.width
    ambiguous = frozenset(row * width + column for row, column in report.ambiguous or ())
    try:
        found = count_components(
            board, report.solutions[0].cells, free, limits, ambiguous=ambiguous, enough=limit
        )
    except Stopped:  # too large to encode
        found = Product(0, False, ())
    # Each solution that the search for ambiguous cells met was a new one.
    last = report.stages[-1]
    met = len(report.solutions) + (last.counts["solutions"] if last.name == "backbone" else 0)
    return found if found.exact or found.count >= met else Product(met, False, ())
