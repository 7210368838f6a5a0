# SPDX-License-Identifier: MIT
"""The handout of a walkthrough: its texts, its boards, and what it leaves out."""

from __future__ import annotations

import random
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

import nonosat
from nonosat import Grid, Puzzle, study
from nonosat.draw.book import boards
from nonosat.draw.book import handout as handout_module
from nonosat.draw.book.handout import MOST_PAGES, handout
from nonosat.draw.book.layout import LEAST_CELL
from nonosat.draw.book.leaves import UNIT
from nonosat.draw.geometry import Geometry, Part
from nonosat.draw.pdf_writer import paint
from nonosat.draw.shapes import Box, Boxes, Circle, Strokes, Text
from nonosat.draw.steps import group_shapes, known_shapes
from nonosat.draw.theme import THEMES
from nonosat.errors import LimitError, OptionError
from nonosat.model.palette import Palette
from nonosat.model.report import Reason
from tests.support.command_line import Run
from tests.support.paper import pages_of, words_of

DATA = Path(__file__).parents[2] / "data"


def text_of(book: bytes) -> str:
    """All texts, with one blank between them."""
    return " ".join(" ".join(" ".join(words_of(page)).split()) for page in pages_of(book))


COLORS = Puzzle.from_grid(
    Grid("aabb\nbbaa\n.aa.", "ab"), palette=Palette.of([("red", "f00", "a"), ("sky", "8cf", "b")])
).with_meta(title="Flag")
PUZZLES = [*(nonosat.load(DATA / f"{name}.non") for name in ("house", "heart")), COLORS]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.title)
def test_puzzle_first_all_steps_answer_last(puzzle: Puzzle) -> None:
    walk = puzzle.walkthrough()
    book = walk.pdf()
    first, *middle, last = map(words_of, pages_of(book))
    assert first[:2] == ["Name:", puzzle.title]
    assert middle[0][0] == f"{puzzle.title}: steps 1 to {_last_step(middle[0])} of {len(walk)}"
    assert middle[0][1] == f"Solved in {len(walk)} steps."
    assert last[:2] == ["Solution", puzzle.title]
    text = text_of(book)
    for number, step in enumerate(walk, start=1):
        assert f"{number}. {step}" in text
    captions = re.findall(r"Steps? (\d+)(?: (?:to|and) (\d+))?: \w", text)
    numbers = [n for a, b in captions for n in range(int(a), int(b or a) + 1)]
    assert numbers == list(range(1, len(walk) + 1))
    assert "not drawn" not in text
    without = walk.pdf(answer=False)
    assert without.pages == book.pages - 1
    assert "Solution" not in text_of(without)
    assert walk.pdf() == book  # equal bytes


def _last_step(page: list[str]) -> int:
    """The highest number of a step in the captions of a page."""
    found = re.findall(r"Steps? (\d+)(?: (?:to|and) (\d+))?: \w", " ".join(page))
    return max(int(b or a) for a, b in found)


@pytest.mark.parametrize(
    ("name", "most"),
    [("duck", 8), ("house", 6), ("snowman", 6), ("castle", 4), ("violin", 2), ("tall-ship", 1)],
)
def test_boards_of_a_page(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    """Up to eight, fewer of large boards; cells of at least 2.5 mm, everything on the paper."""
    sides: list[float] = []

    def kept(canvas: Any, picture: Any, x: float, y: float, scale: float, fonts: Any) -> None:
        sides.append(scale * UNIT)
        paint(canvas, picture, x, y, scale, fonts)

    monkeypatch.setattr(handout_module, "paint", kept)
    puzzle = nonosat.load(DATA / f"{name}.non")
    steps = puzzle.walkthrough()[:14]
    book = handout(puzzle, puzzle.unknown_grid(), steps, "")
    pages = pages_of(book)[1:]
    counts = [sum(bool(re.match(r"Steps? .*: [\w ]+$", p.text)) for p in page) for page in pages]
    assert max(counts) == most
    assert 2 * sum(counts) == len(sides)  # a board is painted, then the marks over it
    assert min(sides) >= LEAST_CELL - 1e-6
    for page in pages:
        assert min(piece.x for piece in page) > 30
        assert max(piece.x for piece in page) < 595 - 30
        assert min(piece.y for piece in page) > 30


def test_more_steps_than_pages_are_summed_up_and_said() -> None:
    walk = nonosat.load(DATA / "hot-air-balloon.non").walkthrough()
    book = walk.pdf()
    assert book.pages == MOST_PAGES
    text = text_of(book)
    captions = re.findall(r"Steps? (\d+)(?: (?:to|and) (\d+))?: \w", text)
    drawn = {n for a, b in captions for n in range(int(a), int(b or a) + 1)}
    notes = re.findall(
        r"Steps? (\d+)(?: (?:to|and) (\d+))? (?:is|are) not drawn: ([\d,]+) cell", text
    )
    left_out = {n for a, b, _ in notes for n in range(int(a), int(b or a) + 1)}
    assert drawn.isdisjoint(left_out)
    assert drawn | left_out == set(range(1, len(walk) + 1))
    said = f"{len(drawn)} of {len(walk)} steps are drawn, because a handout has at most 12 pages"
    assert said in text
    assert set(range(1, 10)) <= drawn  # the beginning has no gap
    assert len(walk) in drawn
    assert len(drawn) > 150
    shown = {walk[number - 1].technique for number in drawn}
    assert shown == {step.technique for step in walk}
    for a, b, cells in notes:
        steps = walk[int(a) - 1 : int(b or a)]
        assert int(cells.replace(",", "")) == len(
            {literal[:2] for step in steps for literal in step.cells}
        )


@pytest.mark.parametrize(("name", "beside"), [("gramophone", False), ("telescope", True)])
def test_more_steps_share_a_board_if_pages_are_missing(
    monkeypatch: pytest.MonkeyPatch, name: str, beside: bool
) -> None:
    """Below two boards that stand side by side, or to the right of one."""
    walk = nonosat.load(DATA / f"{name}.non").walkthrough()
    seen: list[Any] = []

    def kept(steps: Any, *rest: Any) -> Any:
        seen.append(steps)
        return group_shapes(steps, *rest)

    monkeypatch.setattr(handout_module, "group_shapes", kept)
    book = walk.pdf()
    assert [step for steps in seen for step in steps] == list(walk)
    assert book.pages <= MOST_PAGES
    assert book.warnings == ()
    for steps in seen:
        assert len({line for step in steps for line in step.lines}) == len(steps) <= 8
    assert any(len({step.lines[0].axis for step in steps}) == 2 for steps in seen)
    assert any(len({step.technique for step in steps}) == 2 for steps in seen)
    assert "A step may use cells that steps before it on its board find." in text_of(book)
    middle = pages_of(book)[1:-1]
    for page in middle:
        foot, *texts = sorted(page, key=lambda piece: piece.y)
        assert texts[0].y > foot.y + 8
    columns = {round(piece.x) for page in middle for piece in page if "so they are" in piece.text}
    captions = {round(p.x) for page in middle for p in page if p.text[:6] == "Steps "}
    assert len(columns) == len(captions) == (1 if beside else 2)
    assert columns.isdisjoint(captions) == beside


def test_a_board_that_does_not_fit_is_cut() -> None:
    chance = random.Random(3)
    rows = ["".join(chance.choice("###.") for _ in range(90)) for _ in range(70)]
    rows[40] = "#" * 90
    puzzle = Puzzle.from_grid("\n".join(rows)).with_meta(title="Large")
    walk = puzzle.walkthrough(max_technique="trivial")
    text = text_of(walk.pdf(answer=False, paper="a3"))
    assert "cut: " not in text
    text = text_of(walk.pdf(answer=False))
    cut = re.findall(r"cut: rows (\d+) to (\d+), columns (\d+) to (\d+)(; \d+ cells)?", text)
    assert cut
    row = walk[0].cells[0].row
    assert int(cut[0][0]) <= row + 1 <= int(cut[0][1])
    assert re.search(r"cut: .*; \d+ cells of the group outside", text)


def test_what_cannot_be_printed() -> None:
    train = nonosat.load(DATA / "banner-goods-train.non")
    with pytest.raises(OptionError, match=r"needs 14 pages of this paper.*: use larger paper"):
        train.walkthrough().pdf()
    duck = nonosat.load(DATA / "duck.non").walkthrough()
    with pytest.raises(OptionError, match=r"with clues of 6 points does not fit this paper"):
        duck.pdf(paper="50x50")
    with pytest.raises(OptionError, match=r"2\.5 mm do not fit this paper: use a larger one"):
        nonosat.load(DATA / "house.non").walkthrough().pdf(paper="100x80")
    with pytest.raises(OptionError, match="unknown paper 'x'"):
        duck.pdf(paper="x")


@pytest.mark.parametrize(
    ("name", "options", "end", "remark"),
    [
        (
            "two-ways-steam",
            {},
            "Deduction ends here: there are several",
            "the picture that was drawn",
        ),
        ("no-solution-noise", {}, "No solution: ", "There is no solution."),
        ("noise-18x18-1381", {"time_limit": 0}, "Not finished (time limit)", "hatched cells"),
        ("penguin", {"max_technique": "overlap"}, "Stuck: the techniques up to overlap give", ""),
    ],
)
def test_other_ends(name: str, options: Any, end: str, remark: str) -> None:
    walk = nonosat.load(DATA / f"{name}.non").walkthrough(**options)
    pages = [" ".join(words_of(page)) for page in pages_of(walk.pdf())]
    assert end in pages[1]
    assert pages[-1].startswith("Solution ")
    assert remark in pages[-1]
    assert not any("Solution " in page for page in pages[:-1])


def test_the_answer_of_a_stuck_walkthrough_is_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(handout_module, "handout", lambda *_, **given: seen.append(given))
    puzzle = nonosat.load(DATA / "penguin.non")
    puzzle.walkthrough(max_technique="overlap").pdf()
    puzzle.walkthrough(max_technique="overlap").pdf(answer=False)
    assert [given["solution"] for given in seen] == [puzzle.solve().solutions[0], None]


def test_without_steps_the_end_is_said() -> None:
    walk = Puzzle([[1], [1]], [[1], [1]]).walkthrough(max_technique="line")
    first, steps, last = map(words_of, pages_of(walk.pdf()))
    assert first[1] == "Nonogram 2 x 2"
    assert steps[0] == "Nonogram 2 x 2: steps"
    assert steps[1].startswith("Deduction ends here: there are several solutions")
    assert last[0] == "Solution"


def test_titles_of_any_script_hidden_clues_and_printed_cells() -> None:
    puzzle = nonosat.load(DATA / "printed-observatory.json").with_meta(title="\u041a\u043e\u0442")
    book = puzzle.walkthrough().pdf()
    assert book.warnings == ()
    assert "\u041a\u043e\u0442: steps 1 to" in text_of(book)
    hidden = nonosat.load(DATA / "partial-lantern-hidden-cell.json")
    text = text_of(hidden.walkthrough().pdf())
    assert " ? " in text
    strange = puzzle.with_meta(title="A\U000f0000")
    (warning,) = strange.walkthrough().pdf().warnings
    assert "(U+F0000), printed as ?" in warning


def shapes_of(walk: Any, number: int, theme: str = "print") -> list[Any]:
    step = walk[number]
    puzzle = step.puzzle
    part = Part(puzzle, range(puzzle.height), range(puzzle.width))
    at = Geometry.of_puzzle(part, 20, numbers=True)
    return list(group_shapes([step], step.grid, part, at, THEMES[theme]))


def test_the_marks_differ_without_colour() -> None:
    """A new filled cell is a framed disc, a new empty one a framed cross; known ones have none."""
    walk = nonosat.load(DATA / "house.non").walkthrough()
    step = walk[6]
    assert set(step.values.values()) == {0, 1}
    shapes = shapes_of(walk, 6)
    frames = [s for s in shapes if isinstance(s, Box) and s.kind == "result"]
    discs = [s for s in shapes if isinstance(s, Circle) and s.kind == "filled"]
    crosses = [s for s in shapes if isinstance(s, Strokes) and s.kind == "empty"]
    assert len(frames) == len(step.cells)
    assert len(discs) == sum(step.values.values())
    assert len(discs) + len(crosses) == len(step.cells)
    known = [s for s in shapes if isinstance(s, Boxes)]
    counts = {s.kind: len(s.places) for s in known if s.kind != "line"}
    cells = step.grid.cells
    assert counts == {"filled": cells.count(1), "empty": cells.count(0)}
    used = [s for s in shapes if s.kind == "because"]
    assert len(used) == len({literal[:2] for literal in step.because})
    inks = {box.fill for box in frames} | {disc.fill for disc in discs}
    inks |= {boxes.fill for boxes in known} | {cross.stroke for cross in crosses}
    assert inks == {"#ffffff", "#000000", "#666666"}  # grey: the dots of known empty cells
    (number,) = [s for s in shapes if isinstance(s, Text) and s.kind == "number"]
    assert number.text == str(step.lines[0].index + 1)


def test_colours_have_their_letters_and_chains_their_order() -> None:
    flower = nonosat.load(DATA / "flower.xml").walkthrough()
    letters = [s.text for s in shapes_of(flower, len(flower) - 1) if s.kind == "letter"]
    last = flower[-1]
    known = sum(value not in (0, 255) for value in last.grid.cells)
    assert len(letters) == known + sum(value > 0 for value in last.values.values())
    penguin = nonosat.load(DATA / "penguin.non").walkthrough()
    (number,) = [n for n, step in enumerate(penguin) if step.technique == "chain"]
    stops = [s.text for s in shapes_of(penguin, number) if s.kind == "stop" and hasattr(s, "text")]
    assert {"1", "2"} <= set(stops)
    weights = study.domino(5).walkthrough()
    framed = [s for s in shapes_of(weights, 0) if s.kind == "result"]
    assert len(framed) == len(weights[0].cells)


def test_the_steps_before_a_group_are_on_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = nonosat.load(DATA / "house.non").walkthrough()
    seen: list[tuple[Any, Grid]] = []

    def kept(steps: Any, known: Grid, *rest: Any) -> Any:
        seen.append((steps, known))
        return group_shapes(steps, known, *rest)

    monkeypatch.setattr(handout_module, "group_shapes", kept)
    walk.pdf()
    assert [step for steps, _ in seen for step in steps] == list(walk)
    for steps, known in seen:
        assert known == steps[0].grid
        axes = {line.axis for step in steps for line in step.lines}
        assert len(steps) == 1 or len(axes) == 1
        assert len({step.technique for step in steps}) == 1
        assert len({step.lines for step in steps}) == len(steps)
    assert any(len(steps) > 1 for steps, _ in seen)


def _known_on_the_first_page(
    monkeypatch: pytest.MonkeyPatch, walk: nonosat.Walkthrough, **options: Any
) -> list[tuple[str, int]]:
    """The kinds of the drawn known cells before the steps, and how many there are of each."""
    seen: list[tuple[str, int]] = []

    def kept(*arguments: Any) -> Any:
        shapes = list(known_shapes(*arguments))
        seen.extend((x.kind, len(x.places)) for x in shapes if isinstance(x, Boxes))
        return shapes

    monkeypatch.setattr(boards, "known_shapes", kept)
    walk.pdf(answer=False, **options)
    return seen


def test_the_first_page_shows_the_given_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    house = nonosat.load(DATA / "house.non")
    assert _known_on_the_first_page(monkeypatch, house.walkthrough()) == []
    printed = nonosat.load(DATA / "printed-observatory.json")
    assert _known_on_the_first_page(monkeypatch, printed.walkthrough()) == []
    given = house.walkthrough()[6].grid
    filled, empty = given.cells.count(1), given.cells.count(0)
    assert filled
    assert empty
    shown = _known_on_the_first_page(monkeypatch, house.walkthrough(given=given))
    assert sorted(shown) == [("empty", empty), ("filled", filled)]


def test_tiles_of_the_first_board_show_their_given_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    balloon = nonosat.load(DATA / "hot-air-balloon.non")
    given = balloon.walkthrough(max_technique="overlap")[5].grid
    walk = balloon.walkthrough(given=given, max_technique="trivial")
    tiles = _known_on_the_first_page(monkeypatch, walk, paper="a5")
    assert len(tiles) > 1
    assert sum(count for kind, count in tiles if kind == "filled") == given.cells.count(1) > 0


def test_a_poll_ends_the_work() -> None:
    walk = nonosat.load(DATA / "house.non").walkthrough()

    def stop() -> None:
        raise LimitError("stop", Reason.TIME)

    with pytest.raises(LimitError):
        walk.pdf(poll=stop)


def test_explain_writes_a_handout(quick_run: Run) -> None:
    house = str(DATA / "house.non")
    done = quick_run("explain", house, "-o", "steps.pdf")
    assert done == (f"{house}: solved in 20 steps\n", "", 0)
    assert Path("steps.pdf").read_bytes() == nonosat.load(house).walkthrough().pdf()
    done = quick_run("explain", house, "-o", "b.pdf", "--no-answer", "--paper", "letter")
    assert done.code == 0
    book = Path("b.pdf").read_bytes()
    assert "Solution" not in text_of(book)
    page = pypdf.PdfReader(BytesIO(book)).pages[0]
    assert [round(float(side)) for side in page.mediabox[2:]] == [612, 792]
    done = quick_run("explain", house, "-o", "cell.pdf", "--cell", "R10C7")
    assert done.code == 0
    done = quick_run("explain", house, "-o", "hidden.pdf", "--hide-titles")
    first, *middle, last = map(words_of, pages_of(Path("hidden.pdf").read_bytes()))
    assert first[:2] == ["Name:", "Nonogram 10 x 10"]
    assert "House" not in str(middle)
    assert last[1] == "House with a chimney"
    first, steps = pages_of(Path("cell.pdf").read_bytes())[:2]
    assert words_of(first)[0] == "Name:"
    assert words_of(steps)[1].startswith("R10C7: ")
    assert "Solution" not in text_of(Path("cell.pdf").read_bytes())


def test_wrong_use_of_explain(quick_run: Run) -> None:
    house = str(DATA / "house.non")
    for arguments, words in (
        (["--no-answer"], "--no-answer is for a handout: name one with -o, such as -o steps.pdf"),
        (["--hide-titles"], "--hide-titles is for a handout"),
        (["--paper", "a5", "-o", "x.html"], "--paper is for a handout"),
        (["--paper", "x", "-o", "x.pdf"], "unknown paper 'x'"),
        (["-o", "x.txt"], "the name must end in .html, .json, .svg, .pdf"),
    ):
        done = quick_run("explain", house, *arguments)
        assert done.code == 2
        assert words in done.err
    assert not Path("x.pdf").exists()
