# SPDX-License-Identifier: MIT
"""The short codes of davidje13's page: R for clues (rules), L and B for pictures (images).

**Rules** are black-and-white puzzles whose clues are all given. A line is the number of its filled
cells and then its blocks, each by a Huffman code for the lengths that are still possible. A block
that follows from the others is not written. This reader is stricter than that page: sums must
agree, the code must end after the puzzle, and no wrong character counts as zero.

**Images** are pictures in one colour whose cells may also be unknown, as runs (L) or with a bit per
cell (B). The shorter of the two forms is written, by the rule of that page, so that the codes are
the same.
"""

from __future__ import annotations

from itertools import groupby

from nonosat.formats.codes.bits import (
    Reader,
    Writer,
    read_golomb,
    read_number,
    refuse,
    write_golomb,
    write_number,
)
from nonosat.formats.codes.checks import (
    MOST_IN_SHORT_CODES,
    check_size,
    checked_puzzle,
    read_lines,
    refuse_colors,
    refuse_grid,
    refuse_missing,
    refuse_printed,
    refuse_size,
)
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

RULES_LETTER = "R"
IMAGE_LETTERS = "LB"
_NAME = "short rules"


def _write_size(writer: Writer, width: int, height: int) -> None:
    """The size of a board, at the beginning of a short code."""
    write_golomb(writer, width, 4)
    write_golomb(writer, height, 4)


def _read_size(reader: Reader) -> tuple[int, int]:
    """Width and height."""
    at = reader.position
    width, height = read_golomb(reader, 4), read_golomb(reader, 4)
    check_size(width, height, at, MOST_IN_SHORT_CODES)
    return width, height


def write_rules(puzzle: Puzzle) -> str:
    """The code of a puzzle.

    Raises:
        PuzzleError: the code cannot hold the puzzle.
    """
    refuse_colors(puzzle)
    refuse_missing(puzzle)
    refuse_printed(puzzle)
    refuse_size(puzzle.width, puzzle.height, MOST_IN_SHORT_CODES)
    writer = Writer()
    _write_size(writer, puzzle.width, puzzle.height)
    for clues, length in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height)):
        for clue in clues:
            _write_line(writer, [block.length for block in clue or ()], length)
    return RULES_LETTER + writer.text()


def _write_line(writer: Writer, lengths: list[int], cells: int) -> None:
    filled = sum(lengths)
    write_number(writer, filled, cells)
    rest = filled
    for length in lengths[: cells - filled]:
        write_number(writer, length - 1, rest - 1)
        rest -= length


def read_rules(code: str) -> Puzzle:
    """The puzzle of a code, ``R`` included.

    Raises:
        PuzzleSyntaxError: the text is not a code of this kind.
    """
    reader = Reader(code[1:], 1)
    width, height = _read_size(reader)
    clues = read_lines(reader, width, height, _read_line)
    reader.end()
    return checked_puzzle(*clues)


def _read_line(reader: Reader, cells: int) -> list[int] | None:
    filled = read_number(reader, cells)
    lengths: list[int] = []
    rest = filled
    while rest and len(lengths) < cells - filled:
        lengths.append(read_number(reader, rest - 1) + 1)
        rest -= lengths[-1]
    return [*lengths, rest] if rest else lengths


_CELLS = (UNKNOWN, EMPTY, FILLED)
"""The cells in the order in which the codes number them."""


def write_image(grid: Grid) -> str:
    """The code of a picture.

    Raises:
        GridError: the picture has several colours.
        PuzzleError: the picture is too large.
    """
    refuse_grid(grid, unknown=True)
    refuse_size(grid.width, grid.height, MOST_IN_SHORT_CODES)
    kinds = [cell for cell in _CELLS if cell in grid.cells]
    runs = _runs(grid, kinds)
    if len(kinds) == 2 and 6 + grid.width * grid.height < 6 * len(runs):
        bitmap = _bitmap(grid, kinds)
        if len(bitmap) < len(runs):
            return bitmap
    return runs


def _runs(grid: Grid, kinds: list[int]) -> str:
    writer = Writer()
    _write_size(writer, grid.width, grid.height)
    for cell in _CELLS:
        writer.bits(int(cell in kinds), 1)
    candidates = kinds
    for cell, run in groupby(grid.cells):
        write_number(writer, candidates.index(cell), len(candidates) - 1)
        write_golomb(writer, len(list(run)) - 1, 1)
        candidates = [other for other in kinds if other != cell]
    return "L" + writer.text()


def _bitmap(grid: Grid, kinds: list[int]) -> str:
    writer = Writer()
    _write_size(writer, grid.width, grid.height)
    missing = next(number for number, cell in enumerate(_CELLS) if cell not in kinds)
    write_number(writer, missing, 3)
    for cell in grid.cells:
        writer.bits(int(cell == kinds[1]), 1)
    return "B" + writer.text()


def read_image(code: str) -> Grid:
    """The picture of a code, its letter included.

    Raises:
        PuzzleSyntaxError: the text is not a code of this kind.
    """
    reader = Reader(code[1:], 1)
    width, height = _read_size(reader)
    cells = (
        _read_runs(reader, width * height)
        if code[0] == "L"
        else _read_bitmap(reader, width * height)
    )
    reader.end()
    return Grid.from_cells(height, width, cells)


def _read_runs(reader: Reader, count: int) -> bytes:
    at = reader.position
    kinds = [cell for cell in _CELLS if reader.bits(1)]
    if not kinds:
        raise refuse("the code has cells of no kind", at)
    cells = bytearray()
    candidates = kinds
    while len(cells) < count:
        at = reader.position
        if not candidates:
            raise refuse("a run ends before the picture does, and no other kind follows", at)
        cell = candidates[read_number(reader, len(candidates) - 1)]
        length = read_golomb(reader, 1) + 1
        if length > count - len(cells):
            raise refuse(
                f"a run of {length} cells, but only {count - len(cells)} follow in the picture", at
            )
        cells += bytes([cell]) * length
        candidates = [other for other in kinds if other != cell]
    return bytes(cells)


def _read_bitmap(reader: Reader, count: int) -> bytes:
    at = reader.position
    missing = read_number(reader, 3)
    if missing == 3:
        raise refuse("the code has three kinds of cells, a bitmap has two", at)
    first, second = (cell for number, cell in enumerate(_CELLS) if number != missing)
    reader.need(count)
    return bytes(second if reader.bits(1) else first for _ in range(count))
