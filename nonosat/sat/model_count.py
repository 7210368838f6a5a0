# SPDX-License-Identifier: MIT
"""How many solutions: independent components are counted one by one and multiplied.

The core counts each component of the ambiguous region (``nonosat/core/count.cpp``): dynamic
programming over its cells with memoised states, exact as long as the states fit into memory, else a
lower bound. A cell in no clued line multiplies the count by the number of values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from math import prod

from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.model.numbers import as_source
from nonosat.sat.cnf import independent_components

MAX_BYTES = 240 << 20
"""For the tables of one component; the whole process, python-sat included, stays below 500 MB."""
_SWITCHING_CELLS = 4


@dataclass(frozen=True, slots=True)
class Factor:
    """A number of ``ways`` to fill a component; it occurs ``times`` times.

    ``what``: ``"switching component"`` (two ways to fill four cells), ``"component"``, or
    ``"cell"`` (in no clued line). ``exact`` is False if ``ways`` is a lower bound.

    >>> from nonosat import Puzzle, count_solutions
    >>> count_solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])).factors
    (Factor(ways=2, times=1, what='switching component', exact=True),)
    """

    ways: int
    times: int
    what: str
    exact: bool = True

    def __repr__(self) -> str:
        ways = as_source(self.ways)
        return f"Factor(ways={ways}, times={self.times}, what={self.what!r}, exact={self.exact})"


@dataclass(frozen=True, slots=True)
class Product:
    """A number of solutions and its factors; ``exact`` is False if it is a lower bound."""

    number: int
    exact: bool
    factors: tuple[Factor, ...]


def count_components(
    board: Board,
    solution: bytes,
    ignore: Collection[int],
    limits: Limits,
    *,
    ambiguous: Collection[int] = (),
    enough: int | None = None,
    max_bytes: int = MAX_BYTES,
) -> Product:
    """The number of solutions of a board's state, one of which is known.

    Args:
        board: a state that was reached by sound deduction alone.
        solution: one solution.
        ignore: the cells that lie in no clued line and are not given.
        limits: when a limit is reached, components that are not counted yet give a lower bound.
        ambiguous: cells that are known to differ between solutions.
        enough: count no further once the product is above this number.
        max_bytes: memory for the tables of one component.

    Raises:
        Stopped: a limit was reached before the components were known.
    """
    found: Counter[tuple[int, str, bool]] = Counter()
    values = board.colors + 1
    if ignore:
        found[values, "cell", True] = len(ignore)
    product = 1 if enough is None else values ** len(ignore)
    components = independent_components(board, limits)
    for cells in sorted(components, key=len):  # so that only large ones remain at a limit
        if enough is not None and product > enough:
            found[1, "component", False] += 1
            continue
        number, exact, _, _ = board.count(cells, solution, max_bytes, limits.stop)
        ways = int.from_bytes(number, "little")
        if exact and ways == 1:  # its cells are certain
            continue
        if not exact and any(cell in ambiguous for cell in cells):
            ways = max(ways, 2)
        what = (
            "switching component"
            if ways == 2 and exact and len(cells) == _SWITCHING_CELLS
            else "component"
        )
        found[ways, what, exact] += 1
        if enough is not None:  # large numbers: multiplied once, below
            product *= ways
    factors = tuple(
        Factor(ways, times, what, exact) for (ways, what, exact), times in sorted(found.items())
    )
    total = prod(factor.ways**factor.times for factor in factors)
    return Product(total, all(factor.exact for factor in factors), factors)
