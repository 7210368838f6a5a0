# SPDX-License-Identifier: MIT
"""The independent components of a board's state, and literals about its cells.

Two cells are in one component if a chain of clauses connects their variables. Cells in different
components share no clause, so each component has the same solutions whatever the others contain.
(This is finer than "share a line with unknown cells": where known cells fix the blocks between two
groups of unknown cells of a line, no clause connects the groups.)

Backbones and counts work on one component at a time. Verdicts do not: few boards have a second
component that is not small, and small ones cost nothing (``docs/experiments.md``, "Exact answers").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nonosat.clue import EMPTY
from nonosat.sat.cnf import Cnf

__all__ = ["CellLiterals", "independent_components"]


def independent_components(cnf: Cnf, ignore: Collection[int] = ()) -> list[list[int]]:
    """The cells that have variables, one ascending list per component, ordered by first cell.

    Cells to ignore (those in no clued line, for example) are in no component.

    >>> from nonosat import Puzzle
    >>> from nonosat.logic.board import open_board
    >>> from nonosat.limits import Limits
    >>> from nonosat.sat.cnf import encode
    >>> swaps = Puzzle(rows=[[1], [1], [5], [1], [1]], columns=[[1, 1]] * 2 + [[1]] + [[1, 1]] * 2)
    >>> board = open_board(swaps)
    >>> _ = board.propagate()
    >>> len(independent_components(encode(board, "order", Limits())))
    1
    """
    parent = list(range(cnf.variables + 1))

    def root(variable: int) -> int:
        while parent[variable] != variable:
            parent[variable] = parent[parent[variable]]
            variable = parent[variable]
        return variable

    for clause in cnf.clauses:
        if len(clause) > 1:
            first = root(abs(clause[0]))
            for literal in clause[1:]:
                other = root(abs(literal))
                if other != first:
                    parent[other] = first
    first_of_cell: dict[int, int] = {}
    for variable, (cell, _) in enumerate(cnf.cells, start=1):  # all colours of a cell
        if cell in ignore:
            continue
        other = root(first_of_cell.setdefault(cell, variable))
        parent[root(variable)] = other
    components: dict[int, list[int]] = {}
    for cell, variable in first_of_cell.items():
        components.setdefault(root(variable), []).append(cell)
    return sorted(map(sorted, components.values()))


class CellLiterals:
    """Translates statements about cells into literals of an encoding."""

    def __init__(self, cnf: Cnf, ignore: Collection[int] = ()) -> None:
        self._variables: dict[int, list[tuple[int, int]]] = {}
        for variable, (cell, value) in enumerate(cnf.cells, start=1):
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
