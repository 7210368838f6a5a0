# SPDX-License-Identifier: MIT
"""Ambiguous cells, counts and lists of solutions, against brute force and known numbers.

With NONOSAT_FULL=1: every clue set of 4x4, and 5,000 random puzzles up to 7x7 instead of 400.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from math import factorial
from pathlib import Path
from typing import TypeAlias

import networkx as nx
import pytest

import nonosat
from nonosat import UNKNOWN, Cancellation, Grid, Puzzle, Reason, Verdict
from nonosat.core._core import Status
from nonosat.errors import GridError, OptionError
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import open_board
from nonosat.sat.cnf import independent_components
from tests.support.brute import all_solutions, random_given, random_puzzle
from tests.support.clock import cancelled
from tests.support.oracle import TooManyError, ambiguous, permutations, summary, swaps
from tests.support.places import FULL
from tests.support.processes import interpreted

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
        if not FULL and rng.random() > (0.005 if len(grids) == 1 else 0.08):
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
        found = nonosat.count_solutions(puzzle)
        assert (found.number, found.exact) == (len(grids), True), puzzle


def test_random_puzzles_up_to_7x7() -> None:
    """One or two colours, missing clues, given cells, some without a solution."""
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
            certain = {p: min(v) for p, v in enumerate(values) if len(v) == 1}
            assert report.certain == puzzle.unknown_grid().with_cells(
                (*divmod(p, puzzle.width), value) for p, value in certain.items()
            )
        found = nonosat.count_solutions(puzzle, given=given)
        assert (found.number, found.exact) == (number, True), (puzzle, given)
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
        found = [grid.cells for grid in nonosat.iter_solutions(puzzle, given=given)]
        assert len(found) == len(set(found))
        assert set(found) == set(expected), (puzzle, given)
    assert several > 10


def test_solutions_are_lazy() -> None:
    first = list(islice(nonosat.iter_solutions(permutations(20)), 50))
    assert len(set(first)) == 50
    assert all(not permutations(20).faults(grid) for grid in first)
    blank = Puzzle([None] * 30, [None] * 30)
    assert len(set(islice(nonosat.iter_solutions(blank), 100))) == 100


@pytest.mark.parametrize("puzzle", [permutations(6), Puzzle([None] * 3, [None] * 3)])
def test_solutions_never_end_early_without_a_word(puzzle: Puzzle) -> None:
    """A list that is empty or short is complete, or the iterator has a reason."""
    stop = Cancellation()
    some = nonosat.iter_solutions(puzzle, cancel=stop)
    next(some)
    assert (str(some), some.complete, some.reason) == ("1 solution so far", False, None)
    stop.cancel()
    assert list(some) == []
    assert (some.number, some.complete, some.reason) == (1, False, Reason.CANCELLED)
    assert str(some) == "1 solution listed; there may be more (cancelled)"
    assert next(some, None) is None
    late = nonosat.iter_solutions(puzzle, time_limit=0)
    assert list(late) == []
    assert (late.complete, late.reason) == (False, Reason.TIME)
    whole = nonosat.iter_solutions(puzzle, time_limit=600)
    assert len(list(whole)) == whole.number in (720, 512)
    assert (whole.complete, whole.reason) == (True, None)
    assert repr(whole) == f"<Solutions: {whole.number} solutions>"
    for limits in ({"time_limit": -1}, {"limit": 0}):
        with pytest.raises(OptionError):
            nonosat.iter_solutions(puzzle, **limits)  # type: ignore[arg-type]


def test_solutions_end_after_a_limit_of_their_number() -> None:
    some = nonosat.iter_solutions(permutations(3), limit=4)
    assert len(list(some)) == 4
    assert (some.complete, some.reason) == (False, Reason.COUNT)
    every = nonosat.iter_solutions(permutations(3), limit=6)
    assert len(list(every)) == 6
    assert (every.complete, every.reason) == (True, None)


def test_solutions_of_a_puzzle_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Stopped(Reason.MEMORY)

    monkeypatch.setattr("nonosat.sat.cnf.encode", refuse)
    some = nonosat.iter_solutions(permutations(6))
    assert list(some) == []
    assert some.reason is Reason.MEMORY


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
        found = nonosat.count_solutions(puzzle)
        assert (found.number, found.exact) == (stats["solutions"], True), vector["name"]
        marked = "".join(stats["aggregate"]).count("?")
        assert report.ambiguous is not None
        assert len(report.ambiguous) == marked, vector["name"]
    assert counted == 51


@pytest.mark.parametrize("n", [1, 2, 8, 12])
def test_permutations(n: int) -> None:
    found = nonosat.count_solutions(permutations(n))
    assert (found.number, found.exact) == (factorial(n), True)
    number, exact, steps, peak = open_board(permutations(n)).count(range(n * n), b"", 1 << 28)
    assert (int.from_bytes(number, "little"), exact) == (factorial(n), True)
    # The state between two cells is a set of columns that are done.
    assert peak <= 2 * 2**n
    assert steps <= 2 * n * n * 2 * 2**n


def test_a_count_that_time_ends_is_an_honest_bound(ticks: Iterator[int]) -> None:
    found = nonosat.count_solutions(permutations(20), time_limit=100)
    assert found.reason is Reason.TIME
    assert not found.exact
    assert 2 <= found.number < factorial(20)
    assert next(ticks) < 100 + 200  # the components counted by then give the bound


@pytest.mark.slow
def test_twenty_factorial() -> None:
    found = nonosat.count_solutions(permutations(20))
    assert (found.number, found.exact) == (factorial(20), True)


def test_independent_swaps() -> None:
    found = nonosat.count_solutions(swaps(10, 10))
    assert (found.number, found.exact) == (2**100, True)
    assert [(f.ways, f.times, f.what) for f in found.factors] == [(2, 100, "switching component")]


def test_cells_in_no_clued_line_multiply() -> None:
    puzzle = Puzzle([[1], None, None], [[1], [1], None, None], palette=nonosat.Palette(
        (nonosat.types.Color("a", "#ff0000", "a"), nonosat.types.Color("b", "#0000ff", "b"))
    ))  # fmt: skip
    number, values = summary(puzzle)
    found = nonosat.count_solutions(puzzle)
    assert (found.number, found.exact) == (number, True)
    assert (3, 4, "cell") in [(f.ways, f.times, f.what) for f in found.factors]
    assert nonosat.backbone(puzzle).ambiguous == ambiguous(puzzle, values)
    assert nonosat.count_solutions(Puzzle([None] * 40, [None] * 40)).number == 2**1600


def test_a_count_of_a_board_without_clues_makes_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one it took minutes."""

    def refuse(*_: object) -> None:
        raise AssertionError("a model")

    monkeypatch.setattr("nonosat.sat.cnf.encode", refuse)
    monkeypatch.setattr("nonosat.sat.cnf.native_cnf", refuse)
    palette = nonosat.Palette.of([(f"color {i}", f"#0000{i:02x}", None) for i in range(60)])
    for side in (100, 300):
        found = nonosat.count_solutions(Puzzle([None] * side, [None] * side, palette=palette))
        assert (found.number, found.exact) == (61 ** (side * side), True)
        assert [(f.ways, f.times, f.what) for f in found.factors] == [(61, side * side, "cell")]


def test_the_time_limit_of_a_count_holds_for_every_part_of_it(ticks: Iterator[int]) -> None:
    """The components of a large board, too, are found within the limit."""
    board = open_board(Puzzle([[1, 1, 1]] * 300, [[1, 1, 1]] * 300))
    begun = next(ticks)
    with pytest.raises(Stopped) as stopped:
        independent_components(board, Limits(time_limit=20))
    assert stopped.value.reason is Reason.TIME
    assert next(ticks) - begun < 30
    begun = next(ticks)
    found = nonosat.count_solutions(Puzzle([None] * 1023, [None] * 1023), time_limit=2)
    assert found.exact or found.reason is Reason.TIME
    assert next(ticks) - begun < 12


def test_components_are_connected_by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against components of "share a line with unknown cells", which can only be larger."""
    rng = random.Random(12)
    finer = 0
    for _ in range(300):
        puzzle = random_puzzle(rng, 8)
        board = open_board(puzzle)
        if board.propagate() is not Status.FIXPOINT:
            continue
        found = independent_components(board, Limits())
        free = {row * puzzle.width + column for row, column in puzzle.unconstrained()}
        cells = [p for p, value in enumerate(board.cells()) if value == UNKNOWN and p not in free]
        assert sorted(p for part in found for p in part) == cells
        assert found == sorted(map(sorted, found))
        graph = nx.Graph()
        graph.add_nodes_from(cells)
        for one in cells:
            for other in cells:
                same_row = one // puzzle.width == other // puzzle.width
                same_column = one % puzzle.width == other % puzzle.width
                clue = puzzle.rows[one // puzzle.width] if same_row else None
                if clue is None and same_column:
                    clue = puzzle.columns[one % puzzle.width]
                if clue is not None:
                    graph.add_edge(one, other)
        coarse = list(nx.connected_components(graph))
        for part in found:
            assert any(whole.issuperset(part) for whole in coarse)
        finer += len(found) > len(coarse)
    assert finer > 0
    monkeypatch.setattr("nonosat.sat.cnf.most_model_bytes", lambda cells, colors: 10)
    with pytest.raises(Stopped) as stopped:
        independent_components(open_board(permutations(3)), Limits())
    assert stopped.value.reason is Reason.MEMORY


def test_a_large_count_prints_and_rebuilds() -> None:
    """Python refuses to print numbers of more than 4300 digits in decimal."""
    found = nonosat.count_solutions(Puzzle([None] * 150, [None] * 150))
    names = {"SolutionCount": nonosat.types.SolutionCount, "Factor": type(found.factors[0])}
    assert eval(repr(found), names) == found
    large = replace(found, factors=(replace(found.factors[0], ways=10**5000),))
    assert eval(repr(large), names) == large
    assert "2^22500" in str(found)


def test_limits_of_a_count() -> None:
    found = nonosat.count_solutions(permutations(5), limit=100)
    assert (found.number, found.exact, found.reason) == (100, False, Reason.COUNT)
    assert found.factors == ()
    assert nonosat.count_solutions(permutations(5), limit=120).exact
    assert nonosat.count_solutions(permutations(5), limit=121).number == 120
    found = nonosat.count_solutions(permutations(5), time_limit=0)
    assert (found.number, found.exact, found.reason) == (0, False, Reason.TIME)
    assert nonosat.count_solutions(permutations(5), cancel=cancelled()).reason is Reason.CANCELLED
    with pytest.raises(OptionError, match="limit 0: give a whole number, at least 1"):
        nonosat.count_solutions(permutations(5), limit=0)
    with pytest.raises(GridError, match="5 columns and 5 rows"):
        nonosat.count_solutions(permutations(5), given=Grid("#"))
    with pytest.raises(GridError):
        nonosat.iter_solutions(permutations(5), given=Grid("#"))


def test_what_is_not_counted_is_still_bounded_by_the_solutions_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search for ambiguous cells met several solutions: the bound is at least their number."""
    report = nonosat.backbone(permutations(6))
    met = 2 + report.stages[-1].counts["solutions"]
    assert met > 4

    def refuse(*_: object, **__: object) -> None:
        raise Stopped(Reason.MEMORY)

    monkeypatch.setattr("nonosat.exact.counting.count_components", refuse)
    found = nonosat.count_solutions(permutations(6))
    assert (found.number, found.exact, found.reason) == (met, False, Reason.MEMORY)
    # Cells in no clued line multiply the bound.
    rows: list[list[int] | None] = [[1]] * 6
    free = Puzzle([*rows, None], [*rows, None])
    assert free.unconstrained() == ((6, 6),)
    assert nonosat.count_solutions(free).number > met


def test_options_of_the_search_are_those_of_solve() -> None:
    found = nonosat.count_solutions(permutations(4), preset="sat", backend="minisat", portfolio=2)
    assert (found.number, found.exact) == (24, True)
    assert nonosat.count_solutions(permutations(4), memory_limit=2000).number == 24
    with pytest.raises(OptionError, match="the stage sat"):
        nonosat.count_solutions(permutations(4), preset="logic")
    assert nonosat.backbone(permutations(3), given=Grid("#??\n???\n???"), limit=5).ambiguous
    given = nonosat.check_grid(permutations(3), Grid("##?\n???\n???"), preset="sat")
    assert given.right is False


def test_what_a_count_says_of_itself() -> None:
    assert re.fullmatch(
        r"solutions: 120\nexact, after .* s", str(nonosat.count_solutions(permutations(5)))
    )
    assert "solutions: 120<" in nonosat.count_solutions(permutations(5))._repr_html_()
    words = str(nonosat.count_solutions(permutations(5), limit=7)).splitlines()
    assert words[0].startswith("solutions: at least 7 (")
    assert words[1].startswith("a lower bound, after")


def test_what_a_report_says_about_the_backbone() -> None:
    report = nonosat.solve(permutations(3))
    assert (report.ambiguous, report.certain) == (None, None)
    assert "ambiguous" not in report.as_dict()
    report = nonosat.solve(permutations(3), backbone=True, limit=1)
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


@pytest.mark.slow
def test_memory_of_a_large_count() -> None:
    """A count that does not fit ends with a bound; the whole process needs less than 500 MB."""
    program = (
        "import nonosat\n"
        "puzzle = nonosat.Puzzle([[1, 1, 1]] * 26, [[1, 1, 1]] * 26)\n"
        "found = nonosat.count_solutions(puzzle, time_limit=200)\n"
        "assert not found.exact and found.number > 1000, found\n"
        # ru_maxrss would begin with the size of the process that ran the tests.
        "peak = next(x for x in open('/proc/self/status') if x.startswith('VmHWM'))\n"
        "print(int(peak.split()[1]) // 1024)\n"
    )
    done = interpreted(program)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 500


SLOW = ("gettys", "lion", "marley", "mountain-dog", "nature", "sierp", "thing")
"""Corpus puzzles whose ambiguous cells take seconds; only the full run has them."""
LONG = ("baseball-hat", "center")
"""Puzzles whose count takes more than a second; only the slow tests have them."""
SLOWEST = ("faase", "knotty", "meow")
"""Puzzles that take a minute or more; only the verdict is asked."""


@pytest.mark.corpus
@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_ambiguous_cells_of_the_corpus(corpus: Path, long: bool) -> None:
    lines = [line.split("\t") for line in (corpus / "verdicts.tsv").read_text().splitlines()]
    names = [name for name, verdict in lines if verdict == "multiple"]
    assert len(names) == 27
    for name in names:
        stem = Path(name).stem
        if stem.endswith(LONG) is not long or (not FULL and stem.endswith(SLOW + SLOWEST)):
            continue
        puzzle = nonosat.load(corpus / name)
        report = nonosat.solve(puzzle, time_limit=600)
        assert report.verdict is Verdict.MULTIPLE, name
        if stem.endswith(SLOWEST):
            continue
        report = nonosat.backbone(puzzle, time_limit=600)
        assert report.ambiguous is not None, name
        assert len(report.ambiguous) > 1
        found = nonosat.count_solutions(puzzle, limit=10**5, time_limit=600)
        assert found.number >= 2
        if found.exact and found.number < 500:
            assert found.number == len(set(nonosat.iter_solutions(puzzle)))
