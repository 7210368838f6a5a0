# SPDX-License-Identifier: MIT
"""``nonosat reveal``: the fewest cells to print on the board, so that one solution remains."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import exits
from nonosat.cli.before_after import Answer, board, each_puzzle, with_picture
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.many import Job, Many, Outcome, work_on
from nonosat.cli.options import (
    input_options,
    many_options,
    output_options,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import Panel, Screen
from nonosat.cli.progress import StatusLine
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.make.revealed_cells import RevealedCells


@command(
    status={
        0: "the new puzzle has one solution, and no smaller set of cells is enough",
        3: "the clues have no solution",
        4: "bad input, or the goal picture is not a solution",
        5: "a limit is reached: a smaller set may exist",
    },
)
@input_options
@output_options(
    "Write the puzzle with the printed cells; - is standard output, and then nothing else is "
    "printed there. A folder gets a file for each puzzle, a collection (my.db) the new puzzles.",
    to=to_option,
    type=click.Path(),
)
@click.option(
    "--solution",
    is_flag=True,
    help="Take the first solution as the picture, where FILE has no goal picture or one that is "
    "not a solution.",
)
@time_limit_option
@many_options
def reveal(
    inputs: Inputs, out: Destination, many: Many, solution: bool, time_limit: float | None
) -> int:
    """Reveal the fewest cells of the picture so that one solution remains.

    The cells are printed on the board; the clues and the picture stay as they are. Without a goal
    picture, several solutions are tried as the picture, and the one that needs the fewest cells is
    taken; --solution takes the first one. 'nonosat repair' changes the picture instead.
    """
    if many.asked(out):
        given = {"solution": solution, "time_limit": time_limit}
        return work_on(inputs, out, many, Job(f"{__name__}:one_of_many", ("cells",), given))
    pictured = partial(with_picture, solution=solution, required=False)
    return each_puzzle(inputs, out, time_limit, pictured, _revealed)


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.make.revealed_cells import reveal_cells

    assert isinstance(source.item, Puzzle)
    limits = Limits(time_limit=options["time_limit"])
    asked = with_picture(source.item, limits, solution=options["solution"], required=False)
    if isinstance(asked, Answer):
        return asked.as_outcome()
    found = reveal_cells(asked, time_limit=limits.left)
    data, code = {"title": asked.title, **found.as_dict()}, _code(found)
    if found.puzzle is None:
        done = "no solution" if code == exits.NONE else "no cells found"
        return Outcome(done, code, data=data, error=found.lines()[0])
    cells = len(found.cells)
    done = "revealed" if cells else "nothing to reveal"
    proof = "" if found.smallest else f"; at least {found.bound} must be revealed"
    words = f"{done}: {counted(cells, 'cell')}{proof}" if cells else ""
    return Outcome(done, code, {"cells": cells}, data, found.puzzle, words=words)


def _code(found: RevealedCells) -> int:
    if found.verdict is Verdict.NONE:
        return exits.NONE
    return exits.DONE if found.smallest else exits.UNKNOWN


def _revealed(puzzle: Puzzle, screen: Screen, limits: Limits, line: StatusLine | None) -> Answer:
    """Choose the cells; the puzzle of the answer has them printed."""
    from nonosat.make.revealed_cells import reveal_cells

    found = reveal_cells(puzzle, time_limit=limits.left)
    panels: list[Panel] = []
    if found.puzzle is not None and found.cells:
        marks = [cell for component in found.components for cell in component.cells]
        before = "before, components marked" if marks else "before"
        after, goal = "after, printed cells marked", found.puzzle.goal
        panels = [
            board(before, puzzle, puzzle.goal, marks, screen, limits),
            board(after, found.puzzle, goal, found.cells, screen, limits),
        ]
    return Answer(found.as_dict(), found.lines(), panels, found.puzzle, _code(found))
