"""A player's board in the browser: cells and clues by their places, marks as text; the editor's
verdict.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from playwright.sync_api import TimeoutError as Late

from nonosat import Puzzle, encode
from tests.support.chromium import until

if TYPE_CHECKING:
    from playwright.sync_api import Download, FloatRect, Locator, Page

PREFIX = "nonosat.progress."


def link(site: str, puzzle: Puzzle, **fields: str) -> str:
    """The address of a puzzle on the page; ``page="solve"`` and so on."""
    return f"{site}#{urlencode({'code': encode(puzzle), **fields})}"


TEXT = """() => [...document.querySelectorAll('[role=row]:not(.heads)')].map((row) =>
    [...row.querySelectorAll('[role=gridcell]')].map((cell) => {
        const value = cell.getAttribute('aria-label')?.split('. ')[0].split(': ')[1] ?? ' ';
        if (value.includes('noted')) return ':';
        if (value.startsWith('unknown')) return '?';
        if (value.startsWith('empty')) return '.';
        return value.startsWith('filled') ? '#' : value[0];
    }).join('')).join('\\n')"""
"""The rows of the board; a space for a cell that is not drawn yet."""


def still(page: Page) -> None:
    """Wait until all animations have ended."""
    page.evaluate(
        """() => Promise.all(document.getAnimations()
            .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
            .map((one) => one.finished))"""
    )


def drawn(page: Page) -> None:
    """Wait until the board has drawn all changes; labels change with the next frame.

    A board that the page makes between the two frames has no labels before a third.
    """
    page.evaluate(
        """() => new Promise((done) => {
            const frames = () => requestAnimationFrame(() => requestAnimationFrame(() =>
                document.querySelector('[role=gridcell]:not([aria-label])') ? frames() : done()));
            frames();
        })"""
    )


def box(element: Locator) -> FloatRect:
    """The place of an element in the window."""
    found = element.bounding_box()
    assert found is not None
    return found


def cell(page: Page, row: int, column: int) -> Locator:
    """A cell of the board, from 0."""
    return page.locator(f'.board [data-row="{row}"] > [aria-colindex="{column + 2}"]')


def centre(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a cell in the window."""
    place = box(cell(page, row, column))
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def stroke(page: Page, *cells: tuple[int, int], button: Any = "left") -> None:
    """Draw with the mouse from cell to cell."""
    page.mouse.move(*centre(page, *cells[0]))
    page.mouse.down(button=button)
    for place in cells[1:]:
        page.mouse.move(*centre(page, *place))
    page.mouse.up(button=button)


def draw(page: Page, rows: tuple[str, ...]) -> None:
    """Draw a picture, a stroke for each run of cells."""
    for number, row in enumerate(rows):
        for run in re.finditer("#+", row):
            stroke(page, *dict.fromkeys([(number, run.start()), (number, run.end() - 1)]))


def choose(page: Page, opener: str, item: str) -> None:
    """Choose from a menu."""
    page.get_by_role("button", name=opener, exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def saved(button: Locator) -> Download:
    """The file that a button saves."""
    with button.page.expect_download() as download:
        button.click()
    return download.value


class Board:
    """The board of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.grid = page.get_by_role("grid")
        self.grid.wait_for()
        # The first frame gives the cells their places.
        until(page, "document.querySelector('[role=gridcell]').clientWidth > 0")

    def cell(self, row: int, column: int) -> Locator:
        """A cell, from 0."""
        return cell(self.page, row, column)

    def at(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell, in the window."""
        return centre(self.page, row, column)

    def drag(self, *cells: tuple[int, int], button: str = "left", hold: bool = False) -> None:
        """A stroke of the mouse through cells; ``hold``: the button stays pressed."""
        mouse = self.page.mouse
        mouse.move(*self.at(*cells[0]))
        mouse.down(button=button)  # type: ignore[arg-type]
        for cell in cells[1:]:
            mouse.move(*self.at(*cell), steps=4)
        if not hold:
            mouse.up(button=button)  # type: ignore[arg-type]

    def text(self) -> str:
        """The rows: ``#`` filled, ``.`` crossed, ``?`` open, ``:`` a note; colours by a letter.

        They are read after the next frame, which shows all changes so far.
        """
        drawn(self.page)
        return str(self.page.evaluate(TEXT))

    def line(self, name: str) -> str:
        """The label of a line for screen readers, once it is drawn: ``R1``, ``C3``."""
        drawn(self.page)
        index = int(name[1:])
        role = "rowheader" if name[0] == "R" else "columnheader"
        number = index - 1 if name[0] == "R" else index  # the corner is a column header
        return self.page.get_by_role(role).nth(number).text_content() or ""  # type: ignore[arg-type]

    def expect(self, text: str) -> None:
        """Wait until the board is like this."""
        wanted = text.strip()
        try:
            self.page.wait_for_function(f"(wanted) => ({TEXT})() === wanted", arg=wanted)
        except Late:
            assert self.text() == wanted


def keeps(page: Page, marks: str) -> None:
    """Wait until the progress of a puzzle is in the browser's storage: ``5A`` is a run of cells."""
    until(
        page,
        f"""Object.entries(localStorage).some(([key, value]) =>
            key.startsWith("{PREFIX}") &&
            JSON.parse(value.slice(2)).saved.marks.includes("{marks}"))""",
    )


def kept(page: Page) -> dict[str, dict[str, object]]:
    """The entries of progress in the browser."""
    pairs = page.evaluate(
        "(prefix) => Object.entries(localStorage).filter(([key]) => key.startsWith(prefix))", PREFIX
    )
    return {
        key.removeprefix(PREFIX): {"state": int(value[0]), **json.loads(value[2:])}
        for key, value in pairs
    }


def answered(page: Page) -> str:
    """The editor's verdict, once all questions are answered; empty if there are none."""
    states = ("done", "idle", "sorry")
    live = page.locator(", ".join(f".live[data-state={state}]" for state in states))
    live.wait_for()
    assert live.get_attribute("data-state") != "sorry", live.inner_text()
    return live.get_attribute("data-verdict") or ""
