# SPDX-License-Identifier: MIT
"""The colours of a drawing that do not come from the puzzle's own palette.

A theme is plain data, so that a caller can change one colour with ``dataclasses.replace``. The one
theme draws its own paper, so that it looks the same on a light page and in a dark notebook.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIGHT", "Theme", "contrast", "rgb_values"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as ``#rrggbb``; ``cell`` is the side of a cell in pixels.

    ``mark`` and ``chain`` must differ, since chains of deductions go over marked cells.
    ``letters``: write the letter of its colour into each cell of a puzzle with several colours.
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
    cell: int = 20
    letters: bool = False


LIGHT = Theme()
"""Dark on light, on paper of its own."""


def rgb_values(rgb: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rrggbb``, 0 to 255 each.

    >>> rgb_values("#ff8000")
    (255, 128, 0)
    """
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


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
