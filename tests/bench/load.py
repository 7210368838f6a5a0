# SPDX-License-Identifier: MIT
"""Load on a server: clients that ask "is it unique?" one puzzle after the other.

    python -m tests.bench.load [--clients 200] [--seconds 120] [--pause 0] [--streams]
    python -m tests.bench.load --beside [--seconds 60] [--pause 0.05]

Each client keeps its connection, and asks about the project's own puzzles, as codes, in its own
order. Without a pause it asks again at once, so there are always as many questions as clients. The
verdicts must be those of ``nonosat.solve``.

``--beside``: one client asks quick questions (check and hint of small puzzles, codes, the list)
beside streams that do not end: a solve page, a rating and a repair. It prints the times of the
quick questions, and when the server has ended the work of abandoned streams.

Each client is a thread with a connection of the standard library, and waits only for the server.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from statistics import median
from typing import Any

import psutil

import nonosat
from nonosat.web.settings import own_puzzles
from tests.bench.measure import Spent, percentile, show
from tests.support.web_server import Server, serving, until


class Answers:
    """The times of answers, by question, and the wrong answers."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.wrong: list[str] = []

    def ask(
        self, connection: HTTPConnection, path: str, data: object, right: str, name: str
    ) -> None:
        """Ask, and note the answer: it must have the text ``right``."""
        body = None if data is None else json.dumps(data)
        with Spent() as spent:
            method = "GET" if body is None else "POST"
            head = {"content-type": "application/json"}
            connection.request(method, f"/api/v1/{path}", body, head)
            reply = connection.getresponse()
            answer = reply.read().decode()
        self.seconds[path].append(spent.wall)
        if reply.status != 200 or right not in answer:
            self.wrong.append(f"{name}: {reply.status} {answer[:200]}")

    def rows(self) -> Iterator[tuple[str, int, str, str, str]]:
        """A row for each question."""
        for path, found in self.seconds.items():
            times = (median(found), percentile(found, 0.99), max(found))
            yield path, len(found), *(f"{seconds * 1000:.0f}" for seconds in times)

    def report(self) -> None:
        """Print the results."""
        show(("question", "answers", "median ms", "99 % ms", "longest ms"), self.rows())
        print(f"\nwrong: {len(self.wrong)}", *self.wrong[:5], sep="\n  ")


def questions(streams: bool) -> list[tuple[str, object, str, str]]:
    """The questions of clients about the project's own puzzles: arguments of ``Answers.ask``."""
    folder = own_puzzles()
    assert folder is not None
    found = []
    for file in sorted(folder.iterdir()):
        if file.is_dir() or file.suffix == ".svg":
            continue
        puzzle = nonosat.load(file)
        data: dict[str, Any] = {"puzzle": {"code": nonosat.encode(puzzle)}, "time_limit": 2}
        if streams:
            data["questions"] = ["check", "ambiguous"]
        verdict = nonosat.solve(puzzle).verdict.value
        path = "ask" if streams else "check"
        found.append((path, data, f'"verdict":"{verdict}"', file.name))
    return found


def crowd(server: Server, given: argparse.Namespace, answers: Answers) -> None:
    """Let all clients ask until the time is over."""
    asked = questions(given.streams)
    end = time.monotonic() + given.seconds
    most = 0

    def client(number: int) -> None:
        connection = server.connection()
        for question in itertools.cycle(random.Random(number).sample(asked, len(asked))):
            if time.monotonic() >= end:
                return
            answers.ask(connection, *question)
            time.sleep(given.pause)

    process = psutil.Process(server.process.pid)
    before = process.cpu_times()
    with ThreadPoolExecutor(given.clients) as pool:
        clients = [pool.submit(client, number) for number in range(given.clients)]
        while not all(one.done() for one in clients):
            most = max(most, sum(map(_memory, [process, *process.children()])))
            time.sleep(0.5)
    for one in clients:
        one.result()
    used = process.cpu_times()
    count = sum(map(len, answers.seconds.values()))
    print(f"{count / given.seconds:.0f} requests a second; memory at most: {most >> 20} MB")
    own = used.user + used.system - before.user - before.system
    print(f"processor time of the server itself: {own:.1f} s")


def _memory(process: psutil.Process) -> int:
    try:
        size: int = process.memory_info().rss
    except psutil.NoSuchProcess:
        return 0
    return size


CUP = {"puzzle": {"picture": ["###.", "####", "###."]}}
QUICK: list[tuple[str, object]] = [
    ("check", {"puzzle": {"picture": ["#.#", ".##"]}, "time_limit": 2}),
    ("encode", CUP),
    ("hint", {**CUP, "time_limit": 2}),
    ("puzzles?limit=20", None),
]
_RANDOM = random.Random(3)
HARD = ["".join("#" if _RANDOM.random() < 0.35 else "." for _ in range(60)) for _ in range(60)]
"""A picture whose clues are not solved within minutes."""
LONG = (["check", "walkthrough", "count"], ["rate", "count"], ["repair"])
"""The questions of the streams of ``--beside``."""


def beside(server: Server, given: argparse.Namespace, answers: Answers) -> None:
    """Ask the quick questions, one after the other, beside streams that do not end."""
    used = -1.0  # of the spare workers: they have started when they use no more time
    while (now := sum(one.cpu_times().user for one in server.workers())) > used:
        used = now
        time.sleep(2)
    streams = [
        server.stream({"puzzle": {"picture": HARD}, "questions": asked, "time_limit": 500})
        for asked in LONG
    ]
    end = time.monotonic() + given.seconds
    connection = server.connection()
    for path, data in itertools.cycle(QUICK):
        if time.monotonic() >= end:
            break
        answers.ask(connection, path, data, "", path)
        time.sleep(given.pause)
    for stream in streams:
        stream.close()
    ended = until(lambda: not server.status()["questions"])
    print(f"all streams are ended {ended:.2f} s after they are closed")


def main() -> None:
    """Read the arguments, and run a server."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--clients", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=120.0)
    arguments.add_argument("--pause", type=float, default=0.0)
    arguments.add_argument("--streams", action="store_true", help="ask, not check")
    arguments.add_argument("--beside", action="store_true", help="quick questions beside long ones")
    given = arguments.parse_args()
    answers = Answers()
    run: Callable[[Server, argparse.Namespace, Answers], None] = beside if given.beside else crowd
    with serving() as server:
        run(server, given, answers)
        code, errors = server.end()
    answers.report()
    print(f"exit code {code} {errors}")


if __name__ == "__main__":
    main()
