# SPDX-License-Identifier: MIT
"""Summaries of rows: shares of cells, speed-ups, PAR-2 scores, cactus plots, intervals.

A run is *finished* if it reached the goal that was asked for (``finished_by`` is set). All times
are processor seconds. A program that is only timed (``TIMED``) has finished nothing, and no score,
curve or ratio shows it. A puzzle with several equal runs (``repeats``) counts as finished if all of
them are finished, with their median time.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from typing import TypeAlias

from nonosat.errors import OptionError
from nonosat.model.numbers import check_choice
from nonosat.solving.presets import STAGES
from nonosat.study.rows import TIMED, Row, cells_of, settled, without_controls

_Times: TypeAlias = dict[str, dict[str, float | None]]

_Z95 = 1.959963984540054
"""The two-sided 95 % quantile of the normal distribution."""


def shares_of_cells(rows: Iterable[Row]) -> dict[str, float]:
    """The share of all cells that each stage solved, over rows of one configuration.

    Args:
        rows: rows of ``run``.

    Returns:
        Shares from 0 to 1 by stage. The last entry, ``open``, is the share that no stage solved:
        these cells differ between solutions, or are not known to be equal in all solutions.

    >>> from nonosat.model.puzzle import Puzzle
    >>> from nonosat.study import run
    >>> shares = shares_of_cells(run({"L": Puzzle(rows=[[2], [1]], columns=[[2], [1]])}, ["fast"]))
    >>> shares["lines"], shares["open"]
    (1.0, 0.0)
    """
    rows = list(rows)
    size = sum(row["width"] * row["height"] for row in rows)
    shares = {
        stage: sum(cells_of(row, stage) or 0 for row in rows) / max(size, 1) for stage in STAGES
    }
    return {**shares, "open": 1 - sum(shares.values()) if rows else 0.0}


def speed_up(rows: Iterable[Row], configuration: str, baseline: str) -> float | None:
    """The time of the baseline divided by the time of a configuration.

    Args:
        rows: rows of ``run`` with both configurations.
        configuration: the name of the configuration to measure.
        baseline: the name of the configuration to compare it with.

    Returns:
        The ratio of the total processor times over the puzzles that both finished; None if they
        finished no puzzle in common.

    Raises:
        OptionError: there are rows, but none of a configuration.

    >>> a = {"puzzle": "a", "configuration": "fast", "finished_by": "lines", "cpu": 1.0}
    >>> b = {"puzzle": "a", "configuration": "sat", "finished_by": "sat", "cpu": 3.0}
    >>> speed_up([a, b], "fast", baseline="sat")
    3.0
    """
    times = _times(rows)
    for name in (configuration, baseline) if times else ():
        check_choice("configuration", name, times)
    both = [
        (mine, theirs)
        for puzzle, mine in times.get(configuration, {}).items()
        if mine is not None and (theirs := times.get(baseline, {}).get(puzzle)) is not None
    ]
    total = sum(mine for mine, _ in both)
    return sum(theirs for _, theirs in both) / total if total > 0 else None


def par2(rows: Iterable[Row], limit: float | None = None) -> dict[str, float]:
    """The PAR-2 score of each configuration: the mean time, where an unfinished run counts double.

    PAR-2 is the score of the SAT competitions: a run that does not finish counts as twice the time
    limit, even if another limit ended it.

    Args:
        rows: of any configurations.
        limit: the time limit in seconds; None uses the ``time_limit`` of each row.

    Returns:
        Seconds of processor time by configuration; without those that are only timed.

    Raises:
        OptionError: a row did not finish and has no time limit.

    >>> from nonosat.study.rows import Row
    >>> done = {"puzzle": "a", "configuration": "sat", "finished_by": "sat", "cpu": 1.0}
    >>> stopped = {"puzzle": "b", "configuration": "sat", "finished_by": "", "cpu": 10.0}
    >>> par2([done, stopped], limit=10)
    {'sat': 10.5}
    """
    scores: dict[str, list[float]] = {}
    for row in _scored(rows):
        if row["finished_by"]:
            score = row["cpu"]
        else:
            own = row["time_limit"] if limit is None else limit
            if own is None:
                raise OptionError(
                    f"{row['puzzle']}: the run did not finish and has no time limit: give limit="
                )
            score = 2 * own
        scores.setdefault(row["configuration"], []).append(score)
    return {configuration: statistics.fmean(found) for configuration, found in scores.items()}


def cactus(rows: Iterable[Row]) -> dict[str, list[float]]:
    """The data of a cactus plot: for each configuration the times of its finished puzzles, sorted.

    Args:
        rows: rows of ``run``.

    Returns:
        Processor seconds by configuration. Entry ``i`` (from 0): with this time for each puzzle,
        the configuration finishes ``i + 1`` puzzles. Those that are only timed have no entry.

    >>> slow = {"puzzle": "a", "configuration": "sat", "finished_by": "sat", "cpu": 2.0}
    >>> cactus([slow, {**slow, "puzzle": "b", "cpu": 1.0}])
    {'sat': [1.0, 2.0]}
    """
    return {
        configuration: sorted(time for time in found.values() if time is not None)
        for configuration, found in _times(_scored(rows)).items()
    }


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval for a share: where the true share lies, given a sample.

    It stays within 0 and 1 and is right for small samples and for shares of 0 and 1, where the
    usual ``p ± 1.96 sqrt(p (1 - p) / n)`` has no width. Source: E. B. Wilson, J. Am. Stat. Assoc.
    22, 1927.

    Args:
        successes: the number of successes.
        trials: the number of trials.

    Returns:
        The ends of the interval, from 0 to 1.

    Raises:
        OptionError: there is no trial, or the successes are not between 0 and the trials.

    >>> [round(end, 3) for end in wilson_interval(0, 20)]
    [0.0, 0.161]
    """
    if trials < 1 or not 0 <= successes <= trials:
        raise OptionError(
            f"{successes} of {trials}: give at least one trial, and at most as many successes"
        )
    share, square = successes / trials, _Z95 * _Z95
    middle = share + square / (2 * trials)
    spread = _Z95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    # The share itself is always inside; rounding must not put it outside.
    return (
        max(0.0, min(share, (middle - spread) / scale)),
        min(1.0, max(share, (middle + spread) / scale)),
    )


def _scored(rows: Iterable[Row]) -> list[Row]:
    """The rows without control puzzles, and without configurations that are only timed."""
    rows = without_controls(settled(rows))
    timed = {row["configuration"] for row in rows if row.get("reason") == TIMED}
    timed -= {row["configuration"] for row in rows if row["finished_by"]}
    return [row for row in rows if row["configuration"] not in timed]


def _times(rows: Iterable[Row]) -> _Times:
    """The median time by configuration and puzzle; None if a run did not finish."""
    found: dict[str, dict[str, list[float | None]]] = {}
    for row in rows:
        time = row["cpu"] if row["finished_by"] else None
        found.setdefault(row["configuration"], {}).setdefault(row["puzzle"], []).append(time)
    return {
        configuration: {puzzle: _median(times) for puzzle, times in by_puzzle.items()}
        for configuration, by_puzzle in found.items()
    }


def _median(times: Iterable[float | None]) -> float | None:
    known, every = [], list(times)
    known = [time for time in every if time is not None]
    return statistics.median(known) if len(known) == len(every) else None
