# SPDX-License-Identifier: MIT
"""The text form .nin of Jakub Wilk's solver; black and white.

``WIDTH HEIGHT`` on the first line, then the clues of the rows and those of the columns, without
anything between them; ``0`` or a blank line for an empty clue. Many collections use it.
"""

from __future__ import annotations

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import counted
from nonosat.formats.number_lines import Reader, clue_text, numbered, sizes
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("2 1\\n1\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    first, *lines = numbered(text)
    width, height = sizes(first, 2, "WIDTH HEIGHT")
    filled = [line for line in lines if line[1]]
    if len(filled) == width + height:
        lines = filled
    while height < len(lines) < width + height:
        lines.append((lines[-1][0], ""))  # blank lines at the end may have been lost
    if len(lines) != width + height:
        raise PuzzleSyntaxError(
            Fault(
                f"{counted(len(lines), 'clue')}, the size needs {height} + {width}",
                file_line=first[0],
            )
        )
    reader = Reader()
    reader.add_all("R", lines[:height])
    reader.add_all("C", lines[height:])
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '2 1\\n1\\n1\\n0\\n'
    """
    lines = [f"{puzzle.width} {puzzle.height}", *map(clue_text, puzzle.rows)]
    return "\n".join([*lines, *map(clue_text, puzzle.columns)]) + "\n"
