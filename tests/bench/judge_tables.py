# SPDX-License-Identifier: MIT
"""The cost per puzzle of judging a collection, compared with a plain loop over ``solve``, as a
table.

    python -m tests.bench.judge_tables [COUNT]

COUNT (by default 5,000) random 15x15 of density 0.65 go the whole way: from the generator into a
new collection, and from there to stored verdicts, with one worker process and with two. The plain
loop gets the same puzzles from the generator, calls ``solve`` with the preset fast, and stores
nothing. Both run in turns, in pieces, so that a slow phase of the machine slows both. Times are
microseconds for each puzzle: wall time, and processor time of all processes together.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from nonosat import collection, solve, solve_many, study
from nonosat.collection.store import Store
from tests.bench.measure import Spent, show

PIECE = 500


def measured(count: int) -> dict[str, Spent]:
    """The time of each part of the work."""
    parts: defaultdict[str, Spent] = defaultdict(Spent)
    record = Store.record
    with TemporaryDirectory() as folder:
        stores = {jobs: collection.open(Path(folder, f"{jobs}.db")) for jobs in (1, 2)}
        for first in range(0, count, PIECE):
            with parts["generating"]:
                size = min(PIECE, count - first)
                made = study.random_picture_puzzles(15, 15, 0.65, size, first)
                puzzles = list(made.values())
            with parts["a plain loop over solve"]:
                for puzzle in puzzles:
                    solve(puzzle, preset="fast")
            with parts["solve_many"]:
                for _ in solve_many(puzzles, preset="fast"):
                    pass
            for jobs, store in stores.items():
                with parts[f"adding, {jobs}"]:
                    store.add(puzzles)
        for jobs, store in stores.items():

            def stored(*arguments, storing=parts[f"of that storing, {jobs}"]):
                with storing:
                    return record(*arguments)

            with parts[f"judging, {jobs} worker(s)"], mock.patch.object(Store, "record", stored):
                store.judge(jobs=jobs)
            with parts[f"judging again, {jobs}"]:
                store.judge(jobs=jobs)
            store.close()
    return parts


def main(count: int) -> None:
    """Measure and print."""
    print(f"{count:,} puzzles of 15x15, density 0.65")
    rows = [
        (name, *(f"{seconds / count * 1e6:.0f}" for seconds in (spent.wall, spent.cpu)))
        for name, spent in measured(count).items()
    ]
    show(("part", "wall, µs", "processor, µs"), rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
