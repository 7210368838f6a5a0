# SPDX-License-Identifier: MIT
"""The technique ``weights``: weights on the board prove that only one grid is possible.

Each unknown cell and colour has a weight in its row and one in its column; their sum is the count
of the cell: a cell that differs from the solution counts 1. In every placement, no line weighs
more than its best placement, so all lines together bound the number of cells in which another grid
differs. If the bound is below the least possible number (``differing``), there is no other grid,
and all unknown cells follow at once. ``core/weights.hpp`` has the argument,
``core/weights_lighten.cpp`` the search for small weights.

People do not deduce like this, and the sentence of the step says so: people do not find the
weights, but can check them line by line. The technique comes after ``trial``, because human
techniques come first, and before ``clue-set``, because it ends the puzzle where a clue set settles
one cell. It is tried when trials give nothing, once at each such moment.

Complete means that the method was tried within its limits of work (``most_work``; the search for
smaller weights has its own). Premises are not minimal: they are the lines with a nonzero weight,
and all known literals of these lines.

Cost: a solution, which the position keeps for the technique ``clue-set``, and some milliseconds.
If two solutions were seen, nothing is tried. The alternative, to try weights first, would explain
obvious steps as sums of weights.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from nonosat.core._core import Status
from nonosat.explain.position import any_solution
from nonosat.explain.step import Step, Weights
from nonosat.logic.board import finish
from nonosat.logic.implications import Literal
from nonosat.model.clue import EMPTY, Line
from nonosat.solving.stages.weights import most_work

if TYPE_CHECKING:
    from nonosat.explain.position import Position
    from nonosat.model.puzzle import Puzzle


_LIGHTEN_WORK = 20_000_000
"""Table entries for smaller weights: half a second at most; n-Dom 9 needs 3.6 million."""


def find_weights(position: Position) -> Step | None:
    """The step that ends the puzzle by weights; None if they prove nothing.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    proof = _proof(position, _LIGHTEN_WORK)
    if proof is None:
        return None
    weights, cells = proof
    puzzle, one = position.puzzle, position.board.colors == 1
    lines = _lines(puzzle, weights, list(cells))
    rows = {line.index for line in lines if line.axis == "row"}
    columns = {line.index for line in lines if line.axis == "column"}
    because = [
        literal
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        if row in rows or column in columns
        for literal in position.knowledge(row, column)
    ]
    return Step(
        "weights",
        lines,
        tuple(because),
        tuple(
            Literal(*cell, 1, bool(value)) if one else Literal(*cell, value, True)
            for cell, value in cells.items()
        ),
        weights=weights._replace(difference=differing(list(cells), lines)),
        puzzle=puzzle,
        moment=position.moment,
    )


def weights_decide(position: Position) -> bool:
    """True if ``find_weights`` would give a step; it skips the search for small weights.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    return _proof(position, 0) is not None


def differing(cells: Collection[tuple[int, int]], lines: Iterable[Line]) -> int:
    """The least number of unknown cells in which two grids differ, if the lines hold in both.

    ``cells``: the unknown cells; each lies in at least one of ``lines``. Two placements of a line
    have each colour equally often, so they differ in no cell or in at least two. If at most one
    line with unknown cells is missing among ``lines``, these two cells lie in two lines that cross
    theirs; at least one of the two is among ``lines`` and has a second cell; the line across that
    cell has two as well: 4 cells. Else 2.

    >>> rows, columns = [Line("row", 0), Line("row", 1)], [Line("column", 0), Line("column", 1)]
    >>> cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> differing(cells, rows + columns), differing(cells, rows + columns[1:])
    (4, 4)
    >>> differing(cells, rows)
    2
    """
    crossing = {("row", row) for row, _ in cells} | {("column", column) for _, column in cells}
    return 4 if len(crossing - {(line.axis, line.index) for line in lines}) <= 1 else 2


def _proof(position: Position, lighten: int) -> tuple[Weights, dict[tuple[int, int], int]] | None:
    """Weights that prove that a solution is the only one, and its values in the unknown cells."""
    if position.ambiguous or position.solved:
        return None
    puzzle, board, limits = position.puzzle, position.board, position.limits
    solution = any_solution(position)
    status, found, scale, bound, _ = board.weigh(solution, most_work(board), lighten, limits.stop)
    if status is Status.INTERRUPTED:
        finish(status, limits)
    if found is None:
        return None
    colors, width = board.colors, puzzle.width
    cells, columns = {}, [0] * len(found)
    for place, right in enumerate(solution):
        cell = divmod(place, width)
        if position.knows(*cell):
            continue
        cells[cell] = right
        for color in range(1, colors + 1):
            at = place * colors + color - 1
            columns[at] = scale * ((color != right) - (right != EMPTY)) - found[at]
    by_row = range(0, len(found), width * colors)
    return (
        Weights(
            tuple(tuple(found[at : at + width * colors]) for at in by_row),
            tuple(tuple(columns[at : at + width * colors]) for at in by_row),
            scale,
            bound,
            difference=0,  # until the lines are known
        ),
        cells,
    )


def _lines(
    puzzle: Puzzle, weights: Weights, cells: Collection[tuple[int, int]]
) -> tuple[Line, ...]:
    """The lines with a weight; also lines without one, if the numbers of their cells are needed."""
    colors = len(puzzle.palette)
    clued, weighty = set(), set()
    for row, column in cells:
        at = slice(column * colors, column * colors + colors)
        for line, own in (
            (Line("row", row), weights.rows[row][at]),
            (Line("column", column), weights.columns[row][at]),
        ):
            if puzzle.clue(line) is not None:
                clued.add(line)
                if any(own):
                    weighty.add(line)
    enough = weights.bound < weights.scale * differing(cells, weighty)
    return tuple(sorted(weighty if enough else clued))
