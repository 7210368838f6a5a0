# SPDX-License-Identifier: MIT
"""Lists of davidje13's program: comments, quotes, escapes, rows with faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonosat import Puzzle, dumps, load, load_all, loads
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats import read_all
from nonosat.types import Metadata

DOTS = Puzzle([[1], [1]], [[1], [1]])


def titles(text: str) -> list[str]:
    return [item.title for item in read_all(text) if isinstance(item, Puzzle)]


def test_one_row() -> None:
    text = "name,rules,source,author,license\nDots,RlKq,https://example.org,me,MIT\n"
    meta = Metadata("Dots", "me", "", "MIT", "https://example.org")
    assert loads(text) == Puzzle(DOTS.rows, DOTS.columns, meta=meta)


@pytest.mark.parametrize(
    "text",
    [
        "name,rules\r\nDots,RlKq\r\n",
        "\ufeffname,rules\nDots,RlKq",
        "# a list\n\nname,rules\n# of one\n\nDots,RlKq\n",
        "Rules,NAME\nRlKq,Dots\n",
        '"name","rules"\n"Dots","RlKq"\n',
        'name,rules,more\n "Dots" ,RlKq,"a ""b"", c"\n',
        "name,rules,more\nDots,RlKq,a\\,b\n",
        "name,rules\n\\Dots,RlKq\n",
    ],
)
def test_writings_of_one_list(text: str) -> None:
    assert loads(text) == Puzzle(DOTS.rows, DOTS.columns, meta=Metadata("Dots"))


def test_texts_of_all_kinds() -> None:
    for title in ('a "b", c', "a\\b", "two\nlines", " x ", "# no comment", "c\rd", "", ","):
        puzzle = Puzzle(DOTS.rows, DOTS.columns, meta=Metadata(title, title))
        assert loads(dumps(puzzle, format="csv")) == puzzle


def test_a_line_break_in_quotes() -> None:
    assert titles('name,rules\n"a\nb",RlKq\nc,RlKq\n') == ["a\nb", "c"]


def test_a_bad_row_is_an_error_of_that_row() -> None:
    items = list(read_all("name,rules\na,RlKq\nb,R!\nc,\nd,RlKq\n"))
    assert [type(item) for item in items] == [Puzzle, PuzzleSyntaxError, PuzzleSyntaxError, Puzzle]
    lines = [item.faults[0].file_line for item in items if isinstance(item, PuzzleSyntaxError)]
    assert lines == [3, 4]


@pytest.mark.corpus
def test_the_sample_has_the_puzzles_of_the_json_sample(samples: Path) -> None:
    puzzles = {puzzle.title: puzzle for puzzle in load_all(samples / "davidje13-external.csv")}
    assert set(puzzles) == {"W", "P", "Football"}
    football = load(samples / "davidje13-football.json")
    assert puzzles["Football"].rows == football.rows
    assert puzzles["Football"].columns == football.columns
    assert puzzles["P"].meta.license == "CC BY-SA 4.0"
