# SPDX-License-Identifier: MIT
"""The INI files of pynogram, in black and white and in colours.

::

    [colors]                      only for puzzles with several colours
    r = (red) %
    [clues]
    columns =
        1r 2r
        0
    rows = 1r, 1r

``sections_text`` has the grammar of clues and colours. The title of the puzzle is a comment.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import excerpt
from nonosat.formats.number_lines import numbered
from nonosat.formats.sections_text import clue_lines, color_lines, read_clues, read_color
from nonosat.model.puzzle import Puzzle

_KEY = re.compile(r"(columns|rows)[ \t]*[=:](.*)", re.IGNORECASE)
_HEAD = re.compile(r"\[[ \t]*([^\]]*?)[ \t]*\].*")


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("[clues]\\ncolumns = 1, 0\\nrows = 1\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    found = NamedClues()
    values: dict[str, list[tuple[int, str]]] = {}
    section = key = ""
    for number, line in numbered(text):
        if not line or line[0] in "#;":
            continue
        head = _HEAD.fullmatch(line)
        match = _KEY.fullmatch(line)
        if head is not None:
            section, key = head[1].lower(), ""
        elif section == "colors":
            name, equals, value = line.partition("=")
            if not equals:
                found.fault(f"{excerpt(line)}: a colour is NAME = (COLOUR) CHARACTER", number)
            else:
                read_color(found, name.strip(), value, number)
        elif section == "clues" and match is not None:
            key = match[1].lower()
            if key in values:
                found.fault(f"{key} for the second time", number)
            values[key] = [(number, match[2])]
        elif section == "clues" and key:
            values[key].append((number, line))
        elif section == "clues":
            found.fault(f"{excerpt(line)} before columns = or rows =", number)
    for name, axis in (("rows", "R"), ("columns", "C")):
        if name not in values:
            found.fault(f"there is no {name!r} in a section [clues]", None)
        read_clues(found, axis, values.get(name, []))
    if found.faults and not all(found.clues.values()):
        raise PuzzleSyntaxError(found.faults)
    return found.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    [clues]
    columns =
        1
        0
    rows =
        1
    """
    colors = color_lines(puzzle)
    lines = ["[colors]", *colors, ""] if colors else []
    lines.append("[clues]")
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [f"{name} =", *(f"    {line}" for line in clue_lines(puzzle, clues))]
    return "\n".join(lines) + "\n"
