# SPDX-License-Identifier: MIT
"""``nonosat collection DB judge``: words, JSON, exit codes; the verdicts of real puzzles."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from test_judging import Here

from nonosat import collection
from nonosat.collection import judging
from tests.support.clock import seconds_of_children
from tests.support.command_line import Run, run_here
from tests.support.judge_stores import easy, made, results

OPEN = {"survey-faase.non", "survey-knotty.non", "survey-meow.non"}
"""Puzzles that no solver of the classic survey finished; verdicts may be unknown, never wrong."""


def test_it_says_what_it_has_judged(
    quick_run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_run("collection", "a.db", "add", ".")
    done = quick_run("collection", "a.db", "judge")
    assert done.code == 0
    assert done.out.startswith("judged: 5 puzzles in ")
    assert done.out.endswith(" s: 2 multiple, 1 none, 2 unique\n")
    monkeypatch.setattr(judging, "LocalExecutor", lambda *_, **__: Here())
    again = quick_run("collection", "a.db", "judge", "--jobs", "2")
    assert again == (
        "nothing to judge: every puzzle has a result with these options, or failed too often\n",
        "",
        0,
    )
    more = quick_run("collection", "a.db", "judge", "--seed", "1", "--limit", "2", "--json")
    data = json.loads(more.out)
    assert (data["open"], data["judged"], data["failed"], data["attempts"]) == (2, 2, {}, 0)
    assert quick_run("collection", "a.db", "judge", "--seed", "1", "-q") == ("", "", 0)
    parts = [
        json.loads(
            quick_run(
                *("collection", "a.db", "judge", "--seed", "2", "--shard", f"{part}/3", "--json"),
                *("--where", "width > 0"),
            ).out
        )["judged"]
        for part in (1, 2, 3)
    ]
    assert sum(parts) == 5


def test_what_stays_unknown_has_an_exit_code(quick_run: Run) -> None:
    quick_run("collection", "a.db", "add", "multiple.non", "unique.non")
    done = quick_run("collection", "a.db", "judge", "--preset", "logic")
    assert done.code == 5
    assert done.out.endswith(": 1 unique, 1 unknown\n")
    assert quick_run("collection", "a.db", "judge", "--preset", "logic").code == 0


def verdicts(path: Path) -> dict[str, str]:
    """The latest verdict of each file."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT file, verdict FROM puzzles").fetchall()
    return {Path(name).name: verdict for name, verdict in rows}


@pytest.mark.corpus
@pytest.mark.slow
def test_real_puzzles_get_the_known_verdicts(corpus: Path, tmp_path: Path) -> None:
    """``add`` and ``judge --preset fast``; then the same again, which does nothing."""
    with open(corpus / "verdicts.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    expected = {Path(row["file"]).name: row["verdict"] for row in rows}
    path = str(tmp_path / "real.db")
    folders = [str(corpus / name) for name in ("survey", "hard", "sample")]
    assert run_here("collection", path, "add", *folders).code == 0
    named = " OR ".join(f"file LIKE '%{name}'" for name in OPEN)
    few = ("--where", named, "--conflict-limit", "1000")
    assert run_here("collection", path, "judge", *few).code in (0, 5)
    rest = ("--where", f"NOT ({named})", "--jobs", "2")
    assert run_here("collection", path, "judge", *rest).code == 0
    found = verdicts(Path(path))
    assert len(found) == len(expected) == 531
    wrong = {name: verdict for name, verdict in found.items() if verdict != expected[name]}
    assert wrong.keys() <= OPEN
    assert set(wrong.values()) <= {"unknown"}
    before = results(Path(path))
    cpu = seconds_of_children()
    assert run_here("collection", path, "judge", *rest).out.startswith("nothing to judge")
    assert seconds_of_children() == cpu  # no process was started
    assert results(Path(path)) == before


@pytest.mark.corpus
@pytest.mark.slow
def test_colours_and_giants_get_the_verdicts_of_check(corpus: Path, tmp_path: Path) -> None:
    files = [*(corpus / "color").glob("*.xml"), *(corpus / "large").glob("*.non")]
    path = str(tmp_path / "color.db")
    with collection.open(path) as store:
        store.add([str(corpus / "color"), str(corpus / "large")])
        store.judge()
    found = verdicts(Path(path))
    assert found.keys() == {file.name for file in files}
    small = [str(file) for file in files if "512" not in file.name]
    checked = run_here("check", "--preset", "sat", "--json", *small)
    said = {
        Path(row["file"]).name: row["verdict"] for row in map(json.loads, checked.out.splitlines())
    }
    assert len(said) == len(small)
    assert {name: found[name] for name in said} == said
    assert set(found.values()) <= {"unique", "multiple"}


def test_a_second_judge_is_quick_for_a_large_collection(tmp_path: Path) -> None:
    """It looks up every puzzle once: a few statements in all, with some steps for each puzzle."""
    path = made(tmp_path / "a.db", easy(400))
    statements: list[str] = []
    steps: list[None] = []
    with collection.open(path) as store:
        store.judge(executor=Here())
        store.store.connection.set_trace_callback(statements.append)
        store.store.connection.set_progress_handler(lambda: steps.append(None), 100)
        assert store.judge().open == 0
    assert 0 < len(statements) < 20
    assert 0 < len(steps) < 400
