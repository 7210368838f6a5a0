# SPDX-License-Identifier: MIT
"""Puzzles and grids as text, for terminals: clues above and left, groups of five lines marked.

There are three layouts:

``double``
    The full size: one row per line of text, two characters per cell, which looks square on a
    terminal.
``half``
    Two rows per line of text, drawn with half blocks (``▀▄█`` and blank), one character per column,
    which looks square too. Only for complete grids of one colour without marks. The clues of the
    upper row of each pair stand in the left column of clues, those of the lower row in the right
    one; a horizontal rule comes every ten rows, and the numbers at the right edge count the fives.
``single``
    One row per line of text, one character per cell.

A printed cell is shaded, or a cross if it is empty; a letter is followed by an apostrophe instead.
In ``double`` and ``single`` a cell is the letter of its colour (``#``, or a block for the only
colour), a dot if empty, ``?`` if unknown, blank if no grid is given. Marked cells are a full or
hollow diamond or ``¿``; in ASCII, or with several colours, the letter is followed by an exclamation
mark. ``single`` has no room for these signs behind a letter.

The first of these that fits the terminal's width is drawn; without a limit, the first:

1. ``double`` with clues
2. ``half`` with clues, where it is possible
3. ``single`` with clues
4. ``double``, then ``half`` or ``single``, without clues, and a line that says so
5. no picture, but the text ``the picture needs N columns, the terminal has M`` and a way out

Clues of columns are written downwards. If one of their numbers has two digits, a blank line
separates all numbers of the columns. With several colours each number ends with the letter of its
colour, which separates them.

>>> from nonosat.model.grid import Grid
>>> print(draw(Puzzle.from_grid(Grid("##.\\n#.#")), Grid("##?\\n#.?"), unicode=False))
   | 2 1 1|
---+------+
  2|#### ?|
1 1|## . ?|
---+------+
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from nonosat.draw.geometry import GROUP, labels, marked_cells
from nonosat.draw.terminal import Span, Style, is_wide, rendered, text_of, text_width
from nonosat.draw.theme import contrast
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette, anonymous_palette
from nonosat.model.puzzle import Puzzle, check_size

_Layout: TypeAlias = Literal["double", "half", "single"]

_RULE_STYLE = "2"  # faint
_GREY = "#767676"
_MARK_STYLE = "1;38;5;16;48;5;214"  # black on orange: as visible on dark as on light


def draw(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    marks: Collection[tuple[int, int]] = (),
    unicode: bool = True,
    color: bool = False,
    width: int | None = None,
    poll: Callable[[], None] | None = None,
) -> str:
    """The puzzle with its clues, and the cells of a grid, as text for a terminal.

    Args:
        puzzle: its clues are drawn above and left, and its printed cells, never its goal picture.
        grid: the cells, in the size of the puzzle; None leaves the board blank.
        marks: cells, as (row, column) from 0, that stand out.
        unicode: False draws with ASCII alone (except for letters of colours that are not ASCII).
        color: True adds ANSI sequences (256 colours); the text stays the same.
        width: the number of columns of the terminal; None for no limit.
        poll: called before each line of clues and cells; an exception that it raises ends the
            drawing.

    Returns:
        Lines of text, without a newline at the end.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.

    >>> print(draw(Puzzle([[2], [1]], [[2], [1]]), Grid("##\\n#."), unicode=False))
     | 2 1|
    -+----+
    2|####|
    1|## .|
    -+----+
    """
    check_size(puzzle, grid)
    letters = puzzle.palette.letters if grid is None else grid.letters
    picture = _Picture(
        puzzle.height,
        puzzle.width,
        puzzle,
        grid,
        letters,
        puzzle.palette,
        marked_cells(puzzle.height, puzzle.width, marks),
        unicode,
        color,
        poll,
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
    """A grid without clues, as text for a terminal.

    Args:
        grid: the cells.
        palette: the colours of the puzzle; by default the letters of the grid name them.
        marks, unicode, color, width: as for ``draw``.

    Returns:
        Lines of text, without a newline at the end.

    Raises:
        GridError: a mark lies outside of the grid.

    >>> print(draw_grid(Grid("##.\\n#.#")))
    ┌──────┐
    │████ ·│
    │██ ·██│
    └──────┘
    """
    palette = palette or anonymous_palette(grid.letters)
    marked = marked_cells(grid.height, grid.width, marks)
    picture = _Picture(
        grid.height, grid.width, None, grid, grid.letters, palette, marked, unicode, color
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
    marks: bytes
    unicode: bool
    color: bool
    poll: Callable[[], None] | None = None

    @property
    def blocks(self) -> bool:
        """True if cells are block characters, False if they are letters."""
        return self.unicode and len(self.letters) == 1

    @property
    def printed(self) -> Grid | None:
        """The printed cells of the puzzle."""
        return None if self.puzzle is None else self.puzzle.printed

    @property
    def noted(self) -> bool:
        """True if a character may follow the letter of a cell."""
        return 1 in self.marks or self.printed is not None


class Pinned(NamedTuple):
    """One layout for a board that is drawn again and again in the same place, with other grids.

    ``columns``, ``lines``: the room that it takes. ``clued``: whether the clues are drawn.
    """

    columns: int
    lines: int
    clued: bool
    picture: _Picture
    layout: _Layout

    def draw(self, grid: Grid, marks: Collection[tuple[int, int]] = ()) -> str:
        """A grid, complete or not, with marked cells if the layout has room for marks."""
        room = self.layout == "double" or self.picture.blocks
        marked = marked_cells(grid.height, grid.width, marks if room else ())
        picture = self.picture._replace(grid=grid, marks=marked)
        lines = _framed(picture, self.layout, self.clued)
        return "\n".join(rendered(line, picture.color) for line in lines)


def pinned(puzzle: Puzzle, *, unicode: bool = True, color: bool = False) -> Iterator[Pinned]:
    """The layouts for any grid of a puzzle, best first: with clues, then without.

    >>> [(p.columns, p.lines, p.clued) for p in pinned(Puzzle([[1]], [[1], []]))]
    [(7, 4, True), (5, 4, True), (6, 3, False), (4, 3, False)]
    """
    letters, palette = puzzle.palette.letters, puzzle.palette
    height, width = puzzle.height, puzzle.width
    grid = puzzle.unknown_grid()
    blank = _Picture(
        height, width, puzzle, grid, letters, palette, bytes(height * width), unicode, color
    )
    marked = blank._replace(marks=bytes([1]) * (height * width))  # takes at least as much room
    board = height + (height - 1) // GROUP + 2 + (width >= 10)  # rows, rules, numbers
    for layout, clued in _layouts(blank):
        lines = board + (len(_column_clues(blank)) if clued else 0)
        yield Pinned(_needed(marked, layout, clued), lines, clued, blank, layout)


class _Line(NamedTuple):
    """A line of text: the clues of its row (or two rows), a span per column, a row's number."""

    clue: list[Span]
    cells: Sequence[Span]
    number: str


def _fitted(picture: _Picture, width: int | None) -> str:
    """The first layout that fits; see the docstring of the module."""
    needed: dict[tuple[_Layout, bool], int] = {}
    for layout, clued in _layouts(picture):
        columns = _needed(picture, layout, clued)
        if width is None or columns <= width:
            text = "\n".join(
                rendered(line, picture.color) for line in _framed(picture, layout, clued)
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


def _needed(picture: _Picture, layout: _Layout, clued: bool) -> int:
    """The number of columns of a terminal that a layout takes."""
    left = _left(picture, layout) if clued else 0
    board = picture.width * _size(picture, layout) + -(-picture.width // GROUP) + 1
    numbers = (len(_row_number(picture, row)) for row in range(picture.height))
    return left + board + max(numbers)


def _size(picture: _Picture, layout: _Layout) -> int:
    """The number of characters per cell."""
    if layout != "double":
        return 1
    return 3 if picture.noted and any(map(is_wide, picture.letters)) else 2


def _left(picture: _Picture, layout: _Layout) -> int:
    """The number of characters that the clues of the rows take."""
    upper_step = 2 if layout == "half" else 1
    clues = (_row_clue(picture, row) for row in range(0, picture.height, upper_step))
    upper = max(text_width(text_of(clue)) for clue in clues)
    return upper + 2 + _lower_width(picture) if layout == "half" else upper


def _layouts(picture: _Picture) -> Iterator[tuple[_Layout, bool]]:
    """The layouts to try, each with clues or without, best first."""
    grid = picture.grid
    half = picture.blocks and grid is not None and grid.complete and not picture.noted
    single = picture.blocks or not (picture.noted or any(map(is_wide, picture.letters)))
    for clued in (True, False) if picture.puzzle else (False,):
        yield "double", clued
        if half:
            yield "half", clued
        if single and (clued or not half):  # without clues, half is as narrow as single
            yield "single", clued


def _framed(picture: _Picture, layout: _Layout, clued: bool) -> Iterator[list[Span]]:
    """The lines of the picture, rules and numbers included."""
    size = _size(picture, layout)
    rows = _half_rows(picture) if layout == "half" else _rows(picture, size)
    left = _left(picture, layout) if clued else 0
    bar = "│" if picture.unicode else "|"
    if clued:
        header = _column_clues(picture)
        pad = cache(partial(_padded, size=size))
        for number, spans in enumerate(header):
            if picture.poll is not None:
                picture.poll()
            legend: list[Span] = [("", "")]
            if layout == "half" and number == len(header) - 1 and picture.height > 1:
                legend = [("▀  " + "▄".rjust(_lower_width(picture)), "")]
            yield [*_right(legend, left), *_barred([pad(span) for span in spans], bar)]
    yield _rule(picture, "top", left, size, clued)
    for number, row in enumerate(rows):
        if number and number % GROUP == 0:
            yield _rule(picture, "middle", left, size, clued)
        clue = _right(row.clue, left) if clued else []
        yield [*clue, *_barred(row.cells, bar), (row.number, "")]
    yield _rule(picture, "bottom", left, size, clued)
    if picture.width >= 10:
        fives = range(GROUP, picture.width + 1, GROUP)
        numbers = "".join(f"{number:>{GROUP * size + 1}}" for number in fives)
        yield [(" " * left + numbers, "")]


def _half_rows(picture: _Picture) -> Iterator[_Line]:
    """A line for each two rows."""
    assert picture.grid is not None
    style = picture.palette.colors[0].rgb, picture.palette.background
    lower_width = _lower_width(picture)
    blank_row = bytes(picture.width)
    for row in range(0, picture.height, 2):
        upper = picture.grid.row(row)
        lower = picture.grid.row(row + 1) if row + 1 < picture.height else blank_row
        cells: list[Span] = [(" ▀▄█"[a + 2 * b], style) for a, b in zip(upper, lower, strict=True)]
        lower_clue = _row_clue(picture, row + 1) if row + 1 < picture.height else []
        clue = [*_row_clue(picture, row), ("  ", ""), *_right(lower_clue, lower_width)]
        number = _row_number(picture, row) or _row_number(picture, row + 1)
        yield _Line(clue, cells, number)


def _rows(picture: _Picture, size: int) -> Iterator[_Line]:
    """A line for each row."""
    blank: Span = (" " * size, "")
    cell = cache(partial(_cell, picture, size=size))
    printed = picture.printed
    unknown = bytes([UNKNOWN]) * picture.width
    for row in range(picture.height):
        marked = picture.marks[row * picture.width : (row + 1) * picture.width]
        fixed = unknown if printed is None else printed.row(row)
        if picture.grid is None:
            cells = [blank if value == UNKNOWN else cell(value, False, True) for value in fixed]
        elif printed is None and 1 not in marked:
            cells = [cell(value, False, False) for value in picture.grid.row(row)]
        else:
            cells = []
            for shown, own, mark in zip(picture.grid.row(row), fixed, marked, strict=True):
                value = own if shown == UNKNOWN else shown
                cells.append(cell(value, bool(mark), value == own != UNKNOWN))
        yield _Line(_row_clue(picture, row), cells, _row_number(picture, row))


def _lower_width(picture: _Picture) -> int:
    """The width of the second column of clues in ``half``: those of every second row."""
    clues = (_row_clue(picture, row) for row in range(1, picture.height, 2))
    return max((text_width(text_of(clue)) for clue in clues), default=0)


def _row_number(picture: _Picture, row: int) -> str:
    """The text right of a row (from 0): its number, every fifth row on boards of ten or more."""
    return f" {row + 1}" if picture.height >= 10 and (row + 1) % GROUP == 0 else ""


def _cell(picture: _Picture, value: int, marked: bool, printed: bool, size: int) -> Span:
    """One cell, in ``size`` characters."""
    style: Style = ""
    if value == UNKNOWN:
        text = "?"
    elif value == EMPTY and printed and picture.blocks:
        text, style = "\u2573", (_GREY, picture.palette.background)
    elif value == EMPTY:
        text, style = "·" if picture.blocks else ".", (_GREY, picture.palette.background)
    else:
        rgb = picture.palette.colors[value - 1].rgb
        text, style = picture.letters[value - 1], (contrast(rgb), rgb)
        if picture.blocks:
            text, style = "▓" if printed else "█", (rgb, picture.palette.background)
    if marked and picture.blocks:
        text = {UNKNOWN: "¿", EMPTY: "◇"}.get(value, "◆")
    elif marked:
        text += "!"
    elif printed and not picture.blocks:
        text += "'"
    if size > 1 and value not in (UNKNOWN, EMPTY) and text_width(text) == 1:
        text *= 2
    padded = " " * (size - text_width(text)) + text
    return padded, _MARK_STYLE if marked else style


def _row_clue(picture: _Picture, row: int) -> list[Span]:
    """The clue of a row, as text from left to right."""
    if picture.puzzle is None:
        return []
    if picture.poll is not None:
        picture.poll()
    spans: list[Span] = []
    for text, style in _numbers(picture, picture.puzzle.rows[row]):
        spans += [(" ", ""), (text, style)] if spans else [(text, style)]
    return spans


def _column_clues(picture: _Picture) -> list[list[Span]]:
    """The clues of the columns: lines of text, from top to bottom, a character per column."""
    assert picture.puzzle is not None
    clues = picture.puzzle.columns
    long = any(length >= 10 for clue in clues for length, _ in clue or ())
    apart = long and len(picture.palette) == 1
    columns = []
    for clue in clues:
        if picture.poll is not None:
            picture.poll()
        column: list[Span] = []
        for text, style in _numbers(picture, clue):
            if column and apart:
                column.append((" ", ""))
            column += [(character, style) for character in text]
        columns.append(column[::-1])
    upwards = list(zip_longest(*columns, fillvalue=(" ", "")))
    return [list(line) for line in reversed(upwards)]


def _numbers(picture: _Picture, clue: Clue | None) -> list[Span]:
    """The numbers of a clue; with several colours each has the style of its colour."""
    colored = len(picture.palette) > 1
    spans = []
    for text, color in labels(clue, picture.palette):
        style: Style = ""
        if color and colored:
            rgb = picture.palette.colors[color - 1].rgb
            style = (contrast(rgb), rgb)
        spans.append((text, style))
    return spans


def _barred(cells: Sequence[Span], bar: str) -> Iterator[Span]:
    """Cells with a vertical rule at both ends and after every five."""
    yield bar, _RULE_STYLE
    for start in range(0, len(cells), GROUP):
        yield from cells[start : start + GROUP]
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


def _rule(picture: _Picture, which: str, left: int, size: int, clued: bool) -> list[Span]:
    """A horizontal rule; with clues it reaches to the left edge."""
    dash = "─" if picture.unicode else "-"
    start, crossing, end = _CORNERS[which, clued] if picture.unicode else ("+", "+", "+")
    groups = [
        dash * (size * min(GROUP, picture.width - first))
        for first in range(0, picture.width, GROUP)
    ]
    return [(dash * left + start + crossing.join(groups) + end, _RULE_STYLE)]


def _padded(span: Span, *, size: int) -> Span:
    """A span with blanks before it, ``size`` columns wide."""
    text, style = span
    return " " * (size - text_width(text)) + text, style


def _right(spans: list[Span], columns: int) -> list[Span]:
    """The spans with blanks before them, ``columns`` wide in all."""
    return [(" " * (columns - text_width(text_of(spans))), ""), *spans]
