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

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.arguments import Kind, argument
from nonosat.formats.common import NoPuzzleError
from nonosat.formats.files import read_bytes
from nonosat.formats.folders import walk


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes or text with puzzles, and the name under which they are stored.

    ``name``: what UTF-8 cannot hold of it is stored as people see it, such as ``\\udce9``.
    ``lasting``: the name is that of a file, whose other content is then an earlier one. ``below``:
    it was found in a folder. ``path``: what messages call it. ``kind``: what the argument is that
    it comes from.
    """

    name: str
    data: bytes | str
    lasting: bool = False
    below: bool = False
    path: str = ""
    kind: Kind = Kind.FILE


class Unread(NamedTuple):
    """A file or folder that is not read, and why; nothing is stored of it.

    ``skipped``: it holds no puzzles, such as a pipe in a folder.
    """

    path: str
    why: str
    skipped: bool = False


def contents_of(text: str, store: str) -> Iterator[Content | Unread]:
    """The contents that an argument stands for: a file, the files of a folder, a text, a code.

    Args:
        text: the argument, as on the command line.
        store: the file of the collection, which is no content of a folder itself.
    """
    folder = os.path.dirname(os.path.abspath(store))
    given = argument(text)
    if given.kind in (Kind.CODE, Kind.TEXT):
        name = text if given.kind is Kind.CODE else "<text>"
        yield Content(name, text, path=name, kind=given.kind)
    elif given.kind is Kind.FOLDER:
        empty = True
        own = [os.path.realpath(f"{store}{end}") for end in ("", "-wal", "-shm", "-journal")]
        for path, fault in walk(text):
            if fault is not None:
                yield Unread(path, str(fault.faults[0]), isinstance(fault, NoPuzzleError))
            elif os.path.realpath(path) not in own:
                yield _file(path, folder, below=True)
            else:
                continue
            empty = False
        if empty:
            yield Unread(text, "no file in this folder")
    else:
        yield _file(text, folder, below=False)


def _file(path: str, folder: str, *, below: bool) -> Content | Unread:
    try:
        data = read_bytes(path)
    except PuzzleSyntaxError as error:
        return Unread(path, str(error.faults[0]))
    return Content(_stored_name(path, folder), data, lasting=True, below=below, path=path)


def storable(text: str) -> str:
    """The text with what UTF-8 cannot hold written out.

    >>> storable("caf\\udce9.non")
    'caf\\\\udce9.non'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def _stored_name(path: str, folder: str) -> str:
    """The name of a file in a collection.

    >>> _stored_name("/a/b/c.non", "/a"), _stored_name("/c.non", "/a")
    ('b/c.non', '/c.non')
    """
    whole, start = os.path.abspath(path), os.path.join(os.path.abspath(folder), "")
    return whole[len(start) :] if whole.startswith(start) else whole
