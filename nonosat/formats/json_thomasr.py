# SPDX-License-Identifier: MIT
"""The JSON of ThomasR's solver: ``{"columns": [[1], ..], "rows": [[2], ..]}``.

Both lists hold one list of lengths for each line; an empty line is ``[0]`` or ``[]``. Other keys
are ignored. The writer writes ``[0]``, as the examples of that program do.
"""

from __future__ import annotations

import json

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import build, in_order
from nonosat.formats.json_values import clue_lists, kind, parse
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read('{"columns": [[1], [0]], "rows": [[1]]}')
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    data = parse(text)
    if not isinstance(data, dict):
        raise PuzzleSyntaxError(
            f"the JSON is {kind(data)}, a puzzle is an object with columns and rows"
        )
    faults: list[Fault] = []
    rows = clue_lists(data, "rows", "", faults)
    columns = clue_lists(data, "columns", "", faults)
    if not rows or not columns:
        raise PuzzleSyntaxError(in_order(faults))
    return build(rows, columns, faults=faults)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as JSON.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    {
      "columns": [[1], [0]],
      "rows": [[1]]
    }
    """
    columns, rows = (
        json.dumps([[block.length for block in clue or ()] or [0] for clue in clues])
        for clues in (puzzle.columns, puzzle.rows)
    )
    return f'{{\n  "columns": {columns},\n  "rows": {rows}\n}}\n'
