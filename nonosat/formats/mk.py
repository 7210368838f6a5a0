# SPDX-License-Identifier: MIT
"""The text form .mk of Mirek and Petr Olšák's ``grid``, also read by pbnsolve; black and white.

``HEIGHT WIDTH`` on the first line, the clues of the rows, a line ``#``, the clues of the columns;
numbers with blanks between them, ``0`` or a blank line for an empty clue.
"""

from __future__ import annotations

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.number_lines import Reader, clue_text, numbered, sizes
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1 2\\n1\\n#\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    first, *lines = numbered(text)
    height, width = sizes(first, 2, "HEIGHT WIDTH")
    middle = next((i for i, (_, line) in enumerate(lines) if line == "#"), None)
    if middle is None:
        raise PuzzleSyntaxError(
            Fault("no line # between the rows and the columns", file_line=first[0])
        )
    rows, columns = lines[:middle], lines[middle + 1 :]
    while len(columns) < width and columns and len(rows) == height:
        columns.append((columns[-1][0], ""))  # blank lines at the end may have been lost
    reader = Reader()
    reader.add_all("R", rows)
    reader.add_all("C", columns)
    reader.expect("R", height, first[0])
    reader.expect("C", width, lines[middle][0])
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '1 2\\n1\\n#\\n1\\n0\\n'
    """
    lines = [f"{puzzle.height} {puzzle.width}", *map(clue_text, puzzle.rows), "#"]
    return "\n".join([*lines, *map(clue_text, puzzle.columns)]) + "\n"
