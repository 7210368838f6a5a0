# SPDX-License-Identifier: MIT
"""``nonosat solve``: draw the solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from nonosat import words
from nonosat.cli import answers, exits
from nonosat.cli.input import GivenFile
from nonosat.cli.options import given_option, input_options
from nonosat.cli.output import Screen, emit, emit_json
from nonosat.cli.solver_options import solve_arguments, solver_options
from nonosat.report import Verdict


@click.command()
@input_options
@solver_options
@given_option("Only solutions that extend this grid.")
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    format_name: str | None,
    as_json: bool,
    quiet: bool,
    ascii_only: bool,
    verbose: bool,
    given: str | None,
    **options: Any,
) -> None:
    """Draw the solution of each puzzle, with its clues.

    If there are several solutions, two of them are drawn with the cells marked in which they
    differ, and then the cells that deduction solved. With --want 1 the search stops at the first
    solution and does not ask whether there are more.

    Exit codes: 0 unique (with --want 1: a solution was found), 1 multiple, 2 usage error,
    3 no solution, 4 bad input, 5 unknown; with several puzzles the worst, in the order 4, 5, 3,
    1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    first = True
    for answer in answers.answers(
        files,
        format_name,
        solve_arguments(options),
        as_json=as_json,
        quiet=quiet,
        codes=codes,
        given=None if given is None else GivenFile(given, files),
    ):
        found = options["want"] == 1 and answer.report.solutions
        codes.append(exits.DONE if found else answers.VERDICT_CODES[answer.report.verdict])
        if as_json:
            emit_json(answers.report_json(answer))
            continue
        if not first:
            emit("")
        first = False
        if not quiet:
            emit(answers.verdict_line(answer))
        if verbose:
            emit(answers.stage_table(answer, screen))
        for text in answers.draw_solutions(answer, screen, quiet=quiet):
            emit(text)
        if not found:
            for text in _known(answer, screen, quiet=quiet):
                emit(text)
    ctx.exit(exits.worst(codes))


def _known(answer: answers.Answer, screen: Screen, *, quiet: bool) -> Iterator[str]:
    """The cells that are solved, unless a picture of the only solution shows them all."""
    report = answer.report
    if report.verdict in (Verdict.UNIQUE, Verdict.NONE):
        return
    if not quiet:
        yield words.known_words(report.known)
    if report.known.unknown_count < len(report.known.cells):
        yield screen.picture(answer.puzzle, report.known)
