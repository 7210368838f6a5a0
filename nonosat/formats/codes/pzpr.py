# SPDX-License-Identifier: MIT
"""Links and files of pzprjs, the player behind puzz.link: ``?nonogram/W/H/..`` and ``pzprv3``.

The clues stand in cells beside the board: half as many as the board has (rounded up) above each
column and left of each row, the last number of a clue nearest to the board. A link goes through
these cells from the board outwards, column by column, then row by row: a number is a hexadecimal
digit, or two of them behind ``-`` or three behind ``+``; the letters g to z pass over 1 to 20
cells. A file has them as a table, with a point for an empty one, the board below and on the right;
``c`` before a number marks it as done. Filled cells of the board are what a player has done so far;
they become the goal if they are the solution. (Source: the program itself, variety nonogram, 2026.)
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import build, counted, excerpt, newlines
from nonosat.formats.tokens import fault
from nonosat.model.clue import EMPTY, FILLED
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

_LINK = re.compile(r"(?:https?://[^?#\s]*\?|\?)?(?:p\?)?nonogram(?:_edit)?/(?P<rest>[^\s]*)")
_NUMBER = re.compile(r"-[0-9a-f]{2}|\+[0-9a-f]{3}|[0-9a-f]|(?P<skip>[g-z])")


def is_link(text: str) -> bool:
    """True for a link to a nonogram.

    >>> is_link("https://puzz.link/p?nonogram/3/2/2h1h2h11h3h"), is_link("?width=1")
    (True, False)
    """
    return _LINK.fullmatch(text) is not None


def read_link(text: str) -> Puzzle:
    """The puzzle of a link.

    >>> read_link("https://puzz.link/p?nonogram/3/2/212113g")
    Puzzle(rows=[[1, 1], [3]], columns=[[2], [1], [2]])

    Raises:
        PuzzleSyntaxError: it is damaged.
        PuzzleError: the puzzle is impossible by itself.
    """
    match = _LINK.fullmatch(text)
    width, height, data = [*(match["rest"] if match else "").split("/"), "", "", ""][:3]
    sides = []
    for name, value in (("width", width), ("height", height)):
        if not re.fullmatch("[0-9]{1,4}", value) or not 1 <= int(value) <= MAX_SIDE:
            raise PuzzleSyntaxError(
                f"the {name} in the link is {excerpt(value)}, not 1 to {MAX_SIDE}"
            )
        sides.append(int(value))
    columns, rows = _sides(data, *sides)
    return build(rows, columns)


def _sides(data: str, width: int, height: int) -> list[list[list[int]]]:
    """The clues of the columns and of the rows."""
    numbers: dict[int, int] = {}
    at = place = 0
    while at < len(data):
        match = _NUMBER.match(data, at)
        if match is None:
            raise PuzzleSyntaxError(f"the link is damaged at {excerpt(data[at : at + 8])}")
        if match["skip"]:
            place += int(match["skip"], 36) - 15
        else:
            numbers[place] = int(match[0].lstrip("-+"), 16)
            place += 1
        at = match.end()
    found, begin = [], 0
    for lines, cells in ((width, (height + 1) // 2), (height, (width + 1) // 2)):
        clues = []
        for _ in range(lines):
            own = [numbers.pop(begin + i, 0) for i in range(cells)]
            clues.append(_clue(own[::-1]))
            begin += cells
        found.append(clues)
    if numbers:
        raise PuzzleSyntaxError("the link has more numbers than the board has room for")
    return found


def _clue(cells: list[int]) -> list[int]:
    clue = [number for number in cells if number]
    if cells[len(cells) - len(clue) :] != clue:
        raise PuzzleSyntaxError("there is a gap in a clue: the numbers begin at the board")
    return clue


def read(text: str) -> Puzzle:
    """The puzzle of a file ``pzprv3``.

    >>> read("pzprv3\\nnonogram\\n1\\n2\\n. . 1\\n1 . #\\n")
    Puzzle(rows=[[1]], columns=[[], [1]], goal=Grid('.#'))

    Raises:
        PuzzleSyntaxError, PuzzleError: with the fault.
    """
    lines = [line.strip() for line in newlines(text).split("\n")]
    if lines[1:2] != ["nonogram"]:
        raise fault(
            f"{excerpt(''.join(lines[1:2]))} is another kind of puzzle: nonogram is read", 2
        )
    sides = []
    for number in (2, 3):
        value = "".join(lines[number : number + 1])
        if not re.fullmatch("[0-9]{1,4}", value) or not 1 <= int(value) <= MAX_SIDE:
            raise fault(f"{excerpt(value)} is not a number of rows or columns", number + 1)
        sides.append(int(value))
    height, width = sides
    top, left = (height + 1) // 2, (width + 1) // 2
    table = [line.split() for line in lines[4 : 4 + top + height] if line]
    if len(table) != top + height:
        have = counted(len(table), "line")
        raise PuzzleSyntaxError(f"{have} of cells, the size says {top + height}")
    for number, row in enumerate(table, start=5):
        if len(row) != left + width:
            have = counted(len(row), "cell")
            raise fault(f"{have} in a line, the size says {left + width}", number)
    numbers = [[_number(cell, y + 5) for cell in row] for y, row in enumerate(table)]
    columns = [_clue([numbers[y][left + x] for y in range(top)]) for x in range(width)]
    rows = [_clue(numbers[top + y][:left]) for y in range(height)]
    puzzle = build(rows, columns)
    filled = [row[left + x] == "#" for row in table[top:] for x in range(width)]
    goal = Grid.from_cells(height, width, bytes(FILLED if x else EMPTY for x in filled))
    return puzzle if puzzle.faults(goal) else build(rows, columns, goal=goal)


def _number(cell: str, file_line: int) -> int:
    if cell in (".", "#", "+"):
        return 0
    if not re.fullmatch("c?[0-9]{1,4}", cell):
        raise fault(f"{excerpt(cell)} is neither a number nor a cell", file_line)
    return int(cell.removeprefix("c"))
