# SPDX-License-Identifier: MIT
"""How the time for a verdict grows with the side of a puzzle: medians, and the power that fits.

``measure`` makes random squares of growing sides and solves them with ``study.run``, smallest
first. The true time of a run that a limit ended is not known, so it counts as infinitely long. A
median then stays exact while fewer than half of the runs were ended; beyond that, it only says
"longer than the limit". The slowest time says so as soon as one run was ended. (Leaving such runs
out would make a preset look better if it fails more often.) When a limit ended all runs of a side,
larger sides are not tried: they would cost the full limit each time and show nothing new.

For a study of your own, print the points of ``measure``, or draw ``median`` over ``side``.

``fit_power`` and ``fit_factor`` fit a power of the size, or a factor for each step of the size,
each with the 95 % interval of least squares by Student's distribution, since points are few.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.model.numbers import whole_number
from nonosat.study.puzzles import random_picture_puzzles
from nonosat.study.rows import Row
from nonosat.study.runs import Configuration, configurations_of, run


@dataclass(frozen=True, slots=True)
class Times:
    """A summary of runs of one kind.

    ``unique``, ``multiple`` and ``unknown`` count verdicts. ``quickest``, ``median`` and
    ``slowest`` are processor seconds: infinite if a limit ended the run, None without any runs.

    >>> times_of([]).median is None
    True
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

    >>> [point] = measure([5], [0.5], ["fast"], 2)
    >>> point.side, point.times.runs
    (5, 2)
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
        seed: for ``study.random_picture_puzzles``, and for backends that choose at random.
        progress: called with the number of runs that are done or given up, and of all runs.

    Returns:
        A point for each density, configuration and side, in this order.

    Raises:
        OptionError: a configuration is unknown, or an option makes no sense.
        NonosatError: any error of ``solve``.

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
                    random_picture_puzzles(side, side, density, count, seed),
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
    """A summary of rows of a study.

    Args:
        rows: the rows of ``study.run``, of one kind.

    Returns:
        Counts of verdicts, and processor seconds.

    >>> from nonosat.model.puzzle import Puzzle
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

    Args:
        sizes: such as sides in cells, above 0.
        times: seconds, one for each size. Times that are None, 0 or infinite are left out.

    Returns:
        The exponent; None if fewer than two different sizes remain.

    >>> round(exponent([10, 20, 40, 80], [1.0, 4.0, 16.0, None]), 6)
    2.0
    """
    pairs = [(math.log(size), math.log(time)) for size, time in _known(sizes, times)]
    if len({size for size, _ in pairs}) < 2:
        return None
    return statistics.linear_regression(*zip(*pairs, strict=True)).slope


class Fit(NamedTuple):
    """The number that fits best, and the ends of its 95 % interval.

    >>> Fit(2.0, 1.8, 2.2).best
    2.0
    """

    best: float
    low: float
    high: float


def fit_power(sizes: Iterable[float], times: Iterable[float | None]) -> Fit | None:
    """``exponent`` with its 95 % interval.

    Args:
        sizes, times: as for ``exponent``.

    Returns:
        The exponent and its interval; None with fewer than three sizes that have a time.

    >>> fit = fit_power([10, 20, 40, 80], [1.0, 4.2, 15.0, 66.0])
    >>> [round(number, 2) for number in fit]
    [2.0, 1.83, 2.17]
    """
    return _slope([(math.log(size), math.log(time)) for size, time in _known(sizes, times)])


def fit_factor(sizes: Iterable[float], times: Iterable[float | None]) -> Fit | None:
    """The factor by which time grows with each step of the size: the base of the best exponential.

    Args:
        sizes, times: as for ``exponent``.

    Returns:
        The factor and its 95 % interval; None with fewer than three sizes that have a time.

    >>> [round(number, 2) for number in fit_factor([1, 2, 3, 4], [1.0, 2.1, 3.8, 8.3])]
    [2.0, 1.8, 2.23]
    """
    slope = _slope([(size, math.log(time)) for size, time in _known(sizes, times)])
    return None if slope is None else Fit(*map(math.exp, slope))


def _known(sizes: Iterable[float], times: Iterable[float | None]) -> Iterable[tuple[float, float]]:
    """The pairs whose time is known."""
    return [(s, t) for s, t in zip(sizes, times, strict=True) if t and math.isfinite(t)]


def _slope(points: Sequence[tuple[float, float]]) -> Fit | None:
    """The slope of the line of least squares, with its 95 % interval."""
    free = len(points) - 2
    if free < 1 or len({x for x, _ in points}) < 3:
        return None
    xs, ys = zip(*points, strict=True)
    slope, start = statistics.linear_regression(xs, ys)
    middle = statistics.fmean(xs)
    errors = sum((y - start - slope * x) ** 2 for x, y in points)
    spread = sum((x - middle) ** 2 for x in xs)
    wide = _student(free) * math.sqrt(errors / free / spread)
    return Fit(slope, slope - wide, slope + wide)


def _student(free: int) -> float:
    """The value that the absolute value of Student's t exceeds with a probability of 5 %."""
    low, high = 0.0, 13.0  # 12.7 for one degree of freedom
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, free) < 0.95 else (low, middle)
    return high


def _within(t: float, free: int) -> float:
    """The probability that Student's variable is between -t and t.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
    """
    angle = math.atan2(t, math.sqrt(free))
    sine, cosine = math.sin(angle), math.cos(angle)
    term, total = (cosine, 0.0) if free % 2 else (1.0, 0.0)
    for k in range(2 + free % 2, free + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    return 2 / math.pi * (angle + sine * total) if free % 2 else sine * total
