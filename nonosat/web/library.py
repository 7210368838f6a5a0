# SPDX-License-Identifier: MIT
"""The library of a server, as its workers see it: the list, its tiles, and one puzzle.

A process of its own reads the files and folders that the server was started with into a collection
with a list (``indexing``, ``cache``); the workers answer from these. So a list of thousands is
there without delay, grows while files are still being read, and takes no memory of the server. What
is asked are fields, each with a type, which become parameters; no text of a client becomes SQL.

Rejected: lists in the memory of the server (filtering them would block it, and every worker would
need a copy).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonosat.collection.rows import stored_puzzle
from nonosat.explain.effort import effort_word
from nonosat.model.puzzle import Puzzle
from nonosat.web.cache import listed
from nonosat.web.cache_folder import LIST
from nonosat.web.listing import shown_place
from nonosat.web.requests import RequestError

_MOST_FAULTS = 100
_MOST_FILES = 100

_BY_FILE = "listing.file_key{0}, listing.place{0}"
_SORTS = {
    "file": _BY_FILE,
    "title": "title_key{0}, " + _BY_FILE,
    "size": "width * height{0}, " + _BY_FILE.format(""),
    "colors": "colors{0}, " + _BY_FILE.format(""),
    "effort": "effort IS NULL, effort{0}, " + _BY_FILE.format(""),
    "verdict": "verdict IS NULL, verdict{0}, " + _BY_FILE.format(""),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the library, and the files that have it."""

    puzzle: Puzzle
    files: tuple[str, ...]
    verdict: str | None
    effort: float | None
    word: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A part of a list: its tiles, and how many there are in all; what is broken, and how much."""

    tiles: list[dict[str, Any]]
    total: int
    faults: list[dict[str, str]]
    broken: int


_JOINED = """web.listing JOIN puzzle ON puzzle.id = listing.puzzle
  LEFT JOIN result ON result.id = puzzle.latest"""


def find(path: str, name: str) -> Entry:
    """A puzzle by its SHA-256.

    Raises:
        RequestError: it is not in the library.
    """
    with listed(path) as index:
        row = index.execute(
            f"SELECT puzzle.id, verdict, effort, content, place.title, place.author, licence, meta,"
            f" place.goal FROM {_JOINED} JOIN place ON place.id = listing.place WHERE sha256 = ?",
            (name,),
        ).fetchone()
        if row is None:
            raise RequestError("there is no such puzzle in the library", 404)
        number, verdict, effort, *stored = row
        places = index.execute(
            "SELECT source.file, member, shown FROM place JOIN source ON source.id = place.source"
            " LEFT JOIN web.seen ON seen.file = source.file WHERE puzzle = ? AND current"
            " ORDER BY place.id LIMIT ?",
            (number, _MOST_FILES),
        ).fetchall()
    files = tuple(shown_place(*place) for place in places)
    return Entry(stored_puzzle(*stored), files, verdict, effort, _word(effort))


def page(path: str, fields: Mapping[str, Any]) -> Found:
    """A part of the list: ``offset``, ``limit``, ``search``, ``sort``, ``descending`` and filters.

    ``search``: words that title, author or file must contain, all of them. Filters: ``min_side``
    and ``max_side`` (the longer side), ``colors``, ``verdict``, ``min_effort``, ``max_effort``.
    """
    if path and not os.path.exists(path + LIST):  # the process that makes it has just been started
        return Found([], 0, [], 0)
    conditions, values = ["1"], list[Any]()
    for word in str(fields.get("search", "")).casefold().split()[:10]:
        pattern = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        conditions.append("words LIKE ? ESCAPE '\\'")
        values.append(f"%{pattern.encode('utf-8', 'replace').decode()}%")
    for name, condition in _FILTERS.items():
        if name in fields:
            conditions.append(condition)
            values.append(fields[name])
    where = " AND ".join(conditions)
    order = _SORTS[fields.get("sort", "file")].format(" DESC" if fields.get("descending") else "")
    part = (fields.get("limit", 60), fields.get("offset", 0))
    with listed(path) as index:
        index.execute("BEGIN")  # all of the answer is of one moment
        total = _count(index, f"{_JOINED} WHERE {where}" if values else "web.listing", values)
        rows = index.execute(
            f"SELECT {_COLUMNS} FROM {_JOINED} WHERE {where} ORDER BY {order} LIMIT ? OFFSET ?",
            (*values, *part),
        ).fetchall()
        broken = _count(index, "faults") + _count(index, "web.trouble")
        faults = _faults(index) if broken else []
    return Found([_tile(row) for row in rows], total, faults, broken)


def _count(index: sqlite3.Connection, what: str, values: Sequence[Any] = ()) -> int:
    (number,) = index.execute(f"SELECT count(*) FROM {what}", values).fetchone()
    return int(number)


def _faults(index: sqlite3.Connection) -> list[dict[str, str]]:
    """What is broken, or cannot be read: the first of it."""
    found = index.execute(
        "SELECT shown, message FROM web.trouble LIMIT ?", (_MOST_FAULTS,)
    ).fetchall()
    rows = index.execute(
        "SELECT faults.file, member, shown, json_extract(faults, '$[0]') FROM faults"
        " LEFT JOIN web.seen ON seen.file = faults.file LIMIT ?",
        (_MOST_FAULTS - len(found),),
    )
    found += [(shown_place(*row[:3]), row[3]) for row in rows]
    return [{"file": file, "message": str(message or "")} for file, message in found]


_FILTERS = {
    "min_side": "max(width, height) >= ?",
    "max_side": "max(width, height) <= ?",
    "colors": "colors = ?",
    "verdict": "verdict = ?",
    "min_effort": "effort >= ?",
    "max_effort": "effort <= ?",
}
_COLUMNS = (
    "sha256, listing.title, listing.author, listing.file, width, height, colors, partial, sums,"
    " verdict, effort, copies"
)


def tiles_of(path: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """The tiles of these puzzles, in their order; those that are not there are left out."""
    with listed(path) as index:
        rows: Iterable[Any] = index.execute(
            f"SELECT {_COLUMNS} FROM {_JOINED} WHERE sha256 IN ({','.join('?' * len(names))})",
            names,
        ).fetchall()
    tiles = {row[0]: _tile(row) for row in rows}
    return [tiles[name] for name in names if name in tiles]


def _word(effort: float | None) -> str | None:
    return None if effort is None else effort_word(effort)


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
        "word": _word(row[10]),
        "copies": row[11],
    }
