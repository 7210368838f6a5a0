# SPDX-License-Identifier: MIT
"""JSON: our own form and the form of davidje13's program; this module writes both.

They are read natively; ``native/read_json.cpp`` has the grammar and the meaning of each key.
Every puzzle can be represented: ``loads(dumps(puzzle))`` is the same puzzle. The keys of our form
are the names in Python. The dialect ``davidje13`` has the keys that his program looks for, ``cols``
and ``name`` for ``columns`` and ``title``; that program ignores all keys that it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.native import read_json
from nonosat.model.clue import Clue
from nonosat.model.loose_clues import LooseClues
from nonosat.model.palette import BLACK, Color, Palette
from nonosat.model.puzzle import Puzzle

_TEXTS = ("title", "author", "copyright", "license", "catalogue", "description")
_KEYS: dict[str, dict[str, str]] = {
    "nonosat": {},
    "davidje13": {"title": "name", "columns": "cols"},
}
"""The dialects, each with its own keys."""


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as its error.

    >>> next(loads('{"image": ["x ", "xx"]}'))
    Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=Grid('#.\\n##'))
    """
    items = read_json(text)
    first = [*islice(items, 2)]
    match first:
        case [PuzzleSyntaxError() as error] if _is_about_clues(error) and _holds_lists(text):
            hint = Fault("lists of clues that are written otherwise are read by --format clues")
            yield PuzzleSyntaxError([*error.faults, hint], error.source, error.clues)
        case _:
            yield from first
    yield from items


def _is_about_clues(error: PuzzleSyntaxError) -> bool:
    return all(fault.line is not None for fault in error.faults)


def _holds_lists(text: str) -> bool:
    from nonosat.formats import clues  # only for broken files

    try:
        return all(isinstance(item, Puzzle) for item in clues.loads(text))
    except PuzzleSyntaxError:
        return False


def dumps(puzzle: Puzzle | LooseClues, dialect: str = "nonosat") -> str:
    """The puzzle as JSON, one line of text per line of the puzzle; ``loads`` rebuilds it.

    >>> print(dumps(Puzzle(rows=[[1], None], columns=[[1]])), end="")
    {
      "rows": [
        [1],
        null
      ],
      "columns": [
        [1]
      ]
    }
    """
    meta, palette = puzzle.meta, puzzle.palette
    keys = _KEYS[dialect]
    parts = [
        f"{_json(keys.get(key, key))}: {_json(getattr(meta, key))}"
        for key in _TEXTS
        # Without a title, the reader would use the description as title.
        if getattr(meta, key) or (key == "title" and meta.description)
    ]
    if palette != BLACK:
        colors = _json_list([_color_data(color) for color in palette.colors])
        background = _json(palette.background)
        parts.append(f'"palette": {{"background": {background}, "colors": {colors}}}')
    for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        parts.append(
            f'"{keys.get(key, key)}": {_json_list([_clue_data(clue, palette) for clue in clues])}'
        )
    for key, grid in (("cells", puzzle.goal), ("printed", puzzle.printed)):
        if grid is not None:
            parts.append(f'"{key}": {_json_list(grid.text_rows())}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def dumps_all(puzzles: Sequence[Puzzle], dialect: str = "nonosat") -> str:
    """The puzzles as a list."""
    return "[\n" + ",\n".join(dumps(puzzle, dialect).rstrip("\n") for puzzle in puzzles) + "\n]\n"


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    # Control characters and the like are escaped.
    return text if text.isprintable() else json.dumps(value)


def _json_list(items: Sequence[object]) -> str:
    return "[\n    " + ",\n    ".join(map(_json, items)) + "\n  ]"


def _color_data(color: Color) -> dict[str, str]:
    return {"name": color.name, "rgb": color.rgb, "letter": color.letter}


def _clue_data(clue: Clue | None, palette: Palette) -> object:
    if clue is None:
        return None
    if len(palette) == 1:
        return [block.length for block in clue]
    return [[block.length, palette.letters[block.color - 1]] for block in clue]
