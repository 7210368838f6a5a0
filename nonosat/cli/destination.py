# SPDX-License-Identifier: MIT
"""Where commands write: a file, or a folder, an archive or a list with many puzzles.

Every file is written as a whole or not at all (``formats.files.whole_file``), and no file is
replaced without ``--force``. Three functions make the errors: ``exists`` (exit code 2),
``cannot_hold`` (4) and ``cannot_write`` (74). ``Folder`` writes a file per puzzle, ``OneFile`` a
file with one or many, ``Archive`` a zip archive: ``convert`` and ``make`` use them. ``Table`` says
what was done with many puzzles.
"""

from __future__ import annotations

import csv
import io
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Self

import click

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.input import Source
from nonosat.cli.output import complain, emit_bytes
from nonosat.errors import OptionError, PuzzleError
from nonosat.formats import archives
from nonosat.formats.arguments import Kind
from nonosat.formats.files import is_device, is_folder, whole_file, write_bytes
from nonosat.formats.form import Format
from nonosat.formats.names import FileNames, safe_part
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a command writes, in which format, and whether it may replace existing files.

    ``output``: a file or folder; ``-`` or None is standard output. ``to``: the format.
    """

    output: str | None
    to: str | None = None
    force: bool = False

    @property
    def stdout(self) -> bool:
        """True if it is standard output."""
        return self.output in (None, "-")

    @property
    def suffix(self) -> str:
        """The suffix of the file, in small letters."""
        return os.path.splitext(self.output or "")[1].lower()

    def check_free(self) -> None:
        """Raise UsageError if the file exists and may not be replaced. Called before long work."""
        if not (self.stdout or self.force) and os.path.lexists(self.output or ""):
            raise exists(self.output or "")

    def inside(self, name: str) -> Destination:
        """A file in the folder."""
        return replace(self, output=os.path.join(self.output or "", name))

    def check_suffix(self, suffixes: Sequence[str]) -> None:
        """Raise UsageError if the name of the file ends otherwise."""
        if self.output is not None and self.suffix not in suffixes:
            raise click.UsageError(f"-o {self.output}: the name must end in {', '.join(suffixes)}")

    def form(self) -> Format:
        """The format of the puzzle file; raises now if the file exists.

        Raises:
            click.UsageError: standard output needs ``--to``, or the file exists.
            OptionError: the format is unknown, or not written.
        """
        if self.to is None and self.stdout:
            raise click.UsageError("-o -: say with --to which format to write")
        if self.to is None:
            form = formats.format_for(self.output or "")
        else:
            form = formats.format_named(self.to)
        form.require_written()
        self.check_free()
        return form

    def form_if_named(self) -> Format | None:
        """The format of the puzzle file, for commands where OUT is optional; None without OUT.

        Raises:
            click.UsageError: ``--to`` without OUT; or as ``form`` raises it.
            OptionError: as ``form`` raises it.
        """
        if self.output is not None:
            return self.form()
        if self.to is not None:
            raise click.UsageError("--to is the format of OUT: add -o OUT (-o - prints it)")
        return None

    def write(self, data: str | bytes | Iterable[bytes]) -> None:
        """Write the file in one step, and create its folder.

        ``data``: text or bytes, or pieces that are made while the file is written; if making them
        fails, there is no file.

        Raises:
            click.UsageError: the file exists and may not be replaced.
            OutputError: it cannot be written.
        """
        pieces = (data.encode(),) if isinstance(data, str) else data
        pieces = (pieces,) if isinstance(pieces, bytes) else pieces
        if self.output is None or self.output == "-":
            emit_bytes(b"".join(pieces))
            return
        self.check_free()
        with writing(self.output):
            folder = os.path.dirname(self.output)
            if folder:
                os.makedirs(folder, exist_ok=True)
            with whole_file(self.output) as file:
                file.writelines(pieces)

    def write_puzzle(self, form: Format, source: Source, puzzle: Puzzle) -> None:
        """Write the puzzle, and print what the format does not keep of it.

        Raises:
            PuzzleError: the format cannot hold it.
            click.UsageError: the file exists and may not be replaced.
            OutputError: it cannot be written.
        """
        try:
            content = form.dumps(puzzle)
        except PuzzleError as error:
            raise cannot_hold(self.output or "-", error) from None
        for loss in formats.losses(puzzle, form.name):
            complain(f"{source.name}: the format {form.name!r} does not keep {loss.what}")
        self.write(content)


def only_one(option: str) -> str:
    """The message about several puzzles for an option that writes one."""
    return f"{option} is for one puzzle, and FILE has more"


def exists(path: str) -> click.UsageError:
    """The error about a file that exists and may not be replaced."""
    return click.UsageError(_exists_words(path))


def _exists_words(path: str, *, resumable: bool = False) -> str:
    """The message that a file exists; ``resumable``: --resume would keep it."""
    keep = " or --resume to keep it" if resumable else ""
    return f"{path} exists: add --force to replace it{keep}"


def cannot_hold(path: str, error: PuzzleError) -> PuzzleError:
    """The error about a puzzle that the format of a file cannot hold."""
    return error.worded(replace(x, message=f"{path}: {x.message}") for x in error.faults)


def cannot_write(path: str, error: OSError) -> exits.OutputError:
    """The error about a file that cannot be written."""
    folder = os.path.dirname(path)
    while folder and not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if folder and not os.path.isdir(folder):
        return exits.OutputError(f"{path} cannot be written: {folder} is a file, not a folder")
    return exits.OutputError(f"{path} cannot be written: {error.strerror or error}")


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn an OSError into an OutputError about the file; an OSError of stdout is not changed."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if path == "-":
            raise
        raise cannot_write(path, error) from None


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A puzzle is not written; the text says why. ``code``: the exit code."""

    def __init__(self, why: str, code: int = exits.MULTIPLE) -> None:
        self.code = code
        super().__init__(why)

    def as_error(self) -> Exception:
        """The exception that ends a command for this reason."""
        return click.UsageError(str(self)) if self.code == exits.USAGE else PuzzleError(str(self))


def _folders(below: str, source: Source) -> str:
    """The folders of an output in DIR, with slashes: those of the input and of its archive.

    Raises:
        Refused: a name in an archive leads out of it.
    """
    parts = [part for part in below.split("/") if part]
    if source.member:
        member = PurePosixPath(source.member.replace("\\", "/"))
        if member.is_absolute() or ".." in member.parts:
            raise Refused("its name leads out of the archive")
        parts += [PurePosixPath(source.file).stem, *member.parts[:-1]]
    return "".join(f"{safe_part(part)}/" for part in parts)


def _stem(source: Source) -> str:
    if source.member:
        return PurePosixPath(source.member.replace("\\", "/")).stem
    if source.kind is not Kind.FILE:
        return "puzzle"
    return os.path.splitext(os.path.basename(source.file))[0]


def place_of(names: FileNames, below: str, source: Source, title: str, suffix: str) -> str:
    """The name of the file for a puzzle, below a folder or in an archive.

    Raises:
        Refused: it would lead out of an archive.
    """
    index = None if source.member else source.index  # a number in an archive means nothing
    folder = _folders(below, source)
    return names.make(folder, stem=_stem(source), index=index, title=title, suffix=suffix)


def write_below(folder: str, path: str, content: str | bytes) -> None:
    """Write a file in a folder or in a folder of it, which is created.

    Raises:
        Refused: a link leads out of the folder.
        OSError: the file cannot be written; it is unchanged.
    """
    top = os.path.realpath(folder)
    if os.path.commonpath([top, os.path.realpath(path)]) != top:
        raise Refused(f"{path} leads out of {folder} through a link")
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    write_bytes(path, content)


class Output(ABC):
    """The base of all outputs: the format, the dialect, the rules for existing files."""

    def __init__(
        self,
        out: Destination,
        form: Format,
        names: FileNames,
        *,
        dialect: str | None = None,
        resume: bool | None = None,
    ) -> None:
        self.path = out.output or "-"
        self.form = form
        self.dialect = dialect
        self.names = names
        self.force = out.force
        self.resume = resume
        self._puzzles: list[Puzzle] = []
        self._files: list[tuple[str, str | bytes]] = []

    @property
    def resumable(self) -> bool:
        """True if --resume would keep the files that are there."""
        return False

    def place(self, below: str, source: Source, title: str) -> str:
        """The name of the file for a puzzle, below DIR or in the archive.

        Raises:
            Refused: it would lead out of an archive.
        """
        return place_of(self.names, below, source, title, self.form.suffix)

    def numbered(self, stem: str, number: int, most: int = 0) -> str:
        """The name of the file for one of several new puzzles.

        The number gets as many digits as ``most`` has, so that names sort as numbers up to it.
        """
        stem = f"{stem}-{number:0{len(str(most))}}"
        return self.names.make("", stem=stem, index=None, title="", suffix=self.form.suffix)

    def content(self, puzzle: Puzzle) -> str | bytes:
        """The file of a puzzle.

        Raises:
            Refused: the format cannot hold the puzzle.
        """
        try:
            return self.form.dumps(puzzle, self.dialect)
        except PuzzleError as error:
            raise Refused(str(error), exits.BAD_INPUT) from None

    def is_done(self, place: str) -> bool:
        """True if an earlier run has written this."""
        return False

    @abstractmethod
    def add(self, place: str, puzzle: Puzzle) -> str | None:
        """Write a puzzle or keep it for the end; the path of the file that is written now."""

    def finish(self) -> str | None:
        """Write the kept puzzles; the path of the file, if one is written."""
        return None

    def refuse_existing(self, path: str) -> None:
        """Refuse to overwrite a file without ``--force``."""
        if path != "-" and not self.force and os.path.lexists(path):
            raise Refused(_exists_words(path, resumable=self.resumable), exits.USAGE)


class Folder(Output):
    """A file for each puzzle."""

    @property
    def resumable(self) -> bool:
        return self.resume is not None

    def is_done(self, place: str) -> bool:
        return bool(self.resume) and os.path.lexists(os.path.join(self.path, place))

    def add(self, place: str, puzzle: Puzzle) -> str | None:
        path = os.path.join(self.path, place)
        self.refuse_existing(path)
        write_below(self.path, path, self.content(puzzle))
        return path


class OneFile(Output):
    """One file, or stdout, for all puzzles; written at the end."""

    def add(self, place: str, puzzle: Puzzle) -> str | None:
        self.refuse_existing(self.path)
        self.content(puzzle)  # refused now, with its name
        self._puzzles.append(puzzle)
        if len(self._puzzles) > 1 and not self.form.many:
            raise OptionError(
                f"{self.path!r} is one file, and a file of the format {self.form.name!r} holds one "
                "puzzle: name a folder"
            )
        return None

    def finish(self) -> str | None:
        if not self._puzzles:
            return None
        content = self.form.dumps_some(self._puzzles, self.dialect)
        if self.path != "-":
            write_bytes(self.path, content)
            return self.path
        emit_bytes(content.encode() if isinstance(content, str) else content)
        return None


class Archive(Output):
    """A zip archive with a file for each puzzle; written at the end."""

    def add(self, place: str, puzzle: Puzzle) -> str | None:
        self.refuse_existing(self.path)
        self._files.append((place, self.content(puzzle)))
        return None

    def finish(self) -> str | None:
        if not self._files:
            return None
        write_bytes(self.path, archives.pack(self._files))
        return self.path


def output_to(
    out: Destination, names: FileNames, *, dialect: str | None = None, resume: bool | None = None
) -> Output:
    """The output that OUT stands for; ``resume`` is None for a command without --resume.

    Raises:
        OptionError: the format is unknown, or not written, or has no such dialect.
        click.UsageError: no format is given, or ``resume`` without a folder.
    """
    path = out.output or "-"
    form = _form_to_write(out.to, path)
    form.require_dialect(dialect)
    kind: type[Output] = OneFile
    if path != "-" and is_folder(path):
        kind = Folder
    elif resume:
        raise click.UsageError("--resume needs a folder OUT: a single file is written at the end")
    elif path.lower().endswith(".zip"):
        kind = Archive
    return kind(out, form, names, dialect=dialect, resume=resume)


def output_of(out: Destination) -> Output:
    """The output for new puzzles; in a folder or on stdout they have the format ``non``.

    Raises:
        OptionError: the suffix of OUT belongs to no format.
        click.UsageError: the file exists.
    """
    path = out.output or "-"
    if out.to is None and (path == "-" or is_folder(path)):
        out = replace(out, to="non")
    kept = output_to(out, FileNames(None))
    if not isinstance(kept, Folder):
        out.check_free()
    return kept


def _form_to_write(to: str | None, path: str) -> Format:
    is_archive = path.lower().endswith(".zip")
    if to is None and not is_archive:
        if path == "-" or is_folder(path):
            raise click.UsageError("say with --to which format to write")
        form = formats.format_for(path)
        form.require_written()
        return form
    form = formats.format_named(to or "json")
    if is_archive and form.name == "zip":
        form = formats.format_named("json")
    form.require_written()
    return form


class Table:
    """The table of what was done, as comma-separated values, with a row for each puzzle.

    ``rows``: the rows of earlier runs, by the name of the puzzle; of two the later. A row is
    appended in one step, as soon as its puzzle is finished; when the table is closed, the earlier
    rows of a puzzle are left out. The file is locked, so that two processes do not do the same
    work.

    Raises:
        OutputError: it cannot be written, or another process writes it.
        click.UsageError: the file exists and is something else, such as a device.
    """

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.path = path
        self._columns = ["file", "done", *columns, "seconds", "output", "error", "exit", "input"]
        self._columns.append("content")
        self.rows: dict[str, dict[str, str]] = {}
        self._file: int | None = None
        self._appended = 0
        """The rows in the file, with those that a later one replaces."""

    def __enter__(self) -> Self:
        from nonosat.collection.tables import unguarded
        from nonosat.workers import system

        if is_device(self.path):
            raise click.UsageError(
                f"{self.path}: a pipe, a socket or a device is not read: name a file with --table"
            )
        with writing(self.path):
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            binary = getattr(os, "O_BINARY", 0)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | binary, 0o666)
        try:
            system.lock(self._file)
            if not os.path.samestat(os.fstat(self._file), os.stat(self.path)):
                raise BlockingIOError  # it was written anew meanwhile
        except OSError as error:
            self._close()
            if not isinstance(error, BlockingIOError):
                raise cannot_write(self.path, error) from None
            raise exits.OutputError(
                f"{self.path}: another process is at this work: wait for it, or name another table "
                "with --table"
            ) from None
        with writing(self.path), open(self._file, "rb", closefd=False) as file:
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]  # a row that was cut off by a power cut counts not
        lines = csv.reader(io.StringIO(whole.decode("utf-8", "replace"), newline=""))
        heads = next(lines, None)
        if text and heads != self._columns:
            self._close()
            raise click.UsageError(f"{self.path} is not the table of this command: name --table")
        for line in lines:
            row = dict(zip(self._columns, map(unguarded, line), strict=False))
            if len(row) == len(self._columns):
                self.rows[row["file"]] = row
                self._appended += 1
        with writing(self.path):
            if len(whole) < len(text):
                os.ftruncate(self._file, len(whole))
            if not text:
                os.write(self._file, _csv_row(self._columns))
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is None:
            return
        if self._appended > len(self.rows):
            with suppress(OSError):  # of two rows the last counts, so the file is right
                self._write_anew()
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write_anew(self) -> None:
        """Replace the file, in one step, by one with a row for each puzzle."""
        rows = b"".join(_csv_row([*row.values()]) for row in self.rows.values())
        content = _csv_row(self._columns) + rows
        try:
            write_bytes(self.path, content)
        except PermissionError:  # Windows replaces no open file
            self._close()
            write_bytes(self.path, content)

    def add(self, row: Mapping[str, object]) -> None:
        """Write a row; values that are missing stay empty."""
        given = ("" if row.get(name) is None else str(row[name]) for name in self._columns)
        values = [printable(value.replace("\n", "; ")) for value in given]
        with writing(self.path):
            assert self._file is not None
            os.write(self._file, _csv_row(values))
        self._appended += 1
        self.rows[values[0]] = dict(zip(self._columns, values, strict=True))


def _csv_row(cells: Sequence[str]) -> bytes:
    """A row of the table, as its file has it."""
    from nonosat.collection.tables import guarded

    text = io.StringIO(newline="")
    csv.writer(text).writerow(map(guarded, cells))
    return text.getvalue().encode("utf-8", "backslashreplace")
