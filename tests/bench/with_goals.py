# SPDX-License-Identifier: MIT
"""Do goals cost or save time? Puzzles with and without their goals, in turns.

    python -m tests.bench.with_goals [--rounds 7]

Random pictures, dithered pictures, and large smooth ones with ten exchangeable rectangles; with the
goal, with one that is wrong in a cell, with one unknown cell, and without. Prints the medians of
processor seconds of ``solve_many`` and the median ratio of the pairs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence

import numpy as np

from nonosat import Grid, Puzzle, solve_many


def random_pictures(count: int, side: int, density: float) -> list[Puzzle]:
    """Pictures whose cells are filled at random."""
    found = []
    for number in range(count):
        rng = random.Random(f"{density} {number}")
        rows = [[int(rng.random() < density) for _ in range(side)] for _ in range(side)]
        found.append(Puzzle.from_grid(Grid(rows)))
    return found


def grey(seed: int, side: int, spots: int) -> np.ndarray:
    """A grey picture of spots, from 0 to 1."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:side, 0:side] / side
    shades = np.zeros((side, side))
    for _ in range(spots):
        across, down, size, depth = rng.random(), rng.random(), rng.random(), rng.normal()
        distance = (x - across) ** 2 + (y - down) ** 2
        shades += depth * np.exp(-distance / (2 * (0.05 + 0.25 * size) ** 2))
    return np.asarray((shades - shades.min()) / (shades.max() - shades.min()))


def dithered(seed: int, side: int) -> Puzzle:
    """A grey picture, dithered by Floyd and Steinberg."""
    shades = np.pad(grey(seed, side, 12), ((0, 1), (1, 1)))
    cells = np.zeros((side, side), int)
    for row in range(side):
        for column in range(1, side + 1):
            cells[row, column - 1] = shades[row, column] > 0.5
            error = shades[row, column] - cells[row, column - 1]
            shades[row, column + 1] += error * 7 / 16
            shades[row + 1, column - 1 : column + 2] += error * np.array([3, 5, 1]) / 16
    return Puzzle.from_grid(Grid(cells.tolist()))


def smooth(seed: int, side: int, places: int) -> Puzzle:
    """A picture in black and white, with this number of exchangeable rectangles."""
    shades = grey(seed, side, 40)
    cells = (shades > np.median(shades)).astype(int)
    rng = np.random.default_rng(seed)
    for _ in range(places):
        row, column = map(int, rng.integers(5, side - 10, 2))
        cells[row - 3 : row + 5, column - 3 : column + 5] = 1
        cells[row : row + 2, column : column + 2] = [[1, 0], [0, 1]]
    return Puzzle.from_grid(Grid(cells.tolist()))


def changed(puzzle: Puzzle, value: int | None) -> Puzzle:
    """The puzzle with a goal that is wrong in its first cell, or has that value there."""
    assert puzzle.goal is not None
    first = 1 - puzzle.goal.cells[0] if value is None else value
    return puzzle.with_goal(puzzle.goal.with_cells([(0, 0, first)]))


def seconds(puzzles: Sequence[Puzzle], preset: str) -> tuple[float, list[str]]:
    """The processor time of all puzzles, and the verdicts."""
    begun = time.process_time()
    verdicts = [r.verdict.value for r in solve_many(puzzles, preset=preset, time_limit=60)]
    return time.process_time() - begun, verdicts


def compare(name: str, puzzles: Sequence[Puzzle], rounds: int) -> None:
    """Print a row for each preset."""
    plain = [puzzle.with_goal(None) for puzzle in puzzles]
    for preset in ("default", "graph"):
        pairs = []
        seconds(puzzles[:3], preset)
        for number in range(rounds):
            if number % 2:
                without, expected = seconds(plain, preset)
                with_goals, verdicts = seconds(puzzles, preset)
            else:
                with_goals, verdicts = seconds(puzzles, preset)
                without, expected = seconds(plain, preset)
            assert verdicts == expected
            pairs.append((with_goals, without))
        mine, others = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs)
        several = expected.count("multiple")
        print(
            f"| {name} | {preset} | {len(puzzles)} | {several} | {mine:.1f} | {others:.1f} "
            f"| {ratio:.2f} |",
            flush=True,
        )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print("| puzzles | preset | n | multiple | with goal, ms | without | ratio |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for density in (0.45, 0.5, 0.55):
        pictures = random_pictures(300, 20, density)
        compare(f"random 20x20, {density}", pictures, rounds)
        compare("... goal wrong in a cell", [changed(p, None) for p in pictures], rounds)
        compare("... goal with an unknown cell", [changed(p, 255) for p in pictures], rounds)
    compare("smooth 200x200, ten places", [smooth(n, 200, 10) for n in range(5)], rounds)
    for number in range(10):
        compare(f"dithered 100x100, {number}", [dithered(number, 100)], 1)


if __name__ == "__main__":
    main()
