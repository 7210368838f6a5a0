# SPDX-License-Identifier: MIT
"""``nonosat correct``: text, drawing, JSON, the written file, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat
from tests.support.command_line import Run

TYPED = "width 3\nheight 2\nrows\n2\n1\ncolumns\n1\n2\n1\n"
"""``unique.non`` of the folder, with 2 instead of 3 in R1."""

TWO_WRONG = "width 3\nheight 3\nrows\n3\n3\n1\ncolumns\n0\n0\n1\n"


@pytest.fixture
def run(quick_run: Run, folder: Path) -> Run:
    (folder / "typed.non").write_text(TYPED)
    (folder / "two.non").write_text(TWO_WRONG)
    return quick_run


def test_it_explains_and_draws(run: Run) -> None:
    listed = (
        "typed.non: the rows fill 3 cells, the columns 4: a clue is wrong\n"
        "5 corrections of one number give a solution, 3 of them exactly one\n"
        "  1. R1: 2 becomes 3: [2] -> [3]; unique\n"
        "  2. C1: 1 is dropped: [1] -> 0; unique\n"
        "  3. C3: 1 is dropped: [1] -> 0; unique\n"
        "  4. R2: 1 becomes 2: [1] -> [2]; multiple\n"
        "  5. C2: 2 becomes 1: [2] -> [1]; multiple\n"
        "the typo is in R1, R2, C1, C2 or C3, if only one clue is wrong: without it the "
        "others have a solution\n"
    )
    drawn = (
        "the puzzle with correction 1 and its solution, R1 marked:\n"
        " | 1 2 1|\n"
        "-+------+\n"
        "3|#!#!#!|\n"
        "1| .## .|\n"
        "-+------+\n"
    )
    assert run("correct", "typed.non") == (listed, "", 0)
    assert run("correct", "--ascii", "--solution", "typed.non") == (listed + drawn, "", 0)


def test_another_one_is_chosen(run: Run) -> None:
    second = run("correct", "--ascii", "--solution", "--choose", "2", "typed.non")
    assert "the puzzle with correction 2 and its solution, C1 marked:" in second.out
    none = run("correct", "--choose", "9", "typed.non")
    assert none.code == 2
    assert "--choose 9: typed.non has" in none.err


def test_several_solutions(run: Run) -> None:
    text = '{"rows": [[2], [1]], "cols": [[1], [1]]}'
    one = run("correct", text)
    assert one.code == 0
    several = run("correct", "--ascii", "--solution", "--choose", "4", text)
    assert several.code == 1
    assert "correction 4, solution 1 of the 2 found; 4 cells differ, marked:" in several.out
    assert several.out.count("-+----+") == 4


def test_nothing_to_correct(run: Run, folder: Path) -> None:
    assert run("correct", "unique.non") == (
        "unique.non: nothing to correct: the clues have one solution\n",
        "",
        0,
    )
    several = run("correct", "-o", "out.non", "multiple.non")
    assert several.out == "multiple.non: nothing to correct: the clues have several solutions\n"
    assert several.code == 1
    assert several.err == "nonosat: multiple.non: nothing to correct: out.non is not written\n"
    assert not (folder / "out.non").exists()


def test_no_correction(run: Run) -> None:
    found = run("correct", "two.non")
    assert found.code == 3
    assert "no correction of one number gives a solution: all were tried" in found.out
    assert "at least two clues are wrong" in found.out
    assert "most probable correction" in found.out
    assert json.loads(run("correct", "--json", "two.non").out)["several"]["candidates"]


def test_the_puzzle_is_written(run: Run, folder: Path) -> None:
    text = 'title "Cup"\n' + TYPED + 'goal "111010"\n'
    (folder / "cup.non").write_text(text)
    written = run("correct", "-q", "-o", "new.non", "cup.non")
    said = (
        "cup.non: correction 1 of 5 is written, with which the goal picture is a solution: "
        "R1: 2 becomes 3: [2] -> [3]; unique\n"
    )
    assert written == ("", f"nonosat: {said}", 0)
    puzzle = nonosat.load(folder / "new.non")
    assert puzzle.title == "Cup"
    assert puzzle.goal == nonosat.Grid("###\n.#.")
    assert puzzle.rows[0] == ((3, 1),)
    again = run("correct", "-o", "new.non", "cup.non")
    assert again.code == 2
    assert "new.non exists: add --force to replace it" in again.err
    forced = run("correct", "-o", "new.non", "--force", "--choose", "2", "cup.non")
    assert forced.code == 0
    assert "cup.non: written to new.non: correction 2: C1: 1 is dropped" in forced.out
    assert nonosat.load(folder / "new.non").columns[0] == ()
    lossy = run("correct", "-o", "new.nin", "cup.non")
    assert lossy.code == 0
    assert "the format 'nin' does not keep" in lossy.err


def test_the_correction_with_the_goal_picture_is_written(run: Run, folder: Path) -> None:
    (folder / "third.non").write_text(TYPED + 'goal "110010"\n')
    agrees = "with which the goal picture is a solution: C3: 1 is dropped: [1] -> 0; unique\n"
    written = run("correct", "-o", "new.non", "third.non")
    assert "  3. C3: 1 is dropped: [1] -> 0; unique\n" in written.out
    assert "the goal picture is a solution with correction 3\n" in written.out
    assert written.out.endswith(f"third.non: written to new.non: correction 3, {agrees}")
    assert nonosat.load(folder / "new.non").columns[2] == ()
    assert json.loads(run("correct", "--json", "third.non").out)["chosen"] == 3
    quiet = run("correct", "-q", "-o", "new.non", "--force", "third.non")
    assert quiet == ("", f"nonosat: third.non: correction 3 of 5 is written, {agrees}", 0)
    first = run("correct", "-o", "new.non", "--force", "--choose", "1", "third.non")
    assert "written to new.non: correction 1: R1: 2 becomes 3" in first.out
    (folder / "none.non").write_text(TYPED + 'goal "000000"\n')
    none = run("correct", "-o", "new.non", "--force", "none.non")
    assert "written to new.non: correction 1: R1: 2 becomes 3" in none.out


def test_a_forgotten_space_is_written(run: Run, folder: Path) -> None:
    (folder / "space.non").write_text("rows\n12\ncolumns\n1\n0\n1\n1\n")
    written = run("correct", "-o", "new.non", "space.non")
    assert written.code == 0
    assert "  1. R1: 12 is split into 1 and 2: [12] -> [1] [2]; unique\n" in written.out
    assert nonosat.load(folder / "new.non").rows[0] == ((1, 1), (2, 1))


def test_a_correction_of_whole_lines_is_written(run: Run, folder: Path) -> None:
    """A row of a cup is typed twice."""
    rows, columns = "1 2 0 0 6 8 6,1 6,1 8 4", "0 5 6 6 2,6 1,6 5 1,1 4 0"
    text = "\n".join(["rows", *rows.split(), "columns", *columns.split(), ""])
    (folder / "twice.non").write_text(text.replace("\n8\n4\n", "\n8\n8\n4\n"))
    written = run("correct", "--ascii", "--solution", "-o", "new.non", "twice.non")
    one = "one row less, without row 10: 8, the same as row 9; unique"
    assert written.code == 0
    assert f"  1. {one}\n" in written.out
    assert "the puzzle with correction 1 and its solution:\n" in written.out
    assert written.out.endswith(f"twice.non: written to new.non: correction 1: {one}\n")
    assert "at least two clues are wrong" not in written.out
    assert nonosat.load(folder / "new.non").rows == nonosat.loads(text).rows
    found = json.loads(run("correct", "--json", "twice.non").out)
    assert (found["end"], found["chosen"]) == ("corrected", 1)
    first = found["line_corrections"][0]
    assert (first["kind"], first["line"]) == ("extra", "R10")
    assert (first["before"], first["after"]) == ([[[8, 1]]], [])


def test_standard_output_gets_the_puzzle_alone(run: Run) -> None:
    out = run("correct", "-o", "-", "--to", "json", "typed.non")
    assert out.code == 0
    assert nonosat.loads(out.out).rows[0] == ((3, 1),)
    assert run("correct", "-o", "new.xyz", "typed.non").code == 2
    assert run("correct", "-o", "new.jap", "typed.non").code == 2
    two = run("correct", "-o", "new.non", "typed.non", "two.non")
    assert two.code == 2
    assert "-o is for one puzzle" in two.err


def test_a_format_that_cannot_hold_it(run: Run, folder: Path) -> None:
    (folder / "free.json").write_text('{"rows": [[9], null], "cols": [[1], null]}')
    result = run("correct", "-o", "new.nin", "free.json")
    assert result.code == 4
    assert "cannot hold" in result.err


def test_json(run: Run) -> None:
    found = json.loads(run("correct", "--json", "typed.non").out)
    assert (found["file"], found["end"], found["chosen"]) == ("typed.non", "corrected", 1)
    assert found["complete"]
    first = found["corrections"][0]
    assert (first["line"], first["kind"], first["after"]) == ("R1", "changed", [[3, 1]])
    assert first["solutions"] == [["###", ".#."]]
    assert found["surplus"] == [-1]
    sound = json.loads(run("correct", "--json", "unique.non").out)
    assert (sound["verdict"], sound["chosen"]) == ("unique", None)
    bad = run("correct", "--json", '{"rows": [["x"]], "cols": [[1]]}')
    assert bad.code == 4
    assert "error" in json.loads(bad.out)


def test_limits(run: Run, data: Path) -> None:
    late = run("correct", "--time-limit", "0", "typed.non")
    assert late.code == 5
    assert "not everything was tried (time limit): undecided are R1, R2, C1, C2 and C3" in late.out
    first = run("correct", "--limit", "1", "typed.non")
    assert first.code == 5
    assert "1 correction of one number gives a solution\n" in first.out
    assert "not everything was tried (the limit)" in first.out
    unknown = run("correct", "--time-limit", "0", "unique.non")
    assert unknown.code == 5
    assert "whether the clues have a solution is unknown (time limit)" in unknown.out


def test_many_corrections_are_cut_short(run: Run) -> None:
    free = '{"rows": [[90], null, null], "cols": [null' + ", null" * 19 + "]}"
    short = run("correct", "--ascii", free)
    assert "  and 11 more\n" in short.out
    assert "  and 11 more\n" not in run("correct", "--ascii", "--all", free).out


def test_the_other_commands_name_it(run: Run) -> None:
    for command in ("solve", "check", "count", "show", "hint", "explain", "rate", "encode"):
        refused = run(command, "typed.non")
        assert refused.code == 4, command
        assert "typed.non: 'nonosat correct' looks for the mistyped number" in refused.err
    refused = json.loads(run("check", "--json", "typed.non").out)
    assert refused["help"] == "'nonosat correct' looks for the mistyped number"
    converted = run("convert", "typed.non", "-o", "x.json")
    assert converted.code == 4
    assert "nonosat correct" in converted.err
    why = run("check", "--why", "none.non")
    assert "'nonosat correct' looks for a mistyped number\n" in why.out
    assert "nonosat correct" not in run("check", "--json", '{"rows": [["x"]], "cols": [[1]]}').out
