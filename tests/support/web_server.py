# SPDX-License-Identifier: MIT
"""A server for tests: a real process with real workers, and plain sockets to talk to it.

``app_here`` is its application in the process of the test, which costs less.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psutil
import pytest
from starlette.testclient import TestClient

from nonosat import Puzzle, dumps
from nonosat.web import dispatch
from nonosat.web.http import make_app
from nonosat.web.settings import Settings
from nonosat.workers.service import Service
from tests.support.brute import hard_puzzle
from tests.support.places import ROOT

__all__ = ["ENDLESS", "Server", "app_here", "argument", "heard_of", "serving", "until"]

WAIT = 300.0
"""Seconds after which a test gives up; a busy machine is slow."""


def argument(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as the API takes it."""
    return {"json": json.loads(dumps(puzzle, format="json"))}


ENDLESS = {"puzzle": argument(hard_puzzle()), "questions": ["count"], "time_limit": 500}
"""A count that takes too long for any test: a test gives up first."""


def until(true: Callable[[], object], seconds: float = WAIT) -> float:
    """Wait until a condition is true; return the seconds that took."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < seconds, "it did not become true in time"
        time.sleep(0.02)
    return time.monotonic() - begun


def heard_of(talk: socket.socket, end: str) -> str:
    """Read what a stream sends until ``end`` is among it, and return it."""
    text = ""
    while end not in text:
        part = talk.recv(65536).decode()
        text += part
        assert part, text
    return text


class Server:
    """``nonosat serve`` in its own process."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        port = [] if "--port" in arguments else ["--port", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonosat", "serve", *port, *arguments],
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.process.communicate()
        self.port = int(self.address.split(":")[2].split("/")[0])

    def connection(self, source: str = "127.0.0.1") -> http.client.HTTPConnection:
        """A connection, from any address of loopback."""
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=WAIT, source_address=(source, 0)
        )

    def post(
        self, name: str, data: object, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        connection = self.connection(source)
        try:
            known = {"content-type": "application/json", **headers}
            connection.request("POST", f"/api/v1/{name}", json.dumps(data), known)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            connection.close()

    def get(self, path: str, source: str = "127.0.0.1") -> tuple[int, bytes]:
        """Status and body of an answer."""
        connection = self.connection(source)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

    def status(self) -> dict[str, Any]:
        """The server's answer about itself."""
        answer: dict[str, Any] = json.loads(self.get("/api/v1/status", "127.0.0.9")[1])
        return answer

    def stream(self, data: object, source: str = "127.0.0.1") -> socket.socket:
        """A stream of ``ask`` whose answer is not read yet."""
        body = json.dumps(data).encode()
        talk = self.talk(source)
        talk.sendall(
            b"POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\n"
            b"content-length: %d\r\n\r\n%s" % (len(body), body)
        )
        return talk

    def talk(self, source: str = "127.0.0.1") -> socket.socket:
        """A plain connection."""
        address = ("127.0.0.1", self.port)
        return socket.create_connection(address, timeout=WAIT, source_address=(source, 0))

    def endless(self, source: str = "127.0.0.1") -> socket.socket:
        """A stream of a question that does not end, once a worker works on it."""
        talk = self.stream({**ENDLESS, "questions": ["check", "count"]}, source)
        heard_of(talk, "event: check")
        return talk

    def workers(self) -> list[psutil.Process]:
        """The processes that answer questions, without the process that reads the library."""
        found = []
        for process in psutil.Process(self.process.pid).children():
            try:
                if "nonosat.web.handlers.work:work" in process.cmdline():
                    found.append(process)
            except psutil.Error:  # it has just ended
                continue
        return found

    def at_work(self, seconds: float = 0.2) -> psutil.Process:
        """A worker that has just used ``seconds`` of processor time."""
        before: dict[int, float] = {}
        begun = time.monotonic()
        while time.monotonic() - begun < WAIT:
            for worker in self.workers():
                try:
                    used = worker.cpu_times().user
                except psutil.NoSuchProcess:
                    continue
                if used - before.setdefault(worker.pid, used) >= seconds:
                    return worker
            time.sleep(0.02)
        raise AssertionError("no worker is at work")

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it by a signal: the exit code, and what it wrote to stderr."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors


@contextmanager
def serving(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server that ends with the block."""
    server = Server(*arguments, environment=environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait()
        for pipe in (server.process.stdout, server.process.stderr):
            if pipe is not None:
                pipe.close()


@contextmanager
def app_here(settings: Settings, *, base_url: str = "http://localhost") -> Iterator[TestClient]:
    """The application in this process. It starts a worker only when a question needs it."""

    def service(*arguments: Any, **options: Any) -> Service:
        return Service(*arguments, **{**options, "spare": (0, 0)})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dispatch, "Service", service)
        with TestClient(
            make_app(settings, dispatch.Dispatch(settings)), base_url=base_url
        ) as opened:
            yield opened
