# SPDX-License-Identifier: MIT
"""One budget: the parts of a computation together never spend more than its limit.

Each public function that has a limit is asked for more than the limit allows, and its spending is
counted: seconds by a clock that advances by one at each reading, so that a busy machine changes
nothing; work and conflicts at the outermost call, not at calls that the limits themselves make.
"""

from __future__ import annotations

import contextlib
import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import Grid, Puzzle
from nonosat.limits import CONFLICTS_PER_UNIT, Cancellation, Limits, Stopped
from nonosat.make.corrections.search import correct_clues
from nonosat.model.report import Reason
from nonosat.types import LooseClues
from tests.support import public_calls

Ask = Callable[..., object]


def noise(side: int, seed: int) -> Grid:
    rng = random.Random(seed)
    return Grid([[int(rng.random() < 0.45) for _ in range(side)] for _ in range(side)])


PICTURE = Puzzle.from_grid(noise(30, 1))
PUZZLE = PICTURE.with_goal(None)
NOTHING = Grid.unknown(30, 30)


def mistyped() -> LooseClues:
    puzzle = Puzzle.from_grid(noise(25, 4))
    rows = list(puzzle.rows)
    rows[7] = (*rows[7][:-1], nonosat.Block(rows[7][-1].length + 1))
    return LooseClues(rows, puzzle.columns)


def most_probable_clues(**limits: Any) -> object:
    """Each clue has two readings: its own, and one of another picture, a little more probable."""
    one, other = (Puzzle.from_grid(noise(25, seed)) for seed in (4, 5))
    rows, columns = (
        [[(clue, 0.4), (wrong, 0.6)] for clue, wrong in zip(*clues, strict=True)]
        for clues in ((one.rows, other.rows[1:] + other.rows[:1]), (one.columns, other.columns))
    )
    return nonosat.photo.most_probable_clues(rows, columns, **limits)


def puzzles_like_image(**limits: Any) -> object:
    from PIL import Image

    picture = Image.effect_mandelbrot((120, 120), (-2, -1.5, 1, 1.5), 60)
    return nonosat.make.puzzles_like_image(picture, size=40, **limits)


def puzzle_from_image(**limits: Any) -> object:
    from PIL import Image

    with contextlib.suppress(nonosat.errors.LimitError):  # there is no half of its answer
        return nonosat.make.puzzle_from_image(Image.effect_noise((90, 90), 60), **limits)
    return None


def write_certificate(**limits: Any) -> object:
    return nonosat.proof.write_certificate(PUZZLE, "budget.cert", **limits)


ASK: dict[str, Ask] = {
    "backbone": lambda **limits: nonosat.backbone(PUZZLE, **limits),
    "write_certificate": write_certificate,
    "check_grid": lambda **limits: nonosat.check_grid(PUZZLE, NOTHING, **limits),
    "count_solutions": lambda **limits: nonosat.count_solutions(PUZZLE, **limits),
    "explain_cell": lambda **limits: nonosat.explain_cell(PUZZLE, (3, 3), **limits),
    "puzzle_from_image": puzzle_from_image,
    "puzzles_like_image": puzzles_like_image,
    "reveal_cells": lambda **limits: nonosat.make.reveal_cells(PICTURE, **limits),
    "hint": lambda **limits: nonosat.hint(PUZZLE, given=NOTHING, **limits),
    "implication_graph": lambda **limits: nonosat.study.implication_graph(PUZZLE, **limits),
    "line_statistics": lambda **limits: nonosat.study.line_statistics(PUZZLE, **limits),
    "random_puzzles": lambda **limits: list(
        nonosat.make.random_puzzles(nonosat.make.Requirements(30), count=5, **limits)
    ),
    "correct_clues": lambda **limits: correct_clues(mistyped(), **limits),
    "most_probable_clues": most_probable_clues,
    "rate": lambda **limits: nonosat.rate(PUZZLE, **limits),
    "puzzle_ladder": lambda **limits: list(
        nonosat.make.puzzle_ladder(nonosat.make.Requirements(10), 3, 8, count=3, **limits)
    ),
    "read_picture": lambda **limits: nonosat.photo.read_picture(
        nonosat.draw.png(Puzzle.from_grid(noise(12, 1)), cell_size=16), **limits
    ),
    "repair_picture": lambda **limits: nonosat.make.repair_picture(PICTURE, **limits),
    "iter_solutions": lambda **limits: list(nonosat.iter_solutions(PUZZLE, **limits)),
    "solve": lambda **limits: nonosat.solve(PUZZLE, limit=10**6, **limits),
    "solve_many": lambda **limits: list(nonosat.solve_many([PUZZLE], limit=10**6, **limits)),
    "walkthrough": lambda **limits: list(nonosat.walkthrough(PUZZLE, **limits)),
    "find_contradiction": lambda **limits: nonosat.find_contradiction(PUZZLE, **limits),
}


def with_limit(name: str) -> set[str]:
    """The public functions that have a limit of that name."""
    found = set()
    research = ("implication_graph", "line_statistics")
    offered = public_calls.functions() | {name: getattr(nonosat.study, name) for name in research}
    for public, value in offered.items():
        parameters = inspect.signature(value).parameters
        keywords = [p for p in parameters.values() if p.kind is p.VAR_KEYWORD]
        if name in parameters or (keywords and name in nonosat.types.SearchOptions.__annotations__):
            found.add(public)
    return found


def spent(ask: Ask, **limits: Any) -> None:
    ask(**limits)  # an answer: no limit raises an error


@pytest.mark.parametrize("name", sorted(with_limit("time_limit") - {"verify_certificate"}))
def test_a_limit_of_time_holds(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ticks: Iterator[int]
) -> None:
    monkeypatch.chdir(tmp_path)
    seconds = 50 if name == "read_picture" else 150
    spent(ASK[name], time_limit=seconds)
    assert next(ticks) <= 1.02 * seconds + 10  # at the end: how long each stage took


class Meter:
    """Counts spending at the outermost call, not at calls that the limits themselves make."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.units = self.conflicts = self._depth = 0
        stop, spend = Limits.stop, Limits.spend

        def counted_stop(limits: Limits, units: int = 1) -> Any:
            return self._count(units, 0, stop, limits, units)

        def counted_spend(limits: Limits, conflicts: int) -> Any:
            return self._count(0, conflicts, spend, limits, conflicts)

        monkeypatch.setattr(Limits, "stop", counted_stop)
        monkeypatch.setattr(Limits, "spend", counted_spend)

    def _count(self, units: int, conflicts: int, ask: Callable[..., Any], *arguments: Any) -> Any:
        if not self._depth:
            self.units += units + conflicts // CONFLICTS_PER_UNIT
            self.conflicts += conflicts
        self._depth += 1
        try:
            return ask(*arguments)
        finally:
            self._depth -= 1


WORK: dict[str, tuple[Ask, ...]] = {
    "repair_picture": (
        lambda **limits: nonosat.make.repair_picture(PICTURE, **limits),
        lambda **limits: nonosat.make.repair_picture(noise(20, 2), max_technique="line", **limits),
    ),
    "correct_clues": (ASK["correct_clues"],),
    "most_probable_clues": (ASK["most_probable_clues"],),
}


def test_every_limit_of_work_is_measured() -> None:
    assert WORK.keys() == with_limit("work_limit")


@pytest.mark.parametrize("work", [300, 500])
@pytest.mark.parametrize("ask", [ask for asks in WORK.values() for ask in asks])
def test_a_limit_of_work_holds_for_all_parts_together(
    ask: Callable[..., Any], work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    meter = Meter(monkeypatch)
    assert ask(work_limit=work).reason is Reason.WORK
    assert work / 2 < meter.units <= 1.02 * work + 1


def test_each_way_to_a_repair_leaves_work_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Meter(monkeypatch)
    spans = []

    def greedy(*arguments: Any) -> Iterator[bytes]:
        limits = next(one for one in arguments if isinstance(one, Limits))
        begun = meter.units
        try:
            while True:
                limits.check()
        finally:
            spans.append((begun, meter.units))
        yield b""

    monkeypatch.setattr("nonosat.make.repair.search.quick_changes", greedy)
    assert nonosat.make.repair_picture(PICTURE, work_limit=1000).reason is Reason.WORK
    proof, last = spans[-2:]
    assert proof == (pytest.approx(600, abs=10), pytest.approx(750, abs=10))
    assert last == (pytest.approx(750, abs=10), pytest.approx(880, abs=10))


@pytest.mark.parametrize("name", sorted(with_limit("conflict_limit") - {"solve_many"}))
@pytest.mark.parametrize("conflicts", [50, 400])
def test_a_limit_of_conflicts_holds(
    name: str, conflicts: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    meter = Meter(monkeypatch)
    spent(ASK[name], conflict_limit=conflicts, preset="sat")
    assert conflicts / 2 < meter.conflicts <= 1.02 * conflicts + 1


def test_parts_take_from_their_whole() -> None:
    whole = Limits(work_limit=100)
    for _ in range(30):
        whole.check()
    half, few = whole.part(share=0.5), whole.part(work=5)
    assert [half.stop() for _ in range(21)] == [False] * 20 + [True]
    assert [few.stop() for _ in range(6)] == [False] * 5 + [True]
    assert half.reason is few.reason is Reason.WORK
    assert whole.reason is None
    inner = whole.part().part()
    inner.spend(30 * CONFLICTS_PER_UNIT)
    assert inner.slice(1000) == 13 * CONFLICTS_PER_UNIT  # 57 and 30 are used, one is asked with
    inner.spend(12 * CONFLICTS_PER_UNIT)
    with pytest.raises(Stopped):
        whole.check()


def test_parts_have_conflicts_of_their_own() -> None:
    whole = Limits(conflict_limit=100)
    part = whole.part(conflicts=30)
    assert part.slice(1000) == 30
    part.spend(30)
    with pytest.raises(Stopped, match="conflicts"):
        part.slice(1000)
    assert whole.slice(1000) == 70
    assert whole.part(conflicts=80).slice(1000) == 70


def test_who_waits_asks_without_work() -> None:
    stop = Cancellation()
    whole = Limits(work_limit=1, cancel=stop)
    part = whole.part()
    assert not any(part.stop(0) for _ in range(10))
    assert not part.stop()
    stop.cancel()
    assert part.stop(0)


def test_parts_end_with_their_whole() -> None:
    now, stop = [0.0], Cancellation()
    whole = Limits(time_limit=10, conflict_limit=7, cancel=stop, clock=lambda: now[0])
    now[0] = 2
    part = whole.part(share=0.4)
    assert part.slice(1000) == 7
    assert (whole.passed, whole.left, part.left) == (2, 8, 2)
    now[0] = 4.5
    assert part.stop()
    assert part.reason is Reason.TIME
    assert part.left == 0
    assert not whole.stop()
    late = whole.part()
    late.spend(7)
    with pytest.raises(Stopped, match="conflicts"):
        late.slice(10)
    other = whole.part()
    stop.cancel()
    assert other.stop()
    assert other.reason is Reason.CANCELLED


def test_a_limit_of_time_may_grow_with_the_work() -> None:
    now = [0.0]
    limits = Limits(time_limit=10, clock=lambda: now[0])
    limits.extend(5)
    now[0] = 14
    assert (limits.left, limits.ended()) == (1, None)
    now[0] = 15
    assert limits.ended() is Reason.TIME
    endless = Limits()
    endless.extend(5)
    assert endless.left is None
