# SPDX-License-Identifier: MIT
"""Reads a collection as a file with puzzles, for another collection.

The page's server reads a served collection like any other file with many puzzles: as one
``Content`` whose places are those of the collection. Each puzzle is read and checked; a damaged
puzzle is a fault. The results in the collection become results under a question of their own
(preset ``collection``). The collection itself is never changed.

Rejected: ``merging``, which copies rows with their certificates and never forgets. When a served
file changes, the library must forget its earlier content.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from nonosat.collection.adding import Content
from nonosat.collection.entries import entries
from nonosat.collection.rows import Result
from nonosat.collection.schema import plain_errors
from nonosat.collection.store import Store
from nonosat.errors import CollectionError
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

FORMAT = "collection"
"""The format of a place that comes from a collection; its member is the place there."""

_MOST_COPIES = 100
"""At most this many places of a puzzle are taken over."""
_TOGETHER = 5_000
"""At most this many results are stored in one transaction."""
_VERDICTS = frozenset(verdict.value for verdict in Verdict)
_STATE = (
    "SELECT puzzle.id, puzzle.sha256, file, number, member, title, author FROM puzzle"
    " LEFT JOIN place ON place.puzzle = puzzle.id LEFT JOIN source ON source.id = place.source"
    " ORDER BY puzzle.id, place.id",
    "SELECT file, faults FROM faults",
)
"""The rows that are the content. Results are not part of it."""


def is_database(path: str) -> bool:
    """True if a file is a SQLite database, such as a collection."""
    try:
        with open(path, "rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


def nested_content(path: str, *, name: str, shown: str, most: int) -> Content:
    """A collection as one content, with at most that number of puzzles.

    Raises:
        CollectionError: it cannot be read.
    """
    with Store(path) as found, plain_errors(path, writing=False):
        (count,) = found.connection.execute("SELECT count(*) FROM puzzle").fetchone()
        state = hashlib.sha256(str(min(most, count)).encode())
        for query in _STATE:
            for row in found.connection.execute(query):
                state.update(repr(row).encode("utf-8", "surrogatepass"))
    puzzles = _puzzles(path, most)
    return Content(name, state.hexdigest(), lasting=True, path=shown, form=FORMAT, puzzles=puzzles)


def _puzzles(path: str, most: int) -> Iterator[tuple[int, str, Puzzle | list[str]]]:
    """The puzzles: number, place, and the puzzle or its faults."""
    try:
        with Store(path) as found:
            with plain_errors(path, writing=False):
                broken = found.connection.execute(
                    "SELECT file, coalesce(json_extract(faults, '$[0]'), '') FROM faults"
                ).fetchall()
            for number, (name, fault) in enumerate(broken):
                yield number, _short(str(name)), [str(fault)]
            for entry in entries(found, "ORDER BY id LIMIT ?", (most,)):
                try:
                    puzzle = entry.puzzle
                    places = [place._replace(file=_short(place.file)) for place in entry.found()]
                except CollectionError as error:
                    yield entry.id, f"puzzle {entry.id}", [str(error)]
                    continue
                for name in [place.name for place in places[:_MOST_COPIES]] or [""]:
                    yield entry.id, name, puzzle
            if found.value("SELECT count(*) > ? FROM puzzle", most):
                yield 0, "", [f"more than {most} puzzles: the rest is not read"]
    except CollectionError as error:
        yield 0, "", [str(error).replace(path, os.path.basename(path))]


def record_nested(store: Store, path: str, *, state: str, most: int) -> None:
    """Store the results of a collection, in this state, that differ from the known ones.

    Raises:
        CollectionError: it cannot be written.
    """
    key = hashlib.sha256(f"{FORMAT} {path} {state}".encode("utf-8", "surrogateescape")).hexdigest()
    news = _news(store, path, most)
    while results := list(islice(news, _TOGETHER)):
        store.record(store.question(key, "{}", preset=FORMAT, version=""), results)


def _news(store: Store, path: str, most: int) -> Iterator[Result]:
    with suppress(CollectionError), Store(path) as found:
        for entry in entries(found, "ORDER BY id LIMIT ?", (most,)):
            row = store.connection.execute(
                "SELECT puzzle.id, verdict, reason, difficulty FROM puzzle"
                " LEFT JOIN result ON result.id = puzzle.latest WHERE sha256 = ?",
                (entry.sha256,),
            ).fetchone()
            says = (entry.verdict, entry.reason, entry.difficulty)
            if row is not None and row[1:] != says and entry.verdict in _VERDICTS:
                rated = {"difficulty": entry.difficulty, "technique": entry.technique}
                yield Result(row[0], *says[:2], None, None, 0.0, (), **rated)  # type: ignore[arg-type]


def _short(file: str) -> str:
    """The name of a file, without folders of this machine, which stay private."""
    return os.path.basename(file) if os.path.isabs(file) else file
