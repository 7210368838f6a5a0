# SPDX-License-Identifier: MIT
"""``nonosat rate``: the table, --csv, --json, exit codes, faults."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat.cli.input import Source, read_sources
from nonosat.formats.arguments import Argument
from tests.support.command_line import Run

TWO_WAYS = '{"rows": [[1], [1]], "cols": [[1], [1]]}'
NO_WAY = '{"rows": [[1, 1], [], [1, 1]], "cols": [[2], [], [2]]}'
BAD = '{"rows": [[3]], "cols": [[1]]}'


@pytest.fixture
def run(quick_run: Run) -> Run:
    """Commands run in this process, because no test here is about streams."""
    return quick_run


def test_the_table(run: Run) -> None:
    result = run("rate", "--ascii", "unique.non")
    assert result.code == 0
    head, _, row = result.out.replace("|", " ").splitlines()
    assert head.split() == [
        "puzzle",
        "size",
        "difficulty",
        "word",
        "technique",
        "steps",
        "single",
        "note",
    ]
    assert row.split()[:4] == ["unique.non", "3x2", "1.00", "very"]


def test_csv_begins_with_our_difficulty(run: Run) -> None:
    result = run("rate", "--csv", "unique.non", TWO_WAYS)
    assert result.code == 1
    heads, first, second = csv.reader(result.out.splitlines())
    assert heads[:6] == ["game", "width", "height", "difficulty", "word", "technique"]
    assert first[:6] == ["unique.non", "3", "2", "1.0", "very easy", "trivial"]
    assert all(value.isdecimal() for value in first[heads.index("davidje13_difficulty") :][:3])
    row = dict(zip(heads, second, strict=True))
    assert (row["davidje13_difficulty"], row["end"], row["unknown"]) == ("", "ambiguous", "4")
    assert row["davidje13_reason"] == "there are several solutions"
    assert (row["dsmiller95_solutions"], row["dsmiller95_rating"]) == ("2", "13")


def test_json(run: Run) -> None:
    result = run("rate", "--json", "--other-programs", "unique.non")
    data = json.loads(result.out)
    assert (data["width"], data["height"], data["end"]) == (3, 2, "solved")
    assert len(data["openings"]) == sum(data["steps"].values())
    assert data["other_programs"]["davidje13"]["steps"] > 0
    bare = json.loads(run("rate", "--json", "--no-steps", "unique.non").out)
    assert (bare["steps"], bare["other_programs"], bare["difficulty"]) == (
        None,
        None,
        data["difficulty"],
    )


def test_exit_codes_and_faults(run: Run) -> None:
    assert run("rate", TWO_WAYS).code == 1
    assert run("rate", NO_WAY).code == 3
    assert run("rate", NO_WAY, "--no-steps").code == 3
    result = run("rate", BAD, "unique.non")
    assert result.code == 4
    assert "unique.non" in result.out
    assert result.err
    assert run("rate", "unique.non", "--time-limit", "0").code == 5


def test_rows_are_printed_before_the_next_puzzle_is_read(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    seen: list[int] = []

    def sources(
        files: tuple[Argument, ...], format_name: str | None, where: str | None
    ) -> Iterator[Source]:
        for source in read_sources(files, format_name, where):
            yield source
            seen.append(len(lines))

    monkeypatch.setattr("nonosat.cli.command_rate.emit", lines.append)
    monkeypatch.setattr("nonosat.cli.input.read_sources", sources)
    assert run("rate", "--ascii", "unique.non", TWO_WAYS).code == 1
    assert seen == [3, 4]
    head, _, *rows = lines
    places = [place for place, mark in enumerate(head) if mark == "|"]
    for row in rows:
        assert [place for place, mark in enumerate(row) if mark == "|"] == places[: row.count("|")]


def test_the_bound_of_work_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonosat.explain.rating.MOST_WALK_WORK", 3)
    result = run("rate", "--ascii", "unique.non")
    assert result.code == 5
    assert result.out.splitlines()[-1].endswith("| work limit")


@pytest.mark.corpus
def test_csv_has_the_numbers_of_davidje13(run: Run, corpus: Path) -> None:
    with open(corpus.parent / "vectors" / "judge.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))[::20]
    result = run("rate", "--no-steps", "--csv", *(str(corpus / row["file"]) for row in rows))
    assert result.code == 0
    found = list(csv.DictReader(result.out.splitlines()))
    heads = [f"davidje13_{name}" for name in ("difficulty", "tedium", "steps")]
    assert [tuple(row[head] for head in heads) for row in found] == [
        (row["difficulty"], row["tedium"], row["steps"]) for row in rows
    ]
