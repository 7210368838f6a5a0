# SPDX-License-Identifier: MIT
"""``Store``: the open file of a collection, its connection, and the rounds of judging.

All functions on collections (in ``adding``, ``judging``, ``merging`` and so on) take a Store, and
``Collection``, the class that users hold, calls them. So this module imports none of them.

A round is one run of ``judging``: it asks for the puzzles that have no result under its question,
and records the results. Results are known by puzzle and question, so nothing is stored twice. Each
``record`` is one transaction, so the file is sound after any interruption.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Self, TypedDict, Unpack

from nonosat.collection.rows import Attempt, OpenPuzzle, Result, ResultRow, check_kinds, unpack
from nonosat.collection.schema import (
    SHOWN,
    connect,
    large_values,
    plain_errors,
    sound_rows,
    transaction,
)
from nonosat.errors import CollectionError, OptionError

_PAGE = 500
"""This many open puzzles are read at once."""


class Which(TypedDict, total=False):
    """A selection of the open puzzles; by default all.

    ``shard``: ``(3, 16)`` for the third of 16 equal parts, by the hash of the puzzle. ``only``:
    their numbers. ``most_attempts``: leave out puzzles with this many failed attempts.
    """

    shard: tuple[int, int] | None
    only: Iterable[int] | None
    most_attempts: int | None


class Store:
    """The file of a collection, open.

    It is a context manager; the end of the block closes it. ``connection``: all transactions are in
    the hands of the caller.

    Args:
        path: the file.
        write: open it for writing. Older files are then brought up to date.
        create: make the file if it is missing; it is then open for writing.

    Raises:
        CollectionError: the file is missing, is not a collection, is of a newer version, or cannot
            be opened.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, write: bool = False, create: bool = False
    ) -> None:
        self.path = os.fspath(path)
        self.writable = write or create
        self.connection = connect(self.path, write=self.writable, create=create)
        self._round: dict[int, int] = {}

    def close(self) -> None:
        """Close the file; the store cannot be used afterwards."""
        with plain_errors(self.path, writing=self.writable):
            self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def value(self, sql: str, *values: object) -> object:
        """The first value of the first row of a query; None if there is no row."""
        with plain_errors(self.path, writing=False):
            row = self.connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def need_write(self) -> None:
        """Raise CollectionError if the collection is open for reading only."""
        if not self.writable:
            raise CollectionError(f"{self.path}: the collection is open for reading only")

    def question(self, key: str, text: str, *, preset: str, version: str) -> int:
        """The number of a question in this collection; it is stored if it is new.

        Args:
            key: the SHA-256 of ``text``.
            text: everything that decides a result except the puzzle, as canonical JSON.
            preset: the name of the preset, for lists.
            version: the version of nonosat.
        """
        number = self.value("SELECT id FROM question WHERE key = ?", key)
        if number is None:
            self.need_write()
            with plain_errors(self.path, writing=True), transaction(self.connection):
                self.connection.execute(
                    "INSERT OR IGNORE INTO question(key, text, preset, version) VALUES(?, ?, ?, ?)",
                    (key, text, preset, version),
                )
            number = self.value("SELECT id FROM question WHERE key = ?", key)
        assert isinstance(number, int)
        return number

    def open_puzzles(self, question: int, **which: Unpack[Which]) -> Iterator[OpenPuzzle]:
        """The puzzles that have no result under a question, in the order of their numbers.

        Results may be stored meanwhile; puzzles that were yielded do not come again.
        ``question``: its number, as ``question`` gives it.
        """
        where, values = self._open(question, **which)
        last = 0
        while True:
            with plain_errors(self.path, writing=False):
                rows = self.connection.execute(
                    f"""SELECT id, content,
                      (SELECT place.goal FROM place WHERE place.puzzle = puzzle.id
                       AND place.goal IS NOT NULL ORDER BY place.id LIMIT 1),
                      (SELECT count(*) FROM attempt WHERE attempt.puzzle = puzzle.id
                       AND attempt.question = :question AND attempt.end <> 'done')
                    FROM puzzle WHERE id > :last AND {where} ORDER BY id LIMIT {_PAGE}""",
                    values | {"last": last},
                ).fetchall()
            for number, content, goal, attempts in rows:
                check_kinds(self.path, (content, goal), "bB")
                picture = None if goal is None else unpack(goal)
                yield OpenPuzzle(number, content, picture, attempts)
                last = number
            if len(rows) < _PAGE:
                return

    def count_open(self, question: int, **which: Unpack[Which]) -> int:
        """How many puzzles ``open_puzzles`` gives."""
        where, values = self._open(question, **which)
        with plain_errors(self.path, writing=False):
            query = f"SELECT count(*) FROM puzzle WHERE {where}"
            count = self.connection.execute(query, values).fetchone()[0]
        assert isinstance(count, int)
        return count

    def _open(
        self,
        question: int,
        *,
        shard: tuple[int, int] | None = None,
        only: Iterable[int] | None = None,
        most_attempts: int | None = None,
    ) -> tuple[str, dict[str, object]]:
        """The condition in SQL for open puzzles, and its values."""
        parts = [
            "NOT EXISTS (SELECT 1 FROM result WHERE result.puzzle = puzzle.id "
            "AND result.question = :question)"
        ]
        values: dict[str, object] = {"question": question}
        if shard is not None:
            values["from"], values["to"] = _hash_range(*shard)
            parts.append("sha256 >= :from AND sha256 < :to")
        if only is not None:
            self.choose(only)
            parts.append("id IN (SELECT id FROM temp.chosen)")
        if most_attempts is not None:
            values["most"] = most_attempts
            parts.append(
                "(SELECT count(*) FROM attempt WHERE attempt.puzzle = puzzle.id "
                "AND attempt.question = :question AND attempt.end <> 'done') < :most"
            )
        return " AND ".join(parts), values

    def choose(self, numbers: Iterable[int]) -> None:
        """Put the numbers of puzzles into a table of this connection."""
        with plain_errors(self.path, writing=False):
            execute = self.connection.execute
            execute("CREATE TEMP TABLE IF NOT EXISTS chosen(id INTEGER PRIMARY KEY)")
            execute("BEGIN")
            execute("DELETE FROM temp.chosen")
            rows = ((number,) for number in numbers)
            self.connection.executemany("INSERT OR IGNORE INTO temp.chosen VALUES(?)", rows)
            execute("COMMIT")

    def record(
        self, question: int, results: Iterable[Result | ResultRow], attempts: Iterable[Attempt] = ()
    ) -> int:
        """Store results and attempts in one transaction, and count the new results.

        A result is ignored if its puzzle already has a result under this question.

        Raises:
            CollectionError: they cannot be written; none is stored.
        """
        self.need_write()
        with (
            plain_errors(self.path, writing=True),
            large_values(self.connection),
            transaction(self.connection),
        ):
            number = self._this_round(question)
            rows = (result.row() if isinstance(result, Result) else result for result in results)
            new = sum(self._record(question, number, row) for row in rows)
            self.connection.executemany(
                "INSERT OR IGNORE INTO attempt(puzzle, question, begun, seconds, end, text) "
                "VALUES(?, ?, ?, ?, ?, ?)",
                ((a.puzzle, question, a.begun, a.seconds, a.end, a.text) for a in attempts),
            )
        return new

    def _this_round(self, question: int) -> int:
        """The number of this round of judging; later rounds are newer, whatever the clocks say."""
        if question not in self._round:
            last = self.connection.execute("SELECT max(round) FROM question").fetchone()[0]
            with sound_rows(self.path):
                self._round[question] = last + 1
        number = self._round[question]
        self.connection.execute(
            "UPDATE question SET round = ? WHERE id = ? AND round < ?", (number, question, number)
        )
        return number

    def _record(self, question: int, number: int, row: ResultRow) -> int:
        execute = self.connection.execute
        result, detail = row
        cursor = execute(
            "INSERT OR IGNORE INTO result(question, round, puzzle, verdict, reason, goal, stage, "
            "seconds, cpu, known, difficulty, technique) "
            "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (question, number, *result),
        )
        if cursor.rowcount < 1:
            return 0
        execute(
            "INSERT INTO detail(result, stages, rating, solutions, certificate) "
            "VALUES(?, ?, ?, ?, ?)",
            (cursor.lastrowid, *detail),
        )
        execute(SET_LATEST, {"new": cursor.lastrowid, "puzzle": result[0]})
        return 1


SET_LATEST = f"""
UPDATE puzzle SET latest = :new WHERE id = :puzzle AND (latest IS NULL OR
  (SELECT {", ".join(SHOWN)} FROM result WHERE id = :new) >=
  (SELECT {", ".join(SHOWN)} FROM result WHERE id = latest))
"""
"""Lists show the new result of a puzzle, unless ``SHOWN`` prefers the earlier one."""


def _hash_range(part: int, parts: int) -> tuple[str, str]:
    """The hashes of a part: those from the first on that are smaller than the second.

    >>> _hash_range(3, 16)
    ('2000000000000000', '3000000000000000')
    """
    if not 1 <= part <= parts:
        raise OptionError(f"shard {part}/{parts}: the first number is 1 to {max(parts, 1)}")
    ends = [-(-((part - 1 + i) << 64) // parts) for i in (0, 1)]
    return f"{ends[0]:016x}", "g" if part == parts else f"{ends[1]:016x}"
