# SPDX-License-Identifier: MIT
"""The page "A nonogram solver in 120 lines": its script, and the files of nonosat that it names."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys

import pytest

from docs.explanation import small_solver
from nonosat import Grid, Puzzle
from nonosat.errors import PuzzleError
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "explanation" / "small-solver.md").read_text(encoding="utf-8")
SCRIPT = ROOT / "docs" / "explanation" / "small_solver.py"


def test_the_page_shows_the_script_piece_by_piece() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert "\n\n".join(blocks).split() == SCRIPT.read_text(encoding="utf-8").split()
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("seed", range(4))
def test_its_answers_are_those_of_nonosat(seed: int) -> None:
    rng, seen = random.Random(seed), set()
    for number in range(50):
        height, width = rng.randint(1, 8), rng.randint(1, 8)
        density = rng.choice((0.3, 0.5, 0.7))
        cells = [[int(rng.random() < density) for _ in range(width)] for _ in range(height)]
        rows, columns = clues_of(cells), clues_of(list(zip(*cells, strict=True)))
        if number % 4 == 0:
            rng.shuffle(columns)  # most of these have no solution
        found = small_solver.solve(rows, columns)  # type: ignore[no-untyped-call]
        puzzle = Puzzle(rows, columns)
        assert ("none", "unique", "multiple")[len(found)] == puzzle.solve().verdict.value
        for grid in found:
            drawn = [[int(grid[r, c]) for c in range(width)] for r in range(height)]
            assert puzzle.faults(Grid.from_rows(drawn)) == ()
        seen.add(len(found))
    assert seen == {0, 1, 2}


def clues_of(lines: list[list[int]] | list[tuple[int, ...]]) -> list[list[int]]:
    return [[len(run) for run in "".join(map(str, line)).split("0") if run] for line in lines]


def test_clues_that_fit_no_line() -> None:
    for rows, columns in (([[3]], [[1], [1]]), ([[1, 1]], [[1], [1]])):
        assert small_solver.solve(rows, columns) == []  # type: ignore[no-untyped-call]
        with pytest.raises(PuzzleError):
            Puzzle(rows, columns)


def test_it_runs_as_the_page_says() -> None:
    puzzle = json.dumps({"rows": [[1], [1]], "columns": [[1], [1]]})
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], input=puzzle, capture_output=True, text=True, check=True
    )
    (console,) = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    command, *printed = console.splitlines()
    assert command == f"$ echo '{puzzle}' | python small_solver.py"
    assert sorted(done.stdout.splitlines()) == sorted(printed)


def test_the_files_that_it_names_are_there() -> None:
    named = set(re.findall(r"`((?:nonosat/)?[\w/]+\.(?:py|hpp|cpp))`", PAGE))
    assert len(named) > 12
    for name in named:
        assert (
            list((ROOT / "nonosat").rglob(name.removeprefix("nonosat/")))
            or (ROOT / "docs" / "explanation" / name).exists()
        ), name
