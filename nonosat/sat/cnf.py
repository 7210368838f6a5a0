# SPDX-License-Identifier: MIT
"""``Cnf``: the state of a board as clauses, and the translation of models back to cells.

The core makes the clauses (``nonosat/core/cnf.hpp`` and ``automaton_cnf.cpp`` describe the
encodings).

Blocking clauses name cells only, never the variables of blocks: cells determine blocks, so a clause
over both would be several times as long and exclude the same models.

Two cells are in one *component* of the board if a chain of clauses connects their variables. Cells
in different components share no clause, so the solutions of a component do not depend on
the others. (This is finer than "share a line with unknown cells": where known cells fix the
blocks between two groups of unknown cells of a line, no clause connects the groups.) The core finds
them: ``nonosat/core/components.hpp``. Backbones and counts work on one component at a time.
Verdicts do not: few boards have a second component that is not small, and small ones cost nothing
(``docs/experiments.md``, "Exact answers").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, overload

from nonosat.core._core import Beliefs, Board, Encoding
from nonosat.core._core import Cnf as NativeCnf
from nonosat.limits import (
    BYTES_PER_LITERAL,
    BYTES_PER_VARIABLE,
    Limits,
    Stopped,
    most_model_bytes,
)
from nonosat.logic.board import NoSolution, open_board
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.puzzle import Puzzle

ENCODINGS = ("order", "automaton")
"""The encodings for backends that read clauses; the first is the default."""
_ENCODINGS = dict(zip(ENCODINGS, (Encoding.ORDER, Encoding.AUTOMATON), strict=True))
_BATCH = 10_000
"""Clauses, cells or variables between two checks of the limits."""

_Item = TypeVar("_Item")


class _Slices(Sequence[_Item]):
    """A native list, of which only slices become Python objects."""

    def __init__(self, length: int, between: Callable[[int, int], list[_Item]]) -> None:
        self._length = length
        self._between = between

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> _Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[_Item]: ...
    def __getitem__(self, at: int | slice) -> _Item | list[_Item]:
        if isinstance(at, slice):
            begin, end, step = at.indices(self._length)
            if step != 1:
                raise ValueError("a slice of clauses or cells has no step")
            return self._between(begin, max(begin, end))
        place = range(self._length)[at]
        return self._between(place, place + 1)[0]

    def __iter__(self) -> Iterator[_Item]:
        for begin in range(0, self._length, _BATCH):
            yield from self._between(begin, min(begin + _BATCH, self._length))


class Clauses(_Slices[list[int]]):
    """The clauses of a native model."""

    def __init__(self, native: NativeCnf) -> None:
        super().__init__(native.clause_count, native.clauses)
        self.feed = native.feed
        """Calls ``function(solver, clause)`` for the clauses from ``begin`` to ``end``; this takes
        half the time of lists."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses (lists of DIMACS literals), and the meaning of their first variables.

    Clauses and cells are sequences over native memory: only slices of them become Python objects.

    Variable ``i + 1`` means "the cell has the value", for (cell, value) = ``cells[i]``; a cell is
    row * width + column. A cell is EMPTY if none of its colour variables is true. ``known``: the
    cells that were known before (UNKNOWN: the cell has variables). ``lines``: the clues that no
    clause describes, each with the cells of its line, for backends that model lines by themselves.
    ``phases``: literals that beliefs suggest. ``suggested_by(beliefs)``: the literals that the best
    run since the last call suggests; the beliefs must belong to the same board.
    """

    clauses: Sequence[list[int]]
    variables: int
    cells: Sequence[tuple[int, int]]
    known: bytes
    lines: tuple[tuple[Clue, range], ...] = ()
    phases: Sequence[int] = ()
    suggested_by: Callable[[Beliefs], Sequence[int]] = lambda beliefs: ()

    def decode(self, model: Sequence[int]) -> bytes:
        """The complete cells of a model. ``model[i]`` is positive if variable i + 1 is true."""
        cells = bytearray(self.known.replace(bytes([UNKNOWN]), bytes([EMPTY])))
        for literal, (cell, value) in zip(model, self.cells, strict=False):
            if literal > 0:
                cells[cell] = value
        return bytes(cells)

    def literals(self, cells: bytes) -> list[int]:
        """The literals of the cells' variables that are true in a solution."""
        return [
            variable if cells[cell] == value else -variable
            for variable, (cell, value) in enumerate(self.cells, start=1)
        ]

    def blocking(self, cells: bytes, ignore: Collection[int] = ()) -> list[int]:
        """The clause "not these cells", without the cells to ignore.

        A coloured cell adds the negation of its colour, an EMPTY cell all its possible colours.
        """
        clause = []
        for variable, (cell, value) in enumerate(self.cells, start=1):
            if cell not in ignore:
                if cells[cell] == value:
                    clause.append(-variable)
                elif cells[cell] == EMPTY:
                    clause.append(variable)
        return clause


def clauses_of(puzzle: Puzzle, encoding: str) -> Cnf:
    """The clues of a puzzle as clauses, without any line solving.

    If clues contradict each other at once, the clauses are only ``v`` and ``not v``.
    """
    try:
        return encode(open_board(puzzle), encoding, Limits())
    except NoSolution:
        unknown = bytes([UNKNOWN]) * (puzzle.height * puzzle.width)
        return Cnf([[1], [-1]], 1, (), unknown)


def dimacs(cnf: Cnf, width: int, heading: str, extra: Sequence[list[int]] = ()) -> Iterator[str]:
    """Clauses in the format of SAT solvers, in pieces; comments say what the variables mean.

    ``width``: of the board. ``extra``: clauses to add after those of ``cnf``.
    """
    yield f"c {heading}\n"
    yield "c a variable of a cell is true if the cell has the colour; no variable true: empty\n"
    yield "c VARIABLE: ROW COLUMN COLOUR, each from 1\n"
    for variable, (cell, color) in enumerate(cnf.cells, start=1):
        row, column = divmod(cell, width)
        yield f"c {variable}: {row + 1} {column + 1} {color}\n"
    for cell, value in enumerate(cnf.known):
        if value not in (EMPTY, UNKNOWN):
            row, column = divmod(cell, width)
            yield f"c known: {row + 1} {column + 1} {value}\n"
    yield f"p cnf {cnf.variables} {len(cnf.clauses) + len(extra)}\n"
    for clauses in (cnf.clauses, extra):
        for clause in clauses:
            yield " ".join(map(str, [*clause, 0])) + "\n"


def complete_model(model: list[int], variables: int) -> list[int]:
    """A literal for each variable: free variables at the end, in no clause, are false.

    >>> complete_model([1, -2], 4)
    [1, -2, -3, -4]
    """
    if len(model) >= variables:
        return model
    return [*model, *(-variable for variable in range(len(model) + 1, variables + 1))]


def encode(
    board: Board,
    encoding: str,
    limits: Limits,
    beliefs: Beliefs | None = None,
    per_literal: int = BYTES_PER_LITERAL,
) -> Cnf:
    """The state of a board as clauses, in an encoding of ``nonosat.sat.cnf``.

    ``beliefs`` of this board suggest phases. ``per_literal``: the memory that the backend needs for
    each literal, in bytes.

    Raises:
        Stopped: a limit was reached, or the model is too large (``limits.most_model_bytes``).
    """
    cnf = _cnf(board, native_cnf(board, _ENCODINGS[encoding], limits, per_literal))
    return cnf if beliefs is None else replace(cnf, phases=cnf.suggested_by(beliefs))


def encode_cells(
    board: Board, puzzle: Puzzle, limits: Limits, per_literal: int = BYTES_PER_LITERAL
) -> Cnf:
    """The state of a board as clauses about single cells only, and the lines with their clues.

    Raises:
        Stopped: as for ``encode``.
    """
    width, size = puzzle.width, puzzle.width * puzzle.height
    lines = [
        (clue, range(row * width, (row + 1) * width)) for row, clue in enumerate(puzzle.rows)
    ] + [(clue, range(column, size, width)) for column, clue in enumerate(puzzle.columns)]
    given = tuple((clue, cells) for clue, cells in lines if clue is not None)
    native = native_cnf(board, Encoding.CELLS, limits, per_literal)
    return replace(_cnf(board, native), lines=given)


def native_cnf(
    board: Board,
    encoding: Encoding,
    limits: Limits,
    per_literal: int = BYTES_PER_LITERAL,
) -> NativeCnf:
    """The clauses as an object of the core.

    Raises:
        Stopped: as for ``encode``.
    """
    encoded = board.encode(
        encoding,
        limits.stop,
        most_bytes=most_model_bytes(board.height * board.width, board.colors, per_literal),
        per_variable=BYTES_PER_VARIABLE,
        per_literal=per_literal,
    )
    if encoded is None:
        raise stopped_or_too_large(limits)
    return encoded


def stopped_or_too_large(limits: Limits) -> Stopped:
    """Why the core made no model: a limit was reached, or else the model is too large."""
    return limits.out_of_memory() if limits.reason is None else Stopped(limits.reason)


def cells_of(native: NativeCnf) -> Sequence[tuple[int, int]]:
    """The (cell, value) of the first variables."""
    return _Slices(native.cell_count, native.cells)


def _cnf(board: Board, native: NativeCnf) -> Cnf:
    clauses = Clauses(native)
    cells = cells_of(native)
    return Cnf(clauses, native.variables, cells, board.cells(), suggested_by=native.phases)


def independent_components(board: Board, limits: Limits) -> list[list[int]]:
    """The unknown cells, one ascending list per component, ordered by first cell.

    Cells in no clued line are in no component.

    Raises:
        Stopped: a limit was reached, or the board is too large (``limits.most_model_bytes``).

    >>> from nonosat import Puzzle
    >>> from nonosat.logic.board import open_board
    >>> pair = Puzzle(rows=[[1], [1], [5], [1], [1]], columns=[[1, 1]] * 2 + [[1]] + [[1, 1]] * 2)
    >>> board = open_board(pair)
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
        """Literals that together state that these cells have the values of ``solution``."""
        found: list[int] = []
        for cell in cells:
            if solution[cell] == EMPTY:
                found.extend(-variable for _, variable in self._variables[cell])
            else:
                found.extend(v for value, v in self._variables[cell] if value == solution[cell])
        return found

    def differ(self, solution: bytes, cells: Iterable[int]) -> list[int]:
        """A clause that states that at least one of these cells differs from ``solution``."""
        return [-literal for literal in self.equal(solution, cells)]
