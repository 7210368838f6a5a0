# SPDX-License-Identifier: MIT
"""Smallest contradictions: which lines, or given cells and lines, cannot hold together.

The elements are lines and given cells. A selector literal activates the clauses of a line; a given
cell is an assumption about its variables. A set of elements whose literals cannot all hold is a
contradiction.

First we find a subset-minimal contradiction, a *MUS* (minimal unsatisfiable subset): the solver's
core, from which elements are deleted one by one. Then a smallest MUS, by implicit hitting sets
(Ignatiev, Previti, Liffiton, Marques-Silva 2015, "Smallest MUS extraction with minimal hitting set
dualization"). A *correction set* is a set of elements without which the rest can be satisfied;
every contradiction contains an element of each correction set. So the search finds a smallest set
that hits all known correction sets. If that set is a contradiction, it is a smallest one; if not,
it is extended to a maximal satisfiable set, and the elements outside form a new correction set.

``pysat.examples.optux`` and ``hitman`` do the same, but cannot be interrupted. Here hitting sets
come from a solver with a totalizer of ``pysat.card``, so that they obey the limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.core._core import Board, Encoding
from nonosat.errors import installed
from nonosat.limits import Limits, Stopped
from nonosat.model.clue import UNKNOWN
from nonosat.sat.backends.pysat_private import free_totalizer
from nonosat.sat.cnf import CellLiterals, Cnf, cells_of, native_cnf
from nonosat.sat.incremental import Incremental, WorkDone, cell_literal, solver_of_lines

with installed():
    from pysat.card import ITotalizer


@dataclass(frozen=True, slots=True)
class Mus:
    """Lines (by number: rows, then columns) and given cells that cannot be satisfied together.

    ``minimal``: without any one of them the rest can be satisfied. ``smallest``: also, no
    contradiction has fewer elements. Each is False if a limit was reached before it was proven.
    """

    lines: tuple[int, ...]
    cells: tuple[int, ...]
    minimal: bool
    smallest: bool


def smallest_contradiction(
    board: Board, given: bytes, limits: Limits, work: int | None = None
) -> Mus | None:
    """A smallest contradiction; None if everything can be satisfied together.

    Args:
        board: a new board, on which nothing has been deduced.
        given: cell values to assume; UNKNOWN for cells without an assumption.
        limits: when a limit is reached, the best contradiction found so far is the answer.
        work: the bound of the search for a smallest contradiction, once a subset-minimal one is
            known, in units of ``Incremental.work``; None: no bound.

    Raises:
        Stopped: a limit was reached before any contradiction was found.
    """
    native = native_cnf(board, Encoding.ORDER, limits)
    solver, selectors = solver_of_lines(native, range(board.height + board.width), limits)
    with solver:
        literals = CellLiterals(Cnf([], native.variables, cells_of(native), given), limits)
        elements = list(selectors.values())
        names = [(True, line) for line in selectors]
        for cell, value in enumerate(given):
            if value != UNKNOWN:
                limits.check()
                elements.append(cell_literal(solver, literals, given, cell))
                names.append((False, cell))
        search = MusSearch(solver, elements, limits)
        found = search.run(work)
    if found is None:
        return None
    chosen = [names[element] for element in sorted(found)]
    return Mus(
        lines=tuple(number for is_line, number in chosen if is_line),
        cells=tuple(number for is_line, number in chosen if not is_line),
        minimal=search.minimal,
        smallest=search.smallest,
    )


class MusSearch:
    """The search; elements are numbered in the order of their literals.

    ``always``: literals that hold in every question and are not elements. ``grow_conflicts``: the
    conflicts for each element when a satisfiable set grows; None: no bound.
    """

    def __init__(
        self,
        solver: Incremental,
        literals: Sequence[int],
        limits: Limits,
        always: Sequence[int] = (),
        grow_conflicts: int | None = None,
    ) -> None:
        self._solver = solver
        self._grow_conflicts = grow_conflicts
        self._literals = list(literals)
        self._always = list(always)
        self._number = {literal: number for number, literal in enumerate(literals)}
        self._limits = limits
        self.best: set[int] = set()
        self.minimal = False
        self.smallest = False
        self.bound = 0
        """No contradiction has fewer elements than this."""

    def run(self, work: int | None) -> set[int] | None:
        """A smallest contradiction, or the best one within the limits; None if satisfiable."""
        if not self.begin():
            return None
        try:
            self.shrink()
            self.make_minimal()
            self.make_smallest(work)
        except (Stopped, WorkDone):
            pass
        return self.best

    def begin(self) -> bool:
        """Make ``best`` a contradiction among all elements; False if they can all be satisfied.

        Raises:
            Stopped: a limit was reached.
        """
        core = self.contradiction(range(len(self._literals)))
        self.best = core or set()
        return core is not None

    def take_core(self) -> None:
        """Make ``best`` the solver's current core, from a question that the caller asked."""
        self.best = self._core()

    def shrink(self) -> None:
        """Cores of cores: each call costs less than deleting one element from ``best``."""
        while True:
            smaller = self.contradiction(sorted(self.best))
            assert smaller is not None
            if len(smaller) >= len(self.best):
                return
            self.best = smaller

    def make_minimal(self) -> None:
        """Delete unneeded elements from ``best``."""
        for element in sorted(self.best, reverse=True):
            if element in self.best:
                rest = self.contradiction(sorted(self.best - {element}))
                if rest is not None:
                    self.best = rest
        self.minimal = True

    def contradiction(self, elements: Sequence[int]) -> set[int] | None:
        """A contradiction among these elements, or None if they can be satisfied together.

        Raises:
            Stopped: a limit was reached.
            WorkDone: the solver's bound of work is used up.
        """
        if self._solver.solve([*self._always, *(self._literals[e] for e in elements)]):
            return None
        return self._core()

    def _core(self) -> set[int]:
        return {self._number[literal] for literal in self._solver.core() if literal in self._number}

    def make_smallest(self, work: int | None) -> None:
        """Replace ``best``, which is minimal, by a contradiction of the fewest elements.

        Raises:
            Stopped: a limit was reached.
            WorkDone: one of the two solvers did more than ``work``.
        """
        best = self.best
        everything = range(len(self._literals))
        with _HittingSets(len(self._literals), self._limits, len(best)) as hitting:
            hitting.solver.most_work = work
            if work is not None:
                self._solver.most_work = self._solver.work() + work
            while True:
                chosen = hitting.smallest()
                self.bound = len(best) if chosen is None else len(chosen)
                if chosen is None or len(chosen) >= len(best):
                    self.smallest = True
                    return
                core = self.contradiction(sorted(chosen))
                if core is not None:
                    self.smallest = True  # the hitting set is a lower bound
                    self.best = core
                    return
                # Several disjoint correction sets in each round raise the bound faster.
                kept = set(chosen)
                while True:
                    satisfied = self._grown(kept)
                    missing = set(everything) - satisfied
                    hitting.add(missing)
                    kept |= missing
                    if self.contradiction(sorted(kept)) is not None:
                        break

    def _grown(self, elements: set[int]) -> set[int]:
        """A large satisfiable set that contains these elements.

        The solver's last model satisfies ``elements``. The set is maximal except for elements that
        take the solver too long.
        """
        kept = self._held_by_model() | elements
        for element in range(len(self._literals)):
            if element not in kept:
                asked = [*self._always, *(self._literals[e] for e in sorted({*kept, element}))]
                if self._solver.solve(asked, self._grow_conflicts):
                    kept |= self._held_by_model() | {element}
        return kept

    def _held_by_model(self) -> set[int]:
        """The elements that the solver's last model satisfies."""
        model = self._solver.model()
        return {
            number
            for number, literal in enumerate(self._literals)
            if (model[abs(literal) - 1] > 0) == (literal > 0)
        }


class _HittingSets:
    """Smallest hitting sets. A totalizer counts the chosen elements; sizes never decrease."""

    def __init__(self, elements: int, limits: Limits, most: int) -> None:
        self._most = most
        self._counter = ITotalizer(
            lits=list(range(1, elements + 1)), ubound=max(1, min(most, elements - 1))
        )
        clauses = self._counter.cnf.clauses
        self.solver = Incremental(clauses, self._counter.top_id, limits)
        self._elements = elements
        self._size = 0

    def __enter__(self) -> _HittingSets:
        self.solver.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        free_totalizer(self._counter)
        self.solver.__exit__(None, None, None)

    def add(self, elements: set[int]) -> None:
        """Add a set that must be hit."""
        self.solver.add([element + 1 for element in elements])

    def smallest(self) -> set[int] | None:
        """A smallest hitting set; None if it has ``most`` elements or more."""
        while self._size < self._most:
            bound = self._counter.rhs[self._size : self._size + 1]
            if self.solver.solve([-literal for literal in bound]):
                model = self.solver.model()[: self._elements]
                return {literal - 1 for literal in model if literal > 0}
            self._size += 1
        return None
