# SPDX-License-Identifier: MIT
"""The command line: what it prints, where, and its exit codes.

Most tests run the program as people do, in a process of its own.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from broken_files import BROKEN as BROKEN_FILES
from broken_files import Broken
from click.testing import CliRunner
from clock import interrupted
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat.solving
from nonosat.cli import exits, program
from nonosat.cli.answers import Answer, verdict_line
from nonosat.cli.input import Source
from nonosat.cli.progress import Status
from nonosat.clue import Block
from nonosat.errors import (
    BackendError,
    CertificateError,
    GridError,
    InternalError,
    OptionError,
)
from nonosat.formats import dumps, loads
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle
from nonosat.report import (
    GoalStatus,
    Reason,
    Report,
    SolutionFound,
    StageProgress,
    StageReport,
    StageStarted,
    Verdict,
)
from nonosat.words import verdict_words

NONOSAT = [sys.executable, "-m", "nonosat"]

UNIQUE = "width 3\nheight 2\nrows\n3\n1\ncolumns\n1\n2\n1\n"
MULTIPLE = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
NO_SOLUTION = "width 3\nheight 3\nrows\n1,1\n0\n0\ncolumns\n2\n0\n0\n"
BROKEN = "width 3\nheight 2\nrows\n4\n1\ncolumns\n1\n2\n1\n"
MANY = json.dumps([{"rows": [[1]], "cols": [[1]]}, {"rows": [[2]], "cols": [[1]]}])
FREE = json.dumps({"rows": [[2], None], "cols": [[1], None]})
FILES = {
    "unique.non": UNIQUE,
    "multiple.non": MULTIPLE,
    "none.non": NO_SOLUTION,
    "broken.non": BROKEN,
    "many.json": MANY,
    "free.json": FREE,
    "goal.non": MULTIPLE + 'goal "1001"\n',
    "wrong.non": UNIQUE + 'goal "111100"\n',
    "right.non": UNIQUE + 'goal "111010"\n',
}
SOLVED = """\
 | 1 2 1|
-+------+
3|######|
1| .## .|
-+------+
"""


class Result(NamedTuple):
    out: str
    err: str
    code: int


Run = Callable[..., Result]


def environment(**extra: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "TERM")}
    return {**kept, "PYTHONIOENCODING": "utf-8", **extra}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs nonosat in a folder with the files above."""

    def run_(*args: str, stdin: str | bytes = b"", **extra: str) -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*NONOSAT, *args],
            cwd=folder,
            input=data,
            capture_output=True,
            env=environment(**extra),
            timeout=60,
            check=False,
        )
        return Result(done.stdout.decode(), done.stderr.decode(), done.returncode)

    return run_


DOES_NOT_FIT = "R1, block 1: does not fit: the clue needs 4 cells, the line has 3"

CASES: list[tuple[list[str], str, str, str, int]] = [
    # arguments, stdin, stdout, a part of stderr ("" = stderr is empty), exit code
    (["check", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "multiple.non"], "", "multiple.non: multiple\n", "", 1),
    (["check", "none.non"], "", "none.non: no solution\n", "", 3),
    (["check", "-"], UNIQUE, "-: unique\n", "", 0),
    (["check", UNIQUE], "", "<text>: unique\n", "", 0),
    (["check", '{"rows":[[1]],"cols":[[1]]}'], "", "<text>: unique\n", "", 0),
    (["check", "--format", "json", "-"], '{"rows":[[1]],"cols":[[1]]}', "-: unique\n", "", 0),
    (["check", "unique.non", "none.non", "multiple.non"], "",
     "unique.non: unique\nnone.non: no solution\nmultiple.non: multiple\n", "", 3),
    (["check", "--stages", "sat", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "--preset", "sat", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "--preset", "logic", "multiple.non"], "",
     "multiple.non: unknown; not solvable by logic alone: 4 cells stay open\n", "", 5),
    (["check", "--preset", "logic", "unique.non"], "",
     "unique.non: unique; solvable without guessing\n", "", 0),
    (["check", "--stages", "lines,probe,beliefs", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "--stages", "lines,probe", "none.non"], "", "none.non: no solution\n", "", 3),
    (["check", "--want", "1", "multiple.non"], "",
     "multiple.non: unknown (fewer solutions asked for than needed)\n", "", 5),
    (["check", "--want", "1", "unique.non"], "", "unique.non: unique\n", "", 0),
    (["check", "--time-limit", "0", "multiple.non"], "",
     "multiple.non: unknown (time limit)\n", "", 5),
    (["check", "--stages", "sat", "--conflict-limit", "0", "multiple.non"], "",
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
    (["solve", "none.non"], "", "none.non: no solution\n", "", 3),
    (["solve", "--quiet", "none.non"], "", "", "", 3),
    (["solve", "broken.non"], "", "", f"line 4, {DOES_NOT_FIT}", 4),
    (["solve", "--want", "1", "--time-limit", "0", "multiple.non"], "",
     "multiple.non: unknown (time limit)\nsolved by deduction: 0 of 4 cells\n", "", 5),
    (["show", "-q", "--ascii", "unique.non"], "",
     " | 1 2 1|\n-+------+\n3|      |\n1|      |\n-+------+\n", "", 0),
    (["show", "broken.non"], "", "", f"nonosat: broken.non: line 4, {DOES_NOT_FIT}", 4),
    (["check"], "", "", "Missing argument 'FILE...'", 2),
    (["check", "--preset", "fast", "--stages", "sat", "unique.non"], "", "",
     "--preset and --stages exclude each other", 2),
    (["check", "--stages", "guess", "unique.non"], "", "", "no stage 'guess'", 2),
    (["check", "--stages", "sat,lines", "unique.non"], "", "", "in the order lines, ", 2),
    (["check", "--preset", "best", "unique.non"], "", "", "'best' is not one of", 2),
    (["check", "--format", "doc", "unique.non"], "", "", "'doc' is not one of", 2),
    (["check", "--time-limit", "-1", "unique.non"], "", "", "--time-limit", 2),
    (["check", "--time-limit", "nan", "unique.non"], "", "", "'nan' is no number of seconds", 2),
    (["check", "--want", "0", "unique.non"], "", "", "--want", 2),
    (["check", "--nonsense", "unique.non"], "", "", "No such option", 2),
    (["frobnicate"], "", "", "no command 'frobnicate': there are bench, check, ", 2),
    (["solv", "unique.non"], "", "", "no command 'solv': did you mean 'solve'?", 2),
    (["verify"], "", "", "did you mean 'verify-certificate'?", 2),
    (["unique.non"], "", "", "did you mean 'nonosat solve unique.non'?", 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "stdin", "out", "err", "code"), CASES, ids=[" ".join(case[0]) for case in CASES]
)
def test_case(run: Run, args: list[str], stdin: str, out: str, err: str, code: int) -> None:
    result = run(*args, stdin=stdin)
    assert result.out == out
    assert err in result.err
    if err == "":
        assert result.err == ""
    assert "Traceback" not in result.err
    assert result.code == code


def test_solve_draws_two_solutions_and_what_is_known(run: Run) -> None:
    result = run("solve", "--ascii", "multiple.non")
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


def test_solve_want_1_draws_one_and_is_content(run: Run) -> None:
    result = run("solve", "--ascii", "--want", "1", "multiple.non")
    assert result.code == 0
    assert result.out.startswith("multiple.non: unknown (fewer solutions asked for than needed)\n")
    assert result.out.count("-+----+\n") == 2  # one picture: the rules at its top and bottom


def test_check_show_draws_what_differs(run: Run) -> None:
    assert run("check", "--show", "--ascii", "unique.non").out == "unique.non: unique\n" + SOLVED
    # Two solutions, four cells marked in each; with --ambiguous also what is certain.
    assert run("check", "--show", "--ascii", "multiple.non").out.count("!") == 8
    both = run("check", "--show", "--ambiguous", "--ascii", "multiple.non").out
    assert both.count("!") == 12
    assert run("check", "--show", "none.non").out == "none.non: no solution\n"


def test_verbose_lists_the_stages(run: Run) -> None:
    for ascii_only in ([], ["--ascii"]):
        result = run("check", "-v", *ascii_only, "multiple.non")
        names = [line.split()[0] for line in result.out.splitlines()]
        assert names[1] == "stage"
        assert names[3:] == ["lines", "implications", "probe", "beliefs", "sat", "all"]
        assert "switches" in result.out
    assert result.out.isascii()


def test_json_of_a_solved_puzzle(run: Run) -> None:
    result = run("check", "--json", "-v", "--ambiguous", "right.non", "multiple.non")
    first, second = map(json.loads, result.out.splitlines())
    assert list(first) == [
        "file", "index", "format", "sha256", "title", "width", "height", "colors", "verdict",
        "reason", "solutions", "known", "goal", "constrained_unique", "stages", "seconds",
        "ambiguous", "certain",
    ]  # fmt: skip
    assert first["seconds"] >= 0
    assert [list(stage) for stage in first["stages"]] == [["name", "cells", "seconds", "counts"]]
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
        "constrained_unique": True,
        "ambiguous": [],
        "certain": ["###", ".#."],
    }
    assert (second["verdict"], second["goal"], len(second["solutions"])) == ("multiple", None, 2)
    assert result.code == 1


def test_json_of_files_with_many_puzzles_and_faults(run: Run) -> None:
    result = run("solve", "--json", "many.json", "missing.non", "--time-limit", "0", "multiple.non")
    objects = [json.loads(line) for line in result.out.splitlines()]
    assert [(o["file"], o["index"], o.get("verdict")) for o in objects] == [
        ("many.json", 1, "unknown"),
        ("many.json", 2, None),
        ("missing.non", None, None),
        ("multiple.non", None, "unknown"),
    ]
    assert [list(o) for o in objects[1:3]] == [["file", "index", "error"]] * 2
    assert len(objects[1]["error"]) == 2
    assert objects[3]["reason"] == "time"
    assert (result.err, result.code) == ("", 4)


def test_show_prints_size_palette_and_texts(run: Run) -> None:
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
    result = run("show", "--ascii", text)
    assert result.out.splitlines()[:8] == [
        "<text>: 2x2 (columns x rows), 2 colours",
        "title: Flag\\x1b[31m",
        "author: A",
        "colour r red #ff0000",
        "colour s sky #88ccff",
        "background . #ffffff",
        "clues not given: 2; cells in no clued line: 1",
        "goal picture: given (--goal draws it)",
    ]
    assert "|    |" in result.out
    assert "|rrss|" in run("show", "--ascii", "--goal", text).out
    shown = json.loads(run("show", "--json", text).out)
    assert shown["rows"] == [[[1, 1], [1, 2]], None]
    assert (shown["goal"], shown["colors"], len(shown["sha256"])) == (["rs", ".."], 2, 64)


def test_show_lists_all_faults(run: Run) -> None:
    result = run("show", "-", stdin="width 2\nheight 2\nrows\n3\n1\ncolumns\n1\n1 1 1\n")
    assert result.code == 4
    lines = result.err.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("nonosat: -: ") for line in lines)
    assert "line 4, R1" in lines[0]
    assert "line 8, C2" in result.err


@pytest.mark.parametrize("command", ["check", "show"])
def test_broken_files_are_reported_by_name_and_line(run: Run, folder: Path, command: str) -> None:
    names = [broken.name for broken in BROKEN_FILES]
    for broken in BROKEN_FILES:
        (folder / broken.name).write_bytes(broken.data)
    result = run(command, "-q", *names, "missing.non", "none.non")
    assert result.code == 4
    lines = result.err.splitlines()
    assert all(line.startswith("nonosat: ") for line in lines)
    for broken in BROKEN_FILES:
        own = [
            line for line in lines if re.match(re.escape(f"nonosat: {broken.name}") + "[:#]", line)
        ]
        place = "" if broken.line is None else f": line {broken.line}"
        assert any(broken.message in line and place in line for line in own), (broken, own)
    objects = [json.loads(line) for line in run(command, "--json", *names).out.splitlines()]
    assert {o["file"] for o in objects if "error" in o} == set(names)


@pytest.mark.parametrize("broken", BROKEN_FILES, ids=[broken.name for broken in BROKEN_FILES])
def test_a_broken_file_alone_gives_exit_code_4(tmp_path: Path, broken: Broken) -> None:
    path = tmp_path / broken.name
    path.write_bytes(broken.data)
    result = CliRunner().invoke(program, ["check", str(path)], catch_exceptions=False)
    assert result.exit_code == 4
    assert f"nonosat: {path}" in result.output


def test_ascii_where_the_encoding_has_no_blocks(run: Run) -> None:
    result = run("solve", "-q", "unique.non", PYTHONIOENCODING="ascii")
    assert result.out == SOLVED
    assert "█" in run("solve", "unique.non").out


def test_names_that_cannot_be_printed(run: Run, folder: Path) -> None:
    assert run("check", "./c\x1b[1m.non").err.startswith("nonosat: ./c\\x1b[1m.non: ")
    (folder / "\u9ce5.non").write_text(UNIQUE)
    result = run("check", "\u9ce5.non", PYTHONIOENCODING="ascii")
    assert (result.out, result.code) == ("\\u9ce5.non: unique\n", 0)


def test_closed_streams(folder: Path) -> None:
    nonosat = " ".join(NONOSAT)
    for redirected, code in (("check -v unique.non >&-", 0), ("solve multiple.non >&- 2>&-", 1),
                             ("check missing.non 2>&-", 4), ("check - <&-", 4)):  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", f"{nonosat} {redirected}"], cwd=folder, capture_output=True, text=True,
            check=False, timeout=60,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert done.returncode == code


def test_version_names_the_backends(run: Run) -> None:
    result = run("--version")
    assert result.code == 0
    assert re.match(r"nonosat \d+\.\d+\.\d+\nbackend duo: python-sat \S+\n", result.out)


def test_help_lists_commands_exit_codes_and_completion(run: Run) -> None:
    result = run("--help")
    assert all(
        word in result.out for word in ("check", "solve", "show", "130", "_NONOSAT_COMPLETE")
    )
    assert run("check", "-h").code == 0


def test_shell_completion(run: Run) -> None:
    words = {"_NONOSAT_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    assert run(COMP_WORDS="nonosat s", **words).out == "plain,show\nplain,solve\n"
    words["COMP_CWORD"] = "2"
    assert run(COMP_WORDS="nonosat check un", **words).out.startswith("file,")
    words["COMP_CWORD"] = "3"
    assert "plain,logic" in run(COMP_WORDS="nonosat check --preset lo", **words).out
    assert "_nonosat_completion" in run(_NONOSAT_COMPLETE="zsh_source").out


def test_a_closed_pipe_ends_quietly(folder: Path) -> None:
    command = (
        f"{' '.join(NONOSAT)} check {'unique.non ' * 400} | head -n 1; echo ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "unique.non: unique\n0\n"
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["--help", "--version", "check unique.non"])
def test_a_pipe_that_is_closed_from_the_start(folder: Path, command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*NONOSAT, *command.split()], cwd=folder, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 0)


@pytest.fixture(scope="module")
def long_work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle that keeps the prober busy for more than ten seconds."""
    return write_random(tmp_path_factory.mktemp("long") / "long.non", 500)


@pytest.fixture(scope="module")
def long_search(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle that keeps a SAT solver busy for more than ten seconds, nearly from the start."""
    return write_random(tmp_path_factory.mktemp("search") / "long.non", 80)


def write_random(path: Path, side: int) -> Path:
    cells = bytes(random.Random(1).choices([0, 1], k=side * side))
    puzzle = Puzzle.from_grid(Grid.from_cells(side, side, cells)).with_goal(None)
    path.write_text(dumps(puzzle))
    return path


@pytest.mark.parametrize("stages", ["probe", "sat"])
def test_ctrl_c_while_solving(long_work: Path, long_search: Path, stages: str) -> None:
    path = {"probe": long_work, "sat": long_search}[stages]
    ended = interrupted([*NONOSAT, "check", "--stages", stages, str(path)], 1.5)
    assert ended == (b"", b"nonosat: interrupted\n", 130)


def on_terminal(*args: str, cwd: Path | None = None, **extra: str) -> tuple[str, int]:
    """What a terminal of 60 columns shows, and the exit code."""
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        NONOSAT[0],
        [*NONOSAT[1:], *args],
        env=environment(**{"TERM": "xterm-256color", **extra}),
        dimensions=(24, 60),
        encoding="utf-8",
        timeout=30,
        cwd=cwd,
    )
    shown = child.read()
    child.close()
    return shown, child.exitstatus


def test_progress_is_shown_on_a_terminal_and_erased(long_work: Path) -> None:
    limits = ["--stages", "probe", "--time-limit", "3"]
    shown, code = on_terminal("check", *limits, "long.non", cwd=long_work.parent)
    assert code == 5
    states = shown.split("\x1b[2K")
    assert len(states) > 3
    assert re.match(r"long\.non: probe, [0-9,]+ probes, \d s", states[1])
    assert states[-1] == "long.non: unknown (time limit)\r\n"


def test_the_bar_of_bench_is_shown_on_a_terminal_and_erased(folder: Path) -> None:
    shown, code = on_terminal("bench", "unique.non", "--presets", "fast", cwd=folder, NO_COLOR="1")
    assert code == 0
    *states, table = shown.split("\x1b[2K")
    assert any("1/1 unique.non" in state for state in states)
    assert "1/1" not in table
    shown, _ = on_terminal("bench", "-q", "unique.non", "--presets", "fast", cwd=folder)
    assert "1/1" not in shown


def test_progress_can_be_silenced(long_work: Path, run: Run) -> None:
    limits = ["--stages", "probe", "--time-limit", "3"]
    shown, _ = on_terminal("check", "-q", *limits, str(long_work))
    assert shown == ""
    shown, _ = on_terminal("check", *limits, "long.non", cwd=long_work.parent, TERM="dumb")
    assert shown == "long.non: unknown (time limit)\r\n"
    assert run("check", *limits, str(long_work)).err == ""


def test_quick_runs_show_no_progress(folder: Path) -> None:
    assert on_terminal("check", "unique.non", cwd=folder) == ("unique.non: unique\r\n", 0)


def test_colours_on_a_terminal_unless_no_color(folder: Path, run: Run) -> None:
    assert "\x1b[38;5;" in on_terminal("solve", "unique.non", cwd=folder)[0]
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown, _ = on_terminal("solve", "-v", "unique.non", cwd=folder, **variables)
        assert "█" in shown
        assert "\x1b" not in shown
    assert "\x1b" not in run("solve", "-v", "unique.non").out


def test_a_picture_fits_the_terminal_or_says_so(folder: Path) -> None:
    wide = Puzzle.from_grid(Grid("#.#" * 21))
    (folder / "wide.non").write_text(dumps(wide))
    shown, code = on_terminal("solve", "-q", "wide.non", cwd=folder, NO_COLOR="1")
    assert shown.startswith("the picture needs 77 columns, the terminal has 60: widen it")
    assert code == 0
    shown, _ = on_terminal("solve", "-q", "wide.non", cwd=folder, NO_COLOR="1", COLUMNS="80")
    assert "(without clues: with them the picture needs" in shown


IMPORTED = """
import sys
from nonosat.cli import program
try:
    program.main(sys.argv[1:], prog_name="nonosat")
except SystemExit as end:
    print(end.code, *sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize(
    ("args", "absent", "present"),
    [
        (["check", "unique.non"], {"networkx", "ortools", "pysat", "xml", "rich", "json"}, set()),
        (["solve", "unique.non"], {"networkx", "ortools", "pysat", "xml", "rich"}, set()),
        (
            ["check", "--preset", "sat", "multiple.non"],
            {"networkx", "ortools", "xml", "rich"},
            {"pysat"},
        ),
        (["check", "-v", "unique.non"], {"networkx", "ortools", "pysat"}, {"rich"}),
        (["show", "unique.non"], {"networkx", "ortools", "pysat", "rich", "xml"}, set()),
    ],
)
def test_imports_only_what_is_needed(
    folder: Path, args: list[str], absent: set[str], present: set[str]
) -> None:
    command = [sys.executable, "-c", IMPORTED, *args]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "click" in loaded
    assert not absent & loaded
    assert present <= loaded


def report(**changes: Any) -> Report:
    """A hand-made report."""
    stages = (StageReport("lines", 0, 0.5, {"line_solves": 3}),)
    plain = Report(Verdict.UNKNOWN, None, (), Grid("??"), None, None, stages, 0.5)
    return replace(plain, **changes)


def answered(source: Source, found: Report) -> Answer:
    assert isinstance(source.item, Puzzle)
    arguments = {"preset": "default", "stages": None, "backend": None, "encoding": None}
    return Answer(source, source.item, found, arguments)


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_words(reason: Reason) -> None:
    assert re.fullmatch(r"unknown \([a-z ]+\)", verdict_words(Verdict.UNKNOWN, reason))


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (GoalStatus.ONLY, "p.non: unique"),
        (GoalStatus.WRONG, "p.non: unique; the goal picture is not a solution"),
        (GoalStatus.UNKNOWN, "p.non: unique"),
        (None, "p.non: unique"),
    ],
)
def test_the_goal_in_words(goal: GoalStatus | None, words: str) -> None:
    puzzle = Puzzle([[2]], [[1], [1]])
    answer = answered(Source("p.non", None, puzzle), report(verdict=Verdict.UNIQUE, goal=goal))
    assert verdict_line(answer) == words


@pytest.mark.parametrize(
    ("constrained", "words"),
    [
        (True, "all others are determined"),
        (False, "the others are not determined either"),
        (None, "whether the others are determined is unknown"),
    ],
)
def test_free_cells_in_words(constrained: bool | None, words: str) -> None:
    puzzle = Puzzle([[Block(1)], None], [None, None])
    found = report(verdict=Verdict.MULTIPLE, constrained_unique=constrained)
    line = verdict_line(answered(Source("p.json", 2, puzzle), found))
    assert line == f"p.json#2: multiple; cells in no clued line: 2, {words}"


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 1], 1), ([1, 3, 0], 3), ([3, 5, 1], 5), ([5, 4, 3], 4), ([4, 70], 70)],
)
def test_the_worst_code_counts(codes: list[int], code: int) -> None:
    assert exits.worst(codes) == code


def test_the_status_line_waits_and_is_cut_to_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    now = 0.0
    stream = Terminal()
    with Status("some/long/path.non", stream=stream, clock=lambda: now) as status:
        status(StageStarted("probe", 100))
        now = 0.29
        status(StageProgress("probe", 5, "probes"))
        assert stream.getvalue() == ""
        now = 0.31
        status(StageProgress("probe", 6, "probes"))
        shown = stream.getvalue()
        assert "some/long/path.non: probe, 6 \N{HORIZONTAL ELLIPSIS}" in shown
        now = 0.35
        status(SolutionFound(1, Grid("#")))
        assert stream.getvalue() == shown
    assert stream.getvalue().endswith("\x1b[2K")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (InternalError("a solution breaks R1"), 70, "internal error: a solution breaks R1"),
        (BackendError("backend 'x' needs the package 'y'"), 5, "needs the package 'y'"),
        (OptionError("no stage '\x1b[1m'"), 2, "no stage '\\x1b[1m'"),
        (GridError("the given grid is 2x2"), 4, "nonosat: the given grid is 2x2"),
        (CertificateError("no header"), 4, "nonosat: no header"),
        (MemoryError(), 5, "nonosat: the memory is exhausted"),
        (KeyboardInterrupt(), 130, "nonosat: interrupted"),
        (ZeroDivisionError("division"), 70, "nonosat: ZeroDivisionError: division"),
    ],
)
def test_errors_have_their_exit_codes(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str
) -> None:
    def fail(*_: object, **__: object) -> Report:
        raise error

    monkeypatch.setattr(nonosat.solving, "solve", fail)
    result = CliRunner().invoke(program, ["check", UNIQUE])
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    assert ("Traceback" in result.stderr) is isinstance(error, ZeroDivisionError)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_on_stdin_give_an_answer_or_a_message(content: bytes) -> None:
    arguments = ["show", "--ascii", "-"]
    result = CliRunner().invoke(program, arguments, input=content, catch_exceptions=False)
    assert result.exit_code in (0, 4)
    if result.exit_code == 4:
        assert all(line.startswith("nonosat: -") for line in result.stderr.splitlines())
        assert result.stderr
