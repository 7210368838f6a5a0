# SPDX-License-Identifier: MIT
"""Short rules: the codes of davidje13's page that begin with R, for the clues of a puzzle.

They hold black-and-white puzzles whose clues are all given. A line is the number of its filled
cells and then its blocks, each by a Huffman code for what is still possible (``huffman``). A block
that follows from the others is not written. Reading here is stricter than there: sums must agree,
nothing may follow, and no character is taken for a zero.
"""

from __future__ import annotations

from nonosat.formats.codes.alphabet import Reader, Writer
from nonosat.formats.codes.golomb import read_size, write_size
from nonosat.formats.codes.huffman import read_number, write_number
from nonosat.formats.codes.plain_clues import (
    checked_puzzle,
    refuse_colors,
    refuse_missing,
    refuse_printed,
)
from nonosat.formats.codes.sizes import MOST_IN_SHORT_CODES, refuse_size
from nonosat.model.puzzle import Puzzle

LETTER = "R"
_NAME = "short rules"


def write(puzzle: Puzzle) -> str:
    """The code of a puzzle.

    Raises:
        PuzzleError: the code cannot hold the puzzle.
    """
    refuse_colors(puzzle, _NAME)
    refuse_missing(puzzle, _NAME)
    refuse_printed(puzzle, _NAME)
    refuse_size(puzzle.width, puzzle.height, MOST_IN_SHORT_CODES, _NAME)
    writer = Writer()
    write_size(writer, puzzle.width, puzzle.height)
    for clues, length in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height)):
        for clue in clues:
            _write_line(writer, [block.length for block in clue or ()], length)
    return LETTER + writer.text()


def _write_line(writer: Writer, lengths: list[int], cells: int) -> None:
    filled = sum(lengths)
    write_number(writer, filled, cells)
    rest = filled
    for length in lengths[: cells - filled]:
        write_number(writer, length - 1, rest - 1)
        rest -= length


def read(code: str) -> Puzzle:
    """The puzzle of a code, ``R`` included.

    Raises:
        PuzzleSyntaxError: it is not such a code.
    """
    reader = Reader(code[1:], 1)
    width, height = read_size(reader)
    rows = [_read_line(reader, width) for _ in range(height)]
    at = reader.position
    columns = [_read_line(reader, height) for _ in range(width)]
    reader.end()
    return checked_puzzle(rows, columns, at)


def _read_line(reader: Reader, cells: int) -> list[int]:
    filled = read_number(reader, cells)
    lengths: list[int] = []
    rest = filled
    while rest and len(lengths) < cells - filled:
        lengths.append(read_number(reader, rest - 1) + 1)
        rest -= lengths[-1]
    return [*lengths, rest] if rest else lengths
