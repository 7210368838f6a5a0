# SPDX-License-Identifier: MIT
"""The search with probing: the solutions that a SAT solver finds, no other and none twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from oracle import random_grid

import nonosat
from nonosat import Puzzle, Verdict, solve
from nonosat.core._core import ProbeSearch, Status
from nonosat.logic.belief_search import BeliefSearch
from nonosat.logic.board import open_board
from nonosat.solving.question import Question

EVERYTHING = 1 << 40


def test_a_contradiction_of_the_first_trial_leaves_the_board_at_its_fixpoint() -> None:
    """Each value of a cell fails before anything was removed: then there was nothing to undo."""
    columns = [[1, 1], [1, 1], [2], [1, 1]]
    board = open_board(Puzzle(rows=[[1], [1], [1, 1], None], columns=columns))
    assert board.propagate() == Status.FIXPOINT
    search, mark = ProbeSearch(board), board.mark()
    for _ in range(2):
        assert search.next(0, EVERYTHING) == (Status.FIXPOINT, None)
        assert search.exhausted
        assert (board.propagate(), board.mark()) == (Status.FIXPOINT, mark)


def puzzles(seed: int, count: int) -> list[Puzzle]:
    """Random puzzles, many with several solutions; some with clues withheld, some with none."""
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
        found: list[bytes] = []
        while not search.exhausted:
            nodes = search.counts()["nodes"]
            status, cells = search.next(nodes + 2, EVERYTHING)
            assert status == Status.FIXPOINT
            assert (board.cells(), board.mark()) == before
            if cells is not None:
                found.append(cells)
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
        report = solve(puzzle, preset="fast", limit=limit)
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
        search.next(1, EVERYTHING)
    board.propagate()
    assert search.next(0, EVERYTHING) == (Status.FIXPOINT, None)
    assert not search.exhausted
    assert search.counts()["nodes"] == 0
    assert search.next(EVERYTHING, 0) == (Status.FIXPOINT, None)
    found = []
    while not search.exhausted:
        status, cells = search.next(EVERYTHING, EVERYTHING)
        assert status == Status.FIXPOINT
        assert cells is not None
        found.append(cells)
    assert len(set(found)) == len(found) == 24
    assert search.next(EVERYTHING, EVERYTHING) == (Status.FIXPOINT, None)


def test_it_starts_with_what_is_likely() -> None:
    puzzle = Puzzle([[1]] * 4, [[1]] * 4)
    for number in range(4):
        board = open_board(puzzle)
        board.propagate()
        search = ProbeSearch(board)
        likely = bytes(int((row + number) % 4 == column) for row in range(4) for column in range(4))
        search.lead(likely)
        assert search.next(EVERYTHING, EVERYTHING) == (Status.FIXPOINT, likely)
    with pytest.raises(ValueError, match="size"):
        search.lead(b"\0")


def test_its_poll_ends_it_and_the_board_stays() -> None:
    board = open_board(Puzzle([[1]] * 8, [[1]] * 8))
    board.propagate()
    board.poll_work = 1
    mark, asked = board.mark(), 0

    def poll() -> bool:
        nonlocal asked
        asked += 1
        return asked == 500

    def fail() -> bool:
        raise KeyError

    search = ProbeSearch(board)
    with pytest.raises(KeyError):
        search.next(EVERYTHING, EVERYTHING, fail)
    assert board.mark() == mark
    assert board.at_fixpoint
    results = [search.next(EVERYTHING, EVERYTHING, poll) for _ in range(4)]
    assert board.mark() == mark
    assert board.at_fixpoint
    found = [cells for _, cells in results if cells is not None]
    assert any(status == Status.INTERRUPTED for status, _ in results)
    assert found
    assert len(set(found)) == len(found)


def test_a_certificate_is_written_for_what_it_decides(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(BeliefSearch, "find", lambda *_: None)
    path = tmp_path / "it.nonocert"
    verdicts = set()
    for puzzle in puzzles(21, 200):
        report = solve(puzzle, preset="fast")
        if report.stages[-1].name != "beliefs" or report.verdict in verdicts:
            continue
        verdicts.add(report.verdict)
        assert nonosat.write_certificate(puzzle, path, report=report).path is not None
        assert nonosat.verify_certificate(path, puzzle).accepted
    assert Verdict.MULTIPLE in verdicts
