# SPDX-License-Identifier: MIT
"""Tables of (puzzle, preset): run, timed, saved and read back. For benchmarks and notebooks.

Each run is made in a worker process with a fresh board and a fresh solver; the worker has imported
everything and solved a small puzzle with the same preset before, so that what is timed is solving.
The presets of one puzzle are run one after the other (interleaved), so that a machine that slows
down slows all of them. A worker that does not answer within its time limit is ended and replaced.

A row is a plain dict (see ``COLUMNS``), so it goes into any table:

>>> from nonosat.puzzle import Puzzle
>>> rows = run({"corner": Puzzle(rows=[[2], [1]], columns=[[2], [1]])}, presets=["fast", "sat"])
>>> [(row["puzzle"], row["preset"], row["verdict"], row["finished_by"]) for row in rows]
[('corner', 'fast', 'unique', 'lines'), ('corner', 'sat', 'unique', 'sat')]
"""

from __future__ import annotations

import csv
import os
import pickle
import queue
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonosat.errors import InternalError, NonosatError, OptionError
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle
from nonosat.report import Report
from nonosat.solving import solve
from nonosat.solving.presets import STAGES, choose
from nonosat.workers.process import listen, start

__all__ = [
    "COLUMNS",
    "Row",
    "folder",
    "iterate",
    "load",
    "random_puzzles",
    "run",
    "save",
    "settled",
    "speed_up",
]

Row: TypeAlias = dict[str, Any]

COLUMNS: dict[str, type] = {
    "puzzle": str,
    "preset": str,
    "width": int,
    "height": int,
    "colors": int,
    "verdict": str,
    "reason": str,
    "solutions": int,
    "finished_by": str,
    "seconds": float,
    "cpu": float,
    "build_seconds": float,
    "variables": int,
    "clauses": int,
    "conflicts": int,
    **{f"cells_{stage}": int for stage in STAGES},
    **{f"seconds_{stage}": float for stage in STAGES},
}
"""The columns of a row and their types.

``seconds`` is wall time and ``cpu`` processor time of the whole solve; ``build_seconds`` what of
it went into building the model of a SAT backend. ``finished_by`` is the last stage that ran, empty
if the verdict is unknown. ``cells_STAGE`` are the cells that a stage settled, ``seconds_STAGE`` its
wall time; None where the stage did not run. What does not apply is None.
"""

_GRACE = 5.0
"""Seconds that a worker may be late before it is ended."""

_WARM_UP = Puzzle(rows=[[1], [1], [2], []], columns=[[1], [1], [1], [1]])
"""A puzzle with several solutions: it passes through all stages."""


@dataclass(frozen=True, slots=True)
class _Task:
    name: str
    puzzle: Puzzle
    preset: str
    options: dict[str, Any]


def run(
    puzzles: Mapping[str, Puzzle] | Iterable[tuple[str, Puzzle]],
    presets: Sequence[str] = ("fast", "sat"),
    *,
    want: int = 2,
    time_limit: float | None = 60.0,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[Row]:
    """Solve every puzzle with every preset; a row for each, in order.

    Args:
        puzzles: puzzles by name.
        presets: names of presets.
        want: solutions to look for: 2 for verdicts, 1 for a first solution.
        time_limit: seconds for each; a row that reaches it has the verdict ``unknown``.
        seed: for backends that choose at random.
        jobs: worker processes. Time with 1: workers disturb each other.
        progress: called with the number of rows done, and of all.

    Raises:
        OptionError: a preset does not exist, or ``jobs`` is not positive.
        NonosatError: whatever ``solve`` raises.
    """
    pairs = list(puzzles.items() if isinstance(puzzles, Mapping) else puzzles)
    rows = []
    for row in iterate(pairs, presets, want=want, time_limit=time_limit, seed=seed, jobs=jobs):
        rows.append(row)
        if progress is not None:
            progress(len(rows), len(pairs) * len(presets))
    order = {name: place for place, (name, _) in enumerate(pairs)}
    return sorted(rows, key=lambda row: (order[row["puzzle"]], presets.index(row["preset"])))


def iterate(
    puzzles: Iterable[tuple[str, Puzzle]],
    presets: Sequence[str],
    *,
    want: int = 2,
    time_limit: float | None = 60.0,
    seed: int = 0,
    jobs: int = 1,
) -> Generator[Row, None, None]:
    """The rows of ``run`` as they are finished. Closing it ends the workers."""
    for preset in presets:
        choose(preset)
    if jobs < 1:
        raise OptionError(f"{jobs} jobs: at least one worker is needed")
    options = {"want": want, "time_limit": time_limit, "seed": seed}
    tasks = (_Task(name, puzzle, preset, options) for name, puzzle in puzzles for preset in presets)
    if jobs == 1:
        worker = _Worker()
        try:
            for task in tasks:
                yield worker.do(task)
        finally:
            worker.end()
        return
    yield from _share(tasks, jobs)


def _share(tasks: Iterator[_Task], jobs: int) -> Iterator[Row]:
    """The rows of tasks that several workers take as they are free."""
    done: queue.SimpleQueue[Row | BaseException | None] = queue.SimpleQueue()
    lock = threading.Lock()
    workers = [_Worker() for _ in range(jobs)]

    def serve(worker: _Worker) -> None:
        while True:
            with lock:
                task = next(tasks, None)
            if task is None:
                break
            try:
                done.put(worker.do(task))
            except NonosatError as error:
                done.put(error)
                break
        done.put(None)

    threads = [threading.Thread(target=serve, args=(worker,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        running = jobs
        while running:
            row = done.get()
            if row is None:
                running -= 1
            elif isinstance(row, BaseException):
                raise row
            else:
                yield row
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that solves what it is sent."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[Row | NonosatError | None] = queue.SimpleQueue()
        self._ended = False

    def do(self, task: _Task) -> Row:
        """The row of a task."""
        if self._process is None:
            self._start()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        pickle.dump(task, process.stdin)
        process.stdin.flush()
        limit = task.options["time_limit"]
        try:
            answer = self._answers.get(timeout=None if limit is None else limit + _GRACE)
        except queue.Empty:  # it does not answer: a new one does the rest
            self._stop()
            return _row(task, None, limit + _GRACE, limit + _GRACE)
        if answer is None:
            code = process.wait()
            self._stop()
            raise InternalError(f"a worker process ended with exit code {code} on {task.name}")
        if isinstance(answer, NonosatError):
            raise answer
        return answer

    def end(self) -> None:
        """End the process, whatever it does."""
        self._stop()

    def _start(self) -> None:
        self._process = start("nonosat.study", "work")
        assert self._process.stdout is not None
        self._answers = queue.SimpleQueue()
        threading.Thread(
            target=listen, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process = None


def work() -> None:
    """A worker: tasks from stdin, rows to stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    with os.fdopen(os.dup(1), "wb") as pipe:
        os.dup2(2, 1)  # whatever a solver prints must not get between the pickles
        warm: set[str] = set()
        while True:
            try:
                task: _Task = pickle.load(sys.stdin.buffer)
            except EOFError:
                return
            answer: Row | NonosatError
            try:
                if task.preset not in warm:
                    solve(_WARM_UP, preset=task.preset)
                    warm.add(task.preset)
                wall, cpu = time.perf_counter(), time.process_time()
                report = solve(task.puzzle, preset=task.preset, **task.options)
                answer = _row(task, report, time.perf_counter() - wall, time.process_time() - cpu)
            except NonosatError as error:
                answer = error
            pickle.dump(answer, pipe)
            pipe.flush()


def _row(task: _Task, report: Report | None, seconds: float, cpu: float) -> Row:
    """The row of a report; of None where the worker had to be ended."""
    row: Row = dict.fromkeys(COLUMNS)
    row.update(
        puzzle=task.name,
        preset=task.preset,
        width=task.puzzle.width,
        height=task.puzzle.height,
        colors=len(task.puzzle.palette),
        verdict="unknown",
        reason="time",
        seconds=seconds,
        cpu=cpu,
        solutions=0,
        finished_by="",
    )
    if report is None:
        return row
    row.update(
        verdict=report.verdict.value,
        reason=report.reason.value if report.reason else "",
        solutions=len(report.solutions),
    )
    if report.solutions if task.options["want"] == 1 else row["verdict"] != "unknown":
        row["finished_by"] = report.stages[-1].name
    for stage in report.stages:
        row[f"cells_{stage.name}"] = stage.cells
        row[f"seconds_{stage.name}"] = stage.seconds
        for name in ("variables", "clauses", "conflicts"):
            if name in stage.counts:
                row[name] = stage.counts[name]
        if stage.build_seconds is not None:
            row["build_seconds"] = stage.build_seconds
    return row


def random_puzzles(
    width: int, height: int, density: float, count: int, seed: int = 0
) -> dict[str, Puzzle]:
    """Puzzles of random pictures, by a name that says how to make them again.

    Args:
        density: the share of filled cells, from 0 to 1.
        seed: number ``i`` is made with ``random.Random(f"{seed}:{i}")`` and its name.

    >>> [*random_puzzles(5, 5, 0.5, 2, seed=7)]
    ['random 5x5:0.5:7:0', 'random 5x5:0.5:7:1']
    """
    puzzles = {}
    for number in range(count):
        name = f"random {width}x{height}:{density:g}:{seed}:{number}"
        rng = random.Random(name)
        cells = bytes(rng.random() < density for _ in range(width * height))
        rows, cols = Grid.from_cells(height, width, cells).clues()
        puzzles[name] = Puzzle(rows, cols)
    return puzzles


def folder(
    path: str | os.PathLike[str], count: int | None = None, seed: int = 0
) -> dict[str, Puzzle]:
    """The puzzles of a folder and the folders in it, by the path of their file below it.

    What is no puzzle, or a broken one, is passed over: ``nonosat check`` tells why. The puzzles of
    a file that holds several are called ``FILE#1``, ``FILE#2`` and so on.

    Args:
        path: the folder.
        count: choose so many of them at random, in the order of the folder; None: all.
        seed: for that choice.

    Raises:
        OptionError: there is no such folder.

    >>> from nonosat import dump
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     dump(Puzzle(rows=[[1]], columns=[[1]]), f"{place}/dot.non")
    ...     sorted(folder(place))
    ['dot.non']
    """
    from nonosat.formats import read_all
    from nonosat.formats.files import read_text

    top = os.fspath(path)
    if not os.path.isdir(top):
        raise OptionError(f"no such folder: {top}")
    puzzles: dict[str, Puzzle] = {}
    for where, inside, files in os.walk(top):
        inside.sort()
        for file in sorted(files):
            full = os.path.join(where, file)
            name = os.path.relpath(full, top)
            try:
                items = list(read_all(read_text(full), name=full))
            except (NonosatError, OSError):
                continue
            for number, item in enumerate(items, start=1):
                if isinstance(item, Puzzle):
                    puzzles[name if len(items) == 1 else f"{name}#{number}"] = item
    if count is None or count >= len(puzzles):
        return puzzles
    chosen = set(random.Random(seed).sample(sorted(puzzles), count))
    return {name: puzzle for name, puzzle in puzzles.items() if name in chosen}


def settled(rows: Iterable[Row]) -> dict[str, float]:
    """The share of all cells that each stage settled, over rows of one preset.

    What the last entry, ``open``, holds was settled by none: it differs between solutions, or is
    not known to be the same.

    >>> rows = run({"corner": Puzzle(rows=[[2], [1]], columns=[[2], [1]])}, presets=["fast"])
    >>> shares = settled(rows)
    >>> shares["lines"], shares["open"]
    (1.0, 0.0)
    """
    rows = list(rows)
    size = sum(row["width"] * row["height"] for row in rows)
    shares = {
        stage: sum(row[f"cells_{stage}"] or 0 for row in rows) / max(size, 1) for stage in STAGES
    }
    return {**shares, "open": 1 - sum(shares.values()) if rows else 0.0}


def speed_up(rows: Iterable[Row], preset: str, yardstick: str) -> float | None:
    """How many times as fast as the yardstick a preset is, in processor time.

    That is the total time of the yardstick divided by that of the preset, over the puzzles that
    both finished; None if there is none.
    """
    times: dict[str, dict[str, float]] = {}
    for row in rows:
        if row["finished_by"]:
            times.setdefault(row["puzzle"], {})[row["preset"]] = row["cpu"]
    both = [pair for pair in times.values() if preset in pair and yardstick in pair]
    mine = sum(pair[preset] for pair in both)
    if not both or mine <= 0:
        return None
    return sum(pair[yardstick] for pair in both) / mine


def save(rows: Iterable[Row], path: str | os.PathLike[str]) -> None:
    """Write rows to a file, ``.csv`` or ``.sqlite`` (table ``rows``); it is replaced.

    Raises:
        OptionError: another suffix.
        OSError: the file cannot be written.
    """
    from nonosat.formats.files import write_text

    name, suffix = os.fspath(path), os.path.splitext(path)[1]
    if suffix == ".csv":
        from io import StringIO

        text = StringIO()
        writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_text(name, text.getvalue())
    elif suffix == ".sqlite":
        temporary = f"{name}.tmp"
        if os.path.exists(temporary):
            os.unlink(temporary)
        connection = sqlite3.connect(temporary)
        try:
            with connection:
                kinds = {int: "INTEGER", float: "REAL", str: "TEXT"}
                columns = ", ".join(f'"{c}" {kinds[kind]}' for c, kind in COLUMNS.items())
                connection.execute(f"CREATE TABLE rows ({columns})")
                values = ", ".join(f":{column}" for column in COLUMNS)
                connection.executemany(f"INSERT INTO rows VALUES ({values})", rows)
        finally:
            connection.close()
        os.replace(temporary, name)
    else:
        raise OptionError(f"{name}: rows are saved as .csv or .sqlite")


def load(path: str | os.PathLike[str]) -> list[Row]:
    """The rows of a file that ``save`` wrote.

    Raises:
        OptionError: the file is no such table.
        OSError: it cannot be read.
    """
    name, suffix = os.fspath(path), os.path.splitext(path)[1]
    if suffix == ".csv":
        with open(name, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != list(COLUMNS):
                raise OptionError(f"{name}: the columns are not those of a study")
            return [
                {c: None if row[c] == "" and kind is not str else kind(row[c])
                 for c, kind in COLUMNS.items()}
                for row in reader
            ]  # fmt: skip
    if suffix != ".sqlite":
        raise OptionError(f"{name}: rows are saved as .csv or .sqlite")
    if not os.path.exists(name):
        raise FileNotFoundError(f"no such file: {name}")
    connection = sqlite3.connect(name)
    try:
        found = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM rows")
        return [dict(zip(COLUMNS, row, strict=True)) for row in found]
    except sqlite3.Error as error:
        raise OptionError(f"{name}: the columns are not those of a study ({error})") from None
    finally:
        connection.close()
