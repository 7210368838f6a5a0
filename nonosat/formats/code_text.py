# SPDX-License-Identifier: MIT
"""Files of codes: a code or a link in each line, of any kind (docs/codes.md).

So a code may stand wherever a file may: on standard input, in a file, as an argument. Codes of our
own kind are written. Blank lines do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.codes import compact
from nonosat.formats.codes.face import decode
from nonosat.formats.common import PuzzleOrError, newlines
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """A puzzle or an error for each line."""
    found = False
    for number, line in enumerate(newlines(text).split("\n"), start=1):
        if not line.strip():
            continue
        found = True
        try:
            yield decode(line)
        except (PuzzleError, PuzzleSyntaxError) as error:
            yield error.worded(fault.at(number) for fault in error.faults)
    if not found:
        raise PuzzleSyntaxError("the text is empty: there is no code in it")


def dumps(puzzle: Puzzle) -> str:
    """The code of a puzzle as a line."""
    return f"{compact.write(puzzle)}\n"


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The codes of puzzles, a line each."""
    return "".join(map(dumps, puzzles))
