# SPDX-License-Identifier: MIT
"""Completeness: walks end with the cells that the stages of the solver find.

The closure under ``line`` equals the one of the stage lines, under ``chain`` that of implications,
under ``trial`` that of probe.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from nonosat import Puzzle, load, load_all, solve
from nonosat.explain.position import Position
from nonosat.explain.walking import walk
from tests.support.places import FULL

pytestmark = pytest.mark.corpus

STAGES = {"line": ["lines"], "chain": ["lines", "implications"], "trial": ["lines", "probe"]}
SLOW_WALKS = {
    "webpbn-12548-sierp.non",
}
"""Walks of more than five seconds, which only the full run takes."""


def finished(puzzle: Puzzle) -> Counter[str]:
    """The techniques up to which a walk solves the puzzle, each compared with its stage."""
    found: Counter[str] = Counter()
    for technique, stages in STAGES.items():
        if found:  # finished by an easier technique, so this one never gives a step
            found[technique] += 1
            continue
        position = Position.of(puzzle)
        for _ in walk(position, technique):
            pass
        assert position.grid == solve(puzzle, stages=stages).known, technique
        found[technique] += position.solved
        found = +found
    return found


def all_finished(files: list[Path]) -> Counter[str]:
    total: Counter[str] = Counter()
    for file in files:
        if FULL or file.name not in SLOW_WALKS:
            for puzzle in load_all(file):
                total += finished(puzzle)
    return total


@pytest.mark.slow
def test_of_hard_puzzles_chains_finish_80_and_trials_105(corpus: Path) -> None:
    counts = all_finished(sorted((corpus / "hard").glob("*.non")))
    assert counts == {"chain": 80, "trial": 105}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["color", "large", "records", "sample", "survey"])
def test_the_closures_are_those_of_the_stages(corpus: Path, folder: str) -> None:
    files = sorted(p for p in (corpus / folder).iterdir() if p.suffix in (".non", ".xml"))
    assert files
    counts = all_finished(files)
    assert counts["line"] <= counts["chain"] <= counts["trial"]


def test_small_samples(corpus: Path) -> None:
    """Some of each folder, and hard ones."""
    files = [
        file
        for folder, step in (("sample", 20), ("survey", 5), ("hard", 9))
        for file in sorted((corpus / folder).glob("*.non"))[::step]
    ]
    small = [file for file in files if max((p := load(file)).width, p.height) <= 25]
    counts = all_finished(small)
    assert counts["line"] < counts["trial"]
