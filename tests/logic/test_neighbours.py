# SPDX-License-Identifier: MIT
"""Solutions that differ from a known one: true, new each time, and the board stays as it is."""

from __future__ import annotations

import random

import pytest
from test_beliefs import random_puzzle

from nonosat import Cancellation, Puzzle
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.logic.neighbours import differing_solutions
from nonosat.model.clue import UNKNOWN
from tests.support.brute import all_solutions


def test_they_are_solutions_and_each_closes_another_cell() -> None:
    rng = random.Random(5)
    found = several = 0
    for _ in range(150):
        puzzle = random_puzzle(rng, 5, colors=rng.choice((1, 2)), density=rng.choice((0.3, 0.5)))
        solutions = all_solutions(puzzle)
        board = open_board(puzzle)
        board.propagate()
        before = (board.cells(), board.mark())
        unknown = [place for place, value in enumerate(board.cells()) if value == UNKNOWN]
        base = rng.choice(solutions)
        open_cells = set(unknown)
        for cells in differing_solutions(board, base, unknown, Limits(), seed=rng.randrange(9)):
            assert cells in solutions
            closed = {place for place in open_cells if cells[place] != base[place]}
            assert closed
            open_cells -= closed
            found += 1
        assert (board.cells(), board.mark()) == before
        several += len(solutions) > 1
        ambiguous = {p for p in unknown if len({solution[p] for solution in solutions}) > 1}
        assert set(unknown) - open_cells <= ambiguous
    assert found >= several > 20


def test_limits_are_kept_and_the_board_put_back() -> None:
    puzzle = Puzzle([[1]] * 6, [[1]] * 6)
    board = open_board(puzzle)
    board.propagate()
    before = (board.cells(), board.mark())
    base = bytes(row == column for row in range(6) for column in range(6))
    stop = Cancellation()
    found = differing_solutions(board, base, range(36), Limits(cancel=stop))
    assert next(found) != base
    stop.cancel()
    with pytest.raises(Stopped):
        for _ in found:
            pass
    assert (board.cells(), board.mark()) == before
