# SPDX-License-Identifier: MIT
"""Beliefs: marginals against brute force, the stage among the other stages, its limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, Reason, Verdict, load, solve
from nonosat.core import _core
from nonosat.errors import ContradictionError, OptionError
from nonosat.limits import Limits
from nonosat.logic.belief_search import SCHEDULE, BeliefSearch
from nonosat.logic.board import open_board
from nonosat.study import beliefs
from tests.support.brute import agree_with, all_solutions, hard_puzzle, random_picture
from tests.support.clock import cancelled

FIND = ("lines", "probe", "beliefs")


def random_puzzle(rng: random.Random, side: int, colors: int = 1, density: float = 0.5) -> Puzzle:
    return Puzzle.from_grid(random_picture(rng, side, side, density, colors))


def test_one_line_has_exact_marginals() -> None:
    # The columns have no clues, so the row's marginals are the answer from the first iteration on.
    puzzle = Puzzle([[2, 1]], [None] * 5)
    first = next(beliefs(puzzle, gamma=1.0))
    placements = ["##.#.", "##..#", ".##.#"]
    expected = [sum(line[c] == "#" for line in placements) / 3 for c in range(5)]
    assert first.probabilities[0] == pytest.approx(expected, abs=1e-4)
    assert first.values[0][0] == pytest.approx([1 / 3, 2 / 3], abs=1e-4)
    assert first.number == 1


def test_one_line_of_colours_has_exact_marginals() -> None:
    puzzle = Puzzle([[(1, 1), (1, 2)]], [None] * 3, palette=random_puzzle(
        random.Random(1), 2, colors=2).palette)  # fmt: skip
    first = next(beliefs(puzzle, gamma=1.0))
    third = 1 / 3  # ab. a.b .ab
    expected = [[third, 2 * third, 0], [third, third, third], [third, 0, 2 * third]]
    assert [cell for row in first.values for cell in row] == [
        pytest.approx(cell, abs=1e-4) for cell in expected
    ]


def test_given_cells_are_certain() -> None:
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    *_, last = beliefs(puzzle, given=Grid("#?\n??"))
    assert last.probabilities == ((1.0, 0.0), (0.0, 1.0))
    assert (last.broken, str(last.grid)) == (0, "#.\n.#")


def test_iterations_end_at_a_solution_and_repeat_for_a_seed() -> None:
    puzzle = random_puzzle(random.Random(3), 20)
    runs = [list(beliefs(puzzle, seed=7, iterations=80)) for _ in range(2)]
    assert runs[0] == runs[1]
    assert [run.number for run in runs[0]] == list(range(1, len(runs[0]) + 1))
    for run in runs[0]:
        assert (run.broken == 0) == (puzzle.faults(run.grid) == ())
        assert run.broken == len(puzzle.faults(run.grid))
    assert all(run.broken for run in runs[0][:-1])


def test_seeds_of_any_size_give_noise_of_their_own() -> None:
    puzzle = Puzzle([[1]] * 3, [[1]] * 3)
    first = [next(beliefs(puzzle, seed=seed)).values for seed in (1, -1, 2**31, 2**64, -(2**90))]
    assert len(set(first)) == 5
    assert first == [
        next(beliefs(puzzle, seed=seed)).values for seed in (1, -1, 2**31, 2**64, -(2**90))
    ]


def test_the_search_uses_its_damping() -> None:
    """One of the runs of the schedule is damped, so its messages differ."""
    puzzle = random_puzzle(random.Random(5), 25, density=0.5)
    board = open_board(puzzle)
    board.propagate()
    ended = set()
    for damping in (0.0, 0.3):
        search = BeliefSearch(board)
        search.find(Limits(), seed=1, schedule=[(0.98, damping, 3, 20)])
        assert search.counts()["iterations"] == 3
        ended.add(tuple(search.beliefs.marginals()))
    assert len(ended) == 2
    assert any(damping > 0 for _, damping, _, _ in SCHEDULE)


def test_bad_options_are_refused() -> None:
    puzzle = Puzzle(rows=[[1]], columns=[[1]])
    for options in ({"iterations": 0}, {"gamma": 0}, {"gamma": 1.1}, {"damping": 1}, {"seed": "x"}):
        with pytest.raises(OptionError):
            beliefs(puzzle, **options)
    with pytest.raises(ContradictionError):
        beliefs(Puzzle(rows=[[2], [], [2]], columns=[[1, 1], [2]]))


def test_a_board_must_be_propagated() -> None:
    board, other = (_core.Board(2, 2, 1, [[(1, 1)]] * 4) for _ in range(2))
    with pytest.raises(ValueError, match="propagated"):
        _core.Beliefs(board)
    other.propagate()
    with pytest.raises(ValueError, match="propagated"):
        _core.Beliefs(other).dive(board, 1)


@pytest.mark.parametrize(("side", "colors"), [(4, 1), (3, 2)])
def test_verdicts_are_those_of_brute_force(side: int, colors: int) -> None:
    rng = random.Random(side)
    for _ in range(4 if side == 4 else 8):
        puzzle = random_puzzle(rng, side, colors)
        solutions = all_solutions(puzzle)
        agree_with(solve(puzzle, stages=("beliefs", "sat")), solutions)
        agree_with(solve(puzzle, preset="fast"), solutions)
        agree_with(solve(puzzle, preset="fast", limit=100), solutions, limit=100)


def test_verdicts_are_the_same_without_beliefs() -> None:
    rng = random.Random(8)
    for density in (0.3, 0.4, 0.5, 0.6):
        for colors in (1, 2):
            puzzle = random_puzzle(rng, 14, colors, density)
            with_beliefs, without = (
                solve(puzzle, stages=stages)
                for stages in (("lines", "probe", "beliefs", "sat"), ("lines", "probe", "sat"))
            )
            assert with_beliefs.verdict is without.verdict


def test_partial_puzzles_with_free_cells() -> None:
    rng = random.Random(4)
    for _ in range(20):
        full = random_puzzle(rng, 4)
        rows = [None if rng.random() < 0.3 else clue for clue in full.rows]
        columns = [None if rng.random() < 0.3 else clue for clue in full.columns]
        puzzle = Puzzle(rows, columns)
        with_beliefs = solve(puzzle, stages=("beliefs", "sat"))
        without = solve(puzzle, preset="sat")
        assert with_beliefs.verdict is without.verdict
        assert with_beliefs.clued_cells_unique == without.clued_cells_unique
        assert len(set(with_beliefs.solutions)) == len(with_beliefs.solutions)


def test_one_solution_ends_without_the_sat_stage() -> None:
    puzzle = random_puzzle(random.Random(5), 25, density=0.4)
    report = solve(puzzle, stages=(*FIND, "sat"), limit=1)
    assert [stage.name for stage in report.stages] == ["lines", "probe", "beliefs"]
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.COUNT)
    assert len(report.solutions) == 1
    assert report.stages[-1].counts["iterations"] > 0


def test_beliefs_alone_prove_nothing() -> None:
    puzzle = random_puzzle(random.Random(5), 25, density=0.4)
    report = solve(puzzle, stages=FIND)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.STAGES)
    assert report.known == solve(puzzle, stages=("lines", "probe")).known


def test_equal_seeds_give_equal_reports() -> None:
    puzzle = random_puzzle(random.Random(6), 25, density=0.35)
    for seed in (0, 3):
        first, second = (solve(puzzle, seed=seed) for _ in range(2))
        assert first.solutions == second.solutions
        assert [s.counts for s in first.stages] == [s.counts for s in second.stages]


def test_limits_end_the_stage(ticks: Iterator[int]) -> None:
    """Time by a clock that advances by one at each reading."""
    puzzle = hard_puzzle(side=100)
    report = solve(puzzle, stages=("beliefs",), cancel=cancelled())
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)
    report = solve(puzzle, stages=("beliefs",), time_limit=50)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    assert next(ticks) <= 50 + 10


def test_a_dive_without_a_limit_is_a_complete_search() -> None:
    rng = random.Random(12)
    found = 0
    for _ in range(60):
        puzzle = random_puzzle(rng, 3, colors=rng.choice((1, 2)))
        rows = rng.sample(puzzle.rows, 3)  # the sums stay right; half of them have no solution
        puzzle = Puzzle(rows, puzzle.columns, palette=puzzle.palette)
        board = open_board(puzzle)
        solutions = all_solutions(puzzle)
        if board.propagate() is not _core.Status.FIXPOINT:
            assert solutions == []
            continue
        native = _core.Beliefs(board)
        status, cells = native.dive(board, 10**9)
        assert (cells in solutions) if solutions else (cells is None)
        assert status is (_core.Status.FIXPOINT if solutions else _core.Status.CONTRADICTION)
        found += cells is not None
    assert 5 < found < 55


def test_dives_find_what_the_runs_leave() -> None:
    """On the same puzzles, the runs alone and with dives."""
    rng = random.Random(30)
    alone = dived = 0
    for _ in range(40):
        board = open_board(random_puzzle(rng, 25, density=0.45))
        board.propagate()
        native = _core.Beliefs(board)
        ended = native.run(60, 0.98, 0.0, seed=1, patience=20)
        alone += ended is _core.Status.FIXPOINT
        dived += ended is _core.Status.FIXPOINT or native.dive(board, 200)[1] is not None
    assert alone < dived


@pytest.mark.corpus
def test_knotty_is_found(corpus: Path) -> None:
    report = solve(load(corpus / "survey" / "survey-knotty.non"), preset="fast")
    assert report.verdict is Verdict.MULTIPLE
    assert len(report.solutions) == 2
