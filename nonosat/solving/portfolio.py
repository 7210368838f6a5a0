# SPDX-License-Identifier: MIT
"""A portfolio: several strategies try one question side by side; the first that decides wins.

Which SAT solver is quick on a hard puzzle, and with which seed, cannot be predicted: times differ
by factors of two to twenty. With idle cores it pays to try several (Huberman, Lukose and Hogg, "An
economics approach to hard computational problems", Science 275, 1997). The figures are in
docs/experiments.md, "Portfolio"; without idle cores two jobs take up to twice as long as one.

The first strategy runs in this process, as if it were alone, and looks at its *rivals* only when it
asks whether it must stop. So an easy puzzle costs nothing more, and nothing it has learned is lost.
The price: a SAT solver asks between two slices of conflicts only, so the answer of a rival may wait
for that long. Rejected: all strategies in children after a short attempt here.

Rivals are worker processes. They start when the first strategy has used as much time as a start
takes, with the cells known by then, and leave out ``implications``: ``probe`` finds more. (If only
one solution is wanted, the verdict depends on whether deduction fixes all cells; rivals then start
after deduction.) Solutions are shared: two strategies that found a different one each have decided,
and a proof that there are no more is checked against the solutions of all.

Only the events of one strategy at a time, the *leader*, are passed on: of the first; of the next
that still works when the first reaches its conflict limit; at the end of the one that decided. The
report has the stages of the leaders.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from nonosat.errors import InternalError
from nonosat.limits import Cancellation, Limits
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.report import (
    Event,
    Reason,
    Report,
    SolutionFound,
    StageFinished,
    StageProgress,
    StageStarted,
)
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.question import Question
from nonosat.solving.task import JOB, Strategy, Task
from nonosat.workers.channel import Worker

_HEAD_START = 0.3
"""Seconds that the first strategy works alone: about what the start of a rival takes."""
_LOOK_SECONDS = 0.02
"""How often the messages of rivals are read."""
_UNKNOWN_BITS = bytes(255 if value == UNKNOWN else 0 for value in range(256))
"""A table for ``bytes.translate``: all bits where a cell is unknown, else none."""
_LISTEN_SECONDS = 0.001
"""How long to wait then: the threads that read the messages need the GIL for a moment."""


def solve_with_strategies(
    task: Task, *, progress: Callable[[Event], None] | None, cancel: Cancellation | None
) -> Report:
    """``solve`` with all strategies of the task."""
    clock = Limits().clock
    begun = clock()
    return search(task, progress=progress, cancel=cancel).report(task.question, clock() - begun)


def search(
    task: Task, *, progress: Callable[[Event], None] | None, cancel: Cancellation | None = None
) -> Outcome:
    """The outcome of one strategy, or of several together.

    Raises:
        NonosatError: whatever one of them raises.
    """
    first = task.strategies[0]
    if len(task.strategies) > 1 and "sat" in first.preset.stages:
        return _Race(task, progress, cancel).run()
    limits = Limits(time_limit=task.time_limit, conflict_limit=task.conflict_limit, cancel=cancel)
    return Pipeline(task.question, first.preset, limits, first.seed, progress).work()


@dataclass(slots=True)
class _Rival:
    """A strategy at work in a child process."""

    strategy: Strategy
    worker: Worker
    events: list[Event] = field(default_factory=list)
    """Its events that are not passed on yet, without those of progress within a stage."""
    outcome: Outcome | None = None
    """Set when it has ended."""


class _StopSignal(Cancellation):
    """What the first strategy asks whether it must stop."""

    __slots__ = ("_answer",)

    def __init__(self, answer: Callable[[], bool]) -> None:
        super().__init__()
        self._answer = answer

    @property
    def cancelled(self) -> bool:
        return self._answer()


class _Race:
    """All strategies at work on one question."""

    def __init__(
        self,
        task: Task,
        progress: Callable[[Event], None] | None,
        cancel: Cancellation | None,
    ) -> None:
        self._task = task
        self._question: Question = task.question
        self._progress = progress
        self._limits = Limits(time_limit=task.time_limit, cancel=cancel)
        self._cancel = cancel
        self._begun = self._next_look = self._limits.clock()
        self._stage = ""
        self._rivals: list[_Rival] = []
        self._leader: _Rival | None = None
        self._seen: set[Grid] = set()
        """The solutions of all strategies."""
        self._decided_by: Strategy | None = None
        self._found = Outcome(known=task.question.start())
        """What the events say that were passed on."""

    def run(self) -> Outcome:
        """Run until one has decided, or all have ended."""
        task, first = self._task, self._task.strategies[0]
        limits = Limits(
            time_limit=task.time_limit,
            conflict_limit=task.conflict_limit,
            cancel=_StopSignal(self._must_end),
        )
        try:
            own = Pipeline(self._question, first.preset, limits, first.seed, self._pass_on).work()
            if own.reason is None:
                return self._finish(own, first)
            self._look(_LISTEN_SECONDS)
            if own.reason in (Reason.CONFLICTS, Reason.MEMORY):
                self._go_on(own.reason)
            winner = next((rival for rival in self._rivals if _decided(rival.outcome)), None)
            if winner is not None:
                assert winner.outcome is not None
                self._follow(winner)
                return self._finish(winner.outcome, winner.strategy)
            return self._combine(own.reason)
        finally:
            for rival in self._rivals:
                rival.worker.end()

    def _must_end(self) -> bool:
        if self._cancel is not None and self._cancel.cancelled:
            return True
        now = self._limits.clock()
        if now >= self._next_look:
            self._next_look = now + _LOOK_SECONDS
            if self._rivals:
                self._look(_LISTEN_SECONDS)
            elif now - self._begun >= _HEAD_START and self._rivals_help():
                self._start()
        return self._decided_by is not None

    def _rivals_help(self) -> bool:
        """True if the first strategy is in a stage beside which rivals make sense."""
        limit = self._task.time_limit
        if limit is not None and self._limits.clock() - self._begun + _HEAD_START >= limit:
            return False  # they would have no time to work
        if self._question.want == 1:
            return self._stage in ("beliefs", "counting", "sat")
        return self._stage in ("implications", "probe", "beliefs", "counting", "sat")

    def _start(self) -> None:
        """Start the rivals with the cells that are known by now."""
        known = self._found.known
        question = replace(self._question, given=known)
        left_out = {"implications"}
        if any(stage.name == "probe" for stage in self._found.stages):
            left_out.add("probe")
        for strategy in self._task.strategies[1:]:  # their interpreters start side by side
            self._rivals.append(_Rival(strategy, Worker(JOB)))
        rest = self._task.time_limit
        if rest is not None:
            rest = max(0.0, rest - (self._limits.clock() - self._begun))
        for rival in self._rivals:
            stages = tuple(name for name in rival.strategy.preset.stages if name not in left_out)
            preset = replace(rival.strategy.preset, stages=stages)
            strategy = rival.strategy._replace(preset=preset)
            rival.worker.send(Task(question, (strategy,), rest, self._task.conflict_limit))

    def _look(self, seconds: float) -> None:
        """Process pending messages of rivals; wait up to ``seconds`` for the first one."""
        for rival in self._rivals:
            while rival.outcome is None:
                message = rival.worker.hear(seconds)
                seconds = 0.0
                if message is None:
                    break
                if isinstance(message, Outcome):
                    rival.outcome = message
                    if _decided(message):
                        self._decided_by = self._decided_by or rival.strategy
                    continue
                if isinstance(message, SolutionFound):
                    self._question.accept(message.grid.cells)
                    self._count(message.grid, rival.strategy)
                if rival is self._leader:
                    self._pass_on(message)
                elif not isinstance(message, StageProgress):
                    rival.events.append(message)

    def _go_on(self, reason: Reason) -> None:
        """The first strategy has reached a limit; its rivals may go on."""
        # A model that is too large is so for all of them; conflicts are counted for each.
        if not self._rivals and reason is Reason.CONFLICTS:
            self._start()
        while self._decided_by is None and not self._limits.stop():
            at_work = [rival for rival in self._rivals if rival.outcome is None]
            if not at_work:
                break
            if self._leader not in at_work:
                self._follow(at_work[0])
            self._look(_LOOK_SECONDS)

    def _follow(self, rival: _Rival) -> None:
        """Make a rival the leader."""
        self._leader = rival
        for event in rival.events:
            self._pass_on(event)
        rival.events.clear()

    def _pass_on(self, event: Event) -> None:
        """Record an event of the leader and pass it on."""
        found = self._found
        if isinstance(event, SolutionFound):
            if event.grid in found.solutions or len(found.solutions) >= self._question.want:
                return
            event = SolutionFound(len(found.solutions) + 1, event.grid)
            if self._leader is None:
                self._count(event.grid, self._task.strategies[0])
        elif isinstance(event, StageFinished):
            known = _joined(event.known, found.known)
            cells = found.known.unknown_count - known.unknown_count  # those that are new
            event = StageFinished(replace(event.report, cells=cells), known)
        elif isinstance(event, StageStarted) and self._leader is None:
            self._stage = event.stage
        found.note(event)
        if self._progress is not None:
            self._progress(event)

    def _count(self, grid: Grid, strategy: Strategy) -> None:
        """Record a solution of any strategy; with enough of them the question is decided."""
        self._seen.add(grid)
        enough = len(self._seen) >= self._question.want and not self._question.backbone
        if enough and self._decided_by is None:
            self._decided_by = strategy

    def _finish(self, decided: Outcome, strategy: Strategy) -> Outcome:
        """The outcome if one strategy has decided and all its events are passed on."""
        found = self._found
        if decided.exhausted and not self._seen <= set(decided.solutions):
            raise InternalError(
                "one strategy says that there are no other solutions, another found one: "
                f"please report this with the puzzle {self._question.puzzle!r}"
            )
        found.exhausted = decided.exhausted
        found.ambiguous = decided.ambiguous
        found.strategy = str(strategy) if self._rivals else None
        return found

    def _combine(self, reason: Reason) -> Outcome:
        """The outcome if no strategy has decided; the solutions of all may still be enough."""
        for rival in self._rivals:
            for event in rival.events:
                if isinstance(event, SolutionFound):
                    self._pass_on(event)
        if self._decided_by is None:
            self._found.reason = self._limits.reason or reason
        else:
            self._found.strategy = str(self._decided_by)
        return self._found


def _decided(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.reason is None


def _joined(grid: Grid, other: Grid) -> Grid:
    """The cells that are known in either grid."""
    unknown = int.from_bytes(grid.cells.translate(_UNKNOWN_BITS))
    cells = int.from_bytes(grid.cells) & ~unknown | int.from_bytes(other.cells) & unknown
    packed = cells.to_bytes(len(grid.cells))
    return Grid.from_cells(grid.height, grid.width, packed, grid.letters)
