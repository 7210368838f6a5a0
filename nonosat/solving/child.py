# SPDX-License-Identifier: MIT
"""Solving in a child process, so that a memory limit can be kept.

The child emits every event; so when the parent ends it, everything that was found until then is
known. The parent watches the child and its descendants (``Worker.heard``) and ends them all when
their memory exceeds the limit.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.limits import GRACE_SECONDS, Cancellation, Limits, Stopped
from nonosat.model.report import Event, Report
from nonosat.solving.outcome import Outcome
from nonosat.solving.portfolio import JOB, Task
from nonosat.workers.channel import Worker
from nonosat.workers.system import check_memory


def solve_in_child(
    task: Task,
    *,
    memory_limit: int,
    progress: Callable[[Event], None] | None,
    cancel: Cancellation | None,
) -> Report:
    """``solve`` within ``memory_limit`` MiB of resident memory (the interpreter's own included).

    Raises:
        NonosatError: what ``solve`` raises.
        BackendError: no memory limit can be kept on this system.
    """
    check_memory()
    # The child keeps the time limit; the parent ends it only if it is late.
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
