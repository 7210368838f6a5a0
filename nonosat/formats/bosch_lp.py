# SPDX-License-Identifier: MIT
"""The text form of Robert Bosch's solver by linear programming, also read by pbnsolve.

``number_of_rows: N`` and ``number_of_columns: N``, then for each line a word ``row_I`` or
``column_I`` (I from 1), a word, the number of blocks, a word, their lengths. Only the order of the
words counts. No sample was found: the grammar is that of pbnsolve's reader.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import excerpt, is_not, newlines
from nonosat.formats.tokens import Located, built, check_side, fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_LINE = re.compile(r"(row|column)_([0-9]{1,4}):?")
_MAX_BYTES = 16 << 20


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> text = "number_of_rows: 1 number_of_columns: 1 row_1 blocks: 1 sizes: 1"
    >>> read(text + " column_1 blocks: 1 sizes: 1")
    Puzzle(rows=[[1]], columns=[[1]])
    """
    if len(text) > _MAX_BYTES:
        raise PuzzleSyntaxError(f"{len(text)} characters: a puzzle has fewer")
    words = [
        (word, number)
        for number, line in enumerate(newlines(text).split("\n"), start=1)
        for word in line.split()
    ]
    place = 0

    def number(what: str) -> int:
        nonlocal place
        if place >= len(words):
            raise fault(f"the text ends before {what}", words[-1][1] if words else 1)
        word, file_line = words[place]
        if not (word.isascii() and word.isdecimal() and len(word) <= 9):
            raise fault(is_not(word, what), file_line)
        place += 1
        return int(word)

    def side(keyword: str, what: str) -> int:
        nonlocal place
        if place >= len(words) or words[place][0].rstrip(":") != keyword.rstrip(":"):
            at = words[place][1] if place < len(words) else None
            raise fault(f"{keyword!r} is needed", at)
        place += 1
        file_line = words[place - 1][1]
        return check_side(number(f"the number of {what}"), what, file_line)

    counts = {"row": side("number_of_rows:", "rows")}
    counts["column"] = side("number_of_columns:", "columns")
    found: dict[tuple[str, int], Located] = {}
    while place < len(words):
        word, file_line = words[place]
        match = _LINE.fullmatch(word)
        if match is None:
            raise fault(f"{excerpt(word)} where row_I or column_I is needed", file_line)
        key = (match[1], int(match[2]))
        if not 1 <= key[1] <= counts[key[0]]:
            raise fault(f"{word}: there are {counts[key[0]]} {key[0]}s", file_line)
        if key in found:
            raise fault(f"{word} for the second time", file_line)
        place += 2  # and the word before the number of blocks
        blocks = number(f"the number of blocks of {word}")
        if blocks > MAX_SIDE:
            raise fault(f"{blocks} blocks: no line has that many", file_line)
        place += 1
        lengths = [number(f"a length of {word}") for _ in range(blocks)]
        found[key] = Located([] if lengths == [0] else lengths, file_line)
    missing = [
        f"{axis}_{i}"
        for axis, count in counts.items()
        for i in range(1, count + 1)
        if (axis, i) not in found
    ]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise PuzzleSyntaxError(f"no clue for {', '.join(missing[:5])}{more}")
    rows, columns = (
        [found[axis, i] for i in range(1, count + 1)] for axis, count in counts.items()
    )
    return built(rows, columns)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps(Puzzle([[1]], [[1]])), end="")
    number_of_rows: 1
    number_of_columns: 1
    row_1
    number_of_clusters: 1
    size(s): 1
    column_1
    number_of_clusters: 1
    size(s): 1
    """
    lines = [f"number_of_rows: {puzzle.height}", f"number_of_columns: {puzzle.width}"]
    for line, clue in puzzle.lines():
        lengths = " ".join(str(block.length) for block in clue or ())
        lines.append(f"{'row' if line.axis == 'R' else 'column'}_{line.index + 1}")
        lines += [f"number_of_clusters: {len(clue or ())}", f"size(s): {lengths}".strip()]
    return "\n".join(lines) + "\n"
