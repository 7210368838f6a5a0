# SPDX-License-Identifier: MIT
"""The stage ``search``: it agrees with brute force, alone and in bulk, within any limit."""

from __future__ import annotations

import random

import pytest

from nonosat import Puzzle, Reason, Verdict, solve, solve_many
from nonosat.model.report import GoalStatus
from tests.support.brute import agree_with, all_solutions, hard_puzzle, random_given, random_puzzle
from tests.support.oracle import permutations


@pytest.mark.parametrize(
    "stages", [["search"], ["lines", "search"], ["lines", "probe", "search"], ["search", "sat"]]
)
@pytest.mark.parametrize("limit", [2, 3, 40])
def test_it_agrees_with_brute_force(stages: list[str], limit: int) -> None:
    rng = random.Random(f"{stages} {limit}")
    decided = 0
    for number in range(60):
        puzzle = random_puzzle(rng, 6)
        given = random_given(rng, puzzle) if number % 3 == 0 else None
        solutions = all_solutions(puzzle, given)
        report = solve(puzzle, stages=stages, given=given, limit=limit)
        (bulk,) = solve_many([puzzle], stages=stages, given=given, limit=limit)
        assert (bulk.verdict, bulk.solutions, bulk.known) == (
            report.verdict,
            report.solutions,
            report.known,
        )
        if len(solutions) < 500 and report.verdict is not Verdict.UNKNOWN:
            agree_with(report, solutions, limit)
            decided += 1
    assert decided > 30


def test_one_solution_is_no_verdict() -> None:
    report = solve(permutations(4), stages=["lines", "search"], limit=1)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.COUNT)
    assert len(report.solutions) == 1
    (bulk,) = solve_many([permutations(4)], stages=["lines", "search"], limit=1)
    assert (bulk.verdict, bulk.reason, bulk.solutions) == (
        report.verdict,
        report.reason,
        report.solutions,
    )


def test_the_goal_may_be_one_of_the_solutions() -> None:
    swap = Puzzle([[1], [1]], [[1], [1]])
    for grid in solve(swap).solutions:
        for report in (solve(swap.with_goal(grid)), *solve_many([swap.with_goal(grid)] * 3)):
            assert report.verdict is Verdict.MULTIPLE
            assert report.goal is GoalStatus.ONE_OF_SEVERAL
    other = Puzzle([[1]] * 3, [[1]] * 3)
    found = solve(other).solutions
    (third,) = [g for g in solve(other, limit=6).solutions if g not in found][:1]
    for report in (solve(other.with_goal(third)), *solve_many([other.with_goal(third)] * 3)):
        assert report.verdict is Verdict.MULTIPLE
        assert report.goal is GoalStatus.ONE_OF_SEVERAL


def test_what_it_leaves_open_has_a_reason() -> None:
    puzzle = hard_puzzle(30)
    report = solve(puzzle, stages=["lines", "search"])
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.STAGES)
    assert report.stages[-1].counts["nodes"] == 0  # more than 300 unknown cells
    report = solve(puzzle, stages=["lines", "search"], time_limit=0)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
