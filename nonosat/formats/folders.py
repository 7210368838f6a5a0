# SPDX-License-Identifier: MIT
"""The walk through a folder, and the puzzles of the files in it.

Every command, the collections, the studies and the server see the same files of a folder, in the
same order: first the files of the folder by name, then those of its subfolders. The rules:

* A name that begins with a dot is left out, and so is everything in a hidden folder.
* A subfolder with a file ``.nonosat-ignore`` in it is left out: its files are not puzzles, but are
  about puzzles (like ``.nomedia`` for pictures). If the folder itself is named, it is read.
* A link to a file is read, a link to a folder is not followed, so there are no loops.
* Everything else is reported. Entries that are not files (a pipe, a link to a folder) come with a
  ``NoPuzzleError``. Unreadable entries (a folder without permission or with a path that is too
  long, a broken link) come with another ``PuzzleSyntaxError``, which counts as bad input.

Rejected: ``os.walk``. By default it hides the folders that it cannot list, it does not distinguish
files from pipes, and it calls itself for each level.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from nonosat.errors import NoPuzzleError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.files import StrPath, file_name, read_bytes

IGNORE = ".nonosat-ignore"
"""A file of this name marks a folder without puzzles."""

_CODE = re.compile("[NRLB][A-Za-z0-9_-]{0,2}")
"""The beginning of a code, which is too short for ``codes.looks_like_code``."""


class Entry(NamedTuple):
    """The path of a file, or of an entry that cannot be read as a file, with the reason."""

    path: str
    fault: PuzzleSyntaxError | None = None


class FileItem(NamedTuple):
    """A puzzle of a file, or its error.

    ``number``: its place in a file of several, from 1; None if it is alone. ``format``: the name of
    its format; empty if unknown. ``member``: its file in an archive; empty without an archive.
    """

    path: str
    number: int | None
    item: PuzzleOrError
    format: str = ""
    member: str = ""


def walk(folder: StrPath) -> Iterator[Entry]:
    """The files in a folder and in its subfolders; see the rules above.

    The paths begin with ``folder``. No errors are raised: an unreadable path is an Entry with a
    fault.
    """
    top = os.fspath(folder)
    waiting = [top]
    while waiting:
        where = waiting.pop()
        entries: list[os.DirEntry[str]] = []
        fault = None
        try:
            with os.scandir(file_name(where)) as found:
                entries.extend(found)  # keeps the entries before a fault
        except OSError as error:
            fault = PuzzleSyntaxError(f"the folder cannot be read: {error.strerror}")
        if where != top and any(one.name == IGNORE for one in entries):
            continue
        names = [(one.name, _entry(one)) for one in entries if one.name[0] != "."]
        names.sort(key=lambda pair: pair[0])
        yield from (entry for _, entry in names if entry is not None)
        if fault is not None:
            yield Entry(where, fault)
        folders = [name for name, entry in names if entry is None]
        waiting += [os.path.join(where, name) for name in reversed(folders)]


def _entry(entry: os.DirEntry[str]) -> Entry | None:
    """The Entry of a name in a folder; None for a folder."""
    try:
        if entry.is_dir(follow_symlinks=False):
            return None
        if entry.is_file():
            return Entry(entry.path)
        os.stat(entry.path)
        what = "a link to a folder" if entry.is_dir() else "a pipe, a socket or a device"
    except OSError as error:
        reason = error.strerror
        return Entry(entry.path, PuzzleSyntaxError(f"the file cannot be read: {reason}"))
    return Entry(entry.path, NoPuzzleError(f"{what} is not read"))


def read_file(path: StrPath, *, format: str | None = None) -> Iterator[FileItem]:  # noqa: A002
    """The puzzles of a file; if it has no puzzle, one item with the error.

    For a file that is not a puzzle file this is a ``NoPuzzleError``.

    Raises:
        OptionError: the format does not exist.
    """
    from nonosat.formats.reading import read_numbered

    name = os.fspath(path)
    try:
        items = read_numbered(read_bytes(name), format=format, name=name)
    except PuzzleSyntaxError as error:
        if _CODE.fullmatch(name) and not os.path.lexists(name):
            fault = "no such file, and a code has four characters or more: is it cut off?"
            yield FileItem(name, None, PuzzleSyntaxError(fault))
            return
        yield FileItem(name, None, type(error)(error.faults, clues=error.clues))
        return
    for number, (item, form, member) in items:
        yield FileItem(name, number, item, form, member)


def read_folder(folder: StrPath) -> Iterator[FileItem]:
    """The puzzles of all files in a folder, and an error for everything else in it."""
    for entry in walk(folder):
        if entry.fault is not None:
            yield FileItem(entry.path, None, entry.fault)
        else:
            yield from read_file(entry.path)
