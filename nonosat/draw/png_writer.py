# SPDX-License-Identifier: MIT
"""Pictures as PNG, drawn by Pillow at whole pixels: cells and rules are sharp at any size.

Numbers use the outline font that Pillow brings, so that the picture is the same on every machine.
It has English letters only: another letter of a colour is drawn as ``?``, and a warning names it.
Translucent shapes are mixed with the shapes below them. (Rendering the SVG needs a library that is
not installed everywhere, and blurs rules that do not fall on pixels.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonosat.draw.shapes import Box, Boxes, Circle, Picture, Polygons, Shape, Strokes, Text
from nonosat.errors import OptionError, library

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from PIL.Image import Image


MAX_PIXELS = 100_000_000
"""A larger picture is refused; this one needs 300 MB while it is drawn."""


def check_pixels(width: int, height: int) -> None:
    """Raise OptionError if a picture of this size is too large to be drawn."""
    if width * height > MAX_PIXELS:
        raise OptionError(
            f"a picture of {width}x{height} pixels: "
            f"use smaller cells, at most {MAX_PIXELS:,} pixels are drawn"
        )


class Png(bytes):
    """The bytes of a PNG file. ``warnings``: what could not be drawn.

    >>> from nonosat import Puzzle, draw
    >>> picture = draw.png(Puzzle([[1]], [[1]]))
    >>> picture[1:4], picture.warnings
    (b'PNG', ())
    """

    warnings: tuple[str, ...]


def png_bytes(picture: Picture, poll: Callable[[], None] | None = None) -> Png:
    """The picture as the bytes of a PNG file; ``poll`` is called now and then while it is packed.

    Raises:
        OptionError: the picture has more than 100 million pixels, or Pillow is not installed.
    """
    file, lost = _Polled(poll), set[str]()
    png_image(picture, lost).save(file, "PNG", optimize=False)
    png = Png(file.getvalue())
    names = ", ".join(f"{letter} (U+{ord(letter):04X})" for letter in sorted(lost))
    png.warnings = (f"a PNG has no {names}, drawn as ?: draw an SVG",) if lost else ()
    return png


class _Polled(BytesIO):
    """Bytes that Pillow writes, some 64 KiB at a time."""

    def __init__(self, poll: Callable[[], None] | None) -> None:
        super().__init__()
        self._poll = poll

    def write(self, data: ReadableBuffer, /) -> int:
        if self._poll is not None:
            self._poll()
        return super().write(data)


def png_image(picture: Picture, lost: set[str] | None = None) -> Image:
    """The picture as an image of Pillow; letters that it does not draw are added to ``lost``."""
    check_pixels(picture.width, picture.height)
    image: Image = library("PIL.Image").new("RGB", (picture.width, picture.height), "white")
    canvas = _Canvas(image, set() if lost is None else lost)
    for shape in picture.page:
        canvas.draw(shape, 0, 0)
    for shape in picture.board:
        canvas.draw(shape, picture.left, picture.top)
    return image


class _Canvas:
    """Draws shapes on an image."""

    def __init__(self, image: Image, lost: set[str]) -> None:
        self.image = image
        self.lost = lost
        self.pen = library("PIL.ImageDraw").Draw(image)

    def draw(self, shape: Shape, left: int, top: int) -> None:
        """Draw a shape whose coordinates count from (left, top)."""
        match shape:
            case Box(_, place, fill, stroke, width, radius):
                edges = _pixels(place, left, top)
                if fill is not None:
                    self.pen.rounded_rectangle(edges, round(radius), fill=fill)
                if stroke is not None:
                    self._outline(place, left, top, stroke, width, radius)
            case Boxes(_, places, fill, opacity):
                for place in places:
                    self._fill(_pixels(place, left, top), fill, opacity)
            case Strokes(_, segments, stroke, width, opacity):
                for segment in segments:
                    self._stroke(segment, left, top, stroke, width, opacity)
            case Circle(_, x, y, radius, fill, stroke, width):
                outer = radius + width / 2
                middle_x, middle_y = left + x, top + y
                corners = [
                    (middle_x - outer, middle_y - outer),
                    (middle_x + outer - 1, middle_y + outer - 1),
                ]
                self.pen.ellipse(corners, fill=fill, outline=stroke, width=max(1, round(width)))
            case Polygons(_, polygons, fill):
                for polygon in polygons:
                    self.pen.polygon([(left + x, top + y) for x, y in polygon], fill=fill)
            case Text(_, x, y, words, size, ink):
                self.lost.update(letter for letter in words if not letter.isascii())
                drawn = words.encode("ascii", "replace").decode()
                self.pen.text(
                    (left + x, top + y), drawn, fill=ink, font=_font(round(size)), anchor="mm"
                )

    def _outline(
        self, place: Any, left: int, top: int, stroke: str, width: float, radius: float
    ) -> None:
        """A frame whose line lies half inside and half outside, as in SVG."""
        x, y, box_width, box_height = place
        line = max(1, round(width))
        half = line // 2
        edges = (
            round(left + x) - half,
            round(top + y) - half,
            round(left + x + box_width) + line - half - 1,
            round(top + y + box_height) + line - half - 1,
        )
        self.pen.rounded_rectangle(edges, round(radius), outline=stroke, width=line)

    def _fill(self, edges: tuple[int, int, int, int], fill: str, opacity: float) -> None:
        if opacity >= 1:
            self.pen.rectangle(edges, fill=fill)
            return
        x, y, right, below = edges
        if right < x or below < y:
            return
        area = self.image.crop((x, y, right + 1, below + 1))
        plain = library("PIL.Image").new("RGB", area.size, fill)
        self.image.paste(library("PIL.Image").blend(area, plain, opacity), (x, y))

    def _stroke(
        self, segment: Any, left: int, top: int, stroke: str, width: float, opacity: float
    ) -> None:
        x, y, to_x, to_y = segment
        line = max(1, round(width))
        if x == to_x or y == to_y:  # a rule: a box of whole pixels
            half = line // 2
            begin_x, end_x = sorted((round(left + x), round(left + to_x)))
            begin_y, end_y = sorted((round(top + y), round(top + to_y)))
            if x == to_x:
                edges = (begin_x - half, begin_y, begin_x - half + line - 1, end_y - 1)
            else:
                edges = (begin_x, begin_y - half, end_x - 1, begin_y - half + line - 1)
            self._fill(edges, stroke, opacity)
        else:
            ends = [(left + x, top + y), (left + to_x, top + to_y)]
            self.pen.line(ends, fill=stroke, width=line)


def _pixels(place: Any, left: int, top: int) -> tuple[int, int, int, int]:
    """The outermost pixels inside a rectangle."""
    x, y, width, height = place
    return (
        round(left + x),
        round(top + y),
        round(left + x + width) - 1,
        round(top + y + height) - 1,
    )


@cache
def _font(size: int) -> Any:
    return library("PIL.ImageFont").load_default(max(4, size))
