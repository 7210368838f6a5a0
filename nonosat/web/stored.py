# SPDX-License-Identifier: MIT
"""Collections in the library: their puzzles, with the verdicts and efforts that they hold.

The collection is opened only to be read, and only by the process that makes the index; what the
server finds out is never written to it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from itertools import islice

from nonosat import collection
from nonosat.collection import Entry
from nonosat.errors import CollectionError
from nonosat.explain.effort import effort_word
from nonosat.web.library import add, add_copy, note_fault, set_verdict

__all__ = ["add_stored", "is_collection", "is_journal"]

_MOST_COPIES = 100
"""The places of a puzzle that are listed."""
_MOST_FAULTS = 100


def is_collection(path: str) -> bool:
    """True if a file is a SQLite database, which is a collection or nothing that is served."""
    try:
        with open(path, "rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def is_journal(path: str) -> bool:
    """True for the files that SQLite keeps beside a database that is open."""
    return path.endswith(("-wal", "-shm")) and is_collection(path[:-4])


def add_stored(index: sqlite3.Connection, path: str, most: int) -> Iterator[int]:
    """Add the puzzles of a collection to the index; the number of them so far after each.

    What is broken there, or damaged, is noted as a fault.
    """
    shown = os.path.basename(path)
    number = 0
    try:
        with collection.open(path, write=False) as store:
            for file, message in _faults(store.connection):
                note_fault(index, f"{shown}: {_short(file)}", message)
            for entry in islice(store, most):
                _add(index, entry, shown)
                number += 1
                yield number
            if number < len(store):
                note_fault(index, shown, f"more than {most} puzzles: the rest is not read")
    except CollectionError as error:
        note_fault(index, shown, str(error))


def _add(index: sqlite3.Connection, entry: Entry, shown: str) -> None:
    found = entry.found()[:_MOST_COPIES]
    names = [place._replace(file=_short(place.file)).name for place in found]
    places = [f"{shown}: {name}" if name else shown for name in names] or [shown]
    try:
        puzzle = entry.puzzle
    except CollectionError as error:
        note_fault(index, f"{shown}: puzzle {entry.id}", str(error))
        return
    name = add(index, puzzle, places[0], names[0] if names else "")
    for place in places[1:]:
        add_copy(index, name, place)
    if entry.verdict is not None:
        word = None if entry.effort is None else effort_word(entry.effort)
        set_verdict(index, name, entry.verdict, entry.reason, entry.effort, word)


def _short(file: str) -> str:
    """The name of a file without folders of this machine, which are no business of clients."""
    return os.path.basename(file) if os.path.isabs(file) else file


def _faults(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT file, coalesce(json_extract(faults, '$[0]'), '') FROM faults LIMIT ?",
        [_MOST_FAULTS],
    ).fetchall()
