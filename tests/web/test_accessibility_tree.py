# SPDX-License-Identifier: MIT
"""A puzzle of 5 x 5 played to the end with only the accessibility tree and keys.

The simulated player reads names and roles from the browser's own tree, as a screen reader does, and
never the canvas, the DOM or the puzzle. It finds the clues in the headers, calls a solver, and
moves by arrows.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

import nonosat
from nonosat import Grid, Puzzle
from tests.support.playing import drawn

pytestmark = pytest.mark.browser

PICTURE = Grid(".#.#.\n#####\n#####\n.###.\n..#..")


def _tree(page: Page) -> list[tuple[str, str, bool]]:
    """Role, name and focus of every node that is not ignored."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    found = []
    for node in nodes:
        if node.get("ignored"):
            continue
        properties = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        name = node.get("name", {}).get("value", "")
        found.append((node["role"]["value"], name, bool(properties.get("focused"))))
    return found


def _focused(page: Page) -> str:
    return next((name for role, name, focus in _tree(page) if focus and role == "gridcell"), "")


def _says(page: Page, text: str) -> None:
    """Wait until the focused cell has this text: it changes with the next frame."""
    drawn(page)
    assert text in _focused(page)


def test_five_by_five(open_page: Any) -> None:
    page = open_page(f"#code={nonosat.encode(Puzzle.from_grid(PICTURE))}")
    page.wait_for_selector("[role=grid]")
    tree = _tree(page)
    clues: dict[str, list[list[int]]] = {"Row": [], "Column": []}
    for role, name, _ in tree:
        match = re.match(r"(Row|Column) (\d+): ([\d ]+)", name)
        if role in ("rowheader", "columnheader") and match:
            clues[match[1]].append([int(n) for n in match[3].split() if n != "0"])
    assert len(clues["Row"]) == len(clues["Column"]) == 5
    (picture,) = nonosat.solve(Puzzle(clues["Row"], clues["Column"])).solutions
    for _ in range(60):
        if _focused(page):
            break
        page.keyboard.press("Tab")
    assert _focused(page).startswith("Row 1, column 1: unknown. Row clue 1 1")
    page.keyboard.press("Control+Home")
    cells = [(r, c) for r in range(5) for c in range(5) if picture[r, c]]
    for row in range(1, 6):
        page.keyboard.press("Home")
        for column in range(1, 6):
            _says(page, f"Row {row}, column {column}: unknown")
            if (row - 1, column - 1) in cells:
                page.keyboard.press("Space")
                if (row - 1, column - 1) == cells[-1]:
                    break  # it is done: the picture has the focus
                _says(page, "filled")
            page.keyboard.press("ArrowRight")
        states = [name for role, name, _ in _tree(page) if role == "rowheader"]
        assert not states or "done" in states[row - 1]
        page.keyboard.press("ArrowDown")
    names = [name for role, name, _ in _tree(page) if role in ("dialog", "heading")]
    assert any("olved" in name for name in names), names
