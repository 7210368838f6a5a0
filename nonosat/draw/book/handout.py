# SPDX-License-Identifier: MIT
"""``handout``: a walkthrough on paper, for a class.

The puzzle comes first, with the cells that are given, then small boards in the order of the steps,
with the sentences under them, and the answer last. A board stands for a group: consecutive steps by
the same technique in rows only, or in columns only. Such lines share no cell, so all steps of a
group follow from the board that is drawn. A page has up to eight boards, with cells of at least
2.5 mm. Large boards have no clues (the sentences name those of their lines), then a page has fewer,
and a board that does not even fit alone is cut to the part around the cells of its group.

A handout has at most ``MOST_PAGES`` pages. If the steps need more, the beginning is drawn without a
gap; of the other groups those are drawn that come first with their technique, or that settle the
most cells. The next board and the heading say which steps are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from nonosat.draw.book.answers import answer_leaves
from nonosat.draw.book.binding import Book, bound
from nonosat.draw.book.boards import board_leaves, cells_that_fit, without
from nonosat.draw.book.fonts import BOLD, Fonts
from nonosat.draw.book.leaves import NAME_HEIGHT, UNIT, Entry, Leaf, Press, Style
from nonosat.draw.book.papers import MILLIMETRE, Area, paper_of
from nonosat.draw.geometry import GROUP, Board, Geometry, Part
from nonosat.draw.pdf_writer import paint
from nonosat.draw.scene import part_picture
from nonosat.draw.steps import Step, group_shapes
from nonosat.draw.theme import THEMES
from nonosat.errors import OptionError
from nonosat.model.clue import AXES
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.words import TECHNIQUES, counted, listed

MOST_PAGES = 12
LEAST_CELL = 2.5 * MILLIMETRE
_GOOD_CELL = 4 * MILLIMETRE
"""A page has eight boards if their cells are this large, else six, or fewer."""
_MOST_CELL = 6 * MILLIMETRE
_COUNTS = (8, 6, 4, 3, 2, 1)
"""How many boards a page can have."""
_GAP = 8.0
_HEADING = 12.0
_SIZE = 8.0
_LEADING = 9.6
_CAPTION = 13.0
_FIRST_LINES = 5
"""The usual number of lines below the heading of the first page."""
_LINES = (5, 3)
"""How many lines the sentences of a group have room for; a longer sentence takes more."""
_GOOD_WIDTH = 250.0
"""More than two boards stand beside each other if they have this much room for their sentences."""
_LOOSE = 1.05
"""The room that the lines of a sentence need, by its width."""


def handout(
    puzzle: Puzzle,
    start: Grid,
    steps: Iterable[Step],
    end: str,
    *,
    solution: Grid | None = None,
    remark: str = "",
    paper: str = "a4",
    poll: Callable[[], None] | None = None,
) -> Book:
    """The PDF of a walkthrough: the puzzle, small boards with the sentences, the answer.

    Args:
        puzzle: its clues are drawn.
        start: the cells that are known before the first step; they stand on the first page, too.
        steps: the steps in order.
        end: how the walkthrough ends, in words.
        solution: the answer, on the last page; None for no answer.
        remark: a sentence about the answer.
        paper: as for ``sheets``.
        poll: called now and then; an exception that it raises ends the work.

    Raises:
        OptionError: the paper is unknown or too small for the puzzle, or reportlab is not
            installed.

    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> handout(puzzle, puzzle.unknown_grid(), [], "solved").pages
    2
    """
    style = _style(paper, poll)
    given = None if start == puzzle.start_grid() else start
    entry = Entry(1, puzzle, solution=solution, remark=remark, numbered=False, given=given)
    warnings: list[str] = []
    first = _first_pages(entry, style, warnings)
    last = list(answer_leaves([entry], style))
    fonts = Fonts()
    room = MOST_PAGES - len(first) - len(last)
    middle = _Steps(entry, start, list(steps), end, style, fonts).leaves(room, warnings)
    fonts.check(f"puzzle {entry.heading!r}", entry.texts())
    pages = [*first, *middle, *last]
    return bound(pages, _named(style), fonts, f"{entry.name}: steps", warnings)


def check_paper(puzzle: Puzzle, paper: str) -> None:
    """Raise OptionError if ``handout`` would refuse the paper: before work that takes long."""
    style, entry = _style(paper), Entry(1, puzzle, numbered=False)
    _first_pages(entry, style, [])
    _layout_of(entry, style.area)


def _style(paper: str, poll: Callable[[], None] | None = None) -> Style:
    style = Style(paper_of(paper), 1, replace(THEMES["print"], letters=True), "end")
    return style if poll is None else replace(style, poll=poll)


def _named(style: Style) -> Style:
    """The style of the first page, which has a line for a name."""
    return replace(style, top=NAME_HEIGHT)


def _first_pages(entry: Entry, style: Style, warnings: list[str]) -> list[Leaf]:
    """The pages with the puzzle.

    Raises:
        OptionError: they leave no room for a step and the answer.
    """
    leaves = list(board_leaves([entry], _named(style), warnings))
    if len(leaves) > MOST_PAGES - 2:
        raise OptionError(
            f"{entry.name!r} needs {counted(len(leaves), 'page')} of this paper, and a handout has "
            f"at most {MOST_PAGES} with its steps and the answer: use larger paper"
        )
    return leaves


@dataclass(frozen=True, slots=True)
class _Group:
    """Steps that are drawn on one board."""

    first: int
    """The number of the first step, from 1."""
    steps: list[Step]

    @property
    def last(self) -> int:
        return self.first + len(self.steps) - 1

    @property
    def settled(self) -> list[tuple[int, int]]:
        """The cells of the conclusions."""
        return [literal[:2] for step in self.steps for literal in step.cells]

    @property
    def caption(self) -> str:
        return f"{_numbers(self.first, self.last)}: {TECHNIQUES[self.steps[0].technique]}"

    def texts(self) -> Iterator[str]:
        """The sentences, numbered."""
        for number, step in enumerate(self.steps, start=self.first):
            yield f"{number}. {step.sentence}"


@dataclass(frozen=True, slots=True)
class _Block:
    """A drawn group: its board before the group, and its texts in lines."""

    group: _Group
    known: Grid
    part: Part
    at: Geometry
    notes: list[str]
    lines: list[str]

    def height(self, scale: float) -> float:
        above = _CAPTION + _LEADING * len(self.notes)
        return above + self.at.page_height * scale + _LEADING * len(self.lines)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the boards stand on a page."""

    across: int
    """How many stand beside each other."""
    rows: int
    """How many stand below each other, at most."""
    lines: int
    """The lines of text for which there is room below a board."""
    clues: bool
    """False: the boards have no clues."""
    cell: float
    """The side of a cell."""
    down: int = 0
    """The rows of a board that is cut; 0: it is whole."""
    wide: int = 0
    """Its columns."""


def _layout_of(entry: Entry, area: Area) -> _Layout:
    """As many boards on a page as have cells of the wanted size.

    Raises:
        OptionError: not even ten rows and columns have cells of the least size on this paper.
    """
    for count, clues, lines in product(_COUNTS, (True, False), _LINES):
        at = _geometry(entry.puzzle, clues)
        best = max(_whole(at, area, count, lines), key=lambda layout: layout[0])
        if best[0] >= (_GOOD_CELL if count == max(_COUNTS) else LEAST_CELL):
            return _Layout(best[1], count // best[1], lines, clues, best[0])
    for count, lines in product((2, 1), _LINES):
        for across, slot in _slots(area, count, lines):
            down, wide = cells_that_fit(at, LEAST_CELL, slot)
            if min(down, wide) >= 2 * GROUP:
                return _Layout(across, count // across, lines, False, LEAST_CELL, down, wide)
    raise OptionError(
        f"{entry.name!r}: ten rows and columns with cells of 2.5 mm do not fit this paper: use a "
        "larger one"
    )


def _whole(at: Geometry, area: Area, count: int, lines: int) -> Iterator[tuple[float, int]]:
    """The sides of the cells of whole boards, and how many stand beside each other."""
    for across, slot in _slots(area, count, lines):
        scale = min(slot.width / at.page_width, slot.height / at.page_height)
        yield min(_MOST_CELL, UNIT * scale), across


def _slots(area: Area, count: int, lines: int) -> Iterator[tuple[int, Area]]:
    """The room of each board, for all ways to put that many on a page."""
    for across in range(1, max(2, int(area.width / _GOOD_WIDTH)) + 1):
        if count % across == 0:
            rows = count // across
            # a page with one row must have room for it also below the heading of the first page
            below = area.below(_top(_FIRST_LINES if rows == 1 else 0))
            slot = below.split(rows, across, _GAP)[0]
            yield across, slot.above(_CAPTION + _LEADING * (lines + 1))  # 1: a note


def _geometry(board: Board, clues: bool) -> Geometry:
    at = Geometry.of_puzzle(board, UNIT, numbers=True)
    return at if clues else without(at, AXES)


def _top(lines: int) -> float:
    """The height of the heading of a page with lines of text below it."""
    return 1.5 * _HEADING + _LEADING * lines + (6 if lines else 0)


class _Steps:
    """The pages of the steps."""

    def __init__(
        self, entry: Entry, start: Grid, steps: list[Step], end: str, style: Style, fonts: Fonts
    ) -> None:
        self.entry = entry
        self.puzzle = entry.puzzle
        self.start = start
        self.steps = steps
        self.end = end
        self.style = style
        self.fonts = fonts
        self.area = style.area
        self.layout = _layout_of(entry, self.area)
        clues = "" if self.layout.clues else " The clues are on the first page."
        self.signs = fonts.wrapped(_signs(steps) + clues, self.area.width, _SIZE)
        # as high as the heading can become
        self.first_top = _top(len(self.signs) + len(self._ended(len(steps), cut=True)))
        across = self.layout.across
        self.width = (self.area.width - _GAP * (across - 1)) / across
        self.scale = self.layout.cell / UNIT

    def leaves(self, room: int, warnings: list[str]) -> list[Leaf]:
        """At most ``room`` pages; a warning says if not all steps are drawn."""
        groups = list(self._groups())
        boards = room * self.layout.rows * self.layout.across
        wanted = _by_importance(groups, boards // 2)[:boards]
        fewest, most = 0, len(wanted)  # how many of them fit
        while fewest < most:
            count = (fewest + most + 1) // 2
            if len(self._pages(sorted(wanted[:count]), groups)) <= room:
                fewest = count
            else:
                most = count - 1
        chosen = sorted(wanted[:fewest])
        pages = self._pages(chosen, groups) or [[]]
        drawn = sum(len(groups[n].steps) for n in chosen)
        if drawn < len(self.steps):
            warnings.append(
                f"{drawn:,} of {len(self.steps):,} steps are drawn: a handout has at most "
                f"{MOST_PAGES} pages"
            )
        ended = self._ended(drawn, cut=drawn < len(self.steps))
        return [self._leaf(page, ended if n == 0 else None) for n, page in enumerate(pages)]

    def _ended(self, drawn: int, *, cut: bool) -> list[str]:
        """How the steps end, and how many are drawn, in lines."""
        words = f"{self.end[:1].upper()}{self.end[1:]}."
        if cut:
            total = len(self.steps)
            words += (
                f" {drawn:,} of {counted(total, 'step')} are drawn, because a handout has at most "
                f"{MOST_PAGES} pages; notes say which are left out."
            )
        return self.fonts.wrapped(words, self.area.width, _SIZE)

    def _groups(self) -> Iterator[_Group]:
        """The steps in groups, in order."""
        begun: list[Step] = []
        first, lines = 1, 0.0
        for number, step in enumerate(self.steps, start=1):
            self.style.poll()
            needed = -(-_LOOSE * self.fonts.width(step.sentence, _SIZE) // self.width)
            if begun and not (
                _parallel(begun, step)
                and lines + needed <= self.layout.lines
                and self._fit(begun, step)
            ):
                yield _Group(first, begun)
                begun, first, lines = [], number, 0.0
            begun.append(step)
            lines += needed
        if begun:
            yield _Group(first, begun)

    def _fit(self, begun: Sequence[Step], step: Step) -> bool:
        """True if the cells of these steps fit a board that is cut."""
        layout = self.layout
        cells = _Group(0, [*begun, step]).settled
        spans = [max(places) - min(places) for places in zip(*cells, strict=True)]
        return not layout.down or (spans[0] < layout.down and spans[1] < layout.wide)

    def _pages(self, chosen: Sequence[int], groups: Sequence[_Group]) -> list[list[list[_Block]]]:
        """The drawn groups on pages, in rows."""
        pages: list[list[list[_Block]]] = []
        left = 0.0
        blocks = list(self._blocks(chosen, groups))
        across = self.layout.across
        for begin in range(0, len(blocks), across):
            row = blocks[begin : begin + across]
            height = max(block.height(self.scale) for block in row)
            if not pages or height > left or len(pages[-1]) == self.layout.rows:
                top = _top(0) if pages else self.first_top
                left = self.area.height - top
                pages.append([])
            pages[-1].append(row)
            left -= height + _GAP
        return pages

    def _blocks(self, chosen: Sequence[int], groups: Sequence[_Group]) -> Iterator[_Block]:
        """The drawn groups, with notes on those that are left out before each."""
        # Not step.grid: a handout for one cell has only the steps that the cell needs.
        cells = bytearray(self.start.cells)
        place, drawn = 0, set(chosen)
        skipped: list[_Group] = []
        last = max(chosen, default=-1)
        for place, group in enumerate(groups):
            if place in drawn:
                known = Grid.from_cells(
                    self.start.height, self.start.width, bytes(cells), self.start.letters
                )
                after = groups[place + 1 :] if place == last else []
                yield self._block(group, known, skipped, after)
                skipped = []
            else:
                skipped.append(group)
            for step in group.steps:
                for (row, column), value in step.values.items():
                    cells[row * self.start.width + column] = value

    def _block(
        self, group: _Group, known: Grid, before: Sequence[_Group], after: Sequence[_Group]
    ) -> _Block:
        self.style.poll()
        part = self._part(group)
        at = _geometry(part, self.layout.clues)
        rows, columns = part.row_range, part.column_range
        notes = [_summed_up(before)] if before else []
        if self.layout.down:
            outside = sum(row not in rows or column not in columns for row, column in group.settled)
            notes.append(
                f"cut: rows {rows.start + 1} to {rows.stop}, columns {columns.start + 1} to "
                f"{columns.stop}"
                + (f"; {counted(outside, 'cell')} of the group outside" if outside else "")
            )
        lines = [
            line for text in group.texts() for line in self.fonts.wrapped(text, self.width, _SIZE)
        ]
        left_out = self.fonts.wrapped(_summed_up(after), self.width, _SIZE) if after else []
        notes = [line for note in notes for line in self.fonts.wrapped(note, self.width, _SIZE)]
        block = _Block(group, known, part, at, notes, left_out)
        most = int((self.area.height - self.first_top - block.height(self.scale)) / _LEADING)
        if len(lines) > most:
            lines = [*lines[: max(0, most - 1)], "... (the sentence goes on)"]
        return replace(block, lines=[*lines, *left_out])

    def _part(self, group: _Group) -> Part:
        """The part of the board that is drawn: all, or the surroundings of the cells."""
        ranges = []
        layout, puzzle = self.layout, self.puzzle
        for places, most, whole in zip(
            zip(*group.settled, strict=True),
            (layout.down, layout.wide),
            (puzzle.height, puzzle.width),
            strict=True,
        ):
            size = min(most or whole, whole)
            middle = (min(places) + max(places) + 1 - size) // 2
            begin = min(max(0, middle), whole - size)
            ranges.append(range(begin, begin + size))
        return Part(puzzle, *ranges)

    def _leaf(self, page: Sequence[Sequence[_Block]], ended: Sequence[str] | None) -> Leaf:
        """A page of boards; ``ended`` are the lines of the first page."""
        area = self.area

        def draw(press: Press) -> None:
            canvas, fonts = press.canvas, press.fonts
            canvas.setFillColor("#000000")
            heading = "Steps"
            if page:
                heading = _numbers(page[0][0].group.first, page[-1][-1].group.last)
                heading += f" of {len(self.steps):,}"
            title = fonts.shortened(
                f"{self.entry.name}: {heading[:1].lower()}{heading[1:]}", area.width, _HEADING, BOLD
            )
            y = area.y - _HEADING
            fonts.write(canvas, area.x, y, title, _HEADING, BOLD)
            y -= 0.4 * _HEADING
            for line in [] if ended is None else [*ended, *self.signs]:
                y -= _LEADING
                fonts.write(canvas, area.x, y, line, _SIZE)
            y = area.y - (_top(0) if ended is None else self.first_top)
            for row in page:
                for number, block in enumerate(row):
                    self._paint(press, block, area.x + number * (self.width + _GAP), y, row)
                y -= max(block.height(self.scale) for block in row) + _GAP

        return Leaf(draw, section="Steps" if ended is not None else "")

    def _paint(
        self, press: Press, block: _Block, x: float, y: float, row: Sequence[_Block]
    ) -> None:
        """Draw a board with its texts; the boards of a row begin at one height."""
        canvas, fonts, theme = press.canvas, press.fonts, self.style.theme
        canvas.setFillColor("#000000")
        fonts.write(canvas, x, y - _SIZE - 2, block.group.caption, _SIZE, BOLD)
        canvas.setFillColor("#444444")
        for number, note in enumerate(block.notes, start=1):
            fonts.write(canvas, x, y - _SIZE - 2 - number * _LEADING, note, _SIZE)
        y -= _CAPTION + _LEADING * max(len(other.notes) for other in row)
        picture = part_picture(block.part, block.at, theme=theme, poll=self.style.poll)
        paint(canvas, picture, x, y, self.scale)
        shapes = group_shapes(block.group.steps, block.known, block.part, block.at, theme)
        overlay = replace(picture, page=(), board=shapes)
        paint(canvas, overlay, x, y, self.scale)
        y -= block.at.page_height * self.scale
        canvas.setFillColor("#000000")
        for line in block.lines:
            y -= _LEADING
            fonts.write(canvas, x, y, line, _SIZE)


def _parallel(begun: Sequence[Step], step: Step) -> bool:
    """True if the step uses the same technique as the others, in another line of the same axis."""
    if step.technique != begun[0].technique or step.chain or len(step.lines) > 1:
        return False
    lines = [line for other in begun for line in other.lines]
    return step.lines[0] not in lines and {step.lines[0].axis} == {line.axis for line in lines}


def _by_importance(groups: Sequence[_Group], beginning: int) -> list[int]:
    """The places of the groups in the order in which they are drawn as long as there is room."""
    begin = list(range(min(beginning, len(groups))))
    known = {groups[place].steps[0].technique for place in begin}
    new: list[int] = []
    others: list[int] = []
    for place in range(len(begin), len(groups)):
        technique = groups[place].steps[0].technique
        (others if technique in known else new).append(place)
        known.add(technique)
    others.sort(key=lambda place: -len(groups[place].settled))
    return [*begin[: len(begin) // 2], *new, *begin[len(begin) // 2 :], *others]


def _signs(steps: Sequence[Step]) -> str:
    """The meaning of the signs on the boards."""
    if not steps:
        return ""
    signs = ["a disc fills it", "a cross leaves it empty"]
    if len(steps[0].puzzle.palette) > 1:
        signs.append("a struck letter rules out a colour or, as a dot, an empty cell")
    more = ["small squares are cells that the steps use"]
    if any(step.chain for step in steps):
        more.append("numbers count what follows from an assumption")
        more.append("R2C3 is the cell in row 2, column 3")
    return (
        "Each board shows the cells known before its steps, filled or with a dot if they are "
        f"empty. Framed cells follow: {listed(signs)}; {listed(more)}."
    )


def _numbers(first: int, last: int) -> str:
    """``Step 3``, ``Steps 3 and 4``, ``Steps 3 to 5``."""
    if first == last:
        return f"Step {first:,}"
    return f"Steps {first:,} {'and' if last == first + 1 else 'to'} {last:,}"


def _summed_up(groups: Sequence[_Group]) -> str:
    """A note on groups that are not drawn."""
    cells = len({cell for group in groups for cell in group.settled})
    numbers = _numbers(groups[0].first, groups[-1].last)
    verb = "is" if groups[0].first == groups[-1].last else "are"
    return f"{numbers} {verb} not drawn: {counted(cells, 'cell')}"
