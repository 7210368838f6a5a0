# SPDX-License-Identifier: MIT
"""Smallest contradictions, and grids that are still right or not.

With NONOSAT_FULL=1: 1,000 spoiled puzzles and 2,000 wrong grids instead of 80 and 200.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations

import pytest

import nonosat
from nonosat import UNKNOWN, Grid, Line, Puzzle, Reason, Verdict
from nonosat.errors import GridError
from tests.support.brute import all_solutions
from tests.support.clock import cancelled
from tests.support.oracle import only, permutations, random_grid, summary, swapped
from tests.support.places import FULL


def possible(
    puzzle: Puzzle,
    lines: Collection[Line],
    grid: Grid | None = None,
    cells: Collection[tuple[int, int]] = (),
) -> bool:
    given = None
    if grid is not None:
        given = puzzle.unknown_grid().with_cells((r, c, grid[r, c]) for r, c in cells)
    report = nonosat.solve(only(puzzle, lines), given=given, limit=1)
    return bool(report.solutions)


def spoiled(rng: random.Random, low: int, high: int) -> Iterator[Puzzle]:
    """Puzzles without a solution whose sums are right."""
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
        found = nonosat.find_contradiction(puzzle)
        assert found.found
        assert found.minimal
        assert found.cells == ()
        assert not possible(puzzle, found.lines)
        for line in found.lines:
            rest = [other for other in found.lines if other != line]
            assert possible(puzzle, rest), (puzzle, found)


def test_contradictions_are_smallest() -> None:
    """No smaller set of lines is a contradiction: the oracle tries all of them."""
    rng = random.Random(5)
    makers = spoiled(rng, 2, 4)
    sizes = set()
    for _ in range(60 if FULL else 12):
        puzzle = next(makers)
        found = nonosat.find_contradiction(puzzle)
        assert found.found
        assert found.smallest
        sizes.add(len(found.lines))
        lines = [line for line, _ in puzzle.lines()]
        assert summary(only(puzzle, found.lines), most=10**7)[0] == 0
        for smaller in combinations(lines, len(found.lines) - 1):  # covers all subsets of these
            assert summary(only(puzzle, smaller), most=10**7)[0] > 0, (puzzle, found, smaller)
    assert len(sizes) > 1


def test_no_contradiction_where_there_is_a_solution() -> None:
    for puzzle, given in ((permutations(4), None), (permutations(2), Grid("#?\n??"))):
        found = nonosat.find_contradiction(puzzle, given=given)
        assert (found.found, found.reason) == (False, None)
        assert str(found) == "no contradiction: there is a solution"


def test_a_limit_says_what_it_cost() -> None:
    puzzle = next(spoiled(random.Random(9), 8, 8))
    late = nonosat.find_contradiction(puzzle, time_limit=0)
    assert (late.found, late.reason) == (False, nonosat.Reason.TIME)
    assert late.as_dict()["found"] is False
    assert "<svg" not in late._repr_html_()
    found = nonosat.find_contradiction(puzzle, time_limit=600)
    assert found.found
    assert found.minimal


def test_smallest_is_claimed_only_when_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search may end at any moment, by work or by a limit."""
    puzzle = next(spoiled(random.Random(1), 15, 20))
    best = nonosat.find_contradiction(puzzle)
    assert best.found
    assert best.smallest
    seen = set()
    for asked in [*range(0, 60, 4), *range(60, 2000, 120)]:
        found = nonosat.find_contradiction(puzzle, cancel=cancelled(asked))
        if not found.found:
            assert found.reason is nonosat.Reason.CANCELLED
            seen.add("none")
        else:
            seen.add((found.minimal, found.smallest))
            assert found.minimal or not found.smallest
            assert len(found.lines) >= len(best.lines)
            assert not found.smallest or len(found.lines) == len(best.lines)
    assert seen == {"none", (False, False), (True, False), (True, True)}
    monkeypatch.setattr("nonosat.exact.contradictions._SMALLEST_WORK", 0)
    found = nonosat.find_contradiction(puzzle)
    assert found.found
    assert (found.minimal, found.smallest) == (True, False)


def test_the_search_for_a_smallest_set_ends_after_the_same_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = next(spoiled(random.Random(1), 20, 25))
    for work in (1000, 10_000, 30_000, 10**9):
        monkeypatch.setattr("nonosat.exact.contradictions._SMALLEST_WORK", work)
        assert nonosat.find_contradiction(puzzle) == nonosat.find_contradiction(puzzle)


def test_a_contradiction_shows_itself() -> None:
    puzzle = Puzzle([[1, 1], [1], []], [[1], [2], []])
    found = nonosat.find_contradiction(puzzle)
    assert found.found
    assert "R1 and C3" in str(found)
    html = found._repr_html_()
    assert "R1 and C3" in html
    assert "<svg" in html
    assert "<svg" not in replace(found, puzzle=None)._repr_html_()


def test_a_report_on_a_grid_shows_itself() -> None:
    unique = Puzzle([[2], [1]], [[2], [1]])
    found = nonosat.check_grid(unique, Grid("??\n.#"))
    assert str(found).splitlines()[1:] == ["cells: R2: 1, 2", "the clues alone: unique"]
    assert "<svg" in found._repr_html_()
    assert len(str(nonosat.check_grid(unique, Grid("#?\n??"))).splitlines()) == 1
    blank = permutations(5).unknown_grid()
    full = blank.with_cells((row, 0, 1) for row in range(5))
    several = nonosat.check_grid(permutations(5), full)
    assert several.contradiction is not None
    assert several.contradiction.given == full
    assert "contradict" in str(several)
    assert "<svg" in several.contradiction._repr_html_()
    line = str(
        nonosat.check_grid(
            Puzzle([[4] * 4], [[1]] * 4 + [[]] + [[1]] * 4 + [[]] + [[1]] * 4 + [[]] + [[1]] * 4),
            Grid("." * 19),
        )
    ).splitlines()[1]
    assert line.endswith("R1: 1-4, 6-9, 11, 12 and 6 more")


def wrong_grids(rng: random.Random) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles, and their solutions with some cells unknown and up to five changed."""
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
        found = nonosat.check_grid(puzzle, grid)
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
            conflict = found.contradiction
            assert conflict is not None
            assert conflict.minimal
            assert not possible(puzzle, conflict.lines, grid, conflict.cells)
            for line in conflict.lines:
                assert possible(
                    puzzle, [x for x in conflict.lines if x != line], grid, conflict.cells
                )
            for cell in conflict.cells:
                assert possible(
                    puzzle, conflict.lines, grid, [x for x in conflict.cells if x != cell]
                )
    assert all(count > 5 for count in kinds.values()), kinds


def test_a_grid_for_clues_without_solution() -> None:
    puzzle = next(spoiled(random.Random(2), 3, 5))
    found = nonosat.check_grid(puzzle, puzzle.unknown_grid())
    assert (found.right, found.verdict) == (False, Verdict.NONE)


def test_a_grid_and_a_limit() -> None:
    found = nonosat.check_grid(permutations(4), permutations(4).unknown_grid(), time_limit=0)
    assert (found.right, found.reason) == (None, Reason.TIME)
    with pytest.raises(GridError):
        nonosat.check_grid(permutations(4), Grid("#"))
