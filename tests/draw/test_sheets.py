# SPDX-License-Identifier: MIT
"""Sheets of paper: the contents of the pages of the PDF, their sizes and places."""

from __future__ import annotations

import random
import re
import struct
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
import reportlab
import segno
from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

import nonosat
from nonosat import Grid, Puzzle
from nonosat.draw import sheets
from nonosat.draw.book import binding
from nonosat.draw.book.blocks import LEAST_FONT, paint_square, square_of
from nonosat.draw.book.fonts import Fonts
from nonosat.draw.book.strips import DIGIT_SIZE
from nonosat.draw.geometry import Part, labels
from nonosat.errors import GridError, OptionError
from nonosat.model.palette import Palette
from nonosat.words import shown_solution
from tests.support.command_line import Run
from tests.support.paper import pages_of, words_of

HEART = Grid(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...")
PUZZLE = Puzzle.from_grid(HEART).with_meta(title="Heart", author="Ada", copyright="2026 Ada")
COLORS = Puzzle.from_grid(
    Grid("aabb\nbbaa\n.aa.", "ab"), palette=Palette.of([("red", "f00", "a"), ("sky", "8cf", "b")])
)


def labels_of(puzzle: Puzzle) -> list[str]:
    """The numbers of all clues as they are printed."""
    return [text for _, clue in puzzle.lines() for text, _ in labels(clue, puzzle.palette)]


def random_puzzle(height: int, width: int, seed: int = 1) -> Puzzle:
    chance = random.Random(seed)
    cells = bytes(chance.randrange(2) for _ in range(height * width))
    return Puzzle.from_grid(Grid.from_cells(height, width, cells))


def test_a_page_has_all_clues_and_names() -> None:
    book = sheets([PUZZLE], difficulty=["hard"], answers="none")
    (page,) = pages_of(book)
    assert book.pages == 1
    words = words_of(page)
    assert words[:4] == ["Heart", "Hard", "by Ada - 7 x 6", "2026 Ada"]
    assert words[-1] == "1 / 1"
    assert sorted(words[4:-1]) == sorted(labels_of(PUZZLE))


@pytest.mark.parametrize(
    ("paper", "landscape", "size"),
    [
        ("a4", False, (210, 297)),
        ("A5", True, (210, 148)),
        ("a3", False, (297, 420)),
        ("letter", False, (215.9, 279.4)),
        ("100x80", False, (100, 80)),
        ("80 x 100", False, None),
    ],
)
def test_paper(paper: str, landscape: bool, size: tuple[float, float] | None) -> None:
    if size is None:
        with pytest.raises(OptionError, match="unknown paper '80 x 100'"):
            sheets([PUZZLE], paper=paper, landscape=landscape)
        return
    book = sheets([PUZZLE], paper=paper, landscape=landscape)
    for page in pypdf.PdfReader(BytesIO(book)).pages:
        width, height = (float(side) / 72 * 25.4 for side in page.mediabox[2:])
        assert (width, height) == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize("per_page", [1, 2, 4, 9])
def test_clues_are_large_enough_and_on_the_paper(per_page: int) -> None:
    puzzles = [random_puzzle(10 + 3 * n, 25 - 2 * n, n) for n in range(7)]
    book = sheets(puzzles, per_page=per_page, answers="none", contents=False)
    pages = pages_of(book)
    numbers = [piece for page in pages for piece in page if piece.text.isdecimal()]
    assert Counter(piece.text for piece in numbers) == sum(
        (Counter(labels_of(puzzle)) for puzzle in puzzles), Counter()
    )
    assert min(piece.size for piece in numbers) >= LEAST_FONT - 1e-6
    for piece in numbers:
        assert 30 < piece.x < 595 - 30
        assert 30 < piece.y < 842 - 30
    assert len(pages) >= -(-7 // per_page)


def test_a_board_is_as_large_as_fits() -> None:
    """A puzzle twice as wide as high reaches both margins of a page."""
    (page,) = pages_of(sheets([random_puzzle(10, 20)], answers="none"))
    numbers = [piece for piece in page if piece.text.isdecimal()]
    assert max(piece.x for piece in numbers) - min(piece.x for piece in numbers) > 470
    (page,) = pages_of(sheets([random_puzzle(10, 20)] * 2, answers="none", per_page=2))
    assert {piece.text for piece in page} >= {"1. Nonogram 20 x 10", "2. Nonogram 20 x 10"}
    numbers = [piece for piece in page if piece.text.isdecimal()]
    assert max(piece.x for piece in numbers) - min(piece.x for piece in numbers) > 470  # stacked


def test_a_large_board_is_split() -> None:
    puzzle = random_puzzle(60, 50)
    pages = pages_of(sheets([puzzle], answers="none"))
    pattern = r"rows (\d+) to (\d+), columns (\d+) to (\d+)"
    seen: Counter[tuple[int, int]] = Counter()
    for number, page in enumerate(pages, start=1):
        assert page[0].text == f"Nonogram 50 x 60, tile {number} of {len(pages)}"
        words = "\n".join(words_of(page))
        found = re.search(pattern, words)
        assert found is not None
        top, bottom, left, right = map(int, found.groups())
        assert (top - 1) % 5 == (left - 1) % 5 == 0
        seen.update((r, c) for r in range(top, bottom + 1) for c in range(left, right + 1))
        clues = [*puzzle.rows[top - 1 : bottom], *puzzle.columns[left - 1 : right]]
        wanted = Counter(str(b.length) for clue in clues for b in clue or ())
        lines = Counter(map(str, [*range(top, bottom + 1), *range(left, right + 1)]))
        numbers = [piece for piece in page if piece.text.isdecimal()]
        assert Counter(piece.text for piece in numbers) == wanted + lines
        # The numbers of the lines may be smaller than those of the clues.
        large = Counter(p.text for p in numbers if p.size >= LEAST_FONT - 1e-6)
        assert not wanted - large
    assert len(seen) == 60 * 50
    assert set(seen.values()) == {1}


def test_clues_that_fill_a_page_are_listed() -> None:
    puzzle = random_puzzle(12, 400)
    first, *others = pages_of(sheets([puzzle], answers="none"))
    text = " ".join(words_of(first))
    assert "clues" in text
    listed = re.sub(r"\s+", " ", text[text.index("R1:") :])
    for index, clue in enumerate(puzzle.rows):
        words = " ".join(str(block.length) for block in clue or ())
        assert f"R{index + 1}: {words}" in listed
    assert min(piece.size for piece in first) >= LEAST_FONT
    columns = Counter(str(b.length) for clue in puzzle.columns for b in clue or ())
    shown = Counter(piece.text for page in others for piece in page if piece.text.isdecimal())
    assert not columns - shown


def test_too_small_a_paper() -> None:
    with pytest.raises(OptionError, match="does not fit this paper"):
        sheets([random_puzzle(20, 20)], paper="50x50")


def test_solutions_on_pages_of_their_own() -> None:
    puzzles = [PUZZLE, PUZZLE.with_meta(title="Two"), PUZZLE.with_meta(title="Three")]
    book = sheets(
        puzzles, solutions=[HEART, None, None], remarks=[None, "There is no solution.", ""]
    )
    pages = [words_of(page) for page in pages_of(book)]
    assert [page[0] for page in pages] == ["1. Heart", "2. Two", "3. Three", "Solutions"]
    assert pages[-1][1:-1] == ["1. Heart", "2. Two", "There is no solution."]
    assert len(sheets(puzzles, solutions=[HEART] * 3, answers="none")) < len(book)


def test_only_solutions() -> None:
    puzzles = [PUZZLE, COLORS, PUZZLE]
    given: dict[str, Any] = {
        "solutions": [HEART, None, None],
        "remarks": ["", "There is none.", ""],
    }
    book = sheets(puzzles, answers="only", title="All", name_line=True, contents=True, **given)
    assert book.pages == 1
    heading, *words = words_of(pages_of(book)[0])
    assert heading == "All: solutions"
    assert words == ["1. Heart", "2. Nonogram 4 x 3", "There is none.", "1 / 1"]
    many = pages_of(sheets([PUZZLE] * 20, solutions=[HEART] * 20, answers="only", title="x" * 99))
    assert len(many) == 2
    for page in many:
        assert words_of(page)[0].endswith("...: solutions")
        assert max(piece.y for piece in page) == page[0].y
    with pytest.raises(OptionError, match="there is no solution to print"):
        sheets([PUZZLE], answers="only")


def test_solutions_upside_down() -> None:
    book = sheets([COLORS], solutions=[Grid("aabb\nbbaa\n.aa.", "ab")], answers="page")
    (page,) = pypdf.PdfReader(BytesIO(book)).pages
    letters: list[tuple[str, float]] = []

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        letters.append((text.strip(), cm[0] * tm[0]))

    page.extract_text(visitor_text=visit)
    turned = Counter(text for text, direction in letters if direction < 0 and text)
    assert turned == Counter("aabbbbaaaa")


def test_contents_name_the_pages() -> None:
    puzzles = [random_puzzle(5, 5, n).with_meta(title=f"T{n}") for n in range(60)]
    book = sheets(puzzles, per_page=4, answers="none", title="All", difficulty=["easy"] * 60)
    pages = [words_of(page) for page in pages_of(book)]
    assert pages[0][:2] == ["All", "Contents"]
    begins = {word: n for n, page in enumerate(pages, 1) for word in page if page[1] != "Contents"}
    rows = [word for page in pages[:2] for word in page]
    assert len(pages) == 2 + 15
    for n in range(60):
        place = rows.index(f"{n + 1}. T{n}")
        wanted = ["5 x 5", "easy", str(begins[f"{n + 1}. T{n}"])]
        assert rows[place + 1 : place + 4] == wanted
    feet = ["1 / 17", *(f"All - {n} / 17" for n in range(2, 18))]
    assert [page[-1] for page in pages] == feet


def test_equal_input_gives_equal_bytes() -> None:
    arguments: dict[str, Any] = {
        "codes": ["ABC", "DEF"],
        "solutions": [HEART, None],
        "difficulty": ["easy", ""],
        "title": "\u041a\u043d\u0438\u0433\u0430",
    }
    puzzles = [PUZZLE.with_meta(title="\u0421\u0435\u0440\u0434\u0446\u0435"), COLORS]
    one = sheets(puzzles, **arguments)
    assert sheets(puzzles, **arguments) == one
    assert sheets(puzzles, clue_strips=True) == sheets(puzzles, clue_strips=True)
    assert sheets(puzzles, **(arguments | {"title": "B"})) != one


class _Canvas:
    """Keeps the rectangles that are drawn."""

    def __init__(self) -> None:
        self.places: list[tuple[float, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: self

    def rect(self, *place: float) -> None:
        self.places.append(place)


def test_the_qr_code_is_that_of_segno() -> None:
    text = nonosat.encode(PUZZLE)
    square = square_of(text, 100)
    assert square is not None
    canvas = _Canvas()
    paint_square(canvas, square, 10, 300, 2 * (len(square) + 8))
    drawn = {
        (int((300 - y - height) / 2) - 4, int((x - 10) / 2) - 4 + n)
        for x, y, width, height in canvas.places
        for n in range(round(width / 2))
    }
    matrix = segno.make_qr(text, error="L", boost_error=False).matrix
    assert drawn == {(r, c) for r, row in enumerate(matrix) for c, dark in enumerate(row) if dark}


def test_the_code_is_printed_or_named_too_long() -> None:
    code = nonosat.encode(PUZZLE)
    book = sheets([PUZZLE], codes=[code], answers="none")
    assert code in words_of(pages_of(book)[0])
    assert book.warnings == ()
    book = sheets([PUZZLE], codes=["A" * 3000], answers="none")
    assert book.warnings == (
        "'Heart': its code has 3,000 characters, too many for a QR code that can be read from this "
        "paper",
    )
    (page,) = pages_of(book)
    assert {"code: 3,000 characters", "(too long for a QR code)"} <= set(words_of(page))


def test_letters_that_no_font_has() -> None:
    strange = "A\U000f0000\U000f0001 \u0416"  # private use: no font has them
    book = sheets([PUZZLE.with_meta(title=strange)] * 2, per_page=2, contents=True)
    assert len(book.warnings) == 2
    assert book.warnings[0].startswith("puzzle '1. A")
    assert "(U+F0000), " in book.warnings[0]
    assert pages_of(book)[1][0].text.startswith("1. A??")


def test_a_font_is_found_or_replaced(tmp_path: Path) -> None:
    nothing = Fonts(folders=(str(tmp_path),))
    assert nothing.runs("caf\u00e9 \u2013 5 \u20ac") == [("caf\u00e9 \u2013 5 \u20ac", "Helvetica")]
    assert nothing.runs("\u0416a") == [("?a", "Helvetica")]
    (tmp_path / "broken.ttf").write_bytes(b"\0\1\0\0" + bytes(40))
    assert Fonts(folders=(str(tmp_path),)).runs("\u0416") == [("?", "Helvetica")]
    with pytest.raises(OptionError, match="cannot be read as a TrueType font"):
        sheets([PUZZLE], font=str(tmp_path / "broken.ttf"))
    with pytest.raises(OptionError, match="cannot be read as a TrueType font"):
        sheets([PUZZLE], font=str(tmp_path / "absent.ttf"))
    with pytest.raises(OptionError, match="of at most 64 MiB"):
        sheets([PUZZLE], font="/dev/zero")


def test_a_font_that_is_given(tmp_path: Path) -> None:
    import reportlab

    file = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
    fonts = Fonts(str(file), folders=())
    [(text, name)] = fonts.runs("Heart")
    assert (text, name.split(" ", 1)[1]) == ("Heart", str(file))
    assert fonts.runs("\u0416 Heart") != fonts.runs("Heart")
    book = sheets([PUZZLE], font=str(file), answers="none")
    assert b"BitstreamVeraSans" in book
    assert pages_of(book)[0][0].text == "Heart"


def test_colours_have_plates_and_patterns_have_a_legend() -> None:
    for theme, legend in (("print", 0), ("patterns", 1)):
        (page,) = pages_of(sheets([COLORS], theme=theme, answers="none"))
        words = Counter(words_of(page)[3:-1])
        assert words == Counter(labels_of(COLORS)) + Counter({"a": legend, "b": legend})
    colored = pypdf.PdfReader(BytesIO(sheets([COLORS], answers="none"))).pages[0]
    content = colored.get_contents()
    assert content is not None
    assert b"1 0 0 rg" in content.get_data()


def test_clue_strips() -> None:
    puzzle = Puzzle.from_grid("#.#.#\n.....\n####.\n.....")
    (page,) = pages_of(sheets([puzzle], clue_strips=True))
    digits = [piece for piece in page if piece.size > 20]
    wanted = Counter(text for text in labels_of(puzzle) if text != "0")  # an empty line is blank
    assert Counter(piece.text for piece in digits) == wanted
    assert {piece.size for piece in digits} == {DIGIT_SIZE}
    # Row strips first, from the last row; three fields each, the clue at the inner end.
    names = [piece.text for piece in page if piece.size < 7]
    assert names == ["R4", "R3", "R2", "R1", "C1", "C2", "C3", "C4", "C5"]
    at = {piece.text: (piece.x, piece.y) for piece in page if piece.size < 7}
    assert at["R3"][0] - at["R4"][0] == pytest.approx(54)
    (four,) = [piece for piece in digits if piece.text == "4"]
    assert at["R3"][1] - four.y == pytest.approx(2.5 * 54 - 7, abs=16)


def test_long_strips_are_cut() -> None:
    puzzle = Puzzle.from_grid("#" * 40)
    pages = pages_of(sheets([puzzle], clue_strips=True, paper="a5"))
    names = [piece.text for page in pages for piece in page if piece.text.startswith("R1")]
    assert names == ["R1, 1 of 3", "R1, 2 of 3", "R1, 3 of 3"]


def test_wrong_options(monkeypatch: pytest.MonkeyPatch) -> None:
    for options, words in (
        ({"per_page": 0}, "per_page=0: use 1 to 40"),
        ({"answers": "x"}, "answers='x': use one of end, page, none"),
        ({"paper": "10x10"}, "a paper of 10 x 10 mm"),
        ({"codes": ["a", "b"]}, "codes: give one for each of the 1 puzzles, or none"),
    ):
        with pytest.raises(OptionError, match=re.escape(words)):
            sheets([PUZZLE], **options)
    with pytest.raises(OptionError, match="no puzzle"):
        sheets([])
    with pytest.raises(GridError):
        sheets([PUZZLE], solutions=[Grid("#")])
    monkeypatch.setattr(binding, "MAX_PAGES", 3)
    with pytest.raises(OptionError, match="more than 3 pages"):
        sheets([PUZZLE] * 4)


def test_progress_counts_pages() -> None:
    seen: list[tuple[int, int]] = []
    book = sheets([PUZZLE] * 2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    assert book.pages == 2


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(OptionError, match=r"not installed: .*\[pdf\]'"):
        sheets([PUZZLE])


def test_print_puzzles_of_every_kind(quick_run: Run) -> None:
    done = quick_run("print", "unique.non", "multiple.non", "none.non", "-o", "book.pdf")
    assert (done.out, done.code) == ("book.pdf: 3 puzzles, 4 pages\n", 3)
    assert done.err == "nonosat: multiple.non: multiple\nnonosat: none.non: none (no solution)\n"
    pages = [words_of(page) for page in pages_of(Path("book.pdf").read_bytes())]
    assert [page[0] for page in pages] == [
        *(f"{n + 1}. Nonogram {size}" for n, size in enumerate(("3 x 2", "2 x 2", "3 x 3"))),
        "Solutions",
    ]
    assert pages[0][1:3] == ["Very easy", "3 x 2"]
    assert pages[1][1] == "2 x 2"
    words = " ".join(pages[-1])
    assert "There are several solutions; this is one of them." in words
    assert "There is no solution." in words
    assert nonosat.encode(nonosat.load("unique.non")) in pages[0]


def test_print_keeps_files_and_good_puzzles(quick_run: Run) -> None:
    assert quick_run("print", "unique.non", "-o", "x.pdf", "-q") == ("", "", 0)
    before = Path("x.pdf").read_bytes()
    done = quick_run("print", "unique.non", "-o", "x.pdf")
    assert done.code == 2
    assert "x.pdf exists: add --force to replace it" in done.err
    assert Path("x.pdf").read_bytes() == before
    done = quick_run(
        "print", "broken.non", "many.json", "-o", "x.pdf", "--force", "--solutions", "none"
    )
    assert done.code == 4
    assert done.out == "x.pdf: 1 puzzle, 1 page\n"
    assert "broken.non: " in done.err
    assert Path("x.pdf").read_bytes() != before
    done = quick_run("print", "broken.non", "-o", "y.pdf")
    assert (done.out, done.code) == ("", 4)
    assert not Path("y.pdf").exists()


def test_a_puzzle_with_several_solutions_has_no_rating(quick_run: Run) -> None:
    """A past error: without solutions on the sheets it was "very hard"."""
    Path("two.txt").write_text("rows\n1\n1\ncolumns\n1\n1\n")
    done = quick_run("print", "two.txt", "unique.non", "-o", "x.pdf", "--solutions", "none")
    assert done.code == 1
    assert "two.txt: multiple" in done.err
    first, second = map(words_of, pages_of(Path("x.pdf").read_bytes()))
    assert not any("easy" in line or "hard" in line for line in first)
    assert any("easy" in line for line in second)
    asked = ("print", "two.txt", "-o", "y.pdf", "--solutions", "none", "--no-difficulty")
    assert quick_run(*asked).code == 0  # not searched for


def test_print_codes_and_links(quick_run: Run) -> None:
    base = "https://example.org/"
    done = quick_run("print", "unique.non", "-o", "x.pdf", "--code", "rules", "--base", base)
    assert done.code == 0
    page = pages_of(Path("x.pdf").read_bytes())[0]
    assert nonosat.encode(nonosat.load("unique.non"), "rules", base=base) in words_of(page)
    done = quick_run("print", "free.json", "-o", "y.pdf", "--code", "rules")
    assert done.code == 4
    assert "free.json: " in done.err
    done = quick_run("print", "unique.non", "-o", "z.pdf", "--code", "none", "--base", base)
    assert done.code == 2


def test_print_clue_strips_and_usage(quick_run: Run) -> None:
    done = quick_run("print", "multiple.non", "-o", "x.pdf", "--clue-strips")
    assert done == ("x.pdf: 1 puzzle, 1 page\n", "", 0)
    for arguments, words in (
        (["--paper", "x"], "unknown paper 'x'"),
        (["--solutions", "both"], "is not one of"),
        (["--font", "absent.ttf"], "cannot be read as a TrueType font"),
        (["-o", "z.txt"], "-o z.txt: the name must end in .pdf"),
    ):
        done = quick_run("print", "unique.non", "-o", "z.pdf", *arguments)
        assert done.code == 2
        assert words in done.err
        assert not Path("z.pdf").exists()


def test_print_interrupted_leaves_no_file(quick_run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(binding, "bound", interrupt)
    before = sorted(Path().iterdir())
    assert quick_run("print", "unique.non", "-o", "x.pdf").code == 130
    assert sorted(Path().iterdir()) == before


def test_a_part_has_its_printed_cells_and_whole_clues() -> None:
    goal = Grid("##.#\n.#..\n#..#")
    puzzle = Puzzle.from_grid(goal, printed=Grid("?#??\n??.?\n???#"))
    part = Part(puzzle, range(1, 3), range(1, 4))
    assert part.printed == Grid("?.?\n??#")
    assert [part.clue(line) for line, _ in part.lines()] == [
        *puzzle.rows[1:3],
        *puzzle.columns[1:4],
    ]
    plain, given = (sheets([p], answers="none") for p in (puzzle.with_printed(None), puzzle))
    frames = [pypdf.PdfReader(BytesIO(x)).pages[0].get_contents() for x in (plain, given)]
    assert frames[0] is not None
    assert frames[1] is not None
    assert len(frames[0].get_data()) < len(frames[1].get_data())


def test_a_clue_that_is_not_given() -> None:
    puzzle = Puzzle([[1], None], columns=[[1], None])
    (page,) = pages_of(sheets([puzzle], answers="none"))
    assert words_of(page)[2:-1] == ["1", "?", "1", "?"]


def damaged_font(folder: Path, table: str, byte: int) -> str:
    """A font whose table of that name consists of this byte only."""
    data = bytearray(Path(reportlab.__file__).with_name("fonts").joinpath("Vera.ttf").read_bytes())
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        if data[at : at + 4] == table.encode():
            start, length = struct.unpack_from(">LL", data, at + 8)
            data[start : start + length] = bytes([byte]) * length
    (folder / "damaged.ttf").write_bytes(data)
    return str(folder / "damaged.ttf")


@pytest.mark.parametrize("byte", [0, 255])
@pytest.mark.parametrize("table", ["cmap", "head", "hhea", "maxp", "name"])
def test_a_damaged_font_is_refused(tmp_path: Path, table: str, byte: int) -> None:
    with pytest.raises(OptionError, match="cannot be read as a TrueType font"):
        sheets([PUZZLE], font=damaged_font(tmp_path, table, byte))


@pytest.mark.parametrize("table", ["hmtx", "loca"])
def test_damaged_shapes_of_letters_do_no_harm(tmp_path: Path, table: str) -> None:
    assert sheets([PUZZLE], font=damaged_font(tmp_path, table, 255)).startswith(b"%PDF")


def test_fonts_of_the_same_name_are_not_mixed_up(tmp_path: Path) -> None:
    """reportlab keeps the first font of a name for as long as the process lives."""
    for table in ("glyf", "none", "glyf"):
        font = damaged_font(tmp_path, table, 255)
        if table == "none":
            assert sheets([PUZZLE], font=font).startswith(b"%PDF")
        else:
            with pytest.raises(OptionError, match=r"a font is damaged .*damaged\.ttf"):
                sheets([PUZZLE], font=font)


def test_damage_that_shows_at_the_end_names_the_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise TTFError("not enough glyphs")

    monkeypatch.setattr(TTFontFile, "makeSubset", broken)
    font = damaged_font(tmp_path, "none", 0)
    with pytest.raises(OptionError, match=r"damaged \(not enough glyphs\): .*damaged\.ttf"):
        sheets([PUZZLE], font=font)


@pytest.mark.parametrize("contents", [None, True, False])
@pytest.mark.parametrize("count", [1, 2])
def test_the_title_is_on_the_first_page(contents: bool | None, count: int) -> None:
    title = "F\u00fcr die 5b"
    book = sheets([PUZZLE] * count, title=title, contents=contents, answers="none")
    texts = [words_of(page) for page in pages_of(book)]
    assert texts[0][0] == title
    assert [f"{title} - " in text[-1] for text in texts] == [n > 0 for n in range(len(texts))]
    strips = pages_of(sheets([PUZZLE] * count, title=title, clue_strips=True))
    assert [title in words_of(page) for page in strips] == [n == 0 for n in range(len(strips))]


def test_a_title_takes_room_from_no_clue() -> None:
    """A board that fills its page becomes smaller; its clues stay below the title."""
    for puzzle in (random_puzzle(30, 20), random_puzzle(60, 50)):
        plain, titled = (sheets([puzzle], title=x, answers="none") for x in ("", "All"))
        (title, *rest), *_ = pages_of(titled)
        assert title.text == "All"
        assert max(piece.y for piece in rest) < title.y - 5
        assert pages_of(plain)[0][0].y > rest[0].y


def test_a_line_for_a_name_stands_on_every_page_with_a_puzzle() -> None:
    book = sheets([PUZZLE, COLORS], solutions=[HEART, None], name_line=True, title="All")
    texts = [words_of(page) for page in pages_of(book)]
    assert [text[0] for text in texts] == ["Name:", "Name:", "Solution"]
    assert "Name:" not in words_of(pages_of(sheets([PUZZLE]))[0])
    (strips, *_) = pages_of(sheets([PUZZLE], clue_strips=True, name_line=True))
    assert words_of(strips)[0] == "Name:"


def side_of_answers(count: int) -> float:
    """The side of the cells of the solutions on the last page, in points."""
    grid = Grid("aabb\nbbaa\n.aa.", "ab")
    *_, page = pages_of(sheets([COLORS] * count, solutions=[grid] * count))
    letters = [piece for piece in page if piece.text in ("a", "b")]
    assert len(letters) == 10 * count
    row = [piece.x for piece in letters if piece.y == letters[0].y][:4]
    return row[1] - row[0]


def test_few_solutions_fill_their_page() -> None:
    sides = [side_of_answers(count) for count in (1, 2, 6, 12)]
    assert sides[0] == pytest.approx(34)  # 12 mm
    assert sides[0] >= sides[1] >= sides[2] > sides[3]


def test_print_names_the_order_of_difficulty(quick_run: Run, data: Path) -> None:
    files = [str(data / f"{name}.non") for name in ("house", "heart", "two-ways-steam")]
    options = ("--per-page", "4", "--title", "Three", "--name-line")
    done = quick_run("print", *files, "-o", "x.pdf", *options)
    assert done.code == 1  # the third has several solutions
    words = words_of(pages_of(Path("x.pdf").read_bytes())[0])
    assert words[:2] == ["Name:", "Three"]
    details = [word for word in words if word.startswith(("by nonosat - ", "Difficulty"))]
    assert details == [
        "Difficulty 2 of 2 (very easy)",
        "by nonosat - 10 x 10",
        "Difficulty 1 of 2 (very easy)",
        "by nonosat - 5 x 5",
        "by nonosat - 10 x 10",
    ]
    quick_run("print", files[0], "-o", "y.pdf")
    words = words_of(pages_of(Path("y.pdf").read_bytes())[0])
    assert words[:3] == ["House with a chimney", "Very easy", "by nonosat - 10 x 10"]


@pytest.mark.parametrize("hidden", [False, True])
def test_each_sheet_has_the_number_of_its_puzzle_and_its_title(hidden: bool) -> None:
    puzzles = [PUZZLE, random_puzzle(70, 60).with_meta(title="Two"), COLORS]
    pages = pages_of(sheets(puzzles, title="All", hide_titles=hidden))
    first, *others = map(words_of, pages)
    assert first[:2] == ["All", "Puzzle 1" if hidden else "1. Heart"]
    second = "Puzzle 2" if hidden else "2. Two"
    assert len(others) > 2
    assert all(page[0].startswith(f"{second}, tile ") for page in others[:-1])
    assert others[-1][0] == ("Puzzle 3" if hidden else "3. Nonogram 4 x 3")


def test_only_the_solutions_for_who_corrects(quick_run: Run, data: Path) -> None:
    files = [str(data / f"{name}.non") for name in ("house", "heart")]
    done = quick_run("print", *files, "-o", "x.pdf", "--solutions", "only", "--easy-first")
    assert done == ("x.pdf: 2 puzzles, 1 page\n", "", 0)
    (page,) = pages_of(Path("x.pdf").read_bytes())
    assert words_of(page)[:-1] == ["Solutions", "1. Heart", "2. House with a chimney"]


def test_titles_only_beside_the_solutions() -> None:
    puzzles = [PUZZLE, PUZZLE.with_meta(title="Two")]
    book = sheets(puzzles, solutions=[HEART] * 2, hide_titles=True, contents=True)
    pages = [words_of(page) for page in pages_of(book)]
    assert [page[0] for page in pages] == ["Contents", "Puzzle 1", "Puzzle 2", "Solutions"]
    assert all("Heart" not in " ".join(page) for page in pages[:-1])
    assert {"1. Heart", "2. Two"} <= set(pages[-1])
    (page, _) = pages_of(sheets([PUZZLE], solutions=[HEART], hide_titles=True))
    assert words_of(page)[0] == "Nonogram 7 x 6"


def test_the_easiest_first_and_the_picture_that_was_drawn(quick_run: Run, data: Path) -> None:
    files = [str(data / f"{name}.non") for name in ("two-ways-steam", "house", "heart")]
    assert quick_run("print", *files, "-o", "x.pdf", "--easy-first").code == 1
    pages = [words_of(page) for page in pages_of(Path("x.pdf").read_bytes())]
    assert [page[0][:2] for page in pages[:3]] == ["1.", "2.", "3."]
    assert "Heart" in pages[0][0]
    assert "House" in pages[1][0]
    assert "this is the picture that was drawn" in " ".join(pages[-1])
    two = nonosat.load(files[0])
    report = two.solve()
    assert shown_solution(two, report) == two.goal
    assert shown_solution(two.with_goal(None), two.with_goal(None).solve()) in report.solutions
