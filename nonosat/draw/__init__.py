# SPDX-License-Identifier: MIT
"""Drawing: pure functions from a puzzle, a grid and a few options to text or the bytes of a file.

``svg``, ``png`` and ``pdf`` make pictures. They share one description of the picture: ``geometry``
says where things lie, ``theme`` holds the colours, ``scene`` makes shapes of both, and
``svg_writer``, ``png_writer`` and ``pdf_writer`` draw the shapes. ``text`` draws for terminals
(``terminal`` has the ANSI sequences), ``steps`` deductions over a board, ``frames`` a walkthrough
as a page, ``cards`` answers for notebooks, ``charts`` numbers. No module here solves, reads files
or prints. No drawing shows anything by colour alone.

>>> from nonosat import Grid, Puzzle
>>> from nonosat.draw import text
>>> print(text.draw(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), Grid("##\\n#."), unicode=False))
 | 2 1|
-+----+
2|####|
1|## .|
-+----+
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonosat.draw.book.binding import sheets
    from nonosat.draw.pictures import pdf, png, svg

__all__ = ["pdf", "png", "sheets", "svg"]

_HOMES = {
    **dict.fromkeys(("pdf", "png", "svg"), "nonosat.draw.pictures"),
    "sheets": "nonosat.draw.book.binding",
}


def __getattr__(name: str) -> object:
    """A public name, looked up when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
