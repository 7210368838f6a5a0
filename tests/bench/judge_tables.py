# SPDX-License-Identifier: MIT
"""What judging a collection costs for each puzzle, beside a plain loop over ``solve``, as a table.

    python tests/bench/judge_tables.py [COUNT]

COUNT (by default 5,000) random 15x15 of density 0.65 go the whole way: from the generator into a
new collection, and from there to stored verdicts, with one worker process and with two. The plain
loop gets the same puzzles from the generator, calls ``solve`` with the preset fast, and stores
nothing. Both run in turns, in pieces, so that a slow phase of the machine slows both. Times are
microseconds for each puzzle: wall time, and processor time of all processes together.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partialmethod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest

from nonosat import Puzzle, collection, solve, solve_many, study
from nonosat.collection.store import Store
from nonosat.workers.system import processor_time

T = TypeVar("T")
PIECE = 500


class Sums:
    """Wall and processor seconds of parts of the work, by name."""

    def __init__(self) -> None:
        self.of: dict[str, list[float]] = {}

    def __call__(self, name: str, work: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Do a piece of the work, and add what it takes."""
        wall, cpu = time.perf_counter(), processor_time()
        result = work(*arguments, **options)
        sums = self.of.setdefault(name, [0.0, 0.0])
        sums[0] += time.perf_counter() - wall
        sums[1] += processor_time() - cpu
        return result


def generated(count: int, seed: int) -> list[Puzzle]:
    """Random puzzles."""
    return list(study.random_picture_puzzles(15, 15, 0.65, count, seed).values())


def plain_loop(puzzles: list[Puzzle]) -> None:
    """What anybody would write."""
    for puzzle in puzzles:
        solve(puzzle, preset="fast")


def in_bulk(puzzles: list[Puzzle]) -> None:
    """The same in one call."""
    for _ in solve_many(puzzles, preset="fast"):
        pass


def main(count: int) -> None:
    """Measure and print."""
    sums = Sums()
    record = Store.record
    with TemporaryDirectory() as folder:
        stores = {jobs: collection.open(Path(folder, f"{jobs}.db")) for jobs in (1, 2)}
        for first in range(0, count, PIECE):
            puzzles = sums("generating", generated, min(PIECE, count - first), first)
            sums("a plain loop over solve", plain_loop, puzzles)
            sums("solve_many", in_bulk, puzzles)
            for jobs, store in stores.items():
                sums(f"adding, {jobs}", store.add, puzzles)
        for jobs, store in stores.items():
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Store, "record", partialmethod(_stored, sums, jobs, record))
                sums(f"judging, {jobs} worker(s)", store.judge, jobs=jobs)
            sums(f"judging again, {jobs}", store.judge, jobs=jobs)
            store.close()
    print(f"{count:,} puzzles of 15x15, density 0.65\n")
    print("| part | wall, µs | processor, µs |\n|---|---|---|")
    for name, (wall, cpu) in sums.of.items():
        print(f"| {name} | {wall / count * 1e6:.0f} | {cpu / count * 1e6:.0f} |")


def _stored(
    store: Store, sums: Sums, jobs: int, record: Callable[..., int], *arguments: Any
) -> int:
    return sums(f"of that storing, {jobs}", record, store, *arguments)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
