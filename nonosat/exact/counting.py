# SPDX-License-Identifier: MIT
"""``backbone``: in which cells do solutions differ? ``count_solutions``: how many are there?

``backbone`` is the stage of that name (``nonosat/sat/backbone_search.py``). ``count_solutions``
starts from it: the cells that differ between solutions fall into independent components, which
``nonosat/sat/model_count.py`` counts one by one and multiplies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish, open_board
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import as_source, decimal_text, product_text, whole_number
from nonosat.model.plain import Answer, no_truth
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Report, Verdict
from nonosat.sat.model_count import MAX_BYTES, Factor, Product, count_components
from nonosat.solving import SearchOptions, SolveOptions, solve
from nonosat.solving.question import Question
from nonosat.words import counted, number_words, reason_words, seconds_words


@dataclass(frozen=True, slots=True)
class SolutionCount(Answer):
    """The answer of ``count_solutions``.

    ``number``: of solutions; a lower bound if ``exact`` is False: then ``reason`` says why.
    ``factors``: their product is ``number``, grouped by value; empty for 0 and 1, and for a count
    that ends at ``limit``.
    ``seconds``: wall time.

    >>> found = count_solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> found.number, found.exact, found.words()
    (2, True, '2')
    """

    number: int
    exact: bool
    factors: tuple[Factor, ...]
    reason: Reason | None
    seconds: float

    __bool__ = no_truth("number")

    def __repr__(self) -> str:
        return (
            f"SolutionCount(number={as_source(self.number)}, exact={self.exact}, "
            f"factors={self.factors}, reason={self.reason!r}, seconds={self.seconds!r})"
        )

    @property
    def digits(self) -> str:
        """All digits of the count; computed from the factors, if there are any, which is faster."""
        powers = [(factor.ways, factor.times) for factor in self.factors]
        return product_text(powers) if powers else decimal_text(self.number)

    def words(self, *, ascii_only: bool = False) -> str:
        """The count, with its factors if the puzzle falls into components.

        >>> SolutionCount(1024, True, (Factor(2, 10, "switching component"),), None, 0.0).words()
        '1,024 = 2^10: 10 independent switching components'
        >>> SolutionCount(5, False, (), Reason.TIME, 0.0).words()
        'at least 5 (time limit)'
        """
        number = number_words(self.number)
        if not self.exact:
            if self.reason is None:
                return f"at least {number}"
            enough = self.reason is Reason.COUNT
            return f"at least {number} ({'the limit' if enough else reason_words(self.reason)})"
        if sum(factor.times for factor in self.factors) < 2:
            return number
        times = " x " if ascii_only else " \N{MULTIPLICATION SIGN} "
        powers: dict[int, int] = {}
        for factor in self.factors:
            powers[factor.ways] = powers.get(factor.ways, 0) + factor.times
        product = times.join(
            number_words(ways) if power == 1 else f"{number_words(ways)}^{power}"
            for ways, power in sorted(powers.items())
        )
        return f"{number} = {product}: {', '.join(_kinds(self.factors))}"

    def lines(self) -> list[str]:
        """The count in words, then how sure it is and how long it took."""
        kind = "exact" if self.exact else "a lower bound"
        return [f"solutions: {self.words()}", f"{kind}, after {seconds_words(self.seconds)}"]


def _kinds(factors: Iterable[Factor]) -> list[str]:
    """The kinds of parts that the factors count, equal kinds together."""
    names = {
        "switching component": ("independent switching component", None),
        "component": ("independent component", None),
        "cell": ("cell in no clued line", "cells in no clued line"),
    }
    totals = dict.fromkeys(names, 0)
    for factor in factors:
        totals[factor.what] += factor.times
    return [counted(total, *names[what]) for what, total in totals.items() if total]


def count_solutions(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    limit: int | None = None,
    **options: Unpack[SearchOptions],
) -> SolutionCount:
    """The exact number of solutions, or a proven lower bound.

    Args:
        puzzle: the puzzle.
        given: count the solutions that extend this partial grid, or what ``Grid`` accepts.
        limit: count no further than this: more solutions give "at least ``limit``".
        **options: the search options of ``solve``, which first finds the ambiguous cells.
            ``time_limit``, ``cancel`` and ``memory_limit`` hold for the count, too.

    Returns:
        The number of solutions, as a product if the puzzle falls into independent components.
        If a limit is reached, it is a lower bound: components not counted yet count as 1.

    Raises:
        OptionError: a limit that makes no sense.
        GridError: ``given`` does not belong to the puzzle.
        BackendError: the backend is not installed.

    >>> count_solutions(Puzzle(rows=[[1]] * 8, columns=[[1]] * 8)).number
    40320
    """
    if limit is not None:
        limit = whole_number("limit", limit, 1)
    puzzle, given = asked(puzzle, given)
    limits = Limits(time_limit=options.get("time_limit"), cancel=options.get("cancel"))
    report = solve(puzzle, given=given, backbone=True, **options)
    reason = report.reason
    if report.verdict in (Verdict.NONE, Verdict.UNIQUE):
        product = Product(len(report.solutions), True, ())
    elif not report.solutions:
        product = Product(0, False, ())
    else:
        memory = options.get("memory_limit")
        max_bytes = MAX_BYTES if memory is None else min(MAX_BYTES, memory << 20)
        product = _product(puzzle, given, report, limits, limit, max_bytes)
        if not product.exact and reason is None:
            reason = limits.reason or Reason.MEMORY
    number, exact, factors = product.number, product.exact, product.factors
    if limit is not None and number > limit:
        number, exact, factors, reason = limit, False, (), Reason.COUNT
    return SolutionCount(number, exact, factors, None if exact else reason, limits.passed)


def _product(
    puzzle: Puzzle,
    given: Grid | None,
    report: Report,
    limits: Limits,
    limit: int | None,
    max_bytes: int,
) -> Product:
    """Count the ways to fill the cells that are not certain, component by component."""
    known = report.known if report.certain is None else report.certain
    free = frozenset(Question(puzzle, given, 2).free_cells)
    values = len(puzzle.palette) + 1
    if report.ambiguous is not None and len(report.ambiguous) == len(free):
        return Product(values ** len(free), True, (Factor(values, len(free), "cell"),))
    differing = report.ambiguous or ()
    ambiguous = frozenset(
        row * puzzle.width + column
        for row, column in (differing if len(differing) > len(free) else ())
    )
    try:
        board = open_board(puzzle, known)
        finish(board.propagate(limits.stop), limits)  # probing would find nothing more
        found = count_components(
            board,
            report.solutions[0].cells,
            free,
            limits,
            ambiguous=ambiguous,
            enough=limit,
            max_bytes=max_bytes,
        )
    except Stopped:
        found = Product(0, False, ())
    if found.exact:
        return found
    met = _met(report, free) * values ** len(free)
    return found if found.number >= met else Product(met, False, ())


def _met(report: Report, free: frozenset[int]) -> int:
    """The number of distinct solutions that the pipeline met, free cells ignored."""
    size = report.known.height * report.known.width
    places = [place for place in range(size) if place not in free]
    constrained = {bytes(grid.cells[place] for place in places) for grid in report.solutions}
    return len(constrained) + sum(stage.met for stage in report.stages)


def backbone(puzzle: Puzzle, **options: Unpack[SolveOptions]) -> Report:
    """``solve(puzzle, backbone=True, ...)``: which cells differ between solutions?

    Args:
        puzzle: the puzzle.
        **options: those of ``solve``.

    Returns:
        The report of ``solve``. ``report.ambiguous`` are the cells that differ, as (row, column);
        ``report.certain`` is the grid of all other cells. Both are None if a limit was reached.

    Raises:
        OptionError: an option that makes no sense, or stages without ``sat``.
        GridError: ``given`` does not belong to the puzzle.
        BackendError: the backend is not installed.

    >>> report = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [2], []]))
    >>> report.ambiguous
    ((0, 0), (0, 1), (2, 0), (2, 1))
    >>> print(report.certain)
    ??.
    .#.
    ??.
    """
    options["backbone"] = True
    return solve(puzzle, **options)
