# SPDX-License-Identifier: MIT
"""One budget: what the parts of a work spend is never more than the whole may."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import nonosat
from nonosat import Grid, LooseClues, Puzzle
from nonosat.limits import CONFLICTS_PER_UNIT, Cancellation, Limits, Stopped
from nonosat.model.report import Reason


def noise(side: int, seed: int) -> Grid:
    rng = random.Random(seed)
    return Grid([[int(rng.random() < 0.45) for _ in range(side)] for _ in range(side)])


class Meter:
    """Counts what is spent by whoever asks, not by those whom the limits themselves ask."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.units = self._depth = 0
        stop, spend = Limits.stop, Limits.spend
        monkeypatch.setattr(Limits, "stop", lambda limits: self._count(1, stop, limits))
        monkeypatch.setattr(
            Limits,
            "spend",
            lambda limits, conflicts: self._count(
                conflicts // CONFLICTS_PER_UNIT, spend, limits, conflicts
            ),
        )

    def _count(self, units: int, ask: Callable[..., Any], *arguments: object) -> Any:
        self.units += 0 if self._depth else units
        self._depth += 1
        try:
            return ask(*arguments)
        finally:
            self._depth -= 1


def repair(work: int) -> object:
    return nonosat.repair(noise(30, 1), work_limit=work).reason


def repair_for_lines(work: int) -> object:
    return nonosat.repair(noise(20, 2), max_technique="line", work_limit=work).reason


def mend(work: int) -> object:
    puzzle = Puzzle.from_grid(noise(25, 4))
    rows = list(puzzle.rows)
    rows[7] = (*rows[7][:-1], nonosat.Block(rows[7][-1].length + 1))
    return nonosat.mend(LooseClues(rows, puzzle.columns), work_limit=work).reason


@pytest.mark.parametrize(
    ("ask", "work"), [(repair, 500), (repair, 1000), (repair_for_lines, 500), (mend, 500)]
)
def test_a_limit_of_work_holds_for_all_parts_together(
    ask: Callable[[int], object], work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    meter = Meter(monkeypatch)
    assert ask(work) is Reason.WORK
    assert work / 2 < meter.units <= 1.02 * work


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


def test_parts_end_with_their_whole() -> None:
    now, stop = [0.0], Cancellation()
    whole = Limits(time_limit=10, conflict_limit=7, cancel=stop, clock=lambda: now[0])
    now[0] = 2
    part = whole.part(share=0.4)
    assert part.slice(1000) == 7
    now[0] = 4.5
    assert part.stop()
    assert part.reason is Reason.TIME
    assert not whole.stop()
    late = whole.part()
    late.spend(7)
    with pytest.raises(Stopped, match="conflicts"):
        late.slice(10)
    other = whole.part()
    stop.cancel()
    assert other.stop()
    assert other.reason is Reason.CANCELLED
