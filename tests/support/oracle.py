# SPDX-License-Identifier: MIT
"""An oracle for counts and ambiguous cells: dynamic programming, row by row.

Plain Python that shares no code with the solver. The rows below depend on the rows above only
through the runs that each column has so far; partial pictures with equal runs are merged and
counted together. ``brute.all_solutions`` lists solutions one by one, which is too slow for partial
puzzles of 7x7.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import TypeAlias

from nonosat import Grid, Line, Puzzle
from nonosat.types import Clue
from tests.support.brute import fillings

_State: TypeAlias = tuple[tuple[int, int], ...]
"""Per column: the number of runs so far, and the length of the run that is not yet ended."""


class TooManyError(Exception):
    """The puzzle has more states than a test should visit."""


def _after(
    clue: Clue | None, state: tuple[int, int], value: int, last: bool
) -> tuple[int, int] | None:
    """The state of a column after one more cell; None if that contradicts its clue."""
    if clue is None:
        return (0, 0)
    begun, run = state
    if run and value == clue[begun - 1].color:
        run += 1
        if run > clue[begun - 1].length:
            return None
    else:
        if run and run < clue[begun - 1].length:
            return None
        run = 0
        if value:
            if begun == len(clue) or clue[begun].color != value:
                return None
            begun, run = begun + 1, 1
    if last and (begun < len(clue) or (run and run < clue[-1].length)):
        return None
    return begun, run


def summary(
    puzzle: Puzzle,
    given: Grid | None = None,
    most: int = 200_000,
    allowed: Sequence[Collection[int]] | None = None,
) -> tuple[int, list[set[int]]]:
    """The number of solutions, and for each cell its values in them.

    ``allowed``: the values that each cell may have; by default all.

    Raises:
        TooManyError: more than ``most`` steps are needed.
    """
    height, width, colors = puzzle.height, puzzle.width, len(puzzle.palette)
    known = (given or puzzle.unknown_grid()).cells
    layers: list[dict[_State, int]] = [{((0, 0),) * width: 1}]
    edges: list[list[tuple[_State, tuple[int, ...], _State]]] = []
    steps = 0
    for row, clue in enumerate(puzzle.rows):
        lines = fillings(clue, known[row * width : (row + 1) * width], colors)
        if allowed is not None:
            may = allowed[row * width : (row + 1) * width]
            lines = [x for x in lines if all(v in ok for v, ok in zip(x, may, strict=True))]
        below: dict[_State, int] = {}
        found = []
        for state, ways in layers[-1].items():
            for line in lines:
                steps += 1
                if steps > most:
                    raise TooManyError
                made = []
                for column, value in enumerate(line):
                    new = _after(puzzle.columns[column], state[column], value, row + 1 == height)
                    if new is None:
                        break
                    made.append(new)
                else:
                    below[tuple(made)] = below.get(tuple(made), 0) + ways
                    found.append((state, line, tuple(made)))
        layers.append(below)
        edges.append(found)
    values: list[set[int]] = [set() for _ in range(height * width)]
    alive = set(layers[-1])
    for row in range(height - 1, -1, -1):
        above = set()
        for state, line, made in edges[row]:
            if made in alive:
                above.add(state)
                for column, value in enumerate(line):
                    values[row * width + column].add(value)
        alive = above
    return sum(layers[-1].values()), values


def ambiguous(puzzle: Puzzle, values: list[set[int]]) -> tuple[tuple[int, int], ...]:
    """The cells that have several values, as (row, column)."""
    return tuple(divmod(p, puzzle.width) for p, seen in enumerate(values) if len(seen) > 1)


def random_grid(rng: random.Random, height: int, width: int, letters: str = "#") -> Grid:
    """A complete grid, sparse or dense."""
    density = rng.uniform(0.15, 0.85)
    cells = (
        rng.randint(1, len(letters)) if rng.random() < density else 0 for _ in range(height * width)
    )
    return Grid.from_cells(height, width, bytes(cells), letters)


def only(puzzle: Puzzle, lines: Collection[Line]) -> Puzzle:
    """The puzzle with only the clues of these lines."""
    clues = [clue if line in lines else None for line, clue in puzzle.lines()]
    return Puzzle(clues[: puzzle.height], clues[puzzle.height :], palette=puzzle.palette)


def swapped(rng: random.Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with two of its clues exchanged: equal sums, perhaps no solution."""
    sides = [list(puzzle.rows), list(puzzle.columns)]
    lines = rng.choice([side for side in sides if len(side) > 1])
    a, b = rng.sample(range(len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]
    return Puzzle(sides[0], sides[1], palette=puzzle.palette)


def permutations(n: int) -> Puzzle:
    """A puzzle of n x n cells with every clue [1]; it has n! solutions."""
    return Puzzle([[1]] * n, [[1]] * n)


def swaps(down: int, across: int) -> Puzzle:
    """A picture of ``down * across`` 2x2 switching components between full rows and columns."""
    cells = (
        row % 5 == 0 or column % 5 == 0 or (row % 5, column % 5) in ((2, 2), (3, 3))
        for row in range(5 * down + 1)
        for column in range(5 * across + 1)
    )
    grid = Grid.from_cells(5 * down + 1, 5 * across + 1, bytes(map(int, cells)))
    return Puzzle.from_grid(grid).with_goal(None)
