# SPDX-License-Identifier: MIT
"""``difficulty`` orders puzzles as people do: a guard on the correlations of docs/experiments.md.

The puzzles are from the half that was not fitted, in the order of their digests, so the order of
the file does not matter. The bounds are a little below the measured values.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.fit_difficulty import MEASURES, agreement, read


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "cells", "puzzles", "least"),
    [
        ("webpbn", None, 400, 0.89),  # measured: .901
        ("webpbn", 400, 200, 0.81),  # .823
        ("griddlers", 400, 150, 0.84),  # .855
    ],
)
def test_difficulty_orders_puzzles_as_people_do(
    corpus: Path, name: str, cells: int | None, puzzles: int, least: float
) -> None:
    rated = sorted(
        (
            one
            for one in read(corpus.parent / "difficulty" / f"{name}.tsv")
            if not one.fitted and cells in (None, one.cells)
        ),
        key=lambda one: one.digest,
    )[:puzzles]
    assert len(rated) == puzzles
    assert agreement(rated, MEASURES["difficulty"]) >= least
