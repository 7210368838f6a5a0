# SPDX-License-Identifier: MIT
"""A process that solves the tasks of a study, one after the other.

The process answers twice: ``_READY`` when it has imported everything and solved a small puzzle with
the task's configuration, then the row. The time limit counts from the first answer only, so a slow
start of the interpreter is not held against a solver.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import TypeAlias

from nonosat._version import __version__
from nonosat.errors import InternalError, NonosatError
from nonosat.puzzle import Puzzle
from nonosat.report import Report
from nonosat.solving import solve
from nonosat.study.configurations import Configuration
from nonosat.study.rows import Row, empty_row, fill
from nonosat.workers.process import listen, start

__all__ = ["Task", "Worker", "main"]

_GRACE = 5.0
"""Seconds that a worker may be late before it is ended."""

_READY = "ready"

_SMALL = Puzzle(rows=[[1], [1], [2], []], columns=[[1], [1], [1], [1]])
"""A puzzle with several solutions: it passes through all stages."""

_Answer: TypeAlias = Row | NonosatError | str | None


@dataclass(frozen=True, slots=True)
class Task:
    """One run of a study."""

    name: str
    puzzle: Puzzle
    configuration: Configuration
    repeat: int
    want: int
    time_limit: float | None
    conflict_limit: int | None
    seed: int

    def row(self) -> Row:
        """The row of this run before it has a result: the time limit is what ends it."""
        row = empty_row(self.name, self.puzzle, self.configuration.name)
        preset = self.configuration.resolve()
        row.update(
            {
                "preset": self.configuration.preset,
                "stages": ",".join(preset.stages),
                "backend": preset.backend,
                "encoding": preset.encoding or "",
                "want": self.want,
                "time_limit": self.time_limit,
                "conflict_limit": self.conflict_limit,
                "seed": self.seed,
                "repeat": self.repeat,
                "version": __version__,
                "verdict": "unknown",
                "reason": "time",
            }
        )
        return row


class Worker:
    """A process that starts with its first task, and is replaced if it had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[_Answer] = queue.SimpleQueue()

    def do(self, task: Task) -> Row:
        """The row of a task.

        Raises:
            NonosatError: ``solve`` raised it.
            InternalError: the process ended before it answered.
        """
        self._send(task)
        self._answer(task)  # it is ready
        limit = None if task.time_limit is None else task.time_limit + _GRACE
        try:
            row = self._answer(task, limit)
        except queue.Empty:  # a new process does the next task
            assert limit is not None
            self.end()
            row = task.row()
            row.update({"seconds": limit, "cpu": limit})
        assert not isinstance(row, str)
        return row

    def end(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdin is not None:
                with contextlib.suppress(BrokenPipeError):
                    self._process.stdin.close()
            self._process = None

    def _send(self, task: Task) -> None:
        if self._process is None:
            self._process = start("nonosat.study.worker")
            assert self._process.stdout is not None
            self._answers = queue.SimpleQueue()
            threading.Thread(
                target=listen, args=(self._process.stdout, self._answers), daemon=True
            ).start()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # _answer() reports a process that has ended
            pickle.dump(task, self._process.stdin)
            self._process.stdin.flush()

    def _answer(self, task: Task, seconds: float | None = None) -> Row | str:
        """The next answer of the process.

        Raises:
            queue.Empty: there is none within the time.
            NonosatError: the answer is an error, or the process has ended.
        """
        answer = self._answers.get(timeout=seconds)
        if answer is None:
            code = None if self._process is None else self._process.wait()
            self.end()
            raise InternalError(f"a worker process ended with exit code {code} on {task.name}")
        if isinstance(answer, NonosatError):
            raise answer
        return answer


def main() -> None:
    """The process: read tasks from stdin until it ends, write answers to stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    with os.fdopen(os.dup(1), "wb") as pipe:
        os.dup2(2, 1)  # whatever a solver prints must not get between the pickles

        def answer(message: Row | NonosatError | str) -> None:
            pickle.dump(message, pipe)
            pipe.flush()

        warm: set[Configuration] = set()
        while True:
            try:
                task: Task = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            try:
                if task.configuration not in warm:
                    _solve(_SMALL, task)
                    warm.add(task.configuration)
                answer(_READY)
                answer(timed(task))
            except NonosatError as error:
                answer(error)


def timed(task: Task) -> Row:
    """Solve the puzzle of a task here and now, and measure it."""
    wall, cpu = time.perf_counter(), time.process_time()
    report = _solve(task.puzzle, task)
    seconds, processor = time.perf_counter() - wall, time.process_time() - cpu
    row = task.row()
    row.update({"seconds": seconds, "cpu": processor})
    fill(row, report)
    return row


def _solve(puzzle: Puzzle, task: Task) -> Report:
    return solve(
        puzzle,
        preset=task.configuration.preset,
        stages=task.configuration.stages,
        backend=task.configuration.backend,
        encoding=task.configuration.encoding,
        want=task.want,
        time_limit=task.time_limit,
        conflict_limit=task.conflict_limit,
        seed=task.seed,
    )
