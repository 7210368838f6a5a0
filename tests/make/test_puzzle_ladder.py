# SPDX-License-Identifier: MIT
"""``puzzle_ladder``: equal steps, numbers as titles, missed rungs, limits, wrong options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from nonosat import Cancellation, Verdict, rate, solve
from nonosat.errors import OptionError
from nonosat.make import RandomPuzzles, Requirements, puzzle_ladder
from nonosat.make.random import search
from nonosat.make.random.search import rung_bounds
from nonosat.model.report import Reason
from nonosat.workers import channel, pool, system


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
    monkeypatch.setattr(pool, "_POLITE_SECONDS", 60.0)  # a slow machine ends no worker
    first = list(ladder(8, 4, 6, count=3, seed=5))
    jobs: list[str] = []
    start = channel.start
    monkeypatch.setattr(channel, "start", lambda *a, **k: jobs.append(a[1]) or start(*a, **k))
    assert list(ladder(8, 4, 6, count=3, seed=5, jobs=2)) == first
    assert len(jobs) == 2, "the rungs share their workers"
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


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rung is given up soon."""
    monkeypatch.setattr(search, "_PATIENCE", 4)
    monkeypatch.setattr(search, "_PATIENT_SHARE", 1000)


@pytest.mark.usefixtures("hasty")
def test_a_ladder_beyond_its_size_ends_soon_and_says_what_it_reaches() -> None:
    rungs = ladder(4, 1, 21, count=11)
    assert [one.rung for one in rungs] == [1, 2]
    assert rungs.reason is Reason.WORK
    assert rungs.missed[3].startswith("no puzzle of difficulty 4.75 to 5.25 in ")
    for rung in range(4, 12):
        assert rungs.missed[rung].endswith(": it was not tried")
    least, most = rungs.reached or (0, 0)
    assert least <= 1.25 < 2.5 < most < 6
    assert rungs.lines()[-1] == (
        f"the pictures tried have difficulties from {least:g} to {most:g}; such a ladder can go "
        f"from 1 to {int(2 * most) / 2:g}"
    )
    assert rungs.as_dict()["reached"] == [least, most]


@pytest.mark.usefixtures("hasty")
def test_rungs_below_all_pictures_are_not_tried_but_those_above_are() -> None:
    rungs = ladder(14, 0.6, 7, count=5)
    made = [one.rung for one in rungs]
    assert made
    assert made[0] is not None
    assert made == list(range(made[0], 6))
    assert rungs.reached is not None
    assert rungs.reached[0] > 2.45
    assert rungs.missed[2] == "no puzzle of difficulty 1.95 to 2.45: it was not tried"
    assert rungs.lines()[-1].endswith(" to 7")


@pytest.mark.usefixtures("hasty")
def test_a_ladder_without_a_picture_fit_to_be_rated_ends_after_its_first_rung() -> None:
    wanted = Requirements(9, density=0.2)
    rungs = puzzle_ladder(wanted, 1, 9, count=9)
    assert list(rungs) == []
    assert rungs.reached is None
    assert sum(words.endswith("it was not tried") for words in rungs.missed.values()) == 8
    assert len(rungs.lines()) == 10


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
    ({"least": 8, "most": 3}, "ladder 8 to 3: .* the easier one first"),
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
