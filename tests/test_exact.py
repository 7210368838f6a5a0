# SPDX-License-Identifier: MIT
"""Ambiguous cells, counts and lists of solutions, against brute force and known numbers.

With NONOSAT_FULL=1: every clue set of 4x4, and 5,000 random puzzles up to 7x7 instead of 400.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from itertools import islice, product
from math import factorial
from pathlib import Path
from typing import TypeAlias

import pytest
from brute import all_solutions, random_given, random_puzzle
from conftest import FULL
from oracle import TooManyError, ambiguous, permutations, summary, swaps

import nonosat
from nonosat import Cancellation, Grid, GridError, OptionError, Puzzle, Reason, Verdict

Clues: TypeAlias = tuple[tuple[int, ...], ...]


def clue_sets(side: int) -> dict[Clues, list[int]]:
    """The grids of side x side, as bit sets, by their clues (rows, then columns)."""
    runs = [
        tuple(len(run) for run in format(bits, f"0{side}b").split("0") if run)
        for bits in range(1 << side)
    ]
    grouped: dict[Clues, list[int]] = {}
    for rows in product(range(1 << side), repeat=side):
        columns = [
            sum((row >> (side - 1 - c) & 1) << (side - 1 - r) for r, row in enumerate(rows))
            for c in range(side)
        ]
        clues = tuple(runs[bits] for bits in (*rows, *columns))
        cells = sum(row << side * (side - 1 - r) for r, row in enumerate(rows))
        grouped.setdefault(clues, []).append(cells)
    return grouped


def test_every_clue_set_of_4x4() -> None:
    rng = random.Random(4)
    sets = clue_sets(4)
    assert sum(len(grids) == 1 for grids in sets.values()) == 52362  # OEIS A242876
    for clues, grids in sets.items():
        if not FULL and rng.random() > (0.01 if len(grids) == 1 else 0.15):
            continue
        puzzle = Puzzle(clues[:4], clues[4:])
        differing = 0
        for bits in grids:
            differing |= bits ^ grids[0]
        expected = tuple(divmod(p, 4) for p in range(16) if differing >> (15 - p) & 1)
        report = nonosat.backbone(puzzle)
        assert report.ambiguous == expected, puzzle
        assert report.certain is not None
        assert report.certain.unknown_count == len(expected)
        found = nonosat.count(puzzle)
        assert (found.count, found.exact) == (len(grids), True), puzzle


def test_random_puzzles_up_to_7x7() -> None:
    """One or two colours, clues withheld, cells given, some without a solution."""
    rng = random.Random(7)
    seen = dict.fromkeys(Verdict, 0)
    todo = 5000 if FULL else 400
    while todo:
        puzzle = random_puzzle(rng, 7)
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        try:
            number, values = summary(puzzle, given, 10**6 if FULL else 10**5)
        except TooManyError:
            continue
        todo -= 1
        report = nonosat.backbone(puzzle, given=given)
        seen[report.verdict] += 1
        assert report.ambiguous == ambiguous(puzzle, values), (puzzle, given)
        assert report.certain is not None
        if number:
            settled = {p: min(v) for p, v in enumerate(values) if len(v) == 1}
            assert report.certain == puzzle.unknown_grid().with_cells(
                (*divmod(p, puzzle.width), value) for p, value in settled.items()
            )
        found = nonosat.count(puzzle, given=given)
        assert (found.count, found.exact) == (number, True), (puzzle, given)
    assert all(seen[v] > 10 for v in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE))


def test_solutions_are_all_and_each_once() -> None:
    rng = random.Random(11)
    several = 0
    for _ in range(5000 if FULL else 1200):
        puzzle = random_puzzle(rng, 5)
        given = random_given(rng, puzzle) if rng.random() < 0.4 else None
        expected = all_solutions(puzzle, given)
        if len(expected) > 500:
            continue
        several += len(expected) > 2
        found = [grid.cells for grid in nonosat.solutions(puzzle, given=given)]
        assert len(found) == len(set(found))
        assert set(found) == set(expected), (puzzle, given)
    assert several > 10


def test_solutions_are_lazy() -> None:
    first = list(islice(nonosat.solutions(permutations(20)), 50))
    assert len(set(first)) == 50
    assert all(not permutations(20).check(grid) for grid in first)
    blank = Puzzle([None] * 30, [None] * 30)
    assert len(set(islice(nonosat.solutions(blank), 100))) == 100
    stop = Cancellation()
    some = nonosat.solutions(permutations(6), cancel=stop)
    next(some)
    stop.cancel()
    assert len(list(some)) < 720


@pytest.mark.corpus
def test_counts_and_marks_of_the_seed(corpus: Path) -> None:
    vectors = json.loads((corpus.parent / "vectors" / "shortcodes.json").read_text("utf-8"))
    counted = 0
    for vector in vectors["dsmiller_url"]:
        stats = vector.get("stats")
        if stats is None:
            continue
        counted += 1
        puzzle = Puzzle.from_grid(Grid("\n".join(vector["cells"])))
        report = nonosat.backbone(puzzle)
        found = nonosat.count(puzzle)
        assert (found.count, found.exact) == (stats["solutions"], True), vector["name"]
        marked = "".join(stats["aggregate"]).count("?")
        assert report.ambiguous is not None
        assert len(report.ambiguous) == marked, vector["name"]
    assert counted == 51


@pytest.mark.parametrize(("n", "seconds"), [(1, 0.2), (2, 0.2), (8, 0.2), (12, 2.0)])
def test_permutations(n: int, seconds: float) -> None:
    nonosat.count(permutations(3))  # what is loaded once is not measured
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        found = nonosat.count(permutations(n))
        times.append(time.perf_counter() - begun)
        assert (found.count, found.exact) == (factorial(n), True)
    assert min(times) < seconds


def test_twenty_factorial_or_an_honest_bound() -> None:
    nonosat.count(permutations(3))  # what is loaded once takes none of the time
    found = nonosat.count(permutations(20), time_limit=3)
    if found.exact:  # on a machine that is quick enough
        assert found.count == factorial(20)
    else:
        assert found.reason is Reason.TIME
        assert 2 <= found.count < factorial(20)
    if FULL:
        assert nonosat.count(permutations(20)).count == factorial(20)


def test_independent_swaps() -> None:
    found = nonosat.count(swaps(10, 10))
    assert (found.count, found.exact) == (2**100, True)
    assert [(f.ways, f.times, f.what) for f in found.factors] == [(2, 100, "swap")]


def test_cells_in_no_clued_line_multiply() -> None:
    puzzle = Puzzle([[1], None, None], [[1], [1], None, None], palette=nonosat.Palette(
        (nonosat.Color("a", "#ff0000", "a"), nonosat.Color("b", "#0000ff", "b"))
    ))  # fmt: skip
    number, values = summary(puzzle)
    found = nonosat.count(puzzle)
    assert (found.count, found.exact) == (number, True)
    assert (3, 4, "cell") in [(f.ways, f.times, f.what) for f in found.factors]
    assert nonosat.backbone(puzzle).ambiguous == ambiguous(puzzle, values)
    assert nonosat.count(Puzzle([None] * 40, [None] * 40)).count == 2**1600


def test_limits_of_a_count() -> None:
    found = nonosat.count(permutations(5), limit=100)
    assert (found.count, found.exact, found.reason) == (100, False, Reason.COUNT)
    assert nonosat.count(permutations(5), limit=120).exact
    assert nonosat.count(permutations(5), limit=121).count == 120
    found = nonosat.count(permutations(5), time_limit=0)
    assert (found.count, found.exact, found.reason) == (0, False, Reason.TIME)
    stop = Cancellation()
    stop.cancel()
    assert nonosat.count(permutations(5), cancel=stop).reason is Reason.CANCELLED
    with pytest.raises(OptionError, match="at least to 1"):
        nonosat.count(permutations(5), limit=0)
    with pytest.raises(GridError, match="the puzzle 5x5"):
        nonosat.count(permutations(5), given=Grid("#"))
    with pytest.raises(GridError):
        nonosat.solutions(permutations(5), given=Grid("#"))


def test_what_a_report_says_about_the_backbone() -> None:
    report = nonosat.solve(permutations(3))
    assert (report.ambiguous, report.certain) == (None, None)
    assert "ambiguous" not in report.as_dict()
    report = nonosat.solve(permutations(3), backbone=True, want=1)
    assert report.verdict is Verdict.MULTIPLE
    assert report.ambiguous is not None
    assert len(report.ambiguous) == 9
    assert report.as_dict()["certain"] == ["???"] * 3
    assert report.stages[-1].name == "backbone"
    report = nonosat.solve(permutations(3), backbone=True, memory_limit=2000)
    assert report.ambiguous is not None  # from the child process, too
    with pytest.raises(OptionError, match="the stage sat"):
        nonosat.solve(permutations(3), backbone=True, preset="logic")
    stopped = nonosat.solve(permutations(3), backbone=True, conflict_limit=0)
    assert (stopped.ambiguous, stopped.reason) == (None, Reason.CONFLICTS)


def test_memory_of_a_large_count() -> None:
    """A count that does not fit ends with a bound, below 500 MB of the whole process."""
    program = (
        "import nonosat, resource\n"
        "puzzle = nonosat.Puzzle([[1, 1, 1]] * 26, [[1, 1, 1]] * 26)\n"
        "found = nonosat.count(puzzle, time_limit=20)\n"
        "assert not found.exact and found.count > 1000, found\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(done.stdout) < 500


SLOW = ("gettys", "lion", "marley", "mountain-dog", "nature", "sierp", "thing")
"""Corpus puzzles whose ambiguous cells take seconds; they are left to the full run."""
SLOWEST = ("faase", "knotty", "meow")
"""Those that take a minute or more; the verdict alone is asked."""


@pytest.mark.corpus
def test_ambiguous_cells_of_the_corpus(corpus: Path) -> None:
    """In six times what is promised: 10 times the time of the verdict, or 10 seconds."""
    told = [line.split("\t") for line in (corpus / "verdicts.tsv").read_text().splitlines()]
    names = [name for name, verdict in told if verdict == "multiple"]
    assert len(names) == 27
    for name in names:
        stem = Path(name).stem
        if not FULL and stem.endswith(SLOW + SLOWEST):
            continue
        puzzle = nonosat.load(corpus / name)
        begun = time.perf_counter()
        report = nonosat.solve(puzzle, time_limit=60)
        seconds = time.perf_counter() - begun
        assert report.verdict is Verdict.MULTIPLE, name
        if stem.endswith(SLOWEST):
            continue
        # Not a benchmark: a busy machine may take six times as long.
        allowed = 6 * max(10 * seconds, 10.0)
        report = nonosat.backbone(puzzle, time_limit=allowed)
        assert report.ambiguous is not None, f"{name}: verdict after {seconds:.1f} s"
        assert len(report.ambiguous) > 1
        found = nonosat.count(puzzle, limit=10**5, time_limit=20)
        assert found.count >= 2
        if found.exact and found.count < 500:
            assert found.count == len(set(nonosat.solutions(puzzle)))
