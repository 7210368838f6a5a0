# SPDX-License-Identifier: MIT
"""Exports: the puzzles of a collection, or some of them, as files for other programs.

* A table: comma-separated values with davidje13's columns first, JSON lines, or Parquet.
* Puzzles in any format that nonosat writes: a folder with a file each, or one file with all of
  them. Lists with independent lines (``code``, and the format ``csv``, which is called
  ``davidje13-list`` here because ``csv`` is the table) are written while the puzzles come; files of
  other formats are made at the end, of all their puzzles.
* Certificates that are stored, each as a file of a folder.

Each file is written as a whole or not at all (``formats.files.whole_file``).
A table is written row by row, so that a million rows take the memory of some thousand.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, NotRequired, TypeAlias, TypedDict, Unpack, cast

from nonosat import formats
from nonosat.collection.entries import certificate_of, puzzle_of, solutions_of
from nonosat.collection.rows import check_kinds
from nonosat.collection.schema import reading
from nonosat.collection.tables import csv_cell, csv_heads, csv_line, json_line
from nonosat.collection.where import MOST_SECONDS, batches
from nonosat.errors import OptionError, PuzzleError
from nonosat.formats.codes import compact
from nonosat.formats.files import file_name, is_device, is_folder, whole_file, write_bytes
from nonosat.formats.form import Format
from nonosat.formats.names import FileNames
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    import sqlite3

    from nonosat.limits import Cancellation


@dataclass(slots=True)
class Exported:
    """The result of an export.

    How many ``puzzles`` (or their certificates) and ``files`` were written. ``refused``: the
    numbers of the puzzles that the format cannot hold, and why. ``lost``: descriptions of the data
    that the format does not keep, each with the number of the first puzzle that has such data and
    how many have it.
    """

    puzzles: int = 0
    files: int = 0
    refused: list[tuple[int, str]] = field(default_factory=list)
    lost: dict[str, tuple[int, int]] = field(default_factory=dict)


@contextmanager
def target(path: str | os.PathLike[str], force: bool) -> Iterator[IO[bytes]]:
    """A file that is written as a whole, or not at all.

    Raises:
        FileExistsError: it exists, and ``force`` is False.
        OSError: it cannot be written.
    """
    if not force and os.path.lexists(path) and not is_device(path):
        raise exists(path)
    with whole_file(path) as file:
        yield file


def make_folder(path: str | os.PathLike[str]) -> None:
    """Make a folder and its parents, unless it exists.

    Raises:
        NotADirectoryError: it is a file.
    """
    try:
        os.makedirs(file_name(path), exist_ok=True)
    except FileExistsError as error:
        words = os.strerror(errno.ENOTDIR)
        raise NotADirectoryError(errno.ENOTDIR, words, error.filename) from None


def exists(path: str | os.PathLike[str]) -> FileExistsError:
    """The error if a file exists and may not be replaced."""
    words = "the file exists: force=True replaces it"
    return FileExistsError(errno.EEXIST, words, os.fspath(path))


_BY_LINE = ("code", "csv")


class PuzzleWriter:
    """Writes puzzles to a folder or a file, and notes refused puzzles and lost data.

    Raises:
        OptionError: a file of the format holds one puzzle, and ``out`` is one file.
        OSError: a file cannot be written.
    """

    def __init__(
        self, out: str | os.PathLike[str] | IO[bytes], form: Format, force: bool, done: Exported
    ) -> None:
        self._out = out
        self._form = form
        self._force = force
        self._done = done
        self._kept: list[Puzzle] = []
        self._lines: list[str] = []
        self.folder = isinstance(out, str | os.PathLike) and is_folder(os.fspath(out))
        """True if each puzzle gets a file."""

    def add(self, number: int, name: str, puzzle: Puzzle) -> None:
        """Write a puzzle; in a folder to the file ``name``."""
        try:
            content = self._form.dumps(puzzle)
        except PuzzleError as error:
            self._done.refused.append((number, "; ".join(map(str, error.faults))))
            return
        if self.folder:
            self._write(name, content)
        else:
            if self._done.puzzles and not self._form.many:
                raise OptionError(
                    f"a file of the format {self._form.name!r} holds one puzzle: name a folder"
                )
            if self._form.name in _BY_LINE:
                assert isinstance(content, str)
                first = not self._lines or self._form.name == "code"
                self._lines.append(content if first else content.partition("\n")[2])
            else:
                self._kept.append(puzzle)
        self._done.puzzles += 1
        for loss in formats.losses(puzzle, self._form.name):
            first_one, times = self._done.lost.get(loss.what, (number, 0))
            self._done.lost[loss.what] = (first_one, times + 1)

    def _write(self, name: str, content: str | bytes) -> None:
        assert isinstance(self._out, str | os.PathLike)
        make_folder(self._out)
        path = os.path.join(self._out, name)
        if os.path.islink(path):
            raise OptionError(f"{path} is a link: files are not written through links")
        if not self._force and os.path.lexists(path):
            raise exists(path)
        write_bytes(path, content)
        self._done.files += 1

    def finish(self) -> None:
        """Write the file, if ``out`` is one file and there is anything to write."""
        if self.folder or not (self._lines or self._kept):
            return
        content = "".join(self._lines) if self._lines else self._form.dumps_some(self._kept)
        data = content.encode() if isinstance(content, str) else content
        if not isinstance(self._out, str | os.PathLike):
            self._out.write(data)
            return
        with target(self._out, self._force) as file:
            file.write(data)
        self._done.files += 1


TABLE_SUFFIXES = {"csv": (".csv",), "jsonl": (".jsonl", ".ndjson"), "parquet": (".parquet",)}
"""The kinds of tables, and their suffixes."""

GRIDS = ("code", "solution", "other_solution")
"""The columns that grids add to comma-separated values."""

LIST = "davidje13-list"
"""The format ``csv``: a list of davidje13's program."""

CERTIFICATES = "certificates"
_CERTIFICATE = ".nonocert"

Output: TypeAlias = "str | os.PathLike[str] | IO[bytes]"


class ExportOptions(TypedDict):
    """The options of ``Collection.export``."""

    to: NotRequired[str | None]
    where: NotRequired[str | None]
    sort: NotRequired[str | None]
    limit: NotRequired[int | None]
    grids: NotRequired[bool]
    name: NotRequired[str | None]
    force: NotRequired[bool]
    time_limit: NotRequired[float | None]
    cancel: NotRequired[Cancellation | None]
    progress: NotRequired[Callable[[Exported], None] | None]


def kind_of(out: Output, to: str | None) -> str:
    """The kind of output: a kind of table, certificates, or the name of a format.

    Raises:
        OptionError: the format cannot be inferred, or is unknown.
    """
    if to is not None:
        if to not in (*TABLE_SUFFIXES, CERTIFICATES, LIST):
            formats.format_named(to).require_written()
        return to
    if isinstance(out, str | os.PathLike):
        suffix = os.path.splitext(out)[1].lower()
        for kind, suffixes in TABLE_SUFFIXES.items():
            if suffix in suffixes:
                return kind
        written = [form for form in formats.formats_by_suffix(out) if form.writes]
        if written and not os.path.isdir(out):
            return formats.format_for(out).name
    raise OptionError(
        f"say what to write: {', '.join(TABLE_SUFFIXES)} (spreadsheets open csv), {CERTIFICATES}, "
        f"{LIST}, or a format of 'nonosat formats'"
    )


_MADE_OF = re.compile(
    r"(?:[a-z]+ of )+(?P<file>.+?)(?:#(?P<number>[0-9]{1,9}))?(?::[0-9a-f]{16})+", re.DOTALL
)
"""The place of a puzzle that a command has made of another one."""


class _Row:
    """A row of the query, with its puzzle and solutions."""

    def __init__(self, path: str, behind: sqlite3.Connection, values: tuple[object, ...]) -> None:
        check_kinds(path, values[: len(_ROW)], _KINDS)
        self._behind = behind
        self.id, self.cells = cast(tuple[int, int], values[:2])
        self.verdict, self.file, self.member, self.title = cast(
            tuple[str | None, str | None, str | None, str | None], values[2:6]
        )
        self.number = cast(int | None, values[6])
        self.puzzle = puzzle_of(behind, self.id)

    def solutions(self) -> list[list[str]]:
        """The solutions, as text."""
        found = solutions_of(self._behind, self.id, self.cells)
        return [self.puzzle.grid(cells).text_rows() for cells in found]

    def file_name(self, names: FileNames, suffix: str) -> str:
        """The name of a file for it."""
        source = self.member or os.path.basename(self.file or "") or f"puzzle-{self.id}"
        index = self.number or None
        made_of = _MADE_OF.fullmatch(f"{self.file}:{self.member}")
        if made_of is not None:  # its member is only the hash of that puzzle
            source = made_of["file"].rpartition(":")[2]
            index = int(made_of["number"] or 0) or None
        stem = os.path.splitext(source.replace("\\", "/").rpartition("/")[2])[0]
        return names.make("", stem=stem, index=index, title=self.title or "", suffix=suffix)


_ROW = ("id", "cells", "verdict", "file", "member", "title", "number")
_KINDS = "iiTTTTI"


def export(path: str, out: Output, **options: Unpack[ExportOptions]) -> Exported:
    """Write a collection to a file or folder; see ``Collection.export``."""
    kind = kind_of(out, options.get("to"))
    run = _Run(path, kind, options)
    with reading(path) as front, reading(path) as behind:
        if kind == "parquet":
            run.parquet(front, behind, out)
        elif kind in TABLE_SUFFIXES:
            run.table(front, behind, out)
        elif kind == CERTIFICATES:
            run.certificates(front, behind, out)
        else:
            run.puzzles(front, behind, out)
    return run.exported


class _Run:
    """One export: its options, and what was written so far."""

    def __init__(self, path: str, kind: str, options: ExportOptions) -> None:
        self._path = path
        self.kind = kind
        self.options = options
        self.grids = options.get("grids", False)
        self.force = options.get("force", False)
        self.exported = Exported()
        self._names = FileNames(options.get("name"))
        self._progress = options.get("progress")

    def _batches(
        self, connection: sqlite3.Connection, columns: Sequence[str], *expressions: str
    ) -> Iterator[list[tuple[object, ...]]]:
        options = self.options
        for rows in batches(
            connection,
            columns,
            where=options.get("where"),
            sort=options.get("sort"),
            limit=options.get("limit"),
            time_limit=options.get("time_limit", MOST_SECONDS),
            cancel=options.get("cancel"),
            expressions=expressions,
            there=True,
        ):
            yield rows
            if self._progress is not None:
                self._progress(self.exported)

    def table(self, front: sqlite3.Connection, behind: sqlite3.Connection, out: Output) -> None:
        """Write comma-separated values or JSON lines."""
        is_csv = self.kind == "csv"
        end = "\r\n" if is_csv else "\n"
        lines = self._lines(front, behind, is_csv)
        first = next(lines, None)  # errors in the query are raised before a file is opened
        with self._opened(out) as file:
            if is_csv:
                file.write(f"{csv_heads(GRIDS if self.grids else ())}{end}".encode())
            while first is not None:
                file.write((end.join(first) + end).encode())
                self.exported.puzzles += len(first)
                first = next(lines, None)
        self.exported.files += isinstance(out, str | os.PathLike)

    def _opened(self, out: Output) -> AbstractContextManager[IO[bytes]]:
        if isinstance(out, str | os.PathLike):
            return target(out, self.force)
        return nullcontext(out)

    def _lines(
        self, front: sqlite3.Connection, behind: sqlite3.Connection, is_csv: bool
    ) -> Iterator[list[str]]:
        line = csv_line() if is_csv else json_line()
        if not self.grids:
            for rows in self._batches(front, (), line):
                yield [cast(str, row[0]) for row in rows]
            return
        for rows in self._batches(front, _ROW, line):
            lines = []
            for values in rows:
                row, text = _Row(self._path, behind, values), cast(str, values[-1])
                lines.append(_csv_with(text, row) if is_csv else _json_with(text, row))
            yield lines

    def parquet(self, front: sqlite3.Connection, behind: sqlite3.Connection, out: Output) -> None:
        """Write Parquet, by way of JSON lines."""
        from nonosat.collection.tables import write_parquet

        if not isinstance(out, str | os.PathLike):
            raise OptionError("Parquet is not text: name a file")
        lines = self._lines(front, behind, is_csv=False)
        with target(out, self.force) as file:
            folder = os.path.dirname(os.path.abspath(out))
            self.exported.puzzles = write_parquet(lines, file, folder, grids=self.grids)
        self.exported.files += 1

    def puzzles(self, front: sqlite3.Connection, behind: sqlite3.Connection, out: Output) -> None:
        """Write the puzzles themselves, to a folder or to one file."""
        form = formats.format_named("csv" if self.kind == LIST else self.kind)
        writer = PuzzleWriter(out, form, self.force, self.exported)
        for rows in self._batches(front, _ROW):
            for values in rows:
                row = _Row(self._path, behind, values)
                puzzle = row.puzzle
                if self.grids and puzzle.goal is None and row.verdict == "unique":
                    found = solutions_of(behind, row.id, row.cells)
                    puzzle = puzzle.with_goal(puzzle.grid(found[0])) if found else puzzle
                name = row.file_name(self._names, form.suffix) if writer.folder else ""
                writer.add(row.id, name, puzzle)
        writer.finish()

    def certificates(
        self, front: sqlite3.Connection, behind: sqlite3.Connection, out: Output
    ) -> None:
        """Write the certificates that are stored, each to a file of a folder."""
        if not isinstance(out, str | os.PathLike) or not is_folder(os.fspath(out)):
            raise OptionError("certificates go to a folder: name one, such as certificates/")
        for rows in self._batches(front, _ROW):
            for values in rows:
                row = _Row(self._path, behind, values)
                content = certificate_of(behind, row.id)
                if not content:
                    continue
                make_folder(out)
                name = row.file_name(self._names, _CERTIFICATE)
                with target(os.path.join(out, name), self.force) as file:
                    file.write(content)
                self.exported.puzzles += 1
                self.exported.files += 1


def _csv_with(line: str, row: _Row) -> str:
    try:
        code: str | None = compact.write(row.puzzle)
    except PuzzleError:  # the name of a colour is too long
        code = None
    grids: list[str | None] = ["/".join(rows) for rows in row.solutions()[:2]]
    cells = [code, *grids, *[None] * (2 - len(grids))]
    return ",".join([line, *map(csv_cell, cells)])


def _json_with(line: str, row: _Row) -> str:
    puzzle = json.loads(formats.dumps(row.puzzle, format="json"))
    more = {"puzzle": puzzle, "solutions": row.solutions()}
    text = json.dumps(more, ensure_ascii=False, separators=(",", ":"))
    return f"{line[:-1]},{text[1:]}"
