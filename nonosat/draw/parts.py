# SPDX-License-Identifier: MIT
"""``Part``: a rectangle out of a puzzle, with the whole clues of its lines.

Boards that do not fit a page are drawn in parts. A part is no puzzle: its clues are longer than its
lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from nonosat.model.clue import Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows and columns of a puzzle, counted from 0; its lines count from its own corner."""

    puzzle: Puzzle
    row_range: range
    column_range: range

    @property
    def rows(self) -> tuple[Clue | None, ...]:
        return self.puzzle.rows[self.row_range.start : self.row_range.stop]

    @property
    def columns(self) -> tuple[Clue | None, ...]:
        return self.puzzle.columns[self.column_range.start : self.column_range.stop]

    @property
    def height(self) -> int:
        return len(self.row_range)

    @property
    def width(self) -> int:
        return len(self.column_range)

    @property
    def palette(self) -> Palette:
        return self.puzzle.palette

    @property
    def printed(self) -> Grid | None:
        """The printed cells in it."""
        whole = self.puzzle.printed
        if whole is None:
            return None
        first, end = self.column_range.start, self.column_range.stop
        cells = b"".join(whole.row(row)[first:end] for row in self.row_range)
        return Grid.from_cells(self.height, self.width, cells, whole.letters)

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line."""
        return self.rows[line.index] if line.axis == "R" else self.columns[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for index, clue in enumerate(self.rows):
            yield Line("R", index), clue
        for index, clue in enumerate(self.columns):
            yield Line("C", index), clue


Board: TypeAlias = Puzzle | Part
"""What can be drawn with clues."""
