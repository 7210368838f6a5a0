# SPDX-License-Identifier: MIT
"""The time that one puzzle may take in a command: questions share it, and drawing counts into it.

A question asks for what remains. What is known at the end is drawn, for a moment longer: a board of
a usual size takes milliseconds, the largest some seconds, and then the drawing is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from nonosat.errors import LimitError
from nonosat.model.report import Reason

DRAWING = 0.3
"""Seconds beyond the limit that drawing may take."""

_DRAWING_OF_A_CELL = 1e-5
"""Seconds that a cell of a large board takes with its clues, in a picture."""


class Deadline:
    """The time that one puzzle may take, and how much remains; without seconds there is no end."""

    def __init__(self, seconds: float | None, what: str = "the drawing") -> None:
        """``what``: the work that ``check`` ends."""
        self._what = what
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self) -> float | None:
        """Seconds, at least 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def before_drawing(self, cells: int) -> float | None:
        """What remains for a question whose answer is drawn: the drawing gets up to half."""
        remaining = self.remaining()
        if remaining is None:
            return None
        return remaining - min(_DRAWING_OF_A_CELL * cells, remaining / 2)

    @property
    def poll(self) -> Callable[[], None] | None:
        """What drawing calls now and then; None without a limit."""
        return None if self._end is None else self.check

    def check(self) -> None:
        """Raise LimitError once the time for drawing is over, too."""
        if self._end is not None and time.monotonic() > self._end + DRAWING:
            raise LimitError(f"the time limit ended {self._what}", Reason.TIME)
