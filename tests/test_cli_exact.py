# SPDX-License-Identifier: MIT
"""The commands that give exact answers: count, check --ambiguous, --why, --given."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from clock import interrupted
from oracle import permutations, swaps

import nonosat
from nonosat import Puzzle
from nonosat.cli import program

NONE = "width 3\nheight 3\nrows\n1,1\n1\n0\n\ncolumns\n1\n2\n0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    puzzles = {
        "perm3": permutations(3),
        "perm20": permutations(20),
        "swaps": swaps(2, 5),
        "unique": Puzzle([[2], [1]], [[2], [1]]),
        "free": Puzzle([[1], None], [[1], None]),
        "blank": Puzzle([None] * 60, [None] * 60),
    }
    for name, puzzle in puzzles.items():
        nonosat.dump(puzzle, tmp_path / f"{name}.json")
    (tmp_path / "none.non").write_text(NONE)
    (tmp_path / "bad.non").write_text("width 1\n")
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(program, [str(a) for a in arguments], catch_exceptions=False)


def test_count_prints_the_factors(folder: Path) -> None:
    result = run("count", folder / "swaps.json")
    assert result.output == f"{folder / 'swaps.json'}: 1,024 = 2^10: ten independent swaps\n"
    assert result.exit_code == 0
    assert run("count", folder / "perm3.json").output.endswith(": 6\n")
    words = ": 4 = 2^2: one independent component, one cell in no clued line\n"
    assert run("count", folder / "free.json").output.endswith(words)
    assert "5.104e1083 = 2^3600: 3,600 cells in no clued line" in run(
        "count", folder / "blank.json"
    ).output  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["unique.json"], 0, ": 1\n"),
        (["none.non"], 3, ": 0\n"),
        (["bad.non"], 4, "nonosat:"),
        (["perm3.json", "--limit", "5"], 5, ": at least 5 (as many as asked for)\n"),
        (["perm20.json", "--time-limit", "0.3"], 5, "(time limit)\n"),
        (["unique.json", "none.non"], 3, ": 0\n"),
    ],
)
def test_count_exit_codes(folder: Path, arguments: list[str], code: int, words: str) -> None:
    named = [folder / a if "." in a and a[0].isalpha() else a for a in arguments]
    result = run("count", *named)
    assert result.exit_code == code, result.output
    assert words in result.output


def test_count_json(folder: Path) -> None:
    told = json.loads(run("count", "--json", folder / "swaps.json").stdout)
    assert (told["count"], told["exact"], told["factors"]) == (1024, True, [[2, 10]])
    told = json.loads(run("count", "--json", folder / "perm3.json", "--limit", 5).stdout)
    assert (told["count"], told["exact"], told["reason"]) == (5, False, "count")
    sys.set_int_max_str_digits(0)
    told = json.loads(run("count", "--json", folder / "blank.json").stdout)
    assert told["count"] == 2**3600


def test_check_ambiguous(folder: Path) -> None:
    result = run("check", "--ambiguous", "--ascii", folder / "swaps.json")
    assert result.exit_code == 1
    assert "ambiguous cells: 40, marked; all others are certain:" in result.output
    assert result.output.count("!") == 40  # a mark that is no colour
    told = json.loads(run("check", "--ambiguous", "--json", folder / "perm3.json").stdout)
    assert told["certain"] == ["???"] * 3
    assert told["ambiguous"] == [[r, c] for r in range(3) for c in range(3)]
    assert "ambiguous" not in json.loads(run("check", "--json", folder / "perm3.json").stdout)
    assert "ambiguous cells: 9" in run("check", "--show", folder / "perm3.json").output
    result = run("check", "--ambiguous", "--preset", "logic", folder / "perm3.json")
    assert (result.exit_code, "needs the stage sat" in result.output) == (2, True)
    told = json.loads(
        run("check", "--ambiguous", "--json", "--time-limit", 0, folder / "perm3.json").stdout
    )
    assert (told["ambiguous"], told["reason"]) == (None, "time")


def test_check_why(folder: Path) -> None:
    result = run("check", "--why", "--ascii", folder / "none.non")
    assert result.exit_code == 3
    assert "R1, C3 cannot stand together (a smallest set)" in result.output
    assert result.output.count("!") == 5  # the cells of R1 and C3
    told = json.loads(run("check", "--why", "--json", folder / "none.non").stdout)
    assert told["why"] == {"lines": ["R1", "C3"], "cells": [], "minimal": True, "smallest": True}
    told = json.loads(run("check", "--why", "--json", folder / "unique.json").stdout)
    assert told["why"] is None


@pytest.mark.parametrize(
    ("puzzle", "grid", "code", "words"),
    [
        ("unique", "??\n#?", 0, "right so far"),
        ("unique", "??\n.?", 1, "wrong: 1 cell differs from the only solution, marked"),
        ("perm3", "#??\n???\n??#", 0, "right so far"),
        ("perm3", "#??\n#??\n???", 1, "wrong: C1, 2 given cells cannot stand together"),
        ("none", "???\n???\n???", 3, "no solution: the clues contradict each other"),
        ("perm3", "#?\n??", 4, "the given grid is 2x2, the puzzle 3x3"),
        ("perm3", "#x?", 4, "'x' is no cell"),
    ],
)
def test_check_given(folder: Path, puzzle: str, grid: str, code: int, words: str) -> None:
    (folder / "grid.txt").write_text(grid)
    path = next(folder.glob(f"{puzzle}.*"))
    result = run("check", "--given", folder / "grid.txt", path)
    assert (result.exit_code, words in result.output) == (code, True), result.output
    told = json.loads(run("check", "--json", "--given", folder / "grid.txt", path).stdout)
    assert ("error" in told) is (code == 4)
    assert run("check", "-q", "--given", folder / "grid.txt", path).stdout == ""


def test_check_given_what_cannot_be(folder: Path) -> None:
    result = run("check", "--given", folder / "absent.txt", folder / "unique.json")
    assert (result.exit_code, "absent.txt" in result.output) == (4, True)
    (folder / "grid.txt").write_text("??\n??")
    result = run("check", "--why", "--given", folder / "grid.txt", folder / "unique.json")
    assert result.exit_code == 2
    told = json.loads(
        run(
            "check", "--json", "--time-limit", 0, "--given", folder / "grid.txt",
            folder / "unique.json",
        ).stdout
    )  # fmt: skip
    assert (told["right"], told["reason"]) == (None, "time")


def test_ctrl_c_ends_a_count(folder: Path) -> None:
    nonosat.dump(Puzzle([[1, 1, 1]] * 26, [[1, 1, 1]] * 26), folder / "large.json")
    command = [sys.executable, "-m", "nonosat", "count", str(folder / "large.json")]
    assert interrupted(command, 1) == (b"", b"nonosat: interrupted\n", 130)
