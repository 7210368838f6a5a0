# SPDX-License-Identifier: MIT
"""Where the command line gets puzzles and grids from: folders, given grids, formats."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import nonosat
from nonosat import Puzzle
from nonosat.cli import output
from nonosat.formats import archives
from tests.support.command_line import run_here as run

UNIQUE = Puzzle([[2], [1]], [[2], [1]])
SWAP = Puzzle([[1], [1]], [[1], [1]])
BROKEN = "width 3\nheight 2\nrows\n4\n1\ncolumns\n1\n2\n1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "all" / "deep").mkdir(parents=True)
    (tmp_path / "all" / ".hidden").mkdir()
    nonosat.dump(SWAP, tmp_path / "all" / "b.non")
    nonosat.dump(UNIQUE, tmp_path / "all" / "a.json")
    nonosat.dump(UNIQUE, tmp_path / "all" / "deep" / "c.non")
    nonosat.dump(SWAP, tmp_path / "all" / ".hidden" / "d.non")
    (tmp_path / "all" / "notes.md").write_text("These are puzzles.\n")
    (tmp_path / "all" / "package.json").write_text('{"name": "x"}')
    os.mkfifo(tmp_path / "all" / "pipe")
    (tmp_path / "grid.txt").write_text("#?\n??\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", [["check"], ["solve"], ["count"], ["show"], ["graph"]])
def test_every_command_takes_folders(folder: Path, command: list[str]) -> None:
    result = run(*command, "all")
    names = [line.split(":")[0] for line in result.out.splitlines() if line.startswith("all/")]
    assert names == ["all/a.json", "all/b.non", "all/deep/c.non"]
    assert result.code == (1 if command[0] in ("check", "solve") else 0)


def test_files_in_a_folder_that_are_no_puzzles_are_skipped(folder: Path) -> None:
    result = run("check", "--json", "all")
    assert [json.loads(line)["file"] for line in result.out.splitlines()] == [
        "all/a.json",
        "all/b.non",
        "all/deep/c.non",
    ]
    first, second, third, last = result.err.splitlines()
    assert first.startswith("nonosat: all/notes.md: skipped: ")
    assert second.startswith("nonosat: all/package.json: skipped: ")
    assert third.startswith("nonosat: all/pipe: skipped: a pipe, ")
    assert last == "nonosat: all: 3 files skipped"
    assert result.code == 1


def test_a_puzzle_with_faults_in_a_folder_is_bad_input(folder: Path) -> None:
    (folder / "all" / "z.non").write_text(BROKEN)
    result = run("check", "all")
    assert result.code == 4
    assert "all/z.non: line 4, R1, block 1: does not fit" in result.err
    assert "all/deep/c.non: unique" in result.out


def test_a_folder_without_puzzles_is_bad_input(folder: Path) -> None:
    (folder / "empty").mkdir()
    result = run("check", "empty")
    assert (result.code, result.out) == (4, "")
    assert result.err == "nonosat: empty: no puzzle in this folder\n"


def test_certificates_of_a_folder_go_to_a_folder(folder: Path) -> None:
    (folder / "all" / "deep" / "b.non").write_text(nonosat.dumps(SWAP))
    assert run("write-certificate", "-q", "all", "-o", "out").code == 0
    assert sorted(os.listdir("out")) == [f"{name}.nonocert" for name in ("a", "b", "b_2", "c")]


@pytest.mark.parametrize("grid", ["grid.txt", "-", "#?\n??"])
@pytest.mark.parametrize("command", ["solve", "check-grid", "count", "graph"])
def test_given_grids_come_from_files_stdin_and_texts(folder: Path, command: str, grid: str) -> None:
    files = ["all/b.non", "all/deep/c.non"]  # the grid is read once, for both puzzles
    result = run(command, *files, "--given", grid, stdin="#?\n??\n")
    assert result.err == ""
    assert result.code == 0
    assert result.out.startswith("all/b.non: ")
    assert "all/deep/c.non: " in result.out


def test_solve_with_a_given_grid(folder: Path) -> None:
    result = run("solve", "--ascii", "--json", "--given", "grid.txt", "all/b.non")
    assert json.loads(result.out)["solutions"] == [["#.", ".#"]]
    assert run("solve", "--given", ".#\n?#", "all/b.non").out == "all/b.non: none (no solution)\n"
    assert run("count", "--given", "grid.txt", "all/b.non").out == "all/b.non: 1\n"


@pytest.mark.parametrize("command", ["solve", "check-grid", "count", "graph"])
@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("#?\n?", "<text>: "),
        (
            "???\n???\n???",
            "<text>: the given grid has 3 columns and 3 rows, the puzzle 2 columns and 2 rows",
        ),
        ("#y\n??", "'y' is not a cell"),
        ("nowhere.txt", "nowhere.txt: the file cannot be read: No such file"),
    ],
)
def test_given_grids_that_do_not_fit(folder: Path, command: str, grid: str, message: str) -> None:
    result = run(command, "all/b.non", "--given", grid)
    assert (result.code, result.out) == (4, "")
    assert message in result.err
    assert result.err.count("nowhere.txt") <= 1
    as_json = run(command, "--json", "all/b.non", "--given", grid)
    assert (as_json.code, as_json.err) == (4, "")
    assert message in json.loads(as_json.out)["error"][0]


def test_stdin_is_read_once(folder: Path) -> None:
    result = run("solve", "-", "--given", "-", stdin="#?\n??\n")
    assert result.code == 2
    assert "standard input can be read only once" in result.err


def test_json_names_puzzle_and_format(folder: Path) -> None:
    result = run("check", "--json", "all/a.json", "all/b.non")
    first, second = map(json.loads, result.out.splitlines())
    assert (first["format"], second["format"]) == ("json", "non")
    assert (first["sha256"], second["sha256"]) == (UNIQUE.sha256(), SWAP.sha256())
    assert not {"solutions", "known", "ambiguous", "certain"} & {*first, *second}
    assert {"verdict", "stages", "seconds"} <= {*first}


def test_bench_keeps_puzzles_of_one_name_apart(folder: Path) -> None:
    texts = [nonosat.dumps(UNIQUE), nonosat.dumps(SWAP)]
    result = run("bench", *texts, "--presets", "fast", "--json", "-q")
    rows = [json.loads(line) for line in result.out.splitlines()]
    assert [(row["puzzle"], row["verdict"]) for row in rows] == [
        ("<text>", "unique"),
        ("<text> (2)", "multiple"),
    ]


def test_pictures_as_text_are_puzzles(folder: Path) -> None:
    (folder / "picture.txt").write_text(".#.\n###\n")
    assert run("check", "picture.txt").out == "picture.txt: unique\n"
    assert run("check", ".#.\n###").out == "<text>: unique\n"
    assert json.loads(run("check", "--json", "picture.txt").out)["format"] == "picture"


def test_an_archive_stands_for_the_files_in_it(folder: Path) -> None:
    files = {"a/one.non": nonosat.dumps(UNIQUE), "b.non": BROKEN, "README": "Two puzzles.\n"}
    Path("pack.zip").write_bytes(archives.pack(files.items()))
    result = run("check", "--json", "pack.zip")
    assert result.code == 4
    objects = [json.loads(line) for line in result.out.splitlines()]
    assert [about["index"] for about in objects] == [1, 2]
    result = run("check", "pack.zip")
    assert "pack.zip:a/one.non: unique" in result.out
    assert "nonosat: pack.zip:b.non: line 4, R1, block 1: does not fit" in result.err


def test_a_time_limit_ends_the_reading_and_names_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the time were over at once; a few lines are read before the first check."""
    monkeypatch.setattr(output, "DRAWING", -10.0)
    (folder / "long.csv").write_text("name,rules\n" + "#\n" * 1000)
    result = run("check", "all", "long.csv", "all/a.json", "--time-limit", "5")
    assert result.err.splitlines()[-1] == "nonosat: long.csv: the time limit ended its reading"
    assert (result.code, result.out.splitlines()[0]) == (5, "all/a.json: unique")
    assert run("check", "long.csv").code == 4
