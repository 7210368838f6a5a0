# SPDX-License-Identifier: MIT
"""``nonosat check-grid``: does a solution extend a partly filled grid?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonosat.cli import exits
from nonosat.cli.help_text import command
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import choice_option, given_option, input_options
from nonosat.cli.output import complain, emit, emit_json
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
@choice_option(
    "--level",
    ["whether", "line", "cell"],
    "whether: right or wrong; line: also the rows with mistakes; cell: the cells, marked on the "
    "board.",
    default="whether",
)
@basic_options
def check_grid(inputs: Inputs, given: str, level: str, **options: Any) -> int:
    """Check a half-filled grid for mistakes, for people who solve a puzzle.

    Prints a line per puzzle: FILE: right so far, or wrong. Mistakes are the cells that differ from
    the only solution, or else a smallest set of cells and lines that contradict each other; --level
    says how much of them is shown, and --json has all of it. 'nonosat hint' says how to go on.
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
            if not found.marks:
                emit(f"{source.name}: {answer}")
            elif level == "cell":
                emit(f"{source.name}: {answer}, marked:")
                emit(more[0])
                emit(screen.picture(puzzle, grid, found.marks, limits))
            elif level == "line":
                emit(f"{source.name}: wrong; {found.rows_sentence}")
            else:
                emit(f"{source.name}: wrong")
            if found.marks and level != "cell":
                further = (
                    "--level line and --level cell say"
                    if level == "whether"
                    else "--level cell says"
                )
                complain(f"{further} more")
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
