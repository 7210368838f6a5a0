# SPDX-License-Identifier: MIT
"""The text form .g of Mirek and Petr Olšák's ``grid``, in black and white and in colours.

Only lines whose first character is ``#`` or ``:`` divide the text; what stands before the first of
them, behind a ``:`` on its line, and after the third of them is a comment. ``#d`` begins the
declaration of colours, up to the next ``:``; a colour is a line ``INCHAR:OUTCHAR WORD``. INCHAR 0
is the background, 1 the colour of numbers without a character, others follow their numbers
(``3m``); OUTCHAR is the character of the cell in pictures; WORD is a name or ``#RRGGBB``. Then
``:``, the clues of the rows, ``:``, those of the columns, and perhaps a third ``:``. An empty line
is an empty clue. Without a declaration there is one colour, black.

Triddlers (``#t``) and triangles (a WORD such as ``black/red``) are refused by name.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.color_names import rgb_of
from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import excerpt, is_not, newlines
from nonosat.formats.tokens import fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import MAX_COLORS
from nonosat.model.puzzle import Puzzle

_COLOR = re.compile(r"[ \t]*([^\s,]):(\S?)[ \t]+(\S+).*")
_BLOCK = re.compile(r"([0-9]{1,9})([^\s,0-9])?")
_INCHARS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!$%&*+@~"
_MAX_LINES = 4 * MAX_SIDE + 5_000
_MAX_CLUE = 40_000
_DEFAULT = "1"


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read(": rows\\n1\\n: columns\\n1\\n\\n:\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    text = newlines(text)
    if text.count("\n") > _MAX_LINES:
        raise PuzzleSyntaxError(f"{text.count(chr(10)) + 1} lines: a puzzle has fewer")
    found = NamedClues()
    part = ""  # what the lines are: nothing, d (declaration), R, C, or the end
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if line[:2].lower() == "#t" and part in ("", "d"):
            raise fault("this is a triddler, which nonosat does not read", number)
        if line[:2].lower() == "#d" and part == "":
            part = "d"
        elif line.startswith(":"):
            if part == "C":
                break
            part = "C" if part == "R" else "R"
        elif part == "d" and line.strip() and not line.startswith("#"):
            _declare(found, line, number)
        elif part in ("R", "C"):
            _clue(found, part, line, number)
    if part != "C":
        raise PuzzleSyntaxError("two lines that begin with : are needed, before rows and columns")
    if not found.colors:
        for axis, lines in found.clues.items():
            found.clues[axis] = [None if x is None else [(n, "") for n, _ in x] for x in lines]
    used = {name for lines in found.clues.values() for clue in lines for _, name in clue or ()}
    if found.colors and _DEFAULT in used and _DEFAULT not in found.colors:
        found.fault("a number without a colour, and no colour 1 is declared", None)
    return found.puzzle()


def _declare(found: NamedClues, line: str, number: int) -> None:
    match = _COLOR.fullmatch(line)
    if match is None:
        raise fault(f"{excerpt(line)} is not a colour such as m:% blue", number)
    key, letter, word = match.groups()
    if ("/" in word or "\\" in word) and not word.startswith("#"):
        raise fault(f"{excerpt(word)}: triangles, which nonosat does not read", number)
    rgb = rgb_of(word)
    if rgb is None:
        found.fault(f"{excerpt(word)} is no colour that is known: write #RRGGBB", number)
    elif key == "0":
        found.background = rgb
    elif key == "6":
        raise fault("the colour 6 is of triddlers, which nonosat does not read", number)
    else:
        found.declare(key, word, rgb, letter or None, number)


def _clue(found: NamedClues, axis: str, line: str, number: int) -> None:
    if len(found.clues[axis]) > MAX_SIDE:
        raise fault(f"more than {MAX_SIDE} lines", number)
    blocks = [_BLOCK.fullmatch(word) for word in line[:_MAX_CLUE].replace(",", " ").split()]
    if None in blocks or len(line) > _MAX_CLUE:
        place = found.add(axis, None, number)
        found.fault(is_not(line.strip(), "a clue such as 3m 1"), number, place)
        return
    clue = [(int(block[1]), block[2] or _DEFAULT) for block in blocks if block is not None]
    if any(name != _DEFAULT for _, name in clue) and not found.colors:
        place = found.add(axis, None, number)
        found.fault(f"{excerpt(line.strip())}: a colour, and none is declared", number, place)
        return
    found.add(axis, [] if clue == [(0, _DEFAULT)] else clue, number)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
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
