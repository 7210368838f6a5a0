# SPDX-License-Identifier: MIT
"""``puzzle_ladder``: equal steps, numbers as titles, missed rungs, limits, wrong options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from nonosat import Cancellation, Verdict, rate, solve
from nonosat.errors import OptionError
from nonosat.make import RandomPuzzles, Requirements, puzzle_ladder
from nonosat.make.random.search import rung_bounds
from nonosat.model.report import Reason
from nonosat.workers import system


def ladder(side: int, least: Any, most: Any, **options: Any) -> RandomPuzzles:
    return puzzle_ladder(Requirements(side), least, most, **options)


def test_a_ladder_climbs_in_equal_steps() -> None:
    rungs = ladder(8, 3, 8, count=6, seed=1)
    made = list(rungs)
    assert [one.puzzle.title for one in made] == ["1", "2", "3", "4", "5", "6"]
    assert [one.rung for one in made] == [1, 2, 3, 4, 5, 6]
    for rung, one in zip((3, 4, 5, 6, 7, 8), made, strict=True):
        assert abs(one.difficulty - rung) <= 0.25
        assert one.difficulty == rate(one.puzzle, steps=False).difficulty
        assert solve(one.puzzle).verdict is Verdict.UNIQUE
        assert one.puzzle.goal is not None
    assert (rungs.count, rungs.made, rungs.reason, rungs.missed) == (6, 6, None, {})
    assert sum(one.tries for one in made) == rungs.tries
    assert str(made[1]).splitlines()[2].startswith("rung 2; seed 1, number ")


def test_the_rungs_of_a_ladder_do_not_touch() -> None:
    assert rung_bounds((3.0, 9.0), 2, 2) == (8.75, 9.25)
    assert rung_bounds((0.0, 1.0), 2, 1) == (0.0, 0.25)
    fine = [rung_bounds((5.0, 6.0), 11, rung) for rung in range(1, 12)]
    assert fine[0] == (4.975, 5.025)
    assert all(after[0] - before[1] >= 0.049 for before, after in pairwise(fine))


def test_a_seed_gives_the_same_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "cores", lambda: 2)
    first = list(ladder(8, 4, 6, count=2, seed=5))
    assert list(ladder(8, 4, 6, count=2, seed=5, jobs=2)) == first
    assert next(ladder(8, 4, 6, count=2, seed=6)).puzzle != first[0].puzzle


def test_a_ladder_keeps_the_other_requirements() -> None:
    wanted = Requirements(9, 8, density=0.5, symmetry="left-right", style="smooth", colors=2)
    for one in puzzle_ladder(wanted, 4, 6, count=2):
        assert (one.puzzle.width, one.puzzle.height, len(one.puzzle.palette)) == (9, 8, 2)
        assert one.puzzle.goal is not None
        cells = one.puzzle.goal.text_rows()
        assert cells == [row[::-1] for row in cells]


def test_a_missed_rung_is_named_and_the_others_are_made() -> None:
    looked: list[int] = []
    needs = Requirements(5, density=0.6, max_technique="overlap")  # never hard at this size
    rungs = puzzle_ladder(needs, 1, 13, count=3, attempt_limit=5, progress=looked.append)
    assert [one.rung for one in rungs] == [1]
    assert rungs.reason is Reason.WORK
    assert list(rungs.missed) == [2, 3]
    assert rungs.missed[2].startswith(
        "no puzzle of difficulty 6.75 to 7.25 in 5 attempts; the nearest miss: its difficulty is "
    )
    assert rungs.lines()[0] == f"1 of 3 puzzles made; {rungs.tries:,} pictures tried"
    assert rungs.lines()[2] == f"rung 3: {rungs.missed[3]}"
    assert rungs.as_dict()["missed"] == {"2": rungs.missed[2], "3": rungs.missed[3]}
    assert rungs.nearest is not None
    assert looked == sorted(looked)
    assert looked[-1] == rungs.tries


def test_a_rung_above_a_missed_one_is_made() -> None:
    rungs = ladder(4, 0.4, 3.4, count=2, attempt_limit=3)  # no difficulty is between 0 and 1
    assert [(one.rung, one.puzzle.title) for one in rungs] == [(2, "2")]
    assert list(rungs.missed) == [1]
    assert rungs.reason is Reason.WORK


def test_a_limit_ends_a_ladder_and_names_what_was_not_tried() -> None:
    cancel = Cancellation()
    rungs = ladder(8, 3, 6, count=4, cancel=cancel)
    assert next(rungs).rung == 1
    cancel.cancel()
    assert list(rungs) == []
    assert rungs.reason is Reason.CANCELLED
    assert list(rungs.missed) == [2, 3, 4]
    assert rungs.missed[4] == "no puzzle of difficulty 5.75 to 6.25: it was not tried"
    assert "ended early (cancelled)" in rungs.lines()[0]
    assert len(rungs.lines()) == 4


BAD_LADDERS: list[tuple[dict[str, Any], str]] = [
    ({"least": 8, "most": 3}, "ladder 8 to 3: .* the smaller one first"),
    ({"least": 3, "most": 3}, "ladder 3 to 3"),
    ({"least": -1}, "ladder -1 to 8"),
    ({"least": "x"}, "ladder 'x' to 8"),
    ({"most": float("inf")}, "ladder 3 to inf"),
    ({"most": float("nan")}, "ladder 3 to nan"),
    ({"count": 1}, "count 1: a ladder has at least 2 puzzles"),
    ({"count": "x"}, "count 'x'"),
    ({"requirements": Requirements(5, difficulty=(1, 2))}, "leave out --difficulty"),
    ({"requirements": 5}, "requirements 5"),
    ({"time_limit": -1}, "time limit"),
]


@pytest.mark.parametrize(("options", "words"), BAD_LADDERS, ids=[words for _, words in BAD_LADDERS])
def test_ladders_that_make_no_sense_are_refused_at_once(
    options: dict[str, Any], words: str
) -> None:
    usual = {"requirements": Requirements(5), "least": 3, "most": 8, "count": 2}
    with pytest.raises(OptionError, match=words):
        puzzle_ladder(**{**usual, **options})
