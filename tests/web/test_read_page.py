# SPDX-License-Identifier: MIT
"""The review of a printed puzzle on the page: its picture beside the clues, in a real browser.

Most tests replace the server's answer by a reading with every state of a number; one test lets the
server read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from accessible import faults_in_all_looks, widest
from playwright.sync_api import expect

import nonosat
from nonosat import Grid, Puzzle
from nonosat.draw import png
from tests.support.chromium import PATIENCE
from tests.support.playing import answered, drawn

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    OpenPage = Callable[..., Page]

pytestmark = pytest.mark.browser

GOAL = ("#####", "#...#", "#...#", "##.##", ".###.")
PUZZLE = Puzzle.from_grid(Grid("\n".join(GOAL)))
BLACK = {"name": "black", "rgb": "#000000", "letter": "#"}
PICTURE = png(PUZZLE, cell_size=28)
STORED = """async () => {
    const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
        const base = await new Promise((done) => {
            indexedDB.open(name).onsuccess = (event) => done(event.target.result);
        });
        for (const store of base.objectStoreNames) {
            found.push(await new Promise((done) => {
                const all = base.transaction(store).objectStore(store).getAll();
                all.onsuccess = () => done(JSON.stringify(all.result));
            }));
        }
        base.close();
    }
    return found.join("\\n");
}"""
"""The whole storage of the browser for the page."""


def lines(axis: str, clues: Any) -> list[dict[str, Any]]:
    """Lines that were read without doubt; the places of their numbers are made up."""
    found: list[dict[str, Any]] = []
    for line, clue in enumerate(clues):
        numbers = []
        for order, block in enumerate(clue):
            across, down = (order, line + 3) if axis == "R" else (line + 3, order)
            box = [40 * across + 8, 40 * down + 8, 40 * across + 24, 40 * down + 24]
            numbers.append(
                {
                    "box": box, "read": block.length, "length": block.length, "color": 1,
                    "probability": 0.999, "state": "certain", "alternatives": [],
                }
            )  # fmt: skip
        clue_data = [[block.length, block.color] for block in clue]
        found.append(
            {"line": f"{axis}{line + 1}", "numbers": numbers, "clue": clue_data, "remark": None}
        )
    return found


def reading(**more: Any) -> dict[str, Any]:
    """The server's answer for PUZZLE: a corrected number and an uncertain one."""
    rows, columns = lines("R", PUZZLE.rows), lines("C", PUZZLE.columns)
    values = [[8, 0.6], [2, 0.2], [6, 0.1], [None, 0.1]]
    rows[3]["numbers"][1].update(read=8, state="corrected", alternatives=values)
    rows[3]["remark"] = "read 8, corrected to 2: the sums differ by 6"
    columns[2]["numbers"][0].update(state="uncertain")
    return {
        "status": "unique", "message": "5x5: one reading fits together",
        "remarks": [], "general": [],
        "source": "picture", "page": 1, "pixels": [320, 320], "photo": None, "reason": None,
        "corners": [[120, 120], [320, 120], [320, 320], [120, 320]], "seconds": 0.1,
        "palette": {"background": "#ffffff", "colors": [BLACK]},
        "puzzle": json.loads(nonosat.dumps(PUZZLE, format="json")),
        "rows": rows, "columns": columns, "given": None, "given_wrong": [], "alternatives": [],
    } | more  # fmt: skip


def chosen(page: Page, data: bytes = PICTURE, kind: str = "image/png") -> Locator:
    """Open a picture in the editor; return the dialog that asks what it is."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file").click()
    chooser.value.set_files({"name": "picture", "mimeType": kind, "buffer": data})
    return page.get_by_role("dialog")


def reviewed(open_page: OpenPage, answer: dict[str, Any], **more: Any) -> Page:
    """The review of a reading."""
    page = open_page("#page=edit", **more)
    page.route("**/read-picture*", lambda route: route.fulfill(json=answer))
    chosen(page).get_by_role("button", name="Read a printed puzzle").click()
    page.locator(".photo .verdict").wait_for()
    return page


def typed(page: Page, axis: str) -> str:
    return page.get_by_label(re.compile(f"^{axis}")).first.input_value()


def selected(page: Page) -> str:
    """The selection in the focused text."""
    return str(
        page.evaluate(
            "(() => { const a = document.activeElement;"
            " return a.value?.slice(a.selectionStart, a.selectionEnd) ?? ''; })()"
        )
    )


@pytest.mark.gate
def test_a_doubtful_reading_says_why(open_page: OpenPage) -> None:
    why = "a grid of 4x4 is too small: other puzzles than nonograms fit it too"
    page = reviewed(open_page, reading(status="doubtful", doubt=why))
    expect(page.locator(".photo .verdict")).to_contain_text("doubtful")
    expect(page.locator(".photo-notes")).to_contain_text("A" + why[1:] + ".")


@pytest.mark.gate
def test_one_of_several_puzzles_is_chosen(open_page: OpenPage) -> None:
    page, asked = open_page("#page=edit"), list[str]()

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        number = 1 if "puzzle=1" in route.request.url else 2
        route.fulfill(json=reading(number=number, count=2, message=f"puzzle {number}"))

    page.route("**/read-picture*", answer)
    box = chosen(page)
    box.get_by_role("button", name="Read a printed puzzle").click()
    expect(box).to_contain_text("The picture shows 2 puzzles. Which one?")
    box.get_by_role("button", name="Puzzle 1").click()
    page.locator(".photo .verdict").wait_for()
    assert ["puzzle=1" in url for url in asked] == [False, True]


def test_a_printed_puzzle_is_read_and_played(open_page: OpenPage) -> None:
    pytest.importorskip("cv2")
    page = open_page("#page=edit")
    chosen(page).get_by_role("button", name="Read a printed puzzle").click()
    page.get_by_text("Checked: the sums agree, and there is one solution.").wait_for()
    assert typed(page, "Rows") == "5\n1 1\n1 1\n2 2\n3"
    assert answered(page) == "unique"
    assert page.locator(".number").count() == sum(len(clue or ()) for _, clue in PUZZLE.lines())
    page.locator(".photo").get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("code="))
    page.get_by_role("button", name="Hint").click()
    page.go_back()
    expect(page.locator(".photo .sheet img")).to_be_visible()  # the picture is still beside them
    kept = page.evaluate(STORED)
    assert "data:image/jpeg" not in kept  # the small pictures of open puzzles are PNG
    assert len(kept) < 20_000
    page.reload()
    page.locator(".clue-texts").wait_for()
    assert page.locator(".photo img").count() == 0


def test_keys_go_from_one_uncertain_number_to_the_next(open_page: OpenPage) -> None:
    page = reviewed(open_page, reading())
    corrected, uncertain = (
        page.locator(f".number[data-state={s}]") for s in ("corrected", "uncertain")
    )
    assert corrected.get_attribute("title") == "R4: read 8, corrected to 2: the sums differ by 6"
    page.keyboard.press("F8")  # the worst first
    expect(corrected).to_have_class(re.compile(r"\bat\b"))
    assert selected(page) == "2"
    assert page.locator(".number.on").count() == 2  # all numbers of the line
    page.keyboard.press("Enter")
    expect(corrected).to_have_count(0)
    expect(uncertain).to_have_class(re.compile(r"\bat\b"))
    assert typed(page, "Rows") == "5\n1 1\n1 1\n2 2\n3"  # Enter does not start a new line here
    page.keyboard.press("Shift+F8")
    page.keyboard.type("3")  # replaces the number
    assert typed(page, "Columns") == "4\n1 2\n3 1\n1 2\n4"
    page.get_by_text("You have changed 1 line.").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("You have looked at all uncertain numbers").wait_for()
    page.locator(".number").first.click()  # a frame puts the cursor on its number
    assert selected(page) == "5"
    page.get_by_label(re.compile("^Rows")).press("ArrowDown")
    assert page.locator(".number.on").count() == 2  # the cursor shows the frames of its line
    page.get_by_role("button", name="R4: read 8").click()
    assert selected(page) == "2"


@pytest.mark.gate
def test_each_value_of_a_doubtful_number_has_a_key(open_page: OpenPage) -> None:
    """Its line is shown as it is in the picture."""
    page = reviewed(open_page, reading())
    page.keyboard.press("F8")
    piece = page.get_by_role("img", name="The numbers of R4 in the picture")
    expect(piece).to_be_visible()
    assert "blob:" in piece.evaluate("piece => getComputedStyle(piece).backgroundImage")
    values = page.locator(".choices button")
    assert values.all_inner_texts() == ["8", "2", "6", "no number"]
    assert values.nth(1).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Alt+3")
    assert typed(page, "Rows").split("\n")[3] == "2 6"
    expect(page.locator(".number[data-state=uncertain]")).to_have_class(re.compile(r"\bat\b"))
    page.locator(".number[data-state=settled]").last.click()
    values.get_by_text("no number").click()
    assert typed(page, "Rows").split("\n")[3] == "2"
    page.locator(".number[data-state=settled]").last.click()
    page.keyboard.press("Alt+1")  # it comes back at its place
    assert typed(page, "Rows").split("\n")[3] == "2 8"


def test_a_second_reading_can_be_chosen(open_page: OpenPage) -> None:
    other = json.loads(nonosat.dumps(PUZZLE, format="json"))
    other["rows"][3] = [1, 2]
    change = "R4: read 8, corrected to 1"
    alternatives = [{"puzzle": other, "changes": [change]}]
    page = reviewed(open_page, reading(status="alternative", alternatives=alternatives))
    page.get_by_text("Two readings are nearly as likely").wait_for()
    page.get_by_role("radio", name=change).click()
    assert typed(page, "Rows").split("\n")[3] == "1 2"
    page.get_by_role("radio", name="The likeliest reading").click()
    assert typed(page, "Rows").split("\n")[3] == "2 2"


def test_filled_cells_begin_the_game(open_page: OpenPage) -> None:
    """Also crosses; a cell that contradicts the solution is shown and left out."""
    given = ["###??", "#.???", "?????", "??#??", "?????"]
    page = reviewed(open_page, reading(given=given, given_wrong=[[3, 2]]))
    page.get_by_text("5 filled or crossed cells are kept for “Play”.").wait_for()
    page.get_by_text(
        "1 filled or crossed cell contradicts the solution and is left out: R4C3"
    ).wait_for()
    assert page.locator("span.number[data-state=wrong]").count() == 1
    answered(page)
    page.locator(".photo").get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("code="))
    page.locator(".play").wait_for()
    drawn(page)
    labels = page.locator(".board [role=gridcell]").evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    assert ["filled" in label for label in labels[:5]] == [True, True, True, False, False]
    assert labels[6].endswith("empty")
    assert labels[17].endswith("unknown")


@pytest.mark.parametrize("how", ["Escape", "Stop"])
def test_a_question_is_withdrawn(open_page: OpenPage, how: str) -> None:
    page = open_page("#page=edit")
    page.route("**/read-picture*", lambda _: None)  # never answered
    dialog = chosen(page)
    with page.expect_request("**/read-picture*"):
        dialog.get_by_role("button", name="Read a printed puzzle").click()
    dialog.get_by_text("Reading the numbers").wait_for()
    with page.expect_event("requestfailed") as failed:
        if how == "Stop":
            dialog.get_by_role("button", name="Stop").click()
        else:
            page.keyboard.press("Escape")
    assert "read-picture" in failed.value.url
    expect(dialog).to_have_count(0)
    assert page.locator(".photo").is_hidden()


@pytest.mark.gate
def test_where_nothing_is_found_people_type_beside_the_picture(open_page: OpenPage) -> None:
    """Mistakes in their clues are found."""
    from io import BytesIO

    from PIL import Image

    pytest.importorskip("cv2")
    data = BytesIO()
    Image.new("L", (300, 200), 255).save(data, "PNG")
    page = open_page("#page=edit", ignore=("status of 4",))
    dialog = chosen(page, data.getvalue())
    dialog.get_by_role("button", name="Read a printed puzzle").click()
    dialog.get_by_text("no grid of cells was found").wait_for()
    dialog.get_by_role("button", name="Type the clues of a printed puzzle").click()
    expect(page.locator(".photo .sheet img")).to_be_visible()
    assert typed(page, "Rows") == ""
    page.get_by_label(re.compile("^Rows")).fill("3\n1\n1")
    page.get_by_label(re.compile("^Columns")).fill("3\n2\n1")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="R2: 1 → 2 (unique)").click()
    assert answered(page) == "unique"
    page.get_by_role("button", name="Close the picture").click()
    assert page.locator(".photo").is_hidden()
    assert typed(page, "Rows") == "3\n2\n1"


def test_a_server_that_reads_no_pictures_offers_to_type(open_page: OpenPage) -> None:
    """A past bug: the page offered to read them, and only then said what to install."""
    page = open_page("#page=edit")

    def without(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, json={**reply.json(), "photo": False})

    page.route("**/api/v1/status", without)
    page.evaluate("location.hash = 'page=list'")
    opener = page.get_by_role("button", name="Open", exact=True)
    entry = page.get_by_role("menuitem", name="A picture of a printed puzzle, to type from")
    for _ in range(PATIENCE // 50):  # the answer may come after the menu was opened
        opener.click()
        if entry.is_visible():
            break
        page.keyboard.press("Escape")
        page.wait_for_timeout(50)
    expect(entry).to_be_visible()
    page.keyboard.press("Escape")
    page.go_back()
    dialog = chosen(page)
    dialog.get_by_text("This server cannot read numbers").wait_for()
    assert dialog.get_by_role("button", name="Read a printed puzzle").count() == 0
    assert dialog.get_by_role("button", name="Make a puzzle from the picture").is_visible()
    dialog.get_by_role("button", name="Type the clues of a printed puzzle").click()
    expect(page.locator(".photo .sheet img")).to_be_visible()


def test_the_review_is_accessible_and_fits_every_window(open_page: OpenPage) -> None:
    answer = reading(status="none", puzzle=None, general=["the sums differ by 6"])
    answer["rows"][0]["numbers"][0]["state"] = "wrong"
    page = reviewed(open_page, answer, bypass_csp=True)
    answered(page)
    page.keyboard.press("F8")
    assert faults_in_all_looks(page) == []
    for width in (320, 360, 768, 1280, 2560):
        assert widest(page, width) == {}
        assert page.locator(".sheet img").bounding_box() is not None


def test_a_large_photo_is_shrunk_before_it_is_sent(open_page: OpenPage) -> None:
    from io import BytesIO

    from PIL import Image

    data = BytesIO()
    Image.effect_noise((4800, 3600), 60).save(data, "JPEG", quality=92)
    page = open_page("#page=edit")
    sent: list[int] = []

    def answer(route: Route) -> None:
        body = route.request.post_data_buffer or b""
        sent.append(len(body))
        assert max(Image.open(BytesIO(body)).size) == 3000
        route.fulfill(json=reading())

    page.route("**/read-picture*", answer)
    dialog = chosen(page, data.getvalue(), "image/jpeg")
    dialog.get_by_role("button", name="Read a printed puzzle").click()
    page.locator(".photo .verdict").wait_for()
    assert sent[0] < len(data.getvalue()) / 2
