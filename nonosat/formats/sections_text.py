# SPDX-License-Identifier: MIT
"""The files of pynogram (INI) and nonogrid (TOML), in black and white and in colours.

The clues are the same in both. The clues of ``columns`` and ``rows`` are separated by line ends or
commas; numbers of a clue by blanks, each with the name of its colour behind it (``3r``) unless
there is one colour; ``0`` is an empty clue. ``#`` and ``;`` begin comments; quotes around a clue
and blank lines are ignored. A colour is ``NAME = (COLOUR) CHARACTER``, where COLOUR is a name,
``R, G, B``, or hexadecimal.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.colored_clues import NamedClues, rgb_of
from nonosat.formats.common import (
    MAX_DIGITS,
    MAX_FAULTS,
    excerpt,
    is_not,
    newlines,
    refuse_long,
)
from nonosat.formats.number_lines import numbered
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread, members
from nonosat.model.clue import AXES, Axis, Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.palette import MAX_COLORS, Palette, rgb_text
from nonosat.model.puzzle import Puzzle

_BLOCK = re.compile(rf"([0-9]{{1,{MAX_DIGITS}}})([A-Za-z_][A-Za-z_]*)?")
_COLOR = re.compile(r"\(([^()]{1,60})\)[ \t]*(\S)?")
_MAX_CLUE = 40_000


def read_clues(found: NamedClues, axis: Axis, lines: list[tuple[int, str]]) -> None:
    """Read the clues of an axis from the lines of its value."""
    for number, line in lines:
        text = re.split("[#;]", line, maxsplit=1)[0]
        for part in text.split(","):
            clue = part.strip().strip("\"'").strip()
            if clue and len(found.clues[axis]) <= MAX_SIDE:
                _read_clue(found, axis, clue, number)


def _read_clue(found: NamedClues, axis: Axis, text: str, file_line: int) -> None:
    blocks = [_BLOCK.fullmatch(word) for word in text[:_MAX_CLUE].split()]
    if len(text) > _MAX_CLUE or None in blocks:
        what = "a clue: write lengths with blanks between them"
        found.unread(axis, is_not(text, what), file_line)
        return
    clue = [(int(block[1]), block[2] or "") for block in blocks if block is not None]
    if found.colors and clue != [(0, "")] and any(not color for _, color in clue):
        found.unread(axis, f"{excerpt(text)}: a length without a colour", file_line)
    else:
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
                rgb = rgb_text(values)
        else:
            rgb = rgb_of(match[1])
    if not re.fullmatch("[A-Za-z_]+", name):
        found.fault(f"{excerpt(name)} cannot be the name of a colour in clues", file_line)
    elif match is None or rgb is None:
        what = "a colour: write (red) *, (255, 0, 0) *, or (FF0000) *"
        found.fault(f"{excerpt(value)} is not {what}", file_line)
    else:
        found.declare(name, name, rgb, match[2], file_line)


def _puzzle(found: NamedClues) -> Puzzle:
    """The puzzle; if an axis has no clues, the error has only the faults of the reader."""
    if found.faults and not all(found.clues.values()):
        raise PuzzleSyntaxError(found.faults)
    return found.puzzle()


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
    """True if the colours are declared: unless the only colour is black."""
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


_KEY = re.compile(r"(columns|rows)[ \t]*[=:](.*)", re.IGNORECASE)
_SECTIONS = frozenset(("clues", "colors"))
_HEAD = re.compile(r"\[[ \t]*([^\]]*?)[ \t]*\].*")


def read_pynogram(text: str) -> Puzzle:
    """The INI files of pynogram, in black and white and in colours.

    ::

        [colors]                      only for puzzles with several colours
        r = (red) %
        [clues]
        columns =
            1r 2r
            0
        rows = 1r, 1r

    The head of this file has the grammar of clues and colours. The title is a comment.

    >>> read_pynogram("[clues]\\ncolumns = 1, 0\\nrows = 1\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    found = NamedClues()
    values: dict[str, list[tuple[int, str]]] = {}
    others: dict[str, list[str]] = {}
    heads: dict[str, int] = {}
    section = key = ""
    for number, line in numbered(text):
        if not line or line[0] in "#;":
            continue
        head = _HEAD.fullmatch(line)
        match = _KEY.fullmatch(line)
        if head is not None:
            section, key = head[1].lower(), ""
            heads.setdefault(section, number)
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
        else:
            others.setdefault(section, []).append(line)
    for name, lines in others.items():
        text = "\n".join(lines)
        found.others.append(Unread(name, text, "section", _SECTIONS, heads.get(name)))
    for name, axis in zip(("rows", "columns"), AXES, strict=True):
        if name not in values:
            found.fault(f"there is no {name!r} in a section [clues]", None)
        read_clues(found, axis, values.get(name, []))
    return _puzzle(found)


def dumps_pynogram(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_pynogram(Puzzle([[1]], [[1], []])), end="")
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


_PLACE = re.compile(r"\(at line ([0-9]+)")


def read_nonogrid(text: str) -> Puzzle:
    """The TOML files of nonogrid, in black and white and in colours.

    ``[clues]`` has the texts ``columns`` and ``rows``, ``[colors]`` the list ``defs``, for puzzles
    with several colours. The head of this file has the grammar of clues and colours.

    >>> read_nonogrid("[clues]\\ncolumns = '1, 0'\\nrows = '1'\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    import tomllib  # here, because files of pynogram do not need it

    text = newlines(text)
    refuse_long(text, "TOML")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place else None
        raise fault(f"not TOML: {str(error).split(' (at')[0]}", line) from None
    except (ValueError, RecursionError):  # a number with thousands of digits; deep nesting
        raise PuzzleSyntaxError("not TOML: a number is too long, or lists too deep") from None
    found = NamedClues()
    clues, colors = data.get("clues"), data.get("colors", {})
    found.others += members(data, _SECTIONS)
    for name, known in (("clues", ("rows", "columns")), ("colors", ("defs",))):
        if isinstance(data.get(name), dict):
            found.others += members(data[name], frozenset(known), f"{name}.")
    defs = colors.get("defs", []) if isinstance(colors, dict) else None
    if not isinstance(defs, list) or not all(isinstance(x, str) for x in defs):
        raise PuzzleSyntaxError("colors.defs: a list of texts is needed")
    for text_of in defs[: MAX_COLORS + MAX_FAULTS + 2]:  # colours and faults behind are dropped
        name, equals, value = text_of.partition("=")
        if not equals:
            found.fault(f"{excerpt(text_of)}: a colour is NAME = (COLOUR) CHARACTER", None)
        else:
            read_color(found, name.strip(), value, _line_of(text, text_of))
    for key, axis in zip(("rows", "columns"), AXES, strict=True):
        value = clues.get(key) if isinstance(clues, dict) else None
        if not isinstance(value, str):
            found.fault(f"clues.{key}: a text is needed", None)
            continue
        begin = re.search(rf"^[ \t]*{key}[ \t]*=", text, re.MULTILINE)
        first = 1 if begin is None else text.count("\n", 0, begin.start()) + 1
        skipped = int(value == "" or _begins_below(text, begin))
        lines = enumerate(value.split("\n"), start=first + skipped)
        read_clues(found, axis, list(lines))
    return _puzzle(found)


def _begins_below(text: str, begin: re.Match[str] | None) -> bool:
    """Whether a text of several lines begins on the line after its quotes, as TOML trims it."""
    if begin is None:
        return False
    line = text[begin.end() : text.find("\n", begin.end())].strip()
    return line in ('"""', "'''")


def _line_of(text: str, piece: str) -> int | None:
    place = text.find(piece)
    return None if place < 0 else text.count("\n", 0, place) + 1


def dumps_nonogrid(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_nonogrid(Puzzle([[1]], [[1], []])), end="")
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
