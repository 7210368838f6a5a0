# SPDX-License-Identifier: MIT
"""Adding puzzles and files to a collection: only what is new, with a record of every file.

Each thing that is added (a file, a folder, a text, a code, a stream) becomes a ``Content`` first: a
name and bytes. The name of a file in the folder of the collection is relative to that folder, so
that the folder can be moved as a whole; other names are absolute.

A file is known by its name and the SHA-256 of its bytes. A known file is not parsed again, so
adding a folder a second time costs the reading of its bytes. If the bytes have changed, the file is
parsed again, and its earlier content stays in the collection; so do files that are gone from an
added folder. Both are not ``current``, and lists leave their puzzles out. A broken file is a row
with its faults; a later version of nonosat reads it again.

Rows are collected for about a second and stored in one transaction, so that other writers wait for
a moment only and a crash costs a second. ``source.done`` says that a file is stored completely;
the next ``add`` completes the others. Rejected: one transaction for all files, which locks the
collection until the end, and loses everything if it is interrupted.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from nonosat import formats
from nonosat._version import __version__
from nonosat.collection.rows import (
    INSERT_PUZZLE,
    SKIPPED,
    goal_fits,
    now,
    place_name,
    place_values,
    puzzle_row,
    storable,
)
from nonosat.collection.schema import plain_errors, transaction
from nonosat.collection.store import Store
from nonosat.errors import NoPuzzleError, OptionError, PuzzleSyntaxError
from nonosat.formats.arguments import Kind, argument
from nonosat.formats.files import read_bytes
from nonosat.formats.folders import walk
from nonosat.limits import Limits, Stopped
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes or text with puzzles, and the name under which they are stored.

    ``name``: characters that UTF-8 cannot hold are stored as an escape, such as ``\\udce9``.
    ``lasting``: ``name`` names a file; other content stored for this file is then an earlier
    state. ``below``: it was found in a folder. ``path``: its name in messages. ``kind``: the kind
    of argument that it comes from. ``puzzles``: puzzles that were read elsewhere, in the format
    ``form``: numbers, members, and puzzles or faults; ``data`` then only shows whether the content
    has changed.
    """

    name: str
    data: bytes | str
    lasting: bool = False
    below: bool = False
    path: str = ""
    kind: Kind = Kind.FILE
    form: str | None = None
    puzzles: Iterable[tuple[int, str, Puzzle | list[str]]] | None = None


class Unread(NamedTuple):
    """A file or folder that is not read, and why; it is not stored.

    ``skipped``: it holds no puzzles, such as a pipe in a folder.
    """

    path: str
    why: str
    skipped: bool = False


def contents_of(text: str, store: str) -> Iterator[Content | Unread]:
    """The contents that an argument stands for: a file, the files of a folder, a text, a code.

    Args:
        text: the argument, as on the command line.
        store: the file of the collection; it is left out of the files of a folder.
    """
    folder = os.path.dirname(os.path.abspath(store))
    given = argument(text)
    if given.kind in (Kind.CODE, Kind.TEXT):
        name = text if given.kind is Kind.CODE else "<text>"
        yield Content(name, text, path=name, kind=given.kind)
    elif given.kind is Kind.FOLDER:
        empty = True
        own = [os.path.realpath(f"{store}{end}") for end in ("", "-wal", "-shm", "-journal")]
        for path, fault in walk(text):
            if fault is not None:
                yield Unread(path, str(fault.faults[0]), isinstance(fault, NoPuzzleError))
            elif os.path.realpath(path) not in own:
                yield _file(path, folder, below=True)
            else:
                continue
            empty = False
        if empty:
            yield Unread(text, "no file in this folder")
    else:
        yield _file(text, folder, below=False)


def _file(path: str, folder: str, *, below: bool) -> Content | Unread:
    try:
        data = read_bytes(path)
    except PuzzleSyntaxError as error:
        return Unread(path, str(error.faults[0]))
    return Content(_stored_name(path, folder), data, lasting=True, below=below, path=path)


def _stored_name(path: str, folder: str) -> str:
    """The name of a file in a collection.

    >>> _stored_name("/a/b/c.non", "/a"), _stored_name("/c.non", "/a")
    ('b/c.non', '/c.non')
    """
    whole, start = os.path.abspath(path), os.path.join(os.path.abspath(folder), "")
    return whole[len(start) :] if whole.startswith(start) else whole


Addable: TypeAlias = "Puzzle | str | os.PathLike[str] | Content"
"""What can be added: a puzzle, a file or folder, the text of a puzzle, a code, or a content."""

COMMIT_SECONDS = 1.0
COMMIT_ROWS = 20_000
"""The time and the number of puzzles after which rows are stored."""

_PLACE = (
    "place(puzzle, source, number, member, format, title, author, license, meta, goal, fits) "
    "VALUES((SELECT id FROM puzzle WHERE sha256 = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(slots=True)
class Added:
    """The result of adding, in numbers.

    Puzzles: ``new``, ``known`` (the same clues were there already) and ``broken``. Files: those
    that were read (``files``), those ``unchanged`` since they were read before, those ``changed``,
    files in folders that are not puzzle files (``skipped``; each is a row with its fault), and
    files and folders that cannot be read (``unread``; they are not stored). ``gone``: files of the
    added folders that were added before and are no longer there. ``reason``: the limit
    that ended the work early; the same call completes it.
    """

    new: int = 0
    known: int = 0
    broken: int = 0
    files: int = 0
    unchanged: int = 0
    changed: int = 0
    skipped: int = 0
    unread: int = 0
    gone: int = 0
    reason: Reason | None = None


@dataclass(slots=True)
class _Source:
    """A content that is being stored. ``file``: its name there. ``id``: its row, 0 as long as
    there is no row."""

    content: Content
    file: str
    sha256: str
    size: int
    id: int = 0


@dataclass(slots=True)
class _Found:
    """A puzzle as two rows, or its faults."""

    source: _Source
    number: int
    member: str
    format: str | None
    puzzle: tuple[object, ...] | None
    place: tuple[object, ...]
    faults: list[str]
    skipped: bool = False
    remarks: list[str] = field(default_factory=list)


class _Asked(NamedTuple):
    """The arguments of ``Collection.add`` about reading."""

    form: str | None
    name: str
    strict: bool
    faulty: Callable[[str, list[str], bool], None]
    remarked: Callable[[str, list[str]], None]


def _unheard(*_: object) -> None:
    """A callback that does nothing."""


class _NoFileError(Exception):
    """An argument is neither the name of a file nor a code."""


class _Gone(NamedTuple):
    """The row of a file that is no longer in its folder."""

    source: int


class _End:
    """The end of a source: all its puzzles were yielded."""

    def __init__(self, source: _Source) -> None:
        self.source = source


def add(
    store: Store,
    items: Iterable[Addable],
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    strict: bool = False,
    limits: Limits,
    progress: Callable[[Added, str], None] | None = None,
    faulty: Callable[[str, list[str], bool], None] | None = None,
    remarked: Callable[[str, list[str]], None] | None = None,
) -> Added:
    """Add everything; see ``Collection.add``."""
    added = Added()
    asked = _Asked(format, name, strict, faulty or _unheard, remarked or _unheard)
    found = _found(store, items, asked, added)
    batch: list[_Found | _End | _Gone] = []
    more = True
    while more:
        end = time.monotonic() + COMMIT_SECONDS
        more = False
        try:
            for item in limits.each(found, 100):
                batch.append(item)
                if progress is not None and len(batch) % 100 == 0:
                    progress(added, "" if isinstance(item, _Gone) else item.source.content.path)
                if len(batch) >= COMMIT_ROWS or time.monotonic() > end:
                    more = True
                    break
        except Stopped as stop:
            added.reason = stop.reason
        with plain_errors(store.path, writing=True), transaction(store.connection):
            _write(store, batch, added)
            if not more:
                store.connection.execute(_FIRST_THERE)
        batch.clear()
    return added


def _found(
    store: Store,
    items: Iterable[Addable],
    asked: _Asked,
    added: Added,
) -> Iterator[_Found | _End | _Gone]:
    """The contents of the items that the collection does not have yet."""
    name = asked.name
    loose = _Source(Content(name, b"", path=name), storable(name), "", 0)
    for item in items:
        if isinstance(item, Puzzle):
            yield _row(loose, 0, "", None, item)
            continue
        contents = [item] if isinstance(item, Content) else contents_of(os.fspath(item), store.path)
        for content in contents:
            if isinstance(content, Unread):
                added.unread += not content.skipped
                added.skipped += content.skipped
                asked.faulty(content.path, [content.why], content.skipped)
                continue
            added.files += 1
            data = content.data
            data = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
            file = storable(content.name)
            source = _Source(content, file, hashlib.sha256(data).hexdigest(), len(data))
            if _is_done(store, source):
                added.unchanged += 1
                continue
            refused = 0
            try:
                for row in _rows(source, asked.form):
                    if row.remarks and asked.strict:
                        refused += 1
                        asked.faulty(_place_name(row), row.remarks, False)
                        continue
                    if row.remarks:
                        asked.remarked(_place_name(row), row.remarks)
                    if row.faults:
                        asked.faulty(_place_name(row), row.faults, row.skipped)
                    yield row
            except (OptionError, _NoFileError) as error:  # a library is missing, or a name mistyped
                added.unread += 1
                asked.faulty(content.path, [str(error)], False)
                continue
            added.broken += refused
            if not refused:  # otherwise a call with strict=False reads it again
                yield _End(source)
        if not isinstance(item, Content) and argument(os.fspath(item)).kind is Kind.FOLDER:
            yield from _gone(store, os.fspath(item))


def _gone(store: Store, folder: str) -> Iterator[_Gone]:
    """The files of a folder that the collection has and the folder no longer."""
    own = os.path.dirname(os.path.abspath(store.path))
    start = os.path.join(os.path.abspath(folder), "")
    with plain_errors(store.path, writing=False):
        rows = store.connection.execute("SELECT id, file FROM source WHERE is_file AND current")
        for number, file in rows.fetchall():
            path = os.path.join(own, file)
            escaped = "\\udc" in file  # a name that is not UTF-8
            if path.startswith(start) and not escaped and not os.path.lexists(path):
                yield _Gone(number)


def _is_done(store: Store, source: _Source) -> bool:
    """True if this content was read before, without faults or by this version of nonosat."""
    with plain_errors(store.path, writing=False):
        row = store.connection.execute(
            "SELECT id, version FROM source WHERE file = ? AND sha256 = ? AND done AND current",
            (source.file, source.sha256),
        ).fetchone()
        if row is None:
            return False
        return (
            row[1] == __version__
            or not store.connection.execute(
                "SELECT EXISTS(SELECT 1 FROM place WHERE source = ? AND puzzle IS NULL)", (row[0],)
            ).fetchone()[0]
        )


def _rows(source: _Source, form: str | None) -> Iterator[_Found]:
    """The puzzles and the faults of a content."""
    content = source.content
    if content.puzzles is not None:
        for index, member, one in content.puzzles:
            if isinstance(one, Puzzle):
                yield _row(source, index, member, content.form, one)
            else:
                yield _Found(source, index, member, content.form, None, (), one)
        return
    code = form is None and content.kind is Kind.CODE
    form = "code" if code else form
    try:
        items = formats.read_numbered(content.data, format=form, name=content.path)
    except PuzzleSyntaxError as error:
        skipped = content.below and isinstance(error, NoPuzzleError)
        form = SKIPPED if skipped else None
        yield _Found(source, 0, "", form, None, (), list(map(str, error.faults)), skipped)
        return
    for number, (item, found_form, member) in items:
        if isinstance(item, Puzzle):
            yield _row(source, number or 0, member, found_form or None, item)
        else:
            faults = list(map(str, item.faults))
            if code and isinstance(item, PuzzleSyntaxError):
                raise _NoFileError(f"no file has this name; read as a code: {faults[0]}")
            skipped = content.below and isinstance(item, NoPuzzleError)
            place = (source, number or 0, member, SKIPPED if skipped else found_form or None)
            yield _Found(*place, None, (), faults, skipped)


def _row(source: _Source, number: int, member: str, form: str | None, puzzle: Puzzle) -> _Found:
    place = (*place_values(puzzle), goal_fits(puzzle))
    remarks = list(map(str, puzzle.remarks))
    return _Found(source, number, member, form, puzzle_row(puzzle), place, [], remarks=remarks)


def _place_name(row: _Found) -> str:
    """The name of a place in messages: ``FILE``, ``FILE#3``, ``FILE:MEMBER``."""
    return place_name(row.source.content.path, row.number, row.member)


_THERE = (
    "SELECT min(place.id) FROM place JOIN source ON source.id = place.source "
    "WHERE place.puzzle = puzzle.id AND source.current"
)
_FIRST_THERE = (
    f"UPDATE puzzle SET first = ({_THERE}) WHERE first IN (SELECT place.id FROM source "
    "JOIN place ON place.source = source.id WHERE NOT source.current) "
    f"AND ({_THERE}) IS NOT NULL"
)
"""The place that lists show is one in a file as it is now, if there is one."""


def _write(store: Store, batch: list[_Found | _End | _Gone], added: Added) -> None:
    """Store a batch; part of a transaction."""
    execute = store.connection.execute
    counts = [0, 0, 0]
    changed = 0
    skipped: set[int] = set()
    for item in batch:
        if isinstance(item, _Gone):
            added.gone += execute(
                "UPDATE source SET current = 0 WHERE id = ? AND current", item
            ).rowcount
            continue
        source = item.source
        if not source.id:
            source.id = _source_row(store, source)
        if isinstance(item, _End):
            changed += _finish(store, source)
        elif item.puzzle is None:
            counts[2] += not item.skipped
            if item.skipped:
                skipped.add(source.id)
            faults = storable(json.dumps(item.faults, ensure_ascii=False))
            execute(
                "INSERT OR IGNORE INTO place(source, number, member, format, faults) "
                "VALUES(?, ?, ?, ?, ?)",
                (source.id, item.number, storable(item.member), item.format, faults),
            )
        else:
            counts[1 - execute(INSERT_PUZZLE, item.puzzle).rowcount] += 1
            member = storable(item.member)
            values = (source.id, item.number, member, item.format, *item.place)
            execute(f"INSERT OR IGNORE INTO {_PLACE}", (item.puzzle[0], *values))
    added.new += counts[0]
    added.known += counts[1]
    added.broken += counts[2]
    added.changed += changed
    added.skipped += len(skipped)


def _source_row(store: Store, source: _Source) -> int:
    """The row of a content, new or begun before; faults of an earlier reading are dropped."""
    execute = store.connection.execute
    file, sha256 = key = source.file, source.sha256
    loose = not sha256  # puzzles that come from no file
    last = execute("SELECT max(added) FROM source WHERE file = ?", (file,)).fetchone()[0]
    added = now(after=last)
    execute(
        "INSERT OR IGNORE INTO source(file, sha256, bytes, is_file, done, current, version, added) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        (*key, source.size, source.content.lasting, loose, loose, __version__, added),
    )
    number = execute("SELECT id FROM source WHERE file = ? AND sha256 = ?", key).fetchone()[0]
    if not loose:
        execute("DELETE FROM place WHERE source = ? AND puzzle IS NULL", (number,))
        execute("UPDATE source SET added = ? WHERE id = ? AND NOT current", (added, number))
    assert isinstance(number, int)
    return number


def _finish(store: Store, source: _Source) -> bool:
    """Mark a content as stored; True if the file had another content before."""
    execute = store.connection.execute
    execute(
        "UPDATE source SET done = 1, current = 1, version = ? WHERE id = ?",
        (__version__, source.id),
    )
    if not source.content.lasting:
        return False
    earlier = execute(
        "UPDATE source SET current = 0 WHERE file = ? AND id <> ? AND current",
        (source.file, source.id),
    )
    return earlier.rowcount > 0
