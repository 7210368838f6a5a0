# SPDX-License-Identifier: MIT
"""Walkthroughs: lazy, complete, and with every end; and the sentences of steps."""

from __future__ import annotations

import json
import pickle
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import nonosat
from nonosat import Cancellation, Grid, Line, Puzzle, Reason, Verdict, walkthrough
from nonosat.errors import InternalError, OptionError
from nonosat.explain.position import Position
from nonosat.explain.sentences import sentence
from nonosat.explain.step import Branch, Moment, Step
from nonosat.explain.techniques import TECHNIQUES
from nonosat.explain.walking import next_step, walk
from nonosat.logic.implications import Link, Literal
from nonosat.model.palette import Color, Palette
from nonosat.types import WalkthroughEnd
from tests.support.brute import all_solutions, random_puzzle

TWO_WAYS = Puzzle([[1], [1]], [[1], [1]])
CUP = Puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]])
RED_BLUE = Palette((Color("red", "#ff0000", "r"), Color("blue", "#0000ff", "b")))


def test_steps_are_found_when_they_are_asked_for() -> None:
    steps = walkthrough(CUP)
    assert "0 steps found" in repr(steps)
    first = steps[0]
    assert "1 step found, not ended" in repr(steps)
    assert steps[0] is first
    assert [step.technique for step in steps[1:3]] == ["trivial", "trivial"]
    assert "3 steps found" in repr(steps)
    assert len(steps) == 5
    assert steps[-1] is steps[4]
    assert list(steps) == steps[:]
    assert steps[::-1] == list(steps)[::-1]
    assert steps.end is WalkthroughEnd.SOLVED
    assert "5 steps found, solved" in repr(steps)
    with pytest.raises(IndexError):
        steps[5]


def test_two_loops_at_once_see_the_same_steps() -> None:
    steps = walkthrough(CUP)
    pairs = list(zip(steps, steps, strict=True))
    assert len(pairs) == 5
    assert all(one is other for one, other in pairs)


def test_the_grid_after_each_step(data: Path) -> None:
    steps = walkthrough(nonosat.load(data / "bell.non"))
    before = steps.start
    for number, step in enumerate(steps):
        assert step.grid == before
        before = steps.grid_after(number)
        assert step.after == before
        assert before != step.grid
    assert before == steps.grid == steps.grid_after(-1)
    assert steps.puzzle.faults(before) == ()
    for index in (len(steps), -len(steps) - 1):
        with pytest.raises(IndexError, match="there is no step"):
            steps.grid_after(index)


def test_an_ambiguous_puzzle_ends_with_two_solutions() -> None:
    steps = walkthrough(TWO_WAYS, max_technique="line")
    assert steps.end is WalkthroughEnd.AMBIGUOUS
    assert not steps
    assert len(steps.solutions) == 2
    assert all(TWO_WAYS.faults(grid) == () for grid in steps.solutions)
    assert steps.solutions[0] != steps.solutions[1]
    assert "several solutions" in str(steps)


def test_it_is_stuck_where_a_harder_technique_is_needed(data: Path) -> None:
    steps = walkthrough(nonosat.load(data / "noise-18x18-1381.non"), max_technique="overlap")
    assert steps.end is WalkthroughEnd.STUCK
    assert steps.solutions == ()
    assert steps.reason is None
    assert steps.end_sentence.startswith("stuck: the techniques up to overlap give nothing more")


def test_a_contradiction_ends_it() -> None:
    wrong = walkthrough(CUP, given=Grid("?#?\n???\n???"))
    assert wrong.end is WalkthroughEnd.CONTRADICTION
    assert wrong.failed_line == Line("row", 0)
    assert wrong.end_sentence == "no solution: row 1 (1 1) has no placement"
    complete = walkthrough(CUP, given=Grid("#.#\n###\n#.."))
    assert (complete.end, complete.failed_line) == (WalkthroughEnd.CONTRADICTION, Line("column", 0))
    assert complete.solutions == ()


def test_a_contradiction_that_lines_do_not_see() -> None:
    """Lines leave these cells open; only the solver finds that there is no solution."""
    puzzle = nonosat.Puzzle([[1], [2], [1, 1]], [[1, 1], [2], [1]])
    steps = walkthrough(puzzle, max_technique="trivial")
    assert nonosat.solve(puzzle).verdict is nonosat.Verdict.NONE
    assert steps.end is WalkthroughEnd.CONTRADICTION


def test_limits_end_it(data: Path) -> None:
    puzzle = nonosat.load(data / "noise-18x18-1381.non")
    late = walkthrough(puzzle, time_limit=0)
    assert (late.end, late.reason, len(late)) == (WalkthroughEnd.LIMIT, Reason.TIME, 0)
    assert "not finished (time limit)" in str(late)
    stop = Cancellation()
    steps = walkthrough(puzzle, cancel=stop)
    assert steps[0]
    stop.cancel()
    assert (steps.end, steps.reason) == (WalkthroughEnd.LIMIT, Reason.CANCELLED)
    assert len(steps) == 1


def test_a_limit_of_the_question_how_it_ends() -> None:
    stop = Cancellation()
    steps = walkthrough(TWO_WAYS, max_technique="line", cancel=stop)
    assert not list(steps)
    stop.cancel()
    assert (steps.end, steps.reason) == (WalkthroughEnd.STUCK, Reason.CANCELLED)
    assert "whether there are several solutions is unknown (cancelled)" in steps.end_sentence


def test_options_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="unknown technique 'lines'"):
        walkthrough(CUP, max_technique="lines")
    with pytest.raises(OptionError, match="max links 0"):
        walkthrough(CUP, max_links=0)
    with pytest.raises(OptionError, match="time limit"):
        walkthrough(CUP, time_limit=-1)
    with pytest.raises(nonosat.errors.GridError):
        walkthrough(CUP, given=Grid("?"))


def test_cells_in_no_clued_line_stay_unknown() -> None:
    steps = walkthrough(Puzzle([[2], None], [None, None]))
    assert steps.end is WalkthroughEnd.AMBIGUOUS
    words = "everything else is solved in 1 step; 2 cells in no clued line can have any value"
    assert steps.end_sentence == words
    assert len(steps.solutions) == 2
    partly = walkthrough(Puzzle([[2], None], [None, None]), given=Grid("??\n#?"))
    assert partly.end is WalkthroughEnd.AMBIGUOUS
    assert partly.grid.unknown_count == 1


def test_the_end_agrees_with_the_verdict() -> None:
    """Also of puzzles with missing clues, which can leave cells in no clued line."""
    rng = random.Random(18)
    ends = {WalkthroughEnd.SOLVED: Verdict.UNIQUE, WalkthroughEnd.AMBIGUOUS: Verdict.MULTIPLE}
    for _ in range(40):
        picture = [[rng.randrange(2) for _ in range(3)] for _ in range(3)]
        rows, columns = Grid(picture).clues()
        puzzle = Puzzle(
            *([None if rng.random() < 0.3 else x for x in clues] for clues in (rows, columns))
        )
        assert ends[walkthrough(puzzle).end] is puzzle.solve().verdict


def test_printed_cells_are_known_at_the_start() -> None:
    puzzle = Puzzle([[1], [1]], [[1], [1]], printed=Grid("#?\n??"))
    steps = walkthrough(puzzle)
    assert steps.start == puzzle.printed
    assert (steps.end, len(steps)) == (WalkthroughEnd.SOLVED, 3)
    wrong = walkthrough(puzzle, given=Grid(".?\n??"))
    assert (wrong.end, wrong.failed_line) == (WalkthroughEnd.CONTRADICTION, Line("row", 0))
    free = walkthrough(Puzzle([None], [None, None], printed=Grid("#?")), given=Grid(".?"))
    assert (free.end, free.failed_line) == (WalkthroughEnd.CONTRADICTION, None)
    assert free.end_sentence == "no solution"


def test_the_end_is_that_of_all_solutions() -> None:
    rng = random.Random(5)
    ends = set()
    for _ in range(60):
        puzzle = random_puzzle(rng, 4)
        steps = walkthrough(puzzle, max_technique="line")
        solutions = all_solutions(puzzle)
        free = puzzle.unconstrained()
        ends.add(steps.end)
        if steps.end is WalkthroughEnd.CONTRADICTION:
            assert not solutions
            continue
        assert solutions
        if steps.end is WalkthroughEnd.AMBIGUOUS:
            assert {grid.cells for grid in steps.solutions} <= set(solutions)
        elif steps.end is WalkthroughEnd.SOLVED and not free:
            assert solutions == [steps.grid.cells]
        else:
            assert free or len(solutions) == 1
        for place, value in enumerate(steps.grid.cells):
            assert value == nonosat.UNKNOWN or all(x[place] == value for x in solutions)
    assert ends >= {WalkthroughEnd.SOLVED, WalkthroughEnd.AMBIGUOUS, WalkthroughEnd.CONTRADICTION}


def test_all_techniques_explain_everything() -> None:
    """The walk ends with the cells that all solutions have in common, for any number of them."""
    rng = random.Random(6)
    techniques, ends = set(), set()
    for _ in range(700):
        puzzle = random_puzzle(rng, 5)
        steps = walkthrough(puzzle)
        solutions = all_solutions(puzzle)
        ends.add(steps.end)
        techniques |= {step.technique for step in steps}
        if not solutions:
            assert steps.end is WalkthroughEnd.CONTRADICTION
            continue
        common = [set(values) for values in zip(*solutions, strict=True)]
        known = bytes(x.pop() if len(x) == 1 else nonosat.UNKNOWN for x in common)
        assert steps.grid.cells == known
        several = {place for place, value in enumerate(known) if value == nonosat.UNKNOWN}
        assert steps.end is (WalkthroughEnd.AMBIGUOUS if several else WalkthroughEnd.SOLVED)
        assert len({grid.cells for grid in steps.solutions} & set(solutions)) == len(
            steps.solutions
        )
    assert ends == {WalkthroughEnd.SOLVED, WalkthroughEnd.AMBIGUOUS, WalkthroughEnd.CONTRADICTION}
    assert techniques >= {"trivial", "overlap", "line", "chain", "trial", "clue-set"}


def test_the_length_of_chains_is_bounded(data: Path) -> None:
    puzzle = nonosat.load(data / "noise-18x18-1381.non")
    short, free = (walkthrough(puzzle, max_technique="chain", max_links=n) for n in (3, None))
    lengths = [
        max((sum(len(branch.links) for branch in step.chain) for step in steps), default=0)
        for steps in (short, free)
    ]
    assert lengths[0] <= 3 < lengths[1]
    assert short.grid.unknown_count > free.grid.unknown_count
    assert short.as_dict()["max_links"] == 3


def test_plain_data_and_files(tmp_path: Path) -> None:
    steps = walkthrough(CUP)
    steps.save(tmp_path / "cup.json")
    data = json.loads((tmp_path / "cup.json").read_text(encoding="utf-8"))
    assert data == steps.as_dict()
    assert nonosat.loads(json.dumps(data["puzzle"])) == CUP
    assert (data["end"], data["reason"], data["failed_line"]) == ("solved", None, None)
    assert data["steps"][0]["sentence"] == str(steps[0])
    assert [tuple(cell["cell"]) for cell in data["steps"][0]["cells"]] == [(1, 0), (1, 1), (1, 2)]
    steps.save(tmp_path / "cup.html")
    page = (tmp_path / "cup.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert str(steps[4]) in page
    assert "<iframe" in steps._repr_html_()
    steps.save(tmp_path / "cup.pdf")
    assert (tmp_path / "cup.pdf").read_bytes() == steps.pdf()
    with pytest.raises(OptionError, match=r"\.json, \.html or \.pdf"):
        steps.save(tmp_path / "cup.svg")


def test_steps_are_values() -> None:
    one, other = walkthrough(CUP)[0], walkthrough(CUP)[0]
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one


def first(clue: object, cells: str, technique: str, palette: Palette | None = None) -> str:
    palette = palette or nonosat.model.palette.BLACK
    puzzle = Puzzle([clue], [None] * len(cells), palette=palette)  # type: ignore[list-item]
    position = Position.of(puzzle, Grid(cells, palette.letters))
    step = next_step(position, [TECHNIQUES[technique]])
    assert step is not None
    return str(step)


def test_the_steps_of_a_walk_share_their_grids(data: Path) -> None:
    """Each is the grid before the step; together they need no more than a few copies of a board."""
    position = Position.of(nonosat.load(data / "banner-goods-train.non"))
    grid = copied = position.grid
    tracemalloc.start()
    kept = list(islice(walk(position, "line"), 40))
    traces = tracemalloc.take_snapshot().traces
    tracemalloc.stop()
    assert sum(trace.size >= len(grid.cells) for trace in traces) <= 4
    for step in kept:
        assert step.grid == grid
        grid = step.after
        copied = pickle.loads(pickle.dumps(step)).after
    assert grid == position.grid == copied
    assert replace(kept[0], moment=Moment.of(grid)) != kept[0] == replace(kept[0])


def test_the_end_of_a_run_is_said() -> None:
    assert first([3, 2], "?###.??????????", "line") == (
        "Row 1 (3 2): the run in columns 2 to 4 is complete, because no block is longer, "
        "so column 1 is empty"
    )
    assert first([3, 1], "????????.###.?#?", "line") == (
        "Row 1 (3 1): the run in column 15 is complete, because every longer block is found, so "
        "columns 14 and 16 are empty; with columns 12 and 15 filled, all placements agree that "
        "columns 1 to 8 are empty"
    )


def test_sentences_with_colours() -> None:
    clue = [(2, 1), (2, 2)]
    assert first(clue, "?????", "overlap", RED_BLUE) == (
        "Row 1 (2 red, 2 blue): in every placement the red 2 covers column 2 and the blue 2 "
        "covers column 4"
    )
    assert first(clue, "??r???", "line", RED_BLUE) == (
        "Row 1 (2 red, 2 blue): with column 3 red, all placements agree that column 1 is empty, "
        "column 2 is not blue, column 5 is blue and column 6 is not red"
    )


def test_colours_that_a_clue_does_not_have() -> None:
    three = Palette((*RED_BLUE.colors, Color("green", "#00ff00", "g")))
    assert first([(1, 1), (1, 1)], "?????", "line", three) == (
        "Row 1 (1 red, 1 red): its clue has no blue or green, "
        "so columns 1 to 5 are not blue or green"
    )


def test_sentences_of_chains_and_trials() -> None:
    puzzle = Puzzle([[1, 1], [3], [1]], [[2], [2], [2]])
    about = {"puzzle": puzzle, "moment": Moment.of(puzzle.unknown_grid())}
    row, column = Line("row", 0), Line("column", 1)
    filled, empty = Literal(0, 1, 1, True), Literal(0, 1, 1, False)
    links = (Link(Literal(0, 0, 1, False), row), Link(Literal(0, 2, 1, False), row))
    fails = Branch(filled, links, Line("column", 0))
    step = Step("chain", (row, Line("column", 0)), (), (empty,), (fails,), **about)
    assert sentence(step) == (
        "Suppose R1C2 is filled. Then row 1 (1 1) makes R1: 1, 3 empty, "
        "and column 1 (2) has no placement left: a contradiction. So R1C2 is empty."
    )
    denied = Branch(filled, (*links, Link(empty, column)))
    step = Step("chain", (row, column), (), (empty,), (denied,), **about)
    assert sentence(step) == (
        "Suppose R1C2 is filled. Then row 1 (1 1) makes R1: 1, 3 empty, and column 2 (2) "
        "would make R1C2 empty: a contradiction. So R1C2 is empty."
    )
    step = Step(
        "chain", (column,), (), (empty,), (Branch(filled, (Link(empty, column),)),), **about
    )
    assert sentence(step) == (
        "Suppose R1C2 is filled. Then column 2 (2) would make R1C2 empty: a contradiction. "
        "So R1C2 is empty."
    )
    both = (fails, Branch(empty, (Link(Literal(1, 1, 1, True), column),)))
    step = Step("trial", (row, column), (), (Literal(1, 1, 1, True),), both, **about)
    assert sentence(step) == (
        "If R1C2 is filled, then row 1 (1 1) makes R1: 1, 3 empty, and column 1 (2) has no "
        "placement left. If R1C2 is empty, then column 2 (2) makes R2C2 filled. "
        "In the only case that remains, R2C2 is filled (3 lines solved)."
    )
    either = (Branch(filled, (links[0],)), Branch(Literal(0, 0, 1, False), ()))
    step = Step("chain", (row,), (), (Literal(0, 0, 1, False),), either, **about)
    assert sentence(step) == (
        "If R1C2 is filled, then row 1 (1 1) makes R1C1 empty. If R1C1 is empty, there is nothing "
        "to show. Either way, R1C1 is empty."
    )


def test_a_chain_that_ends_within_a_cell() -> None:
    """With several colours, a cell of one colour does not have another."""
    puzzle = Puzzle([[(1, 1), (1, 2)]], [None, None, None], palette=RED_BLUE)
    red, blue = Literal(0, 1, 1, True), Literal(0, 1, 2, True)
    links = (Link(blue, Line("row", 0)), Link(Literal(0, 1, 1, False), None))
    about = {"puzzle": puzzle, "moment": Moment.of(puzzle.unknown_grid())}
    cells = (Literal(0, 1, 1, False),)
    step = Step("chain", (Line("row", 0),), (), cells, (Branch(red, links),), **about)
    assert sentence(step) == (
        "Suppose R1C2 is red. Then row 1 (1 red, 1 blue) makes R1C2 blue, and so R1C2 would not "
        "be red: a contradiction. So R1C2 is not red."
    )


def test_sentences_of_clue_sets() -> None:
    puzzle = Puzzle([[1, 1], [3], [1]], [[2], [2], [2]])
    lines = (Line("row", 0), Line("row", 1), Line("column", 2))
    cells = (Literal(0, 1, 1, False),)
    because = (Literal(2, 0, 1, False),)
    for smallest, end in (
        (True, "; fewer lines do not"),
        (False, "; perhaps fewer lines do"),
    ):
        step = Step(
            "clue-set",
            lines,
            because,
            cells,
            smallest=smallest,
            puzzle=puzzle,
            moment=Moment.of(puzzle.unknown_grid()),
        )
        assert sentence(step) == (
            "With R3C1 empty, rows 1 and 2 and column 3 together force R1C2 to be empty" + end
        )


def test_a_walk_that_ends_with_a_wrong_grid_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """A false step completes the grid; the check of the final grid finds the error."""
    puzzle = Puzzle([[1]], [[1]])

    def wrong(position: Position, max_technique: str | None) -> Iterator[Step]:
        cells = (Literal(0, 0, 1, False),)
        step = Step("line", (Line("row", 0),), (), cells, puzzle=puzzle, moment=position.moment)
        position.apply(step)
        yield step

    monkeypatch.setattr("nonosat.explain.walkthroughs.walk", wrong)
    with pytest.raises(InternalError, match="a walkthrough ends with a wrong grid"):
        _ = walkthrough(puzzle).end
