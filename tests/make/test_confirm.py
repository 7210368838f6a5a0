# SPDX-License-Identifier: MIT
"""Two solvers confirm a new puzzle: if a solver is made to disagree, the puzzle is withheld."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import nonosat
from nonosat import Grid, Puzzle, Report, Verdict
from nonosat.errors import InternalError
from nonosat.limits import Limits, Stopped
from nonosat.make import confirm as confirming
from nonosat.make.confirm import confirm, second_solver
from nonosat.model.report import Reason

TWO = Grid("#..\n.#.\n...")
ONE = Puzzle.from_grid("##.\n#..")


def like_image() -> object:
    from PIL import Image

    picture = Image.new("L", (40, 40), 255)
    picture.paste(0, (10, 10, 30, 40))
    return nonosat.make.puzzles_like_image(picture, size=4, count=1).puzzles


MADE: dict[str, Callable[[], object]] = {
    "like_image": like_image,
    "reveal": lambda: nonosat.make.reveal_cells(Puzzle.from_grid("#.\n.#")).puzzle,
    "make": lambda: list(
        nonosat.make.random_puzzles(
            nonosat.make.Requirements(5, max_technique="line"), attempt_limit=1, count=1
        )
    ),
    "repair": lambda: nonosat.make.repair_picture(TWO, count=1).pictures,
}


class Asked:
    """Asks as ``confirm`` does, and changes the answer of one solver."""

    def __init__(self, liar: int, verdict: Verdict) -> None:
        self.presets: list[Any] = []
        self._liar, self._verdict = liar, verdict

    def __call__(self, puzzle: Puzzle, *, preset: Any, limits: Limits) -> Report:
        self.presets.append(preset)
        report = nonosat.solving.ask(puzzle, preset=preset, limits=limits)
        if len(self.presets) == self._liar:
            reason = Reason.CONFLICTS if self._verdict is Verdict.UNKNOWN else None
            return replace(report, verdict=self._verdict, reason=reason)
        return report


@pytest.mark.parametrize("verdict", [Verdict.MULTIPLE, Verdict.NONE])
@pytest.mark.parametrize("liar", [1, 2])
@pytest.mark.parametrize("maker", MADE)
def test_nothing_is_handed_out_that_one_of_two_solvers_denies(
    maker: str, liar: int, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(liar, verdict)
    monkeypatch.setattr(confirming, "ask", asked)
    with pytest.raises(InternalError, match=f"{verdict.value} by the preset"):
        MADE[maker]()
    assert len(asked.presets) == liar


@pytest.mark.parametrize("maker", MADE)
def test_the_two_solvers_are_not_the_same(maker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(0, Verdict.NONE)
    monkeypatch.setattr(confirming, "ask", asked)
    assert MADE[maker]()
    names = [preset.name for preset in asked.presets]
    assert names == ["default", "cpsat"] * (len(names) // 2)


@pytest.mark.parametrize("liar", [1, 2])
def test_what_a_solver_does_not_decide_is_not_handed_out(
    liar: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirming, "ask", Asked(liar, Verdict.UNKNOWN))
    puzzles = nonosat.make.random_puzzles(
        nonosat.make.Requirements(5, max_technique="line"), attempt_limit=1
    )
    assert list(puzzles) == []
    assert puzzles.why_not == "no solver decided it within its bound"
    for maker in ("like_image", "reveal", "repair"):
        monkeypatch.setattr(confirming, "ask", Asked(liar, Verdict.UNKNOWN))
        assert not MADE[maker]()


def test_another_solution_than_the_goal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    confirm(ONE, Limits())
    other = ONE.with_goal(None)
    with pytest.raises(InternalError):
        confirm(other, Limits())


def test_each_solver_has_its_conflicts() -> None:
    rows = [[1, 1, 1], [1, 1], [1, 1, 1], [1, 1], [1, 1, 1]]
    puzzle = Puzzle(rows, [[1, 1, 1], [1, 1], [1, 1, 1], [1, 1], [1, 1, 1]])
    puzzle = puzzle.with_goal(puzzle.solve().solutions[0])
    confirm(puzzle, Limits())
    with pytest.raises(Stopped, match="conflicts"):
        confirm(puzzle, Limits(), conflicts=0)


@pytest.mark.parametrize("missing", [True, False])
def test_large_puzzles_and_a_missing_library_get_another_encoding(
    missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = ONE if missing else Puzzle.from_grid([[1] * 51] * 51)
    if missing:
        monkeypatch.setattr(confirming, "is_available", lambda name: name != "cpsat-automaton")
    second = second_solver(puzzle)
    assert (second.backend, second.encoding) == ("cadical195", "automaton")
    assert second.stages == ("sat",)
    confirm(puzzle, Limits())
    assert second_solver(Puzzle.from_grid([[1] * 50] * 50)).backend == (
        "cadical195" if missing else "cpsat-automaton"
    )
