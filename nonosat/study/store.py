# SPDX-License-Identifier: MIT
"""Rows in files: ``.csv`` for other programs, ``.sqlite`` for queries in SQL.

``Kept`` adds each row to a file as soon as it is known, so that a study can go on after an
interruption. A row has all settings of its run, so the file needs nothing else.
"""

from __future__ import annotations

import csv
import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from io import StringIO
from typing import Any, cast

from nonosat.errors import OptionError, check_type
from nonosat.formats.files import file_name, whole_file
from nonosat.study.rows import COLUMNS, TIMED, Row

_ADDED = {"cells_search", "seconds_search", "stderr", "command"}
_ADDED |= {column for column in COLUMNS if column.startswith("cpu_")}
"""The columns that older files lack; they are empty, as for a stage that did not run."""
_FORMER = {"cells_weights": "cells_counting", "seconds_weights": "seconds_counting"}
"""The names of columns when the stage ``weights`` was still called ``counting``."""
_PRESENT = {former: name for name, former in _FORMER.items()}


def save_rows(rows: Iterable[Row], path: str | os.PathLike[str]) -> None:
    """Write rows to a file, and replace it if it exists.

    Args:
        rows: rows of ``run``.
        path: a name that ends in ``.csv`` or in ``.sqlite`` (table ``rows``).

    Raises:
        OptionError: the name has another suffix.
        OSError: the file cannot be written.
        TypeError: an item is not a row.

    >>> from tempfile import TemporaryDirectory
    >>> from nonosat import Puzzle
    >>> from nonosat.study import run
    >>> rows = run({"dot": Puzzle(rows=[[1]], columns=[[1]])}, ["fast"])
    >>> with TemporaryDirectory() as folder:
    ...     save_rows(rows, f"{folder}/rows.sqlite")
    ...     load_rows(f"{folder}/rows.sqlite") == rows
    True
    """
    name, suffix = os.fspath(path), os.path.splitext(path)[1]
    contents = {".csv": _csv, ".sqlite": _sqlite}.get(suffix)
    if contents is None:
        raise _wrong_suffix(name)
    rows = list(rows)
    for row in rows:
        check_type("row", row, dict)
    data = contents(rows)
    with whole_file(name) as file:
        file.write(data)


def load_rows(path: str | os.PathLike[str]) -> list[Row]:
    """The rows of a file that ``save_rows`` wrote.

    Args:
        path: the file, ``.csv`` or ``.sqlite``.

    Returns:
        The rows, in their order.

    Raises:
        OptionError: the file is not a table of rows.
        OSError: the file cannot be read.

    >>> load_rows("rows.txt")
    Traceback (most recent call last):
    ...
    nonosat.errors.OptionError: rows.txt: rows are saved as .csv or .sqlite
    """
    name, suffix = os.fspath(path), os.path.splitext(path)[1]
    if suffix == ".csv":
        return _read_csv(name)
    if suffix == ".sqlite":
        return _read_sqlite(name)
    raise _wrong_suffix(name)


def _csv(rows: Iterable[Row]) -> bytes:
    text = StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _sqlite(rows: Iterable[Row]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(_CREATE)
        connection.executemany(_INSERT, rows)
        connection.commit()
        return connection.serialize()


_KINDS = {int: "INTEGER", float: "REAL", str: "TEXT"}
_TYPED = ", ".join(f'"{column}" {_KINDS[kind]}' for column, kind in COLUMNS.items())
_CREATE = f"CREATE TABLE rows ({_TYPED})"
_INSERT = f"INSERT INTO rows VALUES ({', '.join(f':{column}' for column in COLUMNS)})"
_ONCE = "CREATE UNIQUE INDEX IF NOT EXISTS run ON rows(puzzle, configuration, repeat)"

_SETTINGS = list(COLUMNS)[: list(COLUMNS).index("verdict")]
"""The columns that are known before a run."""


class Kept:
    """The file in which a study keeps its rows; closed at the end of a ``with``.

    Raises:
        OptionError: the file is no table of rows of this version.
        OSError: it cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._name = os.fspath(path)
        if os.path.splitext(self._name)[1] != ".sqlite":
            raise OptionError(f"keep {self._name!r}: a study keeps its rows in a .sqlite file")
        folder = os.path.dirname(file_name(self._name)) or "."
        if not os.path.isdir(folder):
            raise FileNotFoundError(f"no such folder: {folder}")
        begun = os.path.exists(self._name) and os.path.getsize(self._name) > 0
        self._rows: dict[tuple[object, ...], Row] = {}
        self._connection = sqlite3.connect(self._name, isolation_level=None)
        try:
            if not begun:
                self._connection.execute(_CREATE)
            there = [row[1] for row in self._connection.execute("PRAGMA table_info(rows)")]
            if there != list(COLUMNS):
                raise sqlite3.DatabaseError("another program or version wrote it")
            self._connection.execute(_ONCE)
            for values in self._connection.execute("SELECT * FROM rows"):
                row = cast(Row, dict(zip(COLUMNS, values, strict=True)))
                self._rows[_run(row)] = row
        except sqlite3.Error as error:
            self._connection.close()
            raise _not_rows(self._name, error) from None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def find(self, asked: Row) -> Row | None:
        """The kept row of the run that has the settings of ``asked``; None if it is still to do.

        Raises:
            OptionError: the run was kept with other settings.
        """
        row = self._rows.get(_run(asked))
        if row is None:
            return None
        for column in _SETTINGS:
            before, now = (cast("dict[str, object]", one)[column] for one in (row, asked))
            if before != now:
                raise OptionError(
                    f"{self._name}: {column} was {before!r} for {asked['puzzle']} with "
                    f"{asked['configuration']}, and is {now!r} now: name another file"
                )
        return row

    def add(self, row: Row) -> None:
        """Keep a row; it is on the disk when this returns, and other programs can read it.

        Raises:
            OptionError: another study has kept the same run meanwhile.
            OSError: the file cannot be written.
        """
        try:
            self._connection.execute(_INSERT, row)
        except sqlite3.IntegrityError:
            raise OptionError(
                f"{self._name}: another process works on this study: "
                "wait for it, or name another file"
            ) from None
        except sqlite3.Error as error:
            raise OSError(f"{self._name}: {error}") from None


def _run(row: Row) -> tuple[object, ...]:
    return row["puzzle"], row["configuration"], row["repeat"]


def _read_csv(name: str) -> list[Row]:
    with open(file_name(name), encoding="utf-8", newline="") as file:
        try:
            reader = csv.DictReader(file)
            names = [_PRESENT.get(name, name) for name in reader.fieldnames or ()]
            reader.fieldnames = names
            if names != [one for one in COLUMNS if one in names or one not in _ADDED]:
                raise ValueError("other columns")
            return [_typed(row) for row in reader]
        except (ValueError, TypeError, csv.Error) as error:
            raise _not_rows(name, error) from None


def _typed(row: dict[str, str]) -> Row:
    """A row of texts with the types of the columns. An empty number is None."""
    found = {
        column: None if row.get(column, "") == "" and kind is not str else kind(row.get(column, ""))
        for column, kind in COLUMNS.items()
    }
    return _today(found)


def _today(row: dict[str, Any]) -> Row:
    """A row with today's names of stages, and ``TIMED`` where files of older versions say that a
    program without a verdict has finished."""
    for column in ("stages", "finished_by"):
        words = str(row[column]).split(",")
        row[column] = ",".join("weights" if word == "counting" else word for word in words)
    if row["finished_by"] and not row["verdict"] and not row["solutions"]:
        row.update({"reason": TIMED, "finished_by": ""})
    return cast(Row, row)


def _read_sqlite(name: str) -> list[Row]:
    if not os.path.exists(file_name(name)):  # sqlite3 would create it
        raise FileNotFoundError(f"no such file: {name}")
    with closing(sqlite3.connect(name)) as connection:
        try:
            # In brackets, since "limit" is a word of SQL, and since SQLite reads an unknown name in
            # quotes as a text.
            there = {column for _, column, *_ in connection.execute("PRAGMA table_info(rows)")}
            stored = {name: _FORMER.get(name) for name in COLUMNS}
            names = ", ".join(
                f"{_missing(name)} AS {name}"
                if name in _ADDED - there
                else f"[{former if former in there else name}]"
                for name, former in stored.items()
            )
            found = connection.execute(f"SELECT {names} FROM rows")
            return [_today(dict(zip(COLUMNS, row, strict=True))) for row in found]
        except sqlite3.Error as error:
            raise _not_rows(name, error) from None


def _missing(name: str) -> str:
    """The value in SQL of a column that an older file lacks."""
    return "''" if COLUMNS[name] is str else "NULL"


def _wrong_suffix(name: str) -> OptionError:
    return OptionError(f"{name}: rows are saved as .csv or .sqlite")


def _not_rows(name: str, error: Exception) -> OptionError:
    return OptionError(f"{name}: it does not have the columns of a study ({error})")
