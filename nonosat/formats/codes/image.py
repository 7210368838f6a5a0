# SPDX-License-Identifier: MIT
"""Short images: the codes of davidje13's page that begin with L (runs) or B (a bit per cell).

They hold pictures in one colour whose cells may also be unknown. The shorter of the two forms is
written, by the rule of that page, so that the codes are the same.
"""

from __future__ import annotations

from itertools import groupby

from nonosat.errors import GridError
from nonosat.formats.codes.alphabet import Reader, Writer, refuse
from nonosat.formats.codes.golomb import read_golomb, read_size, write_golomb, write_size
from nonosat.formats.codes.huffman import read_number, write_number
from nonosat.formats.codes.sizes import MOST_IN_SHORT_CODES, refuse_size
from nonosat.model.clue import EMPTY, FILLED, UNKNOWN
from nonosat.model.grid import Grid

LETTERS = "LB"
_CELLS = (UNKNOWN, EMPTY, FILLED)
"""The cells in the order in which the codes number them."""


def refuse_letters(grid: Grid, what: str) -> None:
    """Raise GridError if a grid has several colours."""
    if len(grid.letters) > 1:
        raise GridError(
            f"the grid has {len(grid.letters)} colours, which {what} cannot hold: "
            "encode its puzzle with the kind 'nonosat'"
        )


def write(grid: Grid) -> str:
    """The code of a picture.

    Raises:
        GridError: it has several colours.
        PuzzleError: it is too large.
    """
    refuse_letters(grid, "short images")
    refuse_size(grid.width, grid.height, MOST_IN_SHORT_CODES, "short images")
    kinds = [cell for cell in _CELLS if cell in grid.cells]
    runs = _runs(grid, kinds)
    if len(kinds) == 2 and 6 + grid.width * grid.height < 6 * len(runs):
        bitmap = _bitmap(grid, kinds)
        if len(bitmap) < len(runs):
            return bitmap
    return runs


def _runs(grid: Grid, kinds: list[int]) -> str:
    writer = Writer()
    write_size(writer, grid.width, grid.height)
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
    write_size(writer, grid.width, grid.height)
    missing = next(number for number, cell in enumerate(_CELLS) if cell not in kinds)
    write_number(writer, missing, 3)
    for cell in grid.cells:
        writer.bits(int(cell == kinds[1]), 1)
    return "B" + writer.text()


def read(code: str) -> Grid:
    """The picture of a code, its letter included.

    Raises:
        PuzzleSyntaxError: it is not such a code.
    """
    reader = Reader(code[1:], 1)
    width, height = read_size(reader)
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
