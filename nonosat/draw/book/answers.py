# SPDX-License-Identifier: MIT
"""Solutions: on leaves of their own, or upside down below their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonosat.draw.book.fonts import BOLD
from nonosat.draw.book.leaves import UNIT, Area, Entry, Leaf, Press, Style, paint_in
from nonosat.draw.geometry import Geometry
from nonosat.draw.scene import grid_picture

_SMALL = 7.5
_LEADING = 9.0
_HEADING = 16.0
_LEAST_CELL = 2.0
"""A solution whose cells would be smaller than this, in points, gets a page of its own."""
_MOST_CELL = 34.0
"""The cells of a solution are at most this large, in points."""
_GAP = 14


def _lines(entry: Entry) -> int:
    return 2 if entry.remark else 0


def answer_height(entry: Entry, side: float) -> float:
    """The height of a solution in a square of some side, with its remark."""
    height = _LEADING * _lines(entry)
    if entry.solution is not None:
        at = Geometry(entry.puzzle.height, entry.puzzle.width, UNIT)
        height += at.page_height * min(side / at.page_width, side / at.page_height)
    return height


def paint_answer(
    press: Press, entry: Entry, area: Area, style: Style, *, turned: bool, caption: bool
) -> None:
    """Draw the remark on the solution of a puzzle, and the solution if there is one."""
    canvas, fonts = press.canvas, press.fonts
    if turned:
        canvas.saveState()
        canvas.translate(area.x + area.width, area.y - area.height)
        canvas.rotate(180)
        area = Area(0, 0, area.width, area.height)
    canvas.setFillColor("#000000")
    y = area.y
    if caption:
        y -= _LEADING
        text = fonts.shortened(entry.answer_heading, area.width, _SMALL, BOLD)
        fonts.write(canvas, area.x, y, text, _SMALL, BOLD)
    if entry.remark:
        words = fonts.wrapped(entry.remark, area.width, _SMALL)
        if len(words) > 2:
            words[1] = " ".join(words[1:])
        for line in words[:2]:
            y -= _LEADING
            fonts.write(canvas, area.x, y, fonts.shortened(line, area.width, _SMALL), _SMALL)
    if entry.solution is not None:
        theme = style.theme
        palette = entry.puzzle.palette
        if len(palette) > 1 and not theme.patterns:
            theme = replace(theme, letters=True)
        picture = grid_picture(
            entry.solution, palette=palette, theme=theme, cell_size=UNIT, poll=style.poll
        )
        used = area.y - y
        room = Area(area.x, y - 1, area.width, area.height - used - 1)
        most = _MOST_CELL / UNIT
        scale = min(room.width / picture.width, room.height / picture.height, most)
        paint_in(press, picture, room, scale)
    if turned:
        canvas.restoreState()


def turned_answer(entry: Entry, style: Style) -> Leaf:
    """A page with one solution, upside down."""

    def draw(press: Press) -> None:
        paint_answer(press, entry, style.area, style, turned=True, caption=True)

    return Leaf(draw)


def _rows_and_columns(count: int, area: Area) -> tuple[int, int]:
    """How many solutions stand below and beside each other: as many as usual, or fewer."""
    most_columns, most_rows = max(1, round(area.width / 170)), max(1, round(area.height / 190))
    if count >= most_rows * most_columns:
        return most_rows, most_columns
    fitting = ((max(1, -(-count // columns)), columns) for columns in range(1, most_columns + 1))
    return max(
        (some for some in fitting if some[0] <= most_rows),
        key=lambda some: min(area.height / some[0], area.width / some[1]),
        default=(1, 1),
    )


def answer_leaves(entries: Sequence[Entry], style: Style, title: str = "") -> Iterator[Leaf]:
    """The pages of all solutions: several on each, large ones on pages of their own.

    A few solutions share one page and fill it. The title of the book stands in each heading.
    """
    entries = [entry for entry in entries if entry.has_answer]
    area = style.area.below(1.5 * _HEADING)
    slots = area.split(*_rows_and_columns(len(entries), area), _GAP)
    say, number = style.say, len(entries)
    heading = say("sheet.solution", n=number)
    begun: list[Entry] = []
    first = True

    def leaf(some: list[Entry], places: list[Area], section: str) -> Leaf:
        def draw(press: Press) -> None:
            press.canvas.setFillColor("#000000")
            y = style.area.y - _HEADING
            text = heading
            if title:
                rest = say("sheet.solution_of", n=number, title="")
                room = style.area.width - press.fonts.width(rest, _HEADING, BOLD)
                begins = press.fonts.shortened(title, room, _HEADING, BOLD)
                text = say("sheet.solution_of", n=number, title=begins)
            press.fonts.write(press.canvas, style.area.x, y, text, _HEADING, BOLD)
            for entry, place in zip(some, places, strict=False):
                paint_answer(press, entry, place, style, turned=False, caption=True)

        return Leaf(draw, section=section)

    for entry in entries:
        at = Geometry(entry.puzzle.height, entry.puzzle.width, UNIT)
        room = slots[0].height - _LEADING * (1 + _lines(entry))
        scale = min(slots[0].width / at.page_width, room / at.page_height)
        large = entry.solution is not None and scale * UNIT < _LEAST_CELL
        if begun and (large or len(begun) == len(slots)):
            yield leaf(begun, slots, heading if first else "")
            begun, first = [], False
        if large:
            yield leaf([entry], [area], heading if first else "")
            first = False
        else:
            begun.append(entry)
    if begun:
        yield leaf(begun, slots, heading if first else "")
