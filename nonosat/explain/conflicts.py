# SPDX-License-Identifier: MIT
"""Contradictions in words: lines that no grid satisfies, and given cells that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model.clue import UNKNOWN
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import cell_name, counted, listed, verdict_words

if TYPE_CHECKING:
    from nonosat.exact import Conflict, GivenReport


def conflict_words(conflict: Conflict | None) -> str:
    """Which lines and cells contradict each other, and whether the set is a smallest one.

    None says that a limit was reached before a conflict was found.

    >>> from nonosat.model.clue import Line
    >>> from nonosat.exact import Conflict
    >>> conflict_words(Conflict((Line("R", 0), Line("C", 2)), (), True, True))
    'R1 and C3 contradict each other (a smallest set)'
    """
    if conflict is None:
        return "which lines contradict each other was not found within the time limit"
    names = [str(line) for line in conflict.lines]
    printed = conflict.puzzle.printed if conflict.puzzle is not None else None
    if not conflict.lines and printed is not None:
        return f"the given cell {cell_name(*conflict.cells[0])} differs from the printed one"
    of_puzzle = [cell for cell in conflict.cells if printed and printed[cell] != UNKNOWN]
    if of_puzzle:
        names.append(counted(len(of_puzzle), "printed cell"))
    if len(conflict.cells) > len(of_puzzle):
        names.append(counted(len(conflict.cells) - len(of_puzzle), "given cell"))
    if conflict.smallest:
        size = "a smallest set"
    elif conflict.minimal:
        size = "without any one of them the others can be satisfied; a smaller set may exist"
    else:
        size = "time was over before the set was made smaller"
    return f"{listed(names)} contradict each other ({size})"


def conflict_board(puzzle: Puzzle, conflict: Conflict) -> tuple[Puzzle, list[tuple[int, int]]]:
    """The puzzle with the clues of the conflicting lines alone, and the cells of these lines."""
    rows = {line.index for line in conflict.lines if line.axis == "R"}
    columns = {line.index for line in conflict.lines if line.axis == "C"}
    board = Puzzle(
        [clue if row in rows else None for row, clue in enumerate(puzzle.rows)],
        [clue if column in columns else None for column, clue in enumerate(puzzle.columns)],
        palette=puzzle.palette,
    )
    cells = [
        (row, column)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        if row in rows or column in columns
    ]
    return board, cells


def given_words(report: GivenReport) -> str:
    """Whether some solution extends the given grid, and which cells are wrong."""
    if report.right:
        return "right so far"
    if report.right is None:
        return verdict_words(Verdict.UNKNOWN, report.reason)
    if report.verdict is Verdict.NONE:
        return "no solution: the clues contradict each other, whatever the grid"
    if report.wrong:
        cells = counted(len(report.wrong), "cell differs", "cells differ")
        return f"wrong: {cells} from the only solution"
    if report.contradiction is not None:
        return f"wrong: {conflict_words(report.contradiction)}"
    if report.verdict is Verdict.MULTIPLE:
        return "wrong: no solution extends the grid"
    return "no solution extends the grid; whether the clues have one is unknown"


def given_marks(report: GivenReport) -> tuple[tuple[int, int], ...]:
    """The given cells that are wrong, or that take part in a contradiction."""
    if report.wrong or report.contradiction is None:
        return report.wrong
    return report.contradiction.cells
