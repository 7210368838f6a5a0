# SPDX-License-Identifier: MIT
"""The undocumented parts of uvicorn that we use, in one place; pyproject.toml caps its version.

* Limits on connections, which uvicorn lacks: it waits for ever for the head of a request, so a
  thousand silent connections would lock out all clients. Here a connection must send the head of
  its first request within seconds, and each client (IP address) has a limited number of
  connections. This needs ``client``, ``loop``, ``transport``, ``cycle`` and its
  ``response_complete`` of ``H11Protocol``.
* A clean shutdown: ``Server`` overrides ``capture_signals``, ``startup`` and ``shutdown``, and sets
  ``should_exit`` and ``force_exit``.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonosat.workers.system import signals_in

_HEAD_SECONDS = 10.0
"""Until the head of a request must be there."""
_TOGETHER_SECONDS = 1.0
"""A second signal after this time does not wait for connections."""


def bounded_protocol(most: int) -> type[H11Protocol]:
    """The class of connections for a server that gives each client at most ``most`` of them."""
    counts: Counter[str] = Counter()

    class Connection(H11Protocol):
        """A connection that is counted, and closed if it stays silent."""

        counted = ""
        timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            client = self.client[0] if self.client else ""
            if counts[client] >= most:
                transport.abort()
                return
            self.counted = client or "?"
            counts[client] += 1
            self.timer = self.loop.call_later(_HEAD_SECONDS, self._too_late)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop()
            if self.counted:
                client = "" if self.counted == "?" else self.counted
                counts[client] -= 1
                if not counts[client]:
                    del counts[client]
                self.counted = ""

        def data_received(self, data: bytes) -> None:
            cycle = self.cycle
            super().data_received(data)
            if self.cycle is not cycle:  # the head of a request is there
                self._stop()
            elif self.timer is None and (cycle is None or cycle.response_complete):
                self.timer = self.loop.call_later(_HEAD_SECONDS, self._too_late)

        def _stop(self) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None

        def _too_late(self) -> None:
            self.timer = None
            self.transport.abort()

    return Connection


class Server(uvicorn.Server):
    """Shuts down cleanly on a signal. ``ready``: called when it listens; ``ending``: at the end.

    The signals of ``system.ENDING`` close the connections, which takes at most some seconds.
    ``signal`` is the number of the signal that came.
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
        # A second signal does not wait for connections; the end of a session sends two at once.
        self.force_exit = now - self._signalled > _TOGETHER_SECONDS
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)
