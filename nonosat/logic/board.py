# SPDX-License-Identifier: MIT
"""The native board of a puzzle: made from clues and given cells, read back as a grid; and the line
solver of one line, ``solve_line``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from nonosat.core import _core
from nonosat.core._core import Board, Status
from nonosat.errors import ContradictionError
from nonosat.limits import Limits, Stopped
from nonosat.model.clue import UNKNOWN
from nonosat.model.faults import ClueLike
from nonosat.model.grid import Grid, GridLike
from nonosat.model.palette import anonymous_palette
from nonosat.model.puzzle import Puzzle


class NoSolution(Exception):  # noqa: N818 - a finding, not an error
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
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    if status == Status.CONTRADICTION:
        raise NoSolution
    if status == Status.INTERRUPTED:
        assert limits.reason is not None
        raise Stopped(limits.reason)


@overload
def solve_line(clue: ClueLike, cells: str, *, letters: str = "#") -> str: ...
@overload
def solve_line(clue: ClueLike, cells: Sequence[int], *, letters: str = "#") -> bytes: ...
def solve_line(clue: ClueLike, cells: str | Sequence[int], *, letters: str = "#") -> str | bytes:
    """Deduce every cell that has the same value in all placements of the clue.

    A placement agrees with the known cells. Any number of colours is possible.

    Args:
        clue: block lengths, (length, colour) pairs or Blocks; None for a missing clue.
        cells: the known and unknown cells, as text (``#`` or the letters of the colours, ``.``,
            ``?``) or as cell values.
        letters: one letter per colour; they define the text and the number of colours.

    Returns:
        The cells, as text if ``cells`` is text, else as bytes of cell values.

    Raises:
        ContradictionError: no placement of the clue agrees with the cells.
        PuzzleError: the clue is impossible by itself or does not fit the line.
        GridError: ``cells`` contains something that is not a cell value.

    ``nonosat/core/line.hpp`` describes the method.

    >>> solve_line([3], "?????")
    '??#??'
    >>> solve_line([1, 1], "?#???")
    '.#.??'
    >>> solve_line([(1, 1), (1, 2)], "??", letters="ab")
    'ab'
    >>> list(solve_line([2], [255, 0, 255, 255]))
    [0, 0, 1, 1]
    """
    line = Grid(cells, letters) if isinstance(cells, str) else Grid.from_rows([cells], letters)
    # A puzzle of this one row validates the clue.
    palette = anonymous_palette(letters)
    row = Puzzle([clue], [None] * line.width, palette=palette).rows[0]
    if row is None:
        return cells if isinstance(cells, str) else line.cells
    anything = (1 << (len(letters) + 1)) - 1
    domains = [anything if cell == UNKNOWN else 1 << cell for cell in line.cells]
    solved = _core.solve_line(len(letters), row, domains)
    if solved is None:
        blocks = " ".join(str(block.length) for block in row) or "0"
        raise ContradictionError(f"no placement of the clue {blocks} agrees with {line}")
    known = bytes(d.bit_length() - 1 if d.bit_count() == 1 else UNKNOWN for d in solved)
    result = Grid.from_cells(1, line.width, known, letters)
    return str(result) if isinstance(cells, str) else result.cells
