# SPDX-License-Identifier: MIT
"""All solutions of a puzzle, one after the other, in constant memory.

The search is ``nonosat/sat/enumerate.py``. Cells in no clued line take every value in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from nonosat.clue import EMPTY
from nonosat.core._core import Board
from nonosat.grid import Grid
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import Contradiction, finish, open_board
from nonosat.puzzle import Puzzle
from nonosat.solving.question import Question

__all__ = ["solutions"]


def solutions(
    puzzle: Puzzle, *, given: Grid | None = None, cancel: Cancellation | None = None
) -> Iterator[Grid]:
    """All solutions, each once, one after the other as they are asked for.

    Every one is checked. Memory stays constant however many there are. Ends early when ``cancel``
    is called.

    Raises:
        GridError: ``given`` does not belong to the puzzle.

    >>> for grid in solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.text_rows())
    ['#.', '.#']
    ['.#', '#.']
    """
    question = Question(puzzle, given, 2)
    board = open_board(puzzle, given)  # a wrong grid is an error now, not at the first solution
    return _solutions(question, board, Limits(cancel=cancel))


def _solutions(question: Question, board: Board, limits: Limits) -> Iterator[Grid]:
    from nonosat.sat.cnf import encode
    from nonosat.sat.enumerate import enumerate_solutions

    free = question.free_cells()
    values = range(EMPTY, len(question.puzzle.palette) + 1)
    try:
        finish(board.propagate(limits.stop), limits)
        finish(board.probe(limits.stop), limits)
        for cells in enumerate_solutions(encode(board, "order", limits), limits, frozenset(free)):
            for filling in product(values, repeat=len(free)):
                complete = bytearray(cells)
                for place, value in zip(free, filling, strict=True):
                    complete[place] = value
                yield question.accept(bytes(complete))
    except (Contradiction, Stopped):
        return
