# SPDX-License-Identifier: MIT
"""The commands that give exact answers: count, check --ambiguous, --why, check-grid."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonosat
from nonosat import Palette, Puzzle
from nonosat.model.numbers import decimal_text, leading_digits, product_text
from tests.support.clock import interrupted
from tests.support.command_line import Result, begin, interrupt, run_here
from tests.support.oracle import permutations, swaps

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
    return run_here(*map(str, arguments))


def test_count_prints_the_factors(folder: Path) -> None:
    result = run("count", folder / "swaps.json")
    assert (
        result.out
        == f"{folder / 'swaps.json'}: 1,024 = 2^10: 10 independent switching components\n"
    )
    assert result.code == 0
    assert run("count", folder / "perm3.json").out.endswith(": 6\n")
    assert run("count", "-q", folder / "perm3.json") == ("6\n", "", 0)
    assert run("count", "-q", folder / "perm3.json", "--limit", 5) == ("5\n", "", 5)
    words = ": 4 = 2^2: 1 independent component, 1 cell in no clued line\n"
    assert run("count", folder / "free.json").out.endswith(words)
    assert "5.104e1083 = 2^3600: 3,600 cells in no clued line" in run(
        "count", folder / "blank.json"
    ).out  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["unique.json"], 0, ": 1\n"),
        (["none.non"], 3, ": 0\n"),
        (["bad.non"], 4, "nonosat:"),
        (["perm3.json", "--limit", "5"], 5, ": at least 5 (the limit)\n"),
        (["perm20.json", "--time-limit", "0.3"], 5, "(time limit)\n"),
        (["unique.json", "none.non"], 3, ": 0\n"),
    ],
)
def test_count_exit_codes(folder: Path, arguments: list[str], code: int, words: str) -> None:
    named = [folder / a if "." in a and a[0].isalpha() else a for a in arguments]
    result = run("count", *named)
    assert result.code == code, result
    assert words in result.out + result.err


def test_count_json(folder: Path) -> None:
    data = json.loads(run("count", "--json", folder / "swaps.json").out)
    assert (data["number"], data["exact"]) == (1024, True)
    factor = {"ways": 2, "times": 10, "what": "switching component", "exact": True}
    assert data["factors"] == [factor]
    data = json.loads(run("count", "--json", folder / "perm3.json", "--limit", 5).out)
    assert (data["number"], data["exact"], data["reason"]) == (5, False, "count")
    sys.set_int_max_str_digits(0)
    data = json.loads(run("count", "--json", folder / "blank.json").out)
    assert data["number"] == 2**3600


def test_list_prints_all_solutions(folder: Path) -> None:
    result = run("count", "--list", folder / "perm3.json")
    assert result.code == 0
    grids = result.out.split("\n\n")
    assert grids[-1] == f"{folder / 'perm3.json'}: 6 solutions\n"
    assert len({*grids[:-1]}) == 6
    puzzle = permutations(3)
    assert all(puzzle.faults(nonosat.Grid(grid)) == () for grid in grids[:-1])
    assert run("count", "--list", "-q", folder / "unique.json").out == "##\n#.\n"
    two = [folder / "unique.json", folder / "none.non", folder / "unique.json"]
    assert run("count", "--list", "-q", *two).out == "##\n#.\n\n##\n#.\n"
    assert run("count", "--list", folder / "none.non").code == 3


@pytest.mark.parametrize(("limit", "code"), [(5, 5), (6, 0), (7, 0)])
def test_list_with_a_limit(folder: Path, limit: int, code: int) -> None:
    result = run("count", "--list", "--json", "--limit", limit, folder / "perm3.json")
    objects = [json.loads(line) for line in result.out.splitlines()]
    assert [each["number"] for each in objects] == list(range(1, min(limit, 6) + 1))
    assert list(objects[0]) == ["file", "index", "number", "solution"]
    assert result.code == code
    words = "5 solutions listed; there are more" if code else "6 solutions"
    assert words in run("count", "--list", "--limit", limit, folder / "perm3.json").out


def test_list_keeps_its_time_limit(folder: Path) -> None:
    result = run("count", "--list", "--time-limit", 0, folder / "perm20.json")
    assert result.code == 5
    assert result.out.endswith("0 solutions listed; there may be more (time limit)\n")


def test_list_streams(folder: Path) -> None:
    """A puzzle with 20! solutions: the first ones arrive, and a closed pipe ends the command."""
    command = f"{sys.executable} -m nonosat count --list -q {folder / 'perm20.json'}"
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -n 62; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    grids = done.stdout.split("\n\n")
    assert len(grids) == 3  # two of 20 rows and a blank line each, and 20 rows of the third
    assert all(permutations(20).faults(nonosat.Grid(grid)) == () for grid in grids[:2])
    assert done.stdout.endswith("\n74\n")
    assert done.stderr == ""


def test_ctrl_c_ends_a_list(folder: Path) -> None:
    child = begin("count", "--list", str(folder / "perm20.json"))
    assert child.stdout is not None
    assert child.stdout.read(1) in ".#"  # the list has begun, and goes on
    assert interrupt(child)[1:] == ("nonosat: interrupted\n", 130)


def test_check_ambiguous(folder: Path) -> None:
    result = run("check", "--ambiguous", "--ascii", folder / "swaps.json")
    assert result.code == 1
    assert "ambiguous cells: 40, marked; all others are certain:" in result.out
    assert result.out.count("!") == 40  # marks as characters, not colours
    data = json.loads(run("check", "--ambiguous", "--json", folder / "perm3.json").out)
    assert data["certain"] == ["???"] * 3
    assert data["ambiguous"] == [[r, c] for r in range(3) for c in range(3)]
    assert "ambiguous" not in json.loads(run("check", "--json", folder / "perm3.json").out)
    assert "ambiguous cells" not in run("check", "--show", folder / "perm3.json").out
    result = run("check", "--ambiguous", "--preset", "logic", folder / "perm3.json")
    assert (result.code, "needs the stage sat" in result.err) == (2, True)
    data = json.loads(
        run("check", "--ambiguous", "--json", "--time-limit", 0, folder / "perm3.json").out
    )
    assert (data["ambiguous"], data["reason"]) == (None, "time")


def test_check_why(folder: Path) -> None:
    result = run("check", "--why", "--ascii", folder / "none.non")
    assert result.code == 3
    assert "R1 and C3 contradict each other (a smallest set)" in result.out
    assert result.out.count("!") == 5  # the cells of R1 and C3
    data = json.loads(run("check", "--why", "--json", folder / "none.non").out)
    assert data["why"] == {
        "lines": ["R1", "C3"], "cells": [], "minimal": True, "smallest": True,
        "reason": None, "found": True,
    }  # fmt: skip
    data = json.loads(run("check", "--why", "--json", folder / "unique.json").out)
    assert data["why"] is None


@pytest.mark.parametrize(
    ("puzzle", "grid", "code", "words"),
    [
        ("unique", "??\n#?", 0, "right so far"),
        ("unique", "??\n.?", 1, "wrong: 1 cell differs from the only solution, marked:"),
        ("perm3", "#??\n???\n??#", 0, "right so far"),
        ("perm3", "#??\n#??\n???", 1, "wrong: C1 and 2 given cells contradict each other"),
        ("none", "???\n???\n???", 3, "the clues themselves have no solution"),
        ("perm3", "#?\n??", 4, "the given grid has 2 columns and 2 rows"),
        ("perm3", "#y?", 4, "'y' is not a cell"),
    ],
)
def test_check_grid(folder: Path, puzzle: str, grid: str, code: int, words: str) -> None:
    (folder / "grid.txt").write_text(grid)
    path = next(folder.glob(f"{puzzle}.*"))
    result = run("check-grid", "--level", "cell", "--given", folder / "grid.txt", path)
    assert (result.code, words in result.out + result.err) == (code, True), result
    data = json.loads(run("check-grid", "--json", "--given", folder / "grid.txt", path).out)
    assert ("error" in data) is (code == 4)
    assert run("check-grid", "-q", "--given", folder / "grid.txt", path).out == ""


def test_check_grid_shows_no_more_than_was_asked(folder: Path) -> None:
    path = folder / "unique.json"
    whether = run("check-grid", "--given", "??\n.?", path)
    assert (whether.out, whether.code) == (f"{path}: wrong\n", 1)
    assert whether.err == "nonosat: --level line and --level cell say more\n"
    line = run("check-grid", "--level", "line", "--given", "??\n.?", path)
    assert line.out == f"{path}: wrong; the mistakes are in R2\n"
    assert "cells: R2C1" in run("check-grid", "--level", "cell", "--given", "??\n.?", path).out


def test_why_gets_the_time_that_is_over_from_solving(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float | None] = []

    def why(puzzle: Puzzle, *, time_limit: float | None) -> nonosat.types.Contradiction:
        limits.append(time_limit)
        return nonosat.types.Contradiction(reason=nonosat.Reason.TIME)

    monkeypatch.setattr("nonosat.exact.find_contradiction", why)
    result = run("check", "--why", "--time-limit", 7, folder / "none.non")
    assert "no contradiction was found (time limit)" in result.out
    run("check", "--why", folder / "none.non")
    first, second = limits
    assert first is not None
    assert 0 < first < 7
    assert second is None


def test_a_given_grid_where_the_clues_are_undecided(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No solution extends the grid; the grid is wrong only if the clues have a solution."""
    found = nonosat.types.GridCheck(False, nonosat.Verdict.UNKNOWN, None)
    monkeypatch.setattr("nonosat.exact.check_grid", lambda *_, **__: found)
    result = run("check-grid", "--given", "??\n??", folder / "unique.json")
    assert result.code == 5
    assert "no solution extends the grid; whether the clues alone have one is unknown" in result.out


def test_a_given_grid_without_the_package_of_the_backend(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    options = ("--preset", "cpsat")
    result = run("check-grid", "--given", "??\n??", *options, folder / "unique.json")
    assert (result.code, result.out) == (5, "")
    assert "needs ortools" in result.err
    assert "Traceback" not in result.err


def test_check_given_what_cannot_be(folder: Path) -> None:
    result = run("check-grid", "--given", folder / "absent.txt", folder / "unique.json")
    assert (result.code, "absent.txt" in result.err) == (4, True)
    (folder / "grid.txt").write_text("??\n??")
    data = json.loads(
        run(
            "check-grid", "--json", "--time-limit", 0, "--given", folder / "grid.txt",
            folder / "unique.json",
        ).out
    )  # fmt: skip
    assert (data["right"], data["reason"]) == (None, "time")


def test_ctrl_c_ends_a_count(folder: Path) -> None:
    nonosat.dump(Puzzle([[1, 1, 1]] * 26, [[1, 1, 1]] * 26), folder / "large.json")
    command = [sys.executable, "-m", "nonosat", "count", str(folder / "large.json")]
    assert interrupted(command, 0.5) == (b"", b"nonosat: interrupted\n", 130)


@pytest.fixture
def few_digits() -> Iterator[None]:
    """Python refuses to convert more than 640 digits itself, which takes quadratic time."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("few_digits")
def test_half_a_million_digits_do_not_take_quadratic_time(tmp_path: Path) -> None:
    side = 530
    palette = Palette.of([(f"c{number}", f"#{number:06x}", None) for number in range(60)])
    puzzle = Puzzle([None] * side, [None] * side, palette=palette)
    file = tmp_path / "x.json"
    nonosat.dump(puzzle, file)
    result = run_here("count", "--json", str(file))
    assert result.code == 0
    assert result.out.startswith(f'{{"file": "{file}"')
    assert '"factors": [{"ways": 61, "times": 280900, ' in result.out
    digits = result.out.split('"number": ')[1].split(",")[0]
    assert len(digits) == 501_500
    assert int(digits[-9:]) == pow(61, side * side, 10**9)


def test_decimal_text_has_the_digits_of_python() -> None:
    rng = random.Random(1)
    for bits in (1, 1999, 2000, 2001, 4001, 9000, 12_345):
        value = rng.getrandbits(bits) | 1 << (bits - 1)
        assert decimal_text(value) == str(value)
        assert decimal_text(1 << bits) == str(1 << bits)
        assert product_text([(value, 3), (7, 1)]) == decimal_text(value**3 * 7)
        if bits > 1:
            text = decimal_text(value)
            assert leading_digits(value) == (text[:4], len(text) - 1)


def test_a_count_is_printed_without_its_million_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = nonosat.count_solutions(Puzzle([None] * 200, [None] * 200))
    monkeypatch.setattr("nonosat.model.numbers._decimal", None)  # converts all digits
    assert found.words().startswith("1.584e12041 = 2^40000")
    monkeypatch.undo()
    assert found.digits == decimal_text(found.number)
