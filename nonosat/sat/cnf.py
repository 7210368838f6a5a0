# SPDX-License-Identifier: MIT
"""``Cnf``: the state of a board as clauses, and the translation of models back to cells.

The core makes the clauses (``nonosat/core/cnf.hpp`` and ``automaton_cnf.hpp`` describe the
encodings).

Blocking clauses name cells only, never the variables of blocks: cells determine blocks, so a clause
over both would be several times as long and exclude the same models.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nonosat.clue import EMPTY, UNKNOWN, Clue
from nonosat.core._core import Beliefs, Board, Encoding
from nonosat.limits import Limits, Stopped
from nonosat.puzzle import Puzzle
from nonosat.report import Reason

__all__ = ["Cnf", "encode", "encode_cells"]


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses (lists of DIMACS literals), and the meaning of their first variables.

    Variable ``i + 1`` means "the cell has the value", for (cell, value) = ``cells[i]``; a cell is
    row * width + column. A cell none of whose colour variables is true is EMPTY. ``settled``: the
    cells that were known before (UNKNOWN: the cell has variables). ``lines``: the clues that no
    clause describes, each with the cells of its line, for backends that model lines by themselves.
    ``phases``: literals that beliefs suggest.
    """

    clauses: list[list[int]]
    variables: int
    cells: list[tuple[int, int]]
    settled: bytes
    lines: tuple[tuple[Clue, range], ...] = ()
    phases: Sequence[int] = ()

    def decode(self, model: Sequence[int]) -> bytes:
        """The complete cells of a model. ``model[i]`` is positive if variable i + 1 is true."""
        cells = bytearray(EMPTY if cell == UNKNOWN else cell for cell in self.settled)
        for literal, (cell, value) in zip(model, self.cells, strict=False):
            if literal > 0:
                cells[cell] = value
        return bytes(cells)

    def blocking(self, cells: bytes, ignore: Collection[int] = ()) -> list[int]:
        """The clause "not these cells", without the cells to ignore.

        A coloured cell adds the negation of its colour, an EMPTY one all its possible colours.
        """
        clause = []
        for variable, (cell, value) in enumerate(self.cells, start=1):
            if cell not in ignore:
                if cells[cell] == value:
                    clause.append(-variable)
                elif cells[cell] == EMPTY:
                    clause.append(variable)
        return clause


def encode(board: Board, encoding: str, limits: Limits, beliefs: Beliefs | None = None) -> Cnf:
    """The state of a board as clauses, in an encoding of ``nonosat.sat.backends.ENCODINGS``.

    ``beliefs`` of this board suggest phases.

    Raises:
        Stopped: a limit was reached.
    """
    return _encode(board, Encoding[encoding.upper()], limits, beliefs)


def encode_cells(board: Board, puzzle: Puzzle, limits: Limits) -> Cnf:
    """The state of a board as clauses about single cells only, and the lines with their clues.

    Raises:
        Stopped: a limit was reached.
    """
    cnf = _encode(board, Encoding.CELLS, limits)
    width, size = puzzle.width, puzzle.width * puzzle.height
    lines = [
        (clue, range(row * width, (row + 1) * width)) for row, clue in enumerate(puzzle.rows)
    ] + [(clue, range(column, size, width)) for column, clue in enumerate(puzzle.columns)]
    given = tuple((clue, cells) for clue, cells in lines if clue is not None)
    return Cnf(cnf.clauses, cnf.variables, cnf.cells, cnf.settled, given)


def _encode(
    board: Board, encoding: Encoding, limits: Limits, beliefs: Beliefs | None = None
) -> Cnf:
    encoded = board.encode(encoding, limits.stop, beliefs)
    if encoded is None:  # no reason set: there are too many clauses
        limits.reason = limits.reason or Reason.MEMORY
        raise Stopped(limits.reason)
    clauses, variables, cells, phases = encoded
    return Cnf(clauses, variables, cells, board.cells(), phases=phases)
