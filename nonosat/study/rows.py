# SPDX-License-Identifier: MIT
"""The row of a study: one run of one puzzle with one configuration, as plain data.

A row is a dict with text and numbers only, so every table program can read it. It holds everything
that decides the result (the puzzle's hash, the configuration, the limits, the seed, the version),
the result, and the numbers of each stage. A value that does not apply is None, or "" in a column of
text. ``environment`` describes the machine and the versions with which times were measured.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from types import UnionType
from typing import Any, TypedDict, cast, get_args, get_type_hints

from nonosat._version import __version__
from nonosat.errors import check_type
from nonosat.model.numbers import check_choice
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report
from nonosat.solving.presets import STAGES
from nonosat.workers.system import processor_name

TIMED = "timed"
"""The reason in a row if an outside program ended by itself and no way is known to ask for its
verdict: it has a time, but it has solved nothing."""

GAVE_UP = "gave up"
"""The reason in a row if the answer of an outside program is the word ``unknown``."""

NOTHING = "nothing understood"
"""The reason in a row if nothing in the output is an answer."""

DECIDED = {"unique", "multiple", "none"}
"""The verdicts that can be compared."""

_PACKAGES = ("python-sat", "ortools", "networkx")
"""The packages whose versions influence times."""


class Row(TypedDict):
    """One run, a dict. The class lists the columns in the order in which files hold them.

    >>> from nonosat.study import run
    >>> [row] = run({"dot": Puzzle([[1]], [[1]])}, ["fast"])
    >>> row["puzzle"], row["verdict"], row["finished_by"]
    ('dot', 'unique', 'lines')
    """

    puzzle: str
    """The name of the puzzle in the study."""
    sha256: str
    """The hash of the puzzle's canonical text."""
    width: int
    height: int
    colors: int
    configuration: str
    """The name of a preset, of a ``Configuration``, or of a program."""
    preset: str
    stages: str
    """The stages, joined by commas; empty for an outside program, like backend and encoding."""
    backend: str
    """The backend; empty if the stage ``sat`` does not run, like the encoding."""
    encoding: str
    """The encoding; empty for a backend that models lines itself."""
    graph_search: str
    """The search of the stage ``implications``; empty if that stage does not run."""
    limit: int | None
    time_limit: float | None
    conflict_limit: int | None
    seed: int | None
    repeat: int
    """The number of this run among equal ones, from 0."""
    version: str
    """The version of nonosat; empty for an outside program."""
    command: str
    """The command of an outside program; otherwise empty."""
    verdict: str
    reason: str
    """Why the run did not finish: a ``Reason``, or one of those of ``run_program``."""
    stderr: str
    """The first line that an outside program wrote to stderr, if it did not finish; of a traceback
    of Python the last. If it failed and stderr is empty: the last line of its stdout."""
    solutions: int
    finished_by: str
    """The last stage that ran, or the configuration for an outside program; empty if the run did
    not reach the goal that was asked for."""
    seconds: float
    """Wall time of the whole solve."""
    cpu: float
    """Processor time of the whole solve."""
    build_seconds: float | None
    """The wall time spent on building the model of a SAT backend."""
    variables: int | None
    clauses: int | None
    conflicts: int | None
    cells_lines: int | None
    """The number of cells that the stage ``lines`` solved; None if it did not run."""
    cells_implications: int | None
    cells_probe: int | None
    cells_search: int | None
    cells_beliefs: int | None
    cells_weights: int | None
    cells_sat: int | None
    seconds_lines: float | None
    """The wall time of the stage ``lines``; None if it did not run."""
    seconds_implications: float | None
    seconds_probe: float | None
    seconds_search: float | None
    seconds_beliefs: float | None
    seconds_weights: float | None
    seconds_sat: float | None
    cpu_seconds_lines: float | None
    """The processor time of the stage ``lines``; None if it did not run."""
    cpu_seconds_implications: float | None
    cpu_seconds_probe: float | None
    cpu_seconds_search: float | None
    cpu_seconds_beliefs: float | None
    cpu_seconds_weights: float | None
    cpu_seconds_sat: float | None


def _kind(hint: Any) -> type:
    """The type of a column, leaving out None."""
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    return kinds[0] if isinstance(hint, UnionType) else cast(type, hint)


COLUMNS: dict[str, type] = {name: _kind(hint) for name, hint in get_type_hints(Row).items()}
"""The columns of a row and their types; columns may be None in a file, except columns of text."""


def control_name(verdict: str) -> str:
    """The name in rows of the puzzle that a program with one verdict is asked besides."""
    return f"control ({verdict})"


def without_controls(rows: Iterable[Row]) -> list[Row]:
    """The rows without control puzzles, which count as wrong answers and in no figure."""
    controls = set(map(control_name, DECIDED))
    return [row for row in rows if row["puzzle"] not in controls]


def settled(rows: Iterable[Row]) -> list[Row]:
    """The rows, where a run without an answer is only timed (``TIMED``) if its program never says
    one: a program that answers another puzzle has understood nothing here (``NOTHING``)."""
    rows = list(rows)
    for row in rows:
        check_type("row", row, dict)
    speak = {
        row["configuration"]
        for row in rows
        if row.get("reason") == GAVE_UP or row.get("solutions") or row.get("verdict") in DECIDED
    }
    silent = [
        row.get("reason") == TIMED and not row.get("verdict") and row["configuration"] in speak
        for row in rows
    ]
    return [
        cast(Row, {**row, "reason": NOTHING}) if one else row
        for row, one in zip(rows, silent, strict=True)
    ]


def cells_of(row: Row, stage: str) -> int | None:
    """The number of cells that a stage solved.

    Args:
        row: a row of ``run``.
        stage: the name of the stage, such as ``lines``.

    Returns:
        The number of cells; None if the stage did not run.

    Raises:
        OptionError: the stage is unknown.
        TypeError: ``row`` is not a row, or ``stage`` is not text.

    >>> from nonosat.study import run
    >>> [row] = run({"dot": Puzzle([[1]], [[1]])}, ["fast"])
    >>> cells_of(row, "lines"), cells_of(row, "sat")
    (1, None)
    """
    return cast("int | None", _of_stage(row, "cells_", stage))


def seconds_of(row: Row, stage: str, *, cpu: bool = False) -> float | None:
    """The wall time of a stage, or its processor time.

    Args:
        row: a row of ``run``.
        stage: the name of the stage, such as ``lines``.
        cpu: True for the processor time, which other programs change less.

    Returns:
        Seconds; None if the stage did not run.

    Raises:
        OptionError: the stage is unknown.
        TypeError: ``row`` is not a row, or ``stage`` is not text.

    >>> from nonosat.study import run
    >>> [row] = run({"dot": Puzzle([[1]], [[1]])}, ["fast"])
    >>> seconds_of(row, "lines") < 1, seconds_of(row, "sat")
    (True, None)
    """
    return _of_stage(row, "cpu_seconds_" if cpu else "seconds_", stage)


def _of_stage(row: Row, kind: str, stage: str) -> float | None:
    """The value of a kind of column of a stage."""
    check_type("row", row, dict)
    check_type("stage", stage, str)
    check_choice("stage", stage, STAGES)
    column, values = kind + stage, cast("dict[str, float | None]", row)
    if column not in values:
        raise TypeError(f"row: this is a dict without {column!r}, not a row of run")
    return values[column]


def empty_row(name: str, puzzle: Puzzle, configuration: str) -> Row:
    """A row with the puzzle and the configuration, without a result."""
    empty = {column: "" if kind is str else None for column, kind in COLUMNS.items()}
    row = cast(Row, empty)
    row.update(
        {
            "puzzle": name,
            "sha256": puzzle.sha256(),
            "width": puzzle.width,
            "height": puzzle.height,
            "colors": len(puzzle.palette),
            "configuration": configuration,
            "repeat": 0,
            "solutions": 0,
            "seconds": 0.0,
            "cpu": 0.0,
        }
    )
    return row


def fill(row: Row, report: Report) -> None:
    """Write the result of a report into its row. ``limit`` must be set."""
    verdict = report.verdict.value
    row.update(
        {
            "verdict": verdict,
            "reason": report.reason.value if report.reason else "",
            "solutions": len(report.solutions),
        }
    )
    if report.solutions if row["limit"] == 1 else verdict != "unknown":
        row["finished_by"] = report.stages[-1].name
    columns = cast("dict[str, float | None]", row)
    for stage in report.stages:
        columns[f"cells_{stage.name}"] = stage.cells
        columns[f"seconds_{stage.name}"] = stage.seconds
        columns[f"cpu_seconds_{stage.name}"] = stage.cpu_seconds
        for name in ("variables", "clauses", "conflicts"):
            if name in stage.counts:
                columns[name] = stage.counts[name]
        if stage.build_seconds is not None:
            row["build_seconds"] = stage.build_seconds


def environment() -> dict[str, str]:
    """The facts that a reader needs to judge times: versions, backends, processor, system.

    Print it beside every table of times.

    Returns:
        Texts by subject.

    >>> list(environment())[:2], list(environment())[-3:]
    (['nonosat', 'Python'], ['backends', 'processor', 'system'])
    """
    from nonosat.sat.backends import available

    found = {"nonosat": __version__, "Python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["backends"] = ", ".join(available())
    found["processor"] = f"{processor_name()}, {os.cpu_count()} logical cores"
    found["system"] = f"{platform.system()} {platform.machine()}"
    return found
