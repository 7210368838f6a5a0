# SPDX-License-Identifier: MIT
"""Broken files of the small JSON forms and of zip archives: the rows of ``broken_files.Broken``."""

from __future__ import annotations

from nonosat.formats import archives

__all__ = ["TABLE"]

_Row = tuple[str, bytes, str, int | None, str | None]


def _row(name: str, data: bytes, message: str, line: int | None = None, form: str = "") -> _Row:
    return name, data, message, line, form or None


def _thomasr(rows: str, columns: str = "[[1]]") -> bytes:
    return f'{{"columns": {columns}, "rows": {rows}}}'.encode()


def _nonojs(rows: str, columns: str = "[[1]]") -> bytes:
    return f'{{"nonograms": [{{"rowHints": {rows}, "colHints": {columns}}}]}}'.encode()


def _neolao(cells: str, palette: str = '["#000"]', extra: str = "") -> bytes:
    return f'{{{extra}"palette": {palette}, "cells": {cells}}}'.encode()


_GOOD = b"rows\n1\ncolumns\n1\n"
_ZIP = archives.pack([("a.non", _GOOD), ("b.non", _GOOD)])


def _hurt(place: int, value: int) -> bytes:
    """The archive with one other byte."""
    data = bytearray(_ZIP)
    data[place] = value
    return bytes(data)


_TEXTS = (
    ("cut", b"{", "not JSON", 1),
    ("comma", b'{"a": 1,}', "not JSON", 1),
    ("list-of-nothing", b"[1,2", "not JSON", 1),
    ("deep", b"[" * 100_000, "nested too deeply", None),
    ("double", b'{"rows": 1, "rows": 2}', "'rows' occurs twice", None),
    ("nul", b'{"a": "\0"}', "NUL", None),
)

TABLE: tuple[_Row, ...] = (
    *(
        _row(f"{name}-{form}.json", data, message, line, form)
        for form in ("thomasr", "nonojs", "neolao")
        for name, data, message, line in _TEXTS
    ),
    # ThomasR
    _row("list-t.json", b"[]", "the JSON is a list, a puzzle is an object", None, "thomasr"),
    _row("no-rows-t.json", b'{"columns": [[1]]}', "rows: a list of clues is needed, it is missing"),
    _row("text-t.json", _thomasr('[["1"]]'), "rows[0][0]: a length is needed, this is the text"),
    _row("zero-t.json", _thomasr("[[1, 0]]"), "rows[0][1]: a length is needed, length 0"),
    _row("negative-t.json", _thomasr("[[-4]]"), "length -4: at least 1"),
    _row("null-t.json", _thomasr("[[1], null]"), "rows[1]: a list of lengths is needed"),
    _row("true-t.json", _thomasr("[[true]]"), "this is true"),
    _row("long-t.json", _thomasr("[[5]]"), "needs 5 cells, the line has 1"),
    _row("sums-t.json", _thomasr("[[1],[1]]"), "the rows fill 2 cells, the columns 1"),
    _row("huge-t.json", _thomasr("[[" + "9" * 5000 + "]]"), "rows[0][0]: a length is needed"),
    _row("many-t.json", _thomasr("[" + "[1]," * 1023 + "[1]]"), "1024 clues: a puzzle has 1 to"),
    _row("blocks-t.json", _thomasr("[[" + "1," * 1023 + "1]]"), "1024 blocks do not fit"),
    # nonojs
    _row("empty-n.json", b'{"nonograms": []}', "nonograms is empty", None, "nonojs"),
    _row("list-n.json", b"[]", "the list is empty", None, "nonojs"),
    _row("number-n.json", b"7", "the JSON is 7, a puzzle is an object", None, "nonojs"),
    _row("item-n.json", b'{"nonograms": [3]}', "nonograms[0] is 3", None, "nonojs"),
    _row("half-n.json", b'{"rowHints": [[1]]}', "colHints: a list of clues is needed"),
    _row("title-n.json", b'{"title": 3, "rowHints": [[1]], "colHints": [[1]]}', "title: a text"),
    _row("id-n.json", b'{"id": 3, "rowHints": [[1]], "colHints": [[1]]}', "id: a text is needed"),
    _row("zero-n.json", _nonojs("[[0, 0]]"), "nonograms[0].rowHints[0][0]: a length is needed"),
    _row("no-lines-n.json", _nonojs("[]"), "rowHints: 0 clues: a puzzle has 1 to"),
    _row("sums-n.json", _nonojs("[[1], [1]]"), "the rows fill 2 cells, the columns 1"),
    _row("long-n.json", _nonojs("[[9]]"), "needs 9 cells"),
    _row("fraction-n.json", _nonojs("[[1.5]]"), "this is 1.5"),
    # neolao
    _row("list-o.json", b"[]", "the JSON is a list", None, "neolao"),
    _row("no-cells-o.json", b'{"palette": ["#000"]}', "cells: a list of rows is needed"),
    _row("no-palette-o.json", b'{"cells": [[0]]}', "palette: a list of 1 to", None, "neolao"),
    _row("colors-o.json", _neolao("[[0]]", '["red"]'), "palette[0]: #rrggbb is needed"),
    _row("many-o.json", _neolao("[[0]]", '["#000"' + ',"#000"' * 60 + "]"), "not 61 colours"),
    _row("number-o.json", _neolao("[[1]]"), "cells[0][0]: 1 is neither null nor the number"),
    _row("negative-o.json", _neolao("[[-1]]"), "cells[0][0]: -1 is neither"),
    _row("text-o.json", _neolao('[["0"]]'), "the text '0' is neither"),
    _row("ragged-o.json", _neolao("[[0], [0, 0]]"), "cells[1]: 2 cells, the first row has 1"),
    _row("flat-o.json", _neolao("[0, 0]"), "cells: a list of rows is needed"),
    _row("nothing-o.json", _neolao("[[]]"), "cells: 1 rows of 0 cells"),
    _row("wide-o.json", _neolao("[[" + "0," * 1023 + "0]]"), "1 rows of 1024 cells"),
    _row("width-o.json", _neolao("[[0]]", extra='"width": 2, '), "width is 2, the cells have 1"),
    _row("height-o.json", _neolao("[[0]]", extra='"height": "x", '), "height is the text 'x'"),
    _row("name-o.json", _neolao("[[0]]", extra='"name": [], '), "name: a text is needed"),
    # lists
    _row("empty.csv", b"", "there is no line with the names of the columns"),
    _row("comments.csv", b"# a\n# b\n", "there is no line with the names of the columns"),
    _row("heads.csv", b"# a\nname,rules\n", "the list is empty: no puzzle in it"),
    _row("no-rules.csv", b"\nname,code\nx,RlKq\n", "no column is called 'rules'", 2),
    _row("two-rules.csv", b"rules,rules\nRlKq,RlKq\n", "more than one column is called 'rules'", 1),
    _row("two-names.csv", b"name,name,rules\n", "two columns are called 'name'", 1),
    _row("columns.csv", b"rules" + b",x" * 200 + b"\n", "101 columns: at most 100", 1),
    _row("quote.csv", b'name,rules\n"x,RlKq\nyy\n', "a quote is not closed", 2),
    _row("after.csv", b'name,rules\n"x"y,RlKq\n', "'y,RlKq' follows a closing quote", 2),
    _row("no-code.csv", b"name,rules\nx,\n", "there are no rules in this row", 2),
    _row("short.csv", b"name,rules\n\nx\n", "there are no rules in this row", 3),
    _row("surplus.csv", b"name,rules\nx,RlKq,7\n", "1 more fields than columns", 2),
    _row("rubbish.csv", b"name,rules\nx,R!!\n", "is not a character of a code", 2),
    _row("follows.csv", b"name,rules\nx,RlKqA\n", "the code is complete before 'A'", 2),
    _row("second.csv", b"name,rules\nx,RlKq\ny,Q\nz,RlKq\n", "", 3),
    _row("lines.csv", b'name,rules\n"a\nb",RlKq\ny,RlKqA\n', "character 5", 4),
    # TAAI
    _row("prose.taai", b"Dear all,\n$1\n1\n1\n", "a TAAI text begins with a line $1"),
    _row("no-head.taai", b"1 2\n1\n", "a TAAI text begins with a line $1"),
    _row("negative.taai", b"$1\n-1\n1\n", "'-1' is not a clue", 2),
    _row("comma.taai", b"$1\n1,1\n1\n", "'1,1' is not a clue", 2),
    _row("zero.taai", b"$1\n0\t1\n\n1\n\n", "length 0", 2),
    _row("sums.taai", b"$1\n1\n1\n1\n0\n", "the rows fill 1 cells, the columns 2"),
    _row("number.taai", b"$1\n" + b"9" * 50 + b"\n1\n", "is not a clue", 2),
    _row("long-line.taai", b"$1\n" + b"1 " * 30_000 + b"\n1\n", "is not a clue", 2),
    _row("tall.taai", b"$1\n" + b"1\n" * 5000, "5,000 clues: a puzzle has as many columns as", 1),
    _row("nothing.taai", b"$1\n", "0 clues: a puzzle has as many columns as rows", 1),
    _row("color.taai", b"$1\n1a\n1\n", "'1a' is not a clue", 2),
    _row("hidden.taai", b"$1\n?\n1\n", "'?' is a blotted clue", 2),
    # pictures as text
    _row("two.grid", b"#.\n.#\n\n#.\n", "a blank line within the picture", 3),
    _row("digits.grid", b"#2\n.#\n", "'2' is not a cell", 1),
    _row("colors.grid", b"".join(b"%c." % (33 + n) for n in range(94)), "is not a cell", 1),
    _row("bar.grid", b"|#|\n|.|\n", "'|' is not a cell", 1),
    # zip
    _row("empty.zip", archives.pack([]), "there is no puzzle in the archive"),
    _row("nothing.zip", b"", "not a zip archive", None, "zip"),
    _row("text.zip", b"rows\n", "not a zip archive", None, "zip"),
    _row("magic.zip", b"PK\x03\x04", "not a zip archive, or damaged"),
    _row("cut.zip", _ZIP[:-30], "not a zip archive, or damaged"),
    _row("half.zip", _ZIP[: len(_ZIP) // 2], "not a zip archive, or damaged"),
    _row("prose.zip", archives.pack([("a.txt", "Dear all,")]), "no format that is known"),
    _row("binary.zip", archives.pack([("a", b"\x89PNG\0\0")]), "binary data"),
    _row("nested.zip", archives.pack([("b.zip", _ZIP)]), "an archive in an archive"),
    _row("bomb.zip", archives.pack([("a.non", b"\n" * 3_000_000)]), "more than 200 times its size"),
    _row("broken.zip", archives.pack([("a.non", b"rows\n1\ncolumns\n3\n")]), "needs 3 cells", 4),
    _row("crc.zip", _hurt(_ZIP.index(b"PK\x01\x02") + 16, 7), "cannot be unpacked"),
    _row("data.zip", _hurt(40, 7), "cannot be unpacked"),
    _row("name.zip", _hurt(30, 98), "cannot be unpacked"),
    _row("method.zip", _hurt(_ZIP.index(b"PK\x01\x02") + 10, 97), "cannot be unpacked"),
    _row("locked.zip", _hurt(_ZIP.index(b"PK\x01\x02") + 8, 1), "encrypted"),
)
