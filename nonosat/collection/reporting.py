# SPDX-License-Identifier: MIT
"""The report of a collection: one HTML page that needs no network and no other file.

It has the numbers of puzzles by verdict, charts of sizes, difficulty and times (``draw.charts``),
the slowest and the hardest puzzles, and pictures of some. All sums come from ``figures``, so the
page of a million puzzles is as long as that of a hundred. It has no script: charts have the colours
of the page, light or dark, and their numbers as text for screen readers.

It also lists puzzles that probably have mistakes: a goal picture does not fit the clues, there are
several solutions or no solution, the puzzle is there twice, or its picture is nearly empty. Each
kind is a condition in SQL in the table ``_DOUBTS``; the page shows the count and the first few.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from datetime import UTC, datetime
from html import escape
from typing import Any

from nonosat._version import __version__
from nonosat.collection.figures import NOT_JUDGED, Figures, figures_of
from nonosat.collection.rows import IS_THERE, place_name, unpack
from nonosat.collection.schema import plain_errors, sound_rows
from nonosat.collection.store import Store
from nonosat.collection.where import numbers
from nonosat.draw import charts, svg_writer
from nonosat.draw.theme import LIGHT
from nonosat.explain.difficulty import WORDS, difficulty_word
from nonosat.model.canonical import read_canonical
from nonosat.model.grid import Grid
from nonosat.model.numbers import whole_number
from nonosat.model.palette import Palette
from nonosat.words import counted, seconds_words

_LISTED = 15
"""At most this many puzzles are in a table, and in each kind of doubt."""
_LARGEST = 10_000
"""Boards with more cells than this are not drawn."""


@dataclass(frozen=True, slots=True)
class _Kind:
    heading: str
    explanation: str
    condition: str
    words: str
    """The words about each puzzle, as SQL."""


_PLACES = (
    "(SELECT count(*) FROM (SELECT DISTINCT file, number, member FROM place JOIN source "
    "ON source.id = place.source WHERE place.puzzle = puzzles.id AND current))"
)
_DOUBTS = (
    _Kind(
        "the goal picture does not fit the clues",
        "The file has a picture, and the picture is not a solution of the clues beside it.",
        "id IN (SELECT puzzle FROM place WHERE fits = 0)",
        "coalesce(verdict, '')",
    ),
    _Kind(
        "no solution",
        "No picture fits all clues; often one number is mistyped: 'nonosat correct' looks for it.",
        "verdict = 'none'",
        "''",
    ),
    _Kind(
        "several solutions",
        "People cannot know which picture is meant: 'nonosat repair' looks for the "
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
        "isomorphic: the same puzzle turned, mirrored or with other colours",
        "Each is another puzzle of the collection in another position or other colours.",
        "id IN (SELECT max(id) FROM puzzle GROUP BY isomorphism_class HAVING count(*) > 1)",
        "'like ' || (SELECT coalesce(nullif(p.title, ''), nullif(p.file, '') || "
        "iif(p.number > 0, '#' || p.number, ''), 'puzzle ' || p.id) FROM puzzles AS p "
        "WHERE p.isomorphism_class = puzzles.isomorphism_class AND p.id <> puzzles.id LIMIT 1)",
    ),
    _Kind(
        "the same puzzle in several places",
        "It was found more than once; it counts as one puzzle.",
        f"{_PLACES} > 1",
        f"{_PLACES} || ' places'",
    ),
    _Kind(
        "nearly no picture",
        "Less than 5 of 100 cells are filled, or more than 95.",
        "density IS NOT NULL AND (density < .05 OR density > .95)",
        "printf('%.0f of 100 cells are filled', 100 * density)",
    ),
)

_FAILED = (
    "attempt.end <> 'done' AND NOT EXISTS (SELECT 1 FROM result WHERE result.puzzle = "
    "attempt.puzzle AND result.question = attempt.question)"
)
_FAILURES = _Kind(
    "judging ended badly",
    "The worker ended, or exceeded its time or memory; 'judge --retries 1' tries again.",
    f"id IN (SELECT puzzle FROM attempt WHERE {_FAILED})",
    "(SELECT end || coalesce(': ' || text, '') FROM attempt "
    f"WHERE attempt.puzzle = puzzles.id AND {_FAILED} ORDER BY id DESC LIMIT 1)",
)
"""Puzzles without a result."""


def report(
    store: Store,
    *,
    where: str | None = None,
    title: str | None = None,
    limit: int = 48,
) -> str:
    """The page, as HTML; see ``Collection.report``."""
    most = whole_number("limit", limit)
    condition = IS_THERE
    if where is not None:
        store.choose(numbers(store.path, where))
        condition += " AND id IN (SELECT id FROM temp.chosen)"
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
            hardest=read.lines("difficulty IS NOT NULL", "difficulty DESC"),
            doubts=[*map(read.doubt, _DOUBTS), read.faults(), read.doubt(_FAILURES)],
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
        """Other counts, besides puzzles and verdicts, by name."""
        sums = self._rows(
            "SELECT sum(places), count(DISTINCT isomorphism_class), sum(missing_clues), "
            "sum(printed), "
            f"count(difficulty), min(cells), max(cells) FROM puzzles WHERE {self._condition}"
        )[0]
        names = (
            *("places where they were found", "different when turned, mirrored or recoloured"),
            *("with missing clues", "with printed cells", "rated"),
            *("cells of the smallest board", "cells of the largest board"),
        )
        for name, number in zip(names, sums, strict=True):
            yield name, number or 0
        for version, preset, number in self._rows(
            "SELECT version, preset, count(*) FROM puzzles WHERE version IS NOT NULL AND "
            f"{self._condition} GROUP BY 1, 2 ORDER BY 1, 2"
        ):
            yield f"judged by nonosat {version}, preset {preset}", number

    def lines(self, condition: str, order: str) -> list[Line]:
        """The first puzzles of an order, for a table."""
        rows = self._rows(
            f"SELECT {_NAMING}, width, height, verdict, stage, seconds, difficulty FROM puzzles "
            f"WHERE {self._condition} AND {condition} ORDER BY {order}, id LIMIT {_LISTED}"
        )
        return [
            Line(
                *_named(naming),
                size=f"{width}x{height}",
                verdict=verdict or "",
                stage=stage or "",
                time="" if seconds is None else seconds_words(seconds),
                difficulty=""
                if difficulty is None
                else f"{difficulty:.1f} {difficulty_word(difficulty)}",
            )
            for *naming, width, height, verdict, stage, seconds, difficulty in rows
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
        """Files, and puzzles of files, that cannot be read; the condition does not apply here."""
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

    def pictures(self, most: int) -> Iterator[Picture]:
        """Solutions: at most half are of puzzles with several, and have the differences marked."""
        drawable = f"{self._condition} AND cells <= {_LARGEST} AND verdict = "
        several = self._solved(f"{drawable} 'multiple'", most // 2)
        yield from several
        yield from self._solved(f"{drawable} 'unique'", most - len(several))

    def _solved(self, condition: str, most: int) -> list[Picture]:
        """Pictures of solutions, spread evenly over all solved puzzles."""
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
    """The name of a puzzle, and where it was found."""
    title, *place = naming
    where = place_name(*place)
    return title or os.path.basename(where), where


def _said(naming: Sequence[Any], words: str | None) -> tuple[str, str]:
    name, where = _named(naming)
    return name, "; ".join(part for part in (where if where != name else "", words) if part)


_TILE = 132
"""Pixels of the longer side of a small picture."""


@dataclass(frozen=True, slots=True)
class Line:
    """A puzzle in a table: its name, its place and its results, all as words."""

    name: str
    place: str
    size: str
    verdict: str
    stage: str
    time: str
    difficulty: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Puzzles that their owner may want to check: the kind, how many, and the first of them."""

    heading: str
    explanation: str
    count: int
    lines: tuple[tuple[str, str], ...]
    """For each puzzle or file its name, and words about it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A small picture: a solution, or two that differ in the marked cells."""

    caption: str
    grid: Grid
    palette: Palette
    marks: tuple[tuple[int, int], ...] = ()


def report_page(
    figures: Figures,
    *,
    title: str,
    about: str,
    counts: Sequence[tuple[str, int]],
    slowest: Sequence[Line],
    hardest: Sequence[Line],
    doubts: Sequence[Doubt],
    pictures: Sequence[Picture],
) -> str:
    """The page, as HTML.

    Args:
        figures: the numbers of the charts.
        title: the heading of the page.
        about: a sentence below it: when the page was made, and by which version.
        counts: other counts, such as puzzles with missing clues, by name.
        slowest, hardest: the puzzles that took longest, and those with the largest difficulty.
        doubts: things that the owner may want to check; one sentence names those that count 0.
        pictures: drawn at the end.
    """
    judged = figures.puzzles - dict(figures.verdicts).get(NOT_JUDGED, 0)
    sections = [
        _section("Verdicts", charts.bars(figures.verdicts, heading="puzzles by verdict")),
        _section("What there is", _definitions([("puzzles", figures.puzzles), *counts])),
        _section(
            "Sizes",
            charts.histograms(
                figures.sizes.rows,
                figures.sizes.bins,
                heading="puzzles by the longer side of the board",
                axis="cells of the longer side, at most",
            )
            + _bars(figures.colors, "puzzles by colours"),
        ),
        _section("Difficulty", _difficulty(figures) + _table(hardest, "The hardest")),
        _section(
            "Stages",
            _note(f"Which stage of the solver settled the {judged:,} puzzles that are judged.")
            + _bars(figures.stages, "puzzles by the stage that settled them"),
        ),
        _section("Times", _times(figures) + _table(slowest, "The slowest")),
        _section("To look at", _doubts(doubts)),
        _section("Pictures", _pictures(pictures)),
    ]
    name = escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<style>{_STYLE}</style></head><body><header><h1>{name}</h1>"
        f"<p>{escape(about)}</p></header><main>{''.join(sections)}</main></body></html>\n"
    )


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{content}</section>\n"


def _note(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def _bars(entries: Sequence[tuple[str, int]], heading: str) -> str:
    return str(charts.bars(entries, heading=heading)) if entries else _note("None yet.")


def _definitions(entries: Iterable[tuple[str, int]]) -> str:
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{n:,}</td></tr>" for name, n in entries)
    return f'<table class="counts">{rows}</table>'


def _difficulty(figures: Figures) -> str:
    difficulties = figures.difficulties
    if difficulties is None:
        return _note("No puzzle is rated; 'judge --rate' rates them.")
    easiest, *others = WORDS
    starts = ", ".join(f"{word} from {WORDS[word]}" for word in others)
    return (
        _note(
            "Difficulty is how much a person looks at; one more means twice as much. Each word is "
            f"a fifth of the puzzles that people rated: {easiest}, {starts}."
        )
        + charts.histograms(
            difficulties.rows,
            difficulties.bins,
            heading="puzzles by difficulty",
            axis="difficulty, from",
        )
        + "<h3>The hardest technique that is needed</h3>"
        + _bars(figures.techniques, "puzzles by technique")
    )


def _times(figures: Figures) -> str:
    times = figures.times
    if not times.counts:
        return _note("No puzzle is judged; 'judge' judges them.")
    return str(
        charts.bubbles(
            times.counts,
            times.columns,
            times.rows,
            heading="puzzles by size and by the time that they took",
            across="cells of the board, at least",
            up="time",
        )
    )


def _table(lines: Sequence[Line], heading: str) -> str:
    if not lines:
        return ""
    heads = ("puzzle", "found in", "size", "verdict", "stage", "time", "difficulty")
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in astuple(line))}</tr>"
        for line in lines
    )
    return (
        f'<h3>{escape(heading)}</h3><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _doubts(doubts: Sequence[Doubt]) -> str:
    parts = []
    for doubt in doubts:
        if not doubt.count:
            continue
        items = "".join(
            f"<li><b>{escape(name)}</b> {escape(words)}</li>" for name, words in doubt.lines
        )
        more = doubt.count - len(doubt.lines)
        rest = _note(f"and {more:,} more") if more > 0 else ""
        parts.append(
            f"<details open><summary>{escape(doubt.heading)}: {doubt.count:,}</summary>"
            f"{_note(doubt.explanation)}<ul>{items}</ul>{rest}</details>"
        )
    fine = [doubt.heading for doubt in doubts if not doubt.count]
    if fine:
        parts.append(_note(f"There are none of these: {'; '.join(fine)}."))
    return "".join(parts)


def _pictures(pictures: Sequence[Picture]) -> str:
    if not pictures:
        return _note("There is no solution to draw.")
    figures = []
    for picture in pictures:
        grid = picture.grid
        cell = max(4, min(16, _TILE // max(grid.height, grid.width)))
        drawing = svg_writer.draw_grid(
            grid, palette=picture.palette, marks=picture.marks, theme=replace(LIGHT, cell_size=cell)
        )
        figures.append(
            f"<figure>{drawing}<figcaption>{escape(picture.caption)}</figcaption></figure>"
        )
    return f'<div class="pictures">{"".join(figures)}</div>'


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60em; margin: 1em auto; padding: 0 1em;
  color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5em; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15em; border-bottom: 1px solid; padding-bottom: .2em; margin: 1.6em 0 .6em; }
h3 { font-size: 1em; margin: 1em 0 .3em; }
svg.chart { max-width: 100%; height: auto; display: block; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .93em; }
th, td { text-align: left; padding: .15em .9em .15em 0; vertical-align: top; }
.wide :is(th, td):nth-child(-n+2) { overflow-wrap: anywhere; min-width: 9em; }
.wide :is(th, td):nth-child(n+3) { white-space: nowrap; }
.counts td { text-align: right; font-variant-numeric: tabular-nums; }
.counts th { font-weight: normal; }
summary { font-weight: bold; cursor: pointer; margin-top: .6em; }
ul { margin: .3em 0 .3em 1.2em; padding: 0; }
li { overflow-wrap: anywhere; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9em, 1fr)); gap: 1em;
  align-items: end; }
figure { margin: 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { font-size: .85em; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #e8eaed; background: #16191d; } }
@media print { details { break-inside: avoid; } figure { break-inside: avoid; } }
"""
