# SPDX-License-Identifier: MIT
"""Broken files: their contents, a piece of the message, and the line of the file it names.

The readers' tests and the command line's use the same table. (Missing files and directories are no
contents; the command line's tests have them.)
"""

from __future__ import annotations

from typing import NamedTuple

import broken_codes
import broken_lists
import broken_models
import broken_numbers
import broken_pictures
import broken_programs


class Broken(NamedTuple):
    """A file name, its bytes, a piece of the message, and the line of the file that it names."""

    name: str
    data: bytes
    message: str
    line: int | None = None
    format: str | None = None
    """The format that is asked for; None: it is recognised."""


def _non(rows: str, columns: str, width: object = 2, height: object = 2, extra: str = "") -> bytes:
    """A .non file: width on line 1, rows from line 4, columns after them."""
    text = f"width {width}\nheight {height}\nrows\n{rows}\ncolumns\n{columns}\n{extra}\n"
    return text.encode()


def _xml(inside: str, attributes: str = "") -> bytes:
    """A puzzle set with one puzzle, whose contents begin on line 2."""
    return f"<puzzleset><puzzle{attributes}>\n{inside}\n</puzzle></puzzleset>".encode()


_ROWS = '<clues type="rows"><line><count>1</count></line></clues>\n'
_COLUMNS = '<clues type="columns"><line><count>1</count></line></clues>'
_PICTURE = "<solution><image>*</image></solution>"
_BOMB = (
    b'<?xml version="1.0"?>\n<!DOCTYPE pbn [\n<!ENTITY a "ha">\n<!ENTITY b "&a;&a;&a;&a;">\n]>\n'
    b"<puzzleset><title>&b;</title></puzzleset>"
)
_GRID = b"\n".join([b"\t".join([b"1"] * 25)] * 25)

_TABLE: tuple[tuple[str, bytes, str] | tuple[str, bytes, str, int], ...] = (
    # not text
    ("empty.non", b"", "the text is empty"),
    ("empty.xml", b"", "not well-formed XML: no element found", 1),
    ("empty.json", b"", "not JSON: Expecting value", 1),
    ("empty.taai", b"", "begins with a line $1"),
    ("empty.txt", b"", "the text is empty: it has no format that"),
    ("blank.non", b" \r\n\t\n\n", "the text is empty"),
    ("picture.non", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x05", "binary data"),
    ("controls.non", b"\x01\x02\xff\xfe\x03rows", "binary data"),
    ("packed.non", b"\x1f\x8b\x08\x00abc", "gzip file, not text: unpack it"),
    ("bundle.non", b"PK\x03\x04\x14\x00", "not a zip archive, or damaged"),
    ("utf16-unmarked.non", _non("1\n1", "1\n1").decode().encode("utf-16-le"), "UTF-16 without"),
    ("utf16-cut.non", _non("1\n1", "1\n1").decode().encode("utf-16")[:-1], "damaged or cut off"),
    ("utf8-marked.non", b"\xef\xbb\xbftitle \xff", "damaged or cut off"),
    ("letter.txt", b"Dear all,\nplease find the puzzle attached.\n", "no format that is known"),
    ("page.html", b"<html><body>404</body></html>", "<html>, a puzzle file is <puzzleset>", 1),
    # .non
    ("no-rows.non", b"width 1\nheight 1\ncolumns\n1\n", "there is no 'rows' section"),
    ("no-sections.non", b'title "x"\nwidth 1\nheight 1\n', "there is no 'columns' section"),
    ("truncated.non", _non("1\n1", "1\n1", 5, 2)[:-3], "has 1 clue, width says 5", 6),
    ("rows-missing.non", _non("1\n1", "1\n1", 2, 5), "has 2 clues, height says 5", 3),
    ("rows-surplus.non", _non("1\n1\n0", "1\n1"), "has 3 clues, height says 2", 3),
    ("row-is-blank.non", _non("2\n", "2\n1"), "blank lines were read as empty clues", 3),
    ("too-long.non", _non("2\n3", "1\n1"), "needs 3 cells, the line has 2", 5),
    ("gap-too-long.non", _non("1,1\n1", "2\n1"), "needs 3 cells, the line has 2", 4),
    ("sums.non", _non("2\n2", "2\n1"), "the rows fill 4 cells, the columns 3"),
    ("negative.non", _non("1\n-1", "1\n1"), "negative length", 5),
    ("fraction.non", _non("1\n1.5", "1\n1"), "'1.5' is not a clue", 5),
    ("comma.non", _non("1\n1,,1", "1\n1"), "'1,,1' is not a clue", 5),
    ("word.non", _non("1\n1,x", "1\n1"), "'1,x' is not a clue", 5),
    ("zero.non", _non("1\n0,1", "1\n1"), "length 0", 5),
    ("hidden.non", _non("1\n?", "1\n1"), "'?' is a blotted clue", 5),
    ("hidden-in.non", _non("1\n1,?", "1\n1"), "'1,?' is a blotted clue", 5),
    ("number.non", _non("1\n" + "9" * 50, "1\n1"), "a number that no line can hold", 5),
    ("digits.non", _non("1\n" + "9" * 50_000, "1\n1"), "50000 characters for one clue", 5),
    ("width-huge.non", _non("1\n1", "1\n1", 10**9), "width 1000000000: a puzzle has 1 to", 1),
    ("width-digits.non", _non("1\n1", "1\n1", "9" * 9999), "a puzzle has 1 to", 1),
    ("width-negative.non", _non("1\n1", "1\n1", -2), "width '-2': a whole number", 1),
    ("width-word.non", _non("1\n1", "1\n1", "two"), "width 'two': a whole number", 1),
    ("nothing.non", _non("", "", 0, 0), "height 0: a puzzle has 1 to", 2),
    ("two-widths.non", _non("1\n1", "1\n1", extra="width 3"), "a second width", 9),
    ("two-puzzles.non", _non("1\n1", "1\n1") * 2, "a second 'rows' section", 12),
    ("goal-short.non", _non("1\n1", "1\n1", extra='goal "100"'), "has 3 cells, 2 x 2 = 4", 9),
    ("goal-letters.non", _non("1\n1", "1\n1", extra='goal "#..#"'), "not cells: '#.'", 9),
    ("no-color.non", _non("1a\n1z", "1a\n1a", extra="color a #f00"), "'1z': unknown colour", 5),
    ("bad-color.non", _non("1\n1", "1\n1", extra="color a red"), "not a colour", 9),
    ("letter.non", b"color r #f00 #ff0000\n" + _non("1r", "1r", 1, 1), "'#ff0000' cannot stand", 1),
    ("color-name.non", b"color 21 #f00 a\n" + _non("1", "1", 1, 1), "'21' cannot be the name", 1),
    ("color-twice.non", b"color a #f00\ncolor a #0f0\n" + _non("1a", "1a", 1, 1), "twice", 2),
    ("color-sums.non", _non("1a\n1b", "1a\n1a"), "1 cells of colour 'color a', the columns 2"),
    ("bundle.nonpack", _non("1\n1", "1\n1") + b"====\n" + _non("1\n9", "1\n1"), "needs 9", 15),
    ("endless.non", b"rows\n" + b"1\n" * 30_000, "30001 lines for one puzzle"),
    # JSON
    ("truncated.json", b'{"rows": [[1],\n[1', "not JSON: Expecting ',' delimiter", 2),
    ("no-comma.json", b'{"rows": [[1]]\n"cols": [[1]]}', "not JSON: Expecting ','", 2),
    ("deep.json", b"[" * 200_000, "nested too deeply"),
    ("deep-objects.json", b'{"rows":' * 200_000, "nested too deeply"),
    ("number.json", b"17", "the JSON is 17, a puzzle is an object"),
    ("list.json", b"[]", "the list is empty"),
    ("other.json", b'{"width": 3}', "neither rows and cols nor image nor cells"),
    ("half.json", b'{"rows": [[1]]}', "cols: missing"),
    ("zero.json", b'{"rows": [[1], [0]], "cols": [[1]]}', "rows[1][0]: length 0"),
    ("negative.json", b'{"rows": [[1], [-3]], "cols": [[1]]}', "rows[1][0]: length -3"),
    ("long.json", b'{"rows": [[3]], "cols": [[1]]}', "needs 3 cells, the line has 1"),
    ("huge.json", b'{"rows": [[' + b"9" * 9999 + b']], "cols": [[1]]}', "rows[0][0]: a whole"),
    ("nan.json", b'{"rows": [[NaN]], "cols": [[1]]}', "rows[0][0]: a whole number is needed"),
    ("fraction.json", b'{"rows": [[1.0]], "cols": [[1]]}', "this is 1.0"),
    ("true.json", b'{"rows": [[true]], "cols": [[1]]}', "this is true"),
    ("types.json", b'{"rows": {"a": 1}, "cols": "x"}', "cols: a list is needed, this is the text"),
    ("no-lines.json", b'{"rows": [], "cols": []}', "rows: 0 clues: a puzzle has 1 to"),
    ("double.json", b'{"rows": [[1]], "rows": [[1]], "cols": [[1]]}', "'rows' occurs twice"),
    ("title.json", b'{"title": 7, "rows": [[1]], "cols": [[1]]}', "title: a text is needed"),
    ("ragged.json", b'{"image": ["xx", "x"]}', "image[1]: 1 cells, the first row has 2"),
    ("unknown.json", b'{"cells": ["#?"]}', "1 cells are unknown"),
    ("cell.json", b'{"cells": ["#x"]}', "'x' is not a cell"),
    ("color.json", b'{"rows": [[[1, "q"]]], "cols": [[1]]}', "unknown colour 'q'"),
    ("rgb.json", b'{"palette": {"colors": [{"rgb": "red"}]}}', "palette.colors[0].rgb: #rrggbb"),
    ("second.json", b'[{"image": ["x"]}, {"rows": 3}]', "[1].rows: a list is needed"),
    ("kinds.json", b'{"image": [".#.", "###"]}', "image: different characters, '#.'"),
    # XML
    ("truncated.xml", _xml(_ROWS + _COLUMNS)[:-20], "not well-formed XML", 4),
    ("tags.xml", b"<puzzleset>\n<puzzle></puzzleset>", "mismatched tag", 2),
    ("set.xml", b"<puzzleset></puzzleset>", "there is no <puzzle>"),
    ("bomb.xml", _BOMB, "the document type has declarations of its own", 2),
    ("entity.xml", _xml("<title>&nonsense;</title>"), "undefined entity", 2),
    ("triddler.xml", _xml(_ROWS, ' type="triddler"'), "this is a triddler", 1),
    ("triangle.xml", _xml('<color name="a/b" char="/">f00</color>'), "triangles", 2),
    ("blotted.xml", _xml(_ROWS + _COLUMNS.replace(">1<", ">?<")), "blotted", 3),
    ("no-columns.xml", _xml(_ROWS), "no clues for the columns", 1),
    ("long.xml", _xml(_ROWS.replace(">1<", ">7<") + _COLUMNS), "needs 7 cells", 2),
    ("color.xml", _xml(_ROWS + _COLUMNS.replace("<count", '<count color="mud"')), "'mud'", 3),
    ("count.xml", _xml(_ROWS + _COLUMNS.replace(">1<", ">one<")), "'one' is not a count", 3),
    ("goal.xml", _xml(_ROWS + _COLUMNS + "<solution><image>|XX|</image></solution>"), "2x1", 3),
    ("ground.xml", _xml(_ROWS + _COLUMNS, ' defaultcolor="white"'), "background colour", 2),
    ("nested.xml", b"<puzzle>\n<puzzle/></puzzle>", "a <puzzle> within a <puzzle>", 2),
    ("deep.xml", b"<puzzle>" + b"<a>" * 200_000, "elements nested 101 deep", 1),
    ("tag.xml", b"<puzzle " + b"x" * 200_000 + b"=''/>", "a tag of the XML, or a comment"),
    ("tall.xml", _xml(_PICTURE.replace("*", "|X|\n" * 2000)), "the picture is not a rectangle", 2),
    # TAAI
    ("blanks.taai", b"$1" + b" " * 500_000 + b"x\n1\n", "1 clue: a puzzle has as many columns", 1),
    ("solution.txt", b"$1\n" + _GRID + b"\n", "25 rows of 0 and 1" , 1),
    ("odd.taai", b"$1\n1\n1\n1\n", "3 clues: a puzzle has as many columns as rows", 1),
    ("word.taai", b"$1\n1\nx\n", "'x' is not a clue", 3),
    ("long.taai", b"$1\n1\n\n1\n3\n", "needs 3 cells, the line has 2", 5),
    ("second.taai", b"$1\n1\n1\n$2\n2\n1\n", "does not fit", 5),
    # pictures as text
    ("unknown.grid", b"\n.#.\n#?#\n", "column 2 is unknown ('?'): a picture must be complete", 3),
    ("ragged.grid", b"##.\n##\n#.#\n.#..\n", "4 cells, the first row (line 1) has 3", 4),
    ("letters.grid", b"rr..\nrb..\nr.\n", "2 cells, the first row (line 1) has 4", 3),
    ("blank-line.txt", b"#.#\n\n###\n", "a blank line within the picture", 2),
    ("indented.txt", b"  ##\n  # #\n", "which may be empty cells or an indentation", 1),
    ("every-second.txt", b"# #\n# #\n", "every second character is a blank", 1),
    ("tab.txt", b"#\t#\n###\n", "a TAB is not a fixed number of empty cells", 1),
    ("mixed.grid", b"##.\n0#.\n", "column 1: '0' is not a cell", 2),
    ("wide.grid", b"#" * 1024 + b"\n", "a picture of 1024x1 cells: a puzzle has 1 to 1023"),
    ("tall.grid", b"#\n" * 1024, "a picture of 1x1024 cells: a puzzle has 1 to 1023"),
    ("endless.grid", b"#\n" * 30_000, "more than 20000 lines"),
    ("blank.grid", b"\n \n", "the text is empty: a picture has at least one row"),
)  # fmt: skip

BROKEN = (
    *(Broken(*row) for row in _TABLE),
    *(Broken(*row) for row in broken_codes.TABLE),
    *(Broken(*row) for row in broken_lists.TABLE),
    *(Broken(*row) for row in broken_models.TABLE),
    *(Broken(*row) for row in broken_numbers.TABLE),
    *(Broken(*row) for row in broken_pictures.TABLE),
    *(Broken(*row) for row in broken_programs.TABLE),
)
"""Formats of a family have a table of their own, which is added here."""
