# SPDX-License-Identifier: MIT
"""The table of lines: placements against brute force, and numbers that add up."""

from __future__ import annotations

from itertools import product
from math import comb
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat import study
from nonosat.errors import GridError, OptionError
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.model.clue import UNKNOWN, Line, clue_of
from nonosat.study.line_table import COLUMNS, placements, table_of


@settings(max_examples=60)
@given(st.integers(1, 3), st.data())
def test_placements_by_brute_force(colors: int, data: st.DataObject) -> None:
    values = range(colors + 1)
    whole = data.draw(st.lists(st.sampled_from(values), min_size=1, max_size=9 - 2 * colors))
    other = data.draw(st.lists(st.sampled_from(values), min_size=len(whole), max_size=len(whole)))
    hidden = data.draw(st.lists(st.booleans(), min_size=len(whole), max_size=len(whole)))
    clue = clue_of(bytes(whole))
    cells = bytes(UNKNOWN if hide else cell for hide, cell in zip(hidden, other, strict=True))
    matching = [
        filled
        for filled in product(values, repeat=len(whole))
        if clue_of(bytes(filled)) == clue
        and all(cell in (UNKNOWN, value) for cell, value in zip(cells, filled, strict=True))
    ]
    assert placements(clue, cells, Limits()) == len(matching)


def test_placements_are_exact_however_many_there_are() -> None:
    puzzle = nonosat.Puzzle([[1] * 100, *[None] * 2], [None] * 400)
    table = study.line_statistics(puzzle, stages=["lines"])
    row = table.lines[0]
    assert row.placements == comb(301, 100)
    assert " 6.227e81 " in str(table)
    assert [work.placements for work in table.lines[1:]] == [None] * 402
    given = nonosat.Grid(["?" * 200 + "." + "?" * 199, "?" * 400, "?" * 400])
    known = study.line_statistics(puzzle, given=given, stages=["lines"]).lines[0]
    assert known.placements == comb(301, 100) - sum(
        comb(199 - 2 * k + k + 1, k) * comb(198 - 2 * (99 - k) + 1 + 99 - k, 99 - k)
        for k in range(100)
        if 2 * k <= 200 and 2 * (99 - k) <= 199
    )


def test_known_cells_reduce_the_placements() -> None:
    puzzle = nonosat.Puzzle([[2, 1]], [None] * 6)
    grid = nonosat.Grid("?#????")
    assert study.line_statistics(puzzle, given=grid).lines[0].placements == 5
    assert study.line_statistics(puzzle, given=nonosat.Grid("#.#???")).lines[0].placements == 0
    printed = study.line_statistics(puzzle.with_printed("?#????"))
    assert printed.lines[0].placements == 5
    assert (printed.cells, printed.other_cells) == (0, 0)
    both = study.line_statistics(puzzle.with_printed("?#????"), given=nonosat.Grid("?????#"))
    assert (both.lines[0].placements, both.cells, both.other_cells) == (2, 2, 0)


@pytest.mark.parametrize("preset", ["fast", "logic", "default"])
@pytest.mark.parametrize("name", ["fox.non", "fruit-bowl.xml", "noise-18x18-7733.non"])
def test_the_numbers_add_up(data: Path, name: str, preset: str) -> None:
    puzzle = nonosat.load(data / name)
    table = study.line_statistics(puzzle, preset=preset)
    plain = nonosat.solve(puzzle.with_goal(None), preset=preset)
    assert [work.line for work in table.lines] == [line for line, _ in puzzle.lines()]
    assert table.report.verdict is plain.verdict
    assert table.report.solutions == plain.solutions
    stages = {stage.name: stage for stage in table.report.stages}
    others = [stage for name, stage in stages.items() if name != "lines"]
    assert [(s.name, s.cells) for s in table.report.stages] == [
        (s.name, s.cells) for s in plain.stages
    ]
    # Cells that lines settled after the stage lines were settled because of another stage.
    assert table.cells >= stages["lines"].cells
    assert table.cells + table.other_cells == sum(stage.cells for stage in stages.values())
    if not others:
        assert table.line_solves == stages["lines"].counts["line_solves"]
        assert table.other_cells == 0
    elif "implications" not in stages:  # which counts line solves of its own
        least = sum(stage.counts.get("line_solves", 0) for stage in stages.values())
        assert table.line_solves >= least
    assert 0 < table.seconds < table.report.seconds


def test_stages_other_than_lines_settle_cells() -> None:
    noise = nonosat.Puzzle([[1], [1]], [[1], [1]])
    table = study.line_statistics(noise, given=nonosat.Grid("#?\n??"))
    assert (table.cells, table.other_cells) == (3, 0)
    searched = study.line_statistics(noise, given=nonosat.Grid("#?\n??"), preset="sat")
    assert (searched.cells, searched.line_solves, searched.other_cells) == (0, 0, 3)


def test_a_contradiction_is_no_failure(data: Path) -> None:
    table = study.line_statistics(nonosat.load(data / "no-solution-lost-penguin.non"))
    assert table.report.verdict is nonosat.Verdict.NONE
    assert table.line_solves > 0
    assert table.other_cells == 0


def test_limits_end_the_count_and_the_solve(data: Path) -> None:
    puzzle = nonosat.load(data / "fox.non")
    for options in ({"time_limit": 0.0}, {"cancel": cancelled()}):
        table = study.line_statistics(puzzle, **options)  # type: ignore[arg-type]
        assert table.report.verdict is nonosat.Verdict.UNKNOWN
        assert {work.placements for work in table.lines} == {None}
        assert table.line_solves == 0
    with pytest.raises(Stopped):
        placements((nonosat.Block(1),) * 9, bytes([1, *[UNKNOWN] * 40]), stopped())


def cancelled() -> Cancellation:
    stop = Cancellation()
    stop.cancel()
    return stop


def stopped() -> Limits:
    return Limits(cancel=cancelled())


def test_progress_is_reported_in_order(data: Path) -> None:
    events: list[nonosat.types.Event] = []
    study.line_statistics(nonosat.load(data / "fox.non"), progress=events.append)
    assert isinstance(events[0], nonosat.types.StageStarted)
    assert isinstance(events[-1], nonosat.types.StageFinished)


def test_options_that_do_not_fit() -> None:
    puzzle = nonosat.Puzzle([[1]], [[1]])
    for options in ({"portfolio": 2}, {"memory_limit": 100}):
        with pytest.raises(OptionError, match="in this process"):
            study.line_statistics(puzzle, **options)  # type: ignore[arg-type]
    with pytest.raises(GridError, match="2 columns and 1 row"):
        study.line_statistics(puzzle, given=nonosat.Grid("??"))
    with pytest.raises(OptionError, match="unknown column 'size'; choose line, placements"):
        study.line_statistics(puzzle).sorted_by("size")


def test_sorting() -> None:
    table = study.line_statistics(nonosat.Puzzle([[2], None, [1]], [[1], [1], None]))
    by_size = [work.placements for work in table.sorted_by("placements", descending=True)]
    assert by_size == [3, 3, 3, 2, None, None]
    assert [str(work.line) for work in table.sorted_by("placements")[:3]] == ["R2", "C3", "R1"]
    assert table.sorted_by("line") == table.lines
    assert table.sorted_by("line", descending=True) == table.lines[::-1]
    for column in COLUMNS:
        assert set(table.sorted_by(column)) == set(table.lines)


def test_tables(data: Path) -> None:
    puzzle = nonosat.load(data / "fruit-bowl.xml")
    runs = {preset: study.line_statistics(puzzle, preset=preset) for preset in ("fast", "logic")}
    heads, *rows, total = table_of(runs, "cells", descending=True)
    assert heads[:3] == ("line", "clue", "placements")
    assert heads[3:] == tuple(
        f"{name} {head}" for name in runs for head in ("line solves", "cells", "ms")
    )
    assert len(rows) == puzzle.height + puzzle.width
    numbers = [int(row[4]) for row in rows]
    assert numbers == sorted(numbers, reverse=True)
    assert total[0] == "all"
    assert int(total[4]) == sum(numbers)
    clue = next(row[1] for row in rows if row[0] == str(Line("row", 3)))
    assert any(color.name in clue for color in puzzle.palette.colors)
    html = runs["fast"]._repr_html_()
    assert html.count("<tr>") == len(rows) + 2
    assert "unique" in html
