# SPDX-License-Identifier: MIT
"""The looks of printed puzzles for the test pictures: fonts, themes, clue areas, sizes.

A look is chosen at random within the needs of its kind of picture. The training of the classifier
never sees the ten families of fonts; their relatives are excluded there too. All lengths are in
cells. Source of the forms: websites, apps, books and the sheets of programs. Rejected: looks of one
site or app by name, which would fit the reader to that site or app.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import ImageFont

Rgb = tuple[int, int, int]

_FOLDER = Path("/usr/share/fonts/truetype")
_FONTS = {
    "DejaVu Sans": ("dejavu/DejaVuSans.ttf", 2.0),
    "DejaVu Sans Bold": ("dejavu/DejaVuSans-Bold.ttf", 2.0),
    "DejaVu Serif": ("dejavu/DejaVuSerif.ttf", 1.0),
    "DejaVu Serif Bold": ("dejavu/DejaVuSerif-Bold.ttf", 1.0),
    "Liberation Sans": ("liberation/LiberationSans-Regular.ttf", 2.0),
    "Liberation Sans Bold": ("liberation/LiberationSans-Bold.ttf", 1.5),
    "Liberation Serif": ("liberation/LiberationSerif-Regular.ttf", 1.0),
    "Liberation Serif Bold": ("liberation/LiberationSerif-Bold.ttf", 0.7),
    "Noto Sans": ("noto/NotoSans-Regular.ttf", 1.5),
    "Noto Sans Bold": ("noto/NotoSans-Bold.ttf", 1.0),
    "Noto Serif": ("noto/NotoSerif-Regular.ttf", 1.2),
    "FreeMono": ("freefont/FreeMono.ttf", 0.4),
    "FreeMono Bold": ("freefont/FreeMonoBold.ttf", 0.8),
    "FreeSerif": ("freefont/FreeSerif.ttf", 1.0),
    "FreeSerif Bold": ("freefont/FreeSerifBold.ttf", 0.5),
    "Lato": ("lato/Lato-Regular.ttf", 1.0),
    "Lato Bold": ("lato/Lato-Bold.ttf", 1.0),
    "Comfortaa": ("comfortaa/Comfortaa-Regular.ttf", 0.7),
    "Comfortaa Bold": ("comfortaa/Comfortaa-Bold.ttf", 0.7),
}
"""The file and the weight of each font (Debian: fonts-dejavu, fonts-liberation, fonts-noto-core,
fonts-freefont-ttf, fonts-lato, fonts-comfortaa)."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The shades of a page."""

    name: str
    page: Rgb
    board: Rgb
    line: Rgb
    thick: Rgb
    ink: Rgb
    """Of numbers."""
    pale: Rgb
    """Of numbers whose blocks are done."""
    tints: tuple[Rgb, Rgb]
    """Of the clue area, where it is tinted; the second for alternating strips."""
    fill: Rgb
    cross: Rgb
    accent: Rgb


_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)
_GREYS = ((236, 236, 236), (220, 220, 222))
_THEMES = {
    "white": Theme(
        "white", _WHITE, _WHITE, (120,) * 3, _BLACK, _BLACK, (170,) * 3, _GREYS, _BLACK,
        (110,) * 3, (50, 90, 200),
    ),
    "plain": Theme(
        "plain", _WHITE, _WHITE, _BLACK, _BLACK, _BLACK, (160,) * 3, ((225,) * 3, (205,) * 3),
        (20,) * 3, _BLACK, (180, 30, 30),
    ),
    "light": Theme(
        "light", (244, 246, 249), _WHITE, (196, 202, 212), (90, 100, 120), (40, 48, 64),
        (170, 178, 190), ((232, 236, 243), (218, 224, 235)), (44, 52, 70), (150, 158, 172),
        (38, 110, 220),
    ),
    "blue": Theme(
        "blue", (250, 251, 255), _WHITE, (170, 190, 225), (46, 84, 160), (24, 56, 130),
        (165, 180, 215), ((224, 233, 250), (205, 219, 246)), (30, 64, 150), (130, 155, 205),
        (235, 120, 30),
    ),
    "cream": Theme(
        "cream", (251, 245, 232), (255, 252, 244), (190, 172, 140), (110, 80, 50), (80, 52, 30),
        (190, 175, 150), ((243, 230, 204), (234, 217, 184)), (88, 58, 34), (180, 140, 100),
        (170, 60, 40),
    ),
    "green": Theme(
        "green", (240, 247, 241), (252, 255, 252), (160, 195, 168), (40, 110, 70), (20, 70, 42),
        (150, 185, 160), ((215, 236, 220), (198, 226, 205)), (28, 96, 58), (120, 165, 132),
        (210, 80, 60),
    ),
    "dark": Theme(
        "dark", (18, 18, 20), (30, 31, 34), (84, 86, 92), (150, 152, 160), (232, 234, 238),
        (112, 114, 120), ((44, 46, 51), (56, 58, 64)), (222, 224, 230), (130, 132, 140),
        (90, 160, 255),
    ),
    "night": Theme(
        "night", (22, 27, 46), (34, 41, 66), (74, 86, 124), (140, 156, 206), (214, 224, 255),
        (100, 112, 150), ((44, 53, 86), (56, 66, 104)), (120, 180, 255), (120, 130, 170),
        (255, 184, 80),
    ),
    "black": Theme(
        "black", _BLACK, _BLACK, (96,) * 3, (190,) * 3, (245,) * 3, (120,) * 3,
        ((38,) * 3, (54,) * 3), (240,) * 3, (150,) * 3, (80, 220, 140),
    ),
}  # fmt: skip
_PRINTED = {"white": 4.0, "plain": 4.0, "cream": 0.7, "blue": 0.7}
_SHOWN = {
    "white": 3.0, "plain": 2.0, "light": 3.0, "blue": 2.0, "cream": 1.0, "green": 1.0,
    "dark": 2.0, "night": 1.0, "black": 0.8,
}  # fmt: skip
_AREAS = {
    "none": 2.0, "separators": 3.0, "cells": 2.0, "grey": 2.5, "black": 1.0, "alternating": 1.5,
    "chips": 0.8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How a puzzle is drawn; lengths in cells."""

    font: str
    size: float
    """Of the font."""
    theme: Theme
    area: str
    """Of the clues: none, separators, cells, grey, black, alternating or chips."""
    layout: str
    """``pitch``: a number in each place of a fixed length; ``text``: as running text."""
    pitch: float
    sides: str
    """Where the clues are: letters of left, top, right, bottom."""
    fives: bool
    zeros: bool
    line: float
    thick: float
    border: float
    gap: float
    """Between cells; 0: lines between them."""
    radius: float
    title: bool
    words: bool
    """Buttons and text around."""
    ruler: str
    """Row and column numbers: none, all or fives."""
    mark: str
    """Of empty cells: cross, dot or none."""
    filled: str
    """Of filled cells: full, inset or rounded."""
    paling: bool
    """Numbers of lines that are done are pale."""
    colors: str
    """Of colour puzzles: numbers, cells, chips; else none."""
    margin: tuple[float, float, float, float]
    extra: dict[str, float] = field(default_factory=dict)


def font_path(name: str) -> Path:
    """The file of a font."""
    return _FOLDER / _FONTS[name][0]


@lru_cache(maxsize=256)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    return ImageFont.truetype(str(font_path(name)), size)


@lru_cache(maxsize=64)
def digit_height(name: str) -> float:
    """The height of digits of a font, as a share of its size."""
    box = font(name, 400).getbbox("8")
    return (box[3] - box[1]) / 400


def widest(name: str, text: str) -> float:
    """The width of a text, as a share of the size of its font."""
    return font(name, 400).getlength(text) / 400


def one_of(rng: np.random.Generator, weights: dict[str, float]) -> str:
    """A key at random, by weight."""
    names = list(weights)
    chances = np.array([weights[name] for name in names])
    return names[int(rng.choice(len(names), p=chances / chances.sum()))]


def look(kind: str, longest: int, several_colors: bool, rng: np.random.Generator) -> Look:
    """A look at random for a kind of picture; ``longest``: the largest number of the puzzle."""
    chance = rng.random
    printed = kind in ("scan", "photo", "small")
    name = one_of(rng, {name: weight for name, (_, weight) in _FONTS.items()})
    theme = _THEMES[one_of(rng, _PRINTED if printed else _SHOWN)]
    if several_colors and theme.board[0] < 128 and chance() < 0.6:
        theme = _THEMES["light"]
    area = one_of(rng, _AREAS)
    gap = 0.0
    if not printed and chance() < 0.15:
        gap = float(rng.uniform(0.05, 0.12))
        area = one_of(rng, {"none": 1.0, "grey": 1.0, "chips": 2.0})
    layout = "pitch" if area == "cells" or chance() < 0.6 else "text"
    pitch = 1.0 if area == "cells" else float(rng.choice([1.0, 0.92, 0.85, 0.75]))
    colors = "none"
    if several_colors:
        colors = one_of(rng, {"numbers": 2.5, "cells": 1.6, "chips": 0.6})
        if theme.board[0] < 128:
            colors = "cells"
        if colors != "numbers":
            layout, pitch = "pitch", float(rng.choice([1.0, 0.9]))
            area = one_of(rng, {"none": 1.0, "separators": 1.0, "cells": 1.0})
        elif area in ("black", "grey"):
            area = "separators"
        pitch = 1.0 if area == "cells" else pitch
    # Numbers fit their place: one of two digits never touches the next.
    size = float(rng.uniform(0.52, 0.72))
    widths = [widest(name, "8" * digits) for digits in range(1, len(str(longest)) + 1)]
    size = min(size, 0.9 * pitch / widths[-1] if layout == "pitch" else 1.0, 0.92 / widths[-1])
    sides = one_of(rng, {"lt": 0.8, "rb": 0.05, "rt": 0.03, "lb": 0.02, "ltrb": 0.1})
    line = float(rng.uniform(0.02, 0.06))
    fives = chance() < 0.7 or gap > 0
    margin = rng.uniform(0.4, 4.0, 4) if chance() < 0.8 else rng.uniform(0.12, 0.5, 4)
    return Look(
        font=name,
        size=size,
        theme=theme,
        area=area,
        layout=layout,
        pitch=pitch,
        sides=sides,
        fives=fives,
        zeros=chance() < 0.5,
        line=line,
        thick=line * float(rng.uniform(1.8, 3.0)) if fives else line,
        border=line * float(rng.choice([1.0, 2.0, 3.0])) if not gap else 0.0,
        gap=gap,
        radius=float(rng.choice([0.0, 0.12, 0.22])) if gap else 0.0,
        title=chance() < 0.45,
        words=chance() < 0.35,
        ruler=one_of(rng, {"none": 0.88, "all": 0.06, "fives": 0.06}),
        mark=one_of(rng, {"cross": 3.0, "dot": 1.5, "none": 0.8}),
        filled=one_of(rng, {"full": 3.0, "inset": 1.5, "rounded": 1.0}),
        paling=kind == "partial" and chance() < 0.4,
        colors=colors,
        margin=(float(margin[0]), float(margin[1]), float(margin[2]), float(margin[3])),
    )
