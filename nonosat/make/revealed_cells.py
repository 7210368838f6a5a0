# SPDX-License-Identifier: MIT
"""``reveal_cells``: a smallest set of cells to print so that one solution remains.

Idea. The ambiguous cells fall into independent components, and each is searched alone. Fix a
solution T, the picture. After printing a set of cells, T is the only solution if and only if every
other solution differs from T in a printed cell. So a smallest set to print is a smallest set of the
assumptions "cell c has its value in T" that contradicts "some cell of the component differs from
T": a smallest MUS, which ``sat/mus.py`` finds and proves. The smallest set that hits all
differences found so far is a lower bound, and the first that excludes all other solutions is
smallest. The argument does not use the clues, so it holds for colours, missing clues and printed
cells. Solutions of different components combine freely, so the sizes add up. docs/reveal.md has the
proof.

The picture is the goal. Without a goal, solutions are tried as the picture, and the answer says how
many. Every component first gets a set from which no cell can be left out, so that a limit leaves a
useful answer; then smallest sets are proven, small components first.

Source: the duality of minimal contradictions and hitting sets (``sat/mus.py``). Cost: a call of a
SAT solver for each cell of a difference, milliseconds for the usual component of four cells.
Rejected: one search over all components, whose hitting sets are as large as the sum; and printing
the cell in which most solutions differ, one by one, which is not smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from nonosat.core._core import Board
from nonosat.errors import PuzzleError
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.logic.board import assume, finish, open_board
from nonosat.make.confirm import confirm
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, Answer, plain_fields
from nonosat.model.puzzle import Puzzle, asked
from nonosat.model.report import Reason, Report, Verdict
from nonosat.sat.cnf import CellLiterals, Cnf, encode, independent_components
from nonosat.sat.enumerate import enumerate_solutions
from nonosat.sat.incremental import Incremental, cell_literal
from nonosat.sat.mus import MusSearch
from nonosat.solving import ask
from nonosat.solving.question import Question
from nonosat.words import cell_names, counted, reason_words, verdict_words

_WORK = 100_000
"""Units of ``Limits`` for each part of the work, if there is no limit of time: some ten seconds."""
_FIRST_SHARE, _SEARCH_SHARE = 0.4, 0.75
"""The shares of a time limit after which the search for the ambiguous cells ends, then the search
for the cells to print; the rest is for the checks of the new puzzle."""
_PRINTING_OF_A_CELL = 8e-6
"""Seconds for each printed cell, if there are many: the new puzzle is checked twice, and drawn."""
_PICTURES = 16
"""How many solutions of a component are tried as the picture of a puzzle without a goal."""
_MOST_CELLS = 10
"""``str`` names at most this number of cells."""


@dataclass(frozen=True, slots=True)
class RevealedComponent:
    """A component of ambiguous cells, and its cells to print.

    ``cells``: all cells of the component, as (row, column), both from 0.
    ``revealed``: the cells to print.
    ``bound``: fewer printed cells are not enough.
    ``pictures_tried``: how many solutions of the component were tried as the picture.
    ``any_picture``: the bound holds for every solution as the picture, not only for those tried.

    >>> from nonosat import Puzzle
    >>> from nonosat.make import reveal_cells
    >>> found = reveal_cells(Puzzle.from_grid("#.\\n.#"))
    >>> found.components[0].cells, found.components[0].revealed
    (((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 0),))
    """

    cells: tuple[tuple[int, int], ...]
    revealed: tuple[tuple[int, int], ...]
    bound: int
    pictures_tried: int
    any_picture: bool

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class RevealedCells(Answer):
    """The answer of ``reveal_cells``.

    ``verdict``: the verdict about the puzzle as it was.
    ``reason``: the limit that ended the work early, or None.
    ``puzzle``: the puzzle with the cells printed and the picture as its goal; two solvers have
    confirmed that it has one solution. None if there is no solution, or a limit came first.
    ``cells``: the cells to print, as (row, column), both from 0, without cells that are printed
    already; empty if a limit came first.
    ``bound``: it is proven that fewer cells than this are not enough.
    ``pictures_tried``: how many solutions were tried as the picture: 1 if the puzzle has a goal.
    ``any_picture``: ``bound`` holds for every solution as the picture, not only for those tried.
    ``components``: the independent components.
    ``seconds``: wall time.
    ``before``: the puzzle as it was.

    >>> from nonosat.make import reveal_cells
    >>> found = reveal_cells(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> len(found.cells), found.smallest, found.puzzle.solve().verdict.value
    (1, True, 'unique')
    """

    verdict: Verdict
    reason: Reason | None
    puzzle: Puzzle | None = field(metadata=HIDDEN)
    cells: tuple[tuple[int, int], ...]
    bound: int
    pictures_tried: int
    any_picture: bool
    components: tuple[RevealedComponent, ...]
    seconds: float
    before: Puzzle = field(repr=False, compare=False, metadata=HIDDEN)

    @property
    def smallest(self) -> bool:
        """True if it is proven that no smaller set of cells is enough."""
        return self.puzzle is not None and len(self.cells) == self.bound

    @property
    def picture(self) -> Grid | None:
        """The picture of ``puzzle``."""
        return None if self.puzzle is None else self.puzzle.goal

    @property
    def printed(self) -> Grid | None:
        """The printed cells of ``puzzle``; all others are unknown."""
        return None if self.puzzle is None else self.puzzle.printed

    def lines(self) -> list[str]:
        """The answer for people; the first line is the heading."""
        if not self.cells:
            if self.verdict is Verdict.UNKNOWN:
                return [f"no cells to reveal found: {verdict_words(self.verdict, self.reason)}"]
            if self.reason is not None and self.puzzle is None and self.verdict is not Verdict.NONE:
                return [f"no cells to reveal found: {reason_words(self.reason)}"]
            none = self.verdict is Verdict.NONE
            is_ = "has no solution" if none else f"is {verdict_words(self.verdict)}"
            return [f"nothing to reveal: the puzzle {is_}"]
        number = counted(len(self.cells), "cell")
        proof = f"at least {self.bound} must be revealed"
        if self.smallest:
            proof = "no smaller set exists"
        lines = [f"reveal {number}: {proof}"]
        lines.append(f"cells: {cell_names(self.cells, _MOST_CELLS)}")
        if self.components:
            lines.append(f"independent components: {len(self.components)}")
        if self.before.goal is None:
            lines.append(
                "no goal picture: no solution as the picture needs fewer cells"
                if self.any_picture
                else f"no goal picture: {counted(self.pictures_tried, 'solution')} tried as one"
            )
        if self.reason is not None:
            lines.append(f"ended early: {reason_words(self.reason)}")
        return lines

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw

        if self.puzzle is not None and self.cells:
            yield "before", draw(self.before)
            after = draw(self.puzzle, self.puzzle.goal, marks=self.cells)
            yield "after, the revealed cells marked", after

    plain_more = ("smallest", "picture", "printed")


def reveal_cells(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> RevealedCells:
    """Print the fewest cells so that the puzzle has one solution.

    A printed cell shows its value: its colour, or that it is empty. Cells that are printed already
    stay. The solution that remains is the goal; without a goal, solutions are tried as the picture,
    and the one that needs the fewest cells remains.

    Args:
        puzzle: a puzzle, with or without a goal.
        time_limit: seconds of wall time. Without one, the search ends after an amount of work that
            takes some twenty seconds.
        cancel: an object whose ``cancel()`` any thread may call to end the work.

    Returns:
        The cells, the puzzle with them printed, and whether a smaller set may exist. If a limit
        comes first, the answer is the best set so far, if any, and a proven bound.

    Raises:
        PuzzleError: the goal is not complete, or is not a solution.
        OptionError: a limit makes no sense.

    The argument for "smallest", and its sources: ``docs/reveal.md``.

    >>> found = reveal_cells(Puzzle.from_grid("#.\\n.#"))
    >>> found.cells, found.smallest
    (((0, 0),), True)
    >>> print(found.puzzle.printed)
    #?
    ??
    """
    puzzle, _ = asked(puzzle)
    limits = Limits(time_limit=time_limit, cancel=cancel)
    work = _WORK if time_limit is None else None
    goal = puzzle.goal
    if goal is not None and (not goal.complete or puzzle.faults(goal)):
        raise PuzzleError("the goal picture is not a solution of the clues: remove or correct it")
    first = limits.part(share=_FIRST_SHARE, work=work)
    report = ask(puzzle, limits=first, backbone=True)
    picture = goal if goal is not None else next(iter(report.solutions), None)
    if report.verdict is Verdict.NONE or picture is None:
        verdict, reason = report.verdict, report.reason
        return RevealedCells(verdict, reason, None, (), 0, 0, False, (), limits.passed, puzzle)
    job = _Job(puzzle, picture, goal is not None)
    try:
        job.search(report, limits.part(share=_SEARCH_SHARE, work=work))
    finally:
        job.close()
    checks = limits.part(work=work)
    printing = _PRINTING_OF_A_CELL * len(job.places())
    late = limits.left is not None and limits.left < printing
    if checks.stop() or late:  # too late to print them
        verdict, reason = report.verdict, job.reason or checks.reason or Reason.TIME
        bound, passed = job.bound(), limits.passed
        return RevealedCells(verdict, reason, None, (), bound, 0, False, (), passed, puzzle)
    found = job.puzzle()
    doubt = None
    try:
        confirm(found, checks)
    except Stopped as stopped:
        doubt = stopped.reason
    return RevealedCells(
        verdict=report.verdict,
        reason=job.reason or doubt,
        puzzle=found if doubt is None else None,
        cells=job.cells(),
        bound=job.bound(),
        pictures_tried=prod(component.tried for component in job.components),
        any_picture=goal is None
        and all(job.any_picture(component) for component in job.components),
        components=tuple(map(job.report, job.components)),
        seconds=limits.passed,
        before=puzzle,
    )


class _Job:
    """The components of one puzzle, and the picture that is composed of their pictures."""

    def __init__(self, puzzle: Puzzle, picture: Grid, fixed: bool) -> None:
        self._puzzle = puzzle
        self._picture = picture
        self._fixed = fixed
        """The picture is the goal."""
        self._free = Question(puzzle, None, 2).free_cells
        self._others: list[int] = []
        """Cells to print because a limit came before their components were known."""
        self.components: list[ComponentSearch] = []
        self.reason: Reason | None = None
        self._ambiguous = False

    def search(self, report: Report, limits: Limits) -> None:
        """Find the components, and the cells to print in each."""
        certain = report.certain
        self._ambiguous = report.verdict is Verdict.MULTIPLE
        self.reason = report.reason if certain is None else None
        board = open_board(self._puzzle, certain or report.known)
        base = self._picture.cells
        try:
            finish(board.propagate(limits.stop), limits)
            self.components.extend(components_of(board, base, certain is not None, limits))
        except Stopped as stopped:
            self.close()
            self.components.clear()
            free = set(self._free)
            unknown = (place for place, value in enumerate(board.cells()) if value == UNKNOWN)
            self._others = [place for place in unknown if place not in free]
            self.reason = stopped.reason
            return
        self.components.sort(key=lambda component: len(component.cells))
        try:
            begun = [(component, component.try_picture(base)) for component in self.components]
            for component, first in begun:
                component.make_smallest(first, base)
                if not self._fixed:
                    component.try_others(_PICTURES)
        except Stopped as stopped:
            self.reason = stopped.reason

    def close(self) -> None:
        """Free the memory of all solvers."""
        for component in self.components:
            component.close()

    def any_picture(self, component: ComponentSearch) -> bool:
        """Does the bound of the component hold for each of its solutions?"""
        return component.all_tried or len(component.printed) <= 1

    def cells(self) -> tuple[tuple[int, int], ...]:
        """All cells to print, ascending."""
        return self._pairs(sorted(self.places()))

    def places(self) -> list[int]:
        places = [*self._free, *self._others]
        return places + [place for component in self.components for place in component.printed]

    def bound(self) -> int:
        """The bound: no set with fewer cells is enough."""
        found = len(self._free) + sum(component.bound for component in self.components)
        return max(found, 1 if self._ambiguous else 0)

    def puzzle(self) -> Puzzle:
        """The puzzle with the cells printed, and the picture."""
        cells = bytearray(self._picture.cells)
        for component in self.components:
            if component.picture:
                for place in component.cells:
                    cells[place] = component.picture[place]
        shown = bytearray(self._puzzle.start_grid().cells)
        for place in self.places():
            shown[place] = cells[place]
        picture, printed = (self._puzzle.grid(bytes(values)) for values in (cells, shown))
        return self._puzzle.with_goal(picture).with_printed(printed)

    def report(self, component: ComponentSearch) -> RevealedComponent:
        """The result for a component."""
        return RevealedComponent(
            self._pairs(component.cells),
            self._pairs(component.printed),
            component.bound,
            component.tried,
            self.any_picture(component),
        )

    def _pairs(self, places: list[int]) -> tuple[tuple[int, int], ...]:
        width = self._puzzle.width
        return tuple(divmod(place, width) for place in places)


class ComponentSearch:
    """The search in one component, while all other cells have their values in a known solution.

    ``cells``: the cells of the component, as row * width + column. ``ambiguous``: they are known to
    be ambiguous; otherwise the component may need no printed cell.
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
        """The tried picture for which ``printed`` is enough."""
        self.printed = list(cells)
        """The cells to print, ascending; at first all of the component, enough for any picture."""
        self.all_tried = False
        """True if each solution of the component was tried as the picture."""

    def close(self) -> None:
        """Free the memory of the solver."""
        self._solver.__exit__(None, None, None)

    @property
    def tried(self) -> int:
        """How many solutions of the component were tried as the picture."""
        return len(self._bounds)

    @property
    def bound(self) -> int:
        """Every picture that was tried needs at least this number of cells."""
        return min(self._bounds, default=self._least)

    def try_picture(self, picture: bytes) -> MusSearch:
        """A set of cells to print for this picture, of which none can be left out.

        Raises:
            Stopped: a limit was reached; ``printed`` is enough in any case.
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
        """Try other solutions of the component as the picture, until ``most`` were tried.

        A solution that needs a single cell ends the search: no solution needs fewer.

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
        """The search for a picture; elements are numbered as in ``cells``."""
        solver = self._solver
        differs = solver.new_variable()
        solver.add([-differs, *self._literals.differ(picture, self.cells)])
        solver.prefer(self._literals.equal(picture, self.cells))
        elements = [cell_literal(solver, self._literals, picture, cell) for cell in self.cells]
        return MusSearch(solver, elements, self._limits, always=[differs])


def components_of(
    board: Board, solution: bytes, ambiguous: bool, limits: Limits
) -> Iterator[ComponentSearch]:
    """The components of a propagated board, by their first cells.

    ``solution``: any solution. ``ambiguous``: all certain cells are known on the board. The board
    is restored after each component.

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
        yield ComponentSearch(cells, cnf, ambiguous, limits)
