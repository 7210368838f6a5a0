# SPDX-License-Identifier: MIT
"""Solving: ``solve``, its options, the pipeline of stages, and work in other processes.

``options`` is the table of options and checks them. ``presets`` names lists of stages, ``pipeline``
runs the ``stages`` on a ``state``, ``question`` checks every solution, and ``outcome`` makes the
report. ``portfolio`` runs several strategies side by side, and keeps a memory limit, in worker
processes. ``cubes`` splits one puzzle for many workers; ``executors`` are those of this machine,
``cluster`` those of Dask. ``many`` solves many puzzles, in ``bulk``.

Inside nonosat, code that already has ``Limits`` calls ``ask``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nonosat.limits import Cancellation, Limits
from nonosat.model.grid import Grid, GridLike
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Event, Report
from nonosat.solving.options import Options, SearchOptions, SolveOptions, checked, suggesting
from nonosat.solving.pipeline import Pipeline
from nonosat.solving.presets import STAGES, Preset, choose
from nonosat.solving.question import Question

if TYPE_CHECKING:
    from nonosat.solving.cubes import Refuted
    from nonosat.solving.executors import Executor
    from nonosat.solving.state import State

__all__ = ["STAGES", "SearchOptions", "SolveOptions", "ask", "solve"]


@suggesting
def solve(
    puzzle: Puzzle,
    *,
    preset: str = "default",
    stages: Sequence[str] | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    graph_search: str | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    limit: int = 2,
    given: GridLike | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    cancel: Cancellation | None = None,
    backbone: bool = False,
    portfolio: int = 1,
    cluster: str | Executor | None = None,
) -> Report:
    """Solve a puzzle and say whether its solution is unique.

    Args:
        puzzle: the puzzle. Its goal, title and other metadata do not affect the verdict. A goal
            that is a solution is the first of several, and often saves time.
        preset: which stages run: ``default``, also named ``fast``; ``graph``, with the implication
            graph; ``logic``, without search; ``networkx``, ``sat`` or ``cpsat``, to compare with.
        stages: instead of a preset, some of ``lines``, ``implications``, ``probe``, ``search``,
            ``beliefs``, ``weights``, ``sat``, in that order; the preset's backend and encoding
            stay.
        backend: the SAT solver, such as ``cadical`` or ``cpsat``.
        encoding: the SAT encoding of lines, ``order`` or ``automaton``.
        graph_search: what searches the implication graph, ``native`` or ``networkx``; the results
            are the same.
        time_limit: seconds of wall time.
        conflict_limit: conflicts of the SAT solver, all calls together.
        memory_limit: MiB of resident memory. The work is then done in a child process, whose start
            counts as time; in a portfolio all strategies share the limit. Even without a limit, no
            model is built that exceeds the bound of ``nonosat.limits``.
        limit: stop after this number of solutions. 2: is the solution unique? 1: is there any?
            With 1 the verdict is UNKNOWN (count) unless deduction alone reaches it.
        given: a partial grid; the question is then about the solutions that extend it.
        seed: any whole number. The same seed and limits (other than time) give the same report,
            except for times.
        progress: called with frozen events as the work goes on.
        cancel: an object whose ``cancel()`` any thread may call to end the work.
        backbone: find out exactly which cells differ between solutions: ``report.ambiguous``; the
            others are ``report.certain``. This needs two solutions, so ``limit`` is at least 2.
        portfolio: race this number of strategies, each in a process and at most one per core, on a
            puzzle that takes long; the first that decides wins. They differ in backend and seed
            (only in seed if ``backend`` is given); the limits of time and conflicts hold for each
            strategy. The verdict is the same; solutions, stages and ``known`` may come from any
            strategy (``report.strategy``), and from another one the next time.
        cluster: split a puzzle that takes long into parts for the workers of a Dask cluster: the
            address of its scheduler, such as ``tcp://10.0.0.1:8786``, or the path of its scheduler
            file (or an ``Executor``). ``memory_limit`` holds for each worker. The verdict is the
            same; solutions may differ from one time to the next.

    Returns:
        The report. If a limit is reached, the verdict is UNKNOWN with the reason, and the report
        has the results so far.

    Raises:
        OptionError: an option that makes no sense.
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
    return solve_checked(
        puzzle,
        checked(
            preset=preset,
            stages=stages,
            backend=backend,
            encoding=encoding,
            graph_search=graph_search,
            time_limit=time_limit,
            conflict_limit=conflict_limit,
            memory_limit=memory_limit,
            limit=limit,
            given=given,
            seed=seed,
            progress=progress,
            cancel=cancel,
            backbone=backbone,
            portfolio=portfolio,
            cluster=cluster,
        ),
    )


def solve_checked(puzzle: Puzzle, options: Options, refuted: Refuted | None = None) -> Report:
    """``solve``, with options that ``checked`` has accepted.

    ``refuted``: gets the cubes that a cluster has refuted.
    """
    preset, values = options.preset, options.values
    question = Question(*asked(puzzle, values["given"]), values["limit"], values["backbone"])
    progress, cancel, seed = values["progress"], values["cancel"], values["seed"]
    time_limit, conflict_limit = values["time_limit"], values["conflict_limit"]
    if values["cluster"] is not None:
        from nonosat.solving.cluster import entered
        from nonosat.solving.cubes import run_cubes

        limits = Limits(time_limit=time_limit, conflict_limit=conflict_limit, cancel=cancel)
        with entered(values["cluster"], time_limit) as executor:

            def cubes(state: State) -> None:
                run_cubes(state, executor, values["memory_limit"], refuted)

            instead = {"sat": cubes}
            return Pipeline(question, preset, limits, seed, progress, instead=instead).run()
    if values["memory_limit"] is not None or values["portfolio"] > 1:
        from nonosat.solving.portfolio import Task, search, solve_in_child, strategies_of

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
    """``solve`` within limits that the caller already has, and uses up further."""
    chosen = preset if isinstance(preset, Preset) else choose(preset)
    return Pipeline(Question(puzzle, given, limit, backbone), chosen, limits).run()
