# SPDX-License-Identifier: MIT
"""``Step``: one deduction, with the premises that it needs and no others.

Hints, walkthroughs, ratings, the graph's explanations, their sentences and pictures are all made
from steps, so there is one explanation of a deduction. A step consists of plain values; it does not
record how it was found. ``nonosat/explain/techniques.py`` has the table of techniques.

Premises and conclusions are literals: a cell has, or does not have, a value. With one colour the
value is always 1 ("is filled", "is not filled" = empty). With several colours a cell can lose a
value without becoming known; then the literal is negative ("is not red").

A step belongs to the grid before it. Thousands of steps of a large puzzle, each with its own grid,
would need a gigabyte. So all steps share one list of the cells that become known (``Moments``), and
a step keeps only the length of the list at its time (``Moment``). A grid is made when it is read,
in the time of a copy. (Sharing rows between grids saves less: a step in a column changes all rows.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonosat.languages import language
from nonosat.logic.implications import Link, Literal
from nonosat.model.clue import EMPTY, FILLED, Line
from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle


class Branch(NamedTuple):
    """An assumption and its consequences, line by line.

    ``assumption``: the literal that is assumed to hold. ``links``: each names a literal that
    follows and the line that proves it (None: the cell alone, such as "is red", so "is not blue").
    A link of a chain follows from the literal before it; a link of a trial may need all literals
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

    ``rows``, ``columns``: the weight of each cell and colour in its row, and in its column; both
    have one sequence per row of the board, indexed by ``column * colours + colour - 1``; known
    cells have 0. A cell counts 1 if it differs from the solution. Its two weights add up to
    ``scale`` times the count with that colour minus the count with EMPTY. ``bound``: ``scale``
    times the largest count of any grid, because each line weighs at most as much as its heaviest
    placement. ``difference``: the least number of cells in which two solutions differ; the weights
    are a proof if ``bound`` is less than ``scale`` times ``difference``.

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
    """The grids of a walk: the first, and the cells that became known since, in order."""

    def __init__(self, first: Grid) -> None:
        self._first = first
        self._now = bytearray(first.cells)
        self._added: list[tuple[int, int]] = []

    def add(self, values: Mapping[tuple[int, int], int]) -> None:
        """Add cells that have become known, as (row, column) to value."""
        for (row, column), value in values.items():
            place = row * self._first.width + column
            self._now[place] = value
            self._added.append((place, value))

    def at(self, cells: bytes) -> bool:
        """True if these are the cells of the last grid."""
        return self._now == cells

    @property
    def last(self) -> Moment:
        """The current grid."""
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
        """The moment of a grid that belongs to no walk."""
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
    ``because``: the known literals that it uses. ``cells``: the conclusions. Both are literals in
    the order of the board. Without any one of ``lines`` or ``because``, some literal of ``cells``
    does not follow by this technique; only ``weights`` may use more than it needs.

    ``chain``: empty except for chains and trials. One branch that ends in a contradiction; or one
    branch for each possible value of a cell, where branches without a contradiction end with the
    literal of ``cells``.

    ``smallest``: for a clue set, whether it is proven that fewer lines do not force the cell, with
    all known cells; else None. ``weights``: the weights of the technique ``weights``; else None.
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
        return self.text()

    def text(self, lang: str = "en") -> str:
        """The sentence in a language, by its code: ``en``, ``de``, ...

        Raises:
            OptionError: there is no such language.

        >>> from nonosat import walkthrough
        >>> walkthrough(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))[0].text("en")
        'Row 1 (2): its block fills it exactly, so columns 1 and 2 are filled'
        """
        from nonosat.explain.sentences import sentence

        return sentence(self, language(lang))

    def __str__(self) -> str:
        return self.sentence

    def _repr_svg_(self) -> str:
        """The board with premises, conclusions, and the chain."""
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
