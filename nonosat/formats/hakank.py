# SPDX-License-Identifier: MIT
"""Data of Håkan Kjellerstrand's nonogram models in MiniZinc; black and white.

``rows`` and ``cols`` are the numbers of lines, ``row_rule_len`` and ``col_rule_len`` the widths of
the arrays ``row_rules`` and ``col_rules``, whose lines are the lengths, with zeros before them.
``%`` begins a comment.
"""

from __future__ import annotations

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault, with_zeros
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> text = dumps(Puzzle([[1, 1]], [[1], [], [1]]))
    >>> read(text)
    Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    """
    tokens = Tokens(text, "%[^\n]*")
    sizes: dict[str, int] = {}
    arrays: dict[str, list[Located]] = {}
    while tokens.token is not None:
        file_line = tokens.file_line
        name = tokens.expect(
            "rows", "row_rule_len", "row_rules", "cols", "col_rule_len", "col_rules"
        )
        if name in sizes or name in arrays:
            raise fault(f"{name} for the second time", file_line)
        tokens.expect("=")
        if name in ("row_rules", "col_rules"):
            count, width = (sizes.get(f"{name[:3]}{end}") for end in ("s", "_rule_len"))
            if count is None or width is None:
                raise fault(f"{name} before its sizes", file_line)
            arrays[name] = _array(tokens, name, count, width)
        else:
            value = tokens.number(f"the number {name}")
            if name.endswith("len"):
                sizes[name] = value
                if not 1 <= value <= MAX_SIDE:
                    raise fault(f"{name} = {value}: use 1 to {MAX_SIDE}", file_line)
            else:
                sizes[name] = check_side(value, name, file_line)
        tokens.expect(";")
    for name in ("row_rules", "col_rules"):
        if name not in arrays:
            raise PuzzleSyntaxError(f"there is no {name}")
    return built(arrays["row_rules"], arrays["col_rules"])


def _array(tokens: Tokens, name: str, count: int, width: int) -> list[Located]:
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


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as data for those models.

    >>> print(dumps(Puzzle([[1]], [[1], []])), end="")
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
        _lines(name, clues) for name, clues in (("row", puzzle.rows), ("col", puzzle.columns))
    )


def _lines(name: str, clues: tuple[Clue | None, ...]) -> str:
    most = max(1, *(len(clue or ()) for clue in clues))
    lines = ["  " + ", ".join(map(str, with_zeros(clue, most, left=True))) for clue in clues]
    return (
        f"{name}s = {len(clues)};\n{name}_rule_len = {most};\n"
        f"{name}_rules = array2d(1..{name}s, 1..{name}_rule_len, [\n"
        + ",\n".join(lines)
        + "\n]);\n"
    )
