# SPDX-License-Identifier: MIT
"""The page "Your own encoding, your own stage": its script, its rows, and that faults are found."""

from __future__ import annotations

import re
import runpy
from itertools import product

import pytest

from nonosat import Grid, Puzzle, study
from tests.support.places import ROOT

PAGE = ROOT / "docs" / "explanation" / "own-encoding.md"
SCRIPT = PAGE.with_name("own_encoding.py")


def test_the_page_shows_the_script_piece_by_piece() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert "\n\n".join(blocks).split() == SCRIPT.read_text("utf-8").split()


def test_it_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(SCRIPT), run_name="__main__")
    (console,) = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    command, *printed = console.splitlines()
    assert command == f"$ python {SCRIPT.name}"
    found = capsys.readouterr().out.splitlines()
    assert found[0] == printed[0]
    for line, said in zip(found[1:], printed[1:], strict=True):
        *counts, conflicts, ratio = line.split()  # conflicts depend on the version of python-sat
        assert counts == said.split()[:-2]
        assert float(conflicts) >= 0
        assert float(ratio) > 0


def test_its_rows_are_rows_of_a_study_and_its_placements_are_all() -> None:
    script = runpy.run_path(str(SCRIPT))
    rows = script["compare"](study.random_picture_puzzles(5, 4, 0.5, 3, seed=2))
    assert len(rows) == 12
    assert set(study.par2(rows)) == {row["configuration"] for row in rows}
    for size, clue in ((6, [1, 2]), (5, [5]), (4, []), (3, [1, 1])):
        lines = [
            {at for at in range(size) if line[at]}
            for line in product((0, 1), repeat=size)
            if [len(run) for run in "".join(map(str, line)).split("0") if run] == clue
        ]
        found = list(script["placements"](clue, size))
        assert sorted(map(sorted, found)) == sorted(map(sorted, lines))


def test_puzzles_that_it_cannot_take_are_refused() -> None:
    script = runpy.run_path(str(SCRIPT))
    for puzzle in (Puzzle([[1], None], [[1], []]), Puzzle.from_grid(Grid(["rb"], "rb"))):
        with pytest.raises(ValueError, match="all clues, in black and white"):
            script["solve"](puzzle, stage=True)


def test_a_fault_of_the_encoding_is_found() -> None:
    script = runpy.run_path(str(SCRIPT))
    script["solve"].__globals__["placements"] = lambda clue, size: [set(range(sum(clue)))]
    puzzle = study.random_picture_puzzles(5, 5, 0.5, 1, seed=3)
    with pytest.raises(AssertionError):
        script["compare"](puzzle)
