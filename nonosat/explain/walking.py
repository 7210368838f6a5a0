# SPDX-License-Identifier: MIT
"""The walk: from a position, step by step, always by the easiest technique that gives anything.

After each step the walk starts again from the first technique, so a step of a technique means that
no earlier technique gives anything at that moment. Walkthroughs, ratings and completeness checks
are walks; a hint is the first step of a walk.

A walk takes one step at a time; its ``openings`` are all cells that a technique could change next.
If the easiest technique that works changes only one cell, a person has to find that cell.

``trivial``, ``overlap``, ``line``: the cells of all lines in which the technique gives something.
``chain``: the cells of the forced literals, by chains of any length. ``trial``: the cells that a
trial of one cell changes, each trial on the same board. ``weights``: all unknown cells, since its
step settles them. ``clue-set``: all unknown cells that have one value in all solutions, since the
set of all lines forces each of them. A cell counts once. If a technique finds that there is no
solution, all unknown cells count, since everything follows.

Premises are minimal, so most steps before a conclusion have nothing to do with it. The steps that
it needs, its *cone*, are found backwards from its premises. A cell has a value because it lost all
others; each of these was removed by one step or was impossible from the start. So a premise leads
to the steps that removed the other values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.core._core import ImplicationSearch, LineTechnique
from nonosat.explain.native_steps import propagated
from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.explain.techniques import Technique, techniques_up_to
from nonosat.limits import Stopped
from nonosat.logic.board import NoSolution, finish
from nonosat.logic.implications import Literal
from nonosat.model.report import Verdict
from nonosat.solving import ask

_OF_LINES = {
    "trivial": LineTechnique.TRIVIAL,
    "overlap": LineTechnique.OVERLAP,
    "line": LineTechnique.LINE,
}


def next_step(position: Position, techniques: Iterable[Technique] | None = None) -> Step | None:
    """The step of the first technique that gives one, not applied; None if no technique does.

    ``techniques``: by default all of the table.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    for technique in techniques_up_to(None) if techniques is None else techniques:
        position.limits.check()
        step = technique.find(position)
        if step is not None:
            return step
    return None


def walk(position: Position, max_technique: str | None = None) -> Iterator[Step]:
    """Step after step, each applied to the position before it is yielded.

    The walk ends when the puzzle is solved or when no technique up to ``max_technique`` gives
    anything; ``position.solved`` says which. A step for the next position is looked for only when
    it is asked for.

    Raises:
        OptionError: no technique has that name.
        NoSolution: there is no solution; ``position.failed_line`` is the line without an
            placement, if the walk ended at one.
        Stopped: a limit was reached.

    >>> from nonosat.model.puzzle import Puzzle
    >>> position = Position.of(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> [(step.technique, *map(str, step.lines)) for step in walk(position)]
    [('trivial', 'R1'), ('trivial', 'C1'), ('trivial', 'R2')]
    >>> print(position.grid)
    ##
    #.
    """
    techniques = techniques_up_to(max_technique)
    while not position.solved:
        step = next_step(position, techniques)
        if step is None:
            return
        position.apply(step)
        yield step
    techniques[0].find(position)  # gives nothing, but checks that every line has a placement


def openings(position: Position, technique: str) -> int:
    """How many cells a technique can change here.

    Raises:
        Stopped: a limit was reached.
        ValueError: for ``chain`` and ``trial``, the position is not at the fixpoint of
            line solving.
    """
    try:
        return _openings(position, technique)
    except NoSolution:
        return position.grid.unknown_count


def _openings(position: Position, technique: str) -> int:
    limits, board = position.limits, position.board
    if technique in _OF_LINES:
        status, cells = position.line_reasons.openings(_OF_LINES[technique], limits.stop)
        finish(status, limits)
        return cells
    if technique == "weights":
        return position.grid.unknown_count
    if technique == "clue-set":
        puzzle = position.puzzle.with_goal(None)  # ratings are as without a goal
        report = ask(puzzle, position.grid, preset="default", limits=limits, backbone=True)
        if report.verdict is Verdict.NONE:
            raise NoSolution
        if report.certain is None:
            assert report.reason is not None
            raise Stopped(report.reason)
        return position.grid.unknown_count - report.certain.unknown_count
    propagated(position)
    if technique == "trial":
        status, cells = board.trial_openings(limits.stop)
        finish(status, limits)
        return cells
    search = ImplicationSearch(board)
    finish(search.search(limits.stop), limits)
    return len({(row, column) for row, column, _, _ in search.forced})


def needed_for(steps: Iterable[Step], row: int, column: int) -> tuple[Step, ...]:
    """The steps of a walkthrough that a cell needs, in order; empty if it stays unknown.

    No step is asked for after the step that makes the cell known, which is the last of the result.
    With several colours a cell is known as soon as it has lost all other values.

    >>> from nonosat import Puzzle, walkthrough
    >>> walk = walkthrough(Puzzle(rows=[[3], [1], [1]], columns=[[1], [1, 1], [2]]))
    >>> len(walk), [step.lines[0].axis for step in needed_for(walk, 2, 2)]
    (5, ['column', 'row'])
    """
    before: list[Step] = []
    possible: set[int] | None = None
    for step in steps:
        before.append(step)
        if possible is None:
            possible = set(range(len(step.puzzle.palette) + 1))
        for *cell, value, holds in step.cells:
            if cell == [row, column]:
                possible &= {value} if holds else possible - {value}
        if len(possible) == 1:
            return tuple(cone(before, [Literal(row, column, possible.pop(), True)]))
    return ()


def cone(steps: Sequence[Step], wanted: Iterable[Literal]) -> list[Step]:
    """The steps, in order, without which one of the wanted literals would not be known.

    ``steps``: a walk from its start. ``wanted``: literals that hold after it. A literal that was
    known at the start needs no step.
    """
    if not steps:
        return []
    colors = len(steps[0].puzzle.palette)
    took: dict[tuple[int, int, int], int] = {}
    for number, step in enumerate(steps):
        for literal in step.cells:
            for lost in _lost(literal, colors):
                took.setdefault(lost, number)
    chosen: set[int] = set()
    open_literals = list(wanted)
    while open_literals:
        for lost in _lost(open_literals.pop(), colors):
            if lost in took and took[lost] not in chosen:
                chosen.add(took[lost])
                open_literals += steps[took[lost]].because
    return [steps[number] for number in sorted(chosen)]


def _lost(literal: Literal, colors: int) -> list[tuple[int, int, int]]:
    """The values that a cell loses if the literal holds, as (row, column, value).

    >>> _lost(Literal(0, 1, 2, True), 2)
    [(0, 1, 0), (0, 1, 1)]
    >>> _lost(Literal(0, 1, 1, False), 2)
    [(0, 1, 1)]
    """
    row, column, value, holds = literal
    values = range(colors + 1)
    return [(row, column, other) for other in values if (other == value) != holds]
