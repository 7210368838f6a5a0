# SPDX-License-Identifier: MIT
"""PNG and PDF, themes and the other options of pictures, and the command that draws files."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import nonosat
from nonosat import Block, Grid, Puzzle
from nonosat.draw.geometry import Geometry
from nonosat.draw.scene import PATTERNS, pattern
from nonosat.draw.theme import THEMES
from nonosat.errors import GridError, OptionError
from nonosat.model.clue import UNKNOWN, finished_blocks
from nonosat.model.palette import Palette
from tests.support import brute
from tests.support.command_line import Run

HEART = Grid(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...")
PUZZLE = Puzzle.from_grid(HEART)
LETTERS = "abcdefghij"
COLORS = Puzzle.from_grid(
    Grid("\n".join(["".join(LETTERS), LETTERS[::-1]]), LETTERS),
    palette=Palette.of([(x, f"{i * 25:02x}8040", x) for i, x in enumerate(LETTERS)]),
)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("cell", [4, 20, 33])
def test_png_has_the_cells_at_whole_pixels(cell: int) -> None:
    image = opened(nonosat.draw.png(PUZZLE, HEART, cell_size=cell))
    at = Geometry.of_puzzle(PUZZLE, cell)
    assert image.size == (at.page_width, at.page_height)
    for row in range(PUZZLE.height):
        for column in range(PUZZLE.width):
            x, y = at.centre(row, column)
            wanted = (0, 0, 0) if HEART[row, column] else (255, 255, 255)
            assert image.getpixel((round(at.left + x), round(at.top + y))) == wanted
    # Between two filled cells lies one line of grey; right and left of it everything is black.
    y = at.top + cell + cell // 2
    row_of_pixels = [
        image.getpixel((at.left + x, y)) for x in range(cell // 2, 2 * cell - cell // 2)
    ]
    assert sum(pixel != (0, 0, 0) for pixel in row_of_pixels) == max(1, round(cell / 20))


def test_png_and_svg_have_one_geometry() -> None:
    svg = ET.fromstring(
        nonosat.draw.svg(PUZZLE, HEART, cell_size=17, numbers=True, row_clues="both")
    )
    image = opened(nonosat.draw.png(PUZZLE, HEART, cell_size=17, numbers=True, row_clues="both"))
    assert (svg.get("width"), svg.get("height")) == tuple(map(str, image.size))


def test_pdf_is_one_page_with_all_numbers_and_the_same_each_time() -> None:
    data = nonosat.draw.pdf(PUZZLE, HEART)
    assert data == nonosat.draw.pdf(PUZZLE, HEART)
    at = Geometry.of_puzzle(PUZZLE, 20)
    (box,) = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert tuple(map(float, box)) == (at.page_width * 0.75, at.page_height * 0.75)
    assert text_of_pdf(data) == sorted(
        str(block.length) for _, clue in PUZZLE.lines() for block in clue or ()
    )


def text_of_pdf(data: bytes) -> list[str]:
    """The texts that a PDF of ours shows: streams in Ascii85 and deflate."""
    from base64 import a85decode

    found = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        plain = zlib.decompress(a85decode(stream.strip().removesuffix(b"~>")))
        found += [text.decode() for text in re.findall(rb"\((.*?)\) Tj", plain)]
    return sorted(found)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_everything(theme: str) -> None:
    partly = HEART.with_cells([(0, 0, UNKNOWN), (2, 2, UNKNOWN)])
    for puzzle, grid in ((PUZZLE, partly), (COLORS, COLORS.goal)):
        picture = nonosat.draw.svg(puzzle, grid, theme=theme, marks=[(1, 1)], numbers=True)
        assert ET.fromstring(picture).tag.endswith("svg")
        assert opened(nonosat.draw.png(puzzle, grid, theme=theme, marks=[(1, 1)])).width > 50
        assert nonosat.draw.pdf(puzzle, grid, theme=theme)[:4] == b"%PDF"


def test_the_dark_theme_has_light_cells_on_dark_paper() -> None:
    image = opened(nonosat.draw.png(PUZZLE, HEART, theme="dark"))
    at = Geometry.of_puzzle(PUZZLE, 20)
    filled, empty = ((at.left + 20 * c + 10, at.top + 10) for c in (1, 0))
    assert sum(image.getpixel(filled)) > 600  # type: ignore[arg-type]
    assert sum(image.getpixel(empty)) < 150  # type: ignore[arg-type]


def test_patterns_tell_all_colours_apart() -> None:
    strokes = {tuple(sorted(pattern(number, 0, 0, 20))) for number in range(PATTERNS)}
    assert len(strokes) == PATTERNS
    picture = nonosat.draw.svg(COLORS, COLORS.goal, theme="patterns")
    root = ET.fromstring(picture)
    fills = {x.get("fill") for x in root.iter() if "cells" in (x.get("class") or "")}
    assert fills <= {"none", "#000000"}
    letters = [x.text for x in root.iter() if x.get("class") == "letter"]
    assert set(letters) == set(LETTERS[PATTERNS:])  # the patterns of these repeat
    legend = [x.text for x in root.iter() if x.get("class") == "legend" and x.text]
    assert legend == list(LETTERS)


def test_nothing_leaves_the_page() -> None:
    for row_clues in ("left", "right", "both"):
        for column_clues in ("top", "bottom", "both"):
            picture = nonosat.draw.svg(
                COLORS,
                row_clues=row_clues,
                column_clues=column_clues,
                numbers=True,
                theme="patterns",
            )
            root = ET.fromstring(picture)
            width, height = float(root.get("width", "0")), float(root.get("height", "0"))
            texts = [x for x in root.iter() if x.tag.endswith("text")]
            both = (row_clues == "both") + 1, (column_clues == "both") + 1
            clues = [x for x in texts if x.get("class") == "clue"]
            assert len(clues) == 20 * both[0] + 20 * both[1]
            for text in texts:
                assert 0 < float(text.get("x", "-1")) < width
                assert 0 < float(text.get("y", "-1")) < height


@pytest.mark.parametrize(
    "options",
    [
        {"theme": "pink"},
        {"cell_size": 3},
        {"cell_size": 401},
        {"row_clues": "top"},
        {"column_clues": "left"},
    ],
)
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        nonosat.draw.svg(PUZZLE, **options)  # type: ignore[arg-type]


def test_wrong_grids_and_pictures_that_are_too_large() -> None:
    with pytest.raises(GridError):
        nonosat.draw.png(PUZZLE, Grid("#"))
    large = Puzzle([[1]] * 300, [[1]] * 300)
    with pytest.raises(OptionError, match="use smaller cells"):
        nonosat.draw.png(large, cell_size=100)


@given(st.data())
def test_finished_blocks_are_those_that_every_placement_has(data: st.DataObject) -> None:
    colors = data.draw(st.sampled_from([1, 2]))
    length = data.draw(st.integers(1, 7))
    line = tuple(data.draw(st.lists(st.integers(0, colors), min_size=length, max_size=length)))
    shown = data.draw(st.lists(st.booleans(), min_size=length, max_size=length))
    cells = bytes(v if show else UNKNOWN for v, show in zip(line, shown, strict=True))
    clue = brute.read_clue(line)
    everywhere = [places(other) for other in brute.fillings(clue, cells, colors)]
    wanted = tuple(
        number
        for number, (block_length, color) in enumerate(clue)
        if len({starts[number] for starts in everywhere}) == 1
        and cells[(s := everywhere[0][number]) : s + block_length] == bytes([color]) * block_length
    )
    assert finished_blocks(clue, cells) == wanted


def places(line: tuple[int, ...]) -> list[int]:
    """The starts of the runs of a line."""
    return [i for i, v in enumerate(line) if v and (i == 0 or line[i - 1] != v)]


def test_nothing_is_finished_in_a_wrong_line() -> None:
    assert finished_blocks((Block(2),), bytes([1, 0, UNKNOWN, 1])) == ()


def test_finished_clues_are_struck_out_and_grey() -> None:
    partly = HEART.with_cells([(1, 3, UNKNOWN)])
    root = ET.fromstring(nonosat.draw.svg(PUZZLE, partly, finished=True))
    done = [x for x in root.iter() if x.get("class") == "clue finished"]
    struck = [x for x in root.iter() if x.get("class") == "struck"]
    rows = [2 - (row == 1) if row == 0 else 0 if row == 1 else 1 for row in range(6)]
    columns = [0 if column == 3 else 1 for column in range(7)]
    assert len(done) == len(struck) == sum(rows) + sum(columns)
    assert {x.get("fill") for x in done} == {THEMES["light"].muted}


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "txt"])
def test_the_command_writes_every_kind(run: Run, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"picture.{kind}"
    done = run("draw", "unique.non", "--solution", "-o", str(out), "--numbers")
    assert (done.code, done.err) == (0, "")
    begin = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "txt": " │".encode()}[kind]
    assert out.read_bytes().startswith(begin)
    again = run("draw", "unique.non", "-o", str(out))
    assert (again.code, "--force" in again.err) == (2, True)
    assert run("draw", "unique.non", "-o", str(out), "--force").code == 0


def test_the_command_fills_in_what_is_asked_for(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"

    def drawn(*options: str) -> tuple[int, str]:
        done = run("draw", *options, "-o", str(out), "--force")
        return done.code, out.read_text()

    code, text = drawn("multiple.non", "--ambiguous")
    assert (code, "unknown" in text, 'class="corner"' in text) == (1, True, True)
    code, text = drawn("goal.non", "--goal")
    assert (code, 'class="cells c1"' in text) == (0, True)
    code, text = drawn("wrong.non", "--goal", "--compare", "###\n.#.")
    assert (code, text.count('class="corner"')) == (0, 1)  # two of six cells: a tint
    code, text = drawn("unique.non", "--given", "???\n?#?")
    assert (code, 'class="hatch"' in text) == (0, True)
    code, text = drawn("unique.non")
    assert (code, 'class="cells' in text) == (0, False)


def test_the_command_draws_many_into_a_folder(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    done = run("draw", "unique.non", "many.json", "broken.non", "-o", str(out), "--to", "svg")
    assert done.code == 4
    assert sorted(path.name for path in out.iterdir()) == ["many-1.svg", "unique.svg"]
    assert run("draw", "unique.non", "multiple.non", "-o", str(tmp_path / "one.svg")).code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("unique.non", "-o", "x.gif"),
        ("unique.non", "-o", "x.svg", "--goal", "--solution"),
        ("unique.non", "-o", "x.svg", "--theme", "pink"),
        ("unique.non",),
    ],
)
def test_the_command_refuses(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("draw", *arguments).code == 2


def test_a_goal_that_is_not_there_is_bad_input(run: Run, tmp_path: Path) -> None:
    done = run("draw", "unique.non", "--goal", "-o", str(tmp_path / "x.svg"))
    assert (done.code, "--solution" in done.err) == (4, True)


def test_one_file_is_not_for_several_puzzles(folder: Path, quick_run: Run) -> None:
    """Nothing is drawn, because a file with only the first puzzle would look complete."""
    done = quick_run("draw", "unique.non", "multiple.non", "-o", "x.svg")
    assert (done.out, done.code) == ("", 2)
    assert "x.svg is one file, and FILE has several puzzles: name a folder and add --to" in done.err
    assert not Path("x.svg").exists()


def test_quiet_says_nothing_about_several_solutions(quick_run: Run) -> None:
    """Only the exit code shows it."""
    assert quick_run("draw", "multiple.non", "--solution", "-q", "-o", "x.svg") == ("", "", 1)
    assert quick_run("print", "multiple.non", "-q", "-o", "x.pdf") == ("", "", 1)
    loud = quick_run("draw", "multiple.non", "--solution", "-o", "y.svg")
    assert (loud.out, loud.err) == ("y.svg\n", "nonosat: multiple.non: multiple\n")
