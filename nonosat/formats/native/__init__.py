# SPDX-License-Identifier: MIT
"""Makes puzzles, or errors with all faults, from the parts that the native readers find in a text.

The readers of .non, TAAI and JSON are written in C++ (in this folder, the module ``_native``): one
for each format, for every text and every fault. So is one of webpbn's XML, for puzzles without a
fault and of the usual elements. They look at texts only. ``common.build`` decides
whether a puzzle is possible by itself, as for all formats; it is skipped if the reader finds no
fault, which saves half of the time. ``_native`` has no code of the solver, so the checker of
certificates may load it.

Rejected: readers in Python, which need ten times as long: 100 microseconds for 15x15.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from typing import Any

from nonosat.errors import Fault, NonosatError, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import (
    PuzzleOrError,
    agreeing,
    attempt,
    build,
    in_order,
    make_palette,
    newlines,
    polled,
)
from nonosat.formats.unread import Unread, remarks
from nonosat.model import canonical
from nonosat.model.clue import AXES, Block, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle, sound_puzzle

try:
    from nonosat.formats.native import _native
except ImportError as error:
    raise ImportError(
        "the native readers of nonosat are not built, or for another Python; "
        "in the checkout run: pip install -e ."
    ) from error

NON_KEYWORDS = frozenset(_native.non_keywords())
"""The words that begin lines of ``.non``; a line that begins with them is not a clue."""

_CANONICAL_HEAD = re.compile("nonosat-puzzle 1\nwidth ([0-9]{1,4})\nheight ([0-9]{1,4})\n")


def read_plain(text: str) -> tuple[PuzzleOrError, str] | None:
    """The only puzzle of a plain text, or its error, and its format.

    None: there may be several puzzles, or the table of formats has to recognise the text.
    """
    plain = _native.read_plain(text, _blocks, _palette_of)
    return None if plain is None else (_built(plain[0], of=(text, 1)), plain[1])


def read_non(text: str, first_line: int) -> PuzzleOrError:
    """The only puzzle of a text in the format ``non``, which begins at a line of its file."""
    try:
        return _built(
            _native.read_non(text, first_line, _blocks, _palette_of), of=(text, first_line)
        )
    except PuzzleError as error:  # letters without colours, more than a palette holds
        return error


def read_taai(text: str, title: str, head_line: int) -> PuzzleOrError:
    """The puzzle of the lines below a head of the format ``taai``."""
    return _built(_native.read_taai(text, head_line, _blocks), title)


def read_json(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text in the format ``json``."""
    puzzles = _native.JsonPuzzles(text)
    for index in range(len(puzzles)):
        yield _built(puzzles.read(index, _blocks, _palette_of))


def read_webpbn(text: str) -> Generator[PuzzleOrError, None, int | None]:
    """The first puzzles of a text in the format ``webpbn``.

    Returns None if the text has no others; else their number, behind which ``formats.webpbn`` has
    to go on, because the text is unusual there or has a fault.
    """
    puzzles, number = _native.WebpbnPuzzles(text), 0
    for parts in polled(iter(lambda: puzzles.read(_blocks, _palette_of), None), every=1):
        number += 1
        yield _built(parts)
    return None if puzzles.ended else number


def read_canonical(text: str) -> Puzzle:
    """``canonical.read_canonical``, with its errors, but native if possible."""
    head, rows, clues = text.partition("\nrows\n")
    known = _canonical_head(head) if rows else None
    if known is not None:
        height, width, palette = known
        parts = _native.read_canonical(clues, height, width, len(palette), _blocks)
        if parts is not None:
            return sound_puzzle(parts[0], parts[1], palette, None, _NO_META, None)
    return canonical.read_canonical(text)


@lru_cache(maxsize=100)
def _canonical_head(head: str) -> tuple[int, int, Palette] | None:
    """Height, width and palette of canonical texts with this head; None if the head is invalid."""
    sizes = _CANONICAL_HEAD.match(head)
    if sizes is None:
        return None
    width, height = int(sizes[1]), int(sizes[2])
    clues = "?\n" * height + "columns\n" + "?\n" * width
    try:
        puzzle = canonical.read_canonical(f"{head}\nrows\n{clues}")
    except NonosatError:
        return None
    return puzzle.height, puzzle.width, puzzle.palette


@lru_cache(maxsize=100)
def _palette_of(
    colors: tuple[tuple[str, str, str | None], ...], background: str
) -> tuple[Palette, str]:
    """``common.make_palette`` and the letters, for the native readers."""
    palette = make_palette(colors, background)
    return palette, palette.letters


@lru_cache(maxsize=8)
def _blocks(colors: int) -> tuple[tuple[Block, ...], ...]:
    """For each colour its Blocks by length."""
    return tuple(map(_blocks_of, range(1, colors + 1)))


@lru_cache(maxsize=8)
def _blocks_of(color: int) -> tuple[Block, ...]:
    return tuple([Block(length, color) for length in range(MAX_SIDE + 1)])


def _built(
    parts: tuple[Any, ...], title: str = "", of: tuple[str, int] | None = None
) -> PuzzleOrError:
    """The puzzle from the parts that a native reader found, or the error with all faults.

    ``of``: a text that may be of the format ``non``, and the number of its first line.
    """
    rows, columns, texts, palette, goal, printed, wrong, others = parts
    meta = Metadata(*texts) if texts else Metadata(title) if title else _NO_META
    palette = BLACK if palette is None else palette
    picture = None if goal is None else Grid.from_cells(*goal)
    cells = None if printed is None else Grid.from_cells(*printed)
    if wrong is None and others is None:
        puzzle = sound_puzzle(rows, columns, palette, picture, meta, cells)
        return puzzle if cells is None else attempt(agreeing, puzzle)
    unread = list(map(_unread, others or ()))
    buildable, found, explained, *numbers = wrong or (True, (), (), (), ())
    faults, notes = list(map(_fault, found)), list(map(_fault, explained))
    if not buildable:
        return PuzzleSyntaxError(in_order([*faults, *remarks(unread, len(rows), len(columns))]))
    lines = dict(zip(AXES, numbers, strict=True))

    def place(line: Line) -> int | None:
        """The line of the file that holds a clue."""
        return lines[line.axis][line.index] if line.index < len(lines[line.axis]) else None

    try:
        return build(
            rows,
            columns,
            palette=palette,
            goal=picture,
            meta=meta,
            printed=cells,
            place=place,
            faults=faults,
            notes=notes,
            unread=unread,
        )
    except (PuzzleError, PuzzleSyntaxError) as error:
        sizes = [fault for fault in (*faults, *notes) if _SIZE_SAID.search(fault.message)]
        if of is None or len(sizes) != 1 or len(faults) > len(sizes):
            return error
        typed = [
            _typed(clues, numbers, *of)
            for clues, numbers in zip((rows, columns), lines.values(), strict=True)
        ]
        if sorted((len(rows) - len(typed[0]), len(columns) - len(typed[1]))) != [0, 1]:
            return error
        loose = LooseClues.if_readable(
            *typed, palette=palette, goal=picture, meta=meta, size=(len(rows), len(columns))
        )
        return type(error)(error.faults, error.source, loose or error.clues)


_SIZE_SAID = re.compile("section has [0-9,]+ clues?, (?:width|height) says")


def _typed(clues: Sequence[Any], numbers: Sequence[int], text: str, first_line: int) -> list[Any]:
    """The clues of a section of ``.non`` that are in the text, without those added up to its size.

    One blank line behind the others ends the section; it is an empty clue if another one follows.
    """
    lines = newlines(text).split("\n")[numbers[0] - first_line :] if numbers else []
    filled = [bool(line.strip()) for line in lines[: len(numbers)]]
    ended = filled[-1:] == [False] and all(filled[:-1])
    behind = [bool(line.strip()) for line in lines[len(numbers) :]]
    if ended and (behind[:1] == [True] or not any(behind)):
        numbers = numbers[:-1]
    return list(clues[: len(numbers)])


def _unread(parts: tuple[str, object, tuple[str, ...], int | None, str]) -> Unread:
    name, value, known, file_line, why = parts
    return Unread(name, value, "key", frozenset(known), file_line, _keyed(why) if why else None)


_LEFT_OUT = {
    one.message: one
    for one in (
        Fault.of("fault.remark.heading", "the text behind the heading is not read"),
        Fault.of("fault.remark.clue", "a clue outside a section is not read"),
        Fault.of("fault.remark.saved", "the saved game of a player is not read"),
    )
}
"""Remarks of the native readers, which say them in English alone."""


def _keyed(remark: str) -> Fault:
    """A remark of a native reader, with its key if it has one.

    >>> dict(_keyed("solution is not read: cells is the goal picture").values)
    {'name': 'solution', 'goal': 'cells'}
    """
    second = re.fullmatch(r"(.+) is not read: (.+) is the goal picture", remark, re.DOTALL)
    if second:
        return Fault.of(
            "fault.remark.goal",
            "{name} is not read: {goal} is the goal picture",
            name=second[1],
            goal=second[2],
        )
    return _LEFT_OUT.get(remark) or Fault(remark)


def _fault(parts: tuple[str, str | None, int, int | None]) -> Fault:
    message, letter, index, file_line = parts
    line = None if letter is None else Line("row" if letter == "R" else "column", index)
    return Fault(message, line, file_line=file_line)


_NO_META = Metadata()
