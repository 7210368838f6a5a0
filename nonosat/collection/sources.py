# SPDX-License-Identifier: MIT
"""What can be added to a collection: files, folders, texts, codes, the content of a stream.

Each becomes a ``Content``: a name and bytes. Files are named as seen from the folder of the
collection if they lie in it, so that the folder can be moved and copied as a whole; others by their
whole path.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nonosat import formats
from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.codes.arguments import stands_for_code
from nonosat.formats.files import files_in, read_bytes

__all__ = ["Content", "Unread", "contents_of"]


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes or text with puzzles, and the name under which they are stored.

    ``lasting``: the name is that of a file, whose other content is then an earlier one. ``below``:
    it was found in a folder. ``path``: what messages call it.
    """

    name: str
    data: bytes | str
    lasting: bool = False
    below: bool = False
    path: str = ""


class Unread(NamedTuple):
    """A file that cannot be read, and why; nothing is stored of it."""

    path: str
    why: str


def contents_of(argument: str, store: str) -> Iterator[Content | Unread]:
    """The contents that an argument stands for: a file, the files of a folder, a text, a code.

    Args:
        argument: as on the command line.
        store: the file of the collection, which is no content of a folder itself.
    """
    folder = os.path.dirname(os.path.abspath(store))
    if formats.looks_literal(argument):
        name = argument if stands_for_code(argument) else "<text>"
        yield Content(name, argument, path=name)
    elif os.path.isdir(argument):
        empty = True
        own = [os.path.realpath(f"{store}{end}") for end in ("", "-wal", "-shm", "-journal")]
        for path in files_in(argument):
            if os.path.realpath(path) in own:
                continue
            empty = False
            yield _file(path, folder, below=True)
        if empty:
            yield Unread(argument, "no file in this folder")
    else:
        yield _file(argument, folder, below=False)


def _file(path: str, folder: str, *, below: bool) -> Content | Unread:
    try:
        data = read_bytes(path)
    except PuzzleSyntaxError as error:
        return Unread(path, str(error.faults[0]))
    return Content(_stored_name(path, folder), data, lasting=True, below=below, path=path)


def _stored_name(path: str, folder: str) -> str:
    """The name of a file in a collection.

    >>> _stored_name("/a/b/c.non", "/a"), _stored_name("/c.non", "/a")
    ('b/c.non', '/c.non')
    """
    whole, start = os.path.abspath(path), os.path.join(os.path.abspath(folder), "")
    return whole[len(start) :] if whole.startswith(start) else whole
