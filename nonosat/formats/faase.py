# SPDX-License-Identifier: MIT
"""The text form of Frans Faase's solver; black and white.

A line ``rows`` and the clues of the rows, a line ``columns`` and those of the columns; numbers with
blanks between them, ``0`` for an empty clue. No sample was found: the grammar is that of programs
that read it. The reader of .non files, which have sizes and commas, reads such texts as well.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.number_lines import Reader, clue_text, numbered
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("rows\\n1\\ncolumns\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    lines = [line for line in numbered(text) if line[1]]
    words = [line[1].lower() for line in lines]
    for word in ("rows", "columns"):
        if words.count(word) != 1:
            raise PuzzleSyntaxError(f"a line {word!r} is needed, once")
    if words[0] not in ("rows", "columns"):
        raise PuzzleSyntaxError("the first line is not 'rows' or 'columns'")
    second = max(words.index("rows"), words.index("columns"))
    reader = Reader()
    first_axis = "R" if words[0] == "rows" else "C"
    reader.add_all(first_axis, lines[1:second])
    reader.add_all("C" if first_axis == "R" else "R", lines[second + 1 :])
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps(Puzzle([[1]], [[1], []]))
    'rows\\n1\\ncolumns\\n1\\n0\\n'
    """
    lines = ["rows", *map(clue_text, puzzle.rows), "columns", *map(clue_text, puzzle.columns)]
    return "\n".join(lines) + "\n"
