# SPDX-License-Identifier: MIT
"""Reading and writing puzzle files.

>>> from nonosat.formats import dumps, loads
>>> puzzle = loads('{"rows": [[2]], "columns": [[1], [1]]}')
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

``form`` describes a format, ``registry`` lists all formats, ``table`` shows what each of them
loses. ``reading`` and ``writing`` hold the public functions. Each format has its functions in a
module of its own, or in a module of similar formats. Reading raises only PuzzleError and
PuzzleSyntaxError, on any bytes.

A name is looked up when it is first used: a plain file, whose format the native reader knows, is
read without the table of formats.
"""

from nonosat import _lazy

_HOMES = {
    "..errors": "NoPuzzleError",
    ".arguments": "Argument Kind argument",
    ".common": "PuzzleOrError",
    ".files": "decode read_text",
    ".folders": "read_file read_folder walk",
    ".form": "Format",
    ".reading": "Named load load_all loads read_all read_named read_numbered",
    ".registry": "FORMATS format_named formats_by_suffix sniff",
    ".table": "Loss losses",
    ".writing": "dump dump_all dumps format_for",
}

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
