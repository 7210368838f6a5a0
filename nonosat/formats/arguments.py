# SPDX-License-Identifier: MIT
"""Decides what an argument is: a file, a folder, standard input, a code, or a puzzle text.

The decision is made once, and kept in an ``Argument``; later code uses that and does not look at
the disk. The name of an existing file or folder is a path, even if it begins with a bracket, has a
line break, or looks like a code.
"""

from __future__ import annotations

import os
from enum import Enum
from typing import NamedTuple

from nonosat.errors import NonosatError
from nonosat.formats.codes import PLAIN, looks_like_code


class Kind(Enum):
    """The kind of an argument."""

    FILE = "file"
    """The name of a file, which need not exist."""
    FOLDER = "folder"
    STREAM = "stream"
    """``-``, standard input."""
    CODE = "code"
    """A code, or a link with one."""
    TEXT = "text"
    """The text of a puzzle."""


class Argument(NamedTuple):
    """An argument and its kind."""

    text: str
    kind: Kind

    @property
    def named(self) -> bool:
        """True if the argument is a name on the disk, not a puzzle itself or a stream."""
        return self.kind in (Kind.FILE, Kind.FOLDER)


def argument(text: str) -> Argument:
    """An argument with its kind.

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
    """True for a code or a link; text that looks like a code of 2020 must also be readable."""
    return looks_like_code(text) or (PLAIN.fullmatch(text) is not None and _is_of_2020(text))


def _is_of_2020(text: str) -> bool:
    from nonosat.formats.codes.face import decode  # here, because few arguments need it

    try:
        decode(text)
    except NonosatError:
        return False
    return True
