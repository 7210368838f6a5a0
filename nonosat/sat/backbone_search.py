# SPDX-License-Identifier: MIT
"""The exact backbone: which cells differ between solutions, and which are the same in all.

A cell is *open* as long as all known solutions agree on it. One clause says "some open cell
differs from its value in these solutions". A solution of the clause closes at least one cell and
usually many (phases make the solver prefer differing values); if there is no solution, all open
cells are proven to be the same in all solutions. Independent components are examined one by one,
while the cells of the others are fixed as in a known solution.

If such a question takes more than a hundred conflicts, cheaper searches come first: a search that
the caller provides (``Explore``; see ``nonosat/logic/neighbours.py``), and the neighbourhood of
known solutions: all cells outside a band of rows or columns are fixed as in a known solution, and
the same question is asked about the open cells of the band, with a small budget. The alternative,
one call per cell, takes many times as long (``docs/experiments.md``, "Exact answers").
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.sat.cnf import CellLiterals, Cnf, encode, independent_components
from nonosat.sat.incremental import Incremental

Explore: TypeAlias = Callable[[bytes, list[int]], Iterator[bytes]]
"""Maps a solution and cells to solutions that differ from it in some of the cells (not in all)."""

_PATIENCE = 100
"""Conflicts that a question may take before the neighbourhood of solutions is searched."""
_BANDS = (16,)
"""How many neighbouring rows or columns are left free; wider bands cost more."""
_BAND_CONFLICTS = 300


@dataclass(frozen=True, slots=True)
class Backbone:
    """The result of ``find_backbone``.

    ``ambiguous``: the cells, as row * width + column, that differ between solutions.
    ``calls``: calls of the solver; ``models``: how many of them gave a solution.
    """

    ambiguous: frozenset[int]
    calls: int
    models: int


def find_backbone(
    board: Board,
    solutions: Sequence[bytes],
    limits: Limits,
    ignore: Collection[int] = (),
    explore: Explore | None = None,
) -> Backbone:
    """The cells that differ between solutions, exactly.

    Args:
        board: a state that was reached by sound deduction alone.
        solutions: at least one solution of it, all cells.
        limits: the limits of the search.
        ignore: cells to leave out, because they lie in no clued line.
        explore: another search for solutions; everything it returns must be a solution.

    Raises:
        Stopped: a limit was reached.
    """
    components = independent_components(board, limits)
    cnf = encode(board, "order", limits)
    with Incremental(cnf.clauses, cnf.variables, limits) as solver:
        search = _Search(
            cnf, CellLiterals(cnf, limits, ignore), solutions, board.width, solver, explore
        )
        for component in components:
            search.decide(component)
        return Backbone(frozenset(search.ambiguous), solver.calls, search.models)


class _Search:
    """The open cells, and the search that closes them."""

    def __init__(
        self,
        cnf: Cnf,
        literals: CellLiterals,
        solutions: Sequence[bytes],
        width: int,
        solver: Incremental,
        explore: Explore | None,
    ) -> None:
        self._cnf = cnf
        self._literals = literals
        self._width = width
        self._solver = solver
        self._explore = explore
        self._base = solutions[0]
        self._open = set(self._literals.cells())
        self.ambiguous: set[int] = set()
        self.models = 0
        for solution in solutions[1:]:
            self._close(solution)
        self._solutions = list(solutions)

    def decide(self, component: list[int]) -> None:
        """Close all cells of a component that differ; this proves its other cells equal."""
        inside = set(component)
        held = self._literals.equal(
            self._base, (cell for cell in self._literals.cells() if cell not in inside)
        )
        explore = self._explore  # once per component
        around = list(self._solutions)  # solutions whose neighbourhood is not searched yet
        while asked := [cell for cell in component if cell in self._open]:
            answer = self._differs(asked, held, _PATIENCE)
            if answer is None:
                before = len(self._open)
                if explore is not None:
                    for solution in explore(self._base, asked):
                        self._close(solution)
                    explore = None
                if len(self._open) == before:
                    for solution in around:
                        self._look_around(solution, component)
                    around.clear()
                if len(self._open) < before:
                    continue
                answer = self._differs(asked, held, None)
            if not answer:
                return
            around.append(self._found())

    def _differs(self, cells: list[int], held: Sequence[int], budget: int | None) -> bool | None:
        """Is there a solution with the held literals in which one of the cells differs?"""
        clause = self._literals.differ(self._base, cells)
        condition = self._solver.new_variable()
        self._solver.add([-condition, *clause])
        self._solver.prefer(clause)
        answer = self._solver.solve([condition, *held], budget)
        if answer:
            self._model = self._solver.model()
        self._solver.add([-condition])
        return answer

    def _found(self) -> bytes:
        self.models += 1
        solution = self._cnf.decode(self._model)
        self._close(solution)
        return solution

    def _close(self, solution: bytes) -> None:
        differing = {cell for cell in self._open if solution[cell] != self._base[cell]}
        self.ambiguous |= differing
        self._open -= differing

    def _look_around(self, solution: bytes, component: list[int]) -> None:
        """Find solutions that differ from a known one only within a band of rows or columns."""
        everything = self._literals.cells()
        for size in _BANDS:
            for line_of in (self._row, self._column):
                lines = {line_of(cell) for cell in component}
                first, last = min(lines), max(lines)
                if last - first < size:
                    continue
                for begin in range(first, last, size // 2):
                    band = range(begin, begin + size)
                    held: list[int] | None = None
                    inside = [cell for cell in component if line_of(cell) in band]
                    while asked := [cell for cell in inside if cell in self._open]:
                        if held is None:
                            free = set(inside)
                            fixed = (cell for cell in everything if cell not in free)
                            held = self._literals.equal(solution, fixed)
                        if not self._differs(asked, held, _BAND_CONFLICTS):
                            break
                        self._found()

    def _row(self, cell: int) -> int:
        return cell // self._width

    def _column(self, cell: int) -> int:
        return cell % self._width
