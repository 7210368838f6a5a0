# SPDX-License-Identifier: MIT
"""The search with probing: exactly the solutions that a SAT solver finds, each once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import nonosat
from nonosat import Puzzle, Verdict, solve
from nonosat.core._core import ProbeSearch, Status, search_shortly
from nonosat.logic.belief_search import BeliefSearch
from nonosat.logic.board import known as known_cells
from nonosat.logic.board import open_board
from nonosat.solving.question import Question
from tests.support.brute import hard_puzzle
from tests.support.clock import Poll
from tests.support.oracle import random_grid

EVERYTHING = 1 << 40
WITHOUT_SEARCH = ("lines", "probe", "beliefs", "weights", "sat")
"""The stage ``beliefs`` has a longer search than the stage ``search``."""


def test_a_contradiction_of_the_first_trial_leaves_the_board_at_its_fixpoint() -> None:
    """Each value of a cell fails before anything was removed: then there was nothing to undo."""
    columns = [[1, 1], [1, 1], [2], [1, 1]]
    board = open_board(Puzzle(rows=[[1], [1], [1, 1], None], columns=columns))
    assert board.propagate() == Status.FIXPOINT
    search, mark = ProbeSearch(board), board.mark()
    for _ in range(2):
        assert search.run(1, 0, EVERYTHING) == Status.FIXPOINT
        assert (search.exhausted, search.solutions) == (True, [])
        assert (board.propagate(), board.mark()) == (Status.FIXPOINT, mark)


def puzzles(seed: int, count: int) -> list[Puzzle]:
    """Random puzzles, many with several solutions, some without; some with missing clues."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        grid = random_grid(rng, rng.randint(3, 8), rng.randint(3, 8))
        puzzle = Puzzle.from_grid(grid)
        rows, columns = list(puzzle.rows), list(puzzle.columns)
        if number % 4 == 1:
            rows[rng.randrange(len(rows))] = None
            columns[rng.randrange(len(columns))] = None
        elif number % 4 == 2:
            rng.shuffle(columns)
        made.append(Puzzle(rows, columns))
    return made


def test_it_finds_the_solutions_that_sat_finds_and_knows_when_it_has_all() -> None:
    ambiguous = 0
    for puzzle in puzzles(3, 60):
        board = open_board(puzzle)
        report = solve(puzzle, preset="sat", limit=200)
        if board.propagate() != Status.FIXPOINT or len(report.solutions) >= 200:
            continue
        search, before = ProbeSearch(board), (board.cells(), board.mark())
        while not search.exhausted:
            nodes, most = search.counts()["nodes"], len(search.solutions) + 1
            assert search.run(most, nodes + 2, EVERYTHING) == Status.FIXPOINT
            assert (board.cells(), board.mark()) == before
            assert len(search.solutions) <= most
        found = search.solutions
        free = Question(puzzle, None, 1).free_cells
        expected = {
            bytes(0 if place in free else cell for place, cell in enumerate(grid.cells))
            for grid in report.solutions
        }
        assert len(set(found)) == len(found)
        assert set(found) == expected
        ambiguous += len(found) > 1
    assert ambiguous > 20


@pytest.mark.parametrize("limit", [2, 50])
def test_without_beliefs_that_find_anything_verdicts_are_those_of_sat(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(BeliefSearch, "find", lambda *_: None)
    by_search = 0
    for puzzle in puzzles(8, 40):
        report = solve(puzzle, stages=WITHOUT_SEARCH, limit=limit)
        expected = solve(puzzle, preset="sat", limit=limit)
        assert report.verdict is expected.verdict
        assert len(report.solutions) == len(expected.solutions)
        if limit > len(expected.solutions):
            assert set(report.solutions) == set(expected.solutions)
        by_search += report.stages[-1].name == "beliefs"
    assert by_search > 5


def test_a_bound_ends_it_and_a_higher_one_continues() -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    board = open_board(puzzle)
    search = ProbeSearch(board)
    with pytest.raises(ValueError, match="not propagated"):
        search.run(1, 1, EVERYTHING)
    board.propagate()
    assert search.run(1, 0, EVERYTHING) == Status.FIXPOINT
    assert not search.exhausted
    assert search.counts()["nodes"] == 0
    assert search.run(1, EVERYTHING, 0) == Status.FIXPOINT
    assert search.solutions == []
    for most in (1, 1, 2, 7, 24, 30):
        assert search.run(most, EVERYTHING, EVERYTHING) == Status.FIXPOINT
        assert len(set(search.solutions)) == len(search.solutions) == min(most, 24)
    assert search.exhausted


def test_it_starts_with_what_is_likely() -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    for number in range(4):
        board = open_board(puzzle)
        board.propagate()
        search = ProbeSearch(board)
        likely = bytes(int((row + number) % 4 == column) for row in range(4) for column in range(4))
        search.lead(likely)
        assert search.run(1, EVERYTHING, EVERYTHING) == Status.FIXPOINT
        assert search.solutions == [likely]
    with pytest.raises(ValueError, match="size"):
        search.lead(b"\0")


def test_its_poll_ends_it_and_the_board_stays() -> None:
    board = open_board(Puzzle([[1]] * 8, [[1]] * 8))
    board.propagate()
    board.poll_work = 1
    mark, poll = board.mark(), Poll(lambda asked: asked == 500)

    def fail() -> bool:
        raise KeyError

    search = ProbeSearch(board)
    with pytest.raises(KeyError):
        search.run(1, EVERYTHING, EVERYTHING, fail)
    assert board.mark() == mark
    assert board.at_fixpoint
    results = [search.run(most, EVERYTHING, EVERYTHING, poll) for most in range(1, 5)]
    assert board.mark() == mark
    assert board.at_fixpoint
    found = search.solutions
    assert Status.INTERRUPTED in results
    assert found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("decides", ["search", "beliefs"])
def test_a_certificate_is_written_for_what_it_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, decides: str
) -> None:
    monkeypatch.setattr(BeliefSearch, "find", lambda *_: None)
    path = tmp_path / "it.nonocert"
    verdicts = set()
    for puzzle in puzzles(21, 200):
        report = solve(puzzle, stages=("lines", "probe", decides, "sat"))
        if report.stages[-1].name != decides or report.verdict in verdicts:
            continue
        verdicts.add(report.verdict)
        assert nonosat.proof.write_certificate(puzzle, path, report=report).path is not None
        assert nonosat.proof.verify_certificate(path, puzzle).accepted
    assert Verdict.MULTIPLE in verdicts


def test_the_short_search_ends_at_its_bound_and_keeps_what_it_refutes() -> None:
    """If it finds all solutions, a SAT solver finds no more; if it refutes, so does the solver."""
    exhausted = ended = 0
    for puzzle in puzzles(13, 150):
        board = open_board(puzzle)
        report = solve(puzzle, preset="sat", limit=200)
        if len(report.solutions) >= 200:
            continue
        status, solutions, complete, counts = search_shortly(board, 3)
        question = Question(puzzle, None, 3)
        for cells in solutions:
            question.accept(cells)
        assert len(set(solutions)) == len(solutions) <= 3
        assert counts["line_solves"] == board.counts()["line_solves"]
        if status == Status.CONTRADICTION:
            assert report.verdict is Verdict.NONE
            continue
        if complete and not question.free_cells:
            assert len(solutions) == len(report.solutions)
        exhausted += complete
        ended += len(solutions) == 3
        known = known_cells(board, puzzle)
        assert all(grid.extends(known) for grid in report.solutions)
    assert exhausted > 20
    assert ended > 20


def test_the_short_search_of_a_large_board_finds_nothing_and_says_so() -> None:
    for side, searched in ((16, True), (30, False)):  # up to 300 unknown cells
        board = open_board(hard_puzzle(side, 4))
        status, solutions, complete, counts = search_shortly(board, 2)
        assert (status, solutions, complete) == (Status.FIXPOINT, [], False)
        assert (counts["nodes"] > 0) is searched
        assert board.at_fixpoint
    board = open_board(Puzzle([[1]] * 8, [[1]] * 8))
    board.poll_work = 1
    status, _, complete, _ = search_shortly(board, 10**6, lambda: True)
    assert (status, complete) == (Status.INTERRUPTED, False)
