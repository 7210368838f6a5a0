# SPDX-License-Identifier: MIT
"""Is a partly filled grid still consistent with a solution, and if not, what is wrong with it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonosat.clue import UNKNOWN
from nonosat.exact.contradictions import Conflict, why
from nonosat.grid import Grid
from nonosat.limits import Limits
from nonosat.puzzle import Puzzle
from nonosat.report import Reason, Verdict
from nonosat.solving import solve

__all__ = ["GivenReport", "check_given"]


@dataclass(frozen=True, slots=True)
class GivenReport:
    """The answer to "is this grid still right?".

    ``right``: True if some solution extends the grid, None if a limit was reached first.
    ``verdict``: of the clues alone, without the grid; None if it was not needed, because the grid
    is right or a limit was reached before.
    ``reason``: the limit, if ``right`` is None.
    ``wrong``: if the puzzle is unique, the cells, as (row, column), that differ from its solution.
    ``contradiction``: if the puzzle has several solutions, a set of lines and given cells that
    contradict each other.
    """

    right: bool | None
    verdict: Verdict | None
    reason: Reason | None
    wrong: tuple[tuple[int, int], ...] = ()
    contradiction: Conflict | None = None

    def as_dict(self) -> dict[str, object]:
        """Plain data, the way ``--json`` prints it."""
        contradiction = self.contradiction
        return {
            "right": self.right,
            "reason": self.reason.value if self.reason else None,
            "wrong": [list(cell) for cell in self.wrong],
            "contradiction": contradiction.as_dict() if contradiction else None,
        }


def check_given(puzzle: Puzzle, grid: Grid, **options: Any) -> GivenReport:
    """Does some solution extend a grid, partial or complete?

    If not, and the puzzle's solution is unique, the report names the cells that differ from it; if
    there are several solutions, a smallest set of given cells and lines that contradict each other.
    ``options`` are those of ``solve``.

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
        return GivenReport(True, None, None)
    if extended.verdict is Verdict.UNKNOWN:
        return GivenReport(None, None, extended.reason)
    alone = solve(puzzle, **{**options, "want": 2, "time_limit": rest()})
    if alone.verdict is Verdict.UNIQUE:
        right = alone.solutions[0]
        wrong = tuple(cell for cell in grid.differences(right) if grid[cell] != UNKNOWN)
        return GivenReport(False, alone.verdict, None, wrong)
    if alone.verdict is not Verdict.MULTIPLE:
        return GivenReport(False, alone.verdict, None)
    found = why(puzzle, given=grid, time_limit=rest(), cancel=options.get("cancel"))
    return GivenReport(False, alone.verdict, None, (), found)
