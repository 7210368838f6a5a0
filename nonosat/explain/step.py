# SPDX-License-Identifier: MIT
"""``Step``: one deduction, with the premises that it needs and nothing else.

Hints, walkthroughs, ratings, the graph's explanations, their sentences and pictures are all made
from steps, so there is one explanation of a deduction. A step consists of plain values; it does not
know how it was found. ``nonosat/explain/techniques.py`` has the table of techniques.

Premises and conclusions are literals: a cell is, or is not, of a value. With one colour the value
is always 1 ("is filled", "is not filled" = empty). With several colours a cell can lose a value
without becoming known; then the literal is negative ("is not red").

A step belongs to the grid before it. Thousands of steps of a large puzzle, each with a grid of its
own, need a gigabyte; the cells that become known are the same for all, in one list (``Moments``),
and a step only keeps how many of them were there (``Moment``). A grid is made when somebody reads
it, in the time of a copy. (Rows that are shared from grid to grid save less: a step in a column
changes all rows.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
    before it. ``failed_line``: the line that has no placement after the last link; None if the last
    literal contradicts the assumption, or if the branch ends with the result of the step.

    >>> Branch(Literal(0, 1, 1, True), (), Line("column", 0)).as_dict()["failed_line"]
    'C1'
    """

    assumption: Literal
    links: tuple[Link, ...]
    failed_line: Line | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain data; lines as ``R1``, ``C7``."""
        return plain_fields(self)


class Weights(NamedTuple):
    """Weights on the board that bound in how many cells another solution differs.

    ``rows``, ``columns``: of each cell and colour the weight in its row and that in its column,
    both for each row of the board, at ``column * colours + colour - 1``; 0 in known cells. The two
    add up to ``scale`` times what the colour counts more than EMPTY, where a cell counts 1 if it
    differs from the solution. ``bound``: ``scale`` times what any grid counts at most, because each
    line weighs at most what its heaviest placement does. ``difference``: the least number of cells
    in which two solutions differ; the weights prove something if ``bound`` is less than ``scale``
    times that.

    >>> from nonosat import study, walkthrough
    >>> weights = walkthrough(study.domino(5))[0].weights
    >>> weights.bound < weights.scale * weights.difference, weights.difference
    (True, 4)
    """

    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    scale: int
    bound: int
    difference: int

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return plain_fields(self)


class Moments:
    """A grid, and the cells that became known since then."""

    def __init__(self, first: Grid) -> None:
        self._first = first
        self._now = bytearray(first.cells)
        self._added: list[tuple[int, int]] = []

    def add(self, values: Mapping[tuple[int, int], int]) -> None:
        """Cells become known: (row, column) to value."""
        for (row, column), value in values.items():
            place = row * self._first.width + column
            self._now[place] = value
            self._added.append((place, value))

    def at(self, cells: bytes) -> bool:
        """Whether these are the cells of the last grid."""
        return self._now == cells

    @property
    def last(self) -> Moment:
        """The grid as it is now."""
        return Moment(self, len(self._added))

    def grid(self, added: int) -> Grid:
        """The grid after that number of cells was added."""
        first, cells = self._first, bytearray(self._first.cells)
        for place, value in self._added[:added]:
            cells[place] = value
        return Grid.from_cells(first.height, first.width, bytes(cells), first.letters)


class Moment:
    """One of the grids of a walk; equal to every moment with the same grid."""

    __slots__ = ("_added", "_moments")

    def __init__(self, moments: Moments, added: int) -> None:
        self._moments = moments
        self._added = added

    @classmethod
    def of(cls, grid: Grid) -> Moment:
        """A grid by itself."""
        return Moments(grid).last

    @property
    def grid(self) -> Grid:
        """The grid, made now."""
        return self._moments.grid(self._added)

    def __eq__(self, other: object) -> bool:
        return self.grid == other.grid if isinstance(other, Moment) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.grid)

    def __reduce__(self) -> tuple[Any, ...]:
        return Moment.of, (self.grid,)  # without the other moments of the walk


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    ``technique``: its name in the table of techniques. ``lines``: the lines whose clues it uses.
    ``because``: what it uses of the known cells. ``cells``: what follows. Both are literals in the
    order of the board. Without any one of ``lines`` or ``because``, some literal of ``cells`` does
    not follow by this technique; only ``weights`` may use more than it needs.

    ``chain``: empty but for chains and trials. One branch that ends in a contradiction; or one
    branch for each possible value of a cell, of which those without a contradiction end with the
    literal of ``cells``.

    ``smallest``: for a clue set, whether it is proven that fewer lines do not force the cell, with
    everything that is known of the cells; else None. ``weights``: those of the technique
    ``weights``; else None.
    ``puzzle`` and ``moment``: the board before the step, for its sentence and its picture.

    >>> from nonosat import walkthrough
    >>> step = walkthrough(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))[0]
    >>> step.technique, step.values
    ('trivial', {(0, 0): 1, (0, 1): 1})
    >>> print(step)
    Row 1 (2): its block fills it exactly, so columns 1 and 2 are filled
    """

    technique: str
    lines: tuple[Line, ...]
    because: tuple[Literal, ...]
    cells: tuple[Literal, ...]
    chain: tuple[Branch, ...] = ()
    smallest: bool | None = None
    weights: Weights | None = None
    puzzle: Puzzle = field(kw_only=True, repr=False, metadata=HIDDEN)
    moment: Moment = field(kw_only=True, repr=False, metadata=HIDDEN)

    @property
    def grid(self) -> Grid:
        """The board before the step."""
        return self.moment.grid

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
