# SPDX-License-Identifier: MIT
"""The text form of jsolver, which webpbn.com exports as ``syro``; black and white.

The clues of the rows, a blank line, the clues of the columns; each clue ends with ``0``, so that an
empty one is ``0`` alone. Lines that begin with ``#`` are comments. No sample was found: the grammar
is that of programs that read it.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.number_lines import clue_text, read_sections
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzle of a text, or the error that says what is wrong with it.

    >>> next(loads("1 0\\n\\n1 0\\n0\\n"))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    try:
        yield read_sections(text, comment="#", end=True)
    except (PuzzleError, PuzzleSyntaxError) as error:
        yield error


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
