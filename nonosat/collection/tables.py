# SPDX-License-Identifier: MIT
"""The view ``puzzles`` as a table for other programs: lines of text, Parquet, pandas.

**Lines** (comma-separated values, JSON) are made by SQLite itself: one SQL expression makes the
line and Python only passes it on. That takes a third of the processor time of Python's ``csv`` and
``json`` (docs/experiments.md, "Collections").

Spreadsheets run a cell that looks like a formula, so a title could be a program (CWE-1236). Every
text is in double quotes, and a text gets an apostrophe before it if its first character, after
apostrophes and spaces, is one of ``= + - @``, TAB, CR, LF or the wide forms of the four signs.
``unguarded`` removes the apostrophe and restores every text. Numbers never begin with a sign.

**Parquet** is written by duckdb. The rows first go to a file of JSON lines beside the output, and
duckdb reads it with the types of the columns, so duckdb guesses no types, and the rows are never in
memory together. Rejected: rows by way of pandas, which takes five times the memory and needs the
types as well; comma-separated values, in which readers differ about line breaks.

**pandas** gets types that allow missing values (``frame``).
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

from nonosat.collection.rows import COLUMNS
from nonosat.collection.schema import reading, sound_rows
from nonosat.collection.where import batches
from nonosat.errors import library
from nonosat.formats.files import scratch_folder

if TYPE_CHECKING:
    from pandas import DataFrame

FIRST_HEADS = ("game", "width", "height", "difficulty")
"""The columns that come first: the name, the size, and how hard it is for people."""

DAVIDJE13_KEYS = ("difficulty", "tedium", "steps")
DAVIDJE13_HEADS = tuple(f"davidje13_{key}" for key in DAVIDJE13_KEYS)
"""The columns of davidje13's program, the last of a table."""

_SIGNS = "=+@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""Together with the minus sign, which must be last in a pattern."""
_BEFORE = "' "
_BEFORE_SQL = _BEFORE.replace("'", "''")

_OTHERS = [name for name in COLUMNS if name not in FIRST_HEADS]
_USER_TEXTS = ("file", "member", "title", "author", "license")
"""The columns whose texts come from files."""
_WHOLE = ("id", "cells", "colors", "missing_clues", "printed", "places")
"""The columns of whole numbers that every row has."""
_FRACTIONS = ("density", "seconds", "cpu")
"""The columns of numbers that get six digits after the point."""

_GAME = (
    "CASE WHEN title <> '' THEN title WHEN file <> '' THEN file || CASE WHEN member <> '' "
    "THEN ':' || member WHEN number THEN '#' || number ELSE '' END ELSE 'puzzle ' || id END"
)
"""The name for people, as ``Entry.name``."""


def guarded(text: str) -> str:
    """The text in a form that no spreadsheet runs.

    >>> guarded("=1+1"), guarded("' -1"), guarded("it's -1")
    ("'=1+1", "'' -1", "it's -1")
    """
    return f"'{text}" if _looks_run(text) else text


def unguarded(cell: str) -> str:
    """The text from which ``guarded`` made the cell.

    >>> [unguarded(guarded(text)) for text in ("=1+1", "' -1", "'=1", "'tis", "")]
    ['=1+1', "' -1", "'=1", "'tis", '']
    """
    return cell[1:] if cell.startswith("'") and _looks_run(cell[1:]) else cell


def _looks_run(text: str) -> bool:
    return text.lstrip(_BEFORE)[:1] in {*_SIGNS, "-"}


def csv_cell(text: str | None) -> str:
    """A text as a cell: empty for None, else in quotes.

    >>> print(csv_cell("=1"), csv_cell('say "a", b'), csv_cell(None), sep=";")
    "'=1";"say ""a"", b";
    """
    return "" if text is None else '"' + guarded(text).replace('"', '""') + '"'


def csv_heads(more: Sequence[str] = ()) -> str:
    """The first line, without its end."""
    return ",".join([*FIRST_HEADS, *_OTHERS, *DAVIDJE13_HEADS, *more])


def csv_line() -> str:
    """A row of the view as a line without its end, in SQL.

    ``printf`` makes the line of nearly every row in one call. A slower expression makes it if the
    first character of a text may need an apostrophe, or if a number is not known.
    """
    rare = [f"{name} IS NULL" for name in _FRACTIONS]
    rare += [f"{text} GLOB '[{_BEFORE_SQL}{_SIGNS}-]*'" for text in _USER_TEXTS]
    return f"CASE WHEN {' OR '.join(rare)} THEN {_careful()} ELSE {_quick()} END"


def _quick() -> str:
    forms = dict.fromkeys(_OTHERS, "%s")
    forms |= dict.fromkeys(_USER_TEXTS, '"%w"')  # %w doubles quotes
    forms |= dict.fromkeys(_WHOLE, "%d")
    forms |= dict.fromkeys(_FRACTIONS, "%.6f")
    form = ",".join(['"%w"', "%d", "%d", "%s", *forms.values(), "%s"])
    values = [f"ifnull({name}, '')" if name in _USER_TEXTS else name for name in _OTHERS]
    first = f"{_GAME}, width, height, difficulty"
    return f"printf('{form}', {first}, {', '.join(values)}, {_davidje13()})"


def _careful() -> str:
    values = [_text(_GAME), "width", "height", "difficulty"]
    for name in _OTHERS:
        if name in _USER_TEXTS:
            values.append(_text(f"ifnull({name}, '')"))
        elif name in _FRACTIONS:
            values.append(f"CASE WHEN {name} IS NOT NULL THEN printf('%.6f', {name}) END")
        else:
            values.append(name)
    values.append(_davidje13())
    return f"printf('{','.join(['%s'] * len(values))}', {', '.join(values)})"


def _text(text: str) -> str:
    apostrophe = f"iif(ltrim({text}, '{_BEFORE_SQL}') GLOB '[{_SIGNS}-]*', '''', '')"
    return f"""'"' || {apostrophe} || replace({text}, '"', '""') || '"'"""


def _davidje13() -> str:
    """Three values with commas between them, empty for a puzzle without a rating."""
    values = ", ".join(
        f"json_extract(rating, '$.other_programs.davidje13.{key}')" for key in DAVIDJE13_KEYS
    )
    found = _of_detail(f"printf('%s,%s,%s', {values})")
    return f"coalesce({found}, ',,')"


def _of_detail(value: str) -> str:
    """A value of the latest result, which is looked up only if there is a rating."""
    return (
        f"CASE WHEN difficulty IS NOT NULL OR technique IS NOT NULL THEN (SELECT {value} "
        "FROM puzzle JOIN detail ON detail.result = puzzle.latest WHERE puzzle.id = puzzles.id) END"
    )


def json_line() -> str:
    """A row of the view with its rating as a JSON object, in SQL."""
    members = []
    for name, column in COLUMNS.items():
        value = f"json(iif({name}, 'true', 'false'))" if column.kind is bool else name
        members.append(f"'{name}', {value}")
    rating = _of_detail("rating")
    return f"json_object({', '.join(members)}, 'rating', json({rating}))"


_PARQUET_TYPES = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bool: "BOOLEAN"}
_MEMORY = "256MB"
"""The most memory that duckdb may take; it moves further data to a file."""
_MOST_BYTES = 32 * 2**20
"""The most bytes of a line; duckdb reads pieces of twice this size."""


def write_parquet(lines: Iterable[list[str]], file: IO[bytes], folder: str, *, grids: bool) -> int:
    """Write lines of JSON as Parquet, and count them.

    Args:
        lines: of ``json_line``, in batches.
        file: the file for the Parquet.
        folder: the folder for temporary files.
        grids: whether the lines have a puzzle and its solutions.

    Raises:
        OptionError: duckdb is not installed.
        OSError: a file cannot be written.
    """
    duckdb = library("duckdb")
    number = 0
    with scratch_folder(folder) as place:
        rows, made = os.path.join(place, "rows.jsonl"), os.path.join(place, "rows.parquet")
        with open(rows, "wb") as text:
            for batch in lines:
                number += len(batch)
                text.write(("\n".join(batch) + "\n").encode())
        with duckdb.connect(":memory:") as connection:
            connection.execute("SET threads = 1")
            connection.execute(f"SET memory_limit = '{_MEMORY}'")
            connection.execute(f"SET temp_directory = {_sql_text(place)}")
            try:
                connection.execute(_copy(grids, rows, made))
            except duckdb.OutOfMemoryException:
                raise MemoryError from None
            except duckdb.Error as error:
                raise OSError(errno.EIO, f"duckdb says: {error}") from None
        with open(made, "rb") as whole:
            shutil.copyfileobj(whole, file)
    return number


def _copy(grids: bool, rows: str, made: str) -> str:
    """The statement that copies the lines of a file to a file of Parquet."""
    types = {name: _PARQUET_TYPES[column.kind] for name, column in COLUMNS.items()}
    wanted = [f'"{name}"' for name in types]
    wanted += [
        f"CAST(json_extract(rating, '$.other_programs.davidje13.{key}') AS BIGINT) AS {head}"
        for key, head in zip(DAVIDJE13_KEYS, DAVIDJE13_HEADS, strict=True)
    ]
    wanted += ["CAST(rating AS VARCHAR) AS rating"]
    types["rating"] = "JSON"
    if grids:
        wanted += ["CAST(puzzle AS VARCHAR) AS puzzle", "solutions"]
        types |= {"puzzle": "JSON", "solutions": "VARCHAR[][]"}
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in types.items())
    return (
        f"COPY (SELECT {', '.join(wanted)} FROM read_json({_sql_text(rows)}, "
        f"format = 'newline_delimited', maximum_object_size = {_MOST_BYTES}, "
        f"columns = {{{columns}}})) TO {_sql_text(made)} (FORMAT parquet)"
    )


def _sql_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_PANDAS_TYPES = {int: "Int64", float: "Float64", str: "string", bool: "boolean"}
"""Types that allow missing values: a puzzle that is not judged has no verdict and no time."""


def frame(
    path: str,
    *,
    where: str | None = None,
    sort: str | None = None,
    limit: int | None = None,
) -> DataFrame:
    """The rows of the view, as ``Collection.frame`` describes."""
    pandas: Any = library("pandas")

    def table(rows: list[tuple[object, ...]]) -> DataFrame:
        columns = zip(*rows, strict=True) if rows else [()] * len(COLUMNS)
        return pandas.DataFrame(
            {
                name: pandas.array(
                    [None if value is None else column.kind(value) for value in values],
                    dtype=_PANDAS_TYPES[column.kind],
                )
                for (name, column), values in zip(COLUMNS.items(), columns, strict=True)
            }
        )

    with (
        reading(path) as connection,
        sound_rows(path),
    ):
        found = batches(
            connection, tuple(COLUMNS), where=where, sort=sort, limit=limit, size=50_000
        )
        tables = [table(rows) for rows in found] or [table([])]
    return pandas.concat(tables, ignore_index=True)
