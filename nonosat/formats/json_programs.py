# SPDX-License-Identifier: MIT
"""JSON of three programs: the clues of ThomasR's solver and of nonojs, the pictures of neolao.

``json_values`` parses it within bounds and names the places of faults.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import RGB, PuzzleOrError, attempt, build, in_order, make_palette
from nonosat.formats.json_values import clue_lists, kind, parse, text_of
from nonosat.model.clue import EMPTY
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle


def _checked(data: object, path: str, what: str) -> dict[str, object]:
    """The object at a path.

    Raises:
        PuzzleSyntaxError: it is something else.
    """
    if not isinstance(data, dict):
        where = path.removesuffix(".") or "the JSON"
        raise PuzzleSyntaxError(f"{where} is {kind(data)}, {what}")
    return data


def _puzzle(data: dict[str, object], keys: tuple[str, str], path: str = "", **texts: str) -> Puzzle:
    """The puzzle of two lists of clues, rows first; ``texts`` are the keys of its metadata."""
    faults: list[Fault] = []
    rows, columns = (clue_lists(data, key, path, faults) for key in keys)
    meta = Metadata(**{name: text_of(data, key, path, faults) for name, key in texts.items()})
    if not rows or not columns:
        raise PuzzleSyntaxError(in_order(faults))
    return build(rows, columns, meta=meta, faults=faults)


def read_thomasr(text: str) -> Puzzle:
    """The JSON of ThomasR's solver: ``{"columns": [[1], ..], "rows": [[2], ..]}``.

    Both lists hold one list of lengths for each line; an empty line is ``[0]`` or ``[]``. Other
    keys are ignored. The writer writes ``[0]``, as the examples of that program do. With rows
    first, a text is also ``json``, which reads the same puzzle.

    >>> read_thomasr('{"columns": [[1], [0]], "rows": [[1]]}')
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    data = _checked(parse(text), "", "a puzzle is an object with columns and rows")
    return _puzzle(data, ("rows", "columns"))


def dumps_thomasr(puzzle: Puzzle) -> str:
    """The puzzle as JSON.

    >>> print(dumps_thomasr(Puzzle([[1]], [[1], []])), end="")
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


def loads_nonojs(text: str) -> Iterator[PuzzleOrError]:
    """The JSON of nonojs: ``{"nonograms": [{"id": .., "title": .., "rowHints": .., "colHints":
    ..}]}``.

    One object, a list of them, or an object with a list of them. ``id`` is the catalogue entry when
    it is read; the writer has ``title`` alone. An empty line is ``[]`` or ``[0]``.

    >>> next(loads_nonojs('{"nonograms": [{"rowHints": [[1]], "colHints": [[1], []]}]}'))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    data = parse(text)
    path = ""
    if isinstance(data, dict) and "nonograms" in data:
        path, data = "nonograms", data["nonograms"]
    if not isinstance(data, list):
        yield attempt(_nonojs_read, data, "")
        return
    if not data:
        yield PuzzleSyntaxError(f"{path or 'the list'} is empty: there is no puzzle in it")
    for index, item in enumerate(data):
        yield attempt(_nonojs_read, item, f"{path}[{index}].")


def _nonojs_read(data: object, path: str) -> Puzzle:
    data = _checked(data, path, "a puzzle is an object with rowHints and colHints")
    return _puzzle(data, ("rowHints", "colHints"), path, title="title", catalogue="id")


def dumps_all_nonojs(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as a list.

    >>> print(dumps_all_nonojs([Puzzle([[1]], [[1], []])]), end="")
    {"nonograms": [
      {"rowHints": [[1]], "colHints": [[1], []]}
    ]}
    """
    return '{"nonograms": [\n  ' + ",\n  ".join(map(_object, puzzles)) + "\n]}\n"


def _object(puzzle: Puzzle) -> str:
    data: dict[str, object] = {"title": puzzle.title} if puzzle.title else {}
    for key, clues in (("rowHints", puzzle.rows), ("colHints", puzzle.columns)):
        data[key] = [[block.length for block in clue or ()] for clue in clues]
    return json.dumps(data)


def read_neolao(text: str) -> Puzzle:
    """The JSON pictures of neolao: a palette, and for each cell the number of a colour, or null.

    ::

        {"name": "Mouse", "width": 2, "height": 1, "palette": ["#000000"], "cells": [[0, null]]}

    The picture makes the puzzle. ``width`` and ``height`` must agree with the cells if they are
    there; ``id`` and other keys are ignored.

    >>> read_neolao('{"palette": ["#000"], "cells": [[0, null]]}')
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    data = _checked(parse(text), "", "a picture is an object with palette and cells")
    return _neolao_read(data)


def _neolao_read(data: dict[str, object]) -> Puzzle:
    faults: list[Fault] = []
    meta = Metadata(title=text_of(data, "name", "", faults))
    palette = _palette(data.get("palette"), faults)
    rows = _rows(data.get("cells"), len(palette), faults)
    for key, own in (("width", len(rows[0]) if rows else 0), ("height", len(rows))):
        if rows and data.get(key, own) != own:
            faults.append(Fault(f"{key} is {kind(data[key])}, the cells have {own}"))
    if faults or not rows:
        raise PuzzleSyntaxError(in_order(faults))
    goal = Grid.from_rows(rows, palette.letters)
    return build(*goal.clues(), palette=palette, goal=goal, meta=meta)


def _palette(value: object, faults: list[Fault]) -> Palette:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_COLORS:
        what = f"{len(value)} colours" if isinstance(value, list) else kind(value)
        faults.append(Fault(f"palette: a list of 1 to {MAX_COLORS} colours is needed, not {what}"))
        return BLACK
    rgbs = []
    for index, rgb in enumerate(value):
        if isinstance(rgb, str) and RGB.fullmatch(rgb):
            rgbs.append(rgb)
        else:
            faults.append(Fault(f"palette[{index}]: #rrggbb is needed, this is {kind(rgb)}"))
            rgbs.append("#000000")
    if len(rgbs) == 1 and rgbs[0].removeprefix("#") in ("000", "000000"):
        return BLACK
    return make_palette([(f"color {n}", rgb, None) for n, rgb in enumerate(rgbs, 1)], "#ffffff")


def _rows(value: object, colors: int, faults: list[Fault]) -> list[list[int]]:
    """The cells as values; nothing, and a fault is noted, if they are no picture."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        faults.append(Fault("cells: a list of rows is needed, each a list of numbers and null"))
        return []
    sizes = {len(row) for row in value}
    if not 1 <= len(value) <= MAX_SIDE or not 1 <= max(sizes) <= MAX_SIDE:
        message = f"cells: {len(value)} rows of {max(sizes, default=0)} cells: 1 to {MAX_SIDE} each"
        faults.append(Fault(message))
        return []
    before = len(faults)
    for index, row in enumerate(value):
        if len(row) != len(value[0]):
            message = f"cells[{index}]: {len(row)} cells, the first row has {len(value[0])}"
            faults.append(Fault(message))
        for column, cell in enumerate(row):
            if cell is not None and (type(cell) is not int or not 0 <= cell < colors):
                what = f"cells[{index}][{column}]: {kind(cell)} is neither null nor the number"
                faults.append(Fault(f"{what} of a colour, 0 to {colors - 1}"))
    if len(faults) > before:
        return []
    return [[EMPTY if cell is None else cell + 1 for cell in row] for row in value]


def dumps_neolao(puzzle: Puzzle) -> str:
    """The goal picture as JSON.

    >>> print(dumps_neolao(Puzzle.from_grid("#.")), end="")
    {
      "width": 2,
      "height": 1,
      "palette": ["#000000"],
      "cells": [
        [0, null]
      ]
    }
    """
    goal = puzzle.goal
    assert goal is not None
    rows = [json.dumps([cell - 1 if cell else None for cell in row]) for row in goal]
    palette = json.dumps([color.rgb for color in puzzle.palette.colors])
    parts = [f'"name": {json.dumps(puzzle.title)}'] if puzzle.title else []
    parts += [f'"width": {puzzle.width}', f'"height": {puzzle.height}', f'"palette": {palette}']
    parts.append('"cells": [\n    ' + ",\n    ".join(rows) + "\n  ]")
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"
