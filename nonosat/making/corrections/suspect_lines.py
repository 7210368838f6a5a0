# SPDX-License-Identifier: MIT
"""Which lines can hold the mistake, by deduction alone, and which of their corrections.

If one clue is wrong and all others are right, then without it the others have a solution. So a line
that leaves a contradiction when it is left out is not the one. Contradictions are searched by
propagation, which is monotone: fewer clues deduce less. So whole groups of lines are left out
first; if a contradiction remains, all of them are cleared at once, else the group is halved. With s
lines that stay and n in all this takes some s log n propagations instead of n.

What propagation deduces without a line holds whatever its clue is. Each candidate for that clue is
line-solved against it, in microseconds; then the new cells are propagated, on the same board, until
nothing changes. The others go to the solver (``mending``).

The alternative, one smallest contradiction after the other (the wrong line is in each of them),
gave the same lines later: a contradiction takes a SAT solver to find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.core import _core
from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.logic.board import Contradiction, fill_in, finish
from nonosat.making.corrections.correction import Edit, line_length
from nonosat.model.clue import Clue, Line, cells_needed
from nonosat.model.loose_clues import LooseClues

_FIRST_GROUP = 8
"""The lines that are left out together at first."""


def too_long(clues: LooseClues) -> tuple[Line, ...]:
    """The lines whose clue alone does not fit: they are wrong, whatever the others are."""
    return tuple(
        line
        for line, clue in clues.lines()
        if clue is not None and cells_needed(clue) > line_length(clues, line)
    )


def board_without(clues: LooseClues, left_out: Iterable[Line], limits: Limits) -> Board:
    """The board without these clues, propagated; printed cells are known.

    The clues of ``too_long`` must be among those left out.

    Raises:
        Contradiction: the others have no solution.
        Stopped: a limit was reached.
    """
    limits.check()
    missing = frozenset(left_out)
    given = [None if line in missing else clue for line, clue in clues.lines()]
    board = _core.Board(clues.height, clues.width, len(clues.palette), given)
    if clues.printed is not None:
        fill_in(board, clues.printed)
    finish(board.propagate(limits.stop), limits)
    return board


def uncleared(
    clues: LooseClues, lines: Sequence[Line], limits: Limits
) -> Iterator[tuple[Line, Board]]:
    """Those of the lines that may hold the mistake, each with its board without them.

    Raises:
        Stopped: a limit was reached.
    """
    for begin in range(0, len(lines), _FIRST_GROUP):
        yield from _halved(clues, lines[begin : begin + _FIRST_GROUP], limits)


def _halved(
    clues: LooseClues, lines: Sequence[Line], limits: Limits
) -> Iterator[tuple[Line, Board]]:
    try:
        board = board_without(clues, lines, limits)
    except Contradiction:
        return
    if len(lines) == 1:
        yield lines[0], board
        return
    middle = len(lines) // 2
    yield from _halved(clues, lines[:middle], limits)
    yield from _halved(clues, lines[middle:], limits)


def plausible(board: Board, line: Line, edits: Iterable[Edit], limits: Limits) -> Iterator[Edit]:
    """The candidates for the clue of a line that do not contradict the board without it.

    Raises:
        Stopped: a limit was reached.
    """
    domains = _domains(board, line)
    for edit in limits.each(edits, 16):
        if _core.solve_line(board.colors, edit.after, domains) is None:
            continue
        mark = board.mark()
        try:
            agrees = _agrees(board, line, edit.after, limits)
        finally:
            board.back_to(mark)
        if agrees:
            yield edit


def _agrees(board: Board, line: Line, clue: Clue, limits: Limits) -> bool:
    """False if propagation with this clue in the line leads to a contradiction."""
    while True:
        domains = _domains(board, line)
        solved = _core.solve_line(board.colors, clue, domains)
        if solved is None:
            return False
        if solved == domains:
            return True
        for (row, column), before, after in zip(
            line_cells(board, line), domains, solved, strict=True
        ):
            for value in range(board.colors + 1):
                if (before & ~after) >> value & 1:
                    board.remove(row, column, value)
        try:
            finish(board.propagate(limits.stop), limits)
        except Contradiction:
            return False


def line_cells(board: Board, line: Line) -> list[tuple[int, int]]:
    """The cells of a line, as (row, column)."""
    if line.axis == "R":
        return [(line.index, column) for column in range(board.width)]
    return [(row, line.index) for row in range(board.height)]


def _domains(board: Board, line: Line) -> list[int]:
    """The values that the cells of a line can have, each as a bit set."""
    return [
        sum(board.can_be(*cell, value) << value for value in range(board.colors + 1))
        for cell in line_cells(board, line)
    ]
