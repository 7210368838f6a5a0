# SPDX-License-Identifier: MIT
"""Data of models in the languages MathProg (GLPK) and MiniZinc; black and white.

The data are read as tokens (``tokens``): lines do not count, nothing is evaluated, and only the
shapes that such files have are accepted. The models themselves are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_COMMENTS = r"/\*.*?(?:\*/|\Z)|\#[^\n]*"


def read_glpk(text: str) -> Puzzle:
    """Data of the MathProg model of paint-by-numbers puzzles of GLPK; black and white.

    ``param m`` is the number of rows, ``param n`` that of columns; ``param row : 1 2 .. k :=`` is a
    table with a line for each row: its number, its lengths, and ``.`` for no length; ``param col``
    is the table of the columns. ``/* */`` and ``#`` are comments.

    >>> text = "data; param m := 1; param n := 2; param row : 1 := 1 1; param col : 1 := 1 1 2 .;"
    >>> read_glpk(text)
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
    why = Fault.of("fault.remark.param", "a param behind the end is not read")
    return built(rows, columns, unread=tokens.further(why, "param"))


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


def dumps_glpk(puzzle: Puzzle) -> str:
    """The puzzle as data for ``glpsol -m pbn.mod -d FILE``.

    >>> print(dumps_glpk(Puzzle([[1]], [[1], []])), end="")
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
        parts.append("\n".join([*_glpk_lines(name, clues), ";"]))
    return "\n\n".join([*parts, "end;"]) + "\n"


def _glpk_lines(name: str, clues: tuple[Clue | None, ...]) -> Iterator[str]:
    most = max(1, *(len(clue or ()) for clue in clues))
    yield f"param {name} : {' '.join(str(i + 1) for i in range(most))} :="
    for number, clue in enumerate(clues, start=1):
        lengths = [str(block.length) for block in clue or ()]
        yield f"  {number} {' '.join(lengths + ['.'] * (most - len(lengths)))}"


def _assigned(tokens: Tokens, names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The names of ``NAME = VALUE;`` one by one, and their lines; the caller reads each value."""
    seen = set()
    while tokens.token is not None:
        file_line = tokens.file_line
        name = tokens.expect(*names)
        if name in seen:
            raise fault(f"{name} for the second time", file_line)
        seen.add(name)
        tokens.expect("=")
        yield name, file_line
        tokens.expect(";")


def read_hakank(text: str) -> Puzzle:
    """Data of Håkan Kjellerstrand's nonogram models in MiniZinc; black and white.

    ``rows`` and ``cols`` are the numbers of lines, ``row_rule_len`` and ``col_rule_len`` the widths
    of the arrays ``row_rules`` and ``col_rules``, whose lines are the lengths, with zeros before
    them. ``%`` begins a comment.

    >>> text = dumps_hakank(Puzzle([[1, 1]], [[1], [], [1]]))
    >>> read_hakank(text)
    Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    """
    tokens = Tokens(text, "%[^\n]*")
    sizes: dict[str, int] = {}
    arrays: dict[str, list[Located]] = {}
    names = ("rows", "row_rule_len", "row_rules", "cols", "col_rule_len", "col_rules")
    for name, file_line in _assigned(tokens, names):
        if name in ("row_rules", "col_rules"):
            count, width = (sizes.get(f"{name[:3]}{end}") for end in ("s", "_rule_len"))
            if count is None or width is None:
                raise fault(f"{name} before its sizes", file_line)
            arrays[name] = _hakank_array(tokens, name, count, width)
        else:
            value = tokens.number(f"the number {name}")
            if name.endswith("len"):
                sizes[name] = value
                if not 1 <= value <= MAX_SIDE:
                    raise fault(f"{name} = {value}: use 1 to {MAX_SIDE}", file_line)
            else:
                sizes[name] = check_side(value, name, file_line)
    for name in ("row_rules", "col_rules"):
        if name not in arrays:
            raise PuzzleSyntaxError(f"there is no {name}")
    return built(arrays["row_rules"], arrays["col_rules"])


def _hakank_array(tokens: Tokens, name: str, count: int, width: int) -> list[Located]:
    """``array2d(1..rows, 1..row_rule_len, [...])``, or ``[|..|..|]``."""
    if tokens.token == "array2d" and not tokens.skip_to("["):
        raise fault(f"{name} has no [", tokens.file_line)
    if tokens.token == "[":
        tokens.advance()
    lines = []
    for _ in range(count):
        numbers: list[int] = []
        while tokens.token in (",", "|"):
            tokens.advance()
        file_line = tokens.file_line
        while len(numbers) < width:
            if tokens.token in (",", "|"):
                tokens.advance()
            else:
                numbers.append(tokens.number(f"a number of {name}"))
        while numbers[:1] == [0]:
            del numbers[0]
        lines.append(Located(numbers, file_line))
    while tokens.token in (",", "|"):
        tokens.advance()
    tokens.expect("]")
    if tokens.token == ")":
        tokens.advance()
    return lines


def dumps_hakank(puzzle: Puzzle) -> str:
    """The puzzle as data for those models.

    >>> print(dumps_hakank(Puzzle([[1]], [[1], []])), end="")
    rows = 1;
    row_rule_len = 1;
    row_rules = array2d(1..rows, 1..row_rule_len, [
      1
    ]);
    cols = 2;
    col_rule_len = 1;
    col_rules = array2d(1..cols, 1..col_rule_len, [
      1,
      0
    ]);
    """
    return "".join(
        _hakank_lines(name, clues)
        for name, clues in (("row", puzzle.rows), ("col", puzzle.columns))
    )


def _hakank_lines(name: str, clues: tuple[Clue | None, ...]) -> str:
    most = max(1, *(len(clue or ()) for clue in clues))
    numbers = ([block.length for block in clue or ()] for clue in clues)
    lines = ["  " + ", ".join(map(str, [0] * (most - len(own)) + own)) for own in numbers]
    return (
        f"{name}s = {len(clues)};\n{name}_rule_len = {most};\n"
        f"{name}_rules = array2d(1..{name}s, 1..{name}_rule_len, [\n"
        + ",\n".join(lines)
        + "\n]);\n"
    )


def read_minizinc(text: str) -> Puzzle:
    """Data of the model of the MiniZinc challenge: each line is a pattern of ones and zeros.

    ``X`` and ``Y`` are the numbers of rows and columns, ``maxlen`` the width of the arrays ``rows``
    and ``cols``. A line of an array is its blocks as ones, one 0 between blocks, and -1 up to its
    end: 3 1 is ``1, 1, 1, 0, 1``. ``%`` begins a comment.

    >>> read_minizinc("X = 1; Y = 2; maxlen = 1; rows = [|1|]; cols = [|1|-1|];")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    tokens = Tokens(text, "%[^\n]*")
    sides: dict[str, int] = {}
    arrays: dict[str, list[Located]] = {}
    for name, file_line in _assigned(tokens, ("X", "Y", "maxlen", "rows", "cols")):
        if name in ("rows", "cols"):
            arrays[name] = _minizinc_array(tokens)
        else:
            value = tokens.number(f"the number {name}")
            what = {"X": "rows", "Y": "columns", "maxlen": "cells"}[name]
            sides[name] = value if name == "maxlen" else check_side(value, what, file_line)
    for name in ("X", "Y", "rows", "cols"):
        if name not in sides and name not in arrays:
            raise PuzzleSyntaxError(f"there is no {name}")
    for name, side in (("rows", sides["X"]), ("cols", sides["Y"])):
        if len(arrays[name]) != side:
            raise PuzzleSyntaxError(f"{name} has {len(arrays[name])} lines, the size says {side}")
    return built(arrays["rows"], arrays["cols"])


def _minizinc_array(tokens: Tokens) -> list[Located]:
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
    blocks = "".join(map(str, pattern)).split("0") if pattern else []
    if "" in blocks:
        raise fault("in a pattern one 0 stands between two blocks", file_line)
    return [len(block) for block in blocks]


def dumps_minizinc(puzzle: Puzzle) -> str:
    """The puzzle as data for the challenge's model.

    >>> print(dumps_minizinc(Puzzle([[1]], [[1], []])), end="")
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
    return [int(cell) for cell in "0".join("1" * block.length for block in clue or ())]
