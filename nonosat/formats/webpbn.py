# SPDX-License-Identifier: MIT
"""The XML of webpbn.com: colours, and several puzzles in a file.

::

    <puzzleset>
      <puzzle type="grid" defaultcolor="black" backgroundcolor="white">
        <title>Steps</title>
        <color name="red" char="r">ff0000</color>
        <clues type="rows"><line><count color="red">2</count></line> ... </clues>
        <clues type="columns"> ... </clues>
        <solution type="goal"><image>
          |rr.|
          ...
        </image></solution>
      </puzzle>
    </puzzleset>

Puzzles that have nothing but these elements, and no fault, are read natively
(``native/read_webpbn.cpp``), twenty to fifty times as fast; the reader here reads all others, and
has the same rules:

* ``white`` (``.``) and ``black`` (``X``) are declared by default. The palette has the colours that
  clues or the goal use, in the order of their declarations; if none is used, it has the default
  colour. The letter of a single colour is ``#``.
* A text of the ``puzzleset`` applies to its puzzles that do not have that text. ``source`` and
  ``id`` together are the catalogue entry.
* The goal is the first picture of the type ``goal``, or else of the type ``solution``. Missing
  clues are computed from it. In a picture ``?`` and ``[ab]`` are unknown cells. Saved games and
  further pictures are not read.
* Triddlers, triangles and blotted counts are refused with a message that says so.

Cannot be represented: missing clues, and control characters, which are refused. Unused
colours, blanks at the ends of texts and the letter of a single colour (it becomes ``#``) are lost.
A colour whose name is unfit or used twice gets another name. The format has no place for the
licence, so a ``note`` holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import (
    MAX_DIGITS,
    RGB,
    PuzzleOrError,
    attempt,
    build,
    excerpt,
    in_order,
    is_not,
    refuse_long,
)
from nonosat.formats.native import read_webpbn
from nonosat.formats.unread import Unread
from nonosat.formats.webpbn_xml import RawColor, RawCount, RawPuzzle, records
from nonosat.model.clue import EMPTY, UNKNOWN, Axis, Block, Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle

_LICENSE = "license: "
_WHITE = RawColor("white", "ffffff", ".", 0)
_BLACK = RawColor("black", "000000", "X", 0)
_CELL = re.compile(r"\[[^\]]*\]|.")
_ROW = re.compile(r"\|([^|\n]*)\|")

_Named = list[tuple[int, str]]
"""A clue: lengths with the names of their colours."""
_Picture = list[list[str | None]]
"""Names of colours, row by row; None is unknown."""


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as its error.

    >>> next(loads('<puzzle><solution><image>|X.|</image></solution></puzzle>'))
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'))
    """
    refuse_long(text, "XML")
    read = yield from read_webpbn(text)
    if read is not None:
        yield from loads_unusual(text, read)


def loads_unusual(text: str, first: int) -> Iterator[PuzzleOrError]:
    """The puzzles of a text from that with an index on, of any XML and with all faults.

    >>> next(loads_unusual("<puzzle><!-- ! --><solution><image>|X|</image></solution></puzzle>", 0))
    Puzzle(rows=[[1]], columns=[[1]], goal=Grid('#'))
    """
    for record in islice(records(text), first, None):
        yield attempt(_Reader(record).puzzle)


class _Reader:
    """Makes a puzzle of one record."""

    def __init__(self, record: RawPuzzle) -> None:
        self.record = record
        self.faults = list(record.faults)
        self.places: dict[Line, int] = {}
        self.background = record.attributes.get("backgroundcolor", "white")
        self.default = record.attributes.get("defaultcolor", "black")
        self.colors = self._declared()

    def puzzle(self) -> Puzzle:
        """The puzzle; raises one error with all faults."""
        self._refuse_kinds()
        rows, columns = self._named("rows", "row"), self._named("columns", "column")
        picture = self._picture(rows, columns)
        palette, numbers = self._palette([*(rows or ()), *(columns or ())], picture)
        goal = None
        if picture is not None:
            cells = [[UNKNOWN if x is None else numbers[x] for x in row] for row in picture]
            goal = Grid.from_rows(cells, palette.letters)
        found_rows, found_columns = _numbered(rows, numbers), _numbered(columns, numbers)
        if found_rows is None or found_columns is None:
            goal_rows, goal_columns = self._clues_of_goal(goal, rows is None, columns is None)
            found_rows = list(goal_rows) if found_rows is None else found_rows
            found_columns = list(goal_columns) if found_columns is None else found_columns
        return build(
            found_rows,
            found_columns,
            palette=palette,
            goal=goal,
            meta=self._meta(),
            place=self.places.get,
            faults=self.faults,
            unread=self.record.unread,
        )

    def _fault(self, message: str, file_line: int, line: Line | None = None) -> None:
        self.faults.append(Fault(message, line, file_line=file_line))

    def _refuse_kinds(self) -> None:
        """Refuse puzzles that are not on a grid of whole cells."""
        kind = self.record.attributes.get("type", "grid")
        line = self.record.file_line
        if kind == "triddler":
            self._fault("this is a triddler, and only grids are supported", line)
        elif kind != "grid":
            self._fault(f"unknown type of puzzle {excerpt(kind)}: only grids are supported", line)
        else:
            for clues in self.record.clues:
                if clues not in ("rows", "columns"):
                    self._fault(f"clues of type {excerpt(clues)}: rows or columns is needed", line)
            for color in self.record.colors:
                if set("/\\") & set(color.name + (color.char or "")):
                    message = f"colour {excerpt(color.name)} is for triangles: not supported"
                    self._fault(message, color.file_line)
            if self.background not in self.colors:
                message = f"the background colour {excerpt(self.background)} is not declared"
                self._fault(message, line)
        if len(self.faults) > len(self.record.faults):
            raise PuzzleSyntaxError(in_order(self.faults))

    def _declared(self) -> dict[str, RawColor]:
        """All colours by name; the predefined ones first, unless they are declared."""
        given: dict[str, RawColor] = {}
        for color in self.record.colors:
            if color.name in given:
                self._fault(f"colour {excerpt(color.name)} is declared twice", color.file_line)
            elif not RGB.fullmatch(color.rgb):
                message = f"colour {excerpt(color.name)}: {excerpt(color.rgb)} is not rrggbb"
                self._fault(message, color.file_line)
                given[color.name] = replace(color, rgb="000000")  # the other faults are found too
            else:
                given[color.name] = color
        predefined = {color.name: color for color in (_WHITE, _BLACK) if color.name not in given}
        return {**predefined, **given}

    def _named(self, kind: str, axis: Axis) -> list[_Named | None] | None:
        """The clues of all rows or columns; None for unreadable ones, or for all if absent."""
        lines = self.record.clues.get(kind)
        if not lines:
            return None
        result: list[_Named | None] = []
        for index, line in enumerate(lines):
            place = Line(axis, index)
            self.places[place] = line.file_line
            counts = line.counts
            if [count.text for count in counts] == ["0"]:
                counts = []
            try:
                result.append([self._count(count) for count in counts])
            except ValueError as error:
                self._fault(str(error), line.file_line, place)
                result.append(None)
        return result

    def _count(self, count: RawCount) -> tuple[int, str]:
        color = self.default if count.color is None else count.color
        if count.text in ("", "?"):
            raise ValueError(is_not(count.text or "?", ""))
        digits = count.text.isascii() and count.text.isdecimal()
        if not digits or len(count.text) > MAX_DIGITS:
            raise ValueError(f"{excerpt(count.text)} is not a count: a number of cells is needed")
        if color not in self.colors:
            raise ValueError(f"unknown colour {excerpt(color)}: declare it with <color>")
        if color == self.background:
            raise ValueError(f"a block in the background colour {excerpt(color)}")
        return int(count.text), color

    def _picture(
        self, rows: Sequence[object] | None, columns: Sequence[object] | None
    ) -> _Picture | None:
        """The goal picture, or else a solution; all other pictures are left out with a remark."""
        images, kinds = self.record.images, ("goal", "solution")
        image = next((i for kind in kinds for i in images if i.kind == kind), None)
        for other in images:
            if other is not image:
                why = (
                    Fault.of("fault.remark.saved", "the saved game of a player is not read")
                    if other.kind == "saved"
                    else Fault.of("fault.remark.picture", "a further picture is not read")
                )
                self.record.unread.append(Unread("image", file_line=other.file_line, why=why))
        if image is None:
            return None
        chars = {c.char: c.name for c in (_WHITE, _BLACK) if self.colors[c.name] is c}
        chars.update({c.char: c.name for c in self.colors.values() if c.char})
        picture: _Picture = []
        for match in islice(_ROW.finditer(image.text), MAX_SIDE + 1):
            try:
                cells = islice(_CELL.finditer(match[1]), MAX_SIDE + 1)
                picture.append([_cell(item[0], chars) for item in cells])
            except ValueError as error:
                self._fault(str(error), image.file_line + image.text.count("\n", 0, match.start()))
                return None
        height = len(picture)
        width = len(picture[0]) if picture else 0
        if any(len(row) != width for row in picture) or not (
            1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE
        ):
            message = (
                f"the picture is not a rectangle of 1 to {MAX_SIDE} cells a side, each row in |...|"
            )
            self._fault(message, image.file_line)
            return None
        wanted = len(columns or picture[0]), len(rows or picture)
        if wanted != (width, height):
            message = f"the picture is {width}x{height}, the clues are {wanted[0]}x{wanted[1]}"
            self._fault(message, image.file_line)
            return None
        return picture

    def _palette(
        self, clues: Sequence[_Named | None], picture: _Picture | None
    ) -> tuple[Palette, dict[str, int]]:
        """The colours that are used, and the number of each; the background is 0."""
        used = {name for clue in clues for _, name in clue or ()}
        used.update(name for row in picture or () for name in row if name is not None)
        used.discard(self.background)
        if not used:
            usable = self.default in self.colors and self.default != self.background
            used = {self.default if usable else "black"}
        colors = [color for name, color in self.colors.items() if name in used]
        if len(colors) > MAX_COLORS:
            self._fault(f"{len(colors)} colours: at most {MAX_COLORS}", self.record.file_line)
            raise PuzzleSyntaxError(in_order(self.faults))
        background = self.colors[self.background].rgb
        palette = Palette.of([(c.name, c.rgb, c.char) for c in colors], background)
        numbers = {color.name: number for number, color in enumerate(colors, start=1)}
        return palette, {**numbers, self.background: EMPTY}

    def _clues_of_goal(
        self, goal: Grid | None, no_rows: bool, no_columns: bool
    ) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """The clues of the goal picture, for clues that are missing."""
        if goal is not None and goal.complete:
            return goal.clues()
        absent = [name for name, no in (("rows", no_rows), ("columns", no_columns)) if no]
        self._fault(
            f"there are no clues for the {' and '.join(absent)}, "
            "and no complete goal picture to compute them from",
            self.record.file_line,
        )
        raise PuzzleSyntaxError(in_order(self.faults))

    def _meta(self) -> Metadata:
        texts = self.record.texts
        note = texts.get("note", "")
        return Metadata(
            title=texts.get("title", ""),
            author=texts.get("author", ""),
            copyright=texts.get("copyright", ""),
            license=note.removeprefix(_LICENSE).strip() if note.startswith(_LICENSE) else "",
            catalogue=" ".join(filter(None, (texts.get("source"), texts.get("id")))),
            description=texts.get("description", ""),
        )


def _numbered(
    clues: Sequence[_Named | None] | None, numbers: dict[str, int]
) -> list[Clue | None] | None:
    if clues is None:
        return None
    return [
        None if clue is None else tuple(Block(length, numbers[name]) for length, name in clue)
        for clue in clues
    ]


def _cell(item: str, chars: dict[str | None, str]) -> str | None:
    """The name of a cell's colour, None if unknown; ``[ab]`` are those still possible."""
    if item == "?" and item not in chars:
        return None
    if len(item) > 1:
        possible = {_cell(x, chars) for x in item[1:-1]}
        return possible.pop() if len(possible) == 1 else None
    if item not in chars:
        raise ValueError(f"{item!r} is not the char of any colour")
    return chars[item]


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_TEXT = str.maketrans(_ESCAPES)
_IN_ATTRIBUTE = str.maketrans({**_ESCAPES, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"})
_NO_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as one set.

    >>> puzzle = Puzzle(rows=[[1], []], columns=[[1]])
    >>> next(loads(dumps_all([puzzle]))) == puzzle
    True

    Raises:
        PuzzleError: a text has characters that XML cannot represent.
    """
    for puzzle in puzzles:
        _refuse_characters(puzzle)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">',
        "<puzzleset>",
        *(line for puzzle in puzzles for line in _lines(puzzle)),
        "</puzzleset>",
    ]
    return "\n".join(lines) + "\n"


def _refuse_characters(puzzle: Puzzle) -> None:
    for text in (*(getattr(puzzle.meta, f.name) for f in fields(Metadata)), *_names(puzzle)):
        if match := _NO_XML.search(text):
            raise PuzzleError(
                f"{excerpt(text)} has the character U+{ord(match[0]):04X}, "
                "which XML cannot represent: use 'json'"
            )


def _names(puzzle: Puzzle) -> list[str]:
    """The names of the colours, with new names for those that are unfit or used twice."""
    result: list[str] = []
    for color in puzzle.palette.colors:
        unfit = color.name in ("", "white", *result) or set("/\\") & set(color.name)
        result.append(f"color {color.letter}" if unfit else color.name)
    return result


def _lines(puzzle: Puzzle) -> Iterator[str]:
    meta, palette = puzzle.meta, puzzle.palette
    names = [name.translate(_IN_ATTRIBUTE) for name in _names(puzzle)]
    yield f'<puzzle type="grid" defaultcolor="{names[0]}" backgroundcolor="white">'
    note = f"{_LICENSE}{meta.license}" if meta.license else ""
    texts = {"source": meta.catalogue, "title": meta.title, "author": meta.author}
    texts.update(copyright=meta.copyright, description=meta.description, note=note)
    for tag, text in texts.items():
        if text:
            yield f"<{tag}>{text.translate(_IN_TEXT)}</{tag}>"
    yield f'<color name="white" char=".">{palette.background[1:]}</color>'
    for name, color in zip(names, palette.colors, strict=True):
        letter = color.letter.translate(_IN_ATTRIBUTE)
        yield f'<color name="{name}" char="{letter}">{color.rgb[1:]}</color>'
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        yield f'<clues type="{kind}">'
        for clue in clues:
            counts = (f'<count color="{names[c - 1]}">{n}</count>' for n, c in clue or ())
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    if puzzle.goal is not None:
        yield '<solution type="goal">'
        yield "<image>"
        yield from (f"|{row.translate(_IN_TEXT)}|" for row in puzzle.goal.text_rows())
        yield "</image>"
        yield "</solution>"
    yield "</puzzle>"
