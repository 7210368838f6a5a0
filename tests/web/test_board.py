# SPDX-License-Identifier: MIT
"""The board by itself: the sizes of its cells and clues, on a phone and zoomed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import nonosat
from nonosat import Grid, Puzzle
from tests.support.playing import Board, drawn

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


def _large() -> str:
    """The code of a picture of 35x35 with areas, with clues like those of people."""
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
    return nonosat.encode(Puzzle.from_grid(Grid("\n".join(rows))))


def _box(board: Board, row: int, column: int) -> Any:
    """The place of a cell in the window, once it is drawn."""
    drawn(board.page)
    return board.cell(row, column).bounding_box()


def test_on_a_telephone_the_first_cells_are_large_enough_for_fingers(open_page: Any) -> None:
    page = open_page(f"#code={_large()}", **TELEPHONE)
    board = Board(page)
    assert _box(board, 0, 0)["width"] >= 17
    assert _box(board, 34, 34)["x"] > 360
    page.get_by_role("button", name="Whole board").click()
    assert _box(board, 0, 0)["width"] < 12
    assert _box(board, 34, 34)["x"] < 360
    column = nonosat.encode(Puzzle([[1]] * 9, [[9]] + [[]] * 8))
    small = open_page(f"#code={column}", **TELEPHONE)
    assert _box(Board(small), 8, 8)["x"] < 340


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
