# SPDX-License-Identifier: MIT
"""Why a cell has its value: a complete cone of steps, or the reason why there is none."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import nonosat
from nonosat import Grid, Puzzle, Reason
from nonosat.errors import GridError, OptionError
from nonosat.explain.position import Position
from nonosat.logic.implications import Literal
from nonosat.types import CellExplanation, WalkthroughEnd
from tests.support.brute import all_solutions, random_given, random_puzzle
from tests.support.clock import cancelled
from tests.support.oracle import permutations

PUZZLE = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])


def known(position: Position) -> set[Literal]:
    """Everything that a position knows, including the values that a cell does not have."""
    board, colors = position.board, len(position.puzzle.palette)
    found = set()
    for row in range(board.height):
        for column in range(board.width):
            found.update(position.knowledge(row, column))
            found.update(
                Literal(row, column, value, False)
                for value in range(colors + 1)
                if not board.can_be(row, column, value)
            )
    return found


def check_alone(found: CellExplanation) -> None:
    """The steps follow from one another without the dropped steps, and all are needed."""
    position = Position.of(found.puzzle, found.start)
    for step in found.steps:
        assert set(step.because) <= known(position)
        position.apply(step)
    assert position.grid[found.cell] == found.value
    for dropped in found.steps[:-1]:
        position = Position.of(found.puzzle, found.start)
        used = set()
        for step in found.steps:
            if step is not dropped:
                used |= set(step.because) - known(position)
                position.apply(step)
        assert used or position.grid[found.cell] != found.value


def test_cells_of_random_puzzles() -> None:
    """Against brute force: the value, or two solutions that differ, or no solution."""
    rng = random.Random(2)
    ends: Counter[tuple[WalkthroughEnd, bool]] = Counter()
    for _ in range(250):
        puzzle = random_puzzle(rng, 4)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        cell = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
        found = nonosat.explain_cell(puzzle, cell, given=given)
        ends[found.end, bool(found.steps)] += 1
        solutions = all_solutions(puzzle, given)
        values = {puzzle.grid(solution)[cell] for solution in solutions}
        if not solutions:
            known_before = (
                found.end is WalkthroughEnd.SOLVED
            )  # the walk ends before it meets the conflict
            assert known_before or found.end is WalkthroughEnd.CONTRADICTION
        elif len(values) == 1:
            assert found.end is WalkthroughEnd.SOLVED
            assert {found.value} == values
            check_alone(found)
        else:
            assert found.end is WalkthroughEnd.AMBIGUOUS
            assert found.value is None
            first, second = found.solutions
            assert first[cell] != second[cell]
            assert {first.cells, second.cells} <= set(solutions)
    assert ends[WalkthroughEnd.SOLVED, True]
    assert ends[WalkthroughEnd.SOLVED, False]
    assert ends[WalkthroughEnd.AMBIGUOUS, False]
    assert ends[WalkthroughEnd.CONTRADICTION, False]


def test_steps_that_do_not_matter_are_left_out() -> None:
    """The two halves of the board have nothing to do with each other."""
    puzzle = Puzzle([[1], [3], [1], [2], [2]], [[1], [3], [1], [2], [2]])
    found = nonosat.explain_cell(puzzle, (4, 4))
    walked = nonosat.walkthrough(puzzle)
    assert 0 < len(found.steps) < len(walked)
    check_alone(found)


def test_words_and_data() -> None:
    found = nonosat.explain_cell(PUZZLE, (2, 0))
    assert str(found).splitlines()[-1] == "R3C1 is empty after 3 steps"
    assert [line[:3] for line in str(found).splitlines()] == ["1. ", "2. ", "3. ", "R3C"]
    data = found.as_dict()
    assert data["cell"] == [2, 0]
    assert data["value"] == 0
    assert data["end"] == "solved"
    assert data["steps"] == [step.as_dict() for step in found.steps]
    known = nonosat.explain_cell(PUZZLE, (1, 1), given=Grid("???\n?#?\n???"))
    assert str(known) == "R2C2 is filled from the start"
    ambiguous = nonosat.explain_cell(permutations(2), (0, 0))
    assert len(ambiguous.as_dict()["solutions"]) == 2
    assert found.html().startswith("<!DOCTYPE html>")
    assert "<iframe" in found._repr_html_()
    assert found._repr_svg_().startswith("<svg")
    assert known._repr_svg_().startswith("<svg")


def test_where_the_techniques_end() -> None:
    found = nonosat.explain_cell(permutations(3), (0, 0), max_technique="line")
    assert found.end is WalkthroughEnd.AMBIGUOUS
    wrong = nonosat.explain_cell(permutations(3), (2, 2), given=Grid("##?\n???\n???"))
    assert wrong.end is WalkthroughEnd.CONTRADICTION
    assert str(wrong) == "R3C3 has no value: there is no solution"
    rng = random.Random(6)
    while True:
        cells = [[int(rng.random() < 0.5) for _ in range(8)] for _ in range(8)]
        puzzle = Puzzle.from_grid(Grid(cells)).with_goal(None)
        steps = nonosat.walkthrough(puzzle, max_technique="trial")
        hard = [step for step in steps if step.technique not in ("trivial", "overlap", "line")]
        if hard:
            break
    cell = hard[0].cells[0][:2]
    stuck = nonosat.explain_cell(puzzle, cell, max_technique="line")
    assert stuck.end is WalkthroughEnd.STUCK
    assert stuck.value is None
    name = f"R{cell[0] + 1}C{cell[1] + 1}"
    assert str(stuck) == f"the techniques that were allowed do not reach {name}"
    whole = nonosat.explain_cell(puzzle, cell)
    assert whole.end is WalkthroughEnd.SOLVED
    assert hard[0] in whole.steps
    check_alone(whole)


def test_limits_end_with_a_reason() -> None:
    puzzle = permutations(8)
    found = nonosat.explain_cell(puzzle, (0, 0), time_limit=0)
    assert found.end is WalkthroughEnd.LIMIT
    assert found.reason is Reason.TIME
    assert str(found) == "no explanation of R1C1 was found (time limit)"
    assert nonosat.explain_cell(puzzle, (0, 0), cancel=cancelled()).reason is Reason.CANCELLED


def test_bad_input_is_refused() -> None:
    with pytest.raises(GridError, match=r"R4C1: the board is 3x3 \(R1C1 to R3C3\)"):
        nonosat.explain_cell(PUZZLE, (3, 0))
    with pytest.raises(GridError):
        nonosat.explain_cell(PUZZLE, (-1, 0))
    with pytest.raises(GridError):
        nonosat.explain_cell(PUZZLE, (0, 0), given=Grid("??"))
    with pytest.raises(OptionError, match="unknown technique"):
        nonosat.explain_cell(PUZZLE, (0, 0), max_technique="magic")
