# SPDX-License-Identifier: MIT
"""The editor in a real browser: mouse, fingers and keys, compared with the library's answers."""

from __future__ import annotations

import io
import re
import statistics
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote_plus, urlencode

import pytest
from accessible import faults
from fingers import Fingers
from playwright.sync_api import expect

import nonosat
from nonosat import Grid, Puzzle
from nonosat.make import reveal_cells
from tests.support.chromium import until
from tests.support.playing import answered, box, cell, centre, choose, draw, drawn, saved, stroke
from tests.support.web_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    OpenPage = Callable[..., Page]

pytestmark = pytest.mark.browser

CROSS = ("#...#", ".#.#.", "..#..", ".#.#.", "#...#")
FOX = Path(__file__).parents[2] / "data" / "fox.non"


def rows_of(page: Page) -> list[str]:
    """The drawing, as the ARIA grid has it."""
    drawn(page)
    labels = page.locator(".board [role=gridcell]").evaluate_all(
        "cells => cells.map(c => [c.parentElement.dataset.row, c.getAttribute('aria-label')])"
    )
    rows: dict[str, str] = {}
    for row, label in labels:
        filled = "empty" not in label
        rows[row] = rows.get(row, "") + (".#"[filled])
    return list(rows.values())


def ambiguous_of(page: Page) -> set[tuple[int, int]]:
    """The cells marked as ambiguous, once they are drawn."""
    drawn(page)
    found = page.locator(".board [role=gridcell][aria-label*='ambiguous']").evaluate_all(
        "cells => cells.map(c => [c.parentElement.dataset.row, c.getAttribute('aria-colindex')])"
    )
    return {(int(row), int(column) - 2) for row, column in found}


def hash_of(address: str) -> str:
    """An address without its server."""
    return "#" + address.partition("#")[2]


def fields_of(page: Page) -> dict[str, str]:
    """The fields of the address."""
    return {key: value[0] for key, value in parse_qs(page.url.partition("#")[2]).items()}


def addressed(page: Page, condition: str) -> str:
    """The address, once it has a picture in colours that fulfils a condition."""
    until(
        page,
        f"""import("./picture_code.js").then(({{ readPicture }}) => {{
            const found = readPicture(new URLSearchParams(location.hash).get("picture") ?? "");
            if (!found) return false;
            const {{ picture, colors }} = found;
            return {condition};
        }})""",
    )
    return str(page.evaluate("location.hash"))


def editor(open_page: OpenPage, size: str = "", **more: Any) -> Page:
    """An editor with an empty picture."""
    page = open_page("#page=edit", **more)
    answered(page)
    if size:
        for name, value in zip(("Width", "Height"), size.split("x"), strict=True):
            page.get_by_label(name).fill(value)
            page.get_by_label(name).press("Tab")
        answered(page)
    return page


def typing(open_page: OpenPage, rows: str, columns: str, **options: Any) -> Page:
    """An editor with these clues typed."""
    page = editor(open_page, **options)
    picked(page, "Type clues")
    typed(page, "Rows").fill(rows)
    typed(page, "Columns").fill(columns)
    return page


def picked(page: Page, name: str) -> None:
    """Choose one of several."""
    page.get_by_role("radio", name=name, exact=True).click()


def typed(page: Page, axis: str) -> Locator:
    """The text of the clues of an axis."""
    return page.get_by_role("textbox", name=re.compile(f"^{axis}"))


def bring(page: Page, name: str, data: bytes) -> None:
    """Make a puzzle from a picture in a file."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Picture from a file").click()
    kind = f"image/{name.partition('.')[2]}"
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": data})
    page.get_by_role("button", name="Make a puzzle from the picture").click()


@pytest.mark.gate
@pytest.mark.both
def test_the_ambiguous_cells_of_a_drawing_are_marked_and_repaired(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    assert rows_of(page) == list(CROSS)
    assert answered(page) == "multiple"
    assert "48 solutions" in page.locator(".live").inner_text()
    found = nonosat.backbone(Puzzle.from_grid(Grid("\n".join(CROSS))))
    assert found.ambiguous is not None
    assert ambiguous_of(page) == set(found.ambiguous)

    page.get_by_role("button", name="Another solution").click()
    page.get_by_role("button", name="Show on the board").click()
    assert ambiguous_of(page) == set()
    assert "proposed" in "".join(
        page.locator(".board")
        .locator("[role=gridcell]")
        .evaluate_all("cells => cells.map(c => c.getAttribute('aria-label'))")
    )

    page.get_by_role("button", name="Repair").click()
    page.get_by_role("button", name="Change 2 cells").first.click()
    assert answered(page) == "unique"
    rows = rows_of(page)
    assert sum(a != b for a, b in zip("".join(rows), "".join(CROSS), strict=True)) == 2
    report = nonosat.solve(Puzzle.from_grid(Grid("\n".join(rows))))
    assert report.verdict is nonosat.Verdict.UNIQUE
    page.get_by_role("button", name="Undo").click()
    assert rows_of(page) == list(CROSS)


def printed_of(page: Page) -> set[tuple[int, int]]:
    """The cells marked as printed, once they are drawn."""
    drawn(page)
    found = page.locator(".board [role=gridcell][aria-label*=', printed']").evaluate_all(
        "cells => cells.map(c => [c.parentElement.dataset.row, c.getAttribute('aria-colindex')])"
    )
    return {(int(row), int(column) - 2) for row, column in found}


def revealed(page: Page) -> None:
    """Print the cells that make the puzzle unique."""
    page.get_by_role("button", name="Reveal cells").click()
    page.get_by_role("button", name=re.compile(r"^Reveal \d cells?$")).click()
    assert answered(page) == "unique"


@pytest.mark.both
def test_revealed_cells_make_a_drawing_unique(open_page: OpenPage) -> None:
    """They follow the strokes, one step takes them back, and the player sees them."""
    puzzle = Puzzle.from_grid(Grid("\n".join(CROSS)))
    wanted = set(reveal_cells(puzzle).cells)
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    assert answered(page) == "multiple"
    revealed(page)
    assert rows_of(page) == list(CROSS)
    assert printed_of(page) == wanted
    page.get_by_role("button", name="Undo").click()
    assert answered(page) == "multiple"
    assert printed_of(page) == set()
    page.get_by_role("button", name="Redo").click()
    assert answered(page) == "unique"
    page.wait_for_url(re.compile("printed="))
    page.reload()
    assert answered(page) == "unique"
    assert printed_of(page) == wanted
    page.get_by_role("button", name="Test play").click()
    page.get_by_role("link", name="Back to the editor").wait_for()
    assert printed_of(page) == wanted
    page.get_by_role("link", name="Back to the editor").click()
    assert answered(page) == "unique"
    assert printed_of(page) == wanted
    stroke(page, (0, 1))  # (column, row): not a printed cell
    answered(page)
    assert printed_of(page) == wanted
    page.get_by_role("button", name="Remove the printed cells").click()
    assert answered(page) in ("unique", "multiple")
    assert printed_of(page) == set()


def test_typed_clues_with_several_solutions_get_printed_cells(open_page: OpenPage) -> None:
    page = typing(open_page, "1\n1", "1\n1")
    assert answered(page) == "multiple"
    assert page.get_by_role("button", name="Repair").count() == 0  # there is no picture
    revealed(page)
    assert len(printed_of(page)) == 1
    assert sum(row.count("#") for row in rows_of(page)) == 2
    page = typing(open_page, "1\n?", "1\n1")  # a picture would have all clues
    assert answered(page) == "multiple"
    assert page.get_by_role("button", name="Reveal cells").count() == 0


def test_a_drawing_outlives_a_look_at_its_clues_and_other_clues(open_page: OpenPage) -> None:
    """A past bug: the clues took the place of the drawing, which has several solutions."""
    page = editor(open_page, "4x4")
    stroke(page, (0, 0))
    stroke(page, (1, 1), (2, 1))
    before = rows_of(page)
    answered(page)
    picked(page, "Type clues")
    answered(page)
    page.wait_for_timeout(1000)  # until the address has changed, if it does
    again = open_page(hash_of(page.url))
    assert answered(again) == "multiple"
    assert rows_of(again) == before
    picked(again, "Type clues")
    typed(again, "Rows").fill("1\n1\n0\n0")  # other clues: sound, or not
    for columns in ("1\n1\n0\n0", "1\n0\n0\n0"):
        typed(again, "Columns").fill(columns)
        wanted = columns.replace("\n", "\\n")
        again.wait_for_url(lambda url, wanted=wanted: f'"c":"{wanted}"' in unquote_plus(url))
        once_more = open_page(hash_of(again.url))
        assert typed(once_more, "Columns").input_value() == columns
        picked(once_more, "Draw a picture")
        assert rows_of(once_more) == before


def test_one_of_several_solutions_becomes_the_drawing(open_page: OpenPage) -> None:
    page = typing(open_page, "1\n1\n0", "1\n1")
    assert answered(page) == "multiple"
    page.get_by_text("To make it unique, draw one").wait_for()
    page.get_by_role("button", name="Draw one of its solutions").click()
    assert answered(page) == "multiple"
    assert rows_of(page) in (["#.", ".#", ".."], [".#", "#.", ".."])
    page.get_by_role("button", name="Reveal cells").wait_for()
    page.get_by_role("button", name="Repair").click()
    page.get_by_role("button", name="Change 1 cell").first.click()
    assert answered(page) == "unique"
    picked(page, "Type clues")  # of the repaired drawing
    assert typed(page, "Rows").input_value() != "1\n1\n0"
    assert answered(page) == "unique"
    page.get_by_role("button", name="Show the typed clues").click()
    assert typed(page, "Rows").input_value() == "1\n1\n0"
    picked(page, "Draw a picture")
    page.get_by_text("belong to another picture").wait_for()
    page.get_by_role("button", name="Undo").click()
    assert answered(page) == "multiple"
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Your clues are kept").wait_for()


@pytest.mark.parametrize(
    ("rows", "columns", "drawn", "said"),
    [
        ("1\n1\n0", "1\n1", ["..", "..", ".."], "Your clues are kept"),
        ("1\n2", "5\n1", ["..", ".."], "Your clues are kept"),
        ("1\n2", "2\n1", ["#.", "##"], "The solution of your clues is drawn"),
    ],
    ids=["several solutions", "a mistake", "one solution"],
)
def test_a_drawing_after_typed_clues_has_their_size(
    open_page: OpenPage, rows: str, columns: str, drawn: list[str], said: str
) -> None:
    page = typing(open_page, rows, columns)
    answered(page)
    picked(page, "Draw a picture")
    page.get_by_text(said).wait_for()
    assert rows_of(page) == drawn
    picked(page, "Type clues")
    assert typed(page, "Rows").input_value() == rows


def test_the_clues_follow_the_drawing(open_page: OpenPage) -> None:
    """A past bug: they stayed those of the first look, and were saved in place of the drawing."""
    page = editor(open_page, "4x4")
    stroke(page, (0, 0), (0, 2))
    picked(page, "Type clues")
    assert typed(page, "Rows").input_value() == "3\n0\n0\n0"
    picked(page, "Draw a picture")
    stroke(page, (1, 0), (1, 1))
    picked(page, "Type clues")
    assert typed(page, "Rows").input_value() == "3\n2\n0\n0"
    assert page.get_by_role("button", name="Show the typed clues").count() == 0
    picked(page, "Draw a picture")
    page.get_by_role("button", name="Undo").click()
    picked(page, "Type clues")
    assert typed(page, "Rows").input_value() == "3\n0\n0\n0"


def test_a_colour_is_made_for_a_typed_letter(open_page: OpenPage) -> None:
    page = typing(open_page, "1Q\n1r", "1q 1r\n0")
    page.get_by_text("No colour has the letters Q, r.").wait_for()
    page.get_by_role("button", name="Add a colour Q").click()
    page.get_by_text("with the letter Q").wait_for()
    page.get_by_role("button", name="Add a colour r").click()
    page.get_by_text("New colour: red, with the letter r").wait_for()
    assert answered(page) == "unique"
    typed(page, "Columns").fill("1q 1r\n0 1")  # a mistake: the address has the texts
    page.wait_for_url(lambda url: '"c":"1q 1r\\n0 1"' in unquote_plus(url))
    page.reload()
    page.get_by_text("1 clue has a mistake").wait_for()
    assert page.get_by_role("radio", name="(Q)").count() == 1
    page.get_by_label("Change this colour").fill("#123456")  # its letter stays
    assert page.get_by_role("radio", name="(Q)").count() == 1


def test_a_question_that_nobody_waits_for_is_withdrawn(open_page: OpenPage) -> None:
    """By "Test play", which needs an answer itself, and when the page is hidden."""
    page = editor(open_page, "5x5", ignore=("Failed to load",))
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url.rpartition("/")[2]))
    page.route("**/api/v1/ask", lambda _: None)  # never answered
    page.route("**/api/v1/encode", lambda _: None)

    def hide(hidden: bool) -> None:
        page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    with page.expect_request("**/ask"):
        stroke(page, (0, 0), (0, 2))
    with page.expect_event("requestfailed"):
        hide(True)
    with page.expect_request("**/ask"):
        hide(False)
    with page.expect_event("requestfailed"), page.expect_request("**/encode"):
        page.get_by_role("button", name="Test play").click()
    assert ended == ["ask", "ask"]


@pytest.mark.gate
def test_nothing_drawn_has_no_verdict(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    assert answered(page) == ""
    assert "Nothing is drawn yet." in page.locator(".live").inner_text()
    stroke(page, (0, 0), (0, 2))
    assert answered(page) == "unique"
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Nothing is drawn yet.").wait_for()


def test_only_a_puzzle_with_one_solution_is_called_easy_or_hard(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    assert answered(page) == "multiple"
    live = page.locator(".live").inner_text()
    assert "easy" not in live
    assert "only a puzzle with one solution has a difficulty" in live
    two = nonosat.encode(Puzzle.from_grid(Grid("#.\n.#")))
    solve = open_page(f"#page=solve&code={two}")
    solve.get_by_text("Verdict: multiple").first.wait_for()
    solve.wait_for_load_state("networkidle")
    assert "Difficulty" not in solve.locator(".side").inner_text()


def test_repair_takes_the_other_solution_off_the_board(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    answered(page)
    page.get_by_role("button", name="Another solution").click()
    page.get_by_role("button", name="Show on the board").click()
    changed = page.locator(".board [role=gridcell][aria-label*='proposed']")
    changed.first.wait_for(state="attached")
    page.route("**/api/v1/ask", lambda _: None)  # during the search for a repair
    page.get_by_role("button", name="Repair").click()
    drawn(page)
    expect(changed).to_have_count(0)
    assert len(ambiguous_of(page)) > 0


@pytest.mark.parametrize("mode", ["draw", "clues"])
def test_what_is_printed_stays_one_puzzle_on_the_shelf(open_page: OpenPage, mode: str) -> None:
    page = open_page("#editor=BnMug&name=Plus")
    answered(page)
    if mode == "clues":
        picked(page, "Type clues")
        answered(page)
    page.get_by_role("button", name="Print").last.click()
    page.wait_for_url(re.compile("page=print"))
    page.get_by_role("img", name="The board of Plus").wait_for()
    assert page.locator(".shelf .open").count() == 1
    page.wait_for_load_state("networkidle")
    assert page.get_by_text("open puzzles").count() == 0


def test_every_tool_with_the_mouse(open_page: OpenPage) -> None:
    page = editor(open_page, "7x6")
    stroke(page, (0, 0), (0, 3), (2, 3))
    assert rows_of(page) == ["####...", "...#...", "...#...", *["......."] * 3]
    stroke(page, (0, 3), (0, 5))  # a drag paints, wherever it begins
    assert rows_of(page)[0] == "######."
    stroke(page, (0, 5))  # a click toggles
    assert rows_of(page)[0] == "#####.."
    picked(page, "Empty cells")
    stroke(page, (0, 1), (0, 2))
    stroke(page, (0, 4), (0, 5))
    assert rows_of(page)[0] == "#..#..."
    stroke(page, (0, 5), (0, 6), button="right")  # the other pen
    assert rows_of(page)[0] == "#..#.##"
    page.locator(".board").press("z")  # the zoom keys and others leave the pen alone
    page.keyboard.press("x")
    expect(page.get_by_role("radio", name="Fill cells")).to_be_checked()
    stroke(page, (0, 5), (0, 6), button="right")
    stroke(page, (0, 3), (1, 3), button="right")
    assert rows_of(page)[:2] == ["#......", "......."]
    picked(page, "Line")
    stroke(page, (5, 0), (0, 5))
    assert rows_of(page) == ["#....#.", "....#..", "...#...", "..#....", ".#.....", "#......"]
    picked(page, "Fill an area")
    stroke(page, (5, 6))
    assert rows_of(page)[5] == "#######"
    assert rows_of(page)[0] == "#....##"
    page.keyboard.press("Control+z")
    assert rows_of(page)[5] == "#......"
    choose(page, "Transform the picture", "Clear")
    picked(page, "Rectangle outline")
    stroke(page, (4, 4), (1, 1))
    assert rows_of(page)[1:5] == [".####..", ".#..#..", ".#..#..", ".####.."]
    picked(page, "Move the picture")
    stroke(page, (0, 0), (1, 3))
    assert rows_of(page)[2:] == ["#...###", "#...#..", "#...#..", "#...###"]
    choose(page, "Transform the picture", "Flip horizontally")
    assert rows_of(page)[2] == "###...#"
    choose(page, "Transform the picture", "Rotate to the right")
    assert len(rows_of(page)) == 7
    choose(page, "Transform the picture", "Clear")
    picked(page, "Filled rectangle")
    page.get_by_label("Mirror while drawing").select_option("Mirror all four ways")
    stroke(page, (0, 0), (1, 1))
    assert rows_of(page) == ["##..##", "##..##", "......", "......", "......", "##..##", "##..##"]
    for _ in range(30):
        if page.get_by_role("button", name="Undo").is_enabled():
            page.get_by_role("button", name="Undo").click()
    assert [len(row) for row in rows_of(page)] == [15] * 15
    for _ in range(30):
        if page.get_by_role("button", name="Redo").is_enabled():
            page.get_by_role("button", name="Redo").click()
    assert rows_of(page)[0] == "##..##"


@pytest.mark.gate
def test_keys_alone_draw_undo_and_play(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    keys = page.keyboard

    def press(*names: str) -> None:
        for name in names:
            keys.press(name)

    page.get_by_role("radio", name="Draw a picture").focus()
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    press("Control+Home", " ", "Shift+ArrowRight", "Shift+ArrowRight")
    assert rows_of(page)[0] == "###.."
    press("Delete")
    assert rows_of(page)[0] == "##..."
    press("l", "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "Enter")
    assert rows_of(page)[1:4] == ["..#..", ".#...", "#...."]
    press("r", "Control+End", "Enter", "ArrowUp", "ArrowLeft", "Escape")
    assert rows_of(page)[3:] == ["#....", "....."]
    press("b", "Control+End", " ", "ArrowUp", "ArrowLeft", " ")
    assert rows_of(page)[3:] == ["#..##", "...##"]
    press("f", "Control+Home", "0", " ")
    assert rows_of(page)[0] == "....."
    press("Control+z", "m", "Shift+ArrowDown")
    assert rows_of(page)[:2] == ["...##", "##..."]
    press("Control+z", "Control+z", "Control+y")
    assert rows_of(page)[0] == "##..."
    handle = page.get_by_role("button", name="Resize: bottom right corner")
    handle.focus()
    press("ArrowRight", "ArrowDown", "Alt+ArrowRight")
    assert [len(rows_of(page)), len(rows_of(page)[0])] == [6, 8]
    assert rows_of(page)[0] == ".##....."


def test_letters_are_heard_wherever_the_focus_is(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    page.get_by_role("button", name="Add a colour").click()
    page.get_by_role("button", name="Zoom in").click()  # it has the focus now
    page.keyboard.press("r")
    page.keyboard.press("2")
    rectangle = page.get_by_role("radio", name="Rectangle outline", exact=True)
    assert rectangle.get_attribute("aria-checked") == "true"
    second = page.get_by_role("radio", name=re.compile("orange"))
    assert second.get_attribute("aria-checked") == "true"
    second.focus()
    page.keyboard.press("1")
    assert second.get_attribute("aria-checked") == "false"
    assert second.evaluate("element => element === document.activeElement")
    name = page.get_by_label("Title")
    name.focus()
    page.keyboard.type("fl")
    assert name.input_value() == "fl"
    assert rectangle.get_attribute("aria-checked") == "true"


def test_a_button_that_waits_says_so(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    answered(page)
    for address in ("ask", "encode", "print"):
        page.route(f"**/api/v1/{address}", lambda _: None)
    for name in ("Repair", "Another solution", "Test play", "Copy link"):
        button = page.get_by_role("button", name=name, exact=True)
        if name == "Copy link":
            choose(page, name, "Link to play")
        else:
            button.click()
        page.locator(f".button[aria-busy=true]:has-text('{name}')").wait_for()
    page.get_by_role("button", name="Print").last.click()
    page.get_by_role("button", name="Save the PDF").click()
    page.locator(".button[aria-busy=true]:has-text('Save the PDF')").wait_for()


WAITS = """() => {
    const { fetch } = window;
    window.fetch = (address, how) => String(address).endsWith("/ask")
        ? Promise.resolve(new Response(new ReadableStream({
            start: (all) =>
                all.enqueue(new TextEncoder().encode("event: waiting\\ndata: {}\\n\\n")),
        })))
        : fetch(address, how);
}"""
"""From now on the server reports that every question waits for a worker."""


def test_a_question_that_waits_for_others_says_so(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    page.evaluate(WAITS)
    stroke(page, (0, 0), (0, 2))
    page.locator(".live").get_by_text("Waiting for other work").wait_for()
    page.get_by_role("link", name="Solve").click()
    page.locator(".side").get_by_text("Waiting for other work").wait_for()


UNDECIDED = """() => {
    const { fetch } = window;
    window.limits = [];
    window.fetch = (address, how) => {
        if (!String(address).endsWith("/ask")) return fetch(address, how);
        const { time_limit, questions } = JSON.parse(how.body);
        const asked = { limit: time_limit, questions, aborted: false };
        window.limits.push(asked);
        how.signal.addEventListener("abort", () => (asked.aborted = true));
        const unknown = JSON.stringify({ verdict: "unknown", reason: "time", solutions: [] });
        const events = questions.map((name) => `event: ${name}\\ndata: ${unknown}\\n\\n`).join("");
        const end = 'event: end\\ndata: {"reason": "time"}\\n\\n';
        return Promise.resolve(new Response(time_limit > 2 ? new ReadableStream() : events + end));
    };
}"""
"""From now on questions stay undecided with a limit of 2 s, and unanswered with a higher one."""


def test_what_is_not_decided_soon_is_unknown_so_far(open_page: OpenPage) -> None:
    """The question is asked again, until the drawing changes."""
    page = editor(open_page, "5x5")
    page.evaluate(UNDECIDED)
    stroke(page, (0, 0), (0, 2))
    page.locator(".live").get_by_text("Unknown so far").wait_for()
    until = "count => limits.length >= count"
    page.wait_for_function(until, arg=2)
    asked = page.evaluate("limits")
    assert [one["limit"] for one in asked] == [2, 12]
    assert asked[0]["questions"] == asked[1]["questions"] == ["check", "ambiguous"]
    assert not asked[1]["aborted"]
    stroke(page, (1, 0), (1, 2))
    page.wait_for_function(until, arg=4)
    assert page.evaluate("limits[1].aborted")


def test_fingers_draw_and_handles_resize(open_page: OpenPage) -> None:
    page = editor(open_page, "6x6", viewport={"width": 700, "height": 800}, has_touch=True)
    fingers = Fingers(page)
    touch = fingers.touch
    touch("touchStart", centre(page, 1, 1))
    for column in (2, 3, 4):
        touch("touchMove", centre(page, 1, column))
    touch("touchEnd")
    assert rows_of(page)[1] == ".####."
    # A resting finger erases.
    fingers.stay(True)
    touch("touchStart", centre(page, 1, 1))
    expect(cell(page, 1, 1)).to_have_attribute("aria-label", re.compile("empty"))
    touch("touchMove", centre(page, 1, 2))
    touch("touchEnd")
    assert rows_of(page)[1] == "...##."
    fingers.stay(False)
    session = page.context.new_cdp_session(page)
    pen = {"button": "left", "buttons": 1, "pointerType": "pen", "clickCount": 1}
    for kind, column in (("Pressed", 1), ("Moved", 2), ("Released", 2)):
        x, y = centre(page, 4, column)
        session.send("Input.dispatchMouseEvent", {"type": f"mouse{kind}", "x": x, "y": y, **pen})
    assert rows_of(page)[4] == ".##..."
    page.get_by_role("button", name="Undo").click()
    # Two fingers draw nothing.
    touch("touchStart", centre(page, 3, 3))
    touch("touchStart", centre(page, 3, 3), centre(page, 4, 4))
    touch("touchMove", centre(page, 3, 1), centre(page, 4, 5))
    touch("touchEnd")
    assert "".join(rows_of(page)).count("#") == 2

    def drag(name: str, right: int, down: int, *, alt: bool = False) -> None:
        handle = box(page.get_by_role("button", name=f"Resize: {name}", exact=True))
        size = box(cell(page, 0, 0))
        x, y = handle["x"] + 13, handle["y"] + 13
        page.mouse.move(x, y)
        page.mouse.down()
        if alt:
            page.keyboard.down("Alt")
        page.mouse.move(x + right * size["width"], y + down * size["height"], steps=3)
        assert page.locator(".size-label").is_visible()
        page.mouse.up()
        if alt:
            page.keyboard.up("Alt")

    page.get_by_role("button", name="Whole board").click()
    drag("left side", -1, 0)
    assert [len(rows_of(page)[1]), rows_of(page)[1]] == [7, "....##."]
    drag("top right corner", -1, 1)
    assert rows_of(page)[0] == "....##"
    drag("bottom side", 0, 2, alt=True)
    assert [len(rows_of(page)), rows_of(page)[2]] == [9, "....##"]


def test_colours_are_drawn_changed_and_in_the_address(open_page: OpenPage) -> None:
    page = editor(open_page, "4x3")
    stroke(page, (0, 0), (0, 3))
    page.get_by_role("button", name="Add a colour").click()
    stroke(page, (1, 0), (1, 2))
    picked(page, "Empty")
    stroke(page, (0, 0))
    page.locator("input[type=color]").evaluate(
        "e => { e.value = '#ffffcc'; e.dispatchEvent(new Event('change')); }"
    )
    answered(page)
    other = open_page(addressed(page, "colors.background === '#ffffcc'"))
    answered(other)
    labels = other.locator("[role=gridcell]").evaluate_all(
        "cells => cells.map(c => c.getAttribute('aria-label').split('. ')[0].split(': ')[1])"
    )
    assert labels[:6] == ["empty", "black", "black", "black", "orange", "orange"]
    assert other.locator("input[type=color]").count() == 1
    picked(other, "Empty")
    assert other.locator("input[type=color]").input_value() == "#ffffcc"
    other.keyboard.press("Tab")
    other.get_by_role("radio", name=re.compile("black")).click()
    other.get_by_role("button", name="Remove this colour").click()
    assert answered(other) == "unique"
    assert other.get_by_role("radio", name=re.compile("black")).count() == 0


EARLIER = {
    "runs": ("#editor=LrUjQ", ["#####"] * 5),
    "a bit for each cell": ("#editor=BnMug", [".#.", "###", ".#."]),
    "raw": ("?width=5&height=5&raw=RFRFB", list(CROSS)),
    "raw with a plus": ("?width=8&height=12&raw=AA%2Bf%2BfmBmB8A8AAA", None),
    "unknown cells": ("#editor=LrWDQ", ["....."] * 5),
    "nothing that can be read": ("#editor=Rubbish", ["." * 15] * 15),
}


@pytest.mark.parametrize("name", EARLIER)
def test_links_of_both_earlier_pages(open_page: OpenPage, name: str) -> None:
    link, rows = EARLIER[name]
    page = open_page(link)
    answered(page)
    shown = rows_of(page)
    if rows is None:
        code = link.partition("raw=")[2]
        rows = nonosat.decode_grid(f"?width=8&height=12&raw={code}").text_rows()
    assert shown == rows
    unreadable = page.get_by_text("damaged or incomplete").count()
    assert unreadable == (name == "nothing that can be read")


def test_the_address_follows_and_reload_and_back_work(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    draw(page, (".#.", "###", ".#."))
    page.get_by_label("Title").fill("Plus & <b>more</b>")
    page.get_by_label("Title").press("Tab")
    page.wait_for_url(re.compile("name=Plus"))
    fields = fields_of(page)
    assert nonosat.decode_grid(fields["editor"]).text_rows()[0] == ".#..."
    assert fields["name"] == "Plus & <b>more</b>"
    icon = page.locator("link[rel=icon]").get_attribute("href") or ""
    assert icon.startswith("data:image/png")
    page.reload()
    answered(page)
    assert rows_of(page)[:3] == [".#...", "###..", ".#..."]
    assert page.get_by_label("Title").input_value() == "Plus & <b>more</b>"
    assert page.locator("b").count() == 0
    page.goto(page.url.partition("#")[0] + "#editor=LrUjQ")
    answered(page)
    assert rows_of(page) == ["#####"] * 5
    page.go_back()
    answered(page)
    assert rows_of(page)[0] == ".#..."


@pytest.mark.gate
def test_a_link_right_after_a_stroke_takes_it_along(open_page: OpenPage) -> None:
    page = editor(open_page, "5x5")
    page.wait_for_url(re.compile("editor="))
    draw(page, (".#.", "###", ".#."))
    page.get_by_role("link", name="Solve").click()
    page.wait_for_url(re.compile("page=solve"))
    assert nonosat.decode_grid(fields_of(page)["editor"]).text_rows()[1] == "###.."
    page.go_back()
    answered(page)
    assert rows_of(page)[1] == "###.."
    page.get_by_role("button", name="Undo").click()  # also earlier changes
    assert rows_of(page)[2] == "....."


@pytest.mark.both
def test_typed_clues_are_checked_and_solved(open_page: OpenPage) -> None:
    puzzle = nonosat.load(FOX)
    solution = nonosat.solve(puzzle).solutions[0]

    def text(clues: Any) -> str:
        return "\n".join(" ".join(str(length) for length, _ in clue) or "0" for clue in clues)

    page = typing(open_page, "3 x\n1 1\n0 2", "\n2")
    rows, columns = typed(page, "Rows"), typed(page, "Columns")
    page.get_by_text("clues have a mistake").wait_for()
    page.wait_for_url(lambda url: '"c":"\\n2"' in unquote_plus(url))  # it has both texts
    draft = open_page(hash_of(page.url))
    draft.get_by_text("clues have a mistake").wait_for()
    assert typed(draft, "Rows").input_value() == "3 x\n1 1\n0 2"
    assert "“x” is not a number" in page.locator(".numbered .bad").first.inner_text()
    for line in page.locator(".numbered").all():  # the fault is shown beside the text, not over it
        area, notes = box(line.locator("textarea")), box(line.locator(".notes"))
        assert area["width"] >= 90
        assert area["x"] + area["width"] <= notes["x"]
    rows.fill(text(puzzle.rows))
    columns.fill(text(puzzle.columns))
    assert answered(page) == "unique"
    total = sum(length for clue in puzzle.rows for length, _ in clue or ())
    assert f"{total} in rows, {total} in columns" in page.locator(".sums").inner_text()
    page.wait_for_url(re.compile("code="))
    assert nonosat.decode(fields_of(page)["code"]).rows == puzzle.rows

    again = open_page(hash_of(page.url))
    assert answered(again) == "unique"
    again.get_by_role("button", name="Draw the solution").click()
    answered(again)
    assert rows_of(again) == solution.text_rows()

    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("page=play&code="))
    page.go_back()
    answered(page)
    rows.fill("?\n" + text(puzzle.rows).partition("\n")[2])
    answered(page)
    assert "missing" in page.locator(".numbered .notes").first.inner_text()


@pytest.mark.gate
@pytest.mark.both
def test_a_mistyped_number_is_found(open_page: OpenPage) -> None:
    page = typing(open_page, "3\n1\n1", "3\n2\n1")
    page.get_by_text("a number is wrong").wait_for()
    assert "5 cells in rows, 6 in columns" in page.locator(".sums").inner_text()
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="R2: 1 → 2 (unique)").click()
    assert answered(page) == "unique"
    assert typed(page, "Rows").input_value() == "3\n2\n1"


def test_two_mistyped_numbers_are_found(open_page: OpenPage) -> None:
    page = typing(open_page, "1 1\n6\n5\n3\n1", "2\n4\n5\n4\n2")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_text("More than one number is wrong, or whole lines").wait_for()
    page.get_by_role("button", name="R2: 6 → 5; C3: 5 → 4 (unique)").click()
    assert answered(page) == "unique"
    assert typed(page, "Rows").input_value() == "1 1\n5\n5\n3\n1"
    assert typed(page, "Columns").input_value() == "2\n4\n4\n4\n2"


def test_corrections_are_in_view_on_a_telephone(open_page: OpenPage) -> None:
    """And the verdict again, once one is taken."""
    rows, columns = "0\n1 2\n1 2\n1\n2", "2\n1\n1 1\n2\n1"  # fifteen corrections
    page = typing(open_page, rows, columns, viewport={"width": 390, "height": 780})
    page.get_by_text("a number is wrong").wait_for()
    side = page.locator(".side")

    def shown(element: Locator) -> bool:
        inner, outer = box(element), box(side)
        below, above = inner["y"] + inner["height"], outer["y"] + outer["height"]
        return outer["y"] - 1 <= inner["y"] and below <= above + 1

    # not by the mouse, which scrolls to the button
    page.get_by_role("button", name="Find the mistake").evaluate("(button) => button.click()")
    proposals = page.locator(".live ol").get_by_role("button")
    expect(proposals).to_have_count(15)
    assert shown(page.get_by_text("Each of these corrections"))
    assert shown(proposals.first)
    last = page.get_by_role("button", name="C1: 2 → 2 1 (unique)")
    last.click()
    assert answered(page) == "unique"
    assert shown(page.locator(".live .verdict"))


def test_a_forgotten_space_and_a_forgotten_line_are_found(open_page: OpenPage) -> None:
    page = typing(open_page, "1\n11\n3", "2\n1 1\n2")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="R2: 11 → 1 1 (unique)").click()
    assert answered(page) == "unique"
    assert typed(page, "Rows").input_value() == "1\n1 1\n3"
    typed(page, "Rows").fill("1 1\n5\n3\n1")
    typed(page, "Columns").fill("2\n4\n4\n4\n2")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_text("a change of whole lines does").wait_for()
    page.get_by_role("button", name="Add R2: 5 (unique)").click()
    assert answered(page) == "unique"
    assert typed(page, "Rows").input_value() == "1 1\n5\n5\n3\n1"


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (["1", "2", "0", "0", "6", "8", "6 1", "6 1", "8", "8", "4"], "Remove R10: 8"),
        (["1", "2", "0", "0", "8", "6", "6 1", "6 1", "8", "4"], "Exchange R5 and R6"),
        (["1", "2", "0", "0", "6", "8", "6 1 6 1", "8", "4"], "Split R7 into R7 and R8: 6 1 / 6 1"),
    ],
)
def test_slips_with_whole_lines_are_corrected(
    open_page: OpenPage, rows: list[str], name: str
) -> None:
    columns = ["0", "5", "6", "6", "2 6", "1 6", "5", "1 1", "4", "0"]
    page = typing(open_page, "\n".join(rows), "\n".join(columns))
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name=f"{name} (unique)").click()
    assert answered(page) == "unique"
    assert typed(page, "Rows").input_value() == "1\n2\n0\n0\n6\n8\n6 1\n6 1\n8\n4"


def test_lines_that_contradict_each_other_are_named(open_page: OpenPage) -> None:
    page = typing(open_page, "3\n0\n0", "1\n0\n2")
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_text("R1 and C2 contradict each other: compare these with your paper").wait_for()


@pytest.mark.gate
@pytest.mark.both
def test_a_picture_is_imported_with_a_live_threshold(open_page: OpenPage) -> None:
    from PIL import Image

    image = Image.new("L", (40, 40), 255)
    image.paste(180, (0, 0, 40, 20))
    image.paste(60, (10, 0, 20, 40))
    data = io.BytesIO()
    image.save(data, "PNG")
    page = editor(open_page)
    bring(page, "x.png", data.getvalue())
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(re.compile("^4 . 4")).wait_for()  # read exactly
    assert dialog.get_by_label("Threshold").is_hidden()  # two greys are colours
    for name, value in (("Colours", 1), ("Threshold", 100), ("Width", 8), ("Height", 8)):
        dialog.get_by_label(name).fill(str(value))
    dialog.get_by_text(re.compile("8 . 8")).wait_for()
    dialog.get_by_role("button", name="Use this picture").click()
    answered(page)
    assert rows_of(page) == ["..##...."] * 8


SENT = """() => {
    window.sent = [];
    const { fetch } = window;
    window.fetch = async (address, how) => {
        if (String(address).includes("from-image")) {
            const { width, height } = await createImageBitmap(how.body);
            window.sent.push([width, height, how.body.size]);
        }
        return fetch(address, how);
    };
}"""
"""Notes the pixels and bytes of the photos that the page sends."""
SLIDES = """(slider) => {
    for (let value = 10; value <= 20; value++) {
        slider.value = String(value);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
}"""
"""A slider that moves without a pause, on machines of any speed."""


def test_a_photo_of_a_telephone_is_shrunk_and_upright(open_page: OpenPage) -> None:
    """52 million pixels, marked as rotated by the camera; the sent photo is small."""
    from PIL import Image

    image = Image.new("L", (8320, 6240), 255)
    image.paste(0, (0, 0, 2080, 6240))  # a quarter: at the top of the upright photo
    exif = Image.Exif()
    exif[0x0112] = 6  # to be rotated clockwise
    data = io.BytesIO()
    image.save(data, "JPEG", exif=exif, quality=90)
    page = editor(open_page, ignore=("status of 4",))  # the first value gives one colour
    page.evaluate(SENT)
    bring(page, "p.jpeg", data.getvalue())
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(re.compile("23 . 30")).wait_for()
    asked = page.evaluate("sent.length")
    dialog.get_by_label("Height").evaluate(SLIDES)
    dialog.get_by_text(re.compile("23 . 20")).wait_for()
    sent = page.evaluate("sent")
    assert (asked, len(sent)) == (1, 3)  # the first value, and the last
    assert sent[0][:2] == [368, 480]
    assert sent[2][:2] == [368, 320]
    assert all(bytes_ < 100_000 for *_, bytes_ in sent)
    dialog.get_by_role("button", name="Use this picture").click()
    answered(page)
    assert rows_of(page) == ["#" * 23] * 2 + ["." * 23] * 18  # the middle of the photo


@pytest.mark.gate
@pytest.mark.both
def test_a_picture_that_nobody_can_read_says_so(open_page: OpenPage) -> None:
    page = editor(open_page, ignore=("status of 4",))
    bring(page, "p.heic", b"ftypheic")
    page.get_by_role("dialog").get_by_text("not an image that can be read").wait_for()


@pytest.mark.gate
@pytest.mark.both
def test_saved_in_a_format_and_printed(open_page: OpenPage) -> None:
    page = open_page("#editor=BnMug&name=Plus")
    answered(page)
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(".non: plain text").check()
    assert dialog.get_by_role("radio").count() == 5
    file = saved(dialog.get_by_role("button", name="Save as a file"))
    assert file.suggested_filename == "Plus.non"
    puzzle = nonosat.load(file.path(), format="non")
    assert puzzle.title == "Plus"
    assert puzzle.goal is not None
    assert puzzle.goal.text_rows() == [".#.", "###", ".#."]
    page.get_by_role("button", name="Print").last.click()
    page.wait_for_url(re.compile("page=print"))


def test_saved_in_the_library(new_page: OpenPage, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "Plus.json").write_text("not to be lost")
    with serving(str(folder)) as server:
        page = new_page(errors=True)
        page.goto(server.address + "#editor=BnMug&name=Plus")
        answered(page)
        page.get_by_role("button", name="Save", exact=True).click()
        dialog = page.get_by_role("dialog")
        name = dialog.get_by_label("File name")
        assert name.input_value() == "Plus"
        assert "In the folder mine." in dialog.inner_text()
        name.press("Enter")
        dialog.get_by_text("Plus.json exists").wait_for()
        assert (folder / "Plus.json").read_text() == "not to be lost"
        dialog.get_by_role("button", name="Replace it").click()
        page.get_by_text("Saved as Plus.json in mine").wait_for()
        goal = nonosat.load(folder / "Plus.json").goal
        assert goal is not None
        assert goal.text_rows() == [".#.", "###", ".#."]

        page.get_by_role("button", name="Save", exact=True).click()
        name.fill("A cup")
        full = {"error": {"kind": "request", "message": "A-cup.json cannot be written: no space"}}
        page.route("**/api/v1/puzzles", lambda route: route.fulfill(status=507, json=full))
        dialog.get_by_role("button", name="Save in the library").click()
        dialog.get_by_text("cannot be written: no space").wait_for()
        assert dialog.get_by_role("button", name="Replace it").count() == 0
        page.unroute("**/api/v1/puzzles")
        dialog.get_by_role("button", name="Save in the library").click()
        page.get_by_text("Saved as A-cup.json").wait_for()
        assert sorted(path.name for path in folder.iterdir()) == ["A-cup.json", "Plus.json"]


def test_where_nothing_can_be_saved_the_dialog_says_so(new_page: OpenPage, tmp_path: Path) -> None:
    with serving(str(tmp_path), "--read-only") as server:
        page = new_page()
        page.goto(server.address + "#editor=BnMug&name=Plus")
        answered(page)
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_role("dialog").get_by_text("This server cannot save puzzles").wait_for()
        assert page.get_by_label("File name").count() == 0


def public(page: Page, address: str) -> None:
    """The server is started with an address for links."""

    def named(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "site": address})

    page.route("**/api/v1/status", named)


def test_copied_link_opens_in_a_fresh_profile(open_page: OpenPage) -> None:
    page = open_page("#editor=BnMug&name=Plus", permissions=["clipboard-read", "clipboard-write"])
    answered(page)
    public(page, "https://nono.example/page/")
    choose(page, "Copy link", "Link to play")
    page.get_by_text("Copied").wait_for()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.startswith("https://nono.example/page/#code=")
    puzzle = nonosat.decode(address)
    assert [len(line) for line in puzzle.rows if line is not None] == [1, 1, 1]
    choose(page, "Copy link", "Link to this drawing")
    until(page, "navigator.clipboard.readText().then((text) => text.includes('page=edit'))")
    other = open_page(hash_of(page.evaluate("navigator.clipboard.readText()")))
    answered(other)
    assert rows_of(other) == [".#.", "###", ".#."]


def test_without_an_address_for_links_the_puzzle_itself_is_offered(open_page: OpenPage) -> None:
    """A past bug: a link to 127.0.0.1 was copied, and "Copied" said."""
    page = open_page("#editor=BnMug&name=Plus", permissions=["clipboard-read", "clipboard-write"])
    answered(page)
    page.evaluate("navigator.clipboard.writeText('before')")
    choose(page, "Copy link", "Link to play")
    box = page.get_by_role("dialog", name="Send this puzzle")
    box.get_by_text("Only this device can open this page").wait_for()
    box.get_by_role("img", name="QR code").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "before"
    box.get_by_role("button", name="Copy the code").click()
    page.get_by_text("Copied").wait_for()
    clues = nonosat.decode(page.evaluate("navigator.clipboard.readText()"))
    assert clues.goal is None
    assert [len(row or ()) for row in clues.rows] == [1, 1, 1]
    with page.expect_download() as download:
        box.get_by_role("button", name="Save as a file").click()
    assert nonosat.load(download.value.path()).goal is None
    box.get_by_label("With the picture").check()
    until(page, "document.querySelector('dialog code')?.textContent === 'BnMug'")
    with page.expect_download() as download:
        box.get_by_role("button", name="Save as a file").click()
    assert nonosat.load(download.value.path()).goal is not None
    assert faults(page) == []


def test_title_and_author_stay_with_a_drawing(open_page: OpenPage) -> None:
    """A past bug: other pages lost the author, and then the drawing was kept twice."""
    page = editor(open_page, "5x5")
    draw(page, CROSS)
    page.get_by_label("Title").fill("Crossing")
    page.get_by_label("Author").fill("Ada")
    page.get_by_label("Author").press("Tab")
    answered(page)
    pages = page.get_by_role("navigation", name="Pages")
    for name in ("About", "Print", "Solve"):
        pages.get_by_role("link", name=name).click()
        page.wait_for_url(re.compile(f"page={name.lower()}.*author=Ada"))
        page.locator("h1").wait_for()
    pages.get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Author")).to_have_value("Ada")
    draw(page, ("#....", ".....", ".....", ".....", "....."))
    answered(page)
    page.get_by_role("link", name="nonosat").first.click()
    expect(page.locator(".tile", has_text="Crossing")).to_have_count(1)


def test_ctrl_p_goes_to_the_sheets(open_page: OpenPage) -> None:
    page = open_page("#editor=BnMug&name=Plus")
    answered(page)
    page.keyboard.press("Control+p")
    page.wait_for_url(re.compile("page=print"))


def test_drawn_ambiguous_repaired_played_with_hints_and_shared(open_page: OpenPage) -> None:
    """The whole way: from an empty page to another person who opens the link."""
    page = editor(open_page, "5x5", permissions=["clipboard-read", "clipboard-write"])
    draw(page, CROSS)
    assert answered(page) == "multiple"
    page.get_by_role("button", name="Repair").click()
    page.get_by_role("button", name="Change 2 cells").first.click()
    assert answered(page) == "unique"
    solution = rows_of(page)
    page.get_by_label("Title").fill("Crossing")
    page.get_by_label("Title").press("Tab")
    public(page, "https://nono.example/page/")
    choose(page, "Copy link", "Link to play")
    page.get_by_text("Copied").wait_for()
    address = page.evaluate("navigator.clipboard.readText()")

    page.get_by_role("button", name="Test play").click()
    page.wait_for_url(re.compile("page=play"))
    cell(page, 0, 0).wait_for()
    for row, column in filled(solution)[:2]:
        page.get_by_role("button", name="Hint", exact=True).click()
        page.get_by_text("Look here").wait_for()
        page.mouse.click(*centre(page, row, column))  # removes the hint
    for row, column in filled(solution)[2:]:
        page.mouse.click(*centre(page, row, column))
    page.get_by_role("dialog").get_by_text("Solved").wait_for()
    page.get_by_role("dialog").get_by_role("button").last.click()
    page.get_by_role("link", name="Back to the editor").click()
    answered(page)
    assert rows_of(page) == solution

    other = open_page(hash_of(address))
    cell(other, 0, 0).wait_for()
    assert other.get_by_text("Crossing").count() > 0
    for row, column in filled(solution):
        other.mouse.click(*centre(other, row, column))
    other.get_by_role("dialog").get_by_text("Solved").wait_for()


def filled(rows: list[str]) -> list[tuple[int, int]]:
    """The filled cells."""
    return [(y, x) for y, row in enumerate(rows) for x, value in enumerate(row) if value == "#"]


@pytest.mark.both
def test_a_large_picture_in_six_colours(open_page: OpenPage) -> None:
    """The page writes its code into the address and reads it back."""
    page = editor(open_page, "60x60")

    def place(row: int, column: int) -> tuple[float, float]:
        board = box(page.locator(".board .window"))
        side = board["width"] / 60
        return board["x"] + (column + 0.5) * side, board["y"] + (row + 0.5) * side

    for _ in range(5):
        page.get_by_role("button", name="Add a colour").click()
    picked(page, "Filled rectangle")
    for number in range(6):
        page.locator(".palette [role=radio]").nth(1 + number).click()
        page.mouse.move(*place(10 * number, 2 * number))
        page.mouse.down()
        page.mouse.move(*place(10 * number + 8, 59 - 3 * number))
        page.mouse.up()
    assert answered(page) == "unique"
    other = open_page(addressed(page, "picture.cells.includes(6)"), ignore=("status of 422",))
    assert answered(other) == "unique"
    assert other.locator(".palette [role=radio]").count() == 7
    other.get_by_role("button", name="Save", exact=True).click()
    dialog = other.get_by_role("dialog")
    dialog.get_by_label("Another format").check()
    dialog.get_by_label("Format", exact=True).select_option("spoj")
    dialog.get_by_role("button", name="Save as a file").click()
    dialog.get_by_text("colours").last.wait_for()  # why this format cannot hold it
    dialog.get_by_label("JSON").check()
    file = saved(dialog.get_by_role("button", name="Save as a file"))
    puzzle = nonosat.load(file.path(), format="json")
    clues = [[(block.length, block.color) for block in clue or ()] for clue in puzzle.rows[::10]]
    assert clues == [[(60 - 5 * number, number + 1)] for number in range(6)]


@pytest.mark.gate
def test_dropped_and_pasted_files(open_page: OpenPage) -> None:
    page = editor(open_page)
    drop = """([name, type, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name, { type }));
        const target = document.querySelector('.board');
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }"""
    page.evaluate(drop, ["x.non", "", FOX.read_text()])
    cell(page, 19, 19).wait_for(state="attached")
    answered(page)
    goal = nonosat.load(FOX).goal
    assert goal is not None
    assert rows_of(page) == goal.text_rows()
    assert page.get_by_label("Title").input_value() == "Fox"
    page.evaluate(drop, ["x.txt", "text/plain", "no puzzle at all"])
    page.locator(".toast.error").wait_for()
    assert rows_of(page) == goal.text_rows()
    wrong = 'rows: [["1r","1b"],["1b"]]\ncolumns: [["1r"],["1b"]]'
    page.evaluate(drop, ["wrong.txt", "text/plain", wrong])
    page.get_by_role("button", name="Correct the clues").click()
    assert typed(page, "Rows").input_value() == "1r 1b\n1b"
    page.get_by_role("button", name="Find the mistake").click()
    page.get_by_role("button", name="C2: 1b → 2b (unique)").click()
    assert answered(page) == "unique"
    picked(page, "Draw a picture")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    assert rows_of(page) == goal.text_rows()
    clues = "rows\n1\n2\n\ncolumns\n2\n1\n"
    page.evaluate(drop, ["clues.non", "", f"width 2\nheight 2\n{clues}"])
    page.get_by_role("button", name="Draw the solution").click()
    answered(page)
    assert rows_of(page) == ["#.", "##"]


def test_only_the_solution_of_these_clues_is_offered(open_page: OpenPage) -> None:
    """While new clues wait for answers, old answers are shown, but not the old solution."""
    page = editor(open_page)
    offered = page.evaluate(
        """async () => {
            const { Live } = await import("./pages/editor_live.js");
            const live = new Live({});
            const [before, now] = [{ picture: null }, { picture: null }];
            live.found = { check: { verdict: "unique", solutions: [["#"]] } };
            return [before, now].map((asked) => {
                [live.asked, live.about] = [now, asked];
                live.draw("asking");
                return live.actions.textContent.trim();
            });
        }"""
    )
    assert offered == ["", "Draw the solution"]


STROKE = """() => addEventListener("pointerup", () => {
    performance.clearMarks();
    performance.mark("stroke");
}, true)"""
"""The time of an answer counts from the end of the last stroke."""


@pytest.mark.timing
def test_answers_are_there_soon_after_a_stroke(open_page: OpenPage) -> None:
    """On a quiet machine the median is below 100 and 500 milliseconds (docs/experiments.md)."""
    random = Random(1)
    picture = Grid("\n".join("".join(random.choices("#.", (55, 45), k=30)) for _ in range(30)))
    code = nonosat.encode(picture, "image")
    page = open_page(f"#{urlencode({'editor': code})}", viewport={"width": 1400, "height": 1000})
    answered(page)
    verdicts, cells = [], []
    page.evaluate(STROKE)
    for number in range(12):
        stroke(page, (number, 3), (number, 9))
        answered(page)
        marks = page.evaluate(
            "performance.getEntriesByType('mark').map(m => [m.name, m.startTime])"
        )
        times = dict(marks)
        verdicts.append(times["answer.check"] - times["stroke"])
        cells.append(times["answer.ambiguous"] - times["stroke"])
    print(sorted(verdicts), sorted(cells))
    assert statistics.median(verdicts) < 400
    assert statistics.median(cells) < 2000
