# SPDX-License-Identifier: MIT
"""Puzzles and grids as text, for terminals: clues above and left, lines of five marked.

There are three layouts:

``half``
    Two rows per line of text by half blocks (``▀▄█`` and blank), one character per column, which
    looks square on a terminal. For complete grids of one colour. Clues of the upper row of each
    pair stand in the left column of clues, those of the lower row in the right one; a horizontal
    rule comes every ten rows (five lines), the numbers at the right edge count the fives.
``double``
    One row per line, two characters per cell, which looks square too.
``single``
    One row per line, one character per cell.

In ``double`` and ``single`` a cell is the letter of its colour (``#``, or a block for the only
colour), a dot if empty, ``?`` if unknown, blank if no grid is given. Cells that are pointed out
(``marks``) are a full or hollow diamond or ``¿``; in ASCII, or with several colours, an exclamation
mark behind the letter, for which ``single`` has no room.

If ``width`` is too small for the first choice, these come next, in this order:

1. ``half`` (or ``double``) with clues
2. ``single`` with clues
3. ``half`` (or ``double``) without clues, and a line that says that they were left out
4. ``single`` without clues, likewise
5. no picture, but the text ``the picture needs N columns, the terminal has M`` and how to mend it

Clues of columns are written downwards. Numbers of two digits and more would run together there:
their further digits are small and low (``1`` above ``₂`` is twelve); in ASCII a blank line
separates all numbers instead. With several colours each number ends with the letter of its colour,
which separates them by itself.

>>> from nonosat.grid import Grid
>>> print(draw(Puzzle.from_grid(Grid("##.\\n#.#")), Grid("##?\\n#.?"), unicode=False))
   | 2 1 1|
---+------+
  2|#### ?|
1 1|## . ?|
---+------+
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple, TypeAlias

from nonosat.clue import EMPTY, UNKNOWN, Clue
from nonosat.draw.theme import contrast, rgb_values
from nonosat.errors import GridError
from nonosat.grid import Grid
from nonosat.palette import Palette, anonymous_palette
from nonosat.puzzle import Puzzle

__all__ = ["draw", "draw_grid"]

_Span: TypeAlias = tuple[str, str]
"""Text and the parameters of its ANSI sequence ("" for none)."""

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RULE_STYLE = "2"  # faint
_MARK_STYLE = "1;38;5;16;48;5;214"  # black on orange: as visible on dark as on light


def draw(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    unicode: bool = True,
    color: bool = False,
    width: int | None = None,
) -> str:
    """The puzzle with its clues, and what a grid fills in; lines of text without a last newline.

    Args:
        puzzle: its clues are drawn above and left, never its goal picture.
        grid: the cells; None leaves the board blank.
        marks: cells, as (row, column) from 0, that are pointed out.
        unicode: False draws with ASCII alone (but for letters of colours that are not).
        color: adds ANSI colours (256 of them), on a paper of their own. The text stays the same.
        width: the columns of the terminal; None if there is no limit.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
    """
    if grid is not None and (grid.height, grid.width) != (puzzle.height, puzzle.width):
        raise GridError(
            f"the grid is {grid.width}x{grid.height}, the puzzle {puzzle.width}x{puzzle.height}"
        )
    letters = puzzle.palette.letters if grid is None else grid.letters
    picture = _Picture(
        puzzle.height,
        puzzle.width,
        puzzle,
        grid,
        letters,
        puzzle.palette,
        set(marks),
        unicode,
        color,
    )
    return _fitted(picture, width)


def draw_grid(
    grid: Grid,
    *,
    palette: Palette | None = None,
    marks: Collection[tuple[int, int]] = (),
    unicode: bool = True,
    color: bool = False,
    width: int | None = None,
) -> str:
    """A grid without clues; the arguments are those of ``draw``.

    >>> print(draw_grid(Grid("##.\\n#.#")))
    ┌───┐
    │█▀▄│
    └───┘
    """
    palette = palette or anonymous_palette(grid.letters)
    picture = _Picture(
        grid.height, grid.width, None, grid, grid.letters, palette, set(marks), unicode, color
    )
    return _fitted(picture, width)


class _Picture(NamedTuple):
    """Everything that is drawn, and how."""

    height: int
    width: int
    puzzle: Puzzle | None
    grid: Grid | None
    letters: str
    palette: Palette
    marks: set[tuple[int, int]]
    unicode: bool
    color: bool

    @property
    def blocks(self) -> bool:
        """True if cells are block characters, False if they are letters."""
        return self.unicode and len(self.letters) == 1


class _Line(NamedTuple):
    """A line of text: the clues of its row (or two rows), a span per column, a row's number."""

    clue: list[_Span]
    cells: Sequence[_Span]
    number: str


def _fitted(picture: _Picture, width: int | None) -> str:
    """The first layout that fits; see the docstring of the module."""
    for row, column in picture.marks:
        if not (0 <= row < picture.height and 0 <= column < picture.width):
            raise GridError(
                f"the marked cell ({row}, {column}) lies outside the "
                f"{picture.width}x{picture.height} grid"
            )
    needed: dict[tuple[str, bool], int] = {}
    for layout, clued in _layouts(picture):
        columns = _needed(picture, layout, clued)
        if width is None or columns <= width:
            text = "\n".join(
                _rendered(line, picture.color) for line in _framed(picture, layout, clued)
            )
            if picture.puzzle and not clued:
                least = min(columns for (_, clued), columns in needed.items() if clued)
                text += (
                    f"\n(without clues: with them the picture needs {least} columns, "
                    f"the terminal has {width})"
                )
            return text
        needed[layout, clued] = columns
    return (
        f"the picture needs {min(needed.values())} columns, the terminal has {width}: "
        "widen it, use --json, or write an SVG"
    )


def _needed(picture: _Picture, layout: str, clued: bool) -> int:
    """How many columns of a terminal a layout takes."""
    left = _left(picture, layout) if clued else 0
    board = picture.width * _size(picture, layout) + (picture.width + 4) // 5 + 1
    numbers = (len(_row_number(picture, row)) for row in range(picture.height))
    return left + board + max(numbers)


def _size(picture: _Picture, layout: str) -> int:
    """How many characters a cell has."""
    if layout != "double":
        return 1
    return 3 if picture.marks and any(map(_wide, picture.letters)) else 2


def _left(picture: _Picture, layout: str) -> int:
    """How many characters the clues of the rows take."""
    upper_step = 2 if layout == "half" else 1
    clues = (_row_clue(picture, row) for row in range(0, picture.height, upper_step))
    upper = max(_columns(_text(clue)) for clue in clues)
    return upper + 2 + _lower_width(picture) if layout == "half" else upper


def _layouts(picture: _Picture) -> Iterator[tuple[str, bool]]:
    """The layouts to try, each with clues or without, best first."""
    grid = picture.grid
    complete = grid is not None and grid.complete
    roomy = "half" if picture.blocks and complete and not picture.marks else "double"
    narrow = picture.blocks or not (picture.marks or any(map(_wide, picture.letters)))
    for clued in (True, False) if picture.puzzle else (False,):
        yield roomy, clued
        if narrow and (clued or roomy != "half"):  # half is as narrow as single, without clues
            yield "single", clued


def _framed(picture: _Picture, layout: str, clued: bool) -> Iterator[list[_Span]]:
    """The lines of the picture, rules and numbers included."""
    size = _size(picture, layout)
    rows = _half_rows(picture) if layout == "half" else _rows(picture, size)
    left = _left(picture, layout) if clued else 0
    bar = "│" if picture.unicode else "|"
    if clued:
        header = _column_clues(picture)
        for number, spans in enumerate(header):
            legend: list[_Span] = [("", "")]
            if layout == "half" and number == len(header) - 1 and picture.height > 1:
                legend = [("▀  " + "▄".rjust(_lower_width(picture)), "")]
            padded = [(" " * (size - _columns(text)) + text, style) for text, style in spans]
            yield [*_right(legend, left), *_barred(padded, bar)]
    yield _rule(picture, "top", left, size, clued)
    for number, row in enumerate(rows):
        if number and number % 5 == 0:
            yield _rule(picture, "middle", left, size, clued)
        clue = _right(row.clue, left) if clued else []
        yield [*clue, *_barred(row.cells, bar), (row.number, "")]
    yield _rule(picture, "bottom", left, size, clued)
    if picture.width >= 10:
        fives = range(5, picture.width + 1, 5)
        numbers = "".join(f"{number:>{5 * size + 1}}" for number in fives)
        yield [(" " * left + numbers, "")]


def _half_rows(picture: _Picture) -> Iterator[_Line]:
    """A line for each two rows."""
    assert picture.grid is not None
    paint = picture.palette.colors[0].rgb, picture.palette.background
    style = _style(*paint)
    lower_width = _lower_width(picture)
    blank_row = bytes(picture.width)
    for row in range(0, picture.height, 2):
        upper = picture.grid.row(row)
        lower = picture.grid.row(row + 1) if row + 1 < picture.height else blank_row
        cells = [(" ▀▄█"[a + 2 * b], style) for a, b in zip(upper, lower, strict=True)]
        lower_clue = _row_clue(picture, row + 1) if row + 1 < picture.height else []
        clue = [*_row_clue(picture, row), ("  ", ""), *_right(lower_clue, lower_width)]
        number = _row_number(picture, row) or _row_number(picture, row + 1)
        yield _Line(clue, cells, number)


def _rows(picture: _Picture, size: int) -> Iterator[_Line]:
    """A line for each row."""
    blank = (" " * size, "")
    for row in range(picture.height):
        cells = [blank] * picture.width
        if picture.grid is not None:
            cells = [
                _cell(picture, value, (row, column) in picture.marks, size)
                for column, value in enumerate(picture.grid.row(row))
            ]
        yield _Line(_row_clue(picture, row), cells, _row_number(picture, row))


def _lower_width(picture: _Picture) -> int:
    """The width of the second column of clues in ``half``: those of every second row."""
    clues = (_row_clue(picture, row) for row in range(1, picture.height, 2))
    return max((_columns(_text(clue)) for clue in clues), default=0)


def _row_number(picture: _Picture, row: int) -> str:
    """What stands at the right of a row (from 0): every fifth number, on boards of ten or more."""
    return f" {row + 1}" if picture.height >= 10 and (row + 1) % 5 == 0 else ""


def _cell(picture: _Picture, value: int, marked: bool, size: int) -> _Span:
    """One cell, in ``size`` characters."""
    if value == UNKNOWN:
        text, style = "?", ""
    elif value == EMPTY:
        text, style = "·" if picture.blocks else ".", _style("#767676", picture.palette.background)
    else:
        rgb = picture.palette.colors[value - 1].rgb
        text, style = picture.letters[value - 1], _style(contrast(rgb), rgb)
        if picture.blocks:
            text, style = "█", _style(rgb, picture.palette.background)
    if marked and picture.blocks:
        text = {UNKNOWN: "¿", EMPTY: "◇"}.get(value, "◆")
    elif marked:
        text += "!"
    if size > 1 and value not in (UNKNOWN, EMPTY) and _columns(text) == 1:
        text *= 2
    padded = " " * (size - _columns(text)) + text
    return padded, _MARK_STYLE if marked else style


def _row_clue(picture: _Picture, row: int) -> list[_Span]:
    """The clue of a row, as text from left to right."""
    if picture.puzzle is None:
        return []
    spans: list[_Span] = []
    for text, style in _numbers(picture, picture.puzzle.rows[row]):
        spans += [(" ", ""), (text, style)] if spans else [(text, style)]
    return spans


def _column_clues(picture: _Picture) -> list[list[_Span]]:
    """The clues of the columns: lines of text, from top to bottom, a character per column."""
    assert picture.puzzle is not None
    clues = picture.puzzle.columns
    long = any(length >= 10 for clue in clues for length, _ in clue or ())
    apart = long and not picture.unicode and len(picture.palette) == 1
    columns = []
    for clue in clues:
        column: list[_Span] = []
        for text, style in _numbers(picture, clue):
            if column and apart:
                column.append((" ", ""))
            if picture.unicode and len(picture.palette) == 1:
                text = text[:1] + text[1:].translate(_SUBSCRIPTS)
            column += [(character, style) for character in text]
        columns.append(column[::-1])
    upwards = list(zip_longest(*columns, fillvalue=(" ", "")))
    return [list(line) for line in reversed(upwards)]


def _numbers(picture: _Picture, clue: Clue | None) -> list[_Span]:
    """The numbers of a clue, with the letter of their colour if there are several."""
    if not clue:
        return [("?" if clue is None else "0", "")]
    if len(picture.palette) == 1:
        return [(str(length), "") for length, _ in clue]
    colors = picture.palette.colors
    return [
        (
            f"{length}{colors[color - 1].letter}",
            _style(contrast(colors[color - 1].rgb), colors[color - 1].rgb),
        )
        for length, color in clue
    ]


def _barred(cells: Sequence[_Span], bar: str) -> Iterator[_Span]:
    """Cells with a vertical rule at both ends and after every five."""
    yield bar, _RULE_STYLE
    for start in range(0, len(cells), 5):
        yield from cells[start : start + 5]
        yield bar, _RULE_STYLE


_CORNERS = {
    # (which rule, with clues): left corner, crossing, right corner
    ("top", True): ("┼", "┼", "┤"),
    ("top", False): ("┌", "┬", "┐"),
    ("middle", True): ("┼", "┼", "┤"),
    ("middle", False): ("├", "┼", "┤"),
    ("bottom", True): ("┴", "┴", "┘"),
    ("bottom", False): ("└", "┴", "┘"),
}


def _rule(picture: _Picture, which: str, left: int, size: int, clued: bool) -> list[_Span]:
    """A horizontal rule; with clues it reaches to the left edge."""
    dash = "─" if picture.unicode else "-"
    start, crossing, end = _CORNERS[which, clued] if picture.unicode else ("+", "+", "+")
    groups = [dash * (size * min(5, picture.width - first)) for first in range(0, picture.width, 5)]
    return [(dash * left + start + crossing.join(groups) + end, _RULE_STYLE)]


def _right(spans: list[_Span], columns: int) -> list[_Span]:
    """The spans with blanks before them, to fill so many columns."""
    return [(" " * (columns - _columns(_text(spans))), ""), *spans]


def _text(spans: Iterable[_Span]) -> str:
    return "".join(text for text, _ in spans)


def _rendered(line: Iterable[_Span], color: bool) -> str:
    """A line as text; neighbours of the same style share one ANSI sequence."""
    if not color:
        return _text(line).rstrip()
    parts = []
    for style, spans in groupby((span for span in line if span[0]), key=lambda span: span[1]):
        text = _text(spans)
        parts.append(f"\x1b[{style}m{text}\x1b[0m" if style else text)
    return "".join(parts).rstrip()


@lru_cache(maxsize=1024)
def _style(foreground: str, background: str) -> str:
    """The ANSI parameters of two colours, in the 256 that nearly every terminal has."""
    return f"38;5;{_ansi(foreground)};48;5;{_ansi(background)}"


def _ansi(rgb: str) -> int:
    """The nearest of the 6x6x6 cube (16 + ...) and the 24 greys (232 + ...) of ANSI terminals."""
    steps = (0, 95, 135, 175, 215, 255)
    wanted = rgb_values(rgb)
    cube = [_nearest(value, steps) for value in wanted]
    in_cube = sum((value - steps[i]) ** 2 for value, i in zip(wanted, cube, strict=True))
    greys = range(8, 248, 10)
    grey = _nearest(sum(wanted) / 3, greys)
    in_greys = sum((value - greys[grey]) ** 2 for value in wanted)
    return 232 + grey if in_greys < in_cube else 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


def _nearest(value: float, choices: Sequence[int]) -> int:
    """The index of the choice that is nearest to a value."""
    return min(range(len(choices)), key=lambda index: abs(choices[index] - value))


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else len(text) + sum(map(_wide, text))


@lru_cache(maxsize=1024)
def _wide(character: str) -> bool:
    if character.isascii():
        return False
    from unicodedata import east_asian_width

    return east_asian_width(character) in "WF"
