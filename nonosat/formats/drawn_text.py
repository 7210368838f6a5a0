# SPDX-License-Identifier: MIT
"""Our own drawings for terminals (``draw.text``), read back: the output of ``show`` and ``solve``.

The clues stand left of the board and above it, so a drawing is a puzzle, solved or not; a complete
board is its goal. The rules give the columns of the text, and whether a cell is one character or
two follows from the lowest line of clues, which has a number in each column. Numbers of columns
stand upright, with blanks between them only where one has two digits: which of both it is follows
from the sum of the rows. Not read: drawings without clues; the cells of a drawing in which some are
marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, build, excerpt, newlines
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, Palette, anonymous_palette
from nonosat.model.puzzle import Puzzle

_RULE = re.compile("[─-]+[┼┴+](?:[─-]+[┼┴┤┘+])+")
_COLOR = re.compile(r"colou?r (?P<letter>\S)\s+(?P<name>.*?)\s*(?P<rgb>#[0-9a-f]{6})")
_CELLS = {"█": FILLED, "▓": FILLED, "#": FILLED, "·": EMPTY, ".": EMPTY, "\u2573": EMPTY}
_HALVES = {" ": (EMPTY, EMPTY), "▀": (FILLED, EMPTY), "▄": (EMPTY, FILLED), "█": (FILLED, FILLED)}
_MARKS = frozenset("◆◇¿!'")
"""The signs of marked cells, as in two solutions that differ."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The parts of a drawing: the lines of clues above the board, and those of the board."""

    header: list[str]
    board: list[str]
    bars: list[int]
    first_line: int

    def cells(self, line: str) -> str:
        """What stands between the bars of a line."""
        line = line.ljust(self.bars[-1])
        return "".join(line[a + 1 : b] for a, b in pairwise(self.bars))


def holds(text: str) -> bool:
    """True if a text has a drawing with clues."""
    return ("─┼─" in text or "-+-" in text) and _found(text) is not None


def _found(text: str) -> _Drawing | None:
    lines = newlines(text).split("\n")
    for top, line in enumerate(lines):
        if not top or not _RULE.fullmatch(line.rstrip()):
            continue
        bars = [place for place, sign in enumerate(line) if sign in "┼┤+"]
        begin = top
        while begin and lines[begin - 1][bars[0] : bars[0] + 1] in ("│", "|"):
            begin -= 1
        if begin == top:
            continue
        board = []
        for below in lines[top + 1 :]:
            if below[bars[0] : bars[0] + 1] in ("│", "|"):
                board.append(below)
            elif not _RULE.fullmatch(below.rstrip()):
                break
        if board:
            return _Drawing(lines[begin:top], board, bars, begin + 1)
    return None


def read(text: str) -> Puzzle:
    """The puzzle of a drawing.

    >>> from nonosat.draw.text import draw
    >>> puzzle = Puzzle([[2], [1]], [[2], [1]])
    >>> read(draw(puzzle, Grid("##\\n#.")))
    Puzzle(rows=[[2], [1]], columns=[[2], [1]], goal=Grid('##\\n#.'))

    Raises:
        PuzzleSyntaxError, PuzzleError: it has no clues, or was changed.
    """
    drawing = _found(text)
    if drawing is None:
        raise PuzzleSyntaxError("there is no drawing with clues in it")
    signs = {sign for line in drawing.board for sign in drawing.cells(line)}
    palette = _palette(text, drawing)
    letters = "" if palette is BLACK else palette.letters
    if other := signs - {*_CELLS, *_HALVES, *_MARKS, "?", *letters}:
        raise fault(f"unknown cell {excerpt(min(other))} in the drawing", drawing.first_line)
    half = bool(signs & set("▀▄")) or "▀" in drawing.header[-1][: drawing.bars[0]]
    rows = [clue for line in drawing.board for clue in _row_clues(line, drawing, half)]
    row_clues = [_clue(re.findall(r"\d+\D?|\S", row), letters) for row in rows]
    column_clues = _column_clues(drawing, letters, row_clues)
    bad = [f"{clue}" for clue in (*row_clues, *column_clues) if clue is None]
    if bad:
        raise fault("a clue of the drawing is not a list of numbers", drawing.first_line)
    board = _board(drawing, half, len(rows), len(column_clues), palette)
    complete = board is not None and board.complete and not signs & _MARKS
    why = Fault.of("fault.remark.drawing", "read as a drawing of nonosat")
    unread = [Unread("drawing", why=why)]
    if signs & _MARKS:
        why = Fault.of("fault.remark.marked", "the cells are not read, because some are marked")
        unread.append(Unread("cells", why=why))
    return build(
        row_clues,
        column_clues,
        palette=palette,
        goal=board if complete else None,
        unread=unread,
    )


def _palette(text: str, drawing: _Drawing) -> Palette:
    """The colours that stand above a drawing; of others only the letters are known."""
    named = [match for match in map(_COLOR.match, newlines(text).split("\n")) if match]
    labels = "".join(line[: drawing.bars[0]] for line in drawing.board)
    letters = "".join(sorted(set(re.findall(r"\d([^\d\s])", labels))))
    if not letters:
        return BLACK
    if set(letters) <= {match["letter"] for match in named}:
        return Palette.of([(m["name"], m["rgb"], m["letter"]) for m in named])
    return anonymous_palette(letters)


def _row_clues(line: str, drawing: _Drawing, half: bool) -> list[str]:
    """The clue left of a line of the board; in half the height, of two rows."""
    label = line[: drawing.bars[0]]
    if not half:
        return [label]
    upper = drawing.header[-1].find("▀") + 1 or len(label)
    return [label[:upper], *([label[upper:]] if label[upper:].strip() else [])]


def _clue(numbers: list[str], letters: str) -> list[Any] | None:
    """The clue of its numbers, each with the letter of its colour if there are several colours."""
    clue: list[Any] = []
    for number in numbers:
        digits = number.rstrip(f"{letters} ")
        color = letters.find(number[-1:]) + 1
        if (
            not digits.isdecimal()
            or len(digits) > MAX_DIGITS
            or (letters and not color and int(digits))
        ):
            return None
        if int(digits):
            clue.append((int(digits), color) if letters else int(digits))
    return clue


def _column_clues(drawing: _Drawing, letters: str, rows: list[list[Any] | None]) -> list[Any]:
    lines = [drawing.cells(line) for line in drawing.header]
    size = 2 if not lines[-1][::2].strip() else 1
    columns = [
        "".join(parts).strip() for parts in zip(*(x[size - 1 :: size] for x in lines), strict=True)
    ]
    if letters:
        return [_clue(re.findall(r"\d+\D?", column), letters) for column in columns]
    apart = [_clue(column.split(), "") for column in columns]
    single = [_clue([*column], "") for column in columns]
    total = sum(map(sum, filter(None, rows)))
    fitting = [x for x in (apart, single) if sum(map(sum, filter(None, x))) == total]
    return fitting[0] if fitting else single


def _board(drawing: _Drawing, half: bool, height: int, width: int, palette: Palette) -> Grid | None:
    """The cells; None if there are signs of which the meaning is not known."""
    lines = [drawing.cells(line) for line in drawing.board]
    if half:
        both = [[_HALVES.get(sign, (UNKNOWN, UNKNOWN)) for sign in line] for line in lines]
        rows = [[pair[i] for pair in line] for line in both for i in (0, 1)][:height]
    else:
        size = max(1, len(lines[0]) // width)
        known = {letter: i for i, letter in enumerate(palette.letters, start=1)} | _CELLS
        rows = [[known.get(sign, UNKNOWN) for sign in line[size - 1 :: size]] for line in lines]
    cells = bytes(cell for row in rows for cell in row)
    if len(cells) != height * width:
        return None
    return Grid.from_cells(height, width, cells, palette.letters)
