# SPDX-License-Identifier: MIT
"""``nonosat collection DB add|status|show|duplicates|merge``: words, JSON, exit codes."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from nonosat import Puzzle, collection
from nonosat.model.puzzle import Puzzle as PlainPuzzle
from tests.support.collection_files import ask, attempt_at, is_sound, made, result_of
from tests.support.command_line import (
    BROKEN,
    UNIQUE,
    Result,
    begin,
    interrupt,
    run_here,
    write_files,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(write_files(tmp_path))
    return tmp_path


def call(*args: str, stdin: str | bytes = b"") -> Result:
    return run_here("collection", "my.db", *args, stdin=stdin)


def data(*args: str) -> Any:
    return json.loads(call(*args, "--json").out)


def test_add_says_what_is_new(folder: Path) -> None:
    done = call("add", "unique.non", "many.json")
    assert done.out == "puzzles: 2 new, 0 known already, 1 broken; 2 files\n"
    assert done.err.startswith("nonosat: many.json#2: R1, block 1: does not fit")
    assert done.code == 4
    done = call("add", "unique.non", "right.non")
    assert done.out == "puzzles: 0 new, 1 known already; 2 files, 1 unchanged\n"
    assert (done.err, done.code) == ("", 0)
    Path("unique.non").write_text(Path("multiple.non").read_text())
    done = call("add", "unique.non")
    assert done.out == "puzzles: 1 new, 0 known already; 1 file, 1 changed since they were added\n"
    assert call("add", "unique.non", "-q") == Result("", "", 0)
    assert is_sound(folder / "my.db")


def test_add_json(folder: Path) -> None:
    assert data("add", "unique.non") == {
        "new": 1,
        "known": 0,
        "broken": 0,
        "files": 1,
        "unchanged": 0,
        "changed": 0,
        "gone": 0,
        "skipped": 0,
        "unread": 0,
    }


def test_a_file_of_a_folder_that_is_no_puzzle_is_a_row_but_no_error(folder: Path) -> None:
    Path("many.json").unlink()
    Path("broken.non").unlink()
    Path("list.txt").write_text("eggs, milk")
    done = call("add", ".")
    assert done.code == 0
    assert done.out.endswith(" files, 1 skipped\n")
    assert "broken" not in done.out
    assert "list.txt: skipped: line 1: no known format: 'eggs, milk' is not" in done.err
    assert [data("status")[name] for name in ("broken", "skipped")] == [0, 1]
    assert call("status").out.splitlines()[1].endswith(", 1 skipped")  # as "add" says it


def test_a_broken_file_of_a_folder_is_an_error(folder: Path) -> None:
    Path("many.json").unlink()
    Path("broken.non").write_text("eggs, milk")
    done = call("add", ".")
    assert done.code == 4
    assert "broken.non: there is no 'rows' section" in done.err
    assert data("status")["broken"] == 1
    assert call("add", "broken.non").code == 0  # unchanged, and reported by the first run


def test_add_takes_standard_input_texts_and_codes(folder: Path) -> None:
    unique = Path("unique.non").read_text()
    assert call("add", "-", stdin=unique).code == 0
    assert call("add", unique, "RlKq").code == 0
    assert data("status")["puzzles"] == 2
    assert [place["file"] for place in data("show", "1")["found"]] == ["-", "<text>"]
    assert call("add", "-").code == 4


def test_add_of_a_missing_file(folder: Path) -> None:
    done = call("add", "nix.non", "unique.non")
    assert (done.code, done.err) == (
        4,
        "nonosat: nix.non: the file cannot be read: No such file or directory\n",
    )
    assert data("status")["puzzles"] == 1


def test_a_name_that_is_mistyped_is_no_row(folder: Path) -> None:
    done = call("add", "RlKqqqq")
    assert done.code == 4
    assert done.err.startswith("nonosat: RlKqqqq: no file has this name; read as a code: ")
    assert (data("status")["broken"], data("status")["puzzles"]) == (0, 0)


def test_a_format_can_be_forced(folder: Path) -> None:
    assert call("add", "--format", "non", "unique.non").code == 0
    assert call("add", "--format", "json", "multiple.non").code == 4


def test_status(folder: Path) -> None:
    call("add", ".")
    with collection.open("my.db") as store:
        question = ask(store)
        store.store.record(
            question,
            [result_of(1), result_of(2, "unknown")],
            [attempt_at(3, "killed"), attempt_at(1)],
        )
    lines = call("status").out.splitlines()
    assert lines[0] == "puzzles: 5, found at 8 places"
    assert lines[1] == "files: 9; 2 broken"
    assert lines[2] == "verdicts: 1 unique, 0 multiple, 0 none, 1 unknown, 3 open"
    assert lines[3] == "reasons for unknown verdicts: 1 time limit"
    assert lines[4] == ("question 1: preset preset 1, nonosat 1.0: 2 results, 1 of them unknown")
    assert lines[5] == "attempts that failed: 1 killed"
    assert lines[6].startswith("size: 0.1 MiB")
    found = data("status")
    assert found["verdicts"] == {"unique": 1, "multiple": 0, "none": 0, "unknown": 1, "open": 3}
    assert found["questions"] == [
        {"question": 1, "preset": "preset 1", "version": "1.0",
         "results": {"unique": 1, "unknown": 1}, "text": "{}"}
    ]  # fmt: skip


def test_show(folder: Path) -> None:
    puzzle = Puzzle.from_grid("#.\n.#").with_meta(title="Cup", author="Ann")
    with collection.open("my.db") as store:
        store.add([puzzle, puzzle.mirror().with_meta(title="Other"), Puzzle.from_grid("##.\n#..")])
        store.add([Puzzle.from_grid("##.\n#..").rotate()])
        store.store.record(ask(store), [result_of(1)], [attempt_at(1, "killed"), attempt_at(1)])
        sha256 = store.entry(1).sha256
    done = call("show", "1", "--ascii")
    assert done.out == (
        "puzzle 1: Cup\n"
        "2x2, 1 colour, 50% filled\n"
        f"SHA-256 {sha256}\n"
        "found: added by a program, by Ann\n"
        "preset preset 1, nonosat 1.0: unique by lines, 0.50 s\n"
        "attempt of 2026-11-22T10:00:00.000000+00:00, preset preset 1: killed\n"
        " | 1 1|\n-+----+\n1|## .|\n1| .##|\n-+----+\n"
    )
    assert call("show", sha256[:8], "--ascii") == done
    assert "isomorphic (turned, mirrored or recoloured): 3\n" in call("show", "2").out
    found = data("show", "1")
    assert (found["id"], found["title"], found["verdict"]) == (1, "Cup", "unique")
    assert found["results"][0]["solutions"] == [["#.", ".#"]]
    assert [tried["end"] for tried in found["attempts"]] == ["killed", "done"]
    assert found["text"] == puzzle.canonical_text()
    done = call("show", "9")
    assert (done.code, "my.db: there is no puzzle 9" in done.err) == (2, True)


def test_a_puzzle_without_a_result_is_drawn_as_it_begins(folder: Path) -> None:
    with collection.open("my.db") as store:
        store.add(PlainPuzzle([[1]], [[1], []], printed="?."))
    assert call("show", "1", "--ascii").out.endswith(" | 1 0|\n-+----+\n1| ?.'|\n-+----+\n")


def test_duplicates(folder: Path) -> None:
    one = Puzzle.from_grid("##.\n#..").with_meta(title="One")
    with collection.open("my.db") as store:
        store.add([one, one.mirror().with_meta(title="Two")], name="list")
        store.add([one], name="other")
    assert call("duplicates").out == (
        "1: One, list; other\n"
        "  2: Two, list (mirrored left to right)\n"
        "1 group: 1 isomorphic puzzle, 1 further place of the same puzzle\n"
    )
    found = data("duplicates")
    assert [entry["position"] for entry in found["puzzles"]] == [
        "the same",
        "mirrored left to right",
    ]
    with collection.open("none.db") as store:
        store.add(one)
    assert run_here("collection", "none.db", "duplicates").out == (
        "0 groups: 0 isomorphic puzzles, 0 further places of the same puzzle\n"
    )


def test_files_that_changed_or_are_gone_are_left_out(folder: Path) -> None:
    mine = folder / "mine"
    mine.mkdir()
    none = "rows\n3\n0\n3\ncolumns\n3\n0\n3\n"
    for name in ("changed.non", "gone.non"):
        (mine / name).write_text(none)
    (mine / "broken.non").write_text(BROKEN)
    (mine / "right.non").write_text(UNIQUE)
    call("add", "mine")
    call("judge", "--preset", "fast")
    none_of = ("list", "--columns", "file", "--where", "verdict = 'none'")
    assert "changed.non" in call(*none_of).out
    assert "broken.non" in call("list", "--faults").out
    (mine / "changed.non").write_text(UNIQUE)
    (mine / "gone.non").unlink()
    (mine / "broken.non").unlink()
    done = call("add", "mine")
    assert done.out.endswith("1 changed since they were added, 2 no longer there\n")
    assert call("list", "--faults").out.splitlines()[1:] == []
    assert call(*none_of).out == "file\n"
    assert call(*none_of, "--earlier").out.splitlines()[1:] == ["mine/changed.non"]
    status = data("status")
    assert (status["puzzles"], status["earlier"], status["files"], status["broken"]) == (1, 1, 2, 0)
    assert status["verdicts"]["none"] == 0
    assert "1 more puzzle only in files that have changed or are gone" in call("status").out
    assert call("duplicates").out.startswith("2: mine/right.non; mine/changed.non\n")
    (mine / "new.non").write_text(none)  # moved: its first place is the new one
    call("add", "mine")
    assert call(*none_of).out.splitlines()[1:] == ["mine/new.non"]


def test_merge(folder: Path) -> None:
    made(folder / "a.db", 3)
    made(folder / "b.db", 5)
    assert call("merge", "a.db", "b.db").out == "new: 5 puzzles, 0 results, 0 attempts\n"
    assert data("merge", "a.db") == {"puzzles": 0, "results": 0, "replaced": 0, "attempts": 0}
    assert call("merge", "-q", "b.db") == Result("", "", 0)
    done = call("merge", "my.db")
    assert (done.code, "a collection cannot be merged with itself" in done.err) == (2, True)


def test_merge_of_what_is_missing_makes_no_file(folder: Path) -> None:
    done = run_here("collection", "new.db", "merge", "nix.db")
    assert (done.code, done.err) == (4, "nonosat: nix.db: no such collection\n")
    assert not Path("new.db").exists()


def test_only_add_and_merge_make_a_file(folder: Path) -> None:
    for args in (("status",), ("show", "1"), ("duplicates",)):
        done = call(*args)
        assert (done.code, done.out) == (4, "")
        makes = "'nonosat collection my.db add FILE' makes one"
        assert done.err == f"nonosat: my.db: no such collection: {makes}\n"
    assert not Path("my.db").exists()


def test_usage(folder: Path) -> None:
    for args, words in (
        (("my.db", "frob"), "unknown subcommand 'frob': write nonosat collection DB SUBCOMMAND"),
        (("my.db", "add"), "Missing argument 'FILE...'"),
        (("my.db", "show"), "Missing argument 'N...'"),
        ((), "Missing"),
    ):
        done = run_here("collection", *args)
        assert done.code == 2 or not args
        assert words in done.err + done.out or not args
    helped = run_here("collection", "--help").out
    for name in ("add", "duplicates", "merge", "show", "status"):
        assert f"\n  {name} " in helped
        assert "Exit status:" in run_here("collection", "my.db", name, "--help").out


@pytest.mark.unix
def test_ctrl_c_keeps_what_is_stored(folder: Path) -> None:
    lines = [{"cells": [f"{n:012b}".replace("0", ".").replace("1", "#")]} for n in range(1024)]
    Path("list.json").write_text(json.dumps(lines))
    os.mkfifo("waits.json")
    process = begin("collection", "my.db", "add", "list.json", "waits.json")
    journal = Path("my.db-wal")  # not empty as soon as the tables are made
    while process.poll() is None and (not journal.exists() or journal.stat().st_size == 0):
        time.sleep(0.005)
    assert interrupt(process) == ("", "nonosat: interrupted\n", 130)
    assert is_sound(folder / "my.db")
    assert call("add", "list.json", "-q").code == 0
    assert data("status")["puzzles"] > 300
