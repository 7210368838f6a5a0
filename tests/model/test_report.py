# SPDX-License-Identifier: MIT
"""A report prints itself, shows itself in notebooks, and documents its fields."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from nonosat import Grid, Puzzle, Report, Verdict, backbone, load, solve, study
from nonosat.model.report import Reason
from nonosat.sat.backends import BACKENDS
from nonosat.solving.options import SolveOptions
from nonosat.solving.presets import PRESETS
from nonosat.types import StageReport
from tests.support.oracle import permutations

SWAP = Puzzle([[1], [1]], [[1], [1]])
NONE = Puzzle([[1, 1], [1], []], [[1], [2], []])


def lines(report: Report) -> list[str]:
    return str(report).splitlines()


def test_a_report_prints_itself_in_three_lines(data: Path) -> None:
    first, second, third = lines(solve(load(data / "penguin.non")))
    assert (first, second) == ("unique", "solved by deduction: 266 of 266 cells")
    assert re.fullmatch(r"lines 28, probe 238: [0-9.]+ s", third)


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (solve(SWAP), "multiple; 2 solutions found"),
        (backbone(SWAP), "multiple; 2 solutions found; 4 ambiguous cells"),
        (solve(SWAP, time_limit=0), "unknown (time limit)"),
        (solve(SWAP.with_goal(Grid("##\n.."))), "multiple; the goal picture is not a solution; "),
        (solve(Puzzle([[2], None], [[1], None])), "multiple; cells in no clued line: 1, all "),
    ],
)
def test_the_first_line_gives_the_verdict(report: Report, expected: str) -> None:
    assert lines(report)[0].startswith(expected)
    assert len(lines(report)) == 3


def test_without_solution_there_is_nothing_solved() -> None:
    first, second = lines(solve(NONE))
    assert first == "none (no solution)"
    assert second.startswith("lines")


def svgs(html: str) -> list[ET.Element]:
    return [ET.fromstring(text) for text in re.findall(r"<svg.*?</svg>", html, re.DOTALL)]


def marks(picture: ET.Element) -> int:
    return sum(element.get("class") == "mark" for element in picture.iter())


def test_the_notebook_shows_verdict_stages_and_two_solutions(data: Path) -> None:
    html = solve(load(data / "two-ways-steam.non").with_goal(None))._repr_html_()
    ET.fromstring(html)  # well-formed
    bar, first, second = svgs(html)
    assert "multiple; 2 solutions found" in html
    assert "hatched, unknown: 4" in "".join(bar.itertext())
    assert marks(first) == marks(second) == 4
    assert html.count("<figcaption>solution ") == 2


def test_the_notebook_shows_what_is_known(data: Path) -> None:
    report = solve(load(data / "penguin.non"), stages=["lines"])
    bar, picture = svgs(report._repr_html_())
    assert "1 lines: 28 · hatched, unknown: 238" in "".join(bar.itertext())
    assert marks(picture) == 0
    bar, picture = svgs(backbone(load(data / "two-ways-steam.non"))._repr_html_())
    assert marks(picture) == 4
    assert svgs(solve(NONE)._repr_html_()) == []


def test_a_large_board_is_not_drawn() -> None:
    puzzle = Puzzle([[250]] * 250, [[250]] * 250)
    assert len(svgs(solve(puzzle)._repr_html_())) == 1  # the bar


def test_a_title_cannot_break_the_page() -> None:
    report = Report(
        Verdict.UNKNOWN, Reason.TIME, (), Grid("??"), None, None,
        (StageReport("<b>&", 1, 0.1, 0.1, {}),), 0.1,
    )  # fmt: skip
    html = report._repr_html_()
    ET.fromstring(html)
    assert "<b>&" not in html


def test_reports_pickle_with_their_question() -> None:
    report = solve(SWAP, given=Grid("#?\n??"))
    again = pickle.loads(pickle.dumps(report))
    assert again == report
    assert (again.puzzle, again.given) == (SWAP, Grid("#?\n??"))
    assert len(repr(report)) < 2000
    assert "puzzle" not in report.as_dict()


def test_every_key_of_counts_is_documented(data: Path) -> None:
    """All presets, on puzzles that reach every stage, and all backends."""
    noise = [load(data / f"noise-{name}.non") for name in ("18x18-1381", "20x20-2744")]
    noise[1] = noise[1].with_goal(None)
    presets: list[SolveOptions] = [
        {"preset": name, "backbone": "sat" in preset.stages} for name, preset in PRESETS.items()
    ]
    backends: list[SolveOptions] = [{"preset": "sat", "backend": name} for name in BACKENDS]
    asked = [(puzzle, chosen) for puzzle in (*noise, SWAP) for chosen in presets]
    asked += [(permutations(4), chosen) for chosen in (*presets, *backends)]
    stages = {
        (stage.name, key)
        for puzzle, chosen in asked
        for stage in solve(puzzle, **chosen).stages
        for key in stage.counts
    }
    counted = solve(study.domino(5), stages=["lines", "weights"]).stages[-1]
    stages |= {(counted.name, key) for key in counted.counts}
    text = StageReport.__doc__ or ""
    entries = dict(re.findall(r"    - (\w+): (.*?)(?=\n    - |\Z)", text, re.DOTALL))
    assert {name for name, _ in stages} == set(entries)
    for name, key in sorted(stages):
        assert f"``{key}``" in entries[name], (name, key)
