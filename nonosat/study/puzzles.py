# SPDX-License-Identifier: MIT
"""Puzzles that everybody can make again from their names: random pictures, and n-Dom puzzles.

n-Dom puzzles are Josh Greifer's Domino Logic, the puzzles that search solves worst. The board has
2 n + 1 rows and columns. Each has one solution, a staircase. From n = 5 on, no line, no implication
and no probe gives a single cell, and the proofs of SAT solvers double with each n, as those of
pigeonhole formulas do. Counting proves them at once (``core/counting.hpp``). webpbn 8098 is the
puzzle for n = 9.
"""

from __future__ import annotations

import random

from nonosat.errors import OptionError
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle


def random_picture_puzzles(
    width: int, height: int, density: float, count: int, seed: int = 0
) -> dict[str, Puzzle]:
    """Puzzles of random pictures, each under a name that says how to make it again.

    Args:
        width, height: the size of the pictures, in cells.
        density: the probability of each cell to be filled, from 0 to 1.
        count: the number of puzzles.
        seed: any whole number. Puzzle ``i`` is named
            ``random WIDTHxHEIGHT:DENSITY:SEED:i``, and ``random.Random(name)`` draws its cells row
            by row.

    Returns:
        Puzzles by name.

    Raises:
        OptionError: the density is not between 0 and 1, or the count is negative.
        PuzzleError: a side is too small or too large.

    >>> [*random_picture_puzzles(5, 5, 0.5, 2, seed=7)]
    ['random 5x5:0.5:7:0', 'random 5x5:0.5:7:1']
    """
    if not 0 <= density <= 1:  # also NaN
        raise OptionError(f"density {density}: give a number from 0 to 1")
    puzzles = {}
    for number in range(whole_number("count", count)):
        name = f"random {width}x{height}:{density:g}:{seed}:{number}"
        generator = random.Random(name)
        cells = bytes(generator.random() < density for _ in range(width * height))
        rows, columns = Grid.from_cells(height, width, cells).clues()
        puzzles[name] = Puzzle(rows, columns)
    return puzzles


def domino(n: int) -> Puzzle:
    """The n-Dom puzzle, a board of 2 n + 1 rows and columns.

    Args:
        n: from 1 to 511.

    Returns:
        The puzzle; it has one solution.

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
