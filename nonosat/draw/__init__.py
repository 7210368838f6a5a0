# SPDX-License-Identifier: MIT
"""Drawing: pure functions from a puzzle, a grid and a few options to a string.

``text`` draws for terminals, ``svg`` for notebooks and files, ``chains`` draws deductions over a
board. ``geometry`` says where things lie, ``theme`` holds the colours, ``terminal`` the ANSI
sequences. No module here solves, reads files or prints. All drawings have the clues above and left
and mark groups of five lines; no drawing shows anything by colour alone.

>>> from nonosat import Grid, Puzzle
>>> from nonosat.draw import text
>>> print(text.draw(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), Grid("##\\n#."), unicode=False))
 | 2 1|
-+----+
2|####|
1|## .|
-+----+
"""
