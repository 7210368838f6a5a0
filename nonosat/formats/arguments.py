# SPDX-License-Identifier: MIT
"""Decides what an argument is: a file, a folder, standard input, a code, or a puzzle text.

The decision is made once, and kept in an ``Argument``; later code asks that and not the disk. The
name of an existing file or folder is a path, even if it begins with a bracket, has a line break, or
looks like a code.
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
