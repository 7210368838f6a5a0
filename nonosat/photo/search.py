# SPDX-License-Identifier: MIT
"""``readings_here``: the puzzles that are printed in a screenshot, a scan, a photo or a PDF.

The way of a picture: ``pages`` makes pixels of files and finds QR codes and text; ``straight``
finds the grid of cells and makes a straight picture of it; ``numbers`` reads the clues around it,
each number with all values that it may have (``classifier``), and the cells that are filled
already; ``most_probable_clues`` searches the most probable reading whose lines fit together and
which has exactly one solution. So a misread number is noticed, and usually corrected, by the other
lines, and no number depends on the picture alone.

Source: joint inference of a classifier's probabilities and constraints, as M. Mulamba and others do
for sudoku (Constraints 29, 2024). Cost: some .3 s. Rejected: OCR programs, which give one text and
one score, not a distribution for each number; correction by the sums alone, which fixes fewer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from nonosat.errors import NonosatError, PuzzleSyntaxError, check_library
from nonosat.limits import Limits, Stopped
from nonosat.model.clue import UNKNOWN, Block
from nonosat.model.grid import Grid
from nonosat.model.palette import ALPHABET, Palette, rgb_text
from nonosat.model.report import Verdict
from nonosat.photo import thresholds as t
from nonosat.photo.answer import (
    PictureLine,
    PictureReading,
    doubt_of,
    read_line,
    unread,
)
from nonosat.photo.found import ReadLine, ReadNumber, Structure
from nonosat.photo.image_files import ImageLike
from nonosat.photo.outside import Open
from nonosat.photo.readings.answer import ClueReadings, ReadingStatus
from nonosat.photo.readings.search import most_probable_clues

if TYPE_CHECKING:
    from nonosat.photo.pages import Page, Word
    from nonosat.photo.straight import Straight

_NOT_READ = ((None, 1.0),)
"""The readings of a line without any: its clue is not given."""
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
    from nonosat.photo.numbers import read_straight
    from nonosat.photo.pages import pages_of
    from nonosat.photo.straight import NoGridError, straightened

    try:
        page = next(pages_of(picture, limits))
        structure = read_straight(straightened(page.pixels, limits), limits)
    except NoGridError:
        return False
    lines = (*structure.rows, *structure.columns)
    sure = [
        any(n.value and n.alternatives[0][1] > t.PRINTED_SURE for n in line.numbers)
        for line in lines
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
            continue  # a code of somebody else
        report = solve(puzzle, time_limit=limits.left, cancel=limits.cancel)
        reading = PictureReading.of_code(
            puzzle, _STATUS[report.verdict], _size(page), page.number, limits.passed - begun
        )
        yield replace(reading, reason=report.reason)


def _of_grid(page: Page, limits: Limits, begun: float) -> PictureReading:
    """The puzzle whose grid is found; of several possible sizes the one whose clues fit together.

    Raises:
        NoGridError: there is none.
        Stopped: a limit was reached.
    """
    from nonosat.photo.numbers import read_straight
    from nonosat.photo.straight import straightened

    first = straightened(page.pixels, limits)
    best: PictureReading | None = None
    for straight in (first, *first.others):
        structure = _with_text(read_straight(straight, limits), straight, page.words)
        reading = _corrected(structure, straight, page, limits, begun)
        if reading.status is ReadingStatus.UNIQUE:
            return reading
        if best is None or (best.puzzle is None and reading.puzzle is not None):
            best = reading
    assert best is not None
    return best


def _corrected(
    structure: Structure, straight: Straight, page: Page, limits: Limits, begun: float
) -> PictureReading:
    from nonosat.photo.pages import small_copy

    palette = _palette(structure)
    correction = most_probable_clues(
        [line.alternatives or _NOT_READ for line in structure.rows],
        [line.alternatives or _NOT_READ for line in structure.columns],
        palette=palette,
        time_limit=limits.left,
        work_limit=_SEARCH_WORK,
        cancel=limits.cancel,
    )
    lines = _lines(structure, correction, straight)
    given, wrong = _given(structure, palette, correction)
    doubt = doubt_of(correction, structure)
    return PictureReading(
        status=correction.status if doubt is None else ReadingStatus.DOUBTFUL,
        puzzle=correction.puzzle,
        rows=lines[: len(structure.rows)],
        columns=lines[len(structure.rows) :],
        source="text" if page.words and _is_text(structure) else "picture",
        page=page.number,
        pixels=_size(page),
        corners=_corners(straight),
        palette=palette,
        given=given,
        given_wrong=wrong,
        correction=correction,
        doubt=doubt,
        reason=correction.reason,
        photo=small_copy(page),
        seconds=limits.passed - begun,
    )


def _size(page: Page) -> tuple[int, int]:
    return page.pixels.shape[1], page.pixels.shape[0]


def _place(straight: Straight, x: float, y: float) -> tuple[float, float]:
    """Where a point of the straight picture is in the picture."""
    across, down, depth = (
        float(row[0] * x + row[1] * y + row[2]) for row in straight.to_picture.tolist()
    )
    return across / depth, down / depth


def _corners(straight: Straight) -> tuple[tuple[float, float], ...]:
    left, top, cell = straight.left, straight.top, straight.cell
    right, below = left + straight.width * cell, top + straight.height * cell
    corners = ((left, top), (right, top), (right, below), (left, below))
    return tuple(_place(straight, x, y) for x, y in corners)


def _box(straight: Straight, box: tuple[float, float, float, float]) -> tuple[float, ...]:
    """The box in the picture that holds a box of the straight picture."""
    left, top, right, bottom = box
    points = [_place(straight, x, y) for x in (left, right) for y in (top, bottom)]
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def _lines(
    structure: Structure, correction: ClueReadings, straight: Straight
) -> tuple[PictureLine, ...]:
    """The lines, with the numbers at their places in the picture."""
    puzzle = correction.puzzle
    clues = list((correction.clues if puzzle is None else puzzle).lines())
    changes = correction.candidates[0].changes if correction.candidates else ()
    remarks = {change.line: str(change).partition(": ")[2] for change in changes}
    suspects = {*correction.unreadable, *chain(*correction.contradictions)}
    found = []
    for read, (line, clue) in zip((*structure.rows, *structure.columns), clues, strict=True):
        placed = []
        for number in read.numbers:
            left, top, right, bottom = _box(straight, number.box)
            placed.append(replace(number, box=(left, top, right, bottom)))
        moved = ReadLine(tuple(placed), read.alternatives)
        wrong = puzzle is None and (line in suspects or not suspects)
        found.append(read_line(line, moved, clue, remarks.get(line), wrong=wrong))
    return tuple(found)


def _palette(structure: Structure) -> Palette:
    """The palette of the ink; one colour is black on white, whatever the theme of the picture."""
    if len(structure.colors) == 1:
        return Palette()
    triples = [
        (ALPHABET[number], rgb_text(rgb), None) for number, rgb in enumerate(structure.colors)
    ]
    return Palette.of(triples, background=rgb_text(structure.background))


def _given(
    structure: Structure, palette: Palette, correction: ClueReadings
) -> tuple[Grid | None, tuple[tuple[int, int], ...]]:
    """The cells that are filled or crossed, and which of them are wrong.

    People make few mistakes: what is often wrong was not understood, and the answer that shows most
    cells with hardly a mistake was. Without the solution the most plausible one counts.
    """
    best: Grid | None = None
    mistakes: tuple[tuple[int, int], ...] = ()
    empty = Grid.unknown(len(structure.rows), len(structure.columns), palette.letters)
    size = empty.height * empty.width
    for number, cells in enumerate(structure.given):
        grid = empty.with_cells(
            (row, column, value)
            for row, values in enumerate(cells)
            for column, value in enumerate(values)
            if value is not None
        )
        if number and correction.status is not ReadingStatus.UNIQUE:
            break
        wrong, seen = _wrong(grid, correction), size - grid.unknown_count
        most = (t.GIVEN_HARDLY_WRONG if number else t.GIVEN_WRONG) * seen
        more = best is None or seen > size - best.unknown_count
        if len(wrong) <= most and more and (number == 0 or seen >= t.GIVEN_MANY * size):
            best, mistakes = grid, wrong
    return best, mistakes


def _wrong(given: Grid, correction: ClueReadings) -> tuple[tuple[int, int], ...]:
    """The given cells that contradict the only solution."""
    if correction.status is not ReadingStatus.UNIQUE:
        return ()
    solution = correction.candidates[0].solutions[0]
    return tuple(
        (row, column)
        for row, column in given.differences(solution)
        if given[row, column] != UNKNOWN
    )


# ---- the text of a PDF


def _with_text(structure: Structure, straight: Straight, words: tuple[Word, ...]) -> Structure:
    """The structure, with exact clues in all lines whose numbers all stand in the text."""
    if not words:
        return structure

    def line(read: ReadLine) -> ReadLine:
        values = [_word_at(_box(straight, number.box), words) for number in read.numbers]
        if not values or None in values:
            return read
        exact = [
            replace(number, alternatives=((value, t.TEXT_SURE),))
            for number, value in zip(read.numbers, values, strict=True)
        ]
        clue = tuple(
            Block(value, number.color)
            for number, value in zip(read.numbers, values, strict=True)
            if value
        )
        others = [(other, (1 - t.TEXT_SURE) * p) for other, p in read.alternatives if other != clue]
        return ReadLine(tuple(exact), ((clue, t.TEXT_SURE), *others))

    return replace(
        structure,
        rows=tuple(map(line, structure.rows)),
        columns=tuple(map(line, structure.columns)),
    )


def _word_at(box: tuple[float, ...], words: tuple[Word, ...]) -> int | None:
    """The number of the text in a box, whose digits may stand apart; None if there is none."""
    inside = sorted(
        (word.box[0], word.text)
        for word in words
        if box[0] <= (word.box[0] + word.box[2]) / 2 <= box[2]
        and box[1] <= (word.box[1] + word.box[3]) / 2 <= box[3]
    )
    text = "".join(word for _, word in inside)
    return int(text) if 1 <= len(text) <= 2 else None


def _is_text(structure: Structure) -> bool:
    """True if all numbers stand in the text of a PDF."""
    numbers: list[ReadNumber] = [
        number for line in (*structure.rows, *structure.columns) for number in line.numbers
    ]
    return bool(numbers) and all(number.alternatives[0][1] == t.TEXT_SURE for number in numbers)
