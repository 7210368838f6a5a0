# SPDX-License-Identifier: MIT
"""The library of a server: a collection in the user's cache, and the list that the page shows.

Each set of served paths has a collection with its puzzles, places, verdicts and difficulties. So
they survive restarts, and servers of the same paths share them. A separate process reads files into
the collection (``indexing``), and the workers answer from it. So a list of thousands appears at
once, grows while files are still being read, and uses no memory of the server.

Beside the collection is an index, attached under the name ``web``, with data that only the list
needs. It has a row for each puzzle that is now in a file, with its sort keys (``page 10`` after
``page 9``), its search words and the contents of its tile; and the state of each file when it was
read. Triggers note the puzzles whose places change, and ``refresh`` updates their rows. So the code
that adds and judges need not know the index. When the index is opened, missing rows are made from
the collection.

Both files are only a cache: if one is damaged, both are deleted and made anew. Requests become
typed parameters; no text of a client becomes SQL.

Rejected: no index (sorting and searching 200,000 puzzles would take seconds for each page); its
tables in the collection itself (other programs would not accept that file); lists in the memory of
the server (filtering would block it, and every worker would need a copy).
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from nonosat.collection.nested import FORMAT
from nonosat.collection.rows import stored_puzzle, unpack
from nonosat.collection.schema import file_uri, plain_errors, reading, transaction
from nonosat.collection.store import Store
from nonosat.errors import CollectionError, Fault, NonosatError
from nonosat.explain.difficulty import (
    DifficultyWord,
    difficulty_word,
    least_difficulty,
    most_difficulty,
)
from nonosat.model.canonical import read_canonical
from nonosat.model.puzzle import Puzzle
from nonosat.web.cache_folder import INDEX, discard
from nonosat.web.requests import RequestError

_MOST_FAULTS = 100
_MOST_FILES = 100
"""At most this many files of a puzzle are listed, and searched by title, author and name."""
_TOGETHER = 1000
"""The number of puzzles that are listed in one transaction."""
_MOST_OLD = 500_000
"""If more places than this are no longer in a file, the library is made anew."""

_TABLES = """
CREATE TABLE listing(
  puzzle INTEGER PRIMARY KEY, file TEXT NOT NULL, file_key TEXT NOT NULL, place INTEGER NOT NULL,
  copies INTEGER NOT NULL, title TEXT NOT NULL, title_key TEXT NOT NULL, author TEXT NOT NULL,
  words TEXT NOT NULL, sums TEXT NOT NULL);
CREATE INDEX listing_file ON listing(file_key, place);
CREATE INDEX listing_title ON listing(title_key, file_key, place);
CREATE TABLE seen(
  file TEXT PRIMARY KEY, shown TEXT NOT NULL, signature TEXT NOT NULL, trouble TEXT) WITHOUT ROWID;
CREATE TABLE stale(puzzle INTEGER PRIMARY KEY);
CREATE TABLE edition(number INTEGER NOT NULL);
INSERT INTO edition VALUES(strftime('%s'));
"""
"""If you change the tables, change ``cache_folder.INDEX``, too.

``listing.place``: the first place that now has the puzzle; ``copies``: the number of such places.
``seen``: each served file: its name as shown, its state when it was read ('' while it is read), and
its fault if the collection has no row for it. ``stale``: puzzles to be listed anew. ``edition``:
changes with each change.
"""

_TRIGGERS = """
CREATE TEMP TRIGGER web_place AFTER INSERT ON main.place WHEN new.puzzle IS NOT NULL BEGIN
  INSERT OR IGNORE INTO stale VALUES(new.puzzle);
END;
CREATE TEMP TRIGGER web_source AFTER UPDATE OF current ON main.source
WHEN new.current <> old.current BEGIN
  INSERT OR IGNORE INTO stale SELECT puzzle FROM place
    WHERE source = new.id AND puzzle IS NOT NULL;
  UPDATE edition SET number = number + 1;
END;
"""

_PRESENT = """FROM place JOIN source ON source.id = place.source
  LEFT JOIN web.seen ON seen.file = source.file
  WHERE place.puzzle IS NOT NULL AND (source.current OR NOT source.done AND seen.signature = '')"""
"""The present places of puzzles, including those in a file that is being read."""


@contextmanager
def opened(path: str, *, check: bool = False, anew: bool = True) -> Iterator[Store]:
    """The library, open for writing, with its index attached.

    ``check``: check all pages of the files. ``anew``: make the library anew if it cannot be used.

    Raises:
        CollectionError: the library cannot be written.
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


def _opened(path: str, check: bool) -> Store:
    store = Store(path, create=True)
    try:
        if not os.path.exists(f"{path}{INDEX}"):
            _make_index(f"{path}{INDEX}")
        sql = store.connection
        with plain_errors(path, writing=False):
            _attach(sql, path, "rw")
            sql.execute("SELECT 1 FROM web.listing, web.seen, web.stale, web.edition LIMIT 0")
            for name in ("main", "web"):
                sql.execute(f"PRAGMA {name}.synchronous = NORMAL")  # only a cache
                if check and store.value(f"PRAGMA {name}.quick_check(1)") != "ok":
                    raise CollectionError(f"{path}: the library is damaged")
            if store.value(
                "SELECT EXISTS(SELECT 1 FROM web.listing) AND NOT EXISTS(SELECT 1 FROM puzzle)"
            ):
                raise CollectionError(f"{path}: the index belongs to another collection")
            sql.executescript(_TRIGGERS)
            if check:
                _repair_index(store)
    except BaseException:
        store.close()
        raise
    return store


def _repair_index(store: Store) -> None:
    """Note the rows that the index lacks because a crash occurred between the two writes."""
    old = store.value(
        "SELECT count(*) FROM place JOIN source ON source.id = place.source"
        " WHERE done AND NOT current"
    )
    if isinstance(old, int) and old > _MOST_OLD:
        raise CollectionError(f"{store.path}: most of it is old")
    with transaction(store.connection):
        store.connection.execute(
            f"INSERT OR IGNORE INTO web.stale SELECT place.puzzle {_PRESENT}"
            " AND place.puzzle NOT IN (SELECT puzzle FROM web.listing)"
        )


def _make_index(path: str) -> None:
    """Make a new index; the file gets its name only after its tables are made."""
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
    connection.execute("ATTACH DATABASE ? AS web", [file_uri(f"{path}{INDEX}", mode)])


@contextmanager
def _read(path: str) -> Iterator[sqlite3.Connection]:
    """A connection to read the library and its index.

    Raises:
        RequestError: the server has no library, or the library cannot be read now.
    """
    if not path:
        raise RequestError(Fault.of("fault.library.none", "this server has no library"), 404)
    try:
        with reading(path) as connection:
            _attach(connection, path, "ro")
            yield connection
    except CollectionError as error:
        why = str(error).replace(path, "its file")
        raise RequestError(
            Fault.of("fault.library.busy", "the library is not ready: ask again ({why})", why=why),
            503,
        ) from None


def refresh(sql: sqlite3.Connection) -> None:
    """List anew the puzzles whose places have changed."""
    some = f"(SELECT puzzle FROM web.stale ORDER BY puzzle LIMIT {_TOGETHER})"
    while sql.execute("SELECT EXISTS(SELECT 1 FROM web.stale)").fetchone()[0]:
        with transaction(sql):
            sql.execute(f"DELETE FROM web.listing WHERE puzzle IN {some}")
            rows = sql.execute(
                f"""SELECT puzzle.id, puzzle.content, present.first, copies, source.file,
                  place.member, place.format, place.title, place.author, seen.shown
                FROM (SELECT place.puzzle, min(place.id) AS first, count(*) AS copies
                  {_PRESENT} AND place.puzzle IN {some} GROUP BY place.puzzle) AS present
                JOIN puzzle ON puzzle.id = present.puzzle JOIN place ON place.id = present.first
                JOIN source ON source.id = place.source
                LEFT JOIN web.seen ON seen.file = source.file"""
            ).fetchall()
            names = _all_names(sql, some)
            values = ", ".join("?" * 10)
            sql.executemany(
                f"INSERT INTO web.listing VALUES({values})",
                (_row(row, names.get(row[0], "")) for row in rows),
            )
            sql.execute(f"DELETE FROM web.stale WHERE puzzle IN {some}")
            sql.execute("UPDATE web.edition SET number = number + 1")


def _all_names(sql: sqlite3.Connection, some: str) -> dict[int, str]:
    """The search words of puzzles that are in several files, from the latest files of each."""
    found = sql.execute(
        f"""SELECT puzzle, file, member, format, title, author, shown FROM (
          SELECT place.puzzle, source.file, member, format, title, author, seen.shown,
            row_number() OVER (PARTITION BY place.puzzle ORDER BY place.id DESC) AS latest,
            count(*) OVER (PARTITION BY place.puzzle) AS copies
          {_PRESENT} AND place.puzzle IN {some}) WHERE copies > 1 AND latest <= ?""",
        (_MOST_FILES,),
    )
    names: dict[int, str] = {}
    for puzzle, source, member, form, title, author, shown in found:
        name = f"{title or ''} {author or ''} {_shown_place(source, member, form, shown)}"
        names[puzzle] = f"{names.get(puzzle, '')} {name}"
    return names


def _row(row: tuple[Any, ...], names: str) -> tuple[object, ...]:
    """The row of the list for a puzzle; ``names``: search words of further files (_all_names)."""
    number, content, place, copies, source, member, form, title, author, shown = row
    file = _shown_place(source, member, form, shown)
    name = os.path.basename(source)
    stored = form == FORMAT
    title, author = title or (member if stored else os.path.splitext(name)[0]), author or ""
    try:
        sums = _sums(read_canonical(unpack(content).decode()))
    except (NonosatError, ValueError):  # damaged: still listed; opening it shows the error
        sums = "[[],[],[]]"
    words = f"{title} {author} {file}{names}".casefold().replace("\0", " ")  # LIKE stops at a NUL
    key = natural(name if stored else file)  # its puzzles keep their order
    return (number, file, key, place, copies, title, natural(title), author, words, sums)


def _shown_place(source: str, member: str, form: str | None, shown: str | None) -> str:
    """A place as shown to users, without the folders above the served folder."""
    if form == FORMAT:
        return f"{os.path.basename(source)}: {member}".removesuffix(": ")
    shown = shown or os.path.basename(source)
    return f"{shown}:{member}" if member else shown


def natural(text: str) -> str:
    """A sort key in natural order: numbers by their value, folders before other characters.

    >>> sorted(["a10", "a9", "a/b", "A2"], key=natural)
    ['a/b', 'A2', 'a9', 'a10']
    """
    return _DIGITS.sub(_counted, text.casefold().replace("/", "\x01"))


_DIGITS = re.compile("[0-9]+")


def _counted(match: re.Match[str]) -> str:
    digits = match[0].lstrip("0")
    return f"{min(len(digits), 999):03}{digits}"


def _sums(puzzle: Puzzle) -> str:
    """The sums of the clues and the palette, as JSON: the tile of a puzzle that is not started."""
    sums = [
        [None if clue is None else sum(block.length for block in clue) for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    ]
    colors = [puzzle.palette.background, *(color.rgb for color in puzzle.palette.colors)]
    return json.dumps([*sums, colors], separators=(",", ":"))


_BY_FILE = "listing.file_key{0}, listing.place{0}"
_SORTS = {
    "file": _BY_FILE,
    "title": "title_key{0}, " + _BY_FILE,
    "size": "width * height{0}, " + _BY_FILE.format(""),
    "colors": "colors{0}, " + _BY_FILE.format(""),
    "difficulty": "difficulty IS NULL, difficulty{0}, " + _BY_FILE.format(""),
    "verdict": "verdict IS NULL, verdict{0}, " + _BY_FILE.format(""),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the library, and the files that have it."""

    puzzle: Puzzle
    files: tuple[str, ...]
    verdict: str | None
    difficulty: float | None
    difficulty_word: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A part of a list: its tiles and their total, the first faults and their total."""

    tiles: list[dict[str, Any]]
    total: int
    faults: list[dict[str, str]]
    broken: int


@dataclass(frozen=True)
class Tile:
    """A puzzle in the list.

    ``file``: where it comes from. ``rows``, ``columns``: the number of filled cells of each line;
    None: unknown. ``palette``: background and colours. ``copies``: how many files have it.
    """

    id: str
    title: str
    author: str
    file: str
    width: int
    height: int
    colors: int
    missing_clues: bool
    rows: list[int | None]
    columns: list[int | None]
    palette: list[str]
    verdict: Literal["unique", "multiple", "none", "unknown"] | None
    difficulty: float | None
    difficulty_word: DifficultyWord | None
    copies: int


_JOINED = """web.listing JOIN puzzle ON puzzle.id = listing.puzzle
  LEFT JOIN result ON result.id = puzzle.latest"""


def find(path: str, name: str) -> Entry:
    """A puzzle by its SHA-256.

    Raises:
        RequestError: the puzzle is not in the library.
    """
    with _read(path) as index:
        row = index.execute(
            f"SELECT puzzle.id, verdict, difficulty, content, place.title, place.author, license, "
            f"meta, place.goal FROM {_JOINED} JOIN place ON place.id = listing.place "
            "WHERE sha256 = ?",
            (name,),
        ).fetchone()
        if row is None:
            raise RequestError(
                Fault.of("fault.library.missing", "the library has no such puzzle"), 404
            )
        number, verdict, difficulty, *stored = row
        places = index.execute(
            f"SELECT source.file, member, format, shown {_PRESENT} AND place.puzzle = ?"
            " ORDER BY place.id LIMIT ?",
            (number, _MOST_FILES),
        ).fetchall()
    files = tuple(_shown_place(*place) for place in places)
    return Entry(stored_puzzle(*stored), files, verdict, difficulty, _word(difficulty))


def page(path: str, fields: Mapping[str, Any]) -> Found:
    """A part of the list: ``offset``, ``limit``, ``search``, ``sort``, ``descending`` and filters.

    ``search``: words that must all occur in title, author or file; for a puzzle in several files,
    the latest hundred files count. Filters: ``min_side`` and ``max_side`` (the longer side),
    ``colors``, ``verdict``, ``min_difficulty``, ``max_difficulty`` (numbers or words).
    """
    if path and not os.path.exists(path + INDEX):  # the process that makes it is just starting
        return Found([], 0, [], 0)
    conditions, values = ["1"], list[Any]()
    for word in str(fields.get("search", "")).casefold().split()[:10]:
        pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        conditions.append("words LIKE ? ESCAPE '\\'")
        values.append(f"%{pattern.encode('utf-8', 'replace').decode()}%")
    for name, condition in _FILTERS.items():
        if name in fields:
            conditions.append(condition)
            read = _READ.get(name)
            values.append(fields[name] if read is None else read(fields[name]))
    where = " AND ".join(conditions)
    order = _SORTS[fields.get("sort", "file")].format(" DESC" if fields.get("descending") else "")
    part = (fields.get("limit", 60), fields.get("offset", 0))
    with _read(path) as index:
        index.execute("BEGIN")  # the whole answer shows one state
        total = _count(index, f"{_JOINED} WHERE {where}" if values else "web.listing", values)
        rows = index.execute(
            f"SELECT {_COLUMNS} FROM {_JOINED} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
            (*values, *part),
        ).fetchall()
        broken = _count(index, "faults") + _count(index, "web.seen WHERE trouble IS NOT NULL")
        faults = _faults(index) if broken else []
    return Found([_tile(row) for row in rows], total, faults, broken)


def _count(index: sqlite3.Connection, what: str, values: Sequence[Any] = ()) -> int:
    (number,) = index.execute(f"SELECT count(*) FROM {what}", values).fetchone()
    return int(number)


def _faults(index: sqlite3.Connection) -> list[dict[str, str]]:
    """The first faults of files and puzzles."""
    found = index.execute(
        "SELECT shown, trouble FROM web.seen WHERE trouble IS NOT NULL LIMIT ?", (_MOST_FAULTS,)
    ).fetchall()
    rows = index.execute(
        "SELECT faults.file, member, format, shown, json_extract(faults, '$[0]') FROM faults"
        " LEFT JOIN web.seen ON seen.file = faults.file LIMIT ?",
        (_MOST_FAULTS - len(found),),
    )
    found += [(_shown_place(*row[:4]), row[4]) for row in rows]
    return [{"file": file, "message": str(message or "")} for file, message in found]


_FILTERS = {
    "min_side": "max(width, height) >= ?",
    "max_side": "max(width, height) <= ?",
    "colors": "colors = ?",
    "verdict": "verdict = ?",
    "min_difficulty": "difficulty >= ?",
    "max_difficulty": "difficulty <= ?",
}
_READ = {"min_difficulty": least_difficulty, "max_difficulty": most_difficulty}
_COLUMNS = (
    "sha256, listing.title, listing.author, listing.file, width, height, colors, missing_clues, "
    "sums, verdict, difficulty, copies"
)


def tiles_of(path: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """The tiles of these puzzles, in their order; puzzles not in the library are left out."""
    with _read(path) as index:
        rows: Iterable[Any] = index.execute(
            f"SELECT {_COLUMNS} FROM {_JOINED} WHERE sha256 IN ({','.join('?' * len(names))})",
            names,
        ).fetchall()
    tiles = {row[0]: _tile(row) for row in rows}
    return [tiles[name] for name in names if name in tiles]


def _word(difficulty: float | None) -> DifficultyWord | None:
    return None if difficulty is None else difficulty_word(difficulty)


def _tile(row: Sequence[Any]) -> dict[str, Any]:
    *first, missing_clues, sums, verdict, difficulty, copies = row
    rows, columns, palette = json.loads(sums)
    known = (verdict, difficulty, _word(difficulty), copies)
    values = (*first, bool(missing_clues), rows, columns, palette, *known)
    return vars(Tile(*values))
