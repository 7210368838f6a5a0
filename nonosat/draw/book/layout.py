# SPDX-License-Identifier: MIT
"""Which steps share a board of a handout, and how the boards stand on its pages.

``layout_of`` finds the usual layout of a puzzle, ``denser`` the others, for a handout that would
have too many pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from nonosat.draw.book.boards import cells_that_fit, without
from nonosat.draw.book.leaves import MILLIMETRE, UNIT, Area, Entry
from nonosat.draw.geometry import GROUP, Board, Geometry, Part
from nonosat.draw.steps import Step
from nonosat.errors import Fault, OptionError
from nonosat.languages import Language
from nonosat.model.clue import AXES
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

LEAST_CELL = 2.5 * MILLIMETRE
_GOOD_CELL = 4 * MILLIMETRE
"""A page has eight boards if their cells are this large, else six, or fewer."""
MOST_CELL = 6 * MILLIMETRE
COUNTS = (8, 6, 4, 3, 2, 1)
"""How many boards a page can have."""
GAP = 8.0
HEADING = 12.0
SIZE = 8.0
LEADING = 9.6
CAPTION = 13.0
_FIRST_LINES = 5
"""The usual number of lines below the heading of the first page."""
_LINES = (5, 3)
"""How many lines the sentences of a group have room for; a longer sentence takes more."""
_MOST_STEPS = 8
"""The most steps of a group of steps by any technique."""
_MORE_LINES = {_MOST_STEPS: (6, 8, 12, 17, 23, 30), 12: (17, 23, 30, 36, 42)}
"""The lines for such groups, by their most steps, which are more if steps would be left out."""
_LEAST_TEXT = 160.0
"""The least width of sentences to the right of a board."""
_GOOD_WIDTH = 250.0
"""More than two boards stand beside each other if they have this much room for their sentences."""


@dataclass(frozen=True, slots=True)
class Group:
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
    def techniques(self) -> list[str]:
        """The techniques of the steps, each once."""
        return list(dict.fromkeys(step.technique for step in self.steps))

    def caption(self, say: Language) -> str:
        names = say.pattern("names.comma").join(say(f"technique.{x}") for x in self.techniques)
        numbers = step_numbers([self], say)
        return say("sheet.caption", n=len(self.steps), steps=numbers, techniques=names)


@dataclass(frozen=True, slots=True)
class Block:
    """A drawn group: its board before the group, and its texts in lines."""

    group: Group
    known: Grid
    part: Part
    at: Geometry
    notes: list[str]
    lines: list[str]
    beside: bool
    """True: the lines stand to the right of the board, not below it."""

    def height(self, scale: float) -> float:
        """Without the notes."""
        board, lines = self.at.page_height * scale, LEADING * len(self.lines)
        return CAPTION + (max(board, lines) if self.beside else board + lines)


def row_height(row: Sequence[Block], scale: float) -> float:
    """The height of boards beside each other, which begin at one height, below the notes."""
    notes = max(len(block.notes) for block in row)
    return LEADING * notes + max(block.height(scale) for block in row)


Page = list[Sequence[Block]]
"""The rows of boards of a page."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the boards stand on a page."""

    across: int
    """How many stand beside each other."""
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
    mixed: bool = False
    """True: a group may have steps by several techniques, in rows and in columns."""
    text: float = 0.0
    """The width of the sentences to the right of the board; 0: they stand below it."""
    steps: int = _MOST_STEPS
    """The most steps of a group of them."""


def layout_of(entry: Entry, area: Area) -> Layout:
    """As many boards on a page as have cells of the wanted size.

    Raises:
        OptionError: not even ten rows and columns have cells of the least size on this paper.
    """
    for count, clues, lines in product(COUNTS, (True, False), _LINES):
        at = geometry(entry.puzzle, clues)
        best = max(_whole(at, area, count, lines), key=lambda layout: layout[0])
        if best[0] >= (_GOOD_CELL if count == max(COUNTS) else LEAST_CELL):
            return Layout(best[1], lines, clues, best[0])
    for count, lines in product((2, 1), _LINES):
        for across, slot in _slots(area, count, lines):
            down, wide = cells_that_fit(at, LEAST_CELL, slot)
            if min(down, wide) >= 2 * GROUP:
                return Layout(across, lines, False, LEAST_CELL, down, wide)
    raise OptionError(
        Fault.of(
            "fault.paper.cells",
            "{name}: ten rows and columns with cells of 2.5 mm do not fit this paper: use a larger "
            "one",
            name=repr(entry.name),
        )
    )


def denser(usual: Layout, puzzle: Puzzle, area: Area) -> Iterator[Layout]:
    """Ways to put more steps on a page: smaller boards, without clues, with more steps on each.

    Then the sentences stand beside the boards, and at last boards have still more steps.
    """
    (least, few), (most, many) = _MORE_LINES.items()
    first = product([least], (False, True), (usual.lines, *few), (True, False))
    for steps, beside, lines, clues in chain(first, product([most], (False, True), many, [False])):
        if clues and not usual.clues:
            continue
        mixed = lines > usual.lines
        layout = replace(usual, lines=lines, clues=clues, mixed=mixed, steps=steps)
        if not usual.down:
            needed = geometry(puzzle, clues).page_width / UNIT * LEAST_CELL
            across = min(_most_across(area), int((area.width + GAP) / (needed + GAP)))
            text = area.width - needed - GAP if beside else 0.0
            layout = replace(layout, across=1 if beside else across, cell=LEAST_CELL, text=text)
        if not beside or layout.text >= _LEAST_TEXT:
            yield layout


def _most_across(area: Area) -> int:
    """How many boards can stand beside each other."""
    return max(2, int(area.width / _GOOD_WIDTH))


def _whole(at: Geometry, area: Area, count: int, lines: int) -> Iterator[tuple[float, int]]:
    """The sides of the cells of whole boards, and how many stand beside each other."""
    for across, slot in _slots(area, count, lines):
        scale = min(slot.width / at.page_width, slot.height / at.page_height)
        yield min(MOST_CELL, UNIT * scale), across


def _slots(area: Area, count: int, lines: int) -> Iterator[tuple[int, Area]]:
    """The room of each board, for all ways to put that many on a page."""
    for across in range(1, _most_across(area) + 1):
        if count % across == 0:
            rows = count // across
            # a page with one row must have room for it also below the heading of the first page
            below = area.below(heading_height(_FIRST_LINES if rows == 1 else 0))
            slot = below.split(rows, across, GAP)[0]
            yield across, slot.above(CAPTION + LEADING * (lines + 1))  # 1: a note


def geometry(board: Board, clues: bool) -> Geometry:
    at = Geometry.of_puzzle(board, UNIT, numbers=True)
    return at if clues else without(at, AXES)


def heading_height(lines: int) -> float:
    """The height of the heading of a page with lines of text below it."""
    return 1.5 * HEADING + LEADING * lines + (6 if lines else 0)


def are_parallel(begun: Sequence[Step], step: Step) -> bool:
    """True if the step uses the same technique as the others, in another line of the same axis."""
    if step.technique != begun[0].technique or step.chain or len(step.lines) > 1:
        return False
    lines = [line for other in begun for line in other.lines]
    return step.lines[0] not in lines and {step.lines[0].axis} == {line.axis for line in lines}


def share_a_board(begun: Sequence[Step], step: Step, most: int) -> bool:
    """True if the step can stand on the board of the others, before it: it uses other lines.

    A chain is the last: later steps would settle cells of its numbers.
    """
    if begun[-1].chain or len(begun[-1].lines) > 1 or not (step.chain or len(step.lines) == 1):
        return False
    used = {line for one in begun for line in one.lines}
    return len(begun) < most and used.isdisjoint(step.lines)


def by_importance(groups: Sequence[Group], beginning: int) -> list[int]:
    """The places of the groups in the order in which they are drawn as long as there is room.

    The beginning comes first, then new techniques and the end, then groups that settle many cells.
    """
    begin = list(range(beginning))
    known = {technique for place in begin for technique in groups[place].techniques}
    new: list[int] = []
    others: list[int] = []
    for place in range(len(begin), len(groups)):
        techniques = groups[place].techniques
        old = known.issuperset(techniques) and place < len(groups) - 1
        (others if old else new).append(place)
        known.update(techniques)
    others.sort(key=lambda place: -len(groups[place].settled))
    return [*begin[: len(begin) // 2], *new, *begin[len(begin) // 2 :], *others]


def step_numbers(groups: Sequence[Group], say: Language) -> str:
    """The numbers of the steps of groups that follow each other: 3, 3 and 4, 3 to 5."""
    return say.numbers([list(range(groups[0].first - 1, groups[-1].last))])


def summed_up(groups: Sequence[Group], say: Language) -> str:
    """A note on groups that are not drawn."""
    cells = say("count.cells", n=len({cell for group in groups for cell in group.settled}))
    steps = groups[-1].last - groups[0].first + 1
    return say("sheet.not_drawn", n=steps, steps=step_numbers(groups, say), cells=cells)
