# SPDX-License-Identifier: MIT
"""Shared by text formats with colours: colours by name, and clues that name them.

A reader collects (length, name of the colour) for each block, and makes the palette afterwards: the
declared colours, in that order. Formats of one colour have no declaration. The names of colours are
those of CSS (https://www.w3.org/TR/css-color-4/#named-colors), which SVG, XPM and several puzzle
files use; X11 has other shades for some of these names, which are used nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from nonosat.errors import Fault
from nonosat.formats.common import MAX_FAULTS, RGB, build, excerpt, make_palette
from nonosat.formats.unread import Unread
from nonosat.model.clue import Axis, Block, Line
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle

_NAMES = (
    "aliceblue:f0f8ff antiquewhite:faebd7 aqua:00ffff aquamarine:7fffd4 azure:f0ffff "
    "beige:f5f5dc bisque:ffe4c4 black:000000 blanchedalmond:ffebcd blue:0000ff "
    "blueviolet:8a2be2 brown:a52a2a burlywood:deb887 cadetblue:5f9ea0 chartreuse:7fff00 "
    "chocolate:d2691e coral:ff7f50 cornflowerblue:6495ed cornsilk:fff8dc crimson:dc143c "
    "cyan:00ffff darkblue:00008b darkcyan:008b8b darkgoldenrod:b8860b darkgray:a9a9a9 "
    "darkgreen:006400 darkgrey:a9a9a9 darkkhaki:bdb76b darkmagenta:8b008b "
    "darkolivegreen:556b2f darkorange:ff8c00 darkorchid:9932cc darkred:8b0000 "
    "darksalmon:e9967a darkseagreen:8fbc8f darkslateblue:483d8b darkslategray:2f4f4f "
    "darkslategrey:2f4f4f darkturquoise:00ced1 darkviolet:9400d3 deeppink:ff1493 "
    "deepskyblue:00bfff dimgray:696969 dimgrey:696969 dodgerblue:1e90ff firebrick:b22222 "
    "floralwhite:fffaf0 forestgreen:228b22 fuchsia:ff00ff gainsboro:dcdcdc "
    "ghostwhite:f8f8ff gold:ffd700 goldenrod:daa520 gray:808080 green:008000 "
    "greenyellow:adff2f grey:808080 honeydew:f0fff0 hotpink:ff69b4 indianred:cd5c5c "
    "indigo:4b0082 ivory:fffff0 khaki:f0e68c lavender:e6e6fa lavenderblush:fff0f5 "
    "lawngreen:7cfc00 lemonchiffon:fffacd lightblue:add8e6 lightcoral:f08080 "
    "lightcyan:e0ffff lightgoldenrodyellow:fafad2 lightgray:d3d3d3 lightgreen:90ee90 "
    "lightgrey:d3d3d3 lightpink:ffb6c1 lightsalmon:ffa07a lightseagreen:20b2aa "
    "lightskyblue:87cefa lightslategray:778899 lightslategrey:778899 lightsteelblue:b0c4de "
    "lightyellow:ffffe0 lime:00ff00 limegreen:32cd32 linen:faf0e6 magenta:ff00ff "
    "maroon:800000 mediumaquamarine:66cdaa mediumblue:0000cd mediumorchid:ba55d3 "
    "mediumpurple:9370db mediumseagreen:3cb371 mediumslateblue:7b68ee "
    "mediumspringgreen:00fa9a mediumturquoise:48d1cc mediumvioletred:c71585 "
    "midnightblue:191970 mintcream:f5fffa mistyrose:ffe4e1 moccasin:ffe4b5 "
    "navajowhite:ffdead navy:000080 oldlace:fdf5e6 olive:808000 olivedrab:6b8e23 "
    "orange:ffa500 orangered:ff4500 orchid:da70d6 palegoldenrod:eee8aa palegreen:98fb98 "
    "paleturquoise:afeeee palevioletred:db7093 papayawhip:ffefd5 peachpuff:ffdab9 "
    "peru:cd853f pink:ffc0cb plum:dda0dd powderblue:b0e0e6 purple:800080 "
    "rebeccapurple:663399 red:ff0000 rosybrown:bc8f8f royalblue:4169e1 saddlebrown:8b4513 "
    "salmon:fa8072 sandybrown:f4a460 seagreen:2e8b57 seashell:fff5ee sienna:a0522d "
    "silver:c0c0c0 skyblue:87ceeb slateblue:6a5acd slategray:708090 slategrey:708090 "
    "snow:fffafa springgreen:00ff7f steelblue:4682b4 tan:d2b48c teal:008080 thistle:d8bfd8 "
    "tomato:ff6347 turquoise:40e0d0 violet:ee82ee wheat:f5deb3 white:ffffff "
    "whitesmoke:f5f5f5 yellow:ffff00 yellowgreen:9acd32"
)


USUAL_LETTERS = {
    "k": "black", "r": "red", "g": "green", "b": "blue", "y": "yellow", "o": "orange",
    "p": "purple", "v": "violet", "m": "magenta", "c": "cyan", "n": "brown",
}  # fmt: skip
"""The colours of letters in clues such as ``4r 6y`` of texts that declare none."""


@cache
def _table() -> dict[str, str]:
    return {name: f"#{rgb}" for name, _, rgb in (item.partition(":") for item in _NAMES.split())}


def named_rgb(name: str) -> str | None:
    """``#rrggbb`` of a name; capitals and blanks do not count.

    >>> named_rgb("Light Blue"), named_rgb("mud")
    ('#add8e6', None)
    """
    return _table().get("".join(name.lower().split()))


def rgb_of(text: str) -> str | None:
    """``#rrggbb`` of a colour by name, as ``#rrggbb``, ``#rgb``, or ``#rrrrggggbbbb``; else None.

    >>> rgb_of("#f00"), rgb_of("red"), rgb_of("#ffff00000000"), rgb_of("none")
    ('#ff0000', '#ff0000', '#ff0000', None)
    """
    text = text.strip()
    digits = text.removeprefix("#").lower()
    if text.startswith("#") and len(digits) == 12 and all(x in "0123456789abcdef" for x in digits):
        return f"#{digits[:2]}{digits[4:6]}{digits[8:10]}"
    if RGB.fullmatch(text):
        return "#" + ("".join(x * 2 for x in digits) if len(digits) == 3 else digits)
    return named_rgb(text)


@dataclass(slots=True)
class NamedClues:
    """Clues whose blocks name their colours, read so far."""

    background: str = "#ffffff"
    colors: dict[str, tuple[str, str, str | None]] = field(default_factory=dict)
    """By the name in clues: the name for people, ``#rrggbb``, and the letter if there is one."""
    clues: dict[Axis, list[list[tuple[int, str]] | None]] = field(
        default_factory=lambda: {"row": [], "column": []}
    )
    places: dict[Line, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    others: list[Unread] = field(default_factory=list)
    """Other parts of the file."""

    def declare(
        self, key: str, name: str, rgb: str, letter: str | None, file_line: int | None
    ) -> None:
        """Declare a colour."""
        if key in self.colors:
            self.fault(f"the colour {excerpt(key)} is declared twice", file_line)
        elif len(self.colors) <= MAX_COLORS:
            self.colors[key] = (name, rgb, letter)

    def add(self, axis: Axis, clue: list[tuple[int, str]] | None, file_line: int | None) -> Line:
        """Add the next clue of an axis; None if it cannot be read."""
        place = Line(axis, len(self.clues[axis]))
        if file_line is not None:
            self.places[place] = file_line
        self.clues[axis].append(clue)
        return place

    def unread(self, axis: Axis, message: str, file_line: int) -> None:
        """Add the next clue of an axis, which cannot be read, with the reason."""
        self.fault(message, file_line, self.add(axis, None, file_line))

    def fault(self, message: str, file_line: int | None, place: Line | None = None) -> None:
        """Add a fault; a hundred are kept of the thousands that rubbish has."""
        if len(self.faults) <= MAX_FAULTS:
            self.faults.append(Fault(message, place, file_line=file_line))

    def palette(self) -> Palette:
        """The declared colours; black if no colour is declared.

        Raises:
            PuzzleError: there are too many colours.
        """
        return make_palette(list(self.colors.values()), self.background) if self.colors else BLACK

    def puzzle(self, meta: Metadata = Metadata(), goal: Grid | None = None) -> Puzzle:  # noqa: B008
        """The puzzle.

        Raises:
            PuzzleSyntaxError, PuzzleError: with all faults.
        """
        numbers = {key: number for number, key in enumerate(self.colors, start=1)}
        clues: dict[Axis, list[list[Block] | None]] = {}
        for axis, lines in self.clues.items():
            clues[axis] = []
            for index, clue in enumerate(lines):
                unknown = [name for _, name in clue or () if self.colors and name not in numbers]
                if unknown:
                    place = Line(axis, index)
                    self.fault(
                        f"unknown colour {excerpt(unknown[0])}", self.places.get(place), place
                    )
                if clue is None or unknown:
                    clues[axis].append(None)
                else:
                    clues[axis].append(
                        [Block(length, numbers.get(name, 1)) for length, name in clue]
                    )
        return build(
            clues["row"],
            clues["column"],
            palette=self.palette(),
            goal=goal,
            meta=meta,
            place=self.places.get,
            faults=self.faults,
            unread=self.others,
        )
