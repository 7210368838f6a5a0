# SPDX-License-Identifier: MIT
"""The two searches of the implication graph: the same forced literals, and their limits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat import UNKNOWN, Grid, Puzzle, Reason, Verdict, load, solve
from nonosat.core import _core
from nonosat.core._core import Status
from nonosat.errors import OptionError
from nonosat.limits import Limits, Stopped
from nonosat.logic.board import assume, open_board
from nonosat.logic.implications import Literal, implication_graph, implications_of
from nonosat.model.palette import anonymous_palette
from nonosat.study import random_picture_puzzles
from tests.support.brute import random_given, random_puzzle
from tests.support.clock import Poll, cancelled
from tests.support.places import FULL


def compare_searches(puzzle: Puzzle, given: Grid | None = None) -> tuple[int, int, bool]:
    """Both searches on every state of the stage: states, forced literals, and whether refuted."""
    board = open_board(puzzle, given)
    native = _core.ImplicationSearch(board)  # one for all states: it keeps unchanged lines
    states = forced = 0
    while True:
        if board.propagate() is Status.CONTRADICTION:
            return states, forced, True
        found = implications_of(board, puzzle, Limits())
        for search_ in (native, _core.ImplicationSearch(board)):
            assert search_.search() is Status.FIXPOINT
            assert [Literal(*literal) for literal in search_.forced] == list(found.forced)
            assert search_.contradictory is found.contradictory
        counts = search_.counts()
        assert counts["literals"] == found.graph.number_of_nodes()
        assert counts["edges"] == found.graph.number_of_edges()
        states += 1
        forced += len(found.forced)
        if found.contradictory or not found.forced:
            return states, forced, found.contradictory
        for literal in found.forced:
            assume(board, *literal)


def test_both_searches_force_the_same_literals_on_small_boards() -> None:
    rng = random.Random(3)
    states = forced = refuted = 0
    for _ in range(12_000 if FULL else 1500):
        puzzle = random_puzzle(rng, rng.choice((3, 6, 9, 12)))
        given = random_given(rng, puzzle) if rng.random() < 0.3 else None
        more, literals, wrong = compare_searches(puzzle, given)
        states += more
        forced += literals
        refuted += wrong
    assert states > 200
    assert forced > 200
    assert refuted > 20


def test_one_graph_before_probing_forces_the_same_literals() -> None:
    """On a small board of one colour masks replace edges; the counts stay the same."""
    rng = random.Random(15)
    pictures = random_picture_puzzles(25, 20, 0.5, 60 if FULL else 20, 15).values()
    puzzles = [random_puzzle(rng, 12) for _ in range(12_000 if FULL else 1500)]
    graphs = forced = 0
    for puzzle in (*puzzles, *pictures):
        board, other = open_board(puzzle), open_board(puzzle)
        one = _core.ImplicationSearch(board)
        status = one.run(complete=False)
        if one.counts()["graphs"] == 0:
            continue
        other.propagate()
        whole = _core.ImplicationSearch(other)
        assert whole.search() is Status.FIXPOINT
        assert (one.forced, one.contradictory) == (whole.forced, whole.contradictory)
        assert one.counts() == whole.counts()
        assert status is Status.CONTRADICTION or not one.contradictory
        graphs += 1
        forced += len(one.forced)
    assert graphs > 200
    assert forced > 200


def test_both_searches_agree_on_lines_of_several_words() -> None:
    """Pictures up to 200 cells wide, given except for large squares."""
    rng = random.Random(4)
    forced = 0
    for colors, width in ((1, 70), (1, 135), (1, 200), (2, 70), (3, 130)):
        letters = "#" if colors == 1 else "abc"[:colors]
        cells = bytearray(rng.choices(range(colors + 1), k=12 * width))
        picture = Grid.from_cells(12, width, bytes(cells), letters)
        puzzle = Puzzle(*picture.clues(), palette=anonymous_palette(letters))
        for place in range(len(cells)):
            if place % width % 15 < 9:
                cells[place] = UNKNOWN
        forced += compare_searches(puzzle, puzzle.grid(bytes(cells)))[1]
    assert forced > 30


@pytest.mark.corpus
def test_both_searches_force_the_same_literals_on_real_puzzles(corpus: Path) -> None:
    """Every state that the stage reaches in the corpus; in the ordinary run in small puzzles."""
    side, share = (62, 1) if FULL else (20, 4)
    states = forced = 0
    for name in ("hard", "sample", "survey", "color"):
        files = [*sorted((corpus / name).glob("*.non")), *sorted((corpus / name).glob("*.xml"))]
        for file in files[::share]:
            puzzle = load(file)
            if max(puzzle.height, puzzle.width) <= side:
                more, literals, _ = compare_searches(puzzle)
                states += more
                forced += literals
    assert states > (600 if FULL else 30)
    assert forced > (12_000 if FULL else 300)


def test_the_stage_is_the_same_with_both_searches() -> None:
    rng = random.Random(14)
    forced = 0
    for _ in range(300):
        puzzle = random_puzzle(rng, 8)
        native, other = (
            solve(puzzle, stages=["lines", "implications"], graph_search=search_)
            for search_ in ("native", "networkx")
        )
        assert (native.verdict, native.known) == (other.verdict, other.known)
        for ours, theirs in zip(native.stages, other.stages, strict=True):
            assert {**ours.counts, "line_solves": 0} == {**theirs.counts, "line_solves": 0}
            forced += ours.counts.get("forced", 0)
    assert forced > 30
    assert solve(puzzle, preset="networkx").verdict is solve(puzzle).verdict
    with pytest.raises(OptionError, match="unknown graph search 'best'; choose native, networkx"):
        solve(puzzle, graph_search="best")


def ones(side: int) -> Puzzle:
    """Nothing follows, and every literal leads to two whole lines."""
    return Puzzle([[1]] * side, [[1]] * side)


def test_the_native_search_stops_and_continues() -> None:
    board = open_board(ones(100))
    native = _core.ImplicationSearch(board)
    poll = Poll(lambda asked: asked % 3 == 0 and asked < 20)
    stops = 0
    while native.run(poll) is Status.INTERRUPTED:
        stops += 1
    assert stops == 6
    assert native.counts()["graphs"] == 1
    assert native.counts()["edges"] == 2 * 100 * 100 * 99

    def broken() -> bool:
        raise RuntimeError("the poll fails")

    with pytest.raises(RuntimeError, match="the poll fails"):
        _core.ImplicationSearch(board).run(broken)
    with pytest.raises(ValueError, match="not propagated"):
        _core.ImplicationSearch(open_board(ones(3))).search()


@pytest.mark.parametrize("graph_search", ["native", "networkx"])
def test_limits_end_the_stage_in_both_searches(graph_search: str) -> None:
    board = open_board(ones(100))
    limits = Limits(cancel=cancelled(after=1))
    assert board.propagate() is Status.FIXPOINT
    if graph_search == "native":
        assert _core.ImplicationSearch(board).run(limits.stop) is Status.INTERRUPTED
    else:
        with pytest.raises(Stopped):
            implications_of(board, ones(100), limits)
    assert limits.reason is Reason.CANCELLED


def test_a_graph_that_is_too_large_is_not_built(ticks: Iterator[int]) -> None:
    puzzle = ones(400)
    report = solve(puzzle, preset="logic", stages=["lines", "implications"])
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    assert report.stages[-1].counts["too_large"] == 1
    report = solve(puzzle, stages=["lines", "implications"], graph_search="networkx")
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.MEMORY)
    with pytest.raises(OptionError, match="more than 1,000,000 edges"):
        implication_graph(puzzle)
    report = solve(puzzle, preset="graph", time_limit=1000)  # the next stage takes over
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)
    assert [stage.name for stage in report.stages] == ["lines", "implications", "probe"]
