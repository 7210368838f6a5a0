# SPDX-License-Identifier: MIT
"""``Step``: one deduction, with the premises that it needs and nothing else.

Hints, walkthroughs, ratings, the graph's explanations, their sentences and pictures are all made
from steps, so there is one explanation of a deduction. A step consists of plain values; it does not
know how it was found. ``nonosat/explain/techniques.py`` has the table of techniques.

Premises and conclusions are literals: a cell is, or is not, of a value. With one colour the value
is always 1 ("is filled", "is not filled" = empty). With several colours a cell can lose a value
without becoming known; then the literal is negative ("is not red").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonosat.explain.moments import Moment
from nonosat.logic.implications import Link, Literal
from nonosat.model.clue import EMPTY, FILLED, Line
from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle


class Branch(NamedTuple):
    """One train of thought: an assumption and what follows from it, line by line.

    ``assumption``: the literal that is supposed to hold. ``links``: each names a literal that
    follows and the line behind it (None: the cell alone, such as "is red", so "is not blue"). The
    link of a chain follows from the literal before it; the link of a trial may need all literals
    before it. ``conflict``: the line that has no arrangement after the last link; None if the last
    literal denies the assumption, or if the branch ends with the result of the step.
    """

    assumption: Literal
    links: tuple[Link, ...]
    conflict: Line | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain data; lines as ``R1``, ``C7``."""
        return plain_fields(self)


class Weights(NamedTuple):
    """Weights on the board that bound in how many cells another solution differs.

    ``rows``, ``columns``: of each cell and colour the weight in its row and that in its column,
    both for each row of the board, at ``column * colours + colour - 1``; 0 in known cells. The two
    add up to ``scale`` times what the colour counts more than EMPTY, where a cell counts 1 if it
    differs from the solution. ``bound``: ``scale`` times what any grid counts at most, because each
    line weighs at most what its heaviest arrangement does.
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    scale: int
    bound: int

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return plain_fields(self)


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    ``technique``: its name in the table of techniques. ``lines``: the lines whose clues it uses.
    ``because``: what it uses of the known cells. ``cells``: what follows. Both are literals in the
    order of the board. Without any one of ``lines`` or ``because``, some literal of ``cells`` does
    not follow by this technique; only ``counting`` may use more than it needs.

    ``chain``: empty but for chains and trials. One branch that ends in a contradiction; or one
    branch for each possible value of a cell, of which those without a contradiction end with the
    literal of ``cells``.

    ``smallest``: for a clue set, whether it is proven that fewer lines do not force the cell, with
    everything that is known of the cells; else None. ``weights``: those of the technique
    ``counting``; else None.
    ``puzzle`` and ``grid``: the board before the step, for its sentence and its picture. The steps
    of a walk share what they keep of their grids (``moments``); each is made when it is read.
    """

    technique: str
    lines: tuple[Line, ...]
    because: tuple[Literal, ...]
    cells: tuple[Literal, ...]
    chain: tuple[Branch, ...] = ()
    smallest: bool | None = None
    weights: Weights | None = None
    puzzle: Puzzle = field(kw_only=True, repr=False, metadata=HIDDEN)
    grid: Grid = field(kw_only=True, repr=False, metadata=HIDDEN)

    @property
    def values(self) -> dict[tuple[int, int], int]:
        """The cells that become known: (row, column) to value (EMPTY or a colour)."""
        found = {}
        for literal in self.cells:
            value = known_value(literal, self.puzzle)
            if value is not None:
                found[literal[:2]] = value
        return found

    @property
    def after(self) -> Grid:
        """The board after the step."""
        return self.grid.with_cells((*cell, value) for cell, value in self.values.items())

    @property
    def sentence(self) -> str:
        """The step for people, in one sentence or, for a chain, a few."""
        from nonosat.explain.sentences import sentence

        return sentence(self)

    def __str__(self) -> str:
        return self.sentence

    def _repr_svg_(self) -> str:
        """The board with what was used, what follows, and the chain."""
        from nonosat.draw.steps import draw_step

        return str(draw_step(self))

    plain_more = ("sentence",)
    as_dict = plain_fields


_kept: Any = Step.__dict__["grid"]
"""The slot of a grid: it holds a ``Grid``, or the ``Moment`` that makes it."""


def _grid(step: Step) -> Grid:
    kept = _kept.__get__(step)
    grid: Grid = kept.grid if isinstance(kept, Moment) else kept
    return grid


Step.grid = property(_grid, _kept.__set__)  # type: ignore[misc,assignment]


def known_value(literal: Literal, puzzle: Puzzle) -> int | None:
    """The value of the cell if the literal alone makes it known; None if it only excludes a value.

    >>> known_value(Literal(0, 0, 1, False), Puzzle(rows=[[1]], columns=[[1]]))
    0
    """
    if literal.holds:
        return literal.value
    if len(puzzle.palette) == 1:
        return EMPTY if literal.value == FILLED else FILLED
    return None
