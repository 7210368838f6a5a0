# SPDX-License-Identifier: MIT
"""Every fault of values that a caller gives is found in about linear time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from nonosat import Grid, Palette, Puzzle
from nonosat.errors import GridError, PuzzleError
from nonosat.types import Color, LooseClues, Metadata
from tests.support.growth import too_slow

FAULTS: dict[str, Callable[[int], Any]] = {
    "too long": lambda n: Puzzle([[1] * 400] * (n // 400), [[3]] * 600),
    "too long, and loose": lambda n: LooseClues([[1] * n], [[1]] * 600),
    "lengths": lambda n: Puzzle([[0] * n], [[1]]),
    "numbers": lambda n: Puzzle([[1.5] * n], [[1]]),
    "texts": lambda n: Puzzle(["1" * n], [[1]]),
    "colours": lambda n: Puzzle([[(1, 2)] * n], [[1]]),
    "pairs": lambda n: Puzzle([[(1, 2, 3)] * n], [[1]]),
    "rows": lambda n: Puzzle([[1]] * n, [[1]]),
    "no clues": lambda n: Puzzle([5] * n, [[1]]),
    "sums": lambda n: Puzzle([[]] * 1000, [[1] * (n // 1000)] * 1000),
    "goal": lambda n: Puzzle([[1]], [[1]], goal=["#" * n]),
    "title": lambda n: Metadata(title="\0a\ud800" * n),
    "colour": lambda n: Color("\0\ud800" * n, "#ff0000", "r"),
    "palette": lambda n: Palette((Color("x", "#ff0000", "r"),) * n),
    "palette of": lambda n: Palette.of([("x", "f00", "r")] * n),
    "shades": lambda n: Palette.of([("x", "no", "r")] * n),
    "letters": lambda n: Grid("#", "r" * n),
    "grid": lambda n: Grid("x" * n),
    "rows of a grid": lambda n: Grid(["#"] * (n - 1) + ["##"]),
}


def refused(make: Callable[[int], Any], number: int) -> None:
    with suppress(PuzzleError, GridError):
        make(number)


@pytest.mark.timing
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_is_quadratic(fault: str) -> None:
    assert not too_slow(lambda n: partial(refused, FAULTS[fault], n), 32_000)
