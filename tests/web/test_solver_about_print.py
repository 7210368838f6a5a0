# SPDX-License-Identifier: MIT
"""The pages that show a puzzle: solved step by step, its data, on paper."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

import nonosat
from nonosat import study
from tests.support.paper import pages_of, words_of
from tests.support.playing import saved

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


@pytest.mark.gate
@pytest.mark.both
def test_the_certificate_is_accepted(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('duckling')}")
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

    page = open_page(f"#page=solve&id={library('fox')}", ignore=("422",))
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
    page = open_page(f"#page=about&id={library('duckling')}")
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
    answers = page.get_by_label("Solutions").locator("option").all_inner_texts()
    assert answers == ["None", "On the last pages", "Upside down, on the page of the puzzle"]
    code = page.get_by_label("QR code")  # no link to 127.0.0.1
    assert code.locator("option").all_inner_texts() == ["The puzzle itself", "None"]
    page.get_by_label("Solutions").select_option("end")
    page.get_by_label("Title of the booklet").fill("Ducks")
    for kind in ("Sheets", "Clue strips to cut out"):
        page.get_by_role("radio", name=kind).click()
        pdf = saved(page.get_by_role("button", name="Save the PDF"))
        assert pdf.path().read_bytes().startswith(b"%PDF")


@pytest.mark.both
def test_print_steps(open_page: Any, library: Find, data: Path) -> None:
    page = open_page(f"#page=solve&id={library('duck')}")
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


def test_open_puzzles_are_printed_in_their_order(open_page: Any, library: Find) -> None:
    page = open_page(f"#page=play&id={library('heart')}")
    address = page.url.split("#")[0]
    for number, (name, kind) in enumerate(
        (("flower", "play"), ("duck", "play"), ("flower", "print"))
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
    page.goto(f"{address}#page=print&id={library('duck')}")
    expect(style).to_have_text("Black and white")
    page.get_by_label("All 3 open puzzles").check()
    expect(style).to_have_text("In colour")
