# SPDX-License-Identifier: MIT
"""Smallest contradictions: which lines, or given cells and lines, cannot stand together.

Each line's clauses are switched on by a selector; a given cell is an assumption about its
variables. A set of elements whose selectors cannot all hold is a contradiction.

First a subset-minimal one (a "MUS"): the solver's core, and then each element is tried without.
Then a smallest one, by implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva 2015,
"Smallest MUS extraction with minimal hitting set dualization"): a contradiction must have an
element of every correction set (what must be left out so that the rest can be satisfied). So take
a smallest set that hits all correction sets known; if it is a contradiction, none is smaller; else
let it grow to as much as can be satisfied, and what is missing is one more correction set.

``pysat.examples.optux`` and ``hitman`` do the same, but cannot be interrupted; the hitting sets
here come from a solver with a totalizer of ``pysat.card``, and keep limits like all else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pysat.card import ITotalizer

from nonosat.clue import EMPTY, UNKNOWN
from nonosat.core._core import Board
from nonosat.limits import Limits, Stopped
from nonosat.report import Reason
from nonosat.sat.cnf import Cnf
from nonosat.sat.components import CellLiterals
from nonosat.sat.incremental import Incremental

__all__ = ["Conflict", "find_contradiction"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Lines (by number: rows, then columns) and given cells that nothing satisfies together.

    Without any one of them the rest can be satisfied, if ``minimal``; ``smallest``: there is no
    contradiction of fewer elements. Either is False where a limit was reached before.
    """

    lines: tuple[int, ...]
    cells: tuple[int, ...]
    minimal: bool
    smallest: bool


def find_contradiction(
    board: Board, given: bytes, limits: Limits, seconds: float | None = None
) -> Conflict | None:
    """A smallest contradiction; None if everything can be satisfied together.

    Args:
        board: an untouched board: nothing may have been deduced on it.
        given: cell values that are assumed; UNKNOWN where nothing is.
        limits: when one is reached, the best that was found until then is the answer.
        seconds: how long to look for a smallest one, once a subset-minimal one is known.

    Raises:
        Stopped: a limit was reached before any contradiction was found.
    """
    encoded = board.encode_by_line(limits.stop)
    if encoded is None:  # without another reason: too many clauses
        raise Stopped(limits.reason or Reason.MEMORY)
    clauses, variables, cells, ends = encoded
    with Incremental(clauses[: ends[0]], variables, limits) as solver:
        selectors = []
        for begin, end in pairwise(ends):
            selector = solver.new_variable()
            selectors.append(selector)
            for clause in clauses[begin:end]:
                solver.add([-selector, *clause])
        literals = CellLiterals(Cnf([], variables, cells, given))
        elements: list[list[int]] = [[selector] for selector in selectors]
        names = [(True, line) for line in range(len(selectors))]
        for cell, value in enumerate(given):
            if value != UNKNOWN:
                fixed = literals.equal(given, [cell])
                if value == EMPTY and len(fixed) > 1:  # several colours are ruled out as one
                    selector = solver.new_variable()
                    for literal in fixed:
                        solver.add([-selector, literal])
                    fixed = [selector]
                elements.append(fixed)
                names.append((False, cell))
        search = _Search(solver, [literal for element in elements for literal in element], limits)
        found = search.run(seconds)
    if found is None:
        return None
    chosen = [names[element] for element in sorted(found)]
    return Conflict(
        lines=tuple(number for is_line, number in chosen if is_line),
        cells=tuple(number for is_line, number in chosen if not is_line),
        minimal=search.minimal,
        smallest=search.smallest,
    )


class _Search:
    """Elements are numbered as their literals are."""

    def __init__(self, solver: Incremental, literals: Sequence[int], limits: Limits) -> None:
        self._solver = solver
        self._literals = list(literals)
        self._number = {literal: number for number, literal in enumerate(literals)}
        self._limits = limits
        self.minimal = False
        self.smallest = False

    def run(self, seconds: float | None) -> set[int] | None:
        """A smallest contradiction, or the best so far at a limit; None if there is none."""
        core = self._contradiction(range(len(self._literals)))
        if core is None:
            return None
        best = core
        try:
            while True:  # cores of cores: each call is cheaper than trying one element
                smaller = self._contradiction(sorted(best))
                assert smaller is not None
                if len(smaller) >= len(best):
                    break
                best = smaller
            for element in sorted(best, reverse=True):
                if element in best:
                    rest = self._contradiction(sorted(best - {element}))
                    if rest is not None:
                        best = rest
            self.minimal = True
            deadline = None if seconds is None else self._limits.clock() + seconds
            best = self._smallest(best, deadline)
        except Stopped:
            pass
        return best

    def _contradiction(self, elements: Sequence[int]) -> set[int] | None:
        """The elements, or some of them, if they contradict each other; else None."""
        if self._solver.solve([self._literals[element] for element in elements]):
            return None
        return {self._number[literal] for literal in self._solver.core()}

    def _smallest(self, best: set[int], deadline: float | None) -> set[int]:
        everything = range(len(self._literals))
        with _HittingSets(len(self._literals), self._limits, len(best)) as hitting:
            while True:
                if deadline is not None and self._limits.clock() >= deadline:
                    return best
                chosen = hitting.smallest()
                if chosen is None or len(chosen) >= len(best):  # nothing smaller can be left
                    self.smallest = True
                    return best
                core = self._contradiction(sorted(chosen))
                if core is not None:
                    self.smallest = True  # the hitting set is a lower bound
                    return core
                # Several disjoint correction sets at a time raise the bound quicker.
                kept = set(chosen)
                while True:
                    satisfied = self._grown(kept)
                    missing = set(everything) - satisfied
                    hitting.add(missing)
                    kept |= missing
                    if self._contradiction(sorted(kept)) is not None:
                        break

    def _grown(self, elements: set[int]) -> set[int]:
        """A largest set (by inclusion) with these elements that can be satisfied.

        The solver's last answer was a model of ``elements``.
        """
        kept = self._held_by_model() | elements
        for element in range(len(self._literals)):
            if element not in kept:
                kept.add(element)
                if self._contradiction(sorted(kept)) is not None:
                    kept.discard(element)
                else:
                    kept |= self._held_by_model()
        return kept

    def _held_by_model(self) -> set[int]:
        model = self._solver.model()
        return {
            number
            for number, literal in enumerate(self._literals)
            if (model[abs(literal) - 1] > 0) == (literal > 0)
        }


class _HittingSets:
    """Smallest hitting sets, by a counter of the chosen elements. Sizes only rise."""

    def __init__(self, elements: int, limits: Limits, most: int) -> None:
        self._most = most
        self._counter = ITotalizer(
            lits=list(range(1, elements + 1)), ubound=max(1, min(most, elements - 1))
        )
        clauses = self._counter.cnf.clauses
        self._solver = Incremental(clauses, self._counter.top_id, limits)
        self._elements = elements
        self._size = 0

    def __enter__(self) -> _HittingSets:
        self._solver.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        self._counter.delete()
        self._solver.__exit__(None, None, None)

    def add(self, elements: set[int]) -> None:
        """A set that is to be hit."""
        self._solver.add([element + 1 for element in elements])

    def smallest(self) -> set[int] | None:
        """A smallest hitting set; None if it has ``most`` elements or more."""
        while self._size < self._most:
            bound = self._counter.rhs[self._size : self._size + 1]
            if self._solver.solve([-literal for literal in bound]):
                model = self._solver.model()[: self._elements]
                return {literal - 1 for literal in model if literal > 0}
            self._size += 1
        return None
