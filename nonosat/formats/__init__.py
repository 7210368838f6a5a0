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

``form`` says what a format is, ``registry`` lists all of them, ``table`` says what they lose.
``reading`` and ``writing`` hold the public functions. Each format has its functions in a module of
its own, or in one of similar formats. Reading raises only PuzzleError and PuzzleSyntaxError, on
any bytes.

A name is looked up when it is first used: a plain file, whose format the native reader knows, is
read without the table of formats.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonosat.errors import NoPuzzleError
    from nonosat.formats.arguments import Argument, Kind, argument
    from nonosat.formats.common import PuzzleOrError
    from nonosat.formats.files import decode, read_text
    from nonosat.formats.folders import read_file, read_folder, walk
    from nonosat.formats.form import Format
    from nonosat.formats.reading import (
        Named,
        load,
        load_all,
        loads,
        read_all,
        read_named,
        read_numbered,
    )
    from nonosat.formats.registry import FORMATS, format_named, formats_by_suffix, sniff
    from nonosat.formats.table import Loss, losses
    from nonosat.formats.writing import dump, dump_all, dumps, format_for

__all__ = [
    "FORMATS",
    "Argument",
    "Format",
    "Kind",
    "Loss",
    "Named",
    "NoPuzzleError",
    "PuzzleOrError",
    "argument",
    "decode",
    "dump",
    "dump_all",
    "dumps",
    "format_for",
    "format_named",
    "formats_by_suffix",
    "load",
    "load_all",
    "loads",
    "losses",
    "read_all",
    "read_file",
    "read_folder",
    "read_named",
    "read_numbered",
    "read_text",
    "sniff",
    "walk",
]

_HOMES = {
    **dict.fromkeys(("Argument", "Kind", "argument"), "nonosat.formats.arguments"),
    "NoPuzzleError": "nonosat.errors",
    "PuzzleOrError": "nonosat.formats.common",
    **dict.fromkeys(("decode", "read_text"), "nonosat.formats.files"),
    **dict.fromkeys(("read_file", "read_folder", "walk"), "nonosat.formats.folders"),
    "Format": "nonosat.formats.form",
    **dict.fromkeys(
        ("Named", "load", "load_all", "loads", "read_all", "read_named", "read_numbered"),
        "nonosat.formats.reading",
    ),
    **dict.fromkeys(
        ("FORMATS", "format_named", "formats_by_suffix", "sniff"), "nonosat.formats.registry"
    ),
    **dict.fromkeys(("Loss", "losses"), "nonosat.formats.table"),
    **dict.fromkeys(("dump", "dump_all", "dumps", "format_for"), "nonosat.formats.writing"),
}


def __getattr__(name: str) -> object:
    """A public name, looked up when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
