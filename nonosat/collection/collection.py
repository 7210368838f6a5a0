# SPDX-License-Identifier: MIT
"""``Collection``: the class that users hold.

Each method calls a function of a module beside this one, on a ``Store``. Large modules (the solver,
the formats, charts) are loaded when a method needs them.

Everything is written in whole transactions: a puzzle together with its place, a result together
with its attempt. So the file is sound after any interruption, and the same call completes the work.
Nothing is stored twice: puzzles are known by their SHA-256, places by file and number, results by
puzzle and question.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Self, Unpack

from nonosat.collection.adding import Addable, Added, Content, add
from nonosat.collection.entries import COLUMNS, Duplicates, Entry, duplicates, entries, entry_of
from nonosat.collection.figures import Status, status
from nonosat.collection.merging import Merged, merge
from nonosat.collection.schema import reading
from nonosat.collection.store import Store
from nonosat.collection.where import MOST_SECONDS, batches
from nonosat.errors import OptionError, check_type, shown
from nonosat.formats import format_named
from nonosat.limits import Cancellation, Limits
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from pandas import DataFrame

    from nonosat.collection.exporting import Exported, ExportOptions, Output
    from nonosat.collection.judging import Judged, JudgeOptions


class Collection:
    """A collection of puzzles and of everything found out about them, in one file.

    ``nonosat.collection.open`` opens one. It is a context manager; the end of the block closes it.
    Iteration gives an ``Entry`` for each puzzle, ``len`` their number. ``store`` is for the program
    itself.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import Puzzle, collection
    >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
    ...     added = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1], [1]], [[1], [1]])])
    ...     judged = store.judge(preset="fast")
    ...     [(entry.id, entry.verdict) for entry in store]
    [(1, 'unique'), (2, 'multiple')]

    Args:
        path: the file.
        write: True to add and judge puzzles, False to read only.
        create: True to make the file if it is missing; it can then be written, too.

    Raises:
        CollectionError: the file is missing, is not a collection, is of a newer version, or cannot
            be opened.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, write: bool = False, create: bool = False
    ) -> None:
        self.store = Store(path, write=write, create=create)

    @property
    def path(self) -> str:
        """The file."""
        return self.store.path

    @property
    def writable(self) -> bool:
        """Whether it is open for writing."""
        return self.store.writable

    def close(self) -> None:
        """Close the file; the collection cannot be used afterwards."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of puzzles."""
        count = self.store.value("SELECT count(*) FROM puzzle")
        assert isinstance(count, int)
        return count

    def add(
        self,
        items: Addable | Iterable[Addable],
        *,
        format: str | None = None,  # noqa: A002
        name: str = "",
        strict: bool = False,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
        progress: Callable[[Added, str], None] | None = None,
        faulty: Callable[[str, list[str], bool], None] | None = None,
        remarked: Callable[[str, list[str]], None] | None = None,
    ) -> Added:
        """Add puzzles and files, and say how many puzzles are new.

        Adding the same again does nothing. A file that is broken becomes a row with its faults; a
        file that has changed is read again, and its earlier puzzles stay.

        Args:
            items: puzzles, files, folders, texts of puzzles, codes, or a ``Content`` that was read
                elsewhere; a single item or several. They are taken one after the other, so a
                generator may have any length.
            format: the format of the files; by default it is recognised.
            name: the origin of puzzles that are in no file, for lists.
            strict: count puzzles with remarks as broken, and do not store them.
            time_limit: in seconds, after which the work ends; the same call completes it.
            cancel: ends the work from another thread.
            progress: is called now and then with the numbers so far and the current file.
            faulty: is called with the name of a broken file or puzzle, its faults, and whether it
                is a file in a folder that is not a puzzle file.
            remarked: is called with the name of a puzzle and the remarks on its file: parts that
                were not read and may matter, such as a misspelt key.

        Returns:
            How many puzzles are new, known and broken, and what happened to the files.

        Raises:
            CollectionError: it cannot be written. Puzzles that were stored before stay.
            OptionError: the format is unknown.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     added = store.add(["RlKq", Puzzle([[1], [1]], [[1], [1]]), ".#\\n##"])
        ...     added.new, added.known
        (2, 1)
        """
        self.store.need_write()
        if format is not None:
            format_named(format)
        check_type("name", name, str)
        several = [items] if isinstance(items, Puzzle | str | os.PathLike | Content) else items
        limits = Limits(time_limit=time_limit, cancel=cancel)
        return add(
            self.store,
            several,
            format=format,
            name=name,
            strict=strict,
            limits=limits,
            progress=progress,
            faulty=faulty,
            remarked=remarked,
        )

    def __iter__(self) -> Iterator[Entry]:
        """All puzzles, in the order of their numbers."""
        return entries(self.store, "ORDER BY id")

    def entry(self, name: int | str) -> Entry:
        """One puzzle, with everything that is known about it.

        Args:
            name: its number, or the first digits of its SHA-256 (at least 8).

        Returns:
            The puzzle; ``Entry.answers`` has its results, ``Entry.found`` its places.

        Raises:
            OptionError: there is no puzzle of that name, or several hashes begin with it.
            CollectionError: the collection cannot be read.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1]], [[1]])])
        ...     store.entry(1).puzzle
        Puzzle(rows=[[2], [1]], columns=[[2], [1]])
        """
        if not isinstance(name, int):
            check_type("name", name, str)
        elif name.bit_length() > 63:
            raise OptionError(f"{self.path}: there is no puzzle {shown(name)}")
        if isinstance(name, int) or (name.isascii() and name.isdecimal() and len(name) < 19):
            found = list(entries(self.store, "WHERE id = ?", (int(name),)))
        elif re.fullmatch("[0-9a-f]{8,64}", name):
            found = list(
                entries(self.store, "WHERE sha256 >= ? AND sha256 < ? LIMIT 2", (name, f"{name}g"))
            )
        else:
            raise OptionError(
                f"{name!r}: name a puzzle by its number or the first 8 digits of its SHA-256"
            )
        if not found:
            raise OptionError(f"{self.path}: there is no puzzle {name}")
        if len(found) > 1:
            raise OptionError(
                f"{self.path}: the SHA-256 of several puzzles begins with {name}; add digits"
            )
        return found[0]

    def isomorphic_to(self, entry: Entry) -> Iterator[Entry]:
        """The other puzzles that equal this puzzle when turned, mirrored or recoloured.

        Args:
            entry: a puzzle of this collection.

        Yields:
            The puzzles, in the order of their numbers.

        Raises:
            CollectionError: the collection cannot be read.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2]], [[1], [1]]), Puzzle([[1], [1]], [[2]])])
        ...     [other.id for other in store.isomorphic_to(store.entry(1))]
        [2]
        """
        where = "WHERE isomorphism_class = ? AND id <> ? ORDER BY id"
        return entries(self.store, where, (entry.isomorphism_class, entry.id))

    def status(self) -> Status:
        """The content of the collection, in numbers.

        Returns:
            Numbers of puzzles, places, files, verdicts, questions and failures.

        Raises:
            CollectionError: the collection cannot be read.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1]], [[1]])])
        ...     store.status().verdicts["open"]
        2
        """
        return status(self.store)

    def duplicates(self) -> Iterator[Duplicates]:
        """The puzzles that the collection has more than once.

        Puzzles with the same clues and colours are one puzzle with several places; puzzles that are
        equal when turned, mirrored or recoloured are isomorphic.

        Yields:
            Groups: the puzzles, and the position of each relative to the first.

        Raises:
            CollectionError: the collection cannot be read.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2]], [[1], [1]]), Puzzle([[1], [1]], [[2]])])
        ...     [group.positions for group in store.duplicates()]
        [['the same', 'mirrored at the diagonal from the upper left']]
        """
        return duplicates(self.store)

    def report(self, *, where: str | None = None, title: str | None = None, limit: int = 48) -> str:
        """A page about the collection as HTML, which needs no network and no other file.

        It has counts, sizes, difficulty, times, the slowest and the hardest puzzles, puzzles that
        look wrong, and pictures of solutions.

        Args:
            where: a condition on the columns of the view ``puzzles``; None for all puzzles.
            title: the heading; by default the name of the file.
            limit: draw the solutions of at most this number of puzzles.

        Returns:
            The text of an HTML file.

        Raises:
            CollectionError: the file cannot be read.
            OptionError: the condition is invalid, or ``limit`` is negative.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1]], [[1]])])
        ...     store.report(title="Mine").startswith("<!DOCTYPE html>")
        True
        """
        from nonosat.collection.reporting import report

        return report(self.store, where=where, title=title, limit=limit)

    def frame(
        self, where: str | None = None, *, sort: str | None = None, limit: int | None = None
    ) -> DataFrame:
        """The puzzles as a table of pandas (extra ``collection``), a row for each.

        The columns are those of the view ``puzzles``, with types that allow missing values.

        Args:
            where: a condition on these columns; None for all puzzles.
            sort: names of columns with commas between them, ``-`` before one for descending order.
            limit: stop after this number of rows.

        Returns:
            The table; its index counts the rows from 0.

        Raises:
            CollectionError: the file cannot be read.
            OptionError: the condition or the order is invalid, or pandas is not installed.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1]], [[1]])])
        ...     store.frame("width > 1").shape
        (1, 28)
        """
        from nonosat.collection.tables import frame

        return frame(self.path, where=where, sort=sort, limit=limit)

    def merge(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
        progress: Callable[[Merged, str], None] | None = None,
    ) -> Merged:
        """Add everything that other collections have, and count what was new.

        The others are not changed. The order does not matter, and merging again changes nothing.

        Args:
            paths: the files of other collections; one or several.
            time_limit: in seconds, after which the work ends; the same call completes it.
            cancel: ends the work from another thread.
            progress: is called now and then with the numbers so far and the current file.

        Returns:
            The numbers of new puzzles, results and attempts; ``reason`` is the limit that ended it.

        Raises:
            CollectionError: a file is not a collection, or this collection cannot be written.
            OptionError: one of the files is this collection.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     with collection.open(Path(folder, "other.db")) as other:
        ...         _ = other.add(Puzzle([[1]], [[1]]))
        ...     store.merge(Path(folder, "other.db")).puzzles
        1
        """
        self.store.need_write()
        merged = Merged()
        limits = Limits(time_limit=time_limit, cancel=cancel)
        for path in [paths] if isinstance(paths, str | os.PathLike) else paths:
            if merged.reason is None:
                merge(self.store, path, merged, limits, progress)
        return merged

    def judge(self, **options: Unpack[JudgeOptions]) -> Judged:
        """Judge the puzzles that have no result yet: is their solution unique?

        Args:
            **options: the preset, limits, workers and so on, as for
                ``nonosat.collection.judging.judge``, which lists them.

        Returns:
            How many puzzles were judged, with which verdicts, and in how many seconds.

        Raises:
            CollectionError: the collection cannot be written, or another process judges it.
            OptionError: an option is wrong.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     added = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1], [1]], [[1], [1]])])
        ...     store.judge(preset="fast").verdicts
        {'unique': 1, 'multiple': 1}
        """
        from nonosat.collection.judging import judge  # here: it loads the solver

        return judge(self.store, **options)

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
            limit: stop after this number.
            time_limit: in seconds of the database's work; None for no limit.
            cancel: ends the query from another thread.

        Returns:
            An iterator of the puzzles; each is read when it is asked for.

        Raises:
            OptionError: the condition or the order is invalid or not allowed; this is raised at
                once.
            LimitError: the time is over, or ``cancel`` was called.
            CollectionError: the collection cannot be read.
        """
        with ExitStack() as opened:
            rows = batches(
                opened.enter_context(reading(self.path)),
                COLUMNS,
                where=where,
                sort=sort,
                limit=limit,
                time_limit=time_limit,
                cancel=cancel,
            )
            return self._entries(chain.from_iterable(rows), opened.pop_all())

    def _entries(self, rows: Iterator[tuple[object, ...]], opened: ExitStack) -> Iterator[Entry]:
        with opened:
            for row in rows:
                yield entry_of(self.store, row)

    def export(self, out: Output, **options: Unpack[ExportOptions]) -> Exported:
        """Write the collection, or the puzzles that a condition chooses, for other programs.

        Args:
            out: a file, a folder, or an open binary file. It is written as a whole or not at all.
            to: ``csv`` (a table of comma-separated values), ``jsonl``, ``parquet`` (with duckdb),
                ``certificates`` (those that are stored, to a folder), ``davidje13-list`` (title and
                code of each puzzle), or a format of puzzles; by default the suffix of ``out``
                decides. A folder gets a file for each puzzle. docs/collections.md describes the
                columns.
            where, sort, limit, time_limit, cancel: as for ``query``.
            grids: add the puzzle and its solutions to a table; in files of puzzles, the only
                solution becomes the goal picture of a puzzle without one.
            name: the names of files: text with ``{title}``, ``{index}`` and ``{stem}``.
            force: replace existing files.
            progress: is called now and then with the numbers so far.

        Returns:
            The numbers of puzzles and files that were written; the puzzles that were refused, and
            the data that was lost.

        Raises:
            OptionError: an option is wrong.
            FileExistsError: a file exists, and ``force`` is False.
            LimitError: the time is over, or ``cancel`` was called.
            CollectionError: the collection cannot be read.
            OSError: a file cannot be written.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from nonosat import Puzzle, collection
        >>> with TemporaryDirectory() as folder, collection.open(Path(folder, "my.db")) as store:
        ...     _ = store.add([Puzzle([[2], [1]], [[2], [1]]), Puzzle([[1]], [[1]])])
        ...     done = store.export(Path(folder, "all.json"))
        ...     done.puzzles, done.files
        (2, 1)
        """
        from nonosat.collection.exporting import export  # here: it loads formats

        return export(self.path, out, **options)
