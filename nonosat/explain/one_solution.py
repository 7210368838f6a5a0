# SPDX-License-Identifier: MIT
"""A solution of a position, for the techniques that argue about all others.

Steps are sound, so a solution stays one on the whole walk. It is remembered with the moment at
which it was found: a puzzle with several solutions can give another one at another moment, and a
step must not depend on the moments before it. (A proof that there is one solution only does not.)
"""

from __future__ import annotations

from nonosat.explain.position import Position
from nonosat.limits import Stopped
from nonosat.logic.board import Contradiction
from nonosat.model.report import Verdict
from nonosat.solving import ask


def any_solution(position: Position) -> bytes:
    """A solution that extends the position; the same as at an earlier moment, if there was one.

    Raises:
        Contradiction: there is no solution.
        Stopped: a limit was reached.
    """
    if position.known_solution is not None:
        return position.known_solution[1]
    return solution_here(position)


def solution_here(position: Position) -> bytes:
    """The solution that the solver finds at this moment: by beliefs it is found sooner than by SAT.

    Raises:
        Contradiction: there is no solution.
        Stopped: a limit was reached.
    """
    mark = position.board.mark()
    if position.known_solution is not None and position.known_solution[0] == mark:
        return position.known_solution[1]
    report = ask(position.puzzle, position.grid, want=1, limits=position.limits)
    if report.solutions:
        position.known_solution = (mark, report.solutions[0].cells)
        return report.solutions[0].cells
    if report.verdict is Verdict.NONE:
        raise Contradiction
    assert report.reason is not None
    raise Stopped(report.reason)
