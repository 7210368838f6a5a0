# SPDX-License-Identifier: MIT
"""``nonosat collection DB list``: the puzzles of a collection as a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice

import click

from nonosat.cli.collection_options import query_options
from nonosat.cli.output import Drawn, Screen, emit, lines
from nonosat.collection.columns import COLUMNS, check_kinds
from nonosat.collection.schema import connect, plain_errors, sound_rows
from nonosat.collection.where import batches
from nonosat.model.texts import printable

_USUAL = (
    *("id", "title", "file", "number", "width", "height", "colors"),
    *("verdict", "reason", "stage", "seconds", "effort", "technique"),
)
_LEFT = {name for name, column in COLUMNS.items() if column.kind is str}
_WIDEST = 40
"""The most characters of a text in a table on a terminal."""
_LOOKED_AT = 200
"""The rows whose widths decide those of the columns."""


@click.command("list")
@query_options
@click.option(
    "--columns",
    metavar="NAMES",
    help="The columns, with commas between them; all for all. There are "
    f"{', '.join(f'{name} ({column.meaning})' for name, column in COLUMNS.items())}.",
)
@click.option(
    "--faults",
    is_flag=True,
    help="List the puzzles and files that could not be read, and what is wrong with each.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per puzzle and line.")
@click.pass_context
def list_(
    ctx: click.Context,
    /,
    where: str | None,
    sort: str | None,
    limit: int | None,
    time_limit: float,
    columns: str | None,
    faults: bool,
    as_json: bool,
) -> None:
    """List the puzzles of the collection, or those that a condition chooses.

    The condition is an expression in SQL on the columns, such as "verdict = 'multiple' and
    width <= 20". It cannot change anything.

    On a terminal the answer is a table, in which long texts are cut; else a line per puzzle, with
    tabs between the columns and the names of the columns in the first line.

    Exit codes: 0 done, 2 usage error, 4 no collection, 5 the condition takes too long.
    """
    if faults and (where or sort or columns):
        raise click.UsageError("--faults goes with --limit and --json alone")
    names = _names(columns)
    with plain_errors(ctx.obj, writing=False), closing(connect(ctx.obj, write=False)) as connection:
        if faults:
            names = ("file", "number", "member", "faults")
            rows: Iterable[list[tuple[object, ...]]] = [
                connection.execute(
                    f"SELECT {', '.join(names)} FROM faults ORDER BY file, number LIMIT ?",
                    [-1 if limit is None else limit],
                ).fetchall()
            ]
        else:
            rows = batches(
                connection, names, where=where, sort=sort, limit=limit, time_limit=time_limit
            )
        kinds = "TITT" if faults else "".join(_KINDS[COLUMNS[name].kind] for name in names)
        with sound_rows(ctx.obj):
            _print(names, _checked(ctx.obj, rows, kinds), as_json)


_KINDS = {int: "I", bool: "I", float: "F", str: "T"}


def _checked(
    path: str, batches: Iterable[list[tuple[object, ...]]], kinds: str
) -> Iterator[list[tuple[object, ...]]]:
    for rows in batches:
        for row in rows:
            check_kinds(path, row, kinds)
        yield rows


def _names(columns: str | None) -> tuple[str, ...]:
    if columns is None:
        return _USUAL
    if columns.strip() == "all":
        return tuple(COLUMNS)
    return tuple(name.strip() for name in columns.split(","))


def _print(
    names: Sequence[str], batches: Iterable[list[tuple[object, ...]]], as_json: bool
) -> None:
    screen = Screen()
    if as_json:
        for rows in batches:
            if rows:
                emit(lines(_json(names, row) for row in rows))
    elif screen.terminal:
        for line in _table(names, chain.from_iterable(batches), screen):
            emit(line)
    else:
        emit(Drawn("\t".join(names)))
        for rows in batches:
            if rows:
                emit(lines(Drawn("\t".join(map(_plain, row))) for row in rows))


def _json(names: Sequence[str], row: Sequence[object]) -> str:
    values = dict(zip(names, row, strict=True))
    for name, value in values.items():
        if name == "faults":
            values[name] = json.loads(str(value))
        elif COLUMNS[name].kind is bool:
            values[name] = bool(value)
    return json.dumps(values)


def _plain(value: object) -> str:
    if isinstance(value, str):
        return printable(value)
    return "" if value is None else str(value)


def _table(
    names: Sequence[str], rows: Iterator[tuple[object, ...]], screen: Screen
) -> Iterator[str]:
    """The lines of a table whose widths are those of the first rows; the last column is free."""
    heads = [_short(name) for name in names]
    first = [[_short(value) for value in row] for row in islice(rows, _LOOKED_AT)]
    widths = [max(map(_wide, column)) for column in zip(heads, *first, strict=True)]
    gap, rule = (" │ ", "─") if screen.unicode else (" | ", "-")

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell + " " * (width - _wide(cell)) if name in _LEFT else cell.rjust(width)
            for name, cell, width in zip(names, cells, widths, strict=True)
        ]
        return gap.join(padded).rstrip()

    yield line(heads)
    yield rule * (sum(widths) + len(gap) * (len(widths) - 1))
    for row in chain(first, ([_short(value) for value in row] for row in rows)):
        yield line(row)


def _wide(text: str) -> int:
    """The columns of a terminal that a text takes: Chinese characters take two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in text)


def _short(value: object) -> str:
    """A value as a cell on a terminal."""
    if isinstance(value, float):
        return f"{value:.4g}"
    text = _plain(value)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."
