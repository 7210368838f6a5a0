# SPDX-License-Identifier: MIT
"""``repair_picture``: the fewest cells of a picture to change so that its clues have one solution.

Idea. From each failed try, ``least_changes`` learns a clause about the cells that every repair must
change; the fewest changes that satisfy all clauses (MaxSAT) are a lower bound, and the first try
that succeeds meets it. ``docs/repair.md`` has the proof, ``docs/experiments.md`` the results. If
the proof takes too long, the answer is a quick repair and the bound. Of several smallest repairs
the best-looking come first, and two solvers confirm every picture (``make/confirm.py``).

Cost: some hundredths of a second for most pictures of 20x20 cells, minutes for hard ones.
Rejected: repairing each component alone, since one change can repair two (docs/repair.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress

from nonosat.errors import GridError, PuzzleError
from nonosat.explain.techniques import checked_technique
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.make.confirm import confirm
from nonosat.make.repair.ambiguous_components import AmbiguousComponent, find_components
from nonosat.make.repair.answer import PictureRepair, RepairProgress, RepairProof
from nonosat.make.repair.least_changes import Changes, LeastChanges
from nonosat.make.repair.other_solutions import Requirement
from nonosat.make.repair.quick_repairs import FEW_UNKNOWN, fewer_changes, quick_changes
from nonosat.make.repair.template import Template, differing
from nonosat.make.repair.unsolved_cells import requirement_of
from nonosat.model.clue import EMPTY, UNKNOWN
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import check_function, whole_number
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Report
from nonosat.proof.writer import certificate

_QUICK_AFTER = 15
"""After this number of tries, a quick repair is looked for, in case the proof takes long."""
_LARGE = 1_600
"""In pictures with more cells nogoods take too long for a quick repair."""
_LOOKS_FAILURES = 300
"""The most failed tries while the least repairs are put in the order of their looks."""
_COMPONENTS_SHARE = 0.2
"""The part of the budget for the components."""
_PROOF_SHARE, _QUICK_SHARE, _LAST_SHARE, _FEWER_SHARE = 0.6, 0.75, 0.88, 0.96
"""The parts of the budget after which the proof is given up, then a quick repair by nogoods, then
one by line solving, then the search for one with fewer changes."""


def repair_picture(
    picture: Puzzle | GridLike,
    *,
    keep: GridLike | None = None,
    max_changes: int | None = None,
    max_technique: str | None = None,
    count: int = 3,
    certificates: bool = False,
    time_limit: float | None = None,
    work_limit: int | None = None,
    progress: Callable[[RepairProgress], None] | None = None,
    cancel: Cancellation | None = None,
) -> PictureRepair:
    """Change the fewest cells of a picture so that its clues have exactly one solution.

    Args:
        picture: a puzzle with a goal picture, or a complete grid (or an argument of ``Grid``).
            Printed cells stay printed and do not change; missing clues stay missing.
        keep: a grid of the same size; the picture does not change in its filled cells. Its empty
            and unknown cells protect nothing.
        max_changes: the most cells that a repair may change.
        max_technique: people can solve the puzzle with techniques up to this one: trivial,
            overlap, line, chain, trial or clue-set. (clue-set only requires one solution.)
        count: show at most this number of pictures with equally few changes.
        certificates: add a certificate of each picture.
        time_limit: seconds of wall time.
        work_limit: units of work (``nonosat.limits``), the same on every machine; unlike a limit of
            time it makes the answer repeatable.
        progress: called with a ``RepairProgress`` when the components are known, and after each
            try.
        cancel: an object whose ``cancel()`` any thread may call to end the work.

    Returns:
        The repaired pictures, and the proven facts. If a limit is reached first, the best repair
        found so far, if any, and a proven bound. Equal arguments give equal answers, unless time or
        cancellation ended the work.

    Raises:
        PuzzleError: the puzzle has no complete goal picture that fits its clues.
        GridError: the picture is not a complete grid, or ``keep`` is not a grid of its size.
        OptionError: an option makes no sense.
        InternalError: a repair did not pass its check, a bug in nonosat.

    >>> found = repair_picture("#..\\n.#.\\n...")
    >>> found.changes, found.smallest, [len(component.cells) for component in found.components]
    (1, True, [4])
    >>> print(found.pictures[0])
    ##.
    .#.
    ...
    >>> repair_picture("#.\\n.#", keep="##\\n##").proof.value
    'impossible'

    The argument for "fewest", and its sources: ``docs/repair.md``.
    """
    most = None if max_changes is None else whole_number("max changes", max_changes)
    wanted = whole_number("count", count, 1)
    limits = Limits(time_limit=time_limit, work_limit=work_limit, cancel=cancel)
    checked_technique("max technique", max_technique)
    check_function("progress", progress)
    puzzle = _puzzle_of(picture)
    template = Template.of(puzzle, _places(keep, puzzle))
    best = BestRepairs(template, most, limits)
    components: tuple[AmbiguousComponent, ...] | None = None

    def report(tries: int, bound: int) -> None:
        if progress is not None:
            number = None if components is None else len(components)
            progress(RepairProgress(number, tries, bound, best.changes))

    search = _Search(template, requirement_of(template, max_technique), best, limits, report)
    try:
        limits.check()
        components = find_components(template, best.before, limits.part(share=_COMPONENTS_SHARE))
        report(0, 0)
        if template.free:  # these cells can have any value in a solution
            search.proof = RepairProof.IMPOSSIBLE
        else:
            search.run(wanted)
    except Stopped as stopped:
        search.reason = stopped.reason
    proofs = tuple(best.certificates()) if certificates else None
    return PictureRepair(
        puzzle=puzzle,
        pictures=tuple(map(template.grid, best.pictures)),
        changes=best.changes,
        bound=search.bound,
        proof=search.proved(),
        components=components,
        verdicts=tuple(best.reports[cells].verdict for cells in best.pictures),
        certificates=proofs,
        max_technique=max_technique,
        reason=best.reason or search.reason,
        tries=search.tries,
        seconds=limits.passed,
        max_changes=most,
        kept=keep is not None,
    )


class BestRepairs:
    """The repairs with the fewest changes so far, each confirmed by two solvers."""

    def __init__(self, template: Template, max_changes: int | None, limits: Limits) -> None:
        """``max_changes``: repairs with more do not count."""
        goal = template.model.goal
        assert goal is not None
        self.before = goal.cells
        self.pictures: list[bytes] = []
        """The pictures, with equally few changes."""
        self.reports: dict[bytes, Report] = {}
        self.reason: Reason | None = None
        """The limit that prevented a certificate."""
        self.max_changes = max_changes
        self._template, self._limits = template, limits

    @property
    def changes(self) -> int | None:
        """The number of changes of the best repairs; None if there is no repair yet."""
        return len(differing(self.before, self.pictures[0])) if self.pictures else None

    def most(self) -> int:
        """The most changes that a useful repair may have: fewer than the best, and not too many."""
        bounds = [len(self.before) // 3 + 1]
        if self.max_changes is not None:
            bounds.append(self.max_changes)
        if self.changes is not None:
            bounds.append(self.changes - 1)
        return min(bounds)

    def take(self, cells: bytes) -> None:
        """Confirm a repair and keep it, if it has fewer changes than the best so far.

        Raises:
            Stopped: a limit was reached.
        """
        number = len(differing(self.before, cells))
        if self.max_changes is not None and number > self.max_changes:
            return
        if self.changes is None or number < self.changes:
            self.confirm(cells)
            self.pictures = [cells]

    def confirm(self, cells: bytes) -> None:
        """Have two solvers confirm that the clues of a picture have one solution.

        Raises:
            Stopped: a limit was reached.
        """
        if cells not in self.reports:
            self.reports[cells] = confirm(self._template.puzzle(cells), self._limits)

    def certificates(self) -> Iterator[bytes | None]:
        """The certificate of each picture; None if a limit was reached."""
        for cells in self.pictures:
            try:
                puzzle = self._template.puzzle(cells)
                yield certificate(puzzle, self.reports[cells], self._limits.part()).data
            except Stopped as stopped:
                self.reason = stopped.reason
                yield None


class _Search:
    """The methods of repair, one after the other, and the facts that they have proven."""

    def __init__(
        self,
        template: Template,
        requirement: Requirement,
        best: BestRepairs,
        limits: Limits,
        report: Callable[[int, int], None],
    ) -> None:
        """``report`` is called with the tries and the bound."""
        self._template, self._requirement, self._best = template, requirement, best
        self._limits, self._report = limits, report
        self.bound = self.tries = 0
        self.proof = RepairProof.BOUND
        self.reason: Reason | None = None

    def proved(self) -> RepairProof:
        """The proven facts in the end."""
        if self.proof is RepairProof.BOUND and self._best.changes == self.bound:
            return RepairProof.SMALLEST
        return self.proof

    def run(self, count: int) -> None:
        """Find the best-looking of the least repairs, or else a repair that need not be least.

        Raises:
            Stopped: a limit was reached while a least repair was being confirmed.
        """
        best, limits = self._best, self._limits.part(share=_PROOF_SHARE)
        with Changes(self._template, best.before, limits) as changes:
            loop = LeastChanges(changes, self._requirement, limits)
            loop.report = lambda: self._after_try(changes, loop)
            try:
                found = loop.find(best.max_changes)
            except Stopped as stopped:
                self.reason = stopped.reason
                found = None
            finally:
                self.bound, self.tries = loop.bound, loop.tries
            if self.reason is not None:
                if self.reason is not Reason.CANCELLED:
                    self._without_proof(changes, loop.last)
                return
            if found is None and not best.pictures:
                self.proof = RepairProof.IMPOSSIBLE
                return
            if found is not None:
                best.take(found)
            loop.report = lambda: self._report(loop.tries, loop.bound)
            self._order(loop, count)
            self.tries = loop.tries

    def _after_try(self, changes: Changes, loop: LeastChanges) -> None:
        """Report; after many tries, also look for a quick repair."""
        self._report(loop.tries, loop.bound)
        if loop.tries == _QUICK_AFTER:
            self._quick(changes, self._best.before, 0.5 * _PROOF_SHARE)
            loop.upper = self._best.changes

    def _without_proof(self, changes: Changes, last: bytes) -> None:
        """Find a repair that need not be least, then better ones. ``last``: the last try."""
        if len(last) <= _LARGE:
            self._quick(changes, last, _QUICK_SHARE)
        if not self._best.pictures:
            self._quick(changes, last, _LAST_SHARE, FEW_UNKNOWN)
        best, limits = self._best, self._limits.part(share=_FEWER_SHARE)
        for cells in best.pictures[:1]:
            before, least = best.before, self.bound
            found = fewer_changes(self._template, before, self._requirement, cells, least, limits)
            self._take_all(found)

    def _quick(
        self, changes: Changes, start: bytes, share: float, few_unknown: float = math.inf
    ) -> None:
        """Look for a repair, beginning with a picture, until a share of the budget is used."""
        template, most = self._template, self._best.most()
        limits = self._limits.part(share=share)
        found = quick_changes(
            template, changes, self._requirement, start, most, limits, few_unknown
        )
        self._take_all(found)

    def _take_all(self, repairs: Iterator[bytes]) -> None:
        with suppress(Stopped):
            for cells in repairs:
                self._best.take(cells)

    def _order(self, loop: LeastChanges, count: int) -> None:
        """Put the least repairs in the order of their looks."""
        best = self._best
        first, ordered = best.pictures, []
        if not best.changes:
            self.proof = RepairProof.ALL
            return
        try:
            for cells in loop.by_looks(_LOOKS_FAILURES):
                best.confirm(cells)
                ordered.append(cells)
                if len(ordered) == count:
                    break
        except Stopped as stopped:
            self.reason = stopped.reason
        if loop.complete:
            self.proof = RepairProof.ALL
        elif len(ordered) == count:
            self.proof = RepairProof.BEST
        ordered += [cells for cells in first if cells not in ordered]
        best.pictures = ordered[:count]


def _puzzle_of(picture: Puzzle | GridLike) -> Puzzle:
    if not isinstance(picture, Puzzle):
        return Puzzle.from_grid(picture)
    goal = picture.goal
    if goal is None:
        raise PuzzleError("the puzzle has no goal picture to repair: add a solution as the goal")
    if not goal.complete or picture.faults(goal):
        raise PuzzleError("the goal picture is not a solution of the clues: correct it")
    return picture.with_goal(picture.grid(goal.cells))


def _places(keep: GridLike | None, puzzle: Puzzle) -> list[int]:
    if keep is None:
        return []
    mask = keep if isinstance(keep, Grid) else Grid(keep)
    if (mask.height, mask.width) != (puzzle.height, puzzle.width):
        raise GridError(
            f"the grid of cells to keep is {mask.width}x{mask.height}, "
            f"the picture {puzzle.width}x{puzzle.height}"
        )
    return [place for place, value in enumerate(mask.cells) if value not in (EMPTY, UNKNOWN)]
