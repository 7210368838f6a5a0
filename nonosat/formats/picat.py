# SPDX-License-Identifier: MIT
"""Data of Håkan Kjellerstrand's nonogram program in Picat; black and white.

``problem_name(Name) => Name = NAME.``, then ``instance(NAME,RowRules,ColRules) => RowRules =
[[1],[3],..], ColRules = [[4],..].`` An empty line is ``[]`` or ``[0]``. ``%`` begins a comment.
"""

from __future__ import annotations

import re

from nonosat.errors import PuzzleSyntaxError
from nonosat.formats.tokens import Located, Tokens, built, fault
from nonosat.model.clue import Clue
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle

_ATOM = re.compile("[a-z][A-Za-z0-9_]*")
"""A name that a title can be."""


def read(text: str) -> Puzzle:
    """The puzzle of a text.

    >>> read("instance(dot,RowRules,ColRules) => RowRules = [[1]], ColRules = [[1],[]].")
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
    return built(lists["RowRules"], lists["ColRules"], title)


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


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as data for that program.

    >>> print(dumps(Puzzle([[1]], [[1], []]).with_meta(title="dot")), end="")
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
    lines = ["[" + ",".join(str(block.length) for block in clue or ()) + "]" for clue in clues]
    return "[" + ",\n".join(lines) + "\n]"
