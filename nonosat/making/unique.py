# SPDX-License-Identifier: MIT
"""Is a new puzzle unique, by two ways to solve that share little?

Idea: whoever hands out a puzzle asks ``default`` (deduction, then Glucose on our clauses) and then
CP-SAT, which reads the clues as automata and none of our clauses. Cost: milliseconds for the first,
CP-SAT takes most of the time. Rejected: a second SAT solver, which would share the encoding.
"""

from __future__ import annotations

from nonosat.errors import InternalError
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.solving import ask

_PRESETS = ("default", "cpsat")


def unique_twice(puzzle: Puzzle, limits: Limits) -> Reason | None:
    """None if the goal is the only solution by both ways; else the limit that ended the check.

    Raises:
        InternalError: the puzzle is not unique, so whoever made it is wrong.
    """
    for name in _PRESETS:
        report = ask(puzzle, preset=name, limits=limits)
        if report.verdict is Verdict.UNKNOWN:
            return report.reason
        if report.verdict is not Verdict.UNIQUE or report.solutions[0] != puzzle.goal:
            raise InternalError(
                f"a new puzzle is {report.verdict.value} by {name}: "
                f"please report this with the puzzle {puzzle!r}"
            )
    return None
