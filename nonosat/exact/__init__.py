# SPDX-License-Identifier: MIT
"""Exact answers about puzzles that are not unique, or impossible.

``backbone`` (which cells are ambiguous), ``count`` (how many solutions), ``solutions`` (each of
them), ``why`` (which lines contradict each other), ``check_given`` (is what I have still right).

They start from what the pipeline of ``solve`` found and ask the tools of ``sat``. Their results are
checked as far as plain code can: every solution by ``Puzzle.check``, every backbone against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from nonosat.clue import EMPTY, UNKNOWN, Line
from nonosat.errors import OptionError
from nonosat.grid import Grid
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import Contradiction, finish, open_board
from nonosat.puzzle import Puzzle, line_at
from nonosat.report import Event, Reason, Report, Verdict
from nonosat.sat.model_count import Factor, Product, count_parts
from nonosat.solving import solve
from nonosat.solving.outcome import Question

__all__ = [
    "Conflict",
    "Count",
    "Factor",
    "GivenReport",
    "backbone",
    "check_given",
    "count",
    "solutions",
    "why",
]

_SMALLEST_SECONDS = 10.0
"""How long to look for a smallest contradiction, after a subset-minimal one, if no limit is set."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of solutions.

    ``count`` is exact, or, if ``exact`` is False, a lower bound; ``reason`` then says why.
    ``factors`` are those of the product, equal ones together; () for 0 and 1.
    """

    count: int
    exact: bool
    factors: tuple[Factor, ...]
    reason: Reason | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """Lines, and given cells as (row, column), that nothing satisfies together.

    ``minimal``: without any one of them the rest can be satisfied. ``smallest``: and no
    contradiction has fewer elements. Either is False where time ended first.
    """

    lines: tuple[Line, ...]
    cells: tuple[tuple[int, int], ...]
    minimal: bool
    smallest: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it; lines as ``R1``, ``C7``."""
        return {
            "lines": [str(line) for line in self.lines],
            "cells": [list(cell) for cell in self.cells],
            "minimal": self.minimal,
            "smallest": self.smallest,
        }


@dataclass(frozen=True, slots=True)
class GivenReport:
    """The answer to "is what I have still right?".

    ``right``: True if some solution extends the grid, None where a limit was reached first.
    ``verdict``: of the puzzle alone, as far as it was needed: UNKNOWN where the grid is right.
    ``wrong``: the cells, as (row, column), that differ from the solution, where that is unique.
    ``contradiction``: what contradicts each other in the grid, where several solutions are.
    """

    right: bool | None
    verdict: Verdict
    reason: Reason | None
    wrong: tuple[tuple[int, int], ...] = ()
    contradiction: Conflict | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it."""
        told = self.contradiction
        return {
            "right": self.right,
            "reason": self.reason.value if self.reason else None,
            "wrong": [list(cell) for cell in self.wrong],
            "contradiction": told.as_dict() if told else None,
        }


def backbone(puzzle: Puzzle, **options: Any) -> Report:
    """``solve(puzzle, backbone=True, ...)``: which cells differ between solutions?

    >>> report = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [2], []]))
    >>> report.ambiguous
    ((0, 0), (0, 1), (2, 0), (2, 1))
    >>> print(report.certain)
    ??.
    .#.
    ??.
    """
    return solve(puzzle, backbone=True, **options)


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
        given: count those that extend this partial grid.
        limit: count no further than this: more solutions give "at least ``limit``".
        time_limit: seconds; when they are over, what is not counted yet becomes a lower bound.
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
    number, exact = product.count, product.exact
    if limit is not None and number > limit:
        number, exact, reason = limit, False, Reason.COUNT
    if exact:
        reason = None
    return Count(number, exact, product.factors, reason, limits.clock() - begun)


def _product(
    puzzle: Puzzle, given: Grid | None, report: Report, limits: Limits, limit: int | None
) -> Product:
    """Count what is left after what is certain, part by part."""
    known = report.known if report.certain is None else report.certain
    board = open_board(puzzle, known)
    board.propagate()  # quick; needs no limit. Probing would find nothing new.
    free = frozenset(Question(puzzle, given, 2).free_cells())
    width = puzzle.width
    ambiguous = frozenset(row * width + column for row, column in report.ambiguous or ())
    try:
        found = count_parts(
            board, report.solutions[0].cells, free, limits, ambiguous=ambiguous, enough=limit
        )
    except Stopped:  # too large to encode
        found = Product(0, False, ())
    # Each solution that the search for ambiguous cells met was a new one.
    last = report.stages[-1]
    met = len(report.solutions) + (last.counts["solutions"] if last.name == "backbone" else 0)
    return found if found.exact or found.count >= met else Product(met, False, ())


def solutions(
    puzzle: Puzzle, *, given: Grid | None = None, cancel: Cancellation | None = None
) -> Iterator[Grid]:
    """All solutions, each once, one after the other as they are asked for.

    Every one is checked. Memory stays constant however many there are. Ends early when ``cancel``
    is called.

    Raises:
        GridError: ``given`` does not belong to the puzzle.

    >>> for grid in solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.text_rows())
    ['#.', '.#']
    ['.#', '#.']
    """
    question = Question(puzzle, given, 2)
    board = open_board(puzzle, given)  # a wrong grid is told at once, not at the first solution
    return _solutions(question, board, Limits(cancel=cancel))


def _solutions(question: Question, board: Any, limits: Limits) -> Iterator[Grid]:
    from nonosat.sat.cnf import encode
    from nonosat.sat.enumerate import enumerate_solutions

    free = question.free_cells()
    values = range(EMPTY, len(question.puzzle.palette) + 1)
    try:
        finish(board.propagate(limits.stop), limits)
        finish(board.probe(limits.stop), limits)
        for cells in enumerate_solutions(encode(board, "order", limits), limits, frozenset(free)):
            for filling in product(values, repeat=len(free)):
                complete = bytearray(cells)
                for place, value in zip(free, filling, strict=True):
                    complete[place] = value
                yield question.accept(bytes(complete))
    except (Contradiction, Stopped):
        return


def why(
    puzzle: Puzzle,
    *,
    given: Grid | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Conflict | None:
    """A smallest set of lines, and given cells, that cannot stand together.

    Args:
        puzzle: the puzzle.
        given: cells that are taken to be right.
        time_limit: seconds. Without one, a smallest set is looked for during ten seconds after a
            subset-minimal one is found; ``smallest`` says whether it was proven.
        cancel: as for ``solve``.

    Returns:
        The contradiction, or None: there is a solution, or a limit was reached before any was
        found (``solve`` tells which).

    >>> found = why(Puzzle(rows=[[2], [], [1]], columns=[[1, 1], [1], []]))
    >>> found is None
    True
    >>> found = why(Puzzle(rows=[[1, 1], [1], []], columns=[[1], [2], []]))
    >>> [str(line) for line in found.lines], found.smallest
    (['R1', 'C3'], True)
    """
    from nonosat.sat.mus import find_contradiction

    limits = Limits(time_limit=time_limit, cancel=cancel)
    if given is not None:
        open_board(puzzle, given)  # complains about a grid that does not belong to the puzzle
    cells = puzzle.unknown_grid().cells if given is None else given.cells
    seconds = _SMALLEST_SECONDS if time_limit is None else None
    try:
        found = find_contradiction(open_board(puzzle), cells, limits, seconds)
    except Stopped:
        return None
    if found is None:
        return None
    return Conflict(
        lines=tuple(line_at(puzzle, number) for number in found.lines),
        cells=tuple(divmod(place, puzzle.width) for place in found.cells),
        minimal=found.minimal,
        smallest=found.smallest,
    )


def check_given(puzzle: Puzzle, grid: Grid, **options: Any) -> GivenReport:
    """Is a grid, partial or complete, still right: does some solution extend it?

    If not, and the puzzle's solution is unique, the wrong cells are those that differ from it; if
    there are several solutions, a smallest set of given cells and lines that contradict each other
    is told. ``options`` are those of ``solve``.

    Raises:
        GridError: the grid does not belong to the puzzle.

    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    >>> check_given(puzzle, Grid("#?\\n??")).right
    True
    >>> check_given(puzzle, Grid("??\\n.#")).wrong
    ((1, 0), (1, 1))
    """
    limits = Limits(time_limit=options.get("time_limit"))
    begun = limits.clock()

    def rest() -> float | None:
        if options.get("time_limit") is None:
            return None
        return float(max(0.0, options["time_limit"] - (limits.clock() - begun)))

    extended = solve(puzzle, given=grid, **{**options, "want": 1})
    if extended.solutions:
        return GivenReport(True, Verdict.UNKNOWN, None)
    if extended.verdict is Verdict.UNKNOWN:
        return GivenReport(None, Verdict.UNKNOWN, extended.reason)
    alone = solve(puzzle, **{**options, "want": 2, "time_limit": rest()})
    if alone.verdict is Verdict.UNKNOWN:
        return GivenReport(False, alone.verdict, None)
    if alone.verdict is Verdict.NONE:
        return GivenReport(False, alone.verdict, None)
    if alone.verdict is Verdict.UNIQUE:
        right = alone.solutions[0]
        wrong = tuple(cell for cell in grid.differences(right) if grid[cell] != UNKNOWN)
        return GivenReport(False, alone.verdict, None, wrong)
    found = why(puzzle, given=grid, time_limit=rest(), cancel=options.get("cancel"))
    return GivenReport(False, alone.verdict, None, (), found)
