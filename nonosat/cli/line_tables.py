# SPDX-License-Identifier: MIT
"""``nonosat check --linestats``: what each line contributes to a solve, as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat.cli import answers
from nonosat.cli.answers import Deadline, chosen
from nonosat.cli.input import GivenFile, Inputs, Source
from nonosat.cli.output import emit, emit_json
from nonosat.cli.progress import status
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Verdict
from nonosat.solving.options import checked

if TYPE_CHECKING:
    from nonosat.study import LineStatistics


class Order(NamedTuple):
    """What the lines are sorted by: a column, ascending or descending, of one of the presets."""

    column: str = "line"
    descending: bool = False
    preset: str | None = None

    @classmethod
    def of(cls, text: str | None) -> Order:
        """``[-][PRESET:]COLUMN``, such as ``-cells`` or ``fast:time``.

        Raises:
            click.UsageError: there is no such column.

        >>> Order.of("-fast:time")
        Order(column='time', descending=True, preset='fast')
        """
        from nonosat.study.line_table import COLUMNS

        if text is None:
            return cls()
        preset, _, column = text.removeprefix("-").rpartition(":")
        if column not in COLUMNS:
            raise click.UsageError(f"--sort {text}: there is {', '.join(COLUMNS)}")
        return cls(column, text.startswith("-"), preset or None)


def print_all(
    inputs: Inputs,
    arguments: dict[str, Any],
    presets: str | None,
    order: Order,
    *,
    given: GivenFile | None,
    verbose: bool,
) -> int:
    """Print the tables of all puzzles; the exit code of all.

    Raises:
        click.UsageError: ``--sort`` names a preset that does not run.
        OptionError: a preset that does not exist, or options that cannot be combined.
    """
    from nonosat.study.line_table import LEFT, table_of

    runs = _runs(arguments, presets)
    if order.preset is not None and order.preset not in runs:
        raise click.UsageError(f"--sort {order.preset}:{order.column}: there is {', '.join(runs)}")
    screen = inputs.screen()
    printed = False

    def one(source: Source, puzzle: Puzzle) -> int:
        nonlocal printed
        deadline = Deadline(arguments["time_limit"])
        found = dict(_solved(puzzle, given, runs, source.name, quiet=inputs.quiet))
        if order.preset is not None:  # the first run decides the order
            found = {order.preset: found[order.preset], **found}
        if inputs.as_json:
            origin = {**source.origin(), "title": puzzle.title}
            emit_json(origin | _as_dict(found, puzzle, order))
            return _code(found)
        if printed:
            emit("")
        printed = True
        for name, statistics in found.items():
            answer = answers.Answer(source, puzzle, statistics.report, runs[name], deadline)
            if not inputs.quiet:
                emit(f"{answers.verdict_line(answer)}{_run_words(name, statistics, runs)}")
            if verbose:
                emit(answers.stage_table(answer, screen))
        names = found if len(found) > 1 else {"": next(iter(found.values()))}
        heads, *rows = table_of(names, order.column, descending=order.descending)
        emit(screen.table(heads, rows, left=heads[:LEFT]))
        return _code(found)

    return inputs.each(one)


def _runs(arguments: dict[str, Any], presets: str | None) -> dict[str, dict[str, Any]]:
    """The arguments of each solve, by the name that the table has for it."""
    if presets is None:
        stages = arguments["stages"]
        return {chosen(arguments).name if stages is None else ",".join(stages): arguments}
    names = [name.strip() for name in presets.split(",")]
    runs = {name: {**arguments, "preset": name} for name in names}
    for run in runs.values():
        checked(**run)
    return runs


def _solved(
    puzzle: Puzzle,
    given: GivenFile | None,
    runs: dict[str, dict[str, Any]],
    name: str,
    *,
    quiet: bool,
) -> Iterator[tuple[str, LineStatistics]]:
    """Each run and its numbers."""
    from nonosat.study import line_statistics

    grid = None if given is None else given.grid(puzzle)
    for run, arguments in runs.items():
        options = {key: value for key, value in arguments.items() if key != "limit"}
        with status(name, quiet) as progress:
            yield run, line_statistics(puzzle, given=grid, progress=progress, **options)


def _run_words(name: str, found: LineStatistics, runs: dict[str, Any]) -> str:
    """Which run it is, where there are several; and the cells that no line settled."""
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
    """The exit code of the runs: they can disagree only in whether they decide."""
    verdicts = {statistics.report.verdict for statistics in found.values()}
    decided = verdicts - {Verdict.UNKNOWN} or verdicts
    return answers.VERDICT_CODES[decided.pop()]
