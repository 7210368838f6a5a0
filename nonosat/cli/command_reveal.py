# SPDX-License-Identifier: MIT
"""``nonosat reveal``: the fewest cells to print on the board, so that one solution remains."""

from __future__ import annotations

from functools import partial

import click

from nonosat.cli import exits
from nonosat.cli.before_after import Answer, board, each_puzzle, with_picture
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs
from nonosat.cli.options import input_options, output_options, time_limit_option, to_option
from nonosat.cli.output import Panel, Screen
from nonosat.cli.progress import StatusLine
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict


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
    "printed there. FILE must have one puzzle.",
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
def reveal(inputs: Inputs, out: Destination, solution: bool, time_limit: float | None) -> int:
    """Reveal the fewest cells of the picture so that one solution remains.

    The cells are printed on the board; the clues and the picture stay as they are. Without a goal
    picture, several solutions are tried as the picture, and the one that needs the fewest cells is
    taken; --solution takes the first one. 'nonosat repair' changes the picture instead.
    """
    pictured = partial(with_picture, solution=solution, required=False)
    return each_puzzle(inputs, out, time_limit, pictured, _revealed)


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
    if found.verdict is Verdict.NONE:
        code = exits.NONE
    else:
        code = exits.DONE if found.smallest else exits.UNKNOWN
    return Answer(found.as_dict(), found.lines(), panels, found.puzzle, code)
