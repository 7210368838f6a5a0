# SPDX-License-Identifier: MIT
"""What an argument of a command is: a file, a folder, standard input, a code, or a puzzle as text.

It is decided once, when the argument is first looked at, and then known by value: whoever asks
later asks the ``Argument`` and not the disk. What exists is a path, whatever its name: it may begin
with a bracket, have a line break in it, or look like a code.
"""

from __future__ import annotations

import os
from enum import Enum
from typing import NamedTuple

from nonosat.errors import NonosatError
from nonosat.formats.codes import PLAIN, looks_like_code


class Kind(Enum):
    """What an argument is."""

    FILE = "file"
    """The name of a file, also of one that is not there."""
    FOLDER = "folder"
    STREAM = "stream"
    """``-``, standard input."""
    CODE = "code"
    """A code, or a link with one."""
    TEXT = "text"
    """The text of a puzzle."""


class Argument(NamedTuple):
    """An argument and what it is."""

    text: str
    kind: Kind

    @property
    def named(self) -> bool:
        """True if it has a name on the disk, False if it is a puzzle itself or a stream."""
        return self.kind in (Kind.FILE, Kind.FOLDER)


def argument(text: str) -> Argument:
    """What an argument is.

    >>> argument("cup.non").kind, argument("-").kind, argument("RlKq").kind
    (<Kind.FILE: 'file'>, <Kind.STREAM: 'stream'>, <Kind.CODE: 'code'>)
    >>> argument('{"rows": [[1]], "columns": [[1]]}').kind
    <Kind.TEXT: 'text'>
    """
    if text == "-":
        return Argument(text, Kind.STREAM)
    if os.path.lexists(text):
        return Argument(text, Kind.FOLDER if os.path.isdir(text) else Kind.FILE)
    if "\n" not in text.strip() and _is_code(text.strip()):
        return Argument(text, Kind.CODE)
    if "\n" in text or text.lstrip()[:1] in ("{", "<"):
        return Argument(text, Kind.TEXT)
    return Argument(text, Kind.FILE)


def _is_code(text: str) -> bool:
    """True for a code or a link; what could be a code of 2020 counts only if it is one."""
    return looks_like_code(text) or (PLAIN.fullmatch(text) is not None and _is_of_2020(text))


def _is_of_2020(text: str) -> bool:
    from nonosat.formats.codes.face import decode  # few arguments come so far

    try:
        decode(text)
    except NonosatError:
        return False
    return True
