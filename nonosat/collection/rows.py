# SPDX-License-Identifier: MIT
"""What goes into a collection and what comes out of it, as plain values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from nonosat.collection.content import pack, unpack
from nonosat.model.canonical import read_canonical
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict


def now(after: str | None = None) -> str:
    """The time of the day, UTC; if the clock jumped back, a moment after ``after``.

    >>> now(after="2999-12-31T00:00:00.000000+00:00")
    '2999-12-31T00:00:00.000001+00:00'
    """
    text = datetime.now(UTC).isoformat(timespec="microseconds")
    if after is None or text > after:
        return text
    later = datetime.fromisoformat(after) + timedelta(microseconds=1)
    return later.isoformat(timespec="microseconds")


def question_of(text: str) -> dict[str, Any]:
    """A question, which is stored as a JSON object; limits in it are numbers.

    Raises:
        ValueError: the text is no question.
    """
    question = json.loads(text)
    if not isinstance(question, dict):
        raise ValueError("a question is no JSON object")
    limits = [value for name, value in question.items() if name.endswith("_limit")]
    if not all(limit is None or isinstance(limit, int | float) for limit in limits):
        raise ValueError("a limit of a question is no number")
    return question


def place_name(file: str, number: int | None, member: str | None) -> str:
    """What a place is called: ``FILE``, ``FILE#3`` or ``FILE:MEMBER``."""
    if member:
        return f"{file}:{member}"
    return f"{file}#{number}" if number else file


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that has no result yet under a question.

    ``content``: the canonical text, as it is stored. ``goal``: the cells of its goal picture, or
    None. ``attempts``: how often it was tried in vain.
    """

    id: int
    content: bytes
    goal: bytes | None = None
    attempts: int = 0

    @property
    def text(self) -> str:
        """The canonical text."""
        return unpack(self.content).decode()

    def puzzle(self) -> Puzzle:
        """The puzzle, with its goal."""
        puzzle = read_canonical(self.text)
        return puzzle if self.goal is None else puzzle.with_goal(puzzle.grid(self.goal))


ResultRow: TypeAlias = tuple[tuple[Any, ...], tuple[Any, ...]]
"""A result as it is stored: its columns of the table ``result`` (the puzzle is the first, the
verdict the second), and those of ``detail``."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about the puzzle ``puzzle`` (its number in the collection).

    ``stage``: the stage that decided, or if none did, the last that solved cells. ``stages``: as in
    ``Report.as_dict()``. ``solutions``: the cells of each solution. ``known``: how many cells
    deduction solved. ``rating`` as plain data, with ``effort`` and ``technique`` beside it for
    lists. ``certificate``: as it is written to a file.
    """

    puzzle: int
    verdict: str
    reason: str | None
    goal: str | None
    stage: str | None
    seconds: float
    stages: Sequence[dict[str, Any]]
    solutions: Sequence[bytes] = ()
    cpu: float | None = None
    known: int | None = None
    effort: float | None = None
    technique: str | None = None
    rating: dict[str, Any] | None = None
    certificate: bytes | None = None

    @classmethod
    def of(cls, puzzle: int, report: Report, **more: Any) -> Result:
        """The result that a report is; ``more`` are the fields that a report does not have."""
        known = report.known
        return cls(
            puzzle=puzzle,
            verdict=report.verdict.value,
            reason=report.reason.value if report.reason else None,
            goal=report.goal.value if report.goal else None,
            stage=_deciding_stage(report),
            seconds=report.seconds,
            stages=[stage.as_dict() for stage in report.stages],
            solutions=[grid.cells for grid in report.solutions],
            known=len(known.cells) - known.unknown_count,
            **more,
        )

    def row(self) -> ResultRow:
        """The result as it is stored."""
        return (
            (
                *(self.puzzle, self.verdict, self.reason, self.goal, self.stage, self.seconds),
                *(self.cpu, self.known, self.effort, self.technique),
            ),
            (
                _json(list(self.stages)),
                None if self.rating is None else _json(self.rating),
                pack(b"".join(self.solutions)) if self.solutions else None,
                None if self.certificate is None else pack(self.certificate),
            ),
        )

    def grids(self, puzzle: Puzzle) -> list[Grid]:
        """The solutions as grids of the puzzle."""
        return [puzzle.grid(cells) for cells in self.solutions]


_json = json.JSONEncoder(separators=(",", ":")).encode


def _deciding_stage(report: Report) -> str | None:
    """The last stage, if there is a verdict; else the last that solved cells."""
    if report.verdict is Verdict.UNKNOWN:
        return next((stage.name for stage in report.stages[::-1] if stage.cells), None)
    return report.stages[-1].name if report.stages else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to answer a question about a puzzle.

    ``begun``: the time of the day, as ``now`` gives it. ``seconds``: how long it took, by a clock
    that never jumps. ``end``: ``done``, or ``time`` and ``memory`` (a hard limit ended it),
    ``killed`` (the worker died), ``error``; ``text`` then says more.
    """

    puzzle: int
    begun: str
    seconds: float
    end: str
    text: str | None = None
