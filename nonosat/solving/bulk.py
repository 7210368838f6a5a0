# SPDX-License-Identifier: MIT
"""``Bulk``: the reports on a list of puzzles, whose first stages the core runs in one call.

``_core.settle`` runs the first stages of the preset, as far as they need no Python, on one puzzle
after the other without the GIL (``core/batch.hpp``). A solved puzzle becomes a report at once; any
other puzzle continues in the pipeline, on its own board, after the stages that are done. So the
reports equal those of ``solve``. The core checks its solutions itself; every 64th also passes the
check of ``solve``.

Cost: some three microseconds of Python for each puzzle that is solved. The objects of
a report are made without their ``__init__``, which for frozen classes takes twice as long
(docs/experiments.md, "The whole solver").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from nonosat.core._core import NativeStage, SettleEnd, record, settle
from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid, GridLike
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Report, StageReport, Verdict
from nonosat.solving.options import Options
from nonosat.solving.outcome import Outcome
from nonosat.solving.pipeline import Begun, Pipeline
from nonosat.solving.question import Question, native
from nonosat.workers.system import thread_time

_CHECKED_TWICE = 64
"""``Question.accept`` checks one of this number of solutions from the core."""

_REPORT = tuple(Report.__slots__)
_STAGE = tuple(StageReport.__slots__)
_GRID = tuple(Grid.__slots__)
_NO_MORE = (None, None, None)
"""No ambiguous cells, no certain ones, no strategy."""
_GOALS = {Verdict.UNIQUE: GoalStatus.ONLY, Verdict.MULTIPLE: GoalStatus.ONE_OF_SEVERAL}
"""The status of a goal that is among the solutions, by verdict."""
_SOLVED, _FOUND = SettleEnd.SOLVED, SettleEnd.FOUND


class Bulk:
    """Solves lists of puzzles, all with the same options."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._stages = _native_stages(options)
        self._names = options.preset.stages[: len(self._stages)]
        values = options.values
        alone = values["memory_limit"] is not None or values["portfolio"] > 1
        alone |= values["cluster"] is not None
        self._native = bool(self._stages) and values["progress"] is None and not alone
        self._beside_goal = "sat" in options.preset.stages and values["limit"] == 2
        self._last: tuple[Palette, str] = (BLACK, BLACK.letters)

    def reports(self, puzzles: Sequence[Puzzle], first: int) -> Iterator[Report]:
        """The reports on these puzzles; ``first``: the index of the first among all."""
        given, time_limit = self._options.values["given"], self._options.values["time_limit"]
        fitting = given is None or all(_fits(given, puzzle) for puzzle in puzzles)
        if not (self._native and fitting):  # a misfit raises its error in turn
            yield from map(self._alone, puzzles)
            return
        known = given if isinstance(given, Grid) else None
        asked = [native(puzzle, known) for puzzle in puzzles]
        quick = not self._options.values["backbone"]
        done = 0
        while done < len(asked):
            if self._poll():
                yield from map(self._alone, puzzles[done:])
                return
            limit = self._options.values["limit"]
            wall, cpu = perf_counter(), thread_time()
            results = settle(
                asked[done:],
                self._stages,
                limit,
                time_limit,
                self._poll,
                self._beside_goal,
                not quick,
            )
            cpu, wall = thread_time() - cpu, perf_counter() - wall
            share = min(1.0, cpu / wall) if wall else 1.0
            for number, result in enumerate(results, done):
                puzzle = puzzles[number]
                report = None
                if quick:
                    report = self._solved(puzzle, asked[number][-1], result, share)
                if report is not None and (first + number) % _CHECKED_TWICE == 0:
                    question = Question(puzzle, known, limit)
                    for grid in report.solutions:
                        question.accept(grid.cells)
                yield report or self._report(puzzle, result, share)
            done += len(results)

    def _poll(self) -> bool:
        """True to stop. The core calls this every few milliseconds; Ctrl-C is handled then, too."""
        cancel = self._options.values["cancel"]
        return cancel is not None and cancel.cancelled

    def _solved(
        self, puzzle: Puzzle, goal: bytes | None, result: Any, share: float
    ) -> Report | None:
        """The report on a puzzle that the core has solved; None if it needs a closer look.

        ``goal``: its cells.
        """
        end, seconds, works, cells, board, found, exhausted, holds = result
        if end is _SOLVED and board is None:
            found, exhausted = [cells], True
        elif end is not _FOUND or (None in puzzle.rows and None in puzzle.columns):
            return None
        verdict = Verdict.MULTIPLE if len(found) > 1 else Verdict.UNIQUE
        if verdict is Verdict.UNIQUE and not exhausted:
            return None
        palette = puzzle.palette
        last = self._last  # most puzzles have the same; one tuple, because threads replace it
        if last[0] is not palette:
            last = self._last = (palette, palette.letters)
        letters = last[1]
        status = None
        if goal is not None:
            status = _GOALS[verdict] if holds else GoalStatus.WRONG
            if holds is None and verdict is Verdict.MULTIPLE:
                status = GoalStatus.UNKNOWN
            if holds and goal != found[0] and UNKNOWN not in goal:
                if exhausted and goal not in found:
                    return None
                found = [goal, *(one for one in found if one != goal)][: len(found)]
        size = len(puzzle.rows), len(puzzle.columns)
        known, *grids = (record(Grid, _GRID, (*size, each, letters)) for each in (cells, *found))
        stages = tuple(self._stage_reports(works, share))
        unique = verdict is Verdict.UNIQUE
        values = (verdict, None, tuple(grids), known, status, unique, stages, seconds, *_NO_MORE)
        report: Report = record(Report, _REPORT, (*values, puzzle, self._options.values["given"]))
        return report

    def _report(self, puzzle: Puzzle, result: Any, share: float) -> Report:
        """The report on any other puzzle."""
        end, seconds, works, cells, board, solutions, exhausted, _ = result
        if end is SettleEnd.STOPPED:
            return self._alone(puzzle)
        options = self._options.values
        stages = self._stage_reports(works, share)
        given = options["given"]
        assert given is None or isinstance(given, Grid)  # see reports
        question = Question(puzzle, given, options["limit"], options["backbone"])
        if end is SettleEnd.BROKEN:
            for found in (*solutions, cells):
                question.accept(found)
            raise InternalError(
                "the core does not accept its own solution: "
                f"please report this with the puzzle {puzzle!r}"
            )
        if board is None:
            assert end in (SettleEnd.SOLVED, SettleEnd.CONTRADICTION)
            known = question.start() if cells is None else puzzle.grid(cells)
            grids = [question.accept(cells)] if end is SettleEnd.SOLVED else []
            outcome = Outcome(known, grids, exhausted=True, stages=stages)
            return outcome.report(question, seconds)
        left = options["time_limit"]
        left = None if left is None else max(0.0, left - seconds)
        limits = Limits(
            time_limit=left, conflict_limit=options["conflict_limit"], cancel=options["cancel"]
        )
        too_large = any("too_large" in counts for _, _, counts in works)
        begun = Begun(board, end, stages, cells, seconds, too_large, solutions, exhausted)
        preset, seed = self._options.preset, options["seed"]
        return Pipeline(question, preset, limits, seed, begun=begun).run()

    def _stage_reports(
        self, works: list[tuple[int, float, dict[str, int]]], share: float
    ) -> list[StageReport]:
        """``share``: of the processor, in the call of the core that did the work."""
        return [
            record(StageReport, _STAGE, (name, cells, seconds, seconds * share, counts, None, 0))
            for name, (cells, seconds, counts) in zip(self._names, works, strict=False)
        ]

    def _alone(self, puzzle: Puzzle) -> Report:
        from nonosat.solving import solve_checked

        return solve_checked(puzzle, self._options)


def _native_stages(options: Options) -> list[NativeStage]:
    """The first stages of the preset, as far as the core can run them by itself."""
    preset = options.preset
    known = {
        "lines": NativeStage.LINES,
        "implications": NativeStage.IMPLICATIONS,
        "probe": NativeStage.PROBE,
        "search": NativeStage.SEARCH,
    }
    if preset.graph_search != "native":
        del known["implications"]
    found = []
    for name in preset.stages:
        if name not in known:
            break
        found.append(known[name])
    return found


def _fits(given: GridLike, puzzle: Puzzle) -> bool:
    return isinstance(given, Grid) and (given.height, given.width, given.letters) == (
        puzzle.height,
        puzzle.width,
        puzzle.palette.letters,
    )
