# SPDX-License-Identifier: MIT
"""The colours of a drawing that do not come from the puzzle's own palette.

A theme is plain data, so that a caller can change one colour with ``dataclasses.replace``. Each
theme draws its own paper, so that it looks the same on a light page and in a dark notebook.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from nonosat.errors import OptionError, check_type, shown
from nonosat.model.numbers import whole_number
from nonosat.model.palette import rgb_values


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``; ``cell_size`` is the side of a cell in pixels.

    ``mark`` and ``chain`` must differ, since chains of deductions go over marked cells.
    ``filled`` and ``empty`` replace the colours of puzzles in black and white; None keeps them.
    ``letters``: write the letter of its colour into each cell of a puzzle with several colours.
    ``patterns``: draw colours as patterns, for print and for people who do not see colours.
    """

    paper: str = "#ffffff"
    ink: str = "#1a1a1a"
    muted: str = "#767676"
    clues: str = "#eef1f4"
    rule: str = "#868f98"
    border: str = "#3d444b"
    unknown: str = "#e3e6ea"
    hatch: str = "#9aa3ad"
    mark: str = "#e8590c"
    chain: str = "#0b4f8a"
    filled: str | None = None
    empty: str | None = None
    cell_size: int = 20
    letters: bool = False
    patterns: bool = False

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            if value is not None or part.default is not None:
                check_type(part.name, value, str if part.default is None else type(part.default))


LIGHT = Theme()
"""Dark on light, on paper of its own."""

_PRINT = Theme(
    ink="#000000",
    muted="#666666",
    clues="#ffffff",
    rule="#777777",
    border="#000000",
    unknown="#ffffff",
    hatch="#999999",
    mark="#000000",
    chain="#000000",
)

THEMES: dict[str, Theme] = {
    "light": LIGHT,
    "dark": Theme(
        paper="#16191d",
        ink="#e8eaed",
        muted="#9aa0a6",
        clues="#24292f",
        rule="#6a737d",
        border="#c9d1d9",
        unknown="#2f363d",
        hatch="#57606a",
        mark="#ff9e64",
        chain="#79c0ff",
        filled="#e8eaed",
        empty="#16191d",
    ),
    "print": _PRINT,
    "contrast": Theme(
        ink="#000000",
        muted="#595959",
        clues="#ffffff",
        rule="#595959",
        border="#000000",
        unknown="#d9d9d9",
        hatch="#000000",
        mark="#b30000",
        chain="#0000b3",
        filled="#000000",
        empty="#ffffff",
        letters=True,
    ),
    "patterns": replace(_PRINT, patterns=True),
}
"""``light``; ``dark``; ``print``: black, white and thin greys; ``contrast``: high contrast, letters
in coloured cells; ``patterns``: like print, patterns instead of colours."""

ThemeLike = Theme | str


def theme_of(theme: ThemeLike, cell_size: int | None = None) -> Theme:
    """A theme by its name, or itself; with another side of a cell, if one is given.

    Raises:
        OptionError: the theme is unknown, or the cell has less than 4 or more than 400 pixels.

    >>> theme_of("dark", cell_size=12).cell_size
    12
    """
    if isinstance(theme, str):
        if theme not in THEMES:
            raise OptionError(f"unknown theme {theme!r}: use one of {', '.join(THEMES)}")
        theme = THEMES[theme]
    if not isinstance(theme, Theme):
        raise OptionError(f"theme {shown(theme)}: give a Theme, or one of {', '.join(THEMES)}")
    if cell_size is not None:
        theme = replace(theme, cell_size=whole_number("cell_size", cell_size))
    if not 4 <= theme.cell_size <= 400:
        raise OptionError(f"a cell of {theme.cell_size} pixels: use 4 to 400")
    return theme


def contrast(rgb: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    By the relative luminance of WCAG 2: both are equally far from luminance 0.179.

    >>> contrast("#ffff00"), contrast("#0000ff")
    ('#000000', '#ffffff')
    """
    linear = [
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (part / 255 for part in rgb_values(rgb))
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
