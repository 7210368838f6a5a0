# SPDX-License-Identifier: MIT
"""The contribution of each line to a solve: its placements, line solves, cells and time.

The native board counts while the pipeline runs (``nonosat/core/line_counts.hpp``), so the numbers
come from the solve itself. Line solves of propagation are counted, also in the trials of the stage
``probe`` and the dives of ``beliefs``; a cell is settled by the line whose line solve made it known
for good. Cells that probing, the implication graph or a search made known are settled by no line.
The table has the columns of nonopy; its "complexity" is the number of placements at the start.

``placements``: in how many ways do the blocks of a clue fit a line? Block by block: ``ways[d]`` is
the number of ways to place the blocks so far before a position that is ``d`` cells to the right of
the leftmost position of the next block, so ``d`` runs from 0 to the slack of the line. Without
known cells the sum has a closed form: the slack is spread over ``blocks + 1`` gaps. Cost: blocks x
slack additions of big integers. Rejected: counting while the core solves lines, which overflows
machine numbers from lines of some 70 cells on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import comb
from typing import Unpack

from nonosat.errors import OptionError
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.model.clue import EMPTY, UNKNOWN, Clue, Line, cells_needed, gaps
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import check_choice
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Report, Verdict
from nonosat.solving import SearchOptions
from nonosat.solving.options import checked
from nonosat.solving.outcome import goal_status
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.question import Question
from nonosat.words import clue_words, counted, number_words, verdict_words


@dataclass(frozen=True, slots=True)
class LineWork:
    """One line of a puzzle, and its contribution to a solve.

    ``line``, ``clue``: the line; the clue is None if it is missing. ``placements``: how many
    placements of the clue agree with the cells that are known at the start; None if the clue is
    missing, or if a limit ended the counting. ``line_solves``: how often
    propagation solved the line. ``cells``: how many cells it settled. ``seconds``: the wall time of
    its line solves.

    >>> first = line_statistics(Puzzle(rows=[[1, 1], [1]], columns=[[1], [1], [1]])).lines[0]
    >>> str(first.line), first.placements, first.cells
    ('R1', 1, 3)
    """

    line: Line
    clue: Clue | None
    placements: int | None
    line_solves: int
    cells: int
    seconds: float


COLUMNS: Mapping[str, Callable[[LineWork], float]] = {
    "line": lambda _: 0,
    "placements": lambda work: -1 if work.placements is None else work.placements,
    "line solves": lambda work: work.line_solves,
    "cells": lambda work: work.cells,
    "time": lambda work: work.seconds,
}
"""The columns by which the lines can be sorted."""


@dataclass(frozen=True, slots=True)
class LineStatistics:
    """A solve, line by line.

    ``lines``: the rows from the top, then the columns from the left. ``report``: of the solve.

    >>> table = line_statistics(Puzzle(rows=[[1, 1], [1]], columns=[[1], [1], [1]]))
    >>> table.line_solves, table.cells, table.report.verdict.value
    (6, 6, 'unique')
    """

    lines: tuple[LineWork, ...]
    report: Report = field(repr=False)

    @property
    def placements(self) -> int:
        """The sum of the placements of all lines, as far as they are known."""
        return sum(work.placements or 0 for work in self.lines)

    @property
    def line_solves(self) -> int:
        """The line solves of all lines."""
        return sum(work.line_solves for work in self.lines)

    @property
    def cells(self) -> int:
        """The cells that lines settled."""
        return sum(work.cells for work in self.lines)

    @property
    def other_cells(self) -> int:
        """The cells that other methods made known: probing, implications or a search."""
        report = self.report
        if report.verdict is Verdict.NONE:
            return 0
        assert report.puzzle is not None
        start = report.puzzle.start_grid(report.given)
        return start.unknown_count - report.known.unknown_count - self.cells

    @property
    def seconds(self) -> float:
        """The time of all line solves."""
        return sum(work.seconds for work in self.lines)

    def sorted_by(self, column: str, *, descending: bool = False) -> tuple[LineWork, ...]:
        """The lines in the order of one of ``COLUMNS``; equal lines keep the order of the board.

        An unknown number of placements comes before all others.

        Raises:
            OptionError: the column is unknown.
        """
        check_choice("column", column, COLUMNS)
        if column == "line":
            return self.lines[::-1] if descending else self.lines
        return tuple(sorted(self.lines, key=COLUMNS[column], reverse=descending))

    @property
    def remark(self) -> str:
        """The number of cells that no line settled, in words; empty if it is 0."""
        cells = self.other_cells
        return f"{counted(cells, 'cell')} settled by no single line" if cells else ""

    def __str__(self) -> str:
        """The verdict, the number of cells that no line settled, and the table."""
        table = list(table_of({"": self}))
        verdict = verdict_words(self.report.verdict, self.report.reason)
        heading = f"{verdict} ({self.remark})" if self.remark else verdict
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        rows = (
            "  ".join(
                text.ljust(width) if number < LEFT else text.rjust(width)
                for number, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in table
        )
        return "\n".join([heading, *rows])

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import table_card

        heads, *rows = table_of({"": self})
        heading = verdict_words(self.report.verdict, self.report.reason)
        return table_card(heading, heads, rows, left=LEFT)


LEFT = 2
"""This many columns of ``table_of``, on the left, are words."""


def table_of(
    runs: Mapping[str, LineStatistics], column: str = "line", *, descending: bool = False
) -> Iterator[tuple[str, ...]]:
    """Several solves of a puzzle side by side, by their names: heads, a row per line, and sums.

    The first run decides the order of the lines.

    Raises:
        OptionError: the column is unknown.
    """
    heads = ["line", "clue", "placements"]
    for name in runs:
        heads += [f"{name} {head}".strip() for head in ("line solves", "cells", "ms")]
    yield tuple(heads)
    first = next(iter(runs.values()))
    assert first.report.puzzle is not None
    palette = first.report.puzzle.palette
    by_line = [{work.line: work for work in run.lines} for run in runs.values()]
    for line in (work.line for work in first.sorted_by(column, descending=descending)):
        works = [run[line] for run in by_line]
        size = works[0].placements
        cells = [str(line), clue_words(works[0].clue, palette)]
        cells.append("?" if size is None else number_words(size, most_digits=_MOST_DIGITS))
        yield (*cells, *_work_words(works))
    total = number_words(first.placements, most_digits=_MOST_DIGITS)
    yield ("all", "", total, *_work_words(runs.values()))


_MOST_DIGITS = 15


def _work_words(works: Iterable[LineWork | LineStatistics]) -> Iterator[str]:
    for work in works:
        yield f"{work.line_solves:,}"
        yield f"{work.cells:,}"
        yield f"{work.seconds * 1e3:.4f}"


def line_statistics(
    puzzle: Puzzle, *, given: GridLike | None = None, **options: Unpack[SearchOptions]
) -> LineStatistics:
    """Solve a puzzle, and measure the contribution of each line.

    Args:
        puzzle: the puzzle.
        given: a partial grid from which the solve starts.
        options: the options of ``solve`` about the search, except ``memory_limit`` and
            ``portfolio``, since the lines are counted in this process. The time limit holds for
            everything together.

    Returns:
        The lines with their numbers, and the report of the solve. After a limit, they cover the
        work up to then.

    Raises:
        OptionError: an option is unknown or makes no sense.
        GridError: ``given`` does not fit the puzzle.
        BackendError: the backend is not installed.

    >>> table = line_statistics(Puzzle(rows=[[1, 1], [1]], columns=[[1], [1], [1]]))
    >>> for work in table.sorted_by("placements"):
    ...     print(work.line, work.placements, work.line_solves, work.cells)
    R1 1 1 3
    C1 2 1 1
    C2 2 1 1
    C3 2 1 1
    R2 3 2 0
    """
    puzzle, given = asked(puzzle, given)
    chosen = checked(**options, given=given)
    values = chosen.values
    if values["memory_limit"] is not None or options.get("portfolio", 1) != 1:
        raise OptionError("lines are counted in this process: omit memory_limit and portfolio")
    limits = Limits(
        time_limit=values["time_limit"],
        conflict_limit=values["conflict_limit"],
        cancel=values["cancel"],
    )
    question = Question(puzzle.with_goal(None), given, values["limit"])
    open_board(puzzle, given)  # checks that the grid fits the puzzle
    counts = _counts(puzzle, question.start(), limits)
    pipeline = Pipeline(question, chosen.preset, limits, values["seed"], values["progress"])
    board = pipeline.board
    board.count_lines()
    report = pipeline.run()
    asked_about = Question(puzzle, given, values["limit"])
    status = goal_status(report.verdict, report.solutions, asked_about)
    report = replace(report, goal=status, puzzle=puzzle)
    cells = [0] * len(counts)
    for line, _ in board.settled():
        cells[line] += 1
    return LineStatistics(
        tuple(
            LineWork(line, clue, number, solves, settled, nanoseconds / 1e9)
            for (line, clue), number, settled, (solves, nanoseconds) in zip(
                puzzle.lines(), counts, cells, board.line_counts(), strict=True
            )
        ),
        report,
    )


def _counts(puzzle: Puzzle, start: Grid, limits: Limits) -> list[int | None]:
    """The placements of each line; None for missing clues and after a limit."""
    counts: list[int | None] = [None] * (puzzle.height + puzzle.width)
    try:
        for number, (line, clue) in enumerate(puzzle.lines()):
            limits.check()
            if clue is not None:
                counts[number] = placements(clue, start.line(line), limits)
    except Stopped:
        pass  # the solve stops at once, for the same reason
    return counts


def placements(clue: Clue, cells: bytes, limits: Limits) -> int:
    """How many placements of a clue agree with the known cells of a line, exactly.

    Raises:
        Stopped: a limit was reached.

    >>> from nonosat.model.clue import Block
    >>> placements((Block(2), Block(1)), bytes([UNKNOWN] * 6), Limits())
    6
    >>> placements((Block(2), Block(1)), bytes([UNKNOWN, 1] + [UNKNOWN] * 4), Limits())
    5
    """
    slack = len(cells) - cells_needed(clue)
    if slack < 0:
        return 0
    if cells.count(UNKNOWN) == len(cells):
        return comb(slack + len(clue), slack)
    barred = {
        value: list(accumulate((cell not in (value, UNKNOWN) for cell in cells), initial=0))
        for value in {EMPTY, *(block.color for block in clue)}
    }  # per value: how many cells before a position cannot have it
    no_empty = barred[EMPTY]
    ways = [1] + [0] * slack
    begin = 0
    for (length, color), gap in limits.each(zip(clue, (*gaps(clue), 0), strict=False), 8):
        _drift(ways, no_empty, begin)
        no_color = barred[color]
        for shift in range(slack + 1):
            start = begin + shift
            end = start + length
            if no_color[end] > no_color[start] or no_empty[end + gap] > no_empty[end]:
                ways[shift] = 0
        begin += length + gap
    _drift(ways, no_empty, begin)
    return ways[slack]


def _drift(ways: list[int], no_empty: list[int], begin: int) -> None:
    """Count placements before a position for later positions, if the cells between can be empty.

    ``ways[d]`` belongs to the position ``begin + d``.
    """
    for shift in range(1, len(ways)):
        if no_empty[begin + shift] == no_empty[begin + shift - 1]:
            ways[shift] += ways[shift - 1]
