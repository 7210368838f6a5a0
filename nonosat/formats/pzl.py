# SPDX-License-Identifier: MIT
"""The files .pzl of a solver of japanese crosswords by Izaron; in colours.

The number of colours, ``#rrggbb`` for each, ``HEIGHT WIDTH``, then for each row and each column the
number of blocks and, for each block, its length, red, green and blue (0 to 255). The background is
white. Only the order of the numbers counts.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import excerpt, is_not, newlines
from nonosat.formats.tokens import check_side, fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import MAX_COLORS
from nonosat.model.puzzle import Puzzle

_WORD = re.compile(r"\S+|\n")
_MAX_CHARACTERS = 1 << 25


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1 #000000 1 2 1 1 0 0 0 1 1 0 0 0 0")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    text = newlines(text)
    if len(text) > _MAX_CHARACTERS:
        raise PuzzleSyntaxError(f"{len(text)} characters: a puzzle has fewer")
    words = _WORD.finditer(text)
    file_line = 1

    def word(what: str) -> str:
        nonlocal file_line
        for match in words:
            if match[0] != "\n":
                return match[0]
            file_line += 1
        raise fault(f"the text ends before {what}", file_line)

    def number(what: str, most: int) -> int:
        found = word(what)
        if not (found.isascii() and found.isdecimal() and len(found) <= 9 and int(found) <= most):
            raise fault(is_not(found, what), file_line)
        return int(found)

    found = NamedClues()
    for _ in range(number(f"a number of colours up to {MAX_COLORS}", MAX_COLORS)):
        rgb = word("a colour").lower()
        if not re.fullmatch("#[0-9a-f]{6}", rgb):
            raise fault(f"{excerpt(rgb)} is not a colour such as #ff0000", file_line)
        found.declare(rgb, rgb, rgb, None, file_line)
    height = check_side(number("the number of rows", 10**9), "rows", file_line)
    width = check_side(number("the number of columns", 10**9), "columns", file_line)
    for axis, count in (("R", height), ("C", width)):
        for _ in range(count):
            blocks = number("the number of blocks of a line", MAX_SIDE)
            begin = file_line
            clue = []
            for _ in range(blocks):
                length = number("the length of a block", 10**9)
                shade = [number("red, green or blue, 0 to 255", 255) for _ in range(3)]
                clue.append((length, "#{:02x}{:02x}{:02x}".format(*shade)))
            found.add(axis, clue, begin)
    for match in words:
        if match[0] != "\n":
            raise fault(f"{excerpt(match[0])} behind the last clue", file_line)
        file_line += 1
    if len(found.colors) == 1 and "#000000" in found.colors:
        found.colors["#000000"] = ("black", "#000000", "#")
    return found.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    1
    #000000
    <BLANKLINE>
    1 2
    <BLANKLINE>
    1 1 0 0 0
    <BLANKLINE>
    1 1 0 0 0
    0

    Raises:
        PuzzleError: two colours have the same shade.
    """
    shades = [color.rgb for color in puzzle.palette.colors]
    if len(set(shades)) < len(shades):
        raise PuzzleError(
            "two colours have the same shade, which the format 'pzl' cannot tell apart"
        )
    numbers = [" ".join(str(int(rgb[i : i + 2], 16)) for i in (1, 3, 5)) for rgb in shades]
    lines = [str(len(shades)), *shades, "", f"{puzzle.height} {puzzle.width}", ""]
    for clues in (puzzle.rows, puzzle.columns):
        for clue in clues:
            blocks = [f"{length} {numbers[color - 1]}" for length, color in clue or ()]
            lines.append(" ".join([str(len(blocks)), *blocks]))
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"
