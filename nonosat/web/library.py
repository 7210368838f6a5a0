# SPDX-License-Identifier: MIT
"""The library of a server: the puzzles of the files and folders that it was started with.

A process of its own reads them (``indexing``) and writes them to an index, a SQLite file in a
temporary folder; the workers answer from it. So a list of thousands is there without delay, grows
while files are still being read, and takes no memory of the server. What is asked are fields, each
with a type, which become parameters; no text of a client becomes SQL.

Rejected: lists in the memory of the server (filtering them would block it, and every worker would
need a copy).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from nonosat import formats
from nonosat.palette import Palette
from nonosat.puzzle import Puzzle
from nonosat.web.requests import RequestError

__all__ = [
    "Entry",
    "Found",
    "add",
    "add_copy",
    "connect",
    "create",
    "find",
    "note_fault",
    "page",
    "set_verdict",
    "tiles_of",
]

_TABLES = """
CREATE TABLE puzzles(
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, author TEXT NOT NULL,
    file TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, colors INTEGER NOT NULL,
    partial INTEGER NOT NULL, sums TEXT NOT NULL, text TEXT NOT NULL, words TEXT NOT NULL,
    verdict TEXT, reason TEXT, effort REAL, word TEXT);
CREATE TABLE copies(id TEXT NOT NULL, file TEXT NOT NULL);
CREATE INDEX copies_by_id ON copies(id);
CREATE TABLE faults(file TEXT NOT NULL, message TEXT NOT NULL);
"""
_MOST_FAULTS = 1000

_SORTS = {
    "file": "number",
    "title": "title COLLATE NOCASE, number",
    "size": "width * height, number",
    "colors": "colors, number",
    "effort": "effort IS NULL, effort, number",
    "verdict": "verdict IS NULL, verdict, number",
}
_DOWN = {
    "file": "number DESC",
    "title": "title COLLATE NOCASE DESC, number DESC",
    "size": "width * height DESC, number",
    "colors": "colors DESC, number",
    "effort": "effort IS NULL, effort DESC, number",
    "verdict": "verdict IS NULL, verdict DESC, number",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the library: its JSON, and the files that have it."""

    text: str
    files: tuple[str, ...]
    verdict: str | None
    effort: float | None
    word: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A part of a list: its tiles, and how many there are in all."""

    tiles: list[dict[str, Any]]
    total: int
    faults: list[dict[str, str]]


def create(path: str) -> sqlite3.Connection:
    """A new, empty index, to be written by one process while others read.

    The file has its name only when the tables are there.
    """
    index = sqlite3.connect(f"{path}.new")
    index.executescript(_TABLES)
    index.close()
    os.rename(f"{path}.new", path)
    index = sqlite3.connect(path)
    index.execute("PRAGMA journal_mode=WAL")
    index.execute("PRAGMA synchronous=OFF")  # it is gone with the server anyway
    return index


def connect(path: str) -> sqlite3.Connection:
    """The index, to be read.

    Raises:
        RequestError: the server has no library.
    """
    if not path:
        raise RequestError("this server has no library", 404)
    if not os.path.exists(path):
        raise RequestError("the library is not ready: ask again", 503)
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5.0)


def add(index: sqlite3.Connection, puzzle: Puzzle, file: str, title: str) -> str:
    """A puzzle of a file, and its id. If it is there already, the file is one more copy."""
    name = puzzle.sha256()
    add_copy(index, name, file)
    if index.execute("SELECT 1 FROM puzzles WHERE id = ?", (name,)).fetchone():
        return name
    author = puzzle.meta.author
    title = puzzle.title or title
    index.execute(
        "INSERT INTO puzzles(id, title, author, file, width, height, colors, partial, sums, text,"
        " words) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(name, _storable(title), _storable(author), file),
            *(puzzle.width, puzzle.height, len(puzzle.palette), puzzle.partial),
            *(_sums(puzzle), formats.dumps(puzzle, format="json")),
            _storable(f"{title} {author} {file}".casefold()),
        ),
    )
    return name


def add_copy(index: sqlite3.Connection, name: str, file: str) -> None:
    """One more place of a puzzle."""
    index.execute("INSERT INTO copies VALUES(?, ?)", (name, file))


def set_verdict(
    index: sqlite3.Connection,
    name: str,
    verdict: str,
    reason: str | None,
    effort: float | None,
    word: str | None,
) -> None:
    """What is known about a puzzle."""
    index.execute(
        "UPDATE puzzles SET verdict = ?, reason = ?, effort = ?, word = ? WHERE id = ?",
        (verdict, reason, effort, word, name),
    )


def note_fault(index: sqlite3.Connection, file: str, message: str) -> None:
    """A file that cannot be read as a puzzle."""
    (number,) = index.execute("SELECT count(*) FROM faults").fetchone()
    if number < _MOST_FAULTS:
        index.execute("INSERT INTO faults VALUES(?, ?)", (_storable(file), _storable(message)))


def _storable(text: str) -> str:
    """Without half surrogate pairs, which neither SQLite nor UTF-8 holds."""
    return text.encode("utf-8", "replace").decode()


def _sums(puzzle: Puzzle) -> str:
    """What a tile shows of a puzzle that nobody has begun: only what the clues say anyway."""
    sums = [
        [None if clue is None else sum(block.length for block in clue) for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    ]
    return json.dumps([*sums, _colors(puzzle.palette)], separators=(",", ":"))


def _colors(palette: Palette) -> list[str]:
    return [palette.background, *(color.rgb for color in palette.colors)]


def find(path: str, name: str) -> Entry:
    """A puzzle by its SHA-256.

    Raises:
        RequestError: it is not in the library.
    """
    with closing(connect(path)) as index:
        row = index.execute(
            "SELECT text, verdict, effort, word FROM puzzles WHERE id = ?", (name,)
        ).fetchone()
        if row is None:
            raise RequestError("there is no such puzzle in the library", 404)
        files = index.execute("SELECT file FROM copies WHERE id = ? LIMIT 100", (name,)).fetchall()
    return Entry(row[0], tuple(file for (file,) in files), *row[1:])


def page(path: str, fields: Mapping[str, Any]) -> Found:
    """A part of the list: ``offset``, ``limit``, ``search``, ``sort``, ``descending`` and filters.

    ``search``: words that title, author or file must contain, all of them. Filters: ``min_side``
    and ``max_side`` (the longer side), ``colors``, ``verdict``, ``min_effort``, ``max_effort``.
    """
    if path and not os.path.exists(path):  # the process that makes it has just been started
        return Found([], 0, [])
    conditions, values = ["1"], list[Any]()
    for word in str(fields.get("search", "")).casefold().split()[:10]:
        pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        conditions.append("words LIKE ? ESCAPE '\\'")
        values.append(f"%{_storable(pattern)}%")
    for name, condition in _FILTERS.items():
        if name in fields:
            conditions.append(condition)
            values.append(fields[name])
    where = " AND ".join(conditions)
    order = (_DOWN if fields.get("descending") else _SORTS)[fields.get("sort", "file")]
    with closing(connect(path)) as index:
        (total,) = index.execute(f"SELECT count(*) FROM puzzles WHERE {where}", values).fetchone()
        rows = index.execute(
            f"SELECT {_COLUMNS} FROM puzzles WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
            (*values, fields.get("limit", 60), fields.get("offset", 0)),
        ).fetchall()
        faults = index.execute("SELECT file, message FROM faults LIMIT 100").fetchall()
    return Found(
        [_tile(row) for row in rows],
        total,
        [{"file": file, "message": message} for file, message in faults],
    )


_FILTERS = {
    "min_side": "max(width, height) >= ?",
    "max_side": "max(width, height) <= ?",
    "colors": "colors = ?",
    "verdict": "verdict = ?",
    "min_effort": "effort >= ?",
    "max_effort": "effort <= ?",
}
_COLUMNS = (
    "id, title, author, file, width, height, colors, partial, sums, verdict, effort, word,"
    " (SELECT count(*) FROM copies WHERE copies.id = puzzles.id)"
)


def tiles_of(path: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """The tiles of these puzzles, in their order; those that are not there are left out."""
    with closing(connect(path)) as index:
        rows: Iterable[Any] = index.execute(
            f"SELECT {_COLUMNS} FROM puzzles WHERE id IN ({','.join('?' * len(names))})", names
        ).fetchall()
    tiles = {row[0]: _tile(row) for row in rows}
    return [tiles[name] for name in names if name in tiles]


def _tile(row: Sequence[Any]) -> dict[str, Any]:
    rows, columns, palette = json.loads(row[8])
    return {
        "id": row[0],
        "title": row[1],
        "author": row[2],
        "file": row[3],
        "width": row[4],
        "height": row[5],
        "colors": row[6],
        "partial": bool(row[7]),
        "rows": rows,
        "columns": columns,
        "palette": palette,
        "verdict": row[9],
        "effort": row[10],
        "word": row[11],
        "copies": row[12],
    }
