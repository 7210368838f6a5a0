# SPDX-License-Identifier: MIT
"""Sheets and handouts in other languages: their words, letters and lines.

The catalogues of these tests have a few texts; the others stay English.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

import nonosat
from nonosat import Grid, Puzzle, languages
from nonosat.draw import pdf, png, sheets
from nonosat.draw.book.fonts import BOLD, REGULAR, Fonts
from nonosat.draw.frames import walkthrough_page
from nonosat.errors import OptionError
from nonosat.languages import Text, language
from nonosat.model.palette import Palette
from tests.support.command_line import Run
from tests.support.paper import pages_of, words_of

THREE = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
GERMAN: Mapping[str, Text] = {
    "sheet.name": "Name und Klasse:",
    "sheet.contents": "Inhalt",
    "sheet.solution": ("L\u00f6sung", "L\u00f6sungen"),
    "sheet.nonogram": "Nonogramm {size}",
    "sheet.author": "von {author} ({size})",
    "sheet.heading_tile": "{heading}, Teil {tile} von {tiles}",
    "sheet.tile_right": "rechts Teil {tile}",
    "sheet.printed": "{file}: {puzzles} auf {pages}",
    "count.puzzles": ("{n} R\u00e4tsel", "{n} R\u00e4tsel"),
    "count.pages": ("{n} Seite", "{n} Seiten"),
    "difficulty.very_easy": "sehr leicht",
    "difficulty.place": "Schwierigkeit {place} von {total}: {word}",
    "answer.multiple": "Es gibt mehrere L\u00f6sungen, eine davon steht hier.",
    "technique.trivial": "volle Zeilen",
    "sheet.caption": ("Schritt {steps} mit {techniques}", "Schritte {steps} mit {techniques}"),
    "numbers.range": "{first} bis {last}",
    "sheet.no_font_book": "Das Buch {title} hat Zeichen ohne Schrift: {letters}",
    "walk.step": "Schritt {step} von {total}: {technique}",
    "walk.play": "abspielen",
    "walk.untitled": "Nonogramm {size}",
}
UKRAINIAN: Mapping[str, Text] = {
    "sheet.name": "\u0406\u043c'\u044f:",
    "sheet.solution": ("\u0420\u043e\u0437\u0432'\u044f\u0437\u043e\u043a",) * 3,
    "difficulty.very_easy": "\u0434\u0443\u0436\u0435 \u043b\u0435\u0433\u043a\u043e",
}
JAPANESE: Mapping[str, Text] = {
    "sheet.name": "\u540d\u524d\uff1a",
    "sheet.solution": ("\u89e3\u7b54",),
    "sheet.ended": "{end}\u3002",
    "end.solved": ("{n}\u624b\u3067\u89e3\u3051\u307e\u3057\u305f",),
}


def catalogue_of(code: str, plural: str, texts: Mapping[str, Text]) -> str:
    """The text of a file of translations."""
    entries = ['msgid ""\nmsgstr ""\n' + json.dumps(f"Language: {code}\nPlural-Forms: {plural}\n")]
    for key, text in texts.items():
        forms = {"msgstr": text} if isinstance(text, str) else {}
        if not isinstance(text, str):
            forms = {f"msgstr[{form}]": one for form, one in enumerate(text)}
        lines = [f'msgctxt "{key}"', 'msgid "-"', *(['msgid_plural "-"'] if len(forms) > 1 else [])]
        if "msgstr[0]" in forms and len(forms) == 1:
            lines.append('msgid_plural "-"')
        lines += [f"{name} {json.dumps(one, ensure_ascii=False)}" for name, one in forms.items()]
        entries.append("\n".join(lines))
    return "\n\n".join(entries) + "\n"


@pytest.fixture(autouse=True)
def few_texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Catalogues of German, Ukrainian and Japanese."""
    known = (languages.catalogue, languages.codes, languages._language)
    folder = tmp_path_factory.mktemp("languages")
    for code, plural, texts in (
        ("de", "nplurals=2; plural=n != 1;", GERMAN),
        ("uk", f"nplurals=3; plural=({THREE});", UKRAINIAN),
        ("ja", "nplurals=1; plural=0;", JAPANESE),
    ):
        (folder / f"{code}.po").write_text(catalogue_of(code, plural, texts), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "FOLDER", folder)
        for kept in known:
            kept.cache_clear()
        yield
    for kept in known:
        kept.cache_clear()


HEART = Grid(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...")
PUZZLE = Puzzle.from_grid(HEART).with_meta(author="Ada")


def language_of(book: bytes) -> object:
    root = pypdf.PdfReader(BytesIO(book)).trailer["/Root"]
    assert isinstance(root, pypdf.generic.DictionaryObject)
    return root["/Lang"]


def test_a_german_book_has_german_words(
    quick_run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [str(data / f"{name}.non") for name in ("house", "heart")]
    monkeypatch.setenv("NONOSAT_LANGUAGE", "de")
    done = quick_run("print", *files, "-o", "x.pdf", "--contents", "--name-line")
    assert done == ("x.pdf: 2 R\u00e4tsel auf 4 Seiten\n", "", 0)
    book = Path("x.pdf").read_bytes()
    contents, first, _, last = (words_of(page) for page in pages_of(book))
    assert contents[0] == "Inhalt"
    assert first[:4] == [
        "Name und Klasse:",
        "1. House with a chimney",
        "Schwierigkeit 2 von 2: sehr leicht",
        "von nonosat (10 x 10)",
    ]
    assert last[0] == "L\u00f6sungen"
    assert language_of(book) == "de"
    titles = [item["/Title"] for item in pypdf.PdfReader(BytesIO(book)).outline]  # type: ignore[call-overload, index]
    assert titles == ["Inhalt", "L\u00f6sungen"]
    monkeypatch.setenv("NONOSAT_LANGUAGE", "en")
    done = quick_run("print", *files, "-o", "y.pdf", "--contents", "--name-line")
    assert done.out == "y.pdf: 2 puzzles, 4 pages\n"
    book = Path("y.pdf").read_bytes()
    assert words_of(pages_of(book)[0])[0] == "Contents"
    assert language_of(book) == "en"


def test_many_german_sheets(quick_run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("two.txt").write_text("rows\n1\n1\ncolumns\n1\n1\n")
    monkeypatch.setenv("NONOSAT_LANGUAGE", "de")
    assert quick_run("print", "two.txt", "-o", "sheets/", "--code", "none").code == 1
    first, last = map(words_of, pages_of(Path("sheets/two.pdf").read_bytes()))
    assert first[0] == "Nonogramm 2 x 2"
    assert "Es gibt mehrere L\u00f6sungen, eine davon steht hier." in last


def test_a_german_board_in_tiles() -> None:
    puzzle = Puzzle([[1]] * 50, [[1]] * 50)
    page = words_of(pages_of(sheets([puzzle], paper="150x150", answers="none", lang="de"))[0])
    assert page[0].startswith("Nonogramm 50 x 50, Teil 1 von ")
    assert any(words.endswith("rechts Teil 2") or "rechts Teil 2; " in words for words in page)


def test_a_german_handout_and_page(data: Path) -> None:
    walk = nonosat.load(data / "house.non").walkthrough()
    book = walk.pdf(lang="de")
    words = words_of(pages_of(book)[1])
    assert any(text.startswith("Schritte 2 bis 3 mit volle Zeilen") for text in words) or any(
        text.startswith("Schritt 1 mit volle Zeilen") for text in words
    )
    assert language_of(book) == "de"
    page = walk.html(lang="de")
    assert '<html lang="de">' in page
    assert f"Schritt 1 von {len(walk)}: volle Zeilen" in page
    assert "abspielen</button>" in page
    assert '<html lang="en">' in walk.html()
    untitled = walkthrough_page(PUZZLE, PUZZLE.unknown_grid(), [], "", lang="de")
    assert untitled.count("<title>Nonogramm 7x6</title>") == 2  # of the page, of the board


def test_the_files_of_explain_are_german(
    quick_run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = str(data / "house.non")
    monkeypatch.setenv("NONOSAT_LANGUAGE", "de")
    for cell in ((), ("--cell", "R1C1")):
        assert quick_run("explain", house, "-o", "x.html", "--force", *cell).code == 0
        assert '<html lang="de">' in Path("x.html").read_text()
        assert quick_run("explain", house, "-o", "x.pdf", "--force", *cell).code == 0
        assert language_of(Path("x.pdf").read_bytes()) == "de"


def test_ukrainian_and_japanese_letters(data: Path) -> None:
    for code, solution in (
        ("uk", "\u0420\u043e\u0437\u0432'\u044f\u0437\u043e\u043a"),
        ("ja", "\u89e3\u7b54"),
    ):
        book = sheets([PUZZLE], solutions=[HEART], name_line=True, lang=code)
        first, last = (words_of(page) for page in pages_of(book))
        assert first[0] == language(code)("sheet.name")
        assert last[0] == solution
        assert book.warnings == ()
    book = nonosat.load(data / "heart.non").walkthrough().pdf(lang="ja")
    text = [piece for page in pages_of(book) for piece in words_of(page)]
    assert any(piece.endswith("\u624b\u3067\u89e3\u3051\u307e\u3057\u305f\u3002") for piece in text)


def test_letters_of_the_reader_s_fonts() -> None:
    """Without any file of a font; Russian letters are none of them."""
    title = "\u7159\u7a81\u306e\u3042\u308b\u5bb6"
    fonts = Fonts(folders=())
    assert fonts.runs(title) == [(title, "HeiseiKakuGo-W5")]
    assert fonts.runs("\u7b80\u4f53") == [("\u7b80\u4f53", "STSong-Light")]
    assert fonts.width(title, 10) == pytest.approx(60)
    assert Fonts(folders=(), say=language("ja")).runs(title) == fonts.runs(title)
    assert fonts.runs("\u0416") == [("?", REGULAR)]
    fonts.check("sheet.no_font_book", title, [title])
    assert fonts.warnings == []
    fonts = Fonts(folders=(), say=language("de"))
    fonts.check("sheet.no_font_book", "\u0416", ["\u0416"])
    assert fonts.warnings == ["Das Buch '\u0416' hat Zeichen ohne Schrift: \u0416 (U+0416)"]
    book = sheets([PUZZLE.with_meta(title=title)], title=title)
    assert book.warnings == ()
    assert words_of(pages_of(book)[0])[:2] == [title, title]


def test_headings_are_bold_in_the_same_font(data: Path) -> None:
    from reportlab import __file__ as place

    fonts = Fonts(folders=(str(Path(place).parent / "fonts"),), say=language("uk"))
    ((_, plain),) = fonts.runs("Heart")
    ((_, bold),) = fonts.runs("Heart", BOLD)
    assert plain.endswith("/Vera.ttf")
    assert bold.endswith("/VeraBd.ttf")


def test_lines_break_between_japanese_letters() -> None:
    fonts = Fonts(folders=(), say=language("ja"))
    sentences = (
        "\u7b2c1\u884c\u3067\u306f\u3001R3C5\u3092\u5857\u308b\u3002",
        "\u300c\u7a7a\u767d\u300d\u3067\u3059\u3002",
    )
    text = " ".join(sentences * 9)
    for room in range(30, 120, 7):
        lines = fonts.wrapped(text, room, 10)
        assert "".join(lines) == text.replace(" ", "")
        assert max(fonts.width(line, 10) for line in lines) <= room
        assert all(line[0] not in "\u3001\u3002\u300d" for line in lines)
        assert all(line[-1] != "\u300c" for line in lines)
    assert len(fonts.wrapped(text, 60, 10)) > 27  # lines are full
    assert fonts.wrapped("Row 1 (2 1): one, two", 60, 10) == ["Row 1 (2 1):", "one, two"]


def test_a_language_that_does_not_exist() -> None:
    walk = PUZZLE.walkthrough()
    for call in (
        lambda: sheets([PUZZLE], lang="xx"),
        lambda: walk.pdf(lang="xx"),
        lambda: walk.html(lang="xx"),
        lambda: nonosat.explain_cell(PUZZLE, (0, 0)).pdf(lang="xx"),
    ):
        with pytest.raises(OptionError, match="unknown language 'xx': use one of en, de, ja, uk"):
            call()


def test_paper_has_all_letters_of_colours_and_a_png_names_those_that_it_lacks(
    quick_run: Run,
) -> None:
    given = [("red", "f00", "\u0436"), ("sky", "8cf", "b")]
    puzzle = Puzzle.from_grid(Grid("\u0436\u0436b", "\u0436b"), palette=Palette.of(given))
    drawn = png(puzzle, theme="patterns")
    assert drawn.warnings == ("a PNG has no \u0436 (U+0436), drawn as ?: draw an SVG",)
    assert png(PUZZLE).warnings == ()
    for paper in (pdf(puzzle, theme="patterns"), sheets([puzzle], theme="patterns")):
        (page,) = pages_of(paper)
        assert "\u0436" in words_of(page)  # a past error: a box
    letters = Grid("aab", "ab")
    plain = Puzzle.from_grid(letters, palette=Palette.of([("red", "f00", "a"), given[1]]))
    assert png(plain, theme="patterns").warnings == ()
    Path("letters.json").write_text(nonosat.dumps(puzzle, format="json"))
    done = quick_run("draw", "letters.json", "-o", "x.png")
    assert done.err == f"nonosat: letters.json: {drawn.warnings[0]}\n"
    assert done.code == 0
