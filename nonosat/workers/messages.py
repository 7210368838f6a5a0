# SPDX-License-Identifier: MIT
"""What a worker process and its parent say to each other: pickles, each after its length.

The parent sends tasks, and perhaps ``cancel_bytes``. The worker sends ``Ready`` once; about a task,
any number of messages, ``Begun`` perhaps among them, and at last an ``Answer`` or a NonosatError.
The end of the parent's pipe means that the worker must end.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import IO, Any

_LENGTH = struct.Struct("<Q")
_CANCEL = b"cancel "
"""No pickle begins like this: they begin with a byte above 127."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has imported what it needs."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The worker is ready and begins the work proper: a time limit counts from here.

    ``seconds``: a shorter time limit, where the task itself has one.
    """

    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a task."""

    value: Any


def write(pipe: IO[bytes], message: object) -> None:
    """Write a message.

    Raises:
        OSError: nobody reads the pipe any more.
    """
    write_bytes(pipe, pickle.dumps(message))


def write_bytes(pipe: IO[bytes], text: bytes) -> None:
    """Write a message that is a pickle already."""
    pipe.write(_LENGTH.pack(len(text)))
    pipe.write(text)
    pipe.flush()


def cancel_bytes(number: int) -> bytes:
    """The message that nobody wants the answer to a task any more; tasks count from 1.

    It is no pickle, so that the worker understands it without loading a task that came before.
    """
    return _CANCEL + str(number).encode()


def cancelled_number(text: bytes) -> int | None:
    """The number of the task that a message of the parent cancels; None if it is a task itself.

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
