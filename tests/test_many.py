# SPDX-License-Identifier: MIT
"""``solve_many`` gives the reports of ``solve``, in order, as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

import pytest

import nonosat
from nonosat import Cancellation, OptionError, Puzzle, Report, solve, solve_many

PUZZLE = Puzzle([[2], [1]], [[2], [1]])
TWO_WAYS = Puzzle([[1], [1]], [[1], [1]])
NO_WAY = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
TEXT = ".#.\n###"
BROKEN = '{"rows": [[3]], "cols": [[1], [1]]}'


def without_times(report: Report) -> Report:
    """The report with all seconds 0."""
    stages = tuple(
        replace(stage, seconds=0.0, build_seconds=None if stage.build_seconds is None else 0.0)
        for stage in report.stages
    )
    return replace(report, seconds=0.0, stages=stages)


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
    with pytest.raises(nonosat.PuzzleError, match="does not fit"):
        next(reports)
    assert list(reports) == []


def test_a_broken_text_is_returned() -> None:
    first, second, third = solve_many([PUZZLE, BROKEN, PUZZLE], errors="return")
    assert isinstance(second, nonosat.PuzzleError)
    assert isinstance(first, Report)
    assert isinstance(third, Report)


def test_options_are_checked_at_once() -> None:
    with pytest.raises(OptionError):
        solve_many([], preset="quick")
    with pytest.raises(OptionError):
        solve_many([], jobs=0)
    with pytest.raises(OptionError):
        solve_many([], format="quick")
    with pytest.raises(OptionError):
        solve_many([], errors="ignore")  # type: ignore[call-overload]


def test_neither_puzzle_nor_text() -> None:
    reports = solve_many([PUZZLE, 3])  # type: ignore[list-item]
    next(reports)
    with pytest.raises(TypeError, match="3 is neither"):
        next(reports)


def test_cancelled() -> None:
    stop = Cancellation()
    reports = solve_many([PUZZLE] * 2, cancel=stop)
    stop.cancel()
    assert [report.reason for report in reports] == [nonosat.Reason.CANCELLED] * 2
