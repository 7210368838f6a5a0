# SPDX-License-Identifier: MIT
"""Broken files of pictures and of Olšák's text: good files with one piece replaced."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.formats import archives

__all__ = ["COUNTS", "TABLE"]

_TYPE = "<!DOCTYPE a [<!ENTITY b 'c'>]>"
_FREENONO = """\
<?xml version="1.0"?>
<FreeNono><Nonograms>
<Nonogram name="Cup" width="2" height="2">
<line> x x </line>
<line> x _ </line>
</Nonogram>
</Nonograms></FreeNono>
"""
_PICMI = """\
<?xml version="1.0"?>
<picmi name="Mine">
<board name="Cup">
<row>11</row>
<row>1-</row>
</board>
</picmi>
"""
_XPM = """\
/* XPM */
static char * cup_xpm[] = {
"2 2 2 1",
". c None",
"# c #000000",
"##",
"#."};
"""
_PBM = "P1\n# Cup\n2 2\n11\n10\n"
_PPM = "P3\n2 1\n255\n255 255 255\n0 0 0\n"
_G = """\
a cup
#d
  0:  white
  r:% red
  b:* #0000ff
: rows
2r
1b
: columns
1r 1b
1r
:
"""

Case = tuple[str, str, str, str, int | None]

_CASES: dict[str, tuple[str, tuple[Case, ...]]] = {
    "freenono": (
        _FREENONO,
        (
            ("root", "FreeNono", "Other", "the XML is <Other>, not <FreeNono>", 2),
            ("cut", "</Nonograms></FreeNono>\n", "", "not well-formed XML", 7),
            ("tag", "</line>\n<line> x _", "</lime>\n<line> x _", "mismatched tag", 4),
            ("doctype", '<?xml version="1.0"?>', _TYPE, "declarations", 1),
            ("entity", "Cup", "&cup;", "undefined entity", 3),
            ("cell", " x _ ", " x # ", "is not a row of x and _", 5),
            ("blank", " x _ ", " ", "is not a row of x and _", 5),
            ("digits", " x _ ", " 1 0 ", "is not a row of x and _", 5),
            ("ragged", " x _ ", " x _ _ ", "3 cells, the first line has 2", 5),
            ("short", " x _ ", " x ", "1 cells, the first line has 2", 5),
            ("width", 'width="2"', 'width="3"', "width is '3', the lines have 2", 3),
            ("height", 'height="2"', 'height="x"', "height is 'x', the lines have 2", 3),
            ("no-lines", "<line> x x </line>\n<line> x _ </line>\n", "", "0 lines: a picture", 3),
            ("long", " x x ", " x" * 1100, "the first line has 1100", 5),
            ("no-puzzle", "<Nonogram ", "<Nonograms ", "mismatched tag", 6),
            ("deep", "<line>", "<a>" * 40 + "<line>", "nested more than 30 deep", 4),
            ("attribute", 'name="Cup"', "name=Cup", "not well-formed XML", 3),
        ),
    ),
    "picmi": (
        _PICMI,
        (
            ("start", "<picmi", "<game", "mismatched tag", 7),
            ("root", "picmi", "game", "the XML is <game>, not <picmi>", 2),
            ("cut", "</picmi>\n", "", "not well-formed XML", 7),
            ("tag", "</board>", "</bored>", "mismatched tag", 6),
            ("doctype", '<?xml version="1.0"?>', _TYPE, "declarations", 1),
            ("entity", "Mine", "&mine;", "undefined entity", 2),
            ("cell", "1-", "1x", "'1x' is not a row of 1 and -", 5),
            ("digit", "1-", "12", "'12' is not a row of 1 and -", 5),
            ("blank", "1-", "", "'' is not a row of 1 and -", 5),
            ("inside", "1-", "1 -", "'1 -' is not a row of 1 and -", 5),
            ("ragged", "1-", "1--", "3 cells, the first row has 2", 5),
            ("short", "1-", "1", "1 cells, the first row has 2", 5),
            ("xpm", "<row>11</row>", "<xpm>x.xpm</xpm>", "the picture is in the file 'x.xpm'", 4),
            ("no-rows", "<row>11</row>\n<row>1-</row>\n", "", "0 rows: a picture has", 3),
            ("long", "11", "1" * 1100, "1100 cells, the first row has 1023", 4),
            ("deep", "<row>", "<a>" * 40 + "<row>", "nested more than 30 deep", 4),
        ),
    ),
    "xpm": (
        _XPM,
        (
            ("head", "2 2 2 1", "2 2 2", "WIDTH HEIGHT COLOURS CHARACTERS", 3),
            ("word", "2 2 2 1", "2 x 2 1", "WIDTH HEIGHT COLOURS CHARACTERS", 3),
            ("zero", "2 2 2 1", "0 2 2 1", "0x2: a picture has sides", 3),
            ("huge", "2 2 2 1", "2 99999 2 1", "2x99999: a picture has sides", 3),
            ("characters", "2 2 2 1", "2 2 2 9", "2 colours of 9 characters", 3),
            ("colors", "2 2 2 1", "2 2 0 1", "0 colours of 1 characters", 3),
            ("many", "2 2 2 1", "2 2 7 1", "is not a colour such as c #ff0000", 6),
            ("color", "c #000000", "c mud", "is not a colour such as c #ff0000", 5),
            ("no-key", "c #000000", "#000000", "is not a colour such as c #ff0000", 5),
            ("hex", "c #000000", "c #0000", "is not a colour such as c #ff0000", 5),
            ("row", '"##"', '"###"', "a row of 3 characters, the size says 2", 6),
            ("short", '"##"', '"#"', "a row of 1 characters, the size says 2", 6),
            ("pixel", '"##"', '"#x"', "'x' is no colour of the picture", 6),
            ("cut", ',\n"#."};', "", "a row of 0 characters", 7),
            ("white", "#000000", "#ffffff", "white and transparent pixels", None),
            ("bare", _XPM[_XPM.index('"') :], "};", "there are no strings in quotes", None),
        ),
    ),
    "netpbm": (
        _PBM,
        (
            ("kind", "P1", "P7", "'P7' is not P1 to P6", 1),
            ("empty", _PBM, "", "the file ends before P1 to P6", 1),
            ("cut", "\n10\n", "\n", "the file ends after 2 of 4 values", 3),
            ("word", "2 2", "2 x", "'x' is not the height from 1 to", 3),
            ("zero", "2 2", "0 2", "'0' is not the width from 1 to", 3),
            ("negative", "2 2", "-2 2", "'-2' is not the width from 1 to", 3),
            ("huge", "2 2", "2 99999", "'99999' is not the height from 1 to", 3),
            ("digits", "2 2", "9" * 19 + " 2", "is not the width from 1 to", 3),
            ("pixel", "11", "1x", "a pixel is neither 0 nor 1", 3),
            ("two", "11", "12", "a pixel is neither 0 nor 1", 3),
            ("head", "2 2\n11\n10\n", "2", "the file ends before the height", 3),
            ("plain", _PBM, _PPM.replace("0 0 0", "0 0"), "ends after 5 of 6 values", 3),
            ("value", _PBM, _PPM.replace("0 0 0", "0 0 256"), "'256' is not a value from 0", 3),
            ("letter", _PBM, _PPM.replace("0 0 0", "0 0 a"), "'a' is not a value from 0", 3),
            ("most", _PBM, _PPM.replace("\n255\n", "\n0\n"), "'0' is not the largest value", 3),
            ("raw", _PBM, "P6\n2 2\n255\nabc", "ends after 3 of 12 values", 3),
            ("raw-bits", _PBM, "P4\n20 2\nab", "ends after 2 of 6 values", 2),
            ("raw-value", _PBM, "P5\n2 1\n7\nab", "a value is larger than 7", 3),
            (
                "colors",
                _PBM,
                "P2\n80 1\n255\n" + " ".join(map(str, range(80))),
                "80 colours: a puzzle has",
                None,
            ),
        ),
    ),
    "g": (
        _G,
        (
            ("word", "2r\n", "xr\n", "'xr' is not a clue", 7),
            ("negative", "2r\n", "-2r\n", "'-2r' is not a clue", 7),
            ("digits", "2r\n", f"{'9' * 20}r\n", "is not a clue", 7),
            ("unknown", "2r\n", "2z\n", "unknown colour 'z'", 7),
            ("default", "2r\n", "2\n", "unknown colour '1'", 7),
            ("long", "2r\n", "3r\n", "needs 3 cells", 7),
            ("zero", "2r\n", "0r\n", "length 0", 7),
            ("sums", "\n1b\n", "\n1r\n", "3 cells of colour 'red', the columns 2", None),
            ("color", "r:% red", "r:% mud", "'mud' is no colour that is known", 4),
            ("twice", "b:*", "r:*", "'r' is declared twice", 5),
            ("declaration", "r:% red", "red", "'  red' is not a colour such as", 4),
            ("triangle", "r:% red", "r:/ black/red", "triangles, which nonosat does not", 4),
            ("triddler", "#d\n", "#t\n#d\n", "this is a triddler", 2),
            ("six", "r:% red", "6:% red", "the colour 6 is of triddlers", 4),
            ("one-part", _G[_G.index(": columns") :], "", "two lines that begin with :", None),
            ("undeclared", _G[: _G.index(": rows")], "", "a colour, and none is declared", 2),
            ("endless", "2r\n", "1r " * 20_000 + "\n", "is not a clue", 7),
        ),
    ),
}  # fmt: skip

_SUFFIXES = {"freenono": ".nonogram", "picmi": ".txt", "netpbm": ".pbm"}


def _files() -> Iterator[tuple[str, bytes, str, int | None, str]]:
    for name, (good, cases) in _CASES.items():
        suffix = _SUFFIXES.get(name, f".{name}")
        for case, old, new, message, line in cases:
            assert old in good, (name, case)
            changed = good.replace(old, new) if case == "root" else good.replace(old, new, 1)
            data = changed.encode("latin-1")
            yield f"{name}-{case}{suffix}", data, message, line, name
            if name == "freenono":
                packed = archives.pack([("cup.nonogram", data)])
                yield f"nonopack-{case}.nonopack", packed, message, line, "nonopack"


TABLE = tuple(_files())
COUNTS = {name: len(cases) for name, (_, cases) in _CASES.items()}
