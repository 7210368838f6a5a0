# SPDX-License-Identifier: MIT
"""``nonosat check-grid``: does a solution extend a partly filled grid?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.cli import exits
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import given_option, input_options
from nonosat.cli.output import emit, emit_json
from nonosat.cli.progress import status
from nonosat.cli.solver_options import basic_options, solve_arguments
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict

if TYPE_CHECKING:
    from nonosat.exact import GridCheck


@command(
    "check-grid",
    status={
        0: "right so far: a solution extends the grid",
        1: "wrong: no solution extends it",
        3: "the clues themselves have no solution",
        5: "unknown",
    },
)
@input_options
@given_option("The grid to check.", required=True)
@basic_options
def check_grid(inputs: Inputs, given: str, **options: Any) -> int:
    """Check a half-filled grid for mistakes, for people who solve a puzzle.

    Prints a line per puzzle: FILE: right so far, or wrong. In a wrong grid the cells that differ
    from the only solution are marked, or else a smallest set of cells and lines that contradict
    each other. 'nonosat hint' says how to go on.
    """
    arguments = solve_arguments(options)
    grid_file = inputs.given(given)
    assert grid_file is not None
    from nonosat.exact import check_grid as checked

    screen = inputs.screen()

    def one(source: Source, puzzle: Puzzle) -> int:
        limits = Limits(time_limit=arguments.get("time_limit"))
        grid = grid_file.grid(puzzle)
        with status(source.name, inputs.quiet) as progress:
            found = checked(puzzle, grid, progress=progress, **arguments)
        if inputs.as_json:
            emit_json({**source.origin(), "title": puzzle.title, **found.as_dict()})
        elif not inputs.quiet:
            answer, *more = found.lines()
            emit(f"{source.name}: {answer}{', marked:' if found.marks else ''}")
            if found.marks:
                emit(more[0])
                emit(screen.picture(puzzle, grid, found.marks, limits))
        return _grid_code(found)

    return inputs.each(one)


def _grid_code(found: GridCheck) -> int:
    if found.right is None:
        return exits.UNKNOWN
    if found.right:
        return exits.DONE
    if found.verdict is Verdict.NONE:
        return exits.NONE
    # The grid is certainly wrong only if the clues have a solution at all.
    return exits.UNKNOWN if found.verdict is Verdict.UNKNOWN else exits.MULTIPLE
