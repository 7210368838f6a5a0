# SPDX-License-Identifier: MIT
"""Chains of implications drawn over the board they belong to.

A chain is a walk over cells: its first cell carries an assumption, each arrow is one line-solve.
Cells that the chain fills get a disc, those that it empties a ring, its last one a square frame,
and the steps are numbered. All forced cells have a small triangle in their corner, so that the
chain stands out from them. Shapes and figures say everything; no colour is needed to read it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from nonosat.draw import svg_writer
from nonosat.draw.geometry import Geometry
from nonosat.draw.svg_writer import Svg
from nonosat.draw.theme import LIGHT, Theme
from nonosat.grid import Grid
from nonosat.puzzle import Puzzle

__all__ = ["draw_chains"]

Stop = tuple[int, int, bool]
"""A cell of a chain: row, column (from 0), and True if it gets a value, False if it loses one."""


def draw_chains(
    puzzle: Puzzle,
    grid: Grid,
    chains: Sequence[Sequence[Stop]],
    *,
    marks: Collection[tuple[int, int]] = (),
    theme: Theme = LIGHT,
) -> Svg:
    """The puzzle, a partial grid, and chains over it.

    Args:
        puzzle: its clues are drawn.
        grid: the solved cells; the chains go over unknown cells.
        chains: each a list of stops.
        marks: cells with a small triangle in their corner, such as all that are forced.
        theme: colours and the size of a cell.

    >>> puzzle = Puzzle(rows=[[1], [1]], columns=[[1], [1]])
    >>> picture = draw_chains(puzzle, puzzle.unknown_grid(), [[(0, 0, True), (0, 1, False)]])
    >>> picture.count('class="arrow"')
    1
    """
    at = Geometry(puzzle.height, puzzle.width, theme.cell)
    overlay = [_corner(row, column, theme) for row, column in sorted(set(marks))]
    overlay += [element for chain in chains for element in _chain(chain, at, theme)]
    return svg_writer.draw(puzzle, grid, theme=theme, overlay=overlay)


def _corner(row: int, column: int, theme: Theme) -> str:
    """A triangle in the upper left corner of a cell."""
    side = theme.cell * 0.4
    return (
        f'<path class="mark" fill="{theme.mark}" '
        f'd="M{column * theme.cell + 1} {row * theme.cell + 1}h{side:g}l-{side:g} {side:g}z"/>'
    )


def _chain(chain: Sequence[Stop], at: Geometry, theme: Theme) -> Iterator[str]:
    cell = at.cell
    places = [at.centre(row, column) for row, column, _ in chain]
    for (x, y), (to_x, to_y) in pairwise(places):
        yield from _arrow(x, y, to_x, to_y, theme)
    for number, ((x, y), (_, _, holds)) in enumerate(zip(places, chain, strict=True)):
        fill, ink = (theme.chain, theme.paper) if holds else (theme.paper, theme.chain)
        yield (
            f'<circle class="stop" cx="{x:g}" cy="{y:g}" r="{cell * 0.36:g}" fill="{fill}" '
            f'stroke="{theme.chain}" stroke-width="1.5"/>'
        )
        yield (
            f'<text x="{x:g}" y="{y + 3:g}" font-size="{cell * 0.42:g}" text-anchor="middle" '
            f'font-family="{svg_writer.FONT}" fill="{ink}">'
            f"{number}</text>"
        )
    x, y = places[-1]
    yield (
        f'<rect class="end" x="{x - cell / 2:g}" y="{y - cell / 2:g}" width="{cell}" '
        f'height="{cell}" fill="none" stroke="{theme.chain}" stroke-width="3"/>'
    )


def _arrow(x: float, y: float, to_x: float, to_y: float, theme: Theme) -> Iterator[str]:
    """From the rim of one stop to the rim of the next; no arrow from a cell to itself."""
    rim = theme.cell * 0.42
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    if length < 2 * rim:
        return
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    x, y = x + along_x * rim, y + along_y * rim
    to_x, to_y = to_x - along_x * rim, to_y - along_y * rim
    back_x, back_y = to_x - along_x * 5, to_y - along_y * 5
    path = (
        f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
        f"M{back_x - along_y * 3:.1f} {back_y + along_x * 3:.1f}L{to_x:.1f} {to_y:.1f}"
        f"L{back_x + along_y * 3:.1f} {back_y - along_x * 3:.1f}"
    )
    for kind, stroke, width in (("halo", theme.paper, 5.5), ("arrow", theme.chain, 2.5)):
        yield (
            f'<path class="{kind}" fill="none" stroke="{stroke}" stroke-width="{width}" '
            f'd="{path}"/>'
        )
