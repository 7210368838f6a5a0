# SPDX-License-Identifier: MIT
"""``find_contradiction``: which clues and cells of a puzzle without a solution cannot all be right.

``nonosat/sat/mus.py`` searches for a smallest set; this module names its lines and cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonosat.languages import language
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.model.clue import UNKNOWN, Line
from nonosat.model.grid import Grid, GridLike
from nonosat.model.plain import HIDDEN, no_truth, plain_fields
from nonosat.model.puzzle import Puzzle, asked, line_at
from nonosat.model.report import Reason
from nonosat.words import cell_name

if TYPE_CHECKING:
    from nonosat.sat.mus import Mus

_SMALLEST_WORK = 40_000_000
"""Bounds the search for a smallest set, if no time limit is set: some ten seconds."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The answer of ``find_contradiction``: lines and cells that cannot all be right, if any.

    ``lines``, ``cells``: clues, and printed and given cells as (row, column), that cannot be
    satisfied together; empty if no contradiction was found.
    ``minimal``: without any one of them the rest can be satisfied. ``smallest``: also, no
    contradiction has fewer elements. Each is False if a limit was reached before it was proven.
    ``reason``: the limit that ended the search before it found a contradiction or a solution; else
    None.
    ``puzzle``, ``given``: the question, for the picture of the contradiction.

    >>> found = find_contradiction(Puzzle(rows=[[2], [], [1]], columns=[[1, 1], [1], []]))
    >>> found.found, found.reason
    (False, None)
    >>> print(found)
    no contradiction: there is a solution
    """

    lines: tuple[Line, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    minimal: bool = False
    smallest: bool = False
    reason: Reason | None = None
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)
    given: Grid | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)

    plain_more = ("found",)

    @property
    def found(self) -> bool:
        """True if a contradiction was found; False if a solution was, or a limit was reached."""
        return bool(self.lines or self.cells)

    def __str__(self) -> str:
        """Which lines and cells contradict each other, and whether the set is a smallest one.

        >>> print(Contradiction((Line("row", 0), Line("column", 2)), (), True, True))
        R1 and C3 contradict each other (a smallest set)
        """
        return self.text()

    def text(self, lang: str = "en") -> str:
        """The sentence in a language, by its code.

        Raises:
            OptionError: there is no such language.
        """
        say = language(lang)
        if not self.found:
            if self.reason is None:
                return say("contradiction.no")
            return say("contradiction.limit", reason=say(f"reason.{self.reason.value}"))
        names = [str(line) for line in self.lines]
        printed = self.puzzle.printed if self.puzzle is not None else None
        if not self.lines and printed is not None:
            return say("contradiction.printed", cell=cell_name(*self.cells[0]))
        of_puzzle = sum(printed is not None and printed[cell] != UNKNOWN for cell in self.cells)
        if of_puzzle:
            names.append(say("contradiction.printed.cells", n=of_puzzle))
        if len(self.cells) > of_puzzle:
            names.append(say("contradiction.given.cells", n=len(self.cells) - of_puzzle))
        size = "smallest" if self.smallest else "minimal" if self.minimal else "limited"
        return say(f"contradiction.{size}", n=len(names), elements=say.names(names))

    def _repr_html_(self) -> str:
        """The sentence and, if the puzzle is known, the lines with their clues and marked cells."""
        from nonosat.draw.cards import card
        from nonosat.draw.svg_writer import draw

        pictures = []
        if self.puzzle is not None and self.found:
            board, cells = conflict_board(self.puzzle, self)
            picture = draw(board, self._given_cells(), marks=cells)
            pictures.append(("the lines that contradict each other", str(picture)))
        return card(str(self), pictures=pictures)

    def _given_cells(self) -> Grid | None:
        """The printed and given cells that take part, all others unknown."""
        if self.puzzle is None or not self.cells:
            return None
        start = self.puzzle.start_grid(self.given)
        return self.puzzle.unknown_grid().with_cells((*cell, start[cell]) for cell in self.cells)

    as_dict = plain_fields
    __bool__ = no_truth("found")


def find_contradiction(
    puzzle: Puzzle,
    *,
    given: GridLike | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> Contradiction:
    """Say which clues contradict each other, for a puzzle that has no solution.

    A contradiction is a set of lines, and of printed and given cells, that cannot all be right; the
    search looks for a smallest one. A given cell that disagrees with a printed cell is already a
    contradiction.

    Args:
        puzzle: the puzzle.
        given: cells that are assumed to be right: a partial grid, or what ``Grid`` accepts.
        time_limit: seconds of wall time. Without it, the search for a smallest set ends after an
            amount of work that takes some ten seconds.
        cancel: an object whose ``cancel()`` any thread may call to end the work.

    Returns:
        The contradiction. ``found`` is False if there is a solution, or if a limit was reached
        first: ``reason`` is then that limit.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
        OptionError: a limit that makes no sense.

    >>> found = find_contradiction(Puzzle(rows=[[1, 1], [1], []], columns=[[1], [2], []]))
    >>> [str(line) for line in found.lines], found.smallest
    (['R1', 'C3'], True)
    """
    from nonosat.sat.mus import smallest_contradiction

    puzzle, given = asked(puzzle, given)
    limits = Limits(time_limit=time_limit, cancel=cancel)
    if given is not None:
        for cell in _clashes(puzzle, given):
            return Contradiction((), (cell,), True, True, None, puzzle, given)
    cells = puzzle.start_grid(given).cells
    work = _SMALLEST_WORK if time_limit is None else None
    try:
        found = smallest_contradiction(open_board(puzzle.with_printed(None)), cells, limits, work)
    except Stopped as stopped:
        return Contradiction(reason=stopped.reason, puzzle=puzzle, given=given)
    if found is None:
        return Contradiction(puzzle=puzzle, given=given)
    return contradiction_of(found, puzzle, given)


def contradiction_of(found: Mus, puzzle: Puzzle, given: Grid | None = None) -> Contradiction:
    """The lines and cells of a contradiction, as those of the puzzle."""
    return Contradiction(
        lines=tuple(line_at(puzzle, number) for number in found.lines),
        cells=tuple(divmod(place, puzzle.width) for place in found.cells),
        minimal=found.minimal,
        smallest=found.smallest,
        puzzle=puzzle,
        given=given,
    )


def _clashes(puzzle: Puzzle, given: Grid) -> Iterator[tuple[int, int]]:
    """The given cells, as (row, column), that differ from the printed ones."""
    if puzzle.printed is not None:
        for cell in puzzle.printed.differences(given):
            if UNKNOWN not in (puzzle.printed[cell], given[cell]):
                yield cell


def conflict_board(puzzle: Puzzle, conflict: Contradiction) -> tuple[Puzzle, list[tuple[int, int]]]:
    """The puzzle with the clues of the conflicting lines alone, and the cells of these lines."""
    rows = {line.index for line in conflict.lines if line.axis == "row"}
    columns = {line.index for line in conflict.lines if line.axis == "column"}
    board = Puzzle(
        [clue if row in rows else None for row, clue in enumerate(puzzle.rows)],
        [clue if column in columns else None for column, clue in enumerate(puzzle.columns)],
        palette=puzzle.palette,
    )
    cells = [
        (row, column)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        if row in rows or column in columns
    ]
    return board, cells
