# SPDX-License-Identifier: MIT
"""``Leaf``: a page that draws itself when all page numbers are known; ``Entry``: a puzzle and the
texts printed with it; sizes of paper, in points; and the code that leaves share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from nonosat.draw.book.fonts import BOLD, Fonts
from nonosat.draw.pdf_writer import paint
from nonosat.draw.shapes import Picture
from nonosat.draw.theme import Theme
from nonosat.errors import OptionError, check_type, shown
from nonosat.languages import ENGLISH, Language
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

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


TITLE_SIZE = 18.0
"""The size of the title of a book, in points."""
TITLE_HEIGHT = 1.6 * TITLE_SIZE
NAME_HEIGHT = 26.0
"""The height of the line for the name of who solves."""
UNIT = 20
"""The side of a cell in the pixels of a picture, before it is scaled."""


@dataclass(frozen=True, slots=True)
class Press:
    """The canvas, fonts and page numbers that a leaf draws with."""

    canvas: Any
    fonts: Fonts
    pages: Mapping[int, int]
    """The page on which a puzzle begins, by the number of the puzzle."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: its drawing, the puzzles that begin on it, and the name of a section that begins."""

    draw: Callable[[Press], None]
    begins: tuple[int, ...] = ()
    section: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a book is printed."""

    size: tuple[float, float]
    """The size of the paper, in points."""
    per_page: int
    theme: Theme
    answers: str
    top: float = 0.0
    """The height of what stands above the content: the line for a name, the title."""
    poll: Callable[[], None] = lambda: None
    """Called now and then while pages are planned and drawn."""
    say: Language = ENGLISH

    @property
    def area(self) -> Area:
        return printable_area(self.size).below(self.top)

    def titled(self, title: str) -> Style:
        """The style of a page with the title of the book above its content."""
        return replace(self, top=self.top + TITLE_HEIGHT) if title else self


def paint_top(press: Press, size: tuple[float, float], title: str, name_line: bool) -> None:
    """Draw what stands above the content of a page: the line for a name, and the title."""
    canvas, fonts, area = press.canvas, press.fonts, printable_area(size)
    canvas.setFillColor("#000000")
    if name_line:
        y = area.y - 14
        name = fonts.say("sheet.name")
        fonts.write(canvas, area.x, y, name, 10)
        canvas.setStrokeColor("#000000")
        canvas.setLineWidth(0.6)
        begin = area.x + fonts.width(name, 10) + 5
        canvas.line(begin, y - 2, area.x + max(begin - area.x + 60, area.width / 2), y - 2)
        area = area.below(NAME_HEIGHT)
    if title:
        shown = fonts.shortened(title, area.width, TITLE_SIZE, BOLD)
        fonts.write(canvas, area.x, area.y - TITLE_SIZE, shown, TITLE_SIZE, BOLD)


def paint_in(press: Press, picture: Picture, area: Area, scale: float) -> None:
    """Draw a picture in the middle of the upper edge of an area."""
    x = area.x + (area.width - picture.width * scale) / 2
    paint(press.canvas, picture, x, area.y, scale, press.fonts)


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book; texts that are empty are not printed."""

    number: int
    """Counts from 1."""
    puzzle: Puzzle
    difficulty: str = ""
    code: str = ""
    solution: Grid | None = None
    remark: str = ""
    """A remark on the solution, such as that there are several."""
    numbered: bool = True
    """False for the only puzzle, which needs no number."""
    titled: bool = True
    """False: its title stands only beside its solution."""
    given: Grid | None = None
    """The cells that were found before, drawn on the board; None for an empty board."""
    say: Language = ENGLISH

    @property
    def size(self) -> str:
        return self.say("sheet.size", width=self.puzzle.width, height=self.puzzle.height)

    @property
    def _untitled(self) -> str:
        return self.say("sheet.nonogram", size=self.size)

    @property
    def name(self) -> str:
        """Its title, or its size."""
        return self.puzzle.title or self._untitled

    @property
    def heading(self) -> str:
        """What stands above the board."""
        if self.titled:
            return self.answer_heading
        return self.say("sheet.puzzle", number=self.number) if self.numbered else self._untitled

    @property
    def answer_heading(self) -> str:
        """What stands above the solution."""
        named = self.numbered and self.name != str(self.number)  # "1" of a ladder
        return f"{self.number}. {self.name}" if named else self.name

    def details(self) -> list[str]:
        """The lines below the heading: difficulty; author and size; colours; copyright."""
        meta, say = self.puzzle.meta, self.say
        lines = [say.sentence(self.difficulty)] if self.difficulty else []
        by = say("sheet.author", author=meta.author, size=self.size)
        lines.append(by if meta.author else self.size)
        palette = self.puzzle.palette
        if len(palette) > 1:
            names = say.pattern("names.comma").join(
                f"{x.letter} {say.color(x.name)}" for x in palette.colors
            )
            lines.append(say("sheet.colors", colors=names))
        rights = [text for text in (meta.copyright, meta.license) if text]
        if rights:
            lines.append(", ".join(rights))
        return lines

    def texts(self) -> list[str]:
        """All texts that may have letters of any script."""
        return [self.heading, self.answer_heading, *self.details(), self.remark]

    @property
    def has_answer(self) -> bool:
        """True if there is something to print as its solution."""
        return self.solution is not None or bool(self.remark)
