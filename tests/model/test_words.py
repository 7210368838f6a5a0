# SPDX-License-Identifier: MIT
"""Words about single values, where the examples of ``nonosat.words`` do not show them."""

from __future__ import annotations

import pytest

from nonosat import EMPTY, UNKNOWN, Palette, Puzzle, solve
from nonosat.exact import Factor
from nonosat.model.clue import Block
from nonosat.model.palette import BLACK
from nonosat.model.report import Reason
from nonosat.types import SolutionCount
from nonosat.words import (
    clue_words,
    literal_words,
    logic_words,
    number_words,
    puzzle_words,
    value_words,
)

COLORS = Palette.of([("red", "#ff0000", "r"), ("blue", "#0000ff", "b")])


@pytest.mark.parametrize("power", [0, 59, 60, 61, 3999, 4000, 4001, 9000])
def test_numbers_of_any_length(power: int) -> None:
    words = number_words(10**power)
    assert words == (f"{10**power:,}" if power < 60 else f"1.000e{power}")


def test_literals_of_several_colours() -> None:
    assert literal_words(0, 1, 2, True, COLORS) == "R1C2 is blue"
    assert literal_words(0, 1, 2, False, COLORS) == "R1C2 is not blue"
    assert literal_words(0, 1, 0, True, COLORS) == "R1C2 is empty"
    assert literal_words(0, 1, 0, False, COLORS) == "R1C2 is not empty"
    assert literal_words(0, 1, 0, False, BLACK) == "R1C2 is filled"
    assert [value_words(v, COLORS) for v in (EMPTY, 1, UNKNOWN)] == ["empty", "red", "unknown"]


def test_clues_of_several_colours() -> None:
    assert clue_words((Block(3, 1), Block(1, 2)), COLORS) == "3 red, 1 blue"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (None, "at least 7"),
        (Reason.COUNT, "at least 7 (the limit)"),
        (Reason.MEMORY, "at least 7 (memory limit)"),
    ],
)
def test_bounds(reason: Reason | None, words: str) -> None:
    assert SolutionCount(7, False, (), reason, 0.0).words() == words


def test_equal_factors_are_joined_whatever_they_count() -> None:
    factors = (Factor(2, 3, "switching component"), Factor(3, 1, "component"), Factor(2, 1, "cell"))
    assert SolutionCount(48, True, factors, None, 0.0).words(ascii_only=True) == (
        "48 = 2^4 x 3: 3 independent switching components, 1 independent component, "
        "1 cell in no clued line"
    )
    assert "2^4 \N{MULTIPLICATION SIGN} 3" in SolutionCount(48, True, factors, None, 0.0).words()


def test_logic_names_the_stages_that_were_not_enough() -> None:
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    for stages, name, expected in (
        (["lines"], None, "lines"),
        (["lines", "probe"], None, "lines and probe"),
        (["lines", "probe"], "logic", "logic"),
    ):
        words = logic_words(solve(puzzle, stages=stages), stages, name)
        assert words == f"not solvable by {expected} alone: 4 cells are unknown"
    assert logic_words(solve(puzzle, time_limit=0), ["lines"]) is None
    assert logic_words(solve(puzzle), ["lines", "sat"]) is None


def test_a_puzzle_in_words() -> None:
    puzzle = Puzzle([[(1, 1)], None], [None, [(1, 2)]], palette=COLORS)
    assert list(puzzle_words(puzzle)) == [
        "2x2 (columns x rows), 2 colours",
        "colour r red #ff0000",
        "colour b blue #0000ff",
        "background . #ffffff",
        "missing clues: 2; cells in no clued line: 1",
    ]
