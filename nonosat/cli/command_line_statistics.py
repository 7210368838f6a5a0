# SPDX-License-Identifier: MIT
"""``nonosat line-statistics``: what each line contributes to a solve, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat.cli import answers
from nonosat.cli.help_text import command
from nonosat.cli.input import GivenFile, Inputs, Source
from nonosat.cli.options import given_option, input_options, verbose_option
from nonosat.cli.output import emit, emit_json
from nonosat.cli.progress import status
from nonosat.cli.solver_options import solver_option
from nonosat.limits import Limits
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.solving.options import checked

if TYPE_CHECKING:
    from nonosat.study import LineStatistics


class Order(NamedTuple):
    """The order of the lines: by a column, ascending or descending, of one of the presets."""

    column: str = "line"
    descending: bool = False
    preset: str | None = None

    @classmethod
    def of(cls, text: str | None) -> Order:
        """``[-][PRESET:]COLUMN``, such as ``-cells`` or ``fast:time``.

        Raises:
            click.UsageError: the column is unknown.

        >>> Order.of("-fast:time")
        Order(column='time', descending=True, preset='fast')
        """
        from nonosat.study.line_table import COLUMNS

        if text is None:
            return cls()
        preset, _, column = text.removeprefix("-").rpartition(":")
        if column not in COLUMNS:
            raise click.UsageError(f"--sort {text}: unknown column; choose {', '.join(COLUMNS)}")
        return cls(column, text.startswith("-"), preset or None)


@command("line-statistics", status={0: "unique", 1: "multiple", 3: "no solution", 5: "unknown"})
@input_options
@given_option("Start the solve from this grid.")
@click.option(
    "--presets",
    metavar="NAMES",
    default="default",
    show_default=True,
    help="One or several presets side by side, such as fast,logic.",
)
@click.option(
    "--sort",
    "order",
    metavar="COLUMN",
    help="Sort by line, placements, line solves, cells or time; -COLUMN: descending; "
    "PRESET:COLUMN: of one of several presets.  [default: line]",
)
@solver_option("time_limit")
@solver_option("conflict_limit")
@verbose_option
def line_statistics(
    inputs: Inputs,
    given: str | None,
    presets: str,
    order: str | None,
    verbose: bool,
    **options: Any,
) -> int:
    """Show what each line contributes to a solve, for people who study the solver.

    Prints a table of the lines: clue, placements at the start, how often the line was solved, the
    cells that it settled, and the milliseconds for that. With several presets the exit status is
    that of the preset that decides the puzzle.
    """
    from nonosat.study.line_table import LEFT, table_of

    by = Order.of(order)
    runs = {name: {**options, "preset": name} for name in map(str.strip, presets.split(","))}
    for run in runs.values():
        checked(**run)
    if by.preset is not None and by.preset not in runs:
        raise click.UsageError(
            f"--sort {by.preset}:{by.column}: not one of --presets; choose {', '.join(runs)}"
        )
    grid_file = inputs.given(given)
    screen = inputs.screen()
    printed = False

    def one(source: Source, puzzle: Puzzle) -> int:
        nonlocal printed
        limits = Limits(time_limit=options["time_limit"])
        found = dict(_solved(puzzle, grid_file, runs, source.name, quiet=inputs.quiet))
        if by.preset is not None:  # the first run decides the order
            found = {by.preset: found[by.preset], **found}
        if inputs.as_json:
            origin = {**source.origin(), "title": puzzle.title}
            emit_json(origin | _as_dict(found, puzzle, by))
            return _code(found)
        if printed:
            emit("")
        printed = True
        for name, statistics in found.items():
            arguments = {"stages": None, **runs[name]}
            answer = answers.Answer(source, puzzle, statistics.report, arguments, limits)
            if not inputs.quiet:
                emit(f"{answers.verdict_line(answer)}{_run_words(name, statistics, runs)}")
            if verbose:
                emit(answers.stage_table(answer, screen))
        names = found if len(found) > 1 else {"": next(iter(found.values()))}
        heads, *rows = table_of(names, by.column, descending=by.descending)
        emit(screen.table(heads, rows, left=heads[:LEFT]))
        return _code(found)

    return inputs.each(one)


def _solved(
    puzzle: Puzzle,
    given: GivenFile | None,
    runs: dict[str, dict[str, Any]],
    name: str,
    *,
    quiet: bool,
) -> Iterator[tuple[str, LineStatistics]]:
    """Each run, with its statistics."""
    from nonosat.study import line_statistics

    grid = None if given is None else given.grid(puzzle)
    for run, arguments in runs.items():
        with status(name, quiet) as progress:
            yield run, line_statistics(puzzle, given=grid, progress=progress, **arguments)


def _run_words(name: str, found: LineStatistics, runs: dict[str, Any]) -> str:
    """The name of the run, if there are several; and the cells that no line settled."""
    words = [*([name] if len(runs) > 1 else []), *filter(None, [found.remark])]
    return f" ({'; '.join(words)})" if words else ""


def _as_dict(found: dict[str, LineStatistics], puzzle: Puzzle, order: Order) -> dict[str, Any]:
    """The object that ``--json`` prints: each run, and each line with its work in each run."""
    letters = puzzle.palette.letters
    first = next(iter(found.values()))
    by_line = {
        name: {work.line: work for work in statistics.lines} for name, statistics in found.items()
    }
    return {
        "runs": {
            name: {
                "verdict": plain(statistics.report.verdict),
                "reason": plain(statistics.report.reason),
                "line_solves": statistics.line_solves,
                "cells": statistics.cells,
                "other_cells": statistics.other_cells,
                "seconds": statistics.seconds,
            }
            for name, statistics in found.items()
        },
        "placements": first.placements,
        "lines": [
            {
                "line": str(work.line),
                "clue": None
                if work.clue is None
                else [
                    length if len(letters) == 1 else [length, letters[color - 1]]
                    for length, color in work.clue
                ],
                "placements": work.placements,
                "runs": {
                    name: {
                        "line_solves": lines[work.line].line_solves,
                        "cells": lines[work.line].cells,
                        "seconds": lines[work.line].seconds,
                    }
                    for name, lines in by_line.items()
                },
            }
            for work in first.sorted_by(order.column, descending=order.descending)
        ],
    }


def _code(found: dict[str, LineStatistics]) -> int:
    """The exit code of the runs, which differ at most in whether they decide the puzzle."""
    verdicts = {statistics.report.verdict for statistics in found.values()}
    decided = verdicts - {Verdict.UNKNOWN} or verdicts
    return answers.VERDICT_CODES[decided.pop()]
