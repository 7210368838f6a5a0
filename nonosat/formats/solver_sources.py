# SPDX-License-Identifier: MIT
"""Input of solvers: Gecode's array in C++, Picat's lists, Bosch's words; black and white.

It is read as words or tokens, whose lines do not count. Nothing is evaluated.
"""

from __future__ import annotations

import re

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import excerpt
from nonosat.formats.number_lines import Words, clue_text
from nonosat.formats.tokens import Located, Tokens, built, check_side, fault
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_COMMENTS = r"/\*.*?(?:\*/|\Z)|//[^\n]*"


def read_gecode(text: str) -> Puzzle:
    """The array of Gecode's example nonogram.cpp; black and white.

    Numbers in braces: width, height, then for each column, then for each row the number of blocks
    and their lengths; an empty line is ``0``, or ``1, 0``. ``//`` and ``/* */`` are comments. Text
    before the first brace is not read, nor is a second array.

    >>> read_gecode("const int spec[] = { 2, 1, 1,1, 0, 1,1 };")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    tokens = Tokens(text, _COMMENTS)
    if not tokens.skip_to("{"):
        raise PuzzleSyntaxError("there is no { before the numbers")

    def number(what: str) -> int:
        value = tokens.number(what)
        if tokens.token == ",":
            tokens.advance()
        return value

    file_line = tokens.file_line
    width = check_side(number("the number of columns"), "columns", file_line)
    height = check_side(number("the number of rows"), "rows", file_line)
    lines = []
    for _ in range(width + height):
        file_line = tokens.file_line
        blocks = number("the number of blocks of a line")
        if not 0 <= blocks <= MAX_SIDE:
            raise fault(f"{blocks} blocks: a line has 0 to {MAX_SIDE}", file_line)
        lengths = [number("the length of a block") for _ in range(blocks)]
        lines.append(Located([] if lengths == [0] else lengths, file_line))
    if tokens.token != "}":
        have = "the end of the text" if tokens.token is None else excerpt(tokens.token)
        raise fault(f"{have} where the numbers should end with }}", tokens.file_line)
    why = Fault.of("fault.remark.array", "a further array is not read")
    return built(lines[width:], lines[:width], unread=tokens.further(why, "{"))


def dumps_gecode(puzzle: Puzzle) -> str:
    """The puzzle as an array of C++.

    >>> print(dumps_gecode(Puzzle([[1]], [[1], []])), end="")
    const int puzzle[] = {
      2, 1,
      // columns
      1, 1,
      0,
      // rows
      1, 1
    };
    """
    parts = [f"  {puzzle.width}, {puzzle.height},", "  // columns"]
    for index, clue in enumerate((*puzzle.columns, *puzzle.rows)):
        if index == puzzle.width:
            parts.append("  // rows")
        numbers = [len(clue or ()), *(block.length for block in clue or ())]
        parts.append("  " + ", ".join(map(str, numbers)) + ",")
    parts[-1] = parts[-1].rstrip(",")
    return "\n".join(["const int puzzle[] = {", *parts, "};"]) + "\n"


_ATOM = re.compile("[a-z][A-Za-z0-9_]*")
"""A title of this form is used as the name."""


def read_picat(text: str) -> Puzzle:
    """Data of Håkan Kjellerstrand's nonogram program in Picat; black and white.

    ``problem_name(Name) => Name = NAME.``, then ``instance(NAME,RowRules,ColRules) => RowRules =
    [[1],[3],..], ColRules = [[4],..].`` An empty line is ``[]`` or ``[0]``. ``%`` begins a comment.

    >>> read_picat("instance(dot,RowRules,ColRules) => RowRules = [[1]], ColRules = [[1],[]].")
    Puzzle(rows=[[1]], columns=[[1], []], meta=Metadata(title='dot'))
    """
    tokens = Tokens(text, "%[^\n]*")
    if not tokens.skip_to("instance", "("):
        raise PuzzleSyntaxError("there is no instance(NAME, RowRules, ColRules)")
    name = tokens.take()
    lists = {}
    for wanted in ("RowRules", "ColRules"):
        if not tokens.skip_to(wanted, "="):
            raise fault(f"there is no {wanted} = [..]", tokens.file_line)
        lists[wanted] = _list(tokens, wanted)
    title = "" if name == "nonogram" else name
    why = Fault.of("fault.remark.list", "a further list is not read")
    unread = tokens.further(why, "=", "[")
    return built(lists["RowRules"], lists["ColRules"], title, unread)


def _list(tokens: Tokens, name: str) -> list[Located]:
    tokens.expect("[")
    lines: list[Located] = []
    while True:
        tokens.expect("[")
        file_line = tokens.file_line
        numbers = tokens.numbers(f"a length of {name}", ("]",))
        lines.append(Located([] if numbers == [0] else numbers, file_line))
        if len(lines) > MAX_SIDE:
            raise fault(f"more than {MAX_SIDE} lines", file_line)
        if tokens.expect(",", "]") == "]":
            return lines


def dumps_picat(puzzle: Puzzle) -> str:
    """The puzzle as data for that program.

    >>> print(dumps_picat(Puzzle([[1]], [[1], []]).with_meta(title="dot")), end="")
    problem_name(Name) => Name = dot.
    instance(dot,RowRules,ColRules) =>
    RowRules =
    [[1]
    ],
    ColRules =
    [[1],
    []
    ].
    """
    name = puzzle.title if _ATOM.fullmatch(puzzle.title) else "nonogram"
    return (
        f"problem_name(Name) => Name = {name}.\ninstance({name},RowRules,ColRules) =>\n"
        f"RowRules =\n{_text(puzzle.rows)},\nColRules =\n{_text(puzzle.columns)}.\n"
    )


def _text(clues: tuple[Clue | None, ...]) -> str:
    return "[" + ",\n".join(f"[{clue_text(clue, ',', '')}]" for clue in clues) + "\n]"


_LINE = re.compile(r"(row|column)_([0-9]{1,4}):?")
_MAX_BYTES = 16 << 20


def read_lp(text: str) -> Puzzle:
    """The text form of Robert Bosch's solver by linear programming, also read by pbnsolve.

    ``number_of_rows: N`` and ``number_of_columns: N``, then for each line a word ``row_I`` or
    ``column_I`` (I from 1), a word, the number of blocks, a word, their lengths. Only the order of
    the words counts. No sample was found: the grammar is that of pbnsolve's reader.

    >>> text = "number_of_rows: 1 number_of_columns: 1 row_1 blocks: 1 sizes: 1"
    >>> read_lp(text + " column_1 blocks: 1 sizes: 1")
    Puzzle(rows=[[1]], columns=[[1]])
    """
    if len(text) > _MAX_BYTES:
        raise PuzzleSyntaxError(f"{len(text)} characters: a puzzle has fewer")
    words = Words(text.rstrip())

    def side(keyword: str, what: str) -> int:
        word = words.rest()
        if word is None or word.rstrip(":") != keyword.rstrip(":"):
            raise fault(f"{keyword!r} is needed", None if word is None else words.file_line)
        file_line = words.file_line
        return check_side(words.number(f"the number of {what}"), what, file_line)

    counts = {"row": side("number_of_rows:", "rows")}
    counts["column"] = side("number_of_columns:", "columns")
    found: dict[tuple[str, int], Located] = {}
    while (word := words.rest()) is not None:
        file_line = words.file_line
        match = _LINE.fullmatch(word)
        if match is None:
            raise fault(f"{excerpt(word)} where row_I or column_I is needed", file_line)
        key = (match[1], int(match[2]))
        if not 1 <= key[1] <= counts[key[0]]:
            raise fault(f"{word}: there are {counts[key[0]]} {key[0]}s", file_line)
        if key in found:
            raise fault(f"{word} for the second time", file_line)
        words.rest()
        blocks = words.number(f"the number of blocks of {word}")
        if blocks > MAX_SIDE:
            raise fault(f"{blocks} blocks: no line has that many", file_line)
        words.rest()
        lengths = [words.number(f"a length of {word}") for _ in range(blocks)]
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


def dumps_lp(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> print(dumps_lp(Puzzle([[1]], [[1]])), end="")
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
        lines.append(f"{line.axis}_{line.index + 1}")
        lines += [
            f"number_of_clusters: {len(clue or ())}",
            f"size(s): {clue_text(clue, empty='')}".strip(),
        ]
    return "\n".join(lines) + "\n"
