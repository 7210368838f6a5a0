# SPDX-License-Identifier: MIT
"""What lies behind a row of a list: the puzzle, the solutions and the certificate, by number."""

from __future__ import annotations

import sqlite3

from nonosat.collection.content import unpack
from nonosat.collection.puzzle_rows import stored_puzzle
from nonosat.collection.schema import large_values
from nonosat.model.puzzle import Puzzle


def puzzle_of(connection: sqlite3.Connection, number: int) -> Puzzle:
    """A puzzle, with metadata and goal of its first place.

    Raises:
        CollectionError: the collection is damaged.
    """
    row = connection.execute(
        "SELECT content, title, author, licence, meta, goal FROM puzzle "
        "LEFT JOIN place ON place.id = puzzle.first WHERE puzzle.id = ?",
        (number,),
    ).fetchone()
    return stored_puzzle(*row)


def solutions_of(connection: sqlite3.Connection, number: int, cells: int) -> list[bytes]:
    """The cells of each solution of the latest result; ``cells`` is how many the board has."""
    joined = unpack(_detail(connection, "solutions", number))
    return [joined[at : at + cells] for at in range(0, len(joined), cells)]


def certificate_of(connection: sqlite3.Connection, number: int) -> bytes:
    """The certificate of the latest result, as a file has it; empty if there is none."""
    with large_values(connection):
        return unpack(_detail(connection, "certificate", number), certificate=True)


def _detail(connection: sqlite3.Connection, column: str, number: int) -> bytes:
    row = connection.execute(
        f"SELECT {column} FROM puzzle JOIN detail ON detail.result = puzzle.latest "
        "WHERE puzzle.id = ?",
        (number,),
    ).fetchone()
    return row[0] if row is not None and row[0] is not None else b""
