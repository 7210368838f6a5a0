# SPDX-License-Identifier: MIT
"""Data of the MathProg model of paint-by-numbers puzzles of GLPK; black and white.

``param m`` is the number of rows, ``param n`` that of columns; ``param row : 1 2 .. k :=`` is a
table with a line for each row: its number, its lengths, and ``.`` where there is none; ``param
col`` that of the columns. ``/* */`` and ``#`` are comments.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle

_COMMENTS = r"/\*.*?(?:\*/|\Z)|\#[^\n]*"


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> text = "data; param m := 1; param n := 2; param row : 1 := 1 1; param col : 1 := 1 1 2 .;"
    >>> read(text)
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    tokens = Tokens(text, _COMMENTS)
    if tokens.token == "data":
        tokens.advance()
        tokens.expect(";")
    sides: dict[str, int] = {}
    tables: dict[str, list[Located | None]] = {}
    while tokens.token not in (None, "end"):
        tokens.expect("param")
        file_line = tokens.file_line
        name = tokens.expect("m", "n", "row", "col")
        if name in sides or name in tables:
            raise fault(f"a second param {name}", file_line)
        if name in ("m", "n"):
            tokens.expect(":")
            tokens.expect("=")
            what = "rows" if name == "m" else "columns"
            sides[name] = check_side(tokens.number(f"the number of {what}"), what, file_line)
            tokens.expect(";")
            continue
        side = sides.get("m" if name == "row" else "n")
        if side is None:
            raise fault(f"param {name} before the number of its lines", file_line)
        tables[name] = _table(tokens, name, side)
    for name in ("m", "n", "row", "col"):
        if name not in sides and name not in tables:
            raise PuzzleSyntaxError(f"there is no param {name}")
    rows, columns = (_whole(tables[name], name) for name in ("row", "col"))
    return built(rows, columns)


def _table(tokens: Tokens, name: str, side: int) -> list[Located | None]:
    tokens.expect(":")
    heads = len(tokens.numbers("the number of a column of the table", (":",)))
    tokens.expect("=")
    lines: list[Located | None] = [None] * side
    while tokens.token != ";":
        file_line = tokens.file_line
        number = tokens.number(f"the number of a line of param {name}")
        if not 1 <= number <= side:
            raise fault(f"line {number} of param {name}: there are {side}", file_line)
        if lines[number - 1] is not None:
            raise fault(f"line {number} of param {name} for the second time", file_line)
        lengths = []
        for _ in range(heads):
            if tokens.token == ".":
                tokens.advance()
            else:
                lengths.append(tokens.number("a length, or a point"))
        lines[number - 1] = Located([] if lengths == [0] else lengths, file_line)
    tokens.advance()
    return lines


def _whole(lines: list[Located | None], name: str) -> list[Located]:
    for number, line in enumerate(lines, start=1):
        if line is None:
            raise PuzzleSyntaxError(f"param {name} has no line {number}")
    return [line for line in lines if line is not None]


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as data for ``glpsol -m pbn.mod -d FILE``.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
    data;
    <BLANKLINE>
    param m := 1;
    <BLANKLINE>
    param n := 2;
    <BLANKLINE>
    param row : 1 :=
      1 1
    ;
    <BLANKLINE>
    param col : 1 :=
      1 1
      2 .
    ;
    <BLANKLINE>
    end;
    """
    parts = ["data;", f"param m := {puzzle.height};", f"param n := {puzzle.width};"]
    for name, clues in (("row", puzzle.rows), ("col", puzzle.columns)):
        parts.append("\n".join([*_lines(name, clues), ";"]))
    return "\n\n".join([*parts, "end;"]) + "\n"


def _lines(name: str, clues: tuple[Clue | None, ...]) -> Iterator[str]:
    most = max(1, *(len(clue or ()) for clue in clues))
    yield f"param {name} : {' '.join(str(i + 1) for i in range(most))} :="
    for number, clue in enumerate(clues, start=1):
        lengths = [str(block.length) for block in clue or ()]
        yield f"  {number} {' '.join(lengths + ['.'] * (most - len(lengths)))}"
