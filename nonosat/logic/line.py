# SPDX-License-Identifier: MIT
"""``solve_line``: deduce the cells of a line from its clue and its known cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from nonosat.core import _core
from nonosat.errors import ContradictionError
from nonosat.model.clue import UNKNOWN
from nonosat.model.faults import ClueLike
from nonosat.model.grid import Grid
from nonosat.model.palette import anonymous_palette
from nonosat.model.puzzle import Puzzle


@overload
def solve_line(clue: ClueLike, cells: str, *, letters: str = "#") -> str: ...
@overload
def solve_line(clue: ClueLike, cells: Sequence[int], *, letters: str = "#") -> bytes: ...
def solve_line(clue: ClueLike, cells: str | Sequence[int], *, letters: str = "#") -> str | bytes:
    """Deduce every cell that has the same value in all arrangements of the clue.

    An arrangement agrees with the known cells. Any number of colours is possible.

    Args:
        clue: block lengths, (length, colour) pairs or Blocks; None if the clue is not given.
        cells: the known and unknown cells, as text (``#`` or the letters of the colours, ``.``,
            ``?``) or as cell values.
        letters: one letter per colour; they define the text and the number of colours.

    Returns:
        The cells, as text if ``cells`` is text, else as bytes of cell values.

    Raises:
        ContradictionError: no arrangement of the clue agrees with the cells.
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
        raise ContradictionError(f"no arrangement of the clue {blocks} agrees with {line}")
    known = bytes(d.bit_length() - 1 if d.bit_count() == 1 else UNKNOWN for d in solved)
    result = Grid.from_cells(1, line.width, known, letters)
    return str(result) if isinstance(cells, str) else result.cells
