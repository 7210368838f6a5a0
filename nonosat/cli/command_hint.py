# SPDX-License-Identifier: MIT
"""``nonosat hint``: the next step on a partly filled grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import exits
from nonosat.cli.answers import Deadline
from nonosat.cli.input import Inputs, Source
from nonosat.cli.options import (
    given_option,
    input_options,
    max_links_option,
    max_technique_option,
    time_limit_option,
)
from nonosat.cli.output import Screen, emit, emit_json, lines
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explain.hinting import Hint


@click.command()
@input_options
@given_option("What is filled in so far; without it, nothing.")
@click.option(
    "--stage",
    type=click.Choice(["where", "what", "why"]),
    default="where",
    show_default=True,
    help="where: the lines, or the cell, to look at; what: the cells that follow; why: the step in "
    "a sentence.",
)
@max_technique_option
@max_links_option
@time_limit_option
def hint(
    inputs: Inputs,
    given: str | None,
    stage: str,
    time_limit: float | None,
    **allowed: Any,
) -> int:
    """Say what the next step is: where to look, what follows, or why.

    The step is one of the easiest technique that gives anything. If the grid has mistakes, they are
    reported first, marked in the grid: the cells that differ from the only solution, or else a
    smallest set of lines and cells that contradict each other. With the stages what and why the
    cells that follow are marked. --json has everything up to the stage.

    Exit codes: 0 a step, or the grid is solved; 1 wrong so far, 2 usage error, 3 no solution, 4 bad
    input, 5 no step: nothing follows, or nothing by the techniques that are allowed, or a limit was
    reached.
    """
    from nonosat.explain.hinting import hint as next_hint

    grid_file = inputs.given(given)
    screen = inputs.screen()

    def one(source: Source, puzzle: Puzzle) -> int:
        deadline = Deadline(time_limit)
        grid = puzzle.unknown_grid() if grid_file is None else grid_file.grid(puzzle)
        found = next_hint(puzzle, grid, time_limit=time_limit, **allowed)
        if inputs.as_json:
            about = {**source.origin(), "title": puzzle.title, "stage": stage}
            emit_json({**about, **found.as_dict(stage)})
        elif not inputs.quiet:
            emit(lines(f"{source.name}: {found.stage(stage)}".split("\n")))
            for picture in _pictures(found, stage, screen, deadline):
                emit(picture)
        return _code(found)

    return inputs.each(one)


def _code(found: Hint) -> int:
    from nonosat.explain.hinting import HintKind

    codes = {
        HintKind.STEP: exits.DONE,
        HintKind.SOLVED: exits.DONE,
        HintKind.WRONG: exits.MULTIPLE,
        HintKind.NO_SOLUTION: exits.NONE,
    }
    return codes.get(found.kind, exits.UNKNOWN)


def _pictures(found: Hint, stage: str, screen: Screen, deadline: Deadline) -> Iterator[str]:
    """The grid with its mistakes marked; or, from the stage what on, with the cells that follow."""
    from nonosat.explain.conflicts import given_marks

    if found.check is not None:
        marks = given_marks(found.check)
        if marks:
            yield screen.picture(found.puzzle, found.grid, marks, deadline)
    elif found.steps and stage != "where":
        new = [(*cell["cell"], cell["value"]) for cell in found.as_dict("what")["what"]["cells"]]
        grid = found.grid.with_cells(new)
        yield screen.picture(found.puzzle, grid, [cell[:2] for cell in new], deadline)
