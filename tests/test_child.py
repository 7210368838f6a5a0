# SPDX-License-Identifier: MIT
"""Solving within a memory limit, in a child process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from test_solver import SEARCH, hard_puzzle

from nonosat import Cancellation, Grid, GridError, Puzzle, Reason, Verdict, solve
from nonosat.report import Event, StageFinished


def test_the_answer_is_that_of_solve() -> None:
    for puzzle in (
        Puzzle.from_grid(Grid("##.#\n#..#\n.##.\n#..#")),
        Puzzle(rows=[[3], [], [3]], cols=[[2]] * 3),
        Puzzle(rows=[[1], [1]], cols=[[1], [1]]),
    ):
        here, there = solve(puzzle), solve(puzzle, memory_limit=2000)
        assert (there.verdict, there.solutions, there.known) == (
            here.verdict,
            here.solutions,
            here.known,
        )
        assert [(s.name, s.cells, s.counts) for s in there.stages] == [
            (s.name, s.cells, s.counts) for s in here.stages
        ]


def test_the_limit_ends_it_with_what_is_known() -> None:
    puzzle = hard_puzzle(side=60)
    events: list[Event] = []
    report = solve(puzzle, stages=SEARCH, memory_limit=70, time_limit=120, progress=events.append)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    assert [stage.name for stage in report.stages] == ["lines", "probe"]
    assert report.known == solve(puzzle, stages=["lines", "probe"]).known
    finished = [event.report for event in events if isinstance(event, StageFinished)]
    assert tuple(finished) == report.stages


def test_errors_of_the_child_are_raised_here() -> None:
    with pytest.raises(GridError, match="the puzzle 1x1"):
        solve(Puzzle(rows=[[1]], cols=[[1]]), given=Grid("##"), memory_limit=1000)


def test_time_and_cancellation_end_the_child() -> None:
    report = solve(hard_puzzle(), stages=SEARCH, memory_limit=4000, time_limit=1.5)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    stop = Cancellation()
    threading.Timer(1.0, stop.cancel).start()
    report = solve(hard_puzzle(), stages=SEARCH, memory_limit=4000, cancel=stop)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)


def test_ctrl_c_leaves_no_child_behind(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_solver import hard_puzzle\n"
        "import nonosat, nonosat.child\n"
        "real = nonosat.child.subprocess.Popen\n"
        "def popen(*args, **named):\n"
        "    child = real(*args, **named)\n"
        "    print(child.pid, flush=True)\n"
        "    return child\n"
        "nonosat.child.subprocess.Popen = popen\n"
        "nonosat.solve(hard_puzzle(), preset='sat', memory_limit=4000)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    time.sleep(1.5)
    parent.send_signal(signal.SIGINT)
    _, errors = parent.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
