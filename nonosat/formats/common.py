# SPDX-License-Identifier: MIT
"""Shared by all formats: building a puzzle whose faults have their line of the file.

A format module reads the text, notes a ``Fault`` for each part that it cannot read, and passes
everything to ``build``. There ``Puzzle`` finds the other faults, so that one error lists all of
them. A clue that cannot be read is passed as None; the other lines are still checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.unread import Unread, remarks
from nonosat.model.clue import UNKNOWN, Line, fits
from nonosat.model.faults import ClueLike
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle, remarked

PuzzleOrError: TypeAlias = Puzzle | PuzzleError | PuzzleSyntaxError
"""The item of a reader for a puzzle of a text: the puzzle, or the error with its faults."""


def attempt(read: Callable[..., Puzzle], *arguments: Any) -> PuzzleOrError:
    """The puzzle that a reader returns, one of several, or the error that it raises."""
    try:
        return read(*arguments)
    except (PuzzleError, PuzzleSyntaxError) as error:
        return error


T = TypeVar("T")

_poll: ContextVar[Callable[[], None] | None] = ContextVar("poll", default=None)


@contextmanager
def polling(poll: Callable[[], None] | None) -> Iterator[None]:
    """Within the block all readers call ``poll`` now and then; an exception from it ends them.

    Every loop of a reader whose length depends on the file calls it (``polled``).
    """
    token = _poll.set(poll)
    try:
        yield
    finally:
        _poll.reset(token)


def polled(items: Iterable[T], every: int = 256) -> Iterator[T]:
    """The items of a loop; ``poll`` of ``polling`` is called before each ``every``-th of them."""
    return iter(items) if _poll.get() is None else _each_polled(items, every)


def _each_polled(items: Iterable[T], every: int) -> Iterator[T]:
    for number, item in enumerate(items, start=1):
        if number % every == 0 and (poll := _poll.get()) is not None:
            poll()
        yield item


MAX_FAULTS = 100
"""At most this many faults are reported for a puzzle; a file of rubbish would have millions."""

RGB = re.compile(r"#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})")
"""How a colour may be written."""

MAX_MARKUP = 16 * 2**20
"""The longest text in JSON or XML, in characters: parsed, it needs thirty times the memory."""

MAX_DIGITS = 9
"""Longer numbers are not converted: no puzzle has them, and the conversion is quadratic."""


def build(
    rows: Iterable[ClueLike],
    columns: Iterable[ClueLike],
    *,
    palette: Palette = BLACK,
    goal: Grid | None = None,
    meta: Metadata = Metadata(),  # noqa: B008 - immutable
    printed: Grid | None = None,
    place: Callable[[Line], int | None] = lambda line: None,
    faults: Sequence[Fault] = (),
    notes: Sequence[Fault] = (),
    unread: Iterable[Unread] = (),
) -> Puzzle:
    """The puzzle, or one error with the reader's faults and the puzzle's own, each at its line.

    ``place`` maps a line of the puzzle to the line of the file that holds its clue; it is called
    for faults only. ``notes`` may explain the puzzle's own faults. ``unread`` are parts that the
    reader does not know: the puzzle gets the remarks on them, or they stand below its faults.

    >>> build([[3]], [[1]], place={Line("row", 0): 7}.get)
    Traceback (most recent call last):
    nonosat.errors.PuzzleError: line 7, R1, block 1: does not fit: the clue needs 3 cells, \
the line has 1
    the rows fill 3 cells, the columns 1: one of the clues is wrong

    Raises:
        PuzzleSyntaxError: ``faults`` are given; the error also lists the faults of the puzzle.
        PuzzleError: the puzzle is impossible by itself.
    """
    rows, columns = list(rows), list(columns)
    found = remarks(unread, len(rows), len(columns), palette.letters) if unread else ()
    try:
        puzzle = agreeing(
            Puzzle(rows, columns, palette=palette, goal=goal, meta=meta, printed=printed)
        )
    except PuzzleError as error:
        own = [f.at(None if f.line is None else place(f.line)) for f in error.faults]
        if not faults:
            raise error.worded(in_order([*own, *notes, *found])) from None
        raise PuzzleSyntaxError(in_order([*faults, *own, *found])) from None
    if faults:
        raise PuzzleSyntaxError(in_order([*faults, *found]))
    return remarked(puzzle, found)


def agreeing(puzzle: Puzzle) -> Puzzle:
    """The puzzle, if its printed cells leave each clue a placement.

    This is a rule for files, in which such cells are a mistake. A ``Puzzle`` may have them; it then
    has no solution: collections hold some.

    >>> agreeing(Puzzle([[1], []], [[1]], printed="?\\n#"))
    Traceback (most recent call last):
    nonosat.errors.PuzzleError: R2: the printed cells of this line contradict its clue

    Raises:
        PuzzleError: printed cells contradict a clue.
    """
    printed, broken = puzzle.printed, []
    if printed is not None:
        width, cells = puzzle.width, printed.cells
        for line, clue in puzzle.lines():
            at = line.index
            own = cells[at * width : (at + 1) * width] if line.axis == "row" else cells[at::width]
            if clue is not None and own.count(UNKNOWN) < len(own) and not fits(clue, own):
                broken.append(line)
    if broken:
        words = "the printed cells of this line contradict its clue"
        raise PuzzleError([Fault(words, line) for line in broken])
    return puzzle


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by their line of the file, those without one last; at most ``MAX_FAULTS`` of them."""
    last = float("inf")
    result = sorted(faults, key=lambda f: last if f.file_line is None else f.file_line)
    if len(result) > MAX_FAULTS:
        more = len(result) - MAX_FAULTS
        result[MAX_FAULTS:] = [Fault(f"and {more} more faults")]
    return result


def make_palette(colors: Sequence[tuple[str, str, str | None]], background: str) -> Palette:
    """``Palette.of``, but a single colour keeps its letter, and the error counts all colours.

    Raises:
        PuzzleError: there are too many colours, or a shade is not ``#rrggbb``.
    """
    if len(colors) > MAX_COLORS:
        raise PuzzleError(f"{len(colors)} colours: a palette holds 1 to {MAX_COLORS} of them")
    palette = Palette.of(colors, background)
    if len(colors) == 1 and colors[0][2]:
        try:
            return Palette((replace(palette.colors[0], letter=colors[0][2]),), palette.background)
        except PuzzleError:  # the letter is unfit, so it is '#'
            return palette
    return palette


def excerpt(text: str) -> str:
    """A piece of a file for a message: quoted, and shortened to 40 characters if it is longer.

    >>> excerpt("3,,1"), excerpt("1," * 50)[-8:]
    ("'3,,1'", "1,1,'...")
    """
    return repr(text) if len(text) <= 40 else f"{text[:40]!r}..."


def is_not(text: str, what: str) -> str:
    """The message that a piece of a file is not ``what``; it names blotted clues.

    >>> print(is_not("3,x", "a clue"))
    '3,x' is not a clue
    >>> print(is_not("3,?", "a clue"))
    '3,?' is a blotted clue (it hides a length): nonosat does not read those
    """
    if "?" in text:
        return f"{excerpt(text)} is a blotted clue (it hides a length): nonosat does not read those"
    return f"{excerpt(text)} is not {what}"


def counted(number: int, noun: str) -> str:
    """``words.counted``, imported for messages only: the checker of certificates reads puzzles,
    and must not load what ``words`` knows of reports.
    """
    from nonosat.words import counted as in_words

    return in_words(number, noun)


def sides(height: int, width: int) -> tuple[Fault, Fault]:
    """The numbers of rows and of columns, as values of a remark."""
    return (
        Fault.of("fault.remark.rows", ("{n} row", "{n} rows"), n=height),
        Fault.of("fault.remark.columns", ("{n} column", "{n} columns"), n=width),
    )


def newlines(text: str) -> str:
    """The text with a line feed at the end of each line."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def refuse_long(text: str, kind: str) -> None:
    """Refuse long texts of formats that need much more memory than their text.

    Raises:
        PuzzleSyntaxError: the text has more than ``MAX_MARKUP`` characters.
    """
    if len(text) > MAX_MARKUP:
        raise PuzzleSyntaxError(
            f"{len(text)} characters of {kind}: at most {MAX_MARKUP} are read; "
            "split it into several files, or use the .non form"
        )
