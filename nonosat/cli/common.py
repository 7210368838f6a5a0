# SPDX-License-Identifier: MIT
"""What the subcommands share: exit codes, input, and output that fits the terminal.

Input is read lazily, so that a file with a million puzzles is checked as it is read. A broken
puzzle is told (on stderr, or as a JSON object) and does not keep the others from being worked on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeVar

import click

from nonosat import formats
from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.files import MAX_BYTES
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle

DONE = 0
MULTIPLE = 1
NONE = 3
BAD_INPUT = 4
UNKNOWN = 5
INTERRUPTED = 130

_WORST_FIRST = (BAD_INPUT, UNKNOWN, NONE, MULTIPLE, DONE)

_Function = TypeVar("_Function", bound=Callable[..., Any])


def worst(codes: Iterable[int]) -> int:
    """The exit code for several puzzles.

    >>> worst([0, 1, 3]), worst([5, 4]), worst([])
    (3, 4, 0)
    """
    return min(codes, key=_WORST_FIRST.index, default=DONE)


class _FileArgument(click.ParamType[str]):
    """A file name, ``-`` or a puzzle's text; shells complete file names."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def input_options(function: _Function) -> _Function:
    """The arguments and options of every subcommand: files, format, json, quiet, ascii."""
    for decorate in (
        click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII alone."),
        click.option(
            "-q",
            "--quiet",
            is_flag=True,
            help="No progress and no words: print pictures, tables and JSON where they are asked "
            "for, else leave the answer to the exit code. Errors are still told.",
        ),
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON object per puzzle and line."
        ),
        click.option(
            "--format",
            "format_name",
            type=click.Choice(sorted(formats.FORMATS)),
            help="The format of the files, instead of recognising it.",
        ),
        click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_FileArgument()),
    ):
        function = decorate(function)
    return function


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle, or what is wrong with it, and where it comes from."""

    file: str
    """As given on the command line."""
    index: int | None
    """Its number in a file with many, from 1; None in a file with one."""
    puzzle: Puzzle | PuzzleError | PuzzleSyntaxError

    @property
    def name(self) -> str:
        """What it is called in messages: ``FILE``, or ``FILE#3``; never more than a line."""
        literal = self.file != "-" and formats.looks_literal(self.file)
        name = "<text>" if literal else printable(self.file)
        return name if self.index is None else f"{name}#{self.index}"

    def origin(self) -> dict[str, Any]:
        """The first two fields of its JSON object."""
        return {"file": self.file, "index": self.index}


def read_items(files: Iterable[str], format_name: str | None) -> Iterator[Item]:
    """All puzzles of all files, in order."""
    for file in files:
        puzzles = _puzzles(file, format_name)
        first = list(islice(puzzles, 2))  # two of them tell whether it has many
        many = len(first) == 2
        for index, puzzle in enumerate(chain(first, puzzles), start=1):
            yield Item(file, index if many else None, puzzle)


def _puzzles(
    file: str, format_name: str | None
) -> Iterator[Puzzle | PuzzleError | PuzzleSyntaxError]:
    try:
        if file == "-":
            text = _standard_input()
        elif formats.looks_literal(file):
            text = file
        else:
            text = formats.read_text(file)
    except PuzzleSyntaxError as error:
        yield error
        return
    name = "" if file == "-" or formats.looks_literal(file) else file
    found = False
    for puzzle in formats.read_all(text, format=format_name, name=name):
        found = True
        yield puzzle
    if not found:
        yield PuzzleSyntaxError(Fault("no puzzle in it"))


def read_grid(file: str, puzzle: Puzzle) -> Grid:
    """The grid in a file (or in a text with line breaks), in the letters of a puzzle.

    Raises:
        PuzzleSyntaxError: the file cannot be read.
        GridError: it holds no grid of this puzzle.
    """
    if "\n" in file:
        return Grid(file, puzzle.palette.letters)
    text = _standard_input() if file == "-" else formats.read_text(file)
    return Grid(text, puzzle.palette.letters)


def _standard_input() -> str:
    try:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    except (OSError, AttributeError) as error:  # a directory; None, if it is closed
        reason = error.strerror if isinstance(error, OSError) else "it is closed"
        raise PuzzleSyntaxError(f"standard input cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise PuzzleSyntaxError(f"more than {MAX_BYTES >> 20} MiB: that is no puzzle file")
    return formats.decode(data)


def tell_faults(item: Item, as_json: bool) -> None:
    """Say what is wrong with a puzzle, a line per fault: on stderr, or as JSON on stdout."""
    assert not isinstance(item.puzzle, Puzzle)
    faults = [str(fault) for fault in item.puzzle.faults]
    if as_json:
        emit_json({**item.origin(), "error": faults})
        return
    for fault in faults:
        complain(f"{item.name}: {fault}")


def complain(message: str) -> None:
    """One line on stderr."""
    print(f"nonosat: {printable(message)}", file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """Text and a newline to stdout, at once."""
    print(text, flush=True)  # not click.echo, which writes UTF-8 where ASCII is asked for


def emit_json(value: dict[str, Any]) -> None:
    """An object as a line of JSON, in ASCII: it passes through any terminal and any pipe."""
    import json

    emit(json.dumps(value, separators=(", ", ": ")))


def printable(text: str) -> str:
    """The text with control characters and the like written out: one line, nothing hidden.

    >>> printable("a\\nb\\x1b[0m")
    'a\\\\nb\\\\x1b[0m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class Screen:
    """What stdout can show: a terminal has a width and perhaps colours, a file has neither."""

    def __init__(self, ascii_only: bool = False) -> None:
        stream = sys.stdout
        self.terminal = stream is not None and stream.isatty()  # None: stdout is closed
        self.unicode = (
            not ascii_only and stream is not None and _encodes(stream.encoding, "▀▄█│┼·₂◆")
        )
        self.color = (
            self.terminal
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM", "dumb") != "dumb"
        )
        self.width = terminal_width(stream) if self.terminal else None

    def picture(
        self,
        puzzle: Puzzle,
        grid: Grid | None = None,
        marks: Collection[tuple[int, int]] = (),
    ) -> str:
        """The puzzle and a grid as text that fits."""
        from nonosat.draw import text

        return text.draw(
            puzzle, grid, marks=marks, unicode=self.unicode, color=self.color, width=self.width
        )

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], left: Collection[str] = ()
    ) -> str:
        """A table as text: numbers to the right, the columns of ``left`` to the left."""
        from io import StringIO

        from rich import box
        from rich.console import Console
        from rich.table import Table

        lines = box.SIMPLE_HEAD if self.unicode else box.ASCII2
        table = Table(box=lines, show_edge=False, pad_edge=False)
        for head in heads:
            table.add_column(head, justify="left" if head in left else "right")
        for row in rows:
            table.add_row(*row, style="bold" if row[0] == "all" else None)
        text = StringIO()
        Console(
            file=text,
            width=self.width or 160,
            force_terminal=self.color,
            no_color=not self.color,
            highlight=False,
        ).print(table)
        return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def _encodes(encoding: str | None, text: str) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal_width(stream: Any) -> int | None:
    """The columns of the terminal behind a stream; None if it does not say."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None
