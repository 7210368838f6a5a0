# SPDX-License-Identifier: MIT
"""Reasons that the core finds, as steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.explain.step import Branch, Step
from nonosat.logic.board import finish
from nonosat.logic.implications import Link, Literal
from nonosat.model.puzzle import line_at

if TYPE_CHECKING:
    from nonosat.explain.position import Position


Known = tuple[int, int, int, bool]
NativeReason = tuple[
    Known, list[int], list[Known], list[tuple[Known, list[tuple[Known, int]], int]]
]
"""Conclusion, lines, known literals, and branches: assumption, links, line without arrangement."""


def propagated(position: Position) -> None:
    """Make sure that the board stands at the fixpoint of line-solving.

    Raises:
        Contradiction: some line has no arrangement.
        Stopped: a limit was reached.
        ValueError: line-solving finds something, so that an easier technique gives a step. The
            board is then as before.
    """
    board, limits = position.board, position.limits
    before = board.mark()
    finish(board.propagate(limits.stop), limits)
    if board.mark() != before:
        board.back_to(before)
        raise ValueError("line-solving is not at its end: chains and trials come after it")


def step_of(technique: str, reason: NativeReason, position: Position) -> Step:
    """A reason as a step of the position."""
    conclusion, lines, because, branches = reason
    puzzle = position.puzzle
    return Step(
        technique,
        tuple(line_at(puzzle, line) for line in lines),
        tuple(Literal(*literal) for literal in because),
        (Literal(*conclusion),),
        tuple(
            Branch(
                Literal(*assumption),
                tuple(Link(Literal(*literal), line_at(puzzle, line)) for literal, line in links),
                None if conflict < 0 else line_at(puzzle, conflict),
            )
            for assumption, links, conflict in branches
        ),
        puzzle=puzzle,
        moment=position.moment,
    )
