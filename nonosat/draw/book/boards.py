# SPDX-License-Identifier: MIT
"""Leaves with puzzles: as large as fits, several on a page, or one over several pages.

The clues have at least 6 points. A page has fewer puzzles than asked for if the clues would be
smaller. A board that does not fit one page is cut into tiles of whole groups of five lines. Each
tile has the whole clues of its lines, the numbers of its rows and columns, and small triangles
along the edges behind which the board goes on. If the clues of the rows or of the columns alone
fill most of a page, they are listed on pages of their own, and the tiles have the numbers of the
lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from nonosat.draw.book.answers import turned_answer
from nonosat.draw.book.blocks import (
    CODE_FONT,
    GAP,
    LEAST_FONT,
    Plan,
    Slot,
    paint_foot,
    paint_heading,
    sizes,
    slot_of,
    square_side,
)
from nonosat.draw.book.fonts import REGULAR
from nonosat.draw.book.leaves import UNIT, Area, Entry, Leaf, Press, Style, paint_in
from nonosat.draw.geometry import GROUP, Geometry, Part, labels
from nonosat.draw.scene import part_picture
from nonosat.draw.shapes import Picture
from nonosat.draw.steps import known_shapes
from nonosat.errors import Fault, OptionError, library
from nonosat.model.clue import Axis

_LIST_FONT = 7.0
_LEAST_GROUPS = 2
"""A tile has at least this many groups of five lines beside its clues."""


def board_leaves(
    entries: Sequence[Entry], style: Style, warnings: list[str], title: str = ""
) -> Iterator[Leaf]:
    """The pages of all puzzles, in order; the first has room for the title."""
    others, style = style, style.titled(title)
    plans = [
        Plan.of(entry, style if n == 0 else others, warnings) for n, entry in enumerate(entries)
    ]
    place = 0
    while place < len(plans):
        for count in range(min(style.per_page, len(plans) - place), 0, -1):
            some = plans[place : place + count]
            slots = _slots(some, style.per_page if count == style.per_page else count, style)
            if place + count == len(plans) and count < style.per_page:
                whole = _slots(some, style.per_page, style)  # the last page is like the others
                slots = whole or slots
            if slots is not None:
                yield _shared_leaf(some, slots, style)
                break
        else:
            count = 1
            yield from _tile_leaves(plans[place], style)
        place += count
        style = others


def _slots(plans: Sequence[Plan], count: int, style: Style) -> list[Slot] | None:
    """The places of puzzles on a page for ``count`` of them, as large as they can all be.

    None if the clues of one would be too small.
    """
    best: list[Slot] | None = None
    largest = 0.0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        if (columns - 1) * rows >= count:
            continue  # an empty column
        areas = style.area.split(rows, columns, GAP)
        slots = [slot_of(plan, area, style) for plan, area in zip(plans, areas, strict=False)]
        shares = [x.scale * UNIT / plan.least for plan, x in zip(plans, slots, strict=True)]
        if min(shares) >= 1 and min(x.scale for x in slots) > largest:
            best, largest = slots, min(x.scale for x in slots)
    return best


def _shared_leaf(plans: Sequence[Plan], slots: Sequence[Slot], style: Style) -> Leaf:
    def draw(press: Press) -> None:
        for plan, slot in zip(plans, slots, strict=True):
            paint_heading(press, plan.entry, slot.area)
            picture = _board_of(plan.entry, plan.whole, plan.at, style)
            paint_in(press, picture, slot.board, slot.scale)
            paint_foot(press, plan, slot, style)

    return Leaf(draw, tuple(plan.entry.number for plan in plans))


def _board_of(entry: Entry, part: Part, at: Geometry, style: Style) -> Picture:
    """A part of the board, with the cells that were found before."""
    picture = part_picture(part, at, theme=style.theme, poll=style.poll)
    if entry.given is None:
        return picture
    known = known_shapes(entry.given, part, at, style.theme)
    return replace(picture, board=chain(picture.board, known))


def _tile_leaves(plan: Plan, style: Style) -> Iterator[Leaf]:
    """The pages of a board that does not fit one."""
    entry, puzzle = plan.entry, plan.entry.puzzle
    heading, small = sizes(style.area)
    top = 1.3 * heading + 1.3 * small * (len(entry.details()) + 1) + 0.5 * small
    side = 0.0 if plan.square is None else square_side(plan.square, 150)
    foot = max(side, 1.2 * CODE_FONT * len(plan.code_lines(style.area.width - side - 4)))
    board = style.area.below(top)
    listed, rows, columns = _cuts(plan, board, style)
    if foot:
        smaller = board.above(foot + 4)
        below = _cuts(plan, smaller, style)
        if len(below[1]) * len(below[2]) <= len(rows) * len(columns) + 1:
            board, (listed, rows, columns) = smaller, below
        else:  # the code would cost more than a page
            yield _code_leaf(plan, side, foot, style)
            foot = 0
    begins = foot > 0 or not entry.code
    if listed:
        yield from _clue_lists(plan, style, listed, begins)
    parts = [Part(puzzle, some, others) for some in rows for others in columns]
    shapes = []
    for part in parts:
        style.poll()
        whole = Geometry.of_puzzle(part, UNIT, numbers=True, legend=style.theme.patterns)
        shapes.append(without(whole, listed))
    scale = min(min(board.width / x.page_width, board.height / x.page_height) for x in shapes)
    if scale * UNIT < 0.999 * plan.least:
        raise OptionError(
            Fault.of(
                "fault.paper.tile",
                "{name}: a tile of five lines with clues of {points} points does not fit this "
                "paper: use a larger one",
                name=repr(entry.name),
                points=f"{LEAST_FONT:g}",
            )
        )
    cut = _Cut(plan, parts, shapes, scale, len(columns), board, side if foot else None)
    for number in range(len(parts)):
        yield _tile_leaf(cut, number, style, begins=number == 0 and begins and not listed)
    if style.answers == "page" and entry.has_answer:
        yield turned_answer(entry, style)


def _cuts(
    plan: Plan, board: Area, style: Style
) -> tuple[tuple[Axis, ...], list[range], list[range]]:
    """The axes whose clues are listed, and the rows and columns of the tiles."""
    puzzle = plan.entry.puzzle
    whole = Geometry.of_puzzle(puzzle, UNIT, numbers=True, legend=style.theme.patterns)
    for listed in ((), ("row",), ("column",), ("row", "column")):
        down, across = cells_that_fit(without(whole, listed), plan.least, board)
        if min(down, across) >= _LEAST_GROUPS * GROUP:
            break
    return listed, _ranges(puzzle.height, down), _ranges(puzzle.width, across)


def cells_that_fit(at: Geometry, least: float, board: Area) -> tuple[int, int]:
    """How many rows and columns with the smallest cells fit beside the clues, in whole groups."""
    beside = at.page_width - at.board_width
    legend = 1.5 * at.cell * -(-at.legend // 3)  # of a picture at least ten cells wide
    over = at.top + at.bottom_clues + at.column_numbers + at.margin + legend
    across = int((board.width / least * at.cell - beside) / at.cell)
    down = int((board.height / least * at.cell - over) / at.cell)
    return down // GROUP * GROUP, across // GROUP * GROUP


def without(at: Geometry, listed: Sequence[Axis]) -> Geometry:
    """A geometry without room for the clues of the listed axes."""
    if "row" in listed:
        at = replace(at, left_clues=0)
    return replace(at, top_clues=0) if "column" in listed else at


def _ranges(count: int, most: int) -> list[range]:
    """Lines in tiles of whole groups, as equal as they can be."""
    most = max(GROUP, most)
    tiles = -(-count // most)
    each = min(most, -(-count // tiles // GROUP) * GROUP)
    return [range(first, min(first + each, count)) for first in range(0, count, each)]


@dataclass(frozen=True, slots=True)
class _Cut:
    """A board in tiles: the parts, their geometries, and where they are drawn."""

    plan: Plan
    parts: list[Part]
    shapes: list[Geometry]
    scale: float
    across: int
    """How many tiles lie side by side."""
    board: Area
    side: float | None
    """The side of the QR code on the first tile; None if the code is elsewhere."""


def _tile_leaf(cut: _Cut, number: int, style: Style, *, begins: bool) -> Leaf:
    plan, part, board = cut.plan, cut.parts[number], cut.board

    def draw(press: Press) -> None:
        area = style.area
        _, small = sizes(area)
        if len(cut.parts) > 1:
            numbers = {"tile": number + 1, "tiles": len(cut.parts)}
            paint_heading(press, plan.entry, area, "sheet.heading_tile", **numbers)
        else:
            paint_heading(press, plan.entry, area)
        rows, columns, say = part.row_range, part.column_range, style.say
        words = [say("sheet.tile", **lines_of(part))]
        for key, other, there in (
            ("sheet.tile_left", number - 1, columns.start > 0),
            ("sheet.tile_right", number + 1, columns.stop < part.puzzle.width),
            ("sheet.tile_above", number - cut.across, rows.start > 0),
            ("sheet.tile_below", number + cut.across, rows.stop < part.puzzle.height),
        ):
            if there:
                words.append(say(key, tile=other + 1))
        press.canvas.setFillColor("#000000")
        y = board.y + 0.5 * small
        text = press.fonts.shortened(say.pattern("list.notes").join(words), area.width, small)
        press.fonts.write(press.canvas, area.x, y, text, small)
        picture = _board_of(plan.entry, part, cut.shapes[number], style)
        paint_in(press, picture, board, cut.scale)
        if number == 0 and cut.side is not None:
            foot = area.foot(area.height - (area.y - board.y) - board.height)
            slot = Slot(area, 0, board, cut.scale, foot, cut.side)
            paint_foot(press, plan, slot, replace(style, answers="end"))

    return Leaf(draw, (plan.entry.number,) if begins else ())


def lines_of(part: Part) -> dict[str, int]:
    """The first and last rows and columns of a part, as the texts about it name them."""
    rows, columns = part.row_range, part.column_range
    return {
        "first_row": rows.start + 1,
        "last_row": rows.stop,
        "first_column": columns.start + 1,
        "last_column": columns.stop,
    }


def _code_leaf(plan: Plan, side: float, height: float, style: Style) -> Leaf:
    """A page with the code, before the tiles if they have no room for it."""

    def draw(press: Press) -> None:
        area = style.area
        heading, small = sizes(area)
        paint_heading(press, plan.entry, area, "sheet.heading_code")
        foot = area.below(1.3 * heading + 1.3 * small * (len(plan.entry.details()) + 1))
        slot = Slot(area, 0, area, 1, foot.above(foot.height - height), side)
        paint_foot(press, plan, slot, replace(style, answers="end"))

    return Leaf(draw, (plan.entry.number,))


def _clue_lists(plan: Plan, style: Style, listed: tuple[Axis, ...], begins: bool) -> Iterator[Leaf]:
    """Pages with clues as text, for boards whose clues fill a page; in columns, if they fit."""
    area, (heading, small) = style.area, sizes(style.area)
    leading = 1.25 * _LIST_FONT
    top = 1.3 * heading + 1.3 * small * len(plan.entry.details()) + small
    longest, lines = _clue_lines(plan.entry, listed, area.width, style)
    columns = max(1, int((area.width + GAP) / (longest + GAP)))
    places = area.below(top).split(1, columns, GAP)
    rows = max(1, int((area.height - top) / leading))

    def leaf(start: int) -> Leaf:
        def draw(press: Press) -> None:
            paint_heading(press, plan.entry, area, "sheet.heading_clues")
            for number, place in enumerate(places):
                text: Any = press.canvas.beginText(place.x, place.y)
                text.setFont(REGULAR, _LIST_FONT, leading)
                text.setFillColor("#000000")
                first = start + number * rows
                for line in lines[first : first + rows]:
                    text.textLine(line)
                press.canvas.drawText(text)

        return Leaf(draw, (plan.entry.number,) if start == 0 and begins else ())

    for start in range(0, len(lines), rows * columns):
        yield leaf(start)


def _clue_lines(
    entry: Entry, listed: tuple[Axis, ...], room: float, style: Style
) -> tuple[float, list[str]]:
    """The clues, a line each or more: ``R12: 3 1 4``; and the width of the longest line."""
    measure = library("reportlab.pdfbase.pdfmetrics").stringWidth
    indent = "    "
    widths = {indent: measure(indent, REGULAR, _LIST_FONT)}
    lines, longest = [], 0.0
    for line, clue in entry.puzzle.lines():
        if line.axis not in listed:
            continue
        style.poll()
        begun: list[str] = []
        taken = 0.0
        for word in (f"{line}:", *(text for text, _ in labels(clue, entry.puzzle.palette))):
            if word not in widths:
                widths[word] = measure(f"{word} ", REGULAR, _LIST_FONT)
            if taken + widths[word] > room:
                lines.append(" ".join(begun))
                begun, taken = [indent], widths[indent]
            begun.append(word)
            taken += widths[word]
            longest = max(longest, taken)
        lines.append(" ".join(begun))
    return longest, lines
