# SPDX-License-Identifier: MIT
"""The list: tiles, search and filters, files dropped, codes pasted, progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import nonosat
from nonosat import Puzzle

pytestmark = pytest.mark.browser

DROP = """(files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    const at = document.querySelector("main");
    const options = { dataTransfer: data, bubbles: true, cancelable: true };
    for (const kind of ["dragenter", "dragover", "drop"])
        at.dispatchEvent(new DragEvent(kind, options));
}"""


def _count(page: Page, number: int) -> None:
    word = "puzzle" if number == 1 else "puzzles"
    expect(page.get_by_role("status").filter(has_text=f"{number:,} {word}").first).to_be_visible(
        timeout=60_000
    )


def test_search_sort_and_filter(open_page: Any, library: Callable[[str], str]) -> None:
    library("heart")
    page = open_page()
    page.get_by_role("searchbox").fill("duck")
    _count(page, 1)
    assert "search=duck" in page.url
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Colours", exact=True).select_option("6")
    expect(page.locator(".tile .swatches").first).to_be_visible()
    page.get_by_label("Sort by").select_option("title")
    names = page.locator(".tile .name").all_inner_texts()
    assert names == sorted(names, key=str.lower)
    address = page.url
    page.reload()  # all of it is in the address
    expect(page.get_by_label("Colours", exact=True)).to_have_value("6")
    assert page.url == address
    expect(page.locator(".tile .name").first).to_have_text(names[0])


def _puzzles(count: int) -> list[tuple[str, str]]:
    found = []
    for number in range(count):
        bits = f"{number:015b}1"
        rows = [
            bits[start : start + 4].replace("0", ".").replace("1", "#") for start in (0, 4, 8, 12)
        ]
        found.append((f"puzzle{number}.txt", "\n".join(rows) + "\n"))
    return found


def test_two_hundred_files_dropped(open_page: Any, library: Callable[[str], str]) -> None:
    library("heart")
    page = open_page("#search=puzzle")
    page.evaluate(DROP, [*_puzzles(199), ("broken.non", "width 5\nheight x\n")])
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("broken.non")).to_be_visible(timeout=60_000)
    assert "line" in dialog.inner_text()
    page.keyboard.press("Escape")
    clues = {
        tuple(nonosat.loads(text, format="picture").with_meta().canonical_text().splitlines())
        for _, text in _puzzles(199)
    }
    _count(page, len(clues))
    page.reload()
    _count(page, len(clues))
    page.locator(".tile").first.click()
    expect(page.locator(".board")).to_be_visible()
    assert "code=N" in page.url


def test_a_tab_through_thousands(open_page: Any, library: Callable[[str], str]) -> None:
    """Only the tiles in view exist, and scrolling brings others."""
    library("heart")
    page = open_page("#search=nothing-else")
    tiles = [
        {
            "id": f"{number:064x}",
            "title": f"Puzzle {number}",
            "author": "",
            "file": "",
            "width": 2,
            "height": 2,
            "colors": 1,
            "rows": [1, 1],
            "columns": [1, 1],
            "palette": ["#ffffff", "#000000"],
            "puzzle": {"rows": [[1], [1]], "cols": [[1], [1]]},
        }
        for number in range(5000)
    ]
    page.evaluate(
        """async (tiles) => {
            const cache = await caches.open("nonosat-opened");
            await cache.put("tiles.json", new Response(JSON.stringify(tiles)));
        }""",
        tiles,
    )
    page.goto(page.url.split("#")[0] + "#search=puzzle")
    page.reload()
    expect(page.locator(".tile").first).to_be_visible()
    assert page.locator(".tile").count() < 100
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_text("Puzzle 4999", exact=True)).to_be_visible()
    assert page.locator(".tile").count() < 200


def test_paste_a_code(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("menuitem", name="Paste").click()
    code = nonosat.encode(Puzzle([[1], [2]], [[2], [1]]))
    page.get_by_role("textbox", name="Code, link, clues").fill(code)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator(".board")).to_be_visible()
    assert code in page.url


def test_paste_clues(open_page: Any) -> None:
    page = open_page()
    text = "width 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n2\n1\n"
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("menuitem", name="Paste").click()
    page.get_by_role("textbox", name="Code, link, clues").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.locator(".board")).to_be_visible()
    assert "code=N" in page.url


def test_progress_of_the_earlier_page(
    open_page: Any, library: Callable[[str], str], data: Path, tmp_path: Path
) -> None:
    """What exportData has written becomes a tile that is done, and can be saved again."""
    name = library("heart")
    heart = next(p for p in map(nonosat.load, sorted(data.glob("heart*"))) if p.sha256() == name)
    assert heart.goal is not None
    page = open_page("#search=heart")
    value = f"s=2&i={nonosat.encode(heart, 'image')}"
    exported = json.dumps([[nonosat.encode(heart, "rules"), value]], separators=(",", ":"))
    page.evaluate(DROP, [("progress.json", exported)])
    expect(page.locator(".tile.state2").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Progress").click()
        page.get_by_role("menuitem", name="Save progress").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["entries"][name]["state"] == 2
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("State").select_option("2")
    _count(page, 1)
    page.get_by_label("State").select_option("1")
    expect(page.get_by_text("No puzzle fits.")).to_be_visible()


def test_by_keyboard_alone(open_page: Any, library: Callable[[str], str]) -> None:
    library("heart")
    page = open_page("#search=heart")
    expect(page.locator(".tile").first).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.classList.contains('tile')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".board")).to_be_visible()
