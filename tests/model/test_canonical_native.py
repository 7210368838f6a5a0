# SPDX-License-Identifier: MIT
"""Canonical texts, read natively: the same puzzle and the same errors as by the Python reader."""

from __future__ import annotations

import random

from hypothesis import given

from nonosat import Palette, Puzzle, solve
from nonosat.errors import NonosatError
from nonosat.formats import native
from nonosat.formats.native import _native
from nonosat.model.canonical import read_canonical
from tests.support.strategies import puzzles

PIECES = (
    "",
    "0",
    "1",
    "9",
    ":",
    " ",
    "-",
    "?",
    "\n",
    "1:1",
    "1:2",
    "columns\n",
    "rows\n",
    "x",
    "\0",
)


def read(text: str, by: object) -> object:
    """The puzzle, or the error in words."""
    assert callable(by)
    try:
        return by(text)
    except NonosatError as error:
        return type(error), str(error)


@given(puzzles(max_side=5))
def test_every_puzzle_comes_back(puzzle: Puzzle) -> None:
    bare = puzzle.with_goal(None)
    found = native.read_canonical(puzzle.canonical_text())
    assert found == read_canonical(puzzle.canonical_text())
    assert found.canonical_text() == puzzle.canonical_text()
    assert (found.rows, found.columns, found.printed) == (bare.rows, bare.columns, bare.printed)


def test_the_native_reader_is_used() -> None:
    text = Puzzle([[2], [1], None], [[2], [1]]).canonical_text()
    clues = text.partition("\nrows\n")[2]
    parts = _native.read_canonical(clues, 3, 2, 1, native._blocks)
    assert parts is not None
    assert parts[:2] == (read_canonical(text).rows, read_canonical(text).columns)
    assert solve(native.read_canonical(text)).verdict is solve(read_canonical(text)).verdict


def test_damaged_texts_are_refused_as_by_the_python_reader() -> None:
    chance = random.Random(3)
    colored = Puzzle([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]], palette=_two_colors())
    texts = [
        Puzzle([[2], [1], []], [[2], [1]]).canonical_text(),
        Puzzle([[2], None], [None, [1]]).canonical_text(),
        colored.canonical_text(),
        Puzzle([[1]], [None, None], printed="#?").canonical_text(),
    ]
    for text in texts:
        for _ in range(400):
            at = chance.randrange(len(text) + 1)
            cut = at + chance.choice((0, 0, 1, 1, 2, 5))
            broken = text[:at] + chance.choice(PIECES) + text[cut:]
            assert read(broken, native.read_canonical) == read(broken, read_canonical), broken


def _two_colors() -> Palette:

    return Palette.of([("red", "f00", "r"), ("green", "0f0", "g")])
