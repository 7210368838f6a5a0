# SPDX-License-Identifier: MIT
"""The list: tiles, search and filters, files dropped, codes pasted, progress."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

import nonosat
from nonosat import Puzzle
from tests.support.chromium import until
from tests.support.places import ROOT
from tests.support.plain_server import TAB
from tests.support.playing import Board

pytestmark = pytest.mark.browser

Find = Callable[[str], str]
"""Finds a puzzle of the library."""
OpenPage = Callable[..., Page]

DROP = """(files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    const at = document.querySelector("main");
    const options = { dataTransfer: data, bubbles: true, cancelable: true };
    for (const kind of ["dragenter", "dragover", "drop"])
        at.dispatchEvent(new DragEvent(kind, options));
}"""


@pytest.fixture
def open_list(open_page: OpenPage, library: Find) -> OpenPage:
    """Open the list, once the library is read."""
    library("heart")
    return open_page


def _count(page: Page, number: int) -> None:
    word = "puzzle" if number == 1 else "puzzles"
    expect(page.get_by_role("status").filter(has_text=f"{number:,} {word}").first).to_be_visible()


def _tile(number: int, title: str, **more: Any) -> dict[str, Any]:
    """The tile of a puzzle of two by two cells."""
    return {
        "id": f"{number:064x}",
        "title": title,
        "author": "",
        "file": "",
        "width": 2,
        "height": 2,
        "colors": 1,
        "rows": [1, 1],
        "columns": [1, 1],
        "palette": ["#ffffff", "#000000"],
        **more,
    }


@pytest.mark.gate
@pytest.mark.both
def test_search_sort_and_filter(open_list: OpenPage) -> None:
    page = open_list()
    page.get_by_role("searchbox").fill("duckling")
    _count(page, 1)
    assert "search=duckling" in page.url
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Colours", exact=True).select_option("6")
    expect(page.locator(".tile .swatches").first).to_be_visible()
    page.get_by_label("Hide titles until solved").uncheck()
    page.get_by_label("Sort by").select_option("title")
    expect(page.locator(".tile .name").first).not_to_have_text(re.compile("^Puzzle "))
    # The order may still be the one before.
    names = sorted(page.locator(".tile .name").all_inner_texts(), key=str.lower)
    expect(page.locator(".tile .name")).to_have_text(names)
    address = page.url
    page.reload()  # the address has all of them
    expect(page.get_by_label("Colours", exact=True)).to_have_value("6")
    assert page.url == address
    expect(page.locator(".tile .name").first).to_have_text(names[0])


@pytest.mark.both
def test_what_no_control_offers_neither_filters_nor_stays(open_list: OpenPage) -> None:
    """A past bug: a bad link emptied the list permanently, and no control showed why."""
    page = open_list("#sort=zzz&verdict=zzz&min_side=x&colors=-5&state=0")
    expect(page.locator(".tile .name").first).to_be_visible()
    expect(page.get_by_text("A part of this link is unknown")).to_be_visible()
    assert page.url.endswith("#state=0")
    # Own puzzles, which the page without a server has, come easiest first.
    expect(page.get_by_label("Sort by")).to_have_value("difficulty" if TAB else "file")
    kept = """() => {
        const wanted = { sort: "zzz", colors: "-5", search: 5 };
        const place = JSON.stringify({ wanted, index: "x" });
        localStorage.setItem("nonosat.list", place);
        sessionStorage.setItem("nonosat.list", place);
    }"""
    page.goto(page.url.split("#")[0] + "#page=learn")  # this stores the place of the list
    page.evaluate(kept)
    page.get_by_role("link", name="nonosat").click()
    expect(page.locator(".tile .name").first).to_be_visible()
    assert "zzz" not in page.url


@pytest.mark.both
def test_filters_that_nothing_fits_are_cleared(open_list: OpenPage) -> None:
    page = open_list("#search=xyzzy&min_side=1000&sort=size")
    expect(page.get_by_text("No puzzle matches the filters.")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Clear filters").click()
    expect(page.locator(".tile .name").first).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert page.url.endswith("#sort=size")


@pytest.mark.both
def test_a_puzzle_is_found_by_every_name_that_it_came_under(
    open_page: OpenPage, library: Find
) -> None:
    """Names from the library and a file, or from two files."""
    library("heart")
    page = open_page()
    dot = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    heart = (ROOT / "data" / "heart.non").read_text().replace('"Heart"', '"Quux"')
    files = [
        ("x.non", heart),
        ("a.non", f'title "Speck"\n{dot}'),
        ("b.non", f'title "Mote"\n{dot}'),
    ]
    page.evaluate(DROP, files)
    expect(page.get_by_text("3 puzzles opened.")).to_be_visible()
    for words in ("quux", "heart.non", "speck", "mote", "b.non", "xyzzy"):
        page.get_by_role("searchbox").fill(words)
        expect(page.locator(".tile")).to_have_count(0 if words == "xyzzy" else 1)


def _puzzles(count: int) -> list[tuple[str, str]]:
    found = []
    for number in range(count):
        bits = f"{number:015b}1"
        rows = [
            bits[start : start + 4].replace("0", ".").replace("1", "#") for start in (0, 4, 8, 12)
        ]
        found.append((f"puzzle{number}.txt", "\n".join(rows) + "\n"))
    return found


@pytest.mark.gate
@pytest.mark.both
def _own(page: Page) -> None:
    """The library is the project's own puzzles, as with ``nonosat serve`` alone."""
    page.route(
        "**/api/v1/status",
        lambda route: route.fulfill(json={**route.fetch().json(), "own": True}),
    )


def test_own_puzzles_come_easy_first_and_hide_their_titles(
    open_page: OpenPage, library: Find
) -> None:
    """Titles often say what the picture shows: a solved puzzle has its title again."""
    heart = library("heart")
    page = open_page("#page=learn")
    _own(page)
    with page.expect_request(re.compile("puzzles.*sort=difficulty")):
        page.goto(page.url.split("#")[0] + "#")
    expect(page.get_by_label("Sort")).to_have_value("difficulty")
    name = page.locator(f"a[href='#id={heart}'] .name")
    expect(name).to_have_text(re.compile("^Puzzle 5"))
    page.locator(f"a[href='#id={heart}']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Puzzle 5"))
    assert "Heart" not in page.title()
    board = Board(page)
    solution = nonosat.load(ROOT / "data" / "heart.non").solve().solutions[0]
    for row, line in enumerate(solution.text_rows()):
        for column, value in enumerate(line):
            if value == "#":
                board.drag((row, column))
    page.get_by_role("dialog").get_by_text("Heart").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_have_text("Heart")
    assert page.title().startswith("Heart")
    page.goto(page.url.split("#")[0] + "#")
    expect(name).to_have_text("Heart")
    other = page.locator(".tile:not(.state2) .name").first
    expect(other).to_have_text(re.compile("^Puzzle "))
    page.get_by_label("Hide titles until solved").uncheck()
    expect(other).not_to_have_text(re.compile("^Puzzle "))
    page.reload()
    expect(page.get_by_label("Hide titles until solved")).not_to_be_checked()
    page.get_by_label("Sort").select_option("file")
    page.reload()
    expect(page.get_by_label("Sort")).to_have_value("file")


def test_no_page_gives_a_hidden_picture_away(open_page: OpenPage, library: Find) -> None:
    """The other pages of an unsolved puzzle hide its title, and the editor asks first."""
    heart = library("heart")
    page = open_page("#page=learn")
    _own(page)
    page.goto(page.url.split("#")[0] + "#")
    page.locator(f"a[href='#id={heart}']").click()
    page.locator(".board").wait_for()
    for name in ("Solve", "About", "Print"):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        page.wait_for_url(re.compile(f"page={name.lower()}"))
        expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Puzzle 5"))
        assert "Heart" not in page.title() + page.locator(".shelf").inner_text()
    expect(page.get_by_label("Hide titles, except beside the answers")).to_be_checked()
    edit = page.get_by_role("navigation", name="Pages").get_by_role("link", name="Edit")
    edit.click()
    box = page.get_by_role("dialog", name="The editor shows the solution")
    box.get_by_role("button", name="Cancel").click()
    page.wait_for_url(re.compile("page=play"))
    edit.click()
    box.get_by_role("button", name="Show it").click()
    page.wait_for_url(re.compile("page=edit"))
    page.locator(".editor .board").wait_for()
    # A puzzle that is only viewed stays itself on its other pages.
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Play").click()
    page.wait_for_url(re.compile(f"page=play&id={heart}"))


def test_a_link_stays_in_the_list_and_hides_its_title(open_page: OpenPage, library: Find) -> None:
    """A friend's link stands in the list as a file does; no page shows its title until solved."""
    heart = library("heart")
    page = open_page("#page=learn")
    _own(page)
    home = page.url.split("#")[0]
    for address in (f"code={CORNER}&name=Corner", f"id={heart}"):
        page.goto(f"{home}#{address}")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Puzzle ")
        assert not re.search("Corner|Heart", page.title() + page.locator(".shelf").inner_text())
    page.goto(f"{home}#code={CORNER}")  # without its name
    page.locator(".board").wait_for()
    page.goto(f"{home}#search=corner")
    tile = page.locator(f"a.tile[href='#code={CORNER}&name=Corner']")
    expect(tile).to_contain_text("Puzzle ")
    page.get_by_label("Hide titles until solved").uncheck()
    expect(tile).to_contain_text("Corner")


@pytest.mark.parametrize(
    "text",
    [
        "Hi! try this: http://x.example/#code={}&name=Fruit%20bowl. It is nice",
        "(http://x.example/?a#page=play&name=Fruit+bowl&code={})",
    ],
)
def test_a_link_in_a_message_opens(open_page: OpenPage, text: str) -> None:
    page = open_page()
    _paste(page, text.format(CORNER))
    page.wait_for_url(re.compile(rf"#code={CORNER}&name=Fruit\+bowl$"))


def test_the_page_names_no_command(open_page: OpenPage) -> None:
    page = open_page()
    _paste(page, "Dear all,\nplease find it attached")
    expect(page.locator("#toasts")).to_contain_text("is not understood; this page opens codes")
    assert "nonosat formats" not in page.inner_text("#toasts")


def test_a_code_in_the_search_opens(open_list: OpenPage) -> None:
    page = open_list()
    page.get_by_role("searchbox").fill("Nx1hcSwo27")
    page.get_by_role("button", name="Open it as a code").click()
    page.wait_for_url(re.compile("code=Nx1hcSwo27"))
    page.locator(".board").wait_for()
    page.get_by_role("link", name="nonosat").first.click()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("a.tile[href='#code=Nx1hcSwo27']")).to_be_visible()  # it is in the list now
    page.get_by_role("button", name="Delete Untitled").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator("a.tile[href='#code=Nx1hcSwo27']")).to_have_count(0)


def test_what_was_opened_together_is_printed_together(open_list: OpenPage) -> None:
    page = open_list()
    files = [[f"{n}.txt", f"{'#' * n}.\n.{'#' * n}\n"] for n in (1, 2, 3)]
    page.evaluate(DROP, files)
    page.get_by_role("button", name="Print them").click()
    page.wait_for_url(re.compile("page=print.*all=1"))
    expect(page.get_by_label("All 3 open puzzles")).to_be_checked()
    expect(page.locator(".shelf .open")).to_have_count(3)


def test_two_hundred_files_dropped(open_list: OpenPage) -> None:
    page = open_list("#search=puzzle")
    page.evaluate(DROP, [*_puzzles(199), ("broken.non", "width 5\nheight x\n")])
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("broken.non")).to_be_visible()
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


@pytest.mark.both
def test_a_tab_through_thousands(open_list: OpenPage) -> None:
    """Only the tiles in view exist, and scrolling creates others."""
    page = open_list("#search=nothing-else")
    clues = {"rows": [[1], [1]], "cols": [[1], [1]]}
    tiles = [_tile(number, f"Puzzle {number}", puzzle=clues) for number in range(5000)]
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
    page.get_by_label("Hide titles until solved").uncheck()
    assert page.locator(".tile").count() < 100
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.get_by_text("Puzzle 4999", exact=True)).to_be_visible()
    assert page.locator(".tile").count() < 200


def test_a_photo_that_is_dropped_becomes_a_drawing(open_page: OpenPage) -> None:
    from PIL import Image

    file = io.BytesIO()
    Image.linear_gradient("L").resize((90, 60)).save(file, "jpeg")
    drop = """([files]) => {
        const data = new DataTransfer();
        for (const [name, type, bytes] of files)
            data.items.add(new File([new Uint8Array(bytes)], name, { type }));
        const main = document.querySelector("main");
        main.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }"""
    photo = ["photo.jpg", "image/jpeg", list(file.getvalue())]
    page = open_page()
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url))
    puzzle = ["a.non", "", list(b"width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n")]
    page.evaluate(drop, [[photo, puzzle]])  # a picture among puzzles is only mentioned
    expect(page.get_by_role("dialog")).to_contain_text("open it alone")
    page.keyboard.press("Escape")
    assert sum("/open" in url for url in opened) == 1
    page.evaluate(drop, [[photo]])
    page.get_by_role("button", name="Make a puzzle from the picture").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("30 \N{MULTIPLICATION SIGN} 20")
    dialog.get_by_role("button", name="Use this picture").click()
    page.wait_for_url("**/#page=edit&**")
    assert "picture=" in page.url or "editor=" in page.url
    assert sum("/open" in url for url in opened) == 1
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)


CLUES = "width 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n2\n1\n"
CORNER = nonosat.encode(Puzzle([[1], [2]], [[2], [1]]))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param(CORNER, CORNER, marks=pytest.mark.gate, id="code"),
        pytest.param(CLUES, "code=N", marks=pytest.mark.both, id="clues"),
        pytest.param("https://puzz.link/p?nonogram/2/2/2112", "code=N", id="puzz.link"),
    ],
)
def test_paste(open_page: OpenPage, text: str, place: str) -> None:
    page = open_page()
    _paste(page, text)
    expect(page.locator(".board")).to_be_visible()
    assert place in page.url


def _paste(page: Page, text: str) -> None:
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("menuitem", name="Paste").click()
    page.get_by_role("textbox", name="Code, link, clues").fill(text)
    page.get_by_role("dialog").get_by_role("button", name="Open").click()


@pytest.mark.both
@pytest.mark.parametrize(
    ("text", "remark"),
    [
        pytest.param("\t2\t1\n1\t\t\n2\t\t\n", "2 rows, 2 columns", id="cells of a sheet"),
        pytest.param("rows=[[1],[2]];cols=[[2],[1]]", "2 rows in 'rows'", id="lists"),
        pytest.param("\u2b1b\u2b1c\n\u2b1b\u2b1b", "is filled", id="emoji"),
    ],
)
def test_what_was_read_is_said(open_page: OpenPage, text: str, remark: str) -> None:
    page = open_page()
    _paste(page, text)
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("#toasts")).to_contain_text(remark)


def test_the_columns_come_first(open_page: OpenPage) -> None:
    page = open_page()
    _paste(page, "[[2], [1], [1]]\n[[3], [1]]")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("#toasts")).to_contain_text("3 rows first, then 2 columns")
    before = page.url
    page.get_by_role("button", name="The columns come first").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#toasts")).to_contain_text("3 columns first, then 2 rows")


def test_keys_of_our_own_with_lists_of_others(open_page: OpenPage) -> None:
    page = open_page()
    _paste(page, '{"rows": ["1 1"], "columns": [1, 0, "1"]}')
    expect(page.locator("#toasts")).to_contain_text("rows[0]")
    page.get_by_role("button", name="Read it as lists of clues").click()
    expect(page.locator("#toasts")).to_contain_text("1 row in 'rows', 3 columns in 'columns'")


@pytest.mark.both
def test_a_mistake_in_a_file_is_corrected(open_page: OpenPage) -> None:
    page = open_page()
    rows = "1. 2 2\n3. 3\n4. 1\n5. 1"
    files = [("x.txt", f"title: Heart\nRows:\n{rows}\nColumns:\n2\n3\n4\n3\n2\n")]
    page.evaluate(DROP, files)
    page.get_by_role("button", name="Correct the clues").click()
    expect(page.get_by_role("textbox", name=re.compile("^Rows"))).to_have_value("2 2\n3\n1\n1")
    expect(page.get_by_role("textbox", name=re.compile("^Columns"))).to_have_value("2\n3\n4\n3\n2")
    expect(page.get_by_label("Title")).to_have_value("Heart")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="Add R2: 5 (unique)").click()
    expect(page.get_by_role("textbox", name=re.compile("^Rows"))).to_have_value("2 2\n5\n3\n1\n1")
    page.go_back()
    page.get_by_role("button", name="New puzzle").wait_for()  # not the editor takes the files
    page.evaluate(DROP, [*files, ("y.txt", "no puzzle")])
    page.get_by_role("dialog").get_by_role("button", name="Correct the clues").click()
    expect(page.get_by_role("textbox", name=re.compile("^Rows"))).to_have_value("2 2\n3\n1\n1")


def test_which_character_is_filled(open_page: OpenPage) -> None:
    page = open_page()
    _paste(page, "ab\nbb\n")
    page.get_by_role("dialog").get_by_role("button", name="b", exact=True).click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("#toasts")).to_contain_text("'b' is filled, 'a' is empty")


@pytest.mark.both
def test_progress_of_the_earlier_page(
    open_page: OpenPage, library: Find, data: Path, tmp_path: Path
) -> None:
    """The data of exportData become a solved tile, and can be saved again."""
    name = library("heart")
    heart = next(p for p in map(nonosat.load, sorted(data.glob("heart*"))) if p.sha256() == name)
    assert heart.goal is not None
    page = open_page("#search=heart")
    value = f"s=2&i={nonosat.encode(heart, 'image')}"
    exported = json.dumps([[nonosat.encode(heart, "rules"), value]], separators=(",", ":"))
    page.evaluate(DROP, [("progress.json", exported)])
    expect(page.locator(".tile.state2").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Backup").click()
        page.get_by_role("menuitem", name="Save everything").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["entries"][name]["state"] == 2
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("State").select_option("2")
    _count(page, 1)
    page.get_by_label("State").select_option("1")
    expect(page.get_by_text("No puzzle matches the filters.")).to_be_visible()


@pytest.mark.gate
def test_by_keyboard_alone(open_list: OpenPage) -> None:
    page = open_list("#search=heart")
    expect(page.locator(".tile").first).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.classList.contains('tile')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".board")).to_be_visible()


class Library:
    """The library of a simulated server: a number of puzzles, read so far."""

    def __init__(self, page: Page, puzzles: int, of: int, **reading: bool) -> None:
        self.broken = 0
        self.reads(puzzles, of, **reading)
        self.asked: list[int] = []
        page.route("**/api/v1/status", self._status)
        page.route("**/api/v1/puzzles?*", self._list)

    def reads(self, puzzles: int, of: int, *, read: bool = False, done: bool = False) -> None:
        """Set the progress."""
        self.puzzles = puzzles
        self.reading = {"files": puzzles, "of": of, "read": read, "done": done}

    def _now(self) -> dict[str, Any]:
        known = {"puzzles": self.puzzles, "judged": 0, "edition": self.puzzles, "error": None}
        return {**known, **self.reading}

    def _status(self, route: Route) -> None:
        route.fulfill(json={"library": self._now()})

    def _list(self, route: Route) -> None:
        fields = parse_qs(urlsplit(route.request.url).query)
        offset, limit = int(fields["offset"][0]), int(fields["limit"][0])
        self.asked.append(offset)
        title = "Tournament 2019, number"
        judged = {"copies": 1, "missing_clues": False, "verdict": None}
        judged |= {"difficulty": None, "difficulty_word": None}
        tiles = [
            _tile(number, f"{title} {number}", author="Ann", file=f"{number}.non", **judged)
            for number in range(self.puzzles)[offset : offset + limit]
        ]
        faults = [{"file": f"{n}.non", "message": "line 1"} for n in range(min(100, self.broken))]
        found = {"tiles": tiles, "total": self.puzzles, "faults": faults, "broken": self.broken}
        route.fulfill(json={**found, "reading": self._now()})


def test_the_list_grows_while_it_is_read(open_page: OpenPage) -> None:
    """Read puzzles are announced and shown automatically; then announcements end."""
    page = open_page("#page=learn")
    library = Library(page, 0, 0)
    page.goto(page.url.split("#")[0] + "#")
    expect(page.get_by_text("Reading the files")).to_be_visible()
    assert "No puzzle" not in page.inner_text("main")
    library.reads(704, of=10062)
    expect(page.get_by_text("Reading 704 of 10,062")).to_be_visible()
    _count(page, 704)
    expect(page.locator(".tile .name").first).to_be_visible()
    first = page.locator(".tile").first.element_handle()
    library.reads(10062, of=10062, read=True, done=True)
    _count(page, 10062)
    expect(page.get_by_text("Reading")).to_have_count(0)
    assert first.evaluate("(tile) => tile.isConnected")  # earlier tiles are not redrawn
    asked = len(library.asked)
    for _ in range(2):
        with page.expect_response("**/status"):
            pass
    assert len(library.asked) == asked  # a request for the status is enough
    library.puzzles = 10063  # a new file
    _count(page, 10063)


def test_the_number_of_broken_files_is_the_true_one(open_page: OpenPage) -> None:
    page = open_page("#page=learn")
    library = Library(page, 1, 1, read=True, done=True)
    library.broken = 1002
    page.goto(page.url.split("#")[0] + "#")
    page.get_by_role("button", name="1,002 files could not be read").click()
    expect(page.get_by_role("dialog").get_by_text("And 902 more.")).to_be_visible()


def _first(page: Page) -> str:
    """The title of the first tile fully in the window, once there is one: a list that scrolls to
    its place is empty for a moment."""
    found = page.wait_for_function(
        """() => [...document.querySelectorAll(".tile")].find((tile) =>
            tile.getBoundingClientRect().top >= 52)?.querySelector(".name")?.textContent || null"""
    )
    return str(found.json_value())


def test_the_list_keeps_its_place(open_page: OpenPage) -> None:
    """With Back, over another page, after a reload, and in a new tab."""
    page = open_page("#page=learn")
    Library(page, 11058, 11058, read=True, done=True)
    home = page.url.split("#")[0]
    page.goto(home + "#search=tournament&sort=size")
    expect(page.get_by_role("searchbox")).to_have_value("tournament")
    _count(page, 11058)
    page.evaluate("scrollTo(0, document.body.scrollHeight * .81)")
    expect(page.locator(".tile .name").first).to_be_visible()
    until(page, "JSON.parse(localStorage['nonosat.list'] ?? '{}').index > 8000")
    first = _first(page)
    assert int(first.split()[-1]) > 8000

    def there(tab: Page) -> None:
        _count(tab, 11058)
        expect(tab.get_by_text(first, exact=True)).to_be_visible()
        # Of 11,058; the edge of the window may cut another row by a fraction of a pixel.
        assert abs(int(_first(tab).split()[-1]) - int(first.split()[-1])) <= 10
        assert tab.get_by_label("Sort by").input_value() == "size"

    page.goto(home + "#page=learn")
    page.go_back()
    there(page)
    page.goto(home + "#page=learn")
    page.locator(".home").click()  # a link to the list without a place
    there(page)
    page.reload()
    there(page)
    other = page.context.new_page()
    Library(other, 11058, 11058, read=True, done=True)
    other.goto(home)
    there(other)
    other.close()


def test_a_place_that_is_not_read_yet(open_page: OpenPage) -> None:
    """After a restart of the server, the list goes there when the server has read that far."""
    page = open_page("#page=learn")
    home = page.url.split("#")[0]
    page.evaluate(
        "localStorage['nonosat.list'] = JSON.stringify({wanted: {}, index: 3000, rest: 0})"
    )
    library = Library(page, 500, 11058)
    page.goto(home + "#")
    _count(page, 500)
    assert page.evaluate("scrollY") == 0
    library.puzzles = 4000
    expect(page.get_by_text("number 3000", exact=False)).to_be_visible()
    assert page.evaluate("scrollY") > 10000


def test_the_opened_tile_has_the_keyboard_again(open_list: OpenPage) -> None:
    page = open_list("#search=heart")
    page.locator(".tile").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".board")).to_be_visible()
    page.go_back()
    expect(page.locator(".tile").first).to_be_focused()


def test_titles_that_begin_alike_can_be_told_apart(open_page: OpenPage) -> None:
    page = open_page("#page=learn")
    Library(page, 30, 30, read=True, done=True)
    page.goto(page.url.split("#")[0] + "#")
    name = page.locator(".tile .name").nth(3)
    expect(name).to_be_visible()
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
    assert name.evaluate("(name) => name.scrollHeight < 1.3 * name.clientHeight")


def test_offline_the_list_has_what_was_opened(open_page: OpenPage, library: Find) -> None:
    """Started and opened puzzles, and all puzzles again when the server is back."""
    heart = library("heart")
    page = open_page(f"#id={heart}", ignore=("ERR_INTERNET_DISCONNECTED",), service_workers="allow")
    home = page.url.split("#")[0]
    expect(page.locator(".board")).to_be_visible()
    page.goto(f"{home}#code={CORNER}&name=Corner")
    expect(page.get_by_role("heading", name="Corner")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.locator(".home").click()
    expect(page.get_by_text("2 puzzles opened in this browser")).to_be_visible()
    assert "No puzzle matches the filters" not in page.inner_text("main")
    page.get_by_role("link", name="Corner").last.click()
    expect(page.locator(".board")).to_be_visible()
    page.locator(".home").click()
    page.get_by_role("searchbox").fill("corner")
    expect(page.locator(".tile")).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".tile")).to_have_count(2)
    page.context.set_offline(False)
    expect(page.get_by_text("opened in this browser")).to_have_count(0)
    assert page.locator(".tile").count() > 2
