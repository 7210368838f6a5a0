# SPDX-License-Identifier: MIT
"""``rate``: the simulated person, the difficulty, openings against brute force, how ratings end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

from nonosat import Grid, Puzzle, Reason, load, load_all, rate, study
from nonosat.core._core import Status
from nonosat.errors import OptionError
from nonosat.explain.difficulty import TRIAL_WEIGHT, WORDS, difficulty_range, difficulty_word, look
from nonosat.explain.position import Position
from nonosat.explain.techniques import TECHNIQUES, techniques_up_to
from nonosat.explain.walking import next_step, openings
from nonosat.explain.walkthroughs import Walkthrough
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import NoSolution, open_board
from nonosat.model.clue import UNKNOWN
from nonosat.types import WalkthroughEnd
from tests.support.brute import placements
from tests.support.clock import Poll, cancelled
from tests.support.strategies import puzzles

LETTER = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
TWO_WAYS = Puzzle([[1], [1]], [[1], [1]])
NO_WAY = Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]])
"""The sums of rows and columns agree, but there is no solution."""


def random_puzzle(side: int, seed: int, density: float = 0.5) -> Puzzle:
    rng = random.Random(seed)
    return Puzzle.from_grid(
        [[int(rng.random() < density) for _ in range(side)] for _ in range(side)]
    )


STUCK = random_puzzle(12, 25, 0.42)
"""Unique. Lines leave some of its cells; trials fail there."""


def turned(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The eight orientations of a puzzle."""
    for flip_rows, flip_columns, swap in product((False, True), repeat=3):
        rows, columns = (
            [None if clue is None else clue[::step] for clue in clues][::other]
            for clues, step, other in (
                (puzzle.rows, -1 if flip_columns else 1, -1 if flip_rows else 1),
                (puzzle.columns, -1 if flip_rows else 1, -1 if flip_columns else 1),
            )
        )
        if swap:
            rows, columns = columns, rows
        yield Puzzle(rows, columns, palette=puzzle.palette)


def looked(puzzle: Puzzle, most_solves: int = 1 << 21) -> dict[str, float]:
    status, counts, trial_cost = open_board(puzzle).look(most_solves)
    assert status is Status.FIXPOINT
    return {**counts, "trial_cost": round(trial_cost, 6)}


def test_a_look_costs_the_square_of_the_open_blocks_and_the_runs() -> None:
    # A line alone: one look at two open blocks, no runs; then its cells are known. Without crossing
    # lines nothing else changes.
    assert looked(Puzzle([[2, 1]], [None] * 5)) == {
        "looks": 1, "gave": 1, "cost": 4, "moments": 1, "trials": 8, "failures": 0,
        "cells": 5, "lines_leave": 4, "trials_leave": 4, "cut": 0, "trial_cost": 12.375,
    }  # fmt: skip


@settings(max_examples=50)
@given(puzzles(max_side=6))
def test_difficulty_is_the_same_for_turned_and_mirrored_copies(puzzle: Puzzle) -> None:
    assert len({tuple(looked(copy).items()) for copy in turned(puzzle)}) == 1


@pytest.mark.parametrize(("side", "density"), [(12, 0.5), (15, 0.5), (20, 0.6)])
def test_difficulty_of_larger_copies_is_the_same_too(side: int, density: float) -> None:
    for seed in range(3):
        puzzle = random_puzzle(side, seed, density)
        assert len({tuple(looked(copy).items()) for copy in turned(puzzle)}) == 1


def test_lines_leave_what_propagation_leaves_and_trials_what_failing_probes_leave() -> None:
    for seed in range(6):
        puzzle = random_puzzle(12, seed)
        board = open_board(puzzle)
        counts = looked(puzzle)
        assert board.propagate() is Status.FIXPOINT
        assert counts["lines_leave"] == board.unknown
        assert board.probe() is Status.FIXPOINT
        assert board.unknown <= counts["trials_leave"] <= counts["lines_leave"]


def test_looking_does_not_change_the_board() -> None:
    board = open_board(STUCK)
    board.look()
    assert board.unknown == 12 * 12
    assert not board.at_fixpoint


def test_trials_stop_when_their_work_is_used_up() -> None:
    whole, cut = looked(STUCK), looked(STUCK, most_solves=300)
    assert not whole["cut"]
    assert cut["cut"]
    assert 0 < cut["trials"] < whole["trials"]
    assert cut["cost"] <= whole["cost"]


def test_difficulty_weighs_trials() -> None:
    looking = look(open_board(STUCK), Limits())
    assert looking.trial_cost > 0
    assert 2**looking.difficulty == pytest.approx(
        1 + looking.cost + TRIAL_WEIGHT * looking.trial_cost, rel=1e-3
    )


def test_difficulty_of_colours_and_of_clues_that_are_not_given() -> None:
    colored = Puzzle.from_grid(Grid("rb.r\nbb.b\nr..b", "rb"))
    assert rate(colored, steps=False).difficulty is not None
    partial = Puzzle([*STUCK.rows[:-1], None], STUCK.columns)
    whole, less = rate(STUCK, steps=False).difficulty, rate(partial, steps=False).difficulty
    assert whole is not None
    assert less is not None
    assert less != whole


def test_no_solution_has_no_difficulty(data: Path) -> None:
    with pytest.raises(NoSolution):
        look(open_board(NO_WAY), Limits())
    for puzzle in (NO_WAY, load(data / "no-solution-noise.non")):
        rating = rate(puzzle)
        assert (rating.difficulty, rating.difficulty_word, rating.technique) == (None, None, None)
        assert rating.end is WalkthroughEnd.CONTRADICTION


def test_words_are_fifths_in_order() -> None:
    words = [difficulty_word(tenth / 10) for tenth in range(250)]
    assert list(dict.fromkeys(words)) == list(WORDS)
    assert words == sorted(words, key=list(WORDS).index)


@pytest.mark.parametrize(
    ("name", "difficulty", "word"),
    [
        ("cactus", 5.7, "very easy"),
        ("chess-knight", 6.0, "very easy"),
        ("carousel", 7.4, "easy"),
        ("saturn", 9.6, "medium"),
        ("random 15x15:0.5:1:1", 9.92, "hard"),
        ("random 15x15:0.5:1:5", 11.05, "hard"),
        ("random 15x15:0.5:1:2", 11.55, "very hard"),
    ],
)
def test_the_words_of_some_puzzles(data: Path, name: str, difficulty: float, word: str) -> None:
    """Difficulties near a bound; docs/experiments.md has the source of the bounds."""
    pictures = study.random_picture_puzzles(15, 15, 0.5, 20, seed=1)
    puzzle = pictures[name] if name in pictures else load(data / f"{name}.non")
    found = rate(puzzle, steps=False)
    assert found.difficulty == pytest.approx(difficulty, abs=0.1)
    assert found.difficulty_word == word


@pytest.mark.parametrize(
    ("difficulty", "word"),
    [(6.16, 0), (6.17, 1), (8.03, 1), (8.04, 2), (9.66, 2), (9.67, 3), (11.17, 3), (11.18, 4)],
)
def test_the_bounds_of_words(difficulty: float, word: int) -> None:
    assert difficulty_word(difficulty) == list(WORDS)[word]
    least, most = difficulty_range(list(WORDS)[word])
    assert least <= difficulty <= most


def cells_of_lines(puzzle: Puzzle, position: Position) -> set[tuple[int, int]]:
    """The unknown cells whose value is the same in all placements of their row or column."""
    grid = position.grid
    found = set()
    for places, clue in [
        *(([(r, c) for c in range(puzzle.width)], clue) for r, clue in enumerate(puzzle.rows)),
        *(([(r, c) for r in range(puzzle.height)], clue) for c, clue in enumerate(puzzle.columns)),
    ]:
        fitting = [
            line
            for line in placements(clue, len(places), 1)
            if all(
                grid[place] in (UNKNOWN, value) for place, value in zip(places, line, strict=True)
            )
        ]
        for index, place in enumerate(places):
            if grid[place] == UNKNOWN and len({line[index] for line in fitting}) == 1:
                found.add(place)
    return found


def test_openings_of_lines_against_all_placements() -> None:
    seen = 0
    for seed in range(25):
        puzzle = random_puzzle(6, seed)
        position = Position.of(puzzle)
        while step := next_step(position, techniques_up_to("line")):
            expected = cells_of_lines(puzzle, position)
            assert openings(position, "line") == len(expected)
            cells = openings(position, step.technique)
            assert len(step.values) <= cells <= len(expected)
            seen += cells < len(expected)
            position.apply(step)
    assert seen > 10


def test_openings_of_chains_trials_and_clue_sets() -> None:
    # Lines give nothing. Two cells can swap their values: only the common cells follow.
    found = dict.fromkeys(("chain", "trial", "clue-set"), 0)
    for seed in range(40):
        position = Position.of(random_puzzle(8, seed, 0.45))
        for step in iter(lambda p=position: next_step(p), None):  # type: ignore[misc]
            if step.technique in found:
                by_name = [openings(position, name) for name in found]
                assert by_name == sorted(by_name)  # each technique gives what the earlier ones do
                assert by_name[list(found).index(step.technique)] >= 1
                found[step.technique] += 1
            position.apply(step)
    assert min(found["chain"], found["trial"]) > 0


def test_openings_where_a_technique_sees_that_there_is_no_solution() -> None:
    """The walk takes the step it finds first; at another cell all values fail."""
    rows = [[1, 1, 1], None, [3, 1], [1, 1], [1, 2]]
    columns = [[1, 1], [1, 1], [4], [1, 1], [2, 1], [2, 1], [1, 1]]
    puzzle = Puzzle(rows, columns)
    rating = rate(puzzle)
    assert rating.end is WalkthroughEnd.CONTRADICTION
    assert rating.steps is not None
    assert rating.steps["trial"] > 0
    position, found = Position.of(puzzle), []
    for step in Walkthrough(Position.of(puzzle), None):
        found.append(openings(position, step.technique))
        if step.technique == "trial":
            assert found[-1] == position.grid.unknown_count > 1
        assert openings(position, "clue-set") == position.grid.unknown_count
        position.apply(step)
    assert rating.openings == tuple(found)


def test_rating_of_a_small_puzzle() -> None:
    rating = rate(LETTER)
    assert rating.technique == "overlap"
    assert rating.end is WalkthroughEnd.SOLVED
    assert not rating.unknown
    assert rating.steps == dict.fromkeys(TECHNIQUES, 0) | {"trivial": 4, "overlap": 1}
    assert rating.openings is not None
    assert len(rating.openings) == 5
    data = rating.as_dict()
    assert data["end"] == "solved"
    assert data["looking"]["looks"] == 5
    assert data["reason"] is None


def test_ambiguous_puzzles_are_rated_as_far_as_deduction_goes() -> None:
    rating = rate(TWO_WAYS)
    assert (rating.technique, rating.end, rating.unknown) == (None, WalkthroughEnd.AMBIGUOUS, 4)
    assert rating.difficulty is not None


def test_of_ambiguous_puzzles_a_bound_leaves_the_technique_unknown() -> None:
    puzzle = random_puzzle(15, 3, 0.42)
    assert rate(puzzle).end is rate(puzzle, max_technique="line").end is WalkthroughEnd.AMBIGUOUS
    assert rate(puzzle).technique is not None
    assert rate(puzzle, max_technique="line").technique is None


def test_max_technique_leaves_the_technique_unknown_but_not_the_difficulty() -> None:
    free, bound = rate(STUCK), rate(STUCK, max_technique="line")
    assert free.technique in ("chain", "trial")
    assert free.end is WalkthroughEnd.SOLVED
    assert bound.technique is None
    assert bound.end is WalkthroughEnd.STUCK
    assert bound.difficulty == free.difficulty
    assert bound.steps is not None
    assert bound.steps["chain"] == 0
    with pytest.raises(OptionError):
        rate(LETTER, max_technique="magic")


def test_without_steps() -> None:
    rating = rate(STUCK, steps=False)
    assert rating.difficulty == rate(STUCK, max_technique="line").difficulty
    assert (rating.steps, rating.openings, rating.technique, rating.end) == (None,) * 4


def test_without_a_time_limit_the_steps_end_at_a_bound_of_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert rate(STUCK).reason is None
    monkeypatch.setattr("nonosat.explain.rating.MOST_WALK_WORK", 150)
    rating, again = rate(STUCK), rate(STUCK)
    assert rating == again  # the bound counts work, not time
    assert (rating.end, rating.reason, rating.technique) == (
        WalkthroughEnd.LIMIT,
        Reason.WORK,
        None,
    )
    assert rating.difficulty == rate(STUCK, steps=False).difficulty
    assert rating.steps is not None
    assert rating.openings is not None
    assert 0 < sum(rating.steps.values()) == len(rating.openings)
    assert 0 < (rating.unknown or 0) < 144
    assert rate(STUCK, time_limit=600).end is WalkthroughEnd.SOLVED


def test_a_bound_of_work_holds_for_clue_sets_and_for_the_search_for_two_solutions(
    data: Path,
) -> None:
    (puzzle,) = load_all(data / "noise-30x30-1.non")
    assert isinstance(puzzle, Puzzle)
    limits = Limits(work_limit=300)
    walked = Walkthrough(Position.of(puzzle, None, limits), None)
    assert (walked.end, walked.reason) == (WalkthroughEnd.LIMIT, Reason.WORK)
    assert len(walked) == 20  # then a clue set is looked for
    limits = Limits(work_limit=100)
    walked = Walkthrough(Position.of(puzzle, None, limits), "line")
    assert (walked.end, walked.reason) == (WalkthroughEnd.STUCK, Reason.WORK)


def test_conflicts_count_as_work() -> None:
    limits = Limits(work_limit=10)
    assert limits.slice(1000) == 50
    limits.spend(50)
    with pytest.raises(Stopped):
        limits.check()
    assert limits.reason is Reason.WORK


def test_limits_end_with_a_reason() -> None:
    rating = rate(random_puzzle(40, 1), cancel=cancelled())
    assert (rating.end, rating.reason) == (WalkthroughEnd.LIMIT, Reason.CANCELLED)
    assert rating.technique is None
    poll = Poll(lambda asked: asked > 5)
    board = open_board(random_puzzle(30, 2, 0.4))
    board.poll_work = 20
    assert board.look(poll=poll)[0] is Status.INTERRUPTED
    assert poll.asked == 6
