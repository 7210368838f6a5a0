# SPDX-License-Identifier: MIT
"""Simulated misreadings of printed clues, for the tests of ``most_probable_clues``.

    python -m tests.support.misreadings

prints the table of docs/experiments.md.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import nonosat
from nonosat import Block, Puzzle, Verdict
from nonosat.model.clue import cells_needed
from nonosat.study.puzzles import random_picture_puzzles
from nonosat.types import ReadingStatus

Readings = list[tuple[Any, float]]

MOST = 16
"""The maximum number of readings of a line, as in a program that reads pictures."""


def misread(
    puzzle: Puzzle, chance: random.Random, rate: float, truth: float = 0.35
) -> Iterator[Readings]:
    """Readings of all lines; a share ``rate`` of the numbers is misread.

    ``truth``: the probability of the right number if it is misread: 0.35 is honest.
    """
    for line, clue in puzzle.lines():
        length = puzzle.width if line.axis == "row" else puzzle.height
        found: list[tuple[tuple[Block, ...], float]] = [((), 1.0)]
        for size, color in clue or ():
            others = [other for other in range(1, length + 1) if other != size]
            wrong = chance.sample(others, min(3, len(others)))
            chances = {size: truth, wrong[0]: 0.95 - truth}
            if chance.random() >= rate:
                doubt = 10 ** chance.uniform(-4, -1.2)
                chances = {size: 1 - doubt, wrong[0]: 0.7 * doubt}
            chances |= dict.fromkeys(wrong[1:], 0.003)
            longer = [
                ((*blocks, Block(value, color)), p * q)
                for blocks, p in found
                for value, q in chances.items()
                if cells_needed((*blocks, Block(value, color))) <= length
            ]
            found = sorted(longer, key=lambda one: -one[1])[:MOST]
        yield list(found)


def main() -> None:
    """The table of docs/experiments.md, "Making and repairing"."""
    for side, density in ((10, 0.55), (20, 0.62), (30, 0.66)):
        drawn = random_picture_puzzles(side, side, density, 150, seed=side).values()
        unique = [p for p in drawn if p.solve(preset="fast").verdict is Verdict.UNIQUE][:60]
        for truth in (0.35, 0.01):
            for rate in (0.01, 0.02, 0.05):
                print(_row(unique, rate, truth), flush=True)


def _row(puzzles: list[Puzzle], rate: float, truth: float) -> str:
    chance = random.Random(f"{puzzles[0].height} {rate} {truth}")
    times, statuses = [], Counter[str]()
    before = after = wrong = 0
    for puzzle in puzzles:
        lines = list(misread(puzzle, chance, rate, truth))
        begun = time.process_time()
        found = nonosat.photo.most_probable_clues(lines[: puzzle.height], lines[puzzle.height :])
        times.append(time.process_time() - begun)
        clues = puzzle.rows, puzzle.columns
        right = found.puzzle is not None and (found.puzzle.rows, found.puzzle.columns) == clues
        before += (found.clues.rows, found.clues.columns) == clues
        after += right
        wrong += not right and found.status is ReadingStatus.UNIQUE
        statuses[found.status.value] += 1
    times.sort()
    cells = [
        f"{puzzles[0].width}x{puzzles[0].height}",
        f"{truth}",
        f"{rate:.0%}",
        len(puzzles),
        before,
        after,
        statuses["unique"],
        wrong,
        *(statuses[name] for name in ("alternative", "doubtful", "none", "unknown")),
        f"{1000 * statistics.median(times):.0f} ms",
        f"{1000 * times[len(times) * 9 // 10]:.0f} ms",
        f"{1000 * times[-1]:.0f} ms",
    ]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
