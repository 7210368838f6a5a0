# SPDX-License-Identifier: MIT
"""All solutions one after the other, lazily, in constant memory.

A tree search: cells are decided in the order of the board as in the last solution; a cell that
follows from those before it is no decision. The next solution comes from turning the last decision
that can be turned. Blocking clauses, one per solution, would need no tree, but grow without bound:
a million solutions of a few hundred cells fill the memory and each costs more than the last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf
from nonosat.sat.components import CellLiterals
from nonosat.sat.incremental import Incremental

__all__ = ["enumerate_solutions"]


@dataclass(slots=True)
class _Decision:
    """A cell (its place in the order), what holds before it is decided, and what was tried."""

    place: int
    before: list[int]
    excluded: list[int] = field(default_factory=list)
    """A literal per value that was tried: "the cell does not have it"."""


def enumerate_solutions(cnf: Cnf, limits: Limits, ignore: Collection[int] = ()) -> Iterator[bytes]:
    """The cells of every solution of an encoded state, each once; those to ignore are EMPTY.

    Raises:
        Stopped: a limit was reached.
    """
    with Incremental(cnf.clauses, cnf.variables, limits) as solver:
        tree = _Tree(CellLiterals(cnf, ignore), solver)
        more = solver.solve()
        while more:
            solution = cnf.decode(solver.model())
            yield solution
            tree.decide(solution)
            more = tree.turn(solution)


class _Tree:
    """The decisions that lead to the last solution."""

    def __init__(self, literals: CellLiterals, solver: Incremental) -> None:
        self._solver = solver
        self._literals = literals
        self._cells = self._literals.cells()
        self._path: list[_Decision] = []
        self._refusals: dict[tuple[int, int], int] = {}

    def decide(self, solution: bytes) -> None:
        """Extend the path by all decisions that the solution needs below it."""
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

    def turn(self, solution: bytes) -> bool:
        """Turn the last decision that can be turned; the solver then has the next solution."""
        while self._path:
            last = self._path[-1]
            last.excluded.append(self._refusal(solution, self._cells[last.place]))
            if self._solver.solve(last.before + last.excluded):
                return True
            self._path.pop()
        return False

    def _refusal(self, solution: bytes, cell: int) -> int:
        """A literal that says: the cell is not as in the solution."""
        clause = self._literals.differ(solution, [cell])
        if len(clause) == 1:
            return clause[0]
        key = (cell, solution[cell])
        if key not in self._refusals:
            self._refusals[key] = self._solver.new_variable()
            self._solver.add([-self._refusals[key], *clause])
        return self._refusals[key]
