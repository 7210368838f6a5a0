# SPDX-License-Identifier: MIT
"""Load on a server: clients that ask "is it unique?" one puzzle after the other.

    python tests/web/load.py [--clients 200] [--seconds 120] [--pause 0] [--streams]

Each client has an address of its own (127.0.1.1 and so on), keeps its connection, and asks for the
project's own puzzles in an order of its own, as codes. Without a pause it asks again at once, so
there are always as many questions as clients. The verdicts must be those of ``nonosat.solve``. It
prints requests, median and 99th percentile, wrong answers, and the most memory of all processes.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from web_server import Server, serving

import nonosat
from nonosat.web.own_puzzles import own_puzzles


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
            data: dict[str, object] = {"puzzle": {"code": nonosat.encode(puzzle)}}
            if streams:
                data["questions"] = ["verdict", "ambiguous"]
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
    given = arguments.parse_args()
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
