# SPDX-License-Identifier: MIT
"""``solve_line``: everything that follows from one clue and the known cells of its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from nonosat.clue import UNKNOWN
from nonosat.core import _core
from nonosat.errors import ContradictionError
from nonosat.grid import Grid
from nonosat.palette import anonymous_palette
from nonosat.puzzle import ClueLike, Puzzle

__all__ = ["solve_line"]


@overload
def solve_line(clue: ClueLike, cells: str, *, letters: str = "#") -> str: ...
@overload
def solve_line(clue: ClueLike, cells: Sequence[int], *, letters: str = "#") -> bytes: ...
def solve_line(clue: ClueLike, cells: str | Sequence[int], *, letters: str = "#") -> str | bytes:
    """The cells of a line with all that follows from its clue; complete, for any colours.

    Args:
        clue: block lengths, (length, colour) pairs or Blocks; None = not given.
        cells: text (``#`` or the colours' letters, ``.``, ``?``) or cell values.
        letters: the letters of the colours, for text and for the number of colours.

    Returns:
        The cells in the form in which they came: text, or bytes of cell values.

    Raises:
        ContradictionError: no arrangement of the clue agrees with the cells.
        PuzzleError: the clue is impossible by itself or does not fit the line.
        GridError: the cells are none.

    The method is complete by construction, see ``nonosat/core/line.hpp``.

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
        raise ContradictionError(f"no arrangement of the clue {blocks} agrees with {line}")
    settled = bytes(d.bit_length() - 1 if d.bit_count() == 1 else UNKNOWN for d in solved)
    result = Grid.from_cells(1, line.width, settled, letters)
    return str(result) if isinstance(cells, str) else result.cells
