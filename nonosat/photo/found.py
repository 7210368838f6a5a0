# SPDX-License-Identifier: MIT
"""What is found in a picture of a printed puzzle, before the correction: plain data.

A number keeps every value that it could have, with probabilities, and a line the most probable
clues that fit into it. Nothing is decided here: the correction compares all lines with each other.
The module imports neither numpy nor OpenCV, so that everything that shows a reading can use it.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.clue import Clue

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""
Cells = tuple[tuple[int | None, ...], ...]
"""The state of each cell, by rows: None unknown, 0 empty, or a colour."""


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A number of a clue, as printed.

    Args:
        box: left, top, right and bottom in the straight picture.
        alternatives: values and their probabilities, most probable first; None: this is no number.
        color: the colour of its block, from 1.
    """

    box: tuple[float, float, float, float]
    alternatives: tuple[tuple[int | None, float], ...]
    color: int = 1

    @property
    def value(self) -> int | None:
        """The most probable value; None if this is no number."""
        return self.alternatives[0][0] if self.alternatives else None


@dataclass(frozen=True, slots=True)
class ReadLine:
    """The clue of a row or column, as printed.

    Args:
        numbers: in the order of the clue.
        alternatives: clues that fit into the line and their probabilities, most probable first;
            None: a missing clue. They sum up to less than 1: other clues have the rest.
    """

    numbers: tuple[ReadNumber, ...]
    alternatives: tuple[tuple[Clue | None, float], ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """A puzzle as printed.

    Args:
        rows: from the top.
        columns: from the left.
        colors: the colours of the blocks; the first is colour 1.
        background: the colour of empty cells.
        given: what the printed state of the cells may be, the most plausible one first; none if
            all are unknown.
        opposed: numbers stand on opposite sides, and say different clues.
    """

    rows: tuple[ReadLine, ...]
    columns: tuple[ReadLine, ...]
    colors: tuple[Rgb, ...] = ((0, 0, 0),)
    background: Rgb = (255, 255, 255)
    given: tuple[Cells, ...] = ()
    opposed: bool = False
