# SPDX-License-Identifier: MIT
"""``line-statistics``: text, JSON, order, presets, exit codes, options that exclude others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Run

TABLE = """\
unique.non: unique
line  clue  placements  line solves  cells
R1    3                1            1      3
R2    1                3            2      0
C1    1                2            1      1
C2    2                1            1      1
C3    1                2            1      1
all                    9            6      6
"""


@pytest.fixture
def run(quick_run: Run) -> Run:
    """Commands run in this process, because no test here is about streams."""
    return quick_run


def test_the_table_of_a_small_puzzle(run: Run) -> None:
    result = run("line-statistics", "--ascii", "unique.non")
    assert result.code == 0
    rows = [line.replace("|", " ").split() for line in result.out.splitlines()[3:]]
    assert [row[:-1] for row in rows] == [line.split() for line in TABLE.splitlines()[2:]]
    assert all(0 <= float(row[-1]) < 1000 for row in rows)
    assert [x.strip() for x in result.out.splitlines()[1].split("|")] == [
        "line", "clue", "placements", "line solves", "cells", "ms",
    ]  # fmt: skip


def names(out: str) -> list[str]:
    return [line.split()[0] for line in out.splitlines() if line[:1] in "RC"]


def test_the_order_of_the_lines(run: Run) -> None:
    def sorted_by(order: str, *more: str) -> list[str]:
        return names(run("line-statistics", "-q", "--sort", order, *more, "unique.non").out)

    assert sorted_by("placements") == ["R1", "C2", "C1", "C3", "R2"]
    assert sorted_by("-placements") == ["R2", "C1", "C3", "R1", "C2"]
    assert sorted_by("-line") == ["C3", "C2", "C1", "R2", "R1"]
    assert sorted_by("-cells") == ["R1", "C1", "C2", "C3", "R2"]
    several = sorted_by("-sat:cells", "--presets", "fast,sat")
    assert several == ["R1", "R2", "C1", "C2", "C3"]  # no line settles anything there


def test_presets_side_by_side(run: Run) -> None:
    result = run("line-statistics", "--presets", "fast, sat", "unique.non")
    assert result.code == 0
    assert result.out.startswith(
        "unique.non: unique (fast)\nunique.non: unique (sat; 6 cells settled by no single line)\n"
    )
    for head in ("fast line solves", "fast cells", "sat cells", "sat ms"):
        assert head in result.out
    total = next(line for line in result.out.splitlines() if line.startswith("all"))
    assert total.split()[1:4] + total.split()[5:7] == ["9", "6", "6", "0", "0"]


def test_the_preset_that_decides_gives_the_exit_code(run: Run) -> None:
    assert run("line-statistics", "--presets", "logic,fast", "multiple.non").code == 1
    assert run("line-statistics", "--presets", "logic", "multiple.non").code == 5
    assert run("line-statistics", "none.non").code == 3
    assert run("line-statistics", "broken.non").code == 4
    result = run("line-statistics", "--time-limit", "0", "unique.non")
    assert result.code == 5
    assert result.out.startswith("unique.non: unknown (time limit)\n")
    assert " ?  " in result.out


def test_several_puzzles_and_verbose(run: Run) -> None:
    result = run("line-statistics", "-v", "unique.non", "broken.non", "multiple.non")
    assert result.code == 4
    tables = result.out.split("\n\n")
    assert [table.splitlines()[0] for table in tables] == [
        "unique.non: unique",
        "multiple.non: multiple",
    ]
    assert "line_solves 6" in tables[0]
    assert "broken.non: line 4" in result.err


def test_json(run: Run) -> None:
    result = run("line-statistics", "--json", "--sort", "-placements", "unique.non")
    found = json.loads(result.out)
    assert found["file"] == "unique.non"
    assert found["placements"] == 9
    assert found["runs"]["default"]["verdict"] == "unique"
    assert found["runs"]["default"]["cells"] == 6
    first = found["lines"][0]
    assert (first["line"], first["clue"], first["placements"]) == ("R2", [1], 3)
    assert first["runs"]["default"].keys() == {"line_solves", "cells", "seconds"}
    free = json.loads(run("line-statistics", "--json", "--presets", "logic", "free.json").out)
    assert [line["clue"] for line in free["lines"]] == [[2], None, [1], None]
    assert [line["placements"] for line in free["lines"]] == [1, None, 2, None]
    assert list(free["runs"]) == ["logic"]
    assert json.loads(run("line-statistics", "--json", "broken.non").out)["error"]


def test_colours(run: Run, data: Path) -> None:
    result = run("line-statistics", "--json", str(data / "fruit-bowl.xml"))
    clue = json.loads(result.out)["lines"][1]["clue"]
    assert all(isinstance(length, int) and len(letter) == 1 for length, letter in clue)
    assert "brown" in run("line-statistics", "-q", str(data / "fruit-bowl.xml")).out


def test_a_grid_from_which_the_solve_starts(run: Run, folder: Path) -> None:
    (folder / "g.txt").write_text("#?\n??\n")
    result = run("line-statistics", "--json", "--given", "g.txt", "multiple.non")
    found = json.loads(result.out)
    assert result.code == 0
    assert [line["placements"] for line in found["lines"]] == [1, 2, 1, 2]
    assert found["runs"]["default"]["cells"] == 3
    (folder / "g.txt").write_text("#?\n")
    assert run("line-statistics", "--given", "g.txt", "multiple.non").code == 4
