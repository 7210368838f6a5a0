# SPDX-License-Identifier: MIT
"""A portfolio: several ways at one question, side by side; the first that decides wins.

Which SAT solver is quick on a hard puzzle, and with which seed, cannot be told beforehand: their
times differ by factors of two to twenty, and not always in the same direction. So where there are
idle processors it pays to try several at once (Huberman, Lukose and Hogg, "An economics approach to
hard computational problems", Science 275, 1997).

The first way, the one that ``solve`` alone would go, runs in this process as if it were alone; only
when it asks "must I end?" is there a look at the others. So a puzzle that it solves soon costs
nothing more, and what it has learned is never thrown away, as it would be if all ways went to
children once an attempt here has failed. The price: a SAT solver asks between two slices of
conflicts only, so another's answer may wait for up to half a second.

The others are child processes, which take 0.3 s to start. They are started when the first way has
used so long: so the start is at most half of the time, whenever the answer would have come. They
begin with the cells that are known by then; building the implication graph, the longest of all
deduction, they leave out. (With ``want`` = 1 the verdict depends on whether deduction settles all,
so there the others wait until it is over.)

Measured with two idle cores, two jobs against one (medians of three): survey meow 7.6 to 2.4 s,
mandm 3.0 to 0.6 s, three hard random puzzles 5.4, 2.4 and 2.2 to 3.0, 2.1 and 1.2 s; faase, gettys
and what takes less than a second about as before. Where no core is idle, two jobs take up to twice
as long as one: they are not for machines that have other work.

Solutions are put together: two ways that found a different one each have decided. A proof that
there are no more is checked against the solutions of all.

At any time one way *leads*, and its events alone are told: the first; when it reaches its conflict
limit, the next that is still at work; at the end the one that decided, what it did told after what
was told before. The report has the stages that were told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import chain, islice, repeat
from typing import NamedTuple

from nonosat.clue import UNKNOWN
from nonosat.errors import InternalError
from nonosat.grid import Grid
from nonosat.limits import Cancellation, Limits
from nonosat.report import (
    Event,
    Reason,
    Report,
    SolutionFound,
    StageFinished,
    StageProgress,
    StageStarted,
)
from nonosat.sat.backends import models_lines
from nonosat.solving.child import Task, Worker
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question

__all__ = ["Strategy", "search", "solve_with_strategies", "strategies_of"]

_HEAD_START = 0.3
"""Seconds that the first way has before others are started: what a start takes."""
_LOOK_SECONDS = 0.02
"""How often the others are listened to."""
_LISTEN_SECONDS = 0.001
"""For how long then: the threads that read what they tell need Python's lock for a moment."""

_OTHERS = ("glucose", "cadical", "cadical195", "minisat")
"""The backends of the second way and the next, without the first one's.

The default, MiniSat and then Glucose, is at its best where there are solutions to be found. So the
second is Glucose from the start: it refutes best. CaDiCaL simplifies between conflicts, as neither
of them does, 1.9.5 more than 1.5.3. Further ways have the first one's backend. All have another
seed, hence other beliefs, which matters more than anything where there are many solutions: of four
hard random puzzles (35x35, 40x40) the default with seed 1 solved two in a seventh of the time of
seed 0 and one that seed 0 did not solve in 4 s; for the fourth it took five times as long.
The encoding does not vary: on what is hard in the survey ``automaton`` took Glucose
two to six times as long as ``order``.
"""


class Strategy(NamedTuple):
    """How to go about a question."""

    preset: Preset
    seed: int

    def __str__(self) -> str:
        return f"{self.preset.backend}, seed {self.seed}"


def strategies_of(
    preset: Preset, seed: int, jobs: int, *, keep_backend: bool
) -> tuple[Strategy, ...]:
    """So many different ways; the first has this preset and seed.

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
        Strategy(replace(preset, backend=backend), seed + number)
        for number, backend in enumerate(islice(backends, jobs))
    )


def solve_with_strategies(
    task: Task, *, progress: Callable[[Event], None] | None, cancel: Cancellation | None
) -> Report:
    """``solve`` in all ways of the task."""
    clock = Limits().clock
    begun = clock()
    return search(task, progress=progress, cancel=cancel).report(task.question, clock() - begun)


def search(
    task: Task, *, progress: Callable[[Event], None] | None, cancel: Cancellation | None = None
) -> Outcome:
    """What one way finds, or several.

    Raises:
        NonosatError: whatever any of them runs into.
    """
    way = task.strategies[0]
    if len(task.strategies) > 1 and "sat" in way.preset.stages:
        return _Race(task, progress, cancel).run()
    limits = Limits(time_limit=task.time_limit, conflict_limit=task.conflict_limit, cancel=cancel)
    return Pipeline(task.question, way.preset, limits, way.seed, progress).work()


@dataclass(slots=True)
class _Rival:
    """Another way, at work in a child process."""

    strategy: Strategy
    worker: Worker
    events: list[Event] = field(default_factory=list)
    """What it told and is not passed on yet; progress within a stage is left out."""
    findings: Outcome | None = None
    """When it is over."""


class _StopSignal(Cancellation):
    """What the first way asks: must I end?"""

    __slots__ = ("_answer",)

    def __init__(self, answer: Callable[[], bool]) -> None:
        super().__init__()
        self._answer = answer

    @property
    def cancelled(self) -> bool:
        return self._answer()


class _Race:
    """All ways at one question."""

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
        """The solutions of all ways."""
        self._decided_by: Strategy | None = None
        self._found = Outcome(known=task.question.start())
        """What was told."""

    def run(self) -> Outcome:
        """Let them run until one has decided, or all have ended."""
        task, way = self._task, self._task.strategies[0]
        limits = Limits(
            time_limit=task.time_limit,
            conflict_limit=task.conflict_limit,
            cancel=_StopSignal(self._must_end),
        )
        try:
            own = Pipeline(self._question, way.preset, limits, way.seed, self._tell).work()
            if own.reason is None:
                return self._finish(own, way)
            self._look(_LISTEN_SECONDS)
            if own.reason in (Reason.CONFLICTS, Reason.MEMORY):
                self._go_on(own.reason)
            winner = next((rival for rival in self._rivals if _decided(rival.findings)), None)
            if winner is not None:
                assert winner.findings is not None
                self._follow(winner)
                return self._finish(winner.findings, winner.strategy)
            return self._put_together(own.reason)
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
            elif now - self._begun >= _HEAD_START and self._others_help():
                self._start()
        return self._decided_by is not None

    def _others_help(self) -> bool:
        """Is the first way in a stage beside which others make sense?"""
        if self._question.want == 1:
            return self._stage in ("beliefs", "sat")
        return self._stage in ("implications", "probe", "beliefs", "sat")

    def _start(self) -> None:
        """Start the others, with what is known by now."""
        known = self._found.known
        question = replace(self._question, given=known)
        left_out = {"implications"}
        if any(stage.name == "probe" for stage in self._found.stages):
            left_out.add("probe")
        for way in self._task.strategies[1:]:  # all come up side by side
            self._rivals.append(_Rival(way, Worker()))
        rest = self._task.time_limit
        if rest is not None:
            rest = max(0.0, rest - (self._limits.clock() - self._begun))
        for rival in self._rivals:
            stages = tuple(name for name in rival.strategy.preset.stages if name not in left_out)
            way = rival.strategy._replace(preset=replace(rival.strategy.preset, stages=stages))
            rival.worker.send(Task(question, (way,), rest, self._task.conflict_limit))

    def _look(self, seconds: float) -> None:
        """Hear what the others tell; wait so long for the first word."""
        for rival in self._rivals:
            while rival.findings is None:
                message = rival.worker.hear(seconds)
                seconds = 0.0
                if message is None:
                    break
                if isinstance(message, Outcome):
                    rival.findings = message
                    if _decided(message):
                        self._decided_by = self._decided_by or rival.strategy
                    continue
                if isinstance(message, SolutionFound):
                    self._count(message.grid, rival.strategy)
                if rival is self._leader:
                    self._tell(message)
                elif not isinstance(message, StageProgress):
                    rival.events.append(message)

    def _go_on(self, reason: Reason) -> None:
        """The first way is at its end; the others may not be."""
        # Too many clauses are too many for all; but conflicts each way has for itself.
        if not self._rivals and reason is Reason.CONFLICTS:
            self._start()
        while self._decided_by is None and not self._limits.stop():
            at_work = [rival for rival in self._rivals if rival.findings is None]
            if not at_work:
                break
            if self._leader not in at_work:
                self._follow(at_work[0])
            self._look(_LOOK_SECONDS)

    def _follow(self, rival: _Rival) -> None:
        """Let it lead."""
        self._leader = rival
        for event in rival.events:
            self._tell(event)
        rival.events.clear()

    def _tell(self, event: Event) -> None:
        """Note an event of the way that leads, and pass it on."""
        found = self._found
        if isinstance(event, SolutionFound):
            if event.grid in found.solutions or len(found.solutions) >= self._question.want:
                return
            event = SolutionFound(len(found.solutions) + 1, event.grid)
            if self._leader is None:
                self._count(event.grid, self._task.strategies[0])
        elif isinstance(event, StageFinished):
            known = _joined(event.known, found.known)
            settled = found.known.unknown_count - known.unknown_count  # beyond what was known
            event = StageFinished(replace(event.report, cells=settled), known)
        elif isinstance(event, StageStarted) and self._leader is None:
            self._stage = event.stage
        found.note(event)
        if self._progress is not None:
            self._progress(event)

    def _count(self, grid: Grid, way: Strategy) -> None:
        """A way found a solution; perhaps that makes enough."""
        self._seen.add(grid)
        enough = len(self._seen) >= self._question.want and not self._question.backbone
        if enough and self._decided_by is None:
            self._decided_by = way

    def _finish(self, decided: Outcome, way: Strategy) -> Outcome:
        """One way knows the answer, and has told all it did."""
        found = self._found
        if decided.exhausted and not self._seen <= set(decided.solutions):
            raise InternalError(
                "one way proved that there are no other solutions, another found one: "
                f"please report this with the puzzle {self._question.puzzle!r}"
            )
        found.exhausted = decided.exhausted
        found.ambiguous = decided.ambiguous
        found.strategy = str(way) if self._rivals else None
        return found

    def _put_together(self, reason: Reason) -> Outcome:
        """No way knows the answer; the solutions of all may still be enough."""
        for rival in self._rivals:
            for event in rival.events:
                if isinstance(event, SolutionFound):
                    self._tell(event)
        if self._decided_by is None:
            self._found.reason = self._limits.reason or reason
        else:
            self._found.strategy = str(self._decided_by)
        return self._found


def _decided(findings: Outcome | None) -> bool:
    return findings is not None and findings.reason is None


def _joined(grid: Grid, other: Grid) -> Grid:
    """The cells that are known in either."""
    pairs = enumerate(zip(grid.cells, other.cells, strict=True))
    return grid.with_cells(
        (*divmod(place, grid.width), value)
        for place, (cell, value) in pairs
        if cell == UNKNOWN != value
    )
