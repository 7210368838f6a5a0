# SPDX-License-Identifier: MIT
"""Clue strips: the clues as strips of squares, to cut out and lay around a real board.

The strips of the rows come first, from the last row to the first and with turned digits: with the
sheet turned to the left they are in order, and the number next to the board is at their right ends.
Each strip has as many squares as a clue of its line can have blocks; the clue stands at the inner
end, and the other squares are blank. The strip of an empty line is blank. Squares are 0.75 inches
wide, digits 0.5 inches high (after dsmiller95's page). A strip longer than the page is cut into
parts. Dashed lines beyond the strips show where to cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from nonosat.draw.book.blocks import Square, paint_square, square_of
from nonosat.draw.book.fonts import BOLD, REGULAR
from nonosat.draw.book.leaves import Entry, Leaf, Press, Style
from nonosat.draw.geometry import labels
from nonosat.draw.theme import contrast
from nonosat.languages import Language
from nonosat.model.clue import Axis
from nonosat.model.puzzle import Puzzle

FIELD = 54.0
"""The side of a field in points: 0.75 inches."""
DIGIT_SIZE = 36.0
"""The size of the digits: 0.5 inches."""
_BORDER = 0.75
_DIVIDER = 36.0
"""The space between rows of strips: 0.5 inches."""
_TOP = 26.0
"""The height of the heading."""
_NAME = 6.0


@dataclass(frozen=True, slots=True)
class _Strip:
    """A strip, or a part of one: its fields from the outer end to the inner one."""

    name: str
    fields: tuple[tuple[str, int], ...]
    turned: bool
    square: Square | None = None
    """A QR code in the first field."""


def strip_leaves(entries: Sequence[Entry], style: Style, title: str = "") -> Iterator[Leaf]:
    """The pages of the clue strips of all puzzles; those of the first have room for the title."""
    for number, entry in enumerate(entries):
        yield from _leaves_of(entry, style if number else style.titled(title))


def _strips(entry: Entry, most: int) -> tuple[list[_Strip], list[_Strip]]:
    """The strips of the rows and of the columns, in parts of at most ``most`` fields.

    All first parts come before all second parts: parts of one length share a row of the page.
    """
    puzzle = entry.puzzle
    rows = _strips_of(puzzle, "row", -(-puzzle.width // 2), most, entry.say)
    columns = _strips_of(puzzle, "column", -(-puzzle.height // 2), most, entry.say)
    square = square_of(entry.code, FIELD - 2) if entry.code else None
    if square is not None:
        for strips in (rows, columns):
            if strips[0].fields[0] == ("", 0):
                first = strips[0]
                strips[0] = _Strip(first.name, first.fields, first.turned, square)
                break
    return rows, columns


def _strips_of(puzzle: Puzzle, axis: Axis, fields: int, most: int, say: Language) -> list[_Strip]:
    found: list[tuple[int, _Strip]] = []
    for line, clue in puzzle.lines():
        if line.axis != axis:
            continue
        written = [] if clue == () else labels(clue, puzzle.palette)
        whole = [("", 0)] * (fields - len(written)) + written
        parts = -(-len(whole) // most)
        for part in range(parts):
            name = str(line)
            if parts > 1:
                name = say("sheet.strip_part", line=name, part=part + 1, parts=parts)
            some = tuple(whole[part * most : (part + 1) * most])
            found.append((part, _Strip(name, some, axis == "row")))
    if axis == "row":
        found.reverse()
    return [strip for _, strip in sorted(found, key=lambda item: item[0])]


def _leaves_of(entry: Entry, style: Style) -> Iterator[Leaf]:
    area = style.area.below(_TOP)
    across = max(1, int(area.width / FIELD))
    most = max(1, int((area.height - 8) / FIELD))
    page: list[tuple[float, list[_Strip]]] = []
    y, first = 0.0, True
    for strips in _strips(entry, most):
        for some in _bands(strips, across):
            height = FIELD * len(some[0].fields)
            if page and y + height > area.height:
                yield _leaf(entry, style, page, first)
                page, y, first = [], 0.0, False
            page.append((y, some))
            y += height + _DIVIDER
    yield _leaf(entry, style, page, first)


def _bands(strips: list[_Strip], across: int) -> Iterator[list[_Strip]]:
    """Rows of strips of equal length."""
    for _, group in groupby(strips, key=lambda strip: len(strip.fields)):
        equal = list(group)
        for start in range(0, len(equal), across):
            yield equal[start : start + across]


def _leaf(entry: Entry, style: Style, page: list[tuple[float, list[_Strip]]], first: bool) -> Leaf:
    def draw(press: Press) -> None:
        area = style.area.below(_TOP)
        press.canvas.setFillColor("#000000")
        title = style.say("sheet.heading_strips", heading=entry.heading)
        title = press.fonts.shortened(title, area.width, 11, BOLD)
        press.fonts.write(press.canvas, area.x, style.area.y - 11, title, 11, BOLD)
        for y, strips in page:
            style.poll()
            for number, strip in enumerate(strips):
                _paint_strip(press, strip, area.x + number * FIELD, area.y - y, entry, style)
            _paint_cuts(press, strips, area.x, area.y - y)

    return Leaf(draw, (entry.number,) if first else ())


def _paint_cuts(press: Press, strips: list[_Strip], x: float, y: float) -> None:
    """Dashes above and below the edges of the strips."""
    canvas = press.canvas
    canvas.saveState()
    canvas.setStrokeColor("#000000")
    canvas.setLineWidth(0.5)
    canvas.setDash(2, 2)
    longest = len(strips[0].fields)
    for number in range(len(strips) + 1):
        edge = x + number * FIELD
        canvas.line(edge, y, edge, y + 8)
        canvas.line(edge, y - longest * FIELD, edge, y - longest * FIELD - 8)
    canvas.restoreState()


def _paint_strip(
    press: Press, strip: _Strip, x: float, y: float, entry: Entry, style: Style
) -> None:
    canvas = press.canvas
    palette = entry.puzzle.palette
    for number, (text, color) in enumerate(strip.fields):
        top = y - number * FIELD
        plate = color and len(palette) > 1 and not style.theme.patterns
        rgb = palette.colors[color - 1].rgb if plate else "#ffffff"
        canvas.setFillColor(rgb)
        canvas.setStrokeColor("#000000")
        canvas.setLineWidth(_BORDER)
        canvas.rect(x, top - FIELD, FIELD, FIELD, fill=1, stroke=1)
        if text:
            _paint_number(press, text, x, top, contrast(rgb), turned=strip.turned)
    if strip.square is not None:
        paint_square(canvas, strip.square, x + 1, y - 1, FIELD - 2)
        return
    canvas.setFillColor("#666666")
    if strip.fields[0] == ("", 0) or strip.fields[0][1] == 0 or len(palette) == 1:
        press.fonts.write(canvas, x + 2, y - _NAME - 1, strip.name, _NAME)


def _paint_number(press: Press, text: str, x: float, y: float, ink: str, *, turned: bool) -> None:
    """A number in the middle of a field; turned by a quarter to the right on strips of rows."""
    canvas, fonts = press.canvas, press.fonts
    size = min(DIGIT_SIZE, DIGIT_SIZE * (FIELD - 6) / fonts.width(text, DIGIT_SIZE, REGULAR))
    canvas.saveState()
    canvas.translate(x + FIELD / 2, y - FIELD / 2)
    if turned:
        canvas.rotate(-90)
    canvas.setFillColor(ink)
    fonts.write(canvas, 0, -0.36 * size, text, size, REGULAR, align="middle")
    canvas.restoreState()
