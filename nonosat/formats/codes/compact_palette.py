# SPDX-License-Identifier: MIT
"""Palettes in our own code: names, colours and letters are kept, common ones in a few bits."""

from __future__ import annotations

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes.arithmetic import EVEN, Chance, Coder, chance
from nonosat.model.palette import ALPHABET, BLACK, MAX_COLORS, Color, Palette

_COMMON = (
    ("black", "000000"), ("red", "ff0000"), ("green", "008000"), ("blue", "0000ff"),
    ("yellow", "ffff00"), ("orange", "ffa500"), ("brown", "a52a2a"), ("gray", "808080"),
    ("white", "ffffff"), ("pink", "ffc0cb"), ("purple", "800080"), ("cyan", "00ffff"),
    ("magenta", "ff00ff"), ("lime", "00ff00"), ("navy", "000080"), ("teal", "008080"),
    ("maroon", "800000"), ("olive", "808000"), ("silver", "c0c0c0"), ("gold", "ffd700"),
    ("tan", "d2b48c"), ("skyblue", "87ceeb"), ("violet", "ee82ee"), ("darkgreen", "006400"),
    ("lightgray", "d3d3d3"), ("darkgray", "404040"), ("color", "d55e00"), ("color", "0072b2"),
    ("color", "009e73"), ("color", "e69f00"), ("color", "cc79a7"), ("color", "56b4e9"),
)  # fmt: skip
"""Name and colour by number. Part of the code: they never change."""
_BITS = 5
_NAMES = {rgb: name for name, rgb in _COMMON}
_NUMBERS = {rgb: number for number, (_, rgb) in enumerate(_COMMON)}
_NAME_BITS = 10
"""A name may have up to 1023 bytes."""
_LETTER_BITS = 21
_SELDOM = 16384
_OFTEN = 49152


def code_palette(coder: Coder, palette: Palette | None) -> Palette:
    """Write a palette, or read it.

    Raises:
        PuzzleError: a name is too long, or what was read is no palette.
        PuzzleSyntaxError: what was read is no palette.
    """
    if not coder.bit(None if palette is None else int(palette != BLACK), chance(8192)):
        return BLACK
    count = coder.number(None if palette is None else len(palette) - 1, 6) + 1
    if count > MAX_COLORS:
        raise PuzzleSyntaxError(f"{count} colours: a palette holds 1 to {MAX_COLORS} of them")
    background = "ffffff"
    wanted = None if palette is None else palette.background[1:]
    if coder.bit(None if wanted is None else int(wanted != background), chance(_SELDOM)):
        background = f"{coder.number(None if wanted is None else int(wanted, 16), 24):06x}"
    bytes_tree: dict[int, Chance] = {}
    is_common, is_usual, is_text = chance(_OFTEN), chance(_OFTEN), chance(_SELDOM)
    is_lettered = chance(EVEN)
    used: set[str] = set()
    colors = []
    for number in range(count):
        color = None if palette is None else palette.colors[number]
        rgb = _rgb(coder, None if color is None else color.rgb[1:], is_common)
        letter = _usual_letter(rgb, used, count)
        if not coder.bit(None if color is None else int(color.letter == letter), is_usual):
            point = coder.number(None if color is None else ord(color.letter), _LETTER_BITS)
            if point > 0x10FFFF:
                raise PuzzleSyntaxError("the code is damaged: a letter that does not exist")
            letter = chr(point)
        used.add(letter)
        name = _usual_names(rgb, letter)
        own = None if color is None else int(color.name not in name)
        if coder.bit(own, is_text):
            text = _text(coder, None if color is None else color.name, bytes_tree)
        else:
            lettered = len(name) > 1 and coder.bit(
                None if color is None else int(color.name == name[1]), is_lettered
            )
            text = name[int(lettered)]
        colors.append(Color(text, f"#{rgb}", letter))
    return Palette(tuple(colors), f"#{background}")


def _rgb(coder: Coder, rgb: str | None, is_common: Chance) -> str:
    """Six hexadecimal digits: the number of a common colour, or the colour itself."""
    if coder.bit(None if rgb is None else int(rgb in _NUMBERS), is_common):
        return _COMMON[coder.number(None if rgb is None else _NUMBERS[rgb], _BITS)][1]
    return f"{coder.number(None if rgb is None else int(rgb, 16), 24):06x}"


def _usual_letter(rgb: str, used: set[str], count: int) -> str:
    if count == 1:
        return "#"
    first = _NAMES.get(rgb, "")[:1]
    if first and first not in used:
        return first
    return next(letter for letter in ALPHABET if letter not in used)


def _usual_names(rgb: str, letter: str) -> list[str]:
    """The names that need no text."""
    name = _NAMES.get(rgb, "color")
    return [f"color {letter}"] if name == "color" else [name, f"color {letter}"]


def _text(coder: Coder, text: str | None, tree: dict[int, Chance]) -> str:
    """A name in UTF-8: the number of its bytes, then each of them bit by bit."""
    data = None if text is None else text.encode("utf-8", "surrogatepass")
    if data is not None and len(data) >> _NAME_BITS:
        raise PuzzleError(
            f"the name of a colour has {len(data)} bytes: a code holds at most "
            f"{(1 << _NAME_BITS) - 1}"
        )
    count = coder.number(None if data is None else len(data), _NAME_BITS)
    found = bytearray()
    for place in range(count):
        node = 1
        for bit in range(7, -1, -1):
            value = None if data is None else data[place] >> bit & 1
            node = node << 1 | coder.bit(value, tree.setdefault(node, chance(EVEN)))
        found.append(node & 255)
    try:
        return found.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise PuzzleSyntaxError("the code is damaged: a name that is not UTF-8") from None
