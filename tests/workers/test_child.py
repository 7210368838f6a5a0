# SPDX-License-Identifier: MIT
"""Memory limits: the child process is watched, ended, and leaves nothing behind."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

import nonosat
from nonosat import Cancellation, Puzzle, Reason, Verdict, dump
from nonosat.errors import BackendError, OptionError
from nonosat.model.report import Event, StageFinished, StageStarted
from nonosat.solving import portfolio
from nonosat.solving.portfolio import Task, strategies_of
from nonosat.solving.presets import PRESETS
from nonosat.solving.question import Question
from tests.support.brute import hard_puzzle
from tests.support.processes import (
    HANGUP,
    KILL,
    all_gone,
    children,
    end_at_work,
    family,
    usual_hangup,
)


def test_the_answer_is_that_of_solve() -> None:
    puzzle = hard_puzzle(15)
    there = nonosat.solve(puzzle, memory_limit=2000)
    here = nonosat.solve(puzzle)
    assert there.verdict is here.verdict
    assert there.solutions == here.solutions
    assert [s.counts for s in there.stages] == [s.counts for s in here.stages]


def test_a_small_limit_is_kept_and_what_is_known_stays() -> None:
    """Probing needs less than 60 MiB; the clauses of a large puzzle need more."""
    puzzle = hard_puzzle(90)
    events: list[Event] = []
    before = children()
    report = nonosat.solve(puzzle, preset="fast", memory_limit=60, progress=events.append)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    finished = [event for event in events if isinstance(event, StageFinished)]
    assert finished, "no stage came to its end"
    assert report.known == finished[-1].known
    assert report.stages == tuple(event.report for event in finished)
    assert children() == before


@pytest.mark.parametrize("backend", ["cadical", "kissat", "cpsat-automaton"])
def test_a_time_limit_works_across_the_pipe(backend: str) -> None:
    report = nonosat.solve(
        hard_puzzle(), preset="sat", backend=backend, memory_limit=4000, time_limit=0.3
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)


@pytest.mark.parametrize("backend", ["cadical", "kissat"])
def test_cancel_works_across_the_pipe(backend: str) -> None:
    cancel = Cancellation()

    def at_work(event: Event) -> None:
        if isinstance(event, StageStarted):
            cancel.cancel()

    report = nonosat.solve(
        hard_puzzle(),
        preset="sat",
        backend=backend,
        memory_limit=4000,
        cancel=cancel,
        progress=at_work,
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)


def test_a_limit_of_conflicts_works_across_the_pipe() -> None:
    report = nonosat.solve(
        hard_puzzle(40), preset="sat", backend="cadical", memory_limit=4000, conflict_limit=0
    )
    assert report.reason is Reason.CONFLICTS


def test_the_time_of_a_child_begins_with_the_question() -> None:
    """Not with its start, which takes long on a busy machine."""
    puzzle = hard_puzzle()
    strategies = strategies_of(PRESETS["sat"], 0, 1, keep_backend=False)
    task = Task(Question(puzzle, None, 2), strategies, 60.0, None, time.monotonic() - 61)
    assert portfolio.work(task, lambda message: None).reason is Reason.TIME
    fresh = Task(Question(puzzle, None, 2), strategies, 60.0, None)
    rest = fresh.remaining().time_limit
    assert rest is not None
    assert 50 < rest <= 60
    assert replace(fresh, time_limit=None).remaining().time_limit is None


def test_errors_come_through() -> None:
    with pytest.raises(OptionError, match="memory limit 0: give a whole number, at least 1"):
        nonosat.solve(hard_puzzle(5), memory_limit=0)
    contradictory = Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])
    assert nonosat.solve(contradictory, memory_limit=500).verdict is Verdict.NONE


def test_without_an_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(BackendError, match="no child process"):
        nonosat.solve(hard_puzzle(5), memory_limit=500)


@pytest.mark.parametrize(
    ("sent", "backend", "processes"),
    [
        (signal.SIGINT, "cadical", 1),
        (signal.SIGINT, "kissat", 2),
        (signal.SIGTERM, "kissat", 2),
        (HANGUP, "cadical", 1),
        (KILL, "kissat", 2),
    ],
)
def test_the_end_of_the_parent_leaves_no_child(
    sent: signal.Signals, backend: str, processes: int
) -> None:
    end_at_work(sent, f"backend={backend!r}, memory_limit=4000", processes)


@pytest.mark.parametrize("sent", [signal.SIGTERM, HANGUP, KILL])
def test_kissat_ends_with_a_program_that_set_no_limit(sent: signal.Signals) -> None:
    """Its single call holds the GIL, so only the system can end it."""
    end_at_work(sent, "backend='kissat'", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "command", "child"),
    [
        (signal.SIGTERM, "solve --preset sat --backend kissat hard.non", "python"),
        (KILL, "solve --preset sat --backend kissat hard.non", "python"),
        (HANGUP, "solve --preset sat --memory-limit 4000 hard.non", "python"),
        (KILL, "bench --time-limit 60 hard.non", "python"),
        (signal.SIGTERM, "bench --presets logic --program 'tail -f {file}' easy.non", "tail"),
        (KILL, "bench --presets logic --program 'tail -f {file}' easy.non", "tail"),
    ],
)
def test_commands_leave_no_child(
    tmp_path: Path, sent: signal.Signals, command: str, child: str
) -> None:
    dump(hard_puzzle(), tmp_path / "hard.non")
    dump(Puzzle(rows=[[1]], columns=[[1]]), tmp_path / "easy.non")
    with usual_hangup():
        program = subprocess.Popen(
            [sys.executable, "-m", "nonosat", *shlex.split(command)],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    deadline = time.monotonic() + 300
    while True:
        descendants = family(program.pid)
        if any(psutil.Process(pid).name().startswith(child) for pid in descendants):
            break
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    program.send_signal(sent)
    program.wait(timeout=300)
    assert all_gone(descendants, 300)
