# SPDX-License-Identifier: MIT
"""``Service``: a thread with a pool that does the jobs of several clients as they come.

It is what a server needs, whose own thread must never wait. Jobs wait in two lanes, the quick and
the long ones, and the clients of a lane take turns, so that one who asks a thousand questions
delays only itself. Each lane leaves a worker to the other. Long jobs have a low priority, and one
client never has all workers that may do them; quick ones count against no share. Spare workers
stand ready, since the start of an interpreter takes longer than most answers.

How long a job takes is not known before. So a job is quick for some seconds only, which it names;
then it is long: it goes on where it is if its client may have a long job now, else it is begun
again when that is so. It loses at most these seconds. This is the multilevel feedback queue
of operating systems (Corbato, Merwin-Daggett and Daley 1962), with two levels.

Rejected: the executors of ``concurrent.futures`` cannot end a job that runs; a pool for each client
costs memory for nothing; so does a worker that is stopped in the middle of a job.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import NonosatError
from nonosat.model.report import Reason
from nonosat.workers.pool import Done, Pool

_LOOK_SECONDS = 0.05
"""How often it is looked whether a quick job is quick."""
_MOST_LOST = 3
"""How often a job is given to another worker, if its worker ends before it begins with it: somebody
has ended it while it was idle, and the system said so too late."""


class BusyError(NonosatError, RuntimeError):
    """Too many jobs wait already."""


@dataclass(eq=False, slots=True)
class Job:
    """One task of a client. The thread of the service calls ``heard``, ``done`` and ``waits``.

    ``time_limit``: after which its worker is ended. ``quick``: the seconds for which it counts as
    quick; 0 if it is long from the start. A job that is begun again must send the same number of
    messages until it comes to the same place: what was heard is not heard again. ``waits``: called
    with True if it has to wait for a worker, and with False when it begins after that.
    """

    task: object
    client: str
    heard: Callable[[Any], None]
    done: Callable[[Done[Job]], None]
    time_limit: float | None = None
    quick: float = 0.0
    waits: Callable[[bool], None] = lambda waits: None


@dataclass(slots=True)
class _State:
    """How far a job is that is not over. ``quick``: it counts as quick.

    ``said``: its client knows that it waits. ``ending``: its worker was asked to end it; ``again``:
    it is to be begun again. ``passed``: messages passed on; ``known``: how many of those to come
    were passed on when the job ran before. ``lost``: how many workers ended before they began.
    """

    quick: bool
    said: bool = False
    ending: bool = False
    again: bool = False
    passed: int = 0
    known: int = 0
    lost: int = 0


@dataclass(slots=True)
class _Lane:
    """The jobs that wait, by client; the client who had a turn goes to the end."""

    waiting: OrderedDict[str, deque[Job]]

    def put(self, job: Job, *, first: bool = False) -> None:
        jobs = self.waiting.setdefault(job.client, deque())
        (jobs.appendleft if first else jobs.append)(job)

    def take(self, busy: Callable[[str], bool] = lambda client: False) -> Job | None:
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
    ``memory_limit``: MiB for each worker. ``most_waiting``: jobs that may wait, for one client; and
    for all, ten times as many quick and ten times as many long ones.
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
            heard=self._heard,
            message=lambda job: job.task,
        )
        self._quick = _Lane(OrderedDict())
        self._long = _Lane(OrderedDict())
        self._states: dict[Job, _State] = {}
        self._running: set[Job] = set()
        self._new: list[Job] = []
        self._orders: deque[Callable[[], None]] = deque()
        self._ending = False
        self._lock = threading.Lock()
        self._count: dict[str, int] = {}
        self._total = {True: 0, False: 0}
        self._thread = threading.Thread(target=self._serve, name="nonosat-service", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Do a job as soon as there is a worker for it.

        Raises:
            BusyError: too many jobs wait already, or the service ends.
        """
        quick = job.quick > 0
        with self._lock:
            mine = self._count.get(job.client, 0)
            if self._ending:
                raise BusyError("the server ends")
            if mine >= self._most_waiting or self._total[quick] >= 10 * self._most_waiting:
                raise BusyError("too many questions wait already: ask again later")
            self._count[job.client] = mine + 1
            self._total[quick] += 1
        self._order(lambda: self._put(job, _State(quick)))

    def cancel(self, job: Job) -> None:
        """Withdraw the job. ``done`` is called soon in any case."""
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

    def _put(self, job: Job, state: _State, *, first: bool = False) -> None:
        self._states[job] = state
        (self._quick if state.quick else self._long).put(job, first=first)
        self._new.append(job)

    def _cancel(self, job: Job) -> None:
        state = self._states.get(job)
        if state is None:  # it is over
            return
        if job in self._running:
            state.ending, state.again = True, False
            self._pool.cancel(job)
        elif (self._quick if state.quick else self._long).remove(job):
            self._over(Done(job, limit=Reason.CANCELLED))

    def _serve(self) -> None:
        try:
            while not self._ending:
                while self._orders:
                    self._orders.popleft()()
                self._give()
                quick = any(self._states[job].quick for job in self._running)
                for done in self._pool.step(_LOOK_SECONDS if quick else math.inf):
                    self._take_back(done)
                self._look()
        finally:
            with self._lock:
                self._ending = True
            self._pool.end()
            while self._orders:
                self._orders.popleft()()
            for job in list(self._states):
                self._over(Done(job, limit=Reason.CANCELLED))

    def _give(self) -> None:
        """Let workers begin with what waits, as far as there is room."""
        while self._pool.free and (job := self._next()) is not None:
            state = self._states[job]
            self._running.add(job)
            if state.said:
                state.said = False
                job.waits(False)
            try:
                self._pool.give(job, low=not state.quick)
            except NonosatError as error:
                self._running.discard(job)
                self._over(Done(job, error=error))
        for job in self._new:
            if job in self._states and job not in self._running:
                self._states[job].said = True
                job.waits(True)
        self._new.clear()
        self._warm()

    def _next(self) -> Job | None:
        """The job whose turn it is; each lane leaves a worker to the other."""
        long = self._long_ones()
        job = None
        if len(self._running) - long < self._workers - 1:
            job = self._quick.take()
        if job is None and long < self._workers - 1:
            job = self._long.take(self._busy)
        return job

    def _long_ones(self) -> int:
        """How many long jobs run."""
        return sum(not self._states[job].quick for job in self._running)

    def _busy(self, client: str) -> bool:
        """True if a client has its share of the workers for long jobs."""
        mine = sum(job.client == client for job in self._running if not self._states[job].quick)
        return mine >= max(1, self._workers - 2)

    def _warm(self) -> None:
        try:
            self._pool.warm(min(self._spare, self._pool.free))
        except NonosatError:  # no process can be started now; the next job reports it
            return

    def _look(self) -> None:
        """Count those as long that have been quick for too long, the oldest first."""
        for job in sorted(self._running, key=self._pool.seconds, reverse=True):
            state = self._states[job]
            if not state.quick or state.ending or self._pool.seconds(job) < job.quick:
                continue
            if self._long_ones() < self._workers - 1 and not self._busy(job.client):
                self._count_as_long(state)
                self._pool.lower(job)
            else:
                state.ending = state.again = True
                self._pool.cancel(job)

    def _count_as_long(self, state: _State) -> None:
        state.quick = False
        with self._lock:
            self._total[True] -= 1
            self._total[False] += 1

    def _heard(self, job: Job, message: object) -> None:
        state = self._states[job]
        if state.again:  # the end of a run that does not count
            return
        if state.known:
            state.known -= 1
            return
        state.passed += 1
        job.heard(message)

    def _take_back(self, done: Done[Job]) -> None:
        """A worker is free again."""
        job = done.task
        self._running.discard(job)
        state = self._states[job]
        lost = not done.begun and not state.ending and state.lost < _MOST_LOST
        if not state.again and not lost:
            self._over(done)
            return
        if lost:
            state.lost += 1
        else:
            self._count_as_long(state)
        state.ending = state.again = False
        state.known = state.passed
        self._put(job, state, first=True)

    def _over(self, done: Done[Job]) -> None:
        job = done.task
        state = self._states.pop(job)
        with self._lock:
            self._total[state.quick] -= 1
            self._count[job.client] -= 1
            if not self._count[job.client]:
                del self._count[job.client]
        job.done(done)
