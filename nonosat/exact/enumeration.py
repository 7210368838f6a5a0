# SPDX-License-Identifier: MIT
"""``iter_solutions``: all solutions of a puzzle, one after the other, in constant memory.

``nonosat/sat/enumerate.py`` searches. Cells in no clued line take every value in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from nonosat.core._core import Board
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution, finish, open_board
from nonosat.model.clue import EMPTY
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason
from nonosat.solving.question import Question
from nonosat.words import counted, listed_words


class Solutions(Iterator[Grid]):
    """The solutions of a puzzle, found one by one, each when the iterator is asked for it.

    ``number``: how many were yielded. ``reason``: the limit that ended the search, after which
    there may be more (COUNT: ``limit``, and there are more); None while the search runs, and if
    there are no more solutions.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> solutions = iter_solutions(puzzle, limit=1)
    >>> [grid.text_rows() for grid in solutions]
    [['#.', '.#']]
    >>> print(solutions)
    1 solution listed; there are more
    """

    def __init__(self, found: Iterator[Grid], limit: int | None) -> None:
        self.number = 0
        self.reason: Reason | None = None
        self.ended = False
        self._found = found
        self._limit = limit

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> Grid:
        if self.ended:
            raise StopIteration
        try:
            grid = next(self._found, None)
        except Stopped as stopped:
            grid, self.reason = None, stopped.reason
        if grid is not None and self.number == self._limit:  # there is another one
            grid, self.reason = None, Reason.COUNT
        if grid is None:
            self.ended = True
            raise StopIteration
        self.number += 1
        return grid

    @property
    def complete(self) -> bool:
        """True once all solutions were yielded, and it is certain that there are no more."""
        return self.ended and self.reason is None

    def __str__(self) -> str:
        if not self.ended:
            return f"{counted(self.number, 'solution')} so far"
        return listed_words(self.number, self.complete, self.reason)

    def __repr__(self) -> str:
        return f"<Solutions: {self}>"


def iter_solutions(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Solutions:
    """Iterate lazily over all solutions, each once.

    Every solution is checked. The memory does not grow with their number.

    Args:
        puzzle: the puzzle.
        given: a partial grid that the solutions extend, or what ``Grid`` accepts.
        limit: stop after this number of solutions, and find out whether there is another.
        time_limit: seconds of wall time, from this call on.
        cancel: an object whose ``cancel()`` any thread may call to end the work.

    Returns:
        An iterator of grids. When it has ended, its ``reason`` is the limit that ended it (MEMORY:
        the puzzle is too large to encode), or None if there are no more solutions.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
        OptionError: a limit that makes no sense.

    >>> solutions = iter_solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> for grid in solutions:
    ...     print(grid.text_rows())
    ['#.', '.#']
    ['.#', '#.']
    >>> solutions.complete
    True
    """
    if limit is not None:
        limit = whole_number("limit", limit, 1)
    question = Question(*asked(puzzle, given), 2)  # a wrong grid is an error now, not later
    limits = Limits(time_limit=time_limit, cancel=cancel)
    return Solutions(_solutions(question, open_board(puzzle, question.given), limits), limit)


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


def _bases(board: Board, limits: Limits, free: frozenset[int]) -> Iterator[bytes]:
    """The solutions, with arbitrary values in the free cells."""
    from nonosat.sat.cnf import encode
    from nonosat.sat.enumerate import enumerate_solutions

    if board.unknown == len(free):  # nothing to search for, and perhaps a million free cells
        yield board.cells()
        return
    finish(board.probe(limits.stop), limits)
    yield from enumerate_solutions(encode(board, "order", limits), limits, free)
