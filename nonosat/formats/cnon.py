# SPDX-License-Identifier: MIT
"""The files .cnon of a solver of coloured nonograms by cserradag96.

``COLOURS WIDTH HEIGHT``, a line ``NAME #RRGGBB`` for each colour, then a line for each row and each
column: ``LENGTH:NAME`` with commas or blanks between them, a blank line for an empty clue. The
background is white.
"""

from __future__ import annotations

import re

from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import excerpt, is_not
from nonosat.formats.number_lines import numbered
from nonosat.formats.tokens import check_side, fault
from nonosat.model.palette import MAX_COLORS
from nonosat.model.puzzle import Puzzle

_BLOCK = re.compile(r"([0-9]{1,9}):([^\s,:]{1,40})")
_COLOR = re.compile(r"(\S{1,40})[ \t]+(#[0-9A-Fa-f]{6})")
_MAX_CLUE = 60_000


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1 2 1\\nA #000000\\n1:A\\n1:A\\n\\n").columns
    ((Block(length=1, color=1),), ())
    """
    lines = numbered(text)
    number, first = lines[0]
    values = [int(x) for x in first.split() if x.isascii() and x.isdecimal() and len(x) <= 6]
    if len(values) != 3 or len(first.split()) != 3:
        raise fault(f"{excerpt(first)}: COLOURS WIDTH HEIGHT is needed", number)
    count, width, height = values
    if not 1 <= count <= MAX_COLORS:
        raise fault(f"{count} colours: a puzzle has 1 to {MAX_COLORS}", number)
    check_side(width, "columns", number)
    check_side(height, "rows", number)
    found = NamedClues()
    for number, line in lines[1 : 1 + count]:
        match = _COLOR.fullmatch(line)
        if match is None:
            raise fault(f"{excerpt(line)} is not a colour such as A #E8AD00", number)
        found.declare(match[1], match[1], match[2].lower(), match[1], number)
    clues = lines[1 + count :]
    while len(clues) < width + height:  # blank lines at the end may have been lost
        clues.append((lines[-1][0], ""))
    if len(clues) > width + height:
        raise fault(f"{len(clues)} clues, the size says {width + height}", clues[-1][0])
    for index, (number, line) in enumerate(clues):
        axis = "R" if index < height else "C"
        blocks = [_BLOCK.fullmatch(word) for word in line[:_MAX_CLUE].replace(",", " ").split()]
        if None in blocks or len(line) > _MAX_CLUE:
            place = found.add(axis, None, number)
            found.fault(is_not(line, "a clue such as 2:A,1:B"), number, place)
        else:
            found.add(axis, [(int(b[1]), b[2]) for b in blocks if b is not None], number)
    return found.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text; the letters of the colours are their names.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '1 2 1\\n# #000000\\n1:#\\n1:#\\n\\n'
    """
    colors = puzzle.palette.colors
    lines = [f"{len(colors)} {puzzle.width} {puzzle.height}"]
    lines += [f"{color.letter} {color.rgb.upper()}" for color in colors]
    for clue in (*puzzle.rows, *puzzle.columns):
        lines.append(",".join(f"{n}:{colors[c - 1].letter}" for n, c in clue or ()))
    return "\n".join(lines) + "\n"
