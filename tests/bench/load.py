# SPDX-License-Identifier: MIT
"""Load on a server: clients that ask "is it unique?" one puzzle after the other.

    python tests/bench/load.py [--clients 200] [--seconds 120] [--pause 0] [--streams]
    python tests/bench/load.py --beside {browser,crowd} [--seconds 60] [--pause 0.05]

``--beside``: one client asks quick questions (check and hint of small puzzles, codes, the list)
beside work that does not end: ``browser``, a solve page, a rating and a repair of its own address;
``crowd``, 20 repairs of each of ten other addresses. It prints the times of the quick questions.

Without it, each client has an address of its own (127.0.1.1 and so on), keeps its connection, and
asks for the project's own puzzles in an order of its own, as codes. Without a pause it asks again
at once, so there are always as many questions as clients. The verdicts must be those of
``nonosat.solve``. It prints requests, median and 99th percentile, wrong answers, and the most
memory of all processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from web_server import Server, serving

import nonosat
from nonosat.web.settings import own_puzzles


class Load:
    """What the clients ask, and what they hear."""

    def __init__(self, server: Server, streams: bool) -> None:
        self.server = server
        self.path = "ask" if streams else "check"
        self.seconds: list[float] = []
        self.wrong: list[str] = []
        self.most = 0
        self.questions: list[tuple[str, bytes, str]] = []
        folder = own_puzzles()
        assert folder is not None
        for file in sorted(folder.iterdir()):
            if file.suffix == ".svg":
                continue
            puzzle = nonosat.load(file)
            data: dict[str, object] = {
                "puzzle": {"code": nonosat.encode(puzzle)},
                "time_limit": 2,
            }
            if streams:
                data["questions"] = ["check", "ambiguous"]
            verdict = nonosat.solve(puzzle).verdict.value
            self.questions.append((file.name, json.dumps(data).encode(), verdict))

    async def client(self, number: int, until: float, pause: float) -> None:
        """Ask until the time is over."""
        order = random.Random(number).sample(self.questions, len(self.questions))
        address = (f"127.0.{1 + number // 200}.{1 + number % 200}", 0)
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.server.port, local_addr=address
        )
        try:
            while time.monotonic() < until:
                for name, body, verdict in order:
                    if time.monotonic() >= until:
                        break
                    begun = time.monotonic()
                    writer.write(
                        b"POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\n"
                        b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"
                        % (self.path.encode(), len(body))
                        + body
                    )
                    status, answer = await _answer(reader)
                    self.seconds.append(time.monotonic() - begun)
                    if status != 200 or f'"verdict":"{verdict}"'.encode() not in answer:
                        self.wrong.append(f"{name}: {status} {answer[:200]!r}")
                    if pause:
                        await asyncio.sleep(pause)
        finally:
            writer.close()

    async def watch(self) -> None:
        """Note the memory of the server and of its workers."""
        server = psutil.Process(self.server.process.pid)
        while True:
            size = server.memory_info().rss
            for worker in server.children():
                try:
                    size += worker.memory_info().rss
                except psutil.NoSuchProcess:
                    continue
            self.most = max(self.most, size)
            await asyncio.sleep(0.5)

    async def run(self, clients: int, seconds: float, pause: float) -> None:
        """Let all clients ask."""
        watch = asyncio.ensure_future(self.watch())
        until = time.monotonic() + seconds
        await asyncio.gather(*(self.client(n, until, pause) for n in range(clients)))
        watch.cancel()


_RANDOM = random.Random(3)
HARD = ["".join("#" if _RANDOM.random() < 0.35 else "." for _ in range(60)) for _ in range(60)]
"""A picture whose clues nobody solves within minutes."""
CUP = {"puzzle": {"picture": ["###.", "####", "###."]}}
QUICK: list[tuple[str, object]] = [
    ("check", {"puzzle": {"picture": ["#.#", ".##"]}, "time_limit": 2}),
    ("encode", CUP),
    ("hint", {**CUP, "time_limit": 2}),
    ("puzzles?limit=20", None),
]
WORK: dict[str, list[tuple[str, list[str]]]] = {
    "browser": [
        ("127.0.1.1", ["check", "walkthrough", "count"]),
        ("127.0.1.1", ["rate", "count"]),
        ("127.0.1.1", ["repair"]),
    ],
    "crowd": [(f"127.0.2.{client}", ["repair"]) for client in range(1, 11) for _ in range(20)],
}
"""The streams of ``--beside``: of which address, and what they ask."""


class Beside:
    """Quick questions of a client, beside streams that go on until the end."""

    def __init__(self, server: Server, work: str) -> None:
        self.server = server
        self.work = WORK[work]
        self.seconds: dict[str, list[float]] = {}
        self.wrong: list[str] = []

    async def ask(
        self, path: str, body: object, address: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Ask once, on a connection of its own."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.server.port, local_addr=(address, 0)
        )
        data = b"" if body is None else json.dumps(body).encode()
        method = "GET" if body is None else "POST"
        head = f"{method} /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        kind = "" if body is None else "content-type: application/json\r\n"
        writer.write(f"{head}{kind}content-length: {len(data)}\r\n\r\n".encode() + data)
        return reader, writer

    async def stream(self, address: str, questions: list[str]) -> None:
        """Ask for something that takes long, again and again."""
        body = {"puzzle": {"picture": HARD}, "questions": questions, "time_limit": 500}
        while True:
            reader, writer = await self.ask("ask", body, address)
            try:
                while await reader.read(65536):
                    pass
            finally:
                writer.close()

    async def started(self) -> None:
        """Wait until the workers that stand ready have started: they use no time any more."""
        used = -1.0
        while (now := sum(one.cpu_times().user for one in self.server.workers())) > used:
            used = now
            await asyncio.sleep(2)

    async def run(self, seconds: float, pause: float) -> None:
        """Ask the quick questions, one after the other."""
        await self.started()
        streams = [asyncio.ensure_future(self.stream(*one)) for one in self.work]
        await asyncio.sleep(2)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for path, body in QUICK:
                begun = time.monotonic()
                reader, writer = await self.ask(path, body, "127.0.1.1")
                answer = await reader.read(-1)
                self.seconds.setdefault(path, []).append(time.monotonic() - begun)
                writer.close()
                if b" 200 " not in answer.partition(b"\r\n")[0]:
                    self.wrong.append(f"{path}: {answer[:200]!r}")
                await asyncio.sleep(pause)
        for stream in streams:
            stream.cancel()

    def report(self) -> None:
        """Print what came out."""
        every = sorted(time for times in self.seconds.values() for time in times)
        for name, times in [*self.seconds.items(), ("all", every)]:
            found = sorted(times)
            print(
                f"{name}: {len(found)} answers, median {statistics.median(found) * 1000:.0f} ms, "
                f"99th percentile {found[int(len(found) * 0.99)] * 1000:.0f} ms, "
                f"at most {found[-1] * 1000:.0f} ms"
            )
        print(f"wrong: {len(self.wrong)}", *self.wrong[:5], sep="\n  ")


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Status and body of an answer, whole or in chunks."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    lower = head.lower()
    if b"transfer-encoding: chunked" not in lower:
        length = int(lower.partition(b"content-length: ")[2].split(b"\r\n")[0])
        return status, await reader.readexactly(length)
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)
    return status, body


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--clients", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=120.0)
    arguments.add_argument("--pause", type=float, default=0.0)
    arguments.add_argument("--streams", action="store_true", help="ask, not check")
    arguments.add_argument("--beside", choices=sorted(WORK))
    given = arguments.parse_args()
    if given.beside:
        with serving() as server:
            beside = Beside(server, given.beside)
            asyncio.run(beside.run(given.seconds, given.pause))
            begun = time.monotonic()
            while server.status()["questions"]:
                time.sleep(0.02)
            gone = time.monotonic() - begun
            server.end()
        beside.report()
        print(f"all streams are ended {gone:.2f} s after they are closed")
        return
    with serving() as server:
        load = Load(server, given.streams)
        before = [psutil.Process(server.process.pid).cpu_times()]
        asyncio.run(load.run(given.clients, given.seconds, given.pause))
        used = psutil.Process(server.process.pid).cpu_times()
        code, errors = server.end()
    seconds = sorted(load.seconds)
    print(f"requests: {len(seconds)}, {len(seconds) / given.seconds:.0f} a second")
    print(f"median: {statistics.median(seconds) * 1000:.0f} ms")
    print(f"99th percentile: {seconds[int(len(seconds) * 0.99)] * 1000:.0f} ms")
    print(f"wrong: {len(load.wrong)}", *load.wrong[:5], sep="\n  ")
    print(f"memory at most: {load.most >> 20} MB")
    own = used.user + used.system - before[0].user - before[0].system
    print(f"processor time of the server itself: {own:.1f} s; exit code {code} {errors}")


if __name__ == "__main__":
    main()
