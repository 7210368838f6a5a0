# SPDX-License-Identifier: MIT
"""What a worker process does for ``solve``: one task; its events are the messages."""

from __future__ import annotations

from collections.abc import Callable

from nonosat.solving.outcome import Outcome
from nonosat.solving.portfolio import search
from nonosat.solving.task import Task


def work(task: Task, emit: Callable[[object], None]) -> Outcome:
    """Try the strategies of the task. Its time began when it was made."""
    return search(task.remaining(), progress=emit)
