# SPDX-License-Identifier: MIT
"""The text form of a nonogram program for Gecode/R; black and white.

A line ``row_rules:`` and the clues of the rows, a line ``col_rules:`` and those of the columns;
numbers with commas between them, ``0`` for an empty clue. ``#`` begins a comment, blank lines do
not count.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.number_lines import Reader, clue_text, numbered
from nonosat.model.puzzle import Puzzle

_HEADS = {"row_rules:": "R", "col_rules:": "C"}


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("row_rules:\\n1\\n\\ncol_rules:\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    reader = Reader("a comma")
    seen = []
    for line in numbered(text, "#"):
        if line[1] in _HEADS:
            seen.append(line[1])
        elif line[1] and not seen:
            raise PuzzleSyntaxError("the text does not begin with row_rules: or col_rules:")
        elif line[1]:
            reader.add(_HEADS[seen[-1]], line)
    if sorted(seen) != sorted(_HEADS):
        raise PuzzleSyntaxError("row_rules: and col_rules: are needed, once each")
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1, 1]], [[1], [], [1]]))
    'row_rules:\\n1,1\\n\\ncol_rules:\\n1\\n0\\n1\\n'
    """
    rows, columns = (
        "\n".join(clue_text(clue, ",") for clue in clues) for clues in (puzzle.rows, puzzle.columns)
    )
    return f"row_rules:\n{rows}\n\ncol_rules:\n{columns}\n"
