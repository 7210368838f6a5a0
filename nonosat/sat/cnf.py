# SPDX-License-Identifier: MIT
"""``Cnf``: the clauses of what is left of a puzzle, and the way back from models to cells.

The clauses themselves come from the core (``nonosat/core/cnf.hpp`` and ``automaton_cnf.hpp`` tell
the encodings).

Blocking clauses name cells only, never the variables of blocks: those follow from the cells, and a
clause over both would be several times as long and say the same.
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

_ENCODINGS = {"order": Encoding.ORDER, "automaton": Encoding.AUTOMATON}


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses (lists of DIMACS literals), and what the first variables mean.

    ``cells[i]`` is the (cell, value) that variable ``i + 1`` says; a cell is row * width + column.
    A cell of which no variable of a colour is true is EMPTY. ``settled`` are the cells that were
    known before (UNKNOWN = has variables). ``lines``: clues that the clauses do not speak of, each
    with the cells of its line, for backends that model lines by themselves. ``phases``: literals
    that beliefs suggest.
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


def encode(board: Board, encoding: str, limits: Limits, beliefs: Beliefs | None = None) -> Cnf:
    """The state of a board in an encoding: a key of ``nonosat.sat.backends.ENCODINGS``.

    ``beliefs`` of that board suggest phases.

    Raises:
        Stopped: a limit was reached.
    """
    return _encode(board, _ENCODINGS[encoding], limits, beliefs)


def encode_cells(board: Board, puzzle: Puzzle, limits: Limits) -> Cnf:
    """The state of a board as clauses about single cells, and the lines as they are.

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
    if encoded is None:  # without another reason: too many clauses
        limits.reason = limits.reason or Reason.MEMORY
        raise Stopped(limits.reason)
    clauses, variables, cells, phases = encoded
    return Cnf(clauses, variables, cells, board.cells(), phases=phases)
