# SPDX-License-Identifier: MIT
"""What formats of pictures share: from pixels to a puzzle and its goal, and back to shades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from nonosat.errors import PuzzleError
from nonosat.formats.common import build, make_palette
from nonosat.model.clue import EMPTY
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle

Rgb: TypeAlias = tuple[int, int, int]

_WHITE: Rgb = (255, 255, 255)


def from_pixels(pixels: Sequence[Rgb], width: int, background: Rgb | None = None) -> Puzzle:
    """The puzzle of a picture, a pixel a cell; without a background it is found (``ground``).

    Raises:
        PuzzleError: there are too many colours.
    """
    if background is None:
        background = ground(set(pixels))
    inks = [rgb for rgb in dict.fromkeys(pixels) if rgb != background]
    if len(inks) > MAX_COLORS:
        raise PuzzleError(
            f"{len(inks) + 1} colours: a puzzle has up to {MAX_COLORS} and the background; "
            "'nonosat trace' makes puzzles of photos"
        )
    if (not inks or inks == [(0, 0, 0)]) and background == _WHITE:
        palette = BLACK
    else:
        names = [_hex(rgb) for rgb in inks] or ["#000000"]
        palette = make_palette([(name, name, None) for name in names], _hex(background))
    number = {background: EMPTY, **{rgb: i for i, rgb in enumerate(inks, start=1)}}
    cells = bytes(number[rgb] for rgb in pixels)
    goal = Grid.from_cells(len(pixels) // width, width, cells, palette.letters)
    return build(*goal.clues(), palette=palette, goal=goal)


def ground(kinds: set[Rgb]) -> Rgb:
    """White, or else the lightest colour; a picture that is all black is filled."""
    if _WHITE in kinds or kinds == {(0, 0, 0)}:
        return _WHITE
    return max(kinds, key=lambda rgb: (sum(rgb), rgb))


def _hex(rgb: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def rgb_values(rgb: str) -> Rgb:
    """Red, green and blue of ``#rrggbb``."""
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


def shades_of(puzzle: Puzzle) -> list[str]:
    """The shade of each value of a cell, the background first.

    Raises:
        PuzzleError: two of those that the goal uses are the same, or a colour is the background.
    """
    palette: Palette = puzzle.palette
    shades = [palette.background, *(color.rgb for color in palette.colors)]
    used = {EMPTY, *(b"" if puzzle.goal is None else puzzle.goal.cells)}
    if len({shades[value] for value in used}) < len(used):
        raise PuzzleError("two colours have the same shade, which a picture cannot tell apart")
    return shades
