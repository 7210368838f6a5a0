# SPDX-License-Identifier: MIT
"""Jobs on a picture for the tests of ``outside``: libraries that hang, crash and take memory."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterator
from typing import Any

from nonosat.limits import Limits
from nonosat.photo.outside import Open


def pid(picture: bytes, *, limits: Limits) -> int:
    return os.getpid()


def length(picture: bytes, *, limits: Limits, times: int) -> Iterator[int]:
    for _ in range(times):
        yield len(picture)


def polls(picture: bytes, *, limits: Limits) -> Iterator[str]:
    yield "begun"
    while True:
        limits.check()


def hangs(picture: bytes, *, limits: Limits) -> Iterator[int]:
    """Like a library that never checks a clock; it does not let other threads run, either."""
    yield os.getpid()
    ctypes.PyDLL(None).sleep(600)


def eats(picture: bytes, *, limits: Limits) -> object:
    taken = bytearray(300 << 20)
    ctypes.PyDLL(None).sleep(600)
    return len(taken)


def exhausts(picture: bytes, *, limits: Limits) -> object:
    raise MemoryError


def pages(picture: bytes, *, limits: Limits, opening: Open) -> Iterator[str]:
    opening(1)
    opening(None)
    yield "one"
    opening(2)
    ctypes.PyDLL(None).sleep(600)


def crashes(picture: bytes, *, limits: Limits, how: int) -> None:
    os.kill(os.getpid(), how)


def fails(picture: bytes, *, limits: Limits) -> Any:
    signal.pause(1)  # type: ignore[call-arg] # a mistake of ours
