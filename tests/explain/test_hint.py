# SPDX-License-Identifier: MIT
"""Hints: mistakes first, then the next step in three levels; every end has its words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

import nonosat
from nonosat import UNKNOWN, Block, Grid, Line, Palette, Puzzle, Reason
from nonosat.errors import GridError, OptionError
from nonosat.explain import hinting
from nonosat.explain.position import Position
from nonosat.explain.walking import cone, walk
from nonosat.model.clue import EMPTY, clue_of
from nonosat.types import Hint, HintKind
from tests.support.brute import all_solutions, random_given, random_puzzle
from tests.support.clock import cancelled
from tests.support.oracle import permutations

PUZZLE = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
RED_BLUE = Palette.of([("red", "#ff0000", "r"), ("blue", "#0000ff", "b")])


def test_three_levels() -> None:
    found = nonosat.hint(PUZZLE, given=Grid("???\n###\n???"))
    assert found.kind is HintKind.STEP
    assert found.right is True
    assert found.lines == (Line("row", 0),)
    assert found.start is None
    (step,) = found.steps
    assert found.text("where") == "Look at row 1 (1 1)"
    assert found.text("what") == "R1: 1, 3 are filled and R1C2 is empty"
    assert found.text("why") == step.sentence
    assert str(found).splitlines() == [found.where, found.what, found.why]


def test_a_line_without_its_crosses_is_no_hint_while_something_can_be_filled() -> None:
    """The crosses come last, as on the page."""
    puzzle = Puzzle(rows=[[1, 1], [3], [1]], columns=[[1], [2], [2], [1]])
    for given, where in (("#?#?\n????\n????", "row 2 (3)"), ("#?#?\n?###\n?#??", "row 3 (1)")):
        assert nonosat.hint(puzzle, given=given).where == f"Look at {where}"
    rng, seen = random.Random(3), 0
    for _ in range(80):
        puzzle = random_puzzle(rng, 5)
        cells = next(iter(all_solutions(puzzle)), None)
        if cells is None:
            continue
        solution = puzzle.grid(cells)
        values = [(r, c, solution[r, c]) for r in range(puzzle.height) for c in range(puzzle.width)]
        kept = [cell for cell in values if cell[2] and rng.random() < 0.8]
        grid = puzzle.unknown_grid().with_cells(kept)
        finished = hinting._finished(puzzle, grid)
        for line, clue in puzzle.lines():
            done = clue is not None and clue_of(grid.line(line).replace(b"\xff", b"\0")) == clue
            assert not done or UNKNOWN not in finished.line(line)
        found, other = (nonosat.hint(puzzle, given=one) for one in (grid, finished))
        assert solution.extends(finished) or found.kind is not HintKind.SOLVED
        if other.kind is HintKind.STEP:
            seen += finished != grid
            assert found.values == other.values
        elif found.kind is HintKind.STEP:
            assert all(value == EMPTY for value in found._after.values())
    assert seen > 10


def test_where_says_nothing_of_what() -> None:
    """Neither in words nor as data."""
    found = nonosat.hint(PUZZLE, given=PUZZLE.unknown_grid())
    assert list(found.as_dict("where")["where"]) == ["lines", "start", "sentence"]
    for level, keys in (("where", {"where"}), ("what", {"where", "what"})):
        data = found.as_dict(level)
        assert set(data) & set(hinting.LEVELS) == keys
    data = found.as_dict()
    assert data["what"]["cells"][0] == {"cell": [1, 0], "value": 1}
    assert data["why"]["steps"] == [found.steps[0].as_dict()]


def test_an_unknown_level_is_refused() -> None:
    found = nonosat.hint(PUZZLE, given=PUZZLE.unknown_grid())
    with pytest.raises(OptionError, match="unknown level 'how'; choose where, what, why"):
        found.text("how")
    with pytest.raises(OptionError, match="unknown level"):
        found.as_dict("how")


def test_a_chain_has_a_start_cell() -> None:
    steps = (step for puzzle in _random_puzzles(8) for step in walk(Position.of(puzzle), "chain"))
    step = next(step for step in steps if step.chain)
    found = nonosat.hint(step.puzzle, given=step.grid)
    assert found.steps == (step,)
    assert found.start == step.chain[0].assumption[:2]
    assert found.where.startswith(f"Try a value at R{found.start[0] + 1}C")
    assert found.as_dict("where")["where"]["start"] == list(found.start)


def _random_puzzles(side: int) -> Iterator[Puzzle]:
    rng = random.Random(3)
    while True:
        cells = [[int(rng.random() < 0.5) for _ in range(side)] for _ in range(side)]
        yield Puzzle.from_grid(Grid(cells)).with_goal(None)


def test_mistakes_come_first() -> None:
    found = nonosat.hint(PUZZLE, given=Grid(".#?\n###\n???"))
    assert found.kind is HintKind.WRONG
    assert found.right is False
    assert found.check is not None
    assert found.check.wrong == ((0, 0), (0, 1))
    assert found.text("where") == "There is a mistake in the grid"
    assert found.text("what") == "The mistakes are in R1"
    assert found.text("why") == str(found)
    assert str(found).splitlines()[:2] == [
        "wrong: 2 cells differ from the only solution",
        "cells: R1: 1, 2",
    ]
    assert set(found.as_dict()) == {"kind", "right", "reason", "message", "check"}
    for level in ("where", "what"):
        data = found.as_dict(level)
        assert data["message"] == found.text(level)
        assert set(data) == {"kind", "right", "reason", "message"}


def test_mistakes_in_an_ambiguous_puzzle_are_a_smallest_set() -> None:
    found = nonosat.hint(permutations(3), given=Grid("??#\n?##\n???"))
    assert found.kind is HintKind.WRONG
    assert found.check is not None
    assert found.check.contradiction is not None
    assert found.check.contradiction.smallest
    assert len(found.check.contradiction.lines) == 1
    assert len(found.check.contradiction.cells) == 2


def test_solved() -> None:
    solved = nonosat.solve(PUZZLE).solutions[0]
    assert nonosat.hint(PUZZLE, given=solved).kind is HintKind.SOLVED
    assert str(nonosat.hint(PUZZLE, given=solved)) == "solved"
    free = Puzzle([[1], None], [[1], None])  # the last cell is in no clued line
    assert nonosat.hint(free, given=Grid("#.\n.?")).kind is HintKind.SOLVED
    filled = nonosat.hint(PUZZLE, given=Grid("###\n###\n###"))
    assert filled.kind is HintKind.WRONG


def test_no_solution() -> None:
    puzzle = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
    found = nonosat.hint(puzzle, given=puzzle.unknown_grid())
    assert found.kind is HintKind.NO_SOLUTION
    assert str(found).startswith("the clues themselves have no solution")


def test_where_deduction_ends() -> None:
    puzzle = permutations(3)
    found = nonosat.hint(puzzle, given=puzzle.unknown_grid())
    assert found.kind is HintKind.AMBIGUOUS
    assert str(found) == (
        "nothing follows: the solutions differ in every unknown cell; 9 cells are unknown"
    )
    stuck = nonosat.hint(puzzle, given=puzzle.unknown_grid(), max_technique="trial")
    assert stuck.kind is HintKind.STUCK
    assert str(stuck) == "the techniques up to trial give nothing; 9 cells are unknown"


def test_max_technique_and_max_links_bound_the_step() -> None:
    for puzzle in islice(_random_puzzles(5), 60):
        found = nonosat.hint(
            puzzle, given=puzzle.unknown_grid(), max_technique="chain", max_links=2
        )
        for step in found.steps:
            assert step.technique not in ("trial", "clue-set")
            assert all(len(branch.links) <= 2 for branch in step.chain)


def test_a_hint_that_excludes_values_goes_on_to_a_cell() -> None:
    """With two colours: only the steps that the last step needs."""
    rng = random.Random(7)
    lengths: Counter[int] = Counter()
    while len(lengths) < 3:
        puzzle = random_puzzle(rng, 5)
        found = nonosat.hint(puzzle, given=puzzle.unknown_grid())
        if found.kind is not HintKind.STEP:
            continue
        lengths[len(found.steps)] += 1
        position = Position.of(puzzle, hinting._finished(puzzle, puzzle.unknown_grid()))
        for step in found.steps[:-1]:
            before = position.grid
            position.apply(step)
            assert position.grid == before
        known = {
            x
            for r in range(puzzle.height)
            for c in range(puzzle.width)
            for x in position.knowledge(r, c)
        }
        assert set(found.steps[-1].because) <= known
        position.apply(found.steps[-1])
        assert cone(found.steps, found.values) == list(found.steps)
        for row, column, value, holds in found.values:
            cell = position.grid[row, column]
            assert (cell == value) == holds
            assert cell != UNKNOWN


def test_hints_lead_to_the_end() -> None:
    """Hint after hint from any grid: mistakes, or all cells that the solutions have in common."""
    rng = random.Random(21)
    kinds: Counter[HintKind] = Counter()
    for _ in range(150):
        puzzle = random_puzzle(rng, 4)
        grid = random_given(rng, puzzle)
        solutions = all_solutions(puzzle, grid)
        found = nonosat.hint(puzzle, given=grid)
        assert found.right is bool(solutions)
        while found.kind is HintKind.STEP:
            grid = _after(grid, found)
            found = nonosat.hint(puzzle, given=grid)
        kinds[found.kind] += 1
        if found.kind is HintKind.NO_SOLUTION:
            assert not all_solutions(puzzle)
        elif found.kind is HintKind.WRONG:
            assert not solutions
            assert all_solutions(puzzle)
        else:
            single = [set(values) for values in zip(*solutions, strict=True)]
            common = bytes(min(x) if len(x) == 1 else UNKNOWN for x in single)
            free = {r * puzzle.width + c for r, c in puzzle.unconstrained()}
            unknown = {at for at, value in enumerate(grid.cells) if value == UNKNOWN}
            assert grid.cells == common
            assert (found.kind is HintKind.SOLVED) == (unknown <= free)
    assert len(kinds) == 4


def _after(grid: Grid, found: Hint) -> Grid:
    cells = found.as_dict()["what"]["cells"]
    assert cells
    return grid.with_cells((*cell["cell"], cell["value"]) for cell in cells)


def test_limits_end_with_a_reason() -> None:
    puzzle = permutations(8)
    found = nonosat.hint(puzzle, given=puzzle.unknown_grid(), time_limit=0)
    assert found.kind is HintKind.LIMIT
    assert found.reason is Reason.TIME
    assert found.right is None
    assert str(found) == "no step was found (time limit)"
    found = nonosat.hint(puzzle, given=puzzle.unknown_grid(), cancel=cancelled())
    assert found.reason is Reason.CANCELLED
    assert str(found) == "no step was found (cancelled)"


def test_a_hint_without_a_check_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of the grid ends at a bound of work; the step that was found is shown."""
    monkeypatch.setattr(hinting, "_CHECK", {"stages": ["sat"], "conflict_limit": 0})
    puzzle = permutations(9)
    given = puzzle.unknown_grid().with_cells([(0, 0, 1)])
    found = nonosat.hint(puzzle, given=given)
    assert found.kind is HintKind.STEP
    assert found.right is None
    assert found.text("where").endswith("whether the grid is right is unknown (conflict limit)")


def test_bad_input_is_refused() -> None:
    with pytest.raises(GridError):
        nonosat.hint(PUZZLE, given=Grid("??"))
    with pytest.raises(GridError):
        nonosat.hint(PUZZLE, given=Grid("ab?\n???\n???", "ab"))
    with pytest.raises(OptionError, match="unknown technique"):
        nonosat.hint(PUZZLE, given=PUZZLE.unknown_grid(), max_technique="magic")


def test_pictures() -> None:
    for grid in ("???\n???\n???", ".??\n???\n???", "#.#\n###\n.#."):
        found = nonosat.hint(PUZZLE, given=Grid(grid))
        assert found._repr_svg_().startswith("<svg")
        assert found.message.split("\n")[0] in found._repr_html_()
        assert "<svg" in found._repr_html_()


def test_colours_by_name() -> None:
    puzzle = Puzzle([[Block(1, 1), Block(1, 2)]], [None, None], palette=RED_BLUE)
    found = nonosat.hint(puzzle, given=puzzle.unknown_grid())
    assert found.what == "R1C1 is red and R1C2 is blue"
