# SPDX-License-Identifier: MIT
"""What a solver answers: ``Verdict``, ``Report``, and the events it tells on the way.

A verdict is never a bool. UNKNOWN always has a reason.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from nonosat.grid import Grid
from nonosat.puzzle import Puzzle

__all__ = [
    "Event",
    "GoalStatus",
    "Reason",
    "Report",
    "SolutionFound",
    "StageFinished",
    "StageProgress",
    "StageReport",
    "StageStarted",
    "Verdict",
]


class Verdict(enum.Enum):
    """The answer: how many solutions are there?"""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


class Reason(enum.Enum):
    """Why the work ended before all was answered."""

    TIME = "time"
    MEMORY = "memory"
    CONFLICTS = "conflicts"
    COUNT = "count"
    """Fewer solutions were asked for than the verdict needs."""
    CANCELLED = "cancelled"
    STAGES = "stages"
    """The chosen stages are exhausted."""


class GoalStatus(enum.Enum):
    """What the verdict says about the goal picture that came with the puzzle."""

    ONLY = "only"
    ONE_OF_SEVERAL = "one of several"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class StageReport:
    """What one stage did.

    ``cells``: how many cells it settled (for ``sat``: by proving the solution unique or by
    enumerating all). ``seconds``: wall time. ``counts``: its work, by name. ``build_seconds``: how
    much of that time went into building the model of a backend; None for stages without one.
    """

    name: str
    cells: int
    seconds: float
    counts: dict[str, int] = field(hash=False)
    build_seconds: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Name, cells, seconds and counts as plain data; build_seconds where there are any."""
        data = {
            "name": self.name,
            "cells": self.cells,
            "seconds": self.seconds,
            "counts": dict(self.counts),
        }
        if self.build_seconds is not None:
            data["build_seconds"] = self.build_seconds
        return data


@dataclass(frozen=True, slots=True)
class Report:
    """The answer of ``solve``.

    ``verdict``: of the whole question (the puzzle, and the given cells if there are any).
    ``reason``: what ended the work before all was answered: set whenever the verdict is UNKNOWN,
    and where a limit is why there are fewer solutions than wanted; None otherwise.
    ``solutions``: distinct, each checked against all clues; at most as many as wanted, but two
    whenever the verdict is MULTIPLE.
    ``known``: the cells that sound deduction fixed: the same in every solution, never a guess.
    ``goal``: what became of the goal picture; None if the puzzle has none.
    ``constrained_unique``: is the part of the board that lies in clued lines unique? None where
    that is not known or there is no solution.
    ``stages``: what each stage did, in order. ``seconds``: wall time of all.
    ``ambiguous``: if ``backbone`` was asked for, exactly the cells, as (row, column), that differ
    between solutions; None if not asked, or if a limit was reached first.
    ``certain``: then the cells that are the same in all solutions, the others unknown; nothing is
    certain where there is no solution.
    ``strategy``: where several strategies ran side by side (``jobs``), the one that decided, by its
    backend and seed; its stages then follow those of the first strategy.
    ``puzzle``, ``given``: the question that was asked; they do not count when reports are compared.
    """

    verdict: Verdict
    reason: Reason | None
    solutions: tuple[Grid, ...]
    known: Grid
    goal: GoalStatus | None
    constrained_unique: bool | None
    stages: tuple[StageReport, ...]
    seconds: float
    ambiguous: tuple[tuple[int, int], ...] | None = None
    certain: Grid | None = None
    strategy: str | None = None
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)
    given: Grid | None = field(default=None, repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, the way ``--json`` prints it; grids as rows of text.

        ``ambiguous`` and ``certain`` are there if they were asked for and found, ``strategy`` if
        there were several.
        """
        told: dict[str, Any] = {
            "verdict": self.verdict.value,
            "reason": self.reason.value if self.reason else None,
            "solutions": [grid.text_rows() for grid in self.solutions],
            "known": self.known.text_rows(),
            "goal": self.goal.value if self.goal else None,
            "constrained_unique": self.constrained_unique,
            "stages": [stage.as_dict() for stage in self.stages],
            "seconds": self.seconds,
        }
        if self.ambiguous is not None and self.certain is not None:
            told["ambiguous"] = [list(cell) for cell in self.ambiguous]
            told["certain"] = self.certain.text_rows()
        if self.strategy is not None:
            told["strategy"] = self.strategy
        return told


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins, with so many cells still unknown."""

    stage: str
    unknown: int


@dataclass(frozen=True, slots=True)
class StageProgress:
    """A stage is at work: so many units (lines, probes, conflicts) done so far."""

    stage: str
    done: int
    unit: str


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage is done; ``known`` is what is fixed from now on."""

    report: StageReport
    known: Grid


@dataclass(frozen=True, slots=True)
class SolutionFound:
    """A solution was found and checked."""

    number: int
    grid: Grid


Event: TypeAlias = StageStarted | StageProgress | StageFinished | SolutionFound
"""What ``progress`` is called with."""
