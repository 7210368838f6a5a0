# SPDX-License-Identifier: MIT
"""The questions about a puzzle: several in one stream, or one as plain JSON.

The questions of a request share its time limit: each gets the time that the earlier ones did not
use. Later questions use earlier answers: if the puzzle is unique, no cell is ambiguous.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from nonosat import words
from nonosat.errors import NonosatError, PuzzleError
from nonosat.exact import backbone, check_grid, count_solutions
from nonosat.explain.cell_reasons import explain_cell
from nonosat.explain.hinting import hint
from nonosat.explain.rating import rate
from nonosat.explain.walkthroughs import Walkthrough, walkthrough
from nonosat.make.corrections.search import correct_clues
from nonosat.make.repair.answer import RepairProgress
from nonosat.make.repair.search import repair_picture
from nonosat.make.revealed_cells import reveal_cells
from nonosat.model.loose_clues import LooseClues
from nonosat.model.numbers import decimal_text
from nonosat.model.plain import plain
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Report, Verdict
from nonosat.solving import solve
from nonosat.web.handlers.call import PROGRESS_SECONDS, Call, given_grid, puzzle_reply
from nonosat.web.requests import error_reply

_MOST_STEPS = 100_000


class Asked:
    """A puzzle with the questions about it."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.loose: LooseClues | None = None
        try:
            self._puzzle: Puzzle | None = call.puzzle()
        except PuzzleError as error:
            if error.clues is None:
                raise
            self._puzzle, self.loose, self._error = None, error.clues, error
        self.given = None if self._puzzle is None else call.given(self._puzzle)
        self._report: Report | None = None

    @property
    def lang(self) -> str:
        """The language of sentences, by its code."""
        lang: str = self.call.data.get("lang", "en")
        return lang

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle.

        Raises:
            PuzzleError: the clues are impossible by themselves; only ``correct_clues`` takes them.
        """
        if self._puzzle is None:
            raise self._error
        return self._puzzle

    @property
    def report(self) -> Report:
        """The report of ``solve``, which is called only once."""
        if self._report is None:
            self._report = solve(self.puzzle, given=self.given, **self.call.limits)
        return self._report

    def code(self) -> dict[str, Any]:
        """The puzzle itself, with its name and code."""
        return puzzle_reply(self.puzzle)

    def check(self) -> dict[str, Any]:
        """The verdict: unique, multiple, none or unknown."""
        return _report_data(self.report)

    def ambiguous(self) -> dict[str, Any]:
        """The cells that differ between solutions."""
        report = self.report
        if report.verdict is Verdict.UNIQUE:
            data = {"ambiguous": [], "certain": plain(report.solutions[0])}
            return _report_data(report) | data
        if report.verdict is Verdict.MULTIPLE:
            report = backbone(self.puzzle, given=self.given, **self.call.limits)
        return {"ambiguous": None, "certain": None} | _report_data(report)

    def other_solution(self) -> dict[str, Any]:
        """A solution that is not the goal; without a goal, a second one."""
        report = self.report
        first = self.puzzle.goal
        others = list(report.solutions)
        if first is None and others:
            first = others.pop(0)
        other = next((grid for grid in others if first is None or grid.cells != first.cells), None)
        differ = () if first is None or other is None else first.differences(other)
        return {
            "solution": plain(other),
            "than": plain(first),
            "differences": plain(differ),
            "reason": plain(report.reason),
        }

    def count(self) -> dict[str, Any]:
        """The number of solutions, exactly or at least."""
        limit = self.call.options.get("limit")
        found = count_solutions(self.puzzle, given=self.given, limit=limit, **self.call.limits)
        return {
            "number": found.digits,
            "exact": found.exact,
            "factors": [
                {**plain(factor), "ways": decimal_text(factor.ways), "times": str(factor.times)}
                for factor in found.factors
            ],
            "reason": plain(found.reason),
            "words": found.words(),
        }

    def check_grid(self) -> dict[str, Any]:
        """Whether the grid is right so far."""
        grid = self.given or self.puzzle.unknown_grid()
        found = check_grid(self.puzzle, grid, **self.call.limits)
        return found.as_dict() | {"words": found.text(self.lang)}

    def hint(self) -> dict[str, Any]:
        """The next step on the given grid."""
        grid = self.given or self.puzzle.unknown_grid()
        return hint(self.puzzle, given=grid, **self.logic()).as_dict(lang=self.lang)

    def rate(self) -> dict[str, Any]:
        """How hard it is, and how many steps each technique has."""
        others = bool(self.call.options.get("other_programs"))
        return rate(self.puzzle, other_programs=others, **self.logic()).as_dict()

    def walkthrough(self) -> dict[str, Any]:
        """All steps; in a stream each is an event of its own."""
        found = self._walk()
        steps = list(self._steps(found))
        return {"start": plain(found.start), "steps": steps, **self._end(found)}

    def walk_events(self) -> dict[str, Any]:
        """Send each step as an event when it is found; the answer has the end, but no steps."""
        found = self._walk()
        for number, step in enumerate(self._steps(found), start=1):
            self.call.emit("step", {"number": number, **step})
        return {"start": plain(found.start), "steps": [], **self._end(found)}

    def repair(self) -> dict[str, Any]:
        """The fewest cells of the picture to change; in a stream with progress."""
        options = self.call.options
        last = 0.0

        def progress(now: RepairProgress) -> None:
            nonlocal last
            if time.monotonic() - last >= PROGRESS_SECONDS:
                last = time.monotonic()
                self.call.emit("repair-progress", plain(now))

        found = repair_picture(
            self.puzzle,
            keep=given_grid(self.puzzle, options.get("keep")),
            max_changes=options.get("max_changes"),
            max_technique=options.get("max_technique"),
            count=options.get("count", 3),
            **self.call.limits,
            progress=progress,
        )
        return found.as_dict()

    def reveal(self) -> dict[str, Any]:
        """The fewest cells to print."""
        found = reveal_cells(self.puzzle, **self.call.limits)
        return found.as_dict()

    def correct(self) -> dict[str, Any]:
        """The corrections of one number of the clues."""
        clues = self.loose if self.loose is not None else self.puzzle
        found = correct_clues(clues, **self.call.limits)
        return found.as_dict() | {"words": str(found)}

    def _walk(self) -> Walkthrough:
        return walkthrough(self.puzzle, given=self.given, **self.logic())

    def _steps(self, found: Walkthrough) -> Iterator[dict[str, Any]]:
        for step in islice(found, self.call.options.get("max_steps", _MOST_STEPS)):
            yield step.as_dict() | {"sentence": step.text(self.lang)}

    def _end(self, found: Walkthrough) -> dict[str, Any]:
        return {
            "end": plain(found.end),
            "reason": plain(found.reason),
            "failed_line": plain(found.failed_line),
            "grid": plain(found.grid),
            "solutions": plain(found.solutions),
            "sentence": found.end_text(self.lang),
        }

    def logic(self) -> dict[str, Any]:
        """The options that all questions with deduction share."""
        names = ("max_technique", "max_links")
        return {name: self.call.options.get(name) for name in names} | self.call.limits


QUESTIONS: Mapping[str, Callable[[Asked], dict[str, Any]]] = {
    "code": Asked.code,
    "check": Asked.check,
    "hint": Asked.hint,
    "check-grid": Asked.check_grid,
    "ambiguous": Asked.ambiguous,
    "other-solution": Asked.other_solution,
    "count": Asked.count,
    "rate": Asked.rate,
    "repair": Asked.repair,
    "reveal": Asked.reveal,
    "correct": Asked.correct,
    "walkthrough": Asked.walk_events,
}
"""The questions that ``ask`` answers, in this order: the quick ones first."""

ALONE = {**QUESTIONS, "walkthrough": Asked.walkthrough}
"""The same for the endpoints of a single question, which answer in one piece."""


def _report_data(report: Report) -> dict[str, Any]:
    return report.as_dict() | {"words": words.verdict_words(report.verdict, report.reason)}


def ask(call: Call) -> None:
    """Answer the questions, quick ones first: an event for each, then ``end``."""
    asked = Asked(call)
    wanted = set(call.data["questions"])
    if "correct" not in wanted:
        _ = asked.puzzle  # faults of the puzzle are the only answer
    reason: str | None = None
    for name, answer in QUESTIONS.items():
        if name not in wanted:
            continue
        if call.budget.ended() is Reason.CANCELLED:
            return
        try:
            data = answer(asked)
        except NonosatError as error:
            call.emit("error", {"question": name, **json.loads(error_reply(error).body)})
            reason = reason or "error"
            continue
        call.emit(name, data)
        reason = reason or data.get("reason")
    call.emit("end", {"reason": reason})


def answer_one(call: Call) -> dict[str, Any]:
    """The answer to the question of the endpoint."""
    return ALONE[call.request.endpoint](Asked(call))


def explain(call: Call) -> dict[str, Any]:
    """Why a cell has its value."""
    asked = Asked(call)
    row, column = call.data["cell"]
    found = explain_cell(asked.puzzle, (row, column), given=asked.given, **asked.logic())
    steps = [step.as_dict() | {"sentence": step.text(asked.lang)} for step in found.steps]
    return found.as_dict() | {"steps": steps, "sentence": found.end_text(asked.lang)}
