# SPDX-License-Identifier: MIT
"""nonosat: solve nonograms, and say honestly whether the solution is unique.

>>> import nonosat
>>> puzzle = nonosat.Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> report = nonosat.solve(puzzle)
>>> report.verdict
<Verdict.UNIQUE: 'unique'>
>>> print(report.solutions[0])
##
#.

The public names stand in ``__init__.pyi``, which type checkers read. ``import nonosat`` costs
little: a name is looked up when it is first used.
"""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
