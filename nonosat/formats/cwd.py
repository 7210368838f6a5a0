# SPDX-License-Identifier: MIT
"""The text form .cwd of QNonograms, also read by pbnsolve; black and white.

The height on the first line, the width on the second, the clues of the rows, one blank line, the
clues of the columns; ``0`` for an empty clue.
"""

from __future__ import annotations

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.number_lines import Reader, clue_text, numbered, sizes
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1\\n2\\n1\\n\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    lines = numbered(text)
    (height,) = sizes(lines[0], 1, "the height")
    (width,) = sizes(lines[1] if len(lines) > 1 else (2, ""), 1, "the width")
    middle = 2 + height
    if len(lines) <= middle or lines[middle][1]:
        raise PuzzleSyntaxError(Fault(f"no blank line behind {height} rows", file_line=3 + height))
    reader = Reader()
    reader.add_all("R", lines[2:middle])
    columns = lines[middle + 1 :]
    while 0 < len(columns) < width:
        columns.append((columns[-1][0], ""))  # blank lines at the end may have been lost
    reader.add_all("C", columns)
    reader.expect("C", width, lines[middle][0])
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '1\\n2\\n1\\n\\n1\\n0\\n'
    """
    lines = [str(puzzle.height), str(puzzle.width), *map(clue_text, puzzle.rows), ""]
    return "\n".join([*lines, *map(clue_text, puzzle.columns)]) + "\n"
