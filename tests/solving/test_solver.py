# SPDX-License-Identifier: MIT
"""``solve`` against brute force, and its options, limits and reports."""

from __future__ import annotations

import os
import random
import threading
from collections import defaultdict
from itertools import product
from types import SimpleNamespace

import pytest

from nonosat import UNKNOWN, Cancellation, Grid, Puzzle, Reason, Verdict, load, solve, solve_many
from nonosat.errors import GridError, OptionError
from nonosat.model.palette import Palette
from nonosat.model.report import Event, SolutionFound, StageFinished, StageProgress, StageStarted
from nonosat.sat.backends import BACKENDS
from nonosat.solving import stages
from nonosat.solving.options import checked
from nonosat.solving.presets import STAGES
from nonosat.solving.state import State
from nonosat.types import GoalStatus
from tests.support.brute import (
    agree_with,
    all_solutions,
    hard_puzzle,
    random_given,
    random_puzzle,
    read_clue,
)
from tests.support.clock import Heartbeat
from tests.support.places import CORPUS, FULL

SEARCH = ("lines", "probe", "sat")
"""Stages that leave a hard puzzle to the SAT solver: beliefs would solve it."""


@pytest.mark.parametrize(
    ("preset", "most"),
    [
        ("default", 12),
        ("sat", 9),
        pytest.param("default", 16, marks=pytest.mark.slow),
        pytest.param("sat", 12, marks=pytest.mark.slow),
    ],
)
def test_every_grid_up_to_4x4(preset: str, most: int) -> None:
    """Verdict, solutions and known for the clues of every grid of up to ``most`` cells; the counts
    of OEIS A242876."""
    unique = {}
    for height, width in product(range(1, 5), repeat=2):
        if height * width > most:
            continue  # the random puzzles below cover larger grids in less time
        by_clues = defaultdict(list)
        for bits in range(1 << (height * width)):
            cells = bytes((bits >> i) & 1 for i in range(height * width))
            rows = tuple(cells[r * width : (r + 1) * width] for r in range(height))
            clues = (tuple(map(read_clue, lines)) for lines in (rows, zip(*rows, strict=True)))
            by_clues[tuple(clues)].append(cells)
        ones = 0
        reports = solve_many((Puzzle(*clues) for clues in by_clues), preset=preset)
        for report, pictures in zip(reports, by_clues.values(), strict=True):
            agree_with(report, pictures)
            ones += len(pictures) == 1
        unique[height, width] = ones
    squares = {(1, 1): 2, (2, 2): 14, (3, 3): 384, (4, 4): 52362}
    assert {size: unique[size] for size in squares if size in unique} == {
        size: count for size, count in squares.items() if size[0] * size[1] <= most
    }


def test_random_small_puzzles() -> None:
    """One and two colours, partial, spoiled, with given cells; limits of 1 to 4 solutions."""
    rng = random.Random(20_000)
    verdicts = defaultdict(int)
    for number in range(20_000 if FULL else 2_500):
        puzzle = random_puzzle(rng, 4)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        preset, limit = rng.choice(("default", "fast", "sat")), rng.randint(2, 4)
        solutions = all_solutions(puzzle, given)
        report = solve(puzzle, preset=preset, given=given, limit=limit, seed=number % 3)
        agree_with(report, solutions, limit)
        assert report.clued_cells_unique is _clued_cells_unique(puzzle, given, solutions)
        verdicts[report.verdict] += 1
    assert min(verdicts[v] for v in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)) > 125


def _clued_cells_unique(puzzle: Puzzle, given: Grid | None, solutions: list[bytes]) -> bool | None:
    free = {r * puzzle.width + c for r, c in puzzle.unconstrained()}
    kept = {bytes(v for i, v in enumerate(cells) if i not in free) for cells in solutions}
    return len(kept) == 1 if kept else None


def test_deduction_is_sound_and_grows_with_the_stages() -> None:
    rng = random.Random(5)
    for _ in range(700):
        puzzle = random_puzzle(rng, 5)
        solutions = all_solutions(puzzle)
        before = 0
        for names in (["lines"], ["lines", "implications"], ["lines", "probe"], STAGES):
            report = solve(puzzle, stages=names)
            known = report.known.width * report.known.height - report.known.unknown_count
            if solutions:
                assert known >= before
                for place, value in enumerate(report.known.cells):
                    assert value == UNKNOWN or {c[place] for c in solutions} == {value}
            if report.verdict is Verdict.UNKNOWN:
                assert report.reason is Reason.STAGES
                assert "sat" not in names
            else:
                agree_with(report, solutions)
            before = known


def test_turned_and_mirrored_puzzles_fix_the_same_cells() -> None:
    rng = random.Random(11)
    for _ in range(300):
        side = rng.randint(4, 9)
        cells = [[rng.randint(0, 1) for _ in range(side)] for _ in range(side)]
        boards = {
            "unchanged": cells,
            "transposed": [list(column) for column in zip(*cells, strict=True)],
            "mirrored": [row[::-1] for row in cells],
        }
        known = {}
        for name, rows in boards.items():
            report = solve(Puzzle.from_grid(Grid.from_rows(rows)), preset="logic")
            known[name] = [list(row) for row in report.known]
        assert [list(x) for x in zip(*known["transposed"], strict=True)] == known["unchanged"]
        assert [row[::-1] for row in known["mirrored"]] == known["unchanged"]


def test_a_contradictory_puzzle_is_none_however_it_looks() -> None:
    # Line by line all fits; rows 3/0/3 leave no column with three in a row.
    withheld = Puzzle(rows=[[3], [], [3]], columns=[[3], [3], None])
    assert solve(withheld).verdict is Verdict.NONE
    balanced = Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])
    for preset in ("default", "fast", "sat", "logic"):
        report = solve(balanced, preset=preset)
        assert report.verdict is Verdict.NONE
        assert report.solutions == ()


def test_an_empty_puzzle_is_unique() -> None:
    for preset in ("default", "sat"):
        report = solve(Puzzle(rows=[[]] * 3, columns=[[]] * 4), preset=preset)
        assert report.verdict is Verdict.UNIQUE
        assert str(report.solutions[0]) == "....\n....\n...."


def test_a_cell_in_no_clued_line_makes_it_multiple() -> None:
    puzzle = Puzzle(rows=[[1], None], columns=[[1], None])
    report = solve(puzzle)
    assert report.verdict is Verdict.MULTIPLE
    assert len(report.solutions) == 2
    assert report.clued_cells_unique is False
    unique_part = solve(puzzle, given=Grid("#?\n??"))
    assert unique_part.verdict is Verdict.MULTIPLE
    assert unique_part.clued_cells_unique is True
    assert unique_part.solutions[0].differences(unique_part.solutions[1]) == ((1, 1),)
    assert solve(puzzle, given=Grid("#?\n?#")).verdict is Verdict.UNIQUE
    assert solve(puzzle, limit=1, given=Grid("#?\n??")).verdict is Verdict.MULTIPLE
    everything = solve(Puzzle(rows=[None], columns=[None, None]), limit=9)
    assert len(everything.solutions) == 4
    assert everything.clued_cells_unique is True


def test_wanting_one_solution() -> None:
    swap = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    report = solve(swap, limit=1)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.COUNT)
    assert len(report.solutions) == 1
    assert report.known.unknown_count == 4
    assert solve(Puzzle(rows=[[2]], columns=[[1], [1]]), limit=1).verdict is Verdict.UNIQUE


def test_a_wrong_goal_and_a_title_change_nothing_but_what_is_said_of_the_goal() -> None:
    def said(puzzle: Puzzle, preset: str) -> dict[str, object]:
        found = solve(puzzle, preset=preset).as_dict()
        stages = [{k: v for k, v in x.items() if "seconds" not in k} for x in found.pop("stages")]
        return {k: v for k, v in found.items() if k not in ("seconds", "goal")} | {"run": stages}

    rng = random.Random(5)
    for number in range(60):
        puzzle = random_puzzle(rng, 6)
        wrong = puzzle.grid(bytes(puzzle.height * puzzle.width))
        if not puzzle.faults(wrong):
            continue
        named = puzzle.with_goal(wrong).with_meta(title="all empty", description="no solution")
        preset = ("default", "fast", "sat")[number % 3]
        assert said(named, preset) == said(puzzle, preset)


def test_the_goal_has_no_part_in_the_verdict() -> None:
    swap = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    goals = {
        None: None,
        "#.\n.#": GoalStatus.ONE_OF_SEVERAL,
        ".#\n#.": GoalStatus.ONE_OF_SEVERAL,
        "##\n##": GoalStatus.WRONG,
        "#?\n??": GoalStatus.ONE_OF_SEVERAL,
    }
    for goal, status in goals.items():
        report = solve(swap.with_goal(Grid(goal) if goal else None))
        assert report.verdict is Verdict.MULTIPLE
        assert report.goal is status
    corner = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    for goal, status in {"##\n#.": "only", "##\n.#": "wrong", "?#\n#?": "only"}.items():
        report = solve(corner.with_goal(Grid(goal)))
        assert report.verdict is Verdict.UNIQUE
        assert report.goal is not None
        assert report.goal.value == status
    spoiled = Puzzle(rows=[[3], [], [3]], columns=[[2]] * 3, goal=Grid("###\n...\n###"))
    assert solve(spoiled).goal is GoalStatus.WRONG
    unsettled = solve(swap.with_goal(Grid("#.\n.#")), preset="logic")
    assert unsettled.goal is GoalStatus.UNKNOWN
    other_cells_given = solve(swap.with_goal(Grid("#.\n.#")), given=Grid(".?\n??"))
    assert other_cells_given.verdict is Verdict.UNIQUE
    assert other_cells_given.goal is GoalStatus.WRONG


def test_a_time_limit_ends_in_unknown_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stops until the last stage begins."""
    puzzle = hard_puzzle()
    full = solve(puzzle, preset="logic")
    now = step = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    def begin(event: Event) -> None:
        nonlocal step
        if isinstance(event, StageStarted) and event.stage == "sat":
            step = 1.0

    monkeypatch.setattr("nonosat.limits.time", SimpleNamespace(perf_counter=clock))
    report = solve(puzzle, stages=SEARCH, time_limit=25, progress=begin)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    assert report.known.extends(full.known)
    assert now <= 25 + 10
    at_once = solve(puzzle, time_limit=0)
    assert (at_once.verdict, at_once.reason) == (Verdict.UNKNOWN, Reason.TIME)


def test_a_conflict_limit_counts_all_calls_and_is_reproducible() -> None:
    puzzle = hard_puzzle(40)
    reports = [solve(puzzle, stages=SEARCH, conflict_limit=3000, seed=5) for _ in range(2)]
    for report in reports:
        assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CONFLICTS)
        assert 3000 <= report.stages[-1].counts["conflicts"] < 3200
    first, second = ([(s.name, s.cells, s.counts) for s in r.stages] for r in reports)
    assert first == second
    assert solve(puzzle, stages=SEARCH, conflict_limit=0).reason is Reason.CONFLICTS


def test_cancel_from_another_thread() -> None:
    """When the last stage has begun; the work continues after that."""
    stop, begun = Cancellation(), threading.Event()

    def cancel() -> None:
        begun.wait()
        stop.cancel()

    def begin(event: Event) -> None:
        if isinstance(event, StageStarted) and event.stage == "sat":
            begun.set()
            thread.join()

    thread = threading.Thread(target=cancel)
    thread.start()
    report = solve(hard_puzzle(), stages=SEARCH, cancel=stop, progress=begin)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)


def test_events_agree_with_the_report() -> None:
    events: list[Event] = []
    report = solve(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), progress=events.append)
    started = [event.stage for event in events if isinstance(event, StageStarted)]
    assert started == ["lines", "probe", "search"]
    finished = [event.report for event in events if isinstance(event, StageFinished)]
    assert tuple(finished) == report.stages
    found = [event.grid for event in events if isinstance(event, SolutionFound)]
    assert tuple(found) == report.solutions
    long: list[Event] = []
    cancel = Cancellation()

    def until_conflicts(event: Event) -> None:
        long.append(event)
        if isinstance(event, StageProgress) and event.unit == "conflicts" and event.done > 0:
            cancel.cancel()

    solve(hard_puzzle(), stages=SEARCH, cancel=cancel, progress=until_conflicts)
    ticks = [event for event in long if isinstance(event, StageProgress)]
    assert {tick.stage for tick in ticks} >= {"sat"}
    conflicts = [tick.done for tick in ticks if tick.unit == "conflicts"]
    assert conflicts == sorted(conflicts)
    assert conflicts[-1] > 0


def test_stage_reports_add_up() -> None:
    puzzle = Puzzle.from_grid(Grid("##.#\n#..#\n.##.\n#..#"))
    report = solve(puzzle)
    assert sum(stage.cells for stage in report.stages) == 16 - report.known.unknown_count
    assert report.stages[0].counts["line_solves"] > 0
    assert report.as_dict()["stages"][0]["name"] == "lines"


def test_options_that_do_not_exist_are_named() -> None:
    puzzle = Puzzle(rows=[[1]], columns=[[1]])
    for options, message in (
        ({"preset": "quick"}, "unknown preset 'quick'; choose default"),
        ({"stages": ["lines", "guess"]}, "unknown stage 'guess'; choose lines"),
        ({"stages": ["sat", "lines"]}, "name each once, in the order"),
        ({"stages": ["lines", "lines"]}, "name each once"),
        ({"stages": []}, "no stage is named"),
        ({"stages": "lines"}, "give a list of names"),
        ({"backend": "abacus"}, "unknown backend 'abacus'; choose duo, cadical"),
        ({"encoding": "morse"}, "unknown encoding 'morse'; choose order"),
        ({"preset": ["sat"]}, "unknown preset \\['sat'\\]"),
        ({"backend": 5}, "unknown backend 5"),
        ({"encoding": 5}, "unknown encoding 5"),
        ({"limit": 0}, "limit 0: give a whole number, at least 1"),
        ({"limit": 1.5}, "limit 1.5"),
        ({"portfolio": 1.5}, "portfolio 1.5"),
        ({"portfolio": 0}, "portfolio 0"),
        ({"seed": 1.5}, "seed 1.5"),
        ({"seed": "1"}, "seed '1'"),
        ({"conflict_limit": 1.5}, "conflict limit 1.5"),
        ({"memory_limit": float("nan")}, "memory limit nan"),
        ({"time_limit": float("nan")}, "time limit nan"),
        ({"time_limit": "1"}, "time limit '1'"),
        ({"progress": 1}, "progress 1: give a function"),
        ({"cancel": True}, "cancel True: give a Cancellation"),
        ({"time_limit": -1}, "time limit -1"),
        ({"conflict_limit": -1}, "conflict limit -1"),
        ({"memory_limit": 0}, "memory limit 0"),
    ):
        with pytest.raises(OptionError, match=message):
            solve(puzzle, **options)


def test_numbers_of_any_size_are_accepted() -> None:
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    for options in (
        {"limit": 10**30},
        {"time_limit": 10**400},
        {"portfolio": 10**9},
        {"seed": -(2**99)},
    ):
        assert solve(puzzle, **options).verdict is Verdict.MULTIPLE
    assert checked(portfolio=10**9).values["portfolio"] <= (os.cpu_count() or 1)
    assert checked(seed=2**63).values["seed"] != checked(seed=2**64).values["seed"]


def test_a_puzzle_solves_itself() -> None:
    puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    report = puzzle.solve(limit=1, preset="fast")
    assert report.solutions == solve(puzzle, limit=1, preset="fast").solutions


def test_given_must_belong_to_the_puzzle() -> None:
    puzzle = Puzzle(rows=[[1]], columns=[[1]])
    with pytest.raises(GridError, match="has 2 columns and 1 row"):
        solve(puzzle, given=Grid("#?"))
    palette = Palette.of([("red", "#f00", "r"), ("blue", "#00f", "b")])
    with pytest.raises(GridError, match="letters '#', the puzzle 'rb'"):
        solve(Puzzle([[(1, 2)]], [[(1, 2)]], palette=palette), given=Grid("#"))


def test_a_model_that_no_memory_holds_is_not_built() -> None:
    huge = Puzzle(rows=[[1] * 250] * 20, columns=[[1] * 5] * 1000)
    report = solve(huge, preset="sat")
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)


def test_memory_that_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not count as a bug of nonosat: the cells known before are reported."""

    def refuse(state: State) -> None:
        raise MemoryError

    monkeypatch.setitem(stages.RUN, "probe", refuse)  # type: ignore[arg-type]
    puzzle = hard_puzzle(15)
    report = solve(puzzle, preset="fast")
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    assert report.known == solve(puzzle, stages=["lines"]).known


@pytest.mark.timing
@pytest.mark.corpus
@pytest.mark.parametrize(
    ("preset", "backend", "most"),
    [
        ("fast", None, 0.02),
        ("default", None, 0.02),
        ("cpsat", None, 0.05),
        *(("sat", name, 0.05) for name in BACKENDS),
    ],
)
def test_other_threads_go_on(preset: str, backend: str | None, most: float) -> None:
    """No call holds the GIL for long, on two of the hardest puzzles of the survey."""
    for name in ("meow", "faase"):
        puzzle = load(CORPUS / "survey" / f"survey-{name}.non")
        solve(puzzle, preset=preset, backend=backend, time_limit=0.5)  # imports
        longest: list[float] = []
        while len(longest) < 4 and min(longest, default=1.0) > most:
            with Heartbeat() as heart:
                solve(puzzle, preset=preset, backend=backend, time_limit=2.0)
            longest.append(heart.longest)
        assert min(longest) <= most, (name, longest)
