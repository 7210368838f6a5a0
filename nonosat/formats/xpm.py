# SPDX-License-Identifier: MIT
"""Pictures in the format XPM of X11, as KDE's picmi uses them; the picture makes the puzzle.

A C array of strings: ``WIDTH HEIGHT COLOURS CHARACTERS``, a string ``CC c COLOUR`` for each colour
(a name, ``#RRGGBB``, or ``None``, which is transparent: the background), then the rows with
CHARACTERS characters a pixel. Without ``None`` the background is white if it is declared, or the
lightest colour. The name of the array is the title.
"""

from __future__ import annotations

import re
from itertools import takewhile

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.color_names import rgb_of
from nonosat.formats.common import excerpt, newlines, refuse_long
from nonosat.formats.picture_cells import Rgb, from_pixels, ground, rgb_values, shades_of
from nonosat.formats.tokens import fault
from nonosat.model.clue import EMPTY
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_STRING = re.compile(r'"([^"\n]*)"')
_NAME = re.compile(r"char[ \t]*\*[ \t]*(?:const[ \t]+)?([A-Za-z_][A-Za-z_0-9]*)[ \t]*\[")
_PIXELS = ".#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def read(text: str) -> Puzzle:
    """The puzzle of a picture.

    >>> read('/* XPM */ static char *a[] = {"2 1 2 1", "  c None", ". c black", ". "};')
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='a'))
    """
    text = newlines(text)
    refuse_long(text, "XPM")
    pixels, width, background = pixels_of(text)
    puzzle = from_pixels(pixels, width, background)
    name = _NAME.search(text)
    title = "" if name is None else name[1].removesuffix("_xpm")
    return puzzle if title in ("", "nonogram") else puzzle.with_meta(title=title)


def pixels_of(text: str) -> tuple[list[Rgb], int, Rgb]:
    """The colours of the pixels row by row, the width, and the background.

    Raises:
        PuzzleSyntaxError: the text is no such picture.
    """
    strings = list(_STRING.finditer(text))

    def line(number: int) -> int:
        place = strings[number].start() if number < len(strings) else len(text)
        return text.count("\n", 0, place) + 1

    if not strings:
        raise PuzzleSyntaxError("there are no strings in quotes")
    head = [int(x) for x in strings[0][1].split() if x.isascii() and x.isdecimal() and len(x) < 6]
    if len(head) < 4:
        raise fault(f"{excerpt(strings[0][1])}: WIDTH HEIGHT COLOURS CHARACTERS", line(0))
    width, height, count, size = head[:4]
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise fault(f"{width}x{height}: a picture has sides from 1 to {MAX_SIDE}", line(0))
    if not (1 <= count <= 10_000 and 1 <= size <= 4):
        raise fault(f"{count} colours of {size} characters: use 1 to 4 characters", line(0))
    colors: dict[str, Rgb | None] = {}
    for number in range(1, 1 + count):
        if number >= len(strings):
            raise fault(f"{number - 1} of {count} colours", line(number))
        key, rest = strings[number][1][:size], strings[number][1][size:]
        word = _color_word(rest)
        rgb = rgb_of(word)
        if rgb is None and word.lower() != "none":
            raise fault(f"{excerpt(rest.strip())} is not a colour such as c #ff0000", line(number))
        colors[key] = None if rgb is None else rgb_values(rgb)
    empty = _free(set(colors.values()))
    pixels: list[Rgb] = []
    for number in range(1 + count, 1 + count + height):
        row = strings[number][1] if number < len(strings) else ""
        if len(row) != width * size:
            raise fault(
                f"a row of {len(row)} characters, the size says {width * size}", line(number)
            )
        for i in range(0, len(row), size):
            key = row[i : i + size]
            if key not in colors:
                raise fault(f"{excerpt(key)} is no colour of the picture", line(number))
            pixels.append(colors[key] or empty)
    return pixels, width, empty


def _color_word(text: str) -> str:
    """The colour of a screen in colours, behind the key c and before the next key."""
    words = iter(text.split())
    behind = takewhile(lambda word: word not in ("m", "s", "g4", "g"), words)
    return " ".join(behind) if "c" in words else ""


def _free(declared: set[Rgb | None]) -> Rgb:
    """The background: white for transparent cells, else the lightest of the declared colours."""
    if None in declared and (255, 255, 255) in declared:
        raise PuzzleSyntaxError("white and transparent pixels: both would be the background")
    return (255, 255, 255) if None in declared else ground({x for x in declared if x is not None})


def dumps(puzzle: Puzzle) -> str:
    """The goal picture as XPM.

    >>> print(dumps(Puzzle.from_grid("#.")), end="")
    /* XPM */
    static char * nonogram_xpm[] = {
    "2 1 2 1",
    ". c #ffffff",
    "# c #000000",
    "#."};

    Raises:
        PuzzleError: two of its colours have the same shade, or one is lighter than the background.
    """
    goal = puzzle.goal
    assert goal is not None
    shades = shades_of(puzzle)
    if ground({rgb_values(x) for x in shades}) != rgb_values(shades[EMPTY]):
        raise PuzzleError("the background is not the lightest colour, as the reader expects")
    name = puzzle.title if re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", puzzle.title) else "nonogram"
    lines = [f'"{goal.width} {goal.height} {len(shades)} 1"']
    lines += [f'"{_PIXELS[value]} c {rgb}"' for value, rgb in enumerate(shades)]
    lines += [f'"{"".join(_PIXELS[cell] for cell in goal.row(r))}"' for r in range(goal.height)]
    body = ",\n".join(lines)
    return f"/* XPM */\nstatic char * {name}_xpm[] = {{\n{body}}};\n"
