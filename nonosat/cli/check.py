# SPDX-License-Identifier: MIT
"""``nonosat check``: is the solution unique?"""

from __future__ import annotations

from typing import Any

import click

from nonosat.cli import solving
from nonosat.cli.common import Screen, emit, emit_json, input_options, worst


@click.command()
@input_options
@solving.solver_options
@click.option("--show", is_flag=True, help="Draw the solution, or two and where they differ.")
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
    **options: Any,
) -> None:
    """Say for each puzzle whether its solution is unique.

    Prints a line per puzzle: FILE: unique, multiple, no solution, or unknown (and why); behind a
    semicolon, when the goal picture in the file is not a solution or not the only one. The third
    puzzle of a file with many is FILE#3.

    Exit codes: 0 unique, 1 multiple, 2 usage error, 3 no solution, 4 bad input, 5 unknown; with
    several puzzles the worst, in the order 4, 5, 3, 1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    for answer in solving.answers(
        files, format_name, as_json=as_json, quiet=quiet, codes=codes, options=options
    ):
        codes.append(solving.VERDICT_CODES[answer.report.verdict])
        if as_json:
            emit_json(solving.report_json(answer))
            continue
        if not quiet:
            emit(solving.verdict_line(answer))
        if verbose:
            emit(solving.stage_table(answer, screen))
        if show:
            for text in solving.draw_solutions(answer, screen, quiet=quiet):
                emit(text)
    ctx.exit(worst(codes))
