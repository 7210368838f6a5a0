# SPDX-License-Identifier: MIT
"""Output: data to stdout, messages to stderr, in the width of the terminal.

``Screen`` draws pictures and tables in the width of the terminal, ``side_by_side`` several pictures
beside each other, each under its heading.

All questions about a puzzle share its ``Limits``, and drawing counts, too (``before_drawing``).
When the time is over, the known cells may still be drawn within a moment (``poll_of``): a usual
board takes milliseconds; the largest boards take seconds, and are then not drawn.
"""

from __future__ import annotations

import os
import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import IncrementalNewlineDecoder, RawIOBase
from itertools import zip_longest
from typing import IO, TYPE_CHECKING, Any, cast

from nonosat.errors import LimitError, OptionError, installed
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:  # the checker of certificates must not load limits
    from _typeshed import ReadableBuffer

    from nonosat.limits import Limits


def complain(message: str) -> None:
    """Print one line on stderr. If stderr is closed or cannot be written, the line is lost."""
    if sys.stderr is not None:  # print(file=None) would write to stdout
        with suppress(OSError):
            print(f"nonosat: {printable(message)}", file=sys.stderr, flush=True)


def survive_odd_characters() -> None:
    """Let stdout escape characters that its encoding lacks: titles and names may hold anything."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


class Drawn(str):
    """Text that goes to the terminal unchanged: with line breaks, and with our colour codes.

    All other text is made ``printable`` when it is printed (``emit``, ``complain``), since names,
    titles and colours come from files, and a terminal obeys control characters in them. So a Drawn
    text is made of printable pieces only: pictures, which have no names, tables and ``lines``. The
    result of ``+`` or an f-string is a plain ``str`` again, and safe.
    """

    __slots__ = ()


def lines(texts: Iterable[str]) -> Drawn:
    """Texts as lines; text that is not Drawn is escaped to a single line."""
    return Drawn("\n".join(t if isinstance(t, Drawn) else printable(t) for t in texts))


def emit(text: str) -> None:
    """Print text and a newline on stdout, and flush; other text than Drawn becomes one line."""
    # Not click.echo, which writes UTF-8 even if ASCII is asked for.
    print(text if isinstance(text, Drawn) else printable(text), flush=True)


def emit_bytes(data: bytes) -> None:
    """The bytes of a file on standard output, after everything that was printed before.

    Raises:
        OptionError: they are not text, and standard output is a terminal.
    """
    stream = file_output()
    stream.write(data)
    stream.flush()


def file_output() -> IO[bytes]:
    """Standard output for the bytes of a file; unchanged, if it is not a terminal.

    A terminal obeys control characters, so those in titles, names of colours and so on are escaped,
    as in messages; newlines and tabs stay.
    """
    sys.stdout.flush()
    return cast("IO[bytes]", _Terminal()) if sys.stdout.isatty() else sys.stdout.buffer


class _Terminal(RawIOBase):
    """Prints text that comes as bytes; each line is made printable."""

    def __init__(self) -> None:
        self._decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8")(), translate=True)

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            text = self._decoder.decode(bytes(data))
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise OptionError("the output is not text, so a terminal cannot show it: name OUT")
        sys.stdout.write(re.sub(r"[^\n\t]+", lambda found: printable(found[0]), text))
        return len(bytes(data))

    def flush(self) -> None:
        sys.stdout.flush()


def emit_json(value: dict[str, Any], written: Mapping[str, str] | None = None) -> None:
    """An object as a line of JSON, in ASCII: it passes through any terminal and any pipe.

    ``written``: members that are JSON already; they replace those of ``value`` with their names.
    """
    import json

    sys.set_int_max_str_digits(0)  # the count of a component can have ten thousands of digits
    if written is None:
        emit(json.dumps(value))
        return
    texts = {name: json.dumps(member) for name, member in value.items()} | {**written}
    members = ", ".join(f"{json.dumps(name)}: {text}" for name, text in texts.items())
    emit(f"{{{members}}}")


_MANY_ROWS = 300
"""A table with more rows is not broken to the width of the terminal."""

_TERMINALS = (
    "alacritty", "ansi", "contour", "cygwin", "eterm", "foot", "ghostty", "gnome", "iterm", "kitty",
    "konsole", "linux", "mintty", "putty", "rxvt", "screen", "st-", "tmux", "vte", "wezterm",
    "xterm",
)  # fmt: skip


def knows_codes() -> bool:
    """True if the terminal supports ANSI codes for colours and for moving the cursor.

    The name in TERM decides, because the database of terminals is missing on some machines.
    """
    name = os.environ.get("TERM", "").lower()
    return name.startswith(_TERMINALS) or "color" in name


DRAWING = 0.3
"""Seconds beyond the limit that drawing, or the end of reading, may take."""
_DRAWING_OF_A_CELL = 1e-5
"""Seconds that a cell of a large board takes with its clues, in a picture."""


def before_drawing(limits: Limits, cells: int) -> float | None:
    """The seconds for a question whose answer is then drawn: drawing gets up to half."""
    left = limits.left
    return None if left is None else left - min(_DRAWING_OF_A_CELL * cells, left / 2)


def poll_of(limits: Limits, what: str = "the drawing") -> Callable[[], None] | None:
    """The function that drawing calls now and then; None without a time limit.

    It raises a LimitError once the time for drawing is over, too. ``what``: the work, for the
    message.
    """
    return None if limits.left is None else partial(end_if, limits.overdue, what)


def end_if(overdue: Callable[[float], bool], what: str) -> None:
    """Raise LimitError if the time limit has been over for longer than drawing may take."""
    if overdue(DRAWING):
        from nonosat.model.report import Reason

        raise LimitError(f"the time limit ended {what}", Reason.TIME)


class Screen:
    """The capabilities of stdout: a terminal has a width and perhaps colours, a file neither."""

    def __init__(self, ascii_only: bool = False) -> None:
        stream = sys.stdout
        self.terminal = stream is not None and stream.isatty()  # None: stdout is closed
        self.unicode = (
            not ascii_only and stream is not None and _encodes(stream.encoding, "▀▄█│┼·₂◆")
        )
        self.color = self.terminal and not os.environ.get("NO_COLOR") and knows_codes()
        self.width = terminal_width(stream) if self.terminal else None

    def picture(
        self,
        puzzle: Puzzle,
        grid: Grid | None = None,
        marks: Collection[tuple[int, int]] = (),
        limits: Limits | None = None,
    ) -> Drawn:
        """The puzzle and a grid as text that fits the terminal; a remark if there is no time."""
        from nonosat.draw import text

        try:
            return Drawn(
                text.draw(
                    puzzle,
                    grid,
                    marks=marks,
                    unicode=self.unicode,
                    color=self.color,
                    width=self.width,
                    poll=None if limits is None else poll_of(limits),
                )
            )
        except LimitError as error:
            return lines([f"(no picture: {error})"])

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], left: Collection[str] = ()
    ) -> Drawn:
        """A table as text: numbers to the right, the columns of ``left`` to the left.

        If it is wider than the terminal, rich breaks its lines, unless there are many rows: for a
        thousand that takes seconds.
        """
        from nonosat.draw.terminal import text_width

        rows = [tuple(map(printable, row)) for row in rows]
        widths = [max(map(text_width, column)) for column in zip(heads, *rows, strict=True)]
        needed = sum(widths) + 3 * len(widths) - 3
        if self.width is None or needed <= self.width or len(rows) > _MANY_ROWS:
            return self._plain_table(heads, rows, widths, left)
        from io import StringIO

        with installed():
            from rich import box
            from rich.console import Console
            from rich.table import Table
            from rich.text import Text

        ruled = box.SIMPLE_HEAD if self.unicode else box.ASCII2
        table = Table(box=ruled, show_edge=False, pad_edge=False)
        for head in heads:
            table.add_column(head, justify="left" if head in left else "right")
        for row in rows:
            table.add_row(
                *(Text(printable(cell)) for cell in row), style="bold" if row[0] == "all" else None
            )
        text = StringIO()
        Console(
            file=text,
            width=self.width,
            force_terminal=self.color,
            no_color=not self.color,
            highlight=False,
        ).print(table)
        return Drawn("\n".join(line.rstrip() for line in text.getvalue().splitlines()))

    def _plain_table(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[int],
        left: Collection[str],
    ) -> Drawn:
        """A table in which each row takes a line."""
        from nonosat.draw.terminal import text_width

        def line(row: Sequence[str], bold: bool) -> str:
            cells = []
            for head, text, width in zip(heads, row, widths, strict=True):
                blanks = " " * (width - text_width(text))
                cells.append(text + blanks if head in left else blanks + text)
            joined = ("   " if self.unicode else " | ").join(cells).rstrip()
            return f"\x1b[1m{joined}\x1b[0m" if bold and self.color else joined

        rule = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * (sum(widths) + 3 * len(widths) - 3)
        if not self.unicode:
            rule = "-+-".join("-" * width for width in widths)
        body = (line(row, row[0] == "all") for row in rows)
        return Drawn("\n".join([line(heads, True), rule, *body]))


def _encodes(encoding: str | None, text: str) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def terminal_width(stream: Any) -> int | None:
    """The columns of the terminal behind a stream; None if unknown."""
    return _measure(stream, "COLUMNS", 0)


def terminal_height(stream: Any) -> int | None:
    """The lines of the terminal behind a stream; None if unknown."""
    return _measure(stream, "LINES", 1)


def _measure(stream: Any, variable: str, which: int) -> int | None:
    measure = os.environ.get(variable, "")
    if measure.isdecimal() and int(measure) > 0:
        return int(measure)
    try:
        return os.get_terminal_size(stream.fileno())[which] or None
    except (OSError, ValueError):
        return None


PAGE = 160
"""The columns if the output is not a terminal."""
_GAP = 3


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture: ``draw(color)`` returns its text, with or without colour codes."""

    heading: str
    draw: Callable[[bool], str]


def fits(panels: Sequence[Panel], width: int) -> bool:
    """True if all panels fit in one row."""
    return sum(_width(panel) + _GAP for panel in panels) - _GAP <= width


def side_by_side(groups: Iterable[Sequence[Panel]], width: int, color: bool) -> Drawn:
    """The panels as text, in as many rows as they need; a group begins a row if it does not fit.

    >>> two = [[Panel("a", lambda color: "##\\n##")], [Panel("bcd", lambda color: "..")]]
    >>> print(side_by_side(two, 80, False))
    a    bcd
    ##   ..
    ##
    >>> print(side_by_side(two, 5, False))
    a
    ##
    ##
    <BLANKLINE>
    bcd
    ..
    """
    rows: list[list[tuple[int, Panel]]] = [[]]
    room = width
    for group in groups:
        sized = [(_width(panel), panel) for panel in group]
        if rows[-1] and sum(needed + _GAP for needed, _ in sized) - _GAP > room:
            rows.append([])
            room = width
        for needed, panel in sized:
            if rows[-1] and needed > room:
                rows.append([])
                room = width
            rows[-1].append((needed, panel))
            room -= needed + _GAP
    return Drawn("\n\n".join(_row(row, color) for row in rows))


def _width(panel: Panel) -> int:
    from nonosat.draw.terminal import text_width

    return max(map(text_width, [printable(panel.heading), *panel.draw(False).splitlines()]))


def _row(row: Sequence[tuple[int, Panel]], color: bool) -> str:
    from nonosat.draw.terminal import text_width

    plain = [[printable(panel.heading), *panel.draw(False).splitlines()] for _, panel in row]
    shown = [[printable(panel.heading), *panel.draw(color).splitlines()] for _, panel in row]
    lines = []
    for measured, texts in zip(
        zip_longest(*plain, fillvalue=""), zip_longest(*shown, fillvalue=""), strict=True
    ):
        cells = [
            text + " " * (needed - text_width(measure))
            for (needed, _), measure, text in zip(row, measured, texts, strict=True)
        ]
        lines.append((" " * _GAP).join(cells).rstrip())
    return "\n".join(lines)
