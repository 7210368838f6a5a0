# SPDX-License-Identifier: MIT
"""Weights: integers on the board that prove that there is no solution, or no other one.

docs/reference/certificate.md, "The weights", defines the claim, and why it proves the verdict.

Cost: a dynamic program per line, blocks times cells; Python's integers do not overflow. Nothing
here is shared with the search for weights (``core/weights.hpp``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.puzzle import Puzzle


def least_difference(puzzle: Puzzle) -> int:
    """D: two different solutions of the puzzle differ in at least this number of cells.

    >>> least_difference(Puzzle([[1], [1]], [[1], [1]]))
    4
    >>> least_difference(Puzzle([[1]], [None, None]))
    2
    """
    printed = _printed(puzzle)
    both, one = True, True
    for place, value in enumerate(printed):
        row, column = divmod(place, puzzle.width)
        clues = (puzzle.rows[row] is not None) + (puzzle.columns[column] is not None)
        if value == UNKNOWN:
            both &= clues == 2
            one &= clues >= 1
    return 4 if both else 2 if one else 1


def weighed(
    puzzle: Puzzle,
    solution: bytes | None,
    weights: Sequence[Sequence[int]],
    scale: int,
    look: Callable[[], object],
) -> int:
    """The bound: ``scale`` times the count of any solution is at most this.

    ``weights``: one sequence for each row: for each cell its weight in each colour. ``look`` is
    called for each line, and may raise. If a clue contradicts the printed cells of its line,
    there is no solution, and the bound is -1.
    """
    colors, width, height = len(puzzle.palette), puzzle.width, puzzle.height
    printed = _printed(puzzle)
    total = 0
    by_column: list[list[list[int]]] = [[] for _ in range(width)]
    for row in range(height):
        by_row = []
        for column in range(width):
            place = row * width + column
            own = list(weights[row][column * colors : (column + 1) * colors])
            if printed[place] != UNKNOWN:
                own = [0] * colors
            counted = [0] * colors
            if printed[place] == UNKNOWN and solution is not None:
                right = solution[place]
                total += scale * (right != EMPTY)
                counted = [(k != right) - (right != EMPTY) for k in range(1, colors + 1)]
            by_row.append([0, *own])
            by_column[column].append(
                [0, *(scale * count - weight for count, weight in zip(counted, own, strict=True))]
            )
        look()
        best = _best(puzzle.rows[row], by_row, printed[row * width : (row + 1) * width])
        if best is None:
            return -1
        total += best
    for column in range(width):
        look()
        best = _best(puzzle.columns[column], by_column[column], printed[column::width])
        if best is None:
            return -1
        total += best
    return total


def _printed(puzzle: Puzzle) -> bytes:
    return puzzle.unknown_grid().cells if puzzle.printed is None else puzzle.printed.cells


def _best(clue: Clue | None, weights: list[list[int]], printed: bytes) -> int | None:
    """The largest sum of weights of a placement; None if there is no placement.

    ``weights``: for each cell the weights of its values, EMPTY first.
    """
    if clue is None:
        return sum(
            max(values) if fixed == UNKNOWN else values[fixed]
            for values, fixed in zip(weights, printed, strict=True)
        )
    n, blocks = len(weights), len(clue)
    # heaviest[b][c]: the last b blocks in the cells from c on.
    heaviest: list[list[int | None]] = [[None] * (n + 2) for _ in range(blocks + 1)]
    heaviest[0][n] = 0
    for left in range(blocks + 1):
        table = heaviest[left]
        length, color = clue[blocks - left] if left else (0, 0)
        gap = left > 1 and clue[blocks - left + 1].color == color
        for c in range(n - 1, -1, -1):
            options: list[int] = []
            beyond = table[c + 1]
            if beyond is not None and printed[c] in (EMPTY, UNKNOWN):
                options.append(beyond)
            end = c + length
            if left and end + gap <= n and all(v in (color, UNKNOWN) for v in printed[c:end]):
                after = heaviest[left - 1][end + gap]
                if after is not None and not (gap and printed[end] not in (EMPTY, UNKNOWN)):
                    options.append(after + sum(values[color] for values in weights[c:end]))
            table[c] = max(options, default=None)
    return heaviest[blocks][0]
