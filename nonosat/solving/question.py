# SPDX-License-Identifier: MIT
"""``Question``: what a solve has to answer, and the check of every grid that claims to answer it.

No grid is trusted: one that the core, a SAT solver or another process found counts as a solution
only if the plain code of ``Puzzle.check`` accepts it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from nonosat.errors import InternalError
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True)
class Question:
    """A query: find up to ``want`` solutions of ``puzzle`` that agree with ``given``.

    ``backbone``: find out, too, which cells differ between solutions.
    """

    puzzle: Puzzle
    given: Grid | None
    want: int
    backbone: bool = False

    @cached_property
    def free_cells(self) -> tuple[int, ...]:
        """The unconstrained cells that are not given or printed, as row * width + column."""
        puzzle, width = self.puzzle, self.puzzle.width
        columns = [column for column, clue in enumerate(puzzle.columns) if clue is None]
        rows = [row * width for row, clue in enumerate(puzzle.rows) if clue is None]
        places = [start + column for start in rows for column in columns]
        if puzzle.printed is None and self.given is None:
            return tuple(places)
        cells = self.start().cells
        return tuple(place for place in places if cells[place] == UNKNOWN)

    def start(self) -> Grid:
        """The cells known before solving: those printed and those given."""
        return self.puzzle.start_grid(self.given)

    def unknown_at(self, grid: Grid, places: Iterable[int]) -> Grid:
        """A grid of the puzzle, with UNKNOWN at these places (row * width + column)."""
        cells = bytearray(grid.cells)
        for place in places:
            cells[place] = UNKNOWN
        return self.puzzle.grid(bytes(cells))

    def accept(self, cells: bytes) -> Grid:
        """The grid with these cells, if it is a solution that agrees with ``given``.

        Raises:
            InternalError: it is not; whoever found it is wrong.
        """
        grid = self.puzzle.grid(cells)
        broken = self.puzzle.check(grid)
        if broken or not grid.complete:
            fault = f"breaks {', '.join(map(str, broken))}" if broken else "is not complete"
            raise InternalError(
                f"a solution that was found {fault}: "
                f"please report this with the puzzle {self.puzzle!r}"
            )
        if self.given is not None and not grid.extends(self.given):
            raise InternalError(
                "a solution that was found does not agree with the given cells: "
                f"please report this with the puzzle {self.puzzle!r} and {self.given!r}"
            )
        return grid
