# SPDX-License-Identifier: MIT
"""Readings of pictures that are doubtful, and why; a doubtful reading is not a verdict."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

import nonosat
from nonosat import Block, Grid, Puzzle
from nonosat.draw import png
from nonosat.draw.geometry import Geometry
from nonosat.photo import read_picture
from nonosat.photo.doubts import doubt_of
from nonosat.photo.found import MissingClue, ReadLine, ReadNumber, StraightBox, Structure
from nonosat.photo.readings.search import most_probable_clues
from nonosat.photo.thresholds import MOST_CORRECTED
from nonosat.types import ReadingStatus
from tests.support.places import CORPUS, ROOT

BOX = StraightBox((0, 0, 9, 9))
Readings = Sequence[tuple[Sequence[int] | None, float]]
SMALL = Grid("##.#\n.###\n#..#\n####\n")


def structure(puzzle: Puzzle, blank: Collection[str] = (), **more: Any) -> Structure:
    """The structure of a puzzle in a picture, if the lines ``blank`` show no number."""
    lines = []
    for line, clue in puzzle.lines():
        numbers = [ReadNumber(BOX, ((block.length, 0.99),)) for block in clue or ()]
        shown = numbers or [ReadNumber(BOX, ((0, 0.99),))]
        value = MissingClue.MISSING if clue is None else clue
        lines.append(ReadLine(tuple(shown) if str(line) not in blank else (), ((value, 0.99),)))
    return Structure(tuple(lines[: puzzle.height]), tuple(lines[puzzle.height :]), **more)


def doubt(puzzle: Puzzle, blank: Collection[str] = (), **more: Any) -> str | None:
    found = structure(puzzle, blank, **more)
    return doubt_of(corrected(found), found)


def corrected(found: Structure) -> nonosat.photo.ClueReadings:
    return most_probable_clues(
        [line.readings for line in found.rows], [line.readings for line in found.columns]
    )


@pytest.mark.parametrize(
    ("grid", "small"),
    [
        ("####\n#...\n#..#\n####", True),
        ("#", True),
        ("####\n#...\n#..#\n####\n#...", False),
        ("#####\n#....\n#..##\n#####", False),
    ],
)
def test_a_board_is_small_if_both_sides_are_under_5(grid: str, small: bool) -> None:
    puzzle = Puzzle.from_grid(Grid(grid))
    found = doubt(puzzle)
    assert found == (
        f"a grid of {puzzle.width}x{puzzle.height} is too small: other puzzles than nonograms fit "
        "it too"
        if small
        else None
    )


def test_a_grid_beside_which_marks_stand_may_be_larger() -> None:
    assert doubt(Puzzle.from_grid(Grid(ONE)), goes_on=True) == (
        "marks stand beside nearly all lines of the grid, so the grid may be larger"
    )


ONE = "#####\n#####\n.....\n..##.\n..#.."
SWITCH = ".#...\n#....\n....#\n...#.\n#####"


def test_doubts_hold_for_several_solutions_and_for_none() -> None:
    one, several = Puzzle.from_grid(Grid(ONE)), Puzzle.from_grid(Grid(SWITCH))
    none = Puzzle([[5], [], [], [], [5]], [[2]] * 5)
    for puzzle, status in (
        (one, ReadingStatus.UNIQUE),
        (several, ReadingStatus.SEVERAL),
        (none, ReadingStatus.NONE),
    ):
        assert corrected(structure(puzzle)).status is status
        assert doubt(puzzle) is None
        assert (
            doubt(puzzle, ["R1"]) == "a line at the edge has no numbers, so the grid may be smaller"
        )
        assert doubt(puzzle, opposed=True) == (
            "the numbers on opposite sides differ, so it may be another kind of puzzle"
        )
        every = [str(line) for line, _ in puzzle.lines()]
        assert doubt(puzzle, every) == "no numbers were found beside the grid"


def test_what_is_no_verdict_has_no_further_doubt() -> None:
    found = structure(Puzzle.from_grid(Grid(SMALL)), opposed=True)
    correction = replace(corrected(found), status=ReadingStatus.ALTERNATIVE)
    assert doubt_of(correction, found) is None


def test_a_line_without_numbers_is_empty_by_the_sums_unless_it_crosses_another() -> None:
    gap, dot = (Puzzle.from_grid(Grid(f"##.##\n##.##\n..{cell}..\n##.##\n#...#")) for cell in ".#")
    differ = [
        str(a)
        for (a, one), (_, other) in zip(gap.lines(), dot.lines(), strict=True)
        if one != other
    ]
    assert differ == ["R3", "C3"]
    assert doubt(gap, ["R3"]) is None
    assert doubt(gap, ["R2", "R3"]) is None
    assert doubt(gap, ["C3"]) is None
    assert doubt(gap, ["R3", "C3"]) == (
        "no clue was found in R3 and C3, whose common cells may be filled"
    )


def test_a_line_without_numbers_that_crosses_a_missing_clue() -> None:
    puzzle = Puzzle.from_grid(Grid(ONE))
    columns = [*puzzle.columns[:1], None, *puzzle.columns[2:]]
    assert doubt(Puzzle(puzzle.rows, columns)) is None
    assert doubt(Puzzle(puzzle.rows, columns), ["R3"]) == (
        "no clue was found in R3 and C2, whose common cells may be filled"
    )


def test_missing_clues_of_several_lines_are_a_doubt() -> None:
    """A past bug: rows with filled cells were taken for clues, and hid those of the columns."""
    puzzle = Puzzle([[10]] * 10, [[10]] * 10)
    for count in (1, 2):
        found = doubt(Puzzle(puzzle.rows, [None] * count + list(puzzle.columns[count:])))
        assert found == (
            None
            if count == 1
            else "no clue could be read in C1 and C2: the grid may be another one"
        )


def test_several_solutions_for_want_of_a_clue_are_no_verdict() -> None:
    puzzle = Puzzle.from_grid(Grid(SWITCH))
    rows = [*puzzle.rows[:2], None, *puzzle.rows[3:]]
    assert doubt(Puzzle(rows, puzzle.columns)) == (
        "no clue could be read in R3, which may exclude solutions"
    )


def test_exactly_a_quarter_of_the_lines_may_be_corrected() -> None:
    """A square of 10x10 has 20 lines: five may be misread."""
    puzzle = Puzzle([[10]] * 10, [[10]] * 10)
    for count in (0, 5, 6):
        found = structure(puzzle)
        misread = ReadLine(
            (ReadNumber(BOX, ((9, 0.5),)),), (((Block(9),), 0.5), ((Block(10),), 0.4))
        )
        found = replace(found, rows=(misread,) * count + found.rows[count:])
        correction = corrected(found)
        assert (correction.status, correction.puzzle) == (ReadingStatus.UNIQUE, puzzle)
        wanted = (
            None if count <= MOST_CORRECTED * 20 else "6 of 20 lines were corrected or not read"
        )
        assert doubt_of(correction, found) == wanted


def pasted(one: Puzzle, other: Puzzle) -> Image.Image:
    """``one`` with its clues at the left and above, and those of ``other`` on the other sides."""
    left, right = (
        Image.open(io.BytesIO(png(puzzle, row_clues="both", column_clues="both", cell_size=28)))
        for puzzle in (one, other)
    )
    assert left.size == right.size
    at = Geometry.of_puzzle(one, 28, row_clues="both", column_clues="both")
    x, y = at.left + 28 * one.width, at.top + 28 * one.height
    for box in ((x, 0, left.width, left.height), (0, y, left.width, left.height)):
        left.paste(right.crop(box), box[:2])
    return left.convert("RGB")


def test_numbers_on_all_sides_must_be_the_same_on_opposite_sides() -> None:
    duck = nonosat.load(ROOT / "data" / "duck.non")
    turned = Puzzle(duck.rows[::-1], duck.columns[::-1])
    same = read_picture(pasted(duck, duck))
    assert (same.status, same.puzzle is not None and same.puzzle.rows) == (
        ReadingStatus.UNIQUE,
        duck.rows,
    )
    towers = read_picture(pasted(duck, turned))
    assert towers.status is ReadingStatus.DOUBTFUL
    assert "the numbers on opposite sides differ" in towers.message


PHOTOS = CORPUS.parent / "photos"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("towers_no_nonogram.png", "a grid of 4x4 is too small"),
        ("sudoku_no_nonogram.png", "no numbers were found beside the grid"),
    ],
)
def test_a_puzzle_of_another_kind_is_not_accepted(name: str, reason: str) -> None:
    reading = read_picture(PHOTOS / name)
    assert reading.status is ReadingStatus.DOUBTFUL
    assert reason in reading.message


RIGHT = (
    "aleris_empty.png", "aleris_solved.png", "easy_hard.png", "easy_nonogram-screen.png",
    "guide.png", "iphone_05.JPG", "nonny_puzzle.png", "nonocross_otsimg1.png", "nonogramer_2.png",
    "nonojure_1.png", "nonojure_3.png", "nonojure_4.jpg", "osh_pulled.png", "pcross_ipad.png",
    "pcross_quick2.png", "picmi_en.png", "pnonocom.png", "sidhant_2.png", "stefania_1.png",
)  # fmt: skip


@pytest.mark.corpus
@pytest.mark.slow
def test_pictures_that_nobody_drew_for_this_are_right_where_they_are_accepted() -> None:
    accepted = set()
    for one in json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8")):
        try:
            reading = read_picture(PHOTOS / one["file"])
        except nonosat.errors.PuzzleSyntaxError:
            continue
        if reading.status in (ReadingStatus.UNIQUE, ReadingStatus.SEVERAL):
            accepted.add(one["file"])
            wanted = Puzzle(one["rows"], one["columns"])
            assert reading.puzzle is not None
            assert (reading.puzzle.rows, reading.puzzle.columns) == (wanted.rows, wanted.columns)
    assert accepted >= set(RIGHT)


def test_many_corrected_rows_are_doubtful_where_there_are_few() -> None:
    """Three of five, though they are a small part of all lines."""
    rows = ["#" * 16, "##.#############", "#" * 16, "#####.##########", "#" * 16]
    puzzle = Puzzle.from_grid(Grid("\n".join(rows)))
    found = structure(puzzle)
    wrong = (((Block(9, 1),), 0.6), (found.rows[0].alternatives[0][0], 0.3))
    lines = tuple(
        replace(line, alternatives=wrong) if index in (0, 2, 4) else line
        for index, line in enumerate(found.rows)
    )
    read = replace(found, rows=lines)
    assert doubt_of(corrected(read), read) == "3 of 5 rows were corrected or not read"
