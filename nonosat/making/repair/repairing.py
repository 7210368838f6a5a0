# SPDX-License-Identifier: MIT
"""``repair``: the fewest cells of a picture to change so that its clues have one solution.

The question is answered with proof: ``least_changes`` learns from each failed try what every repair
must have, and MaxSAT over that is a lower bound that the first success meets. ``docs/repair.md``
has the argument, ``docs/experiments.md`` what it reaches. Where the proof takes too long, a quick
repair and the bound are the answer. Of several least repairs the best-looking come first.

Every picture handed out is confirmed once more (``making/confirm.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nonosat.errors import GridError, OptionError, PuzzleError
from nonosat.explain.techniques import WISHES, checked_technique
from nonosat.limits import Cancellation, Limits, Stopped
from nonosat.making.confirm import confirm
from nonosat.making.repair.ambiguous_spots import Spot, find_spots
from nonosat.making.repair.canvas import Canvas
from nonosat.making.repair.changes import Changes
from nonosat.making.repair.conflicts import Ambiguities, Conflicts
from nonosat.making.repair.fewer_changes import fewer_changes
from nonosat.making.repair.least_changes import LeastChanges
from nonosat.making.repair.quick_changes import FEW_UNKNOWN, quick_changes
from nonosat.making.repair.stuck import Stuck
from nonosat.model.clue import EMPTY, UNKNOWN
from nonosat.model.grid import Grid, GridLike
from nonosat.model.numbers import check_function, seconds, whole_number
from nonosat.model.plain import HIDDEN, plain, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Report, Verdict
from nonosat.proof.writer import certificate

_QUICK_AFTER = 15
"""After that number of tries a quick repair is looked for, in case the proof takes long."""
_LARGE = 1_600
"""In pictures with more cells kernels take too long for a quick repair."""
_LOOKS_FAILURES = 300
"""Tries that may fail while the least repairs are put in the order of their looks."""
_SPOTS_SHARE = 0.2
"""The part of the budget that the spots may take."""
_SEARCH_SHARE, _QUICK_SHARE, _LAST_SHARE, _FEWER_SHARE = 0.6, 0.75, 0.88, 0.96
"""The parts of the budget after which the proof is given up, then a quick repair by kernels, then
one by line-solving, then the search for one with fewer changes."""


@dataclass(frozen=True, slots=True)
class RepairProgress:
    """How far a repair has come.

    ``spots``: how many spots the picture has, None if that is not known. ``tries``: how many
    pictures were tried. ``bound``: nothing with fewer changes is a repair. ``changes``: of the best
    repair so far, None if there is none yet.
    """

    spots: int | None
    tries: int
    bound: int
    changes: int | None


@dataclass(frozen=True, slots=True)
class Repair:
    """The answer of ``repair``.

    ``puzzle``: the puzzle of the picture as it was; its goal is the picture. ``pictures``: repaired
    pictures with the same number of changes, best-looking first; empty if none was found.
    ``changes``: how many cells they change; None without pictures, 0 if nothing had to change.
    ``least``: it is proven that nothing smaller is a repair. ``bound``: nothing with fewer changes
    is a repair; proven also where ``least`` is False.
    ``impossible``: it is proven that there is no repair: the kept cells, ``max_changes`` or
    ``max_technique`` allow none.
    ``ordered``: no other repair with as few changes looks better than those in ``pictures``.
    ``complete``: ``pictures`` has all repairs with as few changes.
    ``spots``: the independent places where the clues of ``puzzle`` have several solutions; None if
    a limit was reached before they were known.
    ``verdicts``: of the clues of each picture, confirmed by two solvers.
    ``certificates``: of each picture, if asked for: the bytes of a file for ``verify``; None for
    one that a limit prevented.
    ``max_technique``: the technique that was asked for. ``reason``: the limit that ended the work
    early; None otherwise. ``tries``: pictures that were tried. ``seconds``: wall time.
    """

    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    pictures: tuple[Grid, ...] = field(repr=False, metadata=HIDDEN)
    changes: int | None
    least: bool
    bound: int
    impossible: bool
    ordered: bool
    complete: bool
    spots: tuple[Spot, ...] | None
    verdicts: tuple[Verdict, ...] = field(metadata=HIDDEN)
    certificates: tuple[bytes | None, ...] | None = field(repr=False, metadata=HIDDEN)
    max_technique: str | None
    reason: Reason | None
    tries: int
    seconds: float

    @property
    def before(self) -> Grid:
        """The picture as it was."""
        assert self.puzzle.goal is not None
        return self.puzzle.goal

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzle of each picture, with the picture as its goal."""
        canvas = Canvas.of(self.puzzle)
        return tuple(canvas.puzzle(grid.cells) for grid in self.pictures)

    def changed(self, number: int = 0) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), that one of the pictures changes."""
        return self.before.differences(self.pictures[number])

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it; pictures as rows of text."""
        pictures = [
            {"rows": grid, "changed": self.changed(number), "verdict": self.verdicts[number]}
            for number, grid in enumerate(self.pictures)
        ]
        return {"before": plain(self.before), "pictures": plain(pictures), **plain_fields(self)}


def repair(
    picture: Puzzle | GridLike,
    *,
    keep: GridLike | None = None,
    max_changes: int | None = None,
    max_technique: str | None = None,
    alternatives: int = 3,
    certificates: bool = False,
    time_limit: float | None = None,
    work_limit: int | None = None,
    progress: Callable[[RepairProgress], None] | None = None,
    cancel: Cancellation | None = None,
) -> Repair:
    """The pictures with the fewest changed cells whose clues have exactly one solution.

    Args:
        picture: a puzzle with a goal picture, or a complete grid (or what ``Grid`` accepts).
            Printed cells stay printed and do not change; clues that are not given stay so.
        keep: a grid of the same size; where it has a colour, the picture does not change. Its
            empty and unknown cells protect nothing.
        max_changes: look for no repair with more changes.
        max_technique: people can solve the puzzle with techniques up to this one: trivial,
            overlap, line, chain, trial or clue-set. (clue-set asks no more than one solution.)
        alternatives: how many pictures to offer.
        certificates: add a certificate of each picture.
        time_limit: seconds of wall time.
        work_limit: units of work (``nonosat.limits``), the same on every machine; unlike a limit of
            time it makes the answer repeatable.
        progress: called with a ``RepairProgress`` when the spots are known, and after each try.
        cancel: an object whose ``cancel()`` any thread may call to end the work.

    Returns:
        The repair. When a limit is reached first, it has the best repair found so far, perhaps
        none, and a proven bound. Equal arguments give equal answers, except where time or
        cancellation ended the work.

    Raises:
        PuzzleError: the puzzle has no complete goal picture with its clues.
        GridError: the picture is not a complete grid, or ``keep`` is no grid of its size.
        OptionError: an option that makes no sense.
        InternalError: a repair did not pass its check; a bug of nonosat.

    >>> found = repair("#..\\n.#.\\n...")
    >>> found.changes, found.least, [len(spot.cells) for spot in found.spots]
    (1, True, [4])
    >>> print(found.pictures[0])
    ##.
    .#.
    ...
    >>> repair("#.\\n.#", keep="##\\n##").impossible
    True
    """
    work = _Work(
        picture,
        keep=keep,
        max_changes=None if max_changes is None else whole_number("max changes", max_changes),
        max_technique=max_technique,
        alternatives=whole_number("alternatives", alternatives, 1),
        certificates=certificates,
        time_limit=None if time_limit is None else seconds("time limit", time_limit),
        work_limit=None if work_limit is None else whole_number("work limit", work_limit),
        progress=progress,
        cancel=cancel,
    )
    return work.run()


class _Work:
    """One call of ``repair``: its options, and what is known so far."""

    def __init__(
        self,
        picture: Puzzle | GridLike,
        *,
        keep: GridLike | None,
        max_changes: int | None,
        max_technique: str | None,
        alternatives: int,
        certificates: bool,
        time_limit: float | None,
        work_limit: int | None,
        progress: Callable[[RepairProgress], None] | None,
        cancel: Cancellation | None,
    ) -> None:
        checked_technique("max technique", max_technique)
        check_function("progress", progress)
        if cancel is not None and not isinstance(cancel, Cancellation):
            raise OptionError(f"cancel {cancel!r}: give a Cancellation")
        self.puzzle = _puzzle_of(picture)
        assert self.puzzle.goal is not None
        self.before = self.puzzle.goal.cells
        self.canvas = Canvas.of(self.puzzle, _places(keep, self.puzzle))
        self.conflicts: Conflicts = Ambiguities(self.canvas)
        if max_technique is not None and max_technique != WISHES[-1]:
            self.conflicts = Stuck(self.canvas, max_technique)
        self.max_changes, self.max_technique = max_changes, max_technique
        self.alternatives, self.certificates = alternatives, certificates
        self.budget = Limits(time_limit=time_limit, work_limit=work_limit, cancel=cancel)
        self.progress = progress
        self.spots: tuple[Spot, ...] | None = None
        self.best: list[bytes] = []
        """Checked repairs with equally few changes, the best so far."""
        self.reports: dict[bytes, Report] = {}
        self.bound = self.tries = 0
        self.impossible = self.ordered = self.complete = False
        self.reason: Reason | None = None

    def limits(self, share: float) -> Limits:
        """Limits that end when this share of the whole budget is used, by whatever part."""
        return self.budget.part(share=share)

    def run(self) -> Repair:
        """Do it."""
        try:
            self.limits(1).check()
            self.spots = find_spots(self.canvas, self.before, self.limits(_SPOTS_SHARE))
            self.tell(0, 0)
            if self.canvas.free:  # any value of these cells gives a solution
                self.impossible = self.complete = True
            else:
                self.search(self.limits(_SEARCH_SHARE))
        except Stopped as stopped:
            self.reason = stopped.reason
        return self.answer()

    def search(self, limits: Limits) -> None:
        """Find a least repair, or else a quick one; then order the least ones."""
        with Changes(self.canvas, self.before, limits) as changes:
            search = LeastChanges(changes, self.conflicts, limits)

            def report() -> None:
                self.tell(search.tries, search.bound)
                if search.tries == _QUICK_AFTER:
                    self.quick(changes, self.before, self.limits(0.5 * _SEARCH_SHARE))
                    search.upper = self.changes

            search.report = report
            try:
                found = search.find(self.max_changes)
            except Stopped as stopped:
                self.reason = stopped.reason
                self.bound = search.bound
                if stopped.reason is not Reason.CANCELLED:
                    if len(self.before) <= _LARGE:
                        self.quick(changes, search.last, self.limits(_QUICK_SHARE))
                    if not self.best:
                        last = self.limits(_LAST_SHARE)
                        self.quick(changes, search.last, last, FEW_UNKNOWN)
                    self.fewer(self.limits(_FEWER_SHARE))
                self.tries = search.tries
                return
            finally:
                self.tries = search.tries
            self.bound = search.bound
            if found is None and not self.best:
                self.impossible = self.complete = True
                return
            if found is not None:
                self.keep_if_better(found, self.limits(1))
            search.report = lambda: self.tell(search.tries, search.bound)
            self.order(search)
            self.tries = search.tries

    def order(self, search: LeastChanges) -> None:
        """The best-looking of the least repairs."""
        first, best = self.best, []
        if not self.changes:
            self.ordered = self.complete = True
            return
        try:
            for cells in search.by_looks(_LOOKS_FAILURES):
                self.check(cells, self.limits(1))
                best.append(cells)
                if len(best) == self.alternatives:
                    break
        except Stopped as stopped:
            self.reason = stopped.reason
        self.complete = search.complete
        self.ordered = self.complete or len(best) == self.alternatives
        self.best = best + [cells for cells in first if cells not in best]
        self.best = self.best[: self.alternatives]

    def quick(
        self, changes: Changes, start: bytes, limits: Limits, few_unknown: float = math.inf
    ) -> None:
        """Look for a repair that need not be least, from this picture on."""
        most = len(self.before) // 3 + 1
        if self.max_changes is not None:
            most = min(most, self.max_changes)
        if self.changes is not None:
            most = min(most, self.changes - 1)
        try:
            for cells in quick_changes(
                self.canvas, changes, self.conflicts, start, most, limits, few_unknown
            ):
                self.keep_if_better(cells, self.limits(1))
        except Stopped:
            return

    def fewer(self, limits: Limits) -> None:
        """Look for repairs with fewer changes than the best so far."""
        if not self.best:
            return
        try:
            for cells in fewer_changes(
                self.canvas, self.before, self.conflicts, self.best[0], self.bound, limits
            ):
                self.keep_if_better(cells, self.limits(1))
        except Stopped:
            return

    def keep_if_better(self, cells: bytes, limits: Limits) -> None:
        """Check a repair, and keep it if it has fewer changes than the best so far."""
        number = self.distance(cells)
        if self.max_changes is not None and number > self.max_changes:
            return
        if self.changes is None or number < self.changes:
            self.check(cells, limits)
            self.best = [cells]

    def check(self, cells: bytes, limits: Limits) -> None:
        """Have two solvers confirm that the clues of a picture have one solution.

        Raises:
            Stopped: a limit was reached.
            InternalError: they do not.
        """
        if cells not in self.reports:
            self.reports[cells] = confirm(self.canvas.puzzle(cells), limits)

    @property
    def changes(self) -> int | None:
        """How many changes the best repair so far has."""
        return self.distance(self.best[0]) if self.best else None

    def distance(self, cells: bytes) -> int:
        """How many cells of a picture are changed."""
        return sum(a != b for a, b in zip(cells, self.before, strict=True))

    def tell(self, tries: int, bound: int) -> None:
        """Report progress."""
        if self.progress is not None:
            spots = None if self.spots is None else len(self.spots)
            self.progress(RepairProgress(spots, tries, bound, self.changes))

    def answer(self) -> Repair:
        """What is known now."""
        changes = self.changes
        least = changes is not None and changes == self.bound
        return Repair(
            puzzle=self.puzzle,
            pictures=tuple(self.canvas.grid(cells) for cells in self.best),
            changes=changes,
            least=least,
            bound=self.bound,
            impossible=self.impossible,
            ordered=self.ordered,
            complete=self.complete,
            spots=self.spots,
            verdicts=tuple(self.reports[cells].verdict for cells in self.best),
            certificates=tuple(self._certificates()) if self.certificates else None,
            max_technique=self.max_technique,
            reason=self.reason,
            tries=self.tries,
            seconds=self.budget.passed,
        )

    def _certificates(self) -> Iterator[bytes | None]:
        for cells in self.best:
            try:
                puzzle = self.canvas.puzzle(cells)
                yield certificate(puzzle, self.reports[cells], self.limits(1)).data
            except Stopped as stopped:
                self.reason = stopped.reason
                yield None


def _puzzle_of(picture: Puzzle | GridLike) -> Puzzle:
    if not isinstance(picture, Puzzle):
        return Puzzle.from_grid(picture)
    goal = picture.goal
    if goal is None:
        raise PuzzleError(
            "the puzzle has no goal picture, and only a picture can be repaired: add its solution "
            "as goal"
        )
    if not goal.complete or picture.check(goal):
        raise PuzzleError("the goal picture does not have the clues of the puzzle: mend the goal")
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
