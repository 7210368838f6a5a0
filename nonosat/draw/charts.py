# SPDX-License-Identifier: MIT
"""Charts of numbers as SVG: bars, rows of histograms, and bubbles; plain data in, markup out.

The charts are few and small, so they are written directly, as the pictures of puzzles are: a
library for plots is slow to import and its SVGs are large. A chart has the colour of the text
around it, so it fits a light and a dark page. No chart shows anything by colour alone: each row has
its name and its number. A histogram has one row for each group, with a scale of its own, because a
group of ten puzzles would vanish beside one of a million.

>>> chart = bars([("unique", 12), ("multiple", 3)], heading="verdicts")
>>> chart.startswith("<svg"), "unique" in chart, ">12<" in chart
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt

from nonosat.draw.svg_writer import FONT, Svg, escaped

_WIDTH = 640
_NAMES = 120
"""Pixels for the names at the left."""
_ROW = 22
_TALL = 64
"""Pixels of a row of a histogram."""
_NAME_ROOM = 48
"""Pixels that a name below the bins needs."""
_LONGEST = 18
"""A name on the left shows at most this many letters."""


def bars(entries: Sequence[tuple[str, int]], *, heading: str) -> Svg:
    """A horizontal bar for each entry, its number behind it.

    ``heading``: the subject of the chart, for screen readers.
    """
    top = max([value for _, value in entries], default=0) or 1
    room = _WIDTH - _NAMES - 90
    parts = []
    for row, (name, value) in enumerate(entries):
        y = row * _ROW
        length = max(room * value / top, 1.0 if value else 0.0)
        parts.append(_name(name, y + 15))
        parts.append(_box(_NAMES, y + 4, length, _ROW - 8, f"{name}: {value:,}"))
        parts.append(_text(_NAMES + length + 6, y + 15, f"{value:,}", "start"))
    words = "; ".join(f"{name}: {value:,}" for name, value in entries)
    return _document(len(entries) * _ROW, heading, words, parts)


def histograms(
    rows: Sequence[tuple[str, Sequence[int]]], bins: Sequence[str], *, heading: str, axis: str
) -> Svg:
    """A histogram for each row, above each other; all have the same bins, each its own scale.

    Args:
        rows: the name of each row and its number in each bin.
        bins: the labels below the bins.
        heading: the subject of the chart, for screen readers.
        axis: the name of the axis, written below.
    """
    step = (_WIDTH - _NAMES - 10) / max(len(bins), 1)
    parts = []
    words = []
    for number, (name, counts) in enumerate(rows):
        base = number * _TALL + _TALL - 8
        top = max(counts, default=0) or 1
        total = sum(counts)
        parts.append(_name(name, base - 18))
        parts.append(_text(_NAMES - 8, base - 4, f"{total:,}", "end"))
        parts.append(_rule(_NAMES, base, _WIDTH - 10, base))
        for place, count in enumerate(counts):
            if count:
                height = max((_TALL - 24) * count / top, 1.0)
                x = _NAMES + place * step
                about = f"{name}, {axis} {bins[place]}: {count:,}"
                parts.append(_box(x + 1, base - height, max(step - 2, 1), height, about))
                if count == top:
                    parts.append(_text(x + step / 2, base - height - 3, f"{count:,}", "middle"))
        words.append(f"{name}: {_listed(zip(bins, counts, strict=True))}")
    foot = len(rows) * _TALL
    parts.extend(_axis(bins, step, foot, axis))
    return _document(foot + 38, heading, "; ".join(words), parts)


def bubbles(
    counts: Mapping[tuple[int, int], int],
    columns: Sequence[str],
    rows: Sequence[str],
    *,
    heading: str,
    across: str,
    up: str,
) -> Svg:
    """Numbers by two sizes: a circle whose area is the number, with the number in or beside it.

    Args:
        counts: the numbers, by (column, row).
        columns: the labels below the columns.
        rows: the labels beside the rows, the lowest first.
        heading: the subject of the chart, for screen readers.
        across: the name of the columns, written below.
        up: the name of the rows, written above them.
    """
    top = max(counts.values(), default=0) or 1
    step = (_WIDTH - _NAMES - 10) / max(len(columns), 1)
    tall = 34
    foot = len(rows) * tall + 20
    most = min(step, tall) / 2 - 1
    parts = [_name(up, 12)]
    for row, name in enumerate(rows):
        y = foot - (row + 0.5) * tall
        parts.append(_name(name, y + 4))
        parts.append(_rule(_NAMES, y, _WIDTH - 10, y))
    for (column, row), count in sorted(counts.items()):
        x, y = _NAMES + (column + 0.5) * step, foot - (row + 0.5) * tall
        radius = max(most * sqrt(count / top), 1.5)
        words = f"{across} {columns[column]}, {up} {rows[row]}: {count:,}"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="currentColor" '
            f'fill-opacity=".2" stroke="currentColor"><title>{escaped(words)}</title></circle>'
        )
        digits = _short(count)
        if radius > 3.6 * len(digits):
            parts.append(_text(x, y + 4, digits, "middle"))
    parts.extend(_axis(columns, step, foot, across))
    words = _listed(
        (f"{columns[column]} / {rows[row]}", count)
        for (column, row), count in sorted(counts.items())
    )
    return _document(foot + 38, heading, words, parts)


def _axis(names: Sequence[str], step: float, y: float, heading: str) -> Iterator[str]:
    """The texts below bins or columns: as many names as there is room for, and the heading."""
    every = -(-len(names) // max(1, int((_WIDTH - _NAMES) / _NAME_ROOM)))
    for place in range(0, len(names), every or 1):
        yield _text(_NAMES + (place + 0.5) * step, y + 10, names[place], "middle")
    yield _text((_WIDTH + _NAMES) / 2, y + 30, heading, "middle")


def _listed(entries: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name}: {count:,}" for name, count in entries if count)


def _short(number: int) -> str:
    """At most four characters: 950, 12k, 3M."""
    if number >= 10**6:
        return f"{number // 10**6}M"
    return f"{number // 1000}k" if number >= 10_000 else str(number)


def _name(name: str, y: float) -> str:
    shown = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return _text(_NAMES - 8, y, shown, "end")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(words)}</text>'


def _box(x: float, y: float, width: float, height: float, words: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill-opacity=".75"><title>{escaped(words)}</title></rect>'
    )


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return (
        f'<path stroke="currentColor" stroke-opacity=".3" '
        f'd="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"/>'
    )


def _document(height: float, heading: str, words: str, parts: Iterable[str]) -> Svg:
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="{_WIDTH}" '
        f'height="{height:g}" viewBox="0 0 {_WIDTH} {height:g}" font-family="{FONT}" '
        f'font-size="12" fill="currentColor"><title>{escaped(heading)}</title>'
        f"<desc>{escaped(words)}</desc>{''.join(parts)}</svg>\n"
    )
