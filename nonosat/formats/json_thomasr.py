# SPDX-License-Identifier: MIT
"""The JSON of ThomasR's solver: ``{"columns": [[1], ..], "rows": [[2], ..]}``.

Both lists hold one list of lengths for each line; an empty line is ``[0]`` or ``[]``. Other keys
are ignored. The writer writes ``[0]``, as the examples of that program do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, build, in_order
from nonosat.formats.json_values import clue_lists, kind, parse
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzle of a text, or the error that says what is wrong with it.

    >>> next(loads('{"columns": [[1], [0]], "rows": [[1]]}'))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    try:
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
        yield build(rows, columns, faults=faults)
    except (PuzzleError, PuzzleSyntaxError) as error:
        yield error


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
