# SPDX-License-Identifier: MIT
"""JSON of three programs: the clues of ThomasR's solver and of nonojs, the pictures of neolao.

It is parsed within bounds, and a fault names its place as in JavaScript: ``rows[3][1]``. (JSON has
no line numbers for values.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import (
    MAX_DIGITS,
    RGB,
    PuzzleOrError,
    attempt,
    build,
    counted,
    excerpt,
    in_order,
    is_not,
    make_palette,
    refuse_long,
)
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread, members, remarks
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle


class Number:
    """A number that is not the length of a block: too long to convert, a fraction, NaN."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text if len(self.text) <= 20 else f"{self.text[:20]}..."


def parse(text: str) -> object:
    """The value of a text.

    Raises:
        PuzzleSyntaxError: the text is not JSON, too long or nested too deeply, or has a key twice.
    """
    refuse_long(text, "JSON")
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_int=lambda digits: int(digits) if len(digits) <= MAX_DIGITS else Number(digits),
            parse_float=Number,
            parse_constant=Number,
        )
    except json.JSONDecodeError as error:
        raise fault(f"not JSON: {error.msg} at column {error.colno}", error.lineno) from None
    except RecursionError:
        raise PuzzleSyntaxError("the JSON is nested too deeply: a puzzle has four levels") from None


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        double = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise PuzzleSyntaxError(f"the key {excerpt(double)} occurs twice in one object")
    return result


def _kind(value: object) -> str:
    """A value in words, for a message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return is_not(value, "").partition(" ")[2] if value == "?" else f"the text {excerpt(value)}"
    if isinstance(value, (int, Number)):
        return repr(value)
    return "a list" if isinstance(value, list) else "an object"


def _clue_lists(
    data: dict[str, object], key: str, path: str, faults: list[Fault]
) -> list[list[int] | None]:
    """The clues of a key: lists of lengths, ``[0]`` or ``[]`` for an empty line.

    A clue that cannot be read is None, and its fault is noted.
    """
    value = data.get(key)
    if not isinstance(value, list):
        what = f"this is {_kind(value)}" if key in data else "it is missing"
        faults.append(Fault(f"{path}{key}: a list of clues is needed, {what}"))
        return []
    if not 1 <= len(value) <= MAX_SIDE:
        message = f"{path}{key}: {len(value)} clues: a puzzle has 1 to {MAX_SIDE} of them"
        faults.append(Fault(message))
        return []
    return [_clue(item, f"{path}{key}[{index}]", faults) for index, item in enumerate(value)]


def _clue(value: object, path: str, faults: list[Fault]) -> list[int] | None:
    if not isinstance(value, list):
        faults.append(Fault(f"{path}: a list of lengths is needed, this is {_kind(value)}"))
        return None
    if len(value) > MAX_SIDE:
        faults.append(Fault(f"{path}: {len(value)} blocks do not fit into any line"))
        return None
    if value == [0] and value[0] is not False:
        return []
    clue: list[int] = []
    for index, item in enumerate(value):
        if isinstance(item, bool) or not isinstance(item, int) or item < 1:
            what = f"length {item}: at least 1" if type(item) is int else f"this is {_kind(item)}"
            faults.append(Fault(f"{path}[{index}]: a length is needed, {what}"))
            return None
        clue.append(item)
    return clue


def _text_of(data: dict[str, object], key: str, path: str, faults: list[Fault]) -> str:
    """The text of a key; empty if it is absent or null, or (with a fault) if it is not text."""
    value = data.get(key)
    if isinstance(value, str):
        return value
    if value is not None:
        faults.append(Fault(f"{path}{key}: a text is needed, this is {_kind(value)}"))
    return ""


def _checked(data: object, path: str, what: str) -> dict[str, object]:
    """The object at a path.

    Raises:
        PuzzleSyntaxError: the value is not an object.
    """
    if not isinstance(data, dict):
        where = path.removesuffix(".") or "the JSON"
        raise PuzzleSyntaxError(f"{where} is {_kind(data)}, {what}")
    return data


_NO_TEXTS: Mapping[str, str] = {}


def _puzzle(
    data: dict[str, object],
    keys: tuple[str, str],
    path: str = "",
    *,
    cells: bool = False,
    beside: Iterable[Unread] = (),
    texts: Mapping[str, str] = _NO_TEXTS,
) -> Puzzle:
    """The puzzle of two lists of clues, rows first; ``texts`` are the keys of its metadata.

    ``cells``: it may have printed cells, as ``content``. ``beside``: unread parts beside it.
    """
    faults: list[Fault] = []
    rows, columns = (_clue_lists(data, key, path, faults) for key in keys)
    meta = Metadata(**{name: _text_of(data, key, path, faults) for name, key in texts.items()})
    printed = _content(data, len(rows), len(columns), faults) if cells else None
    known = frozenset((*keys, *texts.values(), *(["content"] if cells else [])))
    unread = [*beside, *members(data, known, path)]
    if not rows or not columns:
        raise PuzzleSyntaxError(in_order([*faults, *remarks(unread, len(rows), len(columns))]))
    return build(rows, columns, meta=meta, printed=printed, faults=faults, unread=unread)


_VALUES = {1: FILLED, -1: EMPTY, 0: UNKNOWN}


def _content(data: dict[str, object], height: int, width: int, faults: list[Fault]) -> Grid | None:
    """The printed cells; None if the puzzle has none, or (with a fault) if they are unreadable."""
    values = data.get("content")
    if values is None or not height or not width:
        return None
    if not isinstance(values, list) or len(values) != height * width:
        have = counted(len(values), "value") if isinstance(values, list) else _kind(values)
        message = f"content: a list of {width}x{height} = {width * height} values is needed, "
        faults.append(Fault(f"{message}not {have}"))
        return None
    for index, value in enumerate(values):
        if type(value) is not int or value not in _VALUES:
            message = "1 (filled), -1 (empty) or 0 (unknown) is needed, this is "
            faults.append(Fault(f"content[{index}]: {message}{_kind(value)}"))
            return None
    return Grid.from_cells(height, width, bytes(_VALUES[value] for value in values))


def read_thomasr(text: str) -> Puzzle:
    """The JSON of ThomasR's solver: ``{"columns": [[1], ..], "rows": [[2], ..]}``.

    Both lists hold one list of lengths for each line; an empty line is ``[0]`` or ``[]``. The
    printed cells are ``content``, a list of all cells row by row: 1 is filled, -1 empty, 0 unknown.
    The writer writes ``[0]``, as the examples of that program do. With rows first, a text is also
    ``json``, which reads the same puzzle.

    >>> read_thomasr('{"columns": [[1], [0]], "rows": [[1]], "content": [0, -1]}')
    Puzzle(rows=[[1]], columns=[[1], []], printed=Grid('?.'))
    """
    data = _checked(parse(text), "", "a puzzle is an object with columns and rows")
    return _puzzle(data, ("rows", "columns"), cells=True)


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
    content = ""
    if puzzle.printed is not None:
        values = {cell: value for value, cell in _VALUES.items()}
        content = f',\n  "content": {json.dumps([values[cell] for cell in puzzle.printed.cells])}'
    return f'{{\n  "columns": {columns},\n  "rows": {rows}{content}\n}}\n'


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
    beside: list[Unread] = []
    if isinstance(data, dict) and "nonograms" in data:
        beside = list(members(data, frozenset(("nonograms",))))
        path, data = "nonograms", data["nonograms"]
    if not isinstance(data, list):
        yield attempt(_nonojs_read, data, "", beside)
        return
    if not data:
        yield PuzzleSyntaxError(f"{path or 'the list'} is empty: there is no puzzle in it")
    for index, item in enumerate(data):
        yield attempt(_nonojs_read, item, f"{path}[{index}].", beside)
        beside = []


def _nonojs_read(data: object, path: str, beside: Sequence[Unread]) -> Puzzle:
    data = _checked(data, path, "a puzzle is an object with rowHints and colHints")
    texts = {"title": "title", "catalogue": "id"}
    return _puzzle(data, ("rowHints", "colHints"), path, beside=beside, texts=texts)


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


_NEOLAO = frozenset(("id", "name", "width", "height", "palette", "cells"))


def read_neolao(text: str) -> Puzzle:
    """The JSON pictures of neolao: a palette, and for each cell the number of a colour, or null.

    ::

        {"name": "Mouse", "width": 2, "height": 1, "palette": ["#000000"], "cells": [[0, null]]}

    The clues follow from the picture. ``width`` and ``height`` must agree with the cells if they
    are there; ``id`` is ignored.

    >>> read_neolao('{"palette": ["#000"], "cells": [[0, null]]}')
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    data = _checked(parse(text), "", "a picture is an object with palette and cells")
    faults: list[Fault] = []
    unread = list(members(data, _NEOLAO))
    meta = Metadata(title=_text_of(data, "name", "", faults))
    palette = _palette(data.get("palette"), faults)
    rows = _rows(data.get("cells"), len(palette), faults)
    for key, own in (("width", len(rows[0]) if rows else 0), ("height", len(rows))):
        if rows and data.get(key, own) != own:
            faults.append(Fault(f"{key} is {_kind(data[key])}, the cells have {own}"))
    if faults or not rows:
        raise PuzzleSyntaxError(in_order([*faults, *remarks(unread, 0, 0)]))
    goal = Grid.from_rows(rows, palette.letters)
    return build(*goal.clues(), palette=palette, goal=goal, meta=meta, unread=unread)


def _palette(value: object, faults: list[Fault]) -> Palette:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_COLORS:
        what = f"{len(value)} colours" if isinstance(value, list) else _kind(value)
        faults.append(Fault(f"palette: a list of 1 to {MAX_COLORS} colours is needed, not {what}"))
        return BLACK
    rgbs = []
    for index, rgb in enumerate(value):
        if isinstance(rgb, str) and RGB.fullmatch(rgb):
            rgbs.append(rgb)
        else:
            faults.append(Fault(f"palette[{index}]: #rrggbb is needed, this is {_kind(rgb)}"))
            rgbs.append("#000000")
    if len(rgbs) == 1 and rgbs[0].removeprefix("#") in ("000", "000000"):
        return BLACK
    return make_palette([(f"color {n}", rgb, None) for n, rgb in enumerate(rgbs, 1)], "#ffffff")


def _rows(value: object, colors: int, faults: list[Fault]) -> list[list[int]]:
    """The cells as values; empty, with a fault, if they are not a picture."""
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
                what = f"cells[{index}][{column}]: {_kind(cell)} is neither null nor the number"
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
