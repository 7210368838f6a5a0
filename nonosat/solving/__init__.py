# SPDX-License-Identifier: MIT
"""Solving: ``solve``, its options, the pipeline of stages, and work in other processes.

``options`` checks the options. ``presets`` names lists of stages, ``pipeline`` runs the ``stages``
on a ``state``, ``question`` checks every solution, and ``outcome`` makes the report. ``portfolio``
runs several strategies side by side, ``child`` keeps a memory limit; both send a ``task`` to
workers. ``many`` solves many puzzles, in ``bulk``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.limits import Cancellation, Limits
from nonosat.model.grid import GridLike
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Event, Report
from nonosat.solving.options import Options, SearchOptions, SolveOptions, checked
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.presets import STAGES
from nonosat.solving.question import Question

__all__ = ["STAGES", "SearchOptions", "SolveOptions", "solve"]


def solve(
    puzzle: Puzzle,
    *,
    preset: str = "default",
    stages: Sequence[str] | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    graph_search: str | None = None,
    want: int = 2,
    given: GridLike | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    cancel: Cancellation | None = None,
    backbone: bool = False,
    jobs: int = 1,
) -> Report:
    """Solve a puzzle and say whether its solution is unique.

    Args:
        puzzle: the puzzle. Its goal, title and other metadata are not read for the verdict.
        preset: which stages run, with which backend and encoding: see ``nonosat.solving.presets``.
        stages, backend, encoding: in place of those of the preset.
        graph_search: ``native`` (in all presets but ``networkx``) or ``networkx``: the program that
            searches the implication graph. The results are the same.
        want: stop after this number of solutions. 2 are enough for a verdict; with 1 the verdict
            is UNKNOWN (count) unless deduction alone reaches it.
        given: a partial grid, or what ``Grid`` accepts; the question is then about the solutions
            that extend it.
        time_limit: seconds of wall time.
        conflict_limit: conflicts of the SAT backend, all calls together.
        memory_limit: MiB of resident memory; the work is then done in a child process, whose start
            counts as time, and with several jobs the limit is for all of them together. Even
            without a limit no model is built that exceeds the bound of ``nonosat.limits``: UNKNOWN
            (memory).
        seed: any whole number, for backends that choose at random. The same seed and limits (other
            than time) give the same report, except for times.
        progress: called with frozen events as the work goes on.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        backbone: find out exactly which cells differ between solutions (``report.ambiguous``,
            ``report.certain``). This needs two solutions, so ``want`` is then at least 2.
        jobs: processes, at most one per core. With more than one, a puzzle that is not solved very
            soon is tried with several strategies side by side (other backends, other seeds), and
            the first that decides wins. Each has the limits of time and conflicts for itself. The
            verdict is the same as with one job; solutions, stages and ``known`` may be those of any
            strategy (``report.strategy``), and of another one the next time. If ``backend`` is
            given, only the seeds vary.

    Returns:
        The report. If a limit is reached, the verdict is UNKNOWN with the reason, and the report
        has what is known so far.

    Raises:
        OptionError: an option that does not exist or makes no sense.
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
    options = checked(
        preset=preset,
        stages=stages,
        backend=backend,
        encoding=encoding,
        graph_search=graph_search,
        want=want,
        given=given,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
        memory_limit=memory_limit,
        seed=seed,
        progress=progress,
        cancel=cancel,
        backbone=backbone,
        jobs=jobs,
    )
    return solve_checked(puzzle, options)


def solve_checked(puzzle: Puzzle, options: Options) -> Report:
    """``solve``, with options that ``checked`` has accepted."""
    question = Question(*asked(puzzle, options.given), options.want, options.backbone)
    progress, cancel = options.progress, options.cancel
    if options.memory_limit is not None or options.jobs > 1:
        from nonosat.solving.child import solve_in_child
        from nonosat.solving.portfolio import solve_with_strategies
        from nonosat.solving.task import Task, strategies_of

        strategies = strategies_of(
            options.preset, options.seed, options.jobs, keep_backend=options.keep_backend
        )
        task = Task(question, strategies, options.time_limit, options.conflict_limit)
        if options.memory_limit is None:
            return solve_with_strategies(task, progress=progress, cancel=cancel)
        return solve_in_child(
            task, memory_limit=options.memory_limit, progress=progress, cancel=cancel
        )
    limits = Limits(
        time_limit=options.time_limit, conflict_limit=options.conflict_limit, cancel=cancel
    )
    return Pipeline(question, options.preset, limits, options.seed, progress).run()
