# SPDX-License-Identifier: MIT
"""The parts of a page with a puzzle: heading, board, and below it the code and the solution.

segno computes the QR code, which is drawn as vectors. Its level of error correction is the lowest,
which gives the largest squares on paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from nonosat.draw.book.answers import answer_height, paint_answer
from nonosat.draw.book.fonts import BOLD, REGULAR, TYPED
from nonosat.draw.book.leaves import UNIT, Area, Entry, Press, Style
from nonosat.draw.geometry import DIGIT, Geometry, Part, labels
from nonosat.errors import library

LEAST_FONT = 6.0
"""The least size of a number of a clue, in points."""
GAP = 18
"""The space between the puzzles of a page."""
CODE_FONT = 6.0
"""The size of a code as text, in points."""
_CODE_LINES = 5
"""A code that needs more lines is not printed as text."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A puzzle, its geometry in pixels, and the side of a cell that its clues need, in points."""

    entry: Entry
    at: Geometry
    least: float
    square: Square | None

    @classmethod
    def of(cls, entry: Entry, style: Style, warnings: list[str]) -> Plan:
        style.poll()
        at = Geometry.of_puzzle(entry.puzzle, UNIT, legend=style.theme.patterns)
        square = None
        if entry.code:
            square = square_of(entry.code, min(style.area.height / 3, style.area.width / 2, 150))
            if square is None:
                length = len(entry.code)
                warnings.append(style.say("sheet.no_code", n=length, name=repr(entry.name)))
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
        each = max(1, int(room / (0.6 * CODE_FONT)))
        lines = [code[start : start + each] for start in range(0, len(code), each)]
        if len(lines) > _CODE_LINES:
            lines = [self.entry.say("sheet.code", n=len(code))]
        if self.square is None:
            lines.append(self.entry.say("sheet.code_too_long"))
        return lines


def _least_cell(entry: Entry, at: Geometry) -> float:
    """The side of a cell with which the smallest number of a clue has ``LEAST_FONT``."""
    share = 1.0
    for line, clue in entry.puzzle.lines():
        room = at.slot if line.axis == "row" else at.cell
        longest = max(len(text) for text, _ in labels(clue, entry.puzzle.palette))
        share = min(share, (room - 0.15 * at.cell) / (longest * DIGIT * at.font_size))
    return LEAST_FONT / (share * at.font_size) * at.cell


@dataclass(frozen=True, slots=True)
class Slot:
    """The places and sizes of the parts of a puzzle."""

    area: Area
    heading: float
    """The size of its heading."""
    board: Area
    scale: float
    foot: Area
    side: float
    """The side of the QR code."""


def slot_of(plan: Plan, area: Area, style: Style) -> Slot:
    heading, small = sizes(area)
    top = 1.3 * heading + 1.3 * small * len(plan.entry.details()) + 0.5 * small
    side = 0.0
    if plan.square is not None:
        side = square_side(plan.square, min(area.height / 3, area.width / 2, 150))
    room = area.width - side - (_answer_side(area) if style.answers == "page" else 0)
    foot = max(side, 1.2 * CODE_FONT * len(plan.code_lines(room - 4)))
    if style.answers == "page" and plan.entry.has_answer:
        foot = max(foot, answer_height(plan.entry, _answer_side(area)))
    board = area.below(top).above(foot + (4 if foot else 0))
    scale = min(board.width / plan.at.page_width, board.height / plan.at.page_height)
    return Slot(area, heading, board, scale, area.foot(foot), side)


def _answer_side(area: Area) -> float:
    """The side of the square for a solution that stands on the page of its puzzle."""
    return min(0.3 * area.width, 0.22 * area.height, 140)


def sizes(area: Area) -> tuple[float, float]:
    """The font sizes of a heading and of the lines below it, in points."""
    return (14, 9) if area.width > 300 else (10.5, 7.5)


def paint_heading(press: Press, entry: Entry, area: Area, key: str = "", **values: int) -> None:
    """The heading of a puzzle and the lines below it; ``key`` is that of a text with more words."""
    heading, small = sizes(area)
    fonts, canvas, say = press.fonts, press.canvas, entry.say
    canvas.setFillColor("#000000")
    y = area.y - heading
    rest = fonts.width(say(key, heading="", **values), heading, BOLD) if key else 0
    title = fonts.shortened(entry.heading, area.width - rest, heading, BOLD)
    text = say(key, heading=title, **values) if key else title
    fonts.write(canvas, area.x, y, text, heading, BOLD)
    y -= 0.3 * heading
    for number, line in enumerate(entry.details()):
        face = BOLD if entry.difficulty and number == 0 else REGULAR
        canvas.setFillColor("#000000" if face == BOLD else "#444444")
        y -= 1.3 * small
        fonts.write(canvas, area.x, y, fonts.shortened(line, area.width, small, face), small, face)


def paint_foot(press: Press, plan: Plan, slot: Slot, style: Style) -> None:
    """The code, and the solution if it stands on this page."""
    foot, canvas = slot.foot, press.canvas
    if plan.square is not None:
        paint_square(canvas, plan.square, foot.x, foot.y, slot.side)
    taken = slot.side + (_answer_side(slot.area) if style.answers == "page" else 0)
    canvas.setFillColor("#444444")
    y = foot.y
    for line in plan.code_lines(slot.area.width - taken - 4):
        y -= 1.2 * CODE_FONT
        press.fonts.write(
            canvas, foot.x + slot.side + (4 if slot.side else 0), y, line, CODE_FONT, TYPED
        )
    if style.answers == "page" and plan.entry.has_answer:
        side = _answer_side(slot.area)
        right = Area(foot.x + foot.width - side, foot.y, side, foot.height)
        paint_answer(press, plan.entry, right, style, turned=True, caption=False)


_QUIET = 4
"""Light modules around the code, required by the standard."""
_MODULE = 1.0
"""The least side of a module in points: 0.35 mm, which cameras of telephones read."""
_MOST_CHARACTERS = 2953
"""The number of bytes that the largest QR code holds."""

Square = tuple[tuple[bool, ...], ...]
"""The modules of a QR code, row by row; True is dark."""


def square_of(text: str, most: float) -> Square | None:
    """The QR code of a text; None if it does not fit a square of this side in points."""
    segno = library("segno")
    if len(text) > _MOST_CHARACTERS:
        return None
    try:
        code = segno.make_qr(text, error="L", boost_error=False)
    except segno.DataOverflowError:
        return None
    square = tuple(tuple(bool(module) for module in row) for row in code.matrix)
    return square if (len(square) + 2 * _QUIET) * _MODULE <= most else None


def svg_square_of(text: str) -> str | None:
    """The QR code of a text as an SVG, black on white with its quiet zone; None if it is too long.

    Raises:
        OptionError: segno is not installed.
    """
    square = square_of(text, math.inf)
    if square is None:
        return None
    side = len(square) + 2 * _QUIET
    path = "".join(
        f"M{column + _QUIET} {row + _QUIET}h1v1h-1z"
        for row, modules in enumerate(square)
        for column, dark in enumerate(modules)
        if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path d="{path}"/></svg>'
    )


def square_side(square: Square, most: float) -> float:
    """The side on paper, quiet zone included: modules of 0.5 mm, if there is room for them."""
    return min(most, (len(square) + 2 * _QUIET) * 1.42)


def paint_square(canvas: Any, square: Square, x: float, y: float, side: float) -> None:
    """Draw a QR code with its quiet zone; (x, y) is its upper left corner."""
    module = side / (len(square) + 2 * _QUIET)
    canvas.saveState()
    canvas.setFillColor("#000000")
    path = canvas.beginPath()
    for row, modules in enumerate(square):
        column = 0
        while column < len(modules):
            end = column
            while end < len(modules) and modules[end]:
                end += 1
            if end > column:
                left, top = x + (column + _QUIET) * module, y - (row + _QUIET) * module
                path.rect(left, top - module, (end - column) * module, module)
            column = end + 1
    canvas.drawPath(path, fill=1, stroke=0)
    canvas.restoreState()
