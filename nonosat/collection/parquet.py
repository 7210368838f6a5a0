# SPDX-License-Identifier: MIT
"""Tables as Parquet, which duckdb writes.

The rows go to a file of JSON lines first, beside the one that is wanted, and duckdb reads it with
the types of the columns: no text means anything but itself there, nothing is guessed, and the rows
are never in memory together. Rejected: rows by way of pandas, which takes five times the memory and
needs the types as well; comma-separated values, in which readers differ about line breaks.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable
from typing import IO

from nonosat.collection.columns import COLUMNS
from nonosat.collection.table_lines import JUDGE_KEYS
from nonosat.errors import library
from nonosat.formats.files import scratch_folder

_TYPES = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bool: "BOOLEAN"}
_MEMORY = "256MB"
"""What duckdb may take; what is more goes to a file of its own."""
_MOST_BYTES = 32 * 2**20
"""The most bytes of a line; duckdb reads pieces of twice the size."""


def write_parquet(lines: Iterable[list[str]], file: IO[bytes], folder: str, *, grids: bool) -> int:
    """Write lines of JSON as Parquet; the number of lines.

    Args:
        lines: of ``table_lines.json_line``, in batches.
        file: where the Parquet goes.
        folder: where the files on the way may lie.
        grids: whether the lines have a puzzle and its solutions.

    Raises:
        OptionError: duckdb is not installed.
        OSError: something cannot be written.
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
            connection.execute(f"SET temp_directory = {_text(place)}")
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
    types = {name: _TYPES[column.kind] for name, column in COLUMNS.items()}
    wanted = [f'"{name}"' for name in types]
    wanted += [
        f"CAST(json_extract(rating, '$.judge.{key}') AS BIGINT) AS {key}" for key in JUDGE_KEYS
    ]
    wanted += ["CAST(rating AS VARCHAR) AS rating"]
    types["rating"] = "JSON"
    if grids:
        wanted += ["CAST(puzzle AS VARCHAR) AS puzzle", "solutions"]
        types |= {"puzzle": "JSON", "solutions": "VARCHAR[][]"}
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in types.items())
    return (
        f"COPY (SELECT {', '.join(wanted)} FROM read_json({_text(rows)}, "
        f"format = 'newline_delimited', maximum_object_size = {_MOST_BYTES}, "
        f"columns = {{{columns}}})) TO {_text(made)} (FORMAT parquet)"
    )


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
