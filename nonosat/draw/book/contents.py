# SPDX-License-Identifier: MIT
"""The table of contents: number, title, size, difficulty and page of each puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.draw.book.entries import Entry
from nonosat.draw.book.fonts import BOLD
from nonosat.draw.book.leaves import Leaf, Press, Style

_HEADING = 18.0
_SIZE = 9.0
_LEADING = 14.0


def contents_leaves(entries: Sequence[Entry], style: Style, title: str) -> list[Leaf]:
    """As many pages as the entries need; the title of the book stands on the first."""
    top = (3.2 if title else 1.8) * _HEADING
    each = max(1, int((style.area.height - top) / _LEADING))
    return [
        _leaf(entries[start : start + each], style, title, top, first=start == 0)
        for start in range(0, len(entries), each)
    ]


def _leaf(some: Sequence[Entry], style: Style, title: str, top: float, *, first: bool) -> Leaf:
    def draw(press: Press) -> None:
        area, fonts, canvas = style.area, press.fonts, press.canvas
        canvas.setFillColor("#000000")
        y = area.y - _HEADING
        if title:
            shown = fonts.shortened(title, area.width, _HEADING, BOLD)
            fonts.write(canvas, area.x, y, shown, _HEADING, BOLD)
            y -= 1.4 * _HEADING
        fonts.write(canvas, area.x, y, "Contents", 0.75 * _HEADING, BOLD)
        right = area.x + area.width
        size_end, word_end = right - 0.26 * area.width, right - 0.08 * area.width
        room = 0.6 * area.width
        y = area.y - top
        for entry in some:
            y -= _LEADING
            page = str(press.pages[entry.number])
            name = fonts.shortened(entry.heading, room, _SIZE)
            fonts.write(canvas, area.x, y, name, _SIZE)
            fonts.write(canvas, size_end, y, entry.size, _SIZE, align="right")
            fonts.write(canvas, word_end, y, entry.difficulty, _SIZE, align="right")
            fonts.write(canvas, right, y, page, _SIZE, align="right")
            canvas.setStrokeColor("#cccccc")
            canvas.setLineWidth(0.4)
            canvas.line(area.x, y - 3.5, right, y - 3.5)
            target = (area.x, y - 3.5, right, y + _LEADING - 3.5)
            canvas.linkAbsolute("", f"puzzle {entry.number}", target, Border="[0 0 0]")

    return Leaf(draw, section="Contents" if first else "")
