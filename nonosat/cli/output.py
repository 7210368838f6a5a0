# SPDX-License-Identifier: MIT
"""Output: data to stdout, messages to stderr, and pictures and tables that fit the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

from nonosat.grid import Grid
from nonosat.puzzle import Puzzle

__all__ = [
    "Screen",
    "complain",
    "emit",
    "emit_bytes",
    "emit_json",
    "printable",
    "survive_odd_characters",
    "terminal_height",
    "terminal_width",
]


def complain(message: str) -> None:
    """Print one line on stderr. If stderr is closed or cannot be written, the line is lost."""
    if sys.stderr is not None:  # print(file=None) would write to stdout
        with suppress(OSError):
            print(f"nonosat: {printable(message)}", file=sys.stderr, flush=True)


def survive_odd_characters() -> None:
    """Let stdout escape what its encoding cannot show: titles and names may hold anything."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def emit(text: str) -> None:
    """Print a text and a newline on stdout, and flush."""
    print(text, flush=True)  # not click.echo, which writes UTF-8 where ASCII is asked for


def emit_bytes(data: bytes) -> None:
    """The bytes of a file on standard output, after everything that was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


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
            width=self.width or 400,
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
    return _measure(stream, "COLUMNS", 0)


def terminal_height(stream: Any) -> int | None:
    """The lines of the terminal behind a stream; None if it does not say."""
    return _measure(stream, "LINES", 1)


def _measure(stream: Any, variable: str, which: int) -> int | None:
    measure = os.environ.get(variable, "")
    if measure.isdecimal() and int(measure) > 0:
        return int(measure)
    try:
        return os.get_terminal_size(stream.fileno())[which] or None
    except (OSError, ValueError):
        return None
