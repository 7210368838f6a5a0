# SPDX-License-Identifier: MIT
"""The values that the steps of a reading pass on: places, numbers, lines, structures.

Pixels of the picture as it is given (``PictureBox``, ``PicturePoint``) and pixels of the straight
picture (``StraightBox``, ``StraightPoint``) have different types, so a type checker refuses to mix
them. ``Straight.in_picture`` converts. At run time all are tuples.

A number keeps every value that it could have, with probabilities, and a line the most probable
clues that fit into it. Nothing is decided here: the correction compares all lines with each other.
The module imports neither numpy nor OpenCV, so that modules that show readings can import it.

Rejected: classes for places, which cost time for thousands of pieces and change the answer as data.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, NewType, TypeAlias

from nonosat.model.clue import Block, Clue
from nonosat.model.palette import ALPHABET, Palette, rgb_text
from nonosat.photo import thresholds as t

PicturePoint = NewType("PicturePoint", tuple[float, float])
"""Right and down, in pixels of the picture."""
PictureBox = NewType("PictureBox", tuple[float, float, float, float])
"""Left, top, right and bottom, in pixels of the picture."""
StraightPoint = NewType("StraightPoint", tuple[float, float])
"""Right and down, in pixels of the straight picture."""
StraightBox = NewType("StraightBox", tuple[float, float, float, float])
"""Left, top, right and bottom, in pixels of the straight picture."""
StraightPart = NewType("StraightPart", tuple[int, int, int, int])
"""The same, of whole pixels."""

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
Cells = tuple[tuple[int | None, ...], ...]
"""The state of each cell, by rows: None unknown, 0 empty, or a colour."""


class MissingClue(enum.Enum):
    """In place of a clue: it is hidden, cut off or cannot be read."""

    MISSING = "missing"


class NoNumber(enum.Enum):
    """In place of the value of a number: the ink is a stain, a letter or part of a line."""

    NO_NUMBER = "no number"


ClueValue: TypeAlias = Clue | MissingClue
NumberValue: TypeAlias = int | NoNumber


class Word(NamedTuple):
    """Digits that stand together in the text of a PDF, and their place on the page."""

    text: str
    box: PictureBox


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A number of a clue, as printed.

    Args:
        box: its place in the straight picture.
        alternatives: values and their probabilities, most probable first.
        color: the colour of its block, from 1.
    """

    box: StraightBox
    alternatives: tuple[tuple[NumberValue, float], ...]
    color: int = 1

    @property
    def value(self) -> int | None:
        """The most probable value; None if this is probably not a number."""
        return self.readings[0][0] if self.alternatives else None

    @property
    def readings(self) -> tuple[tuple[int | None, float], ...]:
        """The alternatives as an answer has them, no number as None."""
        return tuple(
            (None if isinstance(value, NoNumber) else value, chance)
            for value, chance in self.alternatives
        )


@dataclass(frozen=True, slots=True)
class ReadLine:
    """The clue of a row or column, as printed.

    Args:
        numbers: in the order of the clue.
        alternatives: clues that fit into the line and their probabilities, most probable first.
            They sum up to less than 1: other clues have the rest. Empty: the line was not read.
    """

    numbers: tuple[ReadNumber, ...]
    alternatives: tuple[tuple[ClueValue, float], ...]

    @property
    def readings(self) -> tuple[tuple[Clue | None, float], ...]:
        """The alternatives as ``most_probable_clues`` takes them, a missing clue as None.

        >>> ReadLine((), ((MissingClue.MISSING, 0.9),)).readings, ReadLine((), ()).readings
        (((None, 0.9),), ((None, 1.0),))
        """
        if not self.alternatives:
            return ((None, 1.0),)
        return tuple(
            (None if isinstance(clue, MissingClue) else clue, chance)
            for clue, chance in self.alternatives
        )


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of the numbers.

    Args:
        colors: of the blocks; the first is colour 1.
        background: of empty cells.
        ink: of most numbers, as it is in the picture.
        behind: behind most numbers, as it is in the picture.
        noisy: the picture is a scan or a photo.
    """

    colors: tuple[Rgb, ...] = ((0, 0, 0),)
    background: Rgb = (255, 255, 255)
    ink: Rgb = (0, 0, 0)
    behind: Rgb = (255, 255, 255)
    noisy: bool = False

    @property
    def palette(self) -> Palette:
        """The palette of the blocks; one colour is black on white, whatever the theme is."""
        if len(self.colors) == 1:
            return Palette()
        triples = [
            (ALPHABET[number], rgb_text(rgb), None) for number, rgb in enumerate(self.colors)
        ]
        return Palette.of(triples, background=rgb_text(self.background))


@dataclass(frozen=True, slots=True)
class Structure:
    """The clues of a puzzle as printed.

    Args:
        rows: from the top.
        columns: from the left.
        ink: the colours of the numbers.
        opposed: numbers stand on opposite sides and show different clues.
        goes_on: marks stand where a further row or column would be.
    """

    rows: tuple[ReadLine, ...]
    columns: tuple[ReadLine, ...]
    ink: Ink = Ink()
    opposed: bool = False
    goes_on: bool = False

    @property
    def lines(self) -> tuple[ReadLine, ...]:
        """The rows, then the columns."""
        return (*self.rows, *self.columns)

    @property
    def has_small_numbers(self) -> bool:
        """True if a finer straight picture may show more of the numbers."""
        heights = sorted(
            number.box[3] - number.box[1] for one in self.lines for number in one.numbers
        )
        return bool(heights) and heights[len(heights) // 2] < t.SMALL_DIGIT

    def with_text(
        self, words: Sequence[Word], in_picture: Callable[[StraightBox], PictureBox]
    ) -> Structure:
        """The structure with exact clues in all lines whose numbers all stand in a PDF's text."""
        if not words:
            return self

        def line(read: ReadLine) -> ReadLine:
            values = [_word_at(in_picture(number.box), words) for number in read.numbers]
            known = [value for value in values if value is not None]
            if not values or len(known) < len(values):
                return read
            pairs = list(zip(read.numbers, known, strict=True))
            exact = [
                replace(number, alternatives=((value, t.TEXT_SURE),)) for number, value in pairs
            ]
            clue = tuple(Block(value, number.color) for number, value in pairs if value)
            others = [
                (other, (1 - t.TEXT_SURE) * p) for other, p in read.alternatives if other != clue
            ]
            return ReadLine(tuple(exact), ((clue, t.TEXT_SURE), *others))

        return replace(
            self, rows=tuple(map(line, self.rows)), columns=tuple(map(line, self.columns))
        )

    @property
    def is_text(self) -> bool:
        """True if all numbers stand in the text of a PDF."""
        numbers = [number for line in self.lines for number in line.numbers]
        return bool(numbers) and all(number.alternatives[0][1] == t.TEXT_SURE for number in numbers)


def _word_at(box: PictureBox, words: Sequence[Word]) -> int | None:
    """The number of the text in a box, whose digits may stand apart; None without a number."""
    inside = sorted(
        (word.box[0], word.text)
        for word in words
        if box[0] <= (word.box[0] + word.box[2]) / 2 <= box[2]
        and box[1] <= (word.box[1] + word.box[3]) / 2 <= box[3]
    )
    text = "".join(word for _, word in inside)
    return int(text) if 1 <= len(text) <= 2 else None
