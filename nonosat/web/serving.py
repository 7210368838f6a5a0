# SPDX-License-Identifier: MIT
"""Running the server: the socket, uvicorn with our bounds, and an end in order.

SIGTERM, SIGINT and SIGHUP let the questions that run end as cancelled, close the connections, end
the worker processes and remove the index; that takes at most some seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator

import uvicorn

from nonosat.errors import OptionError
from nonosat.web.app import make_app
from nonosat.web.connections import bounded_protocol
from nonosat.web.settings import Settings

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_CLOSE_SECONDS = 3
_TOGETHER_SECONDS = 1.0
_FILES = 16_384
"""Open files that are asked for: each connection is one."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that is bound to an address; port 0 is any free one.

    Raises:
        OptionError: the address is in use, or not of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        reason = error.strerror or str(error)
        raise OptionError(f"{host}, port {port}: {reason}: choose another with --port") from None
    return found


class _Server(uvicorn.Server):
    """Ends by a signal, in order; says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.signal: int | None = None
        self._signalled = 0.0

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in _ENDING}
        taken = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
        for number in taken:
            loop.add_signal_handler(number, self._end, number)
        try:
            yield
        finally:
            for number in taken:
                loop.remove_signal_handler(number)
                signal.signal(number, before[number])

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
        self.config.loaded_app.end_questions()
        await super().shutdown(sockets)


def run(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> int | None:
    """Serve until a signal comes; the number of the signal. ``ready`` is called when it listens."""
    _allow_files()
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    config = uvicorn.Config(
        make_app(settings),
        http=bounded_protocol(settings.bounds.connections),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_CLOSE_SECONDS,
        backlog=512,
    )
    server = _Server(config, ready)
    server.run(sockets=[listener])
    return server.signal


def _allow_files() -> None:
    """Raise the limit of open files as far as the system allows."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
