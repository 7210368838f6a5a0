# SPDX-License-Identifier: MIT
"""Shared by formats whose clues are numbers: reading their lines and words, and writing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, build, counted, excerpt, is_not, newlines, polled
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import Axis, Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_NUMBERS = re.compile(rf"[0-9]{{1,{MAX_DIGITS}}}(?:[ \t]*[, \t][ \t]*[0-9]{{1,{MAX_DIGITS}}})*+")
_MAX_CLUE = 20_000
"""The longest clue, in characters. The longest possible clue has 512 blocks."""
_MAX_LINES = 4 * MAX_SIDE + 200
"""The maximum number of lines of a puzzle, blank lines and comments included."""

NumberedLine = tuple[int, str]
"""The number of a line of the file, from 1, and its text without blanks around it."""


def numbered(text: str, comment: str | None = None) -> list[NumberedLine]:
    """The lines of a text; those that begin with ``comment`` are left out.

    Raises:
        PuzzleSyntaxError: there are more lines than a puzzle can have.
    """
    text = newlines(text)
    if text.count("\n") > _MAX_LINES:
        raise PuzzleSyntaxError(f"{text.count(chr(10)) + 1} lines: a puzzle has fewer")
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    while lines and not lines[-1][1]:
        lines.pop()
    if comment is not None:
        lines = [line for line in lines if not line[1].startswith(comment)]
    if not lines:
        raise PuzzleSyntaxError("the text is empty")
    return lines


def read_sections(
    text: str, *, comment: str | None = None, separator: str = "a blank", end: bool = False
) -> Puzzle:
    """The puzzle of two groups of clues, rows and columns, with a blank line between them.

    Raises:
        PuzzleSyntaxError, PuzzleError: with all faults.
    """
    groups = groupby(numbered(text, comment), lambda line: bool(line[1]))
    sections = [list(lines) for filled, lines in groups if filled]
    if len(sections) != 2:
        raise PuzzleSyntaxError(
            f"{counted(len(sections), 'group')} of lines: there are two, the rows and the "
            "columns, with a blank line between them"
        )
    reader = Reader(separator)
    reader.add_all("row", sections[0], end=end)
    reader.add_all("column", sections[1], end=end)
    return reader.puzzle()


def sizes(line: NumberedLine, count: int, what: str) -> list[int]:
    """The numbers of a line that states sizes.

    Raises:
        PuzzleSyntaxError: there are more or fewer numbers, or a number is not the side of a board.
    """
    number, text = line
    values = [int(x) for x in text.split() if x.isascii() and x.isdecimal() and len(x) <= 4]
    if len(values) != count or len(text.split()) != count:
        raise fault(f"{excerpt(text)}: {what} is needed", number)
    for value in values:
        if not 1 <= value <= MAX_SIDE:
            raise fault(f"{value}: a board has 1 to {MAX_SIDE} rows and columns", number)
    return values


@dataclass(slots=True)
class Reader:
    """Clues read so far, the lines of the file that they come from, faults, and other parts of the
    file.
    """

    separator: str = "a blank"
    clues: dict[Axis, list[list[int] | None]] = field(
        default_factory=lambda: {"row": [], "column": []}
    )
    places: dict[Line, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def add(self, axis: Axis, line: NumberedLine, *, end: bool = False) -> None:
        """Read the next clue of an axis: numbers; ``0`` or nothing is an empty clue.

        With ``end`` a 0 stands behind the numbers, which is part of the format.
        """
        number, text = line
        place = Line(axis, len(self.clues[axis]))
        self.places[place] = number
        clue: list[int] | None = None
        if len(text) > _MAX_CLUE:
            self._fault(f"{len(text)} characters for one clue", place)
        elif text and not _NUMBERS.fullmatch(text):
            what = f"a clue: write lengths with {self.separator} between them"
            self._fault(is_not(text, what), place)
        else:
            clue = [int(x) for x in text.replace(",", " ").split()]
            if end and clue[-1:] == [0]:
                clue.pop()
            elif end:
                self._fault(f"{excerpt(text)} does not end with 0", place)
            if clue == [0]:
                clue = []
        self.clues[axis].append(clue)

    def add_all(self, axis: Axis, lines: Iterable[NumberedLine], *, end: bool = False) -> None:
        """Read the clues of an axis."""
        for line in lines:
            self.add(axis, line, end=end)

    def expect(self, axis: Axis, count: int, file_line: int | None = None) -> None:
        """Note a fault if an axis has another number of clues."""
        have = len(self.clues[axis])
        if have != count:
            name = "rows" if axis == "row" else "columns"
            message = f"{counted(have, 'clue')} of {name}, the size says {count}"
            self.faults.append(Fault(message, file_line=file_line))

    def puzzle(self, meta: Metadata = Metadata(), goal: Grid | None = None) -> Puzzle:  # noqa: B008
        """The puzzle.

        Raises:
            PuzzleSyntaxError, PuzzleError: with all faults.
        """
        return build(
            self.clues["row"],
            self.clues["column"],
            goal=goal,
            meta=meta,
            place=self.places.get,
            faults=self.faults,
            unread=self.unread,
        )

    def _fault(self, message: str, place: Line) -> None:
        self.faults.append(Fault(message, place, file_line=self.places[place]))


class Words:
    """The words of a text one by one, for forms in which lines do not count."""

    def __init__(self, text: str) -> None:
        self._words = polled(re.finditer(r"\S+|\n+", newlines(text)))
        self.file_line = 1

    def rest(self) -> str | None:
        """The next word, if there is one."""
        for match in self._words:
            if match[0][0] != "\n":
                return match[0]
            self.file_line += len(match[0])
        return None

    def word(self, what: str) -> str:
        """The next word.

        Raises:
            PuzzleSyntaxError: the text ends here.
        """
        word = self.rest()
        if word is None:
            raise fault(f"the text ends before {what}", self.file_line)
        return word

    def number(self, what: str, most: int = 10**MAX_DIGITS) -> int:
        """The next number.

        Raises:
            PuzzleSyntaxError: the next word is not a number up to ``most``.
        """
        word = self.word(what)
        digits = word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS
        if not digits or int(word) > most:
            raise fault(is_not(word, what), self.file_line)
        return int(word)

    def end(self, what: str) -> None:
        """Refuse words behind ``what``."""
        word = self.rest()
        if word is not None:
            raise fault(f"{excerpt(word)} behind {what}", self.file_line)


def clue_text(clue: Clue | None, separator: str = " ", empty: str = "0") -> str:
    """The lengths of a clue as text."""
    return separator.join(str(block.length) for block in clue or ()) or empty
