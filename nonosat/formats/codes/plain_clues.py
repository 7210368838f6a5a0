# SPDX-License-Identifier: MIT
"""What all codes of earlier programs share: lengths without colours, sums that must agree."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import counted
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


def checked_puzzle(
    rows: Sequence[Sequence[int] | None],
    columns: Sequence[Sequence[int] | None],
    begin: int,
    printed: Grid | None = None,
) -> Puzzle:
    """The puzzle of these lengths, with printed cells.

    Raises:
        PuzzleSyntaxError: it is impossible; ``begin`` is where the code names its columns.
    """
    try:
        return Puzzle(rows, columns, printed=printed)
    except PuzzleError as error:
        faults = [
            Fault(
                str(fault)
                if fault.line
                else f"character {begin + 1}, where the columns begin: {fault}"
            )
            for fault in error.faults
        ]
        raise PuzzleSyntaxError(faults, clues=error.clues) from None


def refuse_colors(puzzle: Puzzle, what: str) -> None:
    """Raise PuzzleError if a puzzle has several colours."""
    if len(puzzle.palette) > 1:
        raise PuzzleError(
            f"the puzzle has {counted(len(puzzle.palette), 'colour')}, which {what} cannot hold: "
            "use the kind 'nonosat'"
        )


def refuse_missing(puzzle: Puzzle, what: str) -> None:
    """Raise PuzzleError if a clue is not given."""
    missing = [line for line, clue in puzzle.lines() if clue is None]
    if missing:
        raise PuzzleError(
            Fault(f"the clue is not given, which {what} cannot hold: use 'nonosat'", missing[0])
        )


def refuse_printed(puzzle: Puzzle, what: str) -> None:
    """Raise PuzzleError if the puzzle has printed cells."""
    if puzzle.printed is not None:
        raise PuzzleError(f"the puzzle has printed cells, which {what} cannot hold: use 'nonosat'")
