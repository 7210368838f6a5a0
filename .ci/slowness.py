"""How slow the machine is while a step runs, so that budgets mean the same on every machine.

The idea: beside the step a fixed piece of work is done twice a second, in some hundredth of a core,
and its processor seconds are compared with those that it takes on the machine of the budgets. A
processor second that is twice as slow does half as much, so the mean of the pieces is the harmonic
one.

Why not once before the step: processors that share a core, or a host with other guests, are twice
as slow from one second to the next. Why Python: it is what most steps run; compilers and browsers
become slower by much the same. It is Python 3.11 whose time is compared.
"""

from __future__ import annotations

import threading
import time
from statistics import harmonic_mean
from types import TracebackType

PIECE = 0.0037
"""Processor seconds of a piece on the machine of which the budgets speak."""
EVERY = 0.5
"""Seconds from one piece to the next."""


def piece() -> float:
    """The processor seconds that a piece of work takes now."""
    begun = time.thread_time()
    total = 0
    for number in range(50_000):
        total += number * number & 7
    return time.thread_time() - begun


class Slowness:
    """Measures from ``with`` to its end; ``mean()`` is 2 if the machine was twice as slow."""

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
