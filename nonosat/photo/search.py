# SPDX-License-Identifier: MIT
"""``readings_here``: the puzzles that are printed in a screenshot, a scan, a photo or a PDF.

The way of a picture is a list of steps. Each is a function of a file of its own that takes the
values of earlier steps, and is called here or in ``views`` only (``_of_page``, ``views_of``,
``read_straight``, ``_reading``):

| step | file | takes | gives |
|---|---|---|---|
| ``pages_of`` | pages | file | pages: pixels, and the numbers in the text of a PDF |
| ``qr_texts`` | pages | page | texts of QR codes; if one is a puzzle, it is the answer |
| ``grids_of`` | straight | pixels | by grid: straight picture with the place of the cells |
| ``strips_of`` | ink | straight picture | ink of each side of the cells |
| ``areas_of`` | pieces | ink | pieces of ink |
| ``sides_of`` | sides | pieces | digits of each line, with the odds of spaces |
| ``classified`` | numbers | digits | values of possible numbers, with probabilities |
| ``chosen`` | numbers | values | the lines of the sides that have clues |
| ``separated`` | clues | lines | the odds of spaces by their values |
| ``coloring`` | ink_colors | lines | colours of the blocks |
| ``structure_of`` | clues | lines, colours | probable clues of every line |
| ``with_text`` | found | clues, page | the same, exact where they stand in the text |
| ``most_probable_clues`` | readings | clues | clues that fit together, and their solutions |
| ``given_cells`` | cells | straight picture, solution | filled and crossed cells |
| ``doubt_of`` | doubts | clues, clues that fit | why the answer is doubtful |
| ``reading_of`` | answer | all these | the answer |

Which grid. A page can show several grids, and be turned (``views``). The clear grids are the
puzzles of the page; the largest is the answer if its clues fit together, else the next. It is
doubtful if another one of its size fits, too, or if a larger grid cannot be read.

So a misread number is noticed, and usually corrected, by the other lines, and no number depends on
the picture alone.

Source: joint inference of a classifier's probabilities and constraints, as M. Mulamba and others do
for sudoku (Constraints 29, 2024). Cost: some .3 s. Rejected: OCR programs, which give one text and
one score, not a distribution for each number; correction by the sums alone, which fixes fewer; the
grid with most cells, which may be a heading made of cells.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nonosat.errors import Fault, NonosatError, PuzzleSyntaxError, check_library
from nonosat.languages import ENGLISH, Language, language
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
    from nonosat.photo.views import View

_MOST_TRIED = 3
"""Grids whose numbers are fitted together."""
_MOST_READINGS = 6
"""Of a page: of its grids, positions, sizes and finer pictures. A right answer needs three."""
_SEARCH_WORK = 10_000
"""The work of the first correction of a page: up to a second. A reading with few errors needs a
hundredth of it, and later ones of other sizes have a tenth."""
_NO_GRID = Fault.of(
    "fault.photo.grid",
    "no grid of cells was found: take the picture from straight above, with the whole puzzle and "
    "all of its numbers in it, or type the clues",
)
_ACCEPTED = (ReadingStatus.UNIQUE, ReadingStatus.SEVERAL)
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
    puzzle: int | None = None,
    lang: str = "en",
    opening: Open = lambda page: None,
) -> Iterator[PictureReading]:
    """All puzzles of a picture or a PDF, read in this process, whose owner can end it.

    Of several grids of a page only the chosen one; ``puzzle``: the one with this number. At a limit
    the last reading has the status *unknown*, and its reason.

    Raises:
        PuzzleSyntaxError: the file cannot be read, is too large, or has no grid of cells, or no
            page has a puzzle of this number.
        OptionError: the extra ``photo`` is not installed.
    """
    check_library("cv2")
    from nonosat.photo.pages import pages_of

    say = language(lang)
    found, coded, number, size, most = 0, False, 0, (0, 0), 0
    begun = limits.passed

    def opens(page: int | None) -> None:
        nonlocal number, size, begun
        if page is not None:
            number, size, begun = page, (0, 0), limits.passed
        opening(page)

    try:
        for one in pages_of(source, limits, page=page, opening=opens):
            number, size = one.number, (one.pixels.shape[1], one.pixels.shape[0])
            for reading in _of_page(one, limits, say, puzzle, only_codes=coded):
                if isinstance(reading, int):
                    most = max(most, reading)
                    continue
                found += 1
                coded = coded or reading.source == "QR code"
                yield reading
    except Stopped as stopped:
        yield unread(max(1, number), stopped.reason, limits.passed - begun, size, lang)
        return
    if not found:
        name = os.fspath(source) if isinstance(source, str | os.PathLike) else None
        fault = (
            Fault.of(
                "fault.photo.number",
                (
                    "there is no puzzle {number} on a page: {n} puzzle found",
                    "there is no puzzle {number} on a page: {n} puzzles found",
                ),
                number=puzzle,
                n=most,
            )
            if most and puzzle is not None
            else _NO_GRID
        )
        raise PuzzleSyntaxError(fault, name)


def printed_here(picture: ImageLike, *, limits: Limits) -> bool:
    """``looks_printed`` in this process.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.pages import pages_of
    from nonosat.photo.straight import NoGridError, straightened
    from nonosat.photo.views import read_straight

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


def _of_page(
    page: Page, limits: Limits, say: Language, wanted: int | None, *, only_codes: bool
) -> Iterator[PictureReading | int]:
    """The puzzles of a page: those of QR codes, or the one that is chosen among its grids.

    ``wanted``: only the puzzle with this number; the number of puzzles if there is none.
    ``only_codes``: pages before had codes, so a grid without one is a solution.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.straight import NoGridError

    begun = limits.passed
    coded = [replace(one, lang=say.code) for one in _of_codes(page, limits, begun)]
    if coded:
        numbered = [
            replace(reading, number=number, count=len(coded))
            for number, reading in enumerate(coded, start=1)
        ]
        if wanted is None or wanted <= len(coded):
            yield from numbered if wanted is None else [numbered[wanted - 1]]
        else:
            yield len(coded)
    elif not only_codes:
        with suppress(NoGridError):
            yield _of_grids(_Work(page, limits, begun, say=say), wanted)


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


@dataclass(slots=True)
class _Work:
    """The work on a page: when it began, and how many readings are left.

    Each grid is read once even if none is left, and that reading says why it is refused.
    """

    page: Page
    limits: Limits
    begun: float
    left: int = _MOST_READINGS
    say: Language = ENGLISH


def _of_grids(work: _Work, wanted: int | None) -> PictureReading | int:
    """The puzzle of a page: of several the largest that can be read.

    ``wanted``: the puzzle with this number in reading order; the number of puzzles if there is
    none.

    Raises:
        NoGridError: no grid was found.
        Stopped: a limit was reached.
    """
    from nonosat.photo.views import in_reading_order, views_of

    views = views_of(work.page, work.limits)
    puzzles = in_reading_order([one for one in views if one.clearness >= t.CLEAR] or views[:1])
    if wanted is not None and wanted > len(puzzles):
        return len(puzzles)
    tried: list[tuple[View, PictureReading]] = []
    ranked = sorted(puzzles, key=lambda view: -view.straight.size)
    for view in ranked[:_MOST_TRIED] if wanted is None else [puzzles[wanted - 1]]:
        reading = _in_best_position(view, work)
        number = puzzles.index(view) + 1
        tried.append((view, replace(reading, number=number, count=len(puzzles))))
        if wanted is not None or (
            reading.status in _ACCEPTED and not _has_equal(view, ranked[len(tried) :])
        ):
            break
    return _chosen(tried, views, work.say) if wanted is None else tried[0][1]


def _has_equal(view: View, others: Sequence[View]) -> bool:
    """Whether another grid is about as large."""
    return any(one.straight.size > t.EQUAL_GRIDS * view.straight.size for one in others)


def _chosen(
    tried: Sequence[tuple[View, PictureReading]], views: Sequence[View], say: Language
) -> PictureReading:
    """The reading that is the answer, doubtful if another one could be meant."""
    accepted = [(view, reading) for view, reading in tried if reading.status in _ACCEPTED]
    if not accepted:
        readings = [reading for _, reading in tried]
        return next((one for one in readings if one.puzzle is not None), readings[0])
    view, reading = accepted[0]
    equal = [other for one, other in accepted if one is view or _has_equal(view, [one])]
    others = [one for one in views if one not in [known for known, _ in accepted]]
    if not all(_agree(reading, other) for other in equal):
        doubt = say("photo.doubt.several")
    elif any(one.straight.size > t.LARGER_GRID * view.straight.size for one in others):
        doubt = say("photo.doubt.unread")
    else:  # of one puzzle that is printed several times the clearest
        return min(equal, key=lambda one: sum(line.clue is None for line in one.lines))
    return replace(reading, status=ReadingStatus.DOUBTFUL, doubt=doubt)


def _agree(one: PictureReading, other: PictureReading) -> bool:
    """Whether two readings may be of the same puzzle, printed twice."""
    if len(one.rows) != len(other.rows) or len(one.columns) != len(other.columns):
        return False
    clues = [(a.clue, b.clue) for a, b in zip(one.lines, other.lines, strict=True)]
    return all(a == b for a, b in clues if a is not None and b is not None)


def _in_best_position(view: View, work: _Work) -> PictureReading:
    """The puzzle of a grid; of two clear positions the one in which the clues fit together.

    Raises:
        Stopped: a limit was reached.
    """
    if view.other_position is None:
        return _of_view(view, work)
    positions = (replace(view, doubt=None), view.other_position)
    readings = [_of_view(position, work) for position in positions]
    fitting = [reading for reading in readings if reading.status in _ACCEPTED]
    if len(fitting) == 1:
        return fitting[0]
    assert view.doubt is not None
    return replace(readings[0], status=ReadingStatus.DOUBTFUL, doubt=work.say(view.doubt))


def _of_view(view: View, work: _Work) -> PictureReading:
    """The puzzle of a grid; of several possible sizes the one whose clues fit together.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.views import may_go_on, view_of

    best: PictureReading | None = None
    others = [replace(other, gaps=view.straight.gaps) for other in view.straight.others]
    if view.structure.goes_on:  # as beside a finished line, whose cells are all crossed
        others = [*view.straight.with_one_more, *others]
    for straight in (view.straight, *others):
        if best is not None and work.left <= 0:
            break
        if not may_go_on(straight, view.straight):
            continue
        one = view if straight is view.straight else view_of(straight, work.limits)
        if one is not view and one.clearness < t.CLEARER:
            continue
        reading = _reading(one.structure, straight, work, view.doubt)
        finer = None
        if work.left > 0 and reading.status not in _ACCEPTED and one.structure.has_small_numbers:
            finer = straight.in_more_pixels()
        if finer is not None:
            structure = view_of(finer, work.limits).structure
            again = _reading(structure, finer, work, view.doubt)
            reading = again if again.puzzle is not None else reading
        reading = replace(reading, turned=view.quarters)
        if one is not view and any(line.remark is not None for line in reading.lines):
            doubt = work.say("photo.doubt.size")
            reading = replace(reading, status=ReadingStatus.DOUBTFUL, doubt=doubt)
        if reading.status is ReadingStatus.UNIQUE:
            return reading
        if best is None or (best.puzzle is None and reading.puzzle is not None):
            best = reading
    assert best is not None
    return best


def _reading(
    structure: Structure, straight: Straight, work: _Work, doubt: str | None
) -> PictureReading:
    """The answer for one straight picture; ``doubt``: the key of that about its position."""
    from nonosat.photo.cells import given_cells

    is_first = work.left == _MOST_READINGS
    work.left -= 1
    page, limits = work.page, work.limits
    structure = structure.with_text(page.words, straight.in_picture)
    correction = most_probable_clues(
        [line.readings for line in structure.rows],
        [line.readings for line in structure.columns],
        palette=structure.ink.palette,
        time_limit=limits.left,
        work_limit=_SEARCH_WORK if is_first else _SEARCH_WORK // 10,
        cancel=limits.cancel,
        lang=work.say.code,
    )
    given, wrong = given_cells(straight, structure.ink, correction)
    return reading_of(
        structure,
        correction,
        [[straight.in_picture(number.box) for number in line.numbers] for line in structure.lines],
        doubt=work.say(doubt) if doubt else doubt_of(correction, structure, work.say),
        source="text" if page.words and structure.is_text else "picture",
        page=page.number,
        pixels=_size(page),
        corners=straight.corners,
        given=given,
        given_wrong=wrong,
        photo=small_copy(page.pixels),
        seconds=limits.passed - work.begun,
    )


def _size(page: Page) -> tuple[int, int]:
    return page.pixels.shape[1], page.pixels.shape[0]
