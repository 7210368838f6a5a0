# SPDX-License-Identifier: MIT
"""``Position``: the board of a walk, with everything deduced so far.

With several colours it knows more than its grid: which values each unknown cell has lost. It is
never propagated; only the conclusions of steps are added.

Techniques that argue about all solutions ask for one solution (``any_solution``). Steps are sound,
so it stays a solution on the whole walk. It is kept with the moment at which it was found: a puzzle
with several solutions can give another solution at another moment, and a step must not depend on
the moments before it. (A proof that there is only one solution does not.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress

from nonosat.core._core import Board, LineReasons
from nonosat.explain.step import Moment, Moments, Step
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution, assume, known, open_board
from nonosat.logic.implications import Literal
from nonosat.model.clue import UNKNOWN, Line
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle, line_at
from nonosat.model.report import Verdict
from nonosat.solving import ask


@dataclass(slots=True)
class Position:
    """A puzzle, the knowledge about its cells, and the limits of the walk.

    ``max_links``: the longest chain that the technique ``chain`` may use; None for any length.
    """

    puzzle: Puzzle
    board: Board = field(repr=False)
    limits: Limits = field(repr=False)
    max_links: int | None = None
    _free: int = field(init=False, repr=False)
    """The unknown cells in no clued line. No deduction makes one of them known."""
    _line_reasons: LineReasons | None = field(default=None, init=False, repr=False)
    _moments: Moments | None = field(default=None, init=False, repr=False)
    ambiguous: bool = field(default=False, init=False, repr=False)
    """True if two solutions were seen."""
    known_solution: tuple[object, bytes] | None = field(default=None, init=False, repr=False)
    """A solution, and the mark of the board at which it was found (``any_solution``)."""

    def __post_init__(self) -> None:
        cells, width = self.board.cells(), self.puzzle.width
        free = [clue is None for clue in self.puzzle.columns]
        self._free = sum(
            bytes(compress(cells[row * width : (row + 1) * width], free)).count(UNKNOWN)
            for row, clue in enumerate(self.puzzle.rows)
            if clue is None
        )

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        given: Grid | None = None,
        limits: Limits | None = None,
        max_links: int | None = None,
    ) -> Position:
        """The position of a puzzle with given cells, before any deduction.

        Raises:
            GridError: ``given`` does not belong to the puzzle.
        """
        return cls(puzzle, open_board(puzzle, given), limits or Limits(), max_links)

    @property
    def solved(self) -> bool:
        """True if every cell in a clued line is known."""
        return self.board.unknown == self._free

    @property
    def failed_line(self) -> Line | None:
        """The line that has no placement, if the walk met one.

        None also where a cell of a row without a clue has no value left.
        """
        number = self.board.conflict_line
        line = None if number < 0 else line_at(self.puzzle, number)
        return None if line is None or self.puzzle.clue(line) is None else line

    @property
    def line_reasons(self) -> LineReasons:
        """The native search for steps within one line, which remembers the lines of the board."""
        if self._line_reasons is None:
            self._line_reasons = LineReasons(self.board)
        return self._line_reasons

    def knows(self, row: int, column: int) -> bool:
        """True if the value of the cell is known."""
        values = range(self.board.colors + 1)
        return sum(self.board.can_be(row, column, value) for value in values) == 1

    @property
    def grid(self) -> Grid:
        """The known cells."""
        return known(self.board, self.puzzle)

    @property
    def moment(self) -> Moment:
        """The grid, for a step."""
        cells = self.board.cells()
        if self._moments is None or not self._moments.at(cells):
            self._moments = Moments(self.puzzle.grid(cells))
        return self._moments.last

    def knowledge(self, row: int, column: int) -> tuple[Literal, ...]:
        """The literals known of a cell: its value, or each value that it has lost; may be empty."""
        board, colors = self.board, self.board.colors
        if colors == 1:
            empty = board.can_be(row, column, 0)
            filled = board.can_be(row, column, 1)
            return () if empty and filled else (Literal(row, column, 1, filled),)
        possible = [board.can_be(row, column, value) for value in range(colors + 1)]
        if possible.count(True) == 1:
            return (Literal(row, column, possible.index(True), True),)
        return tuple(
            Literal(row, column, value, False)
            for value, can_be in enumerate(possible)
            if not can_be
        )

    def apply(self, step: Step) -> None:
        """Add the conclusions of a step.

        Raises:
            NoSolution: a cell loses its last value.
        """
        for row, column, value, holds in step.cells:
            assume(self.board, row, column, value, holds)
        if self._moments is not None:
            self._moments.add(step.values)
        if self.board.conflict_line >= 0:
            raise NoSolution


def any_solution(position: Position) -> bytes:
    """A solution that extends the position, found earlier or now.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    if position.known_solution is not None:
        return position.known_solution[1]
    return solution_here(position)


def solution_here(position: Position) -> bytes:
    """A solution of the board as it is now, by the solver: its beliefs find one sooner than SAT.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    mark = position.board.mark()
    if position.known_solution is not None and position.known_solution[0] == mark:
        return position.known_solution[1]
    puzzle = position.puzzle.with_goal(None)  # steps are as without a goal
    report = ask(puzzle, position.grid, limit=1, limits=position.limits)
    if report.solutions:
        position.known_solution = (mark, report.solutions[0].cells)
        return report.solutions[0].cells
    if report.verdict is Verdict.NONE:
        raise NoSolution
    assert report.reason is not None
    raise Stopped(report.reason)
