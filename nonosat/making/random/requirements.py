# SPDX-License-Identifier: MIT
"""``Requirements``: the options of ``random_puzzles``, checked in one place, and the symmetries.

Options that contradict each other are refused here, before any work: a technique that is needed but
not allowed, more colours than filled cells, a symmetry that needs a square, a density at which some
line must be empty or full. Whether any picture meets the requirements is known only after a search;
``random_puzzles`` ends a hopeless one after a bound.

A symmetry is a set of moves of the plane. The cells that its moves, repeated in any order, make of
one cell are a group, and all cells of a group have the same value. Groups have 1, 2, 4 or 8 cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from nonosat.core._core import Reach
from nonosat.errors import OptionError, shown
from nonosat.explain.techniques import TECHNIQUES, checked_technique
from nonosat.model.faults import MAX_SIDE
from nonosat.model.numbers import check_choice, share, whole_number
from nonosat.model.palette import MAX_COLORS, Palette, anonymous_palette, first
from nonosat.words import counted

STYLES = ("random", "smooth")
"""``random``: each cell for itself; ``smooth``: blobs, as puzzle collections have them."""

REACHES = {
    "trivial": Reach.TRIVIAL,
    "overlap": Reach.OVERLAP,
    "line": Reach.LINE,
    "chain": Reach.CHAIN,
    "trial": Reach.TRIAL,
}
"""The techniques whose closure the core computes, in their order. Beyond them there is SAT."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """The options of ``random_puzzles`` that decide which puzzles come, checked."""

    width: int
    height: int
    filled: int
    """How many cells are not empty; with a symmetry up to one group of cells fewer."""
    palette: Palette
    style: str
    symmetry: str | None
    max_technique: str | None
    needs: str | None
    difficulty: tuple[float, float] | None
    boring: bool

    @property
    def colors(self) -> int:
        """The number of colours."""
        return len(self.palette)

    @property
    def reach(self) -> Reach:
        """What the core has to solve a picture with."""
        return REACHES.get(self.needs or self.max_technique or "trial", Reach.TRIAL)

    @property
    def below(self) -> Reach:
        """What must not solve it."""
        names = list(REACHES)
        if self.needs is None or self.needs not in names or self.needs == names[0]:
            return Reach.NOTHING
        return REACHES[names[names.index(self.needs) - 1]]

    @property
    def beyond(self) -> bool:
        """True if a puzzle has to need more than the core deduces: a technique of SAT."""
        return self.needs is not None and self.needs not in REACHES

    @property
    def any_technique(self) -> bool:
        """True if every puzzle with one solution will do, however it is found."""
        return self.needs is None and (self.max_technique or "clue-set") not in REACHES

    @property
    def name(self) -> str:
        """Every option that affects the pictures, as text; hashed into the random seed."""
        values = (self.filled, self.colors, self.style, self.symmetry, self.max_technique)
        more = (self.needs, self.difficulty, self.boring)
        return f"{self.width}x{self.height}:" + ":".join(map(str, values + more))


def checked_requirements(
    width: SupportsIndex,
    height: SupportsIndex | None,
    *,
    density: float,
    colors: int | Palette,
    style: str,
    symmetry: str | None,
    max_technique: str | None,
    needs: str | None,
    difficulty: tuple[float | None, float | None] | None,
    allow_boring: bool,
) -> Requirements:
    """The requirements of these options, which are those of ``random_puzzles``.

    Raises:
        OptionError: an option makes no sense, or two contradict each other.
    """
    columns = _side("width", width)
    rows = columns if height is None else _side("height", height)
    cells = columns * rows
    filled = round(share("density", density) * cells)
    palette = _palette(colors)
    check_choice("style", style, STYLES)
    if symmetry is not None:
        check_choice("symmetry", symmetry, SYMMETRIES)
        if SYMMETRIES[symmetry].square and rows != columns:
            raise OptionError(f"symmetry {symmetry!r} needs a square, and {columns}x{rows} is none")
    _check_techniques(max_technique, needs)
    if len(palette) > max(1, filled):
        raise OptionError(
            f"{len(palette)} colours: density {density:g} fills {filled} cells of {columns}x{rows}"
        )
    if not allow_boring:
        _check_lines(columns, rows, filled, density)
    bounds = _difficulty(difficulty)
    return Requirements(
        columns,
        rows,
        filled,
        palette,
        style,
        symmetry,
        max_technique,
        needs,
        bounds,
        bool(allow_boring),
    )


def _side(name: str, value: SupportsIndex) -> int:
    side = whole_number(name, value, least=1)
    if side > MAX_SIDE:
        raise OptionError(f"{name} {side}: give at most {MAX_SIDE}")
    return side


def _palette(colors: int | Palette) -> Palette:
    if isinstance(colors, Palette):
        return colors
    try:
        number = index(colors)
    except TypeError:
        number = 0
    if not 1 <= number <= MAX_COLORS:
        raise OptionError(
            f"colors {shown(colors)}: give a Palette, or a number from 1 to {MAX_COLORS}"
        )
    return anonymous_palette(first(number))


def _check_techniques(max_technique: str | None, needs: str | None) -> None:
    checked_technique("max technique", max_technique)
    checked_technique("needs", needs)
    order = list(TECHNIQUES)
    if (
        needs is not None
        and max_technique is not None
        and order.index(needs) > order.index(max_technique)
    ):
        raise OptionError(
            f"needs {needs!r}: that is harder than the hardest technique allowed, {max_technique!r}"
        )


def _check_lines(width: int, height: int, filled: int, density: float) -> None:
    """Refuse a number of filled cells with which some line must be empty or full."""
    if min(width, height) == 1:
        raise OptionError(
            f"{width}x{height}: lines of one cell are empty or full; add --allow-boring "
            "(allow_boring=True)"
        )
    longest = max(width, height)
    for number, what in ((filled, "empty"), (width * height - filled, "full")):
        if number < longest:
            raise OptionError(
                f"density {density:g}: with {counted(filled, 'filled cell')} some line of "
                f"{width}x{height} must be {what}; change the density, or add --allow-boring "
                "(allow_boring=True)"
            )


def _difficulty(difficulty: tuple[float | None, float | None] | None) -> tuple[float, float] | None:
    if difficulty is None:
        return None
    try:
        low, high = difficulty
        bounds = (0.0 if low is None else float(low), float("inf") if high is None else float(high))
    except (TypeError, ValueError):
        raise OptionError(
            f"difficulty {shown(difficulty)}: give two numbers, the least and the most"
        ) from None
    if not 0 <= bounds[0] <= bounds[1]:
        raise OptionError(f"difficulty {difficulty!r}: the least is negative or above the most")
    return bounds


_Move = Callable[[int, int, int, int], tuple[int, int]]
"""From (row, column, height, width) to the row and column that have the same value."""


def _left_right(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return row, width - 1 - column


def _top_bottom(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, column


def _half_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return height - 1 - row, width - 1 - column


def _quarter_turn(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, height - 1 - row


def _diagonal(row: int, column: int, height: int, width: int) -> tuple[int, int]:
    return column, row


@dataclass(frozen=True, slots=True)
class Symmetry:
    """The moves that leave a picture as it is; ``square``: only squares can have it."""

    moves: tuple[_Move, ...]
    square: bool = False


SYMMETRIES = {
    "left-right": Symmetry((_left_right,)),
    "top-bottom": Symmetry((_top_bottom,)),
    "both": Symmetry((_left_right, _top_bottom)),
    "half-turn": Symmetry((_half_turn,)),
    "quarter-turn": Symmetry((_quarter_turn,), square=True),
    "diagonal": Symmetry((_diagonal,), square=True),
    "all": Symmetry((_left_right, _diagonal), square=True),
}
"""All symmetries by name. ``both``: left-right and top-bottom; ``all``: every one."""


def groups_of(height: int, width: int, symmetry: str | None) -> list[int]:
    """For each cell, row by row, the number of its group; numbered by their first cells.

    >>> groups_of(2, 3, "left-right")
    [0, 1, 0, 2, 3, 2]
    >>> groups_of(1, 3, None)
    [0, 1, 2]
    """
    if symmetry is None:
        return list(range(height * width))
    moves = SYMMETRIES[symmetry].moves
    group = [-1] * (height * width)
    number = 0
    for start in range(height * width):
        if group[start] >= 0:
            continue
        reached = [start]
        group[start] = number
        for cell in reached:  # grows
            for move in moves:
                row, column = move(*divmod(cell, width), height, width)
                other = row * width + column
                if group[other] < 0:
                    group[other] = number
                    reached.append(other)
        number += 1
    return group
