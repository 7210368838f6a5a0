# SPDX-License-Identifier: MIT
"""``Fitter``: the fewest changes that make a sketch of an image an acceptable puzzle.

The search is ``least_changes``, as for ``repair_picture``, with another measure of looks: of all
smallest sets of changes, the set that the image shows least clearly comes first. The cost of a
change is the loss of similarity, with the colours of the kinds of cells unchanged, plus a cost for
changed outlines. There are many sketches, so each gets a small amount of work; after that, changes
that need not be the fewest are accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.limits import Limits, Stopped
from nonosat.make.pictures.sketches import Areas
from nonosat.make.repair.least_changes import Changes, LeastChanges, change_cost
from nonosat.make.repair.other_solutions import Requirement
from nonosat.make.repair.quick_repairs import quick_changes
from nonosat.make.repair.template import Template
from nonosat.make.repair.unsolved_cells import requirement_of
from nonosat.model.clue import UNKNOWN
from nonosat.model.puzzle import Puzzle

_WORK = 600
_WORK_CELLS = 900
"""Units of ``Limits`` for each search in a board of up to that many cells, half a second. Larger
boards get fewer units, since each unit takes longer."""
_THOROUGH = 5
"""So much more work is for the plain grid, which is what the user sees."""
_LOOKS_TRIES = 20
"""Tries to find the best-looking of the least changes."""
_SIMILARITY_WEIGHT, _OUTLINE_WEIGHT = 100, 4
"""A cell of the opposite colour costs 100, a change that alters outlines at least 16."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """The result for a sketch.

    ``cells``: of an acceptable picture, or None. ``unsolved``: if None, the places that line
    solving leaves unknown or, if harder techniques are allowed, line solving and trials. ``bound``:
    fewer changes are not enough.
    """

    cells: bytes | None
    unsolved: tuple[int, ...] = ()
    bound: int = 0


class Fitter:
    """Makes sketches acceptable, by at most ``max_changes`` changed cells."""

    def __init__(self, max_technique: str | None, max_changes: int, limits: Limits) -> None:
        self._technique = max_technique
        self._most = max_changes
        self._limits = limits

    def fit(self, puzzle: Puzzle, areas: Areas, thorough: bool = False) -> Fitting:
        """The picture of a puzzle, with the necessary changes; ``thorough``: with more work.

        Raises:
            Stopped: a limit was reached.
        """
        goal = puzzle.goal
        assert goal is not None
        template = Template.of(puzzle)
        requirement = requirement_of(template, self._technique)
        before = goal.cells
        if not self._most:
            if any(True for _ in requirement.nogoods_of(before, 1, self._limits)):
                return Fitting(None, self._unsolved(template, before), 1)
            return Fitting(before)
        work = _WORK * _WORK_CELLS // max(_WORK_CELLS, len(before))
        if thorough:
            work *= _THOROUGH
        with _SeenChanges(template, before, self._limits.part(work=work), areas) as changes:
            search = LeastChanges(changes, requirement, self._limits.part(work=work))
            cells: bytes | None = None
            try:
                cells = search.find(self._most)
                if cells is not None and cells != before:
                    cells = next(search.by_looks(_LOOKS_TRIES), cells)
            except Stopped:
                if self._limits.reason is not None:
                    raise
                last = self._limits.part(work=work)
                cells = cells or self._quick(template, changes, requirement, last)
        if cells is not None:
            return Fitting(cells)
        return Fitting(None, self._unsolved(template, before), search.bound)

    def _quick(
        self, template: Template, changes: Changes, requirement: Requirement, limits: Limits
    ) -> bytes | None:
        """Changes that need not be the fewest."""
        found: bytes | None = None
        before = changes.before
        try:
            for cells in quick_changes(template, changes, requirement, before, self._most, limits):
                found = cells
        except Stopped:
            if self._limits.reason is not None:
                raise
        return found

    def _unsolved(self, template: Template, cells: bytes) -> tuple[int, ...]:
        board = template.board(cells)
        if self._technique in (None, "trial", "clue-set"):
            board.probe(self._limits.stop)
        else:
            board.propagate(self._limits.stop)
        return tuple(place for place, value in enumerate(board.cells()) if value == UNKNOWN)


class _SeenChanges(Changes):
    """Changes whose cost is their loss of similarity, and a cost for changed outlines."""

    def __init__(self, template: Template, before: bytes, limits: Limits, areas: Areas) -> None:
        super().__init__(template, before, limits)
        self._areas, self._means = areas, areas.means(before)
        self._width = template.model.width

    def _cost_of(self, place: int, value: int) -> int:
        outline = _OUTLINE_WEIGHT * change_cost(self.before, self._width, place, value)
        if value not in self._means:
            return _SIMILARITY_WEIGHT + outline
        now = self._areas.distance(place, self._means[self.before[place]])
        then = self._areas.distance(place, self._means[value])
        return round(_SIMILARITY_WEIGHT * max(0.0, then - now)) + outline
