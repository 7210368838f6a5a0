# SPDX-License-Identifier: MIT
"""``correct_clues`` says where a whole clue was left out, compared with brute force."""

from __future__ import annotations

import random

import pytest

from nonosat import Block, Grid, Line, Puzzle, Reason, Verdict
from nonosat.make import correct_clues
from nonosat.make.corrections import slips
from nonosat.model.clue import AXES, Axis, Clue
from nonosat.types import CorrectionsEnd, LooseClues
from tests.support.mistypes import loose, verdict_by_brute

BOAT = Puzzle.from_grid(
    "...#....\n...##...\n...###..\n.#.####.\n##.#####\n...#....\n########\n.######."
)


@pytest.mark.parametrize("axis", AXES)
def test_a_line_that_was_left_out_is_found(axis: Axis) -> None:
    """Every place with its verdict is compared with brute force, for one and two colours."""
    chance = random.Random(axis)
    verdicts: set[Verdict] = set()
    same = 0
    for number in range(60):
        colors = 1 + number % 2
        cells = bytes(chance.randint(0, colors) for _ in range(16))
        puzzle = Puzzle.from_grid(Grid.from_cells(4, 4, cells, "#" if colors == 1 else "ab"))
        left_out = chance.randrange(4)
        found = correct_clues(_with_line(puzzle, axis, left_out))
        if found.end is not CorrectionsEnd.NONE or puzzle.clue(Line(axis, left_out)) == ():
            assert found.missing == ()
            continue
        given = found.clues.rows if axis == "row" else found.clues.columns
        places = {one.line.index: one for one in found.missing}
        for index in range(4):
            verdict = verdict_by_brute(_with_line(found.clues, axis, index, None))
            one = places.get(index)
            if one is None and verdict is Verdict.UNIQUE:  # the puzzle of a place before
                first = max(place for place in places if place < index)
                assert set(given[first:index]) == {places[first].clue}
                same += 1
            else:
                assert (one.verdict if one else Verdict.NONE) is verdict
        for one in found.missing:
            verdicts.add(one.verdict)
            assert (one.clue is not None) == (one.verdict is Verdict.UNIQUE)
            if one.clue is not None:
                whole = _with_line(found.clues, axis, one.line.index, one.clue)
                assert verdict_by_brute(whole) is Verdict.UNIQUE
    assert verdicts == {Verdict.UNIQUE, Verdict.MULTIPLE}
    assert same


def _with_line(clues: Puzzle | LooseClues, axis: Axis, index: int, *new: Clue | None) -> LooseClues:
    """The clues without a line; or with a new one there."""
    lines = {"row": list(clues.rows), "column": list(clues.columns)}
    lines[axis][index : index + (not new)] = new
    return LooseClues(lines["row"], lines["column"], palette=clues.palette)


def test_what_is_said_of_a_line_that_was_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = _with_line(BOAT, "row", 5)
    text = str(correct_clues(typed))
    assert "the rows fill 32 cells, the columns 33: a clue is wrong or missing\n" in text
    assert "perhaps a row is missing: the columns fill 1 cell more than the rows\n" in text
    assert "\n  a row of 1 cell between row 5 and row 6: 1; unique\n" in text
    first, last = _with_line(BOAT, "column", 0), _with_line(BOAT, "column", 7)
    assert "  a column of 2 cells left of column 1: 1 1; unique\n" in str(correct_clues(first))
    assert "  a column of 2 cells right of column 7: 1 1; unique\n" in str(correct_clues(last))
    two = correct_clues(_with_line(_with_line(BOAT, "row", 4), "row", 6))
    assert two.missing == ()
    assert "more than the rows, but one row more in any place gives no solution\n" in str(two)
    sums_agree = correct_clues(loose(BOAT, Line("row", 4), (Block(1),) * 4))
    assert sums_agree.missing == ()
    monkeypatch.setattr(slips, "_PLACES", 3)
    stopped = correct_clues(typed)
    assert {one.reason for one in stopped.missing} == {Reason.WORK}
    assert " places are undecided (work limit)\n" in str(stopped)
