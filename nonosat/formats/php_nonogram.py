# SPDX-License-Identifier: MIT
"""The files .yml of php-nonogram; black and white.

Two lists of lists, ``columns`` and ``rows``: a line ``columns:`` and a line ``- [3, 4]`` for each
clue; ``- []`` is an empty one. Of YAML only this is read. (Its pictures of 0 and 1 are the format
``picture``.)
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.common import excerpt
from nonosat.formats.number_lines import Reader, clue_text, numbered
from nonosat.formats.tokens import fault
from nonosat.model.puzzle import Puzzle

_CLUE = re.compile(r"-[ \t]*\[([^\[\]]*)\]")
_HEADS = {"columns:": "C", "rows:": "R"}


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("columns:\\n- [1]\\n- []\\nrows:\\n- [1]\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    reader = Reader("a comma")
    seen: list[str] = []
    for number, line in numbered(text, "#"):
        match = _CLUE.fullmatch(line)
        if line in _HEADS:
            seen.append(line)
        elif match is not None and seen:
            reader.add(_HEADS[seen[-1]], (number, match[1].strip()))
        elif line not in ("", "---"):
            raise fault(f"{excerpt(line)} is not columns:, rows:, or - [LENGTHS]", number)
    if sorted(seen) != sorted(_HEADS):
        raise PuzzleSyntaxError("columns: and rows: are needed, once each")
    return reader.puzzle()


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as YAML.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    columns:
        - [1]
        - []
    rows:
        - [1]
    """
    lines = []
    for head, clues in (("columns:", puzzle.columns), ("rows:", puzzle.rows)):
        lines += [head, *(f"    - [{clue_text(clue, ', ', '')}]" for clue in clues)]
    return "\n".join(lines) + "\n"
