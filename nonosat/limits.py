# SPDX-License-Identifier: MIT
"""The budget of a solve: one object that every loop asks "must I stop?".

Time, conflicts, memory and cancellation are counted here. The native core asks every few hundred
microseconds, SAT backends ask between slices of conflicts. No other module below the solver reads
the clock, and tests can replace it. Ctrl-C needs no code of its own: the core asks in Python, so a
pending KeyboardInterrupt is raised there and passes through the core, which restores its board.

Two bounds limit memory. A parent process watches ``memory_limit`` of ``solve`` from outside. The
bound on models (``most_model_bytes``) always holds: code that builds a model for a solver estimates
its size first and stops before the bound is exceeded::

    if model_bytes(variables, literals) > most_model_bytes(cells, colors):
        raise limits.out_of_memory()
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from nonosat.errors import OptionError, shown
from nonosat.model.numbers import seconds, whole_number
from nonosat.model.report import Reason

T = TypeVar("T")

BYTES_PER_VARIABLE = 64
BYTES_PER_LITERAL = 96
BYTES_PER_LITERAL_CPSAT = 700
"""The memory of a model for each variable and for each literal of a clause, in our copy and the
solver's together; measured with CaDiCaL after some work. Glucose and MiniSat need half of it;
CP-SAT has its own figure (docs/experiments.md, "SAT: encodings and backends")."""

MODEL_BASE_BYTES = 256 * 2**20
BYTES_PER_CELL_AND_COLOR = 64 * 2**10
MODEL_MOST_BYTES = 4 * 2**30
"""A model may take the base plus an amount for each cell and colour, up to ``MODEL_MOST_BYTES``.
The models of real puzzles take 2 to 40 KiB per cell, and more with longer lines."""

CONFLICTS_PER_UNIT = 5
"""The conflicts of a SAT solver that ``work_limit`` counts as one unit of work."""

GRACE_SECONDS = 2.0
"""A process whose task still runs this long after the time limit is ended. Our work asks every few
milliseconds, but a step inside a library does not, and the machine may be busy."""


def most_model_bytes(cells: int, colors: int, per_literal: int = BYTES_PER_LITERAL) -> int:
    """The memory that the model of a board may take.

    A solver that needs more ``per_literal`` may take more for each cell, but not more in all.

    >>> most_model_bytes(100 * 100, 1) // 2**20
    881
    >>> most_model_bytes(1023 * 1023, 60) == MODEL_MOST_BYTES
    True
    """
    per_cell = BYTES_PER_CELL_AND_COLOR * per_literal // BYTES_PER_LITERAL
    return min(MODEL_MOST_BYTES, MODEL_BASE_BYTES + per_cell * cells * colors)


def model_bytes(variables: int, literals: int, per_literal: int = BYTES_PER_LITERAL) -> int:
    """An estimate, on the high side, of the memory that a model takes together with its solver.

    ``literals`` are those of all clauses together; ``per_literal`` depends on the solver.

    >>> model_bytes(variables=200_000, literals=2_000_000) // 2**20
    195
    """
    return BYTES_PER_VARIABLE * variables + per_literal * literals


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
        """End the solve soon; its verdict is UNKNOWN (cancelled) unless it is decided already."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """True once ``cancel`` was called."""
        return self._cancelled


class CancelledIf(Cancellation):
    """A cancellation that also asks a function, whenever work asks."""

    __slots__ = ("_says",)

    def __init__(self, says: Callable[[], bool]) -> None:
        super().__init__()
        self._says = says

    @property
    def cancelled(self) -> bool:
        """True once ``cancel`` was called, and while the function returns True."""
        return self._cancelled or bool(self._says())


class Stopped(Exception):  # noqa: N818 - not an error: a limit was reached
    """A limit was reached. A stage raises it and the pipeline catches it; callers never see it."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason.value)


class Limits:
    """The limits of one solve.

    ``time_limit`` is in seconds from now. ``conflict_limit`` counts the conflicts of all calls of a
    SAT backend together. ``work_limit`` counts units of work: one for each time that work asks
    whether it must stop, and one for ``CONFLICTS_PER_UNIT`` conflicts. Work asks after equal
    amounts, so it ends at the same point on every machine. A unit takes 0.1 to 1 milliseconds.
    None means no limit.

    Raises:
        OptionError: a limit is not a number, or is negative.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = None,
        conflict_limit: int | None = None,
        work_limit: int | None = None,
        cancel: Cancellation | None = None,
        clock: Callable[[], float] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> None:
        """``watch`` is called whenever the work or a part of it asks, to report progress."""
        if time_limit is not None:
            time_limit = seconds("time limit", time_limit)
        if cancel is not None and not isinstance(cancel, Cancellation):
            raise OptionError(f"cancel {shown(cancel)}: give a Cancellation")
        if conflict_limit is not None:
            conflict_limit = whole_number("conflict limit", conflict_limit)
        self.clock = clock if clock is not None else time.perf_counter
        self._begun = self.clock()
        self._deadline = None if time_limit is None else self._begun + time_limit
        self._conflicts_left = conflict_limit
        self._work = None if work_limit is None else whole_number("work limit", work_limit)
        self._work_left = self._work
        self.cancel = cancel
        self._whole: Limits | None = None
        self.watch = watch
        self.reason: Reason | None = None

    def part(
        self, *, share: float = 1.0, work: int | None = None, conflicts: int | None = None
    ) -> Limits:
        """The limits of a part of the work; all that it uses counts for the whole, too.

        The part ends when the whole ends, when ``share`` of the whole's time or work is used (by
        this part and all others before it), or after ``work`` units or ``conflicts`` of its own.

        >>> whole = Limits(work_limit=10)
        >>> part = whole.part(share=0.5)
        >>> [part.stop() for _ in range(6)].index(True), part.reason, whole.stop()
        (5, <Reason.WORK: 'work'>, False)
        """
        part = Limits(clock=self.clock, conflict_limit=conflicts)
        part._whole = self
        if self._deadline is not None:
            part._deadline = self._begun + share * (self._deadline - self._begun)
        lefts = [] if work is None else [whole_number("work limit", work)]
        if self._work is not None and self._work_left is not None:
            lefts.append(max(0, int(share * self._work) - (self._work - self._work_left)))
        if lefts:
            part._work = part._work_left = min(lefts)
        return part

    @property
    def passed(self) -> float:
        """Seconds since the beginning."""
        return self.clock() - self._begun

    @property
    def left(self) -> float | None:
        """Seconds until the time limit, at least 0; None without one.

        >>> Limits().left is None
        True
        """
        return None if self._deadline is None else max(0.0, self._deadline - self.clock())

    def overdue(self, seconds: float) -> bool:
        """True once the time limit has been over for this many seconds."""
        return self._deadline is not None and self.clock() >= self._deadline + seconds

    def stop(self, units: int = 1) -> bool:
        """True if work must end now; ``reason`` then says why. The core polls this.

        ``units``: the work done since the last call. A loop that waits for another program passes
        0, because it asks by the clock: a work limit must end work at the same point everywhere.
        """
        if self.watch is not None:
            self.watch()
        if self._whole is not None and self._whole.stop(units):
            self.reason = self._whole.reason
            return True
        if self._work_left is not None:
            self._work_left -= units
        if self.cancel is not None and self.cancel.cancelled:
            self.reason = Reason.CANCELLED
        elif self._deadline is not None and self.clock() >= self._deadline:
            self.reason = Reason.TIME
        elif self._work_left is not None and self._work_left < 0:
            self.reason = Reason.WORK
        return self.reason is not None

    def ended(self) -> Reason | None:
        """Why work must end now; None if it need not. For loops that wait and do no work."""
        return self.reason if self.stop(0) else None

    def extend(self, seconds: float) -> None:
        """Extend the time limit, if there is one, because there is more to do than was known."""
        if self._deadline is not None:
            self._deadline += seconds

    def check(self, units: int = 1) -> None:
        """Raise Stopped if work must end now; ``units`` as in ``stop``."""
        if self.stop(units):
            assert self.reason is not None
            raise Stopped(self.reason)

    def out_of_memory(self) -> Stopped:
        """The exception for a model that is too large: ``raise limits.out_of_memory()``."""
        self.reason = Reason.MEMORY
        return Stopped(Reason.MEMORY)

    def each(self, items: Iterable[T], batch: int, units: int = 1) -> Iterator[T]:
        """The items, for a long loop; raises Stopped before one of every ``batch`` items.

        ``units``: the work of a batch, as in ``stop``.
        """
        for number, item in enumerate(items):
            if number % batch == 0:
                self.check(units)
            yield item

    def slice(self, conflicts: int) -> int:
        """How many conflicts a backend may use before it asks again: at most ``conflicts``.

        Raises:
            Stopped: a limit was reached.
        """
        self.check()
        limits: Limits | None = self
        while limits is not None:
            if limits._work_left is not None:
                conflicts = min(conflicts, (limits._work_left + 1) * CONFLICTS_PER_UNIT)
            if limits._conflicts_left is not None:
                if limits._conflicts_left <= 0:
                    self.reason = limits.reason = Reason.CONFLICTS
                    raise Stopped(self.reason)
                conflicts = min(conflicts, limits._conflicts_left)
            limits = limits._whole
        return conflicts

    def spend(self, conflicts: int) -> None:
        """Count conflicts that a backend has used."""
        if self._conflicts_left is not None:
            self._conflicts_left -= conflicts
        if self._work_left is not None:
            self._work_left -= conflicts // CONFLICTS_PER_UNIT
        if self._whole is not None:
            self._whole.spend(conflicts)
