# SPDX-License-Identifier: MIT
"""Find a forced cell that the fewest lines explain, and the known cells that this uses.

A cell is forced if no solution gives it another value. A selector literal activates the clauses of
a line, so a refutation of "the cell has another value" names the lines that it used. The rest is a
search for a smallest contradiction (``nonosat/sat/mus.py``) whose elements are lines. The known
cells are built into the clauses of this first search; a second search, over the clauses of the
chosen lines alone, finds out which of the known cells they need.

To choose the cell: every unknown cell on which the known solutions agree is tried with a small
budget of conflicts, cells that differ in a new solution drop out, and the budget grows until some
cell is proven forced. So cells with easy proofs come first, and the search ends even if a proof for
all cells is out of reach. Of the proven cells, those with the smallest cores are shrunk, and the
cell with the fewest lines is proven smallest, if that takes no more than ``_SMALLEST_WORK``.

The alternative, a smallest contradiction over lines and known cells together, has ten times as many
elements, and few of them can be proven smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

from nonosat.core._core import Board, Encoding
from nonosat.core._core import Cnf as NativeCnf
from nonosat.limits import Limits
from nonosat.model.clue import EMPTY, UNKNOWN
from nonosat.sat.backbone_search import Explore
from nonosat.sat.cnf import Cnf, cells_of, native_cnf
from nonosat.sat.incremental import WorkDone, solver_of_lines
from nonosat.sat.mus import MusSearch

_FIRST_CONFLICTS = 20
_GROWTH = 8
"""The budget of conflicts for a cell in the first round, and its growth from round to round."""
_TOGETHER = 5
"""The budget for "some open cell differs", as a multiple of the budget for a cell."""
_ROUND_WORK = 2_000_000
"""Bounds a round that has proven a cell, and the choice among proven cells, in units of
``Incremental.work``: half a second each."""
_SHRUNK, _MINIMAL = 12, 4
"""How many of the proven cells get smaller cores, and how many a minimal set of lines."""
_SMALLEST_WORK = 4_000_000
"""Bounds the proof that no set has fewer lines: about a second."""
_GROW_CONFLICTS = 25
"""Conflicts that this proof may spend on one line when a satisfiable set of lines grows."""

Knowledge = tuple[int, int, bool]
"""A fact about a cell: row * width + column, a value, and whether the cell has that value."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A cell (row * width + column), its value, and the lines (by number) that force it.

    Without any one of the lines the cell can have another value. ``smallest``: no set of fewer
    lines forces it.
    """

    cell: int
    value: int
    lines: tuple[int, ...]
    smallest: bool


class _Lines:
    """The clauses of some lines in a solver, each line with a selector."""

    def __init__(self, native: NativeCnf, lines: Sequence[int], limits: Limits) -> None:
        ranges = list(pairwise([*native.line_begins, native.clause_count]))
        with_clauses = [line for line in lines if ranges[line][0] < ranges[line][1]]
        self.solver, self.selectors = solver_of_lines(native, with_clauses, limits)
        self.variables: dict[int, dict[int, int]] = {}
        try:
            for variable, (cell, value) in enumerate(limits.each(cells_of(native), 10_000), 1):
                self.variables.setdefault(cell, {})[value] = variable
        except BaseException:  # also Ctrl-C
            self.solver.__exit__()
            raise

    def literal(self, cell: int, value: int, holds: bool) -> int:
        """A literal that, if assumed, states that a cell has a value, or does not have it."""
        variables = self.variables[cell]
        if value != EMPTY:
            return variables[value] if holds else -variables[value]
        if len(variables) == 1:
            (variable,) = variables.values()
            return -variable if holds else variable
        selector = self.solver.new_variable()
        if holds:
            for variable in variables.values():
                self.solver.add([-selector, -variable])
        else:
            self.solver.add([-selector, *variables.values()])
        return selector


def find_forced(
    board: Board,
    solution: bytes,
    limits: Limits,
    explore: Explore | None = None,
    others: list[bytes] | None = None,
) -> Forced | None:
    """An unknown cell that few lines force; None if every unknown cell has several values.

    Args:
        board: any state of a board that sound deduction has reached. It does not change.
        solution: a solution, all cells.
        limits: the limits of the search.
        explore: another search for solutions; everything it returns must be a solution.
        others: the first other solution that is found is added to this list.

    Raises:
        Stopped: a limit was reached.
    """
    native = native_cnf(board, Encoding.ORDER, limits)
    lines = _Lines(native, range(board.height + board.width), limits)
    with lines.solver:
        return _Candidates(board, solution, native, lines, limits, others).best(explore)


class _Candidates:
    """The unknown cells that have the same value in all solutions found so far."""

    def __init__(
        self,
        board: Board,
        solution: bytes,
        native: NativeCnf,
        lines: _Lines,
        limits: Limits,
        others: list[bytes] | None,
    ) -> None:
        self._limits = limits
        self._others = others
        self._solver = lines.solver
        self._numbers = list(lines.selectors)
        self._selectors = list(lines.selectors.values())
        self._cnf = Cnf([], native.variables, cells_of(native), board.cells())
        self._solution = solution
        known = board.cells()
        crowded = _unknown_beside(known, board.width)
        order = sorted(lines.variables, key=lambda cell: (crowded[cell], cell))
        self._open = {cell: self._solution[cell] for cell in order}
        self._denied = {
            cell: lines.literal(cell, value, False) for cell, value in self._open.items()
        }
        self._solver.prefer(list(self._denied.values()))

    def best(self, explore: Explore | None) -> Forced | None:
        """The cell that the fewest lines force, as far as a bounded search finds out."""
        conflicts = _FIRST_CONFLICTS
        while self._open:
            self._vary(_TOGETHER * conflicts)
            searches = self._refuted(conflicts)
            if searches:
                return self._easiest(searches)
            if explore is not None:
                for solution in explore(self._solution, list(self._open)):
                    self._close(solution)
                explore = None
            conflicts *= _GROWTH
        return None

    def _close(self, solution: bytes) -> None:
        """Drop the cells that differ in another solution."""
        if not self._others and self._others is not None and solution != self._solution:
            self._others.append(solution)
        for cell in [cell for cell, value in self._open.items() if solution[cell] != value]:
            del self._open[cell]

    def _vary(self, conflicts: int) -> None:
        """Look for solutions in which some open cell differs: each drops many cells."""
        while self._open:
            condition = self._solver.new_variable()
            self._solver.add([-condition, *(self._denied[cell] for cell in self._open)])
            answer = self._solver.solve([condition, *self._selectors], conflicts)
            if answer:
                self._close(self._cnf.decode(self._solver.model()))
            self._solver.add([-condition])
            if not answer:
                return

    def _refuted(self, conflicts: int) -> dict[int, MusSearch]:
        """Open cells that the solver proves within a budget each, with the lines that it used."""
        found: dict[int, MusSearch] = {}
        most = self._solver.work() + _ROUND_WORK
        for cell in list(self._open):
            if cell not in self._open:
                continue
            if found and self._solver.work() > most:
                break
            answer = self._solver.solve([self._denied[cell], *self._selectors], conflicts)
            if answer:
                self._close(self._cnf.decode(self._solver.model()))
            elif answer is False:
                always = [self._denied[cell]]
                found[cell] = MusSearch(
                    self._solver, self._selectors, self._limits, always, _GROW_CONFLICTS
                )
                found[cell].take_core()
        return found

    def _easiest(self, searches: dict[int, MusSearch]) -> Forced:
        """The proven cell with the fewest lines."""

        def fewest(cells: Iterable[int], most: int) -> list[int]:
            return sorted(cells, key=lambda cell: (len(searches[cell].best), cell))[:most]

        few = fewest(searches, _SHRUNK)
        for cell in few:
            searches[cell].shrink()
        minimal: list[int] = []
        most = self._solver.work() + _ROUND_WORK
        for cell in fewest(few, _MINIMAL):
            if minimal and self._solver.work() > most:
                break
            searches[cell].make_minimal()
            minimal.append(cell)
        (cell,) = fewest(minimal, 1)
        search = searches[cell]
        with suppress(WorkDone):
            search.make_smallest(_SMALLEST_WORK)
        chosen = tuple(self._numbers[element] for element in sorted(search.best))
        return Forced(cell, self._open[cell], chosen, search.smallest)


def _unknown_beside(known: bytes, width: int) -> list[int]:
    """For each cell, how many cells of its row and its column are unknown."""
    rows = [known[begin : begin + width].count(UNKNOWN) for begin in range(0, len(known), width)]
    columns = [known[begin::width].count(UNKNOWN) for begin in range(width)]
    return [row + column for row in rows for column in columns]


def needed_knowledge(
    untouched: Board, forced: Forced, knowledge: Sequence[Knowledge], limits: Limits
) -> tuple[Knowledge, ...]:
    """The facts about known cells that the lines need to force a cell: none can be left out.

    No line can be left out either: the cell does not follow from the other lines and all known
    facts, so it does not follow from those lines and some of the facts.

    Args:
        untouched: a new board of the puzzle, on which nothing is known.
        forced: the cell and the lines.
        knowledge: the known facts about the cells of these lines.
        limits: the limits of the search.

    Raises:
        Stopped: a limit was reached.
    """
    native = native_cnf(untouched, Encoding.ORDER, limits)
    lines = _Lines(native, forced.lines, limits)
    with lines.solver:
        always = [*lines.selectors.values(), lines.literal(forced.cell, forced.value, False)]
        literals = [lines.literal(*known) for known in knowledge]
        search = MusSearch(lines.solver, literals, limits, always)
        follows = search.begin()
        assert follows, "the lines and the known cells do not force the cell"
        search.shrink()
        search.make_minimal()
        return tuple(knowledge[element] for element in sorted(search.best))
