# SPDX-License-Identifier: MIT
"""The input of the problem JCROSS of spoj.com; black and white, many puzzles in a file.

The number of puzzles; for each ``ROWS COLUMNS``, then the lengths of each row, ended by 0, then
those of each column, ended by 0. Only the order of the numbers counts, not their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import MAX_DIGITS, PuzzleOrError, build, excerpt, is_not, newlines
from nonosat.formats.number_lines import clue_text
from nonosat.formats.tokens import fault
from nonosat.model.clue import Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_WORD = re.compile(r"\S+|\n")


class _Numbers:
    """The numbers of a text one by one, with the line of the file that each stands in."""

    def __init__(self, text: str) -> None:
        self._words = _WORD.finditer(text)
        self.file_line = 1

    def next(self, what: str) -> int:
        """The next number.

        Raises:
            PuzzleSyntaxError: there is none, or something else.
        """
        for match in self._words:
            word = match[0]
            if word == "\n":
                self.file_line += 1
            elif word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS:
                return int(word)
            else:
                raise fault(is_not(word, what), self.file_line)
        raise fault(f"the text ends before {what}", self.file_line)

    def rest(self) -> str | None:
        """The next word, if there is one."""
        for match in self._words:
            if match[0] != "\n":
                return match[0]
            self.file_line += 1
        return None


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads("1 1 2 1 0 1 0 0"))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    numbers = _Numbers(newlines(text))
    for _ in range(numbers.next("the number of puzzles")):
        try:
            yield _read(numbers)
        except PuzzleError as error:
            yield error
    if (rest := numbers.rest()) is not None:
        raise fault(f"{excerpt(rest)} behind the last puzzle", numbers.file_line)


def _read(numbers: _Numbers) -> Puzzle:
    height = numbers.next("the number of rows")
    width = numbers.next("the number of columns")
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        message = f"{width}x{height}: a board has 1 to {MAX_SIDE} rows and columns"
        raise fault(message, numbers.file_line)
    places: dict[Line, int] = {}
    clues: dict[str, list[list[int]]] = {"R": [], "C": []}
    for axis, count in (("R", height), ("C", width)):
        for index in range(count):
            line = Line(axis, index)
            clue: list[int] = []
            while length := numbers.next(f"a length of {line}, or its final 0"):
                clue.append(length)
                if len(clue) > MAX_SIDE:
                    raise PuzzleSyntaxError(
                        Fault("the clue has no final 0", line, file_line=numbers.file_line)
                    )
            places[line] = numbers.file_line
            clues[axis].append(clue)
    return build(clues["R"], clues["C"], place=places.get)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as a file of one puzzle.

    >>> dumps(Puzzle([[1]], [[1], []]))
    '1\\n1 2\\n1 0\\n1 0\\n0\\n'
    """
    return dumps_all([puzzle])


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other."""
    lines = [str(len(puzzles))]
    for puzzle in puzzles:
        lines.append(f"{puzzle.height} {puzzle.width}")
        lines += [f"{clue_text(clue, empty='')} 0".strip() for _, clue in puzzle.lines()]
    return "\n".join(lines) + "\n"
