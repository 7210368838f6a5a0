# SPDX-License-Identifier: MIT
"""Judging with a Dask cluster gives the results of this machine, even if its members die."""

from __future__ import annotations

import logging
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from nonosat import Puzzle, collection, study
from nonosat.collection.chunks import Order, Task
from nonosat.collection.judging import Judged, JudgeProgress, judge
from nonosat.collection.rows import pack
from nonosat.errors import BackendError, OptionError
from nonosat.solving import cluster
from nonosat.solving.cluster import DaskExecutor, Tls
from nonosat.solving.executors import Answers, Chunk, Over
from tests.support.brute import hard_puzzle
from tests.support.dask_cluster import Cluster
from tests.support.judge_faults import JOB, KILLED
from tests.support.judge_stores import attempts, easy, made, results
from tests.support.places import FULL

SEED = 11


def chunk(puzzles: list[Puzzle], **order: Any) -> Chunk:
    texts = [pack(puzzle.canonical_text().encode()) for puzzle in puzzles]
    tasks = tuple(Task(number, text, None) for number, text in enumerate(texts, 1))
    return Chunk(7, Order("key", {"preset": "fast"}, **order), tasks)


def test_a_worker_does_a_chunk_in_a_process_that_it_keeps() -> None:
    asked = chunk(easy(6))
    for _ in range(2):
        *answered, over = cluster.do_chunk(asked, cluster.__version__)
        assert over == Over(7)
        answers = [
            answer for event in answered if isinstance(event, Answers) for answer in event.answers
        ]
        assert [answer.puzzle for answer in answers] == [1, 2, 3, 4, 5, 6]
    cluster.end_process()


def test_a_puzzle_that_ends_its_process_is_named() -> None:
    bad = Puzzle([[1]], [[1], *([[]] * (KILLED - 1))])
    asked = replace(chunk([*easy(2), bad, *easy(1)]), job=JOB)
    over = cluster.do_chunk(asked, cluster.__version__)[-1]
    cluster.end_process()
    assert isinstance(over, Over)
    assert over.end == "killed"
    assert 3 in (over.suspects or ())


def test_another_version_is_refused() -> None:
    with pytest.raises(BackendError, match=r"a worker has nonosat .*, the owner .* 0\.0\.1"):
        cluster.do_chunk(chunk(easy(1)), "0.0.1")

    class Client:
        def run(self, function: Callable[[], str], on_error: str) -> dict[str, object]:
            assert (function(), on_error) == (cluster.__version__, "return")
            return {"a": function(), "b": "0.0.1", "c": ModuleNotFoundError("no nonosat")}

    with pytest.raises(BackendError, match=r"1 of 3 have 0\.0\.1; 1 of 3 have none"):
        cluster._compare_versions(Client())


def test_tls_needs_three_files(tmp_path: Path) -> None:
    assert Tls().security() is None
    with pytest.raises(OptionError, match="tls-cert is missing"):
        Tls(ca_file=__file__).security()
    with pytest.raises(OptionError, match="cannot be read"):
        Tls(__file__, __file__, str(tmp_path / "none")).security()
    security = Tls(__file__, "other", __file__)
    with pytest.raises(OptionError, match="tls-cert other: the file cannot be read"):
        security.security()
    found = Tls(__file__, __file__, __file__).security()
    assert (found.tls_ca_file, found.require_encryption) == (__file__, True)


def judged(path: Path, address: str, **options: Any) -> Judged:
    with (
        DaskExecutor(address, patience=60) as executor,
        collection.open(path, create=False) as store,
    ):
        return judge(store.store, executor=executor, **options)


def test_an_address_without_a_scheduler_is_a_clear_error() -> None:
    for address in ("tcp://127.0.0.1:9", "127.0.0.1:9", "tcp://", "tcp://a:b"):
        with pytest.raises(BackendError, match="no Dask scheduler answers"):
            DaskExecutor(address, patience=0)


def test_what_is_neither_an_address_nor_a_scheduler_file(tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    for text in ("width 1\n", '{"a": 1}', "[1]", '{"address": 5}', "", "[" * 100_000, "\xff"):
        file.write_text(text, encoding="latin-1")
        with pytest.raises(OptionError, match=r"some\.json': this is not a scheduler file: give"):
            DaskExecutor(str(file), patience=0)
    file.write_text('{"address": "tcp://127.0.0.1:9"}')
    with pytest.raises(BackendError, match=r"no Dask scheduler answers at .*some\.json"):
        DaskExecutor(str(file), patience=0)
    for address in ("", "nonsense", "127.0.0.1", str(tmp_path / "none.json")):
        with pytest.raises(OptionError, match="No such file or directory: give the address of a"):
            DaskExecutor(address, patience=0)
    with pytest.raises(OptionError, match="give the address of a Dask scheduler"):
        DaskExecutor(str(tmp_path), patience=0)
    with pytest.raises(OptionError, match=r"tls://127\.0\.0\.1:9 needs --tls-ca-file"):
        DaskExecutor("tls://127.0.0.1:9", patience=0)


def test_what_listens_there_and_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask's client waits for a silent server without end, and believes the length in any text."""
    monkeypatch.setattr(cluster, "_CONNECT_SECONDS", 0.2)
    for said in (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(100)):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
            with ThreadPoolExecutor(1) as other:
                asking = other.submit(DaskExecutor, address, patience=0)
                talk, _ = server.accept()
                with talk:
                    talk.sendall(said)
                    with pytest.raises(BackendError, match="no Dask scheduler answers"):
                        asking.result()


def test_nothing_of_dask_is_written_on_stderr(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A past bug: a traceback from a logger that has a level and an output of its own."""
    pytest.importorskip("distributed")

    class Client:
        status = "running"

        def nthreads(self) -> dict[str, int]:
            return {"one": 1}

        def close(self, timeout: float) -> None:
            shout()

    def shout() -> None:
        for logger in loggers:
            try:
                raise OSError("lost")
            except OSError:
                logger.exception("a failure")

    names = ("distributed", "distributed.client", "distributed.core", "tornado.application")
    loggers = [logging.getLogger(name) for name in (*names, "asyncio")]
    output = logging.StreamHandler(sys.stderr)
    levels = [logger.level for logger in loggers]
    monkeypatch.setattr(DaskExecutor, "_connect", lambda _: Client())
    for logger in loggers:
        logger.addHandler(output)
    try:
        with DaskExecutor("tcp://127.0.0.1:9") as executor:
            shout()
            assert list(executor.run(lambda: None)) == []
            shout()
    finally:
        for logger in loggers:
            logger.removeHandler(output)
    assert capfd.readouterr() == ("", "")
    assert [logger.level for logger in loggers] == levels


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask's own
def test_whatever_ends_the_results_are_those_of_this_machine(tmp_path: Path) -> None:
    """Workers and schedulers are killed and paused while they are at work, and so is the owner."""
    puzzles = list(study.random_picture_puzzles(25, 25, 0.5, 3000 if FULL else 300, SEED).values())
    often = 10 if FULL else 1
    fresh = made(tmp_path / "fresh.db", puzzles)
    expected = results(_copied(fresh, "local.db", _judged_here))
    assert len(expected) == len(puzzles)
    moments = random.Random(SEED)
    with Cluster(tmp_path) as running:
        faults: dict[str, list[Callable[[], None]]] = {
            "nothing": [],
            "workers": [lambda: running.kill_worker(0), lambda: running.kill_worker(1)] * often,
            "pause": [lambda: running.pause(2)] * often,
            "scheduler": [running.kill_scheduler] * (20 if FULL else 1),
        }
        for name, events in faults.items():
            path = _copied(fresh, f"{name}.db")
            at = sorted(moments.randrange(len(puzzles) * 3 // 4) for _ in events)
            done = judged(path, running.address, progress=_Disturber(at, events))
            assert done.judged == len(expected), name
            assert results(path) == expected, name
            assert set(attempts(path)) == {"done"}, name
        path = _copied(fresh, "owner.db")
        _kill_owner(path, running.address, moments.randrange(1, 100))
        judged(path, running.address)
        assert results(path) == expected
        assert judged(path, running.address).open == 0
        _workers_leave_what_nobody_wants(made(tmp_path / "hard.db", [hard_puzzle()]), running)


class _Disturber:
    """Calls functions, each when a given number of puzzles is done, one after the other in a
    thread."""

    def __init__(self, at: list[int], events: list[Callable[[], None]]) -> None:
        self._events = list(zip(at, events, strict=True))
        self._lock = threading.Lock()

    def __call__(self, state: JudgeProgress) -> None:
        while self._events and state.done >= self._events[0][0]:
            threading.Thread(target=self._do, args=(self._events.pop(0)[1],)).start()

    def _do(self, event: Callable[[], None]) -> None:
        with self._lock:
            event()


def _copied(store: Path, name: str, then: Callable[[Path], object] = lambda path: None) -> Path:
    path = store.with_name(name)
    shutil.copy(store, path)
    then(path)
    return path


def _judged_here(path: Path) -> None:
    with collection.open(path, create=False) as store:
        judge(store.store)


def _workers_leave_what_nobody_wants(path: Path, running: Cluster) -> None:
    """The owner ends while a worker is at work on a puzzle that takes for ever."""
    command = [sys.executable, "-m", "nonosat", "collection", str(path), "judge"]
    with subprocess.Popen([*command, "--preset", "sat", "--cluster", running.address]) as owner:
        at_work: list[psutil.Process] = []
        while not at_work:
            assert owner.poll() is None
            time.sleep(0.2)
            at_work = [
                child
                for worker in running.workers
                for child in psutil.Process(worker.pid).children(recursive=True)
                if child.cpu_percent(0.5) > 10
            ]
        owner.kill()
    gone, alive = psutil.wait_procs(at_work, timeout=300)
    assert gone
    assert not alive


def _kill_owner(path: Path, address: str, done: int) -> None:
    """Judge in another process, and kill it when a number of results is stored."""
    command = [sys.executable, "-m", "nonosat", "collection", str(path), "judge"]
    with subprocess.Popen([*command, "--cluster", address], stderr=subprocess.PIPE) as owner:
        while owner.poll() is None:
            with closing(sqlite3.connect(path)) as file:
                if file.execute("SELECT count(*) FROM result").fetchone()[0] >= done:
                    owner.kill()
            time.sleep(0.05)


def test_a_worker_that_is_lost_while_versions_are_compared() -> None:
    """Its connection ends: the other workers count, and the work goes on."""

    class Client:
        def __init__(self, *answers: object) -> None:
            self.answers = answers

        def run(self, *_: object, **__: object) -> dict[str, object]:
            return dict(enumerate(self.answers))  # type: ignore[arg-type]

    cluster._compare_versions(Client(cluster.__version__, OSError("in <TCP>: Stream is closed")))
    for other in ("0.0.1", ModuleNotFoundError("No module named 'nonosat'")):
        with pytest.raises(BackendError, match="1 of 1 have"):
            cluster._compare_versions(Client(other, OSError()))


@pytest.mark.parametrize("lost", [CancelledError("lost"), OSError("closed"), RuntimeError("ended")])
@pytest.mark.parametrize("status", ["finished", "error", "cancelled", "lost"])
def test_a_chunk_whose_result_is_lost_on_its_way_is_not_done(status: str, lost: Exception) -> None:
    """The scheduler ends after the chunk is done, but before the owner has fetched its answers."""
    pytest.importorskip("distributed")

    class Future:
        def __init__(self) -> None:
            self.status = status

        def result(self) -> list[object]:
            raise lost

        exception = result

    assert list(cluster._events(5, Future())) == [Over(5)]


def test_the_error_of_a_chunk_is_an_error_of_the_cluster() -> None:
    pytest.importorskip("distributed")

    class Future:
        status = "error"

        def exception(self) -> Exception:
            return ValueError("no such thing")

    with pytest.raises(BackendError, match="a worker of the cluster failed: ValueError: no such"):
        list(cluster._events(5, Future()))
