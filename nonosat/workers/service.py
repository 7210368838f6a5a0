# SPDX-License-Identifier: MIT
"""``Service``: a thread with a pool that does the jobs of several clients as they come.

It is what a server needs, whose own thread must never wait. Jobs wait in a queue for each client,
and the clients take turns, so that one who asks a thousand questions delays only itself. Long jobs
leave one worker to the quick ones, and one client never has all workers. Spare workers stand ready,
since the start of an interpreter takes longer than most answers.

Rejected: the executors of ``concurrent.futures`` cannot end a job that runs; a pool for each client
costs memory that nobody uses.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import NonosatError
from nonosat.report import Reason
from nonosat.workers.pool import Done, Pool

__all__ = ["BusyError", "Job", "Service"]


class BusyError(NonosatError, RuntimeError):
    """Too many jobs wait already."""


@dataclass(eq=False, slots=True)
class Job:
    """One task of a client. ``heard`` and ``done`` are called in the thread of the service.

    ``time_limit``: after which its worker is ended. ``quick``: it takes a moment as a rule.
    """

    task: object
    client: str
    heard: Callable[[Any], None]
    done: Callable[[Done[Job]], None]
    time_limit: float | None = None
    quick: bool = False


@dataclass(slots=True)
class _Lane:
    """The jobs that wait, by client; the client who had a turn goes to the end."""

    waiting: OrderedDict[str, deque[Job]]

    def put(self, job: Job) -> None:
        self.waiting.setdefault(job.client, deque()).append(job)

    def take(self, busy: Callable[[str], bool]) -> Job | None:
        """The next job of a client who is not busy."""
        for client, jobs in self.waiting.items():
            if not busy(client):
                job = jobs.popleft()
                self.waiting.move_to_end(client)
                if not jobs:
                    del self.waiting[client]
                return job
        return None

    def remove(self, job: Job) -> bool:
        jobs = self.waiting.get(job.client, deque())
        if job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self.waiting[job.client]
        return True

    def all(self) -> list[Job]:
        return [job for jobs in self.waiting.values() for job in jobs]


class Service:
    """Starts its thread and its workers at once; ``end`` ends both.

    ``workers``: jobs at a time, at least 2. ``spare``: workers that stand ready beside them.
    ``memory_limit``: MiB for each worker. ``most_waiting``: jobs that may wait, for one client and
    (ten times as many) for all.
    """

    def __init__(
        self,
        function: str,
        workers: int,
        *,
        spare: int = 1,
        memory_limit: int | None = None,
        most_waiting: int = 100,
    ) -> None:
        self._workers = max(2, workers)
        self._spare = spare
        self._most_waiting = most_waiting
        self._pool: Pool[Job] = Pool(
            function,
            self._workers,
            time_limit=lambda job: job.time_limit,
            memory_limit=memory_limit,
            heard=lambda job, message: job.heard(message),
            message=lambda job: job.task,
        )
        self._quick = _Lane(OrderedDict())
        self._long = _Lane(OrderedDict())
        self._running: set[Job] = set()
        self._orders: deque[Callable[[], None]] = deque()
        self._ending = False
        self._lock = threading.Lock()
        self._count: dict[str, int] = {}
        self._thread = threading.Thread(target=self._serve, name="nonosat-service", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Do a job as soon as there is a worker for it.

        Raises:
            BusyError: too many jobs wait already, or the service ends.
        """
        with self._lock:
            mine = self._count.get(job.client, 0)
            if self._ending:
                raise BusyError("the server ends")
            if mine >= self._most_waiting or sum(self._count.values()) >= 10 * self._most_waiting:
                raise BusyError("too many questions wait already: ask again later")
            self._count[job.client] = mine + 1
        self._order(lambda: (self._quick if job.quick else self._long).put(job))

    def cancel(self, job: Job) -> None:
        """Nobody wants the answer any more. ``done`` is called in any case, soon."""
        self._order(lambda: self._cancel(job))

    def end(self) -> None:
        """End all jobs and workers, and the thread; every job that is not done is cancelled."""
        with self._lock:
            self._ending = True
        self._pool.wake()
        self._thread.join()  # at once, if it has ended before

    @property
    def load(self) -> int:
        """How many jobs run or wait."""
        with self._lock:
            return sum(self._count.values())

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        self._pool.wake()

    def _cancel(self, job: Job) -> None:
        lane = self._quick if job.quick else self._long
        if job in self._running:
            self._pool.cancel(job)
        elif lane.remove(job):
            self._over(Done(job, limit=Reason.CANCELLED))

    def _serve(self) -> None:
        try:
            while not self._ending:
                while self._orders:
                    self._orders.popleft()()
                self._give()
                for done in self._pool.step():
                    self._running.discard(done.task)
                    self._over(done)
        finally:
            with self._lock:
                self._ending = True
            self._pool.end()
            while self._orders:
                self._orders.popleft()()
            for job in [*self._running, *self._quick.all(), *self._long.all()]:
                self._over(Done(job, limit=Reason.CANCELLED))

    def _give(self) -> None:
        """Let workers begin with what waits, as far as there is room."""
        while self._pool.free:
            job = self._quick.take(self._busy)
            if job is None and self._pool.free > 1:
                job = self._long.take(self._busy)
            if job is None:
                break
            self._running.add(job)
            try:
                self._pool.give(job)
            except NonosatError as error:
                self._running.discard(job)
                self._over(Done(job, error=error))
        self._warm()

    def _warm(self) -> None:
        try:
            self._pool.warm(min(self._spare, self._pool.free))
        except NonosatError:  # no process can be started now; the next job reports it
            return

    def _busy(self, client: str) -> bool:
        """True if a client has its share of the workers."""
        share = max(1, self._workers - 2)
        return sum(job.client == client for job in self._running) >= share

    def _over(self, done: Done[Job]) -> None:
        client = done.task.client
        with self._lock:
            self._count[client] -= 1
            if not self._count[client]:
                del self._count[client]
        done.task.done(done)
