# SPDX-License-Identifier: MIT
"""The native board of a puzzle: made from clues and given cells, read back as a grid."""

from __future__ import annotations

from nonosat.core import _core
from nonosat.core._core import Board, Status
from nonosat.limits import Limits, Stopped
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid, GridLike
from nonosat.model.puzzle import Puzzle


class Contradiction(Exception):  # noqa: N818 - a finding, not an error
    """The board has no solution. A stage raises it, the pipeline catches it."""


def open_board(puzzle: Puzzle, given: GridLike | None = None) -> Board:
    """The board of a puzzle, with the printed and given cells known and nothing deduced yet.

    Only the clues and the printed cells of the puzzle are read. Cells that contradict the clues,
    or each other, are accepted here; propagation finds the contradiction.

    Raises:
        GridError: ``given`` does not have the puzzle's size and colours.
    """
    clues = [*puzzle.rows, *puzzle.columns]
    board = _core.Board(puzzle.height, puzzle.width, len(puzzle.palette), clues)
    if puzzle.printed is not None:
        fill_in(board, puzzle.printed)
    if given is not None:
        fill_in(board, puzzle.as_grid(given, "the given grid"))
    return board


def fill_in(board: Board, grid: Grid) -> None:
    """Copy the known cells of a grid to the board, permanently."""
    for place, value in enumerate(grid.cells):
        if value != UNKNOWN:
            assume(board, *divmod(place, grid.width), value)


def assume(board: Board, row: int, column: int, value: int, holds: bool = True) -> None:
    """Make a literal permanent: the cell has the value, or does not have it."""
    for other in range(board.colors + 1):
        if (other == value) != holds:
            board.remove(row, column, other)


def known(board: Board, puzzle: Puzzle) -> Grid:
    """The known cells of the board, as a grid."""
    return puzzle.grid(board.cells())


def finish(status: Status, limits: Limits) -> None:
    """Turn the status of native work into an exception, unless it is FIXPOINT.

    Raises:
        Contradiction: there is no solution.
        Stopped: a limit was reached.
    """
    if status == Status.CONTRADICTION:
        raise Contradiction
    if status == Status.INTERRUPTED:
        assert limits.reason is not None
        raise Stopped(limits.reason)
