# SPDX-License-Identifier: MIT
"""``frame``: the view ``puzzles`` as a table of pandas (extra ``collection``)."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from nonosat.collection.columns import COLUMNS
from nonosat.collection.schema import connect, plain_errors, sound_rows
from nonosat.collection.where import batches
from nonosat.errors import library

if TYPE_CHECKING:
    from pandas import DataFrame


_TYPES = {int: "Int64", float: "Float64", str: "string", bool: "boolean"}
"""Types that know missing values: a puzzle that is not judged has no verdict and no time."""


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
                    dtype=_TYPES[column.kind],
                )
                for (name, column), values in zip(COLUMNS.items(), columns, strict=True)
            }
        )

    with (
        plain_errors(path, writing=False),
        sound_rows(path),
        closing(connect(path, write=False)) as connection,
    ):
        found = batches(
            connection, tuple(COLUMNS), where=where, sort=sort, limit=limit, size=50_000
        )
        tables = [table(rows) for rows in found] or [table([])]
    return pandas.concat(tables, ignore_index=True)
