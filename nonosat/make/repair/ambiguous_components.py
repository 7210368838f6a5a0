# SPDX-License-Identifier: MIT
"""Components: the independent places of a picture where its clues have several solutions.

Cells that are the same in all solutions are fixed; the others fall into components (``sat.cnf``)
whose solutions combine freely, and the core counts the solutions of each. All work is bounded. If
the ambiguous cells are not found in time, the components are those after probing, and may contain
cells that are the same in all solutions; a count that is not exact is a lower bound.
Cost: one search for the ambiguous cells, and some ten milliseconds per count.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.limits import Limits, Stopped
from nonosat.logic.board import finish, open_board
from nonosat.make.repair.template import Template
from nonosat.model.numbers import as_source
from nonosat.model.plain import plain_fields
from nonosat.model.report import Verdict
from nonosat.sat.cnf import independent_components
from nonosat.solving import ask

_WORK = 500
"""Bounds the search for ambiguous cells, and the search for components, in units of ``Limits``."""
_FIRST_SHARE = 0.6
"""The part of the budget after which the search for the ambiguous cells ends."""
_COUNT_BYTES = 4 << 20
"""For the tables of one count: some ten milliseconds."""


@dataclass(frozen=True, slots=True)
class AmbiguousComponent:
    """Cells, as (row, column), in which solutions differ, independently of other components.

    ``solutions``: in how many ways the cells can be filled; a lower bound unless ``exact``.
    ``certain``: each of the cells is known to differ between solutions.

    >>> from nonosat.make import repair_picture
    >>> repair_picture("#.\\n.#").components[0].solutions
    2
    """

    cells: tuple[tuple[int, int], ...]
    solutions: int
    exact: bool
    certain: bool

    def __repr__(self) -> str:
        return (
            f"AmbiguousComponent(cells={self.cells}, solutions={as_source(self.solutions)}, "
            f"exact={self.exact}, certain={self.certain})"
        )

    as_dict = plain_fields


def find_components(
    template: Template, cells: bytes, whole: Limits
) -> tuple[AmbiguousComponent, ...] | None:
    """The components of a picture, by their first cells; None if a limit was reached.

    The work is taken from ``whole``, and bounded if ``whole`` has no end.

    An empty tuple means that the clues have one solution.
    """
    puzzle = template.puzzle(cells)
    limits = whole.part(share=_FIRST_SHARE, work=_WORK)
    report = ask(puzzle, limits=limits, backbone=True)
    if report.verdict is Verdict.UNIQUE:
        return ()
    certain = report.certain
    limits = whole.part(work=_WORK)
    board = open_board(puzzle, report.known if certain is None else certain)
    values = template.colors + 1
    found: list[tuple[tuple[tuple[int, int], ...], int, bool, bool]] = [
        ((divmod(place, puzzle.width),), values, True, True) for place in template.free
    ]
    try:
        finish(board.propagate(limits.stop), limits)
        if certain is None:
            finish(board.probe(limits.stop), limits)
        for group in independent_components(board, limits):
            number, exact, _, _ = board.count(group, cells, _COUNT_BYTES, limits.stop)
            solutions = int.from_bytes(number, "little")
            if not exact or solutions > 1:
                places = tuple(divmod(place, puzzle.width) for place in group)
                least = 2 if certain is not None else 1
                found.append((places, max(solutions, least), exact, certain is not None))
    except Stopped:
        return None
    return tuple(AmbiguousComponent(*component) for component in sorted(found))
