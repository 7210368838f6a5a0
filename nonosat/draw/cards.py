# SPDX-License-Identifier: MIT
"""Answers as HTML for notebooks: a heading, sentences, pictures, and a bar of the stages.

Text has the colours of the notebook, light or dark; pictures paint a paper of their own. Segments
of the bar carry numbers, so that no colour is needed to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from nonosat.draw import svg_writer
from nonosat.draw.theme import LIGHT, contrast

if TYPE_CHECKING:
    from nonosat.model.report import Report


_LARGEST = 40_000
"""Boards with more cells than this are not drawn: a notebook would become slow."""

_SHADES = ("#0b4f8a", "#4c8fc7", "#a9cbe8", "#5b6770", "#c3cad1")
_BAR_WIDTH, _BAR_HEIGHT = 480, 22
_LEAST = 18
"""Pixels of the smallest segment: room for its number."""


def card(
    heading: str, lines: Iterable[str] = (), pictures: Iterable[tuple[str, str]] = (), bar: str = ""
) -> str:
    """HTML of an answer.

    Args:
        heading: the answer itself, printed bold; plain text, like all texts here.
        lines: sentences below it.
        pictures: captions and SVGs, side by side.
        bar: an SVG above the pictures.

    >>> card("unique", ["solved by deduction: 4 of 4 cells"]).count("<div")
    3
    """
    parts = [f'<div style="font-weight:bold">{escape(heading)}</div>']
    parts += [f"<div>{escape(line)}</div>" for line in lines]
    if bar:
        parts.append(f'<div style="margin:4px 0">{bar}</div>')
    figures = [
        f'<figure style="display:inline-block;vertical-align:top;margin:6px 16px 0 0">{picture}'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for caption, picture in pictures
    ]
    if figures:
        parts.append(f"<div>{''.join(figures)}</div>")
    return f'<div class="nonosat">{"".join(parts)}</div>'


def stage_bar(segments: Sequence[tuple[str, int]], unknown: int) -> str:
    """An SVG bar: how many cells each stage solved, and how many are unknown (hatched).

    Each segment shows the number of its entry in the line of text below the bar.
    """
    entries = [(name, cells) for name, cells in segments if cells]
    total = sum(cells for _, cells in entries) + unknown
    if not total:
        return ""
    room = _BAR_WIDTH - _LEAST * (len(entries) + bool(unknown))
    x = 0.0
    parts = []
    for number, (_, cells) in enumerate(entries, start=1):
        width = _LEAST + room * cells / total
        fill = _SHADES[(number - 1) % len(_SHADES)]
        parts.append(
            f'<rect class="stage" x="{x:.1f}" y="1" width="{width:.1f}" height="{_BAR_HEIGHT}" '
            f'fill="{fill}" stroke="{LIGHT.paper}"/>'
            f'<text x="{x + width / 2:.1f}" y="16" text-anchor="middle" fill="{contrast(fill)}">'
            f"{number}</text>"
        )
        x += width
    if unknown:
        hatch = "".join(
            f"M{place} {_BAR_HEIGHT}l{_BAR_HEIGHT - 2}-{_BAR_HEIGHT - 2}"
            for place in range(int(x) + 2, _BAR_WIDTH - _BAR_HEIGHT + 2, 7)
        )
        parts.append(
            f'<rect class="open" x="{x:.1f}" y="1" width="{_BAR_WIDTH - x:.1f}" '
            f'height="{_BAR_HEIGHT}" fill="{LIGHT.unknown}" stroke="{LIGHT.rule}"/>'
            f'<path stroke="{LIGHT.hatch}" fill="none" d="{hatch}"/>'
        )
    names = [f"{number} {name}: {cells:,}" for number, (name, cells) in enumerate(entries, 1)]
    if unknown:
        names.append(f"hatched, unknown: {unknown:,}")
    legend = escape(" · ".join(names))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_BAR_WIDTH}" height="{_BAR_HEIGHT + 20}" '
        f'viewBox="0 0 {_BAR_WIDTH} {_BAR_HEIGHT + 20}" role="img" '
        f'font-family="\'DejaVu Sans\',Verdana,Arial,sans-serif" font-size="12">'
        f"<title>{legend}</title>{''.join(parts)}"
        f'<text x="0" y="{_BAR_HEIGHT + 16}" fill="currentColor">{legend}</text></svg>'
    )


def table_card(
    heading: str, heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1
) -> str:
    """HTML of a table under a heading; the first ``left`` columns are words, the others numbers.

    >>> table_card("unique", ["line", "cells"], [["R1", "3"]]).count("<td")
    2
    """

    def row(cells: Sequence[str], tag: str) -> str:
        aligned = ("left" if number < left else "right" for number in range(len(cells)))
        return "".join(
            f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>'
            for text, side in zip(cells, aligned, strict=True)
        )

    lines = [row(heads, "th"), *(row(cells, "td") for cells in rows)]
    table = "".join(f"<tr>{line}</tr>" for line in lines)
    return (
        f'<div class="nonosat"><div style="font-weight:bold">{escape(heading)}</div>'
        f"<table>{table}</table></div>"
    )


def report_card(report: Report) -> str:
    """A report: its three lines, a bar of its stages, and up to two solutions.

    If there are two, the cells in which they differ are marked. Without a solution, the cells that
    deduction solved are drawn.
    """
    heading, *lines = report.lines()
    known = report.known
    solved = sum(stage.cells for stage in report.stages)
    unknown = max(0, len(known.cells) - solved) if not report.given else known.unknown_count
    bar = (
        ""
        if report.verdict.value == "none"
        else stage_bar([(stage.name, stage.cells) for stage in report.stages], unknown)
    )
    pictures = []
    puzzle = report.puzzle
    if puzzle is not None and len(known.cells) <= _LARGEST:
        shown = report.solutions[:2]
        if report.ambiguous and report.certain is not None:
            marks = report.ambiguous
            caption = f"what all solutions have in common; marked: {len(marks):,} ambiguous cells"
            pictures.append((caption, svg_writer.draw(puzzle, report.certain, marks=marks)))
        elif len(shown) == 2:
            marks = shown[0].differences(shown[1])
            for number, grid in enumerate(shown, start=1):
                caption = f"solution {number}; marked: {len(marks):,} cells differ"
                pictures.append((caption, svg_writer.draw(puzzle, grid, marks=marks)))
        elif shown:
            pictures.append(("solution", svg_writer.draw(puzzle, shown[0])))
        elif known.unknown_count < len(known.cells):
            pictures.append(("solved by deduction", svg_writer.draw(puzzle, known)))
    return card(heading, lines, pictures, bar)
