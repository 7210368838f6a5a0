# SPDX-License-Identifier: MIT
"""Judging on many machines: an executor for a Dask scheduler, of any kind that Dask knows.

The owner of the store connects to the scheduler and sends chunks as Dask tasks; ``remote`` does
them on the workers. Only the owner writes, and a puzzle is open as long as it has no result; so
Dask need not remember anything, and nothing that happens to it loses a result:

- A lost worker: Dask gives its chunks to others. A chunk that takes several workers with it comes
  back as killed, and ``judging`` tries its puzzles one by one.
- A scheduler that ends, or a network that pauses: what was under way counts as not done, and is
  sent again as soon as the scheduler is there, with workers; the owner waits for that for some
  minutes. A chunk that was done twice is stored once.
- An owner that ends, or is interrupted: the scheduler drops its tasks, and the workers notice.

Workers with another version of nonosat would answer another question, so versions are compared
first, and again by every task. The cost is one message each way for a chunk, some milliseconds of
the scheduler's time; so chunks last longer where there are more workers.

A Dask cluster runs what its members send: whoever can reach the scheduler can run any program on
all of it. TLS (``Tls``) keeps others out.

Rejected: a Dask future for each puzzle (a scheduler manages some hundred a second); ray (ten times
as large).
"""

from __future__ import annotations

import logging
import os
import queue
import re
import socket
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from nonosat._version import __version__
from nonosat.collection import remote
from nonosat.collection.executors import Chunk, Event, Over
from nonosat.errors import BackendError, NonosatError, OptionError, library

_LOOK_SECONDS = 0.25
"""How often the executor gives the owner a turn."""
_CONNECT_SECONDS = 10.0
_LONGEST_GREETING = 2**20
"""Bytes: the first message of a scheduler has some hundred."""
_COUNT_SECONDS = 2.0
"""How often the threads of the workers are counted."""
_CHUNK_SECONDS, _MORE_SECONDS = 0.5, 0.01
"""How long a chunk should take, and how much longer for each thread of a worker: so the scheduler
has at most a hundred chunks a second, whatever the number of workers."""


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a TLS connection: who may be trusted, who we are, and our key (PEM)."""

    ca_file: str | None = None
    cert: str | None = None
    key: str | None = None

    def security(self) -> Any:
        """What Dask takes; None if no file is given.

        Raises:
            OptionError: a file cannot be read, or one of the three is missing.
        """
        files = {"ca-file": self.ca_file, "cert": self.cert, "key": self.key}
        if not any(files.values()):
            return None
        for name, file in files.items():
            if file is None:
                raise OptionError(f"TLS needs --tls-ca-file, --tls-cert and --tls-key: no {name}")
            if not os.access(file, os.R_OK):
                raise OptionError(f"--tls-{name} {file}: the file cannot be read")
        return library("distributed").Security(
            tls_ca_file=self.ca_file,
            tls_client_cert=self.cert,
            tls_client_key=self.key,
            require_encryption=True,
        )


class DaskExecutor:
    """Has chunks done by the workers of a Dask scheduler. It is a context manager.

    Args:
        address: of the scheduler, such as ``tcp://10.0.0.1:8786`` or ``tls://...``; or the path of
            the file that ``dask scheduler --scheduler-file`` writes.
        tls: for a ``tls`` address.
        patience: seconds to wait for a scheduler that is gone, or that has no workers.
        say: is called with sentences about the cluster, for people.

    Raises:
        OptionError: Dask is not installed, or a TLS file is missing.
        BackendError: there is no scheduler at that address, or it has other versions.
    """

    def __init__(
        self,
        address: str,
        *,
        tls: Tls = Tls(),
        patience: float = 300.0,
        say: Callable[[str], None] = lambda words: None,
    ) -> None:
        library("distributed")
        self._address = address
        self._security = tls.security()
        self._patience = patience
        self._say = say
        self._threads = 1
        self._counted = 0.0
        with ExitStack() as silence:
            silence.enter_context(_quiet())
            self._client = self._connect()
            silence.callback(self._leave)
            self._threads = self._wait_for_workers()
            self._end = silence.pop_all()

    def __enter__(self) -> DaskExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster. What it still does for this owner, it drops."""
        self._end.close()

    def _leave(self) -> None:
        self._client.close(timeout=2)

    @property
    def parallel(self) -> int:
        """The threads of all workers: a chunk for each is at work at a time."""
        return self._threads

    @property
    def chunk_seconds(self) -> float:
        """How long a chunk should take."""
        return _CHUNK_SECONDS + _MORE_SECONDS * self._threads

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        """Do chunks until there are no more."""
        ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        under_way: dict[str, tuple[int, Any]] = {}
        try:
            yield from self._run(source, ended, under_way)
        finally:
            for _, future in under_way.values():
                future.release()

    def _run(
        self,
        source: Callable[[], Chunk | None],
        ended: queue.SimpleQueue[Any],
        under_way: dict[str, tuple[int, Any]],
    ) -> Generator[Event | None, None, None]:
        while True:
            if self._client.status != "running":
                # Whatever was under way is lost, or will be: it is asked for again.
                for number, future in under_way.values():
                    future.release()
                    yield Over(number)
                under_way.clear()
                self._say("the scheduler cannot be reached: waiting for it")
                yield from self._reconnect()
            self._count()
            while len(under_way) < 2 * self._threads and (chunk := source()) is not None:
                future = self._client.submit(
                    remote.do_chunk,
                    chunk,
                    __version__,
                    key=f"nonosat-{os.getpid()}-{id(self)}-{chunk.number}",
                    pure=False,
                )
                under_way[future.key] = chunk.number, future
                future.add_done_callback(ended.put)
            if not under_way:
                return
            try:
                future = ended.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                yield None
                continue
            if future.key in under_way:  # else it is one that was given up
                number, future = under_way.pop(future.key)
                yield from _events(number, future)
            yield None

    def _connect(self) -> Any:
        """A client of the scheduler, whose workers have our version.

        Raises:
            BackendError: there is none, or a worker has another version.
        """
        client = None
        try:
            if os.path.isfile(self._address):
                client = self._client_of(scheduler_file=self._address)
            else:
                _knock(self._address)
                client = self._client_of(address=self._address)
            _compare_versions(client)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            if client is not None:
                client.close(timeout=2)
            if isinstance(error, NonosatError):
                raise
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BackendError(
                f"no Dask scheduler answers at {self._address}: {reason}. Is it running, and is "
                "the address that of the scheduler, such as tcp://10.0.0.1:8786?"
            ) from None
        return client

    def _client_of(self, **where: str) -> Any:
        class Client(library("distributed").Client):  # type: ignore[misc]
            def __del__(self) -> None:
                """Dask's waits for the scheduler here, also for one that never answered."""

        return Client(
            **where, security=self._security, set_as_default=False, timeout=_CONNECT_SECONDS
        )

    def _reconnect(self) -> Generator[None, None, None]:
        """Connect once more, and wait until there are workers."""
        end = time.monotonic() + self._patience
        self._client.close(timeout=2)
        while True:
            try:
                self._client = self._connect()
                break
            except BackendError:
                if time.monotonic() >= end:
                    raise
            yield from _pause(_LOOK_SECONDS)
        self._say("the scheduler is there again")
        self._threads = self._wait_for_workers()

    def _wait_for_workers(self) -> int:
        """The threads of all workers, as soon as there is one.

        Raises:
            BackendError: there is none for too long.
        """
        end = time.monotonic() + self._patience
        said = False
        while not (threads := self._count_threads()):
            if time.monotonic() >= end:
                raise BackendError(
                    f"the scheduler at {self._address} has no workers: start some with "
                    f"'dask worker {self._address}'"
                )
            if not said:
                self._say("the scheduler has no workers yet: waiting for one")
                said = True
            time.sleep(_LOOK_SECONDS)
        return threads

    def _count(self) -> None:
        """Count the threads now and then: workers come and go."""
        now = time.monotonic()
        if now - self._counted < _COUNT_SECONDS:
            return
        self._counted = now
        self._threads = max(1, self._count_threads())

    def _count_threads(self) -> int:
        """The threads of all workers; 0 if the scheduler cannot say."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            return 0


def _knock(address: str) -> None:
    """Raise OSError if no scheduler is at a TCP address: Dask's client would wait and be half made.

    A scheduler speaks first: its message begins with the length of it. Dask's client believes any
    length, and waits without end for a server that is silent. Of other addresses nothing is known.
    """
    kind, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if kind in ("", "tcp", "tls") and host and port.isdecimal():
        at = host.strip("[]"), int(port)
        with socket.create_connection(at, _CONNECT_SECONDS) as talk, talk.makefile("rb") as said:
            length = None if kind == "tls" else int.from_bytes(said.read(8), "little")
        if length is not None and not 0 < length < _LONGEST_GREETING:
            raise OSError("what listens there is something else")


def _pause(seconds: float) -> Generator[None, None, None]:
    time.sleep(seconds)
    yield None


def _events(number: int, future: Any) -> Generator[Event, None, None]:
    """What came of a chunk.

    Raises:
        NonosatError: what would happen to every chunk.
    """
    killed = library("distributed").scheduler.KilledWorker
    status = future.status
    if status == "finished":
        try:
            yield from future.result()
        except (OSError, RuntimeError):  # the connection ended meanwhile
            yield Over(number)
        return
    if status != "error":  # cancelled or lost: nobody's fault
        yield Over(number)
        return
    error = future.exception()
    if isinstance(error, killed):
        yield Over(number, "killed", "the workers that tried it were lost")
    elif isinstance(error, NonosatError):
        raise error
    else:
        raise BackendError(f"a worker of the cluster failed: {type(error).__name__}: {error}")


def _compare_versions(client: Any) -> None:
    """Raise BackendError if a worker has another nonosat, or none.

    A worker that is lost meanwhile does not count; whoever comes later is asked with each chunk.
    """
    answers = client.run(remote.version, on_error="return")
    found = {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}
    others = Counter(
        version if isinstance(version, str) else f"none ({version})"
        for version in found.values()
        if version != __version__
    )
    if others:
        kinds = "; ".join(f"{count} of {len(found)} have {name}" for name, count in others.items())
        raise BackendError(
            f"the workers must have nonosat {__version__}, as this machine has: {kinds}"
        )


@contextmanager
def _quiet() -> Generator[None, None, None]:
    """Dask writes what happens to connections on stderr; here that is said in other words.

    Some of its loggers have levels and outputs of their own, and the tasks of its event loop that
    fail are reported by asyncio and tornado. Silent from the first connection until the last is
    closed, since its threads write at any time.
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


_LOUD = re.compile(r"(distributed|tornado|asyncio)(\..*)?")
