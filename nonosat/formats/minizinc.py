# SPDX-License-Identifier: MIT
"""Data of the nonogram model of the MiniZinc challenge: each line is a pattern of ones and zeros.

``X`` and ``Y`` are the numbers of rows and columns, ``maxlen`` the width of the arrays ``rows`` and
``cols``. A line of an array is its blocks as ones, one 0 between blocks, and -1 up to its end: 3 1
is ``1, 1, 1, 0, 1``. ``%`` begins a comment.
"""

from __future__ import annotations

from itertools import groupby

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("X = 1; Y = 2; maxlen = 1; rows = [|1|]; cols = [|1|-1|];")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    tokens = Tokens(text, "%[^\n]*")
    sides: dict[str, int] = {}
    arrays: dict[str, list[Located]] = {}
    while tokens.token is not None:
        file_line = tokens.file_line
        name = tokens.expect("X", "Y", "maxlen", "rows", "cols")
        if name in sides or name in arrays:
            raise fault(f"{name} for the second time", file_line)
        tokens.expect("=")
        if name in ("rows", "cols"):
            arrays[name] = _array(tokens)
        else:
            value = tokens.number(f"the number {name}")
            what = {"X": "rows", "Y": "columns", "maxlen": "cells"}[name]
            sides[name] = value if name == "maxlen" else check_side(value, what, file_line)
        tokens.expect(";")
    for name in ("X", "Y", "rows", "cols"):
        if name not in sides and name not in arrays:
            raise PuzzleSyntaxError(f"there is no {name}")
    for name, side in (("rows", sides["X"]), ("cols", sides["Y"])):
        if len(arrays[name]) != side:
            raise PuzzleSyntaxError(f"{name} has {len(arrays[name])} lines, the size says {side}")
    return built(arrays["rows"], arrays["cols"])


def _array(tokens: Tokens) -> list[Located]:
    tokens.expect("[")
    tokens.expect("|")
    lines = []
    while tokens.token != "]":
        file_line = tokens.file_line
        lines.append(Located(_blocks(tokens.numbers("1, 0 or -1", ("|",)), file_line), file_line))
        if len(lines) > MAX_SIDE:
            raise fault(f"more than {MAX_SIDE} lines", file_line)
    tokens.advance()
    return lines


def _blocks(pattern: list[int], file_line: int) -> list[int]:
    while pattern and pattern[-1] == -1:
        pattern.pop()
    if not set(pattern) <= {0, 1}:
        raise fault("a pattern is ones and zeros, then -1", file_line)
    runs = [(value, len(list(run))) for value, run in groupby(pattern)]
    if any(value == 0 and length > 1 for value, length in runs) or 0 in pattern[:1] + pattern[-1:]:
        raise fault("in a pattern one 0 stands between two blocks", file_line)
    return [length for value, length in runs if value]


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as data for the challenge's model.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    X = 1;
    Y = 2;
    maxlen = 1;
    rows = [|1
      |];
    cols = [|1
      |-1
      |];
    """
    patterns = {
        name: [_pattern(clue) for clue in clues]
        for name, clues in (("rows", puzzle.rows), ("cols", puzzle.columns))
    }
    most = max(1, *(len(pattern) for lines in patterns.values() for pattern in lines))
    parts = [f"X = {puzzle.height};", f"Y = {puzzle.width};", f"maxlen = {most};"]
    for name, lines in patterns.items():
        texts = [", ".join(map(str, pattern + [-1] * (most - len(pattern)))) for pattern in lines]
        parts.append(f"{name} = [|" + "\n  |".join(texts) + "\n  |];")
    return "\n".join(parts) + "\n"


def _pattern(clue: Clue | None) -> list[int]:
    pattern: list[int] = []
    for block in clue or ():
        if pattern:
            pattern.append(0)
        pattern += [1] * block.length
    return pattern
