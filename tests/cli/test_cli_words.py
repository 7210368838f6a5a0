# SPDX-License-Identifier: MIT
"""The line of ``check`` in words, and the exit codes of several puzzles."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from nonosat.cli import exits
from nonosat.cli.answers import Answer, Deadline, verdict_line
from nonosat.cli.input import Source
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Reason, Report, StageReport, Verdict
from nonosat.words import verdict_words


def report(**changes: Any) -> Report:
    """A hand-made report."""
    stages = (StageReport("lines", 0, 0.5, {"line_solves": 3}),)
    plain = Report(Verdict.UNKNOWN, None, (), Grid("??"), None, None, stages, 0.5)
    return replace(plain, **changes)


def answered(source: Source, found: Report) -> Answer:
    assert isinstance(source.item, Puzzle)
    arguments = {"preset": "default", "stages": None, "backend": None, "encoding": None}
    return Answer(source, source.item, found, arguments, Deadline(None))


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_its_words(reason: Reason) -> None:
    assert re.fullmatch(r"unknown \([a-z ]+\)", verdict_words(Verdict.UNKNOWN, reason))


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (GoalStatus.ONLY, "p.non: unique"),
        (GoalStatus.WRONG, "p.non: unique; the goal picture is not a solution"),
        (GoalStatus.UNKNOWN, "p.non: unique"),
        (None, "p.non: unique"),
    ],
)
def test_the_goal_in_words(goal: GoalStatus | None, words: str) -> None:
    puzzle = Puzzle([[2]], [[1], [1]])
    answer = answered(Source("p.non", None, puzzle), report(verdict=Verdict.UNIQUE, goal=goal))
    assert verdict_line(answer) == words


@pytest.mark.parametrize(
    ("constrained", "words"),
    [
        (True, "all others are determined"),
        (False, "the others are not determined either"),
        (None, "whether the others are determined is unknown"),
    ],
)
def test_free_cells_in_words(constrained: bool | None, words: str) -> None:
    puzzle = Puzzle([[Block(1)], None], [None, None])
    found = report(verdict=Verdict.MULTIPLE, constrained_unique=constrained)
    line = verdict_line(answered(Source("p.json", 2, puzzle), found))
    assert line == f"p.json#2: multiple; cells in no clued line: 2, {words}"


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 1], 1), ([1, 3, 0], 3), ([3, 5, 1], 5), ([5, 4, 3], 4), ([4, 70], 70)],
)
def test_the_worst_code_counts(codes: list[int], code: int) -> None:
    assert exits.worst(codes) == code
