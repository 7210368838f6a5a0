# SPDX-License-Identifier: MIT
"""Work on many machines: an executor for a Dask scheduler.

The owner of the work, who judges a collection or solves one puzzle in cubes (``cubes``), connects
to the scheduler and sends chunks as Dask tasks (``DaskExecutor``); ``do_chunk`` does them on the
workers. Only the owner keeps results, and a puzzle or cube stays open until it has one. So Dask
need not remember anything, and no failure loses a result:

- A worker dies: Dask gives its chunks to others. A chunk that ends several workers comes back as
  killed, and ``judging`` tries its puzzles one by one.
- The scheduler dies, or the network pauses: unfinished chunks count as not done, and are sent again
  when the scheduler is back with workers. The owner waits some minutes for that. A chunk that was
  done twice is stored once.
- The owner dies, or is interrupted: the scheduler drops its tasks, and the workers notice.

A Dask worker runs tasks in threads, which cannot be ended. So each thread has a worker process of
nonosat with the hard limits of time and memory: a puzzle that exceeds them, or crashes its process,
costs neither the Dask worker nor the rest of its chunk.

The versions of nonosat on all machines must be equal; they are compared first, and again by every
task. The cost is one message each way for a chunk, some milliseconds of the scheduler's time; so
chunks last longer if there are more workers. Anybody who can reach the scheduler can run any
program on all machines; TLS (``Tls``) keeps others out.

Rejected: a Dask future for each puzzle (a scheduler manages some hundred a second); ray (ten times
as large).
"""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from nonosat._version import __version__
from nonosat.errors import BackendError, NonosatError, OptionError, library, shown
from nonosat.solving import dask_private
from nonosat.solving.executors import Chunk, Event, Executor, LocalExecutor, Over

_LOOK_SECONDS = 0.25
"""How often the executor gives the owner a turn."""
_CONNECT_SECONDS = 10.0
_LONGEST_FILE = 2**20
"""In bytes; a scheduler file has some hundred."""
_PATIENCE = 300.0
"""How long the owner waits for a scheduler that is gone, or that has no workers."""
_COUNT_SECONDS = 2.0
"""How often the threads of the workers are counted."""
_CHUNK_SECONDS, _MORE_SECONDS = 0.5, 0.01
"""How long a chunk should take, and how much longer for each thread of a worker: so the scheduler
has at most a hundred chunks a second, for any number of workers."""


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a TLS connection: the trusted authorities, our certificate, our key (PEM)."""

    ca_file: str | None = None
    cert: str | None = None
    key: str | None = None

    def security(self) -> Any:
        """The ``Security`` object of Dask; None if no file is given.

        Raises:
            OptionError: a file cannot be read, or one of the three is missing.
        """
        files = {"ca-file": self.ca_file, "cert": self.cert, "key": self.key}
        if not any(files.values()):
            return None
        for name, file in files.items():
            if file is None:
                raise OptionError(
                    "TLS needs three files, --tls-ca-file, --tls-cert and --tls-key (in Python: "
                    f"ca_file, cert and key of Tls); tls-{name} is missing"
                )
            if not os.access(file, os.R_OK):
                raise OptionError(f"tls-{name} {file}: the file cannot be read")
        return library("distributed").Security(
            tls_ca_file=self.ca_file,
            tls_client_cert=self.cert,
            tls_client_key=self.key,
            require_encryption=True,
        )


class DaskExecutor:
    """Runs chunks on the workers of a Dask scheduler. It is a context manager.

    Args:
        address: of the scheduler, such as ``tcp://10.0.0.1:8786`` or ``tls://...``; or the path of
            the file that ``dask scheduler --scheduler-file`` writes.
        tls: for a ``tls`` address.
        patience: seconds to wait for a scheduler that is gone, or that has no workers.
        say: is called with messages about the cluster, for people.

    Raises:
        OptionError: Dask is not installed, the address is none and no scheduler file, or a TLS
            file is missing.
        BackendError: there is no scheduler at that address, or a worker has another version.
    """

    def __init__(
        self,
        address: str,
        *,
        tls: Tls = Tls(),
        patience: float = _PATIENCE,
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
            silence.enter_context(dask_private.quiet())
            self._client = self._connect()
            silence.callback(self._leave)
            self._threads = self._wait_for_workers()
            self._end = silence.pop_all()

    def __enter__(self) -> DaskExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster, which drops the tasks of this owner."""
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
                # All chunks under way are lost, or will be: they are sent again.
                for number, future in under_way.values():
                    future.release()
                    yield Over(number)
                under_way.clear()
                self._say("the scheduler cannot be reached: waiting for it")
                yield from self._reconnect()
            self._count()
            while len(under_way) < 2 * self._threads and (chunk := source()) is not None:
                future = self._client.submit(
                    do_chunk,
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
            if future.key in under_way:  # else it was given up
                number, future = under_way.pop(future.key)
                yield from _events(number, future)
            yield None

    def _connect(self) -> Any:
        """A client of the scheduler, whose workers have our version.

        Raises:
            OptionError: the address is none, and no scheduler file; or it needs TLS files.
            BackendError: there is no scheduler, or a worker has another version.
        """
        client = None
        address = _scheduler_address(self._address)
        try:
            if address.startswith("tls://"):
                _check_tls(address, self._security)
            dask_private.knock(address, _CONNECT_SECONDS)
            client = dask_private.client(
                address=address, security=self._security, timeout=_CONNECT_SECONDS
            )
            _compare_versions(client)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            if client is not None:
                client.close(timeout=2)
            if isinstance(error, NonosatError):
                raise
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BackendError(
                f"no Dask scheduler answers at {self._address}: {reason}. Is it running, and is "
                "this its address, as in tcp://10.0.0.1:8786?"
            ) from None
        return client

    def _reconnect(self) -> Generator[None, None, None]:
        """Connect once more, and wait until there are workers."""
        end = time.monotonic() + self._patience
        self._client.close(timeout=2)
        while True:
            try:
                self._client = self._connect()
                break
            except (BackendError, OptionError):  # its file may be half written
                if time.monotonic() >= end:
                    raise
            time.sleep(_LOOK_SECONDS)
            yield None
        self._say("the scheduler is back")
        self._threads = self._wait_for_workers()

    def _wait_for_workers(self) -> int:
        """The threads of all workers, as soon as there is a worker.

        Raises:
            BackendError: no worker came in time.
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


def _scheduler_address(given: str) -> str:
    """An address as it is; of the path of a scheduler file, the address in the file.

    Raises:
        OptionError: it is neither.
    """
    host, _, port = given.rpartition(":")
    if "://" in given or (host and port.isdecimal() and not os.path.exists(given)):
        return given
    why = "this is not a scheduler file"
    try:
        with open(given, "rb") as file:
            address = json.loads(file.read(_LONGEST_FILE))["address"]
        if isinstance(address, str):
            return address
    except OSError as error:
        why = str(error.strerror)
    except (ValueError, TypeError, LookupError, RecursionError):
        pass
    raise OptionError(
        f"cluster {shown(given)}: {why}: give the address of a Dask scheduler, such as "
        "tcp://10.0.0.1:8786, or its scheduler file"
    )


def _check_tls(address: str, security: Any) -> None:
    """Raise OptionError if neither ``Tls`` nor the configuration of Dask has the files of TLS."""
    security = security or library("distributed").Security()
    if security.get_connection_args("client")["ssl_context"] is None:
        raise OptionError(
            f"cluster {address} needs --tls-ca-file, --tls-cert and --tls-key (in Python: Tls of a "
            "DaskExecutor, or distributed.comm.tls in the configuration of Dask)"
        )


@contextmanager
def entered(
    cluster: str | Executor, time_limit: float | None = None
) -> Generator[Executor, None, None]:
    """The executor of the option ``cluster`` of ``solve``, which may be an address.

    ``time_limit``: how long to wait for workers at most.
    """
    if not isinstance(cluster, str):
        yield cluster
        return
    patience = _PATIENCE if time_limit is None else min(_PATIENCE, time_limit)
    with DaskExecutor(cluster, patience=patience) as executor:
        yield executor


def _events(number: int, future: Any) -> Generator[Event, None, None]:
    """The events of a chunk that is over.

    Raises:
        NonosatError: an error that every chunk would have.
    """
    killed = library("distributed").scheduler.KilledWorker
    events: list[Event] = [Over(number)]  # cancelled or lost: no puzzle is to blame
    error = None
    # The connection may end between two of these calls.
    with suppress(OSError, RuntimeError, CancelledError):
        if future.status == "finished":
            events = future.result()
        elif future.status == "error":
            error = future.exception()
    if error is None or isinstance(error, CancelledError):
        yield from events
        return
    if isinstance(error, killed):
        yield Over(number, "killed", "the workers that tried it were lost")
    elif isinstance(error, NonosatError):
        raise error
    else:
        raise BackendError(f"a worker of the cluster failed: {type(error).__name__}: {error}")


def _compare_versions(client: Any) -> None:
    """Raise BackendError if a worker has another version of nonosat, or no nonosat.

    A worker that is lost meanwhile does not count; workers that come later are checked with each
    chunk.
    """
    answers = client.run(worker_version, on_error="return")
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


_kept = threading.local()


def worker_version() -> str:
    """The version of nonosat on a worker."""
    return __version__


def do_chunk(chunk: Chunk, wanted: str) -> list[Event]:
    """Do a chunk: the events of the executor of this machine, ``Over`` last.

    The work ends early, without an answer, if the owner is gone.

    Raises:
        BackendError: this worker has another version of nonosat than the owner.
    """
    if wanted != __version__:
        raise BackendError(f"a worker has nonosat {__version__}, the owner of the work {wanted}")
    executor = _executor(chunk.order.memory_limit)
    waiting = [chunk]
    events: list[Event] = []
    run = executor.run(lambda: waiting.pop() if waiting else None)
    try:
        for event in run:
            if event is not None:
                events.append(event)
            elif not dask_private.still_wanted():
                break
    finally:
        run.close()
    return events


def _executor(memory_limit: int | None) -> LocalExecutor:
    """The process of this thread, with a limit."""
    kept: LocalExecutor | None = getattr(_kept, "executor", None)
    if kept is None or kept.memory_limit != memory_limit:
        end_process()
        kept = _kept.executor = LocalExecutor(1, memory_limit=memory_limit, keep=True)
    return kept


def end_process() -> None:
    """End the process of this thread."""
    kept: LocalExecutor | None = getattr(_kept, "executor", None)
    if kept is not None:
        kept.close()
        _kept.executor = None
