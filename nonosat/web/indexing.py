# SPDX-License-Identifier: MIT
"""The process that reads the files of the library, judges their puzzles and watches for changes.

It runs beside the workers at the lowest priority, so a large folder does not delay the answers. It
first reads all new and changed files, so that the list is complete soon. Then it gives each puzzle
without a verdict a verdict and a difficulty, taking at most a second for each. Then it watches the
files. ``collection`` does the reading and judging; this module decides when.

Scanning 10,000 files takes 0.1 CPU seconds. So all files are scanned every two seconds, or less
often if that would take more than 2 % of a core (10,000 files every 5 s). A puzzle that the page
saves is listed at once, without a scan.

A file counts as changed if its size, its times or its inode changed. Its content is identified by
its hash, so nothing is read or judged twice. Symbolic links that lead out of a folder are not
followed, nor is a folder that has become a link. Rejected: notifications of the system (inotify),
which differ between systems and fail on network drives.

A collection in a served folder counts as a file with many puzzles (``collection.nested``).
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from nonosat._version import __version__
from nonosat.collection.adding import Content, add
from nonosat.collection.chunks import Answer, Task
from nonosat.collection.judging import judge
from nonosat.collection.nested import FORMAT, is_database, nested_content, record_nested
from nonosat.collection.rows import Result, storable, unpack
from nonosat.collection.schema import plain_errors, transaction
from nonosat.collection.store import Store
from nonosat.errors import CollectionError, NonosatError, PuzzleSyntaxError
from nonosat.explain.rating import rate
from nonosat.formats.files import read_bytes
from nonosat.formats.folders import Entry, walk
from nonosat.limits import Limits
from nonosat.model.canonical import read_canonical
from nonosat.model.report import Verdict
from nonosat.solving import solve
from nonosat.solving.executors import Answers, Chunk, Event, Over
from nonosat.web.cache_folder import INDEX, own_files
from nonosat.web.library import opened, refresh
from nonosat.web.requests import Progress, Reading
from nonosat.workers.channel import Begun
from nonosat.workers.system import LOWEST, lower_own

MAX_PUZZLES = 200_000
"""The maximum number of puzzles in a library."""
_LOOK_SECONDS = 2.0
"""The shortest time between two scans of all files."""
_LOOK_SHARE = 50
"""The time between two scans is at least this many times the processor time of the last scan."""
_BATCH_SECONDS = 0.3
"""After this time the puzzles read so far are stored and listed."""
_JUDGE_SECONDS = 1.0
"""The time limit of the verdict, and of the rating, of each puzzle."""
_PRESET = "fast"
_SEPARATORS = os.sep + (os.altsep or "")
_JOURNALS = ("-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside an open database."""
_OWN_ENDS = (".db", INDEX, *_JOURNALS, "-journal", "-judge")


def work(task: Reading, emit: Callable[[object], None]) -> None:
    """Read all files, judge all puzzles and watch for changes, forever."""
    emit(Begun())
    lower_own(LOWEST)
    reader = Reader(task.library, task.paths, emit)
    check = True
    while True:
        begun = time.monotonic()
        try:
            with opened(task.library, check=check) as store:
                check = False
                reader.look(store)
            end = begun + max(_LOOK_SECONDS, _LOOK_SHARE * reader.cost)
            with opened(task.library) as store:
                reader.judge(store, end)
            time.sleep(max(0.0, end - time.monotonic()))
        except CollectionError as error:
            check = True  # a damaged library is built again
            reader.tell(error=str(error).replace(task.library, "the cache"))
            time.sleep(_LOOK_SECONDS)


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the library.

    ``key``: its name in the database; ``shown``: its name for users; ``signature``: differs when
    the file has changed; ``trouble``: why it cannot be read.
    """

    path: str
    key: str
    shown: str
    signature: str
    trouble: str | None = None


class Reader:
    """Brings a library up to date and reports its progress.

    ``cost``: the processor seconds of the last scan of all files, without reading them.
    """

    cost = 0.0

    def __init__(
        self, library: str, paths: Iterable[str], emit: Callable[[Progress], object]
    ) -> None:
        self._paths = tuple(paths)
        self._real = {path: os.path.realpath(path) for path in self._paths}
        self._own = own_files(library)
        self._emit = emit
        self._progress = Progress(0, 0, 0)
        self._said = 0.0

    def tell(self, *, soon: bool = False, **changes: Any) -> None:
        """Report the progress; ``soon``: unless the last report is recent."""
        self._progress = replace(self._progress, **changes)
        if not soon or time.monotonic() - self._said > _BATCH_SECONDS:
            self._said = time.monotonic()
            self._emit(self._progress)

    def look(self, store: Store) -> None:
        """Read all new and changed files, and forget those that are gone.

        Raises:
            CollectionError: the library cannot be read or written.
        """
        with plain_errors(store.path, writing=True):
            sql = store.connection
            known = dict(sql.execute("SELECT file, signature FROM web.seen"))
            self._count(store)
            used = time.process_time()
            files = self._walk()
            self.cost = time.process_time() - used
            _forget(sql, known.keys() - files.keys())
            new = [file for key, file in files.items() if known.get(key) != file.signature]
            todo = [file for file in new if file.trouble is None]
            done = len(files) - len(todo)
            self.tell(files=done, of=len(files), read=self._progress.read and not todo)
            _note(sql, [(file, file.trouble) for file in new if file.trouble is not None])
            for number in self._read(store, todo):
                self.tell(files=done + number, soon=True)
            self._count(store)
            judged = self._progress.judged >= self._progress.puzzles
            self.tell(files=len(files), read=True, done=judged, error=None)

    def take(self, store: Store, folder: str, name: str) -> None:
        """Read a file that was just written into a folder of the library."""
        path = os.path.join(folder, name)
        file = _file(path, f"{_top(folder)}/{name}")
        with plain_errors(store.path, writing=True):
            deque(self._read(store, [file]))

    def _walk(self) -> dict[str, _File]:
        """All served files by their keys, including files that cannot be read."""
        files: dict[str, _File] = {}
        for root in self._paths:
            inside = os.path.join(self._real[root], "")
            top, length = _top(root), len(root.rstrip(_SEPARATORS))
            for path, fault in self._entries(root):
                shown = (top + path[length:]).replace(os.sep, "/")
                try:
                    if fault is not None:
                        raise fault
                    if path.endswith(_OWN_ENDS) and self._is_own(path):
                        continue
                    link = path != root and os.path.islink(path)
                    if link and not os.path.realpath(path).startswith(inside):
                        raise PuzzleSyntaxError("a link that leads out of the folder")
                    file = _file(path, shown)
                except (PuzzleSyntaxError, OSError) as error:
                    why = f"the file cannot be read: {getattr(error, 'strerror', '')}"
                    if isinstance(error, PuzzleSyntaxError):
                        why = str(error.faults[0])
                    file = _File(path, storable(path), storable(shown), storable(why), why)
                files[file.key] = file
        return files

    def _entries(self, root: str) -> Iterable[Entry]:
        """The files of a served path."""
        if not os.path.isdir(root):
            return [Entry(root)]
        if os.path.realpath(root) != self._real[root]:
            return [Entry(root, PuzzleSyntaxError("the folder has become a link to elsewhere"))]
        return walk(root)

    def _is_own(self, path: str) -> bool:
        """True for the files of the library itself, and for journals."""
        return os.path.realpath(path) in self._own or (
            path.endswith(_JOURNALS) and is_database(path[:-4])
        )

    def _read(self, store: Store, todo: list[_File]) -> Iterator[int]:
        """Read files; yield how many of them are done."""
        sql = store.connection
        with transaction(sql):  # without a signature the file is read again, also after a crash
            sql.executemany(
                "INSERT INTO web.seen VALUES(?, ?, '', NULL)"
                " ON CONFLICT(file) DO UPDATE SET signature = ''",
                ((file.key, file.shown) for file in todo),
            )
        refresh(sql)  # rows that a killed process left stale
        waiting = deque(todo)
        while waiting:
            if _puzzles(sql) >= MAX_PUZZLES:
                message = f"more than {MAX_PUZZLES} puzzles: the rest is not read"
                _note(sql, [(replace(waiting[0], signature=""), message)])
                return
            self._read_some(store, waiting)
            yield len(todo) - len(waiting)

    def _read_some(self, store: Store, waiting: deque[_File]) -> None:
        """Read files for a moment; store and list their puzzles."""
        sql = store.connection
        end = time.monotonic() + _BATCH_SECONDS
        taken: list[_File] = []
        stored: list[tuple[_File, int]] = []
        unread: dict[str, str] = {}
        faults: dict[str, str] = {}

        def contents() -> Iterator[Content]:
            while waiting and (not taken or time.monotonic() < end):
                file = waiting.popleft()
                taken.append(file)
                path, key, shown = file.path, file.key, file.shown
                try:
                    if is_database(path):
                        most = MAX_PUZZLES - _puzzles(sql, but=key)
                        stored.append((file, most))
                        yield nested_content(path, name=key, shown=shown, most=most)
                    else:
                        yield Content(key, read_bytes(path), lasting=True, below=True, path=shown)
                except PuzzleSyntaxError as error:
                    unread[key] = str(error.faults[0])
                except CollectionError as error:
                    unread[key] = str(error).replace(path, os.path.basename(path))

        def faulty(shown: str, found: list[str], _: bool) -> None:
            faults.setdefault(shown, found[0])

        add(
            store,
            contents(),
            limits=Limits(),
            progress=lambda *_: self._grow(store),
            faulty=faulty,
        )
        for file, most in stored:
            record_nested(store, file.path, state=file.signature, most=most)
        notes: list[tuple[_File, str | None]] = []
        for file in taken:
            why = unread.get(file.key)
            if why is None and not store.value(_IS_CURRENT, file.key):
                why = faults.get(file.shown, "it cannot be read")  # an optional library is missing
            notes.append((file, why))
        _note(sql, notes)

    def _grow(self, store: Store) -> None:
        """List the puzzles of a large file that are stored so far."""
        if time.monotonic() - self._said > _BATCH_SECONDS:
            refresh(store.connection)
            self._count(store)

    def _count(self, store: Store) -> None:
        """Report the numbers of puzzles and of judged puzzles."""
        (edition,) = store.connection.execute("SELECT number FROM web.edition").fetchone()
        judged = store.connection.execute(
            "SELECT count(*) FROM web.listing JOIN puzzle ON puzzle.id = listing.puzzle"
            " WHERE latest IS NOT NULL"
        ).fetchone()[0]
        self.tell(puzzles=_puzzles(store.connection), judged=judged, edition=edition)

    def judge(self, store: Store, end: float) -> None:
        """Judge puzzles without a verdict until that time, unless another server is judging.

        Raises:
            CollectionError: the library cannot be read.
        """
        with plain_errors(store.path, writing=True):
            found = store.connection.execute(_UNJUDGED, (FORMAT, __version__))
            numbers = [number for (number,) in found]
        done = not numbers
        if numbers:
            before, most = self._progress.judged, self._progress.puzzles
            with suppress(CollectionError):  # another process is judging
                judged = judge(
                    store,
                    preset=_PRESET,
                    time_limit=_JUDGE_SECONDS,
                    retries=0,
                    only=numbers,
                    executor=_Here(end),
                    progress=lambda now: self.tell(judged=min(before + now.done, most)),
                )
                done = judged.open == judged.judged + sum(judged.failed.values())
        with plain_errors(store.path, writing=True):
            self._count(store)
        self.tell(done=done)


_UNJUDGED = """
SELECT puzzle.id FROM web.listing JOIN puzzle ON puzzle.id = listing.puzzle
LEFT JOIN result ON result.id = puzzle.latest LEFT JOIN question ON question.id = result.question
WHERE result.id IS NULL OR question.preset <> ? AND question.version <> ?
"""
"""The puzzles to judge: without a result, or with one of another preset and version."""

_IS_CURRENT = "SELECT EXISTS(SELECT 1 FROM source WHERE file = ? AND current)"


class _Here:
    """An executor in this process until that time; it finds verdict and difficulty."""

    parallel = 1
    chunk_seconds = _BATCH_SECONDS

    def __init__(self, end: float) -> None:
        self._end = end

    def run(self, source: Callable[[], Chunk | None]) -> Generator[Event | None, None, None]:
        """Do chunks until there are no more, or the time is over."""
        while time.monotonic() < self._end and (chunk := source()) is not None:
            for task in chunk.tasks:
                yield Answers(chunk.number, [_judged(task)])
                if time.monotonic() > self._end:
                    break
            yield Over(chunk.number)


def _judged(task: Task) -> Answer:
    begun = time.monotonic()
    try:
        puzzle = read_canonical(unpack(task.content).decode())
    except (NonosatError, ValueError) as error:  # the row is damaged
        return Answer(task.puzzle, "error", str(error), 0.0, None)
    report = solve(puzzle, preset=_PRESET, time_limit=_JUDGE_SECONDS)
    difficulty = technique = None
    if report.verdict is Verdict.UNIQUE:
        with suppress(NonosatError):
            rating = rate(puzzle, steps=False, time_limit=_JUDGE_SECONDS)
            difficulty, technique = rating.difficulty, rating.technique
    result = Result.of(task.puzzle, report, difficulty=difficulty, technique=technique)
    return Answer(task.puzzle, "done", None, time.monotonic() - begun, result.row())


def _top(root: str) -> str:
    return os.path.basename(os.path.normpath(root))


def _file(path: str, shown: str) -> _File:
    """A file and its present state.

    Raises:
        OSError: the file is gone.
    """
    signature = f"{__version__} {_state(path)}"
    with suppress(FileNotFoundError):  # new rows of a collection may still be in its journal
        journal = _state(f"{path}-wal")
        signature += "" if journal.startswith("0 ") else f" {journal}"
    return _File(path, storable(path), storable(shown), signature)


def _state(path: str) -> str:
    found = os.stat(path)
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


def _puzzles(sql: sqlite3.Connection, but: str | None = None) -> int:
    """The number of listed puzzles, except those whose first place is in the file ``but``."""
    query = "SELECT count(*) FROM web.listing"
    if but is None:
        return int(sql.execute(query).fetchone()[0])
    query += (
        " JOIN place ON place.id = listing.place JOIN source ON source.id = place.source"
        " WHERE source.file <> ?"
    )
    return int(sql.execute(query, (but,)).fetchone()[0])


def _forget(sql: sqlite3.Connection, gone: Iterable[str]) -> None:
    """Remove the files that are gone, with their puzzles."""
    with transaction(sql):
        for key in gone:
            sql.execute("DELETE FROM web.seen WHERE file = ?", (key,))
            sql.execute("UPDATE web.edition SET number = number + 1")
        sql.execute(
            "UPDATE source SET current = 0 WHERE current"
            " AND file NOT IN (SELECT file FROM web.seen)"
        )
    refresh(sql)


def _note(sql: sqlite3.Connection, files: Iterable[tuple[_File, str | None]]) -> None:
    """Store the present state of files, and the faults that belong to a whole file."""
    with transaction(sql):
        for file, fault in files:
            trouble = None if fault is None else storable(fault)
            if trouble is not None and file.signature:  # the file could not be read at all
                sql.execute("UPDATE source SET current = 0 WHERE file = ?", (file.key,))
            before = sql.execute("SELECT trouble FROM web.seen WHERE file = ?", (file.key,))
            if before.fetchone() != (trouble,):
                sql.execute("UPDATE web.edition SET number = number + 1")
            sql.execute(
                "INSERT OR REPLACE INTO web.seen VALUES(?, ?, ?, ?)",
                (file.key, file.shown, file.signature, trouble),
            )
            sql.execute(  # if reading was cut short, some of its puzzles may be listed
                "INSERT OR IGNORE INTO web.stale SELECT puzzle FROM place WHERE puzzle IS NOT NULL"
                " AND source IN (SELECT id FROM source WHERE file = ? AND NOT done)",
                (file.key,),
            )
    refresh(sql)
