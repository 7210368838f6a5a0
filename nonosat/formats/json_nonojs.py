# SPDX-License-Identifier: MIT
"""The JSON of nonojs: ``{"nonograms": [{"id": .., "title": .., "rowHints": .., "colHints": ..}]}``.

One object, a list of them, or an object with a list of them. ``id`` is the catalogue entry when it
is read; the writer has ``title`` alone. An empty line is ``[]`` or ``[0]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, attempt, build, in_order
from nonosat.formats.json_values import clue_lists, kind, parse, text_of
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads('{"nonograms": [{"rowHints": [[1]], "colHints": [[1], []]}]}'))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    data = parse(text)
    path = ""
    if isinstance(data, dict) and "nonograms" in data:
        path, data = "nonograms", data["nonograms"]
    if not isinstance(data, list):
        yield attempt(_read, data, "")
        return
    if not data:
        yield PuzzleSyntaxError(f"{path or 'the list'} is empty: there is no puzzle in it")
    for index, item in enumerate(data):
        yield attempt(_read, item, f"{path}[{index}].")


def _read(data: object, path: str) -> Puzzle:
    if not isinstance(data, dict):
        where = path.removesuffix(".") or "the JSON"
        raise PuzzleSyntaxError(
            f"{where} is {kind(data)}, a puzzle is an object with rowHints and colHints"
        )
    faults: list[Fault] = []
    rows = clue_lists(data, "rowHints", path, faults)
    columns = clue_lists(data, "colHints", path, faults)
    meta = Metadata(
        title=text_of(data, "title", path, faults), catalogue=text_of(data, "id", path, faults)
    )
    if not rows or not columns:
        raise PuzzleSyntaxError(in_order(faults))
    return build(rows, columns, meta=meta, faults=faults)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as JSON, in a list with one item.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    {"nonograms": [
      {"rowHints": [[1]], "colHints": [[1], []]}
    ]}
    """
    return dumps_all([puzzle])


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as a list."""
    return '{"nonograms": [\n  ' + ",\n  ".join(map(_object, puzzles)) + "\n]}\n"


def _object(puzzle: Puzzle) -> str:
    data: dict[str, object] = {"title": puzzle.title} if puzzle.title else {}
    for key, clues in (("rowHints", puzzle.rows), ("colHints", puzzle.columns)):
        data[key] = [[block.length for block in clue or ()] for clue in clues]
    return json.dumps(data)
