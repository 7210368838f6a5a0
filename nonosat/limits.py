# SPDX-License-Identifier: MIT
"""Limits and cancellation: one object that every stage asks "must I stop?".

The native core asks it every few hundred microseconds, backends between slices of conflicts. The
clock is read here and nowhere else below the solver, and can be replaced in tests. Ctrl-C needs no
code of its own: the question is asked in Python, so a pending KeyboardInterrupt is raised there
and passes through the core, which puts its board in order first.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from nonosat.numbers import seconds, whole_number
from nonosat.report import Reason

__all__ = ["Cancellation", "Limits", "Stopped"]


class Cancellation:
    """Lets any thread end a solve: pass it as ``cancel`` and call ``cancel()``.

    >>> stop = Cancellation()
    >>> stop.cancel()
    >>> stop.cancelled
    True
    """

    __slots__ = ("_cancelled",)

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        """End the solve soon; its verdict is UNKNOWN (cancelled) unless it has one already."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """True once ``cancel`` was called."""
        return self._cancelled


class Stopped(Exception):  # noqa: N818 - not an error: a limit was reached
    """A limit was reached. Raised by a stage, caught by the solver, never seen by its caller."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)


class Limits:
    """The limits of one solve.

    ``time_limit`` is in seconds from now, ``conflict_limit`` counts the conflicts of all calls of
    a SAT backend together. None means no limit.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = None,
        conflict_limit: int | None = None,
        cancel: Cancellation | None = None,
        clock: Callable[[], float] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> None:
        """``watch`` is called whenever a stage asks, to tell of progress."""
        if time_limit is not None:
            time_limit = seconds("time limit", time_limit)
        if conflict_limit is not None:
            conflict_limit = whole_number("conflict limit", conflict_limit)
        self.clock = clock if clock is not None else time.perf_counter
        self._deadline = None if time_limit is None else self.clock() + time_limit
        self._conflicts_left = conflict_limit
        self._cancel = cancel
        self.watch = watch
        self.reason: Reason | None = None

    def stop(self) -> bool:
        """True if work must end now; ``reason`` then says why. This is what the core polls."""
        if self.watch is not None:
            self.watch()
        if self._cancel is not None and self._cancel.cancelled:
            self.reason = Reason.CANCELLED
        elif self._deadline is not None and self.clock() >= self._deadline:
            self.reason = Reason.TIME
        return self.reason is not None

    def check(self) -> None:
        """Raise Stopped if work must end now."""
        if self.stop():
            assert self.reason is not None
            raise Stopped(self.reason)

    def slice(self, conflicts: int) -> int:
        """How many conflicts a backend may use before it asks again; Stopped if none."""
        self.check()
        if self._conflicts_left is None:
            return conflicts
        if self._conflicts_left <= 0:
            self.reason = Reason.CONFLICTS
            raise Stopped(self.reason)
        return min(conflicts, self._conflicts_left)

    def spend(self, conflicts: int) -> None:
        """A backend used so many conflicts."""
        if self._conflicts_left is not None:
            self._conflicts_left -= conflicts
