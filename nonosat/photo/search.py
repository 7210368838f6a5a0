# SPDX-License-Identifier: MIT
"""``readings_here``: the puzzles that are printed in a screenshot, a scan, a photo or a PDF.

The way of a picture is a list of steps. Each is a function of a file of its own that takes the
values of earlier steps, and is called here only (``_of_page``, ``_views``, ``read_straight``,
``_reading``):

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
| ``coloring`` | ink_colors | lines | colours of the blocks |
| ``structure_of`` | clues | lines, colours | probable clues of every line |
| ``with_text`` | found | clues, page | the same, exact where they stand in the text |
| ``most_probable_clues`` | readings | clues | clues that fit together, and their solutions |
| ``given_cells`` | cells | straight picture, solution | filled and crossed cells |
| ``doubt_of`` | doubts | clues, clues that fit | why the answer is doubtful |
| ``reading_of`` | answer | all these | the answer |

Which grid. A page can show several grids, and be turned. Each grid is read, without its solution,
and its clearness measured: how probable its numbers are, beside its rows and above its columns. If
no grid is clear, the largest are read in other positions. The clear grids are the puzzles of the
page; the largest is the answer if its clues fit together, else the next. It is doubtful if another
one of its size fits, too, or if a larger grid cannot be read.

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

from nonosat.errors import NonosatError, PuzzleSyntaxError, check_library
from nonosat.limits import Limits, Stopped
from nonosat.model.report import Verdict
from nonosat.photo import thresholds as t
from nonosat.photo.answer import PictureReading, reading_of, small_copy, unread
from nonosat.photo.doubts import doubt_of
from nonosat.photo.found import MissingClue
from nonosat.photo.image_files import ImageLike
from nonosat.photo.outside import Open
from nonosat.photo.readings.answer import ReadingStatus
from nonosat.photo.readings.search import most_probable_clues
from nonosat.words import counted

if TYPE_CHECKING:
    from nonosat.photo.found import ReadLine, Structure
    from nonosat.photo.pages import Page
    from nonosat.photo.straight import Straight

_MOST_CELLS = 6_000
"""Of all grids of a page that are read."""
_MOST_TURNED = 2
"""Grids that are read in other positions."""
_MOST_TRIED = 3
"""Grids whose numbers are fitted together."""
_POSITIONS = ((1, False), (2, False), (3, False), (0, True))
"""Quarter turns counterclockwise, and whether the picture is mirrored."""
_LIKELY = {
    (True, True): (),
    (False, True): ((1, False), (0, True)),
    (False, False): ((2, False),),
    (True, False): ((3, False),),
}
"""The likely positions, by whether numbers stand at the left and above."""
_UPRIGHT = frozenset("347")
"""Digits that look like no digit when they are turned or mirrored."""
_MIRRORED = "the picture is mirrored: mirror it again, or take it without a mirror"
_ANY_POSITION = "the numbers can be read in several positions: the picture may be turned"
_OTHER_SIZE = "the grid is more likely of another size, and of this size some numbers do not fit"
_SEARCH_WORK = 10_000
"""The work of one correction: some seconds. A reading with few errors needs a hundredth of it."""
_NO_GRID = (
    "no grid of cells was found: take the picture from straight above, with the whole puzzle and "
    "all of its numbers in it, or type the clues"
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
            for reading in _of_page(one, limits, puzzle, only_codes=coded):
                if isinstance(reading, int):
                    most = max(most, reading)
                    continue
                found += 1
                coded = coded or reading.source == "QR code"
                yield reading
    except Stopped as stopped:
        yield unread(max(1, number), stopped.reason, limits.passed - begun, size)
        return
    if not found:
        name = os.fspath(source) if isinstance(source, str | os.PathLike) else None
        fault = (
            f"there is no puzzle {puzzle} on a page: {counted(most, 'puzzle')} found"
            if most
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
    page: Page, limits: Limits, wanted: int | None, *, only_codes: bool
) -> Iterator[PictureReading | int]:
    """The puzzles of a page: those of QR codes, or the one that is chosen among its grids.

    ``wanted``: only the puzzle with this number; the number of puzzles if there is none.
    ``only_codes``: pages before had codes, so a grid without one is a solution.

    Raises:
        Stopped: a limit was reached.
    """
    from nonosat.photo.straight import NoGridError

    begun = limits.passed
    coded = list(_of_codes(page, limits, begun))
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
            yield _of_grids(page, limits, begun, wanted)


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


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A grid of a page in one of its positions, and what is read in it."""

    straight: Straight
    structure: Structure
    clearness: float
    """From 0 to 1: how far the numbers of both the rows and the columns can be read."""
    quarters: int = 0
    """Turns counterclockwise from the picture."""
    doubt: str | None = None
    """Why its position is doubtful."""
    rival: View | None = None
    """The same grid in another position in which it is about as clear."""

    def moved(self, quarters: int, mirrored: bool, limits: Limits) -> View:
        """A grid as it is in the picture, in another position."""
        turned = self.straight.turned(quarters)
        view = _view(turned.mirrored() if mirrored else turned, limits)
        return replace(view, quarters=quarters, doubt=_MIRRORED if mirrored else None)

    @property
    def sides(self) -> tuple[bool, bool]:
        """Whether most numbers of the rows stand at the left, and of the columns above."""
        straight = self.straight
        middle_x = straight.left + straight.width * straight.cell / 2
        middle_y = straight.top + straight.height * straight.cell / 2
        left = [n.box[0] < middle_x for line in self.structure.rows for n in line.numbers]
        above = [n.box[1] < middle_y for line in self.structure.columns for n in line.numbers]
        return 2 * sum(left) >= len(left), 2 * sum(above) >= len(above)

    @property
    def is_usual(self) -> bool:
        """Whether the numbers stand at the left and above."""
        return self.sides == (True, True)

    def best_position(self, limits: Limits) -> View:
        """The clearest of the other positions, from an upright view; the likely ones come first."""
        likely = _LIKELY[self.sides]
        found = list[View]()
        for position in (*likely, *(one for one in _POSITIONS if one not in likely)):
            found.append(self.moved(*position, limits))
            if found[-1].is_usual and found[-1].clearness > t.CLEAR + t.CLEARER:
                return found[-1]
        usual = [moved for moved in found if moved.is_usual] or found
        return max(usual, key=lambda moved: moved.clearness)

    @property
    def is_certainly_usual(self) -> bool:
        """Whether most rows have numbers at the left and most columns above, clear or not."""
        sides = self.structure.rows, self.structure.columns
        numbered = [sum(bool(line.numbers) for line in lines) for lines in sides]
        return self.is_usual and all(
            count >= t.PRINTED_LINES * len(lines)
            for count, lines in zip(numbered, sides, strict=True)
        )

    @property
    def may_be_turned(self) -> bool:
        """Whether the numbers stand at other sides, and look alike when turned or mirrored."""
        sure = [
            str(number.value)
            for line in self.structure.lines
            for number in line.numbers
            if number.alternatives and number.alternatives[0][1] >= t.CERTAIN
        ]
        return not self.is_usual and sum(bool(_UPRIGHT.intersection(text)) for text in sure) < 2


def _view(straight: Straight, limits: Limits) -> View:
    structure = read_straight(straight.confined(), limits)
    clear = (_clearness(structure.rows) * _clearness(structure.columns)) ** 0.5
    return View(straight, structure, clear)


def _clearness(lines: Sequence[ReadLine]) -> float:
    """The usual probability of a number, times the share of lines whose clue is probable."""
    numbered = [line for line in lines if line.numbers]
    if len(numbered) < t.PRINTED_LINES * len(lines):
        return 0.0
    numbers = [number for line in numbered for number in line.numbers if number.alternatives]
    chances = [0.0 if one.value is None else one.alternatives[0][1] for one in numbers]
    probable = [
        bool(line.alternatives)
        and line.alternatives[0][1] > t.PRINTED_SURE
        and line.alternatives[0][0] is not MissingClue.MISSING
        for line in lines
    ]
    return sum(chances) / max(1, len(chances)) * sum(probable) / len(probable)


def _views(page: Page, limits: Limits) -> list[View]:
    """The grids of a page, those with most cells first, in the position in which they are read.

    A page is turned as a whole, so one or two large grids show its position.
    """
    from nonosat.photo.straight import grids_of

    grids: list[Straight] = []
    cells = 0
    for straight in grids_of(page.pixels, limits):
        cells += straight.width * straight.height
        if grids and cells > _MOST_CELLS:
            break
        grids.append(straight)
    views = [
        _view(straight.beside([other for other in grids if other is not straight]), limits)
        for straight in grids
    ]
    if any(view.clearness >= t.CLEAR and not view.may_be_turned for view in views):
        return views
    for view in sorted(views, key=lambda view: -view.straight.size)[:_MOST_TURNED]:
        if view.is_certainly_usual and view.clearness > t.CLEARER:
            continue
        best = view.best_position(limits)
        better = best.clearness - view.clearness
        if best.clearness < t.CLEAR or better < -t.CLEARER:
            continue
        if better < t.CLEARER and view.clearness >= t.CLEAR:
            doubtful = [replace(one, doubt=_ANY_POSITION) for one in views]
            if len(views) > 1 or best.doubt is not None:
                return doubtful
            return [replace(doubtful[0], rival=best)]
        if better < 0:
            continue
        mirrored = best.doubt is not None
        others = [one for one in views if one is not view]
        return [best, *(one.moved(best.quarters, mirrored, limits) for one in others)]
    return views


def _of_grids(page: Page, limits: Limits, begun: float, wanted: int | None) -> PictureReading | int:
    """The puzzle of a page: of several the largest that can be read.

    ``wanted``: the puzzle with this number in reading order; the number of puzzles if there is
    none.

    Raises:
        NoGridError: no grid was found.
        Stopped: a limit was reached.
    """
    views = _views(page, limits)
    puzzles = _in_reading_order([one for one in views if one.clearness >= t.CLEAR] or views[:1])
    if wanted is not None and wanted > len(puzzles):
        return len(puzzles)
    tried = list[tuple[View, PictureReading]]()
    ranked = sorted(puzzles, key=lambda view: -view.straight.size)
    for view in ranked[:_MOST_TRIED] if wanted is None else [puzzles[wanted - 1]]:
        reading = _in_best_position(view, page, limits, begun)
        number = puzzles.index(view) + 1
        tried.append((view, replace(reading, number=number, count=len(puzzles))))
        if wanted is not None or (
            reading.status in _ACCEPTED and not _has_equal(view, ranked[len(tried) :])
        ):
            break
    return _chosen(tried, views) if wanted is None else tried[0][1]


def _has_equal(view: View, others: Sequence[View]) -> bool:
    """Whether another grid is about as large."""
    return any(one.straight.size > t.EQUAL_GRIDS * view.straight.size for one in others)


def _chosen(tried: Sequence[tuple[View, PictureReading]], views: Sequence[View]) -> PictureReading:
    """The reading that is the answer, doubtful if another one could be meant."""
    accepted = [(view, reading) for view, reading in tried if reading.status in _ACCEPTED]
    if not accepted:
        readings = [reading for _, reading in tried]
        return next((one for one in readings if one.puzzle is not None), readings[0])
    view, reading = accepted[0]
    equal = [other for one, other in accepted if one is view or _has_equal(view, [one])]
    others = [one for one in views if one not in [known for known, _ in accepted]]
    if not all(_agree(reading, other) for other in equal):
        doubt = "the picture shows several puzzles of about the same size: choose one by its number"
    elif any(one.straight.size > t.LARGER_GRID * view.straight.size for one in others):
        doubt = "a larger grid in the picture could not be read"
    else:  # of one puzzle that is printed several times the clearest
        return min(equal, key=lambda one: sum(line.clue is None for line in one.lines))
    return replace(reading, status=ReadingStatus.DOUBTFUL, doubt=doubt)


def _agree(one: PictureReading, other: PictureReading) -> bool:
    """Whether two readings may be of the same puzzle, printed twice."""
    if len(one.rows) != len(other.rows) or len(one.columns) != len(other.columns):
        return False
    clues = [(a.clue, b.clue) for a, b in zip(one.lines, other.lines, strict=True)]
    return all(a == b for a, b in clues if a is not None and b is not None)


def _in_reading_order(views: Sequence[View]) -> list[View]:
    """From the top, and from left to right where grids stand beside each other."""
    ordered, rest = list[View](), sorted(views, key=lambda view: view.straight.top_left[1])
    while rest:
        top = rest[0].straight.top_left[1]
        row = [one for one in rest if one.straight.top_left[1] < top + rest[0].straight.size / 2]
        ordered += sorted(row, key=lambda view: view.straight.top_left)
        rest = [one for one in rest if one not in row]
    return ordered


def _in_best_position(view: View, page: Page, limits: Limits, begun: float) -> PictureReading:
    """The puzzle of a grid; of two clear positions the one in which the clues fit together.

    Raises:
        Stopped: a limit was reached.
    """
    if view.rival is not None:
        positions = (replace(view, doubt=None), view.rival)
        readings = [_of_view(position, page, limits, begun) for position in positions]
        fitting = [reading for reading in readings if reading.status in _ACCEPTED]
        if len(fitting) == 1:
            return fitting[0]
    return _of_view(view, page, limits, begun)


def _of_view(view: View, page: Page, limits: Limits, begun: float) -> PictureReading:
    """The puzzle of a grid; of several possible sizes the one whose clues fit together.

    Raises:
        Stopped: a limit was reached.
    """
    best: PictureReading | None = None
    others = [replace(other, gaps=view.straight.gaps) for other in view.straight.others]
    for straight in (view.straight, *others):
        one = view if straight is view.straight else _view(straight, limits)
        if one is not view and one.clearness < t.CLEARER:
            continue
        reading = _reading(one.structure, straight, page, limits, begun, view.doubt)
        finer = None
        if reading.status not in _ACCEPTED and one.structure.has_small_numbers:
            finer = straight.in_more_pixels()
        if finer is not None:
            structure = _view(finer, limits).structure
            again = _reading(structure, finer, page, limits, begun, view.doubt)
            reading = again if again.puzzle is not None else reading
        reading = replace(reading, turned=view.quarters)
        if one is not view and any(line.remark is not None for line in reading.lines):
            reading = replace(reading, status=ReadingStatus.DOUBTFUL, doubt=_OTHER_SIZE)
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
    structure: Structure,
    straight: Straight,
    page: Page,
    limits: Limits,
    begun: float,
    doubt: str | None,
) -> PictureReading:
    """The answer for one straight picture; ``doubt``: about its position."""
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
        doubt=doubt or doubt_of(correction, structure),
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
