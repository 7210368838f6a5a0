# SPDX-License-Identifier: MIT
"""Smallest contradictions, and grids that are still right or not.

With NONOSAT_FULL=1: 1,000 spoiled puzzles and 2,000 wrong grids instead of 80 and 200.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import combinations

import pytest
from brute import all_solutions
from conftest import FULL
from oracle import permutations, random_grid, summary, swapped

import nonosat
from nonosat import UNKNOWN, Grid, GridError, Line, Puzzle, Reason, Verdict


def only(puzzle: Puzzle, lines: Collection[Line]) -> Puzzle:
    """The puzzle with the clues of these lines alone."""
    clues = [clue if line in lines else None for line, clue in puzzle.lines()]
    return Puzzle(clues[: puzzle.height], clues[puzzle.height :], palette=puzzle.palette)


def possible(
    puzzle: Puzzle,
    lines: Collection[Line],
    grid: Grid | None = None,
    cells: Collection[tuple[int, int]] = (),
) -> bool:
    given = None
    if grid is not None:
        given = puzzle.unknown_grid().with_cells((r, c, grid[r, c]) for r, c in cells)
    report = nonosat.solve(only(puzzle, lines), given=given, want=1)
    return bool(report.solutions)


def spoiled(rng: random.Random, low: int, high: int) -> Iterator[Puzzle]:
    """Puzzles without a solution, whose sums are right."""
    while True:
        letters = rng.choice(("#", "#", "ab"))
        grid = random_grid(rng, rng.randint(low, high), rng.randint(low, high), letters)
        puzzle = swapped(rng, Puzzle.from_grid(grid).with_goal(None))
        if nonosat.solve(puzzle).verdict is Verdict.NONE:
            yield puzzle


def test_contradictions_are_minimal() -> None:
    rng = random.Random(3)
    makers = spoiled(rng, 2, 12)
    for _ in range(1000 if FULL else 80):
        puzzle = next(makers)
        found = nonosat.why(puzzle, time_limit=20)
        assert found is not None
        assert found.minimal
        assert found.cells == ()
        assert not possible(puzzle, found.lines)
        for line in found.lines:
            rest = [other for other in found.lines if other != line]
            assert possible(puzzle, rest), (puzzle, found)


def test_contradictions_are_smallest() -> None:
    """No smaller set of lines contradicts itself: all of them are tried, by the oracle."""
    rng = random.Random(5)
    makers = spoiled(rng, 2, 4)
    sizes = set()
    for _ in range(60 if FULL else 12):
        puzzle = next(makers)
        found = nonosat.why(puzzle)
        assert found is not None
        assert found.smallest
        sizes.add(len(found.lines))
        lines = [line for line, _ in puzzle.lines()]
        assert summary(only(puzzle, found.lines), most=10**7)[0] == 0
        for smaller in combinations(lines, len(found.lines) - 1):  # covers all subsets of these
            assert summary(only(puzzle, smaller), most=10**7)[0] > 0, (puzzle, found, smaller)
    assert len(sizes) > 1


def test_no_contradiction_where_there_is_a_solution() -> None:
    assert nonosat.why(permutations(4)) is None
    assert nonosat.why(permutations(2), given=Grid("#?\n??")) is None


def test_a_limit_says_what_it_cost() -> None:
    puzzle = next(spoiled(random.Random(9), 8, 8))
    assert nonosat.why(puzzle, time_limit=0) is None
    found = nonosat.why(puzzle, time_limit=5)
    assert found is not None
    assert found.minimal


def wrong_grids(rng: random.Random) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles, and solutions of theirs with some cells unknown and up to five changed."""
    while True:
        letters = rng.choice(("#", "#", "#", "ab"))
        goal = random_grid(rng, rng.randint(2, 6), rng.randint(2, 6), letters)
        puzzle = Puzzle.from_grid(goal).with_goal(None)
        places = list(range(goal.height * goal.width))
        changed = rng.sample(places, min(rng.randint(0, 5), len(places)))
        hidden = rng.choice((0.0, 0.3, 0.7))
        cells = bytearray(goal.cells)
        for place in places:
            if place in changed:
                values = [v for v in range(len(letters) + 1) if v != goal.cells[place]]
                cells[place] = rng.choice(values)
            elif rng.random() < hidden:
                cells[place] = UNKNOWN
        yield puzzle, puzzle.grid(bytes(cells))


def test_grids_right_and_wrong() -> None:
    rng = random.Random(8)
    grids = wrong_grids(rng)
    kinds = {"right": 0, "wrong": 0, "contradiction": 0}
    for _ in range(2000 if FULL else 250):
        puzzle, grid = next(grids)
        truth = all_solutions(puzzle)
        extended = [
            s for s in truth
            if all(g in (UNKNOWN, c) for g, c in zip(grid.cells, s, strict=True))
        ]  # fmt: skip
        found = nonosat.check_given(puzzle, grid)
        assert found.right is bool(extended), (puzzle, grid)
        if extended:
            kinds["right"] += 1
            assert (found.wrong, found.contradiction) == ((), None)
        elif len(truth) == 1:
            kinds["wrong"] += 1
            assert found.verdict is Verdict.UNIQUE
            assert found.wrong == tuple(
                divmod(p, puzzle.width)
                for p, (g, c) in enumerate(zip(grid.cells, truth[0], strict=True))
                if g not in (UNKNOWN, c)
            )
        else:
            kinds["contradiction"] += 1
            told = found.contradiction
            assert told is not None
            assert told.minimal
            assert not possible(puzzle, told.lines, grid, told.cells)
            for line in told.lines:
                assert possible(puzzle, [x for x in told.lines if x != line], grid, told.cells)
            for cell in told.cells:
                assert possible(puzzle, told.lines, grid, [x for x in told.cells if x != cell])
    assert all(count > 5 for count in kinds.values()), kinds


def test_a_grid_for_clues_without_solution() -> None:
    puzzle = next(spoiled(random.Random(2), 3, 5))
    found = nonosat.check_given(puzzle, puzzle.unknown_grid())
    assert (found.right, found.verdict) == (False, Verdict.NONE)


def test_a_grid_and_a_limit() -> None:
    found = nonosat.check_given(permutations(4), permutations(4).unknown_grid(), time_limit=0)
    assert (found.right, found.reason) == (None, Reason.TIME)
    with pytest.raises(GridError):
        nonosat.check_given(permutations(4), Grid("#"))
