# SPDX-License-Identifier: MIT
"""A worker of a collection that some puzzles break: the width of the puzzle decides how."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from nonosat import Puzzle, Report
from nonosat.collection import work as real
from nonosat.collection.chunks import Answer
from nonosat.errors import InternalError
from nonosat.solving.executors import Parcel

JOB = "tests.support.judge_faults:work"
KILLED, ENDED, MEMORY, ENDLESS, INTERNAL, BUG, EXHAUSTED, GREEDY = range(11, 19)
"""The widths of puzzles that break a worker; the last leaves less memory than before."""

HELD, STUCK = "NONOSAT_JUDGE_HELD", "NONOSAT_JUDGE_STUCK"
"""Environment variables that name files. A worker of ``slow`` does ``MOST`` puzzles, and the others
only when the first file is gone. Before an endless puzzle, a worker writes its process number to
the second file."""
MOST = 40

_kept: list[bytes] = []

_numbers = count()
"""Numbers the puzzles of ``slow``, across all chunks of a worker."""

_solve_many = real.solve_many


def _with_faults(puzzles: Iterable[Puzzle], **options: Any) -> Iterator[Report]:
    return _solve_many(map(_suffer, puzzles), **options)


def _suffer(puzzle: Puzzle) -> Puzzle:
    match puzzle.width:
        case 11:
            os.kill(os.getpid(), signal.SIGKILL)
        case 12:
            os._exit(3)
        case 13:
            hoard = []
            while len(hoard) < 1000:
                hoard.append(b"x" * 2**24)
                time.sleep(0.005)
        case 14:
            if stuck := os.environ.get(STUCK):
                Path(f"{stuck}.new").write_text(str(os.getpid()))
                os.replace(f"{stuck}.new", stuck)
            while True:
                time.sleep(1)
        case 15:
            raise InternalError("a check failed")
        case 16:
            raise ZeroDivisionError("a bug")
        case 17:
            raise MemoryError
        case 18:
            _kept.append(b"x" * (150 * 2**20))
            time.sleep(0.2)  # long enough to measure the memory
    return puzzle


def work(parcel: Parcel, emit: Callable[[object], None]) -> list[Answer]:
    """The real work, with faults."""
    real.solve_many = _with_faults  # type: ignore[assignment]
    return real.work(parcel, emit)


def jumping(parcel: Parcel, emit: Callable[[object], None]) -> list[Answer]:
    """The real work, with a clock that jumps by a year and more at each reading."""
    times = iter(range(10**9, 0, -(10**7)))
    time.time = lambda: float(next(times, 0))
    return real.work(parcel, emit)


def slow(parcel: Parcel, emit: Callable[[object], None]) -> list[Answer]:
    """The real work, with a pause for each puzzle, in which a test can kill a process."""
    real.solve_many = _slowly  # type: ignore[assignment]
    real._SEND_SECONDS = 0.02
    return real.work(parcel, emit)


def _slowly(puzzles: Iterable[Puzzle], **options: Any) -> Iterator[Report]:
    held = os.environ[HELD]
    for report in _solve_many(puzzles, **options):
        time.sleep(0.003)
        while next(_numbers) > MOST and os.path.exists(held):
            time.sleep(0.01)
        yield report
