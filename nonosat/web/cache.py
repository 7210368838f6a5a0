# SPDX-License-Identifier: MIT
"""Where the library of a server lies: a collection in the user's cache, and the list made of it.

Two SQLite files for each set of paths, named by their hash. The first is a collection like any
other: puzzles, places, verdicts and ratings, which so stay between starts and are shared by servers
of the same paths. The second, beside it, holds what only the page's list needs: the state of each
file when it was last read, and a row for each puzzle that some file has now, ready to be sorted and
searched (``listing``). It is attached to the first under the name ``web``.

Both are only a cache: what is damaged, or from another version, is thrown away and made anew.
Rejected: the list's tables in the collection itself, which would then be none that others accept;
no such tables, since sorting and searching 200,000 puzzles would take seconds for each page.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from nonosat import collection
from nonosat.collection import Collection
from nonosat.collection.schema import connect, plain_errors
from nonosat.errors import CollectionError
from nonosat.web.cache_folder import LIST, discard
from nonosat.web.requests import RequestError

_TABLES = """
CREATE TABLE listing(
  puzzle INTEGER PRIMARY KEY, file TEXT NOT NULL, file_key TEXT NOT NULL, place INTEGER NOT NULL,
  copies INTEGER NOT NULL, title TEXT NOT NULL, title_key TEXT NOT NULL, author TEXT NOT NULL,
  words TEXT NOT NULL, sums TEXT NOT NULL);
CREATE INDEX listing_file ON listing(file_key, place);
CREATE INDEX listing_title ON listing(title_key, file_key, place);
CREATE TABLE seen(
  file TEXT PRIMARY KEY, shown TEXT NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE trouble(file TEXT NOT NULL, shown TEXT NOT NULL, message TEXT NOT NULL);
CREATE INDEX trouble_file ON trouble(file);
CREATE TABLE mark(place INTEGER NOT NULL, edition INTEGER NOT NULL);
INSERT INTO mark VALUES(0, strftime('%s'));
"""
"""Whoever changes them raises ``cache_folder.LAYOUT``.

``listing.place``: the first place that has the puzzle now; ``copies``: how many there are.
``seen``: each file as it was when it was read. ``trouble``: what is wrong and is no row of the
collection, by file; '' for what the walk found. ``mark``: all places up to this one are listed; and
the edition of the list, which is another one after each change.
"""
_NAMES = "web.listing, web.seen, web.trouble, web.mark"


@contextmanager
def opened(path: str, *, check: bool = False, anew: bool = True) -> Iterator[Collection]:
    """The library, open to be written, with its list attached.

    ``check``: look at all pages of the files, too. ``anew``: it is made anew if it cannot be used.

    Raises:
        CollectionError: it cannot be written.
    """
    try:
        store = _opened(path, check)
    except CollectionError as error:
        if error.writing or not anew:
            raise
        discard(path)
        store = _opened(path, check)
    try:
        yield store
    finally:
        store.close()


def _opened(path: str, check: bool) -> Collection:
    store = collection.open(path, create=True)
    try:
        if not os.path.exists(f"{path}{LIST}"):
            _make_list(f"{path}{LIST}")
        with plain_errors(path, writing=False):
            _attach(store.store.connection, path, "rw")
            _first(store, f"SELECT count(*) FROM (SELECT 1 FROM {_NAMES} LIMIT 0)")
            for name in ("main", "web"):
                store.store.connection.execute(
                    f"PRAGMA {name}.synchronous = NORMAL"
                )  # only a cache
                if check and _first(store, f"PRAGMA {name}.quick_check(1)") != "ok":
                    raise CollectionError(f"{path}: the library is damaged")
            if check and _first(store, _OLD) > _MOST_OLD:
                raise CollectionError(f"{path}: most of it is old")
            if _first(store, "SELECT (SELECT place FROM web.mark) > ifnull(max(id), 0) FROM place"):
                raise CollectionError(f"{path}: the list belongs to another collection")
    except BaseException:
        store.close()
        raise
    return store


_OLD = "SELECT count(*) FROM source WHERE NOT current"
_MOST_OLD = 100_000
"""Contents that no file has any more; with more of them, the library is made anew."""


def _first(store: Collection, sql: str) -> Any:
    return store.store.connection.execute(sql).fetchone()[0]


def _make_list(path: str) -> None:
    """A new list; the file has its name only when the tables are there."""
    new = f"{path}.{os.urandom(6).hex()}.new"
    try:
        with plain_errors(path, writing=True), closing(sqlite3.connect(new)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_TABLES)
        with contextlib.suppress(FileExistsError):  # another server was faster
            os.link(new, path)
    except OSError as error:
        raise CollectionError(f"{path}: {error.strerror}", writing=True) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(new)


def _attach(connection: sqlite3.Connection, path: str, mode: str) -> None:
    uri = Path(f"{path}{LIST}").as_uri()
    connection.execute("ATTACH DATABASE ? AS web", [f"{uri}?mode={mode}"])


@contextmanager
def listed(path: str) -> Iterator[sqlite3.Connection]:
    """A connection to read the library, with its list.

    Raises:
        RequestError: the server has no library, or it cannot be read now.
    """
    if not path:
        raise RequestError("this server has no library", 404)
    try:
        with closing(connect(path, write=False)) as connection, plain_errors(path, writing=False):
            _attach(connection, path, "ro")
            yield connection
    except CollectionError as error:
        why = str(error).replace(path, "its file")
        raise RequestError(f"the library is not ready: ask again ({why})", 503) from None
