# SPDX-License-Identifier: MIT
"""The TAAI tournament form."""

from __future__ import annotations

from itertools import islice

import pytest

from nonosat import Grid, Puzzle, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import read_all
from nonosat.formats.taai import loads as taai_loads
from nonosat.types import Metadata

TWO = Puzzle([[1, 1], [2], []], [[2], [1], [1]], meta=Metadata(title="1"))
TEXT = "$1\n2\n1\n1\n1\t1\n2\n\n"


def big(rows: list[list[int]], columns: list[list[int]]) -> str:
    """A 25x25 block; lines that are not given are empty."""
    lines = [columns[i] if i < len(columns) else [] for i in range(25)]
    lines += [rows[i] if i < len(rows) else [] for i in range(25)]
    return "$7\n" + "".join("\t".join(map(str, line)) + "\n" for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r\r\n"),
        TEXT.replace("\t", "  \t "),
        TEXT.replace("2\n\n", "2\n0"),
        TEXT.replace("2\n\n", "2\n0\n\n"),
        "\n\n" + TEXT,
        "\ufeff" + TEXT,
        TEXT.replace("$1", " $ 1 "),
    ],
)
def test_dialects(text: str) -> None:
    assert loads(text) == TWO


def test_blank_lines_after_a_tournament_puzzle() -> None:
    text = big([[2]], [[1], [1]])
    wanted = loads(text)
    assert (wanted.width, wanted.height, wanted.title) == (25, 25, "7")
    for more in ("\n", "\n\n", "\n\n\n\n"):
        assert loads(text + more) == wanted
        assert list(read_all(text + more + text)) == [wanted, wanted]


def test_many_and_a_broken_one() -> None:
    items = list(read_all(TEXT + "$2\n1\nx\n$3\n1\n1\n"))
    assert [type(item) for item in items] == [Puzzle, PuzzleSyntaxError, Puzzle]
    assert str(items[1]) == "line 10, R1: 'x' is not a clue: write lengths with a TAB between them"
    with pytest.raises(PuzzleSyntaxError, match="load_all"):
        loads(TEXT + TEXT)


def test_reads_no_further_than_asked() -> None:
    items = list(islice(taai_loads("$1\n1\n1\n" * 500_000), 3))
    assert len(items) == 3


def test_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(PuzzleError, match="the puzzle is 2x1"):
        dumps(Puzzle([[1]], [[1], []]), format="taai")


def test_number_is_the_title() -> None:
    assert dumps(TWO, format="taai") == "$1\n2\n1\n1\n1\t1\n2\n0\n"
    assert dumps(TWO.with_meta(title="42"), format="taai").startswith("$42\n")
    assert dumps(TWO.with_meta(title="Cup"), format="taai").startswith("$1\n")


@pytest.mark.parametrize("side", [24, 25, 26, 27])
@pytest.mark.parametrize("filled", [0, 24, 25])
def test_round_trip_about_25(side: int, filled: int) -> None:
    """Blank lines at the end may be clues or not; an off-by-one error is easy here."""
    cells = "\n".join("#" * side if row < filled else "." * side for row in range(side))
    puzzle = Puzzle.from_grid(Grid(cells))
    result = loads(dumps(puzzle, format="taai"))
    assert (result.rows, result.columns) == (puzzle.rows, puzzle.columns)
