# SPDX-License-Identifier: MIT
"""How many puzzles a second ``random_puzzles`` makes, beside the plain way, as a table.

    python tests/bench/make_tables.py [SECONDS]

The plain way draws a picture, looks whether its clues meet the requirements, and throws it away if
not. It
draws and looks with the same code as ``random_puzzles``, and proves what it keeps with the same
solvers, so the difference is what moving the pictures gives. Each cell of the table takes SECONDS
(3 by default) of processor time; both ways run in turns, so that a slow phase of the machine slows
both.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from nonosat.limits import Limits
from nonosat.making.random import attempts
from nonosat.making.random.attempts import draw
from nonosat.making.random.generating import random_puzzles
from nonosat.making.random.requirements import Requirements, checked_requirements, groups_of

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
"""Seconds that one way runs until it is the turn of the other."""


def requirements_of(options: dict[str, Any]) -> Requirements:
    """The requirements of the options of ``random_puzzles``."""
    defaults: dict[str, Any] = {
        "height": None,
        "colors": 1,
        "style": "random",
        "symmetry": None,
        "max_technique": None,
        "needs": None,
        "difficulty": None,
        "allow_boring": False,
    }
    return checked_requirements(**{**defaults, **options})


def plainly(options: dict[str, Any]) -> Iterator[bool]:
    """For each random picture, whether it qualifies."""
    asked = requirements_of(options)
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


class Way:
    """One way to make puzzles: how many it has given in how much processor time."""

    def __init__(self, step: Callable[[], bool]) -> None:
        self.step = step
        self.seconds = 0.0
        self.steps = self.made = 0

    def run(self, seconds: float) -> None:
        """Take a turn."""
        start = time.process_time()
        while time.process_time() - start < seconds:
            self.made += self.step()
            self.steps += 1
        self.seconds += time.process_time() - start

    @property
    def speed(self) -> float:
        """Puzzles a second."""
        return self.made / self.seconds


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(
        "| requirement | random pictures that qualify | plain, a second | make, a second | times |"
    )
    print("|---|---|---|---|---|")
    for name, options in REQUIREMENTS.items():
        plain, made = plainly(options), random_puzzles(attempt_limit=10**6, **options)
        ways = Way(lambda plain=plain: next(plain)), Way(lambda made=made: bool(next(made)))  # type: ignore[misc]
        while min(way.seconds for way in ways) < seconds:
            for way in ways:
                way.run(min(_TURN, seconds))
        few = "fewer than " if not ways[0].made else ""
        share = ways[0].steps // max(1, ways[0].made)
        times = ways[1].speed / (max(1, ways[0].made) / ways[0].seconds)
        print(
            f"| {name} | {few}1 in {share:,} | {ways[0].speed:.2f} | {ways[1].speed:.1f} "
            f"| {'more than ' if few else ''}{times:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
