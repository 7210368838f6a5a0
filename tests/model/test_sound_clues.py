# SPDX-License-Identifier: MIT
"""The quick way of ``Puzzle``: ``sound_clues`` accepts no fault, and all plain sound clues."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nonosat import Block, Grid, Palette, Puzzle
from nonosat.errors import Fault, PuzzleError
from nonosat.model.faults import MAX_SIDE, faults_of, read_clues, sound_clues
from nonosat.model.palette import BLACK

COLORS = {1: BLACK, 2: Palette.of([("red", "#f00", "r"), ("blue", "#00f", "b")])}

lengths = st.integers(-1, 4)
plain = st.lists(lengths, max_size=3)
blocks = st.lists(st.builds(Block, lengths, st.integers(-1, 3)), max_size=3)
odd = st.one_of(
    lengths,
    st.booleans(),
    st.sampled_from(
        [1.0, 2.5, "2", None, MAX_SIDE, MAX_SIDE + 1, 10**30, np.int64(2), np.uint8(2)]
    ),
    st.tuples(lengths, st.integers(0, 2)),
    st.builds(Block, st.sampled_from([1, True, 1.0, np.int64(1), "1"]), st.just(1)),  # type: ignore[arg-type]
    st.builds(Block, st.just(1), st.sampled_from([1, True, 1.0, np.int64(1), "1"])),  # type: ignore[arg-type]
)
any_clue = st.one_of(
    st.none(),
    plain,
    blocks,
    blocks.map(tuple),
    st.lists(odd, max_size=3),
    st.lists(odd, max_size=3).map(tuple),
    st.sampled_from(["", "1", 1, range(1, 2), Block(1), np.array([1]), {1: 1}, np.array([])]),
)
sides = st.lists(any_clue, max_size=4)


def everything_wrong(rows: list[Any], columns: list[Any], colors: int) -> list[Fault]:
    """The faults of clues, found without the quick way."""
    read_rows, in_rows = read_clues("row", rows)
    read_columns, in_columns = read_clues("column", columns)
    unread = [*in_rows, *in_columns]
    return faults_of(read_rows, read_columns, COLORS[colors], None, None, unread)


def described(clues: Any) -> object:
    """Clues with the types of everything in them: Block(1, True) is not Block(1, 1) here."""
    return type(clues), [
        clue and (type(clue), [(type(b), [(type(part), part) for part in b]) for b in clue])
        for clue in clues
    ]


@given(sides, sides, st.sampled_from([1, 2]))
@example([[]], [[]], 1)
@example([[1], None], [[True]], 1)
@example([(Block(1, 1.0),)], [(Block(1),)], 1)  # type: ignore[arg-type]
@example([[np.uint8(200), np.uint8(200)]], [[1]] * 200, 1)
def test_what_is_sound_has_no_fault(rows: list[Any], columns: list[Any], colors: int) -> None:
    found = sound_clues(rows, columns, colors)
    if found is not None:
        assert not everything_wrong(rows, columns, colors)
        assert described(found[0]) == described(read_clues("row", rows)[0])
        assert described(found[1]) == described(read_clues("column", columns)[0])


usual = st.one_of(
    st.lists(st.one_of(st.none(), plain), max_size=4),
    st.lists(st.one_of(st.none(), blocks), max_size=4),
)


@given(usual, usual, st.sampled_from([1, 2]))
@example([[1], []], [(Block(1),), ()], 2)
@example([(Block(1), Block(1, 2))], [(Block(1),), (Block(1, 2),)], 2)
def test_what_is_usual_and_sound_is_quick(rows: list[Any], columns: list[Any], colors: int) -> None:
    faults = everything_wrong(rows, columns, colors)
    assert (sound_clues(rows, columns, colors) is None) == bool(faults)


@pytest.mark.parametrize("side", [MAX_SIDE, MAX_SIDE + 1])
def test_the_longest_side(side: int) -> None:
    found = sound_clues([[side]], [[1]] * side, 1)
    assert (found is None) == (side > MAX_SIDE)


def test_iterators_are_read_once() -> None:
    puzzle = Puzzle(iter([iter([2]), None]), (clue for clue in [[1], iter([1])]))
    assert puzzle == Puzzle([[2], None], [[1], [1]])


def test_pictures_are_looked_at_too() -> None:
    with pytest.raises(PuzzleError, match="the goal picture is 2x1, the puzzle 1x1"):
        Puzzle([[1]], [[1]], goal=Grid("#."))
    with pytest.raises(PuzzleError, match="printed cells uses the letters"):
        Puzzle([[1]], [[1]], printed=Grid("a", "a"))
