# SPDX-License-Identifier: MIT
"""Running a study: every puzzle with every configuration, each timed in a worker process.

Each run has a fresh board and a fresh solver in a process that has imported everything and has
solved a small puzzle with the same configuration before. So only solving is timed. All
configurations of a puzzle run before the next puzzle, so that a slow phase of the machine slows all
of them. A worker that does not answer within its time limit is ended and replaced.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Unpack, cast

from nonosat.errors import InternalError, OptionError
from nonosat.limits import GRACE_SECONDS
from nonosat.model.numbers import whole_number
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import RunOptions, checked
from nonosat.study.configurations import Configuration, configurations_of
from nonosat.study.rows import Row
from nonosat.study.worker import JOB, Task
from nonosat.workers.channel import WorkerEndedError
from nonosat.workers.pool import Pool


def run(
    puzzles: Mapping[str, Puzzle] | Iterable[tuple[str, Puzzle]],
    configurations: Sequence[str | Configuration] = ("fast", "sat"),
    *,
    repeats: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    **options: Unpack[RunOptions],
) -> list[Row]:
    """Solve every puzzle with every configuration; a row for each run, in order.

    Args:
        puzzles: puzzles by name.
        configurations: names of presets, or ``Configuration`` objects with stages, a backend or an
            encoding of their own.
        repeats: the number of equal runs of each pair, to see how much times vary.
        jobs: worker processes, at most one per core. Measure times with 1: workers that run side by
            side slow each other down.
        progress: called with the number of rows done, and of all.
        **options: ``want``, ``time_limit`` (60 seconds if it is not given), ``conflict_limit`` and
            ``seed``, as for ``solve``: the same for each run.

    Raises:
        OptionError: an option does not exist or makes no sense, or two puzzles or configurations
            have the same name.
        NonosatError: any error of ``solve``.

    >>> corner = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    >>> probing = Configuration("probing", stages=["lines", "probe"])
    >>> rows = run({"corner": corner}, [probing, "sat"])
    >>> [(row["configuration"], row["verdict"], row["finished_by"]) for row in rows]
    [('probing', 'unique', 'lines'), ('sat', 'unique', 'sat')]
    """
    pairs = list(puzzles.items() if isinstance(puzzles, Mapping) else puzzles)
    names = [configuration.name for configuration in configurations_of(configurations)]
    repeats = whole_number("repeats", repeats, 1)
    rows: list[Row] = []
    for row in iterate(pairs, configurations, repeats=repeats, jobs=jobs, **options):
        rows.append(row)
        if progress is not None:
            progress(len(rows), len(pairs) * len(names) * repeats)
    order = {name: place for place, (name, _) in enumerate(pairs)}
    return sorted(
        rows,
        key=lambda row: (order[row["puzzle"]], row["repeat"], names.index(row["configuration"])),
    )


def iterate(
    puzzles: Iterable[tuple[str, Puzzle]],
    configurations: Sequence[str | Configuration],
    *,
    repeats: int = 1,
    jobs: int = 1,
    **options: Unpack[RunOptions],
) -> Generator[Row, None, None]:
    """The rows of ``run``, each as soon as it is finished. Closing the generator ends the workers.

    Raises:
        OptionError: as in ``run``.
        NonosatError: any error of ``solve``, when the row is asked for.
    """
    chosen = configurations_of(configurations)
    for name in options.keys() - RunOptions.__annotations__.keys():
        raise TypeError(f"run() got an unexpected keyword argument {name!r}")
    options = {"time_limit": 60.0, **options}
    values = checked(**options, jobs=jobs).values
    if values["time_limit"] == math.inf:
        values["time_limit"] = None
    run = cast(
        RunOptions,
        {name: value for name, value in values.items() if name in RunOptions.__annotations__},
    )
    repeats = whole_number("repeats", repeats, 1)
    tasks = (
        Task(name, puzzle, configuration, repeat, run)
        for name, puzzle in _once(puzzles)
        for repeat in range(repeats)
        for configuration in chosen
    )
    return _rows(tasks, values["jobs"])


def _rows(tasks: Iterator[Task], jobs: int) -> Generator[Row, None, None]:
    """The rows of the tasks; every worker does the next task as soon as it is free."""
    with Pool(JOB, jobs, time_limit=_hard_limit) as pool:
        for done in pool.run(tasks):
            if isinstance(done.error, WorkerEndedError):
                raise InternalError(f"{done.error} on {done.task.name}")
            if done.error is not None:
                raise done.error
            if done.limit is None:
                row: Row = done.answer
            else:
                row = done.task.row()
                row.update({"seconds": done.seconds, "cpu": done.seconds})
            yield row


def _hard_limit(task: Task) -> float | None:
    """Seconds after which the worker of a task is ended."""
    limit = task.run["time_limit"]
    return None if limit is None else limit + GRACE_SECONDS


def _once(puzzles: Iterable[tuple[str, Puzzle]]) -> Iterator[tuple[str, Puzzle]]:
    """The same pairs; a row is identified by its name, so no two may share one."""
    seen: set[str] = set()
    for name, puzzle in puzzles:
        if name in seen:
            raise OptionError(f"two puzzles are called {name!r}: give each a name of its own")
        seen.add(name)
        yield name, puzzle
