# SPDX-License-Identifier: MIT
"""``explain_cell``: why one cell has its value: the steps of a walk that it depends on, in order.

The walk ends when the cell is known; then the steps that the cell does not need are dropped,
backwards by premises (``cone``). If deduction up to trials does not reach the cell, the solver
first looks for two solutions that differ there, because an ambiguous cell has no explanation; clue
sets come after that.

There may be fewer steps that reach the cell: the walk chooses its steps without regard to it.
Finding the fewest would need a search over all orders of steps.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from nonosat import formats
from nonosat.errors import GridError, shown
from nonosat.explain.position import Position
from nonosat.explain.sentences import cells_are, one_value
from nonosat.explain.step import Step
from nonosat.explain.techniques import techniques_up_to
from nonosat.explain.walking import cone, walk
from nonosat.explain.walkthroughs import WalkthroughEnd
from nonosat.languages import language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import NoSolution
from nonosat.logic.implications import Literal
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid, GridLike
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Verdict
from nonosat.solving import ask
from nonosat.words import cell_name, outside_words

if TYPE_CHECKING:
    from nonosat.draw.book.binding import Book


@dataclass(frozen=True, slots=True)
class CellExplanation:
    """Why a cell has its value, or why there is no answer.

    ``cell``: (row, column), from 0. ``value``: its value; None if it was not found. ``steps``: the
    steps that it needs, in order; without a value, the steps that removed values of the cell.
    ``end``: SOLVED if the value is known; AMBIGUOUS if it differs between solutions, and then
    ``solutions`` holds two that differ there; STUCK if the techniques that were allowed do not
    reach the cell; CONTRADICTION if there is no solution; LIMIT if a limit was reached.
    ``reason``: that limit; with STUCK, the limit of the search for two solutions, if it met one.
    ``puzzle``, ``start``: the question.

    >>> found = explain_cell(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), (1, 1))
    >>> found.value, len(found.steps), found.end
    (0, 2, <WalkthroughEnd.SOLVED: 'solved'>)
    """

    cell: tuple[int, int]
    value: int | None
    steps: tuple[Step, ...]
    end: WalkthroughEnd
    reason: Reason | None = None
    solutions: tuple[Grid, ...] = ()
    puzzle: Puzzle = field(kw_only=True, repr=False, metadata=HIDDEN)
    start: Grid = field(kw_only=True, repr=False)

    @property
    def end_sentence(self) -> str:
        """The answer in a sentence."""
        return self.end_text()

    def end_text(self, lang: str = "en") -> str:
        """The answer in a sentence, in a language by its code.

        Raises:
            OptionError: there is no such language.
        """
        say, palette, name = language(lang), self.puzzle.palette, cell_name(*self.cell)
        reason = "" if self.reason is None else say(f"reason.{self.reason.value}")
        if self.value is not None:
            state = cells_are([Literal(*self.cell, self.value, True)], palette, say)
            if self.steps:
                return say("cell.steps", n=len(self.steps), state=state)
            return say("cell.start", state=state)
        if self.end is WalkthroughEnd.AMBIGUOUS:
            first, second = (one_value(grid[self.cell], palette, say) for grid in self.solutions)
            return say("cell.ambiguous", cell=name, first=first, second=second)
        if self.end is WalkthroughEnd.CONTRADICTION:
            return say("cell.none", cell=name)
        if self.end is WalkthroughEnd.LIMIT:
            return say("cell.limit", cell=name, reason=reason)
        stuck = say("cell.stuck", cell=name)
        return say("cell.doubt", end=stuck, reason=reason) if reason else stuck

    def __str__(self) -> str:
        """The numbered sentences of the steps, and the answer."""
        width = len(str(len(self.steps)))
        lines = [f"{number:>{width}}. {step}" for number, step in enumerate(self.steps, start=1)]
        return "\n".join([*lines, self.end_sentence])

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it; cells as [row, column] from 0."""
        puzzle = json.loads(formats.dumps(self.puzzle, format="json"))
        first = {"puzzle": puzzle, "start": self.start.text_rows()}
        return first | plain_fields(self) | {"sentence": self.end_sentence}

    def html(self, *, lang: str = "en") -> str:
        """One page that needs no other file: the board with a slider, and the sentences.

        ``lang`` is the language of its words.
        """
        from nonosat.draw.frames import walkthrough_page

        options: Any = {"solutions": self.solutions, "lang": lang}
        return walkthrough_page(self.puzzle, self.start, self.steps, self.end_text(lang), **options)

    def pdf(
        self,
        *,
        paper: str = "a4",
        hide_titles: bool = False,
        lang: str = "en",
        poll: Callable[[], None] | None = None,
    ) -> Book:
        """The steps as a handout without an answer, with the options of ``Walkthrough.pdf``."""
        from nonosat.draw.book.handout import handout

        end = self.end_text(lang)
        options: Any = {"paper": paper, "hide_titles": hide_titles, "lang": lang, "poll": poll}
        return handout(self.puzzle, self.start, self.steps, end, **options)

    def _repr_html_(self) -> str:
        from nonosat.draw.frames import embedded

        return embedded(self.html(), 640)

    def _repr_svg_(self) -> str:
        """The last step; without steps, the board at the start with the cell marked."""
        from nonosat.draw.steps import draw_step
        from nonosat.draw.svg_writer import draw

        if self.steps:
            return str(draw_step(self.steps[-1]))
        return str(draw(self.puzzle, self.start, marks=[self.cell]))


def explain_cell(
    puzzle: Puzzle,
    cell: tuple[int, int],
    *,
    given: GridLike | None = None,
    max_technique: str | None = None,
    max_links: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> CellExplanation:
    """Why a cell has its value: the steps that it depends on, in the order of a walkthrough.

    Args:
        puzzle: the puzzle; any number of colours, and clues may be missing.
        cell: its row and column, from 0.
        given: cells that are known already; they are taken as right.
        max_technique: the hardest technique to use: trivial, overlap, line, chain, trial,
            weights or clue-set.
        max_links: the longest chain to use.
        time_limit: seconds of wall time.
        cancel: as for ``solve``.

    Returns:
        The value and the steps; or how the search for them ended.

    Raises:
        GridError: the cell does not exist, or ``given`` does not belong to the puzzle.
        OptionError: the technique is unknown, or a limit makes no sense.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
    >>> print(explain_cell(puzzle, (2, 0)))
    1. Row 2 (3): its block fills it exactly, so columns 1 to 3 are filled
    2. Row 1 (1 1): its blocks fill it exactly, so columns 1 and 3 are filled and column 2 is empty
    3. Column 1 (2): its block is found, so row 3 is empty
    R3C1 is empty after 3 steps
    >>> print(explain_cell(Puzzle([[1], [1]], [[1], [1]]), (0, 0)))
    R1C1 is ambiguous: empty in one solution, filled in another
    """
    puzzle, given = asked(puzzle, given)
    try:
        row, column = map(index, cell)
    except (TypeError, ValueError):
        raise GridError(f"{shown(cell)} is not a cell: give row and column, from 0") from None
    cell = (row, column)
    if not (0 <= row < puzzle.height and 0 <= column < puzzle.width):
        raise GridError(outside_words(row, column, puzzle.height, puzzle.width))
    allowed = techniques_up_to(max_technique)
    deduction = techniques_up_to("trial")
    limits = Limits(time_limit=time_limit, cancel=cancel)
    position = Position.of(puzzle, given, limits, max_links)
    start, steps = position.grid, list[Step]()
    end, reason = WalkthroughEnd.STUCK, None
    solutions: tuple[Grid, ...] = ()
    try:
        steps += _until_known(position, min(allowed, deduction, key=len)[-1].name, cell)
        if not position.knows(row, column):
            verdict, reason, solutions = _differing(position, cell)
            if verdict is Verdict.NONE:
                raise NoSolution
            if verdict is Verdict.MULTIPLE:
                end = WalkthroughEnd.AMBIGUOUS
            elif len(allowed) > len(deduction):
                steps += _until_known(position, max_technique, cell)
    except NoSolution:
        end = WalkthroughEnd.CONTRADICTION
    except Stopped as stopped:
        end, reason = WalkthroughEnd.LIMIT, stopped.reason
    value = position.grid[row, column]
    if value != UNKNOWN and end is WalkthroughEnd.STUCK:
        end, reason = WalkthroughEnd.SOLVED, None
    return CellExplanation(
        (row, column),
        value if end is WalkthroughEnd.SOLVED else None,
        tuple(cone(steps, position.knowledge(row, column))),
        end,
        reason,
        solutions,
        puzzle=puzzle,
        start=start,
    )


def _until_known(
    position: Position, max_technique: str | None, cell: tuple[int, int]
) -> Iterator[Step]:
    """The steps of a walk, up to the one that makes a cell known."""
    if position.knows(*cell):
        return
    for step in walk(position, max_technique):
        yield step
        if position.knows(*cell):
            return


def _differing(
    position: Position, cell: tuple[int, int]
) -> tuple[Verdict, Reason | None, tuple[Grid, ...]]:
    """The verdict on a cell: MULTIPLE, with two solutions that differ in it; UNIQUE, NONE, UNKNOWN.

    Raises:
        Stopped: a limit was reached before a first solution was found.
    """
    puzzle, grid = position.puzzle.with_goal(None), position.grid  # steps are as without a goal

    def solution(given: Grid) -> tuple[Verdict, Reason | None, tuple[Grid, ...]]:
        report = ask(puzzle, given, limit=1, limits=position.limits)
        return report.verdict, report.reason, report.solutions

    verdict, reason, found = solution(grid)
    if not found:
        return verdict, reason, ()
    for value in range(len(puzzle.palette) + 1):
        if value != found[0][cell] and position.board.can_be(*cell, value):
            _, reason, other = solution(grid.with_cells([(*cell, value)]))
            if other:
                return Verdict.MULTIPLE, None, (found[0], other[0])
            if reason is not None:
                return Verdict.UNKNOWN, reason, ()
    return Verdict.UNIQUE, None, ()
