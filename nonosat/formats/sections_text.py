# SPDX-License-Identifier: MIT
"""The clues of pynogram's and nonogrid's files, which are the same in INI and in TOML.

The clues of ``columns`` and ``rows`` are separated by line ends or commas; numbers of a clue by
blanks, each with the name of its colour behind it (``3r``) unless there is one colour; ``0`` is an
empty clue. ``#`` and ``;`` begin comments, quotes around a clue and blank lines do not count. A
colour is ``NAME = (COLOUR) CHARACTER``, where COLOUR is a name, ``R, G, B``, or hexadecimal.
"""

from __future__ import annotations

import re

from nonosat.formats.color_names import rgb_of
from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import MAX_DIGITS, excerpt, is_not
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle

_BLOCK = re.compile(rf"([0-9]{{1,{MAX_DIGITS}}})([A-Za-z_][A-Za-z_]*)?")
_COLOR = re.compile(r"\(([^()]{1,60})\)[ \t]*(\S)?")
_MAX_CLUE = 40_000


def read_clues(found: NamedClues, axis: str, lines: list[tuple[int, str]]) -> None:
    """Read the clues of an axis from the lines of its value."""
    for number, line in lines:
        text = re.split("[#;]", line, maxsplit=1)[0]
        for part in text.split(","):
            clue = part.strip().strip("\"'").strip()
            if clue and len(found.clues[axis]) <= MAX_SIDE:
                _read_clue(found, axis, clue, number)


def _read_clue(found: NamedClues, axis: str, text: str, file_line: int) -> None:
    blocks = [_BLOCK.fullmatch(word) for word in text[:_MAX_CLUE].split()]
    if len(text) > _MAX_CLUE or None in blocks:
        place = found.add(axis, None, file_line)
        found.fault(
            is_not(text, "a clue: write lengths with blanks between them"),
            file_line,
            place,
        )
        return
    clue = [(int(block[1]), block[2] or "") for block in blocks if block is not None]
    if found.colors and clue != [(0, "")] and any(not color for _, color in clue):
        place = found.add(axis, None, file_line)
        found.fault(f"{excerpt(text)}: a length without a colour", file_line, place)
        return
    found.add(axis, [] if clue == [(0, "")] else clue, file_line)


def read_color(found: NamedClues, name: str, value: str, file_line: int | None) -> None:
    """Read ``(COLOUR) CHARACTER`` of a colour."""
    match = _COLOR.fullmatch(value.strip())
    rgb = None
    if match is not None:
        parts = match[1].split(",")
        if len(parts) == 3:
            values = [int(x) for x in parts if x.strip().isdecimal() and len(x.strip()) <= 3]
            if len(values) == 3 and max(values) < 256:
                rgb = "#{:02x}{:02x}{:02x}".format(*values)
        else:
            rgb = rgb_of(match[1])
    if not re.fullmatch("[A-Za-z_]+", name):
        found.fault(f"{excerpt(name)} cannot be the name of a colour in clues", file_line)
    elif match is None or rgb is None:
        found.fault(
            f"{excerpt(value)} is not a colour: write (red) *, (255, 0, 0) *, or (FF0000) *",
            file_line,
        )
    else:
        found.declare(name, name, rgb, match[2], file_line)


def color_names(palette: Palette) -> list[str]:
    """Names that clues can use: letters alone, all different."""
    names: list[str] = []
    for number, color in enumerate(palette.colors):
        name = color.name if re.fullmatch("[A-Za-z_]{1,40}", color.name) else color.letter
        if not re.fullmatch("[A-Za-z_]+", name) or name in names:
            name = "c" + "abcdefghij"[number // 10] + "abcdefghij"[number % 10]
        while name in names:
            name += "_"
        names.append(name)
    return names


def named(palette: Palette) -> bool:
    """Whether the colours are declared: not if there is one, which is black."""
    return len(palette) > 1 or palette.colors[0].rgb != "#000000"


def color_lines(puzzle: Puzzle) -> list[str]:
    """The declarations of the colours; none for a puzzle in black and white."""
    if not named(puzzle.palette):
        return []
    names = color_names(puzzle.palette)
    return [
        f"{name} = ({color.rgb.removeprefix('#')}) {color.letter}"
        for name, color in zip(names, puzzle.palette.colors, strict=True)
    ]


def clue_lines(puzzle: Puzzle, clues: tuple[Clue | None, ...]) -> list[str]:
    """The clues as text, a line each."""
    names = color_names(puzzle.palette) if named(puzzle.palette) else [""]
    return [
        " ".join(f"{length}{names[color - 1]}" for length, color in clue or ()) or "0"
        for clue in clues
    ]
