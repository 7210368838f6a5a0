# SPDX-License-Identifier: MIT
"""The stage ``weights``, and the proofs of the core behind it.

``core/tests/core_test_weights.cpp`` compares all grids of 4x4 and 5,000 random boards with brute
force. Here: proofs hold by the plain definition of the bound, and the stage's place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from nonosat import Puzzle, Reason, Verdict, solve, study
from nonosat.core._core import Status
from nonosat.errors import OptionError
from nonosat.logic.board import open_board
from tests.support.brute import all_solutions, heaviest, random_puzzle, verdict_of
from tests.support.clock import cancelled

ALONE = ("lines", "weights")


def test_each_proof_is_one_by_the_definition() -> None:
    rng = random.Random(8)
    proven = refuted = 0
    for _ in range(600):
        puzzle = random_puzzle(rng, 4)
        solutions = all_solutions(puzzle)
        board = open_board(puzzle)
        width = puzzle.width * len(puzzle.palette)

        def rows(weights: list[int], width: int = width) -> list[list[int]]:
            return [weights[i : i + width] for i in range(0, len(weights), width)]

        for solution in solutions[:3]:
            status, weights, scale, (_, _, least) = board.prove_by_weights(solution, 10**6)
            assert (status is Status.FIXPOINT) == (weights is not None)
            if weights is not None:
                assert len(solutions) == 1
                assert heaviest(puzzle, solution, rows(weights), scale) < scale * least
                proven += 1
        _, cells, weights, scale, _ = board.find_by_weights(10**6)
        assert cells is None or cells in solutions
        if weights is not None:
            assert not solutions
            assert heaviest(puzzle, None, rows(weights), scale) < 0
            refuted += 1
    assert proven > 100
    assert refuted >= 10


@pytest.mark.parametrize("n", [1, 2, 5, 9, 14, 20])
def test_domino_puzzles_are_proven_unique(n: int) -> None:
    puzzle = study.domino(n)
    for preset in ("default", "fast"):
        report = solve(puzzle, preset=preset)
        assert report.verdict is Verdict.UNIQUE
        assert not puzzle.faults(report.solutions[0])
    alone = solve(puzzle, stages=ALONE)
    assert alone.verdict is Verdict.UNIQUE
    assert alone.solutions == report.solutions


def test_domino_refuses_other_numbers() -> None:
    for n in (0, -1, 512, 2.5):
        with pytest.raises(OptionError):
            study.domino(n)  # type: ignore[arg-type]


def test_large_domino_puzzles_need_little_work() -> None:
    """SAT alone needs hours from n = 20 on; the work of the weights grows polynomially."""
    report = solve(study.domino(24), preset="fast")
    assert report.verdict is Verdict.UNIQUE
    entries = sum(stage.counts.get("entries", 0) for stage in report.stages)
    assert 0 < entries < 5_000_000


def test_weights_alone_agree_with_brute_force() -> None:
    rng = random.Random(9)
    decided = 0
    for _ in range(400):
        puzzle = random_puzzle(rng, 4)
        solutions = all_solutions(puzzle)
        report = solve(puzzle, stages=ALONE)
        if report.verdict is Verdict.UNKNOWN:
            continue
        decided += 1
        assert report.verdict is verdict_of(solutions)
    assert decided > 200


def test_the_stage_is_asked_where_the_solution_is_known() -> None:
    """If ``sat`` follows, the proof waits; it is tried once, and the report says so."""
    report = solve(study.domino(9), stages=("lines", "beliefs", "weights", "sat"))
    by_name = {stage.name: stage.counts for stage in report.stages}
    assert by_name["beliefs"]["runs"] >= 1
    assert by_name["weights"] == {}
    assert by_name["sat"]["descent_steps"] > 0
    assert by_name["sat"]["weights"] > 0


def test_limits_end_it(ticks: Iterator[int]) -> None:
    """Time by a clock that advances by one at each reading."""
    report = solve(study.domino(30), stages=ALONE, cancel=cancelled())
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)
    report = solve(study.domino(100), stages=ALONE, time_limit=50)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    assert next(ticks) <= 50 + 10


def test_a_free_cell_is_never_counted_away() -> None:
    """Cells in no clued line can have any value: nothing can be proven about them."""
    puzzle = Puzzle([[1], None], [[1], None])
    board = open_board(puzzle)
    for solution in all_solutions(puzzle):
        assert board.prove_by_weights(solution, 10**6)[1] is None
