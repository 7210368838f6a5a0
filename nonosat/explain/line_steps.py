# SPDX-License-Identifier: MIT
"""Steps within one line: ``trivial``, ``overlap``, ``line``.

``trivial``: the clue is empty; or its blocks and the gaps that they need fill the line exactly; or
all its blocks are found, because as many cells are known not to be empty as the clue has in all.
The first two need no known cell, the third needs those cells. ``overlap``: the leftmost and the
rightmost packing of the blocks that agree with the known cells; a cell of the same block in both
gets its colour, a cell of the same gap in both is empty. ``line``: what all arrangements have in
common.

A step covers one line and has all that the technique gives there: a literal for each cell that
becomes known, and with several colours a negative literal for each value that a cell loses without
becoming known. Of all lines it takes the one with the most such cells for each block of its clue,
what gives most for least looking; of equals the first, rows before columns. (To take the lines in
their order is simpler, but then a walkthrough starts with whatever the first row gives.)

``core/line_reasons.hpp`` finds the step and its premises, and describes how they are made minimal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.core._core import LineTechnique
from nonosat.explain.step import Step
from nonosat.logic.board import finish
from nonosat.logic.implications import Literal
from nonosat.model.puzzle import line_at

if TYPE_CHECKING:
    from nonosat.explain.position import Position


def find_trivial(position: Position) -> Step | None:
    """The best step of a line that is empty, exactly full, or whose blocks are all found.

    Raises:
        Contradiction: a line, the board's ``conflict_line``, has no arrangement.
        Stopped: a limit was reached.
    """
    return _find(position, "trivial", LineTechnique.TRIVIAL)


def find_overlap(position: Position) -> Step | None:
    """The best step of a leftmost and a rightmost packing; raises as ``find_trivial`` does."""
    return _find(position, "overlap", LineTechnique.OVERLAP)


def find_line(position: Position) -> Step | None:
    """The best step of a complete line-solve; raises as ``find_trivial`` does."""
    return _find(position, "line", LineTechnique.LINE)


def _find(position: Position, name: str, technique: LineTechnique) -> Step | None:
    limits, puzzle = position.limits, position.puzzle
    status, line, because, cells = position.line_reasons.find(technique, limits.stop)
    finish(status, limits)
    if line < 0:
        return None
    return Step(
        name,
        (line_at(puzzle, line),),
        tuple(map(Literal._make, because)),
        tuple(map(Literal._make, cells)),
        puzzle=puzzle,
        moment=position.moment,
    )
