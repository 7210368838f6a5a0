# SPDX-License-Identifier: MIT
"""The binary files .jap of QNonograms; read only, black and white.

``TLS``, four bytes of a check sum, a byte of flags (0x40: colours, which are not read; 0x80: the
solution follows), the number of columns, the number of rows, then for each column and each row the
number of blocks and the length of each, a byte each. Not written: how the check sum is computed is
not known. No sample was found: the grammar is that of programs that read it.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import build
from nonosat.model.puzzle import Puzzle

_HEAD = 10


def read(data: bytes) -> Puzzle:
    """The puzzle of a file.

    >>> read(b"TLS....\\0\\2\\1" + b"\\1\\1" + b"\\0" + b"\\1\\1")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    if data[:3] != b"TLS":
        raise PuzzleSyntaxError("byte 1: the file does not begin with TLS")
    if len(data) < _HEAD:
        raise PuzzleSyntaxError(f"byte {len(data)}: the file ends within its head")
    flags, width, height = data[7], data[8], data[9]
    if flags & 0x40:
        raise PuzzleSyntaxError("byte 8: the puzzle has colours, which are not read in this format")
    if not width or not height:
        raise PuzzleSyntaxError(f"byte 9: {width} columns and {height} rows")
    place = _HEAD
    clues = []
    for number in range(width + height):
        begin = place
        count = data[place] if place < len(data) else 0
        place += 1 + count
        if place > len(data):
            name = f"C{number + 1}" if number < width else f"R{number - width + 1}"
            raise PuzzleSyntaxError(f"byte {begin + 1}: the file ends within the clue of {name}")
        clues.append(list(data[begin + 1 : place]))
    return build(clues[width:], clues[:width])
