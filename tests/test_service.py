# SPDX-License-Identifier: MIT
"""The service of worker processes: turns, cancelled jobs, ended workers, and its end."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from processes import children

from nonosat.limits import Cancellation
from nonosat.report import Reason
from nonosat.workers.channel import WorkerEndedError
from nonosat.workers.child import cancellation
from nonosat.workers.messages import Begun
from nonosat.workers.pool import Done
from nonosat.workers.service import BusyError, Job, Service

JOB = "test_service:work"


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    before = children()
    yield
    assert children() == before


def work(task: str, emit: Callable[[object], None]) -> object:
    """The job of all workers here; the task says what to do."""
    emit(Begun())
    what, _, how = task.partition(" ")
    if what == "polite":  # works until it is cancelled
        cancel: Cancellation = cancellation()
        emit("at work")
        while not cancel.cancelled:
            time.sleep(0.005)
        return "ended"
    if what == "own":  # says itself how long it may take
        emit(Begun(float(how)))
        time.sleep(1000)
    if what == "deaf":  # works on, whatever is said
        emit("at work")
        time.sleep(1000)
    if what == "exit":
        import os

        os._exit(int(how))
    for number in range(int(how or 0)):
        emit(number)
    return task


class Client:
    """Asks a service, and hears what it says."""

    def __init__(self, service: Service, name: str = "a") -> None:
        self.service = service
        self.name = name
        self.heard: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def ask(self, task: str, *, quick: bool = False, time_limit: float | None = None) -> Job:
        job = Job(task, self.name, self.heard.put, self.heard.put, time_limit, quick)
        self.service.submit(job)
        return job

    def next(self) -> Any:
        return self.heard.get(timeout=60)

    def done(self) -> Done[Job]:
        """The end of the next job that ends."""
        while not isinstance(message := self.next(), Done):
            pass
        return message


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service(JOB, 3, spare=1)
    yield found
    found.end()


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


def test_a_job_that_does_not_listen_loses_its_worker(service: Service) -> None:
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
    third.ask("quick", quick=True)
    assert third.done().answer == "quick"
    for job in [*jobs, long]:
        service.cancel(job)


def test_too_many_jobs_are_refused() -> None:
    service = Service(JOB, 2, spare=0, most_waiting=3)
    try:
        client = Client(service)
        for _ in range(3):
            client.ask("polite")
        with pytest.raises(BusyError, match="ask again later"):
            client.ask("polite")
        Client(service, "b").ask("polite")
    finally:
        service.end()
    with pytest.raises(BusyError, match="the server ends"):
        client.ask("polite")


def test_its_end_ends_every_job() -> None:
    service = Service(JOB, 2, spare=1)
    client = Client(service)
    for task in ("deaf", "deaf", "polite"):
        client.ask(task)
    assert client.next() == "at work"
    service.end()
    ends = [client.done() for _ in range(3)]
    assert [done.limit for done in ends] == [Reason.CANCELLED] * 3
