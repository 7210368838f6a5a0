# SPDX-License-Identifier: MIT
"""Clues are read from straight pictures, which are drawn here."""

from __future__ import annotations

import io
import itertools
import math
import random
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from nonosat import Block
from nonosat.limits import Limits
from nonosat.model.clue import Clue, cells_needed
from nonosat.photo import search, thresholds, views
from nonosat.photo.cells import printed_cells
from nonosat.photo.clues import Option, as_probabilities, best_readings, is_confined, is_marking
from nonosat.photo.found import MissingClue, NoNumber, NumberValue, ReadLine, Structure
from nonosat.photo.numbers import middles_of, softplus
from nonosat.photo.pages import Page
from nonosat.photo.readings.search import most_probable_clues
from nonosat.photo.straight import Straight
from nonosat.photo.views import read_straight
from nonosat.types import ReadingStatus

ROWS = [[5], [2, 3], [10], [1, 1, 12], [7, 4], [], [9, 6], [8, 2]]
COLUMNS = [
    *([2, 3], [4], [6, 1], [8], [5, 1], [7], [1, 1, 1], [3, 4], [2], [1, 5], [6], [4, 2]),
    *([3, 3], [1], [8], [7]),
]
CELL = 32
RED, GREEN, BLUE = (200, 30, 30), (30, 140, 50), (30, 70, 200)


@dataclass
class Sheet:
    """A puzzle to draw; ``colors``: whether numbers or cells have several colours."""

    rows: list[list[int]] = field(default_factory=lambda: ROWS)
    columns: list[list[int]] = field(default_factory=lambda: COLUMNS)
    page: tuple[int, int, int] = (255, 255, 255)
    ink: tuple[int, int, int] = (0, 0, 0)
    area: tuple[int, int, int] | None = None
    sides: str = "lt"
    numbered: str = "ltrb"
    lattice: bool = False
    zeros: bool = False
    title: str = ""
    ruler: bool = False
    colors: str = ""
    filled: tuple[tuple[int, int], ...] = ()
    crossed: tuple[tuple[int, int], ...] = ()
    covered: tuple[float, float, float, float] | None = None
    jpeg: int = 0

    def color(self, place: int) -> tuple[int, int, int]:
        return (RED, GREEN, BLUE)[place % 3]

    def clue(self, numbers: list[int]) -> Clue:
        """The true clue; colours go round."""
        several = bool(self.colors)
        return tuple(Block(n, place % 3 + 1 if several else 1) for place, n in enumerate(numbers))

    def straight(self) -> Straight:
        width, height = len(self.columns), len(self.rows)
        across = 2 + max(map(len, self.rows)) + self.ruler
        down = 2 + max(map(len, self.columns)) + 2 * bool(self.title) + self.ruler
        left = across * CELL if "l" in self.sides else CELL
        top = down * CELL if "t" in self.sides else CELL
        right, bottom = left + width * CELL, top + height * CELL
        size = (
            right + (across * CELL if "r" in self.sides else CELL),
            bottom + (down * CELL if "b" in self.sides else CELL),
        )
        image = Image.new("RGB", size, self.page)
        draw = ImageDraw.Draw(image)
        if self.area is not None:
            draw.rectangle((left - across * CELL + CELL, top, left, bottom), self.area)
            draw.rectangle((left, top - down * CELL + CELL, right, top), self.area)
        line = tuple((a + b) // 2 for a, b in zip(self.page, self.ink, strict=True))
        low_x, low_y = (left - (across - 2) * CELL, top - 3 * CELL) if self.lattice else (left, top)
        for column in range(width + 1):
            thick = 2 if column % 5 == 0 else 1
            x = left + column * CELL
            draw.line((x, low_y, x, bottom), line, thick)
        for row in range(height + 1):
            y = top + row * CELL
            draw.line((low_x, y, right, y), line, 2 if row % 5 == 0 else 1)
        for x in range(low_x, left, CELL) if self.lattice else ():
            draw.line((x, top, x, bottom), line, 1)
        font = ImageFont.load_default(18)
        for side in set(self.numbered).intersection(self.sides):
            lines = self.rows if side in "lr" else self.columns
            for index, numbers in enumerate(lines):
                shown = numbers or ([0] if self.zeros else [])
                for place, number in enumerate(shown):
                    steps = len(shown) - place if side in "lt" else place + 1
                    far = (steps - 0.5) * CELL
                    along = (index + 0.5) * CELL
                    x, y = {
                        "l": (left - far, top + along),
                        "t": (left + along, top - far),
                        "r": (right + far, top + along),
                        "b": (left + along, bottom + far),
                    }[side]
                    ink = self.ink if self.area is None else (255, 255, 255)
                    if self.colors == "numbers":
                        ink = self.color(place)
                    elif self.colors == "cells":
                        box = (x - 15, y - 15, x + 15, y + 15)
                        draw.rectangle(box, self.color(place))
                        ink = (255, 255, 255)
                    draw.text((x, y), str(number), ink, font, anchor="mm")
        if self.ruler:
            for row in range(height):
                place = (left - (across - 1.5) * CELL, top + (row + 0.5) * CELL)
                draw.text(place, str(row + 1), self.ink, font, anchor="mm")
        if self.title:
            draw.text((left, CELL // 2), self.title, self.ink, ImageFont.load_default(24))
        for row, column in self.filled:
            x, y = left + column * CELL, top + row * CELL
            draw.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), self.ink)
        for row, column in self.crossed:
            x, y = left + column * CELL, top + row * CELL
            draw.line((x + 9, y + 9, x + 23, y + 23), line, 2)
            draw.line((x + 9, y + 23, x + 23, y + 9), line, 2)
        if self.covered is not None:
            x, y = left, top
            box = [side * CELL for side in self.covered]
            draw.ellipse((x + box[0], y + box[1], x + box[2], y + box[3]), (120, 80, 60))
        if self.jpeg:
            data = io.BytesIO()
            image.save(data, "JPEG", quality=self.jpeg)
            image = Image.open(data)
        pixels = np.asarray(image, dtype=np.uint8)
        margins = (left, top, size[0] - right, size[1] - bottom)
        return Straight(pixels, CELL, left, top, width, height, np.eye(3), margins)


def read(sheet: Sheet) -> Structure:
    return read_straight(sheet.straight(), Limits())


def first(lines: tuple[ReadLine, ...]) -> list[Clue | None]:
    return [line.readings[0][0] for line in lines]


def check(sheet: Sheet) -> Structure:
    found = read(sheet)
    assert first(found.rows) == [sheet.clue(numbers) for numbers in sheet.rows]
    assert first(found.columns) == [sheet.clue(numbers) for numbers in sheet.columns]
    for line in (*found.rows, *found.columns):
        chances = [chance for _, chance in line.alternatives]
        assert sum(chances) < 1
        assert chances == sorted(chances, reverse=True)
        assert len(chances) <= 25
    return found


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet(),
        Sheet(zeros=True),
        Sheet(lattice=True),
        Sheet(page=(24, 26, 34), ink=(225, 230, 240)),
        Sheet(area=(40, 40, 44)),
        Sheet(sides="rb"),
        Sheet(sides="ltrb"),
        Sheet(title="Nonogram 317 by A. Bee"),
        Sheet(ruler=True),
        Sheet(jpeg=40),
        Sheet(page=(250, 244, 230), ink=(90, 60, 30), jpeg=40),
    ],
    ids=lambda sheet: "",
)
def test_clues_of_one_colour(sheet: Sheet) -> None:
    found = check(sheet)
    assert len(found.ink.colors) == 1
    assert not printed_cells(sheet.straight(), found.ink)


@pytest.mark.parametrize("colors", ["numbers", "cells"])
@pytest.mark.parametrize("jpeg", [0, 90])
def test_clues_of_several_colours(colors: str, jpeg: int) -> None:
    rows = [[1, 2, 3], [4, 4, 1], [2, 2, 2, 3], [5], [1, 3], [6, 1]]
    columns = [[1, 1, 1], [2, 3], [3], [2, 1, 1], [1, 2, 1], [4], [2, 2], [1, 1, 3], [5], [2, 4]]
    sheet = Sheet(rows, columns, colors=colors, jpeg=jpeg)
    found = read(sheet)
    near = [
        min(range(3), key=lambda n: math.dist(color, (RED, GREEN, BLUE)[n]))
        for color in found.ink.colors
    ]
    assert sorted(near) == [0, 1, 2]
    for lines, numbers in ((found.rows, rows), (found.columns, columns)):
        clues = [
            tuple(Block(length, near[color - 1] + 1) for length, color in clue or ())
            for clue in first(lines)
        ]
        assert clues == [sheet.clue(line) for line in numbers]


def test_partly_filled() -> None:
    sheet = Sheet(filled=((0, 0), (0, 1), (3, 4), (7, 15)), crossed=((1, 5), (2, 2), (6, 9)))
    given = printed_cells(sheet.straight(), check(sheet).ink)[0]
    marked = {
        (row, column): value
        for row, line in enumerate(given)
        for column, value in enumerate(line)
        if value is not None
    }
    assert marked == dict.fromkeys(sheet.filled, 1) | dict.fromkeys(sheet.crossed, 0)


def in_running_text(sheet: Sheet, numbers: list[list[int]], space: int, between: int) -> Straight:
    """The sheet, on which rows have no numbers, with these numbers of rows as text.

    ``space``: pixels between the digits of a number; ``between``: between two numbers.
    """
    straight = sheet.straight()
    image = Image.fromarray(straight.image)
    font = ImageFont.load_default(18)
    for row, line in enumerate(numbers):
        right = straight.left - 8
        for number in reversed(line):
            for digit in reversed(str(number)):
                mask = Image.new("L", (30, 30))
                ImageDraw.Draw(mask).text((5, 24), digit, 255, font, anchor="ls")
                box = mask.getbbox()
                assert box is not None
                at = (right - box[2] + box[0], straight.top + row * CELL + box[1] - 2)
                image.paste((0, 0, 0), at, mask.crop(box))
                right = at[0] - space
            right -= between - space
    return replace(straight, image=np.asarray(image))


def runs(cells: list[str]) -> list[list[int]]:
    """The numbers of each line."""
    return [[len(run) for run in line.replace(".", " ").split()] for line in cells]


LONG_RUNS = [
    "############", "###########.", "##########.#", "#.##########", ".#########..", "###.###.####",
    "##.#########", "..##########", "#.#.#######.", "############", "####.#######", "#.###.######",
]  # fmt: skip
SHORT_RUNS = [
    "##.##.....", ".##.##....", "..###..##.", "...#..##..", "##.##.##..", "#..#..##..",
    ".##.##.##.", "..##.##..#", "##..##.##.", "#.##.##.##",
]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "space", "between"), [(LONG_RUNS, 3, 3), (LONG_RUNS, 2, 4), (SHORT_RUNS, 3, 3)]
)
def test_spaces_that_are_alike_leave_it_to_the_other_lines_where_numbers_end(
    cells: list[str], space: int, between: int
) -> None:
    numbers, columns = runs(cells), runs(["".join(column) for column in zip(*cells, strict=True)])
    sheet = Sheet(rows=numbers, columns=columns, numbered="t")
    straight = in_running_text(sheet, numbers, space, between)
    found = read_straight(straight, Limits())
    answer = most_probable_clues(
        [line.readings for line in found.rows], [line.readings for line in found.columns]
    )
    assert answer.status in (ReadingStatus.UNIQUE, ReadingStatus.SEVERAL)
    puzzle = answer.candidates[0].puzzle
    assert puzzle.rows == tuple(sheet.clue(line) for line in numbers)


def test_a_covered_number_is_perhaps_a_missing_clue() -> None:
    found = read(Sheet(covered=(-1.6, 3.0, -0.6, 4.2)))
    shares = [dict(line.alternatives).get(MissingClue.MISSING, 0.0) for line in found.rows]
    assert shares[3] > 0.2
    assert max(shares[:2] + shares[6:]) < 0.01


def test_crosses_beside_all_lines_show_that_the_grid_goes_on() -> None:
    straight = Sheet(rows=ROWS[:7] + ROWS[:5], columns=COLUMNS[:12]).straight()
    image = Image.fromarray(straight.image)
    pen, right = ImageDraw.Draw(image), straight.left + 12 * CELL
    assert not read_straight(straight, Limits()).goes_on
    for row in range(12):
        y = straight.top + row * CELL
        pen.line((right + 9, y + 9, right + 23, y + 23), (90, 150, 200), 3)
        pen.line((right + 9, y + 23, right + 23, y + 9), (90, 150, 200), 3)
    assert read_straight(replace(straight, image=np.asarray(image)), Limits()).goes_on


def test_a_finished_column_with_a_box_for_zero_belongs_to_the_grid() -> None:
    """It is found by its crosses where the lines of the grid end before it."""
    cells = [line[:9] + "." for line in SHORT_RUNS]
    rows, columns = runs(cells), runs(["".join(column) for column in zip(*cells, strict=True)])
    sheet = Sheet(rows, columns, crossed=tuple((row, 9) for row in range(10)))
    straight = sheet.straight()
    image = Image.fromarray(straight.image)
    x, y = straight.left + 9 * CELL, straight.top - CELL
    ImageDraw.Draw(image).rectangle((x + 10, y + 10, x + 21, y + 21), None, (90, 90, 90), 3)
    left, top, right, below = straight.margins
    narrow = replace(
        straight, image=np.asarray(image), width=9, margins=(left, top, right + CELL, below)
    )
    assert [(one.width, one.height) for one in narrow.with_one_more] == [(10, 10), (9, 11)]
    page, limits = Page(1, narrow.image), Limits()
    reading = search._of_view(views.view_of(narrow, limits), search._Work(page, limits, 0.0))
    assert [len(reading.rows), len(reading.columns)] == [10, 10]
    assert reading.status is ReadingStatus.UNIQUE


def test_a_marked_row_and_column_have_no_colour_and_are_not_covered() -> None:
    sheet = Sheet()
    straight = sheet.straight()
    image = straight.image.copy()
    row = image[straight.top + CELL : straight.top + 2 * CELL, : straight.left]
    column = image[: straight.top, straight.left + 2 * CELL : straight.left + 3 * CELL]
    for strip in (row, column):
        strip[(strip == 255).all(axis=2)] = (90, 160, 250)
    found = read_straight(replace(straight, image=image), Limits())
    assert len(found.ink.colors) == 1
    for lines, numbers in ((found.rows, sheet.rows), (found.columns, sheet.columns)):
        assert first(lines) == [sheet.clue(line) for line in numbers]
    missing = [dict(line.alternatives).get(MissingClue.MISSING, 0.0) for line in found.lines]
    assert missing[1] < 0.01
    assert missing[len(sheet.rows) + 2] < 0.01


def test_numbers_beyond_a_missing_one_are_a_title() -> None:
    sheet = Sheet(title=" ")
    straight = sheet.straight()
    image = Image.fromarray(straight.image)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(18)
    for column in (4, 5, 6, 9, 10):
        at = (straight.left + (column + 0.5) * CELL, straight.top - 5 * CELL)
        pen.text(at, str(10 + column), (0, 0, 0), font, anchor="mm")
    found = read_straight(replace(straight, image=np.asarray(image)), Limits())
    assert [len(line.numbers) for line in found.columns] == [len(line) for line in sheet.columns]


def test_the_middles_of_numbers_may_drift() -> None:
    places = [[0.3 + 0.02 * line] for line in range(10)]
    places[4] = []
    places[6].append(0.9)  # not a number
    assert middles_of(places) == pytest.approx([0.3 + 0.02 * line for line in range(10)], abs=0.02)


def test_ink_at_the_place_of_numbers_is_more_probably_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = Sheet()
    straight = sheet.straight()
    image = straight.image.copy()
    middle = straight.top + CELL + CELL // 2
    image[middle - 7 : middle + 7, straight.left - 21 : straight.left - 11] = 0  # no digit
    chances = []
    for factor in (0.0, thresholds.PLACED_FACTOR):
        monkeypatch.setattr(thresholds, "PLACED_FACTOR", factor)
        found = read_straight(replace(straight, image=image), Limits())
        values = dict(found.rows[1].numbers[-1].alternatives)
        chances.append(values.get(NoNumber.NO_NUMBER, 0.0))
    odds = [chance / (1 - chance) for chance in chances]
    assert odds[1] < odds[0] / 10


@pytest.mark.parametrize(
    ("rows", "columns", "marking"),
    [
        ([[1, 1], [2, 2], [3, 1]], [[1, 1], [2, 2], [3, 1]], False),
        ([[1, 1], [2, 2], [3, 1]], [[1, 1], [2, 2, 1], [3]], True),
    ],
)
def test_lines_of_one_colour_are_marked_if_the_sums_differ(
    rows: list[list[int]], columns: list[list[int]], marking: bool
) -> None:
    """The second line is marked."""
    sums, lines = [], []
    for clues in (rows, columns):
        sums.append([sum(clues[0] + clues[2]), sum(clues[1])])
        for index, numbers in enumerate(clues):
            clue = tuple(Block(number, 2 if index == 1 else 1) for number in numbers)
            lines.append(ReadLine((), ((clue, 0.9),)))
    assert is_marking(lines, *sums) is marking


def lines_of(clues: list[list[tuple[int, int]]]) -> tuple[ReadLine, ...]:
    """Lines that are read so; each block by its length and colour."""
    return tuple(ReadLine((), ((tuple(Block(*block) for block in clue), 0.9),)) for clue in clues)


@pytest.mark.parametrize("cells", [1, 3])
def test_a_colour_with_too_few_lines_for_its_clues_marks_a_row_and_a_column(cells: int) -> None:
    """Of one row and one column in a colour, only their common cell can have it."""
    lines = lines_of([[(1, 1)], [(cells, 2)], [(1, 1)]])
    assert is_confined(lines, lines) is (cells > 1)


def test_finished_numbers_have_no_colour_though_a_number_is_misread() -> None:
    """The rows have eight cells of each colour; the columns have all in the first one, and five."""
    rows = lines_of([[(2, 1), (2, 2)], [(2, 1), (2, 2)], [(4, 1), (4, 2)]])
    columns = lines_of([[(7, 1), (3, 1)], [(6, 1)], [(4, 1)]])
    assert is_marking((*rows, *columns), [8, 8], [20, 0])


def test_boxes_lie_on_the_numbers() -> None:
    sheet = Sheet()
    straight = sheet.straight()
    found = read_straight(straight, Limits())
    for index, line in enumerate(found.rows):
        for place, number in enumerate(line.numbers):
            left, top, right, bottom = number.box
            steps = len(line.numbers) - place - 0.5
            assert abs((left + right) / 2 - straight.left + steps * CELL) < 4
            assert abs((top + bottom) / 2 - straight.top - (index + 0.5) * CELL) < 4


def test_best_readings_are_the_best() -> None:
    """All readings of short lines, by brute force."""
    rng = random.Random(5)
    for _ in range(60):
        pieces = rng.randint(1, 4)
        length = rng.randint(4, 14)
        apart = [rng.uniform(-3, 3) for _ in range(pieces - 1)]
        values: list[NumberValue] = [NoNumber.NO_NUMBER, *range(15)]
        spans = {
            (start, end): [
                Option(value, rng.randint(1, 2), rng.uniform(0, 4))
                for value in rng.sample(values, 3)
            ]
            for start in range(pieces)
            for end in range(start + 1, min(pieces, start + 2) + 1)
        }
        costs: dict[Clue, float] = {}
        for cuts in itertools.product((False, True), repeat=pieces - 1):
            ends = [0, *(at + 1 for at, cut in enumerate(cuts) if cut), pieces]
            groups = list(itertools.pairwise(ends))
            if any(group not in spans for group in groups):
                continue
            base = sum(
                softplus(-odds if cut else odds) for odds, cut in zip(apart, cuts, strict=True)
            )
            for chosen in itertools.product(*(spans[group] for group in groups)):
                shown = [option for option in chosen if not isinstance(option.value, NoNumber)]
                clue = tuple(Block(o.value, o.color) for o in shown if o.value)
                if any(o.value == 0 for o in shown) and len(shown) > 1:
                    continue
                cost = base + sum(option.cost for option in chosen) + (0 if shown else 7)
                if cells_needed(clue) <= length:
                    costs[clue] = min(cost, costs.get(clue, math.inf))
        expected = sorted(costs.values())[:5]
        found = best_readings(spans, apart, pieces, length, most=5)
        assert [cost for _, cost in found] == pytest.approx(expected)
        assert all(costs[clue] == pytest.approx(cost) for clue, cost in found)
        assert sum(chance for _, chance in as_probabilities(found)) < 1
