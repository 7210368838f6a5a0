# SPDX-License-Identifier: MIT
"""``Bulk``: the reports on a list of puzzles, whose deducing stages the core runs in one call.

``_core.settle`` runs the first stages of the preset, as far as they deduce, on one puzzle after
the other without the GIL (``core/batch.hpp``). What is solved becomes a report at once; what is
not goes on in the pipeline, on its own board, behind the stages that are done. So the reports are
those of ``solve``. The core checks its solutions itself; every 64th passes the check of ``solve``,
too.

Cost: some three microseconds of Python for each puzzle that is solved by deduction. The objects of
a report are made without their ``__init__``, which for frozen classes takes longer than everything
else here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.core._core import Deduction, SettleEnd, record, settle
from nonosat.errors import InternalError
from nonosat.grid import Grid
from nonosat.limits import Limits
from nonosat.puzzle import Puzzle
from nonosat.report import GoalStatus, Report, StageReport, Verdict
from nonosat.solving.options import Options
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Deduced, Pipeline
from nonosat.solving.question import Question

__all__ = ["Bulk"]

_CHECKED_TWICE = 64
"""Of this number of solutions from the core, ``Question.accept`` checks one."""

_REPORT = tuple(Report.__slots__)
_STAGE = tuple(StageReport.__slots__)
_GRID = tuple(Grid.__slots__)


class Bulk:
    """Solves lists of puzzles, all with the same options; ``jobs`` of the options is not read."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._stages = _deductions(options)
        self._names = options.preset.stages[: len(self._stages)]
        native = options.progress is None and options.memory_limit is None
        self._native = native and bool(self._stages)
        self._cells = None if options.given is None else options.given.cells

    def reports(self, puzzles: Sequence[Puzzle], first: int) -> Iterator[Report]:
        """The reports on these puzzles, of which the first has this number in the whole work."""
        if not self._native or self._poll():
            for puzzle in puzzles:
                yield self._alone(puzzle)
            return
        given = self._options.given
        fitting = [given is None or _fits(given, puzzle) for puzzle in puzzles]
        asked = [
            (
                puzzle.rows,
                puzzle.columns,
                len(puzzle.palette.colors),
                None if puzzle.printed is None else puzzle.printed.cells,
                self._cells,
            )
            for puzzle, fits in zip(puzzles, fitting, strict=True)
            if fits
        ]
        results = iter(settle(asked, self._stages, self._options.time_limit, self._poll))
        for number, (puzzle, fits) in enumerate(zip(puzzles, fitting, strict=True), first):
            if fits:
                yield self._report(puzzle, number, next(results))
            else:
                yield self._alone(puzzle)  # raises the error at its place

    def _poll(self) -> bool:
        """The core asks this every few milliseconds; Ctrl-C is delivered then, too."""
        cancel = self._options.cancel
        return cancel is not None and cancel.cancelled

    def _report(self, puzzle: Puzzle, number: int, result: Any) -> Report:
        end, seconds, works, cells, board = result
        if end is SettleEnd.STOPPED:
            return self._alone(puzzle)
        options = self._options
        stages = [
            record(StageReport, _STAGE, (name, solved, spent, counts, None))
            for name, (solved, spent, counts) in zip(self._names, works, strict=False)
        ]
        if end is SettleEnd.SOLVED and board is None:
            return self._solved(puzzle, number, seconds, stages, cells)
        question = Question(puzzle, options.given, options.want, options.backbone)
        if end is SettleEnd.BROKEN:
            question.accept(cells)
            raise _disagreement(puzzle)
        if end is SettleEnd.CONTRADICTION:
            known = question.start() if cells is None else puzzle.grid(cells)
            return Outcome(known, exhausted=True, stages=stages).report(question, seconds)
        left = None if options.time_limit is None else max(0.0, options.time_limit - seconds)
        limits = Limits(
            time_limit=left, conflict_limit=options.conflict_limit, cancel=options.cancel
        )
        deduced = Deduced(board, end, stages, cells, seconds)
        pipeline = Pipeline(question, options.preset, limits, options.seed, deduced=deduced)
        return pipeline.run()

    def _solved(
        self,
        puzzle: Puzzle,
        number: int,
        seconds: float,
        stages: list[StageReport],
        cells: bytes,
    ) -> Report:
        """The report on a puzzle that is solved by deduction and whose solution is checked."""
        options, goal = self._options, puzzle.goal
        grid = record(
            Grid, _GRID, (len(puzzle.rows), len(puzzle.columns), cells, puzzle.palette.letters)
        )
        if number % _CHECKED_TWICE == 0 or options.backbone or goal is not None:
            question = Question(puzzle, options.given, options.want, options.backbone)
            if number % _CHECKED_TWICE == 0:
                question.accept(cells)
            if options.backbone or (goal is not None and goal != grid):
                outcome = Outcome(grid, [grid], exhausted=True, stages=stages)
                return outcome.report(question, seconds)
        values = (
            Verdict.UNIQUE,
            None,
            (grid,),
            grid,
            None if goal is None else GoalStatus.ONLY,
            True,
            tuple(stages),
            seconds,
            None,
            None,
            None,
            puzzle,
            options.given,
        )
        report: Report = record(Report, _REPORT, values)
        return report

    def _alone(self, puzzle: Puzzle) -> Report:
        from nonosat.solving import solve_checked

        return solve_checked(puzzle, self._options)


def _disagreement(puzzle: Puzzle) -> InternalError:
    return InternalError(
        f"the core does not accept its own solution: please report this with the puzzle {puzzle!r}"
    )


def _deductions(options: Options) -> list[Deduction]:
    """The stages with which the preset begins and that the core can run by itself."""
    preset = options.preset
    known = {"lines": Deduction.LINES, "probe": Deduction.PROBE}
    if preset.graph_search == "native":
        known["implications"] = Deduction.IMPLICATIONS
    found = []
    for name in preset.stages:
        if name not in known:
            break
        found.append(known[name])
    return found


def _fits(given: Grid, puzzle: Puzzle) -> bool:
    return (given.height, given.width, given.letters) == (
        puzzle.height,
        puzzle.width,
        puzzle.palette.letters,
    )
