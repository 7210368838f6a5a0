# SPDX-License-Identifier: MIT
"""``handout``: a walkthrough on paper, for a class.

The puzzle comes first, with the cells that are given, then small boards in the order of the steps,
with the sentences under them, and the answer last. A board stands for a group: consecutive steps by
the same technique in rows only, or in columns only. Such lines share no cell, so all steps of a
group follow from the board that is drawn. A page has up to eight boards, with cells of at least
2.5 mm, as large as the page allows. Large boards have no clues (the sentences name those of their
lines), then a page has fewer, and a board that does not even fit alone is cut to the part around
the cells of its group.

A handout has at most ``MOST_PAGES`` pages. If the steps need more, the boards become smaller, and
then groups become larger: steps by any technique in different lines, in their order; sentences may
stand beside their board. If even that is not enough, the beginning is drawn without a gap; of the
other groups those are drawn that come first with a technique, or that settle the most cells. The
next board and the heading say which steps are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from nonosat.draw.book.answers import answer_leaves
from nonosat.draw.book.binding import Book, bound
from nonosat.draw.book.boards import board_leaves, lines_of
from nonosat.draw.book.fonts import BOLD, Fonts
from nonosat.draw.book.layout import (
    CAPTION,
    COUNTS,
    GAP,
    HEADING,
    LEADING,
    LEAST_CELL,
    MOST_CELL,
    SIZE,
    Block,
    Group,
    Layout,
    Page,
    are_parallel,
    by_importance,
    denser,
    geometry,
    heading_height,
    layout_of,
    row_height,
    share_a_board,
    step_numbers,
    summed_up,
)
from nonosat.draw.book.leaves import NAME_HEIGHT, UNIT, Entry, Leaf, Press, Style, paper_of
from nonosat.draw.geometry import Part
from nonosat.draw.pdf_writer import paint
from nonosat.draw.scene import part_picture
from nonosat.draw.steps import Step, group_shapes
from nonosat.draw.theme import THEMES
from nonosat.errors import OptionError
from nonosat.languages import Language, language
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

MOST_PAGES = 12


def handout(
    puzzle: Puzzle,
    start: Grid,
    steps: Iterable[Step],
    end: str,
    *,
    solution: Grid | None = None,
    remark: str = "",
    paper: str = "a4",
    hide_titles: bool = False,
    lang: str = "en",
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
        paper, hide_titles, lang: as for ``sheets``.
        poll: called now and then; an exception that it raises ends the work.

    Raises:
        OptionError: the paper or the language is unknown, the paper is too small for the puzzle,
            or reportlab is not installed.

    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> handout(puzzle, puzzle.unknown_grid(), [], "solved").pages
    2
    """
    style = replace(_style(paper, poll), say=language(lang))
    given = None if start == puzzle.start_grid() else start
    entry = Entry(
        1,
        puzzle,
        solution=solution,
        remark=remark,
        numbered=False,
        titled=not hide_titles,
        given=given,
        say=style.say,
    )
    warnings: list[str] = []
    first = _first_pages(entry, style, warnings)
    last = list(answer_leaves([entry], style))
    fonts = Fonts(say=style.say)
    room = MOST_PAGES - len(first) - len(last)
    walk = _Walk(entry, start, list(steps), end, cache(fonts.wrapped))
    middle = _step_leaves(walk, style, room, warnings)
    fonts.check("sheet.no_font_puzzle", entry.heading, entry.texts())
    pages = [*first, *middle, *last]
    title = style.say("sheet.steps_of", heading=entry.heading)
    return bound(pages, _named(style), fonts, title, warnings)


def check_paper(puzzle: Puzzle, paper: str) -> None:
    """Raise OptionError if ``handout`` would refuse the paper: before work that takes long."""
    style, entry = _style(paper), Entry(1, puzzle, numbered=False)
    _first_pages(entry, style, [])
    layout_of(entry, style.area)


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


class _Walk(NamedTuple):
    """The steps of a puzzle, the cells that are known before them, and how they end."""

    entry: Entry
    start: Grid
    steps: list[Step]
    end: str
    wrapped: Callable[[str, float, float], list[str]]
    """``Fonts.wrapped``, which remembers what it was asked."""


def _step_leaves(walk: _Walk, style: Style, room: int, warnings: list[str]) -> list[Leaf]:
    """At most ``room`` pages, in the first layout with room for all steps, or for the most."""
    usual = layout_of(walk.entry, style.area)
    best = _Steps(walk, usual, style, room)
    for layout in denser(usual, walk.entry.puzzle, style.area):
        if best.drawn == len(walk.steps):
            break
        best = max(best, _Steps(walk, layout, style, room), key=lambda pages: pages.drawn)
    best.fill(room)
    return best.leaves(room, warnings)


class _Steps:
    """The pages of the steps in a layout."""

    def __init__(self, walk: _Walk, layout: Layout, style: Style, room: int) -> None:
        self.entry, self.start, self.steps, self.end, self.wrapped = walk
        self.puzzle = self.entry.puzzle
        self.layout = layout
        self.style = style
        self.say = style.say
        self.area = style.area
        self.signs = self._wrapped(_signs(self.steps, layout, self.say), self.area.width)
        # as high as the heading can become
        self.first_top = heading_height(
            len(self.signs) + len(self._ended(len(self.steps), cut=True))
        )
        self.width = (self.area.width - GAP * (layout.across - 1)) / layout.across
        self.text = layout.text or self.width
        self.scale = layout.cell / UNIT
        self.sentences = [
            self._wrapped(f"{number}. {step.text(self.say.code)}", self.text)
            for number, step in enumerate(self.steps, start=1)
        ]
        self.groups = list(self._groups())
        self.at = geometry(self.puzzle, layout.clues)
        """The geometry of a whole board."""
        self.chosen: Sequence[int] = range(len(self.groups))
        """The places of the groups that are drawn."""
        self.left: Sequence[int] = ()
        """The others, the most important first."""
        count = self._fitting(self.chosen, room)
        if count < len(self.groups):
            wanted = by_importance(self.groups, count // 2)
            count = self._fitting(wanted, room)
            self.chosen, self.left = sorted(wanted[:count]), wanted[count:]

    @property
    def drawn(self) -> int:
        """How many steps are drawn."""
        return sum(len(self.groups[place].steps) for place in self.chosen)

    def _wrapped(self, text: str, width: float) -> list[str]:
        return self.wrapped(text, width, SIZE)

    def _fitting(self, order: Sequence[int], room: int) -> int:
        """How many groups fit that many pages, of groups in an order of preference."""
        fewest = 0
        most = count = min(len(order), room * max(COUNTS))
        while fewest < most:
            if len(self._pages(list(self._blocks(order[:count])), self.scale)) <= room:
                fewest = count
            else:
                most = count - 1
            count = (fewest + most + 1) // 2
        return fewest

    def fill(self, room: int) -> None:
        """Draw more groups as long as the pages have room for them, in their order."""
        for place in self.left:
            more = sorted([*self.chosen, place])
            if len(self._pages(list(self._blocks(more)), self.scale)) <= room:
                self.chosen = more

    def leaves(self, room: int, warnings: list[str]) -> list[Leaf]:
        """At most ``room`` pages; a warning says if not all steps are drawn."""
        pages = self._grown(list(self._blocks(self.chosen)), room) or [[]]
        drawn = self.drawn
        if drawn < len(self.steps):
            numbers = {"n": len(self.steps), "drawn": drawn, "pages": MOST_PAGES}
            warnings.append(self.say("sheet.left_out_short", **numbers))
        ended = self._ended(drawn, cut=drawn < len(self.steps))
        return [self._leaf(page, ended if n == 0 else None) for n, page in enumerate(pages)]

    def _grown(self, blocks: list[Block], room: int) -> list[Page]:
        """The pages with the largest cells that leave all boards on their pages.

        Boards with the least cells may take more pages: those cells are best that fill them.
        """
        pages = self._pages(blocks, self.scale)
        if self.layout.down or self.layout.text or not blocks:
            return pages
        begun = list(map(len, pages))
        highest = self.area.height - self.first_top
        largest = min(MOST_CELL / UNIT, self.width / self.at.page_width)
        scales = [self.scale + n / 24 * (largest - self.scale) for n in range(25)]
        fullest = 0.0
        for scale in scales:
            larger = self._pages(blocks, scale)
            heights = [row_height(row, scale) for page in larger for row in page]
            same = list(map(len, larger)) == begun
            fits = same or (self.layout.cell == LEAST_CELL and len(larger) <= room)
            full = round(sum(heights) / len(larger) / highest, 1)
            if fits and max(heights) <= highest and full >= fullest:
                fullest, pages, self.scale = full, larger, scale
        return pages

    def _ended(self, drawn: int, *, cut: bool) -> list[str]:
        """How the steps end, and how many are drawn, in lines."""
        say = self.say
        words = [say("sheet.ended", end=say.sentence(self.end))]
        if cut:
            numbers = {"n": len(self.steps), "drawn": drawn, "pages": MOST_PAGES}
            words.append(say("sheet.left_out", **numbers))
        return self._wrapped(say.sentences(words), self.area.width)

    def _groups(self) -> Iterator[Group]:
        """The steps in groups, in order."""
        begun: list[Step] = []
        first, lines = 1, 0
        layout = self.layout
        mixed = partial(share_a_board, most=layout.steps)
        together = mixed if layout.mixed else are_parallel
        for number, (step, sentence) in enumerate(
            zip(self.steps, self.sentences, strict=True), start=1
        ):
            self.style.poll()
            if begun and not (
                together(begun, step)
                and lines + len(sentence) <= layout.lines
                and self._fit(begun, step)
            ):
                yield Group(first, begun)
                begun, first, lines = [], number, 0
            begun.append(step)
            lines += len(sentence)
        if begun:
            yield Group(first, begun)

    def _fit(self, begun: Sequence[Step], step: Step) -> bool:
        """True if the cells of these steps fit a board that is cut."""
        layout = self.layout
        cells = Group(0, [*begun, step]).settled
        spans = [max(places) - min(places) for places in zip(*cells, strict=True)]
        return not layout.down or (spans[0] < layout.down and spans[1] < layout.wide)

    def _pages(self, blocks: Sequence[Block], scale: float) -> list[Page]:
        """The drawn groups on pages, in rows."""
        pages: list[Page] = []
        left = 0.0
        across = self.layout.across
        for begin in range(0, len(blocks), across):
            row = blocks[begin : begin + across]
            height = row_height(row, scale)
            if not pages or height > left or (len(pages[-1]) + 1) * across > max(COUNTS):
                top = heading_height(0) if pages else self.first_top
                left = self.area.height - top
                pages.append([])
            pages[-1].append(row)
            left -= height + GAP
        return pages

    def _blocks(self, chosen: Iterable[int]) -> Iterator[Block]:
        """The drawn groups, with notes on those that are left out before each."""
        # Not step.grid: a handout for one cell has only the steps that the cell needs.
        cells = bytearray(self.start.cells)
        place, drawn = 0, set(chosen)
        skipped: list[Group] = []
        last = max(drawn, default=-1)
        for place, group in enumerate(self.groups):
            if place in drawn:
                known = Grid.from_cells(
                    self.start.height, self.start.width, bytes(cells), self.start.letters
                )
                after = self.groups[place + 1 :] if place == last else []
                yield self._block(group, known, skipped, after)
                skipped = []
            else:
                skipped.append(group)
            for step in group.steps:
                for (row, column), value in step.values.items():
                    cells[row * self.start.width + column] = value

    def _block(
        self, group: Group, known: Grid, before: Sequence[Group], after: Sequence[Group]
    ) -> Block:
        self.style.poll()
        part = self._part(group)
        at = geometry(part, self.layout.clues) if self.layout.down else self.at
        rows, columns, say = part.row_range, part.column_range, self.say
        notes = [summed_up(before, say)] if before else []
        if self.layout.down:
            outside = sum(row not in rows or column not in columns for row, column in group.settled)
            key = "sheet.cut_outside" if outside else "sheet.cut"
            notes.append(say(key, n=outside, **lines_of(part)))
        lines = [line for texts in self.sentences[group.first - 1 : group.last] for line in texts]
        left_out = self._wrapped(summed_up(after, say), self.text) if after else []
        notes = [line for note in notes for line in self._wrapped(note, self.width)]
        beside = self.layout.text > 0
        board = 0.0 if beside else at.page_height * self.scale
        most = int((self.area.height - self.first_top - CAPTION - board) / LEADING)
        most -= len(notes) + len(left_out)
        if len(lines) > most:
            lines = [*lines[: max(0, most - 1)], say("sheet.goes_on")]
        return Block(group, known, part, at, notes, [*lines, *left_out], beside)

    def _part(self, group: Group) -> Part:
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

    def _leaf(self, page: Sequence[Sequence[Block]], ended: Sequence[str] | None) -> Leaf:
        """A page of boards; ``ended`` are the lines of the first page."""
        area = self.area

        def draw(press: Press) -> None:
            canvas, fonts = press.canvas, press.fonts
            canvas.setFillColor("#000000")
            title = self.say("sheet.steps_of", heading=self.entry.heading)
            if page:
                groups = [page[0][0].group, page[-1][-1].group]
                title = self.say(
                    "sheet.heading_steps",
                    n=groups[1].last - groups[0].first + 1,
                    heading=self.entry.heading,
                    steps=step_numbers(groups, self.say),
                    total=len(self.steps),
                )
            title = fonts.shortened(title, area.width, HEADING, BOLD)
            y = area.y - HEADING
            fonts.write(canvas, area.x, y, title, HEADING, BOLD)
            y -= 0.4 * HEADING
            for line in [] if ended is None else [*ended, *self.signs]:
                y -= LEADING
                fonts.write(canvas, area.x, y, line, SIZE)
            y = area.y - (heading_height(0) if ended is None else self.first_top)
            for row in page:
                for number, block in enumerate(row):
                    self._paint(press, block, area.x + number * (self.width + GAP), y, row)
                y -= row_height(row, self.scale) + GAP

        return Leaf(draw, section=self.say("sheet.steps") if ended is not None else "")

    def _paint(self, press: Press, block: Block, x: float, y: float, row: Sequence[Block]) -> None:
        """Draw a board with its texts; the boards of a row begin at one height."""
        canvas, fonts, theme = press.canvas, press.fonts, self.style.theme
        canvas.setFillColor("#000000")
        caption = fonts.shortened(block.group.caption(self.say), self.width, SIZE, BOLD)
        fonts.write(canvas, x, y - SIZE - 2, caption, SIZE, BOLD)
        canvas.setFillColor("#444444")
        for number, note in enumerate(block.notes, start=1):
            fonts.write(canvas, x, y - SIZE - 2 - number * LEADING, note, SIZE)
        y -= CAPTION + LEADING * max(len(other.notes) for other in row)
        picture = part_picture(block.part, block.at, theme=theme, poll=self.style.poll)
        paint(canvas, picture, x, y, self.scale, fonts)
        shapes = group_shapes(block.group.steps, block.known, block.part, block.at, theme)
        overlay = replace(picture, page=(), board=shapes)
        paint(canvas, overlay, x, y, self.scale, fonts)
        if block.beside:
            x += self.area.width - self.text
        else:
            y -= block.at.page_height * self.scale
        canvas.setFillColor("#000000")
        for line in block.lines:
            y -= LEADING
            fonts.write(canvas, x, y, line, SIZE)


def _signs(steps: Sequence[Step], layout: Layout, say: Language) -> str:
    """The meaning of the signs on the boards."""
    keys: list[str] = []
    if steps:
        colored = len(steps[0].puzzle.palette) > 1
        keys = ["signs_boards", "signs_frames_colors" if colored else "signs_frames"]
        keys.append("signs_squares")
        if any(step.chain for step in steps):
            keys.append("signs_numbers")
        if layout.mixed:
            keys.append("signs_mixed")
    if not layout.clues:
        keys.append("signs_clues")
    return say.sentences(say(f"sheet.{key}") for key in keys)
