# SPDX-License-Identifier: MIT
"""The board by itself: the sizes of its cells and clues, on a phone and zoomed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from fingers import Fingers

import nonosat
from nonosat import Grid, Puzzle
from tests.support.playing import TEXT, Board, box, drawn

pytestmark = pytest.mark.browser

TELEPHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WHERE = """() => {
    const [board, view] = [".board", ".board .window"].map(
        (name) => document.querySelector(name).getBoundingClientRect());
    return [(view.left - board.left) / board.width, (view.top - board.top) / board.height];
}"""
"""The shares of the board for the clues: beside it, above it."""
FONTS = """() => {
    window.fonts = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...all) {
        window.fonts.push(parseFloat(this.font));
        return fillText.apply(this, all);
    };
}"""


def _large(*, picture: bool = False) -> str:
    """The code of a picture of 35x35 with areas, with clues like those of people: of its clues."""
    source = random.Random(1)
    side = range(35)
    noise = [[source.random() < 0.55 for _ in side] for _ in side]
    near = (-1, 0, 1)
    rows = [
        "".join(
            ".#"[sum(noise[(y + a) % 35][(x + b) % 35] for a in near for b in near) > 4]
            for x in side
        )
        for y in side
    ]
    grid = Grid("\n".join(rows))
    return nonosat.encode(grid if picture else Puzzle.from_grid(grid))


def text_of(page: Any) -> str:
    """The rows of the board."""
    drawn(page)
    return str(page.evaluate(TEXT))


def _box(board: Board, row: int, column: int) -> Any:
    """The place of a cell in the window, once it is drawn."""
    drawn(board.page)
    return board.cell(row, column).bounding_box()


WAYS = {
    "360": (360, 740),
    "390": (390, 844),
    "360 on its side": (740, 360),
    "390 on its side": (844, 390),
}


@pytest.mark.parametrize("size", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("page_name", ["play", "edit"])
def test_on_a_telephone_the_board_is_whole_until_it_is_touched(
    open_page: Any, size: tuple[int, int], page_name: str
) -> None:
    """The first touch only comes nearer; the next one draws. Nothing is wider than the window."""
    width, height = size
    options = {"viewport": {"width": width, "height": height}, "has_touch": True}
    name = f"code={_large()}" if page_name == "play" else f"editor={_large(picture=True)}"
    page = open_page(f"#page={page_name}&{name}", **options)
    board = Board(page)
    place = box(page.locator(".board"))
    for corner in ((0, 0), (0, 34), (34, 0), (34, 34)):
        cell = _box(board, *corner)
        assert place["x"] <= cell["x"] < place["x"] + place["width"] - cell["width"]
        assert place["y"] <= cell["y"] < place["y"] + place["height"] - cell["height"]
    assert page.locator(".board .pan:visible").count() == 0
    before = text_of(page)
    x, y = board.at(20, 20)
    page.touchscreen.tap(x, y)
    near = _box(board, 20, 20)
    assert 20 <= near["width"] < 24
    view = box(page.locator(".board .window"))  # it came nearer to what was touched
    for side, length in (("x", "width"), ("y", "height")):
        assert view[side] - 1 <= near[side] <= view[side] + view[length] - near[length] + 1
    assert text_of(page) == before
    page.touchscreen.tap(*board.at(20, 20))
    assert text_of(page) != before
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Whole board").click()
    assert _box(board, 0, 0)["width"] < 20


def test_a_board_that_fits_is_drawn_on_at_once(open_page: Any) -> None:
    column = nonosat.encode(Puzzle([[1]] * 9, [[9]] + [[]] * 8))
    page = open_page(f"#code={column}", **TELEPHONE)
    board = Board(page)
    assert _box(board, 8, 8)["x"] < 340
    page.touchscreen.tap(*board.at(0, 0))
    board.expect("\n".join(["#" + "?" * 8, *["?" * 9] * 8]))


def test_bars_move_a_board_that_does_not_fit(open_page: Any) -> None:
    page = open_page(f"#code={_large()}", **TELEPHONE)
    board = Board(page)
    page.touchscreen.tap(*board.at(0, 0))
    drawn(page)
    fades = (
        "name => getComputedStyle(document.querySelector('.board .window')).getPropertyValue(name)"
    )
    assert page.evaluate(fades, "--left") == "0px"
    assert page.evaluate(fades, "--right") != "0px"
    across, down = page.locator(".board .bar-x"), page.locator(".board .bar-y")
    fingers = Fingers(page)
    for bar, thing in ((across, "x"), (down, "y")):
        at, thumb = box(bar), box(bar.locator(".thumb"))
        start = thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2
        end = (
            (at["x"] + at["width"], start[1])
            if thing == "x"
            else (start[0], at["y"] + at["height"])
        )
        fingers.touch("touchStart", start)
        fingers.touch("touchMove", end)
        fingers.touch("touchEnd")
        drawn(page)
    last, view = _box(board, 34, 34), box(page.locator(".board .window"))
    assert abs(last["x"] + last["width"] - view["x"] - view["width"]) < 2
    assert abs(last["y"] + last["height"] - view["y"] - view["height"]) < 2
    assert page.evaluate(fades, "--left") != "0px"
    assert page.evaluate(fades, "--right") == "0px"
    board.expect("\n".join(["?" * 35] * 35))  # no bar draws
    page.mouse.click(box(across)["x"] + 2, box(across)["y"] + 7)  # beside the thumb
    assert _box(board, 34, 0)["x"] >= view["x"] - 1


@pytest.mark.parametrize("options", [TELEPHONE, {}], ids=["telephone", "desk"])
def test_zoomed_clues_take_a_third_and_grow(open_page: Any, options: dict[str, Any]) -> None:
    page = open_page(f"#code={_large()}", **options)
    Board(page)
    page.get_by_role("button", name="Whole board").click()
    page.evaluate(FONTS)
    sizes = []
    for _ in range(12):
        page.evaluate("window.fonts.length = 0")
        page.get_by_role("button", name="Zoom in").click()
        drawn(page)
        sizes.append(page.evaluate("window.fonts"))
        assert max(page.evaluate(WHERE)) < 0.34 + 0.02
    assert min(sizes[-1]) >= 9
    assert sorted(sizes[-1])[len(sizes[-1]) // 2] > 1.5 * sorted(sizes[0])[len(sizes[0]) // 2]


def test_the_last_cells_in_view_can_be_drawn(open_page: Any) -> None:
    """A past bug: bars took their touches, and two fingers did not reach the end."""
    page = open_page(f"#code={_large()}", **TELEPHONE)
    board = Board(page)
    page.touchscreen.tap(*board.at(17, 17))
    drawn(page)
    fingers = Fingers(page)
    for _ in range(4):  # at a constant distance, towards the end of the board
        fingers.touch("touchStart", (250, 500))
        fingers.touch("touchStart", (250, 500), (300, 500))
        for step in range(1, 21):
            fingers.touch(
                "touchMove", (250 - 9 * step, 500 - 12 * step), (300 - 9 * step, 500 - 12 * step)
            )
        fingers.touch("touchEnd")
        drawn(page)
    view, last = box(page.locator(".board .window")), _box(board, 34, 34)
    assert abs(last["x"] + last["width"] - view["x"] - view["width"]) < 2
    assert abs(last["y"] + last["height"] - view["y"] - view["height"]) < 2
    for row, column in ((34, 33), (33, 34)):
        cell = _box(board, row, column)
        page.touchscreen.tap(cell["x"] + cell["width"] - 3, cell["y"] + cell["height"] - 3)
    drawn(page)
    assert [text_of(page).split("\n")[34][33], text_of(page).split("\n")[33][34]] == ["#", "#"]


def test_a_stroke_on_the_whole_board_draws_and_goes_on_at_the_edge(open_page: Any) -> None:
    page = open_page(f"#code={_large()}", **TELEPHONE)
    board = Board(page)
    fingers = Fingers(page)
    fingers.touch("touchStart", board.at(3, 2))
    fingers.touch("touchMove", board.at(3, 20))
    fingers.touch("touchEnd")
    drawn(page)
    assert text_of(page).split("\n")[3] == "??" + "#" * 19 + "?" * 14
    page.touchscreen.tap(*board.at(10, 30))
    near = _box(board, 10, 30)
    assert near["width"] >= 20
    start = board.at(10, 30)
    fingers.touch("touchStart", start)
    fingers.touch("touchMove", (start[0] - 30, start[1]))
    fingers.touch("touchMove", (5, start[1]))  # over the clues, beside the view
    page.wait_for_function(
        "() => /^Row 11, column 1: filled/.test(document.querySelector("
        "'.board [data-row=\"10\"] > [aria-colindex=\"2\"]')?.getAttribute('aria-label') ?? '')"
    )
    fingers.touch("touchEnd")
    drawn(page)
    assert text_of(page).split("\n")[10] == "#" * 31 + "?" * 4
