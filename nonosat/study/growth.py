# SPDX-License-Identifier: MIT
"""How the time for a verdict grows with the side of a puzzle: a table, and the power that fits.

Squares of growing sides are made at random and solved with ``study.run``, smallest first. A run
that a limit ended took longer than is known: it counts as infinitely long. So a median stays exact
as long as fewer than half of the runs were ended, and from there on, as the slowest does with the
first, says no more than "longer than the limit". Leaving such runs out instead would make a preset
look the better the more often it fails. Once a limit ended all runs of a side, larger sides are not
tried: they would cost the limit each time and tell nothing.

A study of one's own: print what ``table`` returns, or draw ``median`` over ``side``.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from nonosat.errors import OptionError
from nonosat.study import Row, random_puzzles, run

__all__ = ["entry", "exponent", "table"]


def table(
    sides: Iterable[int],
    densities: Sequence[float],
    presets: Sequence[str] = ("fast", "sat"),
    count: int = 5,
    *,
    time_limit: float | None = 60.0,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Solve random squares of growing sides; an entry for each density, preset and side.

    Args:
        sides: in cells.
        densities: shares of filled cells, from 0 to 1.
        presets: names of presets.
        count: puzzles for each side and density.
        time_limit: seconds of wall time for each run.
        seed: for ``study.random_puzzles``, and for backends that choose at random.
        progress: called with the number of runs done (or given up), and of all.

    Returns:
        What ``entry`` says, with ``density``, ``preset`` and ``side`` before it. ``runs`` is 0
        where a side was not tried, since a limit ended all runs of the preset at the side below.

    Raises:
        OptionError: a preset does not exist, or ``count`` is not positive.
        NonosatError: whatever ``solve`` raises.

    >>> [(e["side"], e["runs"], e["unknown"]) for e in table([8, 5], [0.5], ["fast"], 2)]
    [(5, 2, 0), (8, 2, 0)]
    """
    if count < 1:
        raise OptionError(f"{count} puzzles: at least one is needed for each side and density")
    sides = sorted(set(sides))
    total = len(densities) * len(presets) * len(sides) * count
    done = 0

    def tell(more: int) -> None:
        if progress is not None:
            progress(done + more, total)

    entries = []
    for density in densities:
        going = list(presets)
        for side in sides:
            puzzles = random_puzzles(side, side, density, count, seed)
            rows = run(
                puzzles, going, time_limit=time_limit, seed=seed, progress=lambda n, _: tell(n)
            )
            done += count * len(presets)
            tell(0)
            for preset in presets:
                found = entry(row for row in rows if row["preset"] == preset)
                entries.append({"density": density, "preset": preset, "side": side, **found})
                if found["quickest"] == math.inf:
                    going.remove(preset)
    order = [*itertools.product(densities, presets)]
    return sorted(entries, key=lambda entry: order.index((entry["density"], entry["preset"])))


def entry(rows: Iterable[Row]) -> dict[str, Any]:
    """Rows of a study in short: how many there are, with which verdicts, and their times.

    Returns:
        ``runs``; ``unique``, ``multiple``, ``unknown``: how many have this verdict; ``quickest``,
        ``median`` and ``slowest``: processor seconds, infinite where a limit ended the run, and
        None without any rows.

    >>> row = {"verdict": "unique", "reason": "", "cpu": 0.5}
    >>> entry([row, row, {"verdict": "unknown", "reason": "time", "cpu": 3.0}])["slowest"]
    inf
    """
    rows = list(rows)
    times = [math.inf if row["reason"] in ("time", "memory") else row["cpu"] for row in rows]
    counts = {
        verdict: sum(row["verdict"] == verdict for row in rows)
        for verdict in ("unique", "multiple", "unknown")
    }
    return {
        "runs": len(rows),
        **counts,
        "quickest": min(times, default=None),
        "median": statistics.median(times) if times else None,
        "slowest": max(times, default=None),
    }


def exponent(sizes: Iterable[float], times: Iterable[float | None]) -> float | None:
    """The power of the size that fits the times best: the slope of a line through the logarithms.

    Times that are None, 0 or infinite, and their sizes, are left out; the answer is None if fewer
    than two sizes are left.

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
