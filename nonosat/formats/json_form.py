# SPDX-License-Identifier: MIT
"""JSON: the form of davidje13's program, its picture form, and our own.

A puzzle is an object; a list of such objects, or ``{"puzzles": [...]}``, is a file with many::

    {"title": "Cup", "author": "me",
     "palette": {"background": "#ffffff",
                 "colors": [{"name": "red", "rgb": "#ff0000", "letter": "r"},
                            {"name": "sky", "rgb": "#88ccff", "letter": "s"}]},
     "rows": [[[2, "r"]], [[1, "r"], [1, "s"]], null],
     "cols": [...],
     "cells": ["rr.", "r.s", "???"]}

* ``rows`` and ``cols``: a list per line; a block is its length, or ``[length, letter]`` (a bare
  length means the first colour); ``[]`` is an empty line, ``null`` a clue that is not given.
* ``cells``: the rows of a picture, ``.`` for empty, ``?`` for unknown, ``#`` or the colours'
  letters. Beside ``rows`` and ``cols`` it is the goal picture; alone it makes the puzzle.
* ``printed``: like ``cells``: the cells that are printed on the board, ``?`` for all others.
* ``image``, where there are neither: like ``cells``, but a space is empty and anything else is
  filled. Two different characters besides the space are refused: ``.#.`` would be all filled.
* ``title``, or else ``name``, or else ``description``; ``author``, ``copyright``, ``license``,
  ``catalogue`` (or else ``source``). Other keys are ignored.

Every puzzle can be represented: ``loads(dumps(puzzle))`` is the same puzzle. A fault names its
place as in JavaScript: ``rows[3][1]``. JSON has no line numbers for values, and keeping them would
need a parser of our own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, GridError, PuzzleError, PuzzleSyntaxError
from nonosat.formats import native
from nonosat.formats.common import (
    RGB,
    PuzzleOrError,
    build,
    excerpt,
    in_order,
    make_palette,
)
from nonosat.formats.json_values import kind, parse
from nonosat.model.clue import Block, Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Color, Palette
from nonosat.model.puzzle import Puzzle

_TEXTS = ("title", "author", "copyright", "license", "catalogue", "description")


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads('{"image": ["x ", "xx"]}'))
    Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=Grid('#.\\n##'))
    """
    puzzle = native.read_json(text)
    if puzzle is not None:
        yield puzzle
        return
    try:
        data = parse(text)
    except PuzzleSyntaxError as error:
        yield error
        return
    path = ""
    if isinstance(data, dict) and isinstance(data.get("puzzles"), list):
        path, data = "puzzles", data["puzzles"]
    if not isinstance(data, list):
        yield _read(data, path)
        return
    if not data:
        yield PuzzleSyntaxError(f"{path or 'the list'} is empty: there is no puzzle in it")
    for index, item in enumerate(data):
        yield _read(item, f"{path}[{index}]")


def _read(data: object, path: str) -> PuzzleOrError:
    try:
        if not isinstance(data, dict):
            raise PuzzleSyntaxError(
                f"{path or 'the JSON'} is {kind(data)}, a puzzle is an object with rows and cols"
            )
        return _Reader(data, f"{path}." if path else "").puzzle()
    except (PuzzleError, PuzzleSyntaxError) as error:
        return error


class _Reader:
    """Reads one object; notes the faults with their paths."""

    def __init__(self, data: dict[str, object], path: str) -> None:
        self.data = data
        self.path = path
        self.faults: list[Fault] = []

    def puzzle(self) -> Puzzle:
        """The puzzle; raises one error with all faults."""
        meta = self._meta()
        palette = self._palette()
        if "rows" in self.data or "cols" in self.data:
            rows = self._clues("rows", "R", palette)
            cols = self._clues("cols", "C", palette)
            goal = self._cells("cells", palette)
            printed = self._cells("printed", palette)
            if not rows or not cols:
                raise PuzzleSyntaxError(in_order(self.faults))
            return build(
                rows,
                cols,
                palette=palette,
                goal=goal,
                meta=meta,
                printed=printed,
                faults=self.faults,
            )
        if "cells" in self.data:
            return self._from_picture(self._cells("cells", palette), palette, meta)
        if "image" in self.data:
            return self._from_picture(self._image(), palette, meta)
        where = self.path.removesuffix(".") or "the object"
        self.faults.append(Fault(f"{where} has neither rows and cols nor image nor cells"))
        raise PuzzleSyntaxError(in_order(self.faults))

    def _fault(self, path: str, message: str, line: Line | None = None) -> None:
        self.faults.append(Fault(f"{self.path}{path}: {message}", line))

    def _from_picture(self, picture: Grid | None, palette: Palette, meta: Metadata) -> Puzzle:
        if picture is not None and not picture.complete:
            self._fault(
                "cells",
                f"{picture.unknown_count} cells are unknown: without rows and cols "
                "a puzzle needs the whole picture",
            )
        if picture is None or self.faults:
            raise PuzzleSyntaxError(in_order(self.faults))
        printed = self._cells("printed", palette)
        if self.faults:
            raise PuzzleSyntaxError(in_order(self.faults))
        rows, cols = picture.clues()
        return build(rows, cols, palette=palette, goal=picture, meta=meta, printed=printed)

    def _meta(self) -> Metadata:
        texts = {key: self._text(key, self.data[key]) for key in _TEXTS if key in self.data}
        if "title" not in texts:
            for key in ("name", "description"):
                if key in self.data:
                    texts["title"] = self._text(key, self.data[key])
                    texts.pop(key, None)
                    break
        if "catalogue" not in texts and "source" in self.data:
            texts["catalogue"] = self._text("source", self.data["source"])
        return Metadata(**texts)

    def _text(self, path: str, value: object) -> str:
        if isinstance(value, str):
            return value
        if value is not None:
            self._fault(path, f"a text is needed, this is {kind(value)}")
        return ""

    def _rgb(self, path: str, value: object) -> str:
        if isinstance(value, str) and RGB.fullmatch(value):
            return value
        self._fault(path, f"#rrggbb is needed, this is {kind(value)}")
        return "#000000"

    def _list(self, path: str, value: object) -> list[object]:
        if isinstance(value, list):
            return value
        self._fault(path, f"a list is needed, this is {kind(value)}")
        return []

    def _palette(self) -> Palette:
        value = self.data.get("palette")
        if value is None:
            return BLACK
        if not isinstance(value, dict):
            self._fault("palette", f"an object is needed, this is {kind(value)}")
            return BLACK
        background = self._rgb("palette.background", value.get("background", "#ffffff"))
        colors = []
        for index, item in enumerate(self._list("palette.colors", value.get("colors"))):
            path = f"palette.colors[{index}]"
            if not isinstance(item, dict):
                self._fault(path, f"an object is needed, this is {kind(item)}")
                continue
            rgb = self._rgb(f"{path}.rgb", item.get("rgb"))
            letter = self._text(f"{path}.letter", item.get("letter"))
            name = self._text(f"{path}.name", item.get("name", f"color {letter or index + 1}"))
            colors.append((name, rgb, letter or None))
        if self.faults:
            return BLACK
        try:
            return make_palette(colors, background)
        except PuzzleError as error:
            self.faults += [Fault(f"{self.path}palette: {fault}") for fault in error.faults]
            return BLACK

    def _clues(self, key: str, axis: str, palette: Palette) -> list[Clue | None]:
        if key not in self.data:
            self._fault(key, "missing: a list of clues is needed, null for one that is not given")
            return []
        value = self._list(key, self.data[key])
        if isinstance(self.data[key], list) and not 1 <= len(value) <= MAX_SIDE:
            self._fault(key, f"{len(value)} clues: a puzzle has 1 to {MAX_SIDE} of them")
            return []
        return [
            self._clue(f"{key}[{index}]", Line(axis, index), item, palette)
            for index, item in enumerate(value)
        ]

    def _clue(self, path: str, line: Line, value: object, palette: Palette) -> Clue | None:
        if value is None:
            return None
        if not isinstance(value, list):
            self._fault(path, f"a list or null is needed, this is {kind(value)}", line)
            return None
        if len(value) > MAX_SIDE:
            self._fault(path, f"{len(value)} blocks do not fit into any line", line)
            return None
        blocks = []
        for index, item in enumerate(value):
            block = self._block(f"{path}[{index}]", line, item, palette)
            if block is None:
                return None
            blocks.append(block)
        return tuple(blocks)

    def _block(self, path: str, line: Line, item: object, palette: Palette) -> Block | None:
        color = 1
        length = item
        if isinstance(item, list):
            if len(item) != 2 or not isinstance(item[1], str):
                self._fault(path, "a block is a length, or [length, letter]", line)
                return None
            length, letter = item
            color = palette.letters.find(letter) + 1 if len(letter) == 1 else 0
            if not color:
                known = ", ".join(palette.letters)
                self._fault(
                    path, f"unknown colour {excerpt(letter)}: the palette has {known}", line
                )
                return None
        if isinstance(length, bool) or not isinstance(length, int):
            self._fault(path, f"a whole number is needed, this is {kind(length)}", line)
            return None
        if length < 1:
            self._fault(path, f"length {length}: at least 1; an empty line is []", line)
            return None
        return Block(length, color)

    def _picture_rows(self, key: str) -> list[str]:
        """The rows of a picture, all of the same length; or none, and a fault is noted."""
        value = self.data[key]
        if isinstance(value, str):
            value = value.replace("\r\n", "\n").removesuffix("\n").split("\n")
        rows = []
        for index, row in enumerate(self._list(key, value)):
            if not isinstance(row, str):
                self._fault(f"{key}[{index}]", f"a text is needed, this is {kind(row)}")
                return []
            rows.append(row)
        if not isinstance(value, list):
            return []
        if not 1 <= len(rows) <= MAX_SIDE or not 1 <= len(rows[0]) <= MAX_SIDE:
            size = f"{len(rows[0]) if rows else 0}x{len(rows)}"
            self._fault(key, f"a picture of {size} cells: 1 to {MAX_SIDE} are needed a side")
            return []
        ragged = [index for index, row in enumerate(rows) if len(row) != len(rows[0])]
        for index in ragged:
            message = f"{len(rows[index])} cells, the first row has {len(rows[0])}"
            self._fault(f"{key}[{index}]", message)
        return [] if ragged else rows

    def _image(self) -> Grid | None:
        rows = self._picture_rows("image")
        if not rows:
            return None
        kinds = sorted({cell for row in rows for cell in row} - {" "})
        if len(kinds) > 1:
            self._fault(
                "image",
                f"different characters, {excerpt(''.join(kinds))}, and all but the space mean "
                'filled: use one character and spaces, or "cells" with # and . (or give the '
                "picture as plain text, without JSON)",
            )
            return None
        return Grid.from_rows([[int(cell != " ") for cell in row] for row in rows])

    def _cells(self, key: str, palette: Palette) -> Grid | None:
        rows = self._picture_rows(key) if key in self.data else []
        if not rows:
            return None
        if any(character.isspace() for row in rows for character in row):
            self._fault(key, "a blank is not a cell: write '.' for an empty one")
            return None
        if len(palette) == 1 and "#" not in palette.letters:
            rows = [row.replace("#", palette.letters) for row in rows]
        try:
            return Grid("\n".join(rows), palette.letters)
        except GridError as error:
            self._fault(key, str(error))
            return None


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as JSON, one line of text per line of the puzzle; ``loads`` rebuilds it.

    >>> print(dumps(Puzzle(rows=[[1], None], columns=[[1]])), end="")
    {
      "rows": [
        [1],
        null
      ],
      "cols": [
        [1]
      ]
    }
    """
    meta, palette = puzzle.meta, puzzle.palette
    parts = [
        f"{_json(key)}: {_json(getattr(meta, key))}"
        for key in _TEXTS
        # Without a title, the reader would use the description as title.
        if getattr(meta, key) or (key == "title" and meta.description)
    ]
    if palette != BLACK:
        colors = _json_list([_color_data(color) for color in palette.colors])
        background = _json(palette.background)
        parts.append(f'"palette": {{"background": {background}, "colors": {colors}}}')
    for key, clues in (("rows", puzzle.rows), ("cols", puzzle.columns)):
        parts.append(f'"{key}": {_json_list([_clue_data(clue, palette) for clue in clues])}')
    for key, grid in (("cells", puzzle.goal), ("printed", puzzle.printed)):
        if grid is not None:
            parts.append(f'"{key}": {_json_list(grid.text_rows())}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as a list."""
    return "[\n" + ",\n".join(dumps(puzzle).rstrip("\n") for puzzle in puzzles) + "\n]\n"


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
