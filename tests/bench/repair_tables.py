# SPDX-License-Identifier: MIT
"""Tables of repairs: by number of changes, how many are proven least in half a second and in ten.

    python -m tests.bench.repair_tables [FIRST [LAST [CORPUS]]]

Three sets: the puzzles of the corpus with several solutions and a goal, random pictures of 20x20,
and drawings in outline that need five changes or more. Time is processor time, so that a busy
machine does not matter. FIRST and LAST choose some of the sets, from 0. Each picture is repaired
once, with three alternatives, within ten seconds.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from typing import NamedTuple

import nonosat
from nonosat import Grid, Puzzle, Verdict, limits
from tests.bench.measure import Spent, percentile, show

ROOT = Path(__file__).resolve().parents[2]
SECONDS, SOON = 10.0, 0.5


def of_the_corpus(folder: Path) -> Iterator[Puzzle]:
    """The puzzles with several solutions whose goal picture has their clues."""
    for line in (folder / "verdicts.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name, verdict = line.split("\t")[:2]
        if verdict.strip() == "multiple":
            for puzzle in nonosat.load_all(folder / name):
                goal = puzzle.goal
                if goal is not None and goal.complete and not puzzle.faults(goal):
                    yield puzzle


def random_ones(density: float, number: int) -> Iterator[Puzzle]:
    """Random pictures of 20x20 with several solutions."""
    rng = random.Random(f"repair {density}")
    while number:
        cells = bytes(rng.random() < density for _ in range(400))
        puzzle = Puzzle.from_grid(Grid.from_cells(20, 20, cells))
        if nonosat.solve(puzzle, preset="fast").verdict is Verdict.MULTIPLE:
            number -= 1
            yield puzzle


Point = tuple[float, float]


def _stroke(cells: bytearray, side: int, a: Point, b: Point) -> None:
    steps = max(1, math.ceil(2 * max(abs(b[0] - a[0]), abs(b[1] - a[1]))))
    for step in range(steps + 1):
        row = round(a[0] + (b[0] - a[0]) * step / steps)
        column = round(a[1] + (b[1] - a[1]) * step / steps)
        if 0 <= row < side and 0 <= column < side:
            cells[row * side + column] = 1


def _ring(center: Point, radius: Point, corners: int, turn: float) -> list[Point]:
    angles = [turn + 2 * math.pi * n / corners for n in range(corners + 1)]
    return [
        (center[0] + radius[0] * math.sin(a), center[1] + radius[1] * math.cos(a)) for a in angles
    ]


def outline(rng: random.Random, side: int) -> Grid:
    """Some circles, polygons, letters and stick figures, in lines one cell wide."""
    cells = bytearray(side * side)

    def draw(points: list[Point]) -> None:
        for a, b in pairwise(points):
            _stroke(cells, side, a, b)

    for _ in range(rng.randint(3, 7)):
        center = rng.uniform(0.2, 0.8) * side, rng.uniform(0.2, 0.8) * side
        radius = rng.uniform(0.1, 0.3) * side
        kind = rng.randrange(4)
        if kind == 0:
            draw(_ring(center, (radius, radius * rng.uniform(0.6, 1)), 48, 0))
        elif kind == 1:
            draw(_ring(center, (radius, radius), rng.randint(3, 6), rng.uniform(0, 6)))
        elif kind == 2:  # a stick figure
            row, column = center
            draw(_ring((row - radius, column), (radius / 3, radius / 3), 24, 0))
            draw([(row - radius * 2 / 3, column), (row + radius / 3, column)])
            for way in (-1, 1):
                draw([(row - radius / 3, column), (row, column + way * radius / 2)])
                draw([(row + radius / 3, column), (row + radius, column + way * radius / 2)])
        else:  # strokes of a letter
            corners = [(center[0] + dy * radius, center[1] + dx * radius / 2) for dy, dx in LETTER]
            draw([corners[n] for n in rng.choice(LETTERS)])
    return Grid.from_cells(side, side, bytes(cells))


LETTER = ((-1, -1), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 1))
LETTERS = ((4, 0, 5, 1), (0, 4, 1, 5), (0, 1, 4, 5), (4, 0, 1, 3, 2, 5), (1, 0, 2, 3, 5, 4))


def outlines(number: int) -> Iterator[Puzzle]:
    """Drawings of 20 to 30 cells a side; a bound of five changes is proven within a second."""
    rng = random.Random("outlines")
    while number:
        puzzle = Puzzle.from_grid(outline(rng, rng.choice((20, 25, 30))))
        if nonosat.make.repair_picture(puzzle, max_changes=4, count=1, time_limit=1.0).bound > 4:
            number -= 1
            yield puzzle


class Repaired(NamedTuple):
    """A repaired picture: its longer side, and the processor seconds of the repair."""

    side: int
    seconds: float
    found: nonosat.make.PictureRepair


def repaired(puzzles: Iterable[Puzzle]) -> Iterator[Repaired]:
    """Repair all."""
    for puzzle in puzzles:
        with Spent() as spent:
            found = nonosat.make.repair_picture(puzzle, time_limit=SECONDS)
        size = f"{puzzle.width}x{puzzle.height}"
        print(size, found.bound, found.changes, f"{spent.cpu:.2f} s", puzzle.title, file=sys.stderr)
        yield Repaired(max(puzzle.width, puzzle.height), spent.cpu, found)


def by_changes(every: list[Repaired]) -> Iterator[list[object]]:
    """A row for each number of changes, and for all that are not proven least."""
    rows = defaultdict(list)
    for one in every:
        rows[one.found.changes if one.found.smallest else math.inf].append(one.seconds)
    for changes, times in sorted(rows.items()):
        yield ["open" if changes == math.inf else changes, len(times), *_two(times)]


def proven(every: list[Repaired]) -> Iterator[str]:
    """The number proven least, in a line for the smaller pictures and a line for all."""
    for most in (30, 1000):
        some = [one for one in every if one.side <= most]
        if some:
            soon = sum(one.found.smallest and one.seconds <= SOON for one in some)
            least = sum(one.found.smallest for one in some)
            middle, nine = _two(one.seconds for one in some)
            yield (
                f"sides up to {most}: {len(some)} pictures, proven least in {SECONDS:.0f} s "
                f"{least} ({least / len(some):.1%}), in {SOON} s {soon} ({soon / len(some):.1%}); "
                f"median {middle} s, p90 {nine} s"
            )
    left = [f"{one.found.bound}..{one.found.changes}" for one in every if not one.found.smallest]
    if left:
        yield f"open, bound and best: {', '.join(left)}"


def _two(times: Iterable[float]) -> list[str]:
    """Median and 90th percentile."""
    times = list(times)
    return [f"{median(times):.3f}", f"{percentile(times, 0.9):.3f}"]


def main() -> None:
    """All tables."""
    limits.time = SimpleNamespace(perf_counter=time.process_time)
    first, last = (int(sys.argv[n]) if len(sys.argv) > n else 3 * (n - 1) for n in (1, 2))
    corpus = Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT.parent / "shared" / "corpus"
    sets = [
        ("corpus, several solutions, with a goal", of_the_corpus(corpus)),
        ("random 20x20, density .5", random_ones(0.5, 100)),
        ("random 20x20, density .6", random_ones(0.6, 100)),
        ("outlines that need five changes or more", outlines(50)),
    ]
    for name, puzzles in sets[first : last + 1]:
        every = list(repaired(puzzles))
        print(f"\n{name}")
        show(("changes", "pictures", "median s", "p90 s"), by_changes(every))
        print("", *proven(every), sep="\n")


if __name__ == "__main__":
    main()
