"""How slow the machine is while a step runs, so that budgets mean the same on every machine.

The idea: while the step runs, we do a fixed piece of work twice a second, in about a hundredth of a
core, and compare its processor seconds with those on the reference machine of the budgets. A
processor second that is twice as slow does half as much, so we take the harmonic mean.

Why not once before the step: processors that share a core, or a host with other guests, can become
twice as slow from one second to the next. Why Python: most steps run Python; compilers and browsers
slow down by about the same factor. The reference time is that of Python 3.11.
"""

from __future__ import annotations

import threading
import time
from statistics import harmonic_mean
from types import TracebackType

PIECE = 0.0037
"""Processor seconds of a piece on the reference machine of the budgets."""
EVERY = 0.5
"""Seconds from one piece to the next."""


def piece() -> float:
    """The processor seconds that one piece of work takes now."""
    begun = time.thread_time()
    total = 0
    for number in range(50_000):
        total += number * number & 7
    return time.thread_time() - begun


class Slowness:
    """Measures during a ``with`` block; ``mean()`` is 2 if the machine was twice as slow."""

    def __init__(self) -> None:
        self._pieces: list[float] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._measure, daemon=True)

    def __enter__(self) -> Slowness:
        self._pieces.append(piece())
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: object, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _measure(self) -> None:
        while not self._ended.wait(EVERY):
            self._pieces.append(piece())

    def mean(self) -> float:
        return harmonic_mean(self._pieces) / PIECE
