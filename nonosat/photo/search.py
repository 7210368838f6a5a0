# SPDX-License-Identifier: MIT
"""``readings_here``: the puzzles that are printed in a screenshot, a scan, a photo or a PDF.

The way of a picture is a list of steps. Each is a function of a file of its own that takes the
values of earlier steps, and is called here only (``_of_page``, ``_of_grid``, ``read_straight``,
``_reading``):

| step | file | takes | gives |
|---|---|---|---|
| ``pages_of`` | pages | file | pages: pixels, and the numbers in the text of a PDF |
| ``qr_texts`` | pages | page | texts of QR codes; if one is a puzzle, it is the answer |
| ``straightened`` | straight | pixels | straight picture with the place of the cells |
| ``strips_of`` | ink | straight picture | ink of each side of the cells |
| ``areas_of`` | pieces | ink | pieces of ink |
| ``sides_of`` | sides | pieces | digits of each line, with the odds of spaces |
| ``classified`` | numbers | digits | values of possible numbers, with probabilities |
| ``chosen`` | numbers | values | the lines of the sides that have clues |
| ``coloring`` | ink_colors | lines | colours of the blocks |
| ``structure_of`` | clues | lines, colours | probable clues of every line |
| ``with_text`` | found | clues, page | the same, exact where they stand in the text |
| ``most_probable_clues`` | readings | clues | clues that fit together, and their solutions |
| ``given_cells`` | cells | straight picture, solution | filled and crossed cells |
| ``doubt_of`` | doubts | clues, clues that fit | why the answer is doubtful |
| ``reading_of`` | answer | all these | the answer |

So a misread number is noticed, and usually corrected, by the other lines, and no number depends on
the picture alone.

Source: joint inference of a classifier's probabilities and constraints, as M. Mulamba and others do
for sudoku (Constraints 29, 2024). Cost: some .3 s. Rejected: OCR programs, which give one text and
one score, not a distribution for each number; correction by the sums alone, which fixes fewer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from nonosat.errors import NonosatError, PuzzleSyntaxError, check_library
from nonosat.limits import Limits, Stopped
from nonosat.model.report import Verdict
from nonosat.photo import thresholds as t
from nonosat.photo.answer import PictureReading, reading_of, small_copy, unread
from nonosat.photo.doubts import doubt_of
from nonosat.photo.image_files import ImageLike
from nonosat.photo.outside import Open
from nonosat.photo.readings.answer import ReadingStatus
from nonosat.photo.readings.search import most_probable_clues

if TYPE_CHECKING:
    from nonosat.photo.found import Structure
    from nonosat.photo.pages import Page
    from nonosat.photo.straight import Straight

_SEARCH_WORK = 10_000
"""The work of one correction: some seconds. A reading with few errors needs a hundredth of it."""
_NO_GRID = (
    "no grid of cells was found: take the picture from straight above, with the whole puzzle and "
    "all of its numbers in it, or type the clues"
)
_STATUS = {
    Verdict.UNIQUE: ReadingStatus.UNIQUE,
    Verdict.MULTIPLE: ReadingStatus.SEVERAL,
    Verdict.NONE: ReadingStatus.NONE,
    Verdict.UNKNOWN: ReadingStatus.UNKNOWN,
}


def readings_here(
    source: ImageLike,
    *,
    limits: Limits,
    page: int | None = None,
    opening: Open = lambda page: None,
) -> Iterator[PictureReading]:
    """All puzzles of a picture or a PDF, read in this process, whose owner can end it.

    At a limit the last reading has the status *unknown*, and its reason.

    Raises:
        PuzzleSyntaxError: the file cannot be read, is too large, or has no grid of cells.
        OptionError: the extra ``photo`` is not installed.
    """
    check_library("cv2")
    from nonosat.photo.pages import pages_of

    found, coded, number, size = 0, False, 0, (0, 0)
    begun = limits.passed

    def opens(page: int | None) -> None:
        nonlocal number, size, begun
        if page is not None:
            number, size, begun = page, (0, 0), limits.passed
        opening(page)

    try:
        for one in pages_of(source, limits, page=page, opening=opens):
            number, size = one.number, (one.pixels.shape[1], one.pixels.shape[0])
            for reading in _of_page(one, limits, only_codes=coded):
                found += 1
                coded = coded or reading.source == "QR code"
                yield reading
    except Stopped as stopped:
        yield unread(max(1, number), stopped.reason, limits.passed - begun, size)
        return
    if not found:
        name = os.fspath(source) if isinstance(source, str | os.PathLike) else None
        raise PuzzleSyntaxError(_NO_GRID, name)


def printed_here(picture: ImageLike, *, limits: Limits) -> bool:
    """``looks_printed`` in this process.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.pages import pages_of
    from nonosat.photo.straight import NoGridError, straightened

    try:
        page = next(pages_of(picture, limits))
        structure = read_straight(straightened(page.pixels, limits), limits)
    except NoGridError:
        return False
    sure = [
        any(n.value and n.alternatives[0][1] > t.PRINTED_SURE for n in line.numbers)
        for line in structure.lines
    ]
    return sum(sure) > t.PRINTED_LINES * len(sure)


def _of_page(page: Page, limits: Limits, *, only_codes: bool) -> Iterator[PictureReading]:
    """The puzzles of a page: those of QR codes, or the one whose grid is found, if there is one.

    ``only_codes``: pages before had codes, so a grid without one is a solution.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.straight import NoGridError

    begun = limits.passed
    coded = list(_of_codes(page, limits, begun))
    if coded:
        yield from coded
    elif not only_codes:
        with suppress(NoGridError):
            yield _of_grid(page, limits, begun)


def _of_codes(page: Page, limits: Limits, begun: float) -> Iterator[PictureReading]:
    """The puzzles in QR codes: those on the sheets that nonosat prints, and links."""
    from nonosat.photo.pages import qr_texts

    for text in qr_texts(page):
        from nonosat.formats.codes.face import decode  # most pictures have no code
        from nonosat.solving import solve

        limits.check()
        try:
            puzzle = decode(text)
        except NonosatError:
            continue  # not a code of this package
        report = solve(puzzle, time_limit=limits.left, cancel=limits.cancel)
        reading = PictureReading.of_code(
            puzzle, _STATUS[report.verdict], _size(page), page.number, limits.passed - begun
        )
        yield replace(reading, reason=report.reason)


def _of_grid(page: Page, limits: Limits, begun: float) -> PictureReading:
    """The puzzle whose grid is found; of several possible sizes the one whose clues fit together.

    Raises:
        NoGridError: no grid was found.
        Stopped: a limit was reached.
    """
    from nonosat.photo.straight import straightened

    first = straightened(page.pixels, limits)
    best: PictureReading | None = None
    for straight in (first, *first.others):
        reading = _reading(read_straight(straight, limits), straight, page, limits, begun)
        if reading.status is ReadingStatus.UNIQUE:
            return reading
        if best is None or (best.puzzle is None and reading.puzzle is not None):
            best = reading
    assert best is not None
    return best


def read_straight(straight: Straight, limits: Limits) -> Structure:
    """The probable clues of every line of a straight picture.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.clues import structure_of
    from nonosat.photo.ink import strips_of
    from nonosat.photo.ink_colors import coloring
    from nonosat.photo.numbers import chosen, classified
    from nonosat.photo.pieces import areas_of
    from nonosat.photo.sides import sides_of

    limits.check()
    sides = sides_of(areas_of(strips_of(straight)), straight.width)
    limits.check()
    values = classified(sides)
    limits.check()
    lines = chosen(values, straight.cell)
    inked = [(line.side.area, line.surely_numbers()) for line in lines.used]
    inks = coloring(inked, lines.colored, lines.noisy)
    limits.check()
    structure = structure_of(lines, inks, straight.height, straight.width)
    limits.check()
    return structure


def _reading(
    structure: Structure, straight: Straight, page: Page, limits: Limits, begun: float
) -> PictureReading:
    """The answer for one straight picture."""
    from nonosat.photo.cells import given_cells

    structure = structure.with_text(page.words, straight.in_picture)
    correction = most_probable_clues(
        [line.readings for line in structure.rows],
        [line.readings for line in structure.columns],
        palette=structure.ink.palette,
        time_limit=limits.left,
        work_limit=_SEARCH_WORK,
        cancel=limits.cancel,
    )
    given, wrong = given_cells(straight, structure.ink, correction)
    return reading_of(
        structure,
        correction,
        [[straight.in_picture(number.box) for number in line.numbers] for line in structure.lines],
        doubt=doubt_of(correction, structure),
        source="text" if page.words and structure.is_text else "picture",
        page=page.number,
        pixels=_size(page),
        corners=straight.corners,
        given=given,
        given_wrong=wrong,
        photo=small_copy(page.pixels),
        seconds=limits.passed - begun,
    )


def _size(page: Page) -> tuple[int, int]:
    return page.pixels.shape[1], page.pixels.shape[0]
