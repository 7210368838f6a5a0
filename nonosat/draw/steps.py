# SPDX-License-Identifier: MIT
"""A step over the board it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from nonosat.draw import svg
from nonosat.draw.svg import Svg
from nonosat.draw.theme import LIGHT, Theme

if TYPE_CHECKING:
    from nonosat.grid import Grid
    from nonosat.puzzle import Puzzle

__all__ = ["StepLike", "draw_step"]


class StepLike(Protocol):
    """What a picture needs of a step."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""

    @property
    def grid(self) -> Grid:
        """The board before the step."""

    @property
    def values(self) -> dict[tuple[int, int], int]:
        """The cells that become known."""


def draw_step(step: StepLike, *, theme: Theme = LIGHT) -> Svg:
    """The board before the step, with the cells that become known marked."""
    return svg.draw(step.puzzle, step.grid, theme=theme, marks=list(step.values))
