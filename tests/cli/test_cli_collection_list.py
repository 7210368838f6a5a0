# SPDX-License-Identifier: MIT
"""``nonosat collection DB list`` and ``export``: output, refusals and exit codes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from nonosat import collection
from nonosat.cli import collection_query
from nonosat.collection.rows import COLUMNS
from nonosat.explain.difficulty import difficulty_word
from tests.support.collection_sample import make
from tests.support.command_line import Run


@pytest.fixture
def run(quick_run: Run) -> Run:
    """In this process, in a folder with a collection."""
    with make(Path("my.db")):
        pass
    return quick_run


def test_list_in_a_pipe(run: Run) -> None:
    result = run("collection", "my.db", "list")
    assert (result.code, result.err) == (0, "")
    heads, *rows = [line.split("\t") for line in result.out.splitlines()]
    assert heads[:7] == ["id", "title", "file", "number", "width", "height", "colors"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert rows[1][1] == 'two\\nlines; "quoted"'
    assert rows[5][7:] == [""] * 7


def test_a_wrong_condition_shows_the_usage_of_its_own_command(run: Run) -> None:
    for command in (["list"], ["export", "-o", "a.csv"]):
        result = run("collection", "my.db", *command, "--where", "foo bar")
        assert result.code == 2
        assert f"nonosat collection DB {command[0]} [OPTIONS]" in result.err.splitlines()[0]


def test_where_sort_limit_columns(run: Run) -> None:
    where = ("--where", "verdict = 'multiple' and width <= 20")
    result = run("collection", "my.db", "list", *where, "--json")
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == [2]
    result = run(
        "collection", "my.db", "list", "--sort", "difficulty,-cells", "--columns", "id, cells"
    )
    assert result.out.splitlines() == [
        *("id\tcells", "1\t6", "5\t6", "4\t9", "3\t6", "2\t4", "6\t4")
    ]
    result = run("collection", "my.db", "list", "--limit", "1", "--columns", "all", "--json")
    row = json.loads(result.out)
    assert list(row) == list(COLUMNS)
    assert (row["missing_clues"], row["density"], row["reason"]) == (False, 2 / 3, None)


def test_the_difficulty_is_listed_as_a_word(run: Run) -> None:
    listed = ("collection", "my.db", "list", "--columns", "difficulty,word", "--sort=-word")
    rows = [json.loads(line) for line in run(*listed, "--json").out.splitlines()]
    values = [row["difficulty"] for row in rows]
    assert any(values)
    assert [row["word"] for row in rows] == [x and difficulty_word(x) for x in values]


def test_names_of_earlier_tables_are_understood_with_a_remark(run: Run) -> None:
    result = run(
        *("collection", "my.db", "list", "--columns", "id,nonosat_difficulty"),
        *("--sort", "-Difficulty", "--where", "nonosat_difficulty > 0 and title <> 'Difficulty'"),
    )
    now = run(
        *("collection", "my.db", "list", "--columns", "id,difficulty", "--sort", "-difficulty"),
        *("--where", "difficulty > 0"),
    )
    assert (result.code, result.out) == (0, now.out)
    assert "'nonosat_difficulty' is called 'difficulty' now" in result.err
    assert "'Difficulty' is taken as 'difficulty', which is ours" in result.err
    assert "called" not in now.err


def test_no_time_is_enough_for_a_small_condition(run: Run) -> None:
    result = run("collection", "my.db", "list", "--where", "1", "--time-limit", "0")
    assert (result.code, result.err) == (0, "")


def test_a_folder_that_is_missing(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "no/such/folder/a.csv")
    words = "no/such/folder/a.csv cannot be written: No such"
    assert (result.code, words in result.err) == (74, True)


def test_a_condition_that_takes_too_long(run: Run) -> None:
    join = ", ".join(f"result r{n}, place p{n}" for n in range(12))
    where = ["--where", f"(select count(*) from {join}) > 1", "--time-limit", "0.05"]
    for command in (["list"], ["export", "-o", "a.csv"]):
        result = run("collection", "my.db", *command, *where)
        assert (result.code, result.out) == (5, "")
        assert "longer than 0.05 seconds" in result.err
    assert not Path("a.csv").exists()


def test_no_collection(run: Run) -> None:
    for command in (["list"], ["export", "-o", "a.csv"]):
        result = run("collection", "none.db", *command)
        assert result.code == 4
        assert "no such collection" in result.err
        result = run("collection", "unique.non", *command)
        assert result.code == 4
    assert not Path("none.db").exists()


def test_faults(run: Run) -> None:
    with collection.open("my.db") as store:
        store.add(["broken.non"])
    result = run("collection", "my.db", "list", "--faults", "--json")
    row = json.loads(result.out)
    assert row["file"].endswith("broken.non")
    assert len(row["faults"]) == 2
    result = run("collection", "my.db", "list", "--faults")
    assert "R1, block 1: does not fit" in result.out.splitlines()[1]


def test_a_table_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(collection_query, "emit", lines.append)
    monkeypatch.setattr(collection_query.Screen, "__init__", _as_terminal)
    run("collection", "my.db", "list", "--columns", "id,title,seconds,verdict")
    assert lines == [
        "id │ title                │ seconds │ verdict",
        "──────────────────────────────────────────────",
        " 1 │ =SUM(A1)             │   0.125 │ unique",
        ' 2 │ two\\nlines; "quoted" │    0.25 │ multiple',
        " 3 │ ' -1                 │   0.375 │ none",
        " 4 │                      │     0.5 │ unknown",
        " 5 │ 漢字 é               │   0.625 │ unique",
        " 6 │                      │         │",
    ]


def _as_terminal(screen: collection_query.Screen) -> None:
    screen.terminal = screen.unicode = True


def test_export(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "all.csv")
    assert (result.code, result.out) == (0, "")
    assert result.err == "nonosat: all.csv: 6 puzzles\n"
    with open("all.csv", newline="", encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == 7
    result = run("collection", "my.db", "export", "-o", "all.csv", "--force", "-q")
    assert (result.code, result.out, result.err) == (0, "", "")


def test_export_says_what_is_refused_and_lost(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "out", "--to", "nonojs")
    assert result.code == 4
    assert "puzzle 5 is not written: 2 colours" in result.err
    assert "puzzle 1: the format does not keep the author (of this puzzle)" in result.err
    assert "out: 4 puzzles, 4 files" in result.err
    arguments = ["export", "-o", "two", "--to", "nonojs", "--json"]
    data = json.loads(run("collection", "my.db", *arguments).out)
    assert [row["id"] for row in data.pop("refused")] == [5, 6]
    assert data == {
        "output": "two",
        "puzzles": 4,
        "files": 4,
        "lost": {"the author": 1, "the licence": 1},
    }


def test_export_of_certificates(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "proofs", "--to", "certificates")
    assert (result.code, result.err) == (0, "nonosat: proofs: 1 puzzle\n")
    result = run("collection", "my.db", "export", "-o", "proofs", "--to", "certificates")
    assert (result.code, "sample.nonocert exists: add --force" in result.err) == (2, True)
    result = run("collection", "my.db", "export", "-o", "a.nonocert", "--to", "certificates")
    assert (result.code, "certificates go to a folder" in result.err) == (2, True)


@pytest.mark.parametrize("to", ["certificates", "non"])
def test_a_folder_that_is_a_file(run: Run, to: str) -> None:
    Path("file").touch()
    for force in ([], ["--force"]):
        result = run("collection", "my.db", "export", "-o", "file/", "--to", to, *force)
        words = "nonosat: file/ cannot be written: file is a file, not a folder\n"
        assert (result.code, result.err) == (74, words)


def test_csv_is_the_table_and_the_list_has_a_name_of_its_own(run: Run) -> None:
    run("collection", "my.db", "export", "-o", "one.csv")
    run("collection", "my.db", "export", "-o", "two.txt", "--to", "csv")
    assert Path("one.csv").read_bytes() == Path("two.txt").read_bytes()
    result = run("collection", "my.db", "export", "-o", "-", "--to", "davidje13-list", "-q")
    assert result.out.startswith("name,rules,")


def test_export_to_standard_output(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "-", "--to", "jsonl", "-q")
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == [1, 2, 3, 4, 5, 6]
    result = run("collection", "my.db", "export", "-o", "-", "--to", "code", "-q", "--limit", "2")
    assert len(result.out.splitlines()) == 2


def test_full_disk(run: Run) -> None:
    result = run("collection", "my.db", "export", "-o", "/dev/full", "--to", "csv", "-q")
    assert result.code == 74
    assert result.err == "nonosat: /dev/full cannot be written: No space left on device\n"
