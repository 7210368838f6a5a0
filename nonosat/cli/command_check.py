# SPDX-License-Identifier: MIT
"""``nonosat check``: is the solution unique?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli import solving
from nonosat.cli.common import Screen, emit, emit_json, input_options, worst
from nonosat.cli.given import blame_picture, blame_words, check_all
from nonosat.report import Verdict
from nonosat.solving.presets import choose

if TYPE_CHECKING:
    from nonosat.exact import Conflict


@click.command()
@input_options
@solving.solver_options
@click.option(
    "--show",
    is_flag=True,
    help="Draw the solution; or what all solutions have in common, the ambiguous cells marked.",
)
@click.option(
    "--ambiguous", is_flag=True, help="Tell exactly which cells differ between solutions."
)
@click.option(
    "--why", is_flag=True, help="Where there is no solution: a smallest set of lines to blame."
)
@click.option(
    "--given",
    metavar="GRIDFILE",
    type=click.Path(),
    help="Is this grid (text: # . ?) still right? Exit 0 yes, 1 no, 3 the clues have no solution.",
)
@click.option(
    "--certificate",
    "certificate_path",
    metavar="OUT",
    type=click.Path(),
    help="Write a proof of the verdict that verify-certificate checks; for several puzzles OUT is "
    "a folder.",
)
@click.pass_context
def check(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    verbose: bool,
    show: bool,
    certificate_path: str | None,
    ambiguous: bool,
    why: bool,
    given: str | None,
    **options: Any,
) -> None:
    """Say for each puzzle whether its solution is unique.

    Prints a line per puzzle: FILE: unique, multiple, no solution, or unknown (and why); behind a
    semicolon, when the goal picture in the file is not a solution or not the only one. The third
    puzzle of a file with many is FILE#3.

    With --ambiguous (and with --show) the cells that differ between solutions are told exactly, as
    a picture in which they are marked; --json then has "ambiguous" and "certain". With --why a
    puzzle without solution is told with a smallest set of lines that contradict each other.
    With --given the question is whether some solution extends a grid that is filled in so far.

    Exit codes: 0 unique, 1 multiple, 2 usage error, 3 no solution, 4 bad input, 5 unknown, or no
    certificate within the limits; with several puzzles the worst, in the order 4, 5, 3, 1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    arguments = solving.checked(options)
    if given is not None:
        if show or ambiguous or why or certificate_path is not None:
            raise click.UsageError("--given excludes --show, --ambiguous, --why and --certificate")
        codes.extend(
            check_all(
                files, format_name, given, arguments, as_json=as_json, quiet=quiet, screen=screen
            )
        )
        ctx.exit(worst(codes))
    backbone = (show or ambiguous) and "sat" in choose(
        arguments["preset"], arguments["stages"]
    ).stages
    if ambiguous and not backbone:
        raise click.UsageError("--ambiguous needs the stage sat: choose a preset or stages with it")
    certificates = None
    if certificate_path is not None:
        from nonosat.cli.certificates import Certificates

        certificates = Certificates(certificate_path, folder=len(files) > 1, options=options)
    for answer in solving.answers(
        files,
        format_name,
        as_json=as_json,
        quiet=quiet,
        codes=codes,
        options={**options, "backbone": backbone},
    ):
        codes.append(solving.VERDICT_CODES[answer.report.verdict])
        written: dict[str, Any] = {}
        if certificates is not None:
            path = certificates.write(answer, codes)
            written = {"certificate": path}
        blame = _blame(answer, options) if why else None
        if as_json:
            told = solving.report_json(answer)
            if backbone:
                told.setdefault("ambiguous", None)
                told.setdefault("certain", None)
            if why:
                told["why"] = blame.as_dict() if blame else None
            emit_json(told | written)
            continue
        if not quiet:
            emit(solving.verdict_line(answer))
        if verbose:
            emit(solving.stage_table(answer, screen))
        if show:
            for text in solving.draw_solutions(answer, screen, quiet=quiet):
                emit(text)
        if backbone:
            for text in _draw_backbone(answer, screen, quiet=quiet, show=show):
                emit(text)
        if why and answer.report.verdict is Verdict.NONE:
            if blame is None:
                emit("which lines contradict each other was not found within the time limit")
            else:
                if not quiet:
                    emit(f"{blame_words(blame)}; their clues are drawn:")
                emit(blame_picture(answer.puzzle, blame, screen.picture))
    ctx.exit(worst(codes))


def _draw_backbone(
    answer: solving.Answer, screen: Screen, *, quiet: bool, show: bool
) -> Iterator[str]:
    """What all solutions have in common; the cells in which they differ are marked."""
    report = answer.report
    if report.verdict is Verdict.UNIQUE and show:  # drawn already
        return
    if report.ambiguous is None or report.certain is None:
        if report.solutions and not quiet:
            yield "ambiguous cells: not all found (a limit was reached)"
        return
    if report.solutions:
        if not quiet:
            yield f"ambiguous cells: {len(report.ambiguous)}, marked; all others are certain:"
        yield screen.picture(answer.puzzle, report.certain, report.ambiguous)


def _blame(answer: solving.Answer, options: dict[str, Any]) -> Conflict | None:
    if answer.report.verdict is not Verdict.NONE:
        return None
    from nonosat.exact import why

    return why(answer.puzzle, time_limit=options["time_limit"])
