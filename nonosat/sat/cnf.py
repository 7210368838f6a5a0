# SPDX-License-Identifier: MIT
"""``Cnf``: the clauses of what is left of a puzzle, and the way back from models to cells.

The clauses themselves come from the core (``nonosat/core/cnf.hpp`` tells the encoding).

Blocking clauses name cells only, never the variables of blocks: those follow from the cells, and a
clause over both would be several times as long and say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nonosat.clue import EMPTY, UNKNOWN
from nonosat.core._core import Beliefs, Board

__all__ = ["ENCODINGS", "Cnf", "encode"]

ENCODINGS = ("order",)
"""The names of the encodings; the first is the default."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses (lists of DIMACS literals), and what the first variables mean.

    ``cells[i]`` is the (cell, value) that variable ``i + 1`` says; a cell is row * width + column.
    A cell with no variable that is true is EMPTY. ``settled`` are the cells that were known before
    (UNKNOWN = has variables). ``phases`` holds for each variable the literal that beliefs suggest,
    or nothing.
    """

    clauses: list[list[int]]
    variables: int
    cells: list[tuple[int, int]]
    settled: bytes
    phases: list[int]

    def decode(self, model: Sequence[int]) -> bytes:
        """The complete cells of a model. ``model[i]`` is positive if variable i + 1 is true."""
        cells = bytearray(EMPTY if cell == UNKNOWN else cell for cell in self.settled)
        for literal, (cell, value) in zip(model, self.cells, strict=False):
            if literal > 0:
                cells[cell] = value
        return bytes(cells)

    def blocking(self, cells: bytes, ignore: Collection[int] = ()) -> list[int]:
        """The clause "not these cells", leaving out those to ignore.

        For a cell of some colour it holds the negation of that colour, for an EMPTY one all colours
        that the cell could have.
        """
        clause = []
        for variable, (cell, value) in enumerate(self.cells, start=1):
            if cell not in ignore:
                if cells[cell] == value:
                    clause.append(-variable)
                elif cells[cell] == EMPTY:
                    clause.append(variable)
        return clause


def encode(board: Board, beliefs: Beliefs | None = None) -> Cnf:
    """The order encoding of the state of a board, with what beliefs suggest for its variables."""
    clauses, variables, cells, phases = board.encode(beliefs)
    return Cnf(clauses, variables, cells, board.cells(), phases)
