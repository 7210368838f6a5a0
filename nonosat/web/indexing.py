# SPDX-License-Identifier: MIT
"""The process that reads the files of the library, judges their puzzles, and looks for changes.

It runs beside the workers, at the lowest priority, so that a large folder delays nobody. First all
files are read that are new or have changed, so that the list is complete soon; then each puzzle
gets its verdict and its effort, within a second each, unless that is known already. Then it looks
at the folders again and again.

A look at each file takes some 0.1 s of a processor for 10,000 of them: 5 % of a core, if it were
every two seconds. But a file that is new or gone changes the time of its folder, and folders are
few: 20 of them take 0.05 ms. So the folders are looked at every two seconds, and all files as soon
as a folder has changed, else so that it takes 0.8 % of a core: 10,000 files every 13 s, for what
was changed inside a file. The folders take 0.2 % at most, so that all of it takes 1 %.

A file has changed if its size, its times or its number in the file system have; what was read of it
is known by its hash, so nothing is read or judged twice. A symbolic link that leads out of a folder
is not followed. Rejected: reports of changes by the system (inotify), which every system has in its
own way and which fail on network drives.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any

from nonosat._version import __version__
from nonosat.collection import Collection, Content, Result
from nonosat.collection.judging import one_judge
from nonosat.collection.rows import storable, unpack
from nonosat.collection.schema import plain_errors, transaction
from nonosat.errors import CollectionError, NonosatError, PuzzleSyntaxError
from nonosat.explain.rating import rate
from nonosat.formats.files import read_bytes
from nonosat.formats.folders import Entry, walk
from nonosat.model.canonical import read_canonical
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.solving import solve
from nonosat.web.cache import opened
from nonosat.web.cache_folder import LIST, own_files
from nonosat.web.listing import IN_COLLECTION, list_new, list_of_file
from nonosat.web.requests import Progress, Reading
from nonosat.web.stored import Stored, is_collection, is_journal, record_known
from nonosat.workers.channel import Begun

MAX_PUZZLES = 200_000
"""The most puzzles of one library."""
_LOOK_SECONDS = 2.0
"""Between two looks, of either kind, at least; and a number of times as long as the last one took,
in seconds of a processor:"""
_FOLDERS_SHARE = 500
"""... at the folders;"""
_FILES_SHARE = 125
"""... at all files;"""
_CHANGED_SHARE = 20
"""... at all files, if a folder has changed."""
_BATCH_SECONDS = 0.3
"""After which what was read is stored and listed."""
_JUDGE_SECONDS = 1.0
"""For the verdict, and for the rating, of each puzzle."""
_OWN_ENDS = (".db", LIST, "-wal", "-shm", "-journal", "-judge")
_PRESET = "page"
"""What the question is called whose answers come from here."""


def work(task: Reading, emit: Callable[[object], None]) -> None:
    """Read all files, judge all puzzles, look for changes; without end."""
    emit(Begun())
    with suppress(OSError):
        os.nice(10)
    reader = Reader(task.library, task.paths, emit)
    check = True
    while True:
        begun = time.monotonic()
        try:
            with opened(task.library, check=check) as store:
                check = False
                reader.look(store)
            _between_looks(task.library, reader, begun)
        except CollectionError as error:
            check = True  # if it is damaged, it is made anew
            reader.tell(error=str(error).replace(task.library, "the cache"))
            time.sleep(_LOOK_SECONDS)


def _between_looks(library: str, reader: Reader, begun: float) -> None:
    """Judge puzzles, or rest, until it is time for the look after the one that began then."""
    soon = begun + max(_LOOK_SECONDS, _CHANGED_SHARE * reader.cost)
    late = begun + max(_LOOK_SECONDS, _FILES_SHARE * reader.cost)
    judged, end = False, soon
    while True:
        if not judged:
            with opened(library) as store:
                judged = reader.judge(store, end)
        time.sleep(max(0.0, end - time.monotonic()))
        used = time.process_time()
        if reader.changed() or time.monotonic() >= late:
            return
        used = time.process_time() - used
        end = time.monotonic() + max(_LOOK_SECONDS, _FOLDERS_SHARE * used)


@dataclass(frozen=True, slots=True)
class _File:
    """A file, how it is called in the library and by people, and its state."""

    path: str
    key: str
    shown: str
    signature: str


class Reader:
    """Brings a library up to date, and says how far it is.

    ``cost``: the seconds of a processor for the last look at all files, without reading them.
    """

    cost = 0.0

    def __init__(
        self, library: str, paths: Iterable[str], emit: Callable[[Progress], object]
    ) -> None:
        self._paths = tuple(paths)
        self._own = own_files(library)
        self._folders: dict[str, int | None] = {}
        self._emit = emit
        self._progress = Progress(0, 0, 0)
        self._said = 0.0

    def tell(self, *, soon: bool = False, **changes: Any) -> None:
        """Say how far it is; ``soon``: only if that was not said just now."""
        self._progress = replace(self._progress, **changes)
        if not soon or time.monotonic() - self._said > _BATCH_SECONDS:
            self._said = time.monotonic()
            self._emit(self._progress)

    def look(self, store: Collection) -> None:
        """Read all files that are new or have changed, and forget those that are gone.

        Raises:
            CollectionError: the library cannot be read or written.
        """
        with plain_errors(store.path, writing=True):
            sql = store.store.connection
            known = dict(sql.execute("SELECT file, signature FROM web.seen"))
            self._count(store)
            used = time.process_time()
            files, troubles = self._walk()
            self.cost = time.process_time() - used
            with transaction(sql):
                list_new(sql)  # what a process that was ended has left
                for key in known.keys() - files.keys():
                    _forget(sql, key)
                _set_trouble(sql, "", troubles)
            todo = [file for key, file in files.items() if known.get(key) != file.signature]
            done = len(files) - len(todo)
            self.tell(files=done, of=len(files), read=self._progress.read and not todo)
            for number in self._read(store, todo, known):
                self.tell(files=done + number, soon=True)
            self._count(store)
            judged = self._progress.judged >= self._progress.puzzles
            self.tell(files=len(files), read=True, done=judged, error=None)

    def changed(self) -> bool:
        """True if a file is new or gone since the last look; of others it is not known."""
        return any(_time(folder) != time for folder, time in self._folders.items())

    def take(self, store: Collection, folder: str, name: str) -> None:
        """Read a file that has just been written into a folder of the library."""
        path = os.path.join(folder, name)
        file = _file(path, os.path.join(_top(folder), name))
        with plain_errors(store.path, writing=True):
            deque(self._read(store, [file], {}))

    def _walk(self) -> tuple[dict[str, _File], list[tuple[str, str]]]:
        """All files that are served, by their keys, and what cannot be read."""
        files: dict[str, _File] = {}
        troubles: list[tuple[str, str]] = []
        self._folders = {root: _time(root) for root in self._paths}
        for root in self._paths:
            inside = os.path.join(os.path.realpath(root), "")
            top, length = _top(root), len(root.rstrip(os.sep))
            for path, fault in self._entries(root):
                shown = top + path[length:]
                try:
                    if fault is not None:
                        raise fault
                    if path.endswith(_OWN_ENDS) and self._is_own(path):
                        continue
                    link = path != root and os.path.islink(path)
                    if link and not os.path.realpath(path).startswith(inside):
                        raise PuzzleSyntaxError("a link that leads out of the folder")
                    file = _file(path, shown)
                except PuzzleSyntaxError as error:
                    troubles.append((shown, str(error.faults[0])))
                except OSError as error:
                    troubles.append((shown, f"the file cannot be read: {error.strerror}"))
                else:
                    files[file.key] = file
        return files, troubles

    def _entries(self, root: str) -> Iterable[Entry]:
        """What there is of a path that is served. The times of its folders are noted before."""
        if not os.path.isdir(root):
            return [Entry(root)]
        return walk(root, entered=lambda folder: self._folders.setdefault(folder, _time(folder)))

    def _is_own(self, path: str) -> bool:
        """True for the files of the library itself, and for journals."""
        return os.path.realpath(path) in self._own or is_journal(path)

    def _read(
        self, store: Collection, todo: list[_File], known: Mapping[str, str]
    ) -> Iterator[int]:
        """Read files; yields how many of them are done. ``known``: their signatures so far."""
        sql = store.store.connection
        with transaction(sql):  # no signature: whatever happens, the file is read again
            sql.executemany(
                "INSERT OR REPLACE INTO web.seen VALUES(?, ?, '')",
                ((file.key, file.shown) for file in todo),
            )
        waiting, number = deque(todo), 0
        while waiting:
            if _puzzles(sql) >= MAX_PUZZLES:
                with transaction(sql):
                    message = f"more than {MAX_PUZZLES} puzzles: the rest is not read"
                    _set_trouble(sql, waiting[0].key, [(waiting[0].shown, message)])
                return
            if is_collection(waiting[0].path):
                self._read_collection(store, waiting.popleft())
                number += 1
            else:
                number += self._read_some(store, waiting, known)
            yield number

    def _read_some(self, store: Collection, waiting: deque[_File], known: Mapping[str, str]) -> int:
        """Read files for a moment, store and list what they have; how many there were."""
        sql = store.store.connection
        end = time.monotonic() + _BATCH_SECONDS
        before: dict[_File, dict[int, bool]] = {}
        unread: dict[str, str] = {}
        faults: dict[str, str] = {}

        def contents() -> Iterator[Content]:
            while waiting and (not before or time.monotonic() < end):
                if before and is_collection(waiting[0].path):
                    return
                file = waiting.popleft()
                before[file] = _sources(sql, file.key)
                try:
                    data = read_bytes(file.path)
                except PuzzleSyntaxError as error:
                    unread[file.key] = str(error.faults[0])
                else:
                    yield Content(file.key, data, lasting=True, below=True, path=file.shown)

        def faulty(shown: str, found: list[str], _: bool) -> None:
            faults.setdefault(shown, found[0])

        store.add(contents(), progress=lambda *_: self._grow(store), faulty=faulty)
        with transaction(sql):
            for file, earlier in before.items():
                if file.key in unread:
                    sql.execute("UPDATE source SET current = 0 WHERE file = ?", (file.key,))
                now = _sources(sql, file.key)
                why = unread.get(file.key)
                if why is None and not any(now.values()):  # a library is missing to read it
                    why = faults.get(file.shown, "it cannot be read")
                _seen(sql, file, [(file.shown, why)] if why is not None else [])
                if earlier and (now != earlier or known.get(file.key) == ""):
                    list_of_file(sql, file.key)
            list_new(sql)
        return len(before)

    def _read_collection(self, store: Collection, file: _File) -> None:
        """Read a collection: its puzzles as if each were a file, and what it knows of them."""
        sql = store.store.connection
        stored = Stored(file.path, file.key)
        lapsed = {name for _, name in _inside(sql, file.key, current=False)}
        most = MAX_PUZZLES - _puzzles(sql)
        store.add(stored.contents(most), progress=lambda *_: self._grow(store))
        record_known(store, stored, file.signature)
        with transaction(sql):
            lapsed &= stored.names  # they are there again
            for number, name in _inside(sql, file.key, current=True):
                if name not in stored.names:
                    sql.execute("UPDATE source SET current = 0 WHERE id = ?", (number,))
                    lapsed.add(name)
            for name in lapsed:
                list_of_file(sql, name)
            list_new(sql)
            _seen(sql, file, stored.trouble)

    def _grow(self, store: Collection) -> None:
        """List what is stored so far of a large file."""
        if time.monotonic() - self._said > _BATCH_SECONDS:
            with transaction(store.store.connection):
                list_new(store.store.connection)
            self._count(store)

    def _count(self, store: Collection) -> None:
        """Tell how much there is."""
        (edition,) = store.store.connection.execute("SELECT edition FROM web.mark").fetchone()
        judged = store.store.connection.execute(
            "SELECT count(*) FROM web.listing JOIN puzzle ON puzzle.id = listing.puzzle"
            " WHERE latest IS NOT NULL"
        ).fetchone()[0]
        self.tell(puzzles=_puzzles(store.store.connection), judged=judged, edition=edition)

    def judge(self, store: Collection, end: float) -> bool:
        """Judge puzzles without a verdict until that time; nothing if another server does it.

        True if nothing is left to be judged.

        Raises:
            CollectionError: the library cannot be read or written.
        """
        with ExitStack() as block:
            try:
                block.enter_context(one_judge(store.path))
            except CollectionError:
                return False
            with plain_errors(store.path, writing=True):
                done = self._judge(store, end)
                self._count(store)
                self.tell(done=done)
                return done

    def _judge(self, store: Collection, end: float) -> bool:
        """True if nothing is left to be judged."""
        key = hashlib.sha256(_QUESTION.encode()).hexdigest()
        question = store.store.question(key, _QUESTION, preset=_PRESET, version=__version__)
        last, waiting, saved = 0, list[Result](), time.monotonic()
        while True:
            rows = store.store.connection.execute(_OPEN, (last, _PRESET, question)).fetchall()
            for last, content in rows:
                over = time.monotonic() > end
                if waiting and (over or time.monotonic() - saved > _BATCH_SECONDS):
                    judged = self._progress.judged + store.store.record(question, waiting)
                    self.tell(judged=min(judged, self._progress.puzzles))
                    waiting, saved = [], time.monotonic()
                if over:
                    return False
                with suppress(NonosatError, ValueError):  # a row that is damaged
                    waiting.append(_judged(last, read_canonical(unpack(content).decode())))
            if not rows:
                store.store.record(question, waiting)
                return True


_QUESTION = json.dumps(
    {"preset": "fast", "rating": True, "seconds": _JUDGE_SECONDS, "version": __version__}
)
_OPEN = """
SELECT puzzle.id, content FROM web.listing JOIN puzzle ON puzzle.id = listing.puzzle
LEFT JOIN result ON result.id = puzzle.latest
WHERE listing.puzzle > ? AND (result.id IS NULL
  OR result.question IN (SELECT id FROM question WHERE preset = ?))
  AND NOT EXISTS (SELECT 1 FROM result AS mine WHERE mine.puzzle = puzzle.id AND mine.question = ?)
ORDER BY listing.puzzle LIMIT 200
"""
"""The puzzles that are judged: without a result, or with one that another version found."""


def _judged(number: int, puzzle: Puzzle) -> Result:
    report = solve(puzzle, preset="fast", time_limit=_JUDGE_SECONDS)
    effort = technique = None
    if report.verdict is Verdict.UNIQUE:
        with suppress(NonosatError):
            rating = rate(puzzle, steps=False, time_limit=_JUDGE_SECONDS)
            effort, technique = rating.effort, rating.technique
    return Result.of(number, report, effort=effort, technique=technique)


def _top(root: str) -> str:
    return os.path.basename(os.path.normpath(root))


def _file(path: str, shown: str) -> _File:
    """A file and its state now.

    Raises:
        OSError: it is gone.
    """
    signature = f"{__version__} {_state(path)}"
    with suppress(FileNotFoundError):  # what was written to a collection may be in its journal
        journal = _state(f"{path}-wal")
        signature += "" if journal.startswith("0 ") else f" {journal}"
    return _File(path, storable(path), storable(shown), signature)


def _time(path: str) -> int | None:
    """When a folder or file was last changed; None if it is gone."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return None


def _state(path: str) -> str:
    found = os.stat(path)
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino}"


def _puzzles(sql: sqlite3.Connection) -> int:
    return int(sql.execute("SELECT count(*) FROM web.listing").fetchone()[0])


def _sources(sql: sqlite3.Connection, key: str) -> dict[int, bool]:
    """The contents that a file has and had, and whether it has them now."""
    return dict(sql.execute("SELECT id, current FROM source WHERE file = ?", (key,)).fetchall())


def _inside(sql: sqlite3.Connection, key: str, *, current: bool) -> list[tuple[int, str]]:
    """The places in a collection that is served."""
    begin = key + IN_COLLECTION
    return sql.execute(
        "SELECT id, file FROM source WHERE file >= ? AND file < ? AND current = ?",
        (begin, key + chr(ord(IN_COLLECTION) + 1), current),
    ).fetchall()


def _forget(sql: sqlite3.Connection, key: str) -> None:
    """A file is gone."""
    names = [key, *(name for _, name in _inside(sql, key, current=True))]
    for name in names:
        sql.execute("UPDATE source SET current = 0 WHERE file = ? AND current", (name,))
        list_of_file(sql, name)
    sql.execute("DELETE FROM web.seen WHERE file = ?", (key,))
    _set_trouble(sql, key, [])


def _seen(sql: sqlite3.Connection, file: _File, troubles: list[tuple[str, str]]) -> None:
    """A file was read in its present state, with what is wrong."""
    values = (file.signature, file.key)
    sql.execute("UPDATE web.seen SET signature = ? WHERE file = ?", values)
    _set_trouble(sql, file.key, troubles)


def _set_trouble(sql: sqlite3.Connection, key: str, troubles: list[tuple[str, str]]) -> None:
    """Note what is wrong with a file and is no row of the collection; as texts SQLite can hold."""
    rows = [tuple(map(storable, pair)) for pair in troubles]
    before = sql.execute("SELECT shown, message FROM web.trouble WHERE file = ?", (key,))
    if before.fetchall() != rows:
        sql.execute("DELETE FROM web.trouble WHERE file = ?", (key,))
        values = ((key, *row) for row in rows)
        sql.executemany("INSERT INTO web.trouble VALUES(?, ?, ?)", values)
        sql.execute("UPDATE web.mark SET edition = edition + 1")
