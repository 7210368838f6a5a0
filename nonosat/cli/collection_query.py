# SPDX-License-Identifier: MIT
"""The subcommands for the puzzles that a condition chooses: ``list``, ``export`` and ``report``.

``list`` prints a table, ``export`` writes files for other programs, ``report`` a page.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import click

from nonosat import collection
from nonosat.cli import exits
from nonosat.cli.destination import Destination, cannot_write, exists
from nonosat.cli.help_text import command
from nonosat.cli.options import (
    Seconds,
    decorated,
    number_option,
    output_options,
    present_names,
    quiet_option,
    where_option,
)
from nonosat.cli.output import Drawn, Screen, complain, emit, emit_json, file_output, lines
from nonosat.cli.progress import status
from nonosat.collection.exporting import Exported
from nonosat.collection.rows import COLUMNS, check_kinds
from nonosat.collection.schema import reading, sound_rows
from nonosat.collection.where import MOST_SECONDS, batches
from nonosat.model.metadata import printable
from nonosat.words import counted

query_options = decorated(
    where_option,
    click.option(
        "--sort",
        callback=present_names,
        metavar="NAMES",
        help="Sort by these columns; - before a name sorts in descending order "
        "(difficulty,-cells). Puzzles without a value come last.  [default: as they were added]",
    ),
    number_option("--limit", "Stop after N puzzles.", least=0),
    click.option(
        "--time-limit",
        type=Seconds(),
        metavar="SECONDS",
        default=MOST_SECONDS,
        show_default=True,
        help="Give up if finding the puzzles takes longer.",
    ),
)
"""The puzzles to choose, their order and number."""


_USUAL = (
    *("id", "title", "file", "number", "width", "height", "colors"),
    *("verdict", "reason", "stage", "seconds", "difficulty", "technique", "version"),
)
_LEFT = {"word"} | {name for name, column in COLUMNS.items() if column.kind is str}
_WIDEST = 40
"""The most characters of a text in a table on a terminal."""
_LOOKED_AT = 200
"""The first rows, which decide the widths of the columns."""


@command(
    "list",
    status={
        4: "DB is not a collection",
        5: "the condition takes too long",
    },
)
@query_options
@click.option(
    "--columns",
    callback=present_names,
    metavar="NAMES",
    help="The columns to show, with commas between them, or all (docs/collections.md explains "
    f"them): {', '.join(COLUMNS)}; and word, that of the difficulty.",
)
@click.option(
    "--faults",
    is_flag=True,
    help="List the puzzles and files that could not be read, each with its faults.",
)
@click.option(
    "--earlier",
    is_flag=True,
    help="Also the puzzles that are only in files that have changed or are gone.",
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
    earlier: bool,
    as_json: bool,
) -> None:
    """List the puzzles of the collection, or those that a condition chooses.

    A terminal gets a table, in which long texts are cut. A file or a pipe gets lines with tabs
    between the columns: first the names of the columns, then one line per puzzle.
    """
    if faults and (where or sort or columns):
        raise click.UsageError("--faults goes with --limit and --json alone")
    names = _names(columns)
    with reading(ctx.obj) as connection:
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
                connection,
                [_stored(name) for name in names],
                where=where,
                sort=sort and re.sub(rf"\b{_WORD}\b", "difficulty", sort),
                limit=limit,
                time_limit=time_limit,
                there=not earlier,
            )
        kinds = "TITT" if faults else "".join(_KINDS[COLUMNS[_stored(name)].kind] for name in names)
        with sound_rows(ctx.obj):
            found = _print(names, _with_words(names, _checked(ctx.obj, rows, kinds)), as_json)
        if where is not None and not found:
            complain("no puzzle fulfils the condition")
        if re.search(_FOUND_OUT, f"{where} {sort}"):
            _say_unjudged(ctx.obj, connection)


_FOUND_OUT = r"\b(?:verdict|reason|goal|stage|seconds|cpu|known|difficulty|technique)\b"
"""The columns that judging fills."""


def _say_unjudged(path: str, connection: sqlite3.Connection) -> None:
    """Say how many puzzles have no result; conditions on results leave them out."""
    query = "SELECT count(*), sum(latest IS NULL) FROM puzzle"
    number, unjudged = connection.execute(query).fetchone()
    if unjudged:
        complain(
            f"{unjudged:,} of {counted(number, 'puzzle')} are not judged: "
            f"'nonosat collection {printable(path)} judge' judges them"
        )


_WORD = "word"
"""A column of ``list`` alone: the difficulty as a word."""


def _stored(name: str) -> str:
    """The column of the view from which a column is made."""
    return "difficulty" if name == _WORD else name


def _with_words(
    names: Sequence[str], batches: Iterable[list[tuple[object, ...]]]
) -> Iterator[list[tuple[object, ...]]]:
    """The rows, with words in the column ``word``."""
    places = [place for place, name in enumerate(names) if name == _WORD]
    for rows in batches:
        yield [_worded(row, places) for row in rows] if places else rows


def _worded(row: tuple[object, ...], places: Sequence[int]) -> tuple[object, ...]:
    from nonosat.explain.difficulty import difficulty_word

    values = list(row)
    for place in places:
        value = values[place]
        values[place] = difficulty_word(value) if isinstance(value, float | int) else value
    return tuple(values)


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


def _print(names: Sequence[str], batches: Iterable[list[tuple[object, ...]]], as_json: bool) -> int:
    """Print the rows; returns their number."""
    number = 0

    def counting() -> Iterator[list[tuple[object, ...]]]:
        nonlocal number
        for rows in batches:
            number += len(rows)
            yield rows

    screen = Screen()
    if as_json:
        for rows in counting():
            if rows:
                emit(lines(_json(names, row) for row in rows))
    elif screen.terminal:
        for line in _table(names, chain.from_iterable(counting()), screen):
            emit(line)
    else:
        emit(Drawn("\t".join(names)))
        for rows in counting():
            if rows:
                emit(lines(Drawn("\t".join(map(_plain, row))) for row in rows))
    return number


def _json(names: Sequence[str], row: Sequence[object]) -> str:
    values = dict(zip(names, row, strict=True))
    for name, value in values.items():
        if name == "faults":
            values[name] = json.loads(str(value))
        elif COLUMNS[_stored(name)].kind is bool:
            values[name] = bool(value)
    return json.dumps(values)


def _plain(value: object) -> str:
    if isinstance(value, str):
        return printable(value)
    return "" if value is None else str(value)


def _table(
    names: Sequence[str], rows: Iterator[tuple[object, ...]], screen: Screen
) -> Iterator[str]:
    """The lines of a table; the first rows decide the widths of its columns."""
    from nonosat.draw.terminal import text_width

    heads = [_short(name) for name in names]
    first = [[_short(value) for value in row] for row in islice(rows, _LOOKED_AT)]
    widths = [max(map(text_width, column)) for column in zip(heads, *first, strict=True)]
    gap, rule = (" │ ", "─") if screen.unicode else (" | ", "-")

    def line(cells: Sequence[str]) -> str:
        padded = [
            cell + " " * (width - text_width(cell)) if name in _LEFT else cell.rjust(width)
            for name, cell, width in zip(names, cells, widths, strict=True)
        ]
        return gap.join(padded).rstrip()

    yield line(heads)
    yield rule * (sum(widths) + len(gap) * (len(widths) - 1))
    for row in chain(first, ([_short(value) for value in row] for row in rows)):
        yield line(row)


def _short(value: object) -> str:
    """A value as text for a cell of the table, cut if it is long."""
    if isinstance(value, float):
        return f"{value:.4g}"
    text = _plain(value)
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."


_SAID = 20
"""At most this number of refused puzzles are named one by one."""


@command(
    status={
        4: "DB is not a collection, or the format cannot hold some of the puzzles",
        5: "the condition takes too long",
    },
)
@output_options(
    "The file or folder.",
    to=click.option(
        "--to",
        metavar="KIND",
        help="What to write: csv, jsonl or parquet (tables), certificates (those that 'judge "
        "--certificates' stored), davidje13-list (titles and codes), or a format of 'nonosat "
        "formats'.  [default: by the suffix of OUT]",
    ),
    required=True,
)
@query_options
@click.option(
    "--grids",
    is_flag=True,
    help="Add the puzzles and their solutions to a table. In files of puzzles: the only solution "
    "becomes the goal picture of a puzzle without one.",
)
@click.option(
    "--name",
    metavar="TEMPLATE",
    help="The names of files in a folder: text with {title}, {index} and {stem}.  [default: the "
    "name of the file where the puzzle was found, with its number]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as a JSON object.")
@quiet_option
@click.pass_context
def export(
    ctx: click.Context,
    /,
    out: Destination,
    grids: bool,
    name: str | None,
    as_json: bool,
    quiet: bool,
    **query: Any,
) -> int:
    """Write the collection, or the puzzles that a condition chooses, for other programs.

    OUT is a table (.csv, .jsonl, .parquet), a file of puzzles (its suffix says the format), a
    folder, which gets a file for each puzzle (with --to), or - for standard output (with --to).
    A file is written as a whole, or not at all.

    A CSV table begins with game, width, height and difficulty, and ends with the numbers of
    davidje13's program. A text that a spreadsheet would run as a formula gets an apostrophe.
    Parquet needs the extra 'collection'.
    """
    stream = file_output() if out.stdout else None
    if stream is not None and as_json:
        raise click.UsageError("--json and OUT are both for standard output: name a file")
    path = str(out.output)
    with collection.open(ctx.obj, write=False) as store, status(path, quiet) as line:

        def progress(done: Exported) -> None:
            if line is not None:
                line.say(counted(done.puzzles, "puzzle"))

        try:
            done = store.export(
                path if stream is None else stream,
                to=out.to,
                grids=grids,
                name=name,
                force=out.force,
                progress=progress,
                **query,
            )
            if stream is not None:
                stream.flush()
        except FileExistsError as error:
            raise exists(error.filename) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            if stream is not None:
                raise
            raise cannot_write(path, error) from None
    _say(done, path, as_json, quiet)
    return exits.BAD_INPUT if done.refused else exits.DONE


def _say(done: Exported, out: str, as_json: bool, quiet: bool) -> None:
    for number, why in done.refused[:_SAID]:
        complain(f"puzzle {number} is not written: {why}")
    if len(done.refused) > _SAID:
        complain(f"{counted(len(done.refused) - _SAID, 'more puzzle')} not written")
    if as_json:
        emit_json(
            {
                "output": out,
                "puzzles": done.puzzles,
                "files": done.files,
                "refused": [{"id": number, "error": why} for number, why in done.refused],
                "lost": {what: times for what, (_, times) in done.lost.items()},
            }
        )
        return
    if quiet:
        return
    for what, (first, times) in done.lost.items():
        more = "" if times == 1 else f", and of {counted(times - 1, 'more puzzle')}"
        complain(f"puzzle {first}: the format does not keep {what} (of this puzzle{more})")
    files = f", {counted(done.files, 'file')}" if done.files > 1 else ""
    complain(f"{printable(out)}: {counted(done.puzzles, 'puzzle')}{files}")


@command(
    status={
        4: "DB is not a collection",
    },
)
@output_options("The page to write; - is standard output.", required=True)
@where_option
@click.option("--title", metavar="TEXT", help="The heading.  [default: the name of DB]")
@number_option("--limit", "Draw the solutions of at most N puzzles.", least=0, default=48)
@click.pass_context
def report(ctx: click.Context, /, out: Destination, **options: Any) -> None:
    """Write a page about the collection: counts, sizes, difficulty, times, doubts, pictures.

    The page is one HTML file that needs no network and no other file.
    """
    out.check_free()
    with collection.open(ctx.obj, write=False) as store:
        out.write(store.report(**options).encode("utf-8", "surrogatepass"))
