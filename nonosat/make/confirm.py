# SPDX-License-Identifier: MIT
"""``confirm``: two solvers say that a new puzzle has one solution.

Every function that makes a new puzzle calls ``confirm``, however the puzzle was found. The first
solver is the preset ``default``: deduction, then SAT on clauses in the encoding ``order``. The
second is CP-SAT, which reads each clue as an automaton. They share the clues, the question, and the
check of a solution against the clues (``Question.accept``), which is plain Python. They do not
share the line solver, the techniques of the core, the encoding, or the search.

Cost: CP-SAT takes 15 ms for 10x10 cells and half a second for 50x50, more than all the rest. For
larger puzzles, and if OR-Tools is not installed, the second solver is CaDiCaL 1.9.5 on clauses in
the encoding ``automaton``, without deduction; then the solvers also share the core's empty board
and its writer of clauses. Rejected: the preset ``sat`` as the second solver, which has the clauses
of the first.

``correct_clues`` does not call it: its corrections are verdicts about the clues of a user, like
those of ``solve``, and there may be a thousand of them.
"""

from __future__ import annotations

from nonosat.errors import InternalError
from nonosat.limits import Limits, Stopped
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict
from nonosat.sat.backends import is_available
from nonosat.solving import ask
from nonosat.solving.presets import Preset, choose

_MOST_CELLS = 2_500
"""CP-SAT is asked about puzzles up to this size."""


def confirm(puzzle: Puzzle, limits: Limits, conflicts: int | None = None) -> Report:
    """The first solver's report, after both have found the goal as the only solution.

    ``conflicts``: the most conflicts for each solver.

    Raises:
        Stopped: a limit was reached.
        InternalError: there is another solution, or no solution, so the generator has a bug.
    """
    first = _report(puzzle, choose("default"), limits.part(conflicts=conflicts))
    _report(puzzle, second_solver(puzzle), limits.part(conflicts=conflicts))
    return first


def second_solver(puzzle: Puzzle) -> Preset:
    """The preset that shares as little as possible with ``default``."""
    preset = choose("cpsat")
    if puzzle.height * puzzle.width > _MOST_CELLS or not is_available(preset.backend):
        preset = choose("sat", backend="cadical195", encoding="automaton")
    return preset


def _report(puzzle: Puzzle, preset: Preset, limits: Limits) -> Report:
    report = ask(puzzle, preset=preset, limits=limits)
    if report.verdict is Verdict.UNKNOWN:
        assert report.reason is not None
        raise Stopped(report.reason)
    if report.verdict is not Verdict.UNIQUE or report.solutions[0] != puzzle.goal:
        raise InternalError(
            f"a new puzzle is {report.verdict.value} by the preset {preset.name}: "
            f"please report this with the puzzle {puzzle!r}"
        )
    return report
