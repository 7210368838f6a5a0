# SPDX-License-Identifier: MIT
"""davidje13's difficulty, tedium and steps: his program's results, and puzzles without a result."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, load
from nonosat.core._core import Davidje13End
from nonosat.explain.other_programs import Davidje13Rating, davidje13_rating
from nonosat.limits import CancelledIf, Limits
from nonosat.logic.board import open_board
from tests.support.clock import Poll, cancelled


@pytest.mark.corpus
def test_the_numbers_of_his_program(corpus: Path) -> None:
    with open(corpus.parent / "vectors" / "judge.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    assert len(rows) == 294
    wrong = []
    for row in rows:
        expected = Davidje13Rating(int(row["difficulty"]), int(row["tedium"]), int(row["steps"]))
        found = davidje13_rating(load(corpus / row["file"]))
        if found != expected:
            wrong.append((row["file"], found, expected))
    assert wrong == []


@pytest.mark.corpus
def test_his_own_example(samples: Path) -> None:
    assert davidje13_rating(load(samples / "davidje13-football.json")) == Davidje13Rating(
        3759, 382, 95
    )


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        ([[]], [[]], Davidje13Rating(0, 1, 1)),
        # C1 and R1 are exactly full; C2, or R2, has its block: overlap, 1 for the block.
        ([[2], [1]], [[2], [1]], Davidje13Rating(1, 4, 3)),
        # R1 is full by itself, but C1 and C3 are empty and come first.
        ([[1]], [[], [1], []], Davidje13Rating(0, 3, 3)),
        # R1 gives 15 points, C2 then its other cell; R2 gives two cells, C1 and C3 one each.
        ([[3], [1]], [[1], [2], [1]], Davidje13Rating(1, 4, 3)),
        # C2, R2; then C1 and C3 by overlap.
        ([[1], [3], [1]], [[1], [3], [1]], Davidje13Rating(2, 6, 4)),
        # No line gives anything: four links, at 20 each, come first; then three lines.
        (
            [[1], [4], [2], [1, 1], [3]],
            [[2], [2, 1], [2, 1], [2, 1], [1]],
            Davidje13Rating(84, 16, 4),
        ),
    ],
)
def test_by_hand(
    rows: list[list[int]], columns: list[list[int]], expected: Davidje13Rating
) -> None:
    assert davidje13_rating(Puzzle(rows, columns)) == expected


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle([[1], [1]], [[1], [1]]), "only a guess gives more"),
        (Puzzle([[1, 1], [], [1, 1]], [[2], [], [2]]), "there is no solution"),
        (Puzzle([[2], None], [[1], [1]]), "puzzles with all clues only"),
        (Puzzle.from_grid(Grid("ab", "ab")), "puzzles of one colour only"),
    ],
)
def test_puzzles_without_numbers(puzzle: Puzzle, reason: str) -> None:
    found = davidje13_rating(puzzle)
    assert (found.difficulty, found.tedium, found.steps) == (None, None, None)
    assert found.reason is not None
    assert reason in found.reason


def wide() -> Puzzle:
    """Nothing follows from any line, but all of its implications are computed."""
    return Puzzle([[1]] * 40, [[1]] * 40)


def test_limits_end_in_a_reason() -> None:
    poll = Poll(lambda asked: asked == 3)
    for stop in (cancelled(), CancelledIf(poll)):
        found = davidje13_rating(wide(), Limits(cancel=stop))
        assert found.reason == "a limit was reached: cancelled"
    assert poll.asked == 3
    found = davidje13_rating(wide(), most_work=1000)
    assert found.reason == "it takes more work than this rating is allowed"


def test_the_board_keeps_its_state_and_the_work_is_the_same() -> None:
    board = open_board(Puzzle([[1], [3], [1]], [[1], [3], [1]]))
    first = board.davidje13_rating()
    assert first[:4] == (Davidje13End.SOLVED, 2, 6, 4)
    assert board.davidje13_rating() == first
    assert board.unknown == 9


def test_known_cells_count() -> None:
    """A board whose cells are known needs no step; a wrong one has no solution."""
    puzzle = Puzzle([[2], [1]], [[2], [1]])
    assert open_board(puzzle, Grid("##\n#.")).davidje13_rating()[:4] == (
        Davidje13End.SOLVED,
        0,
        0,
        0,
    )
    assert open_board(puzzle, Grid("##\n##")).davidje13_rating()[0] == Davidje13End.CONTRADICTION
    assert open_board(puzzle, Grid("?.\n??")).davidje13_rating()[0] == Davidje13End.CONTRADICTION


def test_the_core_refuses_other_boards() -> None:
    with pytest.raises(ValueError, match="several colours"):
        open_board(Puzzle.from_grid(Grid("ab", "ab"))).davidje13_rating()
    with pytest.raises(ValueError, match="a clue is missing"):
        open_board(Puzzle([[2], None], [[1], [1]])).davidje13_rating()
