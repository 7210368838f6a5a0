# SPDX-License-Identifier: MIT
"""Input: puzzles from files, folders, standard input and puzzle texts; and given grids.

Puzzles are read one after the other, so that work on a file with a million puzzles starts at once.
A broken puzzle is reported (on stderr, or as a JSON object) and the others are still worked on.
``formats.arguments`` decides once what each argument is; every ``Source`` has it as ``kind``.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import click

from nonosat import formats
from nonosat.cli import exits
from nonosat.cli.output import Screen, complain, emit_json, end_if
from nonosat.errors import (
    Fault,
    GridError,
    LimitError,
    NonosatError,
    NoPuzzleError,
    PuzzleError,
    PuzzleSyntaxError,
)
from nonosat.formats.arguments import Argument, Kind, argument
from nonosat.formats.common import polling
from nonosat.formats.files import MAX_BYTES, file_name, is_picture, read_bytes
from nonosat.formats.folders import Entry, read_file, walk
from nonosat.model.clue import cells_needed
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import gaps
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle, check_size

T = TypeVar("T")
U = TypeVar("U")

_LONGEST_NAME = 40
"""The most characters of a code in a message."""


@dataclass(frozen=True, slots=True)
class Source:
    """A puzzle, or its faults, and where it comes from."""

    file: str
    """As given on the command line, or the path of a file in a folder that was given."""
    index: int | None
    """Its number in a file with many, from 1; None in a file with one."""
    item: formats.PuzzleOrError
    """The puzzle, or the error with its faults."""
    format: str | None = None
    """The name of the file's format; None if it is not known."""
    member: str = ""
    """The name of its file, if FILE is an archive of files."""
    kind: Kind = Kind.FILE
    """The kind of ``file``."""
    found: str = ""
    """Where a puzzle of a collection was found."""

    @property
    def name(self) -> str:
        """Its name in messages: ``FILE``, or ``FILE#3``; always one line."""
        if self.kind is Kind.CODE:
            name = printable(self.file[:_LONGEST_NAME])
            name += "..." * (len(self.file) > _LONGEST_NAME)
        else:
            name = "<text>" if self.kind is Kind.TEXT else printable(self.file)
        if self.member:
            return f"{name}:{printable(self.member)}"
        return name if self.index is None else f"{name}#{self.index}"

    @property
    def stem(self) -> str:
        """A file name for it, without folder and suffix; with its number if the file has many."""
        name = os.path.basename(self.file) if self.kind is Kind.FILE else ""
        stem = os.path.splitext(name)[0] or "puzzle"
        return stem if self.index is None else f"{stem}-{self.index}"

    def origin(self) -> dict[str, Any]:
        """The first fields of its JSON object; ``remarks`` only if there are any."""
        own = {"file": self.file, "index": self.index}
        found = self.remarks
        return {**own, "remarks": list(map(str, found))} if found else own

    @property
    def remarks(self) -> tuple[Fault, ...]:
        """The parts of its file that were not read."""
        return self.item.remarks if isinstance(self.item, Puzzle) else ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A question without an answer, and why: for example, a file that is not a puzzle."""

    source: Source
    error: NonosatError
    code: int = exits.BAD_INPUT
    """The exit code."""
    named: bool = False
    """True if the message needs the name of the puzzle."""


_NAMED = 3


class Repeated:
    """The broken puzzles of a file with faults of one kind: three are named, the others counted."""

    def __init__(self) -> None:
        self._found: Counter[tuple[str, str]] = Counter()

    def shows(self, name: str, faults: Sequence[str]) -> bool:
        """True if a puzzle gets lines of its own; ``name``: ``FILE`` or ``FILE#3``."""
        kind = name.partition("#")[0], re.sub("[0-9]+", "N", "; ".join(faults))
        self._found[kind] += 1
        return self._found[kind] <= _NAMED

    def end(self) -> None:
        """Print how many puzzles without lines of their own each file has."""
        for (file, _), number in self._found.items():
            if number > _NAMED:
                from nonosat.words import counted  # verify-certificate runs without it

                more = counted(number - _NAMED, "more puzzle")
                complain(f"{file}: {more} broken in the same way")
        self._found.clear()


@dataclass(frozen=True, slots=True)
class Inputs:
    """The puzzles of a subcommand, and how it answers: the options of nearly all subcommands.

    A command yields its answers, and a ``Broken`` for each question without one. ``end`` makes the
    exit code of all; it is the only place that reports a ``Broken``.
    """

    files: tuple[Argument, ...]
    format_name: str | None = None
    as_json: bool = False
    quiet: bool = False
    ascii_only: bool = False
    strict: bool = False
    where: str | None = None
    """The condition on the puzzles of collections."""
    repeated: Repeated = field(default_factory=Repeated, init=False, compare=False)

    def sources(self, only: str = "") -> Iterator[Source]:
        """All puzzles and broken files, in order.

        ``only``: the message if there is more than one.
        """
        sources = self.noticed(read_sources(self.files, self.format_name, self.where))
        if not only:
            return sources
        first = list(islice(sources, 2))
        if len(first) > 1:
            raise click.UsageError(only)
        return iter(first)

    def noticed(self, sources: Iterable[Source]) -> Iterator[Source]:
        """The sources. Remarks on their files are printed; with ``strict`` they are faults.

        With JSON, remarks are in the object of the puzzle (``Source.origin``).
        """
        for source in _in_time(sources):
            if source.remarks and self.strict:
                yield replace(source, item=PuzzleSyntaxError(source.remarks))
                continue
            if not self.as_json and not self.quiet:
                for remark in source.remarks:
                    complain(f"{source.name}: {remark}")
            yield source

    def puzzles(self, only: str = "") -> Iterator[tuple[Source, Puzzle] | Broken]:
        """All puzzles, and a ``Broken`` for each that cannot be read."""
        for source in self.sources(only):
            item = source.item
            yield (source, item) if isinstance(item, Puzzle) else Broken(source, item)

    def each(self, code: Callable[[Source, Puzzle], int | Broken], only: str = "") -> int:
        """Answer a question about each puzzle; the exit code of all.

        ``code`` answers about one puzzle and returns its exit code. If it raises a GridError, the
        given grid is wrong.
        """

        def one(asked: tuple[Source, Puzzle]) -> int | Broken:
            try:
                return code(*asked)
            except GridError as error:
                return Broken(asked[0], error)

        return self.end(self.puzzles(only), one)

    def end(self, answers: Iterable[T | Broken], code: Callable[[T], int | Broken]) -> int:
        """The exit code of all answers; ``code`` shows one and returns its exit code."""
        found = each_of(answers, code)
        try:
            return exits.worst(self.report(x) if isinstance(x, Broken) else x for x in found)
        finally:
            self.repeated.end()

    def report(self, broken: Broken) -> int:
        """Print why a question has no answer; its exit code."""
        if broken.error is broken.source.item:
            faults = list(map(str, broken.error.faults))
            if self.as_json or self.repeated.shows(broken.source.name, faults):
                report_faults(broken.source, self.as_json)
        else:
            report_error(broken.source, broken.error, self.as_json, named=broken.named)
        return broken.code

    def screen(self) -> Screen:
        """The capabilities of stdout."""
        return Screen(self.ascii_only)

    def given(self, file: str | None) -> GivenFile | None:
        """The grid that ``--given`` names."""
        return None if file is None else GivenFile(file, self.files)


def each_of(
    answers: Iterable[T | Broken], following: Callable[[T], U | Broken]
) -> Iterator[U | Broken]:
    """Apply ``following`` to each answer; a ``Broken`` stays as it is."""
    return (one if isinstance(one, Broken) else following(one) for one in answers)


def _in_time(sources: Iterable[Source]) -> Iterator[Source]:
    """The sources, each read within ``--time-limit``, if the command has one.

    Raises:
        LimitError: the time is over.
    """
    context = click.get_current_context(silent=True)
    limit = None if context is None else context.params.get("time_limit")
    if limit is None:
        yield from sources
        return
    each = iter(sources)
    while True:  # without Limits, which the checker of certificates must not load
        overdue = partial(_overdue, time.monotonic() + limit)
        with polling(partial(end_if, overdue, "its reading")):
            source = next(each, None)
        if source is None:
            return
        yield source


def _overdue(end: float, seconds: float) -> bool:
    return time.monotonic() >= end + seconds


@contextmanager
def _named(file: str) -> Iterator[None]:
    """Add the name of the file to a LimitError raised while it is read."""
    try:
        yield
    except LimitError as error:
        raise LimitError(f"{printable(file)}: {error}", error.reason) from None


def read_sources(
    files: Iterable[Argument], format_name: str | None, where: str | None = None
) -> Iterator[Source]:
    """All puzzles of all files, in order; a folder stands for the files in it (``puzzles_in``).

    ``where``: the condition on the puzzles of collections.

    Raises:
        click.UsageError: there is a condition, and a file is no collection.
    """
    for given in files:
        if where is not None and not is_collection(given):
            raise click.UsageError(f"--where is for collections, and {given.text} is none")
        if given.kind is Kind.FOLDER:
            yield from puzzles_in(given.text, walk(given.text), format_name)
        else:
            yield from puzzles_of(given, format_name, where)


def is_collection(given: Argument) -> bool:
    """True if a file is a collection; SQLite keeps the mark of its program at this place."""
    if given.kind is not Kind.FILE or not os.path.isfile(given.text):
        return False
    try:
        with open(file_name(given.text), "rb") as opened:
            head = opened.read(72)
    except OSError:
        return False
    return head[:15] == b"SQLite format 3" and head[68:] == b"nono"


def _stored(path: str, where: str | None) -> Iterator[Source]:
    """The puzzles of a collection, each with its number; a Source with an error if none fulfils
    ``where``."""
    from nonosat import collection  # verify-certificate runs without it
    from nonosat.collection.rows import place_name

    none = True
    with collection.open(path, write=False) as store:
        for entry in store.query(where):
            none = False
            found = "" if entry.file is None else place_name(entry.file, entry.number, entry.member)
            yield Source(path, entry.id, entry.puzzle, found=found)
    if none and where is not None:
        yield Source(path, None, PuzzleSyntaxError(Fault("no puzzle fulfils the condition")))


class Pictures:
    """The skipped pictures of a folder: the first is named on stderr, the others are counted."""

    def __init__(self) -> None:
        self._found = 0

    def shows(self, message: str) -> bool:
        """True if a skipped file gets a line of its own; ``message``: why it is skipped."""
        picture = is_picture(message)
        self._found += picture
        return not picture or self._found == 1

    def end(self, prefix: str = "") -> None:
        """Print the number of pictures without a line of their own, if there are any."""
        if self._found > 1:
            from nonosat.words import counted  # verify-certificate runs without it

            more = counted(self._found - 1, "more picture")
            complain(f"{prefix}{more}: use 'nonosat read' or 'nonosat from-image'")


def puzzles_in(folder: str, entries: Iterable[Entry], format_name: str | None) -> Iterator[Source]:
    """The puzzles of the files that were found in a folder (``formats.folders`` has the rules).

    A file that is not a puzzle file is skipped, with a line on stderr for each (``Pictures``) and
    one for their number. A broken or unreadable file is a Source with its error, and so is a folder
    without any puzzle file.
    """
    skipped = 0
    pictures = Pictures()
    found = False
    for entry in entries:
        skip = False
        for source in _of_entry(entry, format_name):
            if isinstance(source.item, NoPuzzleError):
                skip = True
                if pictures.shows(source.item.faults[0].message):
                    complain(f"{source.name}: skipped: {source.item.faults[0]}")
            else:
                found = True
                yield source
        skipped += skip
    pictures.end(f"{printable(folder)}: ")
    if skipped:
        from nonosat.words import counted  # verify-certificate runs without it

        complain(f"{printable(folder)}: {counted(skipped, 'file')} skipped")
    if not found:
        yield Source(folder, None, PuzzleSyntaxError(Fault("no puzzle in this folder")))


def _of_entry(entry: Entry, format_name: str | None) -> Iterator[Source]:
    if entry.fault is not None:
        yield Source(entry.path, None, entry.fault)
        return
    with _named(entry.path):
        for path, index, item, form, member in read_file(entry.path, format=format_name):
            yield Source(path, index, item, form or None, member)


def puzzles_of(
    given: Argument, format_name: str | None, where: str | None = None
) -> Iterator[Source]:
    """The puzzles of an argument that is not a folder; at least one, or one with its error.

    A collection may have no puzzle. ``where``: the condition on its puzzles.
    """
    file, kind = given
    if is_collection(given):
        yield from _stored(file, where)
        return
    if given.named:
        yield from _of_entry(Entry(file), format_name)
        return
    code = kind is Kind.CODE
    with _named(Source(file, None, PuzzleSyntaxError(""), kind=kind).name):
        try:
            data = standard_input() if kind is Kind.STREAM else file
            items = formats.read_numbered(data, format=format_name or ("code" if code else None))
        except PuzzleSyntaxError as error:
            yield Source(file, None, error, kind=kind)
            return
        for index, (item, form, member) in items:
            found = item
            if code and index in (None, 1) and isinstance(item, PuzzleSyntaxError):
                found = item.worded(map(_read_as_code, item.faults))
            yield Source(file, index, found, form or None, member, kind)


def _read_as_code(fault: Fault) -> Fault:
    return Fault(f"no file has this name; read as a code: {fault.at(None)}")


def standard_input() -> bytes:
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError) as error:  # a directory; None, if it is closed
        reason = error.strerror if isinstance(error, OSError) else "it is closed"
        raise PuzzleSyntaxError(f"standard input cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise PuzzleSyntaxError(f"more than {MAX_BYTES >> 20} MiB: that is not a puzzle file")
    return data


def report_faults(source: Source, as_json: bool) -> None:
    """Print what is wrong with a puzzle, a line per fault: on stderr, or as JSON on stdout."""
    assert not isinstance(source.item, Puzzle)
    faults = [str(fault) for fault in source.item.faults]
    help_ = correct_words(source.item)
    missing = missing_words(source.item)
    if as_json:
        helps = "; ".join(filter(None, [missing, help_]))
        emit_json({**source.origin(), "error": faults} | ({"help": helps} if helps else {}))
        return
    for fault in filter(None, [missing, *faults, help_]):
        complain(f"{source.name}: {fault}")


def missing_words(error: PuzzleError | PuzzleSyntaxError) -> str:
    """That a whole clue may be missing: the sums differ by a usual clue, or lines lack one cell."""
    from nonosat.make.corrections.candidates import missing_axis, too_long
    from nonosat.words import counted

    clues = error.clues
    axis = None if clues is None else missing_axis(clues)
    if axis is None or clues is None:
        return ""
    given = clues.rows if axis == "row" else clues.columns
    filled = sum(length for clue in given for length, _ in clue or ())
    lacking = sum(map(abs, gaps(clues)))
    by_one = any(
        line.axis != axis and cells_needed(clues.clue(line) or ()) == len(given) + 1
        for line in too_long(clues)
    )
    if clues.size is None and not by_one and lacking * len(given) < filled:
        return ""
    cells = counted(lacking, "cell")
    return f"perhaps a {axis} is missing, which has {cells}: 'nonosat correct' looks for its place"


def correct_words(error: PuzzleError | PuzzleSyntaxError) -> str:
    """A pointer to ``correct``, if another number can correct the clues; else empty."""
    return "" if error.clues is None else "'nonosat correct' looks for the mistyped number"


class GivenFile:
    """A grid that is given with a question: a file, ``-``, a text with line breaks, or a code.

    The text is read once, at the first puzzle; each puzzle interprets it with its own letters, and
    ``letters`` are colours as well. ``option`` is the option that names the file, ``what`` the name
    of the grid in messages.

    Raises:
        click.UsageError: ``-`` stands for both the grid and a puzzle.
    """

    def __init__(
        self,
        file: str,
        puzzle_files: Iterable[Argument],
        *,
        option: str = "--given",
        what: str = "the given grid",
        letters: str = "",
    ) -> None:
        self._given = argument(file)
        if self._given.kind is Kind.STREAM and self._given in puzzle_files:
            raise click.UsageError(f"{option} - and FILE -: standard input can be read only once")
        self._what = what
        self._letters = letters
        self._name = "<text>" if self._given.kind is Kind.TEXT else file
        self._text: str | None = None

    def _read(self) -> str:
        file, kind = self._given
        if kind is Kind.CODE:
            from nonosat.formats.codes.face import decode_grid

            return str(decode_grid(file))
        if kind is Kind.TEXT:
            return file
        return formats.decode(standard_input() if kind is Kind.STREAM else read_bytes(file))

    def grid(self, puzzle: Puzzle) -> Grid:
        """The grid, in the letters of a puzzle and of its size.

        Raises:
            GridError: it cannot be read, or does not fit the puzzle.
        """
        try:
            if self._text is None:
                self._text = self._read()
            text, letters = self._text, puzzle.palette.letters
            if not self._letters:
                from nonosat.formats.picture_text import as_marked

                text = as_marked(text, letters, puzzle.width)
            grid = Grid(text, "".join(dict.fromkeys(letters + self._letters)))
        except GridError as error:
            raise GridError(f"{self._name}: {error}") from None
        except PuzzleSyntaxError as error:
            faults = "; ".join(map(str, error.faults))  # without their own name
            raise GridError(f"{self._name}: {faults}") from None
        check_size(puzzle, grid, f"{self._name}: {self._what}")
        return grid


def report_error(
    source: Source, error: NonosatError, as_json: bool, *, named: bool = False
) -> None:
    """Print why a question about a puzzle has no answer; ``named`` adds the name of the puzzle."""
    if as_json:
        emit_json({**source.origin(), "error": str(error).splitlines()})
    else:
        complain(f"{source.name}: {error}" if named else str(error))
