# SPDX-License-Identifier: MIT
"""The technique ``chain``: a shortest path in the implication graph that forces a literal.

A link leads from a literal to another one by line-solving one line, with that literal and what is
known of the line. A chain of links from not B to B forces B (``nonosat/logic/implications.py``).
The step shows the chain with the fewest links of all forced literals, then the fewest premises.

- Up to five links it is shown as a contradiction: one branch, from not B to B, which denies it. A
  longer one is split at its middle literal A: "A leads to B, not A leads to B". The second branch
  is the first half backwards, each link negated ("X gives Y" says the same as "not Y gives not X"),
  so the lines and known cells are the same. Each half of a chain of six is a chain of three, which
  people can hold in mind; the half of a shorter one is not worth a second assumption.
- ``max_links`` bounds the number of links of all branches together.
- Premises are minimal: without any one line or known literal, no chain of at most as many links
  leads from not B to B in the graph of the other lines and known literals alone.
- With several colours the conclusion is that a cell is not of a colour, unless the cell then is
  known. Links within a cell ("is red", so "is not blue") never occur, since line-solving a line
  gives both.

The closure is that of the stage ``implications``. Cost: that of the native search for forced
literals, and a millisecond for the easiest chain (``core/chain_reasons.hpp`` has the method). A
graph that is too large to be built (32 million edges) ends a walk like a lack of memory: to go on
with trials would show a step where an easier technique may give one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nonosat.explain.native_reasons import propagated, step_of
from nonosat.explain.step import Step
from nonosat.logic.board import finish
from nonosat.logic.implications import Literal

if TYPE_CHECKING:
    from nonosat.explain.position import Position


def find_chain(position: Position, wanted: Literal | None = None) -> Step | None:
    """The easiest chain that forces a literal, or that forces ``wanted``; None if there is none.

    Raises:
        Contradiction: some line has no arrangement.
        Stopped: a limit was reached, or the graph is too large.
        ValueError: the position is not at the fixpoint of line-solving.
    """
    propagated(position)
    limits = position.limits
    status, reason, too_large = position.board.find_chain(position.max_links, wanted, limits.stop)
    finish(status, limits)
    if too_large:
        raise limits.out_of_memory()
    return None if reason is None else step_of("chain", reason, position)


def chain_steps(position: Position, literals: Iterable[Literal]) -> Iterator[Step]:
    """For each literal the easiest chain that forces it, as far as there is one.

    Raises:
        Contradiction, Stopped, ValueError: as ``find_chain``.
    """
    for literal in literals:
        step = find_chain(position, literal)
        if step is not None:
            yield step
