# SPDX-License-Identifier: MIT
"""The files .gno of gnonograms; black and white.

Sections with a head in brackets: Description (title, author, date, difficulty, a line each),
Licence, Dimensions (HEIGHT, then WIDTH), Row clues, Column clues (numbers with commas, ``0`` for an
empty clue), Solution grid (2 filled, 1 empty, with blanks). Working grid and State are not read.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import build
from nonosat.formats.number_lines import NumberedLine, Reader, clue_text, numbered, sizes
from nonosat.formats.tokens import fault
from nonosat.model.clue import EMPTY, FILLED
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_CELLS = {"1": EMPTY, "2": FILLED}


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("[Dimensions]\\n1\\n2\\n[Row clues]\\n1\\n[Column clues]\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    sections: dict[str, list[NumberedLine]] = {}
    lines: list[NumberedLine] | None = None
    for number, line in numbered(text):
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1].strip().lower()
            if name in sections:
                raise fault(f"a second section [{name}]", number)
            lines = sections[name] = []
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
    for name, axis, count in (("row clues", "R", height), ("column clues", "C", width)):
        clues = sections[name]
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
    return build(
        reader.clues["R"],
        reader.clues["C"],
        goal=goal,
        meta=Metadata(
            title=description[0], author=description[1], license="\n".join(licence).strip()
        ),
        place=reader.places.get,
        faults=reader.faults,
    )


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


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []]).with_goal("#.")), end="")
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
