# SPDX-License-Identifier: MIT
"""The server under load: the resources that it keeps afterwards, and the order of questions.

These tests do not depend on how the server distributes its work: they ask questions, and measure
the processes from outside. ``NONOSAT_LOAD_SECONDS`` is the duration of the mixed load (20 by
default).
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from nonosat import Puzzle, encode
from tests.support.web_server import Server, serving, until

JOBS = 4
SECONDS = float(os.environ.get("NONOSAT_LOAD_SECONDS", "20"))
CUP = {"puzzle": {"picture": ["###.", "####", "###."]}}
SOON = {**CUP, "time_limit": 2}
QUICK: dict[str, object] = {
    **dict.fromkeys(("check", "hint", "count", "rate", "walkthrough"), SOON),
    **dict.fromkeys(("ambiguous", "check-grid"), SOON),
    "explain": {**SOON, "cell": [0, 0]},
    "encode": CUP,
    "decode": {"code": encode(Puzzle([[2]], [[1], [1]]))},
    "convert": {**CUP, "format": "non"},
    "draw": {**SOON, "kind": "svg"},
    "puzzles/tiles": {"ids": []},
    "formats": None,
    "puzzles?limit=20": None,
}
"""A question of each quick kind; None: without a body."""


def noise(random: Random, side: int = 60, density: float = 0.35) -> dict[str, Any]:
    """A random picture in the form of the API; with 60x60 cells, solving its clues takes long."""
    draw = random.random
    rows = ["".join("#" if draw() < density else "." for _ in range(side)) for _ in range(side)]
    return {"puzzle": {"picture": rows}}


def asked(server: Server, path: str, body: object, source: str = "127.0.0.1") -> float:
    """The seconds until a question is answered."""
    begun = time.monotonic()
    with contextlib.closing(server.connection(source)) as connection:
        method = "GET" if body is None else "POST"
        text = None if body is None else json.dumps(body)
        connection.request(method, "/api/v1/" + path, text, {"content-type": "application/json"})
        reply = connection.getresponse()
        data = reply.read()
    assert reply.status == 200, (path, data[:300])
    return time.monotonic() - begun


@dataclass(frozen=True)
class Footprint:
    """The resources of a server."""

    children: int
    files: int
    memory: int

    def within(self, other: Footprint) -> bool:
        """True if no resource exceeds that of ``other``; memory may, by a tenth."""
        fewer = self.children <= other.children and self.files <= other.files
        return fewer and self.memory <= 1.1 * other.memory


def footprint(server: Server) -> Footprint:
    """The present resources of a server."""
    process = psutil.Process(server.process.pid)
    below = process.children(recursive=True)
    memory = process.memory_info().rss
    for child in below:
        with contextlib.suppress(psutil.NoSuchProcess):
            memory += child.memory_info().rss
    count = getattr(process, "num_fds", None) or process.num_handles
    return Footprint(len(below), count(), memory)


def at_rest(server: Server) -> Footprint:
    """Its resources without questions, when all its processes are idle."""

    def used() -> dict[int, float]:
        return {one.pid: sum(one.cpu_times()[:2]) for one in server.workers()}

    def rests() -> bool:
        before = used()
        time.sleep(0.5)
        return used() == before

    until(lambda: server.status()["library"]["done"])
    asked(server, "check", SOON)
    asked(server, "certificate", CUP)
    until(rests)
    return footprint(server)


class Watch:
    """Measures, in a thread, the highest number of child processes."""

    def __init__(self, server: Server) -> None:
        self.most = 0
        self._process = psutil.Process(server.process.pid)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        while not self._over.wait(0.05):
            self.most = max(self.most, len(self._process.children()))

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def quick_load(server: Server) -> None:
    for _ in range(3):
        for path, body in QUICK.items():
            asked(server, path, body)


def slow_load(server: Server) -> None:
    """A past bug: each of these left a process of 60 MiB behind."""
    for number in range(8):
        asked(server, "count", {**noise(Random(number)), "time_limit": 0.6})
    with ThreadPoolExecutor(4) as many:
        bodies = [{**noise(Random(number)), "time_limit": 3} for number in range(4)]
        list(many.map(lambda body: asked(server, "repair", body), bodies))


def cancelled_load(server: Server) -> None:
    for number in range(12):
        question = ("check", "count", "repair")[number % 3]
        limit = 2 if number % 2 else 40
        body = {**noise(Random(number)), "questions": [question], "time_limit": limit}
        with server.stream(body):
            time.sleep(0.4)


def crashed_load(server: Server) -> None:
    for number in range(4):
        body = {
            **noise(Random(number)),
            "questions": ["count"],
            "time_limit": 2 + 38 * (number % 2),
        }
        with server.stream(body):
            server.at_work(0.1).kill()
        asked(server, "check", SOON)


def large_load(server: Server) -> None:
    """Their memory is given back."""
    book = [noise(Random(4), 50, 0.6)["puzzle"]] * 5
    asked(server, "print", {"puzzles": book, "time_limit": 300})
    for kind in ("png", "pdf", "svg"):
        body = {**noise(Random(5), 100, 0.5), "kind": kind, "time_limit": 300}
        asked(server, "draw", body)
    asked(server, "certificate", {**noise(Random(6), 20, 0.6), "time_limit": 300})


def mixed_load(server: Server) -> None:
    random = Random(7)
    talks = []
    end = time.monotonic() + SECONDS
    questions = ("repair", "count", "check", "reveal", "walkthrough")
    while time.monotonic() < end:
        match random.randrange(6):
            case 0:
                asking = {"questions": [random.choice(questions)]}
                limit = {"time_limit": random.choice((1, 2, 5, 40))}
                talks.append(server.stream({**noise(random), **asking, **limit}))
            case 1:
                asked(server, "print", {**noise(random, 20, 0.5), "time_limit": 300})
            case 2:
                limit = {"time_limit": 300}
                asked(
                    server,
                    "draw",
                    {**noise(random), "kind": random.choice(("png", "pdf")), **limit},
                )
            case 3 if random.random() < 0.1:
                server.at_work(0).kill()
            case _:
                path = random.choice(list(QUICK))
                asked(server, path, QUICK[path])
        while len(talks) > 6:
            talks.pop(random.randrange(len(talks))).close()
    for talk in talks:
        talk.close()


LOADS = (quick_load, slow_load, cancelled_load, crashed_load, large_load, mixed_load)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one puzzle, which is read and judged soon."""
    found = tmp_path_factory.mktemp("library")
    (found / "cup.non").write_text("width 2\nheight 1\nrows\n2\ncolumns\n1\n1\n")
    return found


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(str(folder), "--jobs", str(JOBS)) as found:
        yield found


@pytest.fixture(scope="module")
def before(server: Server) -> Footprint:
    """The resources of the server before any load."""
    return at_rest(server)


def kept_after(
    server: Server, before: Footprint, load: Callable[[Server], None], seconds: float
) -> None:
    """Put a load on a server, and measure the resources that it keeps."""
    with Watch(server) as watch:
        load(server)
    assert watch.most <= JOBS + 2
    until(lambda: server.status()["questions"] == 0)
    try:
        until(lambda: footprint(server).within(before), seconds)
    finally:
        print(load.__name__, before, "at most", watch.most, "children; then", footprint(server))


@pytest.mark.slow
@pytest.mark.parametrize("load", LOADS)
def test_a_load_leaves_nothing_behind(
    server: Server, before: Footprint, load: Callable[[Server], None]
) -> None:
    kept_after(server, before, load, 300)


@pytest.mark.timing
@pytest.mark.parametrize("load", LOADS)
def test_ten_seconds_after_a_load_nothing_is_left(
    server: Server, before: Footprint, load: Callable[[Server], None]
) -> None:
    kept_after(server, before, load, 10)


@pytest.mark.timing
def test_two_repairs_of_a_client_delay_none_of_its_questions(server: Server) -> None:
    """A past bug: a count with a limit of .5 s took 34 s."""
    at_rest(server)
    body = {**noise(Random(1)), "questions": ["repair"], "time_limit": 40}
    with server.stream(body), server.stream(body):
        server.at_work(0.5)
        count = {**noise(Random(2)), "time_limit": 0.5}
        assert max(asked(server, "count", count) for _ in range(5)) < 1.0


@pytest.mark.timing
def test_quick_questions_are_answered_quickly(server: Server) -> None:
    at_rest(server)
    paths = list(QUICK) * (200 // len(QUICK) + 1)
    times = sorted(asked(server, path, QUICK[path]) for path in paths[:200])
    assert times[197] < 0.3


@contextlib.contextmanager
def crowd(server: Server, clients: list[str], path: str, body: object) -> Iterator[None]:
    """During the block, each of these clients repeats the same question."""
    over = threading.Event()

    def ask(client: str) -> None:
        while not over.is_set():
            asked(server, path, body, client)

    with ThreadPoolExecutor(len(clients)) as many:
        asking = [many.submit(ask, client) for client in clients]
        try:
            time.sleep(1)
            yield
        finally:
            over.set()
    for one in asking:
        one.result()


@pytest.mark.timing
def test_a_thousand_questions_of_a_client_keep_no_other_waiting(server: Server) -> None:
    at_rest(server)
    with crowd(server, ["127.0.0.2"] * 100, "check", SOON):
        assert max(asked(server, "check", SOON, "127.0.0.3") for _ in range(20)) < 2


@pytest.mark.timing
def test_many_clients_do_not_keep_print_and_certificate_waiting(server: Server) -> None:
    """They once took 20 and 16 s under the load of 100 clients."""
    at_rest(server)
    long: dict[str, object] = {
        "print": {"puzzles": [noise(Random(8), 30, 0.6)["puzzle"]] * 10, "time_limit": 300},
        "certificate": {**noise(Random(9), 30, 0.6), "time_limit": 300},
    }

    def times() -> dict[str, float]:
        return {
            path: statistics.median(asked(server, path, body, "127.0.0.3") for _ in range(5))
            for path, body in long.items()
        }

    alone = times()
    with crowd(server, [f"127.0.1.{1 + number}" for number in range(100)], "check", SOON):
        together = times()
    print(alone, together)
    for path, seconds in together.items():
        assert seconds < 5 * alone[path], path
