# SPDX-License-Identifier: MIT
"""``check_grid``: does some solution extend a grid, and if not, what is wrong with it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Unpack

from nonosat.exact.contradictions import Contradiction, find_contradiction
from nonosat.languages import ENGLISH, Language, language
from nonosat.limits import Limits
from nonosat.model.clue import UNKNOWN, Line
from nonosat.model.grid import Grid, GridLike
from nonosat.model.plain import HIDDEN, Answer, no_truth
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Verdict
from nonosat.solving import SearchOptions, solve
from nonosat.words import cell_names, line_names

_MOST_CELLS = 10
"""The most cells that ``str`` of a report names."""


@dataclass(frozen=True, slots=True)
class GridCheck(Answer):
    """The answer of ``check_grid``: is this grid still right?

    ``right``: True if some solution extends the grid, None if a limit was reached first.
    ``verdict``: of the clues alone, without the grid; None if it was not needed, because the grid
    is right, or if a limit was reached first.
    ``reason``: the limit, if ``right`` is None.
    ``wrong``: if the puzzle is unique, the cells, as (row, column), that differ from its solution.
    ``contradiction``: if the puzzle has several solutions, a set of lines and given cells that
    contradict each other.
    ``puzzle``, ``grid``: the question, for the picture of the report.

    >>> print(check_grid(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), "?.\\n??"))
    wrong: 1 cell differs from the only solution
    cells: R1C2
    the clues alone: unique
    """

    right: bool | None
    verdict: Verdict | None = field(metadata=HIDDEN)
    reason: Reason | None
    wrong: tuple[tuple[int, int], ...] = ()
    contradiction: Contradiction | None = None
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)
    grid: Grid | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)

    @property
    def marks(self) -> tuple[tuple[int, int], ...]:
        """The given cells that are wrong, or that take part in a contradiction."""
        if self.wrong or self.contradiction is None:
            return self.wrong
        return self.contradiction.cells

    @property
    def rows_sentence(self) -> str:
        """The rows that have marks, in words, for people who do not want to see the cells."""
        return self.rows_text()

    def rows_text(self, lang: str = "en") -> str:
        """The rows that have marks, in a language by its code.

        Raises:
            OptionError: there is no such language.
        """
        say = language(lang)
        rows = sorted({row for row, _ in self.marks})
        names = line_names((Line("row", row) for row in rows), say)
        return say("check.rows", n=len(rows), lines=names)

    def lines(self) -> list[str]:
        """Whether a solution extends the grid, the wrong cells, and the verdict of the clues."""
        return list(self._lines(ENGLISH))

    def text(self, lang: str = "en") -> str:
        """The lines of the answer, in a language by its code.

        Raises:
            OptionError: there is no such language.
        """
        return "\n".join(self._lines(language(lang)))

    def _lines(self, say: Language) -> Iterator[str]:
        yield self._answer(say)
        if self.marks:
            marks = sorted(self.marks)
            more = max(0, len(marks) - _MOST_CELLS)
            cells = cell_names(marks[:_MOST_CELLS])
            yield say("check.cells.more" if more else "check.cells", cells=cells, n=more)
        if self.verdict is not None:
            yield say("check.clues", verdict=say(f"verdict.{self.verdict.value}"))

    def _answer(self, say: Language) -> str:
        if self.right:
            return say("check.right")
        if self.right is None:
            if self.reason is None:
                return say("verdict.unknown")
            return say("check.unknown", reason=say(f"reason.{self.reason.value}"))
        if self.verdict is Verdict.NONE:
            return say("check.none")
        if self.wrong:
            return say("check.wrong", n=len(self.wrong))
        if self.contradiction is not None:
            return say("check.contradiction", contradiction=self.contradiction.text(say.code))
        return say("check.extends" if self.verdict is Verdict.MULTIPLE else "check.extends.unknown")

    def _pictures(self) -> Iterator[tuple[str, object]]:
        """If the question is known, the grid with the wrong cells marked."""
        from nonosat.draw.svg_writer import draw

        if self.puzzle is not None:
            yield "the grid", draw(self.puzzle, self.grid, marks=self.marks)

    __bool__ = no_truth("right")


def check_grid(puzzle: Puzzle, grid: GridLike, **options: Unpack[SearchOptions]) -> GridCheck:
    """Say whether some solution extends a grid, partial or complete, and if not, what is wrong.

    Args:
        puzzle: the puzzle.
        grid: the cells filled in so far, or what ``Grid`` accepts.
        **options: the search options of ``solve``. ``time_limit`` holds for everything together,
            ``conflict_limit`` and ``memory_limit`` for each of two solves.

    Returns:
        Whether the grid is right so far. If not, and the puzzle has one solution, ``wrong`` are the
        cells that differ from it; if it has several, ``contradiction`` are given cells and lines
        that cannot all be right. If a limit is reached first, ``right`` is None.

    Raises:
        GridError: the grid does not belong to the puzzle.
        OptionError: an option that makes no sense.
        BackendError: the backend is not installed.

    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    >>> check_grid(puzzle, Grid("#?\\n??")).right
    True
    >>> check_grid(puzzle, Grid("??\\n.#")).wrong
    ((1, 0), (1, 1))
    """
    puzzle, _ = asked(puzzle)
    grid = puzzle.as_grid(grid, "the given grid")
    limits = Limits(time_limit=options.get("time_limit"))

    report = partial(GridCheck, verdict=None, reason=None, puzzle=puzzle, grid=grid)
    extended = solve(puzzle, given=grid, limit=1, **options)
    if extended.solutions:
        return report(True)
    if extended.verdict is Verdict.UNKNOWN:
        return report(None, reason=extended.reason)
    options["time_limit"] = limits.left
    alone = solve(puzzle, limit=2, **options)
    if alone.verdict is Verdict.UNIQUE:
        solution = alone.solutions[0]
        wrong = tuple(cell for cell in grid.differences(solution) if grid[cell] != UNKNOWN)
        return report(False, verdict=alone.verdict, wrong=wrong)
    if alone.verdict is not Verdict.MULTIPLE:
        return report(False, verdict=alone.verdict)
    found = find_contradiction(
        puzzle, given=grid, time_limit=limits.left, cancel=options.get("cancel")
    )
    return report(False, verdict=alone.verdict, contradiction=found if found.found else None)
