# SPDX-License-Identifier: MIT
"""The tables of a collection, their versions, and connections to the file.

A collection is one SQLite file. ``application_id`` marks it as a collection, ``user_version`` is
the version of its tables; a file of an older version is brought up to date, step by step in one
transaction, when it is opened. Everything is documented in docs/collections.md.

- The journal is a write-ahead log, so that a process can read while another writes. ``synchronous``
  is FULL: a commit survives a power cut. NORMAL could lose everything since the last checkpoint
  (some thousand puzzles); with one commit a second FULL costs next to nothing.
- Lists read narrow tables only (``puzzle``, ``place``, ``result``), which are joined by row number;
  large texts and pictures are the last columns, or in ``detail``. ``puzzle`` repeats its first
  place, the number of places and its latest result, so that the view ``puzzles`` needs no grouping.
  Triggers update the first two.
- A file has a row for each content that it had. So earlier content of a changed file is kept, and
  collections can be merged in any order.

A file may come from anybody. So its tables, views and triggers must equal, word for word, those
that this program makes (``_check_tables``); then no view runs for ever and no foreign trigger runs.
Values have a bound (``MOST_BYTES``), and every statement can be interrupted by Ctrl-C. The rows are
not checked on opening, which would read the whole file; a reader turns rows that make no sense into
a CollectionError (``sound_rows``). Rejected: STRICT tables, which SQLite checks only on writing.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from nonosat.errors import CollectionError, NonosatError
from nonosat.formats.files import file_name
from nonosat.model.metadata import printable

APPLICATION_ID = 0x6E6F6E6F
"""Marks a SQLite file as a collection: the letters ``nono``."""

VERSION = 3
"""The version of the tables that this program reads and writes."""

BUSY_SECONDS = 30.0
"""How long a writer waits for another writer."""

MOST_BYTES = 64 * 2**20
"""The most bytes of a value, certificates apart."""

_STEPS = 20_000
"""The steps of SQLite's virtual machine between two checks for Ctrl-C: less than a millisecond."""

SYNCHRONOUS = "FULL"
"""A commit is on the disk before the work goes on."""

TABLES = """
CREATE TABLE puzzle(
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,
  isomorphism_class TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  colors INTEGER NOT NULL,
  missing_clues INTEGER NOT NULL,
  printed INTEGER NOT NULL,
  density REAL,
  first INTEGER REFERENCES place(id),
  places INTEGER NOT NULL DEFAULT 0,
  latest INTEGER REFERENCES result(id),
  content BLOB NOT NULL);
CREATE UNIQUE INDEX puzzle_sha256 ON puzzle(sha256);
CREATE INDEX puzzle_class ON puzzle(isomorphism_class);

CREATE TABLE source(
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  is_file INTEGER NOT NULL,
  done INTEGER NOT NULL,
  current INTEGER NOT NULL,
  version TEXT NOT NULL,
  added TEXT NOT NULL);
CREATE UNIQUE INDEX source_once ON source(file, sha256);

CREATE TABLE place(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER REFERENCES puzzle(id),
  source INTEGER NOT NULL REFERENCES source(id),
  number INTEGER NOT NULL DEFAULT 0,
  member TEXT NOT NULL DEFAULT '',
  format TEXT,
  title TEXT,
  author TEXT,
  license TEXT,
  meta TEXT,
  faults TEXT,
  fits INTEGER,
  goal BLOB);
CREATE UNIQUE INDEX place_once ON place(source, number, member, ifnull(puzzle, 0));
CREATE INDEX place_puzzle ON place(puzzle);
CREATE INDEX place_wrong ON place(puzzle) WHERE fits = 0;
CREATE INDEX place_faults ON place(source) WHERE puzzle IS NULL;

CREATE TRIGGER place_added AFTER INSERT ON place WHEN new.puzzle IS NOT NULL BEGIN
  UPDATE puzzle SET places = places + 1, first = ifnull(first, new.id) WHERE id = new.puzzle;
END;

CREATE TABLE question(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  preset TEXT NOT NULL,
  version TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX question_key ON question(key);

CREATE TABLE result(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  round INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK(verdict IN ('unique', 'multiple', 'none', 'unknown')),
  reason TEXT,
  goal TEXT,
  stage TEXT,
  seconds REAL NOT NULL,
  cpu REAL,
  known INTEGER,
  difficulty REAL,
  technique TEXT);
CREATE UNIQUE INDEX result_once ON result(puzzle, question);

CREATE TABLE detail(
  result INTEGER PRIMARY KEY REFERENCES result(id),
  stages TEXT NOT NULL,
  rating TEXT,
  solutions BLOB,
  certificate BLOB);

CREATE TABLE attempt(
  id INTEGER PRIMARY KEY,
  puzzle INTEGER NOT NULL REFERENCES puzzle(id),
  question INTEGER NOT NULL REFERENCES question(id),
  begun TEXT NOT NULL,
  seconds REAL NOT NULL,
  end TEXT NOT NULL CHECK(end IN ('done', 'time', 'memory', 'killed', 'error')),
  text TEXT);
CREATE UNIQUE INDEX attempt_once ON attempt(puzzle, question, begun, end);

CREATE INDEX attempt_failed ON attempt(puzzle, question) WHERE end <> 'done';

CREATE VIEW puzzles AS
  SELECT puzzle.id, puzzle.sha256, isomorphism_class, width, height, width * height AS cells,
    colors, missing_clues, printed, density, source.file, place.number, place.member, place.title,
    place.author, place.license, places, result.verdict, result.reason, result.goal, result.stage,
    result.seconds, result.cpu, result.known, result.difficulty, result.technique,
    question.preset, question.version
  FROM puzzle
  LEFT JOIN place ON place.id = puzzle.first
  LEFT JOIN source ON source.id = place.source
  LEFT JOIN result ON result.id = puzzle.latest
  LEFT JOIN question ON question.id = result.question;

CREATE VIEW faults AS
  SELECT source.file, place.number, place.member, place.format, place.faults, source.added
  FROM place JOIN source ON source.id = place.source
  WHERE place.puzzle IS NULL AND source.current;
"""

SHOWN = ("verdict <> 'unknown'", "difficulty IS NOT NULL", "round")
"""The SQL sort key that picks the result that lists show; the largest wins: a result with a verdict
before one without, then a result with a rating before one without, then the later round."""


def _from_1(connection: sqlite3.Connection) -> None:
    """Version 2 has plainer names."""
    connection.create_function("rating_2", 1, _rating_2, deterministic=True)
    connection.create_function("stages_2", 1, _stages_2, deterministic=True)
    for statement in (
        "DROP INDEX puzzle_shape",
        "ALTER TABLE puzzle RENAME COLUMN shape TO isomorphism_class",
        "CREATE INDEX puzzle_class ON puzzle(isomorphism_class)",
        "ALTER TABLE puzzle RENAME COLUMN partial TO missing_clues",
        "ALTER TABLE place RENAME COLUMN licence TO license",
        "ALTER TABLE result RENAME COLUMN effort TO difficulty",
        "UPDATE detail SET rating = rating_2(rating) WHERE rating IS NOT NULL",
        "UPDATE detail SET stages = stages_2(stages) WHERE stages IS NOT NULL",
    ):
        connection.execute(statement)


def _rating_2(text: Any) -> Any:
    """A rating with the keys of version 2; anything else is returned unchanged."""
    rating = _json_of(text)
    if not isinstance(rating, dict):
        return text
    others = {"davidje13": rating.pop("judge", None), "dsmiller95": rating.pop("guesses", None)}
    names = {"effort": "difficulty", "word": "difficulty_word"}
    new = {names.get(name, name): value for name, value in rating.items()}
    new["other_programs"] = None if None in others.values() else others
    return json.dumps(new, separators=(",", ":"))


_COUNTS_2 = {
    "implications": {"rounds": "graphs"},
    "probe": {"rounds": "passes"},
    "beliefs": {"rounds": "iterations", "switches": "switching_components"},
    "sat": {"switches": "switching_components"},
}


def _stages_2(text: Any) -> Any:
    """The stages of a result with the counts of version 2; anything else is returned unchanged."""
    stages = _json_of(text)
    try:
        for stage in stages:
            names = _COUNTS_2.get(stage["name"], {})
            stage["counts"] = {names.get(name, name): x for name, x in stage["counts"].items()}
    except (TypeError, KeyError, AttributeError):
        return text
    return json.dumps(stages, separators=(",", ":"))


def _from_2(connection: sqlite3.Connection) -> None:
    """In version 3 the stage and the technique ``counting`` are called ``weights``."""
    connection.create_function("key_3", 1, lambda text: hashlib.sha256(text.encode()).hexdigest())
    for column in ("stage", "technique"):
        connection.execute(f"UPDATE result SET {column} = 'weights' WHERE {column} = 'counting'")
    for table, column in (("detail", "rating"), ("detail", "stages"), ("question", "text")):
        new = f"""replace({column}, '"counting"', '"weights"')"""
        also = f", key = key_3({new})" if table == "question" else ""
        where = f"""{column} LIKE '%"counting"%'"""
        connection.execute(f"UPDATE {table} SET {column} = {new}{also} WHERE {where}")


def _json_of(text: Any) -> Any:
    """The value of a text; None if it is not JSON."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return None


MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _from_1, 2: _from_2}
"""Functions that bring the tables of a version to the next; views are remade after all steps."""

EARLIER: dict[int, str] = {
    1: "b385eeb0fd72d2d856b2ed685ef45f6b9153127670628427ea268a163ecffbe1",
    2: "e6b99ddb5f1f10cad91a122df956da8606815f9f64676a821df29701c22c1778",
}
"""The SHA-256 of the tables of each earlier version, as ``_digest`` has it."""


def connect(
    path: str | os.PathLike[str], *, write: bool, create: bool = False
) -> sqlite3.Connection:
    """A connection to a collection, with all transactions in the hands of the caller.

    Args:
        path: the file.
        write: open it for writing; older tables are then brought up to date.
        create: make the collection if there is no file, or an empty one.

    Raises:
        CollectionError: the file is missing, is not a collection, is of a newer version, or cannot
            be read or written.
    """
    name = os.fspath(path)
    _check_file(name, create)
    if write and os.path.exists(name) and not _is_writable(name):
        raise CollectionError(f"{name}: the collection is read-only", writing=True)
    with plain_errors(name, writing=write):
        connection = _opened(name, write, create)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            connection.set_progress_handler(_go_on, _STEPS)
            connection.execute("PRAGMA trusted_schema = OFF")
            if sys.version_info >= (3, 12):
                connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
            _check_version(connection, name, write, create)
            _check_tables(connection, name)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            connection.execute("PRAGMA cache_size = -65536")  # 64 MiB
            connection.execute("PRAGMA temp_store = MEMORY")
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def reading(name: str) -> Iterator[sqlite3.Connection]:
    """A connection of its own to read a collection in the block; errors are CollectionErrors."""
    with plain_errors(name, writing=False), closing(connect(name, write=False)) as connection:
        yield connection


def _check_file(name: str, create: bool) -> None:
    """Raise if a file cannot be a collection; SQLite would say less, or make a file."""
    try:
        with open(file_name(name), "rb") as file:
            head = file.read(16)
    except FileNotFoundError:
        if create:
            return
        raise CollectionError(
            f"{name}: no such collection: 'nonosat collection {name} add FILE' makes one"
        ) from None
    except OSError as error:
        raise CollectionError(f"{name}: the file cannot be read: {error.strerror}") from None
    if head != b"SQLite format 3\0" and (head or not create):
        raise CollectionError(f"{name}: not a collection, nor any other SQLite database")


def _is_writable(name: str) -> bool:
    folder = os.path.dirname(os.path.abspath(name))  # its journal is beside it
    return os.access(name, os.W_OK) and os.access(folder, os.W_OK)


def _opened(name: str, write: bool, create: bool) -> sqlite3.Connection:
    uri = file_uri(name, "rwc" if create else "rw" if write else "ro")
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def file_uri(name: str, mode: str) -> str:
    """The URI by which SQLite opens a file. If the file is only read and its folder is read-only,
    SQLite is to treat it as immutable: otherwise it would have to make files beside it."""
    whole = os.path.abspath(name)
    uri = f"{Path(whole).as_uri()}?mode={mode}"
    free = os.path.exists(f"{name}-wal") or os.access(os.path.dirname(whole), os.W_OK)
    return uri if free or mode != "ro" else f"{uri}&immutable=1"


def _check_version(connection: sqlite3.Connection, name: str, write: bool, create: bool) -> None:
    connection.execute("BEGIN")  # at one moment: another process may be making the file
    try:  # as pragmas, since the file may have tables of these names
        pragmas = ("application_id", "user_version", "schema_version")
        found = [_pragma(connection, pragma) for pragma in pragmas]
    finally:
        connection.execute("COMMIT")
    if found == [0, 0, 0] and create:
        _make(connection)
        return
    if found[0] != APPLICATION_ID:
        raise CollectionError(f"{name}: a SQLite database of another program, not a collection")
    if found[1] > VERSION:
        raise CollectionError(
            f"{name}: a newer nonosat made this collection (version {found[1]} of the tables, "
            f"this one knows {VERSION}): update nonosat"
        )
    if found[1] < VERSION:
        if found[1] not in MIGRATIONS:
            raise CollectionError(
                f"{name}: the collection is damaged: unknown version {found[1]} of the tables"
            )
        if _digest(_tables(connection)) != EARLIER[found[1]]:
            raise CollectionError(
                f"{name}: not a collection as nonosat makes it: the tables differ from "
                f"version {found[1]}"
            )
        if write:
            _migrate(connection)
        elif _is_writable(name):
            connect(name, write=True).close()
        else:
            raise CollectionError(
                f"{name}: an older nonosat made this collection, which has to be brought up to "
                "date, and it is read-only: copy it to a folder that can be written"
            )


def _check_tables(connection: sqlite3.Connection, name: str) -> None:
    """Raise if the file has other tables, indexes, views or triggers than this program makes.

    ``sqlite_stat1`` and its like, which ANALYZE makes, do no harm.
    """
    found, expected = _tables(connection), _expected(TABLES)
    for kind, what in sorted({*found, *expected}):
        if (kind, what) not in found:
            why = "is missing"
        elif (kind, what) not in expected:
            why = "does not belong there"
        elif found[kind, what] != expected[kind, what]:
            why = "is not as it should be"
        else:
            continue
        raise CollectionError(
            f"{name}: not a collection as nonosat makes it: the {kind} {what!r} {why}"
        )


def _tables(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """The statements that made everything in a file, by kind and name."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        (str(kind), str(name)): " ".join(str(sql).split())
        for kind, name, sql in rows
        if kind != "table" or not str(name).startswith("sqlite_stat")
    }


def _digest(tables: dict[tuple[str, str], str]) -> str:
    """The SHA-256 of the statements that made a file."""
    return hashlib.sha256(repr(sorted(tables.items())).encode()).hexdigest()


@cache
def _expected(tables: str) -> dict[tuple[str, str], str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(tables)
        return _tables(connection)


def _go_on() -> None:
    """A callback for SQLite, in which Python handles signals such as Ctrl-C."""


@contextmanager
def large_values(connection: sqlite3.Connection) -> Iterator[None]:
    """Allow values of any size that SQLite can hold in this block, for certificates."""
    before = connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1 << 30)
    try:
        yield
    finally:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, before)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value = connection.execute(f"PRAGMA {name}").fetchone()[0]
    assert isinstance(value, int)
    return value


def _make(connection: sqlite3.Connection) -> None:
    _use_log(connection)
    with transaction(connection):
        if _pragma(connection, "user_version"):  # another process was faster
            return
        for statement in _statements(TABLES):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log. SQLite does not wait here for another process that does so."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _LOCKED or time.monotonic() > end:
                raise
        time.sleep(0.02)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script; ``executescript`` would commit before them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _migrate(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        for kind, name in _tables(connection):
            if kind == "view":
                connection.execute(f'DROP VIEW "{name}"')
        for version in range(_pragma(connection, "user_version"), VERSION):
            MIGRATIONS[version](connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")
        for statement in _statements(TABLES):
            if statement.lstrip().startswith("CREATE VIEW"):
                connection.execute(statement)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction: commits at the end, and rolls back after any exception."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NO_FILE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@contextmanager
def plain_errors(name: str, *, writing: bool) -> Iterator[None]:
    """Turn the errors of SQLite into a CollectionError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            if isinstance(error, sqlite3.OperationalError):  # it could not decode a text
                with suppress(sqlite3.Error):
                    check_texts(name)
                raise CollectionError(f"{name}: a text of the collection is not UTF-8") from None
            raise  # the module sqlite3 was used wrongly: a bug
        if code == sqlite3.SQLITE_INTERRUPT:  # SQLite drops the exception of a signal handler
            raise KeyboardInterrupt from None
        raise _plain(name, error, code & 0xFF, writing) from None


def check_texts(name: str) -> None:
    """Raise if a text of a collection is not UTF-8.

    SQLite's own error, raised when Python reads the text, names the column of the query, which may
    be an expression as long as a page. SQLite copies such a text without an error.

    Raises:
        CollectionError: a text is not UTF-8; the message names it.
        sqlite3.Error: the file cannot be read.
    """
    with closing(connect(name, write=False)) as file:
        tables = [what for kind, what in _tables(file) if kind == "table"]
        file.text_factory = bytes
        for table in tables:
            for _, key, kind, *_ in file.execute(f"PRAGMA table_info({table})").fetchall():
                if kind != b"TEXT":
                    continue
                column = key.decode()
                texts = (
                    f"SELECT rowid, {column} FROM {table} "
                    f"WHERE typeof({column}) = 'text' AND {column} GLOB '*[^ -~]*'"
                )
                for number, text in file.execute(texts):
                    try:
                        text.decode()
                    except UnicodeDecodeError:
                        shown = text[:40].decode(errors="backslashreplace")
                        raise CollectionError(
                            f"{name}: the collection is damaged: the {column} of row {number} of "
                            f"the table {table} is not UTF-8: {printable(shown)}: "
                            "write another text there, with sqlite3"
                        ) from None


_SENSELESS = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError)


@contextmanager
def sound_rows(name: str) -> Iterator[None]:
    """A block in which rows of the collection ``name`` are read: errors from rows that make no
    sense, such as a text in place of a number, become CollectionErrors."""
    try:
        yield
    except NonosatError:
        raise
    except _SENSELESS as error:
        words = isinstance(error, TypeError | ValueError | AttributeError)
        what = error if words else f"{type(error).__name__}: {error}"
        raise CollectionError(f"{name}: the collection is damaged: {what}") from error


def _plain(name: str, error: sqlite3.Error, code: int, writing: bool) -> CollectionError:
    if code == sqlite3.SQLITE_FULL:
        return CollectionError(f"{name}: {os.strerror(errno.ENOSPC)}", writing=True)
    if code in _LOCKED:
        return CollectionError(
            f"{name}: another process is writing to this collection: wait for it, and try again",
            writing=True,
        )
    if code == sqlite3.SQLITE_READONLY:
        return CollectionError(f"{name}: the collection is read-only", writing=True)
    if code == sqlite3.SQLITE_IOERR:
        what = "written" if writing else "read"
        return CollectionError(
            f"{name}: the collection cannot be {what} (is the disk full?): {error}", writing=writing
        )
    if code in _NO_FILE:
        return CollectionError(f"{name}: the collection cannot be opened: {error}", writing=writing)
    if code == sqlite3.SQLITE_TOOBIG:
        return CollectionError(
            f"{name}: the collection is damaged: a text or another value is too large"
        )
    if code in _DAMAGED:
        return CollectionError(f"{name}: the collection is damaged: {error}")
    return CollectionError(f"{name}: {error}", writing=writing)
