# SPDX-License-Identifier: MIT
"""What the implication graph forces, as steps, and the graph in words.

A chain starts with an assumption; each link line-solves one line and adds one literal. If a chain
leads from a literal to its negation, the literal is false. Each forced literal gets a ``Step`` with
its shortest chain and minimal premises (``chain_steps``); a short chain is easy to follow, so the
short ones come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat import words
from nonosat.explain.chain_steps import chain_steps
from nonosat.explain.position import Position
from nonosat.limits import Limits
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.explain.step import Step
    from nonosat.logic.implications import Implications, Literal


def literal_words(literal: Literal, puzzle: Puzzle) -> str:
    """What a literal states: ``R3C5 is filled``, ``R3C5 is not red``."""
    row, column, value, holds = literal
    return words.literal_words(row, column, value, holds, puzzle.palette)


def not_forced_words(place: tuple[int, int] | None, max_links: int | None = None) -> str:
    """The answer if the graph does not force the cell at (row, column), or any cell for None."""
    links = "" if max_links is None else f" by at most {words.counted(max_links, 'link')}"
    if place is None:
        return f"the graph forces no cell{links}"
    return f"{words.cell_name(*place)} is not forced by the graph{links}"


def summary(found: Implications) -> str:
    """How large the graph is, and what it forces."""
    graph = found.graph
    unknown = graph.graph["known"].unknown_count
    if unknown == 0:
        return (
            "line-solving alone finishes it, so there is no graph: the command hint gives the next "
            "step, explain gives all of them"
        )
    parts = [
        words.counted(unknown, "unknown cell") + " after line-solving",
        words.counted(graph.number_of_nodes(), "literal"),
        words.counted(graph.number_of_edges(), "implication"),
    ]
    if found.contradictory:
        return ", ".join([*parts, "no solution: both values of a cell lead to the other"])
    equal = words.counted(len(found.equal), "set of equal literals", "sets of equal literals")
    return ", ".join([*parts, f"{len(found.forced):,} forced", equal])


def easiest_first(
    puzzle: Puzzle,
    found: Implications,
    place: tuple[int, int] | None = None,
    max_links: int | None = None,
    limits: Limits | None = None,
) -> list[Step]:
    """A step for each forced literal that a chain of at most ``max_links`` links forces.

    The shortest chains come first, of equals those with the fewest premises, then the board's order
    decides. ``place`` is the (row, column) of the only cell to look at. "Is not red" is left out
    where the cell then has one value, which is forced as well.

    Raises:
        Stopped: a limit was reached, or the native graph would be too large.
    """
    position = Position.of(puzzle, found.graph.graph["known"], limits, max_links)
    wanted = [x for x in found.forced if place in (None, x[:2]) and _is_best_said(x, found)]
    return sorted(chain_steps(position, wanted), key=_length)


def _is_best_said(literal: Literal, found: Implications) -> bool:
    """False for "is not red" of a cell that can only be red or blue."""
    if literal.holds:
        return True
    values = {x.value for x in found.graph if x[:2] == literal[:2]}
    return len(values) != 2


def _length(step: Step) -> tuple[int, int]:
    return sum(len(branch.links) for branch in step.chain), len(step.because) + len(step.lines)
