# SPDX-License-Identifier: MIT
"""Collections that are served: their puzzles, with the verdicts and efforts that they hold.

A collection is opened only to be read, and only by the process that reads the library; what the
server finds out is never written to it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from nonosat import collection, formats
from nonosat.collection import Collection, Content, Entry, Result
from nonosat.errors import CollectionError
from nonosat.web.listing import IN_COLLECTION

PRESET = "collection"
"""What the questions are called whose answers come from collections that are served."""

_MOST_COPIES = 100
"""The places of a puzzle that are listed."""
_RECORD = 5_000


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


class Known(NamedTuple):
    """What a collection says about a puzzle."""

    sha256: str
    verdict: str
    reason: str | None
    effort: float | None
    technique: str | None


class Stored:
    """A collection while it is read: its puzzles come as contents; what it knows is gathered.

    ``key``: how it is called in the library. ``names``: those of the contents. ``trouble``: what is
    broken there, with the place as people see it.
    """

    def __init__(self, path: str, key: str) -> None:
        self.path = path
        self.key = key
        self.shown = os.path.basename(path)
        self.names: set[str] = set()
        self.known: list[Known] = []
        self.trouble: list[tuple[str, str]] = []

    def contents(self, most: int) -> Iterator[Content]:
        """The puzzles, at most that number; more, and whatever is damaged, is noted as trouble."""
        number = 0
        try:
            with collection.open(self.path, write=False) as store:
                self._take_faults(store)
                for entry in islice(store, most):
                    number += 1
                    yield from self._contents(entry)
                if number < len(store):
                    message = f"more than {most} puzzles: the rest is not read"
                    self.trouble.append((self.shown, message))
        except CollectionError as error:
            message = str(error).replace(self.path, self.shown)
            self.trouble.append((self.shown, message))

    def _contents(self, entry: Entry) -> Iterator[Content]:
        try:
            data = formats.dumps(entry.puzzle, format="json")
        except CollectionError as error:
            self.trouble.append((f"{self.shown}: puzzle {entry.id}", str(error)))
            return
        if entry.verdict is not None:
            known = Known(entry.sha256, entry.verdict, entry.reason, entry.effort, entry.technique)
            self.known.append(known)
        places = [place._replace(file=_short(place.file)).name for place in entry.found()]
        for number, place in enumerate(places[:_MOST_COPIES] or [""]):
            name = IN_COLLECTION.join((self.key, place, f"{entry.id}.{number}"))
            self.names.add(name)
            yield Content(name, data, lasting=True, path=f"{self.shown}: {place}")

    def _take_faults(self, store: Collection) -> None:
        for file, message in store.store.connection.execute(
            "SELECT file, coalesce(json_extract(faults, '$[0]'), '') FROM faults"
        ):
            self.trouble.append((f"{self.shown}: {_short(file)}", str(message)))


def record_known(store: Collection, stored: Stored, signature: str) -> None:
    """Note in the library what a collection of this state knows, where it is news."""
    text = f"{PRESET} {stored.key} {signature}"
    rows: list[Result] = []
    question = 0
    for number, one in enumerate(stored.known, start=1):
        row = store.store.connection.execute(
            "SELECT puzzle.id, verdict, reason, effort FROM puzzle"
            " LEFT JOIN result ON result.id = puzzle.latest WHERE sha256 = ?",
            (one.sha256,),
        ).fetchone()
        if row is not None and row[1:] != one[1:4]:
            rows.append(
                Result(
                    *(row[0], one.verdict, one.reason, None, None, 0.0, ()),
                    effort=one.effort,
                    technique=one.technique,
                )
            )
        if rows and (len(rows) == _RECORD or number == len(stored.known)):
            if not question:
                key = hashlib.sha256(text.encode()).hexdigest()
                question = store.store.question(key, "{}", preset=PRESET, version="")
            store.store.record(question, rows)
            rows = []


def _short(file: str) -> str:
    """The name of a file without folders of this machine, which are no business of clients."""
    return os.path.basename(file) if os.path.isabs(file) else file
