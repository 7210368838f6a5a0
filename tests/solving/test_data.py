# SPDX-License-Identifier: MIT
"""The project's own puzzles: the required kinds, and the index."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from nonosat import load, rate
from tests.support import data_index

INDEX = json.loads(data_index.INDEX.read_text(encoding="utf-8"))
LONG = {"noise-30x30-1.non", "banner-goods-train.non"}
"""With the preset sat, these puzzles take most of the time."""


def test_the_index_is_what_the_program_says_of_most() -> None:
    files = {x.name: x for x in data_index.DATA.iterdir() if x.suffix in data_index.SUFFIXES}
    assert list(INDEX) == sorted(files)
    for name in INDEX.keys() - LONG:
        assert data_index.entry(files[name]) == INDEX[name], (
            "write it anew with: python -m tests.support.data_index"
        )


@pytest.mark.slow
def test_the_index_is_what_the_program_says() -> None:
    assert data_index.INDEX.read_text(encoding="utf-8") == data_index.text(data_index.build()), (
        "write it anew with: python -m tests.support.data_index"
    )


def last_stage(about: dict[str, dict[str, dict[str, int]]]) -> str:
    return list(about["settles"]["default"])[-1]


def test_the_puzzles_cover_what_they_must() -> None:
    assert len(INDEX) >= 30
    assert all(about["title"] for about in INDEX.values())
    pictures = [name for name in INDEX if not name.startswith(("noise", "no-solution"))]
    assert len(pictures) >= 30
    assert sum("noise" in name for name in INDEX) <= 6  # the generated ones
    sides = [max(about["width"], about["height"]) for about in INDEX.values()]
    assert min(sides) == 5
    assert {60} <= set(sides)
    assert any(64 < side <= 512 for side in sides)
    assert any(side > 512 for side in sides)
    assert sum(about["colors"] >= 3 for about in INDEX.values()) >= 2
    assert any(name.startswith("partial") for name in INDEX)
    unique = [about for about in INDEX.values() if about["verdict"] == "unique"]
    assert {last_stage(about) for about in unique} == {"lines", "probe", "search", "sat"}
    # ... and the implication graph finishes some of those that lines do not finish.
    assert any(list(about["settles"]["graph"])[-1] == "implications" for about in unique)
    assert {about["verdict"] for about in INDEX.values()} == {"unique", "multiple", "none"}
    assert all(about["goal"] == "only" for about in unique)


def test_the_puzzles_for_beginners_climb_from_very_easy_to_medium() -> None:
    """Their names begin with numbers, so that they come first in lists by name."""
    files = sorted(path for path in data_index.DATA.iterdir() if path.name[0].isdecimal())
    assert [path.name[:3] for path in files] == [f"{number:02}-" for number in range(1, 25)]
    puzzles = [load(path) for path in files]
    assert [INDEX[path.name]["verdict"] for path in files] == ["unique"] * 24
    assert {(puzzle.width, puzzle.height) for puzzle in puzzles} == {(5, 5), (10, 10)}
    ratings = [rate(puzzle, steps=False) for puzzle in puzzles]
    assert [rating.difficulty for rating in ratings] == sorted(
        rating.difficulty or 0 for rating in ratings
    )
    words = Counter(rating.difficulty_word for rating in ratings)
    assert set(words) == {"very easy", "easy", "medium"}
    assert min(words.values()) >= 6
    titles = Counter(about["title"] for about in INDEX.values())
    assert max(titles.values()) == 1
