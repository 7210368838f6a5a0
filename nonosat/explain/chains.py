# SPDX-License-Identifier: MIT
"""Chains of the implication graph in words, with the clue of every line that they use.

A chain starts with an assumption; each step line-solves one line and adds one literal. If a chain
leads from a literal to its negation, the literal is false. ``easiest_first`` sorts the chains by
their number of steps: a short chain is easy to follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat import words
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.clue import Line
    from nonosat.logic.implications import Chain, Implications, Literal

__all__ = [
    "chain_lines",
    "easiest_first",
    "explanation",
    "line_words",
    "literal_words",
    "not_forced_words",
    "summary",
]


def literal_words(literal: Literal, puzzle: Puzzle) -> str:
    """What a literal states: ``R3C5 is filled``, ``R3C5 is not red``."""
    row, column, value, holds = literal
    return words.literal_words(row, column, value, holds, puzzle.palette)


def line_words(line: Line, puzzle: Puzzle) -> str:
    """A line and its clue: ``C1 (3 1)``."""
    clues = puzzle.rows if line.axis == "R" else puzzle.columns
    return f"{line} ({words.clue_words(clues[line.index], puzzle.palette)})"


def not_forced_words(place: tuple[int, int]) -> str:
    """The answer about a cell, as (row, column), that the graph does not force."""
    return f"{words.cell_name(*place)} is not forced by the graph"


def summary(found: Implications) -> str:
    """How large the graph is, and what it forces."""
    graph = found.graph
    parts = [
        words.counted(graph.graph["known"].unknown_count, "unknown cell") + " after line-solving",
        words.counted(graph.number_of_nodes(), "literal"),
        words.counted(graph.number_of_edges(), "implication"),
    ]
    if found.contradictory:
        return ", ".join([*parts, "no solution: both values of a cell lead to the other"])
    equal = words.counted(len(found.equal), "set of equal literals", "sets of equal literals")
    return ", ".join([*parts, f"{len(found.forced):,} forced", equal])


def easiest_first(found: Implications, place: tuple[int, int] | None = None) -> list[Chain]:
    """A shortest chain for each forced literal, the shortest of them first.

    Each chain leads from the negation of a forced literal to that literal, its ``end``. ``place``
    is the (row, column) of the only cell to look at. Chains of equal length keep the board's order.
    """
    wanted = (literal for literal in found.forced if place in (None, literal[:2]))
    return sorted(map(found.contradiction, wanted), key=lambda chain: len(chain.links))


def explanation(found: Implications, chain: Chain, puzzle: Puzzle) -> Iterator[str]:
    """Why a literal is forced: the chain that refutes its negation, in lines of text.

    If both values of another cell lead to the literal as well, those two chains follow.
    """
    yield f"{literal_words(chain.end, puzzle)}, because otherwise:"
    yield from chain_lines(chain, puzzle)
    both = found.tautology(chain.end)
    if both is not None:
        row, column, *_ = both[0].start
        yield f"  it also follows from either value of {words.cell_name(row, column)}:"
        for one in both:
            yield from chain_lines(one, puzzle, indent="    ")


def chain_lines(chain: Chain, puzzle: Puzzle, indent: str = "  ") -> Iterator[str]:
    """The assumption of a chain and its steps, a line of text each."""
    yield f"{indent}suppose {literal_words(chain.start, puzzle)}"
    for link in chain.links:
        cause = "the same cell" if link.line is None else line_words(link.line, puzzle)
        yield f"{indent}  {cause}: then {literal_words(link.literal, puzzle)}"
