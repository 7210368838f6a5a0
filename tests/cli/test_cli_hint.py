# SPDX-License-Identifier: MIT
"""``hint``: the levels, mistakes, exit codes, JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from tests.support.command_line import Run


@pytest.fixture
def run(quick_run: Run) -> Run:
    """Commands run in this process, because no test here is about streams."""
    return quick_run


def test_three_levels(run: Run) -> None:
    where = run("hint", "unique.non")
    assert (where.out, where.code) == ("unique.non: Look at row 1 (3)\n", 0)
    what = run("hint", "--ascii", "--level", "what", "unique.non")
    assert what.out.startswith("unique.non: R1: 1-3 are filled\n")
    assert "3|#!#!#!|\n1| ? ? ?|" in what.out
    why = run("hint", "--ascii", "--level", "why", "unique.non")
    step = nonosat.hint(nonosat.load("unique.non"), given=nonosat.Grid("???\n???")).steps[0]
    assert why.out.startswith(f"unique.non: {step}\n")
    assert what.code == why.code == 0


def test_a_grid_that_is_filled_in_so_far(run: Run, folder: Path) -> None:
    (folder / "g.txt").write_text("###\n???\n")
    assert run("hint", "--given", "g.txt", "unique.non").out != run("hint", "unique.non").out
    (folder / "g.txt").write_text("###\n.#.\n")
    solved = run("hint", "--given", "g.txt", "unique.non")
    assert (solved.out, solved.code) == ("unique.non: solved\n", 0)
    (folder / "g.txt").write_text("###\n.#\n")
    assert run("hint", "--given", "g.txt", "unique.non").code == 4
    assert run("hint", "--given", "-", "-").code == 2


def test_mistakes_come_first(run: Run, folder: Path) -> None:
    (folder / "g.txt").write_text("#.?\n???\n")
    wrong = run("hint", "--ascii", "--level", "why", "--given", "g.txt", "unique.non")
    assert wrong.code == 1
    assert wrong.out.startswith("unique.non: wrong: 1 cell differs from the only solution\n")
    assert "3|##.! ?|" in wrong.out
    (folder / "g.txt").write_text("##\n??\n")
    several = run("hint", "--level", "why", "--given", "g.txt", "multiple.non")
    assert several.code == 1
    assert "contradict each other" in several.out
    (folder / "g.txt").write_text("?")
    none = run("hint", "none.non")
    assert none.code == 3
    assert none.out.startswith("none.non: the clues themselves have no solution")


@pytest.mark.parametrize("puzzle", ["unique.non", "multiple.non"])
def test_mistakes_have_the_three_levels(run: Run, folder: Path, puzzle: str) -> None:
    (folder / "g.txt").write_text("#.?\n???\n" if puzzle == "unique.non" else "##\n??\n")
    asked = ("hint", "--ascii", "--given", "g.txt", puzzle)
    where = run(*asked)
    assert where.out == f"{puzzle}: There is a mistake in the grid\n"
    assert where.err == "nonosat: --level what and --level why say more\n"
    what = run(*asked, "--level", "what")
    assert what.out == f"{puzzle}: The mistakes are in R1\n"
    assert what.err == "nonosat: --level why says more\n"
    why = run(*asked, "--level", "why")
    assert why.out.startswith(f"{puzzle}: wrong")
    assert "-+" in why.out
    assert where.code == what.code == why.code == 1
    assert "check" not in json.loads(run(*asked, "--json").out)
    assert json.loads(run(*asked, "--json", "--level", "why").out)["check"]["right"] is False


def test_quiet_prints_the_hint_alone(run: Run, folder: Path) -> None:
    assert run("hint", "-q", "unique.non") == ("Look at row 1 (3)\n", "", 0)
    (folder / "g.txt").write_text("#.?\n???\n")
    wrong = run("hint", "-q", "--level", "what", "--given", "g.txt", "unique.non")
    assert wrong == ("The mistakes are in R1\n", "", 1)
    (folder / "g.txt").write_text("###\n.#.\n")
    assert run("hint", "-q", "--given", "g.txt", "unique.non") == ("", "", 0)


def test_no_step(run: Run, data: Path) -> None:
    ambiguous = run("hint", "multiple.non")
    assert ambiguous.code == 5
    assert ambiguous.out.startswith("multiple.non: nothing follows")
    noise = str(data / "noise-18x18-7733.non")
    known = nonosat.solve(nonosat.load(noise), stages=["lines"]).known
    stuck = run("hint", "--max-technique", "line", "--given", f"{known}\n", noise)
    assert stuck.code == 5
    assert "the techniques up to line solving give nothing" in stuck.out
    late = run("hint", "--time-limit", "0", noise)
    assert late.code == 5
    assert "time limit" in late.out


def test_json_has_everything_up_to_the_level(run: Run) -> None:
    found = json.loads(run("hint", "--json", "unique.non").out)
    assert (found["file"], found["kind"], found["level"]) == ("unique.non", "step", "where")
    assert found["where"]["lines"] == ["R1"]
    assert not {"what", "why"} & found.keys()
    found = json.loads(run("hint", "--json", "--level", "what", "unique.non").out)
    assert found["what"]["cells"][2] == {"cell": [0, 2], "value": 1}
    assert "why" not in found
    found = json.loads(run("hint", "--json", "--level", "why", "unique.non").out)
    assert found["why"]["steps"][0]["technique"] == "trivial"
    assert json.loads(run("hint", "--json", "broken.non").out)["error"]


def test_colours_and_several_puzzles(run: Run, data: Path) -> None:
    fruit = str(data / "fruit-bowl.xml")
    result = run("hint", fruit, "none.non", "-q")
    assert (result.out, result.code) == ("Look at row 13 (25 brown)\n", 3)
    result = run("hint", "--level", "what", "--ascii", fruit, "unique.non")
    assert result.code == 0
    assert "fruit-bowl.xml: R13: 1-25 are brown\n" in result.out
    assert "!" in result.out
    assert "unique.non: R1: 1-3 are filled\n" in result.out
