# SPDX-License-Identifier: MIT
"""How time and memory grow with the size of a puzzle: a table with a power law in each row.

    python -m tests.bench.size_tables [--kinds shapes,dense] [--works lines,fast] [--limit 60]

Each point is a process, a copy of one that holds the puzzle; the quickest of three counts. It gives
its processor seconds, the most memory that it had beyond what it began with (MiB), and the longest
processor time in which the work did not ask whether to stop (ms; ``-`` if it never asks). A row has
the points from the smallest side to the largest, and the exponents of the cells that fit best, with
95 % intervals: time ~ cells^p, memory ~ cells^q. Memory below a MiB is not fitted. A solve that the
limit ended has the share of cells that it knew, and is not fitted, either. ``lines`` is the core
alone.

Kinds: ``shapes`` is one picture of a few waves at all sizes, so that lines keep their number of
blocks; ``dense`` and ``half`` are random cells, of which nine tenths or one half are filled;
``colors`` has waves of a fixed length in six colours. ``png`` has cells of four pixels.

Rejected: ``study.growth``, which measures neither memory nor anything but solving; and pictures of
others, which do not come in all sizes. Needs Linux.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import process_time

import numpy as np

from nonosat import Grid, Puzzle, draw, dumps, loads, solve
from nonosat.limits import CancelledIf
from nonosat.logic.board import open_board
from nonosat.study.growth import fit_power
from tests.bench.measure import Spent, show

SIDES = (63, 127, 255, 511, 1023)
COLOR_SIDES = (75, 150, 300, 600)
SHARES = {"dense": 0.9, "half": 0.5}
KINDS = ("shapes", *SHARES, "colors")
WORKS = ("make", "read", "write", "check", "svg", "png", "lines", "fast", "graph")
WAVES = 12
LENGTH = 24
CELL = 4
MIB = 2**20

Work = Callable[[], object]
Point = tuple[float, float, str, float | None]


def waves(side: int, length: float) -> np.ndarray:
    """A sum of waves of about that length, in cells; from 0 to 1, each value equally frequent."""
    rng = np.random.default_rng(1)
    y, x = np.mgrid[0:side, 0:side]
    heights = np.zeros((side, side))
    for _ in range(WAVES):
        angle, stretch, phase = rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.5), rng.random()
        along = (x * np.cos(angle) + y * np.sin(angle)) / (length * stretch)
        heights += np.sin(2 * np.pi * (along + phase))
    ranks = np.argsort(np.argsort(heights, axis=None)).reshape(side, side)
    return np.asarray(ranks / side**2)


def picture(kind: str, side: int) -> Grid:
    """The solution of the puzzle of a kind."""
    if kind == "shapes":
        return Grid((waves(side, side / 3) < 0.5).astype(int))
    if kind == "colors":
        return Grid((waves(side, LENGTH) * 7).astype(int), "abcdef")
    return Grid((np.random.default_rng(1).random((side, side)) < SHARES[kind]).astype(int))


class Polls:
    """Notes the longest processor time between two questions whether to stop, in seconds."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget what was noted."""
        self.longest, self.asked, self._last = 0.0, 0, process_time()

    def __call__(self) -> bool:
        now = process_time()
        self.longest, self._last = max(self.longest, now - self._last), now
        self.asked += 1
        return False


def works_of(solution: Grid, polls: Polls, limit: float) -> Mapping[str, Work]:
    """The works by name; each gives the share of known cells if a limit ended it."""
    puzzle = Puzzle.from_grid(solution).with_goal(None)
    text = dumps(puzzle)

    def lines() -> None:
        open_board(puzzle).propagate(polls)

    def ask(preset: str) -> float | None:
        report = solve(puzzle, preset=preset, time_limit=limit, cancel=CancelledIf(polls))
        known = 1 - report.known.unknown_count / len(solution.cells)
        return None if report.reason is None else known

    return {
        "make": lambda: Puzzle.from_grid(solution),
        "read": lambda: loads(text),
        "write": lambda: dumps(puzzle),
        "check": lambda: puzzle.faults(solution),
        "svg": lambda: draw.svg(puzzle, solution),
        "png": lambda: draw.png(puzzle, solution, cell_size=CELL),
        "lines": lines,
        "fast": lambda: ask("fast"),
        "graph": lambda: ask("graph"),
    }


def resident() -> int:
    """The bytes of memory of this process."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def point(work: Work, small: Work, polls: Polls) -> Point:
    """Seconds, MiB, the gap and the share of known cells of a work, in a copy of this process.

    ``small``: the same work on a small puzzle, which comes first and is not measured.
    """
    ctypes.CDLL(None).malloc_trim(0)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        small()
        before = resident()
        polls.begin()
        with Spent() as spent:
            known = work()
        asks = polls.asked > 0
        polls()  # the end of the work ends the last gap
        gap = f"{1000 * polls.longest:.0f}" if asks else "-"
        answer = spent.cpu, before, gap, known if isinstance(known, float) else None
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answers:
        found = answers.read()
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit("a work failed")
    seconds, before, gap, known = json.loads(found)
    return seconds, (usage.ru_maxrss * 1024 - before) / MIB, gap, known


def least(work: Work, small: Work, polls: Polls) -> Point:
    """The quickest of three points; one is enough if it takes longer than a second."""
    points = [point(work, small, polls)]
    while len(points) < 3 and points[0][0] < 1:
        points.append(point(work, small, polls))
    return min(points, key=lambda one: one[0])


def law(sides: list[int], values: list[float | None]) -> str:
    """The exponent of the cells that fits best, with its interval."""
    fit = fit_power([side**2 for side in sides], values)
    return "" if fit is None else f"{fit.best:.2f} ({fit.low:.2f} to {fit.high:.2f})"


def rows(kind: str, works: list[str], limit: float) -> Iterator[list[str]]:
    """The rows of a kind."""
    sides = list(COLOR_SIDES if kind == "colors" else SIDES)
    polls = Polls()
    solutions = [picture(kind, side) for side in sides]
    small = works_of(picture("half", 12), polls, limit)
    large = [works_of(solution, polls, limit) for solution in solutions]
    for work in works:
        points = [least(each[work], small[work], polls) for each in large]
        times = [f"{s:.2g}" if k is None else f"({k:.0%})" for s, _, _, k in points]
        ended = [k is not None for _, _, _, k in points]
        p = law(sides, [None if end else s for (s, *_), end in zip(points, ended, strict=True)])
        most = [m for _, m, _, _ in points]
        q = law(sides, [m if m > 1 and not e else None for m, e in zip(most, ended, strict=True)])
        memory = [f"{m:.0f}" if m >= 1 else "<1" for m in most]
        gap = points[-1][2]
        yield [f"`{kind}`", work, ", ".join(times), p, ", ".join(memory), q, gap]


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--works", default=",".join(WORKS))
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of a solve")
    arguments = parser.parse_args()
    works = arguments.works.split(",")
    head = ["puzzles", "work", "seconds", "p", "MiB", "q", "gap, ms"]
    kinds = arguments.kinds.split(",")
    show(head, (row for kind in kinds for row in rows(kind, works, arguments.limit)))


if __name__ == "__main__":
    main()
