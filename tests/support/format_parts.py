# SPDX-License-Identifier: MIT
"""The parts of files of each format, and what the reader does with a word or cells in them.

``SAMPLES`` has a small file of each format, and for each of its parts (key, attribute, element,
section, line of the head, comment) the same file with a word in it, or with cells, clues or a
further puzzle at a place where the format does not allow them. ``fates`` reads them: a part is

* kept, if it changes the puzzle (a title counts),
* remarked, if the puzzle has a remark,
* refused, if there is an error,
* read over, if it has no effect.

Parts that are read over carry neither cells nor clues: ``tests/formats/test_formats_unread.py``
tests this, and ``tests/test_pages.py`` compares the table in docs/formats.md with this one.
"""

from __future__ import annotations

import re

from nonosat import Puzzle
from nonosat.formats import archives, read_all
from nonosat.formats.codes.face import encode
from nonosat.formats.common import PuzzleOrError
from tests.support.sheet_files import xlsx

WORD = "zebra"
FATES = ("kept", "remarked", "refused", "read over")
CELLS = ("cells", "clue", "second", "moves", "game", "further")
"""Words in the names of parts that carry cells or clues."""

Sample = tuple[bytes, dict[str, bytes]]
"""A file, and by the names of its parts the same file with something in that part."""
SAMPLES: dict[str, Sample] = {}
"""By the names of formats."""
MORE: dict[str, tuple[Sample, ...]] = {}
"""Further files of a format, for parts that do not stand together."""


_MARK = re.compile("«(?:([^«|]*)\\|)?([^«]*)»")


def _edited(marked: str, parts: dict[str, tuple[str, str]]) -> Sample:
    """A text, and the same with something in one of its parts.

    A mark ``«PART|PIECE»`` in the text is the place of the word: it replaces the piece, which may
    be the name of the part itself. For each of ``parts`` another text replaces a piece, which
    occurs once.
    """
    text = _MARK.sub(r"\2", marked)
    found = {}
    for mark in _MARK.finditer(marked):
        other = f"{marked[: mark.start()]}{WORD}{marked[mark.end() :]}"
        found[mark[1] or mark[2]] = _MARK.sub(r"\2", other).encode("latin-1")
    for name, (old, new) in parts.items():
        assert text.count(old) == 1, (old, name)
        found[name] = text.replace(old, new).encode("latin-1")
    return text.encode("latin-1"), found


_JSON = """{"title": "«`title`|Cup»", "author": "«`author`|me»", "copyright": "«`copyright`|c»",
"license": "«`license`|l»", "catalogue": "«`catalogue`|7»", "description": "«`description`|d»",
"palette": {"background": "«`palette.background`|#ffffff»", "colors": [{"name":
"«name of a colour|red»", "rgb": "«shade of a colour|#ff0000»", "letter":
"«letter of a colour|r»"}]}, "rows": [[1], [1]], "columns": [[1], [1]],
"cells": ["«`cells`|r.»", ".r"], "printed": ["«`printed`, cells|r?»", "??"]}"""
_BARE = '{"rows": [[1], [1]], "columns": [[1], [1]]}'


def _json(first: str, *more: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """Characters allowed in an object of JSON before its first key."""
    unknown = {
        "unknown key": f'"{WORD}": "x"',
        "misspelt key": f'"{first[:-2]}{first[-1]}x": "x"',
        "cells as a list": f'"{WORD}": [1, 0, 0, 1]',
        "cells as rows": f'"{WORD}": [[1, 0], [0, 1]]',
        "cells as texts": f'"{WORD}": ["#.", ".#"]',
        "cells as one text": f'"{WORD}": "#..#"',
        "cells in an object": f'"{WORD}": {{"x": [[1, 0], [0, 1]]}}',
        "coordinates of cells": f'"{WORD}": [{{"row": 1, "column": 2}}]',
    }
    unknown.update(more)
    key = f'"{first}"'
    return {name: (key, f"{new}, {key}") for name, new in unknown.items()}


_GOALS = tuple(
    (f"`{key}`, cells", f'"{key}": ["#.", ".#"]') for key in ("given", "goal", "solution")
)

SAMPLES["json"] = _edited(
    _JSON,
    {
        "unknown key of a colour": ('"name"', f'"{WORD}": 1, "name"'),
        "misspelt key of the palette": ('"background"', '"backgroun": 1, "background"'),
        "`rows`, clues": ('"rows": [[1]', f'"rows": [["{WORD}"]'),
        "`columns`, clues": ('"columns": [[1]', f'"columns": [["{WORD}"]'),
        "second goal picture": ('"printed"', '"goal": [".r", "r."], "printed"'),
        "second list of printed cells": ('"printed"', '"content": [1, 0, 0, 0], "printed"'),
    },
)
MORE["json"] = (
    _edited(
        _BARE,
        _json(
            "rows",
            *_GOALS,
            ("`content`, cells", '"content": [1, 0, 0, 0]'),
            ("`solution`, cells as numbers", '"solution": [[1, 0], [0, 1]]'),
            ("`solution`, no picture of cells", f'"solution": "{WORD}"'),
            ("`image`, cells", '"image": ["x ", " x"]'),
        ),
    ),
    _edited(
        f'{{"puzzles": [{_BARE}]}}',
        {"cells beside `puzzles`": ('"puzzles"', '"x": [[1]], "puzzles"')},
    ),
)

_WEBPBN = """<?xml version="1.0"?>
<puzzleset>
<title>T</title>
<puzzle type="«`type` of a puzzle|grid»" defaultcolor="«`defaultcolor`|black»"
backgroundcolor="«`backgroundcolor`|white»">
<source>«`<source>`|s»</source><id>«`<id>`|1»</id><title>«`<title>`|Cup»</title>
<author>«`<author>`|me»</author><authorid>«`<authorid>`|3»</authorid>
<copyright>«`<copyright>`|c»</copyright>
<description>«`<description>`|d»</description><note>«`<note>`|n»</note>
<color name="white" char=".">fff</color>
<color name="«`name` of a colour|black»" char="X">«shade of a colour|000»</color>
<clues type="«`type` of clues|rows»">
<line><count color="«`color` of a clue|black»">«`<count>`, a clue|1»</count></line>
<line><count>1</count></line></clues>
<clues type="columns"><line><count>1</count></line><line><count>1</count></line></clues>
<solution type="«`type` of a solution|goal»" id="«`id` of a solution|g»">
<image>|«`<image>`, cells|X.»|
|.X|</image></solution>
</puzzle>
</puzzleset>
"""
_IMAGE = "<image>|X.||.X|</image>"
SAMPLES["webpbn"] = _edited(
    _WEBPBN,
    {
        "comment": ("<puzzleset>", f"<!-- {WORD} --><puzzleset>"),
        "`<puzzleset><copyright>`": ("<title>T", f"<note>license: {WORD}</note><title>T"),
        "`char` of a colour": ('char="X"', f'char="{WORD[0]}"'),
        "unknown element": ("<source>", f"<{WORD}>x</{WORD}><source>"),
        "misspelt element": ("<source>", "<titel>x</titel><source>"),
        "cells in an unknown element": ("<source>", f"<{WORD}>X. .X</{WORD}><source>"),
        "cells within an unknown element": (
            "<source>",
            f"<{WORD}><r>X.</r><r>.X</r></{WORD}><source>",
        ),
        "unknown attribute": ("<puzzle ", f'<puzzle {WORD}="x" '),
        "misspelt attribute": ("<puzzle ", '<puzzle defaultcolour="x" '),
        "cells in an unknown attribute": ("<puzzle ", f'<puzzle {WORD}="X..X" '),
        "clues outside of a puzzle": ("<puzzle ", '<clues type="rows"/><puzzle '),
        "solution of the type solution": (
            "</solution>",
            f'</solution><solution type="solution">{_IMAGE}</solution>',
        ),
        "saved game": ("</solution>", f'</solution><solution type="saved">{_IMAGE}</solution>'),
    },
)
SAMPLES["taai"] = _edited(
    "$«title|7»\n«a clue|1»\n1\n1\n1\n", {"further clue": ("$7\n", "$7\n1\n")}
)
SAMPLES["thomasr"] = _edited(
    '{"columns": [[1], [1]], "rows": [[1], [1]]}',
    {
        "`columns`, clues": ('{"columns": [[1]', f'{{"columns": [["{WORD}"]'),
        "`rows`, clues": ('"rows": [[1]', f'"rows": [["{WORD}"]'),
        **_json("rows", ("`content`, cells", '"content": [1, 0, 0, 0]')),
    },
)
SAMPLES["nonojs"] = _edited(
    '{"nonograms": [{"id": "«`id`|7»", "title": "«`title`|Cup»", "rowHints": [[1], [1]], '
    '"colHints": [[1], [1]]}]}',
    {
        "`rowHints`, clues": ('"rowHints": [[1]', f'"rowHints": [["{WORD}"]'),
        "`colHints`, clues": ('"colHints": [[1]', f'"colHints": [["{WORD}"]'),
        "cells beside `nonograms`": ('"nonograms"', '"x": [[1]], "nonograms"'),
        **_json("rowHints"),
    },
)
SAMPLES["neolao"] = _edited(
    '{"id": "«`id`|7»", "name": "«`name`|Cup»", "width": 2, "height": 2, '
    '"palette": ["«`palette`|#000000»"], "cells": [[0, null], [null, 0]]}',
    {
        "`width`": ('"width": 2', f'"width": "{WORD}"'),
        "`height`": ('"height": 2', f'"height": "{WORD}"'),
        "`cells`": ("[[0", f'[["{WORD}"'),
        **_json("cells"),
    },
)
_CODE = encode(Puzzle([[1], [1]], [[1], [1]]), "rules")
SAMPLES["csv"] = _edited(
    "# «comment»\nname,rules,source,author,license,more\n"
    "«`name`|Cup»,«`rules`, clues|RlKq»,«`source`|s»,«`author`|me»,«`license`|l»,"
    "«unknown column|m»\n",
    {
        "misspelt column": ("more", "nam"),
        "cells in an unknown column": (",m\n", ",#..#\n"),
    },
)
_FILE = '{"cells": ["#.", ".#"]}'
SAMPLES["zip"] = (
    archives.pack([("a.json", _FILE)]),
    {
        "name of a file": archives.pack([(f"{WORD}.json", _FILE)]),
        "file that is not a puzzle file": archives.pack([("a.json", _FILE), ("README", WORD)]),
        "cells in a file": archives.pack([("a.json", _FILE.replace("#.", WORD))]),
        "remark on a file": archives.pack([("a.json", _FILE.replace("{", '{"celsl": [[1]], '))]),
    },
)
SAMPLES["non"] = _edited(
    'catalogue "«`catalogue`|7»"\ntitle "«`title`|Cup»"\nby "«`by`|me»"\n'
    'copyright "«`copyright`|c»"\nlicense «`license`|l»\ndescription "«`description`|d»"\n'
    "width «`width`|2»\nheight «`height`|2»\nmaxrule «`maxrule`|1»\n# «comment»\n"
    "background «`background`|#ffffff»\ncolor a «shade of a colour|#ff0000»\n"
    'colorname a "«`colorname`|red»"\n\nrows\n1a\n1a\n\ncolumns\n1a\n1a\n\n'
    'goal "«`goal`, cells|a00a»"\n',
    {
        "a clue": ("rows\n1a", f"rows\n{WORD}?"),
        "unknown key": ("width 2", f'{WORD} "x"\nwidth 2'),
        "misspelt key": ("width 2", 'titel "x"\nwidth 2'),
        "cells in an unknown key": ("width 2", f'{WORD} "10?1"\nwidth 2'),
        "clue in no section": ("goal", f"{WORD} x\n1\ngoal"),
        "heading with more, over clues": ("goal", "rows 2\n1\ngoal"),
        "saved game": ("goal", 'saved "1???"\ngoal'),
        "second goal, cells": ("goal", 'goal "0aa0"\ngoal'),
    },
)
SAMPLES["picture"] = _edited("«cells|#.»\n.#\n", {"more cells": ("#.\n", "#.#\n")})
SAMPLES["code"] = _edited(
    f"{_CODE}\n",
    {"clues": (_CODE, f"{_CODE}{WORD}"), "further puzzle": (_CODE, f"{_CODE}\n{WORD}")},
)


def _lines(text: str) -> Sample:
    """A text of lines, which ends with an empty clue: a word in its first line, and more lines."""
    first, _, rest = text.partition("\n")
    parts = {
        "word in the first line": f"{first} {WORD}\n{rest}",
        "word at the end": f"{text}{WORD}\n",
        "more clues": f"{text}1\n1\n",
    }
    return text.encode(), {name: new.encode() for name, new in parts.items()}


SAMPLES["cwd"] = _lines("2\n3\n1\n1\n\n1\n1\n0\n")
SAMPLES["faase"] = _lines("rows\n1\n1\ncolumns\n1\n1\n0\n")
SAMPLES["ish"] = _lines("# comment\n1\n1\n\n1\n1\n0\n")
SAMPLES["keen"] = _lines("1\n1\n\n1\n1\n0\n")
SAMPLES["mk"] = _lines("2 3\n1\n1\n#\n1\n1\n0\n")
SAMPLES["nin"] = _lines("3 2\n1\n1\n1\n1\n0\n")
SAMPLES["spoj"] = _lines("1\n2 3\n1 0\n1 0\n1 0\n1 0\n0\n")
SAMPLES["syro"] = _lines("# comment\n1 0\n1 0\n\n1 0\n1 0\n0\n")
SAMPLES["gecode"] = _edited(
    "// «comment»\nconst int «name of the array|spec»[] = { «a clue|2», 2, 1,1, 1,1, 1,1, 1,1 };\n",
    {
        "text behind the array": ("};", f"}}; {WORD}"),
        "second array of clues": ("};", "}; const int b[] = { 1, 1, 1,1, 1,1 };"),
    },
)
SAMPLES["gecode-r"] = _lines("row_rules:\n1\n1\n\ncol_rules:\n1\n1\n0\n")
SAMPLES["glpk"] = _edited(
    "/* «comment» */\ndata;\nparam m := «`param m`|2»;\nparam n := 2;\n"
    "param row : «head of a table|1» :=\n1 «a clue|1»\n2 1\n;\nparam col : 1 :=\n1 1\n2 1\n;\n"
    "end;\n",
    {
        "unknown `param`": ("param m", f"param {WORD} := 1;\nparam m"),
        "text behind the end": ("end;", f"end; {WORD}"),
        "clues behind the end": ("end;", "end; param row : 1 := 1 1;"),
    },
)
SAMPLES["hakank"] = _edited(
    "% «comment»\nrows = «`rows`|2»;\nrow_rule_len = «`row_rule_len`|1»;\n"
    "row_rules = [|«`row_rules`, clues|1»|1|];\ncols = 2;\ncol_rule_len = 1;\n"
    "col_rules = [|1|1|];\n",
    {"unknown name with cells": ("rows = 2;", f"{WORD} = [1, 0, 0, 1];\nrows = 2;")},
)
SAMPLES["lp"] = _edited(
    "number_of_rows: «`number_of_rows`|1»\nnumber_of_columns: 1\n«`row_1`|row_1»\n"
    "«word before a number|number_of_clusters:» 1\n«word before lengths|size(s):» «a clue|1»\n"
    "column_1\nnumber_of_tiles: 1\nwidth(s): 1\n",
    {"further clue": ("width(s): 1\n", "width(s): 1\nrow_2 x 1 x 1\n")},
)
SAMPLES["minizinc"] = _edited(
    "% «comment»\nX = «`X`|2»;\nY = 2;\nmaxlen = «`maxlen`|1»;\n"
    "rows = [|«`rows`, clues|1»|1|];\ncols = [|1|1|];\n",
    {"unknown name with cells": ("X = 2;", f"{WORD} = [1, 0, 0, 1];\nX = 2;")},
)
SAMPLES["picat"] = _edited(
    "% «comment»\nproblem_name(Name) => Name = «name of the problem|cup».\n"
    "instance(«name of the instance|cup»,RowRules,ColRules) =>\n"
    "RowRules = [[«`RowRules`, clues|1»],[1]],\nColRules = [[1],[1]].\n",
    {
        "text behind the lists": ("ColRules = [[1],[1]].", f"ColRules = [[1],[1]].\n{WORD}"),
        "further list with cells": ("ColRules = [[1],[1]]", "ColRules = [[1],[1]], X = [[1,0]]"),
        "second puzzle": (
            "ColRules = [[1],[1]].",
            "ColRules = [[1],[1]].\ninstance(b,RowRules,ColRules) => RowRules = [[1]].",
        ),
    },
)
SAMPLES["cnon"] = _edited(
    "1 2 «sizes|2»\n«name of a colour|A» «shade of a colour|#ff0000»\n«a clue|1:A»\n1:A\n1:A\n"
    "1:A\n",
    {"more clues": ("0\n", "0\n1:A\n")},
)
_GNO = (
    "[Description]\nCup\nme\n2021\n4\n[License]\nl\n[Dimensions]\n2\n2\n[Row clues]\n1\n1\n"
    "[Column clues]\n1\n1\n[Solution grid]\n2 1\n1 2\n[State]\nSolving\n"
)
SAMPLES["gno"] = _edited(
    "[Description]\n«title|Cup»\n«author|me»\n«date|2021»\n«difficulty|4»\n[License]\n"
    "«license|l»\n[Dimensions]\n«dimensions|2»\n2\n[Row clues]\n«a clue|1»\n1\n[Column clues]\n"
    "1\n1\n[Solution grid]\n2 «solution grid, cells|1»\n1 2\n[State]\n«state|Solving»\n",
    {
        "working grid, a game": ("[State]", "[Working grid]\n2 0\n0 0\n[State]"),
        "unknown section": ("[State]", f"[{WORD}]\nx\n[State]"),
        "misspelt section": ("[State]", "[Licens]\nx\n[State]"),
        "cells in an unknown section": ("[State]", f"[{WORD}]\n2 1\n1 2\n[State]"),
    },
)
_JAP = "TLS....\0\2\2\1\1\1\1\1\1\1\1"
SAMPLES["jap"] = _edited(
    _JAP,
    {
        "check sum": ("....", WORD[:4]),
        "flag of colours": ("....\0", "....\x40"),
        "flag of a solution": ("....\0", "....\x80"),
        "solution behind the clues": ("\2\2\1\1\1\1\1\1\1\1", "\2\2\1\1\1\1\1\1\1\1\x0f"),
    },
)
_CLUES = "columns = 1, 1\nrows = 1, 1\n"
SAMPLES["pynogram"] = _edited(
    "# «comment»\n[clues]\ncolumns = «a clue|1», 1\nrows = 1, 1\n",
    {
        "line before the sections": ("[clues]", f"{WORD}\n[clues]"),
        "unknown key": ("columns", f"{WORD} = 1\ncolumns"),
        "colour": ("[clues]", f"[colors]\n{WORD}\n[clues]"),
        "unknown section": ("[clues]", f"[{WORD}]\nx\n[clues]"),
        "misspelt section": ("[clues]", "[color]\nx\n[clues]"),
        "cells in an unknown section": ("[clues]", f"[{WORD}]\n10\n01\n[clues]"),
    },
)
SAMPLES["nonogrid"] = _edited(
    "# «comment»\n[clues]\ncolumns = '«a clue|1», 1'\nrows = '1, 1'\n[colors]\ndefs = []\n",
    {
        "colour": ("defs = []", f"defs = ['{WORD}']"),
        "unknown key": ("columns", f"{WORD} = 1\ncolumns"),
        "misspelt key": ("columns", "row = 1\ncolumns"),
        "cells in an unknown key": ("columns", f"{WORD} = [[1, 0], [0, 1]]\ncolumns"),
        "unknown section": ("[colors]", f"[{WORD}]\nx = 1\n[colors]"),
        "cells in an unknown section": ("[colors]", f"[{WORD}]\nx = ['#.', '.#']\n[colors]"),
    },
)
SAMPLES["php-nonogram"] = _edited(
    "# «comment»\ncolumns:\n- [«a clue|1»]\n- [1]\nrows:\n- [1]\n- [1]\n",
    {
        "unknown key": ("rows:", f"{WORD}: x\nrows:"),
        "cells in an unknown key": ("rows:", f"{WORD}:\n- [1, 0]\nrows:"),
    },
)
SAMPLES["picross-solver"] = _edited(
    "# «comment»\nGRID «title|Cup»\nROWS\n[ «a clue|1» ]\n[ 1 ]\nCOLUMNS\n[ 1 ]\n[ 1 ]\n",
    {
        "unknown line": ("ROWS", f"{WORD}\nROWS"),
        "cells in a line": ("COLUMNS", ".#\nCOLUMNS"),
    },
)
SAMPLES["pzl"] = _edited(
    "1\n«shade of a colour|#ff0000»\n2 «sizes|2»\n«a clue|1» 1 255 0 0\n1 1 255 0 0\n"
    "1 1 255 0 0\n1 1 255 0 0\n",
    {"more clues": ("2 2\n", "2 2\n1 1 255 0 0\n")},
)
SAMPLES["sgriddler"] = _edited(
    "MK Version «first line|3.0»\n\n2 «sizes|2»\n\n # «cells|.»\n . #\n\n«a clue|1»\n1\n\n1\n1\n",
    {
        "blank line": ("3.0\n\n", f"3.0\n{WORD}\n"),
        "more clues": ("#\n\n1", "#\n\n1\n1\n1\n1"),
    },
)
_SGT = "SAVEFILE:1:x\nGAME    :7:Pattern\nPARAMS  :3:2x2\nDESC    :7:1/1/1/1\nSTATEPOS:1:1\n"
SAMPLES["sgt"] = _edited(
    _SGT,
    {
        "`SAVEFILE`": (":1:x", f":5:{WORD}"),
        "`GAME`": ("7:Pattern", f"5:{WORD}"),
        "`PARAMS`": ("3:2x2", f"5:{WORD}"),
        "`DESC`, clues": ("7:1/1/1/1", f"5:{WORD}"),
        "cells behind the clues": ("7:1/1/1/1", "10:1/1/1/1,Ac"),
        "`STATEPOS`": ("STATEPOS:1:1", f"STATEPOS:5:{WORD}"),
        "unknown key": ("STATEPOS", f"ZEBRA   :5:{WORD}\nSTATEPOS"),
        "misspelt key": ("STATEPOS", f"DES     :5:{WORD}\nSTATEPOS"),
        "cells in an unknown key": ("STATEPOS", "ZEBRA   :4:#..#\nSTATEPOS"),
        "`MOVE`, moves": ("STATEPOS", "MOVE    :8:F0,0,1,1\nSTATEPOS"),
        "`AUXINFO`, solution": ("STATEPOS", f"AUXINFO :5:{WORD}\nSTATEPOS"),
    },
)
SAMPLES["freenono"] = _edited(
    '<FreeNono><Nonograms><Nonogram name="«`name`|Cup»" author="«`author`|me»" '
    'desc="«`desc`|d»" level="«`level`|1»" difficulty="«`difficulty`|2»" duration="«`duration`|3»" '
    'width="«`width`|2»" height="«`height`|2»">'
    "<line> x «`<line>`, cells|_» </line><line> _ x </line></Nonogram></Nonograms></FreeNono>",
    {
        "comment": ("<FreeNono>", f"<!-- {WORD} --><FreeNono>"),
        "text between elements": ("<line> x", f"{WORD}<line> x"),
        "unknown element": ("<line> x", f"<{WORD}>y</{WORD}><line> x"),
        "misspelt element": ("<line> x", "<lines>y</lines><line> x"),
        "cells in an unknown element": ("<line> x", f"<{WORD}>x _ _ x</{WORD}><line> x"),
        "unknown attribute": ("<Nonogram ", f'<Nonogram {WORD}="x" '),
        "misspelt attribute": ("<Nonogram ", '<Nonogram nam="x" '),
        "cells in an unknown attribute": ("<Nonogram ", f'<Nonogram {WORD}="x__x" '),
        "cells outside of a picture": ("<Nonogram ", "<line>x</line><Nonogram "),
    },
)
SAMPLES["picmi"] = _edited(
    '<picmi name="«`name` of the pack|p»"><board name="«`name`|Cup»" author="«`author`|me»" '
    'difficulty="«`difficulty`|2»"><row>«`<row>`, cells|1-»</row><row>-1</row></board></picmi>',
    {
        "comment": ("<picmi", f"<!-- {WORD} --><picmi"),
        "`<xpm>`, a picture elsewhere": ("<row>1-", f"<xpm>{WORD}</xpm><row>1-"),
        "text between elements": ("<row>1-", f"{WORD}<row>1-"),
        "unknown element": ("<row>1-", f"<{WORD}>y</{WORD}><row>1-"),
        "misspelt element": ("<row>1-", "<rows>y</rows><row>1-"),
        "cells in an unknown element": ("<row>1-", f"<{WORD}>1--1</{WORD}><row>1-"),
        "unknown attribute": ("<board ", f'<board {WORD}="x" '),
        "misspelt attribute": ("<board ", '<board nam="x" '),
        "cells in an unknown attribute": ("<board ", f'<board {WORD}="1--1" '),
        "cells outside of a board": ("<board ", "<row>1</row><board "),
    },
)


def _pack(text: bytes) -> bytes:
    return archives.pack([("a.nonogram", text)])


SAMPLES["nonopack"] = (
    _pack(SAMPLES["freenono"][0]),
    {
        "file that is not a picture": archives.pack(
            [("a.nonogram", SAMPLES["freenono"][0]), ("README", WORD)]
        ),
        **{name: _pack(SAMPLES["freenono"][1][name]) for name in ("`name`", "`<line>`, cells")},
        "cells in an unknown element": _pack(SAMPLES["freenono"][1]["cells in an unknown element"]),
    },
)
SAMPLES["g"] = _edited(
    "«text before the first `#` or `:`|Cup»\n#d «comment behind `#d`|comment»\n  0:  #ffffff\n"
    "  1:#  «shade of a colour|#ff0000» «comment behind a colour|more»\n"
    ": «comment behind `:`|rows»\n«a clue|1»\n1\n: columns\n1\n1\n: end\n",
    {
        "more clues": (": rows\n1", ": rows\n1\n1\n1"),
        "text behind the third `:`": ("end\n", f"end\n{WORD}\n"),
    },
)
SAMPLES["netpbm"] = _edited(
    "«kind|P1»\n# «first comment|Cup»\n# «more comments|two»\n2 «sizes|2»\n1«cells|0»\n01\n",
    {
        "further cells": ("01\n", "01\n11\n"),
        "second picture": ("01\n", "01\nP1 1 1 1\n"),
    },
)
SAMPLES["xpm"] = _edited(
    '/* XPM */\nstatic char * «name of the array|cup»_xpm[] = {\n"2 «sizes|2» 2 1",\n'
    '". c #ffffff",\n"# c «shade of a colour|#000000»",\n"#«cells|.»",\n".#"};\n',
    {
        "comment": ("static", f"/* {WORD} */ static"),
        "more numbers in the head": ("2 2 2 1", f"2 2 2 1 {WORD}"),
        "further cells": ('".#"', '".#",\n"##"'),
        "text behind the array": ("};", f"}}; {WORD}"),
    },
)


SAMPLES["clues"] = _edited(
    """{"name": "«`name`|Cup»", "author": "«`author`|me»", "rowClues": [[«a clue|1»], [1]],
"colClues": [[1], [1]], "solution": [[1, «`solution`, cells|0»], [0, 1]]}""",
    {
        "further list with cells": ('"colClues"', '"given": [[1, 0], [0, 1]], "colClues"'),
        "picture that does not fit": ("[1, 0]", "[1, 1]"),
        "second list of rows": ('"colClues"', '"row_hints": [[1], [1], []], "colClues"'),
        "unknown key": ('"author"', f'"{WORD}": "x", "author"'),
        "more clues": ("[1]],\n", "[1], [1]],\n"),
    },
)
SAMPLES["signs"] = _edited(
    "«cells|X»_\n_X\n",
    {"third sign": ("X_", "Xo"), "more cells": ("_X\n", "_X\nX_\n"), "text": ("_X", f"_X {WORD}")},
)
SAMPLES["drawing"] = _edited(
    " | 1 2|\n-+----+\n«a clue|2»|«`#`, cells|##»##|\n1|. ##|\n-+----+\n",
    {"text above": (" | 1 2|", f"{WORD}\n | 1 2|"), "marked cells": (". ##", ".!#!")},
)
SAMPLES["table"] = _edited(
    ",1,1\n«a clue|1»,«`#`, cells|#»,\n1,,#\n",
    {"text beside": (",1,1", f"{WORD},1,1"), "unknown sign, cells": (",,#", f",{WORD},#")},
)
MORE["table"] = (
    _edited(
        "title,rows,columns,«name of another column|x»\n"
        "«`title`|Cup»,1;«clue in a list|1»,1;1,«text in it|y»\n",
        {"more clues": ("1;1,y", "1;1;1,y")},
    ),
)
SAMPLES["sheet"] = (
    xlsx([["", "1", "1"], ["1", "#", ""], ["1", "", "#"]]),
    {
        "`#`, cells": xlsx([["", "1", "1"], ["1", "", ""], ["1", "", "#"]]),
        "a clue": xlsx([["", "1", "1"], ["2", "#", ""], ["1", "", "#"]]),
        "further sheet, clues": xlsx(
            [["", "1", "1"], ["1", "#", ""], ["1", "", "#"]], [["", "1"], ["1", ""]]
        ),
    },
)
SAMPLES["pzprv3"] = _edited(
    "pzprv3\nnonogram\n2\n«size|2»\n. 1 1\n«a clue|1» # .\n1 . «`#`, cells|#»\n",
    {"more lines": (". #\n", ". #\n0\n"), "marks of a player": ("1 # .", "1 # +")},
)


LENIENT = ("clues", "signs", "drawing", "table", "sheet")
"""The formats whose every puzzle has a remark that says how it was read."""


def _fate(name: str, base: list[PuzzleOrError], data: bytes) -> str:
    items = list(read_all(data, format=name))
    if any(not isinstance(item, Puzzle) for item in items):
        return "refused"
    if sum(map(_remarks, items)) > sum(map(_remarks, base)):
        return "remarked"
    return "read over" if repr(items) == repr(base) else "kept"


def _remarks(item: PuzzleOrError) -> int:
    return len(item.remarks) if isinstance(item, Puzzle) else 0


def fates(name: str) -> dict[str, str]:
    """What happens to each part of files of a format: one of ``FATES``."""
    found = {}
    for sample, parts in (SAMPLES[name], *MORE.get(name, ())):
        base = list(read_all(sample, format=name))
        usual = 1 if name in LENIENT else 0
        assert all(isinstance(item, Puzzle) and _remarks(item) == usual for item in base), base
        found.update({part: _fate(name, base, data) for part, data in parts.items()})
    return found


def markdown() -> str:
    """The table, a line for each format."""
    lines = [f"| format | {' | '.join(FATES)} |", "|---" * (len(FATES) + 1) + "|"]
    for name in SAMPLES:
        found = fates(name)
        cells = ["; ".join(part for part, own in found.items() if own == fate) for fate in FATES]
        lines.append(f"| `{name}` | {' | '.join(cell or '-' for cell in cells)} |")
    return "\n".join(lines) + "\n"
