# SPDX-License-Identifier: MIT
"""``solve_many`` gives the reports of ``solve``, in order, as they are asked for."""

from __future__ import annotations

import pickle
import random
import signal
import threading
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from functools import cache
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import Any, Unpack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat import Cancellation, Grid, Puzzle, Report, solve, solve_many
from nonosat.core._core import NativeStage, settle
from nonosat.errors import OptionError
from nonosat.types import SolveOptions
from tests.support.brute import random_picture
from tests.support.clock import ends_within
from tests.support.processes import begun

PUZZLE = Puzzle([[2], [1]], [[2], [1]])
TWO_WAYS = Puzzle([[1], [1]], [[1], [1]])
NO_WAY = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
TEXT = ".#.\n###"
BROKEN = '{"rows": [[3]], "cols": [[1], [1]]}'


def random_grid(chosen: random.Random, height: int, width: int, colors: int = 1) -> Grid:
    return random_picture(chosen, height, width, chosen.uniform(0.3, 0.8), colors)


def random_puzzle(chosen: random.Random) -> Puzzle:
    """A small puzzle: solvable or not, with missing clues, printed cells, several colours."""
    height, width, colors = (chosen.randint(1, most) for most in (8, 8, 3))
    grid = random_grid(chosen, height, width, 1 if chosen.random() < 0.5 else colors)
    puzzle = Puzzle.from_grid(grid)
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    goal, printed = (grid if chosen.random() < 0.5 else None), None
    kind = chosen.choice(["sound", "sound", "shuffled", "partial", "printed", "partial printed"])
    if kind == "shuffled":
        chosen.shuffle(rows)
    if "partial" in kind:
        for clues in (rows, columns):
            clues[:] = [None if chosen.random() < 0.4 else clue for clue in clues]
    if "printed" in kind:
        cells = [value if chosen.random() < 0.2 else 255 for value in grid.cells]
        if chosen.random() < 0.3:
            cells[chosen.randrange(len(cells))] = chosen.randint(0, len(grid.letters))
        printed = Grid.from_cells(height, width, bytes(cells), grid.letters)
    return Puzzle(rows, columns, palette=puzzle.palette, goal=goal, printed=printed)


def without_times(report: Report) -> Report:
    """The report with all seconds 0."""
    none = {"seconds": 0.0, "cpu_seconds": 0.0}
    stages = tuple(
        replace(stage, **none, build_seconds=None if stage.build_seconds is None else 0.0)
        for stage in report.stages
    )
    return replace(report, seconds=0.0, stages=stages)


def everything(report: Report) -> tuple[object, ...]:
    """All of a report except times: also the order of its counts, and the question."""
    counts = [list(stage.counts.items()) for stage in report.stages]
    return without_times(report), counts, report.puzzle, report.given


def assert_same(puzzles: list[Puzzle], **options: Unpack[SolveOptions]) -> None:
    """``solve_many`` gives the reports of ``solve``, with one job and with two."""
    one_by_one = [everything(solve(puzzle, **options)) for puzzle in puzzles]
    for jobs in (1, 2):
        reports = solve_many(puzzles, jobs=jobs, **options)
        assert list(map(everything, reports)) == one_by_one


OPTIONS: list[SolveOptions] = [
    {},
    {"preset": "fast"},
    {"preset": "logic"},
    {"preset": "networkx"},
    {"preset": "sat"},
    {"preset": "cpsat", "conflict_limit": 10},
    {"stages": ["lines"]},
    {"stages": ["implications"]},
    {"stages": ["probe", "sat"]},
    {"preset": "fast", "limit": 1},
    {"preset": "fast", "limit": 4},
    {"preset": "fast", "backbone": True},
    {"preset": "fast", "conflict_limit": 0},
    {"preset": "fast", "seed": 5, "time_limit": 1000},
    {"preset": "fast", "time_limit": 0},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_reports_of_solve(options: SolveOptions) -> None:
    chosen = random.Random(str(options))
    number = 5 if options.get("preset") == "cpsat" else 120
    assert_same([random_puzzle(chosen) for _ in range(number)], **options)


@given(seed=st.integers(0), option=st.integers(0, len(OPTIONS) - 1))
@settings(max_examples=40, deadline=None)
def test_the_reports_of_solve_anywhere(seed: int, option: int) -> None:
    options = OPTIONS[option]
    if options.get("preset") not in ("cpsat", "networkx"):
        assert_same([random_puzzle(random.Random(seed))], **options)


@pytest.mark.corpus
def test_the_reports_of_solve_on_real_puzzles(corpus: Path) -> None:
    files = [*sorted((corpus / "sample").glob("*.non"))[::8], *(corpus / "hard").glob("*1.non")]
    assert len(files) >= 49
    assert_same(list(map(nonosat.load, files)), preset="fast", conflict_limit=50)


def test_given_cells() -> None:
    assert_same([TWO_WAYS, PUZZLE, TWO_WAYS], given=nonosat.Grid("#?\n??"))
    reports = solve_many([PUZZLE, Puzzle([[1]], [[1]])], given=nonosat.Grid("#?\n??"))
    assert next(reports).verdict.value == "unique"
    with pytest.raises(nonosat.errors.GridError):
        next(reports)


def test_progress_and_memory_limit_work_as_for_solve() -> None:
    events: list[nonosat.types.Event] = []
    assert_same([TWO_WAYS], memory_limit=1000)
    list(solve_many([PUZZLE] * 2, jobs=2, progress=events.append))
    one: list[nonosat.types.Event] = []
    solve(PUZZLE, progress=one.append)
    assert [type(event) for event in events] == [type(event) for event in one] * 2


def test_reports_are_like_any_other() -> None:
    report = next(solve_many([Puzzle.from_grid("##\n#.")]))
    assert pickle.loads(pickle.dumps(report)) == report
    assert hash(report) == hash(replace(report))
    assert repr(report) == repr(replace(report))
    with pytest.raises(FrozenInstanceError):
        report.seconds = 0.0  # type: ignore[misc]


def test_a_wrong_core_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: object) -> list[object]:
        results: list[object] = []
        for end, seconds, stages, cells, *rest in settle(*arguments):  # type: ignore[arg-type]
            results.append((end, seconds, stages, cells and cells[::-1], *rest))
        return results

    monkeypatch.setattr("nonosat.solving.bulk.settle", wrong)
    with pytest.raises(nonosat.errors.InternalError, match="breaks R1"):
        next(solve_many([PUZZLE]))


def test_threads_end_with_their_iterator() -> None:
    """Closed in the middle of endless work on puzzles without an early end."""
    hard = Puzzle.from_grid(random_grid(random.Random(1), 60, 60)).with_goal(None)
    reports = solve_many(chain([PUZZLE], repeat(hard)), jobs=2, preset="fast")
    assert next(reports).verdict.value == "unique"
    reports.close()  # type: ignore[attr-defined]
    names = {thread.name for thread in threading.enumerate()}
    assert not any(name.startswith("solve_many") for name in names)


def test_palettes_in_turn() -> None:
    """The letters of one puzzle never stand in the report of another."""
    grids = [Grid("ab\nba", "ab"), Grid("##\n#."), Grid("xy\nyx", "xy")] * 50
    for jobs in (1, 2):
        reports = list(solve_many(map(Puzzle.from_grid, grids), jobs=jobs, preset="fast"))
        assert [report.known.letters for report in reports] == [grid.letters for grid in grids]
        assert {report.goal for report in reports if report.verdict is nonosat.Verdict.UNIQUE} == {
            nonosat.types.GoalStatus.ONLY
        }


def test_an_error_of_the_source_comes_at_its_place() -> None:
    def source() -> Iterator[Puzzle]:
        yield from [PUZZLE] * 5
        raise KeyError("source")

    for jobs in (1, 2):
        reports = solve_many(source(), jobs=jobs)
        assert len(list(islice(reports, 5))) == 5
        with pytest.raises(KeyError, match="source"):
            next(reports)


def test_a_slow_source_holds_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk ends when its time is over, even with few items."""
    monkeypatch.setattr("nonosat.solving.many.perf_counter", count().__next__)
    read = []

    def source() -> Iterator[Puzzle]:
        for number in count():
            read.append(number)
            yield PUZZLE

    reports = solve_many(source())
    for number in range(10):
        next(reports)
        assert len(read) == number + 1


def test_in_order() -> None:
    reports = list(solve_many([PUZZLE, TEXT, TWO_WAYS, NO_WAY]))
    expected = [solve(PUZZLE), solve(nonosat.loads(TEXT)), solve(TWO_WAYS), solve(NO_WAY)]
    assert list(map(without_times, reports)) == list(map(without_times, expected))
    assert [report.puzzle for report in reports] == [report.puzzle for report in expected]


def test_lazy() -> None:
    read = []

    def endless() -> Iterator[Puzzle]:
        for number in count():
            read.append(number)
            yield PUZZLE

    reports = solve_many(endless())
    assert not read
    assert len(list(islice(reports, 3))) == 3
    assert len(read) < 1000


def test_a_broken_text_is_raised_at_its_place() -> None:
    reports = solve_many([PUZZLE, BROKEN, PUZZLE])
    assert next(reports).verdict.value == "unique"
    with pytest.raises(nonosat.errors.PuzzleError, match="does not fit"):
        next(reports)
    assert list(reports) == []


def test_a_broken_text_is_returned() -> None:
    first, second, third = solve_many([PUZZLE, BROKEN, PUZZLE], errors="return")
    assert isinstance(second, nonosat.errors.PuzzleError)
    assert isinstance(first, Report)
    assert isinstance(third, Report)


@pytest.mark.parametrize(
    "options",
    [{"preset": "quick"}, {"jobs": 0}, {"format": "quick"}, {"errors": "ignore"}],
    ids=str,
)
def test_options_are_checked_at_once(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        solve_many([], **options)


def test_neither_puzzle_nor_text() -> None:
    reports = solve_many([PUZZLE, 3])  # type: ignore[list-item]
    next(reports)
    with pytest.raises(TypeError, match="3 is not a Puzzle"):
        next(reports)


def test_cancelled() -> None:
    stop = Cancellation()
    reports = solve_many([PUZZLE] * 2, cancel=stop)
    stop.cancel()
    assert [report.reason for report in reports] == [nonosat.Reason.CANCELLED] * 2


@cache
def large() -> Puzzle:
    """A puzzle on which probing alone takes seconds."""
    chosen = random.Random(1)
    cells = bytes(chosen.random() < 0.6 for _ in range(400 * 400))
    return Puzzle(*Grid.from_cells(400, 400, cells).clues())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_time_limit_holds_for_each_puzzle(jobs: int) -> None:
    puzzles = [large(), PUZZLE] * jobs
    reports = list(solve_many(puzzles, jobs=jobs, preset="logic", time_limit=0.3))
    ends = [(report.reason, report.verdict.value) for report in reports]
    assert ends == [(nonosat.Reason.TIME, "unknown"), (None, "unique")] * jobs
    solved = sum(stage.cells for stage in reports[0].stages)
    assert solved == 400 * 400 - reports[0].known.unknown_count


@pytest.mark.timing
def test_a_time_limit_ends_each_puzzle_soon() -> None:
    assert ends_within(3, lambda: list(solve_many([large()] * 2, preset="logic", time_limit=0.3)))


def test_reports_do_not_wait_for_slow_puzzles_behind_them() -> None:
    """A call of the core ends after the puzzle that it works on when its time is over."""
    puzzle = large()
    asked = (puzzle.rows, puzzle.columns, 1, None, None, None)
    assert len(settle([asked] * 9, [NativeStage.LINES, NativeStage.IMPLICATIONS], 2)) < 9


def test_cancelled_at_work() -> None:
    """The core polls while it works; a timer is not a time limit of the puzzle."""
    large()
    for jobs in (1, 2):
        stop = Cancellation()
        threading.Timer(0.2, stop.cancel).start()
        reports = list(solve_many([large()] * 3, jobs=jobs, preset="logic", cancel=stop))
        assert [report.reason for report in reports] == [nonosat.Reason.CANCELLED] * 3


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(jobs: int) -> None:
    """Ctrl-C comes while it works on puzzles that take seconds."""
    program = (
        "import random\n"
        "from nonosat import Grid, Puzzle, solve_many\n"
        "def large(side):\n"
        "    chosen = random.Random(1)\n"
        "    cells = bytes(chosen.random() < 0.6 for _ in range(side * side))\n"
        "    return Puzzle(*Grid.from_cells(side, side, cells).clues())\n"
        f"for report in solve_many([large(20), *[large(400)] * 20], jobs={jobs}, "
        "preset='logic'):\n"
        "    print(report.verdict.value, flush=True)\n"
    )
    child = begun(program)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=300)
    assert "KeyboardInterrupt" in err
    assert child.returncode in (1, 130, -signal.SIGINT)
