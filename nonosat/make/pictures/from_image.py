# SPDX-License-Identifier: MIT
"""``puzzle_from_image``: a grid of cells, and so a puzzle, from a photo or a drawing.

Pixel art is read exactly. Every other image is scaled down by averaging areas, one area per cell,
and a method decides which cells are filled:

- ``threshold``: cells darker than a threshold. The default is Otsu's, which splits the brightness
  into two classes with the least variance inside them (N. Otsu, 1979);
- ``dither``: Floyd-Steinberg, which shows greys by patterns of cells;
- ``edges``: cells on contours, which are found at four times the size of the puzzle;
- with several colours, which have no method: Pillow's maximum coverage, then k-means. Each cell
  gets the commonest colour of its area. White, or the commonest colour of the border, is the
  background.

Cost: some milliseconds, mostly for reading the file. The puzzle is not solved here, and may have
several solutions; ``puzzles_like_image`` looks for unique ones.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from nonosat.errors import LimitError, OptionError, PuzzleError, check_library, library, shown
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.make.pictures.pixel_art import recognise
from nonosat.model.clue import EMPTY, FILLED
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.numbers import whole_number
from nonosat.model.palette import BLACK, MAX_COLORS, Palette, Rgb, rgb_text
from nonosat.model.puzzle import Puzzle
from nonosat.photo.image_files import WHITE, ImageLike, open_image
from nonosat.photo.outside import asked, sorry
from nonosat.words import counted

if TYPE_CHECKING:
    from PIL.Image import Image


METHODS = ("threshold", "dither", "edges")
"""The methods that make an image black and white, unless it is pixel art."""

_DEFAULT_SIDE = 30
_MOST_COLORS = 7
_SQUEEZED = 1.1
"""Above this ratio of its proportions to those of the board, an image is visibly squeezed."""
_FINE = 8
"""Colours are counted in up to 8x8 areas for each cell, so that a thin line does not mix them."""
_MOST_FINE = 4_000_000


@dataclass(frozen=True, slots=True)
class ImagePuzzle:
    """The answer of ``puzzle_from_image``.

    ``puzzle``: the puzzle, with ``grid`` as its goal; it may have several solutions.
    ``grid``: the image in cells.
    ``actions``: the steps, in words, in order.
    ``exact``: True if the image is pixel art and was read exactly.
    ``threshold``: darker cells are filled; None if no threshold decided.

    >>> from PIL import Image
    >>> from nonosat.make import puzzle_from_image
    >>> image = Image.new("1", (30, 20), 1)
    >>> image.paste(0, (10, 0, 20, 10))
    >>> found = puzzle_from_image(image)
    >>> found.exact, found.actions[1]
    (True, 'pixel art: 3x2 cells of 10 pixels each, read exactly')
    """

    puzzle: Puzzle
    grid: Grid
    actions: tuple[str, ...]
    exact: bool
    threshold: int | None = None

    def __str__(self) -> str:
        return "\n".join(self.actions)

    def _repr_svg_(self) -> str:
        return self.grid._repr_svg_()


def puzzle_from_image(
    image: ImageLike,
    *,
    size: int | tuple[int, int] | None = None,
    colors: int | None = None,
    method: str | None = None,
    threshold: int | None = None,
    crop: bool = False,
    invert: bool = False,
    title: str = "",
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> ImagePuzzle:
    """Make a puzzle from an image; it may have several solutions.

    A file is opened in a child process, which may take 2 GiB of memory.

    Args:
        image: a file name, the bytes of a file (PNG, GIF, BMP, JPEG, WEBP, PPM, TIFF), or an image
            of Pillow.
        size: width and height in cells; a single number is the longer side, and the proportions
            stay. None: the size of pixel art, 30 for other images.
        colors: how many colours, 1 to 7, without the background. None: the colours of pixel art, 1
            for other images.
        method: ``threshold`` (the default), ``dither`` or ``edges``; for one colour. With a method,
            pixel art is treated like any other image.
        threshold: brightness from 1 to 255; darker cells are filled. None: Otsu's threshold.
        crop: cut margins of one colour first.
        invert: fill the light cells instead of the dark ones; for one colour.
        title: the title of the puzzle.
        time_limit: seconds of wall time; None: 60.
        cancel: ends the work from another thread.

    Returns:
        The puzzle, its grid, and the steps.

    Raises:
        PuzzleSyntaxError: the image cannot be read, has more than 100 million pixels (a
            JPEG file 250 million) or 65,535 on a
            side, or is more than 2,000 times as long as wide.
        PuzzleError: all cells get the same colour.
        LimitError: a limit of time or memory was reached.
        OptionError: an option makes no sense, or Pillow is not installed.

    The methods and their sources: ``nonosat/make/pictures/from_image.py``.

    >>> from PIL import Image
    >>> picture = Image.new("1", (30, 20), 1)
    >>> picture.paste(0, (10, 0, 20, 10))
    >>> print(puzzle_from_image(picture).grid)
    .#.
    ...
    """
    _check_options(colors, method, threshold)
    check_title(title)
    check_library("PIL")
    try:
        (found,) = asked(
            "nonosat.make.pictures.from_image:puzzle_here",
            image,
            time_limit=time_limit,
            cancel=cancel,
            size=size,
            colors=colors,
            method=method,
            threshold=threshold,
            crop=crop,
            invert=invert,
            title=title,
        )
    except Stopped as stopped:
        name = os.fspath(image) if isinstance(image, str | os.PathLike) else "no puzzle"
        raise LimitError(f"{name}: {sorry(stopped.reason, time_limit)}", stopped.reason) from None
    assert isinstance(found, ImagePuzzle)
    return found


def puzzle_here(
    image: ImageLike,
    *,
    limits: Limits,
    size: int | tuple[int, int] | None,
    colors: int | None,
    method: str | None,
    threshold: int | None,
    crop: bool,
    invert: bool,
    title: str,
) -> ImagePuzzle:
    """``puzzle_from_image`` in this process, which its owner can end.

    Raises:
        Stopped: a limit was reached.
    """
    _check_options(colors, method, threshold)
    check_title(title)
    picture = open_image(image)
    limits.check()
    actions = [f"picture of {picture.width}x{picture.height} pixels"]
    if crop:
        picture = cropped(picture, actions)
    art = None
    if method is None and threshold is None:
        wanted = target_size(picture, size) if isinstance(size, tuple) else None
        art = recognise(picture, wanted)
        limits.check()
        if art is not None and isinstance(size, int) and max(art.size) != size:
            art = None
    if art is not None and colors is None and len(art.colors) > MAX_COLORS:
        art = None
    if art is None:
        width, height = target_size(picture, size)
        actions.append(f"scaled to {width}x{height} cells")
        if max(picture.width * height, picture.height * width) > _SQUEEZED * min(
            picture.width * height, picture.height * width
        ):
            actions.append(
                "the image has other proportions: it is squeezed; like-image cuts instead"
            )
    else:
        width, height = art.size
        lines = " between grid lines" if art.lines else ""
        actions.append(
            f"pixel art: {width}x{height} cells of {counted(art.zoom, 'pixel')} each{lines}, "
            f"{'read exactly' if art.exact else 'shades near each other are one colour'}"
        )
        if colors is not None and len(art.colors) > 1 + colors:
            actions.append(f"{counted(len(art.colors), 'colour')} become {1 + colors}")
            picture, art = art.image(), None
    used = None
    if art is not None:
        grid, palette = grid_of_colors(art.rows, invert, actions)
    elif colors in (None, 1):
        grid, used = _black_and_white(picture, width, height, method, threshold, invert, actions)
        palette = BLACK
    else:
        rows = quantised(picture, width, height, 1 + (colors or 1))
        grid, palette = grid_of_colors(rows, invert, actions)
    if len(set(grid.cells)) == 1:
        raise _one_color()
    puzzle = Puzzle.from_grid(grid, palette=palette, meta=Metadata(title=title))
    exact = art is not None and art.exact
    return ImagePuzzle(puzzle, grid, tuple(actions), exact, used)


def _check_options(colors: int | None, method: str | None, threshold: int | None) -> None:
    check_colors(colors)
    if method is not None and not (isinstance(method, str) and method in METHODS):
        raise OptionError(f"unknown method {shown(method)}: use one of {', '.join(METHODS)}")
    check_threshold(threshold)
    if colors is not None and colors > 1 and (method is not None or threshold is not None):
        raise OptionError("method and threshold are for one colour: leave out one of the options")
    if threshold is not None and method == "dither":
        raise OptionError("dithering has no threshold: leave out one of the options")


def check_colors(colors: int | None) -> None:
    """Raise OptionError if an image cannot get this number of colours."""
    if colors is not None and not 1 <= whole_number("colors", colors) <= _MOST_COLORS:
        raise OptionError(f"{colors} colours: use 1 to {_MOST_COLORS}, without the background")


def check_threshold(threshold: int | None) -> None:
    """Raise OptionError if a threshold is not a brightness."""
    if threshold is not None and not 1 <= whole_number("threshold", threshold) <= 255:
        raise OptionError(f"threshold {threshold}: use 1 (black alone is filled) to 255")


def check_title(title: str) -> None:
    """Raise OptionError if a title is not text."""
    if not isinstance(title, str):
        raise OptionError(f"title {shown(title)}: give a text")


def cropped(picture: Image, actions: list[str]) -> Image:
    """The picture without margins of the colour of its upper left corner."""
    pillow = library("PIL.Image")
    plain = pillow.new("RGB", picture.size, picture.getpixel((0, 0)))
    box = library("PIL.ImageChops").difference(picture, plain).getbbox()
    if box is None or box == (0, 0, *picture.size):
        actions.append("no margin to cut")
        return picture
    result = picture.crop(box)
    actions.append(f"margins cut: {result.width}x{result.height} pixels")
    return result


def target_size(picture: Image, size: int | tuple[int, int] | None) -> tuple[int, int]:
    """Width and height in cells."""
    if isinstance(size, tuple):
        if len(size) != 2:
            raise OptionError(f"size {size!r}: give width and height, or one number")
        width, height = (whole_number("size", side, 1) for side in size)
    else:
        side = _DEFAULT_SIDE if size is None else whole_number("size", size, 1)
        longer = max(picture.size)
        width, height = (
            max(min(side, 1), round(side * length / longer)) for length in picture.size
        )
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise OptionError(f"{width}x{height} cells: give sides from 1 to {MAX_SIDE}")
    return width, height


def _black_and_white(
    picture: Image,
    width: int,
    height: int,
    method: str | None,
    threshold: int | None,
    invert: bool,
    actions: list[str],
) -> tuple[Grid, int | None]:
    """The grid, and the threshold that decided; dithering has none."""
    pillow = library("PIL.Image")
    grey = picture.convert("L")
    at = None
    if method == "dither":
        small = grey.resize((width, height), pillow.Resampling.BOX)
        dark = [value == 0 for value in small.convert("1").tobytes("raw", "L")]
        actions.append("dithered (Floyd-Steinberg)")
    else:
        if method == "edges":
            grey = contours(grey, width, height)
            actions.append("contours found")
        values = grey.resize((width, height), pillow.Resampling.BOX).tobytes()
        at = otsu(values) if threshold is None else threshold
        dark = [value < at for value in values]
        actions.append(f"cells darker than {at} of 255 are filled")
    if invert:
        actions.append("inverted: the light cells are filled")
    cells = bytes(FILLED if value != invert else EMPTY for value in dark)
    return Grid.from_cells(height, width, cells, BLACK.letters), at


def contours(picture: Image, width: int, height: int) -> Image:
    """The contours of a picture as dark lines, four pixels to the side of a cell."""
    pillow = library("PIL.Image")
    fine = picture.convert("L").resize((4 * width, 4 * height), pillow.Resampling.BOX)
    lines = fine.filter(library("PIL.ImageFilter").FIND_EDGES)
    lines.paste(0, (0, 0, lines.width, 1))  # the filter copies the outermost pixels
    lines.paste(0, (0, lines.height - 1, lines.width, lines.height))
    lines.paste(0, (0, 0, 1, lines.height))
    lines.paste(0, (lines.width - 1, 0, lines.width, lines.height))
    dark: Image = library("PIL.ImageOps").invert(lines)
    return dark


def otsu(values: bytes) -> int:
    """The threshold that splits the values with the least variance inside the classes."""
    counts = Counter(values)
    total, weighted = len(values), sum(values)
    below = below_weighted = 0
    best, threshold = -1.0, 128
    previous: int | None = None
    for value in sorted(counts):
        if previous is not None:
            above = total - below
            gap = below_weighted / below - (weighted - below_weighted) / above
            between = below * above * gap * gap
            if between > best:
                best, threshold = between, (previous + value + 1) // 2
        below += counts[value]
        below_weighted += value * counts[value]
        previous = value
    return threshold


def quantised(picture: Image, width: int, height: int, kinds: int) -> tuple[tuple[Rgb, ...], ...]:
    """The commonest of a few colours in the area of each cell.

    ``kinds``: the number of colours, with the background.
    """
    pillow = library("PIL.Image")
    fine = max(1, min(_FINE, isqrt(_MOST_FINE // (width * height))))
    small = picture.resize((fine * width, fine * height), pillow.Resampling.BOX)
    few = small.quantize(
        kinds, method=pillow.Quantize.MAXCOVERAGE, kmeans=5, dither=pillow.Dither.NONE
    )
    palette = few.getpalette("RGB") or []
    data, stride = few.tobytes(), fine * width
    rows = []
    for top in range(0, len(data), fine * stride):
        lines = [data[top + i * stride : top + (i + 1) * stride] for i in range(fine)]
        areas = (
            b"".join(line[left : left + fine] for line in lines) for left in range(0, stride, fine)
        )
        rows.append([max(sorted(set(area)), key=area.count) for area in areas])
    rgb = [(palette[i], palette[i + 1], palette[i + 2]) for i in range(0, len(palette), 3)]
    rgb = [(255, 255, 255) if min(one) >= WHITE else one for one in rgb]
    return tuple(tuple(rgb[number] for number in row) for row in rows)


def grid_of_colors(
    rows: tuple[tuple[Rgb, ...], ...], invert: bool, actions: list[str]
) -> tuple[Grid, Palette]:
    """The grid and the palette of coloured cells; the background is found first."""
    kinds = Counter(rgb for row in rows for rgb in row)
    if len(kinds) == 1:
        raise _one_color()
    background = _background(rows, kinds)
    if invert:
        if len(kinds) != 2:
            raise OptionError("a picture of several colours cannot be inverted: leave out invert")
        (background,) = set(kinds) - {background}
        actions.append("inverted: the light cells are filled")
    inks = sorted(set(kinds) - {background}, key=lambda rgb: (-kinds[rgb], rgb))
    names = list(map(rgb_text, inks))
    colors = counted(len(inks), "colour")
    actions.append(f"{colors} on {rgb_text(background)}: {', '.join(names)}")
    if len(inks) == 1 and (invert or kinds.keys() == {(0, 0, 0), (255, 255, 255)}):
        palette = BLACK
    else:
        palette = Palette.of([(name, name, None) for name in names], rgb_text(background))
    number = {background: EMPTY, **{rgb: i for i, rgb in enumerate(inks, start=1)}}
    cells = bytes(number[rgb] for row in rows for rgb in row)
    return Grid.from_cells(len(rows), len(rows[0]), cells, palette.letters), palette


def _one_color() -> PuzzleError:
    return PuzzleError("all cells get the same colour: try another threshold, or the method edges")


def _background(rows: tuple[tuple[Rgb, ...], ...], kinds: Counter[Rgb]) -> Rgb:
    """White if it occurs; of two colours, the lighter one; else the commonest at the border."""
    white = (255, 255, 255)
    if white in kinds:
        return white
    if len(kinds) == 2:
        return max(kinds, key=lambda rgb: (sum(rgb), rgb))
    border = Counter([*rows[0], *rows[-1]])
    border.update(side for row in rows for side in (row[0], row[-1]))
    most = max(border.values())
    return max(
        (rgb for rgb, count in border.items() if count == most), key=lambda rgb: (sum(rgb), rgb)
    )
