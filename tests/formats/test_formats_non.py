# SPDX-License-Identifier: MIT
"""The ``.non`` form: each dialect, the decisions where they differ, and writing."""

from __future__ import annotations

import pytest

from nonosat import Grid, Palette, Puzzle, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import read_all
from nonosat.types import Color, Metadata

STAIRS = Puzzle(rows=[[1], [2], []], columns=[[2], [1]], goal=Grid("#.\n##\n.."))
"""A small puzzle with an empty line, which most of the texts below are about."""

SIMPSON = """maxrule 2
width 2
height 3
by "Me"
title "Stairs"

rows
1
2
0

columns
2
1

goal "101100"
"""


def bare(text: str) -> Puzzle:
    """The puzzle without its metadata."""
    (puzzle,) = read_all(text, format="non")
    assert isinstance(puzzle, Puzzle), puzzle
    return Puzzle(puzzle.rows, puzzle.columns, palette=puzzle.palette, goal=puzzle.goal)


def test_simpson() -> None:
    assert bare(SIMPSON) == STAIRS
    assert loads(SIMPSON).meta == Metadata(title="Stairs", author="Me")


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("CRLF", SIMPSON.replace("\n", "\r\n")),
        ("CR alone", SIMPSON.replace("\n", "\r")),
        ("byte order mark", "\ufeff" + SIMPSON),
        ("blanks at the ends", SIMPSON.replace("\n", " \t\n")),
        ("no last newline", SIMPSON.rstrip()),
        ("blank line is the empty clue", SIMPSON.replace("2\n0\n", "2\n\n")),
        ("blank line, and none to separate", SIMPSON.replace("2\n0\n\n", "2\n\n")),
        ("blank lines only separate", SIMPSON.replace("1\n2\n0", "\n1\n\n2\n\n0\n")),
        ("no sizes", SIMPSON.replace("width 2\nheight 3\n", "")),
        ("no width", SIMPSON.replace("width 2\n", "")),
        ("other case", SIMPSON.replace("rows", "ROWS").replace("columns", "Columns")),
        ("unknown keys", SIMPSON.replace("rows", "difficulty 3\nsolved\nrows")),
        (
            "unknown key after the clues",
            SIMPSON.replace("goal", "colour-scheme x\nrating 5\ngoal"),
        ),
        ("comment", "# made by hand\n" + SIMPSON.replace("2\n0", "# here\n2\n0")),
        ("goal without quotes", SIMPSON.replace('"101100"', "101100")),
        ("goal on several lines", SIMPSON.replace('"101100"', "\n10\n11\n00\n")),
        ("quoted goal on several lines", SIMPSON.replace('"101100"', '"10\n11\n00"')),
        ("goal and saved", SIMPSON + 'saved "1?????"\nsaved\n1?\n??\n??\n'),
        ("saved first", 'saved "1?\n??\n??"\n' + SIMPSON),
        ("goal with rulers", SIMPSON.replace('"101100"', '"10|11|00"')),
        ("goal first", 'goal "101100"\n' + SIMPSON.replace('goal "101100"', "")),
    ],
)
def test_dialects_of_one_puzzle(what: str, text: str) -> None:
    assert bare(text) == STAIRS, what


def test_columns_first() -> None:
    text = 'height 3\nwidth 2\ncolumns\n2\n1\nrows\n1\n2\n\ngoal "101100"'
    assert bare(text) == STAIRS


def test_blank_clues_at_both_ends() -> None:
    text = "width 1\nheight 4\nrows\n\n1\n1\n\n\ncolumns\n2\n"
    assert [len(clue or ()) for clue in loads(text).rows] == [0, 1, 1, 0]
    assert loads("width 3\nheight 1\nrows\n1\ncolumns\n\n1\n").columns == ((), ((1, 1),), ())


def test_blank_lines_without_sizes() -> None:
    puzzle = loads("rows\n\n1\n\n1\n\ncolumns\n1,1\n")
    assert [len(clue or ()) for clue in puzzle.rows] == [1, 0, 1]


def test_separators_in_clues() -> None:
    for clue in ("1,1,2", "1, 1, 2", "1 1 2", "1 ,1\t2"):
        assert loads(f"rows\n{clue}\ncolumns\n1\n0\n1\n0\n1\n1\n").rows[0] == (
            (1, 1),
            (1, 1),
            (2, 1),
        )


@pytest.mark.parametrize(
    ("line", "license"),
    [("license", ""), ("license MIT", "MIT"), ('license "free for all"', "free for all")],
)
def test_licenses(line: str, license: str) -> None:  # noqa: A002
    assert loads(f"{line}\nrows\n1\ncolumns\n1\n").meta.license == license


def test_texts() -> None:
    text = (
        'catalogue "ours #1"\ntitle "Salt &amp; &quot;pepper&quot;"\nby "Zo&euml;"\n'
        'copyright "&copy; 2024"\nrows\n1\ncolumns\n1\n'
    )
    meta = loads(text).meta
    assert meta == Metadata('Salt & "pepper"', "Zoë", "© 2024", "", "ours #1", "")
    assert loads('name "Cup"\nrows\n1\ncolumns\n1').title == "Cup"
    assert loads('title "a "b" c"\nrows\n1\ncolumns\n1').title == 'a "b" c'


def test_mikix_colors() -> None:
    text = """color a #ff0000
color b #0000FF
width 3
height 2
rows
1a,1b
2b
columns
1a
2b
1b
goal "ab00bb"
"""
    puzzle = loads(text)
    assert puzzle.palette == Palette.of([("color a", "f00", "a"), ("color b", "00f", "b")])
    assert puzzle.goal == Grid("ab.\n.bb", "ab")
    assert puzzle.faults(puzzle.goal) == ()


def test_mikix_bare_numbers_are_black() -> None:
    declared = loads("color k #000000\ncolor r #f00\nrows\n1,1r\ncolumns\n1\n1r\ngoal 1r")
    assert declared.palette.letters == "kr"
    assert declared.rows == (((1, 1), (1, 2)),)
    added = loads("color r #f00\nrows\n1,1r\ncolumns\n1\n1r\ngoal 1r")
    assert [color.rgb for color in added.palette.colors] == ["#ff0000", "#000000"]
    assert added.rows == (((1, 2), (1, 1)),)
    only = loads("color r #f00\nrows\n2\ncolumns\n1\n1\ngoal 11")
    assert only.palette == Palette((Color("color r", "#ff0000", "r"),))
    for puzzle in (declared, added, only):
        assert puzzle.goal is not None
        assert puzzle.faults(puzzle.goal) == ()


def test_mikix_letters_without_colors() -> None:
    puzzle = loads("rows\n1a,1b\ncolumns\n1a\n1b\ngoal ab")
    assert puzzle.palette.letters == "ab"
    assert puzzle.goal == Grid("ab", "ab")
    mixed = loads("rows\n1,1b\ncolumns\n1\n1b\ngoal 1b")
    assert mixed.rows == (((1, 1), (1, 2)),)
    assert mixed.palette.colors[0].rgb == "#000000"
    assert len({color.rgb for color in mixed.palette.colors}) == 2


def test_nonny_colors() -> None:
    text = """width 3
height 2
color black 000000 X
color green 00B000 #
rows
green 1 black 2
1, green 1
columns
green 1 black 1
black 1 green 1
1
goal "#XXX#0"
"""
    puzzle = loads(text)
    assert [color.name for color in puzzle.palette.colors] == ["black", "green"]
    assert puzzle.rows == (((1, 2), (2, 1)), ((1, 1), (1, 2)))
    assert puzzle.goal == Grid("#XX\nX#.", "X#")
    assert puzzle.faults(puzzle.goal) == ()


def test_letters_before_numbers() -> None:
    """The dialect of a public collection: the colour that no clue names is the background."""
    text = "color a 66ffff\ncolor b ff9900\ncolor c 000011\nrows\nb 1 c 2\nb 1\ncolumns\n"
    puzzle = loads(text + 'b 2\nc 1\nc 1\ngoal "bccbaa"')
    assert puzzle.palette.background == "#66ffff"
    assert [color.rgb for color in puzzle.palette.colors] == ["#ff9900", "#000011"]
    assert puzzle.rows == (((1, 1), (2, 2)), ((1, 1),))
    assert puzzle.goal == Grid("bcc\nb..", "bc")
    all_named = loads("color b ff9900\ncolor c 000011\nrows\nb 1 c 1\ncolumns\nb 1\nc 1\n")
    assert all_named.palette.background == "#ffffff"


def test_a_color_whose_character_is_zero_is_a_color() -> None:
    text = "color red FF0000 0\ncolor blue 0000FF b\nrows\nred 2 blue 1\ncolumns\nred 1\nred 1\n"
    puzzle = loads(text + 'blue 1\ngoal "00b"')
    assert [color.name for color in puzzle.palette.colors] == ["red", "blue"]
    assert puzzle.goal is not None
    assert puzzle.faults(puzzle.goal) == ()
    assert loads(text + 'blue 1\ngoal "0.b"').goal == Grid(
        f"{puzzle.palette.letters[0]}.b", puzzle.palette.letters
    )
    unnamed = loads("color paper FF0000 0\ncolor blue 0000FF b\nrows\nblue 1\ncolumns\nblue 1\n")
    assert unnamed.palette.background == "#ff0000"


def test_a_block_of_undeclared_white_is_refused() -> None:
    with pytest.raises(PuzzleSyntaxError, match="a block in the background colour, white"):
        loads("rows\nblack 1 white 1\ncolumns\nblack 1\n1\n")


def test_rows_of_a_goal_that_look_like_something_else() -> None:
    """Letters may spell a keyword, or the line between two puzzles."""
    for letters, rows in (("rows", ["rows", "....", "wwww"]), ("=ab", ["====", "a.b.", "===="])):
        palette = Palette.of([(x, "f00", x) for x in letters])
        puzzle = Puzzle.from_grid(Grid(rows, letters), palette=palette)
        for dialect in ("mikix", "nonny"):
            assert loads(dumps(puzzle, dialect=dialect)) == puzzle


def test_writes_nonny() -> None:
    palette = Palette.of([("red", "f00", "r"), ("dark blue", "008", "b")], "#eeeeee")
    puzzle = Puzzle.from_grid(Grid("rrb\nb.b", "rb"), palette=palette)
    text = dumps(puzzle, dialect="nonny")
    assert text == (
        "width 3\nheight 2\ncolor white EEEEEE .\ncolor red FF0000 r\ncolor color-2 000088 b\n"
        'colorname b "dark blue"\n\nrows\nred 2 color-2 1\ncolor-2 1 1\n\n'
        'columns\nred 1 color-2 1\nred 1\ncolor-2 2\n\ngoal "rrb\nb0b"\n'
    )
    assert loads(text) == puzzle


def test_zero_may_name_a_color() -> None:
    assert loads("color a #f00\nrows\n0a\n1a\ncolumns\n1a\n").rows[0] == ()


def test_background_may_be_declared() -> None:
    assert loads("color 0 #eeeeee\nrows\n1\ncolumns\n1\n").palette.background == "#eeeeee"
    assert loads("background #123\nrows\n1\ncolumns\n1\n").palette.background == "#112233"


def test_bundle() -> None:
    text = SIMPSON + "====\n" + SIMPSON.replace("Stairs", "Again") + "\n======\n\n"
    items = list(read_all(text))
    assert [item.title for item in items if isinstance(item, Puzzle)] == ["Stairs", "Again"]
    with pytest.raises(PuzzleSyntaxError, match="load_all"):
        loads(text)


def test_a_broken_puzzle_does_not_end_the_file() -> None:
    items = list(
        read_all(SIMPSON + "====\n" + SIMPSON.replace("\n2\n", "\n9\n") + "====\n" + SIMPSON)
    )
    assert [type(item) for item in items] == [Puzzle, PuzzleError, Puzzle]
    assert isinstance(items[1], PuzzleError)
    first = SIMPSON.count("\n") + 2  # the line after the ====
    assert items[1].faults[0].file_line == first + SIMPSON.split("\n").index("rows") + 2


def test_all_faults_at_once() -> None:
    text = 'width 2\nheight 3\nrows\n1\nx,2\n-3\ncolumns\n7\n1\n1\ngoal "1"\n'
    with pytest.raises(PuzzleSyntaxError) as caught:
        loads(text)
    faults = [(fault.file_line, str(fault.line)) for fault in caught.value.faults]
    assert faults == [(5, "R2"), (6, "R3"), (7, "None"), (8, "C1"), (11, "None")]


def test_rubbish_does_not_flood() -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        loads("rows\n" + "1,x\n" * 900 + "columns\n" + "1,x\n" * 900)
    assert len(caught.value.faults) == 101
    assert "and 1700 more faults" in str(caught.value)


def test_writes_simpson_for_black_and_white() -> None:
    puzzle = STAIRS.with_meta(title='3 "&" 4', author="Zoë", license="MIT")
    assert dumps(puzzle) == (
        'title "3 &quot;&amp;&quot; 4"\nby "Zoë"\nlicense MIT\nwidth 2\nheight 3\n\n'
        'rows\n1\n2\n0\n\ncolumns\n2\n1\n\ngoal "10\n11\n00"\n'
    )


def test_writes_mikix_for_colors() -> None:
    puzzle = loads("color a #ff0000\ncolor b #00ff00\nrows\n1a,2b\ncolumns\n1a\n1b\n1b\n")
    assert dumps(puzzle) == (
        "width 3\nheight 1\ncolor a #ff0000\ncolor b #00ff00\n\n"
        "rows\n1a,2b\n\ncolumns\n1a\n1b\n1b\n"
    )


def test_black_of_nonny_needs_no_declaration() -> None:
    colors = "color white FFFFFF .\ncolor red FF0000 *\ncolor green 00B000 %\n"
    text = "rows\ngreen 1\nblack 2\nblack 2\n\ncolumns\nblack 2\ngreen 1 black 2\n"
    puzzle = loads(f"width 2\nheight 3\n{colors}{text}")
    assert [color.name for color in puzzle.palette.colors] == ["red", "green", "black"]
    assert puzzle.palette.colors[2].rgb == "#000000"
    assert puzzle.rows == (((1, 2),), ((2, 3),), ((2, 3),))
    assert puzzle.columns == (((2, 3),), ((1, 2), (2, 3)))
    # without any declaration black is the only colour; a declared black is used as declared
    assert loads("rows\nblack 1\ncolumns\nblack 1\n") == Puzzle([[1]], [[1]])
    dark = loads(f"color black 111111 x\n{colors}{text}")
    assert dark.palette.colors[0].rgb == "#111111"
    assert dark.rows[1] == ((2, 1),)
    # an unknown key that begins with the word is not a clue
    assert loads("rows\n1\nblack market\ncolumns\n1\n") == Puzzle([[1]], [[1]])
