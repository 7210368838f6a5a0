# SPDX-License-Identifier: MIT
"""``nonosat formats``: the table of formats."""

from __future__ import annotations

import json

from nonosat.formats import FORMATS
from nonosat.formats.form import ALL_TEXTS
from tests.support.command_line import run_here


def test_the_table() -> None:
    result = run_here("formats")
    assert result.code == 0
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines[2:-1] if line[:1] != " "] == list(FORMATS)
    assert lines[0].split() == [
        *("name", "files", "read", "written", "puzzles", "colours", "missing", "printed"),
        *("texts", "goal"),
    ]


def test_one_format() -> None:
    out = run_here("formats", "non").out
    assert "dialects: mikix, nonny" in out
    assert "taai" not in out
    assert "also refused: boards that are not square" in run_here("formats", "taai").out


def test_json() -> None:
    objects = [json.loads(line) for line in run_here("formats", "--json").out.splitlines()]
    assert [about["name"] for about in objects] == list(FORMATS)
    (about,) = (about for about in objects if about["name"] == "json")
    assert about["metadata"] == list(ALL_TEXTS)
    assert (about["goal"], about["printed"], about["written"]) == ("any", True, True)
