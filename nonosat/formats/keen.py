# SPDX-License-Identifier: MIT
"""The text form of Kyle Keen's solver, version 2; black and white.

The clues of the rows, one blank line, the clues of the columns; numbers with blanks between them,
``0`` for an empty clue. The sizes are the numbers of lines.
"""

from __future__ import annotations

from nonosat.formats.number_lines import clue_text, read_sections
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1 1\\n\\n1\\n0\\n1\\n")
    Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    """
    return read_sections(text)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1, 1]], [[1], [], [1]]))
    '1 1\\n\\n1\\n0\\n1\\n'
    """
    rows, columns = (
        "\n".join(clue_text(clue, " ") for clue in clues) for clues in (puzzle.rows, puzzle.columns)
    )
    return f"{rows}\n\n{columns}\n"
