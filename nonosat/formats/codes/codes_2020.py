# SPDX-License-Identifier: MIT
"""The codes of davidje13's program of November 2020, for rules and for images.

They have no letter at the beginning that shows their kind. An unknown clue can be written, an
unknown cell cannot. The bits fill whole bytes before they become characters. That program never
read its codes; this reader demands that every bit is used.
"""

from __future__ import annotations

from nonosat.formats.codes.bits import Reader, Writer, refuse
from nonosat.formats.codes.checks import (
    check_size,
    checked_puzzle,
    read_lines,
    refuse_colors,
    refuse_grid,
    refuse_printed,
)
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

_BYTE = 8
_MOST_GROUPS = 10
"""Numbers up to 2045; longer lines than 1023 are refused anyway."""


def _write_number(writer: Writer, number: int) -> None:
    """Numbers are in groups of 2, 4, 8 and so on: the group in unary, then the place in it."""
    group = (number + 2).bit_length() - 2
    writer.bits((1 << (group + 1)) - 2, group + 1)
    writer.bits(number + 2 - (2 << group), group + 1)


def _read_number(reader: Reader) -> int:
    at = reader.position
    group = 0
    while reader.bits(1):
        group += 1
        if group >= _MOST_GROUPS:
            raise refuse("a number that is too large for a code", at)
    return reader.bits(group + 1) + (2 << group) - 2


def _read_size(reader: Reader) -> tuple[int, int]:
    at = reader.position
    width, height = _read_number(reader), _read_number(reader)
    check_size(width, height, at)
    return width, height


def write_rules(puzzle: Puzzle) -> str:
    """The code of a puzzle.

    Raises:
        PuzzleError: the code cannot hold the puzzle.
    """
    refuse_colors(puzzle)
    refuse_printed(puzzle)
    writer = Writer()
    _write_number(writer, puzzle.width)
    _write_number(writer, puzzle.height)
    for clues, cells in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height)):
        for clue in clues:
            if clue is None:
                _write_number(writer, cells + 1)
                continue
            for length, _ in clue:
                _write_number(writer, length)
            if sum(length + 1 for length, _ in clue) < cells:
                _write_number(writer, 0)
    return writer.text(_BYTE)


def read_rules(code: str) -> Puzzle:
    """The puzzle of a code.

    Raises:
        PuzzleSyntaxError: the text is not a code of this kind.
    """
    reader = Reader(code)
    width, height = _read_size(reader)
    clues = read_lines(reader, width, height, _read_line)
    reader.end(_BYTE)
    return checked_puzzle(*clues)


def _read_line(reader: Reader, cells: int) -> list[int] | None:
    lengths: list[int] = []
    used = 0
    while used < cells:
        at = reader.position
        length = _read_number(reader)
        if length == 0:
            break
        if length == cells + 1 and not lengths:
            return None
        used += length + 1
        if used > cells + 1:
            raise refuse(f"a block of {length} cells does not fit into a line of {cells}", at)
        lengths.append(length)
    return lengths


def write_image(grid: Grid) -> str:
    """The code of a picture.

    Raises:
        GridError: the picture has unknown cells or several colours.
    """
    refuse_grid(grid)
    writer = Writer()
    _write_number(writer, grid.width)
    _write_number(writer, grid.height)
    for cell in grid.cells:
        writer.bits(cell, 1)
    return writer.text(_BYTE)


def read_image(code: str) -> Grid:
    """The picture of a code.

    Raises:
        PuzzleSyntaxError: the text is not a code of this kind.
    """
    reader = Reader(code)
    width, height = _read_size(reader)
    reader.need(width * height)
    cells = bytes(reader.bits(1) for _ in range(width * height))
    reader.end(_BYTE)
    return Grid.from_cells(height, width, cells)
