# SPDX-License-Identifier: MIT
"""The pages that show a puzzle: solved step by step, its data, on paper."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from accessible import faults
from playwright.sync_api import Page, Route, expect

import nonosat
from nonosat import study
from tests.support.paper import pages_of, words_of
from tests.support.playing import Board, saved, still

pytestmark = pytest.mark.browser

Find = Callable[[str], str]
"""Finds a puzzle of the library."""


def _says(page: Any, row: int, column: int, word: str) -> None:
    """Wait until the accessibility tree has this word for a cell: it is updated after a frame."""
    cell = page.get_by_role("row").nth(row).get_by_role("gridcell").nth(column - 1)
    expect(cell).to_have_attribute("aria-label", re.compile(word))


@pytest.mark.gate
@pytest.mark.both
def test_steps_forward_back_and_by_technique(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('1381')}")
    puzzle = nonosat.load(data / "noise-18x18-1381.non")
    steps = [step for step, _ in zip(nonosat.walkthrough(puzzle), range(40), strict=False)]
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text(steps[0].sentence)
    page.get_by_role("button", name="One step forward").click()
    expect(sentence).to_contain_text(steps[1].sentence)
    (row, column), value = next(iter(steps[0].values.items()))
    word = "filled" if value else "empty"
    _says(page, row + 1, column + 1, word)
    page.keyboard.press("Home")
    expect(sentence).to_contain_text(steps[0].sentence)
    chain = next(step for step in steps if step.technique == "chain")
    page.get_by_role("button", name="chain").first.click()
    expect(sentence).to_contain_text(chain.sentence)
    expect(page.get_by_role("slider")).to_have_value(str(steps.index(chain)))
    page.get_by_label("Speed").select_option("2")  # the remaining steps take 90 seconds
    page.get_by_role("button", name="Play", exact=False).first.click()
    number = steps.index(chain)
    expect(page.get_by_role("slider")).not_to_have_value(str(number))
    page.get_by_role("button", name="Pause").click()


def test_weights_of_a_count_stand_on_the_board(open_page: Any) -> None:
    puzzle = study.domino(5)
    (step,) = nonosat.walkthrough(puzzle)
    assert step.weights is not None
    page = open_page(f"#page=solve&code={nonosat.encode(puzzle)}")
    expect(page.locator(".sentence")).to_contain_text(step.sentence)
    expect(page.get_by_role("button", name="weights 1", exact=True)).to_be_enabled()
    page.evaluate(
        """() => {
            window.texts = [];
            const { fillText } = CanvasRenderingContext2D.prototype;
            CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
                window.texts.push(text);
                return fillText.call(this, text, ...rest);
            };
        }"""
    )
    page.keyboard.press("End")
    page.keyboard.press("Home")
    weights = [x for side in step.weights[:2] for row in side for x in row if x]
    written = {str(x).replace("-", "\N{MINUS SIGN}") for x in weights}
    page.wait_for_function(
        "wanted => wanted.every((text) => window.texts.includes(text))", arg=sorted(written)
    )
    assert min(weights) < 0 < max(weights)


@pytest.mark.gate
@pytest.mark.both
def test_two_solutions(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=solve&id={library('many ways')}")
    page.get_by_role("radio", name="Another solution").click()
    expect(page.locator(".sentence")).to_contain_text("differ in")
    labels = page.get_by_role("gridcell").evaluate_all("all => all.map(c => c.ariaLabel)")
    ambiguous = [label for label in labels if "ambiguous" in label]
    words = page.locator(".sentence").inner_text()
    assert f"in {len(ambiguous)} cell" in words


def _list(page: Page) -> Any:
    return page.locator(".steps").get_by_role("listitem")


@pytest.mark.both
def test_why_a_cell_has_its_value(open_page: Any, library: Find, data: Path) -> None:
    """A press on a cell shows and plays the steps that it needs, and a button shows all again."""
    page = open_page(f"#page=solve&id={library('duckling')}")
    puzzle = nonosat.load(data / "duck.non")
    board = Board(page)
    whole = puzzle.walkthrough()
    expect(_list(page)).to_have_count(len(whole))
    page.keyboard.press("End")
    expect(page.get_by_text("Press a cell of the board")).to_be_visible()
    row, column = 1, 2
    page.mouse.click(*board.at(row, column))
    found = nonosat.explain_cell(puzzle, (row, column))
    assert 1 < len(found.steps) < len(whole)
    word = "filled" if found.value else "empty"
    name = f"Why is row {row + 1}, column {column + 1} {word}?"
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(_list(page)).to_have_text([step.sentence for step in found.steps])
    expect(page.get_by_text("Press a cell of the board")).to_be_hidden()
    sentence = page.locator(".sentence")
    expect(sentence).to_contain_text(found.steps[0].sentence)
    _says(page, row + 1, column + 1, "unknown, marked by the hint")
    page.get_by_role("button", name="Last step").click()
    expect(sentence).to_have_text(f"{found.end_sentence}.")
    _says(page, row + 1, column + 1, word)
    page.get_by_role("button", name="Back to all steps").click()
    expect(page.get_by_role("heading", name=name)).to_be_hidden()
    expect(_list(page)).to_have_count(len(whole))
    expect(page.get_by_role("slider")).to_have_value(str(len(whole)))  # where it was
    expect(board.cell(row, column)).not_to_have_attribute("aria-label", re.compile("marked"))


def test_why_a_cell_by_keys_and_by_assistive_technology(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}")
    board = Board(page)
    board.cell(0, 0).focus()
    for key, place in (("Enter", "row 1, column 2"), ("Space", "row 1, column 3")):
        page.keyboard.press("ArrowRight")
        page.keyboard.press(key)
        expect(page.get_by_role("heading", name=f"Why is {place} ")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Why is")).to_be_hidden()
    board.cell(2, 2).dispatch_event("click")
    expect(page.get_by_role("heading", name="Why is row 3, column 3 ")).to_be_visible()
    back = page.get_by_role("button", name="Back to all steps")
    back.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    board.drag((2, 2), (2, 4))  # a stroke is no press
    board.drag((2, 2), button="right")
    expect(back).to_be_hidden()


def test_another_cell_cancels_the_question(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}")
    board = Board(page)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route) if not held else route.continue_()

    page.route("**/api/v1/explain", hold_the_first)
    page.mouse.click(*board.at(3, 3))
    expect(page.get_by_role("heading", name="Row 4, column 4", exact=True)).to_be_visible()
    expect(page.locator(".side .panel .spinner")).to_be_visible()
    expect(page.locator(".steps")).to_be_hidden()
    with page.expect_event("requestfailed"):
        page.mouse.click(*board.at(4, 4))
    expect(page.get_by_role("heading", name="Why is row 5, column 5 ")).to_be_visible()
    expect(page.locator(".steps")).to_be_visible()
    expect(page.locator(".side .panel .spinner")).to_have_count(0)


def test_why_there_is_no_reason_for_a_cell(open_page: Any, library: Find) -> None:
    """An ambiguous cell, a time limit, and a server that does not answer."""
    page = open_page(f"#page=solve&id={library('many ways')}", ignore=("ERR_FAILED",))
    board = Board(page)
    ambiguous = page.get_by_role("radio", name="Another solution")
    ambiguous.click()
    ring = page.get_by_role("gridcell", name="ambiguous").first
    place = re.match(r"Row (\d+), column (\d+)", ring.get_attribute("aria-label") or "")
    assert place
    row, column = int(place[1]) - 1, int(place[2]) - 1
    page.mouse.click(*board.at(row, column))
    panel = page.locator(".side .panel").first
    expect(panel).to_contain_text(f"R{row + 1}C{column + 1} is ambiguous: ")
    expect(panel.get_by_role("heading")).to_have_text(f"Row {row + 1}, column {column + 1}")
    page.get_by_role("button", name="Back to all steps").click()
    expect(page.get_by_role("radio", name="Steps", exact=True)).to_be_checked()

    sentence = "no explanation of R1C1 was found (time limit)"
    start = ["?" * len(row) for row in board.text().splitlines()]
    late = {"value": None, "steps": [], "start": start, "reason": "time", "sentence": sentence}
    page.route("**/api/v1/explain", lambda route: route.fulfill(json=late))
    page.mouse.click(*board.at(0, 0))
    expect(panel).to_contain_text("No explanation of R1C1 was found (time limit).")
    page.unroute_all()
    page.route("**/api/v1/explain", lambda route: route.abort())
    page.mouse.click(*board.at(0, 1))
    expect(panel).to_contain_text("The server cannot be reached.")
    expect(page.locator(".steps")).to_be_hidden()


@pytest.mark.both
def test_the_shown_solution_is_drawn_in_the_editor(open_page: Any) -> None:
    puzzle = nonosat.Puzzle([[1], [1], []], [[1], [1]])
    page = open_page(f"#page=solve&code={nonosat.encode(puzzle)}")
    shown = {}
    for view in ("Another solution", "One solution"):
        page.get_by_role("radio", name=view, exact=True).click()
        shown[view] = Board(page).text()
        page.get_by_role("link", name="Make it unique in the editor").click()
        expect(page.get_by_role("button", name="Repair")).to_be_visible()
        image = parse_qs(page.url.partition("#")[2])["editor"][0]
        assert "\n".join(nonosat.decode_grid(image).text_rows()) == shown[view].rstrip("\n")
        page.go_back()
        expect(page.get_by_role("radio", name="Steps", exact=True)).to_be_checked()
    assert shown["Another solution"] != shown["One solution"]


@pytest.mark.both
def test_steps_from_the_board_of_the_player(open_page: Any, library: Find, data: Path) -> None:
    """On the page, about a cell, and on paper."""
    puzzle = nonosat.load(data / "duck.non")
    name = f"id={library('duckling')}"
    page = open_page(f"#page=solve&{name}", titles=True)
    own = page.get_by_label("From my board")
    expect(_list(page)).to_have_count(len(puzzle.walkthrough()))
    expect(own).to_have_count(0)  # no progress yet
    address = page.url.split("#")[0]
    page.goto(f"{address}#page=play&{name}")
    (solution,) = puzzle.solve().solutions
    row = next(row for row in range(puzzle.height) if "##" in solution.text_rows()[row])
    column = solution.text_rows()[row].index("##")
    Board(page).drag((row, column), (row, column + 1))
    page.goto(f"{address}#page=solve&{name}")
    given = puzzle.unknown_grid().with_cells([(row, column, 1), (row, column + 1, 1)])
    walk = puzzle.walkthrough(given=given)
    expect(_list(page)).to_have_count(len(puzzle.walkthrough()))
    own.check()
    expect(_list(page)).to_have_text([step.sentence for step in walk])
    _says(page, row + 1, column + 1, "filled")
    page.mouse.click(*Board(page).at(row, column))
    known = f"Row {row + 1}, column {column + 1} is filled on your board."
    expect(page.locator(".sentence")).to_contain_text(known)
    page.get_by_role("button", name="Back to all steps").click()
    page.goto(f"{address}#page=play&{name}")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    page.goto(f"{address}#page=solve&{name}")
    expect(own).to_be_checked()
    expect(_list(page)).to_have_text([step.sentence for step in walk])
    page.get_by_role("button", name="Print steps").click()
    expect(own).to_be_checked()
    page.get_by_label("Paper").select_option("a4")
    pdf = saved(page.get_by_role("button", name="Save the PDF")).path().read_bytes()
    assert [words_of(x) for x in pages_of(pdf)] == [words_of(x) for x in pages_of(walk.pdf())]
    own.uncheck()
    pdf = saved(page.get_by_role("button", name="Save the PDF")).path().read_bytes()
    whole = puzzle.walkthrough().pdf()
    assert [words_of(x) for x in pages_of(pdf)] == [words_of(x) for x in pages_of(whole)]


def test_steps_do_not_begin_with_a_mistake(open_page: Any, library: Find, data: Path) -> None:
    puzzle = nonosat.load(data / "duck.non")
    (solution,) = puzzle.solve().solutions
    row, column = divmod(solution.cells.index(0), puzzle.width)
    name = f"id={library('duckling')}"
    page = open_page(f"#page=play&{name}")
    Board(page).drag((row, column))
    address = page.url.split("#")[0]
    for kind in ("solve", "print&what=steps"):
        page.goto(f"{address}#page={kind}&{name}")
        own = page.get_by_label("From my board")
        own.click()
        expect(page.get_by_text("Your board has a mistake")).to_be_visible()
        expect(own).not_to_be_checked()
        if kind == "solve":
            expect(_list(page)).to_have_count(len(puzzle.walkthrough()))
            _says(page, row + 1, column + 1, "unknown")


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing_beside_the_steps_of_a_cell(
    new_page: Any, server: str, library: Find, width: int, theme: str
) -> None:
    page = new_page(width, 800, bypass_csp=True, own=True)
    look = f"localStorage.setItem('nonosat.look', JSON.stringify({{theme: '{theme}'}}))"
    page.context.add_init_script(look)
    page.goto(f"{server}#page=solve&id={library('duckling')}")
    expect(_list(page).first).to_be_visible()
    assert faults(page) == []
    page.mouse.click(*Board(page).at(1, 2))
    expect(page.get_by_role("heading", name="Why is row 2, column 3 ")).to_be_visible()
    still(page)
    assert faults(page) == []


@pytest.mark.gate
@pytest.mark.both
def test_the_certificate_is_accepted(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}", titles=True)
    page.get_by_text("Check it yourself").click()
    save = page.get_by_role("button", name="Save a certificate")
    expect(save).to_be_enabled()
    file = saved(save)
    assert file.suggested_filename == "Duckling.nonocert"
    assert nonosat.proof.verify_certificate(file.path(), nonosat.load(data / "duck.non")).accepted
    page.get_by_role("button", name="Make one and check it").click()
    expect(page.get_by_text("accepted: unique: the puzzle has exactly one")).to_be_visible()


@pytest.mark.gate
@pytest.mark.both
def test_formula_and_proof_are_for_other_programs(open_page: Any, library: Find) -> None:
    """A SAT solver finds no model of the formula; a changed certificate is refused."""
    from pysat.formula import CNF
    from pysat.solvers import Minisat22

    page = open_page(f"#page=solve&id={library('fox')}", ignore=("422",), titles=True)
    page.get_by_text("Check it yourself").click()
    files = page.get_by_role("button", name="Save formula and proof")
    expect(files).to_be_enabled()
    packed = saved(files)
    with zipfile.ZipFile(packed.path()) as archive:
        cnf, drat = sorted(archive.namelist())
        formula = CNF(from_string=archive.read(cnf).decode())
        assert archive.read(drat)
    assert packed.suggested_filename == "Fox.zip"
    assert (cnf, drat) == ("Fox.cnf", "Fox.drat")
    with Minisat22(bootstrap_with=formula.clauses) as solver:
        assert not solver.solve()

    certificate = saved(page.get_by_role("button", name="Save a certificate"))
    bad = bytearray(certificate.path().read_bytes())
    bad[len(bad) // 2] ^= 1
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Check a certificate file").click()
    chooser.value.set_files({"name": "a.nonocert", "mimeType": "", "buffer": bytes(bad)})
    said = page.locator(".proofs [role=status]")
    expect(said).to_contain_text("cannot be unpacked")


@pytest.mark.gate
@pytest.mark.both
def test_all_about_a_puzzle(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=about&id={library('duckling')}", titles=True)
    duck = nonosat.load(data / "duck.non")
    main = page.locator("main")
    expect(main).to_contain_text(duck.sha256())
    expect(main).to_contain_text(nonosat.encode(duck))
    expect(main).to_contain_text(nonosat.encode(duck, "rules"))
    expect(main).to_contain_text("unique")
    expect(main).to_contain_text(nonosat.rate(duck).difficulty_word or "?")
    expect(main).to_contain_text("duck.non")
    page.get_by_label("Format (").select_option("webpbn")
    file = saved(page.get_by_role("button", name="Save", exact=True))
    same = nonosat.load(file.path(), format="webpbn")
    assert (same.rows, same.columns) == (duck.rows, duck.columns)
    assert "<svg" in saved(page.get_by_role("button", name="SVG")).path().read_text()


@pytest.mark.gate
def test_only_a_puzzle_with_one_solution_has_a_rating(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=about&id={library('many ways')}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    page.reload()
    expect(
        page.get_by_text("none; only a puzzle with one solution has a difficulty")
    ).to_be_visible()
    expect(page.locator("main dl")).not_to_contain_text("easy")
    assert not any('"rate"' in body for body in asked)


def test_a_count_that_is_not_finished_says_at_least_once(open_page: Any, library: Find) -> None:
    def answer(route: Route) -> None:
        words = "at least 5 (time limit)"
        found = {"number": "5", "exact": False, "reason": "time", "words": words}
        body = f"event: count\ndata: {json.dumps(found)}\n\nevent: end\ndata: {{}}\n\n"
        route.fulfill(body=body, content_type="text/event-stream")

    page = open_page("#page=learn")
    page.route("**/api/v1/ask", answer)
    page.goto(page.url.split("#")[0] + f"#page=about&id={library('many ways')}")
    expect(page.locator("main dd").filter(has_text="least")).to_have_text("at least 5 (time limit)")


@pytest.mark.gate
@pytest.mark.both
def test_sheets_and_clue_strips(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=print&id={library('duckling')}")
    expect(page.get_by_role("img", name="The board of")).to_be_visible()
    answers = page.get_by_label("Solutions", exact=True).locator("option").all_inner_texts()
    only = "Only the solutions, without the puzzles"
    assert answers == ["None", "On the last pages", "Upside down, on the page of the puzzle", only]
    code = page.get_by_label("QR code")  # no link to 127.0.0.1
    assert code.locator("option").all_inner_texts() == ["The puzzle itself", "None"]
    page.get_by_label("Title of the booklet").fill("Ducks")
    page.get_by_label("Solutions", exact=True).select_option(only)
    pdf = saved(page.get_by_role("button", name="Save the PDF"))
    assert pdf.suggested_filename == "Ducks-solutions.pdf"
    (sheet,) = pages_of(pdf.path().read_bytes())
    assert words_of(sheet)[:2] == ["Ducks: solution", "Duckling"]
    page.get_by_label("Solutions", exact=True).select_option("end")
    for kind in ("Sheets", "Clue strips to cut out"):
        page.get_by_role("radio", name=kind).click()
        pdf = saved(page.get_by_role("button", name="Save the PDF"))
        assert pdf.path().read_bytes().startswith(b"%PDF")


def test_the_settings_of_sheets_are_kept(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=print&id={library('duckling')}")
    answers = page.get_by_label("Solutions", exact=True)
    answers.select_option("end")
    page.get_by_label("Paper").select_option("a5")
    page.get_by_label("Puzzles per page").select_option("4")
    page.get_by_label("Landscape").check()
    page.reload()
    expect(answers).to_have_value("end")
    expect(page.get_by_label("Paper")).to_have_value("a5")
    expect(page.get_by_label("Puzzles per page")).to_have_value("4")
    expect(page.get_by_label("Landscape")).to_be_checked()
    damaged = json.dumps({"solutions": "x", "per_page": 5, "paper": 1})
    page.evaluate("text => localStorage.setItem('nonosat.print', text)", damaged)
    page.reload()
    expect(answers).to_have_value("none")
    expect(page.get_by_label("Puzzles per page")).to_have_value("1")


@pytest.mark.both
def test_print_steps(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}", titles=True)
    page.get_by_role("button", name="Print steps").click()
    expect(page.get_by_role("radio", name="Steps with small boards")).to_be_checked()
    expect(page.get_by_text("A handout of at most 12 pages")).to_be_visible()
    expect(page.get_by_label("Title of the booklet")).to_be_hidden()
    page.get_by_label("Paper").select_option("a4")
    pages = []
    for answer in (True, False):
        page.get_by_label("With the answer").set_checked(answer)
        file = saved(page.get_by_role("button", name="Save the PDF"))
        assert file.suggested_filename == "Duckling-steps.pdf"
        pages.append([words_of(x) for x in pages_of(file.path().read_bytes())])
    walk = nonosat.load(data / "duck.non").walkthrough()
    assert pages[0] == [words_of(x) for x in pages_of(walk.pdf())]
    assert len(pages[1]) == len(pages[0]) - 1
    expect(page.get_by_text(f"{len(walk)} steps on {len(pages[1])} pages.")).to_be_visible()
    sheet = page.locator(".paper")
    expect(sheet).to_have_text("Name:Duckling")
    page.get_by_label("Hide titles").check()
    expect(sheet).to_have_text("Name:Nonogram 8 x 8")
    file = saved(page.get_by_role("button", name="Save the PDF"))
    assert file.suggested_filename == "puzzle-steps.pdf"
    hidden = walk.pdf(answer=False, hide_titles=True)
    assert [words_of(x) for x in pages_of(file.path().read_bytes())] == [
        words_of(x) for x in pages_of(hidden)
    ]


def test_the_steps_of_a_cell_are_printed(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}")
    expect(_list(page).first).to_be_visible()
    page.mouse.click(*Board(page).at(1, 2))
    page.locator(".cell").get_by_role("button", name="Print steps").click()
    only = page.get_by_label("Only the steps that row 2, column 3 needs")
    expect(only).to_be_checked()
    expect(page.get_by_label("With the answer")).to_be_hidden()
    page.get_by_label("Paper").select_option("a4")
    why = nonosat.explain_cell(nonosat.load(data / "duck.non"), (1, 2))
    expect(page.get_by_text(re.compile(rf"^{len(why.steps)} steps? on "))).to_be_visible()
    pdf = saved(page.get_by_role("button", name="Save the PDF")).path().read_bytes()
    assert [words_of(x) for x in pages_of(pdf)] == [words_of(x) for x in pages_of(why.pdf())]
    only.uncheck()
    expect(page.get_by_label("With the answer")).to_be_visible()
    whole = len(nonosat.load(data / "duck.non").walkthrough())
    expect(page.get_by_text(f"{whole} steps on ")).to_be_visible()


def test_the_player_explains_from_the_board(open_page: Any, library: Find, data: Path) -> None:
    (solution,) = nonosat.load(data / "duck.non").solve().solutions
    page = open_page(f"#page=play&id={library('duckling')}")
    page.get_by_role("button", name="Menu").click()
    entry = page.get_by_role("menuitem", name="Explain from my board")
    expect(entry).to_be_disabled()
    page.keyboard.press("Escape")
    Board(page).drag(divmod(solution.cells.index(1), solution.width))
    page.get_by_role("button", name="Menu").click()
    entry.click()
    expect(page).to_have_url(re.compile("page=solve.*from=board"))
    expect(page.get_by_text("Solving", exact=True)).to_be_hidden()
    expect(page.get_by_label("From my board")).to_be_checked()


def test_open_puzzles_are_printed_in_their_order(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=play&id={library('heart')}")
    address = page.url.split("#")[0]
    for number, (name, kind) in enumerate(
        (("flower", "play"), ("duckling", "play"), ("flower", "print"))
    ):
        page.goto(f"{address}#page={kind}&id={library(name)}")
        expect(page.locator(".shelf .open")).to_have_count(min(3, number + 2))
    style = page.get_by_label("Style").locator("option").first
    expect(style).to_have_text("In colour")
    page.get_by_label("All 3 open puzzles").check()
    expect(style).to_have_text("In colour")
    page.get_by_label("Puzzles per page").select_option("4")
    expect(page.get_by_role("img", name="The board of Heart")).to_be_visible()
    page.get_by_label("A line for the name").check()
    file = saved(page.get_by_role("button", name="Save the PDF"))
    assert file.suggested_filename == "nonograms.pdf"
    (words,) = [words_of(x) for x in pages_of(file.path().read_bytes())]
    assert words[0] == "Name:"
    titles = [word for word in words if re.match(r"\d\. ", word)]
    assert titles == ["1. Heart", "2. Flower in the meadow", "3. Duckling"]
    page.goto(f"{address}#page=print&id={library('duckling')}")
    expect(style).to_have_text("Black and white")
    page.get_by_label("All 3 open puzzles").check()
    expect(style).to_have_text("In colour")
