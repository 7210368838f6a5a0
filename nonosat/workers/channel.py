# SPDX-License-Identifier: MIT
"""``Worker``: a process that does tasks, seen from its parent; and the messages between the two.

Messages are pickles, each preceded by its length. The parent sends tasks, and ``cancel_bytes`` to
withdraw one. The worker sends ``Ready`` once. For each task it sends any number of messages,
possibly with ``Begun`` among them, and finally an ``Answer`` or a NonosatError. At the end of the
parent's pipe the worker must end.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any, TypeAlias

from nonosat.errors import InternalError, NonosatError, OptionError
from nonosat.limits import Stopped
from nonosat.model.report import Reason
from nonosat.workers.process import Family, start

_MAIN = "from nonosat.workers.child import main; main()"
LOW = "low"
"""The argument of a process that has a low priority."""
_LOOK_SECONDS = 0.05
"""How often the limits of a task are checked."""
_AT_ONCE = 32_000
"""Bytes that fit into an empty pipe on every system; a thread writes longer messages."""


class WorkerEndedError(InternalError):
    """A worker process ended by itself, before it answered. ``code`` is its exit code."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"a worker process ended with exit code {code}")

    def __reduce__(self) -> tuple[type[WorkerEndedError], tuple[int]]:
        return type(self), (self.code,)


Inbox: TypeAlias = "queue.SimpleQueue[tuple[Worker | None, Any]]"
"""Messages of one or more workers, as they come; None when a worker has ended. A message without a
worker only ends the wait."""


class Worker:
    """A process that does tasks, one after the other.

    The process starts at once and does nothing before ``send``, so that several can start in
    parallel. It ends with ``end``, and by itself when this process ends for any reason.
    """

    def __init__(
        self, job: str, *, quiet: bool = False, low: bool = False, inbox: Inbox | None = None
    ) -> None:
        """``job``: the function that does a task, as ``module:function`` (see ``child``).

        ``quiet``: its stderr is discarded. ``low``: it has a low priority. ``inbox``: where its
        messages go, including ``Ready``; by default an inbox of its own, which ``hear`` reads.

        Raises:
            BackendError: the process cannot be started.
        """
        self._inbox: Inbox = queue.SimpleQueue() if inbox is None else inbox
        self._process = start(_MAIN, job, *([LOW] if low else []), quiet=quiet)
        self._family = Family(self._process)
        self._says_ready = inbox is not None
        self._sent = 0
        self._writing = threading.Lock()
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def send(self, task: object) -> None:
        """Send a task to the worker. If the process has ended, ``hear`` raises the error.

        Raises:
            OptionError: the task is nested too deep to be pickled.
        """
        try:
            text = pickle.dumps(task)
        except RecursionError:
            raise OptionError("an argument is nested too deep to be passed on") from None
        self._sent += 1
        self._put(text)

    def cancel(self) -> None:
        """Withdraw the last task: its answer is not read, and may come soon or late."""
        self._put(cancel_bytes(self._sent))

    def _put(self, text: bytes) -> None:
        assert self._process.stdin is not None
        arguments = (self._process.stdin, text, self._writing)
        # The lock is free unless another thread is writing a long message.
        if len(text) <= _AT_ONCE and not self._writing.locked():
            _write(*arguments)
        else:
            threading.Thread(target=_write, args=arguments, daemon=True).start()

    def hear(self, seconds: float = 0.0) -> Any:
        """The next message, or finally the answer; None if nothing comes within the time.

        Raises:
            NonosatError: the task raised it.
            WorkerEndedError: the process has ended.
        """
        try:
            _, message = self._inbox.get(block=seconds > 0, timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            raise self.ended()
        if isinstance(message, NonosatError):
            raise message
        return message.value if isinstance(message, Answer) else message

    def heard(self, stop: Callable[[], Reason | None], memory_limit: int) -> Iterator[Any]:
        """The messages about the last task, as they come, until a limit; the caller stops reading
        after the answer.

        The memory of the process and its descendants is measured many times a second. That includes
        memory of libraries and solvers that our own counters do not see. Between two measurements
        the memory may exceed the limit.

        Args:
            stop: called many times a second; returns the reason to end the task now, or None.
            memory_limit: MiB of resident memory (including the interpreter).

        Raises:
            Stopped: a limit was reached. The process is still working: end it.
            NonosatError: the task raised it.
            WorkerEndedError: the process has ended.
        """
        while True:
            message = self.hear(_LOOK_SECONDS)
            if message is not None:
                yield message
            if self.resident() > memory_limit * 2**20:
                raise Stopped(Reason.MEMORY)
            reason = stop()
            if reason is not None:
                raise Stopped(reason)

    def ended(self) -> WorkerEndedError:
        """The error of a process that has closed its pipe."""
        return WorkerEndedError(self._process.wait())

    def resident(self) -> int:
        """The memory of the process and its descendants, in bytes."""
        return self._family.resident()

    def end(self) -> None:
        """End the process and its descendants, also in the middle of work."""
        self._family.kill()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while (text := read(pipe)) is not None:
                message = pickle.loads(text)
                if self._says_ready or not isinstance(message, Ready):
                    self._inbox.put((self, message))
        self._inbox.put((self, None))


def _write(pipe: IO[bytes], text: bytes, lock: threading.Lock) -> None:
    # ValueError: the pipe was closed here, while this thread was waiting.
    with lock, contextlib.suppress(OSError, ValueError):
        write_bytes(pipe, text)


_LENGTH = struct.Struct("<Q")
_CANCEL = b"cancel "
"""Differs from every pickle: pickles begin with a byte above 127."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has imported what it needs."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The worker is ready and begins the actual work: a time limit counts from here.

    It may come again, after a part that does not count. ``seconds``: a shorter time limit, if the
    task itself has one.
    """

    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a task."""

    value: Any


def write(pipe: IO[bytes], message: object) -> None:
    """Write a message.

    Raises:
        OSError: the other end of the pipe is closed.
    """
    write_bytes(pipe, pickle.dumps(message))


def write_bytes(pipe: IO[bytes], text: bytes) -> None:
    """Write a message that is already a pickle."""
    pipe.write(_LENGTH.pack(len(text)))
    pipe.write(text)
    pipe.flush()


def cancel_bytes(number: int) -> bytes:
    """The message that withdraws a task; tasks are numbered from 1.

    It is not a pickle, so the worker can recognise it without unpickling the tasks before it.
    """
    return _CANCEL + str(number).encode()


def cancelled_number(text: bytes) -> int | None:
    """The number of the task that a message of the parent cancels; None if the message is a task.

    >>> cancelled_number(cancel_bytes(3)), cancelled_number(pickle.dumps("cancel 3"))
    (3, None)
    """
    return int(text[len(_CANCEL) :]) if text.startswith(_CANCEL) else None


def read(pipe: IO[bytes]) -> bytes | None:
    """The next message, still a pickle; None at the end of the pipe."""
    head = _exactly(pipe, _LENGTH.size)
    return None if head is None else _exactly(pipe, _LENGTH.unpack(head)[0])


def _exactly(pipe: IO[bytes], size: int) -> bytes | None:
    """The next bytes; None if the pipe ends before. The pipe may be unbuffered."""
    parts = []
    while size:
        part = pipe.read(min(size, 2**20))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
