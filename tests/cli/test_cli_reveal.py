# SPDX-License-Identifier: MIT
"""``nonosat reveal``: text, drawing, JSON, the written file, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from tests.support.command_line import Run


@pytest.fixture
def run(quick_run: Run, folder: Path, data: Path) -> Run:
    """In this process."""
    (folder / "steam.non").write_bytes((data / "two-ways-steam.non").read_bytes())
    return quick_run


def test_cells_are_printed(run: Run, folder: Path) -> None:
    given = run("reveal", "--ascii", "-o", "new.json", "steam.non")
    assert given.code == 0
    assert given.out.startswith(
        "steam.non: reveal 1 cell: no smaller set exists\ncells: R1C4\nindependent components: 1\n"
        "before, components marked       after, printed cells marked\n"
    )
    puzzle = nonosat.load(folder / "new.json")
    assert puzzle.printed is not None
    assert puzzle.printed.unknown_count == 99
    assert puzzle.solve().verdict.value == "unique"
    without = run("reveal", "--json", "multiple.non")
    assert without.code == 0
    assert json.loads(without.out)["cells"] == [[0, 0]]
    goal = run("reveal", "--solution", "multiple.non")
    assert "no goal" not in goal.out
    none = run("reveal", "none.non")
    assert none.out == "none.non: nothing to reveal: the puzzle has no solution\n"
    assert none.code == 3
    wrong = run("reveal", "wrong.non")
    assert wrong.code == 4


def test_limits(run: Run) -> None:
    given = run("reveal", "--time-limit", "0", "multiple.non")
    assert given.code == 5
    assert given.out == "multiple.non: no cells to reveal found: unknown (time limit)\n"


def test_the_puzzle_is_printed(run: Run) -> None:
    out = run("reveal", "-o", "-", "--to", "json", "goal.non")
    assert nonosat.loads(out.out).printed is not None
