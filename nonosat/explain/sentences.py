# SPDX-License-Identifier: MIT
"""Steps in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.words import clue_words, listed, literal_words

if TYPE_CHECKING:
    from nonosat.explain.step import Step

__all__ = ["sentence"]


def sentence(step: Step) -> str:
    """What follows, and from which lines."""
    puzzle = step.puzzle
    lines = [f"{line} ({clue_words(puzzle.clue(line), puzzle.palette)})" for line in step.lines]
    cells = [literal_words(*literal, puzzle.palette) for literal in step.cells]
    return f"{listed(lines)}: {listed(cells)}"
