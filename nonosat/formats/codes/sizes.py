# SPDX-License-Identifier: MIT
"""Sizes of boards, checked before anything is allocated for them."""

from __future__ import annotations

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.alphabet import refuse
from nonosat.formats.common import MAX_DIGITS, excerpt
from nonosat.model.faults import MAX_SIDE

MOST_IN_SHORT_CODES = 1000
"""The longest side in a short code: the page that reads these codes accepts no longer one."""


def check_size(width: int, height: int, position: int | None, most: int = MAX_SIDE) -> None:
    """Raise PuzzleSyntaxError if a code names a board that is empty or too large."""
    if not (1 <= width <= most and 1 <= height <= most):
        message = f"the board is {width}x{height}: a side has 1 to {most} cells"
        raise PuzzleSyntaxError(message) if position is None else refuse(message, position)


def refuse_size(width: int, height: int, most: int, name: str) -> None:
    """Raise PuzzleError if a board is too large for a code that is to be written."""
    if max(width, height) > most:
        raise PuzzleError(
            f"the puzzle is {width}x{height}: {name} hold at most {most} cells a side"
        )


def decimal_size(text: str, name: str) -> int:
    """A width or height in decimal digits; ``name`` says which, and where it stands.

    Raises:
        PuzzleSyntaxError: it is no number from 1 to the longest side.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise PuzzleSyntaxError(f"{name} {excerpt(text)} is not a number of cells")
    if not 1 <= int(text) <= MAX_SIDE:
        raise PuzzleSyntaxError(f"{name} {int(text)}: a side has 1 to {MAX_SIDE} cells")
    return int(text)
