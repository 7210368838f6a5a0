# SPDX-License-Identifier: MIT
"""Pictures on the pages of a PDF, drawn by reportlab as vectors.

A picture is scaled to the room that it gets. With ``invariant`` reportlab writes neither the time
nor a random name, so that equal input gives equal bytes.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any, Protocol

from nonosat.draw.shapes import Box, Boxes, Circle, Picture, Polygons, Shape, Strokes, Text
from nonosat.errors import library

FONT = "Helvetica"
"""The font of the numbers; every reader of PDF has it."""


class Letters(Protocol):
    """The methods of ``book.fonts.Fonts``, which writes other letters of colours."""

    def write(
        self, canvas: Any, x: float, y: float, text: str, size: float, *, align: str
    ) -> None: ...
    def save(self, canvas: Any) -> None: ...


_POINTS = 0.75
"""A pixel of a picture on a page of its own, in points."""


def new_canvas(file: BytesIO, size: tuple[float, float], lang: str | None = None) -> Any:
    """A canvas of reportlab whose output depends on its content alone; sizes are in points.

    ``lang``: the language of its texts, for readers that speak them.
    """
    return library("reportlab.pdfgen.canvas").Canvas(
        file, pagesize=size, invariant=1, pageCompression=1, lang=lang
    )


def pdf_bytes(picture: Picture, letters: Letters) -> bytes:
    """The picture on one page of its size.

    Raises:
        OptionError: reportlab is not installed.
    """
    file = BytesIO()
    size = (picture.width * _POINTS, picture.height * _POINTS)
    canvas = new_canvas(file, size)
    canvas.setTitle(picture.title)
    canvas.setCreator("nonosat")
    paint(canvas, picture, 0, size[1], _POINTS, letters)
    canvas.showPage()
    letters.save(canvas)
    return file.getvalue()


def paint(
    canvas: Any, picture: Picture, x: float, y: float, scale: float, letters: Letters
) -> None:
    """Draw a picture with its upper left corner at (x, y), in points from below."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(scale, scale)
    for shape in picture.page:
        _draw(canvas, shape, letters)
    canvas.translate(picture.left, -picture.top)
    for shape in picture.board:
        _draw(canvas, shape, letters)
    canvas.restoreState()


@cache
def _color(rgb: str) -> Any:
    """A colour for reportlab, kept so that its text is not read again for each number of a clue."""
    return library("reportlab.lib.colors").toColor(rgb)


def _paints(canvas: Any, fill: str | None, stroke: str | None, line: float) -> dict[str, int]:
    """Set these colours; return the arguments that draw with them."""
    if fill is not None:
        canvas.setFillColor(_color(fill))
    if stroke is not None:
        canvas.setStrokeColor(_color(stroke))
        canvas.setLineWidth(line)
    return {"fill": int(fill is not None), "stroke": int(stroke is not None)}


def _draw(canvas: Any, shape: Shape, letters: Letters) -> None:
    """Draw a shape; y of the picture points down, y of the page up."""
    match shape:
        case Box(_, (x, y, width, height), fill, stroke, line, radius):
            paints = _paints(canvas, fill, stroke, line)
            if radius:
                canvas.roundRect(x, -y - height, width, height, radius, **paints)
            else:
                canvas.rect(x, -y - height, width, height, **paints)
        case Boxes(_, places, fill, opacity):
            canvas.setFillColor(_color(fill))
            canvas.setFillAlpha(opacity)
            path = canvas.beginPath()
            for x, y, width, height in places:
                path.rect(x, -y - height, width, height)
            canvas.drawPath(path, fill=1, stroke=0)
            canvas.setFillAlpha(1)
        case Strokes(_, segments, stroke, line, opacity):
            canvas.setStrokeColor(_color(stroke))
            canvas.setStrokeAlpha(opacity)
            canvas.setLineWidth(line)
            canvas.lines([(x, -y, to_x, -to_y) for x, y, to_x, to_y in segments])
            canvas.setStrokeAlpha(1)
        case Circle(_, x, y, radius, fill, stroke, line):
            canvas.circle(x, -y, radius, **_paints(canvas, fill, stroke, line))
        case Polygons(_, polygons, fill):
            canvas.setFillColor(_color(fill))
            path = canvas.beginPath()
            for polygon in polygons:
                (x, y), *others = polygon
                path.moveTo(x, -y)
                for to_x, to_y in others:
                    path.lineTo(to_x, -to_y)
                path.close()
            canvas.drawPath(path, fill=1, stroke=0)
        case Text(_, x, y, words, size, ink):
            canvas.setFillColor(_color(ink))
            if words.isascii():
                canvas.setFont(FONT, size)
                canvas.drawCentredString(x, -y - 0.36 * size, words)
            else:
                letters.write(canvas, x, -y - 0.36 * size, words, size, align="middle")
