"""A player's board in the browser: cells and clues by their places, marks as text; the editor's
verdict.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from chromium import until
from playwright.sync_api import TimeoutError as Late

from nonosat import Puzzle, encode

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

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
    """Wait until what fades or moves has come to its end."""
    page.evaluate(
        """() => Promise.all(document.getAnimations()
            .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
            .map((one) => one.finished))"""
    )


def drawn(page: Page) -> None:
    """Wait until the board has drawn what was done; labels change with the next frame.

    A board that the page makes between the two frames has no labels before a third.
    """
    page.evaluate(
        """() => new Promise((done) => {
            const frames = () => requestAnimationFrame(() => requestAnimationFrame(() =>
                document.querySelector('[role=gridcell]:not([aria-label])') ? frames() : done()));
            frames();
        })"""
    )


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
        place = f"[role=row][aria-rowindex='{row + 2}'] [role=gridcell]"
        return self.page.locator(f"{place}[aria-colindex='{column + 2}']")

    def at(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell, in the window."""
        box = self.cell(row, column).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

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

        As they are after the next frame, which shows what was done until now.
        """
        drawn(self.page)
        return str(self.page.evaluate(TEXT))

    def line(self, name: str) -> str:
        """What screen readers are given of a line, once it is drawn: ``R1``, ``C3``."""
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
    """The editor's verdict, once everything is answered; empty if there is nothing to answer."""
    states = ("done", "idle", "sorry")
    live = page.locator(", ".join(f".live[data-state={state}]" for state in states))
    live.wait_for()
    assert live.get_attribute("data-state") != "sorry", live.inner_text()
    return live.get_attribute("data-verdict") or ""
