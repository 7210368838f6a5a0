# SPDX-License-Identifier: MIT
"""How the time for a verdict grows with the side of a puzzle: medians, and the power that fits.

``measure`` makes random squares of growing sides and solves them with ``study.run``, smallest
first. A run that a limit ended took longer than is known, so it counts as infinitely long. A median
then stays exact while fewer than half of the runs were ended; beyond that, it only says "longer
than the limit", as the slowest run does from the first ended one on. (To leave such runs out would
make a preset look the better the more often it fails.) When a limit ended all runs of a side, the
larger sides are not tried: they would cost the full limit each time and show nothing new.

For a study of your own, print what ``measure`` returns, or draw ``median`` over ``side``.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from nonosat.numbers import whole_number
from nonosat.study.configurations import Configuration, configurations_of
from nonosat.study.random_pictures import random_puzzles
from nonosat.study.rows import Row
from nonosat.study.runs import run

__all__ = ["Point", "Times", "exponent", "measure", "times_of"]


@dataclass(frozen=True, slots=True)
class Times:
    """The runs of one kind in short.

    ``unique``, ``multiple`` and ``unknown`` count verdicts. ``quickest``, ``median`` and
    ``slowest`` are processor seconds: infinite where a limit ended the run, None without any runs.
    """

    runs: int
    unique: int
    multiple: int
    unknown: int
    quickest: float | None
    median: float | None
    slowest: float | None


@dataclass(frozen=True, slots=True)
class Point:
    """The runs of one configuration on puzzles of one density and one side.

    ``times.runs`` is 0 if the side was not tried, because a limit ended all runs of the
    configuration at a smaller side.
    """

    density: float
    configuration: str
    side: int
    times: Times


def measure(
    sides: Iterable[int],
    densities: Sequence[float],
    configurations: Sequence[str | Configuration] = ("fast", "sat"),
    count: int = 5,
    *,
    time_limit: float | None = 60.0,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Point]:
    """Solve random squares of growing sides.

    Args:
        sides: in cells.
        densities: shares of filled cells, from 0 to 1.
        configurations: as in ``study.run``.
        count: puzzles for each side and density.
        time_limit: seconds of wall time for each run.
        seed: for ``study.random_puzzles``, and for backends that choose at random.
        progress: called with the number of runs that are done or given up, and of all.

    Returns:
        A point for each density, configuration and side, in this order.

    Raises:
        OptionError: a configuration does not exist, or an option makes no sense.
        NonosatError: whatever ``solve`` raises.

    >>> points = measure([8, 5], [0.5], ["fast"], 2)
    >>> [(point.side, point.times.runs, point.times.unknown) for point in points]
    [(5, 2, 0), (8, 2, 0)]
    """
    count = whole_number("count", count, 1)
    chosen = configurations_of(configurations)
    names = [configuration.name for configuration in chosen]
    sides = sorted(set(sides))
    total = len(densities) * len(chosen) * len(sides) * count
    done = 0

    def report(more: int) -> None:
        if progress is not None:
            progress(done + more, total)

    points = []
    for density in densities:
        active = list(chosen)
        for side in sides:
            rows: list[Row] = []
            if active:
                rows = run(
                    random_puzzles(side, side, density, count, seed),
                    active,
                    time_limit=time_limit,
                    seed=seed,
                    progress=lambda more, _: report(more),
                )
            done += count * len(chosen)
            report(0)
            for name in names:
                times = times_of(row for row in rows if row["configuration"] == name)
                points.append(Point(density, name, side, times))
                if times.quickest == math.inf:
                    active = [
                        configuration for configuration in active if configuration.name != name
                    ]
    order = [*itertools.product(densities, names)]
    return sorted(points, key=lambda point: order.index((point.density, point.configuration)))


def times_of(rows: Iterable[Row]) -> Times:
    """The rows of a study in short.

    >>> from nonosat.puzzle import Puzzle
    >>> times = times_of(run({"dot": Puzzle(rows=[[1]], columns=[[1]])}, ["fast", "sat"]))
    >>> times.runs, times.unique
    (2, 2)
    """
    rows = list(rows)
    times = [math.inf if row["reason"] in ("time", "memory") else row["cpu"] for row in rows]
    unique, multiple, unknown = (
        sum(row["verdict"] == verdict for row in rows)
        for verdict in ("unique", "multiple", "unknown")
    )
    return Times(
        runs=len(rows),
        unique=unique,
        multiple=multiple,
        unknown=unknown,
        quickest=min(times, default=None),
        median=statistics.median(times) if times else None,
        slowest=max(times, default=None),
    )


def exponent(sizes: Iterable[float], times: Iterable[float | None]) -> float | None:
    """The power of the size that fits the times best: the slope of a line through the logarithms.

    Times that are None, 0 or infinite are left out, with their sizes; the answer is None if fewer
    than two different sizes remain.

    >>> round(exponent([10, 20, 40, 80], [1.0, 4.0, 16.0, None]), 6)
    2.0
    """
    pairs = [
        (math.log(size), math.log(time))
        for size, time in zip(sizes, times, strict=True)
        if time and math.isfinite(time)
    ]
    if len({size for size, _ in pairs}) < 2:
        return None
    return statistics.linear_regression(*zip(*pairs, strict=True)).slope
