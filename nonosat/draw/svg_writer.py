# SPDX-License-Identifier: MIT
"""Pictures as SVG: for notebooks, web pages and print.

The markup is written directly, without an SVG library, and every text of the puzzle is escaped: the
pictures are regular, and the same input gives the same bytes. Colours are attributes, and each
element has a class (``cells``, ``unknown``, ``thin``, ``thick``, ``clue``, ``mark`` ...), so that a
style sheet can override them. There is no ``<style>`` and no ``id``, because both would affect
other pictures on the same page. Runs of cells share a path, which keeps large boards small.

The title of the puzzle is the ``<title>``, the picture as text the ``<desc>``, for screen readers.

>>> from nonosat.model.grid import Grid
>>> picture = draw_grid(Grid("##\\n#?"))
>>> picture[:4], picture.count("hatch")
('<svg', 1)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from html import escape
from itertools import chain, groupby
from typing import Any

from nonosat.draw.scene import grid_picture, puzzle_picture
from nonosat.draw.shapes import Box, Boxes, Circle, Picture, Polygons, Shape, Strokes, Text
from nonosat.draw.theme import LIGHT, Theme
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle

FONT = "'DejaVu Sans',Verdana,Arial,sans-serif"
_RISE = 0.36
"""From the middle of a digit to its base, by the size of the font."""
# Everything that XML 1.0 does not allow, even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Svg(str):
    """SVG as text that notebooks show as a picture.

    >>> Svg("<svg/>")._repr_svg_()
    '<svg/>'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    puzzle: Puzzle, grid: Grid | None = None, *, overlay: Iterable[str] = (), **options: Any
) -> Svg:
    """The puzzle with its clues and the cells of a grid.

    ``overlay``: SVG elements drawn over the board; its upper left corner is (0, 0). All other
    arguments are those of ``nonosat.draw.svg``.
    """
    return Svg("".join(pieces(puzzle, grid, overlay=overlay, **options)))


def pieces(
    puzzle: Puzzle, grid: Grid | None = None, *, overlay: Iterable[str] = (), **options: Any
) -> Iterator[str]:
    """The text that ``draw`` gives, line by line: a large board is never in memory at once."""
    return _lines(puzzle_picture(puzzle, grid, **options), overlay)


def draw_grid(
    grid: Grid,
    *,
    palette: Palette | None = None,
    marks: Collection[tuple[int, int]] = (),
    theme: Theme = LIGHT,
) -> Svg:
    """A grid without clues; the arguments are those of ``draw``."""
    picture = grid_picture(grid, palette=palette, marks=marks, theme=theme)
    return Svg("".join(_lines(picture, ())))


def _lines(picture: Picture, overlay: Iterable[str]) -> Iterator[str]:
    width, height = picture.width, picture.height
    lines = chain(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="nonosat" role="img" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}">',
            f"<title>{escaped(picture.title)}</title>",
            f"<desc>{escaped(picture.description)}</desc>",
        ),
        _elements(picture.page),
        (f'<g class="board" transform="translate({picture.left} {picture.top})">',),
        _elements(picture.board),
        overlay,
        ("</g>", "</svg>"),
    )
    return (f"{line}\n" for line in lines)


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """The elements; texts in succession share a group that names the font."""
    for texts, group in groupby(shapes, key=lambda shape: isinstance(shape, Text)):
        if texts:
            yield f'<g font-family="{FONT}" text-anchor="middle">'
        yield from map(_element, group)
        if texts:
            yield "</g>"


def _element(shape: Shape) -> str:
    match shape:
        case Box(kind, (x, y, width, height), fill, stroke, line, radius):
            corner = f' rx="{_num(radius)}"' if radius else ""
            outline = f' stroke="{stroke}" stroke-width="{_num(line)}"' if stroke else ""
            place = f'x="{_num(x)}" y="{_num(y)}" ' if x or y else ""
            return (
                f'<rect class="{kind}" {place}width="{_num(width)}" height="{_num(height)}"'
                f'{corner} fill="{fill or "none"}"{outline}/>'
            )
        case Boxes(kind, places, fill, opacity):
            veil = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
            path = "".join(
                f"M{_num(x)} {_num(y)}h{_num(width)}v{_num(height)}h-{_num(width)}z"
                for x, y, width, height in places
            )
            return (
                f'<path class="{kind}" fill="{fill}"{veil} shape-rendering="crispEdges" '
                f'd="{path}"/>'
            )
        case Strokes(kind, segments, stroke, line, opacity):
            veil = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
            width_words = f' stroke-width="{_num(line)}"' if line != 1 else ""
            path = "".join(_segment(*segment) for segment in segments)
            return (
                f'<path class="{kind}" fill="none" stroke="{stroke}"{width_words}{veil} '
                f'd="{path}"/>'
            )
        case Circle(kind, x, y, radius, fill, stroke, line):
            outline = f' stroke="{stroke}" stroke-width="{_num(line)}"' if stroke else ""
            return (
                f'<circle class="{kind}" cx="{_num(x)}" cy="{_num(y)}" r="{_num(radius)}" '
                f'fill="{fill or "none"}"{outline}/>'
            )
        case Polygons(kind, polygons, fill):
            path = "".join(
                "M" + "L".join(f"{_num(x)} {_num(y)}" for x, y in polygon) + "z"
                for polygon in polygons
            )
            return f'<path class="{kind}" fill="{fill}" d="{path}"/>'
        case Text(kind, x, y, words, size, ink):
            return (
                f'<text class="{kind}" x="{_num(x)}" y="{_num(y + _RISE * size)}" '
                f'font-size="{_num(size)}" fill="{ink}">{escaped(words)}</text>'
            )


def _segment(x: float, y: float, to_x: float, to_y: float) -> str:
    if x == to_x:
        return f"M{_num(x)} {_num(y)}v{_num(to_y - y)}"
    if y == to_y:
        return f"M{_num(x)} {_num(y)}h{_num(to_x - x)}"
    return f"M{_num(x)} {_num(y)}l{_num(to_x - x)} {_num(to_y - y)}"


@lru_cache(maxsize=1 << 15)
def _num(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def escaped(outside: str) -> str:
    """A text for XML: markup is escaped, and characters that XML does not allow are replaced."""
    return escape(_NOT_XML.sub("\ufffd", outside))
