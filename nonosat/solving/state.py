# SPDX-License-Identifier: MIT
"""``State``: the data that the stages of one solve share: board, outcome, limits, progress.

A stage is a function of a State. It deduces on ``state.board``, reports solutions with ``found``
and counts its work in ``state.stage``, which is new for every stage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonosat.core._core import Board
from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.logic.board import known, open_board
from nonosat.model.clue import EMPTY
from nonosat.model.grid import Grid
from nonosat.model.report import Event, SolutionFound, StageProgress, StageReport
from nonosat.solving.outcome import Outcome
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question
from nonosat.workers.system import thread_time

if TYPE_CHECKING:
    from nonosat.logic.belief_search import BeliefSearch


_PROGRESS_SECONDS = 0.1
"""Minimum interval between two progress events."""


@dataclass(slots=True)
class StageRun:
    """One run of a stage.

    ``begun``: when it began, on the limits' clock; ``unknown``: the number of unknown cells then.
    ``counts``: work, by name. ``build_seconds``: time spent on building a model. ``met``: as in
    ``StageReport``. ``progress``: called for the amount of work done and its unit. ``reported``:
    when the last progress event was emitted. ``cpu``: gives the processor time; ``begun_cpu``: what
    it gave when the stage began.
    """

    name: str
    begun: float
    unknown: int
    counts: dict[str, int] = field(default_factory=dict)
    build_seconds: float | None = None
    met: int = 0
    progress: Callable[[], tuple[int, str]] = lambda: (0, "")
    reported: float = 0.0
    cpu: Callable[[], float] = thread_time
    begun_cpu: float = 0.0

    def report(self, unknown: int, now: float) -> StageReport:
        """The report on the run that ends now, with this number of unknown cells."""
        seconds, cells = now - self.begun, self.unknown - unknown
        cpu = self.cpu() - self.begun_cpu
        return StageReport(
            self.name, cells, seconds, cpu, self.counts, self.build_seconds, self.met
        )


@dataclass(slots=True)
class Left:
    """Work that a stage leaves to a later stage.

    ``beliefs``: the search of the stage ``beliefs``, which ``sat`` and ``backbone`` continue; None
    if it did not run. ``weights``: True if the stage ``weights`` has left to ``sat`` the proof that
    a known solution is the only one. ``goal``: True if the goal is the only solution so far, and no
    stage has found it; then ``sat`` looks near it first.
    """

    beliefs: BeliefSearch | None = None
    weights: bool = False
    goal: bool = False


def uses_goal(question: Question, preset: Preset) -> bool:
    """True if the goal of the puzzle, if it is a solution, may be the first one.

    Not without the stage ``sat``: a goal does not answer what the stages could not. Nor if one
    solution is wanted: the verdict might be another.
    """
    goal = question.goal
    asked = "sat" in preset.stages and question.limit > 1
    return asked and goal is not None and goal.complete


class State:
    """The state of one solve.

    A stage deduces on ``board``, within ``limits``, and reports in ``stage``. It reads earlier
    results (``solutions``, ``done``, ``exhausted``, ``solved``), reports its own through methods
    that check them (``found``, ``no_more``, ``refuted``, ``learn``, ``differ``), and leaves work to
    later stages in ``left``. The ``outcome`` belongs to the pipeline. ``free``: the unconstrained
    cells, which the stages leave unknown. ``uses_goal``: the goal, if it is a solution, may become
    the first one.
    """

    def __init__(
        self,
        question: Question,
        preset: Preset,
        limits: Limits,
        seed: int,
        progress: Callable[[Event], None] | None,
        board: Board | None = None,
    ) -> None:
        """``board``: the board of the puzzle, if there is one already."""
        self.question = question
        self.preset = preset
        self.limits = limits
        self.seed = seed
        self.board: Board = board or open_board(question.puzzle, question.given)
        self.free = frozenset(question.free_cells)
        self.outcome = Outcome(known=question.start())
        self.left = Left()
        self.uses_goal = uses_goal(question, preset)
        self.stage = StageRun("", limits.clock(), self.outcome.known.unknown_count)
        self._progress = progress
        self._seen: set[bytes] = set()
        if progress is not None:
            limits.watch = self._watch

    @property
    def solutions(self) -> Sequence[Grid]:
        """The solutions found so far."""
        return self.outcome.solutions

    @property
    def exhausted(self) -> bool:
        """True if there are no other solutions."""
        return self.outcome.exhausted

    @property
    def done(self) -> bool:
        """True if there is nothing to search for: all solutions are known, or enough of them."""
        return self.exhausted or len(self.solutions) >= self.question.limit

    @property
    def solved(self) -> bool:
        """True if deduction has fixed all constrained cells."""
        return self.board.unknown == len(self.free)

    def learn(self) -> None:
        """Copy the cells that deduction has fixed from the board to the outcome."""
        self.outcome.known = known(self.board, self.question.puzzle)

    def no_more(self) -> None:
        """Record that there are no other solutions."""
        self.outcome.exhausted = True

    def learn_from_solutions(self) -> None:
        """Record the cells that all solutions share, once all solutions are known."""
        solutions = self.solutions
        agreed = solutions[0].agreement(solutions[1:])
        self.outcome.known = self.question.unknown_at(agreed, self.free)

    def differ(self, cells: frozenset[int]) -> None:
        """Record that these cells differ between solutions, and that all others are fixed."""
        self.outcome.ambiguous = cells
        self.outcome.known = self.question.unknown_at(self.solutions[0], cells | self.free)

    def conclude(self) -> None:
        """If deduction has fixed all constrained cells, record them as the only solution."""
        if self.solved:
            cells = self.board.cells()
            if not self.solutions:
                self.found(cells)
            elif self.is_new(cells):  # before a stage that propagates, the goal is known already
                raise InternalError(
                    f"the stage {self.stage.name} says that there is one solution, but another was "
                    f"found before: please report this with the puzzle {self.question.puzzle!r}"
                )
            self.no_more()

    def found(self, cells: bytes) -> None:
        """Check a solution and keep it.

        Raises:
            InternalError: it is not a solution, or is already known.
        """
        grid = self.checked(cells)
        if grid.cells in self._seen:
            raise InternalError(
                "the same solution was found twice: "
                f"please report this with the puzzle {self.question.puzzle!r}"
            )
        self._seen.add(grid.cells)
        self.outcome.solutions.append(grid)
        self.emit(SolutionFound(len(self.outcome.solutions), grid))

    def is_new(self, cells: bytes) -> bool:
        """True if this solution is not known yet; ``found`` checks that it is one."""
        return self._complete(cells) not in self._seen

    def checked(self, cells: bytes) -> Grid:
        """A solution that has passed its check, with EMPTY in the free cells.

        Raises:
            InternalError: it is not a solution.
        """
        return self.question.accept(self._complete(cells))

    def _complete(self, cells: bytes) -> bytes:
        """The cells, with EMPTY in the free ones."""
        complete = bytearray(cells)
        for place in self.free:
            complete[place] = EMPTY
        return bytes(complete)

    def refuted(self) -> None:
        """Record that a stage came to a contradiction, so that there is no solution.

        Raises:
            InternalError: a solution was found and checked before.
        """
        if self.solutions:
            raise InternalError(
                f"the stage {self.stage.name} says that there is no solution, but one was found "
                f"before: please report this with the puzzle {self.question.puzzle!r}"
            )
        self.no_more()

    def emit(self, event: Event) -> None:
        """Pass an event on to the caller."""
        if self._progress is not None:
            self._progress(event)

    def _watch(self) -> None:
        """Called whenever a stage asks about its limits: emit progress now and then."""
        now, stage = self.limits.clock(), self.stage
        if now - stage.reported >= _PROGRESS_SECONDS:
            stage.reported = now
            done, unit = stage.progress()
            self.emit(StageProgress(stage.name, done, unit))
