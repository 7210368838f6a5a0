# SPDX-License-Identifier: MIT
"""``sheets``: puzzles as a PDF of pages of paper, with a table of contents (number, title, size,
difficulty and page of each puzzle).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import chain, islice
from typing import Any, TypeVar

from nonosat.draw.book.answers import answer_leaves
from nonosat.draw.book.boards import board_leaves
from nonosat.draw.book.fonts import BOLD, Fonts
from nonosat.draw.book.leaves import (
    NAME_HEIGHT,
    Entry,
    Leaf,
    Press,
    Style,
    foot_line,
    paint_top,
    paper_of,
)
from nonosat.draw.book.strips import strip_leaves
from nonosat.draw.pdf_writer import new_canvas
from nonosat.draw.theme import ThemeLike, theme_of
from nonosat.errors import Fault, OptionError, check_type, shown
from nonosat.languages import language
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle, check_size

T = TypeVar("T")

ANSWERS = ("end", "page", "none", "only")
"""Where the solutions stand."""
MAX_PAGES = 20_000
_MOST_PLAIN = 12
"""The number of puzzles that need no table of contents."""
MAX_PER_PAGE = 40


class Book(bytes):
    """The bytes of a PDF. ``pages``: their number; ``warnings``: what could not be printed."""

    pages: int
    warnings: tuple[str, ...]


def sheets(
    puzzles: Iterable[Puzzle],
    *,
    paper: str = "a4",
    landscape: bool = False,
    per_page: int = 1,
    theme: ThemeLike = "print",
    title: str = "",
    difficulty: Sequence[str | None] = (),
    codes: Sequence[str | None] = (),
    solutions: Sequence[Grid | None] = (),
    remarks: Sequence[str | None] = (),
    answers: str = "end",
    contents: bool | None = None,
    clue_strips: bool = False,
    name_line: bool = False,
    hide_titles: bool = False,
    font: str | None = None,
    lang: str = "en",
    progress: Callable[[int, int], None] | None = None,
    poll: Callable[[], None] | None = None,
) -> Book:
    """Puzzles on sheets of paper, as a PDF file (extra ``pdf``).

    Each board is as large as fits, with clues of at least 6 points. A board that does not fit its
    part of a page gets a page of its own, and one that does not fit a page is cut into tiles.
    Equal arguments give equal bytes.

    Args:
        puzzles: the boards, printed blank and in this order.
        paper: ``a3``, ``a4``, ``a5``, ``letter``, or width x height in millimetres: ``210x297``.
        landscape: True makes the long side of the paper the width.
        per_page: how many puzzles a page has at most, 1 to 40.
        theme: ``light``, ``dark``, ``print``, ``contrast``, ``patterns``, or a ``Theme``.
        title: the title of the book, on its first page, and small at the foot of all pages.
        difficulty: words for each puzzle, in their order; None or "" for no word.
        codes: a text for each puzzle, printed as text and as a QR code; None or "" for none.
        solutions: a grid for each puzzle; None for no solution.
        remarks: a sentence about each solution; None or "" for none.
        answers: where the solutions stand: ``end``, on pages at the end; ``page``, upside down on
            the page of the puzzle; ``none``; ``only``, without any other page.
        contents: whether there is a table of contents (number, title, size, difficulty, page); by
            default if there are more than twelve puzzles.
        clue_strips: True prints, instead of boards, the clues as strips of squares to cut out.
        name_line: True prints, above the puzzles of each page, a line for the name of who solves
            them.
        hide_titles: True prints the titles of the puzzles only beside the solutions: they often say
            what the picture shows.
        font: a TrueType file for the titles; by default Helvetica, and fonts of the system for
            other letters.
        lang: the language of the words on the paper, such as ``de``.
        progress: called with the number of pages that are done and the number of all pages.
        poll: called now and then; an exception that it raises ends the work.

    Returns:
        The bytes of the file, with ``pages``, their number, and ``warnings``, sentences about what
        could not be printed.

    Raises:
        GridError: a solution is not of the size of its puzzle.
        OptionError: an option has an unknown value, the book would have no or more than 20,000
            pages, or reportlab or segno is not installed.
        TypeError: a text is not a str, or a solution not a Grid.

    >>> book = sheets([Puzzle([[1]], [[1]])], solutions=[Grid("#")])
    >>> book[:4], book.pages
    (b'%PDF', 2)
    """
    check_type("title", title, str)
    if not 1 <= per_page <= MAX_PER_PAGE:
        raise OptionError(f"per_page={per_page}: use 1 to {MAX_PER_PAGE}")
    if answers not in ANSWERS:
        raise OptionError(f"answers={shown(answers)}: use one of {', '.join(ANSWERS)}")
    size = paper_of(paper, landscape)
    plain = Style(size, per_page, theme_of(theme), answers, say=language(lang))
    if poll is not None:
        plain = replace(plain, poll=poll)
    style = replace(plain, top=NAME_HEIGHT) if name_line else plain
    entries = [
        replace(entry, titled=not hide_titles, say=style.say)
        for entry in _entries(puzzles, difficulty, codes, solutions, remarks)
    ]
    fonts = Fonts(font, say=style.say)
    warnings: list[str] = []
    above = title
    if clue_strips:
        leaves = _bounded(strip_leaves(entries, style, title))
    elif answers == "only":
        above = ""  # it stands in the headings instead
        leaves = _bounded(answer_leaves(entries, plain, title))
        if not leaves:
            raise OptionError(Fault.of("fault.paper.solution", "there is no solution to print"))
    else:
        if contents is None:
            contents = len(entries) > _MOST_PLAIN
        above = "" if contents else title  # it stands above the contents instead
        leaves = _bounded(board_leaves(entries, style, warnings, above))
        if answers == "end":
            leaves = _bounded(chain(leaves, answer_leaves(entries, plain)))
        if contents:
            leaves = [*contents_leaves(entries, plain, title), *leaves]
    fonts.check("sheet.no_font_book", title, [title])
    for entry in entries:
        fonts.check("sheet.no_font_puzzle", entry.heading, entry.texts())
    return bound(leaves, style, fonts, title, warnings, progress, above=above)


def _entries(
    puzzles: Iterable[Puzzle],
    difficulty: Sequence[str | None],
    codes: Sequence[str | None],
    solutions: Sequence[Grid | None],
    remarks: Sequence[str | None],
) -> list[Entry]:
    whole = list(islice(puzzles, MAX_PAGES * MAX_PER_PAGE + 1))
    if not whole:
        raise OptionError("there is no puzzle to print")
    given: tuple[tuple[str, Sequence[object], type], ...] = (
        ("difficulty", difficulty, str),
        ("codes", codes, str),
        ("solutions", solutions, Grid),
        ("remarks", remarks, str),
    )
    for name, values, kind in given:
        sequence = isinstance(values, Sequence) and not isinstance(values, str)
        if not sequence or len(values) not in (0, len(whole)):
            raise OptionError(f"{name}: give one for each of the {len(whole)} puzzles, or none")
        for value in values:
            if value is not None:
                check_type(name, value, kind)

    def of(values: Sequence[T | None], index: int) -> T | None:
        return values[index] if values else None

    entries = []
    for index, puzzle in enumerate(whole):
        solution = of(solutions, index)
        check_size(puzzle, solution)
        entries.append(
            Entry(
                index + 1,
                puzzle,
                of(difficulty, index) or "",
                of(codes, index) or "",
                solution,
                of(remarks, index) or "",
                numbered=len(whole) > 1,
            )
        )
    return entries


def _bounded(leaves: Iterable[Leaf]) -> list[Leaf]:
    """The leaves; OptionError if there are too many."""
    found = list(islice(leaves, MAX_PAGES + 1))
    if len(found) > MAX_PAGES:
        raise OptionError(
            Fault.of(
                "fault.paper.pages",
                "the book would have more than {most} pages: use larger paper, more puzzles on a "
                "page, or several books",
                most=f"{MAX_PAGES:,}",
            )
        )
    return found


def bound(
    leaves: list[Leaf],
    style: Style,
    fonts: Fonts,
    title: str,
    warnings: list[str],
    progress: Callable[[int, int], None] | None = None,
    *,
    above: str = "",
) -> Book:
    """Draw all leaves; ``above`` stands at the top of the first page."""
    pages = {number: page for page, leaf in enumerate(leaves, start=1) for number in leaf.begins}
    file = BytesIO()
    canvas: Any = new_canvas(file, style.size, style.say.code)
    canvas.setTitle(title or style.say("sheet.document"))
    canvas.setCreator("nonosat")
    press = Press(canvas, fonts, pages)
    x, y = foot_line(style.size)
    for page, leaf in enumerate(leaves, start=1):
        for number in leaf.begins:
            canvas.bookmarkPage(f"puzzle {number}")
        if leaf.section:
            canvas.bookmarkPage(f"page {page}")
            canvas.addOutlineEntry(leaf.section, f"page {page}", 0)
        style.poll()
        named = bool(leaf.begins) and style.top > 0
        paint_top(press, style.size, above if page == 1 else "", named)
        leaf.draw(press)
        canvas.setFillColor("#444444")
        place = f"{page} / {len(leaves)}"
        named_foot = fonts.shortened(title, style.area.width - 60, 8) if page > 1 else ""
        foot = f"{named_foot} - {place}" if named_foot else place
        fonts.write(canvas, x, y, foot, 8, align="middle")
        canvas.showPage()
        if progress is not None:
            progress(page, len(leaves))
    fonts.save(canvas)
    book = Book(file.getvalue())
    book.pages = len(leaves)
    book.warnings = (*warnings, *fonts.warnings)
    return book


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
        heading = style.say("sheet.contents")
        fonts.write(canvas, area.x, y, heading, 0.75 * _HEADING, BOLD)
        right = area.x + area.width
        size_end, word_end = right - 0.37 * area.width, right - 0.08 * area.width
        room = 0.5 * area.width
        y = area.y - top
        for entry in some:
            y -= _LEADING
            page = str(press.pages[entry.number])
            name = fonts.shortened(entry.heading, room, _SIZE)
            fonts.write(canvas, area.x, y, name, _SIZE)
            fonts.write(canvas, size_end, y, entry.size, _SIZE, align="right")
            width = fonts.width(entry.difficulty, _SIZE)
            small = _SIZE * min(1, 0.27 * area.width / max(1, width))
            fonts.write(canvas, word_end, y, entry.difficulty, small, align="right")
            fonts.write(canvas, right, y, page, _SIZE, align="right")
            canvas.setStrokeColor("#cccccc")
            canvas.setLineWidth(0.4)
            canvas.line(area.x, y - 3.5, right, y - 3.5)
            target = (area.x, y - 3.5, right, y + _LEADING - 3.5)
            canvas.linkAbsolute("", f"puzzle {entry.number}", target, Border="[0 0 0]")

    return Leaf(draw, section=style.say("sheet.contents") if first else "")
