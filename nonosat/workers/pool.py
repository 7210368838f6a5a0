# SPDX-License-Identifier: MIT
"""``Pool``: worker processes that do tasks as they become free, within hard limits.

A task that exceeds its time or memory costs its worker, which is replaced; the other tasks do not
notice. A worker counts as late only after it has said ``Begun``, so a slow start of the interpreter
on a busy machine is not held against a task.

``run`` does a list of tasks; ``service`` gives tasks as they come. A task that is not wanted any
more is cancelled first, which keeps the worker, and its worker is ended if that takes too long.

A worker with a low task has a low priority, for good: a process may give its priority up, not take
it back. So it does only low tasks from then on, and the others have fresh workers.
"""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from nonosat.errors import InternalError, NonosatError
from nonosat.limits import Cancellation
from nonosat.model.report import Reason
from nonosat.workers.channel import Answer, Begun, Inbox, Worker
from nonosat.workers.system import check_memory

T = TypeVar("T")

_START_SECONDS = 120.0
"""How long a worker may take until it begins with a task."""
_LOOK_SECONDS = 0.05
"""How often memory and cancellation are looked at."""
_POLITE_SECONDS = 0.1
"""How long a worker may take to end a task that is cancelled."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A task that is over.

    Exactly one of these is set, unless the answer itself is None: ``answer``; ``error``, which the
    task raised (a WorkerEndedError: its process ended by itself); ``limit``, for which its worker
    was ended (time, memory or cancelled). ``seconds`` since it began. ``begun``: False if its
    process ended by itself before it began with the task, which is hardly the reason then.
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

    The job must emit ``Begun`` for each task. ``time_limit``: the seconds that a task may take from
    then on; None for no limit. ``memory_limit``: MiB of resident memory for each worker, its
    descendants included; ``kept_below``: a worker above this many MiB is replaced before its next
    task, so that the memory of earlier tasks does not count against that one. ``heard`` is called
    with what a task emits besides ``Begun``. ``message``: what a worker gets of a task.
    """

    def __init__(
        self,
        job: str,
        workers: int,
        *,
        time_limit: Callable[[T], float | None] = lambda task: None,
        memory_limit: int | None = None,
        kept_below: int | None = None,
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
        self._cancel = cancel
        self._heard = heard
        self._message = message
        self._inbox: Inbox = queue.SimpleQueue()
        self._idle: list[Worker] = []
        self._running: dict[Worker, _Running[T]] = {}
        self._looked = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def run(self, tasks: Iterable[T]) -> Generator[Done[T], None, None]:
        """Do the tasks; each is taken from the iterable when a worker is free for it.

        The results come as they are finished. Cancellation ends the iteration, and the workers that
        are at work; closing the generator does, too.

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
            for worker in list(self._running):
                self._remove(worker)

    def end(self) -> None:
        """End all workers, also in the middle of work."""
        for worker in [*self._idle, *self._running]:
            worker.end()
        self._idle.clear()
        self._running.clear()

    @property
    def free(self) -> int:
        """How many tasks can be given now."""
        return self._most - len(self._running)

    def give(self, task: T, *, low: bool = False) -> None:
        """Let a worker begin with a task; ``low``: at low priority.

        Raises:
            BackendError: no worker can be started.
        """
        worker = self._idle_worker(low) or Worker(self._job, inbox=self._inbox)
        if low:
            worker.lower()
        self._running[worker] = _Running(task, time.monotonic())
        worker.send(self._message(task))

    def _idle_worker(self, low: bool) -> Worker | None:
        """The best of the idle workers; the last that has started is not for low tasks."""
        usual = [worker for worker in self._idle if not worker.low]
        ready = [worker for worker in usual if worker.ready]
        starting = [worker for worker in usual if not worker.ready]
        found = [*ready, *starting]
        if low:
            found = [worker for worker in self._idle if worker.low]
            found += [*ready[1:], *starting]
        if not found:
            return None
        self._idle.remove(found[0])
        return found[0]

    def lower(self, task: T) -> None:
        """Go on with a task at low priority."""
        for worker, running in self._running.items():
            if running.task is task:
                worker.lower()

    def seconds(self, task: T) -> float:
        """How long a task has been at work; 0 if it has not begun yet."""
        for running in self._running.values():
            if running.task is task and running.begun is not None:
                return time.monotonic() - running.begun
        return 0.0

    def cancel(self, task: T) -> None:
        """Withdraw the task: ``step`` says soon that it is over."""
        for worker, running in self._running.items():
            if running.task is task and running.cancelled is None:
                running.cancelled = time.monotonic()
                worker.cancel()

    def warm(self, workers: int) -> None:
        """Start workers until this number is idle: they import before a task waits for them."""
        for _ in range(workers - sum(not worker.low for worker in self._idle)):
            self._idle.append(Worker(self._job, inbox=self._inbox))

    def wake(self) -> None:
        """End the wait of ``step``, which another thread is in."""
        self._inbox.put((None, None))

    def step(self, seconds: float = math.inf) -> Generator[Done[T], None, None]:
        """Wait for the next message, or for a limit; the tasks that are over by that.

        It waits ``seconds`` at most.
        """
        done = self._hear(seconds)
        if done is not None:
            yield done
        yield from self._end_offenders()

    def _hear(self, seconds: float) -> Done[T] | None:
        """Wait for the next message; what it finishes, if anything."""
        patience = min(self._patience(), seconds)
        try:
            worker, message = self._inbox.get(timeout=None if patience == math.inf else patience)
        except queue.Empty:
            return None
        if worker is None:
            return None
        running = self._running.get(worker)
        if running is None:  # an idle worker, or one that was ended
            if message is None and worker in self._idle:
                self._idle.remove(worker)
                worker.end()
            return None
        if isinstance(message, Begun):
            if running.begun is None:
                running.begun = time.monotonic()
            running.own_limit = message.seconds
            return None
        if message is None:
            error = worker.ended()
            self._remove(worker)
            begun = running.begun is not None
            return Done(running.task, error=error, seconds=_since(running), begun=begun)
        if not isinstance(message, Answer | NonosatError):
            if self._heard is not None and running.cancelled is None:
                self._heard(running.task, message)
            return None
        del self._running[worker]
        if self._kept_below is not None and worker.resident() > self._kept_below * 2**20:
            worker.end()
        else:
            self._idle.append(worker)
        if isinstance(message, NonosatError):
            return Done(running.task, error=message, seconds=_since(running))
        return Done(running.task, answer=message.value, seconds=_since(running))

    def _patience(self) -> float:
        """Seconds until something besides messages must be looked at."""
        if self._cancel is not None:
            return _LOOK_SECONDS
        if self._memory_limit is not None and self._running:
            return _LOOK_SECONDS
        now = time.monotonic()
        ends = [end for running in self._running.values() if (end := self._end_of(running))]
        return max(0.0, min(ends) - now) if ends else math.inf

    def _end_of(self, running: _Running[T]) -> float | None:
        if running.cancelled is not None:
            return running.cancelled + _POLITE_SECONDS
        if running.begun is None:
            return running.sent + _START_SECONDS
        limits = [self._time_limit(running.task), running.own_limit]
        return min((running.begun + limit for limit in limits if limit is not None), default=None)

    def _end_offenders(self) -> Generator[Done[T], None, None]:
        """End the workers that exceed a limit."""
        now = time.monotonic()
        look = self._memory_limit is not None and now - self._looked >= _LOOK_SECONDS
        if look:
            self._looked = now
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
        self._running.pop(worker, None)
        worker.end()


def _since(running: _Running[Any]) -> float:
    return time.monotonic() - (running.sent if running.begun is None else running.begun)
