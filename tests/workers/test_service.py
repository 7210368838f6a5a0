# SPDX-License-Identifier: MIT
"""The service of worker processes: turns, cancelled jobs, ended workers, and its end."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from processes import children

from nonosat.model.report import Reason
from nonosat.workers import pool as pool_module
from nonosat.workers.channel import WorkerEndedError
from nonosat.workers.pool import Done, Pool
from nonosat.workers.service import BusyError, Job, Service

JOB = "service_job:work"
HOUR = 3600.0


@pytest.fixture(scope="module")
def shared() -> Iterator[Service]:
    """A service of three workers; none of its processes stays."""
    before = children()
    found = Service(JOB, 3, spare=1)
    yield found
    found.end()
    assert children() == before


@pytest.fixture
def service(shared: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """The shared service without jobs. A job that is cancelled has time to end by itself."""
    monkeypatch.setattr(pool_module, "_POLITE_SECONDS", 60.0)
    yield shared
    deadline = time.monotonic() + 300
    while shared.load and time.monotonic() < deadline:
        time.sleep(0.005)
    assert shared.load == 0


@pytest.fixture
def _nothing_stays() -> Iterator[None]:
    before = children()
    yield
    assert children() == before


class Client:
    """Asks a service, and hears what it says."""

    def __init__(self, service: Service, name: str = "a") -> None:
        self.service = service
        self.name = name
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.waits: queue.SimpleQueue[bool] = queue.SimpleQueue()

    def ask(self, task: str, *, quick: float = 0.0, time_limit: float | None = None) -> Job:
        """``quick``: the seconds for which it counts as quick."""
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


@pytest.mark.usefixtures("_nothing_stays")
def test_too_many_jobs_are_refused() -> None:
    service = Service(JOB, 2, spare=0, most_waiting=3)
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
    finally:
        service.end()
    with pytest.raises(BusyError, match="the server ends"):
        client.ask("polite")


@pytest.mark.usefixtures("_nothing_stays")
def test_its_end_ends_every_job() -> None:
    service = Service(JOB, 2, spare=1)
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
    for _ in range(3):  # what cancelled the first does not cancel the next
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
    third.ask("quick", quick=HOUR)
    assert third.done().answer == "quick"
    for job in [*jobs, long, waits]:
        service.cancel(job)


def test_quick_jobs_count_against_no_share(service: Service) -> None:
    """The finding: one long job of a client, and everything else of it waited for its end."""
    client, other = Client(service), Client(service, "other")
    jobs = [client.ask("polite") for _ in range(3)]
    assert client.next() == "at work"
    for number in range(5):
        client.ask(f"count {number}", quick=HOUR)
        assert client.done().answer == f"count {number}"
    jobs.append(other.ask("polite"))
    assert other.next() == "at work"
    client.ask("count 1", quick=HOUR)  # now all workers for long jobs are at work
    assert client.done().answer == "count 1"
    for job in jobs:
        service.cancel(job)


def test_long_jobs_go_on_under_a_flood_of_quick_ones(service: Service) -> None:
    flood, other = Client(service, "flood"), Client(service, "other")
    jobs = [flood.ask("polite", quick=HOUR) for _ in range(20)]
    assert flood.next() == "at work"
    other.ask("mine")
    assert other.done().answer == "mine"
    late = Client(service, "late")
    late.ask("soon", quick=HOUR)
    service.cancel(jobs[0])
    for job in jobs[1:3]:  # it has its turn before the many that came earlier
        service.cancel(job)
    assert late.done().answer == "soon"
    for job in jobs[3:]:
        service.cancel(job)


def test_a_quick_job_that_takes_long_becomes_a_long_one(service: Service) -> None:
    """Where there is room for it, it goes on in its worker, at low priority."""
    client = Client(service)
    client.ask("lowered", quick=0.1)
    messages = [client.next() for _ in range(4)]
    assert messages[:3] == ["one", "two", "three"]
    assert messages[3].answer > os.getpriority(os.PRIO_PROCESS, 0)
    assert client.waits.empty()


def test_a_quick_job_that_takes_long_gives_its_place_up(service: Service) -> None:
    """Where its client has its share, it is begun again later, and nothing is heard twice."""
    client, other = Client(service), Client(service, "other")
    long = client.ask("polite")
    assert client.next() == "at work"
    job = client.ask("lowered", quick=HOUR)
    assert [client.next() for _ in range(2)] == ["one", "two"]
    job.quick = 0.1  # not before they are heard, on a busy machine either
    assert client.waits.get(timeout=300) is True
    assert service.load == 2
    for _ in range(3):  # the place is free for others
        other.ask("soon", quick=HOUR)
        assert other.done().answer == "soon"
    assert client.heard.empty()
    service.cancel(long)
    assert client.next().answer == "ended"
    assert client.waits.get(timeout=300) is False
    assert client.next() == "three"
    assert client.next().answer > os.getpriority(os.PRIO_PROCESS, 0)
    assert service.load == 0


def test_a_job_is_cancelled_wherever_it_is(service: Service) -> None:
    client = Client(service)
    long = client.ask("polite")
    assert client.next() == "at work"
    for seconds in (0.0, 0.05, 0.1, 0.12, 0.2, 0.3):  # quick, on its way, waiting
        job = client.ask("endless", quick=HOUR)
        assert client.next() == "one"
        job.quick = 0.1
        time.sleep(seconds)
        service.cancel(job)
        client.done()
        assert service.load == 1
    service.cancel(long)
    assert client.next().answer == "ended"


def test_long_jobs_have_a_low_priority_and_quick_ones_never(service: Service) -> None:
    client = Client(service)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    for _ in range(3):
        client.ask("priority")
        assert client.done().answer > own
        for _ in range(3):
            client.ask("priority", quick=HOUR)
            assert client.done().answer == own


def test_a_job_whose_worker_ends_before_it_begins_has_another_one(
    service: Service, tmp_path: Path
) -> None:
    """The finding: a worker was killed while idle, and the next question failed with exit -9."""
    client = Client(service)
    for quick in (0.0, HOUR):
        task = f"lost {2 if quick else 3} {tmp_path / str(quick)}"
        client.ask(task, quick=quick)
        assert client.done().answer == task
    always = tmp_path / "always"
    client.ask(f"lost 1000 {always}")  # but not without end
    assert isinstance(client.done().error, WorkerEndedError)
    assert len(always.read_text()) == 4
    client.ask("exit 7")  # nor what has begun
    assert isinstance(client.done().error, WorkerEndedError)
    for _ in range(2):
        for process in children():
            psutil.Process(process).kill()
        client.ask("count 0", quick=HOUR)
        assert client.done().answer == "count 0"
    assert service.load == 0


class Fake:
    """Stands for a worker; ``tasks`` are those that it was given."""

    def __init__(self, job: str, **options: object) -> None:
        self.ready = self.low = False
        self.tasks: list[object] = []

    def send(self, task: object) -> None:
        self.tasks.append(task)

    def lower(self) -> None:
        self.low = True


def test_a_worker_that_has_started_is_kept_for_a_quick_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start of an interpreter takes longer than a quick job may wait."""
    monkeypatch.setattr("nonosat.workers.pool.Worker", Fake)
    pool: Pool[str] = Pool(JOB, 9)
    pool.warm(4)
    starting, one, two, three = fakes = [
        worker for worker in pool._idle if isinstance(worker, Fake)
    ]
    one.ready = two.ready = True
    for number in range(4):
        pool.give(f"long {number}", low=True)
    assert [worker.tasks for worker in (two, starting, three)] == [
        ["long 0"],
        ["long 1"],
        ["long 2"],
    ]
    assert two.low
    pool.give("quick")
    assert (one.tasks, one.low) == (["quick"], False)
    assert sum(len(fake.tasks) for fake in fakes) == 4


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
