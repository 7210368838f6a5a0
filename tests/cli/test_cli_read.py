# SPDX-License-Identifier: MIT
"""``nonosat read``: the output, the written files, exit codes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import nonosat
from nonosat.draw import png, sheets
from nonosat.draw.geometry import Geometry
from nonosat.formats import FORMATS
from tests.support.command_line import Run

DATA = Path(__file__).resolve().parents[2] / "data"

CUP = nonosat.Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])


@pytest.fixture
def run(quick_run: Run, folder: Path) -> Run:
    (folder / "cup.png").write_bytes(png(CUP, cell_size=28))
    (folder / "blank.png").write_bytes(png(nonosat.Puzzle([[1]], [[1]]), cell_size=10))
    return quick_run


def test_a_picture_becomes_a_puzzle(run: Run, folder: Path) -> None:
    done = run("read", "--ascii", "cup.png", "-o", "cup.non", "--show", "cup.svg")
    assert done.code == 0
    first, *rest = done.out.splitlines()
    assert first == "cup.png: 5x5: one reading fits together; it has one solution"
    assert any(line.startswith("  5|") for line in rest)
    written = nonosat.load(folder / "cup.non")
    assert (written.rows, written.columns) == (CUP.rows, CUP.columns)
    picture = (folder / "cup.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert "data:image/jpeg;base64," in picture
    again = run("read", "cup.png", "-o", "cup.non")
    assert again.code == 2
    assert "--force" in again.err
    assert run("read", "-q", "cup.png", "-o", "-", "--to", "non").out == nonosat.dumps(
        written, format="non"
    )


def test_several_pictures_go_into_a_folder(run: Run, folder: Path) -> None:
    (folder / "book.pdf").write_bytes(
        sheets([CUP, CUP], codes=[nonosat.encode(CUP)] * 2, answers="none")
    )
    done = run("read", "-q", "cup.png", "book.pdf", "-o", "new/", "--show", "shown/")
    assert (done.out, done.code) == ("", 0)
    assert len(list((folder / "new").iterdir())) == 3
    assert len(list((folder / "shown").iterdir())) == 3
    other = run("read", "cup.png", "--show", "cup2.png")
    assert (other.code, "end the name in .svg" in other.err) == (2, True)
    one = run("read", "cup.png", "book.pdf", "--show", "one.svg")
    assert one.code == 2
    assert "one.svg is one file for several readings: name a folder" in one.err


def test_json_has_every_number_with_its_place(run: Run) -> None:
    done = run("read", "--json", "cup.png")
    data = json.loads(done.out)
    assert (data["file"], data["status"], data["source"]) == ("cup.png", "unique", "picture")
    numbers = [number for line in data["rows"] for number in line["numbers"]]
    assert [number["length"] for number in numbers] == [5, 1, 1, 1, 1, 2, 2, 3]


def test_filled_cells_are_written_for_given(run: Run, folder: Path) -> None:
    picture = Image.open(folder / "cup.png").convert("RGB")
    at = Geometry.of_puzzle(CUP, 28)
    for column in range(5):
        x, y = at.left + column * 28, at.top
        ImageDraw.Draw(picture).rectangle((x + 2, y + 2, x + 26, y + 26), "black")
    picture.save(folder / "half.png")
    assert run("read", "-q", "half.png", "--cells", "half.txt").code == 0
    assert (folder / "half.txt").read_text(encoding="utf-8").splitlines()[0] == "#####"
    none = run("read", "-q", "cup.png", "--cells", "none.txt")
    assert "cup.png: no cell is filled or crossed" in none.err
    assert not (folder / "none.txt").exists()


@pytest.fixture
def covered(run: Run, folder: Path) -> Run:
    """``eight.png``: the 8 in the last but one row of the duck is painted over."""
    duck = nonosat.load(DATA / "duck.non")
    picture = Image.open(io.BytesIO(png(duck, cell_size=28))).convert("RGB")
    ImageDraw.Draw(picture).rectangle((37, 235, 55, 255), picture.getpixel((36, 236)))
    picture.save(folder / "eight.png")
    return run


@pytest.mark.parametrize("name", ["json", "zip", "code"])
def test_a_missing_clue_is_marked_in_every_format_that_can_hold_one(
    covered: Run, folder: Path, name: str
) -> None:
    done = covered("read", "-q", "eight.png", "-o", f"duck.{name}")
    assert done.err == (
        f"nonosat: duck.{name}: the clue of R7 is missing: {FORMATS[name].missing_clues}\n"
    )
    assert done.code == 0
    (puzzle,) = nonosat.load_all(folder / f"duck.{name}")
    assert [str(line) for line, clue in puzzle.lines() if clue is None] == ["R7"]


def test_the_file_is_whole_when_the_missing_clue_is_filled_in(covered: Run, folder: Path) -> None:
    covered("read", "-q", "eight.png", "-o", "duck.json")
    file = folder / "duck.json"
    text = file.read_text(encoding="utf-8")
    assert text.count("null") == 1
    file.write_text(text.replace("null", "[8]"), encoding="utf-8")
    assert nonosat.load(file).rows == nonosat.load(DATA / "duck.non").rows


@pytest.mark.parametrize("out", ["duck.non", "new/", "-"])
def test_a_format_that_holds_no_missing_clue_is_refused(
    covered: Run, folder: Path, out: str
) -> None:
    done = covered("read", "--json", "eight.png", "cup.png", "-o", out)
    assert done.code == 4
    assert "eight.png: the clue of R7 is missing, which the format 'non' cannot hold" in done.err
    assert "'json', 'zip' and 'code' can" in done.err
    first, second, *_ = map(json.loads, done.out.splitlines()[:2])
    assert first["output"] is None
    assert second["output"] == {"new/": "new/cup.non"}.get(out, out)


def test_a_file_in_a_folder_stays(run: Run, folder: Path) -> None:
    (folder / "new").mkdir()
    (folder / "new" / "cup.non").write_text("mine", encoding="utf-8")
    done = run("read", "cup.png", "-o", "new")
    assert (done.code, "new/cup.non exists: add --force" in done.err) == (2, True)
    assert (folder / "new" / "cup.non").read_text(encoding="utf-8") == "mine"


def test_what_is_no_printed_puzzle_is_bad_input(run: Run, folder: Path) -> None:
    (folder / "text.png").write_bytes(b"no picture")
    done = run("read", "text.png", "nowhere.png", "blank.png", "cup.png")
    assert done.code == 4
    assert "text.png: not an image that can be read" in done.err
    assert "nowhere.png: the file cannot be read" in done.err
    assert "blank.png: no grid of cells was found" in done.err
    assert "cup.png: 5x5" in done.out


def test_a_limit_ends_in_unknown(run: Run, folder: Path) -> None:
    done = run("read", "cup.png", "--time-limit", "0.001", "-o", "cup.non")
    assert done.code == 5
    assert "time limit" in done.out
    assert not (folder / "cup.non").exists()


def test_a_puzzle_of_a_page_is_chosen(run: Run, folder: Path) -> None:
    dot = nonosat.Puzzle.from_grid(nonosat.Grid("..#..\n.###.\n#####\n.#.#.\n.###."))
    page = Image.new("RGB", (500, 600), "white")
    for puzzle, cell, top in ((dot, 20, 20), (CUP, 36, 240)):
        page.paste(Image.open(io.BytesIO(png(puzzle, cell_size=cell, theme="print"))), (40, top))
    page.save(folder / "page.png")
    done = run("read", "-q", "page.png", "-o", "largest.non")
    assert done.code == 0
    assert nonosat.load(folder / "largest.non").rows == CUP.rows
    assert "puzzle 2 of 2 of the page" in run("read", "page.png").out
    assert run("read", "-q", "page.png", "--puzzle", "1", "-o", "first.non").code == 0
    assert nonosat.load(folder / "first.non").rows == dot.rows
    missing = run("read", "page.png", "--puzzle", "3")
    assert missing.code == 4
    assert "there is no puzzle 3 on a page: 2 puzzles found" in missing.err
