# SPDX-License-Identifier: MIT
"""``pages_of``: the pages of a picture or a PDF as pixels, with their text and QR codes.

A picture has one page. A PDF (library pypdfium2) has several: each is rendered, and where the PDF
holds text, the numbers are known exactly with their places, so nothing has to be recognised. The
sheets that nonosat prints carry the puzzle as a QR code; OpenCV finds it, by its finder of ArUco
markers, which reads codes of 2 pixels a module; the older detector needs 4.

Cost: a page of a PDF about .1 s, the QR codes of a page about .2 s. Rejected: the lines that a PDF
draws, in place of the grid of its rendering: each program draws its boards in another way, and a
scan in a PDF draws no lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.errors import Fault, PuzzleSyntaxError, library
from nonosat.limits import Limits
from nonosat.photo.found import PictureBox, Word
from nonosat.photo.image_files import (
    ImageLike,
    check_size,
    is_pdf,
    open_image,
    read_image_file,
)
from nonosat.photo.outside import Open

if TYPE_CHECKING:
    from numpy.typing import NDArray

_POINTS = 72
"""Points of a PDF in an inch."""
_DPI = 200
_MOST_PIXELS = 12_000_000
"""Of a rendered page; a larger one gets fewer dots per inch."""
_MOST_PAGES = 500
_LETTERS = 500
"""Letters of a page between two looks at the limits."""
_QR_SIDE = 2400
"""The longer side of the copy in which QR codes are looked for: a sheet of paper then has 4 pixels
a module. It is more than ``MAX_ASPECT``, so the shorter side of a thin picture does not vanish."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points of a PDF."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its pixels (height, width, 3; RGB), and the numbers of its text."""

    number: int
    pixels: NDArray[np.uint8]
    words: tuple[Word, ...] = ()


def pages_of(
    source: ImageLike,
    limits: Limits,
    *,
    page: int | None = None,
    opening: Open = lambda page: None,
) -> Iterator[Page]:
    """The pages of a picture or a PDF, in order; with ``page`` only that one.

    Raises:
        PuzzleSyntaxError: it cannot be read, is too large, or lacks this page.
        OptionError: a library is not installed.
        Stopped: a limit was reached.
    """
    if isinstance(source, str | os.PathLike):
        name, source = os.fspath(source), read_image_file(source)
    else:
        name = None
    if isinstance(source, bytes) and is_pdf(source):
        yield from _pages_of_pdf(source, name, limits, page, opening)
    else:
        _check_page(page, 1, name)
        yield Page(1, np.asarray(open_image(source, name)))


def _check_page(page: int | None, count: int, name: str | None) -> None:
    if page is not None and page > count:
        raise PuzzleSyntaxError(
            Fault.of(
                "fault.pdf.page",
                "there is no page {page}: the last one is {count}",
                page=page,
                count=count,
            ),
            name,
        )


def _pages_of_pdf(
    data: bytes, name: str | None, limits: Limits, only: int | None, opening: Open
) -> Iterator[Page]:
    pdfium = library("pypdfium2")
    try:
        document = pdfium.PdfDocument(data)
        count = len(document)
    except pdfium.PdfiumError as error:
        reason = str(error).splitlines()[0] if str(error) else "it is damaged"
        raise PuzzleSyntaxError(
            Fault.of("fault.pdf", "the PDF cannot be read: {why}", why=reason), name
        ) from None
    with document:
        if count > _MOST_PAGES:
            raise PuzzleSyntaxError(
                Fault.of(
                    "fault.pdf.long",
                    (
                        "{n} page, more than {most}: split the file first",
                        "{n} pages, more than {most}: split the file first",
                    ),
                    n=count,
                    most=_MOST_PAGES,
                ),
                name,
            )
        _check_page(only, count, name)
        for number in range(1, count + 1) if only is None else (only,):
            opening(number)
            limits.check()
            try:
                page = _page_of_pdf(document, number, limits)
            except pdfium.PdfiumError as error:
                raise PuzzleSyntaxError(f"page {number}: {error}", name) from None
            except PuzzleSyntaxError as error:
                raise PuzzleSyntaxError(f"page {number}: {error}", name) from None
            opening(None)
            yield page


def _page_of_pdf(document: Any, number: int, limits: Limits) -> Page:
    page = document[number - 1]
    width, height = page.get_size()
    inches = max(width * height, 1) / _POINTS**2
    scale = min(_DPI, (_MOST_PIXELS / inches) ** 0.5) / _POINTS
    check_size((ceil(width * scale), ceil(height * scale)), None)
    image = page.render(scale=scale).to_pil().convert("RGB")
    limits.check()
    return Page(number, np.asarray(image), tuple(_words(page, height, scale, limits)))


def _words(page: Any, height: float, scale: float, limits: Limits) -> Iterator[Word]:
    """The numbers in the text of a page; empty for a page that is turned."""
    if page.get_rotation():
        return
    text = page.get_textpage()
    left, below = page.get_mediabox()[:2]
    digits: list[tuple[str, Box]] = []
    for index in limits.each(range(text.count_chars()), _LETTERS):
        letter = text.get_text_range(index, 1)
        if len(letter) == 1 and letter in "0123456789":
            x, y, right, top = text.get_charbox(index)
            box = (x - left, height - top + below, right - left, height - y + below)
            digits.append((letter, box))
        else:
            digits.append(("", (0.0, 0.0, 0.0, 0.0)))
    word: list[tuple[str, Box]] = []
    for one, after in pairwise([*digits, ("", (0.0, 0.0, 0.0, 0.0))]):
        if not one[0]:
            continue
        word.append(one)
        if not after[0] or not _together(one[1], after[1]):
            sides = list(zip(*(box for _, box in word), strict=True))
            box = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
            left_x, top_y, right_x, bottom_y = (side * scale for side in box)
            place = PictureBox((left_x, top_y, right_x, bottom_y))
            yield Word("".join(digit for digit, _ in word), place)
            word = []


def _together(one: Box, after: Box) -> bool:
    """True if two digits belong to one number: on one line of text, less than a space apart."""
    size = one[3] - one[1]
    return abs(one[3] - after[3]) < 0.25 * size and -0.3 * size < after[0] - one[2] < 0.3 * size


def qr_texts(page: Page) -> list[str]:
    """The texts of the QR codes of a page, in reading order."""
    import cv2  # after the file is opened: most bad files end before

    pixels = page.pixels
    shrink = min(1.0, _QR_SIDE / max(pixels.shape[:2]))
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    if shrink < 1:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    try:
        found, texts, corners, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(grey)
    except cv2.error:  # some pictures without a code make it fail
        return []
    if not found:
        return []
    places = [tuple(corner.mean(axis=0)) for corner in corners]
    order = sorted(range(len(texts)), key=lambda n: (places[n][1] // 50, places[n][0]))
    return [texts[n] for n in order if texts[n]]
