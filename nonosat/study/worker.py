# SPDX-License-Identifier: MIT
"""One run of a study, as a worker process does it.

The process begins with a task when it has imported everything and solved a small puzzle with the
task's configuration. The time limit counts from there, so a slow start of the interpreter is not
held against a solver.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass

from nonosat._version import __version__
from nonosat.puzzle import Puzzle
from nonosat.report import Report
from nonosat.solving import solve
from nonosat.study.configurations import Configuration
from nonosat.study.rows import Row, empty_row, fill
from nonosat.workers.messages import Begun

__all__ = ["JOB", "Task", "timed", "work"]

JOB = "nonosat.study.worker:work"

_SMALL = Puzzle(rows=[[1], [1], [2], []], columns=[[1], [1], [1], [1]])
"""A puzzle with several solutions: it passes through all stages."""

_warm: set[Configuration] = set()
"""The configurations that this process has used."""


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
                "graph_search": preset.graph_search if "implications" in preset.stages else "",
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


def work(task: Task, emit: Callable[[object], None]) -> Row:
    """Do a task in a worker process: warm up, say so, and measure."""
    if task.configuration not in _warm:
        _solve(_SMALL, task)
        _warm.add(task.configuration)
    emit(Begun())
    return timed(task)


def timed(task: Task) -> Row:
    """Solve the puzzle of a task here and now, and measure it."""
    wall, cpu = time.perf_counter(), _processor_time()
    report = _solve(task.puzzle, task)
    seconds, processor = time.perf_counter() - wall, _processor_time() - cpu
    row = task.row()
    row.update({"seconds": seconds, "cpu": processor})
    fill(row, report)
    return row


def _processor_time() -> float:
    """Processor seconds of this process and of the children that have ended (Kissat is one)."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _solve(puzzle: Puzzle, task: Task) -> Report:
    return solve(
        puzzle,
        preset=task.configuration.preset,
        stages=task.configuration.stages,
        backend=task.configuration.backend,
        encoding=task.configuration.encoding,
        graph_search=task.configuration.graph_search,
        want=task.want,
        time_limit=task.time_limit,
        conflict_limit=task.conflict_limit,
        seed=task.seed,
    )
