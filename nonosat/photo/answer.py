# SPDX-License-Identifier: MIT
"""The answer of ``read_picture``: ``PictureReading``, with its lines and numbers.

Each number has its most probable value by itself and its length in the puzzle, after the
correction. ``str``, the command, the page and the picture of the reading show the same sentences;
the first one is the headline.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import chain
from typing import TYPE_CHECKING, Any

from nonosat.languages import ENGLISH, Language, language
from nonosat.model.clue import Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK, Palette
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason
from nonosat.photo import thresholds as t
from nonosat.photo.found import PictureBox, ReadLine, ReadNumber, Structure
from nonosat.photo.readings.answer import ClueReadings, ReadingStatus
from nonosat.words import cell_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_NAMES = 20
_SHOWN_SIDE = 1200


class NumberState(enum.Enum):
    """How far a number that was read can be trusted.

    >>> NumberState("corrected").name
    'CORRECTED'
    """

    CERTAIN = "certain"
    """The puzzle has the value that was read, which was clear by itself."""
    UNCERTAIN = "uncertain"
    """The puzzle has the value that was read, but another one was possible."""
    CORRECTED = "corrected"
    """The puzzle has another value, or lacks this number."""
    WRONG = "wrong"
    """No value fits: a person has to decide."""


@dataclass(frozen=True, slots=True)
class PictureNumber:
    """A number in a picture.

    ``box``: left, top, right and bottom in pixels of the picture.
    ``read``: its most probable value by itself; None if it is probably not a number.
    ``length``: its value in the puzzle; None if the puzzle lacks it.
    ``color``: of its block, from 1.
    ``probability``: of ``read``.
    ``state``: how far it can be trusted.
    ``alternatives``: all values that were considered, with probabilities, the most probable first.

    >>> PictureNumber((0, 0, 9, 12), 8, 6, 1, 0.5, NumberState.CORRECTED, ((8, 0.5), (6, 0.4))).read
    8
    """

    box: tuple[float, float, float, float]
    read: int | None
    length: int | None
    color: int
    probability: float
    state: NumberState
    alternatives: tuple[tuple[int | None, float], ...] = ()

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A row or column in a picture.

    ``line``: the row or column.
    ``numbers``: as read, in the order of the clue; empty where a QR code was read.
    ``clue``: in the puzzle, or the most probable one if no reading fits; None: not given.
    ``remark``: why the clue differs from the one that was read, in words; None if it does not.

    >>> PictureLine(Line("row", 0), (), (), None).clue
    ()
    """

    line: Line
    numbers: tuple[PictureNumber, ...]
    clue: Clue | None
    remark: str | None

    as_dict = plain_fields


@dataclass(frozen=True, slots=True, repr=False)
class PictureReading:
    """The answer of ``read_picture``: a printed puzzle as clues.

    ``status``: *unique* if the clues fit together and have exactly one solution; *alternative*,
    *doubtful*, *several*, *none* and *unknown* are explained at ``ReadingStatus``.
    ``puzzle``: the puzzle; None if no reading fits.
    ``rows``, ``columns``: the lines as read, with the changes of the correction.
    ``source``: of the numbers: ``picture``, the ``text`` of a PDF, or a ``QR code``.
    ``page``: of a PDF, from 1.
    ``number``, ``count``: this is puzzle ``number`` of the ``count`` of the page, in reading order.
    ``turned``: the quarter turns counterclockwise after which the picture was read.
    ``pixels``: width and height of the picture; 0 if a limit was reached before it was opened.
    ``corners``: of the puzzle's cells in the picture, clockwise from the upper left; None for a QR
    code.
    ``palette``: background and colours.
    ``given``: the cells that are filled or crossed in the picture; None if no cell is.
    ``given_wrong``: the given cells, as (row, column), that contradict the only solution.
    ``correction``: the readings that were compared; None for a QR code.
    ``doubt``: why ``status`` is *doubtful*, whether or not the numbers fit together; else None.
    ``reason``: the limit that ended the work, if ``status`` is *unknown*.
    ``photo``: a small copy of the picture, as a JPEG file; empty for a QR code.
    ``seconds``: wall time.
    ``lang``: the language of the sentences.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle([[1]], [[1]])
    >>> print(PictureReading.of_code(puzzle, ReadingStatus.UNIQUE, (90, 90)))
    1x1, from a QR code: one solution
    """

    status: ReadingStatus
    puzzle: Puzzle | None
    rows: tuple[PictureLine, ...]
    columns: tuple[PictureLine, ...]
    source: str
    page: int
    pixels: tuple[int, int]
    corners: tuple[tuple[float, float], ...] | None = None
    palette: Palette = BLACK
    given: Grid | None = None
    given_wrong: tuple[tuple[int, int], ...] = ()
    correction: ClueReadings | None = field(default=None, metadata=HIDDEN)
    doubt: str | None = None
    reason: Reason | None = None
    number: int = 1
    count: int = 1
    turned: int = 0
    photo: bytes = field(default=b"", repr=False, metadata=HIDDEN)
    seconds: float = 0.0
    lang: str = field(default="en", compare=False, metadata=HIDDEN)

    @classmethod
    def of_code(
        cls,
        puzzle: Puzzle,
        status: ReadingStatus,
        pixels: tuple[int, int],
        page: int = 1,
        seconds: float = 0.0,
    ) -> PictureReading:
        """The reading of a QR code, which is exact."""
        lines = [PictureLine(line, (), clue, None) for line, clue in puzzle.lines()]
        return cls(
            status=status,
            puzzle=puzzle,
            rows=tuple(lines[: puzzle.height]),
            columns=tuple(lines[puzzle.height :]),
            source="QR code",
            page=page,
            pixels=pixels,
            palette=puzzle.palette,
            seconds=seconds,
        )

    @property
    def message(self) -> str:
        """The headline."""
        say = language(self.lang)
        if not self.rows:
            assert self.reason is not None
            return say("photo.unread", reason=say(f"reason.{self.reason.value}"))
        size = f"{len(self.columns)}x{len(self.rows)}"
        key = {"text": "photo.read.text", "QR code": "photo.read.code"}
        return say(key.get(self.source, "photo.read"), size=size, verdict=self._verdict(say))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences on corrections, uncertain numbers, missing clues and wrong cells."""
        return tuple(text for text, _ in self._remarks(language(self.lang)))

    @property
    def general(self) -> tuple[str, ...]:
        """The remarks that say more than the states of numbers, remarks of lines, wrong cells."""
        return tuple(text for text, known in self._remarks(language(self.lang)) if not known)

    def __str__(self) -> str:
        return "\n".join([self.message, *self.remarks])

    __repr__ = __str__

    def _repr_svg_(self) -> str:
        from nonosat.draw.readings import draw_reading

        return str(draw_reading(self))

    def as_dict(self) -> dict[str, object]:
        """Plain data; the puzzle in its JSON form, with those that are nearly as probable."""
        others = [] if self.correction is None else self.correction.candidates[1:]
        return plain_fields(self) | {
            "message": self.message,
            "remarks": list(self.remarks),
            "general": list(self.general),
            "puzzle": _json(self.puzzle),
            "alternatives": [
                {"puzzle": _json(one.puzzle), "changes": [str(change) for change in one.changes]}
                for one in others
            ],
        }

    @property
    def lines(self) -> tuple[PictureLine, ...]:
        """The rows, then the columns."""
        return (*self.rows, *self.columns)

    def _verdict(self, say: Language) -> str:
        if self.doubt is not None:
            return say("photo.doubtful" if self.puzzle else "photo.doubtful.none", doubt=self.doubt)
        if self.correction is not None:
            return self.correction.lines()[0]
        return say(f"photo.status.{self.status.value}")

    def _remarks(self, say: Language) -> Iterator[tuple[str, bool]]:
        """Remarks; True: lines, numbers or wrong cells say the same."""
        if self.count > 1:
            yield say("photo.several", number=self.number, count=self.count), False
        if self.turned:
            yield say(f"photo.turned.{self.turned}"), False
        if self.correction is not None:
            yield from list(self.correction.sentences())[1:]
        unsure = [
            str(line.line)
            for line in self.lines
            if any(number.state is NumberState.UNCERTAIN for number in line.numbers)
        ]
        if unsure:
            yield say("photo.unclear", lines=some(unsure, say)), True
        missing = [str(line.line) for line in self.lines if line.clue is None]
        if missing and self.puzzle is not None:
            unique = self.status is ReadingStatus.UNIQUE
            key = "photo.without.unique" if unique else "photo.without"
            yield say(key, n=len(missing), lines=some(missing, say)), False
        if self.given_wrong:
            number = len(self.given_wrong)
            cells = cell_names(sorted(self.given_wrong)[:_MOST_NAMES])
            if number > _MOST_NAMES:
                cells = say("photo.cells.more", cells=cells, n=number - _MOST_NAMES)
            yield say("photo.wrong", n=number, cells=cells), True


def unread(
    page: int,
    reason: Reason,
    seconds: float,
    pixels: tuple[int, int] = (0, 0),
    lang: str = "en",
) -> PictureReading:
    """The reading of a page where a limit was reached before anything was read."""
    return PictureReading(
        status=ReadingStatus.UNKNOWN,
        puzzle=None,
        rows=(),
        columns=(),
        source="picture",
        page=page,
        pixels=pixels,
        reason=reason,
        seconds=seconds,
        lang=lang,
    )


def _json(puzzle: Puzzle | None) -> object:
    from nonosat import formats

    return None if puzzle is None else json.loads(formats.dumps(puzzle, format="json"))


def some(names: Sequence[str], say: Language = ENGLISH) -> str:
    """Names as a sentence lists them; of many only the first."""
    rest = len(names) - _MOST_NAMES
    return say.names([*names[:_MOST_NAMES], say("photo.others", n=rest)] if rest > 0 else names)


def reading_of(
    structure: Structure,
    correction: ClueReadings,
    boxes: Sequence[Sequence[PictureBox]],
    *,
    doubt: str | None,
    **more: Any,
) -> PictureReading:
    """The answer of a picture.

    ``boxes``: by line, the place of each number in the picture. ``more``: further fields.
    """
    puzzle = correction.puzzle
    clues = list((correction.clues if puzzle is None else puzzle).lines())
    changes = correction.candidates[0].changes if correction.candidates else ()
    remarks = {change.line: change.remark for change in changes}
    suspects = {*correction.unreadable, *chain(*correction.contradictions)}
    lines = [
        read_line(
            line,
            read,
            places,
            clue,
            remarks.get(line),
            wrong=puzzle is None and (line in suspects or not suspects),
        )
        for read, places, (line, clue) in zip(structure.lines, boxes, clues, strict=True)
    ]
    return PictureReading(
        status=correction.status if doubt is None else ReadingStatus.DOUBTFUL,
        puzzle=puzzle,
        rows=tuple(lines[: len(structure.rows)]),
        columns=tuple(lines[len(structure.rows) :]),
        palette=structure.ink.palette,
        correction=correction,
        doubt=doubt,
        reason=correction.reason,
        lang=correction.lang,
        **more,
    )


def read_line(
    line: Line,
    read: ReadLine,
    boxes: Sequence[PictureBox],
    clue: Clue | None,
    remark: str | None,
    *,
    wrong: bool,
) -> PictureLine:
    """A line as read, and as it is in the puzzle; ``wrong``: no clue fits.

    >>> from nonosat.model.clue import Block
    >>> from nonosat.photo.found import StraightBox
    >>> number = ReadNumber(StraightBox((0, 0, 9, 12)), ((8, 0.6), (6, 0.3)))
    >>> place, clue = PictureBox((5, 5, 9, 9)), (Block(6),)
    >>> found = read_line(Line("row", 0), ReadLine((number,), ()), [place], clue, "", wrong=False)
    >>> found.numbers[0].state.value, found.numbers[0].length
    ('corrected', 6)
    """
    values = [number.value for number in read.numbers]
    lengths = _in_place(values, [] if clue is None else [block.length for block in clue])
    numbers = [
        PictureNumber(
            box=box,
            read=number.value,
            length=length,
            color=number.color,
            probability=number.alternatives[0][1] if number.alternatives else 0.0,
            state=_state(number, length, wrong=wrong),
            alternatives=number.readings,
        )
        for number, box, length in zip(read.numbers, boxes, lengths, strict=True)
    ]
    return PictureLine(line, tuple(numbers), clue, remark)


def _state(number: ReadNumber, length: int | None, *, wrong: bool) -> NumberState:
    sure = bool(number.alternatives) and number.alternatives[0][1] >= t.CERTAIN
    if wrong:
        return NumberState.CERTAIN if sure else NumberState.WRONG
    if number.value != length and not (number.value == 0 and length is None):
        return NumberState.CORRECTED
    return NumberState.CERTAIN if sure else NumberState.UNCERTAIN


def _in_place(values: Sequence[int | None], lengths: Sequence[int]) -> list[int | None]:
    """For each number that was read the length at its place; None if the clue lacks it.

    >>> _in_place([1, 8, 2], [1, 6, 2]), _in_place([1, 1, 2], [11, 2])
    ([1, 6, 2], [11, None, 2])
    """
    found: list[int | None] = []
    matcher = SequenceMatcher(None, values, lengths, autojunk=False)
    for _, begin, end, other_begin, other_end in matcher.get_opcodes():
        here: list[int | None] = list(lengths[other_begin:other_end])
        found += (here + [None] * (end - begin))[: end - begin]
    return found


def small_copy(pixels: NDArray[np.uint8]) -> bytes:
    """A picture as a JPEG file to be shown, its longer side at most 1200 pixels."""
    import cv2  # in the child only

    shrink = min(1.0, _SHOWN_SIDE / max(pixels.shape[:2]))
    size = [max(1, round(shrink * side)) for side in pixels.shape[1::-1]]
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    colors = cv2.cvtColor(small, cv2.COLOR_RGB2BGR)
    return bytes(cv2.imencode(".jpg", colors, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
