# SPDX-License-Identifier: MIT
"""The text form of picross-solver; black and white, many puzzles in a file.

``GRID NAME``, ``ROWS``, a line ``[ 1 2 ]`` for each row, ``COLUMNS``, a line for each column;
``[ ]`` or ``[ 0 ]`` is an empty clue. ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, attempt, excerpt, is_not, newlines
from nonosat.formats.number_lines import NumberedLine, Reader
from nonosat.formats.tokens import fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads("GRID Dot\\nROWS\\n[ 1 ]\\nCOLUMNS\\n[ 1 ]\\n[ ]\\n"))
    Puzzle(rows=[[1]], columns=[[1], []], meta=Metadata(title='Dot'))
    """
    lines: list[NumberedLine] = []
    found = False
    for number, raw in enumerate(newlines(text).split("\n"), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split(maxsplit=1)[0] == "GRID" and lines:
            yield attempt(_read, lines)
            lines = []
        found = True
        lines.append((number, line))
    if lines:
        yield attempt(_read, lines)
    elif not found:
        yield PuzzleSyntaxError("there is no line GRID NAME")


def _read(lines: list[NumberedLine]) -> Puzzle:
    number, first = lines[0]
    words = first.split(maxsplit=1)
    if words[0] != "GRID":
        raise fault("a puzzle begins with a line GRID NAME", number)
    reader = Reader()
    axis = ""
    seen = []
    for number, line in lines[1:]:
        if line in ("ROWS", "COLUMNS"):
            axis = line[0]
            if line in seen:
                raise fault(f"{line} for the second time", number)
            seen.append(line)
        elif not axis:
            raise fault(f"{excerpt(line)} before ROWS or COLUMNS", number)
        elif not (line.startswith("[") and line.endswith("]")):
            raise fault(is_not(line, "a clue such as [ 1 2 ]"), number)
        elif len(reader.clues[axis]) >= MAX_SIDE:
            raise fault(f"more than {MAX_SIDE} clues", number)
        else:
            reader.add(axis, (number, line[1:-1].strip()))
    for name in ("ROWS", "COLUMNS"):
        if name not in seen:
            raise fault(f"there is no line {name}", lines[0][0])
    return reader.puzzle(Metadata(title=words[1] if len(words) > 1 else ""))


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    GRID
    ROWS
    [ 1 ]
    COLUMNS
    [ 1 ]
    [ ]
    """
    lines = [f"GRID {' '.join(puzzle.title.split())}".strip()]
    for name, clues in (("ROWS", puzzle.rows), ("COLUMNS", puzzle.columns)):
        lines.append(name)
        lines += [" ".join(["[", *(str(b.length) for b in clue or ()), "]"]) for clue in clues]
    return "\n".join(lines) + "\n"


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other."""
    return "\n".join(map(dumps, puzzles))
