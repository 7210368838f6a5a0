# SPDX-License-Identifier: MIT
"""Broken files of solver input and modelling languages: good files with one piece replaced."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["COUNTS", "TABLE"]

_GLPK = """\
data;
param m := 2;
param n := 2;
param row : 1 2 :=
1 2 .
2 1 .
;
param col : 1 2 :=
1 2 .
2 1 .
;
end;
"""
_MINIZINC = """\
X = 2;
Y = 2;
maxlen = 2;
rows = [|1, 1
|1, -1
|];
cols = [|1, 1
|1, -1
|];
"""
_HAKANK = """\
rows = 2;
row_rule_len = 2;
row_rules = array2d(1..rows, 1..row_rule_len, [
0,2,
0,1
]);
cols = 2;
col_rule_len = 2;
col_rules = array2d(1..cols, 1..col_rule_len, [
0,2,
0,1
]);
"""
_GECODE = """\
const int spec[] = {
2, 2,
1, 2,
1, 1,
1, 2,
1, 1
};
"""
_GECODE_R = """\
row_rules:
2
1
col_rules:
2
1
"""
_LP = """\
number_of_rows: 2
number_of_columns: 2
row_1 blocks: 1 sizes: 2
row_2 blocks: 1 sizes: 1
column_1 blocks: 1 sizes: 2
column_2 blocks: 1 sizes: 1
"""
_PICAT = """\
instance(nonogram,RowRules,ColRules) =>
RowRules =
[[2],
[1]],
ColRules =
[[2],
[1]].
"""

Case = tuple[str, str, str, str, int | None]
"""A name, what is replaced (once) and by what, a piece of the message, the line of the file."""

_CASES: dict[str, tuple[str, tuple[Case, ...]]] = {
    "glpk": (
        _GLPK,
        (
            ("word", "1 2 .\n2 1 .", "1 x .\n2 1 .", "'x' is not a length", 5),
            ("negative", "1 2 .", "1 -2 .", "length -2", 5),
            ("digits", "1 2 .", f"1 {'9' * 20} .", "is not a length", 5),
            ("long", "1 2 .", "1 3 .", "needs 3 cells", 5),
            ("gap", "1 2 .", "1 1 1", "needs 3 cells", 5),
            ("sums", "2 1 .", "2 2 .", "the rows fill 4 cells", None),
            ("zero", "1 2 .", "1 1 0", "length 0", 5),
            ("m", "m := 2", "m := 0", "0 rows: a board has 1 to", 2),
            ("huge", "n := 2", "n := 99999", "99999 columns: a board has", 3),
            ("no-m", "param m := 2;\n", "", "before the number of its lines", 3),
            ("twice", "param n := 2", "param m := 2", "a second param m", 3),
            ("number", "2 1 .\n;", "7 1 .\n;", "line 7 of param row", 6),
            ("again", "2 1 .\n;", "1 1 .\n;", "for the second time", 6),
            ("missing", "2 1 .\n;", ";", "param row has no line 2", None),
            ("no-col", _GLPK[_GLPK.index("param col") :], "end;", "there is no param col", None),
            ("cut", ".\n;\nend;\n", "", "the end of the text is not a length", 10),
            ("sign", "m := 2", "m = 2", "'=' where ':' is needed", 2),
            ("set", "param n", "set n", "'set' where 'param' is needed", 3),
        ),
    ),
    "minizinc": (
        _MINIZINC,
        (
            ("word", "|1, 1", "|1, x", "'x' is not 1, 0 or", 4),
            ("two", "|1, 1", "|1, 2", "ones and zeros, then -1", 4),
            ("middle", "|1, 1", "|-1, 1", "ones and zeros, then -1", 4),
            ("zeros", "|1, 1", "|0, 1", "one 0 stands between", 4),
            ("gap", "|1, 1", "|1, 0, 0, 1", "one 0 stands between", 4),
            ("long", "|1, 1", "|1, 1, 1", "needs 3 cells", 4),
            ("sums", "|1, -1", "|1, 1", "the rows fill 4 cells", None),
            ("size", "X = 2", "X = 3", "rows has 2 lines, the size says 3", None),
            ("huge", "X = 2", "X = 99999", "99999 rows: a board has", 1),
            ("zero", "Y = 2", "Y = 0", "0 columns: a board has", 2),
            ("digits", "X = 2", f"X = {'9' * 50}", "is not the number X", 1),
            ("twice", "Y = 2", "X = 2", "X for the second time", 2),
            ("name", "Y = 2", "Z = 2", "'Z' where 'X' or 'Y'", 2),
            ("missing", "X = 2;\n", "", "there is no X", None),
            ("cut", "\n|];\ncols", "", "is not 1, 0 or -1", 5),
            ("no-end", "|];\n", "|]\n", "where ';' is needed", 7),
        ),
    ),
    "hakank": (
        _HAKANK,
        (
            ("word", "0,2", "0,x", "'x' is not a number", 4),
            ("negative", "0,2", "0,-2", "length -2", 4),
            ("digits", "0,2", f"0,{'9' * 20}", "is not a number", 4),
            ("long", "0,2", "0,3", "needs 3 cells", 4),
            ("gap", "0,2", "1,1", "needs 3 cells", 4),
            ("middle", "0,2", "2,0", "length 0", 4),
            ("sums", "0,1", "0,2", "the rows fill 4 cells", None),
            ("few", "0,1\n", "\n", "']' is not a number", 6),
            ("many", "0,1\n", "0,1,0,1\n", "'0' where ']' is needed", 5),
            ("size", "rows = 2", "rows = 0", "0 rows: a board has", 1),
            ("huge", "cols = 2", "cols = 99999", "99999 cols: a board has", 7),
            ("width", "row_rule_len = 2", "row_rule_len = 0", "row_rule_len = 0: use 1 to", 2),
            ("before", "rows = 2;\n", "", "row_rules before its sizes", 2),
            ("twice", "row_rule_len", "rows", "rows for the second time", 2),
            ("name", "rows = 2", "lines = 2", "'lines' where 'rows' or", 1),
            ("missing", _HAKANK[_HAKANK.index("cols") :], "", "there is no col_rules", None),
            ("bracket", "array2d(1..cols, 1..col_rule_len, [", "array2d", "no [", 13),
        ),
    ),
    "gecode": (
        _GECODE,
        (
            ("word", "1, 2", "1, x", "'x' is not the length", 3),
            ("negative", "1, 2", "1, -2", "length -2", 3),
            ("digits", "1, 2", f"1, {'9' * 20}", "is not the length", 3),
            ("long", "1, 2", "1, 3", "needs 3 cells", 3),
            ("gap", "1, 2", "2, 1, 1", "needs 3 cells", 3),
            ("zero", "1, 2", "2, 0, 1", "length 0", 3),
            ("sums", "1, 1", "1, 2", "the columns 4", None),
            ("width", "2, 2,", "0, 2,", "0 columns: a board has", 2),
            ("height", "2, 2,", "2, 0,", "0 rows: a board has", 2),
            ("huge", "2, 2,", "2, 88888,", "88888 rows: a board has", 2),
            ("blocks", "1, 2", "-1, 2", "-1 blocks: a line has", 3),
            ("many-blocks", "1, 2", "99999, 2", "99999 blocks: a line has", 3),
            ("few", "1, 1\n}", "\n}", "'}' is not the number of blocks", 7),
            ("more", "1, 1\n}", "1, 1, 4\n}", "where the numbers should end", 6),
            ("cut", "1, 1\n};", "1", "the end of the text is not the length", 7),
            ("no-brace", "{", "(", "there is no {", None),
        ),
    ),
    "gecode-r": (
        _GECODE_R,
        (
            ("word", "2", "two", "'two' is not a clue", 2),
            ("negative", "2", "-2", "'-2' is not a clue", 2),
            ("fraction", "2", "2.0", "'2.0' is not a clue", 2),
            ("hidden", "2", "?", "'?' is a blotted clue", 2),
            ("digits", "2", "9" * 20, "is not a clue", 2),
            ("comma", "2", "1,,1", "'1,,1' is not a clue", 2),
            ("long", "2", "3", "needs 3 cells", 2),
            ("gap", "2", "1,1", "needs 3 cells", 2),
            ("zero", "2", "1,0", "length 0", 2),
            ("sums", "1", "2", "the rows fill 4 cells", None),
            ("column", "col_rules:\n2", "col_rules:\nx", "'x' is not a clue", 5),
            ("no-columns", "col_rules:\n", "", "are needed, once each", None),
            ("no-rows", "row_rules:\n", "", "does not begin with row_rules:", None),
            ("twice", "col_rules:\n", "row_rules:\n", "are needed, once each", None),
            ("endless", "2", "1," * 20_000 + "1", "characters for one clue", 2),
        ),
    ),
    "lp": (
        _LP,
        (
            ("word", "sizes: 2", "sizes: two", "'two' is not a length of row_1", 3),
            ("negative", "sizes: 2", "sizes: -2", "'-2' is not a length of row_1", 3),
            ("digits", "sizes: 2", f"sizes: {'9' * 20}", "is not a length of row_1", 3),
            ("long", "sizes: 2", "sizes: 3", "needs 3 cells", 3),
            ("gap", "blocks: 1 sizes: 2", "blocks: 2 sizes: 1 1", "needs 3 cells", 3),
            ("zero", "blocks: 1 sizes: 2", "blocks: 2 sizes: 0 1", "length 0", 3),
            ("sums", "row_2 blocks: 1 sizes: 1", "row_2 blocks: 1 sizes: 2", "rows fill 4", None),
            ("rows", "rows: 2", "rows: 0", "0 rows: a board has", 1),
            ("huge", "columns: 2", "columns: 99999", "99999 columns: a board has", 2),
            ("keyword", "number_of_columns:", "columns:", "'number_of_columns:' is needed", 2),
            ("number", "row_2", "row_7", "row_7: there are 2 rows", 4),
            ("again", "row_2", "row_1", "row_1 for the second time", 4),
            ("missing", "row_2 blocks: 1 sizes: 1\n", "", "no clue for row_2", None),
            ("blocks", "blocks: 1", "blocks: 99999", "no line has that many", 3),
            ("cut", _LP[_LP.index(" 1\ncolumn_1") :], "", "the text ends before a length of", 4),
            ("head", "row_1 blocks: 1", "row_1 blocks: 2", "'row_2' is not a length", 4),
        ),
    ),
    "picat": (
        _PICAT,
        (
            ("word", "[2]", "[x]", "'x' is not a length of RowRules", 3),
            ("negative", "[2]", "[-2]", "length -2", 3),
            ("digits", "[2]", f"[{'9' * 20}]", "is not a length", 3),
            ("long", "[2]", "[3]", "needs 3 cells", 3),
            ("gap", "[2]", "[1,1]", "needs 3 cells", 3),
            ("zero", "[2]", "[1,0]", "length 0", 3),
            ("sums", "[1]", "[2]", "the rows fill 4 cells", None),
            ("flat", "[[2]", "[2", "'2' where '[' is needed", 3),
            ("cut", "[[2],\n[1]].\n", "[[2],", "the end of the text where '['", 6),
            ("no-columns", "ColRules =", "Columns =", "there is no ColRules = [..]", 8),
            ("no-rows", "RowRules =", "Rows =", "there is no RowRules = [..]", 8),
            ("no-instance", "instance(", "example(", "there is no instance(", None),
            ("string", "[2]", '["2"]', "is not a length", 3),
            ("fraction", "[2]", "[2.5]", "'.' is not a length", 3),
            ("open", "[1]],", "[1],", "'ColRules' where '[' is needed", 5),
        ),
    ),
}  # fmt: skip


_SUFFIXES = {"glpk": ".dat", "minizinc": ".dzn", "hakank": ".dzn", "lp": ".lp", "picat": ".pi"}


def _files() -> Iterator[tuple[str, bytes, str, int | None, str]]:
    for name, (good, cases) in _CASES.items():
        suffix = _SUFFIXES.get(name, ".txt")
        for case, old, new, message, line in cases:
            assert old in good, (name, case)
            yield f"{name}-{case}{suffix}", good.replace(old, new, 1).encode(), message, line, name


TABLE = tuple(_files())
COUNTS = {name: len(cases) for name, (_, cases) in _CASES.items()}
