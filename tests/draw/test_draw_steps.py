# SPDX-License-Identifier: MIT
"""Pictures of steps, and the page of a walkthrough: they show the contents of the steps only.

``node`` runs the script of the page over a small stand-in for a browser.
"""

from __future__ import annotations

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

from nonosat import Grid, Line, Puzzle, study
from nonosat.draw.frames import embedded, walkthrough_page
from nonosat.draw.steps import draw_step
from nonosat.explain.position import Position
from nonosat.explain.step import Branch, Moment, Step
from nonosat.explain.weights_steps import find_weights
from nonosat.logic.implications import Link, Literal
from nonosat.model.palette import Palette
from nonosat.types import Metadata

SVG = "{http://www.w3.org/2000/svg}"
PUZZLE = Puzzle.from_grid(".##.\n####\n.#..", meta=Metadata(title="<Fish> & chips</script>"))
EMPTY = PUZZLE.unknown_grid()
COLORS = Puzzle.from_grid(
    Grid("ab\nb.", "ab"), palette=Palette.of([("red", "#f00", "a"), ("blue", "#00f", "b")])
)


R1, R2, C1, C2, C3, C4 = *(Line("row", x) for x in range(2)), *(Line("column", x) for x in range(4))


def step_of(technique: str, *parts: Any, before: Grid = EMPTY, puzzle: Puzzle = PUZZLE) -> Step:
    """A step of these lines, premises, conclusions, and perhaps branches."""
    return Step(technique, *parts, puzzle=puzzle, moment=Moment.of(before))


def line_step() -> Step:
    cells = (Literal(0, 2, 1, True), Literal(0, 3, 1, False))
    before = EMPTY.with_cells([(0, 1, 1)])
    return step_of("line", (R1,), (Literal(0, 1, 1, True),), cells, before=before)


def chain_step() -> Step:
    links = (Link(Literal(1, 3, 1, True), R2), Link(Literal(0, 3, 1, True), C4))
    branch = Branch(Literal(1, 0, 1, False), links, R1)
    return step_of("chain", (R1, R2, C4), (), (Literal(1, 0, 1, True),), (branch,))


def classes(svg: str) -> list[str]:
    return [element.get("class", "") for element in ET.fromstring(svg).iter()]


def labels(svg: str) -> list[str]:
    board = next(x for x in ET.fromstring(svg).iter() if x.get("class") == "board")
    return [x.text or "" for x in board.iter(f"{SVG}text")]


def test_weights_stand_in_the_cells() -> None:
    """All but 0 are written; filled cells have a frame and a disc; only clues have bands."""
    step = find_weights(Position.of(study.domino(2)))
    assert step is not None
    assert step.weights is not None
    svg = str(draw_step(step))
    numbers = [x for row in zip(step.weights.rows, step.weights.columns, strict=True) for x in row]
    written = sorted(str(x).replace("-", "\N{MINUS SIGN}") for row in numbers for x in row if x)
    elements = list(ET.fromstring(svg).iter())
    assert sorted(x.text or "" for x in elements if x.get("class") == "weight") == written
    filled = sum(step.values.values())
    assert classes(svg).count("filled") == filled
    cells = [x for x in elements if x.get("class") == "weighed"]
    assert len(cells) == 25
    assert sum(x.get("stroke") is not None for x in cells) == filled
    bands = [x for x in elements if (x.get("class") or "").startswith("line ")]
    assert len(bands) == len(step.lines)
    assert all(float(x.get("x", 0)) < 0 or float(x.get("y", 0)) < 0 for x in bands)
    assert all(
        float(x.get("x", 0)) + float(x.get("width", 0)) <= 0
        or float(x.get("y", 0)) + float(x.get("height", 0)) <= 0
        for x in bands
    )
    page = walkthrough_page(step.puzzle, step.grid, [step], "solved")
    assert page.count('class=\\"weight\\"') == len(written)


def test_weights_of_colours_have_their_letters() -> None:
    step = find_weights(Position.of(COLORS))
    assert step is not None
    assert step.weights is not None
    texts = labels(str(draw_step(step)))
    assert sorted(x for x in texts if x in ("a", "b")) != []
    for row, column in step.values:
        at = slice(2 * column, 2 * column + 2)
        pairs = zip(step.weights.rows[row][at], step.weights.columns[row][at], strict=True)
        for letter, (own, other) in zip("ab", pairs, strict=True):
            if own or other:
                number = str(own).replace("-", "\N{MINUS SIGN}") if own else ""
                assert letter + number in texts


def test_a_step_shows_its_line_its_premises_and_what_follows() -> None:
    found = classes(draw_step(line_step()))
    assert found.count("line R1") == 1
    assert found.count("because") == 1
    assert found.count("result") == 2
    assert (found.count("filled"), found.count("empty")) == (1, 2)  # one is the board's background


def test_a_chain_has_numbered_stops_and_arrows() -> None:
    picture = draw_step(chain_step())
    assert labels(picture) == ["1", "2", "0"]
    assert classes(picture).count("arrow") == 2
    assert 'stroke-dasharray="7 4"' in picture  # R1 has no placement


def test_the_second_branch_differs_without_colour() -> None:
    goal = Literal(0, 1, 1, True)
    links = (Link(Literal(1, 1, 1, True), R2), Link(goal, C2))
    branches = tuple(Branch(Literal(1, 0, 1, holds), links) for holds in (True, False))
    step = step_of("chain", (R2, C2), (), (goal,), branches)
    assert set(labels(draw_step(step))) == {"0", "1", "0'", "1'"}
    assert 'stroke-dasharray="5 3"' in draw_step(step)


def test_a_trial_numbers_its_line_solves() -> None:
    filled = [(1, 1, R2), (1, 2, R2), (0, 2, C3)]
    links = tuple(Link(Literal(row, column, 1, True), line) for row, column, line in filled)
    branch = Branch(Literal(1, 0, 1, False), links, C1)
    picture = draw_step(step_of("trial", (R2, C1, C3), (), (Literal(1, 0, 1, True),), (branch,)))
    assert labels(picture) == ["1", "1", "2", "0"]
    assert "arrow" not in picture


def test_a_lost_colour_is_a_letter_struck_out() -> None:
    blank = COLORS.unknown_grid()
    lost = (Literal(0, 0, 2, False),)
    picture = draw_step(step_of("line", (R1,), (), lost, before=blank, puzzle=COLORS))
    assert labels(picture) == ["b"]
    assert classes(picture).count("lost") == 1


def test_the_picture_is_the_step_in_a_notebook() -> None:
    assert line_step()._repr_svg_() == draw_step(line_step())


class _Page(HTMLParser):
    """The scripts of a page, and everything that would be fetched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.scripts: list[str] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append("")
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]
        assert tag != "link"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data


def page() -> str:
    return walkthrough_page(PUZZLE, line_step().grid, [line_step(), chain_step()], "solved & done")


def test_the_page_is_whole_in_itself() -> None:
    found = _Page(page())
    assert found.fetched == []
    assert len(found.scripts) == 2  # a title cannot end the data
    data = json.loads(found.scripts[0])
    assert [frame["name"] for frame in data["frames"]] == [
        "step 1 of 2: line solving",
        "step 2 of 2: implication chain",
    ]
    assert data["frames"][0]["cells"] == [[0, 2, 1], [0, 3, 0]]
    assert data["known"] == [[0, 1, 1]]
    assert "url(" not in page()
    assert "<title>&lt;Fish&gt; &amp; chips&lt;/script&gt;</title>" in page()


def test_the_page_stays_small() -> None:
    steps = [line_step()] * 200
    assert len(walkthrough_page(PUZZLE, EMPTY, steps, "solved")) < 400_000


def test_an_ambiguous_puzzle_shows_two_solutions() -> None:
    two = Puzzle([[1], [1]], [[1], [1]])
    solutions = [Grid("#.\n.#"), Grid(".#\n#.")]
    text = walkthrough_page(two, two.unknown_grid(), [], "several solutions", solutions=solutions)
    assert "Two solutions" in text
    assert text.count("4 cells differ") == 2


def test_a_page_inside_another_keeps_to_itself() -> None:
    inside = embedded(page(), 500)
    (srcdoc,) = re.findall(r'srcdoc="([^"]*)"', inside)
    assert "<script" not in inside
    assert "&lt;script" in srcdoc


STAND_IN = """
const elements = {};
function element(name) {
  return elements[name] ??= {
    name, attributes: {}, listeners: {}, textContent: "", innerHTML: "", value: "", hidden: true,
    setAttribute(k, v) { this.attributes[k] = v; },
    removeAttribute(k) { delete this.attributes[k]; },
    addEventListener(k, f) { this.listeners[k] = f; },
  };
}
const stepItems = SENTENCES.map((text, i) => Object.assign(element("li" + i), {
  textContent: text, parentElement: element("ol"), firstChild: element("button" + i) }));
globalThis.document = {
  getElementById: () => ({ textContent: DATA }),
  querySelector: element,
  querySelectorAll: () => stepItems,
  createElement: () => ({ set textContent(t) { this.innerHTML = t; } }),
};
globalThis.addEventListener = (kind, f) => { element("window").listeners[kind] = f; };
"""


def test_the_script_walks() -> None:
    data, script = _Page(page()).scripts
    begin = f"const DATA = {json.dumps(data)}; const SENTENCES = ['one', 'two'];"
    end = """
      const said = () => [element(".technique").textContent, element(".sentence").textContent,
        (element(".values").innerHTML.match(/<(rect|circle)/g) ?? []).length,
        element(".marks").innerHTML !== ""];
      const log = [said()];
      for (let i = 0; i < 4; i++) { element("#next").listeners.click(); log.push(said()); }
      const key = (key) =>
        element("window").listeners.keydown({ key, target: {}, preventDefault() {} });
      key("ArrowLeft"); log.push(said());
      key("Home"); log.push(said());
      element("button1").listeners.click(); log.push(said());
      console.log(JSON.stringify(log));
    """
    done = subprocess.run(
        ["node", "-"],
        input=begin + STAND_IN + script + end,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    start = ["start", "", 1, False]
    one, two = (
        ["step 1 of 2: line solving", "one", 1, True],
        ["step 2 of 2: implication chain", "two", 3, True],
    )
    over = ["end", "solved & done", 4, False]
    assert json.loads(done.stdout) == [start, one, two, over, over, two, start, two]
