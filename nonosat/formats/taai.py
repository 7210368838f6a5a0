# SPDX-License-Identifier: MIT
"""The text form of the TAAI tournaments: many black-and-white squares in one file.

A puzzle begins with a line ``$n``; ``n`` is its title. The lines of clues below it are read
natively (``native/read_taai.cpp`` has the grammar). The puzzles of a file are read one by one,
when the caller asks for them.

Cannot be represented: colours, missing clues, and puzzles that are not square, which are
refused; the goal picture and all texts but a number as title, which are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, newlines
from nonosat.formats.native import read_taai
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle

_SIDE = 25
_HEAD = re.compile(r"^[ \t]*+\$(.*)$", re.MULTILINE)


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as its error.

    >>> next(loads("$7\\n1\\n\\n1\\n\\n"))
    Puzzle(rows=[[1], []], columns=[[1], []], meta=Metadata(title='7'))
    """
    text = text.replace("\r", "") if "\n" in text else newlines(text)  # stray CRs are ignored
    head = _HEAD.search(text)
    if head is None or text[: head.start()].strip():
        yield PuzzleSyntaxError("a TAAI text begins with a line $1, the number of the first puzzle")
        return
    file_line = 1 + text.count("\n", 0, head.start())
    while head is not None:
        following = _HEAD.search(text, head.end())
        end = len(text) if following is None else following.start()
        yield read_taai(text[head.end() + 1 : end], head[1].strip(), file_line)
        file_line += text.count("\n", head.start(), end)
        head = following


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text, numbered by its title if that is a number, else 1.

    >>> dumps(Puzzle(rows=[[1], []], columns=[[1], []]).with_meta(title="7"))
    '$7\\n1\\n\\n1\\n0\\n'

    Raises:
        PuzzleError: the puzzle is not square.
    """
    if puzzle.width != puzzle.height:
        raise PuzzleError(
            f"the format 'taai' holds squares, the puzzle is {puzzle.width}x{puzzle.height}: "
            "use 'non' or 'json'"
        )
    number = puzzle.title if re.fullmatch("[0-9]{1,9}", puzzle.title) else "1"
    lines = [_line(clue or ()) for clue in (*puzzle.columns, *puzzle.rows)]
    if puzzle.width != _SIDE:  # the reader would ignore a blank line at the end
        lines[-1] = lines[-1] or "0"
    return "\n".join([f"${number}", *lines]) + "\n"


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other."""
    return "".join(map(dumps, puzzles))


def _line(clue: Clue) -> str:
    return "\t".join(str(block.length) for block in clue)
