# SPDX-License-Identifier: MIT
"""The tables of ``nonosat bench``: per contestant, or per puzzle over orientations and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from nonosat.cli.output import Screen, lines
from nonosat.words import times_words

if TYPE_CHECKING:
    from nonosat.study import Row


_STEADY = 5
"""A puzzle whose worst time is at most this multiple of the median counts as steady."""


def contestants_table(
    rows: Sequence[Row], contestants: Sequence[str], yardstick: str, want: int, screen: Screen
) -> str:
    """Per contestant: how many it finished, its times, and how it compares."""
    from nonosat.study import speed_up

    measured = ("median ms", "mean ms", "slowest s", "total cpu s", f"x {yardstick}")
    heads = ("preset", "solved", "unknown", *measured, "finished by")
    table = []
    for name in contestants:
        mine = [row for row in rows if row["configuration"] == name]
        if not mine:
            continue
        times = [row["cpu"] for row in mine]
        solved = sum(bool(row["finished_by"]) for row in mine)
        stages: dict[str, int] = {}
        for row in mine:
            if row["finished_by"]:
                stages[row["finished_by"]] = stages.get(row["finished_by"], 0) + 1
        ratio = speed_up(rows, name, yardstick)
        table.append(
            (
                name,
                str(solved),
                str(len(mine) - solved),
                f"{median(times) * 1000:.2f}",
                f"{sum(times) / len(times) * 1000:.2f}",
                f"{max(times):.2f}",
                f"{sum(times):.2f}",
                "-" if ratio is None else f"{ratio:.2f}",
                ", ".join(f"{stage} {count}" for stage, count in stages.items()),
            )
        )
    drawn = screen.table(heads, table, left=("preset", "finished by"))
    return lines([drawn, times_words(want, yardstick)])


def steadiness_table(rows: Sequence[Row], screen: Screen) -> str:
    """Per puzzle and contestant: the median and the worst time over orientations and seeds."""
    from nonosat.study import steadiness

    steady = steadiness(rows)
    heads = ("puzzle", "preset", "runs", "unknown", "median s", "worst s", "ratio", "worst at")
    table = [
        (
            one.puzzle,
            one.configuration,
            str(one.runs),
            str(one.runs - one.finished),
            f"{one.median:.3f}",
            f"{one.worst:.3f}",
            f"{one.ratio:.1f}",
            f"{one.worst_at[0]}, seed {one.worst_at[1]}",
        )
        for one in sorted(steady, key=lambda one: (one.puzzle, one.configuration))
    ]
    drawn = screen.table(heads, table, left=("puzzle", "preset", "worst at"))
    within = sum(one.ratio <= _STEADY and one.finished == one.runs for one in steady)
    words = (
        f"processor seconds; finished, with a worst time of at most {_STEADY} medians: "
        f"{within} of {len(steady)}"
    )
    return lines([drawn, words])
