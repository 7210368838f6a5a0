"""The player in Chromium: mouse, fingers, keys, accessibility tree, hints, undo, progress."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from accessible import faults
from fingers import Fingers
from playwright.sync_api import Error, expect

from nonosat import UNKNOWN, Grid, Puzzle, load, solve
from tests.support.chromium import until
from tests.support.places import ROOT
from tests.support.playing import Board, box, choose, keeps, kept, link, still

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

HEART = Puzzle.from_grid(Grid(".#.#.\n#####\n#####\n.###.\n..#.."))
OPEN = "?????\n" * 5
DATA = ROOT / "data"
NewPage = Callable[..., "Page"]


def play(page: Page, server: str, puzzle: Puzzle, **fields: str) -> Board:
    page.goto(link(server, puzzle, **fields))
    return Board(page)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of the usual size."""
    return new_page()


@pytest.fixture
def board(page: Page, server: str) -> Board:
    """The board of the heart."""
    return play(page, server, HEART)


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def tool(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()


@pytest.mark.gate
def test_mouse_to_the_end(server: str, page: Page) -> None:
    board = play(page, server, HEART, name="Heart")
    board.drag((1, 0), (2, 2), (1, 4), hold=True)  # the stroke stays in its line
    badge = page.locator(".badge")
    expect(badge).to_have_text("5")
    page.mouse.up()
    expect(badge).to_be_hidden()
    board.expect(OPEN[:6] + "#####\n" + OPEN[12:])
    assert board.line("R2") == "Row 2: 5, done"
    assert board.line("C1") == "Column 1: 2"
    board.drag((2, 0), (2, 4))
    board.drag((3, 1), (3, 3))
    board.drag((0, 1))
    board.drag((0, 3))
    assert board.line("R1") == "Row 1: 1 1, done"
    # Only a click on the clue of a finished line crosses its other cells.
    x, y = board.at(0, 0)
    width = board.at(0, 1)[0] - x
    page.mouse.click(x - width, y)
    page.mouse.click(x - width, board.at(4, 0)[1])
    board.expect(".#.#.\n#####\n#####\n?###?\n?????")
    assert not page.get_by_role("dialog").count()
    board.drag((4, 2))
    page.get_by_role("dialog", name="Solved").wait_for()
    assert page.get_by_role("img", name="The picture: Heart").is_visible()
    page.get_by_role("button", name="Look at the board").click()
    board.expect(".#.#.\n#####\n#####\n.###.\n..#..")
    board.drag((0, 0), (0, 4))  # only read
    board.expect(".#.#.\n#####\n#####\n.###.\n..#..")
    assert [entry["state"] for entry in kept(page).values()] == [2]
    page.reload()
    board = Board(page)
    assert page.get_by_role("heading", name="Solved").is_visible()
    assert not page.get_by_role("dialog").count()
    page.get_by_role("button", name="Start again").click()
    board.expect(OPEN)


@pytest.mark.gate
def test_a_wrong_line_is_shown_and_nothing_is_greyed_without_certainty(
    server: str, page: Page
) -> None:
    board = play(page, server, Puzzle([[1, 1]], [[1], None, None, None, None]))
    board.drag((0, 2))
    assert board.line("R1") == "Row 1: 1 1"
    board.drag((0, 3))
    assert board.line("R1") == "Row 1: 1 1"  # nothing that was not asked for
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitemcheckbox", name="Check while I play").click()
    assert board.line("R1") == "Row 1: 1 1, wrong"


def test_buttons_of_the_mouse_and_modes(page: Page, board: Board) -> None:
    board.drag((0, 0), (0, 4), button="right")
    board.expect("....." + OPEN[5:])
    board.drag((1, 1), (0, 1))  # over a cross: it stays
    board.expect(".....\n?#???\n" + OPEN[12:])
    page.keyboard.down("Alt")
    board.drag((4, 0))
    page.keyboard.up("Alt")
    tool(page, "Cross out")
    board.drag((4, 4))
    board.drag((4, 2), button="right")
    board.expect(".....\n?#???\n?????\n?????\n.?#?.")
    tool(page, "Note that a cell may be filled")
    board.drag((2, 0), (2, 2))
    board.drag((2, 1))
    board.expect(".....\n?#???\n:?:??\n?????\n.?#?.")
    tool(page, "Fill")
    board.drag((2, 0), (2, 1))
    board.expect(".....\n?#???\n##:??\n?????\n.?#?.")
    tool(page, "Move the board")
    board.drag((3, 0), (3, 4))
    board.expect(".....\n?#???\n##:??\n?????\n.?#?.")


def test_ways_back(page: Page, board: Board) -> None:
    undo = page.get_by_role("toolbar").get_by_role("button", name="Undo")
    redo = page.get_by_role("button", name="Redo")
    assert undo.is_disabled()
    board.drag((1, 0), (1, 4))
    board.drag((2, 0), (2, 4))
    one, two = "?????\n#####\n" + OPEN[12:], "?????\n#####\n#####\n?????\n?????"
    board.expect(two)
    undo.click()
    board.expect(one)
    page.keyboard.press("Control+z")
    board.expect(OPEN)
    assert undo.is_disabled()
    redo.click()
    page.keyboard.press("Control+Shift+z")
    board.expect(two)
    assert redo.is_disabled()
    choose(page, "Menu", "Clear the board")
    board.expect(OPEN)
    undo.click()
    board.expect(two)
    choose(page, "Try something", "Try from here")
    board.drag((0, 0), (0, 4))
    assert page.get_by_text("Trying: 5 cells have changed").is_visible()
    page.get_by_role("button", name="Go back").click()
    board.expect(two)
    undo.click()
    board.expect("#####\n#####\n#####\n?????\n?????")
    page.get_by_role("button", name="Keep what you tried").click()
    assert page.get_by_text("Trying:").is_hidden()
    undo.click()
    assert page.get_by_text("Trying: 5 cells have changed").is_visible()


@pytest.mark.gate
def test_keys_alone(server: str, page: Page) -> None:
    play(page, server, HEART, name="Heart")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    board = Board(page)
    press(page, "ArrowDown Space")
    page.keyboard.down("Shift")
    press(page, "ArrowRight ArrowRight ArrowRight ArrowRight")
    page.keyboard.up("Shift")
    board.expect("?????\n#####\n" + OPEN[12:])
    press(page, "Control+z")
    board.expect("?????\n#????\n" + OPEN[12:])  # the cell of Space, and the stroke after it
    press(page, "Control+y Home ArrowDown Enter Shift+ArrowRight Shift+ArrowRight")
    press(page, "Shift+ArrowRight Shift+ArrowRight ArrowDown x n Delete Home x")
    board.expect("?????\n#####\n#####\n.????\n?????")
    press(page, "ArrowRight f Shift+ArrowRight Shift+ArrowRight c")
    board.expect("?????\n#####\n#####\n.###.\n?????")
    press(page, "t ArrowDown f b")
    board.expect("?????\n#####\n#####\n.###.\n?????")
    press(page, "?")
    page.get_by_role("dialog", name="Keys and gestures").wait_for()
    press(page, "Escape Control+Home ArrowRight f ArrowRight m Space m m ArrowRight Space c")
    board.expect(".#.#.\n#####\n#####\n.###.\n???.?")  # row 1 and column 4 are done
    press(page, "u r h")
    page.get_by_role("heading", name="Look here").wait_for()
    press(page, "h h")
    page.get_by_role("heading", name="Reason").wait_for()
    press(page, "Control+End ArrowLeft ArrowLeft Space")
    page.get_by_role("dialog", name="Solved").wait_for()
    press(page, "Escape")
    assert page.get_by_role("dialog").count() == 0


def test_a_stroke_of_the_keys_turns(page: Page, board: Board) -> None:
    board.drag((0, 0))
    press(page, "Shift+ArrowRight Shift+ArrowRight Shift+ArrowDown Shift+ArrowDown")
    board.expect("###??\n??#??\n??#??\n?????\n?????")
    press(page, "ArrowUp Delete Shift+ArrowUp Shift+ArrowLeft")
    board.expect("#????\n?????\n??#??\n?????\n?????")


def test_fingers(server: str, new_page: NewPage) -> None:
    page = new_page(390, 780, has_touch=True, is_mobile=True)
    board = play(page, server, HEART)
    fingers = Fingers(page)
    touch = fingers.touch

    def stroke(*cells: tuple[int, int], long: bool = False) -> None:
        fingers.stay(long)
        touch("touchStart", board.at(*cells[0]))
        if long:
            crossed = board.cell(*cells[0])
            expect(crossed).to_have_attribute("aria-label", re.compile(": empty"))
        for cell in cells[1:]:
            touch("touchMove", board.at(*cell))
        touch("touchEnd")

    stroke((1, 0), (1, 2), (1, 4))
    stroke((2, 2))
    board.expect("?????\n#####\n??#??\n?????\n?????")
    stroke((0, 0), long=True)
    stroke((4, 0), (4, 1), long=True)
    board.expect(".????\n#####\n??#??\n?????\n..???")
    tool(page, "Cross out")
    stroke((4, 4))
    board.expect(".????\n#####\n??#??\n?????\n..??.")
    # Two fingers zoom, and do not change cells; then the hand moves the board.
    before = box(board.cell(0, 0))
    one, two = board.at(2, 2), board.at(2, 3)
    touch("touchStart", one)
    touch("touchStart", one, two)
    for step in range(1, 9):
        touch("touchMove", (one[0] - 8 * step, one[1]), (two[0] + 8 * step, two[1]))
    touch("touchEnd")
    board.expect(".????\n#####\n??#??\n?????\n..??.")
    after = box(board.cell(0, 0))
    assert after["width"] > 1.2 * before["width"]
    tool(page, "Move the board")
    stroke((2, 2), (2, 3))
    moved = box(board.cell(0, 0))
    assert moved["x"] > after["x"]
    board.expect(".????\n#####\n??#??\n?????\n..??.")


def test_clues_stay_in_view_and_also_right_and_below(server: str, new_page: NewPage) -> None:
    """Zoomed into a corner, a click beside the board still hits the clue of the row beside it."""
    page = new_page(700, 500)
    board = play(page, server, HEART)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitemcheckbox", name="Repeat clues on the right and bottom").click()
    board.drag((1, 0), (1, 4))
    board.drag((3, 1), (3, 3))
    x, y = board.at(3, 4)
    side = x - board.at(3, 3)[0]
    page.mouse.click(x + 0.8 * side, y)  # the clue on the right
    board.expect("?????\n#####\n?????\n.###.\n?????")
    page.keyboard.press("Control+z")
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    board.cell(3, 4).focus()
    page.keyboard.press("ArrowDown")
    window = box(page.locator(".board .window"))
    assert box(board.cell(0, 0))["y"] < window["y"]  # the first row is out of view
    page.mouse.click(window["x"] - 5, board.at(3, 0)[1])
    board.expect("?????\n#####\n?????\n.###.\n?????")


def test_the_accessibility_tree_alone(server: str, page: Page) -> None:
    """Read clues and press cells as assistive technology does, without pointer and canvas."""
    page.goto(link(server, HEART))
    page.get_by_role("grid", name="Board, 5 columns and 5 rows").wait_for()

    def clues(role: str, word: str) -> list[list[int]]:
        heads = page.get_by_role(role, name=re.compile(f"^{word} "))  # type: ignore[arg-type]
        labels = [heads.nth(i).text_content() or "" for i in range(heads.count())]
        return [[int(n) for n in label.split(": ")[1].split()] for label in labels]

    puzzle = Puzzle(clues("rowheader", "Row"), clues("columnheader", "Column"))
    (solution,) = solve(puzzle).solutions
    for row in range(5):
        for column in range(5):
            if solution[row, column]:
                name = re.compile(f"^Row {row + 1}, column {column + 1}: unknown")
                page.get_by_role("gridcell", name=name).dispatch_event("click")
    page.get_by_role("dialog", name="Solved").wait_for()
    name = re.compile(r"^Row 1, column 2: filled\. Row clue 1 1, done\. Column clue 4, done\.$")
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("gridcell", name=re.compile("^Row 1, column 2:")).focus()
    assert page.get_by_role("grid").get_attribute("aria-readonly") == "true"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.get_by_role("gridcell", name=name).wait_for()


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_axe_finds_nothing_while_one_plays(
    server: str, new_page: NewPage, width: int, theme: str
) -> None:
    page = new_page(width, 760, bypass_csp=True, own=True)
    look = f"localStorage.setItem('nonosat.look', JSON.stringify({{theme: '{theme}'}}))"
    page.context.add_init_script(look)
    board = play(page, server, HEART)
    board.drag((1, 0), (1, 4))
    press(page, "t")
    board.drag((2, 0), (2, 3))
    for stage in ("Look here", "Next step", "Reason"):
        press(page, "h")
        page.get_by_role("heading", name=stage).wait_for()
    assert faults(page) == []
    page.get_by_role("button", name="Menu").click()
    assert faults(page) == []
    press(page, "Escape")
    board.cell(2, 4).focus()
    press(page, "?")
    page.get_by_role("dialog", name="Keys and gestures").wait_for()
    assert faults(page) == []
    press(page, "Escape")
    for cell in ((2, 4), (3, 1), (3, 2), (3, 3), (0, 1), (0, 3), (4, 2)):
        board.drag(cell)
        # The first stroke ends the hint; on a phone the board takes its place.
        page.evaluate("new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))")
    page.get_by_role("dialog", name="Solved").wait_for()
    still(page)  # elements that fade in have no contrast yet
    assert faults(page) == []


@pytest.mark.gate
@pytest.mark.both
def test_two_hints(page: Page, board: Board) -> None:
    hint = page.get_by_role("toolbar").get_by_role("button", name="Hint")
    marked = page.get_by_role("gridcell", name=re.compile("marked by the hint"))
    solution = solve(HEART).solutions[0]
    for _ in range(2):
        hint.click()
        page.get_by_role("heading", name="Look here").wait_for()
        where = page.get_by_role("status").filter(has_text="Look here").inner_text()
        assert re.search(r"row|column", where)
        assert marked.count() == 0  # where to look, not the conclusion
        page.get_by_role("button", name="Show the step").click()
        page.get_by_role("heading", name="Next step").wait_for()
        marked.first.wait_for()
        labels = [marked.nth(i).get_attribute("aria-label") or "" for i in range(marked.count())]
        page.get_by_role("button", name="Why?").click()
        page.get_by_role("heading", name="Reason").wait_for()
        assert len(page.get_by_role("status").first.inner_text()) > 20
        for label in labels:
            place = re.match(r"Row (\d+), column (\d+)", label)
            assert place
            row, column = int(place[1]) - 1, int(place[2]) - 1
            board.drag((row, column), button="left" if solution[row, column] else "right")
        assert page.get_by_role("heading", name="Reason").count() == 0  # the board changed
    assert board.text().count("?") < 20


@pytest.mark.parametrize("size", [(360, 740), (844, 390)])
def test_a_hint_is_in_view_beside_its_panel(
    server: str, new_page: NewPage, size: tuple[int, int]
) -> None:
    """A past bug: the panel hid the row that it meant, and the screen cut its button off."""
    page = new_page(*size)
    puzzle = Puzzle([[1]] * 12 + [[25]] + [[1]] * 12, [[2], *[[1, 1]] * 12, *[None] * 12])
    board = play(page, server, puzzle)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    for name in ("Hint", "Show the step", "Why?"):
        page.get_by_role("button", name=name).click()
        main = page.locator(".play-side .panel .button.primary")
        expect(main).to_be_in_viewport(ratio=1)
        window, cell = box(page.locator(".board .window")), box(board.cell(12, 0))
        assert window["y"] <= cell["y"]
        assert cell["y"] + cell["height"] <= window["y"] + window["height"] + 1


def test_at_the_end_of_several_solutions_one_may_choose(server: str, page: Page) -> None:
    play(page, server, Puzzle([[1], [1]], [[1], [1]]))
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("You may now choose freely").wait_for()


@pytest.mark.gate
@pytest.mark.both
def test_mistakes(page: Page, board: Board) -> None:
    wrong = page.get_by_role("gridcell", name=re.compile("marked as wrong"))
    board.drag((0, 0))
    assert not page.get_by_text("wrong").count()  # not asked
    page.keyboard.press("h")
    page.get_by_text("There is a mistake on the board.").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("There is a mistake on the board.").wait_for(state="detached")
    page.keyboard.press("v")
    page.get_by_text("Everything is right so far.").wait_for()
    board.drag((0, 0))
    for key in "hv":  # a hint and a check have the same three stages
        page.keyboard.press(key)
        page.get_by_text("There is a mistake on the board.").wait_for()
        assert wrong.count() == 0
        page.get_by_role("button", name="In which row?").click()
        page.get_by_text("Look again at row 1.").wait_for()
        assert wrong.count() == 0
        page.get_by_role("button", name="Show it").click()
        page.get_by_text("1 cell is wrong.").wait_for()
        wrong.wait_for()
        assert (wrong.get_attribute("aria-label") or "").startswith("Row 1, column 1")
        page.get_by_role("button", name="Close", exact=True).last.click()
        wrong.wait_for(state="detached")
    page.keyboard.press("v")
    for text in ("There is a mistake on the board.", "Look again at row 1.", "1 cell is wrong."):
        page.get_by_text(text).wait_for()
        page.keyboard.press("h")  # the next stage
    board.drag((0, 0))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitemcheckbox", name="Check while I play").click()
    board.drag((1, 0))
    board.drag((4, 4))
    page.get_by_text("1 cell is wrong.").wait_for()
    assert (wrong.get_attribute("aria-label") or "").startswith("Row 5, column 5")
    board.drag((4, 4))
    page.get_by_text("1 cell is wrong.").wait_for(state="detached")


def test_a_checked_item_of_the_menu_has_one_tick(page: Page, board: Board) -> None:
    page.get_by_role("button", name="Menu").click()
    item = page.get_by_role("menuitemcheckbox", name="A stroke from a mark erases")
    ticks = item.locator("span").evaluate_all(
        "all => all.map(one => getComputedStyle(one, '::after').content)"
    )
    assert sorted("✓" in content for content in ticks) == [False, True]


def test_an_arrow_enters_the_board_at_once(page: Page, board: Board) -> None:
    assert page.evaluate("document.activeElement.matches('main, body')")
    press(page, "ArrowRight ArrowRight Space")
    expect(page.locator(".board")).to_have_class(re.compile("keys"))
    board.expect("?#???" + OPEN[5:])


def test_a_stroke_from_a_mark_erases_or_draws_on(page: Page, board: Board) -> None:
    host = page.locator(".board")
    board.drag((1, 0), (1, 1))
    page.mouse.move(*board.at(1, 1))
    expect(host).to_have_attribute("data-pen", "empty")  # the cursor shows it
    page.mouse.move(*board.at(1, 2))
    expect(host).to_have_attribute("data-pen", "fill")
    board.drag((1, 1), (1, 0))
    board.expect(OPEN)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitemcheckbox", name="A stroke from a mark erases").click()
    board.drag((1, 0), (1, 1))
    page.mouse.move(*board.at(1, 1))
    expect(host).to_have_attribute("data-pen", "fill")
    board.drag((1, 1), (1, 4))
    board.expect(OPEN[:6] + "#####\n" + OPEN[12:])
    board.drag((1, 4))
    board.expect(OPEN[:6] + "####?\n" + OPEN[12:])


@pytest.mark.gate
def test_any_solution_wins(server: str, page: Page) -> None:
    puzzle = Puzzle([[1], [1]], [[1], [1]], goal=Grid("#.\n.#"))
    board = play(page, server, puzzle)
    board.drag((0, 1))
    board.drag((1, 0))
    page.get_by_role("dialog", name="Solved").wait_for()


def test_clues_that_are_not_given(server: str, page: Page) -> None:
    board = play(page, server, Puzzle([[2], None], [None, None]))
    assert board.line("R2") == "Row 2: missing"
    board.drag((0, 0), (0, 1))
    page.get_by_role("dialog", name="Solved").wait_for()


def test_printed_cells_and_colours(server: str, page: Page) -> None:
    picture = Grid("rrb\nb.r", "rb")
    plain = Puzzle.from_grid(picture)
    printed = Grid.from_cells(2, 3, bytes([1, *[UNKNOWN] * 5]), "rb")
    puzzle = Puzzle(plain.rows, plain.columns, palette=plain.palette, printed=printed)
    names = [color.name for color in plain.palette.colors]
    board = play(page, server, puzzle)
    one, two = names[0][0], names[1][0]
    board.drag((0, 0), button="right")
    board.drag((0, 0))
    board.expect(f"{one}??\n???")
    board.drag((0, 0), (0, 1))  # a stroke may begin on a printed cell, as on an open one
    press(page, "2")
    board.drag((0, 2))
    board.expect(f"{one}{one}{two}\n???")
    page.get_by_role("radio", name=names[0]).click()
    board.drag((1, 2))
    press(page, "q")
    board.drag((1, 0))
    page.get_by_role("dialog", name="Solved").wait_for()


def test_progress_is_kept(server: str, page: Page, board: Board) -> None:
    board.drag((1, 0), (1, 4))
    page.reload()  # at once: the page writes when it goes away
    board = Board(page)
    board.expect("?????\n#####\n" + OPEN[12:])
    page.keyboard.press("Control+z")
    board.expect(OPEN)
    page.keyboard.press("Control+y")
    (entry,) = kept(page).values()
    assert entry["state"] == 1
    # An unfinished stroke is stored as well.
    board.drag((2, 0), (2, 2), hold=True)
    keeps(page, "8A")
    killed = page.context.new_page()
    page.mouse.up()
    board = play(killed, server, HEART)
    board.expect("?????\n#####\n###??\n?????\n?????")


def test_two_tabs(server: str, page: Page) -> None:
    """Each tab shows the moves of the other, so that neither overwrites them."""
    one = play(page, server, HEART)
    other = page.context.new_page()
    two = play(other, server, HEART)
    page.bring_to_front()
    one.drag((1, 0), (1, 4))
    two.expect("?????\n#####\n" + OPEN[12:])
    other.bring_to_front()
    two.drag((2, 0), (2, 4))
    one.expect("?????\n#####\n#####\n?????\n?????")
    page.keyboard.press("Control+z")
    two.expect("?????\n#####\n" + OPEN[12:])


def test_a_killed_tab(server: str, new_page: NewPage) -> None:
    page = new_page(errors=True, own=True)
    board = play(page, server, HEART)
    board.drag((1, 0), (1, 4))
    keeps(page, "5A")
    # Only its process: the pages of other tests have their own.
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
    again = page.context.new_page()
    play(again, server, HEART).expect("?????\n#####\n" + OPEN[12:])


def test_offline(server: str, new_page: NewPage) -> None:
    page = new_page(errors=True, service_workers="allow")
    board = play(page, server, HEART)
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "navigator.serviceWorker.controller !== null")
    board.drag((1, 0), (1, 4))
    page.context.set_offline(True)
    page.keyboard.press("h")
    page.get_by_text("You can play on without it").wait_for()
    board.drag((2, 0), (2, 4))
    page.keyboard.press("Control+z")
    page.reload()
    board = Board(page)
    board.expect("?????\n#####\n" + OPEN[12:])
    assert board.line("R2") == "Row 2: 5, done"
    page.keyboard.press("Control+y")
    board.drag((3, 1), (3, 3))
    for cell in ((0, 1), (0, 3), (4, 2)):
        board.drag(cell)
    page.get_by_role("dialog", name="Solved").wait_for()
    page.context.set_offline(False)


@pytest.mark.gate
def test_test_play_keeps_nothing(server: str, page: Page) -> None:
    board = play(page, server, HEART, editor="L_9AcQ")
    board.drag((1, 0), (1, 4))
    page.get_by_role("link", name="Back to the editor").wait_for()
    page.reload()
    Board(page).expect(OPEN)
    assert kept(page) == {}
    back = page.get_by_role("link", name="Back to the editor")
    assert "editor=L_9AcQ" in (back.get_attribute("href") or "")
    assert "code=" not in (back.get_attribute("href") or "")


@pytest.mark.timing
def test_a_hint_comes_at_once(server: str, page: Page) -> None:
    """From the key to the drawn hint, including the server's part."""
    play(page, server, load(DATA / "bee.non"))
    page.keyboard.press("Tab")
    times = []
    for _ in range(7):
        times.append(
            page.evaluate(
                """() => new Promise((done) => {
                    const start = performance.now();
                    const panel = document.querySelector('[role=status].stack');
                    const seen = () => requestAnimationFrame(() => done(performance.now() - start));
                    new MutationObserver((_, observer) => {
                        if (panel.querySelector('h2')) { observer.disconnect(); seen(); }
                    }).observe(panel, {childList: true, subtree: true});
                    [...document.querySelectorAll('[role=toolbar] button')]
                        .find((button) => button.textContent === 'Hint').click();
                })"""
            )
        )
        page.get_by_role("button", name="Close", exact=True).last.click()
    print(f"hint: {statistics.median(times):.0f} ms")
    assert statistics.median(times) < 450, "docs/experiments.md: 150 on a quiet machine"


def test_letter_keys_on_the_whole_page(page: Page, board: Board) -> None:
    """They work after a click on a button, but not in text fields, or if switched off."""
    board.drag((1, 0), (1, 4))
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    page.get_by_role("button", name="Redo").click()
    undo.focus()
    press(page, "h")
    page.get_by_role("heading", name="Look here").wait_for()
    undo.focus()
    press(page, "?")
    page.get_by_role("dialog", name="Keys and gestures").wait_for()
    press(page, "u Escape")  # a dialog keeps its keys
    undo.focus()
    press(page, "u")
    board.expect(OPEN)
    undo.focus()
    press(page, "Control+h Alt+x x")  # only the last one is a key of the page
    assert board.text().count(".") == 1
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Letter keys work on the whole page").uncheck()
    press(page, "Escape")
    undo.focus()
    press(page, "u")
    assert board.text().count(".") == 1


def test_the_step_of_a_hint_is_done(page: Page, board: Board) -> None:
    """After "Why?", by a button or a key; undo takes one step."""
    solution = solve(HEART).solutions[0]
    step = page.get_by_role("button", name="Do this step")
    for by_key in (False, True):
        before = board.text()
        press(page, "h")
        page.get_by_role("heading", name="Look here").wait_for()
        press(page, "h")
        page.get_by_role("heading", name="Next step").wait_for()
        assert step.count() == 0
        press(page, "d")  # not before all of it is shown
        assert board.text() == before
        press(page, "h")
        step.wait_for()
        press(page, "d") if by_key else step.click()
        until(page, "!document.querySelector('.play-side h2')")
        after = board.text()
        assert after != before
        for row, line in enumerate(after.splitlines()):
            for column, cell in enumerate(line):
                assert cell == "?" or (cell == "#") == bool(solution[row, column])
        press(page, "Control+z")
        board.expect(before)
        press(page, "Control+y")
        board.expect(after)


def _solve_heart(board: Board) -> None:
    for row, column in ((0, 1), (0, 3), (4, 2)):
        board.drag((row, column))
    for row, first, last in ((1, 0, 4), (2, 0, 4), (3, 1, 3)):
        board.drag((row, first), (row, last))


@pytest.mark.both
def test_the_end_tells_the_time_and_leads_on(server: str, page: Page) -> None:
    """The next puzzle is the next unsolved one of the list, as it was sorted."""
    page.goto(f"{server}#sort=size&colors=1&max_side=8")
    page.locator(".tile").nth(1).wait_for()
    titles = page.locator(".tile .name").all_inner_texts()
    first = page.locator(".tile").first.get_attribute("href") or ""
    wanted = titles[1] if HEART.sha256() in first else titles[0]
    board = play(page, server, HEART)
    timer = page.get_by_role("button", name="Show the time")
    timer.click()
    _solve_heart(board)
    dialog = page.get_by_role("dialog", name="Solved")
    dialog.get_by_text(re.compile(r"Time: \d+:\d\d")).wait_for()
    page.keyboard.press("Escape")
    timer.click()
    page.get_by_role("button", name="Start again").click()
    _solve_heart(board)
    dialog.wait_for()
    assert not page.get_by_text("Time:").count()  # of who wants no timer
    onward = dialog.get_by_role("button", name="Next puzzle")
    assert onward.evaluate("(button) => button === document.activeElement")
    onward.click()
    page.get_by_role("heading", name=wanted, exact=True).wait_for()
    assert dialog.count() == 0


def test_the_clock_goes_on_after_the_list(server: str, new_page: NewPage) -> None:
    page = new_page(own=True)
    page.clock.install()
    board = play(page, server, HEART)
    board.drag((1, 0), (1, 4))
    page.clock.run_for(3300)
    page.get_by_role("link", name="nonosat").click()
    page.locator(".tiles").wait_for()
    (entry,) = kept(page).values()
    assert int(str(entry["seconds"])) >= 3


@pytest.mark.gate
def test_the_first_puzzle_teaches(server: str, new_page: NewPage) -> None:
    """Step by step, with mistakes and undo, and without the server."""
    page = new_page(errors=True, service_workers="allow")
    page.goto(server)
    page.get_by_role("region", name="New here?").get_by_role("link", name="How to play").click()
    page.get_by_role("heading", name="What a nonogram is").wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.get_by_role("link", name="Start with a first puzzle").first.click()
    board = Board(page)
    status = page.get_by_role("status")
    status.get_by_text("Step 1 of 6").wait_for()
    board.drag((0, 0))
    status.get_by_text("row 1, column 1 is empty in the solution").wait_for()
    press(page, "Control+z")
    board.drag((2, 0), (2, 4))
    status.get_by_text("Step 2 of 6").wait_for()
    press(page, "Control+z")
    status.get_by_text("Step 1 of 6").wait_for()
    press(page, "Control+y")
    topics = ("Overlap", "A line that is done", "A contradiction", "One line helps another")
    for step, topic in enumerate(topics, start=3):
        page.get_by_role("button", name="Show me").click()
        status.get_by_text(f"Step {step} of 6").wait_for()
        page.get_by_role("heading", name=topic).wait_for()
        if topic == "A contradiction":
            board.drag((0, 1))  # the cell that the step rules out
            status.get_by_text("row 1, column 2 is empty in the solution").wait_for()
            press(page, "Control+z")
    page.get_by_role("button", name="Show me").click()
    solved = page.get_by_role("dialog", name="Solved")
    solved.get_by_text("all there is to know").wait_for()
    solved.get_by_role("button", name="Look at the board").click()
    page.get_by_role("heading", name="Why one solution matters").wait_for()
    page.get_by_text("So a good puzzle has exactly one solution").wait_for()
    page.context.set_offline(False)
    page.get_by_role("link", name="nonosat").click()
    page.locator(".tiles").wait_for()
    assert page.get_by_role("region", name="New here?").count() == 0  # it was played


def test_one_click_shows_the_time_and_hides_it(server: str, new_page: NewPage) -> None:
    page = new_page(700, 500)
    board = play(page, server, HEART)
    board.drag((0, 0))
    clock = page.get_by_role("button", name="Show the time")
    expect(clock).to_have_attribute("aria-pressed", "false")
    assert clock.inner_text() == ""
    clock.click()
    expect(clock).to_have_text(re.compile(r"^\d:\d\d$"))
    page.reload()
    clock.wait_for()
    expect(clock).to_have_attribute("aria-pressed", "true")
    clock.click()
    expect(clock).to_have_text("")


def test_a_puzzle_with_several_solutions_is_named_as_such(server: str, new_page: NewPage) -> None:
    """Above the board, also on a telephone, whose board is not covered."""
    page = new_page(1000, 700)
    page.goto(link(server, Puzzle([[1], [1]], [[1], [1]])))
    warned = page.locator(".warned")
    expect(warned).to_contain_text("several solutions")
    for width, height in ((1000, 700), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        expect(warned).to_be_in_viewport(ratio=1)
        below = page.locator(".board").first.bounding_box()
        said = warned.bounding_box()
        assert below
        assert said
        assert 0 <= below["y"] - (said["y"] + said["height"]) < 20
    page.set_viewport_size({"width": 1000, "height": 700})
    page.goto(link(server, Puzzle([[2], [1]], [[2], [1]])))
    page.get_by_role("heading", name="Untitled").wait_for()
    board = Board(page)
    board.drag((0, 0), (0, 1))
    expect(page.locator(".warned")).to_have_text("")
