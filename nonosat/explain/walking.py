# SPDX-License-Identifier: MIT
"""The walk: from a position, step by step, always by the easiest technique that gives anything.

After each step the walk looks again from the first technique on, so a step of a technique says
that no earlier one gives anything at that moment. Walkthroughs, ratings and completeness checks
are walks; a hint is the first step of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.explain.position import Position
from nonosat.explain.step import Step
from nonosat.explain.techniques import Technique, techniques_up_to


def next_step(position: Position, techniques: Iterable[Technique] | None = None) -> Step | None:
    """The step of the first technique that gives one; None if none does. It is not applied.

    ``techniques`` are all of the table by default.

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
        OptionError: there is no technique of that name.
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
    techniques[0].find(position)  # gives nothing, but looks whether every line has a placement
