# SPDX-License-Identifier: MIT
"""The shapes that a picture consists of, without saying how they are drawn.

``scene`` makes them; ``svg_writer``, ``png_writer`` and ``pdf_writer`` draw them, so that all
pictures are the same. Lengths are pixels, y points down. ``kind`` says what a shape stands for; it
is the ``class`` of the SVG.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

Rectangle: TypeAlias = tuple[float, float, float, float]
"""x, y, width, height."""
Segment: TypeAlias = tuple[float, float, float, float]
"""From x, y to x, y."""


@dataclass(frozen=True, slots=True)
class Box:
    """One rectangle, filled or outlined."""

    kind: str
    place: Rectangle
    fill: str | None = None
    stroke: str | None = None
    width: float = 1
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Boxes:
    """Rectangles of one colour with sharp edges."""

    kind: str
    places: tuple[Rectangle, ...]
    fill: str
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Strokes:
    """Straight lines of one colour."""

    kind: str
    segments: tuple[Segment, ...]
    stroke: str
    width: float = 1
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class Circle:
    """A ring, or a disc."""

    kind: str
    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1


@dataclass(frozen=True, slots=True)
class Polygons:
    """Filled polygons of one colour."""

    kind: str
    polygons: tuple[tuple[tuple[float, float], ...], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; x and y are its middle."""

    kind: str
    x: float
    y: float
    text: str
    size: float
    ink: str


Shape: TypeAlias = Box | Boxes | Strokes | Circle | Polygons | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn: the page, then the board, whose shapes count from its corner.

    The shapes may be made while they are drawn: they are gone through once, page before board.
    """

    width: int
    height: int
    left: int
    top: int
    title: str
    description: str
    page: Iterable[Shape]
    board: Iterable[Shape]
