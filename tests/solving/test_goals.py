# SPDX-License-Identifier: MIT
"""Goals: the first solution if they are one, and never a reason for another verdict.

Each random puzzle is solved with goals that are right, nearly right, partial and wrong, and without
one, and is compared with brute force.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from nonosat import Grid, Puzzle, Verdict, solve, solve_many
from nonosat.core import _core
from nonosat.exact import backbone, count_solutions
from nonosat.logic.board import open_board
from nonosat.model.clue import UNKNOWN
from nonosat.model.report import GoalStatus, SolutionFound
from tests.support.brute import (
    agree_with,
    all_solutions,
    random_given,
    random_picture,
    random_puzzle,
    read_clue,
)
from tests.support.oracle import permutations, swaps

SWAP = Puzzle([[1], [1]], [[1], [1]])
PRESETS = ("default", "graph", "networkx", "sat")


def goals(rng: random.Random, puzzle: Puzzle, solutions: list[bytes]) -> Iterator[Grid]:
    """Right, nearly right, partial and wrong ones."""
    colors, size = len(puzzle.palette), puzzle.height * puzzle.width
    for cells in rng.sample(solutions, min(2, len(solutions))):
        yield puzzle.grid(cells)
        near = bytearray(cells)
        place = rng.randrange(size)
        near[place] = (near[place] + 1) % (colors + 1)
        yield puzzle.grid(bytes(near))
        near[place] = UNKNOWN
        yield puzzle.grid(bytes(near))
        yield puzzle.grid(bytes(UNKNOWN if rng.random() < 0.5 else cell for cell in cells))
    values = [*range(colors + 1), UNKNOWN]
    yield puzzle.grid(bytes(rng.choice(values[:-1]) for _ in range(size)))
    yield puzzle.grid(bytes(rng.choice(values) for _ in range(size)))
    yield puzzle.grid(bytes([UNKNOWN]) * size)


def status(goal: Grid, solutions: list[bytes]) -> set[GoalStatus]:
    """What may be said of a goal when the verdict is known."""
    fits = [
        cells
        for cells in solutions
        if all(b in (a, UNKNOWN) for a, b in zip(cells, goal.cells, strict=True))
    ]
    if len(solutions) == 1:
        return {GoalStatus.ONLY if fits else GoalStatus.WRONG}
    if goal.complete or not solutions:
        return {GoalStatus.ONE_OF_SEVERAL if fits else GoalStatus.WRONG}
    return {GoalStatus.ONE_OF_SEVERAL if fits else GoalStatus.WRONG, GoalStatus.UNKNOWN}


def cases(count: int, seed: int) -> Iterator[tuple[random.Random, Puzzle, Grid | None]]:
    """Random puzzles, every third with printed cells, and given cells for every second."""
    for number in range(count):
        rng = random.Random(f"goals {seed} {number}")
        puzzle = random_puzzle(rng, 5)
        if number % 3 == 0:
            puzzle = puzzle.with_printed(random_given(rng, puzzle))
        yield rng, puzzle, random_given(rng, puzzle) if number % 2 else None


def compare(puzzle: Puzzle, goal: Grid, solutions: list[bytes], **options: Any) -> None:
    """The answers with that goal, by brute force and beside those without it."""
    limit = options.get("limit", 2)
    plain = solve(puzzle, **options)
    drawn = puzzle.with_goal(goal)
    alone, (_, bulk) = solve(drawn, **options), solve_many([drawn] * 2, **options)
    assert alone.goal is bulk.goal
    for report in (alone, bulk):
        assert (report.verdict, report.reason) == (plain.verdict, plain.reason)
        assert (report.known, len(report.solutions)) == (plain.known, len(plain.solutions))
        assert report.clued_cells_unique == plain.clued_cells_unique
        assert (report.ambiguous, report.certain) == (plain.ambiguous, plain.certain)
        if limit > 1:
            agree_with(report, solutions, limit)
            assert report.goal in status(goal, solutions)
        if goal.cells in solutions:
            assert report.solutions[0] == goal


@pytest.mark.parametrize("preset", PRESETS)
def test_small_puzzles_by_brute_force(preset: str) -> None:
    seed = PRESETS.index(preset)
    for rng, puzzle, given in cases(40, seed):
        solutions = all_solutions(puzzle, given)
        for number, goal in enumerate(goals(rng, puzzle, solutions)):
            options = ({}, {"limit": 50}, {"backbone": True}, {"limit": 1})[number % 4]
            compare(puzzle, goal, solutions, preset=preset, given=given, **options)


@pytest.mark.parametrize(
    "options",
    [{"preset": "cpsat"}, {"preset": "fast", "portfolio": 2}, {"stages": ["lines", "sat"]}],
)
def test_other_ways_by_brute_force(options: dict[str, Any]) -> None:
    for rng, puzzle, given in cases(6, 9):
        solutions = all_solutions(puzzle, given)
        for goal in goals(rng, puzzle, solutions):
            compare(puzzle, goal, solutions, given=given, **options)


@pytest.mark.parametrize("stages", [["lines"], ["search"], ["lines", "beliefs"], ["weights"]])
def test_a_goal_gives_no_answer_that_the_stages_would_not_find(stages: list[str]) -> None:
    for rng, puzzle, given in cases(15, 11):
        for goal in goals(rng, puzzle, all_solutions(puzzle, given)):
            plain = solve(puzzle, stages=stages, given=given)
            report = solve(puzzle.with_goal(goal), stages=stages, given=given)
            assert report.verdict is plain.verdict
            assert report.known == plain.known


@pytest.mark.parametrize("preset", ["default", "graph"])
def test_a_goal_ends_probing_that_takes_long(preset: str) -> None:
    goal = random_picture(random.Random(8), 60, 60, 0.5)
    puzzle = Puzzle.from_grid(goal)
    events: list[object] = []
    report = solve(puzzle, preset=preset, progress=events.append)
    assert report.verdict is Verdict.MULTIPLE
    assert report.stages[-1].name == "probe"
    assert report.stages[-1].counts["switching_components"] == 1
    assert report.solutions[0] == goal
    assert [event.grid for event in events if isinstance(event, SolutionFound)] == [
        *report.solutions
    ]
    for again in list(solve_many([puzzle] * 2, preset=preset)):
        assert [stage.counts for stage in again.stages] == [s.counts for s in report.stages]
        assert (again.solutions, again.known) == (report.solutions, report.known)
    near = puzzle.with_goal(goal.with_cells([(30, 30, 1 - goal[30, 30])]))
    for other in (solve(near, stages=["lines", "probe"]), *solve_many([near], preset="logic")):
        assert other.stages[-1].name == "probe"
        assert other.verdict is Verdict.UNKNOWN


def test_probing_goes_on_if_the_goal_does_not_help() -> None:
    """A goal that is wrong, or has no second solution near it, changes no result of the stage."""
    puzzle = Puzzle.from_grid(random_picture(random.Random(8), 60, 60, 0.5))
    goal = puzzle.goal
    assert goal is not None
    plain, asked = open_board(puzzle), []
    plain.probe()
    for holds in (False, True):
        board = open_board(puzzle)

        def answer(holds: bool = holds) -> bool:
            asked.append(holds)
            return holds

        status, second = board.probe_beside_goal(goal.cells, answer)
        if holds:
            assert (status, second is None) == (_core.Status.INTERRUPTED, False)
        else:
            assert (status, second) == (_core.Status.FIXPOINT, None)
            assert board.cells() == plain.cells()
    assert asked == [False, True]


def test_counts_and_differing_cells_do_not_depend_on_the_goal() -> None:
    for rng, puzzle, given in cases(25, 13):
        solutions = all_solutions(puzzle, given)
        plain = backbone(puzzle, given=given)
        for goal in goals(rng, puzzle, solutions):
            drawn = puzzle.with_goal(goal)
            assert count_solutions(drawn, given=given).number == len(solutions)
            report = backbone(drawn, given=given)
            assert (report.ambiguous, report.certain) == (plain.ambiguous, plain.certain)


def test_the_second_solution_is_next_to_the_goal() -> None:
    goal = Grid("#.\n.#")
    events: list[object] = []
    report = solve(SWAP.with_goal(goal), preset="sat", progress=events.append)
    assert [stage.name for stage in report.stages] == ["goal"]
    assert report.stages[0].counts == {"switching_components": 1}
    assert report.solutions == (goal, Grid(".#\n#."))
    found = [event.grid for event in events if isinstance(event, SolutionFound)]
    assert found == [*report.solutions]
    wrong = solve(SWAP.with_goal("##\n.."), preset="sat")
    assert [stage.name for stage in wrong.stages] == ["sat"]


def test_all_solutions_with_the_goal_first() -> None:
    for puzzle in (permutations(4), swaps(2, 2)):
        plain = solve(puzzle.with_goal(None), limit=50)
        for goal in plain.solutions[::5]:
            report = solve(puzzle.with_goal(goal), limit=50)
            assert report.solutions[0] == goal
            assert set(report.solutions) == set(plain.solutions)
            assert len(report.solutions) == len(plain.solutions)


def rectangles(grid: Grid) -> bool:
    """True if four cells of a complete grid can change places without changing a clue."""
    rows = [list(row) for row in grid]
    across, down = grid.clues()
    for (a, b), (c, d) in (
        (pair, other)
        for pair in combinations(range(grid.height), 2)
        for other in combinations(range(grid.width), 2)
    ):
        if not (rows[a][c] == rows[b][d] != rows[a][d] == rows[b][c]):
            continue
        rows[a][c], rows[a][d], rows[b][c], rows[b][d] = (
            *(rows[a][d], rows[a][c]),
            *(rows[b][d], rows[b][c]),
        )
        same = all(read_clue(tuple(rows[row])) == across[row] for row in (a, b)) and all(
            read_clue(tuple(row[column] for row in rows)) == down[column] for column in (c, d)
        )
        rows[a][c], rows[a][d], rows[b][c], rows[b][d] = (
            *(rows[a][d], rows[a][c]),
            *(rows[b][d], rows[b][c]),
        )
        if same:
            return True
    return False


def test_every_rectangle_is_found() -> None:
    """The core lists trades by the blocks of a line; brute force tries all."""
    there = 0
    for number in range(300):
        rng = random.Random(f"rectangles {number}")
        colors = 1 if number % 4 else 2
        grid = random_picture(rng, rng.randint(2, 8), rng.randint(2, 8), rng.random(), colors)
        puzzle = Puzzle.from_grid(grid)
        found = _core.find_switching_component(open_board(puzzle), grid.cells, 10**6)
        if found is None:
            assert not rectangles(grid)
        else:
            assert found != grid.cells
            assert not puzzle.faults(puzzle.grid(found))
            there += rectangles(grid)
    assert there > 50


def test_the_check_of_goals_in_the_core() -> None:
    for rng, puzzle, given in cases(40, 14):
        solutions = all_solutions(puzzle, given)
        for goal in goals(rng, puzzle, solutions):
            printed = None if puzzle.printed is None else puzzle.printed.cells
            known = None if given is None else given.cells
            parts = (puzzle.rows, puzzle.columns, len(puzzle.palette), printed, known, goal.cells)
            assert _core.goal_holds(parts) == (goal.cells in solutions)
        assert not _core.goal_holds((*parts[:-1], None))


def test_beliefs_look_for_another_solution_than_the_goal() -> None:
    """Near the goal alone, ``sat`` takes many times as long on some puzzles."""
    puzzle = Puzzle.from_grid(random_picture(random.Random(1), 12, 12, 0.4)).with_goal(None)
    plain = solve(puzzle, stages=["lines", "beliefs", "sat"])
    assert plain.verdict is Verdict.MULTIPLE
    for goal in plain.solutions:
        alone = goal.differences(plain.solutions[0])
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(_core, "find_switching_component", lambda *arguments: None)
            report = solve(puzzle.with_goal(goal), stages=["lines", "beliefs", "sat"])
        stages = [stage.name for stage in report.stages]
        assert report.solutions[0] == goal
        assert len(report.solutions) == 2
        assert stages == (["lines", "goal", "beliefs"] if alone else stages)
        assert report.stages[2].counts["runs"] > 0
