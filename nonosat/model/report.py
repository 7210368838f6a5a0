# SPDX-License-Identifier: MIT
"""The answer of a solver: ``Verdict``, ``Report``, and the events that it emits while it works.

A verdict is never a bool, and UNKNOWN always has a reason. A report prints itself in three lines
and shows itself in notebooks; words and drawings are imported from higher layers when that happens.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, IF_KNOWN, plain_fields
from nonosat.model.puzzle import Puzzle


class Verdict(enum.Enum):
    """The answer to the question how many solutions there are.

    UNIQUE: exactly one. MULTIPLE: several. NONE: none. UNKNOWN: the work ended before that was
    known; a ``Reason`` says why.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


class Reason(enum.Enum):
    """Why the work ended before everything was answered.

    TIME: the time limit. MEMORY: the memory limit, or a model that would be too large.
    CONFLICTS: the limit of conflicts of the SAT solver. WORK: a bound on work, which is the same
    on every machine. COUNT: ``limit`` solutions were found; if the verdict is unknown, the limit
    was too low for a verdict. CANCELLED: ``cancel()`` was called. STAGES: the chosen stages are
    exhausted.
    """

    TIME = "time"
    MEMORY = "memory"
    CONFLICTS = "conflicts"
    WORK = "work"
    COUNT = "count"
    CANCELLED = "cancelled"
    STAGES = "stages"


class GoalStatus(enum.Enum):
    """What the verdict says about the goal picture that came with the puzzle."""

    ONLY = "only"
    ONE_OF_SEVERAL = "one of several"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class StageReport:
    """What one stage did.

    ``name``: the stage. ``cells``: how many cells it solved (``sat`` solves the remaining ones when
    it proves the solution unique, or has enumerated all). ``seconds``: wall time.
    ``cpu_seconds``: processor time of the thread that solves and of the child processes that ended
    meanwhile (Kissat is one), not of other threads (with CP-SAT, which has its own, of the whole
    process); stages that the core runs in one call share its processor time as they share its wall
    time. ``counts``: its work, read-only.
    ``build_seconds``: the part of the wall time that was spent on the model of a backend; None for
    stages without one. ``met``: how many solutions the stage met beyond those of the report; each
    differs from all others in cells of clued lines.

    All keys of ``counts``, by stage and backend:

    - lines: ``line_solves`` (lines that were solved).
    - implications: ``graphs`` (that were built), and over all of them the ``line_solves``,
      ``literals`` and ``edges`` of the graphs and the literals that were ``forced``; ``too_large``
      (1 if a graph would have been too large, and was not built).
    - probe: ``line_solves``; ``probes`` (values that were tried); ``skipped`` (values that were not
      tried again, because nothing near them had changed); ``contradictions`` (values that were
      removed); ``agreements`` (literals that all values of a cell have in common); ``passes``;
      ``switching_components`` (1 if the goal picture and a solution near it ended a long run).
    - search: ``nodes`` (assumptions), ``dead_ends`` (those that failed), ``line_solves``;
      ``switching_components`` (1 if a second solution was found by exchanging cells of the first).
    - goal: ``switching_components``. This stage takes the goal picture, if it is a solution, as the
      first one.
    - beliefs: ``runs`` of belief propagation, their ``iterations``, ``line_updates`` and ``dives``
      (guesses at a whole solution); ``nodes``, ``dead_ends`` and ``line_solves`` of a longer
      search.
    - weights: ``descent_steps`` of the search for weights, table ``entries`` computed for it, and,
      if they prove that there is no other solution, the number of ``weights`` that are not 0.
    - sat: ``switching_components``; ``more_runs`` of beliefs, in turn with the backend;
      ``second_conflicts`` of the second solver, if it ran;
      ``descent_steps``, ``entries`` and ``weights`` as for weights, if the stage tried them;
      ``variables`` and ``clauses`` of the model; from the backends of python-sat ``restarts``,
      ``conflicts``, ``decisions``, ``propagations``; from kissat ``calls``; from CP-SAT
      ``conflicts``, ``branches``, ``propagations`` and, with automata, ``automata``. With a cluster
      ``cubes`` (turns on a cube), how many were ``divided`` and ``refuted``, ``conflicts`` and
      ``processor_ms`` of all workers.
    - backbone: ``questions`` to the solver, ``solutions`` that it met.

    >>> from nonosat import Puzzle, solve
    >>> stage = solve(Puzzle(rows=[[2], [1]], columns=[[2], [1]])).stages[0]
    >>> stage.name, stage.cells
    ('lines', 4)
    """

    name: str
    cells: int
    seconds: float
    cpu_seconds: float
    counts: Mapping[str, int] = field(hash=False)
    build_seconds: float | None = field(default=None, metadata=IF_KNOWN)
    met: int = field(default=0, metadata=HIDDEN)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class Report:
    """The answer of ``solve``.

    ``verdict``: of the whole question (the puzzle, and the given cells if there are any).
    ``reason``: what ended the work before everything was answered: set whenever the verdict is
    UNKNOWN, and if a limit is why there are fewer solutions than wanted; None otherwise.
    ``solutions``: distinct, each checked against all clues; at most as many as wanted, but two
    whenever the verdict is MULTIPLE.
    ``known``: the cells that sound deduction solved: the same in every solution, never a guess.
    ``goal``: whether the goal picture is a solution; None if the puzzle has none.
    ``clued_cells_unique``: is the part of the board that lies in clued lines unique? None if that
    is not known or there is no solution.
    ``stages``: what each stage did, in order. ``seconds``: wall time of everything.
    ``ambiguous``: if ``backbone`` was asked for, exactly the cells, as (row, column), that differ
    between solutions; None if not asked, or if a limit was reached first.
    ``certain``: likewise, the cells that are the same in all solutions, the others unknown; all are
    unknown if there is no solution.
    ``strategy``: if several strategies ran side by side (``portfolio``), the strategy that decided,
    by its backend and seed; its stages then follow those that had ended when it began.
    ``puzzle``, ``given``: the question that was asked; comparisons of reports ignore them.

    >>> from nonosat import Puzzle, solve
    >>> report = solve(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), stages=["lines"])
    >>> print(report)  # doctest: +ELLIPSIS
    unknown (the chosen stages are not enough)
    solved by deduction: 0 of 4 cells
    lines: ... s
    """

    verdict: Verdict
    reason: Reason | None
    solutions: tuple[Grid, ...]
    known: Grid
    goal: GoalStatus | None
    clued_cells_unique: bool | None
    stages: tuple[StageReport, ...]
    seconds: float
    ambiguous: tuple[tuple[int, int], ...] | None = field(default=None, metadata=IF_KNOWN)
    certain: Grid | None = field(default=None, metadata=IF_KNOWN)
    strategy: str | None = field(default=None, metadata=IF_KNOWN)
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)
    given: Grid | None = field(default=None, repr=False, compare=False, metadata=HIDDEN)

    as_dict = plain_fields

    def lines(self) -> list[str]:
        """The verdict, how far deduction came, and the time of each stage."""
        from nonosat.words import report_lines

        return report_lines(self)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import report_card

        return report_card(self)


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage starts; ``unknown`` cells are still unknown.

    >>> from nonosat import Puzzle, solve
    >>> events = []
    >>> report = solve(Puzzle(rows=[[1]], columns=[[1]]), progress=events.append)
    >>> events[0]
    StageStarted(stage='lines', unknown=1)
    """

    stage: str
    unknown: int


@dataclass(frozen=True, slots=True)
class StageProgress:
    """A stage is at work and has done that number of units: lines, probes, conflicts.

    The unit is empty while the stage counts nothing, such as while it builds a model for a solver.

    >>> print(StageProgress("sat", 3, "conflicts").done)
    3
    """

    stage: str
    done: int
    unit: str


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage is done; ``known`` holds the cells that are solved by now.

    >>> from nonosat import Puzzle, solve
    >>> events = []
    >>> report = solve(Puzzle(rows=[[1]], columns=[[1]]), progress=events.append)
    >>> [event.report.name for event in events if isinstance(event, StageFinished)]
    ['lines']
    """

    report: StageReport
    known: Grid


@dataclass(frozen=True, slots=True)
class SolutionFound:
    """A solution was found and checked; ``number`` counts from 1.

    >>> from nonosat import Puzzle, solve
    >>> events = []
    >>> report = solve(Puzzle(rows=[[1]], columns=[[1]]), progress=events.append)
    >>> [event.number for event in events if isinstance(event, SolutionFound)]
    [1]
    """

    number: int
    grid: Grid


Event: TypeAlias = StageStarted | StageProgress | StageFinished | SolutionFound
"""The argument of ``progress``."""
