# SPDX-License-Identifier: MIT
"""Shared by the commands that solve one puzzle after another: the report, the exit code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import AbstractContextManager, closing
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonosat import words
from nonosat.cli import exits
from nonosat.cli.input import Broken, GivenFile, Inputs, Source, each_of
from nonosat.cli.many import in_order
from nonosat.cli.output import Screen, lines
from nonosat.cli.progress import status
from nonosat.errors import GridError
from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Event, Report, Verdict
from nonosat.solving.options import checked

if TYPE_CHECKING:
    from nonosat.solving.presets import Preset

VERDICT_CODES = {
    Verdict.UNIQUE: exits.DONE,
    Verdict.MULTIPLE: exits.MULTIPLE,
    Verdict.NONE: exits.NONE,
    Verdict.UNKNOWN: exits.UNKNOWN,
}


Progress: TypeAlias = Callable[[Event], None] | None
"""The callback of ``nonosat.solve`` for progress."""
Show: TypeAlias = Callable[[str, Puzzle, Grid | None], AbstractContextManager[Progress]]
"""Shows the work on a puzzle, by its name, with the grid that is given."""


class Answer(NamedTuple):
    """A puzzle and its report."""

    source: Source
    puzzle: Puzzle
    report: Report
    arguments: dict[str, Any]
    """The arguments of ``nonosat.solve``."""
    limits: Limits
    """The time that remains for other questions and for drawing."""


def answers(
    inputs: Inputs,
    arguments: dict[str, Any],
    *,
    given: GivenFile | None = None,
    shown: Show | None = None,
    jobs: int = 1,
) -> Generator[Answer | Broken, None, None]:
    """Solve the puzzles, in order.

    ``arguments`` are those of ``nonosat.solve``; ``given`` holds cells that each solution extends.
    ``shown`` shows the work instead of the status line. ``jobs``: how many puzzles to work on side
    by side; more than one excludes ``given`` and ``shown``.
    """
    if jobs > 1:
        yield from _side_by_side(inputs, arguments, jobs)
        return
    from nonosat.solving import solve

    numbers = count(1)

    def answer(asked: tuple[Source, Puzzle]) -> Answer | Broken:
        source, puzzle = asked
        number, limits = next(numbers), Limits(time_limit=arguments["time_limit"])
        name = source.name if len(inputs.files) == 1 else f"[{number}] {source.name}"
        try:
            grid = None if given is None else given.grid(puzzle)
            work = status(name, inputs.quiet) if shown is None else shown(name, puzzle, grid)
            with work as progress:
                report = solve(puzzle, given=grid, progress=progress, **arguments)
        except GridError as error:
            return Broken(source, error)
        return Answer(source, puzzle, report, arguments, limits)

    yield from each_of(inputs.puzzles(), answer)


def _side_by_side(
    inputs: Inputs, arguments: dict[str, Any], jobs: int
) -> Generator[Answer | Broken, None, None]:
    from nonosat.solving.many import solve_many

    def solved(puzzles: Iterator[Puzzle]) -> Iterator[Report]:
        return solve_many(puzzles, jobs=jobs, **arguments)

    def answer(found: tuple[Source, Puzzle, Report]) -> Answer:
        *_, report = found
        limit = arguments["time_limit"]
        left = None if limit is None else max(0.0, limit - report.seconds)
        return Answer(*found, arguments, Limits(time_limit=left))

    with closing(in_order(inputs, solved, jobs)) as found:
        yield from each_of(found, answer)


def chosen(arguments: dict[str, Any]) -> Preset:
    """The preset that these arguments of ``nonosat.solve`` stand for.

    Raises:
        OptionError: options that do not exist, or cannot be combined.
    """
    return checked(**arguments).preset


def verdict_line(answer: Answer) -> str:
    """``NAME: VERDICT``, and remarks after semicolons."""
    preset = chosen(answer.arguments)
    whole = answer.arguments["stages"] is None and preset.name == "logic"
    remarks = words.verdict_remarks(
        answer.report,
        free=len(answer.puzzle.unconstrained()),
        stages=preset.stages,
        name="logic" if whole else None,
    )
    return f"{answer.source.name}: {'; '.join(remarks)}"


GRIDS = ("solutions", "known", "certain", "ambiguous")
"""The members of a JSON report that are as large as the puzzle."""


def report_json(answer: Answer, without: Collection[str] = ()) -> dict[str, Any]:
    """The object that ``--json`` prints; ``without``: members that are left out."""
    puzzle, report = answer.puzzle, answer.report.as_dict()
    for key in without:
        report.pop(key, None)
    return {
        **answer.source.origin(),
        "format": answer.source.format,
        "sha256": puzzle.sha256(),
        "title": puzzle.title,
        "width": puzzle.width,
        "height": puzzle.height,
        "colors": len(puzzle.palette),
        **report,
    }


def draw_solutions(answer: Answer, screen: Screen, *, quiet: bool) -> Iterator[str]:
    """The solution; or two of them, with the cells marked in which they differ."""
    report = answer.report
    shown = report.solutions[:2]
    marks = shown[0].differences(shown[1]) if len(shown) == 2 else ()
    for number, grid in enumerate(shown, start=1):
        if len(shown) == 2 and not quiet:
            yield words.solution_words(number, len(report.solutions), len(marks))
        yield screen.picture(answer.puzzle, grid, marks, answer.limits)


def stage_table(answer: Answer, screen: Screen) -> str:
    """The table of the stages; below it the strategy that decided, if there are several."""
    report = answer.report
    rows = [
        (s.name, str(s.cells), f"{s.seconds:.4f}", f"{s.cpu_seconds:.4f}", words.work_words(s))
        for s in report.stages
    ]
    cells = sum(stage.cells for stage in report.stages)
    cpu = sum(stage.cpu_seconds for stage in report.stages)
    rows.append(("all", str(cells), f"{report.seconds:.4f}", f"{cpu:.4f}", ""))
    heads = ("stage", "cells", "seconds", "cpu", "work")
    table = screen.table(heads, rows, left=("stage", "work"))
    decided = [] if report.strategy is None else [f"decided by: {report.strategy}"]
    return lines([table, *decided])
