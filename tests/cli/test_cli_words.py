# SPDX-License-Identifier: MIT
"""The line of ``check`` in words, and the exit codes of several puzzles."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import study
from nonosat.cli import exits
from nonosat.cli.answers import Answer, verdict_line
from nonosat.cli.input import Source
from nonosat.explain.hinting import LEVELS
from nonosat.limits import Limits
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import GoalStatus, Reason, Report, StageReport, Verdict
from nonosat.words import verdict_words
from tests.support.command_line import Run


def report(**changes: Any) -> Report:
    """A hand-made report."""
    stages = (StageReport("lines", 0, 0.5, 0.5, {"line_solves": 3}),)
    plain = Report(Verdict.UNKNOWN, None, (), Grid("??"), None, None, stages, 0.5)
    return replace(plain, **changes)


def answered(source: Source, found: Report) -> Answer:
    assert isinstance(source.item, Puzzle)
    arguments = {"preset": "default", "stages": None, "backend": None, "encoding": None}
    return Answer(source, source.item, found, arguments, Limits())


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
    found = report(verdict=Verdict.MULTIPLE, clued_cells_unique=constrained)
    line = verdict_line(answered(Source("p.json", 2, puzzle), found))
    assert line == f"p.json#2: multiple; cells in no clued line: 2, {words}"


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 1], 1), ([1, 3, 0], 3), ([3, 5, 1], 5), ([5, 4, 3], 4), ([4, 70], 70)],
)
def test_the_worst_code_counts(codes: list[int], code: int) -> None:
    assert exits.worst(codes) == code


def test_what_the_command_prints_is_what_the_answer_prints(quick_run: Run, tmp_path: Path) -> None:
    """Each answer of the library has sentences; the command adds the name of the file."""

    def said(command: str, *options: str, file: str) -> list[str]:
        words = quick_run(*command.split(), *options, file).out.replace(f"{file}: ", "", 1)
        return words.splitlines()

    def same(printed: list[str], answer: object) -> None:
        assert "\n".join(printed[: len(str(answer).splitlines())]) == str(answer)

    unique, multiple, none = map(nonosat.load, ("unique.non", "multiple.non", "none.non"))
    assert str(nonosat.solve(multiple)).splitlines()[0].split(";")[0] == "multiple"
    assert said("check", file="multiple.non") == ["multiple"]
    for puzzle, file in ((unique, "unique.non"), (multiple, "multiple.non")):
        counted = nonosat.count_solutions(puzzle).lines()
        assert [f"solutions: {line}" for line in said("count", file=file)] == counted[:1]
        walk = nonosat.walkthrough(puzzle)
        printed = quick_run("explain", file).out.splitlines()
        lines = list(walk.lines())
        assert printed[: len(lines)] == [*lines[:-1], f"{file}: {lines[-1]}"]
        assert str(walk) == "\n".join(lines)
        rating = nonosat.rate(puzzle)
        row = quick_run("rate", "--ascii", file).out.splitlines()[-1]
        assert [x.strip() for x in row.split(" | ")][2:] == list(
            rating.columns().values() if rating.note() else [*rating.columns().values()][:-1]
        )
        same(str(rating).splitlines(), "\n".join(rating.lines()))
    same(said("check", "--why", file="none.non")[1:], nonosat.find_contradiction(none))
    for puzzle, file, text in (
        (unique, "unique.non", "###\n?#?"),
        (unique, "unique.non", "#..\n???"),
        (multiple, "multiple.non", "##\n??"),
    ):
        grid = nonosat.Grid(text)
        first, *_ = said("check-grid", "--level", "cell", "--given", text, file=file)
        assert first.removesuffix(", marked:") == nonosat.check_grid(puzzle, grid).lines()[0]
        hint = nonosat.hint(puzzle, given=grid)
        levels = [said("hint", "--given", text, "--level", level, file=file) for level in LEVELS]
        shown = [line for lines in levels for line in lines]
        assert all(line in shown for line in str(hint).splitlines())
    table = study.line_statistics(multiple)
    shown = said("line-statistics", "--ascii", file="multiple.non")
    assert shown[0] == str(table).splitlines()[0]
    cells = [re.findall(r"[^\s|+-]+", line) for line in (shown[1], *shown[3:-1])]
    asked = [line.split() for line in str(table).splitlines()[1:-1]]
    assert [row[:2] for row in cells] == [row[:2] for row in asked]
    path = str(tmp_path / "proof.nonocert")
    nonosat.proof.write_certificate(unique, path)
    same(said("verify-certificate", file=path), nonosat.proof.verify_certificate(path))
