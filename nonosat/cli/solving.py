# SPDX-License-Identifier: MIT
"""What ``check`` and ``solve`` share: the options of the solver, a run per puzzle, the words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any, NamedTuple, TypeVar

import click

from nonosat.cli import common
from nonosat.cli.common import Item, Screen, printable
from nonosat.cli.progress import Status
from nonosat.errors import BackendError, OptionError
from nonosat.puzzle import Puzzle
from nonosat.report import GoalStatus, Reason, Report, Verdict
from nonosat.sat.backends import BACKENDS, ENCODINGS
from nonosat.solving.presets import PRESETS, STAGES, choose

_Function = TypeVar("_Function", bound=Callable[..., Any])

VERDICT_CODES = {
    Verdict.UNIQUE: common.DONE,
    Verdict.MULTIPLE: common.MULTIPLE,
    Verdict.NONE: common.NONE,
    Verdict.UNKNOWN: common.UNKNOWN,
}

REASONS = {
    Reason.TIME: "time limit",
    Reason.MEMORY: "memory limit",
    Reason.CONFLICTS: "conflict limit",
    Reason.COUNT: "fewer solutions asked for than needed",
    Reason.CANCELLED: "cancelled",
    Reason.STAGES: "stages exhausted",
}

_GOALS = {
    GoalStatus.WRONG: "the goal picture is not a solution",
    GoalStatus.ONE_OF_SEVERAL: "the goal picture is one of several solutions",
}


def solver_options(function: _Function) -> _Function:
    """The options that ``solve`` gets: they arrive as ``**solver``."""
    presets = "; ".join(f"{p.name}: {','.join(p.stages)}" for p in PRESETS.values())
    for decorate in (
        click.option(
            "-v", "--verbose", is_flag=True, help="Show what each stage settled, and its time."
        ),
        click.option(
            "--jobs",
            type=click.IntRange(min=1),
            default=1,
            show_default=True,
            metavar="N",
            help="Processes: a puzzle that takes long is tried in N ways side by side, and the "
            "first that decides wins. At most as many as there are idle cores.",
        ),
        click.option("--seed", type=int, default=0, help="For all that is left to chance."),
        click.option(
            "--want",
            type=click.IntRange(min=1),
            default=2,
            show_default=True,
            metavar="N",
            help="Stop after N solutions; two are enough for a verdict.",
        ),
        click.option(
            "--memory-limit", type=click.IntRange(min=1), metavar="MIB", help="Per puzzle."
        ),
        click.option(
            "--conflict-limit",
            type=click.IntRange(min=0),
            metavar="N",
            help="Per puzzle: conflicts of the SAT solver.",
        ),
        click.option(
            "--time-limit", type=click.FloatRange(min=0), metavar="SECONDS", help="Per puzzle."
        ),
        click.option(
            "--encoding",
            type=click.Choice(ENCODINGS),
            help="How lines become clauses, instead of the preset's way.",
        ),
        click.option(
            "--backend", type=click.Choice(BACKENDS), help="The solver, instead of the preset's."
        ),
        click.option(
            "--stages", metavar="NAMES", help=f"Instead of a preset: from {','.join(STAGES)}."
        ),
        click.option("--preset", type=click.Choice(list(PRESETS)), help=f"{presets}."),
    ):
        function = decorate(function)
    return function


class _NoBackend(click.ClickException):
    """Nothing was found out, and not by the fault of the puzzle."""

    exit_code = common.UNKNOWN


class Answer(NamedTuple):
    """A puzzle and its report."""

    item: Item
    puzzle: Puzzle
    report: Report


def answers(
    files: tuple[str, ...],
    format_name: str | None,
    *,
    as_json: bool,
    quiet: bool,
    codes: list[int],
    options: dict[str, Any],
) -> Iterator[Answer]:
    """Solve one puzzle after the other. Broken ones are told here; their code goes to ``codes``.

    Raises:
        click.UsageError: options that do not exist, or do not go together.
    """
    arguments = checked(options)
    for number, item in enumerate(common.read_items(files, format_name), start=1):
        if not isinstance(item.puzzle, Puzzle):
            codes.append(common.BAD_INPUT)
            common.tell_faults(item, as_json)
            continue
        from nonosat.solving import solve  # loads the native core

        show_status = not quiet and Status.wanted()
        name = item.name if len(files) == 1 else f"[{number}] {item.name}"
        with Status(name) if show_status else nullcontext() as status:
            try:
                report = solve(item.puzzle, progress=status, **arguments)
            except OptionError as error:
                raise click.UsageError(str(error)) from error
            except BackendError as error:
                raise _NoBackend(str(error)) from error
        yield Answer(item, item.puzzle, report)


def checked(options: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of ``solve``, with the presets checked before anything is read."""
    arguments = dict(options)
    preset, stages = arguments.pop("preset"), arguments.pop("stages")
    if preset is not None and stages is not None:
        raise click.UsageError("--preset and --stages exclude each other: name one of them")
    names = None if stages is None else [name.strip() for name in stages.split(",")]
    try:
        choose(preset or "default", names, options["backend"], options["encoding"])
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    return {"preset": preset or "default", "stages": names, **arguments}


def reason_words(reason: Reason) -> str:
    """What ended the work, as people say it."""
    return REASONS[reason]


def verdict_words(report: Report) -> str:
    """The verdict as ``check`` prints it: ``unique``, ``no solution``, ``unknown (time limit)``."""
    if report.verdict is Verdict.NONE:
        return "no solution"
    if report.verdict is Verdict.UNKNOWN and report.reason is not None:
        return f"unknown ({reason_words(report.reason)})"
    return str(report.verdict.value)


def verdict_line(answer: Answer) -> str:
    """``NAME: VERDICT``, and behind semicolons what else is to be said."""
    remarks = [verdict_words(answer.report)]
    if answer.report.goal is not None and answer.report.goal in _GOALS:
        remarks.append(_GOALS[answer.report.goal])
    free = len(answer.puzzle.unconstrained())
    if free and answer.report.verdict in (Verdict.MULTIPLE, Verdict.UNKNOWN):
        rest = {
            True: "all others are determined",
            False: "the others are not determined either",
            None: "whether the others are determined is unknown",
        }[answer.report.constrained_unique]
        remarks.append(f"cells in no clued line: {free}, {rest}")
    return f"{answer.item.name}: {'; '.join(remarks)}"


def report_json(answer: Answer) -> dict[str, Any]:
    """The object that ``--json`` prints."""
    puzzle = answer.puzzle
    return {
        **answer.item.origin(),
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(puzzle.palette),
        **answer.report.as_dict(),
    }


def draw_solutions(answer: Answer, screen: Screen, *, quiet: bool) -> Iterator[str]:
    """The solution; or two of them, with the cells marked in which they differ."""
    report = answer.report
    shown = report.solutions[:2]
    marks = shown[0].differences(shown[1]) if len(shown) == 2 else ()
    for number, grid in enumerate(shown, start=1):
        if len(shown) == 2 and not quiet:
            found = len(report.solutions)
            yield f"solution {number} of the {found} found; differing cells, marked: {len(marks)}"
        yield screen.picture(answer.puzzle, grid, marks)


def stage_table(answer: Answer, screen: Screen) -> str:
    """What each stage did, as a table; below it who decided, if several ways ran."""
    report = answer.report
    rows = []
    for stage in report.stages:
        work = ", ".join(f"{name} {count}" for name, count in stage.counts.items())
        if stage.build_seconds is not None:
            work += f", of the seconds {stage.build_seconds:.4f} to build the model"
        rows.append((printable(stage.name), str(stage.cells), f"{stage.seconds:.4f}", work))
    cells = sum(stage.cells for stage in report.stages)
    rows.append(("all", str(cells), f"{report.seconds:.4f}", ""))
    table = screen.table(("stage", "cells", "seconds", "work"), rows, left=("stage", "work"))
    return table if report.strategy is None else f"{table}\ndecided by: {report.strategy}"
