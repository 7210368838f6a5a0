# SPDX-License-Identifier: MIT
"""Puzzles in sheets: CSV, TSV, .ods of LibreOffice, and with the extra ``sheets`` .xlsx of Excel.

Three layouts are understood: the clues at the edges of the board, as they are printed; two blocks
under headings (``named_lists.lined``); and a puzzle in each row, below names of columns such as
``rows`` and ``columns`` (``clues.side_of``). In the first, signs on the board are the goal if they
are the solution, and printed cells if they are a part of it. Each puzzle has a remark that says how
it was read. A clue that the program of the sheet has made a date of is refused.

After ``archives.members`` has bounded what they unpack to, .xlsx is read by openpyxl; of .ods only
the texts of cells are needed, which stand in one file of XML. Coloured cells of .xlsx are the goal
if they are the solution. Not read: colours of .ods, fonts, formulas without a value. Rejected:
calamine, which reads both: it allocates all cells up to the last one, so a damaged file that names
a cell far away ends the process, and others never end.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Iterator
from datetime import date, time, timedelta
from io import BytesIO, StringIO
from typing import Any, NamedTuple
from zipfile import BadZipFile

from nonosat.errors import Fault, PuzzleSyntaxError, library
from nonosat.formats import clues
from nonosat.formats.archives import members
from nonosat.formats.common import (
    PuzzleOrError,
    attempt,
    build,
    excerpt,
    newlines,
    polled,
    sides,
)
from nonosat.formats.named_lists import MAX_TEXT, bracketed, plain_digits
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.formats.xml_pictures import elements
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

Table = list[list[str]]
"""The rows of a sheet, each with the texts of its cells."""
_SIGNS = {"#": FILLED, "■": FILLED, "█": FILLED, "1": FILLED, ".": EMPTY, "-": EMPTY, "0": EMPTY}
_ON_BOARD = frozenset((*_SIGNS, "", "x", "X"))
_CLUE = re.compile(r"(?:\d{1,4}(?:[\s,;]+\d{1,4})*)?")
_DATE = re.compile(
    r"\d{1,2}[-.]\w{3}(?:[-.]\d{2,4})?|\d{4}-\d\d-\d\d|\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?"
)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER_IN_CELL = re.compile("[0-9][\"']?[ ]*[,;\t]|[,;\t][ ]*[\"']?[0-9]")
_TITLES = ("title", "name")
_DATED = "a clue has become a date ({}): make its cell a text, and write it as 1 2"
_EMPTY = "a blank line beside the board: write 0 for the clue of a line without blocks"
_MOST = MAX_SIDE + 600
_MOST_ROWS = 10_000
_MOST_SHEETS = 100
_DAMAGED = (
    *(ArithmeticError, AttributeError, LookupError, OSError, SyntaxError, TypeError, ValueError),
    BadZipFile,
)
"""What openpyxl raises for damaged files."""


def loads_sheet(data: bytes) -> Iterator[PuzzleOrError]:
    """The puzzles of a file .xlsx or .ods, one for each sheet or several.

    Raises:
        PuzzleSyntaxError: it is damaged, or there is no puzzle in it.
        OptionError: the extra is not installed.
    """
    contents = {}
    for name, content in members(data):
        if isinstance(content, PuzzleSyntaxError):
            raise content
        contents[name] = content
    libre = contents.get("content.xml")
    sheets = _of_excel(data) if libre is None else _of_libreoffice(libre)
    filled = [sheet for sheet in sheets if any(map(any, sheet.table))]
    for sheet in filled:
        try:
            yield from _puzzles([[*map(_text, row)] for row in sheet.table], sheet.colored)
        except PuzzleSyntaxError as error:
            yield error if len(filled) == 1 else error.named(sheet.name)


class _Sheet(NamedTuple):
    """The values of the cells of a sheet, and the row and column of those in another colour."""

    name: str
    table: list[list[Any]]
    colored: frozenset[tuple[int, int]] = frozenset()


def _of_excel(data: bytes) -> list[_Sheet]:
    openpyxl = library("openpyxl")
    sheets = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that it does not know
            book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
            for sheet in book.worksheets[:_MOST_SHEETS]:
                table, colored = [], set()
                sheet.reset_dimensions()  # each row would get the width that the file claims
                for y, row in enumerate(polled(sheet.iter_rows(max_row=_MOST_ROWS + 1))):
                    table.append([cell.value for cell in row])
                    colored |= {(y, x) for x, cell in enumerate(row) if _is_colored(cell.fill)}
                sheets.append(_Sheet(sheet.title, _trimmed(table), frozenset(colored)))
    except _DAMAGED as error:
        raise PuzzleSyntaxError(f"the sheet cannot be read: {error}") from None
    return sheets


def _trimmed(table: list[list[Any]]) -> list[list[Any]]:
    """The table without empty rows and columns at its ends.

    Raises:
        PuzzleSyntaxError: it is larger than a table of puzzles.
    """
    ends = [
        max((x for x, cell in enumerate(row, 1) if cell is not None), default=0) for row in table
    ]
    width = max(ends, default=0)
    height = max((y for y, end in enumerate(ends, 1) if end), default=0)
    if width > _MOST or height > _MOST_ROWS:
        raise PuzzleSyntaxError(
            f"the sheet has {height:,} rows and {width:,} columns: one of puzzles has at most "
            f"{_MOST_ROWS:,} and {_MOST:,}"
        )
    return [row[:width] for row in table[:height]]


def _of_libreoffice(content: bytes) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    row: list[Any] = []
    begin = 0
    for element in elements(content.decode("utf-8", "replace")):
        about = element.attributes
        match element.name:
            case "table:table":
                sheets.append(_Sheet(about.get("table:name", ""), []))
            case "table:table-row" if sheets:
                row = []  # filled below, also where it is repeated
                sheets[-1].table.extend([row] * _times(about.get("table:number-rows-repeated")))
            case "table:table-cell" | "table:covered-table-cell":
                begin = len(row)
                day = _DAY.match(about.get("office:date-value", ""))
                row += [day and day[0]] * _times(about.get("table:number-columns-repeated"))
            case "text:p" if row[begin:]:
                if row[begin] is None or not _DAY.fullmatch(row[begin]):
                    text = " ".join(filter(None, (row[begin], element.text)))
                    row[begin:] = [text] * len(row[begin:])
        if len(row) > 4 * _MOST or (sheets and len(sheets[-1].table) > 4 * _MOST_ROWS):
            raise PuzzleSyntaxError("the sheet is larger than a table of puzzles")
    return [_Sheet(x.name, _trimmed(x.table)) for x in sheets[:_MOST_SHEETS]]


def _times(repeated: str | None) -> int:
    """How often a cell or row is repeated; programs repeat empty ones to the end of a sheet."""
    return min(int(repeated[:9]), _MOST) if repeated and repeated.isdecimal() else 1


def _is_colored(fill: Any) -> bool:
    return fill is not None and fill.fill_type == "solid" and not _is_white(fill.fgColor)


def _is_white(color: Any) -> bool:
    if color.type == "rgb":
        return str(color.rgb)[-6:] == "FFFFFF"
    if color.type == "theme":
        return bool(color.theme == 0 and not color.tint)
    return color.indexed in (1, 9, 65)


def _text(cell: object) -> str:
    if isinstance(cell, date | time | timedelta):
        return str(cell).removesuffix(" 00:00:00")
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return plain_digits(str(cell)).strip() if cell is not None else ""


def loads_table(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text with commas, semicolons or tabs between its cells.

    >>> next(loads_table(",1,1\\n2,,\\n"))
    Puzzle(rows=[[2]], columns=[[1], [1]])

    Raises:
        PuzzleSyntaxError: there is no puzzle in it.
    """
    return _puzzles(_table(text))


def holds(text: str) -> bool:
    """True if a text is a table with a puzzle."""
    if not _NUMBER_IN_CELL.search(text):
        return False
    try:
        return next(loads_table(text), None) is not None
    except PuzzleSyntaxError:
        return False


def _table(text: str) -> Table:
    if len(text) > MAX_TEXT:
        raise PuzzleSyntaxError(f"{len(text)} characters: a table of clues has at most {MAX_TEXT}")
    first = newlines(text).strip("\n").partition("\n")[0]
    sign = max("\t;,", key=first.count)
    if sign not in first:
        raise PuzzleSyntaxError("there is only one column")
    try:
        rows = [*csv.reader(StringIO(newlines(text)), delimiter=sign)]
    except csv.Error as error:
        raise PuzzleSyntaxError(f"not a table: {error}") from None
    return [[_text(cell) for cell in row] for row in rows]


def _puzzles(
    table: Table, colored: frozenset[tuple[int, int]] = frozenset()
) -> Iterator[PuzzleOrError]:
    width = max(map(len, table), default=0)
    if not width or width > _MOST or len(table) > _MOST_ROWS:
        raise PuzzleSyntaxError("there is no puzzle in the table")
    table = [row + [""] * (width - len(row)) for row in table]
    sides = [re.fullmatch(r"[\w .-]+", cell) and clues.side_of(cell) for cell in table[0]]
    if sides.count("row") == sides.count("column") == 1:
        return _rows_of_puzzles(table, sides.index("row"), sides.index("column"))
    found = _at_edges(table, colored)
    if found:
        return iter(found)
    if day := next((cell for row in table for cell in row if _DAY.fullmatch(cell)), None):
        raise PuzzleSyntaxError(_DATED.format(day))
    return clues.loads("\n".join(" ".join(filter(None, row)) for row in table))


def _rows_of_puzzles(table: Table, rows: int, columns: int) -> Iterator[PuzzleOrError]:
    """The puzzles of a table, whose clues stand in the columns ``rows`` and ``columns``."""
    heads = [head.casefold() for head in table[0]]
    others = [x for i, x in enumerate(heads) if i not in (rows, columns) and x not in _TITLES]
    unread = ", ".join(map(excerpt, filter(None, others)))
    for number, row in enumerate(table[1:], start=2):
        if any(row):
            texts = dict(zip(heads, row, strict=True))
            meta = Metadata(title=next((texts[x] for x in _TITLES if x in texts), ""))
            yield attempt(_of_row, row[rows], row[columns], meta, number, unread)


def _of_row(rows: str, columns: str, meta: Metadata, number: int, unread: str) -> Puzzle:
    for text in (rows, columns):
        if _DATE.fullmatch(text):
            raise fault(_DATED.format(text), number)
    read = [_clue_list(text) for text in (rows, columns)]
    if read[0] is None or read[1] is None:
        raise fault(
            f"{excerpt(rows if read[0] is None else columns)} is not a list of clues", number
        )
    height, width = sides(len(read[0]), len(read[1]))
    why = Fault.of(
        "fault.remark.table.rows",
        "read as a table with a puzzle in each row: {rows}, {columns}",
        rows=height,
        columns=width,
    )
    if unread:
        why = Fault.of(
            "fault.remark.table.others", "{remark}; not read: {names}", remark=why, names=unread
        )
    return build(read[0], read[1], meta=meta, unread=[Unread("table", why=why, file_line=number)])


def _clue_list(text: str) -> list[list[int]] | None:
    if "[" in text:
        return next((clues.clues_of(named) for named in bracketed(text).lists), None)
    parts = re.split(r"[;|/\n]", text.strip(" ;|/"))
    if not text or not all(_CLUE.fullmatch(part.strip()) for part in parts):
        return None
    return [_numbers([part]) for part in parts]


def _at_edges(table: Table, colored: frozenset[tuple[int, int]]) -> list[PuzzleOrError]:
    """The puzzle whose clues stand left of the board and above it; else its error."""
    begin_y = begin_x = 0
    while table and not any(table[0]):
        table, begin_y = table[1:], begin_y + 1
    while table and not any(row[0] for row in table):
        table, begin_x = [row[1:] for row in table], begin_x + 1
    found: list[PuzzleOrError] = []
    other: list[PuzzleOrError] = []
    first = [next((x for x, cell in enumerate(row) if cell), len(row)) for row in table]
    for margin in polled(range(1, first[0] + 1 if table else 1), every=1):
        top = next((y for y, x in enumerate(first) if x < margin), 0)
        begins = any(row[margin] for row in table[:top])
        if not top or (other and not begins) or not any(row[margin - 1] for row in table[top:]):
            continue
        if not all(cell in _ON_BOARD for row in table[top:] for cell in row[margin:]):
            continue
        sides = [row[:margin] for row in table[top:]]
        heads = [list(cells) for cells in zip(*table[:top], strict=True)][margin:]
        numbers = [cell for cells in (*sides, *heads) for cell in cells]
        if dates := [cell for cell in numbers if _DATE.fullmatch(cell)]:
            return [PuzzleSyntaxError(_DATED.format(dates[0]))]
        if not all(map(_CLUE.fullmatch, numbers)):
            continue
        if not (begins and any(table[top - 1]) and any(sides[-1]) and any(heads[-1])):
            other.append(PuzzleSyntaxError(_EMPTY))
            continue
        rows, columns = ([_numbers(cells) for cells in side] for side in (sides, heads))
        fits = sum(map(sum, rows)) == sum(map(sum, columns))
        if other and not fits:
            continue
        board = [row[margin:] for row in table[top:]]
        shown = [
            [(begin_y + y, begin_x + x) in colored for x in range(margin, len(table[0]))]
            for y in range(top, len(table))
        ]
        (found if fits else other).append(attempt(_of_edges, rows, columns, board, shown))
        if len(found) > 1:
            return [PuzzleSyntaxError("it is not clear where the clues end and the board begins")]
    return found or other


def _numbers(cells: list[str]) -> list[int]:
    return [int(x) for cell in cells for x in re.findall(r"\d+", cell) if int(x)]


def _of_edges(
    rows: list[list[int]], columns: list[list[int]], board: Table, shown: list[list[bool]]
) -> Puzzle:
    height, width = sides(len(rows), len(columns))
    why = Fault.of(
        "fault.remark.table.edges",
        "read as a table with the clues at its edges: {rows}, {columns}",
        rows=height,
        columns=width,
    )
    unread = [Unread("table", why=why)]
    puzzle = build(rows, columns, unread=unread)
    signs = {cell for row in board for cell in row} - {""}
    if not signs:
        picture = bytes(FILLED if cell else EMPTY for row in shown for cell in row)
        goal = Grid.from_cells(len(rows), len(columns), picture)
        if any(picture) and not puzzle.faults(goal):
            return build(rows, columns, goal=goal, unread=unread)
        if any(picture):
            why = Fault.of("fault.remark.shown", "the coloured cells are not the solution")
            unread.append(Unread("colours", why=why))
            return build(rows, columns, unread=unread)
        return puzzle
    crosses = FILLED if not signs & set("#■█1") else EMPTY
    known = {**_SIGNS, "x": crosses, "X": crosses, "": UNKNOWN}
    cells = bytes(known[cell] for row in board for cell in row)
    solved = cells.replace(bytes([UNKNOWN]), bytes([EMPTY]))
    goal = Grid.from_cells(len(rows), len(columns), solved)
    if not puzzle.faults(goal):
        return build(rows, columns, goal=goal, unread=unread)
    if signs & set("xX") and crosses == FILLED:
        raise PuzzleSyntaxError(
            "x on the board is not the solution: write # for filled, . for empty"
        )
    printed = Grid.from_cells(len(rows), len(columns), cells)
    return build(rows, columns, printed=printed, unread=unread)
