# SPDX-License-Identifier: MIT
"""``nonosat solve``: draw the solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from nonosat.cli import solving
from nonosat.cli.common import DONE, Screen, emit, emit_json, input_options, worst
from nonosat.report import Verdict


@click.command()
@input_options
@solving.solver_options
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
    **options: Any,
) -> None:
    """Draw the solution of each puzzle, with its clues.

    Where there are several solutions, two of them are drawn, the cells in which they differ marked,
    and then what is known: the cells that deduction fixed. With --want 1 it stops at the first
    solution and does not ask whether there are more.

    Exit codes: 0 unique (with --want 1: a solution was found), 1 multiple, 2 usage error,
    3 no solution, 4 bad input, 5 unknown; with several puzzles the worst, in the order 4, 5, 3,
    1, 0.
    """
    codes: list[int] = []
    screen = Screen(ascii_only)
    first = True
    for answer in solving.answers(
        files, format_name, as_json=as_json, quiet=quiet, codes=codes, options=options
    ):
        found = options["want"] == 1 and answer.report.solutions
        codes.append(DONE if found else solving.VERDICT_CODES[answer.report.verdict])
        if as_json:
            emit_json(solving.report_json(answer))
            continue
        if not first:
            emit("")
        first = False
        if not quiet:
            emit(solving.verdict_line(answer))
        if verbose:
            emit(solving.stage_table(answer, screen))
        for text in solving.draw_solutions(answer, screen, quiet=quiet):
            emit(text)
        if not found:
            for text in _known(answer, screen, quiet=quiet):
                emit(text)
    ctx.exit(worst(codes))


def _known(answer: solving.Answer, screen: Screen, *, quiet: bool) -> Iterator[str]:
    """What is known, unless one picture of a solution says it all, or there is no solution."""
    report = answer.report
    if report.verdict in (Verdict.UNIQUE, Verdict.NONE):
        return
    known = report.known
    cells = len(known.cells)
    if not quiet:
        yield f"known: {cells - known.unknown_count} of {cells} cells"
    if known.unknown_count < cells:
        yield screen.picture(answer.puzzle, known)
