# SPDX-License-Identifier: MIT
"""The private parts of Dask that nonosat uses, all in one place; pyproject.toml caps the version.

- ``still_wanted``: a task gets no message when the scheduler drops it; the worker's table of tasks
  shows it (``worker.state.tasks``).
- ``client``: a client that is garbage-collected waits for its scheduler, even if that has never
  answered (``Client.__del__``).
- ``knock``: reads the first bytes that a scheduler sends. Dask's client believes any length that
  these bytes name, and waits for ever for a silent server.
- ``quiet``: the names of the loggers that write on stderr.

``Client.close`` of 2025.3 and earlier may wait for ever for a lost scheduler, so 2025.5 is the
oldest version that pyproject.toml allows. If a new version of Dask changes one of these parts,
``tests/collection/test_cluster.py`` fails.
"""

from __future__ import annotations

import logging
import re
import socket
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from nonosat.errors import library

_LONGEST_GREETING = 2**20
"""In bytes; the first message of a scheduler has some hundred."""
_LOUD = re.compile(r"(distributed|tornado|asyncio)(\..*)?")


def still_wanted() -> bool:
    """False if the scheduler has dropped the task that this thread is running."""
    try:
        worker = library("distributed").get_worker()
    except ValueError:  # not in a Dask worker: a test
        return True
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state == "executing"


def client(**options: Any) -> Any:
    """A client of a scheduler that does not wait when it is garbage-collected."""

    class Client(library("distributed").Client):  # type: ignore[misc]
        def __del__(self) -> None:
            """Do nothing: Dask's method waits for the scheduler, even if it never answered."""

    return Client(**options, set_as_default=False)


def knock(address: str, seconds: float) -> None:
    """Raise OSError if no scheduler is at a TCP address: Dask's client would wait and be half made.

    A scheduler speaks first; its message begins with its length. Dask's client believes any length,
    and waits without end for a silent server. Addresses of other protocols are not checked.
    """
    kind, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if kind in ("", "tcp", "tls") and host and port.isdecimal():
        at = host.strip("[]"), int(port)
        with socket.create_connection(at, seconds) as talk, talk.makefile("rb") as said:
            length = None if kind == "tls" else int.from_bytes(said.read(8), "little")
        if length is not None and not 0 < length < _LONGEST_GREETING:
            raise OSError("the server there is not a Dask scheduler")


@contextmanager
def quiet() -> Generator[None, None, None]:
    """Silence Dask's messages about connections on stderr; the executor reports them itself.

    Some of Dask's loggers have levels and outputs of their own, and asyncio and tornado report
    failed tasks of its event loop. The loggers are silent from the first connection until the last
    is closed, since Dask's threads write at any time.
    """
    names = [name for name in logging.root.manager.loggerDict if _LOUD.fullmatch(name)]
    loggers = [(logger, logger.level) for logger in map(logging.getLogger, names)]
    for logger, _ in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in loggers:
            logger.setLevel(level)
