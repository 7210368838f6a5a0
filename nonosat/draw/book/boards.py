# SPDX-License-Identifier: MIT
"""Leaves with puzzles: as large as fits, several on a page, or one over several pages.

The clues have at least 6 points. A board whose clues would be smaller is cut into pieces of whole
groups of five lines. Each piece has the whole clues of its lines, the numbers of its rows and
columns, and small triangles along the edges behind which the board goes on. If clues alone fill
most of a page, they are listed on pages of their own, and the pieces have the numbers of the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nonosat.draw.book.answers import answer_height, paint_answer, turned_answer
from nonosat.draw.book.entries import Entry
from nonosat.draw.book.fonts import BOLD, REGULAR, TYPED
from nonosat.draw.book.leaves import UNIT, Leaf, Press, Style, paint_in
from nonosat.draw.book.papers import Area
from nonosat.draw.book.squares import Square, paint_square, square_of, square_side
from nonosat.draw.geometry import DIGIT, GROUP, Geometry, labels
from nonosat.draw.parts import Part
from nonosat.draw.scene import part_picture
from nonosat.errors import OptionError
from nonosat.extras import library

__all__ = ["LEAST_FONT", "board_leaves"]

LEAST_FONT = 6.0
"""The least size of a number of a clue, in points."""
_GAP = 18
"""Between the puzzles of a page."""
_CODE_FONT = 6.0
_CODE_LINES = 5
"""Longer codes are not printed as text."""
_LIST_FONT = 7.0
_LEAST_GROUPS = 2
"""A piece has at least this many groups of five lines beside its clues."""


def board_leaves(entries: Sequence[Entry], style: Style, warnings: list[str]) -> Iterator[Leaf]:
    """The pages of all puzzles, in order."""
    plans = [_Plan.of(entry, style, warnings) for entry in entries]
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
            yield from _pieces(plans[place], style)
        place += count


@dataclass(frozen=True, slots=True)
class _Plan:
    """A puzzle, its geometry in pixels, and the side of a cell that its clues need, in points."""

    entry: Entry
    at: Geometry
    least: float
    square: Square | None

    @classmethod
    def of(cls, entry: Entry, style: Style, warnings: list[str]) -> _Plan:
        at = Geometry.of_puzzle(entry.puzzle, UNIT, legend=style.theme.patterns)
        square = None
        if entry.code:
            square = square_of(entry.code, min(style.area.height / 3, style.area.width / 2, 150))
            if square is None:
                warnings.append(
                    f"{entry.name!r}: its code has {len(entry.code):,} characters, too many for a "
                    "QR code that can be read from this paper"
                )
        return cls(entry, at, _least_cell(entry, at), square)

    @property
    def whole(self) -> Part:
        puzzle = self.entry.puzzle
        return Part(puzzle, range(puzzle.height), range(puzzle.width))

    def code_lines(self, room: float) -> list[str]:
        """The code as text, if it is short; else a line that says so."""
        code = self.entry.code
        if not code:
            return []
        each = max(1, int(room / (0.6 * _CODE_FONT)))
        lines = [code[start : start + each] for start in range(0, len(code), each)]
        if len(lines) > _CODE_LINES:
            lines = [f"code: {len(code):,} characters"]
        if self.square is None:
            lines.append("(too long for a QR code)")
        return lines


def _least_cell(entry: Entry, at: Geometry) -> float:
    """The side of a cell with which the smallest number of a clue has ``LEAST_FONT``."""
    share = 1.0
    for line, clue in entry.puzzle.lines():
        room = at.slot if line.axis == "R" else at.cell
        longest = max(len(text) for text, _ in labels(clue, entry.puzzle.palette))
        share = min(share, (room - 0.15 * at.cell) / (longest * DIGIT * at.font_size))
    return LEAST_FONT / (share * at.font_size) * at.cell


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where the parts of a puzzle stand, and how large."""

    area: Area
    heading: float
    """The size of its heading."""
    board: Area
    scale: float
    foot: Area
    side: float
    """Of the QR code."""


def _slots(plans: Sequence[_Plan], count: int, style: Style) -> list[_Slot] | None:
    """The places of puzzles on a page for ``count`` of them, as large as they can all be.

    None if the clues of one would be too small.
    """
    best: list[_Slot] | None = None
    largest = 0.0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        if (columns - 1) * rows >= count:
            continue  # an empty column
        areas = style.area.split(rows, columns, _GAP)
        slots = [_slot(plan, area, style) for plan, area in zip(plans, areas, strict=False)]
        shares = [x.scale * UNIT / plan.least for plan, x in zip(plans, slots, strict=True)]
        if min(shares) >= 1 and min(x.scale for x in slots) > largest:
            best, largest = slots, min(x.scale for x in slots)
    return best


def _sizes(area: Area) -> tuple[float, float]:
    """Of a heading and of the lines below it, in points."""
    return (14, 9) if area.width > 300 else (10.5, 7.5)


def _slot(plan: _Plan, area: Area, style: Style) -> _Slot:
    heading, small = _sizes(area)
    top = 1.3 * heading + 1.3 * small * len(plan.entry.details()) + 0.5 * small
    side = 0.0
    if plan.square is not None:
        side = square_side(plan.square, min(area.height / 3, area.width / 2, 150))
    room = area.width - side - (_answer_side(area) if style.answers == "page" else 0)
    foot = max(side, 1.2 * _CODE_FONT * len(plan.code_lines(room - 4)))
    if style.answers == "page" and plan.entry.has_answer:
        foot = max(foot, answer_height(plan.entry, _answer_side(area)))
    board = area.below(top).above(foot + (4 if foot else 0))
    scale = min(board.width / plan.at.page_width, board.height / plan.at.page_height)
    return _Slot(area, heading, board, scale, area.foot(foot), side)


def _answer_side(area: Area) -> float:
    """Of the square for a solution that stands on the page of its puzzle."""
    return min(0.3 * area.width, 0.22 * area.height, 140)


def _shared_leaf(plans: Sequence[_Plan], slots: Sequence[_Slot], style: Style) -> Leaf:
    def draw(press: Press) -> None:
        for plan, slot in zip(plans, slots, strict=True):
            _paint_heading(press, plan.entry, slot.area)
            picture = part_picture(plan.whole, plan.at, theme=style.theme)
            paint_in(press.canvas, picture, slot.board, slot.scale, turned=False)
            _paint_foot(press, plan, slot, style)

    return Leaf(draw, tuple(plan.entry.number for plan in plans))


def _paint_heading(press: Press, entry: Entry, area: Area, more: str = "") -> None:
    heading, small = _sizes(area)
    fonts, canvas = press.fonts, press.canvas
    canvas.setFillColor("#000000")
    y = area.y - heading
    title = fonts.shortened(
        entry.heading, area.width - fonts.width(more, heading, BOLD), heading, BOLD
    )
    fonts.write(canvas, area.x, y, title, heading, BOLD)
    behind = area.x + fonts.width(title, heading, BOLD)
    fonts.write(canvas, behind, y, more, heading, BOLD)
    y -= 0.3 * heading
    canvas.setFillColor("#444444")
    for line in entry.details():
        y -= 1.3 * small
        fonts.write(canvas, area.x, y, fonts.shortened(line, area.width, small), small)


def _paint_foot(press: Press, plan: _Plan, slot: _Slot, style: Style) -> None:
    """The code, and the solution if it stands on this page."""
    foot, canvas = slot.foot, press.canvas
    if plan.square is not None:
        paint_square(canvas, plan.square, foot.x, foot.y, slot.side)
    taken = slot.side + (_answer_side(slot.area) if style.answers == "page" else 0)
    canvas.setFillColor("#444444")
    y = foot.y
    for line in plan.code_lines(slot.area.width - taken - 4):
        y -= 1.2 * _CODE_FONT
        press.fonts.write(
            canvas, foot.x + slot.side + (4 if slot.side else 0), y, line, _CODE_FONT, TYPED
        )
    if style.answers == "page" and plan.entry.has_answer:
        side = _answer_side(slot.area)
        right = Area(foot.x + foot.width - side, foot.y, side, foot.height)
        paint_answer(press, plan.entry, right, style, turned=True, caption=False)


def _pieces(plan: _Plan, style: Style) -> Iterator[Leaf]:
    """The pages of a board that does not fit one."""
    entry, puzzle = plan.entry, plan.entry.puzzle
    heading, small = _sizes(style.area)
    top = 1.3 * heading + 1.3 * small * (len(entry.details()) + 1) + 0.5 * small
    side = 0.0 if plan.square is None else square_side(plan.square, 150)
    foot = max(side, 1.2 * _CODE_FONT * len(plan.code_lines(style.area.width - side - 4)))
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
    shapes = [
        _without(Geometry.of_puzzle(part, UNIT, numbers=True, legend=style.theme.patterns), listed)
        for part in parts
    ]
    scale = min(min(board.width / x.page_width, board.height / x.page_height) for x in shapes)
    if scale * UNIT < 0.999 * plan.least:
        raise OptionError(
            f"{entry.name!r}: a piece of five lines with clues of {LEAST_FONT:g} points does not "
            "fit this paper: use a larger one"
        )
    cut = _Cut(plan, parts, shapes, scale, len(columns), board, side if foot else None)
    for number in range(len(parts)):
        yield _piece_leaf(cut, number, style, begins=number == 0 and begins and not listed)
    if style.answers == "page" and entry.has_answer:
        yield turned_answer(entry, style)


def _cuts(plan: _Plan, board: Area, style: Style) -> tuple[str, list[range], list[range]]:
    """The axes whose clues are listed, and the rows and columns of the pieces."""
    puzzle = plan.entry.puzzle
    whole = Geometry.of_puzzle(puzzle, UNIT, numbers=True, legend=style.theme.patterns)
    for listed in ("", "R", "C", "RC"):
        down, across = _cells_that_fit(_without(whole, listed), plan.least, board)
        if min(down, across) >= _LEAST_GROUPS * GROUP:
            break
    return listed, _ranges(puzzle.height, down), _ranges(puzzle.width, across)


def _code_leaf(plan: _Plan, side: float, height: float, style: Style) -> Leaf:
    """A page with the code, before the pieces that have no room for it."""

    def draw(press: Press) -> None:
        area = style.area
        heading, small = _sizes(area)
        _paint_heading(press, plan.entry, area, ", code")
        foot = area.below(1.3 * heading + 1.3 * small * (len(plan.entry.details()) + 1))
        slot = _Slot(area, 0, area, 1, foot.above(foot.height - height), side)
        _paint_foot(press, plan, slot, replace(style, answers="end"))

    return Leaf(draw, (plan.entry.number,))


def _without(at: Geometry, listed: str) -> Geometry:
    """A geometry without room for the clues of rows (R) and columns (C)."""
    if "R" in listed:
        at = replace(at, left_clues=0)
    return replace(at, top_clues=0) if "C" in listed else at


def _cells_that_fit(at: Geometry, least: float, board: Area) -> tuple[int, int]:
    """How many rows and columns of the least size fit beside the clues, in whole groups."""
    beside = at.page_width - at.board_width
    legend = 1.5 * at.cell * -(-at.legend // 3)  # of a picture at least ten cells wide
    over = at.top + at.bottom_clues + at.column_numbers + at.margin + legend
    across = int((board.width / least * at.cell - beside) / at.cell)
    down = int((board.height / least * at.cell - over) / at.cell)
    return down // GROUP * GROUP, across // GROUP * GROUP


def _ranges(count: int, most: int) -> list[range]:
    """Lines in pieces of whole groups, as equal as they can be."""
    most = max(GROUP, most)
    pieces = -(-count // most)
    each = min(most, -(-count // pieces // GROUP) * GROUP)
    return [range(first, min(first + each, count)) for first in range(0, count, each)]


@dataclass(frozen=True, slots=True)
class _Cut:
    """A board in pieces: the parts, their geometries, and where they are drawn."""

    plan: _Plan
    parts: list[Part]
    shapes: list[Geometry]
    scale: float
    across: int
    """How many pieces lie side by side."""
    board: Area
    side: float | None
    """Of the QR code on the first piece, if the code is there."""


def _piece_leaf(cut: _Cut, number: int, style: Style, *, begins: bool) -> Leaf:
    plan, part, board = cut.plan, cut.parts[number], cut.board

    def draw(press: Press) -> None:
        area = style.area
        _, small = _sizes(area)
        more = f", piece {number + 1} of {len(cut.parts)}" if len(cut.parts) > 1 else ""
        _paint_heading(press, plan.entry, area, more)
        rows, columns = part.row_range, part.column_range
        words = [
            f"rows {rows.start + 1} to {rows.stop}, columns {columns.start + 1} to {columns.stop}"
        ]
        for what, other, there in (
            ("left", number - 1, columns.start > 0),
            ("right", number + 1, columns.stop < part.puzzle.width),
            ("above", number - cut.across, rows.start > 0),
            ("below", number + cut.across, rows.stop < part.puzzle.height),
        ):
            if there:
                words.append(f"{what}: piece {other + 1}")
        press.canvas.setFillColor("#000000")
        y = board.y + 0.5 * small
        press.fonts.write(press.canvas, area.x, y, "; ".join(words), small)
        picture = part_picture(part, cut.shapes[number], theme=style.theme)
        paint_in(press.canvas, picture, board, cut.scale, turned=False)
        if number == 0 and cut.side is not None:
            foot = area.foot(area.height - (area.y - board.y) - board.height)
            slot = _Slot(area, 0, board, cut.scale, foot, cut.side)
            _paint_foot(press, plan, slot, replace(style, answers="end"))

    return Leaf(draw, (plan.entry.number,) if begins else ())


def _clue_lists(plan: _Plan, style: Style, listed: str, begins: bool) -> Iterator[Leaf]:
    """Pages with clues as text, for boards whose clues fill a page; in columns, if they fit."""
    area, (heading, small) = style.area, _sizes(style.area)
    leading = 1.25 * _LIST_FONT
    top = 1.3 * heading + 1.3 * small * len(plan.entry.details()) + small
    longest, lines = _clue_lines(plan.entry, listed, area.width)
    columns = max(1, int((area.width + _GAP) / (longest + _GAP)))
    places = area.below(top).split(1, columns, _GAP)
    rows = max(1, int((area.height - top) / leading))

    def leaf(start: int) -> Leaf:
        def draw(press: Press) -> None:
            _paint_heading(press, plan.entry, area, ", clues")
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


def _clue_lines(entry: Entry, listed: str, room: float) -> tuple[float, list[str]]:
    """The clues, a line each or more: ``R12: 3 1 4``; and the width of the longest line."""
    measure = library("reportlab.pdfbase.pdfmetrics").stringWidth
    indent = "    "
    widths = {indent: measure(indent, REGULAR, _LIST_FONT)}
    lines, longest = [], 0.0
    for line, clue in entry.puzzle.lines():
        if line.axis not in listed:
            continue
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
