# SPDX-License-Identifier: MIT
"""QR codes as vectors; segno computes them.

The level of error correction is the lowest, which gives the largest squares on paper.
"""

from __future__ import annotations

from typing import Any

from nonosat.errors import library

_QUIET = 4
"""Light modules around the code, as the standard asks."""
_MODULE = 1.0
"""The least side of a module in points: 0.35 mm, which cameras of telephones read."""
_MOST_CHARACTERS = 2953
"""That the largest QR code holds, if they are of all kinds."""

Square = tuple[tuple[bool, ...], ...]
"""The modules of a QR code, row by row; True is dark."""


def square_of(text: str, most: float) -> Square | None:
    """The QR code of a text; None if it does not fit a square of this side in points."""
    segno = library("segno")
    if len(text) > _MOST_CHARACTERS:
        return None
    try:
        code = segno.make_qr(text, error="L", boost_error=False)
    except segno.DataOverflowError:
        return None
    square = tuple(tuple(bool(module) for module in row) for row in code.matrix)
    return square if (len(square) + 2 * _QUIET) * _MODULE <= most else None


def square_side(square: Square, most: float) -> float:
    """The side on paper, quiet zone included: modules of 0.5 mm, if there is room for them."""
    return min(most, (len(square) + 2 * _QUIET) * 1.42)


def paint_square(canvas: Any, square: Square, x: float, y: float, side: float) -> None:
    """Draw a QR code with its quiet zone; (x, y) is its upper left corner."""
    module = side / (len(square) + 2 * _QUIET)
    canvas.saveState()
    canvas.setFillColor("#000000")
    path = canvas.beginPath()
    for row, modules in enumerate(square):
        column = 0
        while column < len(modules):
            end = column
            while end < len(modules) and modules[end]:
                end += 1
            if end > column:
                left, top = x + (column + _QUIET) * module, y - (row + _QUIET) * module
                path.rect(left, top - module, (end - column) * module, module)
            column = end + 1
    canvas.drawPath(path, fill=1, stroke=0)
    canvas.restoreState()
