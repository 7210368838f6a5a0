# SPDX-License-Identifier: MIT
"""How much work the puzzles of this project and some random ones take, in counts, not seconds.

A change that makes the solver slower by doing more, or that leaves something out, shows here on any
machine: the counts are equal from run to run. After an intended change, print the table anew with
``python tests/solving/test_work.py`` and read the difference.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from oracle import random_grid
from places import ROOT

from nonosat import Puzzle, load, solve

WORK = {
    "default": {
        "lines.line_solves": 6317,
        "implications.forced": 275,
        "probe.line_solves": 63018,
        "probe.probes": 12364,
        "probe.contradictions": 105,
        "search.nodes": 27,
        "search.line_solves": 19883,
        "beliefs.line_updates": 58805,
        "beliefs.dives": 15,
        "sat.variables": 8120,
        "sat.clauses": 27446,
        "sat.conflicts": 779,
    },
    "fast": {
        "lines.line_solves": 6317,
        "probe.line_solves": 67634,
        "probe.probes": 13162,
        "probe.contradictions": 131,
        "search.nodes": 27,
        "search.line_solves": 19883,
        "beliefs.line_updates": 58805,
        "beliefs.dives": 15,
        "sat.variables": 8120,
        "sat.clauses": 27446,
        "sat.conflicts": 779,
    },
}
"""Per preset: the counts of its stages, summed over all puzzles."""

COUNTS = {
    "lines.line_solves": 1.0,
    "implications.forced": 1.0,
    "probe.line_solves": 1.0,
    "probe.probes": 1.0,
    "probe.contradictions": 1.0,
    "search.nodes": 1.0,
    "search.line_solves": 1.0,
    "beliefs.line_updates": 1.05,
    "beliefs.dives": 1.2,
    "sat.variables": 1.05,
    "sat.clauses": 1.05,
    "sat.conflicts": 1.5,
}
"""Which counts are tested, and how many times the number in the table each may be at most.

Deduction is exact; beliefs are floating-point numbers, which a compiler may round in another way,
and conflicts depend on the version of the SAT solver.
"""


def puzzles() -> list[Puzzle]:
    """The puzzles of this project up to 30 a side, and 20 random ones of 20x20."""
    files = [load(file) for file in sorted((ROOT / "data").glob("*.non"))]
    rng = random.Random(5)
    made = [Puzzle.from_grid(random_grid(rng, 20, 20)) for _ in range(20)]
    return [puzzle for puzzle in files if max(puzzle.height, puzzle.width) <= 30] + made


def work(preset: str) -> dict[str, int]:
    """The sum of each count over all puzzles, by ``stage.count``."""
    total: Counter[str] = Counter()
    for puzzle in puzzles():
        for stage in solve(puzzle, preset=preset).stages:
            total.update({f"{stage.name}.{name}": n for name, n in stage.counts.items()})
    return {name: total[name] for name in COUNTS if name in total}


@pytest.mark.parametrize("preset", WORK)
def test_the_work_stays(preset: str) -> None:
    found = work(preset)
    assert list(found) == list(WORK[preset])
    more = {
        name: (count, WORK[preset][name])
        for name, count in found.items()
        if not WORK[preset][name] / COUNTS[name] <= count <= WORK[preset][name] * COUNTS[name]
    }
    assert more == {}, "more work, or less: (found, expected)"


if __name__ == "__main__":
    for name in WORK:
        print(f'    "{name}": {work(name)},')
