# SPDX-License-Identifier: MIT
"""Puzzles of random pictures that everybody can make again from their names."""

from __future__ import annotations

import random

from nonosat.errors import OptionError
from nonosat.model.grid import Grid
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle


def random_puzzles(
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

    Raises:
        OptionError: the density is not between 0 and 1, or the count is negative.
        PuzzleError: a side is too small or too large.

    >>> [*random_puzzles(5, 5, 0.5, 2, seed=7)]
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
