# SPDX-License-Identifier: MIT
"""``svg``, ``png`` and ``pdf``: a puzzle as a picture, with the same arguments."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, TypedDict, Unpack

from nonosat.draw import svg_writer
from nonosat.draw.scene import page_size, puzzle_picture
from nonosat.draw.svg_writer import Svg
from nonosat.draw.theme import ThemeLike
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.draw.png_writer import Png


class PictureOptions(TypedDict, total=False):
    """The options of ``svg``, ``png`` and ``pdf``.

    ``marks``: cells, as (row, column) from 0, that get a ring; if they are many, a tint.
    ``theme``: ``light`` (the default), ``dark``, ``print``, ``contrast``, ``patterns``, or a
    ``Theme``. ``cell_size``: the side of a cell in pixels, 4 to 400; by default 20. ``row_clues``:
    ``left`` (the default), ``right`` or ``both``. ``column_clues``: ``top`` (the default),
    ``bottom`` or ``both``. ``numbers``: True numbers the rows and columns, on the right and below.
    ``finished``: True greys and strikes out the blocks whose place the grid fixes. ``poll``: called
    now and then while the picture is drawn; an exception that it raises ends the drawing.

    >>> options: PictureOptions = {"theme": "dark", "cell_size": 12}
    >>> svg(Puzzle([[1]], [[1]]), **options)[:4]
    '<svg'
    """

    marks: Collection[tuple[int, int]]
    theme: ThemeLike
    cell_size: int | None
    row_clues: str
    column_clues: str
    numbers: bool
    finished: bool
    poll: Callable[[], None] | None


def svg(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> Svg:
    """A puzzle, and the cells of a grid, as an SVG picture.

    Args:
        puzzle: its clues and printed cells are drawn, never its goal picture.
        grid: the cells, in the size of the puzzle; None leaves the board blank.
        options: those of ``PictureOptions``.

    Returns:
        The SVG as text, which notebooks show as a picture. Its width and height are in pixels.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has an unknown value.

    >>> svg(Puzzle([[1]], [[1]]), Grid("#"), theme="dark", numbers=True)[:4]
    '<svg'
    """
    return svg_writer.draw(puzzle, grid, **options)


def png(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> Png:
    """The picture of ``svg`` as a PNG file, drawn at whole pixels (extra ``image``).

    Args:
        puzzle: its clues and printed cells are drawn, never its goal picture.
        grid: the cells, in the size of the puzzle; None leaves the board blank.
        options: those of ``PictureOptions``.

    Returns:
        The bytes of the file, with ``warnings``, sentences about letters that are drawn as ``?``.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has an unknown value, the picture would have more than 100 million
            pixels, or Pillow is not installed.

    >>> png(Puzzle([[1]], [[1]]))[1:4]
    b'PNG'
    """
    from nonosat.draw.png_writer import png_bytes

    return png_bytes(puzzle_picture(puzzle, grid, **options), options.get("poll"))


def check_png(puzzle: Puzzle, **options: Unpack[PictureOptions]) -> None:
    """Raise OptionError if ``png`` would refuse the size of a picture: before work that takes long.

    >>> check_png(Puzzle([[1]], [[1]]), cell_size=20)
    """
    from nonosat.draw.png_writer import check_pixels

    check_pixels(*page_size(puzzle, **options))


def pdf(puzzle: Puzzle, grid: Grid | None = None, **options: Unpack[PictureOptions]) -> bytes:
    """The picture of ``svg`` as a PDF file with one page of its size (extra ``pdf``).

    A pixel becomes 0.75 points. ``sheets`` prints puzzles on pages of paper.

    Args:
        puzzle: its clues and printed cells are drawn, never its goal picture.
        grid: the cells, in the size of the puzzle; None leaves the board blank.
        options: those of ``PictureOptions``.

    Returns:
        The bytes of the file.

    Raises:
        GridError: the grid is not of the puzzle's size, or a mark lies outside.
        OptionError: an option has an unknown value, or reportlab is not installed.

    >>> pdf(Puzzle([[1]], [[1]]))[:4]
    b'%PDF'
    """
    from nonosat.draw.book.fonts import Fonts
    from nonosat.draw.pdf_writer import pdf_bytes

    return pdf_bytes(puzzle_picture(puzzle, grid, **options), Fonts())
