# SPDX-License-Identifier: MIT
"""The pictures of the page in the documents: ``python -m docs.tools.page_picture``.

``docs/page.png``, of README.md: the editor with a drawing whose clues have several solutions; the
ambiguous cells are marked, and the smallest repairs are listed. ``docs/pictures/cup-*.png``: the
views in the tutorial `docs/tutorials/draw.md`, whose steps this script does with the mouse.
Chromium draws them, from servers that this script starts.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page

import nonosat
from tests.support.chromium import launched
from tests.support.web_server import serving

ROOT = Path(__file__).resolve().parents[2]

CHANGED = ((15, 4), (15, 15))
"""Cells of the fox that are emptied: row and column."""
MOST_BYTES = 200_000


def address() -> str:
    """The part of the page's URL that contains the drawing of README.md."""
    goal = nonosat.load(ROOT / "data" / "fox.non").goal
    assert goal is not None
    drawing = goal.with_cells([(row, column, nonosat.EMPTY) for row, column in CHANGED])
    fields = {"page": "edit", "editor": nonosat.encode(drawing, "image"), "name": "Fox"}
    return "#" + urlencode(fields)


def readme(page: Page, site: str, target: Path) -> None:
    page.goto(site + address())
    page.get_by_role("button", name="Repair").click()
    page.get_by_text("The smallest repair changes").wait_for()
    page.locator(".live[data-state=done]").wait_for()
    taken(page, target)


def taken(page: Page, target: Path) -> None:
    """A picture of the window, with the mouse out of the way."""
    page.mouse.move(600, 790)
    page.wait_for_timeout(500)
    page.screenshot(path=target)
    size = target.stat().st_size
    print(f"{target}: {size} bytes")
    assert size < MOST_BYTES


def draw_tutorial(page: Page, site: str, picture: Callable[[str], None]) -> None:
    """The steps of docs/tutorials/draw.md; ``picture`` gets the name of each of its pictures."""

    def drag(first: tuple[int, int], last: tuple[int, int]) -> None:
        for number, (row, column) in enumerate((first, last)):
            place = f'.board [data-row="{row - 1}"] > [aria-colindex="{column + 1}"]'
            box = page.locator(place).bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if number == 0:
                page.mouse.down()
        page.mouse.up()

    page.goto(site)
    page.get_by_text("New puzzle").first.click()
    page.get_by_text("Draw a picture").click()
    for side in ("Width", "Height"):
        page.get_by_label(side).fill("10")
        page.get_by_label(side).press("Enter")
    page.get_by_label("Title").fill("Cup")
    for tool, first, last in (
        ("Filled rectangle", (5, 2), (9, 7)),
        ("Rectangle outline", (6, 9), (9, 7)),
        ("Line", (10, 3), (10, 6)),
        ("Draw freely", (1, 5), (1, 5)),
        ("Draw freely", (2, 6), (2, 6)),
    ):
        page.get_by_role("radio", name=tool, exact=True).click()
        drag(first, last)
    page.get_by_text("4 ambiguous cells, marked on the board").wait_for()
    page.locator(".live[data-state=done]").wait_for()
    picture("cup-ambiguous")
    page.get_by_role("button", name="Repair").click()
    page.get_by_text("The smallest repair changes 1 cell").wait_for()
    page.locator(".live[data-state=done]").wait_for()
    picture("cup-repair")
    page.get_by_role("button", name="Change 1 cell").first.click()
    page.get_by_text("Unique: the clues have one solution.").wait_for()
    page.locator(".live[data-state=done]").wait_for()
    picture("cup-unique")
    page.get_by_text("Test play").click()
    page.get_by_role("button", name="Hint").first.click()
    page.get_by_text("Look at row 6").wait_for()
    picture("cup-play")
    page.get_by_text("Back to the editor").click()
    page.get_by_text("Save", exact=True).click()
    page.get_by_role("button", name="Save in the library").click()
    page.get_by_text("It is now in the list").wait_for()
    page.get_by_role("button", name="Close", exact=True).last.click()
    page.get_by_role("link", name="Print").click()
    page.get_by_text("Save the PDF").wait_for()
    page.wait_for_timeout(1500)
    picture("cup-print")


def main() -> None:
    docs = ROOT / "docs"
    with launched() as browser, tempfile.TemporaryDirectory() as folder:
        with serving(str(ROOT / "data")) as server:
            page = browser.new_page(viewport={"width": 1200, "height": 800})
            readme(page, server.address, docs / "page.png")
        puzzles = Path(folder, "puzzles")
        puzzles.mkdir()
        with serving(str(puzzles)) as server:
            page = browser.new_page(viewport={"width": 1200, "height": 800}, locale="en-GB")
            pictures = docs / "pictures"
            draw_tutorial(page, server.address, lambda name: taken(page, pictures / f"{name}.png"))
        assert [path.name for path in puzzles.iterdir()] == ["Cup.json"]


if __name__ == "__main__":
    main()
