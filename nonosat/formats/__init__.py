# SPDX-License-Identifier: MIT
"""Reading and writing puzzle files.

>>> puzzle = loads('{"rows": [[2]], "cols": [[1], [1]]}')
>>> print(dumps(puzzle), end="")
width 2
height 1
<BLANKLINE>
rows
2
<BLANKLINE>
columns
1
1

``registry`` lists the formats, ``reading`` and ``writing`` hold the public functions, and each
format has a module of its own, which documents what its format cannot represent. Reading raises
only PuzzleError and PuzzleSyntaxError, whatever the bytes are.
"""

from nonosat.formats.common import PuzzleOrError
from nonosat.formats.files import decode, read_text, write_text
from nonosat.formats.reading import load, load_all, loads, looks_literal, read_all
from nonosat.formats.registry import FORMATS, Format, sniff
from nonosat.formats.writing import dump, dumps

__all__ = [
    "FORMATS",
    "Format",
    "PuzzleOrError",
    "decode",
    "dump",
    "dumps",
    "load",
    "load_all",
    "loads",
    "looks_literal",
    "read_all",
    "read_text",
    "sniff",
    "write_text",
]
