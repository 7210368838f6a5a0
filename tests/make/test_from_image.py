# SPDX-License-Identifier: MIT
"""``puzzle_from_image``: pixel art is read exactly, other pictures become cells, damaged files are
refused.
"""

from __future__ import annotations

import json
import random
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

import nonosat
from nonosat import Grid
from nonosat.errors import OptionError, PuzzleError, PuzzleSyntaxError
from nonosat.make.pictures import METHODS
from nonosat.make.pictures.pixel_art import recognise
from nonosat.model.palette import Rgb
from nonosat.photo.image_files import open_image
from tests.support.command_line import Run

COLORS: tuple[Rgb, ...] = ((255, 255, 255), (0, 0, 0), (200, 0, 0), (0, 0, 200))
Cells = list[list[int]]


def picture(
    cells: Cells, zoom: int, *, thin: int = 0, thick: int = 0, border: bool = True
) -> Image.Image:
    """Cells as squares of pixels; grey grid lines, thicker ones every five cells."""

    def places(number: int) -> tuple[list[int], int]:
        found, place = [], (thick if border else 0)
        for i in range(number):
            place += 0 if i == 0 else thick if i % 5 == 0 else thin
            found.append(place)
            place += zoom
        return found, place + (thick if border else 0)

    across, width = places(len(cells[0]))
    down, height = places(len(cells))
    image = Image.new("RGB", (width, height), (128, 128, 128))
    for y, row in zip(down, cells, strict=True):
        for x, value in zip(across, row, strict=True):
            image.paste(COLORS[value], (x, y, x + zoom, y + zoom))
    return image


def drawn() -> Image.Image:
    """A drawing with soft edges: a disc with a hole, and a line."""
    image = Image.new("RGB", (640, 480), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((100, 80, 500, 420), fill=(60, 90, 200))
    draw.rectangle((250, 200, 350, 300), fill=(250, 220, 30))
    return image.resize((320, 240), Image.Resampling.BICUBIC)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


sides = st.integers(2, 12)


@st.composite
def cell_pictures(draw: st.DrawFn) -> Cells:
    """At least one border between two colours in each direction, so that the zoom is visible."""
    width, height = draw(sides), draw(sides)
    kinds = draw(st.integers(2, 4))
    value = st.integers(0, kinds - 1)
    cells = draw(
        st.lists(st.lists(value, min_size=width, max_size=width), min_size=height, max_size=height)
    )
    for row, wanted in zip(cells[:2], ([0, 1], [1, 0]), strict=True):
        row[:2] = wanted
    return cells


@given(cell_pictures(), st.sampled_from([1, 2, 3, 7, 16]))
def test_pixel_art_is_read_exactly_at_any_zoom(cells: Cells, zoom: int) -> None:
    art = recognise(open_image(saved(picture(cells, zoom), "PNG")))
    assert art is not None
    assert [[COLORS.index(rgb) for rgb in row] for row in art.rows] == cells
    assert art.zoom == zoom


@given(cell_pictures(), st.integers(8, 20), st.integers(1, 2), st.booleans(), st.booleans())
def test_pixel_art_is_read_between_grid_lines(
    cells: Cells, zoom: int, thin: int, thicker: bool, border: bool
) -> None:
    image = picture(cells, zoom, thin=thin, thick=thin + thicker, border=border)
    art = recognise(open_image(image))
    assert art is not None
    assert art.lines
    assert [[COLORS.index(rgb) for rgb in row] for row in art.rows] == cells


def test_a_column_in_the_colour_of_the_lines_is_not_lost() -> None:
    image = Image.new("RGB", (1 + 5 * 11, 1 + 4 * 11), "black")
    filled = {(x, y) for x in (1, 4) for y in range(4)} | {(2, 0)}
    for x in range(5):
        for y in range(4):
            if (x, y) not in filled:
                image.paste((255, 255, 255), (1 + 11 * x, 1 + 11 * y, 11 + 11 * x, 11 + 11 * y))
    found = nonosat.make.puzzle_from_image(image)
    assert found.exact
    assert str(found.grid) == ".##.#\n" + "\n".join([".#..#"] * 3)


def test_a_size_decides_between_two_zooms() -> None:
    image = picture([[0, 0, 1, 1], [0, 0, 1, 1]], 10)
    assert str(nonosat.make.puzzle_from_image(image).grid) == ".#"
    larger = nonosat.make.puzzle_from_image(image, size=(4, 2))
    assert (larger.exact, str(larger.grid)) == (True, "..##\n..##")


@pytest.mark.parametrize("method", METHODS)
def test_a_drawing_becomes_cells(method: str) -> None:
    found = nonosat.make.puzzle_from_image(drawn(), size=20, method=method)
    assert (found.grid.width, found.grid.height) == (20, 15)
    assert not found.exact
    assert found.puzzle.goal == found.grid
    assert found.puzzle.faults(found.grid) == ()


def test_the_threshold_separates_ink_from_paper() -> None:
    grid = nonosat.make.puzzle_from_image(drawn(), size=20).grid
    rows = grid.text_rows()
    assert rows[0] == rows[-1] == "." * 20
    assert rows[7][5:7] == "##"
    assert rows[8][8:10] == ".."  # the yellow square is light


def test_invert_fills_the_others() -> None:
    plain = nonosat.make.puzzle_from_image(drawn(), size=20).grid
    inverse = nonosat.make.puzzle_from_image(drawn(), size=20, invert=True).grid
    assert all(a != b for a, b in zip(plain.cells, inverse.cells, strict=True))
    two = picture([[0, 1], [1, 0]], 4)
    assert str(nonosat.make.puzzle_from_image(two, invert=True).grid) == "#.\n.#"


def test_crop_cuts_the_margins() -> None:
    cells = [[0] * 6 for _ in range(5)]
    cells[1][2] = cells[2][3] = cells[2][2] = 1
    assert str(nonosat.make.puzzle_from_image(picture(cells, 5), crop=True).grid) == "#.\n##"


def test_colors_keep_what_is_most_of_each_cell() -> None:
    found = nonosat.make.puzzle_from_image(drawn(), size=20, colors=2)
    inks = {color.rgb for color in found.puzzle.palette.colors}
    assert len(inks) == 2
    assert found.puzzle.palette.background == "#ffffff"
    middle = found.grid[8, 9]
    assert middle not in (found.grid[8, 5], 0)


def test_transparent_is_white_and_cameras_may_be_turned() -> None:
    clear = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), (0, 0, 2, 2))
    assert str(nonosat.make.puzzle_from_image(saved(clear, "PNG")).grid) == "#.\n.."
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned by a quarter
    turned = saved(picture([[1, 0, 0], [0, 0, 0]], 1), "PNG", exif=exif)
    assert str(nonosat.make.puzzle_from_image(turned).grid) == ".#\n..\n.."


def jpeg_cells(kinds: int, seed: int) -> Cells:
    chance = random.Random(seed)
    cells = [[chance.randrange(kinds) for _ in range(14)] for _ in range(11)]
    cells[0][:2], cells[1][:2] = [0, 1], [1, 0]
    return cells


@pytest.mark.parametrize(
    ("kinds", "zoom", "quality"),
    [*((2, 1, q) for q in (90, 95)), *((2, z, q) for z in (4, 8, 10, 16) for q in (50, 75, 95)),
     *((4, z, q) for z in (4, 8, 10, 20) for q in (90, 95))],
)  # fmt: skip
def test_a_jpeg_of_pixel_art_has_its_colours_and_cells(kinds: int, zoom: int, quality: int) -> None:
    for seed in range(5):
        cells = jpeg_cells(kinds, seed)
        found = nonosat.make.puzzle_from_image(saved(picture(cells, zoom), "JPEG", quality=quality))
        assert (found.grid.width, found.grid.height) == (14, 11)
        colors = {found.grid[y, x] for y in range(11) for x in range(14)}
        pairs = {(cells[y][x], found.grid[y, x]) for y in range(11) for x in range(14)}
        assert len(pairs) == len(colors) == kinds
        assert ("shades near each other are one colour" in str(found)) != found.exact


def test_a_jpeg_of_a_black_square_is_black_and_white() -> None:
    image = Image.new("RGB", (20, 20), "white")
    image.paste(0, (3, 5, 12, 17))
    found = nonosat.make.puzzle_from_image(saved(image, "JPEG", quality=95))
    assert found.puzzle.palette == nonosat.Puzzle([[1]], [[1]]).palette
    assert found.grid == nonosat.make.puzzle_from_image(saved(image, "PNG")).grid


def test_shades_that_nobody_sees_are_one_colour() -> None:
    image = picture([[0, 1, 0], [1, 0, 1]], 5)
    image.paste((254, 254, 254), (0, 0, 5, 5))
    assert str(nonosat.make.puzzle_from_image(image).grid) == ".#.\n#.#"
    image.paste((0x20, 0x20, 0x20), (5, 0, 10, 5))
    image.paste((0x30, 0x30, 0x30), (0, 5, 5, 10))
    found = nonosat.make.puzzle_from_image(image)
    assert [color.rgb for color in found.puzzle.palette.colors] == ["#000000", "#202020", "#303030"]


@pytest.mark.parametrize("colors", [1, 2])
def test_the_grid_of_pixel_art_is_kept_with_fewer_colours(colors: int) -> None:
    image = picture([[0, 1, 2, 0], [1, 0, 0, 3]], 6)
    found = nonosat.make.puzzle_from_image(image, colors=colors)
    assert (found.grid.width, found.grid.height) == (4, 2)
    assert len(found.puzzle.palette) == colors
    assert str(found.grid).replace("a", "#").replace("b", "#") == ".##.\n#..#"
    assert not found.exact


def test_a_white_figure_on_a_transparent_ground_is_black() -> None:
    image = Image.new("RGBA", (8, 4), (255, 255, 255, 0))
    image.paste((255, 255, 255, 255), (2, 0, 4, 2))
    for mode in ("RGBA", "LA"):
        found = nonosat.make.puzzle_from_image(saved(image.convert(mode), "PNG"))
        assert str(found.grid) == ".#..\n...."
    image.paste((255, 0, 0, 255), (6, 2, 8, 4))
    found = nonosat.make.puzzle_from_image(saved(image, "PNG"))
    assert str(found.grid).count("#") == 1
    with pytest.raises(PuzzleError, match="same colour"):
        nonosat.make.puzzle_from_image(saved(Image.new("RGBA", (4, 4), (255, 255, 255, 0)), "PNG"))


@pytest.mark.parametrize("mode", ["1", "L", "P", "I;16", "I", "F", "CMYK", "LA"])
def test_every_mode_of_pillow_is_read(mode: str) -> None:
    grey = picture([[0, 1], [1, 0]], 8).convert("L")
    if mode == "I;16":
        image = Image.frombytes(
            "I;16", grey.size, b"".join(b"\0" + bytes([x]) for x in grey.tobytes())
        )
    else:
        image = grey.convert(mode)
    assert str(nonosat.make.puzzle_from_image(image).grid) == ".#\n#."


@pytest.mark.parametrize(
    "options",
    [
        {"colors": 0},
        {"colors": 8},
        {"method": "magic"},
        {"threshold": 0},
        {"threshold": 256},
        {"size": 0},
        {"size": (5, 2000)},
        {"colors": 3, "method": "edges"},
        {"method": "dither", "threshold": 7},
    ],
)
def test_options_that_make_no_sense(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        nonosat.make.puzzle_from_image(drawn(), **options)  # type: ignore[arg-type]


def test_a_picture_of_one_colour_is_refused() -> None:
    with pytest.raises(PuzzleError, match="same colour"):
        nonosat.make.puzzle_from_image(Image.new("RGB", (50, 50), "red"))


def broken_pictures() -> list[bytes]:
    whole = saved(drawn(), "PNG")
    huge = b"P6\n100000 10000\n255\n"
    bomb = b"\x89PNG\r\n\x1a\n" + whole[8:16] + (31623).to_bytes(4, "big") * 2 + whole[24:]
    gif = saved(drawn(), "GIF")
    return [
        b"",
        b"\0" * 1000,
        b"rows\n1\n",
        whole[:20],
        whole[:200],
        whole[: len(whole) // 2],
        huge,
        bomb,
        b"P5\n0 5\n255\n",
        b"P1\n3 3\n1 0 x",
        b"BM" + b"\xff" * 60,
        gif[:30],
        saved(drawn(), "JPEG")[:600],
        b"RIFF\x10\0\0\0WEBPVP8 ",
        b"II*\0\x08\0\0\0\xff\xff" + b"\x01" * 100,
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    ]


@pytest.mark.parametrize("name", ["missing.png", "a\0b.png", "."])
def test_files_that_cannot_be_read_are_named(name: str) -> None:
    with pytest.raises(PuzzleSyntaxError, match="the file cannot be read: "):
        nonosat.make.puzzle_from_image(name)


@pytest.mark.parametrize("data", broken_pictures())
def test_damaged_files_are_refused(data: bytes) -> None:
    with pytest.raises(PuzzleSyntaxError):
        nonosat.make.puzzle_from_image(data)


@pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "JPEG", "WEBP", "PPM", "TIFF"])
def test_mutated_files_end_in_a_grid_or_an_error(kind: str) -> None:
    rng = random.Random(kind)
    whole = saved(drawn().resize((40, 30)), kind)
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            assert isinstance(nonosat.make.puzzle_from_image(bytes(data), size=10).grid, Grid)
        except (PuzzleSyntaxError, PuzzleError) as error:
            assert str(error)  # noqa: PT017


def test_the_command(quick_run: Run, tmp_path: Path) -> None:
    picture([[1, 1, 1], [0, 1, 0]], 9).save(tmp_path / "zee.png")
    file = str(tmp_path / "zee.png")
    done = quick_run("from-image", file, "-o", str(tmp_path / "zee.non"))
    assert done.code == 0
    assert "pixel art: 3x2 cells of 9 pixels" in done.err
    assert "zee: unique" in done.out
    assert nonosat.load(tmp_path / "zee.non").goal == Grid("###\n.#.")
    again = quick_run("from-image", file, "-o", str(tmp_path / "zee.non"))
    assert (again.code, "--force" in again.err) == (2, True)
    data = json.loads(quick_run("from-image", file, "--json", "--size", "3x2").out)
    assert (data["goal"], data["exact"], data["verdict"]) == (["###", ".#."], True, "unique")


def test_the_command_refuses(quick_run: Run, tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"no picture")
    assert quick_run("from-image", str(tmp_path / "no.png")).code == 4
    assert quick_run("from-image", str(tmp_path / "absent.png")).code == 4
    drawn().save(tmp_path / "disc.png")
    assert quick_run("from-image", str(tmp_path / "disc.png"), "--size", "3by4").code == 2
    assert quick_run("from-image", str(tmp_path / "disc.png"), "--size", "3x99999").code == 2
    two = picture([[0, 1], [1, 0]], 4)
    two.save(tmp_path / "two.png")
    assert quick_run("from-image", str(tmp_path / "two.png")).code == 1
