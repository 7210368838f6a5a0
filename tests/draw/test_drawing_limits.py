# SPDX-License-Identifier: MIT
"""Drawing of large boards: in pieces, with a poll that can end it, refused in time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat import Grid, Puzzle, study
from nonosat.cli import command_print, output
from nonosat.cli.output import Screen
from nonosat.draw import svg_writer, text
from nonosat.draw.book.binding import sheets
from nonosat.draw.book.boards import _clue_lines
from nonosat.draw.book.leaves import Entry, Style, paper_of
from nonosat.draw.pictures import check_png
from nonosat.draw.scene import _hatching
from nonosat.draw.theme import theme_of
from nonosat.errors import OptionError
from nonosat.formats.codes.face import code_of
from nonosat.limits import Limits, Stopped
from nonosat.make import Requirements, revealed_cells
from nonosat.make.random.attempts import draw
from nonosat.model.clue import UNKNOWN
from tests.support.clock import cancelled
from tests.support.command_line import run_here


def noise(side: int) -> Puzzle:
    rng = random.Random(side)
    return Puzzle.from_grid([[rng.randrange(2) for _ in range(side)] for _ in range(side)])


class EndedError(Exception):
    """The exception of a poll."""


class Poll:
    """Counts how often it is called, and raises at call ``last``."""

    def __init__(self, last: int = 10**9) -> None:
        self.calls, self.last = 0, last

    def __call__(self) -> None:
        self.calls += 1
        if self.calls == self.last:
            raise EndedError


@pytest.fixture(name="late")
def _late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of some minutes has ended before anything is drawn."""
    monkeypatch.setattr(output, "DRAWING", -1000)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_strokes_cross_all_unknown_cells_and_no_others(
    height: int, width: int, data: st.DataObject
) -> None:
    places = st.sampled_from([0, 1, UNKNOWN])
    cells = bytes(data.draw(st.lists(places, min_size=height * width, max_size=height * width)))
    halves: list[tuple[int, int]] = []  # the upper right ends of pieces half a cell wide
    for x, y, to_x, to_y in _hatching(cells, width, 4):
        assert to_x - x == y - to_y > 0
        halves += [(int(x + step), int(y - step)) for step in range(2, int(to_x - x) + 1, 2)]
    expected = []
    for place, value in enumerate(cells):
        x, y = place % width * 4, place // width * 4
        if value == UNKNOWN:
            expected += [(x + 2, y), (x + 2, y + 2), (x + 4, y), (x + 4, y + 2)]
    assert sorted(halves) == sorted(expected)


def test_a_board_that_is_all_unknown_has_a_small_picture() -> None:
    puzzle = Puzzle([None] * 300, [None] * 300)
    assert len(nonosat.draw.svg(puzzle, puzzle.unknown_grid())) < 100_000


def test_a_large_board_is_drawn_in_pieces() -> None:
    puzzle = noise(200)
    pieces = list(svg_writer.pieces(puzzle, puzzle.goal))
    assert max(map(len, pieces)) < 150_000 < sum(map(len, pieces))
    assert "".join(pieces) == nonosat.draw.svg(puzzle, puzzle.goal)


@pytest.mark.parametrize("kind", [nonosat.draw.svg, nonosat.draw.png, nonosat.draw.pdf, text.draw])
def test_drawing_asks_whether_it_must_end(kind: object) -> None:
    assert callable(kind)
    puzzle, poll = noise(60), Poll()
    kind(puzzle, puzzle.goal, poll=poll)
    assert poll.calls > 10
    with pytest.raises(EndedError):
        kind(puzzle, puzzle.goal, poll=Poll(poll.calls))


def test_a_png_that_is_too_large_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OptionError, match="100,000,000 pixels"):
        check_png(noise(60), cell_size=400)
    check_png(noise(60), cell_size=20)
    monkeypatch.setattr("nonosat.solving.solve", None)  # it would fail
    file = tmp_path / "x.json"
    nonosat.dump(noise(60), file)
    done = run_here(
        "draw", str(file), "--solution", "--cell-size", "400", "-o", str(tmp_path / "x.png")
    )
    assert done.code == 2
    assert "at most 100,000,000 pixels are drawn" in done.err
    (tmp_path / "x.svg").write_text("mine")
    done = run_here("draw", str(file), "--solution", "-o", str(tmp_path / "x.svg"))
    assert done.code == 2
    assert "add --force to replace it" in done.err


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "txt"])
def test_a_drawing_that_takes_too_long_is_not_written(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "DRAWING", -1)
    file, drawing = tmp_path / "x.json", tmp_path / "out" / f"x.{kind}"
    nonosat.dump(noise(30), file)
    done = run_here("draw", str(file), "--solution", "--time-limit", "0", "-o", str(drawing))
    assert done.code == 5
    assert "is not written: the time limit ended the drawing" in done.err
    assert not list(tmp_path.glob("out/*"))
    assert run_here("draw", str(file), "-o", str(drawing)).code == 0


def puzzle_file(folder: Path, picture: str) -> Path:
    file = folder / "x.json"
    nonosat.dump(Puzzle.from_grid(Grid(picture)), file)
    return file


@pytest.mark.usefixtures("late")
def test_a_board_on_the_terminal_is_left_out_in_words(tmp_path: Path) -> None:
    file = puzzle_file(tmp_path, "##.\n#.#")
    done = run_here("solve", str(file), "--time-limit", "600")
    assert "(no picture: the time limit ended the drawing)" in done.out
    assert done.code == 0
    assert "(no picture" not in run_here("solve", str(file)).out


def test_drawing_keeps_a_part_of_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert output.before_drawing(Limits(), 900) is None
    whole = Limits(time_limit=2.0, clock=lambda: 0.0)
    assert output.before_drawing(whole, 1023 * 1023) == 1
    assert 1.7 < (output.before_drawing(whole, 900) or 0) < 2


@pytest.mark.usefixtures("late")
def test_the_page_of_a_walkthrough_is_not_written_late(tmp_path: Path) -> None:
    file = puzzle_file(tmp_path, "##.\n#.#")
    for name in ("x.html", "x.svg"):
        done = run_here("explain", str(file), "--time-limit", "600", "-o", str(tmp_path / name))
        assert done.code == 5
        assert "is not written: the time limit ended the drawing" in done.err
        assert not (tmp_path / name).exists()


def test_a_table_that_fits_is_what_rich_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    screen.width = 80
    heads, rows = ("line", "clue", "cells"), [("R1", "1 2", "3"), ("all", "", "12345")]
    for unicode in (True, False):
        screen.unicode = unicode
        plain = screen.table(heads, rows, left=("line", "clue"))
        with monkeypatch.context() as patch:
            patch.setattr("nonosat.draw.terminal.text_width", lambda text: 1000)
            assert screen.table(heads, rows, left=("line", "clue")) == plain


def test_a_table_of_many_rows_is_made_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.table.Table", None)
    screen = Screen()
    long = screen.table(("line", "clue"), [("R1", "1 " * 500)])
    assert len(long.splitlines()) == 3
    screen.width = 80
    assert len(screen.table(("line", "clue"), [("R1", "1 " * 500)] * 2046).splitlines()) == 2048


def test_cells_to_reveal_are_not_looked_for_late() -> None:
    puzzle = noise(60)
    found = nonosat.make.reveal_cells(puzzle, time_limit=0)
    assert (found.puzzle, found.cells, found.reason) == (None, (), nonosat.Reason.TIME)
    assert str(found) == "no cells to reveal found: unknown (time limit)"


def test_many_cells_are_not_printed_late(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle([None] * 3, [None] * 3)
    monkeypatch.setattr(revealed_cells, "_PRINTING_OF_A_CELL", 10)
    found = nonosat.make.reveal_cells(puzzle, time_limit=60)
    assert (found.puzzle, found.cells, found.reason) == (None, (), nonosat.Reason.TIME)
    assert len(nonosat.make.reveal_cells(puzzle, time_limit=1000).cells) == 9
    assert len(nonosat.make.reveal_cells(puzzle).cells) == 9


def test_a_graph_has_a_limit() -> None:
    puzzle = Puzzle([[1]] * 30, [[1]] * 30)
    late = study.implication_graph(puzzle, time_limit=0)
    assert (len(late), late.graph["reason"]) == (0, nonosat.Reason.TIME)
    stopped = study.implication_graph(puzzle, cancel=cancelled())
    assert (len(stopped), stopped.graph["reason"]) == (0, nonosat.Reason.CANCELLED)
    whole = study.implication_graph(puzzle, time_limit=600)
    assert len(whole) > 0
    assert whole.graph["reason"] is None


def test_a_random_picture_asks_whether_it_must_end() -> None:
    limits = Limits(work_limit=8)
    smooth = Requirements(400, density=0.5, style="smooth")
    with pytest.raises(Stopped):
        draw(smooth, range(400 * 400), "name", limits)


@pytest.mark.usefixtures("late")
def test_a_repair_is_told_without_pictures_when_it_is_late(tmp_path: Path) -> None:
    file = puzzle_file(tmp_path, "#..\n.#.\n...")
    done = run_here("repair", str(file), "--time-limit", "600")
    assert done.code == 0
    assert done.out.count("(no picture: the time limit ended the drawing)") >= 2


def test_making_sheets_asks_whether_it_must_end() -> None:
    puzzle, poll = noise(120), Poll()
    sheets([puzzle], solutions=[puzzle.goal], poll=poll)
    assert poll.calls > 30
    for last in (1, poll.calls // 2, poll.calls):
        with pytest.raises(EndedError):
            sheets([puzzle], solutions=[puzzle.goal], poll=Poll(last))


def test_clues_that_are_listed_ask_whether_making_them_must_end() -> None:
    poll = Poll()
    style = Style(paper_of("a4", False), 1, theme_of("print"), "none", poll=poll)
    _clue_lines(Entry(1, noise(120), "", "", None, ""), ("row", "column"), 400, style)
    assert poll.calls == 240


def test_a_code_that_takes_too_long_is_left_out_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, poll = noise(60), Poll()
    code = code_of(puzzle, None, None, poll)
    assert poll.calls > 500
    with pytest.raises(EndedError):
        code_of(puzzle, None, None, Poll(poll.calls))
    file, book = tmp_path / "x.json", tmp_path / "x.pdf"
    nonosat.dump(puzzle, file)
    with monkeypatch.context() as patch:  # a code may take a fifth
        patch.setattr(Limits, "overdue", lambda limits, _: (limits.left or 0) < 200)
        done = run_here("print", str(file), "--time-limit", "600", "-o", str(book))
    assert done.code == 1
    assert f"nonosat: {file}: no code: the time limit ended it\n" in done.err
    assert book.is_file()
    monkeypatch.setattr(output, "DRAWING", -1000)
    done = run_here("encode", str(file), "--time-limit", "600")
    assert (done.code, done.out) == (5, "")
    assert "x.json: the time limit ended the code" in done.err
    done = run_here("encode", "--stats", "--json", str(file), "--time-limit", "600")
    assert done.code == 5
    assert '"nonosat": "the time limit ended the code"' in done.out
    assert run_here("encode", str(file)).out == f"{code}\n"


def test_marks_are_read_once_in_any_order() -> None:
    puzzle = noise(101)
    cells = [(row, column) for row in range(101) for column in range(row % 7, 101)]
    for marks in (cells[:20], cells):
        wanted = svg_writer.draw(puzzle, puzzle.goal, marks=marks)
        assert svg_writer.draw(puzzle, puzzle.goal, marks=iter(marks[::-1] + marks)) == wanted  # type: ignore[arg-type]


def test_a_book_that_takes_too_long_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_print, "DRAWING", 0.0)
    monkeypatch.setattr(output, "DRAWING", -1000)
    file, book = tmp_path / "x.json", tmp_path / "out" / "x.pdf"
    nonosat.dump(Puzzle.from_grid(Grid("##.\n#.#")), file)
    done = run_here("print", str(file), "--time-limit", "600", "-o", str(book))
    assert done.code == 5
    assert "x.pdf is not written: the time limit ended the drawing" in done.err
    assert not list(tmp_path.glob("out/*"))
    done = run_here("print", str(file), "-o", str(book))  # pages have no limit by default
    assert done.code == 0
    assert book.is_file()
