# SPDX-License-Identifier: MIT
"""Where commands write: a file, or a folder, an archive or a list with many puzzles.

Every file is written as a whole or not at all (``formats.files.whole_file``), and none is replaced
without ``--force``. ``Folder`` writes a file per puzzle, ``OneFile`` a file with one or many,
``Archive`` a zip archive: ``convert`` and ``make`` use them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import PurePosixPath

import click

from nonosat import formats
from nonosat.cli.input import Source
from nonosat.cli.output import complain, emit_bytes
from nonosat.errors import OptionError, PuzzleError
from nonosat.formats import archives
from nonosat.formats.arguments import Kind
from nonosat.formats.files import whole_file, write_bytes
from nonosat.formats.form import Format
from nonosat.formats.names import FileNames, safe_part
from nonosat.model.puzzle import Puzzle


def check_free(path: str, *, force: bool) -> None:
    """Raise UsageError if a file is there and ``force`` is False: before work that takes long."""
    if not force and os.path.lexists(path):
        raise click.UsageError(f"{path} is there already: add --force to replace it")


def write_file(path: str, data: bytes | Iterable[bytes], *, force: bool) -> None:
    """Write a file in one step, and make the folder that it lies in.

    ``data``: its bytes, or pieces of them that are made while it is written; where making them
    fails, there is no file.

    Raises:
        click.UsageError: it is there and ``force`` is False, or it cannot be written.
    """
    check_free(path, force=force)
    try:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with whole_file(path) as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None


def format_of(output: str, to: str | None, force: bool) -> Format:
    """The format of OUT; refused now if a file is there.

    Raises:
        click.UsageError: standard output needs ``--to``, or OUT is there.
        OptionError: the format is unknown, or not written.
    """
    if to is None and output == "-":
        raise click.UsageError("-o -: say with --to which format to write")
    form = formats.format_for(output) if to is None else formats.format_named(to)
    form.require_written()
    if output != "-":
        check_free(output, force=force)
    return form


def only_one(sources: Iterator[Source], option: str) -> Iterator[Source]:
    """The only puzzle there is, for an option that writes one.

    Raises:
        click.UsageError: there are more.
    """
    first = list(islice(sources, 2))
    if len(first) > 1:
        raise click.UsageError(f"{option} is for one puzzle, and FILE has more")
    return iter(first)


def write_puzzle(form: Format, output: str, force: bool, source: Source, puzzle: Puzzle) -> None:
    """Write the puzzle, and say what the format does not keep of it.

    Raises:
        click.UsageError: the format cannot hold it, or the file is there or cannot be written.
    """
    try:
        content = form.dumps(puzzle)
    except PuzzleError as error:
        raise click.UsageError(f"{output} cannot be written: {error}") from None
    for loss in formats.losses(puzzle, form.name):
        complain(f"{source.name}: the format {form.name!r} does not keep {loss.what}")
    data = content.encode() if isinstance(content, str) else content
    if output != "-":
        write_file(output, data, force=force)
        return
    emit_bytes(data)


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A puzzle is not written; the text says why."""


def _folders(below: str, source: Source) -> str:
    """The folders of an output below DIR, with slashes: those of the input, and of its archive.

    Raises:
        Refused: a name in an archive climbs out of it.
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


class Output:
    """What all outputs share: the format, the dialect, what happens to existing files."""

    def __init__(
        self,
        path: str,
        form: Format,
        dialect: str | None,
        names: FileNames,
        force: bool,
        resume: bool,
    ) -> None:
        self.path = path
        self.form = form
        self.dialect = dialect
        self.names = names
        self.force = force
        self.resume = resume
        self._top = os.path.realpath(path)
        self._puzzles: list[Puzzle] = []
        self._files: list[tuple[str, str | bytes]] = []

    @property
    def suffix(self) -> str:
        """The suffix of files that are made."""
        return self.form.suffixes[0] if self.form.suffixes else ".txt"

    def place(self, below: str, source: Source, title: str) -> str:
        """The name of the file for a puzzle, below DIR or in the archive.

        Raises:
            Refused: there is none.
        """
        index = source.index
        if source.member:  # its number in the archive says nothing
            index = None
        folder = _folders(below, source)
        return self.names.make(
            folder, stem=_stem(source), index=index, title=title, suffix=self.suffix
        )

    def content(self, puzzle: Puzzle) -> str | bytes:
        """The file of a puzzle.

        Raises:
            Refused: the format cannot hold the puzzle.
        """
        try:
            return self.form.dumps(puzzle, self.dialect)
        except PuzzleError as error:
            raise Refused(str(error)) from None

    def is_done(self, place: str) -> bool:
        """True if an earlier run has written this."""
        return False

    def add(self, place: str, puzzle: Puzzle) -> str | None:
        """Write a puzzle or keep it for the end; the path of the file that is written now."""
        raise NotImplementedError

    def finish(self) -> str | None:
        """Write what was kept; the path of the file, if one is written."""
        return None

    def refuse_existing(self, path: str) -> None:
        """Refuse to overwrite a file without ``--force``."""
        if path != "-" and not self.force and os.path.lexists(path):
            raise Refused(f"{path} exists: --force replaces it, --resume keeps it")


class Folder(Output):
    """A file for each puzzle."""

    def is_done(self, place: str) -> bool:
        return self.resume and os.path.lexists(os.path.join(self.path, place))

    def add(self, place: str, puzzle: Puzzle) -> str | None:
        path = os.path.join(self.path, place)
        self.refuse_existing(path)
        content = self.content(puzzle)
        folder = os.path.dirname(path)
        inside = os.path.realpath(path)
        if os.path.commonpath([self._top, inside]) != self._top:
            raise Refused(f"{path} leads out of {self.path} through a link")
        os.makedirs(folder or ".", exist_ok=True)
        write_bytes(path, content)
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
        if len(self._puzzles) == 1:
            content = self.content(self._puzzles[0])
        else:
            content = self.form.dumps_all(self._puzzles, self.dialect)
        if self.path != "-":
            write_bytes(self.path, content)
            return self.path
        data = content.encode() if isinstance(content, str) else content
        if isinstance(content, bytes) and sys.stdout.isatty():
            raise click.UsageError(f"files of the format {self.form.name!r} are no text: name OUT")
        emit_bytes(data)
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


def form_to_write(to: str | None, out: str) -> Format:
    """The format to write.

    Raises:
        OptionError: it is unknown, or not written.
        click.UsageError: nothing says which one.
    """
    is_archive = out.lower().endswith(".zip")
    if to is None and not is_archive:
        by_suffix = formats.formats_by_suffix(out)
        if out == "-" or is_folder(out) or not by_suffix:
            raise click.UsageError("say with --to which format to write")
        return formats.format_for(out)
    form = formats.format_named(to or "json")
    if is_archive and form.name == "zip":
        form = formats.format_named("json")
    form.require_written()
    return form


def is_folder(out: str) -> bool:
    """True if OUT is or will be a folder: it exists, ends with a slash, or has no suffix."""
    if os.path.lexists(out):
        return os.path.isdir(out)
    return out.endswith(("/", os.sep)) or not os.path.splitext(out)[1]


def output_to(
    out: str, form: Format, dialect: str | None, names: FileNames, force: bool, resume: bool
) -> Output:
    """The output that OUT stands for.

    Raises:
        OptionError: the format has no such dialect.
        click.UsageError: ``resume`` without a folder.
    """
    form.require_dialect(dialect)
    arguments = (out, form, dialect, names, force, resume)
    if out != "-" and is_folder(out):
        return Folder(*arguments)
    if resume:
        raise click.UsageError("--resume needs a folder OUT: a single file is written at the end")
    return Archive(*arguments) if out.lower().endswith(".zip") else OneFile(*arguments)
