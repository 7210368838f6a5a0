# SPDX-License-Identifier: MIT
"""One run of a study, as a worker process does it.

The process begins with a task when it has imported everything and solved a small puzzle with the
task's configuration. The time limit counts from there, so a slow start of the interpreter is not
held against a solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from nonosat.model.puzzle import Puzzle
from nonosat.solving import SolveOptions, solve
from nonosat.solving.options import RunOptions, checked
from nonosat.solving.question_key import question_parts
from nonosat.study.configurations import Configuration
from nonosat.study.rows import COLUMNS, Row, empty_row, fill
from nonosat.workers.channel import Begun
from nonosat.workers.process import processor_time

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
    run: RunOptions

    def row(self) -> Row:
        """The row of this run before it has a result: the time limit is what ends it."""
        row = empty_row(self.name, self.puzzle, self.configuration.name)
        parts = question_parts(checked(**self.options()))
        parts["stages"] = ",".join(parts["stages"])
        cells = cast("dict[str, Any]", row)
        for column, kind in COLUMNS.items():
            if column in parts:
                missing = "" if kind is str else None
                cells[column] = missing if parts[column] is None else parts[column]
        row.update({"preset": self.configuration.preset, "repeat": self.repeat})
        row.update({"verdict": "unknown", "reason": "time"})
        return row

    def options(self) -> SolveOptions:
        """The options of ``solve``."""
        return cast(SolveOptions, {**self.configuration.ways(), **self.run})


def work(task: Task, emit: Callable[[object], None]) -> Row:
    """Do a task in a worker process: warm up, say so, and measure."""
    if task.configuration not in _warm:
        solve(_SMALL, **task.options())
        _warm.add(task.configuration)
    emit(Begun())
    return timed(task)


def timed(task: Task) -> Row:
    """Solve the puzzle of a task here and now, and measure it."""
    wall, cpu = time.perf_counter(), processor_time()
    report = solve(task.puzzle, **task.options())
    seconds, processor = time.perf_counter() - wall, processor_time() - cpu
    row = task.row()
    row.update({"seconds": seconds, "cpu": processor})
    fill(row, report)
    return row
