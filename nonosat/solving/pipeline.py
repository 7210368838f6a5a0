# SPDX-License-Identifier: MIT
"""The pipeline: it runs the stages of a preset in order and keeps the limits.

Each stage continues on the board of the stage before it; the pipeline ends as soon as the question
is answered. A solution that deduction alone reaches is unique. Otherwise a solution is unique if
the encoding of the state that sound deduction has reached has no second solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from nonosat.core._core import Board, SettleEnd
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution
from nonosat.model.report import Event, Reason, Report, StageFinished, StageReport, StageStarted
from nonosat.solving.outcome import Outcome
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question
from nonosat.solving.stages import RUN
from nonosat.solving.state import StageRun, State
from nonosat.workers.system import processor_time, thread_time


class Begun(NamedTuple):
    """The first stages of a preset, as far as ``_core.settle`` has run them.

    ``known``: the known cells after the last of ``stages`` without contradiction; None before.
    ``too_large``: the implication graph was too large. ``solutions``: found by the stage
    ``search``; ``exhausted``: there are no others.
    """

    board: Board
    end: SettleEnd
    stages: list[StageReport]
    known: bytes | None
    seconds: float
    too_large: bool
    solutions: list[bytes]
    exhausted: bool


class Pipeline:
    """One solve in this process."""

    def __init__(
        self,
        question: Question,
        preset: Preset,
        limits: Limits,
        seed: int = 0,
        progress: Callable[[Event], None] | None = None,
        begun: Begun | None = None,
        instead: Mapping[str, Callable[[State], None]] = {},
    ) -> None:
        """``begun``: continue after these stages; ``limits`` hold for the rest.

        ``instead``: functions that take the place of stages.
        """
        self._limits = limits
        self._run = {**RUN, **instead} if instead else RUN
        board = None if begun is None else begun.board
        self._state = State(question, preset, limits, seed, progress, board)
        self._seconds = 0.0
        if begun is not None:
            self._take_over(begun)

    @property
    def board(self) -> Board:
        """The board on which the stages deduce."""
        return self._state.board

    def run(self) -> Report:
        """Run the stages until the question is answered or a limit is reached."""
        begun = self._limits.clock()
        outcome = self.work()
        seconds = self._seconds + self._limits.clock() - begun
        return outcome.report(self._state.question, seconds)

    def work(self) -> Outcome:
        """``run``, for callers that combine the outcomes of several strategies."""
        state = self._state
        outcome = state.outcome
        for name in state.preset.stages[len(outcome.stages) :]:
            if self._goal_is_next(name):
                self._run_stage("goal")
            if state.done or outcome.reason is not None:
                break
            self._run_stage(name)
        if outcome.reason is None and not outcome.exhausted:
            if state.question.backbone and outcome.solutions:
                self._run_stage("backbone")
            elif not state.done:
                outcome.reason = Reason.STAGES
        return outcome

    def _goal_is_next(self, name: str) -> bool:
        """True if the goal, which is a solution, is to be taken as one before that stage."""
        state = self._state
        ended = state.done or state.outcome.reason is not None
        asked = state.uses_goal and not ended and name in ("beliefs", "weights", "sat")
        return asked and state.question.goal_holds

    def _take_over(self, begun: Begun) -> None:
        state = self._state
        outcome = state.outcome
        self._seconds = begun.seconds
        outcome.stages += begun.stages
        if begun.known is not None:
            outcome.known = state.question.puzzle.grid(begun.known)
        for cells in begun.solutions:
            state.found(cells)
        outcome.exhausted = begun.exhausted
        if begun.end is SettleEnd.SOLVED:
            state.conclude()
        elif begun.end is SettleEnd.TIME_OUT:
            outcome.reason = Reason.TIME
        elif (
            begun.too_large
            and len(outcome.stages) == len(state.preset.stages)
            and state.preset.stages[-1] == "implications"
        ):
            outcome.reason = Reason.MEMORY

    def _run_stage(self, name: str) -> None:
        state, limits = self._state, self._limits
        outcome = state.outcome
        now = limits.clock()
        # CP-SAT works in a thread of its own.
        cpu = processor_time if state.preset.backend.startswith("cpsat") else thread_time
        stage = state.stage = StageRun(
            name, now, outcome.known.unknown_count, reported=now, cpu=cpu, begun_cpu=cpu()
        )
        state.emit(StageStarted(name, stage.unknown))
        try:
            limits.check()
            self._run[name](state)
        except NoSolution:
            state.refuted()
        except Stopped as stopped:
            outcome.reason = stopped.reason
        except MemoryError:
            outcome.reason = Reason.MEMORY
        report = stage.report(outcome.known.unknown_count, limits.clock())
        outcome.stages.append(report)
        state.emit(StageFinished(report, outcome.known))
