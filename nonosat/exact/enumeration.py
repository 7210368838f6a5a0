# SPDX-License-Identifier: MIT
"""All solutions of a puzzle, one after the other, in constant memory.

The search is ``nonosat/sat/enumerate.py``. Cells in no clued line take every value in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from nonosat.core._core import Board
from nonosat.errors import LimitError
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution, finish, open_board
from nonosat.model.clue import EMPTY
from nonosat.model.grid import Grid, GridLike
from nonosat.model.puzzle import Puzzle, asked
from nonosat.solving.question import Question
from nonosat.words import reason_words


def iter_solutions(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Iterator[Grid]:
    """All solutions, each once, one after the other as they are asked for.

    Every one is checked. Memory stays constant whatever their number is. The iterator ends only
    when there are no more solutions; if anything else ends the search, it raises LimitError.

    Args:
        puzzle: the puzzle.
        given: a partial grid that the solutions extend.
        time_limit: seconds of wall time, from this call on.
        cancel: as for ``solve``.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
        OptionError: a limit that makes no sense.
        LimitError: (by the iterator) more solutions may exist, but the time limit was reached,
            ``cancel`` was called, or the puzzle is too large to encode.

    >>> for grid in iter_solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.text_rows())
    ['#.', '.#']
    ['.#', '#.']
    """
    question = Question(*asked(puzzle, given), 2)  # a wrong grid is an error now, not later
    return _solutions(
        question, open_board(puzzle, question.given), Limits(time_limit=time_limit, cancel=cancel)
    )


def _solutions(question: Question, board: Board, limits: Limits) -> Iterator[Grid]:
    free = question.free_cells
    values = range(EMPTY, len(question.puzzle.palette) + 1)
    try:
        finish(board.propagate(limits.stop), limits)
        for cells in _bases(board, limits, frozenset(free)):
            for filling in product(values, repeat=len(free)):
                limits.check()
                complete = bytearray(cells)
                for place, value in zip(free, filling, strict=True):
                    complete[place] = value
                yield question.accept(bytes(complete))
    except NoSolution:
        return
    except Stopped as stopped:
        raise LimitError(
            f"the search for solutions ended early ({reason_words(stopped.reason)}): "
            "there may be more",
            stopped.reason,
        ) from None


def _bases(board: Board, limits: Limits, free: frozenset[int]) -> Iterator[bytes]:
    """The solutions, with any values in the free cells."""
    from nonosat.sat.cnf import encode
    from nonosat.sat.enumerate import enumerate_solutions

    if board.unknown == len(free):  # nothing to search for, and perhaps a million free cells
        yield board.cells()
        return
    finish(board.probe(limits.stop), limits)
    yield from enumerate_solutions(encode(board, "order", limits), limits, free)
