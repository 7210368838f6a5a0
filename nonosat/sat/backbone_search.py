# SPDX-License-Identifier: MIT
"""The exact backbone: which cells differ between solutions, and which are the same in all.

Models first. A cell is *open* as long as all solutions seen so far agree on it. One clause says
"some open cell differs from what they agree on": a solution of it closes at least one cell and
mostly many (the solver is told to prefer differing), and when there is none, all cells still open
are proven to be the same in all solutions, at once. Independent parts are asked about one by one,
the others being held at a known solution.

Hard boards answer this question slowly. When one takes more than a hundred conflicts, other ways to
differing solutions come first: one that the caller may give (``Explore``; by beliefs, see
``nonosat/logic/differing.py``), and the neighbours of solutions known, since a differing solution
is most often near one: all cells outside a band of rows or columns are held at a known solution,
and the same question is asked about the open cells of the band, with a small budget. On the hardest
puzzles of the corpus that halves the time or better; one call per cell takes many times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf
from nonosat.sat.components import CellLiterals, independent_parts
from nonosat.sat.incremental import Incremental

__all__ = ["Backbone", "Explore", "find_backbone"]

Explore: TypeAlias = Callable[[bytes, list[int]], Iterator[bytes]]
"""Given a solution and cells: solutions that differ from it in some of them, as far as it finds."""

_PATIENCE = 100
"""Conflicts that a question may take before neighbours are looked at."""
_BANDS = (16,)
"""How many rows or columns are let free; the more, the dearer."""
_BAND_CONFLICTS = 300


@dataclass(frozen=True, slots=True)
class Backbone:
    """What was found.

    ``ambiguous``: the cells, as row * width + column, that differ between solutions.
    ``calls``: questions to the solver; ``models``: how many of them were answered by a solution.
    """

    ambiguous: frozenset[int]
    calls: int
    models: int


def find_backbone(
    cnf: Cnf,
    solutions: Sequence[bytes],
    width: int,
    limits: Limits,
    ignore: Collection[int] = (),
    explore: Explore | None = None,
) -> Backbone:
    """The cells that differ between solutions, exactly.

    Args:
        cnf: the encoding of a board's state.
        solutions: at least one solution of it, all cells.
        width: of the board.
        limits: are kept.
        ignore: cells that are left out, because they lie in no clued line.
        explore: another way to find solutions; they are true ones.

    Raises:
        Stopped: a limit was reached.
    """
    with Incremental(cnf.clauses, cnf.variables, limits) as solver:
        search = _Search(cnf, CellLiterals(cnf, ignore), solutions, width, solver, explore)
        for part in independent_parts(cnf, ignore):
            search.settle(part)
        return Backbone(frozenset(search.ambiguous), solver.calls, search.models)


class _Search:
    """The open cells, and how they are closed."""

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

    def settle(self, part: list[int]) -> None:
        """Close the cells of a part that differ; those that stay open are the same everywhere."""
        inside = set(part)
        held = self._literals.equal(
            self._base, (cell for cell in self._literals.cells() if cell not in inside)
        )
        explore = self._explore  # once per part
        around = list(self._solutions)  # solutions whose neighbours were not looked at yet
        while asked := [cell for cell in part if cell in self._open]:
            answer = self._differs(asked, held, _PATIENCE)
            if answer is None:
                before = len(self._open)
                if explore is not None:
                    for solution in explore(self._base, asked):
                        self._close(solution)
                    explore = None
                if len(self._open) == before:
                    for solution in around:
                        self._look_around(solution, part)
                    around.clear()
                if len(self._open) < before:
                    continue
                answer = self._differs(asked, held, None)
            if not answer:
                return
            around.append(self._found())

    def _differs(self, cells: list[int], held: Sequence[int], budget: int | None) -> bool | None:
        """Is there a solution in which one of the cells differs, the held literals being true?"""
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

    def _look_around(self, solution: bytes, part: list[int]) -> None:
        """Solutions that differ from a known one within a band of rows or columns."""
        everything = self._literals.cells()
        for size in _BANDS:
            for line_of in (self._row, self._column):
                lines = {line_of(cell) for cell in part}
                first, last = min(lines), max(lines)
                if last - first < size:
                    continue
                for begin in range(first, last, size // 2):
                    band = range(begin, begin + size)
                    held: list[int] | None = None
                    while asked := [c for c in part if c in self._open and line_of(c) in band]:
                        if held is None:
                            free = {cell for cell in part if line_of(cell) in band}
                            fixed = (cell for cell in everything if cell not in free)
                            held = self._literals.equal(solution, fixed)
                        if not self._differs(asked, held, _BAND_CONFLICTS):
                            break
                        self._found()

    def _row(self, cell: int) -> int:
        return cell // self._width

    def _column(self, cell: int) -> int:
        return cell % self._width
