# SPDX-License-Identifier: MIT
"""``nonosat check``: is the solution unique?"""

from __future__ import annotations

from typing import Any

import click

from nonosat.cli import exits, grid_check, verdicts
from nonosat.cli.answers import chosen
from nonosat.cli.input import GivenFile
from nonosat.cli.options import given_option, input_options
from nonosat.cli.output import Screen
from nonosat.cli.solver_options import solve_arguments, solver_options


@click.command()
@input_options
@solver_options
@click.option(
    "--show", is_flag=True, help="Draw the solution; or two, the cells marked that differ."
)
@click.option(
    "--ambiguous",
    is_flag=True,
    help="Find out exactly which cells differ between solutions, and draw what all have in common. "
    "This can take much longer than the verdict.",
)
@click.option(
    "--why", is_flag=True, help="If there is no solution: a smallest set of conflicting lines."
)
@given_option(
    "Is this grid still right? Exit code 0 yes, 1 no, 3 the clues themselves have no solution."
)
@click.option(
    "--certificate",
    "certificate_path",
    metavar="OUT",
    type=click.Path(),
    help="Write a proof of the verdict that verify-certificate checks; for several puzzles OUT is "
    "a folder.",
)
@click.option(
    "--linestats",
    is_flag=True,
    help="A table of the lines: clue, arrangements at the start, how often the line was solved, "
    "the cells that it settled, the milliseconds of that. With --given the solve starts from that "
    "grid.",
)
@click.option(
    "--sort",
    "order",
    metavar="COLUMN",
    help="With --linestats: by line, arrangements, line-solves, cells or time; -COLUMN is "
    "descending, PRESET:COLUMN the column of one of several presets.",
)
@click.option(
    "--presets",
    metavar="NAMES",
    help="With --linestats: several presets side by side, such as fast,logic.",
)
@click.option("--no-grids", is_flag=True, help="Leave the grids out of the JSON objects.")
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
    linestats: bool,
    order: str | None,
    presets: str | None,
    no_grids: bool,
    **options: Any,
) -> None:
    """Say for each puzzle whether its solution is unique.

    Prints a line per puzzle: FILE: unique, multiple, no solution, or unknown (and why); behind a
    semicolon, if the goal picture in the file is not a solution or not the only one. The third
    puzzle of a file with many is FILE#3. With --preset logic the line also says whether the puzzle
    can be solved without guessing.

    With --ambiguous --json has "ambiguous" and "certain", with --why it has "why".
    With --linestats --json has "runs", "arrangements" and "lines". With several presets the exit
    code is that of the preset that decides.
    With --given the question is whether some solution extends a grid that is filled in so far.

    Exit codes: 0 unique, 1 multiple, 2 usage error, 3 no solution, 4 bad input, 5 unknown, or no
    certificate within the limits; with several puzzles the worst, in the order 4, 5, 3, 1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    arguments = solve_arguments(options)
    if linestats:
        if show or ambiguous or why or certificate_path is not None or options["want"] != 2:
            raise click.UsageError(
                "--linestats excludes --show, --ambiguous, --why, --certificate and --want"
            )
        if presets is not None and (options["preset"] or options["stages"]):
            raise click.UsageError("--presets excludes --preset and --stages")
        from nonosat.cli import line_tables

        codes += line_tables.print_all(
            files,
            format_name,
            arguments,
            presets,
            line_tables.Order.of(order),
            given=None if given is None else GivenFile(given, files),
            as_json=as_json,
            quiet=quiet,
            verbose=verbose,
            screen=screen,
        )
        ctx.exit(exits.worst(codes))
    if order is not None or presets is not None:
        raise click.UsageError("--sort and --presets need --linestats")
    if given is not None:
        if show or ambiguous or why or certificate_path is not None:
            raise click.UsageError("--given excludes --show, --ambiguous, --why and --certificate")
        grid = GivenFile(given, files)
        arguments.pop("want", None)  # whether there is a solution is the question
        codes += grid_check.check_all(
            files, format_name, grid, arguments, as_json=as_json, quiet=quiet, screen=screen
        )
        ctx.exit(exits.worst(codes))
    if ambiguous and "sat" not in chosen(arguments).stages:
        raise click.UsageError("--ambiguous needs the stage sat: choose a preset or stages with it")
    certificates = None
    if certificate_path is not None:
        from nonosat.cli.certificates import Certificates

        certificates = Certificates(certificate_path, files, options)
    codes += verdicts.print_all(
        files,
        format_name,
        {**arguments, "backbone": ambiguous},
        screen,
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
        show=show,
        why=why,
        certificates=certificates,
        grids=not no_grids,
    )
    ctx.exit(exits.worst(codes))
