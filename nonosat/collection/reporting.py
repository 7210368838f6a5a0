# SPDX-License-Identifier: MIT
"""What the report of a collection says: figures, the slowest, what looks wrong, some pictures.

A puzzle is suspicious if its owner probably did not mean it: the goal picture does not fit the
clues, there are several solutions or none, it is there twice, or it is nearly empty. Each kind is
one condition in SQL in the table ``_DOUBTS``; the page shows how many there are and the first few.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from nonosat._version import __version__
from nonosat.collection.content import unpack
from nonosat.collection.figures import figures_of
from nonosat.collection.report_page import Doubt, Line, Picture, report_page
from nonosat.collection.rows import place_name
from nonosat.collection.schema import plain_errors, sound_rows
from nonosat.collection.store import Store
from nonosat.collection.where import numbers
from nonosat.explain.effort import effort_word
from nonosat.model.canonical import read_canonical
from nonosat.model.numbers import whole_number
from nonosat.words import counted, seconds_words

_LISTED = 15
"""The puzzles of a table, and of each kind of doubt."""
_LARGEST = 10_000
"""Boards with more cells than this are not drawn."""


@dataclass(frozen=True, slots=True)
class _Kind:
    heading: str
    explanation: str
    condition: str
    words: str
    """What is said about each, as SQL."""


_DOUBTS = (
    _Kind(
        "the goal picture does not fit the clues",
        "The file has a picture, and the picture is no solution of the clues beside it.",
        "id IN (SELECT puzzle FROM place WHERE fits = 0)",
        "coalesce(verdict, '')",
    ),
    _Kind(
        "no solution",
        "No picture fits all clues; often one number is mistyped: 'nonosat mend' looks for it.",
        "verdict = 'none'",
        "''",
    ),
    _Kind(
        "several solutions",
        "Whoever solves it must guess which picture is meant: 'nonosat repair' looks for the "
        "smallest change that makes it unique.",
        "verdict = 'multiple'",
        "CASE goal WHEN 'one of several' THEN 'its picture is one of them' ELSE '' END",
    ),
    _Kind(
        "not decided",
        "A limit was reached first; a longer limit or another preset may decide it.",
        "verdict = 'unknown'",
        "coalesce('reason: ' || reason, '')",
    ),
    _Kind(
        "the same puzzle turned, mirrored or with other colours",
        "Each is a copy of a puzzle that is there, too, and is the same for whoever solves it.",
        "id IN (SELECT max(id) FROM puzzle GROUP BY shape HAVING count(*) > 1)",
        "'like ' || (SELECT coalesce(nullif(p.title, ''), nullif(p.file, '') || "
        "iif(p.number > 0, '#' || p.number, ''), 'puzzle ' || p.id) FROM puzzles AS p "
        "WHERE p.shape = puzzles.shape AND p.id <> puzzles.id LIMIT 1)",
    ),
    _Kind(
        "the same puzzle in several places",
        "It was found more than once; it counts as one puzzle.",
        "places > 1",
        "places || ' places'",
    ),
    _Kind(
        "nearly no picture",
        "Less than 5 of 100 cells are filled, or more than 95.",
        "density IS NOT NULL AND (density < .05 OR density > .95)",
        "printf('%.0f of 100 cells are filled', 100 * density)",
    ),
)


def report(
    store: Store,
    *,
    where: str | None = None,
    title: str | None = None,
    pictures: int = 48,
) -> str:
    """The report of a collection: one HTML page that needs no network and no other file.

    Args:
        store: it is only read.
        where: a condition on the columns of the view ``puzzles``; None for all puzzles.
        title: the heading; by default the name of the file.
        pictures: draw at most this number of solutions.

    Raises:
        CollectionError: it cannot be read.
        OptionError: the condition is not one, or ``pictures`` is negative.
    """
    most = whole_number("pictures", pictures)
    condition = "1"
    if where is not None:
        store.choose(numbers(store.path, where))
        condition = "id IN (SELECT id FROM temp.chosen)"
    with sound_rows(store.path), plain_errors(store.path, writing=False):
        read = _Reader(store.connection, condition)
        about = f"Made on {datetime.now(UTC):%Y-%m-%d} by nonosat {__version__}"
        if where is not None:
            about += f" for the puzzles with: {where}"
        return report_page(
            figures_of(store.connection, condition),
            title=title or os.path.basename(store.path),
            about=about + ".",
            counts=list(read.counts()),
            slowest=read.lines("seconds IS NOT NULL", "seconds DESC"),
            hardest=read.lines("effort IS NOT NULL", "effort DESC"),
            doubts=[*map(read.doubt, _DOUBTS), read.faults(), read.failures()],
            pictures=list(read.pictures(most)),
        )


class _Reader:
    """Asks the store for the parts of a report."""

    def __init__(self, connection: sqlite3.Connection, condition: str) -> None:
        self._connection = connection
        self._condition = condition

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, values).fetchall()

    def counts(self) -> Iterator[tuple[str, int]]:
        """What is counted besides puzzles and verdicts."""
        sums = self._rows(
            "SELECT sum(places), count(DISTINCT shape), sum(partial), sum(printed), "
            f"count(effort), min(cells), max(cells) FROM puzzles WHERE {self._condition}"
        )[0]
        names = (
            *("places where they were found", "different when turned, mirrored or recoloured"),
            *("with missing clues", "with printed cells", "rated"),
            *("cells of the smallest board", "cells of the largest board"),
        )
        for name, number in zip(names, sums, strict=True):
            yield name, number or 0

    def lines(self, condition: str, order: str) -> list[Line]:
        """The first puzzles of an order, for a table."""
        rows = self._rows(
            f"SELECT {_NAMING}, width, height, verdict, stage, seconds, effort FROM puzzles "
            f"WHERE {self._condition} AND {condition} ORDER BY {order}, id LIMIT {_LISTED}"
        )
        return [
            Line(
                *_named(naming),
                size=f"{width}x{height}",
                verdict=verdict or "",
                stage=stage or "",
                time="" if seconds is None else seconds_words(seconds),
                effort="" if effort is None else f"{effort:.1f} {effort_word(effort)}",
            )
            for *naming, width, height, verdict, stage, seconds, effort in rows
        ]

    def doubt(self, kind: _Kind) -> Doubt:
        """The puzzles of a kind: how many there are, and the first of them."""
        where = f"{self._condition} AND {kind.condition}"
        count = self._rows(f"SELECT count(*) FROM puzzles WHERE {where}")[0][0]
        rows = self._rows(
            f"SELECT {_NAMING}, {kind.words} FROM puzzles WHERE {where} ORDER BY id LIMIT {_LISTED}"
        )
        return Doubt(
            kind.heading,
            kind.explanation,
            count,
            tuple(_said(naming, words) for *naming, words in rows),
        )

    def faults(self) -> Doubt:
        """Files, and puzzles of files, that cannot be read. No condition on puzzles fits them."""
        count = self._rows("SELECT count(*) FROM faults")[0][0]
        rows = self._rows(
            f"SELECT file, number, member, faults FROM faults ORDER BY file, number LIMIT {_LISTED}"
        )
        return Doubt(
            "files that cannot be read",
            "They were found by 'add', and hold no puzzle that could be judged.",
            count,
            tuple(
                (place_name(file, number, member), "; ".join(json.loads(faults)))
                for file, number, member, faults in rows
            ),
        )

    def failures(self) -> Doubt:
        """Puzzles without a result whose judging ended badly."""
        where = (
            "attempt.end <> 'done' AND NOT EXISTS (SELECT 1 FROM result WHERE result.puzzle = "
            "attempt.puzzle AND result.question = attempt.question)"
        )
        inside = f"puzzles.id IN (SELECT puzzle FROM attempt WHERE {where}) AND {self._condition}"
        count = self._rows(f"SELECT count(*) FROM puzzles WHERE {inside}")[0][0]
        rows = self._rows(
            f"SELECT {_NAMING}, (SELECT end || coalesce(': ' || text, '') FROM attempt "
            f"WHERE attempt.puzzle = puzzles.id AND {where} ORDER BY id DESC LIMIT 1) "
            f"FROM puzzles WHERE {inside} ORDER BY id LIMIT {_LISTED}"
        )
        return Doubt(
            "judging ended badly",
            "The worker ended, or exceeded its time or memory; 'judge --retries 1' tries again.",
            count,
            tuple(_said(naming, words) for *naming, words in rows),
        )

    def pictures(self, most: int) -> Iterator[Picture]:
        """Solutions: half of them of puzzles that are not unique, if there are any, marked."""
        drawable = f"{self._condition} AND cells <= {_LARGEST} AND verdict = "
        several = self._solved(f"{drawable} 'multiple'", most // 2)
        yield from several
        yield from self._solved(f"{drawable} 'unique'", most - len(several))

    def _solved(self, condition: str, most: int) -> list[Picture]:
        """Pictures of solutions, spread evenly over all that there are."""
        numbers = [row[0] for row in self._rows(f"SELECT id FROM puzzles WHERE {condition}")]
        chosen = numbers[:: -(-len(numbers) // most)] if most and numbers else []
        return [picture for number in chosen for picture in self._picture(number)]

    def _picture(self, number: int) -> Iterator[Picture]:
        rows = self._rows(
            f"SELECT {_NAMING}, content, solutions FROM puzzles "
            "JOIN puzzle ON puzzle.id = puzzles.id JOIN detail ON detail.result = puzzle.latest "
            "WHERE puzzles.id = ? AND solutions IS NOT NULL",
            number,
        )
        for *naming, content, solutions in rows:
            puzzle = read_canonical(unpack(content).decode())
            size = puzzle.height * puzzle.width
            cells = unpack(solutions)
            starts = range(0, min(len(cells), 2 * size), size)
            grids = [puzzle.grid(cells[start : start + size]) for start in starts]
            marks = grids[0].differences(grids[1]) if len(grids) == 2 else ()
            caption = f"{_named(naming)[0]}, {puzzle.width}x{puzzle.height}"
            if marks:
                caption += f"; marked: {counted(len(marks), 'cell')} of another solution"
            yield Picture(caption, grids[0], puzzle.palette, tuple(marks))


_NAMING = "title, file, number, member"
"""The columns that ``_named`` takes."""


def _named(naming: Sequence[Any]) -> tuple[str, str]:
    """What a puzzle is called, and where it was found."""
    title, *place = naming
    where = place_name(*place)
    return title or os.path.basename(where), where


def _said(naming: Sequence[Any], words: str | None) -> tuple[str, str]:
    name, where = _named(naming)
    return name, "; ".join(part for part in (where if where != name else "", words) if part)
