# SPDX-License-Identifier: MIT
"""The isomorphism class of a puzzle: a hash that all isomorphic puzzles share.

Two puzzles are isomorphic if they are equal when turned or mirrored, with colours that may have
other names and shades; missing clues and printed cells are part of a puzzle. To find the class, a
puzzle is written in all eight positions, in each with its colours numbered in the order in which
they first occur; the smallest of the eight texts is hashed. Colours of the palette that are in no
clue and no printed cell count only if they can occur: if a cell lies in no line with a clue.

The text: the lines of rows and columns as in the canonical text, each with a newline, but the colon
and the number of a colour are one character, 0x100 + its number; ``/`` and a newline stand between
rows and columns. Printed cells follow after another ``/`` line, a line per row: such a character,
``.`` or ``?``. Last comes the number of colours, if it counts, as such a character. The hash is the
first half of the SHA-256 of "shape 1", a newline and the text in UTF-8, in hexadecimal.

The cost is 0.03 ms for a 15x15 of one colour, since only texts are cut and joined. Rejected:
turning the Puzzle itself, which takes 40 times as long.
"""

from __future__ import annotations

import hashlib

from nonosat.model.clue import EMPTY, UNKNOWN
from nonosat.model.puzzle import Puzzle

_COLOR = 0x100
"""Added to the number of a colour, for its character."""


def isomorphism_class(puzzle: Puzzle, canonical: str | None = None) -> str:
    """The hash of the class: 32 hexadecimal digits.

    ``canonical`` is the canonical text of the puzzle, if the caller has it.

    >>> puzzle = Puzzle([[2], [1]], [[2], [1]])
    >>> isomorphism_class(puzzle) == isomorphism_class(puzzle.mirror().rotate())
    True
    """
    text = min(_positions(puzzle, canonical or puzzle.canonical_text()))
    return hashlib.sha256(f"shape 1\n{text}".encode()).hexdigest()[:32]


POSITIONS = (
    "other colours",
    "mirrored at the diagonal from the upper left",
    "mirrored upside down",
    "turned by a quarter to the right",
    "mirrored left to right",
    "turned by a quarter to the left",
    "turned upside down",
    "mirrored at the diagonal from the upper right",
)
"""How a puzzle was moved to each of its eight positions, in words. The first is its own position:
isomorphic puzzles in the same position differ only in their colours."""


def position_of(puzzle: Puzzle, other: Puzzle) -> str:
    """How ``puzzle`` was moved to give ``other``, which is isomorphic.

    >>> puzzle = Puzzle([[3], [1]], [[2], [1], [1]])
    >>> position_of(puzzle, puzzle.mirror())
    'mirrored left to right'
    """
    mine = _positions(puzzle, puzzle.canonical_text())
    return POSITIONS[mine.index(_positions(other, other.canonical_text())[0])]


def _positions(puzzle: Puzzle, canonical: str) -> list[str]:
    """The texts of the eight positions, with colours numbered in order of first occurrence."""
    colors, height, width = len(puzzle.palette), puzzle.height, puzzle.width
    for number in range(colors, 0, -1):  # :12 before :1
        canonical = canonical.replace(f":{number}", chr(_COLOR + number))
    lines = canonical.split("\n")
    first = 5 + colors  # version, width, height, background, colours, "rows"
    rows, columns = lines[first : first + height], lines[first + height + 1 :][:width]
    turned_rows, turned_columns = list(map(_reversed, rows)), list(map(_reversed, columns))
    cells = _cells(puzzle)
    texts: list[str] = []
    rest = _free_colors(puzzle)
    # Rows are read forwards or backwards, which mirrors left and right, and columns likewise.
    for left, right in ((rows, 1), (turned_rows, -1)):
        for upper, lower in ((columns, 1), (turned_columns, -1)):
            across, down = "\n".join(left[::lower]), "\n".join(upper[::right])
            pictures = ("", "")
            if cells:
                seen = [row[::right] for row in cells[::lower]]
                pictures = _lines(seen), _lines(list(map("".join, zip(*seen, strict=True))))
            texts.append(f"{across}\n/\n{down}\n{pictures[0]}")
            texts.append(f"{down}\n/\n{across}\n{pictures[1]}")
    if colors > 1:
        texts = [_renamed(text, colors) for text in texts]
    return [text + rest for text in texts] if rest else texts


def _reversed(clue: str) -> str:
    return " ".join(clue.split(" ")[::-1]) if " " in clue else clue


def _cells(puzzle: Puzzle) -> list[str]:
    """The printed cells, a text for each row."""
    if puzzle.printed is None:
        return []
    table = {number: chr(_COLOR + number) for number in range(1, len(puzzle.palette) + 1)}
    table |= {EMPTY: ".", UNKNOWN: "?"}
    return [row.decode("latin-1").translate(table) for row in puzzle.printed]


def _lines(rows: list[str]) -> str:
    return "".join(["/\n", *(f"{row}\n" for row in rows)])


def _free_colors(puzzle: Puzzle) -> str:
    """The number of colours, if there are cells that can have any of them."""
    free = None in puzzle.rows and None in puzzle.columns and puzzle.unconstrained()
    return chr(_COLOR + len(puzzle.palette)) if free else ""


def _renamed(text: str, colors: int) -> str:
    """The text with its colours numbered in order of first occurrence."""
    found = {number: text.find(chr(_COLOR + number)) for number in range(1, colors + 1)}
    order = sorted((number for number, at in found.items() if at >= 0), key=found.__getitem__)
    pairs = zip(order, range(1, colors + 1), strict=False)
    return text.translate({_COLOR + old: chr(_COLOR + new) for old, new in pairs})
