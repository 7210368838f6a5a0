# SPDX-License-Identifier: MIT
"""Several strategies side by side: same verdicts, events as they come, no process left behind.

If a test wants an alternative to decide, the first strategy only solves lines, and then claims that
its conflicts are used up.
"""

from __future__ import annotations

import os
import pickle
import queue
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import nonosat
from nonosat import Cancellation, Grid, Puzzle, Reason, Report, Verdict
from nonosat.errors import InternalError, OptionError
from nonosat.limits import Limits
from nonosat.model.report import Event, SolutionFound, StageFinished, StageStarted
from nonosat.solving import portfolio
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.portfolio import JOB, Task, strategies_of
from nonosat.solving.presets import PRESETS
from nonosat.solving.question import Question
from tests.support.brute import all_solutions, hard_puzzle, random_given, random_puzzle, verdict_of
from tests.support.command_line import run_here
from tests.support.processes import KILL, end_at_work, family

pytestmark = pytest.mark.usefixtures("nothing_stays")


@pytest.fixture(autouse=True)
def _eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several strategies run on any machine."""
    monkeypatch.setattr("nonosat.solving.options._cores", lambda: 8)


class Idle(Pipeline):
    """A first strategy that leaves everything to its alternatives, which have other seeds."""

    def __init__(
        self, question: Question, preset: Any, limits: Limits, seed: int, emit: Any
    ) -> None:
        self.first = seed == 0
        stages = ("lines",) if self.first else preset.stages
        super().__init__(question, replace(preset, stages=stages), limits, seed, emit)

    def work(self) -> Outcome:
        outcome = super().work()
        if self.first and outcome.reason is Reason.STAGES:
            outcome.reason = Reason.CONFLICTS
        return outcome


class Here:
    """In place of a worker: the same work in a thread, which starts no interpreter."""

    def __init__(self, job: str) -> None:
        assert job == JOB
        self._heard: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work)

    def send(self, task: Task) -> None:
        self._task = pickle.dumps(task)
        self._thread.start()

    def _work(self) -> None:
        self._put(portfolio.work(pickle.loads(self._task), self._put))

    def _put(self, message: object) -> None:
        self._heard.put(pickle.dumps(message))

    def hear(self, seconds: float = 0.0) -> Any:
        try:
            return pickle.loads(self._heard.get(block=seconds > 0, timeout=seconds))
        except queue.Empty:
            return None

    def end(self) -> None:
        self._thread.join()


@pytest.fixture
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "Worker", Here)


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alternatives start as soon as they may."""
    monkeypatch.setattr(portfolio, "_HEAD_START", 0.0)


@pytest.fixture
def cancel(monkeypatch: pytest.MonkeyPatch) -> Cancellation:
    """Cancelled when the alternatives have been started."""
    found, start = Cancellation(), portfolio._Race._start

    def started(race: Any) -> None:
        start(race)
        found.cancel()

    monkeypatch.setattr(portfolio._Race, "_start", started)
    return found


@pytest.fixture
def _idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "Pipeline", Idle)


def consistent(puzzle: Puzzle, report: Report, events: list[Event]) -> None:
    """Events are the stages of the first strategy, in order, and the solutions of all; the report
    has the stages of the strategy that decided."""
    found = [event.grid for event in events if isinstance(event, SolutionFound)]
    assert [e.number for e in events if isinstance(e, SolutionFound)] == [*range(1, len(found) + 1)]
    assert len(set(found)) == len(found)
    assert puzzle.unconstrained() or set(found) == set(report.solutions)
    finished = [event for event in events if isinstance(event, StageFinished)]
    if report.strategy is None or report.strategy.endswith("seed 0"):
        assert report.stages == tuple(event.report for event in finished)
        assert report.known == (finished[-1].known if finished else report.known)
    elif finished:  # the stages that had ended when the others began
        assert report.stages[0] == finished[0].report
    assert sum(stage.cells for stage in report.stages) <= len(report.known.cells)
    open_stage = None
    for event in events:
        if isinstance(event, StageStarted):
            open_stage = event.stage
        elif isinstance(event, StageFinished):
            assert event.report.name == open_stage
            open_stage = None
        elif not isinstance(event, SolutionFound):
            assert open_stage is not None


def open_puzzles(seed: int, wanted: int) -> Iterator[tuple[Puzzle, Grid | None]]:
    """Small puzzles that lines do not finish, with and without cells given."""
    rng = random.Random(seed)
    while wanted:
        puzzle = random_puzzle(rng, 5)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        if nonosat.solve(puzzle, given=given, stages=["lines"]).verdict is Verdict.UNKNOWN:
            wanted -= 1
            yield puzzle, given


@pytest.mark.parametrize("portfolio", [1, 2, 3])
def test_verdicts_are_those_of_brute_force(portfolio: int) -> None:
    rng = random.Random(11)
    for _ in range(60):
        puzzle = random_puzzle(rng, 5)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        report = nonosat.solve(puzzle, given=given, portfolio=portfolio)
        assert report.verdict is verdict_of(all_solutions(puzzle, given)), puzzle


@pytest.mark.usefixtures("_idle", "_here")
@pytest.mark.parametrize(("portfolio", "seed", "options"), [
    (2, 1, {}),
    (3, 2, {}),
    (2, 3, {"preset": "sat"}),
    (2, 4, {"limit": 100}),
])  # fmt: skip
def test_the_others_decide_as_brute_force(
    portfolio: int, seed: int, options: dict[str, Any]
) -> None:
    for puzzle, given in open_puzzles(seed, 12):
        events: list[Event] = []
        report = nonosat.solve(
            puzzle, given=given, portfolio=portfolio, progress=events.append, **options
        )
        solutions = all_solutions(puzzle, given)
        assert report.verdict is verdict_of(solutions), puzzle
        assert report.reason is None
        assert {grid.cells for grid in report.solutions} <= set(solutions)
        assert len(report.solutions) == min(len(solutions), options.get("limit", 2))
        if report.verdict is not Verdict.NONE:
            assert all(Grid.extends(grid, report.known) for grid in report.solutions)
        consistent(puzzle, report, events)
        assert report.strategy is not None
        assert report.strategy == report.as_dict()["strategy"]
        assert not report.strategy.endswith("seed 0")


@pytest.mark.usefixtures("_idle")
def test_the_report_has_the_stages_of_who_decided() -> None:
    puzzle, given = next(
        (puzzle, given)
        for puzzle, given in open_puzzles(6, 100)
        if len(all_solutions(puzzle, given)) == 1
    )
    events: list[Event] = []
    options: dict[str, Any] = {"given": given, "progress": events.append}
    report = nonosat.solve(puzzle, stages=["lines", "sat"], portfolio=2, **options)
    assert report.strategy == "glucose, seed 1"
    assert [stage.name for stage in report.stages] == ["lines", "lines", "sat"]
    assert "conflicts" in report.stages[-1].counts
    names = [event.stage for event in events if isinstance(event, StageStarted)]
    assert names == ["lines"], "events are those of the first strategy"
    assert [event.grid for event in events if isinstance(event, SolutionFound)] == list(
        report.solutions
    )


@pytest.mark.usefixtures("_idle", "_here")
def test_the_others_find_the_backbone() -> None:
    for puzzle, given in open_puzzles(5, 12):
        report = nonosat.solve(puzzle, given=given, portfolio=2, backbone=True)
        columns = zip(*all_solutions(puzzle, given), strict=True)
        differing = [place for place, values in enumerate(columns) if len(set(values)) > 1]
        assert report.ambiguous == tuple(divmod(place, puzzle.width) for place in differing)
        assert report.strategy is not None


@pytest.mark.usefixtures("_idle")
def test_free_cells_across_the_pipe() -> None:
    puzzle = Puzzle(rows=[[1], [1], None], columns=[[1], [1], None])
    report = nonosat.solve(puzzle, portfolio=2)
    assert (report.verdict, report.clued_cells_unique) == (Verdict.MULTIPLE, False)
    assert report.strategy == "glucose, seed 1"


def test_what_is_solved_soon_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "Worker", None)
    monkeypatch.setattr(portfolio, "_HEAD_START", 1000.0)
    for puzzle in (
        Puzzle(rows=[[1], [1]], columns=[[1], [1]]),
        Puzzle(rows=[[2]], columns=[[1], [1]]),
    ):
        here, there = nonosat.solve(puzzle), nonosat.solve(puzzle, portfolio=2)
        assert (there.verdict, there.solutions, there.strategy) == (
            here.verdict,
            here.solutions,
            None,
        )
        assert [s.counts for s in there.stages] == [s.counts for s in here.stages]
    logic = nonosat.solve(hard_puzzle(30), preset="logic", portfolio=2)
    assert (logic.reason, logic.strategy) == (Reason.STAGES, None)


@pytest.mark.usefixtures("_at_once")
def test_a_hard_puzzle_within_its_limits() -> None:
    puzzle, options = hard_puzzle(), {"stages": ["lines", "probe", "sat"]}
    events: list[Event] = []
    report = nonosat.solve(puzzle, portfolio=3, time_limit=0.5, progress=events.append, **options)
    assert (report.verdict, report.reason, report.strategy) == (Verdict.UNKNOWN, Reason.TIME, None)
    consistent(puzzle, report, events)


@pytest.mark.usefixtures("_at_once")
def test_cancelled_when_all_are_at_work(cancel: Cancellation) -> None:
    report = nonosat.solve(
        hard_puzzle(40), stages=["lines", "probe", "sat"], portfolio=2, cancel=cancel
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)


@pytest.mark.usefixtures("_at_once")
def test_conflicts_are_counted_for_each_strategy() -> None:
    """All reach the limit; the cells that deduction fixed stay."""
    puzzle = hard_puzzle(40)
    events: list[Event] = []
    options: dict[str, Any] = {"stages": ["lines", "probe", "sat"], "conflict_limit": 0}
    report = nonosat.solve(puzzle, portfolio=3, progress=events.append, **options)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CONFLICTS)
    assert report.known == nonosat.solve(puzzle, **options).known
    consistent(puzzle, report, events)


@pytest.mark.usefixtures("_at_once")
def test_time_ends_the_wait_for_the_others() -> None:
    """The first strategy uses up its conflicts; those of Kissat count when its call ends."""
    report = nonosat.solve(
        hard_puzzle(), preset="sat", backend="kissat", portfolio=2, time_limit=0.5
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)


def test_alternatives_without_time_are_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that advances by a hundredth of a second at each reading."""

    def worker(job: str) -> None:
        raise AssertionError("an alternative was started")

    reads = count()
    clock = SimpleNamespace(perf_counter=lambda: next(reads) / 100)
    monkeypatch.setattr("nonosat.limits.time", clock)
    monkeypatch.setattr(portfolio, "Worker", worker)
    report = nonosat.solve(hard_puzzle(), preset="sat", portfolio=2, time_limit=0.5)
    assert report.reason is Reason.TIME
    with pytest.raises(AssertionError, match="an alternative was started"):
        nonosat.solve(hard_puzzle(), preset="sat", portfolio=2, time_limit=1000)


@pytest.mark.usefixtures("_idle")
def test_time_while_only_the_others_work() -> None:
    report = nonosat.solve(hard_puzzle(), preset="sat", portfolio=2, time_limit=0.5)
    assert report.reason is Reason.TIME


@pytest.mark.usefixtures("_idle")
def test_cancelled_while_only_the_others_work(cancel: Cancellation) -> None:
    puzzle = hard_puzzle(40)
    events: list[Event] = []
    report = nonosat.solve(puzzle, preset="sat", portfolio=3, cancel=cancel, progress=events.append)
    assert report.reason is Reason.CANCELLED
    consistent(puzzle, report, events)


def test_a_memory_limit_holds_for_all_together() -> None:
    """One strategy fits into 200 MiB; four do not."""
    options: dict[str, Any] = {"preset": "sat", "memory_limit": 200}
    alone = nonosat.solve(hard_puzzle(), conflict_limit=100, **options)
    assert alone.reason is Reason.CONFLICTS
    report = nonosat.solve(hard_puzzle(), time_limit=1000, portfolio=4, **options)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    assert nonosat.solve(puzzle, portfolio=2, memory_limit=500).verdict is Verdict.MULTIPLE


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "options", "processes"), [
    (signal.SIGINT, "portfolio=3", 2),
    (signal.SIGINT, "portfolio=2, backend='kissat'", 3),
    (KILL, "portfolio=2, memory_limit=4000", 2),
    (KILL, "portfolio=2, backend='kissat', memory_limit=4000", 4),
])  # fmt: skip
def test_the_end_of_the_parent_leaves_nobody(
    sent: signal.Signals, options: str, processes: int
) -> None:
    end_at_work(sent, options, processes)


@pytest.mark.usefixtures("_at_once")
def test_errors_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (0, -2):
        with pytest.raises(OptionError, match=f"portfolio {number}: give a whole number, at least"):
            nonosat.solve(hard_puzzle(5), portfolio=number)
    monkeypatch.setattr(portfolio, "_OTHERS", ("nonsense",))
    with pytest.raises(OptionError, match="unknown backend 'nonsense'"):
        nonosat.solve(hard_puzzle(40), stages=["lines", "sat"], portfolio=2)


@pytest.mark.usefixtures("_at_once")
def test_a_child_that_is_killed_is_an_internal_error() -> None:
    ended = threading.Event()

    def kill() -> None:
        while not ended.wait(0.01):  # a child of an earlier test may be the first
            for child in family(os.getpid()):
                with suppress(ProcessLookupError):
                    os.kill(child, KILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(InternalError, match="a worker process ended with exit code -9"):
            nonosat.solve(hard_puzzle(), preset="sat", portfolio=2)
    finally:
        ended.set()
        killer.join()


PUZZLE = Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]])
FIRST, SECOND = Grid("#..\n.#.\n..#"), Grid("#..\n..#\n.#.")


class Canned:
    """In place of a worker: it sends the ``messages``, then nothing."""

    messages: tuple[Event | Outcome, ...] = ()

    def __init__(self, job: str) -> None:
        assert job == JOB
        self._rest = list(self.messages)

    def send(self, task: Task) -> None:
        assert len(task.strategies) == 1

    def hear(self, seconds: float = 0.0) -> Event | Outcome | None:
        return self._rest.pop(0) if self._rest else None

    def heard(self, ended: object, memory_limit: int) -> Iterator[Event | Outcome]:
        yield from self._rest

    def end(self) -> None:
        pass


class Waiting(Pipeline):
    """A first strategy that finds a solution and works on until it must stop."""

    def __init__(self, question: Question, preset: Any, limits: Limits, seed: int, emit: Any):
        super().__init__(question, preset, limits, seed, emit)
        self.limits, self.emit = limits, emit

    def work(self) -> Outcome:
        self.emit(StageStarted("sat", 9))
        self.emit(SolutionFound(1, FIRST))
        deadline = time.monotonic() + 300
        while not self.limits.stop() and time.monotonic() < deadline:
            time.sleep(0.001)
        return Outcome(PUZZLE.unknown_grid(), [FIRST], reason=self.limits.reason)


@pytest.fixture
def _canned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "Pipeline", Waiting)
    monkeypatch.setattr(portfolio, "Worker", Canned)
    monkeypatch.setattr(portfolio, "_HEAD_START", 0.0)


@pytest.mark.usefixtures("_canned")
def test_two_strategies_with_a_solution_each_have_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canned, "messages", (SolutionFound(1, FIRST), SolutionFound(2, SECOND)))
    events: list[Event] = []
    report = nonosat.solve(PUZZLE, portfolio=2, progress=events.append)
    assert (report.verdict, report.reason) == (Verdict.MULTIPLE, None)
    assert report.solutions == (FIRST, SECOND)
    assert report.strategy == "glucose, seed 1"
    consistent(PUZZLE, report, events)


@pytest.mark.usefixtures("_canned")
def test_a_proof_that_is_contradicted_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Outcome(PUZZLE.unknown_grid(), [SECOND], exhausted=True)
    monkeypatch.setattr(Canned, "messages", (wrong,))
    with pytest.raises(InternalError, match="another found one"):
        nonosat.solve(PUZZLE, portfolio=2)


@pytest.mark.usefixtures("_canned")
def test_a_solution_of_an_alternative_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Canned, "messages", (SolutionFound(1, Grid("#..\n#..\n..#")),))
    with pytest.raises(InternalError, match="breaks C1, C2"):
        nonosat.solve(PUZZLE, portfolio=2)
    outcome = Outcome(PUZZLE.unknown_grid(), [Grid("#..\n#..\n..#")], exhausted=True)
    monkeypatch.setattr(Canned, "messages", (outcome,))
    monkeypatch.setattr("nonosat.solving.portfolio.Worker", Canned)
    with pytest.raises(InternalError, match="breaks C1, C2"):
        nonosat.solve(PUZZLE, memory_limit=100)


def test_a_backend_that_is_named_is_kept() -> None:
    for name in ("sat", "cpsat"):
        strategies = strategies_of(PRESETS[name], 5, 4, keep_backend=True)
        assert {strategy.preset for strategy in strategies} == {PRESETS[name]}
        assert [strategy.seed for strategy in strategies] == [5, 6, 7, 8]
    assert len(set(strategies_of(PRESETS["default"], 0, 12, keep_backend=False))) == 12


def test_on_the_command_line() -> None:
    words = "check --portfolio 2 --preset sat --time-limit 0.5 -v -"
    done = run_here(*words.split(), stdin=nonosat.dumps(hard_puzzle()))
    assert done.code == 5, done.err
    assert "-: unknown (time limit)" in done.out
    for command in ("check", "solve"):
        done = run_here(command, "--portfolio", "0", "-")
        assert done.code == 2
        assert "'--portfolio'" in done.err
