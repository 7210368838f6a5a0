# SPDX-License-Identifier: MIT
"""Input: puzzles from files, folders, standard input and literal texts; and given grids.

Puzzles are read one after the other, so that work on a file with a million puzzles starts at once.
A broken puzzle is reported (on stderr, or as a JSON object) and the others are still worked on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from nonosat import formats
from nonosat.cli.output import complain, emit_json, printable
from nonosat.errors import Fault, GridError, NonosatError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.arguments import stands_for_code
from nonosat.formats.files import MAX_BYTES, files_in, read_bytes
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle
from nonosat.records import dataclass

__all__ = [
    "GivenFile",
    "Source",
    "files_in",
    "mend_words",
    "puzzles_of_file",
    "read_sources",
    "report_error",
    "report_faults",
    "standard_input",
]

_LONGEST_NAME = 40
"""The characters of a code that messages show."""


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

    @property
    def name(self) -> str:
        """What messages call it: ``FILE``, or ``FILE#3``; never more than a line."""
        literal = self.file != "-" and formats.looks_literal(self.file)
        if literal and stands_for_code(self.file):
            name = printable(self.file[:_LONGEST_NAME])
            name += "..." * (len(self.file) > _LONGEST_NAME)
        else:
            name = "<text>" if literal else printable(self.file)
        if self.member:
            return f"{name}:{printable(self.member)}"
        return name if self.index is None else f"{name}#{self.index}"

    def origin(self) -> dict[str, Any]:
        """The first two fields of its JSON object."""
        return {"file": self.file, "index": self.index}


def read_sources(files: Iterable[str], format_name: str | None) -> Iterator[Source]:
    """All puzzles of all files, in order; a folder stands for the files in it.

    Folders are searched to any depth, in the order of the names; names that start with a dot are
    left out. A file in a folder that cannot be read as a puzzle is skipped, with a line on stderr.
    """
    for file in files:
        if file != "-" and not formats.looks_literal(file) and os.path.isdir(file):
            yield from _folder(file, format_name)
        else:
            yield from puzzles_of_file(file, format_name)


def _folder(folder: str, format_name: str | None) -> Iterator[Source]:
    skipped = found = 0
    for path in files_in(folder):
        sources = puzzles_of_file(path, format_name)
        first = next(sources)
        if isinstance(first.item, PuzzleSyntaxError) and first.index is None:
            skipped += 1
            complain(f"{first.name}: skipped: {first.item.faults[0]}")
            continue
        found += 1
        yield first
        yield from sources
    if skipped:
        from nonosat.words import counted  # verify-certificate runs without it

        complain(f"{folder}: {counted(skipped, 'file')} skipped")
    if not found:
        yield Source(folder, None, PuzzleSyntaxError(Fault("no puzzle in this folder")))


def puzzles_of_file(file: str, format_name: str | None) -> Iterator[Source]:
    """The puzzles of a file; at least one, or what is wrong with it."""
    try:
        data, name = _content(file)
        code = data is file and stands_for_code(file)
        form = format_name or ("code" if code else None)
        items = formats.read_numbered(data, format=form, name=name)
    except PuzzleSyntaxError as error:
        yield Source(file, None, error)
        return
    for index, (item, form, member) in items:
        if code and index in (None, 1) and isinstance(item, PuzzleSyntaxError):
            item = item.worded(map(_read_as_code, item.faults))
        yield Source(file, index, item, form or None, member)


def _read_as_code(fault: Fault) -> Fault:
    return Fault(f"no file has this name; read as a code: {fault.at(None)}")


def _content(file: str) -> tuple[str | bytes, str]:
    """The text or bytes that an argument stands for, and the name that may say its format.

    Raises:
        PuzzleSyntaxError: the file cannot be read.
    """
    if file == "-":
        return standard_input(), ""
    if formats.looks_literal(file):
        return file, ""
    return read_bytes(file), file


def standard_input() -> bytes:
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError) as error:  # a directory; None, if it is closed
        reason = error.strerror if isinstance(error, OSError) else "it is closed"
        raise PuzzleSyntaxError(f"standard input cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise PuzzleSyntaxError(f"more than {MAX_BYTES >> 20} MiB: that is no puzzle file")
    return data


def report_faults(source: Source, as_json: bool) -> None:
    """Print what is wrong with a puzzle, a line per fault: on stderr, or as JSON on stdout."""
    assert not isinstance(source.item, Puzzle)
    faults = [str(fault) for fault in source.item.faults]
    mendable = mend_words(source.item)
    if as_json:
        emit_json({**source.origin(), "error": faults} | ({"mend": mendable} if mendable else {}))
        return
    for fault in [*faults, mendable] if mendable else faults:
        complain(f"{source.name}: {fault}")


def mend_words(error: PuzzleError | PuzzleSyntaxError) -> str:
    """Where help is, if other numbers can mend the clues of a puzzle; else empty."""
    return "" if error.clues is None else "'nonosat mend' looks for a number that is mistyped"


class GivenFile:
    """A grid that is given with a question: a file, ``-``, a text with line breaks, or a code.

    It is read once, at the first puzzle, and then understood in the letters of each puzzle; extra
    ``letters`` are colours as well. ``option`` is the one that names the file, ``what`` the words
    for the grid.

    Raises:
        click.UsageError: ``-`` stands for the grid and for a puzzle as well.
    """

    def __init__(
        self,
        file: str,
        puzzle_files: Iterable[str],
        *,
        option: str = "--given",
        what: str = "the given grid",
        letters: str = "",
    ) -> None:
        if file == "-" and "-" in puzzle_files:
            import click  # not at the start of a command that has no such option

            raise click.UsageError(f"{option} - and FILE -: standard input can be read only once")
        self._what = what
        self._letters = letters
        self._file = file
        self._name = "<text>" if "\n" in file else file
        self._text: str | None = None
        self._code = file != "-" and "\n" not in file and stands_for_code(file)

    def _read(self) -> str:
        if self._code:
            from nonosat.formats.codes.face import decode_grid

            return str(decode_grid(self._file))
        content = self._file if "\n" in self._file else _content(self._file)[0]
        return content if isinstance(content, str) else formats.decode(content)

    def grid(self, puzzle: Puzzle) -> Grid:
        """The grid, in the letters of a puzzle and of its size.

        Raises:
            GridError: it cannot be read, or is no grid of this puzzle.
        """
        try:
            if self._text is None:
                self._text = self._read()
            letters = dict.fromkeys(puzzle.palette.letters + self._letters)
            grid = Grid(self._text, "".join(letters))
        except (GridError, PuzzleSyntaxError) as error:
            raise GridError(f"{self._name}: {error}") from None
        if (grid.width, grid.height) != (puzzle.width, puzzle.height):
            raise GridError(
                f"{self._name}: {self._what} is {grid.width}x{grid.height}, "
                f"the puzzle {puzzle.width}x{puzzle.height}"
            )
        return grid


def report_error(
    source: Source, error: NonosatError, as_json: bool, *, named: bool = False
) -> None:
    """Print why a question about a puzzle has no answer; ``named`` adds the name of the puzzle."""
    if as_json:
        emit_json({**source.origin(), "error": str(error).splitlines()})
    else:
        complain(f"{source.name}: {error}" if named else str(error))
