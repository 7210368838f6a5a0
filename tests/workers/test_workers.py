# SPDX-License-Identifier: MIT
"""Worker processes: messages, limits, replacement, and no process that outlives its parent."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from nonosat import Cancellation, Reason
from nonosat.errors import InternalError, OptionError
from nonosat.workers import pool as pool_module
from nonosat.workers import system
from nonosat.workers.channel import Begun, Worker, WorkerEndedError
from nonosat.workers.pool import Done, Pool
from nonosat.workers.process import Family, start
from nonosat.workers.system import cores
from tests.support.command_line import environment
from tests.support.processes import HANGUP, KILL, all_gone, begun, children, family, usual_hangup

JOB = "worker_job:work"


pytestmark = pytest.mark.usefixtures("nothing_stays")


def answer_of(worker: Worker, task: str) -> object:
    worker.send(task)
    heard = None
    while heard is None or isinstance(heard, Begun):
        heard = worker.hear(300)
    return heard


def test_messages_come_in_order_and_then_the_answer() -> None:
    worker = Worker(JOB)
    try:
        worker.send("count 3")
        assert [worker.hear(300) for _ in range(5)] == [Begun(), 0, 1, 2, "count 3"]
        assert worker.hear() is None
        assert answer_of(worker, "x" * 10**6) == "x" * 10**6  # longer than a pipe
        assert answer_of(worker, "print among the messages") == "print among the messages"
        with pytest.raises(OptionError, match="no such thing"):
            answer_of(worker, "fail no such thing")
        assert answer_of(worker, "again") == "again"
        with pytest.raises(WorkerEndedError, match="exit code 7"):
            answer_of(worker, "exit 7")
    finally:
        worker.end()


def test_what_reads_stdin_gets_no_tasks() -> None:
    worker = Worker(JOB)
    try:
        for _ in range(2):
            assert answer_of(worker, "read") == ("''", b"")
    finally:
        worker.end()


def test_a_crash_is_shown_and_ends_the_worker(capfd: pytest.CaptureFixture[str]) -> None:
    for quiet in (False, True):
        worker = Worker(JOB, quiet=quiet)
        try:
            with pytest.raises(WorkerEndedError, match="exit code 1"):
                answer_of(worker, "crash now")
        finally:
            worker.end()
        assert ("ZeroDivisionError: now" in capfd.readouterr().err) is not quiet


def test_memory_is_that_of_all_descendants_and_all_end() -> None:
    grandchild = "import time; taken = bytearray(200 << 20); time.sleep(600)"
    worker = Worker(JOB)
    try:
        pid = answer_of(worker, f"breed {grandchild}")
        assert isinstance(pid, int)
        deadline = time.monotonic() + 300
        while worker.resident() <= 200 << 20 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert worker.resident() > 200 << 20
    finally:
        worker.end()
    assert all_gone([pid], 0)
    assert worker.resident() == 0


def test_memory_is_what_psutil_says() -> None:
    said = system.resident(os.getpid())
    assert said is None or abs(said - psutil.Process().memory_info().rss) < 8 << 20
    assert system.resident(2**22 + 1) is None


def test_a_process_that_is_reaped_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number may now belong to another process: here, to one that must survive."""
    ended, other = start("pass"), start("import time; time.sleep(600)")
    try:
        ended.wait()
        ended.pid = other.pid
        Family(ended).kill()
        assert other.poll() is None
    finally:
        other.kill()
        for process in (ended, other):
            process.wait()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.close()
            process.stdout.close()


def outcomes(done: list[Done[str]]) -> dict[str, object]:
    return {d.task: d.limit or (type(d.error) if d.error else d.answer) for d in done}


def test_a_pool_does_all_tasks_whatever_becomes_of_some() -> None:
    def limit(task: str) -> float | None:
        return 0.2 if task.startswith("sleep") else None

    tasks = ["a", "sleep 600", "exit 3", "fail x", "b", "grow 300", "c"]
    with Pool[str](JOB, 2, time_limit=limit, memory_limit=200) as pool:
        done = list(pool.run(tasks))
        assert len(children()) <= 2
        assert outcomes(done) == {
            "a": "a",
            "b": "b",
            "c": "c",
            "sleep 600": Reason.TIME,
            "exit 3": WorkerEndedError,
            "fail x": OptionError,
            "grow 300": Reason.MEMORY,
        }
        assert outcomes(list(pool.run(["d", "e"]))) == {"d": "d", "e": "e"}
    assert children() == set()


def test_a_worker_that_has_grown_does_no_further_task() -> None:
    for kept_below, least in ((10_000, 1), (1, 3)):
        with Pool[str](JOB, 1, kept_below=kept_below) as pool:
            processes = {done.answer for done in pool.run(["whoami 1", "whoami 2", "whoami 3"])}
        assert len(processes) == least


def test_a_pool_takes_tasks_when_a_worker_is_free() -> None:
    taken = []

    def tasks() -> Iterator[str]:
        for number in range(5):
            taken.append(number)
            yield str(number)

    with Pool[str](JOB, 1) as pool:
        run = pool.run(tasks())
        next(run)
        assert taken == [0]
        run.close()


def test_cancellation_ends_a_pool() -> None:
    cancel = Cancellation()
    with Pool[str](JOB, 2, cancel=cancel) as pool:
        done = []
        for one in pool.run(["a", "sleep 600", "sleep 601"]):
            done.append(one.task)
            cancel.cancel()
        assert done == ["a"]
        assert len(children()) <= 1


def test_a_run_that_is_closed_can_keep_the_workers_that_listen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("nonosat.workers.pool._POLITE_SECONDS", 60)
    with Pool[str](JOB, 2) as pool:
        run = pool.run(["whoami", "wait", "wait 2"], keep=True)
        first = next(run).answer
        run.close()
        workers = children()
        again = {done.answer for done in pool.run(["whoami 1", "whoami 2"], keep=True)}
        assert children() == workers
        assert first in workers
        assert again <= workers
    monkeypatch.setattr("nonosat.workers.pool._POLITE_SECONDS", 0.01)
    with Pool[str](JOB, 1) as pool:
        run = pool.run(["a", "sleep 600"], keep=True)
        next(run)
        run.close()
        assert [done.answer for done in pool.run(["b"])] == ["b"]


def test_a_worker_that_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_START_SECONDS", 0.0)
    with Pool[str](JOB, 1) as pool:
        (done,) = pool.run(["a"])
    assert isinstance(done.error, InternalError)
    assert "did not begin" in str(done.error)


_PARENT = """
import time
from nonosat.workers.channel import Worker
worker = Worker("worker_job:work")
worker.send("{task}")
while not worker.hear(300): pass
print("begun", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("sent", [signal.SIGTERM, HANGUP, KILL, signal.SIGINT])
@pytest.mark.parametrize("task", ["sleep 600", "count 1000000000"])
def test_a_worker_ends_with_its_parent_and_is_silent(sent: signal.Signals, task: str) -> None:
    path = os.pathsep.join(path for path in sys.path if path)
    with usual_hangup():
        parent = begun(_PARENT.format(task=task), env=environment(PYTHONPATH=path))
    assert parent.stdout is not None
    assert parent.stderr is not None
    with parent.stdout, parent.stderr as complaints:
        descendants = family(parent.pid)
        assert len(descendants) == 1
        parent.send_signal(sent)
        parent.wait(timeout=300)
        text = complaints.read()  # also ends after the worker
        assert "Error" not in text
        assert ("KeyboardInterrupt" in text) is (sent == signal.SIGINT)
    assert all_gone(descendants, 300)


def test_cores() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_descendants_are_found_as_psutil_finds_them() -> None:
    code = (
        "import subprocess, sys, time; "
        "subprocess.Popen([sys.executable, '-c', 'import subprocess; "
        'subprocess.run(["sleep", "600"])\']); time.sleep(600)'
    )
    leader = start(code)
    try:
        seen = psutil.Process(leader.pid)
        deadline = time.monotonic() + 300
        while len(seen.children(recursive=True)) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        found = system.descendants(leader.pid)
        assert found is None or set(found) == {one.pid for one in seen.children(recursive=True)}
    finally:
        family = Family(leader)
        assert family.resident() > 0
        family.kill()
        assert family.resident() == 0
        for pipe in (leader.stdin, leader.stdout):
            assert pipe is not None
            pipe.close()
