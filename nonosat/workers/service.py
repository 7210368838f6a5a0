# SPDX-License-Identifier: MIT
"""``Service``: threads with pools that do the jobs of several clients as they come.

A server needs it because its own thread must never wait. There are two lanes, for quick and for
long jobs. Each lane has its own workers, so that no long job keeps a quick one waiting. Within a
lane, jobs begin in the order in which they came, except that the clients take turns: a client that
asks a thousand questions delays only itself. One client never has all workers of a lane, unless the
lane has only one. The workers of the long lane have a low priority.

The client chooses the lane of a job, and the job stays there; no job is begun twice. The cost of a
job is not known in advance, so the quick lane is for jobs with a short time limit (the server has
the rule: ``web.endpoints``).

Rejected: to find the quick jobs by running each job for a moment, and to begin the others again in
the other lane (the multilevel feedback queue of operating systems; Corbato, Merwin-Daggett and
Daley 1962). Work was done twice, and the quick questions of a client waited for its long ones.
``pool`` says why we do not use a library.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import NonosatError
from nonosat.model.report import Reason
from nonosat.workers.pool import Done, Pool

_MOST_LOST = 3
"""How often a job is given to another worker if its worker ends before it begins with the job: the
worker was killed while idle, and we noticed only afterwards."""


class BusyError(NonosatError, RuntimeError):
    """Too many jobs are waiting."""


@dataclass(eq=False, slots=True)
class Job:
    """One task of a client. A thread of the service calls ``heard``, ``done`` and ``waits``.

    ``time_limit``: the seconds after which its worker is ended. ``quick``: its lane. ``waits``:
    called with True if the job has to wait until another job ends, and with False when it begins
    after such a wait.
    """

    task: object
    client: str
    heard: Callable[[Any], None]
    done: Callable[[Done[Job]], None]
    time_limit: float | None = None
    quick: bool = False
    waits: Callable[[bool], None] = lambda waits: None


@dataclass(slots=True)
class _State:
    """The state of a job that is not over. ``informed``: its client knows that it waits. ``lost``:
    how many workers ended before they began with it."""

    informed: bool = False
    cancelled: bool = False
    lost: int = 0


class _Lane:
    """The jobs of one kind, with their own workers and thread."""

    def __init__(self, pool: Pool[Job], spare: int, most_waiting: int) -> None:
        self._pool = pool
        self._spare = spare
        self._share = max(1, pool.free - 1)
        self._most_waiting = most_waiting
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()  # the next turn comes first
        self._new: list[Job] = []
        self._running: set[Job] = set()
        self._states: dict[Job, _State] = {}
        self._orders: deque[Callable[[], None]] = deque()
        self._count: Counter[str] = Counter()
        self._ending = False
        self._lock = threading.Lock()  # for the last three
        self._thread = threading.Thread(target=self._serve, name="nonosat-lane", daemon=True)
        self._thread.start()

    @property
    def load(self) -> int:
        """The number of jobs that run or wait."""
        with self._lock:
            return self._count.total()

    def submit(self, job: Job) -> None:
        """Do a job as soon as there is a worker for it."""
        with self._lock:
            if self._ending:
                raise BusyError("the server is shutting down")
            mine, most = self._count[job.client], self._most_waiting
            if mine >= most or self._count.total() >= 10 * most:
                raise BusyError("too many questions are waiting; ask again later")
            self._count[job.client] += 1
            self._orders.append(lambda: self._put(job))
        self._pool.wake()

    def cancel(self, job: Job) -> None:
        """Withdraw a job."""
        self._orders.append(lambda: self._cancel(job))
        self._pool.wake()

    def end(self) -> None:
        """End all jobs, the workers and the thread."""
        with self._lock:
            self._ending = True
        self._pool.wake()
        self._thread.join()  # at once, if it has ended before

    def _serve(self) -> None:
        try:
            while not self._ending:
                while self._orders:
                    self._orders.popleft()()
                self._give()
                for done in self._pool.step():
                    self._take_back(done)
        finally:
            with self._lock:
                self._ending = True
            self._pool.end()
            while self._orders:
                self._orders.popleft()()
            for job in list(self._states):
                self._over(Done(job, limit=Reason.CANCELLED))

    def _put(self, job: Job) -> None:
        self._states[job] = _State()
        self._waiting.setdefault(job.client, deque()).append(job)
        self._new.append(job)

    def _cancel(self, job: Job) -> None:
        if job in self._running:
            self._states[job].cancelled = True
            self._pool.cancel(job)
        elif job in self._states:
            self._waiting[job.client].remove(job)
            self._forget(job.client)
            self._over(Done(job, limit=Reason.CANCELLED))

    def _give(self) -> None:
        """Give waiting jobs to workers, as far as there is room; start more workers if needed."""
        while self._pool.ready and (job := self._next()) is not None:
            self._running.add(job)
            self._pool.give(job)
            if self._states[job].informed:
                self._states[job].informed = False
                job.waits(False)
        try:
            self._pool.start(max(self._spare, len(self._running) + self._wanted()))
        except NonosatError as error:
            if not self._running and not self._pool.starting:
                self._waiting.clear()
                for job in list(self._states):
                    self._over(Done(job, error=error))
        if not self._pool.starting:
            for job in self._new:
                if job in self._states and job not in self._running:
                    self._states[job].informed = True
                    job.waits(True)
            self._new.clear()

    def _next(self) -> Job | None:
        """The first job of the client whose turn it is; the client then goes to the end."""
        for client, jobs in self._waiting.items():
            if self._room(client):
                self._waiting.move_to_end(client)
                job = jobs.popleft()
                self._forget(client)
                return job
        return None

    def _wanted(self) -> int:
        """The number of waiting jobs that could run if there were workers."""
        found = 0
        for client, jobs in self._waiting.items():
            found += min(len(jobs), self._room(client))
            if found >= self._pool.free:
                break
        return found

    def _room(self, client: str) -> int:
        """The number of further workers that a client may have."""
        return self._share - sum(job.client == client for job in self._running)

    def _forget(self, client: str) -> None:
        """Remove a client from the turns if it has no waiting job."""
        if not self._waiting[client]:
            del self._waiting[client]

    def _take_back(self, done: Done[Job]) -> None:
        """A worker is free again."""
        job = done.task
        state = self._states[job]
        self._running.remove(job)
        if done.begun or state.cancelled or state.lost == _MOST_LOST:
            self._over(done)
            return
        state.lost += 1
        self._waiting.setdefault(job.client, deque()).appendleft(job)
        self._waiting.move_to_end(job.client, last=False)

    def _over(self, done: Done[Job]) -> None:
        job = done.task
        del self._states[job]
        with self._lock:
            self._count[job.client] -= 1
            if not self._count[job.client]:
                del self._count[job.client]
        job.done(done)


class Service:
    """Two lanes of jobs. It starts its threads and some workers at once; ``end`` ends all.

    ``workers``: jobs at a time, at least 2; the quick lane has half of them, rounded down.
    ``spare``: how many idle workers the quick and the long lane keep.
    ``memory_limit``: MiB for each worker. ``most_waiting``: jobs that may wait in a lane, for one
    client; ten times as many for all.
    """

    def __init__(
        self,
        function: str,
        workers: int,
        *,
        spare: tuple[int, int] = (2, 1),
        memory_limit: int | None = None,
        most_waiting: int = 100,
    ) -> None:
        quick = max(1, workers // 2)
        sizes = {True: quick, False: max(1, workers - quick)}
        self._lanes = {
            lane: _Lane(
                Pool(
                    function,
                    size,
                    time_limit=lambda job: job.time_limit,
                    memory_limit=memory_limit,
                    kept_below=None if memory_limit is None else memory_limit // 2,
                    spare=kept,
                    low=not lane,
                    heard=lambda job, message: job.heard(message),
                    message=lambda job: job.task,
                ),
                min(size, kept),
                most_waiting,
            )
            for (lane, size), kept in zip(sizes.items(), spare, strict=True)
        }

    def submit(self, job: Job) -> None:
        """Do a job as soon as there is a worker for it.

        Raises:
            BusyError: too many jobs are waiting, or the service is ending.
        """
        self._lanes[job.quick].submit(job)

    def cancel(self, job: Job) -> None:
        """Withdraw the job. ``done`` is called soon in any case."""
        self._lanes[job.quick].cancel(job)

    def end(self) -> None:
        """End all jobs, workers and threads; every job that is not done is cancelled."""
        for lane in self._lanes.values():
            lane.end()

    @property
    def load(self) -> int:
        """The number of jobs that run or wait."""
        return sum(lane.load for lane in self._lanes.values())
