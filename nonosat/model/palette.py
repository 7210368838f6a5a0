# SPDX-License-Identifier: MIT
"""``Palette``: the colours of a puzzle, with the letters that stand for them in text.

Letters must survive every text form that nonosat reads and writes. So the characters that mean
something else there are refused (``.`` empty, ``?`` unknown, digits, quotes, brackets, separators),
and so are marks, which merge with the character before them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from nonosat.errors import Fault, GridError, PuzzleError, shown
from nonosat.model.metadata import holdable

Rgb: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

MAX_COLORS = 60
"""The maximum number of colours, besides the background."""

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#%&*+@$!=~"
"""The letters of colours that come without a letter, in this order. Part of the compact codes: they
never change. There are two more than colours, so that one too many is a fault like others."""

_FORBIDDEN_LETTERS = set(".?|[](),:;\"'<>\\/-_ 0123456789")


def first(count: int) -> str:
    """The letters of this number of colours, all of which come without a letter.

    >>> first(1), first(3), len(first(MAX_COLORS))
    ('#', 'abc', 60)
    """
    return "#" if count == 1 else ALPHABET[:count]


def rgb_values(rgb: str) -> Rgb:
    """Red, green and blue of ``#rrggbb``, 0 to 255 each.

    >>> rgb_values("#ff8000")
    (255, 128, 0)
    """
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


def rgb_text(rgb: Sequence[int]) -> str:
    """``#rrggbb`` of red, green and blue.

    >>> rgb_text((255, 128, 0))
    '#ff8000'
    """
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def is_letter(letter: str) -> bool:
    """True for a character that can stand for a colour in text.

    >>> is_letter("r"), is_letter("."), is_letter("\u0301")
    (True, False, False)
    """
    if len(letter) != 1 or not letter.isprintable() or letter in _FORBIDDEN_LETTERS:
        return False
    if letter.isascii():
        return True
    from unicodedata import category  # here, because few puzzles need it

    return not category(letter).startswith("M")


@lru_cache(maxsize=256)
def _letters_fault(letters: str) -> str | None:
    """Why a text cannot be the letters of a grid; None if it can."""
    if len(letters) > MAX_COLORS:
        return f"{len(letters)} letters: a grid has at most {MAX_COLORS} colours"
    for letter, count in Counter(letters).items():
        if not is_letter(letter):
            return f"{letter!r} cannot be the letter of a colour"
        if count > 1:
            return f"{count} colours share the letter {letter!r}"
    return None


def check_letters(letters: str) -> None:
    """Raise GridError if a text cannot be the letters of a grid."""
    if not isinstance(letters, str):
        raise GridError(f"letters {shown(letters)}: give a text with one letter for each colour")
    if letters == "#":
        return
    fault = _letters_fault(letters)
    if fault is not None:
        raise GridError(fault)


@dataclass(frozen=True, slots=True)
class Color:
    """A colour of a palette.

    >>> from nonosat import Palette
    >>> from nonosat.types import Color
    >>> Palette((Color("red", "#ff0000", "r"), Color("sky", "#88ccff", "s"))).letters
    'rs'

    Args:
        name: its name, any text; a NUL or half of a surrogate pair becomes U+FFFD.
        rgb: its shade, as ``#rrggbb`` in small letters; ``Palette.of`` takes other spellings.
        letter: the character that stands for it in text, such as grids.

    Raises:
        TypeError: a value is not text.
    """

    name: str
    rgb: str
    letter: str

    def __post_init__(self) -> None:
        for text in (self.name, self.rgb, self.letter):
            if not isinstance(text, str):
                raise TypeError(f"{shown(text)} of a colour: give a text")
        clean = holdable(self.name)
        if clean is not self.name:
            object.__setattr__(self, "name", clean)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a puzzle; by default black on white.

    >>> Palette().letters
    '#'
    >>> Palette.of([("red", "#f00", "r"), ("sky", "#88ccff", None)]).letters
    'ra'

    Args:
        colors: 1 to 60 colours besides the background, in order: ``colors[0]`` is colour 1.
        background: the shade of empty cells, as ``#rrggbb``.

    Raises:
        PuzzleError: a shade is not ``#rrggbb``, or a letter is unfit or used twice.
    """

    colors: tuple[Color, ...] = (Color("black", "#000000", "#"),)
    background: str = "#ffffff"

    def __post_init__(self) -> None:
        given = list(self.colors) if isinstance(self.colors, Iterable) else [self.colors]
        faults = [Fault(f"{shown(x)} is not a Color") for x in given if not isinstance(x, Color)]
        if faults:
            raise PuzzleError(faults)
        object.__setattr__(self, "colors", tuple(given))
        if not 1 <= len(self.colors) <= MAX_COLORS:
            faults.append(
                Fault(f"{len(self.colors)} colours: a palette holds 1 to {MAX_COLORS} of them")
            )
        faults += [
            Fault(f"colour {color.name!r}: {color.rgb!r} is not #rrggbb")
            for color in (*self.colors, Color("background", self.background, ""))
            if not re.fullmatch("#[0-9a-f]{6}", color.rgb)
        ]
        faults += [
            Fault(f"colour {color.name!r}: {color.letter!r} cannot be its letter in text")
            for color in self.colors
            if not is_letter(color.letter)
        ]
        faults += [
            Fault(f"{count} colours share the letter {letter!r}")
            for letter, count in Counter(self.letters).items()
            if count > 1
        ]
        if faults:
            raise PuzzleError(faults)

    @classmethod
    def of(cls, colors: Iterable[tuple[str, str, str | None]], background: str = "#fff") -> Palette:
        """A palette whose letters may be missing, unfit or doubled: such letters are replaced.

        >>> Palette.of([("red", "F00", "r"), ("rose", "#f0a", "r")]).colors[1]
        Color(name='rose', rgb='#ff00aa', letter='a')

        Args:
            colors: (name, shade, letter or None) of each colour. A shade is ``rgb`` or ``rrggbb``,
                with or without ``#``, in any case. The only colour of a palette gets ``#``.
            background: the shade of empty cells.

        Returns:
            The palette.

        Raises:
            PuzzleError: there is no colour, or more than 60, or a shade cannot be read.
        """
        given = list(colors)
        for color in given:
            if not _is_described(color):
                raise PuzzleError(
                    f"{shown(color)} is not a colour: give (name, shade, letter or None)"
                )
        wanted = [letter for _, _, letter in given if letter and is_letter(letter)]
        spare = iter([letter for letter in ALPHABET if letter not in wanted])
        used: set[str] = set()
        result = []
        for name, rgb, own in given[: MAX_COLORS + 1]:  # one too many gives a fault
            letter = own
            if len(given) == 1:
                letter = "#"
            elif letter is None or not is_letter(letter) or letter in used:
                letter = next(spare)
            used.add(letter)
            result.append(Color(name, _normal_rgb(rgb), letter))
        return cls(tuple(result), _normal_rgb(background))

    @property
    def letters(self) -> str:
        """The letters of the colours, in order."""
        return "".join(color.letter for color in self.colors)

    def __len__(self) -> int:
        return len(self.colors)


def _is_described(color: object) -> bool:
    """True for a name, a shade, and a letter or None."""
    if not isinstance(color, tuple | list) or len(color) != 3:
        return False
    return (
        isinstance(color[0], str)
        and isinstance(color[1], str)
        and (color[2] is None or isinstance(color[2], str))
    )


def _normal_rgb(text: str) -> str:
    if not isinstance(text, str):
        raise PuzzleError(f"background {shown(text)} is not #rrggbb")
    digits = text.strip().removeprefix("#").lower()
    return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)


BLACK = Palette()
"""One colour, black on white."""


_SPARE_RGB = (
    "#000000", "#d55e00", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7f7f7f",
)  # fmt: skip


def anonymous_palette(letters: str) -> Palette:
    """A palette for colours whose letters alone are known."""
    if letters == BLACK.letters:
        return BLACK
    rgbs = (_SPARE_RGB[number % len(_SPARE_RGB)] for number in range(len(letters)))
    return Palette(tuple(Color(f"color {x}", rgb, x) for x, rgb in zip(letters, rgbs, strict=True)))
