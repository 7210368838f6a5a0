# SPDX-License-Identifier: MIT
"""The files .sgriddler of Jan Šimlo's Griddlers Solver; black and white.

``MK Version 3.0``, ``WIDTH HEIGHT``, the rows of the picture (two characters a cell, ``#`` or
``.``), the clues of the columns, those of the rows; a blank line before each part. Clues are listed
from the board outwards, so in reverse; an empty clue is a blank line. A picture without a filled
cell is none. Lines end with CR LF.
"""

from __future__ import annotations

from nonosat.formats.common import build
from nonosat.formats.number_lines import Reader, numbered, sizes
from nonosat.formats.tokens import fault
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

_HEAD = "MK Version 3.0"


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("MK Version 3.0\\n\\n2 1\\n\\n # .\\n\\n1\\n\\n\\n1\\n")
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
    for axis, count in (("C", width), ("R", height)):
        blank()
        part = lines[place : place + count]
        part += [(len(lines), "")] * (count - len(part))  # blank lines at the end are not kept
        for number, line in part:
            reader.add(axis, (number, " ".join(reversed(line.split()))))
        place += count
    if any(line for _, line in lines[place:]):
        raise fault("more lines than the size says", lines[place][0])
    goal = Grid("\n".join(cells)) if any("#" in row for row in cells) else None
    return build(
        reader.clues["R"],
        reader.clues["C"],
        goal=goal,
        place=reader.places.get,
        faults=reader.faults,
    )


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]).with_goal("#.")).split("\\r\\n")
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
