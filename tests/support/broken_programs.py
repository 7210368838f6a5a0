# SPDX-License-Identifier: MIT
"""Broken files of players, editors and collections: good files with one piece replaced."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["COUNTS", "TABLE"]

_CNON = "2 2 2\nA #E8AD00\nB #187300\n2:A\n1:B\n1:A,1:B\n1:A\n"
_GNO = """\
[Description]
Title
Me
[Dimensions]
2
2
[Row clues]
2
1
[Column clues]
2
1
[Solution grid]
2 2
2 1
"""
_TOML = """\
[clues]
columns = '''
2r
1b
'''
rows = '1r 1b, 1r'
[colors]
defs = ['r = (red) %', 'b = (0, 0, 255) *']
"""
_INI = """\
[colors]
r = (red) %
b = (0, 0, 255) *
[clues]
columns =
2r
1b
rows =
1r 1b
1r
"""
_YAML = """\
columns:
- [2]
- [1]
rows:
- [2]
- [1]
"""
_PICROSS = """\
GRID Cup
ROWS
[ 2 ]
[ 1 ]
COLUMNS
[ 2 ]
[ 1 ]
"""
_PZL = """\
2
#ff0000
#0000ff
2 2
2 1 255 0 0 1 0 0 255
1 1 255 0 0
1 2 255 0 0
1 1 0 0 255
"""
_SGRIDDLER = """\
MK Version 3.0

2 2

 # #
 # .

2
1

2
1
"""
_SGT = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Pattern
PARAMS  :3:2x2
DESC    :7:2/1/2/1
"""
_JAP = "TLS....\0\2\2\1\2\1\1\1\2\1\1"

Case = tuple[str, str, str, str, int | None]
"""A name, what is replaced (once) and by what, a piece of the message, the line of the file."""

_CASES: dict[str, tuple[str, tuple[Case, ...]]] = {
    "cnon": (
        _CNON,
        (
            ("head", "2 2 2", "2 2", "COLOURS WIDTH HEIGHT is needed", 1),
            ("word", "2 2 2", "2 x 2", "COLOURS WIDTH HEIGHT is needed", 1),
            ("no-colors", "2 2 2", "0 2 2", "0 colours: a puzzle has 1 to", 1),
            ("many-colors", "2 2 2", "99 2 2", "99 colours: a puzzle has 1 to", 1),
            ("zero", "2 2 2", "2 0 2", "0 columns: a board has", 1),
            ("huge", "2 2 2", "2 2 99999", "99999 rows: a board has", 1),
            ("color", "B #187300", "B green", "'B green' is not a colour", 3),
            ("twice", "B #187300", "A #187300", "'A' is declared twice", 3),
            ("clue", "1:B\n", "1B\n", "'1B' is not a clue", 5),
            ("negative", "1:B\n", "-1:B\n", "'-1:B' is not a clue", 5),
            ("digits", "1:B\n", f"{'9' * 20}:B\n", "is not a clue", 5),
            ("unknown", "1:B\n", "1:Z\n", "unknown colour 'Z'", 5),
            ("length", "1:B\n", "0:B\n", "length 0", 5),
            ("long", "2:A", "3:A", "needs 3 cells", 4),
            ("sums", "2:A\n1:B", "2:A\n1:A", "3 cells of colour 'A'", None),
            ("more", "1:A\n", "1:A\n2:A\n2:A\n", "clues, the size says 4", 9),
        ),
    ),
    "gno": (
        _GNO,
        (
            ("word", "[Row clues]\n2", "[Row clues]\nx", "'x' is not a clue", 8),
            ("negative", "[Row clues]\n2", "[Row clues]\n-2", "'-2' is not a clue", 8),
            ("digits", "[Row clues]\n2", f"[Row clues]\n{'9' * 20}", "is not a clue", 8),
            ("long", "[Row clues]\n2", "[Row clues]\n3", "needs 3 cells", 8),
            ("gap", "[Row clues]\n2", "[Row clues]\n1, 1", "needs 3 cells", 8),
            ("zero", "[Row clues]\n2", "[Row clues]\n1, 0", "length 0", 8),
            ("sums", "[Row clues]\n2\n1", "[Row clues]\n2\n2", "the rows fill 4", None),
            ("few", "[Row clues]\n2\n1", "[Row clues]\n2", "1 clue of rows", None),
            ("size", "[Dimensions]\n2", "[Dimensions]\nx", "a number is needed", 5),
            ("huge", "[Dimensions]\n2", "[Dimensions]\n9999", "a board has 1 to", 5),
            ("sizes", "[Dimensions]\n2\n2", "[Dimensions]\n2", "has two lines", None),
            ("no-size", "[Dimensions]", "[Size]", "there is no section [Dimensions]", None),
            ("no-rows", "[Row clues]", "[Rows]", "there is no section [Row clues]", None),
            ("twice", "[Column clues]", "[Row clues]", "a second section [row clues]", 10),
            ("begin", "[Description]", "Description", "does not begin with a section", 1),
            ("goal", "2 2\n2 1", "2 2\n2 3", "2 times 1 or 2", 15),
            ("goal-rows", "2 2\n2 1\n", "2 2\n", "[Solution grid] has 1 rows", 14),
        ),
    ),
    "nonogrid": (
        _TOML,
        (
            ("word", "2r\n", "xr\n", "'xr' is not a clue", 3),
            ("negative", "2r\n", "-2r\n", "'-2r' is not a clue", 3),
            ("digits", "2r\n", f"{'9' * 20}r\n", "is not a clue", 3),
            ("long", "2r\n", "3r\n", "needs 3 cells", 3),
            ("unknown", "2r\n", "2z\n", "unknown colour 'z'", 3),
            ("colorless", "2r\n", "2\n", "a length without a colour", 3),
            ("row", "1r 1b", "1r 1", "a length without a colour", 6),
            ("zero", "2r\n", "0r\n", "length 0", 3),
            ("sums", ", 1r", ", 1b", "1 cells of colour 'r'", None),
            ("color", "(red)", "(mud)", "is not a colour: write (red)", 8),
            ("triple", "(0, 0, 255)", "(0, 0, 256)", "is not a colour: write (red)", 8),
            ("name", "'r =", "'7 =", "'7' cannot be the name", 8),
            ("equals", "r = (red)", "r (red)", "a colour is NAME = (COLOUR)", None),
            ("toml", "[clues]", "[clues", "not TOML", 1),
            ("list", "'''\n2r\n1b\n'''", "[2]", "clues.columns: a text is needed", None),
            ("missing", "rows =", "lines =", "clues.rows: a text is needed", None),
            ("defs", "defs = [", "defs = [7, ", "colors.defs: a list of texts", None),
        ),
    ),
    "pynogram": (
        _INI,
        (
            ("word", "2r\n", "xr\n", "'xr' is not a clue", 6),
            ("negative", "2r\n", "-2r\n", "'-2r' is not a clue", 6),
            ("digits", "2r\n", f"{'9' * 20}r\n", "is not a clue", 6),
            ("hidden", "2r\n", "?r\n", "'?r' is a blotted clue", 6),
            ("long", "2r\n", "3r\n", "needs 3 cells", 6),
            ("unknown", "2r\n", "2z\n", "unknown colour 'z'", 6),
            ("colorless", "2r\n", "2\n", "a length without a colour", 6),
            ("row", "1r 1b", "1r 1", "a length without a colour", 9),
            ("zero", "2r\n", "0r\n", "length 0", 6),
            ("sums", "1b\n1r\n", "1b\n1b\n", "1 cells of colour 'r'", None),
            ("color", "(red)", "(mud)", "is not a colour: write (red)", 2),
            ("triple", "(0, 0, 255)", "(0, 0)", "is not a colour: write (red)", 3),
            ("name", "r =", "r2 =", "'r2' cannot be the name", 2),
            ("equals", "r = (red)", "r (red)", "a colour is NAME = (COLOUR)", 2),
            ("twice", "rows =", "columns =", "columns for the second time", 8),
            ("missing", "rows =", "", "there is no 'rows'", None),
            ("before", "columns =", "", "before columns = or rows =", 6),
            ("section", "[clues]", "[other]", "there is no 'columns' in a section", None),
        ),
    ),
    "php-nonogram": (
        _YAML,
        (
            ("word", "[2]", "[x]", "'x' is not a clue", 2),
            ("negative", "[2]", "[-2]", "'-2' is not a clue", 2),
            ("fraction", "[2]", "[2.0]", "'2.0' is not a clue", 2),
            ("digits", "[2]", f"[{'9' * 20}]", "is not a clue", 2),
            ("comma", "[2]", "[1,,1]", "'1,,1' is not a clue", 2),
            ("text", "[2]", '["2"]', "is not a clue", 2),
            ("null", "[2]", "[~]", "'~' is not a clue", 2),
            ("long", "[2]", "[3]", "needs 3 cells", 2),
            ("gap", "[2]", "[1, 1]", "needs 3 cells", 2),
            ("zero", "[2]", "[1, 0]", "length 0", 2),
            ("sums", "- [1]\nrows", "- [2]\nrows", "the columns 4", None),
            ("open", "[2]", "[2", "is not columns:, rows:", 2),
            ("other", "- [1]", "size: 2", "'size: 2' is not columns:", 3),
            ("twice", "rows:", "columns:", "are needed, once each", None),
            ("missing", "rows:\n", "", "are needed, once each", None),
            ("before", "columns:\n", "", "is not columns:, rows:", 1),
        ),
    ),
    "picross-solver": (
        _PICROSS,
        (
            ("word", "[ 2 ]", "[ x ]", "'x' is not a clue", 3),
            ("negative", "[ 2 ]", "[ -2 ]", "'-2' is not a clue", 3),
            ("fraction", "[ 2 ]", "[ 2.5 ]", "'2.5' is not a clue", 3),
            ("digits", "[ 2 ]", f"[ {'9' * 20} ]", "is not a clue", 3),
            ("hidden", "[ 2 ]", "[ ? ]", "'?' is a blotted clue", 3),
            ("long", "[ 2 ]", "[ 3 ]", "needs 3 cells", 3),
            ("gap", "[ 2 ]", "[ 1 1 ]", "needs 3 cells", 3),
            ("zero", "[ 2 ]", "[ 1 0 ]", "length 0", 3),
            ("sums", "[ 1 ]\nCOLUMNS", "[ 2 ]\nCOLUMNS", "the rows fill 4", None),
            ("open", "[ 2 ]", "[ 2", "'[ 2' is not a clue such as", 3),
            ("bare", "[ 2 ]", "2", "'2' is not a clue such as", 3),
            ("twice", "COLUMNS", "ROWS", "ROWS for the second time", 5),
            ("no-columns", "COLUMNS\n[ 2 ]\n[ 1 ]\n", "", "there is no line COLUMNS", 1),
            ("before", "ROWS\n[ 2 ]", "[ 2 ]\nROWS", "before ROWS or COLUMNS", 2),
            ("no-grid", "GRID Cup\n", "", "a puzzle begins with a line GRID", 1),
            ("second", "[ 1 ]\nCOLUMNS", "[ 1 ]\nGRID\nCOLUMNS", "there is no line ROWS", 5),
        ),
    ),
    "pzl": (
        _PZL,
        (
            ("count", "2\n#", "two\n#", "'two' is not a number of colours", 1),
            ("many", "2\n#", "99\n#", "'99' is not a number of colours", 1),
            ("color", "#0000ff", "blue", "'blue' is not a colour", 3),
            ("twice", "#0000ff", "#ff0000", "is declared twice", 3),
            ("zero", "2 2\n", "0 2\n", "0 rows: a board has", 4),
            ("huge", "2 2\n", "2 99999\n", "99999 columns: a board has", 4),
            ("blocks", "1 1 255 0 0\n", "x 1 255 0 0\n", "'x' is not the number of blocks", 6),
            ("many-blocks", "1 1 255 0 0\n", "9999 1 255 0 0\n", "is not the number of blocks", 6),
            ("length", "1 1 255 0 0\n", "1 -1 255 0 0\n", "'-1' is not the length", 6),
            ("zero-length", "1 1 255 0 0\n", "1 0 255 0 0\n", "length 0", 6),
            ("red", "1 1 255 0 0\n", "1 1 256 0 0\n", "'256' is not red, green or blue", 6),
            ("unknown", "1 1 255 0 0\n", "1 1 1 2 3\n", "unknown colour '#010203'", 6),
            ("long", "1 2 255 0 0", "1 3 255 0 0", "needs 3 cells", 7),
            ("sums", "1 1 0 0 255\n", "0\n", "1 cells of colour '#0000ff'", None),
            ("cut", "1 1 0 0 255\n", "1 1 0 0", "the text ends before red, green", 8),
            ("more", "1 1 0 0 255\n", "1 1 0 0 255\n7\n", "'7' behind the last clue", 9),
        ),
    ),
    "sgriddler": (
        _SGRIDDLER,
        (
            ("head", "3.0", "2.0", "the first line is not", 1),
            ("size", "2 2", "2", "WIDTH HEIGHT is needed", 3),
            ("word", "2 2", "2 x", "WIDTH HEIGHT is needed", 3),
            ("huge", "2 2", "2 9999", "a board has 1 to", 3),
            ("zero", "2 2", "0 2", "a board has 1 to", 3),
            ("blank", "2 2\n\n", "2 2\n", "a blank line is needed", 4),
            ("row", " # .", " # x", "2 times # or .", 6),
            ("row-long", " # .", " # . .", "2 times # or .", 6),
            ("rows", " # .\n", "", "2 times # or .", 6),
            ("clue", "2\n1\n\n", "x\n1\n\n", "'x' is not a clue", 8),
            ("negative", "2\n1\n\n", "-2\n1\n\n", "'-2' is not a clue", 8),
            ("digits", "2\n1\n\n", f"{'9' * 20}\n1\n\n", "is not a clue", 8),
            ("long", "2\n1\n\n", "3\n1\n\n", "needs 3 cells", 8),
            ("gap", "2\n1\n\n", "1 1\n1\n\n", "needs 3 cells", 8),
            ("sums", "2\n1\n\n", "2\n2\n\n", "the columns 4", None),
            ("more", "2\n1\n\n2\n1\n", "2\n1\n\n2\n1\n1\n", "more lines than the size says", 13),
        ),
    ),
    "sgt": (
        _SGT,
        (
            ("game", "7:Pattern", "5:Slant", "the game is 'Slant'", 3),
            ("length", ":7:2/1/2/1", ":8:2/1/2/1", "has 7 characters, not 8", 5),
            ("line", "VERSION :1:1", "VERSION", "KEY :LENGTH:VALUE", 2),
            ("no-size", "PARAMS ", "CPARAMS", "the save file has no PARAMS", None),
            ("no-clues", "DESC    :7:2/1/2/1\n", "", "the save file has no DESC", None),
            ("no-game", "GAME    :7:Pattern\n", "", "the game is ''", 1),
            ("few", ":7:2/1/2/1", ":5:2/1/2", "3 clues", 5),
            ("many", ":7:2/1/2/1", ":9:2/1/2/1/1", "more than 4 clues", 5),
            ("clue", ":7:2/1/2/1", ":7:x/1/2/1", "'x' is not a clue", 5),
            ("negative", ":7:2/1/2/1", ":8:-2/1/2/1", "'-2' is not a clue", 5),
            ("long", ":7:2/1/2/1", ":7:3/1/2/1", "needs 3 cells", 5),
            ("zero", ":7:2/1/2/1", ":7:0/1/2/1", "length 0", 5),
            ("sums", ":7:2/1/2/1", ":7:2/2/2/1", "the columns 4", 5),
            ("huge", ":3:2x2", ":7:2x99999", "height", 5),
            ("cells", ":7:2/1/2/1", ":9:2/1/2/1,7", "is not a letter", 5),
            ("cells-many", ":7:2/1/2/1", ":12:2/1/2/1,zzzz", "passes over more cells", 5),
        ),
    ),
    "jap": (
        _JAP,
        (
            ("head", "TLS", "TLX", "does not begin with TLS", None),
            ("empty", _JAP, "", "does not begin with TLS", None),
            ("short", _JAP, "TLS...", "the file ends within its head", None),
            ("colors", "\0\2\2", "\x40\2\2", "the puzzle has colours", None),
            ("no-columns", "\0\2\2", "\0\0\2", "0 columns and 2 rows", None),
            ("no-rows", "\0\2\2", "\0\2\0", "2 columns and 0 rows", None),
            ("cut", "\1\2\1\1\1\2\1\1", "\1\2\1", "ends within the clue of C2", None),
            ("cut-row", "\1\2\1\1\1\2\1\1", "\1\2\1\1\5", "ends within the clue of R1", None),
            ("trailing", "\0\2\2", "\0\1\2", "needs 2 cells", None),
            ("long", "\1\2\1\1", "\1\3\1\1", "needs 3 cells", None),
            ("gap", "\1\2\1\1", "\2\1\1\1\1", "needs 3 cells", None),
            ("zero", "\1\2\1\1", "\1\0\1\1", "length 0", None),
            ("sums", "\1\2\1\1", "\1\2\1\2", "the columns 4", None),
            ("wide", "\0\2\2", "\0\3\2", "ends within the clue", None),
            ("tall", "\0\2\2", "\0\2\3", "the clue of R3", None),
        ),
    ),
}  # fmt: skip

_SUFFIXES = {"nonogrid": ".toml", "pynogram": ".ini", "php-nonogram": ".yml", "sgt": ".sav"}
_SUFFIXES |= {"picross-solver": ".txt"}


def _files() -> Iterator[tuple[str, bytes, str, int | None, str]]:
    for name, (good, cases) in _CASES.items():
        suffix = _SUFFIXES.get(name, f".{name}")
        for case, old, new, message, line in cases:
            assert old in good, (name, case)
            data = good.replace(old, new, 1).encode("latin-1")
            yield f"{name}-{case}{suffix}", data, message, line, name


TABLE = tuple(_files())
COUNTS = {name: len(cases) for name, (_, cases) in _CASES.items()}
