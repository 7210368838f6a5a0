# SPDX-License-Identifier: MIT
"""The undocumented parts of uvicorn that we use, in one place; pyproject.toml caps its version.

* A deadline for the head of a request. Uvicorn waits forever, so silent connections would add up
  until the process can open no more. Here a connection must send each head within seconds. This
  needs ``loop``, ``transport``, ``cycle`` and its ``response_complete`` of ``H11Protocol``.
* A clean shutdown: ``Server`` overrides ``capture_signals``, ``startup`` and ``shutdown``, and sets
  ``should_exit`` and ``force_exit``.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonosat.workers.system import signals_in

_HEAD_SECONDS = 10.0
"""The time within which the head of a request must arrive."""
_TOGETHER_SECONDS = 1.0
"""After a second signal later than this, the server does not wait for connections."""


class Connection(H11Protocol):
    """A connection that is closed if it stays silent."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop()

    def data_received(self, data: bytes) -> None:
        cycle = self.cycle
        super().data_received(data)
        if self.cycle is not cycle:  # the head of a request has arrived
            self._stop()
        elif self.timer is None and (cycle is None or cycle.response_complete):
            self._wait()

    def _wait(self) -> None:
        self.timer = self.loop.call_later(_HEAD_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Server(uvicorn.Server):
    """Shuts down cleanly on a signal.

    It calls ``ready`` when it listens, and ``ending`` before it closes the connections.

    The signals ``system.ENDING`` close the connections, which takes a few seconds at most.
    ``signal`` is the number of the signal that was received.
    """

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._ending = ending
        self.signal: int | None = None
        self._signalled = 0.0

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        with signals_in(asyncio.get_running_loop(), self._end):
            yield

    def _end(self, number: int) -> None:
        now = time.monotonic()
        if self.signal is None:
            self.signal, self._signalled = number, now
        # After a second signal we do not wait; the end of a session sends two signals at once.
        self.force_exit = now - self._signalled > _TOGETHER_SECONDS
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)
