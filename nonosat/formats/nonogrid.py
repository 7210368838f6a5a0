# SPDX-License-Identifier: MIT
"""The TOML files of nonogrid, in black and white and in colours.

``[clues]`` has the texts ``columns`` and ``rows``, ``[colors]`` the list ``defs``, for puzzles with
several colours. ``sections_text`` has the grammar of clues and colours.
"""

from __future__ import annotations

import re
import tomllib

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.coloured_clues import NamedClues
from nonosat.formats.common import excerpt, newlines, refuse_long
from nonosat.formats.sections_text import clue_lines, color_lines, read_clues, read_color
from nonosat.model.puzzle import Puzzle

_PLACE = re.compile(r"\(at line ([0-9]+)")


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("[clues]\\ncolumns = '1, 0'\\nrows = '1'\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    text = newlines(text)
    refuse_long(text, "TOML")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place else None
        raise PuzzleSyntaxError(
            Fault(f"not TOML: {str(error).split(' (at')[0]}", file_line=line)
        ) from None
    except (ValueError, RecursionError):  # a number with thousands of digits; deep nesting
        raise PuzzleSyntaxError("not TOML: a number is too long, or lists too deep") from None
    found = NamedClues()
    clues, colors = data.get("clues"), data.get("colors", {})
    defs = colors.get("defs", []) if isinstance(colors, dict) else None
    if not isinstance(defs, list) or not all(isinstance(x, str) for x in defs):
        raise PuzzleSyntaxError("colors.defs: a list of texts is needed")
    for text_of in defs:
        name, equals, value = text_of.partition("=")
        if not equals:
            found.fault(f"{excerpt(text_of)}: a colour is NAME = (COLOUR) CHARACTER", None)
        else:
            read_color(found, name.strip(), value, _line_of(text, text_of))
    for key, axis in (("rows", "R"), ("columns", "C")):
        value = clues.get(key) if isinstance(clues, dict) else None
        if not isinstance(value, str):
            found.fault(f"clues.{key}: a text is needed", None)
            continue
        begin = re.search(rf"^[ \t]*{key}[ \t]*=", text, re.MULTILINE)
        first = 1 if begin is None else text.count("\n", 0, begin.start()) + 1
        skipped = int(value == "" or _begins_below(text, begin))
        lines = enumerate(value.split("\n"), start=first + skipped)
        read_clues(found, axis, list(lines))
    if found.faults and not all(found.clues.values()):
        raise PuzzleSyntaxError(found.faults)
    return found.puzzle()


def _begins_below(text: str, begin: re.Match[str] | None) -> bool:
    """Whether a text of several lines begins on the line after its quotes, as TOML trims it."""
    if begin is None:
        return False
    line = text[begin.end() : text.find("\n", begin.end())].strip()
    return line in ('"""', "'''")


def _line_of(text: str, piece: str) -> int | None:
    place = text.find(piece)
    return None if place < 0 else text.count("\n", 0, place) + 1


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    [clues]
    columns = '''
        1
        0
    '''
    rows = '''
        1
    '''
    """
    lines = ["[clues]"]
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [f"{name} = '''", *(f"    {line}" for line in clue_lines(puzzle, clues)), "'''"]
    colors = color_lines(puzzle)
    if colors:
        texts = ",\n".join(f"    {_quoted(line)}" for line in colors)
        lines += ["", "[colors]", f"defs = [\n{texts}\n]"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A string of TOML; letters of colours are neither quotes nor backslashes."""
    return f"'{text}'"
