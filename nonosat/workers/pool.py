# SPDX-License-Identifier: MIT
"""``Pool``: worker processes that do tasks as they become free, within hard limits.

When a task exceeds its time or memory, its worker is ended and replaced; the other tasks are not
affected. The time of a task counts from its ``Begun``, so a slow start of the interpreter on a busy
machine does not count against the task.

``run`` does a list of tasks; ``service`` gives tasks as they come. A task that is no longer wanted
is cancelled first, which keeps the worker; if that takes too long, the worker is ended.

A pool that lives as long as its program keeps few idle workers: one that was idle for some seconds
is ended, unless it is one of the ``spare`` ones and has not grown.

Rejected libraries: all three give one answer per task, without messages before it, and do not bound
memory or lower the priority of some processes. The executors of ``loky`` and
``concurrent.futures`` cannot end a running task, and a process that dies breaks the executor.
``pebble`` ends tasks only with their processes. It sends tasks ahead, so a task that is cancelled
while it waits still begins, and cancelling sometimes loses another task (its issues 144 and 153).
``anyio.to_process`` also ends the process of a cancelled task, and runs the caller's main module
again.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from nonosat.errors import InternalError, NonosatError
from nonosat.limits import Cancellation
from nonosat.model.report import Reason
from nonosat.workers.channel import Answer, Begun, Inbox, Ready, Worker
from nonosat.workers.system import check_memory

T = TypeVar("T")

_START_SECONDS = 120.0
"""How long a worker may take until it begins with a task."""
_LOOK_SECONDS = 0.05
"""How often memory and cancellation are checked."""
_POLITE_SECONDS = 0.1
"""How long a worker may take to end a task that is cancelled."""
_REST_SECONDS = 4.0
"""How long a worker beyond the spare ones, or one that has grown, is kept without a task."""
_GROWN = 1.05
"""A worker has grown if it uses this many times the memory that it had when it was ready."""
_FALSE_STARTS = 3
"""After this number of workers in a row that ended before they were ready, ``start`` fails."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A task that is over.

    Exactly one of these is set, unless the answer itself is None: ``answer``; ``error``, which the
    task raised (a WorkerEndedError: its process ended by itself); ``limit``, why its worker was
    ended (time, memory or cancelled). ``seconds``: the time since it began. ``begun``: False if the
    process ended by itself before it began with the task; then the task is hardly the cause.
    """

    task: T
    answer: Any = None
    error: NonosatError | None = None
    limit: Reason | None = None
    seconds: float = 0.0
    begun: bool = True


@dataclass(slots=True)
class _Running(Generic[T]):
    task: T
    sent: float
    begun: float | None = None
    own_limit: float | None = None
    cancelled: float | None = None


class Pool(Generic[T]):
    """At most ``workers`` processes for a job (see ``Worker``). Use it in a ``with`` statement.

    The job must emit ``Begun`` for each task. ``time_limit``: the seconds that a task may take
    after ``Begun``; None for no limit. ``memory_limit``: MiB of resident memory for each worker and
    its descendants; ``kept_below``: a worker above this many MiB is replaced before its next task,
    so that the memory of earlier tasks does not count against the next. ``spare``: how many idle
    workers are kept; None for all. ``low``: the workers have a low priority. ``heard`` is called
    with the other messages of a task. ``message``: makes the message that a worker gets for a task.
    """

    def __init__(
        self,
        job: str,
        workers: int,
        *,
        time_limit: Callable[[T], float | None] = lambda task: None,
        memory_limit: int | None = None,
        kept_below: int | None = None,
        spare: int | None = None,
        low: bool = False,
        cancel: Cancellation | None = None,
        heard: Callable[[T, Any], None] | None = None,
        message: Callable[[T], object] = lambda task: task,
    ) -> None:
        """Raises a BackendError if no memory limit can be kept on this system."""
        if memory_limit is not None:
            check_memory()
        self._job = job
        self._most = workers
        self._time_limit = time_limit
        self._memory_limit = memory_limit
        self._kept_below = kept_below
        self._spare = spare
        self._low = low
        self._cancel = cancel
        self._heard = heard
        self._message = message
        self._inbox: Inbox = queue.SimpleQueue()
        self._starting: dict[Worker, float] = {}  # when it was started
        self._idle: dict[Worker, float] = {}  # idle since, oldest first; inf: it is kept
        self._running: dict[Worker, _Running[T]] = {}
        self._fresh = math.inf
        self._looked = 0.0
        self._false_starts = 0  # in a row

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def run(self, tasks: Iterable[T], *, keep: bool = False) -> Generator[Done[T], None, None]:
        """Do the tasks; each is taken from the iterable when a worker is free for it.

        The results come as they are finished. Cancellation and closing the generator end the
        iteration and the busy workers; ``keep``: they cancel the tasks and keep these workers.

        Raises:
            BackendError: no worker can be started.
        """
        waiting = iter(tasks)
        more = True
        try:
            while self._cancel is None or not self._cancel.cancelled:
                while more and self.free:
                    try:
                        task = next(waiting)
                    except StopIteration:
                        more = False
                    else:
                        self.give(task)
                if not self._running:
                    return
                yield from self.step()
        finally:
            for worker, running in list(self._running.items()):
                if keep:
                    self.cancel(running.task)
                else:
                    self._remove(worker)
            while self._running:
                for _ in self.step():
                    pass

    def end(self) -> None:
        """End all workers, also in the middle of work."""
        for workers in (self._idle, self._starting, self._running):
            for worker in workers:
                worker.end()
            workers.clear()

    @property
    def free(self) -> int:
        """The number of tasks that can be given now."""
        return self._most - len(self._running)

    @property
    def ready(self) -> int:
        """The number of tasks that can be given to workers that have started."""
        return len(self._idle)

    @property
    def starting(self) -> int:
        """The number of workers that are starting and have no task."""
        return len(self._starting)

    def give(self, task: T) -> None:
        """Give a task to a worker: the one that became idle last, or a new one.

        Raises:
            BackendError: no worker can be started.
        """
        worker = self._idle.popitem()[0] if self._idle else self._new()
        self._running[worker] = _Running(task, time.monotonic())
        worker.send(self._message(task))

    def start(self, workers: int) -> None:
        """Start workers until there are ``workers`` in all, so that they import in advance.

        Raises:
            BackendError: no worker can be started.
            InternalError: started workers end before they are ready.
        """
        if self._false_starts >= _FALSE_STARTS:
            self._false_starts = 0
            raise InternalError("worker processes end before they are ready")
        there = len(self._running) + len(self._idle) + len(self._starting)
        for _ in range(min(workers, self._most) - there):
            self._starting[self._new()] = time.monotonic()

    def _new(self) -> Worker:
        return Worker(self._job, low=self._low, inbox=self._inbox)

    def cancel(self, task: T) -> None:
        """Withdraw the task; ``step`` soon yields it as over."""
        for worker, running in self._running.items():
            if running.task is task and running.cancelled is None:
                running.cancelled = time.monotonic()
                worker.cancel()

    def wake(self) -> None:
        """End the wait of ``step`` in another thread."""
        self._inbox.put((None, None))

    def step(self) -> Generator[Done[T], None, None]:
        """Wait for the next message or limit, and yield the tasks that are over."""
        done = self._hear()
        if done is not None:
            yield done
        yield from self._end_offenders()
        self._end_rested()

    def _hear(self) -> Done[T] | None:
        """Wait for the next message; return the task that it finishes, if any."""
        patience = self._patience()
        try:
            worker, message = self._inbox.get(timeout=min(patience, threading.TIMEOUT_MAX))
        except queue.Empty:
            return None
        if worker is None:
            return None
        running = self._running.get(worker)
        if isinstance(message, Ready):
            self._note_ready(worker)
        elif running is None:  # an idle worker, or one that was ended
            if message is None and (worker in self._idle or worker in self._starting):
                self._false_starts += worker in self._starting
                self._remove(worker)
        elif isinstance(message, Begun):
            running.begun, running.own_limit = time.monotonic(), message.seconds
        elif message is None:
            error = worker.ended()
            self._remove(worker)
            begun = running.begun is not None
            return Done(running.task, error=error, seconds=_since(running), begun=begun)
        elif isinstance(message, Answer | NonosatError):
            self._put_by(worker)
            if isinstance(message, NonosatError):
                return Done(running.task, error=message, seconds=_since(running))
            return Done(running.task, answer=message.value, seconds=_since(running))
        elif self._heard is not None and running.cancelled is None:
            self._heard(running.task, message)
        return None

    def _note_ready(self, worker: Worker) -> None:
        """The worker has started."""
        if self._spare is not None:
            self._fresh = min(self._fresh, worker.resident())
        if self._starting.pop(worker, None) is not None:
            self._false_starts = 0
            self._idle[worker] = time.monotonic()

    def _put_by(self, worker: Worker) -> None:
        """The worker is free again: keep it, or end it if it has become too large."""
        del self._running[worker]
        if self._kept_below is not None and worker.resident() > self._kept_below * 2**20:
            worker.end()
        else:
            self._idle[worker] = time.monotonic()

    def _end_rested(self) -> None:
        """End surplus idle workers, and one that has grown, unless a worker is starting."""
        if self._spare is None:
            return
        for worker, since in list(self._idle.items()):
            if since + _REST_SECONDS > time.monotonic():
                continue
            if len(self._idle) + len(self._running) > self._spare:
                self._remove(worker)
            elif worker.resident() <= _GROWN * self._fresh:
                self._idle[worker] = math.inf
            elif not self._starting:
                self._remove(worker)
                return

    def _patience(self) -> float:
        """Seconds until something besides messages must be checked."""
        if self._cancel is not None:
            return _LOOK_SECONDS
        if self._memory_limit is not None and self._running:
            return _LOOK_SECONDS
        ends = [end for running in self._running.values() if (end := self._end_of(running))]
        ends += [since + _START_SECONDS for since in self._starting.values()]
        if self._spare is not None and not self._starting:
            ends += [since + _REST_SECONDS for since in self._idle.values()]
        return max(0.0, min(ends, default=math.inf) - time.monotonic())

    def _end_of(self, running: _Running[T]) -> float | None:
        if running.cancelled is not None:
            return running.cancelled + _POLITE_SECONDS
        if running.begun is None:
            return running.sent + _START_SECONDS
        limits = [self._time_limit(running.task), running.own_limit]
        return min((running.begun + limit for limit in limits if limit is not None), default=None)

    def _end_offenders(self) -> Generator[Done[T], None, None]:
        """End the workers that exceed a limit, and yield their tasks."""
        now = time.monotonic()
        look = self._memory_limit is not None and now - self._looked >= _LOOK_SECONDS
        if look:
            self._looked = now
        for worker, since in list(self._starting.items()):
            if now >= since + _START_SECONDS:
                self._false_starts += 1
                self._remove(worker)
        for worker, running in list(self._running.items()):
            end = self._end_of(running)
            if end is not None and now >= end:
                self._remove(worker)
                if running.cancelled is not None:
                    yield Done(running.task, limit=Reason.CANCELLED, seconds=_since(running))
                elif running.begun is None:
                    error = InternalError(f"a worker did not begin within {_START_SECONDS:g} s")
                    yield Done(running.task, error=error)
                else:
                    yield Done(running.task, limit=Reason.TIME, seconds=_since(running))
            elif look and worker.resident() > (self._memory_limit or 0) * 2**20:
                self._remove(worker)
                yield Done(running.task, limit=Reason.MEMORY, seconds=_since(running))

    def _remove(self, worker: Worker) -> None:
        for workers in (self._running, self._idle, self._starting):
            workers.pop(worker, None)
        worker.end()


def _since(running: _Running[Any]) -> float:
    return time.monotonic() - (running.sent if running.begun is None else running.begun)
