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
    **options: Any,
) -> None:
    """Say for each puzzle whether its solution is unique.

    Prints a line per puzzle: FILE: unique, multiple, no solution, or unknown (and why); behind a
    semicolon, when the goal picture in the file is not a solution or not the only one. The third
    puzzle of a file with many is FILE#3.

    Exit codes: 0 unique, 1 multiple, 2 usage error, 3 no solution, 4 bad input, 5 unknown, or no
    certificate within the limits; with several puzzles the worst, in the order 4, 5, 3, 1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    certificates = None
    if certificate_path is not None:
        from nonosat.cli.certificates import Certificates

        certificates = Certificates(certificate_path, folder=len(files) > 1, options=options)
    for answer in solving.answers(
        files, format_name, as_json=as_json, quiet=quiet, codes=codes, options=options
    ):
        codes.append(solving.VERDICT_CODES[answer.report.verdict])
        written: dict[str, Any] = {}
        if certificates is not None:
            path = certificates.write(answer, codes)
            written = {"certificate": path}
        if as_json:
            emit_json(solving.report_json(answer) | written)
            continue
        if not quiet:
            emit(solving.verdict_line(answer))
        if verbose:
            emit(solving.stage_table(answer, screen))
        if show:
            for text in solving.draw_solutions(answer, screen, quiet=quiet):
                emit(text)
    ctx.exit(worst(codes))
