# SPDX-License-Identifier: MIT
"""Text for terminals: styled spans, their ANSI sequences, and how wide they are.

rich knows the widths of all characters and the nearest of 256 colours. It is imported only for
colours and for letters that are not ASCII, so that plain drawings start without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from nonosat.errors import installed

Style: TypeAlias = str | tuple[str, str]
"""The parameters of an ANSI sequence ("" for none), or foreground and background as #rrggbb."""
Span: TypeAlias = tuple[str, Style]
"""Text and its style."""

_NARROW = frozenset("█▀▄·◆◇¿│┼┤┌┬┐├┴┘└─")
"""The characters of our own drawings, which every terminal shows in one column."""


def text_of(spans: Iterable[Span]) -> str:
    """The text of the spans without their styles."""
    return "".join([text for text, _ in spans])


def text_width(text: str) -> int:
    """The number of columns of a terminal that a text takes."""
    return len(text) if text.isascii() else sum(map(_cell_width, text))


def is_wide(character: str) -> bool:
    """True if a character takes two columns of a terminal."""
    return _cell_width(character) > 1


@lru_cache(maxsize=1024)
def _cell_width(character: str) -> int:
    if character.isascii() or character in _NARROW:
        return 1
    with installed():
        from rich.cells import cell_len

    return cell_len(character)


@lru_cache(maxsize=1024)
def _codes(foreground: str, background: str) -> str:
    """The ANSI parameters of two colours, in the 256 that nearly every terminal has.

    >>> _codes("#000000", "#ffffff")
    '38;5;16;48;5;231'
    """
    with installed():
        from rich.color import Color, ColorSystem

    codes = []
    for kind, rgb in (("38", foreground), ("48", background)):
        number = Color.parse(rgb).downgrade(ColorSystem.EIGHT_BIT).number
        codes.append(f"{kind};5;{number}")
    return ";".join(codes)


def rendered(line: Iterable[Span], color: bool) -> str:
    """A line as text; with ``color``, neighbours of the same style share one ANSI sequence."""
    if not color:
        return text_of(line).rstrip()
    parts = []
    for style, spans in groupby((span for span in line if span[0]), key=lambda span: span[1]):
        text = text_of(spans)
        codes = style if isinstance(style, str) else _codes(*style)
        parts.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(parts).rstrip()
