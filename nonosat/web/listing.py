# SPDX-License-Identifier: MIT
"""The list of the library: a row for each puzzle that some file has now, made of the collection.

A collection keeps what files had before; the list shows what they have. A row has the first of the
present places of a puzzle, what words are searched in, keys in which numbers sort by their value
(``page 10`` after ``page 9``), and what a tile draws. All of it can be made anew at any time.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from typing import Any

from nonosat.collection.rows import unpack
from nonosat.errors import NonosatError
from nonosat.model.canonical import read_canonical
from nonosat.model.puzzle import Puzzle

IN_COLLECTION = "\x1f"
"""Stands in the name of a source between a collection, the place there, and the puzzle's number."""

_PAGE = 1000


def list_new(connection: sqlite3.Connection) -> None:
    """List the places that are new since the last call; those of a file that is being read, too."""
    while True:
        (mark,) = connection.execute("SELECT place FROM web.mark").fetchone()
        (last,) = connection.execute(
            "SELECT max(id) FROM (SELECT id FROM place WHERE id > ? ORDER BY id LIMIT ?)",
            (mark, _PAGE),
        ).fetchone()
        if last is None:
            return
        _list(
            connection,
            "SELECT puzzle FROM place WHERE id > ? AND id <= ? AND puzzle IS NOT NULL",
            (mark, last),
        )
        connection.execute("UPDATE web.mark SET place = ?", (last,))


def list_of_file(connection: sqlite3.Connection, file: str) -> None:
    """List anew all puzzles that a file has or had: some may be in no file now."""
    _list(
        connection,
        "SELECT puzzle FROM place WHERE puzzle IS NOT NULL"
        " AND source IN (SELECT id FROM source WHERE file = ?)",
        (file,),
    )


def _list(connection: sqlite3.Connection, which: str, values: tuple[Any, ...]) -> None:
    connection.execute("UPDATE web.mark SET edition = edition + 1")
    connection.execute(f"DELETE FROM web.listing WHERE puzzle IN ({which})", values)
    cursor = connection.execute(
        f"""SELECT puzzle.id, puzzle.content, min(place.id), count(*), source.file, place.member,
          place.title, place.author, seen.shown
        FROM place JOIN source ON source.id = place.source JOIN puzzle ON puzzle.id = place.puzzle
        LEFT JOIN web.seen ON seen.file = source.file
        WHERE place.puzzle IN ({which}) AND (source.current OR NOT source.done
          AND (seen.signature = '' OR instr(source.file, '{IN_COLLECTION}')))
        GROUP BY place.puzzle""",
        values,
    )
    while rows := cursor.fetchmany(_PAGE):
        connection.executemany(
            "INSERT INTO web.listing VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(_row, rows)
        )


def _row(row: tuple[Any, ...]) -> tuple[object, ...]:
    number, content, place, copies, source, member, title, author, shown = row
    file = shown_place(source, member, shown)
    title, author = title or _stem(source, file), author or ""
    try:
        sums = _sums(read_canonical(unpack(content).decode()))
    except (NonosatError, ValueError):  # damaged: it is listed, and opening it says what is wrong
        sums = "[[],[],[]]"
    words = f"{title} {author} {file}".casefold().replace("\0", " ")  # LIKE ends there
    place_in, inside, _ = source.partition(IN_COLLECTION)  # a collection keeps its own order
    key = natural(os.path.basename(place_in) if inside else file)
    return (*(number, file, key, place, copies, title, natural(title), author, words, sums),)


def shown_place(source: str, member: str, shown: str | None) -> str:
    """What people see of a place: no folder of this machine above those that are served."""
    path, inside, rest = source.partition(IN_COLLECTION)
    if inside:
        return f"{os.path.basename(path)}: {rest.partition(IN_COLLECTION)[0]}".removesuffix(": ")
    shown = shown or os.path.basename(path)
    return f"{shown}:{member}" if member else shown


def _stem(source: str, file: str) -> str:
    """A title for a puzzle without one: the name of its file, or its place in a collection."""
    if IN_COLLECTION in source:
        return file.partition(": ")[2]
    return os.path.splitext(os.path.basename(source))[0]


def natural(text: str) -> str:
    """A text that sorts as people count: numbers by their value, folders before other characters.

    >>> sorted(["a10", "a9", "a/b", "A2"], key=natural)
    ['a/b', 'A2', 'a9', 'a10']
    """
    return _DIGITS.sub(_counted, text.casefold().replace("/", "\x01"))


_DIGITS = re.compile("[0-9]+")


def _counted(match: re.Match[str]) -> str:
    digits = match[0].lstrip("0")
    return f"{min(len(digits), 999):03}{digits}"


def _sums(puzzle: Puzzle) -> str:
    """What a tile shows of a puzzle that nobody has begun: only what the clues say anyway."""
    sums = [
        [None if clue is None else sum(block.length for block in clue) for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    ]
    colors = [puzzle.palette.background, *(color.rgb for color in puzzle.palette.colors)]
    return json.dumps([*sums, colors], separators=(",", ":"))
