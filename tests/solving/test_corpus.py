# SPDX-License-Identifier: MIT
"""Real puzzles: verdicts, the exact reach of deduction, tournament puzzles, colours, giants.

The normal run checks each file with the presets fast and default; the slow tests have the files
that need most of the time, and the preset networkx. With NONOSAT_FULL=1 the whole matrix runs:
these presets and sat on every file, with a limit of 60 seconds each.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, Verdict, load, load_all, solve
from tests.support.places import FULL

pytestmark = pytest.mark.corpus

OPEN = {"survey/survey-faase.non", "survey/survey-knotty.non", "survey/survey-meow.non"}
"""Puzzles that no solver of the classic survey finished; they may be UNKNOWN, never wrong."""

LONG = {"survey/survey-faase.non", "survey/webpbn-18297-thing.non"}
"""Puzzles for the slow tests: two thirds of the time of the folder."""

PRESETS = ["default", "graph"]
MORE = [pytest.param("networkx", marks=pytest.mark.slow), *(["sat"] if FULL else [])]


def verdicts(corpus: Path) -> dict[str, str]:
    with open(corpus / "verdicts.tsv", encoding="utf-8") as table:
        return {row["file"]: row["verdict"] for row in csv.DictReader(table, delimiter="\t")}


def puzzles(corpus: Path, folder: str) -> dict[str, Puzzle]:
    files = sorted((corpus / folder).glob("*.non"))
    return {f"{folder}/{file.name}": load(file) for file in files}


def refuted(corpus: Path, files: dict[str, Puzzle], preset: str) -> list[object]:
    """Verdicts that differ from the table."""
    expected = verdicts(corpus)
    wrong: list[object] = []
    for name, puzzle in files.items():
        conflicts = 1000 if name in OPEN and not FULL else None
        seconds = 60 if FULL else None
        report = solve(puzzle, preset=preset, conflict_limit=conflicts, time_limit=seconds)
        open_still = report.verdict is Verdict.UNKNOWN and name in OPEN
        if report.verdict.value != expected[name] and not open_still:
            wrong.append((name, report.verdict, expected[name]))
    return wrong


@pytest.mark.parametrize("preset", [*PRESETS, *MORE])
@pytest.mark.parametrize("folder", ["survey", "hard", "sample"])
def test_verdicts(corpus: Path, folder: str, preset: str) -> None:
    files = puzzles(corpus, folder)
    assert len(files) == {"survey": 31, "hard": 113, "sample": 387}[folder]
    some = {name: puzzle for name, puzzle in files.items() if name not in LONG}
    assert refuted(corpus, some, preset) == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", [*PRESETS, *MORE])
def test_verdicts_that_take_long(corpus: Path, preset: str) -> None:
    assert refuted(corpus, {name: load(corpus / name) for name in LONG}, preset) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_goals_have_no_part_in_verdicts(corpus: Path, preset: str) -> None:
    """No goal, a wrong goal and the true goal: the same verdict, and the true goal comes first."""
    for puzzle in puzzles(corpus, "hard").values():
        false = Grid.from_cells(puzzle.height, puzzle.width, bytes(puzzle.height * puzzle.width))
        goals = (puzzle.goal, None, false)
        true, *others = [solve(puzzle.with_goal(goal), preset=preset) for goal in goals]
        assert true.verdict is others[0].verdict is others[1].verdict
        assert len(true.solutions) == len(others[0].solutions)
        assert others[0].solutions == others[1].solutions
        if true.verdict is not Verdict.NONE and puzzle.goal is not None:
            assert true.solutions[0] == puzzle.goal


@pytest.mark.parametrize(
    ("folder", "side", "count", "by_lines", "by_probing"),
    [("hard", 10_000, 113, 0, 105), ("sample", 62, 380, 342, 372)],
)
def test_the_exact_reach_of_deduction(
    corpus: Path, folder: str, side: int, count: int, by_lines: int, by_probing: int
) -> None:
    """Both closures are exact, so these numbers do not depend on how they are computed."""
    files = puzzles(corpus, folder).values()
    chosen = [puzzle for puzzle in files if max(puzzle.height, puzzle.width) <= side]
    assert len(chosen) == count
    for stages, finished in ((["lines"], by_lines), (["lines", "probe"], by_probing)):
        reports = [solve(puzzle, stages=stages) for puzzle in chosen]
        assert sum(report.verdict is not Verdict.UNKNOWN for report in reports) == finished


@pytest.mark.parametrize("preset", PRESETS)
def test_tournament_puzzles_are_solved(corpus: Path, preset: str) -> None:
    """A solution for each of the first 200; for all 1,000 in the full matrix."""
    all_of_them = list(load_all(corpus / "tournament" / "taai2014.txt"))
    assert len(all_of_them) == 1000
    for puzzle in all_of_them if FULL else all_of_them[:200]:
        report = solve(puzzle, limit=1, preset=preset)
        assert len(report.solutions) == 1
        assert puzzle.faults(report.solutions[0]) == ()


def test_colour_puzzles_are_decided(corpus: Path) -> None:
    files = sorted((corpus / "color").glob("*.xml"))
    assert len(files) == 11
    for file in files:
        puzzle = load(file)
        reports = [solve(puzzle, preset=preset) for preset in ("default", "sat")]
        for report in reports:
            assert report.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE), file.name
            for grid in report.solutions:
                assert puzzle.faults(grid) == ()
        assert reports[0].verdict is reports[1].verdict


def test_giants_are_solved_by_lines_alone(corpus: Path) -> None:
    """With at most 30 line solves per line; more would mean that lines wait in a bad order."""
    files = sorted((corpus / "large").glob("*.non"))
    assert len(files) == 3
    for file in files:
        puzzle = load(file)
        report = solve(puzzle, stages=["lines"])
        assert report.verdict is Verdict.UNIQUE
        line_solves = report.stages[0].counts["line_solves"]
        assert line_solves <= 30 * (puzzle.height + puzzle.width), file.name
