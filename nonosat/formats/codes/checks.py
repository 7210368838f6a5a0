# SPDX-License-Identifier: MIT
"""Checks of puzzles to be written as codes of earlier programs, and of the codes that are read.

Sizes are checked before anything is allocated for a board, and the sums of rows and columns must
agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.errors import Fault, GridError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.bits import Reader, refuse
from nonosat.formats.common import MAX_DIGITS, agreeing, excerpt
from nonosat.model.clue import UNKNOWN
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

MOST_IN_SHORT_CODES = 1000
"""The longest side in a short code: the page that reads these codes accepts no longer side."""


def check_size(width: int, height: int, position: int | None, most: int = MAX_SIDE) -> None:
    """Raise PuzzleSyntaxError if a code names a board that is empty or too large."""
    if not (1 <= width <= most and 1 <= height <= most):
        message = f"the board is {width}x{height}: a side has 1 to {most} cells"
        raise PuzzleSyntaxError(message) if position is None else refuse(message, position)


def refuse_size(width: int, height: int, most: int) -> None:
    """Raise PuzzleError if a board is too large for a code that is to be written."""
    if max(width, height) > most:
        raise PuzzleError(
            Fault.of(
                "fault.code.size",
                "the puzzle is {width}x{height}: this kind of code holds at most {most} cells a "
                "side",
                width=width,
                height=height,
                most=most,
            )
        )


def decimal_size(text: str, name: str) -> int:
    """A width or height in decimal digits; ``name`` is its name and place for messages.

    Raises:
        PuzzleSyntaxError: it is not a number from 1 to the longest side.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise PuzzleSyntaxError(f"{name} {excerpt(text)} is not a number of cells")
    if not 1 <= int(text) <= MAX_SIDE:
        raise PuzzleSyntaxError(f"{name} {int(text)}: a side has 1 to {MAX_SIDE} cells")
    return int(text)


def read_lines(
    reader: Reader, width: int, height: int, line: Callable[[Reader, int], list[int] | None]
) -> tuple[list[list[int] | None], list[list[int] | None], int]:
    """The clues of rows and columns, one after the other, and where the columns begin."""
    rows = [line(reader, width) for _ in range(height)]
    at = reader.position
    return rows, [line(reader, height) for _ in range(width)], at


def checked_puzzle(
    rows: Sequence[Sequence[int] | None],
    columns: Sequence[Sequence[int] | None],
    begin: int,
    printed: Grid | None = None,
) -> Puzzle:
    """The puzzle of these lengths, with printed cells.

    Raises:
        PuzzleSyntaxError: it is impossible; ``begin`` is the place of the columns in the code.
    """
    try:
        return agreeing(Puzzle(rows, columns, printed=printed))
    except PuzzleError as error:
        where = f"character {begin + 1}, where the columns begin: "
        faults = [Fault(f"{'' if fault.line else where}{fault}") for fault in error.faults]
        raise PuzzleSyntaxError(faults, clues=error.clues) from None


def refuse_colors(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a puzzle has several colours."""
    if len(puzzle.palette) > 1:
        raise PuzzleError(_colors(len(puzzle.palette)))


def _colors(number: int) -> Fault:
    return Fault.of(
        "fault.code.colors",
        (
            "the puzzle has {n} colour, which this kind of code cannot hold: use the kind "
            "'nonosat'",
            "the puzzle has {n} colours, which this kind of code cannot hold: use the kind "
            "'nonosat'",
        ),
        n=number,
    )


def refuse_missing(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a clue is missing."""
    missing = [line for line, clue in puzzle.lines() if clue is None]
    if missing:
        words = Fault.of(
            "fault.code.missing",
            "the clue is missing, which this kind of code cannot hold: use the kind 'nonosat'",
        )
        raise PuzzleError(words.on(missing[0]))


def refuse_printed(puzzle: Puzzle) -> None:
    """Raise PuzzleError if the puzzle has printed cells."""
    if puzzle.printed is not None:
        raise PuzzleError(
            Fault.of(
                "fault.code.printed",
                "the puzzle has printed cells, which this kind of code cannot hold: use the kind "
                "'nonosat'",
            )
        )


def refuse_grid(grid: Grid, *, unknown: bool = False) -> None:
    """Raise GridError if a grid has several colours, or unknown cells that are not allowed."""
    if len(grid.letters) > 1:
        raise GridError(_colors(len(grid.letters)))
    if UNKNOWN in grid.cells and not unknown:
        raise GridError(
            Fault.of(
                "fault.code.unknown",
                (
                    "{n} cell is unknown, which this kind of code cannot hold: use the kind "
                    "'image'",
                    "{n} cells are unknown, which this kind of code cannot hold: use the kind "
                    "'image'",
                ),
                n=grid.unknown_count,
            )
        )
