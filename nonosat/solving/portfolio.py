# SPDX-License-Identifier: MIT
"""A portfolio: several strategies try one question side by side; the first that decides wins.

We cannot predict which SAT solver, with which seed, is quick on a hard puzzle: times differ by
factors of two to twenty. With idle cores it pays to try several (Huberman, Lukose and Hogg, "An
economics approach to hard computational problems", Science 275, 1997). The figures are in
docs/experiments.md, "Portfolio"; without idle cores two strategies take up to twice as long as one.

The first strategy runs in this process, as if it were alone, and looks at the others, its
*alternatives*, only when it asks whether it must stop. So easy puzzles cost nothing extra, and
nothing that was learned is lost. The price: a SAT solver asks only between two slices of conflicts,
so the answer of an alternative may wait that long. Rejected: all strategies in children after a
short attempt here.

Alternatives are worker processes. They start when the first strategy has used as much time as a
start takes, with the cells known by then, and leave out ``implications``: ``probe`` finds more. (If
only one solution is wanted, the verdict depends on whether deduction fixes all cells; alternatives
then start after deduction.) Solutions are shared: two strategies that each found a different one
have decided, and a proof that there are no more is checked against the solutions of all.

The events of the first strategy are passed on as they come, and the solutions of all strategies.
The report has the stages of the strategy that decided, after the stages that had ended when it
began; where the solutions of all together are enough, it has the stages of the first strategy.

A memory limit also needs a child, even for one strategy (``solve_in_child``). The child emits every
event, so when this process ends it, everything found until then is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, islice, repeat
from typing import NamedTuple

from nonosat.errors import InternalError
from nonosat.limits import GRACE_SECONDS, Cancellation, CancelledIf, Limits, Stopped
from nonosat.model.grid import Grid
from nonosat.model.numbers import reduced_seed
from nonosat.model.report import Event, Reason, Report, SolutionFound, StageReport, StageStarted
from nonosat.sat.backends import models_lines
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question
from nonosat.workers.channel import Worker
from nonosat.workers.system import check_memory

JOB = "nonosat.solving.portfolio:work"
"""The function that a worker runs for a Task."""

_OTHERS = ("glucose", "cadical", "cadical195", "minisat")
"""The backends of the second and later strategies; the backend of the first is skipped.

The default, ``duo``, is best where there are solutions to find; Glucose refutes best, so it comes
second. CaDiCaL, unlike both, simplifies between conflicts, version 1.9.5 more than 1.5.3. Further
strategies use the backend of the first. Each has another seed, hence other beliefs, which matters
most where there are many solutions. The encoding does not vary: ``automaton`` was slower in every
measurement (docs/experiments.md, "Portfolio").
"""


_HEAD_START = 0.3
"""Seconds that the first strategy works alone: starting an alternative takes about as long."""
_LOOK_SECONDS = 0.02
"""How often the messages of alternatives are read."""
_LISTEN_SECONDS = 0.001
"""How long to wait for messages: the threads that read them need the GIL for a moment."""


class Strategy(NamedTuple):
    """How to answer a question: stages with a backend, and a seed."""

    preset: Preset
    seed: int

    def __str__(self) -> str:
        return f"{self.preset.backend}, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Task:
    """A question, the strategies to try (one, or a portfolio), and the limits of each."""

    question: Question
    strategies: tuple[Strategy, ...]
    time_limit: float | None
    conflict_limit: int | None
    asked: float = field(default_factory=time.monotonic)
    """When the task was made, by the monotonic clock that all processes share."""

    def remaining(self) -> Task:
        """The task, its time limit reduced by the time that has passed since it was made."""
        if self.time_limit is None:
            return self
        now = time.monotonic()
        return replace(self, time_limit=max(0.0, self.time_limit - (now - self.asked)), asked=now)


def strategies_of(
    preset: Preset, seed: int, number: int, *, keep_backend: bool
) -> tuple[Strategy, ...]:
    """``number`` distinct strategies; the first is (preset, seed).

    >>> from nonosat.solving.presets import PRESETS
    >>> print(*strategies_of(PRESETS["fast"], 7, 5, keep_backend=False), sep="; ")
    duo, seed 7; glucose, seed 8; cadical, seed 9; cadical195, seed 10; minisat, seed 11
    >>> print(*strategies_of(PRESETS["cpsat"], 0, 2, keep_backend=False), sep="; ")
    cpsat-automaton, seed 0; cpsat-automaton, seed 1
    """
    own = preset.backend
    keep_backend = keep_backend or models_lines(own)
    others = () if keep_backend else [backend for backend in _OTHERS if backend != own]
    backends = chain([own], others, repeat(own))
    return tuple(
        Strategy(replace(preset, backend=backend), reduced_seed(seed + place))
        for place, backend in enumerate(islice(backends, number))
    )


def search(
    task: Task, *, progress: Callable[[Event], None] | None, cancel: Cancellation | None = None
) -> Outcome:
    """The outcome of one strategy, or of several together.

    Raises:
        NonosatError: one of the strategies raises it.
    """
    first = task.strategies[0]
    if len(task.strategies) > 1 and "sat" in first.preset.stages:
        return _Race(task, progress, cancel).run()
    limits = Limits(time_limit=task.time_limit, conflict_limit=task.conflict_limit, cancel=cancel)
    return Pipeline(task.question, first.preset, limits, first.seed, progress).work()


@dataclass(slots=True)
class _Alternative:
    """A strategy at work in a child process. ``outcome``: set when it has ended."""

    strategy: Strategy
    worker: Worker
    outcome: Outcome | None = None

    @property
    def decided(self) -> bool:
        return self.outcome is not None and self.outcome.reason is None


class _Race:
    """All strategies at work on one question."""

    def __init__(
        self,
        task: Task,
        progress: Callable[[Event], None] | None,
        cancel: Cancellation | None,
    ) -> None:
        self._task = task
        self._question = task.question
        self._progress = progress
        self._limits = Limits(time_limit=task.time_limit, cancel=cancel)
        self._cancel = cancel
        self._begun = self._next_look = self._limits.clock()
        self._stage = ""
        self._alternatives: list[_Alternative] = []
        self._before: list[StageReport] = []
        """The stages that had ended when the alternatives began."""
        self._decided_by: Strategy | None = None
        self._found = Outcome(known=task.question.start())
        """The findings of the first strategy so far, with the solutions of all."""

    def run(self) -> Outcome:
        """Run until one has decided, or all have ended."""
        task, first = self._task, self._task.strategies[0]
        limits = Limits(
            time_limit=task.time_limit,
            conflict_limit=task.conflict_limit,
            cancel=CancelledIf(self._must_end),
        )
        try:
            own = Pipeline(self._question, first.preset, limits, first.seed, self._hear).work()
            if own.reason is None:
                return self._decided(own, first)
            self._look(_LISTEN_SECONDS)
            if own.reason in (Reason.CONFLICTS, Reason.MEMORY):
                self._wait(own.reason)
            for alternative in self._alternatives:
                if alternative.decided:
                    assert alternative.outcome is not None
                    alternative.outcome.stages[:0] = self._before
                    return self._decided(alternative.outcome, alternative.strategy)
            return self._combined(own)
        finally:
            for alternative in self._alternatives:
                alternative.worker.end()

    def _must_end(self) -> bool:
        if self._cancel is not None and self._cancel.cancelled:
            return True
        now = self._limits.clock()
        if now >= self._next_look:
            self._next_look = now + _LOOK_SECONDS
            if self._alternatives:
                self._look(_LISTEN_SECONDS)
            elif now - self._begun >= _HEAD_START and self._alternatives_help():
                self._start()
        return self._decided_by is not None

    def _alternatives_help(self) -> bool:
        """True if alternatives have time to work, and the first strategy is in a stage for them."""
        limit = self._task.time_limit
        if limit is not None and self._limits.clock() - self._begun + _HEAD_START >= limit:
            return False  # they would have no time to work
        if self._question.limit == 1:
            return self._stage in ("search", "beliefs", "weights", "sat")
        return self._stage in ("implications", "probe", "search", "beliefs", "weights", "sat")

    def _start(self) -> None:
        """Start the alternatives with the cells that are known by now."""
        self._before = list(self._found.stages)
        question = replace(self._question, given=self._found.known)
        ran = {stage.name for stage in self._before}
        left_out = {"implications", *ran.intersection(("probe", "search"))}
        for strategy in self._task.strategies[1:]:  # their interpreters start side by side
            self._alternatives.append(_Alternative(strategy, Worker(JOB)))
        rest = self._task.time_limit
        if rest is not None:
            rest = max(0.0, rest - (self._limits.clock() - self._begun))
        for alternative in self._alternatives:
            stages = tuple(
                name for name in alternative.strategy.preset.stages if name not in left_out
            )
            preset = replace(alternative.strategy.preset, stages=stages)
            strategy = alternative.strategy._replace(preset=preset)
            alternative.worker.send(Task(question, (strategy,), rest, self._task.conflict_limit))

    def _look(self, seconds: float) -> None:
        """Process pending messages of alternatives; wait up to ``seconds`` for the first one."""
        for alternative in self._alternatives:
            while alternative.outcome is None:
                message = alternative.worker.hear(seconds)
                seconds = 0.0
                if message is None:
                    break
                if isinstance(message, Outcome):
                    alternative.outcome = message
                    if alternative.decided:
                        self._decided_by = self._decided_by or alternative.strategy
                elif isinstance(message, SolutionFound):
                    self._question.accept(message.grid.cells)
                    self._add(message.grid, alternative.strategy)

    def _wait(self, reason: Reason) -> None:
        """Wait for the alternatives, which may go on after the first strategy reached a limit."""
        # A model that is too large is too large for all; conflicts are counted for each.
        if not self._alternatives and reason is Reason.CONFLICTS:
            self._start()
        while self._decided_by is None and not self._limits.stop():
            if all(alternative.outcome is not None for alternative in self._alternatives):
                break
            self._look(_LOOK_SECONDS)

    def _hear(self, event: Event) -> None:
        """Record an event of the first strategy and pass it on."""
        if isinstance(event, SolutionFound):
            self._add(event.grid, self._task.strategies[0])
            return
        if isinstance(event, StageStarted):
            self._stage = event.stage
        self._found.note(event)
        if self._progress is not None:
            self._progress(event)

    def _add(self, grid: Grid, strategy: Strategy) -> None:
        """Record a solution of any strategy; with enough of them the question is decided."""
        solutions, limit = self._found.solutions, self._question.limit
        if grid in solutions:
            return
        solutions.append(grid)
        if len(solutions) <= limit and self._progress is not None:
            self._progress(SolutionFound(len(solutions), grid))
        if len(solutions) >= limit and not self._question.backbone:
            self._decided_by = self._decided_by or strategy

    def _decided(self, outcome: Outcome, strategy: Strategy) -> Outcome:
        """The outcome if one strategy has decided."""
        solutions = self._found.solutions
        if outcome.exhausted and set(solutions) != set(outcome.solutions):
            raise InternalError(
                "one strategy says that there are no other solutions, another found one: "
                f"please report this with the puzzle {self._question.puzzle!r}"
            )
        decided_by = str(strategy) if self._alternatives else None
        return replace(outcome, solutions=solutions, strategy=decided_by)

    def _combined(self, own: Outcome) -> Outcome:
        """The outcome if no strategy has decided; the solutions of all may still be enough."""
        if self._decided_by is None:
            reason, decided_by = self._limits.reason or own.reason, None
        else:
            reason, decided_by = None, str(self._decided_by)
        return replace(own, solutions=self._found.solutions, reason=reason, strategy=decided_by)


def work(task: Task, emit: Callable[[object], None]) -> Outcome:
    """Try the strategies of the task. Its time began when it was made."""
    return search(task.remaining(), progress=emit)


def solve_in_child(
    task: Task,
    *,
    memory_limit: int,
    progress: Callable[[Event], None] | None,
    cancel: Cancellation | None,
) -> Report:
    """``solve`` within ``memory_limit`` MiB of resident memory (the interpreter's own included).

    Raises:
        NonosatError: ``solve`` raises it.
        BackendError: this system cannot enforce a memory limit.
    """
    check_memory()
    # The child keeps the time limit; the parent ends the child only if it is late.
    late = None if task.time_limit is None else task.time_limit + GRACE_SECONDS
    limits = Limits(time_limit=late, cancel=cancel)
    outcome = Outcome(known=task.question.start())
    worker = Worker(JOB)
    try:
        worker.send(task)
        try:
            for message in worker.heard(limits.ended, memory_limit):
                if isinstance(message, Outcome):
                    outcome = message
                    break
                outcome.note(message)
                if progress is not None:
                    progress(message)
        except Stopped as stopped:
            outcome.reason = stopped.reason
        for grid in outcome.solutions:
            task.question.accept(grid.cells)
        return outcome.report(task.question, limits.passed)
    finally:
        worker.end()
