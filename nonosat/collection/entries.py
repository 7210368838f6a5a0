# SPDX-License-Identifier: MIT
"""``Entry``: a puzzle of a collection, with everything that is stored about it.

The fields are the columns of the view ``puzzles``. The puzzle itself, its places and all its
results are read when they are asked for, since lists do not need them; for exports ``puzzle_of``,
``solutions_of`` and ``certificate_of`` read them by the number of the puzzle alone.

``duplicates`` finds the puzzles that are there more than once. Puzzles with the same clues and
colours are one row with several places; isomorphic puzzles have the same isomorphism class, which
has an index. So finding all of them reads two columns, however large the puzzles are.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from nonosat.collection.hashes import position_of
from nonosat.collection.rows import (
    ENTRY,
    IS_THERE,
    Attempt,
    Result,
    check_kinds,
    place_name,
    question_of,
    stored_puzzle,
    unpack,
)
from nonosat.collection.schema import SHOWN, large_values, plain_errors, sound_rows
from nonosat.collection.store import Store
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Reason, Verdict


class Place(NamedTuple):
    """Where a puzzle was found. ``current``: the file still had it when it was last added."""

    file: str
    number: int
    member: str
    format: str | None
    title: str | None
    author: str | None
    license: str | None
    added: str
    current: bool

    @property
    def name(self) -> str:
        """``FILE``, ``FILE#3`` or ``FILE:MEMBER``."""
        return place_name(self.file, self.number, self.member)


class Answer(NamedTuple):
    """A result, and the preset, version, key and whole text of the question that it answers."""

    result: Result
    preset: str
    version: str
    key: str
    question: str


class Try(NamedTuple):
    """An attempt, and the preset, version and key of its question."""

    attempt: Attempt
    preset: str
    version: str
    key: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a collection.

    ``id``: its number there. ``sha256``: of its canonical text. ``isomorphism_class``: a hash that
    turned, mirrored and recoloured puzzles share. ``density``: the share of filled cells, None if
    the clues do not determine it. ``file`` to ``license``: its first place, None if it has no
    place; ``places``: the number of places. ``verdict`` to ``version``: its latest result, None
    without a result; ``version`` is the version of nonosat that found it.
    """

    id: int
    sha256: str
    isomorphism_class: str
    width: int
    height: int
    cells: int
    colors: int
    missing_clues: int
    printed: int
    density: float | None
    file: str | None
    number: int | None
    member: str | None
    title: str | None
    author: str | None
    license: str | None
    places: int
    verdict: str | None
    reason: str | None
    goal: str | None
    stage: str | None
    seconds: float | None
    cpu: float | None
    known: int | None
    difficulty: float | None
    technique: str | None
    preset: str | None
    version: str | None
    _store: Store = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """The title, or where it was found, or its number."""
        if self.title:
            return self.title
        if not self.file:
            return f"puzzle {self.id}"
        return place_name(self.file, self.number, self.member)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with metadata and goal of its first place; read anew each time.

        Raises:
            CollectionError: the collection is damaged.
        """
        with plain_errors(self._store.path, writing=False):
            return puzzle_of(self._store.connection, self.id)

    def found(self) -> list[Place]:
        """All places where it was found, in the order in which they were added."""
        rows = self._rows(
            "SELECT file, number, member, format, title, author, license, added, current "
            "FROM place JOIN source ON source.id = place.source WHERE puzzle = ? ORDER BY place.id"
        )
        self._sound(rows, _PLACE)
        return [Place._make((*row[:-1], bool(row[-1]))) for row in rows]

    def answers(self) -> list[Answer]:
        """All results, the latest first."""
        rows = self._rows(
            "SELECT result.id, verdict, reason, goal, stage, seconds, cpu, known, difficulty, "
            "technique, stages, rating, solutions, preset, version, key, text "
            "FROM result JOIN question ON question.id = result.question "
            "JOIN detail ON detail.result = result.id WHERE puzzle = ? "
            f"ORDER BY {', '.join(f'result.{part} DESC' for part in SHOWN)}, key DESC"
        )
        self._sound(rows, _ANSWER)
        with sound_rows(self._store.path):
            return [Answer(self._result(row), *row[13:]) for row in rows]

    def tries(self) -> list[Try]:
        """All attempts to answer a question about it, in the order of their beginnings."""
        rows = self._rows(
            "SELECT begun, seconds, end, attempt.text, preset, version, key FROM attempt "
            "JOIN question ON question.id = attempt.question WHERE puzzle = ? "
            "ORDER BY begun, attempt.id"
        )
        self._sound(rows, _TRY)
        return [Try(Attempt(self.id, *row[:4]), *row[4:]) for row in rows]

    def _result(self, row: tuple[Any, ...]) -> Result:
        (verdict, reason, goal, stage, seconds, cpu, known, difficulty, technique) = row[1:10]
        stages, rating, solutions = row[10:13]
        question_of(row[-1])
        Verdict(verdict)  # ValueError if the verdict is unknown
        _ = reason and Reason(reason), goal and GoalStatus(goal)
        cells = unpack(solutions or b"")
        return Result(
            puzzle=self.id,
            verdict=verdict,
            reason=reason,
            goal=goal,
            stage=stage,
            seconds=seconds,
            stages=[dict(stage) for stage in json.loads(stages)],
            solutions=[cells[at : at + self.cells] for at in range(0, len(cells), self.cells)],
            cpu=cpu,
            known=known,
            difficulty=difficulty,
            technique=technique,
            rating=None if rating is None else json.loads(rating),
            certificate=self._certificate(row[0]),
        )

    def _certificate(self, result: int) -> bytes | None:
        with large_values(self._store.connection):
            found = self._rows("SELECT certificate FROM detail WHERE result = ?", result)[0][0]
            return None if found is None else unpack(found, certificate=True)

    def _sound(self, rows: list[tuple[Any, ...]], kinds: str) -> None:
        for row in rows:
            check_kinds(self._store.path, row, kinds)

    def _rows(self, sql: str, number: int | None = None) -> list[tuple[Any, ...]]:
        with plain_errors(self._store.path, writing=False):
            return self._store.connection.execute(sql, (number or self.id,)).fetchall()


_PLACE, _ANSWER, _TRY = "titTTTTti", "itTTTfFIFTtTBtttt", "tftTttt"
"""The kinds of the values of ``found``, ``answers`` and ``tries``; see ``check_kinds``."""

COLUMNS = tuple(column.name for column in fields(Entry) if not column.name.startswith("_"))
"""The columns of the view ``puzzles``."""


def entry_of(store: Store, row: tuple[Any, ...]) -> Entry:
    """The entry of a row with ``COLUMNS``."""
    check_kinds(store.path, row, ENTRY)
    return Entry(*(*row, store))


def entries(store: Store, rest: str = "", values: tuple[Any, ...] = ()) -> Iterator[Entry]:
    """The entries of ``SELECT ... FROM puzzles`` with this rest."""
    with plain_errors(store.path, writing=False):
        cursor: sqlite3.Cursor = store.connection.execute(
            f"SELECT {', '.join(COLUMNS)} FROM puzzles {rest}", values
        )
        for row in cursor:
            yield entry_of(store, row)


def puzzle_of(connection: sqlite3.Connection, number: int) -> Puzzle:
    """A puzzle, with metadata and goal of its first place.

    Raises:
        CollectionError: the collection is damaged.
    """
    row = connection.execute(
        "SELECT content, title, author, license, meta, goal FROM puzzle "
        "LEFT JOIN place ON place.id = puzzle.first WHERE puzzle.id = ?",
        (number,),
    ).fetchone()
    return stored_puzzle(*row)


def solutions_of(connection: sqlite3.Connection, number: int, cells: int) -> list[bytes]:
    """The cells of each solution of the latest result; ``cells``: the number of cells."""
    joined = unpack(_detail(connection, "solutions", number))
    return [joined[at : at + cells] for at in range(0, len(joined), cells)]


def certificate_of(connection: sqlite3.Connection, number: int) -> bytes:
    """The certificate of the latest result, as in a file; empty if there is no certificate."""
    with large_values(connection):
        return unpack(_detail(connection, "certificate", number), certificate=True)


def _detail(connection: sqlite3.Connection, column: str, number: int) -> bytes:
    row = connection.execute(
        f"SELECT {column} FROM puzzle JOIN detail ON detail.result = puzzle.latest "
        "WHERE puzzle.id = ?",
        (number,),
    ).fetchone()
    return row[0] if row is not None and row[0] is not None else b""


class Duplicates(NamedTuple):
    """Isomorphic puzzles, in the order of their numbers, and how each differs from the first.

    A group of one puzzle means that this puzzle was found at several places. ``places``: their
    names for each puzzle. Puzzles and places of files that have changed or are gone do not count.
    """

    entries: list[Entry]
    positions: list[str]
    places: list[list[str]]


def duplicates(store: Store) -> Iterator[Duplicates]:
    """All puzzles that are there more than once; see ``Collection.duplicates``."""
    with plain_errors(store.path, writing=False):
        groups = store.connection.execute(
            "SELECT class, min(low) AS lowest FROM (SELECT isomorphism_class AS class, "
            "min(id) AS low FROM puzzle GROUP BY class HAVING count(*) > 1 UNION ALL "
            "SELECT isomorphism_class, id FROM puzzle WHERE places > 1) GROUP BY class "
            "ORDER BY lowest"
        )
        for name, _ in groups:
            there = f"WHERE isomorphism_class = ? AND {IS_THERE} ORDER BY id"
            found = list(entries(store, there, (name,)))
            places = [_places(entry) for entry in found]
            if len(found) > 1 or sum(map(len, places)) > 1:
                yield Duplicates(found, [_position(found[0], entry) for entry in found], places)


def _places(entry: Entry) -> list[str]:
    """The names of the places where it is, each once."""
    return [*dict.fromkeys(place.name for place in entry.found() if place.current)]


def _position(first: Entry, entry: Entry) -> str:
    if entry.id == first.id:
        return "the same"
    return position_of(first.puzzle, entry.puzzle)
