# SPDX-License-Identifier: MIT
"""Puzzles into a collection: only what is new, in large transactions.

A puzzle is known by its SHA-256; each place where it was found is a row of its own.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from nonosat.collection.content import pack
from nonosat.collection.hashes import shape
from nonosat.collection.rows import now
from nonosat.collection.schema import plain_errors, transaction
from nonosat.metadata import Metadata
from nonosat.palette import BLACK
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.collection.store import Collection

__all__ = ["Added", "add_puzzles"]

_COMMIT_SECONDS = 1.0
"""What a crash may cost: the work of this time."""

INSERT_PUZZLE = (
    "INSERT OR IGNORE INTO puzzle(sha256, shape, width, height, colors, partial, printed, density, "
    "content) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_PLACE = (
    "INSERT OR IGNORE INTO place(puzzle, source, number, member, format, title, author, licence, "
    "meta, goal) VALUES((SELECT id FROM puzzle WHERE sha256 = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(slots=True)
class Added:
    """What adding did: the puzzles that are new, those that were there already (as clues), the
    broken ones, and of the files those that were read, unchanged since the last time, changed."""

    new: int = 0
    known: int = 0
    broken: int = 0
    files: int = 0
    unchanged: int = 0
    changed: int = 0


def puzzle_row(puzzle: Puzzle) -> tuple[object, ...]:
    """The values of ``INSERT_PUZZLE``."""
    text = puzzle.canonical_text().encode()
    return (
        hashlib.sha256(text).hexdigest(),
        shape(puzzle),
        puzzle.width,
        puzzle.height,
        len(puzzle.palette),
        int(puzzle.partial),
        int(puzzle.printed is not None),
        _density(puzzle),
        pack(text),
    )


def _density(puzzle: Puzzle) -> float | None:
    """The share of filled cells, by the clues of all rows or of all columns; None if not known."""
    for clues in (puzzle.rows, puzzle.columns):
        if None not in clues:
            filled = sum([length for clue in clues if clue for length, _ in clue])
            return filled / (puzzle.width * puzzle.height)
    return None


def place_values(puzzle: Puzzle) -> tuple[object, ...]:
    """Title, author, licence, the other metadata, and the goal, as they are stored."""
    meta = puzzle.meta
    goal = None if puzzle.goal is None else pack(puzzle.goal.cells)
    return (meta.title or None, meta.author or None, meta.license or None, _rest(puzzle), goal)


_OTHERS = tuple(
    field.name for field in fields(Metadata) if field.name not in ("title", "author", "license")
)


def _rest(puzzle: Puzzle) -> str | None:
    """The rest of the metadata, and names and letters of the colours, as JSON."""
    meta, palette = puzzle.meta, puzzle.palette
    rest: dict[str, object] = {name: value for name in _OTHERS if (value := getattr(meta, name))}
    if palette is not BLACK and palette != BLACK:
        rest["colors"] = [[color.name, color.letter] for color in palette.colors]
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":")) if rest else None


def add_puzzles(store: Collection, puzzles: Iterable[Puzzle], name: str) -> Added:
    """Add puzzles that come from no file; a puzzle that is there from the same ``name`` is kept."""
    added = Added()
    items = iter(puzzles)
    source = _source(store, name)
    more = True
    while more:
        with plain_errors(store.path, writing=True), transaction(store.connection):
            more = _add_for_a_while(store, items, source, added)
    return added


def _source(store: Collection, name: str) -> int:
    connection = store.connection
    with plain_errors(store.path, writing=True), transaction(connection):
        connection.execute(
            "INSERT OR IGNORE INTO source(file, sha256, bytes, added) VALUES(?, '', 0, ?)",
            (name, now()),
        )
        query = "SELECT id FROM source WHERE file = ? AND sha256 = ''"
        number = connection.execute(query, (name,)).fetchone()[0]
    assert isinstance(number, int)
    return number


def _add_for_a_while(store: Collection, items: Iterator[Puzzle], source: int, added: Added) -> bool:
    """Add puzzles for a second; False if there are no more."""
    execute = store.connection.execute
    end = time.monotonic() + _COMMIT_SECONDS
    for puzzle in items:
        row = puzzle_row(puzzle)
        is_new = execute(INSERT_PUZZLE, row).rowcount
        added.new += is_new
        added.known += 1 - is_new
        execute(INSERT_PLACE, (row[0], source, 0, "", None, *place_values(puzzle)))
        if time.monotonic() > end:
            return True
    return False
