# SPDX-License-Identifier: MIT
"""``solve --watch``: which boards it shows, that it fits, and how it leaves the terminal."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import nonosat
from nonosat.cli.output import Screen
from nonosat.cli.watching import Watch, line_frames
from nonosat.draw.text import pinned
from nonosat.limits import Limits
from nonosat.model.clue import UNKNOWN
from tests.support.command_line import Terminal, on_terminal

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


def watched(
    *args: str, cwd: Path, rows: int = 40, columns: int = 80, **extra: str
) -> tuple[str, int]:
    """The output on a terminal, and the exit code."""
    return on_terminal("solve", "--watch", *args, cwd=cwd, rows=rows, columns=columns, **extra)


def last_board(shown: str) -> list[str]:
    """The lines that stay on the screen: those after the last erased line."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.rpartition("\x1b[2K")[2])
    return [line.rstrip() for line in plain.replace(SHOW, "").splitlines()]


def test_the_last_board_stays_and_the_solution_is_not_drawn_twice(folder: Path) -> None:
    shown, code = watched("--watch-delay", "0", "unique.non", cwd=folder, NO_COLOR="1")
    assert code == 0
    assert shown.count(HIDE) == shown.count(SHOW) == 1
    assert "\x1b[38" not in shown
    assert "\x1b[48" not in shown
    assert "unique.non: lines: R1 settles 3 cells; 3 of 6 cells known" in shown
    assert "◆" in shown  # a new cell
    assert last_board(shown) == [
        " │ 1 2 1│",
        "─┼──────┤",
        "3│██████│",
        "1│ ·██ ·│",
        "─┴──────┘",
        "unique.non: 6 of 6 cells known",
        "unique.non: unique",
    ]


def test_two_solutions_and_a_second_puzzle(folder: Path) -> None:
    files = ["multiple.non", "none.non"]
    shown, code = watched("--watch-delay", "0", "--ascii", *files, cwd=folder)
    assert code == 3
    first, second = shown.split("[2] none.non", 1)
    assert "[1] multiple.non: solution 2: 4 cells; 4 of 4 cells known" in first
    assert "multiple.non: multiple" in first
    assert "solution 1 of the 2 found; 4 cells differ, marked:" in first
    assert "none.non: none (no solution)" in second
    assert "has no placement; " in second
    assert "!" in shown  # marks
    assert "\x1b[38;5;" in shown or "\x1b[1;38;5" in shown  # colours


def test_a_board_that_does_not_fit_is_solved_all_the_same(folder: Path) -> None:
    shown, code = watched("unique.non", cwd=folder, rows=5)
    assert code == 0
    assert shown.startswith(
        "nonosat: unique.non: not drawn while it is solved: the board needs 5 columns and 6 lines, "
    )
    assert HIDE not in shown
    assert "unique.non: unique" in shown
    assert "██" in shown
    without_clues, code = watched(
        "--watch-delay", "0", "unique.non", cwd=folder, rows=6, NO_COLOR="1"
    )
    assert HIDE in without_clues
    assert last_board(without_clues)[-5:] == [
        " │ 1 2 1│",
        "─┼──────┤",
        "3│██████│",
        "1│ ·██ ·│",
        "─┴──────┘",
    ]  # then the solution with its clues


def test_ctrl_c_leaves_the_terminal_in_order(folder: Path) -> None:
    shown, code = watched(
        "--watch-delay", "20", "unique.non", cwd=folder, interrupt="0 of 6 cells known"
    )
    assert code == 130
    assert shown.count(HIDE) == shown.count(SHOW) == 1
    assert shown.endswith("nonosat: interrupted\r\n")


def test_a_terminal_without_a_cursor(folder: Path) -> None:
    shown, code = watched("unique.non", cwd=folder, TERM="dumb")
    assert code == 2
    assert "--watch needs a terminal that can move its cursor (TERM)" in shown


@pytest.mark.parametrize("name", ["fox.non", "fruit-bowl.xml", "many-ways-starry-night.non"])
def test_the_boards_of_line_solving(data: Path, name: str) -> None:
    puzzle = nonosat.load(data / name)
    known = nonosat.solve(puzzle, stages=["lines"]).known
    before = puzzle.unknown_grid()
    for frame in line_frames(puzzle, None, Limits()):
        found = re.fullmatch(r"lines: ([RC])(\d+) settles (\d+) cells?", frame.caption)
        assert found is not None
        assert int(found[3]) == len(frame.marks) > 0
        assert all(cell[found[1] == "C"] == int(found[2]) - 1 for cell in frame.marks)
        assert set(before.differences(frame.grid)) == set(frame.marks)
        assert frame.grid.extends(before)
        before = frame.grid
    assert before == known


def test_line_solving_with_given_and_printed_cells() -> None:
    puzzle = nonosat.Puzzle([[2, 1]], [None] * 6, printed="?#????")
    frames = list(line_frames(puzzle, nonosat.Grid("?????#"), Limits()))
    assert [(frame.caption, str(frame.grid)) for frame in frames] == [
        ("lines: R1 settles 2 cells", "?#?..#")
    ]
    wrong = list(line_frames(puzzle, nonosat.Grid("?#?##?"), Limits()))
    assert [frame.caption for frame in wrong] == ["lines: R1 has no placement"]


class Clock:
    """A clock that only ``sleep`` moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def open_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard output of this process a terminal. (pytest resets it after fixtures.)"""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    for name, value in (("COLUMNS", "90"), ("LINES", "60"), ("TERM", "xterm"), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    return stream


def test_line_solving_takes_at_most_ten_seconds_and_events_none(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = open_terminal(monkeypatch)
    puzzle = nonosat.load(data / "moonlit-cat.non")
    clock = Clock()
    with Watch("p", puzzle, None, screen=Screen(), sleep=clock.sleep, clock=clock) as watch:
        begun = clock.now
        report = nonosat.solve(puzzle, progress=watch)
        assert clock.now == begun
    assert 5 < clock.now <= 10.2
    assert watch.shown == report.solutions[0]
    assert f"{len(report.known.cells):,} of {len(report.known.cells):,} cells known" in (
        terminal.getvalue()
    )


def test_what_later_stages_find_is_shown(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = open_terminal(monkeypatch)
    puzzle = nonosat.load(data / "noise-18x18-1381.non")
    clock = Clock()
    with Watch(
        "p", puzzle, None, screen=Screen(), delay=1, sleep=clock.sleep, clock=clock
    ) as watch:
        nonosat.solve(puzzle, progress=watch)
    shown = terminal.getvalue()
    assert re.search(r"p: (implications|probe): \d+ cells; \d+ of 324 cells known", shown)
    assert "p: solution 1: " in shown
    assert watch.shown is not None
    assert UNKNOWN not in watch.shown.cells


def test_pinned_layouts_hold_every_grid(data: Path) -> None:
    for name in ("fox.non", "fruit-bowl.xml"):
        puzzle = nonosat.load(data / name)
        solution = nonosat.solve(puzzle).solutions[0]
        for layout in pinned(puzzle):
            for grid in (puzzle.unknown_grid(), solution):
                lines = layout.draw(grid, [(0, 0)]).splitlines()
                assert len(lines) == layout.lines
                assert max(map(len, lines)) <= layout.columns
