# SPDX-License-Identifier: MIT
"""A smallest set of cells to print in one spot, so that one solution remains.

A *spot* is an independent component of the ambiguous cells. Fix a solution T, the picture. "Cell c
has its value in T" is an element, and the clues together with "some cell of the spot differs from
T" are what holds always. A set of elements contradicts that exactly if printing these cells leaves
T alone. So a smallest set to print is a smallest MUS, and ``sat/mus.py`` finds it, with proof: each
other solution must differ from T in a printed cell, a smallest set that hits all differences found
so far is a lower bound, and the first one that excludes all other solutions is least. The argument
reads no clue, so it holds for colours, for clues that are not given and for cells that are printed
already. Solutions of different spots combine freely, so the sizes add up.

Source: the duality of hitting sets (``sat/mus.py``); least sets of printed cells by MaxSAT over
differences are the same search. Cost: a call of a SAT solver for each cell of a difference, so
milliseconds for the usual spot of four cells. Rejected: one search over all spots together, whose
hitting sets are as large as the sum, and cells that are printed one by one where most solutions
differ, which is not least.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.core._core import Board
from nonosat.limits import Limits
from nonosat.logic.board import assume, finish
from nonosat.model.clue import UNKNOWN
from nonosat.sat.cnf import Cnf, encode
from nonosat.sat.components import CellLiterals, independent_components
from nonosat.sat.enumerate import enumerate_solutions
from nonosat.sat.incremental import Incremental
from nonosat.sat.mus import MusSearch


class SpotSearch:
    """The search in one spot, while all other cells have their values in a known solution.

    ``cells``: those of the spot, as row * width + column. ``ambiguous``: it is known that they
    are; if not, the spot may need no printed cell.
    """

    def __init__(self, cells: list[int], cnf: Cnf, ambiguous: bool, limits: Limits) -> None:
        self.cells = cells
        self._least = 1 if ambiguous else 0
        self._cnf = cnf
        self._limits = limits
        self._literals = CellLiterals(cnf, limits)
        self._solver = Incremental(cnf.clauses, cnf.variables, limits)
        self._bounds: list[int] = []
        self.picture = b""
        """The picture, of those tried, for which ``printed`` does."""
        self.printed = list(cells)
        """The cells to print, ascending; all cells of the spot do for any picture."""
        self.all_tried = False
        """True if each solution of the spot was tried as the picture."""

    def close(self) -> None:
        """Give the memory of the solver back."""
        self._solver.__exit__(None, None, None)

    @property
    def tried(self) -> int:
        """How many solutions of the spot were tried as the picture."""
        return len(self._bounds)

    @property
    def bound(self) -> int:
        """None of the pictures that were tried needs fewer cells."""
        return min(self._bounds, default=self._least)

    def try_picture(self, picture: bytes) -> MusSearch:
        """A set of cells to print for this picture, of which none can be left out.

        Raises:
            Stopped: a limit was reached; ``printed`` does in any case.
        """
        self._bounds.append(self._least)
        if not self.picture:
            self.picture = picture
        search = self._search_of(picture)
        search.begin()
        try:
            search.shrink()
            search.make_minimal()
        finally:
            self._take(search, picture)
        return search

    def make_smallest(self, search: MusSearch, picture: bytes) -> None:
        """Prove that the picture tried last needs all cells of the set, or find a smaller set.

        Raises:
            Stopped: a limit was reached; ``bound`` may have grown.
        """
        try:
            if len(search.best) > 1:
                search.make_smallest(None)
            self._bounds[-1] = len(search.best)
        finally:
            self._bounds[-1] = max(self._bounds[-1], search.bound)
            self._take(search, picture)

    def try_others(self, most: int) -> None:
        """Try other solutions of the spot as the picture, until ``most`` were tried.

        One that needs a single cell ends the search: no solution needs fewer.

        Raises:
            Stopped: a limit was reached.
        """
        first = self.picture
        for other in enumerate_solutions(self._cnf, self._limits):
            if len(self.printed) <= 1 or self.tried >= most:
                return
            if other != first:
                self.make_smallest(self.try_picture(other), other)
        self.all_tried = True

    def _take(self, search: MusSearch, picture: bytes) -> None:
        if len(search.best) < len(self.printed):
            self.printed = sorted(self.cells[element] for element in search.best)
            self.picture = picture

    def _search_of(self, picture: bytes) -> MusSearch:
        """Elements are numbered as in ``cells``."""
        solver = self._solver
        differs = solver.new_variable()
        solver.add([-differs, *self._literals.differ(picture, self.cells)])
        solver.prefer(self._literals.equal(picture, self.cells))
        elements = []
        for cell in self.cells:
            fixed = self._literals.equal(picture, [cell])
            if len(fixed) > 1:  # EMPTY: several colours are excluded together
                selector = solver.new_variable()
                for literal in fixed:
                    solver.add([-selector, literal])
                fixed = [selector]
            elements += fixed
        return MusSearch(solver, elements, self._limits, always=[differs])


def spots_of(
    board: Board, solution: bytes, ambiguous: bool, limits: Limits
) -> Iterator[SpotSearch]:
    """The spots of a propagated board, by their first cells.

    ``solution``: any one. ``ambiguous``: all certain cells are known on the board. Between two
    spots the board is as it was.

    Raises:
        Stopped: a limit was reached.
    """
    unknown = [place for place, value in enumerate(board.cells()) if value == UNKNOWN]
    for cells in independent_components(board, limits):
        inside = set(cells)
        mark = board.mark()
        try:
            for place in unknown:
                if place not in inside:
                    assume(board, *divmod(place, board.width), solution[place])
            finish(board.propagate(limits.stop), limits)
            cnf = encode(board, "order", limits)
        finally:
            board.back_to(mark)
        yield SpotSearch(cells, cnf, ambiguous, limits)
