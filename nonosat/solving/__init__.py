# SPDX-License-Identifier: MIT
"""Solving: ``solve``, its options, the pipeline of stages, and work in other processes.

``options`` is the table of options and checks them. ``presets`` names lists of stages, ``pipeline``
runs the ``stages`` on a ``state``, ``question`` checks every solution, and ``outcome`` makes the
report. ``portfolio`` runs several strategies side by side, ``child`` keeps a memory limit, both in
worker processes. ``many`` solves many puzzles, in ``bulk``.

Inside nonosat, code that has limits of its own calls ``ask``.
"""

from __future__ import annotations

from typing import Unpack

from nonosat.limits import Limits
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Report
from nonosat.solving.options import Options, SearchOptions, SolveOptions, checked, documented
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.presets import STAGES, Preset, choose
from nonosat.solving.question import Question

__all__ = ["STAGES", "SearchOptions", "SolveOptions", "ask", "solve"]


@documented
def solve(puzzle: Puzzle, **options: Unpack[SolveOptions]) -> Report:
    """Solve a puzzle and say whether its solution is unique.

    Args:
        puzzle: the puzzle. Its goal, title and other metadata are not read for the verdict.
        **options: the keywords of ``SolveOptions``:

    Returns:
        The report. If a limit is reached, the verdict is UNKNOWN with the reason, and the report
        has what is known so far.

    Raises:
        OptionError: an option that makes no sense.
        TypeError: an option that does not exist.
        GridError: ``given`` does not belong to the puzzle.
        BackendError: the backend is not installed.
        InternalError: a result did not pass its check; a bug of nonosat.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> report = solve(puzzle)
    >>> report.verdict.value, len(report.solutions)
    ('multiple', 2)
    >>> solve(puzzle, given="#?\\n??").verdict.value
    'unique'
    """
    return solve_checked(puzzle, checked(**options))


def solve_checked(puzzle: Puzzle, options: Options) -> Report:
    """``solve``, with options that ``checked`` has accepted."""
    preset, values = options.preset, options.values
    question = Question(*asked(puzzle, values["given"]), values["limit"], values["backbone"])
    progress, cancel, seed = values["progress"], values["cancel"], values["seed"]
    time_limit, conflict_limit = values["time_limit"], values["conflict_limit"]
    if values["memory_limit"] is not None or values["portfolio"] > 1:
        from nonosat.solving.child import solve_in_child
        from nonosat.solving.portfolio import Task, search, strategies_of

        keep_backend = values["backend"] is not None
        strategies = strategies_of(preset, seed, values["portfolio"], keep_backend=keep_backend)
        task = Task(question, strategies, time_limit, conflict_limit)
        if values["memory_limit"] is None:
            limits = Limits()
            outcome = search(task, progress=progress, cancel=cancel)
            return outcome.report(question, limits.passed)
        return solve_in_child(
            task, memory_limit=values["memory_limit"], progress=progress, cancel=cancel
        )
    limits = Limits(time_limit=time_limit, conflict_limit=conflict_limit, cancel=cancel)
    return Pipeline(question, preset, limits, seed, progress).run()


def ask(
    puzzle: Puzzle,
    given: Grid | None = None,
    limit: int = 2,
    preset: str | Preset = "fast",
    *,
    limits: Limits,
    backbone: bool = False,
) -> Report:
    """``solve`` within limits that the caller has already, and takes from here on."""
    chosen = preset if isinstance(preset, Preset) else choose(preset)
    return Pipeline(Question(puzzle, given, limit, backbone), chosen, limits).run()
