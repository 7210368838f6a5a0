# SPDX-License-Identifier: MIT
"""The service of worker processes: turns, cancelled jobs, ended workers, kept workers."""

from __future__ import annotations

import os
import queue
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from nonosat.model.report import Reason
from nonosat.workers import pool as pool_module
from nonosat.workers.channel import WorkerEndedError
from nonosat.workers.pool import Done
from nonosat.workers.service import BusyError, Job, Service
from tests.support.command_line import environment
from tests.support.processes import children, interpreted

JOB = "service_job:work"
HOUR = 3600.0


@pytest.fixture(scope="module")
def shared() -> Iterator[Service]:
    """A service with one worker for quick jobs and two for long jobs; no process remains."""
    before = children()
    found = Service(JOB, 3, spare=(1, 1))
    yield found
    found.end()
    assert children() == before


@pytest.fixture
def service(shared: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """The shared service without jobs. A cancelled job has time to end by itself."""
    monkeypatch.setattr(pool_module, "_POLITE_SECONDS", 60.0)
    monkeypatch.setattr(pool_module, "_REST_SECONDS", HOUR)
    yield shared
    deadline = time.monotonic() + 300
    while shared.load and time.monotonic() < deadline:
        time.sleep(0.005)
    assert shared.load == 0


class Client:
    """Submits jobs to a service, and notes its messages."""

    def __init__(self, service: Service, name: str = "a") -> None:
        self.service = service
        self.name = name
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.waits: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def ask(self, task: str, *, quick: bool = False, time_limit: float | None = None) -> Job:
        put = self.heard.put
        job = Job(task, self.name, put, put, time_limit, quick, self.waits.put)
        self.service.submit(job)
        return job

    def next(self) -> Any:
        return self.heard.get(timeout=300)

    def done(self) -> Done[Job]:
        """The end of the next job that ends."""
        while not isinstance(message := self.next(), Done):
            pass
        return message


@pytest.mark.usefixtures("nothing_stays")
def test_too_many_jobs_are_refused() -> None:
    service = Service(JOB, 2, spare=(0, 0), most_waiting=3)
    try:
        client = Client(service)
        for _ in range(3):
            client.ask("polite")
        with pytest.raises(BusyError, match="ask again later"):
            client.ask("polite")
        for number in range(27):  # for all clients together, ten times as many
            Client(service, f"other {number}").ask("polite")
        with pytest.raises(BusyError, match="ask again later"):
            Client(service, "the last").ask("polite")
        client.ask("polite", quick=True)  # the other lane has its own bound
    finally:
        service.end()
    with pytest.raises(BusyError, match="the server is shutting down"):
        client.ask("polite")


@pytest.mark.usefixtures("nothing_stays")
def test_its_end_ends_every_job() -> None:
    service = Service(JOB, 2, spare=(0, 0))
    client = Client(service)
    for task in ("deaf", "deaf", "polite"):
        client.ask(task)
    assert client.next() == "at work"
    service.end()
    ends = [client.done() for _ in range(3)]
    assert [done.limit for done in ends] == [Reason.CANCELLED] * 3


def test_messages_and_answers_come(service: Service) -> None:
    client = Client(service)
    client.ask("count 3")
    assert [client.next() for _ in range(3)] == [0, 1, 2]
    assert client.next().answer == "count 3"
    client.ask("exit 7")
    assert isinstance(client.done().error, WorkerEndedError)
    client.ask("again")
    assert client.done().answer == "again"
    assert service.load == 0


def test_a_job_that_is_cancelled_ends_and_keeps_its_worker_if_it_can(service: Service) -> None:
    client = Client(service)
    job = client.ask("polite")
    assert client.next() == "at work"
    processes = children()
    service.cancel(job)
    assert client.done().answer == "ended"
    assert children() >= processes
    for _ in range(3):  # the cancellation of the first does not cancel the next
        job = client.ask("polite")
        assert client.next() == "at work"
        service.cancel(job)
        assert client.done().answer == "ended"


def test_a_job_that_does_not_listen_loses_its_worker(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool_module, "_POLITE_SECONDS", 0.05)
    client = Client(service)
    job = client.ask("deaf")
    assert client.next() == "at work"
    service.cancel(job)
    assert client.done().limit is Reason.CANCELLED
    client.ask("deaf", time_limit=0.05)
    assert client.done().limit is Reason.TIME
    client.ask("own 0.05", time_limit=500)
    assert client.done().limit is Reason.TIME


def test_a_job_that_waits_is_cancelled_at_once(service: Service) -> None:
    client = Client(service)
    jobs = [client.ask("polite") for _ in range(4)]
    assert client.next() == "at work"
    service.cancel(jobs[3])
    assert client.done().limit is Reason.CANCELLED
    for job in jobs[:3]:
        service.cancel(job)
    assert [client.done().task for _ in range(3)]
    assert service.load == 0


def test_one_client_leaves_room_for_another_and_long_jobs_for_quick_ones(
    service: Service,
) -> None:
    greedy, other = Client(service, "greedy"), Client(service, "other")
    jobs = [greedy.ask("polite") for _ in range(10)]
    assert greedy.next() == "at work"
    other.ask("mine")
    assert other.done().answer == "mine"
    long = other.ask("polite")
    assert other.next() == "at work"
    third = Client(service, "third")
    waits = third.ask("polite")  # the last worker is for quick jobs
    assert third.waits.get(timeout=300) is True
    third.ask("quick", quick=True)
    assert third.done().answer == "quick"
    for job in [*jobs, long, waits]:
        service.cancel(job)


def test_quick_jobs_wait_for_no_long_one(service: Service) -> None:
    """A past bug: the quick jobs of a client waited for the end of its two long jobs."""
    client, other = Client(service), Client(service, "other")
    jobs = [client.ask("polite") for _ in range(3)]
    assert client.next() == "at work"
    jobs.append(other.ask("polite"))
    assert other.next() == "at work"  # now all workers for long jobs are busy
    for number in range(5):
        client.ask(f"count {number}", quick=True)
        assert client.done().answer == f"count {number}"
    for job in jobs:
        service.cancel(job)


def test_long_jobs_go_on_under_a_flood_of_quick_ones(service: Service) -> None:
    flood, other = Client(service, "flood"), Client(service, "other")
    jobs = [flood.ask("polite", quick=True) for _ in range(20)]
    assert flood.next() == "at work"
    other.ask("mine")
    assert other.done().answer == "mine"
    for job in jobs:
        service.cancel(job)


@pytest.mark.parametrize("quick", [False, True])
def test_first_come_first_served_and_clients_take_turns(service: Service, quick: bool) -> None:
    """A client that asks a thousand questions delays only itself."""
    holding = [Client(service, name) for name in ("x", "y")[quick:]]
    held = [client.ask("polite", quick=quick) for client in holding]
    for client in holding:
        assert client.next() == "at work"
    clients = {name: Client(service, name) for name in "abc"}
    order: queue.SimpleQueue[str] = queue.SimpleQueue()
    for name in ("a1", "a2", "a3", "b1", "c1", "b2", "a4", "c2"):
        job = clients[name[0]].ask(name, quick=quick)
        job.done = lambda done: order.put(str(done.task.task))
    service.cancel(held[-1])
    began = [order.get(timeout=300) for _ in range(8)]
    assert began == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "a4"]
    for job in held:
        service.cancel(job)


def test_long_jobs_have_a_low_priority_and_quick_ones_never(service: Service) -> None:
    client = Client(service)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for _ in range(3):
        client.ask("priority")
        assert client.done().answer > own
        for _ in range(3):
            client.ask("priority", quick=True)
            assert client.done().answer == own


_UNDER_NICE = """
import os
from nonosat.workers.channel import Worker
os.nice(5)
worker = Worker("service_job:work", low=True)
worker.send("priority")
while not isinstance(found := worker.hear(300), int): pass
worker.end()
print(found > 5)
"""


@pytest.mark.unix  # niceness
def test_a_low_priority_is_below_that_of_the_parent() -> None:
    """A past bug: under ``nice -n 2`` long jobs were not lowered, and these tests hung."""
    path = os.pathsep.join(path for path in sys.path if path)
    done = interpreted(_UNDER_NICE, env=environment(PYTHONPATH=path))
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_job_whose_worker_ends_before_it_begins_has_another_one(
    service: Service, tmp_path: Path
) -> None:
    """A past bug: a worker was killed while idle, and the next question failed with exit -9."""
    client = Client(service)
    for quick in (False, True):
        task = f"lost {2 if quick else 3} {tmp_path / str(quick)}"
        client.ask(task, quick=quick)
        assert client.done().answer == task
    always = tmp_path / "always"
    client.ask(f"lost 1000 {always}")  # but not forever
    assert isinstance(client.done().error, WorkerEndedError)
    assert len(always.read_text()) == 4
    begun = tmp_path / "begun"
    for quick in (False, True):  # a begun job is not begun again
        client.ask(f"begins {begun}", quick=quick)
        assert isinstance(client.done().error, WorkerEndedError)
    assert begun.read_text() == "xx"
    for _ in range(2):
        for process in children():
            psutil.Process(process).kill()
        client.ask("count 0", quick=True)
        assert client.done().answer == "count 0"
    assert service.load == 0


def test_a_job_hears_that_it_waits(service: Service) -> None:
    client = Client(service)
    first = client.ask("polite")
    assert client.next() == "at work"
    assert client.waits.empty()
    second = client.ask("polite")
    assert client.waits.get(timeout=300) is True
    service.cancel(first)
    assert client.waits.get(timeout=300) is False
    assert client.next().answer == "ended"
    assert client.next() == "at work"
    service.cancel(second)
    assert client.waits.empty()


class Resting:
    """A service of four workers that ends idle workers at once, except two."""

    def __init__(self) -> None:
        self._others = children()
        self.service = Service(JOB, 4, spare=(1, 1), memory_limit=500)

    def workers(self) -> set[int]:
        """Its present processes."""
        return children() - self._others

    def until(self, true: Callable[[set[int]], bool]) -> set[int]:
        """The processes, once they fulfil a condition."""
        deadline = time.monotonic() + 300
        while not true(found := self.workers()):
            assert time.monotonic() < deadline, found
            time.sleep(0.01)
        return found


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resting]:
    monkeypatch.setattr(pool_module, "_REST_SECONDS", 0.05)
    found = Resting()
    yield found
    found.service.end()
    assert found.workers() == set()


def test_no_more_workers_are_kept_than_stand_ready(resting: Resting) -> None:
    """A past bug: each quick question of more than 0.2 s left a process behind."""
    service = resting.service
    for task in ("count 3", "polite", "deaf", "exit 7"):
        clients = [Client(service, name) for name in "abc"]
        jobs = [client.ask(task, quick=quick) for client in clients for quick in (False, True)]
        if task in ("polite", "deaf"):
            resting.until(lambda workers: len(workers) == 4)
            for job in jobs:
                service.cancel(job)
        for client in clients * 2:
            client.done()
            assert len(resting.workers()) <= 4
        resting.until(lambda workers: len(workers) == 2)
    assert service.load == 0


def test_a_worker_that_has_grown_is_replaced_when_it_rests(resting: Resting) -> None:
    before = resting.until(lambda workers: len(workers) == 2)
    client = Client(resting.service)
    for quick in (False, True):
        client.ask("grow 60", quick=quick)
        assert client.done().answer == 1
    resting.until(lambda workers: len(workers) == 2 and not workers & before)
    client.ask("grow 1")
    assert client.done().answer == 1


def test_workers_that_cannot_start_are_no_reason_to_wait(
    capfd: pytest.CaptureFixture[str],
) -> None:
    service = Service("no_such_module:work", 2, spare=(1, 0))
    try:
        client = Client(service)
        client.ask("anything", quick=True)
        assert "end before they are ready" in str(client.done().error)
    finally:
        service.end()
    assert capfd.readouterr().err.count("ModuleNotFoundError") <= 6
