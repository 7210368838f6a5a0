# SPDX-License-Identifier: MIT
"""``nonosat repair``: the fewest cells of a picture to change, so that one solution remains."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import exits
from nonosat.cli.before_after import Answer, board, each_puzzle, with_picture
from nonosat.cli.destination import Destination
from nonosat.cli.help_text import command
from nonosat.cli.input import GivenFile, Inputs, Source
from nonosat.cli.many import Job, Many, Outcome, work_on
from nonosat.cli.options import (
    input_options,
    many_options,
    number_option,
    output_options,
    required_technique_option,
    time_limit_option,
    to_option,
)
from nonosat.cli.output import PAGE, Panel, Screen, fits
from nonosat.cli.progress import StatusLine
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.make.repair.answer import PictureRepair, RepairProgress


@command(
    status={
        0: "the new puzzle has one solution, and no smaller repair exists",
        3: "no repair exists, or the clues have no solution",
        4: "bad input, or no goal picture",
        5: "a limit is reached: only a bound is proven",
    },
)
@input_options
@output_options(
    "Write the new puzzle; - is standard output, and then nothing else is printed there. A folder "
    "gets a file for each puzzle, a collection (my.db) the new puzzles.",
    to=to_option,
    type=click.Path(),
)
@click.option(
    "--solution",
    is_flag=True,
    help="Where FILE has no goal picture, or one that is not a solution: take the first solution "
    "as the picture.",
)
@number_option("--max-changes", "Look only for repairs that change at most N cells.", least=0)
@click.option(
    "--keep",
    metavar="MASKFILE",
    help="Cells that do not change: text, a line per row, # for a cell that stays, . for the "
    "others; - is standard input.",
)
@required_technique_option
@number_option(
    "--count", "Show at most N repairs of the same size, the best-looking first.", default=3
)
@number_option(
    "--choose",
    "Write repair N of the list, and draw it if not all fit side by side.",
    default=1,
)
@time_limit_option
@many_options
def repair(
    inputs: Inputs,
    out: Destination,
    many: Many,
    solution: bool,
    max_changes: int | None,
    keep: str | None,
    max_technique: str | None,
    count: int,
    choose: int,
    time_limit: float | None,
) -> int:
    """Change the fewest cells of a picture so that its clues have one solution.

    FILE needs a goal picture, or --solution. The pictures are drawn before and after; the
    independent components that have several solutions and the changes are marked. Either it is
    proven that no smaller repair exists, or a lower bound is given; without --time-limit the proof
    can take long. 'nonosat reveal' prints cells on the board instead.
    """
    if many.asked(out):
        if keep is not None:
            raise click.UsageError("--keep is for one puzzle")
        given: dict[str, Any] = {"solution": solution, "max_changes": max_changes}
        given |= {"max_technique": max_technique, "count": max(count, choose), "choose": choose}
        given["time_limit"] = time_limit
        return work_on(inputs, out, many, Job(f"{__name__}:one_of_many", ("cells",), given))
    mask = None
    if keep is not None:
        mask = GivenFile(keep, inputs.files, option="--keep", what="the mask", letters="#")
    options: dict[str, Any] = {
        "max_changes": max_changes,
        "max_technique": max_technique,
        "count": max(count, choose),
    }
    pictured = partial(with_picture, solution=solution, required=True)
    repaired = partial(_repaired, mask, options, choose)
    return each_puzzle(inputs, out, time_limit, pictured, repaired, choose=choose)


def one_of_many(source: Source, options: dict[str, Any]) -> Outcome:
    """What is done with each of many puzzles."""
    from nonosat.make.repair.search import repair_picture

    assert isinstance(source.item, Puzzle)
    solution, choose, seconds = (options[x] for x in ("solution", "choose", "time_limit"))
    limits = Limits(time_limit=seconds)
    asked = with_picture(source.item, limits, solution=solution, required=True)
    if isinstance(asked, Answer):
        return asked.as_outcome()
    others = {x: options[x] for x in ("max_changes", "max_technique", "count")}
    found = repair_picture(asked, time_limit=limits.left, **others)
    code, ways, changes = _code(found), len(found.pictures), found.changes
    data = {"title": asked.title, **found.as_dict(), "chosen": choose if ways else None}
    if changes is None:
        done = "no repair" if code == exits.NONE else "no repair found"
        return Outcome(done, code, data=data, error=found.lines()[-1])
    if choose > max(ways, 1):
        raise click.UsageError(f"--choose {choose}: there are {ways} repairs")
    done = "repaired" if changes else "nothing to change"
    proof = "" if found.smallest else f"; at least {found.bound} must change"
    words = f"{done}: {counted(changes, 'cell')} changed{proof}" if changes else ""
    made = found.puzzles[choose - 1] if ways else asked
    return Outcome(done, code, {"cells": changes}, data, made, words=words)


def _repaired(
    mask: GivenFile | None,
    options: dict[str, Any],
    choose: int,
    puzzle: Puzzle,
    screen: Screen,
    limits: Limits,
    line: StatusLine | None,
) -> Answer:
    """Repair the picture; the puzzle of the answer is the chosen repair."""
    from nonosat.make.repair.search import repair_picture

    def show(progress: RepairProgress) -> None:
        assert line is not None
        best = "" if progress.changes is None else f", {progress.changes} are enough"
        tried = counted(progress.tries, "picture")
        line.say(f"{tried} tried, at least {counted(progress.bound, 'change')}{best}")

    found = repair_picture(
        puzzle,
        keep=None if mask is None else mask.grid(puzzle),
        time_limit=limits.left,
        progress=None if line is None else show,
        **options,
    )
    ways = len(found.pictures)
    chosen = found.puzzles[choose - 1] if choose <= ways else None
    data = {**found.as_dict(), "chosen": choose if ways else None}
    panels = _panels(found, choose, screen, limits) if found.changes else []
    return Answer(data, found.lines(), panels, chosen, _code(found), ways)


def _code(found: PictureRepair) -> int:
    from nonosat.make.repair.answer import RepairProof

    if found.proof is RepairProof.IMPOSSIBLE:
        return exits.NONE
    return exits.DONE if found.smallest else exits.UNKNOWN


def _panels(found: PictureRepair, choose: int, screen: Screen, limits: Limits) -> list[Panel]:
    """The picture with the components marked, then the repairs with their changes marked.

    If they do not all fit side by side, only the chosen repair is drawn.
    """
    marks = [cell for component in found.components or () for cell in component.cells]
    heading = "before, components marked" if marks else "before"
    before = board(heading, found.puzzle, found.before, marks, screen, limits)
    after = [
        board(
            f"{n + 1}. after, changes marked",
            puzzle,
            puzzle.goal,
            found.changed(n),
            screen,
            limits,
        )
        for n, puzzle in enumerate(found.puzzles)
    ]
    if fits([before, *after], screen.width or PAGE):
        return [before, *after]
    return [before, *after[choose - 1 : choose]]
