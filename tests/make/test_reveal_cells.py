# SPDX-License-Identifier: MIT
"""``reveal_cells``: the printed cells leave one solution, and no smaller set does."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from itertools import combinations

import pytest

import nonosat
from nonosat import UNKNOWN, Grid, Puzzle, Reason, Verdict, solve
from nonosat.errors import OptionError, PuzzleError
from nonosat.make import RevealedCells, reveal_cells
from nonosat.model.palette import anonymous_palette
from tests.support.brute import all_solutions, random_given, random_picture, random_puzzle
from tests.support.clock import cancelled

SWAPS = Puzzle.from_grid(".#...#\n.##.#.\n.##...\n.#..##\n...##.")
PERMUTATION = Puzzle([[1]] * 4, [[1]] * 4)


def least_by_force(solutions: list[bytes], pictures: Iterable[bytes]) -> int:
    """The size of a smallest set of cells that leaves only one of the pictures as a solution."""

    def needed(picture: bytes) -> int:
        differing = [
            {place for place, value in enumerate(other) if value != picture[place]}
            for other in solutions
            if other != picture
        ]
        cells = sorted(set().union(*differing))
        for size in range(len(cells) + 1):
            for chosen in map(set, combinations(cells, size)):
                if all(chosen & difference for difference in differing):
                    return size
        raise AssertionError

    return min(map(needed, pictures))


def picture_puzzle(rng: random.Random, side: int, colors: int) -> Puzzle:
    """A random picture and its clues."""
    height, width = rng.randint(side - 2, side), rng.randint(side - 2, side)
    grid = random_picture(rng, height, width, rng.choice((0.25, 0.4)), colors)
    return Puzzle.from_grid(grid, palette=anonymous_palette(grid.letters))


def checked(puzzle: Puzzle, found: RevealedCells, solutions: list[bytes]) -> None:
    """Check an answer about a puzzle whose solutions are known."""
    new = found.puzzle
    assert new is not None
    assert new.goal is not None
    assert new.goal.cells in solutions
    assert (new.rows, new.columns) == (puzzle.rows, puzzle.columns)
    left = [
        cells
        for cells in solutions
        if all(cells[r * new.width + c] == new.goal[r, c] for r, c in found.cells)
    ]
    assert left == [new.goal.cells]
    assert solve(new).solutions == (new.goal,)
    before = puzzle.printed or puzzle.unknown_grid()
    printed = new.printed or new.unknown_grid()
    assert printed.extends(before)
    assert set(printed.differences(before)) == set(found.cells)
    assert found.reason is None
    assert found.smallest
    assert found.bound == len(found.cells)


@pytest.mark.parametrize("colors", [1, 2])
def test_least_by_brute_force_with_a_goal(colors: int) -> None:
    rng = random.Random(colors)
    sizes = []
    while len(sizes) < 25:
        puzzle = picture_puzzle(rng, 6, colors)
        solutions = all_solutions(puzzle)
        if not 2 <= len(solutions) <= 300:
            continue
        if rng.random() < 0.3:
            some = rng.sample(range(len(solutions[0])), 2)
            goal = puzzle.goal
            assert goal is not None
            cells = bytes(v if i in some else UNKNOWN for i, v in enumerate(goal.cells))
            puzzle = puzzle.with_printed(puzzle.grid(cells))
            solutions = all_solutions(puzzle)
        found = reveal_cells(puzzle)
        checked(puzzle, found, solutions)
        assert found.puzzle is not None
        assert found.puzzle.goal == puzzle.goal
        assert puzzle.goal is not None
        assert len(found.cells) == least_by_force(solutions, [puzzle.goal.cells])
        assert (found.pictures_tried, found.any_picture) == (1, False)
        sizes.append(len(found.cells))
    assert max(sizes) >= 2


def test_least_by_brute_force_without_a_goal() -> None:
    """Some clues are missing, and some cells are printed."""
    rng = random.Random(3)
    sizes = set()
    whole = 0
    for _ in range(130):
        puzzle = random_puzzle(rng, 4)
        if rng.random() < 0.3:
            puzzle = puzzle.with_printed(random_given(rng, puzzle))
        solutions = all_solutions(puzzle)
        if len(solutions) > 60:
            continue
        found = reveal_cells(puzzle)
        if not solutions:
            assert found.verdict is Verdict.NONE
            assert found.puzzle is None
            continue
        checked(puzzle, found, solutions)
        if found.any_picture:
            assert len(found.cells) == least_by_force(solutions, solutions)
            whole += 1
        sizes.add(len(found.cells))
    assert sizes >= {0, 1, 2, 3}
    assert whole > 15


def test_components_are_independent() -> None:
    found = reveal_cells(SWAPS)
    assert len(found.components) == 2
    assert [len(component.revealed) for component in found.components] == [1, 1]
    for component in found.components:
        assert len(component.cells) == 4
        assert set(component.revealed) <= set(component.cells)
    assert {cell for component in found.components for cell in component.revealed} == set(
        found.cells
    )
    assert found.pictures_tried == 1


def test_without_a_goal_it_says_how_many_pictures_were_tried() -> None:
    found = reveal_cells(SWAPS.with_goal(None))
    assert found.any_picture
    assert len(found.cells) == 2
    found = reveal_cells(PERMUTATION)  # 24 solutions, of which it tries 16
    assert (len(found.cells), found.pictures_tried, found.any_picture) == (3, 16, False)
    assert "no goal picture: 16 solutions tried as one" in str(found)
    found = reveal_cells(Puzzle([[1]] * 3, [[1]] * 3))
    assert (len(found.cells), found.pictures_tried, found.any_picture) == (2, 6, True)
    assert "no goal picture: no solution as the picture needs fewer cells" in str(found)


def test_unconstrained_cells_are_printed() -> None:
    puzzle = Puzzle([None, [1]], [None, [1], None], goal="#.#\n.#.")
    found = reveal_cells(puzzle)
    assert {(0, 0), (0, 2)} <= set(found.cells)
    assert found.puzzle is not None
    assert found.puzzle.goal == puzzle.goal
    assert solve(found.puzzle).verdict is Verdict.UNIQUE


def test_a_unique_puzzle_needs_nothing() -> None:
    puzzle = Puzzle.from_grid("##\n#.")
    found = reveal_cells(puzzle)
    assert (found.cells, found.bound, found.smallest, found.components) == ((), 0, True, ())
    assert found.puzzle == puzzle
    assert str(found) == "nothing to reveal: the puzzle is unique"


def test_a_puzzle_without_a_solution() -> None:
    puzzle = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
    found = reveal_cells(puzzle)
    assert (found.verdict, found.puzzle, found.smallest) == (Verdict.NONE, None, False)
    assert "no solution" in str(found)


@pytest.mark.parametrize("goal", ["##\n..", "#?\n?#"])
def test_a_goal_that_is_no_picture_of_the_clues(goal: str) -> None:
    with pytest.raises(PuzzleError, match="the goal picture is not a solution"):
        reveal_cells(Puzzle([[1], [1]], [[1], [1]], goal=goal))


def test_the_answer_is_the_same_again() -> None:
    rng = random.Random(8)
    for _ in range(5):
        puzzle = picture_puzzle(rng, 12, 1)
        first, again = reveal_cells(puzzle), reveal_cells(puzzle)
        assert first.cells == again.cells
        assert first.puzzle == again.puzzle


def noise(side: int, share: float, seed: int = 0) -> Puzzle:
    rng = random.Random(seed)
    cells = bytes(rng.random() < share for _ in range(side * side))
    return Puzzle.from_grid(Grid.from_cells(side, side, cells))


def test_limits_leave_an_honest_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit may end the work anywhere; the cells are enough, and the bound is right."""
    puzzle = noise(14, 0.35)
    whole = reveal_cells(puzzle)
    assert whole.smallest
    assert len(whole.cells) > 3
    ends = set()
    for work in (*range(0, 60, 6), 100, 200, 400, 1000):
        monkeypatch.setattr("nonosat.make.revealed_cells._WORK", work)
        found = reveal_cells(puzzle)
        ends.add((found.puzzle is not None, found.smallest))
        assert found.bound <= len(whole.cells)
        if found.puzzle is None:
            assert found.reason is Reason.WORK
            assert not found.smallest
        else:
            assert len(whole.cells) <= len(found.cells)
            assert solve(found.puzzle).solutions == (puzzle.goal,)
            assert found.smallest == (len(found.cells) == len(whole.cells) == found.bound)
            assert found.smallest or found.reason is Reason.WORK
    assert {(True, False), (True, True)} <= ends


@pytest.mark.timing
def test_a_limit_of_time_ends_it_soon() -> None:
    begun = time.process_time()
    reveal_cells(noise(60, 0.35), time_limit=1)
    assert time.process_time() - begun < 3


def test_a_limit_of_time_and_a_cancellation() -> None:
    puzzle = noise(60, 0.35)
    found = reveal_cells(puzzle, time_limit=0.05)
    assert found.reason is Reason.TIME
    assert not found.smallest
    found = reveal_cells(puzzle, cancel=cancelled())
    assert found.reason is Reason.CANCELLED
    with pytest.raises(OptionError, match="time limit"):
        reveal_cells(puzzle, time_limit=-1)


def test_plain_data_and_pictures() -> None:
    found = reveal_cells(SWAPS)
    data = found.as_dict()
    assert data["cells"] == [list(cell) for cell in found.cells]
    assert data["smallest"] is True
    assert found.puzzle is not None
    assert data["printed"] == (found.puzzle.printed or SWAPS.unknown_grid()).text_rows()
    assert found._repr_html_().count("<svg") == 2
    assert str(found).startswith("reveal 2 cells: no smaller set exists\n")
    assert nonosat.make.reveal_cells is reveal_cells
