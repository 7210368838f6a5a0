# SPDX-License-Identifier: MIT
"""The report of a collection: one HTML page that needs no network and no other file.

It says how many puzzles there are and what they turned out to be, shows sizes, difficulty and times
as charts (``draw.charts``), lists the slowest and the suspicious puzzles, and draws some. All sums
come from ``figures``; a page of a million puzzles is as long as that of a hundred. There is no
script: charts have the colours of the page, light or dark, and their numbers as text for screen
readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from html import escape

from nonosat.collection.figures import NOT_JUDGED, Figures
from nonosat.draw import charts, svg_writer
from nonosat.draw.theme import LIGHT
from nonosat.explain.effort import FIFTHS, WORDS
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette

_TILE = 132
"""Pixels of the longer side of a small picture."""


@dataclass(frozen=True, slots=True)
class Line:
    """A puzzle in a table: its name, where it is, and what is known of it, all as words."""

    name: str
    place: str
    size: str
    verdict: str
    stage: str
    time: str
    effort: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that its owner may want to look at: what it is, how many, and the first of them."""

    heading: str
    explanation: str
    count: int
    lines: tuple[tuple[str, str], ...]
    """Names and what is to say about each."""


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
        about: a sentence below it: when and with what this was made.
        counts: what else is counted, such as files with faults, by name.
        slowest, hardest: the puzzles that took longest, and those with the largest effort.
        doubts: what its owner may want to look at; those that count 0 are named in one sentence.
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
    efforts = figures.efforts
    if efforts is None:
        return _note("No puzzle is rated; 'judge --rate' rates them.")
    starts = ", ".join(f"{word} from {at}" for word, at in zip(WORDS[1:], FIFTHS, strict=True))
    return (
        _note(
            "Effort is how much a person looks at; one more means twice as much. Each word is a "
            f"fifth of the puzzles that people rated: {WORDS[0]}, {starts}."
        )
        + charts.histograms(
            efforts.rows, efforts.bins, heading="puzzles by effort", axis="effort, from"
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
    heads = ("puzzle", "found in", "size", "verdict", "stage", "time", "effort")
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
            grid, palette=picture.palette, marks=picture.marks, theme=replace(LIGHT, cell=cell)
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
