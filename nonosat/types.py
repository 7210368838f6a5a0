# SPDX-License-Identifier: MIT
"""The classes that answers consist of, and those that annotations need.

What a public function returns is here if it is not in ``nonosat`` itself: parts of answers
(``StageReport``, ``Factor``), enumerations (``HintKind``), events of ``progress``, what arguments
accept (``GridLike``), and the dictionaries of options (``SolveOptions``).

>>> from nonosat import solve, types
>>> from nonosat import Puzzle
>>> def on_progress(event: types.Event) -> None:
...     if isinstance(event, types.SolutionFound):
...         print(event.grid)
>>> report = solve(Puzzle(rows=[[1, 1]], columns=[[1], [], [1]]), progress=on_progress)
#.#

The names stand in ``types.pyi``, as those of ``nonosat`` in ``__init__.pyi``.
"""

from nonosat import _lazy

__all__, __getattr__, __dir__ = _lazy(globals())
