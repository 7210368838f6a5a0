# SPDX-License-Identifier: MIT
"""Printed puzzles become clues, from pictures, PDFs and QR codes; no error is silent."""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

import nonosat
from nonosat import Puzzle, Reason
from nonosat.draw import pdf, png, sheets
from nonosat.draw.geometry import Geometry
from nonosat.errors import OptionError, PuzzleSyntaxError
from nonosat.limits import Limits, Stopped
from nonosat.photo import PictureReading, read_picture, readings
from nonosat.photo.answer import NumberState
from nonosat.photo.search import readings_here
from nonosat.types import ReadingStatus
from tests.support.clock import cancelled
from tests.support.marked_language import is_marked, marked_language, unmarked

DATA = Path(__file__).resolve().parents[2] / "data"
CAT = nonosat.load(DATA / "cat.non")
FOX = nonosat.load(DATA / "fox.non")
CELL = 24


@pytest.fixture(scope="module")
def cat_png() -> bytes:
    return png(CAT, cell_size=CELL)


@pytest.fixture(scope="module")
def cat_read(cat_png: bytes) -> PictureReading:
    return read_picture(cat_png)


def same_clues(puzzle: Puzzle | None, other: Puzzle = CAT) -> bool:
    return puzzle is not None and (puzzle.rows, puzzle.columns) == (other.rows, other.columns)


def image_of(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("theme", ["light", "dark", "print", "contrast"])
def test_a_screenshot_is_read_whatever_its_theme(theme: str) -> None:
    reading = read_picture(png(CAT, theme=theme, cell_size=CELL))
    assert reading.status is ReadingStatus.UNIQUE
    assert same_clues(reading.puzzle)
    assert reading.source == "picture"
    assert reading.given is None


@pytest.mark.parametrize(("rows", "columns"), [("right", "bottom"), ("both", "both")])
def test_clues_may_stand_on_the_other_sides(rows: str, columns: str) -> None:
    reading = read_picture(png(CAT, row_clues=rows, column_clues=columns, cell_size=CELL))
    assert same_clues(reading.puzzle)


def test_a_turned_and_blurred_scan_is_read() -> None:
    picture = image_of(png(FOX, theme="print", cell_size=32))
    paper = Image.new("RGB", (picture.width + 200, picture.height + 200), "#f4f1ea")
    paper.paste(picture, (100, 100))
    turned = paper.rotate(2.3, Image.Resampling.BICUBIC, fillcolor="#f4f1ea")
    blurred = turned.filter(ImageFilter.GaussianBlur(1.0))
    file = io.BytesIO()
    blurred.save(file, "JPEG", quality=60)
    reading = read_picture(file.getvalue())
    assert reading.status is ReadingStatus.UNIQUE
    assert same_clues(reading.puzzle, FOX)


def test_filled_and_crossed_cells_become_given() -> None:
    solution = CAT.solve().solutions[0]
    partly = CAT.unknown_grid().with_cells(
        (row, column, solution[row, column])
        for row in range(6, 12)
        for column in range(3, CAT.width, 2)
    )
    reading = read_picture(with_cells(png(CAT, theme="print", cell_size=CELL), partly))
    assert reading.status is ReadingStatus.UNIQUE
    assert same_clues(reading.puzzle)
    assert reading.given is not None
    assert reading.given.text_rows() == partly.text_rows()
    assert reading.given_wrong == ()
    mistaken = partly.with_cells([(6, 3, 1 - solution[6, 3])])
    reading = read_picture(with_cells(png(CAT, theme="print", cell_size=CELL), mistaken))
    assert reading.given_wrong == ((6, 3),)
    assert "1 filled or crossed cell wrong: R7C4" in reading.remarks


def test_a_board_of_three_shades_shows_filled_empty_and_unknown_cells() -> None:
    solution = CAT.solve().solutions[0]
    partly = CAT.unknown_grid().with_cells(
        (row, column, solution[row, column])
        for row in range(3, 10)
        for column in range(2, CAT.width - 2)
    )
    picture = image_of(png(CAT, theme="print", cell_size=CELL))
    at = Geometry.of_puzzle(CAT, CELL)
    draw = ImageDraw.Draw(picture)
    shades = {nonosat.FILLED: "#000000", nonosat.EMPTY: "#ffffff", nonosat.UNKNOWN: "#a8a8a8"}
    for row, values in enumerate(partly.tolist()):
        for column, value in enumerate(values):
            x, y = at.left + column * CELL, at.top + row * CELL
            draw.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), shades[value])
    reading = read_picture(picture)
    assert reading.status is ReadingStatus.UNIQUE
    assert reading.given is not None
    assert reading.given.text_rows() == partly.text_rows()


def test_a_shadow_in_a_corner_is_no_filled_cell() -> None:
    picture = image_of(png(CAT, theme="print", cell_size=CELL))
    at = Geometry.of_puzzle(CAT, CELL)
    solution = CAT.solve().solutions[0]
    row, empty = next(
        (row, column)
        for row in range(CAT.height)
        for column in range(CAT.width - 4)
        if not any(solution[row, column + n] for n in range(5))
    )
    x, y = at.left + empty * CELL, at.top + row * CELL
    dark = Image.new("RGB", (5 * CELL, CELL), "#303030")
    picture.paste(Image.blend(picture.crop((x, y, x + 5 * CELL, y + CELL)), dark, 0.9), (x, y))
    reading = read_picture(picture)
    assert reading.status is ReadingStatus.UNIQUE
    assert reading.given is None


def with_cells(drawing: bytes, grid: nonosat.Grid) -> Image.Image:
    """A drawing of CAT with filled and crossed cells."""
    picture = image_of(drawing)
    at = Geometry.of_puzzle(CAT, CELL)
    draw = ImageDraw.Draw(picture)
    for row, values in enumerate(grid.tolist()):
        for column, value in enumerate(values):
            x, y = at.left + column * CELL, at.top + row * CELL
            if value == nonosat.FILLED:
                draw.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), "black")
            elif value == nonosat.EMPTY:
                draw.line((x + 7, y + 7, x + CELL - 7, y + CELL - 7), "#444444", 2)
                draw.line((x + 7, y + CELL - 7, x + CELL - 7, y + 7), "#444444", 2)
    return picture


def test_a_sheet_is_read_by_its_code_and_a_drawing_by_its_text() -> None:
    book = bytes(sheets([CAT], codes=[nonosat.encode(CAT)], answers="none"))
    (sheet,) = readings(book)
    assert (sheet.source, sheet.status, same_clues(sheet.puzzle)) == (
        "QR code",
        ReadingStatus.UNIQUE,
        True,
    )
    drawn = read_picture(pdf(CAT, cell_size=CELL))
    assert drawn.source == "text"
    assert same_clues(drawn.puzzle)
    with pytest.raises(PuzzleSyntaxError, match="there is no page 7: the last one is 1"):
        read_picture(pdf(CAT), page=7)


def number_of(reading: PictureReading, line: int, number: int) -> tuple[float, ...]:
    return reading.rows[line].numbers[number].box


def test_a_covered_number_is_found_by_the_other_lines_or_nothing_is_claimed(
    cat_png: bytes, cat_read: PictureReading
) -> None:
    left, top, right, bottom = number_of(cat_read, 6, 1)
    picture = image_of(cat_png)
    ImageDraw.Draw(picture).rectangle(
        (left - 3, top - 3, right + 3, bottom + 3), fill=picture.getpixel((int(left) - 4, int(top)))
    )
    reading = read_picture(picture)
    assert reading.status is not ReadingStatus.UNIQUE or same_clues(_known(reading))
    assert "R7" in " ".join(reading.remarks)


def _known(reading: PictureReading) -> Puzzle | None:
    """The puzzle, with missing clues taken from CAT."""
    if reading.puzzle is None:
        return None
    lines = [
        wanted if clue is None else clue
        for (_, clue), (_, wanted) in zip(reading.puzzle.lines(), CAT.lines(), strict=True)
    ]
    return Puzzle(lines[: CAT.height], lines[CAT.height :])


def test_a_misprinted_number_is_never_taken_silently(
    cat_png: bytes, cat_read: PictureReading
) -> None:
    left, top, right, bottom = number_of(cat_read, 7, 1)
    picture = image_of(cat_png)
    draw = ImageDraw.Draw(picture)
    paper = picture.getpixel((int(left) - 4, int(top)))
    draw.rectangle((left - 2, top - 2, right + 2, bottom + 2), fill=paper)
    size = round((bottom - top) * 1.35)
    font = ImageFont.load_default(size)
    draw.text(((left + right) / 2, (top + bottom) / 2), "7", "#1a1a1a", font, anchor="mm")
    reading = read_picture(picture)
    assert reading.status is not ReadingStatus.UNIQUE or same_clues(reading.puzzle)
    states = {number.state for line in reading.lines for number in line.numbers}
    assert states & {NumberState.CORRECTED, NumberState.WRONG}


def noise() -> bytes:
    random = np.random.default_rng(3)
    return saved(Image.fromarray(random.integers(0, 256, (400, 500, 3), dtype=np.uint8)))


def saved(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def lines_only() -> bytes:
    image = Image.new("RGB", (900, 700), "white")
    draw = ImageDraw.Draw(image)
    for place in range(0, 900, 13):
        draw.line((place, 0, place, 700), fill="black")
    return saved(image)


HOSTILE = {
    "nothing": b"",
    "text": b"3 1\n2\n",
    "a damaged PDF": b"%PDF-1.7\nnothing of the kind",
    "one pixel": saved(Image.new("RGB", (1, 1))),
    "one line of pixels": saved(Image.new("RGB", (4000, 1))),
    "white paper": saved(Image.new("RGB", (800, 600), "white")),
    "noise": noise(),
    "lines in one direction": lines_only(),
    "half a file": noise()[:5000],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_shows_no_puzzle_is_an_error(name: str) -> None:
    with pytest.raises(PuzzleSyntaxError):
        read_picture(HOSTILE[name])


@pytest.mark.timing
@pytest.mark.parametrize("name", HOSTILE)
def test_it_ends_within_seconds(name: str) -> None:
    begun = time.process_time()
    with pytest.raises(PuzzleSyntaxError):
        read_picture(HOSTILE[name])
    assert time.process_time() - begun < 5


def test_limits_end_in_unknown_and_say_why(cat_png: bytes) -> None:
    reading = read_picture(cat_png, time_limit=1e-3)
    assert reading.status is ReadingStatus.UNKNOWN
    assert "time limit" in reading.message
    assert read_picture(cat_png, cancel=cancelled()).status is ReadingStatus.UNKNOWN


def test_a_limit_behind_the_answer_changes_nothing(
    cat_read: PictureReading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over while the child ends: the puzzle is read."""

    def late(*_: object, **options: object) -> Iterator[PictureReading]:
        yield cat_read
        raise Stopped(Reason.TIME)

    monkeypatch.setattr("nonosat.photo.asked", late)
    assert read_picture(b"") is cat_read
    assert [one.reason for one in readings(b"")] == [None, Reason.TIME]  # a second one may follow


def test_the_answer_as_data_and_as_a_picture(cat_read: PictureReading) -> None:
    data = json.loads(json.dumps(cat_read.as_dict()))
    assert data["status"] == "unique"
    assert data["puzzle"]["rows"]
    assert [len(line["numbers"]) for line in data["rows"]] == [len(clue or ()) for clue in CAT.rows]
    for line in cat_read.lines:
        for number in line.numbers:
            assert number.length == (number.read or None)  # 0 is printed where a line is empty
            assert 0 <= number.box[0] < number.box[2] <= cat_read.pixels[0]
            assert 0 <= number.box[1] < number.box[3] <= cat_read.pixels[1]
            assert sum(chance for _, chance in number.alternatives) <= 1.001
    picture = cat_read._repr_svg_()
    assert "data:image/jpeg;base64," in picture
    assert picture.count("<path") >= sum(len(line.numbers) for line in cat_read.lines)


def test_a_reading_is_described_in_the_language() -> None:
    solution = CAT.solve().solutions[0]
    wrong = CAT.unknown_grid().with_cells(
        (row, column, solution[row, column] ^ (row == column))
        for row in range(6, 12)
        for column in range(3, CAT.width, 2)
    )
    picture = with_cells(png(CAT, theme="print", cell_size=CELL), wrong)
    two = Image.new("RGB", (900, 400), "white")
    for left, puzzle in ((10, FOX), (460, CAT)):
        two.paste(image_of(png(puzzle, theme="print", cell_size=CELL)), (left, 10))
    mirrored = ImageOps.mirror(image_of(png(FOX, theme="print", cell_size=CELL)))
    with marked_language() as lang:
        for source in (picture, two, mirrored):
            english = next(readings_here(source, limits=Limits()))
            reading = next(readings_here(source, limits=Limits(), lang=lang))
            assert all(map(is_marked, [reading.message, *reading.remarks]))
            assert unmarked(str(reading)) == str(english)
            assert (reading.doubt is None) == (english.doubt is None)
            assert is_marked(reading.doubt or "<>")
            known = [one for one in reading.remarks if one not in reading.general]
            assert all(re.search("not clear|filled or crossed|^<[RC]", one) for one in known)
    assert "wrong" in str(read_picture(picture))
    with pytest.raises(OptionError, match="unknown language 'xx'"):
        read_picture(picture, lang="xx")
