# SPDX-License-Identifier: MIT
"""Presets, backends and encodings agree with each other, and on small puzzles with brute force.

NONOSAT_FULL=1 tests 5,000 random puzzles up to 12x12 (about half an hour on one core). Every
fiftieth of them also goes to kissat, which needs a process per question.
"""

from __future__ import annotations

import random

import pytest

import nonosat
from nonosat import Grid, Puzzle, Verdict
from nonosat.sat.backends import BACKENDS, ENCODINGS, models_lines
from tests.support.brute import all_solutions, random_given, random_puzzle, verdict_of
from tests.support.places import FULL

COUNT = 5000 if FULL else 60
PARTS = 20
PRESETS = ("default", "graph", "sat", "cpsat")
COMBINATIONS = [
    (backend, encoding)
    for backend in BACKENDS
    for encoding in ((None,) if models_lines(backend) else ENCODINGS)
]


def verdicts(puzzle: Puzzle, given: Grid | None, with_kissat: bool) -> dict[str, Verdict]:
    found = {
        f"preset {name}": nonosat.solve(puzzle, preset=name, given=given).verdict
        for name in PRESETS
    }
    for backend, encoding in COMBINATIONS:
        if backend != "kissat" or with_kissat:
            report = nonosat.solve(
                puzzle, preset="sat", backend=backend, encoding=encoding, given=given
            )
            found[f"{backend} {encoding}"] = report.verdict
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_all_agree(part: int) -> None:
    """Up to 12x12, one and two colours, partial and contradictory puzzles, given cells."""
    seen = set()
    for number in range(part, COUNT, PARTS):
        rng = random.Random(1000 + number)
        puzzle = random_puzzle(rng, 12)
        given = random_given(rng, puzzle) if number % 4 == 0 else None
        found = verdicts(puzzle, given, with_kissat=number % 50 == 0)
        assert len(set(found.values())) == 1, (puzzle, given, found)
        seen |= set(found.values())
        if puzzle.width * puzzle.height <= 30 and max(puzzle.width, puzzle.height) <= 6:
            expected = verdict_of(all_solutions(puzzle, given))
            assert set(found.values()) == {expected}, (puzzle, given)
    assert seen
    assert Verdict.UNKNOWN not in seen
