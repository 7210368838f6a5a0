# SPDX-License-Identifier: MIT
"""Where the cells of a printed puzzle are in a picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from nonosat.limits import Limits, Stopped
from nonosat.photo.lattice_fit import trends
from nonosat.photo.straight import NoGridError, Straight, _alike, straightened
from nonosat.photo.views import read_straight


@dataclass(frozen=True)
class Form:
    """How a puzzle is drawn."""

    width: int
    height: int
    cell: int = 20
    sides: str = "lt"
    clue_cells: bool = False
    dark: bool = False
    thin: int = 1
    thick: int = 3
    shade: int = 150
    gap: int = 0
    filled: float = 0.0
    text: bool = True


def drawn(form: Form, seed: int = 1):
    """A picture (RGB) and the corners of its cells, clockwise from the upper left."""
    rng = np.random.default_rng(seed)
    page, ink = (24, 235) if form.dark else (255, 0)
    cell, most = form.cell, 4
    room = {side: (most if side in form.sides else 1) * cell for side in "ltrb"}
    left, top = room["l"] + 12, room["t"] + 2 * cell
    right, bottom = left + form.width * cell, top + form.height * cell
    image = Image.new("RGB", (right + room["r"] + 12, bottom + room["b"] + 2 * cell), (page,) * 3)
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=max(7, round(0.6 * cell)))
    for row in range(form.height):
        for column in range(form.width):
            x, y = left + column * cell, top + row * cell
            if form.gap:
                pen.rectangle(
                    (x + form.gap, y + form.gap, x + cell - form.gap, y + cell - form.gap),
                    (215,) * 3,
                )
            if rng.random() < form.filled:
                pen.rectangle((x + 1, y + 1, x + cell - 1, y + cell - 1), (ink,) * 3)
            elif form.filled and rng.random() < 0.4:
                a, b = cell // 4, cell - cell // 4
                pen.line((x + a, y + a, x + b, y + b), (128,) * 3, 2)
                pen.line((x + a, y + b, x + b, y + a), (128,) * 3, 2)
    if not form.gap:
        lines(pen, form, (left, top, right, bottom), (form.shade,) * 3, (ink,) * 3)
    for side in form.sides:
        for index in range(form.height if side in "lr" else form.width):
            for place in range(int(rng.integers(1, most))):
                if side in "lr":
                    x = left - (place + 0.5) * cell if side == "l" else right + (place + 0.5) * cell
                    y = top + (index + 0.5) * cell
                else:
                    x = left + (index + 0.5) * cell
                    y = top - (place + 0.5) * cell if side == "t" else bottom + (place + 0.5) * cell
                pen.text((x, y), str(rng.integers(1, 10)), (ink,) * 3, font, anchor="mm")
    if form.text:
        pen.text((8, 4), "Nonogram 12, Sunday", (ink,) * 3, font)
        pen.text((8, bottom + room["b"] + 4), "Solution on page 30", (ink,) * 3, font)
    quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float) + 0.5
    return np.array(image), quad


def lines(pen, form: Form, box, thin, thick) -> None:
    left, top, right, bottom = box
    reach = 3 * form.cell if form.clue_cells else 0
    for upright, count in ((True, form.width), (False, form.height)):
        start = left if upright else top
        for index in range(count + 1):
            strong = form.thick > form.thin and (index % 5 == 0 or index == count)
            width, shade = (form.thick, thick) if strong else (form.thin, thin)
            at = start + index * form.cell
            ends = (at, top - reach, at, bottom) if upright else (left - reach, at, right, at)
            pen.line(ends, shade, width)
    for index in range(1, 4 if form.clue_cells else 0):
        x, y = left - index * form.cell, top - index * form.cell
        pen.line((x, top, x, bottom), thin, form.thin)
        pen.line((left, y, right, y), thin, form.thin)


def photographed(image, quad, seed: int = 2, noise: float = 4.0):
    """The picture as a photo: tilted, curled, unevenly lit, blurred, on a dark table."""
    rng = np.random.default_rng(seed)
    height, width = image.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    moved = corners + rng.uniform(-0.07, 0.07, (4, 2)) * (width, height)
    moved = (moved - moved.min(axis=0) + 0.05 * width).astype(np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), moved)
    size = (moved.max(axis=0) + 0.05 * width).astype(int)
    x, y = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    under = cv2.perspectiveTransform(
        np.stack([x.ravel(), y.ravel()], axis=1)[None], np.linalg.inv(plane)
    )[0]
    depth, wave = 0.006 * width, 5.0 / width
    under[:, 1] += depth * np.sin(under[:, 0] * wave)
    maps = (under - 0.5).astype(np.float32).reshape(*x.shape, 2)
    photo = cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderValue=(56, 48, 40)).astype(float)
    photo *= np.linspace(1.0, 0.65, size[0])[None, :, None]
    photo = cv2.GaussianBlur(photo, (0, 0), 0.9) + rng.normal(0, noise, photo.shape)
    bent = quad.copy()
    bent[:, 1] -= depth * np.sin(bent[:, 0] * wave)
    return np.clip(photo, 0, 255).astype(np.uint8), cv2.perspectiveTransform(bent[None], plane)[0]


def check(straight: Straight, form: Form, quad, most: float) -> None:
    """The size is right, and no corner is further off than ``most`` cells."""
    assert (straight.width, straight.height) == (form.width, form.height)
    right = straight.left + straight.width * straight.cell
    bottom = straight.top + straight.height * straight.cell
    corners = np.array(
        [[straight.left, straight.top], [right, straight.top], [right, bottom],
         [straight.left, bottom]], float,
    )  # fmt: skip
    found = cv2.perspectiveTransform(corners[None], straight.to_picture)[0]
    side = np.hypot(*(quad[1] - quad[0])) / form.width
    assert np.abs(found - quad).max() < most * side
    height, width = straight.image.shape[:2]
    assert straight.margins == (straight.left, straight.top, width - right, height - bottom)


@pytest.mark.parametrize(
    "form",
    [
        Form(10, 10),
        Form(5, 5, cell=40, thick=1),
        Form(24, 13, cell=9),
        Form(15, 20, cell=70, thin=2, thick=6),
        Form(60, 45, cell=12),
        Form(12, 17, dark=True, shade=90),
        Form(20, 15, clue_cells=True),
        Form(14, 11, sides="rb"),
        Form(13, 18, sides="ltrb"),
        Form(16, 12, cell=26, gap=1),
        Form(20, 18, cell=24, filled=0.4),
        Form(11, 9, cell=24, clue_cells=True, filled=0.3),
    ],
    ids=[
        "plain", "5x5", "small cells", "large cells", "60x45", "dark", "clue cells",
        "right and below", "all sides", "gaps", "partly filled", "partly filled, clue cells",
    ],
)  # fmt: skip
def test_screenshots(form: Form) -> None:
    image, quad = drawn(form)
    straight = straightened(image, Limits())
    check(straight, form, quad, 0.15)
    assert straight.image.shape[0] * straight.image.shape[1] <= 12_000_000
    assert straight.cell % 2 == 0


@pytest.mark.parametrize(
    "form",
    [
        Form(15, 15, cell=28),
        Form(25, 20, cell=24, clue_cells=True),
        Form(12, 16, cell=32, thick=1, shade=120),
    ],
    ids=["plain", "clue cells", "thin lines"],
)
def test_photos(form: Form) -> None:
    image, quad = photographed(*drawn(form))
    check(straightened(image, Limits()), form, quad, 0.2)


@pytest.mark.parametrize("faint", [16, 30])
def test_faint_lines_between_blocks_are_found(faint: int) -> None:
    """Between the blocks of five, lines are weaker than noise."""
    form = Form(25, 20, cell=26, thick=3, shade=255 - faint)
    image, quad = photographed(*drawn(form), noise=6.0)
    check(straightened(image, Limits()), form, quad, 0.25)


@pytest.mark.parametrize("cell", [60, 110])
def test_large_cells_are_not_divided(cell: int) -> None:
    form = Form(6, 5, cell=cell, filled=0.3)
    image, quad = photographed(*drawn(form), noise=6.0)
    check(straightened(image, Limits()), form, quad, 0.25)


def test_the_straight_picture_has_its_lines_at_the_cells() -> None:
    form = Form(15, 15, cell=28, thick=1, shade=60, text=False)
    image, _ = photographed(*drawn(form))
    straight = straightened(image, Limits())
    gray = straight.image.mean(axis=2)
    inside = gray[straight.top :, straight.left :][: 15 * straight.cell, : 15 * straight.cell]
    profile = inside.mean(axis=0)
    at_lines = profile[:: straight.cell][1:]
    middles = profile[straight.cell // 2 :: straight.cell]
    # The light is uneven, so a line is compared with the cells beside it.
    assert (at_lines < np.minimum(middles[:-1], middles[1:]) - 20).all()


def test_filled_cells_may_be_as_dark_as_the_clue_area() -> None:
    form = Form(21, 14, cell=23, thick=2, shade=0, text=False)
    image, quad = drawn(form)
    left, top = (int(side) for side in quad[0])
    image[: top - 1] = image[:, : left - 1] = (36, 36, 40)
    rng = np.random.default_rng(4)
    for row in range(3):
        for column in np.flatnonzero(rng.random(form.width) < 0.55):
            x, y = left + column * form.cell, top + row * form.cell
            image[y + 2 : y + form.cell - 2, x + 2 : x + form.cell - 2] = 20
    check(straightened(image, Limits()), form, quad, 0.15)


def test_letters_as_crosses_are_no_numbers() -> None:
    form = Form(10, 10, cell=24, clue_cells=True, text=False)
    image, quad = drawn(form)
    page = Image.fromarray(image)
    pen, font = ImageDraw.Draw(page), ImageFont.load_default(size=17)
    left, top = quad[0]
    rng = np.random.default_rng(5)
    for row, column in np.argwhere(rng.random((10, 10)) < 0.7).tolist():
        middle = (left + (column + 0.5) * form.cell, top + (row + 0.5) * form.cell)
        pen.text(middle, "X", (0,) * 3, font, anchor="mm")
    check(straightened(np.asarray(page), Limits()), form, quad, 0.15)


def test_clue_cells_with_lines_around_them_may_be_empty() -> None:
    """As in a table: of eight clue cells at each side one holds a number."""
    cell, cells, strips = 24, 10, 8
    size = (strips + cells) * cell
    image = Image.new("RGB", (size + 30, size + 30), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=14)
    for line in range(strips + cells + 1):
        at = 12 + line * cell
        pen.line((at, 12, at, 12 + size), (0,) * 3, 2)
        pen.line((12, at, 12 + size, at), (0,) * 3, 2)
    for line in range(cells):
        near, along = 12 + (strips - 0.5) * cell, 12 + (strips + line + 0.5) * cell
        pen.text((near, along), "4", (0,) * 3, font, anchor="mm")
        pen.text((along, near), "7", (0,) * 3, font, anchor="mm")
    straight = straightened(np.asarray(image), Limits())
    assert (straight.width, straight.height) == (cells, cells)


def nothing(kind: str):
    """Pictures without a puzzle."""
    rng = np.random.default_rng(3)
    rows, columns = np.mgrid[:600, :800]
    gray = {
        "tiny": np.full((1, 1), 255),
        "thin": np.zeros((3, 2000)),
        "blank": np.full((900, 1200), 255),
        "black": np.zeros((900, 1200)),
        "noise": rng.integers(0, 256, (900, 1200)),
        "stripes": columns // 5 % 2 * 255,
        "bricks": ((rows % 20 != 0) & ((columns + rows // 20 % 2 * 20) % 40 != 0)) * 255,
        "very many regions": ((columns // 2 + rows // 2) % 2) * 255,
        "clouds": cv2.resize(rng.random((9, 12)) * 255, (800, 600), interpolation=cv2.INTER_CUBIC),
    }[kind]
    return np.repeat(np.clip(gray, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize(
    "kind",
    ["tiny", "thin", "blank", "black", "noise", "stripes", "bricks", "very many regions", "clouds"],
)
def test_no_grid(kind: str) -> None:
    with pytest.raises(NoGridError, match="no grid of cells was found"):
        straightened(nothing(kind), Limits())


def test_limits_end_the_search() -> None:
    image, _ = drawn(Form(10, 10))
    with pytest.raises(Stopped):
        straightened(image, Limits(work_limit=2))


def large_cells(cell: int, text: int, room: float) -> Image.Image:
    """A 5x5 with the numbers of each line; ``room``: cells between the edge and the puzzle."""
    left = top = round(room * cell)
    image = Image.new("RGB", (left + 6 * cell, top + 6 * cell), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=text)
    for line in range(6):
        at = line * cell
        pen.line((left + at, top, left + at, top + 5 * cell), (120,) * 3, 3)
        pen.line((left, top + at, left + 5 * cell, top + at), (120,) * 3, 3)
    for line, (row, column) in enumerate(((5, 4), (4, 5), (3, 3), (2, 2), (1, 1))):
        middle = round((line + 0.5) * cell)
        pen.text((left - text, top + middle), str(row), (0,) * 3, font, anchor="mm")
        pen.text((left + middle, top - text), str(column), (0,) * 3, font, anchor="mm")
    return image


def test_small_numbers_are_read_in_a_finer_picture() -> None:
    straight = straightened(np.asarray(large_cells(cell=150, text=36, room=2)), Limits())
    assert straight.finer is not None
    finer = straight.finer()
    assert finer.cell == 2 * straight.cell
    assert np.array(finer.corners) == pytest.approx(np.array(straight.corners), abs=2)
    assert read_straight(straight, Limits()).has_small_numbers
    values = [line.numbers[0].value for line in read_straight(finer, Limits()).rows]
    assert values == [5, 4, 3, 2, 1]


def test_a_clue_cell_that_the_edge_cuts_is_part_of_the_picture() -> None:
    straight = straightened(np.asarray(large_cells(cell=40, text=20, room=1.3)), Limits())
    assert straight.margins[:2] == (2 * straight.cell, 2 * straight.cell)


def curled(page, narrow: float):
    """A page of a book whose cells become narrower towards its right edge, as at the spine."""
    height, width = page.shape[:2]
    along = np.linspace(0, 1, width)
    steps = 1 - narrow * np.exp((along - 1) / 0.15)
    places = np.concatenate([[0.0], np.cumsum(steps)])[:-1]
    seen = np.arange(int(places[-1]), dtype=np.float32)
    x = np.interp(seen, places, np.arange(width)).astype(np.float32)
    y = np.arange(height, dtype=np.float32)
    down = 0.004 * height * np.exp((x / width - 1) / 0.2)
    maps = np.meshgrid(x, y)
    return cv2.remap(page, maps[0], (maps[1] - down).astype(np.float32), cv2.INTER_LINEAR)


def test_a_page_whose_cells_become_narrower_has_all_of_its_columns() -> None:
    """Single lines are shifted; without this, the columns beside the spine are lost."""
    pitch, count, room = 20, 30, 120
    page = np.full((room + count * pitch + 30, room + count * pitch + 30), 235, np.uint8)
    end = room + count * pitch
    for k in range(count + 1):
        at, thick = room + k * pitch, k % 5 == 0
        shade = 40 if thick else 150
        page[room : end + 1, at - thick : at + 1] = shade
        page[at - thick : at + 1, room : end + 1] = shade
    seen = curled(page, 0.4)
    straight = straightened(np.repeat(seen[:, :, None], 3, axis=2), Limits())
    assert (straight.width, straight.height) == (count, count)


def test_lines_go_on_as_near_an_end_only_if_two_lines_show_it() -> None:
    """The outermost line may be none: an edge beside the cells, or numbers."""
    curl = np.concatenate([np.zeros(20), -0.01 * np.arange(11) ** 2])
    before, beyond = trends(curl)
    whole = np.polyfit(np.arange(len(curl)), curl, 1)[0]
    assert before == pytest.approx(whole)
    assert beyond == pytest.approx(-0.2, abs=0.02)
    false = np.zeros(31)
    false[0] = 0.3
    assert np.abs(trends(false)).max() < 0.01


def test_many_grids_of_a_page_share_its_copies() -> None:
    """Else a large page is resized for each of its grids."""
    copies = {0.5: np.zeros((2, 2), np.uint8)}
    assert _alike(0.51, copies) == 0.5
    assert _alike(0.6, copies) == 0.6
