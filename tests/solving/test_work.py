# SPDX-License-Identifier: MIT
"""How much work the puzzles of this project and some random ones take, in counts, not seconds.

A change that makes the solver slower by more work, or that leaves something out, shows here on any
machine: the counts are equal from run to run. After an intended change, print the numbers again
with ``python -m tests.solving.test_work`` and read the difference.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from nonosat import Puzzle, load, solve
from tests.support.oracle import random_grid
from tests.support.places import ROOT

PRESETS = ("graph", "default")
WORK = {
    "lines.line_solves": (1.0, 7116, 7116),
    "implications.forced": (1.0, 511, None),
    "probe.line_solves": (1.0, 62756, 68659),
    "probe.probes": (1.0, 12290, 13164),
    "probe.contradictions": (1.0, 132, 183),
    "search.nodes": (1.0, 217, 217),
    "search.line_solves": (1.0, 22915, 22915),
    "beliefs.line_updates": (1.05, 58805, 58805),
    "beliefs.dives": (1.2, 15, 15),
    "sat.variables": (1.05, 8120, 8120),
    "sat.clauses": (1.05, 27446, 27446),
    "sat.conflicts": (1.5, 779, 779),
}
"""Per count: the largest allowed multiple of the number in the table; and the number, summed over
all puzzles, with each preset that has the stage.

Deduction is exact; beliefs are floating-point numbers, which a compiler may round in another way,
and conflicts depend on the version of the SAT solver.
"""


def puzzles() -> list[Puzzle]:
    """The puzzles of this project up to 30 a side, and 20 random ones of 20x20."""
    files = [load(file) for file in sorted((ROOT / "data").glob("*.non"))]
    rng = random.Random(5)
    made = [Puzzle.from_grid(random_grid(rng, 20, 20)) for _ in range(20)]
    small = [puzzle for puzzle in files if max(puzzle.height, puzzle.width) <= 30] + made
    return [puzzle.with_goal(None) for puzzle in small]


def work(preset: str) -> dict[str, int]:
    """The sum of each count over all puzzles, by ``stage.count``."""
    total: Counter[str] = Counter()
    for puzzle in puzzles():
        for stage in solve(puzzle, preset=preset).stages:
            total.update({f"{stage.name}.{name}": n for name, n in stage.counts.items()})
    return {name: total[name] for name in WORK if name in total}


@pytest.mark.parametrize(("number", "preset"), [*enumerate(PRESETS)])
def test_the_work_stays(number: int, preset: str) -> None:
    found = work(preset)
    wrong = {}
    for name, (most, *expected) in WORK.items():
        count, wanted = found.get(name, 0), expected[number] or 0
        if not wanted / most <= count <= wanted * most:
            wrong[name] = (count, wanted)
    assert wrong == {}, "more work, or less: (found, expected)"


if __name__ == "__main__":
    for preset in PRESETS:
        print(preset, work(preset))
