# SPDX-License-Identifier: MIT
"""What text formats with colours share: named colours, clues of them, and how both are read.

A reader collects (length, name of the colour) for each block, and finds the palette afterwards: its
colours are those that were declared, in that order. Formats of one colour have no declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nonosat.errors import Fault
from nonosat.formats.common import MAX_FAULTS, build, excerpt, make_palette
from nonosat.model.clue import Line
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, MAX_COLORS, Palette
from nonosat.model.puzzle import Puzzle


@dataclass(slots=True)
class NamedClues:
    """Clues whose blocks name their colours, read so far."""

    background: str = "#ffffff"
    colors: dict[str, tuple[str, str, str | None]] = field(default_factory=dict)
    """By the name that clues use: the name for people, ``#rrggbb``, and perhaps the letter."""
    clues: dict[str, list[list[tuple[int, str]] | None]] = field(
        default_factory=lambda: {"R": [], "C": []}
    )
    places: dict[Line, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def declare(
        self, key: str, name: str, rgb: str, letter: str | None, file_line: int | None
    ) -> None:
        """A colour."""
        if key in self.colors:
            self.fault(f"the colour {excerpt(key)} is declared twice", file_line)
        elif len(self.colors) <= MAX_COLORS:
            self.colors[key] = (name, rgb, letter)

    def add(self, axis: str, clue: list[tuple[int, str]] | None, file_line: int | None) -> Line:
        """The next clue of an axis; None if it cannot be read."""
        place = Line(axis, len(self.clues[axis]))
        if file_line is not None:
            self.places[place] = file_line
        self.clues[axis].append(clue)
        return place

    def fault(self, message: str, file_line: int | None, place: Line | None = None) -> None:
        """Something that is wrong; rubbish has thousands, of which a hundred are kept."""
        if len(self.faults) <= MAX_FAULTS:
            self.faults.append(Fault(message, place, file_line=file_line))

    def palette(self) -> Palette:
        """The declared colours; black, if there are none.

        Raises:
            PuzzleError: there are too many.
        """
        return make_palette(list(self.colors.values()), self.background) if self.colors else BLACK

    def puzzle(self, meta: Metadata = Metadata(), goal: Grid | None = None) -> Puzzle:  # noqa: B008
        """The puzzle.

        Raises:
            PuzzleSyntaxError, PuzzleError: with all faults.
        """
        numbers = {key: number for number, key in enumerate(self.colors, start=1)}
        clues: dict[str, list[list[tuple[int, int]] | None]] = {}
        for axis, lines in self.clues.items():
            clues[axis] = []
            for index, clue in enumerate(lines):
                unknown = [name for _, name in clue or () if self.colors and name not in numbers]
                if unknown:
                    place = Line(axis, index)
                    self.fault(
                        f"unknown colour {excerpt(unknown[0])}", self.places.get(place), place
                    )
                if clue is None or unknown:
                    clues[axis].append(None)
                else:
                    clues[axis].append([(length, numbers.get(name, 1)) for length, name in clue])
        return build(
            clues["R"],
            clues["C"],
            palette=self.palette(),
            goal=goal,
            meta=meta,
            place=self.places.get,
            faults=self.faults,
        )
