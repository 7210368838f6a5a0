# SPDX-License-Identifier: MIT
"""Drawing as SVG: golden pictures, well-formedness, and that the shapes are the cells."""

from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat.draw import svg_writer as svg
from nonosat.draw import text
from nonosat.draw.theme import LIGHT, contrast
from nonosat.errors import GridError
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette, rgb_values
from nonosat.model.puzzle import Puzzle
from tests.support.golden_files import compare

HEART = Grid(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...")
HEART_PUZZLE = Puzzle.from_grid(HEART).with_meta(title='Heart <3 & "more"')
FLAG_PALETTE = Palette.of([("red", "#d00", "r"), ("blue", "#00d", "b"), ("sun", "#fd0", "y")])
FLAG = Grid("rrbb..\nrbbbyy\n..yrrr\n......\nrrrrrr", letters="rby")
FLAG_PUZZLE = Puzzle.from_grid(FLAG, palette=FLAG_PALETTE)
PARTLY = HEART.with_cells([(0, 0, UNKNOWN), (2, 3, UNKNOWN)])

PICTURES: dict[str, Callable[[], svg.Svg]] = {
    "heart": lambda: svg.draw(HEART_PUZZLE, HEART),
    "heart-blank": lambda: svg.draw(HEART_PUZZLE),
    "heart-partly": lambda: svg.draw(HEART_PUZZLE, PARTLY, marks=[(1, 1), (0, 3)]),
    "heart-many": lambda: svg.draw(
        HEART_PUZZLE, HEART, marks=[(r, c) for r in (1, 2) for c in range(7)]
    ),
    "grid": lambda: svg.draw_grid(PARTLY),
    "flag": lambda: svg.draw(FLAG_PUZZLE, FLAG, theme=dataclasses.replace(LIGHT, letters=True)),
    "holes": lambda: svg.draw(Puzzle([[2], None, []], [[1], None, [1], [1]])),
}


def elements(picture: str, kind: str) -> list[ET.Element]:
    """The elements that carry a class."""
    root = ET.fromstring(picture)
    return [element for element in root.iter() if kind in element.get("class", "").split()]


def painted(picture: str, kind: str, cell: int = LIGHT.cell_size) -> set[tuple[int, int]]:
    """The cells that the paths of a class cover, read from their runs."""
    cells = set()
    for element in elements(picture, kind):
        run = r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z"
        data = element.get("d", "")
        assert re.fullmatch(f"({run})+", data)
        for x, y, width, height, back in re.findall(run, data):
            assert (height, back) == (str(cell), width)
            columns = range(int(x) // cell, (int(x) + int(width)) // cell)
            cells |= {(int(y) // cell, column) for column in columns}
    return cells


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    picture = PICTURES[name]()
    ET.fromstring(picture)
    assert PICTURES[name]() == picture
    compare(f"{name}.svg", picture)


def test_it_shows_itself_in_a_notebook() -> None:
    picture = svg.draw_grid(HEART)
    assert isinstance(picture, svg.Svg)
    assert picture._repr_svg_() == str(picture) == HEART._repr_svg_()
    assert HEART_PUZZLE._repr_svg_() == svg.draw(HEART_PUZZLE)


def test_title_and_text_are_there_for_screen_readers() -> None:
    root = ET.fromstring(svg.draw(HEART_PUZZLE, HEART))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == 'Heart <3 & "more"'
    assert root.findtext(f"{space}desc") == text.draw(HEART_PUZZLE, HEART, unicode=False)


def test_nothing_reaches_out_of_the_picture() -> None:
    for picture in PICTURES.values():
        root = ET.fromstring(picture())
        assert not any(element.get("id") for element in root.iter())
        assert not any(element.tag.endswith("style") for element in root.iter())


@given(st.text(st.characters(), max_size=20))
def test_any_title_gives_well_formed_xml(title: str) -> None:
    puzzle = Puzzle([[1]], [[1]]).with_meta(title=title)
    ET.fromstring(svg.draw(puzzle).encode())


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_the_shapes_are_the_cells(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 8))
    values = st.sampled_from([0, 1, 2, UNKNOWN])
    cells = data.draw(st.lists(values, min_size=height * width, max_size=height * width))
    grid = Grid.from_cells(height, width, bytes(cells), letters="ab")
    picture = svg.draw_grid(grid)
    for value, kind in ((1, "c1"), (2, "c2"), (UNKNOWN, "unknown")):
        wanted = {divmod(i, width) for i, cell in enumerate(cells) if cell == value}
        assert painted(picture, kind) == wanted
    assert bool(elements(picture, "hatch")) == (UNKNOWN in cells)


def test_marks_are_rings_and_unknown_cells_hatched() -> None:
    picture = svg.draw(HEART_PUZZLE, PARTLY, marks=[(0, 3), (1, 1), (0, 3)])
    centres = [(ring.get("cx"), ring.get("cy")) for ring in elements(picture, "mark")]
    assert centres == [("70", "10"), ("30", "30")]
    (hatch,) = elements(picture, "hatch")
    assert hatch.get("d", "").count("M") == 3 * 2


def test_many_marks_are_a_tint_that_leaves_the_picture_visible() -> None:
    few = [(row, column) for row in range(2) for column in range(4)]  # 8 of 42 cells
    many = [*few, (5, 6)]
    assert len(elements(svg.draw(HEART_PUZZLE, HEART, marks=few), "halo")) == 8
    for picture in (svg.draw(HEART_PUZZLE, HEART, marks=many), svg.draw_grid(HEART, marks=many)):
        assert not elements(picture, "halo")
        assert painted(picture, "mark") == set(many)
        assert float(elements(picture, "mark")[0].get("fill-opacity", "1")) < 0.5
        (corner,) = elements(picture, "corner")
        assert corner.get("d", "").count("M") == len(many)


def test_thick_lines_stand_every_five_cells() -> None:
    (thick,) = elements(svg.draw_grid(Grid("#" * 12 + "\n" + "." * 12)), "thick")
    assert thick.get("d") == "M100 0v40M200 0v40"


def test_a_theme_changes_colours_and_size() -> None:
    theme = dataclasses.replace(LIGHT, paper="#123456", cell_size=10)
    picture = svg.draw(HEART_PUZZLE, HEART, theme=theme)
    assert elements(picture, "paper")[0].get("fill") == "#123456"
    assert painted(picture, "c1", cell=10) == painted(svg.draw(HEART_PUZZLE, HEART), "c1")


def test_clue_numbers_stay_inside_the_picture_and_apart() -> None:
    puzzle = Puzzle.from_grid(Grid("\n".join("#" * 12 for _ in range(12))))
    root = ET.fromstring(svg.draw(puzzle))
    width = float(root.get("width", "0"))
    for number in elements(svg.draw(puzzle), "clue"):
        assert 0 < float(number.get("x", "0")) < width
        assert float(number.get("y", "0")) > 0
        assert number.text == "12"


def test_colour_clues_name_their_colour_in_readable_ink() -> None:
    picture = svg.draw(FLAG_PUZZLE)
    labels = {number.text: number.get("fill") for number in elements(picture, "clue")}
    assert labels["2b"] == contrast("#0000dd") == "#ffffff"
    assert labels["2y"] == contrast("#ffdd00") == "#000000"


@given(st.integers(0, 0xFFFFFF))
def test_contrast_is_that_of_readable_text(value: int) -> None:
    """At least 4.5 : 1, by the formula of WCAG 2 written out once more."""

    def luminance(rgb: str) -> float:
        parts = []
        for part in rgb_values(rgb):
            share = part / 255
            parts.append(share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4)
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    rgb = f"#{value:06x}"
    dark, light = sorted([luminance(rgb), luminance(contrast(rgb))])
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(GridError, match="the grid has 1 column and 1 row"):
        svg.draw(HEART_PUZZLE, Grid("#"))
    with pytest.raises(GridError, match="lies outside"):
        svg.draw_grid(HEART, marks=[(6, 0)])
    with pytest.raises(GridError, match="the grid has 3 colours, the palette 1"):
        svg.draw_grid(FLAG, palette=Palette())
