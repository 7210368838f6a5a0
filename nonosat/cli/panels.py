# SPDX-License-Identifier: MIT
"""Pictures side by side in a terminal, each under its heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from nonosat.cli.output import Drawn
from nonosat.draw.terminal import text_width
from nonosat.model.texts import printable

PAGE = 160
"""Columns where the output is no terminal."""
_GAP = 3


@dataclass(frozen=True, slots=True)
class Panel:
    """A picture: ``draw(color)`` gives its text, the same with and without colour codes."""

    heading: str
    draw: Callable[[bool], str]


def fits(panels: Sequence[Panel], width: int) -> bool:
    """True if all panels stand in one row."""
    return sum(_width(panel) + _GAP for panel in panels) - _GAP <= width


def side_by_side(groups: Iterable[Sequence[Panel]], width: int, color: bool) -> Drawn:
    """The panels as text, in as many rows as they need; a group begins a row if it does not fit.

    >>> two = [[Panel("a", lambda color: "##\\n##")], [Panel("bcd", lambda color: "..")]]
    >>> print(side_by_side(two, 80, False))
    a    bcd
    ##   ..
    ##
    >>> print(side_by_side(two, 5, False))
    a
    ##
    ##
    <BLANKLINE>
    bcd
    ..
    """
    rows: list[list[tuple[int, Panel]]] = [[]]
    room = width
    for group in groups:
        sized = [(_width(panel), panel) for panel in group]
        if rows[-1] and sum(needed + _GAP for needed, _ in sized) - _GAP > room:
            rows.append([])
            room = width
        for needed, panel in sized:
            if rows[-1] and needed > room:
                rows.append([])
                room = width
            rows[-1].append((needed, panel))
            room -= needed + _GAP
    return Drawn("\n\n".join(_row(row, color) for row in rows))


def _width(panel: Panel) -> int:
    return max(map(text_width, [printable(panel.heading), *panel.draw(False).splitlines()]))


def _row(row: Sequence[tuple[int, Panel]], color: bool) -> str:
    plain = [[printable(panel.heading), *panel.draw(False).splitlines()] for _, panel in row]
    shown = [[printable(panel.heading), *panel.draw(color).splitlines()] for _, panel in row]
    lines = []
    for measured, texts in zip(
        zip_longest(*plain, fillvalue=""), zip_longest(*shown, fillvalue=""), strict=True
    ):
        cells = [
            text + " " * (needed - text_width(measure))
            for (needed, _), measure, text in zip(row, measured, texts, strict=True)
        ]
        lines.append((" " * _GAP).join(cells).rstrip())
    return "\n".join(lines)
