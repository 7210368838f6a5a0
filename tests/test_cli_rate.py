# SPDX-License-Identifier: MIT
"""``nonosat rate``: the table, --csv, --json, exit codes, faults."""

from __future__ import annotations

import csv
import json

import pytest
from command_line import Run

TWO_WAYS = '{"rows": [[1], [1]], "cols": [[1], [1]]}'
NO_WAY = '{"rows": [[1, 1], [], [1, 1]], "cols": [[2], [], [2]]}'
BAD = '{"rows": [[3]], "cols": [[1]]}'


@pytest.fixture
def run(quick_run: Run) -> Run:
    """In this process: none of these tests is about streams."""
    return quick_run


def test_the_table(run: Run) -> None:
    result = run("rate", "--ascii", "unique.non")
    assert result.code == 0
    head, _, row = result.out.replace("|", " ").splitlines()
    assert head.split() == [
        "puzzle",
        "size",
        "effort",
        "word",
        "technique",
        "steps",
        "single",
        "note",
    ]
    assert row.split()[:4] == ["unique.non", "3x2", "1.00", "very"]


def test_csv_begins_with_the_columns_of_the_earlier_program(run: Run) -> None:
    result = run("rate", "--csv", "unique.non", TWO_WAYS)
    assert result.code == 1
    heads, first, second = csv.reader(result.out.splitlines())
    assert heads[:9] == [
        "Game", "Width", "Height", "Difficulty", "Tedium", "Steps", "Technique", "Effort", "Word",
    ]  # fmt: skip
    assert all(value.isdecimal() for value in first[1:6])
    row = dict(zip(heads, second, strict=True))
    assert (row["Difficulty"], row["End"], row["Unknown"]) == ("", "ambiguous", "4")
    assert row["No difficulty because"].startswith("only a guess")
    assert (row["Solutions"], row["Guess rating"]) == ("2", "13")


def test_json(run: Run) -> None:
    result = run("rate", "--json", "--earlier", "unique.non")
    data = json.loads(result.out)
    assert (data["width"], data["height"], data["end"]) == (3, 2, "solved")
    assert len(data["openings"]) == sum(data["steps"].values())
    assert data["judge"]["steps"] > 0
    bare = json.loads(run("rate", "--json", "--no-steps", "unique.non").out)
    assert (bare["steps"], bare["judge"], bare["effort"]) == (None, None, data["effort"])


def test_exit_codes_and_faults(run: Run) -> None:
    assert run("rate", TWO_WAYS).code == 1
    assert run("rate", NO_WAY).code == 3
    assert run("rate", NO_WAY, "--no-steps").code == 3
    assert run("rate", "unique.non", "--csv", "--json").code == 2
    result = run("rate", BAD, "unique.non")
    assert result.code == 4
    assert "unique.non" in result.out
    assert result.err
    assert run("rate", "unique.non", "--time-limit", "0").code == 5
