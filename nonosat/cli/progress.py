# SPDX-License-Identifier: MIT
"""A status line on stderr while a puzzle takes long.

Only on a terminal; after 0.3 s, so that quick runs show nothing; erased at the end, so that nothing
of it is left between the answers. One line rewritten in place needs no library.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from nonosat.cli.common import terminal_width
from nonosat.report import Event, SolutionFound, StageProgress, StageStarted

__all__ = ["Status"]

_DELAY = 0.3
_INTERVAL = 0.1
_ERASE = "\r\x1b[K"


class Status:
    """Shows what ``solve`` is at: pass it as ``progress``, as a context manager.

    ``name`` is what is being solved. ``stream`` and ``clock`` are stderr and a monotonic clock.
    """

    def __init__(
        self,
        name: str,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._start = clock()
        self._next = self._start + _DELAY
        self._doing = ""
        self._found = ""
        self._shown = False

    @staticmethod
    def wanted(stream: TextIO | None = None) -> bool:
        """True if stderr is a terminal that can erase a line."""
        stream = stream if stream is not None else sys.stderr
        return stream is not None and stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageStarted):
            self._doing = f"{event.stage}, {event.unknown} cells unknown"
        elif isinstance(event, StageProgress):
            self._doing = f"{event.stage}, {event.done} {event.unit}"
        elif isinstance(event, SolutionFound):
            self._found = f", solutions found: {event.number}"
        now = self._clock()
        if now >= self._next:
            self._next = now + _INTERVAL
            line = f"{self._name}: {self._doing}{self._found}, {now - self._start:.0f} s"
            columns = (terminal_width(self._stream) or 80) - 1
            self._stream.write(_ERASE + line[:columns])
            self._stream.flush()
            self._shown = True

    def __enter__(self) -> Status:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._shown:
            self._stream.write(_ERASE)
            self._stream.flush()
            self._shown = False
