# SPDX-License-Identifier: MIT
"""Commands over many puzzles: folders, collections, the table, going on, two processes at once."""

from __future__ import annotations

import csv
import json
import os
import signal
from pathlib import Path

import pytest

import nonosat
from nonosat import collection
from nonosat.cli import many
from nonosat.cli.destination import Table
from nonosat.cli.input import Source
from tests.support.command_line import Run

GOAL = 'width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\ngoal "1001"\n'
DONE = ["nothing to change", "repaired", "not read"]


@pytest.fixture
def run(quick_run: Run, folder: Path) -> Run:
    """A folder ``in`` with a puzzle to repair, one without a fault in a subfolder, and a typo."""
    mine = folder / "in"
    (mine / "sub").mkdir(parents=True)
    (mine / "goal.non").write_text(GOAL)
    (mine / "sub" / "right.non").write_bytes((folder / "right.non").read_bytes())
    (mine / "typo.non").write_text("rows\n1\n3\ncolumns\n1\n2\n2\n")
    return quick_run


def rows(table: str) -> dict[str, dict[str, str]]:
    with Path(table).open(encoding="utf-8", newline="") as file:
        return {row["file"]: row for row in csv.DictReader(file)}


def test_a_folder_is_repaired_into_a_folder_and_the_same_command_goes_on(run: Run) -> None:
    first = run("repair", "in", "-o", "fixed/")
    assert first.code == 4  # that of the broken file, which stops nothing
    assert first.err.startswith("nonosat: in/typo.non: the rows fill 4 cells, the columns 5")
    assert first.out.splitlines() == [
        "in/goal.non: repaired: 1 cell changed; written to fixed/goal.non",
        "in/sub/right.non: nothing to change; written to fixed/sub/right.non",
        "3 puzzles: 1 not read, 1 nothing to change, 1 repaired; table: fixed-repair.csv",
    ]
    assert nonosat.load("fixed/goal.non").solve().verdict.value == "unique"
    table = rows("fixed-repair.csv")
    assert sorted(row["done"] for row in table.values()) == sorted(DONE)
    assert table["in/goal.non"]["cells"] == "1"
    assert table["in/goal.non"]["output"] == str(Path("fixed", "goal.non"))
    assert "the columns 5" in table["in/typo.non"]["error"]
    before = Path("fixed/goal.non").stat().st_mtime_ns
    again = run("repair", "in", "-o", "fixed")
    assert again.code == 4
    assert again.out == (
        "3 puzzles: 1 not read, 1 nothing to change, 1 repaired; 2 of them before; "
        "table: fixed-repair.csv\n"
    )
    assert Path("fixed/goal.non").stat().st_mtime_ns == before
    assert rows("fixed-repair.csv") == table


def test_what_is_done_again(run: Run) -> None:
    assert run("repair", "-q", "in", "-o", "out").code == 4
    Path("out/goal.non").unlink()
    assert "in/goal.non: repaired" in run("repair", "in", "-o", "out").out
    Path("in/goal.non").write_text(GOAL.replace("1001", "0110"))  # a changed file
    changed = run("repair", "in", "-o", "out")
    assert changed.out.startswith("in/goal.non: repaired")
    assert "2 of them" not in changed.out
    assert "in/sub/right.non: nothing" in run("repair", "in", "-o", "out", "--max-changes", "9").out
    late = run("repair", "in", "-o", "late", "--time-limit", "0")
    assert "no repair found" in late.out or "not done" in late.out
    assert "2 of them before" in run("repair", "in", "-o", "late", "--time-limit", "0").out
    assert "in/goal.non: repaired" in run("repair", "in", "-o", "late").out


def test_files_of_others_are_not_replaced(run: Run) -> None:
    Path("out").mkdir()
    Path("out/goal.non").write_text("mine")
    refused = run("repair", "in", "-o", "out")
    assert refused.code == 2
    assert "out/goal.non exists: add --force to replace it" in refused.err.replace(os.sep, "/")
    assert Path("out/goal.non").read_text() == "mine"
    assert run("repair", "in", "-o", "out", "--force").code == 4
    assert nonosat.load("out/goal.non").goal is not None
    assert "has the puzzles themselves" in run("repair", "in", "-o", "in").err
    assert run("repair", "in", "-o", "in/out").code == 4
    assert "2 of them before" in run("repair", "in", "-o", "in/out").out  # not its own files
    Path("other.csv").write_text("a,b\n1,2\n")
    other = run("repair", "in", "-o", "new", "--table", "other.csv")
    assert other.code == 2
    assert "is not the table of this command" in other.err


def test_the_table_has_a_row_for_each_puzzle_and_each_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> list[str]:
        text = Path("out-repair.csv").read_text(encoding="utf-8")
        return [line.partition(",")[0] for line in text.splitlines()]

    seen = []
    add = Table.add

    def watched(table: Table, row: dict[str, object]) -> None:
        add(table, row)
        seen.append(lines())

    monkeypatch.setattr(Table, "add", watched)
    names = [str(Path("in", name)) for name in ("goal.non", "typo.non", "sub/right.non")]
    assert run("repair", "-q", "in", "-o", "out").code == 4
    assert lines() == ["file", *names]
    first = rows("out-repair.csv")
    assert run("repair", "-q", "in", "-o", "out", "--max-changes", "9").code == 4
    assert [len(one) for one in seen[3:]] == [5, 6, 7]
    assert seen[-1] == ["file", *names, *names]
    assert lines() == ["file", *names]
    assert all(row["input"] != first[key]["input"] for key, row in rows("out-repair.csv").items())


def test_an_edited_file_is_kept_and_named(run: Run) -> None:
    assert run("repair", "-q", "in", "-o", "out").code == 4
    mine, other = Path("out/goal.non"), Path("out/sub/right.non")
    mine.write_text("mine")
    before = other.read_bytes()
    more = ("repair", "in", "-o", "out", "--max-changes", "9")
    for _ in range(2):
        kept = run(*more)
        assert kept.code == 2
        assert f"in/goal.non: {mine} was edited and is kept: add --force" in kept.err
        assert mine.read_text() == "mine"
    assert "2 of them before" not in kept.out
    assert "1 of them before" in kept.out
    assert other.read_bytes() == before
    assert run(*more, "--force").code == 4
    assert mine.read_text() != "mine"


@pytest.mark.unix
def test_the_table_is_no_device_and_no_pipe(run: Run) -> None:
    os.mkfifo("pipe")
    for path in ("/dev/full", "/dev/zero", "pipe"):
        refused = run("repair", "in", "-o", "new", "--table", path)
        assert refused.code == 2
        assert f"{path}: a pipe, a socket or a device is not read" in refused.err
    assert not Path("new").exists()


def test_side_by_side_gives_the_same_table(run: Run) -> None:
    assert run("repair", "-q", "in", "-o", "one").code == 4
    assert run("repair", "-q", "in", "-o", "two", "--jobs", "2").code == 4
    one, two = rows("one-repair.csv"), rows("two-repair.csv")
    same = ("done", "cells", "error", "exit", "input")
    assert {key: [row[x] for x in same] for key, row in one.items()} == {
        key: [row[x] for x in same] for key, row in two.items()
    }
    assert Path("one/goal.non").read_bytes() == Path("two/goal.non").read_bytes()


def test_in_a_collection_the_new_puzzle_stands_beside_the_old(run: Run) -> None:
    with collection.open("my.db") as store:
        store.add("in/goal.non")
        old = store.entry(1).sha256
    done = run("repair", "my.db", "-o", "my.db")
    assert done.out.splitlines()[0] == "my.db#1: repaired: 1 cell changed; written to my.db#2"
    assert run("reveal", "my.db", "-o", "my.db", "--where", "id = 1").code == 0
    with collection.open("my.db", write=False) as store:
        names = [(entry.file, entry.member) for entry in store]
    assert names == [
        ("in/goal.non", ""),
        ("repair of in/goal.non", old[:16]),
        ("reveal of in/goal.non", old[:16]),
    ]
    assert "made of it: 2 (repair), 3 (reveal)\n" in run("collection", "my.db", "show", "1").out
    assert json.loads(run("collection", "my.db", "show", "1", "--json").out)["made"] == [2, 3]
    again = run("repair", "my.db", "-o", "my.db", "--where", "id < 3")
    assert again.out == "1 puzzle: 1 repaired; 1 of them before; table: my-repair.csv\n"
    assert run("check", "my.db", "--where", "id = 2").code == 2  # it has no such option
    assert run("check", "my.db").out.splitlines()[1] == "my.db#2: unique"
    assert run("convert", "my.db", "--to", "json", "-o", "all/").code == 0
    assert len(list(Path("all").iterdir())) == 3
    assert "--where is for collections" in run("repair", "in", "-o", "x", "--where", "1").err


def test_corrected_clues_go_into_a_folder_and_a_collection(run: Run) -> None:
    done = run("correct", "in", "-o", "right/", "--json")
    found = {line["file"]: line for line in map(json.loads, done.out.splitlines())}
    assert found[str(Path("in", "typo.non"))]["done"] == "one of several"
    assert found[str(Path("in", "goal.non"))]["output"] is None  # nothing is wrong
    assert [path.name for path in Path("right").iterdir()] == ["typo.non"]
    assert run("correct", "in/typo.non", "-o", "new.db").code == 1
    with collection.open("new.db", write=False) as store:
        assert store.entry(1).file == "correct of in/typo.non"


def test_correct_names_the_faulty_files_that_a_collection_knows(run: Run) -> None:
    assert run("collection", "my.db", "add", "in/goal.non", "in/typo.non").code == 4
    says = "nonosat: my.db: not in it, because of a wrong clue: 1 file ('list --faults' names them)"
    for options in ("", "-o right/"):
        done = run("correct", "my.db", *options.split())
        assert done.err.startswith(says), done.err
        assert "'nonosat correct FOLDER -o ...' corrects" in done.err
    assert run("correct", "in/goal.non").err == ""


def test_a_second_repair_of_a_puzzle_is_the_same_place(run: Run) -> None:
    for options in ("", "--solution", "--count 2"):
        assert run("repair", "in/goal.non", "-o", "my.db", *options.split()).code == 0
    assert run("collection", "my.db", "duplicates").out.startswith("0 groups")


@pytest.mark.parametrize(
    ("goal", "options", "done", "code"),
    [
        ("", "", "one of several", 1),
        ("", "--choose 2", "corrected", 0),
        ("goal 100111", "", "corrected", 0),
        ("goal 111000", "", "picture differs", 1),
        ("goal 111000", "--choose 1", "picture differs", 1),
    ],
)
def test_a_correction_of_many_is_sure_or_not(
    run: Run, goal: str, options: str, done: str, code: int
) -> None:
    Path("typo.non").write_text(f"rows\n1\n2\ncolumns\n2\n1\n1\n{goal}\n")
    found = run("correct", "typo.non", "-o", "right/", *options.split())
    assert (rows("right-correct.csv")["typo.non"]["done"], found.code) == (done, code), found.out
    assert ("the goal picture is no solution of it" in found.out) == (done == "picture differs")


@pytest.mark.parametrize(
    ("command", "suffix"),
    [("rate", ".json"), ("explain", ".html"), ("explain --to json", ".json"), ("print", ".pdf")],
)
def test_other_commands_fill_folders(command: str, suffix: str, run: Run) -> None:
    name = command.split()[0]
    done = run(*command.split(), "in", "-o", "new", "-q")
    assert done.code == 4
    made = sorted(str(path) for path in Path("new").rglob("*.*"))
    assert made == [str(Path("new", f"goal{suffix}")), str(Path("new", "sub", f"right{suffix}"))]
    assert len(rows(f"new-{name}.csv")) == 3
    assert "keeps puzzles: name a folder" in run(*command.split(), "in", "-o", "my.db").err


def test_a_difficulty_of_0_is_said(run: Run) -> None:
    Path("dot.non").write_text("rows\n1\ncolumns\n1\n")
    assert run("rate", "dot.non", "-o", "new").out.startswith("dot.non: rated, 0.0, very easy, ")


def test_a_file_that_is_no_collection_is_named(run: Run) -> None:
    Path("notdb.db").write_text("text")
    for command in ("repair", "rate"):
        refused = run(command, "in", "-o", "notdb.db")
        assert refused.code == 2
        assert "-o notdb.db: the file is not a collection" in refused.err


def test_a_book_is_the_same_with_jobs(run: Run) -> None:
    assert run("print", "-q", "in", "-o", "one.pdf").code == 4
    assert run("print", "-q", "in", "-o", "two.pdf", "--jobs", "2").code == 4
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()


@pytest.mark.parametrize("command", ["print -o none.pdf", "rate", "rate -o new", "repair -o new"])
def test_a_condition_that_no_puzzle_fulfils(command: str, run: Run) -> None:
    with collection.open("my.db") as store:
        store.add("in/goal.non")
    done = run(*command.split(), "my.db", "--where", "1 = 0")
    assert done.err == "nonosat: my.db: no puzzle fulfils the condition\n"
    assert done.code == 4


def test_a_table_without_an_output_says_what_would_be_done(run: Run) -> None:
    assert run("reveal", "-q", "in", "--table", "plan.csv").code == 4
    assert rows("plan.csv")["in/goal.non"]["cells"] == "1"
    assert "name a folder with -o" in run("reveal", "in", "--jobs", "2").err
    assert "name a folder" in run("reveal", "in", "-o", "a.non", "--table", "t.csv").err


def test_puzzles_without_a_file_keep_their_names(run: Run) -> None:
    for text in ("##\n.#", ".#\n##", "##\n.#"):
        assert run("repair", "-", "-q", "-o", "new", stdin=text).code == 0
    assert sorted(path.name for path in Path("new").iterdir()) == ["puzzle-2.non", "puzzle.non"]
    assert run("repair", "-q", "##\n.#", ".#\n##", "-o", "text").code == 0
    assert len(rows("text-repair.csv")) == 2


def test_two_processes_do_not_do_the_same_work(run: Run) -> None:
    with Table("out-repair.csv", ("cells",)):
        second = run("repair", "in", "-o", "out")
    assert second.code == 74
    assert "another process is at this work" in second.err
    assert not Path("out").exists()
    assert run("repair", "in", "-o", "out").code == 4


def test_an_interrupted_command_says_so_and_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = many.Job.do

    def interrupted(job: many.Job, source: Source) -> many.Outcome:
        if "right" in source.name:
            signal.raise_signal(signal.SIGINT)
        return do(job, source)

    with monkeypatch.context() as patch:
        patch.setattr(many.Job, "do", interrupted)
        ended = run("repair", "in", "-o", "out")
    assert ended.code == 130
    assert "2 puzzles done before the interruption: the same command goes on\n" in ended.err
    assert [path.name for path in Path("out").iterdir()] == ["goal.non"]
    text = Path("out-repair.csv").read_bytes()
    Path("out-repair.csv").write_bytes(text + b"in/sub/right.non,noth")  # a power cut
    over = run("repair", "in", "-o", "out")
    assert over.out.startswith("in/sub/right.non: nothing to change; written")
    assert Path("out-repair.csv").read_bytes().startswith(text + b"in/sub/right.non,nothing to")


def test_the_puzzle_of_a_worker_that_ended_is_done_again(run: Run) -> None:
    table = Table("out-repair.csv", ("cells",))
    assert run("repair", "-q", "in", "-o", "out").code == 4
    with table:
        row = table.rows["in/goal.non"]
        table.add({**row, "done": "not done", "exit": 70, "output": ""})
    assert "in/goal.non: repaired" in run("repair", "in", "-o", "out", "--force").out


def test_faults_of_one_kind_are_counted(run: Run) -> None:
    grid = "10101\n01010\n" * 3
    Path("solutions.txt").write_text("\n".join([grid] * 9))
    Path("in/solutions.txt").write_text("\n".join([grid] * 9))
    for words in (["collection", "a.db", "add", "in"], ["check", "solutions.txt"]):
        said = run(*words).err
        assert said.count("solutions.txt#") <= 3
        assert "more puzzles broken in the same way" in said or "#" not in said
