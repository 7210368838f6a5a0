# SPDX-License-Identifier: MIT
"""Running a study: every puzzle with every configuration, each timed in a worker process.

A study compares presets, or a ``Configuration`` with stages of its own. Each run has a
fresh board and a fresh solver in a process that has imported everything and has solved a small
puzzle with the same configuration before. So only solving is timed, and the time limit starts with
it: a slow start of the interpreter does not count. All configurations of a puzzle run before the
next puzzle, so that a slow phase of the machine slows all of them. A worker that does not answer
within its time limit is ended and replaced. ``contest`` adds the runs of outside programs.

With ``keep``, each row is in a file as soon as it is finished, and the same call goes on after an
interruption.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Unpack, cast

from nonosat.errors import InternalError, OptionError, check_type, shown
from nonosat.limits import GRACE_SECONDS
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.puzzle import Puzzle
from nonosat.solving import SolveOptions, solve
from nonosat.solving.options import RunOptions, WayOptions, checked, checked_jobs
from nonosat.solving.presets import Preset, choose
from nonosat.solving.question import question_parts
from nonosat.study.outside_program import WRONG, Known, ProgramOptions, known_by_us, run_program
from nonosat.study.programs import Program
from nonosat.study.rows import COLUMNS, DECIDED, Row, control_name, empty_row, fill
from nonosat.study.store import Kept
from nonosat.workers.channel import Begun, WorkerEndedError
from nonosat.workers.pool import Pool
from nonosat.workers.system import processor_time

JOB = "nonosat.study.runs:work"

_SMALL = Puzzle(rows=[[1], [1], [2], []], columns=[[1], [1], [1], [1]])
"""A puzzle with several solutions: it passes through all stages."""

_warm: set[Configuration] = set()
"""The configurations that this process has used."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way to solve, under a name that the rows have.

    ``stages``, ``backend``, ``encoding`` and ``graph_search`` replace those of ``preset``, as in
    ``nonosat.solve``.

    >>> Configuration("lines and probing", stages=["lines", "probe"]).resolve().stages
    ('lines', 'probe')
    """

    name: str
    preset: str = "default"
    stages: Sequence[str] | None = None
    backend: str | None = None
    encoding: str | None = None
    graph_search: str | None = None

    def __post_init__(self) -> None:
        if self.stages is not None and not isinstance(self.stages, str):
            object.__setattr__(self, "stages", tuple(self.stages))

    def resolve(self) -> Preset:
        """The stages, backend and encoding that run.

        Raises:
            OptionError: a name is unknown, or the choice makes no sense.
        """
        return choose(**self.ways())

    def ways(self) -> WayOptions:
        """The options for ``solve``."""
        return cast(WayOptions, {name: getattr(self, name) for name in WayOptions.__annotations__})


def configurations_of(chosen: Iterable[str | Configuration]) -> tuple[Configuration, ...]:
    """The configurations, each checked; the name of a preset stands for the preset.

    Raises:
        OptionError: the list is empty, a name is unknown, or two have the same name.
    """
    if isinstance(chosen, str):
        raise OptionError(f"configurations {chosen!r}: give a list, such as [{chosen!r}]")
    found = tuple(
        Configuration(name=item, preset=item) if isinstance(item, str) else item for item in chosen
    )
    if not found:
        raise OptionError("no configuration: name at least one preset")
    for configuration in found:
        check_type("configuration", configuration, Configuration)
    names = [configuration.name for configuration in found]
    for configuration in found:
        configuration.resolve()
        if names.count(configuration.name) > 1:
            raise OptionError(f"two configurations are called {configuration.name!r}")
    return found


def run(
    puzzles: Mapping[str, Puzzle] | Iterable[tuple[str, Puzzle]],
    configurations: Sequence[str | Configuration] = ("fast", "sat"),
    *,
    repeats: int = 1,
    jobs: int = 1,
    keep: str | os.PathLike[str] | None = None,
    with_goals: bool = False,
    progress: Callable[[int, int], None] | None = None,
    **options: Unpack[RunOptions],
) -> list[Row]:
    """Solve every puzzle with every configuration: a row for each run, in order.

    Args:
        puzzles: puzzles by name.
        configurations: names of presets, or ``Configuration`` objects with stages, a backend or an
            encoding of their own.
        repeats: the number of equal runs of each pair, to see how much times vary.
        jobs: worker processes, at most one per core. Measure times with 1: workers that run side by
            side slow each other down.
        keep: a file, ``.sqlite``, that gets each row as soon as it is finished. Runs whose rows it
            has are not done again, so after an interruption the same call goes on; ``load_rows``
            reads the file.
        with_goals: solve puzzles that have a goal picture with it. By default they are solved
            without, since a goal that is a solution spares the search for a first one.
        progress: called with the number of rows done, and of all.
        **options: ``limit``, ``time_limit`` (by default 60 seconds), ``conflict_limit`` and
            ``seed``, as for ``solve``: the same for each run.

    Returns:
        The rows, in the order of the puzzles, repeats and configurations.

    Raises:
        OptionError: an option is unknown or makes no sense, two puzzles or configurations have
            the same name, or ``keep`` is another file or has rows of other settings, or is used
            with goals.
        NonosatError: any error of ``solve``.

    >>> corner = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    >>> probing = Configuration("probing", stages=["lines", "probe"])
    >>> rows = run({"corner": corner}, [probing, "sat"])
    >>> [(row["configuration"], row["verdict"], row["finished_by"]) for row in rows]
    [('probing', 'unique', 'lines'), ('sat', 'unique', 'sat')]
    """
    pairs = list(_once(puzzles.items() if isinstance(puzzles, Mapping) else puzzles))
    names = [configuration.name for configuration in configurations_of(configurations)]
    repeats = whole_number("repeats", repeats, 1)
    check_function("progress", progress)
    rows: list[Row] = []
    for row in iterate(
        *(pairs, configurations),
        repeats=repeats,
        jobs=jobs,
        keep=keep,
        with_goals=with_goals,
        **options,
    ):
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
    keep: str | os.PathLike[str] | None = None,
    with_goals: bool = False,
    **options: Unpack[RunOptions],
) -> Generator[Row, None, None]:
    """The rows of ``run``, each as soon as it is finished. Closing the generator ends the workers.

    Args:
        puzzles: pairs of name and puzzle; they may come from a generator.
        configurations: names of presets, or ``Configuration`` objects.
        repeats: the number of equal runs of each pair.
        jobs: worker processes.
        keep: a file that keeps the rows, as in ``run``; rows that it has come at their places.
        with_goals: as in ``run``.
        **options: as in ``run``.

    Yields:
        A row for each run; with several jobs, in the order in which they end.

    Raises:
        OptionError: as in ``run``.
        NonosatError: any error of ``solve``, when the row is asked for.

    >>> rows = iterate([("dot", Puzzle(rows=[[1]], columns=[[1]]))], ["fast", "sat"])
    >>> next(rows)["configuration"]
    'fast'
    >>> rows.close()
    """
    chosen = configurations_of(configurations)
    for name in options.keys() - RunOptions.__annotations__.keys():
        raise TypeError(f"run() got an unexpected keyword argument {name!r}")
    if with_goals and keep is not None:
        raise OptionError("the rows of a file are of puzzles without goals: omit one of the two")
    options = {"time_limit": 60.0, **options}
    values, jobs = checked(**options).values, checked_jobs(jobs)
    if values["time_limit"] == math.inf:
        values["time_limit"] = None
    run = cast(
        RunOptions,
        {name: value for name, value in values.items() if name in RunOptions.__annotations__},
    )
    repeats = whole_number("repeats", repeats, 1)
    tasks = (
        Task(name, puzzle if with_goals else puzzle.with_goal(None), configuration, repeat, run)
        for name, puzzle in _once(puzzles)
        for repeat in range(repeats)
        for configuration in chosen
    )
    return _rows(tasks, jobs, None if keep is None else Kept(keep))


_CONTROLS = (
    ("unique", Puzzle([[2], [1]], [[2], [1]])),
    ("multiple", Puzzle([[1], [1]], [[1], [1]])),
)
"""Puzzles for programs that gave only one verdict: the second one for those that said unique."""


def contest(
    puzzles: Mapping[str, Puzzle],
    presets: Sequence[str],
    programs: Mapping[str, Program],
    *,
    seeds: Iterable[int],
    answers: Mapping[str, Known],
    control: bool,
    with_goals: bool = False,
    **options: Unpack[ProgramOptions],
) -> Generator[Row, None, None]:
    """The rows of ``nonosat bench`` by seed, then by puzzle: of the presets, then of the programs.

    A verdict is compared with ``answers`` (by hash), with that of a preset, or with our own.
    ``control``: a program that gave all puzzles the same verdict is asked about a puzzle that has
    another one; if it gives the same again, that row comes last. ``with_goals``: presets get the
    goal pictures; programs never do.
    """
    limit, said = options["limit"], dict[str, set[str]]()
    for repeat, seed in enumerate(seeds):
        limits: RunOptions = {"limit": limit, "time_limit": options["time_limit"], "seed": seed}
        found = _no_rows()
        if presets:
            found = iterate(puzzles.items(), presets, with_goals=with_goals, **limits)
        with closing(found):
            for name, puzzle in puzzles.items():
                mine: list[Row] = []
                for _ in presets:
                    mine.append(next(found))
                    yield mine[-1]
                ours = [Known(row["verdict"]) for row in mine if row["finished_by"] and limit > 1]
                right = answers.get(puzzle.sha256()) or next(iter(ours), None)
                if right is None and limit > 1 and any(one.answer for one in programs.values()):
                    right = known_by_us(puzzle, options["time_limit"])
                options["known"] = right
                for program in programs.values():
                    row = run_program(program, name, puzzle, **options)
                    row["repeat"] = repeat
                    said.setdefault(program.name, set()).add(row["reason"] or row["verdict"])
                    yield row
    for name, verdicts in said.items():
        if control and limit > 1 and len(verdicts & DECIDED) == 1 and verdicts.isdisjoint(WRONG):
            verdict, puzzle = _CONTROLS["unique" in verdicts]
            options["known"] = Known(verdict)
            row = run_program(programs[name], control_name(verdict), puzzle, **options)
            if row["reason"] in WRONG:
                yield row


def _no_rows() -> Generator[Row, None, None]:
    yield from ()


def _rows(tasks: Iterator[Task], jobs: int, kept: Kept | None) -> Generator[Row, None, None]:
    """The rows of the tasks; every worker does the next task as soon as it is free."""
    if kept is None:
        yield from _done(tasks, jobs)
        return
    known: deque[Row] = deque()

    def todo() -> Iterator[Task]:
        for task in tasks:
            row = kept.find(task.row())
            if row is None:
                yield task
            else:
                known.append(row)

    with kept, closing(_done(todo(), jobs)) as rows:
        for row in rows:
            kept.add(row)
            while known:
                yield known.popleft()
            yield row
        yield from known


def _done(tasks: Iterator[Task], jobs: int) -> Generator[Row, None, None]:
    """The rows of tasks that are done now."""
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
    """The same pairs, checked: names must be unique, since they identify the rows."""
    seen: set[str] = set()
    for pair in puzzles:
        match pair:
            case (str() as name, Puzzle() as puzzle):
                if name in seen:
                    raise OptionError(
                        f"two puzzles are called {name!r}: give each a name of its own"
                    )
                seen.add(name)
                yield name, puzzle
            case _:
                raise TypeError(f"puzzles {shown(pair)}: give pairs of a name and a Puzzle")


@dataclass(frozen=True, slots=True)
class Task:
    """One run of a study."""

    name: str
    puzzle: Puzzle
    configuration: Configuration
    repeat: int
    run: RunOptions

    def row(self) -> Row:
        """The row of this run without a result: as if the time limit had ended it."""
        row = empty_row(self.name, self.puzzle, self.configuration.name)
        parts = question_parts(checked(**self.options()))
        parts["stages"] = ",".join(parts["stages"])
        cells = cast("dict[str, Any]", row)
        for column, kind in COLUMNS.items():
            if column in parts:
                missing = "" if kind is str else None
                cells[column] = missing if parts[column] is None else parts[column]
        row.update({"preset": self.configuration.preset, "repeat": self.repeat})
        row.update({"verdict": "unknown", "reason": "time"})
        return row

    def options(self) -> SolveOptions:
        """The options of ``solve``."""
        return cast(SolveOptions, {**self.configuration.ways(), **self.run})


def work(task: Task, emit: Callable[[object], None]) -> Row:
    """Do a task in a worker process: warm up, report that, and measure."""
    if task.configuration not in _warm:
        solve(_SMALL, **task.options())
        _warm.add(task.configuration)
    emit(Begun())
    return timed(task)


def timed(task: Task) -> Row:
    """Solve the puzzle of a task in this process, and measure it."""
    wall, cpu = time.perf_counter(), processor_time()
    report = solve(task.puzzle, **task.options())
    seconds, processor = time.perf_counter() - wall, processor_time() - cpu
    row = task.row()
    row.update({"seconds": seconds, "cpu": processor})
    fill(row, report)
    return row
