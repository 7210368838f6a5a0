# SPDX-License-Identifier: MIT
"""Drawing: pure functions from a puzzle, a grid and a few options to text or the bytes of a file.

``svg``, ``png`` and ``pdf`` make pictures, ``sheets`` makes pages to print. They share one
description of the picture: ``geometry`` says where things lie, ``theme`` holds the colours,
``scene`` makes shapes of both, and ``svg_writer``, ``png_writer`` and ``pdf_writer`` draw the
shapes. ``text`` draws for terminals (``terminal`` has the ANSI sequences), ``steps`` deductions
over a board, ``frames`` a walkthrough as a page, ``cards`` answers for notebooks, ``charts``
numbers. No module here solves, reads files or prints. No drawing shows anything by colour alone.

>>> from nonosat import Grid, Puzzle
>>> from nonosat.draw import text
>>> print(text.draw(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), Grid("##\\n#."), unicode=False))
 | 2 1|
-+----+
2|####|
1|## .|
-+----+
"""

from nonosat import _lazy

_HOMES = {
    ".book.binding": "sheets",
    ".pictures": "pdf png svg",
}

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
