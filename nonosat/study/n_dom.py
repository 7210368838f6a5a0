# SPDX-License-Identifier: MIT
"""n-Dom puzzles: Josh Greifer's Domino Logic, the puzzles that search solves worst.

The board has 2 n + 1 rows and columns. Each has one solution, a staircase. From n = 5 on, no line,
no implication and no probe gives a single cell, and the proofs of SAT solvers double with each n,
as those of pigeonhole formulas do. Counting proves them at once (``core/counting.hpp``). webpbn
8098 is the puzzle for n = 9.
"""

from __future__ import annotations

from nonosat.errors import OptionError
from nonosat.model.faults import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle


def domino(n: int) -> Puzzle:
    """The n-Dom puzzle, for n from 1 to 511: a board of 2 n + 1 rows and columns.

    Raises:
        OptionError: ``n`` is no whole number in that range.

    Source: Josh Greifer, "Domino Logic", a series of puzzles on webpbn.com.

    >>> puzzle = domino(3)
    >>> [[length for length, _ in clue] for clue in puzzle.rows]
    [[3], [1], [3, 1], [1], [3, 1], [1], [1]]
    >>> puzzle.solve().verdict
    <Verdict.UNIQUE: 'unique'>
    """
    n = whole_number("n", n, 1)
    if 2 * n + 1 > MAX_SIDE:
        raise OptionError(f"n {n}: give at most {MAX_SIDE // 2}, since a side has 2 n + 1 cells")
    rows = [[3], [1], *([3, 1], [1]) * (n - 1), [1]]
    columns = [[1], [1], *([1, 3], [1]) * (n - 1), [3]]
    return Puzzle(rows, columns, meta=Metadata(title=f"{n}-Dom"))
