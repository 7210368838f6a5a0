# SPDX-License-Identifier: MIT
"""Puzzles a second that ``random_puzzles`` makes, compared with the plain way, as a table.

    python -m tests.bench.make_tables [SECONDS]

The plain way draws a picture, checks whether its clues meet the requirements, and discards it if
not. It draws and checks with the same code as ``random_puzzles``, and proves the kept puzzles with
the same solvers, so the difference is the effect of moving the pictures. Each cell of the table
takes SECONDS (3 by default) of processor time; both ways run in turns.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any

from nonosat.limits import Limits
from nonosat.make.random import attempts
from nonosat.make.random.attempts import draw
from nonosat.make.random.requirements import Requirements, groups_of
from nonosat.make.random.search import random_puzzles
from tests.bench.measure import Spent, in_turns, show

REQUIREMENTS: dict[str, dict[str, Any]] = {
    "unique 15x15 at .6": {"width": 15, "density": 0.6},
    "unique 15x15 at .5": {"width": 15, "density": 0.5},
    "unique 20x20 at .4": {"width": 20, "density": 0.4},
    "up to line, 20x20 at .6": {"width": 20, "density": 0.6, "max_technique": "line"},
    "up to line, 20x20 at .5": {"width": 20, "density": 0.5, "max_technique": "line"},
    "up to line, 20x20 at .45": {"width": 20, "density": 0.45, "max_technique": "line"},
    "needs chain, 20x20 at .6": {"width": 20, "density": 0.6, "needs": "chain"},
    "needs chain, 20x20 at .5": {"width": 20, "density": 0.5, "needs": "chain"},
    "needs trial, 15x15 at .5": {"width": 15, "density": 0.5, "needs": "trial"},
    "smooth, needs chain, 20x20 at .5": {
        "width": 20,
        "density": 0.5,
        "style": "smooth",
        "needs": "chain",
    },
}
_TURN = 0.5
"""Seconds that one way runs before the other has its turn."""


def plainly(options: dict[str, Any]) -> Iterator[bool]:
    """For each random picture, whether it qualifies."""
    asked = Requirements(**options)
    limits = Limits()
    for number in count():
        attempt = attempts._Attempt(asked, 0, number, limits)
        if any(0 in (line.count(0), len(line) - line.count(0)) for line in _lines(asked, number)):
            yield False  # attempt() would change these lines
            continue
        attempt.search.look()
        fits = attempt.search.fits
        if not fits and asked.any_technique:
            fits = attempt._is_unique(attempt.puzzle())
        yield fits and attempt._is_proven(attempt.puzzle())


def _lines(asked: Requirements, number: int) -> list[bytes]:
    groups = groups_of(asked.height, asked.width, asked.symmetry)
    cells = draw(asked, groups, f"{asked.name}:0:{number}")
    rows = [cells[i : i + asked.width] for i in range(0, len(cells), asked.width)]
    return rows + [cells[i :: asked.width] for i in range(asked.width)]


def _turn(step: Callable[[], object], seconds: float) -> tuple[float, int, int]:
    """Processor time, steps, and the number of steps that gave a puzzle."""
    steps = made = 0
    end = time.process_time() + seconds
    with Spent() as spent:
        while time.process_time() < end:
            made += bool(step())
            steps += 1
    return spent.cpu, steps, made


def rows(seconds: float) -> Iterator[list[str]]:
    """The rows of the table."""
    turn = min(_TURN, seconds)
    for name, options in REQUIREMENTS.items():
        ways = plainly(options), random_puzzles(Requirements(**options), attempt_limit=10**6)
        works = [partial(_turn, partial(next, way), turn) for way in ways]
        turns = in_turns(works, math.ceil(seconds / turn))
        (spent, tried, plain), (taken, _, made) = (
            map(sum, zip(*way, strict=True)) for way in turns
        )
        few, many = ("", "") if plain else ("fewer than ", "more than ")
        share, least = tried // max(1, plain), max(1, plain) / spent
        speeds = f"{plain / spent:.2f}", f"{made / taken:.1f}"
        yield [name, f"{few}1 in {share:,}", *speeds, f"{many}{made / taken / least:.1f}"]


def main(seconds: float) -> None:
    """Print the table."""
    head = "requirement", "random pictures that qualify", "plain, a second", "make, a second"
    show([*head, "times"], rows(seconds))


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)
