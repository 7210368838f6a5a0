# SPDX-License-Identifier: MIT
"""``svg``, ``png`` and ``pdf``: a puzzle as a picture; all three have the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypedDict, Unpack

from nonosat.draw import svg_writer
from nonosat.draw.scene import page_size, puzzle_picture
from nonosat.draw.svg_writer import Svg
from nonosat.draw.theme import ThemeLike
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


class PictureOptions(TypedDict, total=False):
    """The options of a picture.

    ``marks``: cells, as (row, column) from 0, that are ringed; tinted, if they are many. ``theme``:
    a name (``light``, ``dark``, ``print``, ``contrast``, ``patterns``) or a ``Theme``. ``cell``:
    the side of a cell in pixels. ``row_clues``: ``left``, ``right`` or ``both``; ``column_clues``:
    ``top``, ``bottom`` or ``both``. ``numbers``: the numbers of the lines stand right and below.
    ``finished``: clues of blocks that the grid fixes are grey and struck out. ``poll``: called now
    and then while the picture is drawn; what it raises ends the drawing.
    """

    marks: Collection[tuple[int, int]]
    theme: ThemeLike
    cell: int | None
    row_clues: str
    column_clues: str
    numbers: bool
    finished: bool
    poll: Callable[[], None] | None


def svg(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> Svg:
    """A puzzle, and what a grid fills in, as SVG; notebooks show it as a picture.

    Args:
        puzzle: its clues are drawn, never its goal picture.
        grid: the cells; None leaves the board blank but for the printed cells.
        options: see ``PictureOptions``.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has no such value.

    >>> svg(Puzzle([[1]], [[1]]), Grid("#"), theme="dark", numbers=True)[:4]
    '<svg'
    """
    return svg_writer.draw(puzzle, grid, **options)


def png(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> bytes:
    """The same picture as the bytes of a PNG file, drawn at whole pixels (extra ``image``).

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has no such value, the picture would have more than 100 million
            pixels, or Pillow is not installed.

    >>> png(Puzzle([[1]], [[1]]))[1:4]
    b'PNG'
    """
    from nonosat.draw.png_writer import png_bytes

    return png_bytes(puzzle_picture(puzzle, grid, **options), options.get("poll"))


def check_png(puzzle: Puzzle, **options: Unpack[PictureOptions]) -> None:
    """Raise OptionError if ``png`` would refuse the size of a picture: before work that takes long.

    >>> check_png(Puzzle([[1]], [[1]]), cell=20)
    """
    from nonosat.draw.png_writer import check_pixels

    check_pixels(*page_size(puzzle, **options))


def pdf(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> bytes:
    """The same picture as the bytes of a PDF file of one page of its size (extra ``pdf``).

    A pixel has 0.75 points. ``sheets`` makes pages of paper.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has no such value, or reportlab is not installed.

    >>> pdf(Puzzle([[1]], [[1]]))[:4]
    b'%PDF'
    """
    from nonosat.draw.pdf_writer import pdf_bytes

    return pdf_bytes(puzzle_picture(puzzle, grid, **options))
