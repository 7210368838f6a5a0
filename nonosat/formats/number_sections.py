# SPDX-License-Identifier: MIT
"""Black-and-white files of programs, with heads and clues: .gno, .sgriddler, php-nonogram, picross.

Between the heads stand lines of numbers (``number_lines``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, attempt, excerpt, is_not, newlines, polled
from nonosat.formats.number_lines import NumberedLine, Reader, clue_text, numbered, sizes
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import AXES, EMPTY, FILLED, Axis
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_CELLS = {"1": EMPTY, "2": FILLED}


def read_gno(text: str) -> Puzzle:
    """The files .gno of gnonograms; black and white.

    Sections with a head in brackets: Description (title, author, date, difficulty, a line each),
    Licence, Dimensions (HEIGHT, then WIDTH), Row clues, Column clues (numbers with commas, ``0``
    for an empty clue), Solution grid (2 filled, 1 empty, with blanks). The grid of a player
    (Working grid, State) is not read.

    >>> read_gno("[Dimensions]\\n1\\n2\\n[Row clues]\\n1\\n[Column clues]\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    sections: dict[str, list[NumberedLine]] = {}
    heads: dict[str, int] = {}
    lines: list[NumberedLine] | None = None
    for number, line in numbered(text):
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1].strip().lower()
            if name in sections:
                raise fault(f"a second section [{name}]", number)
            lines = sections[name] = []
            heads[name] = number
        elif lines is not None:
            lines.append((number, line))
        elif line:
            raise fault("the text does not begin with a section such as [Dimensions]", number)
    for name in ("dimensions", "row clues", "column clues"):
        if name not in sections:
            raise PuzzleSyntaxError(f"there is no section [{name.capitalize()}]")
    dimensions = [line for line in sections["dimensions"] if line[1]]
    if len(dimensions) != 2:
        raise PuzzleSyntaxError("[Dimensions] has two lines, the height and the width")
    (height,), (width,) = (sizes(line, 1, "a number") for line in dimensions)
    reader = Reader("a comma")
    reader.unread += _other_sections(sections, heads)
    for axis, count in zip(AXES, (height, width), strict=True):
        clues = sections[f"{axis} clues"]
        while len(clues) > count and not clues[-1][1]:
            clues.pop()
        if len(clues) > count:
            clues = [line for line in clues if line[1]]
        reader.add_all(axis, clues)
        reader.expect(axis, count)
    goal = None
    cells = [line for line in sections.get("solution grid", []) if line[1]]
    if cells:
        goal = _goal(cells, width, height)
    description = [line for _, line in sections.get("description", [])] + ["", ""]
    licence = [line for _, line in sections.get("license", sections.get("licence", []))]
    meta = Metadata(title=description[0], author=description[1], license="\n".join(licence).strip())
    return reader.puzzle(meta, goal)


_SECTIONS = frozenset(
    (
        *("description", "license", "licence", "dimensions", "row clues", "column clues"),
        *("solution grid", "working grid", "state"),
    )
)


def _other_sections(
    sections: dict[str, list[NumberedLine]], heads: dict[str, int]
) -> Iterator[Unread]:
    for name, lines in sections.items():
        text = "\n".join(line for _, line in lines)
        if name == "working grid" and set("12") & set(text):
            why = Fault.of(
                "fault.remark.working", "the grid of a player, [Working grid], is not read"
            )
            yield Unread(name, file_line=heads[name], why=why)
        elif name not in _SECTIONS:
            yield Unread(name, text, "section", _SECTIONS, heads[name])


def _goal(lines: list[NumberedLine], width: int, height: int) -> Grid:
    if len(lines) != height:
        raise fault(f"[Solution grid] has {len(lines)} rows, the size says {height}", lines[0][0])
    cells = bytearray()
    for number, line in lines:
        values = line.split()
        if len(values) != width or not set(values) <= set(_CELLS):
            raise fault(f"a row of [Solution grid] is {width} times 1 or 2", number)
        cells += bytes(_CELLS[value] for value in values)
    return Grid.from_cells(height, width, bytes(cells))


def dumps_gno(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_gno(Puzzle([[1]], [[1], []]).with_goal("#.")), end="")
    [Description]
    <BLANKLINE>
    <BLANKLINE>
    <BLANKLINE>
    0
    [Dimensions]
    1
    2
    [Row clues]
    1
    [Column clues]
    1
    0
    [Solution grid]
    2 1
    """
    meta = puzzle.meta
    lines = ["[Description]", _line(meta.title), _line(meta.author), "", "0"]
    if meta.license:
        lines += ["[License]", _line(meta.license)]
    lines += ["[Dimensions]", str(puzzle.height), str(puzzle.width)]
    for head, clues in (("Row", puzzle.rows), ("Column", puzzle.columns)):
        lines += [f"[{head} clues]", *(clue_text(clue, ", ") for clue in clues)]
    goal = puzzle.goal
    if goal is not None and goal.complete:
        lines.append("[Solution grid]")
        for row in range(goal.height):
            lines.append(" ".join("2" if cell else "1" for cell in goal.row(row)))
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """A text on one line, which is not taken for the head of a section."""
    line = " ".join(text.split())
    return line.lstrip("[ ") if line.startswith("[") else line


_CLUE = re.compile(r"-[ \t]*\[([^\[\]]*)\]")
_HEADS: dict[str, Axis] = {"columns:": "column", "rows:": "row"}


def read_php_nonogram(text: str) -> Puzzle:
    """The files .yml of php-nonogram; black and white.

    Two lists of lists, ``columns`` and ``rows``: a line ``columns:`` and a line ``- [3, 4]`` for
    each clue; ``- []`` is an empty one. Of YAML only this is read. (Its pictures of 0 and 1 are the
    format ``picture``.)

    >>> read_php_nonogram("columns:\\n- [1]\\n- []\\nrows:\\n- [1]\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    reader = Reader("a comma")
    seen: list[str] = []
    for number, line in numbered(text, "#"):
        match = _CLUE.fullmatch(line)
        if line in _HEADS:
            seen.append(line)
        elif match is not None and seen:
            reader.add(_HEADS[seen[-1]], (number, match[1].strip()))
        elif line not in ("", "---"):
            raise fault(f"{excerpt(line)} is not columns:, rows:, or - [LENGTHS]", number)
    if sorted(seen) != sorted(_HEADS):
        raise PuzzleSyntaxError("columns: and rows: are needed, once each")
    return reader.puzzle()


def dumps_php_nonogram(puzzle: Puzzle) -> str:
    """The puzzle as YAML.

    >>> print(dumps_php_nonogram(Puzzle([[1]], [[1], []])), end="")
    columns:
        - [1]
        - []
    rows:
        - [1]
    """
    lines = []
    for head, clues in (("columns:", puzzle.columns), ("rows:", puzzle.rows)):
        lines += [head, *(f"    - [{clue_text(clue, ', ', '')}]" for clue in clues)]
    return "\n".join(lines) + "\n"


def loads_picross_solver(text: str) -> Iterator[PuzzleOrError]:
    """The text form of picross-solver; black and white, many puzzles in a file.

    ``GRID NAME``, ``ROWS``, a line ``[ 1 2 ]`` for each row, ``COLUMNS``, a line for each column;
    ``[ ]`` or ``[ 0 ]`` is an empty clue. ``#`` begins a comment.

    >>> next(loads_picross_solver("GRID Dot\\nROWS\\n[ 1 ]\\nCOLUMNS\\n[ 1 ]\\n[ ]\\n"))
    Puzzle(rows=[[1]], columns=[[1], []], meta=Metadata(title='Dot'))
    """
    lines: list[NumberedLine] = []
    found = False
    for number, raw in enumerate(polled(newlines(text).split("\n")), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split(maxsplit=1)[0] == "GRID" and lines:
            yield attempt(_grid, lines)
            lines = []
        found = True
        lines.append((number, line))
    if lines:
        yield attempt(_grid, lines)
    elif not found:
        yield PuzzleSyntaxError("there is no line GRID NAME")


def _grid(lines: list[NumberedLine]) -> Puzzle:
    number, first = lines[0]
    words = first.split(maxsplit=1)
    if words[0] != "GRID":
        raise fault("a puzzle begins with a line GRID NAME", number)
    reader = Reader()
    axis: Axis | None = None
    seen = []
    for number, line in lines[1:]:
        if line in ("ROWS", "COLUMNS"):
            axis = "row" if line == "ROWS" else "column"
            if line in seen:
                raise fault(f"{line} for the second time", number)
            seen.append(line)
        elif axis is None:
            raise fault(f"{excerpt(line)} before ROWS or COLUMNS", number)
        elif not (line.startswith("[") and line.endswith("]")):
            raise fault(is_not(line, "a clue such as [ 1 2 ]"), number)
        elif len(reader.clues[axis]) >= MAX_SIDE:
            raise fault(f"more than {MAX_SIDE} clues", number)
        else:
            reader.add(axis, (number, line[1:-1].strip()))
    for name in ("ROWS", "COLUMNS"):
        if name not in seen:
            raise fault(f"there is no line {name}", lines[0][0])
    return reader.puzzle(Metadata(title=words[1] if len(words) > 1 else ""))


def dumps_picross_solver(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_picross_solver(Puzzle([[1]], [[1], []])), end="")
    GRID
    ROWS
    [ 1 ]
    COLUMNS
    [ 1 ]
    [ ]
    """
    lines = [f"GRID {' '.join(puzzle.title.split())}".strip()]
    for name, clues in (("ROWS", puzzle.rows), ("COLUMNS", puzzle.columns)):
        lines.append(name)
        lines += [f"[ {clue_text(clue, empty='')} ]".replace("  ", " ") for clue in clues]
    return "\n".join(lines) + "\n"


def dumps_all_picross_solver(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other."""
    return "\n".join(map(dumps_picross_solver, puzzles))


_HEAD = "MK Version 3.0"


def read_sgriddler(text: str) -> Puzzle:
    """The files .sgriddler of Jan Šimlo's Griddlers Solver; black and white.

    ``MK Version 3.0``, ``WIDTH HEIGHT``, the rows of the picture (two characters a cell, ``#`` or
    ``.``), the clues of the columns, those of the rows; a blank line before each part. Clues are
    listed from the board outwards, so in reverse; an empty clue is a blank line. A picture without
    a filled cell is ignored. Lines end with CR LF.

    >>> read_sgriddler("MK Version 3.0\\n\\n2 1\\n\\n # .\\n\\n1\\n\\n\\n1\\n")
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    lines = numbered(text)
    if lines[0][1] != _HEAD:
        raise fault(f"the first line is not {_HEAD!r}", lines[0][0])
    place = 1

    def blank() -> None:
        nonlocal place
        if place < len(lines) and lines[place][1]:
            raise fault("a blank line is needed", lines[place][0])
        place += 1

    blank()
    if place >= len(lines):
        raise fault("the text ends before WIDTH HEIGHT", place)
    width, height = sizes(lines[place], 2, "WIDTH HEIGHT")
    place += 1
    blank()
    cells = []
    for number, line in lines[place : place + height]:
        row = line.replace(" ", "")
        if len(row) != width or not set(row) <= {"#", "."}:
            raise fault(f"a row of the picture is {width} times # or .", number)
        cells.append(row)
    if len(cells) < height:
        raise fault(f"{len(cells)} rows of the picture, the size says {height}", len(lines))
    place += height
    reader = Reader()
    for axis, count in zip(AXES[::-1], (width, height), strict=True):
        blank()
        part = lines[place : place + count]
        part += [(len(lines), "")] * (count - len(part))  # blank lines at the end are not kept
        for number, line in part:
            reader.add(axis, (number, " ".join(reversed(line.split()))))
        place += count
    if any(line for _, line in lines[place:]):
        raise fault("more lines than the size says", lines[place][0])
    goal = Grid("\n".join(cells)) if any("#" in row for row in cells) else None
    return reader.puzzle(goal=goal)


def dumps_sgriddler(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_sgriddler(Puzzle([[1]], [[1], []]).with_goal("#.")).split("\\r\\n")
    ['MK Version 3.0', '', '2 1', '', ' # .', '', '1', '', '', '1', '']
    """
    goal = puzzle.goal
    if goal is not None and goal.complete:
        rows = goal.text_rows()
    else:
        rows = ["." * puzzle.width] * puzzle.height
    lines = [_HEAD, "", f"{puzzle.width} {puzzle.height}", ""]
    lines += ["".join(f" {'.' if cell == '.' else '#'}" for cell in row) for row in rows]
    for clues in (puzzle.columns, puzzle.rows):
        lines.append("")
        lines += [" ".join(str(block.length) for block in reversed(clue or ())) for clue in clues]
    return "\r\n".join(lines) + "\r\n"
