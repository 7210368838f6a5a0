# SPDX-License-Identifier: MIT
"""Printed puzzles in pictures: screenshots, scans and photos become puzzles.

``read_picture`` and the other questions about such pictures are answered by ``search`` in a child
process (``outside``). ``search`` and the modules of its steps are not imported here, so that the
child begins early. ``readings`` decides which clues fit together; ``most_probable_clues`` is
imported from there when it is first used. Needs the extra ``photo``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.errors import check_library, installed_here
from nonosat.languages import language
from nonosat.limits import Cancellation, Stopped
from nonosat.model.numbers import whole_number
from nonosat.photo.answer import PictureReading, unread
from nonosat.photo.image_files import ImageLike
from nonosat.photo.outside import Opening, asked

if TYPE_CHECKING:
    from nonosat.photo.readings.answer import ClueReadings
    from nonosat.photo.readings.search import most_probable_clues

__all__ = ["ClueReadings", "PictureReading", "most_probable_clues", "read_picture"]

if not TYPE_CHECKING:  # else a type checker accepts every name of this module
    from nonosat import _lazy

    _, __getattr__, _ = _lazy(
        globals(),
        {".readings.answer": "ClueReadings", ".readings.search": "most_probable_clues"},
    )

    def __dir__() -> list[str]:
        return [*__all__, *(name for name in globals() if name.startswith("__"))]


def read_picture(
    picture: ImageLike,
    *,
    page: int | None = None,
    puzzle: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    lang: str = "en",
) -> PictureReading:
    """Read a printed puzzle from a screenshot, a scan, a photo or a page of a PDF.

    A file is opened in a child process, which may take 2 GiB of memory.

    Args:
        picture: a file name, the bytes of a file (PNG, JPEG, HEIC, PDF, ...), or an image of
            Pillow.
        page: of a PDF, from 1; None: the first one with a puzzle.
        puzzle: of several on a page the one with this number, from 1, in reading order; None: the
            first whose QR code can be read, or the largest whose numbers can be read.
        time_limit: seconds of wall time; None: 60, and for each page of a PDF up to that one 10
            more, within which it must be opened.
        cancel: ends the work from another thread.
        lang: the language of the sentences of the answer.

    Returns:
        The clues, as read and as corrected, and whether they have exactly one solution. If the page
        has several puzzles, ``number`` and ``count`` name the one that was read, and without
        ``puzzle`` the status is *doubtful* if another one is about as large. At a limit of time or
        memory the status is *unknown*, and ``reason`` says which.

    Raises:
        PuzzleSyntaxError: the file cannot be read, has more than 100 million pixels (a JPEG file
            250 million), 65,535 on a side, 500 pages or 64 MiB, is more than 2,000 times as long as
            wide, or has no grid of cells, or no puzzle of this number.
        OptionError: an option makes no sense, or the extra ``photo`` is not installed.

    >>> from nonosat import Puzzle
    >>> from nonosat.photo import read_picture
    >>> from nonosat.draw import png
    >>> puzzle = Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])
    >>> reading = read_picture(png(puzzle, cell_size=28))
    >>> reading.status.value, reading.puzzle == puzzle
    ('unique', True)

    The method: ``nonosat/photo/search.py``.
    """
    (reading,) = readings(
        picture,
        page=page,
        puzzle=puzzle,
        time_limit=time_limit,
        cancel=cancel,
        lang=lang,
        first=True,
    )
    return reading


def readings(
    picture: ImageLike,
    *,
    page: int | None = None,
    puzzle: int | None = None,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
    lang: str = "en",
    first: bool = False,
) -> Iterator[PictureReading]:
    """The puzzles of a picture or a PDF, one at least, read as by ``read_picture``.

    All QR codes of a page are read, or one of its grids. At a limit the last reading is *unknown*.
    ``first``: only the first one.

    Raises:
        PuzzleSyntaxError, OptionError: as for ``read_picture``.
    """
    lang = language(lang).code
    check_library("cv2")
    if page is not None:
        page = whole_number("page", page, 1)
    if puzzle is not None:
        puzzle = whole_number("puzzle", puzzle, 1)
    number, begun, read = page or 1, time.perf_counter(), False
    try:
        for answer in asked(
            "nonosat.photo.search:readings_here",
            picture,
            time_limit=time_limit,
            cancel=cancel,
            paged=True,
            first=first,
            page=page,
            puzzle=puzzle,
            lang=lang,
        ):
            if isinstance(answer, PictureReading):
                read = True
                yield answer
            elif isinstance(answer, Opening) and answer.page is not None:
                number, begun = answer.page, time.perf_counter()
    except Stopped as stopped:
        if not (first and read):  # the first reading was asked for
            yield unread(number, stopped.reason, time.perf_counter() - begun, lang=lang)


def looks_printed(picture: ImageLike, *, time_limit: float | None = None) -> bool:
    """True if a picture seems to show a printed puzzle: a grid with numbers at most of its lines.

    False if that is not known within the limits, which are those of ``read_picture``.

    Raises:
        PuzzleSyntaxError: the file cannot be read, or is too large.

    >>> from nonosat import Puzzle
    >>> from nonosat.draw import png
    >>> puzzle = Puzzle([[5], [1, 1], [1, 1], [2, 2], [3]], [[4], [1, 2], [1, 1], [1, 2], [4]])
    >>> looks_printed(png(puzzle, cell_size=28))
    True
    """
    if not installed_here("cv2"):
        return False
    try:
        (printed,) = asked("nonosat.photo.search:printed_here", picture, time_limit=time_limit)
    except Stopped:
        return False
    return bool(printed)
