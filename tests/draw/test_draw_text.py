# SPDX-License-Identifier: MIT
"""Drawing as text: golden pictures, and properties that hold for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonosat.draw import text
from nonosat.errors import GridError
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from tests.support.golden_files import compare

CUP = Grid("""
....#..#.....
...#..#......
....#..#.....
.............
###########..
############.
###########.#
###########.#
############.
.#########...
..#######....
""")
BLOCKS = str.maketrans({" ": "..", "▀": "#.", "▄": ".#", "█": "##"})
FLAG_PALETTE = Palette.of([("red", "#d00", "r"), ("blue", "#00d", "b"), ("sun", "#fd0", "y")])
FLAG = Grid("rrbb..\nrbbbyy\n..yrrr\n......\nrrrrrr", letters="rby")
HOLES = Puzzle([[2], None, []], [[1], None, [1], [1]])
CUP_PUZZLE = Puzzle.from_grid(CUP)
FLAG_PUZZLE = Puzzle.from_grid(FLAG, palette=FLAG_PALETTE)
HALF_CUP = CUP.with_cells([(r, c, 255) for r in range(3) for c in range(3, 8)])
HALF_FLAG = FLAG.with_cells([(2, 0, 255), (0, 0, 255)])
MARKS = ((0, 3), (0, 4), (4, 4), (10, 12))

PICTURES: dict[str, Callable[[], str]] = {
    "full": lambda: text.draw(CUP_PUZZLE, CUP),
    "full-color": lambda: text.draw(CUP_PUZZLE, CUP, color=True),
    "full-grid": lambda: text.draw_grid(CUP),
    "half": lambda: text.draw(CUP_PUZZLE, CUP, width=35),
    "half-color": lambda: text.draw(CUP_PUZZLE, CUP, width=35, color=True),
    "half-grid": lambda: text.draw_grid(CUP, width=32),
    "ascii": lambda: text.draw(CUP_PUZZLE, CUP, unicode=False),
    "ascii-grid": lambda: text.draw_grid(CUP, unicode=False),
    "blank": lambda: str(CUP_PUZZLE),
    "partial": lambda: text.draw(CUP_PUZZLE, HALF_CUP),
    "marks": lambda: text.draw(CUP_PUZZLE, HALF_CUP, marks=MARKS),
    "marks-color": lambda: text.draw(CUP_PUZZLE, HALF_CUP, marks=MARKS, color=True),
    "marks-ascii": lambda: text.draw(CUP_PUZZLE, HALF_CUP, marks=MARKS, unicode=False),
    "marks-narrow": lambda: text.draw(CUP_PUZZLE, HALF_CUP, marks=MARKS, width=30),
    "colors": lambda: text.draw(FLAG_PUZZLE, FLAG),
    "colors-ansi": lambda: text.draw(FLAG_PUZZLE, FLAG, color=True),
    "colors-narrow": lambda: text.draw(FLAG_PUZZLE, FLAG, width=20),
    "colors-marks": lambda: text.draw(
        FLAG_PUZZLE, HALF_FLAG, marks=[(0, 0), (1, 1), (3, 3)], unicode=False
    ),
    "holes": lambda: text.draw(HOLES),
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    compare(f"{name}.txt", PICTURES[name]() + "\n")


def test_the_order_of_fallbacks() -> None:
    """Each fallback is used when the one before it needs one column more than the terminal has."""
    seen = []
    width: int | None = None
    for _ in range(6):
        picture = text.draw(CUP_PUZZLE, CUP, width=width)
        first = picture.splitlines()[0]
        if "needs" in first:
            seen.append("message")
            break
        clued = not first.startswith("┌")
        layout = "half" if "▀" in picture else "double" if "─" * 10 in picture else "single"
        seen.append(layout + (" clued" if clued else ""))
        if not clued:
            assert picture.splitlines()[-1].startswith("(without clues: with them the picture")
        width = max(len(line) for line in picture.splitlines() if "(" not in line) - 1
    assert seen == ["double clued", "half clued", "single clued", "half", "message"]
    assert width is not None
    assert first == (
        f"the picture needs {width + 1} columns, the terminal has {width}: "
        "widen it, use --json, or write an SVG"
    )


def test_the_order_of_fallbacks_of_a_colour_puzzle() -> None:
    """Short runs of many colours: here the clues are wider than the board."""
    stripes = Grid("rbrbrbrb\nrrrrrrrr", letters="rb")
    seen = []
    for width in range(60, 5, -1):
        lines = text.draw(Puzzle.from_grid(stripes), stripes, width=width).splitlines()
        clued = "bare" if lines[0].startswith("┌") else "clued"
        size = "double" if any("r" * 10 in line for line in lines) else "single"
        step = "message" if "needs" in lines[0] else f"{size} {clued}"
        if step not in seen:
            seen.append(step)
    assert seen == ["double clued", "single clued", "double bare", "single bare", "message"]


def test_a_column_with_twelve_is_not_one_with_one_and_two() -> None:
    puzzle = Puzzle([[2], [1], [2], [2], *[[1]] * 8, []], [[12], [1, 2]])
    for unicode in (True, False):
        heads = text.draw(puzzle, unicode=unicode).splitlines()[:3]
        assert ["".join(line[at] for line in heads) for at in (3, 5)] == [" 12", "1 2"]


@pytest.mark.parametrize("unicode", [True, False])
def test_numbers_of_columns_are_apart_where_one_is_long(unicode: bool) -> None:
    puzzle = Puzzle.from_grid(Grid("\n".join("##" if row != 10 else "#." for row in range(13))))
    lines = text.draw(puzzle, unicode=unicode).splitlines()
    columns = ["".join(line[-5:-1][offset] for line in lines[:4]) for offset in (1, 3)]
    assert columns == ["  13", "10 2"]


def test_letters_that_are_two_columns_wide() -> None:
    palette = Palette.of([("red", "#d00", "赤"), ("blue", "#00d", "b")])
    puzzle = Puzzle([[(1, 1), (1, 2)], [(1, 2)]], [[(1, 1), (1, 2)], [(1, 2)]], palette=palette)
    grid = puzzle.grid(bytes([1, 2, 2, 0]))
    lines = text.draw(puzzle, grid).splitlines()
    assert lines[-3:-1] == ["1赤 1b│赤bb│", "    1b│bb .│"]
    assert text.draw(puzzle, grid, marks=[(0, 0)]).splitlines()[-3].endswith("│赤! bb│")


def test_no_line_ends_in_blanks() -> None:
    for picture in PICTURES.values():
        assert all(line == line.rstrip() for line in picture().splitlines())


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(GridError, match="the grid has 2 columns and 1 row"):
        text.draw(CUP_PUZZLE, Grid("##"))
    with pytest.raises(GridError, match=r"\(0, 2\) lies outside the 2x1 grid"):
        text.draw_grid(Grid("##"), marks=[(0, 2)])


@st.composite
def pictures(draw: st.DrawFn) -> Grid:
    height, width = draw(st.integers(1, 13)), draw(st.integers(1, 13))
    letters = draw(st.sampled_from(["#", "#", "ab"]))
    size = height * width
    cells = draw(st.lists(st.integers(0, len(letters)), min_size=size, max_size=size))
    return Grid.from_cells(height, width, bytes(cells), letters)


@st.composite
def drawings(draw: st.DrawFn) -> tuple[Puzzle, Grid, list[tuple[int, int]]]:
    goal = draw(pictures())
    hidden = draw(st.sets(st.integers(0, len(goal.cells) - 1)))
    grid = goal.with_cells([(*divmod(place, goal.width), 255) for place in hidden])
    marked = draw(st.sets(st.integers(0, len(goal.cells) - 1)))
    return Puzzle.from_grid(goal), grid, [divmod(place, goal.width) for place in marked]


@settings(max_examples=150, deadline=None)
@given(pictures().filter(lambda grid: grid.letters == "#"))
def test_half_blocks_read_back_as_the_grid(grid: Grid) -> None:
    full = text.draw_grid(grid).splitlines()
    half = text.draw_grid(grid, width=max(map(len, full)) - 1).splitlines()
    lines = [line for line in half if line.startswith("│")]
    rows = []
    for line in lines:
        pairs = line[: line.rindex("│")].replace("│", "").translate(BLOCKS)
        rows += [pairs[0::2], pairs[1::2]]
    assert rows[: grid.height] == grid.text_rows()
    assert len(lines) == (grid.height + 1) // 2


@settings(max_examples=150, deadline=None)
@given(drawings())
def test_letters_read_back_as_the_grid_and_its_marks(
    drawing: tuple[Puzzle, Grid, list[tuple[int, int]]],
) -> None:
    puzzle, grid, marks = drawing
    picture = text.draw(puzzle, grid, marks=marks, unicode=False)
    assert picture.isascii()
    bodies = [re.match(r"([^|+]*)\|(.*)\|[ \d]*$", line) for line in picture.splitlines()]
    rows = [match for match in bodies if match][-grid.height :]
    cells, marked = [], []
    for r, match in enumerate(rows):
        body = match[2].replace("|", "")
        pairs = [body[i : i + 2] for i in range(0, len(body), 2)]
        cells.append("".join(pair.replace("!", "").strip()[0] for pair in pairs))
        marked += [(r, c) for c, pair in enumerate(pairs) if "!" in pair]
    assert cells == grid.text_rows()
    assert marked == sorted(marks)


@settings(max_examples=150, deadline=None)
@given(drawings(), st.integers(5, 60), st.booleans(), st.booleans())
def test_what_is_drawn_fits_and_colours_change_no_letter(
    drawing: tuple[Puzzle, Grid, list[tuple[int, int]]], width: int, unicode: bool, marked: bool
) -> None:
    puzzle, grid, marks = drawing
    marks = marks if marked else []
    plain = text.draw(puzzle, grid, marks=marks, unicode=unicode, width=width)
    for line in plain.splitlines():
        if "the picture needs" not in line:
            assert len(line) <= width
    colored = text.draw(puzzle, grid, marks=marks, unicode=unicode, width=width, color=True)
    stripped = re.sub("\x1b\\[[0-9;]*m", "", colored)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
