# SPDX-License-Identifier: MIT
"""Connections of uvicorn, with the bounds that it lacks: their number for each client, and a time.

uvicorn waits for ever for the head of a request; a thousand silent connections would keep all
others out. So a connection must have sent the head of its first request within some seconds, and
one client (one address) has a bounded number of connections; further ones are closed at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

_HEAD_SECONDS = 10.0
"""Until the head of a request must be there."""


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
