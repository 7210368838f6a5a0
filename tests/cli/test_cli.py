# SPDX-License-Identifier: MIT
"""The command line: its output on stdout and stderr, and its exit codes.

The short cases run in this process, the others in their own process, as for users.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat import Grid, Puzzle, Report, load
from nonosat.cli.commands import program
from nonosat.formats import dumps, loads
from nonosat.make import ClueCorrections, PictureRepair, RevealedCells
from nonosat.model.plain import plain_keys
from nonosat.types import Hint, Rating
from nonosat.web.openapi import REPLIES
from nonosat.web.schemas import SCHEMAS, schema_of
from tests.support.broken_files import BROKEN
from tests.support.command_line import (
    FILES,
    SOLVED,
    UNIQUE,
    Run,
)
from tests.support.places import ROOT

DOES_NOT_FIT = "R1, block 1: does not fit: the clue needs 4 cells, the line has 3"

CASES: list[tuple[list[str], str, str, str, int]] = [
    # arguments, stdin, stdout, a part of stderr ("" = stderr is empty), exit code
    (["check", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "multiple.non"], "", "multiple.non: multiple\n", "", 1),
    (["check", "none.non"], "", "none.non: none (no solution)\n", "'nonosat correct' looks", 3),
    (["check", "-"], UNIQUE, "-: unique\n", "", 0),
    (["check", UNIQUE], "", "<text>: unique\n", "", 0),
    (["check", '{"rows":[[1]],"cols":[[1]]}'], "", "<text>: unique\n", "", 0),
    (["check", "--format", "json", "-"], '{"rows":[[1]],"cols":[[1]]}', "-: unique\n", "", 0),
    (["check", "unique.non", "none.non", "multiple.non"], "",
     "unique.non: unique\nnone.non: none (no solution)\nmultiple.non: multiple\n",
     "'nonosat correct' looks", 3),
    (["solve", "-q", "--ascii", "--stages", "sat", "unique.non"], "", SOLVED, "", 0),
    (["check", "--preset", "sat", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["solve", "--graph-search", "networkx", "none.non"], "", "none.non: none (no solution)\n",
     "", 3),
    (["check", "--preset", "logic", "multiple.non"], "",
     "multiple.non: unknown; not solvable by logic alone: 4 cells are unknown\n", "", 5),
    (["check", "--preset", "logic", "unique.non"], "",
     "unique.non: unique; solvable without guessing\n", "", 0),
    (["solve", "-q", "--ascii", "--stages", "lines,probe,beliefs", "unique.non"],
     "", SOLVED, "", 0),
    (["solve", "--stages", "lines,probe", "none.non"], "", "none.non: none (no solution)\n", "", 3),
    (["solve", "-q", "--ascii", "--limit", "1", "unique.non"], "", SOLVED, "", 0),
    (["check", "--time-limit", "0", "multiple.non"], "",
     "multiple.non: unknown (time limit)\n", "", 5),
    (["check", "--preset", "sat", "--conflict-limit", "0", "multiple.non"], "",
     "multiple.non: unknown (conflict limit)\n", "", 5),
    (["check", "--memory-limit", "1", "multiple.non"], "",
     "multiple.non: unknown (memory limit)\n", "", 5),
    (["check", "goal.non"], "",
     "goal.non: multiple; the goal picture is one of several solutions\n", "", 1),
    (["check", "wrong.non"], "",
     "wrong.non: unique; the goal picture is not a solution\n", "", 0),
    (["check", "right.non"], "", "right.non: unique\n", "", 0),
    (["check", "free.json"], "",
     "free.json: multiple; cells in no clued line: 1, all others are determined\n", "", 1),
    (["check", "many.json", "multiple.non"], "", "many.json#1: unique\nmultiple.non: multiple\n",
     "nonosat: many.json#2: R1, block 1: does not fit", 4),
    (["check", "--quiet", "multiple.non", "unique.non"], "", "", "", 1),
    (["check", "-q", "broken.non"], "", "", f"nonosat: broken.non: line 4, {DOES_NOT_FIT}", 4),
    (["check", "missing.non", "unique.non"], "", "unique.non: unique\n",
     "nonosat: missing.non: the file cannot be read: No such file", 4),
    (["check", "-"], "", "", "nonosat: -: ", 4),
    (["check", "--time-limit", "0", "multiple.non", "broken.non", "none.non"], "",
     "multiple.non: unknown (time limit)\nnone.non: unknown (time limit)\n", DOES_NOT_FIT, 4),
    (["check", "none.non", "--time-limit", "0", "unique.non"], "",
     "none.non: unknown (time limit)\nunique.non: unknown (time limit)\n", "", 5),
    (["solve", "-q", "--ascii", "unique.non"], "", SOLVED, "", 0),
    (["solve", "--ascii", "unique.non"], "", "unique.non: unique\n" + SOLVED, "", 0),
    (["solve", "none.non"], "", "none.non: none (no solution)\n", "", 3),
    (["solve", "--quiet", "none.non"], "", "", "", 3),
    (["solve", "broken.non"], "", "", f"line 4, {DOES_NOT_FIT}", 4),
    (["solve", "--limit", "1", "--time-limit", "0", "multiple.non"], "",
     "multiple.non: unknown (time limit)\nsolved by deduction: 0 of 4 cells\n", "", 5),
    (["show", "-q", "--ascii", "unique.non"], "",
     " | 1 2 1|\n-+------+\n3|      |\n1|      |\n-+------+\n", "", 0),
    (["show", "broken.non"], "", "", f"nonosat: broken.non: line 4, {DOES_NOT_FIT}", 4),
    (["check"], "", "", "Missing argument 'FILE...'", 2),
    (["solve", "--preset", "fast", "--stages", "sat", "unique.non"], "", "",
     "--preset and --stages exclude each other", 2),
    (["solve", "--stages", "guess", "unique.non"], "", "", "unknown stage 'guess'", 2),
    (["solve", "--stages", "sat,lines", "unique.non"], "", "", "in the order lines, ", 2),
    (["check", "--preset", "best", "unique.non"], "", "", "'best' is not one of", 2),
    (["check", "--format", "doc", "unique.non"], "", "", "unknown format 'doc'", 2),
    (["check", "--time-limit", "-1", "unique.non"], "", "", "--time-limit", 2),
    (["check", "--time-limit", "nan", "unique.non"], "", "", "'nan' is not a number of seconds", 2),
    (["solve", "--limit", "0", "unique.non"], "", "", "--limit", 2),
    (["check", "--nonsense", "unique.non"], "", "", "No such option", 2),
    (["zzz"], "", "", "unknown command 'zzz': 'nonosat --help' lists all", 2),
    (["solv", "unique.non"], "", "", "unknown command 'solv': did you mean 'solve'?", 2),
    (["verify"], "", "", "did you mean 'verify-certificate'?", 2),
    (["no/such.non"], "", "", "no such command or file 'no/such.non': write", 2),
    (["unique.non"], "", "", "did you mean 'nonosat solve unique.non'?", 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "stdin", "out", "err", "code"), CASES, ids=[" ".join(case[0]) for case in CASES]
)
def test_case(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    stdin: str,
    out: str,
    err: str,
    code: int,
) -> None:
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(program, args, input=stdin, prog_name="nonosat")
    assert result.stdout == out
    assert err in result.stderr
    if err == "":
        assert result.stderr == ""
    assert "Traceback" not in result.stderr
    assert result.exit_code == code


@pytest.mark.parametrize("case", CASES[::12], ids=lambda case: " ".join(case[0]))
def test_the_same_in_a_process(run: Run, case: tuple[list[str], str, str, str, int]) -> None:
    args, stdin, out, err, code = case
    result = run(*args, stdin=stdin)
    assert (result.out, result.code) == (out, code)
    assert err in result.err


def test_solve_draws_two_solutions_and_what_is_known(quick_run: Run) -> None:
    result = quick_run("solve", "--ascii", "multiple.non")
    assert result.code == 1
    heads = [line for line in result.out.splitlines() if not line.startswith((" |", "-+", "1|"))]
    assert heads == [
        "multiple.non: multiple",
        "solution 1 of the 2 found; 4 cells differ, marked:",
        "solution 2 of the 2 found; 4 cells differ, marked:",
        "solved by deduction: 0 of 4 cells",
    ]
    boards = [line[2:-1] for line in result.out.splitlines() if line.startswith("1|")]
    assert sorted([boards[:2], boards[2:4]]) == [["#!.!", ".!#!"], [".!#!", "#!.!"]]


def test_solve_want_1_draws_one_and_is_content(quick_run: Run) -> None:
    result = quick_run("solve", "--ascii", "--limit", "1", "multiple.non")
    assert result.code == 0
    assert result.out.startswith(
        "multiple.non: unknown (one solution does not show whether there are more)\n"
    )
    assert result.out.count("-+----+\n") == 2  # one picture: the rules at its top and bottom


def test_check_show_draws_what_differs(quick_run: Run) -> None:
    assert (
        quick_run("check", "--show", "--ascii", "unique.non").out == "unique.non: unique\n" + SOLVED
    )
    # Two solutions, four cells marked in each; with --ambiguous also the certain cells.
    assert quick_run("check", "--show", "--ascii", "multiple.non").out.count("!") == 8
    both = quick_run("check", "--show", "--ambiguous", "--ascii", "multiple.non").out
    assert both.count("!") == 12
    assert quick_run("check", "--show", "none.non").out == "none.non: none (no solution)\n"


def test_verbose_lists_the_stages(quick_run: Run) -> None:
    for ascii_only in ([], ["--ascii"]):
        result = quick_run("check", "-v", *ascii_only, "multiple.non")
        names = [line.split()[0] for line in result.out.splitlines()]
        assert names[1] == "stage"
        assert names[3:] == ["lines", "probe", "search", "all"]
        assert "switching_components" in result.out
    assert result.out.isascii()


def test_json_of_a_solved_puzzle(quick_run: Run) -> None:
    result = quick_run(
        "check", "--json", "-v", "--show", "--ambiguous", "right.non", "multiple.non"
    )
    first, second = map(json.loads, result.out.splitlines())
    assert list(first) == [
        "file", "index", "format", "sha256", "title", "width", "height", "colors", "verdict",
        "reason", "solutions", "known", "goal", "clued_cells_unique", "stages", "seconds",
        "ambiguous", "certain",
    ]  # fmt: skip
    assert first["seconds"] >= 0
    (stage,) = first["stages"]
    assert list(stage) == ["name", "cells", "seconds", "cpu_seconds", "counts"]
    assert first["stages"][0]["cells"] == 6
    del first["stages"], first["seconds"]
    assert first == {
        "file": "right.non",
        "index": None,
        "format": "non",
        "sha256": loads(FILES["right.non"]).sha256(),
        "title": "",
        "width": 3,
        "height": 2,
        "colors": 1,
        "verdict": "unique",
        "reason": None,
        "solutions": [["###", ".#."]],
        "known": ["###", ".#."],
        "goal": "only",
        "clued_cells_unique": True,
        "ambiguous": [],
        "certain": ["###", ".#."],
    }
    assert (second["verdict"], second["goal"], len(second["solutions"])) == ("multiple", None, 2)
    assert result.code == 1


def test_json_of_files_with_many_puzzles_and_faults(quick_run: Run) -> None:
    result = quick_run(
        "solve", "--json", "many.json", "missing.non", "--time-limit", "0", "multiple.non"
    )
    objects = [json.loads(line) for line in result.out.splitlines()]
    assert [(o["file"], o["index"], o.get("verdict")) for o in objects] == [
        ("many.json", 1, "unknown"),
        ("many.json", 2, None),
        ("missing.non", None, None),
        ("multiple.non", None, "unknown"),
    ]
    assert list(objects[1]) == ["file", "index", "error", "help"]
    assert list(objects[2]) == ["file", "index", "error"]
    assert len(objects[1]["error"]) == 2
    assert objects[3]["reason"] == "time"
    assert (result.err, result.code) == ("", 4)


def test_show_prints_size_palette_and_texts(quick_run: Run) -> None:
    text = json.dumps(
        {
            "title": "Flag\u001b[31m",
            "author": "A",
            "palette": {"colors": [{"name": "red", "rgb": "#f00", "letter": "r"},
                                   {"name": "sky", "rgb": "#8cf", "letter": "s"}]},
            "rows": [[[1, "r"], [1, "s"]], None],
            "cols": [[[1, "r"]], None],
            "cells": ["rs", ".."],
        }
    )  # fmt: skip
    result = quick_run("show", "--ascii", text)
    assert result.out.splitlines()[:8] == [
        "<text>: 2x2 (columns x rows), 2 colours",
        "title: Flag\\x1b[31m",
        "author: A",
        "colour r red #ff0000",
        "colour s sky #88ccff",
        "background . #ffffff",
        "missing clues: 2; cells in no clued line: 1",
        "goal picture: given (--goal draws it)",
    ]
    assert "|    |" in result.out
    assert "|rrss|" in quick_run("show", "--ascii", "--goal", text).out
    shown = json.loads(quick_run("show", "--json", text).out)
    assert shown["rows"] == [[[1, "r"], [1, "s"]], None]
    assert (shown["goal"], shown["colors"], len(shown["sha256"])) == (["rs", ".."], 2, 64)


TWO = '{"cells": ["##..", "#.#.", "..##"]}'
WRONG = '{"rows": [[3], [1, 1], [3], [2]], "cols": [[4], [1, 1], [3]]}'


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["check", "--show", TWO], Report),
        (["check", "--show", "--ambiguous", TWO], Report),
        (["solve", "--portfolio", "2", TWO], Report),
        (["rate", "--other-programs", TWO], Rating),
        (["hint", TWO], Hint),
        (["repair", TWO], PictureRepair),
        (["reveal", TWO], RevealedCells),
        (["correct", WRONG], ClueCorrections),
    ],
)
def test_json_has_the_form_of_its_class(quick_run: Run, arguments: list[str], kind: type) -> None:
    """The same schemas describe the answers of the API."""
    command, *rest = arguments
    data = json.loads(quick_run(command, "--json", *rest).out)
    schema = schema_of(kind)
    schemas = {**SCHEMAS, **REPLIES}
    jsonschema.validate(data, {**schema, "components": {"schemas": schemas}})
    keys = plain_keys(kind)
    assert [name for name in data if name in keys] == [name for name in keys if name in data]


def test_json_of_check_has_only_the_grids_that_are_asked_for(quick_run: Run) -> None:
    def grids(*options: str) -> set[str]:
        found = json.loads(quick_run("check", "--json", *options, "multiple.non").out)
        return {"solutions", "known", "ambiguous", "certain"} & found.keys()

    assert grids() == set()
    assert grids("--show") == {"solutions", "known"}
    assert grids("--ambiguous") == {"ambiguous", "certain"}


@pytest.mark.parametrize("name", ["fox.non", "flower.xml", "partial-acorn.json"])
def test_what_show_prints_as_json_is_a_puzzle(quick_run: Run, name: str) -> None:
    """With missing clues, colours, metadata, a goal picture and printed cells."""
    puzzle = load(ROOT / "data" / name)
    goal = puzzle.goal or puzzle.solve().solutions[0]
    first = [goal.text_rows()[0], *["?" * puzzle.width] * (puzzle.height - 1)]
    printed = Grid("\n".join(first), puzzle.palette.letters)
    more = Puzzle(
        puzzle.rows,
        puzzle.columns,
        palette=puzzle.palette,
        goal=goal,
        meta=puzzle.meta,
        printed=printed,
    )
    for one in (puzzle, more):
        shown = quick_run("show", "--json", "-", stdin=dumps(one, format="json")).out
        assert loads(shown) == one
        assert loads(shown).sha256() == json.loads(shown)["sha256"] == one.sha256()
        assert quick_run("check", "-", stdin=shown).out == "-: unique\n"
        assert json.loads(quick_run("show", "--json", "-", stdin=shown).out) == json.loads(shown)


def test_show_lists_all_faults(quick_run: Run) -> None:
    result = quick_run("show", "-", stdin="width 2\nheight 2\nrows\n3\n1\ncolumns\n1\n1 1 1\n")
    assert result.code == 4
    lines = result.err.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("nonosat: -: ") for line in lines)
    assert "line 4, R1" in lines[0]
    assert "line 8, C2" in result.err


BROKEN_FILES = [broken for broken in BROKEN if broken.format is None]


@pytest.mark.parametrize("command", ["check", "show"])
def test_broken_files_are_reported_by_name_and_line(
    quick_run: Run, folder: Path, command: str
) -> None:
    names = [broken.name for broken in BROKEN_FILES]
    for broken in BROKEN_FILES:
        (folder / broken.name).write_bytes(broken.data)
    result = quick_run(command, "-q", *names, "missing.non", "none.non")
    assert result.code == 4
    lines = result.err.splitlines()
    assert all(line.startswith("nonosat: ") for line in lines)
    for broken in BROKEN_FILES:
        own = [
            line for line in lines if re.match(re.escape(f"nonosat: {broken.name}") + "[:#]", line)
        ]
        place = "" if broken.line is None else f": line {broken.line}"
        assert any(broken.message in line and place in line for line in own), (broken, own)
    objects = [json.loads(line) for line in quick_run(command, "--json", *names).out.splitlines()]
    assert {o["file"] for o in objects if "error" in o} == set(names)


def test_ascii_where_the_encoding_has_no_blocks(run: Run) -> None:
    result = run("solve", "-q", "unique.non", PYTHONIOENCODING="ascii")
    assert result.out == SOLVED
    assert "█" in run("solve", "unique.non").out


def test_names_that_cannot_be_printed(run: Run, folder: Path) -> None:
    assert run("check", "./c\x1b[1m.non").err.startswith("nonosat: ./c\\x1b[1m.non: ")
    (folder / "\u9ce5.non").write_text(UNIQUE)
    result = run("check", "\u9ce5.non", PYTHONIOENCODING="ascii")
    assert (result.out, result.code) == ("\\u9ce5.non: unique\n", 0)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_on_stdin_give_an_answer_or_a_message(content: bytes) -> None:
    arguments = ["show", "--ascii", "-"]
    result = CliRunner().invoke(program, arguments, input=content, catch_exceptions=False)
    assert result.exit_code in (0, 4)
    if result.exit_code == 4:
        assert all(line.startswith("nonosat: -") for line in result.stderr.splitlines())
        assert result.stderr
