# SPDX-License-Identifier: MIT
"""``Outcome``: the findings of the stages, and the ``Report`` made from them.

The verdict follows from the solutions, all checked before, and from ``exhausted``. It does not
depend on the goal picture; but a goal that is a solution and contradicts the verdict is an
InternalError. Of several solutions, a goal that is one of them is shown first.

The stages do not search unconstrained cells (cells in no line with a clue). These are filled in
here: with one such cell, every solution makes at least two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from nonosat.errors import InternalError
from nonosat.model.clue import EMPTY, UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.report import (
    Event,
    GoalStatus,
    Reason,
    Report,
    SolutionFound,
    StageFinished,
    StageReport,
    Verdict,
)
from nonosat.solving.question import Question


@dataclass(slots=True)
class Outcome:
    """The findings of the stages so far.

    ``solutions`` differ in constrained cells; their free cells are EMPTY. ``exhausted``: there are
    no other solutions. ``reason``: why the work ended early. ``ambiguous``: the constrained cells
    that differ between solutions, as row * width + column; None while they are not known.
    ``strategy``: the strategy of a portfolio that decided.
    """

    known: Grid
    solutions: list[Grid] = field(default_factory=list)
    exhausted: bool = False
    stages: list[StageReport] = field(default_factory=list)
    reason: Reason | None = None
    ambiguous: frozenset[int] | None = None
    strategy: str | None = None

    def note(self, event: Event) -> None:
        """Record an event from work in another process."""
        if isinstance(event, SolutionFound):
            self.solutions.append(event.grid)
        elif isinstance(event, StageFinished):
            self.known = event.known
            self.stages.append(event.report)

    def report(self, question: Question, seconds: float) -> Report:
        """The report on the question."""
        free = question.free_cells
        verdict = self._verdict(bool(free))
        wanted = max(question.limit, 2 if verdict is Verdict.MULTIPLE else 1)
        solutions = tuple(islice(self._filled(question), wanted))
        for grid in solutions if free else ():
            question.accept(grid.cells)
        status = goal_status(verdict, solutions, question)
        if verdict is Verdict.MULTIPLE or (question.limit == 1 and solutions):
            solutions = self._goal_first(question, solutions)
        ambiguous, certain = self._backbone(question) if question.backbone else (None, None)
        if question.backbone and ambiguous is None:
            reason = self.reason
        elif self.exhausted or len(solutions) == wanted:
            reason = Reason.COUNT if verdict is Verdict.UNKNOWN else None
        else:
            reason = self.reason
        return Report(
            verdict=verdict,
            reason=reason,
            solutions=solutions,
            known=self.known,
            goal=status,
            clued_cells_unique=self._clued_cells_unique(),
            stages=tuple(self.stages),
            seconds=seconds,
            ambiguous=ambiguous,
            certain=certain,
            strategy=self.strategy,
            puzzle=question.puzzle,
            given=question.given,
        )

    def _goal_first(self, question: Question, solutions: tuple[Grid, ...]) -> tuple[Grid, ...]:
        """The solutions, in their order but for the goal, which comes first if it is a solution."""
        goal = question.goal
        if goal is None or goal == solutions[0]:
            return solutions
        if goal not in solutions:
            if not question.goal_holds:
                return solutions
            if self.exhausted and not question.free_cells and goal not in self.solutions:
                raise InternalError(
                    "the verdict is that all solutions are known, but the goal picture is another: "
                    f"please report this with the puzzle {question.puzzle!r}"
                )
            question.accept(goal.cells)
        return (goal, *(grid for grid in solutions if grid != goal))[: len(solutions)]

    def _backbone(
        self, question: Question
    ) -> tuple[tuple[tuple[int, int], ...] | None, Grid | None]:
        """The cells that differ between solutions, and the others; None where not known."""
        if self.exhausted and self.solutions:  # all solutions are known
            agreed = self.solutions[0].agreement(self.solutions[1:])
        elif self.exhausted:
            return (), question.puzzle.unknown_grid()
        elif self.ambiguous is None:
            return None, None
        else:
            agreed = question.unknown_at(self.solutions[0], self.ambiguous)
        certain = question.unknown_at(agreed, question.free_cells)
        return certain.differences(self.solutions[0]), certain

    def _verdict(self, free: bool) -> Verdict:
        if len(self.solutions) > 1 or (self.solutions and free):
            return Verdict.MULTIPLE
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if self.solutions else Verdict.NONE

    def _clued_cells_unique(self) -> bool | None:
        if len(self.solutions) > 1:
            return False
        return True if self.solutions and self.exhausted else None

    def _filled(self, question: Question) -> Iterator[Grid]:
        """The solutions, each with all fillings of the free cells in turn."""
        puzzle, free = question.puzzle, question.free_cells
        colors = len(puzzle.palette)
        for grid in self.solutions:
            cells = bytearray(grid.cells)
            more = True
            while more:
                yield puzzle.grid(bytes(cells))
                more = False
                for place in reversed(free):  # count up, the last cell fastest
                    if cells[place] < colors:
                        cells[place] += 1
                        more = True
                        break
                    cells[place] = EMPTY


def goal_status(
    verdict: Verdict, solutions: Sequence[Grid], question: Question
) -> GoalStatus | None:
    """The status of the goal picture under a verdict with checked solutions."""
    goal = question.goal
    if goal is None:
        return None
    if goal in solutions or (not goal.complete and any(one.extends(goal) for one in solutions)):
        sure = {Verdict.UNIQUE: GoalStatus.ONLY, Verdict.MULTIPLE: GoalStatus.ONE_OF_SEVERAL}
        return sure.get(verdict, GoalStatus.UNKNOWN)
    if goal.complete and not question.goal_holds:
        return GoalStatus.WRONG
    if not goal.complete and (
        verdict in (Verdict.NONE, Verdict.UNIQUE)
        or question.puzzle.faults(goal)
        or not _compatible(goal, question.given)
    ):
        return GoalStatus.WRONG
    if verdict in (Verdict.NONE, Verdict.UNIQUE):
        said = (
            "that there is no solution, but the goal picture is one"
            if verdict is Verdict.NONE
            else "that the solution is unique, but the goal picture is another"
        )
        raise InternalError(
            f"the verdict is {said}: please report this with the puzzle {question.puzzle!r}"
        )
    several = verdict is Verdict.MULTIPLE and goal.complete
    return GoalStatus.ONE_OF_SEVERAL if several else GoalStatus.UNKNOWN


def _compatible(grid: Grid, given: Grid | None) -> bool:
    """True if no known cell of ``grid`` contradicts ``given``."""
    if given is None:
        return True
    pairs = zip(grid.cells, given.cells, strict=True)
    return all(a == b or UNKNOWN in (a, b) for a, b in pairs)
