# SPDX-License-Identifier: MIT
"""Text forms of numbers, in colours: .cnon, .g and .pzl.

They differ in how a block names its colour: by a name (``2:A``), a character (``2m``), or its shade
(``2 255 0 0``).
"""

from __future__ import annotations

import re
from typing import Literal

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.colored_clues import NamedClues, rgb_of
from nonosat.formats.common import excerpt, is_not, newlines
from nonosat.formats.number_lines import Words, numbered
from nonosat.formats.tokens import check_side, fault
from nonosat.model.clue import AXES, Axis
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import MAX_COLORS, rgb_text
from nonosat.model.puzzle import Puzzle

_CNON_BLOCK = re.compile(r"([0-9]{1,9}):([^\s,:]{1,40})")
_CNON_COLOR = re.compile(r"(\S{1,40})[ \t]+(#[0-9A-Fa-f]{6})")
_CNON_MAX_CLUE = 60_000


def read_cnon(text: str) -> Puzzle:
    """The files .cnon of a solver of coloured nonograms by cserradag96.

    ``COLOURS WIDTH HEIGHT``, a line ``NAME #RRGGBB`` for each colour, then a line for each row and
    each column: ``LENGTH:NAME`` with commas or blanks between them, a blank line for an empty clue.
    The background is white.

    >>> read_cnon("1 2 1\\nA #000000\\n1:A\\n1:A\\n\\n").columns
    ((Block(length=1, color=1),), ())
    """
    lines = numbered(text)
    number, first = lines[0]
    values = [int(x) for x in first.split() if x.isascii() and x.isdecimal() and len(x) <= 6]
    if len(values) != 3 or len(first.split()) != 3:
        raise fault(f"{excerpt(first)}: COLOURS WIDTH HEIGHT is needed", number)
    count, width, height = values
    if not 1 <= count <= MAX_COLORS:
        raise fault(f"{count} colours: a puzzle has 1 to {MAX_COLORS}", number)
    check_side(width, "columns", number)
    check_side(height, "rows", number)
    found = NamedClues()
    for number, line in lines[1 : 1 + count]:
        match = _CNON_COLOR.fullmatch(line)
        if match is None:
            raise fault(f"{excerpt(line)} is not a colour such as A #E8AD00", number)
        found.declare(match[1], match[1], match[2].lower(), match[1], number)
    clues = lines[1 + count :]
    while len(clues) < width + height:  # blank lines at the end may have been lost
        clues.append((lines[-1][0], ""))
    if len(clues) > width + height:
        raise fault(f"{len(clues)} clues, the size says {width + height}", clues[-1][0])
    for index, (number, line) in enumerate(clues):
        axis: Axis = "row" if index < height else "column"
        blocks = [
            _CNON_BLOCK.fullmatch(word) for word in line[:_CNON_MAX_CLUE].replace(",", " ").split()
        ]
        if None in blocks or len(line) > _CNON_MAX_CLUE:
            found.unread(axis, is_not(line, "a clue such as 2:A,1:B"), number)
        else:
            found.add(axis, [(int(b[1]), b[2]) for b in blocks if b is not None], number)
    return found.puzzle()


def dumps_cnon(puzzle: Puzzle) -> str:
    """The puzzle as text; the letters of the colours are their names.

    >>> dumps_cnon(Puzzle([[1]], [[1], []]))
    '1 2 1\\n# #000000\\n1:#\\n1:#\\n\\n'
    """
    colors = puzzle.palette.colors
    lines = [f"{len(colors)} {puzzle.width} {puzzle.height}"]
    lines += [f"{color.letter} {color.rgb.upper()}" for color in colors]
    for clue in (*puzzle.rows, *puzzle.columns):
        lines.append(",".join(f"{n}:{colors[c - 1].letter}" for n, c in clue or ()))
    return "\n".join(lines) + "\n"


_G_COLOR = re.compile(r"[ \t]*([^\s,]):(\S?)[ \t]+(\S+).*")
_G_BLOCK = re.compile(r"([0-9]{1,9})([^\s,0-9])?")
_INCHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+@~"
_MAX_LINES = 4 * MAX_SIDE + 5_000
_G_MAX_CLUE = 40_000
_DEFAULT = "1"


def read_g(text: str) -> Puzzle:
    """The text form .g of Mirek and Petr Olšák's ``grid``, in black and white and in colours.

    Only lines whose first character is ``#`` or ``:`` divide the text; the text before the first
    of them, behind a ``:`` on its line, and after the third of them is a comment. ``#d`` begins the
    declaration of colours, up to the next ``:``; a colour is a line ``INCHAR:OUTCHAR WORD``. INCHAR
    0 is the background, 1 the colour of numbers without a character, others follow their numbers
    (``3m``); OUTCHAR is the character of the cell in pictures; WORD is a name or ``#RRGGBB``. Then
    ``:``, the clues of the rows, ``:``, those of the columns, and perhaps a third ``:``. An empty
    line is an empty clue. Without a declaration there is one colour, black.

    Triddlers (``#t``) and triangles (a WORD such as ``black/red``) are refused by name.

    >>> read_g(": rows\\n1\\n: columns\\n1\\n\\n:\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    text = newlines(text)
    if text.count("\n") > _MAX_LINES:
        raise PuzzleSyntaxError(f"{text.count(chr(10)) + 1} lines: a puzzle has fewer")
    found = NamedClues()
    part: Literal["start", "declaration"] | Axis = "start"  # the part that the lines belong to
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if line[:2].lower() == "#t" and part not in AXES:
            raise fault("this is a triddler, which nonosat does not read", number)
        if line[:2].lower() == "#d" and part == "start":
            part = "declaration"
        elif line.startswith(":"):
            if part == "column":
                break
            part = "column" if part == "row" else "row"
        elif part == "declaration" and line.strip() and not line.startswith("#"):
            _declare(found, line, number)
        elif part == "row" or part == "column":
            _clue(found, part, line, number)
    if part != "column":
        raise PuzzleSyntaxError("two lines that begin with : are needed, before rows and columns")
    if not found.colors:
        for axis, lines in found.clues.items():
            found.clues[axis] = [None if x is None else [(n, "") for n, _ in x] for x in lines]
    used = {name for lines in found.clues.values() for clue in lines for _, name in clue or ()}
    if found.colors and _DEFAULT in used and _DEFAULT not in found.colors:
        found.fault("a number without a colour, and no colour 1 is declared", None)
    return found.puzzle()


def _declare(found: NamedClues, line: str, number: int) -> None:
    match = _G_COLOR.fullmatch(line)
    if match is None:
        raise fault(f"{excerpt(line)} is not a colour such as m:% blue", number)
    key, letter, word = match.groups()
    if ("/" in word or "\\" in word) and not word.startswith("#"):
        raise fault(f"{excerpt(word)}: triangles, which nonosat does not read", number)
    rgb = rgb_of(word)
    if rgb is None:
        found.fault(f"{excerpt(word)} is not a known colour: write #RRGGBB", number)
    elif key == "0":
        found.background = rgb
    elif key == "6":
        raise fault("the colour 6 is for triddlers, which nonosat does not read", number)
    else:
        found.declare(key, word, rgb, letter or None, number)


def _clue(found: NamedClues, axis: Axis, line: str, number: int) -> None:
    if len(found.clues[axis]) > MAX_SIDE:
        raise fault(f"more than {MAX_SIDE} lines", number)
    blocks = [_G_BLOCK.fullmatch(word) for word in line[:_G_MAX_CLUE].replace(",", " ").split()]
    if None in blocks or len(line) > _G_MAX_CLUE:
        found.unread(axis, is_not(line.strip(), "a clue such as 3m 1"), number)
        return
    clue = [(int(block[1]), block[2] or _DEFAULT) for block in blocks if block is not None]
    if any(name != _DEFAULT for _, name in clue) and not found.colors:
        found.unread(axis, f"{excerpt(line.strip())} has a colour, and none is declared", number)
    else:
        found.add(axis, [] if clue == [(0, _DEFAULT)] else clue, number)


def dumps_g(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_g(Puzzle([[1]], [[1], []])), end="")
    : rows
    1
    : columns
    1
    <BLANKLINE>
    :
    """
    palette = puzzle.palette
    lines = []
    names = [""]
    if len(palette) > 1 or palette.colors[0].rgb != "#000000" or palette.background != "#ffffff":
        assert len(palette) <= MAX_COLORS
        names = list(_INCHARS[: len(palette)]) if len(palette) > 1 else [""]
        lines = ["#d", f"  0:  {palette.background}"]
        lines += [
            f"  {name or _DEFAULT}:{color.letter}  {color.rgb}"
            for name, color in zip(names, palette.colors, strict=True)
        ]
    for head, clues in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        lines.append(head)
        lines += [" ".join(f"{n}{names[c - 1]}" for n, c in clue or ()) for clue in clues]
    return "\n".join([*lines, ":"]) + "\n"


_MAX_CHARACTERS = 1 << 25


def read_pzl(text: str) -> Puzzle:
    """The files .pzl of a solver of japanese crosswords by Izaron; in colours.

    The number of colours, ``#rrggbb`` for each, ``HEIGHT WIDTH``, then for each row and each column
    the number of blocks and, for each block, its length, red, green and blue (0 to 255). The
    background is white. Only the order of the numbers counts.

    >>> read_pzl("1 #000000 1 2 1 1 0 0 0 1 1 0 0 0 0")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    if len(text) > _MAX_CHARACTERS:
        raise PuzzleSyntaxError(f"{len(text)} characters: a puzzle has fewer")
    words = Words(text)
    found = NamedClues()
    for _ in range(words.number(f"a number of colours up to {MAX_COLORS}", MAX_COLORS)):
        rgb = words.word("a colour").lower()
        if not re.fullmatch("#[0-9a-f]{6}", rgb):
            raise fault(f"{excerpt(rgb)} is not a colour such as #ff0000", words.file_line)
        found.declare(rgb, rgb, rgb, None, words.file_line)
    height = check_side(words.number("the number of rows"), "rows", words.file_line)
    width = check_side(words.number("the number of columns"), "columns", words.file_line)
    for axis, count in zip(AXES, (height, width), strict=True):
        for _ in range(count):
            blocks = words.number("the number of blocks of a line", MAX_SIDE)
            begin = words.file_line
            clue = []
            for _ in range(blocks):
                length = words.number("the length of a block")
                shade = [words.number("red, green or blue, 0 to 255", 255) for _ in range(3)]
                clue.append((length, rgb_text(shade)))
            found.add(axis, clue, begin)
    words.end("the last clue")
    if len(found.colors) == 1 and "#000000" in found.colors:
        found.colors["#000000"] = ("black", "#000000", "#")
    return found.puzzle()


def dumps_pzl(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_pzl(Puzzle([[1]], [[1], []])), end="")
    1
    #000000
    <BLANKLINE>
    1 2
    <BLANKLINE>
    1 1 0 0 0
    <BLANKLINE>
    1 1 0 0 0
    0

    Raises:
        PuzzleError: two colours have the same shade.
    """
    shades = [color.rgb for color in puzzle.palette.colors]
    if len(set(shades)) < len(shades):
        raise PuzzleError(
            "two colours have the same shade, which the format 'pzl' cannot tell apart"
        )
    numbers = [" ".join(str(int(rgb[i : i + 2], 16)) for i in (1, 3, 5)) for rgb in shades]
    lines = [str(len(shades)), *shades, "", f"{puzzle.height} {puzzle.width}", ""]
    for clues in (puzzle.rows, puzzle.columns):
        for clue in clues:
            blocks = [f"{length} {numbers[color - 1]}" for length, color in clue or ()]
            lines.append(" ".join([str(len(blocks)), *blocks]))
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"
