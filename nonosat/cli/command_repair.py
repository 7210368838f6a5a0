# SPDX-License-Identifier: MIT
"""``nonosat repair``: the fewest cells to change, or to print, so that one solution remains."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import exits
from nonosat.cli.answers import VERDICT_CODES, Deadline
from nonosat.cli.destination import Destination, only_one
from nonosat.cli.help_text import command
from nonosat.cli.input import GivenFile, Inputs, Source, report_error
from nonosat.cli.options import (
    input_options,
    output_options,
    time_limit_option,
    to_option,
    wished_technique_option,
)
from nonosat.cli.output import PAGE, Panel, Screen, complain, emit, emit_json, fits, side_by_side
from nonosat.cli.progress import StatusLine, status
from nonosat.errors import GridError, LimitError, PuzzleError
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.words import counted, uncertified_words, verdict_words

if TYPE_CHECKING:
    from nonosat.making.repair.repaired import PictureRepair, RepairProgress
    from nonosat.making.revealed_cells import RevealedCells

_ONLY_REPAIR = ("max_changes", "keep", "max_technique", "alternatives", "choose")
"""The options that make no sense with ``--give-away``."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What is printed and written about one puzzle."""

    data: dict[str, Any]
    lines: list[str]
    panels: list[Panel]
    puzzle: Puzzle | None
    """The puzzle with one solution; None if there is none."""
    code: int
    ways: int = 0
    """How many repairs there are to choose from."""


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
    "Write the new puzzle; - is standard output, and then nothing else is printed there. FILE must "
    "have one puzzle.",
    to=to_option,
    force="Replace OUT and the certificate if they exist.",
    type=click.Path(),
)
@click.option(
    "--give-away",
    is_flag=True,
    help="Change nothing: print a smallest set of cells on the board. Without a goal picture, "
    "solutions are tried as the picture, and the one that needs the fewest cells remains.",
)
@click.option(
    "--solution",
    is_flag=True,
    help="Where FILE has no goal picture, or one that is no solution: take the first solution as "
    "the picture.",
)
@click.option(
    "--max-changes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Look for no repair that changes more than N cells.",
)
@click.option(
    "--keep",
    metavar="MASKFILE",
    help="Cells that do not change: text, a line per row, # or the letter of a colour for a cell "
    "that stays, . for the others; - is standard input.",
)
@wished_technique_option
@click.option(
    "--alternatives",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show N repairs with as few changes, best-looking first; by default 3.",
)
@click.option(
    "--choose",
    type=click.IntRange(min=1),
    metavar="N",
    help="Write repair N of the list, and draw it where not all fit beside each other; by "
    "default 1.",
)
@click.option(
    "--certificate",
    metavar="CERT",
    type=click.Path(),
    help="Write a certificate that the new puzzle has one solution; verify-certificate checks it.",
)
@time_limit_option
@click.pass_context
def repair(
    ctx: click.Context,
    inputs: Inputs,
    out: Destination,
    give_away: bool,
    solution: bool,
    max_changes: int | None,
    keep: str | None,
    max_technique: str | None,
    alternatives: int | None,
    choose: int | None,
    certificate: str | None,
    time_limit: float | None,
) -> int:
    """Change the fewest cells of a picture so that its clues have exactly one solution.

    FILE needs a goal picture, or --solution. First the independent components are listed, where the
    clues have several solutions, then repairs with the fewest changed cells; the pictures are drawn
    before and after, the components and the changes marked. It is proven that fewer changes do not
    do, or a lower bound is given: without --time-limit the proof can take long. Two independent
    solvers check that the new puzzle has one solution.
    """
    if give_away:
        _refuse(ctx, _ONLY_REPAIR)
    mask = None
    if keep is not None:
        mask = GivenFile(keep, inputs.files, option="--keep", what="the mask", letters="#")
    output = out.output
    form = None if output is None else out.form()
    replace(out, output=certificate).check_free()
    choose = choose or 1
    wishes: dict[str, Any] = {
        "max_changes": max_changes,
        "max_technique": max_technique,
        "alternatives": max(alternatives or 3, choose),
    }
    screen = inputs.screen()
    silent = inputs.quiet or output == "-"
    codes: list[int] = []
    writes = "-o" if output is not None else certificate and "--certificate"
    for source, puzzle in inputs.puzzles(codes, only_one(writes) if writes else ""):
        try:
            with status(source.name, inputs.quiet) as line:
                deadline = Deadline(time_limit)
                found = _pictured(puzzle, solution, not give_away, deadline)
                if isinstance(found, Puzzle):
                    if give_away:
                        found = _given_away(found, screen, deadline)
                    else:
                        found = _repaired(found, mask, wishes, choose, screen, deadline, line)
        except (PuzzleError, GridError) as error:
            codes.append(exits.BAD_INPUT)
            report_error(source, error, inputs.as_json, named=True)
            continue
        if found.ways and choose > found.ways:
            raise click.UsageError(f"--choose {choose}: {source.name} has {found.ways} repairs")
        codes.append(found.code)
        written = proof = None
        if found.puzzle is not None:
            if form is not None:
                out.write_puzzle(form, source, found.puzzle)
                written = output
            if certificate is not None:
                proof = _certify(certificate, source, found.puzzle, deadline)
                codes.append(exits.UNKNOWN if proof is None else exits.DONE)
        if inputs.as_json and output != "-":
            about = {**source.origin(), "title": puzzle.title, **found.data}
            emit_json({**about, "written": written, "certificate": proof})
        elif not silent:
            for number, text in enumerate(found.lines):
                emit(text if number else f"{source.name}: {text}")
            if found.panels:
                emit(side_by_side([found.panels], screen.width or PAGE, screen.color))
                if len(found.panels) <= found.ways:
                    emit(f"--choose N draws another one of these {found.ways} repairs")
            for path in filter(None, (written, proof)):
                emit(f"{source.name}: written to {path}")
        for path in filter(None, (output, certificate) if found.puzzle is None else ()):
            complain(f"{source.name}: {path} is not written: there is no new puzzle")
    return exits.worst(codes)


def _refuse(ctx: click.Context, names: Collection[str]) -> None:
    """Refuse options that make no sense with ``--give-away``."""
    for name in names:
        if ctx.params[name] is not None:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} is about changed cells: leave --give-away out")


def _pictured(
    puzzle: Puzzle, solution: bool, required: bool, deadline: Deadline
) -> Puzzle | _Answer:
    """The puzzle with a goal picture that is a solution; or the answer that there is no solution.

    Without ``required``, a puzzle may have no goal.

    Raises:
        PuzzleError: there is no such picture, and ``solution`` is False.
    """
    goal = puzzle.goal
    sound = goal is not None and goal.complete and not puzzle.check(goal)
    if sound or (goal is None and not required and not solution):
        return puzzle
    if not solution:
        what = "the goal picture is not a solution of the clues"
        if goal is None:
            what = "there is no goal picture, and only a picture is repaired"
        raise PuzzleError(f"{what}: --solution takes the first solution as the picture")
    from nonosat.solving import solve

    report = solve(puzzle, limit=1, time_limit=deadline.remaining())
    if report.solutions:
        return puzzle.with_goal(report.solutions[0])
    verdict = verdict_words(report.verdict, report.reason)
    code = VERDICT_CODES[report.verdict]
    data = {"verdict": report.verdict.value, "reason": report.reason and report.reason.value}
    return _Answer(data, [f"no picture: {verdict}"], [], None, code)


def _repaired(
    puzzle: Puzzle,
    mask: GivenFile | None,
    wishes: dict[str, Any],
    choose: int,
    screen: Screen,
    deadline: Deadline,
    line: StatusLine | None,
) -> _Answer:
    """Repair the picture; the puzzle of the answer is the repair that is chosen."""
    from nonosat.making.repair.repairing import repair_picture as repair_of

    def show(progress: RepairProgress) -> None:
        assert line is not None
        best = "" if progress.changes is None else f", {progress.changes} do"
        tried = counted(progress.tries, "picture")
        line.say(f"{tried} tried, at least {counted(progress.bound, 'change')}{best}")

    found = repair_of(
        puzzle,
        keep=None if mask is None else mask.grid(puzzle),
        time_limit=deadline.remaining(),
        progress=None if line is None else show,
        **wishes,
    )
    ways = len(found.pictures)
    chosen = found.puzzles[choose - 1] if choose <= ways else None
    lines = found.lines()
    data = {**found.as_dict(), "chosen": choose if ways else None}
    panels = _repair_panels(found, choose, screen, deadline) if found.changes else []
    return _Answer(data, lines, panels, chosen, _repair_code(found), ways)


def _repair_code(found: PictureRepair) -> int:
    if found.impossible:
        return exits.NONE
    return exits.DONE if found.least else exits.UNKNOWN


def _repair_panels(
    found: PictureRepair, choose: int, screen: Screen, deadline: Deadline
) -> list[Panel]:
    """The picture with the components marked, then the repairs with their changes marked.

    Where they do not all fit beside each other, only the chosen one is drawn.
    """
    marks = [cell for component in found.components or () for cell in component.cells]
    heading = "before, components marked" if marks else "before"
    before = _panel(heading, found.puzzle, found.before, marks, screen, deadline)
    after = [
        _panel(
            f"{n + 1}. after, changes marked",
            puzzle,
            puzzle.goal,
            found.changed(n),
            screen,
            deadline,
        )
        for n, puzzle in enumerate(found.puzzles)
    ]
    if fits([before, *after], screen.width or PAGE):
        return [before, *after]
    return [before, *after[choose - 1 : choose]]


def _given_away(puzzle: Puzzle, screen: Screen, deadline: Deadline) -> _Answer:
    """Print cells; the puzzle of the answer has them."""
    from nonosat.making.revealed_cells import reveal_cells as give_away_of

    found = give_away_of(puzzle, time_limit=deadline.remaining())
    panels: list[Panel] = []
    if found.puzzle is not None and found.cells:
        marks = [cell for component in found.components for cell in component.cells]
        heading = "before, components marked" if marks else "before"
        panels = [
            _panel(heading, puzzle, puzzle.goal, marks, screen, deadline),
            _panel(
                "after, printed cells marked",
                found.puzzle,
                found.puzzle.goal,
                found.cells,
                screen,
                deadline,
            ),
        ]
    return _Answer(found.as_dict(), found.lines(), panels, found.puzzle, _code(found))


def _code(found: RevealedCells) -> int:
    if found.verdict is Verdict.NONE:
        return exits.NONE
    return exits.DONE if found.least else exits.UNKNOWN


def _panel(
    heading: str,
    puzzle: Puzzle,
    grid: Grid | None,
    marks: Collection[tuple[int, int]],
    screen: Screen,
    deadline: Deadline,
) -> Panel:
    from nonosat.draw import text

    texts: dict[bool, str] = {}

    def draw(color: bool) -> str:
        if not texts:  # both at once: a limit that comes between them would leave them unlike
            try:
                for colored in {False, screen.color}:
                    texts[colored] = text.draw(
                        puzzle,
                        grid,
                        marks=marks,
                        unicode=screen.unicode,
                        color=colored,
                        width=screen.width,
                        poll=deadline.poll,
                    )
            except LimitError as error:
                texts[False] = texts[True] = f"(no picture: {error})"
        return texts[color]

    return Panel(heading, draw)


def _certify(path: str, source: Source, puzzle: Puzzle, deadline: Deadline) -> str | None:
    """Write a certificate of the new puzzle; its path, or None after a word about the reason."""
    from nonosat.proof.writer import write_certificate

    try:
        made = write_certificate(puzzle, path, time_limit=deadline.remaining())
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
    if made.path is None:
        complain(f"{source.name}: {uncertified_words(made.reason)}")
    return made.path
