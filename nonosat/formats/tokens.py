# SPDX-License-Identifier: MIT
"""Tokens with their lines of the file, for formats in which lines do not count.

Solver input in MathProg, MiniZinc, C++ or Picat is read as a sequence of numbers, names and signs.
Nothing is evaluated; only the shapes that such files have are accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, build, excerpt, is_not, newlines, polled
from nonosat.formats.unread import Unread
from nonosat.model.clue import AXES, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_MOST = 3_000_000
"""The maximum number of tokens of a puzzle: the largest board with the widest possible arrays."""


class Located(NamedTuple):
    """A list of numbers, and the line of the file in which it begins."""

    numbers: list[int]
    file_line: int


def fault(message: str, file_line: int | None) -> PuzzleSyntaxError:
    """The error of one fault."""
    return PuzzleSyntaxError(Fault(message, file_line=file_line))


class Tokens:
    """The tokens of a text one by one.

    ``comments`` matches the comments, which are left out; numbers may have a sign.
    """

    def __init__(self, text: str, comments: str) -> None:
        pattern = re.compile(
            rf"(?P<skip>{comments})|(?P<number>-?[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
            r"|(?P<line>\n)|(?P<sign>[^\s])",
            re.DOTALL,
        )
        self._found = polled(pattern.finditer(newlines(text)))
        self.file_line = 1
        self.token: str | None = ""
        self._count = 0
        self.advance()

    def advance(self) -> None:
        """Go to the next token; ``token`` is None at the end."""
        for match in self._found:
            if match.lastgroup in ("line", "skip"):
                self.file_line += match[0].count("\n")
                continue
            self._count += 1
            if self._count > _MOST:
                raise fault(f"more than {_MOST} numbers and signs", self.file_line)
            self.token = match[0]
            return
        self.token = None

    def take(self) -> str:
        """Return the current token, and go to the next one.

        Raises:
            PuzzleSyntaxError: the text ends here.
        """
        token = self.token
        if token is None:
            raise fault("the text ends too soon", self.file_line)
        self.advance()
        return token

    def skip_to(self, *wanted: str) -> bool:
        """Go behind the next place with these tokens in a row; False if they do not follow."""
        matched = 0
        while self.token is not None:
            if self.token == wanted[matched]:
                matched += 1
            else:
                matched = int(self.token == wanted[0])
            self.advance()
            if matched == len(wanted):
                return True
        return False

    def further(self, why: Fault, *wanted: str) -> list[Unread]:
        """The remark ``why``, if these tokens follow somewhere in a row."""
        if not self.skip_to(*wanted):
            return []
        return [Unread("", file_line=self.file_line, why=why)]

    def expect(self, *wanted: str) -> str:
        """Take one of these tokens.

        Raises:
            PuzzleSyntaxError: the token is a different one.
        """
        if self.token not in wanted:
            have = "the end of the text" if self.token is None else excerpt(self.token)
            raise fault(f"{have} where {' or '.join(map(repr, wanted))} is needed", self.file_line)
        return self.take()

    def number(self, what: str) -> int:
        """Take a number.

        Raises:
            PuzzleSyntaxError: the token is not a number.
        """
        token = self.token
        if token is None or not re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", token):
            end = f"the end of the text is not {what}"
            raise fault(end if token is None else is_not(token, what), self.file_line)
        self.advance()
        return int(token)

    def numbers(self, what: str, ends: Sequence[str]) -> list[int]:
        """Take numbers up to one of ``ends``, which is taken as well; commas are left out."""
        found: list[int] = []
        while self.token not in ends:
            if self.token == ",":
                self.advance()
            else:
                found.append(self.number(what))
        self.advance()
        return found


def check_side(value: int, what: str, file_line: int | None) -> int:
    """The value, if it can be a side of a board.

    Raises:
        PuzzleSyntaxError: it cannot be one.
    """
    if not 1 <= value <= MAX_SIDE:
        raise fault(f"{value} {what}: a board has 1 to {MAX_SIDE} of them", file_line)
    return value


def built(
    rows: Sequence[Located],
    columns: Sequence[Located],
    title: str = "",
    unread: Sequence[Unread] = (),
) -> Puzzle:
    """The puzzle of located clues.

    Raises:
        PuzzleError: with all faults, each at its line of the file.
    """
    places: Mapping[Line, int] = {
        Line(axis, index): clue.file_line
        for axis, clues in zip(AXES, (rows, columns), strict=True)
        for index, clue in enumerate(clues)
    }
    meta = Metadata(title=title)
    lists = [c.numbers for c in rows], [c.numbers for c in columns]
    return build(*lists, meta=meta, place=places.get, unread=unread)
