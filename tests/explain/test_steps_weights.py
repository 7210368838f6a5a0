# SPDX-License-Identifier: MIT
"""The technique ``weights``: its weights, by the definition of the bound; where it is tried."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import nonosat
from nonosat import Puzzle, study
from nonosat.explain.position import Position
from nonosat.explain.step import Moment, Step, Weights
from nonosat.explain.techniques import techniques_up_to
from nonosat.explain.walking import next_step
from nonosat.explain.walkthroughs import WalkthroughEnd
from nonosat.explain.weights_steps import find_weights, weights_decide
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution
from tests.support.brute import all_solutions, random_puzzle
from tests.support.clock import cancelled
from tests.support.step_checker import Checker, StepError


@pytest.fixture(scope="module")
def domino() -> Step:
    """The step that ends 5-Dom, from the clues alone."""
    step = find_weights(Position.of(study.domino(5)))
    assert step is not None
    return step


def burden(step: Step) -> int:
    """The sum of the absolute values of all weights."""
    assert step.weights is not None
    return sum(abs(x) for row in (*step.weights.rows, *step.weights.columns) for x in row)


def test_it_concludes_only_what_all_solutions_have() -> None:
    """Random puzzles with one colour and two, with missing clues, from the start or on the way."""
    rng = random.Random(21)
    seen = dict.fromkeys(("one", "colours", "partial", "on the way", "several", "none"), 0)
    for number in range(160):
        puzzle = random_puzzle(rng, 4)
        solutions = all_solutions(puzzle)
        position, checker = Position.of(puzzle), Checker(puzzle)
        steps = techniques_up_to("overlap")
        try:
            for _ in range(number % 4):
                step = next_step(position, steps)
                if step is None:
                    break
                position.apply(step)
                checker.check(step, premises=False)
            step = find_weights(position)
        except NoSolution:
            assert not solutions
            seen["none"] += 1
            continue
        if step is None:
            seen["several"] += len(solutions) > 1
            continue
        assert len(solutions) == 1
        assert step.after.cells == solutions[0]
        checker.check(step)
        assert weights_decide(position)
        seen["one"] += 1
        seen["colours"] += len(puzzle.palette) > 1
        seen["partial"] += puzzle.missing_clues
        seen["on the way"] += bool(step.because)
    assert min(seen.values()) >= 5, seen


def test_weights_are_light(domino: Step) -> None:
    """A third of the first proof's weights; for larger puzzles the difference grows."""
    board = Position.of(study.domino(5)).board
    _, heavy, scale, *_ = board.weigh(domino.after.cells, 10**6, 0)
    assert heavy is not None
    assert burden(domino) * 3 < sum(2 * abs(x) for x in heavy) / scale
    assert domino.weights is not None
    assert domino.weights.scale == 1
    assert max(abs(x) for row in domino.weights.rows for x in row) < 60


def test_damaged_weights_are_refused(domino: Step) -> None:
    """The checker refuses other sums, another bound, fewer lines, a weight in another place."""
    puzzle = study.domino(5)
    assert domino.weights is not None
    rows, columns, scale, bound, difference = domino.weights

    def with_weights(weights: Weights | None) -> Step:
        return replace(
            domino, weights=weights, puzzle=puzzle, moment=Moment.of(puzzle.unknown_grid())
        )

    def moved(amount: int, row: int, column: int) -> Weights:
        """More in the row and less in the column: the sum stays."""
        both = []
        for table, more in ((rows, amount), (columns, -amount)):
            line = list(table[row])
            line[column] += more
            both.append((*table[:row], tuple(line), *table[row + 1 :]))
        return Weights(both[0], both[1], scale, bound, difference)

    Checker(puzzle).check(with_weights(domino.weights))
    bad = [
        (moved(100, 4, 4), "does not follow"),
        (moved(-100, 3, 5), "does not follow"),
        (Weights(rows, rows, scale, bound, difference), "does not follow"),
        (Weights(rows[::-1], columns[::-1], scale, bound, difference), "does not follow"),
        (Weights(rows, columns, scale, bound - 1, difference), "does not follow"),
        (Weights(rows, columns, scale + 1, bound, difference), "does not follow"),
        (Weights(rows, columns, 0, bound, difference), "does not follow"),
        (Weights(rows, columns, scale, bound, difference + 1), "does not follow"),
        (None, "weights belong"),
    ]
    for weights, words in bad:
        with pytest.raises(StepError, match=words):
            Checker(puzzle).check(with_weights(weights))
    fewer = replace(
        domino, lines=domino.lines[1:], puzzle=puzzle, moment=Moment.of(puzzle.unknown_grid())
    )
    with pytest.raises(StepError, match="does not follow"):
        Checker(puzzle).check(fewer)
    wrong = tuple(
        ~literal if number == 7 else literal for number, literal in enumerate(domino.cells)
    )
    with pytest.raises(StepError, match="does not follow"):
        Checker(puzzle).check(replace(domino, cells=wrong, puzzle=puzzle))


def test_what_is_said_of_it(domino: Step) -> None:
    assert domino.technique == "weights"
    assert len(domino.cells) == 121
    assert domino.because == ()
    words = domino.sentence
    assert words.startswith(
        "Computer proof: weights in rows 1 to 11 and columns 1 to 11 show that another solution "
        "could differ in at most 3 cells, yet two solutions differ in at least 4. So this is the "
        "only one: R1: 9-11; R2C11; R3: 7-9, 11; "
    )
    assert words.endswith("are filled and the other 96 unknown cells are empty.")
    data = domino.as_dict()
    assert data["weights"]["bound"] < 4 * data["weights"]["scale"]
    assert len(data["weights"]["rows"]) == len(data["weights"]["columns"]) == 11
    assert nonosat.walkthrough(study.domino(3))[0].as_dict()["weights"] is None


def test_a_walk_ends_by_weights() -> None:
    """After the last trial; a hint shows the same step, and a rating names the technique."""
    puzzle = study.domino(7)
    steps = nonosat.walkthrough(puzzle)
    assert [step.technique for step in steps] == ["weights"]
    assert steps.end is WalkthroughEnd.SOLVED
    assert nonosat.walkthrough(puzzle, max_technique="trial").end is WalkthroughEnd.STUCK
    hint = nonosat.hint(puzzle, given=puzzle.unknown_grid())
    assert hint.steps == (steps[0],)
    assert hint.where == "See the computer proof by weights in rows 1 to 15 and columns 1 to 15"
    assert hint.what.endswith("filled and the other 190 unknown cells are empty")
    rating = nonosat.rate(puzzle)
    assert (rating.technique, rating.openings) == ("weights", (225,))
    assert rating.difficulty_word == "very hard"


def test_several_solutions_end_the_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once another solution was seen, no weights are looked for."""
    size = 6
    puzzle = Puzzle([[1]] * size, [[1]] * size)
    position = Position.of(puzzle)
    assert next_step(position) is None
    assert position.ambiguous
    monkeypatch.setattr("nonosat.explain.weights_steps.any_solution", None)  # is not called
    assert find_weights(position) is None


def test_limits_end_it(ticks: Iterator[int]) -> None:
    """Time by a clock that advances by one at each reading."""
    with pytest.raises(Stopped):
        find_weights(Position.of(study.domino(12), limits=Limits(cancel=cancelled())))
    walk = nonosat.walkthrough(study.domino(30), time_limit=30)
    assert walk.end is WalkthroughEnd.LIMIT
    assert next(ticks) <= 30 + 10


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name", ["survey/webpbn-08098-9-dom.non", "survey/webpbn-06574-forever.non"]
)
def test_real_puzzles_end_by_weights(corpus: Path, name: str) -> None:
    puzzle = nonosat.load(corpus / name)
    steps = nonosat.walkthrough(puzzle)
    assert steps.end is WalkthroughEnd.SOLVED
    assert [step.technique for step in steps].count("weights") == 1
    assert steps[-1].technique == "weights"
    checker = Checker(puzzle)
    for step in steps:
        checker.check(step, premises=False, sat=False)
