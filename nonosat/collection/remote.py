# SPDX-License-Identifier: MIT
"""What a worker of a cluster does: a chunk, in a process of its own that it keeps.

A Dask worker runs tasks in threads, which cannot be ended. So each thread has a worker process of
nonosat, with the same hard limits of time and memory as on the machine of the owner: a puzzle that
exceeds them, or ends its process, costs neither the Dask worker nor the rest of its chunk.
"""

from __future__ import annotations

import threading

from nonosat._version import __version__
from nonosat.collection.executors import Chunk, Event, LocalExecutor
from nonosat.errors import BackendError, library

_kept = threading.local()


def version() -> str:
    """The version of nonosat on a worker."""
    return __version__


def do_chunk(chunk: Chunk, wanted: str) -> list[Event]:
    """Do a chunk: what the executor of this machine says about it, its end last.

    It ends early, and nobody sees the answer, if the owner is gone.

    Raises:
        BackendError: this worker has another version of nonosat than the owner.
    """
    if wanted != __version__:
        raise BackendError(
            f"a worker has nonosat {__version__}, the owner of the collection {wanted}"
        )
    executor = _executor(chunk.order.memory_limit)
    waiting = [chunk]
    events: list[Event] = []
    run = executor.run(lambda: waiting.pop() if waiting else None)
    try:
        for event in run:
            if event is not None:
                events.append(event)
            elif not _still_wanted():
                break
    finally:
        run.close()
    return events


def _executor(memory_limit: int | None) -> LocalExecutor:
    """The process of this thread, with a limit."""
    kept: LocalExecutor | None = getattr(_kept, "executor", None)
    if kept is None or kept.memory_limit != memory_limit:
        close()
        kept = _kept.executor = LocalExecutor(1, memory_limit=memory_limit, keep=True)
    return kept


def close() -> None:
    """End the process of this thread."""
    kept: LocalExecutor | None = getattr(_kept, "executor", None)
    if kept is not None:
        kept.close()
        _kept.executor = None


def _still_wanted() -> bool:
    """False if the scheduler has dropped the task that this thread is at."""
    try:
        worker = library("distributed").get_worker()
    except ValueError:  # no Dask worker: a test
        return True
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state == "executing"
