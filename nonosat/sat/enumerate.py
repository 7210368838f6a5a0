# SPDX-License-Identifier: MIT
"""Model enumeration: all solutions one after the other, lazily, in constant memory.

A tree search. Along the path to the current solution, cells are decided in the order of the board;
a cell whose value follows from the cells before it is not a decision. The next solution comes from
flipping the deepest decision that still allows a solution. The alternative, a blocking clause per
solution, needs no tree but grows without bound: a million solutions of a few hundred cells fill the
memory, and each solution costs more than the one before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from nonosat.limits import Limits
from nonosat.sat.cnf import CellLiterals, Cnf
from nonosat.sat.incremental import Incremental


@dataclass(slots=True)
class _Decision:
    """A decided cell (its place in the order), the literals before it, and the values tried."""

    place: int
    before: list[int]
    excluded: list[int] = field(default_factory=list)
    """For each value that was tried, a literal that excludes it."""


def enumerate_solutions(cnf: Cnf, limits: Limits, ignore: Collection[int] = ()) -> Iterator[bytes]:
    """The cells of every solution of an encoded state, each once; cells to ignore are EMPTY.

    Raises:
        Stopped: a limit was reached.
    """
    with Incremental(cnf.clauses, cnf.variables, limits) as solver:
        tree = _Tree(CellLiterals(cnf, limits, ignore), solver)
        more = solver.solve()
        while more:
            solution = cnf.decode(solver.model())
            yield solution
            tree.decide(solution)
            more = tree.advance(solution)


class _Tree:
    """The decisions that lead to the current solution."""

    def __init__(self, literals: CellLiterals, solver: Incremental) -> None:
        self._solver = solver
        self._literals = literals
        self._cells = self._literals.cells()
        self._path: list[_Decision] = []
        self._refusals: dict[tuple[int, int], int] = {}

    def decide(self, solution: bytes) -> None:
        """Append all decisions that lead from the end of the path to the solution."""
        held: list[int] = []
        first = 0
        if self._path:
            last = self._path[-1]
            held = last.before + self._literals.equal(solution, [self._cells[last.place]])
            first = last.place + 1
        implied = self._solver.implied(held)
        for place in range(first, len(self._cells)):
            wanted = self._literals.equal(solution, [self._cells[place]])
            if not implied.issuperset(wanted):
                self._path.append(_Decision(place, held))
                held = held + wanted
                implied = self._solver.implied(held)

    def advance(self, solution: bytes) -> bool:
        """Backtrack: flip the deepest decision that still allows a solution.

        The solver's model is then the next solution. False if the tree is exhausted.
        """
        while self._path:
            last = self._path[-1]
            last.excluded.append(self._refusal(solution, self._cells[last.place]))
            if self._solver.solve(last.before + last.excluded):
                return True
            self._path.pop()
        return False

    def _refusal(self, solution: bytes, cell: int) -> int:
        """A literal that states that the cell has another value than in ``solution``."""
        clause = self._literals.differ(solution, [cell])
        if len(clause) == 1:
            return clause[0]
        key = (cell, solution[cell])
        if key not in self._refusals:
            self._refusals[key] = self._solver.new_variable()
            self._solver.add([-self._refusals[key], *clause])
        return self._refusals[key]
