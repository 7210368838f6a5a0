# SPDX-License-Identifier: MIT
"""The array of Gecode's example nonogram.cpp; black and white.

Numbers in braces: width, height, then for each column, then for each row the number of blocks and
their lengths; an empty line is ``0``, or ``1, 0``. ``//`` and ``/* */`` are comments. What stands
before the first brace and behind the last one is not read.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import excerpt
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_COMMENTS = r"/\*.*?(?:\*/|\Z)|//[^\n]*"


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("const int spec[] = { 2, 1, 1,1, 0, 1,1 };")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    tokens = Tokens(text, _COMMENTS)
    if not tokens.skip_to("{"):
        raise PuzzleSyntaxError("there is no { before the numbers")

    def number(what: str) -> int:
        value = tokens.number(what)
        if tokens.token == ",":
            tokens.advance()
        return value

    file_line = tokens.file_line
    width = check_side(number("the number of columns"), "columns", file_line)
    height = check_side(number("the number of rows"), "rows", file_line)
    lines = []
    for _ in range(width + height):
        file_line = tokens.file_line
        blocks = number("the number of blocks of a line")
        if not 0 <= blocks <= MAX_SIDE:
            raise fault(f"{blocks} blocks: a line has 0 to {MAX_SIDE}", file_line)
        lengths = [number("the length of a block") for _ in range(blocks)]
        lines.append(Located([] if lengths == [0] else lengths, file_line))
    if tokens.token != "}":
        have = "the end of the text" if tokens.token is None else excerpt(tokens.token)
        raise fault(f"{have} where the numbers should end with }}", tokens.file_line)
    return built(lines[width:], lines[:width])


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as an array of C++.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    const int puzzle[] = {
      2, 1,
      // columns
      1, 1,
      0,
      // rows
      1, 1
    };
    """
    parts = [f"  {puzzle.width}, {puzzle.height},", "  // columns"]
    for index, clue in enumerate((*puzzle.columns, *puzzle.rows)):
        if index == puzzle.width:
            parts.append("  // rows")
        numbers = [len(clue or ()), *(block.length for block in clue or ())]
        parts.append("  " + ", ".join(map(str, numbers)) + ",")
    parts[-1] = parts[-1].rstrip(",")
    return "\n".join(["const int puzzle[] = {", *parts, "};"]) + "\n"
