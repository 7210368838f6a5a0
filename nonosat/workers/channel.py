# SPDX-License-Identifier: MIT
"""``Worker``: a process that does tasks, seen from its parent."""

from __future__ import annotations

import contextlib
import pickle
import queue
import threading
from typing import IO, Any, TypeAlias

from nonosat.errors import InternalError, NonosatError
from nonosat.workers.messages import Answer, Ready, cancel_bytes, read, write_bytes
from nonosat.workers.process import Family, start

_MAIN = "from nonosat.workers.child import main; main()"
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
"""Messages of one or more workers, as they come; None where a worker has ended. A message without a
worker only ends the wait."""


class Worker:
    """A process that does tasks, one after the other.

    It starts at once and does nothing before ``send``, so that several can start side by side;
    ``ready`` says that it has started, ``low`` that it has a low priority. It ends with ``end``,
    and by itself when this process ends, for whatever reason.
    """

    def __init__(self, job: str, *, quiet: bool = False, inbox: Inbox | None = None) -> None:
        """``job``: the function that does a task, as ``module:function`` (see ``child``).

        ``quiet``: what it writes to stderr is discarded. ``inbox``: where its messages go; its own
        by default, which ``hear`` reads.

        Raises:
            BackendError: it cannot be started.
        """
        self._inbox: Inbox = queue.SimpleQueue() if inbox is None else inbox
        self._process = start(_MAIN, job, quiet=quiet)
        self._family = Family(self._process)
        self.ready = self.low = False
        self._sent = 0
        self._writing = threading.Lock()
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def send(self, task: object) -> None:
        """Let it begin. If it has ended, the next message is the error that says so."""
        self._sent += 1
        self._put(pickle.dumps(task))

    def cancel(self) -> None:
        """Nobody wants the answer to the last task any more; it may come soon, or late."""
        self._put(cancel_bytes(self._sent))

    def _put(self, text: bytes) -> None:
        assert self._process.stdin is not None
        arguments = (self._process.stdin, text, self._writing)
        # The lock is free unless a long message is on its way, which another thread writes.
        if len(text) <= _AT_ONCE and not self._writing.locked():
            _write(*arguments)
        else:
            threading.Thread(target=_write, args=arguments, daemon=True).start()

    def lower(self) -> None:
        """Give it and its descendants a low priority, from now on."""
        if not self.low:
            self.low = True
            self._family.lower()

    def hear(self, seconds: float = 0.0) -> Any:
        """The next message or at last the answer; None if nothing comes within the time.

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

    def ended(self) -> WorkerEndedError:
        """The error for a process that has closed its pipe."""
        return WorkerEndedError(self._process.wait())

    def resident(self) -> int:
        """The memory that it and its descendants occupy, in bytes."""
        return self._family.resident()

    def end(self) -> None:
        """End it and its descendants, whatever they do."""
        self._family.kill()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            while (text := read(pipe)) is not None:
                message = pickle.loads(text)
                if isinstance(message, Ready):
                    self.ready = True
                else:
                    self._inbox.put((self, message))
        self._inbox.put((self, None))


def _write(pipe: IO[bytes], text: bytes, lock: threading.Lock) -> None:
    # ValueError: the pipe was closed here, while this thread was waiting.
    with lock, contextlib.suppress(OSError, ValueError):
        write_bytes(pipe, text)
