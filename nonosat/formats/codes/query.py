# SPDX-License-Identifier: MIT
"""``width=..&height=..&raw=..``: the query of dsmiller95's page, for a complete picture.

A bit per cell, column by column from the left, six to a character; unlike in all other codes the
first of the six is the least significant. The characters are those of plain base64, so that ``+``
and ``/`` are percent-encoded in a link. That page passes over superfluous bits and falls back to a
blank picture if something is wrong; here both are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from nonosat.errors import Fault, GridError, PuzzleSyntaxError
from nonosat.formats.codes.alphabet import STANDARD_ALPHABET, refuse, values_of
from nonosat.formats.codes.image import refuse_letters
from nonosat.formats.codes.sizes import decimal_size
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid

FIELDS = ("width", "height", "raw")


def write(grid: Grid) -> str:
    """The query of a picture, percent-encoded.

    Raises:
        GridError: it has unknown cells or several colours.
    """
    refuse_letters(grid, "a link with 'raw'")
    if UNKNOWN in grid.cells:
        raise GridError(
            f"{grid.unknown_count} cells are unknown, which a link with 'raw' cannot hold: "
            "use the kind 'image'"
        )
    cells = grid.transpose().cells
    raw = "".join(
        STANDARD_ALPHABET[sum(cell << bit for bit, cell in enumerate(cells[i : i + 6]))]
        for i in range(0, len(cells), 6)
    )
    return f"width={grid.width}&height={grid.height}&raw={quote(raw, safe='')}"


def read(fields: Mapping[str, str]) -> Grid:
    """The picture of a query: its fields, percent-decoded.

    Raises:
        PuzzleSyntaxError: it is not such a query; positions are those in the field.
    """
    missing = [name for name in FIELDS if name not in fields]
    if missing:
        raise PuzzleSyntaxError(
            Fault(f"the link has no {name}: it needs width, height and raw") for name in missing
        )
    width, height = (decimal_size(fields[name], name) for name in ("width", "height"))
    try:
        cells = _cells(fields["raw"].replace(" ", "+"), width * height)  # "+" means " " in a query
    except PuzzleSyntaxError as error:
        raise PuzzleSyntaxError(f"raw, {error}") from None
    return Grid.from_cells(width, height, cells).transpose()


def _cells(raw: str, count: int) -> bytes:
    values = values_of(raw, 0, STANDARD_ALPHABET)
    needed = -(-count // 6)
    if len(values) != needed:
        raise refuse(
            f"{len(values)} characters are given, {count} cells need {needed}",
            min(len(values), needed),
        )
    if count % 6 and values[-1] >> count % 6:
        raise refuse("the bits after the last cell are not zero: it is damaged", needed - 1)
    return bytes(value >> bit & 1 for value in values for bit in range(6))[:count]
