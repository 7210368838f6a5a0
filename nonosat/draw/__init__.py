# SPDX-License-Identifier: MIT
"""Drawing: pure functions of a puzzle, a grid and a few options, to a string.

``text`` draws for terminals, ``svg`` for notebooks and files, ``theme`` holds the colours. Nothing
here solves, reads files or prints. Both drawings follow the same rules: clues above and left, lines
of five marked, and nothing is told by colour alone.

>>> from nonosat import Grid, Puzzle
>>> from nonosat.draw import text
>>> print(text.draw(Puzzle(rows=[[2], [1]], columns=[[2], [1]]), Grid("##\\n#."), unicode=False))
 | 2 1|
-+----+
2|####|
1|## .|
-+----+
"""
