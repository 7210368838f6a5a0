# SPDX-License-Identifier: MIT
"""``Collection``: an open collection, from which puzzles come and into which results go.

Everything is written in whole transactions, each with all that belongs together: a puzzle with its
place, a result with its attempt. So whatever ends the process, the file is sound and repeating the
same work completes it. What is stored already is never stored twice: puzzles are known by their
SHA-256, places by file and number, results by puzzle and question.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from nonosat.collection.adding import Addable, Added, add
from nonosat.collection.columns import check_kinds
from nonosat.collection.content import unpack
from nonosat.collection.entries import COLUMNS, Entry, entries, entry_of
from nonosat.collection.merging import Merged, merge
from nonosat.collection.rows import Attempt, OpenPuzzle, Result, ResultRow
from nonosat.collection.schema import (
    SHOWN,
    connect,
    large_values,
    plain_errors,
    sound_rows,
    transaction,
)
from nonosat.collection.sources import Content
from nonosat.collection.status import Status, status
from nonosat.collection.twins import Twins, twins
from nonosat.collection.where import MOST_SECONDS, select
from nonosat.errors import CollectionError, OptionError
from nonosat.formats import format_named
from nonosat.limits import Cancellation, Limits
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from pandas import DataFrame

    from nonosat.collection.exported import Exported
    from nonosat.collection.exporting import ExportOptions, Output
    from nonosat.collection.judging import Judged, JudgeOptions


_PAGE = 500
"""The open puzzles that are read at once."""


class Collection:
    """A collection of puzzles and of everything found out about them, in one file.

    ``nonosat.collection.open`` opens one. It is a context manager; the end of the block closes it.

    Args:
        path: the file.
        write: whether anything is to be stored. Then older files are brought up to date.
        create: make the file if it is missing; it is then open to be written.

    Raises:
        CollectionError: the file is missing, is no collection, is of a newer version, or cannot be
            opened.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, write: bool = False, create: bool = False
    ) -> None:
        self.path = os.fspath(path)
        self.writable = write or create
        self.connection = connect(self.path, write=self.writable, create=create)
        self._round: dict[int, int] = {}

    def close(self) -> None:
        """Close the file; afterwards nothing can be asked."""
        with plain_errors(self.path, writing=self.writable):
            self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of puzzles."""
        count = self._one("SELECT count(*) FROM puzzle")
        assert isinstance(count, int)
        return count

    def _one(self, sql: str, *values: object) -> object:
        """The first value of the first row of a query; None if there is no row."""
        with plain_errors(self.path, writing=False):
            row = self.connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def need_write(self) -> None:
        """Raise CollectionError if the collection is open only to be read."""
        if not self.writable:
            raise CollectionError(f"{self.path}: the collection is open only to be read")

    def add(
        self,
        items: Addable | Iterable[Addable],
        *,
        format: str | None = None,  # noqa: A002
        name: str = "",
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
        progress: Callable[[Added, str], None] | None = None,
        faulty: Callable[[str, list[str], bool], None] | None = None,
    ) -> Added:
        """Add puzzles and files, and say how many puzzles are new.

        Adding the same again does nothing. A file that is broken becomes a row with its faults; a
        file that has changed is read again, and its earlier puzzles stay.

        Args:
            items: puzzles, files, folders, texts of puzzles, codes, or a ``Content``, which is what
                was read elsewhere; one of them or several. They are taken one after the other, so a
                generator of any length will do.
            format: the format of the files; by default it is recognised.
            name: where puzzles come from that are in no file, for lists.
            time_limit: in seconds, after which the work ends; the same call completes it.
            cancel: ends the work from another thread.
            progress: is called now and then with what was done so far and the file at hand.
            faulty: is called with the name of a file or puzzle that is broken, what is wrong with
                it, and whether that is a file in a folder that is no puzzle file.

        Raises:
            CollectionError: it cannot be written. What was stored before stays.
            OptionError: there is no such format.
        """
        self.need_write()
        if format is not None:
            format_named(format)
        several = [items] if isinstance(items, Puzzle | str | os.PathLike | Content) else items
        limits = Limits(time_limit=time_limit, cancel=cancel)
        return add(
            self,
            several,
            format=format,
            name=name,
            limits=limits,
            progress=progress,
            faulty=faulty,
        )

    def __iter__(self) -> Iterator[Entry]:
        """All puzzles, in the order of their numbers."""
        return entries(self, "ORDER BY id")

    def entry(self, name: int | str) -> Entry:
        """The puzzle of a number, or of the first digits of its SHA-256 (8 at least).

        Raises:
            OptionError: there is no such puzzle, or several hashes begin so.
        """
        if isinstance(name, int) or (name.isascii() and name.isdecimal() and len(name) < 19):
            found = list(entries(self, "WHERE id = ?", (int(name),)))
        elif re.fullmatch("[0-9a-f]{8,64}", name):
            found = list(
                entries(self, "WHERE sha256 >= ? AND sha256 < ? LIMIT 2", (name, f"{name}g"))
            )
        else:
            raise OptionError(
                f"{name!r}: a puzzle of a collection is a number, or 8 digits of its SHA-256"
            )
        if not found:
            raise OptionError(f"{self.path}: there is no puzzle {name}")
        if len(found) > 1:
            raise OptionError(f"{self.path}: the SHA-256 of several puzzles begins with {name}")
        return found[0]

    def of_shape(self, shape: str) -> Iterator[Entry]:
        """The puzzles of a shape, in the order of their numbers."""
        return entries(self, "WHERE shape = ? ORDER BY id", (shape,))

    def status(self) -> Status:
        """What is in the collection, in numbers."""
        return status(self)

    def duplicates(self) -> Iterator[Twins]:
        """The puzzles that are there more than once.

        Puzzles with the same clues and colours are one puzzle with several places; those that are
        turned, mirrored or recoloured copies of each other share their shape.
        """
        return twins(self)

    def report(
        self, *, where: str | None = None, title: str | None = None, pictures: int = 48
    ) -> str:
        """A page about the collection as HTML, which needs no network and no other file.

        It has counts, sizes, difficulty, times, the slowest and the hardest puzzles, what looks
        wrong, and pictures of solutions.

        Args:
            where: a condition on the columns of the view ``puzzles``; None for all puzzles.
            title: the heading; by default the name of the file.
            pictures: draw at most this number of solutions.

        Raises:
            CollectionError: the file cannot be read.
            OptionError: the condition is not one, or ``pictures`` is negative.
        """
        from nonosat.collection.reporting import report

        return report(self, where=where, title=title, pictures=pictures)

    def frame(
        self, where: str | None = None, *, sort: str | None = None, limit: int | None = None
    ) -> DataFrame:
        """The puzzles as a table of pandas (extra ``collection``), a row for each.

        The columns are those of the view ``puzzles``, with types that know missing values.

        Args:
            where: a condition on these columns; None for all puzzles.
            sort: names of columns with commas between them, ``-`` before one for descending order.
            limit: how many rows at most.

        Raises:
            CollectionError: the file cannot be read.
            OptionError: the condition or the order is not one, or pandas is not installed.
        """
        from nonosat.collection.frame import frame

        return frame(self.path, where=where, sort=sort, limit=limit)

    def merge(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
        progress: Callable[[Merged, str], None] | None = None,
    ) -> Merged:
        """Add everything that other collections have, and say what was new.

        The others stay as they are. The order plays no part, and merging again changes nothing.

        Args:
            paths: the files of other collections; one or several.
            time_limit: in seconds, after which the work ends; the same call completes it.
            cancel: ends the work from another thread.
            progress: is called now and then with what was done so far and the file at hand.

        Raises:
            CollectionError: one of the files is no collection, or this one cannot be written.
            OptionError: one of the files is this collection.
        """
        self.need_write()
        merged = Merged()
        limits = Limits(time_limit=time_limit, cancel=cancel)
        for path in [paths] if isinstance(paths, str | os.PathLike) else paths:
            if merged.reason is None:
                merge(self, path, merged, limits, progress)
        return merged

    def question(self, key: str, text: str, *, preset: str, version: str) -> int:
        """The number of a question in this collection; it is stored if it is new.

        Args:
            key: the SHA-256 of ``text``.
            text: everything that decides a result but the puzzle, as canonical JSON.
            preset: the name of the preset, for lists.
            version: the version of nonosat.
        """
        number = self._one("SELECT id FROM question WHERE key = ?", key)
        if number is None:
            self.need_write()
            with plain_errors(self.path, writing=True), transaction(self.connection):
                self.connection.execute(
                    "INSERT OR IGNORE INTO question(key, text, preset, version) VALUES(?, ?, ?, ?)",
                    (key, text, preset, version),
                )
            number = self._one("SELECT id FROM question WHERE key = ?", key)
        assert isinstance(number, int)
        return number

    def open_puzzles(
        self,
        question: int,
        *,
        shard: tuple[int, int] | None = None,
        only: Iterable[int] | None = None,
        most_attempts: int | None = None,
    ) -> Iterator[OpenPuzzle]:
        """The puzzles that have no result under a question, in the order of their numbers.

        Results may be stored meanwhile; puzzles that were yielded do not come again.

        Args:
            question: its number, as ``question`` gives it.
            shard: ``(3, 16)`` for the third of 16 equal parts, by the hash of the puzzle.
            only: the numbers of the puzzles that count; None for all.
            most_attempts: leave out what was tried in vain this often.
        """
        where, values = self._open(question, shard, only, most_attempts)
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
                goal = None if goal is None else unpack(goal)
                yield OpenPuzzle(number, content, goal, attempts)
                last = number
            if len(rows) < _PAGE:
                return

    def count_open(
        self,
        question: int,
        *,
        shard: tuple[int, int] | None = None,
        only: Iterable[int] | None = None,
        most_attempts: int | None = None,
    ) -> int:
        """How many puzzles ``open_puzzles`` gives."""
        where, values = self._open(question, shard, only, most_attempts)
        with plain_errors(self.path, writing=False):
            query = f"SELECT count(*) FROM puzzle WHERE {where}"
            count = self.connection.execute(query, values).fetchone()[0]
        assert isinstance(count, int)
        return count

    def _open(
        self,
        question: int,
        shard: tuple[int, int] | None,
        only: Iterable[int] | None,
        most_attempts: int | None,
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
        """Store results and attempts in one transaction; how many results are new.

        A result whose puzzle has one under this question already changes nothing.

        Raises:
            CollectionError: it cannot be written; nothing of it is stored.
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

    def judge(self, **options: Unpack[JudgeOptions]) -> Judged:
        """Judge the puzzles that have no result yet: ``judging.judge`` says what the options are.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     added = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1], [1]], [[1], [1]])])
        ...     store.judge(preset="fast").verdicts
        {'unique': 1, 'multiple': 1}
        """
        from nonosat.collection.judging import judge  # here: it loads the solver

        return judge(self, **options)

    def query(
        self,
        where: str | None = None,
        *,
        sort: str | None = None,
        limit: int | None = None,
        time_limit: float | None = MOST_SECONDS,
        cancel: Cancellation | None = None,
    ) -> Iterator[Entry]:
        """The puzzles that a condition chooses, one after the other.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder:
        ...     with collection.open(Path(folder, "my.db")) as store:
        ...         added = store.add([Puzzle([[1]], [[1]]), Puzzle([[2]], [[1], [1]])])
        ...         [entry.width for entry in store.query("cells < 9", sort="-cells")]
        [2, 1]

        Args:
            where: an expression in SQL on the columns of the view ``puzzles``, such as
                ``verdict = 'multiple' and width <= 20``. It may have subqueries on the tables of
                docs/collections.md and call harmless functions; it cannot change anything.
            sort: names of columns with commas between them, ``-`` before one for descending order;
                puzzles without a value come last. By default they come as they were added.
            limit: how many at most.
            time_limit: in seconds of the database's work; None is no limit.
            cancel: ends the query from another thread.

        Raises:
            OptionError: the condition or the order is not understood, or not allowed.
            LimitError: the time is over, or ``cancel`` was called.
            CollectionError: the collection cannot be read.
        """
        with (
            plain_errors(self.path, writing=False),
            closing(connect(self.path, write=False)) as connection,
        ):
            for row in select(
                connection,
                COLUMNS,
                where=where,
                sort=sort,
                limit=limit,
                time_limit=time_limit,
                cancel=cancel,
            ):
                yield entry_of(self, row)

    def export(self, out: Output, **options: Unpack[ExportOptions]) -> Exported:
        """Write the collection, or what a condition chooses of it, for other programs.

        Args:
            out: a file, a folder, or an open binary file. It is written as a whole or not at all.
            to: ``table`` (comma-separated values), ``jsonl``, ``parquet`` (with duckdb), or a
                format of puzzles; by default the suffix of ``out`` says it. A folder gets a file
                for each puzzle. docs/collections.md describes the columns.
            where, sort, limit, time_limit, cancel: as for ``query``.
            grids: add the puzzle and its solutions to a table; in files of puzzles, the only
                solution becomes the goal picture where there is none.
            certificates: a folder for the certificates that are stored.
            name: the names of files: text with ``{title}``, ``{index}`` and ``{stem}``.
            force: replace files that are there.
            progress: is called now and then with what was done so far.

        Raises:
            OptionError: an option is wrong, or a file is there already.
            LimitError: the time is over, or ``cancel`` was called.
            CollectionError: the collection cannot be read.
            OSError: something cannot be written.
        """
        from nonosat.collection.exporting import export  # here: it loads formats

        return export(self.path, out, **options)

    def _this_round(self, question: int) -> int:
        """The round of judging: the results of later rounds are newer, whatever clocks say."""
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
            "seconds, cpu, known, effort, technique) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
"""A new result is the one that lists show, unless ``SHOWN`` prefers the other."""


def _hash_range(part: int, parts: int) -> tuple[str, str]:
    """The hashes of a part: those from the first on that are smaller than the second.

    >>> _hash_range(3, 16)
    ('2000000000000000', '3000000000000000')
    """
    if not 1 <= part <= parts:
        raise OptionError(f"shard {part}/{parts}: the first number is 1 to {max(parts, 1)}")
    ends = [-(-((part - 1 + i) << 64) // parts) for i in (0, 1)]
    return f"{ends[0]:016x}", "g" if part == parts else f"{ends[1]:016x}"
