# SPDX-License-Identifier: MIT
"""One judge at a time: a lock that the system frees when its owner ends, however that happens.

Two processes that judge the same collection would do the same work twice. So who judges locks a
small file beside the collection, and writes its process number into it for the message to others.
The lock belongs to the open file, not to its content: after ``kill -9`` or a power cut nothing has
to be cleared away. Other work on the collection (``add``, ``list``, ...) does not ask for it.

Rejected: a row with a process number in the collection, which outlives its process, and the number
may soon belong to another one; a lock on the collection itself, which SQLite would lose when the
file is closed here.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from nonosat.errors import CollectionError

SUFFIX = "-judge"
"""The name of the file: that of the collection, and this."""


@contextmanager
def one_judge(path: str) -> Iterator[None]:
    """Be the only judge of the collection ``path`` in the block.

    Raises:
        CollectionError: another process is, or the file cannot be written.
    """
    name = path + SUFFIX
    lock = _locked(name, path)
    try:
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.unlink(name)  # before the lock is free: the next judge makes a file of its own
        os.close(lock)


def _locked(name: str, path: str) -> int:
    """The file of that name, open and locked."""
    while True:
        try:
            lock = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise CollectionError(f"{name}: {error.strerror}", writing=True) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.exists(name) and os.path.samestat(os.fstat(lock), os.stat(name)):
                return lock
        except BlockingIOError:
            owner = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "another one"
            os.close(lock)
            raise CollectionError(
                f"{path}: process {owner} is judging this collection: wait for it, or end it",
                writing=True,
            ) from None
        except OSError as error:
            os.close(lock)
            raise CollectionError(f"{name}: {error.strerror}", writing=True) from None
        os.close(lock)  # its owner has just removed it
