# SPDX-License-Identifier: MIT
"""dsmiller95's guesses and rating: his program's results, and puzzles without a result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle
from nonosat.explain.other_programs import Dsmiller95Rating, dsmiller95_rating
from nonosat.limits import CancelledIf, Limits
from tests.support.clock import Poll


@pytest.mark.corpus
def test_the_numbers_of_his_program(corpus: Path) -> None:
    text = (corpus.parent / "vectors" / "shortcodes.json").read_text(encoding="utf-8")
    rows = [row for row in json.loads(text)["dsmiller_url"] if row.get("stats")]
    assert len(rows) == 51
    wrong = []
    for row in rows:
        stats = row["stats"]
        expected = Dsmiller95Rating(
            stats["solutions"],
            stats["worst_guesses"],
            stats["best_guesses"],
            stats["difficulty_rating"],
        )
        found = dsmiller95_rating(Puzzle.from_grid(Grid("\n".join(row["cells"]))))
        if found != expected:
            wrong.append((row["name"], found, expected))
    assert wrong == []


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        # C1 and C2 change; the rows are full then.
        ([[2], [2]], [[2], [2]], Dsmiller95Rating(1, 0, 0, 2)),
        # Two guesses at R1C1; after either C1, R1 and R2 change: (2 x 10 + 6) / 2.
        ([[1], [1]], [[1], [1]], Dsmiller95Rating(2, 1, 1, 13)),
        # R2 has no blocks, and C1 needs two cells in succession: C1 finds the contradiction.
        ([[1, 1], [], [1, 1]], [[2], [], [2]], Dsmiller95Rating(None, None, None, None, "no")),
    ],
)
def test_by_hand(
    rows: list[list[int]], columns: list[list[int]], expected: Dsmiller95Rating
) -> None:
    found = dsmiller95_rating(Puzzle(rows, columns))
    if expected.reason is None:
        assert found == expected
    else:
        assert found == Dsmiller95Rating(None, None, None, None, "there is no solution")


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Puzzle([[2], None], [[1], [1]]), "it rates puzzles with all clues only"),
        (Puzzle.from_grid(Grid("ab", "ab")), "it rates puzzles of one colour only"),
    ],
)
def test_puzzles_without_numbers(puzzle: Puzzle, reason: str) -> None:
    assert dsmiller95_rating(puzzle) == Dsmiller95Rating(None, None, None, None, reason)


def test_every_limit_ends_in_a_reason() -> None:
    permutations = Puzzle([[1]] * 9, [[1]] * 9)  # 362,880 solutions
    found = dsmiller95_rating(permutations, most_lines=5_000)
    assert found.reason == "it takes more work than this rating is allowed"
    poll = Poll(lambda asked: asked == 20)
    found = dsmiller95_rating(permutations, Limits(cancel=CancelledIf(poll)))
    assert (found.solutions, found.reason) == (None, "a limit was reached: cancelled")
    assert poll.asked == 20
