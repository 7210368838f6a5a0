# SPDX-License-Identifier: MIT
"""How time grows: the points, also with runs that a limit ended."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

from nonosat import Puzzle, study
from nonosat.errors import OptionError
from nonosat.study import growth


def row(configuration: str, verdict: str, cpu: float, reason: str = "") -> study.Row:
    some = {"configuration": configuration, "verdict": verdict, "cpu": cpu, "reason": reason}
    return cast(study.Row, some)


def test_the_points_count_what_a_study_finds() -> None:
    done: list[tuple[int, int]] = []
    points = growth.measure(
        [9, 6, 9], [0.7, 0.4], ["sat", "fast"], 2, seed=3, progress=lambda a, b: done.append((a, b))
    )
    assert [(p.density, p.configuration, p.side) for p in points] == [
        (density, preset, side)
        for density in (0.7, 0.4)
        for preset in ("sat", "fast")
        for side in (6, 9)
    ]
    assert done[-1] == (16, 16)
    assert [a for a, _ in done] == sorted(a for a, _ in done)
    puzzles = {
        (side, density): study.random_picture_puzzles(side, side, density, 2, seed=3)
        for side in (6, 9)
        for density in (0.7, 0.4)
    }
    rows = study.run([p for some in puzzles.values() for p in some.items()], ["sat", "fast"])
    for p in points:
        verdicts = [
            r["verdict"]
            for r in rows
            if r["puzzle"] in puzzles[p.side, p.density] and r["configuration"] == p.configuration
        ]
        assert p.times.runs == len(verdicts) == 2
        for verdict in ("unique", "multiple", "unknown"):
            assert getattr(p.times, verdict) == verdicts.count(verdict)
        assert 0 < p.times.quickest <= p.times.median <= p.times.slowest < math.inf


def test_what_a_limit_ended_is_longer_than_all_others() -> None:
    rows = [row("sat", "unique", 0.5), row("sat", "multiple", 1.5)]
    cut = row("sat", "unknown", 0.1, "time")  # a busy machine: little processor time in the limit
    one = growth.times_of([*rows, cut])
    assert (one.median, one.slowest, one.unknown) == (1.5, math.inf, 1)
    two = growth.times_of([*rows, cut, cut])
    assert (two.quickest, two.median, two.slowest) == (0.5, math.inf, math.inf)
    stuck = growth.times_of([row("logic", "unknown", 0.2, "stages")])  # it ended by itself
    assert (stuck.slowest, stuck.unknown) == (0.2, 1)
    assert growth.times_of([]).median is None


def test_a_preset_that_fails_on_a_whole_side_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def run(
        puzzles: Mapping[str, Puzzle],
        configurations: Sequence[study.Configuration],
        *,
        progress: Callable[[int, int], None],
        **_: Any,
    ) -> list[study.Row]:
        presets = [configuration.name for configuration in configurations]
        side = next(iter(puzzles.values())).width
        asked.append((side, tuple(presets)))
        rows = []
        for number in range(len(puzzles)):
            for preset in presets:
                late = preset == "sat" and (side > 4 or number > 0)
                rows.append(row(preset, "unknown", 9.0, "time") if late else row(preset, "none", 1))
                progress(len(rows), len(puzzles) * len(presets))
        return rows

    monkeypatch.setattr(growth, "run", run)
    done: list[int] = []
    points = growth.measure(
        [4, 5, 6], [0.3, 0.6], ["fast", "sat"], 2, progress=lambda n, total: done.append(n)
    )
    assert asked == [(4, ("fast", "sat")), (5, ("fast", "sat")), (6, ("fast",))] * 2
    assert [p.times.runs for p in points if p.configuration == "sat"] == [2, 2, 0] * 2
    assert points[-1].times.median is None
    assert done[-1] == 24


def test_the_exponent_is_that_of_the_power() -> None:
    sizes = [10, 15, 40, 100]
    assert growth.exponent(sizes, [3e-6 * n**2.5 for n in sizes]) == pytest.approx(2.5)
    known = [10.0, 15.0, math.inf, None]
    assert growth.exponent(sizes, known) == pytest.approx(1.0)
    assert growth.exponent(sizes[1:], known[1:]) is None


@pytest.mark.parametrize("wrong", [{"count": 0}, {"configurations": ["quick"]}, {"seed": 0.5}])
def test_mistakes_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=r"count 0|unknown preset 'quick'|seed 0\.5"):
        growth.measure([5], [0.5], **wrong)
    with pytest.raises(OptionError, match="density nan"):
        growth.measure([5], [math.nan])


def test_the_interval_of_a_fit_holds_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(8)
    sizes, inside = range(3, 9), 0
    for _ in range(400):
        times = [2.0**n * math.exp(rng.gauss(0, 0.3)) for n in sizes]
        fit = growth.fit_factor(sizes, times)
        assert fit is not None
        assert fit.low <= fit.best <= fit.high
        inside += fit.low <= 2 <= fit.high
    assert 366 <= inside <= 394  # 380 of 400 are expected


def test_a_fit_leaves_out_what_is_not_known_and_needs_three_sizes() -> None:
    known = growth.fit_power([1, 2, 4, 8], [3, 6, 12, 24])
    assert known is not None
    assert growth.fit_power([1, 2, 4, 8, 16, 32], [3, 6, 12, 24, None, math.inf]) == known
    assert [round(number, 9) for number in known] == [1, 1, 1]
    assert growth.fit_power([1, 2, 4], [3, 6, math.inf]) is None
    assert growth.fit_factor([1, 2, 2], [3, 6, 6.5]) is None
