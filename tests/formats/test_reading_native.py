# SPDX-License-Identifier: MIT
"""The native readers and recognisers: plain texts, JSON as Python has it, blanks, bounds.

The meaning of .non, TAAI and JSON is tested with the other formats. Here: a text with a plain
format has the same format by the table of formats, and is read like any other text of that format;
a text is JSON if Python's json accepts it; what the native reader of webpbn reads, expat reads too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nonosat import Grid, Palette, Puzzle, dumps, load, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import native, read_all, sniff, webpbn
from nonosat.formats.json_programs import parse
from nonosat.formats.native import _native
from nonosat.model import faults, palette
from tests.support.format_samples import CUP, TREE
from tests.support.places import CORPUS

TEXTS = (
    dumps(CUP),
    dumps(CUP.with_goal(None)),
    dumps(CUP.with_meta(title='with "quotes" & more', description="rules,{1}")),
    dumps(CUP.with_meta(title="é ü 名前", license="MIT")),
    "rows\n1,1\n\n1\ncolumns\n2\n0\n1",
    "width 3\nheight 3\nrows\n1,1\n\n1\n\ncolumns\n2\n\n1\n",
    "width 2\r\nheight 1\r\nrows\r\n2\r\ncolumns\r\n1\r\n1\r\n",
    dumps(TREE),
    dumps(TREE, dialect="nonny"),
    dumps(TREE.with_goal(None), dialect="nonny"),
    "width 1\nheight 2\ncolor # #ff0000\ncolor % #00f\n\nrows\n1#\n1%\n\ncolumns\n1#,1%\n",
    dumps(TREE, format="webpbn"),
    dumps(CUP.with_goal(None).with_meta(title="é ü & 名前"), format="webpbn").replace("\n", "\r\n"),
    dumps(CUP, format="json"),
    dumps(TREE.with_printed("r??\n???\n???"), format="json"),
    dumps(Puzzle([[1], None], [[1]]).with_meta(title="é", author="rules"), format="json"),
    dumps(CUP.with_meta(title="rules"), format="json").replace("\n", " "),
    '{"cols":[[[1,"r"]]],"rows":[[1]],"palette":{"colors":[{"name":"","rgb":"f00","letter":"r"}],'
    '"background":"FFFFFF"},"cells":["?"],"printed":["?"]}'.replace("f00", "ff0000"),
    "$7\n1\t1\n1\n1 1\n2\n1\n2\n",
    "$7\n1 1\n\n\n1 1\n\n\n",
    "$1\n" + "\n".join(["1"] * 50) + "\n\n",
)
PIECES = (
    *("", "0", "1", "2", "11", ",", " ", "\t", "\n", "\n\n", "\r", "\r\n", '"', "&amp;", "#", "-"),
    *("rows\n", "columns\n", "width 2\n", "height 2\n", 'title "x"\n', "by me\n", 'goal "01?"\n'),
    *("====\n", "color a #ff0000\n", "\0", "\x0b", "\x1c", "\x85", "\xa0", "\u2028", "\u3000"),
    *("é", "{", "[", "?", "a", "ROWS\n", "name x\n", "saved 0\n", "maxrule 3\n", "\ufeff", "$1\n"),
    *("rules,", "param m :=", "instance(", "[clues]", "black", "1" * 10, "1023", "1024", "00"),
    *("null", "[1]", "{}", '"a"', "\\", "\\u0041", ": ", "true", "1.0", "1e3", "-1", "\ud800"),
)


def shown(item: object) -> tuple[object, ...]:
    """The content of a puzzle or of an error."""
    if isinstance(item, Puzzle):
        return item, item.meta, repr(item)
    assert isinstance(item, (PuzzleError, PuzzleSyntaxError))
    hint = "--format clues"  # of the table alone
    return type(item), [x for x in item.faults if hint not in str(x)], item.clues


def agrees(text: str) -> bool:
    """True for a puzzle of a plain format, on which its recogniser and its reader agree."""
    plain = native.read_plain(text)
    form = _native.plain_format(text)
    if plain is None:
        assert form in ("", "webpbn")
        return False
    assert sniff(text).name == form == plain[1], text
    read = webpbn.loads_unusual(text, 0) if form == "webpbn" else read_all(text, format=form)
    assert [shown(plain[0])] == list(map(shown, read)), text
    return isinstance(plain[0], Puzzle)


@pytest.mark.parametrize("text", TEXTS)
def test_mutated(text: str) -> None:
    rng = random.Random(text)
    accepted = 0
    for _ in range(2500):
        new = text
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            start = rng.randint(0, len(new))
            end = min(len(new), start + rng.choice((0, 0, 1, 1, 2, 5, 20)))
            new = new[:start] + rng.choice((*PIECES, new[start:end] * 2)) + new[end:]
        accepted += agrees(new)
    assert accepted > 10 or not agrees(text)


LINES = st.sampled_from(
    (
        *("", "", "0", "1", "1", "1,1", "2", "1 1", "1 , 1", "01", "00", "1,", " 1", "1\t1", "1a"),
        *("1\xa0", "width 2", "height 2", "width 1", "height 3", 'width "2"', "width 0"),
        *("width 1024", "rows", "columns", "rows", "columns", "Rows", "rows ", " columns"),
        *("rows 1", "columns\t", 'title "a"', "title a", 'title "a', 'title "', "title"),
        *('by "x" y', "by x,rules", 'by "{"', 'title ""', 'title "é"', "title é", 'title\t"a b"'),
        *('description "param"', "catalogue 1:2", 'goal "1001"', "goal 1001", 'goal "10', '01"'),
        *('"', 'goal "1?0."', 'goal "1001" x', "x 1", "goal", 'saved "1001"', "color a #f00"),
        *("# 1", "====", "rules,", "name x", "license \u2028", "color a #ff0000", "1a,1"),
        *("color red FF0000 r", "red 1", "red 1 1", "background #ffffff", 'colorname a "x"'),
        *("color b 00ff00", "1b", "color rows FF0000 r", "color x #ff000", 'goal "a0.1"', "a"),
        *("color 1 #ff0000", "color - #ff0000", 'colorname a "param"', "1 a"),
    )
)


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\x85"]))
@example(["rows", "1", "columns", "1"], "\n")
@example(["rows", "1", "columns", "1", "width 1"], "\n")
@example(["title x,rules", "rows", "1", "columns", "1"], "\n")
@example(["by a[]={1", "rows", "1", "columns", "1"], "\n")
@example(["width 1", "rows", "1", "columns", "1", "goal \xa0", '"1"'], "\n")
def test_lines_in_any_order(lines: list[str], end: str) -> None:
    agrees(end.join(lines))


@st.composite
def nearly_right(draw: st.DrawFn) -> str:
    """A puzzle of lines that belong together, with at most one line too many or too few."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = draw(st.lists(st.integers(0, 1), min_size=width * height, max_size=width * height))
    puzzle = Puzzle.from_grid(Grid.from_cells(height, width, bytes(cells)))
    blank = draw(st.sampled_from(["0", ""]))
    lines = [draw(st.sampled_from(["", 'title "a"', "by x", f"width {width}", "height 2"]))]
    if draw(st.booleans()):
        lines += [f"width {width}", f"height {height}"]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", name]
        lines += [",".join(str(b.length) for b in clue or ()) or blank for clue in clues]
    if draw(st.booleans()):
        lines += ['goal "' + "".join(map(str, cells)) + '"']
    at = draw(st.integers(0, len(lines)))
    change = draw(st.sampled_from(["no", "add", "drop", "double"]))
    if change == "add":
        lines.insert(at, draw(LINES))
    elif change != "no" and at < len(lines):
        lines[at : at + 1] = [] if change == "drop" else [lines[at]] * 2
    return "\n".join(lines)


@given(nearly_right())
def test_nearly_right(text: str) -> None:
    agrees(text)


def test_what_is_written_is_plain() -> None:
    rng = random.Random(1)
    for side in (1, 2, 5, 20, 70):
        grid = Grid([[rng.randint(0, 1) for _ in range(side)] for _ in range(side)])
        puzzle = Puzzle.from_grid(grid).with_meta(title="É", license="CC-BY-4.0")
        for form in ("non", "json"):
            text = dumps(puzzle, format=form)
            assert native.read_plain(text) == (puzzle, form)
            assert native.read_plain(text.replace("\n", "\r\n")) == (puzzle, form)
    colors = Palette.of(
        [("red", "#f00", "r"), ("sky blue", "#88ccff", "s"), ("black", "#000", "k")]
    )
    grid = Grid([[rng.randint(0, 3) for _ in range(20)] for _ in range(20)], colors.letters)
    colored = Puzzle.from_grid(grid, palette=colors).with_meta(title="É")
    for dialect in ("mikix", "nonny"):
        for puzzle in (colored, colored.with_goal(None)):
            assert native.read_plain(dumps(puzzle, dialect=dialect)) == (puzzle, "non")


SETS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<puzzleset><source>s</source>\n<puzzle type="grid" '
    'defaultcolor="r"><title>&copy;</title><color name="r" char="r">f00</color>\n'
    '<clues type="rows"><line><count>1</count></line></clues>'
    '<clues type="columns"><line><count color="r">1</count></line></clues></puzzle></puzzleset>',
    '<puzzle><note>license: &#77;</note><authorid/><color name="white" char=" ">FFF</color>'
    '<solution type="solution"><image>|X? |\n</image></solution><clues type="rows"><line>'
    '<count>2</count></line></clues>\n<clues type="columns"><line><count color="black"> 1 </count>'
    "</line><line><count>1</count></line>\n<line/></clues></puzzle>",
    '<puzzleset>\n<title>Set</title><puzzle><clues type="columns"><line/></clues>'
    '<clues type="rows"><line><count>0</count></line></clues></puzzle>\n'
    "<puzzle><title> </title><id>1</id>"
    '<clues type="rows"><line><count>1</count></line></clues><clues type="columns"><line>'
    "<count>1</count></line></clues></puzzle></puzzleset>",
)
MARKUP = (
    *("<", ">", "</", "/>", "<line/>", "<line>", "</line>", "<count>1</count>", "<count>0</count>"),
    *('<count color="red">1</count>', "<b>", "<!-- x -->", "<![CDATA[x]]>", "<?x?>", "]]>", "&"),
    *(
        "&lt;",
        "&copy;",
        "&euml;",
        "&#x41;",
        "&#0;",
        "&#13;",
        "&#10;",
        "&#124;",
        "&amp;copy;",
        "&x;",
    ),
    *(
        "\r\n",
        "\r\n",
        "\r",
        "\n",
        "\n",
        " ",
        " ",
        "\t",
        "\t",
        "\x0b",
        "\x85",
        "\xa0",
        "\ufeff",
        "\ufffe",
        "\ud800",
        "\0",
        "\x7f",
    ),
    *('"', "'", "=", ' type="rows"', ' type="columns"', ' type="grid"', ' type="saved"', ' x="1"'),
    *(' char="X"', ' char="[r"', ' name="black"', ' color="white"', ' color="x"', "[X]", "[.r]"),
    *("?", "|", "|.|", "X", ".", "r", "0", "1", "2", "01", "1234567890", "\u0661", "</clues>", "{"),
    *('<color name="b" char="?">00f</color>', '<color name="black" char=".">#000</color>', "param"),
    *('<color name="a/b" char="/">fff</color>', "<puzzle>", "</puzzle>", "</puzzleset>", "[", "é"),
    *("<solution><image>|r|</image></solution>", '<clues type="rows">', "<title> </title>"),
    *(
        '<color name="r">0f0</color>',
        "&#65;",
        "<authorid>z</authorid>",
        ' backgroundcolor="red"',
        ' defaultcolor="black"',
        "rows:",
    ),
    *('<?xml version="1.1"?>', '<!DOCTYPE pbn SYSTEM "x" [<!ENTITY x "y">]>', "a,rules,", "1.0"),
)


def webpbn_shown(items: Iterator[object]) -> list[tuple[object, ...]]:
    """The content of the items, and of the error that ends them."""
    found: list[tuple[object, ...]] = []
    try:
        for item in items:
            remarks = item.remarks if isinstance(item, Puzzle) else ()
            found.append((*shown(item), remarks))
    except PuzzleSyntaxError as error:
        found.append(shown(error))
    return found


@pytest.mark.parametrize("text", SETS)
def test_webpbn_is_what_expat_reads(text: str) -> None:
    """The same puzzles and faults with the native reader as without, of each changed text."""
    borders = [place for place, sign in enumerate(text) if sign in '<>"|&/']
    third = [(at, new) for n, at in enumerate(borders) for new in MARKUP[n % 3 :: 3]]
    changed = [text[:at] + new + text[at:] for at, new in third]
    changed += [text[: at + 1] + new + text[at + 1 :] for at in borders for new in " x<"]
    changed += [text[:at] + text[at + 1 :] for at in range(len(text))]
    read = 0
    for new in (text, *changed):
        expected = webpbn_shown(webpbn.loads_unusual(new, 0))
        assert webpbn_shown(webpbn.loads(new)) == expected, new
        agrees(new)
        first = _native.WebpbnPuzzles(new).read(native._blocks, native._palette_of)
        read += first is not None
    assert read > 100


VALUES = st.recursive(
    st.sampled_from(["1", "2", "0", "null", "true", "[]", '"a"', '"#"', '"r"', "[1]", "[2]", "{}"])
    | st.sampled_from(["[[1]]", "[[], [1]]", '["#"]', '["?"]', '"é"', '"\\u0041"', "1.0", "[1, 1]"])
    | st.sampled_from(["[null]", '[[[1, "r"]]]', '[[[1, "#"]]]', '"#ff0000"', '"#f00"', '"="']),
    lambda values: st.lists(values, max_size=2).map(lambda x: f"[{', '.join(x)}]"),
    max_leaves=3,
)
KEYS = st.sampled_from(
    (
        *("rows", "cols", "rows", "columns", "cells", "printed", "title", "author", "description"),
        *("name", "palette", "source", "image", "licence", "puzzles", "rowHints"),
    )
)
COLOR = '{"name": "red", "rgb": "#ff0000", "letter": "r"}'
BLUE = '{"name": "blue", "rgb": "0000ff", "letter": "s"}'
PALETTES = st.sampled_from(
    [
        f'{{"background": "#ffffff", "colors": [{COLOR}]}}',
        f'{{"colors": [{COLOR}], "background": "#FFFFFF"}}',
        f'{{"colors": [{COLOR}]}}',
        f'{{"background": "#ffffff", "colors": [{COLOR}, {COLOR}]}}',
        f'{{"background": "#ffffff", "colors": [{COLOR}, {BLUE}]}}',
    ]
)


@given(
    st.lists(st.tuples(KEYS, VALUES), max_size=5),
    st.none() | PALETTES,
    st.sampled_from(["", " ", "\n", "\r\n", "\t", "\xa0"]),
)
@example([("rows", "[[1]]"), ("cols", "[[1]]")], None, "")
@example([("rows", "[[1]]"), ("columns", "[[1]]")], None, "")
@example([("columns", "[[1]]"), ("rows", "[[1]]")], None, "")
@example([("columns", "[[1]]"), ("rows", "[[1]]"), ("printed", '["#"]')], None, "")
@example([("rows", "[[1]]"), ("cols", "[[1]]"), ("cells", '["r"]')], f"[{COLOR}]", "")
@example([("rows", "[[1]]"), ("cols", "[[1]]"), ("title", '"a,rules,b"')], None, "")
@example([("rows", "[[1]]"), ("cols", "[[1]]"), ("title", '"a[] = {1"')], None, "\n")
@example([("rows", "[[1]]"), ("cols", "[[1]]"), ("description", '"a"')], None, "\n")
def test_objects_of_any_keys(members: list[tuple[str, str]], palette: str | None, gap: str) -> None:
    parts = [f'"{key}":{gap}{value}' for key, value in members]
    if palette is not None:
        parts.insert(len(parts) // 2, f'"palette": {palette}')
    agrees("{" + f",{gap}".join(parts) + "}" + gap)


SYNTAX = (
    '{"rows": [[1]], "cols": [[1]], "title": "\\ud83d\\ude00 \\n\\u00e9", "x": [1.5, -0, 1e3]}',
    '[{"a": "\\ud800\\u0041", "b": [true, false, null, -Infinity]},\n {"c": 1234567890, "d": NaN}]',
    '{\r\n\t"rows" : [ ] ,\n"é": {"": ""}, "k": 0, "l": "" }',
)
SIGNS = (
    *("", "{", "}", "[", "]", ",", ":", '"', "\\", "\\u", "\\x", "\\ud83d", "0", "1", "-", "."),
    *("e", "E+", "\n", "\r", "\t", " ", "\0", "\x1f", "\xa0", "\u2028", "\ufeff", "\ud800", "é"),
    *("null", "nul", "tru", "NaN", "Infinity", "-Infinity", '"a": 1', "123456789", "-123456789"),
    *("{}", "[]"),
)


def refusal(text: str) -> tuple[object, ...] | None:
    """The fault of a text that is not JSON, from Python's json; None for JSON."""
    try:
        parse(text)
    except PuzzleSyntaxError as error:
        return shown(error)
    return None


@pytest.mark.parametrize("text", SYNTAX)
def test_json_is_what_python_says_it_is(text: str) -> None:
    """The same texts are JSON, and the others have the same fault at the same place."""
    rng = random.Random(text)
    refused = 0
    for _ in range(6000):
        new = text
        for _ in range(rng.choice((1, 1, 2, 4))):
            start = rng.randint(0, len(new))
            end = min(len(new), start + rng.choice((0, 0, 1, 1, 3)))
            new = rng.choice((new[:start], new[:start] + rng.choice(SIGNS) + new[end:]))
        found = list(map(shown, native.read_json(new)))
        fault = refusal(new)
        refused += fault is not None
        if fault is not None:
            assert found == [fault], new
        else:
            assert "not JSON" not in repr(found), new
            assert "occurs twice" not in repr(found), new
    assert 1000 < refused < 6000


def test_json_is_read_to_a_depth() -> None:
    for depth in (5, 400):
        (item,) = native.read_json('{"rows":' + "[" * depth + "]" * depth + "}")
        assert "nested" not in str(item)
    (item,) = native.read_json("[" * 100_000)
    assert str(item) == "the JSON is nested too deeply: a puzzle has four levels"


def test_long_texts_are_recognised_by_their_beginning() -> None:
    long = dumps(CUP) + "\n" * 70_000
    assert native.read_plain(long) is None
    assert native.read_non(dumps(CUP) + "\n" * 19_000, 1) == CUP
    assert "lines for one puzzle" in str(native.read_non(long, 1))
    wide = Puzzle([[1] * 500] * 80, [[80], []] * 499 + [[80]])
    assert len(dumps(wide)) > 65_536
    assert native.read_plain(dumps(wide)) is None
    assert loads(dumps(wide)) == native.read_non(dumps(wide), 1) == wide


def test_the_readers_know_the_bounds_of_the_model() -> None:
    assert (_native.MAX_SIDE, _native.MAX_COLORS) == (faults.MAX_SIDE, palette.MAX_COLORS)


def test_what_python_takes_for_blanks_and_digits() -> None:
    for blank in filter(str.isspace, map(chr, range(0x3001))):
        if blank not in "\r\n":
            text = f"{blank}rows{blank}\n{blank}1{blank}\ncolumns\n1"
            assert native.read_non(text, 1) == Puzzle([[1]], [[1]]), ascii(blank)
            assert native.read_taai(f"{blank}1\n1{blank}\n", "", 1) == Puzzle([[1]], [[1]])
    for other in "\u200b\ufeff\u0661":
        assert f"R1: {other + '1'!r} is not a clue" in str(native.read_non(f"rows\n{other}1", 1))


@pytest.mark.parametrize("blocks", [(), ((),), (0,)])
def test_blocks_that_are_no_blocks(blocks: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match="Blocks"):
        _native.read_plain(dumps(CUP), lambda colors: blocks, lambda colors, background: None)


@pytest.mark.corpus
def test_the_corpus() -> None:
    files = [
        path for folder in ("sample", "survey", "hard") for path in (CORPUS / folder).iterdir()
    ]
    read = 0
    for path in files:
        text = path.read_text(errors="replace")
        known = agrees(text)
        read += known
        if known:
            puzzle = load(path)
            assert sniff(text, path).name == "non"
            written = dumps(puzzle, format="json")
            assert agrees(written) or "=" in written
    assert read > 0.8 * len(files)
