# SPDX-License-Identifier: MIT
"""The independent components of a board's state, and literals about its cells.

Two cells are in one component if a chain of clauses connects their variables. Cells in different
components share no clause, so each component has the same solutions whatever the others contain.
(This is finer than "share a line with unknown cells": where known cells fix the blocks between two
groups of unknown cells of a line, no clause connects the groups.) The core finds them:
``nonosat/core/components.hpp``.

Backbones and counts work on one component at a time. Verdicts do not: few boards have a second
component that is not small, and small ones cost nothing (``docs/experiments.md``, "Exact answers").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nonosat.core._core import Board
from nonosat.limits import BYTES_PER_VARIABLE, Limits, most_model_bytes
from nonosat.model.clue import EMPTY
from nonosat.sat.cnf import Cnf, stopped_or_too_large

_BATCH = 10_000
"""Variables between two checks of the limits."""


def independent_components(board: Board, limits: Limits) -> list[list[int]]:
    """The unknown cells, one ascending list per component, ordered by first cell.

    Cells in no clued line are in no component.

    Raises:
        Stopped: a limit was reached, or the board is too large (``limits.most_model_bytes``).

    >>> from nonosat import Puzzle
    >>> from nonosat.logic.board import open_board
    >>> swaps = Puzzle(rows=[[1], [1], [5], [1], [1]], columns=[[1, 1]] * 2 + [[1]] + [[1, 1]] * 2)
    >>> board = open_board(swaps)
    >>> _ = board.propagate()
    >>> len(independent_components(board, Limits()))
    1
    """
    found = board.components(
        limits.stop,
        most_bytes=most_model_bytes(board.height * board.width, board.colors),
        per_variable=BYTES_PER_VARIABLE,
    )
    if found is None:
        raise stopped_or_too_large(limits)
    return found


class CellLiterals:
    """Translates statements about cells into literals of an encoding."""

    def __init__(self, cnf: Cnf, limits: Limits, ignore: Collection[int] = ()) -> None:
        """Literals of this encoding, for all cells but those to ignore.

        Raises:
            Stopped: a limit was reached.
        """
        self._variables: dict[int, list[tuple[int, int]]] = {}
        for variable, (cell, value) in enumerate(limits.each(cnf.cells, _BATCH), start=1):
            if cell not in ignore:
                self._variables.setdefault(cell, []).append((value, variable))

    def cells(self) -> list[int]:
        """The cells that have variables and are not ignored, ascending."""
        return sorted(self._variables)

    def equal(self, solution: bytes, cells: Iterable[int]) -> list[int]:
        """Literals that together say: these cells have the values of ``solution``."""
        found: list[int] = []
        for cell in cells:
            if solution[cell] == EMPTY:
                found.extend(-variable for _, variable in self._variables[cell])
            else:
                found.extend(v for value, v in self._variables[cell] if value == solution[cell])
        return found

    def differ(self, solution: bytes, cells: Iterable[int]) -> list[int]:
        """A clause that says: at least one of these cells differs from ``solution``."""
        return [-literal for literal in self.equal(solution, cells)]
