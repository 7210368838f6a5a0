# SPDX-License-Identifier: MIT
"""Sizes of paper, in points."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nonosat.errors import OptionError, check_type, shown

MILLIMETRE = 72 / 25.4
"""A millimetre in points."""
PAPERS: dict[str, tuple[float, float]] = {
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "letter": (215.9, 279.4),
}
"""Width and height in millimetres, upright."""
_SHORTEST, _LONGEST = 50, 2000
_MARGIN = 12 * MILLIMETRE
"""The margin of a page; office printers need 5 mm."""
_FOOT = 12
"""The height of the line with the page number."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a page, in points; y is its upper edge, counted from below as in a PDF."""

    x: float
    y: float
    width: float
    height: float

    def split(self, rows: int, columns: int, gap: float) -> list[Area]:
        """Equal areas in rows and columns, row by row, with gaps between them."""
        width = (self.width - gap * (columns - 1)) / columns
        height = (self.height - gap * (rows - 1)) / rows
        return [
            Area(self.x + column * (width + gap), self.y - row * (height + gap), width, height)
            for row in range(rows)
            for column in range(columns)
        ]

    def below(self, height: float) -> Area:
        """The area below a strip of this height at the upper edge."""
        return Area(self.x, self.y - height, self.width, max(0.0, self.height - height))

    def above(self, height: float) -> Area:
        """The area above a strip of this height at the lower edge."""
        return Area(self.x, self.y, self.width, max(0.0, self.height - height))

    def foot(self, height: float) -> Area:
        """The strip of this height at the lower edge."""
        return Area(self.x, self.y - self.height + height, self.width, height)


def paper_of(paper: str, landscape: bool = False) -> tuple[float, float]:
    """Width and height of a sheet in points: ``a4``, ``letter``, ..., or millimetres.

    >>> [round(side) for side in (*paper_of("A4"), *paper_of("254x127 mm", landscape=True))]
    [595, 842, 720, 360]

    Raises:
        OptionError: the size is unknown, or too small or large.
        TypeError: the paper is not a str.
    """
    check_type("paper", paper, str)
    name = paper.strip().lower()
    match = re.fullmatch(r"(\d{1,5}(?:\.\d{1,3})?)x(\d{1,5}(?:\.\d{1,3})?)(?: ?mm)?", name)
    if match is not None:
        width, height = float(match[1]), float(match[2])
    elif name in PAPERS:
        width, height = PAPERS[name]
    else:
        raise OptionError(
            f"unknown paper {shown(paper)}: use {', '.join(PAPERS)}, "
            "or width x height in millimetres, such as 210x297"
        )
    if not (_SHORTEST <= width <= _LONGEST and _SHORTEST <= height <= _LONGEST):
        raise OptionError(
            f"a paper of {width:g} x {height:g} mm: each side needs {_SHORTEST} to {_LONGEST} mm"
        )
    if landscape:
        width, height = max(width, height), min(width, height)
    return width * MILLIMETRE, height * MILLIMETRE


def printable_area(size: tuple[float, float]) -> Area:
    """The area of a page for its content, above the page number."""
    width, height = size
    return Area(_MARGIN, height - _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN - _FOOT)


def foot_line(size: tuple[float, float]) -> tuple[float, float]:
    """The place of the page number: its middle, and its base line."""
    return size[0] / 2, _MARGIN
