# SPDX-License-Identifier: MIT
"""The text form of jsolver, which webpbn.com exports as ``syro``; black and white.

The clues of the rows, a blank line, the clues of the columns; each clue ends with ``0``, so that an
empty one is ``0`` alone. Lines that begin with ``#`` are comments. No sample was found: the grammar
is that of programs that read it.
"""

from __future__ import annotations

from nonosat.formats.number_lines import clue_text, read_sections
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("1 0\\n\\n1 0\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    return read_sections(text, comment="#", end=True)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '1 0\\n\\n1 0\\n0\\n'
    """
    rows, columns = (
        "\n".join(f"{clue_text(clue, empty='')} 0".strip() for clue in clues)
        for clues in (puzzle.rows, puzzle.columns)
    )
    return f"{rows}\n\n{columns}\n"
